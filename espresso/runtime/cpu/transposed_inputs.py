"""Inputs whose axes lie in another order in memory, such as Fortran's: programs for their transposes.

A loop along the last axis of such an array meets a cache line with each element, so that arrays are copied first, which
takes several times as long as many a sum over them.  The same formula of the transposes, ``X[j,i]`` for ``X[i,j]``,
reads them as they lie, and is planned for that.  Where a result is as large as they are, it would be written across:
then a copy takes no longer.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.system.half_precision import is_half

TIMES = 4
"""How many times as large as the results the arrays are."""

MOST = 4
"""Programs for transposes of one signature."""

Order = tuple[int, ...]
"""The axes of an array as they lie in memory, outer ones first."""


class TransposedInputs:
    """The orders of inputs that one signature has met; ``bind`` makes the call for a compiled function.

    ``compiled`` is a weak reference to that of the signature, ``read`` says which inputs loops read.
    """

    def __init__(self, compiled: weakref.ref[Any], read: Sequence[bool], bind: Callable[..., Any]) -> None:
        self._compiled, self._read, self._bind = compiled, read, bind
        self._made: dict[tuple[Order | None, ...], tuple[Any, Any] | None] = {}

    def call(self, arrays: Sequence[np.ndarray], results: Sequence[np.ndarray], least: int) -> bool:
        """Compute into the results by a program for the transposes of some arrays of so many bytes; False where there
        is none."""
        orders = tuple([order_of(a, least) if read else None for a, read in zip(arrays, self._read, strict=True)])
        moved = sum(a.nbytes for a, o in zip(arrays, orders, strict=True) if o)
        if moved < TIMES * sum(r.nbytes for r in results) or not moved:
            return False
        turned = [a if o is None else a.transpose(o) for a, o in zip(arrays, orders, strict=True)]
        if orders not in self._made:
            if len(self._made) >= MOST:
                return False
            compiled = self._compiled()
            made = None if compiled is None else of_transposes(compiled, orders)
            self._made[orders] = None if made is None else (made, self._bind(made, turned))
        found = self._made[orders]
        if found is None:
            return False
        found[1](turned, out=results)
        return True


def order_of(array: np.ndarray, least: int) -> Order | None:
    """The axes of an array with rows along another axis than the last, outer ones first; None for others.

    >>> a = np.ones((6, 7))
    >>> [order_of(x, 200) for x in (a, a.T, a.T[:, :4], a.T[::2], a[:2, :3].T)]
    [None, (1, 0), (1, 0), None, None]
    """
    if array.ndim < 2 or array.nbytes < least or array.flags.c_contiguous or is_half(array.dtype):
        return None
    steps = array.strides
    order = tuple(sorted(range(array.ndim), key=lambda k: -steps[k]))
    plain = array.dtype.isnative and array.flags.aligned and steps[order[-1]] == array.itemsize
    return order if plain and order != tuple(range(array.ndim)) else None


def of_transposes(compiled: Any, orders: Sequence[Order | None]) -> Any:
    """The function of transposes of some inputs; None where a formula takes one as a whole, or declares it."""
    given: dict[Expr, Order] = {t: o for t, o in zip(compiled._inputs.values(), orders, strict=True) if o is not None}
    originals = compiled._arguments.originals
    whole = {a for n in ex.postorder(*originals) for a in n.args[n.op in ("access", "size") :]}
    if any(t in whole or t.data.structure for t in given):
        return None
    new = {t: _turned(t, order) for t, order in given.items()}

    def change(node: Expr) -> Expr | None:
        if node.op not in ("access", "size") or node.args[0] not in given:
            return None
        array, order = new[node.args[0]], given[node.args[0]]
        if node.op == "size":
            return ex.size(array, order.index(node.data))
        return ex.access(array, [node.args[1 + k] for k in order], node.data)

    inputs = [new.get(t, t) for t in compiled._inputs.values()]
    formulas = [ex.taking(ex.rebuild(e, change), inputs) for e in originals]
    leaves = list(zip(compiled.outputs, formulas, strict=True))
    return compiled._remade(leaves, {**compiled.options, "inputs": compiled.inputs})


def _turned(t: Expr, order: Order) -> Expr:
    record = t.data
    shape: Any = None if record.shape is None else tuple(record.shape[k] for k in order)
    return ex.tensor(record.name, record.rank, record.dtype, shape, record.structure)
