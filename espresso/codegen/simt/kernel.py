"""One group of the schedule as the text of one kernel, in CUDA C or OpenCL C.

A thread knows its ``row`` and its ``lane`` in the team that computes the row.  Values
are written at the outermost place where everything they read is known, each once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from espresso.codegen.common.scalar_code import bare
from espresso.codegen.simt.reads import operand
from espresso.codegen.simt.rows.online_softmax import OnlineWriter, online
from espresso.codegen.simt.rows.row_cache import WIDEST, lane_key, resident, stage_reads
from espresso.codegen.simt.statements import CHUNK
from espresso.codegen.simt.vectors import Vectors, vectors
from espresso.compiler.device.schedule import Stage, for_lanes, lanes_cooperate
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing.escapes import comment
from espresso.ir.loops import SCANS, Statement

_JOIN = {"cumsum": "sum", "reverse_cumsum": "sum", "cumprod": "prod"}


class GroupWriter(OnlineWriter):
    """Writer of one group: ``source()`` is the text, then the lists of arguments are known."""

    width = 1  # elements that a lane takes at once
    row_runs: Mapping[int, Vectors] = MappingProxyType({})  # of passes over rows in registers, by the id of their stage
    threads = 0  # of the largest block

    # --- the kernel ---

    def source(self) -> str:
        """Text of the kernel."""
        self.resident = resident(self.group, self.reads.dtypes, self.dialect.rows)
        self.online = online(self.group, self.resident) if self.dialect.rows == "registers" else None
        wide = self.resident is not None and self.dialect.name == "cuda" and self.block == 256
        double = any(s.accumulate in ("float64", "complex64", "complex128") for s in self.group.statements)
        self.threads = self.block if not wide else WIDEST // 2 if double or self.group.carried else WIDEST
        self._kept, self._start = "", ""
        self._row_arrays, self._loaded = dict[Expr, str](), set[tuple[Expr, int]]()
        self.here = ""
        self._rows()
        body = self.lines
        self.lines = []
        self._head()
        head = self.lines
        parameters = ",\n    ".join([*self.reads.parameters(), *self._of_the_block()])
        formula = comment("//", "\n".join(map(str, self.group.statements)))
        bounds = f"__launch_bounds__({self.threads}, 1) " if self.threads != self.block else ""
        first = f"{self.dialect.kernel} {bounds}{self.name}(\n    {parameters})"
        return "\n".join([*formula, first, "{", *self.reads.begun(), *head, *body, "}"]) + "\n"

    def _head(self) -> None:
        d, columns = self.dialect, self.group.columns
        self.depth = 1
        if d.in_functions:
            self._share_out()
        else:
            for (dtype, _), name in self.shared.items():
                self.emit(f"{d.shared} {d.value_type(dtype)} {name}[{self.threads}];")
        for line in self.declared:
            self.emit(line)
        lane_axis = 1 if columns else 0
        self.emit(f"const int lane = {d.at('thread', lane_axis)}, lanes = {d.at('threads', lane_axis)};")
        if self.shared:
            step = d.at("threads", 0) if columns else "1"
            self.emit(f"const int at = {d.at('thread', 1)}*{d.at('threads', 0)} + {d.at('thread', 0)}, step = {step};")
        if self.has_parts():
            axis = 1 if self.group.rows else 0
            self.emit(f"const int part = {d.at('group', axis)}, parts = {d.at('groups', axis)};")
        if self.group.rows:
            axis = 0 if columns else 1
            cast = "" if self.index_type == "int" else f"({self.index_type})"
            start = f"{cast}{d.at('group', 0)}*{d.at('threads', axis)}"
            step = f"{cast}{d.at('groups', 0)}*{d.at('threads', axis)}"
            if self.collective:
                self.emit(f"const int team = {d.at('thread', axis)};")
                self.emit(f"const {self.index_type} block_start = {start}, row_step = {step};")
            else:
                start = f"{start} + {d.at('thread', axis)}"
                self.emit(f"const {self.index_type} row_start = {start}, row_step = {step};")

    def _rows(self) -> None:
        rows, kind = self.group.rows, self.index_type
        if not rows:
            self._stages()
            return
        single = len(rows) == 1
        row = self.index(rows[0]) if single else "row"
        count = self.extent(rows[0]) if single else "rows"
        if not single:
            self.emit(f"const {kind} rows = {'*'.join(self.extent(r) for r in rows)};")
        if self.group.carried:
            self._place_rows()
            self.begin_carried()
        first, start, step = row, "row_start", "row_step"
        if self.collective:
            first, start = self.names.new(f"{row}_first"), "block_start"
            step = self.teams() if self.group.carried else step
        with self.braces(self.over(first, start, count, step)):
            if self.collective:  # all threads of a block stay together: idle ones repeat the last row
                mine = f" && {self.own} < {step}" if self.group.carried else ""
                self.emit(f"const bool active = {first} + team < {count}{mine};")
                self.first_row = f"{first} == block_start"
                self.emit(f"const {kind} {row} = active ? {first} + team : {count} - 1;")
            if not single:
                self._decode("row", rows)
            self._row()
        if self.group.carried:
            self.end_carried()

    def _decode(self, flat: str, names: Sequence[str]) -> None:
        """Indices from a flat position, the last one fastest."""
        rest = flat
        for k, name in enumerate(reversed(names)):
            last = k == len(names) - 1
            text = rest if last else f"{rest} % {self.extent(name)}"
            self.emit(f"const {self.index_type} {self.index(name)} = {text};")
            rest = f"{rest} / {self.extent(name)}"  # C divides from left to right

    def _row(self) -> None:
        """The stages of one row; what several passes read has a place on chip, for rows that fit there."""
        kept = self.resident
        if kept is not None:
            registers = self.dialect.rows == "registers"
            if not self.group.carried:
                self._place_rows()
            for key in sorted(kept.kept, key=str):
                array = key.args[0].data.name
                self._row_arrays[key] = name = self.names.new(f"{array}_row")
                kind = self.dialect.value_type(self.reads.dtypes[array])
                if registers:
                    self.emit(f"{kind} {name}[{kept.elements}];")
                else:  # declared where the kernel begins
                    self.declared.append(f"{self.dialect.shared} {kind} {name}[{kept.elements * self.threads}];")
        self._stages()

    def _place_rows(self) -> None:
        """Whether rows stay on chip, and where those of this team begin."""
        kept = self.resident
        assert kept is not None
        self._kept = self.names.new("kept")
        count = self.reads.size(kept.extent)
        self.emit(f"const bool {self._kept} = {count} <= {kept.elements}*lanes; // the row stays on chip")
        if self.dialect.rows != "registers":
            self._start = self.names.new("start")
            self.emit(f"const int {self._start} = team*{kept.elements}*lanes;")
            return
        passes, most = [self.group.stages[k] for k in kept.stages], kept.elements
        if any(s.accumulate in ("float64", "complex64", "complex128") for s in self.group.statements):
            most = 0  # two numbers to a run would take registers that rows of them need
        for _ in range(2):  # all passes take runs of the same length
            found = [vectors(self.group, stage, self.reads, self.dialect, most) for stage in passes]
            most = min(0 if runs is None else runs.width for runs in found)
        if most:
            self.row_runs = {id(stage): runs for stage, runs in zip(passes, found, strict=True) if runs}
            self.row_width = most
            tests = dict.fromkeys(test for runs in self.row_runs.values() for test in runs.conditions)
            self.by_runs = self.names.new("by_runs")
            self.emit(f"const bool {self.by_runs} = {' && '.join([self._kept, *tests])};")

    def _row_pass(self, stage: Stage, joined: Sequence[Statement]) -> None:
        """One pass over a row that may stay on chip; the first pass that reads an element keeps it."""
        if self.dialect.rows != "registers":
            self._lanes(stage, joined)
            return
        ways = [(self.by_runs, self.row_runs.get(id(stage))), (self._kept, None)]
        for number, (test, runs) in enumerate(ways if self.by_runs else ways[1:]):
            with self.otherwise(f"if ({test})") if number else self.braces(f"if ({test})"):
                values = dict(self.values)
                self._unrolled_pass(stage, runs)
                self.values = values
        with self.otherwise():
            if self.starts_online(stage):
                assert self.online is not None
                self._lanes(self.online.stage, [self.online.top, *self.online.sums])
                self.end_online()
            elif self.ends_online(stage):
                self.rescale()
            else:
                self._lanes(stage, joined)

    def _unrolled_pass(self, stage: Stage, runs: Vectors | None) -> None:
        """One pass over the elements that a thread has in registers, by runs or one by one."""
        assert self.resident is not None
        kind, (lane,) = self.index_type, stage.loops
        width = 1 if runs is None else runs.width
        i, q = self.index(lane), self.names.new("q")
        first = i if runs is None else self.names.new(f"{i}_run")
        with self.unrolled(**{q: self.resident.elements // width}):
            start = f"{width}*(lane + {q}*lanes)" if runs else f"lane + {q}*lanes"
            self.emit(f"const {kind} {first} = {start};")
            with self.braces(f"if ({first} < {self.extent(lane)})"):
                if runs is None:
                    known = dict(self.writer.known)
                    self._keep_reads(stage, q, 1)
                    self._statements_of(stage, q)
                    self.reads.replaced, self.writer.known = {}, known
                else:
                    self._run(stage, runs, first, f"{width}*{q}")

    def _keep_reads(self, stage: Stage, here: str, width: int) -> None:
        """Reads of one element have their place in registers; the first pass that needs them brings them there."""
        for read, key in self._kept_reads(stage):
            if read not in self.reads.replaced:
                place = f"{self._row_arrays[key]}[{here}]"
                if (key, width) not in self._loaded:
                    self.emit(f"{place} = {self.writer.text(read)};")
                    self._loaded.add((key, width))
                self.reads.replaced[read] = place

    def _statements_of(self, stage: Stage, here: str) -> None:
        """The statements for one element that has its place in registers, if any."""
        self.here = here
        for s in stage.statements:
            self._element(s, stage)
        self.here = ""

    def _kept_reads(self, stage: Stage) -> list[tuple[Expr, Expr]]:
        """Reads of a stage whose elements stay on chip, with their keys."""
        pairs = [(read, lane_key(read, stage, self.group)) for read in stage_reads(stage)]
        return [(read, key) for read, key in pairs if key in self._row_arrays]

    def _shared_row(self, stage: Stage) -> None:
        """Variables for the elements of one lane that lie in shared memory, or are put there."""
        if self.dialect.rows == "registers" or not self._row_arrays or len(stage.loops) != 1:
            return
        at = f"{self._start} + {self.index(stage.loops[0])}"
        for read, key in self._kept_reads(stage):
            row, text = self._row_arrays[key], self.writer.text(read)
            new = (key, 1) not in self._loaded
            self.reads.replaced[read] = self._assign(
                text if new else f"{self._kept} ? {row}[{at}] : {text}", self.reads.dtypes[read.args[0].data.name]
            )
            if new:
                self.emit(f"if ({self._kept}) {row}[{at}] = {self.reads.replaced[read]};")
                self._loaded.add((key, 1))

    def _stages(self) -> None:
        for number, stage in enumerate(self.group.stages):
            if number and self._reads_memory_of_before(number):
                self.emit(self.dialect.fence)
            values = dict(self.values)
            self._stage(stage)  # what it names in front of its loop is known to later stages too
            kept = {s.name for s in stage.statements if for_lanes(s, stage)}
            if self.online is not None and self.starts_online(stage):
                kept |= {s.name for s in self.online.sums}
            self.values = {n: v for n, v in self.values.items() if n in values or n in kept}

    def _reads_memory_of_before(self, number: int) -> bool:
        """Whether a stage reads what other threads stored in an earlier stage."""
        earlier = {s.name for stage in self.group.stages[:number] for s in stage.statements}
        for s in self.group.stages[number].statements:
            for node in ex.postorder(s.body):
                if node.op == "access" and node.args[0].data.name in earlier - set(self.values):
                    return True
        return False

    # --- stages ---

    def _stage(self, stage: Stage) -> None:
        if not stage.loops:
            for s in stage.statements:
                self._map(s, one_lane=True)
            return
        if stage.statements[0].operator in SCANS:
            self._scan(stage)
            return
        joined = [s for s in stage.statements if lanes_cooperate(s, stage) and s.slots is None]
        for s in joined:
            if not self.ends_online(stage):
                self._begin(s)
        if self.starts_online(stage):
            self.begin_online()
        self.hoist(stage.statements, set(stage.loops))
        if self.resident is not None and any(stage is self.group.stages[k] for k in self.resident.stages):
            self._row_pass(stage, joined)
        else:
            self._lanes(stage, joined)
        for s in joined:
            self._finish(s)

    def _run(self, stage: Stage, runs: Vectors, first: str, place: str = "") -> None:
        """The run of elements from ``first`` on; ``place`` is where it is in rows that are in registers."""
        width, kind, d = runs.width, self.index_type, self.dialect
        i, q = self.index(stage.loops[-1]), self.names.new("q")
        rows = dict(self._kept_reads(stage)) if place else {}
        known = dict(self.writer.known)
        for e in runs.reads:
            array, dtype = e.args[0].data.name, self.reads.dtypes[e.args[0].data.name]
            if e in rows:
                row = self._row_arrays[rows[e]]
                name, self.reads.replaced[e] = f"{row} + {place}", f"{row}[{place} + {q}]"
                if (rows[e], width) in self._loaded:
                    continue
                self._loaded.add((rows[e], width))
            else:
                name = self.names.new(f"{array}_{width}")
                self.reads.replaced[e] = f"{name}[{q}]"
                self.emit(f"{d.value_type(dtype)} {name}[{width}];")
            slots = [bare(self.writer.integer(s)) for s in e.args[1:-1]]
            load = self.reads.special(f"_es_load{width}", dtype)
            flat = self.reads.flat(array, [*slots, first], e.args[0])
            self.emit(f"{load}({name}, {self.names(array, 'array')}, {flat});")
        for array in runs.writes:
            name = self.names.new(f"{array}_{width}")
            self.emit(f"{d.value_type(self.reads.dtypes[array])} {name}[{width}];")
            self.reads.runs[array] = f"{name}[{q}]"
        with self.unrolled(**{q: width}):
            self.emit(f"const {kind} {i} = {first} + {q};")
            here = f"{place} + {q}" if place else ""
            if place:
                self._keep_reads(stage, here, width)
            else:
                self.name_elements(stage)
            self._statements_of(stage, here)
        for s in stage.statements:
            if s.name in runs.writes:
                store = self.reads.special(f"_es_store{width}", self.reads.dtypes[s.name])
                flat = self.reads.flat(s.name, [*(self.index(a) for a in s.axes[:-1]), first])
                name, array = self.reads.runs[s.name].partition("[")[0], self.names(s.name, "array")
                active = "if (active) " if self.collective and self.group.rows else ""
                self.emit(f"{active}{store}({name}, {array}, {flat});")
        self.reads.replaced, self.reads.runs, self.writer.known = {}, {}, known

    def _lanes(self, stage: Stage, joined: Sequence[Statement]) -> None:
        """The loop over the elements of a stage, shared by the lanes: by runs where rows begin at multiples of one."""
        single = self.dialect.in_functions or (self._row_arrays and self.dialect.rows != "registers")
        runs = None if single else vectors(self.group, stage, self.reads, self.dialect, min(8, self.block))
        apart = [""][: len(stage.loops) - 1]  # indices of several loops are variables around them
        if runs is None:
            with self.braces(*apart):
                self._elements_of(stage, joined, None)
            return
        self.width = 1 if self.resident else runs.width
        values = dict(self.values)
        with self.braces(*([f"if ({' && '.join(runs.conditions)})"] if runs.conditions else apart)):
            self._elements_of(stage, joined, runs)
        if runs.conditions:
            self.values = values
            with self.otherwise():
                self._elements_of(stage, joined, None)

    def _elements_of(self, stage: Stage, joined: Sequence[Statement], runs: Vectors | None) -> None:
        kind = self.index_type
        single = len(stage.loops) == 1
        variable = self.index(stage.loops[0]) if single else self.names.new("e")
        count = self.extent(stage.loops[0]) if single else self.names.new("count")
        if not single:
            self.emit(f"const {kind} {count} = {'*'.join(self.extent(n) for n in stage.loops)};")
        last = self.index(stage.loops[-1])
        if runs is not None:
            last = self.names.new(f"{last}_run")
            variable = last if single else variable
        cast = "" if kind == "int" else f"({kind})"
        times = "" if runs is None else f"{cast}{runs.width}*"
        start, stop, stride = f"{times}lane", count, f"{times}lanes"
        if self.group.parts is not None:  # every block takes one run of elements
            chunk, first, stop = (self.names.new(n) for n in ("chunk", "start", "stop"))
            self._chunk(count, chunk, first, stop)
            start = f"{first} + {start}"
        elif not self.collective:
            start, stride = f"{cast}part*lanes + lane", f"{times}parts*lanes"
            start = f"{times}(part*lanes + lane)" if times else start
        if not single:
            self.begin_indices(stage.loops, last, start, stride)
        sums = [s for s in joined if self._two_levels(s)]
        extent = product_of(self.group.extents[n] for n in stage.loops)
        if extent is not None and extent <= 4 * CHUNK:
            sums = []
        if not sums:
            self._each(stage, variable, last, start, stop, stride, runs)
            return
        outer, end = (self.names.new(f"{variable.removesuffix('_run')}_{word}") for word in ("first", "stop"))
        with self.braces(self.over(outer, start, stop, f"{CHUNK}*lanes")):
            far = f"{outer} + {CHUNK}*lanes"
            self.emit(f"const {kind} {end} = {far} < {stop} ? {far} : {stop};")
            self.totals = totals = {s.name: self.values[s.name] for s in sums}
            for s in sums:
                self.values[s.name] = self.names.new(f"{s.name}_part")
                self.emit(f"{self._type(s)} {self.values[s.name]} = {self._identity(s)};")
            self._each(stage, variable, last, outer, end, stride, runs)
            for s in sums:
                self.emit(f"{totals[s.name]} += {self.values[s.name]};")
                self.values[s.name] = totals[s.name]

    def _each(
        self, stage: Stage, variable: str, last: str, start: str, stop: str, stride: str, runs: Vectors | None
    ) -> None:  # fmt: skip
        alone = self.group.rows and len(stage.loops) > 1
        d = self.dialect
        if self.collective and self.resident is None and not alone and d.unroll and not d.in_functions:
            # several loads are on their way at a time; rows that may be in registers leave none for that
            self.emit(f"{d.unroll} 4")
        with self.braces(self.over(variable, start, stop, stride)):
            if runs is not None:
                self._run(stage, runs, last)
            else:
                known = dict(self.writer.known)
                self._shared_row(stage)
                self.name_elements(stage)
                self._statements_of(stage, "")
                self.reads.replaced, self.writer.known = {}, known
            if len(stage.loops) > 1:
                self.next_indices(stage.loops, last)
        self.totals = {}

    def _chunk(self, count: str, chunk: str, first: str, stop: str) -> None:
        """The run of elements of this part, whole tiles of a block whatever the team."""
        kind, tile = self.index_type, self.block
        self.emit(f"const {kind} {chunk} = ({count} + {tile}*parts - 1)/({tile}*parts)*{tile}, {first} = part*{chunk};")
        self.emit(f"const {kind} {stop} = {first} + {chunk} < {count} ? {first} + {chunk} : {count};")

    def _element(self, s: Statement, stage: Stage) -> None:
        """One statement for one element of a lane."""
        if s.slots is not None:
            self._scatter(s)
        elif s.name in self.group.carried:
            self.carry(s)
        elif s.operator is None:
            self._map(s)
        elif self.online is not None and stage is self.online.stage and s is self.online.top:
            self.grow()
        elif lanes_cooperate(s, stage):
            self.repeated(s.body)
            self._accumulate(s)
        else:
            self._serial(s)

    def _scan(self, stage: Stage) -> None:
        """Running sums or products along one axis, a tile of one element for each lane at a time."""
        s, *rest = stage.statements
        (name,) = s.over
        kind, i, count = self.index_type, self.index(name), self.extent(name)
        operator = _JOIN[str(s.operator)]
        tile, carry, value, inside = (self.names.new(n) for n in ("tile", f"{s.name}_before", s.name, "inside"))
        for o in rest:
            if lanes_cooperate(o, stage):
                self._begin(o)
        self.hoist(stage.statements, {name})
        self.emit(f"{self._type(s)} {carry} = {self._identity(s)};")
        first, stop = "0", count
        if self.group.parts is not None:
            chunk, first, stop = (self.names.new(n) for n in ("chunk", "start", "stop"))
            self._chunk(count, chunk, first, stop)
            before = self.parts_names[s.name]
            self.reads.before.append(before)
            flat = self.reads.flat(s.name, [self.index(a) for a in s.axes if a != name], without=s.axes.index(name))
            at = f"{operand(flat)}*parts + part - 1" if flat != "0" else "part - 1"
            self.emit(f"if (part > 0) {carry} = {self.reads.load(before, at)};")
        with self.braces(f"for ({kind} {tile} = {first}; {tile} < {stop}; {tile} += lanes)"):
            position = f"{tile} + lane"
            self.emit(f"const bool {inside} = {position} < {stop};")
            place = f"{count} - 1 - ({position})" if s.operator == "reverse_cumsum" else position
            self.emit(f"const {kind} {i} = {place};")
            self.emit(f"{self._type(s)} {value} = {self._identity(s)};")
            known = dict(self.writer.known)
            with self.braces(f"if ({inside})"):
                self.repeated(s.body)
                self.emit(f"{value} = {bare(self.writer.text(s.body, s.accumulate))};")
                self.writer.known = dict(known)
            scratch = self.scratch(s.accumulate)
            helper = self.writer.helper(f"_es_scan_{operator}", s.accumulate)
            self.emit(f"{value} = {helper}({value}, {scratch}, lane, lanes, at, step);")
            self.emit(f"{value} = {self.writer.joined(operator, carry, value, s.accumulate)};")
            last = f"{scratch}[at + (lanes - 1 - lane)*step]"
            self.emit(f"{carry} = {self.writer.joined(operator, carry, last, s.accumulate)};")
            self.emit(self.dialect.barrier)
            with self.braces(f"if ({inside})"):
                self.values[s.name] = value
                if s.name not in self.group.registers:
                    self._store(s, value, one_lane=False)
                for o in rest:
                    self._element(o, stage)
                self.writer.known = known
        for o in rest:
            if lanes_cooperate(o, stage):
                self._finish(o)


def product_of(extents: Any) -> int | None:
    """The product of constant extents, or None."""
    total = 1
    for e in extents:
        if e.op != "const":
            return None
        total *= int(e.data)
    return total
