"""``argmax`` and ``argmin`` of what lies in memory: the largest value first, then the least position where it stands."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(5)
TARGETS = ["cpu", pytest.param("opencl", marks=pytest.mark.opencl)]
DTYPES = ["float32", "float64", "float16", "int64", "int8", "uint8", "uint64", "bool"]


def _values(shape: tuple[int, ...], dtype: str) -> np.ndarray:
    if dtype == "bool":
        return RNG.random(shape) > 0.5
    return RNG.integers(0 if dtype.startswith("u") else -3, 4, shape).astype(dtype)  # many are equal


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_ties_take_the_first(name: str, dtype: str) -> None:
    """Over either axis, over both, and of strided rows."""
    x = _values((37, 53), dtype)
    for text, axis in ((f"p[j] = {name}[i](x[i,j])", 0), (f"p[i] = {name}[j](x[i,j])", 1), (f"p = {name}[i,j](x[i,j])", None)):
        f = es.compile(text)
        for array in (x, x[::-1, ::2], np.asfortranarray(x), x[:1], x[:, :1]):
            result = f(x=array)
            assert result.dtype == np.int64
            np.testing.assert_array_equal(result, getattr(np, name)(array, axis))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_the_first_nan_counts(name: str, target: str) -> None:
    """As in NumPy; so do infinities, and rows in which all is equal."""
    x = RNG.normal(size=(8, 300)).astype(np.float32)
    x[0, [17, 200]] = np.nan
    x[1, 299] = np.nan
    x[2] = np.nan
    x[3, [40, 41]], x[4, [40, 41]] = np.inf, -np.inf
    x[5], x[6] = -np.inf, np.inf
    x[7] = 0
    for text, axis in ((f"p[i] = {name}[j](x[i,j])", 1), (f"p[j] = {name}[i](x[i,j])", 0)):
        np.testing.assert_array_equal(es.compile(text, target=target)(x=x), getattr(np, name)(x, axis))


def test_values_and_positions_of_one_array() -> None:
    """They share the pass that finds the value."""
    x = RNG.normal(size=(20, 30))
    f = es.compile(["v[i] = max[j](x[i,j])", "p[i] = argmax[j](x[i,j])"])
    value, position = f(x=x)
    np.testing.assert_array_equal(value, x.max(1))
    np.testing.assert_array_equal(position, x.argmax(1))
    assert f.explain().count("max=") == 1


def test_values_that_no_array_holds_are_stored_first() -> None:
    """Both passes, for the value and for its position, see the same numbers: those of a library, or of a row."""
    x, w = RNG.normal(size=(40, 300)), RNG.normal(size=(300, 200))
    f = es.compile("p[i] = argmax[k](x[i,j]*w[j,k])")
    np.testing.assert_array_equal(f(x=x, w=w), (x @ w).argmax(1))
    g = es.compile("p[i] = argmax[k](x[i,k]*abs(y[k]))")
    np.testing.assert_array_equal(g(x=x, y=w[:, 0]), (x*abs(w[:, 0])).argmax(1))
    assert "kept as a row over k" in g.explain()
    for h in (f, g):
        assert "argmax=" not in h.explain()


@pytest.mark.parametrize("dtype", ["float32", "float64", "int16", "int64", "bool"])
@pytest.mark.parametrize("text", [
    "p[i] = argmin[j](abs(v[i] - w[j]))", "p[i] = argmin[j](sum[d]((X[i,d] - C[j,d])**2))",
    "p[j] = argmax[i](sum[d](X[i,d]*C[j,d]) + v[i])", "p[i] = argmin[j](where(w[j] > v[i], w[j], 9))",
    "p = argmin[i,j](abs(v[i] - w[j]))", "p[i,d] = argmax[j](X[i,d]*C[j,d]*w[j])",
    "p[i] = argmax[j](softmax[j](v[i]*w[j]))",
])  # fmt: skip
def test_positions_of_computed_values(text: str, dtype: str) -> None:
    """Nearest centres and the like: any number of centres, of points and of coordinates; the first of equal ones."""
    e, f = es.parse(text), es.compile(text, target="cpu")
    for n, m, d in ((1, 1, 1), (5, 3, 2), (300, 40, 8), (300, 130, 3), (2, 400, 1), (0, 3, 2)):
        if n == 0 and ("[i](" in text or "[i,j](" in text):
            continue
        shapes = {"v": (n,), "w": (m,), "X": (n, d), "C": (m, d)}
        given = {k: RNG.integers(0, 7, shapes[k]).astype(dtype) for k in f.inputs}
        np.testing.assert_array_equal(f(**given), es.evaluate(e, given))


def test_not_a_number_is_the_first_extreme() -> None:
    f = es.compile("p[i] = argmin[j](v[i]*w[j])", target="cpu")
    v, w = np.array([1.0, 2.0, np.nan]), np.array([3.0, np.nan, 1.0, np.nan])
    np.testing.assert_array_equal(f(v=v, w=w), [1, 1, 0])


def test_nothing_has_no_position() -> None:
    """As for any maximum."""
    with pytest.raises(es.EspressoError, match=r"argmax"):
        es.compile("p[i] = argmax[j](x[i,j])")(x=np.zeros((3, 0)))
