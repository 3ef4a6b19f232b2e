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

import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from espresso.compiler.loops.fuse import fuse
from espresso.compiler.loops.short_rows import ELEMENTS, MANY
from espresso.compiler.sizes import Size
from espresso.compiler.statements import Statements
from espresso.formulas.graph import expr as ex
from espresso.ir.calls import Contraction
from espresso.ir.loops import Kernel, Statement, Step, accesses, reads_of

ROWS = 64
"""Rows of a matrix from which on loops add them faster than a library.

Measured with matrices of 64 x 3,000 to 100,000 x 4 and 4,000 x 4,000 elements in float32 and float64, two threads:
loops take 0.25 to 1.05 of the time of the library calls here, with 20 rows and fewer up to 14 times as long.
"""

QUADS = range(32, 128)
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
            if row % 4 or row * np.dtype(s.dtype).itemsize not in QUADS:
                found.add(s.name)
    return frozenset(found)


def short_sides(code: Statements, size_of: Size) -> frozenset[str]:
    """Names of the products of arrays that consist of many short rows."""
    found = set()
    for s in code.steps:
        if not isinstance(s, Contraction) or s.packed or s.triangle:
            continue
        batch, rows, columns, summed = s.groups()
        count, m, n, k = (math.prod(size_of(s.extents[i]) for i in group) for group in s.groups())
        item, largest = np.dtype(s.dtype).itemsize, max(m * k, k * n, m * n)
        if max(count, m, n, k) < MANY or count * largest < ELEMENTS:
            continue
        if batch:
            if count >= MANY and min(m, n) > 1 and item * (m * k + k * n + m * n + m * n * k) < TINY:
                found.add(s.name)
            continue
        if k >= max(m, n):
            short = min(m, n) >= FEW and max(m, n) * item < SHORT
            along = _ends(s.left_axes, rows) and _ends(s.right_axes, columns)
        else:
            axes, last = (s.left_axes, columns) if m > n else (s.right_axes, rows)
            short = min(m, n) > 1 and min(m, n) * item < SHORT and k * item < DEEP
            along = _ends(axes, summed) and _ends(s.axes, last)
        if short and along:
            found.add(s.name)
    return frozenset(found)


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
