"""Python threads for parts of a program: native calls release the GIL."""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue

from espresso.system import machine_model
from espresso.system.floating_point import use_default
from espresso.system.locks import in_child, new_lock

MOST = 256
"""Threads of a call, however many are asked for."""

SLICE = 10_000
"""Nanoseconds below which a slice of a loop is not made: several per thread, so that a late worker delays nothing."""

_jobs: SimpleQueue[tuple[Callable[[], None], SimpleQueue[BaseException | None]]] = SimpleQueue()
_workers: list[threading.Thread] = []
_lock = new_lock()


_here = threading.local()


def count() -> int:
    """Threads that one call may use: ``$NUMBA_NUM_THREADS``, or one for each processor, at most what `limited` says."""
    given = os.environ.get("NUMBA_NUM_THREADS")
    number = _number(given) if given else os.cpu_count() or 1
    most: int | None = getattr(_here, "most", None)
    return number if most is None else min(number, most)


@contextlib.contextmanager
def limited(number: int | None) -> Iterator[None]:
    """At most so many threads for what this thread plans and calls meanwhile; None is no limit of its own.

    A limit around it stays: the program of a step has no options, its recurrence may have.
    """
    before = getattr(_here, "most", None)
    _here.most = before if number is None else number if before is None else min(before, number)
    try:
        yield
    finally:
        _here.most = before


def slices_of(extent: int, cost: float, light: bool) -> tuple[int, int]:
    """(slices, threads) of a loop of this extent, at nanoseconds per iteration; ``light``: more slices cost nothing."""
    whole = extent * cost
    most = threads_worth(whole, extent)
    if most < 2:
        return 1, 1
    if not light:
        return most, most
    return min(extent, max(most, min(4 * most, int(min(whole, 1e18)) // SLICE))), most


def threads_worth(whole: float, most: int) -> int:
    """Threads, at most so many, that pay for a step of so many nanoseconds where workers have to be woken."""
    return max(1, min(count(), most, int(min(whole, 1e18) / machine_model.rates().sleeping)))


def short_jobs(extent: int, cost: float) -> int:
    """Slices, one for each thread, of a step that is too short to wake workers for; 1 where it is too short for any.

    Workers that have just done another step are awake (`machine.thread_pool.SHORT_JOB`): ``espresso bench --crossover``
    has calls of this length that follow one another.
    """
    return max(1, min(count(), extent, int(min(extent * cost, 1e18) / machine_model.rates().awake)))


@functools.cache
def _number(text: str) -> int:
    """What the variable asks for; where it is no number of threads a warning, once, and one for each processor.

    >>> _number("2"), _number("1000000000")
    (2, 256)
    """
    digits = text.strip().lstrip("0")
    if digits.isdecimal():
        return min(int(digits[:4]), MOST)
    number = os.cpu_count() or 1
    warnings.warn(
        f"NUMBA_NUM_THREADS is {text!r}, which is no number of threads (1 to {MOST}); {number} are used.", stacklevel=2
    )
    return number


def _work() -> None:
    use_default()  # a thread inherits the settings of the one that starts it
    while True:
        job, done = _jobs.get()
        try:
            job()
        except BaseException as error:  # handed to the thread that waits
            done.put(error)
        else:
            done.put(None)


def _forget() -> None:
    """Threads do not survive a fork."""
    global _jobs
    _jobs = SimpleQueue()
    _workers.clear()


in_child(_forget)


def run_parallel(jobs: Sequence[Callable[[], None]]) -> None:
    """Run all jobs at the same time, the first one here; raise what one of them raised."""
    with _lock:
        while len(_workers) < len(jobs) - 1:
            worker = threading.Thread(target=_work, name="espresso", daemon=True)
            _workers.append(worker)
            worker.start()
    done: SimpleQueue[BaseException | None] = SimpleQueue()
    for job in jobs[1:]:
        _jobs.put((job, done))
    errors: list[BaseException | None] = []
    try:
        jobs[0]()
    finally:  # the others work on arrays that the caller takes back, also where an interrupt ends this one
        while len(errors) < len(jobs) - 1:
            errors.append(done.get())
    for error in errors:
        if error is not None:
            raise error
