"""Long work says so: the logger ``espresso``, and one line in a terminal or notebook after a second.

``with work("compiling", name)`` logs how long it took: with the level INFO from a second on, each phase with DEBUG.
The line is for people alone: it is written to a terminal or a notebook, never to a pipe or a file.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

NOTICED = 1.0
"""Seconds after which work is long."""

_here = threading.local()


class work:
    """What a thread is busy with; inside other work it is a phase of that."""

    def __init__(self, doing: str, name: str = "") -> None:
        self.what = f"{doing} {name}" if name else doing

    def __enter__(self) -> None:
        self.begun = self.last = time.perf_counter()
        self.outer: work | None = getattr(_here, "work", None)
        _here.work = self
        self.line = None if self.outer is not None else _line(self.what)

    def __exit__(self, *_: object) -> None:
        _here.work = self.outer
        seconds = time.perf_counter() - self.begun
        if self.line is not None:
            self.line.end(seconds)
        if self.outer is not None:
            _log("DEBUG", self.what, seconds)
        elif seconds >= NOTICED or "logging" in sys.modules:
            _log("INFO" if seconds >= NOTICED else "DEBUG", self.what, seconds)


def phase(name: str) -> None:
    """A phase of the work of this thread is done."""
    busy: work | None = getattr(_here, "work", None)
    if busy is not None and "logging" in sys.modules:
        now = time.perf_counter()
        _log("DEBUG", f"{busy.what}: {name}", now - busy.last)
        busy.last = now


def _log(level: str, what: str, seconds: float) -> None:
    import logging

    logging.getLogger("espresso").log(getattr(logging, level), "%s: %.3f s", what, seconds)


class _Line:
    """The line on the screen, begun by a timer when the work has become long."""

    def __init__(self, what: str, stream: Any) -> None:
        self._what, self._stream, self._lock, self._begun, self._ended = what, stream, threading.Lock(), False, False
        self._timer = threading.Timer(NOTICED, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def _begin(self) -> None:
        with self._lock:
            if not self._ended:
                self._begun = True
                self._write(f"espresso: {self._what} ...")

    def end(self, seconds: float) -> None:
        self._timer.cancel()
        with self._lock:
            self._ended = True
            if self._begun:
                self._write(f" {seconds:.1f} s\n")

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # a screen that is gone
            pass


def _line(what: str) -> _Line | None:
    """The line for work that has begun, where somebody looks on and has not switched it off."""
    stream = sys.stderr
    if os.environ.get("ESPRESSO_PROGRESS") == "off" or not _is_watched(stream) or _is_logged():
        return None
    try:
        return _Line(what, stream)
    except RuntimeError:  # no thread can be started
        return None


def _is_watched(stream: Any) -> bool:
    """Whether text on this stream is read by a person: in a terminal, or in a notebook."""
    try:
        return bool(stream.isatty()) or "ipykernel" in type(stream).__module__
    except (AttributeError, ValueError):
        return False


def _is_logged() -> bool:
    """Whether the logger tells it, or was told not to."""
    if "logging" not in sys.modules:
        return False
    import logging

    logger = logging.getLogger("espresso")
    return logger.isEnabledFor(logging.INFO) or logger.level > logging.INFO
