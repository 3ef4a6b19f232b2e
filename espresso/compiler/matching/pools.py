"""Recognition of pooling: reductions of one read over windows (`windows`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.compiler.matching.norms import taken
from espresso.compiler.matching.plan import Plan
from espresso.compiler.matching.windows import WindowCall, window_calls
from espresso.compiler.sizes import Size
from espresso.compiler.statements import Ask
from espresso.formulas.graph import expr as ex
from espresso.ir.arrangement import Arrangement
from espresso.ir.calls import EngineCall
from espresso.ir.loops import Buffer, Statement, Step

KIND = "pooling"
"""The word of `ir.engine` for such calls."""


def pool_calls(
    steps: Sequence[Step], buffers: Mapping[str, Buffer], dtypes: Mapping[str, str], size_of: Size,
    ask: Ask,
) -> Plan:  # fmt: skip
    """The steps with calls of engines in place of poolings, where they take these."""
    plan = Plan(list(steps), dict(buffers), [])
    for s in steps:
        call = _call(s, buffers, dtypes, size_of) if isinstance(s, Statement) else None
        if call is not None:
            plan = taken(plan, call, (), ask)
    return plan


def marks(plan: Plan) -> list[tuple[object, ...]]:
    """What of a plan depends on lengths."""
    return [(s.name, s.engine, dict(s.parameters)) for s in plan.steps if isinstance(s, EngineCall) and s.kind == KIND]


def _call(s: Statement, buffers: Mapping[str, Buffer], dtypes: Mapping[str, str], size_of: Size) -> EngineCall | None:
    if s.operator not in ("max", "min", "sum") or s.slots is not None or not s.over:
        return None
    found = [c for c in window_calls(ex.reduce(s.operator, s.over, s.body)) if c.direction == KIND]
    if len(found) != 1 or found[0].data.op != "tensor" or any(a.offset.terms for a in found[0].spatial):
        return None
    return _described(s, found[0], buffers, dtypes, size_of)


def _described(
    s: Statement, found: WindowCall, buffers: Mapping[str, Buffer], dtypes: Mapping[str, str], size_of: Size
) -> EngineCall | None:
    """The step with its numbers: operand and result are over the same axes, windows along some of them."""
    array, at = found.data, {a.position: a for a in found.spatial}
    rank, name = array.data.rank, array.data.name
    if rank != len(s.axes) or not set(at) <= set(s.axes):
        return None
    lengths = buffers[name].shape if name in buffers else tuple(ex.size(array, k) for k in range(rank))
    plain = Arrangement(((),) * rank, tuple(range(rank)), (1,) * rank)
    spatial = [at[a] for a in s.axes if a in at]
    parameters = {
        "direction": "forward", "operator": s.operator, "axes": tuple(k for k, a in enumerate(s.axes) if a in at),
        "window": tuple(size_of(s.extents[a.tap]) for a in spatial), "stride": tuple(a.stride for a in spatial),
        "dilation": tuple(a.dilation for a in spatial), "low": tuple(-a.offset.constant for a in spatial),
    }  # fmt: skip
    return EngineCall(
        KIND, s.name, s.axes, (name,), (plain, plain), {a: s.extents[a] for a in s.axes}, s.dtype, (tuple(lengths),),
        (str(dtypes.get(name) or buffers[name].dtype),), parameters, f"{s.operator} of windows of {name}",
    )  # fmt: skip
