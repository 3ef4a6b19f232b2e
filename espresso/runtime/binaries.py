"""Compiled kernels on disk: bytes found again by a hash of everything they depend on.

The folder is the one of `cache`, private to the user; writing is atomic; an entry that
is damaged is treated as absent, because it carries the hash of its own content.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence

from .cache import folder, store

_MARK = b"espresso-binary-1\n"


def key_of_binary(facts: Sequence[str]) -> str:
    """The sha256 over the facts, each with its length so that no two lists run together.

    >>> key_of_binary(["ab", "c"]) == key_of_binary(["a", "bc"])
    False
    """
    return hashlib.sha256("\0".join(f"{len(f)}:{f}" for f in facts).encode()).hexdigest()


def read_binary(key: str) -> bytes | None:
    """The bytes stored under a key, or None."""
    try:
        data = (folder() / f"es_{key[:32]}.bin").read_bytes()
    except OSError:
        return None
    head = _MARK + key.encode()
    if not data.startswith(head):
        return None
    digest, content = data[len(head) : len(head) + 32], data[len(head) + 32 :]
    return content if hashlib.sha256(content).digest() == digest else None


def write_binary(key: str, content: bytes) -> None:
    """Store bytes under a key; where the folder cannot be written, nothing is stored."""
    with contextlib.suppress(OSError):
        store(folder() / f"es_{key[:32]}.bin", _MARK + key.encode() + hashlib.sha256(content).digest() + content)
