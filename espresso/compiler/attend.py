"""Phase: attention that an engine computes is one call."""

from __future__ import annotations

from espresso.compiler.lowering.lower import asking
from espresso.compiler.matching.attention_gradients import attention_calls
from espresso.compiler.matching.replacement import Matched
from espresso.compiler.sizes import Size
from espresso.compiler.state import Lowered
from espresso.engine.table import ENGINES
from espresso.ir.calls import EngineCall
from espresso.ir.engine import ATTENTION


def run(state: Lowered) -> Lowered:
    """Calls in place of the statements of attention and its gradients, where an engine takes them."""
    takers = [e for e in ENGINES if e.target == state.target and ATTENTION in e.kinds]
    if not takers or not state.options.get("fused", True):
        return state
    state = state.changed()
    code, ask = state.statements, asking(state)
    before, dtypes = Matched([*code.steps], {**code.buffers}, []), {**code.dtypes}

    def found(size: Size) -> Matched:
        return attention_calls(before, dtypes, size, ask)

    made = state.sizes.decide(found, _mark, always=False)
    code.put(made.steps, made.buffers)
    code.choices += made.choices
    return state


def _mark(found: Matched) -> object:
    """What of the calls that were asked for depends on lengths; None where there were none."""
    calls = [s for s in found.steps if isinstance(s, EngineCall) and s.kind == ATTENTION]
    return [(s.name, s.engine, dict(s.parameters)) for s in calls] if found.choices else None
