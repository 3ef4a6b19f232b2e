"""bfloat16: stored so, computed in float32, rounded once (design section 1 of issue 3; the same on every target)."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.system.half_precision import meet
from espresso.system.result_pool import LEAST, ResultPool

dtypes = pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed")
B = np.dtype(dtypes.bfloat16)
RNG = np.random.default_rng(7)

TABLE: list[tuple[str, dict[str, tuple[int, ...]]]] = [
    ("y[i,j] = 2*x[i,j] + 1", {"x": (33, 40)}),
    ("y[j,i] = relu(x[i,j])*b[j]", {"x": (33, 40), "b": (40,)}),
    ("C[i,k] = x[i,j]*w[j,k]", {"x": (33, 64), "w": (64, 48)}),
    ("C[b,i,k] = x[b,j,i]*w[b,j,k]", {"x": (2, 64, 33), "w": (2, 64, 48)}),
    ("p[i,j] = softmax[j](x[i,j])", {"x": (20, 300)}),
    ("s = sum[i,j](x[i,j]**2)", {"x": (300, 40)}),  # 12000 terms: added up in 16 bits it would stop at 256
    ("m[j] = mean[i](x[i,j])", {"x": (300, 40)}),
    ("a[i] = argmax[j](x[i,j])", {"x": (20, 300)}),
    ("y[i,j] = cumsum[j](x[i,j])", {"x": (5, 300)}),
    ("y[i] = x[i]", {"x": (0,)}),
    ("y = exp(x[0])", {"x": (1,)}),
    ("y[n,k,p] = sum[c,r](pad(x)[n,c,p+r-1]*w[k,c,r])*(p < size(x, 2))", {"x": (2, 3, 20), "w": (4, 3, 3)}),
]


def arrays(shapes: dict[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    return {n: RNG.normal(size=s).astype(B) for n, s in shapes.items()}


def close(value: np.ndarray, wanted: np.ndarray) -> None:
    """The same dtype, and at most one unit in the last place of bfloat16 apart."""
    assert value.dtype == wanted.dtype and value.shape == wanted.shape
    a, b = value.astype("float64"), wanted.astype("float64")
    np.testing.assert_allclose(a, b, rtol=2**-7, atol=1e-6)


@pytest.mark.parametrize(("text", "shapes"), TABLE, ids=[row[0] for row in TABLE])
@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_formulas(text: str, shapes: dict[str, tuple[int, ...]], target: str) -> None:
    given = arrays(shapes)
    e = es.parse(text)
    wanted = np.asarray(es.evaluate(e, given))
    assert wanted.dtype == (np.int64 if "argmax" in text else B)
    f = es.compile(e, target=target)
    close(f(**given), wanted)
    out = np.empty(wanted.shape, wanted.dtype)
    f(**given, out=out)
    close(out, wanted)


def test_the_reference_is_float32_rounded_once() -> None:
    given = arrays({"x": (300, 40)})
    wide = given["x"].astype(np.float32)
    assert es.evaluate(es.parse("s = sum[i,j](x[i,j]**2)"), given) == (wide.astype("float64")**2).sum().astype(B)
    wrong = (given["x"]*given["x"]).astype(np.float32).sum()  # each product rounded: another number
    assert wrong != (wide.astype("float64")**2).sum().astype(np.float32)


def test_gradients_and_strides() -> None:
    loss = es.parse("loss = mean[i]((X[i,j]*w[j] - y[i])**2)")
    given = arrays({"X": (200, 8), "w": (8,), "y": (200,)})
    given["X"] = given["X"][::-1, ::2]
    given["w"] = given["w"][:4]
    e = es.grad(loss, "w")
    close(es.compile(e)(**given), np.asarray(es.evaluate(e, given)))


MEETINGS = [("float16", "float32"), ("float32", "float32"), ("float64", "float64"), ("int8", B), ("uint8", B),
            ("bool", B), ("int16", "float32"), ("int32", "float64"), ("complex64", "complex64")]  # fmt: skip


@pytest.mark.parametrize(("other", "result"), MEETINGS)
def test_what_it_meets(other: Any, result: Any) -> None:
    """As float16 does; float16 itself in float32, as in PyTorch and JAX."""
    assert meet(B, np.dtype(other)) == meet(np.dtype(other), B) == np.dtype(result)
    given = {"x": RNG.normal(size=8).astype(B), "v": RNG.integers(0, 2, 8).astype(other)}
    e = es.parse("y[i] = x[i]*v[i]")
    for value in (es.compile(e)(**given), es.compile(e, target="numpy")(**given)):
        assert value.dtype == np.dtype(result) == np.asarray(es.evaluate(e, given)).dtype
        np.testing.assert_array_equal(value, es.evaluate(e, given))


def test_numbers_do_not_widen_it() -> None:
    f = es.compile("y[i] = a*x[i] + 0.1")
    x = arrays({"x": (9,)})["x"]
    assert f(x=x, a=2.0).dtype == f(x=x, a=3).dtype == f(x=x, a=B.type(2)).dtype == B
    assert f(x=x, a=np.array(2.0)).dtype == np.float64
    np.testing.assert_array_equal(f(x=x, a=2.0), (2*x.astype(np.float32) + np.float32(0.1)).astype(B))


def test_a_mean_of_products_is_a_product() -> None:
    """The factor 1.0 that makes floats of integers stood between it and the library."""
    given = arrays({"x": (64, 64), "w": (64, 64)})
    e = es.parse("m[i,k] = mean[j](x[i,j]*w[j,k])")
    f = es.compile(e, target="cpu")
    close(f(**given), es.evaluate(e, given))
    assert "1 library call" in f.explain() and "1.0*" not in f.explain().partition("steps:")[2]


def test_declared() -> None:
    x = es.tensor("x[i]", dtype="bfloat16")
    f = es.compile(2*x)
    given = arrays({"x": (9,)})
    np.testing.assert_array_equal(f(**given), 2*given["x"])
    with pytest.raises(es.DtypeError, match="x has dtype float32 but is declared as bfloat16"):
        f(np.ones(3, np.float32))
    np.testing.assert_array_equal(es.evaluate(2*x, given), 2*given["x"])


def test_a_second_process_and_saved_modules(tmp_path: Any) -> None:
    f = es.compile("C[i,k] = x[i,j]*w[j,k]")
    given = arrays({"x": (9, 8), "w": (8, 7)})
    wanted = f(**given)
    f.save(tmp_path / "saved_half.py")
    sys.path.insert(0, str(tmp_path))
    try:
        import saved_half

        close(np.asarray(saved_half.program(**given)), wanted)
    finally:
        sys.path.remove(str(tmp_path))


def test_torch_tensors_share_their_memory() -> None:
    torch = pytest.importorskip("torch")
    f = es.compile("y[i,j] = 2*x[i,j] + 1")
    x = torch.arange(12, dtype=torch.bfloat16).reshape(3, 4)
    y = f(x)
    assert y.dtype == torch.bfloat16 and bool((y == 2*x + 1).all())
    assert bool((f(x.T) == (2*x + 1).T).all())


def test_a_differentiable_operator() -> None:
    """sD1, sD8 in bfloat16: value and both gradients, by bits."""
    torch = pytest.importorskip("torch")
    op = es.compile("C[b,n,m] = A[b,n]*B[b,m]").torch()
    a, b = (torch.randn(2, n, generator=torch.Generator().manual_seed(n)).to(torch.bfloat16) for n in (3, 4))
    a, b = a.requires_grad_(), b.requires_grad_()
    c = op(a, b)
    assert c.dtype == torch.bfloat16 and bool((c == a[:, :, None]*b[:, None, :]).all())
    c.backward(torch.ones_like(c))
    assert a.grad.dtype == torch.bfloat16
    torch.testing.assert_close(a.grad, b.sum(1, keepdim=True).detach().expand(2, 3), rtol=2e-2, atol=2e-2)


def test_large_results_and_inputs_in_another_order_keep_their_dtype() -> None:
    """As plain bytes, results of four megabytes and more were written in float32, past their end."""
    made = ResultPool().empty((2, LEAST), B)
    assert made.dtype is B and made.nbytes == 4 * LEAST
    x = np.ones((1000, LEAST // 1000), B)
    f = es.compile("y[i,j] = 2*x[i,j]")
    for given in (x, x.T):
        y = f(x=given)
        assert y.dtype is B and (y == 2).all()


def test_without_the_package_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    torch = pytest.importorskip("torch")
    remedy = "x has dtype bfloat16, which NumPy does not have by itself.\nInstall .* pip install ml_dtypes, or give x as"
    with pytest.raises(es.DtypeError, match=remedy):
        es.compile("y[i] = 2*x[i]")(torch.ones(3, dtype=torch.bfloat16))
    with pytest.raises(es.DtypeError, match=remedy):
        es.compile(2*es.tensor("x[i]", dtype="bfloat16"))(np.ones(3, np.float32))
