"""Phase: attention, normalisation of a batch and pooling that an engine computes is one call."""

from __future__ import annotations

from collections.abc import Callable

from espresso.compiler.lowering.lower import asking
from espresso.compiler.matching import norms, pools
from espresso.compiler.matching.attention import scales
from espresso.compiler.matching.attention_calls import attention_calls
from espresso.compiler.matching.plan import Plan
from espresso.compiler.matching.streams import HALF_RATE
from espresso.compiler.state import Lowered


def run(state: Lowered) -> Lowered:
    """Such calls in place of the statements that compute the same, where an engine takes them."""
    if state.target not in HALF_RATE or not state.options.get("fused", True):
        return state
    state = state.changed()
    _called(state, attention_calls, lambda found: scales(found.steps))
    if state.target == "gpu":  # no engine of other devices has them
        _called(state, norms.norm_calls, norms.marks)
        _called(state, pools.pool_calls, pools.marks)
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
