"""Which comparisons of whole numbers follow from the conditions under which a part of a formula counts.

``sum[k](L[i,k]*x[k]*(k < i))`` reads x below i alone: the factor protects the read, as the condition of a ``where``
protects its branch.  `ways` finds these conditions, `follows` decides by Fourier-Motzkin elimination.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from math import gcd

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjuncts, is_guard

Condition = tuple[Expr, bool]
"""A condition, and whether it holds or does not."""

Place = tuple[Expr, frozenset[Condition]]
"""A node and conditions that hold there."""

Form = tuple[Mapping[Expr, int], int]
"""A sum of multiples of atoms and a number."""

MOST = 400
"""Inequalities beyond which nothing is decided."""

_OPPOSITE = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"}


def ways(body: Expr, wanted: Collection[Expr]) -> Iterator[Place]:
    """Each of some nodes of a body with the conditions on one of the ways to it, for all ways."""
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
                below[0] = functools.reduce(lambda a, b: ex.call("and", a, b), left), known
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
        elif ex.is_call(node, "and" if value else "or") or (value and ex.is_call(node, "mul") and is_guard(node)):
            stack += [(a, value) for a in node.args]
        elif node.op == "call" and node.data in _OPPOSITE:
            found.add((node, value))
    return frozenset(found)


def follows(
    test: Expr, known: Iterable[Condition], length: Callable[[str], int | None] = lambda _: None
) -> bool | None:
    """Whether a comparison holds under some conditions; None where it is not known.  ``length`` is that of an index."""
    if test.op != "call" or test.data not in _OPPOSITE:
        return None
    known = list(known)
    for c, value in known:
        if c is test:
            return value
    facts = [f for c, value in known for f in _forms(c, value)]
    for value in (True, False):
        goals = _forms(test, value)
        if goals and all(_impossible([*facts, _negative(g)], length) for g in goals):
            return value
    if test.data in ("eq", "ne"):  # one of the two sides is larger
        for more in ("lt", "gt"):
            goals = _forms(ex.call(more, *test.args), True)
            if goals and all(_impossible([*facts, _negative(g)], length) for g in goals):
                return bool(test.data == "ne")
    return None


def excluded(conditions: Iterable[Condition], length: Callable[[str], int | None] = lambda _: None) -> bool:
    """Whether conditions cannot hold together; False where it is not known.  ``length`` is that of an index."""
    return _impossible([f for c, value in conditions for f in _forms(c, value)], length)


@functools.lru_cache(1 << 12)
def _forms(test: Expr, holds: bool) -> list[Form]:
    """What a comparison says, as sums that are 0 or more."""
    name = test.data if holds else _OPPOSITE[test.data]
    a, b = map(form, test.args)
    if a is None or b is None or name == "ne":
        return []
    up, down = _plus(b, a, -1), _plus(a, b, -1)
    return {
        "lt": [_plus(up, ({}, -1))], "le": [up], "gt": [_plus(down, ({}, -1))], "ge": [down], "eq": [up, down],
    }[name]  # fmt: skip


def _negative(f: Form) -> Form:
    """That a sum is below 0."""
    return {a: -c for a, c in f[0].items()}, -f[1] - 1


def _plus(one: Form, other: Form, factor: int = 1) -> Form:
    atoms = dict(one[0])
    for a, c in other[0].items():
        atoms[a] = atoms.get(a, 0) + factor * c
    return {a: c for a, c in atoms.items() if c}, one[1] + factor * other[1]


def form(e: Expr, remainders: bool = False) -> Form | None:
    """A whole number as multiples of atoms: indices, lengths, positions of steps and quotients.

    Remainders are what quotients leave, or atoms too.
    """
    new: dict[Expr, Form | None] = {}
    for node in ex.postorder(e, into_arrays=False):
        args = [new.get(a) for a in node.args]
        found: Form | None = ({node: 1}, 0) if node.op == "size" or _is_position(node) else None
        if node.op == "index":  # whatever length is declared
            found = {ex.index(node.data[0]): 1}, 0
        elif node.op == "const":
            found = ({}, node.data) if type(node.data) is int else None
        elif node.op == "call" and None not in args:
            found = _of_call(node, [a for a in args if a is not None], remainders)
        new[node] = found
    return new[e]


def collected(e: Expr) -> Expr:
    """A whole number with each atom once; a remainder as what a quotient leaves."""
    found = form(e)
    return e if found is None else collected_form(found)


def collected_form(found: Form) -> Expr:
    """The number that is a sum of multiples of atoms."""
    terms = [a if c == 1 else ex.call("mul", ex.const(c), a) for a, c in found[0].items() if c]
    parts = [*terms, *([ex.const(found[1])] if found[1] or not terms else [])]
    return ex.call("add", *parts) if len(parts) > 1 else parts[0]


def _is_position(node: Expr) -> bool:
    """Whether a node is the position of a step, a whole number."""
    return node.op == "access" and node.args[0].op == "tensor" and node.args[0].data.dtype == "int64" and not (
        node.args[0].ndim)  # fmt: skip


def _of_call(node: Expr, args: list[Form], remainders: bool) -> Form | None:
    if node.data == "add":
        total: Form = ({}, 0)
        for a in args:
            total = _plus(total, a)
        return total
    if node.data == "mul":
        moving = [a for a in args if a[0]]
        factor = 1
        for a in args:
            factor *= 1 if a[0] else a[1]
        return ({}, factor) if not moving else _plus(({}, 0), moving[0], factor) if len(moving) == 1 else None
    if node.data in ("floordiv", "mod") and not args[1][0] and args[1][1] > 0:
        alone = remainders or node.data == "floordiv"
        whole: Form = ({node if alone else ex.call("floordiv", *node.args): 1}, 0)
        return whole if alone else _plus(args[0], whole, -args[1][1])
    return None


def _impossible(facts: list[Form], length: Callable[[str], int | None]) -> bool:
    """Whether no values of the atoms make all sums 0 or more."""
    todo, seen = {a for f in facts for a in f[0]}, set[Expr]()
    while todo - seen:
        atom = (todo - seen).pop()
        seen.add(atom)
        about = _about(atom, length)
        facts = facts + about
        todo |= {a for f in about for a in f[0]}
    while True:
        facts = [_tight(f) for f in facts]
        if any(not f[0] and f[1] < 0 for f in facts):
            return True
        atoms = {a for f in facts for a in f[0]}
        if not atoms or len(facts) > MOST:
            return False
        facts = _without(facts, min(atoms, key=lambda a: _count(facts, a)))


def _count(facts: Iterable[Form], atom: Expr) -> tuple[int, str]:
    signs = [f[0][atom] > 0 for f in facts if atom in f[0]]
    return signs.count(True) * signs.count(False), atom.digest


def _about(atom: Expr, length: Callable[[str], int | None]) -> list[Form]:
    """What is known of an atom."""
    if atom.op == "index":
        n = length(atom.data[0])
        return [({atom: 1}, 0), *([({atom: -1}, n - 1)] if n is not None else [])]
    if atom.op == "size":
        return [({atom: 1}, 0)]
    if ex.is_call(atom, "floordiv"):
        over, by = form(atom.args[0]), atom.args[1].data
        assert over is not None
        return [_plus(over, ({atom: 1}, 0), -by), _plus(_plus(({}, by - 1), ({atom: 1}, 0), by), over, -1)]
    return []


def _tight(f: Form) -> Form:
    """The same of whole numbers, without a common factor."""
    common = gcd(*f[0].values()) if f[0] else 0
    return f if common < 2 else ({a: c // common for a, c in f[0].items()}, f[1] // common)


def _without(facts: list[Form], atom: Expr) -> list[Form]:
    """What follows for the others."""
    rest = {(frozenset(f[0].items()), f[1]) for f in facts if atom not in f[0]}
    low = [f for f in facts if f[0].get(atom, 0) > 0]
    for high in (f for f in facts if f[0].get(atom, 0) < 0):
        for f in low:
            a, b = -high[0][atom], f[0][atom]
            both = _plus(_plus(({}, 0), f, a), high, b)
            rest.add((frozenset(both[0].items()), both[1]))
    best: dict[frozenset[tuple[Expr, int]], int] = {}
    for atoms, constant in rest:  # of equal sums the smaller one says more
        best[atoms] = min(constant, best.get(atoms, constant))
    return [(dict(atoms), constant) for atoms, constant in best.items()]
