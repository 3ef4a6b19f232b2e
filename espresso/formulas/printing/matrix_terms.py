"""Matrix algebra as values: products, transposes, diagonals of arrays without indices.

``matrices`` makes these terms from index notation; here they are put together, so that
``(A.T).T`` is ``A`` and a product of products is one product.  ``matrix_text`` writes them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

from espresso.formulas.graph.functions import MATRIX_FUNCTIONS
from espresso.formulas.graph.nodes import ordered
from espresso.records import dataclass
from espresso.system.locks import cached_property


@dataclass(frozen=True)
class Term:
    """A number (rank 0), a vector (1) or a matrix (2).

    ``kind``: ``name`` and ``number`` (``data``), ``node`` (a length, ``data`` the expression), ``identity``, ``ones``,
    ``matmul``, ``times`` (element by element), ``over`` (divided element by element), ``plus``, ``transposed``,
    ``diag``, ``outer``, ``dot`` (of two vectors), ``power``, ``compare`` (``data`` the operator), ``call``
    (``data`` the function and its axis or None).
    """

    kind: str
    rank: int
    args: tuple[Term, ...] = ()
    data: Any = field(default=None)

    @cached_property
    def transposes(self) -> int:
        """Number of transposes."""
        return (self.kind == "transposed") + sum(a.transposes for a in self.args)

    @cached_property
    def size(self) -> int:
        """Number of parts."""
        return 1 + sum(a.size for a in self.args)


ONE = Term("number", 0, data=1)
ONES = Term("ones", 1)
IDENTITY = Term("identity", 2)


def number(value: Any) -> Term:
    """A literal."""
    return Term("number", 0, data=value)


def is_number(t: Term, value: Any) -> bool:
    """Whether ``t`` is this literal."""
    return t.kind == "number" and bool(t.data == value)


_ELEMENTWISE = frozenset({"plus", "times", "over", "power", "compare"})


def transposed(t: Term) -> Term:
    """The transpose, written inside where that takes no more transposes; a vector is its own."""
    if t.rank < 2 or t.kind in ("identity", "diag"):
        return t
    if t.kind == "call" and t.data[0] == "inv" and transposed(t.args[0]) == t.args[0]:
        return t
    if t.kind == "transposed":
        return t.args[0]
    if t.kind == "matmul":
        return matmul([transposed(a) for a in reversed(t.args)])
    if t.kind == "outer":
        return Term("outer", 2, t.args[::-1])
    inside = t
    if t.kind in _ELEMENTWISE or (t.kind == "call" and t.data[0] not in MATRIX_FUNCTIONS):
        data = t.data
        if t.kind == "call" and t.data[1] is not None:
            data = (t.data[0], 1 - t.data[1])
        inside = Term(t.kind, 2, tuple(transposed(a) for a in t.args), data)
    return inside if inside is not t and inside.transposes <= t.transposes else Term("transposed", 2, (t,))


def matmul(operands: Iterable[Term]) -> Term:
    """The matrix product of matrices, the last of which may be a vector."""
    flat: list[Term] = []
    for t in operands:
        flat += t.args if t.kind == "matmul" else [t]
    flat = [t for k, t in enumerate(flat) if t.kind != "identity" or len(flat) == 1]
    return flat[0] if len(flat) == 1 else Term("matmul", flat[-1].rank, tuple(flat))


def dot(u: Term, v: Term) -> Term:
    """The product of two vectors."""
    u, v = sorted((u, v), key=lambda t: (t.size, t.kind != "name"))
    if v.kind == "ones" or u.kind == "ones":
        return call("sum", v if u.kind == "ones" else u, 0)
    if u == v and u.kind != "name":
        return Term("power", 0, (call("norm", u, 0), number(2)))
    if v.kind == "matmul":
        back = matmul([transposed(a) for a in reversed(v.args[:-1])] + [u])
        if back.transposes < v.transposes:
            u, v = v.args[-1], back
    return Term("dot", 0, (u, v))


def call(function: str, t: Term, rank: int, axis: int | None = None) -> Term:
    """A function of a whole array, or along one axis of it."""
    return Term("call", rank, (t,), (function, axis))


def summed(t: Term) -> Term:
    """The sum of all elements of a vector."""
    if t.kind == "call" and t.data[0] == "diag":
        return trace(t.args[0])
    if t.kind == "times" and len(t.args) == 2 and all(a.rank == 1 for a in t.args):
        return dot(*t.args)
    if t.kind == "power" and is_number(t.args[1], 2):
        return dot(t.args[0], t.args[0])
    return call("sum", t, 0)


def trace(t: Term) -> Term:
    """The trace of a matrix, of a product in the order with the fewest transposes."""
    t = min((t, transposed(t)), key=lambda t: t.transposes)
    factors = t.args if t.kind == "matmul" else (t,)
    turned = [factors[k:] + factors[:k] for k in range(len(factors))]
    return call("tr", matmul(min(turned, key=lambda fs: [_first_name(f) for f in fs])), 0)


def _first_name(t: Term) -> str:
    while t.args:
        t = t.args[0]
    return str(t.data)


def row_sums(t: Term) -> Term:
    """The sum of each row."""
    other = transposed(t)
    return call("sum", other, 1, 0) if other.transposes < t.transposes else call("sum", t, 1, 1)


def diag(t: Term) -> Term:
    """The matrix with a vector on its diagonal."""
    return IDENTITY if t.kind == "ones" else Term("diag", 2, (t,))


def diagonal(t: Term) -> Term:
    """The diagonal of a matrix, as a vector."""
    if t.kind == "diag":
        return t.args[0]
    return ONES if t.kind == "identity" else call("diag", transposed(t) if t.kind == "transposed" else t, 1)


def times(factors: Iterable[Term]) -> Term:
    """The product element by element; numbers first; 1 for none."""
    flat: list[Term] = []
    for t in factors:
        flat += t.args if t.kind == "times" else [t]
    above = [t for t in flat if t.kind not in ("over", "ones") and not is_number(t, 1)]
    below: list[Term] = []
    for t in flat:
        if t.kind == "over":
            above += [] if is_number(t.args[0], 1) else [t.args[0]]
            below.append(t.args[1])
    numbers = [t.data for t in above if t.kind == "number"]
    if len(numbers) > 1:
        above = [number(math.prod(numbers)), *(t for t in above if t.kind != "number")]
    above = [t for t in above if not is_number(t, 1)]
    above.sort(key=lambda t: (t.rank, t.kind != "number"))
    rank = max((t.rank for t in (*flat, *below)), default=0)
    if not above and not below:
        return ONES if rank else ONE
    top = (
        above[0]
        if len(above) == 1
        else Term("times", max(t.rank for t in above), tuple(above))
        if above
        else ONE
    )
    if not below:
        return top
    under = below[0] if len(below) == 1 else times(below)
    return Term("over", max(top.rank, under.rank), (top, under))


def scaled(scalars: Sequence[Term], t: Term) -> Term:
    """A vector or matrix times numbers."""
    return times([*scalars, t]) if scalars else t


def plus(terms: Sequence[Term], rank: int) -> Term:
    """A sum."""
    return terms[0] if len(terms) == 1 else Term("plus", rank, tuple(terms))


def outer(u: Term, v: Term) -> Term:
    """The matrix of all products of an element of ``u`` and one of ``v``."""
    numbers = [a for t in (u, v) if t.kind == "times" for a in t.args if a.kind == "number"]
    u, v = (times([a for a in t.args if a.kind != "number"]) if t.kind == "times" else t for t in (u, v))
    return times([*numbers, Term("outer", 2, (u, v))])


def subterms(t: Term) -> list[Term]:
    """All parts of ``t``, each once, parts before wholes."""
    return ordered([t], lambda term: term.args)
