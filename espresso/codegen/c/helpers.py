"""Helpers of generated C files: what Python's operators mean, a function for each kind that needs it.

A text has ``{T}`` for the type, ``{s}`` for the end of the name, ``{f}`` for that of functions of the C library,
``{P}`` for a part of a complex number; the second word of a key says for which kinds it is.
"""

from __future__ import annotations

HELPERS = {
    "floordiv signed": """
static inline {T} es_floordiv_{s}({T} x, {T} y)
{{
    if (y == 0 || y == -1) return y == 0 ? 0 : ({T})(0 - (uint64_t)x);
    return ({T})(x/y - (x%y != 0 && (x < 0) != (y < 0)));
}}
""",
    "mod signed": """
static inline {T} es_mod_{s}({T} x, {T} y)
{{
    if (y == 0 || y == -1) return 0;
    return ({T})(x%y + (x%y != 0 && (x < 0) != (y < 0) ? y : 0));
}}
""",
    "floordiv whole": """
static inline {T} es_floordiv_{s}({T} x, {T} y)
{{
    return y == 0 ? 0 : ({T})(x/y);
}}
""",
    "mod whole": """
static inline {T} es_mod_{s}({T} x, {T} y)
{{
    return y == 0 ? 0 : ({T})(x%y);
}}
""",
    "mod float": """
static inline {T} es_mod_{s}({T} x, {T} y)
{{
    const {T} rest = fmod{f}(x, y);
    if (rest == 0) return copysign{f}(0, y);
    return (y < 0) != (rest < 0) ? rest + y : rest;
}}
""",
    "floordiv float": """
static inline {T} es_floordiv_{s}({T} x, {T} y)
{{
    const {T} rest = fmod{f}(x, y), ratio = x/y;
    if (y == 0) return ratio;
    {T} quotient = (x - rest)/y;
    if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
    if (quotient == 0) return copysign{f}(0, ratio);
    const {T} floored = floor{f}(quotient);
    return quotient - floored > ({T})0.5 ? floored + 1 : floored;
}}
""",
    "power signed": """
static inline {T} es_power_{s}({T} x, {T} y)
{{
    if (y < 0) return x == 1 ? 1 : x == -1 ? (y%2 != 0 ? -1 : 1) : 0;
    uint64_t total = 1, base = (uint64_t)x;
    for (; y != 0; y /= 2, base *= base)
        if (y%2 != 0) total *= base;
    return ({T})total;
}}
""",
    "power whole": """
static inline {T} es_power_{s}({T} x, {T} y)
{{
    {T} total = 1;
    for (; y != 0; y /= 2, x *= x)
        if (y%2 != 0) total *= x;
    return total;
}}
""",
    "pair": """
static inline {T} es_pair_{s}({P} real, {P} imaginary)
{{
    {P} parts[2] = {{real, imaginary}};
    {T} z;
    memcpy(&z, parts, sizeof z);
    return z;
}}
""",
    "times complex": """
static inline {T} es_times_{s}({T} x, {T} y)
{{
    const {P} a = creal{f}(x), b = cimag{f}(x), c = creal{f}(y), d = cimag{f}(y);
    return es_pair_{s}(a*c - b*d, a*d + b*c);
}}
""",
    "quotient complex": """
static inline {T} es_quotient_{s}({T} x, {T} y)
{{
    const {P} a = creal{f}(x), b = cimag{f}(x), c = creal{f}(y), d = cimag{f}(y);
    const bool first = fabs{f}(c) >= fabs{f}(d);
    const {P} large = first ? c : d, small = first ? d : c;
    const {P} ratio = small/large, below = large + small*ratio;
    const {P} p = first ? a : b, q = first ? b : a;
    const {P} turned = q - p*ratio;
    return es_pair_{s}((p + q*ratio)/below, (first ? turned : -turned)/below);
}}
""",
    "power complex": """
static inline {T} es_power_{s}({T} x, {T} y)
{{
    if (y == 0) return 1;
    if (x == 0 && creal(y) > 0 && cimag(y) == 0) return 0;
    return ({T})cpow(x, y);
}}
""",
    "log2 complex": """
static inline {T} es_log2_{s}({T} x)
{{
    const {T} y = clog(x);
    return es_pair_{s}(creal(y)*1.4426950408889634, cimag(y)*1.4426950408889634);
}}
""",
    "log10 complex": """
static inline {T} es_log10_{s}({T} x)
{{
    const {T} y = clog(x);
    return es_pair_{s}(creal(y)*0.4342944819032518, cimag(y)*0.4342944819032518);
}}
""",
    "exp2 complex": """
static inline {T} es_exp2_{s}({T} x)
{{
    return cexp(es_pair_{s}(creal(x)*0.6931471805599453, cimag(x)*0.6931471805599453));
}}
""",
    "log1p complex": """
static inline {T} es_log1p_{s}({T} x)
{{
    const {P} more = creal(x) + 1;
    return es_pair_{s}(log(hypot(more, cimag(x))), atan2(cimag(x), more));
}}
""",
    "expm1 complex": """
static inline {T} es_expm1_{s}({T} x)
{{
    const {P} a = creal(x), b = cimag(x), sine = sin(0.5*b);
    return es_pair_{s}(expm1(a)*cos(b) - 2*sine*sine, exp(a)*sin(b));
}}
""",
    "minimum float": "static inline {T} es_minimum_{s}({T} x, {T} y) {{ return x < y || x != x ? x : y; }}\n",
    "maximum float": "static inline {T} es_maximum_{s}({T} x, {T} y) {{ return x > y || x != x ? x : y; }}\n",
    "minimum": "static inline {T} es_minimum_{s}({T} x, {T} y) {{ return x < y ? x : y; }}\n",
    "maximum": "static inline {T} es_maximum_{s}({T} x, {T} y) {{ return x > y ? x : y; }}\n",
    "least": "static inline {T} es_least_{s}({T} x, {T} y) {{ return y < x ? y : x; }}\n",
    "most": "static inline {T} es_most_{s}({T} x, {T} y) {{ return y > x ? y : x; }}\n",
    "abs": "static inline {T} es_abs_{s}({T} x) {{ return x < 0 ? ({T})(0 - (uint64_t)x) : x; }}\n",
}

BEFORE = {"times complex": "pair", "quotient complex": "pair", "log2 complex": "pair", "log10 complex": "pair",
          "exp2 complex": "pair", "log1p complex": "pair", "expm1 complex": "pair"}  # fmt: skip
"""Helpers that call another one."""

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

#if defined(__has_builtin)
#if __has_builtin(__builtin_assoc_barrier)
#define ES_FENCE(x) __builtin_assoc_barrier(x)
#elif __has_builtin(__arithmetic_fence)
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
