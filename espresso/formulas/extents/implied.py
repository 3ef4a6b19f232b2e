"""Which comparisons of whole numbers follow from the conditions under which a part of a formula counts.

``sum[k](L[i,k]*x[k]*(k < i))`` reads x below i alone: the factor protects the read, as the condition of a ``where``
protects its branch.  `ways` finds these conditions, `follows` decides by Fourier-Motzkin elimination.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from math import gcd

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard

Condition = tuple[Expr, bool]
"""A condition, and whether it holds or does not."""

Form = tuple[Mapping[Expr, int], int]
"""A sum of multiples of atoms and a number."""

MOST = 400
"""Inequalities beyond which nothing is decided."""

_OPPOSITE = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"}


def ways(body: Expr, wanted: Collection[Expr]) -> Iterator[tuple[Expr, frozenset[Condition]]]:
    """Each of some nodes of a body with the conditions on one of the ways to it, for all ways."""
    nodes = ex.postorder(body, into_arrays=False)
    above = {n: n in wanted for n in nodes}
    for n in nodes:
        above[n] = above[n] or any(above.get(a, False) for a in n.args)
    seen: set[tuple[Expr, frozenset[Condition]]] = set()
    stack: list[tuple[Expr, frozenset[Condition]]] = [(body, frozenset())]
    while stack:
        node, known = item = stack.pop()
        if not above.get(node) or item in seen:
            continue
        seen.add(item)
        if node in wanted:
            yield item
        if ex.is_call(node, "where"):
            test, then, other = node.args
            stack += [(test, known), (then, known | held(test)), (other, known | held(test, False))]
        elif ex.is_call(node, "mul"):
            tests = [a for a in node.args if is_guard(a)]
            stack += [(a, known.union(*(held(t) for t in tests if t is not a))) for a in node.args]
        else:
            if node.op in ("reduce", "scan"):  # another index of the same name
                known = frozenset(c for c in known if c[0].free.isdisjoint(node.data[1]))
            stack += [(a, known) for a in node.args]


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
    test: Expr, known: Iterable[Condition], length: Callable[[Expr], int | None] = lambda i: i.data[1]
) -> bool | None:
    """Whether a comparison holds under some conditions; None where it is not known.  ``length`` is that of an index."""
    if test.op != "call" or test.data not in _OPPOSITE:
        return None
    facts = [f for c, value in known for f in _forms(c, value)]
    for value in (True, False):
        goals = _forms(test, value)
        if goals and all(_impossible([*facts, _negative(g)], length) for g in goals):
            return value
    if test.data in ("eq", "ne"):  # one of the two sides is larger
        for more in ("lt", "gt"):
            if all(_impossible([*facts, _negative(g)], length) for g in _forms(ex.call(more, *test.args), True)):
                return test.data == "ne"
    return None


def _forms(test: Expr, holds: bool) -> list[Form]:
    """What a comparison says, as sums that are 0 or more."""
    name = test.data if holds else _OPPOSITE[test.data]
    a, b = (_form(e) for e in test.args)
    if a is None or b is None or name == "ne":
        return []
    up, down = _plus(b, a, -1), _plus(a, b, -1)
    return {"lt": [_plus(up, ({}, -1))], "le": [up], "gt": [_plus(down, ({}, -1))], "ge": [down], "eq": [up, down]}[name]


def _negative(f: Form) -> Form:
    """That a sum is below 0."""
    return {a: -c for a, c in f[0].items()}, -f[1] - 1


def _plus(one: Form, other: Form, factor: int = 1) -> Form:
    atoms = dict(one[0])
    for a, c in other[0].items():
        atoms[a] = atoms.get(a, 0) + factor * c
    return {a: c for a, c in atoms.items() if c}, one[1] + factor * other[1]


def _form(e: Expr) -> Form | None:
    """A whole number as multiples of atoms: indices, lengths, single numbers and quotients."""
    new: dict[Expr, Form | None] = {}
    for node in ex.postorder(e, into_arrays=False):
        args = [new.get(a) for a in node.args]
        found: Form | None = ({node: 1}, 0) if node.op in ("index", "size") or _is_position(node) else None
        if node.op == "const":
            found = ({}, node.data) if type(node.data) is int else None
        elif node.op == "call" and None not in args:
            found = _of_call(node, [a for a in args if a is not None])
        new[node] = found
    return new[e]


def _is_position(node: Expr) -> bool:
    """Whether a node is the position of a step, a whole number."""
    return node.op == "access" and node.args[0].op == "tensor" and node.args[0].data.dtype == "int64" and not (
        node.args[0].ndim)  # fmt: skip


def _of_call(node: Expr, args: list[Form]) -> Form | None:
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
        quotient = node if node.data == "floordiv" else ex.call("floordiv", *node.args)
        whole: Form = ({quotient: 1}, 0)
        return whole if node.data == "floordiv" else _plus(args[0], whole, -args[1][1])
    return None


def _impossible(facts: list[Form], length: Callable[[Expr], int | None]) -> bool:
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


def _about(atom: Expr, length: Callable[[Expr], int | None]) -> list[Form]:
    """What is known of an atom."""
    if atom.op == "index":
        n = length(atom)
        return [({atom: 1}, 0), *([({atom: -1}, n - 1)] if n is not None else [])]
    if atom.op == "size":
        return [({atom: 1}, 0)]
    if ex.is_call(atom, "floordiv"):
        over, by = _form(atom.args[0]), atom.args[1].data
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
