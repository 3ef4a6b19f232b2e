"""Which products become packed GEMM: windows, strides, or an axis order that no BLAS reads in place.

``x[n, c, p + r, q + s]`` needs no array of windows, and ``a[i,e,j,f]*b[f,k,e,l]`` no transposed copies,
where the product packs its operands block by block from where they lie (``kernels.packed_gemm.packed``).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from espresso.compiler.sizes import Size
from espresso.formulas.extents.affine import ends, linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.engine import REAL_DTYPES
from espresso.ir.loops import indices_of
from espresso.ir.targets import TARGETS

if TYPE_CHECKING:
    from espresso.compiler.lowering.lower import Lowering

LEAST_WORK = 1 << 12
"""Multiplications from which on a product of plain arrays is packed rather than computed by loops for each matrix."""

BATCH, PADDED = 4, 3
"""Indices that both operands and the result have, and axes of an operand that may be read outside."""


def is_read_in_place(e: Expr) -> bool:
    """Whether ``e`` reads an array at sums of indices with whole factors, outside of it 0 if anything."""
    if e.op != "access" or e.args[0].op != "tensor" or (e.data is not None and e.data != 0):
        return False
    forms = [linear(s) for s in e.args[1:]]
    return all(f is not None and all(t.op == "size" for t in f[1].terms) for f in forms)


def packs(
    lowering: Lowering, operands: Sequence[Expr], result: frozenset[str], extents: Mapping[str, Expr], dtype: str,
    names: Sequence[str],
) -> bool:  # fmt: skip
    """Whether the product of two operands over these indices is packed."""
    if not TARGETS[lowering.target].packs or dtype not in REAL_DTYPES or not _allowed(lowering.options):
        return False
    first, second = operands
    batch = first.free & second.free & result
    shifted = [e for e in operands if is_read_in_place(e) and not _plain(e)]
    if len(batch) > BATCH or any(not _few_padded(lowering, e, batch, extents) for e in shifted):
        return False
    if shifted:
        return True
    if not all(is_read_in_place(e) for e in operands):
        return False  # an array that is made for the product is made in the order of matrices
    lengths = lowering.sizes.prefer(lambda size: {n: size(extents[n]) for n in first.free | second.free})
    left, right = ([str(s.data[0]) for s in e.args[1:]] for e in operands)
    if is_in_place(left, right, names, lengths):
        return False
    return math.prod(lengths.values()) >= LEAST_WORK or not _is_one_axis(left, right, result, lengths)


def _is_one_axis(left: Sequence[str], right: Sequence[str], result: frozenset[str], lengths: Mapping[str, int]) -> bool:
    """Whether the summed indices are one axis in memory: loops and libraries sum over no more than that."""
    arrays = [[n for n in axes if lengths[n] != 1] for axes in (left, right)]
    summed = [[n for n in axes if n not in result] for axes in arrays]
    if summed[0] != summed[1]:
        return False
    steps = [_strides(axes, lengths) for axes in arrays]
    return all(s[a] == lengths[b] * s[b] for s in steps for a, b in itertools.pairwise(summed[0]))


def _allowed(options: Mapping[str, Any]) -> bool:
    """Whether the user's choice of engines leaves room for it."""
    given = options.get("engine") or options.get("engines")
    if not options.get("fused", True):
        return False
    if isinstance(given, Mapping):
        return all("packed" in ([v] if isinstance(v, str) else v) for v in given.values())
    return not given or "packed" in ([given] if isinstance(given, str) else given)


def _plain(e: Expr) -> bool:
    return e.data is None and indices_of(e) is not None


def _few_padded(lowering: Lowering, e: Expr, batch: frozenset[str], extents: Mapping[str, Expr]) -> bool:
    """Whether few enough axes are read outside, none of them along an index that both operands have.

    That depends on the lengths: others for which it does not hold give another program.
    """
    if e.data is None:
        return True
    name = e.args[0].data.name
    shape = lowering.buffers[name].shape if name in lowering.buffers else None
    forms = []
    for axis, slot in enumerate(e.args[1:]):
        form = linear(slot)
        assert form is not None
        length = shape[axis] if shape is not None else ex.size(e.args[0], axis)
        forms.append((form[0], form[1].expr(), length))
    names = {n: extents[n] for factors, _, _ in forms for n in factors}

    def few(size: Size) -> bool:
        lengths = {n: size(x) for n, x in names.items()}
        if not all(lengths.values()):  # nothing is read
            return True
        count = 0
        for factors, rest, length in forms:
            low, high = ends(factors, _value(rest, size), lengths.__getitem__)
            if low < 0 or high >= size(length):
                if batch.intersection(factors):
                    return False
                count += 1
        return count <= PADDED

    return lowering.sizes.decide(few, always=False)


def _value(e: Expr, size: Size) -> int:
    """A constant with lengths, which may be negative."""
    form = linear(e)
    assert form is not None
    return form[1].constant + sum(size(t) * f for t, f in form[1].terms.items())


def is_in_place(
    left: Sequence[str], right: Sequence[str], out: Sequence[str], lengths: Mapping[str, int]
) -> bool:
    """Whether a BLAS reads arrays with these axes as matrices where they lie, and stores the result so.

    Beside common axes, each group of indices must be one axis: it stands together, in one order everywhere.

    >>> sizes = dict.fromkeys("ijkl", 8)
    >>> is_in_place("ijk", "kl", "ijl", sizes), is_in_place("ikj", "kl", "ijl", sizes)
    (True, False)
    """
    arrays = [[n for n in axes if lengths[n] != 1] for axes in (left, right, out)]
    steps = [_strides(axes, lengths) for axes in arrays]
    a, b, c = (set(axes) for axes in arrays)
    groups = ((0, 2, a & c - b), (1, 2, b & c - a), (0, 1, a & b - c))
    ends: list[set[str]] = [set(), set(), set()]
    for first, second, group in groups:
        orders = [[n for n in arrays[k] if n in group] for k in (first, second)]
        if orders[0] != orders[1]:
            return False
        for outer, inner in zip(orders[0], orders[0][1:], strict=False):
            for k in (first, second):
                if steps[k][outer] != lengths[inner] * steps[k][inner]:
                    return False
        for k in (first, second):
            ends[k] |= set(orders[0][-1:])
    return all(not e or any(steps[k][n] == 1 for n in e) for k, e in enumerate(ends))


def _strides(axes: Sequence[str], lengths: Mapping[str, int]) -> dict[str, int]:
    found, step = {}, 1
    for name in reversed(axes):
        found[name] = step
        step *= lengths[name]
    return found
