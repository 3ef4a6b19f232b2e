"""``f.save(path)``: one table from the end of a file's name to what writes it."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from espresso.api.saving.checks import with_checks
from espresso.api.saving.library_module import library_module
from espresso.api.saving.standalone import loops_of
from espresso.codegen.c.module import Loops, Written, c_file
from espresso.codegen.c.names import TAKEN
from espresso.errors import InputError, TargetError
from espresso.lazy import get
from espresso.llvm.emit.kinds import Untranslatable

FLAGS = ("-O3", "-fPIC", "-shared", "-fwrapv", "-fno-math-errno", "-fno-trapping-math", "-fopenmp-simd")
"""What the C compiler is told: nothing that changes what NaN, infinities and signed zeros mean."""

SUFFIXES: dict[str, dict[str, str]] = {
    "cpu": {".py": "a Python module", ".c": "C", ".so": "a shared library"},
    "numpy": {".py": "a Python module", ".c": "C", ".so": "a shared library"},
    "gpu": {".cu": "CUDA C", ".txt": "CUDA C"},
    "opencl": {".cl": "OpenCL C", ".txt": "OpenCL C"},
}
"""What is written under each suffix, by target; the first is the one to suggest."""


def _check_suffix(target: str, path: Path) -> None:
    """InputError for a file whose suffix says that it holds something else than what a program of the target is."""
    known = SUFFIXES[target]
    if path.suffix not in known:
        first, what = next(iter(known.items()))
        *others, last = known
        raise InputError(
            f"save writes {what} for target {target!r}, which {path.name!r} is no name of.\n"
            f"Give a path that ends in {', '.join(others)} or {last}, such as {path.stem + first!r}."
        )


def write(compiled: Any, path: Path, library: bool = False) -> Path:
    """Write the file that the end of its name asks for; a module where there is no such row."""
    _check_suffix(compiled.target, path)
    if library and path.suffix != ".py":
        raise InputError(f"library=True is for modules: save a .py file, not {path.name}.")
    if library:
        return _with_library(compiled, path)
    return WRITERS.get(path.suffix, _module)(compiled, path)


def _module(compiled: Any, path: Path) -> Path:
    bound = compiled._example()
    text: str = compiled.source
    if compiled.place.memory == "cpu":
        source = get("source_with_loops")(compiled, bound) if compiled.target == "cpu" else ""
        text = with_checks(compiled, bound, source)
    path.write_text(text, "utf-8")
    return path


def _c(compiled: Any, path: Path) -> Path:
    made, _, _ = c_text(compiled, path)
    path.with_suffix(".h").write_text(made.header, "utf-8")
    path.write_text(made.source, "utf-8")
    return path


def _shared(compiled: Any, path: Path) -> Path:
    """Compiled by the C compiler of the machine; the header lies beside it."""
    if sys.platform != "linux":
        raise TargetError(
            f"shared libraries are made on Linux, and this is {sys.platform}.\n"
            f"Save {path.with_suffix('.c').name} and compile it as its first lines say."
        )
    made, _, _ = c_text(compiled, path)
    build(made, path)
    path.with_suffix(".h").write_text(made.header, "utf-8")
    return path


WRITERS: dict[str, Callable[[Any, Path], Path]] = {".py": _module, ".c": _c, ".so": _shared}
"""Ends of names, and what writes such a file."""


def c_text(compiled: Any, path: Path) -> tuple[Written, Loops, str]:
    """The C file of a function, its program and its name, the file's; TargetError or InputError where there is none."""
    name = path.name.split(".")[0]
    if not (name.isascii() and name.isidentifier()) or name in TAKEN or name.startswith(("_", "es_")):
        raise InputError(
            f"{path.name} gives its function the name {name!r}, which C does not take or which has a meaning there.\n"
            "Use letters, digits and _ in the file's name, as in kernel.c."
        )
    if compiled.target not in ("cpu", "numpy"):
        raise TargetError(f"a function for {compiled.target} has no C text.\nCompile it with target='cpu'.")
    loops = loops_of(compiled)
    try:
        return c_file(name, loops, str(compiled)), loops, name
    except Untranslatable as reason:
        raise TargetError(f"this program has no C text: {reason}.\nSave a module (.py).") from None


def compiler() -> str:
    """The C compiler; TargetError where there is none."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise TargetError(
        "a shared library needs a C compiler, and there is none (cc, gcc, clang, or the one that CC names).\n"
        "Install one, or save a .c file and compile it elsewhere."
    )


def build(made: Written, path: Path) -> None:
    """Compile a C file to a shared library, which appears when it is whole."""
    command = compiler()
    name = path.name.split(".")[0]
    with tempfile.TemporaryDirectory() as folder:
        source, found = Path(folder, f"{name}.c"), Path(folder, f"{name}.so")
        source.write_text(made.source, "utf-8")
        Path(folder, f"{name}.h").write_text(made.header, "utf-8")
        done = subprocess.run([command, *FLAGS, "-o", str(found), str(source), "-lm"], capture_output=True, text=True)
        if done.returncode:
            raise TargetError(f"{command} does not compile the C text:\n{done.stderr.strip()[-2000:]}")
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        shutil.copyfile(found, beside)
        os.replace(beside, path)  # a process that has the old one loaded keeps it


def _with_library(compiled: Any, path: Path) -> Path:
    """A module that needs NumPy alone, and beside it its library, of another name: Python would import that instead."""
    shared = path.with_name(f"lib{path.stem}.so")
    if sys.platform != "linux":
        return _shared(compiled, shared)
    made, loops, name = c_text(compiled, shared)
    digest = hashlib.sha256(made.source.encode()).hexdigest()
    text = library_module(compiled, loops, name, shared.name, digest)
    build(replace(made, source=f'{made.source}\nconst char {name}_made[] = "{digest}";\n'), shared)
    shared.with_suffix(".h").write_text(made.header, "utf-8")
    path.write_text(text, "utf-8")
    return path
