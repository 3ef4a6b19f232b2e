"""Recurrences on the CPU: the program of one step, run again and again by a loop in machine code.

The step is a formula like any other: it reads whole arrays at the position of the step, which is an input, and makes
one row of each state.  Its program is compiled as every program is, with the loop over the positions around it
(`machine.step_loop`).  Programs run their recurrences by records of these loops (`native_recurrences`); Python does
where positions have to be looked at, where results are converted, and where a step calls another library.
"""

from __future__ import annotations

import ctypes
import math
import operator
from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from espresso.compiler.lowering.safe_reads import STEP, comes_from_data
from espresso.errors import InputError
from espresso.formulas.extents.affine import affine, linear
from espresso.formulas.extents.extents import program_extents, untold
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard
from espresso.formulas.graph.recurrences import AT_STEP, State
from espresso.formulas.inference.checked_reads import outside, reads_to_check
from espresso.formulas.inference.recurrences import Named, bound, rows_at
from espresso.ir.calls import NO_ROW
from espresso.ir.driver import Recurrent
from espresso.lazy import get

Array = np.ndarray[Any, Any]

ORDERINGS = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
"""Comparisons that change once, at most, along the positions."""

POSITION = ex.access(ex.tensor(STEP, 0, "int64", structure=AT_STEP))
"""That of a step, in its formulas."""

Start = str | float | None
"""A starting value: an array by its name, a number, or None."""


class Segment(NamedTuple):
    """Positions at which the same states are computed."""

    positions: range
    states: tuple[int, ...]


class Program(NamedTuple):
    """The bound call of a function, and the names of its arrays, which for some are rows of states; the last result of
    a ``watched`` one says whether a read that is needed lies outside its array."""

    call: Any
    names: tuple[str, ...]
    watched: bool
    rows: dict[str, Row]


class Row(NamedTuple):
    """A row of a state at a distance from the position of the step, as an input of its program."""

    state: int
    offset: int


class Gather(NamedTuple):
    """An array that is read at the values of an input, along one axis."""

    positions: str
    array: str
    axis: int


class Loop(NamedTuple):
    """A segment in machine code (`machine.step_loop`): where its arrays lie in those of the recurrence.

    Those are its inputs, its states, and what watched steps say: ``sources`` are the places in the order of the
    program, ``bases`` those that are filled in at a slot of ``spec``.
    """

    native: Any
    sources: list[int]
    spec: list[int]
    bases: list[tuple[int, int]]


class Plan(NamedTuple):
    """What all calls with the same shapes have in common.

    Starting values are arrays, numbers, or computed by a program: those are None.  A state of few rows has that of a
    position at ``position + lead``, modulo their number: the last ones end in order.
    """

    recurrence: Named
    starts: list[tuple[Program | None, tuple[Start, ...]]]
    leads: list[int]
    segments: list[tuple[Segment, Program, Loop | None]]
    gathers: set[Gather]


class Steps:
    """A recurrence as a function of its arrays, first the inputs, then the states, which it writes; of fixed shapes."""

    def __init__(self, step: Recurrent) -> None:
        self.recurrence, self.inputs = step.recurrence, len(step.reads)
        self.few = step.rows or (0,) * len(step.outs)
        tensors = [ex.tensor(f"a{k}", rank) for k, rank in enumerate(step.recurrence.ranks)]
        self.node = ex.recur(step.recurrence, 0, step.recurrence.states[0].axes, tensors)
        self._reads, self._written = step.reads, step.written or step.recurrence
        self._turned = step.turned or ("",) * self.inputs
        self._plan: Plan | None = None

    def __call__(self, *arrays: Array) -> None:
        inputs, results = [np.asarray(a, order="C") for a in arrays[: self.inputs]], arrays[self.inputs :]
        plan = self.plan(arrays)
        r = plan.recurrence
        made = [a if a.flags.c_contiguous else np.empty_like(a, order="C") for a in results]
        every = dict(zip(r.shapes, [*inputs, *made], strict=True))
        self._check_positions(plan.gathers, every, inputs)
        for s, steps, rows, start, lead in zip(r.states, r.steps, made, plan.starts, plan.leads, strict=True):
            program, given = start
            length, few = r.shapes[s.name][0], rows.shape[0]
            first = s.first if few else 0
            for position in range(max(0, length - first), length) if r.backward else range(min(first, length)):
                rows[(position + lead) % few] = 0
            computed = iter(() if program is None else self._starting(program, every, inputs))
            values = [next(computed) if v is None else every[v] if isinstance(v, str) else v for v in given]
            starts = sorted(zip(steps.starts, values, strict=True), key=operator.itemgetter(0), reverse=r.backward)
            for position, value in starts:
                rows[(position + lead) % few] = value
        addresses = [a.ctypes.data for a in (*inputs, *made)]
        for segment, program, loop in plan.segments:
            if self._run(segment, program, made, every, plan, loop, addresses):
                self._refuse(segment, made, inputs)
        for rows, result in zip(made, results, strict=True):
            if rows is not result:
                result[...] = rows

    def plan(self, arrays: Sequence[Array]) -> Plan:
        """The plan for arrays of these shapes and dtypes; it is made in the first call."""
        if self._plan is None:
            shapes = {t: a.shape for t, a in zip(self.node.args, arrays[: self.inputs], strict=True)}
            r = bound(self.node, shapes.__getitem__)
            self._plan = self._planned(r, dict(zip(r.shapes, arrays, strict=True)))
        return self._plan

    def _planned(self, r: Named, every: dict[str, Array]) -> Plan:
        starts: list[tuple[Program | None, tuple[Start, ...]]] = []
        for s in r.states:
            given = tuple([_plain_start(e, s, every) for _, e in s.starts])
            others = [_with_lengths(e, s, every) for (_, e), v in zip(s.starts, given, strict=True) if v is None]
            starts.append((self._program(others, every) if others else None, given))
        gathers = _gathers(r)
        segments = []
        lengths = [r.shapes[s.name][0] for s in r.states]
        leads = [-n % few if few and not r.backward else 0 for n, few in zip(lengths, self.few, strict=True)]
        for g in _segments(r):
            written = tuple(k for k in g.states if self.few[k] != NO_ROW)
            if not written:
                continue
            roots, rows = _step_formulas(r, g, self.few, every)
            arrays = every | {n: every[r.states[row.state].name][0, ...] for n, row in rows.items()}
            known = gathers | {h._replace(array=n, axis=h.axis - 1) for n, row in rows.items()
                               for h in gathers if h.array == r.states[row.state].name}  # fmt: skip
            g = g._replace(states=written)
            program = self._program(roots, arrays, g, _watch(roots, known, g.positions, arrays), rows)
            segments.append((g, program, self._loop(g, program, r, every, leads)))
        return Plan(r, starts, leads, segments, gathers)

    def _loop(
        self, segment: Segment, program: Program, r: Named, every: dict[str, Array], leads: Sequence[int]
    ) -> Loop | None:  # fmt: skip
        """The loop of a segment; None for steps that call other libraries, or whose results are converted."""
        call, over, names = program.call, segment.positions, [*every]
        states = [every[s.name] for s in r.states]
        pitches = [math.prod(a.shape[1:]) * a.itemsize for a in states]
        written = [(states[k].shape[0], pitches[k], self.inputs + k, leads[k]) for k in segment.states]
        made = [(states[k].shape[1:], states[k].dtype) for k in segment.states]
        native = getattr(call, "_plain", None)
        if program.watched:
            made.append(((), call.dtypes[-1]))
            written.append((max(over) + 1, call.dtypes[-1].itemsize, len(names), 0))
        if made != list(zip(call.shapes, call.dtypes, strict=True)):
            return None
        if native is None or native.foreign or not call._native_alone:
            return None
        read = [program.rows[n] for n in program.names if n in program.rows]
        rows = [(states[k].shape[0], pitches[k], self.inputs + k, offset + leads[k]) for k, offset in read]
        spec, bases = [over.start, len(over), over.step], []
        for length, stride, source, offset in (*rows, *written):
            bases.append((len(spec), source))
            spec += [0, stride, length, (over.start + offset) % length]
        sources = [
            len(names) if n == STEP else self.inputs + program.rows[n].state if n in program.rows else names.index(n)
            for n in program.names
        ]
        return Loop(native, [*sources, *(source for _, _, source, _ in written)], spec, bases)

    def _starting(self, program: Program, every: dict[str, Array], inputs: Sequence[Array]) -> Any:
        try:
            return program.call([every[n] for n in program.names])
        except InputError:
            self._evaluate(inputs)
            raise

    def _check_positions(self, gathers: set[Gather], every: dict[str, Array], inputs: Sequence[Array]) -> None:
        """Raise an error where a step reads outside an array; where only unread positions are, none."""
        for positions, array, axis in gathers:
            p = every[positions]
            if p.size and not (p.min() >= 0 and p.max() < every[array].shape[axis]):
                self._evaluate(inputs)
                return

    def _called(self, inputs: Sequence[Array]) -> tuple[Expr, list[Array]]:
        """The recurrence as it is written over inputs that have the names of the program, and these inputs."""
        names = [f"a{k}" if n in self._reads[:k] else str(n) for k, n in enumerate(self._reads)]
        tensors = [ex.tensor(n or own, a.ndim) for n, own, a in zip(self._turned, names, inputs, strict=True)]
        arrays = [np.moveaxis(a, 0, -1) if n else a for n, a in zip(self._turned, inputs, strict=True)]
        return ex.recur(self._written, 0, self._written.states[0].axes, tensors), arrays

    def _evaluate(self, inputs: Sequence[Array]) -> None:
        """Raise the error of the reference."""
        node, arrays = self._called(inputs)
        given = {t.data.name: a for t, a in zip(node.args, arrays, strict=True)}
        get("evaluate")(ex.closed("", node.data[2], node), given)

    def _refuse(self, segment: Segment, made: Sequence[Array], inputs: Sequence[Array]) -> None:
        """Raise the error of the first step that reads outside an array: these arrays hold what it reads."""
        from espresso.reference.evaluator import refuse_step

        if any(self.few):  # what earlier steps read is gone
            self._evaluate(inputs)
        node, arrays = self._called(inputs)
        given = dict(zip(node.args, arrays, strict=True))
        r = bound(node, lambda t: given[t].shape)
        whole = [np.moveaxis(a, 0, s.axis) for a, s in zip(made, r.states, strict=True)]
        every = dict(zip(r.shapes, [*arrays, *whole], strict=True))
        for position in segment.positions:
            for k in segment.states:
                refuse_step(r.states[k], position, every)

    def _program(
        self, roots: Sequence[Expr], every: dict[str, Array], segment: Segment | None = None, watch: Expr | None = None,
        rows: Mapping[str, Row] = MappingProxyType({}),
    ) -> Program:  # fmt: skip
        """The program for some formulas of the recurrence and these arrays, and for what says whether it may run."""
        made = get("compile")([*roots, *([] if watch is None else [watch])], target="cpu")
        made.options["guarded"] = True  # nobody looks at positions that come from data between two steps
        if segment is not None:
            read = [n for n in made.inputs if n in rows]
            made.options |= {"moved": (*read, *made.outputs), "position": STEP}
            kept = [*(self.few[k] for k in segment.states if self.few[k] != NO_ROW), 0]
            whole = [n for n, few in zip(made.outputs, kept, strict=False) if not few]
            made.options["whole"] = (*(n for n in read if not self.few[rows[n].state]), *whole)
            made.options["carried"] = [
                (out, reads) for out, k in zip(made.outputs, segment.states, strict=False)
                if (reads := _before(k, segment.positions.step, read, rows))
            ]  # fmt: skip
        position = np.zeros((), np.int64)
        call = made._signature([every.get(n, position) for n in made.inputs])
        used = {n: row for n, row in rows.items() if n in made.inputs}
        return Program(call, tuple(made.inputs), watch is not None, used)

    def _run(
        self, segment: Segment, program: Program, made: Sequence[Array], every: dict[str, Array], plan: Plan,
        loop: Loop | None, addresses: Sequence[int],
    ) -> bool:  # fmt: skip
        """All steps of one segment; whether one of them reads outside an array."""
        call, leads = program.call, plan.leads
        seen = np.zeros(max(segment.positions) + 1 if program.watched else 0, call.dtypes[-1])
        if loop is not None:
            places = [*addresses, seen.ctypes.data if program.watched else 0]
            spec = [*loop.spec]
            for slot, source in loop.bases:
                spec[slot] = places[source]
            table = [places[k] for k in loop.sources]
            with call.pool.lent(loop.native.scratch) as workspace:
                table += [a.ctypes.data for a in workspace.arrays]
                for new, old in loop.native.shared:
                    table[new] = table[old]
                entries = (ctypes.c_void_p * (len(table) + 1))(*table, workspace.scratch)
                loop.native.code.repeat(entries, loop.native.numbers, (ctypes.c_int64 * len(spec))(*spec))
            return program.watched and bool(seen.any())
        position = np.zeros((), np.int64)
        read = {n: made[row.state] for n, row in program.rows.items()}
        given = [position if n == STEP else read[n][0, ...] if n in read else every[n] for n in program.names]
        moved = [(k, read[n], program.rows[n].offset + leads[program.rows[n].state])
                 for k, n in enumerate(program.names) if n in read]  # fmt: skip
        written = [*(made[k] for k in segment.states), *([seen] if program.watched else [])]
        ends = [*(leads[k] for k in segment.states), *([0] if program.watched else [])]
        return self._slowly(segment, call, given, position, moved, written, ends) or bool(seen.any())

    @staticmethod
    def _slowly(
        segment: Segment, program: Any, given: list[Array], position: Array, read: Sequence[tuple[int, Array, int]],
        written: Sequence[Array], ends: Sequence[int],
    ) -> bool:  # fmt: skip
        """Steps that call other libraries, or whose results are converted; whether the program refuses one."""
        for at in segment.positions:
            position[...] = at
            for place, a, offset in read:
                given[place] = a[(at + offset) % a.shape[0], ...]
            try:
                values = program(given)
            except InputError:
                return True
            for a, value, lead in zip(written, values, ends, strict=True):
                a[(at + lead) % a.shape[0]] = value
        return False


def _before(state: int, step: int, names: Sequence[str], rows: Mapping[str, Row]) -> list[str]:
    """Rows of a state one step before, two, and so on, if all of these are read."""
    found = {-rows[n].offset * step: n for n in names if rows[n].state == state}
    return [found[k] for k in sorted(found)] if sorted(found) == [*range(1, len(found) + 1)] else []


def _gathers(r: Named) -> set[Gather]:
    """The reads at positions that inputs give; a read that is 0 outside needs no check."""
    inputs = set(r.shapes) - {s.name for s in r.states}
    statements = [e for s in r.states for e in (s.body, *(start for _, start in s.starts))]
    found = {
        _gather(e, axis)
        for e in ex.postorder(*statements)
        if e.op == "access" and e.data is None
        for axis in range(len(e.args) - 1)
    }
    return {g for g in found if g is not None and g.positions in inputs}


def _gather(e: Expr, axis: int) -> Gather | None:
    """What a read gathers along one axis, where the values of an array itself are the positions."""
    at, array = e.args[1 + axis], e.args[0]
    if at.op != "access" or at.data is not None or at.args[0].op != "tensor" or array.op != "tensor":
        return None
    return Gather(at.args[0].data.name, array.data.name, axis)


def _watch(
    roots: Sequence[Expr], checked: Collection[Gather | None], positions: range, every: Mapping[str, Array]
) -> Expr | None:
    """Whether a step reads outside an array: at positions that it computes, or in a branch that it takes."""
    program = uniquify_all(roots)
    extents = program_extents(program)
    found = []
    for w in reads_to_check(program):
        if _gather(w.access, w.axis) in checked or (w.needed.op == "const" and not comes_from_data(w.slot)):
            continue
        everywhere = outside(w._replace(needed=ex.const(1)), extents[w.scope])
        if not (w.slot.free or comes_from_data(everywhere) or _ever(everywhere, positions, every)):
            continue  # inside, needed or not: that is quickly told
        test = outside(w, extents[w.scope])
        if w.slot.free or comes_from_data(test) or _ever(test, positions, every):
            found.append(test)
    return ex.closed("outside", (), reduce(lambda a, b: ex.call("or", a, b), found)) if found else None


def _ever(test: Expr, positions: range, every: Mapping[str, Array]) -> bool:
    """Whether a test that depends on the position alone holds at one of these."""
    k = ex.index("k", len(positions))
    at = ex.call("add", ex.const(positions.start), ex.call("mul", ex.const(positions.step), k))
    over = ex.replace(test, {POSITION: at})
    over = ex.reduce("any", ["k"], over) if "k" in over.free else over
    return bool(get("evaluate")(over, {t.data.name: every[t.data.name] for t in ex.tensors(over)}))


def _segments(r: Named) -> list[Segment]:
    """The positions in the order of the steps, cut where other states are computed."""
    ends = sorted({p for steps in r.steps if steps.computed for p in (min(steps.computed), max(steps.computed) + 1)})
    found = []
    for low, high in pairwise(ends):
        states = tuple(k for k, steps in enumerate(r.steps) if low in steps.computed)
        if states:
            found.append(Segment(range(high - 1, low - 1, -1) if r.backward else range(low, high), states))
    return found[::-1] if r.backward else found


def _plain_start(e: Expr, s: State, every: Mapping[str, Array]) -> Start:
    """The array or number that a starting value is; None where it has to be computed."""
    body, row = e.args[0], every[s.name].shape[1:]
    if ex.is_const(body):
        number: float = body.data
        return number
    if ex.is_call(body, "mul") and any(ex.is_const(a, 0) for a in body.args):
        others = [a for a in body.args if not ex.is_const(a, 0)]
        return 0 if all(is_guard(a) for a in others) else None
    whole = body.op == "access" and body.data is None and body.args[0].op == "tensor"
    if not whole or list(body.args[1:]) != [ex.index(n) for n in e.data[1]]:
        return None
    name: str = body.args[0].data.name
    return name if every[name].shape == row else None


def _with_lengths(e: Expr, s: State, every: dict[str, Array]) -> Expr:
    """A statement over the other axes of a state, with the lengths of those that nothing in it tells."""
    return _told(e, dict(zip(s.others, every[s.name].shape[1:], strict=True)))


def _told(e: Expr, lengths: Mapping[str, int]) -> Expr:
    """A named array with the lengths of those of its indices that nothing in it tells."""
    silent = {a: lengths[a] for a in untold(e)}
    if not silent:
        return e
    present = [ex.call("ge", ex.index(a, n), ex.const(0)) for a, n in silent.items()]
    body = e.args[0]
    for test in present:
        body = ex.call("where", test, body, body)
    return ex.closed(e.data[0], e.data[1], body)


def _step_formulas(
    r: Named, segment: Segment, few: Sequence[int], every: dict[str, Array]
) -> tuple[list[Expr], dict[str, Row]]:  # fmt: skip
    """The rows of some states at the position of the step, and rows of states that they read, by name.

    Of states that are ready in this step others read the row.
    """
    formal = {ex.tensor(s.name, len(s.axes)): k for k, s in enumerate(r.states)}
    made: dict[int, Expr] = {}
    rows: dict[str, Row] = {}

    def read(node: Expr) -> Expr | None:
        if node.op == "call" and node.data in ORDERINGS:
            return _decided(node, segment.positions, r.shapes)
        number = formal.get(node.args[0]) if node.op in ("access", "size") else None
        if number is None:
            return None
        s = r.states[number]
        if node.op == "size":
            told: Expr | None = s.lengths[node.data]
            return told if few[number] and node.data == 0 and told is not None else None
        at, *slots = node.args[1:]
        if at is POSITION and number in made:
            return ex.access(made[number], slots, node.data)
        offset = _distance(at)
        if offset is None or not _all_inside(segment.positions, offset, r.shapes[s.name][0]):
            return ex.access(node.args[0], [at, *slots], node.data)
        row = ex.tensor(f"{s.name}@{offset}", len(slots))
        rows[row.data.name] = Row(number, offset)
        return ex.access(row, slots, node.data)

    def there(node: Expr) -> bool:
        """Whether a read is inside where the position alone is its place along an axis, as far as lengths tell."""
        shapes = {ex.tensor(n, len(shape)): shape for n, shape in r.shapes.items()}
        shapes |= {made[k]: r.shapes[r.states[k].name][1:] for k in made}
        for name, row in rows.items():
            shape = r.shapes[r.states[row.state].name][1:]
            shapes[ex.tensor(name, len(shape))] = shape
        fixed = [(at, n) for at, n in zip(node.args[1:], shapes.get(node.args[0], ()), strict=False) if not at.free]
        ends = [(_ends(at, segment.positions, r.shapes), n) for at, n in fixed]
        return node.args[0] in shapes and all(found and min(found) >= 0 and max(found) < n for found, n in ends)

    for k, e in rows_at(r.states, r.loops, segment.states, POSITION, read, there):
        s = r.states[k]
        made[k] = _with_lengths(ex.closed(f"{s.name}_next", s.others, e.args[0]), s, every)
    return [made[k] for k in segment.states if few[k] != NO_ROW], rows


def _decided(test: Expr, positions: range, shapes: Mapping[str, Sequence[int]]) -> Expr | None:
    """A comparison that has one value at all these positions, as one that anybody can tell; None where it has two."""
    difference = ex.call("add", test.args[0], ex.call("mul", ex.const(-1), test.args[1]))
    found = {ORDERINGS[test.data](end, 0) for end in _ends(difference, positions, shapes)}
    return ex.call("lt", *map(ex.const, (0, 1) if found.pop() else (1, 0))) if len(found) == 1 else None


def _ends(at: Expr, positions: range, shapes: Mapping[str, Sequence[int]]) -> set[int]:
    """The values of a formula at the first and the last position, between which it grows or falls; else none.

    ``shapes`` are those of inputs and states; what depends on other lengths has none.
    """
    sizes = [n for n in ex.postorder(at, into_arrays=False) if n.op == "size"]
    if any(n.args[0].op != "tensor" or n.args[0].data.name not in shapes for n in sizes):
        return set()
    at = ex.replace(at, {POSITION: ex.index(STEP)}, into_arrays=False)
    form = linear(at, lambda n: int(shapes[n.args[0].data.name][n.data]))
    if form is None or form[0].keys() - {STEP} or form[1].terms:
        return set()
    return {form[0].get(STEP, 0) * p + form[1].constant for p in (positions[0], positions[-1])}


def _distance(at: Expr) -> int | None:
    """How far a position is from that of the step, where that is a number."""
    form = affine(ex.replace(at, {POSITION: ex.index(STEP)}))
    return form[1] if form is not None and form[0] == {STEP: 1} else None


def _all_inside(positions: range, offset: int, length: int) -> bool:
    """Whether the rows at a distance from these positions are all there."""
    return min(positions) + offset >= 0 and max(positions) + offset < length

