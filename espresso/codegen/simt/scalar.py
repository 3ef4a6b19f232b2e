"""Scalar expressions as C text, for both SIMT dialects.

The structure is that of `scalar_code`; this file has the spellings of C.  Index
arithmetic is written in the type of offsets (int, or 64 bits when arrays are that long),
values in the dtype that inference gives them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from espresso.codegen.common.scalar_code import ScalarWriter, bare
from espresso.codegen.common.templates import filled, is_closed
from espresso.codegen.simt.collective import combine
from espresso.codegen.simt.complex_numbers import COMPONENT, value as pair
from espresso.codegen.simt.dialect import SIGNED_IN_C, Dialect
from espresso.codegen.simt.helpers import CALLED
from espresso.codegen.simt.own_functions import OwnHelper
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, SYMBOLS
from espresso.formulas.graph.own_functions import OwnFunction
from espresso.formulas.graph.predicates import is_negative
from espresso.system.half_precision import computed

_NARROW = frozenset({"int8", "int16", "uint8", "uint16"})
_INDEX_CALLS = frozenset({"add", "mul", "mod", "floordiv", "minimum", "maximum"})


def index_arithmetic(e: Expr) -> bool:
    """Whether ``e`` is made of indices, lengths and whole numbers only."""
    for node in ex.postorder(e, into_arrays=False):
        if node.op in ("index", "size", "tensor"):
            continue
        if node.op == "const" and isinstance(node.data, int):
            continue
        if node.op == "call" and node.data in _INDEX_CALLS:
            continue
        return False
    return True


def _plain(e: Expr) -> bool:
    """An index, a length, or sums and differences of those: it fits where offsets fit."""
    if e.op in ("index", "size"):
        return True
    if e.op == "const":
        return isinstance(e.data, int) and abs(e.data) < 1 << 20
    if ex.is_call(e, "add"):
        return len(e.args) < 4 and all(_plain(a) for a in e.args)
    return is_negative(e) and _plain(e.args[1])


class SimtWriter(ScalarWriter):
    """Writes one expression after another; ``sizes`` names a length, ``wide`` asks for 64-bit offsets."""

    AND, OR, NOT = " && ", " || ", "!"

    def __init__(
        self, dialect: Dialect, dtype_of: Callable[[Expr], str], weak: Callable[[Expr], bool],
        read: Callable[[Expr, ScalarWriter], str], size: Callable[[Expr], str], wide: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(dtype_of, weak, read, set())
        self.dialect, self.size, self.offset = dialect, size, "int64" if wide else "int32"

    # --- spellings ---

    def literal(self, value: Any, dtype: str) -> str:
        """A number in a dtype, as C text that is safe as an operand."""
        return literal(value, dtype, self.dialect)

    def convert(self, text: str, source: str, dtype: str) -> str:
        """``text`` of one dtype as another."""
        if source == dtype or computed(source) == computed(dtype) == "float32":
            return text
        if dtype == "bool":
            return f"{self.helper('_es_nonzero', source)}({bare(text)})" if source in COMPONENT else f"({text} != 0)"
        if source in COMPONENT:
            return f"{self.helper('_es_other', source)}({bare(text)})"
        if dtype in COMPONENT:
            real = self.convert(text, source, COMPONENT[dtype])
            return pair(real, self.literal(0, COMPONENT[dtype]), dtype, self.dialect)
        return f"(({self.dialect.value_type(dtype)}){text})"

    def condition(self, e: Expr) -> str:
        """A truth value: comparisons as they are, numbers compared with zero."""
        return self.convert(self.text(e), self.dtype_of(e), "bool")

    def multiply(self, a: str, b: str, dtype: str) -> str:
        """A product of two texts."""
        return f"{self.helper('_es_mul', dtype)}({bare(a)}, {bare(b)})" if dtype in COMPONENT else f"{a}*{b}"

    def joined(self, operator: str, a: str, b: str, dtype: str) -> str:
        """Two values of a reduction together."""
        if operator in ("sum", "prod") and dtype in SIGNED_IN_C:
            self.helper(f"_es_{operator}", dtype)
        return combine(operator, a, b, dtype)

    def divide(self, a: str, b: str, dtype: str) -> str:
        """A quotient of two texts."""
        return f"{self.helper('_es_div', dtype)}({bare(a)}, {bare(b)})" if dtype in COMPONENT else f"({a}/{b})"

    def choose(self, condition: str, a: str, b: str) -> str:
        """``a`` where the condition holds, else ``b``; only that one is computed."""
        return f"({condition} ? {bare(a)} : {bare(b)})"

    def helper(self, name: str, dtype: str) -> str:
        """The name of a helper function for a dtype; it becomes part of the program."""
        full = f"{name}_{dtype}"
        self.helpers.add(full)
        return full

    # --- index arithmetic ---

    def integer(self, e: Expr) -> str:
        """A position as text of the type of offsets."""
        if index_arithmetic(e):
            return self.index_text(e)
        text = self.text(e)
        own = self.dtype_of(e)
        return text if own == self.offset else self.convert(text, own, self.offset)

    def index_text(self, e: Expr) -> str:
        """Index arithmetic as text."""
        if e.op == "const":
            return repr(int(e.data)) if e.data >= 0 else f"({int(e.data)})"
        if e.op == "index":
            return self.known[ex.index(e.data[0])]
        if e.op == "size":
            return self.size(e)
        if e.data == "add":
            parts: list[str] = []
            for k, term in enumerate(e.args):
                negative, rest = _sign(term)
                symbol = ("-" if k == 0 else " - ") if negative else ("" if k == 0 else " + ")
                parts.append(symbol + self.index_text(rest))
            return f"({''.join(parts)})"
        if e.data == "mul":
            negative, rest = _sign(e)
            if negative:
                return f"(-{self.index_text(rest)})"
            return "(" + "*".join(self.index_text(a) for a in e.args) + ")"
        texts = [self.index_text(a) for a in e.args]
        if e.data in ("mod", "floordiv"):
            if all(_never_negative(a) for a in e.args):
                return f"({texts[0]} {'%' if e.data == 'mod' else '/'} {texts[1]})"
            return f"{self.helper('_es_' + e.data, self.offset)}({bare(texts[0])}, {bare(texts[1])})"
        name = self.helper("_es_" + e.data, self.offset)
        text = texts[0]
        for other in texts[1:]:
            text = f"{name}({bare(text)}, {bare(other)})"
        return text

    # --- values ---

    def text(self, e: Expr, dtype: str | None = None) -> str:
        """``e`` as text of the given dtype (its own by default), safe as an operand."""
        if e.op != "const" and _plain(e) and (e not in self.known or e.op == "index"):
            return self.convert(self.index_text(e), self.offset, dtype or self.dtype_of(e))
        return super().text(e, dtype)

    def _node(self, e: Expr, own: str) -> str:
        if e.op == "call" and e.data in SYMBOLS:
            if all(_plain(a) for a in e.args):
                left, right = (self.index_text(a) for a in e.args)
                return f"({left} {SYMBOLS[e.data]} {right})"
            return self._compare(e)
        return super()._node(e, own)

    def _compare(self, e: Expr) -> str:
        common = self.common(e.args)
        if self.mixed(e, common):
            return self._mixed_comparison(e)
        if common in _NARROW:
            common = "int32"
        if common == "bool":
            common = "int32"
        left, right = (self.text(a, common) for a in e.args)
        if common in COMPONENT:
            equal = f"{self.helper('_es_eq', common)}({bare(left)}, {bare(right)})"
            return equal if e.data == "eq" else f"(!{equal})"
        return f"({left} {SYMBOLS[e.data]} {right})"

    def _wrapping(self, text: str, own: str, neutral: int) -> str:
        """A sum or a product of integers: signed ones that overflow have no value in C, so unsigned, and back.

        ``neutral`` leaves the value as it is; in front, as an unsigned number, it decides the type of the whole.
        """
        if own not in SIGNED_IN_C:
            return text
        text, kind = bare(text), "uint64" if own == "int64" else "uint32"
        zero, first = self.literal(0, kind), self.literal(neutral, kind)
        if text.startswith("-"):
            text = f"{zero} - {text[1:]}" if neutral == 0 else f"{zero} - {first}*{text[1:]}"
        else:
            text = f"{first} {'+ ' if neutral == 0 else '*'}{text}".replace(" *", "*")
        return f"(({self.dialect.value_type(own)})({text}))"

    def rounded_sum(self, a: str, b: str, own: str) -> str:
        """The sum of two texts that are rounded before they are added, so that no product is fused into it."""
        return f"{self.helper('_es_rounded_sum', own)}({bare(a)}, {bare(b)})"

    def _add(self, e: Expr, own: str) -> str:
        return self._wrapping(super()._add(e, own), own, 0)

    def _product(self, factors: list[Expr], fixed: Expr | None, own: str) -> str:
        if own == "bool":
            return "(" + " && ".join(self.condition(f) for f in factors) + ")"
        if own in COMPONENT:
            return self._complex_product(factors, fixed, own)
        return self._wrapping(super()._product(factors, fixed, own), own, 1)

    def _complex_product(self, factors: list[Expr], fixed: Expr | None, own: str) -> str:
        """Factors from left to right, divided by those that are reciprocals."""
        signs = [f for f in factors if ex.is_const(f, -1)] if len(factors) > 1 else []
        rest = [f for f in factors if f not in signs]
        below = [f for f in rest if ex.is_call(f, "pow") and ex.is_const(f.args[1], -1) and f not in self.known]
        above = [*([] if fixed is None else [fixed]), *(f for f in rest if f not in below)]

        def product(texts: list[str]) -> str:
            text = texts[0] if texts else self.literal(1, own)
            for other in texts[1:]:
                text = self.multiply(text, other, own)
            return text

        text = product([self.text(f, own) for f in above])
        if below:
            text = self.divide(text, product([self.text(f.args[0], own) for f in below]), own)
        return f"(-{text})" if len(signs) % 2 else text

    def _pow(self, e: Expr, own: str) -> str:
        """Small whole powers as products, square roots as such."""
        base, exponent = e.args
        value = exponent.data if exponent.op == "const" else None
        if isinstance(value, Fraction) and abs(value) == Fraction(1, 2):
            inner = bare(self.text(base, own))
            if own in COMPONENT:
                return f"{self.helper('_es_sqrt' if value > 0 else '_es_rsqrt', own)}({inner})"
            return f"sqrt({inner})" if value > 0 else f"({self.literal(1, own)}/sqrt({inner}))"
        if isinstance(value, int) and 0 < abs(value) <= 4:
            factor = text = self.text(base, own)
            if abs(value) > 1 and not factor.isidentifier():
                factor = text = self.assign(factor, own)
            for _ in range(abs(value) - 1):
                text = self.multiply(text, factor, own)
            text = text if own in COMPONENT or value == -1 else f"({text})"
            return self._wrapping(text, own, 1) if value > 0 else self.divide(self.literal(1, own), text, own)
        helper = self.helper("_es_pow", own) if own in COMPONENT or own.startswith(("int", "uint")) else "pow"
        return f"{helper}({', '.join(bare(self.text(a, own)) for a in e.args)})"

    def _function(self, e: Expr, own: str) -> str:
        function = BY_NAME[e.data]
        if isinstance(e.data, OwnFunction):
            name = OwnHelper(e.data, own, self.dialect)
            self.helpers.add(name)
            return f"{name}({', '.join(bare(self.text(a, own)) for a in e.args)})"
        argument = own
        if function.kind in ("bool", "real", "whole"):
            argument = str(np.result_type(*(self.dtype_of(a) for a in e.args)))
            if function.kind == "real" and argument == "bool":
                argument = own
        whole = np.dtype(argument).kind in "biu"
        if function.kind == "bool" and whole:  # integers are finite numbers
            return "true" if function.name == "isfinite" else "false"
        if whole and function.name in ("floor", "ceil", "round", "trunc", "real", "conj", "int"):
            return self.text(e.args[0], own)
        template = function.simt
        texts = [bare(self.text(a, argument)) for a in e.args]
        if template == "{0}":
            return self.text(e.args[0], argument)
        if argument in COMPONENT:
            return f"{self.helper('_es_' + function.name, argument)}({', '.join(texts)})"
        template = CALLED.sub(lambda call: self.helper(call[1], argument) + "(", template)
        one = self.literal(1, argument)
        text = filled(template, texts, one=one, zero=self.literal(0, argument))
        return text if is_closed(text) else f"({text})"


def _sign(term: Expr) -> tuple[bool, Expr]:
    """(whether a term has a minus sign, the term without it)."""
    if term.op == "const" and term.data < 0:
        return True, ex.const(-term.data)
    if ex.is_call(term, "mul") and ex.is_const(term.args[0], -1):
        rest = term.args[1:]
        return True, ex.call("mul", *rest)
    return False, term


def _never_negative(e: Expr) -> bool:
    if e.op == "const":
        return bool(e.data >= 0)
    return e.op in ("index", "size") or (e.op == "call" and all(_never_negative(a) for a in e.args))


def literal(value: Any, dtype: str, dialect: Dialect) -> str:
    """A number as C text: ``0.5f``, ``3LL``, ``(-1.0)``."""
    if dtype == "bool":
        return "true" if value else "false"
    if dtype.startswith(("int", "uint")):
        return _whole(int(value), dtype, dialect)
    if dtype.startswith("complex"):
        z = complex(value)
        re, im = (literal(part, COMPONENT[dtype], dialect) for part in (z.real, z.imag))
        return pair(re, im, dtype, dialect)
    number = float(value)
    single = dtype != "float64"
    if number != number:
        return "NAN" if single else "((double)NAN)"
    if abs(number) == float("inf") or single and abs(number) > float(np.finfo(np.float32).max):
        text = "INFINITY" if single else "((double)INFINITY)"
        return text if number > 0 else f"(-{text})"
    text = repr(number) + ("f" if single else "")
    return text if number >= 0 and not text.startswith("-") else f"({text})"


def _whole(number: int, dtype: str, dialect: Dialect) -> str:
    suffix = {"uint32": "u", "int64": "L", "uint64": "uL"}.get(dtype, "")
    if dialect.name == "cuda":
        suffix = suffix.replace("L", "LL")
    if dtype == "int64" and number == -(1 << 63) or dtype == "int32" and number == -(1 << 31):
        return f"({number + 1}{suffix} - 1)"
    text = f"{number}{suffix}"
    return text if number >= 0 else f"({text})"
