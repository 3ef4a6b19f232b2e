"""Which short loops are rolled up all the same: those whose iterations, written out, take long to derive."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

FEWEST = 16
"""Loops of fewer iterations are written out, unless they are `is_dear`."""

FEWEST_DEAR, DEAR, DEAR_ALONE = 4, 100, 250
"""From so many iterations on loops are looked at, and from so many nodes on in all iterations they are rolled up; the
second number is for steps in which no element reads another one of the step before.

To derive, compile and run value and gradient takes, written out and as a recurrence (AMD EPYC, AVX2): of
`tanh(W @ h + x[t])` in 15 steps (210 nodes) 2.3 s and 5.8 us, 1.3 s and 4.1 us; of a stencil in 8 (208) 2.0 s and
11 us, 1.4 s and 8 us; of a leapfrog step with two sines in 15 (285) 4.4 s and 236 us, 1.3 s and 145 us; but of
`sin(h)*x[t] + cos(h)*w` in 15 (210) 0.8 s both, and 46 us, 184 us.
"""

MOST_WRITTEN_OUT = 100
"""With more iterations of loops that are written out, all are rolled up too where that gives sums and elements."""


def is_dear(bodies: Sequence[Expr], states: Collection[str], count: int) -> bool:
    """Whether written out iterations are long formulas, the longer where no element reads others of the step before."""
    order = ex.postorder(*bodies)
    if not DEAR <= count * len(order) < DEAR_ALONE:
        return count * len(order) >= DEAR_ALONE
    reads = [n for n in order if n.op == "access" and n.args[0].op == "tensor" and n.args[0].data.name in states]
    if any(slot.op != "index" for n in reads for slot in n.args[2:]):
        return True
    over = [n for n in order if n.op in ("reduce", "scan")]
    return any(t.data.name in states for n in over for t in ex.tensors(n))
