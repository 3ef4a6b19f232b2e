"""Positions that wrap around or stay at an edge: plain in the middle of a loop, right at its ends, for all lengths."""

from __future__ import annotations

import re

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(0)

SHAPES = ((0, 4), (4, 0), (1, 1), (2, 3), (5, 4), (3, 63))

CASES: list[tuple[str, tuple[tuple[int, ...], ...]]] = [
    ("y[i] = x[mod(i+1)] + x[mod(i-2)]*x[i]", ((1,), (2,), (3,), (9,), (40,))),
    ("y[i] = x[clamp(i+3)] - x[clamp(i-2)]*x[i]", ((1,), (2,), (5,), (30,))),
    ("y[i] = x[mod(i+100)] + x[mod(-i-77)] + x[clamp(i-100)]*x[i]", ((3,), (50,))),
    ("y[i,j] = x[i,mod(j+1)] - x[mod(i-1),mod(j-1)] + x[clamp(i+1),clamp(3-j)]*x[i,j]", SHAPES),
    ("y[i,j] = x[mod(i+j),j] + x[i,mod(j-i)] + pad(x)[i-1,mod(j+1)] + x[mod(-i),mod(5-j)]", SHAPES),
    ("y[i,j] = where(mod(j+1, size(x,1)) == 0, x[i,j], x[i,mod(j+1)]) + mod(j+2, 40)*x[i,j] + clip(j-1, 2, 5)", SHAPES),
    ("y[i,j] = x[i,mod(2*j+1)]*x[mod(i//2+1),j]", SHAPES),
    ("y[i] = sum[j](x[i,mod(j+1)]*x[clamp(i+1),j])", SHAPES),
    ("y[i,k] = sum[j](x[i,mod(j+k)]*(j < 3)*x[k,j])", ((1, 1), (4, 4), (9, 9))),
]


@pytest.mark.parametrize(("text", "shapes"), CASES)
def test_values(text: str, shapes: tuple[tuple[int, ...], ...]) -> None:
    e = es.parse(text)
    f = es.compile(e, target="cpu")
    for shape in shapes:
        given = {"x": RNG.normal(size=shape)}
        np.testing.assert_allclose(f(**given), es.evaluate(e, given), rtol=1e-12)


def test_the_middle_divides_nothing_and_no_array_keeps_positions() -> None:
    """Two statements read at the same positions: shared, they would be an array of integers, and each read a gather."""
    f = es.compile("y[m,i] = x[m,mod(i+1)]*x[m,i]; z[m,i] = y[m,i] - y[m,mod(i-2)]*x[m,mod(i+1)]", target="cpu")
    x = RNG.normal(size=(3, 17))
    y = np.roll(x, -1, 1) * x
    np.testing.assert_allclose(f(x=x), y - np.roll(y, 2, 1) * np.roll(x, -1, 1))
    middle = [body for body in re.split(r"\n *for ", f.source) if re.match(r"i in range\(i_first", body)]
    assert middle and not any("%" in body for body in middle)
    assert "int64)" not in f.source
