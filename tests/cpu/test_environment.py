"""Rounding, denormal numbers and traps of the caller: results do not depend on them, and the caller keeps them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.runtime.cpu import workers
from espresso.system import floating_point as environment, machine_model, threads
from tests.oracles import in_turn

X86, ARM = (sys.platform.startswith("linux") and platform.machine() == name for name in ("x86_64", "aarch64"))
pytestmark = pytest.mark.skipif(not (X86 or ARM), reason="settings are changed by their bits in MXCSR or FPCR")

PLACE, DEFAULT, CONTROL = (7, 0x1F80, 0xFFC0) if X86 else (0, 0, 0x7FFFFFF)
"""Of the register: its 32 bits in C's ``fenv_t``, its value by default, its bits that are no record of exceptions."""

MODES = {"down": 0x2000, "up": 0x4000, "to zero": 0x6000, "flush": 0x8000, "denormals": 0x0040, "all": 0xE040}
if ARM:
    MODES = {"down": 2 << 22, "up": 1 << 22, "to zero": 3 << 22, "flush": 1 << 24, "all": 7 << 22}

TRAPS = DEFAULT ^ (0x0680 if X86 else 0x0700)
"""Invalid operation, division by zero and overflow trap, where a processor can do so."""


def settings(change: int | None = None) -> int:
    """The register's bits of `CONTROL`; what they become, where others are given."""
    libm, place = ctypes.CDLL("libm.so.6"), (ctypes.c_uint32 * 16)()
    libm.fegetenv(place)
    if change is not None:
        place[PLACE] = change
        libm.fesetenv(place)
        libm.fegetenv(place)
    return int(place[PLACE]) & CONTROL


@contextlib.contextmanager
def mode(name: str) -> Iterator[int]:
    """The register inside: that of this mode."""
    before = settings()
    try:
        yield settings(DEFAULT | MODES[name])
    finally:
        settings(before)


def data(dtype: str) -> dict[str, np.ndarray]:
    """Numbers that are rounded, and numbers that are denormal."""
    rng, tiny = np.random.default_rng(0), float(np.finfo(dtype).tiny)
    x = rng.normal(size=(40, 300)).astype(dtype)
    x[:, ::3] = (rng.random((40, 100)) * tiny).astype(dtype)
    return {"x": x, "w": rng.normal(size=300).astype(dtype), "A": x[:, :40] * x.dtype.type(0.3)}


FORMULAS = {
    "elementwise": "y[i,j] = exp(x[i,j])*w[j] + tanh(x[i,j]) + log(abs(x[i,j])) + sin(x[i,j])",
    "quotients": "y[i,j] = x[i,j]/3 + 0.5*x[i,j]*w[j]",
    "sums": "y[j] = sum[i](x[i,j]*0.1)",
    "products": "y[i,k] = A[i,j]*A[j,k]",
    "vectors": "y[i] = x[i,j]*w[j]",
    "softmax": "y[i,j] = softmax[j](x[i,j])",
    "powers": "y[i,j] = abs(x[i,j])**0.3 + gamma(abs(w[j]) + 1)",
}


def same(a: Any, b: Any) -> bool:
    """Equal to the bit."""
    return a.dtype == b.dtype and a.tobytes() == b.tobytes()


@in_turn("text", [*FORMULAS.values()] * 2, "dtype", ["float64", "float32", "float16"], "count", [1, 3])
def test_results_do_not_depend_on_the_caller(
    text: str, dtype: str, count: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also where workers, plans and code are made in another mode."""
    monkeypatch.setattr(threads, "count", lambda: count)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1 if count > 1 else 1e9))
    arrays = {n: a for n, a in data(dtype).items() if n in text.replace("max", "")}
    f = es.compile(text, target="cpu")
    right = f(**arrays)
    for name in MODES:
        with mode(name) as set_:
            found, again = f(**arrays), f(**{n: a.copy(order="F") for n, a in arrays.items()})
            found_out = np.empty_like(right)
            f(**arrays, out=found_out)
            assert settings() == set_
        assert same(found, right)
        assert same(found_out, right)
        np.testing.assert_allclose(again, right, rtol=1e-5 if dtype == "float64" else 1e-2)
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    made = es.compile(text, target="cpu")
    with mode("all"):
        found = made(**arrays)
    assert same(found, right)


STARTED = """
import sys
sys.path[:0] = [{tests!r}]
import numpy as np
import espresso as es
from espresso.system import machine_model, threads
from test_environment import mode, settings
threads.count, machine_model.rates = lambda: 3, lambda: machine_model.Rates(sleeping=1)
x = np.full(300_000, 1e-310)
f = es.compile("y[i] = 0.5*x[i]", target="cpu")
right = x*0.5
with mode("all"):
    f(x)
print(all((f(x) == right).all() for _ in range(50)))
"""


@pytest.mark.parametrize("portable", [False, True])
def test_workers_that_are_started_in_another_mode(portable: bool, tmp_path: Path) -> None:
    code = STARTED.format(tests=os.path.dirname(__file__))
    if portable:
        code = code.replace("threads.count,", "from espresso.runtime.cpu import workers\nworkers._native = lambda: None\nthreads.count,")
    path = os.pathsep.join(sys.path)
    environment = {**os.environ, "ESPRESSO_CACHE_DIR": str(tmp_path), "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment, check=False)
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr


def test_the_caller_keeps_its_mode_after_an_error() -> None:
    f = es.compile("y[i] = x[t[i]]", target="cpu")
    x, t = np.arange(5.0), np.array([1, 7])
    for name in MODES:
        with mode(name) as set_:
            for arrays in ({"x": x, "t": t}, {"x": x[:, None], "t": t}, {"x": x, "t": x}):
                with pytest.raises(es.EspressoError):
                    f(**arrays)
            with pytest.raises(es.EspressoError):
                es.compile("y[i] = x[i] + w[i]")(np.ones(3), np.ones(4))
            assert settings() == set_


def test_an_exception_that_traps_elsewhere_does_not_here() -> None:
    """A library that unmasks traps would end the process with SIGFPE at the first quotient by zero."""
    f = es.compile("y[i] = 1/x[i] + exp(800*x[i])", target="cpu")
    x = np.array([0.0, 1.0, np.inf])
    right = f(x)
    before = settings()
    set_ = settings(TRAPS)
    try:
        found, kept = f(x), settings()
    finally:
        settings(before)
    assert same(found, right)
    assert kept == set_
    assert set_ == TRAPS or ARM  # few of these have traps


def test_the_environment_of_python() -> None:
    with mode("all") as set_:
        with environment.default():
            assert settings() == DEFAULT
        assert settings() == set_
        found: list[int] = []
        thread = threading.Thread(target=lambda: (found.append(settings()), environment.use_default(), found.append(settings())))
        thread.start()
        thread.join()
    assert found == [set_, DEFAULT]


SAVED = """
import sys
sys.path[:0] = [{tests!r}]
import numpy as np
from test_environment import mode
import saved
x = np.full((400, 5_000), 1e-310)
with mode("all"):
    low = saved.program(x)
high = saved.program(x)
assert saved._pool is not None
with mode("all"):
    again = saved.program(x)
print(float(low.max()), bool((high > 0).all()), bool((low == again).all()))
"""


def test_a_saved_module_computes_as_its_caller(tmp_path: Path) -> None:
    """As NumPy's functions do: its threads take over what the caller of each call has set."""
    f = es.compile("y[i] = sum[j](0.5*x[i,j] + 1e-320*exp(x[i,j]))", target="cpu")
    f(x=np.ones((2, 2)))
    f.save(tmp_path / "saved.py")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    environment = {**os.environ, "NUMBA_NUM_THREADS": "2", "PYTHONPATH": path}
    code = SAVED.format(tests=os.path.dirname(__file__))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment, check=False)
    assert done.stdout == "0.0 True True\n", done.stderr


def test_it_is_red_without() -> None:
    """The settings of this file change what NumPy computes."""
    x = np.full(4, 1e-310)
    with mode("all"):
        found = x * 0.5
    assert workers.PLAIN or ARM
    assert (found == 0).all()
    assert (x * 0.5 > 0).all()
