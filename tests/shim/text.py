"""CUDA texts as C++ for the host: what no C++ compiler takes is rewritten, line by line, and all else stays as it is.

Three things are rewritten.  Arrays in ``__shared__`` memory become static ones of which the device knows; an ``asm``
statement becomes a call of the function that does what its instruction does; each kernel gets a function that reads
its arguments from the addresses that the driver is given.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
GXX, PATH = shutil.which("g++"), {**os.environ}  # as they are now: a test takes the path away
CHECKS = "signed-integer-overflow,integer-divide-by-zero,shift,bounds-strict,alignment,null,unreachable"
OPTIONS = (
    "-x", "c++", "-std=c++17", "-O1", "-w", "-fPIC", "-shared", "-ftrivial-auto-var-init=pattern", "-U_FORTIFY_SOURCE",
    "-fno-strict-aliasing", "-ffp-contract=off", "-fno-exceptions", "-fno-rtti", "-nostdinc++",
    "-fsanitize=thread", "--param=tsan-instrument-func-entry-exit=0", f"-fsanitize={CHECKS}",
)  # fmt: skip
"""The instrumentation calls functions of `device.cpp`."""

LIBRARIES = ("-nodefaultlibs", "-lm", "-lgcc", "-lc")
"""All but those of the sanitizers."""

INSTRUCTIONS = {
    "cvt.f32.f16 %0, %1;": ("=f", "h"),
    "cvt.rn.f16.f32 %0, %1;": ("=h", "f"),
    "ex2.approx.ftz.f32 %0, %1;": ("=f", "f"),
    "cvt.rna.tf32.f32 %0, %1;": ("=r", "f"),
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};":
        ("+f", "+f", "+f", "+f", "r", "r", "r", "r", "r", "r"),
}  # fmt: skip
"""Each instruction in full, with the constraints of its operands; `cuda.h` has the functions."""

_KERNEL = re.compile(r'extern "C" __global__ void (?:__launch_bounds__\((\d+), 1\) )?(\w+)\(([^)]*)\)')
_SHARED = re.compile(r"__shared__ ((?:__align__\(\d+\) )?)([\w ]+?) (\w+(?:\[\d+\])+(?:, \w+(?:\[\d+\])+)*);")
_MACRO = re.compile(r"^(\s*#.*|)$")


class UnknownText(Exception):
    """Text that the device in software does not know."""


def _closing(text: str, start: int) -> int:
    """The position behind the parenthesis that closes the one at ``start``."""
    depth, quoted = 0, False
    for k in range(start, len(text)):
        quoted ^= text[k] == '"'
        if not quoted:
            depth += (text[k] in "([{") - (text[k] in ")]}")
            if depth == 0:
                return k + 1
    raise UnknownText(f"no end of {text[start:start + 60]!r}")


def _split(text: str, separator: str) -> list[str]:
    """Parts between separators that stand in no parentheses and no string."""
    parts, depth, quoted = [""], 0, False
    for c in text:
        quoted ^= c == '"'
        if not quoted:
            depth += (c in "([{") - (c in ")]}")
            if c == separator and depth == 0:
                parts.append("")
                continue
        parts[-1] += c
    return [p.strip() for p in parts]


def instructions(source: str) -> str:
    """The text with calls of functions in the place of ``asm`` statements."""
    done, rest = "", source
    while (found := re.search(r"\basm\b(?: volatile)?\s*(?=\()", rest)) is not None:
        end = _closing(rest, found.end())
        statement = rest[found.end() + 1 : end - 1]
        template, *operands = _split(statement, ":")
        pairs = [re.fullmatch(r'"([^"]+)"\s*\((.*)\)', o, re.DOTALL) for part in operands for o in _split(part, ",")]
        text = template.strip('"')
        if text not in INSTRUCTIONS or tuple(p[1] if p else "" for p in pairs) != INSTRUCTIONS[text]:
            raise UnknownText(f"an instruction that the device does not know: {statement}")
        opcode = text.split()[0]
        given = ["__LINE__"] if opcode.startswith("mma") else []
        call = f"es_asm_{opcode.replace('.', '_')}({', '.join([*given, *(p[2] for p in pairs if p)])})"
        done += rest[: found.start()] + call.replace("\n", " ") + "\n" * rest[found.start() : end].count("\n")
        rest = rest[end:]
    return done + rest


def _shared(found: re.Match[str], blocks: list[tuple[str, str]], kernel: str) -> str:
    """Shared arrays as references to static ones, which ``blocks`` notes."""
    align, kind, declarators = found.groups()
    texts = []
    for declarator in declarators.split(", "):
        name, lengths = re.fullmatch(r"(\w+)((?:\[\d+\])+)", declarator).groups()  # type: ignore[union-attr]
        place = f"es_place_{kernel}_{name}"
        blocks.append((place, f"static {align or '__align__(16) '}{kind} {place}{lengths};"))
        texts.append(f"{kind} (&{name}){lengths} = {place};")
    return " ".join(texts)


def _caller(name: str, parameters: str, threads: str | None, blocks: list[tuple[str, str]]) -> str:
    """What the driver calls, and what it knows of a kernel."""
    pairs = [re.fullmatch(r"(.*?)\s*\b(\w+)", p.strip(), re.DOTALL).groups() for p in parameters.split(",")]  # type: ignore[union-attr]
    kinds = [kind for kind, _ in pairs]
    values = ", ".join(f"*({k.replace('__restrict__', '').strip()}*)p[{n}]" for n, k in enumerate(kinds))
    names = ", ".join(f'"{n}"' for _, n in pairs)
    table = ", ".join(
        f'{{"{p.removeprefix(f"es_place_{name}_")}", {p}, sizeof {p}, sizeof(*es_first(&{p}))}}' for p, _ in blocks
    )
    size = sum(8 if "*" in k or "long long" in k else 4 for k in kinds)
    letters = "".join("." if "*" not in k else "r" if k.startswith("const ") else "w" for k in kinds)
    return f"""
extern "C" ES_CALLER void es_call_{name}(void** p) {{ {name}({values}); }}
static const char* const es_names_{name}[] = {{{names}}};
static const es_shared es_blocks_{name}[] = {{{table or '{}'}}};
extern "C" const es_kernel es_kernel_{name} = {{"{name}", es_call_{name}, es_blocks_{name}, {len(blocks)},
    {threads or 1024}, {len(kinds)}, {size}, "{letters}", es_names_{name}}};
"""


_HEAD = """#include "{folder}/cuda.h"
#define ES_CALLER __attribute__((no_sanitize("thread"))) __attribute__((no_sanitize("undefined")))
template <class T> T* es_first(T* p) {{ return p; }}
template <class T, unsigned long n> auto es_first(T (*p)[n]) {{ return es_first(&(*p)[0]); }}
#line 1 "kernels.cu"
"""


def translated(source: str) -> str:
    """The C++ text of a CUDA text; lines keep their numbers, except that shared arrays are declared before kernels."""
    if "extern __shared__" in source:
        raise UnknownText("shared memory whose size is an argument of the launch")
    text = instructions(source)
    starts = [m.start() for m in _KERNEL.finditer(text)] + [len(text)]
    parts, ends = [text[: starts[0]]], ""
    for begin, end in itertools.pairwise(starts):
        body = text[begin:end]
        head = _KERNEL.match(body)
        assert head is not None
        threads, name, parameters = head.groups()
        blocks: list[tuple[str, str]] = []
        body = _SHARED.sub(lambda m, b=blocks, n=name: _shared(m, b, n), body)  # type: ignore[misc]
        parts.append(" ".join(line for _, line in blocks) + body)
        ends += _caller(name, parameters, threads, blocks)
    whole = "".join(parts)
    if "__shared__" in whole:
        raise UnknownText(re.search(r".*__shared__.*", whole)[0])  # type: ignore[index]
    return _HEAD.format(folder=HERE) + whole + ends


def compiled(text: str, options: tuple[str, ...], libraries: tuple[str, ...] = ()) -> bytes:
    """A shared library of a C++ text; UnknownText with the compiler's words."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "kernels.so"
        command = [str(GXX), *options, "-o", str(result), "-", *libraries]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=PATH)
        if done.returncode:
            raise UnknownText(f"g++: {done.stderr[:4000]}")
        return result.read_bytes()


def library(source: str, architecture: int) -> bytes:
    """The CUDA text for an architecture such as 90, as a shared library."""
    return compiled(translated(source), (*OPTIONS, f"-D__CUDA_ARCH__={architecture}0"), LIBRARIES)


def counted(source: str, architecture: int, folder: Path) -> bytes:
    """The same without checks, counting how often each line runs; ``es_dump`` in it writes the counts to ``folder``."""
    dump = '\nextern "C" void __gcov_dump(void); extern "C" void es_dump() { __gcov_dump(); }\n'
    (folder / "kernels.cpp").write_text(translated(source) + dump)
    plain = ("-std=c++17", "-O0", "-w", "-fPIC", "--coverage", f"-D__CUDA_ARCH__={architecture}0")
    for step in (("-c", "kernels.cpp", "-o", "kernels.o"), ("-shared", "kernels.o", "-o", "kernels.so")):
        subprocess.run([str(GXX), *plain, *step], cwd=folder, env=PATH, check=True)
    return (folder / "kernels.so").read_bytes()


def lines_run(folder: Path) -> set[int]:
    """Numbers of the lines, from 1, that a text made by `counted` has run."""
    done = subprocess.run(["gcov", "--json-format", "--stdout", "kernels.o"], cwd=folder, env=PATH, check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    files = json.loads(done.stdout)["files"]
    return {line["line_number"] for f in files if f["file"].endswith("kernels.cu") for line in f["lines"] if line["count"]}


def device() -> bytes:
    """The device itself."""
    return compiled(
        (HERE / "device.cpp").read_text(),
        ("-x", "c++", "-std=c++17", "-O2", "-w", "-fPIC", "-shared", "-U_FORTIFY_SOURCE", "-fno-stack-protector"),
    )
