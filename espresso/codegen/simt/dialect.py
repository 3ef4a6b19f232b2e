"""The two C dialects of SIMT kernels, as data: what differs between CUDA C and OpenCL C.

Everything else in the text of a kernel is common C.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from espresso.records import dataclass


@dataclass(frozen=True)
class Dialect:
    """Spellings of one dialect.

    ``types`` are value types by dtype; ``storage`` those of array elements where they
    differ.  ``group``, ``groups`` and ``thread``, ``threads`` are templates over the axis
    0, 1, 2 written as ``{axis}`` or ``{xyz}``.
    """

    name: str
    kernel: str
    function: str
    constant: str  # a pointer to elements that are only read
    pointer: str
    shared: str
    shared_pointer: str
    barrier: str  # shared memory is visible to the block
    fence: str  # shared and global memory are visible to the block
    group: str
    groups: str
    thread: str
    threads: str
    unroll: str
    rows: str  # where rows stay between passes: "registers" or "shared"
    pair: str  # a complex number from its parts
    in_functions: bool = False  # in place of kernels: functions that one block calls one after the other (`one_block`)
    types: Mapping[str, str] = field(default_factory=dict)
    storage: Mapping[str, str] = field(default_factory=dict)

    def value_type(self, dtype: str) -> str:
        """The type of a variable."""
        return self.types[dtype]

    def element_type(self, dtype: str) -> str:
        """The type of an array element in memory."""
        return self.storage.get(dtype) or self.types[dtype]

    def at(self, what: str, axis: int) -> str:
        """``group``, ``groups``, ``thread`` or ``threads`` along an axis."""
        return str(getattr(self, what)).format(axis=axis, xyz="xyz"[axis])


CUDA = Dialect(
    name="cuda",
    kernel='extern "C" __global__ void',
    function="__device__ __forceinline__",
    constant="const {type}* __restrict__ {name}",
    pointer="{type}* __restrict__ {name}",
    shared="__shared__",
    shared_pointer="{type}*",
    barrier="__syncthreads();",
    fence="__syncthreads();",
    group="blockIdx.{xyz}",
    groups="gridDim.{xyz}",
    thread="threadIdx.{xyz}",
    threads="blockDim.{xyz}",
    unroll="#pragma unroll",
    rows="registers",
    pair="{type}{{{re}, {im}}}",
    types={
        "bool": "bool", "int8": "signed char", "int16": "short", "int32": "int", "int64": "long long",
        "uint8": "unsigned char", "uint16": "unsigned short", "uint32": "unsigned int",
        "uint64": "unsigned long long",
        "float16": "float", "bfloat16": "float", "float32": "float", "float64": "double",
        "complex64": "es_complex64", "complex128": "es_complex128",
    },
    storage={"bool": "unsigned char", "float16": "unsigned short", "bfloat16": "unsigned short"},
)  # fmt: skip

OPENCL = Dialect(
    name="opencl",
    kernel="__kernel void",
    function="static inline",
    constant="__global const {type}* restrict {name}",
    pointer="__global {type}* restrict {name}",
    shared="__local",
    shared_pointer="__local {type}*",
    barrier="barrier(CLK_LOCAL_MEM_FENCE);",
    fence="barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    group="get_group_id({axis})",
    groups="get_num_groups({axis})",
    thread="get_local_id({axis})",
    threads="get_local_size({axis})",
    unroll="",  # compilers warn where they do not follow the pragma
    rows="shared",  # no promise that private arrays become registers
    pair="(({type})({re}, {im}))",
    types={
        "bool": "bool", "int8": "char", "int16": "short", "int32": "int", "int64": "long",
        "uint8": "uchar", "uint16": "ushort", "uint32": "uint", "uint64": "ulong",
        "float16": "float", "bfloat16": "float", "float32": "float", "float64": "double",
        "complex64": "float2", "complex128": "double2",
    },
    storage={"bool": "uchar", "float16": "half", "bfloat16": "ushort"},
)  # fmt: skip

DIALECTS: dict[str, Dialect] = {d.name: d for d in (CUDA, OPENCL)}


def in_functions(dialect: Dialect) -> Dialect:
    """The spellings of functions that one block calls: each says itself which thread of how many this one is.

    What one of them stores, the next one reads, so that nothing is promised of their pointers, and rows stay nowhere.
    """
    constant, pointer = (re.sub(r" (__)?restrict(__)?\b", "", t) for t in (dialect.constant, dialect.pointer))
    return replace(
        dialect, kernel=f"{dialect.function} void", constant=constant, pointer=pointer, group="0", groups="1",
        thread="thread_{xyz}", threads="threads_{xyz}", rows="", in_functions=True,
    )  # fmt: skip

SIGNED_IN_C = frozenset({"int8", "int16", "int32", "int64", "uint8", "uint16"})
"""Dtypes that C computes as signed integers, whose overflow has no value."""

_WORDS = """
auto bool break case char class const continue default delete do double else enum extern false float for friend goto if
inline int long namespace new operator private protected public register restrict return short signed sizeof static
struct switch template this throw true try typedef typename union unsigned using virtual void volatile while
kernel global local constant read_only write_only read_write uchar ushort uint ulong half size_t ptrdiff_t image2d_t
sampler_t event_t complex imaginary bfloat16 asm __asm__ main printf and or not xor bitand bitor compl and_eq or_eq
xor_eq not_eq alignas alignof char8_t char16_t char32_t concept consteval constexpr constinit const_cast co_await
co_return co_yield decltype dynamic_cast explicit export mutable noexcept nullptr protected reinterpret_cast requires
static_assert static_cast thread_local typeid wchar_t pipe generic uniform vec_step atomic_int atomic_uint atomic_long
abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 exp10 expm1 fabs floor fmod fma
fmax fmin hypot isfinite isinf isnan ldexp lgamma log log10 log1p log2 max min mod nan pow rint round rsqrt sin sinh
sqrt tan tanh tgamma trunc sign clamp mix step length dot cross distance normalize select any all as_int as_float mad
barrier vload4 vstore4 vload_half vstore_half popcount clz rotate degrees radians fract frexp modf remainder j0 j1 jn y0
y1 yn gamma round lround threadIdx blockIdx blockDim gridDim warpSize signbit fdim logb ilogb nextafter remquo sincos
sinpi cospi tanpi rootn pown powr maxmag minmag mul24 mad24 hadd rhadd bitselect isequal isless isgreater isnormal
lane lanes row rows row_start row_step block_start team part parts active scratch at step thread block thread_x thread_y
threads_x threads_y
float1 float2 float3 float4 double1 double2 double3 double4 dim3 clock time assert malloc free memset memcpy
typename typeof module import i386 linux unix errno stdin stdout stderr kernel_exec half2 quad
"""

_VECTOR = frozenset(
    f"{t}{n}" for t in ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half")
    for n in (1, 2, 3, 4, 8, 16)
)  # fmt: skip

_LONGEST = 60
"""Characters of a name of the formula in the text of a kernel: drivers make names of files of them."""

_STANDS = re.compile(r"[A-Za-z](_?\d)*|[A-Za-z]\w*[a-z]\w*|[a-z]\w*", re.ASCII)
"""Names that may stand as they are: others could be macros, which are all capitals, or are no names of C."""

_TAKEN = re.compile(
    r"_*es_|get_|vload|vstore|atomic|as_|convert_|cl_|CL|cles_|(image|sampler|event|queue|clk_|reserve_|ndrange)\w*_t$",
    re.ASCII,
)
"""How words of the compilers and helper functions begin."""

RESERVED = frozenset(_WORDS.split()) | _VECTOR
"""Words that a name of the user's formula may not be in the text of a kernel."""


class Names:
    """Valid C names for the names of a formula: their own, or close to them."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._taken = set(taken)

    def __call__(self, name: str, kind: str = "") -> str:
        """The C name of ``name``; one name of two kinds (an array, an index) gives two."""
        key = (kind, name)
        if key not in self._given:
            self._given[key] = self.new(name)
        return self._given[key]

    def new(self, like: str) -> str:
        """A name that nothing else has."""
        base = "".join(_ascii(c) for c in like)[:_LONGEST]
        if base in RESERVED or _TAKEN.match(base) or not _STANDS.fullmatch(base):
            base = base.strip("_") + "_"
            base = base if base[0].isalpha() else f"n{base}"
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name


def _ascii(c: str) -> str:
    """One character of a name in ASCII: Greek letters by their names, others by their number."""
    if c.isascii():
        return c if c.isalnum() or c == "_" else "_"
    words = unicodedata.name(c, "").split()
    if words[:1] == ["GREEK"] and "LETTER" in words:
        word = words[words.index("LETTER") + 1].lower()
        return word.capitalize() if "CAPITAL" in words else word
    return f"u{ord(c):04x}"
