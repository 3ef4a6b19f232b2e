"""Helper texts of the normal distribution and of the inverse error functions, for NumPy and numba.

Quantiles are the three rational functions of Wichura (Algorithm AS 241, Applied Statistics 37, 1988), of
``q = p - 1/2`` in the middle and of ``sqrt(-log(p))`` in the tails, where p is the probability of the smaller side.
They are given ``q`` and ``p`` both, so that nothing cancels: for erfinv(x) these are x/2 and (1 - abs(x))/2.
One step of Halley's method makes the result as accurate as erf and erfc are.  The distribution function is
erfc(-x/sqrt(2))/2, corrected by what rounding the argument of erfc costs: that error grows with the square of x.
Computed in float64.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.mathematics.texts import functions, horner

_MIDDLE = (
    (3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
     45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727),
    (1.0, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077, 21213.794301586595867,
     39307.895800092710610, 28729.085735721942674, 5226.4952788528545610),
)  # fmt: skip
_NEAR = (
    (1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
     1.27045825245236838258, 0.241780725177450611770, 0.0227238449892691845833, 7.74545014278341407640e-4),
    (1.0, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550, 0.148103976427480074590,
     0.0151986665636164571966, 5.47593808499534494600e-4, 1.05075007164441684324e-9),
)  # fmt: skip
_FAR = (
    (6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 0.296560571828504891230,
     0.0265321895265761230930, 0.00124266094738807843860, 2.71155556874348757815e-5, 2.01033439929228813265e-7),
    (1.0, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525, 7.86869131145613259100e-4,
     1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15),
)  # fmt: skip
"""Numerators and denominators by rising powers; the tails are split at 5."""


def _ratio(variable: str, pair: Sequence[Sequence[float]], indent: str) -> str:
    above, below = (horner(variable, part) for part in pair)
    return f"(\n{indent}    ({above})\n{indent}    / ({below})\n{indent})"


_NUMPY_KERNEL = f'''
def _es_inverse_erf(x, t):
    """y with erf(y) = x and erfc(abs(y)) = t: rational functions, then a step of Halley's method."""
    import math

    q, s = 0.5 * x, np.sqrt(-np.log(0.5 * t))
    u, near, far = 0.180625 - q * q, s - 1.6, s - 5
    y = q * {_ratio("u", _MIDDLE, "    ")}
    tail = np.where(s <= 5, {_ratio("near", _NEAR, "    ")}, {_ratio("far", _FAR, "    ")})
    y = 0.7071067811865476 * np.where(np.abs(q) <= 0.425, y, np.copysign(tail, q))
    left = [
        math.erf(v) - a if abs(a) <= 0.5 else math.copysign(1, a) * (b - math.erfc(abs(v)))
        for v, a, b in zip(y.ravel().tolist(), x.ravel().tolist(), t.ravel().tolist())
    ]
    d = np.reshape(left, y.shape) / (1.1283791670955126 * np.exp(-y * y))
    return np.where(t > 0, y - d / (1 + y * d), np.where(t == 0, np.copysign(np.inf, x), np.nan))
'''


def _inverse(name: str, what: str, given: str) -> str:
    return f'''
def _es_{name}(x):
    """{what}."""
    x = np.asarray(x)
    v = x.astype(np.float64)
    with np.errstate(all="ignore"):
        return _es_inverse_erf({given}).astype(x.dtype if x.dtype.kind == "f" else np.float64)
'''


NUMPY = {
    "_es_inverse_erf": _NUMPY_KERNEL,
    "_es_erfinv": _inverse("erfinv", "Inverse of the error function", "v, 1 - np.abs(v)"),
    "_es_erfcinv": _inverse("erfcinv", "Inverse of erfc", "1 - v, np.minimum(v, 2 - v)"),
    "_es_normcdf": '''
def _es_normcdf(x):
    """Distribution function of the standard normal distribution."""
    import math

    x = np.asarray(x)
    v = np.clip(x.astype(np.float64), -40, 40)
    z = 0.7071067811865476 * v
    high = 134217729 * v
    high = high - (high - v)
    low = v - high
    rest = 0.7071067690849304 * high - z + 0.7071067690849304 * low + 1.2101617152815436e-08 * high
    rest = rest + 1.2101617152815436e-08 * low - 4.833646656726457e-17 * v
    tail = np.array([math.erfc(-w) for w in z.ravel().tolist()], dtype=np.float64).reshape(z.shape)
    out = 0.5 * tail + 0.5641895835477563 * np.exp(-z * z) * rest
    return out.astype(x.dtype) if x.dtype.kind == "f" else out
''',
}

NUMBA = functions(f'''
def _es_inverse_erf(x, t):
    """y with erf(y) = x and erfc(abs(y)) = t: rational functions, then a step of Halley's method."""
    if not t > 0.0:
        return math.copysign(np.inf, x) if t == 0.0 else np.nan
    q = 0.5 * x
    if abs(q) <= 0.425:
        u = 0.180625 - q * q
        y = q * {_ratio("u", _MIDDLE, "        ")}
    else:
        s = math.sqrt(-math.log(0.5 * t))
        if s <= 5.0:
            u = s - 1.6
            y = {_ratio("u", _NEAR, "            ")}
        else:
            u = s - 5.0
            y = {_ratio("u", _FAR, "            ")}
        y = math.copysign(y, q)
    y = 0.7071067811865476 * y
    d = math.erf(y) - x if abs(x) <= 0.5 else math.copysign(1.0, x) * (t - math.erfc(abs(y)))
    d = d / (1.1283791670955126 * math.exp(-y * y))
    return y - d / (1.0 + y * d)

def _es_erfinv(x):
    """Inverse of the error function."""
    t = type(x)
    v = np.float64(x)
    return t(_es_inverse_erf(v, 1.0 - abs(v)))

def _es_erfcinv(x):
    """Inverse of erfc."""
    t = type(x)
    v = np.float64(x)
    return t(_es_inverse_erf(1.0 - v, v if v < 1.0 else 2.0 - v))
''')
