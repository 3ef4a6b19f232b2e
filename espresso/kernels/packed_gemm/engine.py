"""The engine ``packed``: GEMM on operands that no BLAS reads in place.

A native program packs a block of each operand at a time, straight from where it lies
(``packed``); no transposed array and no array of windows is made.  The text below is
what a saved program does instead: it makes those arrays and multiplies them with NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from espresso.formulas.extents.affine import linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.conditions import maximum
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction, PackedContraction
from espresso.ir.engine import (
    CONTRACTION,
    CONVOLUTION,
    REAL_DTYPES,
    Call,
    Engine,
    module_missing,
    package_version,
    wrong_dtype,
)
from espresso.ir.product_text import extent_text, more_arguments
from espresso.kernels.convolution import filling
from espresso.kernels.convolution.engine import SHARE as DIRECT_SHARE
from espresso.system import machine_model

SHARE = 0.75
"""Of the rate of a large product: packing moves what a BLAS reads in place."""

TEXT = '''
def _reading(x, lengths, axes, padded):
    """x read at sums of indices: axis k at sum(factors[k]*indices) + constants[k]; outside it is 0 where padded."""
    inside, places = True, []
    for length, (factors, constant) in zip(x.shape, axes):
        at = np.array(constant)
        for axis, factor in factors.items():
            steps = np.arange(lengths[axis])*factor
            at = at + steps.reshape([-1 if k == axis else 1 for k in range(len(lengths))])
        if padded:
            inside = inside & (at >= 0) & (at < length)
            at = np.clip(at, 0, max(length - 1, 0))
        places.append(at)
    if padded and not x.size:
        return np.zeros(lengths, x.dtype)
    found = np.broadcast_to(x[tuple(places)], lengths)
    return np.where(inside, found, x.dtype.type(0)) if padded else found


def _packed(x, y, out, batch, rows, columns, summed, order, x_axes, y_axes, padded, keep=False, scale=1.0):
    """out = scale times the sum of products of two arrays read at sums of indices; added to out with keep.

    batch, rows ... are lengths of groups.
    Indices are numbered batch, rows, summed in x and batch, summed, columns in y.
    """
    a = _reading(x, (*batch, *rows, *summed), x_axes, padded[0])
    b = _reading(y, (*batch, *summed, *columns), y_axes, padded[1])
    k = math.prod(summed)
    product = np.matmul(a.reshape(*batch, math.prod(rows), k), b.reshape(*batch, k, math.prod(columns)))
    product = product.reshape(*batch, *rows, *columns).transpose(order)
    with np.errstate(all="ignore"):
        out[...] = out + scale*product if keep else scale*product
'''


def as_packed(step: Contraction) -> PackedContraction:
    """A contraction of whole arrays in the same form as all others."""
    if isinstance(step, PackedContraction):
        return step
    slots = [tuple(map(ex.index, axes)) for axes in (step.left_axes, step.right_axes)]
    given = {f.name: getattr(step, f.name) for f in fields(Contraction)}
    return PackedContraction(**given, left_slots=slots[0], right_slots=slots[1])


def unfit(call: Call) -> str | None:
    """Why a convolution does not become a product; nothing for products."""
    return filling.unfit(call) if call.kind == CONVOLUTION else None


def refuses(call: Call) -> str | None:
    """Real arrays of one dtype; matrices too, though a BLAS that reads them in place stands before it."""
    return wrong_dtype(call, REAL_DTYPES, "the packed product")


def seconds(call: Call) -> float:
    """The rate of the kernel that keeps a tile in registers."""
    rates = machine_model.rates()
    if call.kind == CONVOLUTION:
        return filling.seconds(call, DIRECT_SHARE * rates.flops(call.output.dtype))
    return 2e-6 + maximum(call.flops / (SHARE * rates.flops(call.output.dtype)), call.traffic / rates.memory)


def emit(step: Contraction) -> Sequence[str]:
    """One line of the program."""
    step = as_packed(step)
    groups = step.groups()
    batch, rows, columns, summed = groups

    def lengths(names: Sequence[str]) -> str:
        texts = [extent_text(step.extents[n]) for n in names]
        return f"({', '.join(texts)},)" if texts else "()"

    def axes(slots: Sequence[Expr], order: Sequence[str]) -> str:
        parts = []
        for slot in slots:
            found = linear(slot)
            assert found is not None
            factors = ", ".join(f"{order.index(n)}: {f}" for n, f in found[0].items())
            parts.append(f"({{{factors}}}, {extent_text(found[1].expr())})")
        return f"({', '.join(parts)},)"

    made = [*batch, *rows, *columns]
    order = tuple(made.index(a) for a in step.axes)
    reads = axes(step.left_slots, (*batch, *rows, *summed)), axes(step.right_slots, (*batch, *summed, *columns))
    given = ", ".join([step.left, step.right, step.name, *map(lengths, groups), repr(order), *reads])
    return [f"_packed({given}, ({step.left_padded}, {step.right_padded}){more_arguments(step)})"]


PACKED = Engine(
    "packed", "cpu", (CONTRACTION, CONVOLUTION),
    "products of arrays that no BLAS reads in place: windows, any order of axes; convolutions with few positions",
    missing=module_missing("llvmlite", "pip install llvmlite"), version=package_version("llvmlite"),
    unfit=unfit, refuses=refuses, seconds=seconds, as_products=frozenset({CONVOLUTION}), emit=emit, prelude=TEXT,
    accumulates=True, packs=True, native=True,
)  # fmt: skip
