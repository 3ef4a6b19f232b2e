"""Programs of the NumPy target over truth values and positions, where NumPy's own rules differ from the notation's."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso import evaluate, parse


@pytest.mark.parametrize("text", [
    "y[i] = x[i,j]*w[j]", "y[i,k] = x[i,j]*x[k,j]", "y = sum[i,j](x[i,j]*w[j]*x[i,j])", "y[i] = x[i,j]*w[j]*(j > 0)",
    "y[i,k] = sum[j,l](x[i,j]*x[k,l]*w[l])",
])  # fmt: skip
def test_truth_values_are_counted(text: str) -> None:
    """Products of arrays of NumPy's bool are bool there, and their matrix product says whether any is True."""
    e, arrays = parse(text), {"x": np.arange(12).reshape(3, 4) % 5 > 0, "w": np.array([True, True, False, True])}
    arrays = {n: arrays[n] for n in e.inputs}
    found = es.compile(e, target="numpy")(**arrays)
    np.testing.assert_array_equal(found, evaluate(e, arrays))
    assert found.dtype == np.dtype(np.int64)


def test_a_product_that_begins_with_truth_values_is_negated() -> None:
    """``-(a == b)*c`` negates the truth values first, which NumPy refuses."""
    y, v = np.array([1.0, 2.0, 2.0]), np.array([2.0, 3.0])
    for text in ("z[k] = -any[j](y[j] == v[k])*v[k]", "z[k] = min[j](not (y[j] == v[k]))*v[k]*(-1)*k"):
        e = es.parse(text)
        np.testing.assert_array_equal(es.compile(e, target="numpy")(y=y, v=v), evaluate(e, {"y": y, "v": v}))


def test_positions_that_are_no_integers_are_refused_before_numpy_sees_them() -> None:
    f = es.compile("y[j] = D[k[0],j]", target="numpy")
    with pytest.raises(es.DtypeError, match="D is read at a position that is no integer"):
        f(D=np.ones((3, 2)), k=np.ones(1))
    np.testing.assert_array_equal(f(D=np.eye(3), k=np.ones(1, np.int64)), [0, 1, 0])


@pytest.mark.parametrize(("k", "expected"), [(1.0, [0, 1, 0]), (1.5, [0, 0, 0]), (2, [0, 0, 1])])
def test_numbers_that_an_index_is_compared_with_are_no_positions(k: float, expected: list[int]) -> None:
    f = es.compile("y[j] = sum[i](D[i,j]*(i == k))", target="numpy")
    np.testing.assert_array_equal(f(D=np.eye(3), k=k), expected)


@pytest.mark.parametrize("text", [
    "maximum(a[i], u[i])", "where(a[i] > 0, a[i], u[i])", "clip(a[i], u[i], u[i])", "-a[i] + u[i]",
    "u[i] - a[i]", "a[i] + c[i] + u[i]", "a[i] + c[i] - u[i]", "-a[i] - u[i]", "maximum(a[i], c[i])*u[i]",
    "a[i]*u[i] - c[i]", "a[i]*c[i] - s[i]", "s[i] - a[i]*c[i]", "-a[i] + s[i]", "a[i]*c[i] - a[i]",
])  # fmt: skip
def test_truth_values_beside_integers_count_in_the_dtype_of_these(text: str) -> None:
    """A one of int64 would make floats of uint64, and NumPy takes a product of truth values as one, not as a number."""
    arrays = {"a": np.array([True, False, True]), "c": np.array([True, True, False]),
              "u": np.array([3, 2**63 + 1, 2**64 - 1], np.uint64), "s": np.array([2, 3, 4], np.uint8)}  # fmt: skip
    e = parse(f"y[i] = {text}")
    arrays = {n: arrays[n] for n in e.inputs}
    expected, found = evaluate(e, arrays), es.compile(e, target="numpy")(**arrays)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)
