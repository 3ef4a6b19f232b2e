"""Lowering of matrix functions: inverse, determinant, and solves in place of inverses.

A product ``sum[j](inv[i,j](A)*b)`` is lowered to ``solve(A, b)``; an inverse that nothing reads any more
disappears.  Calls on one matrix share its factorisation (`codegen.common.matrix_code`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from espresso.compiler.lowering.contractions import is_plain
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import MatrixCall
from espresso.ir.engine import BLAS_DTYPES
from espresso.ir.loops import indices_of

if TYPE_CHECKING:
    from espresso.compiler.lowering.lower import Lowering


class MatrixCalls:
    """The matrix functions of one lowering, and which buffers are inverses of what."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.inverses: dict[str, MatrixCall] = {}

    def lower(self, function: str, over: Sequence[str], body: Expr, extents: Mapping[str, Expr]) -> Expr:
        """``det``, ``logdet`` or ``inv`` over two indices as a read of the buffer that holds it."""
        lowering = self.lowering
        batch = tuple(n for n in lowering.ordered(body) if n not in over)
        axes = batch if function != "inv" else (*batch, *over)
        reduced = () if function == "inv" else tuple(over)
        return lowering.once(
            function, self._with_both(body, over, extents), axes, extents,
            lambda: self._call(function, batch, over, body, axes, extents), reduced,
        )  # fmt: skip

    @staticmethod
    def _with_both(body: Expr, over: Sequence[str], extents: Mapping[str, Expr]) -> Expr:
        """``body`` with both indices of the matrix standing in it."""
        missing = [ex.call("lt", ex.index(n), extents[n]) for n in over if n not in body.free]
        return ex.call("mul", body, *missing) if missing else body

    def _call(
        self, function: str, batch: tuple[str, ...], over: Sequence[str], body: Expr, axes: tuple[str, ...],
        extents: Mapping[str, Expr],
    ) -> str:  # fmt: skip
        lowering = self.lowering
        matrix = self._matrix(self._with_both(body, over, extents), batch, over, extents)
        array = matrix.args[0]
        order = tuple(s.data[0] for s in matrix.args[1:])
        posdef = array.op == "tensor" and "posdef" in array.data.structure
        name = lowering.new_name({"inv": "inverse", "det": "det", "logdet": "logdet"}[function])
        dtype = self.lowering.dtype_of(matrix)
        used = {n: extents[n] for n in order}
        call = MatrixCall(
            name, axes, array.data.name, order, array.data.name, order, used, dtype,
            function=function, batch=batch, posdef=posdef,
        )  # fmt: skip
        lowering.steps.append(call)
        lowering.add_buffer(name, dtype, [extents[n] for n in axes])
        if function == "inv":
            self.inverses[name] = call
        return name

    def _matrix(self, body: Expr, batch: Sequence[str], over: Sequence[str], extents: Mapping[str, Expr]) -> Expr:
        """``body`` as a floating array that is read at plain indices, the batch first."""
        lowering = self.lowering
        order = [s.data[0] for s in body.args[1:] if s.op == "index"] if body.op == "access" else []
        if is_plain(body, extents, lowering.buffers) and lowering.dtypes[body.args[0].data.name] in BLAS_DTYPES:
            if order[: len(batch)] == list(batch):
                return body
        axes = (*batch, *over)
        floating = ex.call("mul", ex.const(1.0), body) if self.lowering.dtype_of(body) not in BLAS_DTYPES else body
        return lowering.once("operand", floating, axes, extents, layouts=[axes])

    def inverse_in(self, factors: Sequence[Expr]) -> bool:
        """Whether some factor is an inverse."""
        return any(self._inverse(f) is not None for f in factors)

    def _inverse(self, e: Expr) -> MatrixCall | None:
        if e.op != "access" or e.data is not None or e.args[0].op != "tensor":
            return None
        return self.inverses.get(e.args[0].data.name) if indices_of(e) is not None else None

    def solve(
        self, chosen: Sequence[Expr], summed: Sequence[str], result: frozenset[str], extents: Mapping[str, Expr]
    ) -> Expr | None:
        """The sum of a product of an inverse and something else as the solution of a linear system, else None."""
        lowering = self.lowering
        if len(chosen) != 2 or len(summed) != 1:
            return None
        for inverse, other in (chosen, chosen[::-1]):
            call = self._inverse(inverse)
            if call is None:
                continue
            slots = [s.data[0] for s in inverse.args[1:]]
            names = dict(zip(call.axes, slots, strict=True))
            pair = [names[a] for a in call.axes if a not in call.batch]
            batch = tuple(names[a] for a in call.batch)
            if summed[0] not in pair:
                continue
            kept = pair[0] if summed[0] == pair[1] else pair[1]
            if kept in other.free or kept not in result or not set(batch) <= other.free & result:
                continue
            columns = tuple(n for n in lowering.ordered(other) if n in result and n not in batch)
            right = self._right(other, (*batch, summed[0], *columns), extents)
            axes = (*batch, kept, *columns)
            left = tuple(names[a] for a in call.left_axes)
            key = ex.call("mul", inverse, other)
            return lowering.once(
                "solve", key, axes, extents,
                partial(self._solution, call, left, batch, kept, right, axes, extents), summed, [axes],
            )  # fmt: skip
        return None

    def _right(self, other: Expr, axes: tuple[str, ...], extents: Mapping[str, Expr]) -> Expr:
        lowering = self.lowering
        if is_plain(other, extents, lowering.buffers) and [s.data[0] for s in other.args[1:]] == list(axes):
            return other
        return lowering.once("operand", other, axes, extents, layouts=[axes])

    def _solution(
        self, call: MatrixCall, left: tuple[str, ...], batch: tuple[str, ...], kept: str, right: Expr,
        axes: tuple[str, ...], extents: Mapping[str, Expr],
    ) -> str:  # fmt: skip
        lowering = self.lowering
        name = lowering.new_name("x")
        array = right.args[0].data.name
        right_axes = tuple(s.data[0] for s in right.args[1:])
        matrix = ex.access(ex.tensor(call.left, len(left), call.dtype), [ex.index(a) for a in left])
        dtype = self.lowering.dtype_of(ex.call("mul", matrix, right))
        used = {n: extents[n] for n in (*left, *right_axes)}
        lowering.steps.append(
            MatrixCall(
                name, axes, call.left, left, array, right_axes, used, dtype,
                function="solve", batch=batch, kept=kept, posdef=call.posdef,
            )
        )  # fmt: skip
        lowering.add_buffer(name, dtype, [extents[n] for n in axes])
        return name

    def drop_unread(self) -> None:
        """Leave out inverses that nothing reads."""
        self.lowering.drop(self.inverses)
