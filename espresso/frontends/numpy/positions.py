"""Simplified subscripts and decided conditions in traced formulas, so that equal reads become one node.

Slices of slices nest index arithmetic: ``3 - (-i + 3)`` is written ``i``.  A condition between numbers, as it comes
of reading one row of an array that was assigned row by row, is decided.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.formulas.extents.affine import affine, ends, multiples
from espresso.formulas.extents.implied import follows, form
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard
from espresso.frontends.numpy.arrays import length_of


def lengths_of(array: Expr) -> Sequence[int]:
    """The lengths of a tensor or array while tracing, when all are numbers."""
    return array.data.shape or () if array.op == "tensor" else [length_of(n) for n in array.data[1]]


def shortened(node: Expr) -> Expr | None:
    """A shorter form of one node whose arguments are short; None where there is none."""
    if node.op == "access":
        return _read(node)
    if node.op != "call":
        return None
    if node.data == "where" and node.args[0].op == "const":
        return node.args[1] if node.args[0].data else node.args[2]
    if node.data == "not" and node.args[0].op == "const":
        return ex.const(not node.args[0].data)
    if node.data == "and":
        return _all(node)
    return _comparison(node) if is_guard(node) else None


def with_short_positions(body: Expr) -> Expr:
    """``body`` with every node short, arrays that it reads left alone."""
    return ex.rebuild(body, shortened, into_arrays=False)


def _order(atom: Expr) -> tuple[int, str]:
    """The order of terms, those of outer loops first, which is the same whatever number their names have got."""
    if atom.op == "access" and atom.args[0].op == "tensor":
        name = atom.args[0].data.name
        return len(name), name
    return 0, atom.digest


def _sum(e: Expr) -> Expr:
    """An integer sum of indices, positions of steps and numbers, in as few nodes as possible."""
    found = form(e, remainders=True) if e.op == "call" else None
    if found is None:
        return e
    moving = any(a.op == "access" for a in found.terms)  # then the same number is the same node
    terms = sorted(((c, a) for a, c in found.terms.items()), key=lambda p: (p[0] < 0, _order(p[1]) if moving else ()))
    whole = multiples(((i, c) for c, i in terms), found.constant)
    return whole if moving or len(ex.postorder(whole)) < len(ex.postorder(e)) else e


def _read(node: Expr) -> Expr | None:
    """A read with short positions, and without padding where it is never outside."""
    array, pad = node.args[0], node.data
    slots = [_sum(a) for a in node.args[1:]]
    if all(a.op == "index" and length_of(a.data[0]) == n for a, n in zip(slots, lengths_of(array), strict=True)):
        pad = None
    kept = all(a is b for a, b in zip(slots, node.args[1:], strict=True)) and pad == node.data
    return None if kept else ex.access(array, slots, pad)


def _comparison(node: Expr) -> Expr | None:
    """A comparison of sums of indices: decided by the lengths that the indices have, or with short sides."""
    if any(form(a) is None for a in node.args):
        return None
    known = follows(node, (), length_of)
    if known is not None:
        return ex.const(known)
    sides = [_sum(a) for a in node.args]
    return None if all(a is b for a, b in zip(sides, node.args, strict=True)) else ex.call(node.data, *sides)


def span(e: Expr) -> tuple[int, int] | None:
    """The least and the largest value of a sum of indices; None for anything else."""
    found = affine(e)
    return None if found is None else ends(*found, length_of)


def _all(node: Expr) -> Expr | None:
    """Several conditions without those that always hold."""
    if not any(a.op == "const" for a in node.args):
        return None
    if any(a.op == "const" and not a.data for a in node.args):
        return ex.const(False)
    rest = [a for a in node.args if a.op != "const"]
    return ex.const(True) if not rest else ex.call("and", *rest)
