"""Vector mathematics: erf, erfc, gelu and the normal distribution function.

erfc(a) is exp(-a*a) times a function that falls slowly, c*d/((a + c)*d + a*n) with polynomials d
and n.  The quotient q is corrected by what it leaves of d, written so that no rounding
counts: d*(1 - q*(a + c)) - q*a*n is small where a is, and 1 - q*a is where a is large.  The factor c is
part of the exponent.  gelu(x) = max(x, 0) - abs(x)*Q(abs(x)) has the tail Q of the normal distribution,
which is the same in another unit.
"""

from __future__ import annotations

CONSTANTS: dict[str, tuple[str, str]] = {
    "ERF_END": ("4.0", "6.0"),
    "ERF_NEAR": (
        """(
        0.12837916612625122, -0.3761262595653534, 0.11283600330352783, -0.026854444295167923, 0.005189535673707724,
        -0.0008020845707505941, 7.889133848948404e-05,
    )""",
        """(
        0.12837916709551256, -0.3761263890318355, 0.11283791670945252, -0.026866170643276066, 0.005223977607422535,
        -0.0008548325989664801, 0.00012055295319861873, -1.4924744656423351e-05, 1.6447517647089363e-06,
        -1.6209176029146856e-07, 1.3722978071125541e-08, -7.801194309158001e-10,
    )""",
    ),
    "ERF_FAR": (
        """(
        0.00020208391651976854, -1.1296494007110596, -0.6330655217170715, -0.10860689729452133, 0.02534916065633297,
        -0.00427075382322073, 0.0004603938723448664, -2.4760422093095258e-05, 2.125411242559494e-07,
    )""",
        """(
        -2.9981373275528877e-07, -1.1283761662977208, -0.6366337124060716, -0.1027327978032666, 0.0190505806492384,
        0.0003189270923909507, -0.0018094702668434825, 0.0006739530340040022, -6.540944891222658e-05,
        -6.036628558568038e-05, 4.133990800097685e-05, -1.5516964650846394e-05, 4.1541178165446346e-06,
        -8.420940914353485e-07, 1.3078127812393091e-07, -1.5388892133685217e-08, 1.3306919716114648e-09,
        -7.981698918893432e-11, 2.9665587634551197e-12, -5.1436739942769864e-14,
    )""",
    ),
    "GELU_END": ("-14.52", "-38.69"),
    "GELU_SHIFT": ("0.7978845834732056", "0.7978845608028654"),
    "GELU_FACTOR": ("0.4515826484633399", "0.45158270528945477"),
    "GELU_FACTOR_HIGH": ("0.45159912109375", "0.45158270528918365"),
    "GELU_FACTOR_LOW": ("8.23631520504759e-06", "-1.3554480682112638e-13"),
    "GELU_TOP": (
        """(
        1.0, -1.049635887145996, 0.5323111414909363, -0.1559758186340332, 0.02634291537106037,
        -0.0021048523485660553,
    )""",
        """(
        1.0, -1.673971184411987, 1.3875481043310807, -0.7365842289995033, 0.2748440032412886,
        -0.07499796415540906, 0.015139773465574656, -0.002235869489604952, 0.00023214142340654374,
        -1.541671355416788e-05, 5.039139567678956e-07,
    )""",
    ),
    "GELU_REST": (
        """(
        0.36338022351264954, -0.2724098563194275, 0.09814363718032837, -0.018912380561232567,
        0.0016794501570984721,
    )""",
        """(
        0.36338022763241845, -0.4992812229692506, 0.3408617390675533, -0.14861332907425684,
        0.04515919089337769, -0.009874755337652799, 0.0015528321528018726, -0.00016980534406059266,
        1.1796843766881902e-05, -4.020651660760165e-07,
    )""",
    ),
    "ERFC_END": ("-10.3", "-27.3"),
    "ERFC_SHIFT": ("0.564189612865448", "0.5641895835477563"),
    "ERFC_FACTOR": ("0.5723648909604458", "0.5723649429247001"),
    "ERFC_FACTOR_HIGH": ("0.572357177734375", "0.5723649429255602"),
    "ERFC_FACTOR_LOW": ("-7.713226070864215e-06", "8.60071053504304e-13"),
    "ERFC_TOP": (
        """(
        1.0, -1.4858429431915283, 1.06617271900177, -0.4419397711753845, 0.10555163770914078,
        -0.011914616450667381,
    )""",
        """(
        1.0, -2.367604589475638, 2.775701046511914, -2.0840847253871386, 1.0999037541742063,
        -0.4245246698111706, 0.12121893536418184, -0.025322811285606674, 0.0037192514647143697,
        -0.0003494345311250106, 1.616060414045699e-05,
    )""",
    ),
    "ERFC_REST": (
        """(
        0.36338019371032715, -0.3857667148113251, 0.19662928581237793, -0.053590331226587296,
        0.006722165737301111,
    )""",
        """(
        0.36338022763241845, -0.7061817897143201, 0.6819044412637812, -0.4205163325695466,
        0.18074236589610876, -0.05590377170002267, 0.012435320944063069, -0.0019236456689149773,
        0.0001890670205299218, -9.117644519834106e-06,
    )""",
    ),
    "LN2_TWICE": ("1.38623046875", "1.3862943607382476"),
    "BIASED": ("12583071.0", "6755399441056831.0"),
    "UNIT": ("2.3283064365386963e-10", "5.421010862427522e-20"),
    "HALF_UNIT": ("1.1641532182693481e-10", "2.710505431213761e-20"),
}
"""What the capital names in the texts stand for: for float32 and for float64.

``BIASED`` is the number that rounds to whole numbers, with the bias of the exponent and 32 (64) in its
low bits: shifted by ``WIDTH`` they are a power of 2 that is normal, and ``UNIT`` takes the 32 (64) back.
"""

SNIPPETS: dict[str, str | tuple[str, str]] = {
    # the slow function at -w is q + e*i
    "QUOTIENT": """
    large = _choose(w < -GIVEN, w, -GIVEN)
    small = _choose(w < -GIVEN, -GIVEN, w)
    i = _near_inverse((GIVEN - w) * d + m)
    q = d * i
    e = (q * small + (q * large + 1.0)) * d - q * m
""",
    # the tail of the normal distribution at abs(x) is (q + a)*2**n
    "NORMAL_TAIL": """
    w = -abs(x)
    w = _choose(w < GELU_END, GELU_END, w)
    shifted = w.call("fma", w, GELU_FACTOR) * -0.7213475204444817 + BIASED
    n = shifted - BIASED
    r = w.call("fma", w, n * LN2_TWICE + GELU_FACTOR_HIGH)
    r = r * -0.5 + (n * -LN2_LOW + GELU_FACTOR_LOW)
    p = r + r * r * _poly(r, EXP)
    d = _poly(w, GELU_TOP)
    m = w * _poly(w, GELU_REST)
    QUOTIENT(GELU_SHIFT)
    a = q.call("fma", p, e * (i + i * p))
""",
}
"""Lines that several texts share."""

TEXT = '''
def _es_erf_KIND(x):
    """erf(x): a polynomial up to 1, then 1 - exp(p(abs(x))) with p(x) = log(erfc(x))."""
    a = abs(x)
    near = x + x * _poly(x * x, ERF_NEAR)
    a = _choose(a > ERF_END, ERF_END, a)
    far = 1.0 - _es_exp_KIND.write(_poly(a, ERF_FAR))
    far = _choose(x > 0.0, far, -far)
    return _choose(a < 1.0, near, far)

def _es_erfc_KIND(x):
    """1 - erf(x), to full relative accuracy for large x."""
    w = -abs(x)
    w = _choose(w < ERFC_END, ERFC_END, w)
    shifted = w.call("fma", w, ERFC_FACTOR) * -1.4426950408889634 + BIASED
    n = shifted - BIASED
    high = w.call("fma", w, n * LN2_HIGH + ERFC_FACTOR_HIGH)
    low = n * -LN2_LOW + ERFC_FACTOR_LOW
    r = low - high
    p = r * r * _poly(r, EXP)
    d = _poly(w, ERFC_TOP)
    m = w * _poly(w, ERFC_REST)
    QUOTIENT(ERFC_SHIFT)
    a = q.call("fma", r, q.call("fma", p, e * (i + i * (r + p))))
    y = (q + a) * (shifted.bits() << WIDTH).number() * UNIT
    return _choose(x < 0.0, 2.0 - y, y)

def _es_gelu_KIND(x):
    """max(x, 0) - abs(x)*Q(abs(x)) with the tail Q of the normal distribution."""
    NORMAL_TAIL
    y = -abs(w.call("fma", q, w.rounded_product(a))) * (shifted.bits() << WIDTH).number()
    y = y * HALF_UNIT + _choose(x < 0.0, 0.0, x)
    return _choose(x == -INF, NAN, y)

def _es_normcdf_KIND(x):
    """The tail Q of the normal distribution at abs(x), or what it leaves of 1."""
    NORMAL_TAIL
    y = (q + a) * (shifted.bits() << WIDTH).number() * HALF_UNIT
    return _choose(x > 0.0, 1.0 - y, y)
'''
