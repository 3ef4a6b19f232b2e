"""Tensor-core tiles: which thread holds which elements, and the instructions that multiply.

A tile of 64 rows is computed by 8 warps, 2 down and 4 across.  A thread has rows ``row(p)`` and columns
``column(q)`` of it, both as the instruction ``mma.sync.m16n8k8`` wants its accumulators (PTX ISA, "Matrix
fragments for mma.m16n8k8"): so maps of the elements, running sums and stores are the same text as for a plain
tile, at other places.  Operands are TF32, with 10 bits of mantissa and the range of float32, so numbers of 16 bits
are exact, and sums are float32.  What a kernel has computed in between is rounded to them.

The instruction needs an architecture of 8.0; older ones, and OpenCL, multiply the same tile with the same layout
by threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from espresso.codegen.simt.dialect import Dialect
from espresso.ir.storage.dtypes import bytes_of
from espresso.records import dataclass
from espresso.system.half_precision import computed

EXACT = frozenset({"float16", "bfloat16"})
"""Dtypes of elements that the operands of the instruction hold without rounding."""

PAD = 8
"""Elements between rows of a slab, so that the threads of a warp read from 32 different banks."""

BLOCK = 256
"""Threads of a block that has such tiles."""

MMA = "_es_mma"

_TEXT = """
__device__ __forceinline__ unsigned _es_tf32(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return bits;
}
__device__ __forceinline__ void _es_mma(float* c0, float* c1, float* c2, float* c3, const float* a, const float* b)
{
    /* 16 rows and 8 columns of a warp: sums of 8 products each, of TF32 numbers, in float32 */
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(*c0), "+f"(*c1), "+f"(*c2), "+f"(*c3)
        : "r"(_es_tf32(a[0])), "r"(_es_tf32(a[1])), "r"(_es_tf32(a[2])), "r"(_es_tf32(a[3])),
          "r"(_es_tf32(b[0])), "r"(_es_tf32(b[1])));
}"""

HELPERS: dict[str, str] = {"cuda": f"#if __CUDA_ARCH__ >= 800{_TEXT}\n#endif"}
"""The instruction, by dialect."""

GUARDS = {"cuda": "#if __CUDA_ARCH__ >= 800"}
"""What must hold where a program is compiled; elsewhere threads multiply."""


def suits(operands: Iterable[str], dtypes: Mapping[str, str], tile: str, block: int, tf32: bool) -> bool:
    """Whether a tile of ``tile`` numbers, products of elements of these arrays, is computed so; see ``tf32=``."""
    able = EXACT | {"float32"} if tf32 else EXACT
    return block == BLOCK and tile == "float32" and all(dtypes[n] in able for n in operands)


def run_of(dtype: str) -> int:
    """Elements that one read of shared memory brings: 16 bytes of them.

    >>> run_of("float32"), run_of("float64"), run_of("complex128"), run_of("int8")
    (4, 2, 1, 4)
    """
    return max(1, min(4, 16 // bytes_of(computed(dtype))))


def _place(thread: str, number: str, threads: int, count: int, run: int) -> str:
    """The ``number``-th of ``count`` elements of a thread, in runs of neighbours.

    >>> _place("down", "p", 16, 4, 4), _place("down", "p", 16, 4, 1), _place("across", "r", 16, 8, 4)
    ('down*4 + p', 'down + p*16', 'across*4 + r % 4 + r/4*64')
    """
    run = min(run, count)
    if run == 1:
        return f"{thread} + {number}*{threads}"
    if run == count:
        return f"{thread}*{run} + {number}"
    return f"{thread}*{run} + {number} % {run} + {number}/{run}*{threads * run}"


@dataclass(frozen=True)
class Tile:
    """What a thread has of a tile: ``micro`` rows; ``across`` and ``down`` threads; whether by tensor cores.

    Of its rows and columns ``run`` are side by side: so many elements of a slab are one read of shared memory,
    which takes longer than their multiplications where every element is a read of its own.
    """

    micro: int
    across: int
    down: int
    value: str  # the type of its elements
    cores: bool = False
    run: int = 1

    @property
    def pad(self) -> int:
        """Elements between the rows of a slab, which begin where a run may begin."""
        return PAD if self.cores else self.run

    def shared(self, dialect: Dialect) -> str:
        """The words in front of a slab."""
        align = "__align__(16) " if dialect.name == "cuda" and self.run > 1 and not self.cores else ""
        return f"{dialect.shared} {align}{self.value}"

    @property
    def where(self) -> str:
        """The line that says where thread ``t`` of a block is."""
        if not self.cores:
            return f"across = t % {self.across}, down = t / {self.across};"
        return "across = t/64*4 + t % 4, down = t/32 % 2*8 + t % 32/4;"

    def row(self, p: str) -> str:
        """The row of a tile that a thread has as its ``p``-th."""
        return f"down/8*32 + down % 8 + {p}*8" if self.cores else _place("down", p, self.down, self.micro, self.run)

    def column(self, q: str, count: int) -> str:
        """The column of a tile that a thread has as its ``q``-th of ``count``."""
        if not self.cores:
            return _place("across", q, self.across, count, self.run)
        return f"across/4*{4 * count} + across % 4*2 + {q}/2*8 + {q} % 2"

    def helpers(self, dialect: Dialect) -> set[str]:
        """What `multiply` calls."""
        return {MMA} if self.cores and dialect.name in HELPERS else set()

    def multiply(
        self, sums: str, own: str, other: str, depth: int, count: int, term: str, dialect: Dialect
    ) -> list[str]:
        """Lines that add the product of two slabs to ``sums[p][r]``, with ``count`` columns of a thread.

        ``own`` and ``other`` are texts of the slabs' rows ``{k}``; ``term`` is the product of ``a[p]`` and ``b[r]``.
        """
        plain = self._plain(sums, own, other, depth, count, term, dialect.unroll)
        if not self.cores or dialect.name not in HELPERS:
            return plain
        lines = self._on_cores(sums, own, other, depth, count, dialect.unroll)
        guard = GUARDS.get(dialect.name)
        return [guard, *lines, "#else", *plain, "#endif"] if guard else lines

    def _plain(self, sums: str, own: str, other: str, depth: int, count: int, term: str, unroll: str) -> list[str]:
        return [
            unroll,
            f"for (int k = 0; k < {depth}; k += 1) {{",
            f"    {self.value} a[{self.micro}], b[{count}];",
            f"    {unroll}",
            f"    for (int p = 0; p < {self.micro}; p += 1) a[p] = {own.format(k='k')}[{self.row('p')}];",
            f"    {unroll}",
            f"    for (int r = 0; r < {count}; r += 1) b[r] = {other.format(k='k')}[{self.column('r', count)}];",
            f"    {unroll}",
            f"    for (int p = 0; p < {self.micro}; p += 1) {{",
            f"        {unroll}",
            f"        for (int r = 0; r < {count}; r += 1) {sums}[p][r] += {term};",
            "    }",
            "}",
        ]

    def _on_cores(self, sums: str, own: str, other: str, depth: int, count: int, unroll: str) -> list[str]:
        """Two fragments of 16 rows for each thread, and one of 8 columns for every two of its columns."""
        near, far = "k + t % 4", "k + t % 4 + 4"
        rows, columns = "down/8*32 + down % 8 + p*16", f"across/4*{4 * count} + r*8 + down % 8"
        a = [(near, ""), (near, " + 8"), (far, ""), (far, " + 8")]
        return [
            unroll,
            f"for (int k = 0; k < {depth}; k += 8) {{",
            "    float a[2][4], b[2];",
            f"    {unroll}",
            "    for (int p = 0; p < 2; p += 1) {",
            *(f"        a[p][{i}] = {own.format(k=k)}[{rows}{more}];" for i, (k, more) in enumerate(a)),
            "    }",
            f"    {unroll}",
            f"    for (int r = 0; r < {count // 2}; r += 1) {{",
            *(f"        b[{i}] = {other.format(k=k)}[{columns}];" for i, k in enumerate((near, far))),
            f"        {unroll}",
            "        for (int p = 0; p < 2; p += 1)",
            f"            {MMA}(&{sums}[2*p][2*r], &{sums}[2*p][2*r + 1],",
            f"                &{sums}[2*p + 1][2*r], &{sums}[2*p + 1][2*r + 1], a[p], b);",
            "    }",
            "}",
        ]
