"""Recurrences whose states are read at their last steps alone keep only as many rows as that, and as a step reads.

``u[t,i] = ... u[t-1,j] ...`` with ``u[T,i]`` as the only read needs two rows, however many steps there are.  An array
of few rows holds the last ones in order, of a recurrence that runs backward the first ones; while steps run, the row of
a position is that position modulo the number of rows, on devices moved so that they end in order.  What other states
read in its own step alone has no row: on the CPU it is a temporary of the step.
"""

from __future__ import annotations

from dataclasses import replace

from espresso.compiler.state import Lowered
from espresso.compiler.statements import Statements
from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.recurrences import reach
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Recurrence
from espresso.ir.calls import NO_ROW, RecurrenceCall
from espresso.ir.loops import Statement, Step, accesses, reads_of
from espresso.ir.targets import TARGETS


def run(state: Lowered) -> Lowered:
    """Phase: arrays of states have the rows that are read."""
    if state.options.get("standalone") or not any(isinstance(s, RecurrenceCall) for s in state.statements.steps):
        return state
    state = state.changed()
    plan = state.statements
    for place, call in enumerate(plan.steps):
        if isinstance(call, RecurrenceCall):
            plan.steps[place] = _with_few_rows(plan, call, not TARGETS[state.target].launches)
    return state


def _with_few_rows(plan: Statements, call: RecurrenceCall, may_have_none: bool) -> RecurrenceCall:
    rows = [0] * len(call.results)
    for k, name in enumerate(call.results):
        backward, buffer, back = call.recurrence.backward, plan.buffers[name], reach(call.recurrence, k)
        if buffer.role != "temporary" or back is None:
            continue
        places: dict[Expr, int] = {}
        readers = [step for step in plan.steps if name in reads_of(step)]
        if not all(_entered(places, step, name, buffer.shape[0], backward) for step in readers):
            continue
        count = max([back, *places.values()]) + 1
        rows[k] = count
        if may_have_none and not back and not readers and _passes(call.recurrence, k):
            rows[k], count = NO_ROW, 0
        new = {read: _moved(read, at if backward else count - 1 - at) for read, at in places.items()}
        plan.steps[:] = [
            replace(step, body=ex.replace(step.body, new)) if isinstance(step, Statement) and step in readers else step
            for step in plan.steps
        ]
        shape = ex.const(count), *buffer.shape[1:]
        plan.buffers[name] = replace(buffer, shape=shape)
    return replace(call, rows=tuple(rows))


def _passes(made: Recurrence, number: int) -> bool:
    """Whether a state is there in each step that reads it, and nothing asks how many there are."""
    passing, formal = made.states[number], made.formal[number]
    own, steps = passing.lengths[passing.axis], ex.size(formal, passing.axis)
    readers = [s for s in made.states if formal in ex.tensors(s.body.args[0])]
    there = all(s.first >= passing.first and s.lengths[s.axis] is own for s in readers)
    return there and not passing.starts and steps not in ex.postorder(*made.parts)


def _entered(
    places: dict[Expr, int], step: Step, name: str, length: Expr, backward: bool
) -> bool:  # fmt: skip
    """Enter how many steps before the last one a statement reads a state; False for a step that reads it elsewhere."""
    if not isinstance(step, Statement) or (step.slots and accesses(*step.slots, of=name)):
        return False
    end = linear(ex.const(0) if backward else ex.call("add", length, ex.const(-1)))
    for read in accesses(step.body, of=name):
        at = linear(read.args[1])
        if end is None or at is None or at[0]:
            return False
        if read.data is not None and (backward or min([at[1].constant, *at[1].terms.values()]) < 0):  # may be outside
            return False
        distance = at[1] - end[1] if backward else end[1] - at[1]
        if distance.terms or distance.constant < 0:
            return False
        places[read] = distance.constant
    return True


def _moved(read: Expr, place: int) -> Expr:
    return ex.access(read.args[0], [ex.const(place), *read.args[2:]], read.data)
