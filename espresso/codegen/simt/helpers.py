"""Helper functions that SIMT programs carry along, written once for both dialects.

A template is C text over one dtype: ``T`` is its type, ``I`` int64, and ``U`` the unsigned type in which integers of it
wrap around (signed ones that overflow have no value in C).  Numbers with a point are written in ``T``, and a call
``_es_name(...)`` means the helper of the same dtype.  ``source`` turns the names that a program uses
(``_es_digamma_float32``) into text, callees first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import numpy as np

from espresso.codegen.c.helpers import HELPERS as OPERATORS
from espresso.codegen.common.templates import templates
from espresso.codegen.simt import complex_numbers
from espresso.codegen.simt.collective import COLLECTIVE, collective
from espresso.codegen.simt.dialect import Dialect
from espresso.codegen.simt.own_functions import OwnHelper, body_of
from espresso.codegen.simt.special_functions import TEXTS, function
from espresso.formulas.graph.functions import BY_NAME
from espresso.formulas.graph.nodes import ordered

CALLED = re.compile(r"\b(_es_\w+)\(")
"""A call of a helper.  There is no parser of C here: texts of C are templates, whose words are found as such."""


def _of_c(kind: str) -> dict[str, tuple[str, str, str]]:
    """What Python's operators mean for numbers of a kind, as in generated C files."""
    named = {"power": "pow"}
    found = ((key.split(), row) for key, row in OPERATORS.items())
    return {f"_es_{named.get(name, name)}": row for (name, *kinds), row in found if kinds == [kind]}


_FLOAT = templates("""
_es_logaddexp(T a, T b):
    /* log(exp(a) + exp(b)) without overflow */
    T d = a == b ? 0.0 : fabs(a - b);
    return d != d ? d : (a > b ? a : b) + log1p(exp(-d));
_es_rounded_sum(T a, T b):
    /* a + b where no product that made them is fused into the sum */
#ifdef __CUDA_ARCH__
    return sizeof(T) == 4 ? __fadd_rn(a, b) : __dadd_rn(a, b);
#else
#pragma OPENCL FP_CONTRACT OFF
    return a + b;
#endif
_es_xlogy(T x, T y): return x == 0.0 && y == y ? 0.0 : x*log(y);
_es_gamma(T x):
    /* NaN at negative whole numbers */
    return x < 0.0 && x == floor(x) ? (T)NAN : (x == 0.0 ? 1.0/x : tgamma(x));
_es_lgamma(T x):
    /* infinite at the poles and at minus infinity */
    return x <= 0.0 && x == floor(x) ? (T)INFINITY : lgamma(x);
_es_logistic(T x):
    /* 1/(1 + exp(-x)) without overflow */
    T e = exp(-fabs(x));
    return (x >= 0.0 ? 1.0 : e)/(1.0 + e);
_es_softplus(T x):
    /* log(1 + exp(x)) without overflow */
    return x != x ? x : (x > 0.0 ? x : 0.0) + log1p(exp(-fabs(x)));
_es_gelu(T x): return x*(0.5*erfc(-0.7071067811865476*x));
_es_silu(T x): return x*_es_logistic(x);
_es_exp_of_sum(T x):
    /* exp(x) of an x that several roundings have made: one more, and below 2^-126 zero */
#ifdef __CUDA_ARCH__
    T y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(1.4426950408889634*x));
    return y;
#else
    return exp2(1.4426950408889634*x);
#endif
_es_abs(T x): return fabs(x);
I _es_int(T x):
    /* the least number where 64 bits do not hold it, as NumPy */
    return fabs(x) < 9223372036854775808.0 ? (I)x : -0x7fffffffffffffff - 1;
_es_normcdf(T x):
    /* corrected by what rounding x/sqrt(2) loses */
    T v = x < -40.0 ? -40.0 : x > 40.0 ? 40.0 : x, z = 0.7071067811865476*v, high = 0.7071067690849304;
    T rest = fma(high, v, -z) + 1.210161710447897e-08*v;
    return 0.5*erfc(-z) + 0.5641895835477563*exp(-z*z)*rest;
_es_sign(T x): return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : x == x ? 0.0 : x);
""") | _of_c("float")

_ANY = templates("""
_es_relu(T x): return x < (T)0 ? (T)0 : x; /* NaN for NaN */
_es_hardtanh(T x):
    const T low = (T)-1 < (T)0 ? (T)-1 : (T)0;  /* unsigned numbers have no -1 */
    return _es_clip(x, low, (T)1);
_es_clip(T x, T low, T high): return _es_minimum(_es_maximum(x, low), high);
_es_abs2(T x): return x*x;
_es_real(T x): return x;
_es_imag(T x): return (T)0;
_es_conj(T x): return x;
""")

_SIGNED = templates("""
_es_abs(T x): return x < 0 ? (T)((U)0 - x) : x;
_es_sign(T x): return (T)((x > 0) - (x < 0));
""") | _of_c("signed")

_UNSIGNED = templates("""
_es_abs(T x): return x;
_es_sign(T x): return (T)(x > 0);
""") | _of_c("whole")

_WHOLE = templates("""
_es_abs2(T x): return (T)((U)x*x);
_es_sum(T a, T b): return (T)((U)a + b);
_es_prod(T a, T b): return (T)((U)a*b);
_es_minimum(T a, T b): return a < b ? a : b;
_es_maximum(T a, T b): return a > b ? a : b;
""")

_KINDS: Mapping[str, Mapping[str, tuple[str, str, str]]] = {
    "f": _ANY | _FLOAT,
    "i": {**_ANY, **_WHOLE, **_SIGNED},
    "u": {**_ANY, **_WHOLE, **_UNSIGNED},
    "b": {**_ANY, **_WHOLE, **_UNSIGNED},
    "c": complex_numbers.COMPLEX,
}


def split_name(full: str) -> tuple[str, str]:
    """``_es_name_dtype`` as its two parts."""
    name, _, dtype = full.rpartition("_")
    return name, dtype


def _of_row(name: str) -> tuple[str, str, str]:
    """Result type, arguments and body of a helper whose text is in the row of its function."""
    row = BY_NAME[name.removeprefix("_es_")]
    return "T", ", ".join(f"T {a}" for a in row.arguments), f"\n    {body_of(row.texts['simt'])}"


def helper(full: str, dialect: Dialect) -> str:
    """The text of one helper function."""
    if isinstance(full, OwnHelper):
        return full.text
    name, dtype = split_name(full)
    if name in COLLECTIVE:
        return collective(name, dtype, dialect)
    kind = np.dtype(dtype).kind
    if name in TEXTS and kind == "f":
        return f"{dialect.function} {function(name, dtype)}"
    result, arguments, body = _KINDS[kind].get(name) or _of_row(name)
    body = body if body.startswith("\n") else f"\n   {body}"
    text = CALLED.sub(rf"\1_{dtype}(", f"{result} {name}({arguments})\n{{{body}\n}}")
    if kind in "fc":
        suffix = "f" if complex_numbers.COMPONENT.get(dtype, dtype) == "float32" else ""
        text = re.sub(r"\b(\d+\.\d+(?:e-?\d+)?)\b", rf"\1{suffix}", text)
    if kind == "c":
        text = complex_numbers.types(text, dtype, dialect)
    unsigned = "uint64" if dtype in ("int64", "uint64") else "uint32"
    for word, spelled in (("T", dtype), ("I", "int64"), ("U", unsigned)):
        text = re.sub(rf"\b{word}\b", dialect.value_type(spelled), text)
    return f"{dialect.function} {text}"


def source(names: Iterable[str], dialect: Dialect) -> str:
    """The helpers ``names`` and those they call, callees first."""

    def called(full: str) -> list[str]:
        found = set() if isinstance(full, OwnHelper) else set(CALLED.findall(helper(full, dialect)))
        return sorted(found - {full}, reverse=True)

    return "\n\n".join(helper(full, dialect) for full in ordered(sorted(names), called))
