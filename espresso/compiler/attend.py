"""Phase: attention, normalisation of a batch and pooling that an engine computes is one call."""

from __future__ import annotations

from collections.abc import Callable

from espresso.compiler.lowering.lower import asking
from espresso.compiler.matching import norms, pools
from espresso.compiler.matching.attention import scales
from espresso.compiler.matching.attention_calls import attention_calls
from espresso.compiler.matching.plan import Plan
from espresso.compiler.state import Lowered
from espresso.engine.table import ENGINES
from espresso.ir.engine import ATTENTION, NORM, POOLING

FINDERS: tuple[tuple[str, Callable[..., Plan], Callable[[Plan], list[tuple[object, ...]]]], ...] = (
    (ATTENTION, attention_calls, lambda found: scales(found.steps)),
    (NORM, norms.norm_calls, norms.marks),
    (POOLING, pools.pool_calls, pools.marks),
)
"""Kinds of calls, what finds them among statements, and what of the found ones depends on lengths."""


def run(state: Lowered) -> Lowered:
    """Such calls in place of the statements that compute the same, where an engine takes them."""
    kinds = {kind for e in ENGINES if e.target == state.target for kind in e.kinds}
    wanted = [(calls, marks) for kind, calls, marks in FINDERS if kind in kinds]
    if not wanted or not state.options.get("fused", True):
        return state
    state = state.changed()
    for calls, marks in wanted:
        _called(state, calls, marks)
    return state


def _called(state: Lowered, calls: Callable[..., Plan], marks: Callable[[Plan], list[tuple[object, ...]]]) -> None:
    """The statements with such calls, for lengths that give the same ones."""
    plan, ask = state.statements, asking(state)
    before = plan.copy()

    def mark(found: Plan) -> object:
        return (marks(found), bool(found.choices)) if found.choices else None

    made = state.sizes.decide(
        lambda size: calls(before.steps, before.buffers, before.dtypes, size, ask), mark, always=False
    )
    plan.put(made.steps, made.buffers)
    plan.choices += made.choices
