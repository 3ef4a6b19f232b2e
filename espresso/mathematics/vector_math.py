"""Vector mathematics: branch-free functions without calls, so that LLVM vectorises the loops around them.

Each function has one text for both dtypes: plain Python over values that write LLVM
instructions (``vector_prelude``), with capital names for the constants of the dtype.
Arguments are reduced in two steps with constants whose products are exact (Cody and Waite),
polynomials are weighted minimax polynomials (Remez), special values are selected at the end.
Some parts are one instruction of some processors: ``_scaled``, ``_binary`` and others of the prelude write it where
espresso's own compiler does (`llvm.instructions`), and the bits of numbers elsewhere.
Contraction is welcome.  Reassociation is not: the flags of an instruction are set where
it is written, whatever the kernel around it allows.
"""

from __future__ import annotations

import functools

from espresso.formulas.graph.functions import BY_NAME
from espresso.mathematics import (
    vector_circular,
    vector_complex,
    vector_gamma,
    vector_logarithms,
    vector_normal,
    vector_powers,
)  # fmt: skip
from espresso.mathematics.texts import expanded, functions, respelled

_CONSTANTS: dict[str, tuple[str, str]] = {
    "MAGIC": ("12582912.0", "6755399441055744.0"),
    "TWO_BIASES": ("12583166.0", "6755399441057790.0"),  # MAGIC with twice the bias of the exponent in its low bits
    "WIDTH": ("23", "52"),
    "LN2_HIGH": ("0.693115234375", "0.6931471803691238"),
    "LN2_LOW": ("3.194618329871446e-05", "1.9082149292705877e-10"),
    "EXP": (
        "(0.5, 0.16666541993618011, 0.04166627675294876, 0.00836675614118576, 0.001394675113260746)",
        """(
        0.5000000000000006, 0.16666666666666688, 0.04166666666657169, 0.008333333333314135,
        0.0013888888933055383, 0.00019841269904153223, 2.4801503588470642e-05, 2.755722685958658e-06,
        2.762668287643481e-07, 2.5114842813942294e-08,
    )""",
    ),
    "EXP_LOW": ("-104.0", "-746.0"),
    "EXP_HIGH": ("89.0", "710.0"),
    "LOGISTIC_HIGH": ("20.0", "40.0"),
    "BIASED_DOWN": ("12583007.0", "6755399441056703.0"),  # MAGIC, the bias of the exponent, and 32 (64) less
    "UNIT_INVERSE": ("4294967296.0", "18446744073709551616.0"),
    "EXPM1_LOW": ("-20.0", "-40.0"),
    "LEAST": ("1.1754943508222875e-38", "2.2250738585072014e-308"),
    "UP": ("16777216.0", "18014398509481984.0"),
    "UP_BITS": ("24.0", "54.0"),
    "EPSILON": ("1e-08", "1e-17"),
    "LOG": (
        """(
        -0.5, 0.33333462476730347, -0.2500019371509552, 0.19990354776382446, -0.16642476618289948,
        0.14475895464420319, -0.13212333619594574, 0.10596968233585358, -0.04607439786195755,
    )""",
        """(
        0.666666666666666, 0.4000000000005664, 0.2857142855585657, 0.22222224291417503, 0.18181666251598835,
        0.1539109829143003, 0.13173840192680533, 0.1384138481944987,
    )""",
    ),
    "TANH_END": ("10.0", "20.0"),
    **vector_circular.CONSTANTS,
    **vector_normal.CONSTANTS,
    **vector_gamma.CONSTANTS,
    **vector_logarithms.CONSTANTS,
    **vector_powers.CONSTANTS,
    **vector_complex.CONSTANTS,
}
"""What the capital names in the texts stand for: for float32 and for float64."""

_SNIPPETS: dict[str, str | tuple[str, str]] = {
    # log(1 + f) is f + rest
    "LOG_REST": (
        """
    rest = f * (f * _poly(f, LOG))
""",
        """
    s = f / (2.0 + f)
    z = s * s
    half = 0.5 * f * f
    rest = s * (half + z * _poly(z, LOG)) - half
""",
    ),
    "LOG_PARTS": """
    LOG_REST
    y = k * LN2_HIGH + (f + (rest + GIVEN))
""",
    # exp(v) as 2**n * (1 + p), with n in two parts because 2**n alone may overflow
    "EXP_PARTS": """
    shifted = v * 1.4426950408889634 + MAGIC
    n = shifted - MAGIC
    high = v - n * LN2_HIGH
    r = high - n * LN2_LOW
    lost = (high - r) - n * LN2_LOW
    p = r + (r * r * _poly(r, EXP) + lost)
    first = n * 0.5 + MAGIC
    second = (n - (first - MAGIC)) + MAGIC
""",
    # exp(-abs(x)) as the sum of e and low
    "EXP_OF_MINUS": """
    v = -abs(x)
    v = _choose(v < EXP_LOW, EXP_LOW, v)
    EXP_PARTS
    one, scale, more = 1.0 + p, _pow2(first), _pow2(second)
    e = one * scale * more
    low = (p - (one - 1.0)) * scale * more
""",
    # 1/(1 + exp(-x)) is UNIT/d: a power of 2 so small that d = UNIT + UNIT*2**n*(1 + p) does not overflow
    "LOGISTIC_PARTS": """
    v = _choose(x > LOGISTIC_HIGH, LOGISTIC_HIGH, x)
    v = _choose(v < EXP_LOW, EXP_LOW, v)
    shifted = v * -1.4426950408889634 + BIASED_DOWN
    n = shifted - BIASED_DOWN
    r = (-v - n * LN2_HIGH) - n * LN2_LOW
    p = r + r * r * _poly(r, EXP)
    scale = (shifted.bits() << WIDTH).number()
    total = scale + UNIT
    lost = UNIT - (total - scale)
    d = (p * scale + lost) + total
""",
    **vector_circular.SNIPPETS,
    **vector_normal.SNIPPETS,
    **vector_gamma.SNIPPETS,
    **vector_logarithms.SNIPPETS,
    **vector_powers.SNIPPETS,
    **vector_complex.SNIPPETS,
}
"""Lines that several texts share, a pair where they differ for float32 and float64."""

_TEXT = '''
def _es_exp_KIND(x):
    """exp(x): 2**n * exp(r) with n the nearest whole number to x/log(2)."""
    v = _choose(x > EXP_HIGH, EXP_HIGH, x)
    v = _choose(v < EXP_LOW, EXP_LOW, v)
    shifted = v * 1.4426950408889634 + TWO_BIASES
    n = shifted - TWO_BIASES
    r = (v - n * LN2_HIGH) - n * LN2_LOW
    return _scaled(1.0 + r * (1.0 + r * _poly(r, EXP)), shifted, TWO_BIASES)

def _es_log_KIND(x):
    """log(x): k*log(2) + log(m) with m between 3/4 and 3/2."""
    LOG_SPLIT
    LOG_PARTS(k * LN2_LOW)
    LOG_SPECIAL

def _es_log1p_KIND(x):
    """log(1 + x): as log, with the rounding error of 1 + x taken into account."""
    u = 1.0 + x
    k, m = _binary(u)
    below, above = x - (u - 1.0), 1.0 - (u - x)
    lost = _choose(x < 1.0, below, above) * _rough_inverse(u)
    f = m - 1.0
    lost = _choose((k == 0.0) | (x > HYPOT_HIGH), 0.0, lost)
    f = _choose(k == 0.0, x, f)
    LOG_PARTS(k * LN2_LOW + lost)
    y = _choose(abs(x) < EPSILON, x, y)
    y = _choose(x < INF, y, x)
    return _choose(x > -1.0, y, _choose(x == -1.0, x.of(-INF), NAN))

def _es_expm1_KIND(x):
    """exp(x) - 1: 2**n * (exp(r) - 1) + (2**n - 1), with the rounding error of r taken into account."""
    v = _choose(x > EXP_HIGH, EXP_HIGH, x)
    v = _choose(v < EXPM1_LOW, EXPM1_LOW, v)
    shifted = v * 1.4426950408889634 + MAGIC
    n = shifted - MAGIC
    high = v - n * LN2_HIGH
    r = high - n * LN2_LOW
    lost = (high - r) - n * LN2_LOW
    y = r + (r * r * _poly(r, EXP) + (lost + lost * r))
    half = _pow2((n - 1.0) + MAGIC)
    y = 2.0 * (y * half + (half - 0.5))
    return _choose(abs(x) < EPSILON, x, y)

def _es_tanh_KIND(x):
    """tanh(x): e/(e + 2) for e = exp(2*abs(x)) - 1, as in `expm1`."""
    a = abs(x)
    v = _choose(a > TANH_END, TANH_END, a)
    v = v + v
    shifted = v * 1.4426950408889634 + MAGIC
    n = shifted - MAGIC
    high = v - n * LN2_HIGH
    r = high - n * LN2_LOW
    p = r + (r * r * _poly(r, EXP) + ((high - r) - n * LN2_LOW))
    scale = _pow2(shifted)
    e = p * scale + (scale - 1.0)
    d = e + 2.0
    i = _near_inverse(d)
    q = e * i
    q = q + ((-q).call("fma", d, e) - q * (e - (d - 2.0))) * i
    return q.call("copysign", x)

def _es_logistic_KIND(x):
    """1/(1 + exp(-x)) without overflow."""
    LOGISTIC_PARTS
    return UNIT / d

def _es_softplus_KIND(x):
    """log(1 + exp(x)) without overflow: max(x, 0) + log(1 + exp(-abs(x)))."""
    EXP_OF_MINUS
    large = e > 0.5
    k = _choose(large, x.of(1.0), 0.0)
    f, g = 0.5 * (e - 1.0), 0.5 * low
    f = _choose(large, f, e)
    g = _choose(large, g, low)
    LOG_PARTS(k * LN2_LOW + g * (1.0 - f))
    return _choose(x > 0.0, x, 0.0) + y

def _es_silu_KIND(x):
    """x/(1 + exp(-x)) without overflow."""
    LOGISTIC_PARTS
    q = UNIT / d
    more = (q.call("fma", -d, UNIT) * UNIT_INVERSE) * q
    return x.call("fma", q, v * more)

def _es_logaddexp_KIND(a, b):
    """log(exp(a) + exp(b)) without overflow."""
    d = _choose(a == b, 0.0, abs(a - b))
    return _choose(a > b, a, b) + _es_softplus_KIND.write(-d)

def _es_xlogy_KIND(x, y):
    """x*log(y), and 0 where x is 0."""
    value = x * _es_log_KIND.write(y)
    return _choose((x == 0.0) & (y == y), 0.0, value)

def _es_rounded_sum_KIND(a, b):
    """a + b where no product that made them is fused into the sum."""
    return a.rounded_sum(b)

def _es_largest_KIND(a, b):
    """The larger of two numbers that are not NaN, in one instruction; of zeros either."""
    return a.call("maxnum", b, flags=("nnan", "nsz"))

def _es_smallest_KIND(a, b):
    """The smaller of two numbers that are not NaN, in one instruction; of zeros either."""
    return a.call("minnum", b, flags=("nnan", "nsz"))

def _es_maximum_KIND(a, b):
    """The larger value, NaN if one is NaN, of zeros either: the operation that LLVM knows as a reduction."""
    return a.call("maximum", b, flags=("nsz",))

def _es_minimum_KIND(a, b):
    """The smaller value, NaN if one is NaN, of zeros either: the operation that LLVM knows as a reduction."""
    return a.call("minimum", b, flags=("nsz",))
'''


def _templates() -> dict[str, str | tuple[str, str]]:
    """The functions of all texts by their names in the notation, a pair where they differ for float32 and float64."""
    parts = (vector_circular, vector_normal, vector_gamma, vector_logarithms, vector_powers, vector_complex)
    made = functions(_TEXT + "".join(part.TEXT for part in parts))
    names = dict.fromkeys(name.rpartition("_")[0] for name in made)
    return {n.removeprefix("_es_"): made.get(f"{n}_KIND") or (made[f"{n}_f32"], made[f"{n}_f64"]) for n in names}


_TEXTS = _templates()

LIMITED = frozenset({"sin", "cos", "tan", "digamma", "gamma", "lgamma"})
"""Functions whose helper is right for most arguments, and which have another way for the others."""

KINDS = {"float32": "f32", "float64": "f64"}


@functools.cache
def _text(template: str | tuple[str, str], which: int) -> str:
    """The text of one dtype, 0 or 1: shared lines, constants and names filled in."""

    def one(given: str | tuple[str, str]) -> str:
        return given if isinstance(given, str) else given[which]

    def word(name: str) -> str | None:
        if name.endswith("_KIND"):
            return name.removesuffix("KIND") + [*KINDS.values()][which]
        return _CONSTANTS[name][which] if name in _CONSTANTS else None

    snippets = {name: one(text).removeprefix("\n") for name, text in _SNIPPETS.items()}
    return respelled(expanded(one(template), snippets), word)


FUNCTIONS: dict[str, dict[str, str]] = {
    name: {dtype: f"_es_{name}_{kind}" for dtype, kind in KINDS.items()} for name in _TEXTS
}
"""Function of the notation -> dtype -> helper."""


def helper_of(name: str, dtype: str) -> str:
    """The helper of a function for a dtype; empty where it has none."""
    row = BY_NAME.get(name)
    known = name in _TEXTS or row is not None and row.vector
    return f"_es_{name}_{KINDS[dtype]}" if known and dtype in KINDS else ""


def text_of(helper: str) -> str:
    """The text of a helper, without decorator; empty for other names."""
    name, _, kind = helper.removeprefix("_es_").rpartition("_")
    row = BY_NAME.get(name)
    template = _TEXTS.get(name) or (row.vector if row is not None else "")
    return _text(template, [*KINDS.values()].index(kind)) if template and kind in KINDS.values() else ""
