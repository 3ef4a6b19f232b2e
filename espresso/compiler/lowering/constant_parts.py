"""Partial evaluation: the parts of formulas that read only inputs declared constant.

``split`` takes them out: the formulas read an array for each part, which is made once.
A part is worth an array when it sums, scans or takes a dear function, and when reading the
array is no more work than computing the part where it stands:

- it stands in a result, outside of sums over its indices, so that the result is as large, or
- it has few elements beside the constant arrays that it reads, or
- in a sum of products it is the product of the constant factors over indices that nothing else
  has, and no larger than the largest of them: ``A B x`` with ``A B`` made once
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.scopes import uniquify, uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of, reads_array
from espresso.ir.costs import EXPENSIVE, cost

FEW = 4
"""Elements of a part for each element of the constant arrays that it reads, up to which it is kept."""

_NONE: frozenset[str] = frozenset()


def split(
    roots: Sequence[Expr], constants: Collection[str], size_of: Callable[[Expr], int]
) -> tuple[list[Expr], dict[str, Expr]]:
    """The roots (lets) reading kept arrays as inputs, and by their names the statements that make them.

    ``size_of`` gives lengths of axes of the constant inputs.
    """
    return _Split(uniquify_all(list(roots)), constants, size_of).result()


class _Split:
    def __init__(self, roots: Sequence[Expr], constants: Collection[str], size_of: Callable[[Expr], int]) -> None:
        self.roots, self.size_of = roots, size_of
        self.constant: dict[Expr, bool] = {}
        self.dear: dict[Expr, bool] = {}
        self.reads: dict[Expr, frozenset[Expr]] = {}
        for node in ex.postorder(*roots):
            self._look(node, constants)
        self.taken = {t.data.name for t in ex.tensors(*roots)} | {n.data[0] for n in ex.lets(*roots)}
        self.kept: dict[Expr, Expr] = {}  # statement -> the input in its place
        self.values: dict[Expr, Expr] = {}  # node of a body -> what stands in its place

    def result(self) -> tuple[list[Expr], dict[str, Expr]]:
        roots = set(self.roots)
        for statement in reversed(list(dict.fromkeys([*ex.lets(*self.roots), *self.roots]))):
            if statement in roots or statement not in self.kept:  # users come first
                self._statement(statement)
        values = self.values | {e: t for e, t in self.kept.items() if e not in roots}
        made = {t.data.name: ex.closed(t.data.name, e.data[1], e.args[0]) for e, t in self.kept.items()}
        return ex.replace_all(self.roots, values), made

    def _look(self, node: Expr, constants: Collection[str]) -> None:
        """Whether a node is constant, what it reads, and whether it is dear to compute."""
        if node.op == "tensor":
            self.constant[node] = node.data.name in constants
            self.reads[node] = frozenset((node,))
        else:
            self.constant[node] = all(self.constant[a] for a in node.args)
            self.reads[node] = frozenset().union(*(self.reads[a] for a in node.args))
        own = node.op in ("reduce", "scan") or cost(node) >= EXPENSIVE
        self.dear[node] = own or any(self.dear[a] for a in node.args)

    def _worth(self, node: Expr) -> bool:
        return self.constant[node] and self.dear[node] and bool(self.reads[node])

    def _statement(self, statement: Expr) -> None:
        """Choose the parts of one body, the largest first."""
        body = statement.args[0]
        result = statement in self.roots
        stack: list[tuple[Expr, frozenset[str]]] = [(body, _NONE)]
        seen: set[Expr] = set()
        while stack:
            node, inside = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if node.op in ex.ARRAY_OPS:
                continue
            if reads_array(node) and self._worth(node.args[0]):
                array = node.args[0]
                if self._keep(array, self._most(array, result and not node.free & inside)) is not None:
                    stack.extend((a, inside) for a in node.args[1:])
                    continue
            elif self._worth(node) and _plain(node):
                made = ex.closed("", node.axes, node)
                kept = self._keep(made, self._most(node, result and not node.free & inside))
                if kept is not None:
                    self.values[node] = ex.access(kept, [ex.index(a) for a in node.axes])
                    continue
            if node.op == "reduce" and node.data[0] == "sum" and self._grouped(node):
                continue
            bound = inside | set(node.data[1]) if node.op == "reduce" else inside
            stack.extend((a, bound) for a in node.args)

    def _grouped(self, e: Expr) -> bool:
        """``sum[k,j](A[i,k]*B[k,j]*x[j])`` with the product of A and B kept."""
        factors = factors_of(e.args[0])
        mine = [f for f in factors if self.constant[f] and self.reads[f]]
        others = [f for f in factors if f not in mine]
        elsewhere = frozenset().union(*(f.free for f in others))
        alone = [n for n in e.data[1] if n not in elsewhere]
        mine = [f for f in mine if f.free & set(alone)]
        others = [f for f in factors if f not in mine]
        if not alone or not mine or not set(alone) <= frozenset().union(*(f.free for f in mine)):
            return False
        if frozenset(alone) & frozenset().union(*(f.free for f in others)):
            return False
        part = ex.reduce("sum", alone, ex.call("mul", *mine))
        largest = max(self._size(t) for f in mine for t in self.reads[f])
        kept = self._keep(ex.closed("", part.axes, part), largest) if _plain(part) else None
        if kept is None:
            return False
        rest = ex.call("mul", ex.access(kept, [ex.index(a) for a in part.axes]), *others)
        over = [n for n in e.data[1] if n not in alone]
        self.values[e] = ex.reduce("sum", over, rest) if over else rest
        return True

    def _most(self, node: Expr, shown: bool) -> float:
        """Elements up to which a part is kept; any number where the result has them all."""
        return math.inf if shown else FEW * sum(self._size(t) for t in self.reads[node])

    def _size(self, tensor: Expr) -> int:
        return math.prod(self.size_of(ex.size(tensor, k)) for k in range(tensor.ndim))

    def _keep(self, statement: Expr, most: float) -> Expr | None:
        """The input that holds a statement; None where its lengths are not its own, or it is larger than ``most``."""
        if statement in self.kept:
            return self.kept[statement]
        whole = uniquify(statement)
        known = symbolic_extents(whole)
        names = {n for e in ex.postorder(whole.args[0], into_arrays=False) for n in (*e.free, *ex.bound(e))}
        if not names.union(whole.data[1]) <= known.keys():
            return None
        if math.prod(self.size_of(known[a]) for a in whole.data[1]) > most:
            return None
        name = ex.fresh(self.taken, f"kept{len(self.kept) + 1}")
        self.taken.add(name)
        self.kept[statement] = ex.tensor(name, len(statement.data[1]))
        return self.kept[statement]


def _plain(e: Expr) -> bool:
    """Whether every free index of ``e`` is read, always alone in its slot and inside the array."""
    read: set[str] = set()
    for node in ex.postorder(e, into_arrays=False):
        if node.op == "access" and node.free & e.free:
            if node.data is not None or not all(s.op == "index" or not s.free & e.free for s in node.args[1:]):
                return False
            read |= node.free
    return e.free <= read
