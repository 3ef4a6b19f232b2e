"""Pattern matching: wildcards, groups of indices, operands of commutative operations in any order.

A pattern is an ordinary expression in which some names are wildcards:

* ``_x`` stands for any expression; a second ``_x`` must be the same expression,
* ``_k`` as the index of a reduction or index function stands for all its indices,
* ``_rest...`` stands for the remaining operands of a sum, product or call, or for all
  indices of a read,
* ``_c_`` (underscore at the end) is optional: 1 as a factor, 0 as an addend.

Operands of sums and products match in any order.  A pattern that is itself a sum or
product matches a part of a longer one; the other operands are returned with the match.
A wildcard found under a reduction and again outside it must agree up to the name of the
reduced index: so ``exp(_x)/sum[_k](exp(_x))`` finds the softmax.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from espresso.algebra.normal_form.literals import times
from espresso.algebra.normal_form.scope import Scope
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_negative
from espresso.records import dataclass

SPLAT = "__splat"
_SUBSETS = 8
"""Among up to so many operands a wildcard that stands for several is looked for."""
Names = tuple[str, ...]

_COMMUTATIVE = frozenset({"eq", "ne", "maximum", "minimum", "and", "or", "hypot", "logaddexp"})


def pattern_text(text: str) -> str:
    """``text`` with ``_rest...`` spelled as a name that the notation can parse."""
    return re.sub(r"(\b_\w+)\.\.\.", rf"\1{SPLAT}", text)


def shown(name: str) -> str:
    """A wildcard as its author wrote it."""
    return name.removesuffix(SPLAT) + "..." if name.endswith(SPLAT) else name


def wildcard(p: Expr) -> str | None:
    """The wildcard that ``p`` is, or None."""
    if p.op == "access" and len(p.args) == 1 and p.args[0].op == "tensor":
        name: str = p.args[0].data.name
        return name if name.startswith("_") else None
    if p.op == "index" and p.data[0].startswith("_"):
        return str(p.data[0])
    return None


def is_optional(name: str) -> bool:
    """Whether a wildcard may stand for nothing."""
    return name.endswith("_") and len(name) > 2


def wildcards(p: Expr) -> set[str]:
    """Every wildcard of a pattern, those of indices included."""
    found = set()
    for node in ex.postorder(p):
        name = wildcard(node)
        if name is not None:
            found.add(name)
        elif node.op in ("reduce", "scan"):
            found.update(n for n in node.data[1] if n.startswith("_"))
        elif node.op == "tensor" and node.data.name.startswith("_"):
            found.add(node.data.name)
    return found


@dataclass(frozen=True)
class Match:
    """What the wildcards stand for.

    ``values`` maps each wildcard to an expression, a tuple of operands or a tuple of
    index names; ``under`` says under which index wildcards it was found, ``outer`` the
    names that an index wildcard has outside its reduction, ``alike`` pairs of indices
    that must have the same extent, and ``rest`` the operands that did not take part.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    under: Mapping[str, frozenset[str]] = field(default_factory=dict)
    outer: Mapping[str, Names] = field(default_factory=dict)
    alike: tuple[tuple[str, str], ...] = ()
    rest: tuple[Expr, ...] = ()

    def bind(self, name: str, value: Any, under: frozenset[str]) -> Match:
        """This match with one more wildcard."""
        return replace(self, values={**self.values, name: value}, under={**self.under, name: under})


@dataclass(frozen=True)
class _MatchState:
    """Where in the pattern the matcher stands: index wildcards above, renamings of a repeated reduction."""

    under: frozenset[str] = frozenset()
    renaming: Mapping[str, str] = field(default_factory=dict)
    exact: bool = True


def matches(
    pattern: Expr, e: Expr, scope: Scope | None = None, exact: bool = True, part: bool = False
) -> Iterator[Match]:
    """Every way in which ``pattern`` matches ``e``.

    With ``part`` a sum or product may match some of the operands of ``e``.  ``exact=False``
    lets a repeated wildcard stand for different expressions (the first is returned).
    """
    scope = scope or Scope(e)
    place = _MatchState(exact=exact)
    if part and pattern.op == "call" and pattern.data in ("add", "mul") and ex.is_call(e, pattern.data):
        yield from _match_operands(pattern, e, Match(), place, scope, True)
    else:
        yield from _match(pattern, e, Match(), place, scope)


def _match(p: Expr, e: Expr, m: Match, place: _MatchState, scope: Scope) -> Iterator[Match]:
    name = wildcard(p)
    if name is not None:
        yield from _bind(name, e, m, place, scope)
        return
    if p.op == "const":
        if e.op == "const" and e.data == p.data:
            yield m
        return
    name = _negated(p)
    if name is not None and isinstance(m.values.get(name), Expr) and place.exact:
        value, negative = m.values[name], times(-1, e)
        if ex.is_call(negative, "add") and ex.is_call(value, "add") and {*negative.args} == {*value.args}:
            negative = value  # terms of 1 - x stand in another order than those of x - 1
        yield from _bind(name, negative, m, place, scope)
        return
    if p.op != e.op:
        if p.op == "call" and p.data in ("add", "mul") and may_shrink(p):
            yield from _match_operands(p, e, m, place, scope, False)
        return
    if p.op == "call":
        yield from _match_call(p, e, m, place, scope)
    elif p.op in ("reduce", "scan"):
        yield from _match_binder(p, e, m, place, scope)
    elif p.op == "access":
        if p.data == e.data:
            for found in _match_array(p.args[0], e.args[0], m, place):
                yield from _match_sequence(p.args[1:], e.args[1:], found, place, scope)
    elif p.op == "size":
        if p.data == e.data:
            yield from _match_array(p.args[0], e.args[0], m, place)
    elif p is e:
        yield m


def _negated(p: Expr) -> str | None:
    """The wildcard whose negative ``p`` is, or None."""
    if is_negative(p):
        return wildcard(p.args[1])
    return None


def may_shrink(a: Expr) -> bool:
    """Whether one operand may be all that a sum or a product consists of."""
    return any(is_optional(wildcard(b) or "") or (wildcard(b) or "").endswith(SPLAT) for b in a.args)


def _match_array(p: Expr, e: Expr, m: Match, place: _MatchState) -> Iterator[Match]:
    if p.op == "tensor" and p.data.name.startswith("_"):
        name = p.data.name
        if name not in m.values:
            yield m.bind(name, e, place.under)
        elif m.values[name] is e or not place.exact:
            yield m
    elif p is e or (p.op == e.op == "tensor" and p.data.name == e.data.name):
        yield m


def _match_sequence(
    ps: Sequence[Expr], es: Sequence[Expr], m: Match, place: _MatchState, scope: Scope
) -> Iterator[Match]:
    if not ps:
        if not es:
            yield m
        return
    name = wildcard(ps[0])
    if name is not None and name.endswith(SPLAT):
        for count in range(len(es), -1, -1):
            for found in _bind_group(name, tuple(es[:count]), m, place):
                yield from _match_sequence(ps[1:], es[count:], found, place, scope)
    elif es:
        for found in _match(ps[0], es[0], m, place, scope):
            yield from _match_sequence(ps[1:], es[1:], found, place, scope)


def _bind_group(name: str, group: tuple[Expr, ...], m: Match, place: _MatchState) -> Iterator[Match]:
    if name not in m.values:
        yield m.bind(name, group, place.under)
    elif m.values[name] == group:
        yield m


def _match_call(p: Expr, e: Expr, m: Match, place: _MatchState, scope: Scope) -> Iterator[Match]:
    if p.data in ("add", "mul") and (p.data == e.data or may_shrink(p)):
        yield from _match_operands(p, e, m, place, scope, False)
    elif p.data == e.data:
        yield from _match_sequence(p.args, e.args, m, place, scope)
        if p.data in _COMMUTATIVE and e.args[0] is not e.args[1]:
            yield from _match_sequence(p.args, e.args[::-1], m, place, scope)


# --- operands in any order ----------------------------------------------------------------


def _match_operands(p: Expr, e: Expr, m: Match, place: _MatchState, scope: Scope, part: bool) -> Iterator[Match]:
    specific: list[Expr] = []
    plain: list[str] = []
    tail: str | None = None
    for a in p.args:
        name = wildcard(a)
        if name is None:
            specific.append(a)
        elif name.endswith(SPLAT) or is_optional(name):
            tail = name
        else:
            plain.append(name)
    negated = {a for a in specific if any(_negated(n) is not None for n in ex.postorder(a))}
    specific.sort(key=lambda a: (a.op == "const", a in negated, -ex.has(a, "reduce", "scan"), -a.depth))
    operands = list(e.args) if ex.is_call(e, p.data) else [e]
    if p.data == "mul":
        operands = _split_sign(p, operands)
    if len(operands) < len(specific) + len(plain):
        return
    plain.sort(key=lambda n: n not in m.values)
    takers = 1 if part or tail is not None or len(operands) == len(p.args) else max(1, len(plain))
    for k in range(takers):  # each wildcard in turn may take what the others leave
        order = plain[k + 1 :] + plain[: k + 1]
        yield from _assign(p.data, specific, order, tail, operands, m, place, scope, part)


def _split_sign(p: Expr, operands: list[Expr]) -> list[Expr]:
    """A pattern with the factor -1 matches any negative coefficient."""
    first = operands[0]
    if first.op == "const" and isinstance(first.data, (int, float)) and first.data < 0 and first.data != -1:
        if any(ex.is_const(a, -1) for a in p.args):
            return [ex.const(-1), ex.const(-first.data), *operands[1:]]
    return operands


def _assign(
    function: str, specific: Sequence[Expr], plain: Sequence[str], tail: str | None, operands: list[Expr],
    m: Match, place: _MatchState, scope: Scope, part: bool,
) -> Iterator[Match]:  # fmt: skip
    if specific:
        tried: set[Expr] = set()
        for k, operand in enumerate(operands):
            if operand not in tried:
                tried.add(operand)
                for found in _match(specific[0], operand, m, place, scope):
                    rest = operands[:k] + operands[k + 1 :]
                    yield from _assign(function, specific[1:], plain, tail, rest, found, place, scope, part)
        return
    if not plain:
        yield from _finish(function, tail, operands, m, place, scope, part)
        return
    name = plain[0]
    if name in m.values and place.exact:
        yield from _take_bound(function, plain, tail, operands, m, place, scope, part)
        return
    if len(plain) == 1 and tail is None and not part:
        if operands:
            yield from _bind(name, ex.call(function, *operands), m, place, scope)
        return
    for k, operand in enumerate(operands):
        for found in _bind(name, operand, m, place, scope):
            rest = operands[:k] + operands[k + 1 :]
            yield from _assign(function, (), plain[1:], tail, rest, found, place, scope, part)


def _take_bound(
    function: str, plain: Sequence[str], tail: str | None, operands: list[Expr],
    m: Match, place: _MatchState, scope: Scope, part: bool,
) -> Iterator[Match]:  # fmt: skip
    """A wildcard that is bound already: find its operands among those that are left."""
    value = m.values[plain[0]]
    if isinstance(value, Expr) and ex.is_call(value, function):
        count, every = len(value.args), range(len(operands))
        if count > len(operands) or len(operands) > _SUBSETS:
            return
        for chosen in itertools.combinations(every, count):
            together = ex.call(function, *(operands[k] for k in chosen))
            for found in _bind(plain[0], together, m, place, scope):
                rest = [operands[k] for k in every if k not in chosen]
                yield from _assign(function, (), plain[1:], tail, rest, found, place, scope, part)
        return
    for k, operand in enumerate(operands):
        for found in _bind(plain[0], operand, m, place, scope):
            rest = operands[:k] + operands[k + 1 :]
            yield from _assign(function, (), plain[1:], tail, rest, found, place, scope, part)


def _finish(
    function: str, tail: str | None, operands: list[Expr], m: Match, place: _MatchState, scope: Scope, part: bool
) -> Iterator[Match]:
    if tail is None:
        if part:
            yield replace(m, rest=(*m.rest, *operands))
        elif not operands:
            yield m
    elif tail.endswith(SPLAT):
        yield from _bind_group(tail, tuple(operands), m, place)
    else:
        value = ex.call(function, *operands) if operands else ex.const(1 if function == "mul" else 0)
        yield from _bind(tail, value, m, place, scope)


# --- wildcards under binders --------------------------------------------------------------


def _match_binder(p: Expr, e: Expr, m: Match, place: _MatchState, scope: Scope) -> Iterator[Match]:
    operator, group = p.data
    names: Names = e.data[1]
    if operator != e.data[0]:
        return
    if len(group) == 1 and group[0].startswith("_"):
        bound = {group[0]: names}
    elif len(group) == len(names):
        bound = {g: (n,) for g, n in zip(group, names, strict=True) if g.startswith("_")}
        if any(g != n for g, n in zip(group, names, strict=True) if not g.startswith("_")):
            return
    else:
        return
    renaming = dict(place.renaming)
    alike: tuple[tuple[str, str], ...] = ()
    for g, own in bound.items():
        before = m.values.get(g) if p.op == "reduce" else m.outer.get(g, m.values.get(g))
        if before is None:
            m = m.bind(g, own, place.under)
        elif len(before) != len(own):
            return
        else:
            renaming.update({n: b for n, b in zip(own, before, strict=True) if n != b})
            alike += tuple((n, b) for n, b in zip(own, before, strict=True) if n != b)
    if p.op == "reduce":
        place = replace(place, under=place.under | set(bound))
    yield from _match(p.args[0], e.args[0], replace(m, alike=m.alike + alike), replace(place, renaming=renaming), scope)


def _bind(name: str, e: Expr, m: Match, place: _MatchState, scope: Scope) -> Iterator[Match]:
    if place.renaming and e.free.intersection(place.renaming):
        targets = set(place.renaming.values())
        if e.free & targets:  # the name is taken by another index
            return
        e = ex.rename(e, place.renaming)
    if name not in m.values:
        yield m.bind(name, e, place.under)
        return
    value = m.values[name]
    if value is e or not place.exact:
        yield m
    elif isinstance(value, tuple):
        if e.op == "index" and value == (e.data[0],):
            yield m
    elif m.under[name] - place.under:
        yield from _bind_outside(name, value, e, m, place, scope)
    elif scope.alpha_digest(value) == scope.alpha_digest(e):
        yield m


def _bind_outside(name: str, value: Expr, e: Expr, m: Match, place: _MatchState, scope: Scope) -> Iterator[Match]:
    """``value`` was found under a reduction and ``e`` stands outside: equal up to the reduced names?"""
    groups = [g for g in m.under[name] - place.under if g in m.values]
    inner = [n for g in groups for n in m.values[g]]
    renaming = _renaming(value, e, set(inner))
    for g in groups:
        for n, o in zip(m.values[g], m.outer.get(g, ()), strict=False):
            if renaming.setdefault(n, o) != o:
                return
    if set(renaming) != set(inner) or len(set(renaming.values())) != len(renaming):
        return
    if (value.free - set(inner)) & set(renaming.values()):
        return
    if scope.alpha_digest(ex.rename(value, renaming)) != scope.alpha_digest(e):
        return
    outer = {g: tuple(renaming[n] for n in m.values[g]) for g in groups}
    yield replace(m, outer={**m.outer, **outer}, alike=m.alike + tuple(renaming.items()))


def _renaming(value: Expr, e: Expr, inner: set[str]) -> dict[str, str]:
    """What the names ``inner`` of ``value`` would have to be called for it to be ``e``."""
    found: dict[str, str] = {}
    seen: set[tuple[Expr, Expr]] = set()
    stack = [(value, e)]
    while stack and len(found) < len(inner):
        a, b = stack.pop()
        if a.op != b.op or len(a.args) != len(b.args) or (a, b) in seen or not a.free & inner:
            continue
        seen.add((a, b))
        if a.op == "index" and a.data[0] in inner:
            found.setdefault(a.data[0], b.data[0])
        if a.op == "scan":
            for n, o in zip(a.data[1], b.data[1], strict=False):
                if n in inner:
                    found.setdefault(n, o)
        stack.extend(zip(a.args, b.args, strict=True))
    return found


# --- building the right side --------------------------------------------------------------


def instantiate(right: Expr, m: Match) -> Expr:
    """``right`` with its wildcards replaced by what they stand for."""
    return _build(right, m, frozenset())


def _build(r: Expr, m: Match, under: frozenset[str]) -> Expr:
    name = wildcard(r)
    if name is not None:
        return _value(name, m, under)
    if r.op in ("reduce", "scan"):
        names: list[str] = []
        for n in r.data[1]:
            if not n.startswith("_"):
                names.append(n)
            else:
                names.extend(m.outer.get(n, m.values[n]) if r.op == "scan" else m.values[n])
        inside = under | set(r.data[1]) if r.op == "reduce" else under - set(r.data[1])
        return (ex.reduce if r.op == "reduce" else ex.scan)(r.data[0], names, _build(r.args[0], m, inside))
    if r.op in ("tensor", "let"):
        return m.values.get(r.data.name, r) if r.op == "tensor" else r
    args: list[Expr] = []
    for a in r.args:
        group = wildcard(a) or ""
        if group.endswith(SPLAT):
            args.extend(m.values[group])
        else:
            args.append(_build(a, m, under))
    if r.op == "call" and r.data in ("add", "mul") and not args:
        return ex.const(0 if r.data == "add" else 1)
    return ex.with_args(r, args)


def _value(name: str, m: Match, under: frozenset[str]) -> Expr:
    value = m.values[name]
    if isinstance(value, tuple):
        names = value if name in under else m.outer.get(name, value)
        return ex.index(names[0]) if isinstance(names[0], str) else names[0]
    new: dict[str, str] = {}
    for g in m.under.get(name, frozenset()) - under:
        if g in m.outer:
            new.update(zip(m.values[g], m.outer[g], strict=True))
    result: Expr = ex.rename(value, new) if new else value
    return result
