"""Vector mathematics: gamma, lgamma and digamma of positive arguments.

Kernels compute a loop again in another way when one of its arguments is not positive (`cpu_scalar`).
With h = x - 1, lgamma is h*(h - 1) times a function between its zeros, a constant and a quotient of
polynomials; below 1 the same for x + 1 less log(x); Stirling's formula from 5/2 on, with the logarithm
and its product as sums of two numbers.  gamma is a power of 2 by the same formula, and gamma(x + 3)/(x*(x + 1)*(x + 2))
below 3.
"""

from __future__ import annotations

CONSTANTS: dict[str, tuple[str, str]] = {
    "PSI_ZERO": ("1.4616321325302124", "1.4616321449683622"),
    "PSI_REST": ("1.243814993891891e-8", "9.549995429965697e-17"),
    "PSI": (
        """(
        -0.03837067828557868, -0.052643357343138804, -0.06998573145295214, -0.05517712723149446,
        -0.19958883738794034, 0.2554853626829192, -0.538550938565139, 0.24930816096182226,
    )""",
        """(
        -0.0383678550316752, -0.05278087860305537, -0.06742710841539584, -0.07865429328762223,
        -0.08190105620230308, -0.07379677211480523, -0.05608363289970021, -0.027350818420069894,
        -0.07212402222701662, 0.3387629069419721, -1.6780168367660233, 6.395087134019569, -18.357908746049745,
        40.553082848340864, -66.92650097735978, 80.43985528267072, -66.15354258293408, 33.427566234786504,
        -7.711909038647313,
    )""",
    ),
    "LGAMMA_TOP": (
        """(
        0.2452509640117439, 0.20456488312306662, 0.029228292917729878,
    )""",
        """(
        0.24525136852258012, 0.6456292092669489, 0.6336487585495583, 0.28733887635130945,
        0.060494390744861334, 0.005192677902462828, 0.00012363832217019647,
    )""",
    ),
    "LGAMMA_BELOW": (
        """(
        1.0, 1.4678510456087919, 0.5801381068307995, 0.0539990101225855,
    )""",
        """(
        1.0, 3.2662956376413863, 4.184264033671015, 2.666053393854441, 0.885004678848578,
        0.14640487762430918, 0.01042541772244229, 0.00021770582275387854,
    )""",
    ),
    "STIRLING": (
        """(
        0.0833333249479736, 1.0156027768366161e-06, -0.0027972718786533333, 0.00012610645966407564,
        0.0005060032532083451,
    )""",
        """(
        0.08333333333333333, 2.1562962176880386e-15, -0.002777777778245321, 4.004717894483175e-11,
        0.0007936489945942742, 4.876042369912585e-08, -0.0005961021423698095, 1.0505271844851737e-05,
        0.000751729286238033, 0.0005482350076078246, -0.004255104009935648, 0.006565410020658744,
        -0.0032952038424039947, -0.0030211900987173433, 0.005128585761016035, -0.002191759632674729,
    )""",
    ),
    "STIRLING_FIRST": ("0.41893853320467267", "0.41893853320467267"),
    "ROOT_REST": ("-1.6495438957438272e-10", "-1.0549051772839261e-16"),
    "GAMMA_END": ("40.0", "180.0"),
    "LGAMMA_END": ("4.085003425410169e+36", "2.5599833278516387e+305"),
}
"""What the capital names in the texts stand for: for float32 and for float64."""

SNIPPETS: dict[str, str | tuple[str, str]] = {
    # v + lost from 3 on, gamma(x) = gamma(v + lost)/less, and log2 of what Stirling's formula is multiplied by
    "GAMMA_SHIFT": """
    small = x < 3.0
    v = _choose(small, x + 3.0, _choose(x > GAMMA_END, GAMMA_END, x))
    lost = _choose(small, x - (v - 3.0), 0.0)
    inner = x.call("fma", v, 2.0)
    less = _choose(small, x * inner, 1.0)
    rest = x.call("fma", inner, -less) + x * (x.call("fma", v, 2.0 - inner) + x * lost)
    rest = _choose(small, rest * _rough_inverse(less), 0.0)
    inverse = 1.0 / v
    series = inverse * _poly(inverse, STIRLING) * LOG2E + (ROOT_REST - rest * LOG2E)
    k, m = _binary(v)
""",
}
"""Lines that two texts share."""

TEXT = '''
def _es_digamma_positive_KIND(x):
    """digamma(x) for x > 0: log(1 + h*(1 + p)) with h = x - zero and a polynomial p of 1/(x + 1), from 1 on."""
    small = x < 1.0
    v = _choose(small, x + 1.0, x)
    lost = _choose(small, x - (v - 1.0), 0.0)
    first, second = v - PSI_ZERO, lost - PSI_REST
    h = first + second
    t = 1.0 / (v + 1.0)
    more = h * (t * _poly(t, PSI)) + ((first - h) + second)
    u = h + more
    y = _es_log1p_KIND.write(_choose(h < INF, u, h)) + _choose(h < 1.0, ((h - u) + more) * _rough_inverse(1.0 + u), 0.0)
    i = 1.0 / x
    below = y - i
    rest = (y - (below + i)) - (-i).call("fma", x, 1.0) * i
    below = below + _choose(i < INF, rest, 0.0)
    return _choose(small, below, y)

def _es_lgamma_positive_KIND(x):
    """lgamma(x) for x > 0."""
    LOG_PAIR
    whole = k * LN2_HIGH
    high, low = whole + high, low + (k * LN2_LOW + ((whole - (whole + high)) + high))
    log = high + low
    low = (high - log) + low
    less = x < 1.0
    w = x - 0.5
    h = _choose(less, x, x - 1.0)
    near = 0.5772156649015329 - h * (_poly(h, LGAMMA_TOP) / _poly(h, LGAMMA_BELOW))
    near = 0.0 - (h * (1.0 - h)) * near
    near = _choose(less, (near - log) - low, near)
    u = 1.0 / x
    minus = log - 1.0
    low = low + ((log - minus) - 1.0)
    y = w.rounded_product(minus)
    low = w.call("fma", minus, -y) + w * low
    y = y + (low + (STIRLING_FIRST + u * _poly(u, STIRLING)))
    y = _choose(x < 2.5, near, y)
    return _choose(x >= LGAMMA_END, INF, y)

def _es_gamma_positive_f32(x):
    """gamma(x) for x > 0, the logarithm and its product in float64."""
    GAMMA_SHIFT
    LOG2_PAIR
    a = v.double()
    e = (a - 0.5) * log - a * 1.4426950408889634
    shifted = e + LOW_BIASES
    r = (e - (shifted - LOW_BIASES)).single() + (series + lost * (log.single() - 0.72 * inverse))
    return _scaled(2.5066282749176025 + r * (2.5066282749176025 * _poly(r, EXP2)), shifted, LOW_BIASES) / less

def _es_gamma_positive_f64(x):
    """gamma(x) for x > 0, the logarithm and its product as sums of two numbers."""
    GAMMA_SHIFT
    LOG2_PAIR
    a = v - 0.5
    high = a.rounded_product(first)
    low = a.call("fma", first, -high) + (a * low + lost * (first - 0.72 * inverse))
    other = v.rounded_product(LOG2E)
    low = low - (v.call("fma", LOG2E, -other) + v * LOG2E_LOW)
    e = high - other
    low = ((high - e) - other) + (low + series)
    shifted = e + TWO_BIASES
    r = (e - (shifted - TWO_BIASES)) + low
    p = 2.5066282746310007 + r * (2.5066282746310007 * _poly(r, EXP2))
    return _scaled(p, shifted, TWO_BIASES) / less
'''
