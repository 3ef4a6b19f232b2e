"""Sums reassociated over the whole program, where that costs fewer operations.

A formula is written for its reader; the same value has cheaper forms:

- ``pushed``: an array of which only some elements are read (``(A B)[2,2]``, a trace), or only
  a sum once, is not made: the sum itself stands where it is read
- ``merged``: a sum inside a sum of products joins it, so that all factors are ordered together
- ``distributed``: ``(A - H'H) x`` is ``A x - H'(H x)``
- ``factored``: ``A B + A C`` is ``A (B + C)``
- ``exchanged``: sums in another order, where that needs a sum that is there already (`sum_interchange`)
- ``squared``: ``sum((A B)**2)`` is ``sum((A'A) * (B B'))``, of matrices that are small where ``A B`` is thin

The first needs no sizes.  The others count multiplications, with the order of contraction
that the planner would take, and change nothing that does not get cheaper.  Each is exact up
to the order of additions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from espresso.algebra.contraction.banded import by_bands
from espresso.algebra.contraction.contraction import flops, is_matrix_product, least_cost
from espresso.algebra.contraction.equivalence import Forms, Key
from espresso.algebra.contraction.sum_chains import Chains, adopted, by_name
from espresso.algebra.contraction.sum_interchange import exchanged
from espresso.formulas.extents.extents import same_extent, symbolic_extents
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.conditions import maximum
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of, reads_array
from espresso.records import dataclass
from espresso.system.locks import cached_property

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
            if reads_array(node):
                reads.setdefault(node.args[0], []).append(node)
            elif node.op == "reduce" and node.data[0] == "sum":
                summed |= {f for f in factors_of(node.args[0]) if f.free & set(node.data[1])}
    chosen = {
        array for array, found in reads.items()
        if array not in roots and len(found) <= 2
        and (
            not diagonals_only and _has_contraction(array.args[0]) or all(_on_a_diagonal(array, r) for r in found)
        )
        and all(r.data is None and _simple(r) for r in found)
        and (all(len(r.free) < len(array.data[1]) for r in found) or len(found) == 1 and found[0] in summed)
    }  # fmt: skip
    if not chosen:
        return list(roots)

    def change(node: Expr, copy: Expr) -> Expr | None:
        put_in = node.op == "access" and node.args[0] in chosen
        return ex.element(copy.args[0], copy.args[1:]) if put_in else None

    return ex.copied(roots, change)


def _has_contraction(body: Expr) -> bool:
    """A sum of a product of arrays, or several terms with one among them: multiples of those, and of arrays."""
    terms = [[f for f in factors_of(t) if f.op != "const"] for t in body.args] if ex.is_call(body, "add") else [[body]]
    every = [t[0] for t in terms if len(t) == 1]
    sums = [t for t in every if _is_contraction(t)]
    return bool(sums) and len(every) == len(terms) and all(t in sums or _is_read(t) for t in every)


def _is_read(e: Expr) -> bool:
    """An array that is read at plain indices."""
    return e.op == "access" and e.data is None and _simple(e)


def _is_contraction(body: Expr) -> bool:
    """A sum of a product of arrays, each read at plain indices."""
    if body.op != "reduce" or body.data[0] != "sum" or not ex.is_call(body.args[0], "mul"):
        return False
    return all(f.op == "const" or _is_read(f) for f in body.args[0].args)


def _on_a_diagonal(array: Expr, read: Expr) -> bool:
    """Whether a read has one index twice where the array compares these axes, as Hessians of many points do."""
    if len(set(read.args[1:])) == len(read.args) - 1 or not ex.has(array, "call"):
        return False  # no index stands twice
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
    squares: bool = True, chains_only: bool = False,
) -> list[Expr]:  # fmt: skip
    """The roots (uniquified) with their sums merged, distributed and factored where that is cheaper.

    ``extents`` are those of the statements, ``squares`` says whether a square is never negative (numbers are real).
    Bound names may be repeated in the result.  With ``chains_only`` sums are exchanged and nothing else.
    """
    form = Forms()
    found = [
        node
        for statement in [*ex.lets(*roots), *(r for r in roots if r.op != "let")]
        for parent in ex.postorder(statement, into_arrays=False)
        if parent is statement or parent.op not in ex.ARRAY_OPS
        for node in parent.args
        if node.op == "reduce"
    ]
    counts = Counter(map(form, found))  # equal sums with other names of indices are computed once
    form.sums = found
    statements = [*ex.lets(*roots), *(r for r in roots if r.op != "let")]
    chains = Chains(statements, roots, extents)
    for array, inner in chains.named:
        form.named.setdefault(form.key(inner), []).append((array, inner))
    new: dict[Expr, Expr] = {}
    for statement in statements:
        body = ex.body(statement)
        work = _Body(extents.get(statement, {}), size_of, optimize, counts, form, squares, chains, statement, new)
        work.chains_only = chains_only
        body = work.rewritten(body, new)
        new[statement] = ex.with_args(statement, [body]) if statement.op == "let" else body
        if new[statement] is not statement:
            chains.original[new[statement]] = statement
            form.same(new[statement], statement)
    return [new[r] for r in roots]


@dataclass
class _Term:
    """``rest * sum[over](product of factors)``, one term of an addition."""

    rest: list[Expr]
    over: tuple[str, ...]
    factors: list[Expr]


class _Body:
    """One body under rewriting; ``extents`` are those of all its indices."""

    def __init__(
        self, extents: Extents, size_of: Callable[[Expr], int], optimize: str, counts: Mapping[Expr, int], form: Forms,
        squares: bool, chains: Chains, statement: Expr, arrays: Mapping[Expr, Expr],
    ) -> None:  # fmt: skip
        self.squares = squares
        self.extents, self.size_of, self.optimize, self.counts, self.form = extents, size_of, optimize, counts, form
        self.chains_only = False
        self.borrowed: set[Expr] = set()
        self.free: set[Key] = set()  # keys of sums that other statements compute
        self.opened: dict[Expr, Expr] = {}  # arrays that are read here only, with their formulas in names of this body
        self.chains, self.statement, self.arrays = chains, statement, arrays

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The length of every index."""
        return {n: maximum(1, self.size_of(e)) for n, e in self.extents.items()}

    def rewritten(self, body: Expr, arrays: Mapping[Expr, Expr]) -> Expr:
        """The body, changed from its leaves up."""

        def change(node: Expr) -> Expr | None:
            if node.op in ex.ARRAY_OPS:
                return arrays.get(node)
            if node.op == "reduce" and node.data[0] == "sum":
                return self._sum(node)
            return self._addition(node) if ex.is_call(node, "add") and not self.chains_only else None

        return ex.rebuild(body, change, into_arrays=False)

    # --- cost ---

    def cost(self, e: Expr) -> float:
        """Multiplications and additions of a body, its sums included, each sum once."""
        total, seen = 0.0, set(self.free)
        nodes = self._own_nodes(e) if self.free else ex.postorder(e, into_arrays=False)
        products = {n.args[0] for n in nodes if n.op == "reduce" and n.data[0] == "sum"}
        for node in nodes:
            if node.op == "reduce" and node.data[0] == "sum":
                key = self.form.key(node)
                if key in seen:
                    continue
                seen.add(key)
                total += self._sum_cost(node.data[1], factors_of(node.args[0]), node.free)
            elif node.op in ("reduce", "call", "scan") and not (node in products and ex.is_call(node, "mul")):
                total += flops([frozenset().union(*(a.free for a in node.args))], self.sizes)
        return total

    def _own_nodes(self, e: Expr) -> list[Expr]:
        """The nodes of a body without those inside sums that other statements compute."""

        def inside(node: Expr) -> list[Expr]:
            free = node.op == "reduce" and node.data[0] == "sum" and self.form.key(node) in self.free
            return [] if free else [a for a in node.args if a.op not in ex.ARRAY_OPS]

        return ex.ordered([e], inside)

    def _sum_cost(self, over: Sequence[str], factors: Sequence[Expr], output: frozenset[str]) -> float:
        sets = [f.free for f in factors if f.free & set(over)]
        every = output | set(over)
        if len(sets) < 2 or any(s >= every for s in sets):
            return flops([every], self.sizes) * max(1, len(sets))
        return least_cost(sets, output & frozenset().union(*sets), self.sizes, self.optimize)

    # --- sums ---

    def _sum(self, e: Expr) -> Expr:
        """A sum with sums among its factors: merged or distributed, whichever is cheapest."""
        banded = None if self.chains_only else by_bands(e, self.extents, self.statement.axes)
        if banded is not None:
            return banded
        if ex.is_call(e.args[0], "add"):
            return e if self.chains_only else self._separated(e)
        factors, before = factors_of(e.args[0]), len(self.opened)
        other = exchanged(e, factors, self._has_single_use, self._anyway, self._open)
        again = None if other is None else self._again(other)
        forms = [] if self.chains_only else [self._merged(e, factors), self._distributed(e, factors), self._squared(e)]
        candidates = [c for c in (again, *forms) if c is not None]
        if not candidates:
            return e
        best, least = e, self.cost(e) + self._links(again, before)
        for candidate in candidates:  # only the exchanged form does without the arrays that are put in there
            cost = self.cost(candidate) + (0.0 if candidate is again else self._links(again, before))
            if cost < 0.9 * least:
                best, least = candidate, cost
        return best

    def _links(self, again: Expr | None, before: int) -> float:
        """What the arrays cost whose formulas stand in the exchanged form."""
        if again is None:
            return 0.0
        read = {n for n in ex.postorder(again, into_arrays=False) if n.op == "let"}
        return sum(self.cost(b) for a, b in list(self.opened.items())[before:] if self.arrays.get(a, a) not in read)

    def _again(self, e: Expr) -> Expr:
        """Exchanged sums, looked at once more: they may hold others that can be exchanged."""
        terms = [self._sum(t) if t.op == "reduce" else t for t in (e.args if ex.is_call(e, "add") else (e,))]
        return ex.call("add", *terms)

    def _separated(self, e: Expr) -> Expr:
        """``sum[k](A[i,k]*B[k,j] + C[i,k]*D[k,j])`` as a sum for each matrix product, where a library is faster.

        All reads at the summed indices are plain, so that each sum alone runs as far as the whole.
        """
        over, terms = set(e.data[1]), list(e.args[0].args)
        if not _plain_at(e.args[0], over):
            return e
        groups = {t: _matrix_product(factors_of(t), over) for t in terms if over <= t.free}
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
            inner = factors_of(f.args[0]) if f.op == "reduce" and f.data[0] == "sum" else []
            once = self._once(f) and not set(f.data[1]) & {*over, *e.free} if inner else False
            if len(inner) > 1 and once and not any(g.free >= f.args[0].free for g in inner):
                over += f.data[1]
                found += inner
            else:
                found.append(f)
        return ex.reduce("sum", over, ex.call("mul", *found)) if len(over) > len(e.data[1]) else None

    def _distributed(self, e: Expr, factors: list[Expr]) -> Expr | None:
        for f in factors:
            if ex.is_call(f, "add") and any(n.op == "reduce" for a in f.args for n in factors_of(a)):
                rest = [g for g in factors if g is not f]
                terms = []
                for a in f.args:
                    inside = [*factors_of(a), *rest]
                    outside = [g for g in inside if not g.free & set(e.data[1])]
                    inside = [g for g in inside if g.free & set(e.data[1])]
                    if not set().union(*(g.free for g in inside)) >= set(e.data[1]):
                        return None  # an index that only other terms fix
                    one = ex.reduce("sum", e.data[1], ex.call("mul", *inside))
                    if not _plain_at(e.args[0], set(e.data[1])) and not self._runs_as_far(one):
                        return None
                    joined = self._merged(one, inside)
                    one = one if joined is None else joined
                    terms.append(ex.call("mul", *outside, one) if outside else one)
                return ex.call("add", *terms)
        return None

    def _runs_as_far(self, e: Expr) -> bool:
        """Whether the indices of a sum run as far as in the formula, by its own reads.

        Mostly the lengths of the arrays that it reads tell; only else these are looked into.
        """
        read = [n for n in ex.postorder(e, into_arrays=False) if n.op == "let"]
        arrays = {n: self.chains.lengths(self.chains.original.get(n, n)) for n in read}
        found = symbolic_extents(e.args[0], arrays=arrays)
        if any(found.get(n) is not self.extents.get(n) for n in e.data[1]):
            found = symbolic_extents(e.args[0])
        return all(found.get(n) is self.extents.get(n) for n in e.data[1])

    def _squared(self, e: Expr) -> Expr | None:
        """``sum[i,j](sum[k](A[i,k]*B[k,j])**2)`` as one sum over two copies of k; not below 0 where it cancels."""
        body = e.args[0]
        inner = body.args[0] if ex.is_call(body, "pow") and ex.is_const(body.args[1], 2) else body
        if not self.squares or inner is body or inner.op != "reduce" or inner.data[0] != "sum" or not self._once(inner):
            return None
        factors, over = factors_of(inner.args[0]), inner.data[1]
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

    def _has_single_use(self, e: Expr) -> bool:
        """Whether a sum is needed here only."""
        return e not in self.borrowed and self._once(e)

    def _anyway(self, e: Expr) -> Expr | None:
        """A new sum as the program computes it elsewhere; from now on it is needed here as well."""
        found = self.form.like(e)
        if found is None:
            named = by_name(factors_of(e.args[0]), self.form.named, self.form.keyed, self.form.equal, self.arrays)
            found = None if named is None else self.form.like(ex.reduce("sum", e.data[1], ex.call("mul", *named)))
        if found is None:
            return None
        homes = self.chains.homes.get(found[0], set())
        if homes - {self.statement, *self.opened}:
            self.free.add(self.form.key(found[0]))
        home = min(homes, key=lambda s: s.digest) if homes else self.statement
        new = ex.rename(self._adopted(found[0], home), found[1])  # in this order: lengths are those of its own names
        self.borrowed.add(new)
        return new

    def _open(self, f: Expr) -> Expr | None:
        """The formula of an array that only this factor reads, at its indices."""
        array = self.chains.link(f)
        if array is None:
            return None
        if array not in self.opened:
            self.opened[array] = self._adopted(self.arrays.get(array, array).args[0], array)
        names = {a: s.data[0] for a, s in zip(array.data[1], f.args[1:], strict=True)}
        return ex.rename(self.opened[array], names)

    def _adopted(self, e: Expr, statement: Expr) -> Expr:
        """A part of another statement with names for its bound indices that are not used here."""
        taken = {*self.extents, *self.statement.free, *self.statement.axes}
        new, more = adopted(e, taken, self.chains.lengths(statement), self.arrays)
        if more:
            self.extents = {**self.extents, **more}
            self.__dict__.pop("sizes", None)
        return new

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
        return ex.call("add", *left)

    def _term(self, e: Expr) -> _Term | None:
        factors = factors_of(e)
        sums = [f for f in factors if f.op == "reduce" and f.data[0] == "sum"]
        if len(sums) != 1 or not self._once(sums[0]):
            return None
        inner = factors_of(sums[0].args[0])
        if len(inner) < 2:
            return None
        return _Term([f for f in factors if f is not sums[0]], sums[0].data[1], inner)

    def _joined(self, a: _Term, b: _Term) -> Expr | None:
        """One sum for two terms with a factor in common that has all the summed indices, which run equally far."""
        if len(a.over) != len(b.over):
            return None
        for f in a.factors:
            for g in b.factors:
                names = _renaming(g, f, b.over, a.over)
                if names is None or not all(same_extent(self.extents, *pair) for pair in names.items()):
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
    return names <= frozenset().union(*(f.free for f in factors_of(e) if f.op == "access"))


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
