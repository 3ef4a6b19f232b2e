"""Indices compared with floats: equal where these are whole, and no index is put in their place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es

D = np.arange(1.0, 5)
x = np.array([1.0, 2.5, 9.0, np.nan, -1.0, 3.0])
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "whole": ("y = sum[i](D[i]*(i == k))", {"D": D, "k": 2.0}),
    "not whole": ("y = sum[i](D[i]*(i == k))", {"D": D, "k": 1.5}),
    "an integer": ("y = sum[i](D[i]*(i == k))", {"D": D, "k": np.int64(2)}),
    "an array": ("y[j] = sum[i](D[i]*(i == x[j]))", {"D": D, "x": x}),
    "single precision": ("y[j] = sum[i](D[i]*(i == x[j]))", {"D": D.astype("f4"), "x": x.astype("f4")}),
    "integers": ("y[j] = sum[i](D[i]*(i == x[j]))", {"D": D, "x": np.array([1, 0, 9, -1])}),
    "half of an index": ("y[j] = sum[i](D[i]*(2*i == x[j]))", {"D": D, "x": x}),
    "a shift": ("y[j] = sum[i](D[i]*(i + j == x[j] - 1))", {"D": D, "x": x}),
    "no read": ("i : index 4; y[j] = sum[i](i**2*(i == x[j]))", {"x": x}),
    "a choice": ("y[j] = sum[i](where(i == x[j], D[i], 0))", {"D": D, "x": x}),
    "a named array": ("z[j] = x[j]/2; y[j] = sum[i](D[i]*(i == z[j]))", {"D": D, "x": x}),
    "integers of floats": ("y[j] = sum[i](D[i]*(i == argmax[k](X[j,k])))", {"D": D, "X": np.eye(4)[::-1]}),
    "counts": ("i : index 4; y[i] = sum[j](i == x[j])", {"x": x}),
    "sums at positions": ("y[i] = D[i]*sum[j](v[j]*(i == x[j]))", {"D": D, "x": x, "v": np.arange(6.0)}),
    "sums at doubled positions": ("y[i] = D[i]*sum[j](v[j]*(i == 2*x[j]))", {"D": D, "x": x/2, "v": np.arange(6.0)}),
    "one of each": ("y[j] = sum[i,m](D[i]*D[m]*(i == x[j])*(m == o[j]))", {"D": D, "x": x, "o": np.array([0, 1, 2, 3, 4, 5])}),
}  # fmt: skip


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
@pytest.mark.parametrize("case", CASES)
def test_values_are_those_of_the_reference(case: str, target: str) -> None:
    text, arrays = CASES[case]
    e = es.parse(text)
    np.testing.assert_allclose(es.compile(e, target=target)(**arrays), es.evaluate(e, arrays), rtol=1e-6)


def test_one_function_takes_integers_and_floats() -> None:
    f = es.compile("y[j] = sum[i](D[i]*(i == x[j]))")
    for positions in (np.array([1, 5]), np.array([1.0, 1.5]), np.array([2, 0]), np.array([2.0, 0.5])):
        want = [D[int(p)] if p == int(p) and p < 4 else 0 for p in positions]
        np.testing.assert_array_equal(f(D=D, x=positions), want)


def test_declared_floats_keep_their_equations() -> None:
    e = es.parse("x : (_) float64; y[j] = sum[i](D[i]**2*(i == x[j])); L = sum[j](y[j])")
    arrays = {"D": D, "x": np.array([1.0, 2.5])}
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(es.grad(e, "D"), target=target)(**arrays), [0, 4, 0, 0])


def test_an_index_takes_the_place_of_integers() -> None:
    f = es.compile("y[j] = sum[i](D[i]*(i == x[j]))", target="numpy")
    f(D=D, x=np.array([1, 2]))
    assert "==" not in f.source
    f(D=D, x=np.array([1.0, 2.0]))
    assert "==" in f.source
