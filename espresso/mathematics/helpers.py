"""Source of the scalar helper functions that generated programs carry along.

`functions.py` names them in its templates (``_es_...``).  The NumPy texts work on arrays
and stand alone; the numba texts work on scalars of the dtype of the result, keep that
dtype (``t = type(x)`` spells literals), never overflow on the way and pass NaN on.
"""

from __future__ import annotations

from collections.abc import Iterable

from espresso.formulas.graph.functions import BY_NAME
from espresso.formulas.graph.nodes import ordered
from espresso.mathematics import normal_distribution, polygamma, special_helpers, vector_complex, vector_math
from espresso.mathematics.texts import functions, helpers_in
from espresso.mathematics.vector_prelude import PRELUDE

_SCALAR = '@njit(fastmath={"contract"}, error_model="numpy", nogil=True, cache=True)'

_NUMPY = functions('''
def _es_xlogy(x, y):
    """x*log(y), and 0 where x is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((x == 0) & (y == y), np.zeros_like(x * y), x * np.log(y))

def _es_logistic(x):
    """1/(1 + exp(-x)) without overflow."""
    e = np.exp(-np.abs(x))
    return np.where(np.greater_equal(x, 0), 1 / (1 + e), e / (1 + e))

def _es_silu(x):
    """x/(1 + exp(-x)) without overflow."""
    e = np.exp(-np.abs(x))
    with np.errstate(invalid="ignore"):
        return x * np.where(np.greater_equal(x, 0), 1 / (1 + e), e / (1 + e))

def _es_abs2(x):
    """Square of the absolute value."""
    return np.real(x) ** 2 + np.imag(x) ** 2 if np.iscomplexobj(x) else np.square(x)

def _es_int(x):
    """Whole part of x in int64; the least number where that does not hold it, on every processor."""
    x = np.asarray(x)
    if x.dtype.kind in "biu":
        return x.astype(np.int64)
    x = x.astype(np.float64)
    return np.where(abs(x) < 2.0**63, x, -2.0**63).astype(np.int64)
''')

_NUMBA = {
    **functions('''
def _es_and(a, b):
    """1 where both are not 0."""
    return (a != 0) & (b != 0)

def _es_or(a, b):
    """1 where one is not 0."""
    return (a != 0) | (b != 0)

def _es_not(a):
    """1 where a is 0."""
    return a == 0

def _es_relu(x):
    """max(x, 0), NaN for NaN."""
    t = type(x)
    return t(0) if x < t(0) else x

def _es_clip(x, low, high):
    """x limited to low..high, NaN for NaN."""
    t = type(x)
    low, high = t(low), t(high)
    x = low if x < low or low != low else x
    return high if x > high or high != high else x

def _es_hardtanh(x):
    """x limited to -1..1, NaN for NaN; unsigned numbers have no -1."""
    t = type(x)
    one, below = t(1), t(0) - t(1)
    low = below if below < t(0) else t(0)
    return one if x > one else (low if x < low else x)

def _es_abs2(x):
    """Square of the absolute value."""
    return x.real * x.real + x.imag * x.imag

def _es_power(x, n):
    """x**n of integers by squaring, unsigned: it wraps around; for a negative n what 1/x**(-n) is, rounded to 0."""
    if n < 0:
        if x == -1 and n % 2 != 0:
            return np.uint64(0) - np.uint64(1)
        return np.uint64(1) if x == 1 or x == -1 else np.uint64(0)
    total, base, left = np.uint64(1), np.uint64(x), np.uint64(n)
    while left != np.uint64(0):
        if left % np.uint64(2) != np.uint64(0):
            total = total*base
        base = base*base
        left = left // np.uint64(2)
    return total

def _es_sign(x):
    """-1, 0 or 1; NaN for NaN."""
    t = type(x)
    return t(1) if x > t(0) else (-t(1) if x < t(0) else (t(0) if x == x else x))

def _es_sign_complex(x):
    """The number of absolute value 1 in the direction of x; 0 for 0."""
    return x / abs(x) if x != 0 else x

def _es_rsqrt_complex(x):
    """1/sqrt(x); for 0 what NumPy's division by 0 gives."""
    t = type(x)
    return t(1) / np.sqrt(x) if x != 0 else t(complex(np.inf, np.nan))

def _es_int(x):
    """Whole part of x in int64; the least number where that does not hold it, as NumPy."""
    if isinstance(x, int):
        return np.int64(x)
    return np.int64(x) if abs(x) < 9223372036854775807.0 else np.int64(-9223372036854775807 - 1)

def _es_minimum(a, b):
    """The smaller value, NaN if one is NaN."""
    return a if a < b or a != a else b

def _es_maximum(a, b):
    """The larger value, NaN if one is NaN."""
    return a if a > b or a != a else b
'''),
    **{
        f"_es_{name}": f'''
def _es_{name}(x):
    """{first}; integers stay as they are."""
    if isinstance(x, int):
        return x
    return np.{function}(x)
'''
        for name, function, first in (
            ("floor", "floor", "Largest whole number up to x"),
            ("ceil", "ceil", "Smallest whole number from x on"),
            ("round", "rint", "Nearest whole number, halves to even"),
            ("trunc", "trunc", "Whole part of x"),
        )
    },
}

_ALL_NUMPY = {**_NUMPY, **special_helpers.NUMPY, **polygamma.NUMPY, **normal_distribution.NUMPY}
_ALL_NUMBA = {**_NUMBA, **special_helpers.NUMBA, **polygamma.NUMBA, **normal_distribution.NUMBA}

HELPERS: dict[str, tuple[str, str]] = {
    name: (_ALL_NUMPY.get(name, ""), _ALL_NUMBA.get(name, "")) for name in sorted({*_ALL_NUMPY, *_ALL_NUMBA})
}
"""Name -> (text for NumPy, text for numba); empty where a target needs no helper.  Those of `vector_math` are apart."""


def texts(name: str) -> tuple[str, str]:
    """The texts of a helper for NumPy and for numba: a row of the table of functions may hold its own."""
    row = BY_NAME.get(name.removeprefix("_es_"))
    if name in HELPERS or row is None or not row.texts:
        return HELPERS.get(name) or ("", vector_math.text_of(name) or vector_complex.text_of(name))
    return row.texts.get("numpy", ""), row.texts.get("cpu", "")


def needed(names: Iterable[str]) -> list[str]:
    """Return the numba helpers ``names`` and those they call, callees first."""
    return ordered(names, lambda name: sorted({*helpers_in(texts(name)[1])} - {name}, reverse=True))


def numba_source(names: Iterable[str]) -> str:
    """Return the decorated numba helpers; the module imports ``math``, ``np`` and ``njit``."""
    order = needed(names)
    inlined = [bool(vector_math.text_of(n)) for n in order]
    parts = [f"{'@_inline' if i else _SCALAR}\n{texts(n)[1].strip()}" for n, i in zip(order, inlined, strict=True)]
    if any(inlined):
        parts.insert(0, PRELUDE.strip())
    return "\n\n\n".join(parts)


def numpy_source(*names: str) -> str:
    """Return NumPy helpers and those they call; the module imports ``numpy`` as ``np``."""
    calls = [c for n in names for c in helpers_in(texts(n)[0]) if texts(c)[0]]
    return "\n\n\n".join(texts(n)[0].strip() for n in dict.fromkeys((*names, *calls)))
