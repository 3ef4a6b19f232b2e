"""Context for simplifying one body: sort order of nodes, index extents, value kinds.

A ``Scope`` belongs to one let body (or one bare expression) whose bound names are all
different.  It gives every node a sort key that depends neither on the order of the
input nor on process-specific hashes, and answers questions such as "is this surely an
integer".
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, COMPARISONS, OVER_INDICES, REDUCTION_BY_NAME, facts
from espresso.formulas.graph.predicates import declared, exact_int
from espresso.system.locks import cached_property

Key = tuple[Any, ...]
AlphaKey = tuple[Expr, tuple[tuple[str, str], ...]]
_NO_NAMES: tuple[tuple[str, str], ...] = ()

FACTOR_RANK = {"size": 0, "index": 1, "access": 2, "reduce": 6, "scan": 5}
_CALL, _ADD, _DIVISOR, _GUARD, _WHERE = 3, 4, 7, 8, 9
_DEPTH = 24  # how deep the questions below look before they answer "unknown"


def _alpha_key(node: Expr, names: Mapping[str, str]) -> AlphaKey:
    if not names or not node.free:
        return (node, _NO_NAMES)
    return (node, tuple(sorted((n, names[n]) for n in node.free if n in names)))


class Scope:
    """One body under simplification.

    ``known`` are extents given from outside, ``found`` computes those of the whole program,
    ``original`` maps names that were made unique back to the user's names (which the sort
    order uses).  ``given`` are axes whose extents are given.
    """

    def __init__(
        self,
        body: Expr,
        known: Mapping[str, Expr] | None = None,
        original: Mapping[str, str] | None = None,
        found: Callable[[], Mapping[str, Expr]] | None = None,
    ) -> None:
        self.body = body
        self.known = dict(known or {})
        self.original = dict(original or {})
        self.found = found
        self.added: dict[str, Expr] = {}
        self.like: dict[str, str] = {}
        """Fresh names -> those of the body whose range they have."""
        self.given: frozenset[str] = frozenset()
        self._keys: dict[Expr, Key] = {}
        self._representatives: dict[bytes, list[Expr]] = {}
        self._alpha: dict[AlphaKey, bytes] = {}

    # --- extents ---

    @cached_property
    def extents(self) -> dict[str, Expr]:
        """Extent expression of every index of the body, as far as it is known."""
        if self.found is not None:
            return {**self.found(), **self.known, **self.added}
        return {**symbolic_extents(self.body, self.known), **self.added}

    @cached_property
    def direct(self) -> dict[str, set[tuple[Expr, int]]]:
        """The (array, axis) pairs that each index of the body reads directly and strictly."""
        found: dict[str, set[tuple[Expr, int]]] = {}
        for node in ex.postorder(self.body, into_arrays=False):
            if node.op == "access" and node.data is None:
                for axis, slot in enumerate(node.args[1:]):
                    if slot.op == "index":
                        found.setdefault(slot.data[0], set()).add((node.args[0], axis))
        return found

    def extent(self, name: str) -> Expr | None:
        """The extent of an index, or None if nothing fixes it."""
        return self.extents.get(name)

    def fixed_extent(self, name: str) -> Expr | None:
        """The extent of an index if it cannot be another one: an axis needs a read at it, or one that is given."""
        free = name in self.body.free and name not in self.given and name not in self.direct
        return None if free else self.extent(name)

    @cached_property
    def names(self) -> set[str]:
        """Every index name of the body, free or bound."""
        return ex.index_names(*ex.postorder(self.body, into_arrays=False)) | self.body.free

    @cached_property
    def summed(self) -> set[str]:
        """Names that a sum of the body binds."""
        nodes = ex.postorder(self.body, into_arrays=False)
        return {n for e in nodes if e.op == "reduce" and e.data[0] == "sum" for n in e.data[1]}

    def fresh(self, like: str) -> str:
        """A name not used anywhere in the body, with the extent of ``like``."""
        name = ex.fresh(self.names, like)
        self.names.add(name)
        self.original[name] = self.original.get(like, like)
        self.like[name] = self.like.get(like, like)
        if like in self.summed:
            self.summed.add(name)
        if like in self.direct:
            self.direct[name] = self.direct[like]
        if like in self.extents:
            self.added[name] = self.extents[name] = self.extents[like]
        return name

    # --- order ---

    def key(self, e: Expr) -> Key:
        """Sort key of ``e`` as an operand.

        Names of bound indices count only between operands that are alike but for them.
        """
        found = self._keys.get(e)
        return found if found is not None else self._fill(e)

    def _fill(self, root: Expr) -> Key:
        for node in ex.ordered([root], lambda n: () if n.op in ex.ARRAY_OPS else n.args, self._keys):
            self._keys[node] = self._one(node)
        return self._keys[root]

    def shown(self, name: str) -> tuple[str, str]:
        """A name as the order sees it at first, and in case of a tie."""
        return (name if name in self.body.free else "~", self.original.get(name, name))

    def _one(self, node: Expr) -> Key:
        if node.op in ex.ARRAY_OPS:
            digest = node.digest.encode()
            return (0, "", 0, "", digest, "", digest)
        data: Any = node.data
        name = ""
        pair: tuple[Any, Any] = (data, data)
        if node.op == "index":
            pair = self.shown(data[0])
            name = pair[0]
        elif node.op in ("reduce", "scan"):
            name = data[0]
            shown = [self.shown(n) for n in data[1]]
            pair = ((name, *(s[0] for s in shown)), (name, *(s[1] for s in shown)))
        elif node.op == "call":
            name = data
        elif node.op in ("access", "size"):
            array = node.args[0]
            name = array.data.name if array.op == "tensor" else (array.data[0] or "~")
        digests = []
        for which, shown_data in ((4, pair[0]), (6, pair[1])):
            text = f"{node.op}|{shown_data!r}|".encode("utf-8", "surrogatepass")
            parts = b"|".join(self._keys[a][which] for a in node.args)
            digests.append(hashlib.blake2b(text + parts, digest_size=8).hexdigest().encode())
        return self._rank(node, name, digests[0], digests[1])

    def _rank(self, node: Expr, name: str, digest: bytes, tie: bytes) -> Key:
        keys = self._keys
        if node.op == "const":
            return (-1, "", 0, repr(node.data), digest, "", tie)
        if node.op == "access":
            slots = [self._slot(a) for a in node.args[1:]]
            neutral, exact = (",".join(s[k] for s in slots) for k in (0, 1))
            return (FACTOR_RANK["access"], name, 0, neutral, digest, exact, tie)
        if node.op == "index":
            return (FACTOR_RANK["index"], name, 0, "", digest, self._slot(node)[1], tie)
        first = keys[node.args[0]] if node.args else (0, "", 0, "", b"", "", b"")
        inner, inner_tie = (f"{first[1]}[{first[k]}]"[:80] for k in (3, 5))
        if node.op != "call":
            return (FACTOR_RANK.get(node.op, 0), name, 0, inner, digest, inner_tie, tie)
        if name == "pow":
            value = node.args[1].data if node.args[1].op == "const" else None
            if isinstance(value, (int, float, Fraction)) and value < 0:
                return (_DIVISOR, first[1], 0, first[3], digest, first[5], tie)
            order = -value if isinstance(value, (int, float, Fraction)) else -0.5  # which no float may hold
            if first[0] < 0:
                return (_CALL, "pow", 0, "", digest, "", tie)
            return (first[0], first[1], order, first[3], digest, first[5], tie)
        if name == "mul":
            factors = [keys[a] for a in node.args if a.op != "const"][:8] or [first]
            neutral, exact = ("".join(f"{f[1]}[{f[k]}]" for f in factors) for k in (3, 5))
            rank = max([keys[a][0] for a in node.args])
            return (rank, factors[0][1], factors[0][2], neutral, digest, exact, tie)
        if name == "add":
            return (_ADD, first[1], 0, inner, digest, inner_tie, tie)
        rank = _WHERE if name == "where" else _GUARD if name in COMPARISONS else _CALL
        return (rank, name, 0, inner, digest, inner_tie, tie)

    def _slot(self, e: Expr) -> tuple[str, str]:
        if e.op == "index":
            return self.shown(e.data[0])
        if e.op == "const":
            return (str(e.data), str(e.data))
        return ("~" + self._keys[e][4].decode(), "~" + self._keys[e][6].decode())

    # --- equality up to the names of bound indices ---

    def representative(self, e: Expr) -> Expr:
        """The first reduction seen here that equals ``e`` up to the names of its indices, which run equally far."""
        found = self._representatives.setdefault(self.alpha_digest(e), [])
        for like in found:
            if like is e or self._as_far(like, e):
                return like
        found.append(e)
        return e

    def _as_far(self, a: Expr, b: Expr) -> bool:
        """Whether no index bound in ``a`` is known to run otherwise than that of ``b`` in its place."""
        names = [[n for node in ex.postorder(e, into_arrays=False) for n in ex.bound(node)] for e in (a, b)]
        pairs = [(self.extents.get(m), self.extents.get(n)) for m, n in zip(*names, strict=False) if m != n]
        return all(m is None or n is None or m is n for m, n in pairs)

    def alpha_digest(self, root: Expr) -> bytes:
        """A digest of ``root`` that does not depend on the names bound in it."""
        return digest_of(root, {}, self._alpha)


def is_declared_symmetric(array: Expr) -> bool:
    """Whether an array, an input or a named one, is declared to be a symmetric matrix."""
    return array.ndim == 2 and any(_is_symmetric(word, array) for word in declared(array))


def _is_symmetric(word: str, e: Expr) -> bool:
    """Whether what a word says of ``e`` makes it its own transpose, not that of its conjugate."""
    return word == "symmetric" or word == "posdef" and not ex.has(e, "complex")


def digest_of(root: Expr, names: Mapping[str, str], memo: dict[AlphaKey, bytes], commuting: bool = False) -> bytes:
    """A digest of ``root`` with free indices called ``names``, which does not depend on the names bound in it.

    With ``commuting`` it does not depend on the order of terms and factors either.  ``memo`` keeps those of parts.
    """
    parts: dict[AlphaKey, tuple[Any, list[AlphaKey]]] = {}

    def below(key: AlphaKey) -> list[AlphaKey]:
        node, table = key[0], dict(key[1])
        data = node.data
        if node.op == "index":
            data = (table.get(data[0], data[0]), None if commuting else data[1])
        elif node.op == "scan":
            own = [table.get(n, n) for n in data[1]]
            data = (data[0], tuple(own))
            if commuting and _is_symmetric(data[0], node):  # the same with both indices exchanged
                turned = table | dict(zip(node.data[1], own[::-1], strict=True))
                parts[key] = (data[0], *sorted(own)), [_alpha_key(node.args[0], t) for t in (table, turned)]
                return parts[key][1]
        elif node.op == "reduce":
            bound = {n: f"%{node.depth}.{k}" for k, n in enumerate(data[1])}
            table, data = table | bound, (data[0], tuple(bound.values()))
        parts[key] = data, [_alpha_key(a, table) for a in node.args if node.op not in ex.ARRAY_OPS]
        return parts[key][1]

    start = _alpha_key(root, names)
    for key in ex.ordered([start], below, memo):
        node, (data, inner) = key[0], parts[key]
        if node.op in ex.ARRAY_OPS:
            memo[key] = node.digest.encode()
            continue
        found = [memo[k] for k in inner]
        if commuting and node.op == "call" and facts(node.data).commutes:
            found.sort()
        elif commuting and node.op == "scan" and _is_symmetric(node.data[0], node):
            found.sort()
        elif commuting and node.op == "access" and is_declared_symmetric(node.args[0]):
            found[1:] = sorted(found[1:])
        text = f"{node.op}|{data!r}|".encode("utf-8", "surrogatepass")
        memo[key] = hashlib.blake2b(text + b"|".join(found), digest_size=12).digest()
    return memo[start]


# --- kinds of values ------------------------------------------------------------------------


def _any_dtype(e: Expr, test: Callable[[str], bool]) -> bool:
    array = e.args[0]
    return array.op == "tensor" and array.data.dtype is not None and test(array.data.dtype)


def surely_float(e: Expr, depth: int = _DEPTH) -> bool:
    """Whether ``e`` has a floating dtype whatever the undeclared inputs are, as far as so many levels show."""
    if depth == 0:
        return False
    if e.op == "const":
        return type(e.data) in (float, complex, Fraction)
    if e.op == "access":
        if e.args[0].op == "let":
            return surely_float(e.args[0].args[0], depth - 1)
        return _any_dtype(e, lambda d: d.startswith(("float", "complex", "bfloat")))
    if e.op in ("reduce", "scan"):
        kind = OVER_INDICES[e.data[0]].kind
        return kind in ("float", "real") or kind in ("total", "same") and surely_float(e.args[0], depth - 1)
    if e.op != "call":
        return False
    if e.data == "pow":
        exponent = e.args[1]
        if exponent.op == "const" and (type(exponent.data) is not int or exponent.data < 0):
            return True
        return any(surely_float(a, depth - 1) for a in e.args)
    function = BY_NAME.get(e.data)
    if function is None or function.kind in ("bool", "whole"):
        return False
    if function.kind.startswith("float"):
        return True
    args = e.args[1:] if e.data == "where" else e.args
    return any(surely_float(a, depth - 1) for a in args)


def surely_integer(e: Expr, depth: int = _DEPTH) -> bool:
    """Whether every value of ``e`` is an integer."""
    if depth == 0:
        return False
    if e.op in ("index", "size"):
        return True
    if e.op == "const":
        return type(e.data) is int
    if e.op == "access":
        return _any_dtype(e, lambda d: d.startswith(("int", "uint", "bool")))
    if e.op == "call":
        integral = facts(e.data).integral
        if integral == "always":
            return True
        if e.data == "pow":
            exponent = exact_int(e.args[1])
            return exponent is not None and exponent >= 0 and surely_integer(e.args[0], depth - 1)
        if integral == "of integers":
            return all(surely_integer(a, depth - 1) for a in (e.args[1:] if e.data == "where" else e.args))
    if e.op != "reduce":
        return False
    kind = REDUCTION_BY_NAME[e.data[0]].kind
    return kind in ("bool", "position") or kind in ("total", "same") and surely_integer(e.args[0], depth - 1)
