"""Unroll-and-jam of sums over rows: several rows are added for each load and store of the running sums.

``y[j] += x[i,j]`` in a loop over ``i`` reads and writes ``y`` once for each row, and with rows of a few elements each
row waits for what the last one stored.  Several rounds of ``i`` share one loop over ``j`` instead (unroll and jam).
"""

from __future__ import annotations

from abc import abstractmethod

from espresso.codegen.common.cpu_scalar import has_circular
from espresso.codegen.loops.reductions import Reducing
from espresso.codegen.loops.tiling import ANY_ORDER
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.costs import cost
from espresso.ir.loops import Compute, Loop, Statement

ROWS = 8
"""Rows that are added at once where each of them reads one array; a body of two arrays adds half as many.

Measured, sums of 500 rows of 20 numbers: 1.8 µs by single rows, 0.9 with 4 at once, 0.6 with 8.
"""

ARRAYS = 2
"""Arrays along a row from which on nothing is gained: the running sums are a small part of what is read."""

WORK = 6
"""Operations of a body (an exponential is 10) up to which reading and writing a running sum counts beside them."""


class Abreast(Reducing):
    """Writes such loops; a part of the writer of kernels."""

    tiles: dict[str, tuple[str, str]]

    @abstractmethod
    def _in_memory(self, s: Statement) -> bool:
        """Whether the running value lies in the array."""

    @abstractmethod
    def _ends(self, node: Loop) -> tuple[str, str]:
        """Bounds of a loop that is not the outermost one."""

    def _rows_at_once(self, node: Loop) -> int:
        """How many rounds of a loop share one loop inside it; 0 where they do not."""
        inner = node.body[0] if len(node.body) == 1 else None
        if not isinstance(inner, Loop) or self.kernel.window is not None or inner.index in self.tiles:
            return 0
        statements = [n.statement for n in inner.body if isinstance(n, Compute)]
        if not statements or len(statements) < len(inner.body):
            return 0
        if not all(self._runs_in_memory(s, node.index, inner.index) for s in statements):
            return 0
        bodies = [s.body for s in statements]
        nodes = ex.postorder(*bodies)
        along = [e for e in nodes if e.op == "access" and inner.index in e.free and node.index in e.free]
        work = sum(cost(e) for e in nodes if inner.index in e.free and node.index in e.free)  # the rest is shared
        if len(along) > ARRAYS or work > WORK or has_circular(bodies, self.writer.known):
            return 0
        return ROWS if len(along) < ARRAYS else ROWS // 2

    def _runs_in_memory(self, s: Statement, outer: str, inner: str) -> bool:
        """Whether the statement reduces over the outer loop, and not the inner one, into an array."""
        plain = (
            s.operator is not None and s.operator in ANY_ORDER and s.slots is None and s.name not in self.kernel.rows
        )
        return plain and outer in s.over and inner in s.axes and self._in_memory(s)

    def _abreast(self, node: Loop, start: str, stop: str, depth: int) -> bool:
        """Write the loop with several rounds at once, and the rounds that are left; False where that is no gain."""
        rows = self._rows_at_once(node)
        if not rows:
            return False
        variable = self.variables[node.index]
        whole = f"{variable}_whole"
        self._emit(depth, f"{whole} = {stop} - ({stop} - {start}) % {rows}")
        self._emit(depth, f"for {variable} in range({start}, {whole}, {rows}):")
        self._rows(node, rows, depth + 1)
        self.positions[node.index] = self.unsigned[node.index]
        self._round(node, f"for {variable} in range({whole}, {stop}):", depth)
        return True

    def _rows(self, node: Loop, rows: int, depth: int) -> None:
        """One round of the outer loop: the inner one over so many rows."""
        inner = node.body[0]
        assert isinstance(inner, Loop)
        variable, known, position = self.variables[node.index], self.writer.known, self.positions.get(node.index)
        copies: list[dict[Expr, str]] = []
        places = []
        for row in range(rows):
            name = variable if row == 0 else f"{variable}_row{row}"
            if row:
                self._emit(depth, f"{name} = {variable} + {row}")
            places.append(f"np.uintp({name})")
            self.positions[node.index] = places[-1]
            self.writer.known = {**known, ex.index(node.index): name}
            self._hoist(inner, depth)
            copies.append(self.writer.known)
        first, last = self._ends(inner)
        self._emit(depth, f"for {self.variables[inner.index]} in range({f'{first}, ' * (first != '0')}{last}):")
        for n in inner.body:
            assert isinstance(n, Compute)
            self._statement(n.statement, node.index, list(zip(copies, places, strict=True)), depth + 1)
        self.writer.known = known
        self.positions.pop(node.index, None)
        if position is not None:
            self.positions[node.index] = position

    def _statement(
        self, s: Statement, outer: str, rows: list[tuple[dict[Expr, str], str]], depth: int
    ) -> None:  # fmt: skip
        """The rows of one statement, joined with each other and then with the running value."""
        total = f"{self._spelled(s.name)}_rows"
        for row, (known, place) in enumerate(rows):
            self.writer.known, self.positions[outer], self.depth = known, place, depth
            for e in self._repeated(s.body):
                self._name_one(e)
            value = self._value(s)
            if row == 0:
                self._emit(depth, f"{total} = {value}")
            else:
                self._join(s, total, value, depth)
        self._join(s, self._target(s), total, depth)
