"""Calls of a test in several threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def at_once(work: Callable[[int], object], count: int = 4) -> None:
    """``work(0)`` to ``work(count - 1)``, each in a thread of its own; raises what one of them raises."""
    start = threading.Barrier(count)
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(lambda k: (start.wait(20), work(k)), range(count)))
