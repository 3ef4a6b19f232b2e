"""Vector mathematics: logarithms to other bases and inverse hyperbolic functions.

log2 and log10 multiply only the leading term of log(1 + f) by a number that is not exact: the rest comes from a
polynomial (float32) or is small.  The inverse hyperbolic functions are k*log(2) + 2*atanh(h/2), each h a quotient:
near 0 of sinh(t) and 1 + cosh(t) (Abramowitz and Stegun, 4.5.30: tanh(t/2)), where k is 0, and elsewhere
2*(m - 1)/(m + 1) for exp(t) = 2**k * m; the series then has one form for both.  A division takes as long as
many other instructions of a vector, a square root longer.
"""

from __future__ import annotations

CONSTANTS: dict[str, tuple[str, str]] = {
    "LOG2E": ("1.4426950216293335", "1.4426950408889634"),
    "LOG2E_LOW": ("1.925963033500011e-08", "2.0355273740931033e-17"),
    "LOG10E": ("0.4342944920063019", "0.4342944819032518"),
    "LOG10E_LOW": ("-1.0103049952192578e-08", "1.098319650216765e-17"),
    "LOG10_2": ("0.301025390625", "0.301029995663157"),
    "LOG10_2_LOW": ("4.605039066518657e-06", "8.241712586023572e-13"),
    "LOG2_REST": (
        """(
        1.884308176158811e-08, -0.7213475108146667, 0.48089849948883057, -0.36067700386047363,
        0.28853198885917664, -0.24026229977607727, 0.20595243573188782, -0.18382439017295837,
        0.16912199556827545, -0.13130655884742737, 0.05387471616268158,
    )""",
        "",
    ),
    "LOG10_REST": (
        """(
        -1.1906023722474401e-08, -0.21714724600315094, 0.14476555585861206, -0.10857375711202621,
        0.086811862885952, -0.07229907065629959, 0.06296601891517639, -0.05722581595182419, 0.04512322321534157,
        -0.01916687935590744,
    )""",
        "",
    ),
    "HALVES": (
        """(
        0.08333324640989304, 0.012501619756221771, 0.0022221209947019815, 0.0004622007836587727,
        4.987229476682842e-05, 4.32269589509815e-05,
    )""",
        """(
        0.08333333333333498, 0.012499999999871506, 0.0022321428606422006, 0.00043402772987137647,
        8.877879494189128e-05, 1.877805802546507e-05, 4.0759103341377706e-06, 8.810680519363117e-07,
        2.2826071403482166e-07, 1.3841758691332729e-08, 3.458340172808802e-08, -9.12396736114788e-09,
        3.351129097353488e-09,
    )""",
    ),
}
"""What the capital names in the texts stand for: for float32 and for float64."""

SNIPPETS: dict[str, str | tuple[str, str]] = {
    # x = 2**k * (1 + f)
    "LOG_SPLIT": """
    k, m = _pieces(x, LEAST, UP, UP_BITS)
    f = m - 1.0
""",
    "LOG_SPECIAL": """
    return _logarithm(x, y)
""",
    # log(q) for q = 2**k * m that is not near 1 (half of q where it is large), or 2*atanh(top/(1 + base))
    "TAILS": """
    k, m = _binary(q)
    k = _choose(large, k + 1.0, k)
    k = _choose(near, 0.0, k)
    top, base = _choose(near, top, m - 1.0), _choose(near, base, m)
    top = top + top
    bottom = 1.0 + base
    lost = base - (bottom - 1.0)
    i = 1.0 / bottom
    h = top.rounded_product(i)
    more = ((-h).call("fma", bottom, top) + GIVEN) * i
    z = h * h
    y = k * LN2_HIGH + (h + (h * (z * _poly(z, HALVES)) + (more + k * LN2_LOW)))
""",
}
"""Lines that several texts share."""

TEXT = '''
def _es_log2_f32(x):
    """log2(x): k + log2(m)."""
    LOG_SPLIT
    y = k + (f * LOG2E + f * _poly(f, LOG2_REST))
    LOG_SPECIAL

def _es_log2_f64(x):
    """log2(x): k + log(m)*log2(e)."""
    LOG_PAIR
    y = k + (high * LOG2E + (low * LOG2E + high * LOG2E_LOW))
    LOG_SPECIAL

def _es_log10_f32(x):
    """log10(x): k*log10(2) + log10(m)."""
    LOG_SPLIT
    y = k * LOG10_2 + (f * LOG10E + (f * _poly(f, LOG10_REST) + k * LOG10_2_LOW))
    LOG_SPECIAL

def _es_log10_f64(x):
    """log10(x): k*log10(2) + log(m)*log10(e)."""
    LOG_SPLIT
    LOG_REST
    y = k * LOG10_2 + (f * LOG10E + (rest * LOG10E + (f * LOG10E_LOW + k * LOG10_2_LOW)))
    LOG_SPECIAL

def _es_asinh_KIND(x):
    """asinh(x) = log(a + sqrt(1 + a*a)) for a = abs(x)."""
    a = abs(x)
    near, large = a < 1.3333333333333333, a > HYPOT_HIGH
    top, base = a, (1.0 + a * a).call("sqrt")
    q = _choose(large, a, a + base)
    TAILS(-h * lost)
    return _choose(a < INF, y, a).call("copysign", x)

def _es_acosh_KIND(x):
    """acosh(x) = log(x + sqrt(x*x - 1)); near 1 with what the root of v = t*t + 2*t and v itself lose, t = x - 1."""
    near, large = x < 1.6666666666666667, x > HYPOT_HIGH
    t = x - 1.0
    v = t.call("fma", t, 2.0 * t)
    root = v.call("sqrt")
    rest = (-root).call("fma", root, v) + t.call("fma", t, 2.0 * t - v)
    rest = _choose(near, rest * _rough_inverse_root(v), 0.0)
    top, base, q = root, x, _choose(large, x, x + root)
    TAILS(rest - h * lost)
    return _choose(x < 1.0, NAN, _choose(x < INF, y, x))

def _es_atanh_KIND(x):
    """atanh(x) = log((1 + a)/(1 - a))/2 for a = abs(x)."""
    a = abs(x)
    near = a < 0.5
    more, less = 1.0 + a, 1.0 - a
    k, scale = _ratio(more, less)
    less = scale * less
    k = _choose(near, 0.0, k)
    top, bottom = _choose(near, a, more - less), _choose(near, 1.0, more + less)
    h = (top + top) / bottom
    z = h * h
    y = k * LN2_HIGH + (h + (h * (z * _poly(z, HALVES)) + k * LN2_LOW))
    y = _choose(a < 1.0, y, _choose(a == 1.0, a.of(INF), NAN))
    return (0.5 * y).call("copysign", x)
'''
