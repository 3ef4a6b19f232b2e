"""LLVM text that comes with espresso: of functions that all programs share, so that no process need write it first.

Writing it took a fifth of the time to a first result, more than LLVM takes for it.  ``python docs/shared_texts.py``
makes the files of ``texts``; where they were made of other sources, or for another LLVM, they are not used.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

FOLDER = Path(__file__).parent / "texts"
SOURCES = ("kernels/convolution/*.py", "llvm/emit/*.py", "llvm/native_text.py", "machine/*.py")
"""Files that decide the texts."""


def path_of(name: str) -> Path:
    """The file of a module of this name (`compiled.block_named`)."""
    return FOLDER / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.ll"


def text_of(name: str) -> str | None:
    """The text of a module; None where there is none that is right."""
    try:
        made_of = (FOLDER / "version").read_text(encoding="ascii")
        return path_of(name).read_text(encoding="ascii") if made_of == version() else None
    except (OSError, ValueError):
        return None


@functools.cache
def version() -> str:
    """A hash of the sources and of the version of LLVM, which reads the texts."""
    from llvmlite.binding import llvm_version_info

    found = hashlib.sha256(repr(llvm_version_info[0]).encode())
    for pattern in SOURCES:
        for source in sorted(FOLDER.parent.parent.glob(pattern)):
            found.update(source.read_bytes())
    return found.hexdigest()
