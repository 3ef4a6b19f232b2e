"""CUDA text through NVRTC, which needs no driver, and what its assembler reports for each kernel."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass

ARCHITECTURES = ("sm_75", "sm_80", "sm_90", "sm_100")


@dataclass(frozen=True)
class Resources:
    """Registers of a thread, bytes of its local memory, of spills, and of the shared memory of a block."""

    registers: int
    local: int
    spills: int
    shared: int


def joined(sources: Mapping[str, str]) -> str:
    """One translation unit: each program in a namespace of its own, headers first, once."""
    headers: dict[str, None] = {}
    parts = []
    for name, source in sources.items():
        lines = source.splitlines()
        headers |= dict.fromkeys(line for line in lines if line.startswith("#include"))
        body = "\n".join(line.replace('extern "C" ', "") for line in lines if not line.startswith("#include"))
        macros = dict.fromkeys(re.findall(r"^#define (\w+)", body, re.MULTILINE))  # the next program has its own
        parts += [f"namespace {name} {{\n{body}\n}}", *(f"#undef {macro}" for macro in macros)]
    return "\n".join([*headers, *parts])


def compiled(source: str, architecture: str) -> tuple[bytes, dict[str, Resources]]:
    """Machine code, and the resources of each kernel by its (mangled) name."""
    from cuda.core import Program, ProgramOptions

    log = io.StringIO()
    options = ProgramOptions(arch=architecture, ptxas_options="-v")
    code = Program(source, "c++", options).compile("cubin", logs=log)
    return code.code, report(log.getvalue())


def portable(source: str, architecture: str) -> str:
    """The portable code (PTX) for an architecture such as "compute_90"."""
    from cuda.bindings import nvrtc

    _, program = nvrtc.nvrtcCreateProgram(source.encode(), b"kernels.cu", 0, [], [])
    (status,) = nvrtc.nvrtcCompileProgram(program, 2, [b"--std=c++17", f"-arch={architecture}".encode()])
    assert status == nvrtc.nvrtcResult.NVRTC_SUCCESS, status
    _, size = nvrtc.nvrtcGetPTXSize(program)
    text = b" " * size
    nvrtc.nvrtcGetPTX(program, text)
    nvrtc.nvrtcDestroyProgram(program)
    return text.decode()


def loops(source: str, architecture: str) -> list[list[str]]:
    """The instructions of every loop of the portable code, those of the loops inside of it with them."""
    labels: dict[str, int] = {}
    lines: list[str] = []
    found = []
    for line in map(str.strip, portable(source, architecture).splitlines()):
        if label := re.match(r"(\$?L__BB\w+):", line):
            labels[label[1]] = len(lines)
        elif line.endswith(";") and not line.startswith((".", "//")):
            lines.append(line)
            jump = re.search(r"\bbra(?:\.uni)?\s+(\$?L__BB\w+);", line)
            if jump and jump[1] in labels:
                found.append(lines[labels[jump[1]] :])
    return found


def blocks(source: str, architecture: str) -> list[list[str]]:
    """The instructions of the portable code for an architecture, by basic blocks."""
    found = []
    for block in re.split(r"^\$?L__BB\w+:", portable(source, architecture), flags=re.MULTILINE):
        lines = [line.strip() for line in block.splitlines()]
        found.append([n for n in lines if n.endswith(";") and not n.startswith((".", "//"))])
    return found


_ENTRY = re.compile(
    r"Compiling entry function '(?P<name>\w+)'.*?(?P<stack>\d+) bytes stack frame, "
    r"(?P<stores>\d+) bytes spill stores, (?P<loads>\d+) bytes spill loads.*?"
    r"Used (?P<registers>\d+) registers(?P<rest>[^\n]*)",
    re.DOTALL,
)


def report(log: str) -> dict[str, Resources]:
    """The assembler's log (``ptxas -v``) as data.

    >>> found = report('''ptxas info    : Compiling entry function 'k' for 'sm_80'
    ... ptxas info    : Function properties for k
    ...     8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads
    ... ptxas info    : Used 37 registers, used 1 barriers, 1024 bytes smem, 376 bytes cmem[0]''')
    >>> found["k"]
    Resources(registers=37, local=8, spills=16, shared=1024)
    """
    found = {}
    for hit in _ENTRY.finditer(log):
        shared = re.search(r"(\d+) bytes smem", hit["rest"])
        found[hit["name"]] = Resources(
            int(hit["registers"]), int(hit["stack"]), int(hit["stores"]) + int(hit["loads"]),
            int(shared[1]) if shared else 0,
        )  # fmt: skip
    return found
