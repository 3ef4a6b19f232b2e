"""Which short loops are rolled up all the same: those whose iterations, written out, take long to derive."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

FEWEST = 16
"""Loops of fewer iterations are written out, unless they are `is_dear`: an elementwise one costs 20 ms for each."""

FEWEST_DEAR, DEAR = 4, 100
"""From so many iterations on loops are looked at, and from so many nodes on in all iterations they are rolled up.

Where elements of a step read other ones of the step before, to derive and compile the gradient takes a time that grows
with the square of the nodes: of `tanh(W @ h + x[t])`, 14 nodes, 1.1 s for 4 iterations, 3.2 s for 8 and 15 s for 15, of
a stencil, 33 nodes, 2.3 s for 4 and 9.2 s for 8; 0.8 to 1.3 s where it is a recurrence (AMD EPYC, AVX2).
"""

MOST_WRITTEN_OUT = 100
"""With more iterations of loops that are written out, they are rolled up too where that gives sums and elements."""


def is_dear(bodies: Sequence[Expr], states: Collection[str], count: int) -> bool:
    """Whether written out iterations are long formulas in which elements read others of the step before."""
    order = ex.postorder(*bodies)
    if count * len(order) < DEAR:
        return False
    reads = [n for n in order if n.op == "access" and n.args[0].op == "tensor" and n.args[0].data.name in states]
    if any(slot.op != "index" for n in reads for slot in n.args[2:]):
        return True
    over = [n for n in order if n.op in ("reduce", "scan")]
    return any(t.data.name in states for n in over for t in ex.tensors(n))
