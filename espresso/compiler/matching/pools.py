"""Recognition of pooling: reductions of one read over windows (`windows`)."""

from __future__ import annotations

from collections.abc import Mapping

from espresso.compiler.matching.replacement import Matched, taken
from espresso.compiler.matching.windows import window_calls
from espresso.compiler.sizes import Size
from espresso.compiler.statements import Ask
from espresso.formulas.graph import expr as ex
from espresso.ir.arrangement import Arrangement
from espresso.ir.calls import EngineCall
from espresso.ir.engine import POOLING
from espresso.ir.loops import Buffer, Statement


def pool_calls(code: Matched, dtypes: Mapping[str, str], size_of: Size, ask: Ask) -> Matched:
    """The code with calls of engines in place of poolings, where they take these."""
    for s in code.steps:
        call = _call(s, code.buffers, dtypes, size_of) if isinstance(s, Statement) else None
        if call is not None:
            code = taken(code, [call], ask)
    return code


def _call(s: Statement, buffers: Mapping[str, Buffer], dtypes: Mapping[str, str], size_of: Size) -> EngineCall | None:
    """A reduction as a call: operand and result are over the same axes, windows along some of them."""
    if s.operator not in ("max", "min", "sum") or s.slots is not None or not s.over:
        return None
    calls = [c for c in window_calls(ex.reduce(s.operator, s.over, s.body)) if c.direction == POOLING]
    if len(calls) != 1 or calls[0].data.op != "tensor" or any(a.offset.terms for a in calls[0].spatial):
        return None
    array, at = calls[0].data, {a.position: a for a in calls[0].spatial}
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
        POOLING, s.name, s.axes, (name,), (plain, plain), {a: s.extents[a] for a in s.axes}, s.dtype, (tuple(lengths),),
        (str(dtypes.get(name) or buffers[name].dtype),), parameters, f"{s.operator} of windows of {name}",
    )  # fmt: skip
