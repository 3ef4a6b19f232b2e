"""Recurrences that a program runs itself: the record of one (`machine.recurrent_steps`), for its lengths and dtypes."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.algebra.recurrences.linear import affine_in
from espresso.formulas.extents.recurrences import collected
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State
from espresso.formulas.inference.recurrences import Named
from espresso.ir.storage.arena import ALIGNMENT
from espresso.kernels.linear_scan import ONE, ROW, ROWS, Form, address, pays, told
from espresso.machine.recurrent_steps import ADDRESS, CLEAR, COPY, RUN, text
from espresso.runtime.cpu.recurrences import (
    POSITION,
    Array,
    Loop,
    Program,
    Segment,
    Steps,
    _all_inside,
    _distance,
    _step_formulas,
    _told,
)

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
        self._programs: list[Program] = []
        """Those of scans' operands, whose machine code the words point to."""
        self.scans: list[str] = []
        """Of the segments that are scans, what each step takes."""
        self.scratch, self.possible = 0, not self._plan.gathers
        found = [*self._operations()] if self.possible else []
        words = [_function(), len(found), *(w for operation in found for w in operation)] if self.possible else []
        self.words = np.array(words, np.int64)

    def _operations(self) -> Iterator[Sequence[int]]:
        for k in range(len(self._plan.recurrence.states)):
            yield from self._before(k)
        for segment, program, loop in self._plan.segments:
            if loop is None or program.watched:
                self.possible = False
                return
            yield from self._scan(segment) or [self._loop(program, loop)]

    def _scan(self, segment: Segment) -> list[Sequence[int]]:
        """The steps of a segment as a scan (`kernels.linear_scan`), behind what computes its operands.

        None where they are not linear in the state, and where a loop is faster.
        """
        steps, r, over = self._steps, self._plan.recurrence, segment.positions
        every = dict(zip(r.shapes, self._arrays, strict=True))
        pair = linear_rows(r, segment, steps.few, every)
        s = r.states[segment.states[0]]
        rows = every[s.name]
        kind, states = str(rows.dtype), math.prod(rows.shape[1:])
        if pair is None or not pays(Form(kind, states, r.backward, ONE, ONE), len(over)):
            return []
        operands = [found for e in pair if (found := self._operand(e, s, over, every)) is not None]
        if len(operands) < len(pair):
            return []
        form = Form(kind, states, r.backward, operands[0][0], operands[1][0])
        function = address(form) if pays(form, len(over)) else 0
        if not function:
            return []
        self.scans.append(told(form))
        programs = [made for _, made in operands if isinstance(made, Program)]
        self._programs += programs
        end = max([0, *(_aligned(m.call.pool.arena.size) + m.call.native_alone().scratch for m in programs)])
        operations: list[Sequence[int]] = []
        places: list[Place] = []
        for _, made in operands:
            if not isinstance(made, Program):
                places.append(made)
                continue
            places.append((self._end, _aligned(end)))
            end = places[-1][1] + math.prod(made.call.shapes[0]) * rows.itemsize
            names = [*r.shapes]
            given = [(self._at[names.index(n)], 0) for n in made.names]
            operations.append(self._called(made.call, [*given, places[-1]]))
        self.scratch = max(self.scratch, end)
        places.append((self._at[steps.inputs + segment.states[0]], min(over) * states * rows.itemsize))
        return [*operations, (RUN, function, 0, 3, 1, 0, *(n for p in places for n in p), len(over))]

    def _operand(
        self, e: Expr, s: State, over: range, every: dict[str, np.ndarray]
    ) -> tuple[int, Place | Program] | None:
        """How an operand of a scan lies in memory, and where: of an array, in the scratch memory (by a program)."""
        rows = every[s.name]
        if ex.is_const(e):
            self._rows.append(np.full((), e.data).astype(rows.dtype))
            return ONE, (ADDRESS, self._rows[-1].ctypes.data)
        names, low = [*every], min(over)
        if e.op == "access" and e.args[0].op == "tensor":
            a, slots, own = every[e.args[0].data.name], list(e.args[1:]), list(map(ex.index, s.others))
            at = self._at[names.index(e.args[0].data.name)]
            if a.dtype == rows.dtype and slots == own and a.shape == rows.shape[1:]:
                return ROW if slots else ONE, (at, 0)
            whole = slots and slots[1:] == own and a.shape[1:] == rows.shape[1:]
            distance = _distance(slots[0]) if whole else None
            if a.dtype == rows.dtype and distance is not None and _all_inside(over, distance, a.shape[0]):
                return ROWS, (at, (low + distance) * math.prod(rows.shape[1:]) * rows.itemsize)
        lies, array = along(e, s, over, rows.shape[1:], every)
        program = self._steps._program([array], every)
        found = program.call.shapes[0]
        fits = found[:1] >= (len(over),) and found[1:] == rows.shape[1:] if lies == ROWS else found == rows.shape[1:]
        if not fits or program.call.dtypes[0] != rows.dtype or program.call.native_alone() is None:
            return None
        return lies, program

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
        return self._called(call, [*((self._at[k], 0) for k in read), *places])

    def _called(self, call: Any, given: Sequence[Place]) -> Sequence[int]:
        """A program for arrays at these places."""
        native = call.native_alone()
        table = self._table(call, native, given)
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
        behind = _aligned(arena.size)
        own = [(self._end, arena.offsets[n]) for n in native.module.temporaries]
        places = [*given, *own, (self._end, behind)]
        for new, old in native.shared:
            places[new] = places[old]
        self.scratch = max(self.scratch, behind + native.scratch)
        return [n for place in places for n in place]


def _aligned(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


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


# --- steps that are linear in their state --------------------------------------------------------


def linear_rows(
    r: Named, segment: Segment, few: Sequence[int], every: dict[str, Array]
) -> tuple[Expr, Expr] | None:  # fmt: skip
    """Coefficient and rest of the only state of a segment, which reads its row one step before; None else."""
    if len(segment.states) != 1 or few[segment.states[0]]:
        return None
    roots, rows = _step_formulas(r, segment, few, every)
    if [row.offset for row in rows.values()] != [-segment.positions.step]:
        return None
    pair = affine_in(roots[0].args[0], roots[0].data[1], *rows)
    own = {*rows, r.states[segment.states[0]].name}
    return None if pair is None or any(t.data.name in own for t in ex.tensors(*pair)) else pair


def along(
    e: Expr, s: State, over: range, shape: Sequence[int], every: Mapping[str, Array]
) -> tuple[int, Expr]:  # fmt: skip
    """An operand as an array for all steps, in the order of the positions, if it depends on them; and how it lies."""
    lengths, axes = dict(zip(s.others, shape, strict=True)), s.others
    lies = ROW if e.free else ONE
    if POSITION in ex.postorder(e):
        step = ex.fresh(ex.index_names(*ex.postorder(e)) | {*axes}, "t")
        at = ex.moved(ex.index(step), min(over))
        e = _with_rows_of_steps(ex.rebuild(ex.replace(e, {POSITION: at}), collected), step, every)
        lies, axes, lengths = ROWS, (step, *axes), {step: len(over)} | lengths
    return lies, _told(ex.closed("operand", axes if lies else (), e), lengths)


def _with_rows_of_steps(e: Expr, step: str, every: Mapping[str, Array]) -> Expr:
    """An operand in which arrays that have more rows than there are steps do not tell how many there are."""
    ends: dict[Expr, int] = {}
    for node in ex.postorder(e):
        if node.op == "access" and node.data is None and node.args[0].op == "tensor":
            found = [_distance(ex.replace(a, {ex.index(step): POSITION})) for a in node.args[1:]]
            rows = every[node.args[0].data.name].shape
            told = [n - d for n, d in zip(rows, found, strict=True) if d is not None]
            ends |= {node: min(told)} if told else {}
    longer = {n: ex.access(n.args[0], n.args[1:], 0) for n, end in ends.items() if end > min(ends.values())}
    return ex.replace(e, longer) if longer else e
