"""Helper texts for polygamma, the derivatives of digamma, for NumPy and numba.

The n-th derivative of digamma at x is ``(-1)**(n+1)*n!*sum[k](1/(x + k)**s)`` with ``s = n + 1``, for negative x
too.  Terms are added one by one while ``|x + k|`` is below ``s + 20``; the rest, on either side, is the
Euler-Maclaurin series in Bernoulli numbers (Johansson, Rigorous high-precision computation of the
Hurwitz zeta function, 2015, section 2).  Everything is relative to the distance ``near`` from the nearest pole, and
``n!/near**n`` is one product, so that nothing overflows before the result does.  Computed in float64, for
whole orders up to 170; others give NaN.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from espresso.mathematics.texts import functions

_BERNOULLI = (
    Fraction(1, 6), Fraction(-1, 30), Fraction(1, 42), Fraction(-1, 30), Fraction(5, 66), Fraction(-691, 2730),
    Fraction(7, 6), Fraction(-3617, 510), Fraction(43867, 798), Fraction(-174611, 330),
)  # fmt: skip
_TERMS = [float(b / factorial(2 * k + 2)) for k, b in enumerate(_BERNOULLI)]


def _series(indent: str) -> str:
    """Statements that leave the sum of the series, without its factor s/a**2, in ``u``."""
    lines = [f"u = {_TERMS[-1]!r}"]
    for k in range(len(_TERMS) - 2, -1, -1):
        low, high = float(2 * k + 1), float(2 * k + 2)
        lines.append(f"u = {_TERMS[k]!r} + u * ((s + {low}) * y) * (s + {high})")
    return "\n".join(indent + line for line in lines)


NUMPY = {
    "_es_polygamma": f'''
def _es_polygamma(n, x):
    """The n-th derivative of digamma, for whole n."""

    def rest(a):
        y = 1 / (a * a)
{_series("        ")}
        return (a / near) ** -m * (1 / m + 0.5 / a + u * (s * y))

    n, x = np.asarray(n), np.asarray(x)
    kind = np.result_type(n, x)
    kind = kind if kind.kind == "f" else np.float64
    n, x = np.broadcast_arrays(n, x)
    order, v = n.astype(np.float64), x.astype(np.float64)
    known = (order >= 0) & (order <= 170) & (order == np.floor(order)) & (v > -np.inf)
    m = np.where(known & (order > 0), order, 1.0)
    odd = m % 2 == 1
    s, far = m + 1, m + 21
    pole = (v <= 0) & (v == np.floor(v))
    v = np.where(np.isfinite(v) & ~pole, v, 1.0)
    with np.errstate(all="ignore"):
        near = np.where(v > 0, v, np.abs(v - np.rint(v)))
        w = np.where(v < -far, v + np.ceil(-v - far), v)
        total = np.where(v < -far, (rest(1 - w) - rest(1 - v)) * np.where(odd, 1, -1), 0)
        while (below := w < far).any():
            part = (np.abs(w) / near) ** -s / near
            total += np.where(below, np.where((w > 0) | odd, part, -part), 0)
            w = np.where(below, w + 1, w)
        total += rest(w)
        k = 1
        while (more := k <= m).any():
            total *= np.where(more, k / near, 1)
            k += 1
        out = np.where(odd, total, -total)
        out = np.where(x == np.inf, 0, out)
        zero = np.where(x == 0, -np.copysign(np.inf, x.astype(np.float64)), np.nan)
        out = np.where(pole, np.where(odd, np.inf, zero), out)
        out = np.where(known & (x == x), out, np.nan)
        if (order == 0).any():
            out = np.where(order == 0, _es_digamma(x.astype(np.float64)), out)
        return out.astype(kind)
''',
}

NUMBA = functions(f'''
def _es_polygamma_rest(m, near, a):
    """Sum over k from 0 on of (near/(a + k))**m/(a + k) for large a."""
    s = m + 1.0
    y = 1.0 / (a * a)
{_series("    ")}
    return (a / near) ** -m * (1.0 / m + 0.5 / a + u * (s * y))

def _es_polygamma(n, x):
    """The n-th derivative of digamma, for whole n."""
    t = type(x)
    m, v = np.float64(n), np.float64(x)
    if not (m >= 0.0 and m <= 170.0) or m != np.floor(m) or v != v or v == -np.inf:
        return t(np.nan)
    if m == 0.0:
        return _es_digamma(x)
    if v == np.inf:
        return t(0.0)
    odd = m % 2.0 == 1.0
    if v <= 0.0 and v == np.floor(v):
        return t(np.inf) if odd else t(-math.copysign(np.inf, v)) if v == 0.0 else t(np.nan)
    far = m + 21.0
    near = v if v > 0.0 else abs(v - np.rint(v))
    w = v
    total = 0.0
    if v < -far:
        w = v + np.ceil(-v - far)
        total = _es_polygamma_rest(m, near, 1.0 - w) - _es_polygamma_rest(m, near, 1.0 - v)
        if not odd:
            total = -total
    while w < far:
        part = (abs(w) / near) ** (-m - 1.0) / near
        total += part if w > 0.0 or odd else -part
        w += 1.0
    total += _es_polygamma_rest(m, near, w)
    k = 1.0
    while k <= m:
        total *= k / near
        k += 1.0
    return t(total if odd else -total)
''')
