"""Row blocking: steps that share an outer index run in blocks of it, so that large temporaries never exist whole.

``softmax[j](sum[d](q[i,d]*k[j,d]))`` times ``v[j,e]`` is a matrix product, a kernel over rows and
another product.  The array of all ``(i, j)`` is far larger than a cache, and is only needed one row
at a time.  The phase finds such groups of steps:

- A big temporary is the seed, some of its axes are the roles.  Every step that touches it must run
  over the roles; other big temporaries of these steps that have the roles too join in.
- A step that only reads what the group makes joins where it can; one that reads what the group
  sums over a role has to wait until it is complete.
- What a block costs is the arrays without the roles, which pass by once more for each block; what
  it saves is the traffic of the local arrays, and their memory.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np

from espresso.compiler.loops.short_rows import MANY
from espresso.compiler.sizes import Size
from espresso.compiler.state import Fused
from espresso.engine.table import named
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir import block_rows as rows
from espresso.ir.calls import Contraction, LibraryCall
from espresso.ir.driver import JOINS
from espresso.ir.engine import REAL_DTYPES
from espresso.ir.loops import Blocks, Kernel, Program, Statement, Window
from espresso.ir.nests import Loop, loops_around
from espresso.ir.storage.liveness import in_place, touches
from espresso.ir.targets import TARGETS
from espresso.system import machine_model

BIG = 1 << 23
"""Bytes of local arrays from which on blocks are worth looking for."""

SHORT = 1 << 17
"""Bytes of local arrays in a block where rows are short: what the copies bring in stays in a core's own cache."""

KEPT = 6
"""Memory that is not needed counts as much as moving it so many times."""


def alive(program: Program, blocks: Blocks, shared: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The local arrays that exist at the same time, at each step; ``shared`` are those in the place of another."""
    steps = program.steps[blocks.first : blocks.last]
    homes = {n: n for n in blocks.local}
    for new, old in shared.items():
        if new in homes:
            homes[new] = homes[old]
    found: list[set[str]] = [set() for _ in steps]
    for home in set(homes.values()):
        at = [k for k, s in enumerate(steps) if any(homes.get(n) == home for n in touches(s))]
        for k in range(min(at), max(at) + 1):
            found[k].add(home)
    return tuple(tuple(sorted(names)) for names in found if not any(names < other for other in found))


def run(state: Fused) -> Fused:
    """Phase: steps whose arrays between them are too large for a cache run in blocks of their rows."""
    options, before = state.options, state.program
    if not TARGETS[state.target].blocks or not options.get("blocked", True) or not options.get("fused", True):
        return state
    transposed = frozenset(state.statements.transposed & before.buffers.keys())
    if not transposed and not any(isinstance(step, Contraction) for step in before.steps):
        return state
    sizes = state.sizes.copy()
    return replace(state, sizes=sizes, program=sizes.decide(lambda size: block(before, size, transposed), _marks))


def _marks(program: Program) -> list[tuple[object, ...]]:
    return [(b.first, b.last, tuple(b.local)) for b in program.blocks]


def block(program: Program, size_of: Size, transposed: frozenset[str] = frozenset()) -> Program:
    """The program with groups of steps marked that run in blocks, their steps side by side.

    ``transposed`` are copies of arrays with short rows, which are never worth being whole (`short_rows`).
    """
    while (found := _Search(program, size_of, transposed).best()) is not None:
        program = found
    return program


class _Search:
    """Groups of steps in one program."""

    def __init__(self, program: Program, size_of: Size, transposed: frozenset[str]) -> None:
        self.program, self.size_of, self.transposed = program, size_of, transposed
        self.taken = {k for b in program.blocks for k in range(b.first, b.last)}
        self.reads = [_accesses(s)[0] for s in program.steps]
        self.writes = [_accesses(s)[1] for s in program.steps]
        self.home = {name: k for k, made in enumerate(self.writes) for name in made}
        self.touching: dict[str, list[int]] = {}
        for k in range(len(program.steps)):
            for name in dict.fromkeys([*self.reads[k], *self.writes[k]]):
                self.touching.setdefault(name, []).append(k)
        self.bytes = {n: self._bytes(n) for n, b in program.buffers.items()}
        # groups grow over the same steps again and again; what is found out about one is kept
        self.names = cache(self._names)
        self.axes = cache(self._axes)
        self.possible = cache(self._possible)
        self.paths = cache(self._paths)

    def _paths(self, k: int) -> list[tuple[Statement, tuple[Loop, ...]]]:
        step = self.program.steps[k]
        return [] if isinstance(step, LibraryCall) else list(loops_around(step.body))

    def _bytes(self, name: str) -> int:
        b = self.program.buffers[name]
        return math.prod(self.size_of(e) for e in b.shape) * np.dtype(b.dtype).itemsize

    def best(self) -> Program | None:
        """The program with the most profitable group marked, or None."""
        buffers = self.program.buffers
        seeds = [
            n for n, b in buffers.items()
            if b.role == "temporary" and len(b.shape) > 1 and n in self.home and self.home[n] not in self.taken
            and (self.bytes[n] * 4 >= BIG or n in self.transposed) and len(self.touching[n]) > 1
        ]  # fmt: skip
        best: tuple[float, _Group] | None = None
        for seed in sorted(seeds, key=lambda n: (n in self.transposed, -self.bytes[n]))[:6]:
            rank = len(buffers[seed].shape)
            if seed in self.transposed:
                count = max(1, self.size_of(buffers[seed].shape[0]))
                planes = count >= MANY and self.bytes[seed] // count <= SHORT
                found = [self._group(seed, (axis,)) for axis in ((0, rank - 1) if planes else (rank - 1,))]
                groups = [(group, group.marked()) for group in found if group is not None and group.profit() > 0]
                if groups:  # what is carried from plane to plane would be loaded and stored for each of them
                    return max(groups, key=lambda g: (not g[1].blocks[-1].carried, g[0].saved()))[1]
                continue
            for count in range(rank - 1, 0, -1):
                for axes in combinations(range(rank), count):
                    group = self._group(seed, axes)
                    profit = group.profit() if group is not None else 0.0
                    if group is not None and profit > (best[0] if best else 0.0):
                        best = profit, group
            if best is not None:
                break
        return best[1].marked() if best is not None else None

    def _group(self, seed: str, axes: tuple[int, ...]) -> _Group | None:
        banned: set[str] = set()
        while True:
            group = _Group(self, seed, axes)
            refused = group.flood(banned)
            if refused is None:
                return group if group.settle() else None
            if refused == seed or refused in banned:
                return None
            banned.add(refused)

    def _names(self, k: int, array: str, axes: tuple[int, ...]) -> tuple[str, ...] | None:
        """The indices that a step has at these axes of an array; None where they are not the same everywhere."""
        every = [*self.reads[k].get(array, ()), *self.writes[k].get(array, ())]
        found = {tuple(slots[a] for a in axes) for slots in every}
        if len(found) != 1:
            return None
        (only,) = found
        plain = tuple(n for n in only if n is not None)
        return plain if len(plain) == len(set(plain)) == len(axes) else None

    def _axes(self, k: int, array: str, names: tuple[str, ...]) -> tuple[int, ...] | None:
        """The axes of an array at which a step has these indices, each just once."""
        slots = [*self.reads[k].get(array, ()), *self.writes[k].get(array, ())][0]
        if any(slots.count(n) != 1 for n in names):
            return None
        found = tuple(slots.index(n) for n in names)
        return found if self.names(k, array, found) == names else None

    def _possible(self, k: int, names: tuple[str, ...], roles: tuple[Expr, ...]) -> bool:
        """Whether a step can run for a block of these indices alone."""
        step = self.program.steps[k]
        if k in self.taken:
            return False
        if isinstance(step, LibraryCall):
            if not isinstance(step, Contraction) or step.triangle or step.added:
                return False
            same = [step.extents[n] for n in names] == list(roles)
            engine = named(step.engine)
            return same and engine is not None and engine.blocked and step.dtype in REAL_DTYPES
        for n, extent in zip(names, roles, strict=True):
            loops = [{id(l) for l in path if l.index == n and l.extent is extent} for _, path in self.paths(k)]
            if not set.intersection(*loops):
                return False
        for s in step.statements:
            summed = set(names) & set(s.over)
            if s.slots is not None or summed & set(s.axes):
                return False
            if summed and (s.operator not in JOINS or s.name not in step.writes or s.name in self.reads[k]):
                return False
        return True


class _Group:
    """Steps that touch a local array, with their names for the roles."""

    def __init__(self, search: _Search, seed: str, axes: tuple[int, ...]) -> None:
        self.search, self.seed = search, seed
        self.program, self.buffers = search.program, search.program.buffers
        self.short = seed in search.transposed
        self.local = {seed: axes}
        self.indices: dict[int, tuple[str, ...]] = {}
        self.roles = tuple(self.buffers[seed].shape[a] for a in axes)

    def flood(self, banned: set[str]) -> str | None:
        """Join all steps that touch the seed, and big temporaries between them; the array that stands against it."""
        search, queue = self.search, [self.seed]
        while queue:
            array = queue.pop()
            for k in search.touching[array]:
                found = search.names(k, array, self.local[array])
                if found is None or self.indices.get(k, found) != found or not search.possible(k, found, self.roles):
                    return array
                if k in self.indices:
                    continue
                self.indices[k] = found
                for other in dict.fromkeys([*search.reads[k], *search.writes[k]]):
                    b = self.buffers.get(other)
                    if b is None or b.role != "temporary" or other in self.local or other in banned:
                        continue
                    axes = search.axes(k, other, found)
                    large = search.bytes[other] * 4 >= BIG or self.short
                    if axes is not None and other in search.home and large:
                        self.local[other] = axes
                        queue.append(other)
        return None

    def settle(self) -> bool:
        """Take in steps that only follow; whether all is consistent and can stand side by side."""
        products = any(isinstance(self.program.steps[k], Contraction) for k in self.indices)
        if not (products or self.short) or not self._consistent():  # kernels alone are fused where that serves
            return False
        changed = True
        while changed:
            changed = False
            made = {n for k in self.indices for n in self.search.writes[k]}
            readers = sorted({k for n in made for k in self.search.touching[n]} - self.indices.keys())
            for k in readers:
                names = self._follows(k)
                if names is not None and self.search.possible(k, names, self.roles):
                    self.indices[k] = names
                    if self._consistent():
                        changed = True
                    else:
                        del self.indices[k]
        return True

    def _follows(self, k: int) -> tuple[str, ...] | None:
        """The names of the roles in a step that reads what the group makes, if the reads tell all of them."""
        found: dict[int, str] = {}
        for array in self.search.reads[k]:
            home = self.search.home.get(array)
            if home not in self.indices:
                continue
            slots = self.search.writes[home][array][0]
            for role, name in enumerate(self.indices[home]):
                if name in slots:
                    here = self.search.names(k, array, (slots.index(name),))
                    if here is None or found.get(role, here[0]) != here[0]:
                        return None
                    found[role] = here[0]
        names = tuple(found[r] for r in sorted(found))
        return names if len(set(names)) == len(self.roles) else None

    def _consistent(self) -> bool:
        """Whether every step of the group reads of its own block only, and the order of steps allows it."""
        search = self.search
        for k, names in self.indices.items():
            for array in search.reads[k]:
                home = search.home.get(array)
                if home is None or home not in self.indices or home == k:
                    continue
                slots = search.writes[home][array][0]
                axes = [slots.index(n) if n in slots else None for n in self.indices[home]]
                if None in axes or search.names(k, array, tuple(a for a in axes if a is not None)) != names:
                    return False
        return self._order() is not None

    def _order(self) -> tuple[list[int], list[int]] | None:
        """Other steps between those of the group: what stands before it and what after; None where neither works."""
        search = self.search
        first, last = min(self.indices), max(self.indices)
        before: list[int] = []
        after: list[int] = []
        later = {n for k in self.indices for n in search.writes[k]}
        waiting: set[str] = set()
        for k in range(first, last + 1):
            if k in self.indices:
                if waiting & search.reads[k].keys():
                    return None
                continue
            if k in search.taken:
                return None
            if later & search.reads[k].keys():
                after.append(k)
                later |= search.writes[k].keys()
                waiting |= search.writes[k].keys()
            else:
                before.append(k)
        return before, after

    def _locals(self) -> dict[str, tuple[int, ...]]:
        """Temporaries that nothing outside the group touches."""
        found: dict[str, tuple[int, ...]] = {}
        for k, names in self.indices.items():
            for array, (slots, *_) in self.search.writes[k].items():
                b = self.buffers[array]
                users = self.search.touching[array]
                if b.role == "temporary" and set(users) <= self.indices.keys() and len(users) > 1:
                    found[array] = tuple(slots.index(n) for n in names)
        return found

    def _blocks(self, first: int) -> Blocks:
        steps = self.program.steps
        order = sorted(self.indices)
        carried: dict[str, str] = {}
        for k in order:
            for s in statements_of(steps[k]):
                if set(s.over) & set(self.indices[k]):
                    carried[s.name] = "sum" if isinstance(s, Contraction) else str(s.operator)
        roles = tuple(zip(self.indices[order[0]], self.roles, strict=True))
        passing = max((self._size(k, n) // self._turns(k, n) for k in order for n in self._passing(k)), default=0)
        names = {steps[k].name: self.indices[k] for k in order}
        least = rows.least_rows(passing) if any(isinstance(steps[k], Contraction) for k in order) else 1
        near = SHORT if self.short else rows.NEAR
        return Blocks(first, first + len(order), roles, names, self._locals(), carried, least, near)

    def _passing(self, k: int) -> list[str]:
        """Arrays of a step that do not have all roles."""
        search = self.search
        return [
            n for n in {*search.reads[k], *search.writes[k]} if n not in self.local
            and search.axes(k, n, self.indices[k]) is None
        ]  # fmt: skip

    def _slots(self, k: int, array: str) -> tuple[str, ...]:
        """The indices at which a step reads or writes an array."""
        found: tuple[str, ...] = [*self.search.reads[k].get(array, ()), *self.search.writes[k].get(array, ())][0]
        return found

    def _turns(self, k: int, array: str) -> int:
        """How many parts of an array pass by one after the other: one for each index of the roles that it has."""
        slots, sizes = self._slots(k, array), map(self.search.size_of, self.roles)
        return max(1, math.prod(n for n, name in zip(sizes, self.indices[k], strict=True) if name in slots))

    def saved(self) -> int:
        """Bytes of the arrays that exist in blocks alone."""
        return sum(self.search.bytes[n] for n in self._locals())

    def profit(self) -> float:
        """Bytes that need not move through memory, less those that move once more for each block."""
        search, local, total = self.search, self._locals(), self.saved()
        if total < (2 * SHORT if self.short else BIG):
            return 0.0
        marked = self.marked()
        blocks = marked.blocks[-1]
        extents = [search.size_of(e) for e in self.roles]
        count = max(1, math.prod(extents))
        row = max(sum(search.bytes[n] // count for n in names) for names in alive(marked, blocks, in_place(marked)))
        sizes = rows.block_sizes(extents, row, blocks.least, max(search.bytes[n] for n in local), near=blocks.near)
        parts = [-(-n // b) for n, b in zip(extents, sizes, strict=True)]
        if math.prod(parts) < 2 or self.short:
            return float(math.prod(parts) > 1)
        gain = sum(search.bytes[n] * (KEPT + len(search.touching[n])) for n in local)
        loss, cached = 0.0, machine_model.rates().memory / machine_model.rates().cached
        for k, names in self.indices.items():
            for array in self._passing(k):
                slots = self._slots(k, array)
                missing = [p for p, n in zip(parts, names, strict=True) if n not in slots]
                own = math.prod(p for p, n in zip(parts, names, strict=True) if n in slots)
                size = self._size(k, array)
                again = size * (math.prod(missing) - 1) * (2 if array in blocks.carried else 1)
                loss += again * (cached if size <= rows.FAR * own else 1.0)
        return gain - loss

    def _size(self, k: int, array: str) -> int:
        """Bytes of an array of a step, of an input about."""
        if array in self.search.bytes:
            return self.search.bytes[array]
        step, (slots, *_) = self.program.steps[k], self.search.reads[k][array]
        extents: dict[str, Expr] = {}
        for s in statements_of(step):
            extents |= s.extents
        return 4 * math.prod(self.search.size_of(extents[n]) for n in slots if n in extents)

    def marked(self) -> Program:
        """The program with the steps of the group side by side, marked as blocks."""
        steps = self.program.steps
        order = self._order()
        assert order is not None
        before, after = order
        first, last = min(self.indices), max(self.indices)
        moved = [*range(first), *before, *sorted(self.indices), *after, *range(last + 1, len(steps))]
        start = first + len(before)
        made = self._blocks(start)
        new = [self._windowed(steps[k], made) if k in self.indices else steps[k] for k in moved]
        return replace(self.program, steps=new, blocks=(*self.program.blocks, made))

    @staticmethod
    def _windowed(step: Kernel | LibraryCall, blocks: Blocks) -> Kernel | LibraryCall:
        if isinstance(step, LibraryCall):
            return step
        names = blocks.indices[step.name]
        local: dict[str, tuple[str | None, ...]] = {}
        for array in [n for n in blocks.local if n in step.reads or n in step.writes]:
            slots = dict(zip(blocks.local[array], names, strict=True))
            rank = max(blocks.local[array]) + 1
            local[array] = tuple(slots.get(k) for k in range(rank))
        carried = frozenset(s.name for s in step.statements if set(s.over) & set(names))
        return replace(step, window=Window(names, local, carried))


Slots = dict[str, list[tuple[str | None, ...]]]


def statements_of(step: Kernel | LibraryCall) -> Sequence[Statement | Contraction]:
    """What a step computes, in index notation; nothing for a call that has no such form."""
    if isinstance(step, Kernel):
        return step.statements
    return [step] if isinstance(step, Contraction) else []


def _accesses(step: Kernel | LibraryCall) -> tuple[Slots, Slots]:
    """The indices at which a step reads and writes arrays of the program; None where a slot is no plain index."""
    reads: Slots = {}
    if isinstance(step, LibraryCall) and not isinstance(step, Contraction):
        unknown = (None,) * 32
        return {n: [unknown] for n in step.arrays}, {step.name: [unknown]}
    if isinstance(step, Contraction):
        reads.setdefault(step.left, []).append(step.left_axes)
        reads.setdefault(step.right, []).append(step.right_axes)
        return reads, {step.name: [step.axes]}
    writes: Slots = {}
    for s in step.statements:
        if s.name in step.writes:
            writes.setdefault(s.name, []).append(s.axes if s.slots is None else (None,) * len(s.slots))
        for node in ex.postorder(s.body, *(s.slots or ())):
            if node.op == "access" and node.args[0].op == "tensor":
                name = node.args[0].data.name
                slots = tuple(a.data[0] if a.op == "index" else None for a in node.args[1:])
                if name in step.reads or name in step.writes:
                    reads.setdefault(name, []).append(slots)
    return reads, writes
