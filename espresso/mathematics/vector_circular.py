"""Vector mathematics: trigonometric functions and their inverses.

sin and cos subtract the nearest multiple of pi (an odd one of pi/2), so that one polynomial serves; tan
subtracts multiples of pi/2.  These are sums of three numbers, subtracted by fused multiply-add (Cody and
Waite, 1980, with each product exact; compare Muller, Elementary Functions, chapter 11).  That is right
for arguments up to ``FAR``; kernels compute a loop again with the C library when one of its arguments
is larger.  The inverse functions use the reductions of fdlibm (asin) and Cephes (atan).
"""

from __future__ import annotations

FAR = {"float32": 1e5, "float64": 1e12}
"""Largest argument for which the reduction by multiples of pi/2 is exact enough."""

CONSTANTS: dict[str, tuple[str, str]] = {
    "PI_1": ("1.5707963705062866", "1.5707963267948966"),
    "PI_2": ("-4.371138828673793e-08", "6.123233995736766e-17"),
    "PI_3": ("-1.7151245100058819e-15", "-1.4973849048591698e-33"),
    "QUARTER": ("0.7853981852531433", "0.7853981633974483"),
    "QUARTER_LOW": ("-2.1855694143368964e-08", "3.061616997868383e-17"),
    "WAVE_1": ("3.1415927410125732", "3.141592653589793"),
    "WAVE_2": ("-8.742277657347586e-08", "1.2246467991473532e-16"),
    "WAVE_3": ("-3.4302490200117637e-15", "-2.9947698097183397e-33"),
    "WAVE": (
        "(-0.16666659712791443, 0.008333069272339344, -0.00019809776858892292, 2.606095677037956e-06)",
        """(
        -0.16666666666666666, 0.008333333333333194, -0.0001984126984120922, 2.7557319211137373e-06,
        -2.5052106872792333e-08, 1.6058939704668198e-10, -7.642991442842942e-13, 2.721174356821456e-15,
    )""",
    ),
    "ODD": ("12582913.0", "6755399441055745.0"),
    "TOP_BIT": ("31", "63"),
    "HUGE": ("1e+37", "1e+307"),
    "TINY": ("1e-30", "1e-290"),
    "DOWN": ("9.5367431640625e-07", "9.5367431640625e-07"),
    "RAISE": ("1048576.0", "1048576.0"),
    "TAN": (
        """(
        0.33333349227905273, 0.13332676887512207, 0.05405867099761963, 0.021287651732563972, 0.010823415592312813,
        0.00010358003055443987, 0.004369990434497595,
    )""",
        """(
        0.3333333333333278, 0.13333333333414127, 0.053968253926885236, 0.021869489604126564, 0.008863219229275847,
        0.0035922885192919396, 0.0014547612245708937, 0.0005950515520375139, 0.00022241744555535914,
        0.000136450102915239, -2.628222820105902e-05, 8.93586553711997e-05, -4.482683914340927e-05,
        2.0851480330232603e-05,
    )""",
    ),
    "ATAN": (
        """(
        -0.33333316445350647, 0.1999848484992981, -0.1424374282360077, 0.10595164448022842, -0.0608120821416378,
    )""",
        """(
        -0.33333333333333204, 0.1999999999995544, -0.1428571428034408, 0.11111110789601876,
        -0.09090897909518708, 0.0769206258369266, -0.06663128003612365, 0.05848045886270543,
        -0.05039943037124007, 0.03807931284409813, -0.017921963781450806,
    )""",
    ),
    "ASIN": (
        """(
        0.16666753590106964, 0.07495233416557312, 0.045478228479623795, 0.024141473695635796,
        0.042229849845170975,
    )""",
        """(
        0.16666666666666763, 0.07499999999970097, 0.04464285717528741, 0.030381942675205664,
        0.02237221590804428, 0.017351595462611787, 0.01398101896234872, 0.011397289767299376,
        0.010789338408059955, 0.0036721237307308797, 0.021790788256612605, -0.021116908816242053,
        0.03270227485115646,
    )""",
    ),
}
"""What the capital names in the texts stand for: for float32 and for float64."""

SNIPPETS: dict[str, str | tuple[str, str]] = {
    # abs(sin(x)) up to the sign, from r = x - n*pi
    "HALF_WAVE": """
    r = (-n).call("fma", WAVE_3, (-n).call("fma", WAVE_2, (-n).call("fma", WAVE_1, x)))
    z = r * r
    y = r + r * (z * _poly(z, WAVE))
    y = (y.bits() ^ (shifted.bits() << TOP_BIT)).number()
""",
    # asin(s) = s + p + c for the rounded square root s of z, or asin(a) = a + p
    "HALF_ANGLE": """
    a = abs(x)
    near = a < 0.5
    z = _choose(near, a.rounded_product(a), 0.5 * (1.0 - a))
    s = z.call("sqrt")
    c = (-s).call("fma", s, z) * (0.5 * _rough_inverse_root(z))
    p = _choose(near, a, s) * z * _poly(z, ASIN)
""",
}
"""Lines that several texts share."""

TEXT = '''
def _es_sin_KIND(x):
    """sin(x) for abs(x) up to 1e5 (float64: 1e12): a polynomial of the distance to the nearest multiple of pi."""
    shifted = x * 0.3183098861837907 + MAGIC
    n = shifted - MAGIC
    HALF_WAVE
    return _choose(x == 0.0, x, y)

def _es_cos_KIND(x):
    """cos(x) for abs(x) up to 1e5 (float64: 1e12): a polynomial of the distance to the nearest odd multiple of pi/2."""
    shifted = (x * 0.3183098861837907 - 0.5) + ODD
    n = (shifted - ODD) + 0.5
    HALF_WAVE
    return y

def _es_tan_KIND(x):
    """tan(x) for abs(x) up to 1e5 (float64: 1e12): a polynomial or its reciprocal, with what is lost on the way."""
    shifted = x * 0.6366197723675814 + MAGIC
    n = shifted - MAGIC
    first = (-n).call("fma", PI_1, x)
    product = n.rounded_product(PI_2)
    second = first - product
    moved = second - first
    lost = (first - (second - moved)) - (product + moved)
    tail = (-n).call("fma", PI_3, lost - n.call("fma", PI_2, -product))
    z = second * second
    cube, series = second * z, _poly(z, TAN)
    y = second + cube * series
    small = cube * series + (tail + tail * (y * y))
    y = second + small
    low = (second - y) + small
    i = -_near_inverse(y)
    other = i + (i.call("fma", y, 1.0) + i * low) * i
    return _choose(x == 0.0, x, _choose((shifted.bits() & 1) == 0, y, other))

def _es_atan_KIND(x):
    """atan(x): multiples of pi/4 and a polynomial of x, (x - 1)/(x + 1) or -1/x."""
    a = abs(x)
    far, middle = a > 2.414213562373095, a > 0.4142135623730951
    r = _choose(far, -1.0, _choose(middle, a - 1.0, a)) / _choose(far, a, _choose(middle, a + 1.0, 1.0))
    k = _choose(far, x.of(2.0), _choose(middle, x.of(1.0), 0.0))
    y = k * QUARTER + r
    y = y + (((k * QUARTER - y) + r) + (r * (r * r) * _poly(r * r, ATAN) + k * QUARTER_LOW))
    return y.call("copysign", x)

def _es_atan2_KIND(y, x):
    """Angle of the point (x, y): atan of the smaller over the larger, then by octants."""
    a, b = abs(y), abs(x)
    small, large, equal = _choose(a < b, a, b), _choose(a < b, b, a), a == b
    scale = _choose(large > HUGE, a.of(DOWN), _choose(large < TINY, a.of(RAISE), 1.0))
    small, large = small * scale, large * scale
    middle = (small > 0.4142135623730951 * large) | (equal & (a > 0.0))
    less, more = small - large, small + large
    top = _choose(equal, 0.0, _choose(middle, less, small))
    bottom = _choose(equal, 1.0, _choose(middle, more, large))
    r = top / bottom
    lost = ((less + large) - small) - r * ((more - large) - small)
    rest = (-r).call("fma", bottom, top) - _choose(middle & (equal == 0), lost, 0.0)
    z = r * r
    k, t = _choose(middle, a.of(1.0), 0.0), r * z * _poly(z, ATAN) + _choose(r == 0.0, 0.0, rest / bottom)
    left = a.of(1.0).call("copysign", x) < 0.0
    k = _choose(a > b, 2.0 - k, k)
    k, turned = _choose(left, 4.0 - k, k), left ^ (a > b)
    r, t = _choose(turned, -r, r), _choose(turned, -t, t)
    angle = k * QUARTER + r
    angle = angle + (((k * QUARTER - angle) + r) + (t + k * QUARTER_LOW))
    return angle.call("copysign", y)

def _es_asin_KIND(x):
    """asin(x): a polynomial up to 1/2, then pi/2 - 2*asin(sqrt((1 - abs(x))/2))."""
    HALF_ANGLE
    far = (2.0 * QUARTER - 2.0 * s) - (2.0 * (p + c) - 2.0 * QUARTER_LOW)
    return _choose(near, a + p, far).call("copysign", x)

def _es_acos_KIND(x):
    """acos(x): pi/2 - asin(x) up to 1/2, then 2*asin(sqrt((1 - abs(x))/2))."""
    HALF_ANGLE
    middle = 2.0 * QUARTER - (x - (2.0 * QUARTER_LOW - p.call("copysign", x)))
    right = 2.0 * (s + (p + c))
    left = (4.0 * QUARTER - 2.0 * s) - (2.0 * (p + c) - 4.0 * QUARTER_LOW)
    return _choose(near, middle, _choose(x > 0.0, right, left))
'''
