"""Inputs in another form than formulas name them: axes in another order in memory, or of length 1.

A loop along the last axis of an array such as Fortran's meets a cache line with each element, so that arrays are copied
first, which takes several times as long as many a sum over them.  The same formula of the transposes, ``X[j,i]`` for
``X[i,j]``, reads them as they lie, and is planned for that.  Where a result is as large as they are, it would be
written across: then a copy takes no longer.

A loop over an axis of length 1 is a loop around one element, of which no vector is made, as in a column ``y[i,j]``.
The same formula without such axes computes it in the same memory.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.storage.dtypes import value_dtype
from espresso.runtime.cpu.strided_inputs import StridedInputs
from espresso.system.half_precision import is_half

TIMES = 4
"""How many times as large as the results the arrays are."""

MOST = 4
"""Programs for transposes of one signature."""

SMALL = 1 << 13
"""Elements of the largest array up to which axes of length 1 stay: to compile another form takes longer."""

OF_ONE = frozenset({"sum", "prod", "max", "min", "mean"})
"""Reductions of which one element is the value."""

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


class OtherForm(LookupError):
    """Why a formula has no form without some axes."""


class WithoutUnitAxes:
    """The call of a signature by that of its formulas without axes of length 1, ``inner``.

    All else is as the usual call says, which ``bind`` makes where somebody asks.  Neither the function nor the arrays
    of the first call are held.
    """

    def __init__(
        self, compiled: Any, inner: Any, shapes: Sequence[Sequence[int]], arrays: Sequence[np.ndarray],
        bind: Callable[..., Any],
    ) -> None:  # fmt: skip
        self._compiled, self._bind = weakref.ref(compiled), bind
        self._inner, self._usual = inner, None
        self._like = [np.broadcast_to(np.zeros((), a.dtype), a.shape) for a in arrays]
        self.names, self.dtypes = tuple(compiled.outputs), inner.dtypes
        self.shapes = [tuple(s) for s in shapes]
        at_once = _at_once(inner, arrays, self.shapes)
        self.at_once = at_once is not None
        if at_once is not None:
            self.fast, self.entry, self.accept = at_once.fast, at_once.entry, at_once.accept

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self._usual is None:
            self._usual = self._bind(self._compiled(), self._like)
        return getattr(self._usual, name)

    @property
    def held(self) -> int:
        """Bytes that this signature keeps between calls."""
        return int(self._inner.held)

    def __call__(
        self, arrays: Sequence[np.ndarray], out: Sequence[np.ndarray | None] | None = None
    ) -> list[np.ndarray]:
        kinds = list(zip(self.shapes, self.dtypes, strict=True))
        given = out or [None] * len(kinds)
        results = [self._inner.empty(*kind) if o is None else o for o, kind in zip(given, kinds, strict=True)]
        self._inner([without_ones(a) for a in arrays], [without_ones(r) for r in results])
        return results


def _at_once(inner: Any, arrays: Sequence[np.ndarray], shapes: Sequence[tuple[int, ...]]) -> Any:
    """The call ``inner`` where machine code looks at inputs itself, for those that have axes of length 1 as well.

    Only what such calls need is meant for these shapes; None where Python has to look at the inputs.
    """
    native = inner.plain if getattr(inner, "at_once", False) else None
    if native is None:
        return None
    made, module = copy(inner), inner.generated.module
    names = (*inner.generated.variables.values(), *module.outputs)
    made._plain = native.taking(dict(zip(names, (*(a.shape for a in arrays), *shapes), strict=True)))
    made._record, made.shapes = made._plain.record.address, [*shapes]
    made._specs = list(zip(shapes, inner.dtypes, strict=True))
    made._entries, made._layouts = [], StridedInputs(None, (), inner._native, inner._kept, False)
    return made


def without_ones(array: np.ndarray) -> np.ndarray:
    """A view without the axes of length 1.

    >>> without_ones(np.ones((1, 3, 1))).shape, without_ones(np.ones(1)).shape
    ((3,), ())
    """
    return array.squeeze() if 1 in array.shape else array


def pays(arrays: Sequence[np.ndarray]) -> bool:
    """Whether arrays with axes of length 1 are large enough for a form without these; they are floats."""
    large = max(a.size for a in arrays) > SMALL
    return large and all(a.size and a.dtype.kind in "fc" and not is_half(a.dtype) for a in arrays)


def without_unit_axes(compiled: Any, arrays: Sequence[np.ndarray], size_of: Callable[[Expr], int]) -> Any:
    """The function of the same formulas without axes of length 1; None where they need these.

    Arrays are read at plain indices; recurrences, and functions that reorder an index of length 1, stay.
    """
    units = {
        e: frozenset(n for n, size in known.items() if size_of(size) == 1)
        for e, known in compiled.prepared.extents.items() if e.op == "let"
    }  # fmt: skip
    if all(_is_merged(e, name, names) for e, names in units.items() for name in names):
        return None
    inputs = compiled._inputs.values()
    dropped = tuple([tuple([k for k, n in enumerate(a.shape) if n == 1]) for a in arrays])
    key = dropped, tuple([tuple(sorted(names)) for names in units.values()])
    if key not in compiled._by_units:
        axes = dict(zip(inputs, dropped, strict=True))
        dtypes = {t.data.name: str(a.dtype.newbyteorder("=")) for t, a in zip(inputs, arrays, strict=True)}
        try:
            compiled._by_units[key] = _of_fewer_axes(compiled, axes, units, dtypes)
        except OtherForm:
            compiled._by_units[key] = None
    return compiled._by_units[key]


def _is_merged(let: Expr, unit: str, units: frozenset[str]) -> bool:
    """Whether an index stands beside the same longer one everywhere, so that one loop runs over both (`collapse`)."""
    nodes = ex.postorder(let.args[0], into_arrays=False)
    rows = [let.data[1], *(n.data[1] for n in nodes if n.op in ("reduce", "scan"))]
    rows += [tuple(s.data[0] for s in n.args[1:] if s.op == "index") for n in nodes if n.op == "access"]
    for step in (-1, 1):
        beside = {row[k + step] if 0 <= k + step < len(row) else "" for row in rows for k in _at(row, unit)}
        if len(beside) == 1 and (other := beside.pop()) and other not in units:
            return all(len(_at(row, other)) == len(_at(row, unit)) for row in rows)
    return False


def _at(names: Sequence[str], name: str) -> list[int]:
    return [k for k, n in enumerate(names) if n == name]


def _of_fewer_axes(
    compiled: Any, axes: Mapping[Expr, Sequence[int]], units: Mapping[Expr, frozenset[str]], dtypes: Mapping[str, str]
) -> Any:  # fmt: skip
    """The function of arrays without these axes; `OtherForm` where the formulas need them."""
    new: dict[Expr, Expr] = {}
    for t, lost in axes.items():
        if lost and (t.data.structure or t.data.shape is not None):
            raise OtherForm(t.data.name)
        new[t] = ex.tensor(t.data.name, t.data.rank - len(lost), t.data.dtype, t.data.shape, t.data.structure)
    written = list(compiled.prepared.written.values())
    gone = {**axes, **{e: [k for k, n in enumerate(e.data[1]) if n in names] for e, names in units.items()}}
    for let in ex.lets(*written):
        body = _Fewer(gone, new, units[let], dtypes).body(let.args[0])
        new[let] = ex.closed(let.data[0], [n for n in let.data[1] if n not in units[let]], body)
    inputs = [new.get(t, t) for t in compiled._inputs.values()]
    leaves = list(zip(compiled.outputs, [ex.taking(new[e], inputs) for e in written], strict=True))
    return compiled._remade(leaves, {**compiled.options, "inputs": compiled.inputs})


class _Fewer:
    """Rewrites a body: arrays have lost axes, and the indices ``units`` are 0."""

    def __init__(
        self, gone: Mapping[Expr, Sequence[int]], new: Mapping[Expr, Expr], units: frozenset[str],
        dtypes: Mapping[str, str],
    ) -> None:  # fmt: skip
        self.gone, self.new, self.units, self.dtypes = gone, new, units, dtypes

    def body(self, e: Expr) -> Expr:
        """The body, from its leaves up."""
        return ex.copied([e], self._changed, into_arrays=False)[0]

    def _changed(self, node: Expr, copy: Expr) -> Expr | None:
        if node.op == "index":
            return ex.const(0) if node.data[0] in self.units else None
        if node.op in ("access", "size"):
            return self._of_array(node, copy)
        if node.op == "reduce":
            return self._reduction(node, copy)
        if node.op not in ("call", "const", *ex.ARRAY_OPS) and not (node.op == "scan" and not self._touched(node)):
            raise OtherForm(node.op)
        return None

    def _touched(self, node: Expr) -> bool:
        return not self.units.isdisjoint(node.data[1])

    def _of_array(self, node: Expr, copy: Expr) -> Expr:
        array = node.args[0]
        if array not in self.gone:
            raise OtherForm("an array of another kind")
        lost = self.gone[array]
        if node.op == "size":
            before = sum(k < node.data for k in lost)
            return ex.const(1) if node.data in lost else ex.size(self.new[array], node.data - before)
        if node.data is not None or any(s.op not in ("index", "const") for s in node.args[1:]):
            raise OtherForm("reads that move")
        return ex.access(self.new[array], [s for k, s in enumerate(copy.args[1:]) if k not in lost])

    def _reduction(self, node: Expr, copy: Expr) -> Expr | None:
        if not self._touched(node):
            return None
        if node.data[0] not in OF_ONE or value_dtype(node.args[0], self.dtypes)[0] not in "fc":
            raise OtherForm(node.data[0])
        left = [n for n in node.data[1] if n not in self.units]
        return ex.reduce(node.data[0], left, copy.args[0]) if left else copy.args[0]
