"""Lowering of matrix functions: inverse, determinant, factors, and solves in place of inverses; and of sorting.

A product ``sum[j](inv[i,j](A)*b)`` is lowered to ``solve(A, b)``; an inverse that nothing reads any more
disappears.  Calls on one matrix share its factorisation (`codegen.common.matrix_code`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from espresso.algebra.contraction.equivalence import Key
from espresso.compiler.lowering.contractions import is_plain
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import INDEX_FUNCTION_BY_NAME, SORTING, SYMMETRIC
from espresso.formulas.graph.predicates import declared
from espresso.ir.calls import MatrixCall
from espresso.ir.engine import BLAS_DTYPES
from espresso.ir.loops import indices_of

if TYPE_CHECKING:
    from espresso.compiler.lowering.lower import Lowering

_OF_SYMMETRIC = frozenset({"chol", "spectrum", "eigvecsh"})

_OF_ROWS = frozenset({"chol", "eigvecsh"})
"""Functions whose value for the transpose of a matrix is not the transpose of their value."""

_WORDS = {"posdef": "posdef", "diagonal": "lower", "lower": "lower", "upper": "upper", "symmetric": "symmetric"}
"""What declared words come to, the best first."""


def _triangle(guard: Expr, over: Sequence[str]) -> str:
    """The triangle that a condition on both indices leaves: ``(j <= i)`` the lower one of i, j."""
    if guard.op != "call" or guard.data not in ("lt", "le", "eq") or any(a.op != "index" for a in guard.args):
        return ""
    names = [a.data[0] for a in guard.args]
    if {*names} != {*over}:
        return ""
    return "upper" if guard.data != "eq" and names == [*over] else "lower"


def _turned(word: str) -> str:
    """The word for the transpose."""
    return {"lower": "upper", "upper": "lower"}.get(word, word)


class MatrixCalls:
    """The matrix functions of one lowering: which buffers are inverses of what, and what is known of matrices.

    ``promised`` are bodies declared ``posdef`` or ``symmetric``, by their keys and the places of both indices in them;
    ``structures`` says it of buffers.
    """

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.inverses: dict[str, MatrixCall] = {}
        self.structures: dict[str, str] = {}
        self.promised: dict[tuple[Key, frozenset[int]], str] = {}

    def lower(self, function: str, over: Sequence[str], body: Expr, extents: Mapping[str, Expr]) -> Expr:
        """A function of a matrix over two indices as a read of the buffer that holds it; a promise is kept in mind."""
        lowering = self.lowering
        if function in SYMMETRIC:
            self.promised.setdefault(self._key(body, over), function)
            return body
        if function in _OF_SYMMETRIC:
            turned = ex.substitute(body, dict(zip(over, map(ex.index, reversed(over)), strict=True)))
            is_complex = lowering.dtype_of(body).startswith("complex")
            turned = ex.call("conj", turned) if is_complex else turned
            known = self.structure_of(body, over)
            if known == "posdef" or known == "symmetric" and not is_complex:  # a factor of the transpose is another
                body = turned if body.op == "access" and (indices_of(body) or ())[-2:] == (*reversed(over),) else body
            elif turned is not body:
                body = ex.call("mul", ex.const(Fraction(1, 2)), ex.call("add", body, turned))
        batch = tuple(n for n in lowering.ordered(body) if n not in over)
        keeps = function in INDEX_FUNCTION_BY_NAME
        axes = (*batch, *over) if keeps else batch
        reduced = () if keeps else tuple(over)
        whole = self._with_both(body, over, extents)
        free = lowering.equivalence.key(whole, reduced, extents)[1]
        places = [free.index(n) for n in over if n in free]  # in one body of several batches, and of its transpose
        return lowering.once(
            f"{function} {places if function in _OF_ROWS else sorted(places)}", whole, axes, extents,
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
        sorts = function in SORTING
        matrix = self._matrix(self._with_both(body, over, extents), batch, over, extents, floating=not sorts)
        array = matrix.args[0]
        order = tuple(s.data[0] for s in matrix.args[1:])
        structure = "posdef" if function == "chol" else self.structure_of(body, over)
        if [n for n in order if n not in batch] != [*over]:
            structure = _turned(structure)
        name = lowering.new_name({"inv": "inverse"}.get(function, function))
        dtype = "int64" if function == "argsort" else self.lowering.dtype_of(matrix)
        used = {n: extents[n] for n in order}
        call = MatrixCall(
            name, axes, array.data.name, order, array.data.name, order, used, dtype,
            function=function, batch=batch, structure="" if structure == "symmetric" else structure,
        )  # fmt: skip
        lowering.steps.append(call)
        own = lowering.dtype_of(ex.scan(function, over, matrix)) if function == "spectrum" else dtype  # real
        lowering.add_buffer(name, own, [extents[n] for n in axes])
        if function == "inv":
            self.inverses[name] = call
        if function == "chol":
            self.structures[name] = "lower"
        return name

    def stored(self, let: Expr, name: str) -> None:
        """A buffer holds a named array, which may be declared to be something."""
        for word in sorted(declared(let) & SYMMETRIC, reverse=True):  # posdef says more
            self.structures[name] = word

    def _key(self, body: Expr, over: Sequence[str]) -> tuple[Key, frozenset[int]]:
        key, free = self.lowering.equivalence.key(body)
        return key, frozenset(free.index(n) for n in over if n in free)

    def structure_of(self, body: Expr, over: Sequence[str]) -> str:
        """What the matrix with rows and columns ``over`` is known to be: a word of declarations, or nothing."""
        if body.op == "access" and body.data is None and body.args[0].op == "tensor":
            slots, record = [s.data[0] if s.op == "index" else "" for s in body.args[1:]][-2:], body.args[0].data
            found = [_WORDS[w] for w in _WORDS if w in record.structure]
            word = self.structures.get(record.name, found[0] if found else "")
            if word and {*slots} == {*over}:
                return word if slots == [*over] else _turned(word)
        guards = {_triangle(f, over) for f in (body.args if ex.is_call(body, "mul") else [body])} - {""}
        if ex.is_call(body, "where") and ex.is_const(body.args[2], 0):
            guards |= {_triangle(body.args[0], over)} - {""}
        return min(guards, default=self.promised.get(self._key(body, over), ""))

    def _matrix(
        self, body: Expr, batch: Sequence[str], over: Sequence[str], extents: Mapping[str, Expr], floating: bool
    ) -> Expr:
        """``body`` as an array that is read at plain indices, the batch first; a ``floating`` one, for LAPACK."""
        lowering = self.lowering
        order = [s.data[0] for s in body.args[1:] if s.op == "index"] if body.op == "access" else []
        fits = not floating or self.lowering.dtype_of(body) in BLAS_DTYPES
        if is_plain(body, extents, lowering.buffers) and fits and order[: len(batch)] == list(batch):
            return body
        axes = (*batch, *over)
        value = body if fits else ex.call("mul", ex.const(1.0), body)
        return lowering.once("operand", value, axes, extents, layouts=[axes])

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
        if is_plain(other, extents, lowering.buffers) and {s.data[0] for s in other.args[1:]} == {*axes}:
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
                function="solve", batch=batch, kept=kept, structure=call.structure,
            )
        )  # fmt: skip
        lowering.add_buffer(name, dtype, [extents[n] for n in axes])
        return name

    def drop_unread(self) -> None:
        """Leave out inverses that nothing reads."""
        self.lowering.drop(self.inverses)
