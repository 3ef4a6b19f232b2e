"""Lowering of recurrences: one call that computes all states, step by step (`runtime.cpu`, `runtime.device`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from espresso.formulas.extents.affine import linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Recurrence, steps_first
from espresso.ir.calls import RecurrenceCall
from espresso.ir.storage.dtypes import value_dtypes
from espresso.system.half_precision import computed

if TYPE_CHECKING:
    from espresso.compiler.lowering.lower import Lowering


def lower(lowering: Lowering, node: Expr, extents: Mapping[str, Expr]) -> Expr:
    """A state of a recurrence as a read of its buffer, where its steps follow the first axis."""
    recurrence, number, names = node.data
    axis = recurrence.states[number].axis
    names = names[axis], *names[:axis], *names[axis + 1 :]
    made, orders = steps_first(recurrence)
    called = [a.data.name if a.op == "tensor" else a.data[0] for a in node.args]
    turned = tuple((k, called[k]) for k, order in enumerate(orders) if order != sorted(order))
    stored = [_stored(lowering, a, order) for a, order in zip(node.args, orders, strict=True)]
    node = ex.recur(made, number, names, stored)
    operands = tuple(a.data.name if a.op == "tensor" else lowering.buffer_of(a) for a in node.args)
    key = made, operands
    if key not in lowering.loops:
        lowering.loops[key] = _call(lowering, node, operands, extents, recurrence, turned)
    return lowering.read_at(lowering.loops[key][number], names)


def _stored(lowering: Lowering, array: Expr, order: Sequence[int]) -> Expr:
    """An array with its axes in this order, and as long as it is: factors that said so may be gone."""
    if list(order) == sorted(order):
        return array
    axes = [f"i{k}" for k in range(array.ndim)]
    name = array.data.name if array.op == "tensor" else array.data[0]
    made = ex.closed(name, [axes[k] for k in order], ex.access(array, [ex.index(n) for n in axes]))
    if array.op == "let":
        known = lowering.extents_of(array)
        lowering.known = {**lowering.known, made: {n: known[a] for n, a in zip(axes, array.data[1], strict=True)}}
    return made


def _call(
    lowering: Lowering, node: Expr, operands: tuple[str, ...], extents: Mapping[str, Expr], written: Recurrence,
    turned: tuple[tuple[int, str], ...],
) -> tuple[str, ...]:  # fmt: skip
    """Append the call; the names of the arrays of all states."""
    recurrence, number, names = node.data
    tensors = [ex.tensor(n, rank) for n, rank in zip(operands, recurrence.ranks, strict=True)]
    states = [ex.recur(recurrence, k, s.axes, tensors) for k, s in enumerate(recurrence.states)]
    dtypes = tuple(computed(d) for d in value_dtypes(states, lowering.dtypes))
    lengths: dict[Expr, Expr] = {}
    for formal, a in zip(recurrence.arrays, node.args, strict=True):
        known = {} if a.op == "tensor" else lowering.extents_of(a)
        for axis in range(a.ndim):
            lengths[ex.size(formal, axis)] = ex.size(a, axis) if a.op == "tensor" else known[a.data[1][axis]]
    told = {name: extents[n] for name, n in zip(recurrence.states[number].axes, names, strict=True) if n in extents}
    results = []
    for s, dtype in zip(recurrence.states, dtypes, strict=True):
        shape = []
        for name, e in zip(s.axes, s.lengths, strict=True):
            length = told[name] if e is None else ex.replace(e, lengths)
            form = linear(length)
            shape.append(length if form is None else form[1].expr())
        results.append(lowering.new_name(s.name or "h"))
        lowering.add_buffer(results[-1], dtype, shape)
    lowering.steps.append(
        RecurrenceCall(
            results[0], (), operands, tuple(results), recurrence, {}, dtypes[0], dtypes, written=written, turned=turned
        )
    )
    return tuple(results)
