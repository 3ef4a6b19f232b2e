"""The kinds of kernels that most formulas become, and what their machine code has to be like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from programs import Case

import espresso as es
from espresso.codegen.simt.program import SimtKernel
from espresso.codegen.simt.rows.row_cache import WIDEST
from espresso.compiler.matching import pair_passes

NORM = "n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-5)*g[k] + b[k]"
SOFTMAX = "p[i,k] = softmax[k](z[i,k])"
ATTENTION = "o[b,i,e] = sum[j](softmax[j](sum[d](q[b,i,d]*k[b,j,d])/sqrt(128.0))*v[b,j,e])"
GAUSS = "a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])"
STENCIL = "y[p,q] = sum[r,s](pad(x)[p+r-1,q+s-1]*w[r,s])*(p < size(x, 0))*(q < size(x, 1))"

N, R, K, S = 1 << 22, 512, 4096, 512
ROWS = {"z": (R, K), "G_": (R, K), "g": (K,), "b": (K,)}
HEADS = dict.fromkeys("qkv", (2, 128, 128))
POINTS = {"x": (8192, 3), "y": (2048, 3), "b": (2048,)}
ROW = (1 << 16) // WIDEST
"""Registers that the plan of kernels with rows in registers leaves to a thread; twice where sums are carried."""


@dataclass(frozen=True)
class Loop:
    """The loop that does the work: the innermost one with most of ``kind``, of which it has ``count``.

    Its operations are those that the estimate counts for ``elements`` of ``of`` (where they are given), in ``longest``
    instructions at most.
    """

    kind: str
    count: int
    longest: int
    elements: int = 0
    of: int = 1


@dataclass(frozen=True)
class Kind:
    """A formula or its pullback: what its first kernel may take, and the accesses of 128 bits that it has at least."""

    text: str
    shapes: dict[str, tuple[int, ...]]
    registers: int
    occupancy: float
    loads: int = 0
    stores: int = 0
    loop: Loop | None = None
    exponentials: int = 0
    dtype: str = "float32"
    wrt: Any = None

    def kernels(self) -> tuple[str, list[Made]]:
        """The text, and the kernels that are launched for lengths that are multiples of everything."""
        dtypes = {"idx": "int64"}
        given = {n: np.broadcast_to(np.zeros((), dtypes.get(n, self.dtype)), s) for n, s in self.shapes.items()}
        limits = pair_passes.BIG, pair_passes.TILES
        pair_passes.BIG = pair_passes.TILES = 0  # passes over pairs for arrays of any size
        try:
            e = es.parse(self.text)
            case = Case(e if self.wrt is None else es.vjp(e, self.wrt, "G_"), given, target="gpu")
            program = case.simt("cuda")
        finally:
            pair_passes.BIG, pair_passes.TILES = limits
        steps = [(s, s.launch(case.size)) for s in program.steps if isinstance(s, SimtKernel)]
        made = [
            Made(s, launch.block[0] * launch.block[1], s.cost(case.size, lambda n: 0, lambda n: 0).flops)
            for s, launch in steps if 0 not in launch.grid
        ]  # fmt: skip
        return program.source, made


@dataclass(frozen=True)
class Made:
    """A kernel, the threads of its blocks, and its operations by the estimate."""

    step: SimtKernel
    block: int
    flops: float


KINDS: dict[str, Kind] = {
    "stream": Kind("z[i] = 2*y[i] + 4*x[i]", {"x": (N,), "y": (N,)}, 32, 1, 2, 1, Loop("LDG.E.128", 2, 17, 4, N)),
    "stream of float16": Kind("z[i] = 2*y[i] + 4*x[i]", {"x": (N,), "y": (N,)}, 32, 1, 2, 1, Loop("LDG.E.128", 2, 55, 8, N),
                              dtype="float16"),
    "exponentials of rows": Kind("z[i,j] = g[j]*exp(x[i,j] + b[j])", {"x": (R, K), "g": (K,), "b": (K,)}, 64, 0.6, 3, 1,
                                 Loop("LDG.E.128", 3, 55), 4),
    "softmax": Kind(SOFTMAX, {"z": (R, K)}, ROW, 0.5, 4, 4, exponentials=64),
    "softmax, pullback": Kind(SOFTMAX, {n: ROWS[n] for n in ("z", "G_")}, ROW, 0.5, 8, 4, exponentials=64, wrt="z"),
    "layer norm": Kind(NORM, {n: ROWS[n] for n in "zgb"}, ROW, 0.5, 12, 4),
    "layer norm, pullback": Kind(NORM, ROWS, ROW, 0.5, 6, 2, wrt="z"),
    "layer norm, all gradients": Kind(NORM, ROWS, 2 * ROW, 0.25, 8, 4, wrt=["z", "g", "b"]),
    "sums of rows": Kind("s[i] = sum[j](x[i,j]**2)", {"x": (R, K)}, 48, 1, 4, 0, Loop("LDG.E.128", 4, 41)),
    "sums of columns": Kind("s[j] = sum[i](x[i,j]**2)", {"x": (R, K)}, 48, 1, 0, 0, Loop("LDG", 4, 23)),
    "sum of everything": Kind("s = sum[i](x[i]*y[i])", {"x": (N,), "y": (N,)}, 48, 1, 8, 0, Loop("LDG.E.128", 8, 48, 16, N)),
    "sum of a matrix": Kind("s = sum[i,j]((x[i,j] - y[i,j])**2)", {"x": (S, S), "y": (S, S)}, 48, 1, 8, 0, Loop("LDG.E.128", 8, 100)),
    "transpose": Kind("z[i,j] = x[j,i]*y[i,j]", {"x": (S, S), "y": (S, S)}, 56, 0.75),
    "product": Kind("C[i,k] = A[i,j]*B[j,k]", {"A": (S, S), "B": (S, S)}, 72, 0.37, 0, 4, Loop("FFMA", 256, 360, 256, S**3)),
    "product of float16": Kind("C[i,k] = A[i,j]*B[j,k]", {"A": (S, S), "B": (S, S)}, 64, 0.5, 0, 0, Loop("HMMA", 8, 165),
                               dtype="float16"),
    "stencil": Kind(STENCIL, {"x": (S, S), "w": (3, 3)}, 48, 1, 0, 0, Loop("FFMA", 1, 36)),
    "attention": Kind(ATTENTION, HEADS, 128, 0.25, 0, 0, Loop("FFMA", 512, 665), 16),
    "attention of float16": Kind(ATTENTION, HEADS, 128, 0.25, 0, 0, Loop("HMMA", 16, 235), 16, dtype="float16"),
    "kernel sum": Kind(GAUSS, POINTS, 64, 0.6, 0, 0, Loop("MUFU.EX2", 16, 155), 16),
    "gather": Kind("y[b,k] = W[idx[b],k]", {"W": (1000, 256), "idx": (512,)}, 32, 1, 1, 1),
    "scatter": Kind("y[b,k] = W[idx[b],k]", {"W": (1000, 256), "idx": (512,), "G_": (512, 256)}, 32, 1, 0, 1, wrt="W"),
}  # fmt: skip
