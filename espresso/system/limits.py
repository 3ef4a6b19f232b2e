"""Limits on formulas that strangers write: the length of their text, their size, the time that work on them takes.

Work looks at them where it walks through formulas; between two walks nothing is interrupted.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from espresso.errors import InputError, LimitError, suggestion
from espresso.system.locks import new_lock

NAMES = {"characters": "of a text", "nodes": "of a formula", "seconds": "of work", "bytes": "of a call"}
"""What can be limited."""

active = 0
"""Threads that work under a limit: none has to look for its own where there are none."""

_lock = new_lock()
_here = threading.local()


def read_limits(given: Any) -> dict[str, float]:
    """Limits as a user gives them, checked; InputError for anything but positive numbers by known names.

    >>> read_limits({"seconds": 2, "nodes": 1e5})
    {'seconds': 2, 'nodes': 100000.0}
    """
    if given is not None and not isinstance(given, Mapping):
        raise InputError(f"limits = {given!r} is no mapping of limits, such as {{'seconds': 10, 'nodes': 100_000}}.")
    found = dict(given or {})
    for name, most in found.items():
        if name not in NAMES:
            near = suggestion(str(name), list(NAMES))
            raise InputError(f"limits knows no {name!r}.{near} Limits: {', '.join(NAMES)}.")
        if not isinstance(most, (int, float)) or isinstance(most, bool) or not 0 < most < math.inf:
            raise InputError(f"limits: {name} = {most!r} is no positive number.")
    return found


@contextmanager
def limited(limits: Mapping[str, float] | None) -> Iterator[None]:
    """Work of this thread under limits; those around it hold as well."""
    global active
    if not limits:
        yield
        return
    outer = getattr(_here, "limits", ())
    _here.limits = (*outer, (limits.get("nodes", math.inf), time.monotonic() + limits.get("seconds", math.inf), limits))
    with _lock:
        active += 1
    try:
        yield
        look()
    finally:
        _here.limits = outer
        with _lock:
            active -= 1


def look(nodes: int = 0) -> None:
    """Raise LimitError where the work of this thread has passed a limit, or a formula of so many nodes does."""
    for most, until, limits in getattr(_here, "limits", ()):
        if nodes > most:
            raise LimitError(
                f"the formula has become {nodes:,} nodes large, more than the {most:,.0f} of limits=.\n"
                "Derivatives and expanded definitions count. Give a larger limit, or a smaller formula."
            )
        if time.monotonic() > until:
            raise LimitError(
                f"work on the formula takes longer than the {limits['seconds']:g} s of limits=.\n"
                "Give a larger limit, or a smaller formula; what was compiled before stays in the cache folder."
            )


def check_text(text: str, limits: Mapping[str, float]) -> None:
    """Raise LimitError where a text is longer than it may be."""
    most = limits.get("characters", math.inf)
    if len(text) > most:
        raise LimitError(
            f"the text has {len(text):,} characters, more than the {most:,.0f} of limits=.\n"
            "Give a larger limit, or a shorter text."
        )
