"""Equality of scalar bodies up to index names and the order of commutative operands.

Statements that come from different places of a program call their indices differently:
``exp(x[i]*y[j])`` here and ``exp(y[k]*x[b])`` there are one array, read with its axes in
another order.  ``Equivalence.key`` gives such bodies the same key, and beside it the free
indices in an order of their own: renaming them position by position makes the bodies equal.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from itertools import pairwise

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, JOINED
from espresso.system.locks import cached_property

Key = Hashable
"""What equivalent bodies have in common."""

_UNSEEN = 1 << 30


class Equivalence:
    """Keys of bodies; numbers are comparable among keys of the same object only."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._shapes: dict[Expr, int] = {}
        self._arrays: dict[Expr, Expr] = {}  # canonical forms of named arrays
        self._binders: dict[Expr, tuple[Hashable, tuple[tuple[str, ...], ...]]] = {}
        self._keys: dict[tuple[object, ...], tuple[int, tuple[str, ...], tuple[str, ...]]] = {}

    def _number(self, value: Hashable) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    def shape(self, e: Expr) -> int:
        """A number that equivalent bodies share, found in one walk; others may share it too."""
        shapes = self._shapes
        if e not in shapes:
            for node in ex.postorder(e, into_arrays=False):  # inner ones first: no key below asks for another one
                if node.op in ex.BINDERS:
                    self._binder(node)
            for node in _postorder(e, shapes):
                below = [] if node.op in ex.BINDERS else [shapes[a] for a in node.args]
                if node.op == "call" and BY_NAME[node.data].commutes:
                    below.sort()
                shapes[node] = self._number(("shape", node.op, self._data(node), *below))
        return shapes[e]

    def key(
        self, e: Expr, bound: Collection[str] = (), extents: Mapping[str, Expr] | None = None
    ) -> tuple[Key, tuple[str, ...]]:
        """(key, free indices in the order of the key).  ``bound`` are summed and have no name.

        With ``extents`` the key also says how long each index is: a value that is needed
        for a part of an axis only is not the array of the whole axis.
        """
        known = (e, *bound)
        if known not in self._keys:
            self._keys[known] = self._key(e, bound)
        number, free, others = self._keys[known]
        lengths = () if extents is None else tuple(extents.get(n) for n in (*free, *others))
        return (number, len(bound), lengths), free

    def number(self, e: Expr) -> int:
        """A number that bodies share which are equal up to the names of their indices."""
        self.key(e)
        return self._keys[e,][0]

    def _key(self, e: Expr, bound: Collection[str]) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
        """A number that equal bodies share, the free indices in their order, and the others."""
        self.shape(e)
        names = self._order(e)
        free = tuple(n for n in names if n not in bound)
        inner = tuple(n for n in names if n in bound)
        position = {n: (0, k) for k, n in enumerate(free)} | {n: (1, k) for k, n in enumerate(inner)}
        return self._numbered(e, position)[e], free, (*inner, *(n for n in bound if n not in names))

    def _numbered(self, e: Expr, indices: Mapping[str, tuple[int, ...]]) -> dict[Expr, int]:
        """For each node of ``e`` a number that equal ones share, where ``indices`` stand in place of their names."""
        ids: dict[Expr, int] = {}
        for node in _postorder(e, {}):
            if node.op == "index":
                ids[node] = self._number(("index", indices[node.data[0]], node.data[1]))
                continue
            below = [] if node.op in ex.BINDERS else [ids[a] for a in node.args]
            if node.op == "call" and BY_NAME[node.data].commutes:
                below.sort()
            groups = self._binder(node)[1] if node.op in ("reduce", "scan") else ()
            names_of = tuple(place for names in groups for place in sorted(indices[n] for n in names))
            ids[node] = self._number((node.op, self._data(node), names_of, *below))
        return ids

    def _data(self, node: Expr) -> Hashable:
        """What a node is apart from its operands and the names of its indices."""
        data: Hashable = node.data[1] if node.op == "index" else node.data
        if node.op in ex.BINDERS:
            return self._binder(node)[0]
        if node.op == "const" or (node.op == "access" and node.data is not None):
            return (type(node.data).__name__, repr(node.data))
        return data

    def _binder(self, node: Expr) -> tuple[Hashable, tuple[tuple[str, ...], ...]]:
        """What a reduction, an index function or a named array is, apart from names, and its free indices in order.

        Those that may be exchanged stand together.
        """
        if node in self._binders:
            return self._binders[node]
        found: tuple[Hashable, tuple[tuple[str, ...], ...]]
        if node.op == "reduce" and node.data[0] in JOINED:
            body = node.args[0]
            number, free, others = self._key(body, node.data[1])
            places = {n: (0, k) for k, n in enumerate(free)} | {n: (1, k) for k, n in enumerate(others)}
            groups: list[list[str]] = []
            for n in free:
                for group in groups:
                    exchanged = {**places, n: places[group[0]], group[0]: places[n]}
                    if self._numbered(body, exchanged)[body] == number:
                        group.append(n)
                        break
                else:
                    groups.append([n])
            found = (node.data[0], number, len(others)), tuple(map(tuple, groups))
        else:
            found = ex.canonical(node, None, self._arrays), tuple((n,) for n in node.axes)
        self._binders[node] = found
        return found

    def _order(self, e: Expr) -> tuple[str, ...]:
        """Free indices as they first appear when commuting operands are sorted by shape.

        Operands of one shape that read the same indices are sorted by what these are in all of ``e``: in
        ``x[i,j] + x[j,i] + b[j]`` the first one is the one whose last index ``b`` has.
        """
        found: dict[str, int] = {}
        told: dict[str, tuple[int, ...]] = {}
        roles: dict[Expr, int] = {}
        stack = [e]
        for node in ex.each_once(stack):
            if not node.free:
                continue
            if node.op == "index":
                found.setdefault(node.data[0], len(found))
            elif node.op in ex.BINDERS:
                for names in self._binder(node)[1]:
                    if len(names) > 1 and not found.keys() >= {*names}:
                        told = told or self._roles(e)
                    for name in sorted(names, key=lambda n: (found.get(n, _UNSEEN), told.get(n, ()))):
                        found.setdefault(name, len(found))
            elif node.op == "call" and BY_NAME[node.data].commutes:
                keys = {a: (self._shapes[a], _places(a.free, found)) for a in node.args}
                order = sorted(node.args, key=lambda a: keys[a], reverse=True)
                pairs = pairwise(order)
                if any(keys[a] == keys[b] and a is not b and not found.keys() >= a.free | b.free for a, b in pairs):
                    told = told or self._roles(e)
                    roles = roles or self._numbered(e, told)
                    order.sort(key=lambda a: (keys[a], roles[a]), reverse=True)
                stack += order
            else:
                stack += reversed(node.args)
        return tuple(found)

    def _roles(self, e: Expr) -> dict[str, tuple[int, ...]]:
        """Something for each index of ``e`` that does not depend on names, and tells apart what can be told apart."""
        roles: dict[str, tuple[int, ...]] = dict.fromkeys(sorted(e.free), (0,))
        while True:
            told: dict[str, tuple[int, ...]] = {}
            for n, role in roles.items():
                told[n] = (self._numbered(e, {**roles, n: (*role, 1)})[e],)
            if len({*told.values()}) == len({*roles.values()}):
                return roles
            roles = told


def _places(names: Iterable[str], found: Mapping[str, int]) -> list[int]:
    return sorted(found.get(n, _UNSEEN) for n in names)


def _postorder(e: Expr, known: Mapping[Expr, object]) -> list[Expr]:
    """Nodes below ``e`` that are not known yet, arguments first; what binds names stays whole."""
    return ex.ordered([e], lambda node: () if node.op in ex.BINDERS else node.args, known)


class Forms:
    """Parts of bodies in a form that does not depend on names of indices; named arrays are not looked into."""

    def __init__(self) -> None:
        self.inputs: dict[Expr, Expr] = {}
        self.known: dict[Expr, Expr] = {}
        self.plain: dict[Expr, Expr] = {}
        self.keys: dict[Expr, tuple[Key, tuple[str, ...]]] = {}
        self.equivalence = Equivalence()
        self.sums: list[Expr] = []
        self.named: dict[Key, list[tuple[Expr, Expr]]] = {}  # arrays with one sum, and that sum, by its key

    def __call__(self, e: Expr) -> Expr:
        if e not in self.known:
            self.known[e] = ex.canonical(self._plain(e))
        return self.known[e]

    def _plain(self, e: Expr) -> Expr:
        new = self.plain
        for node in ex.ordered([e], lambda n: () if n.op == "let" else n.args, new):
            if node.op == "let":
                new[node] = self._input(node)
            else:
                new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        return new[e]

    def _input(self, array: Expr) -> Expr:
        return self.inputs.setdefault(array, ex.tensor(f"~{len(self.inputs)}", array.ndim))

    def same(self, new: Expr, old: Expr) -> None:
        """A rewritten array counts as the one that it was."""
        if old.op == "let":
            self.inputs[new] = self._input(old)

    def equal(self, a: Expr, b: Expr) -> bool:
        """Whether two parts with the same free indices are one but for the names of bound indices."""
        order = sorted(a.free)
        return ex.canonical(self._plain(a), order) is ex.canonical(self._plain(b), order)

    def key(self, e: Expr) -> Key:
        """A key of a sum that does not depend on the order of factors either."""
        return self.keyed(e)[0]

    def keyed(self, e: Expr) -> tuple[Key, tuple[str, ...]]:
        """The key of a sum, and its free indices in the order of the key."""
        if e not in self.keys:
            plain = self._plain(e)
            self.keys[e] = self.equivalence.key(plain.args[0], plain.data[1])
        return self.keys[e]

    def like(self, e: Expr) -> tuple[Expr, dict[str, str]] | None:
        """A sum of the program that is ``e`` but for its indices, and how its free indices are called in ``e``."""
        key, names = self.keyed(e)
        other = self.present.get(key)
        return None if other is None else (other, dict(zip(self.keyed(other)[1], names, strict=True)))

    @cached_property
    def present(self) -> dict[Key, Expr]:
        """All sums of the program by their keys."""
        return {self.key(e): e for e in reversed(self.sums) if e.data[0] == "sum"}
