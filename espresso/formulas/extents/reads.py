"""Facts about index lengths in a body: reads, equations, declared lengths; and solving them.

`reads_of` lists every strict read of every axis, every equation between indices and
every declared length of one statement; `solve` turns such facts into extents.  Both
the symbolic extents and the check of the arrays at call time are built on it.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from espresso.formulas.extents import scopes
from espresso.formulas.extents.affine import Formula, difference, linear
from espresso.formulas.extents.intervals import index_sums
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import MATRIX_FUNCTIONS
from espresso.formulas.graph.recurrences import lengths_at
from espresso.records import dataclass
from espresso.system.locks import cached_property


class Read(NamedTuple):
    """One strict read along one axis of an array.

    ``factors`` are those of the indices (by their unique names), ``rest`` the constant;
    both None when the slot is not affine as it stands.  ``guarded`` reads stand only in
    branches of ``where`` inside of which not all of their indices are bound.  ``direct`` is the index that
    stands alone in the slot, if one does.
    """

    access: Expr
    axis: int
    names: scopes.Renaming
    factors: tuple[tuple[str, int], ...] | None
    rest: Formula | None
    guarded: bool
    direct: str | None = None

    @property
    def slot(self) -> Expr:
        """The index expression."""
        return self.access.args[self.axis + 1]


class Equation(NamedTuple):
    """An equality in the body, as ``0 == sum of factors * indices + rest``."""

    factors: tuple[tuple[str, int], ...]
    rest: Formula


@dataclass
class Reads:
    """All facts of one statement; ``names`` are its index names, axes first, with what the user calls each.

    ``limits`` are lengths beyond which the whole body is 0, ``padded`` reads those of
    indices that stand alone in a slot of ``pad(x)[...]``.  Both give extents only to indices
    that no strict read determines, in this order, before equations such as ``(i == j)`` do.
    ``squares`` are functions of matrices with the names of rows and columns, which are equally long.
    ``far`` are reads with positions whose index arithmetic large numbers may take beyond 64 bits.
    An index of ``summed`` also never runs beyond its limits where shifted reads say how far,
    or would under ``where``: a sum has nothing there, and those reads would leave the array.
    """

    original: dict[str, str]
    binders: Mapping[scopes.Context, tuple[str, ...]]
    limits: list[tuple[str, Formula]]
    summed: set[str] = field(default_factory=set)
    reads: list[Read] = field(default_factory=list)
    unknown: list[Read] = field(default_factory=list)
    equations: list[Equation] = field(default_factory=list)
    padded: list[Read] = field(default_factory=list)
    sized: dict[str, int] = field(default_factory=dict)
    squares: list[tuple[Expr, str, str]] = field(default_factory=list)
    far: list[Read] = field(default_factory=list)
    recurrences: list[Expr] = field(default_factory=list)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The indices by their unique names."""
        return tuple(self.original)

    @cached_property
    def shorter(self) -> frozenset[str]:
        """The indices that have a strict read of the form ``x[2*i + 1]``, or a limit instead of one."""
        alone = [r for r in self.reads if r.factors and len(r.factors) == 1 and not (r.direct or r.guarded)]
        single = [n for r in alone for n, _ in r.factors or ()]
        return frozenset(single).union(_masked(self)).difference(self.sized)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """The indices that some fact of the statement is about; nothing says how far any other one runs."""
        named = {n for r in (*self.reads, *self.padded) for n, _ in r.factors or ()}
        named.update([n for n, _ in self.limits], [n for e in self.equations for n, _ in e.factors], self.sized)
        return frozenset(named).union(*(pair for _, *pair in self.squares))

    @cached_property
    def strict(self) -> frozenset[str]:
        """The indices that strict reads determine, or whose length is declared."""
        return frozenset(n for r in self.reads for n, _ in r.factors or ()).union(self.sized)

    @cached_property
    def whole(self) -> tuple[Axis, ...]:
        """The axes that strict reads read at an index alone, each once."""
        return _axes(self.reads)

    @cached_property
    def padded_only(self) -> tuple[Axis, ...]:
        """The axes that padded reads read at an index alone which no other fact of the statement determines."""
        others = self.strict.union(n for n, _ in self.limits)
        return tuple([a for a in _axes(self.padded) if a[0] not in others])

    @cached_property
    def unsure(self) -> frozenset[str]:
        """The indices that only padded reads along several axes determine, which need not have one length."""
        counted = Counter(n for n, _, _ in self.padded_only)
        return frozenset(n for n, count in counted.items() if count > 1)


Axis = tuple[str, Expr, int]
"""An index, and the axis of an array that is read at it."""


def _axes(reads: Iterable[Read]) -> tuple[Axis, ...]:
    return tuple(dict.fromkeys([(r.direct, r.access.args[0], r.axis) for r in reads if r.direct is not None]))


_known: weakref.WeakKeyDictionary[Expr, Reads] = weakref.WeakKeyDictionary()


def facts_of(statement: Expr) -> Reads:
    """Return the facts about the indices of a let or of a bare expression."""
    if statement.op != "let":
        return reads_of(statement, statement.axes)
    facts = _known.get(statement)
    if facts is None:
        facts = _known[statement] = reads_of(statement.args[0], statement.data[1])
    return facts


def reads_of(body: Expr, axes: Sequence[str]) -> Reads:
    """Return the facts about the indices of ``body``, whose free indices are ``axes``."""
    order, binders = scopes.contexts(body, axes)
    open_ = _unguarded(order, binders)
    below = limits_below(list(dict.fromkeys(n for n, _ in order)))
    names: dict[str, str] = {a: a for a in axes}
    facts = Reads(names, binders, _limits(below.get(body, ()), names))
    other: set[str] = set()
    for context in order:
        node, renaming = context
        if node.op in ("reduce", "scan") and node.data[0] in MATRIX_FUNCTIONS:
            table = dict(renaming)
            row, column = binders[context] if node.op == "reduce" else (table.get(n, n) for n in node.data[1])
            facts.squares.append((node, row, column))
        if node.op == "index":
            name = renaming[0][1] if renaming else node.data[0]
            names.setdefault(name, node.data[0])
            if node.data[1] is not None:
                facts.sized.setdefault(name, node.data[1])
        elif node.op == "reduce":
            for old, new in zip(node.data[1], binders[context], strict=True):
                names.setdefault(new, old)
            if node.data[0] != "sum":
                other.update(binders[context])
            else:
                names_here = dict(zip(node.data[1], binders[context], strict=True))
                facts.limits += _limits(below.get(node.args[0], ()), names_here)
                facts.summed.update(names_here.values())
        elif node.op == "recur":
            table = dict(renaming)
            facts.recurrences.append(node)
            told = ((n, linear(e)) for n, e in lengths_at(node).items())
            facts.limits += [(table.get(n, n), form[1]) for n, form in told if form is not None]
        elif node.op == "access":
            for axis in range(len(node.args) - 1):
                read = _read(node, axis, renaming, None if open_ is None else open_[context])
                if _may_be_far(read.slot):
                    facts.far.append(read)
                if node.data is None:
                    (facts.reads if read.factors is not None else facts.unknown).append(read)
                elif read.direct is not None:
                    facts.padded.append(read)
        elif ex.is_call(node, "eq"):
            equation = _equation(node, renaming)
            if equation is not None:
                facts.equations.append(equation)
    facts.summed -= other
    return facts


def reads(body: Expr) -> list[tuple[Expr, int, str]]:
    """Return the strict direct reads of a body as (access, axis, index name)."""
    return [(r.access, r.axis, r.direct) for r in facts_of(body).reads if r.direct is not None]


def shortened(body: Expr) -> frozenset[str]:
    """Return the indices that shifted or strided reads may make shorter than the axes they read."""
    return facts_of(body).shorter


def _masked(facts: Reads) -> frozenset[str]:
    """Summed indices with a limit and with shifted reads under ``where``, which the limit keeps inside."""
    if not facts.limits:
        return frozenset()
    hidden = {n for r in facts.reads if r.guarded and r.direct is None for n, _ in r.factors or ()}
    return frozenset(n for n, _ in facts.limits if n in facts.summed and n in hidden)


def _renamed(factors: Mapping[str, int], names: scopes.Renaming) -> tuple[tuple[str, int], ...]:
    if not names:
        return tuple(factors.items())
    table = dict(names)
    return tuple((table.get(n, n), c) for n, c in factors.items())


def _read(node: Expr, axis: int, names: scopes.Renaming, open_: frozenset[str] | None) -> Read:
    form = linear(node.args[axis + 1])
    if form is None:
        return Read(node, axis, names, None, None, open_ is not None and "" not in open_)
    factors, rest = _renamed(form[0], names), form[1]
    guarded = open_ is not None and not open_.issuperset([n for n, _ in factors] or [""])
    alone = len(factors) == 1 and factors[0][1] == 1 and not rest.constant and not rest.terms
    return Read(node, axis, names, factors, rest, guarded, factors[0][0] if alone else None)


NEAR = 1 << 15
"""Factors below this leave 2**48 elements of an axis within 64 bits."""


def _may_be_far(slot: Expr) -> bool:
    """Whether index arithmetic in a slot has a large number or a product of indices."""
    return slot.op == "call" and any(
        any(a.op == "const" and abs(a.data) >= NEAR for a in part.args)
        or (part.data == "mul" and sum(a.op != "const" for a in part.args) > 1)
        for part in index_sums(slot)
    )


def _equation(node: Expr, names: scopes.Renaming) -> Equation | None:
    form = difference(node.args)
    return None if form is None else Equation(_renamed(form[0], names), form[1])


Limit = tuple[str, Expr]
"""An index as a body calls it, and a length beyond which all of the body is 0."""


def limits_below(order: Sequence[Expr]) -> Mapping[Expr, tuple[Limit, ...]]:
    """The factors ``(i < length)`` that make all of a node 0, for nodes listed arguments first.

    Derivatives carry such a factor where they drop the read that gave an index its length.
    Nodes without any are left out.
    """
    found: dict[Expr, tuple[Limit, ...]] = {}
    if not any(ex.is_call(n, "lt") for n in order):
        return found
    for node in order:
        limits = own_limits(node, found)
        if limits:
            found[node] = limits
    return found


def own_limits(node: Expr, found: Mapping[Expr, tuple[Limit, ...]]) -> tuple[Limit, ...]:
    """The limits of one node, given those ``found`` of its arguments."""
    if node.op == "reduce":
        inner = found.get(node.args[0], ()) if node.data[0] == "sum" else ()
        return tuple(p for p in inner if p[0] not in node.data[1])
    if node.op != "call":
        return ()
    if node.data in ("mul", "and"):
        return tuple(dict.fromkeys(p for a in node.args for p in found.get(a, ())))
    if node.data == "where":
        yes, no = node.args[1:]
        return found.get(yes, ()) if ex.is_const(no, 0) else found.get(no, ()) if ex.is_const(yes, 0) else ()
    if node.data == "add":
        return tuple(p for p in found.get(node.args[0], ()) if all(p in found.get(a, ()) for a in node.args[1:]))
    if node.data == "lt" and node.args[0].op == "index" and not node.args[1].free:
        return ((node.args[0].data[0], node.args[1]),) if linear(node.args[1]) is not None else ()
    return ()


def _limits(limits: Iterable[Limit], names: Mapping[str, str]) -> list[tuple[str, Formula]]:
    """The limits of indices of ``names``, by the names that ``names`` gives them."""
    forms = [(names[n], linear(length)) for n, length in limits if n in names]
    return [(n, form[1]) for n, form in forms if form is not None]


def _unguarded(
    order: Sequence[scopes.Context], binders: Mapping[scopes.Context, tuple[str, ...]]
) -> dict[scopes.Context, frozenset[str]] | None:
    """For each context the indices bound, or free, above it without a branch of ``where`` between; None for all.

    A name of no index stands for the body: it is there where a context is reached other than through a branch.  What a
    reduction inside a branch reads at its own indices says how far they run, as it does elsewhere.
    """
    if not any(ex.is_call(n, "where") for n, _ in order):
        return None
    body = order[-1]
    found = {body: frozenset(["", *body[0].free])}
    for context in reversed(order):
        node = context[0]
        if context not in found or node.op in ex.ARRAY_OPS:
            continue
        above = found[context].union(binders[context] if node.op == "reduce" else ())
        for k, part in enumerate(scopes.inner(context, binders)):
            names = frozenset() if k and ex.is_call(node, "where") else above
            found[part] = found[part] | names if part in found else names
    return found


def unmasked(order: Sequence[Expr]) -> set[Expr]:
    """Nodes of a body, in postorder, that are reached other than through a branch of ``where``."""
    found = {order[-1]}
    for node in reversed(order):
        if node in found and node.op not in ex.ARRAY_OPS:
            found.update(node.args[:1] if ex.is_call(node, "where") else node.args)
    return found


@dataclass(frozen=True)
class Arithmetic:
    """How `solve` counts: with integers, or with formulas.

    ``length(array, axis)`` is the length of an axis, ``number(rest)`` the value of a
    constant, ``least`` the smaller of two extents and ``clean`` an extent as it is kept;
    ``same`` says whether two reads are along axes that must have one length.
    """

    length: Callable[[Expr, int], Any]
    number: Callable[[Formula], Any]
    least: Callable[[Any, Any], Any]
    clean: Callable[[Any], Any]
    same: Callable[[Read, Read], bool]


def solve(facts: Reads, count: Arithmetic, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the extent of every index that the facts determine; ``given`` are final.

    Where facts disagree the first one is taken: checking them is the business of the caller.
    """
    known: dict[str, Any] = dict(given)
    bounds: dict[str, Any] = {}
    windows: list[Read] = []
    for read in facts.reads:
        name = read.direct
        if name is not None:
            if name not in known:
                known[name] = count.length(read.access.args[0], read.axis)
        elif read.factors and not read.guarded:
            name = read.factors[0][0]
            if len(read.factors) > 1:
                windows.append(read)
            elif name not in given:
                bound = _bound(read, {}, count)
                bounds[name] = count.least(bounds[name], bound) if name in bounds else bound
    caps = _limited([p for p in facts.limits if p[0] in facts.summed], given, count) if facts.limits else {}
    for name in _masked(facts).intersection(known).difference(given, bounds):
        known[name] = count.clean(count.least(known[name], caps[name]))
    for name, bound in bounds.items():
        if name in known:
            bound = count.least(known[name], bound)
        known[name] = count.clean(count.least(bound, caps[name]) if name in caps else bound)
    if len(known) < len(facts.names):
        hidden = [r for r in facts.reads if r.guarded and r.factors and r.direct is None]
        while len(known) < len(facts.names):
            sides = [pair for _, *names in facts.squares for pair in (names, names[::-1])]
            found = {b: known[a] for a, b in sides if a in known and b not in known}
            found = found or _windows(windows, known, count)
            found = {n: count.least(e, caps[n]) if n in caps else e for n, e in found.items()}
            found = found or _limited(facts.limits, known, count)
            found = found or _windows(hidden, known, count)
            found = found or _padded(facts.padded, known, count)
            found = found or _equations(facts.equations, known, count)
            if not found:
                break
            known.update((n, count.clean(e)) for n, e in found.items())
    return known


def _limited(limits: Iterable[tuple[str, Formula]], known: Mapping[str, Any], count: Arithmetic) -> dict[str, Any]:
    """Extents of indices that nothing but factors ``(i < length)`` limits."""
    found: dict[str, Any] = {}
    for name, length in limits:
        if name not in known:
            bound = count.number(length)
            found[name] = count.least(found[name], bound) if name in found else bound
    return found


def _padded(reads: Iterable[Read], known: Mapping[str, Any], count: Arithmetic) -> dict[str, Any]:
    """Extents of indices that otherwise only stand alone in slots of padded reads of one length."""
    first: dict[str, Read] = {}
    differ: set[str] = set()
    for read in reads:
        name = read.direct
        if name is not None and name not in known and not count.same(first.setdefault(name, read), read):
            differ.add(name)
    return {n: count.length(r.access.args[0], r.axis) for n, r in first.items() if n not in differ}


def _windows(reads: Iterable[Read], known: Mapping[str, Any], count: Arithmetic) -> dict[str, Any]:
    """Extents of indices that are the only unknown one of a read."""
    found: dict[str, Any] = {}
    for read in reads:
        unknown = [n for n, _ in read.factors or () if n not in known]
        if len(unknown) == 1:
            bound = _bound(read, known, count)
            found[unknown[0]] = count.least(found[unknown[0]], bound) if unknown[0] in found else bound
    return found


def _bound(read: Read, known: Mapping[str, Any], count: Arithmetic) -> Any:
    """The largest extent of the one unknown index for which the read stays inside."""
    assert read.factors is not None and read.rest is not None
    value = count.number(read.rest)
    factor = next(c for n, c in read.factors if n not in known)
    for name, c in read.factors:
        if name in known and (c > 0) == (factor > 0):
            value = value + (known[name] - 1) * c
    if factor > 0:
        return (count.length(read.access.args[0], read.axis) - 1 - value) // factor + 1
    return value // -factor + 1


def _equations(equations: Iterable[Equation], known: Mapping[str, Any], count: Arithmetic) -> dict[str, Any]:
    """``p == i + m`` with p unknown: p runs up to the largest value of the other side."""
    found: dict[str, Any] = {}
    for equation in equations:
        unknown = [(n, c) for n, c in equation.factors if n not in known]
        if len(unknown) != 1 or abs(unknown[0][1]) != 1 or unknown[0][0] in found:
            continue
        name, sign = unknown[0]
        others = [(n, -c * sign) for n, c in equation.factors if n != name]
        if not others and not equation.rest.terms:
            continue
        value = count.number(equation.rest) * -sign + 1
        for other, c in others:
            if c > 0:
                value = value + (known[other] - 1) * c
        found[name] = value
    return found
