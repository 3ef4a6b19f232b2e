"""Loop nests to grids: which loops are thread blocks, which are threads, which stay loops.

A CPU kernel is a tree of loops in the order that suits one core.  Here its statements are
put together anew, as **groups**; each group becomes one GPU kernel:

- the *rows* of a group are axes of all its statements: one row is the work of one *team* of
  threads (one thread, a part of a block, or a block); teams never wait for each other;
- a row is computed in *stages*, one after the other; in a stage the *lanes* of the team share
  the elements of the stage's indices, and every other loop runs inside one thread;
- a reduction over the indices of its stage is joined by the team; all lanes know the result.

A group of one stage may be *split*: several blocks share the lanes of a row, and a second
group joins their parts.  All of it is plain data and prints itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction, equalities, inside
from espresso.ir.calls import Contraction
from espresso.ir.costs import cost
from espresso.ir.loops import SCANS, Kernel, Statement, accesses, indices_of, reads_of
from espresso.ir.nests import Loop, loops_around
from espresso.records import dataclass

SPLITTABLE = frozenset({"sum", "prod", "max", "min", "any", "all", "argmax", "argmin"})

RECOMPUTE = 48
"""Flops up to which the value of a map is computed again instead of stored for a later stage."""


@dataclass
class Stage:
    """Statements whose ``loops`` the lanes of a team share; no loops: every lane computes them."""

    loops: tuple[str, ...]
    statements: list[Statement]

    def __str__(self) -> str:
        head = f"  lanes over {', '.join(self.loops)}:" if self.loops else "  every lane:"
        return "\n".join([head, *(f"    {s}" for s in self.statements)])


@dataclass
class Group:
    """One GPU kernel.  ``registers`` are values that are never stored.

    ``columns`` says that neighbouring threads take neighbouring rows (and not neighbouring
    elements of a row), because that is how memory is read.  ``parts`` is the number of
    blocks that share a row, where the group is split; ``totals`` says that only the values of
    the parts are wanted, not what they are together.  ``carried`` are sums over the rows that a team carries
    from row to row: it stores what its own rows add up to, and another kernel joins the teams.
    """

    rows: tuple[str, ...]
    stages: list[Stage]
    extents: dict[str, Expr]
    registers: frozenset[str] = frozenset()
    columns: bool = False
    parts: Expr | None = None
    deep: Mapping[str, tuple[Loop, ...]] = field(default_factory=dict)
    totals: bool = False
    carried: frozenset[str] = frozenset()

    @property
    def statements(self) -> list[Statement]:
        """All statements, in order."""
        return [s for stage in self.stages for s in stage.statements]

    @property
    def writes(self) -> tuple[str, ...]:
        """Arrays that are stored."""
        return tuple(s.name for s in self.statements if s.name not in self.registers | self.carried)

    @property
    def reads(self) -> tuple[str, ...]:
        """Arrays that are read from memory and not made here."""
        made = {s.name for s in self.statements}
        return tuple(sorted(set().union(*(reads_of(s) for s in self.statements)) - made))

    @property
    def reduces(self) -> bool:
        """Whether lanes work together: a reduction or a scan over the indices of a stage, or a wait for stores."""
        return self.waits or any(lanes_cooperate(s, stage) for stage in self.stages for s in stage.statements)

    @property
    def waits(self) -> bool:
        """Whether lanes read from memory what others have stored in an earlier stage: one block has a whole row."""
        stored: set[str] = set()
        for stage in self.stages:
            if any(stored & reads_of(s) for s in stage.statements):
                return True
            stored |= {s.name for s in stage.statements if not for_lanes(s, stage)}
        return False

    def __str__(self) -> str:
        kind = " columns" if self.columns else ""
        from espresso.formulas.printing.text import formula

        split = f", {formula(self.parts, {})} parts" if self.parts is not None else ""
        return "\n".join([f"rows{kind} ({', '.join(self.rows)}){split}", *map(str, self.stages)])


def lanes_cooperate(s: Statement, stage: Stage) -> bool:
    """Whether the lanes of a stage compute one value of ``s`` together."""
    return s.operator is not None and s.slots is None and bool(set(s.over) & set(stage.loops))


def groups_of(
    kernel: Kernel, outputs: Sequence[str], elsewhere: frozenset[str] = frozenset(), apart: bool = False,
    carry: bool = False,
) -> list[Group]:  # fmt: skip
    """The groups of one CPU kernel, in a valid order.

    ``elsewhere`` are arrays that other steps or the caller need in memory.  ``apart`` gives every stage a
    group of its own, so that blocks can share its rows.  ``carry``: sums over rows may join the passes over them.
    """
    paths = {s.name: path for s, path in loops_around(kernel.body)}
    groups: list[Group] = []
    for s in kernel.statements:
        path = paths[s.name]
        joined = _join(groups[-1], s, path, carry) if groups else None
        if joined is not None and not (apart and len(joined.stages) > 1):
            groups[-1] = joined
        else:
            groups.append(_alone(s, path))
    _assign_storage(groups, set(elsewhere) | set(outputs) | set(kernel.writes))
    return [_shaped(g) for g in groups if g.statements]


def as_product(s: Statement) -> Contraction | None:
    """A sum of products of two whole arrays that has the shape of a matrix product, as a contraction."""
    if s.operator != "sum" or s.slots is not None or not ex.is_call(s.body, "mul") or len(s.body.args) != 2:
        return None
    sides = []
    for e in s.body.args:
        names = indices_of(e) if e.op == "access" and e.data is None else None
        if names is None:
            return None
        sides.append((e.args[0].data.name, names))
    (left, left_axes), (right, right_axes) = sides
    if set(s.over) != set(left_axes) & set(right_axes) - set(s.axes) or left == s.name or right == s.name:
        return None
    if {*left_axes, *right_axes} != {*s.axes, *s.over}:
        return None
    call = Contraction(s.name, s.axes, left, left_axes, right, right_axes, s.extents, s.accumulate)
    return call if all(call.groups()[1:]) else None


def gathered(s: Statement) -> Statement:
    """A scatter as a sum that every element of the result collects by itself, in the order of the data.

    ``s[idx[b],k] += c[b,k]`` is ``s[p,k] = sum[b](where(p == idx[b], c[b,k], 0))``: more comparisons, one writer
    for each element and the same bits in every run.
    """
    assert s.slots is not None
    moved = [(a, slot) for a, slot in zip(s.axes, s.slots, strict=True) if index_name(slot) != a]
    tests = [ex.call("eq", ex.index(a), slot) for a, slot in moved]
    condition = ex.call("and", *tests)
    body = ex.call("where", condition, s.body, ex.const(0)) if tests else s.body
    return replace(s, body=body, slots=None)


def single(s: Statement, order: Sequence[str]) -> Group:
    """The group of one statement whose loops have this order on a CPU."""
    return _shaped(_alone(s, tuple(Loop(n, s.extents[n]) for n in order)))


def _parallel(s: Statement, index: str) -> bool:
    return index in s.axes and index not in s.over


def _alone(s: Statement, path: tuple[Loop, ...]) -> Group:
    rows = tuple(loop.index for loop in path if s.slots is None and _parallel(s, loop.index))
    return Group(rows, _stages([s], rows), dict(s.extents), deep={s.name: path})


def _join(group: Group, s: Statement, path: tuple[Loop, ...], carry: bool) -> Group | None:
    """The group with one more statement, or None where that is not possible or not good."""
    if any(o.slots is not None or as_product(o) is not None for o in (s, *group.statements)):
        return None  # scatters and matrix products are kernels of their own kind
    known = [group.deep[o.name] for o in group.statements]
    shared = [loop for loop in path if all(any(loop is other for other in p) for p in known)]
    if not shared:
        return None
    around = {loop.index for loop in shared}
    carries = carry and _carries(group, s) and set(group.rows) <= around
    rows = group.rows if carries else tuple(r for r in group.rows if _parallel(s, r) and r in around)
    if group.carried and (rows != group.rows or reads_of(s) & group.carried):
        return None
    carried = group.carried | {s.name} if carries else group.carried
    names = group.extents
    if any(names.get(n, e) is not e for n, e in s.extents.items()):
        return None  # one name for two lengths
    statements = [*group.statements, s]
    for o in statements:
        if o.name not in carried and _serial(o, rows) and (o.operator in SCANS or not _larger_than_inputs(o)):
            return None
    stages = _stages(statements, rows)
    if not rows and len(stages) > 1:
        return None  # one stage would have to wait for other rows
    if 8 * (len(set().union(*(reads_of(o) for o in statements)) | {o.name for o in statements}) + len(names)) > 3000:
        return None
    return Group(rows, stages, {**names, **s.extents}, deep={**group.deep, s.name: path}, carried=carried)


def _carries(group: Group, s: Statement) -> bool:
    """Whether a sum over all rows can be added up while its rows pass by: it reads the arrays that they have."""
    if s.operator != "sum" or len(s.axes) != 1 or not group.rows or set(s.over) != set(group.rows):
        return False
    known = {n.args[0].data.name for o in group.statements for n in accesses(o.body)}
    made = {o.name for o in group.statements}
    reads = [n for n in accesses(s.body) if s.axes[0] in n.free and n.free & set(s.over)]
    along = all(n.data is None and index_name(n.args[-1]) == s.axes[0] for n in reads)
    return group.reduces and bool(reads) and along and {n.args[0].data.name for n in reads} <= known | made


def _serial(s: Statement, rows: Sequence[str]) -> bool:
    """Whether one thread alone would reduce ``s``: it has axes beside the rows."""
    return s.operator is not None and any(_parallel(s, a) and a not in rows for a in s.axes)


def _larger_than_inputs(s: Statement) -> bool:
    """Whether no array that ``s`` reads has all its loops: then its values are not worth storing."""
    return not any(n.free >= {*s.indices} for n in accesses(s.body))


def _lanes(s: Statement, rows: Sequence[str]) -> tuple[str, ...]:
    """The indices that lanes share: the remaining axes, else the reduced indices."""
    axes = tuple(a for a in s.axes if a not in rows and a not in s.over)
    return axes or tuple(o for o in s.over if o not in rows)


def _stages(statements: Sequence[Statement], rows: Sequence[str]) -> list[Stage]:
    """The stages of the statements, in their order."""
    stages: list[Stage] = []
    for s in statements:
        lanes = _lanes(s, rows)
        if s.slots is not None:
            plain = {index_name(slot) for slot in s.slots}
            lanes = tuple(dict.fromkeys([*s.over, *(a for a in s.axes if a in plain)]))
        if stages and _fits(stages[-1], s, lanes):
            stages[-1].statements.append(s)
        else:
            stages.append(Stage(lanes, [s]))
    return stages


def _fits(stage: Stage, s: Statement, lanes: tuple[str, ...]) -> bool:
    """Whether ``s`` may be computed in the same pass over the lanes as ``stage``."""
    if set(lanes) != set(stage.loops) or s.operator in SCANS:
        return False
    made = {o.name: o for o in stage.statements}
    for name in reads_of(s) & set(made):
        producer = made[name]
        if lanes_cooperate(producer, stage) and producer.operator not in SCANS:
            return False
        if any(not _is_own_element(read, producer) for read in accesses(s.body, of=name)):
            return False
    return True


def _is_own_element(read: Expr, producer: Statement) -> bool:
    """Whether a read is at the very element that the thread has just computed."""
    return read.data is None and indices_of(read) == producer.axes


def index_name(e: Expr) -> str | None:
    """The name of an index that stands alone."""
    return str(e.data[0]) if e.op == "index" else None


# --- where values stay --------------------------------------------------------------------


def _assign_storage(groups: list[Group], stored: set[str]) -> None:
    """Registers, values computed again, and values in memory."""
    tests = [n for g in groups for s in g.statements for n in equalities(s.body)]
    compared = {a.args[0].data.name for n in tests for a in n.args if a.op == "access"}
    for position, group in enumerate(groups):
        for stage in group.stages:
            for s in list(stage.statements):
                work = sum(map(cost, ex.postorder(s.body)))
                # what is asked to be equal to something has one rounding only: another loop hoists other parts of it
                again = s.operator is None and work <= (1 if s.name in compared else RECOMPUTE)
                _assign_value(groups, position, stage, s, stored, again)
    for group in groups:
        for stage in group.stages:
            needed = stored.union(*(reads_of(o) for g in groups for o in g.statements))
            stage.statements = [s for s in stage.statements if s.name in needed]
        group.stages = [stage for stage in group.stages if stage.statements]


def _assign_value(
    groups: list[Group], position: int, stage: Stage, s: Statement, stored: set[str], again: bool
) -> None:
    """Where the value of a statement stays; ``again``: it may be computed again for a later stage."""
    group = groups[position]
    every_lane = for_lanes(s, stage)
    made = {o.name: (o, g, other) for g in groups for other in g.stages for o in other.statements}
    local = [made[n] for n in reads_of(s) if n in made and n in made[n][1].registers]  # there is no array of them
    in_memory = False
    for number, other in enumerate(groups):
        for later in other.stages:
            for k, user in enumerate(later.statements):
                reads = accesses(user.body, *(user.slots or ()), of=s.name)
                if not reads or later is stage:
                    continue
                if number == position and every_lane and all(_is_own_element(r, s) for r in reads):
                    continue
                known = all(g is other and for_lanes(o, home) for o, g, home in local)
                if again and known:
                    later.statements[k] = _inlined(user, s, reads)
                    other.extents.update({n: e for n, e in user.extents.items() if n not in other.extents})
                else:
                    in_memory = True
    if not in_memory and s.name not in stored:
        group.registers |= {s.name}


def for_lanes(s: Statement, stage: Stage) -> bool:
    """Whether every lane has the value of ``s``, in later stages too."""
    return not stage.loops or (lanes_cooperate(s, stage) and s.operator not in SCANS)


def _inlined(user: Statement, s: Statement, reads: Sequence[Expr]) -> Statement:
    """``user`` with the body of ``s`` in place of its reads."""
    new: dict[Expr, Expr] = {}
    for read in reads:
        slots = read.args[1:]
        value = ex.substitute(s.body, dict(zip(s.axes, slots, strict=True)))
        if read.data is not None:
            for axis, slot in zip(s.axes, slots, strict=True):
                test = conjunction(inside([slot], [s.extents[axis]]))
                value = ex.call("where", test, value, ex.const(read.data))
        new[read] = value
    slots_ = None if user.slots is None else tuple(ex.replace(e, new) for e in user.slots)
    return replace(user, body=ex.replace(user.body, new), slots=slots_)


# --- the shape of a group -----------------------------------------------------------------


def _shaped(group: Group) -> Group:
    """Order of the rows, the axis that lanes take where nothing is reduced, and the splitting."""
    weight = _streams(group)
    if all(not stage.loops for stage in group.stages) and group.rows:
        first = group.statements[-1]
        last = first.axes[-1] if first.axes else group.rows[-1]
        group.rows = tuple(r for r in group.rows if r != last)
        for stage in group.stages:
            stage.loops = (last,)
        group.stages = [Stage((last,), [s for stage in group.stages for s in stage.statements])]
    lanes = {n for stage in group.stages for n in stage.loops}
    order = next((s.axes for s in reversed(group.statements) if set(group.rows) <= set(s.axes)), group.rows)
    rows = sorted(group.rows, key=lambda r: order.index(r) if r in order else -1)
    if rows and group.reduces and not group.carried:
        best = max(rows, key=lambda r: (weight.get(r, 0), rows.index(r)))
        wide = _widest(group)  # of equals, the index along which whole arrays are read counts
        own, lane = (weight.get(best, 0), wide.get(best, 0)), [(weight.get(n, 0), wide.get(n, 0)) for n in lanes]
        if own >= max(lane, default=(0, 0)):
            rows = [*(r for r in rows if r != best), best]
            group.columns = True
    group.rows = tuple(rows)
    for stage in group.stages:  # the index that streams through memory goes innermost
        if len(stage.loops) > 1 and not any(s.operator in SCANS or s.slots for s in stage.statements):
            stage.loops = _lane_order(stage)
    if _splittable(group):
        group.parts = _parts(group)
    return group


def _lane_order(stage: Stage) -> tuple[str, ...]:
    """Indices of a stage as they stand in memory."""
    widest = [n for s in stage.statements for n in accesses(s.body) if n.free & set(stage.loops)]
    order: list[str] = []
    for node in sorted(widest, key=lambda n: -len(n.free & set(stage.loops)))[:1]:
        order = [name for slot in node.args[1:] for name in slot.axes if name in stage.loops]
    writes = [a for s in stage.statements if s.operator is None for a in s.axes if a in stage.loops]
    return tuple(dict.fromkeys([*writes, *order, *stage.loops]))


def _streams(group: Group) -> dict[str, int]:
    """How many reads and stores move along memory with each index."""
    weight: dict[str, int] = {}
    made, lanes = {s.name for s in group.statements}, {n for stage in group.stages for n in stage.loops}
    for s in group.statements:
        for read in accesses(s.body):
            if group.rows and group.reduces and not (read.free & {*group.rows} and read.free & lanes):
                continue  # the same for all rows, or for all lanes: it comes from a cache, or a register
            last = read.args[-1]
            for term in last.args if ex.is_call(last, "add") else (last,):
                if term.op == "index" and read.args[0].data.name not in made:
                    weight[term.data[0]] = weight.get(term.data[0], 0) + len(read.free)
        if s.axes and s.name not in group.registers:
            weight[s.axes[-1]] = weight.get(s.axes[-1], 0) + 1
    return weight


def _widest(group: Group) -> dict[str, int]:
    """How many other indices a read has whose last index is this one, at most."""
    found: dict[str, int] = {}
    made = {s.name for s in group.statements}
    for s in group.statements:
        for read in accesses(s.body):
            name = index_name(read.args[-1])
            if name is not None and read.args[0].data.name not in made:
                found[name] = max(found.get(name, 0), len(read.free) - 1)
    return found


def _splittable(group: Group) -> bool:
    if len(group.stages) != 1 or not group.reduces or group.carried:
        return False
    (stage,) = group.stages
    first, *rest = stage.statements
    if first.operator in SCANS:
        return all(s.operator is None for s in rest)
    splittable = (s.operator in SPLITTABLE or not lanes_cooperate(s, stage) for s in stage.statements)
    return all(s.slots is None for s in stage.statements) and all(splittable)


def product(extents: Sequence[Expr]) -> Expr:
    """The product of extents as an extent."""
    factors = [e for e in extents if not ex.is_const(e, 1)]
    if not factors:
        return ex.const(1)
    return ex.call("mul", *factors)


def _parts(group: Group) -> Expr | None:
    """Blocks that share a row: as many as fill a large device, none where rows do that already."""
    (stage,) = group.stages
    count = [group.extents[n] for n in stage.loops]
    if all(e.op == "const" for e in count) and math.prod(int(e.data) for e in count) < 4096:
        return None
    grain, teams = (256, 32768) if group.columns else (4096, 1024)
    rows = product([group.extents[r] for r in group.rows])
    by_rows = ex.call("floordiv", ex.const(teams), ex.call("maximum", ex.const(1), rows)) if group.rows else None
    wanted = ex.call("floordiv", product(count), ex.const(grain))
    limit = ex.call("minimum", ex.const(512), wanted)
    if by_rows is not None:
        limit = ex.call("minimum", limit, by_rows)
    return ex.call("maximum", ex.const(1), limit)
