"""The work of a task: one block of each array that a pass computes, by a program for the CPU."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from espresso.api.compiled import Compiled
from espresso.api.options import read_options
from espresso.errors import InputError
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import JOINED

Row = tuple[Any, ...]


class Block:
    """Called with the pieces of a block it gives the blocks of the results, a tuple.

    ``spans`` are the indices whose first position and length follow the pieces.  ``offsets`` pairs those with the input
    that takes the position; ``sizes`` are the indices whose length no piece tells, with a length or one of ``spans``.
    ``checks``: text of a position, and the length that it is below; the last formulas are two bounds for each.

    A process that is given a block again has its programs.
    """

    def __init__(
        self, formulas: tuple[Expr, ...], inputs: tuple[str, ...], spans: tuple[str, ...],
        offsets: tuple[tuple[str, str], ...], sizes: tuple[tuple[str, int | str], ...], dtypes: tuple[str, ...],
        checks: tuple[tuple[str, int], ...], options: tuple[tuple[str, Any], ...],
    ) -> None:  # fmt: skip
        self._given = formulas, inputs, spans, offsets, sizes, dtypes, checks, options
        self.formulas, self.inputs, self.spans, self.options = formulas, inputs, spans, options
        self.offsets, self.sizes, self.checks = offsets, sizes, checks
        self.dtypes = [np.dtype(d) for d in dtypes]
        self._programs: dict[tuple[int, ...], Compiled[tuple[np.ndarray, ...]]] = {}
        rest = repr((inputs, spans, offsets, sizes, dtypes, checks, options))
        text = "\n".join([*(e.digest for e in formulas), rest])
        self.digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    def __reduce__(self) -> Any:
        return known, self._given

    def __dask_tokenize__(self) -> str:
        return self.digest

    def program(self, lengths: tuple[int, ...] = ()) -> Compiled[tuple[np.ndarray, ...]]:
        """The compiled function for these lengths of the indices in ``sizes``."""
        if lengths not in self._programs:
            sizes = {name: length for (name, _), length in zip(self.sizes, lengths, strict=True)}
            inputs = (*self.inputs, *(name for _, name in self.offsets))
            options = read_options({**dict(self.options), "sizes": sizes, "inputs": inputs})
            del options["structure"]
            leaves = [(f"r{k}", e) for k, e in enumerate(self.formulas)]
            self._programs[lengths] = Compiled(leaves, tuple, "cpu", options)
        return self._programs[lengths]

    def __call__(self, *given: Any) -> Row:
        """The blocks of the results for these pieces, each alone in nested lists, and the spans of the indices."""
        values = [alone(v) for v in given]
        pieces, spans = values[: len(self.inputs)], dict(zip(self.spans, values[len(self.inputs) :], strict=True))
        lengths = tuple(int(spans[of][0, 1]) if isinstance(of, str) else of for _, of in self.sizes)
        starts = [np.asarray(spans[label][0, 0]) for label, _ in self.offsets]
        results = self.program(lengths)(*map(np.asarray, pieces), *starts)
        for k, (text, length) in enumerate(self.checks):
            for position in results[len(self.dtypes) + 2 * k :][:2]:
                if not 0 <= position < length:
                    raise InputError(f"{text} = {position} is outside an axis of length {length}")
        return tuple(r.astype(d, copy=False) for r, d in zip(results, self.dtypes, strict=False))


@functools.lru_cache(maxsize=256)
def known(*given: Any) -> Block:
    """The block, made once in a process."""
    return Block(*given)


def alone(value: Any) -> Any:
    """The one block in nested lists."""
    while isinstance(value, list):
        (value,) = value
    return value


def picked(row: Any, number: int, ranks: int) -> np.ndarray:
    """One result of a block, with axes of length 1 for the indices that are combined."""
    found: np.ndarray = row[number]
    return found.reshape(found.shape + (1,) * ranks)


def _flat(blocks: Any) -> Iterator[np.ndarray]:
    stack = [blocks]
    while stack:
        block = stack.pop()
        if isinstance(block, list):
            stack.extend(block[::-1])
        else:
            yield block


def kept(block: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    """The partial result of a block."""
    return block


def combined(blocks: Any, axis: Any, keepdims: bool, operator: str = "sum") -> np.ndarray:
    """Partial results put together, one after the other."""
    ufunc = getattr(np, JOINED[operator])
    found = functools.reduce(ufunc, _flat(blocks))
    return found if keepdims else found.reshape(found.shape[: found.ndim - len(axis)])
