"""Sums regrouped over the whole program, where that costs fewer operations.

A formula is written for its reader; the same value has cheaper forms:

- ``pushed``: an array of which only some elements are read (``(A B)[2,2]``, a trace), or only
  a sum once, is not made: the sum itself stands where it is read
- ``merged``: a sum inside a sum of products joins it, so that all factors are ordered together
- ``distributed``: ``(A - H'H) x`` is ``A x - H'(H x)``
- ``factored``: ``A B + A C`` is ``A (B + C)``
- ``exchanged``: sums in another order, where that needs a sum that is there already (`exchange`)
- ``squared``: ``sum((A B)**2)`` is ``sum((A'A) * (B B'))``, of matrices that are small where ``A B`` is thin

The first needs no sizes.  The others count multiplications, with the order of contraction
that the planner would take, and change nothing that does not get cheaper.  Each is exact up
to the order of additions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..graph import expr as ex
from ..graph.expr import Expr
from .banded import by_bands
from .contraction import flops, is_matrix_product, plan_path
from .equivalence import Equivalence
from .exchange import exchanged

Extents = Mapping[str, Expr]


# --- elements that nobody reads -----------------------------------------------------------


def pushed(roots: Sequence[Expr], diagonals_only: bool = False) -> list[Expr]:
    """The roots with arrays put in where fewer elements are read than there are: sums, and diagonals.

    A diagonal that is put in may show another one below it: see `_on_a_diagonal`.
    """
    reads: dict[Expr, list[Expr]] = {}
    summed: set[Expr] = set()  # factors of sums, with an index that is summed
    for statement in [*ex.lets(*roots), *(r for r in roots if r.op != "let")]:
        for node in ex.postorder(statement, into_arrays=False):
            if node.op == "access" and node.args[0].op == "let":
                reads.setdefault(node.args[0], []).append(node)
            elif node.op == "reduce" and node.data[0] == "sum":
                summed |= {f for f in _factors(node.args[0]) if f.free & set(node.data[1])}
    chosen = {
        array for array, found in reads.items()
        if array not in roots and len(found) <= 2
        and (
            not diagonals_only and _is_contraction(array.args[0]) or all(_on_a_diagonal(array, r) for r in found)
        )
        and all(r.data is None and _simple(r) for r in found)
        and (all(len(r.free) < len(array.data[1]) for r in found) or len(found) == 1 and found[0] in summed)
    }  # fmt: skip
    if not chosen:
        return list(roots)

    def change(node: Expr) -> Expr | None:
        if node.op == "access" and node.args[0] in values:
            array = values[node.args[0]]
            return ex.substitute(array.args[0], dict(zip(array.data[1], node.args[1:], strict=True)))
        return None

    values: dict[Expr, Expr] = {}
    new: dict[Expr, Expr] = {}
    for node in ex.postorder(*roots):
        copy = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        if node in chosen:
            values[copy] = copy
        changed = change(copy)
        new[node] = copy if changed is None else changed
    return [new[r] for r in roots]


def _is_contraction(body: Expr) -> bool:
    """A sum of a product of arrays, each read at plain indices."""
    if body.op != "reduce" or body.data[0] != "sum" or not ex.is_call(body.args[0], "mul"):
        return False
    return all(f.op == "const" or (f.op == "access" and f.data is None and _simple(f)) for f in body.args[0].args)


def _on_a_diagonal(array: Expr, read: Expr) -> bool:
    """Whether a read has one index twice where the array compares these axes, as Hessians of many points do."""
    slots = dict(zip(array.data[1], read.args[1:], strict=True))
    for node in ex.postorder(array.args[0]):
        if ex.is_call(node, "eq") and all(a.op == "index" and a.data[0] in slots for a in node.args):
            first, second = (slots[a.data[0]] for a in node.args)
            if first is second:
                return True
    return False


def _simple(read: Expr) -> bool:
    return all(s.op in ("index", "const") for s in read.args[1:])


# --- fewer operations -----------------------------------------------------------------------


def regrouped(
    roots: Sequence[Expr], extents: Mapping[Expr, Extents], size_of: Callable[[Expr], int], optimize: str = "auto",
    squares: bool = True,
) -> tuple[list[Expr], bool]:  # fmt: skip
    """The roots (uniquified) with their sums merged, distributed and factored where that is cheaper.

    ``extents`` are those of the statements, ``squares`` says whether a square is never negative (numbers are real).
    Bound names may be repeated in the result.
    Beside the roots stands whether sizes had a say, so that others could give another result.
    """
    form = _Forms()
    found = [
        node
        for statement in [*ex.lets(*roots), *(r for r in roots if r.op != "let")]
        for parent in ex.postorder(statement, into_arrays=False)
        for node in parent.args
        if node.op == "reduce"
    ]
    counts = Counter(map(form, found))  # equal sums with other names of indices are computed once
    form.sums = found
    new: dict[Expr, Expr] = {}
    weighed = False
    for statement in [*ex.lets(*roots), *(r for r in roots if r.op != "let")]:
        body = statement.args[0] if statement.op == "let" else statement
        work = _Body(extents.get(statement, {}), size_of, optimize, counts, form, squares)
        body = work.rewritten(body, new)
        weighed = weighed or work.weighed
        new[statement] = ex.with_args(statement, [body]) if statement.op == "let" else body
    return [new[r] for r in roots], weighed


class _Forms:
    """Parts of bodies in a form that does not depend on names of indices; named arrays are not looked into."""

    def __init__(self) -> None:
        self.inputs: dict[Expr, Expr] = {}
        self.known: dict[Expr, Expr] = {}
        self.keys: dict[Expr, tuple[Any, tuple[str, ...]]] = {}
        self.equivalence = Equivalence()
        self.sums: list[Expr] = []

    def __call__(self, e: Expr) -> Expr:
        if e not in self.known:
            self.known[e] = ex.canonical(self._plain(e))
        return self.known[e]

    def _plain(self, e: Expr) -> Expr:
        new: dict[Expr, Expr] = {}
        for node in ex.postorder(e, into_arrays=False):
            if node.op == "let":
                new[node] = self.inputs.setdefault(node, ex.tensor(f"~{len(self.inputs)}", node.ndim))
            else:
                new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        return new[e]

    def key(self, e: Expr) -> Any:
        """A key of a sum that does not depend on the order of factors either."""
        return self._key(e)[0]

    def _key(self, e: Expr) -> tuple[Any, tuple[str, ...]]:
        if e not in self.keys:
            plain = self._plain(e)
            self.keys[e] = self.equivalence.key(plain.args[0], plain.data[1])
        return self.keys[e]

    def like(self, e: Expr) -> Expr | None:
        """The same sum as it stands somewhere in the program, with its indices renamed to those of ``e``."""
        key, names = self._key(e)
        other = self.present.get(key)
        return None if other is None else ex.rename(other, dict(zip(self._key(other)[1], names, strict=True)))

    @cached_property
    def present(self) -> dict[Any, Expr]:
        """All sums of the program by their keys."""
        return {self.key(e): e for e in reversed(self.sums) if e.data[0] == "sum"}


@dataclass
class _Term:
    """``rest * sum[over](product of factors)``, one term of an addition."""

    rest: list[Expr]
    over: tuple[str, ...]
    factors: list[Expr]


class _Body:
    """One body under rewriting; ``extents`` are those of all its indices."""

    def __init__(
        self, extents: Extents, size_of: Callable[[Expr], int], optimize: str, counts: Mapping[Expr, int], form: _Forms,
        squares: bool,
    ) -> None:  # fmt: skip
        self.squares = squares
        self.extents, self.size_of, self.optimize, self.counts, self.form = extents, size_of, optimize, counts, form
        self.weighed = False
        self.borrowed: set[Expr] = set()

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The length of every index; whoever asks for it decides by sizes."""
        self.weighed = True
        return {n: max(1, self.size_of(e)) for n, e in self.extents.items()}

    def rewritten(self, body: Expr, arrays: Mapping[Expr, Expr]) -> Expr:
        """The body, changed from its leaves up."""
        new: dict[Expr, Expr] = {}
        for node in ex.postorder(body, into_arrays=False):
            if node.op in ex.ARRAY_OPS:
                new[node] = arrays.get(node, node)
                continue
            copy = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
            if copy.op == "reduce" and copy.data[0] == "sum":
                copy = self._sum(copy)
            elif ex.is_call(copy, "add"):
                copy = self._addition(copy)
            new[node] = copy
        return new[body]

    # --- cost ---

    def cost(self, e: Expr) -> float:
        """Multiplications and additions of a body, its sums included, each sum once."""
        total, seen = 0.0, set()
        nodes = ex.postorder(e, into_arrays=False)
        products = {n.args[0] for n in nodes if n.op == "reduce" and n.data[0] == "sum"}
        for node in nodes:
            if node.op == "reduce" and node.data[0] == "sum":
                key = self.form.key(node)
                if key in seen:
                    continue
                seen.add(key)
                total += self._sum_cost(node.data[1], _factors(node.args[0]), node.free)
            elif node.op in ("reduce", "call", "scan") and not (node in products and ex.is_call(node, "mul")):
                total += flops([frozenset().union(*(a.free for a in node.args))], self.sizes)
        return total

    def _sum_cost(self, over: Sequence[str], factors: Sequence[Expr], output: frozenset[str]) -> float:
        sets = [f.free for f in factors if f.free & set(over)]
        every = output | set(over)
        if len(sets) < 2 or any(s >= every for s in sets):
            return flops([every], self.sizes) * max(1, len(sets))
        operands, total = list(sets), 0.0
        for step in plan_path(sets, output & frozenset().union(*sets), self.sizes, self.optimize):
            chosen = [operands[k] for k in step]
            operands = [o for k, o in enumerate(operands) if k not in step]
            joined = frozenset().union(*chosen)
            total += flops([joined], self.sizes)
            operands.append(joined & (output.union(*operands) if operands else output))
        return total

    # --- sums ---

    def _sum(self, e: Expr) -> Expr:
        """A sum with sums among its factors: merged or distributed, whichever is cheapest."""
        banded = by_bands(e, self.extents)
        if banded is not None:
            return banded
        if ex.is_call(e.args[0], "add"):
            return self._separated(e)
        factors = _factors(e.args[0])
        other = exchanged(e, factors, self._alone, self._anyway)
        again = None if other is None else self._again(other)
        forms = (self._merged(e, factors), self._distributed(e, factors), again, self._squared(e))
        candidates = [c for c in forms if c is not None]
        best, least = e, self.cost(e) if candidates else 0.0
        for candidate in candidates:
            cost = self.cost(candidate)
            if cost < 0.9 * least:
                best, least = candidate, cost
        return best

    def _again(self, e: Expr) -> Expr:
        """Exchanged sums, looked at once more: they may hold others that can be exchanged."""
        terms = [self._sum(t) if t.op == "reduce" else t for t in (e.args if ex.is_call(e, "add") else (e,))]
        return ex.call("add", *terms) if len(terms) > 1 else terms[0]

    def _separated(self, e: Expr) -> Expr:
        """``sum[k](A[i,k]*B[k,j] + C[i,k]*D[k,j])`` as a sum for each matrix product, where a library is faster.

        All reads at the summed indices are plain, so that each sum alone runs as far as the whole.
        """
        over, terms = set(e.data[1]), list(e.args[0].args)
        if not _plain_at(e.args[0], over):
            return e
        groups = {t: _matrix_product(_factors(t), over) for t in terms if over <= t.free}
        products = [t for t in groups if groups[t]]
        if not products or not all(_read_at(t, over) for t in terms):
            return e
        loops = sum(flops([t.free], self.sizes) for t in products)
        copies = sum(flops([s], self.sizes) for t in products for s in [*groups[t], e.free])
        if LIBRARY * loops + copies >= loops:
            return e
        rest = [t for t in terms if t not in products]
        sums = [*products, ex.call("add", *rest)] if rest else products
        return ex.call("add", *(ex.reduce("sum", e.data[1], s) for s in sums)) if len(sums) > 1 else e

    def _merged(self, e: Expr, factors: list[Expr]) -> Expr | None:
        over, found = list(e.data[1]), []
        for f in factors:
            inner = _factors(f.args[0]) if f.op == "reduce" and f.data[0] == "sum" else []
            once = self._once(f) and not set(f.data[1]) & {*over, *e.free} if inner else False
            if len(inner) > 1 and once and not any(g.free >= f.args[0].free for g in inner):
                over += f.data[1]
                found += inner
            else:
                found.append(f)
        return ex.reduce("sum", over, ex.call("mul", *found)) if len(over) > len(e.data[1]) else None

    def _distributed(self, e: Expr, factors: list[Expr]) -> Expr | None:
        for f in factors:
            if ex.is_call(f, "add") and any(n.op == "reduce" for a in f.args for n in _factors(a)):
                rest = [g for g in factors if g is not f]
                terms = []
                for a in f.args:
                    inside = [*_factors(a), *rest]
                    outside = [g for g in inside if not g.free & set(e.data[1])]
                    inside = [g for g in inside if g.free & set(e.data[1])]
                    if not set().union(*(g.free for g in inside)) >= set(e.data[1]):
                        return None  # an index that only other terms fix
                    one = ex.reduce("sum", e.data[1], ex.call("mul", *inside))
                    joined = self._merged(one, inside)
                    one = one if joined is None else joined
                    terms.append(ex.call("mul", *outside, one) if outside else one)
                return ex.call("add", *terms)
        return None

    def _squared(self, e: Expr) -> Expr | None:
        """``sum[i,j](sum[k](A[i,k]*B[k,j])**2)`` as one sum over two copies of k; not below 0 where it cancels."""
        body = e.args[0]
        inner = body.args[0] if ex.is_call(body, "pow") and ex.is_const(body.args[1], 2) else body
        if not self.squares or inner is body or inner.op != "reduce" or inner.data[0] != "sum" or not self._once(inner):
            return None
        factors, over = _factors(inner.args[0]), inner.data[1]
        if len(factors) < 2 or set(over) & {*e.data[1], *e.free} or any(f.free >= inner.args[0].free for f in factors):
            return None
        names: dict[str, str] = {}
        for n in over:
            names[n] = f"{n}_2"
            while names[n] in self.extents:
                names[n] += "_"
        self.extents = {**self.extents, **{new: self.extents[n] for n, new in names.items()}}
        self.__dict__.pop("sizes", None)
        both = ex.call("mul", *factors, *(ex.rename(f, names) for f in factors))
        return ex.call("maximum", ex.const(0), ex.reduce("sum", (*e.data[1], *over, *names.values()), both))

    def _once(self, e: Expr) -> bool:
        return self.counts[self.form(e)] <= 1

    def _alone(self, e: Expr) -> bool:
        """Whether a sum is needed here only."""
        return e not in self.borrowed and self._once(e)

    def _anyway(self, e: Expr) -> Expr | None:
        """A new sum as the program computes it elsewhere; from now on it is needed here as well."""
        found = self.form.like(e)
        if found is not None:
            self.borrowed.add(found)
        return found

    # --- additions ---

    def _addition(self, e: Expr) -> Expr:
        """``A B + A C`` as ``A (B + C)``, for every pair of terms with a common factor."""
        terms = [self._term(a) for a in e.args]
        if sum(t is not None for t in terms) < 2:
            return e
        parts: list[Expr | None] = list(e.args)
        for k, one in enumerate(terms):
            for m in range(k + 1, len(terms)):
                other = terms[m]
                first, second = parts[k], parts[m]
                if one is None or other is None or first is None or second is None:
                    continue
                joined = self._joined(one, other)
                if joined is not None and self.cost(joined) < 0.9 * self.cost(ex.call("add", first, second)):
                    parts[k], parts[m] = joined, None
                    one = terms[k] = self._term(joined)
        left = [p for p in parts if p is not None]
        return ex.call("add", *left) if len(left) > 1 else left[0]

    def _term(self, e: Expr) -> _Term | None:
        factors = _factors(e)
        sums = [f for f in factors if f.op == "reduce" and f.data[0] == "sum"]
        if len(sums) != 1 or not self._once(sums[0]):
            return None
        inner = _factors(sums[0].args[0])
        if len(inner) < 2:
            return None
        return _Term([f for f in factors if f is not sums[0]], sums[0].data[1], inner)

    def _joined(self, a: _Term, b: _Term) -> Expr | None:
        """One sum for two terms with a factor in common that has all the summed indices."""
        if len(a.over) != len(b.over):
            return None
        for f in a.factors:
            for g in b.factors:
                names = _renaming(g, f, b.over, a.over)
                if names is None:
                    continue
                others = [ex.rename(h, names) for h in b.factors if h is not g]
                left = ex.call("mul", *(r for r in a.rest), *(h for h in a.factors if h is not f))
                right = ex.call("mul", *b.rest, *others)
                if not left.free >= set(a.over) or not right.free >= set(a.over):
                    continue
                return ex.reduce("sum", a.over, ex.call("mul", f, ex.call("add", left, right)))
        return None


LIBRARY = 0.2
"""Time of a multiplication in a matrix library, in those of a generated loop."""


def _matrix_product(factors: Sequence[Expr], over: set[str]) -> list[frozenset[str]]:
    """The indices of the two matrices of a product; empty where the factors are no two such groups."""
    sets = {f.free for f in factors if f.free & over}
    widest = [s for s in sets if not any(s < other for other in sets)]
    if len(widest) != 2 or not is_matrix_product(widest[0], widest[1], (widest[0] | widest[1]) - over):
        return []
    return widest


def _plain_at(e: Expr, names: set[str]) -> bool:
    """Whether every read at one of the indices has them alone in its slots, and leaves no array."""
    return all(
        n.data is None and all(s.op == "index" or not s.free & names for s in n.args[1:])
        for n in ex.postorder(e, into_arrays=False) if n.op == "access" and n.free & names
    )


def _read_at(e: Expr, names: set[str]) -> bool:
    """Whether factors of a term read arrays at all of the indices."""
    return names <= frozenset().union(*(f.free for f in _factors(e) if f.op == "access"))


def _factors(e: Expr) -> list[Expr]:
    return list(e.args) if ex.is_call(e, "mul") else [e]


def _renaming(g: Expr, f: Expr, old: Sequence[str], new: Sequence[str]) -> dict[str, str] | None:
    """How the summed indices of ``g`` are called in ``f``, if the two are the same read otherwise."""
    if f.op != "access" or g.op != "access" or f.args[0] is not g.args[0] or f.data != g.data:
        return None
    if not set(old) <= g.free or not set(new) <= f.free:
        return None
    names: dict[str, str] = {}
    for s, t in zip(g.args[1:], f.args[1:], strict=True):
        if s.op == "index" and t.op == "index" and s.data[0] in old and t.data[0] in new:
            if names.setdefault(s.data[0], t.data[0]) != t.data[0]:
                return None
        elif s is not t:
            return None
    return names if len(set(names.values())) == len(old) else None
