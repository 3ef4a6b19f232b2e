"""Chains of sums through several named arrays, opened so that their order can be exchanged (`sum_interchange`).

The reverse pass over a network is a chain of products with the transposed matrices of the forward pass:
``dh[n] = sum[m](V[m,n]*dz[m])``, array after array.  An array that only one product reads is opened there, so that its
sum can be exchanged; a sum times a mask that the program has under a name is read by that name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of, reads_array

Extents = Mapping[str, Expr]


class Chains:
    """The statements of a program: which arrays are links of chains, and how long their indices are."""

    def __init__(self, statements: Sequence[Expr], roots: Sequence[Expr], extents: Mapping[Expr, Extents]) -> None:
        self.extents = extents
        self.original: dict[Expr, Expr] = {}  # by rewritten array
        self.homes: dict[Expr, set[Expr]] = {}  # statements by the sums that stand in them
        reads: Counter[Expr] = Counter()
        for statement in statements:
            body = ex.body(statement)
            for node in ex.postorder(body, into_arrays=False):
                reads.update(a.args[0] for a in node.args if reads_array(a))
                if node.op == "reduce":
                    self.homes.setdefault(node, set()).add(statement)
            if reads_array(body):
                reads[body.args[0]] += 1
        self.links = {
            s
            for s in statements
            if s.op == "let" and s not in roots and reads[s] == 1 and _one_sum(s.args[0]) is not None
        }
        self.named = [(s, found) for s in statements if s.op == "let" and (found := _one_sum(s.args[0])) is not None]

    def link(self, f: Expr) -> Expr | None:
        """The array that a factor reads at its own indices, where it is a link read here only."""
        if f.op != "access" or f.data is not None or f.args[0].op != "let":
            return None
        array = self.original.get(f.args[0], f.args[0])
        names = [s.data[0] for s in f.args[1:] if s.op == "index"]
        return array if array in self.links and len(set(names)) == len(f.args) - 1 else None

    def lengths(self, statement: Expr) -> Extents:
        """Extents of the indices of a statement."""
        return self.extents.get(statement, {})


def _one_sum(body: Expr) -> Expr | None:
    """The only sum of a product among the factors of a body."""
    found = [f for f in factors_of(body) if f.op == "reduce" and f.data[0] == "sum"]
    return found[0] if len(found) == 1 and len(factors_of(found[0].args[0])) > 1 else None


def adopted(
    e: Expr, taken: Iterable[str], lengths: Extents, arrays: Mapping[Expr, Expr]
) -> tuple[Expr, dict[str, Expr]]:
    """``e`` of another statement with bound names that are not ``taken``, and the extents of these names."""
    used = set(taken) | set(e.free)
    own = set(ex.index_names(*ex.postorder(e, into_arrays=False)))  # of sums around the one that gets names, too
    found: dict[str, Expr] = {}

    def change(node: Expr) -> Expr | None:
        if node.op != "reduce":  # the index of a scan is one of these, or free
            return arrays.get(node) if node.op in ex.ARRAY_OPS else None
        names: dict[str, str] = {}
        for n in node.data[1]:
            names[n] = ex.fresh(used | own - {n}, n)
            used.add(names[n])
            if n in lengths:
                found[names[n]] = lengths[n]
        return ex.reduce(node.data[0], list(names.values()), ex.rename(node.args[0], names))

    return ex.rebuild(e, change, into_arrays=False), found


def by_name(
    factors: Sequence[Expr],
    named: Mapping[Any, Sequence[tuple[Expr, Expr]]],
    key: Callable[[Expr], tuple[Any, tuple[str, ...]]],
    equal: Callable[[Expr, Expr], bool],
    arrays: Mapping[Expr, Expr],
) -> list[Expr] | None:
    """The factors with a sum and what stands beside it in some array as a read of that array, or None.

    ``named`` are the arrays with one sum, and that sum, by the key of the sum.
    """
    for f in factors:
        if f.op != "reduce" or f.data[0] != "sum":
            continue
        own, names = key(f)
        for array, inner in named.get(own, ()):
            theirs = key(inner)[1]
            if arrays.get(array, array) is not array:
                continue
            table = dict(zip(theirs, names, strict=True))
            rest = [g for g in factors if g is not f]
            for g in factors_of(array.args[0]):
                if g is not inner and rest:
                    own_g = ex.rename(g, table)
                    same = next((h for h in rest if h.free == own_g.free and equal(own_g, h)), None)
                    rest = [] if same is None else [h for h in rest if h is not same]
            if rest and all(n in table for n in array.data[1]):
                return [*rest, ex.access(array, [ex.index(table[n]) for n in array.data[1]])]
    return None
