"""Signatures and docstrings of the functions of ``es.``, made from their rows."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, TypeVar

from espresso.formulas.graph.functions import (
    BY_NAME,
    CONVERSIONS,
    MATRIX_FUNCTIONS,
    OVER_INDICES,
    Function,
    Reduction,
    Row,
)

if TYPE_CHECKING:
    F = TypeVar("F", bound=Callable[..., object])

_KINDS = {
    "float": "floating-point; integers become float64", "same": "as the arguments promote",
    "number": "as the arguments promote; truth values count as 1 and 0", "bool": "1 or 0",
    "real": "real, also of complex numbers", "total": "that of the body, integers in 64 bits",
    "position": "int64", "whole": "int64", **{dtype: dtype for dtype in CONVERSIONS},
}  # fmt: skip

_PRINTED = {
    "eq": "({} == {})", "ne": "({} != {})", "lt": "({} < {})", "le": "({} <= {})", "gt": "({} > {})",
    "ge": "({} >= {})", "floordiv": "{}//{}", "mod": "{} % {}", "minimum": "min({}, {})", "maximum": "max({}, {})",
    "and": "{} and {}", "or": "{} or {}", "not": "not {}",
}  # fmt: skip

_OPERATORS = {"and": "{} & {}", "or": "{} | {}", "not": "~{}", "abs": "abs({})", "int": "es.int({})"}
"""How Python writes what has no name of ``es.``."""


def summary(name: str) -> str:
    """One sentence: what the function is, and where it works."""
    row = _row(name)
    words = row.words or f"``{name}``"
    return f"{words}, of each element." if isinstance(row, Function) else f"{words}, over the given indices."


def facts(name: str) -> str:
    """Derivative and domain of a function, in one line."""
    row = _row(name)
    found = ["Derivative: " + _derivative(row)]
    if row.kink:
        found.append(f"Where there is none: {row.kink}.")
    if row.meaning and isinstance(row, Function):
        found.append(f"Means ``{row.meaning}``.")
    if row.real_only:
        found.append("Real numbers only.")
    elif not row.holomorphic:
        found.append("Complex numbers too, without a complex derivative.")
    if isinstance(row, Function) and row.aliases:
        found.append(f"In formulas also ``{'``, ``'.join(row.aliases)}``.")
    if isinstance(row, Reduction):
        found.append(f"Over no elements: {'an error' if row.identity is None else f'{row.identity:g}'}.")
    return " ".join(found)


def _derivative(row: Row) -> str:
    if row.partials is None:
        return "of the argument that is chosen."
    if not row.partials:
        return "0."
    partials = row.partials if isinstance(row, Function) else row.partials[:1]
    of = "" if isinstance(row, Function) else " (``r`` is the result, ``c`` its cotangent)"
    return "; ".join(f"``{p}``" for p in partials) + f"{of}."


def _row(name: str) -> Row:
    return OVER_INDICES[name] if name in OVER_INDICES else BY_NAME[name]


def documented(function: F, name: str) -> F:
    """``function`` with the name, signature and docstring of the function of that name."""
    row = _row(name)
    if isinstance(row, Function):
        names = row.arguments
        shown = [Parameter(n, Parameter.POSITIONAL_ONLY, annotation="Operand") for n in names]
        about = f"{', '.join(names)} : Expr or number"
        result = f"Its free indices are those of the argument{'s' * (len(names) > 1)}; dtype: {_KINDS[row.kind]}."
        errors = "InputError\n    For another number of arguments."
        text = f"{name}({', '.join(names)})" if name not in _PRINTED else _PRINTED[name].format(*names)
        called = ", ".join(f"es.scalar({n!r})" for n in names)
        if name in _OPERATORS:
            example = f">>> print({_OPERATORS[name].format(*(f'es.scalar({n!r})' for n in names))})\n{text}"
        else:
            example = f">>> print(es.{name}({called}))\n{text}"
    else:
        over = Parameter("indices", Parameter.VAR_POSITIONAL, annotation="Index")
        shown = [Parameter("e", Parameter.POSITIONAL_OR_KEYWORD, annotation="Operand"), over]
        about = (
            'e : Expr or number\n*indices : Expr or str\n    Index objects or names, ``"i j"``; none: all free indices.'
        )
        bound = "without these indices" if isinstance(row, Reduction) else "with the same indices"
        result = f"The expression {bound}; dtype: {_KINDS[row.kind]}."
        errors = "IndexNameError\n    For an index that is not free in the expression."
        example = f'>>> print(es.{name}(es.tensor("A[i,j]"), "j"))\n{name}[j](A[i,j])'
        if name in MATRIX_FUNCTIONS:
            about = (
                "e : Expr or number\n    The matrix, read at its two indices; other indices are a batch.\n"
                "*indices : Expr or str\n    Its rows and columns; none: both axes of ``e``."
            )
            errors = "IndexNameError\n    If there are not two indices, or one is not free in the expression."
            refused = {"inv": "a singular matrix", "chol": "a matrix that is not positive definite"}.get(name)
            errors += f"\n    A call raises numpy.linalg.LinAlgError for {refused}." if refused else ""
            example = f'>>> print(es.{name}(es.tensor("A[i,j]")))\n{name}[i,j](A[i,j])'
    function.__doc__ = (
        f"{summary(name)}\n\nParameters\n----------\n{about}\n\nReturns\n-------\nExpr\n    {result}\n\n"
        f"Raises\n------\n{errors}\n\nNotes\n-----\n{facts(name)}\n\n"
        f"Examples\n--------\n>>> import espresso as es\n{example}\n"
    )
    function.__name__ = function.__qualname__ = name
    function.__signature__ = Signature(shown, return_annotation="Expr")  # type: ignore[attr-defined]
    return function
