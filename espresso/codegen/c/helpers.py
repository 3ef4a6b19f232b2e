"""Helpers of generated C files: what Python's operators mean, a function for each kind that needs it.

A text has ``T`` for the type, ``U`` for the unsigned one in which integers wrap around, ``P`` for a part of a complex
number; functions of the C library, and ``es_pair``, are named without the ends that say for which type they are.
Functions of real numbers have no types beside these: SIMT programs take them from here.
"""

from __future__ import annotations

from espresso.codegen.common.templates import templates

_TEXTS = {
    "signed": """
floordiv(T x, T y):
    if (y == 0 || y == -1) return y == 0 ? 0 : (T)((U)0 - x);
    return (T)(x/y - (x%y != 0 && (x < 0) != (y < 0)));
mod(T x, T y):
    if (y == 0 || y == -1) return 0;
    return (T)(x%y + (x%y != 0 && (x < 0) != (y < 0) ? y : 0));
power(T x, T y):
    if (y < 0) return x == 1 ? 1 : x == -1 ? (y%2 != 0 ? -1 : 1) : 0;
    U total = 1, base = x;
    for (; y != 0; y /= 2, base *= base)
        if (y%2 != 0) total *= base;
    return (T)total;
""",
    "whole": """
floordiv(T x, T y):
    return y == 0 ? 0 : (T)(x/y);
mod(T x, T y):
    return y == 0 ? 0 : (T)(x%y);
power(T x, T y):
    U total = 1, base = x;
    for (; y != 0; y /= 2, base *= base)
        if (y%2 != 0) total *= base;
    return (T)total;
""",
    "float": """
mod(T x, T y):
    const T rest = fmod(x, y);
    if (rest == 0) return copysign((T)0, y);
    return (y < 0) != (rest < 0) ? rest + y : rest;
floordiv(T x, T y):
    const T rest = fmod(x, y), ratio = x/y;
    if (y == 0) return ratio;
    T quotient = (x - rest)/y;
    if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
    if (quotient == 0) return copysign((T)0, ratio);
    const T floored = floor(quotient);
    return quotient - floored > (T)0.5 ? floored + 1 : floored;
minimum(T x, T y): return x < y || x != x ? x : y;
maximum(T x, T y): return x > y || x != x ? x : y;
""",
    "complex": """
times(T x, T y):
    const P a = creal(x), b = cimag(x), c = creal(y), d = cimag(y);
    return es_pair(a*c - b*d, a*d + b*c);
quotient(T x, T y):
    const P a = creal(x), b = cimag(x), c = creal(y), d = cimag(y);
    const bool first = fabs(c) >= fabs(d);
    const P large = first ? c : d, small = first ? d : c;
    const P ratio = small/large, below = large + small*ratio;
    const P p = first ? a : b, q = first ? b : a;
    const P turned = q - p*ratio;
    return es_pair((p + q*ratio)/below, (first ? turned : -turned)/below);
power(T x, T y):
    if (y == 0) return 1;
    if (x == 0 && creal(y) > 0 && cimag(y) == 0) return 0;
    return (T)cpow(x, y);
log2(T x):
    const T y = clog(x);
    return es_pair(creal(y)*1.4426950408889634, cimag(y)*1.4426950408889634);
log10(T x):
    const T y = clog(x);
    return es_pair(creal(y)*0.4342944819032518, cimag(y)*0.4342944819032518);
exp2(T x):
    return cexp(es_pair(creal(x)*0.6931471805599453, cimag(x)*0.6931471805599453));
log1p(T x):
    const P more = creal(x) + 1;
    return es_pair(log(hypot(more, cimag(x))), atan2(cimag(x), more));
expm1(T x):
    const P a = creal(x), b = cimag(x), sine = sin(0.5*b);
    return es_pair(expm1(a)*cos(b) - 2*sine*sine, exp(a)*sin(b));
""",
    "": """
pair(P real, P imaginary):
    P parts[2] = {real, imaginary};
    T z;
    memcpy(&z, parts, sizeof z);
    return z;
minimum(T x, T y): return x < y ? x : y;
maximum(T x, T y): return x > y ? x : y;
least(T x, T y): return y < x ? y : x;
most(T x, T y): return y > x ? y : x;
abs(T x): return x < 0 ? (T)((U)0 - x) : x;
""",
}
"""By the kinds that they are for, of which those without a word are for all."""

HELPERS = {f"{name} {kinds}".strip(): row for kinds, text in _TEXTS.items() for name, row in templates(text).items()}
"""Result type, arguments and body."""

BITS = """
static inline {U} es_bits_{s}({T} x)
{{
    {U} bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}}

static inline {T} es_number_{s}({U} bits)
{{
    {T} x;
    memcpy(&x, &bits, sizeof x);
    return x;
}}

static inline {T} es_rounded_{s}({T} x)
{{
    return ES_FENCE(x);
}}
"""
"""Bits of numbers, and a product that no compiler fuses into an addition."""

HEAD = """
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#undef I /* a name of its own */

/* x, which is rounded: gcc fuses a product only into sums that are all its uses (its own barrier is lost in vectors) */
#if defined(__GNUC__) && !defined(__clang__)
#define ES_FENCE(x) ((x) == (x) ? (x) : (__typeof__(x))NAN)
#elif defined(__has_builtin)
#if __has_builtin(__arithmetic_fence)
#define ES_FENCE(x) __arithmetic_fence(x)
#endif
#endif
#if !defined(ES_FENCE)
#define ES_FENCE(x) (*(const volatile __typeof__(x) *)&(x))
#endif

/* One version of each kernel for each generation of processors; the best one is chosen when the program starts. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__)
#define ES_KERNEL static __attribute__((noinline, target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ES_KERNEL static
#endif

static void *es_new(int64_t count, size_t size)
{
    return malloc(count > 0 ? (size_t)count*size : 1);
}
"""
"""The head of each file."""
