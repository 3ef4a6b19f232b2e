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
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from .. import native
from ..native.image import PLAIN, Image, Linked, Loaded, NotPlain, plain
from ..native.steps import Step
from .cache import read_entry, write_entry

VERSION = 4
"""Of the entries and of the way programs are translated."""

_loaded: dict[str, Code | None] = {}
_lock = threading.Lock()


class Code:
    """Entries of a program as Python callables, and what its table of numbers holds, in order."""

    def __init__(self, block: Loaded | Linked, numbers: Sequence[tuple[Any, ...]]) -> None:
        self.numbers = [tuple(n) for n in numbers]
        self._block = block  # keeps the memory
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


def machine_code(source: str, steps: Sequence[Step], facts: Mapping[str, Any]) -> Code | None:
    """The code for these steps, or None where only numba compiles the source."""
    key = key_of(source, steps, facts)
    with _lock:
        if key not in _loaded:
            entry = _read(key) or _make(key, source, steps, facts)
            block = _block(*entry)
            _loaded[key] = None if block is None else Code(block, entry[0]["numbers"])
        return _loaded[key]


def block_of(text: str, functions: Sequence[str]) -> Loaded | Linked | None:
    """Functions of a module given as LLVM text, kept like programs; None where their memory cannot be executable."""
    return block_named(text, functions, lambda: text)


def block_named(name: str, functions: Sequence[str], text: Callable[[], str]) -> Loaded | Linked | None:
    """The same of a module whose text depends on its name and the processor alone: it is written when it is missing."""
    data = json.dumps([processor(), name, list(functions)], sort_keys=True)
    key = hashlib.sha256(data.encode()).hexdigest()
    entry = _read(key)
    return _block(*(entry if entry is not None else _keep(key, *_compiled(text(), functions))))


def _block(header: dict[str, Any], code: bytes) -> Loaded | Linked | None:
    if header["refused"]:
        return None
    if not header["plain"]:
        return Linked(code)
    calls = tuple((n, at) for n, at in header["calls"])
    try:
        return Loaded(Image(code, header["functions"], calls))
    except (OSError, NotPlain):  # no executable memory, or another C library: numba has ways of its own
        return None


def _make(key: str, source: str, steps: Sequence[Step], facts: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Translate and compile, and keep the result on disk."""
    from ..native.kinds import Untranslatable
    from ..native.modules import Facts, ModuleWriter

    try:
        writer = ModuleWriter(source, steps, Facts(**facts))
        header, code = _compiled(writer.text(), writer.functions)
        header["numbers"] = list(writer.numbers)
    except Untranslatable as reason:
        header, code = {"refused": str(reason) or "?"}, b""
    return _keep(key, header, code)


def _compiled(text: str, functions: Sequence[str]) -> tuple[dict[str, Any], bytes]:
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


def _keep(key: str, header: dict[str, Any], code: bytes) -> tuple[dict[str, Any], bytes]:
    """An entry of the cache folder, written."""
    head = json.dumps(header).encode() + b"\n"
    write_entry(f"es_{key[:40]}.bin", head + code)
    return json.loads(head), code


def _read(key: str) -> tuple[dict[str, Any], bytes] | None:
    """An entry of the cache folder, or None where it is missing or damaged."""
    data = read_entry(f"es_{key[:40]}.bin")
    if data is None:
        return None
    head, _, code = data.partition(b"\n")
    found: dict[str, Any] = json.loads(head)
    return found, code
