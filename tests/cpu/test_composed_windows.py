"""Convolutions written over arrays between: transposed ones with both gradients are one call each (sE9, sC7, case 55)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.planning.loops import EngineCall

CASES: list[tuple[tuple[int, int], tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ((4, 4), (6, 5), (4, 4), {"stride": 2, "padding": 1}),
    ((4, 6), (7,), (5,), {"stride": 3, "padding": 2, "output_padding": 2}),
    ((4, 5), (3, 4, 2), (3, 2, 3), {"stride": (1, 2, 3), "padding": (1, 0, 1)}),
    ((8, 8), (4, 5), (4, 3), {"stride": 2, "padding": 1, "groups": 2}),
]


def arrays(shapes: dict[str, tuple[int, ...]], names: Any) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {n: rng.integers(-4, 5, shapes[n]).astype("float32") for n in sorted(shapes) if n in names}


@pytest.mark.parametrize(("channels", "space", "taps", "more"), CASES, ids=str)
def test_transposed_with_both_gradients(
    channels: tuple[int, int], space: tuple[int, ...], taps: tuple[int, ...], more: dict[str, Any]
) -> None:
    """One call each that writes the result itself: no windows, no scatter, no copy."""
    x, w = (es.tensor(n, shape=(None,) * (len(space) + 2)) for n in "xw")
    y = es.conv(x, w, transposed=True, **more)
    shapes = {"x": (2, channels[0], *space), "w": (channels[0], channels[1] // more.get("groups", 1), *taps)}
    shapes["G"] = es.compile(y)(**arrays(shapes, "xw")).shape
    for e in (y, es.vjp(y, "x", "G"), es.vjp(y, "w", "G")):
        f = es.compile(e)
        f.check(**arrays(shapes, f.inputs))
        assert [type(s) for s in f.program.steps] == [EngineCall], f.explain()
        assert [c.engine for c in f.program.choices] == ["direct"]


def test_masks_that_cut_stay() -> None:
    """A bound within the arrays is no padding: the sum is not taken as if it were not there."""
    for text in ("s[i] = sum[r](x[i + r]*w[r])\ny[k] = pad(s)[k + 1]*(k < 3)",
                 "s[i] = sum[r](x[i + r]*w[r])\ny[k] = pad(s)[k - 2]*(k < 9)",
                 "s[i,j] = sum[p](x[p]*w[j]*(p == 2*i + j)*(i < 3))\ny[i] = sum[j](s[i,j]*(j < 2))"):  # fmt: skip
        f = es.compile(text)
        f.check(x=np.arange(1.0, 10), w=np.arange(1.0, 4))


def test_sums_in_sums_keep_their_own_indices() -> None:
    """Names that are bound twice are different indices after the inner sum is put into the outer one."""
    y = es.parse("d[q,r] = sum[n,p](x[q + n, r + p]*w[n,p])\n"
                 "y[k,l] = sum[n,p]((k == n - 1)*(l == p - 1)*pad(d)[n,p]*(n < 4)*(p < 5))*(k < 3)*(l < 4)")  # fmt: skip
    f = es.compile(y)
    rng = np.random.default_rng(1)
    f.check(x=rng.normal(size=(6, 7)), w=rng.normal(size=(3, 3)))
