"""LLVM text that comes with espresso: of functions that all programs share, so that no process need write it first.

Writing it took a fifth of the time to a first result, more than LLVM takes for it.  ``python docs/shared_texts.py``
makes the files of ``texts``; one that was made of other sources, or by another LLVM, is not used.
"""

from __future__ import annotations

import functools
import hashlib
import zlib
from pathlib import Path

FOLDER = Path(__file__).parent / "texts"
SOURCES = ("kernels/convolution/*.py", "llvm/emit/*.py", "llvm/native_text.py", "machine/*.py")
"""Files that decide the texts."""


def path_of(name: str) -> Path:
    """The file of a module of this name (`compiled.block_named`)."""
    return FOLDER / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.z"


def packed(text: str) -> bytes:
    """The content of a file."""
    return zlib.compress(f"{_version()}\n{text}".encode(), 9)


def text_of(name: str) -> str | None:
    """The text of a module; None where there is none that is right."""
    try:
        version, _, text = zlib.decompress(path_of(name).read_bytes()).decode().partition("\n")
    except (OSError, zlib.error, ValueError):
        return None
    return text if version == _version() else None


@functools.cache
def _version() -> str:
    """A hash of the sources and of the version of LLVM, which reads the texts."""
    from llvmlite.binding import llvm_version_info

    found = hashlib.sha256(repr(llvm_version_info[0]).encode())
    for pattern in SOURCES:
        for source in sorted(FOLDER.parent.parent.glob(pattern)):
            found.update(source.read_bytes())
    return found.hexdigest()
