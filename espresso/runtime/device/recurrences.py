"""Recurrences on a device: the programs of starting values and of one step, whose launches are repeated.

The formulas are those of `runtime.cpu.recurrences`.  Each is planned as every program is, and once for all lengths.
Rows that a step reads or writes at a fixed distance are arrays of their own; from step to step only arguments of the
launches change: where these rows begin, and the position where a formula asks for it.  Nothing is copied to or from
the host between two steps, so that on CUDA all of them are part of one graph.

Whether a step reads outside an array is found out on the device, in one number (`FLAG`) that all steps of a call
share; it is looked at where the results go to the host.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np

from espresso.codegen.simt import one_block
from espresso.codegen.simt.cost.cost import Cost, call_cost
from espresso.codegen.simt.cost.roofline import here, seconds_of_launches, seconds_of_one_block
from espresso.codegen.simt.dialect import DIALECTS
from espresso.codegen.simt.prelude import prelude
from espresso.codegen.simt.program import SimtProgram
from espresso.compiler.lowering.safe_reads import STEP
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.inference.checked_reads import reads_to_check
from espresso.formulas.inference.recurrences import bound
from espresso.ir.calls import Contraction, LibraryCall, RecurrenceCall
from espresso.ir.loops import Kernel, Program
from espresso.lazy import get
from espresso.runtime.cpu import recurrences
from espresso.runtime.device import linear_scans
from espresso.runtime.device.places import ALIGNMENT, FLAG, Facts, Place, Run, Steps

FEW = 4
"""Fewer steps than these are launches."""

IN_GRAPHS = 1 << 14
"""Launches of a recurrence from which on they are no longer recorded: a graph keeps the arguments of each."""

OPTIONS = ("fused", "tf32", "deterministic", "transfer", "engine")
"""What the programs of steps are told of the options of the whole."""


class Loop:
    """A recurrence for arrays of fixed shapes: its programs, in order, and the memory that they need beside them.

    ``outer`` is the program that it is a step of, ``bind`` makes such programs (`launches.bind`).
    """

    def __init__(self, call: RecurrenceCall, outer: Any, watched: bool, bind: Callable[..., Any]) -> None:
        self.call, self.backend, self.watched, self._bind = call, outer.backend, watched, bind
        self._known, self._options = outer.generated.inner, outer.options
        layout = outer.layout
        inputs = [ex.tensor(n, rank) for n, rank in zip(call.operands, call.recurrence.ranks, strict=True)]
        shapes = dict(zip(inputs, (layout.shapes[n] for n in call.operands), strict=True))
        node = ex.recur(call.recurrence, 0, call.recurrence.states[0].axes, inputs)
        r = self.recurrence = bound(node, shapes.__getitem__)
        self.names = dict(zip(r.shapes, (*call.operands, *call.results), strict=True))
        """The arrays of the loop, and what they are in the program around it."""
        self.arrays: dict[str, Facts] = {}
        for n, name in self.names.items():
            strides = tuple(s * layout.dtypes[name].itemsize for s in layout.element_strides[name])
            self.arrays[n] = Facts(layout.shapes[name], layout.dtypes[name], strides)
        self.few = {s.name: (n, -r.shapes[s.name][0] % n if n and not r.backward else 0)
                     for s, n in zip(r.states, call.rows or [0] * len(r.states), strict=True)}  # fmt: skip
        """Of each state how many rows it has, 0 for all, and by how many they are moved, so that they end in order."""
        self.gathers: list[tuple[str, int]] = []
        """Arrays whose values are positions that all steps need, and the lengths that these must be below."""
        self.outer, self.operands = outer, list[str]()
        self.runs = self._planned({n for n in outer.inputs if layout.forms[n] in ("host", "number")})
        self.own: dict[str, tuple[int, int]] = {}
        """Arrays that several of its programs share: their places in the memory that it needs, and their bytes."""
        self.scratch = max([1, *(run.bound.arena.size for run in self.runs)])
        for n in self.operands:
            at, size = -(-self.scratch // ALIGNMENT) * ALIGNMENT, max(1, self.arrays[n].bytes)
            self.own[n], self.scratch = (at, size), at + size

    @property
    def moves(self) -> list[tuple[str, int]]:
        """What calls of its programs move between host and device."""
        return [move for run in self.runs for _ in run.positions for move in run.bound.moves]

    # --- planning ---

    def _planned(self, on_host: set[str]) -> list[Run]:
        """All programs; positions in arrays ``on_host`` are looked at there (`launches.Bound.gathers_outside`)."""
        r = self.recurrence
        every = {n: np.broadcast_to(np.zeros((), f.dtype), f.shape) for n, f in self.arrays.items()}
        statements = uniquify_all([e for s in r.states for e in (s.body, *(start for _, start in s.starts))])
        masked = {w.access.args[0] for w in reads_to_check(statements) if w.needed.op != "const"}
        looked_at = {a.data.name for a in masked if a.op == "tensor"}
        gathers = {g for g in recurrences._gathers(r) if g.array not in looked_at}
        self.gathers = [(self.names[g.positions], every[g.array].shape[g.axis]) for g in gathers]
        roots, places = self._starts(every)
        unseen = [g for g in sorted(gathers) if self.watched and self.names[g.positions] not in on_host]
        tests = [self._outside(g.positions, g.array, g.axis) for g in unseen]
        if tests:
            roots.append(_raised(reduce(lambda a, b: ex.call("or", a, b), tests)))
            places.append(Place(FLAG))
        found = [self.run("before the steps", roots, range(1), places)] if roots else []
        for segment in recurrences._segments(r):
            roots, read = recurrences._step_formulas(r, segment, [n for n, _ in self.few.values()], every)
            views = {n: self._row(r.states[row.state].name, row.offset) for n, row in read.items()}
            places = [self._row(r.states[k].name) for k in segment.states]
            arrays = every | {n: every[place.array][0, ...] for n, place in views.items()}
            known = gathers | {g._replace(array=n, axis=g.axis - 1) for n, place in views.items()
                               for g in gathers if g.array == place.array}  # fmt: skip
            test = recurrences._watch(roots, known, segment.positions, arrays) if self.watched else None
            if test is not None:
                roots.append(_raised(test.args[0]))
                places.append(Place(FLAG))
            scan = linear_scans.scan(self, segment, every) if test is None else []
            if scan:
                found += scan
                continue
            names, count = ", ".join(self.call.results[k] for k in segment.states), len(segment.positions)
            word = f"in each of {count:,} steps, {names}" if count > 1 else f"in one step, {names}"
            found.append(self.run(word, roots, segment.positions, places, views))
        return found

    def _starts(self, every: dict[str, np.ndarray]) -> tuple[list[Expr], list[Place]]:
        """Starting values, and 0 where a state without any has no step; and the rows that they are."""
        roots, places = [], []
        for s, steps in zip(self.recurrence.states, self.recurrence.steps, strict=True):
            r, length = self.recurrence, self.recurrence.shapes[s.name][0]
            beside = range(length)[-s.first :] if r.backward else range(length)[: s.first]
            zero = ex.closed(f"{s.name}_start", s.others, ex.const(0))
            pairs = list(zip(steps.starts, (e for _, e in s.starts), strict=True))
            pairs = pairs or [(p, zero) for p in (beside if s.first else ())]
            pairs.sort(key=lambda pair: pair[0], reverse=r.backward)
            for p, e in pairs[-self.few[s.name][0] :]:  # the steps read no others
                roots.append(recurrences._with_lengths(e, s, every))
                places.append(self._row(s.name, p))
        return roots, places

    def _row(self, name: str, distance: int = 0) -> Place:
        """The row of an array at a distance from the position of a step."""
        rows, moved = self.few.get(name, (0, 0))
        return Place(name, distance + moved, self.arrays[name].stride, rows, True)

    def _outside(self, positions: str, array: str, axis: int) -> Expr:
        """Whether one of the positions of a gather is outside."""
        rank = len(self.arrays[positions].shape)
        names = [f"i{k}" for k in range(rank)]
        at = ex.access(ex.tensor(positions, rank), [ex.index(n) for n in names])
        length = ex.size(ex.tensor(array, len(self.arrays[array].shape)), axis)
        test = ex.call("or", ex.call("lt", at, ex.const(0)), ex.call("ge", at, length))
        return ex.reduce("any", names, test) if names else test

    def run(
        self, word: str, roots: Sequence[Expr], positions: range, results: Sequence[Place],
        states: Mapping[str, Place] | None = None,
    ) -> Run:  # fmt: skip
        """A program for these formulas and positions, whose results lie at these places, with rows of ``states``."""
        roots, views = self._rows(roots, positions)
        views |= states or {}
        made = self._known.get(tuple(roots))
        if made is None:
            options = {n: self._options[n] for n in OPTIONS}
            made = self._known[tuple(roots)] = get("compile")(list(roots), target=self.backend.target, **options)
        places, arrays, forms = dict(views), [], []
        for n in made.inputs:
            if n == STEP:
                facts, form = Facts((), np.dtype(np.int64), ()), "step"
            else:
                place = places.setdefault(n, Place(n))
                facts = self.facts(place.array).row if n in views else self.facts(n)
                form = facts.form
            arrays.append(facts)
            forms.append(form)
        places |= dict(zip(made.outputs, results, strict=True))
        moved = frozenset(n for n, p in places.items() if p.moves)
        dtypes = [str(self.facts(p.array).dtype) for p in results]
        steps = Steps(len(positions), dtypes, moved, self.watched)
        return Run(word, self._bind(made, self.backend, arrays, forms, False, steps), positions, places)

    def facts(self, name: str) -> Facts:
        """Of an array of the loop, or of the number that all steps share."""
        return Facts((), np.dtype(np.int32), ()) if name == FLAG else self.arrays[name]

    def _rows(self, roots: Sequence[Expr], positions: range) -> tuple[list[Expr], dict[str, Place]]:
        """The formulas with rows at a fixed distance from the step as arrays of their own, and where these lie."""
        views: dict[str, Place] = {}
        first: dict[Expr, Expr] = {}

        def read(node: Expr) -> Expr | None:
            if node.op != "access" or node.data is not None or len(node.args) < 2 or node.args[0].op != "tensor":
                return None
            name, distance = node.args[0].data.name, recurrences._distance(node.args[1])
            if distance is None or name not in self.arrays:
                return None
            length, *rest = self.arrays[name].shape
            if not recurrences._all_inside(positions, distance, length):
                return None  # in a branch of where that these steps do not take
            view = ex.tensor(f"{name}@{distance}", len(rest))
            views[view.data.name] = self._row(name, distance)
            first.setdefault(node.args[0], view)
            return ex.access(view, node.args[2:])

        def size(node: Expr) -> Expr | None:
            view = first.get(node.args[0]) if node.op == "size" and node.data else None
            return None if view is None else ex.size(view, node.data - 1)

        changed = ex.rebuild_all(roots, read) if len(positions) else list(roots)
        return ex.rebuild_all(changed, size), views


def parts_of_a_step(launched: SimtProgram, layout: Any, value: Callable[[Expr], int]) -> list[Cost]:
    """What the launches of a step cost, each."""

    def item(name: str) -> int:
        return np.dtype(launched.buffers[name].dtype if name in launched.buffers else layout.dtypes[name]).itemsize

    def size(name: str) -> int:
        made = launched.buffers.get(name)
        return layout.bytes(name) if made is None else math.prod(map(value, made.shape)) * item(name)

    steps = [s for s in launched.steps if isinstance(s, LibraryCall) or 0 not in s.launch(value).grid]
    return [call_cost(s, value, size) if isinstance(s, LibraryCall) else s.cost(value, size, item) for s in steps]


def shorter_in_one_block(steps: Steps, program: Program, costs: Sequence[Cost]) -> bool:
    """Whether all steps are one launch of one block, which is less parallel but need not be launched again."""
    if steps.many < FEW or not all(isinstance(s, (Kernel, Contraction)) for s in program.steps):
        return False
    return seconds_of_one_block(costs, here()) < seconds_of_launches(costs, here())


def _raised(test: Expr) -> Expr:
    """The flag after a test; its new value needs the old one, so that it may lie in the same place."""
    before = ex.access(ex.tensor(FLAG, 0, "int32"))
    return ex.closed("outside", (), ex.call("where", test, ex.const(1), before))


def text_with_steps(whole: Any) -> tuple[str, dict[str, str]]:
    """The text of a program and of its recurrences as one, and the kernels in it, which have names of their own."""
    dialect, kernels, texts = DIALECTS[whole.generated.simt.dialect], dict[str, str](), []
    helpers, todo = set[str](), [("", whole)]
    while todo:
        word, program = todo.pop()
        simt = program.generated.simt
        helpers |= simt.helpers
        texts += [f"// {word}\n"] if word else []
        for name, source in program.generated.kernels.items():
            own, number = name, 1
            while own in kernels and kernels[own] != source:
                number += 1
                own = f"{name}_{number}"
            if own not in kernels:
                kernels[own] = re.sub(rf"\b{name}(?=__\d+\b|\b)", own, source)
                texts.append(kernels[own])
        for name, loop in reversed(program.loops.items()):
            todo += [(f"recurrence {name}: {run.word}", run.bound) for run in reversed(loop.runs)]
    head = takewhile(lambda line: line.startswith("//"), whole.generated.source.splitlines())
    return "\n".join([*head, prelude(helpers, texts, dialect), *texts]), kernels


class Use(NamedTuple):
    """An argument of a launch: the step that takes it, its position there, and the array that it lies in."""

    step: Any
    position: int
    place: Place
    itemsize: int


class LoopStep:
    """A recurrence in one workspace, as a step of a program; ``names`` are its arrays."""

    def __init__(self, loop: Loop, work: Any, start: int) -> None:
        self.names = tuple(loop.names.values())
        self._arrays = list(loop.names)
        self._pointers: dict[str, Any] = {FLAG: work.flag}
        self._uses: dict[str, list[Use]] = {n: [] for n in (*self._arrays, FLAG, *loop.own)}
        self._runs: list[tuple[range, list[tuple[Any, list[Use]]]]] = []
        self.count = 0
        for run in loop.runs:
            inner = type(work)(run.bound, work.queue, work.block, start, work.flag)
            moving: dict[int, list[Use]] = {id(step): [] for step in inner.steps}
            for step, position, slot in inner.moving:
                name = run.bound.given[slot]
                use = Use(step, position, run.places[name], run.bound.layout.dtypes[name].itemsize)
                self._uses[use.place.array].append(use)
                if use.place.moves:
                    moving[id(step)].append(use)
            steps = [step for step in inner.steps if getattr(step, "runs", True)]
            positions = run.positions
            for step in steps if run.numbers else ():
                _told(step, run.numbers)
            if run.bound.generated.one_block:
                _set(steps[0], run)
                positions, moving = positions[:1], {id(steps[0]): []}
            self._runs.append((positions, [(step, moving[id(step)]) for step in steps]))
            self.count += len(positions) * sum(getattr(step, "count", 1) for step in steps)
        if work.flag is not None:
            self._bind(FLAG, work.flag)
        for name, (at, size) in loop.own.items():
            self._bind(name, loop.backend.part(work.block, start + at, size))

    @property
    def _steps(self) -> list[Any]:
        return [step for positions, steps in self._runs if len(positions) for step, _ in steps]

    @property
    def recorded(self) -> bool:
        """Whether all of it can be part of a graph."""
        return self.count <= IN_GRAPHS and all(getattr(s, "recorded", False) for s in self._steps)

    @property
    def launches(self) -> bool:
        """Whether it is made of launches alone."""
        return all(getattr(s, "launches", False) for s in self._steps)

    def ready(self, stream: Any) -> None:
        """Let steps make what they need for a stream."""
        for step in self._steps:
            if hasattr(step, "ready"):
                step.ready(stream)

    def bind(self, position: int, pointer: Any) -> None:
        """Let an argument be this pointer from now on."""
        self._bind(self._arrays[position], pointer)

    def _bind(self, name: str, pointer: Any) -> None:
        self._pointers[name] = pointer
        for use in self._uses[name]:
            use.step.bind(use.position, pointer)

    def __call__(self, queue: Any) -> Any:
        """Put all steps into the queue, one position after the other."""
        event, pointers = None, self._pointers
        for positions, steps in self._runs:
            for at in positions:
                for step, uses in steps:
                    for use in uses:
                        move(step, use.position, pointers[use.place.array], use.place.element(at), use.itemsize)
                    if getattr(step, "placed", False):
                        step.place(at)
                    event = step(queue) or event
        return event


def _set(step: Any, run: Run) -> None:
    """Tell the kernel that computes all steps where they are, and where the rows of each."""
    numbers = dict(zip(one_block.STEPS, (run.positions.start, len(run.positions), run.positions.step), strict=True))
    for n in run.bound.generated.moved & set(step.names):
        p = run.places[n]
        row = zip(one_block.ROW, (p.distance, p.stride, p.rows), strict=True)
        numbers |= {one_block.number_of(n, what): number for what, number in row}
    _told(step, numbers)


def _told(step: Any, numbers: Mapping[str, int]) -> None:
    """Set the numbers of a kernel, which stay."""
    step.placed = False
    for name, number in numbers.items():
        step.number(name, number)


def move(step: Any, position: int, pointer: Any, elements: int, itemsize: int) -> None:
    """Let an argument begin at an element: addresses are moved, launches on buffers are told where it lies."""
    if isinstance(pointer, int):
        step.bind(position, pointer + elements * itemsize)
    else:
        step.move(position, elements, itemsize)
