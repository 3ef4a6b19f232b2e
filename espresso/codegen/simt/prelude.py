"""The head of a SIMT program: what the compiler must be told, and the helpers in use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from espresso.codegen.simt.complex_numbers import COMPONENT, complex_types
from espresso.codegen.simt.dialect import Dialect
from espresso.codegen.simt.helpers import source
from espresso.codegen.simt.tiled.tensor_cores import HELPERS as CORES, MMA
from espresso.codegen.simt.vectors import helper as run_of_elements

_CUDA_NUMBERS = """
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif"""

_CUDA_HALF = {
    "_es_load_float16": """
__device__ __forceinline__ float _es_load_float16(const unsigned short* x, long long k)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x[k]));
    return value;
}""",
    "_es_store_float16": """
__device__ __forceinline__ void _es_store_float16(float value, unsigned short* x, long long k)
{
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    x[k] = bits;
}""",
    "_es_load_bfloat16": """
__device__ __forceinline__ float _es_load_bfloat16(const unsigned short* x, long long k)
{
    return __uint_as_float((unsigned int)x[k] << 16);
}""",
    "_es_store_bfloat16": """
__device__ __forceinline__ void _es_store_bfloat16(float value, unsigned short* x, long long k)
{
    x[k] = _es_round_bfloat16(value);
}""",
    "_es_round_bfloat16": """
__device__ __forceinline__ unsigned short _es_round_bfloat16(float value)
{
    const unsigned int bits = __float_as_uint(value); /* to nearest, ties to even; NaN stays NaN */
    if (value != value) return (unsigned short)(bits >> 16 | 64);
    return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}""",
}

_OPENCL_HALF = {
    "_es_load_float16": "#define _es_load_float16(x, k) vload_half(k, x)",
    "_es_store_float16": "#define _es_store_float16(value, x, k) vstore_half_rte(value, k, x)",
    "_es_load_bfloat16": "#define _es_load_bfloat16(x, k) as_float((uint)(x)[k] << 16)",
    "_es_store_bfloat16": "#define _es_store_bfloat16(value, x, k) (x)[k] = _es_round_bfloat16(value)",
    "_es_round_bfloat16": """
static inline ushort _es_round_bfloat16(float value)
{
    const uint bits = as_uint(value); /* to nearest, ties to even; NaN stays NaN */
    if (value != value) return (ushort)(bits >> 16 | 64);
    return (ushort)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}""",
}


def _atomic(dtype: str, dialect: Dialect) -> str:
    """An addition to memory that other threads may add to at the same time."""
    kind = dialect.value_type(dtype)
    name = f"_es_atomic_add_{dtype}"
    if dialect.name == "cuda":
        if dtype in ("int32", "uint32", "uint64", "float32", "float64"):
            add = "atomicAdd(x, value);"
        elif dtype == "int64":
            add = "atomicAdd((unsigned long long*)x, (unsigned long long)value);"
        elif dtype.startswith("complex"):
            add = "atomicAdd(&x->x, value.x);\n    atomicAdd(&x->y, value.y);"
        else:
            raise KeyError(dtype)
        return f"__device__ __forceinline__ void {name}({kind}* x, {kind} value)\n{{\n    {add}\n}}"
    if dtype in ("int32", "uint32"):
        return f"#define {name}(x, value) atomic_add(x, value)"
    if dtype in ("int64", "uint64"):
        return f"#define {name}(x, value) atom_add(x, value)"
    if dtype.startswith("complex"):
        part = COMPONENT[dtype]
        one = f"_es_atomic_add_{part}((volatile __global {dialect.value_type(part)}*)x"
        return (
            f"{_atomic(part, dialect)}\nstatic inline void {name}(volatile __global {kind}* x, {kind} value)\n{{\n"
            f"    {one}, value.x);\n    {one} + 1, value.y);\n}}"
        )
    bits, swap, add = (
        ("uint", "atomic_cmpxchg", "atomic_add") if dtype == "float32" else ("ulong", "atom_cmpxchg", "atom_add")
    )
    return f"""static inline void {name}(volatile __global {kind}* x, {kind} value)
{{
    /* OpenCL has no addition of floats in memory: compare and swap the bits */
    {bits} before = {add}((volatile __global {bits}*)x, 0), seen;
    while ((seen = {swap}((volatile __global {bits}*)x, before, as_{bits}(as_{kind}(before) + value))) != before)
        before = seen;
}}"""


def prelude(helpers: Iterable[str], texts: Sequence[str], dialect: Dialect) -> str:
    """The text in front of the kernels ``texts``."""
    names = set(helpers)
    if dialect.name == "opencl":  # the addition of complex numbers brings that of their parts along
        names -= {f"_es_atomic_add_{part}" for d, part in COMPONENT.items() if f"_es_atomic_add_{d}" in names}
    special = {n for n in names if n.startswith(("_es_load", "_es_store", "_es_atomic", "_es_aligned", MMA))}
    body = source(names - special, dialect)
    rounds = ["_es_round_bfloat16"] * any(n.startswith("_es_store") and n.endswith("bfloat16") for n in special)
    every = "\n".join([body, *texts])
    parts: list[str] = []
    # what the text needs is found by its words: functions of users are among it, of which nothing else is known
    if dialect.name == "cuda":
        if re.search(r"\b(INFINITY|NAN)\b", every):
            parts.append(_CUDA_NUMBERS.strip())
        if "es_complex" in every:
            parts.append(complex_types())
    else:
        if re.search(r"\bdouble2?\b", every) or any("float64" in n for n in names):
            parts.append("#pragma OPENCL EXTENSION cl_khr_fp64 : enable")
        if "atom_" in every or any(n.endswith("64") for n in special if "atomic" in n):
            parts.append("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable")
    half = _CUDA_HALF if dialect.name == "cuda" else _OPENCL_HALF
    for name in [*rounds, *sorted(special)]:
        if name in half:
            parts.append(half[name].strip())
        elif name == MMA:
            parts.append(CORES[dialect.name].strip())
        elif not name.startswith("_es_atomic"):
            parts.append(run_of_elements(name, dialect))
        else:
            parts.append(_atomic(name.rpartition("_")[2], dialect))
    return "\n\n".join(p for p in [*parts, body] if p) + "\n"
