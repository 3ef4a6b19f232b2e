"""Pooling, padding and resizing as index notation.

Each function returns the formula that a person would write; derivatives, extents and
errors come from the notation.  Arguments are read as ``(N, C, spatial...)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from espresso.errors import InputError, RankError
from espresso.formulas.extents.affine import Formula, shifted
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, Operand
from espresso.frontends.library.windows import (
    Numbers,
    Padding,
    axis_names,
    below,
    length,
    numbers,
    operand,
    padded,
    pairs,
    result,
)
from espresso.keywords import checked


@checked
def max_pool(
    x: Expr, kernel: Numbers | None = None, stride: Numbers | None = None, padding: Padding = 0, dilation: Numbers = 1,
    ceil_mode: bool = False,
) -> Expr:  # fmt: skip
    """Return the largest element of each window of ``x[n, c, spatial...]``.

    Parameters
    ----------
    x : Expr
        Input, with one or more spatial axes.
    kernel : int or sequence of int, optional
        Lengths of the window; left out, one window takes all spatial axes, which the result then lacks.
    stride : int or sequence of int, optional
        Steps between windows; the kernel if left out.
    padding : int or sequence of int or of pairs
        Elements before and after each axis; they count as minus infinity.
    dilation : int or sequence of int
        Steps inside a window.
    ceil_mode : bool
        A last window may begin inside the array and end outside it.

    Returns
    -------
    Expr
        Index notation over the axes of x.

    Raises
    ------
    RankError
        If x has fewer than three axes.
    InputError
        For a kernel, stride or padding that is none.

    Examples
    --------
    >>> from espresso import tensor
    >>> str(max_pool(tensor("x[n,c,i]"), 2)).splitlines()[-1]
    'max[r](x[n, c, 2*i + r])'
    """
    return _pool("max", x, kernel, stride, padding, dilation, ceil_mode, True)


@checked
def avg_pool(
    x: Expr, kernel: Numbers | None = None, stride: Numbers | None = None, padding: Padding = 0, dilation: Numbers = 1,
    ceil_mode: bool = False, count_include_pad: bool = True,
) -> Expr:  # fmt: skip
    """Return the mean of each window of ``x[n, c, spatial...]``.

    Parameters
    ----------
    x : Expr
        Input, with one or more spatial axes.
    kernel : int or sequence of int, optional
        Lengths of the window; left out, one window takes all spatial axes, which the result then lacks.
    stride : int or sequence of int, optional
        Steps between windows; the kernel if left out.
    padding : int or sequence of int or of pairs
        Elements before and after each axis; they are zeros.
    dilation : int or sequence of int
        Steps inside a window.
    ceil_mode : bool
        A last window may begin inside the array and end outside it, which is not counted.
    count_include_pad : bool
        Whether the zeros of the padding count as elements.

    Returns
    -------
    Expr
        Index notation over the axes of x.

    Raises
    ------
    RankError
        If x has fewer than three axes.
    InputError
        For a kernel, stride or padding that is none.

    Examples
    --------
    >>> from espresso import tensor
    >>> str(avg_pool(tensor("x[n,c,i]"))).splitlines()[-1]
    'mean[i](x[n,c,i])'
    """
    return _pool("sum", x, kernel, stride, padding, dilation, ceil_mode, count_include_pad)


def _pool(
    operator: str, x: Any, kernel: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool, count_padding: bool
) -> Expr:
    a, names = operand(x, "the input of a pooling"), axis_names(x)
    count, spatial = a.ndim - 2, names[2:]
    if kernel is None:
        whole = ex.access(a, [ex.index(n) for n in names])
        return ex.let("", names[:2], ex.reduce("max" if operator == "max" else "mean", spatial, whole))
    sizes = numbers(kernel, count, "kernel", 1)
    strides = numbers(sizes if stride is None else stride, count, "stride", 1)
    around, dilations = pairs(padding, count), numbers(dilation, count, "dilation", 1)
    for k, d, both in zip(sizes, dilations, around, strict=True):
        if max(both) > (d * (k - 1) + 1) // 2:
            span = d * (k - 1) + 1
            raise InputError(f"padding is {padding!r}; it may be at most half of the window, which spans {span}.")
    taps = ex.fresh_names(names, ["r", "s", "t", *"r" * (count - 3)][:count])
    lengths: list[Formula | None] = [None, None]
    slots, counts = [ex.index(n) for n in names[:2]], []
    for d, (name, tap) in enumerate(zip(spatial, taps, strict=True)):
        (lo, hi), span, n = around[d], dilations[d] * (sizes[d] - 1) + 1, length(a, 2 + d)
        results = (n + (lo + hi - span)) // strides[d] + 1
        needed: Formula | None = n + (lo + hi) if lo or hi else None
        if ceil_mode and strides[d] > 1:
            beyond = min(hi - span + strides[d], 0)  # a window begins before the end of the array and its padding
            results = (n + (lo + beyond - 1)) // strides[d] + 1
            needed = (results + -1) * strides[d] + span
        lengths.append(needed)
        moved = ex.index(tap, sizes[d])
        moved = moved if dilations[d] == 1 else ex.call("mul", ex.const(dilations[d]), moved)
        slots.append(ex.call("add", shifted([(name, strides[d])]), moved))
        counts.append(_elements(shifted([(name, strides[d])], -lo), sizes[d], dilations[d], n, lo, hi, count_padding))
    plain = not ceil_mode and (count_padding or not any(map(any, around)))
    value: Any = float("-inf") if operator == "max" else 0
    u = padded(a, names, [Formula(), Formula(), *(Formula(lo) for lo, _ in around)], lengths, value)
    window = ex.reduce(operator, taps, ex.access(u, slots))
    if operator == "sum":
        number = ex.const(prod(sizes)) if plain else ex.call("mul", *counts)
        window = ex.call("mul", window, ex.call("pow", number, ex.const(-1)))
    return ex.let("", names, window)


def _elements(start: Expr, size: int, dilation: int, n: Formula, lo: int, hi: int, count_padding: bool) -> Expr:
    """How many of the positions ``start + dilation*r`` lie in the array (with its padding)."""
    first, last = (-lo, n + hi) if count_padding else (0, n)

    def below_limit(limit: Expr) -> Expr:  # positions before ``limit``, rounded up
        difference = ex.call("add", limit, ex.call("mul", ex.const(-1), start))
        if dilation > 1:
            up = ex.call("add", difference, ex.const(dilation - 1))
            difference = ex.call("floordiv", up, ex.const(dilation))
        return difference

    upper = ex.call("minimum", below_limit(last.expr()), ex.const(size))
    lower = ex.call("maximum", below_limit(ex.const(first)), ex.const(0))
    return ex.call("add", upper, ex.call("mul", ex.const(-1), lower))


@checked
def pad(x: Expr, padding: int | Sequence[int | tuple[int, int]], mode: str = "constant", value: Operand = 0) -> Expr:
    """Return ``x`` with elements added before and after its axes.

    Parameters
    ----------
    x : Expr
        The array.
    padding : int, or sequence of int or of pairs
        One integer: every spatial axis (all after batch and channel) on both sides; k integers or pairs
        (before, after): the last k axes.
    mode : str
        ``"constant"``, ``"edge"`` (the last element again), ``"reflect"`` (mirrored without it) or ``"wrap"``.
    value : Expr or number
        What ``"constant"`` adds.

    Returns
    -------
    Expr
        Index notation over the axes of x.

    Raises
    ------
    RankError
        If there are more paddings than axes.
    InputError
        For another mode.

    Examples
    --------
    >>> from espresso import tensor
    >>> str(pad(tensor("x[i]"), [(1, 2)])).splitlines()[-1]
    '_1[i] = pad(x)[i - 1]*(i < size(x, 0) + 3)'
    """
    a, names = operand(x, "the input of pad", 1), axis_names(x)
    count = len(padding) if isinstance(padding, (list, tuple)) else max(a.ndim - 2, 0) or a.ndim
    if count > a.ndim:
        raise RankError(f"pad: there are {count} paddings, but the input has {a.ndim} axes.")
    around = [(0, 0)] * (a.ndim - count) + list(pairs(padding, count))
    lengths = [length(a, d) + (lo + hi) if lo or hi else None for d, (lo, hi) in enumerate(around)]
    if mode == "constant":
        u = padded(a, names, [Formula(lo) for lo, _ in around], lengths, value)
        plain = ex.let("", names, ex.access(a, [ex.index(n) for n in names]))
        return result(names, u.args[0]) if any(lengths) else plain
    if mode not in _INSIDE:
        raise InputError(f"mode is {mode!r}; the modes are constant, {', '.join(_INSIDE)}.")
    slots = []
    for d, (name, (lo, _), n) in enumerate(zip(names, around, lengths, strict=True)):
        slots.append(ex.index(name) if n is None else _INSIDE[mode](shifted([(name, 1)], -lo), length(a, d).expr()))
    limits = [below(name, n) for name, n in zip(names, lengths, strict=True) if n is not None]
    return result(names, ex.call("mul", ex.access(a, slots), *limits))


def _minus(a: Expr, b: Expr) -> Expr:
    return ex.call("add", a, ex.call("mul", ex.const(-1), b))


def _last(n: Expr) -> Expr:
    return ex.call("add", n, ex.const(-1))


_INSIDE: dict[str, Any] = {
    "edge": lambda slot, n: ex.call("clip", slot, ex.const(0), _last(n)),
    "reflect": lambda slot, n: _minus(_last(n), ex.call("abs", _minus(_last(n), ex.call("abs", slot)))),
    "wrap": lambda slot, n: ex.call("mod", slot, n),
}
"""How a position outside comes back inside an axis of length n."""


@checked
def interpolate(x: Any, size: Any, mode: str = "nearest", align_corners: bool = False) -> Expr:
    """Return ``x[n, c, spatial...]`` with other lengths of its spatial axes.

    ``size`` is an integer or one for each axis.  ``mode`` is ``"nearest"`` or ``"linear"``
    (linear along each axis: bilinear for images).  All positions are computed with integers.
    """
    a, names = operand(x, "the input of interpolate"), axis_names(x)
    count = a.ndim - 2
    sizes = numbers(size, count, "size", 1)
    if mode not in ("nearest", "linear"):
        raise InputError(f"mode is {mode!r}; the modes are nearest and linear.")
    lead = [ex.index(n) for n in names[:2]]
    choices: list[list[tuple[Expr, Expr | None]]] = []
    for d, (name, m) in enumerate(zip(names[2:], sizes, strict=True)):
        i, n = ex.index(name, m), length(a, 2 + d).expr()
        if mode == "nearest":
            choices.append([(ex.call("floordiv", ex.call("mul", i, n), ex.const(m)), None)])
        else:
            choices.append(_between(i, n, m, align_corners))
    terms = []
    for number in range(prod(len(c) for c in choices)):
        slots, weights = [], []
        for c in choices:
            number, k = divmod(number, len(c))
            slots.append(c[k][0])
            weights += [w for w in (c[k][1],) if w is not None]
        terms.append(ex.call("mul", *weights, ex.access(a, [*lead, *slots])))
    return ex.let("", names, ex.call("add", *terms))


def _between(i: Expr, n: Expr, m: int, align_corners: bool) -> list[tuple[Expr, Expr | None]]:
    """The two positions between which ``i`` of m lies in an axis of length n, and their weights."""
    if align_corners:
        above, below_ = ex.call("mul", i, _last(n)), ex.const(max(m - 1, 1))
    else:
        half = ex.call("add", ex.call("mul", ex.const(2), i), ex.const(1))
        above = ex.call("maximum", _minus(ex.call("mul", half, n), ex.const(m)), ex.const(0))
        below_ = ex.const(2 * m)
    first = ex.call("floordiv", above, below_)
    second = ex.call("minimum", ex.call("add", first, ex.const(1)), _last(n))
    share = ex.call("mul", ex.call("mod", above, below_), ex.call("pow", below_, ex.const(-1)))
    return [(first, _minus(ex.const(1), share)), (second, share)]
