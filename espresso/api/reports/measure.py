"""What this machine does, measured for `system.machine_model`: ``espresso doctor --measure``, and limits in reports.

Programs that espresso compiles run on all threads or on one; of several calls the fastest counts, because other work
on the machine makes a call longer and never shorter.  Only what waking a thread costs is a median.
"""

from __future__ import annotations

import functools
import math
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from espresso.system import machine_model, processor, threads
from espresso.system.machine_model import Rates

SECONDS = 0.15
"""For the calls of one program."""

LARGEST = 1 << 26
"""Bytes of an array at most: machines show programs caches that they share with others."""

ESTIMATED = {"y[i] = 2*x[i] + 4*z[i]": 0.14, "y[i] = exp(x[i])": 0.21}
"""Nanoseconds for each float32 that the estimate of a loop has for vectors of 64 bytes (`codegen.numba.program`)."""

PAUSE = 0.003
"""Seconds after which workers sleep."""


def measure() -> Rates:
    """The rates of this machine now; a machine that does other work at the same time seems slower than it is."""
    many = threads.count()
    products = {f"float{8 * n}": _products(n) for n in (4, 8)}
    one, two = _work(1), _work(2)
    asleep, awake = (_woken(one, two, pause) for pause in (PAUSE, 0.0)) if many > 1 else (None, None)
    known = machine_model.default()
    return replace(
        known, **products, memory=_memory(), cached=many * _cached(), vectors=_vectors(), transposing=_transposing(),
        sleeping=asleep or known.sleeping, awake=min(awake or known.awake, asleep or known.sleeping),
        source=f"measured {time.strftime('%Y-%m-%d')} on {processor.name()}, {many} threads",
    )  # fmt: skip


@functools.cache
def limits() -> Rates:
    """The rates of this machine; products and memory are measured now, in half a second, where nothing was kept."""
    known = machine_model.rates()
    if known.measured:
        return known
    return replace(known, float32=_products(4), float64=_products(8), memory=_memory())


def _fastest(call: Callable[[], Any]) -> float:
    """Seconds of the fastest call."""
    call()
    found, end = math.inf, time.perf_counter() + SECONDS
    while found == math.inf or time.perf_counter() < end:
        begin = time.perf_counter()
        call()
        found = min(found, time.perf_counter() - begin)
    return found


def _call(text: str, count: int, item: int = 4, axes: int = 1, most: int | None = None) -> Callable[[], Any]:
    """A call of a formula with arrays of so many elements along each axis, which writes where it wrote before."""
    import numpy as np

    from espresso.api.compile import compile

    f = compile(text, threads=most)
    arrays = {n: np.ones((count,) * axes, f"f{item}") for n in f.inputs}
    result = np.array(f(**arrays))
    return lambda: f(**arrays, out=result)


def _per_element(text: str, count: int) -> float:
    """Nanoseconds of one more element on one thread, in arrays of about so many."""
    long, short = (_fastest(_call(text, n, most=1)) for n in (count, count // 4))
    return max(1e-3, 1e9 * (long - short) / (count - count // 4))


def _products(item: int) -> float:
    """Flops per second of a product of matrices."""
    n = 640
    return 2 * n**3 / _fastest(_call("C[i,k] = A[i,j]*B[j,k]", n, item, axes=2))


def _memory() -> float:
    """Bytes per second of a sum of two arrays beyond the caches: two are read, one is written."""
    size = min(LARGEST, 2 * machine_model.largest())
    return 3 * size / _fastest(_call("y[i] = x[i] + z[i]", size // 4))


def _cached() -> float:
    """Bytes per second that a sum reads from the second cache."""
    size = machine_model.levels().get(2, 1 << 19) // 2
    return 4e9 / _per_element("s = sum[i](x[i])", size // 4)


def _vectors() -> float:
    """Loops in the first caches beside their estimates."""
    ratios = [_per_element(text, 8192) / estimate for text, estimate in ESTIMATED.items()]
    return math.exp(statistics.fmean(map(math.log, ratios)))


def _transposing() -> float:
    """Nanoseconds for each byte of a copy with rows as columns."""
    import numpy as np

    from espresso.runtime.cpu.c_order import in_order

    x, y = np.ones((2048, 2048), np.float32).T, np.ones((2048, 2048), np.float32)
    with threads.limited(1):
        return 1e9 * _fastest(lambda: in_order(x, lambda *_: y)) / x.nbytes


def _work(most: int) -> Callable[[], Any]:
    """A call of some 200 microseconds on one thread, or cut for two."""
    with machine_model.assumed(replace(machine_model.default(), sleeping=1.0)):
        return _call("y[i] = exp(sin(x[i]))", 1 << 18, most=most)


def _woken(one: Callable[[], Any], two: Callable[[], Any], pause: float) -> float:
    """Nanoseconds of work for each of two threads from which they pay.

    With w of work for each and a worker that begins d late, the caller takes slices meanwhile and both end at w + d/2;
    alone it takes 2w.  They pay from w = d/2.
    """
    taken: dict[Callable[[], Any], list[float]] = {one: [], two: []}
    for _ in range(40):
        for call, times in taken.items():
            time.sleep(pause)
            begin = time.perf_counter()
            call()
            times.append(time.perf_counter() - begin)
    alone, shared = (statistics.median(times) for times in taken.values())
    return max(500.0, 1e9 * (shared - alone / 2))
