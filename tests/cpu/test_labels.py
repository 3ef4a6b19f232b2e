"""Arrays of xarray and pandas: axes by names, results with labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es

TARGETS = ("auto", "cpu", "numpy")
X = np.arange(6.0).reshape(3, 2)


def of_xarray(array: Any, *dims: str, **coords: Any) -> Any:
    return pytest.importorskip("xarray").DataArray(array, dims=dims, coords=coords)


@pytest.mark.parametrize("target", TARGETS)
def test_dimensions_are_indices_by_name(target: str) -> None:
    f = es.compile("y[i] = X[i,j]*w[j]", target=target)
    w = np.array([1.0, 10.0])
    f(X=X, w=w)
    turned = of_xarray(X.T, "j", "i", i=[10, 20, 30])
    y = f(X=turned, w=w)
    assert y.dims == ("i",) and y.i.values.tolist() == [10, 20, 30]
    assert y.values.tolist() == (X @ w).tolist()
    assert type(f(X=X, w=w)) is np.ndarray


def test_other_dimensions_by_position() -> None:
    f = es.compile("y[j,i] = 2*X[i,j]")
    y = f(of_xarray(X, "time", "place", time=[1, 2, 3]))
    assert y.dims == ("place", "time") and y.time.values.tolist() == [1, 2, 3]
    assert y.values.tolist() == (2 * X.T).tolist()
    one = f(of_xarray(X.T, "place", "i"))  # one of them is named as an index
    assert one.dims == ("place", "i") and one.values.tolist() == (2 * X.T).tolist()


def test_derivatives_programs_and_numbers() -> None:
    loss = es.parse("loss = sum[i]((X[i,j]*w[j] - y[i])**2)")
    f = es.compile({"loss": loss, "H": es.hessian(loss, "w")})
    found = f(X=of_xarray(X, "i", "j", j=["a", "b"]), w=np.ones(2), y=np.zeros(3))
    assert found["loss"].ndim == 0 and float(found["loss"]) == float(((X @ np.ones(2)) ** 2).sum())
    assert found["H"].dims == ("j", "k") and found["H"].k.values.tolist() == ["a", "b"]


def test_labels_have_to_agree() -> None:
    f = es.compile("y[i] = a[i]*b[i]")
    a, b = of_xarray(np.ones(2), "i", i=[1, 2]), of_xarray(np.ones(2), "i", i=[1, 3])
    assert f(a, a).i.values.tolist() == [1, 2]
    with pytest.raises(es.InputError) as caught:
        f(a, b)
    assert str(caught.value) == (
        "inputs 'a' and 'b' have different labels along i: at position 1 2 and 3.\n"
        "Align them before the call: a, b = xarray.align(a, b), or a.align(b) in pandas."
    )


def test_out_is_filled_and_no_labels_put() -> None:
    f, out = es.compile("y[i] = 2*a[i]"), np.empty(2)
    assert f(of_xarray(np.ones(2), "i"), out=out) is out and out.tolist() == [2, 2]


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(X, index=pandas.Index(["a", "b", "c"], name="row"), columns=["p", "q"])
    f = es.compile(["y[i] = X[i,j]*w[j]", "Z[i,j] = 2*X[i,j]", "s = sum[i,j](X[i,j])"])
    y, Z, s = f(X=table, w=np.ones(2))
    assert y.index.name == "row" and y.to_dict() == {"a": 1.0, "b": 5.0, "c": 9.0}
    assert Z.columns.tolist() == ["p", "q"] and Z.loc["c", "q"] == 10 and s == 15
    column = es.compile("y[i] = 2*x[i]")(table["p"])
    assert column.to_dict() == {"a": 0.0, "b": 4.0, "c": 8.0}
    text = pandas.Series(["u", "v"])
    with pytest.raises(es.EspressoError):
        es.compile("y[i] = 2*x[i]")(text)


def test_blocks_of_dask() -> None:
    da = pytest.importorskip("dask.array")
    x = of_xarray(da.from_array(X, chunks=(2, 2)), "i", "j", i=[1, 2, 3])
    y = es.compile("y[i] = sum[j](X[i,j])", target="dask")(X=x)
    assert isinstance(y.data, da.Array) and y.i.values.tolist() == [1, 2, 3]
    assert y.compute(scheduler="sync").values.tolist() == X.sum(1).tolist()
    with pytest.raises(es.InputError, match="is an array of Dask"):
        es.compile("y[i] = sum[j](X[i,j])")(X=x)
