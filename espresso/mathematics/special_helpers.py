"""Helper texts for special functions: gamma and its relatives, error functions.

Digamma and trigamma: recurrence up to 10, then the asymptotic series in Bernoulli
numbers; around the zero of digamma its Taylor series, so the relative error stays small;
reflection for negative arguments.  Beta: gamma functions for small arguments, Stirling's
series for the difference of two logarithms of gamma otherwise.  Computed in float64.
"""

from __future__ import annotations

import ast
from textwrap import indent

from espresso.mathematics import vector_gamma
from espresso.mathematics.texts import functions, horner, respelled


def _mapped(name: str, what: str, function: str, setup: str = "") -> str:
    return f'''
def _es_{name}(x):
    """{what}."""
    import math

{setup}    x = np.asarray(x)
    out = np.array([{function} for v in x.astype(np.float64).ravel().tolist()], dtype=np.float64)
    with np.errstate(over="ignore"):
        return out.reshape(x.shape).astype(x.dtype if x.dtype.kind == "f" else np.float64)
'''


_GAMMA = """    def gamma(v):
        if v == 0:
            return math.copysign(math.inf, v)
        if v < 0 and v == np.floor(v):
            return math.nan
        try:
            return math.gamma(v)
        except OverflowError:
            return math.copysign(math.inf, v)

"""
_LGAMMA = """    def lgamma(v):
        try:
            return math.inf if v <= 0 and v == np.floor(v) else math.lgamma(v)
        except OverflowError:
            return math.inf

"""

_SERIES = """\
    y = 1 / (z * z)
    series = y * (1 / 132 - y * (691 / 32760 - y / 12))
    series = y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - series))))"""
_TRI_SERIES = """\
    y = 1 / (z * z)
    series = y * (1 / 6 - y * (1 / 30 - y * (1 / 42 - y * (1 / 30 - y * (5 / 66 - y * (691 / 2730 - y * 7 / 6))))))"""
_TAYLOR = (
    0.9676722454476212, -0.4427631689835921, 0.258499760955651, -0.16394270544240652, 0.10782405069126237,
    -0.07219956125645471, 0.04880428816414311, -0.03316112647484736, 0.022597648232218104, -0.01542476466590496,
    0.010538791616612175, -0.007204534386356869, 0.004926781395729853, -0.003369801655439328,
)  # fmt: skip
"""Derivatives of digamma at its positive zero, divided by factorials."""
_ZERO, _ZERO_REST, _PSI = (vector_gamma.CONSTANTS[name][1] for name in ("PSI_ZERO", "PSI_REST", "PSI"))


_FROM_ZERO = ast.literal_eval(_PSI.strip())
"""(exp(digamma(x)) - 1)/(x - zero) - 1 by powers of 1/(x + 1), for x from 1 on; without the constant, which is 0."""


_POLYNOMIAL = horner("h", (0.0, *_TAYLOR), "        ")
_FROM_ONE = horner("u", (0.0, *_FROM_ZERO), "        ")

NUMPY = {
    "_es_erf": _mapped("erf", "Error function", "math.erf(v)"),
    "_es_erfc": _mapped("erfc", "1 - erf(x), accurate for large x", "math.erfc(v)"),
    "_es_gamma": _mapped("gamma", "Gamma function", "gamma(v)", _GAMMA),
    "_es_lgamma": _mapped("lgamma", "Logarithm of the absolute value of the gamma function", "lgamma(v)", _LGAMMA),
    "_es_gelu": '''
def _es_gelu(x):
    """x times the normal distribution function of x."""
    import math

    x = np.asarray(x)
    half = [math.erfc(v) / 2 for v in (-0.7071067811865476 * x.astype(np.float64)).ravel().tolist()]
    with np.errstate(invalid="ignore"):
        out = x * np.array(half, dtype=np.float64).reshape(x.shape)
    return out.astype(x.dtype) if x.dtype.kind == "f" else out
''',
    "_es_digamma": f'''
def _es_digamma(x):
    """Derivative of the logarithm of the gamma function."""
    x = np.asarray(x)
    v = x.astype(np.float64)
    z = np.where(v < 0, 1 - v, v)
    shift = np.zeros_like(z)
    with np.errstate(all="ignore"):
        for _ in range(10):
            small = z < 10
            shift += np.where(small, 1 / z, 0)
            z = z + small
{indent(_SERIES, "    ")}
        out = np.log(z) - 0.5 / z - series - shift
        h = (v - {_ZERO}) - {_ZERO_REST}
        near = (
        {_POLYNOMIAL}
        )
        out = np.where(np.abs(h) < 0.1, near, out)
        part = v - np.rint(v)
        out = np.where(v < 0, np.where(part == 0, np.nan, out - np.pi / np.tan(np.pi * part)), out)
        out = np.where(v == 0, -np.copysign(np.inf, v), out)
    return out.astype(x.dtype) if x.dtype.kind == "f" else out
''',
    "_es_trigamma": f'''
def _es_trigamma(x):
    """Second derivative of the logarithm of the gamma function."""
    x = np.asarray(x)
    v = x.astype(np.float64)
    z = np.where(v <= 0, 1 - v, v)
    shift = np.zeros_like(z)
    with np.errstate(all="ignore"):
        for _ in range(10):
            small = z < 10
            shift += np.where(small, 1 / (z * z), 0)
            z = z + small
{indent(_TRI_SERIES, "    ")}
        out = (1 + 0.5 / z + series) / z + shift
        part = v - np.rint(v)
        out = np.where(v <= 0, (np.pi / np.sin(np.pi * part)) ** 2 - out, out)
        out = np.where(v == -np.inf, np.nan, out)
    return out.astype(x.dtype) if x.dtype.kind == "f" else out
''',
}

NUMBA = functions(f'''
def _es_digamma(x):
    """Derivative of the logarithm of the gamma function: the logarithm of 1 + h*(1 + p), with h from its zero on."""
    t = type(x)
    v = np.float64(x)
    if v == 0.0:
        return t(-math.copysign(np.inf, v))
    if v == -np.inf or v != v:
        return t(np.nan)
    if v == np.inf:
        return x
    z = 1.0 - v if v < 0.0 else v + 1.0 if v < 1.0 else v
    h = (z - {_ZERO}) - {_ZERO_REST}
    u = 1.0 / (z + 1.0)
    p = (
        {_FROM_ONE}
    )
    out = math.log1p(h + h * p)
    if v < 0.0:
        part = v - np.rint(v)
        out = np.nan if part == 0.0 else out - np.pi / math.tan(np.pi * part)
    elif v < 1.0:
        out -= 1.0 / v
    return t(out)

def _es_trigamma(x):
    """Second derivative of the logarithm of the gamma function."""
    t = type(x)
    v = np.float64(x)
    if v == -np.inf or v != v:
        return t(np.nan)
    z = 1.0 - v if v <= 0.0 else v
    shift = 0.0
    while z < 10.0:
        shift += 1.0 / (z * z)
        z += 1.0
{_TRI_SERIES}
    out = (1.0 + 0.5 / z + series) / z + shift
    if v <= 0.0:
        out = (np.pi / math.sin(np.pi * (v - np.rint(v)))) ** 2 - out
    return t(out)

def _es_lgamma_rest(v):
    """Stirling's series: lgamma(v) - (v - 1/2)*log(v) + v - log(2*pi)/2 for v >= 10."""
    y = 1 / (v * v)
    return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * 691 / 360360))))) / v

def _es_lbeta(a, b):
    """Logarithm of the beta function."""
    t = type(a)
    p, q = np.float64(a), np.float64(b)
    low, high = min(p, q), max(p, q)
    both = p + q
    if high < np.inf and both >= 10.0:
        ratio = -(high - 0.5) * math.log1p(low / high) - low * math.log(both) + low
        return t(math.lgamma(low) + ratio + _es_lgamma_rest(high) - _es_lgamma_rest(both))
    return t(math.lgamma(p) + math.lgamma(q) - math.lgamma(p + q))

def _es_beta(a, b):
    """Beta function gamma(a)*gamma(b)/gamma(a + b)."""
    t = type(a)
    p, q = np.float64(a), np.float64(b)
    both = p + q
    if not np.isfinite(both):
        return t(0) if both == both and min(p, q) > 0.0 else t(np.nan)
    if (p <= 0.0 and p == np.floor(p)) or (q <= 0.0 and q == np.floor(q)):
        return t(np.nan) if both <= 0.0 and both == np.floor(both) else t(np.inf)
    if both <= 0.0 and both == np.floor(both):
        return t(0)
    if max(abs(p), abs(q)) < 1e-20:  # gamma(x) is 1/x, and may overflow
        return t(both / p / q)
    if max(abs(p), abs(q), abs(both)) < 20.0:
        return t(math.gamma(p) * (math.gamma(q) / math.gamma(both)))
    sign = 1.0
    for v in (p, q, both):
        if v < 0.0 and np.floor(v) % 2.0 != 0.0:
            sign = -sign
    return t(sign * math.exp(_es_lbeta(p, q)))
''')


def _paired(name: str, *calls: str) -> str:
    """The text for NumPy of a function of two arguments: that for numba, number by number."""
    head, what = NUMBA[f"_es_{name}"].strip().split("\n")[:2]
    words = {f"_es_{n}": n for n in (*calls, name)}
    words |= {"math.exp": "np.exp", "math.lgamma": "lgamma", "math.gamma": "gamma", "type(a)": "float"}
    inner = "".join(respelled(NUMBA[n], words.get) for n in words if n in NUMBA)
    return f'''
{head}
{what}
    import math
{indent(inner, "    ")}
{_GAMMA * (name == "beta")}{_LGAMMA.rstrip()}

    a, b = np.asarray(a), np.asarray(b)
    kind = np.result_type(a, b)
    kind = kind if kind.kind == "f" else np.float64
    a, b = np.broadcast_arrays(a, b)
    pairs = zip(a.astype(np.float64).ravel().tolist(), b.astype(np.float64).ravel().tolist())
    with np.errstate(all="ignore"):
        return np.array([{name}(p, q) for p, q in pairs], dtype=np.float64).reshape(a.shape).astype(kind)
'''


NUMPY["_es_lbeta"] = _paired("lbeta", "lgamma_rest")
NUMPY["_es_beta"] = _paired("beta", "lgamma_rest", "lbeta")
