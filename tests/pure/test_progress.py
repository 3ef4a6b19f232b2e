"""Long work is logged, and shown to those who look on: in a terminal or notebook, after a second, once."""

from __future__ import annotations

import io
import logging
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal; work is noticed after a hundredth of a second."""
    made = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=made, modules=sys.modules))  # pytest changes sys.stderr
    monkeypatch.setattr(progress, "NOTICED", 0.01)
    monkeypatch.delenv("ESPRESSO_PROGRESS", raising=False)
    logger = logging.getLogger("espresso")
    monkeypatch.setattr(logging.getLogger(), "level", logging.WARNING)
    logger.setLevel(logging.NOTSET)
    return made


def wait(until: Callable[[], bool]) -> None:
    """Timers on a busy machine come late."""
    end = time.monotonic() + 20
    while not until():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_one_line_in_a_terminal(screen: Terminal) -> None:
    with progress.work("compiling", "loss"):
        wait(lambda: screen.getvalue() == "espresso: compiling loss ...")  # while it is busy
        with progress.work("simplifying", "loss"):
            time.sleep(0.03)
    assert re.fullmatch(r"espresso: compiling loss \.\.\. \d+\.\d s\n", screen.getvalue())
    with progress.work("short"):
        pass
    with pytest.raises(ZeroDivisionError), progress.work("compiling", "loss"):
        wait(lambda: screen.getvalue().count("compiling") == 2)
        raise ZeroDivisionError
    assert screen.getvalue().count("\n") == 2 and "short" not in screen.getvalue()
    assert getattr(progress._here, "work", None) is None


@pytest.mark.parametrize("silent", ["pipe", "variable", "level", "logged", "none"])
def test_nothing_where_nobody_looks(screen: Terminal, monkeypatch: pytest.MonkeyPatch, silent: str) -> None:
    logger = logging.getLogger("espresso")
    if silent == "pipe":
        monkeypatch.setattr(screen, "isatty", lambda: False)
    elif silent == "variable":
        monkeypatch.setenv("ESPRESSO_PROGRESS", "off")
    elif silent == "none":
        monkeypatch.setattr(progress.sys, "stderr", None)
    else:
        logger.setLevel(logging.ERROR if silent == "level" else logging.INFO)
    before = threading.active_count()
    with progress.work("compiling", "loss"):
        assert threading.active_count() == before
        time.sleep(0.03)
    logger.setLevel(logging.NOTSET)
    assert screen.getvalue() == ""


def test_a_screen_that_is_gone(screen: Terminal) -> None:
    screen.close()
    with progress.work("compiling", "loss"):
        time.sleep(0.03)


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[logging.LogRecord]]:
    """What espresso logs, of all levels."""
    records: list[logging.LogRecord] = []
    handler, logger = logging.Handler(), logging.getLogger("espresso")
    monkeypatch.setattr(handler, "emit", records.append)
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield records
    logger.setLevel(before)
    logger.removeHandler(handler)


def test_the_log_has_seconds_and_phases(logged: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    f = es.compile([es.parse("q = sum[i](x[i]**2*3.25)"), es.grad("q = sum[i](x[i]**2*3.25)", "x")], target="cpu")
    f(np.ones(3))
    told = [r.getMessage() for r in logged]
    assert any(t.startswith("compiling program: ") and t.endswith(" s") for t in told)
    assert all(r.levelno == logging.DEBUG or float(r.args[1]) >= 1 for r in logged)  # type: ignore[index,arg-type]
    logged.clear()
    monkeypatch.setattr(progress, "NOTICED", 0.0)
    g = es.compile("z = sum[i](x[i]**3*7.125)", target="numpy")
    g(np.ones(3))
    (last,) = [r for r in logged if r.levelno == logging.INFO]
    assert last.getMessage().startswith("compiling z: ")
    logged.clear()
    f(np.ones(3)), g(np.ones(3))
    assert not logged


def test_phases_of_the_compiler(logged: list[logging.LogRecord]) -> None:
    from espresso.compiler.pipeline import BUILD

    f: Any = es.compile("q = sum[i](x[i]**2*9.75)", target="cpu")
    with progress.work("compiling", "q"):
        f._example()
    told = [r.getMessage().split(": ")[1] for r in logged if r.getMessage().count(": ") == 2]
    assert [t for t in told if t in BUILD] == list(BUILD)
