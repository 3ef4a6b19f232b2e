"""Software pipelining of row reductions: the next row is reduced in a pass over this one.

Where a loop over rows begins with a pass that only reads, as the maximum of a softmax does, that pass waits for memory
and computes little, and the passes after it find the row in a cache and leave memory idle.  Here the row after this
one is reduced in that later pass of this row which computes most: its elements arrive meanwhile, and a pass is saved.
The first row of a slice is reduced before the loop; the last one has no next, and reads itself again.

Only reductions whose result does not depend on the order of their elements run so, since a row must not have other
digits where it is the first of a slice.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from espresso.codegen.loops.reductions import Reducing
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.costs import cost
from espresso.ir.loops import Begin, Compute, End, Loop, Node, Statement, arrays_of, walk

ANY_DIGITS = frozenset({"max", "min", "any", "all"})
"""Reductions that are exact in any order."""

WORK = 10
"""Operations for each element (an exponential is 10) from which a pass has time for the next row."""


@dataclass(frozen=True)
class Pass:
    """The pass of a loop over rows that is taken ahead, and the one that takes it along."""

    first: Loop
    along: Loop

    @property
    def statements(self) -> list[Statement]:
        """What is reduced ahead."""
        return _statements(self.first)


def ahead(loop: Loop, apart: Collection[str] = ()) -> Pass | None:
    """How a loop over rows reduces the next row; None where it does not.

    ``apart`` are arrays in whose place the loop writes.
    """
    made = {s.name for s in _statements(loop)}
    loops = [n for n in loop.body if isinstance(n, Loop)]
    begun = {n.statement.name for n in loop.body if isinstance(n, Begin) and not n.inner}
    for k, first in enumerate(loops):
        reads = frozenset[str]().union(*(arrays_of(s.body) for s in _statements(first)))
        if not _plain(first) or reads & made or not reads.isdisjoint(apart):
            continue
        if not all(_exact(s, first.index) and s.name in begun for s in _statements(first)):
            continue
        later = [n for n in loops[k + 1 :] if n.extent is first.extent and _plain(n) and _work(n) >= WORK]
        if later:
            return Pass(first, max(later, key=_work))
    return None


def _statements(loop: Loop) -> list[Statement]:
    return [n.statement for n in walk([loop]) if isinstance(n, Compute)]


def _plain(loop: Loop) -> bool:
    """Whether a loop has statements only, that store where their axes say and run in any direction."""
    inside = [n.statement for n in loop.body if isinstance(n, Compute)]
    return len(inside) == len(loop.body) and not any(s.slots is not None or set(s.over) & set(s.axes) for s in inside)


def _exact(s: Statement, index: str) -> bool:
    return s.operator in ANY_DIGITS and s.over == (index,)


def _work(loop: Loop) -> int:
    return sum(cost(e) for e in ex.postorder(*(s.body for s in _statements(loop))) if loop.index in e.free)


class Ahead(Reducing):
    """Writes such loops; a part of the writer of kernels."""

    shared: dict[str, str]
    spelled: dict[str, str]
    around: dict[str, Expr]
    taken_ahead: dict[str, str]
    """Statement -> the name of its running value, where that is one of the next row."""

    def _reduced_ahead(self, node: Loop, start: str, stop: str, depth: int) -> bool:
        """Write a loop that reduces the next row; False where it does not."""
        found = None if self.kernel.window is not None else ahead(node, self.shared.values())
        if found is None:
            return False
        v = self.variables[node.index]
        own = {s.name: replace(s, name=f"{s.name} of the next row") for s in found.statements}
        for s in found.statements:
            self.spelled[own[s.name].name] = f"{self._spelled(s.name)}_next"
        begins: list[Node] = [Begin(s) for s in own.values()]
        before = Loop(found.first.index, found.first.extent, [Compute(s) for s in own.values()])
        self._block(begins, depth)
        second = "1" if start == "0" else f"{start} + 1"
        once = f"for {v} in range({start}, min({second}, {stop})):"
        self._round(Loop(node.index, node.extent, [before]), once, depth)
        self._emit(depth, f"for {v} in range({start}, {stop}):")
        if node.index in self.positions:
            self._emit(depth + 1, f"{self.positions[node.index]} = np.uintp({v})")
        known, following = self.writer.known, f"{node.index} of the next row"
        self._emit(depth + 1, f"{v}_next = min({v} + 1, {stop} - 1)")
        self._emit(depth + 1, f"{self.unsigned[node.index]}_next = np.uintp({v}_next)")
        self.writer.known = {**known, ex.index(following): f"{v}_next"}
        self.positions[following] = f"{self.unsigned[node.index]}_next"
        self.around[following] = node.extent
        self.taken_ahead |= {name: s.name for name, s in own.items()}
        self._block(_with_next(node, found, own, following), depth + 1)
        for name in own:
            del self.taken_ahead[name]
        del self.positions[following], self.around[following]
        self.writer.known = known
        return True


def _with_next(node: Loop, found: Pass, own: dict[str, Statement], following: str) -> list[Node]:
    """The body of a loop over rows without its first pass, and with that of the next row in a later one."""
    values = {ex.index(node.index): ex.index(following), ex.index(found.first.index): ex.index(found.along.index)}
    body: list[Node] = []
    for n in node.body:
        if n is found.first:
            body += [End(s) for s in found.statements]
        elif n is found.along:
            following_row = [
                replace(s, body=ex.replace(s.body, values), over=(found.along.index,)) for s in own.values()
            ]
            body += [Begin(s) for s in own.values()]
            body.append(Loop(n.index, n.extent, [*found.along.body, *map(Compute, following_row)]))
        elif not (isinstance(n, Begin | End) and n.statement.name in own):
            body.append(n)
    return body
