"""Integers at the edges of their dtypes as positions: no program leaves its arrays, and all compute what the reference does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from cpu import guarded

import espresso as es

HERE = Path(__file__).parent


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, cwd=HERE)


@pytest.mark.parametrize("target", ["cpu", "numpy", "saved"])
def test_programs_stay_inside(target: str) -> None:
    """Those that were found.  numba tells LLVM that signed integers never overflow; the text of a saved module has none."""
    ran = run("index_fuzz.py", target)
    assert ran.returncode == 0 and ran.stdout.endswith("done\n"), ran.stdout[-300:] + ran.stderr[-3000:]


PLANTED = """
import sys
import index_fuzz
from espresso.llvm.emit.arithmetic import Arithmetic
from espresso.codegen.common.cpu_scalar import CpuWriter
CpuWriter._wraps = lambda *_: False
plain = Arithmetic.binary
def binary(self, symbol, x, y):
    value = plain(self, symbol, x, y)
    if symbol in ("+", "-", "*") and value.kind.startswith("int"):
        value.ir.flags = ["nsw"]
    return value
Arithmetic.binary = binary
index_fuzz.main()
"""


@pytest.mark.skipif(guarded.protection() is None, reason="no mprotect")
def test_the_fuzzer_bites(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Signed integers, of which LLVM is told that they never overflow: the tests of pad and clamp are gone."""
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    ran = run("-c", PLANTED)
    assert ran.returncode != 0 and not ran.stdout.endswith("done\n")


def test_what_is_written_stays_inside() -> None:
    """The gradient by what is read at computed positions: 2*t + 1 wraps around to 101 and 401."""
    g = es.compile(es.grad(es.parse("s = sum[i](pad(x)[2*t[i]+1]*G[i])"), "x"))
    everything = np.zeros(1000)
    t = np.array([2**62 + 50, 2**62 + 200])
    g(G=np.array([100.0, 7.0]), t=t, x=np.ones(3), out=everything[500:503])
    assert not everything.any()


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize(
    ("text", "reached"),
    [
        ("y[i] = x[i] + x[clamp(3458764513820540928*i + 3458764513820540928)]", "3458764513820540928*i reaches 13835058055282163712"),
        ("y[i] = x[i] + pad(x)[9223372036854775807 - i]", "9223372036854775807 - i reaches 9223372036854775807"),
        ("y[i] = x[i] + pad(x)[i*i*i*4611686018427387904]", "reaches 295147905179352825856"),
    ],
)
def test_index_arithmetic_that_does_not_fit_is_refused(text: str, reached: str, target: str) -> None:
    for compute in (lambda x: es.evaluate(es.parse(text), {"x": x}), es.compile(text, target=target)):
        with pytest.raises(es.ExtentError) as raised:
            compute(np.arange(5.0))
        assert reached in str(raised.value) and "i runs from 0 to 4" in str(raised.value)
        assert str(raised.value).endswith("Positions lie between -2**62 and 2**62 - 1; use smaller numbers.")


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("position", ["i - 1000000000000", "1000000000000*i", "4611686018427387903 - i", "40000 - i"])
def test_far_positions_cost_nothing(position: str, target: str) -> None:
    """The NumPy text padded the array up to there: 7 TiB."""
    x = np.arange(5.0)
    expected = es.evaluate(es.parse(f"y[i] = x[i] + pad(x)[{position}]"), {"x": x})
    np.testing.assert_array_equal(es.compile(f"y[i] = x[i] + pad(x)[{position}]", target=target)(x), expected)
