"""The cache folder: entries by name, written atomically, with a checksum.

Everything that espresso reads from disk again goes through `read_entry`: machine code, plans, formulas, measured times
and what numba compiled.  The checksum finds damage.  It needs no key: who can write to the folder can make espresso run
anything, so it is used only where nobody else can (`folders`).  Where it cannot be used, programs are
compiled in memory and a warning says so once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

from espresso.system.folders import Refused, file_of_this_user, private

_told = False

_left: dict[tuple[str, int], int] = {}
"""Bytes that this process may write into a folder, for a limit, before it looks again how much that holds."""

LIMIT = 1 << 30
"""Bytes that the cache folder may hold, where ``$ESPRESSO_CACHE_LIMIT`` says nothing; 0 keeps nothing on disk."""

PART = 16
"""A process looks again after this part of the limit: as many others may write at the same time."""

ABANDONED = 3600
"""Seconds after which nobody writes a file any more that has not got its name."""

KEEP = True
"""False: plans and formulas are neither kept nor found again, only machine code."""


def folder() -> Path:
    """The cache folder: ``$ESPRESSO_CACHE_DIR`` or the user's cache folder; OSError where the user has none."""
    given = os.environ.get("ESPRESSO_CACHE_DIR")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = _home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or _home() / ".cache"
    return Path(base) / "espresso"


def _home() -> Path:
    """The user's home; OSError for a user whom the system does not know, as in a container under any number."""
    try:
        return Path.home()
    except RuntimeError as reason:
        raise FileNotFoundError(str(reason)) from None


def limit() -> int:
    """Bytes that the cache folder may hold: ``$ESPRESSO_CACHE_LIMIT``, or one gibibyte."""
    given = os.environ.get("ESPRESSO_CACHE_LIMIT", "")
    return int(given[:20]) if given.isdecimal() else LIMIT


def tidy(where: str, most: int) -> int:
    """Remove the oldest files of a folder that holds more than it may, until a quarter is free; what may come now."""
    found, total, now = [], 0, time.time()
    with os.scandir(where) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):  # another process was faster
                if entry.name.startswith("es_") and entry.is_file(follow_symlinks=False):
                    facts = entry.stat(follow_symlinks=False)
                    total += facts.st_size
                    if not entry.name.endswith(".tmp") or facts.st_mtime < now - ABANDONED:
                        found.append((facts.st_mtime_ns, facts.st_size, entry.path))
    if total > most:
        for _, size, path in sorted(found):
            if total <= most * 3 // 4:
                break
            try:
                os.unlink(path)
            except FileNotFoundError:  # another process was faster: its place is free
                pass
            except OSError:
                continue
            total -= size
    return max(0, min(most - total, most // PART))


def write_entry(name: str, data: bytes) -> bool:
    """Keep data under a name in the cache folder, with a checksum of both; say once where that is impossible."""
    global _told
    stored, most = _checksum(name, data) + b"\n" + data, limit()
    if len(stored) > most:
        return False
    home: Path | str = "in your home"
    try:
        home = folder()
        where = private(home, make=True)
        _store(where, name, stored)
        left = _left.get((where, most), 0) - len(stored)
        _left[where, most] = left if left > 0 else tidy(where, most)
        return True
    except OSError as reason:
        if not _told:
            _told = True
            warnings.warn(_unusable(home, reason), RuntimeWarning, stacklevel=4)
        return False


def _unusable(home: Path | str, reason: OSError) -> str:
    if isinstance(reason, Refused):
        return (
            f"espresso does not use its cache folder {home}: {reason}. What lies there is run, so it must be yours "
            "alone; every process compiles anew. Set ESPRESSO_CACHE_DIR to a folder that only you can write."
        )
    return (
        f"espresso cannot write its cache folder {home} ({reason}); every process compiles anew. "
        "Set ESPRESSO_CACHE_DIR to a folder that can be written."
    )


def _store(where: str, name: str, data: bytes) -> None:
    """Put a file into a folder, whole or not at all; OSError where that is impossible."""
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=where, prefix="es_", suffix=".tmp")  # `tidy` knows what was killed
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, os.path.join(where, name))
    except BaseException:
        with contextlib.suppress(OSError):  # an interrupt may come when it has its name already
            os.unlink(temporary)
        raise


def read_entry(name: str) -> bytes | None:
    """What `write_entry` kept; None where it is missing or damaged, or somebody else can have written it."""
    most = limit()
    if not most:
        return None
    try:
        stored = file_of_this_user(os.path.join(private(folder()), name), most)
    except OSError:
        return None
    checksum, _, data = stored.partition(b"\n")
    return data if checksum == _checksum(name, data) else None


def key_of(facts: Sequence[str]) -> str:
    """The sha256 over facts for the name of an entry, each with its length so that no two lists run together.

    >>> key_of(["ab", "c"]) == key_of(["a", "bc"])
    False
    """
    return hashlib.sha256("\0".join(f"{len(f)}:{f}" for f in facts).encode()).hexdigest()


def _checksum(name: str, data: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + data).hexdigest().encode()
