"""Scalar code of CPU kernels, with a fast and a general version of sin, cos, tan, digamma, gamma, lgamma.

So have most functions of complex numbers (`mathematics.vector_complex`).
The vector helpers reduce arguments up to a limit (``vector_circular.FAR``).  An innermost
loop uses them, notes whether an argument was larger, and then runs again with the
functions of the C library, which are right for every argument.  Outside such loops the C
library is used at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from espresso.codegen.common.scalar_code import ScalarWriter, bare, literal
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.mathematics import vector_complex
from espresso.mathematics.vector_circular import FAR
from espresso.mathematics.vector_math import FUNCTIONS as VECTOR, LIMITED
from espresso.mathematics.vector_powers import WHOLE

NARROW = frozenset({"int8", "int16", "int32", "uint8", "uint16", "uint32"})
"""Dtypes that numba computes with 64 bits."""

_LEAVING = frozenset({"abs", "floordiv"})
"""Functions that have a value outside the dtype of their arguments: of the least number."""

FLOATS = frozenset({"float32", "float64"})

QUOTIENTS = frozenset({"mod", "floordiv"})
"""Functions that are exact in vectors where the quotient is no larger than `vector_powers.WHOLE`."""


class CpuWriter(ScalarWriter):
    """Writes numba text; ``far`` is the variable that notes large arguments, or None for the C library.

    Sums and products of integers of the data are those of unsigned 64 bits, and then of their dtype: numba tells LLVM
    that signed ones never overflow, whereupon LLVM drops the tests that keep a position inside its array.
    """

    OPERATIONS: ClassVar[Mapping[str, str]] = {
        **ScalarWriter.OPERATIONS,
        **dict.fromkeys(("sin", "cos", "tan"), "_circular"),
        **dict.fromkeys(("digamma", "gamma", "lgamma"), "_positive"),
        **dict.fromkeys(QUOTIENTS, "_quotient"),
    }
    far: str | None = None
    noted: set[str]
    note: Callable[[str], None]

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.unwrapped: dict[str, str] = {}  # an unsigned number made of a signed one -> what that was made of

    def text(self, e: Expr, dtype: str | None = None) -> str:
        """``e`` as text of the given dtype (its own by default), safe as an operand."""
        text = super().text(e, dtype)
        return self.unwrapped.get(text, text) if dtype == "uint64" else text

    def _wrapping(self, text: str, own: str) -> str:
        """Text of unsigned integers as one of the dtype."""
        if text.startswith("(-"):  # of an unsigned number numba makes a signed one
            text = f"(np.uint64(0) - {text[2:]}"
        if own == "uint64":
            return text
        found = f"np.{own}({bare(text)})"
        if own == "int64":
            self.unwrapped[f"np.uint64({found})"] = text
        return found

    def _wraps(self, own: str, *parts: Expr) -> bool:
        """Whether integers of the data are computed, which wrap around: indices and lengths never come so far."""
        return own.startswith(("int", "uint")) and not all(map(self.weak, parts))

    def rounded_sum(self, a: str, b: str, own: str) -> str:
        """The sum of two texts that are rounded before they are added, so that no product is fused into it."""
        self.helpers.add(VECTOR["rounded_sum"][own])
        return f"{VECTOR['rounded_sum'][own]}({bare(a)}, {bare(b)})"

    def _add(self, e: Expr, own: str) -> str:
        return self._wrapping(super()._add(e, "uint64"), own) if self._wraps(own, e) else super()._add(e, own)

    def _product(self, factors: list[Expr], fixed: Expr | None, own: str) -> str:
        if not self._wraps(own, *factors, *([] if fixed is None else [fixed])):
            return super()._product(factors, fixed, own)
        return self._wrapping(super()._product(factors, fixed, "uint64"), own)

    def _masked(self, value: str, factors: Sequence[Expr], guards: Sequence[Expr], own: str) -> str:
        """A product under a comparison of what arrays hold: computed before the choice where it only reads inside.

        So both become vector instructions, where a choice around reads is a branch for each element.
        """
        if own not in FLOATS or " if " in value or value.isidentifier() or not any(map(_reads, guards)):
            return value
        if not all(map(_is_cheap, factors)):
            return value
        return self.assign(bare(value), own) if any(map(_reads, factors)) else value

    def _pow(self, e: Expr, own: str) -> str:
        if not self._wraps(own, e):
            return super()._pow(e, own)
        exponent = e.args[1].data if e.args[1].op == "const" else None
        if isinstance(exponent, int) and 0 < exponent <= 4:
            return self._wrapping(super()._pow(e, "uint64"), own)
        self.helpers.add("_es_power")
        return f"np.{own}(_es_power({self.text(e.args[0], own)}, {self.text(e.args[1], own)}))"

    def _function(self, e: Expr, own: str) -> str:
        if e.data == "abs2" and self._wraps(own, e):
            factor = self.assign(self.text(e.args[0], "uint64"), "uint64")
            return self._wrapping(f"({factor}*{factor})", own)
        if e.data == "abs" and own in FLOATS and self.dtype_of(e.args[0]).startswith("complex"):
            z = self.assign(bare(self.text(e.args[0])), self.dtype_of(e.args[0]))  # the C library has no vectors
            self.helpers.add(VECTOR["hypot"][own])
            return f"{VECTOR['hypot'][own]}({z}.real, {z}.imag)"
        if own in vector_complex.KINDS and (e.data == "pow" or vector_complex.helper_of(e.data, own)):
            return self._of_complex(e, own)
        text = super()._function(e, own)
        if e.data not in _LEAVING or not self._wraps(own, e):
            return text
        return f"np.{own}({bare(text)})"

    def joined(self, running: str, symbol: str, value: str, own: str) -> str:
        """The assignment that adds a value to a running one, or multiplies them."""
        if not own.startswith("int"):
            return f"{running} {symbol}= {value}"
        value = self.unwrapped.get(f"np.uint64({value})", f"np.uint64({value})")
        return f"{running} = np.{own}(np.uint64({running}) {symbol} {value})"

    def _circular(self, e: Expr, own: str) -> str:
        if own not in FAR:
            return self._function(e, own)
        if self.far is None:
            return f"math.{e.data}({bare(self.text(e.args[0], own))})"
        return self._noted(e, own, VECTOR[e.data][own], f"(abs({{}}) > {literal(FAR[own], own)})")

    def _positive(self, e: Expr, own: str) -> str:
        if own not in FAR or self.far is None:
            return self._function(e, own)
        return self._noted(e, own, VECTOR[f"{e.data}_positive"][own], f"({{}} <= {literal(0, own)})")

    def _quotient(self, e: Expr, own: str) -> str:
        if own not in FLOATS or self.far is None:
            return self._function(e, own)
        texts = (bare(self.text(a, own)) for a in e.args)
        x, y = (t if t.isidentifier() else self.assign(t, own) for t in texts)
        near = f"(abs({x}/{y}) <= {literal(WHOLE[own], own)}) & (abs({y}) < {literal(math.inf, own)})"
        return self._checked(f"{x}, {y}", VECTOR[f"near_{e.data}"][own], f"(not ({near}))")

    def _of_complex(self, e: Expr, own: str) -> str:
        """A function of complex numbers; powers of those of float32 in float64: exp makes errors larger."""
        limited = is_limited(e, own)
        if limited and self.far is None:
            return super()._function(e, own)
        if e.data != "pow":
            helper = vector_complex.helper_of(e.data, own)
            if limited:
                return self._noted(e, own, helper, vector_complex.limit_of(e.data, own))
            self.helpers.add(helper)
            return f"{helper}({bare(self.text(e.args[0], own))})"
        if not limited:
            root = vector_complex.helper_of("sqrt", own)
            self.helpers.add(root)
            return f"{root}({bare(self.text(e.args[0], own))})"
        wide = "complex128"
        real = not self.dtype_of(e.args[1]).startswith("complex")
        helper = vector_complex.helper_of("real_power" if real else "power", wide)
        self.helpers.add(helper)
        z, w = bare(self.text(e.args[0], wide)), bare(self.text(e.args[1], "float64" if real else wide))
        power = self.assign(f"{helper}({z}, {w})", wide)
        text = self._checked(power, vector_complex.helper_of("exp", wide), vector_complex.limit_of("exp", wide))
        return text if own == wide else self.convert(text, wide, own)

    def _noted(self, e: Expr, own: str, helper: str, condition: str) -> str:
        """A helper's call that is right unless the condition on its argument holds."""
        argument = self.text(e.args[0], own)
        return self._checked(
            argument if argument.isidentifier() else self.assign(argument, own), helper, condition
        )

    def _checked(self, argument: str, helper: str, condition: str) -> str:
        """The call with variables, on which the condition is noted once."""
        far = condition.format(argument)
        if far not in self.noted:
            self.noted.add(far)
            self.note(f"{self.far} = {self.far} | {far}")
        self.helpers.add(helper)
        return f"{helper}({argument})"


def _reads(e: Expr) -> bool:
    return any(n.op == "access" for n in ex.postorder(e))


def _is_cheap(e: Expr) -> bool:
    """Whether a value is made of reads, sums, products and reciprocals of few of them."""
    stack, count = [e], 0
    while stack:
        node = stack.pop()
        if node.op != "call":
            continue
        count += 1
        if not (node.data in ("add", "mul") or (node.data == "pow" and ex.is_const(node.args[1], -1))) or count > 8:
            return False
        stack.extend(node.args)
    return True


def is_limited(e: Expr, dtype: str) -> bool:
    """Whether a function of complex numbers, of the dtype, has another way for some of them."""
    if dtype not in vector_complex.KINDS or e.data not in vector_complex.LIMITED:
        return False
    exponent = e.args[1].data if e.data == "pow" and e.args[1].op == "const" else None
    return exponent != 0.5 and not (isinstance(exponent, int) and -4 <= exponent <= 4)


def has_circular(bodies: Iterable[Expr], dtype_of: Callable[[Expr], str], known: Iterable[Expr] = ()) -> bool:
    """Whether one of the functions with two versions is computed below the bodies, other than in what is known."""
    for e in ex.ordered(bodies, lambda e: e.args, set(known)):
        if e.op != "call":
            continue
        if e.data in LIMITED or e.data in vector_complex.LIMITED and is_limited(e, dtype_of(e)):
            return True
        if e.data in QUOTIENTS and dtype_of(e) in FLOATS:
            return True
    return False
