"""What it takes to hand a cache line from one core to another and back.

Programs with several threads wait for each other through such lines.  On some machines the time of one exchange
changes by a factor of three from one minute to the next, while streams and matrix products, the other limits that a
row is measured beside, stay as they are.
"""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

EXCHANGES, FIRST = 20_000, 100
"""About 2 ms where an exchange takes 100 ns; the first ones do not count."""


def cores() -> list[int]:
    """Two cores that this process may use; fewer where that cannot be chosen, or where there is one."""
    return sorted(os.sched_getaffinity(0))[:2] if hasattr(os, "sched_setaffinity") else []


@functools.cache
def _player() -> Callable[..., Any]:
    """``play(line, mine, count)`` waits until the first number of the line is ``mine + 2*k`` and adds 1, for k below count."""
    from numba import njit, types
    from numba.extending import intrinsic

    def pointer(target: Any, builder: Any, kind: Any, array: Any) -> Any:
        return target.make_array(kind)(target, builder, array).data

    @intrinsic
    def read(context: Any, line: Any) -> Any:
        def codegen(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.load_atomic(pointer(target, builder, signature.args[0], arguments[0]), "acquire", 8)

        return types.int64(line), codegen

    @intrinsic
    def write(context: Any, line: Any, value: Any) -> Any:
        def codegen(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            builder.store_atomic(arguments[1], pointer(target, builder, signature.args[0], arguments[0]), "release", 8)
            return target.get_dummy_value()

        return types.void(line, types.int64), codegen

    @njit(nogil=True)
    def play(line: Any, mine: int, count: int) -> None:
        for k in range(count):
            while read(line) != mine + 2 * k:  # type: ignore[call-arg]
                pass
            write(line, np.int64(mine + 2 * k + 1))  # type: ignore[call-arg]

    return play


def seconds(tries: int = 3) -> float | None:
    """Of one exchange, there and back, between two cores: the best of some tries; None where two cores cannot be chosen."""
    return min(_once() for _ in range(tries)) if len(cores()) == 2 else None


def _once() -> float:
    places = cores()
    line, play = np.zeros(16, np.int64), _player()
    play(np.zeros(1, np.int64), 0, 0)  # compiled before anybody waits
    before, ready = os.sched_getaffinity(0), threading.Barrier(2)

    def answers() -> None:
        os.sched_setaffinity(0, places[1:])  # of this thread
        ready.wait()
        play(line, 1, EXCHANGES)

    other = threading.Thread(target=answers, daemon=True)
    other.start()
    try:
        os.sched_setaffinity(0, places[:1])
        ready.wait()
        play(line, 0, FIRST)  # both are there
        start = time.perf_counter()
        play(line, 2 * FIRST, EXCHANGES - FIRST)
        return (time.perf_counter() - start) / (EXCHANGES - FIRST)
    finally:
        os.sched_setaffinity(0, before)
        other.join()
