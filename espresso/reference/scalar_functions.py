"""Scalar functions, reductions and index functions of the reference evaluator.

Every function takes arrays of the dtype in which inference computes it, and is written
for accuracy at extreme arguments, not for speed; none is taken from the rules.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from espresso.formulas.graph.functions import CONVERSIONS

Array = npt.NDArray[Any]


def _exact(function: Callable[..., float]) -> Callable[..., Array]:
    """A function of Python floats for arrays; values that it refuses are NaN or infinite."""

    def safe(*args: float) -> float:
        try:
            return function(*args)
        except OverflowError:
            return math.inf
        except (ValueError, ZeroDivisionError):
            return math.nan

    def apply(*args: Array) -> Array:
        values = np.broadcast_arrays(*args)
        result = [safe(*(float(v) for v in row)) for row in zip(*(v.flat for v in values), strict=True)]
        return np.array(result, np.float64).reshape(values[0].shape)

    return apply


def _gamma(x: float) -> float:
    return math.copysign(math.inf, x) if abs(x) < 5e-309 else math.gamma(x)  # 1/x overflows


def _lgamma(x: float) -> float:
    return math.inf if math.isinf(x) or (x <= 0 and x == math.floor(x)) else math.lgamma(x)


def _bernoulli(terms: tuple[tuple[int, int], ...], y: Any) -> Any:
    """``sum of n/d * y**(k+1)`` for the fractions n/d, in extended precision."""
    total = np.longdouble(0)
    for n, d in reversed(terms):
        total = (total + np.longdouble(n) / np.longdouble(d)) * y
    return total


_PI = np.longdouble("3.14159265358979323846264338327950288")
_DIGAMMA = ((1, 12), (-1, 120), (1, 252), (-1, 240), (1, 132), (-691, 32760), (1, 12), (-3617, 8160))
_TRIGAMMA = ((1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6), (-3617, 510))


def _digamma(x: float) -> float:
    """Derivative of the logarithm of gamma: recurrence up to 30, then the asymptotic series."""
    if math.isnan(x) or x == -math.inf:
        return math.nan
    if x == math.inf:
        return math.inf
    if x == 0:
        return math.copysign(math.inf, -x)
    if x < 0:
        part = np.longdouble(x) - np.rint(np.longdouble(x))
        if part == 0:
            return math.nan
        angle = _PI * part
        return float(_digamma_long(1 - np.longdouble(x)) - _PI * np.cos(angle) / np.sin(angle))
    return float(_digamma_long(np.longdouble(x)))


def _digamma_long(x: Any) -> Any:
    shift = np.longdouble(0)
    while x < 30:
        shift += 1 / x
        x += 1
    return np.log(x) - 1 / (2 * x) - _bernoulli(_DIGAMMA, 1 / (x * x)) - shift


def _polygamma(n: float, x: float) -> float:
    """The n-th derivative of digamma, n! times a sum of powers: terms up to n + 60, then the Euler-Maclaurin series."""
    if math.isnan(x) or x == -math.inf or not 0 <= n <= 170 or n != math.floor(n):
        return math.nan
    if n == 0:
        return _digamma(x)
    if x == math.inf:
        return 0.0
    if x <= 0 and x == math.floor(x):
        return math.inf if n % 2 else math.copysign(math.inf, -x) if x == 0 else math.nan
    order, far = int(n), np.longdouble(n + 60)
    near = np.longdouble(x) if x > 0 else abs(np.longdouble(x) - np.rint(np.longdouble(x)))
    left = np.longdouble(x) + max(0, math.ceil(-x - float(far)))  # where the terms that are added one by one begin
    sign = -1 if (order + 1) % 2 else 1
    total = sign * (_power_sum(order, near, 1 - left) - _power_sum(order, near, 1 - np.longdouble(x)))
    total = total if left != x else np.longdouble(0)
    while left < far:
        total += (near / left) ** order / left
        left += 1
    total += _power_sum(order, near, left)
    for k in range(1, order + 1):
        total *= k / near
    return float(total if order % 2 else -total)


def _power_sum(n: int, near: Any, a: Any) -> Any:
    """``sum of near**n/(a + k)**(n + 1)`` over k from 0 on, for large a."""
    rising, series = np.longdouble(n + 1), np.longdouble(0)
    for j, (p, q) in enumerate(_TRIGAMMA, 1):
        series += np.longdouble(p) / q / math.factorial(2 * j) * rising / a ** (2 * j)
        rising *= np.longdouble(n + 2 * j) * (n + 2 * j + 1)
    return (near / a) ** n * (np.longdouble(1) / n + 1 / (2 * a) + series)


def _normcdf(x: float) -> float:
    """erfc(-x/sqrt(2))/2, with what is lost where the argument is rounded."""
    exact = np.longdouble(-x) / np.sqrt(np.longdouble(2))
    z = float(exact)
    rest = float(exact - z) if math.isfinite(z) else 0.0
    return math.erfc(z) / 2 - math.exp(-z * z) / math.sqrt(math.pi) * rest


def _inverse_erf(x: float, t: float) -> float:
    """y with erf(y) = x and erfc(abs(y)) = t: Newton's method, first on the logarithm of the tail."""
    if not t > 0:
        return math.copysign(math.inf, x) if t == 0 else math.nan
    y = math.sqrt(max(0.0, -math.log(t))) * 0.9
    for _ in range(60):  # log(erfc(y)) falls like -y**2: Newton's method on it comes from above
        slope = -2 / math.sqrt(math.pi) * math.exp(-y * y) / math.erfc(y)
        step = (math.log(math.erfc(y)) - math.log(t)) / slope
        y -= step
        if abs(step) <= 1e-9 * abs(y):
            break
    y = math.copysign(y, x)
    for _ in range(3):
        miss = math.erf(y) - x if abs(x) <= 0.5 else math.copysign(1, x) * (t - math.erfc(abs(y)))
        y -= miss / (2 / math.sqrt(math.pi) * math.exp(-y * y))
    return y


def _logistic(x: Array) -> Array:
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small))


def _xlogy(x: Array, y: Array) -> Array:
    return np.where((x == 0) & ~np.isnan(y), np.zeros_like(x), x * np.log(y))


def _lbeta(a: float, b: float) -> float:
    """Logarithm of the absolute value of beta, by its integral-free definition."""
    large, small = max(a, b), min(a, b)
    if a + b > 30 and math.isfinite(large):
        return _lgamma(small) + _gamma_ratio(large, small)
    return _lgamma(a) + _lgamma(b) - _lgamma(a + b)


def _gamma_ratio(x: float, s: float) -> float:
    """``lgamma(x) - lgamma(x + s)`` for large x without cancellation (Stirling's series)."""
    y, z = np.longdouble(x), np.longdouble(x) + np.longdouble(s)
    series = [(1, 12), (-1, 360), (1, 1260), (-1, 1680)]

    def rest(v: Any) -> Any:
        return sum(np.longdouble(n) / (d * v ** (2 * k + 1)) for k, (n, d) in enumerate(series))

    return float(-(y - np.longdouble(0.5)) * np.log1p(np.longdouble(s) / y) - s * np.log(z) + s + rest(y) - rest(z))


def _beta(a: float, b: float) -> float:
    """gamma(a)*gamma(b)/gamma(a+b); infinite at the poles, 0 at those of the divisor."""
    if not math.isfinite(a + b):
        return 0.0 if a + b == math.inf and min(a, b) > 0 else math.nan
    whole = [v <= 0 and v == math.floor(v) for v in (a, b, a + b)]
    if whole[0] or whole[1]:
        return math.nan if whole[2] else math.inf
    if whole[2]:
        return 0.0
    if max(abs(a), abs(b)) < 1e-20:
        return float(1 / np.longdouble(a) + 1 / np.longdouble(b))
    if max(abs(a), abs(b), abs(a + b)) < 100:
        return _gamma(a) * (_gamma(b) / _gamma(a + b))
    odd = sum(v < 0 and math.floor(v) % 2 for v in (a, b, a + b))
    return math.copysign(math.exp(_lbeta(a, b)), -1.0 if odd % 2 else 1.0)


def _integer_or(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Rounding leaves integers as they are."""
    return lambda x: x if x.dtype.kind in "biu" else function(x)


def _whole(x: Array) -> Array:
    """The whole part in int64; where that has none, for NaN too, its least number, which is NumPy's on x86 alone."""
    if x.dtype.kind in "biu":
        return x.astype(np.int64)
    inside = np.abs(x) < 2.0**63
    return np.where(inside, np.where(inside, x, 0).astype(np.int64), np.iinfo(np.int64).min)


def _power(x: Array, y: Array) -> Array:
    if x.dtype.kind not in "iu" or not (y < 0).any():
        return x**y
    small = np.trunc(x.astype(np.float64) ** y.astype(np.float64))  # only where arrays hold negative exponents
    return np.where(y < 0, np.where(x == 0, 0, small).astype(x.dtype), x ** np.maximum(y, 0))


ROOTS = {0.5: "sqrt", -0.5: "rsqrt"}
"""Powers with these numbers are roots, as NumPy's ``x**0.5`` is: of -inf and -0.0 other powers are those of C."""

_NUMPY = (
    "isnan isinf isfinite exp expm1 exp2 log log1p log2 log10 logaddexp sqrt cbrt hypot sin cos tan sinh cosh tanh "
    "sign minimum maximum mod real imag conj"
)
"""Functions that NumPy has under the same name."""

_RENAMED: dict[str, Callable[..., Any]] = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
    "and": np.logical_and, "or": np.logical_or, "not": np.logical_not, "floordiv": np.floor_divide,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "atan2": np.arctan2,
    "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh,
}  # fmt: skip

FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(np, name) for name in _NUMPY.split()},
    **_RENAMED,
    "add": lambda *args: functools.reduce(np.add, args),
    "pow": _power,
    "xlogy": _xlogy,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "erf": _exact(math.erf),
    "erfc": _exact(math.erfc),
    "normcdf": _exact(_normcdf),
    "erfinv": _exact(lambda x: _inverse_erf(x, 1 - abs(x))),
    "erfcinv": _exact(lambda x: _inverse_erf(1 - x, min(x, 2 - x))),
    "gamma": _exact(_gamma),
    "lgamma": _exact(_lgamma),
    "digamma": _exact(_digamma),
    "trigamma": _exact(lambda x: _polygamma(1, x)),
    "polygamma": _exact(_polygamma),
    "beta": _exact(_beta),
    "lbeta": _exact(_lbeta),
    "logistic": _logistic,
    "softplus": lambda x: np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x))),
    "relu": lambda x: np.maximum(x, np.zeros((), x.dtype)),
    "gelu": lambda x: x * (_exact(math.erfc)(-x.astype(np.float64) / math.sqrt(2)) / 2),
    "silu": lambda x: x * _logistic(x),
    "hardtanh": lambda x: np.minimum(
        x if x.dtype.kind == "u" else np.maximum(x, -np.ones((), x.dtype)), np.ones((), x.dtype)
    ),
    "abs": lambda x: np.abs(x) if x.dtype.kind != "b" else x,
    "abs2": lambda x: x.real * x.real + x.imag * x.imag if x.dtype.kind == "c" else x * x,
    "clip": lambda x, low, high: np.minimum(np.maximum(x, low), high),
    "floor": _integer_or(np.floor),
    "ceil": _integer_or(np.ceil),
    "round": _integer_or(np.rint),
    "trunc": _integer_or(np.trunc),
    "int": _whole,
    **dict.fromkeys(("stop_gradient", *CONVERSIONS, "nonneg", "positive", "positions"), lambda x: x),
}
"""Scalar functions by name; ``mul`` and ``where`` are written out in the evaluator."""


def _wide(dtype: np.dtype) -> np.dtype:
    """The dtype in which values of a dtype are added up here."""
    return np.promote_types(dtype, np.float64) if dtype.kind in "fc" else dtype


def _sum(x: Array, dtype: np.dtype) -> Array:
    return np.asarray(x.astype(_wide(dtype)).sum(axis=-1))


def _mean(x: Array, dtype: np.dtype) -> Array:
    return np.asarray(_sum(x, dtype) / x.shape[-1])


def _var(x: Array, dtype: np.dtype) -> Array:
    wide = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    return np.asarray((np.abs(wide - wide.mean(axis=-1, keepdims=True)) ** 2).mean(axis=-1))


def _norm(x: Array, dtype: np.dtype) -> Array:
    size = np.abs(x.astype(np.complex128 if x.dtype.kind == "c" else np.float64))
    largest = size.max(axis=-1, initial=0)
    scale = np.where((largest == 0) | ~np.isfinite(largest), 1, largest)
    return np.asarray(np.sqrt(((size / scale[..., None]) ** 2).sum(axis=-1)) * scale)


def _logsumexp(x: Array, dtype: np.dtype) -> Array:
    wide = x.astype(np.float64)
    top = wide.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    return np.asarray(np.log(np.exp(wide - top).sum(axis=-1)) + top[..., 0])


def _softmax(x: Array, dtype: np.dtype) -> Array:
    if not x.size:
        return x
    wide = x.astype(np.float64)
    parts = np.exp(wide - wide.max(axis=-1, keepdims=True))
    return np.asarray(parts / parts.sum(axis=-1, keepdims=True))


def _log_softmax(x: Array, dtype: np.dtype) -> Array:
    return x.astype(np.float64) - _logsumexp(x, dtype)[..., None] if x.size else x


REDUCTIONS: dict[str, Callable[[Array, np.dtype], Any]] = {
    "sum": _sum,
    "prod": lambda x, dtype: x.astype(_wide(dtype)).prod(axis=-1),
    "max": lambda x, dtype: x.max(axis=-1),
    "min": lambda x, dtype: x.min(axis=-1),
    "any": lambda x, dtype: (x != 0).any(axis=-1),
    "all": lambda x, dtype: (x != 0).all(axis=-1),
    "argmax": lambda x, dtype: x.argmax(axis=-1),
    "argmin": lambda x, dtype: x.argmin(axis=-1),
    "mean": _mean,
    "var": _var,
    "std": lambda x, dtype: np.sqrt(_var(x, dtype)),
    "norm": _norm,
    "logsumexp": _logsumexp,
    "median": lambda x, dtype: np.median(x, axis=-1),
}
"""Reductions over the last axis; the dtype is that of the result."""

SCANS: dict[str, Callable[[Array, np.dtype], Any]] = {
    "softmax": _softmax,
    "log_softmax": _log_softmax,
    "sums_to_one": lambda x, dtype: x,
    "cumsum": lambda x, dtype: x.astype(_wide(dtype)).cumsum(axis=-1),
    "cumprod": lambda x, dtype: x.astype(_wide(dtype)).cumprod(axis=-1),
    "reverse_cumsum": lambda x, dtype: x[..., ::-1].astype(_wide(dtype)).cumsum(axis=-1)[..., ::-1],
    "sort": lambda x, dtype: np.sort(x, axis=-1, kind="stable"),
    "argsort": lambda x, dtype: np.argsort(x, axis=-1, kind="stable"),
}
"""Index functions along the last axis."""


def _square(flat: Array) -> Array:
    """Matrices from their elements along the last axis, in a dtype that LAPACK has."""
    n = math.isqrt(flat.shape[-1])
    wide = flat.astype(np.result_type(_wide(flat.dtype), np.float32) if flat.dtype.kind in "fc" else np.float64)
    return wide.reshape(*flat.shape[:-1], n, n)


def _eliminated(matrices: Array) -> tuple[Array, Array]:
    """Determinants and inverses by Gauss-Jordan elimination with row exchanges, in any precision."""
    n = matrices.shape[-1]
    flat = matrices.reshape(-1, n, n)
    dets, inverses = np.ones(len(flat), flat.dtype), np.empty_like(flat)
    for number, matrix in enumerate(flat):
        work = np.concatenate([matrix, np.eye(n, dtype=flat.dtype)], axis=1)
        for k in range(n):
            pivot = k + int(np.argmax(np.abs(work[k:, k])))
            if pivot != k:
                work[[k, pivot]] = work[[pivot, k]]
                dets[number] *= -1
            dets[number] *= work[k, k]
            if work[k, k] == 0:
                break
            work[k] /= work[k, k]
            for other in range(n):
                if other != k:
                    work[other] -= work[other, k] * work[k]
        inverses[number] = work[:, n:]
    return dets.reshape(matrices.shape[:-2]), inverses.reshape(matrices.shape)


def _inverse(matrices: Array) -> Array:
    if matrices.dtype.char in "fdFD":
        return np.asarray(np.linalg.inv(matrices))
    dets, inverses = _eliminated(matrices)
    if not np.all(dets != 0):
        raise np.linalg.LinAlgError("Singular matrix")
    return inverses


def _det(matrices: Array) -> Array:
    return np.asarray(np.linalg.det(matrices) if matrices.dtype.char in "fdFD" else _eliminated(matrices)[0])


def _logdet(matrices: Array) -> Array:
    if matrices.dtype.char not in "fdFD":
        det = _eliminated(matrices)[0]
        return np.asarray(np.log(det))
    sign, size = np.linalg.slogdet(matrices)
    if matrices.dtype.kind == "c":
        return np.asarray(np.log(sign) + size)
    return np.asarray(np.where(sign < 0, np.nan, size))


def _symmetric_part(matrices: Array) -> Array:
    return np.asarray((matrices + _turned(matrices)) / matrices.dtype.type(2))


def _cholesky(matrices: Array) -> Array:
    """Cholesky factors of the symmetric parts, column by column, in any precision."""
    a = _symmetric_part(matrices)
    if a.dtype.char in "fdFD":
        return np.asarray(np.linalg.cholesky(a))
    lower = np.zeros_like(a)
    for k in range(a.shape[-1]):
        rest = a[..., k] - np.einsum("...ip,...p->...i", lower, lower[..., k, :].conj())
        if not np.all(rest[..., k].real > 0):
            raise np.linalg.LinAlgError("Matrix is not positive definite")
        lower[..., k:, k] = rest[..., k:] / np.sqrt(rest[..., k, None])
    return lower


def _eigen(matrices: Array) -> tuple[Array, Array]:
    """Eigenvalues, ascending, and eigenvectors of the symmetric parts: LAPACK's; Jacobi rotations in wider types."""
    a = _symmetric_part(matrices)
    if a.dtype.char in "fdFD":
        values, vectors = np.linalg.eigh(a)
        return values, vectors
    vectors = np.linalg.eigh(a.astype(np.complex128 if a.dtype.kind == "c" else np.float64))[1].astype(a.dtype)
    vectors = vectors @ (3 * np.eye(a.shape[-1]) - _turned(vectors) @ vectors) / 2  # orthogonal, too
    a = _turned(vectors) @ a @ vectors
    n = a.shape[-1]
    for p, q in [(row, column) for _ in range(3) for row in range(n) for column in range(row + 1, n)]:
        size = np.abs(a[..., p, q])
        angle = np.where(size == 0, 0, np.arctan2(2 * size, (a[..., q, q] - a[..., p, p]).real) / 2)
        turn = np.broadcast_to(np.eye(n, dtype=a.dtype), a.shape).copy()
        turn[..., p, p] = turn[..., q, q] = np.cos(angle)
        turn[..., p, q] = np.sin(angle) * a[..., p, q] / np.where(size == 0, 1, size)
        turn[..., q, p] = -turn[..., p, q].conj()
        a, vectors = _turned(turn) @ a @ turn, vectors @ turn
    return np.diagonal(a, axis1=-2, axis2=-1).real, vectors


def _turned(matrices: Array) -> Array:
    return matrices.swapaxes(-1, -2).conj()


MATRIX: dict[str, Callable[[Array], Any]] = {
    "chol": lambda x: _cholesky(_square(x)).reshape(x.shape),
    "spectrum": lambda x: (_eigen(_square(x))[0][..., None] * np.eye(math.isqrt(x.shape[-1]))).reshape(x.shape),
    "eigvecsh": lambda x: _eigen(_square(x))[1].reshape(x.shape),
    **dict.fromkeys(("posdef", "symmetric", "orthogonal"), lambda x: x),
    "inv": lambda x: _inverse(_square(x)).reshape(x.shape),
    "det": lambda x: _det(_square(x)),
    "logdet": lambda x: _logdet(_square(x)),
}
"""Functions of matrices whose elements lie along the last axis."""
