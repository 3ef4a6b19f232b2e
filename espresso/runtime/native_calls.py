"""Calls of a native program for one signature: the table of numbers, slices for threads, and the call itself."""

from __future__ import annotations

import ctypes
import functools
import math
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..native.layout import known
from ..native.steps import Foreign, Launch, Product
from . import threads
from .machine_code import Code
from .pool import Workspace

RECORD = 35
"""Numbers that describe a product (``native.multiply.Multiplier.LENGTH``)."""

PAYS = 200_000
"""Nanoseconds of work that a slice must have: waking a Python thread and waiting for it takes about 150 µs."""


class NativeCall:
    """One program with the numbers of one signature.

    ``shapes`` and ``strides`` (in bytes) are those of every array, ``size_of`` evaluates the
    texts of extents.
    """

    def __init__(
        self, code: Code, module: Any, kinds: Mapping[str, tuple[str, int]], shapes: Mapping[str, tuple[int, ...]],
        strides: Mapping[str, tuple[int, ...]], offsets: Mapping[str, int], size_of: Callable[[str], int],
    ) -> None:  # fmt: skip
        self.code, self.module = code, module
        self.order = module.order
        self.dtypes = {n: np.dtype(kinds[n][0]) for n in self.order}
        elements = {n: tuple(s // self.dtypes[n].itemsize for s in strides[n]) for n in self.order}
        self.sizes = {n: size_of(n) for n in module.extents}
        records: dict[int, list[int]] = {}
        self.foreign: dict[int, Callable[..., None]] = {}
        self.extents: list[int] = []
        self.slices: list[int] = []
        for k, step in enumerate(module.plan):
            if isinstance(step, Foreign):
                self.foreign[k] = _function(step.reads, step.out, step.lines, step.prelude)
                extent, cost = 0, 0.0
            elif isinstance(step, Product):
                from . import blas

                made = blas.record(step, shapes, elements) if self._here(step, kinds) else None
                if made is None:  # by the engine's own text, with the arrays as they are
                    self.foreign[k] = _function((step.left, step.right), step.out, step.lines, step.prelude)
                    made = [0] * RECORD, 0
                records[k], extent = made
                cost = blas.nanoseconds(step, shapes) / max(extent, 1)
            else:
                extent = self._extent(step)
                cost = float(eval(_formula(step.cost), {}, self.sizes)) if step.cost else 0.0
            self.extents.append(extent)
            self.slices.append(max(1, min(threads.count(), extent, int(extent * cost) // PAYS)))
        values: dict[str, Callable[..., int]] = {
            "size": lambda text: self.sizes[text],
            "length": lambda name, axis: shapes[name][axis],
            "stride": lambda name, axis: strides[name][axis],
            "offset": lambda name: offsets.get(name, 0),
            "bytes": lambda name: math.prod(shapes[name]) * self.dtypes[name].itemsize,
            "type": lambda: id(np.ndarray),
            "dtype": lambda name: id(self.dtypes[name]),
            "rows": lambda k: self.extents[k],
            "product": lambda k, at: records[k][at],
        }
        self.table = np.array([values[what](*rest) for what, *rest in code.numbers], np.int64)
        self.numbers = self.table.ctypes.data
        self.shared = [(self.order.index(new), self.order.index(old)) for new, old in module.shared.items()]
        self.split = bool(self.foreign) or max(self.slices, default=1) > 1
        self.at_once = not self.split and known()

    @staticmethod
    def _here(step: Product, kinds: Mapping[str, tuple[str, int]]) -> bool:
        """Whether the program computes this product itself, as `native.modules.here` says."""
        same = {kinds[n][0] for n in (step.left, step.right, step.out)} == {step.dtype}
        return step.native and same and step.dtype in ("float32", "float64")

    def _extent(self, step: Launch) -> int:
        if step.extent is None:
            return 0
        return step.extent if isinstance(step.extent, int) else self.sizes[step.extent]

    def __call__(self, arrays: Sequence[np.ndarray], results: Sequence[np.ndarray], workspace: Workspace) -> None:
        """Run on arrays that have the lengths and strides of the table."""
        every = [*arrays, *results, *workspace]
        table = self.addresses(every)
        if not self.split:
            self.code.run(table, self.numbers)
            return
        for k in range(len(self.code.steps)):
            self.step(k, every, table, workspace)

    def addresses(self, every: Sequence[np.ndarray]) -> Any:
        """The table of addresses of all arrays."""
        place = [a.ctypes.data for a in every]
        for new, old in self.shared:
            place[new] = place[old]
        return (ctypes.c_void_p * len(place))(*place)

    def step(self, k: int, every: Sequence[np.ndarray], table: Any, workspace: Workspace) -> None:
        """Run one step, on threads where that pays."""
        if k in self.foreign:
            called = self.module.plan[k]
            views = {self.order[at]: array for at, array in enumerate(every)}
            for new, old in self.module.shared.items():
                views[new] = views[old]
            reads = called.reads if isinstance(called, Foreign) else (called.left, called.right)
            self.foreign[k](*(views[n] for n in reads), views[called.out])
            return
        function, extent, slices = self.code.steps[k], self.extents[k], self.slices[k]
        if slices < 2:
            function(table, self.numbers, 0, extent)
            return
        step = self.module.plan[k]
        parts = [(self.order.index(n), join) for n, join in step.parts] if isinstance(step, Launch) else []
        if parts and k not in workspace.parts:
            empty = [[np.empty_like(every[at]) for at, _ in parts] for _ in range(slices - 1)]
            workspace.parts[k] = empty
        jobs: list[Callable[[], None]] = []
        for number in range(slices):
            own = table
            if number and parts:  # a slice reduces into arrays of its own
                own = type(table)(*table)
                for (at, _), array in zip(parts, workspace.parts[k][number - 1], strict=True):
                    own[at] = array.ctypes.data
            jobs.append(
                partial(function, own, self.numbers, number * extent // slices, (number + 1) * extent // slices)
            )
        threads.run_together(jobs)
        for made in workspace.parts[k] if parts else ():
            for (at, join), array in zip(parts, made, strict=True):
                getattr(np, join.removeprefix("np."))(every[at], array, out=every[at])


@functools.cache
def _formula(text: str) -> Any:
    """An estimate of work, compiled once."""
    return compile(text, "<cost>", "eval")


@functools.cache
def _function(reads: tuple[str, ...], out: str, lines: tuple[str, ...], prelude: str) -> Callable[..., None]:
    """A step by the text of its engine, over the arrays that it reads and the one that it writes."""
    names = [n if n not in reads[:k] else f"_{k}_{n}" for k, n in enumerate(reads)]  # read twice: the first will do
    head = f"def step({', '.join([*names, out])}):\n" + "".join(f"    {line}\n" for line in lines)
    scope = _scope(prelude)
    exec(head, scope)
    return scope.pop("step")  # type: ignore[no-any-return]


@functools.cache
def _scope(prelude: str) -> dict[str, Any]:
    """The module of an engine's prelude: all its calls share what it remembers."""
    scope: dict[str, Any] = {"np": np, "os": os}
    if "@njit" in prelude:  # its loops are for saved programs; here only what they cannot do arrives
        scope["njit"] = lambda **_: lambda function: function
    exec(prelude, scope)
    return scope
