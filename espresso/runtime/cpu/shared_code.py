"""Code that all programs share: addresses of its functions, and its compilation beside the first plan.

It is compiled once for a processor and kept (`llvm.compiled.block_named`).
"""

from __future__ import annotations

import contextlib
import functools
import math
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.ir.driver import Blocked, Packed, Product, Step
from espresso.llvm.emit.tiles import Tile
from espresso.machine.entry_binding import entry
from espresso.system import threads
from espresso.system.processor import vector_bytes

if TYPE_CHECKING:
    from espresso.ir.loops import Program
    from espresso.kernels.small_matrices import Task
    from espresso.runtime.cpu.workers import SlicedFunction


def convolving(group: str, part: str, dtype: str, *tile: int) -> int:
    """The address of a function of convolutions."""
    from espresso.kernels.convolution.binding import functions

    return functions(group, dtype, Tile(*tile)).address(part)


@functools.cache
def multiplying(way: str, dtype: str) -> int:
    """The address of the function for matrix products of this dtype: "products" by BLAS and loops, or "packed"."""
    from espresso.llvm.compiled import WRITTEN_OUT, block_named

    def text() -> str:
        from espresso.kernels.packed_gemm import packed
        from espresso.llvm.emit import gemm

        return packed.text(dtype) if way == "packed" else gemm.text(dtype)

    block = block_named(f"{way} of {dtype}", ["product"], text, levels=WRITTEN_OUT)
    if block is None:
        raise OSError("memory cannot be made executable")  # it could be for the program that asks
    return block.address("product")


@functools.cache
def begin_calls() -> None:
    """The call entry and the thread pool, made while the first program is planned: once for the life of the process."""
    _aside(entry)
    if threads.count() > 1:
        from espresso.runtime.cpu import workers

        _aside(workers.entry)


def begin_products(steps: Iterable[Step]) -> None:
    """Functions for the matrix products of a program, made while the program is compiled."""
    for step in steps:
        if isinstance(step, Blocked):
            begin_products(s for s in step.steps if isinstance(s, Product))
        elif isinstance(step, (Product, Packed)) and step.native:
            _begin_product("packed" if isinstance(step, Packed) else "products", step.dtype)


def begin_library_calls(program: Program, products: bool = True) -> None:
    """The same for convolutions as well, before the text of a program is written."""
    from espresso.engine.table import named
    from espresso.ir.calls import Contraction, EngineCall
    from espresso.ir.engine import CONVOLUTION
    from espresso.llvm.emit.kinds import FLOATS

    for step in program.steps:
        if not isinstance(step, (Contraction, EngineCall)) or step.dtype not in FLOATS:
            continue
        engine = named(step.engine)
        if engine is None or not engine.native:
            continue
        if isinstance(step, EngineCall):
            if step.kind == CONVOLUTION:
                _begin_convolution(step.parameters["direction"], engine.winograd, step.dtype, step.parameters["rows"])
        elif products:
            _begin_product("packed" if engine.packs else "products", step.dtype)


@functools.cache
def _begin_convolution(direction: str, winograd: bool, dtype: str, rows: int) -> None:
    from espresso.kernels.convolution.binding import functions
    from espresso.kernels.convolution.record import groups_of
    from espresso.llvm.emit.tiles import of_rows, tile
    from espresso.llvm.machine import host

    made = of_rows(tile(dtype, host()[2]), rows)
    for group in groups_of(direction, winograd):
        _aside(partial(functions, group, dtype, made))


@functools.cache
def _begin_product(way: str, dtype: str) -> None:
    _aside(lambda: multiplying(way, dtype))


def _aside(job: Callable[[], Any]) -> None:
    """Run a job whose result is kept by what makes it; an error comes again where the result is asked for."""

    def run() -> None:
        with contextlib.suppress(Exception):
            job()

    threading.Thread(target=run).start()


FEW = 512
"""Matrices up to which LAPACK computes a stack: code for small ones is compiled once for a machine, in 20 to 150 ms."""

NANOSECONDS = 0.25
"""Time of an operation of elimination on one matrix, of n**3 for each."""


def _lanes() -> int:
    """Matrices that one vector holds a number of each of."""
    from espresso.kernels.small_matrices import SIZE

    return vector_bytes() // SIZE


@functools.cache
def _of_matrices(task: Task) -> SlicedFunction | None:
    from espresso.kernels import small_matrices
    from espresso.llvm.compiled import WRITTEN_OUT, block_named
    from espresso.runtime.cpu.workers import SlicedFunction

    block = block_named(f"{task}", ["run"], lambda: small_matrices.text(task, _lanes()), levels=WRITTEN_OUT)
    return None if block is None else SlicedFunction(block, "run")


def compute_matrices(function: str, out: np.ndarray, matrices: np.ndarray, right: np.ndarray | None = None) -> bool:
    """A function of numpy.linalg of each matrix of a stack, into ``out``; False where NumPy has to do it.

    That is for few matrices, or large ones, other dtypes and layouts, and where one is singular, or not positive
    definite: then ``out`` may have been written.
    """
    from espresso.kernels.small_matrices import KINDS, MOST, Task

    n, count = matrices.shape[-1], math.prod(matrices.shape[:-2])
    if count < FEW or not 0 < n <= MOST or matrices.dtype.name not in KINDS:
        return False
    transposed = not matrices.flags.c_contiguous
    given = [matrices.swapaxes(-1, -2) if transposed else matrices, *([] if right is None else [right])]
    plain = all(a.flags.c_contiguous and a.flags.aligned and a.dtype == matrices.dtype for a in (out, *given))
    columns = 0 if right is None else right.shape[-1]
    if not plain or columns > MOST or any(a.shape[:-2] != matrices.shape[:-2] for a in given):
        return False
    run = _of_matrices(Task(function, n, matrices.dtype.name, columns, transposed))
    if run is None:
        return False
    numbers = np.array([count, 0], np.int64)
    places = [a.ctypes.data for a in (out, *given, *([] if columns else [out]))]
    run(places, numbers, -(-count // _lanes()), NANOSECONDS * n**3 * count)
    return not numbers[1]
