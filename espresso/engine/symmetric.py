"""Symmetric products on a GPU (SYRK-like): block columns of one triangle, mirrored to the other.

``A' diag(s) A`` equals its transpose whatever the arrays hold (`ir.symmetry`), but cuBLAS has no product
that computes one half of it from two operands through CuPy's bindings.  So the result is cut in block columns.
Of each one everything from its diagonal block down is a plain product of parts of the operands, and what lies
below the diagonal block is transposed to the right of it by ``geam``: with p columns (p + 1)/2p of the work.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from espresso.engine.cublas_calls import PREFIX, CublasStep, Product, put
from espresso.ir.calls import Contraction
from espresso.ir.loops import Program
from espresso.ir.symmetry import symmetric

LEAST = 1024
"""Rows from which on halves pay for more calls."""

WIDTH = 512
"""Columns of a block: enough for a product to keep the device busy."""

MOST = 16
"""Block columns at most: their calls are put into the stream one by one."""


def block_columns(call: Contraction, program: Program, extents: Mapping[str, int], dtype: str) -> int:
    """Into how many block columns a symmetric product is cut; 0 for any other."""
    if dtype not in PREFIX or not symmetric(program, call):
        return 0
    _, (row,), _, summed = call.groups()
    depth = 1
    for name in summed:
        depth *= extents[name]
    n = extents[row]
    return min(MOST, n // WIDTH) if n >= LEAST and depth >= WIDTH else 0


def work_share(columns: int) -> float:
    """The part of the operations that is done with so many block columns.

    >>> work_share(0), work_share(2), work_share(16)
    (1.0, 0.75, 0.53125)
    """
    return (columns + 1) / (2 * columns) if columns else 1.0


class SymmetricStep:
    """A symmetric product with bound pointers, run on the handle of the current device in the given stream."""

    recorded = True

    def __init__(
        self, product: Product, dtypes: Mapping[str, str], tf32: bool, columns: int, itemsize: int,
        deterministic: bool = False,
    ) -> None:  # fmt: skip
        assert product.rows == product.columns and product.batch == 1
        self.names = (product.first, product.second, product.result)
        self.product, self.itemsize = product, itemsize
        n = product.rows
        ends = [n * k // columns for k in range(columns + 1)]
        self.blocks = list(itertools.pairwise(ends))
        self.pieces = [
            (CublasStep(_below(product, a, b), dtypes, tf32, deterministic), self._starts(a)) for a, b in self.blocks
        ]
        self._pointers = [0, 0, 0]

    def _starts(self, first: int) -> Sequence[int]:
        """Bytes from the start of each array to what the block column from ``first`` on needs of it."""
        p = self.product
        rows = first * p.lda if p.transpose_first else first
        columns = first if p.transpose_second else first * p.ldb
        return [self.itemsize * at for at in (rows, columns, first + first * p.ldc)]

    def bind(self, position: int, pointer: int) -> None:
        """Let an argument be this address from now on."""
        self._pointers[position] = pointer
        for step, starts in self.pieces:
            step.bind(position, pointer + starts[position])

    def ready(self, queue: Any) -> None:
        """Have what cannot be made while this stream is recorded."""
        self.pieces[0][0].ready(queue)

    def mirror(self, handle: int, first: int, last: int) -> tuple[Any, ...]:
        """Arguments of ``geam``: what is below a diagonal block, transposed to the right of it."""
        piece, _ = self.pieces[0]
        result, ldc = self._pointers[2], self.product.ldc
        below = result + self.itemsize * (last + first * ldc)
        right = result + self.itemsize * (first + last * ldc)
        rest = self.product.rows - last
        return (
            handle, 1, 0, last - first, rest, piece.one.ctypes.data, below, ldc, piece.zero.ctypes.data, right, ldc,
            right, ldc,
        )  # fmt: skip

    def __call__(self, queue: Any) -> None:
        """Put products and mirror images into the stream, which is the current one."""
        piece, _ = self.pieces[0]
        handle = piece.handle(queue)
        for (first, last), (step, _) in zip(self.blocks, self.pieces, strict=True):
            step(queue)
            if last < self.product.rows:
                put(piece.library, f"{PREFIX[piece.dtype]}geam", self.mirror(handle, first, last), queue)


def _below(product: Product, first: int, last: int) -> Product:
    """The block column from ``first`` to ``last``, from its diagonal block down."""
    return replace(product, rows=product.rows - first, columns=last - first)
