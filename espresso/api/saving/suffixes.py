"""Suffixes of saved programs: what the file of a target may be called."""

from __future__ import annotations

from pathlib import Path

from espresso.errors import InputError

SUFFIXES: dict[str, dict[str, str]] = {
    "cpu": {".py": "a Python module", ".c": "C", ".so": "a shared library"},
    "numpy": {".py": "a Python module", ".c": "C", ".so": "a shared library"},
    "gpu": {".cu": "CUDA C", ".txt": "CUDA C"},
    "opencl": {".cl": "OpenCL C", ".txt": "OpenCL C"},
}
"""What is written under each suffix, by target; the first is the one to suggest."""


def check_suffix(target: str, path: Path) -> None:
    """InputError for a file whose suffix says that it holds something else than what a program of the target is."""
    known = SUFFIXES[target]
    if path.suffix not in known:
        first, what = next(iter(known.items()))
        *others, last = known
        raise InputError(
            f"save writes {what} for target {target!r}, which {path.name!r} is no name of.\n"
            f"Give a path that ends in {', '.join(others)} or {last}, such as {path.stem + first!r}."
        )
