"""Attention and its gradients as engine calls, where an engine supports them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.compiler.matching.attention import forward_call, forward_of, softmax_of
from espresso.compiler.matching.attention_gradients import gradient_calls
from espresso.compiler.matching.plan import Plan, taken
from espresso.compiler.matching.streams import Family
from espresso.compiler.sizes import Size
from espresso.compiler.statements import Ask
from espresso.ir.calls import Contraction
from espresso.ir.loops import Buffer, Step


def attention_calls(
    steps: Sequence[Step], buffers: Mapping[str, Buffer], dtypes: Mapping[str, str], size_of: Size,
    ask: Ask,
) -> Plan:  # fmt: skip
    """The steps with calls of engines in place of attention and of its gradients, where they take these."""
    plan = Plan(list(steps), dict(buffers), [])
    for seed in [s.name for s in steps if isinstance(s, Contraction)]:
        if seed not in {s.name for s in plan.steps}:
            continue
        found = softmax_of(Family(plan.steps, plan.buffers, size_of, seed), size_of)
        if found is None:
            continue
        forward = forward_of(found)
        calls, gone = gradient_calls(found, forward, plan.buffers, dtypes)
        if not calls and forward is not None:
            call = forward_call(found, forward, dtypes, plan.buffers)
            calls, gone = [] if call is None else [call], seed
        plan = taken(plan, calls, gone, ask)
    return plan
