"""Recognition of pooling: reductions of one read over windows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from espresso.compiler.matching.replacement import Matched, taken
from espresso.compiler.sizes import Size
from espresso.compiler.statements import Ask
from espresso.formulas.extents.affine import linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of, is_guard
from espresso.ir.arrangement import Arrangement
from espresso.ir.calls import EngineCall
from espresso.ir.engine import POOLING
from espresso.ir.loops import Buffer, Statement


class _Axis(NamedTuple):
    """A spatial axis: the read is at ``stride*position + dilation*tap + offset``."""

    position: str
    tap: str
    stride: int
    dilation: int
    offset: int


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
    factors = [f for f in factors_of(s.body) if f.op != "const" and not is_guard(f)]
    found = _windows(factors[0], set(s.over)) if len(factors) == 1 and factors[0].op == "access" else None
    if found is None or factors[0].args[0].op != "tensor":
        return None
    array, at = factors[0].args[0], {a.position: a for a in found}
    rank, name = array.data.rank, array.data.name
    if rank != len(s.axes) or not set(at) <= set(s.axes):
        return None
    lengths = buffers[name].shape if name in buffers else tuple(ex.size(array, k) for k in range(rank))
    plain = Arrangement(((),) * rank, tuple(range(rank)), (1,) * rank)
    spatial = [at[a] for a in s.axes if a in at]
    parameters = {
        "direction": "forward", "operator": s.operator, "axes": tuple(k for k, a in enumerate(s.axes) if a in at),
        "window": tuple(size_of(s.extents[a.tap]) for a in spatial), "stride": tuple(a.stride for a in spatial),
        "dilation": tuple(a.dilation for a in spatial), "low": tuple(-a.offset for a in spatial),
    }  # fmt: skip
    return EngineCall(
        POOLING, s.name, s.axes, (name,), (plain, plain), {a: s.extents[a] for a in s.axes}, s.dtype, (tuple(lengths),),
        (str(dtypes.get(name) or buffers[name].dtype),), parameters, f"{s.operator} of windows of {name}",
    )  # fmt: skip


def _windows(read: Expr, summed: set[str]) -> list[_Axis] | None:
    """The spatial axes of a read over windows whose taps are all that is reduced; None where it is none."""
    found = []
    for form in map(linear, read.args[1:]):
        if form is None or len(form[0]) > 2:
            return None
        factors, rest = form
        if len(factors) == 2:
            taps, positions = [n for n in factors if n in summed], [n for n in factors if n not in summed]
            if len(taps) != 1 or rest.terms:
                return None
            found.append(_Axis(positions[0], taps[0], factors[positions[0]], factors[taps[0]], rest.constant))
    return found if found and {a.tap for a in found} == summed else None
