"""A formula with deltas and low-rank sums, split into terms without multiplying anything out.

A derivative such as ``2*(i == k)*sum[j](V[j,a]*V[j,b]) + u[i,a]*u[k,b]`` is a sum of terms.  Each term is
a product of small arrays (*factors*) that share index names (*labels*), a list of *hidden* labels that are
summed, and *ties*: equations between axes of the result that say where the term is not zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.algebra.calculus.results import anchored
from espresso.algebra.normal_form.conditions import difference
from espresso.algebra.normal_form.deltas import padded
from espresso.algebra.normal_form.scope import Scope
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.lengths import Lengths
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjuncts, factors_of, is_guard, is_masked
from espresso.records import dataclass

MOST_TERMS = 64
"""Products beyond this number are not multiplied out; what is left is one array."""

_INLINE_NODES = 20_000


@dataclass(frozen=True)
class Tie:
    """``axis == other + shift``, or (``position`` given) ``axis == position`` with labels ``other`` alone."""

    axis: str
    other: str
    shift: int = 0
    position: Expr | None = None


@dataclass(frozen=True)
class Term:
    """One term: factors (named arrays over labels) summed over ``hidden``, where the ties hold.

    ``formed`` are its factors with everything that is hidden summed; None where nothing is hidden.
    """

    factors: tuple[Expr, ...]
    hidden: tuple[str, ...]
    ties: tuple[Tie, ...]
    formed: tuple[Expr, ...] | None


@dataclass(frozen=True)
class Terms:
    """The terms of a result, its axes, and the extents of all labels as expressions over the inputs."""

    axes: tuple[str, ...]
    terms: tuple[Term, ...]
    extents: Mapping[str, Expr]


def split_terms(root: Expr) -> Terms:
    """The terms of a simplified result."""
    root = uniquify(_with_axes_visible(root))
    axes, body = root.axes, ex.body(root)
    return _Split(root, axes, body).terms()


def _with_axes_visible(root: Expr) -> Expr:
    """``root`` with those named arrays written in place that are read at its axes, simplified again.

    A derivative keeps its long intermediate results as named arrays; a delta in their bodies is
    only seen where they are read.
    """
    from espresso.algebra.rewriting.simplification import simplified

    for _ in range(64):
        axes = frozenset(root.axes)
        body = ex.body(root)
        reads = {
            n: ex.element(n.args[0], n.args[1:])
            for n in ex.postorder(body, into_arrays=False)
            if n.op == "access" and n.data is None and n.args[0].op == "let" and n.free & axes
        }
        if not reads or sum(len(ex.postorder(e, into_arrays=False)) for e in reads.values()) > _INLINE_NODES:
            return root
        new = ex.replace(body, reads)
        root = simplified(ex.closed(root.name or "", root.axes, new))
        if root.op != "let":
            root = ex.closed("", sorted(axes, key=list(axes).index), root) if set(root.axes) != axes else root
    return root


@dataclass
class _Product:
    """A product that is being taken apart."""

    hidden: tuple[str, ...]
    done: list[Expr]
    pending: list[Expr]


class _Split:
    def __init__(self, root: Expr, axes: Sequence[str], body: Expr) -> None:
        self.root, self.axes, self.body = root, tuple(axes), body
        self.extents = dict(program_extents([root])[root])
        self.lengths = Lengths(root, program_extents([root]))
        self.scope = Scope(body, self.extents)
        self.count = 0

    def terms(self) -> Terms:
        products = self._products()
        terms = tuple(self._term(p) for p in products)
        return Terms(self.axes, terms, self.extents)

    def _products(self) -> list[_Product]:
        """The body as a sum of products, opened only where a tie or a hidden sum joins the axes."""
        finished: list[_Product] = []
        open_ = [_Product((), [], [self.body])]
        while open_:
            p = open_.pop()
            if not p.pending:
                finished.append(p)
                continue
            f = p.pending.pop()
            crossing = self._crosses(f, p)
            if ex.is_call(f, "mul"):
                p.pending += reversed(f.args)
            elif is_masked(f) and crossing:
                p.pending += [f.args[1], *conjuncts(f.args[0])]
            elif f.op == "reduce" and f.data[0] == "sum" and crossing:
                p = _Product((*p.hidden, *f.data[1]), p.done, [*p.pending, f.args[0]])
            elif ex.is_call(f, "add") and crossing and (common := _common_factors(f)):
                p.pending += [without_factors(f, common), *common]
            elif ex.is_call(f, "add") and self._opens(f, p) and len(finished) + len(open_) + len(f.args) <= MOST_TERMS:
                open_ += [_Product(p.hidden, list(p.done), [*p.pending, a]) for a in reversed(f.args)]
                continue
            else:
                p.done.append(f)
            open_.append(p)
        return finished

    def _crosses(self, f: Expr, p: _Product) -> bool:
        """Whether ``f`` depends on several axes that no tie of the product makes one."""
        group = {a: a for a in f.free.intersection(self.axes)}
        for tie in map(self._tie, (*p.done, *p.pending)):
            if tie is not None and tie.axis in group and tie.other in group:
                old, new = group[tie.axis], group[tie.other]
                group = {a: new if g == old else g for a, g in group.items()}
        return len(set(group.values())) > 1

    def _opens(self, total: Expr, p: _Product) -> bool:
        """Whether the sum ``total`` is multiplied out: it stands alone, or holds a tie or a hidden sum."""
        if all(f.op == "const" or is_guard(f) for f in (*p.done, *p.pending)) and self._crosses(total, p):
            return True
        return any(
            self._tie(g) is not None or (g.op == "reduce" and len(g.free.intersection(self.axes)) > 1)
            for a in total.args
            for g in factors_of(a)
        )

    def _tie(self, f: Expr, hidden: Sequence[str] = ()) -> Tie | None:
        """The tie that an equation between axes is."""
        if not ex.is_call(f, "eq"):
            return None
        labels = {*self.axes, *hidden}
        atoms, constant = difference(f) or ({}, 0)
        if len(atoms) != 2 or {*atoms.values()} != {1, -1}:
            return None
        (a, ca), (b, _) = atoms.items()
        shift = -ca * constant  # a - b + constant == 0, or b - a + constant == 0
        if all(x.op == "index" and x.data[0] in labels for x in (a, b)) and not {a.data[0], b.data[0]} <= set(hidden):
            first, second = a.data[0], b.data[0]
            return Tie(first, second, shift) if first in self.axes else Tie(second, first, -shift)
        for x, y, s in ((a, b, shift), (b, a, -shift)):
            one = len(y.free) == 1 and y.free <= set(hidden) and y.op == "access"
            if x.op == "index" and x.data[0] in self.axes and one:
                position = y if not s else ex.call("add", y, ex.const(s))
                return Tie(x.data[0], next(iter(y.free)), 0, position)
        return None

    def _term(self, p: _Product) -> Term:
        ties: list[Tie] = []
        rest: list[Expr] = []
        placed: set[str] = set()
        for f in p.done:
            if self._says_length(f):
                continue
            tie = self._tie(f, p.hidden)
            if tie is None or (tie.position is not None and tie.axis in placed):
                rest.append(f)
            else:
                ties.append(tie)
                placed.add(tie.axis)
        for tie in ties:
            rest = [self._at(f, tie) for f in rest]
        factors = self._grouped(rest)
        formed = None
        if p.hidden:
            formed = tuple(self._named(f) for f in self._summed(p.hidden, rest))
        return Term(tuple(self._named(f) for f in factors), p.hidden, tuple(ties), formed)

    def _summed(self, hidden: Sequence[str], factors: Sequence[Expr]) -> list[Expr]:
        """The factors with the hidden labels summed: one sum for each set of factors that they join."""
        parts: list[tuple[set[str], list[Expr]]] = []
        for f in factors:
            own, members = set(f.free.intersection(hidden)), [f]
            for part in [p for p in parts if p[0] & own]:
                parts.remove(part)
                own, members = own | part[0], [*part[1], *members]
            parts.append((own, members))
        made = []
        for own, members in parts:
            body = ex.call("mul", *members)
            made.append(ex.reduce("sum", [h for h in hidden if h in own], body))
        unread = [self.extents[h] for h in hidden if not any(h in f.free for f in factors)]
        return self._grouped([*made, *unread])

    def _says_length(self, f: Expr) -> bool:
        """Whether ``f`` is ``(i < length)`` with the extent of i: true everywhere."""
        return ex.is_call(f, "lt") and f.args[0].op == "index" and self.extents.get(f.args[0].data[0]) is f.args[1]

    def _at(self, f: Expr, tie: Tie) -> Expr:
        """``f`` where the tie holds, with one index in place of the two that are equal."""
        if tie.axis not in f.free:
            return f
        if tie.position is not None:
            return padded(f, tie.axis, tie.position, self.scope)
        same = self.extents.get(tie.axis)
        if tie.shift == 0 and same is not None and same is self.extents.get(tie.other):
            return ex.substitute(f, {tie.axis: ex.index(tie.other)})
        if tie.other in f.free and plain_read(f) is None:
            value = ex.index(tie.other)
            shifted = ex.moved(value, tie.shift)
            return padded(f, tie.axis, shifted, self.scope)
        return f

    def _grouped(self, factors: Sequence[Expr]) -> list[Expr]:
        """Factors over the same labels as one; a condition beside each factor that it protects."""
        guards = [f for f in factors if is_guard(f)]
        groups = ex.grouped((f.free, f) for f in factors if not is_guard(f) and f.op != "const")
        protects: set[Expr] = set()
        made = [f for f in factors if f.op == "const"]
        for labels, members in groups.items():
            own = [g for g in guards if g.free <= labels]
            protects.update(own)
            made.append(ex.call("mul", *members, *own) if len(members) + len(own) > 1 else members[0])
        return made + [g for g in guards if g not in protects]

    def _named(self, body: Expr) -> Expr:
        """A factor as a named array that says how long its axes are."""
        axes = [*(a for a in self.axes if a in body.free), *sorted(body.free.difference(self.axes))]
        self.count += 1
        made = ex.closed(f"{self.root.name or 'H'}_{self.count}", axes, body)
        if plain_read(body) is not None or not axes:
            return made
        known = {a: self.extents[a] for a in axes if a in self.extents}
        return anchored(made, axes, self.lengths, known)


def _common_factors(total: Expr) -> list[Expr]:
    """Factors, other than numbers, that stand in every addend."""
    first, *others = (factors_of(a) for a in total.args)
    return [f for f in dict.fromkeys(first) if f.op != "const" and all(f in o for o in others)]


def without_factors(total: Expr, common: Sequence[Expr]) -> Expr:
    """The sum with the factors ``common`` taken out of every addend, once each."""
    addends = []
    for a in total.args:
        rest = factors_of(a)
        for f in common:
            rest.remove(f)
        addends.append(ex.call("mul", *rest) if rest else ex.const(1))
    return ex.call("add", *addends)


def plain_read(body: Expr) -> str | None:
    """The input that ``body`` reads as a whole, each axis at another index; else None."""
    if body.op != "access" or body.data is not None or body.args[0].op != "tensor":
        return None
    slots = [s.data[0] for s in body.args[1:] if s.op == "index"]
    whole = len(slots) == len(body.args) - 1 == len(set(slots))
    return str(body.args[0].data.name) if whole else None
