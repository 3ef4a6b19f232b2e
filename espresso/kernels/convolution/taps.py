"""Convolutions and gradients tap by tap in NumPy: text for saved modules."""

from __future__ import annotations

BY_TAPS = '''
import itertools


def _in_reach(direction, first, second, out, stride, dilation, low):
    """The first operand and the result without what no tap reaches (0 in a result), and the padding of both sides."""
    image, taps, places = {"forward": (first, second, out), "data": (out, second, first),
                           "weights": (first, out, second)}[direction]
    padding, cut = [], []
    for s, d, before, n, r, p in zip(stride, dilation, low, image.shape[2:], taps.shape[2:], places.shape[2:]):
        after = s*(p - 1) + d*(r - 1) + 1 - n - before
        padding.append((max(0, before), max(0, after)))
        cut.append(slice(max(0, -before), n + after if after <= -s else n))
    part = image[(slice(None), slice(None), *cut)]
    if direction == "data":
        if part.shape != out.shape:
            out[...] = 0
        out = part
    else:
        first = part
    return first, out, padding


def _by_taps(direction, first, second, out, stride, dilation, padding, groups):
    """The same by NumPy: for each tap a product over all positions."""
    image, taps, places = {"forward": (first, second, out), "data": (out, second, first),
                           "weights": (first, out, second)}[direction]
    wide = np.zeros((*image.shape[:2], *(n + a + b + s for n, (a, b), s in zip(image.shape[2:], padding, stride))),
                    image.dtype)
    inside = (slice(None), slice(None), *(slice(a, a + n) for n, (a, _) in zip(image.shape[2:], padding)))
    if direction != "data":
        wide[inside] = image
    inner, outer = image.shape[1] // groups, taps.shape[0] // groups
    out[...] = 0
    for tap in itertools.product(*map(range, taps.shape[2:])):
        at = [slice(d*r, d*r + s*(p - 1) + 1, s) for d, r, s, p in zip(dilation, tap, stride, places.shape[2:])]
        for g in range(groups):
            c, o = slice(g*inner, (g + 1)*inner), slice(g*outer, (g + 1)*outer)
            x, w, y = wide[(slice(None), c, *at)], taps[(o, slice(None), *tap)], places[:, o]
            if direction == "forward":
                y += np.moveaxis(np.tensordot(w, x, (1, 1)), 0, 1)
            elif direction == "data":
                x += np.moveaxis(np.tensordot(w, y, (0, 1)), 0, 1)
            else:
                axes = (0, *range(2, x.ndim))
                w[...] += np.tensordot(y, x, (axes, axes))
    if direction == "data":
        out[...] = wide[inside]


def _convolution(direction, first, second, out, stride, dilation, low, groups, bias=None, scale=None,
                 shift=None, epilogue=None):
    """A convolution or one of its gradients; ``low`` is the padding before each axis."""
    result = out
    first, out, padding = _in_reach(direction, first, second, out, stride, dilation, low)
    if all(a.size for a in (first, second, out)):
        _by_taps(direction, first, second, out, stride, dilation, padding, groups)
    else:
        out[...] = 0
    each = (-1, *(1,) * (result.ndim - 2))
    if bias is not None:
        result += bias.reshape(each)
    if scale is not None:
        result *= scale.reshape(each)
    if shift is not None:
        result += shift.reshape(each)
    with np.errstate(invalid="ignore"):
        if epilogue in ("relu", "relu6"):
            result[...] = np.clip(result, 0, 6 if epilogue == "relu6" else None)
        elif epilogue == "hardswish":
            result *= np.clip(result + 3, 0, 6)
            result /= 6
'''
"""Text for generated programs."""
