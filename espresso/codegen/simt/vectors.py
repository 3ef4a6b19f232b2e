"""Vectorised loads and stores of 128 bits: which accesses of a pass take several adjacent elements.

The lanes of a pass go along one axis, or along several of which the last one is fastest.  Reads and stores whose last
index is that axis are made for a run of elements; the body is written once, in a short unrolled loop over the
run.  Whether rows begin at multiples of the run is tested once, in front of the loop.
"""

from __future__ import annotations

from espresso.codegen.simt.dialect import Dialect
from espresso.codegen.simt.reads import Reads
from espresso.compiler.device.schedule import Group, Stage, index_name
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import SCANS
from espresso.ir.storage.dtypes import bytes_of
from espresso.records import dataclass

BYTES = 16


@dataclass(frozen=True)
class Vectors:
    """The run length, the reads made for a run, and the arrays stored by runs."""

    width: int
    reads: tuple[Expr, ...]
    writes: tuple[str, ...]
    conditions: tuple[str, ...]  # what must hold at run time


def vectors(group: Group, stage: Stage, reads: Reads, dialect: Dialect, most: int = 8) -> Vectors | None:
    """The vector accesses of a pass, of ``most`` elements at most, or None where it has none."""
    if not stage.loops or (group.columns if group.reduces else len(stage.loops) > 1):
        return None
    if any(s.slots is not None or s.operator in SCANS for s in stage.statements):
        return None
    if not group.reduces and any(s.operator is not None for s in stage.statements):
        return None
    lane = stage.loops[-1]
    made = {s.name for s in group.statements}
    accesses = list(
        dict.fromkeys(
            n for s in stage.statements for n in ex.postorder(s.body)
            if n.op == "access" and n.args[0].data.name not in made and _along(n, lane)
            and n.free <= {*group.rows, *stage.loops} and _allowed(n.args[0].data.name, reads)
        )
    )  # fmt: skip
    writes = [
        s for s in stage.statements
        if s.name in group.writes and s.operator is None and s.axes[-1:] == (lane,) and _allowed(s.name, reads)
    ]  # fmt: skip
    if not writes and not (group.reduces and accesses):
        return None
    arrays = [*(n.args[0].data.name for n in accesses), *(s.name for s in writes)]
    width = min(most, BYTES // max(bytes_of(reads.dtypes[a]) for a in arrays))
    if width < 2:
        return None
    lengths = [group.extents[lane], *(reads.shape(a)[-1] for a in arrays if len(reads.shape(a)) > 1)]
    conditions: list[str] = []
    for length in dict.fromkeys(lengths):
        if length.op == "const":
            if length.data % width:
                return None
            continue
        conditions.append(f"{reads.size(length)} % {width} == 0")
    if dialect.name == "cuda":  # OpenCL loads vectors from any element
        conditions += [f"_es_aligned({reads.kernel.names(a, 'array')})" for a in dict.fromkeys(arrays)]
        reads.writer.helpers.add("_es_aligned")
    return Vectors(width, tuple(accesses), tuple(dict.fromkeys(s.name for s in writes)), tuple(conditions))


def _along(access: Expr, lane: str) -> bool:
    """Whether the last index alone moves along the lanes, by one element."""
    *others, last = access.args[1:] or [ex.const(0)]
    return access.data is None and index_name(last) == lane and not any(lane in o.free for o in others)


def _allowed(array: str, reads: Reads) -> bool:
    dtype = reads.dtypes[array]
    return array not in reads.strided and dtype != "bool" and not dtype.startswith("complex")


_LOADED = {
    "float16": 'asm("cvt.f32.f16 %0, %1;" : "=f"(to[q]) : "h"(v.at[q]));',
    "bfloat16": "to[q] = __uint_as_float((unsigned int)v.at[q] << 16);",
}
_STORED = {
    "float16": 'asm("cvt.rn.f16.f32 %0, %1;" : "=h"(v.at[q]) : "f"(from[q]));',
    "bfloat16": "v.at[q] = _es_round_bfloat16(from[q]);",
}
"""How an element of 16 bits is widened and rounded in CUDA."""


def helper(name: str, dialect: Dialect) -> str:
    """``_es_load4_float32`` and its relatives: elements in memory to or from an array of a thread."""
    if name == "_es_aligned":
        return "#define _es_aligned(x) ((unsigned long long)(x) % 16 == 0)"
    what, dtype = name.removeprefix("_es_").split("_")
    load, width = what.startswith("load"), int(what[-1])
    if dialect.name == "opencl":
        each, run = f"for (int q = 0; q < {width}; q += 1)", f"vload{width}(0, from)"
        plain = f"vstore{width}(vload{width}(0, (x) + (k)), 0, to)", f"vstore{width}({run}, 0, (x) + (k))"
        loaded, stored = {
            "bfloat16": (f"{each} (to)[q] = as_float((uint)(x)[(k) + q] << 16)",
                         f"{each} (x)[(k) + q] = _es_round_bfloat16((from)[q])"),
            "float16": (f"vstore{width}(vload_half{width}(0, (x) + (k)), 0, to)",
                        f"vstore_half{width}_rte({run}, 0, (x) + (k))"),
        }.get(dtype, plain)  # fmt: skip
        return f"#define {name}(to, x, k) {loaded}" if load else f"#define {name}(from, x, k) {stored}"
    element, value = dialect.element_type(dtype), dialect.value_type(dtype)
    pack = f"_es_pack{width}_{dtype}"
    struct = f"struct __align__({width * bytes_of(dtype)}) {pack} {{ {element} at[{width}]; }};"
    head = f"#ifndef {pack.upper()}\n#define {pack.upper()}\n{struct}\n#endif\n__device__ __forceinline__ void {name}"
    loop = f"    #pragma unroll\n    for (int q = 0; q < {width}; q += 1)"
    if load:
        return (
            f"{head}({value}* to, const {element}* __restrict__ x, long long k)\n{{\n"
            f"    const {pack} v = *(const {pack}*)(x + k);\n{loop} {_LOADED.get(dtype, 'to[q] = v.at[q];')}\n}}"
        )
    return (
        f"{head}(const {value}* from, {element}* x, long long k)\n{{\n"
        f"    {pack} v;\n{loop} {_STORED.get(dtype, 'v.at[q] = from[q];')}\n    *({pack}*)(x + k) = v;\n}}"
    )
