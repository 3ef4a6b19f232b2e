"""Column sums beside row work: partial sums that a team of threads carries from row to row.

A kernel that has rows on chip reads what a sum over all rows needs anyway (the gradients of a norm's scale and shift
beside that of its argument).  A thread has the same elements of every row, so it adds them up where it keeps
its elements of a row: in registers in CUDA, in local memory in OpenCL, and in the array of parts where rows are
too long to stay on chip.  In the end every team stores its sums, and a second kernel joins the teams.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from espresso.codegen.common.scalar_code import bare
from espresso.codegen.simt.reads import operand
from espresso.codegen.simt.rows.row_cache import Resident, resident
from espresso.codegen.simt.statements import StatementWriter
from espresso.compiler.device.schedule import Group, Stage, product
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Statement

SHORTEST, TEAMS, ELEMENTS = 8, 512, 1 << 18
"""Rows of a team at least; teams that fill a device where each is a block, and elements of all teams elsewhere."""


def carries(group: Group, dtypes: dict[str, str], rows: str) -> bool:
    """Whether the rows of a group stay on chip in every pass that carries a sum, all along one axis."""
    kept = resident(group, dtypes, rows)
    passes = [k for k, stage in enumerate(group.stages) if any(s.name in group.carried for s in stage.statements)]
    axes = {s.axes for s in group.statements if s.name in group.carried}
    return kept is not None and set(passes) <= set(kept.stages) and len(axes) == 1


def teams_of(group: Group) -> Expr:
    """How many teams share the rows: none where there are no rows, else one at least."""
    rows = product([group.extents[r] for r in group.rows])
    length = next(s.extents[s.axes[0]] for s in group.statements if s.name in group.carried)
    by_length = ex.call("floordiv", ex.const(ELEMENTS), ex.call("maximum", ex.const(1), length))
    most = ex.call("maximum", ex.const(TEAMS), by_length)
    several = ex.call("minimum", ex.call("floordiv", rows, ex.const(SHORTEST)), most)
    return ex.call("minimum", rows, ex.call("maximum", ex.const(1), several))


def of_teams(group: Group, parts: Mapping[str, str], teams: Expr, dtypes: Mapping[str, str]) -> Group:
    """``s[k] = sum[team](s_parts[team,k])`` for every sum that a group carries: they are along the same axis."""
    sums = [s for s in group.statements if s.name in group.carried]
    (axis,) = sums[0].axes
    index = ex.fresh({n for s in sums for n in s.indices}, "part")
    extents = {axis: group.extents[axis], index: teams}
    arrays = [ex.tensor(parts[s.name], 2, dtypes[parts[s.name]]) for s in sums]
    reads = [ex.access(a, [ex.index(index), ex.index(axis)]) for a in arrays]
    joined = [replace(s, body=r, over=(index,), extents=extents) for s, r in zip(sums, reads, strict=True)]
    return Group((axis,), [Stage((index,), joined)], extents, columns=True)


class CarryWriter(StatementWriter):
    """Lines for sums that are carried; the writer of the rows sets where a thread is."""

    resident: Resident | None = None  # what stays in registers from pass to pass
    threads = 0  # of the largest block
    own = ""  # the number of the team
    first_row = ""  # the condition that a row is the first of its team
    here = ""  # the number of an element that a thread has in registers
    _kept, _start = "", ""
    by_runs, row_width = "", 1  # whether rows in registers are read by runs, and how long these are

    def teams(self) -> str:
        """The number of teams as text."""
        return self.reads.size(teams_of(self.group))

    def _sums(self) -> list[Statement]:
        return [s for s in self.group.statements if s.name in self.group.carried]

    def begin_carried(self) -> None:
        """Sums of nothing, for every element of a thread."""
        assert self.resident is not None
        self.own = self.names.new("own")
        rows = f"rows {self.own}, {self.own} + {self.teams()}, ..."
        self.emit(f"const {self.index_type} {self.own} = block_start + team; // {rows}")
        for s in self._sums():
            name = self.values[f"{s.name} rows"] = self.names.new(f"{s.name}_rows")
            size = self.resident.elements * (1 if self.dialect.rows == "registers" else self.threads)
            line = f"{self._type(s)} {name}[{size}];"
            if self.dialect.rows == "registers":
                self.emit(line)
            else:
                self.declared.append(f"{self.dialect.shared} {line}")
        for s in self._sums():
            self._elements(f"{self.values[f'{s.name} rows']}[{{}}] = {self._identity(s)};", s)

    def end_carried(self) -> None:
        """What the rows of a team add up to goes into the arrays of parts."""
        for s in self._sums():
            value = f"{self.values[f'{s.name} rows']}[{{}}]"
            self._elements(self._store_part(s, value) + ";", s, f"{self.own} < {self.teams()}")

    def _elements(self, line: str, s: Statement, condition: str = "") -> None:
        """A line for every element of a thread that is on chip; ``{}`` in it is the place of the element."""
        assert self.resident is not None
        k, count, kind = self.index(s.axes[0]), self.extent(s.axes[0]), self.index_type
        with self.braces(f"if ({' && '.join([self._kept, *([condition] if condition else [])])})"):
            if self.dialect.rows == "registers":
                q = self.names.new("q")
                self.emit(self.dialect.unroll)
                self.emit(f"for (int {q} = 0; {q} < {self.resident.elements}; {q} += 1) {{")
                width, place = self.row_width, f"lane + {q}*lanes"
                if self.by_runs:
                    place = f"{self.by_runs} ? {width}*(lane + {q}/{width}*lanes) + {q} % {width} : {place}"
                self.emit(f"    const {kind} {k} = {place};")
                self.emit(f"    if ({k} < {count}) {line.format(q)}")
                self.emit("}")
            else:
                line = line.format(f"{self._start} + {k}")
                self.emit(f"for ({kind} {k} = lane; {k} < {count}; {k} += lanes) {line}")

    def _place(self, s: Statement) -> str:
        return f"{self.own}*{self.extent(s.axes[0])} + {self.index(s.axes[0])}"

    def _store_part(self, s: Statement, value: str) -> str:
        return self.reads.store_flat(self.parts_names[s.name], self._place(s), value)

    def carry(self, s: Statement) -> None:
        """Add the element of one row."""
        self.repeated(s.body)
        text = bare(self.writer.text(s.body, s.accumulate))
        rows = self.values[f"{s.name} rows"]
        before = self.reads.load(self.parts_names[s.name], self._place(s))
        if self.here:
            self.emit(f"if (active) {rows}[{self.here}] += {text};")
            return
        value = text if text.isidentifier() else self._assign(text, s.accumulate)
        there = f"{self._store_part(s, f'{self.first_row} ? {value} : {operand(before)} + {value}')};"
        if self.dialect.rows == "registers":
            self.emit(f"if (active) {there}")
            return
        self.emit(f"if (active && {self._kept}) {rows}[{self._start} + {self.index(s.axes[0])}] += {value};")
        self.emit(f"else if (active) {there}")
