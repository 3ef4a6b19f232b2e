"""Object code as one position-independent block of bytes, and calling into it.

A compiler's object file has sections and relocations between them.  For x86-64 they are
resolved once, when the block is made: all sections lie in one block, and what the code
calls in the C library goes through a table of addresses at its end, filled when the block
is loaded.  Loading is then a copy into executable memory, without LLVM.  On other
processors the object file itself is kept, and LLVM links it.
"""

from __future__ import annotations

import bisect
import ctypes
import mmap
import platform
import struct
import sys
import weakref
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from espresso.records import dataclass
from espresso.system.locks import new_lock

PLAIN = sys.platform.startswith("linux") and platform.machine() == "x86_64"
"""Whether blocks are made here; elsewhere LLVM loads the object file."""

_ALLOCATED, _NO_BITS = 2, 8
_RELATIVE, _CALL, _ABSOLUTE, _TABLE = (2,), (4,), (1,), (9, 41, 42)  # R_X86_64_PC32, PLT32, 64, GOTPCREL*


SHARED = "es."
"""How names of functions begin that programs share (`library`)."""


class NotPlain(Exception):
    """An object file has a relocation that a block cannot have."""


@dataclass(frozen=True)
class Image:
    """Bytes of a block, places of its functions, and what it calls: (name, place of its address)."""

    code: bytes
    functions: dict[str, int]
    calls: tuple[tuple[str, int], ...]


def plain(objects: Sequence[bytes], functions: Sequence[str]) -> Image:
    """The block of x86-64 ELF object files, which may call each other."""
    code, placed = bytearray(), [_Placed(data) for data in objects]
    for one in placed:
        one.place(code)
    places: dict[str, int] = {}
    for one in placed:
        for name, section, value in one.symbols:
            if section in one.base and name:
                places.setdefault(name, one.base[section] + value)
    outside: dict[str, int] = {}
    code += bytes(-len(code) % 16)
    for one in placed:
        for _, _, symbol, _ in one.relocations:
            name, section, _ = one.symbols[symbol]
            if section == 0 and name not in places and name not in outside:
                outside[name] = len(code)
                code += b"\xff\x25\x02\x00\x00\x00\x90\x90" + bytes(8)  # jmp through the address behind it
    for one in placed:
        one.resolve(code, places, outside)
    return Image(bytes(code), {n: places[n] for n in functions}, tuple((n, at + 8) for n, at in outside.items()))


class _Placed:
    """An object file whose sections have a place in a block."""

    def __init__(self, data: bytes) -> None:
        self.data, self.sections, self.base = data, _sections(data), dict[int, int]()
        self.symbols: list[tuple[str, int, int]] = []
        self.relocations: list[tuple[int, int, int, int]] = []
        self.homes: list[int] = []  # the section that each relocation changes

    def place(self, code: bytearray) -> None:
        """Append the sections to the code."""
        for number, s in enumerate(self.sections):
            if s["flags"] & _ALLOCATED and s["size"] and s["type"] != _NO_BITS:
                code += bytes(-len(code) % max(s["align"], 1))
                self.base[number] = len(code)
                code += self.data[s["offset"] : s["offset"] + s["size"]]
            elif s["flags"] & _ALLOCATED and s["size"]:
                raise NotPlain("writable data")
            if s["type"] == 2:
                self.symbols = _symbols(self.data, s, self.sections[s["link"]])
        for s in self.sections:
            if s["type"] == 4 and s["info"] in self.base:
                found = _relocations(self.data, s)
                self.relocations += found
                self.homes += [self.base[s["info"]]] * len(found)

    def resolve(self, code: bytearray, places: Mapping[str, int], outside: Mapping[str, int]) -> None:
        """Write the distances that the code refers to."""
        for (place, kind, symbol, addend), home in zip(self.relocations, self.homes, strict=True):
            name, section, value = self.symbols[symbol]
            if section in self.base:
                goal = self.base[section] + value
            elif section == 0 and name in places and kind not in _TABLE:
                goal = places[name]  # of another file
            elif section == 0 and name in outside:
                goal = outside[name] + (8 if kind in _TABLE else 0)
            else:
                raise NotPlain(f"section of {name}")
            if kind not in (*_RELATIVE, *_CALL, *_TABLE) or kind in _TABLE and name not in outside:
                raise NotPlain(f"relocation {kind}")
            at = home + place
            struct.pack_into("<i", code, at, goal + addend - at)


def _sections(data: bytes) -> list[dict[str, int]]:
    (start,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    names = ("name", "type", "flags", "address", "offset", "size", "link", "info", "align", "entry")
    return [
        dict(zip(names, struct.unpack_from("<IIQQQQIIQQ", data, start + k * size), strict=True)) for k in range(count)
    ]


def _symbols(data: bytes, table: dict[str, int], strings: dict[str, int]) -> list[tuple[str, int, int]]:
    found = []
    for at in range(table["offset"], table["offset"] + table["size"], 24):
        name, _, _, section, value, _ = struct.unpack_from("<IBBHQQ", data, at)
        start = strings["offset"] + name
        found.append((data[start : data.index(b"\0", start)].decode(), section, value))
    return found


def _relocations(data: bytes, section: dict[str, int]) -> list[tuple[int, int, int, int]]:
    found = []
    for at in range(section["offset"], section["offset"] + section["size"], 24):
        place, info, addend = struct.unpack_from("<QQq", data, at)
        found.append((place, info & 0xFFFFFFFF, info >> 32, addend))
    return found


SLAB = 1 << 21
"""Bytes of executable memory that are asked of the system at once."""

TRAP = b"\xcc"
"""What stands behind the code of a block: running it ends the process."""


class Pages:
    """Executable memory of many blocks, in whole pages; a block that is given back makes room for others.

    A page can be written or executed, never both.  Neighbouring pages of one protection are one mapping of the system,
    which has 65,530 of them for a process; so pages that are given back stay executable until they are taken again.
    They are private: a child of a fork writes its programs into pages of its own, where its parent has others.
    """

    def __init__(self) -> None:
        self.slabs: list[np.ndarray] = []
        self._free: list[tuple[int, int]] = []  # (start, bytes) in order, none beside another
        self._given: list[tuple[int, int]] = []
        self._lock = new_lock()

    @property
    def taken(self) -> int:
        """Bytes of the blocks that are in use."""
        return sum(s.nbytes for s in self.slabs) - sum(size for _, size in (*self._free, *self._given))

    def block(
        self, code: bytes, calls: Sequence[tuple[str, int]], shared: Mapping[str, int] = MappingProxyType({})
    ) -> np.ndarray:  # fmt: skip
        """A copy of the code whose table of calls is filled in, as an array: with it the block is given back.

        An array is no part of Python's collection of cycles, so that it goes after everything that refers to it.
        Other objects of a cycle are finalized in any order, and a later one's ``__del__`` may call the program.
        """
        size = -(-max(1, len(code)) // mmap.PAGESIZE) * mmap.PAGESIZE
        filled = bytearray(code)
        for name, at in calls:
            struct.pack_into("<Q", filled, at, shared[name] if name in shared else symbol(name))
        with self._lock:
            start = self._find_room(size)
        try:
            _protect(start, size, mmap.PROT_READ | mmap.PROT_WRITE)
            ctypes.memmove(start, bytes(filled.ljust(size, TRAP)), size)
            _protect(start, size, mmap.PROT_READ | mmap.PROT_EXEC)
            slab = next(s for s in self.slabs if 0 <= start - s.ctypes.data < s.nbytes)
            memory = slab[start - slab.ctypes.data :][:size]
            weakref.finalize(memory, self.give, start, size).atexit = False
        except BaseException:
            self.give(start, size)
            raise
        return memory

    def give(self, start: int, size: int) -> None:
        """Take a block back to which nothing refers any more.

        That may be found out at any moment, also while this thread looks for room; so the free pages are left alone.
        """
        self._given.append((start, size))

    def _find_room(self, size: int) -> int:
        while self._given:
            self._join(*self._given.pop())
        found = next((k for k, (_, free) in enumerate(self._free) if free >= size), None)
        if found is None:
            flags, rights = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE
            slab = np.frombuffer(mmap.mmap(-1, max(size, SLAB), flags=flags, prot=rights), np.uint8)
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(slab))  # a thread may run it until the process is gone
            self.slabs.append(slab)
            self._join(slab.ctypes.data, slab.nbytes)
            return self._find_room(size)
        start, free = self._free[found]
        self._free[found : found + 1] = [(start + size, free - size)] if free > size else []
        return start

    def _join(self, start: int, size: int) -> None:
        at = bisect.bisect(self._free, (start, size))
        if at < len(self._free) and start + size == self._free[at][0]:
            size += self._free.pop(at)[1]
        if at and sum(self._free[at - 1]) == start:
            before, free = self._free.pop(at - 1)
            self._free.insert(at - 1, (before, free + size))
        else:
            self._free.insert(at, (start, size))


def _protect(start: int, size: int, rights: int) -> None:
    protect = ctypes.CDLL(None, use_errno=True).mprotect
    protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    if protect(start, size, rights):
        raise OSError(ctypes.get_errno(), "memory cannot be made executable")


pages = Pages()
"""The executable memory of the process."""


class Loaded:
    """A block in executable memory; ``address(name)`` is that of a function.

    Whatever may call a function holds ``memory``, or an object that nothing but its own end takes it from.
    """

    def __init__(self, image: Image, shared: Mapping[str, int] = MappingProxyType({})) -> None:
        self.memory = pages.block(image.code, image.calls, shared)
        start = self.memory.ctypes.data
        self._functions = {name: start + at for name, at in image.functions.items()}

    def address(self, name: str) -> int:
        """The address of a function."""
        return self._functions[name]


class Linked:
    """The same for an object file that LLVM links."""

    def __init__(self, code: bytes, shared: Mapping[str, int] = MappingProxyType({})) -> None:
        import llvmlite.binding as llvm

        from espresso.llvm.machine import machine

        machine()
        for name, address in shared.items():
            llvm.add_symbol(name, address)
        module = llvm.parse_assembly("")
        self._engine: Any = llvm.create_mcjit_compiler(module, machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self.memory = np.empty(0, np.uint8)
        weakref.finalize(self.memory, self._engine.close).atexit = False  # not before: see `Pages.block`

    def address(self, name: str) -> int:
        """The address of a function."""
        return int(self._engine.get_function_address(name))


def symbol(name: str) -> int:
    """The address of a function of the C library."""
    for library in ("libm.so.6", None):
        try:
            found = getattr(ctypes.CDLL(library), name)
        except (OSError, AttributeError):
            continue
        return int(ctypes.cast(found, ctypes.c_void_p).value or 0)
    raise NotPlain(f"the C library has no {name}")
