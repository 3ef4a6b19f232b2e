"""Products of one array with several others as one wider GEMM: ``h@[Wi|Wf|Wo|Wg]``.

The gates of a recurrent cell multiply one state with a matrix each, in every time step.  Each of these products is
small, and has columns that fill no whole number of vectors; where a matrix lies along the summed index, a library
transposes it each time.  The matrices are inputs, so that one array with all of them side by side, summed index
first, is made once for all steps, and so is a copy of one matrix that many steps would transpose.  A product then gives
an array with one axis more, where each reader finds its part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from espresso.compiler.state import Lowered
from espresso.compiler.statements import Statements, numbered
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction, LibraryCall
from espresso.ir.engine import REAL_DTYPES
from espresso.ir.loops import Buffer, Statement, Step, arrays_of, reads_of
from espresso.ir.targets import TARGETS

FEW_ROWS, LARGE = 48, 1 << 16
"""Rows of the array in common, and elements of a matrix, up to which a library loses much in each product."""

USES = 3
"""Steps from which on the copy of the matrices pays.

Copying a small matrix takes about as long as one product of few rows with it, and side by side each product takes less:
one that turns the matrix the more so. So the copy is paid for by the second or third step that reads it.
"""

ALONE = 4
"""Steps from which on the copy of one matrix pays, where it lies along the summed index and is turned."""

Form = tuple[Hashable, ...]


class _Member(NamedTuple):
    """A product of the array ``common`` at (row, summed) with the input ``matrix`` at its axes."""

    call: Contraction
    common: str
    common_axes: tuple[str, ...]
    matrix: str
    matrix_axes: tuple[str, ...]

    @property
    def indices(self) -> tuple[str, str, str]:
        """Its row, column and summed index."""
        (summed,) = self.call.over
        row = next(a for a in self.common_axes if a != summed)
        return row, next(a for a in self.matrix_axes if a != summed), summed

    @property
    def form(self) -> Form:
        """What products have in common that can be one: the array, how all three lie, lengths."""
        names = {n: k for k, n in enumerate(self.indices)}
        places = (tuple(names[a] for a in axes) for axes in (self.common_axes, self.matrix_axes, self.call.axes))
        return self.common, *places, *(id(self.call.extents[n]) for n in self.indices), self.call.dtype


def run(state: Lowered) -> Lowered:
    """Phase: products of one array with several inputs, in several steps, are one product each."""
    options, code, outputs = state.options, state.statements, tuple(state.outputs)
    if not TARGETS[state.target].stacks or not options.get("fused", True):
        return state
    if options.get("engine") or options.get("engines"):
        return state
    if not groups_of(code.steps, code.buffers, outputs, lambda e: 2):
        return state  # whatever the lengths are
    before, state = code, state.changed()
    code = state.statements
    groups = state.sizes.decide(lambda size: groups_of(before.steps, before.buffers, outputs, size), group)
    stacked(code, groups)
    return state


def stacked(code: Statements, groups: Sequence[Sequence[_Member]]) -> None:
    """Make one product of each group of those that share an array."""
    steps = code.steps
    made: dict[Form, str] = {}
    places: dict[str, tuple[str, int]] = {}  # old product -> the array that holds it, and where
    names = {*code.dtypes, *code.reserved}
    for members in groups:
        first = members[0]
        key = _copied(members)
        at = min(steps.index(m.call) for m in members)
        new: list[Step] = []
        if key not in made:
            made[key] = numbered("stack", names)
            names.add(made[key])
            new.append(copy := _copy(made[key], members))
            code.add_buffer(copy.name, copy.dtype, [copy.extents[a] for a in copy.axes])
        name = numbered(f"{first.call.name}_all", names)
        names.add(name)
        new.append(_product(name, made[key], members))
        row, column, _ = first.indices
        shape = [first.call.extents[n] for n in (row, column)]
        code.add_buffer(name, first.call.dtype, (shape[0], ex.const(len(members)), shape[1]))
        steps[at:at] = new
        for k, m in enumerate(members):
            places[m.call.name] = name, k
            steps.remove(m.call)
            del code.buffers[m.call.name]
    found = {m.call.name: m for members in groups for m in members}
    for k, step in enumerate(steps):
        if isinstance(step, Statement) and not reads_of(step).isdisjoint(places):
            slots = step.slots and tuple(_read(e, places, found) for e in step.slots)
            steps[k] = replace(step, body=_read(step.body, places, found), slots=slots)


def group(groups: Sequence[Sequence[_Member]]) -> tuple[tuple[str, ...], ...]:
    """Names of the products that become one."""
    return tuple(tuple(m.call.name for m in members) for members in groups)


def groups_of(
    steps: Sequence[Step], buffers: Mapping[str, Buffer], outputs: Collection[str],
    size_of: Callable[[Expr], int],
) -> list[list[_Member]]:  # fmt: skip
    """Products that become one, where their matrices are used in enough steps."""
    called = {n for s in steps if isinstance(s, LibraryCall) for n in s.arrays}
    forms: dict[Form, list[_Member]] = {}
    for step in steps:
        for member in _members(step, buffers) if step.name not in {*outputs, *called} else ():
            rows, columns, terms = (size_of(member.call.extents[n]) for n in member.indices)
            if 1 < rows <= FEW_ROWS and min(columns, terms) > 1 and columns * terms <= LARGE:
                forms.setdefault(member.form, []).append(member)
    uses: dict[Form, list[list[_Member]]] = {}
    for members in forms.values():
        members.sort(key=lambda m: m.matrix)
        if len({m.matrix for m in members}) == len(members):
            uses.setdefault(_copied(members), []).append(members)
    chosen: list[list[_Member]] = []
    taken: set[str] = set()
    enough = [found for found in uses.values() if _pays(found)]
    for members in (m for found in sorted(enough, key=len, reverse=True) for m in found):
        calls = {m.call.name for m in members}
        if not calls & taken:  # a product of two inputs may be seen from both sides
            taken |= calls
            chosen.append(members)
    return chosen


def _copied(members: Sequence[_Member]) -> Form:
    """What decides the copy of some matrices: which they are, how each lies, and the dtype."""
    _, _, turned, *_, dtype = members[0].form
    return *(m.matrix for m in members), turned, dtype


def _pays(found: Sequence[Sequence[_Member]]) -> bool:
    """Whether the matrices of these products are used often enough for a copy."""
    first = found[0][0]
    if len(found[0]) > 1:
        return len(found) >= USES
    return len(found) >= ALONE and first.matrix_axes[-1] == first.indices[2]


def _members(step: Step, buffers: Mapping[str, Buffer]) -> list[_Member]:
    """A plain product with an input as the matrix; with two inputs either of them."""
    if not isinstance(step, Contraction) or step.packed or step.dtype not in REAL_DTYPES:
        return []
    if step.triangle or step.added or step.divisors:
        return []
    batch, rows, columns, over = step.groups()
    if step.scale != 1 or batch or not len(rows) == len(columns) == len(over) == 1 or len(step.axes) != 2:
        return []
    sides = (step.left, step.left_axes), (step.right, step.right_axes)
    given = [k for k, (name, _) in enumerate(sides) if name not in buffers or buffers[name].role == "input"]
    if any(len(axes) != 2 for _, axes in sides):
        return []
    return [_Member(step, *sides[1 - k], *sides[k]) for k in given]


def _copy(name: str, members: Sequence[_Member]) -> Statement:
    """All matrices side by side, the summed index first."""
    first = members[0]
    _, column, summed = first.indices
    which = ex.fresh({column, summed}, "g")
    reads = [ex.access(ex.tensor(m.matrix, 2), _at(m.matrix_axes, m, column, summed)) for m in members]
    body = reads[-1]
    for k in range(len(reads) - 2, -1, -1):
        body = ex.call("where", ex.call("eq", ex.index(which), ex.const(k)), reads[k], body)
    extents = {n: first.call.extents[n] for n in (summed, column)} | {which: ex.const(len(members))}
    axes = (summed, which, column)
    return Statement(name, axes, body, None, (), extents, first.call.dtype, first.call.dtype)


def _at(axes: Sequence[str], m: _Member, column: str, summed: str) -> list[Expr]:
    """The axes of a matrix under the names of another product."""
    names = dict(zip(m.indices[1:], (column, summed), strict=True))
    return [ex.index(names[a]) for a in axes]


def _product(name: str, stack: str, members: Sequence[_Member]) -> Contraction:
    first = members[0]
    row, column, summed = first.indices
    which = ex.fresh({row, column, summed}, "g")
    extents = {**first.call.extents, which: ex.const(len(members))}
    return Contraction(
        name, (row, which, column), first.common, first.common_axes, stack, (summed, which, column), extents,
        first.call.dtype,
    )  # fmt: skip


def _read(e: Expr, places: Mapping[str, tuple[str, int]], found: Mapping[str, _Member]) -> Expr:
    """An expression that reads the products where they are now."""
    if arrays_of(e).isdisjoint(places):
        return e

    def change(node: Expr) -> Expr | None:
        if node.op != "access" or node.args[0].op != "tensor" or node.args[0].data.name not in places:
            return None
        old = node.args[0].data
        name, k = places[old.name]
        member = found[old.name]
        at = dict(zip(member.call.axes, node.args[1:], strict=True))
        row, column, _ = member.indices
        return ex.access(ex.tensor(name, 3, old.dtype), [at[row], ex.const(k), at[column]], node.data)

    return ex.rebuild(e, change)
