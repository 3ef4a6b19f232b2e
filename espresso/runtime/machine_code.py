"""Machine code of a generated program: from memory, from the cache folder, or made now.

An entry of the cache is one file: a checksum, a header (JSON) and the code.  What fails its
checksum is made again.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any, TypeVar

from .. import native
from ..forks import new_lock
from ..native.image import PLAIN, Image, Linked, Loaded, NotPlain, plain
from ..native.steps import Step
from .cache import read_entry, write_entry

VERSION = 4
"""Of the entries and of the way programs are translated."""

_loaded: weakref.WeakValueDictionary[str, Code] = weakref.WeakValueDictionary()
"""Programs that somebody holds."""

_untranslatable: set[str] = set()

_shared: dict[str, Loaded | Linked | None] = {}
"""Functions that all programs call, for the life of the process: workers may run them at any time."""
_lock = new_lock()


class Code:
    """Entries of a program as Python callables, and what its table of numbers holds, in order."""

    def __init__(self, block: Loaded | Linked, numbers: Sequence[tuple[Any, ...]]) -> None:
        self.numbers = [tuple(n) for n in numbers]
        self.memory = block.memory
        pointer, whole, thing = ctypes.c_void_p, ctypes.c_int64, ctypes.py_object
        self.run = ctypes.CFUNCTYPE(None, pointer, pointer)(block.address("run"))
        self.call = ctypes.CFUNCTYPE(whole, thing, thing, pointer, pointer)(block.address("call"))
        self.enter = block.address("enter")
        self.one = ctypes.CFUNCTYPE(None, pointer, pointer, whole)(block.address("one"))


@cache
def processor() -> dict[str, str]:
    """What machine code depends on: the processor with its instructions, and the versions that made the code."""
    from importlib.util import find_spec

    facts = {"system": sys.platform, "machine": platform.machine(), "version": str(VERSION)}
    with os.scandir(os.path.dirname(native.__file__)) as files:  # the translator itself
        seen = ((f.name, f.stat()) for f in files if f.name.endswith(".py"))
        facts["translator"] = ",".join(sorted(f"{name}:{s.st_size}:{s.st_mtime_ns}" for name, s in seen))
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = file.read(1 << 16).partition("\n\n")[0]
        wanted = ("vendor_id", "cpu family", "model", "stepping", "flags", "Features", "CPU part")
        lines = (line.partition(":") for line in first.splitlines())
        facts |= {k.strip(): v.strip() for k, _, v in lines if k.strip() in wanted}
    except OSError:
        facts["processor"] = platform.processor()
    spec = find_spec("llvmlite")
    if spec is not None and spec.origin:
        home = os.path.dirname(os.path.dirname(spec.origin))
        facts["llvmlite"] = next((n for n in sorted(os.listdir(home)) if n.startswith("llvmlite-")), "")
    return facts


def key_of(source: str, steps: Sequence[Step], facts: Mapping[str, Any]) -> str:
    """The sha256 of everything that decides the machine code."""
    data = [processor(), source, [[type(s).__name__, _plain(asdict(s))] for s in steps], _plain(facts)]
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else value


def machine_code(
    source: str, steps: Sequence[Step], facts: Mapping[str, Any], again: bool = False
) -> Code | None:
    """The code for these steps, or None where only numba compiles the source; ``again``: what was found is wrong."""
    key = key_of(source, steps, facts)
    with _lock:
        found = None if again else _loaded.get(key)
        if found is None and key not in _untranslatable:
            found = _used(key, _code, lambda: _translated(source, steps, facts), again)
            if found is None:
                _untranslatable.add(key)
            else:
                _loaded[key] = found
        return found


def block_of(text: str, functions: Sequence[str]) -> Loaded | Linked | None:
    """Functions of a module given as LLVM text, kept like programs; None where their memory cannot be executable."""
    return block_named(text, functions, lambda: text)


def block_named(name: str, functions: Sequence[str], text: Callable[[], str]) -> Loaded | Linked | None:
    """The same of a module whose text depends on its name and the processor alone: it is written when it is missing."""
    data = json.dumps([processor(), name, list(functions)], sort_keys=True)
    key = hashlib.sha256(data.encode()).hexdigest()

    def block(header: dict[str, Any], code: bytes) -> Loaded | Linked | None:
        made = _block(header, code)
        if made is not None and not all(map(made.address, functions)):
            raise LookupError("a function is missing")
        return made

    with _lock:
        if key not in _shared:
            _shared[key] = _used(key, block, lambda: _compiled(text(), functions))
        return _shared[key]


Entry = tuple[dict[str, Any], bytes]
"""Header and code."""

T = TypeVar("T")


def _used(key: str, use: Callable[[dict[str, Any], bytes], T], make: Callable[[], Entry], again: bool = False) -> T:
    """What ``use`` makes of an entry of the cache folder; the entry is made where it is missing or cannot be used."""
    entry = None if again else _read(key)
    if entry is not None:
        try:
            return use(*entry)
        except Exception:  # its checksum is right and its content is not: there is no end of ways
            pass
    header, code = make()
    head = json.dumps(header).encode()
    write_entry(f"es_{key[:40]}.bin", head + b"\n" + code)
    return use(json.loads(head), code)


def _code(header: dict[str, Any], code: bytes) -> Code | None:
    block = _block(header, code)
    if block is None:
        return None
    if not all(type(part) in (str, int) for number in header["numbers"] for part in number):
        raise TypeError("numbers")
    return Code(block, header["numbers"])


def _block(header: dict[str, Any], code: bytes) -> Loaded | Linked | None:
    """The code in memory; None where it cannot be executed there."""
    if not isinstance(header["refused"], str) or not (header["refused"] or isinstance(header["plain"], bool)):
        raise TypeError("no header")
    if header["refused"]:
        return None
    if not header["plain"]:
        return Linked(code)
    calls = tuple((n, at) for n, at in header["calls"])
    if not all(0 <= at < len(code) for at in header["functions"].values()):
        raise ValueError("a function outside")
    try:
        return Loaded(Image(code, header["functions"], calls))
    except (OSError, NotPlain):  # no executable memory, or another C library: numba has ways of its own
        return None


def _translated(source: str, steps: Sequence[Step], facts: Mapping[str, Any]) -> Entry:
    """A program, translated and compiled."""
    from ..native.kinds import Untranslatable
    from ..native.modules import Facts, ModuleWriter

    try:
        writer = ModuleWriter(source, steps, Facts(**facts))
        header, code = _compiled(writer.text(), writer.functions)
        return {**header, "numbers": list(writer.numbers)}, code
    except Untranslatable as reason:
        return {"refused": str(reason) or "?"}, b""


def _compiled(text: str, functions: Sequence[str]) -> Entry:
    """Header and code of an LLVM module."""
    from ..native.machine import object_code
    from ..native.parts import objects

    header: dict[str, Any] = {"refused": "", "plain": False}
    if PLAIN:
        try:
            image = plain(objects(text, functions), functions)
            return {**header, "plain": True, "functions": image.functions, "calls": image.calls}, image.code
        except NotPlain:
            pass
    return header, object_code(text)


def _read(key: str) -> Entry | None:
    """An entry of the cache folder, or None where it is missing or damaged."""
    data = read_entry(f"es_{key[:40]}.bin")
    head, _, code = (data or b"").partition(b"\n")
    try:
        found = json.loads(head)
    except (ValueError, RecursionError):
        return None
    return (found, code) if isinstance(found, dict) else None
