"""Scalar expressions as text in which every operation has one dtype.

numba widens float32 as soon as a Python literal or an integer meets it, so each literal
is written in the dtype of its operation and each operand is converted where it differs.
The C dialects reuse the structure with another ``Spelling``.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from espresso.codegen.common.templates import filled, is_closed
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, SYMBOLS
from espresso.formulas.graph.predicates import is_guard, is_negative, is_subtracted, without_sign
from espresso.formulas.inference.dtypes import DType, compared
from espresso.mathematics.texts import helpers_in
from espresso.mathematics.vector_math import helper_of

COMPLEX = {"sign": "_es_sign_complex({0})", "rsqrt": "_es_rsqrt_complex({0})"}
"""Functions whose numba text for complex numbers is neither the real one nor NumPy's."""

ROUNDED = frozenset({"float32", "float64"})
"""Dtypes whose products may be fused into sums.

An element less the maximum of all is never positive, and 0 at one of them, when both are rounded alike; with a product
that is not rounded, ``sqrt(max[k](a[k]*b) - a[i]*b)`` is NaN there, and softmax of large numbers too.
"""

NO_PRODUCT = frozenset({"abs", "log", "maximum", "minimum", "sqrt"})
"""Functions whose last operation is no product, in the texts of all targets."""


class ScalarWriter:
    """Writes expressions over loop variables; ``known`` maps nodes to variables in scope.

    ``read`` spells an access, ``dtype_of`` gives the dtype name of every node (weak
    values resolved by the caller), ``helpers`` collects names of helper functions used.
    """

    def __init__(
        self, dtype_of: Callable[[Expr], str], weak: Callable[[Expr], bool],
        read: Callable[[Expr, ScalarWriter], str], helpers: set[str],
    ) -> None:  # fmt: skip
        self.dtype_of, self.weak, self.read, self.helpers = dtype_of, weak, read, helpers
        self.known: dict[Expr, str] = {}
        self.extremes: Container[str] = ()  # arrays of maxima and minima
        self.regrouped: dict[Expr, tuple[list[Expr], Expr]] = {}  # product -> (varying factors, fixed product)
        self.assign: Callable[[str, str], str] = lambda text, dtype: text  # names a value; set by the emitter

    OPERATIONS: ClassVar[Mapping[str, str]] = {
        n: f"_{n}" for n in ("add", "mul", "pow", "where", "and", "or", "not", "stop_gradient")
    }
    """The methods that write what is more than a call; no function of the user is in it, whatever its name."""

    AND, OR, NOT = " & ", " | ", "not "  # spellings that the C dialects replace, with the three methods below

    def literal(self, value: Any, dtype: str) -> str:
        """A number in a dtype."""
        return literal(value, dtype)

    def convert(self, text: str, source: str, dtype: str) -> str:
        """``text`` of one dtype as another."""
        return convert(text, source, dtype)

    def choose(self, condition: str, a: str, b: str) -> str:
        """``a`` where the condition holds, else ``b``; only that one is computed."""
        return f"({a} if {condition} else {b})"

    def text(self, e: Expr, dtype: str | None = None) -> str:
        """``e`` as text of the given dtype (its own by default), safe as an operand."""
        own = self.dtype_of(e)
        dtype = dtype or own
        if e.op == "const":
            return self.literal(e.data, dtype)
        name = self.known.get(e)
        body = name if name is not None else self._node(e, own)
        if own == dtype:
            return body
        return self.convert(body, own, dtype)

    def integer(self, e: Expr) -> str:
        """An index expression as integer text."""
        if e.op == "const":
            return repr(int(e.data))
        return self.text(e, "int64") if self.dtype_of(e) == "bool" else self.text(e)  # in no chain of comparisons

    def _node(self, e: Expr, own: str) -> str:
        if e.op == "index":
            return self.known[ex.index(e.data[0])]
        if e.op in ("access", "size"):
            return self.read(e, self)
        if e.op != "call":
            raise AssertionError(f"{e.op} must be lowered before it is written")
        if e.data in self.OPERATIONS:
            return str(getattr(self, self.OPERATIONS[e.data])(e, own))
        if e.data in SYMBOLS:
            common = self.common(e.args)
            if self.mixed(e, common):
                return self._mixed_comparison(e)
            left, right = (self.text(a, common) for a in e.args)
            return f"({left} {SYMBOLS[e.data]} {right})"
        return self._function(e, own)

    def mixed(self, e: Expr, common: str) -> bool:
        """Whether a comparison is one of integers that no integer dtype holds: float64 holds them rounded."""
        return common == "float64" and all(np.dtype(self.dtype_of(a)).kind in "iu" for a in e.args)

    def _mixed_comparison(self, e: Expr) -> str:
        """A comparison of a signed integer with one of uint64, which is more than all numbers below 0."""
        first = np.dtype(self.dtype_of(e.args[0])).kind == "i"
        signed = self.text(e.args[0 if first else 1], "int64")
        signed = signed if signed.isidentifier() else self.assign(signed, "int64")
        below = self.literal((e.data in ("lt", "le", "ne")) if first else (e.data in ("gt", "ge", "ne")), "bool")
        number, other = self.convert(signed, "int64", "uint64"), self.text(e.args[1 if first else 0], "uint64")
        left, right = (number, other) if first else (other, number)
        return self.choose(f"{signed} < 0", below, f"({left} {SYMBOLS[e.data]} {right})")

    def common(self, args: tuple[Expr, ...]) -> str:
        """The dtype in which operands are compared: weak ones follow the others."""
        strong = [self.dtype_of(a) for a in args if not self.weak(a) and self.dtype_of(a) != "bool"]
        every = [self.dtype_of(a) for a in args]
        if not strong:
            dtype = np.result_type(*(("int64" if d == "bool" else d) for d in every))
            return str(dtype)
        dtype = np.result_type(*strong)
        if dtype.kind in "iu" and any(np.dtype(d).kind == "f" for d in every):
            dtype = np.dtype("float64")
        types = [DType(np.dtype(d), self.weak(a)) for a, d in zip(args, every, strict=True)]
        return str(compared(dtype, args, types))

    def _function(self, e: Expr, own: str) -> str:
        function = BY_NAME[e.data]
        complex_ = "complex" in own or any("complex" in self.dtype_of(a) for a in e.args)
        template = function.numpy if complex_ and "math." in function.cpu else function.cpu
        template = COMPLEX.get(function.name, template) if complex_ else template
        helper = helper_of(function.name, own)
        if helper and not complex_:
            template = helper + ("({0})" if function.arity == 1 else "({0}, {1})")
        if function.kind == "bool":
            texts = [self.text(a) for a in e.args]
        elif function.kind in ("real", "whole"):  # the argument keeps its dtype; truth values count as numbers
            texts = [self.text(a, own if self.dtype_of(a) == "bool" else None) for a in e.args]
        else:
            texts = [self.text(a, own) for a in e.args]
        self.helpers.update(helpers_in(template))
        if template[0] not in "({" and template.count("(") == 1:  # f(x), f(x, y): an argument needs no parentheses
            texts = [*map(bare, texts)]
        text = filled(template, texts, one=self.literal(1, own), zero=self.literal(0, own))
        return text if is_closed(text) else f"({text})"

    def _add(self, e: Expr, own: str) -> str:
        extremes = [t for t in e.args if self._is_extreme(t)] if self.extremes and own in ROUNDED else []
        others = [t for t in e.args if t not in extremes]
        if extremes and any(t.op == "call" and t.data not in NO_PRODUCT for t in others):
            return self.rounded_sum(self._sum(others, own), self._sum(extremes, own), own)
        return self._sum(e.args, own)

    def _is_extreme(self, term: Expr) -> bool:
        """Whether a term is a maximum or minimum that is added or subtracted, or 0 where that is not finite."""
        if is_negative(term):
            term = term.args[1]
        if ex.is_call(term, "where") and term.args[2].op == "const":
            term = term.args[1]
        return term.op == "access" and term.args[0].op == "tensor" and term.args[0].data.name in self.extremes

    def rounded_sum(self, a: str, b: str, own: str) -> str:
        """The sum of two texts that are rounded before they are added, so that no product is fused into it."""
        raise NotImplementedError

    def subtracts(self, term: Expr, own: str) -> bool:
        """Whether a term of a sum stands behind a minus: -x that has no variable, and -3*x of integers that the sum has
        in another dtype, in which alone it is negative.
        """
        if not is_subtracted(term):
            return False
        if own != (dtype := self.dtype_of(term)) and np.dtype(dtype).kind in "iu":
            return True
        return ex.is_const(term.args[0], -1) and term not in self.known and term not in self.regrouped

    def _sum(self, terms: Sequence[Expr], own: str) -> str:
        parts: list[str] = []
        for k, term in enumerate(terms):
            if self.subtracts(term, own):
                parts.append((" - " if k else "-") + self.text(without_sign(term), own))
            elif k and term.op == "const" and isinstance(term.data, (int, float, Fraction)) and term.data < 0:
                parts.append(" - " + self.literal(-term.data, own))
            else:
                parts.append((" + " if k else "") + self.text(term, own))
        return "(" + "".join(parts) + ")"

    def _mul(self, e: Expr, own: str) -> str:
        args, fixed = self.regrouped.get(e, (list(e.args), None))
        if fixed is not None and fixed not in self.known:  # out of the scope of its variable
            args, fixed = list(e.args), None
        guards = [a for a in args if is_guard(a)]
        factors = [a for a in args if a not in guards]
        if guards and own != "bool":
            value = self._masked(self._product(factors, fixed, own), factors, guards, own)
            condition = self.AND.join(self.condition(g) for g in guards)
            return self.choose(condition, value, self.literal(0, own))
        return self._product(factors, fixed, own)

    def _masked(self, value: str, factors: Sequence[Expr], guards: Sequence[Expr], own: str) -> str:
        """The product that stands under guards, as it is chosen."""
        return value

    def _product(self, factors: list[Expr], fixed: Expr | None, own: str) -> str:
        """Factors and their reciprocals as one quotient; ``fixed`` is a product that has a variable."""
        above: list[str] = [] if fixed is None else [self.text(fixed, own)]
        below: list[str] = []
        sign = ""
        for factor in factors:
            if ex.is_const(factor, -1) and len(factors) > 1:
                sign = "-" if not sign else ""
            elif ex.is_call(factor, "pow") and ex.is_const(factor.args[1], -1) and factor not in self.known:
                below.append(self.text(factor.args[0], own))
            else:
                above.append(self.text(factor, own))
        text = "*".join(above) or self.literal(1, own)
        if below:
            text += "/" + (below[0] if len(below) == 1 else "(" + "*".join(below) + ")")
        return f"({sign}{text})"

    def condition(self, e: Expr) -> str:
        """A truth value: comparisons as they are, numbers compared with zero."""
        text = self.text(e)
        return text if self.dtype_of(e) == "bool" else f"({text} != 0)"

    def _where(self, e: Expr, own: str) -> str:
        a, b = self.text(e.args[1], own), self.text(e.args[2], own)
        return self.choose(self.condition(e.args[0]), a, b)

    def _and(self, e: Expr, own: str) -> str:
        return f"({self.condition(e.args[0])}{self.AND}{self.condition(e.args[1])})"

    def _or(self, e: Expr, own: str) -> str:
        return f"({self.condition(e.args[0])}{self.OR}{self.condition(e.args[1])})"

    def _not(self, e: Expr, own: str) -> str:
        return f"({self.NOT}{self.condition(e.args[0])})"

    def _pow(self, e: Expr, own: str) -> str:
        base, exponent = e.args
        value = exponent.data if exponent.op == "const" else None
        power = float(value) if isinstance(value, (Fraction, float)) else 0.0
        if abs(power) in (0.5, 1.5) and "complex" not in own:
            factor = self.text(base, own)
            if abs(power) > 1 and not factor.isidentifier():
                factor = self.assign(factor, own)
            root = f"math.sqrt({factor})"
            if abs(power) > 1:  # a power of -inf is inf, but it has no root
                low, high = (self.literal(float(n), own) for n in ("-inf", "inf"))
                root = self.choose(f"({factor} == {low})", high, f"({factor}*{root})")
            return root if power > 0 else f"({self.literal(1, own)}/{root})"
        if isinstance(value, int) and -4 <= value <= 4 and value:
            factor = self.text(base, own)
            if abs(value) > 1 and not factor.isidentifier():
                factor = self.assign(factor, own)
            product = "*".join([factor] * abs(value))
            if value > 0:
                return f"({product})"
            return f"({self.literal(1, own)}/{product})" if value == -1 else f"({self.literal(1, own)}/({product}))"
        return self._function(e, own)

    def _stop_gradient(self, e: Expr, own: str) -> str:
        return self.text(e.args[0], own)


def bare(text: str) -> str:
    """Text without the parentheses that enclose the whole of it.

    >>> bare("(a + b)"), bare("(a)*(b)")
    ('a + b', '(a)*(b)')
    """
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and k < len(text) - 1:
            return text
    return text[1:-1]


def literal(value: Any, dtype: str) -> str:
    """A number in a dtype: ``0.5`` for float64, ``np.float32(0.5)`` otherwise."""
    if dtype == "bool":
        return repr(bool(value))
    if dtype.startswith(("int", "uint")):
        return repr(int(value)) if dtype == "int64" else f"np.{dtype}({int(value)})"
    if dtype.startswith("complex"):
        text = repr(complex(value))
        return text if dtype == "complex128" else f"np.complex64({text})"
    number = float(value)
    if number != number:
        text = "np.nan"
    elif number in (float("inf"), float("-inf")):
        text = "np.inf" if number > 0 else "(-np.inf)"
    else:
        text = repr(number)
    return text if dtype == "float64" else f"np.{dtype}({text})"


def convert(text: str, source: str, dtype: str) -> str:
    """``text`` of one dtype as another."""
    if dtype == "bool":
        return f"({text} != 0)"
    return f"np.{dtype}({bare(text)})"
