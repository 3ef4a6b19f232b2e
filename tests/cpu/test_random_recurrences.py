"""Random recurrences on the CPU and with NumPy beside the reference: values, refusals, gradients and second derivatives."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import espresso as es

NAMES = "uvw"


class Random:
    """A recurrence of one to three states, forward or backward, that reads one to three steps back."""

    def __init__(self, seed: int, smooth: bool) -> None:
        self.choose, self.numbers = random.Random(seed), np.random.default_rng(seed)
        self.smooth, self.backward = smooth, self.choose.random() < 0.4
        self.order = self.choose.randint(1, 3)
        self.states = NAMES[: self.choose.randint(1, 3)]
        self.length = self.order + self.choose.choice([0, 1, 2, 5] if not smooth else [1, 2])
        self.width = 2
        self.text = "; ".join([*self._starts(), *(self._statement(n) for n in self.states)])

    def _starts(self) -> list[str]:
        first = f"size(x,0) - {self.order}" if self.backward else ""
        places = [f"{first} + {k}" if first else str(k) for k in range(self.order)]
        return [f"{n}[{p},i] = p[i]*{k + 1}" for n in self.states for k, p in enumerate(places)]

    def _statement(self, name: str) -> str:
        following = self.states[(self.states.index(name) + 1) % len(self.states)]  # all states need each other
        terms = [f"x[t,i]*{self._read(following)}", self._read(name)]
        terms += [self._term() for _ in range(self.choose.randint(1, 2))]
        return f"{name}[t,i] = {' + '.join(terms)}"

    def _read(self, name: str) -> str:
        back = self.choose.randint(1, self.order)
        return f"{name}[t{'+' if self.backward else '-'}{back},i]"

    def _term(self) -> str:
        read = self._read(self.choose.choice(self.states))
        smooth = [f"tanh({read})", f"0.3*W[i,j]*{read.replace(',i', ',j')}", f"sin(x[t,i])*{read}", "x[t,i]**2"]
        gathers = [f"y[o[t]*o[t]]*{read}", f"y[2*o[t] - o[t] + {self.choose.choice([0, 0, 1])}]",
                   f"where(o[t] > 0, y[2*o[t] - 1], {read})", f"{read.replace(',i', ', 1 - b[t,i]')}", f"pad(y)[3*o[t]]*{read}"]  # fmt: skip
        return self.choose.choice(smooth if self.smooth else smooth + 2 * gathers)

    def arrays(self, e: es.Expr) -> dict[str, Any]:
        kind = self.choose.choice(["f8", "f8", "f4"]) if not self.smooth else "f8"
        n, draw = self.length, self.numbers
        every = {
            "x": draw.normal(size=(n, 2)).astype(kind) * 0.5, "p": draw.normal(size=2), "W": draw.normal(size=(2, 2)),
            "y": draw.normal(size=4).astype(kind), "b": draw.integers(0, 2, (n, 2)).astype(bool).astype("i4"),
            "o": draw.integers(0, 3, n).astype(self.choose.choice(["i8", "i4", "u1"])),
        }  # fmt: skip
        return {name: every[name] for name in e.inputs}


def outcome(compute: Any) -> Any:
    try:
        return compute()
    except es.EspressoError as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.filterwarnings("ignore:overflow encountered")  # of uint8, by NumPy
@pytest.mark.parametrize("seed", range(14))
def test_values_and_refusals(seed: int) -> None:
    made = Random(seed, smooth=False)
    e = es.parse(made.text)
    arrays = made.arrays(e)
    want = outcome(lambda: es.evaluate(e, arrays))
    for target in ("cpu", "numpy"):
        got = outcome(lambda target=target: es.compile(e, target=target)(**arrays))
        if isinstance(want, str):
            assert got == want, made.text
        else:
            assert got.dtype == want.dtype
            np.testing.assert_allclose(got, want, rtol=2e-5, atol=1e-6, err_msg=made.text)


@pytest.mark.parametrize("seed", range(6))
def test_derivatives(seed: int) -> None:
    made = Random(seed, smooth=True)
    e = es.parse(f"{made.text}; L = sum[t,i](u[t,i]**2*(t + i + 1))")
    arrays = made.arrays(e)
    w = "W" if "W" in e.inputs else "x"
    g, H = es.grad(e, w), es.hessian(e, w)

    def value(f: es.Expr, step: Any) -> Any:
        return es.evaluate(f, {n: (arrays | {w: arrays[w] + step})[n] for n in f.inputs})

    for f, slope in ((e, g), (g, H)):
        got, want = value(slope, 0), []
        for at in np.ndindex(arrays[w].shape):
            step = np.zeros_like(arrays[w])
            step[at] = 1e-5
            want.append((value(f, step) - value(f, -step)) / 2e-5)
        found = np.moveaxis(np.array(want), 0, -1).reshape(got.shape)
        np.testing.assert_allclose(got, found, rtol=1e-5, atol=1e-5 * (1 + abs(found).max()), err_msg=made.text)
        compiled = es.compile(slope)(**{n: arrays[n] for n in slope.inputs})
        np.testing.assert_allclose(compiled, got, rtol=1e-8, atol=1e-9, err_msg=made.text)
