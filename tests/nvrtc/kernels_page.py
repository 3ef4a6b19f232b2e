"""Write ``docs/gpu-kernels.md`` from machine code: ``python tests/nvrtc/kernels_page.py``; no GPU and no driver.

It needs what the tests of this folder need, and Triton (``pip install triton``) for the comparison: its compiler too makes
machine code without a GPU.
"""

from __future__ import annotations

import datetime
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "gpu-kernels.md"
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in ("nvrtc", "simt", "cpu", ".")]

import sass  # noqa: E402
from kernel_kinds import KINDS, Kind  # noqa: E402
from resources import ARCHITECTURES, compiled  # noqa: E402
from sass import Code  # noqa: E402

HEAD = """# Kernels by reading

What generated CUDA kernels are as machine code: written by `python tests/nvrtc/kernels_page.py` on {date} without a GPU, from
NVRTC {nvrtc}, read with nvdisasm {nvdisasm}. A number before a slash is that of the kernel generated here, one behind it
that of Triton {triton} (its own assembler) for the same formula, written in the manner of its tutorials, with lengths that are
multiples of 16. No time is measured; [gpu-estimates.md](gpu-estimates.md) has what these kernels move and compute.

- *Registers* of a thread; *local*: loads and stores of local memory, which are spilled registers.
- *Loads* and *stores* of global memory by 128 bits, among all of them. A kernel has its loops twice: by runs of 16 bytes where
  lengths and addresses allow, which is tested when it runs, and one by one; rows that stay in registers have a third way, for
  rows that are too long for that. So the other accesses are those of the other ways. Triton compiles one of them for each launch.
- *Loop*: instructions of the innermost loop that does the work, and among them *FMA* (tensor-core instructions: *MMA*) and *ex2*.
  Kernels of rows in registers have no such loop.
- *Occupancy*: the share of the threads of a multiprocessor that registers, shared memory and blocks leave room for.

`tests/nvrtc/test_sass.py` fails where a kernel of this table has less, spills, or divides whole numbers in a loop.

What is behind Triton's, and known:

- Products: slabs of operands come into shared memory by loads of 32 bits, each with its comparison, 8 for 256 multiplications; Triton's come
  by copies of 128 bits that do not wait. Products go to cuBLAS where it is there.
- float16 products multiply TF32 numbers on tensor cores (`mma.m16n8k8`), with twice the instructions of `m16n8k16`, and Triton has
  those of a whole warp group from 9.0 on. They go to cublasLt, attention of float16 to cuDNN, where these are there.
- Rows in registers: blocks of 1024 threads leave 64 registers to each, whatever the length of a row is when the kernel runs; Triton
  compiles for one length. A maximum that keeps NaN is three instructions here, and one in Triton's, which loses NaN.

| kind | GPU | registers | local | loads of 128 bits | stores | loop | FMA | MMA | ex2 | occupancy |
|---|---|---|---|---|---|---|---|---|---|---|
"""


def cells(code: Code, architecture: str, registers: int, shared: int, block: int, kind: Kind) -> list[str]:
    """The numbers of one kernel."""
    loop = None
    if kind.loop is not None:
        widest = "LDG.E.128" if kind.loop.kind == "LDG.E.128" else "FFMA|MUFU.EX2|HMMA|HGMMA|LDG"
        loop = code.busiest(widest)
        loop = None if loop is code else loop
    inside = ["-" if loop is None else str(n) for n in (
        len(loop.lines) if loop else 0, *(loop.count(p) if loop else 0 for p in ("FFMA", "HMMA|HGMMA", "MUFU.EX2")),
    )]  # fmt: skip
    return [
        str(registers), str(code.count(sass.LOCAL)), f"{code.count(sass.WIDE)} of {code.count(sass.LOADS)}",
        f"{code.count('STG.E.128')} of {code.count('STG')}", *inside,
        f"{sass.occupancy(architecture, registers, shared, block):.0%}",
    ]  # fmt: skip


def beside(name: str, architecture: str, kind: Kind) -> list[str] | None:
    """Those of Triton's kernel, or None where there is none to compare with."""
    import triton_kernels

    if name not in triton_kernels.KERNELS or architecture == "sm_75":
        return None
    cubin, kernel, shared, block = triton_kernels.compiled(name, architecture)
    code = sass.disassembled(cubin)[kernel]
    return cells(code, architecture, sass.registers(cubin), shared, block, kind)


def page() -> str:
    """The text of the page."""
    from cuda.bindings import nvrtc

    program = sass.disassembler()
    assert program is not None
    shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    _, major, minor = nvrtc.nvrtcVersion()
    head = HEAD.format(date=datetime.date.today().isoformat(), nvrtc=f"{major}.{minor}",
                       nvdisasm=shown.rpartition("release ")[2].partition(",")[0], triton=version("triton"))  # fmt: skip
    lines = []
    for name, kind in KINDS.items():
        source, made = kind.kernels()
        for architecture in (a for a in ARCHITECTURES if a in sass.LIMITS):
            code, used = compiled(source, architecture)
            first = made[0].step.name
            own = cells(sass.disassembled(code)[first], architecture, used[first].registers, used[first].shared, made[0].block, kind)
            other = beside(name, architecture, kind)
            pairs = own if other is None else [a if a == b == "-" else f"{a} / {b}" for a, b in zip(own, other, strict=True)]
            lines.append(f"| {name} | {architecture} | {' | '.join(pairs)} |")
    formulas = "\n".join(f"- {name}: `{kind.text}`{f', pullback to {kind.wrt}' if kind.wrt else ''}" for name, kind in KINDS.items())
    return head + "\n".join(lines) + f"\n\nThe formulas, float32 where nothing else is said:\n\n{formulas}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
