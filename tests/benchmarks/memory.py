"""Memory of the machine: a system that asks for more than there is fails alone, and not the machine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

SHARE = 0.8
"""Of the memory that is available, what one call may take."""


def room() -> int | None:
    """Bytes that a call may take; None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    found = [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")]
    return int(SHARE * found[0]) if found else None


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """Allocations beyond what there is room for fail inside this, where the system can be told so."""
    free = room()
    try:
        import resource

        used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        free = None
    if free is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    most = used + free if before[1] == resource.RLIM_INFINITY else min(used + free, before[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
