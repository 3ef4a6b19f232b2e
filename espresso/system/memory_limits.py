"""Memory that a process can have at all, and calls that need more.

An allocation says nothing about that: a system that promises more than it has ends the process when the memory is
touched.
"""

from __future__ import annotations

import functools
import math
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

Named = tuple[str, tuple[int, ...], np.dtype[Any]]
"""An array of a plan."""

EVERYWHERE = 1 << 28
"""Bytes that every machine has: nothing is asked about it."""

SHOWN = 3
"""Arrays that a message names."""


def capacity() -> int | None:
    """Bytes of memory with swap that this process can have: the machine's, its control group's, its own limit's."""
    found = [n for n in (_machine(), _group(), _own()) if n is not None]
    return min(found, default=None)


@functools.cache
def _machine() -> int | None:
    if sys.platform == "win32":
        return _windows()
    try:
        physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return None
    return physical + _swap() if physical > 0 else None


def _swap() -> int:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="utf-8").splitlines()
        return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("SwapTotal:"))
    except (OSError, ValueError, IndexError):  # systems that make swap as they need it
        return 0


def _windows() -> int | None:
    """Memory with page files: the second number after the one of physical memory."""
    import ctypes

    status = (ctypes.c_uint64 * 8)()
    ctypes.c_uint32.from_buffer(status).value = ctypes.sizeof(status)
    library: Any = getattr(ctypes, "windll", None)
    return int(status[3]) if library is not None and library.kernel32.GlobalMemoryStatusEx(status) else None


@functools.cache
def _group(root: str = "/sys/fs/cgroup", own: str = "/proc/self/cgroup") -> int | None:
    """The least limit of this process's control group and of those around it."""
    found = [n for folder in _groups(root, own) for n in _limits(folder)]
    return min(found, default=None)


def _groups(root: str, own: str) -> Iterator[Path]:
    try:
        lines = Path(own).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    for line in lines:
        _, kinds, path = (line.split(":", 2) + ["", ""])[:3]
        if kinds in ("", "memory"):
            top = Path(root) / kinds
            inner = top / path.lstrip("/")
            yield from (inner, *(p for p in inner.parents if p.is_relative_to(top)))


def _limits(folder: Path) -> Iterator[int]:
    for limit, swap in (("memory.max", "memory.swap.max"), ("memory.memsw.limit_in_bytes", "")):
        bytes_ = _number(folder / limit)
        more = _number(folder / swap) if swap else 0
        if bytes_ is not None:
            yield bytes_ + (_swap() if more is None else more)


def _number(file: Path) -> int | None:
    """What stands in the file; None for no limit."""
    try:
        return int(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # "max", or no such file
        return None


def _own() -> int | None:
    """The limit of addresses that the process has set itself."""
    try:
        import resource
    except ImportError:
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def refusal(what: str, needed: int, arrays: Sequence[Named], limits: Mapping[str, float] | None = None) -> str:
    """The text of the error of a call that needs so many bytes for these arrays; empty where the machine has them.

    ``limits`` are those of the formula, of which ``bytes`` counts.
    """
    allowed = (limits or {}).get("bytes", math.inf)
    most = int(allowed) if needed > allowed else None if needed <= EVERYWHERE else capacity()
    if most is None or needed <= most:
        return ""
    whose = "limits= allows" if most == allowed else "this process can have"
    largest = sorted(arrays, key=lambda a: -bytes_of([a]))[:SHOWN]
    lines = [f"  {a[0]}: {a[2]} of shape {a[1]}, {_text(bytes_of([a]))}" for a in largest]
    rest = len(arrays) - len(largest)
    return (
        f"a call with these shapes needs {_text(needed)} for {what}; {whose} {_text(most)}.\n"
        + "\n".join([*lines, *([f"  and {rest} more"] if rest else [])])
        + "\nCall it for a part of the arrays at a time, or write the formula so that no such array is made; explain() "
        "of the compiled function says what each is."
    )


def excess(limit: int, what: str, needed: int, formula: str) -> str:
    """The text of the error of a call that makes something larger than ``memory_limit=``.

    >>> print(excess(1000, "s1, float64 of shape (20, 20)", 3200, "s1[i,j] = sum[k](A[i,k]*B[k,j])"))
    a call with these shapes makes s1, float64 of shape (20, 20), 3.1 KiB; memory_limit= allows 1,000 bytes.
      s1[i,j] = sum[k](A[i,k]*B[k,j])
    Give memory_limit= 3,200 bytes or more, call it for a part of the arrays at a time, or write the formula so that \
no such array is made; explain() of the compiled function says what each is.
    """
    return (
        f"a call with these shapes makes {what}, {_text(needed)}; memory_limit= allows {limit:,} bytes.\n  {formula}\n"
        f"Give memory_limit= {needed:,} bytes or more, call it for a part of the arrays at a time, or write the "
        "formula so that no such array is made; explain() of the compiled function says what each is."
    )


def bytes_of(arrays: Sequence[Named]) -> int:
    """Bytes of all of them."""
    return sum(math.prod(shape) * dtype.itemsize for _, shape, dtype in arrays)


def _text(size: int) -> str:
    """Bytes for people.

    >>> _text(52076478464), _text(3 << 20)
    ('48.5 GiB', '3.0 MiB')
    """
    unit = min(max(0, (size.bit_length() - 1) // 10), 8)
    return f"{size / (1 << 10 * unit):.1f} {('bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB')[unit]}"
