"""Roofline estimate of a step on a GPU: memory, arithmetic, instruction issue, special functions.

The figures of the table are those that the makers publish; what a kernel reaches of them has to be measured.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.codegen.simt.cost.cost import Cost
from espresso.errors import TargetError, suggestion
from espresso.records import dataclass


@dataclass(frozen=True)
class Gpu:
    """Bytes a second of memory and second-level cache, bytes of that cache, and operations a second.

    ``special`` are results of the units for exp, log, sin ... (16 a clock and multiprocessor); ``products`` are
    multiplications and additions of a library by dtype, on tensor cores where those keep the dtype's precision.
    """

    name: str
    memory: float
    cache: float
    cache_bytes: int
    flops: float
    flops64: float
    special: float
    products: dict[str, float]
    multiprocessors: int


_HOPPER = {"float16": 989e12, "bfloat16": 989e12, "tf32": 494e12, "float32": 67e12, "float64": 67e12}
_AMPERE = {"float16": 312e12, "bfloat16": 312e12, "tf32": 156e12, "float32": 19.5e12, "float64": 19.5e12}
_ADA = {"float16": 121e12, "bfloat16": 121e12, "tf32": 60e12, "float32": 30.3e12, "float64": 0.47e12}

GPUS: tuple[Gpu, ...] = (
    Gpu("H200", 4.8e12, 5.5e12, 50 << 20, 67e12, 34e12, 4.2e12, _HOPPER, 132),
    Gpu("H100", 3.35e12, 5.5e12, 50 << 20, 67e12, 34e12, 4.2e12, _HOPPER, 132),
    Gpu("A100", 2.04e12, 4.0e12, 40 << 20, 19.5e12, 9.7e12, 2.4e12, _AMPERE, 108),
    Gpu("L4", 0.3e12, 1.0e12, 48 << 20, 30.3e12, 0.47e12, 1.9e12, _ADA, 58),
)


def gpu_named(name: str) -> Gpu:
    """The GPU whose name stands in ``name`` (``"NVIDIA H100 80GB HBM3"``); TargetError for an unknown one.

    >>> gpu_named("NVIDIA H100 80GB HBM3").memory
    3350000000000.0
    """
    for gpu in GPUS:
        if gpu.name.lower() in name.lower():
            return gpu
    known = [g.name for g in GPUS]
    raise TargetError(f"no figures of a GPU {name!r} are known.{suggestion(name, known)}\nKnown: {', '.join(known)}.")


def here() -> Gpu:
    """The GPU of this machine if its figures are known, else the first of the table."""
    from espresso.system.devices import device_names

    for name in device_names():
        for gpu in GPUS:
            if name.startswith("cuda:") and gpu.name.lower() in name.lower():
                return gpu
    return GPUS[0]


def seconds(cost: Cost, gpu: Gpu, library: str = "") -> tuple[float, str]:
    """The least time of a step, and what takes it; ``library`` is the dtype of a product that a library computes.

    What is read again comes from the cache where the rows in flight fit there.

    >>> from espresso.codegen.simt.cost.cost import Cost
    >>> seconds(Cost(read=4_800_000_000), gpu_named("H200"))
    (0.001, 'memory')
    """
    near = cost.row * _ROWS <= gpu.cache_bytes
    parts = {
        "memory": (cost.moved - (cost.again if near else 0)) / gpu.memory,
        "cache": cost.again / gpu.cache if near else 0.0,
        "special functions": cost.special / gpu.special,
    }
    if library:
        parts["arithmetic"] = (cost.flops + cost.flops64) / gpu.products.get(library, gpu.flops)
    else:
        parts["arithmetic"] = cost.flops / gpu.flops + cost.flops64 / gpu.flops64
        parts["tensor cores"] = cost.cores / gpu.products["tf32"]
        parts["instructions"] = cost.issued / (gpu.flops / 2)  # one of them multiplies and adds
    longest = max(parts, key=lambda k: parts[k])
    return parts[longest], longest


LAUNCH = 2e-6
"""Seconds from a launch of a graph to one that needs its results, whatever it does: assumed, not yet measured."""

BARRIER = 4e-7
"""Seconds that a part of a step takes at least in one block, loads that wait for others and a barrier: assumed, too."""


def seconds_of_launches(costs: Sequence[Cost], gpu: Gpu) -> float:
    """The least time of one step of a recurrence whose parts are launches."""
    return sum(LAUNCH + seconds(cost, gpu)[0] for cost in costs)


def seconds_of_one_block(costs: Sequence[Cost], gpu: Gpu) -> float:
    """The same where one block on one multiprocessor computes all parts; what it reads comes from the cache.

    >>> from espresso.codegen.simt.cost.cost import Cost
    >>> small, large = Cost(4096, 0, 64, 2048), Cost(4 << 20, 0, 4096, 2 << 20)
    >>> seconds_of_one_block([small], GPUS[0]) < seconds_of_launches([small], GPUS[0])
    True
    >>> seconds_of_one_block([large], GPUS[0]) < seconds_of_launches([large], GPUS[0])
    False
    """
    total = 0.0
    for c in costs:
        arithmetic = (c.flops + c.cores) / gpu.flops + c.flops64 / gpu.flops64
        total += BARRIER + max(c.moved / gpu.cache, arithmetic, c.special / gpu.special) * gpu.multiprocessors
    return total


def scan_pays(steps: int, moved: int, gpu: Gpu) -> bool:
    """Whether a scan of a linear recurrence in three launches, two of which move so many bytes, is the faster way.

    Each step of one block takes a barrier at least, and a launch takes longer.

    >>> scan_pays(10, 1 << 10, GPUS[0]), scan_pays(1000, 1 << 10, GPUS[0])
    (False, True)
    """
    return 3 * LAUNCH + 2 * moved / gpu.memory < steps * BARRIER


_ROWS = 264
"""Rows that are computed at once: two teams on each of 132 multiprocessors."""
