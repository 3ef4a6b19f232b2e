"""What the driver of a program does, as plain data: launches of kernels and matrix products."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LOOPS = 512
"""Multiplications of a matrix product up to which loops do it: measured, BLAS is as fast from 8 x 8 x 8 on."""

HALVED = 128
"""Rows of a symmetric product from which only half of it is computed."""


@dataclass(frozen=True)
class Launch:
    """A call of a kernel.

    ``arrays`` in the order of its parameters, those in ``values`` given as a scalar, those in
    ``views`` with these lengths (texts of extents) instead of their own; ``sizes`` (names or
    numbers) behind them.
    ``extent`` is that of the outermost loop (a number or the name of a size; None: the kernel
    has no such loop), ``cost`` the nanoseconds of one of its iterations as text over the sizes,
    "" where it must not be split.  ``parts`` are arrays that each slice reduces for itself,
    with the NumPy function that joins them.
    """

    name: str
    arrays: tuple[str, ...]
    values: frozenset[str]
    views: Mapping[str, tuple[str, ...]]
    sizes: tuple[str, ...]
    extent: int | str | None
    cost: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Product:
    """``out = left @ right`` over groups of axes, each given by its position in the array.

    ``batch`` has one position per array (left, right, out) for each batch axis; ``rows`` pairs
    positions of left and out, ``columns`` of right and out, ``summed`` of left and right.
    ``native``: the engine chosen for it is one that native programs call; ``lines`` is the text
    of the driver, for where it is not.  ``symmetric``: the result is known to equal its transpose;
    ``triangle``: see ``loops.Contraction``.
    """

    name: str
    left: str
    right: str
    out: str
    batch: tuple[tuple[int, int, int], ...]
    rows: tuple[tuple[int, int], ...]
    columns: tuple[tuple[int, int], ...]
    summed: tuple[tuple[int, int], ...]
    dtype: str
    native: bool
    lines: tuple[str, ...]
    prelude: str
    symmetric: bool = False
    triangle: str = ""


def flipped(triangle: str) -> str:
    """What a triangular operand of a product is in the transposed product.

    >>> flipped("left lower")
    'right upper'
    """
    side, word = triangle.split()
    return f"{'right' if side == 'left' else 'left'} {'upper' if word == 'lower' else 'lower'}"


@dataclass(frozen=True)
class Foreign:
    """A step that the runtime computes by the text of an engine: ``lines`` over ``reads`` and ``out``."""

    name: str
    reads: tuple[str, ...]
    out: str
    lines: tuple[str, ...]
    prelude: str


Step = Launch | Product | Foreign
