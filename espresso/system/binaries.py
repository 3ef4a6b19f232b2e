"""Compiled device kernels in the cache folder, keyed by a hash of everything they depend on.

They are entries of `cache`, as plans and programs for the CPU are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from espresso.system.cache import read_entry, write_entry


def key_of_binary(facts: Sequence[str]) -> str:
    """The sha256 over the facts, each with its length so that no two lists run together.

    >>> key_of_binary(["ab", "c"]) == key_of_binary(["a", "bc"])
    False
    """
    return hashlib.sha256("\0".join(f"{len(f)}:{f}" for f in facts).encode()).hexdigest()


def read_binary(key: str) -> bytes | None:
    """The bytes stored under a key; None where they are missing, damaged or perhaps somebody else's."""
    return read_entry(f"es_{key[:40]}.bin")


def write_binary(key: str, content: bytes) -> None:
    """Store bytes under a key; where the folder cannot be written, nothing is stored."""
    write_entry(f"es_{key[:40]}.bin", content)
