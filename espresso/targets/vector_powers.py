"""Vector mathematics, continued: powers, other bases, hyperbolic functions and the complement of erf.

pow takes the logarithm as a sum of two numbers (the series of atanh in double-double
arithmetic, compare Shibata and Petrogalli, SLEEF, 2020); for float32 it works in float64.
"""

from __future__ import annotations

CONSTANTS: dict[str, tuple[str, str]] = {
    "LN2": ("0.6931471824645996", "0.6931471805599453"),
    "LN2_REST": ("-1.9046542121259336e-09", "2.3190468138462996e-17"),
    "EXP2_LOW": ("-151.0", "-1076.0"),
    "EXP2_HIGH": ("129.0", "1025.0"),
    "LOG2E": ("1.4426950216293335", "1.4426950408889634"),
    "LOG2E_LOW": ("1.925963033500011e-08", "2.0355273740931033e-17"),
    "LOG10E": ("0.4342944920063019", "0.4342944819032518"),
    "LOG10E_LOW": ("-1.0103049952192578e-08", "1.098319650216765e-17"),
    "LOG10_2": ("0.301025390625", "0.301029995663157"),
    "LOG10_2_LOW": ("4.605039066518657e-06", "8.241712586023572e-13"),
    "TOP": ("90.0", "711.0"),
    "HYPOT_HIGH": ("1e+18", "1e+150"),
    "HYPOT_LOW": ("1e-18", "1e-150"),
    "HYPOT_DOWN": ("1.262177448353619e-29", "2.409919865102884e-181"),
    "HYPOT_UP": ("7.922816251426434e+28", "4.149515568880993e+180"),
    "THIRDS": ("8.0", "18.0"),
    "STEPS": ("1", "2"),
    "ROUND": ("8388608.0", "4503599627370496.0"),
    "SINH": (
        "(0.1666666716337204, 0.008333350531756878, 0.000198360561626032, 2.817501354002161e-06)",
        """(
        0.16666666666666666, 0.008333333333333333, 0.0001984126984126959, 2.7557319224120812e-06,
        2.505210834550301e-08, 1.6059050724174594e-10, 7.646475116866825e-13, 2.848432302062056e-15,
    )""",
    ),
    "CBRT": (
        "(0.4933314621448517, 0.7372090816497803, -0.28790441155433655, 0.05743037164211273)",
        """(
        0.42215899960794734, 1.0536349158209513, -0.8313145616474508, 0.5062878521947158, -0.17728982236842344,
        0.026521712677290046,
    )""",
    ),
    "ATANH": (
        "",
        """(
        0.20000000000001106, 0.14285714285057152, 0.11111111258966555, 0.09090892250041238, 0.07693376337849127,
        0.06628449295492815, 0.06597895288195796,
    )""",
    ),
}
"""What the capital names in the texts stand for: for float32 and for float64."""

SNIPPETS: dict[str, str | tuple[str, str]] = {
    # exp(abs(x))/2, which overflows later than exp(x)
    "HALF_EXP": """
    a = abs(x)
    v = _choose(a > TOP, TOP, a)
EXP_PARTS
    h = (1.0 + p) * _pow2(first) * _pow2(second - 1.0)
""",
    # log(x) as k*log(2) + high + low
    "LOG_PAIR": (
        """
    small = x < LEAST
    v = _choose(small, x * UP, x)
    k = _exponent(v)
    k = _choose(small, k - UP_BITS, k)
    f = _significand(v) - 1.0
    half = 0.5 * f * f
    high = f - half
    low = ((f - high) - half) + f * f * f * _poly(f, LOG)
""",
        """
    small = x < LEAST
    v = _choose(small, x * UP, x)
    k = _exponent(v)
    k = _choose(small, k - UP_BITS, k)
    f = _significand(v) - 1.0
    half = 0.5 * f * f
    s = f / (2.0 + f)
    high = f - half
    low = ((f - high) - half) + s * (half + s * s * _poly(s * s, LOG))
""",
    ),
    "LOG_SPECIAL": """
    special = _choose(x > 0.0, x.of(INF), NAN)
    special = _choose(x == 0.0, -INF, special)
    return _choose((x > 0.0) & (x < INF), y, special)
""",
    # what x**y is for special values of x, given the power r of abs(x)
    "POW_SPECIAL": """
    b = abs(y)
    half = 0.5 * b
    whole = (((b + ROUND) - ROUND) == b) | (b >= ROUND)
    odd = whole & (((half + ROUND) - ROUND) != half) & (b < 2.0 * ROUND)
    r = _choose(abs(x) == 1.0, 1.0, r)
    r = _choose(odd, r.call("copysign", x), r)
    r = _choose((x < 0.0) & (x > -INF) & (whole == 0), NAN, r)
    r = _choose((x != x) | (y != y), NAN, r)
    return _choose((y == 0.0) | (x == 1.0), 1.0, r)
""",
}
"""Lines that several texts share; a pair for float32 and float64."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "exp2": '''
def _es_exp2_KIND(x):
    """2**x: 2**n * exp(r*log(2)) with n the nearest whole number."""
    v = _choose(x > EXP2_HIGH, EXP2_HIGH, x)
    v = _choose(v < EXP2_LOW, EXP2_LOW, v)
    n = (v + MAGIC) - MAGIC
    part = v - n
    r = part.rounded_product(LN2)
    p = r + (r * r * _poly(r, EXP) + (part.call("fma", LN2, -r) + part * LN2_REST))
    first = n * 0.5 + MAGIC
    second = (n - (first - MAGIC)) + MAGIC
    return (1.0 + p) * _pow2(first) * _pow2(second)
''',
    "log2": '''
def _es_log2_KIND(x):
    """log2(x): k + log(m)*log2(e), the product in two parts."""
LOG_PAIR
    t = high.rounded_product(LOG2E)
    rest = high.call("fma", LOG2E, -t) + (high * LOG2E_LOW + low * LOG2E)
    y = k + t
    y = y + (((k - y) + t) + rest)
LOG_SPECIAL
''',
    "log10": '''
def _es_log10_KIND(x):
    """log10(x): k*log10(2) + log(m)*log10(e), the products in two parts."""
LOG_PAIR
    t = high.rounded_product(LOG10E)
    rest = high.call("fma", LOG10E, -t) + (high * LOG10E_LOW + low * LOG10E)
    base = k.rounded_product(LOG10_2)
    y = base + t
    y = y + (((base - y) + t) + (rest + k * LOG10_2_LOW))
LOG_SPECIAL
''',
    "sinh": '''
def _es_sinh_KIND(x):
    """sinh(x): a polynomial up to 1, then (exp(x) - exp(-x))/2."""
HALF_EXP
    z = x * x
    near = a + a * z * _poly(z, SINH)
    return _choose(a < 1.0, near, h - 0.25 / h).call("copysign", x)
''',
    "cosh": '''
def _es_cosh_KIND(x):
    """cosh(x) = (exp(x) + exp(-x))/2."""
HALF_EXP
    return h + 0.25 / h
''',
    "asinh": '''
def _es_asinh_KIND(x):
    """asinh(x) = log(1 + a + a*a/(1 + sqrt(1 + a*a))) for a = abs(x)."""
    a = abs(x)
    large = a > HYPOT_HIGH
    b = _choose(large, 1.0, a)
    near = _es_log1p_KIND.write(b + b * b / (1.0 + (1.0 + b * b).call("sqrt")))
    far = _es_log_KIND.write(_choose(large, a, 1.0)) + LN2
    return _choose(large, far, near).call("copysign", x)
''',
    "acosh": '''
def _es_acosh_KIND(x):
    """acosh(x) = log(1 + t + sqrt(2*t + t*t)) for t = x - 1."""
    large = x > HYPOT_HIGH
    t = _choose(large, 1.0, x - 1.0)
    v = t.call("fma", t, 2.0 * t)
    s = v.call("sqrt")
    rest = (-s).call("fma", s, v) + t.call("fma", t, 2.0 * t - v)
    u = t + s
    rest = _choose(s == 0.0, 0.0, 0.5 * rest / s) + ((s - u) + t)
    near = _es_log1p_KIND.write(u) + rest / (1.0 + u)
    y = _choose(large, _es_log_KIND.write(_choose(large, x, 1.0)) + LN2, near)
    return _choose(x < 1.0, NAN, y)
''',
    "atanh": '''
def _es_atanh_KIND(x):
    """atanh(x) = log(1 + 2*a/(1 - a))/2 for a = abs(x)."""
    a = abs(x)
    less = 1.0 - a
    u = (a + a) / less
    rest = (-u).call("fma", less, a + a) - u * ((1.0 - less) - a)
    y = _es_log1p_KIND.write(u) + _choose(a < 1.0, rest / (1.0 + a), 0.0)
    return (0.5 * y).call("copysign", x)
''',
    "cbrt": '''
def _es_cbrt_KIND(x):
    """Real cube root: a polynomial for the significand, then Newton's method."""
    a = abs(x)
    small = a < LEAST
    v = _choose(small, a * UP, a)
    k = _exponent(v)
    q = (k * 0.3333333333333333 + MAGIC) - MAGIC
    rest = k - 3.0 * q
    more, less = rest > 0.0, rest < 0.0
    m = _significand(v)
    y = _poly(m, CBRT) * _choose(more, x.of(1.2599210498948732), _choose(less, x.of(0.7937005259840998), 1.0))
    m = m * _choose(more, x.of(2.0), _choose(less, x.of(0.5), 1.0))
    for _ in range(STEPS):
        z = y * y
        y = y + (-z).call("fma", y, m) / (3.0 * z)
    y = y * _pow2(_choose(small, q - THIRDS, q) + MAGIC)
    return _choose((a > 0.0) & (a < INF), y.call("copysign", x), x)
''',
    "hypot": '''
def _es_hypot_KIND(x, y):
    """sqrt(x*x + y*y) without overflow."""
    a, b = abs(x), abs(y)
    large, small = _choose(a > b, a, b), _choose(a > b, b, a)
    scale = _choose(large > HYPOT_HIGH, a.of(HYPOT_DOWN), _choose(large < HYPOT_LOW, a.of(HYPOT_UP), 1.0))
    back = _choose(large > HYPOT_HIGH, a.of(HYPOT_UP), _choose(large < HYPOT_LOW, a.of(HYPOT_DOWN), 1.0))
    large, small = large * scale, small * scale
    h = large.call("fma", large, small * small).call("sqrt") * back
    return _choose((a == INF) | (b == INF), INF, h)
''',
    "pow": (
        '''
def _es_pow_f32(x, y):
    """x**y = exp(y*log(abs(x))) in float64, with polynomials for 28 bits."""
    a = abs(x).double()
    f = _significand(a) - 1.0
    s = f / (2.0 + f)
    log = _exponent(a) * 0.6931471805599453 + s * _poly(s * s, (
        2.0000000000085087, 0.6666666523006402, 0.400003878307645, 0.2853486862738767, 0.23619639091341477,
    ))
    log = _choose(a == 0.0, -INF, _choose(a == INF, INF, log))
    v = y.double() * log
    v = _choose(v > 130.0, 130.0, v)
    v = _choose(v < -150.0, -150.0, v)
    shifted = v * 1.4426950408889634 + 6755399441055744.0
    r = v - (shifted - 6755399441055744.0) * 0.6931471805599453
    p = 1.0 + (r + r * r * _poly(r, (
        0.500000009570175, 0.16666518303518313, 0.04166620413216127, 0.008368953683205936, 0.0013950602750374822,
    )))
    r = (p * _pow2(shifted)).single()
POW_SPECIAL
''',
        '''
def _es_pow_f64(x, y):
    """x**y = exp(y*log(abs(x))) with the logarithm and the product as sums of two numbers."""
    a = abs(x)
    small = a < LEAST
    v = _choose(small, a * UP, a)
    k = _exponent(v)
    k = _choose(small, k - UP_BITS, k)
    m = _significand(v)
    f, b = m - 1.0, m + 1.0
    s = f / b
    s_low = ((-s).call("fma", b, f) - s * (f - (b - 2.0))) / b
    z = s.rounded_product(s)
    z_low = s.call("fma", s, -z) + 2.0 * s * s_low
    tail = z * _poly(z, ATANH)
    u = tail + 0.3333333333333333
    u_low = ((0.3333333333333333 - u) + tail) + 1.850371707708594e-17
    t = z.rounded_product(u)
    t_low = z.call("fma", u, -t) + (z_low * u + z * u_low)
    w = s.rounded_product(t)
    w_low = s.call("fma", t, -w) + (s * t_low + s_low * t)
    whole = k.rounded_product(LN2_HIGH)
    high = s + w
    low = ((s - high) + w) + (s_low + w_low)
    first = whole + 2.0 * high
    low = ((whole - first) + 2.0 * high) + (2.0 * low + k * LN2_LOW)
    special = _choose(a == 0.0, a.of(-INF), INF)
    usual = (a > 0.0) & (a < INF)
    first, low = _choose(usual, first, special), _choose(usual, low, 0.0)
    first, low = first + low, (first - (first + low)) + low
    low = _choose(usual, low, 0.0)
    high = y.rounded_product(first)
    low = y.call("fma", first, -high) + y * low
    low = _choose(abs(high) < 1000.0, low, 0.0)
    v = _choose(high > EXP_HIGH, EXP_HIGH, high)
    v = _choose(v < EXP_LOW, EXP_LOW, v)
EXP_PARTS
    p = p + (low + low * p)
    r = (1.0 + p) * _pow2(first) * _pow2(second)
POW_SPECIAL
''',
    ),
}
