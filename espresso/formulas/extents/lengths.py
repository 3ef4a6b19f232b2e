"""Equivalence classes of array lengths that a program forces to be equal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.formulas.extents.affine import Formula, linear
from espresso.formulas.extents.reads import Reads, facts_of, shortened
from espresso.formulas.extents.recurrences import equal_lengths
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr


class Lengths:
    """Which lengths of arrays are equal in a program, so that the same length is recognised."""

    def __init__(self, root: Expr, extents: Mapping[Expr, Mapping[str, Expr]]) -> None:
        self._same: dict[Expr, Expr] = {}
        self._padded: dict[Expr, Expr] = {}  # of reads that are padded elsewhere, and alone say how long an index is
        for array in ex.lets(root):
            self.set(array, [extents[array].get(a) for a in array.data[1]])
        for node in dict.fromkeys([a.args[0] for a in ex.lets(root) if a.args[0].op == "recur"]):
            actual = dict(zip(node.data[0].arrays, node.args, strict=True))
            for length, same in equal_lengths(node.data[0]):
                self._same.setdefault(ex.replace(length, actual), ex.replace(same, actual))
        for scope, known in extents.items():
            body = ex.body(scope)
            shorter = shortened(scope)
            reads = [n for n in ex.postorder(body, into_arrays=False) if n.op == "access"]
            facts = facts_of(scope)
            elsewhere = {n for n, _ in facts.limits} | {n for r in facts.reads for n, _ in r.factors or ()}
            elsewhere.update(facts.sized)
            for node in reads:
                for axis, slot in enumerate(node.args[1:]):
                    if slot.op != "index" or slot.data[0] not in known or slot.data[0] in shorter:
                        continue
                    length = ex.size(node.args[0], axis)
                    if node.data is None:
                        own = known[slot.data[0]]
                        found = self._same.setdefault(length, own)
                        if own.op == "size" and found.op != "size":  # the length of an input, also given by others
                            self._same.setdefault(own, found)
                    elif slot.data[0] not in elsewhere and known[slot.data[0]] is not length:
                        self._padded.setdefault(length, known[slot.data[0]])
            for name, limit in _own_limits(facts):  # other arrays that are read at the index may give its length too
                if name in known and known[name] is not limit and name not in shorter:
                    self._same.setdefault(limit, known[name])
            for length, same in self._padded.items():
                self._same.setdefault(length, same)

    def set(self, array: Expr, lengths: Sequence[Expr | None]) -> None:
        """Let an array have the given lengths, as far as they are known."""
        for axis, length in enumerate(lengths):
            if length is not None:
                self._same.setdefault(ex.size(array, axis), length)

    def of(self, array: Expr, axis: int) -> Expr:
        """The length of an axis, the same node for lengths that are known to be equal."""
        length = ex.size(array, axis)
        return self._same.get(length, length)

    def formula(self, e: Expr) -> Formula | None:
        """The length as a formula over one name per set of equal lengths."""
        for _ in range(3):  # a length may be given by lengths that are themselves given
            parts = linear(e)
            if parts is None or parts[0]:
                return None
            atoms = ex.postorder(*parts[1].terms, into_arrays=False)  # in the least of two lengths, or half of one, too
            replaced = ex.replace(e, {a: self._same[a] for a in atoms if a in self._same})
            if replaced is e:
                break
            e = replaced
        found = linear(e)
        return None if found is None else found[1]

    def equal(self, a: Expr, b: Expr) -> bool:
        """Whether two lengths are known to be the same."""
        if a is b:
            return True
        left, right = self.formula(a), self.formula(b)
        return left is not None and left == right


def _own_limits(facts: Reads) -> list[tuple[str, Expr]]:
    """Indices whose length is one factor ``(i < length)`` where the length is no sum, because nothing else says it."""
    strict = {n for r in facts.reads for n, _ in r.factors or ()} | {*facts.sized}
    found: dict[str, set[Expr]] = {}
    for name, form in facts.limits:
        if name not in strict:
            found.setdefault(name, set()).add(form.expr())
    return [(n, e) for n, (e, *more) in found.items() if not more and ex.is_call(e, "floordiv")]
