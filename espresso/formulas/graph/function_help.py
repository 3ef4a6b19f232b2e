"""Signatures and docstrings of the functions of ``es.``, made from their rows and a few words on each."""

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

_WORDS = {
    "eq": "Whether the arguments are equal", "ne": "Whether the arguments differ", "lt": "Whether x is less than y",
    "le": "Whether x is at most y", "gt": "Whether x is greater than y", "ge": "Whether x is at least y",
    "where": "x where the condition holds, else y; the other one passes no NaN on, nor does its derivative",
    "isnan": "Whether x is NaN", "isinf": "Whether x is infinite", "isfinite": "Whether x is finite",
    "exp": "Exponential", "expm1": "exp(x) - 1, exact near 0", "exp2": "2 to the power x",
    "log": "Natural logarithm", "log1p": "log(1 + x), exact near 0", "log2": "Logarithm to base 2",
    "log10": "Logarithm to base 10", "logaddexp": "log(exp(x) + exp(y)) without overflow",
    "xlogy": "x*log(y), which is 0 where x is 0",
    "sqrt": "Square root", "rsqrt": "1/sqrt(x)", "cbrt": "Cube root, also of negative numbers",
    "hypot": "sqrt(x**2 + y**2) without overflow",
    "sin": "Sine", "cos": "Cosine", "tan": "Tangent", "asin": "Inverse sine", "acos": "Inverse cosine",
    "atan": "Inverse tangent", "atan2": "Angle of the point (x, y), from -pi to pi",
    "sinh": "Hyperbolic sine", "cosh": "Hyperbolic cosine", "tanh": "Hyperbolic tangent",
    "asinh": "Inverse hyperbolic sine", "acosh": "Inverse hyperbolic cosine", "atanh": "Inverse hyperbolic tangent",
    "erf": "Error function", "erfc": "1 - erf(x), exact for large x",
    "erfinv": "Inverse of erf", "erfcinv": "Inverse of erfc",
    "normpdf": "Density of the normal distribution", "normcdf": "Distribution function of the normal distribution",
    "normppf": "Inverse of the distribution function of the normal distribution",
    "int": "x without its fraction, as an integer",
    "float32": "x in single precision", "float64": "x in double precision",
    "complex64": "x as a complex number in single precision", "complex128": "x as a complex number in double precision",
    "gamma": "Gamma function", "lgamma": "Logarithm of the absolute value of the gamma function",
    "digamma": "Derivative of lgamma", "trigamma": "Derivative of digamma",
    "polygamma": "n-th derivative of digamma; n is a whole number",
    "beta": "Beta function", "lbeta": "Logarithm of the beta function",
    "logistic": "1/(1 + exp(-x)) without overflow", "softplus": "log(1 + exp(x)) without overflow",
    "relu": "The larger of x and 0", "gelu": "x times the normal distribution function of x",
    "silu": "x*logistic(x)", "hardtanh": "x between -1 and 1",
    "abs2": "Square of the absolute value", "sign": "Sign: -1, 0 or 1",
    "minimum": "The smaller argument", "maximum": "The larger argument", "clip": "x between the bounds a and b",
    "floor": "Largest whole number not above x", "ceil": "Smallest whole number not below x",
    "trunc": "x without its fraction",
    "mod": "Remainder of x/y, with the sign of y", "floordiv": "floor(x/y)",
    "real": "Real part", "imag": "Imaginary part", "conj": "Complex conjugate",
    "stop_gradient": "x itself, with derivative zero",
    "sum": "Sum", "prod": "Product", "max": "Largest element", "min": "Smallest element",
    "any": "Whether any element differs from 0", "all": "Whether all elements differ from 0",
    "argmax": "Position of the first largest element, from 0",
    "argmin": "Position of the first smallest element, from 0",
    "mean": "Arithmetic mean", "var": "Variance of the population, as numpy.var",
    "std": "Standard deviation of the population, as numpy.std", "norm": "Euclidean norm",
    "logsumexp": "log(sum(exp(x))) without overflow",
    "softmax": "exp(x)/sum(exp(x)) without overflow", "log_softmax": "Logarithm of softmax without overflow",
    "cumsum": "Sum of the elements up to each", "cumprod": "Product of the elements up to each",
    "reverse_cumsum": "Sum of the elements from each on",
    "sort": "The elements in ascending order, NaN last", "median": "Element in the middle, or mean of the two",
    "argsort": "Positions of the elements in ascending order, equal ones in their order, NaN last",
    "inv": "Inverse of a square matrix", "det": "Determinant of a square matrix",
    "chol": "Cholesky factor of a symmetric positive definite matrix, lower triangular",
    "spectrum": "Diagonal matrix of the eigenvalues of a symmetric matrix, ascending",
    "eigvecsh": "Eigenvectors of a symmetric matrix as columns, in the order of the eigenvalues",
    "posdef": "The matrix itself, declared symmetric and positive definite",
    "symmetric": "The matrix itself, declared symmetric", "orthogonal": "The matrix itself, declared orthogonal",
    "sums_to_one": "The array itself, declared to have sums of 1", "nonneg": "x itself, declared not to be negative",
    "positive": "x itself, declared positive",
    "positions": "x itself, declared to lie in the range of every index that it is compared with",
    "logdet": "Logarithm of the determinant of a square matrix, NaN where that is negative",
}  # fmt: skip
"""What each function is; a row without words is described by its name."""

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
    words = _WORDS.get(name, f"``{name}``")
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
