"""Where the arrays of recurrences lie on a device, and which of their rows a program of a step reads or writes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from espresso.ir.storage.arena import row_major

ALIGNMENT = 256
"""Bytes: what every CUDA library and OpenCL device accepts as the start of an array."""

FLAG = "~outside"
"""The name of the number that is 1 where a step reads outside an array."""


class Facts(NamedTuple):
    """What is known of an array before it is there; strides in bytes."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    strides: tuple[int, ...]

    @classmethod
    def whole(cls, shape: Sequence[int], dtype: Any) -> Facts:
        """Of an array in C order."""
        return cls(tuple(shape), np.dtype(dtype), row_major(shape, np.dtype(dtype).itemsize))

    @property
    def form(self) -> str:
        """How a program gets it (`launches.Layout`)."""
        whole = 0 in self.shape or self.strides == self.whole(self.shape, self.dtype).strides
        return "device" if whole else "strided"

    @property
    def row(self) -> Facts:
        """One row of it."""
        return Facts(self.shape[1:], self.dtype, self.strides[1:])

    @property
    def in_rows(self) -> bool:
        """Whether the elements of each row lie at one distance."""
        inner = self.strides[1:]
        return len(inner) < 2 or inner == self.whole(self.shape[1:], self.dtype).strides

    @property
    def bytes(self) -> int:
        """Of an array in C order."""
        return math.prod(self.shape) * self.dtype.itemsize

    @property
    def stride(self) -> int:
        """Elements from one row to the next."""
        return self.strides[0] // self.dtype.itemsize


class Place(NamedTuple):
    """Where an array of a program lies: in an array of the loop, or in the row there at a distance from the position.

    An array of few ``rows`` has the row of a position at that position modulo their number.
    """

    array: str
    distance: int = 0
    stride: int = 0
    rows: int = 0
    moves: bool = False

    def element(self, position: int) -> int:
        """Where it begins, in elements."""
        row = position + self.distance
        return (row % self.rows if self.rows else row) * self.stride


class Steps(NamedTuple):
    """What a program of steps is bound with: how many, dtypes of results, moving arrays, whether reads are watched."""

    many: int
    results: Sequence[str]
    moved: frozenset[str]
    watched: bool


class Run(NamedTuple):
    """A program that runs at each of some positions, and where its arrays lie; ``word`` says what it computes.

    ``numbers`` are those of the kernels of a scan.
    """

    word: str
    bound: Any
    positions: range
    places: Mapping[str, Place]
    numbers: Mapping[str, int] = MappingProxyType({})
