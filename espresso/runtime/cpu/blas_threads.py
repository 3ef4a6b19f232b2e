"""Threads of the OpenBLAS libraries of NumPy and SciPy, which LAPACK calls and NumPy's products use."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from espresso.system.locks import new_lock

NAMES = "scipy_openblas_{}_num_threads", "scipy_openblas_{}_num_threads64_", "openblas_{}_num_threads"
"""Functions that ``get`` and ``set`` it, in wheels of NumPy and SciPy."""

_lock = new_lock()
_asked: list[int] = []
_before: dict[str, int] = {}


@functools.cache
def _library(package: str) -> tuple[Callable[[], int], Callable[[int], None]] | None:
    """What tells and sets the number of threads of a package's OpenBLAS; None where its wheel has none."""
    place = getattr(sys.modules.get(package), "__file__", None)
    folder = Path(place or "").parent
    found = [*folder.parent.glob(f"{package}.libs/*openblas*"), *folder.glob(".dylibs/*openblas*")] if place else []
    for path in found:
        with contextlib.suppress(OSError):
            library = ctypes.CDLL(str(path))
            for name in NAMES:
                if hasattr(library, name.format("set")):
                    return getattr(library, name.format("get")), getattr(library, name.format("set"))
    return None


@contextlib.contextmanager
def limited(number: int | None) -> Iterator[None]:
    """At most so many threads for calls of a BLAS meanwhile: the least that any call asks for, as it is one library."""
    if number is None:
        yield
        return
    _change(number, _asked.append)
    try:
        yield
    finally:
        _change(number, _asked.remove)


def _change(number: int, how: Callable[[int], Any]) -> None:
    with _lock:
        how(number)
        for package in ("numpy", "scipy"):
            pair = _library(package) if package in sys.modules else None
            if pair is None:
                continue
            tell, put = pair
            if _asked:
                before = _before.setdefault(package, int(tell()))
                put(min(before, *_asked))
            elif package in _before:
                put(_before.pop(package))
