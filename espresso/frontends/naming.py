"""Names for what a step reads more than once, so that its text stays short: arrays in the place of shared values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

LONG, WORTH = 60, 6
"""Nodes of a text from which on values get names, and nodes of a value that gets one."""


def shared_as_arrays(formal: Sequence[Expr], bodies: Sequence[Expr]) -> list[Expr]:
    """Bodies of a step with unnamed arrays for the values that they read more than once, where they are long otherwise.

    ``formal`` are the arrays that stand for states, and the position of the step: other values are shared by all steps.
    """
    nodes = ex.postorder(*bodies, into_arrays=False)
    if written(*bodies) <= LONG:
        return list(bodies)
    readers = Counter(a for n in nodes for a in n.args) + Counter(bodies)
    arrays = {n: not {*formal}.isdisjoint(ex.tensors(n)) for n in nodes if n.op in ex.ARRAY_OPS}
    depends, new, size = dict(arrays), {n: n for n in arrays}, dict.fromkeys(arrays, 1)
    for node in nodes:
        if node in arrays:
            continue
        depends[node] = any(depends[a] for a in node.args)
        new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        size[node] = 1 + (0 if node.op == "access" else sum(size[a] for a in node.args))
        again = depends[node] and readers[node] > 1 and node not in bodies
        if node.op in ("call", "reduce") and again and size[node] >= WORTH:
            array = _array(new[node])
            if array is not None:
                new[node], size[node] = array, 1
    return [new[b] for b in bodies]


SUM = 20
"""Nodes that a sum counts as where a value is read at other indices: sums inside sums take longest to derive."""


def is_long(body: Expr, whole: bool) -> bool:
    """Whether what reads a value at other indices should read an array that holds it.

    What is not a ``whole`` (an exponential, of which the sum comes next) is left to the rules for softmax and the like.
    """
    return written(body, of_sum=SUM) > (LONG if whole else 2 * LONG)


def written(*bodies: Expr, of_sum: int = 1) -> int:
    """How many nodes the bodies have, each as often as it is read; arrays that they read count as one."""
    known: dict[Expr, int] = {}
    for node in ex.postorder(*bodies, into_arrays=False):
        own = of_sum if node.op in ("reduce", "scan") else 1
        known[node] = own + (0 if node.op in ("let", "access", "recur") else sum(known[a] for a in node.args))
    return sum(known[b] for b in bodies)


def _array(value: Expr) -> Expr | None:
    """The read of an array that holds a value; None where it would be read outside another array, or has no length."""
    inside = ex.postorder(value, into_arrays=False)
    reads = [n for n in inside if n.op == "access" and n.data is None]
    plain = all(a.op == "index" or not a.free for n in reads for a in n.args[1:])
    array = ex.closed("", value.axes, value)
    if not plain or not set(array.data[1]) <= symbolic_extents(uniquify(array)).keys():
        return None
    sizes = {n.data[0]: n.data[1] for n in inside if n.op == "index"}
    return ex.access(array, [ex.index(a, sizes.get(a)) for a in array.data[1]])
