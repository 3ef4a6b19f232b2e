"""Compiled LLVM modules: from this process, from the cache folder, or compiled now.

An entry of the cache is one file: a checksum, a header (JSON) and the code.  What fails its
checksum is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from espresso.llvm.image import PLAIN, SHARED, Image, Linked, Loaded, NotPlain, plain
from espresso.system.cache import read_entry, write_entry
from espresso.system.locks import new_lock
from espresso.system.processor import processor
from espresso.system.sources import files

_shared: dict[str, Loaded | Linked | None] = {}
"""Functions that all programs call, for the life of the process: workers may run them at any time."""
_locks = [new_lock() for _ in range(16)]
_library_locks = [new_lock() for _ in range(16)]
"""Those of functions that others are linked with (`library`), whose locks are held meanwhile."""

LEVELS = 3, 3
"""Levels of optimisation with which users have their code."""

WRITTEN_OUT = -1, 3
"""Those of functions in which loops, vectors and register tiles are written out, and of those that check and call.

Few passes (`machine.FEW`), which they do not need, and the full choice of instructions: the call entry, the thread
pool, matrix products, direct convolutions.
"""

LOOPS = ("turn", "join")
"""Functions of `library` with loops that LLVM makes vectors of."""


def block_of(text: str, functions: Sequence[str]) -> Loaded | Linked | None:
    """Functions of a module given as LLVM text, kept like programs; None where their memory cannot be executable."""
    return block_named(text, functions, lambda: text)


def block_named(
    name: str, functions: Sequence[str], module: Callable[[], Any], levels: tuple[int, int] = LEVELS,
    locks: Sequence[Any] | None = None,
) -> Loaded | Linked | None:  # fmt: skip
    """The same of a module that depends on its name and the processor alone: shipped (`shipped_text`), or written."""
    data = json.dumps([processor(), files(), name, list(functions)], sort_keys=True)
    key = hashlib.sha256(data.encode()).hexdigest()

    def block(header: dict[str, Any], code: bytes) -> Loaded | Linked | None:
        made = in_memory(header, code)
        if made is not None and not all(map(made.address, functions)):
            raise LookupError("a function is missing")
        return made

    locks = _locks if locks is None else locks
    with locks[int(key[:8], 16) % len(locks)]:  # other threads make others meanwhile
        if key not in _shared:
            _shared[key] = load_or_make(key, block, lambda: compiled(_text_of(name) or module(), functions, levels))
        return _shared[key]


def _text_of(name: str) -> str | None:
    """The text of a module that is shipped, where text alone is enough."""
    from espresso.llvm import shipped_text

    return shipped_text.text_of(name) if PLAIN else None


def shared_function(name: str) -> int:
    """The address of a function that programs share, by the name under which they call it (`library`)."""
    own = name.removeprefix(SHARED)

    def module() -> Any:
        from espresso.llvm import library

        return library.module(own)

    levels = LEVELS if own.split()[0] in LOOPS else WRITTEN_OUT
    block = block_named(f"shared {own}", [own], module, levels, _library_locks)
    if block is None:
        raise OSError("memory cannot be made executable")
    return block.address(own)


_begun: set[str] = set()


def begin_shared(module: Any) -> None:
    """Make the functions that a module shares with others while LLVM is busy with it; once for each."""
    names = [n for n in module.globals if n.startswith(SHARED) and n not in _begun]
    _begun.update(names)

    def make() -> None:
        for name in names:
            with contextlib.suppress(Exception):  # it comes again where the function is asked for
                shared_function(name)

    if names:
        threading.Thread(target=make).start()


Entry = tuple[dict[str, Any], bytes]
"""Header and code."""

T = TypeVar("T")


def load_or_make(
    key: str, use: Callable[[dict[str, Any], bytes], T], make: Callable[[], Entry], again: bool = False
) -> T:
    """What ``use`` makes of an entry of the cache folder; the entry is made where it is missing or cannot be used."""
    entry = None if again else _read(key)
    if entry is not None:
        try:
            return use(*entry)
        except Exception:  # its checksum is right and its content is not: there is no end of ways
            pass
    header, code = make()
    head = json.dumps({**header, "bytes": len(code)}).encode()
    write_entry(f"es_{key[:40]}.bin", head + b"\n" + code)
    return use(json.loads(head), code)


def in_memory(header: dict[str, Any], code: bytes) -> Loaded | Linked | None:
    """The code in memory; None where it cannot be executed there."""
    if not isinstance(header["refused"], str) or not (header["refused"] or isinstance(header["plain"], bool)):
        raise TypeError("no header")
    if header["bytes"] != len(code):
        raise ValueError("a part of the code is missing")
    if header["refused"]:
        return None
    if not header["plain"]:
        return Linked(code, {n: shared_function(n) for n in header["shared"]})
    calls = tuple((n, at) for n, at in header["calls"])
    if not all(0 <= at < len(code) for at in header["functions"].values()):
        raise ValueError("a function outside")
    try:
        shared = {n: shared_function(n) for n, _ in calls if n.startswith(SHARED)}
        return Loaded(Image(code, header["functions"], calls), shared)
    except (OSError, NotPlain):  # no executable memory, or another C library: numba has ways of its own
        return None


def compiled(
    module: Any, functions: Sequence[str], levels: tuple[int, int] = LEVELS, passes: Collection[str] | None = None
) -> Entry:
    """Header and code of a module of `llvmlite.ir`, or of LLVM text.

    For ``levels`` see `machine.Levels`, for ``passes`` `module_split.objects`.
    """
    from espresso.llvm.machine import object_code
    from espresso.llvm.module_split import objects

    header: dict[str, Any] = {"refused": "", "plain": False}
    if PLAIN:
        try:
            image = plain(objects(module, functions, levels, passes), functions)
            return {**header, "plain": True, "functions": image.functions, "calls": image.calls}, image.code
        except NotPlain:
            pass
    shared = [n for n in getattr(module, "globals", ()) if n.startswith(SHARED)]
    return {**header, "shared": shared}, object_code(str(module), LEVELS if passes else levels)


def _read(key: str) -> Entry | None:
    """An entry of the cache folder, or None where it is missing or damaged."""
    data = read_entry(f"es_{key[:40]}.bin")
    head, _, code = (data or b"").partition(b"\n")
    try:
        found = json.loads(head)
    except (ValueError, RecursionError):
        return None
    return (found, code) if isinstance(found, dict) else None
