"""Two threads, each with arrays in a queue of its own, at the same time (sC11); times and memory of calls (sD12, sD13)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from threads import at_once

import espresso as es

pytestmark = pytest.mark.opencl

TEXT = "C[i,l] = exp(A[i,j])*B[j,k]*D[k,l]"


def given(seed: int, n: int = 40) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(n, n)) for _ in range(3)]


def in_queue(queue: Any, arrays: list[np.ndarray]) -> list[Any]:
    import pyopencl.array

    return [pyopencl.array.to_device(queue, a) for a in arrays]


def test_two_threads_with_a_queue_each() -> None:
    """sC11: one compiled function, one context, calls under way in both queues: each has an arena and results of its own."""
    import pyopencl

    from espresso.runtime.device.opencl import backend_for

    f = es.compile(TEXT, target="opencl")
    backend = backend_for(0)
    queues = [pyopencl.CommandQueue(backend.context, backend.device) for _ in range(2)]
    arrays = [given(k) for k in range(2)]
    expected = [np.exp(a) @ b @ d for a, b, d in arrays]

    def work(k: int) -> None:
        mine = in_queue(queues[k], arrays[k])
        results = [f(*mine) for _ in range(25)]  # none is waited for
        for result in results:
            assert result.queue is queues[k]
            assert np.allclose(result.get(queues[k]), expected[k])

    at_once(work, 2)


def test_times_are_of_warm_calls_of_one_dtype() -> None:
    """sD12: warmed up, the median of many calls that the device has finished, bytes a second; nothing is skipped."""
    f = es.compile(TEXT, target="opencl")
    shown = str(f.profile(*[a.astype("float32") for a in given(0)], repeat=20))
    assert "median" in shown and re.search(r"\d (ns|us|ms|s)\b", shown), shown
    assert len(re.findall(r"kernel_\w+", shown)) >= 1, shown


def test_memory_in_use_and_in_the_pool_are_told_apart() -> None:
    """sD13: what the plan needs at once, what it would need unshared, and what the pool keeps."""
    f = es.compile(TEXT, target="opencl")
    f(*given(0))
    assert 0 < f.memory.lower_bound <= f.memory.arena <= f.memory.unshared
    assert f.memory.pooled >= f.memory.arena
    pooled = f.memory.pooled
    f(*given(1))
    assert f.memory.pooled == pooled  # the arena of the first call
    assert f"arena {f.memory.arena:,} bytes" in f.explain()
