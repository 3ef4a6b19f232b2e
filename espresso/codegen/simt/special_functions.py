"""Special functions of SIMT programs, made of the texts for the CPU: each is written once.

`codegen.c` walks the text and writes C; CUDA C and OpenCL C differ from it in the names of functions.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from espresso.codegen.c.operations import Operations
from espresso.codegen.c.statements import Writer
from espresso.codegen.c.values import TYPES, Level, Value, convert, literal
from espresso.llvm.emit.mathematics import CASTS
from espresso.llvm.emit.walker import Widened
from espresso.mathematics import normal_distribution, polygamma, special_helpers

TEXTS = {**special_helpers.NUMBA, **polygamma.NUMBA, **normal_distribution.NUMBA}
"""Helper -> its text for the CPU, which computes in float64; here that is the dtype of the arguments."""

WIDE = frozenset({"_es_polygamma", "_es_polygamma_rest"})
"""Those that need float64: terms of high orders cancel where float32 has none of them left."""


class _Spelling(Operations):
    """Operations on numbers of one dtype, of which those are that the text has of float64, and whole literals."""

    def __init__(self, dtype: str) -> None:
        self.dtype = dtype

    def constant(self, kind: str, number: object) -> Value:
        """A literal; the names of infinity and NaN are those of float32."""
        made = literal(kind if kind == "bool" else self.dtype, number)
        named = self.dtype == "float64" and made.text in ("INFINITY", "NAN")
        return Value(made.kind, f"(double){made.text}", Level.UNARY, number) if named else made

    def convert(self, x: Value, kind: str) -> Value:
        """``x`` as another kind."""
        return convert(x, self.dtype if kind == "float64" else kind)

    def whole_power(self, base: Value, exponent: int) -> Value:
        """A square."""
        assert exponent == 2
        return self.helper("abs2", base.kind, base)

    def helper(self, name: str, kind: str, *arguments: Value, result: str | None = None) -> Value:
        """A call of a helper of a SIMT program."""
        return Value(kind, f"_es_{name}_{kind}({', '.join(a.text for a in arguments)})")

    def library(self, name: str, values: Sequence[Value]) -> Value:
        """A function that both dialects have for every dtype; that of lgamma has other poles."""
        if name == "lgamma":
            return self.helper(name, values[0].kind, *values)
        return Value(values[0].kind, f"{name}({', '.join(v.text for v in values)})")

    instruction = library

    def better(self, name: str, best: Value, other: Value, kind: str) -> Value:
        """Python's ``min`` and ``max``."""
        return self.select(self.compare("<" if name == "min" else ">", other, best), other, best)


def _called(name: str, arguments: Sequence[Any]) -> Value:
    """A call of another helper: it returns what it is given."""
    kind = arguments[0].kind
    return Value(kind, f"{name}_{kind}({', '.join(a.text for a in arguments)})")


def function(name: str, dtype: str) -> str:
    """A helper for arguments of a dtype, as C text."""
    (made,) = ast.parse(TEXTS[name]).body
    assert isinstance(made, ast.FunctionDef)
    real = "float64" if name in WIDE else dtype
    scope = SimpleNamespace(intrinsics={}, definitions=TEXTS, call=_called, file=SimpleNamespace(need=None))
    parameters, kinds = [a.arg for a in made.args.args], dict[str, str]()
    while True:
        writer = Writer(scope, made, kinds)
        writer.m, writer.CASTS = _Spelling(real), {**CASTS, "float64": real}  # type: ignore[misc]
        writer.take({p: Value(dtype, "") for p in parameters})
        try:
            writer.block(made.body)
        except Widened:
            continue
        heads = ", ".join(f"{TYPES[dtype]} {writer.spelled(p)}" for p in parameters)
        head = f"{TYPES[kinds['return']]} {name}_{dtype}({heads})"
        return f"{head}\n{{\n    /* {ast.get_docstring(made)} */{writer.body()[1:].rstrip()}"
