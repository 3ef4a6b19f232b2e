"""Machine code (SASS) of kernels as data, by NVIDIA's disassembler: no driver and no GPU.

``nvdisasm`` is a program of 6 MB in the wheel ``nvidia-cuda-nvdisasm``; any version reads what older assemblers wrote.
"""

from __future__ import annotations

import re
import shutil
import site
import struct
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


def disassembler() -> str | None:
    """The program, from the wheel or the path, or None."""
    folders = [sysconfig.get_paths()["purelib"], *site.getsitepackages(), *sys.path]
    wheels = (p for folder in folders for p in sorted(Path(folder).glob("nvidia/*/bin/nvdisasm")))
    found = next(wheels, None)
    return str(found) if found else shutil.which("nvdisasm")


@dataclass(frozen=True)
class Code:
    """The instructions of a kernel in order, and where its labels are."""

    lines: tuple[str, ...]
    labels: dict[str, int]

    def count(self, pattern: str) -> int:
        """Instructions whose text begins so, predicates left aside.

        >>> Code(("@!P0 LDG.E.128 R4, [R2.64]", "LDG.E R4, [R2.64]", "STG.E [R2.64], R4"), {}).count("LDG")
        2
        """
        return sum(re.match(rf"(@!?U?P\w+ )?(?:{pattern})", line) is not None for line in self.lines)

    def spans(self) -> list[tuple[int, int]]:
        """First and last instruction of every loop: where a jump goes back to, and the last jump that does.

        >>> Code(("MOV R1, R2", "IADD3 R1, R1, 1, RZ", "@P0 BRA `(.L_x_0)", "EXIT", "BRA `(.L_x_1)"),
        ...      {".L_x_0": 1, ".L_x_1": 4}).spans()
        [(1, 2)]
        """
        found: dict[int, int] = {}
        for k, line in enumerate(self.lines):
            jump = re.match(r"(?:@!?U?P\w+ )?BRA(?:\.\w+)* (?:.*, )?`\((\.L_\w+)\)", line)
            target = self.labels.get(jump[1], k) if jump else k
            if target < k:  # a jump to itself is what stands behind the end
                found[target] = max(k, found.get(target, 0))
        return sorted(found.items())

    def loops(self) -> list[Code]:
        """The innermost loops."""
        every = self.spans()
        inner = [(a, b) for a, b in every if not any((c, d) != (a, b) and a <= c and d <= b for c, d in every)]
        return [Code(self.lines[a : b + 1], {}) for a, b in inner]

    @property
    def flops(self) -> int:
        """Additions, multiplications, and both at once, of float32."""
        return 2 * self.count("FFMA") + self.count("FADD") + self.count("FMUL")

    def busiest(self, pattern: str) -> Code:
        """The innermost loop with the most instructions of a kind; the whole kernel where loops have none."""
        best = max(self.loops(), key=lambda loop: loop.count(pattern), default=self)
        return best if best.count(pattern) else self


LOADS, WIDE = r"LDG(STS)?\.", r"LDG(STS)?\.\S*\b128\b"
"""Loads from global memory, to registers or straight to shared memory, and those of 128 bits."""

LOCAL = r"(LDL|STL)\b"
"""Loads and stores of local memory, which is where spilled registers are."""

DIVISION = r"(I2F|F2I|I2FP|CALL\.\S+ .*(div|rem)_[su](16|32|64))"
"""What divisions of whole numbers are made of: conversions around a reciprocal, or a routine."""

LIMITS = {"sm_75": (1024, 16, 64 << 10, 0), "sm_80": (2048, 32, 164 << 10, 1 << 10), "sm_90": (2048, 32, 228 << 10, 1 << 10)}
"""Threads, blocks and bytes of shared memory of a multiprocessor, and what each block takes of the latter beside its own:
CUDA C++ Programming Guide, "Technical specifications per compute capability"."""

REGISTERS = 1 << 16
"""Of a multiprocessor, on all of these."""


def occupancy(architecture: str, registers: int, shared: int, block: int) -> float:
    """The share of the threads of a multiprocessor that are there at once: registers go to warps by 256 at a time.

    >>> occupancy("sm_90", 32, 1024, 256), occupancy("sm_90", 64, 4096, 1024), occupancy("sm_80", 33, 0, 256)
    (1.0, 0.5, 0.75)
    """
    threads, blocks, memory, reserved = LIMITS[architecture]
    warps = -(-block // 32)
    of_warp = -(-registers * 32 // 256) * 256
    fit = min(REGISTERS // of_warp // warps, threads // (32 * warps), blocks)
    if shared:
        fit = min(fit, memory // (shared + reserved))
    return fit * block / threads


def registers(code: bytes) -> int:
    """Registers of a thread of the only kernel of a cubin: the attribute 0x2f (REGCOUNT) of its section ``.nv.info``."""
    (table,), (size, count, names) = struct.unpack_from("<Q", code, 40), struct.unpack_from("<3H", code, 58)
    sections = [struct.unpack_from("<2I4Q", code, table + k * size) for k in range(count)]
    words = code[sections[names][4] :]
    _, _, _, _, start, length = next(s for s in sections if words[s[0] :].split(b"\0")[0] == b".nv.info")
    place = code.index(b"\x04\x2f\x08\x00", start, start + length)
    return int(struct.unpack_from("<I", code, place + 8)[0])


def disassembled(code: bytes) -> dict[str, Code]:
    """The kernels of a cubin by name."""
    program = disassembler()
    assert program is not None
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(code)
        file.flush()
        text = subprocess.run([program, "-c", file.name], check=True, capture_output=True, text=True).stdout
    return dict(parsed(text))


def parsed(text: str) -> Iterator[tuple[str, Code]]:
    """Each kernel of what the program prints; instructions that only fill up the end are left out."""
    for section in re.split(r"^\s*\.section\s+\.text\.", text, flags=re.MULTILINE)[1:]:
        lines: list[str] = []
        labels: dict[str, int] = {}
        for line in section.splitlines()[1:]:
            if re.match(r"\s*\.section\s", line):
                break
            if label := re.match(r"(\.L_\w+):", line):
                labels[label[1]] = len(lines)
            elif instruction := re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line):
                lines.append(re.sub(r"\s+", " ", instruction[1]))
        while lines and lines[-1] == "NOP":
            lines.pop()
        yield section.split(",")[0].split()[0], Code(tuple(lines), labels)
