"""Complex numbers for CUDA kernels: a small struct with operators and functions."""

from __future__ import annotations

COMPLEX: dict[str, tuple[str, str]] = {
    "_es_abs": ("T z", "\n    return hypot(z.re, z.im);"),
    "_es_abs2": ("T z", "\n    return z.re*z.re + z.im*z.im;"),
    "_es_real": ("T z", "\n    return z.re;"),
    "_es_imag": ("T z", "\n    return z.im;"),
    "_es_conj": ("T z", "\n    return T(z.re, -z.im);"),
    "_es_sign": ("T z", "\n    return z.re == 0.0 && z.im == 0.0 ? T(0.0) : z/T(hypot(z.re, z.im));"),
}
"""Helpers of the table of functions, for complex arguments."""

_TEXT = """
struct NAME {
    R re, im;
    __device__ NAME(R re = 0, R im = 0) : re(re), im(im) {}
    __device__ NAME(const OTHER& z);
};
__device__ __forceinline__ NAME operator+(NAME a, NAME b) { return NAME(a.re + b.re, a.im + b.im); }
__device__ __forceinline__ NAME operator-(NAME a, NAME b) { return NAME(a.re - b.re, a.im - b.im); }
__device__ __forceinline__ NAME operator-(NAME a) { return NAME(-a.re, -a.im); }
__device__ __forceinline__ NAME operator*(NAME a, NAME b) { return NAME(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re); }
__device__ __forceinline__ NAME& operator+=(NAME& a, NAME b) { a = a + b; return a; }
__device__ __forceinline__ NAME& operator*=(NAME& a, NAME b) { a = a*b; return a; }
__device__ __forceinline__ bool operator==(NAME a, NAME b) { return a.re == b.re && a.im == b.im; }
__device__ __forceinline__ bool operator!=(NAME a, NAME b) { return !(a == b); }
__device__ __forceinline__ NAME operator/(NAME a, NAME b)
{
    /* Smith's method: no overflow of the squares */
    if (fabs(b.re) >= fabs(b.im)) {
        R r = b.im/b.re, d = b.re + b.im*r;
        if (b.re == 0) return NAME(a.re/b.re, a.im/b.re);
        return NAME((a.re + a.im*r)/d, (a.im - a.re*r)/d);
    }
    R r = b.re/b.im, d = b.re*r + b.im;
    return NAME((a.re*r + a.im)/d, (a.im*r - a.re)/d);
}
__device__ __forceinline__ bool isnan(NAME z) { return z.re != z.re || z.im != z.im; }
__device__ __forceinline__ bool isinf(NAME z) { return isinf(z.re) || isinf(z.im); }
__device__ __forceinline__ bool isfinite(NAME z) { return isfinite(z.re) && isfinite(z.im); }
__device__ __forceinline__ NAME exp(NAME z)
{
    R e = exp(z.re);
    return z.im == 0 ? NAME(e, z.im) : NAME(e*cos(z.im), e*sin(z.im));
}
__device__ __forceinline__ NAME log(NAME z) { return NAME(log(hypot(z.re, z.im)), atan2(z.im, z.re)); }
__device__ __forceinline__ NAME sqrt(NAME z)
{
    R size = hypot(z.re, z.im), a, b;
    if (size == 0) return NAME(0, z.im);
    a = sqrt((R)0.5*(size + fabs(z.re)));
    b = fabs(z.im)/(2*a);
    return z.re >= 0 ? NAME(a, copysign(b, z.im)) : NAME(b, copysign(a, z.im));
}
__device__ __forceinline__ NAME pow(NAME z, NAME n)
{
    if (z.re == 0 && z.im == 0) return n.re == 0 && n.im == 0 ? NAME(1) : NAME(0);
    return exp(n*log(z));
}
__device__ __forceinline__ NAME expm1(NAME z)
{
    R s = sin((R)0.5*z.im);
    return NAME(expm1(z.re)*cos(z.im) - 2*s*s, exp(z.re)*sin(z.im));
}
__device__ __forceinline__ NAME exp2(NAME z) { return exp(z*NAME((R)0.6931471805599453)); }
__device__ __forceinline__ NAME log1p(NAME z)
{
    return NAME((R)0.5*log1p(z.re*(2 + z.re) + z.im*z.im), atan2(z.im, 1 + z.re));
}
__device__ __forceinline__ NAME log2(NAME z) { return log(z)*NAME((R)1.4426950408889634); }
__device__ __forceinline__ NAME log10(NAME z) { return log(z)*NAME((R)0.4342944819032518); }
__device__ __forceinline__ NAME sin(NAME z) { return NAME(sin(z.re)*cosh(z.im), cos(z.re)*sinh(z.im)); }
__device__ __forceinline__ NAME cos(NAME z) { return NAME(cos(z.re)*cosh(z.im), -sin(z.re)*sinh(z.im)); }
__device__ __forceinline__ NAME sinh(NAME z) { return NAME(sinh(z.re)*cos(z.im), cosh(z.re)*sin(z.im)); }
__device__ __forceinline__ NAME cosh(NAME z) { return NAME(cosh(z.re)*cos(z.im), sinh(z.re)*sin(z.im)); }
__device__ __forceinline__ NAME tanh(NAME z)
{
    if (fabs(z.re) > 20) return NAME(copysign((R)1, z.re), 4*sin(z.im)*cos(z.im)*exp(-2*fabs(z.re)));
    R t = tan(z.im), s = sinh(z.re), c = sqrt(1 + s*s), d = 1 + s*s*(1 + t*t);
    return NAME((1 + t*t)*s*c/d, t/d);
}
__device__ __forceinline__ NAME tan(NAME z)
{
    NAME t = tanh(NAME(-z.im, z.re));
    return NAME(t.im, -t.re);
}
__device__ __forceinline__ NAME asinh(NAME z) { return log(z + sqrt(z*z + NAME(1))); }
__device__ __forceinline__ NAME acosh(NAME z) { return log(z + sqrt(z + NAME(1))*sqrt(z - NAME(1))); }
__device__ __forceinline__ NAME atanh(NAME z) { return (log1p(z) - log1p(-z))*NAME((R)0.5); }
__device__ __forceinline__ NAME asin(NAME z)
{
    NAME w = asinh(NAME(-z.im, z.re));
    return NAME(w.im, -w.re);
}
__device__ __forceinline__ NAME acos(NAME z)
{
    NAME w = asin(z);
    return NAME((R)1.5707963267948966 - w.re, -w.im);
}
__device__ __forceinline__ NAME atan(NAME z)
{
    NAME w = atanh(NAME(-z.im, z.re));
    return NAME(w.im, -w.re);
}
"""


def complex_types() -> str:
    """The text of both complex types."""
    texts = ["struct es_complex64;\nstruct es_complex128;"]
    pairs = (("es_complex64", "es_complex128", "float"), ("es_complex128", "es_complex64", "double"))
    for name, other, part in pairs:
        text = _TEXT.replace("NAME", name).replace("OTHER", other).replace("R ", part + " ").replace("(R)", f"({part})")
        texts.append(text.strip())
    for name, other, part in pairs:
        texts.append(
            f"__device__ __forceinline__ {name}::{name}(const {other}& z) : re(({part})z.re), im(({part})z.im) {{}}"
        )
    return "\n".join(texts)
