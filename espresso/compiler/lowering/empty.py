"""Reductions over empty ranges: 0 or 1, whatever stands inside.

A sum is written in many ways: ``sum[j](v[j]/s)`` becomes ``sum[j](v[j])/s``, which is 0/0 where ``s`` is itself a sum
over nothing.  So a call in which a length is 0 that sums run over has a program of its own: these sums as they are
written (`empty_parts` simplifies what is around them), with a mask before what such a sum would otherwise compute once
for all of its elements, of which it has none.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator, Mapping, Set

from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.bodies import rebuilt
from espresso.formulas.extents.range_guards import guarded, limit
from espresso.formulas.extents.reads import limits_below, unmasked
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_finite, is_zero, reads_array

_DEFINED = frozenset({"sum", "any", "norm", "prod", "all"})
"""Reductions that have a value over nothing."""

LARGEST = 3e38
"""Numbers that every dtype but float16, which is computed in float32, can hold."""

Extents = Mapping[Expr, Mapping[str, Expr]]


def reduced(extents: Extents) -> tuple[Expr, ...]:
    """Lengths that a reduction of these statements runs over, as far as they are not known to be positive."""
    found: dict[Expr, None] = {}
    for node, known in _reductions(extents):
        lengths = (known[n] for n in node.data[1] if n in known)
        found |= {e: None for e in lengths if _is_told(e) and (e.op != "const" or e.data < 1)}
    return tuple(found)


def splittable_lengths(extents: Extents) -> set[Expr]:
    """Lengths that a reduction runs over with parts that could be computed apart: its value may need such a program."""
    without: set[tuple[Expr, frozenset[str]]] = set()
    return {
        known[n] for node, known in _reductions(extents)
        for n in node.data[1] if n in known and _has_parts(node.args[0], {n}, without)
    }  # fmt: skip


def _reductions(extents: Extents) -> Iterator[tuple[Expr, Mapping[str, Expr]]]:
    """The reductions of these statements that have a value over nothing, with the extents of the indices there."""
    for statement, known in extents.items():
        body = statement.args[0] if statement.op in ex.ARRAY_OPS and statement.args else statement
        for node in ex.postorder(body, into_arrays=False):
            if node.op == "reduce" and node.data[0] in _DEFINED:
                yield node, known


def _is_told(length: Expr) -> bool:
    """Whether the shapes of inputs tell a length; that of a named array may depend on a size that is given later."""
    return not any(n.op == "size" and n.args[0].op == "let" for n in ex.postorder(length, into_arrays=False))


def with_masks(outputs: Mapping[str, Expr], extents: Extents, size_of: Callable[[Expr], int]) -> dict[str, Expr]:
    """The formulas with masks that hide what reductions over no elements could compute apart from these."""
    arrays: dict[Expr, Expr] = {}
    for statement in ex.lets(*outputs.values()):
        body = _masked(statement.args[0], over_nothing(extents[statement], size_of), arrays)
        if body is not statement.args[0]:
            name, axes = statement.data
            arrays[statement] = ex.closed(name, axes, body)
    return {name: arrays.get(e, e) for name, e in outputs.items()}


def over_nothing(known: Mapping[str, Expr], size_of: Callable[[Expr], int]) -> Callable[[Expr], set[str]]:
    """The indices without elements of a node that is a reduction over them and has a value all the same."""
    empty = {n for n, length in known.items() if _is_told(length) and size_of(length) == 0}
    return lambda e: empty & set(e.data[1]) if e.op == "reduce" and e.data[0] in _DEFINED else set()


def _masked(body: Expr, empty: Callable[[Expr], set[str]], arrays: Mapping[Expr, Expr]) -> Expr:
    """``body`` with the masks, and with other arrays in place of some."""

    def change(node: Expr, copy: Expr) -> Expr:
        over = empty(node)
        return with_mask(copy, over) if over else copy

    return rebuilt(body, arrays, change)


def with_mask(reduction: Expr, over: Set[str]) -> Expr:
    """A reduction over indices without elements, with a mask where it has parts that could be computed apart.

    Its condition is 0 and names what is read: a shifted read in a branch would not tell how long an index is.  Nor
    would a limit ``(i < length)``, so that those of the body are factors beside the branch.
    """
    body = reduction.args[0]
    if not _has_parts(body, over):
        return reduction
    nodes = ex.postorder(body, into_arrays=False)
    open_ = unmasked(nodes)
    condition = ex.const(0)
    for read in (n for n in nodes if n in open_ and _is_affine(n) and n.free <= body.free):
        condition = ex.call("and", condition, ex.call("eq", read, ex.const(0)))
    limits = [limit(name, length) for name, length in limits_below(nodes).get(body, ()) if name in body.free]
    masked = ex.call("where", condition, body, ex.const(1))  # not 0, which would be a factor
    return ex.with_args(reduction, [guarded(masked, limits) if limits else masked])


def _is_affine(e: Expr) -> bool:
    """Whether a node is a strict read at positions that do not come from data."""
    return e.op == "access" and e.data is None and all(linear(slot) is not None for slot in e.args[1:])


def _is_finite(e: Expr, memo: dict[Expr, bool]) -> bool:
    """Whether what reads nothing is finite, as far as its form shows: 1/0 is not."""
    if e.op == "const":
        return cmath.isfinite(e.data)
    return e.op != "call" or is_finite(e, memo, never_zero=lambda base: base.op == "const" and not is_zero(base))


def _number(e: Expr) -> complex:
    """The numbers among the factors of a product, multiplied; infinite where that, or a power of numbers, overflows."""
    try:
        if e.op == "const":
            return complex(e.data)
        if ex.is_call(e, "mul"):
            return math.prod(map(_number, e.args))
        numbers = [complex(a.data) for a in e.args if a.op == "const"] if ex.is_call(e, "pow") else []
        return numbers[0] ** numbers[1] if len(numbers) == 2 else 1
    except (OverflowError, ZeroDivisionError):
        return math.inf


def _has_parts(body: Expr, names: Set[str], without: set[tuple[Expr, frozenset[str]]] | None = None) -> bool:
    """Whether something is read, or computed of all elements, or may be infinite, that none of the indices moves.

    Named arrays may be put in the place of reads of them later: what they are made of counts.  ``without`` are bodies
    with indices that are known to have no such parts; it grows.
    """
    without = set() if without is None else without
    finite: dict[Expr, bool] = {}
    work, seen = [(body, frozenset(names))], set[tuple[Expr, frozenset[str]]]()
    while work:
        one, moved = work.pop()
        for n in ex.postorder(one, into_arrays=False):
            if n.op == "scan" or moved.isdisjoint(n.free) and (n.op == "access" or not _is_finite(n, finite)):
                return True
            if n.op == "call" and n.data in ("mul", "pow") and not abs(_number(n)) < LARGEST:
                return True
            if reads_array(n):
                array, *slots = n.args
                axes = zip(array.data[1], slots, strict=True)
                inside = array.args[0], frozenset([axis for axis, slot in axes if not moved.isdisjoint(slot.free)])
                if inside not in seen and inside not in without:
                    seen.add(inside)
                    work.append(inside)
    without |= seen
    return False
