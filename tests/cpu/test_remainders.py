"""Remainders and whole quotients of floating-point numbers: in vectors, with the bits of NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.mathematics.vector_powers import WHOLE

RANDOM = np.random.default_rng(8)
FUNCTIONS = {"mod": np.mod, "floordiv": np.floor_divide}


def near(dtype: str) -> tuple[np.ndarray, np.ndarray]:
    """Dividends of all sizes whose quotients are within the limit: also whole multiples of divisors, and their neighbours."""
    y = np.concatenate([RANDOM.uniform(0.3, 3, 4000), RANDOM.uniform(1e-20, 1e-19, 500), [1, 2, 0.1, 1e30, 3.0]*200]).astype(dtype)
    y *= np.where(RANDOM.random(len(y)) < 0.5, -1, 1).astype(dtype)
    whole = np.floor(10**RANDOM.uniform(0, np.log10(WHOLE[dtype]/4), len(y))).astype(dtype)
    with np.errstate(all="ignore"):
        product = (whole*y).astype(dtype)
        xs = [product, np.nextafter(product, np.inf, dtype=dtype), np.nextafter(product, -np.inf, dtype=dtype), y, -y,
              (RANDOM.normal(size=len(y))*abs(y)).astype(dtype), np.zeros_like(y), -np.zeros_like(y), y*dtype_of(dtype)(1e-25)]  # fmt: skip
    return np.concatenate([s*x for s in (1, -1) for x in xs]), np.tile(y, 2*len(xs))


def dtype_of(dtype: str) -> type:
    return np.dtype(dtype).type


def same(found: np.ndarray, right: np.ndarray) -> None:
    bits = f"u{found.itemsize}"
    nan = np.isnan(right)
    assert found.dtype == right.dtype
    np.testing.assert_array_equal(np.isnan(found), nan)
    np.testing.assert_array_equal(found[~nan].view(bits), right[~nan].view(bits))


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_bits_are_those_of_numpy(dtype: str, name: str) -> None:
    x, y = near(dtype)
    f = es.compile(f"r[i] = {name}(x[i], y[i])", target="cpu")
    assert f"_es_near_{name}" in (f(x=x, y=y), f.source)[1]
    same(f(x=x, y=y), FUNCTIONS[name](x, y))
    for k in range(0, len(x), 997):  # where nothing else can have the loop run again
        same(f(x=x[k : k + 3], y=y[k : k + 3]), FUNCTIONS[name](x[k : k + 3], y[k : k + 3]))


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_special_numbers_have_the_loop_run_again(dtype: str, name: str) -> None:
    special = np.array([0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 1e30, -1e30, 1e-30, 3e38, 5e-45, 0.1], dtype)
    f = es.compile(f"r[i] = {name}(x[i], y[i]); s = sum[i](where(isfinite(r[i]), r[i], 0))", target="cpu")
    g = es.compile(f"r[i] = {name}(x[i], y[i])", target="cpu")
    for a in special:
        for b in special:
            x, y = RANDOM.uniform(1, 9, 40).astype(dtype), RANDOM.uniform(1, 2, 40).astype(dtype)
            x[7], y[7] = a, b
            with np.errstate(all="ignore"):
                right = FUNCTIONS[name](x, y)
            same(g(x=x, y=y), right)
            np.testing.assert_allclose(f(x=x, y=y), right[np.isfinite(right)].astype("f8").sum(), rtol=1e-5)


@pytest.mark.parametrize("n", [0, 1, 5, 100])
def test_in_sums_scans_and_beside_others(n: int) -> None:
    x = RANDOM.normal(size=(3, n))*20
    angle = np.mod(x + np.pi, 2*np.pi) - np.pi
    texts = {
        "y[i,j] = mod(x[i,j] + pi, 2*pi) - pi": angle,
        "y[i] = sum[j](sin(mod(x[i,j], 2*pi))*floordiv(x[i,j], 2*pi))": (np.sin(np.mod(x, 2*np.pi))*np.floor_divide(x, 2*np.pi)).sum(1),
        "y[i,j] = cumsum[j](mod(x[i,j], 1.5))": np.mod(x, 1.5).cumsum(1),
        "y[i] = sum[j]((x[i,j] - 3*round(x[i,j]/3))**2) + sum[j](mod(x[i,j], 3))": ((x - 3*np.round(x/3))**2 + np.mod(x, 3)).sum(1),
    }
    for text, right in texts.items():
        np.testing.assert_allclose(es.compile(text, target="cpu")(x=x), right, rtol=1e-12, atol=1e-11)


def test_whole_numbers_stay_what_they_are() -> None:
    k, p = RANDOM.integers(-50, 50, 300), RANDOM.integers(1, 9, 300)*RANDOM.choice([-1, 1], 300)
    f = es.compile(["a[i] = mod(k[i], p[i])", "b[i] = floordiv(k[i], p[i])", "c[i] = mod(k[i], 7.5)"], target="cpu")
    for found, right in zip(f(k=k, p=p), (k % p, k//p, k % 7.5), strict=True):
        np.testing.assert_array_equal(found, right)
        assert found.dtype == right.dtype
