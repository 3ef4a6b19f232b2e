"""Transposing copies through shared memory: maps that read along another axis than they write.

Neighbouring threads read neighbouring elements of the input into a tile, then take the
tile the other way round, so that they also write neighbouring elements.
"""

from __future__ import annotations

from contextlib import ExitStack

from espresso.codegen.simt.kernel import GroupWriter
from espresso.compiler.device.schedule import Group, index_name
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

SIDE = 32


def turning(group: Group, strided: frozenset[str]) -> tuple[str, tuple[Expr, ...]] | None:
    """(the axis that reads go along, those reads), for a map of one stage that writes along another."""
    if group.reduces or len(group.stages) != 1 or len(group.stages[0].loops) != 1:
        return None
    (stage,) = group.stages
    (lane,) = stage.loops
    if any(s.operator is not None or s.axes[-1:] != (lane,) for s in stage.statements):
        return None
    found: dict[str, list[Expr]] = {}
    for s in stage.statements:
        for n in ex.postorder(s.body):
            slots = n.args[1:] if n.op == "access" and n.data is None else ()
            names = [index_name(slot) for slot in slots]
            if len(slots) > 1 and names[-1] in group.rows and lane in names[:-1] and n.args[0].data.name not in strided:
                found.setdefault(str(names[-1]), []).append(n)
    if not found:
        return None
    across = max(found, key=lambda a: (len(set(found[a])), a))
    return across, tuple(dict.fromkeys(found[across]))[:4]


class TransposeWriter(GroupWriter):
    """Writer of one such map."""

    across = ""
    tiled: tuple[Expr, ...] = ()

    def _head(self) -> None:
        d = self.dialect
        side = min(SIDE, self.block)
        self.depth = 1
        for e, name in self.reads.replaced.items():
            kind = d.value_type(self.writer.dtype_of(e))
            self.emit(f"{d.shared} {kind} {name.partition('[')[0]}[{side}][{side + 1}];")
        self.emit(f"const int lane = {d.at('thread', 0)}, row = {d.at('thread', 1)};")

    def _rows(self) -> None:
        d, kind = self.dialect, self.index_type
        (stage,) = self.group.stages
        (lane,) = stage.loops
        side = min(SIDE, self.block)
        step = self.block // side
        i, j = self.index(self.across), self.index(lane)
        n_i, n_j = self.extent(self.across), self.extent(lane)
        q = self.names.new("q")
        i0, j0 = self.names.new(f"{i}_first"), self.names.new(f"{j}_first")
        others = [r for r in self.group.rows if r != self.across]
        cast = "" if kind == "int" else f"({kind})"
        self.emit(f"const {kind} {j0} = {cast}{d.at('group', 0)}*{side};")
        with ExitStack() as loops:
            if others:
                flat = self.index(others[0]) if len(others) == 1 else self.names.new("other")
                count = "*".join(self.extent(o) for o in others)
                loops.enter_context(self.braces(self.over(flat, d.at("group", 2), count, d.at("groups", 2))))
                if len(others) > 1:
                    self._decode(flat, others)
            start, stride = f"{cast}{d.at('group', 1)}*{side}", f"{d.at('groups', 1)}*{side}"
            loops.enter_context(self.braces(self.over(i0, start, n_i, stride)))
            with self.braces(f"for (int {q} = row; {q} < {side}; {q} += {step})"):
                self.emit(f"const {kind} {j} = {j0} + {q}, {i} = {i0} + lane;")
                with self.braces(f"if ({i} < {n_i} && {j} < {n_j})"):
                    names = {e: self.names.new(f"tile_{e.args[0].data.name}") for e in self.tiled}
                    for e, name in names.items():
                        self.emit(f"{name}[{q}][lane] = {self.writer.text(e)};")
            self.emit(d.barrier)
            self.reads.replaced = {e: f"{name}[lane][{q}]" for e, name in names.items()}
            with self.braces(f"for (int {q} = row; {q} < {side}; {q} += {step})"):
                self.emit(f"const {kind} {i} = {i0} + {q}, {j} = {j0} + lane;")
                with self.braces(f"if ({i} < {n_i} && {j} < {n_j})"):
                    for s in stage.statements:
                        self._map(s)
            self.emit(d.barrier)
