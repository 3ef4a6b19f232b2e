"""sort, argsort and median: values, order of equal elements and NaN, derivatives, and where they are refused."""

import importlib

import numpy as np
import pytest

import espresso as es
from espresso.errors import DtypeError, EspressoError, IndexNameError, InputError, NotationError, TargetError

TARGETS = ("numpy", "cpu")


def _reference(text, **arrays):
    return es.evaluate(es.parse(text), arrays)


def _rows(dtype, shape=(3, 9)):
    """Rows with equal elements among them."""
    return (np.random.default_rng(3).standard_normal(shape) * 3).round().astype("int64" if dtype == "uint8" else dtype).astype(dtype)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint8", "int64", "bool"])
def test_rows_as_numpy_orders_them(dtype, target):
    a = _rows(dtype)
    made = es.compile(["s[i,k] = sort[k](A[i,k])", "p[i,k] = argsort[k](A[i,k])", "m[i] = median[k](A[i,k])"], target=target)
    s, p, m = made(A=a)
    assert s.dtype == a.dtype and p.dtype == np.int64
    np.testing.assert_array_equal(s, np.sort(a))
    np.testing.assert_array_equal(p, np.argsort(a, kind="stable"))
    np.testing.assert_array_equal(m, np.median(a.astype(np.float64), axis=1).astype(m.dtype))
    for text, value in zip(("s[i,k] = sort[k](A[i,k])", "p[i,k] = argsort[k](A[i,k])"), (s, p), strict=True):
        np.testing.assert_array_equal(_reference(text, A=a), value)


@pytest.mark.parametrize("target", TARGETS)
def test_other_axes_and_values_made_on_the_way(target):
    a = np.random.default_rng(0).standard_normal((4, 3, 5))
    f = es.compile("s[k,i,j] = 2*sort[i](exp(-A[i,j,k]))", target=target)
    np.testing.assert_allclose(f(A=a), 2 * np.sort(np.exp(-a), axis=0).transpose(2, 0, 1), rtol=1e-14)
    np.testing.assert_allclose(f(A=a[::-1, ::2]), 2 * np.sort(np.exp(-a[::-1, ::2]), axis=0).transpose(2, 0, 1), rtol=1e-14)
    p = es.compile("p[k,i] = argsort[i](A[i,0,k] - A[i,1,k])", target=target)
    np.testing.assert_array_equal(p(A=a), np.argsort(a[:, 0] - a[:, 1], axis=0).T)


@pytest.mark.parametrize("target", TARGETS)
def test_nan_comes_last_and_makes_the_median_nan(target):
    x = np.array([[2.0, np.nan, -1.0, np.inf], [3.0, -np.inf, 1.0, 2.0]])
    np.testing.assert_array_equal(es.compile("s[i,k] = sort[k](x[i,k])", target=target)(x=x), np.sort(x))
    np.testing.assert_array_equal(es.compile("s[i,k] = argsort[k](x[i,k])", target=target)(x=x), np.argsort(x))
    np.testing.assert_array_equal(es.compile("m[i] = median[k](x[i,k])", target=target)(x=x), [np.nan, 1.5])
    np.testing.assert_array_equal(_reference("m[i] = median[k](x[i,k])", x=x), [np.nan, 1.5])
    np.testing.assert_array_equal(es.compile("m = median[k](x[k])", target=target)(x=x[1, 1:2]), -np.inf)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("n", [0, 1, 2])
def test_few_elements(n, target):
    x = np.arange(n)[::-1].astype(np.float64)
    np.testing.assert_array_equal(es.compile("s[k] = sort[k](x[k])", target=target)(x=x), np.sort(x))
    np.testing.assert_array_equal(es.compile("s[k] = argsort[k](x[k])", target=target)(x=x), np.argsort(x))
    assert es.compile("s[i,k] = sort[k](x[i,k])", target=target)(x=np.zeros((0, n))).shape == (0, n)
    if n:
        assert es.compile("m = median[k](x[k])", target=target)(x=x) == np.median(x)
    else:
        with pytest.raises(InputError, match="median of nothing has no value"):
            es.compile("m = median[k](x[k])", target=target)(x=x)


def _differences(f, x, step=1e-6):
    found = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        high, low = x.copy(), x.copy()
        high[place] += step
        low[place] -= step
        found[place] = (f(high) - f(low)) / (2 * step)
    return found


LOSSES = [
    "l = sum[i,k](W[i,k]*sort[k](exp(X[i,k])))",
    "l = sum[i,k](W[i,k]*sort[i](X[i,k]*W[i,k])**2)",
    "l = sum[i](median[k](X[i,k]**2)**2)",
    "l = sum[i](median[k](X[k,i])*W[i,0])",
    "l = sum[k](sum[i](W[i,k]*sort[k](X[i,k]))**2)",
    "s[i,k] = sort[k](X[i,k])\nl = sum[i,k](W[i,k]*s[i,4-k]*s[0,k])",
    "p[i,k] = argsort[k](-X[i,k])\nl = sum[i,k](W[i,k]*X[i,p[i,k]]**2)",
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("text", LOSSES)
def test_gradients(text, target):
    rng = np.random.default_rng(1)
    x, w = rng.standard_normal((5, 5)), rng.standard_normal((5, 5))
    loss, gradient = (es.compile(e, target=target, inputs=["X", "W"]) for e in (es.parse(text), es.grad(es.parse(text), "X")))
    np.testing.assert_allclose(gradient(x, w), _differences(lambda a: float(loss(a, w)), x), atol=2e-8)


def test_second_derivatives_and_jacobians():
    x, w = np.random.default_rng(2).standard_normal((2, 6))
    order = np.argsort(x)
    diagonal = np.zeros(6)
    diagonal[order] = 6 * w * x[order]
    hessian = es.compile(es.hessian(es.parse("l = sum[k](w[k]*sort[k](x[k])**3)"), "x"))
    np.testing.assert_allclose(hessian(x=x, w=w), np.diag(diagonal), rtol=1e-13)
    jacobian = es.compile(es.jacobian(es.parse("s[k] = sort[k](x[k]**3)"), "x"))
    np.testing.assert_allclose(jacobian(x=x), (np.eye(6) * 3 * x**2)[order], rtol=1e-13)
    along = es.compile(es.jvp(es.parse("s[k] = sort[k](x[k])"), "x", "v"))
    np.testing.assert_array_equal(along(x=x, v=w), w[order])
    assert str(es.grad(es.parse("y = sum[k](w[k]*argsort[k](x[k]))"), "x")).endswith("dy_dx[k] = 0*(k < size(x, 0))")


def test_the_gradient_scatters():
    """Its cost is that of sorting: no loop over pairs of elements."""
    f = es.compile(es.grad(es.parse("l = sum[k](w[k]*sort[k](x[k])**2)"), "x"))
    x, w = np.random.default_rng(2).standard_normal((2, 300_000))
    f(x=x, w=w)
    assert "s[argsort[l]] += w[l]*sort[l]" in f.explain()


def test_in_steps_of_recurrences():
    x, u = np.random.default_rng(4).standard_normal((2, 6))
    text = "h[0,k] = x[k]\nh[t,k] = sort[k](u[t-1] - h[t-1,k]*u[k])"
    want = [x]
    for t in range(6):
        want.append(np.sort(u[t] - want[-1] * u))
    for target in TARGETS:
        np.testing.assert_allclose(es.compile(text, target=target)(x=x, u=u), want, rtol=1e-13)


FUNCTIONS = [
    lambda x: np.sort(x),
    lambda x: np.sort(x, 0, kind="stable"),
    lambda x: np.sort(x, None),
    lambda x: np.argsort(x, axis=0, kind="stable"),
    lambda x: x.argsort(axis=1, kind="stable"),
    lambda x: np.sort(x[:, :1]),
    lambda x: np.sort(x)[..., -2:],
    lambda x: np.take_along_axis(x, np.argsort(x, axis=-1, kind="stable"), -1),
    lambda x: np.median(x),
    lambda x: np.median(x, axis=1, keepdims=True),
    lambda x: np.median(x, axis=(0, 1)),
    lambda x: np.median(x[:1], axis=0),
    lambda x: np.quantile(x, 0.3),
    lambda x: np.quantile(x, np.array([0.1, 0.5, 1.0]), axis=0),
    lambda x: np.quantile(x, 0.37, axis=1, method="higher"),
    lambda x: np.quantile(x, 0.37, axis=1, method="midpoint"),
    lambda x: np.percentile(x, 25, axis=-1, keepdims=True),
]


@pytest.mark.parametrize("number", range(len(FUNCTIONS)))
def test_traced(number):
    rng = np.random.default_rng(5)
    x = rng.standard_normal((4, 6))
    x[1, 2] = np.nan
    for a in (x, rng.integers(0, 5, (4, 6)), rng.standard_normal((3, 4, 5))):
        f = FUNCTIONS[number]
        if number == 11 and a.ndim == 3:
            continue
        got = es.compile(es.trace(f, x=a), target="numpy")(x=a)
        np.testing.assert_allclose(got, f(a), rtol=1e-13)
        assert np.asarray(got).dtype == np.asarray(f(a)).dtype


def test_traced_sort_in_place():
    def smallest(x):
        y = x.copy()
        y.sort(axis=0)
        return y[0] * 2 + x[0]

    x = np.random.default_rng(6).standard_normal((4, 3))
    np.testing.assert_array_equal(es.compile(es.trace(smallest, x=x))(x=x), smallest(x))


def test_refusals(tmp_path):
    with pytest.raises(NotationError, match=r"sort runs along one index\n.*\n.*\nWrite sort\[k\]\(...\), which runs along k"):
        es.parse("s[i,k] = sort[i,k](X[i,k])")
    for name in ("sort", "argsort", "median"):
        with pytest.raises(IndexNameError, match=f"{name} runs along one index, not over i, k"):
            getattr(es, name)(es.tensor("X[i,k]"), "i", "k")
    with pytest.raises(DtypeError, match="sort is not defined for complex numbers"):
        es.compile("s[k] = sort[k](z[k])")(z=np.ones(3) * 1j)
    f = es.compile("m = median[k](x[k])")
    f(x=np.arange(3.0))
    with pytest.raises(TargetError, match="median is computed by NumPy, which a saved library does not have"):
        f.save(tmp_path / "m.c")
    with pytest.raises(EspressoError, match="has no SymPy form"):
        es.to_sympy(es.parse("s[k] = sort[k](x[k])"))
    with pytest.raises(NotationError, match=r"Name s\[k\] = sort\[k\]\(x\[k\]\)"):
        es.parse("m = quantile[k](x[k])")


def test_saved_module(tmp_path, monkeypatch):
    f = es.compile(["s[k] = sort[k](x[k])", "m = median[k](x[k])"])
    x = np.random.default_rng(7).standard_normal(6)
    f(x=x)
    f.save(tmp_path / "sorted_rows.py")
    monkeypatch.syspath_prepend(tmp_path)
    for got, want in zip(importlib.import_module("sorted_rows").program(x), (np.sort(x), np.median(x)), strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("text", [
    "g[q,u] = sort[u](x[q]*x[u]); h[q,l] = sort[l](x[q]*x[l]); y[j] = g[j,0] + 10*h[j,0]",
    "B[i,j] = x[i] + x[j]; y[i,j] = argsort[i](B[i,j]) + 10*argsort[j](B[i,j])",
    "B[a,i,j] = x[a]*x[i]*x[j] + (a == i) + (i == j) + (a == j) + 5\ny[a,i,j] = inv[i,j](B[a,i,j]) + 10*inv[a,i](B[a,i,j])",
])  # fmt: skip
def test_along_which_indices_of_a_symmetric_array(text):
    """One array, read with its axes in two orders: a row of one is a column of the other."""
    x = np.array([0.3, -0.7, 1.2])
    np.testing.assert_allclose(es.compile(text, target="cpu")(x=x), _reference(text, x=x), rtol=1e-12)
