"""Common parts of convolution and pooling: arguments for each axis, padding, subscripts such as ``2*p + r``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from espresso.errors import InputError, RankError, is_whole
from espresso.formulas.extents.affine import Formula, shifted
from espresso.formulas.extents.range_guards import limits_of
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

Numbers: TypeAlias = int | Sequence[int]
"""One number for all spatial axes, or one for each."""

Padding: TypeAlias = int | str | Sequence[int | tuple[int, int]]
"""One number for all axes, one or a pair (before, after) for each, or the word of a convolution."""


def operand(x: Any, what: str, least_rank: int = 3) -> Expr:
    """An expression as an array that can be read anywhere; a plain read of a whole tensor is the tensor."""
    e = x if isinstance(x, Expr) and x.op in ex.ARRAY_OPS else ex.scalar(x)
    if isinstance(x, Expr) and x.op == "program":
        e = x.args[-1]
    if e.ndim < least_rank:
        raise RankError(
            f"{what} has {e.ndim} {'axis' if e.ndim == 1 else 'axes'}; it needs at least {least_rank}: "
            "batch, channel and the spatial axes"
        )
    if (
        e.op == "access"
        and e.data is None
        and [s.data[0] if s.op == "index" else None for s in e.args[1:]] == list(e.axes)
    ):
        return e.args[0]
    return e if e.op in ex.ARRAY_OPS else ex.closed("", e.axes, e)


def axis_names(x: Any) -> tuple[str, ...]:
    """The names of the axes of an argument, for the result; those of a bare tensor are letters."""
    e = x.args[-1] if isinstance(x, Expr) and x.op == "program" else x
    if e.op != "tensor":
        return tuple(e.axes)
    return tuple(ex.fresh_names((), "i" * e.data.rank))


def numbers(value: Any, count: int, what: str, least: int) -> tuple[int, ...]:
    """One integer for each spatial axis from an integer or a sequence of them."""
    items = list(value) if isinstance(value, (list, tuple)) else [value] * count
    for item in items:
        if not is_whole(item) or int(item) < least:
            raise InputError(f"{what} is {value!r}; it must be made of integers that are at least {least}.")
    if len(items) != count:
        raise InputError(f"{what} is {value!r}, but there are {count} spatial axes.\nGive one integer, or {count}.")
    return tuple(int(i) for i in items)


def pairs(value: Any, count: int) -> tuple[tuple[int, int], ...]:
    """Padding before and after each axis from an integer, integers, or pairs of integers."""
    items = list(value) if isinstance(value, (list, tuple)) else [value] * count
    if len(items) != count:
        raise InputError(
            f"padding is {value!r}, but there are {count} spatial axes.\n"
            "Give one integer, one for each axis, or one pair (before, after) for each axis."
        )
    return tuple((p[0], p[1]) for p in (numbers(i, 2, "padding", 0) for i in items))


def length(array: Expr, axis: int) -> Formula:
    """The length of an axis; a number where the input declares it."""
    e = ex.size(array, axis)
    return Formula(e.data) if e.op == "const" else Formula(0, {e: 1})


def result(axes: Sequence[str], body: Expr) -> Expr:
    """The expression with these axes; an array of its own where a factor around it all says how long one is."""
    return ex.closed("", axes, body) if limits_of(body, axes) else ex.let("", axes, body)


def below(name: str, limit: Formula) -> Expr:
    """The factor ``(name < limit)``, which gives an index its length."""
    return ex.call("lt", ex.index(name), limit.expr())


def padded(
    array: Expr, names: Sequence[str], before: Sequence[Formula], lengths: Sequence[Formula | None], value: Any = 0
) -> Expr:
    """``u[...] = pad(array, value)[n, c, i - before, ...]`` with the given lengths; None keeps an axis as it is."""
    if all(n is None for n in lengths):
        return array
    slots = [shifted([(name, 1)], b * -1) for name, b in zip(names, before, strict=True)]
    limits = [below(name, n) for name, n in zip(names, lengths, strict=True) if n is not None]
    return ex.closed("", names, ex.call("mul", ex.access(array, slots, value), *limits))
