"""Convolution as index notation: ``y[n,o,p,q] = sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s])``.

Nothing here is special: the function writes the formula that a person would write, with
shifted reads, and returns it.  Like in other libraries for networks the kernel is not
flipped.  Extents, errors and derivatives come from the notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from espresso.errors import InputError, RankError
from espresso.formulas.extents.affine import Formula, shifted
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
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
def conv(
    x: Expr, w: Expr, stride: Numbers = 1, padding: Padding = 0, dilation: Numbers = 1, groups: int = 1,
    output_padding: Numbers = 0, transposed: bool = False,
) -> Expr:  # fmt: skip
    """Return the convolution of ``x[n, c, spatial...]`` with ``w[o, c/groups, spatial...]``.

    Parameters
    ----------
    x, w : Expr
        Input and kernel, with one, two, three or more spatial axes.
    stride, dilation : int or sequence of int
        For all spatial axes, or one for each.
    padding : int, sequence of int or of pairs, ``"valid"`` or ``"same"``
        Zeros before and after each spatial axis; ``"same"``: as many results as inputs, needs stride 1.
    groups : int
        Groups of channels that are convolved apart.
    output_padding : int or sequence of int
        Makes the result of a transposed convolution longer at its ends.
    transposed : bool
        The transposed convolution; then w is ``w[c, o/groups, spatial...]``.

    Returns
    -------
    Expr
        Index notation over the batch axis of x, the first axis of w, and the spatial axes of x.

    Raises
    ------
    RankError
        If the numbers of axes do not fit.
    InputError
        For a stride, padding or group that is none.  A call raises ExtentError where the numbers of channels differ.

    Examples
    --------
    >>> from espresso import tensors
    >>> x, w = tensors("x[n,c,i] w[o,c,r]")
    >>> str(conv(x, w, stride=2))
    '[n,o,i] = sum[c,r](x[n, c, 2*i + r]*w[o,c,r])'
    """
    a, k = operand(x, "the input of conv"), operand(w, "the kernel of conv")
    if a.ndim != k.ndim:
        raise RankError(
            f"conv: the input has {a.ndim} axes, the kernel {k.ndim}.\n"
            "Both have two axes (batch and channel; output and input channel) and then the same spatial axes."
        )
    count = a.ndim - 2
    if isinstance(groups, bool) or not isinstance(groups, int) or groups < 1:
        raise InputError(f"groups is {groups!r}; it must be a positive integer.")
    strides, dilations = numbers(stride, count, "stride", 1), numbers(dilation, count, "dilation", 1)
    extra = numbers(output_padding, count, "output_padding", 0)
    if any(extra) and not transposed:
        raise InputError("output_padding belongs to a transposed convolution.\nGive transposed=True, or use padding.")
    if any(e and e >= max(s, d) for e, s, d in zip(extra, strides, dilations, strict=True)):
        raise InputError(
            f"output_padding is {output_padding!r}; it must be smaller than the stride {strides} "
            f"or the dilation {dilations}."
        )
    names = _Names(axis_names(x), axis_names(w), transposed)
    around = _padding(padding, k, strides, dilations, transposed)
    geometry = _Geometry(strides, around, dilations, extra)
    if groups > 1 and not transposed and _one_each(k, groups):
        u, slots = _windows(a, (names.batch, names.out), names, geometry)  # nothing is summed but the taps
        taps = [ex.index(names.out), ex.const(0), *map(ex.index, names.kernel)]
        body = ex.reduce("sum", names.kernel, ex.call("mul", ex.access(u, slots), ex.access(k, taps)))
    elif groups > 1:
        body = _grouped(a, k, names, groups, geometry, transposed)
    else:
        body = (_transposed if transposed else _single)(a, k, names, (), geometry)
    return result(names.result, body)


class _Names:
    """Index names of one convolution, all different."""

    def __init__(self, x: Sequence[str], w: Sequence[str], transposed: bool) -> None:
        self.batch, channel, *spatial = x
        self.spatial = tuple(spatial)
        self.taken = [self.batch, *spatial]
        self.out = self.new(w[1 if transposed else 0])  # it may have the name of the channels, which are summed
        self.channel = self.new(channel)
        self.kernel = tuple(self.new(n) for n in w[2:])
        self.result = (self.batch, self.out, *self.spatial)

    def new(self, like: str) -> str:
        """Another name near ``like``."""
        name = ex.fresh(self.taken, like)
        self.taken.append(name)
        return name


class _Geometry(NamedTuple):
    """Numbers for each spatial axis: stride, padding (before, after), dilation, longer by."""

    strides: Sequence[int]
    around: Sequence[tuple[Formula, Formula]]
    dilations: Sequence[int]
    extra: Sequence[int]


def _padding(
    padding: Any, k: Expr, strides: Sequence[int], dilations: Sequence[int], transposed: bool
) -> list[tuple[Formula, Formula]]:
    """Padding before and after each spatial axis."""
    if padding == "same":
        if transposed or any(s != 1 for s in strides):
            raise InputError(
                f"padding='same' needs stride 1 and no transposition; the stride is {tuple(strides)}.\n"
                "Give the padding as numbers."
            )
        spans = [(length(k, 2 + d) + -1) * dilation for d, dilation in enumerate(dilations)]
        return [(s // 2, s - s // 2) for s in spans]
    if isinstance(padding, str) and padding != "valid":
        raise InputError(f"padding is {padding!r}; the words are 'valid' and 'same'.\nElse give numbers.")
    given = pairs(0 if padding == "valid" else padding, len(strides))
    return [(Formula(lo), Formula(hi)) for lo, hi in given]


def _single(a: Expr, k: Expr, names: _Names, lead: tuple[str, ...], geometry: _Geometry) -> Expr:
    """The sum of one group; ``lead`` is the axis of the groups, which stands before the channels."""
    u, slots = _windows(a, (names.batch, *lead, names.channel), names, geometry)
    taps = [ex.index(n) for n in (*lead, names.out, names.channel, *names.kernel)]
    return ex.reduce("sum", (names.channel, *names.kernel), ex.call("mul", ex.access(u, slots), ex.access(k, taps)))


def _windows(
    a: Expr, first: tuple[str, ...], names: _Names, geometry: _Geometry
) -> tuple[Expr, list[Expr]]:
    """The padded input and the places where it is read: ``first`` as they are, then the taps of each position."""
    lengths: list[Formula | None] = [None] * len(first)
    for d, (lo, hi) in enumerate(geometry.around):
        more = lo + hi
        lengths.append(length(a, len(first) + d) + more if more.constant or more.terms else None)
    before = [*[Formula()] * len(first), *(lo for lo, _ in geometry.around)]
    u = padded(a, (*first, *names.spatial), before, lengths)
    steps = zip(names.spatial, geometry.strides, names.kernel, geometry.dilations, strict=True)
    return u, [*map(ex.index, first), *(shifted([(p, s), (r, d)]) for p, s, r, d in steps)]


def _one_each(k: Expr, groups: int) -> bool:
    """Whether the kernel is declared to have as many channels as groups, each of one input channel."""
    outputs, inputs = length(k, 0), length(k, 1)
    return not (outputs.terms or inputs.terms) and (outputs.constant, inputs.constant) == (groups, 1)


def _grouped(a: Expr, k: Expr, names: _Names, groups: int, geometry: _Geometry, transposed: bool) -> Expr:
    """Channels as pairs (group, channel of the group); the result puts the pairs back together."""
    for what, n in (("the input", length(a, 1)), ("the kernel", length(k, 0))):
        if not n.terms and n.constant % groups:
            raise InputError(f"conv: {what} has {n.constant} channels, which {groups} groups do not divide evenly.")
    group = names.new("g")
    inner, cut = length(a, 1) // groups, length(k, 0) // groups
    spatial, taps = [ex.index(n) for n in names.spatial], [ex.index(n) for n in names.kernel]

    def part(name: str, count: Formula) -> Expr:
        return ex.call("add", ex.call("mul", ex.index(group, groups), count.expr()), ex.index(name))

    x = ex.access(a, [ex.index(names.batch), part(names.channel, inner), *spatial])
    x = ex.call("mul", x, below(names.channel, inner))
    a = ex.closed("", (names.batch, group, names.channel, *names.spatial), x)
    channels = (names.channel, names.out) if transposed else (names.out, names.channel)
    w = ex.access(k, [part(channels[0], cut), ex.index(channels[1]), *taps])
    whole, outer = (length(k, 1) * groups, length(k, 1)) if transposed else (length(k, 0), cut)
    k = ex.closed("", (group, *channels, *names.kernel), ex.call("mul", w, below(channels[0], cut)))
    body = (_transposed if transposed else _single)(a, k, names, (group,), geometry)
    y = ex.closed("", (names.batch, group, names.out, *names.spatial), body)
    position, count = ex.index(names.out), outer.expr()
    slots = [ex.index(names.batch), ex.call("floordiv", position, count), ex.call("mod", position, count), *spatial]
    return ex.call("mul", ex.access(y, slots), below(names.out, whole))


def _transposed(a: Expr, k: Expr, names: _Names, lead: tuple[str, ...], geometry: _Geometry) -> Expr:
    """The result at ``i`` gathers the inputs ``p`` and taps ``r`` with ``i == stride*p + dilation*r - before``.

    Along an axis with stride s and dilation 1, let ``i + before`` be ``s*j + b`` with b < s:
    the taps are ``s*t + b`` and the inputs ``j - t``, so nothing is multiplied by zero.
    With a dilation, the inputs are spread by the stride with zeros between them.
    """
    first, skip = (names.batch, *lead, names.channel), len(lead) + 2
    split = [s > 1 and d == 1 for s, d in zip(geometry.strides, geometry.dilations, strict=True)]
    steps = [1 if own else s for s, own in zip(geometry.strides, split, strict=True)]
    a = _spread(a, (*first, *names.spatial), [1] * skip + steps)
    before = [Formula()] * skip
    lengths: list[Formula | None] = [None] * skip
    tap_lengths: list[Formula | None] = [None] * skip
    slots, tap_slots = [ex.index(n) for n in first], [ex.index(n) for n in (*lead, names.channel, names.out)]
    axes, reads, limits = [], [], []
    for d, (p, r) in enumerate(zip(names.spatial, names.kernel, strict=True)):
        s, dilation, (lo, hi) = geometry.strides[d], geometry.dilations[d], geometry.around[d]
        taps = length(k, skip + d)
        reach = (length(a, skip + d) + -1) * (s if split[d] else 1)
        total = reach - lo - hi + (taps + -1) * dilation + (geometry.extra[d] + 1)
        if split[d]:
            coarse, fine = names.new(p), names.new("b")
            parts = (taps + (s - 1)) // s
            before.append(parts + -1)
            lengths.append((total + lo + -1) // s + parts)
            tap_lengths.append(parts * s)
            slots.append(shifted([(coarse, 1), (r, -1)], parts + -1))
            tap_slots.append(ex.call("add", ex.call("mul", ex.const(s), ex.index(r)), ex.index(fine, s)))
            axes += [coarse, fine]
            place = shifted([(p, 1)], lo)
            reads += [ex.call("floordiv", place, ex.const(s)), ex.call("mod", place, ex.const(s))]
            limits.append(below(p, total))
        else:
            span = (taps + -1) * dilation
            before.append(span - lo)
            lengths.append(total + span)
            tap_lengths.append(None)
            slots.append(shifted([(p, 1), (r, -dilation)], span))
            tap_slots.append(ex.index(r))
            axes.append(p)
            reads.append(ex.index(p))
    u = padded(a, (*first, *names.spatial), before, lengths)
    v = padded(k, (*lead, names.channel, names.out, *names.kernel), [Formula()] * k.ndim, tap_lengths)
    product = ex.call("mul", ex.access(u, slots), ex.access(v, tap_slots))
    body = ex.reduce("sum", (names.channel, *names.kernel), product)
    if not limits:
        return body
    kept = (names.batch, *lead, names.out)
    pieces = ex.closed("", (*kept, *axes), body)
    return ex.call("mul", ex.access(pieces, [*map(ex.index, kept), *reads]), *limits)


def _spread(a: Expr, axes: Sequence[str], steps: Sequence[int]) -> Expr:
    """The array with ``step - 1`` zeros between the elements of each axis."""
    if all(s == 1 for s in steps):
        return a
    slots, factors = [], []
    for d, (name, s) in enumerate(zip(axes, steps, strict=True)):
        i, step = ex.index(name), ex.const(s)
        slots.append(i if s == 1 else ex.call("floordiv", i, step))
        if s > 1:
            factors.append(ex.call("eq", ex.call("mod", i, step), ex.const(0)))
            factors.append(below(name, (length(a, d) + -1) * s + 1))
    return ex.closed("", axes, ex.call("mul", ex.access(a, slots, 0), *factors))
