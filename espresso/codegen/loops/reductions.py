"""Accumulators of reductions: initial value, and how one more value is combined."""

from __future__ import annotations

from abc import abstractmethod

from espresso.codegen.common.cpu_scalar import CpuWriter
from espresso.codegen.common.scalar_code import literal
from espresso.codegen.loops.hoisting import Hoisting
from espresso.ir.loops import Statement
from espresso.mathematics.vector_math import FUNCTIONS as VECTOR

_IDENTITY = {"sum": 0, "prod": 1, "any": 0, "all": 1, "cumsum": 0, "cumprod": 1, "reverse_cumsum": 0}


class Reducing(Hoisting):
    """Writes reductions; a part of the writer of kernels."""

    writer: CpuWriter
    helpers: set[str]

    @abstractmethod
    def _running(self, s: Statement) -> str:
        """Where the running value lives."""

    @abstractmethod
    def _wide(self, s: Statement) -> bool:
        """Whether the running value of a float32 sum is kept in float64."""

    @abstractmethod
    def _notes_nan(self, s: Statement) -> bool:
        """Whether a NaN is noted beside a maximum of plain comparisons."""

    def _identity(self, s: Statement) -> str:
        operator = str(s.operator)
        if operator in _IDENTITY:
            return literal(_IDENTITY[operator], "float64" if self._wide(s) else s.accumulate)
        low = operator in ("max", "argmax")
        if s.accumulate.startswith(("int", "uint")):
            import numpy as np

            limits = np.iinfo(s.accumulate)
            return literal(limits.min if low else limits.max, s.accumulate)
        if s.accumulate == "bool":
            return repr(not low)
        return literal(float("-inf") if low else float("inf"), s.accumulate)

    def _value(self, s: Statement) -> str:
        return self._bare(self.writer.text(s.body, "bool" if s.operator in ("any", "all") else s.accumulate))

    def _accumulate(self, s: Statement, depth: int) -> None:
        running = self._running(s)
        self._join(s, running, self._value(s), depth)
        if set(s.over) & set(s.axes):
            self._emit(depth, f"{self._target(s)} = {running}")

    def _join(self, s: Statement, running: str, value: str, depth: int) -> None:
        """One more value of a reduction."""
        operator = str(s.operator)
        if operator in ("sum", "cumsum", "reverse_cumsum"):
            self._emit(depth, self.writer.joined(running, "+", value, s.accumulate))
        elif operator in ("prod", "cumprod"):
            self._emit(depth, self.writer.joined(running, "*", value, s.accumulate))
        elif self._notes_nan(s):
            value = value if value.isidentifier() else self._assign(value, s.accumulate)
            helper = VECTOR["largest" if operator == "max" else "smallest"][s.accumulate]
            self.helpers.add(helper)
            self._emit(depth, f"{running} = {helper}({running}, {value})")
            nan = f"{self._spelled(s.name)}_nan"
            self._emit(depth, f"{nan} = {nan} | ({value} != {value})")
        elif operator in ("max", "min") and s.accumulate != "bool":
            helper = VECTOR[f"{operator}imum"].get(s.accumulate, f"_es_{operator}imum")
            self.helpers.add(helper)
            self._emit(depth, f"{running} = {helper}({running}, {value})")
        else:
            symbol = "|" if operator in ("any", "max") else "&"
            self._emit(depth, f"{running} = {running} {symbol} ({value})")

    def _position(self, s: Statement, depth: int) -> None:
        value = self._assign(self.writer.text(s.body, s.accumulate), s.accumulate)
        own = self._spelled(s.name)
        best, at = f"{own}_sum", f"{own}_at"
        symbol = ">" if s.operator == "argmax" else "<"
        nan = f" or ({value} != {value} and {best} == {best})" if s.accumulate.startswith("float") else ""
        self._emit(depth, f"if {at} < 0 or {value} {symbol} {best}{nan}:")
        position = self.variables[s.over[0]]
        for name in s.over[1:]:
            position = f"({position})*{self._size_text(s.extents[name])} + {self.variables[name]}"
        self._emit(depth + 1, f"{best} = {value}")
        self._emit(depth + 1, f"{at} = {position}")

    @staticmethod
    def _bare(text: str) -> str:
        return text[1:-1] if text.startswith("(") and text.endswith(")") and balanced(text[1:-1]) else text


def balanced(text: str) -> bool:
    """Whether every parenthesis that is closed was opened."""
    depth = 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return False
    return depth == 0
