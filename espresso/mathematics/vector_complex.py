"""Vector mathematics of complex numbers: functions of both parts, by the real ones.

Each is a plain function for numba that calls the vector helpers of real numbers, so that a loop over pairs of numbers
has neither branches nor calls: LLVM makes vectors of it.  The formulas lose nothing where the result is small: those
of Kahan, Branch cuts for complex elementary functions (1987), for square roots and inverse tangents; logarithms take
the rounding errors of abs(z)**2 along, for numbers near the unit circle.  asin, acos, asinh and acosh stay with the C
library.

Those that `LIMITS` names are right for most arguments only: kernels compute a loop again with the C library where one
of its arguments is another one (`codegen.common.cpu_scalar`), as they do for sin of large real numbers.
"""

from __future__ import annotations

import functools

from espresso.mathematics.texts import functions, respelled
from espresso.mathematics.vector_circular import FAR

CONSTANTS: dict[str, tuple[str, str]] = {
    "LN2": ("0.6931471824645996", "0.6931471805599453"),
    "LN2_REST": ("-1.904654299957768e-09", "2.3190468138462996e-17"),
    "SCALE_BITS": ("192.0", "1200.0"),  # those of the square of HYPOT_UP
    "ROOT_DOWN": ("3.552713678800501e-15", "4.909093465297727e-91"),  # the square root of HYPOT_DOWN
    "ROOT_UP": ("281474976710656.0", "2.037035976334486e+90"),
}
"""What the capital names in the texts of real functions stand for: for float32 and for float64."""

SNIPPETS: dict[str, str | tuple[str, str]] = {
    # the parts by size, times a power of 2 with which their squares are neither too large nor too small
    "SCALED_PARTS": """
    large, small = _choose(a > b, a, b), _choose(a > b, b, a)
    above, below = large > HYPOT_HIGH, large < HYPOT_LOW
    scale = _choose(above, a.of(HYPOT_DOWN), _choose(below, a.of(HYPOT_UP), 1.0))
    large, small = large * scale, small * scale
""",
    # x*x + y*y as total + first + near + tail, of which near is exact and tail what it has lost
    "SQUARES": """
    a, b = abs(x), abs(y)
    SCALED_PARTS
    square, other = large.rounded_product(large), small.rounded_product(small)
    total = square.rounded_sum(other)
    first = (square - total) + other
    second, third = large.call("fma", large, -square), small.call("fma", small, -other)
    near = second.rounded_sum(third)
    moved = near - second
    tail = (second - (near - moved)) + (third - moved)
    k, m = _pieces(total, LEAST, UP, UP_BITS)
    f = m - 1.0
""",
    # f + GIVEN without rounding: what f becomes may be much smaller, and tail takes what that loses
    "ADDED": """
    more = GIVEN
    grown = f.rounded_sum(more)
    moved = grown - f
    tail = tail + ((f - (grown - moved)) + (more - moved))
    f = grown
""",
    # log(abs(x + iy)), given what it is made of for numbers near 1, and the sum of what they lack elsewhere
    "LOG_OF_SQUARES": """
    f, lost = _choose(k == 0.0, f, m - 1.0), _choose(k == 0.0, tail * (1.0 - f), (GIVEN) * _rough_inverse(total))
    k = k + _choose(above, a.of(SCALE_BITS), _choose(below, -a.of(SCALE_BITS), 0.0))
    LOG_PARTS(k * LN2_LOW + lost)
    y = 0.5 * _logarithm(total, y)
    return _choose((a == INF) | (b == INF), INF, y)
""",
    # the parts of the square root for x of both signs: t = sqrt((abs(x) + abs(x + iy))/2), and abs(y)/(2*t)
    "ROOT_PARTS": """
    a, b = abs(x), abs(y)
    SCALED_PARTS
    h = large.call("fma", large, small * small).call("sqrt")
    t = (0.5 * (a * scale + h)).call("sqrt") * _choose(above, a.of(ROOT_UP), _choose(below, a.of(ROOT_DOWN), 1.0))
    t = _choose((a == INF) | (b == INF), INF, t)
    u = _choose(t == 0.0, b, b / (t + t))
    u = _choose(b == INF, INF, u)
""",
}
"""Lines that several texts of real functions share."""

TEXT = '''
def _es_log_abs_KIND(x, y):
    """log(abs(x + iy)): half the logarithm of x*x + y*y as the sum of two numbers."""
    SQUARES
    ADDED(first)
    ADDED(near)
    LOG_OF_SQUARES(first + near)

def _es_log1p_abs_KIND(v, y):
    """log(abs(1 + v + iy)): as log_abs, with the rounding error of 1 + v taken into account."""
    x = 1.0 + v
    SQUARES
    rest = _choose(abs(v) < 1.0, v - (x - 1.0), 1.0 - (x - v))
    rest = _choose(above, 0.0, (x + x) * rest)
    ADDED(first)
    ADDED(near)
    ADDED(rest)
    LOG_OF_SQUARES((first + near) + rest)

def _es_sqrt_real_KIND(x, y):
    """The real part of sqrt(x + iy)."""
    ROOT_PARTS
    return _choose(x >= 0.0, t, u)

def _es_sqrt_imag_KIND(x, y):
    """The imaginary part of sqrt(x + iy)."""
    ROOT_PARTS
    return _choose(x >= 0.0, u, t).call("copysign", y)

def _es_atanh_real_KIND(x, y):
    """The real part of atanh(x + iy)."""
    a = abs(x)
    r = 1.0 - a
    return (0.25 * _es_log1p_KIND.write((4.0 * a) / (r * r + y * y))).call("copysign", x)

def _es_atanh_imag_KIND(x, y):
    """The imaginary part of atanh(x + iy)."""
    return 0.5 * _es_atan2_KIND.write(y + y, (1.0 - x) * (1.0 + x) - y * y)

def _es_angle_of_2_KIND(x):
    """x*log(2), the angle of 2**(ix)."""
    return x.rounded_product(LN2)

def _es_angle_of_2_low_KIND(x):
    """What the angle has lost by rounding."""
    low = x.call("fma", LN2, -x.rounded_product(LN2)) + x * LN2_REST
    return _choose(x == 0.0, x, low)
'''
"""Real functions of two parts, in the language of `vector_math`."""

_TEXT = '''
def _es_exp_KIND(z):
    """exp(z) = exp(x)*(cos(y) + i*sin(y))."""
    t = type(z)
    e = _es_exp_REAL(z.real)
    return t(complex(e * _es_cos_REAL(z.imag), e * _es_sin_REAL(z.imag)))

def _es_exp2_KIND(z):
    """2**z = 2**x*(cos(y*log(2)) + i*sin(y*log(2))); what the angle has lost is taken into account."""
    t = type(z)
    e, angle, low = _es_exp2_REAL(z.real), _es_angle_of_2_REAL(z.imag), _es_angle_of_2_low_REAL(z.imag)
    s, c = _es_sin_REAL(angle), _es_cos_REAL(angle)
    return t(complex(e * (c - s * low), e * (s + c * low)))

def _es_expm1_KIND(z):
    """exp(z) - 1 = (exp(x) - 1)*cos(y) - 2*sin(y/2)**2 + i*exp(x)*sin(y)."""
    t, r = type(z), type(z.imag)
    s = _es_sin_REAL(z.imag * r(0.5))
    real = _es_expm1_REAL(z.real) * _es_cos_REAL(z.imag) - (s + s) * s
    return t(complex(real, _es_exp_REAL(z.real) * _es_sin_REAL(z.imag)))

def _es_log_KIND(z):
    """log(z) = log(abs(z)) + i*atan2(y, x)."""
    t = type(z)
    return t(complex(_es_log_abs_REAL(z.real, z.imag), _es_atan2_REAL(z.imag, z.real)))

def _es_log1p_KIND(z):
    """log(1 + z)."""
    t, r = type(z), type(z.real)
    more = z.real + r(1.0)
    return t(complex(_es_log1p_abs_REAL(z.real, z.imag), _es_atan2_REAL(z.imag, more)))

def _es_log2_KIND(z):
    """log(z)/log(2)."""
    t, r = type(z), type(z.real)
    by = r(1.4426950408889634)
    return t(complex(_es_log_abs_REAL(z.real, z.imag) * by, _es_atan2_REAL(z.imag, z.real) * by))

def _es_log10_KIND(z):
    """log(z)/log(10)."""
    t, r = type(z), type(z.real)
    by = r(0.4342944819032518)
    return t(complex(_es_log_abs_REAL(z.real, z.imag) * by, _es_atan2_REAL(z.imag, z.real) * by))

def _es_sqrt_KIND(z):
    """sqrt(z), its real part positive."""
    t = type(z)
    return t(complex(_es_sqrt_real_REAL(z.real, z.imag), _es_sqrt_imag_REAL(z.real, z.imag)))

def _es_rsqrt_KIND(z):
    """1/sqrt(z); for 0 what NumPy's division by 0 gives."""
    t = type(z)
    root, nothing = t(1) / _es_sqrt_KIND(z), t(complex(np.inf, np.nan))
    return root if z != 0 else nothing

def _es_sin_KIND(z):
    """sin(z) = sin(x)*cosh(y) + i*cos(x)*sinh(y)."""
    t = type(z)
    return t(complex(_es_sin_REAL(z.real) * _es_cosh_REAL(z.imag), _es_cos_REAL(z.real) * _es_sinh_REAL(z.imag)))

def _es_cos_KIND(z):
    """cos(z) = cos(x)*cosh(y) - i*sin(x)*sinh(y)."""
    t = type(z)
    return t(complex(_es_cos_REAL(z.real) * _es_cosh_REAL(z.imag), -_es_sin_REAL(z.real) * _es_sinh_REAL(z.imag)))

def _es_sinh_KIND(z):
    """sinh(z) = sinh(x)*cos(y) + i*cosh(x)*sin(y)."""
    t = type(z)
    return t(complex(_es_sinh_REAL(z.real) * _es_cos_REAL(z.imag), _es_cosh_REAL(z.real) * _es_sin_REAL(z.imag)))

def _es_cosh_KIND(z):
    """cosh(z) = cosh(x)*cos(y) + i*sinh(x)*sin(y)."""
    t = type(z)
    return t(complex(_es_cosh_REAL(z.real) * _es_cos_REAL(z.imag), _es_sinh_REAL(z.real) * _es_sin_REAL(z.imag)))

def _es_tanh_KIND(z):
    """tanh(z) = (sinh(x)*cosh(x) + i*sin(y)*cos(y))/(sinh(x)**2 + cos(y)**2), times 4*exp(-2*abs(x))."""
    t, r = type(z), type(z.real)
    v = abs(z.real) * r(-2.0)
    e, m = _es_exp_REAL(v), -_es_expm1_REAL(v)
    s, c = _es_sin_REAL(z.imag), _es_cos_REAL(z.imag)
    four = e * r(4.0) * c
    d = r(1.0) / (m * m + four * c)
    return t(complex(math.copysign((m + m * e) * d, z.real), four * s * d))

def _es_tan_KIND(z):
    """tan(z) = -i*tanh(iz)."""
    t = type(z)
    w = _es_tanh_KIND(t(complex(-z.imag, z.real)))
    return t(complex(w.imag, -w.real))

def _es_atanh_KIND(z):
    """atanh(z) = log1p(4*x/((1 - x)**2 + y**2))/4 + i*atan2(2*y, 1 - x**2 - y**2)/2."""
    t = type(z)
    return t(complex(_es_atanh_real_REAL(z.real, z.imag), _es_atanh_imag_REAL(z.real, z.imag)))

def _es_atan_KIND(z):
    """atan(z) = -i*atanh(iz)."""
    t = type(z)
    return t(complex(_es_atanh_imag_REAL(-z.imag, z.real), _es_atanh_real_REAL(z.imag, z.real)))

def _es_power_KIND(z, w):
    """The logarithm of z**w."""
    return w * _es_log_KIND(z)

def _es_real_power_KIND(z, p):
    """The logarithm of z**p for a real p: of 0 it is -inf for a positive one."""
    t, log = type(z), _es_log_KIND(z)
    return t(complex(p * log.real, p * log.imag))
'''

_TEXTS = {name.removeprefix("_es_").removesuffix("_KIND"): text for name, text in functions(_TEXT).items()}

KINDS = {"complex64": ("c64", "f32"), "complex128": ("c128", "f64")}
"""Dtype -> ends of the names of its helpers, and of those of its parts."""

_ALONG, _ACROSS = "({re} <= HIGH)", "(abs({re}) <= HIGH)"
_WAVES = "(abs({im}) <= FAR)"
_INVERSE = "(abs({re}) <= SIDE) & (abs({im}) <= SIDE) & ((abs({re}) != ONE) | (abs({im}) >= LEAST))"

LIMITS: dict[str, str] = {
    "exp": f"{_ALONG} & {_WAVES}",
    "exp2": f"({{re}} <= HIGH_2) & {_WAVES} & ((abs({{im}}) >= TINY) | ({{im}} == ZERO))",
    "expm1": f"{_ALONG} & {_WAVES}",
    "sinh": f"{_ACROSS} & {_WAVES}",
    "cosh": f"{_ACROSS} & {_WAVES}",
    "tanh": f"(abs({{re}}) <= MOST) & {_WAVES}",
    "atanh": _INVERSE,
}
"""Where a function of ``{re}`` and ``{im}`` is right, in words of `BOUNDS`; no NaN fulfils it."""

TURNED = {"sin": "sinh", "cos": "cosh", "tan": "tanh", "atan": "atanh"}
"""Functions with the limits of another one, its parts exchanged."""

LIMITED = frozenset({*LIMITS, *TURNED, "pow"})
"""Functions that have another way for some complex arguments; a power has one where exp of its logarithm has."""

BOUNDS = {
    "HIGH": (88.0, 709.0), "HIGH_2": (127.0, 1023.0), "FAR": (FAR["float32"], FAR["float64"]), "ONE": (1.0, 1.0),
    "MOST": (3.0e38, 1.7e308), "SIDE": (1e18, 1e150), "LEAST": (1e-18, 1e-150),
    "TINY": (1e-30, 1e-290), "ZERO": (0.0, 0.0),
}  # fmt: skip


def helper_of(name: str, dtype: str) -> str:
    """The helper of a function for a complex dtype; empty where it has none."""
    return f"_es_{name}_{KINDS[dtype][0]}" if name in _TEXTS and dtype in KINDS else ""


@functools.cache
def limit_of(name: str, dtype: str) -> str:
    """The condition under which the helper is wrong, a template with the name of the argument; empty: nowhere.

    >>> limit_of("exp", "complex128")
    '(not (({0}.real <= 709.0) & (abs({0}.imag) <= 1000000000000.0)))'
    """
    template = LIMITS.get(TURNED.get(name, name), "")
    if not template:
        return ""
    which = dtype == "complex128"
    kind = "" if which else "np.float32"

    def word(name: str) -> str | None:
        bound = BOUNDS.get(name)
        return bound and (repr(bound[which]) if which else f"{kind}({bound[which]!r})")

    parts = ("{0}.real", "{0}.imag")[:: -1 if name in TURNED else 1]
    filled = respelled(template.format(re="RE", im="IM"), word)
    return f"(not ({filled.replace('RE', parts[0]).replace('IM', parts[1])}))"


@functools.cache
def text_of(helper: str) -> str:
    """The text of a helper, without decorator; empty for other names."""
    name, _, end = helper.removeprefix("_es_").rpartition("_")
    own, part = next((pair for pair in KINDS.values() if pair[0] == end), ("", ""))
    if not own or name not in _TEXTS:
        return ""

    def word(name: str) -> str | None:
        for suffix, kind in (("_KIND", own), ("_REAL", part)):
            if name.endswith(suffix):
                return f"{name.removesuffix(suffix)}_{kind}"
        return None

    return respelled(_TEXTS[name], word)
