"""Recurrences that a program runs itself: the record of one (`machine.recurrent_steps`), for its lengths and dtypes."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.ir.storage.arena import ALIGNMENT
from espresso.machine.recurrent_steps import ADDRESS, CLEAR, COPY, RUN, text
from espresso.runtime.cpu.recurrences import Loop, Program, Steps

Place = tuple[int, int]
"""An array, by its position in the table of addresses of the program, and the bytes from where it begins."""


class Record:
    """The words of a recurrence, which point into the programs of its ``steps``, and the scratch memory that it needs.

    ``at`` are the positions of its arrays in the table of addresses, ``end`` that of the scratch memory.  It is not
    ``possible`` where positions have to be looked at, or values are converted.
    """

    def __init__(self, steps: Steps, arrays: Sequence[np.ndarray], at: Sequence[int], end: int) -> None:
        self._steps, self._arrays, self._at, self._end = steps, arrays, at, end
        self._plan = steps.plan(arrays)
        self._rows: list[np.ndarray] = []
        self.scratch, self.possible = 0, not self._plan.gathers
        found = [*self._operations()] if self.possible else []
        words = [_function(), len(found), *(w for operation in found for w in operation)] if self.possible else []
        self.words = np.array(words, np.int64)

    def _operations(self) -> Iterator[Sequence[int]]:
        for k in range(len(self._plan.recurrence.states)):
            yield from self._before(k)
        for _, program, loop in self._plan.segments:
            if loop is None or program.watched:
                self.possible = False
                return
            yield self._loop(program, loop)

    def _before(self, state: int) -> Iterator[Sequence[int]]:
        """The rows of a state before its first step: zeros, and starting values."""
        plan, number = self._plan, self._steps.inputs + state
        r, rows, at = plan.recurrence, self._arrays[number], self._at[number]
        s, lead, (program, given) = r.states[state], plan.leads[state], plan.starts[state]
        length, few = r.shapes[s.name][0], len(rows)
        shape, dtype = rows.shape[1:], rows.dtype
        size = math.prod(shape) * dtype.itemsize
        if not few:
            self.possible &= not given
            return
        first = min(s.first, length)
        for position in range(length - first, length) if r.backward else range(first):
            yield CLEAR, at, (position + lead) % few * size, size
        positions = r.steps[state].starts
        places = [(at, (position + lead) % few * size) for position in positions]
        names, every = [*r.shapes], zip(positions, given, places, strict=True)
        for _, value, place in sorted(every, key=operator.itemgetter(0), reverse=r.backward):
            if isinstance(value, str):
                k = names.index(value)
                self.possible &= self._arrays[k].dtype == dtype
                yield COPY, *place, self._at[k], 0, size
            elif value is not None:
                self._rows.append(np.full(shape, value).astype(dtype))
                yield COPY, *place, ADDRESS, self._rows[-1].ctypes.data, size
        if program is not None:
            self.possible &= len(set(places)) == len(places)  # else one has to be the last in a row
            computed = [place for value, place in zip(given, places, strict=True) if value is None]
            yield self._computed(program, (shape, dtype), number, computed)

    def _computed(self, program: Program, row: tuple[Any, Any], own: int, places: Sequence[Place]) -> Sequence[int]:
        """A program that writes the starting values of a state where they belong."""
        call, names = program.call, [*self._plan.recurrence.shapes]
        read = [names.index(n) for n in program.names]
        native = None if call.generated.module.gathers else call.native_alone()
        results = list(zip(call.shapes, call.dtypes, strict=True))
        if native is None or own in read or results != [row] * len(places):
            self.possible = False
            return ()
        table = self._table(call, native, [*((self._at[k], 0) for k in read), *places])
        return RUN, native.code.address, native.numbers, len(table) // 2, 0, 0, *table

    def _loop(self, program: Program, loop: Loop) -> Sequence[int]:
        """The steps of a segment; the loop itself fills in what is no array: the position."""
        ends = (*self._at, self._end)
        table = self._table(program.call, loop.native, [(ends[k], 0) for k in loop.sources])
        bases = [n for slot, source in loop.bases for n in (slot, self._at[source])]
        code, lengths = loop.native.code, (len(table) // 2, len(loop.spec), len(loop.bases))
        return RUN, code.repeat_address, loop.native.numbers, *lengths, *table, *loop.spec, *bases

    def _table(self, call: Any, native: Any, given: Sequence[Place]) -> list[int]:
        """The table of addresses of a program, whose temporaries and scratch memory lie in the scratch memory."""
        arena = call.pool.arena
        behind = -(-arena.size // ALIGNMENT) * ALIGNMENT
        own = [(self._end, arena.offsets[n]) for n in native.module.temporaries]
        places = [*given, *own, (self._end, behind)]
        for new, old in native.shared:
            places[new] = places[old]
        self.scratch = max(self.scratch, behind + native.scratch)
        return [n for place in places for n in place]


@functools.cache
def _function() -> int:
    """The address of ``recurrence(record, addresses)``."""
    from espresso.llvm.compiled import WRITTEN_OUT, block_named

    block = block_named("recurrences", ["recurrence"], text, levels=WRITTEN_OUT)
    if block is None:
        raise OSError("memory cannot be made executable")  # it could be for the programs of the steps
    return block.address("recurrence")


def record(
    steps: Steps, names: Sequence[str], order: Sequence[str], dtypes: Mapping[str, Any],
    shapes: Mapping[str, tuple[int, ...]],
) -> Record | None:  # fmt: skip
    """The record for arrays with these names, which lie in C order; None where Python has to run the steps.

    Only lengths and dtypes of the arrays count here.
    """
    arrays = [np.broadcast_to(np.zeros((), dtypes[n]), shapes[n]) for n in names]  # without memory
    made = Record(steps, arrays, [order.index(n) for n in names], len(order))
    return made if made.possible else None
