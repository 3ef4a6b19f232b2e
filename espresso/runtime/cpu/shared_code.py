"""Code that all programs share: addresses of its functions, and its compilation beside the first plan.

It is compiled once for a processor and kept (`llvm.compiled.block_named`).
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from espresso.ir.driver import Blocked, Packed, Product, Step
from espresso.llvm.emit.tiles import Tile
from espresso.llvm.image import Linked, Loaded
from espresso.machine.entry_binding import entry
from espresso.system import threads

if TYPE_CHECKING:
    from espresso.ir.loops import Program


def convolving(group: str, part: str, dtype: str, *tile: int) -> int:
    """The address of a function of convolutions."""
    return _convolutions(group, dtype, tile).address(part)


def _convolutions(group: str, dtype: str, tile: tuple[int, ...]) -> Loaded | Linked:
    from espresso.kernels.convolution.binding import functions

    return functions(group, dtype, Tile(*tile))


def begin_convolutions(numbers: Iterable[tuple[Any, ...]]) -> None:
    """Groups of functions for the convolutions of a program, several made at the same time."""
    for what, *rest in numbers:
        if what == "convolving":
            group, _, dtype, *tile = rest
            _begin_group(group, dtype, tuple(tile))


@functools.cache
def _begin_group(group: str, dtype: str, tile: tuple[int, ...]) -> None:
    _aside(lambda: _convolutions(group, dtype, tile))


@functools.cache
def multiplying(way: str, dtype: str) -> int:
    """The address of the function for matrix products of this dtype: "products" by BLAS and loops, or "packed"."""
    from espresso.llvm.compiled import DECIDES, LEVELS, block_named

    def text() -> str:
        from espresso.kernels.packed_gemm import packed
        from espresso.llvm.emit import gemm

        return packed.text(dtype) if way == "packed" else gemm.text(dtype)

    levels = LEVELS if way == "packed" else DECIDES
    block = block_named(f"{way} of {dtype}", ["product"], text, levels=levels)
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


def begin_contractions(program: Program) -> None:
    """The same before the text of a program is written."""
    from espresso.engine.table import named
    from espresso.ir.calls import Contraction
    from espresso.llvm.emit.kinds import FLOATS

    for step in program.steps:
        if isinstance(step, Contraction) and step.dtype in FLOATS and (engine := named(step.engine)) and engine.native:
            _begin_product("packed" if engine.packs else "products", step.dtype)


@functools.cache
def _begin_product(way: str, dtype: str) -> None:
    _aside(lambda: multiplying(way, dtype))


def _aside(job: Callable[[], Any]) -> None:
    """Run a job whose result is kept by what makes it; an error comes again where the result is asked for."""

    def run() -> None:
        with contextlib.suppress(Exception):
            job()

    threading.Thread(target=run).start()
