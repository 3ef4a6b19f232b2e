"""Symbolic extents: the length of every index as a formula in the lengths of the inputs.

For ``y[p] = sum[r](x[p+r]*w[r])`` the extent of p is ``size(x,0) - size(w,0) + 1``.
Indices that read one axis, or axes that some statement forces to be equal, get the
identical node, so ``is`` decides whether two indices have the same extent.  The formulas
are those of a non-empty result; where one is negative the true extent is 0.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from espresso.formulas.extents.affine import Formula, least
from espresso.formulas.extents.reads import Arithmetic, Read, Reads, facts_of, solve
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.system.locks import new_lock

Atom = tuple[Any, ...]
"""A length: ("t", tensor name, axis), ("v", statement, index name), ("c", number) or ("e", expression)."""


def symbolic_extents(
    body: Expr, axes_known: Mapping[str, Expr] | None = None, arrays: Mapping[Expr, Mapping[str, Expr]] | None = None
) -> dict[str, Expr]:  # fmt: skip
    """Return index name -> extent for the indices of ``body``, as far as they are determined.

    ``body`` is a let, a let's body or a bare expression, uniquified (names are those that
    `uniquify` gives).  ``axes_known`` adds facts.  The length of a named array is resolved
    to lengths of inputs, and stays ``size(y, axis)`` only where it depends on no input.
    ``arrays`` are the extents of all named arrays in the body, which are then not looked into.

    >>> x, w = (ex.tensor(n, 1) for n in "xw")
    >>> p, r = ex.index("p"), ex.index("r")
    >>> term = ex.call("mul", ex.access(x, [ex.call("add", p, r)]), ex.access(w, [r]))
    >>> found = symbolic_extents(ex.reduce("sum", ["r"], term))
    >>> found["r"] is ex.size(w, 0)
    True
    """
    return _Program([body], {body: axes_known or {}}, arrays).extents(body)[body]


def untold(statement: Expr) -> list[str]:
    """The axes of a named array of which nothing in it says how far they run."""
    told = symbolic_extents(uniquify(statement))
    return [a for a in statement.data[1] if a not in told]


def program_extents(
    roots: Sequence[Expr], axes_known: Mapping[Expr, Mapping[str, Expr]] | None = None
) -> dict[Expr, dict[str, Expr]]:
    """Return ``symbolic_extents`` of every statement: of the lets below the roots and of bare roots.

    ``axes_known`` adds facts about axes of each root, by its names.
    """
    known = axes_known or {}
    return _Program(roots, {r: {n: e for n, e in known.get(r, {}).items() if n in r.axes} for r in roots}).extents()


def same_lengths(roots: Sequence[Expr]) -> Callable[[Read, Read], bool]:
    """Return a test whether two reads of a program are along axes that are known to be equally long."""
    program = _Program(roots, {})
    program.extents()
    return program.same


def same_extent(extents: Mapping[str, Expr], i: str, j: str) -> bool:
    """Whether two indices are known to have the same extent."""
    return i == j or (i in extents and extents[i] is extents.get(j))


def resolve_size(node: Expr) -> Expr:
    """Return the length of an array's axis as a formula in the lengths of inputs."""
    if node.op != "size" or node.args[0].op == "tensor":  # a declared length is a number
        return node
    array = node.args[0]
    with _lock:
        known = _lengths.get(array)
    if known is None:
        found = symbolic_extents(array)
        lengths = [found.get(axis, array) for axis in array.data[1]]  # nothing kept may hold the array itself
        known = tuple(None if e.depth >= array.depth else e for e in lengths)
        with _lock:
            _lengths[array] = known
    length = known[node.data]
    return node if length is None else length


_lengths: weakref.WeakKeyDictionary[Expr, tuple[Expr | None, ...]] = weakref.WeakKeyDictionary()
"""Lengths of the axes of named arrays, each found once: what is below an array is walked for it."""

_lock = new_lock()


class _Program:
    """Union-find over all lengths of a program, and the formulas of its classes."""

    def __init__(
        self, roots: Sequence[Expr], known: Mapping[Expr, Mapping[str, Expr]],
        arrays: Mapping[Expr, Mapping[str, Expr]] | None = None,
    ) -> None:  # fmt: skip
        self.parent: dict[Atom, Atom] = {}
        self.best: dict[Atom, Atom] = {}
        self.tensors: dict[tuple[str, int], Expr] = {}
        self.value: dict[Atom, Formula] = {}
        self.given: dict[Atom, Formula] = {}
        self.open: set[Atom] = set()
        self.solved: dict[Expr, dict[str, Formula]] = {}
        self.sizes: dict[Expr, Formula] = {}
        self.facts: dict[Expr, Reads] = {}
        self.known: dict[Expr, Mapping[str, Expr]] = {}
        for array, lengths in (arrays or {}).items():
            for axis in lengths.keys() & set(array.data[1]):
                self._equal(("v", array, axis), self._atom(lengths[axis]))
        for scope in scopes_of(roots) if arrays is None else roots:
            self.facts[scope] = facts_of(scope)
            self.known[scope] = known.get(scope, {})
            self._join(scope)

    def extents(self, only: Expr | None = None) -> dict[Expr, dict[str, Expr]]:
        """Extents of the indices of every statement, or of ``only`` one."""
        result: dict[Expr, dict[str, Expr]] = {}
        count = Arithmetic(self._length, self._number, least, lambda e: e, self.same)
        for scope, facts in self.facts.items():
            shorter = facts.shorter.difference(self.known[scope])
            given: dict[str, Formula] = {}
            for name in facts.names:
                value = self._of(("v", scope, name))
                if value is not None and name not in shorter:
                    given[name] = value
            solved = solve(facts, count, given) if len(given) < len(facts.names) else given
            for name, value in solved.items() if solved is not given else ():
                if name not in given and name not in shorter:
                    self.value.setdefault(self._root(("v", scope, name)), value)
            self.solved[scope] = solved
            if only is None or only is scope:
                result[scope] = {n: solved[n].expr() for n in facts.names if n in solved}
        return result

    def same(self, a: Read, b: Read) -> bool:
        """Whether two reads are along axes that are known to be equally long."""
        return self._length(a.access.args[0], a.axis) == self._length(b.access.args[0], b.axis)

    # --- classes of equal lengths ---

    def _root(self, atom: Atom) -> Atom:
        parent = self.parent
        up = parent.setdefault(atom, atom)
        if up is atom or up == atom:
            return up
        path = [atom]
        while (above := parent[up]) is not up and above != up:
            path.append(up)
            up = above
        for passed in path:
            parent[passed] = up
        return up

    def _equal(self, a: Atom, b: Atom) -> None:
        a, b = self._root(a), self._root(b)
        if a != b:
            self.parent[b] = a
            self.best[a] = min(self.best.get(a, a), self.best.get(b, b), key=_preference)

    def _join(self, scope: Expr) -> None:
        """Enter the equalities of one statement."""
        facts = self.facts[scope]
        shorter = facts.shorter.difference(self.known[scope])
        axis_of: dict[str, Atom] = {}
        for name, array, axis in facts.whole:
            atom = self._axis(array, axis)
            self._equal(axis_of.setdefault(name, atom), atom)
        facts_given: list[tuple[str, Atom]] = [(n, ("c", c)) for n, c in facts.sized.items()]
        for name, e in self.known[scope].items():
            facts_given.append((name, self._atom(e)))
        for name, atom in facts_given:
            self._equal(axis_of.setdefault(name, atom), atom)
        for name, atom in axis_of.items():
            if name not in shorter:
                self._equal(atom, ("v", scope, name))
        padded = ex.grouped(
            (name, self._axis(array, axis)) for name, array, axis in facts.padded_only if name not in self.known[scope]
        )
        for name, atoms in padded.items():
            if len({self._root(a) for a in atoms}) == 1:
                self._equal(("v", scope, name), atoms[0])
        for _, row, column in facts.squares:
            if row not in shorter and column not in shorter:
                self._equal(("v", scope, row), ("v", scope, column))

    def _axis(self, array: Expr, axis: int) -> Atom:
        if array.op != "tensor":
            return ("v", array, array.data[1][axis])
        atom = ("t", array.data.name, axis)
        self.tensors.setdefault((array.data.name, axis), array)
        if array.data.shape is not None and array.data.shape[axis] is not None:
            self._equal(atom, ("c", array.data.shape[axis]))
        return atom

    def _atom(self, e: Expr) -> Atom:
        if e.op == "const":
            return ("c", e.data)
        return self._axis(e.args[0], e.data) if e.op == "size" else ("e", e)

    def _of(self, atom: Atom) -> Formula | None:
        """The formula of a length; None while it is not known."""
        root = self._root(atom)
        value = self.given.get(root) or self.value.get(root)
        if value is not None:
            return value
        best = self.best.get(root, root)
        if best[0] == "v":
            return None
        if best[0] == "c":
            value = Formula(best[1])
        elif best[0] == "t":
            value = Formula(0, {ex.size(self.tensors[best[1:]], best[2]): 1})
        else:
            if root in self.open:  # told by itself, ``size(h, 0) = size(h, 0) + 1``
                return None
            self.open.add(root)
            value = self._number(Formula(0, {best[1]: 1}))
            self.open.discard(root)
        self.given[root] = value
        return value

    def _length(self, array: Expr, axis: int) -> Formula:
        value = self._of(self._axis(array, axis))
        if value is None and array.op == "let":
            value = self.solved.get(array, {}).get(array.data[1][axis])
        return Formula(0, {ex.size(array, axis): 1}) if value is None else value

    def _number(self, formula: Formula) -> Formula:
        """``formula`` with every length in it resolved."""
        return formula.resolved(self._length, self.sizes)


def _preference(atom: Atom) -> tuple[Any, ...]:
    """Numbers first, then inputs by name and axis, then given expressions."""
    kind = "ctev".index(atom[0])
    return (kind, *atom[1:]) if kind < 2 else (kind, atom[1].digest)


def scopes_of(roots: Iterable[Expr]) -> list[Expr]:
    """Return the statements in order: lets before their users, then the bare roots."""
    parts = [p for r in roots for p in (r.args if r.op == "program" else (r,))]
    return list(dict.fromkeys([*ex.lets(*parts), *(p for p in parts if p.op not in ex.ARRAY_OPS)]))
