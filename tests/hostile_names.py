"""Names that mean something to a language, a compiler, a library or a browser, for the tests that walk them."""

from __future__ import annotations

from typing import Any

import numpy as np

PYTHON = """
import class lambda None True False async await def del from global nonlocal return yield match case type _ self cls
print eval exec open range abs min max sum int float complex bool len list dict set tuple object map id input super
__import__ __builtins__ __name__ __file__ __doc__ __init__ __class__ np numpy numba math os sys njit prange nogil
ctypes run program kernel start stop shapes arena out args kwargs f e t1 t2 v1 v2 nan inf1 dtype numbers result
"""

C = """
auto break case char const double else enum extern float for goto if int long register return short signed sizeof
static struct switch typedef union unsigned void volatile while restrict inline bool true false this operator template
typename namespace new delete asm main printf size_t NULL nullptr M_PI M_E M_PI_F INFINITY NAN FLT_MAX DBL_MAX FLT_EPSILON
INT_MAX LONG_MIN UINT_MAX CHAR_BIT HUGE_VAL HUGE_VALF MAXFLOAT __LINE__ __FILE__ __DATE__ __COUNTER__ errno EOF stdin
linux unix i386 __x86_64__ assert memcpy memset malloc free
"""

DEVICES = """
kernel __kernel global __global local __local constant private generic half half4 float2 float4 float16 double2 double3
uint4 uchar ushort ulong8 quad long2 convert_int convert_int_sat convert_float4_rte as_int as_type barrier mem_fence
get_global_id get_local_id get_group_id get_num_groups get_work_dim fmax fmin isnan isinf mad fma native_exp half_exp
atomic_add atom_add atomic_xchg vload4 vstore4 vload_half prefetch async_work_group_copy wait_group_events shuffle
shuffle2 upsample step smoothstep clamp mix sign select bitselect image2d_t sampler_t event_t queue_t clk_event_t
reserve_id_t ndrange_t CLK_LOCAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE __OPENCL_VERSION__ __ENDIAN_LITTLE__ cl_khr_fp64
work_group_barrier sub_group_reduce_add read_imagef write_imagei popcount ctz clz rotate any all dot cross
threadIdx blockIdx blockDim gridDim warpSize __global__ __device__ __shared__ __constant__ __syncthreads __shfl_sync
__restrict__ __launch_bounds__ __forceinline__ atomicAdd atomicCAS clock64 dim3 int2 make_float4 tex2D surf2Dread
__half half2 __nv_bfloat16 nv_bfloat16 cudaError_t __ldg __fmaf_rn __float_as_int rsqrtf sincospi norm3d std
es_complex64 es_complex128 wchar_t char16_t int32_t uint8_t int8x4 uint ptrdiff_t intptr_t uintptr_t
"""

MADE = """
_es_exp _es_add _es_sqrt_float64 _es_own_f kernel_y y_sum i_low i_end i_edge n_i n_x_0 y_total row lane lanes team part
parts active scratch at block_start row_start step0 t1_2 acc tile shared total value count index offset work pool
_ __ ___ _1 _2_ i_ n m k x_ p q s
"""

TEXT = [
    "a b", " ", "a  b", "  a", "learning rate", "a-b", "a+b", "1", "12ab", "x.y", "x[0]", "(", ")", "{", "}", "{}", "{0}",
    "%s", "%(x)s", "%", "#", "# x", "&", "&amp;", "&lt;b&gt;", "&#60;", "$", "$$", "$x$", "${x}", "\\", "\\\\", "\\n", "\\u0041", "\\(x\\)", "\\[", "\\N{DIGIT ONE}",
    "^", "^^", "~", "'", '"', "'''", '"""', "a'b", 'a"b', "``", "a`b", "\n", "a\nb", "a\r\nb", "\t", "\0", "a\0b", "\x1b[31m", "\x7f", "\x85", "\x0c",
    "*/", "/*", "//", "// x\\", "/* x */", "*/ int x; /*", "??/", "??=", "<%", "%:", "<::", "#define x 1", "x\n#define y 2", "\\\n", ";", "; return", "y = 1",
    "\u202ex\u202c", "\u200fx", "\u2066x\u2069", "x\u200d", "x\u200b", "\u2060", "\ufeff", "\u2028", "\u2029", "\u00a0",
    "\u0430", "\u0391", "\uff58", "\u00b5", "\u03bc", "\U0001d465", "\ufb01", "\u00e9", "e\u0301", "\u0131", "\u0130", "\u017f", "\u212a", "\u1e9e", "\u00df",
    "\u4e2d", "\u05d0", "\U0001f600", "\u2211", "\u221a", "\u00b2", "x\u00b2", "x\u2032", "\u0663", "u4e2d", "u03bc",
    "x" * 300, "y" * 5000, "A", "a", "X_1", "x_1", "x__1", "a_b", "a.b", "not", "and", "or", "pi", "nan", "inf", "sin", "sum", "where", "pad", "size",
]  # fmt: skip

MARKUP = [
    "<img src=x onerror=window.hits++>", "<script>window.hits++</script>", "</script><script>window.hits++</script>",
    "</pre><img src=x onerror=window.hits++>", "</text></svg><img src=x onerror=window.hits++>", "</title><script>window.hits++</script>",
    "<svg onload=window.hits++>", "<svg><script>window.hits++</script></svg>", "<iframe srcdoc='<script>parent.hits++</script>'>",
    "<a href=javascript:window.hits++>x</a>", "<b onmouseover=window.hits++>x", "' onmouseover='window.hits++", '" onmouseover="window.hits++',
    '"><img src=x onerror=window.hits++>', "'><img src=x onerror=window.hits++>", "<!--", "-->", "<![CDATA[", "]]>", "<?xml?>", "<!DOCTYPE x>",
    "<style>@import 'x'</style>", "<math><mtext><img src=x onerror=window.hits++></mtext></math>", "&lt;img src=x onerror=window.hits++&gt;",
    "&#x3c;script&#x3e;window.hits++&#x3c;/script&#x3e;", "javascript:window.hits++", "<template><img src=x onerror=window.hits++></template>",
    "<noscript><p title='</noscript><img src=x onerror=window.hits++>'>", "<textarea><img src=x onerror=window.hits++>",
    r"$\href{javascript:window.hits++}{x}$", r"\href{javascript:window.hits++}{x}", r"\(\href{javascript:window.hits++}{x}\)",
    r"\[\href{javascript:window.hits++}{x}\]", r"$$\url{javascript:window.hits++}$$", r"$\unicode{x3c}img src=x$", r"$\style{x:expression(window.hits++)}{x}$",
    r"\text{</script><script>window.hits++</script>}", r"}\href{javascript:window.hits++}{x}{", r"$}\href{javascript:window.hits++}{x}{$",
    r"\begin{equation}\href{javascript:window.hits++}{x}\end{equation}", r"\require{html}\href{javascript:window.hits++}{x}",
    r"\htmlData{onerror=window.hits++}{x}", r"\cssId{x}{y}", r"\class{x}{y}", r"\includegraphics{http://x.invalid/x}", r"\def\x{y}", r"\input{x}",
    r"\def\sum{\href{javascript:window.hits++}{x}}", r"\newcommand{\frac}{}", r"\let\sum\relax", r"\\href{javascript:window.hits++}{x}", "$<b>$", "a<b", "a>b", "a&b",
    "[x](javascript:window.hits++)", "![x](x)", "`code`", "**bold**", "|", "a|b|c", "---", "> quote", "- item",
]  # fmt: skip

NAMES = list(dict.fromkeys([*f"{PYTHON} {C} {DEVICES} {MADE}".split(), *TEXT, *MARKUP]))


def quoted(name: str) -> str:
    """A name in backquotes."""
    return "`" + name.replace("`", "``") + "`"


ROLES = 6


def programs(turn: int, size: int = 60, one: str = "exp", other: str = "erf") -> list[tuple[list[str], dict[str, Any]]]:
    """Formulas over all names, ``size`` of them in each program, with their arrays.

    In each formula six names stand for a result, an intermediate array, an input, a scalar and two indices;
    ``turn`` says which of the six is which, so that after six turns each name was each of them.
    """
    found = []
    for start in range(0, len(NAMES), size):
        texts, arrays = [], {}
        names = NAMES[start : start + size]
        names += [f"plain{k}" for k in range(-len(names) % ROLES)]
        for k in range(0, len(names), ROLES):
            six = names[k : k + ROLES]
            result, between, given, rate, index, bound = (quoted(n) for n in (*six[turn:], *six[:turn]))
            texts.append(
                f"{between}[{index}] = cumsum[{index}]({given}[{index}]*{rate})\n"
                f"{result}[{index}] = {one}({between}[{index}]) + {other}({between}[{index}]) + size({given}, 0)*{rate}"
                f" + sum[{bound}]({given}[{bound}]*{between}[{bound}]*(({bound}) < 2))"
            )
            arrays[(*six[turn:], *six[:turn])[2]] = np.linspace(-1, 1, 3) + 0.01*k
            arrays[(*six[turn:], *six[:turn])[3]] = np.float64(0.5 + 0.01*k)
        found.append((texts, arrays))
    return found


def kernels(turn: int, size: int = 60) -> list[tuple[list[str], dict[str, Any]]]:
    """Formulas over all names that make one kernel of each ``size`` of them: results, inputs, scalars, four indices."""
    found = []
    for start in range(0, len(NAMES), size):
        names = NAMES[start : start + size]
        at = ",".join(map(quoted, names[:4]))
        parts = [names[4 + (turn + k) % 3 :: 3] for k in range(3)]
        texts, arrays = [], {}
        for k, (result, given, rate) in enumerate(zip(*parts, strict=False)):
            texts.append(f"{quoted(result)}[{at}] = tanh({quoted(given)}[{at}])*{quoted(rate)}")
            arrays |= {given: np.linspace(-1, 1, 16).reshape(2, 2, 2, 2) + 0.1*k, rate: np.float64(0.5 + 0.1*k)}
        found.append((texts, arrays))
    return found
