"""The machine model: how fast this machine multiplies, moves bytes and wakes threads, and what its caches hold.

`rates` are what ``espresso doctor --measure`` measured (`api.reports.measure`) and left in the cache folder under the
processor's name, or the defaults of the instruction set.  Every estimate of a time reads them, so that the same
rates give the same plan; plans that are kept on disk are found again only under the rates that they were made with.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import math
import platform
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path

from espresso.records import dataclass
from espresso.system import cache
from espresso.system.processor import processor


@dataclass(frozen=True)
class Rates:
    """What a machine does; flops and bytes are those of all threads together.

    ``float32`` and ``float64`` are flops per second of a large matrix product, ``memory`` and ``cached`` bytes per
    second that simple loops touch beyond the caches and in a core's own.  ``vectors`` is the time of loops that stay
    in cache, relative to vectors of 64 bytes.  ``transposing`` is the time of a transposed copy in nanoseconds per
    byte, on one thread.  ``sleeping`` and ``awake`` are nanoseconds of work for each thread from which slices pay:
    where a worker has to be woken, and where the call before has only just ended.
    """

    float32: float = 2e11
    float64: float = 1e11
    memory: float = 2e10
    cached: float = 1.3e11
    vectors: float = 1.0
    transposing: float = 0.04
    sleeping: float = 20_000
    awake: float = 4_000
    source: str = "defaults for AVX-512"

    def flops(self, dtype: str) -> float:
        """Flops per second of a large matrix product; a complex one takes four real multiplications."""
        known = {"float32": self.float32, "float64": self.float64}
        known |= {"complex64": 0.8 * self.float32, "complex128": 0.8 * self.float64}
        return known.get(dtype, 1e10)

    @property
    def measured(self) -> bool:
        """Whether these are the rates of a machine, not of an instruction set."""
        return not self.source.startswith("defaults")

    @property
    def nanoseconds_per_byte(self) -> float:
        """Of loops that wait for memory."""
        return 1e9 / self.memory

    def __str__(self) -> str:
        return (
            f"{self.source}: products {self.float32 / 1e9:.0f} (float32), {self.float64 / 1e9:.0f} (float64) Gflop/s, "
            f"memory {self.memory / 1e9:.0f} GB/s, own cache {self.cached / 1e9:.0f} GB/s, vectors {self.vectors:.2g}, "
            f"transposing {1 / self.transposing:.0f} GB/s, slices from {self.sleeping / 1e3:.0f} us "
            f"({self.awake / 1e3:.0f} us awake)"
        )


AVX512 = Rates()

DEFAULTS = {
    "avx512f": AVX512,
    "avx2": replace(AVX512, float32=1.6e11, float64=8e10, vectors=1.5, source="defaults for AVX2"),
    "neon": replace(AVX512, float32=8e10, float64=4e10, vectors=2.0, source="defaults for NEON"),
    "": replace(AVX512, float32=5e10, float64=2.5e10, vectors=3.0, source="defaults"),
}
"""Rates of two cores by the widest instruction set that a processor has."""


def default() -> Rates:
    """The rates of a processor with these instructions; where the system does not list them, of a usual one."""
    if platform.machine().lower() in ("arm64", "aarch64"):
        return DEFAULTS["neon"]
    facts = processor()
    listed = facts.get("flags", "avx2").split()
    return DEFAULTS[next((n for n in DEFAULTS if n in listed and not (n == "avx512f" and facts["limited"])), "")]


_assumed: list[Rates] = []


def rates() -> Rates:
    """What was measured on this machine, or the defaults of its instruction set."""
    return _assumed[-1] if _assumed else _known()


@contextlib.contextmanager
def assumed(given: Rates) -> Iterator[None]:
    """Whatever is planned meanwhile, in any thread, is planned for these rates: for tests and measurements."""
    _assumed.append(given)
    try:
        yield
    finally:
        _assumed.pop()


@functools.cache
def _known() -> Rates:
    data = cache.read_entry(_entry())
    if data is not None:
        try:
            return checked(Rates(**json.loads(data)))
        except (TypeError, ValueError):
            pass
    return default()


def keep(measured: Rates) -> bool:
    """Use these rates from now on, here and in processes to come; whether the cache folder took them.

    What this process has compiled stays as it is.
    """
    _known.cache_clear()
    return cache.write_entry(_entry(), json.dumps(asdict(checked(measured))).encode())


def checked(found: Rates) -> Rates:
    """The rates, where each is a positive number; ValueError else."""
    for f in fields(Rates):
        value = getattr(found, f.name)
        if f.type == "str" and not isinstance(value, str):
            raise ValueError(f"{f.name} is {value!r}, not a text")
        if f.type == "float" and not (isinstance(value, (int, float)) and 0 < value < math.inf):
            raise ValueError(f"{f.name} is {value!r}, not a positive number")
    return found


def _entry() -> str:
    """The name of the file: a processor, and what code is limited to, has its own; it is not tidied away."""
    return f"machine_{hashlib.sha256(repr(sorted(processor().items())).encode()).hexdigest()[:40]}.rates"


# --- caches ---

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


COMPUTES = 0.9
"""Work for each byte from which results go into the cache, however large they are, in the time that memory takes.

By the estimates for 64-byte vectors 2*y + 4*x has 0.012 ns, exp and sin 0.026, RMSNorm 0.054, a chain with tanh and exp
0.055, gelu 0.064, and memory takes 0.05. The last three wait for arithmetic, not for memory, and going past the cache
adds the copy from the buffer. ``espresso bench --only W8`` has stores of both kinds.
"""

BEYOND = 1.2
"""Times the largest cache that a step touches, from which results go past it.

A step that touches little more than the cache holds finds part of its arrays there in the next call.
"""

EVERYWHERE = 1 << 20
"""Bytes that stay in a cache of every machine: nothing is asked about the caches."""

MOVES = 0.32
"""Work for each byte, in the same time, up to which a step only moves data (2*y + 4*x, no exponential), and goes past
the cache earlier where that is across a mesh (`PRIVATE`)."""

LONG_ROW = 512
"""Bytes of a row from which on it pays that it goes past the cache; each row is a block of its own.

A block has a buffer of its own, and a line that it fills in part waits for memory. ``espresso bench --only W27 --size
full`` has short rows.
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


def is_beyond(size: int) -> bool:
    """Whether so many bytes are more than the largest cache holds."""
    return size > EVERYWHERE and size > BEYOND * largest()


def past_cache(size: int, work: float, row: int, threads: int) -> bool:
    """Whether what a step writes goes past the cache: it touches ``size`` bytes, and waits for memory.

    ``work`` are the nanoseconds of its arithmetic on so many threads together, ``row`` the bytes that lie side by side.
    """
    if size <= EVERYWHERE or row < LONG_ROW:
        return False
    moved = rates().nanoseconds_per_byte * size
    return work < COMPUTES * moved if is_beyond(size) else size > BEYOND * near(threads) and work < MOVES * moved
