"""Vector mathematics, continued: powers, other bases, hyperbolic functions and the complement of erf.

pow takes the logarithm as a sum of two numbers (the series of atanh in double-double
arithmetic, compare Shibata and Petrogalli, SLEEF, 2020); for float32 it works in float64.
erfc is exp(-x*x) times a polynomial of (x - 4)/(x + 4) over 1 + 2x (Shepherd and
Laframboise, 1981).
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
    "TAIL": (
        """(
        0.3989841776502, 1.5924277081, 6.095745206358, 18.73918048417, 85.33055574461, 76.47543676149,
        352.6043831925, 3714.11279627, -17004.14317984, 17774.86785992,
    )""",
        "()",
    ),
    "ERFC_END": ("11.0", "28.0"),
    "ROOT_HALF": ("0.7071067690849304", "0.7071067811865476"),
    "ROOT_HALF_LOW": ("1.2101617485882343e-08", "-4.833646656726457e-17"),
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
    "ERFC": (
        """(
        1.2329951524734497, -0.13962112367153168, 0.015379620715975761, 0.06809712201356888,
        -0.10103810578584671, 0.09373240917921066, -0.0663410946726799, 0.03716171160340309,
        -0.01614907570183277, 0.005094045307487249, -0.0008210950763896108, -0.00035326057695783675,
        8.554281521355733e-05,
    )""",
        """(
        1.2329951186255526, -0.13962111684056253, 0.01537965210261965, 0.0680970542546953, -0.10103906603629928,
        0.09373283499825716, -0.06633036581232678, 0.037167515538964385, -0.016197734056575108,
        0.005031969964964596, -0.0007577732968741747, -0.00019925662564950064, 0.00015062171392807034,
        -2.4399443205794562e-05, -1.1222158308232183e-05, 5.710202745193945e-06, 2.941209218303377e-07,
        -8.259814321572671e-07, 7.414688731698185e-08, 1.103525948830506e-07, -1.7493019148420113e-08,
        -1.408373904689237e-08, 1.6827329618051337e-09, 1.2016071338128719e-09,
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
    # erfc(a + more) for a from 0 on, as y times the two powers of 2
    "ERFC_PARTS": """
    high = a.rounded_product(a)
    low = a.call("fma", a, -high) + 2.0 * a * more
    y = _poly((a - 4.0) / (a + 4.0), ERFC) / (1.0 + 2.0 * a)
    v = -high
EXP_PARTS
    p = p - (low + low * p)
    y = y + y * p
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
    near = _es_log1p_KIND.write(t + (2.0 * t + t * t).call("sqrt"))
    y = _choose(large, _es_log_KIND.write(_choose(large, x, 1.0)) + LN2, near)
    return _choose(x < 1.0, NAN, y)
''',
    "atanh": '''
def _es_atanh_KIND(x):
    """atanh(x) = log(1 + 2*a/(1 - a))/2 for a = abs(x)."""
    a = abs(x)
    return (0.5 * _es_log1p_KIND.write((a + a) / (1.0 - a))).call("copysign", x)
''',
    "erfc": '''
def _es_erfc_KIND(x):
    """1 - erf(x), to full relative accuracy for large x."""
    a = abs(x)
    a = _choose(a > ERFC_END, ERFC_END, a)
    more = a.of(0.0)
ERFC_PARTS
    near = 1.0 - (x + x * _poly(x * x, ERF_NEAR))
    y = y * _pow2(first) * _pow2(second)
    return _choose(a < 0.75, near, _choose(x < 0.0, 2.0 - y, y))
''',
    "gelu": (
        '''
def _es_gelu_f32(x):
    """x*Q(-x) with the tail Q(t) = exp(-t*t/2)*R(t) of the normal distribution, R a polynomial of 1/(t + 4)."""
    s = _choose(x > 14.5, 14.5, x)
    s = _choose(s < -14.5, -14.5, s)
    t = abs(s)
    square = t.rounded_product(t)
    rest = t.call("fma", t, -square)
    v = -0.5 * square
    shifted = v * 1.4426950408889634 + MAGIC
    n = shifted - MAGIC
    r = ((v - n * LN2_HIGH) - n * LN2_LOW) - 0.5 * rest
    p = r + r * r * _poly(r, EXP)
    w = t + 4.0
    u = 1.0 / w
    moved = (t - (w - 4.0)) - w * (1.0 - u * w)
    p = p - moved * (u * (0.29 + 11.6 * u))
    y = _poly(u, TAIL)
    y = (s * u) * (y + y * p)
    y = y * _two_to(shifted.bits() + 32) * 2.3283064365386963e-10
    return _choose(x > 0.0, x - y, _choose(x == -INF, NAN, y))
''',
        '''
def _es_gelu_f64(x):
    """x*erfc(-x/sqrt(2))/2, with the rounding error of the argument taken into account."""
    b = abs(x)
    c = _choose(b > 2.0 * ERFC_END, 2.0 * ERFC_END, b)
    a = c.rounded_product(ROOT_HALF)
    more = c.call("fma", ROOT_HALF, -a) + c * ROOT_HALF_LOW
    more = _choose(a > ERFC_END, 0.0, more)
    a = _choose(a > ERFC_END, ERFC_END, a)
ERFC_PARTS
    w = x * ROOT_HALF
    near = 1.0 + (w + w * _poly(w * w, ERF_NEAR))
    below = (-0.5 * c) * y * _pow2(first) * _pow2(second)
    above = _choose(x > 0.0, 2.0 - y * _pow2(first) * _pow2(second), x.of(0.0))
    above = (0.5 * x) * _choose(a < 0.75, near, above)
    return _choose((x < 0.0) & (a > 0.75) & (x > -INF), below, above)
''',
    ),
    "digamma_positive": '''
def _es_digamma_positive_KIND(x):
    """digamma(x) for x > 0: log(1 + h*(1 + p)) with h = x - zero and a polynomial p of 1/(x + 1), from 1 on."""
    small = x < 1.0
    v = _choose(small, x + 1.0, x)
    h = (v - PSI_ZERO) - PSI_REST
    t = 1.0 / (v + 1.0)
    y = _es_log1p_KIND.write(_choose(h < INF, h + h * (t * _poly(t, PSI)), h))
    return _choose(small, y - 1.0 / x, y)
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
