"""Generated modules on disk: written once, found again by a hash of their text.

numba keeps machine code beside a source file that exists, so each module is a real
file in a private folder.  Writing is atomic; when the folder cannot be written the
module lives in memory and a warning says so once.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import sys
import threading
import warnings
from pathlib import Path
from types import ModuleType

_loaded: dict[str, ModuleType] = {}
_lock = threading.Lock()
_told = False

_tidied = False

LIMIT = 1 << 30
"""Bytes that the cache folder may hold, where ``$ESPRESSO_CACHE_LIMIT`` says nothing; 0 keeps nothing on disk."""

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
    return int(given) if given.isdecimal() else LIMIT


def tidy() -> None:
    """Remove the oldest files where the folder holds more than it may, until a quarter is free."""
    found = []
    with os.scandir(folder()) as entries:
        for entry in entries:
            if entry.name.startswith("es_") and entry.is_file(follow_symlinks=False):
                facts = entry.stat(follow_symlinks=False)
                found.append((facts.st_mtime_ns, facts.st_size, entry.path))
    total, most = sum(size for _, size, _ in found), limit()
    if total <= most:
        return
    for _, size, path in sorted(found):
        if total <= most * 3 // 4:
            break
        with contextlib.suppress(OSError):  # another process was faster
            os.unlink(path)
            total -= size


def key_of(source: str) -> str:
    """The sha256 of the text and of everything else that machine code depends on."""
    import numba
    import numpy

    facts = [source, numba.__version__, numpy.__version__, sys.version]
    return hashlib.sha256("\0".join(f"{len(f)}:{f}" for f in facts).encode()).hexdigest()


def load(source: str) -> ModuleType:
    """The module with this text, from memory, from disk, or written now."""
    key = key_of(source)
    with _lock:
        module = _loaded.get(key)
        if module is None:
            path = _write(key, source)
            module = _from_file(key, path) if path is not None else _from_memory(key, source)
            _loaded[key] = module
    return module


def _write(key: str, source: str) -> Path | None:
    """The file that holds ``source``, written if it is missing or differs; None if impossible."""
    if not limit():
        return None
    name = f"es_{key[:32]}.py"
    try:
        path = folder() / name
        if path.is_file() and path.read_text(encoding="utf-8") == source:
            return path
    except (OSError, UnicodeDecodeError):
        pass
    return folder() / name if write_file(name, source.encode()) else None


def store(path: Path, data: bytes) -> None:
    """Put a file into a private folder, whole or not at all; OSError where that is impossible."""
    import tempfile

    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix="es_", suffix=".tmp")  # `tidy` knows what was killed
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):  # an interrupt may come when it has its name already
            os.unlink(temporary)
        raise


def write_entry(name: str, data: bytes) -> None:
    """Keep data under a name in the cache folder, with a checksum of both."""
    write_file(name, _checksum(name, data) + b"\n" + data)


def read_entry(name: str) -> bytes | None:
    """What `write_entry` kept; None where it is missing or damaged, or somebody else can have written it."""
    stored = read_file(name)
    if stored is None:
        return None
    checksum, _, data = stored.partition(b"\n")
    return data if checksum == _checksum(name, data) else None


def read_file(name: str) -> bytes | None:
    """A file of the cache folder; None where it is missing, or somebody else can have written it."""
    if not limit():
        return None
    try:
        with open(folder() / name, "rb") as file:
            facts = os.fstat(file.fileno())
            if hasattr(os, "geteuid") and (facts.st_uid != os.geteuid() or facts.st_mode & 0o022):
                return None
            return file.read()
    except OSError:
        return None


def _checksum(name: str, data: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + data).hexdigest().encode()


def write_file(name: str, data: bytes) -> bool:
    """Put a file into the cache folder, whole or not at all; say once where that is impossible."""
    global _told, _tidied
    if not limit():
        return False
    home: Path | str = "in your home"
    try:
        home = folder()
        store(home / name, data)
        if not _tidied:  # once in a process: entries are small
            _tidied = True
            tidy()
        return True
    except OSError as reason:
        if not _told:
            _told = True
            warnings.warn(
                f"espresso cannot write its cache folder {home} ({reason}); every process compiles anew. "
                "Set ESPRESSO_CACHE_DIR to a folder that can be written.",
                RuntimeWarning,
                stacklevel=4,
            )
        return False


def _from_file(key: str, path: Path) -> ModuleType:
    name = f"espresso_generated_{key[:32]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # numba and pickle look functions up by module
    spec.loader.exec_module(module)
    return module


def _from_memory(key: str, source: str) -> ModuleType:
    name = f"espresso_generated_{key[:32]}"
    file = f"<{name}>"
    import linecache

    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    module = ModuleType(name)
    sys.modules[name] = module
    exec(compile(source.replace(", cache=True", ""), file, "exec"), module.__dict__)
    return module


def load_plain(source: str) -> ModuleType:
    """A module of plain NumPy source, in memory: there is no machine code to keep."""
    key = hashlib.sha256(source.encode()).hexdigest()
    with _lock:
        module = _loaded.get(key)
        if module is None:
            module = _loaded[key] = _from_memory(key, source)
    return module
