"""Loop fusion: statements that can run in the same loops become one kernel.

Each statement is put into the latest kernel that can take it.  Walking down that
kernel's loops, a loop is shared when the extents are the same and everything the
statement reads from inside that loop is complete there and read at the very same index.
A temporary whose every use lies under common loops loses those axes: it becomes a row,
or a register.  With ``fused=False`` every statement is a kernel of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from espresso.compiler.loops.order import loop_order, row_of_scan
from espresso.compiler.lowering.rematerialise import read_through, rematerialised
from espresso.compiler.state import Fused, Lowered
from espresso.formulas.graph import expr as ex
from espresso.ir.calls import LibraryCall
from espresso.ir.loops import ANY_ORDER, SCANS, Buffer, Kernel, Program, Statement, accesses, reads_of, writes_of
from espresso.ir.nests import Begin, Compute, End, Loop, Node, computed, loops_around, walk
from espresso.ir.targets import TARGETS

MAX_STATEMENTS = 24
"""Statements per kernel: beyond it compile time grows faster than anything is gained."""

Order = Callable[[Statement], tuple[str, ...]]
"""The loops of a statement, from outer to inner."""


def run(state: Lowered) -> Fused:
    """Phase: statements that can run in the same loops become one kernel."""
    state = state.changed()
    code, fused, united = state.statements, bool(state.options.get("fused", True)), TARGETS[state.target].launches
    order = loop_order if united else partial(loop_order, elements=state.sizes.elements)
    if fused:
        read_through(code, state.sizes)
    program = fuse(code.steps, code.buffers, list(state.outputs), fused, united, order)
    if fused and rematerialised(code, state.sizes, program):
        program = fuse(code.steps, code.buffers, list(state.outputs), fused, united, order)
    program.choices = tuple(code.choices)
    return Fused(**vars(state), program=program)


def fuse(
    steps: Sequence[Statement | LibraryCall | Kernel], buffers: Mapping[str, Buffer], outputs: Sequence[str],
    fused: bool = True, united: bool = False, order: Order | None = None,
) -> Program:  # fmt: skip
    """The program of kernels and library calls for the statements, in a valid order; kernels among them stay.

    united: a kernel goes into a later one that reads its results and an array that it reads too.
    """
    placing = _Placing(order or loop_order, padded=not united)
    for step in _numbers_first(steps):
        placing.put(step, fused)
    placed = placing.united() if united and fused else placing.placed
    readers: dict[str, set[int]] = {}
    for k, made in enumerate(placed):
        for name in frozenset().union(*(reads_of(s) for s in _statements(made))):
            readers.setdefault(name, set()).add(k)
    for k, kernel in enumerate(placed):
        if isinstance(kernel, Kernel) and kernel.body:
            _finish(kernel, {n for n, where in readers.items() if where != {k}} | set(outputs))
            while kernel.name in readers or kernel.name in buffers:
                kernel.name += "_"
    return Program(placed, dict(buffers), tuple(outputs))


def _numbers_first(
    steps: Sequence[Statement | LibraryCall | Kernel],
) -> list[Statement | LibraryCall | Kernel]:
    """The steps with numbers that come from inputs before all others: between two loops they keep these apart."""
    made = Counter(name for step in steps for name in writes_of(step))
    first: list[Statement | LibraryCall | Kernel] = []
    later: list[Statement | LibraryCall | Kernel] = []
    for step in steps:
        early = (
            isinstance(step, Statement) and not step.indices and step.slots is None and made[step.name] == 1
            and not any(made[n] for n in reads_of(step))
        )  # fmt: skip
        (first if early else later).append(step)
        if early:
            made[step.name] = 0
    return first + later


class _Placing:
    """Kernels and library calls so far, and what is needed to find a place for the next statement."""

    def __init__(self, order: Order, padded: bool) -> None:
        self.order = order
        self.padded = padded  # see `_can_share`
        self.placed: list[Kernel | LibraryCall] = []
        self.home: dict[str, int] = {}  # buffer -> position of the step that makes it
        self.touching: dict[str, set[int]] = {}  # array -> positions of kernels that make or read it
        self.scalar: set[int] = set()  # positions of kernels without loops

    def put(self, step: Statement | LibraryCall | Kernel, fused: bool) -> None:
        """Append a library call or a kernel; put a statement into the best kernel that takes it, or one of its own."""
        if not isinstance(step, Statement):
            self.home |= dict.fromkeys(step.writes, len(self.placed))
            self.placed.append(step)
            return
        position = -1
        for candidate in self._candidates(step) if fused else ():
            kernel = self.placed[candidate]
            assert isinstance(kernel, Kernel)
            if len(kernel.statements) < MAX_STATEMENTS and _insert(kernel, step, self.order, self.padded):
                position = candidate
                break
        if position < 0:
            position = len(self.placed)
            kernel = Kernel(step.name, [], [])
            _append(kernel.body, step, self.order(step), {})
            kernel.statements.append(step)
            self.placed.append(kernel)
            if not step.indices:
                self.scalar.add(position)
        self.home[step.name] = position
        for name in (*reads_of(step), step.name):
            self.touching.setdefault(name, set()).add(position)

    def united(self) -> list[Kernel | LibraryCall]:
        """The steps, with kernels in the later kernel that reads their results and an array that they read too.

        Two sums over the rows of different arrays share nothing when they are placed, and then a third
        statement reads both of them and their arrays.
        """
        steps: list[Kernel | LibraryCall | None] = list(self.placed)
        for late in range(len(steps) - 1, -1, -1):
            kernel = steps[late]
            if not isinstance(kernel, Kernel) or not kernel.statements or kernel.outer is None:
                continue
            for early in sorted({self.home[n] for n in _reads(kernel) if n in self.home}, reverse=True):
                other, between = steps[early], [s for s in steps[early + 1 : late] if s is not None]
                if early >= late or not isinstance(other, Kernel) or other.outer is None:
                    continue  # a kernel that came as a whole has no loops here
                if not _wide_reads(other) & _wide_reads(kernel):
                    continue
                made = {s.name for s in other.statements}
                if not made or any(made & frozenset().union(*map(reads_of, _statements(s))) for s in between):
                    continue
                whole = _as_one_kernel([*other.statements, *kernel.statements], self.order)
                if whole is not None:
                    steps[late], steps[early], kernel = whole, None, whole
        return [s for s in steps if s is not None]

    def _candidates(self, s: Statement) -> list[int]:
        """Kernels that stand late enough, first those at hand of which most is that the statement reads.

        An array counts by its rank, and twice in the kernel that makes it; the later kernel
        comes first where that is equal.
        """
        wanted = reads_of(s)
        first = max((self.home[n] for n in wanted if n in self.home), default=-1)
        if not s.indices:
            return sorted((p for p in self.scalar if p >= first), reverse=True)
        ranks = {n.args[0].data.name: n.args[0].data.rank for n in accesses(s.body)}
        common: dict[int, int] = {}
        for name in wanted:
            for p in self.touching.get(name, ()):
                if p >= first and p not in self.scalar:
                    common[p] = common.get(p, 0) + ranks.get(name, 1) * (1 + (self.home.get(name) == p))
        return sorted(common, key=lambda p: (common[p], p), reverse=True)


def _reads(kernel: Kernel) -> frozenset[str]:
    return frozenset().union(*map(reads_of, kernel.statements))


def _wide_reads(kernel: Kernel) -> set[str]:
    """Arrays of several axes that a kernel reads and does not make."""
    found = {n.args[0].data.name for s in kernel.statements for n in accesses(s.body) if len(n.args) > 2}
    return found - {s.name for s in kernel.statements}


def _as_one_kernel(statements: Sequence[Statement], order: Order) -> Kernel | None:
    """One kernel of statements in this order, or None where one of them cannot share its outermost loop."""
    first, *rest = statements
    if len(statements) > MAX_STATEMENTS or first.slots is not None or not first.indices:
        return None
    kernel = Kernel(first.name, [], [first])
    _append(kernel.body, first, order(first), {})
    return kernel if all(s.indices and _insert(kernel, s, order) for s in rest) else None


# --- insertion --------------------------------------------------------------------------


def _insert(kernel: Kernel, s: Statement, order_of: Order, padded: bool = False) -> bool:
    """Put the statement into the kernel's loop tree, or leave the tree as it is."""
    if s.slots is not None or any(k.slots is not None for k in kernel.statements):
        return False
    if not s.indices:
        kernel.body.append(Compute(s))
        kernel.statements.append(s)
        return True
    outer = kernel.outer
    order = _order_beside_scan(kernel, s, order_of(s)) if padded else order_of(s)
    if outer is None or not _can_share(outer, s, order, padded):
        return False
    _place(kernel.body, s, order, {}, padded, must_share=True)
    kernel.statements.append(s)
    return True


def _order_beside_scan(kernel: Kernel, s: Statement, order: tuple[str, ...]) -> tuple[str, ...]:
    """The loops of a statement; those of a scan of rows where it is computed from its elements, one by one.

    Such loops are exchanged later, for all that stands in them.
    """
    if s.operator is not None or len(order) < 2:
        return order
    made = {p.name: p for p in kernel.statements}
    reads = [read for read in accesses(s.body) if read.args[0].data.name in made]
    scans = [made[read.args[0].data.name] for read in reads]
    rows = {p.name: row_of_scan(p) for p in scans if p.operator in SCANS}
    if not scans or len(rows) < len({p.name for p in scans}) or None in rows.values():
        return order
    for read, p in zip(reads, scans, strict=True):
        places = dict(zip(p.axes, read.args[1:], strict=True))
        pair = places[p.over[0]], places[rows[p.name] or ""]
        if read.data is not None or pair != tuple(map(ex.index, order[-2:])):
            return order
    return (*order[:-2], order[-1], order[-2])


def _can_share(loop: Loop, s: Statement, order: tuple[str, ...], padded: bool) -> bool:
    """Whether ``s`` may run inside ``loop`` with the first index of its ``order`` as the loop's index.

    padded: also where it reads beyond other axes of what the loop makes; along this one it is at the very same place,
    which a scan has computed before.  Loops with scans of rows take nothing that keeps them from being exchanged.
    """
    index = order[0]
    if s.extents[index] is not loop.extent:
        return False
    made = {other.name: other for other in computed([loop])}
    if padded and any(p.operator in SCANS and row_of_scan(p) == loop.index for p in made.values()):
        inner = [node for node in loop.body if isinstance(node, Loop)]
        if len(order) < 2 or s.operator is not None and s.operator not in SCANS:
            return False
        if not all(_can_share(node, s, order[1:], padded) for node in inner):
            return False
    if not _same_direction([*(_direction(other, loop.index) for other in made.values()), _direction(s, index)]):
        return False
    for name, producer in made.items():
        for read in accesses(s.body, of=name):
            if loop.index not in producer.axes or loop.index in producer.over and not padded:
                return False
            slot = read.args[1 + producer.axes.index(loop.index)]
            if read.data is not None and not padded or slot is not ex.index(index):
                return False
    return True


def _direction(s: Statement, index: str) -> int:
    """1 or -1 where a statement needs the rounds of a loop in order, or in the opposite one, else 0."""
    if index not in s.over or s.operator in ANY_ORDER:
        return 0
    return -1 if s.operator == "reverse_cumsum" else 1


def _same_direction(directions: Sequence[int]) -> bool:
    return not {1, -1} <= {*directions}


def _place(
    body: list[Node], s: Statement, order: tuple[str, ...], names: dict[str, str], padded: bool,
    must_share: bool = False,
) -> None:
    """Put ``s`` into ``body``: into the last loop that can take it, else at the end."""
    if order:
        wanted = reads_of(s)
        for position in range(len(body) - 1, -1, -1):
            node = body[position]
            if isinstance(node, Loop) and (must_share or _can_share(node, s, order, padded)):
                inside = {**names, order[0]: node.index}
                renamed = _renamed(s, {order[0]: node.index}, set(names.values()))
                remaining = tuple(_image(n, s, renamed) for n in order[1:])
                _enter(body, position, node, renamed, node.index, remaining, inside, padded)
                return
            if _completes(node) & wanted:
                break
    _append(body, s, order, names)


def _image(name: str, old: Statement, new: Statement) -> str:
    """The name that ``name`` of the old statement has in the renamed one."""
    position = old.indices.index(name)
    return new.indices[position]


def _enter(
    body: list[Node], position: int, loop: Loop, s: Statement, index: str, rest: tuple[str, ...], names: dict[str, str],
    padded: bool,
) -> None:
    starts = s.operator is not None and index in s.over and not _started(s, index, rest)
    if starts:
        body.insert(position, Begin(s, tuple(n for n in rest if n in s.axes and n not in s.over)))
        body.insert(position + 2, End(s))
    _place(loop.body, s, rest, names, padded)


def _started(s: Statement, index: str, rest: tuple[str, ...]) -> bool:
    """Whether an outer loop of the statement has begun its accumulation already."""
    outside = set(s.over) - set(rest) - {index}
    return bool(outside)


def _completes(node: Node) -> set[str]:
    """Buffers that are complete only after ``node``; a scan's elements are there when they have been computed."""
    ends = (n.statement for n in walk([node]) if isinstance(n, End))
    made = {n.statement.name for n in walk([node]) if isinstance(n, Compute)}
    return made | {s.name for s in ends if s.over[0] not in s.axes}


def _append(body: list[Node], s: Statement, order: tuple[str, ...], names: dict[str, str]) -> None:
    """A new loop nest for ``s`` at the end of ``body``."""
    taken = set(names.values())
    clash = {n: ex.fresh(taken | set(s.indices), n) for n in order if n in taken}
    if clash:
        order = tuple(clash.get(n, n) for n in order)
        s = _renamed(s, clash, set())
    target = body
    for depth, name in enumerate(order):
        loop = Loop(name, s.extents[name])
        if s.operator is not None and name in s.over and not _started(s, name, order[depth + 1 :]):
            inner = tuple(n for n in order[depth + 1 :] if n in s.axes and n not in s.over)
            target += [Begin(s, inner), loop, End(s)]
        else:
            target.append(loop)
        target = loop.body
    if s.operator is not None and not s.over:
        raise AssertionError(f"a reduction without indices: {s}")
    target.append(Compute(s))


def _renamed(s: Statement, names: Mapping[str, str], avoid: set[str]) -> Statement:
    """The statement with indices renamed; another index that has a new name gets a fresh one.

    Indices that are placed already have the names of the loops around them, which differ
    from the new names; ``avoid`` holds them.
    """
    moving = {a: b for a, b in names.items() if a != b}
    if not moving:
        return s
    for name in s.indices:
        if name not in moving and name in moving.values():
            moving[name] = ex.fresh({*moving.values(), *s.indices, *avoid}, name)
    values = {a: ex.index(b) for a, b in moving.items()}

    def new(name: str) -> str:
        return moving.get(name, name)

    return replace(
        s, axes=tuple(map(new, s.axes)), over=tuple(map(new, s.over)), body=ex.substitute(s.body, values),
        extents={new(k): v for k, v in s.extents.items()},
        slots=None if s.slots is None else tuple(ex.substitute(e, values) for e in s.slots),
    )  # fmt: skip


# --- what stays inside a kernel ---------------------------------------------------------


def _finish(kernel: Kernel, elsewhere: Collection[str]) -> None:
    """Names, reads and writes of the kernel; temporaries that shrink to rows or registers.

    ``elsewhere`` are the arrays that others read, and the results.
    """
    paths = [*loops_around(kernel.body)]
    kernel.statements = [s for s, _ in paths]
    scalars: set[str] = set()
    rows: dict[str, tuple[str, ...]] = {}
    made = {s.name: (s, p) for s, p in paths}
    for node in walk(kernel.body):
        if isinstance(node, (Begin, End)):  # loops inside may have given the indices other names
            before, node.statement = node.statement, made[node.statement.name][0]
            if isinstance(node, Begin):
                node.inner = tuple(_image(n, before, node.statement) for n in node.inner)
    for name, (statement, path) in made.items():
        if name in elsewhere or statement.slots is not None:
            continue
        common = list(path)
        for other, other_path in paths:
            if other.name != name and name in reads_of(other):
                common = [loop for loop in common if any(loop is o for o in other_path)]
        dropped = {loop.index for loop in common} - (set(statement.over) - set(statement.axes))
        kept = tuple(a for a in statement.axes if a not in dropped)
        if not kept:
            scalars.add(name)
        else:
            rows[name] = kept
    outer = kernel.outer
    kernel.scalars, kernel.rows = frozenset(scalars), rows
    kernel.writes = tuple(n for n in made if n not in scalars and n not in rows)
    wanted = sorted(set().union(*(reads_of(s) for s in kernel.statements)) - set(made))
    kernel.reads = tuple(wanted)
    if outer is not None:
        kernel.partial = tuple(n for n in kernel.writes if outer.index in made[n][0].over and made[n][0].slots is None)
    kernel.name = "kernel_" + "_".join(kernel.writes[:3])


def _statements(step: Kernel | LibraryCall) -> Sequence[Statement | LibraryCall | Kernel]:
    """What a step consists of; a kernel that came as a whole stays one."""
    return computed(step.body) if isinstance(step, Kernel) and step.body else [step]
