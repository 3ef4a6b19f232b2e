"""One call in parts: states are kept at a few steps, and computed again part by part on the way back."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from espresso.formulas.graph.expr import Expr
from espresso.runtime.checkpoints.formulas import Piece, Source
from espresso.runtime.checkpoints.layout import Copy, Part
from espresso.runtime.checkpoints.pieces import Pieces
from espresso.runtime.checkpoints.schedule import schedule
from espresso.runtime.checkpoints.timeline import Edge, Group, Item, Rows, Total

Array = np.ndarray[Any, Any]

_JOIN = {"sum": np.add, "prod": np.multiply, "max": np.maximum, "min": np.minimum,
         "any": np.logical_or, "all": np.logical_and}  # fmt: skip


def parts(low: int, high: int, size: int, backward: bool) -> list[Part]:
    """The rows from ``low`` to ``high`` in parts of a size, in the order of the steps."""
    if backward:
        cuts = [*range(high, low, -size), low]
        pairs = [(b, a) for a, b in pairwise(cuts)]
    else:
        cuts = [*range(low, high, size), high]
        pairs = list(pairwise(cuts))
    return [Part(a, b, a == low, b == high) for a, b in pairs]


class Pass:
    """What one call holds.  A ``dry`` one only finds out how many bytes that is: ``bytes`` of each array."""

    def __init__(
        self, pieces: Pieces, dtypes: Mapping[Rows, Any], inputs: Mapping[str, Array], results: Mapping[str, Array],
        dry: bool = False,
    ) -> None:  # fmt: skip
        self.pieces, self.layout, self.dry = pieces, pieces.layout, dry
        self.line = self.layout.line
        self.dtypes, self.inputs, self.results = dtypes, inputs, results
        self.held: dict[Item, Array] = {}
        self.windows: dict[Any, tuple[Array, int]] = {}
        self.carried: dict[Group, list[Array]] = {}
        self.kept: dict[int, dict[Group, list[Array]]] = {}
        self.bytes: dict[Any, int] = {}
        self.bound: dict[tuple[int, int, bool], Any] = {}
        self.steps = 0
        self.most_kept = 0
        self._blocks: dict[Any, Array] = {}
        self._edges: dict[Group, list[Edge]] = {}
        for e in self.line.order:
            if isinstance(e, Edge) and e.rows.group is not None:
                self._edges.setdefault(e.rows.group, []).append(e)

    # --- the whole call ---

    def run(self, size: int, slots: int) -> None:
        """Compute all results with parts of a size and so many states kept."""
        layout = self.layout
        every = parts(layout.low, layout.high, size, self.line.backward)
        self.begin(self.pieces.before)
        if layout.returns:
            self._there_and_back(every, slots)
        else:
            for part in every:
                self.forward(part, True, True)
                self.back(part)
        self.end()

    def _there_and_back(self, every: Sequence[Part], slots: int) -> None:
        """Both phases, as the schedule says; what lies between them is computed before the first part is turned."""
        seen = 0
        turned = False
        for what, link in schedule(len(every), slots):
            if what == "keep":
                self.kept[link] = {g: [a.copy() for a in rows] for g, rows in self.carried.items() if not g.phase}
                self.most_kept = max(self.most_kept, len(self.kept))
            elif what == "restore":
                for g, rows in self.kept[link].items():
                    self.carried[g] = [a.copy() for a in rows]
            else:
                self.forward(every[link], link >= seen, what == "advance")
                seen = max(seen, link + 1)
                if what == "turn":
                    if not turned:
                        self.begin(self.pieces.between)
                        turned = True
                    self.back(every[link])
                    self.kept.pop(link, None)

    def end(self) -> None:
        """Compute what has no rows from totals and edges."""
        piece = self.pieces.after
        if piece.formulas:
            for e, value in zip(piece.results, self._call(piece, 0, 0, 0), strict=True):
                for name, root in self.line.roots.items():
                    if root is e and not self.dry:
                        self.results[name][...] = value

    def begin(self, stages: Sequence[tuple[Group | None, Piece]]) -> None:
        """Arrays that are there from now on, and the rows beside those that recurrences of a phase compute."""
        for g, piece in stages:
            values = self._call(piece, 0, 0, 0) if piece.formulas else []
            starts = dict(zip(piece.results, values, strict=True))
            self.held |= {e: value for e, value in starts.items() if isinstance(e, Expr)}
            if g is not None:
                self._begin_group(g, starts)

    def _begin_group(self, g: Group, starts: Mapping[Item, Array]) -> None:
        keep = self.layout.keep[g]
        self.carried[g] = [self._zeros(("carried", r), (keep, *r.row), self.dtypes[r]) for r in g.rows]
        bases = [g.high + r.more if g.backward else g.low - keep for r in g.rows]
        for k, (rows, base) in enumerate(zip(self.carried[g], bases, strict=True)):
            for n, position in enumerate(g.positions[k]):
                if not self.dry:
                    rows[position - base] = starts[k, n]
        for e in self._edges.get(g, ()):
            if g.starts_at(e):
                k = e.rows.number
                self.held[e] = np.array(self.carried[g][k][e.position - bases[k]])

    # --- one part ---

    def forward(self, part: Part, new: bool, onward: bool) -> None:
        """The first phase over a part, for the first time (``new``) or again; ``onward``: the next part follows."""
        for item in self.layout.forward:
            self._item(item, part, onward)
        self.steps += part.high - part.low
        if new:
            for item in self.layout.once:
                self._item(item, part, onward)
            for totals, piece in self.pieces.early:
                self._totals(totals, piece, part)

    def back(self, part: Part) -> None:
        """The second phase over a part whose rows of the first are there."""
        for item in self.layout.back:
            self._item(item, part, True)
        for totals, piece in self.pieces.totals:
            self._totals(totals, piece, part)

    def _item(self, item: Item, part: Part, onward: bool) -> None:
        low, high = self.layout.range(item, part)
        if isinstance(item, Copy):
            rows = self._view(item.rows, 0, low, high, 0.0)
            if not self.dry:
                np.moveaxis(self.results[item.name], item.rows.axis, 0)[low:high] = rows
        elif isinstance(item, Group):
            self._group(item, low, high, onward, part.highest)
        else:
            (made,) = self._call(self.pieces.of[item], low, high, low, item)
            self.windows[item] = made, low

    def _group(self, g: Group, low: int, high: int, onward: bool, highest: bool) -> None:
        """The rows of a recurrence from ``low`` to ``high``, with those beside them."""
        keep, first = self.layout.keep[g], g.first
        base = low if g.backward else low - keep
        counts = [high - low + r.more * highest for r in g.rows]
        outs = []
        for k, (r, n, carried) in enumerate(zip(g.rows, counts, self.carried[g], strict=True)):
            window = self._room(("window", r), (n + keep, *r.row), self.dtypes[r])
            if not self.dry:
                (window[n:] if g.backward else window[:keep])[...] = carried
            self.held["start", k] = carried[:first] if g.backward else carried[keep - first :]
            outs.append(window[: n + first] if g.backward else window[keep - first :])
            self.windows[r] = window, base
        if any(counts):
            self._call(self.pieces.of[g], low, high, low if g.backward else low - first, outs=outs, highest=highest)
        for e in self._edges.get(g, ()):
            if low <= e.position < low + counts[e.rows.number]:
                self.held[e] = np.array(self.windows[e.rows][0][e.position - base])
        if onward and not self.dry:
            for r, n, carried in zip(g.rows, counts, self.carried[g], strict=True):
                window = self.windows[r][0]
                carried[...] = window[:keep] if g.backward else window[n:]

    def _totals(self, totals: Sequence[Total], piece: Piece, part: Part) -> None:
        low, high = self.layout.range(totals[0], part)
        if high <= low:
            return
        for t, made in zip(totals, self._call(piece, low, high, low, ("part", totals[0])), strict=True):
            if t not in self.held:
                self.held[t] = self._zeros(("total", t), made.shape, made.dtype)
                if not self.dry:
                    self.held[t][...] = made
            elif not self.dry:
                _JOIN[t.kind](self.held[t], made, out=self.held[t])

    # --- calls ---

    def _call(
        self, piece: Piece, low: int, high: int, base: int, key: Any = None, outs: list[Array] | None = None,
        highest: bool = False,
    ) -> list[Array]:  # fmt: skip
        """The results of a piece for rows ``low`` to ``high``, in ``outs`` or in room that parts share."""
        arrays = [self._value(s, low, high + s.more * highest, base) for s in piece.inputs]
        lengths = id(piece), high - low, highest  # with them the shapes of all arrays are known
        bound = self.bound.get(lengths)
        if bound is None:
            bound = self.bound[lengths] = piece.compiled._signature(arrays)
        if outs is None:
            make = self._room if key is not None else self._zeros
            pairs = zip(bound.shapes, bound.dtypes, strict=True)
            outs = [make((key or id(piece), k), shape, dtype) for k, (shape, dtype) in enumerate(pairs)]
        return outs if self.dry else bound(arrays, outs)

    def _value(self, s: Source, low: int, high: int, base: int) -> Array:
        if s.kind == "input":
            return self.inputs[s.item.data.name]
        if s.kind == "rows":
            return self._view(s.item, s.axis, low + s.distance, high + s.distance, s.fill)
        if s.kind == "held":
            if self.dry and isinstance(s.item, Edge) and s.item not in self.held:  # in a part that is left out
                return np.zeros(s.item.rows.row, self.dtypes[s.item.rows])
            return self.held[s.item]
        if s.kind == "start":
            return self.held["start", s.item[1]]
        if s.kind == "first":
            return np.array(base, np.int64)
        return self._zeros("span", (high - low,), np.dtype(np.int8))

    def _view(self, item: Any, axis: int, low: int, high: int, fill: float) -> Array:
        """Rows of an input or of an array that is there, ``fill`` where there are none."""
        if isinstance(item, Expr):
            array, base = np.moveaxis(self.inputs[item.data.name], axis, 0), 0
            length = array.shape[0]
        else:
            array, base = self.windows[item]
            length = item.length
        first = max(low, 0)
        last = max(first, min(high, length))
        found = array[max(first - base, 0) : max(last - base, 0)]
        assert found.shape[0] == last - first, "rows that are not there"
        if (first, last) == (low, high):
            return found if self.dry else np.ascontiguousarray(found)
        padded = np.full((high - low, *found.shape[1:]), fill, found.dtype)
        padded[first - low : last - low] = found
        return padded

    # --- memory ---

    def _room(self, key: Any, shape: Sequence[int], dtype: Any) -> Array:
        """An array that is free again for the next part."""
        size = math.prod(shape)
        self.bytes[key] = max(self.bytes.get(key, 0), size * dtype.itemsize)
        if self.dry:
            return np.broadcast_to(np.zeros((), dtype), shape)
        block = self._blocks.get(key)
        if block is None or block.size < size:
            block = self._blocks[key] = np.empty(size, dtype)
        return block[:size].reshape(shape)

    def _zeros(self, key: Any, shape: Sequence[int], dtype: Any) -> Array:
        """An array of zeros that stays."""
        self.bytes[key] = max(self.bytes.get(key, 0), math.prod(shape) * dtype.itemsize)
        return np.broadcast_to(np.zeros((), dtype), shape) if self.dry else np.zeros(shape, dtype)
