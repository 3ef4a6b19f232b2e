"""What iterations do to the same elements again and again: sums, and largest or smallest values.

``total += x[t]**2`` is a sum over t, ``best = max(best, x[t])`` a maximum.  The terms may read other elements of the
array itself, as ``A[i,j] -= A[i,k]*A[k,j]`` does for k below i and j: that no iteration writes those is what the
conditions say under which they are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from espresso.formulas.extents.implied import Condition, excluded, held, ways
from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import WRITTEN_AS_FUNCTION_OF_TWO
from espresso.formulas.graph.predicates import conjunction, conjuncts, reads_array
from espresso.frontends.numpy.arrays import length_of

MOST = 60
"""Choices of a body that are looked at."""


class Fold(NamedTuple):
    """``s = s + term`` in every iteration, or the larger or smaller one of both.

    Where a term reads the array, that is the array before the loop: at ``reads``, which no iteration writes, or at the
    element itself, which is the term of iterations that have none.
    """

    name: str
    always: tuple[Expr, ...]
    """Conditions that are the same in all iterations, without which an element stays as it is."""
    term: Expr
    reads: frozenset[Expr]
    joined: str
    """The function of the element before the loop and of all terms together; none where it is among these."""


def fold_of(body: Expr, own: Expr, now: Expr, inside: frozenset[Condition]) -> Fold | None:
    """What iterations with ``body`` do to an array that it reads as ``own``; None if that is no fold.

    ``inside`` holds in each of them.
    """
    addend = _addend(body, own)
    if addend is None:
        return _extreme(body, own, now, inside)
    always: list[Expr] = []
    while ex.is_call(addend, "where") and is_zero(addend.args[2]) and not _moves(addend.args[0], own, now):
        always += conjuncts(addend.args[0])
        addend = addend.args[1]
    known = inside.union(*map(held, always))
    reads = _kept(addend, own, now, known, known | _wherever(addend))
    if reads is None:
        return None
    if ex.is_call(addend, "where") and is_zero(addend.args[2]):
        addend = operators.multiply(addend.args[1], addend.args[0])
    return Fold("sum", tuple(always), addend, reads, "add")


def _moves(e: Expr, own: Expr, now: Expr) -> bool:
    """Whether a condition may be another one in each iteration."""
    return not {now.args[0], own.args[0]}.isdisjoint(ex.tensors(e))


def _wherever(term: Expr) -> frozenset[Condition]:
    """What holds wherever a term is not 0."""
    found: list[frozenset[Condition]] = []
    stack: list[tuple[Expr, frozenset[Condition]]] = [(term, frozenset())]
    for _ in range(MOST):
        if not stack:
            return found[0].intersection(*found) if found else frozenset()
        node, here = stack.pop()
        if ex.is_call(node, "where"):
            condition, then, other = node.args
            stack += [(then, here | held(condition)), (other, here | held(condition, False))]
        elif ex.is_call(node, "add"):
            stack += [(a, here) for a in node.args]
        elif not is_zero(node):
            found.append(here)
    return frozenset()


def _kept(
    e: Expr, own: Expr, now: Expr, known: frozenset[Condition], writes: frozenset[Condition]
) -> frozenset[Expr] | None:  # fmt: skip
    """The reads of the array in a term, all of which are at elements that no iteration writes; None if others are.

    What holds for all elements that are written is among ``writes``.
    """
    reads = {n for n in ex.postorder(e) if n.op in ("access", "size") and n.args[0] is own.args[0]}
    if not reads:
        return frozenset()
    if not reads <= {*ex.postorder(e, into_arrays=False)}:
        return None
    for read, here in ways(e, reads):
        facts = known | here
        if read.op == "size" or read.args[1] is not now:
            return None
        written = {k for c, holds in writes if holds and ex.is_call(c, "eq") for k, i in enumerate(own.args)
                   if i in c.args and not _moves(c.args[c.args[0] is i], own, now)}  # fmt: skip
        same = {k: ex.call("eq", read.args[k], own.args[k]) for k in written}
        if not any(excluded(facts | {(c, True)}, length_of) for c in same.values()):
            return None
    return frozenset(reads)


# --- largest and smallest values ----------------------------------------------------------------

_TESTS = {("gt", 0): "max", ("ge", 0): "max", ("lt", 0): "min", ("le", 0): "min",
          ("lt", 1): "max", ("le", 1): "max", ("gt", 1): "min", ("ge", 1): "min"}  # fmt: skip
"""What ``where(a > s, a, s)`` is, by the comparison and the place of ``a`` in it."""


def _extreme(body: Expr, own: Expr, now: Expr, inside: frozenset[Condition]) -> Fold | None:
    """A body that keeps the larger or smaller one of the element and some other value."""
    values: list[tuple[list[Expr], Expr, str, bool]] = []
    stack: list[tuple[Expr, tuple[Expr, ...]]] = [(body, ())]
    for _ in range(MOST):
        if not stack:
            break
        node, guards = stack.pop()
        node = in_place(settled(node, own), own, guards)
        if node is own:
            continue
        if ex.is_call(node, "where") and keeps(node, own, guards):
            condition, then, other = node.args
            stack += [(other, (*guards, ex.call("not", condition))), (then, (*guards, *conjuncts(condition)))]
            continue
        conditions = [in_place(c, own, guards) for c in guards]
        tests = [t for c in conditions if (t := _tested(c, own, node)) is not None]
        names = tests or [n for n, function in WRITTEN_AS_FUNCTION_OF_TWO.items() if ex.is_call(node, function)
                          and len(node.args) == 2 and own in node.args]  # fmt: skip
        if not names:
            return None
        rest = [node] if tests else [a for a in node.args if a is not own]
        values.append((conditions, rest[0], names[0], bool(tests)))
    name = values[0][2] if values else ""
    if stack or not values or any(v[2] != name for v in values):
        return None
    always = [c for c in values[0][0] if all(c in v[0] for v in values) and not _moves(c, own, now)]
    known, reads = inside.union(*map(held, always)), frozenset({own})
    term, tested = own, any(v[3] for v in values)
    for conditions, value, _, own_test in reversed(values):
        rest = [c for c in conditions if c not in always]
        others = [c for c in rest if _tested(c, own, value) is None]
        kept = _kept(ex.call("where", conjunction(others), value, ex.const(0)), own, now, known, known)
        if kept is None:
            return None
        reads |= kept
        value = value if own_test or not tested else ex.call(WRITTEN_AS_FUNCTION_OF_TWO[name], own, value)
        term = ex.call("where", conjunction(rest), value, term) if rest else value
    return Fold(name, tuple(always), term, reads, "" if tested else WRITTEN_AS_FUNCTION_OF_TWO[name])


def _tested(condition: Expr, own: Expr, value: Expr) -> str | None:
    """What a choice of ``value`` by a comparison with ``own`` is."""
    for k in (0, 1) if condition.op == "call" and len(condition.args) == 2 else ():
        if condition.args[k] is value and condition.args[1 - k] is own:
            return _TESTS.get((condition.data, k))
    return None


# --- sums -----------------------------------------------------------------------------------------


def _addend(body: Expr, own: Expr) -> Expr | None:
    """What is added to ``own``; None where something else is done with it."""
    found: dict[Expr, Expr | None] = {own: ex.const(0)}
    below: dict[Expr, Expr] = {}
    stack = [body]
    while stack:
        node = stack[-1]
        if node in found:
            stack.pop()
            continue
        if node not in below:
            inner = settled(node, own)
            if ex.is_call(inner, "where"):
                then = in_place(inner.args[1], own, conjuncts(inner.args[0]))
                inner = ex.call("where", inner.args[0], then, inner.args[2])
            below[node] = inner if len(below) < MOST else node
        inner = below[node]
        parts = _parts(inner, own) if len(below) < MOST else []
        missing = [p for p in parts if p not in found]
        if missing:
            stack += missing
            continue
        found[node] = found[inner] if inner in found else _joined(inner, found, parts)
        stack.pop()
    return found[body]


def _parts(node: Expr, own: Expr) -> list[Expr]:
    """The arguments to which something may be added."""
    if ex.is_call(node, "where"):
        return list(node.args[1:])
    if ex.is_call(node, "add"):
        return [a for a in node.args if a is own or a.op == "call" and a.data in ("where", "add") or reads_array(a)]
    return [own] if node is own else []


def _joined(node: Expr, found: Mapping[Expr, Expr | None], parts: Sequence[Expr]) -> Expr | None:
    if ex.is_call(node, "where"):
        one, other = (found[a] for a in node.args[1:])
        return None if one is None or other is None else _guarded(node.args[0], one, other)
    if ex.is_call(node, "add"):
        for k, a in enumerate(node.args):
            more = found[a] if a in parts else None
            if more is not None:
                rest = [*node.args[:k], *([] if is_zero(more) else [more]), *node.args[k + 1 :]]
                return operators.add(*rest) if len(rest) > 1 else rest[0]
    return None


def _guarded(condition: Expr, one: Expr, other: Expr) -> Expr:
    """``where(condition, one, other)``."""
    if is_zero(one) and is_zero(other):
        return one
    return ex.call("where", condition, one, other)


def settled(body: Expr, own: Expr) -> Expr:
    """A body whose outermost array is written out, where it is read as a whole."""
    while reads_array(body) and body.data is None and own.args[0] in ex.tensors(body):
        if body.args[0].args[0].op == "recur":
            break
        body = ex.element(body.args[0], body.args[1:])
    return body


def in_place(node: Expr, own: Expr, conditions: Sequence[Expr]) -> Expr:
    """``f(s[e])`` with s[i] for s[e], where i == e is among the conditions."""
    at: dict[str, Expr] = {}
    for c in conditions:
        if ex.is_call(c, "eq"):
            for a, b in (c.args, c.args[::-1]):
                if a.op == "index" and a in own.args:
                    at.setdefault(a.data[0], b)
    if not at:
        return node
    reads = [*(ex.substitute(own, {n: e}) for n, e in at.items()), ex.substitute(own, at)]
    reads += [ex.access(r.args[0], r.args[1:], 0) for r in reads]  # where i is, s is not padded
    return ex.replace(node, dict.fromkeys(reads, own), into_arrays=False)


def keeps(body: Expr, own: Expr, conditions: Sequence[Expr]) -> bool:
    """Whether one of the branches of choices of choices leaves the element as it is."""
    stack = [(body, tuple(conditions))]
    for _ in range(MOST):
        if not stack:
            break
        node, here = stack.pop()
        node = in_place(settled(node, own), own, here)
        if node is own:
            return True
        if ex.is_call(node, "where"):
            stack += [(node.args[2], here), (node.args[1], (*here, *conjuncts(node.args[0])))]
    return False


def is_zero(e: Expr) -> bool:
    """Whether an expression is the number 0."""
    return e.op == "const" and e.data == 0 and type(e.data) is not complex
