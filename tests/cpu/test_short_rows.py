"""Many short rows, computed along their long axis: the values of the formula, in blocks and whole, and when it is done."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.compiler.loops import product_loops, row_blocks, short_rows
from espresso.system import machine_model, threads

FORMULAS = {
    "map": "y[i,j] = tanh(A[i,j] + b[j])*c[i]",
    "sum of rows": "s[i] = sum[j](A[i,j]**2)",
    "sum of columns": "s[j] = sum[i](A[i,j]*c[i])",
    "least of columns": "y[j] = min[i](A[i,j]*c[i])",
    "largest of all": "y = max[i,j](A[i,j]*b[j])",
    "any of columns": "y[j] = any[i](A[i,j] > 2*c[i])",
    "products": "y[i] = prod[j](A[i,j] + b[j])",
    "all": "s = sum[i,j](A[i,j]*b[j])",
    "softmax": "y[i,j] = softmax[j](A[i,j])",
    "logsumexp": "y[i] = logsumexp[j](A[i,j] + b[j])",
    "normalised": "y[i,j] = A[i,j]/sqrt(sum[k](A[i,k]**2))",
    "two results": "n[i] = sqrt(sum[k](A[i,k]**2))\ny[i,j] = A[i,j]/n[i]",
    "read both ways": "y[i,j] = A[i,j]*b[j] + sum[k](A[k,j]*c[k])",
    "a small matrix": "y[i,j] = max[k](A[i,k] + R[k,j])",
    "neighbours": "y[i,j] = sum[k](A[i,k]*b[k]) + pad(A)[i-1,j] + pad(A)[i,j+1]",
    "gathered": "y[i,j] = A[i,j] + b[j]*sum[k](A[t[i],k])",
    "differences": "y[i,j] = (A[i+1,j] - A[i,j])*b[j]",
    "positions": "y[i] = argmax[j](A[i,j] + b[j])",
    "running": "y[i,j] = cumsum[j](A[i,j]*b[j])",
    "conditions": "y[i,j] = where(A[i,j] > b[j], A[i,j], c[i])",
}


@pytest.fixture(params=["whole", "blocks"])
def forced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All rows that could be are transposed, on three threads, in small blocks or whole."""
    monkeypatch.setattr(short_rows, "MANY", 2)
    monkeypatch.setattr(short_rows, "ELEMENTS", 1)
    monkeypatch.setattr(short_rows, "_gain", lambda *_: 1.0)
    monkeypatch.setattr(row_blocks, "MANY", 2)
    for name, value in (("MANY", 2), ("ELEMENTS", 1), ("TINY", 1 << 40), ("SHORT", 1 << 40), ("DEEP", 1 << 40)):
        monkeypatch.setattr(product_loops, name, value)
    monkeypatch.setattr(row_blocks, "SHORT", 1 << 9 if request.param == "blocks" else 1 << 40)
    monkeypatch.setattr(threads, "count", lambda: 3)


def roots(text: str) -> list[Any]:
    return list(es.parse(text).outputs.values()) if "\n" in text else [es.parse(text)]


def inputs(text: str, m: int, n: int, dtype: str) -> dict[str, Any]:
    rng = np.random.default_rng(m + n)
    made = {"A": rng.normal(size=(m, n)), "b": rng.normal(size=n), "c": rng.normal(size=m), "R": rng.normal(size=(n, n))}
    arrays: dict[str, Any] = {k: (9 * v).astype(dtype) for k, v in made.items()}
    arrays["t"] = rng.integers(0, m, m)
    return {k: arrays[k] for k in es.parse(text).inputs}


def agree(f: Any, text: str, given: dict[str, Any], dtype: str) -> None:
    rtol, atol = (2e-4, 1e-4) if dtype == "float32" else (1e-11, 1e-12)
    for one, e in zip(f(**given), roots(text), strict=True):
        np.testing.assert_allclose(one, es.evaluate(e, given), rtol=rtol, atol=atol)


@pytest.mark.usefixtures("forced")
@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_values(name: str, dtype: str) -> None:
    text = FORMULAS[name]
    if dtype == "int64" and name in ("softmax", "logsumexp", "map"):
        pytest.skip("a formula of numbers that are not whole")
    f = es.compile(roots(text))
    for m, n in ((2, 2), (3, 2), (17, 3), (64, 4), (100, 3), (1000, 2), (333, 7), (70, 16)):
        agree(f, text, inputs(text, m, n, dtype), dtype)


@pytest.mark.usefixtures("forced")
@pytest.mark.parametrize("order", ["gradient", "Hessian times vector"])
def test_derivatives(order: str) -> None:
    loss = es.parse("l = sum[i](log(sum[j](exp(A[i,j]*b[j]))) - A[i,t[i]])")
    derivative = es.grad(loss, "A") if order == "gradient" else es.hvp(loss, "b", "v")
    f = es.compile(derivative)
    given = {**inputs("s[i,j] = A[i,j] + b[j]", 200, 3, "float64"), "v": np.arange(3.0), "t": np.arange(200) % 3}
    given = {k: 0.1 * v if v.dtype.kind == "f" else v for k, v in given.items() if k in f.inputs}
    np.testing.assert_allclose(f(**given), es.evaluate(derivative, given), rtol=1e-10, atol=1e-13)


@pytest.mark.usefixtures("forced")
def test_three_axes_and_batches_of_small_matrices() -> None:
    rng = np.random.default_rng(3)
    X, Y, q = rng.normal(size=(150, 3, 3)), rng.normal(size=(150, 3, 3)), rng.normal(size=(5, 60, 3))
    C = es.compile("C[i,a,c] = max[b](X[i,a,b] + Y[i,b,c])")(X=X, Y=Y)
    np.testing.assert_array_equal(C, (X[:, :, :, None] + Y[:, None]).max(axis=2))
    np.testing.assert_allclose(es.compile("n[b,i] = sqrt(sum[k](q[b,i,k]**2))")(q=q), np.linalg.norm(q, axis=-1))


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "int16", "bool"])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_transposed_copies_of_few_rows(n: int, dtype: str) -> None:
    """Vectors cover whole rows; nothing beside them is read or written."""
    there, back = es.compile("y[j,i] = A[i,j]"), es.compile("y[i,j] = B[j,i]")
    for m in (1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 100, 1000):
        whole = (100 * np.random.default_rng(m).normal(size=(m + 2, n))).astype(dtype)
        A = whole[1:-1]
        np.testing.assert_array_equal(there(A=A), A.T)
        np.testing.assert_array_equal(there(A=whole[::2]), whole[::2].T)
        out = np.ones((m + 2, n), dtype)
        back(B=np.ascontiguousarray(A.T), out=out[1:-1])
        np.testing.assert_array_equal(out[1:-1], A)
        assert (out[[0, -1]] == 1).all()
        into = np.ones((n + 2, m), dtype)
        there(A=A, out=into[1:-1])
        np.testing.assert_array_equal(into[1:-1], A.T)
        assert (into[[0, -1]] == 1).all()


@pytest.mark.usefixtures("forced")
def test_maxima_that_go_on_from_block_to_block_keep_nan() -> None:
    f = es.compile(["y[j] = max[i](A[i,j]*c[i])", "z[j] = min[i](A[i,j]*c[i])"])
    A, c = np.random.default_rng(0).normal(size=(4000, 3)), np.ones(4000)
    for row in (None, 0, 1700, 3999):
        if row is not None:
            A[row, 1] = np.nan
        y, z = f(A=A, c=c)
        np.testing.assert_array_equal(y, A.max(axis=0))
        np.testing.assert_array_equal(z, A.min(axis=0))
    A[:, 2] = -np.inf
    np.testing.assert_array_equal(f(A=A, c=c)[0], A.max(axis=0))


def transposes(f: Any) -> bool:
    """Whether the last call read a transposed copy."""
    return "At[" in f.explain()


def test_when_rows_are_transposed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few long rows, small arrays and what is one loop anyway stay; one program serves all short rows."""
    monkeypatch.setattr(machine_model, "rates", machine_model.Rates)  # whatever was measured on this machine
    f = es.compile("s[i] = sum[j](A[i,j]**2)", target="cpu")
    for m, n, done in ((40_000, 3, True), (50_000, 4, True), (300, 400, False), (30, 3, False), (90_000, 1, True)):
        A = np.random.default_rng(n).normal(size=(m, n)).astype(np.float32)
        np.testing.assert_allclose(f(A), (A.astype(float) ** 2).sum(axis=1), rtol=1e-5)
        assert transposes(f) is done, (m, n)
    assert sum(map(len, f._programs.values())) == 2
    g = es.compile("y[i,j] = tanh(A[i,j])", target="cpu")
    g(np.ones((40_000, 3), np.float32))
    assert not transposes(g)


@pytest.mark.parametrize("dtype", ["complex64", "complex128", "int32", "bool"])
def test_sums_of_other_numbers_over_many_rows(dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "count", lambda: 4)
    rng = np.random.default_rng(1)
    for n in (1, 2, 3):
        A = (5 * rng.normal(size=(50_000, n)) + 3j * rng.normal(size=(50_000, n))).real.astype(dtype)
        A = A * (1 + 2j) if dtype.startswith("complex") else A
        A = A.astype(dtype)
        found = es.compile(["s[j] = sum[i](A[i,j]*A[i,0])", "p[j] = prod[i](where(A[i,j] == 0, 1, A[i,j]/A[i,j]))"])(A=A)
        np.testing.assert_allclose(found[0], (A * A[:, :1]).sum(0), rtol=1e-3 if dtype == "complex64" else 1e-10)
        np.testing.assert_allclose(found[1], np.ones(n), rtol=1e-3 if dtype == "complex64" else 1e-10)


def test_sums_over_many_rows_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks and threads have sums of their own."""
    monkeypatch.setattr(threads, "count", lambda: 4)
    A, c = np.random.default_rng(0).normal(size=(100_000, 2)), np.random.default_rng(1).normal(size=100_000)
    s, t = es.compile(["s[j] = sum[i](A[i,j]*c[i])", "t[i] = sum[j](A[i,j]*A[i,j])"], target="cpu")(A=A, c=c)
    np.testing.assert_allclose(s, c @ A, rtol=1e-9)
    np.testing.assert_allclose(t, (A * A).sum(axis=1), rtol=1e-12)


IMAGES = {
    "y[h,w,c] = (x[h,w,c]/255.0 - m[c])/s[c]": ((512, 512, 3), "r0"),
    "y[c,h,w] = (x[h,w,c]/255.0 - m[c])/s[c]": ((512, 512, 3), "r0"),
    "y[h,w] = sum[c](x[h,w,c]*m[c] + s[c])": ((2, 200_000, 3), "r1"),  # a plane is more than a block
    "y[h,w,d] = sum[c](x[h,w,c]*M[d,c])": ((300, 500, 3), "r0"),
    "y[h,w,c] = tanh(x[h,w,c] + m[c])*s[c] + sum[k](x[h,w,k])": ((100, 70, 70, 3), ""),
}
"""Formulas of colours, the shape of the image, and the axis in whose blocks it is computed."""


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("text", IMAGES)
def test_images(text: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of a plane are no fewer than those of a matrix; planes are blocks where they are small enough."""
    monkeypatch.setattr(machine_model, "rates", machine_model.Rates)
    shape, axis = IMAGES[text]
    if len(shape) == 4:
        text = text.replace("h,w", "b,h,w")
    rng = np.random.default_rng(4)
    given = {"x": rng.integers(0, 255, shape), "m": rng.random(3), "s": rng.random(3) + 0.5, "M": rng.random((3, 3))}
    f = es.compile(text, target="cpu")
    given = {n: given[n].astype(dtype if n == "x" else "float32") for n in f.inputs}
    np.testing.assert_allclose(f(**given), es.evaluate(es.parse(text), given), rtol=1e-4, atol=1e-4)
    shown = f.explain()
    assert "xt[" in shown and (f" of {axis}\n" if axis else "in blocks") in shown


@pytest.mark.usefixtures("forced")
@pytest.mark.parametrize("text", ["R[q,b,j] = sum[k](X[b,k]*Y[q,j,b,k])", "R[q,b,j] = sum[k](Z[k,b+2]*Y[k,b,j,q+1])",
                                  "R[b,k] = sum[q,j](Y[q,j,b,k]*Y[q,j,b,0])", "R[k,q] = sum[b,j](Y[q,j,b,k]*Z[j,b])"])  # fmt: skip
def test_products_in_blocks_of_any_axis(text: str) -> None:
    """Axes that have no block are one there, whatever stands between them and those that have one."""
    f, rng = es.compile(text), np.random.default_rng(9)
    for q, j, b, k in ((60, 3, 2, 4), (2, 3, 70, 5), (3, 2, 3, 90), (2, 2, 2, 2)):
        first = {"X": (b, k), "Y": (q, j, b, k), "Z": (j, b)}
        other = {"Y": (q, j, b, k), "Z": (q, j + 2)}
        shapes = other if "Z[k,b+2]" in text else first
        given = {n: rng.random(shapes[n]) for n in f.inputs}
        np.testing.assert_allclose(f(**given), es.evaluate(es.parse(text), given), rtol=1e-12)


@pytest.mark.usefixtures("forced")
@pytest.mark.parametrize("text", IMAGES)
def test_images_of_all_shapes(text: str) -> None:
    f, rng = es.compile(text), np.random.default_rng(5)
    for shape in ((2, 3, 3), (70, 2, 3), (2, 70, 3), (1, 9, 3), (9, 1, 3), (0, 5, 3), (33, 17, 1)):
        n = shape[-1]
        given = {"x": rng.random(shape), "m": rng.random(n), "s": rng.random(n) + 0.5, "M": rng.random((n, n))}
        given = {k: given[k] for k in f.inputs}
        np.testing.assert_allclose(f(**given), es.evaluate(es.parse(text), given), rtol=1e-12, atol=1e-12)


PRODUCTS = {
    "y[p,d] = sum[c](x[p,c]*M[d,c])": {(3, 3): True, (2, 7): True, (3, 8): False, (16, 3): False},
    "y[p,d] = sum[c](M[c,d]*x[p,c])": {(3, 3): True, (5, 5): True, (40, 40): False},
    "y[d,p] = sum[c](M[d,c]*x[c,p])": {(3, 3): False},  # runs along the points as it stands
    "y[c,d] = sum[p](x[p,c]*z[p,d])": {(3, 3): True, (4, 7): True, (2, 3): False, (8, 8): False},
    "y[p,d] = x[p,c]*M[d,c] + b[d]": {(3, 3): True},
}
"""Products with an array of many short rows; whether loops compute them, by the short lengths (c, d)."""


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("text", PRODUCTS)
def test_products_of_many_short_rows(text: str, dtype: str) -> None:
    e, rng = es.parse(text), np.random.default_rng(6)
    for (c, d), loops in PRODUCTS[text].items():
        f, m = es.compile(e, target="cpu"), 30_000
        shapes = {"x": (c, m) if "x[c,p]" in text else (m, c), "M": (c, d) if "M[c,d]" in text else (d, c),
                  "z": (m, d), "b": (d,)}  # fmt: skip
        given = {n: rng.normal(size=shapes[n]).astype(dtype) for n in f.inputs}
        rtol = 1e-3 if dtype == "float32" else 1e-10
        np.testing.assert_allclose(f(**given), es.evaluate(e, given), rtol=rtol, atol=rtol)
        if dtype == "float32":
            assert (" library call:" not in f.explain()) is loops, (c, d)
        few = {n: a[:20] if a.shape[0] == m else a[:, :20] if a.shape[-1] == m else a for n, a in given.items()}
        np.testing.assert_allclose(f(**few), es.evaluate(e, few), rtol=rtol, atol=rtol)
        assert " library call:" in f.explain()


BATCHES = {
    "C[b,i,k] = sum[j](A[b,i,j]*B[b,j,k])": ("bij", "bjk"),
    "C[b,i,k] = sum[j](A[b,i,j]*B[b,k,j])": ("bij", "bkj"),
    "C[i,k,b] = sum[j](A[i,j,b]*B[j,k,b])": ("ijb", "jkb"),  # along the batch as they stand
    "C[a,b,i,k] = sum[j](A[a,b,i,j]*B[a,j,k])": ("abij", "ajk"),
    "y[b,i] = sum[j](A[b,i,j]*B[b,j])": ("bij", "bj"),
    "y[b,j] = sum[i](A[b,i,j]*B[b,i])": ("bij", "bi"),
}
"""Products of many small matrices, and the axes of both."""


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("text", BATCHES)
def test_products_of_many_small_matrices(text: str, dtype: str) -> None:
    f, rng = es.compile(text, target="cpu"), np.random.default_rng(7)
    out = text.partition("]")[0].partition("[")[2].replace(",", "")
    left, right = BATCHES[text]
    for i, j, k in ((2, 2, 2), (3, 3, 3), (1, 3, 2), (3, 1, 4), (7, 8, 2), (6, 6, 6), (12, 5, 9)):
        for m in (9001, 3, 0):
            lengths = {"i": i, "j": j, "k": k, "a": 3, "b": m}
            A, B = (rng.normal(size=[lengths[c] for c in axes]).astype(dtype) for axes in (left, right))
            found = f(A=A, B=B)
            right_one = np.einsum(f"{left},{right}->{out}", A, B)
            np.testing.assert_allclose(found, right_one, atol=1e-4 if dtype == "float32" else 1e-11)
            if m == 9001 and "C[b" in text and dtype == "float32":
                assert (" library call:" not in f.explain()) is (max(i, j, k) <= 4 and min(i, k) > 1)


def test_rows_that_a_library_adds() -> None:
    """Rows of a few whole vectors of four numbers; shorter and longer ones are added by loops."""
    for n, library in ((2, False), (8, True), (9, False), (12, True), (64, False)):
        f, A = es.compile("y[j] = A[i,j]*u[i]", target="cpu"), np.random.default_rng(n).random((20_000, n), np.float32)
        u = A[:, 0].copy()
        np.testing.assert_allclose(f(A=A, u=u), u.astype(float) @ A, rtol=1e-4)
        assert (" library call:" in f.explain()) is library, n
