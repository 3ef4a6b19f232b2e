"""Products left to loops: GEMV where a fused kernel reads the matrix anyway, and what loops compute faster.

``s[i] = sum[j](X[i,j]*w[j])`` by a library reads all of ``X``.  Where a kernel reads the rows of ``X`` too, that kernel
computes the sum beside what it does with the row, and ``X`` is read once less.  So it does where two such products
read it, as in ``X'(X w)``.

``b[i] = sum[j](A[j,i]*z[j])`` adds rows of ``A``.  Loops add several at once and give each thread rows of its own; a
library gives each thread a part of every row.

Products of many short rows, ``y[p,d] = sum[c](x[p,c]*M[d,c])`` of points, are a few columns for a library.  Loops run
along the points (`short_rows`).
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from espresso.compiler.loops.fuse import fuse
from espresso.compiler.loops.short_rows import ELEMENTS, MANY
from espresso.compiler.sizes import Size
from espresso.compiler.statements import Statements
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.conditions import minimum
from espresso.ir.calls import Contraction
from espresso.ir.loops import Kernel, Statement, Step, accesses, reads_of

ROWS = 64
"""Rows of a matrix from which on loops add them faster than a library.

Measured with matrices of 64 x 3,000 to 100,000 x 4 and 4,000 x 4,000 elements in float32 and float64, two threads:
loops take 0.25 to 1.05 of the time of the library calls here, with 20 rows and fewer up to 14 times as long.
"""

QUADS = 32, 128
"""Bytes of rows of a multiple of four numbers that a library adds in 0.4 to 1.0 of the time of loops: these fill no
vectors there, or few of them."""

SHORT, DEEP, FEW = 32, 64, 3
"""Bytes of a row of the result, and of what is summed for each of its elements, below which loops are faster with many
rows; of rows of both operands where the long index is summed, and numbers that these have at least.

Measured with rows of 2 to 32 numbers in float32 and float64, AVX-512 and AVX2, one thread: loops take 0.4 to 1.0 of the
time of the library here; with rows of 8 float32 or 4 float64 and more up to twice as long.
"""

TINY = 600
"""Bytes of the matrices of a product, and of as many numbers as it multiplies, up to which loops over many of them are
faster: they take 0.1 to 0.9 of the time of small products (16 ns each) there, 4 x 4 in float32 or 3 x 3 in float64."""


def read_once(
    code: Statements, outputs: Sequence[str], as_loops: Callable[[Contraction], Statement], united: bool = False
) -> frozenset[str]:
    """Names of the products whose matrix is read by the kernel that they would be part of."""
    candidates = {s.name: s for s in _products_with_a_vector(code.steps)}
    reads = Counter(n for s in code.steps if isinstance(s, Statement) for n in reads_of(s))
    reads.update(_matrix(s)[0] for s in candidates.values())
    candidates = {name: s for name, s in candidates.items() if reads[_matrix(s)[0]] > 1}
    if not candidates:
        return frozenset()
    trial = [as_loops(candidates[s.name]) if s.name in candidates else s for s in code.steps]
    found = set()
    for kernel in fuse(trial, code.buffers, outputs, united=united).steps:
        if not isinstance(kernel, Kernel) or kernel.outer is None:
            continue
        made = {s.name: s for s in kernel.statements}
        for name in candidates.keys() & made.keys():
            matrix, _ = _matrix(candidates[name])
            own = _slices(made[name], matrix, kernel.outer.index)
            others = (s for n, s in made.items() if n != name)
            if any(own & _slices(s, matrix, kernel.outer.index) for s in others):
                found.add(name)
    return frozenset(found)


def rows_added(code: Statements, size_of: Size) -> frozenset[str]:
    """Names of the products that add rows of a matrix, enough of them for each thread."""
    found = set()
    for s in _products_with_a_vector(code.steps):
        _, axes = _matrix(s)
        if len(axes) == 2 and len(s.axes) == 1 and axes[1] == s.axes[0] and size_of(s.extents[axes[0]]) >= ROWS:
            row = size_of(s.extents[axes[1]])
            length = row * np.dtype(s.dtype).itemsize
            if not _all_positive(length - QUADS[0] + 1, QUADS[1] - length, 1 - row % 4):
                found.add(s.name)
    return frozenset(found)


def short_sides(code: Statements, size_of: Size) -> frozenset[str]:
    """Names of the products of arrays that consist of many short rows."""
    products = [s for s in code.steps if isinstance(s, Contraction) and not s.packed and not s.triangle]
    return frozenset(s.name for s in products if _many_matrices(s, size_of) or _many_rows(s, size_of))


def _many_matrices(s: Contraction, size_of: Size) -> bool:
    """Whether it is one of many products of small matrices."""
    count, m, n, k = (math.prod(size_of(s.extents[i]) for i in group) for group in s.groups())
    read, item = m * k + k * n, np.dtype(s.dtype).itemsize
    return bool(s.groups()[0]) and _all_positive(
        TINY - item * (read + m * n + m * n * k), count - MANY + 1, m - 1, n - 1, count * read - ELEMENTS + 1
    )


def _many_rows(s: Contraction, size_of: Size) -> bool:
    """Whether operands and result have one long axis, and short rows along it."""
    batch, rows, columns, summed = s.groups()
    if batch:
        return False
    item = np.dtype(s.dtype).itemsize
    m, n, k = (math.prod(size_of(s.extents[i]) for i in group) for group in (rows, columns, summed))
    if _ends(s.left_axes, rows) and _ends(s.right_axes, columns):
        both = SHORT - m * item, SHORT - n * item, m - FEW + 1, n - FEW + 1
        return _all_positive(*both, k - MANY + 1, k * (m + n) - ELEMENTS + 1)
    sides = (s.left_axes, columns, m, n), (s.right_axes, rows, n, m)
    return any(
        _ends(axes, summed) and _ends(s.axes, last) and _all_positive(
            SHORT - short * item, DEEP - k * item, short - 1, long - MANY + 1, long * (k + short) - ELEMENTS + 1
        )
        for axes, last, long, short in sides
    )  # fmt: skip


def _all_positive(*margins: int) -> bool:
    """Whether all numbers are, as one outcome: a program holds for all lengths for which it is the same."""
    return functools.reduce(minimum, margins) > 0


def _ends(axes: Sequence[str], group: Sequence[str]) -> bool:
    """Whether the last axes are these indices."""
    return bool(group) and {*axes[-len(group) :]} == {*group}


def _slices(s: Statement, matrix: str, outer: str) -> set[int]:
    """The axes of the matrix that a statement reads at the index of the outermost loop: each turn reads one slice.

    A diagonal is none.
    """
    index = ex.index(outer)
    slots = [read.args[1:] for read in accesses(s.body, of=matrix)]
    return {k for places in slots if any(e.free - {outer} for e in places) for k, e in enumerate(places) if e is index}


def _matrix(step: Contraction) -> tuple[str, tuple[str, ...]]:
    """The operand with more axes."""
    return max((step.left, step.left_axes), (step.right, step.right_axes), key=lambda o: len(o[1]))


def _products_with_a_vector(steps: Sequence[Step]) -> list[Contraction]:
    products = [s for s in steps if isinstance(s, Contraction) and not s.packed]
    return [s for s in products if not s.triangle and not all(s.groups()[1:3])]
