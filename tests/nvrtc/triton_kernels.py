"""The formulas of `kernel_kinds` as one writes them for Triton, in the manner of its tutorials; compiled without a GPU."""
# Not a test and imported by none: `python tests/nvrtc/kernels_page.py` reads it where Triton is installed.
# No annotations from __future__: Triton reads the source of these functions, where `tl.constexpr` is what it says.

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def stream(x, y, z, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(z + at, 2 * tl.load(y + at, at < n) + 4 * tl.load(x + at, at < n), at < n)


@triton.jit
def softmax(z, p, n, B: tl.constexpr):
    at = tl.arange(0, B)
    row = tl.load(z + tl.program_id(0) * n + at, at < n, -float("inf"))
    e = tl.exp(row - tl.max(row, 0))
    tl.store(p + tl.program_id(0) * n + at, e / tl.sum(e, 0), at < n)


@triton.jit
def softmax_pullback(z, G, dz, n, B: tl.constexpr):
    at = tl.arange(0, B)
    here = tl.program_id(0) * n + at
    row, g = tl.load(z + here, at < n, -float("inf")), tl.load(G + here, at < n, 0.0)
    e = tl.exp(row - tl.max(row, 0))
    p = e / tl.sum(e, 0)
    tl.store(dz + here, p * (g - tl.sum(p * g, 0)), at < n)


@triton.jit
def layer_norm(z, g, b, out, n, B: tl.constexpr):
    at = tl.arange(0, B)
    here = tl.program_id(0) * n + at
    row = tl.load(z + here, at < n, 0.0)
    d = tl.where(at < n, row - tl.sum(row, 0) / n, 0.0)
    scale = 1 / tl.sqrt(tl.sum(d * d, 0) / n + 1e-5)
    tl.store(out + here, d * scale * tl.load(g + at, at < n) + tl.load(b + at, at < n), at < n)


@triton.jit
def layer_norm_pullback(z, G, g, dz, n, B: tl.constexpr):
    at = tl.arange(0, B)
    here = tl.program_id(0) * n + at
    row = tl.load(z + here, at < n, 0.0)
    w = tl.load(G + here, at < n, 0.0) * tl.load(g + at, at < n, 0.0)
    d = tl.where(at < n, row - tl.sum(row, 0) / n, 0.0)
    scale = 1 / tl.sqrt(tl.sum(d * d, 0) / n + 1e-5)
    d = d * scale
    tl.store(dz + here, (w - d * tl.sum(d * w, 0) / n - tl.sum(w, 0) / n) * scale, at < n)


@triton.jit
def sums_of_rows(x, s, n, B: tl.constexpr):
    total = tl.zeros([B], tl.float32)
    for k in range(0, n, B):
        at = k + tl.arange(0, B)
        v = tl.load(x + tl.program_id(0) * n + at, at < n, 0.0)
        total += v * v
    tl.store(s + tl.program_id(0), tl.sum(total, 0))


@triton.jit
def sum_of_everything(x, y, s, n, B: tl.constexpr):
    total = tl.zeros([B], tl.float32)
    for k in range(tl.program_id(0) * B, n, tl.num_programs(0) * B):
        at = k + tl.arange(0, B)
        total += tl.load(x + at, at < n, 0.0) * tl.load(y + at, at < n, 0.0)
    tl.store(s + tl.program_id(0), tl.sum(total, 0))


@triton.jit
def product(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows, columns = tl.program_id(0) * M + tl.arange(0, M), tl.program_id(1) * N + tl.arange(0, N)
    along = tl.arange(0, K)
    total = tl.zeros([M, N], tl.float32)
    for k0 in range(0, k, K):
        inside = along < k - k0
        left = tl.load(a + rows[:, None] * k + (k0 + along)[None, :], (rows < m)[:, None] & inside[None, :], 0.0)
        right = tl.load(b + (k0 + along)[:, None] * n + columns[None, :], inside[:, None] & (columns < n)[None, :], 0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
    where = (rows < m)[:, None] & (columns < n)[None, :]
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(c.dtype.element_ty), where)


ROW = {"B": 4096}
KERNELS = {
    "stream": (stream, "*fp32", 3, {"B": 1024}, 4),
    "stream of float16": (stream, "*fp16", 3, {"B": 2048}, 4),
    "softmax": (softmax, "*fp32", 2, ROW, 8),
    "softmax, pullback": (softmax_pullback, "*fp32", 3, ROW, 8),
    "layer norm": (layer_norm, "*fp32", 4, ROW, 8),
    "layer norm, pullback": (layer_norm_pullback, "*fp32", 4, ROW, 8),
    "sums of rows": (sums_of_rows, "*fp32", 2, {"B": 1024}, 4),
    "sum of everything": (sum_of_everything, "*fp32", 3, {"B": 1024}, 4),
    "product": (product, "*fp32", 3, {"M": 64, "N": 64, "K": 16}, 8),
    "product of float16": (product, "*fp16", 3, {"M": 64, "N": 64, "K": 32}, 8),
}
"""Function, type and number of its arrays, constants, and warps of a block."""


def compiled(name: str, architecture: str) -> tuple[bytes, str, int, int]:
    """Machine code, the name of its kernel, its shared memory and the threads of a block; all lengths multiples of 16."""
    function, kind, arrays, constants, warps = KERNELS[name]
    names = function.arg_names
    signature = {n: "constexpr" if n in constants else kind if k < arrays else "i32" for k, n in enumerate(names)}
    attributes = {(k,): [["tt.divisibility", 16]] for k, n in enumerate(names) if n not in constants}
    source = ASTSource(function, signature, {(names.index(n),): v for n, v in constants.items()}, attributes)
    made = triton.compile(source, target=GPUTarget("cuda", int(architecture[3:]), 32), options={"num_warps": warps})
    return made.asm["cubin"], made.metadata.name, made.metadata.shared, warps * 32
