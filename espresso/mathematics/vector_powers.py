"""Vector mathematics: powers, hyperbolic functions, hypot, remainders.

pow takes the logarithm as a sum of two numbers (the series of atanh in double-double
arithmetic, compare Shibata and Petrogalli, SLEEF, 2020); for float32 the first terms are in float64.
"""

from __future__ import annotations

WHOLE = {"float32": 4194304.0, "float64": 2251799813685248.0}
"""Largest quotient of which the whole part, rounded or not, and its neighbours are numbers of the dtype."""

CONSTANTS: dict[str, tuple[str, str]] = {
    "EXP2": (
        """(
        0.6931471824645996, 0.24022650718688965, 0.055503591895103455, 0.009618071839213371, 0.001339114853180945,
        0.0001545883424114436,
    )""",
        """(
        0.6931471805599453, 0.2402265069591012, 0.05550410866482261, 0.009618129107597668, 0.0013333558146255411,
        0.0001540353045352209, 1.5252733948814922e-05, 1.3215436785166116e-06, 1.0178021292085269e-07,
        7.073559682114935e-09, 4.4603635648875624e-10,
    )""",
    ),
    "BIASED_QUARTER": ("12583037.0", "6755399441056765.0"),  # MAGIC, the bias of the exponent, and 2 less
    "EXP2_LOW": ("-151.0", "-1076.0"),
    "EXP2_HIGH": ("129.0", "1025.0"),
    "LOG_THIRD": (
        """(
        0.33333340287208557, -0.2500016689300537, 0.19999565184116364, -0.16655169427394867,
        0.14276979863643646, -0.12730400264263153, 0.11698641628026962, -0.09102845937013626,
        0.03756369277834892,
    )""",
        "",
    ),
    "TOP": ("89.5", "710.6"),
    "HYPOT_HIGH": ("1e+18", "1e+150"),
    "HYPOT_LOW": ("1e-18", "1e-150"),
    "HYPOT_DOWN": ("1.262177448353619e-29", "2.409919865102884e-181"),
    "HYPOT_UP": ("7.922816251426434e+28", "4.149515568880993e+180"),
    "SINH": (
        "(0.1666666716337204, 0.008333350531756878, 0.000198360561626032, 2.817501354002161e-06)",
        """(
        0.16666666666666666, 0.008333333333333333, 0.0001984126984126959, 2.7557319224120812e-06,
        2.505210834550301e-08, 1.6059050724174594e-10, 7.646475116866825e-13, 2.848432302062056e-15,
    )""",
    ),
    "CBRT_LEAST": ("1e-25", "1e-280"),
    "CBRT_UP": ("281474976710656.0", "3.2451855365842673e+32"),
    "CBRT_DOWN": ("1.52587890625e-05", "1.4551915228366852e-11"),
    "CBRT_HALF": ("16", "32"),
    "CBRT_START": ("16798882.0", "9007200684929280.0"),  # MAGIC, a third of it, 4/3 of the bits of 1
    "LOG2_TAIL": (
        "",
        """(
        0.5770780163555814, 0.4121985831132653, 0.3205988975304567, 0.26230823734107256, 0.2219500788794127,
        0.19247184990970256, 0.1672448100560022, 0.181353867788731,
    )""",
    ),
    "LOG2_LATER": (
        """(
        0.28854602575302124, -0.2404269129037857, 0.2058187872171402, -0.180339515209198, 0.16471512615680695,
        -0.15273846685886383, 0.11497292667627335, -0.04451284930109978,
    )""",
        "",
    ),
    "LOG2_FIRST": (
        "(-0.360674384535618, 0.4808982823012518, -0.7213475167107702, 1.4426950409945354)",
        "",
    ),  # from the last one on, as they are used
    "LOW_BIASES": ("6755399441055998.0", ""),  # TWO_BIASES of float64 with the bias of float32
    "LARGEST": ("3.4028234663852886e+38", "1e+300"),
}
"""What the capital names in the texts stand for: for float32 and for float64."""

SNIPPETS: dict[str, str | tuple[str, str]] = {
    # exp(abs(x))/4, whose powers of 2 are normal numbers
    "QUARTER_EXP": """
    a = abs(x)
    v = _choose(a > TOP, TOP, a)
    shifted = v * 1.4426950408889634 + BIASED_QUARTER
    n = shifted - BIASED_QUARTER
    high = v - n * LN2_HIGH
    r = high - n * LN2_LOW
    p = r + (r * r * _poly(r, EXP) + ((high - r) - n * LN2_LOW))
    scale = (shifted.bits() << WIDTH).number()
    e = p * scale + scale
""",
    # log(x) as k*log(2) + high + low
    "LOG_PAIR": (
        """
    LOG_SPLIT
    half = 0.5 * f * f
    high = f - half
    low = ((f - high) - half) + f * f * f * _poly(f, LOG_THIRD)
""",
        """
    LOG_SPLIT
    half = 0.5 * f * f
    s = f / (2.0 + f)
    high = f - half
    low = ((f - high) - half) + s * (half + s * s * _poly(s * s, LOG))
""",
    ),
    # a finite exponent y, whether it is an odd number, and abs(x) = 2**k * m; k has the special values of a logarithm
    "POW_PARTS": """
    b = _choose(y > LARGEST, LARGEST, y)
    b = _choose(b < -LARGEST, -LARGEST, b)
    half = 0.5 * y
    whole = y.call("trunc") == y
    odd = whole & (half.call("trunc") != half)
    a = abs(x)
    k, m = _pieces(a, LEAST, UP, UP_BITS)
    k = _logarithm(a, k)
""",
    # log2(2**k * m) in float64, or as the sum of first and low
    "LOG2_PAIR": (
        """
    f = m - 1.0
    total, f = _poly(f, LOG2_LATER).double(), f.double()
    for c in LOG2_FIRST:
        total = total * f + c
    log = k.double() + f * total
""",
        """
    f, d = m - 1.0, m + 1.0
    i = 1.0 / d
    s = f.rounded_product(i)
    s_low = ((-s).call("fma", d, f) - s * (f - (d - 2.0))) * i
    z = s.rounded_product(s)
    z_low = s.call("fma", s, -z) + (s + s) * s_low
    tail = z * _poly(z, LOG2_TAIL)
    u = tail + 0.9617966939259756
    u_low = ((0.9617966939259756 - u) + tail) + 5.0577616648125907e-17
    t = z.rounded_product(u)
    t_low = z.call("fma", u, -t) + (z_low * u + z * u_low)
    w = t + 2.8853900817779268
    w_low = ((2.8853900817779268 - w) + t) + (t_low + 4.0710547481862066e-17)
    p = s.rounded_product(w)
    p_low = s.call("fma", w, -p) + (s * w_low + s_low * w)
    first = k + p
    low = ((k - first) + p) + p_low
""",
    ),
    # what x**y is for negative x and where it is 1, given the power r of abs(x)
    "POW_SPECIAL": """
    r = _choose(odd, r.call("copysign", x), r)
    r = _choose((x < 0.0) & (x > -INF) & (whole == 0), NAN, r)
    return _choose((y == 0.0) | (x == 1.0), 1.0, r)
""",
}
"""Lines that several texts share; a pair for float32 and float64."""

TEXT = '''
def _es_exp2_KIND(x):
    """2**x: 2**n * 2**r with n the nearest whole number, and so r exact."""
    v = _choose(x > EXP2_HIGH, EXP2_HIGH, x)
    v = _choose(v < EXP2_LOW, EXP2_LOW, v)
    shifted = v + TWO_BIASES
    r = v - (shifted - TWO_BIASES)
    return _scaled(1.0 + r * _poly(r, EXP2), shifted, TWO_BIASES)

def _es_sinh_KIND(x):
    """sinh(x): a polynomial up to 1, then (exp(x) - exp(-x))/2."""
    QUARTER_EXP
    z = x * x
    near = a + a * z * _poly(z, SINH)
    return _choose(a < 1.0, near, 2.0 * e - 0.125 / e).call("copysign", x)

def _es_cosh_KIND(x):
    """cosh(x) = (exp(x) + exp(-x))/2."""
    QUARTER_EXP
    return 2.0 * e + 0.125 / e

def _es_cbrt_KIND(x):
    """Real cube root: its inverse from a third of the bits, two steps of third order, one of Newton's for the root."""
    a = abs(x)
    small = a < CBRT_LEAST
    m = _choose(small, a * CBRT_UP, a)
    upper = ((m.bits() >> CBRT_HALF) + m.of(MAGIC).bits()).number()
    w = ((upper * -0.3333333333333333 + CBRT_START).bits() << CBRT_HALF).number()
    for _ in range(2):
        e = 1.0 - (m * w) * (w * w)
        w = w + w * (e * (e * 0.2222222222222222 + 0.3333333333333333))
    z = w * w
    y = m * z
    y = y + (-y).call("fma", y * y, m) * (z * 0.3333333333333333)
    y = _choose(small, y * CBRT_DOWN, y)
    return _choose(a < INF, y.call("copysign", x), x)

def _es_near_floordiv_KIND(x, y):
    """floor(x/y) where that is small enough (`WHOLE`): the rounded quotient may be a whole number which x/y is not."""
    q = (x / y).call("floor")
    r = (-q).call("fma", y, x)
    q = _choose(((r < 0.0) ^ (y < 0.0)) & (r != 0.0), q - 1.0, q)
    return _choose(q == 0.0, x.of(0.0).call("copysign", x / y), q)

def _es_near_mod_KIND(x, y):
    """x - floor(x/y)*y, rounded once, with the sign of y, where the quotient is small enough (`WHOLE`)."""
    q = (x / y).call("floor")
    r = (-q).call("fma", y, x)
    r = _choose(((r < 0.0) ^ (y < 0.0)) & (r != 0.0), (1.0 - q).call("fma", y, x), r)
    return _choose(r == 0.0, x.of(0.0).call("copysign", y), r)

def _es_hypot_KIND(x, y):
    """sqrt(x*x + y*y) without overflow."""
    a, b = abs(x), abs(y)
    large, small = _choose(a > b, a, b), _choose(a > b, b, a)
    scale = _choose(large > HYPOT_HIGH, a.of(HYPOT_DOWN), _choose(large < HYPOT_LOW, a.of(HYPOT_UP), 1.0))
    back = _choose(large > HYPOT_HIGH, a.of(HYPOT_UP), _choose(large < HYPOT_LOW, a.of(HYPOT_DOWN), 1.0))
    large, small = large * scale, small * scale
    h = large.call("fma", large, small * small).call("sqrt") * back
    return _choose((a == INF) | (b == INF), INF, h)

def _es_pow_f32(x, y):
    """x**y = 2**(y*log2(abs(x))), the logarithm and the product in float64 but for the later terms."""
    POW_PARTS
    LOG2_PAIR
    v = b.double() * log
    v = _choose(v > 130.0, 130.0, v)
    v = _choose(v < -152.0, -152.0, v)
    shifted = v + LOW_BIASES
    r = (v - (shifted - LOW_BIASES)).single()
    r = _scaled(1.0 + r * _poly(r, EXP2), shifted, LOW_BIASES)
    POW_SPECIAL

def _es_pow_f64(x, y):
    """x**y = 2**(y*log2(abs(x))) with the logarithm and the product as sums of two numbers."""
    POW_PARTS
    LOG2_PAIR
    high = b.rounded_product(first)
    low = b.call("fma", first, -high) + b * low
    low = _choose(abs(high) < 1100.0, low, 0.0)
    v = _choose(high > EXP2_HIGH, EXP2_HIGH, high)
    v = _choose(v < EXP2_LOW, EXP2_LOW, v)
    shifted = v + TWO_BIASES
    r = (v - (shifted - TWO_BIASES)) + low
    r = _scaled(1.0 + r * _poly(r, EXP2), shifted, TWO_BIASES)
    POW_SPECIAL
'''
