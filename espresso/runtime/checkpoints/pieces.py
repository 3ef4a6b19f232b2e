"""The programs of a timeline: one for each recurrence, array with rows and set of totals, and others for the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.runtime.checkpoints.formulas import Piece, Writer
from espresso.runtime.checkpoints.layout import Layout
from espresso.runtime.checkpoints.timeline import Group, Item, Rows, Total


class Pieces:
    """``before``, ``between`` and ``after`` the phases, and one for each item that has rows."""

    def __init__(self, layout: Layout, options: Mapping[str, Any], made: dict[tuple[Expr, ...], Any]) -> None:
        self.layout, line = layout, layout.line
        self._options, self._made = options, made
        self._held: dict[Item, int] = {}
        needed = {e for i in line.order if isinstance(i, (Rows, Group, Total)) for e, _ in line.reads(i)
                  if isinstance(e, Expr)}  # fmt: skip
        ends = {i: a for i, a in line.available.items() if not isinstance(i, Expr)}
        self.before = self._stages(0, needed)
        self._held |= {i: a for i, a in ends.items() if a <= 1}
        self.between = self._stages(1, needed)
        self._held |= ends
        self.of: dict[Item, Piece] = {}
        for item in (*layout.forward, *layout.back, *layout.once):
            if isinstance(item, Rows):
                self._rows(item)
            elif isinstance(item, Group):
                writer = self._writer()
                self.of[item] = writer.piece([item], writer.group(item))
        self.totals = [(t, self._totals(t)) for t in self._together(False)]
        self.early = [(t, self._totals(t)) for t in self._together(True)]
        results = [e for e in line.roots.values() if e not in line.rows]
        writer = self._writer()
        writer.known(2)
        formulas = [writer.whole(e) for e in dict.fromkeys(results)]
        self.after = writer.piece(list(dict.fromkeys(results)), formulas)

    def _writer(self) -> Writer:
        return Writer(self.layout.line, dict(self._held), self._options, self._made)

    def _stages(self, level: int, needed: Collection[Expr]) -> list[tuple[Group | None, Piece]]:
        """Arrays that steps read whole and the starting values of each recurrence of a phase, before which they lie."""
        found: list[tuple[Group | None, Piece]] = []
        arrays: list[Expr] = []
        line = self.layout.line
        for item in line.order:
            if item in needed and line.available[item] == level:
                arrays.append(item)
            elif isinstance(item, Group) and item.phase == level:
                found.append((item, self._stage(level, arrays, item)))
                arrays = []
        return [*found, (None, self._stage(level, arrays, None))] if arrays else found

    def _stage(self, level: int, arrays: list[Expr], group: Group | None) -> Piece:
        writer = self._writer()
        writer.known(level)
        formulas = [writer.whole(e) for e in arrays]
        results: list[Item] = list(arrays)
        for k, s in enumerate(group.states if group is not None else ()):
            results += [(k, n) for n in range(len(s.starts))]
            formulas += [writer.start(group, k, n) for n in range(len(s.starts))]  # type: ignore[arg-type]
        self._held |= dict.fromkeys(arrays, level)
        return writer.piece(results, formulas)

    def _rows(self, item: Rows) -> None:
        if item not in self.of:
            writer = self._writer()
            self.of[item] = writer.piece([item], [writer.rows(item)])

    def _together(self, early: bool) -> Iterator[list[Total]]:
        """Totals that run over the same rows of each part."""
        found = ex.grouped(((self.layout.shift[t], t.rows), t) for t in self.layout.totals if t.early == early)
        yield from found.values()

    def _totals(self, totals: list[Total]) -> Piece:
        writer = self._writer()
        return writer.piece(totals, [writer.total(t) for t in totals])

    def all(self) -> list[tuple[str, Piece]]:
        """All pieces with what they compute, in the order in which they run."""
        layout = self.layout
        back = "on the way back" if layout.returns else "on this pass"
        found = [("before the steps", p) for _, p in self.before]
        found += [("on every pass", self.of[i]) for i in layout.forward]
        found += [("on the first pass", self.of[i]) for i in layout.once]
        found += [("on the first pass", p) for _, p in self.early]
        found += [("between the passes", p) for _, p in self.between]
        found += [(back, self.of[i]) for i in layout.back if i in self.of]
        found += [(back, p) for _, p in self.totals]
        return found + ([("after the steps", self.after)] if self.after.formulas else [])
