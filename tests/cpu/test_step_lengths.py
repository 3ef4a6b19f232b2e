"""Steps of very short loops: code for their lengths, rows that are handed on in registers, native loops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.llvm import machine
from espresso.runtime.cpu.recurrences import Steps

RNG = np.random.default_rng(3)

FORWARD = """
u[0,i] = p[i]; u[1,i] = 2*p[i]
u[t,i] = a[i]*u[t-1,i] + 0.25*pad(v)[t-1,i-1] + x[t-2] + 0.125*u[t-2,i]
v[0,i] = p[i]; v[t,i] = b[i]*pad(u)[t-1,i+1] + v[t-1,i]
y[t] = sum[i](a[i]*u[t,i])
w[t] = y[t] + sum[i](u[size(x,0)+1,i] + 2*v[size(x,0)+1,i])
"""
BACKWARD = "u[size(x,0),i] = p[i]; u[t,i] = a[i]*u[t+1,i] + b[i]*x[t]; y[t] = sum[i](u[t,i]); w[t] = y[t] + u[0,0]"


def forward(p: Any, a: Any, b: Any, x: Any) -> Any:
    n = len(p)
    u, v = np.zeros((2, len(x) + 2, n))
    u[:2], v[0] = (p, 2 * p), p
    for t in range(1, len(x) + 2):
        near = np.pad(v[t - 1], 1)[:n], np.pad(u[t - 1], 1)[2:]
        if t > 1:
            u[t] = a * u[t - 1] + 0.25 * near[0] + x[t - 2] + 0.125 * u[t - 2]
        v[t] = b * near[1] + v[t - 1]
    return u @ a + (u[-1] + 2 * v[-1]).sum()


def backward(p: Any, a: Any, b: Any, x: Any) -> Any:
    u = np.zeros((len(x) + 1, len(p)))
    u[-1] = p
    for t in range(len(x) - 1, -1, -1):
        u[t] = a * u[t + 1] + b * x[t]
    return u.sum(axis=1) + u[0, 0]


def arrays(n: int, steps: int, dtype: Any) -> dict[str, Any]:
    made = {"p": RNG.normal(size=n), "a": RNG.uniform(0.1, 0.5, n), "b": RNG.uniform(0.1, 0.5, n)}
    return {k: v.astype(dtype) for k, v in {**made, "x": RNG.normal(size=steps)}.items()}


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, 8, 9, 12, 15, 17, 64, 65, 350])
def test_rows_of_any_length_forward(n: int) -> None:
    f = es.compile(FORWARD, target="cpu")
    dtype = np.float32 if n % 2 else np.float64
    for steps in (1, 2, 9):
        given = arrays(n, steps, dtype)
        np.testing.assert_allclose(f(**given), forward(**given), rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("n", [1, 7, 16, 40])
def test_rows_of_any_length_backward(n: int) -> None:
    f = es.compile(BACKWARD, target="cpu")
    for steps in (0, 1, 2, 9):
        given = arrays(n, steps, np.float32)
        np.testing.assert_allclose(f(**given), backward(**given), rtol=2e-4, atol=2e-5)


def optimised_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The modules that are compiled from now on, as users have them."""
    texts: list[str] = []
    original = machine.object_code

    def object_code(text: str, levels: Any = machine.FULL) -> bytes:
        texts.append(str(machine.optimised(text)[0]))
        return original(text, levels)

    monkeypatch.setattr(machine, "object_code", object_code)
    return texts


def test_rows_stay_in_registers_and_other_numbers_of_steps_need_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a loop over steps nothing is left of the rows in memory of their own."""
    texts = optimised_texts(monkeypatch)
    f = es.compile("h[0,i] = p[i]; h[t,i] = 0.375*a[i]*h[t-1,i] + b[i]*x[t-1]; y[i] = h[size(x,0),i]", target="cpu")
    f(**arrays(13, 4, np.float32))
    loops = [t[t.index("define void @repeat(") :].partition("\n}")[0] for t in texts if "define void @repeat(" in t]
    assert len(loops) == 1 and loops[0].count("alloca") <= 1  # on x86-64 the settings of the processor
    count = len(texts)
    f(**arrays(13, 40, np.float32))
    assert len(texts) == count
    f(**arrays(14, 40, np.float32))
    assert len(texts) == count + 1


@pytest.mark.parametrize("text", [
    "h[0,i] = p[i]; h[t,i] = 0.5*h[t-1,i] + t",
    "d[0,j] = j; d[i,0] = i; d[i,j] = min(d[i-1,j] + 1, d[i,j-1] + 1, d[i-1,j-1] + c[i-1,j-1])",
])  # fmt: skip
def test_positions_leave_the_dtype_and_the_loop_native(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> bool:
        raise AssertionError("steps by Python")

    monkeypatch.setattr(Steps, "_slowly", refused)
    f = es.compile(es.parse(text), target="cpu", sizes={"t": 5} if "t" in text else {})
    name, shape = ("p", (6,)) if "p[i]" in text else ("c", (4, 7))
    given = {name: RNG.normal(size=shape).astype(np.float32)}
    found = f(**given)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, es.evaluate(es.parse(text), given, sizes={"t": 5} if "t" in text else {}), rtol=1e-5)


def test_stencils_hand_no_values_on_between_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM's vectors of a loop that keeps ``x[i+1]`` for the next turn are put together from two."""
    texts = optimised_texts(monkeypatch)
    f = es.compile("y[i] = 0.3125*(pad(x)[i-1] + x[i] + pad(x)[i+1])", target="cpu")
    x = RNG.normal(size=350)
    np.testing.assert_allclose(f(x=x), 0.3125 * np.convolve(x, np.ones(3))[1:-1])
    assert texts and not any("vector.recur" in t for t in texts)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 8, 40])
def test_numbers_beside_a_range(n: int) -> None:
    """What is outside is filled, and computes nothing that could be no number."""
    f = es.compile("y[i] = where((2 <= i) and (i < size(x,0) - 1), log(x[i]) + pad(x)[i-2], 7)", target="cpu")
    x = np.arange(1.0, n + 1)
    right = np.full(n, 7.0)
    right[2 : max(2, n - 1)] = np.log(x[2:-1]) + x[:-3] if n > 3 else []
    np.testing.assert_allclose(f(x=x), right)
