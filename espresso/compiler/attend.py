"""Phase: attention, normalisation of a batch and pooling that an engine computes is one call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from espresso.compiler.lowering.lower import asking
from espresso.compiler.matching.attention_gradients import attention_calls
from espresso.compiler.matching.norms import norm_calls
from espresso.compiler.matching.pools import pool_calls
from espresso.compiler.matching.replacement import Matched
from espresso.compiler.sizes import Size
from espresso.compiler.state import Lowered
from espresso.engine.table import ENGINES
from espresso.ir.calls import EngineCall
from espresso.ir.engine import ATTENTION, KERNEL, NORM, POOLING

FINDERS: dict[str, Callable[..., Matched]] = {ATTENTION: attention_calls, NORM: norm_calls, POOLING: pool_calls}
"""Kinds of calls, and what finds them among statements."""


def run(state: Lowered) -> Lowered:
    """Such calls in place of the statements that compute the same, where an engine takes them."""
    kinds = {kind for e in ENGINES if e.target == state.target and KERNEL not in e.kinds for kind in e.kinds}
    wanted = [kind for kind in FINDERS if kind in kinds]
    if not wanted or not state.options.get("fused", True):
        return state
    state = state.changed()
    for kind in wanted:
        _called(state, kind)
    return state


def _called(state: Lowered, kind: str) -> None:
    """The statements with calls of this kind, for lengths that give the same ones."""
    code, ask = state.statements, asking(state)
    before, dtypes = Matched([*code.steps], {**code.buffers}, []), {**code.dtypes}

    def found(size: Size) -> Matched:
        return FINDERS[kind](before, dtypes, size, ask)

    made = state.sizes.decide(found, partial(_mark, kind), always=False)
    code.put(made.steps, made.buffers)
    code.choices += made.choices


def _mark(kind: str, found: Matched) -> object:
    """What of the calls that were asked for depends on lengths; None where there were none."""
    calls = [s for s in found.steps if isinstance(s, EngineCall) and s.kind == kind]
    return [(s.name, s.engine, dict(s.parameters)) for s in calls] if found.choices else None
