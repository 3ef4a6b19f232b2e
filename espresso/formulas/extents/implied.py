"""Which comparisons of whole numbers follow from the ranges of indices and from the conditions around them.

``(i + 1 < n + 2)`` holds for every i below n.  ``sum[k](L[i,k]*x[k]*(k < i))`` reads x below i alone: the factor
protects the read, as the condition of a ``where`` protects its branch.  `ways` finds these conditions, `follows`
decides by Fourier-Motzkin elimination.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Collection, Iterable, Iterator

from espresso.formulas.extents.affine import Formula, linear, multiples
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction, conjuncts, is_guard

Condition = tuple[Expr, bool]
"""A condition, and whether it holds or does not."""

Place = tuple[Expr, frozenset[Condition]]
"""A node and conditions that hold there."""

Length = Callable[[str], "int | Expr | None"]
"""The length of an index, where it is known."""

Others = Callable[[Expr], "Formula | None"]
"""What nodes are that are not sums of indices, lengths and quotients of these."""

MOST = 400
"""Inequalities beyond which nothing is decided."""

OPPOSITE = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"}
"""Comparisons, and those that hold where they do not."""


MOST_WAYS = 5000
"""Nodes with conditions on a way to them that are looked at."""


def ways(body: Expr, wanted: Collection[Expr]) -> Iterator[Place]:
    """Each of some nodes of a body with the conditions on one of the ways to it, for all ways.

    Where there are too many, since each choice of a choice doubles them, each node without conditions.
    """
    nodes = ex.postorder(body, into_arrays=False)
    above = {n: n in wanted for n in nodes}
    for n in nodes:
        above[n] = above[n] or any(above.get(a, False) for a in n.args)
    seen: set[Place] = set()
    stack: list[Place] = [(body, frozenset())]
    while stack:
        place = stack.pop()
        if above.get(place[0]) and place not in seen:
            seen.add(place)
            if len(seen) > MOST_WAYS:
                yield from ((n, frozenset()) for n in nodes if n in wanted)
                return
            if place[0] in wanted:
                yield place
            stack += _below(*place)


def _below(node: Expr, known: frozenset[Condition]) -> list[Place]:
    """The arguments of a node with the conditions under which they count."""
    if ex.is_call(node, "where"):
        test, then, other = node.args
        return [(test, known), (then, known | held(test)), (other, known | held(test, False))]
    if ex.is_call(node, "mul"):
        tests = [a for a in node.args if is_guard(a)]
        return [(a, known.union(*(held(t) for t in tests if t is not a))) for a in node.args]
    if node.op in ("reduce", "scan"):  # another index of the same name
        known = frozenset(c for c in known if c[0].free.isdisjoint(node.data[1]))
    return [(a, known) for a in node.args]


def decided(body: Expr, length: Callable[[str], int | None], known: frozenset[Condition] = frozenset()) -> Expr:
    """A body without choices that the conditions around them, or those that are ``known``, decide."""
    nodes = ex.postorder(body, into_arrays=False)
    open_ = {n for n in nodes if ex.is_call(n, "where")}
    for n in nodes:
        if not open_.isdisjoint(n.args):
            open_.add(n)
    root: Place = (body, known)
    new: dict[Place, Expr] = {}
    answers: dict[Place, bool | None] = {}
    stack = [root]
    while stack and len(answers) < MOST:
        place = node, known = stack[-1]
        below = _below(*place) if node in open_ and node.op != "let" else []
        if below and ex.is_call(node, "where"):
            tests, here = {}, known
            for c in conjuncts(node.args[0]):  # each where those before it hold
                if (c, here) not in answers:
                    answers[c, here] = follows(c, here, length)
                tests[c], here = answers[c, here], here | held(c)
            left = [c for c, answer in tests.items() if answer is None]
            if False in tests.values() or not left:
                below = [below[2 if False in tests.values() else 1]]
            elif len(left) < len(tests):
                below[0] = conjunction(left), known
        missing = [p for p in below if p not in new]
        if missing:
            stack += missing
            continue
        stack.pop()
        if len(below) == 1 and ex.is_call(node, "where"):
            new[place] = new[below[0]]
        else:
            new[place] = ex.with_args(node, [new[p] for p in below]) if below else node
    return new.get(root, body)


def held(test: Expr, holds: bool = True) -> frozenset[Condition]:
    """The comparisons that a condition is made of, where it holds or does not."""
    found: set[Condition] = set()
    stack = [(test, holds)]
    while stack:
        node, value = stack.pop()
        if ex.is_call(node, "not"):
            stack.append((node.args[0], not value))
        elif ex.is_call(node, "and" if value else "or"):
            stack += [(a, value) for a in node.args]
        elif node.op == "call" and node.data in OPPOSITE:
            found.add((node, value))
    return frozenset(found)


def _other(node: Expr) -> Formula | None:
    """The position of a step, and what lengths alone make: equal numbers are one node."""
    if node.op == "access" and node.args[0].op == "tensor":
        return Formula(0, {node: 1}) if node.args[0].data.dtype == "int64" and not node.args[0].ndim else None
    if node.op == "access" and _chosen(node.args[0]):
        return Formula(0, {node: 1})
    found = linear(node) if node.op == "call" and not node.free else None
    return None if found is None else found[1]


@functools.lru_cache(1 << 10)
def _chosen(array: Expr) -> tuple[int, ...]:
    """The whole numbers of which an array's elements are one each; none where they may be something else."""
    found = [array.args[0]] if array.op == "let" else []
    for node in found:
        if ex.is_call(node, "where"):
            found += [a for a in node.args[1:] if a not in found]
    ends = [e for e in found if not ex.is_call(e, "where")]
    return tuple(e.data for e in ends) if all(e.op == "const" and type(e.data) is int for e in ends) else ()


def follows(test: Expr, known: Iterable[Condition], length: Length = lambda _: None) -> bool | None:
    """Whether a comparison holds under some conditions; None where it is not known.  ``length`` is that of an index."""
    known = list(known)
    for c, value in known:
        if c is test:
            return value
    for value in (True, False):
        if surely(test, length, known=known, value=value):
            return value
    unlike = test.op == "call" and test.data in ("eq", "ne") and any(  # one of the two sides is larger
        surely(ex.call(more, *test.args), length, known=known) for more in ("lt", "gt"))  # fmt: skip
    return bool(test.data == "ne") if unlike else None


def surely(
    test: Expr, length: Length, others: Others = _other, known: Iterable[Condition] = (), value: bool = True
) -> bool:
    """Whether a comparison has a ``value`` under some conditions, for all values of its indices."""
    if test.op != "call" or test.data not in OPPOSITE:
        return False
    facts = [f for c, holds in known for f in _forms(c, holds, others)]
    goals = _forms(test, value, others)
    return bool(goals) and all(_impossible([*facts, g * -1 - 1], length, others) for g in goals)


def excluded(conditions: Iterable[Condition], length: Length = lambda _: None) -> bool:
    """Whether conditions cannot hold together; False where it is not known.  ``length`` is that of an index."""
    return _impossible([f for c, value in conditions for f in _forms(c, value, _other)], length, _other)


@functools.lru_cache(1 << 12)
def _forms(test: Expr, holds: bool, others: Others) -> list[Formula]:
    """What a comparison says, as sums that are 0 or more."""
    name = test.data if holds else OPPOSITE[test.data]
    a, b = (form(side, others=others) for side in test.args)
    if a is None or b is None or name == "ne":
        return []
    if name in ("lt", "le"):
        a, b = b, a
    return [a - b, b - a] if name == "eq" else [a - b - 1 if name in ("lt", "gt") else a - b]


def form(e: Expr, remainders: bool = False, others: Others = _other) -> Formula | None:
    """A whole number as multiples of atoms: indices, lengths, quotients, and what ``others`` makes of other nodes.

    Remainders are what quotients leave, or atoms too.
    """
    new: dict[Expr, Formula | None] = {}
    for node in ex.postorder(e, into_arrays=False):
        found: Formula | None = None
        if node.op == "index":  # whatever length is declared
            found = Formula(0, {ex.index(node.data[0]): 1})
        elif node.op == "size":
            found = Formula(0, {node: 1})
        elif node.op == "const":
            found = Formula(node.data) if type(node.data) is int else None
        elif node.op == "call" and all(new.get(a) is not None for a in node.args):
            found = _of_call(node, [a for n in node.args if (a := new[n]) is not None], remainders)
        new[node] = found if found is not None or node.op == "const" else others(node)
    return new[e]


def collected(e: Expr) -> Expr:
    """A whole number with each atom once; a remainder as what a quotient leaves."""
    found = form(e)
    return e if found is None else multiples(found.terms.items(), found.constant)


def _of_call(node: Expr, args: list[Formula], remainders: bool) -> Formula | None:
    if node.data == "add":
        return sum(args, Formula())
    if node.data == "mul":
        moving = [a for a in args if a.terms]
        factor = math.prod(a.constant for a in args if not a.terms)
        return Formula(factor) if not moving else moving[0] * factor if len(moving) == 1 else None
    if node.data in ("floordiv", "mod") and not args[1].terms and args[1].constant > 0:
        alone = remainders or node.data == "floordiv"
        whole = Formula(0, {node if alone else ex.call("floordiv", *node.args): 1})
        return whole if alone else args[0] - whole * args[1].constant
    return None


def _impossible(facts: list[Formula], length: Length, others: Others) -> bool:
    """Whether no values of the atoms make all sums 0 or more."""
    while True:
        facts = [_tight(f) for f in facts if f.terms or f.constant < 0]
        if any(not f.terms for f in facts):
            return True
        factors = ex.grouped((a, c) for f in facts for a, c in f.terms.items())
        if not factors or len(facts) > MOST:
            return False
        atom = min(factors, key=lambda a: _order(a, factors[a])) if len(factors) > 1 else next(iter(factors))
        for above in {c > 0 for c in factors[atom]}:
            facts += _about(atom, above, length, others)
        facts = _without(facts, atom)


def _order(atom: Expr, factors: list[int]) -> tuple[bool, int, bool, int, str]:
    """First the atoms that are made of others, then those that are eliminated exactly, and those of few sums."""
    positive = sum(c > 0 for c in factors)
    combined = atom.depth if atom.op == "call" else 0
    count = positive * (len(factors) - positive)
    return not atom.free, -combined, any(abs(c) > 1 for c in factors), count, atom.digest


def _about(atom: Expr, above: bool, length: Length, others: Others) -> list[Formula]:
    """What is known to be ``above`` an atom, or below it, made of simpler ones."""
    one = Formula(0, {atom: 1})
    if not above and (atom.op in ("index", "size") or is_guard(atom)):
        return [one]
    if is_guard(atom):
        return [1 - one]
    if atom.op == "index":
        n = length(atom.data[0])
        end = form(n, others=others) if isinstance(n, Expr) else None if n is None else Formula(n)
        return [] if end is None else [end - one - 1]
    if atom.op == "access" and (values := _chosen(atom.args[0])) and atom.data is None:
        return [max(values) - one if above else one - min(values)]
    args = [form(a, others=others) for a in atom.args] if atom.op == "call" else []
    if ex.is_call(atom, "minimum" if above else "maximum"):
        return [a - one if above else one - a for a in args if a is not None]
    if ex.is_call(atom, "mod") and args[1] is not None:  # by 0 it is 0
        positive = _impossible([above - 1 - args[1]], length, others)
        return [args[1] - one - 1 if above else one] if positive else []
    if ex.is_call(atom, "floordiv") and args[0] is not None and args[1] is not None and not args[1].terms:
        over, by = args[0], args[1].constant
        return [over - one * by if above else one * by - over + (by - 1)] if by > 0 else []
    return []


def _tight(f: Formula) -> Formula:
    """The same of whole numbers, without a common factor."""
    common = math.gcd(*f.terms.values()) if f.terms else 0
    return f if common < 2 else Formula(f.constant // common, {a: c // common for a, c in f.terms.items()})


def _without(facts: list[Formula], atom: Expr) -> list[Formula]:
    """What follows for the others."""
    rest = [f for f in facts if atom not in f.terms]
    low = [f for f in facts if f.terms.get(atom, 0) > 0]
    for high in (f for f in facts if f.terms.get(atom, 0) < 0):
        for f in low:
            a, b = -high.terms[atom], f.terms[atom]
            rest.append((f if a == 1 else f * a).plus(high, b))
    if len(rest) < 4:
        return rest
    best: dict[frozenset[tuple[Expr, int]], Formula] = {}
    for f in rest:  # of equal sums the smaller one says more
        key = frozenset(f.terms.items())
        if key not in best or f.constant < best[key].constant:
            best[key] = f
    return list(best.values())
