"""What programs have in common is compiled once: functions of every program, kernels that differ in constants alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.llvm import machine, shipped_text
from espresso.machine.machine_code import literals


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The modules that LLVM has been given since."""
    made: list[str] = []
    compiled = machine.object_code
    monkeypatch.setattr(machine, "object_code", lambda text, *levels: made.append(text) or compiled(text, *levels))
    return made


def programs(texts: list[str]) -> list[str]:
    """The modules of programs, without the functions that all of them share."""
    return [t for t in texts if 'define void @"run"' in t]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_constants_are_arguments_of_kernels(texts: list[str], dtype: str) -> None:
    x = np.linspace(0.1, 1, 37, dtype=dtype)
    first = "shared[i] = exp({0}*x[i])*tanh(x[i]) + {1}*sum[j](x[j]*{2} - x[i]) - {3}"
    for k, values in enumerate([(3, 0.25, 1.5, 7), (1.125, 11, 3e-5, 0.3), (0.7, 41, 1e6, 5)]):
        texts.clear()
        a, b, c, d = values
        right = np.exp(a * x) * np.tanh(x) + b * (x.sum() * c - 37 * x) - d
        np.testing.assert_allclose(es.compile(first.format(*values), target="cpu")(x), right, rtol=3e-6, atol=1e-5*abs(right).max())
        assert len(programs(texts)) == (k == 0)


def test_constants_that_decide_instructions_stay(texts: list[str]) -> None:
    x = np.linspace(0.1, 1, 9)
    for text, right in (
        ("stays[i] = x[i]**2.5", x**2.5), ("stays[i] = x[i]**1.5", x**1.5), ("stays[i] = 2*x[i]", 2 * x),
        ("stays[i] = x[i] - 2", x - 2),
        ("stays[i] = where(x[i] > 0.5, 0.25, x[i])", np.where(x > 0.5, 0.25, x)), ("stays[i] = maximum(x[i], 0.75)", x.clip(0.75)),
    ):  # fmt: skip
        np.testing.assert_allclose(es.compile(text, target="cpu")(x), right)
    made = "".join(programs(texts))
    assert made.count("define void @\"run\"") == 6 and not any("double %" in s for s in made.splitlines() if s[:6] == "define")


KERNEL = '''"""y[i] = 3.5*x[i]"""
import numpy as np

@njit
def helper(x):
    return 3.5*x

@njit(fastmath={"contract"})
def kernel(start, stop, x, y):
    # y[i] = 3.5*x[i]
    for i in range(start, stop):
        y[i] = np.float32(-3.5)*x[i]/4.5 - 1e-05 + 2.0*x[i]**3.5 + helper(7.5) + 0.5

@njit
def other(x, y):
    y[0] = 3.5*x[0]

def run(x, y):
    kernel(0, 3.5*2, x, y)
'''


def test_what_is_named_in_a_text() -> None:
    made = literals(KERNEL, {"kernel"})
    assert made.values == (-3.5, 1e-05) and made.names == {"kernel": ("literal_0", "literal_1")}
    line = "y[i] = np.float32(literal_0)*x[i]/4.5 - literal_1 + 2.0*x[i]**3.5 + helper(7.5) + 0.5"
    assert line in made.source and "# y" not in made.source and made.source.startswith("\nimport")
    assert made.source.count("3.5*x") == 2 and "3.5*2" in made.source
    assert np.int64(made.bits(1)).view(np.float64) == 1e-05


START = """
import numpy as np, espresso as es
from espresso.runtime.cpu import shared_code
jobs = []
def aside(job, begin=shared_code._aside):
    def run():
        try:
            jobs.append(job() is not None)
        except BaseException as reason:
            jobs.append(repr(reason))
    begin(run)
shared_code._aside = aside
es.compile("y[i] = sum[j](tanh(A[i,j] + b[j]))")(np.ones((3, 2)), np.ones(2))
import threading
for thread in threading.enumerate():
    if thread is not threading.current_thread():
        thread.join()
assert len(jobs) in (1, 2) and set(jobs) == {True}, jobs
"""


def test_what_is_compiled_beside_the_first_plan_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that begin at once import the same modules, of which some know each other."""
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NUMBA_NUM_THREADS", "2")
    found = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr[-2000:]


def test_slices_are_joined_by_a_function_of_all_programs(texts: list[str]) -> None:
    def reduced(x: Any) -> Any:
        given = "s[j] = sum[i](exp(x[i,j])*0.3125)", "m = max[i,j](x[i,j])", "a = any[i,j](x[i,j] > 9)"
        return es.compile(list(given), target="cpu")(x)

    x = np.random.default_rng(0).standard_normal((900, 70))
    s, m, a = reduced(x)
    np.testing.assert_allclose(s, np.exp(x).sum(0) * 0.3125)
    assert m == x.max() and not a
    (program,) = programs(texts)
    assert '@"es.join np.add float64"' in program and '@"es.whole_step"' in program


def test_shipped_texts_are_what_is_written_now(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "docs"))
    written = __import__("shared_texts").texts()
    assert {shipped_text.path_of(n) for n in written} == {*shipped_text.FOLDER.glob("*.ll")}
    for name, text in written.items():  # else: python docs/shared_texts.py
        assert shipped_text.text_of(name) == text, name
    shipped_text.version.cache_clear()
    monkeypatch.setattr(shipped_text, "SOURCES", ("llvm/library.py",))
    try:  # of other sources: the text is written anew
        assert shipped_text.text_of("call entry") is None
    finally:
        shipped_text.version.cache_clear()
    monkeypatch.setattr(shipped_text, "FOLDER", tmp_path)
    (tmp_path / "version").write_bytes(b"\xff")
    assert shipped_text.text_of("call entry") is None
