"""Complex arithmetic in SIMT kernels: helper functions over pairs, one text for both dialects.

A complex number is ``float2`` or ``double2`` in OpenCL and a struct of two numbers in CUDA.
Both have ``.x`` and ``.y``, sums, differences and changes of sign; everything else is a helper.
In a template ``T`` is the complex type, ``R`` that of its parts, ``Z(re, im)`` a value; ``U``,
``S`` and ``Y(re, im)`` are those of the other width.

The inverse functions follow Kahan, "Branch cuts for complex elementary functions" (1987): the
signs of zeros select the side of a cut.
"""

from __future__ import annotations

import re

from espresso.codegen.common.templates import templates
from espresso.codegen.simt.dialect import Dialect

COMPONENT = {"complex64": "float32", "complex128": "float64"}
"""The dtype of real and imaginary part."""

COMPLEX = templates("""
R _es_abs(T z): return hypot(z.x, z.y);
R _es_abs2(T z): return z.x*z.x + z.y*z.y;
R _es_real(T z): return z.x;
R _es_imag(T z): return z.y;
bool _es_nonzero(T z): return z.x != 0.0 || z.y != 0.0;
bool _es_eq(T a, T b): return a.x == b.x && a.y == b.y;
bool _es_isnan(T z): return isnan(z.x) || isnan(z.y);
bool _es_isinf(T z): return isinf(z.x) || isinf(z.y);
bool _es_isfinite(T z): return isfinite(z.x) && isfinite(z.y);
U _es_other(T z): return Y((S)z.x, (S)z.y); /* the other width */
_es_conj(T z): return Z(z.x, -z.y);
_es_mul(T a, T b): return Z(a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x);
_es_div(T a, T b):
    /* Smith's method: no overflow of the squares */
    R r, d;
    if (fabs(b.x) >= fabs(b.y)) {
        if (b.x == 0.0) return Z(a.x/b.x, a.y/b.x);
        r = b.y/b.x;
        d = b.x + b.y*r;
        return Z((a.x + a.y*r)/d, (a.y - a.x*r)/d);
    }
    r = b.x/b.y;
    d = b.x*r + b.y;
    return Z((a.x*r + a.y)/d, (a.y*r - a.x)/d);
_es_sign(T z):
    R size = hypot(z.x, z.y);
    return size == 0.0 ? Z(0.0, 0.0) : Z(z.x/size, z.y/size);
_es_exp(T z):
    R e = exp(z.x);
    return z.y == 0.0 ? Z(e, z.y) : Z(e*cos(z.y), e*sin(z.y));
_es_exp2(T z): return _es_exp(Z(0.6931471805599453*z.x, 0.6931471805599453*z.y));
_es_expm1(T z):
    /* exp(x)*cos(y) - 1 without cancellation */
    R s = sin(0.5*z.y);
    return z.y == 0.0 ? Z(expm1(z.x), z.y) : Z(expm1(z.x)*cos(z.y) - 2.0*s*s, exp(z.x)*sin(z.y));
_es_log(T z):
    /* near the unit circle the logarithm of the size is that of 1 + (x*x + y*y - 1) */
    R size = hypot(z.x, z.y), x = fabs(z.x), y = fabs(z.y), most = x > y ? x : y, least = x > y ? y : x;
    R log_size = size > 0.5 && size < 2.0 ? 0.5*log1p((most - 1.0)*(most + 1.0) + least*least) : log(size);
    return Z(log_size, atan2(z.y, z.x));
_es_log1p(T z):
    R x = z.x, y = z.y, rest = x*(2.0 + x) + y*y;
    if (rest < -0.5 || rest > 2.0) return _es_log(Z(1.0 + x, y));
    return Z(0.5*log1p(rest), atan2(y, 1.0 + x));
_es_log2(T z):
    T w = _es_log(z);
    return Z(1.4426950408889634*w.x, 1.4426950408889634*w.y);
_es_log10(T z):
    T w = _es_log(z);
    return Z(0.4342944819032518*w.x, 0.4342944819032518*w.y);
_es_sqrt(T z):
    R size = hypot(z.x, z.y), a, b;
    if (size == 0.0) return Z(0.0, z.y);
    a = sqrt(0.5*(size + fabs(z.x)));
    b = fabs(z.y)/(2.0*a);
    return z.x >= 0.0 ? Z(a, copysign(b, z.y)) : Z(b, copysign(a, z.y));
_es_rsqrt(T z): return _es_div(Z(1.0, 0.0), _es_sqrt(z));
_es_pow(T z, T n):
    if (n.x == 0.0 && n.y == 0.0) return Z(1.0, 0.0);
    if (z.x == 0.0 && z.y == 0.0) return n.x > 0.0 ? Z(0.0, 0.0) : Z((R)NAN, (R)NAN); /* as NumPy */
    return _es_exp(_es_mul(n, _es_log(z)));
_es_sinh(T z): return z.y == 0.0 ? Z(sinh(z.x), z.y) : Z(sinh(z.x)*cos(z.y), cosh(z.x)*sin(z.y));
_es_cosh(T z): return z.y == 0.0 ? Z(cosh(z.x), z.x > 0.0 ? z.y : -z.y) : Z(cosh(z.x)*cos(z.y), sinh(z.x)*sin(z.y));
_es_tanh(T z):
    R t, s, c, d;
    if (fabs(z.x) > 20.0) return Z(copysign(1.0, z.x), 4.0*sin(z.y)*cos(z.y)*exp(-2.0*fabs(z.x)));
    t = tan(z.y);
    s = sinh(z.x);
    c = sqrt(1.0 + s*s);
    d = 1.0 + s*s*(1.0 + t*t);
    return Z((1.0 + t*t)*s*c/d, t/d);
_es_sin(T z):
    T w = _es_sinh(Z(-z.y, z.x));
    return Z(w.y, -w.x);
_es_cos(T z): return _es_cosh(Z(-z.y, z.x));
_es_tan(T z):
    T w = _es_tanh(Z(-z.y, z.x));
    return Z(w.y, -w.x);
_es_asin(T z):
    T a = _es_sqrt(Z(1.0 - z.x, -z.y)), b = _es_sqrt(Z(1.0 + z.x, z.y));
    return Z(atan2(z.x, a.x*b.x - a.y*b.y), asinh(a.x*b.y - a.y*b.x));
_es_acos(T z):
    T a = _es_sqrt(Z(1.0 - z.x, -z.y)), b = _es_sqrt(Z(1.0 + z.x, z.y));
    return Z(2.0*atan2(a.x, b.x), asinh(b.x*a.y - b.y*a.x));
_es_acosh(T z):
    T a = _es_sqrt(Z(z.x - 1.0, z.y)), b = _es_sqrt(Z(z.x + 1.0, z.y));
    return Z(asinh(a.x*b.x + a.y*b.y), 2.0*atan2(a.y, b.x));
_es_asinh(T z):
    T w = _es_asin(Z(-z.y, z.x));
    return Z(w.y, -w.x);
_es_atanh(T z):
    R x = fabs(z.x), y = z.y, far = (1.0 - x)*(1.0 - x) + y*y;
    return Z(copysign(0.25*log1p(4.0*x/far), z.x), 0.5*atan2(2.0*y, (1.0 - x)*(1.0 + x) - y*y));
_es_atan(T z):
    T w = _es_atanh(Z(-z.y, z.x));
    return Z(w.y, -w.x);
""")
"""Helpers for complex arguments, by name."""

_STRUCT = """
struct NAME { R x, y; };
__device__ __forceinline__ NAME operator+(NAME a, NAME b) { return NAME{a.x + b.x, a.y + b.y}; }
__device__ __forceinline__ NAME operator-(NAME a, NAME b) { return NAME{a.x - b.x, a.y - b.y}; }
__device__ __forceinline__ NAME operator-(NAME a) { return NAME{-a.x, -a.y}; }
__device__ __forceinline__ NAME& operator+=(NAME& a, NAME b) { a = a + b; return a; }
"""


def complex_types() -> str:
    """The text of both complex types in CUDA; OpenCL has them."""
    names = (("es_complex64", "float"), ("es_complex128", "double"))
    return "\n".join(_STRUCT.replace("NAME", n).replace("R ", part + " ").strip() for n, part in names)


def value(re_: str, im: str, dtype: str, dialect: Dialect) -> str:
    """A complex number from texts of its parts, safe as an operand."""
    return dialect.pair.format(type=dialect.value_type(dtype), re=re_, im=im)


def types(text: str, dtype: str, dialect: Dialect) -> str:
    """A template with its types and values spelt for a complex dtype."""
    other = "complex64" if dtype == "complex128" else "complex128"
    for own, part, make, z in (("T", "R", "Z", dtype), ("U", "S", "Y", other)):
        opened, closed = value("\0", "\1", z, dialect).split("\0")[0], value("\0", "\1", z, dialect).split("\1")[1]
        text = _constructed(text, make, opened, closed)
        text = re.sub(rf"\b{own}\b", dialect.value_type(z), text)
        text = re.sub(rf"\b{part}\b", dialect.value_type(COMPONENT[z]), text)
    return text


def _constructed(text: str, make: str, opened: str, closed: str) -> str:
    """``Z(re, im)`` everywhere with the spelling of the dialect around its parts."""
    while (found := re.search(rf"\b{make}\(", text)) is not None:
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[: found.start()] + opened + text[found.end() : end - 1] + closed + text[end:]
    return text
