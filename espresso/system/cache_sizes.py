"""Sizes of the processor's caches, and from how many bytes on non-temporal stores pay."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from espresso.system.processor import processor

UNKNOWN = 1 << 25
"""Bytes of the largest cache where the system does not say."""

MESH = frozenset({"106", "108", "143", "173", "174", "207"})
"""Models of Intel's servers (family 6) from Ice Lake to Granite Rapids: each core's part of their largest cache is
across a mesh, and a virtual machine sees the cache of all cores as its own."""

PRIVATE = 2
"""Times the second caches of its threads that a step touches there, from which results go past the cache.

Below, results that are read soon are better left in the cache; what it gains beyond is row (a) of
``espresso bench --only W8``.
"""


@functools.cache
def levels(folder: str = "/sys/devices/system/cpu/cpu0/cache") -> Mapping[int, int]:
    """Bytes of the cache of each level that holds data, as one core sees it; empty where the system does not say."""
    found: dict[int, int] = {}
    try:
        for index in sorted(Path(folder).glob("index*")):
            level, kind, size = ((index / name).read_text().strip() for name in ("level", "type", "size"))
            if kind != "Instruction":
                found[int(level)] = int(size.rstrip("KM")) << (20 if size.endswith("M") else 10)
    except (OSError, ValueError):
        return {}
    return found


@functools.cache
def on_a_mesh() -> bool:
    """Whether this is one of the processors of ``MESH``."""
    facts = processor()
    return facts.get("cpu family") == "6" and facts.get("vendor_id") == "GenuineIntel" and facts.get("model") in MESH


def largest() -> int:
    """Bytes of the largest cache; on a mesh its size says little."""
    return UNKNOWN if on_a_mesh() else max(levels().values(), default=UNKNOWN)


def near(threads: int) -> int:
    """Bytes that stay in a cache while so many threads only move data: on a mesh those of their own."""
    return PRIVATE * threads * levels().get(2, UNKNOWN) if on_a_mesh() else largest()
