"""Structured Hessians (part 3.3, cases 44, 45; W3, W4): factored results against dense ones and against JᵀJ by hand."""

from __future__ import annotations

import pickle
import tracemalloc
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.factored import arrays as factored_arrays
from espresso.errors import EspressoError, ExtentError, RankError

Sizes = dict[str, tuple[int, ...] | np.ndarray]
RNG = np.random.default_rng(7)
POSITIONS = np.array([0, 3, 3, 6, 1, 0, 2, 5, 5, 5, 4, 6])

CASES: list[tuple[str, str, Sizes, bool]] = [
    ("f = sum[i](exp(sin(x[i])) + 3*x[i]**2)", "x", {"x": (7,)}, True),
    ("f = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))", "w", {"y": (20,), "X": (20, 3), "w": (3,)}, True),
    (
        "f = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j]))) + sum[j](w[j]**2)",
        "w",
        {"y": (20,), "X": (20, 50), "w": (50,)},
        True,
    ),
    (
        "f = sum[i,j](O[i,j]*(T[i,j] - U[i,a]*V[j,a])**2)",
        "U",
        {"O": np.ones((7, 5)), "T": (7, 5), "U": (7, 3), "V": (5, 3)},
        True,
    ),
    ("f = sum[i,j]((T[i,j] - sum[a](U[i,a]*V[j,a]))**2)", "U", {"T": (7, 5), "U": (7, 3), "V": (5, 3)}, True),
    ("f = logsumexp[i](x[i]) + 0.1*sum[i](x[i]**2)", "x", {"x": (7,)}, True),
    ("f = sum[i]((x[i+1] - x[i])**4) + sum[i](x[i]**2)", "x", {"x": (7,)}, True),
    ("f = sum[i](x[2*i]*x[i]*x[i])", "x", {"x": (7,)}, False),
    ("f = sum[b](logsumexp[k](X[b,j]*W[j,k]))", "W", {"X": (9, 4), "W": (4, 3)}, False),
    (
        "f = sum[b](exp(x[t[b]])*s[b]) + sum[i](x[i]**2)",
        "x",
        {"x": (7,), "t": POSITIONS, "s": np.ones(12)},
        True,
    ),
    ("f = sum[i,j](exp(x[i]*A[i,j]*x[j])) + sum[i](x[i]**4)", "x", {"x": (7,), "A": (7, 7)}, True),
    ("f = sum[i,j,a]((A[i,j]*X[j,a])**2)", "X", {"X": (4, 3), "A": (6, 4)}, True),
    ("f = sum[i,j]((A[i,k]*X[k,l]*B[l,j])**2)", "X", {"X": (4, 3), "A": (6, 4), "B": (3, 5)}, True),
    ("f = sum[i](x[i]*A[i,j]*x[j])", "x", {"x": (6,), "A": (6, 6)}, True),
    ("f = sum[i](where(x[i] > 0, x[i]**3, 0)) + sum[i](x[i]**2)", "x", {"x": (9,)}, True),
    ("f = sum[i](exp(x[i]))*sum[j](x[j]**2)", "x", {"x": (6,)}, True),
]


def arrays_for(sizes: Sizes) -> dict[str, np.ndarray]:
    return {n: s if isinstance(s, np.ndarray) else RNG.normal(size=s) for n, s in sizes.items()}


@pytest.mark.parametrize(("text", "wrt", "sizes", "solvable"), CASES, ids=[c[0][:40] for c in CASES])
def test_agrees_with_the_dense_hessian(text: str, wrt: str, sizes: Sizes, solvable: bool) -> None:
    H = es.hessian(es.parse(text), wrt)
    given = {n: a for n, a in arrays_for(sizes).items() if n in H.inputs}
    h = es.compile(H, structure="factored")(**given)
    dense = es.evaluate(H, given)
    half = h.ndim // 2
    rows = dense.shape[:half]
    count = int(np.prod(rows))
    matrix = dense.reshape(count, count)
    assert h.shape == dense.shape
    np.testing.assert_allclose(h.dense(), dense, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(np.asarray(h), h.dense())
    v, vs = RNG.normal(size=rows), RNG.normal(size=(*rows, 3))
    np.testing.assert_allclose(h @ v, np.tensordot(dense, v, half), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(h @ vs, np.tensordot(dense, vs, half), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(h @ v.ravel(), matrix @ v.ravel() if half > 1 else h @ v, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(h.diag().ravel(), np.diag(matrix), rtol=1e-9, atol=1e-9)
    if solvable:
        for b in (v, vs):
            np.testing.assert_allclose(
                np.tensordot(dense, h.solve(b), half), b, rtol=1e-6, atol=1e-6 * np.abs(matrix).max()
            )


def test_the_oracle_sees_a_shift_that_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    H = es.hessian(es.parse("f = sum[i]((x[i+1] - x[i])**4)"), "x")
    monkeypatch.setattr(factored_arrays, "selected", lambda term, label, keep: term)
    x = RNG.normal(size=6)
    with pytest.raises((AssertionError, ValueError, IndexError)):
        np.testing.assert_allclose(es.compile(H, structure="factored")(x=x).dense(), es.evaluate(H, {"x": x}))


def test_a_million_variables_take_linear_memory() -> None:
    """Part 3.3: the Hessian of sum(phi(x)) at n = 10^6 holds n numbers, and a Newton step is three passes."""
    n = 10**6
    f = es.compile(es.hessian(es.parse("f = sum[i](log(cosh(x[i])) + x[i]**4)"), "x"), structure="factored")
    x = RNG.normal(size=n)
    f(x=x)
    tracemalloc.start()
    h = f(x=x)
    y = h @ x
    back = h.solve(y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert h.nbytes == 8 * n and h.shape == (n, n)
    assert peak <= 6 * 8 * n
    np.testing.assert_allclose(back, x, rtol=1e-10, atol=1e-12)


def test_matrix_factorisation_is_a_delta_times_a_small_matrix() -> None:
    """W3: the Hessian of one factor is a delta times V'V, k² numbers; with a mask it is never formed."""
    n, k = 40, 3
    V, O = RNG.normal(size=(n, k)), (RNG.uniform(size=(n, n)) > 0.5).astype(float)
    plain = es.compile(es.hessian(es.parse("f = sum[i,j]((T[i,j] - U[i,a]*V[j,a])**2)"), "U"), structure="factored")
    given = {"T": O, "V": V, "U": RNG.normal(size=(n, k))}
    h = plain(**{m: given[m] for m in plain.inputs})
    assert h.nbytes <= 8 * (k * k + 2)
    np.testing.assert_allclose(h.dense(), np.einsum("ik,ab->iakb", np.eye(n), 2 * V.T @ V), atol=1e-12)
    masked = es.hessian(es.parse("f = sum[i,j](O[i,j]*(T[i,j] - U[i,a]*V[j,a])**2)"), "U")
    h = es.compile(masked, structure="factored")(O=O, V=V)
    assert h.nbytes <= V.nbytes + O.nbytes + 16
    np.testing.assert_allclose(h.dense(), np.einsum("ij,ja,jb,ik->iakb", 2 * O, V, V, np.eye(n)), atol=1e-12)


def test_logistic_regression_keeps_x_and_s() -> None:
    """Case 45: X' diag(s) X is held as (X, s); X is a view of the input."""
    H = es.hessian(es.parse("f = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"), "w")
    X, y, w = RNG.normal(size=(500, 60)), np.sign(RNG.normal(size=500)), RNG.normal(size=60) / 8
    h = es.compile(H, structure="factored")(X=X, y=y, w=w)
    (part,) = h.parts
    assert np.shares_memory(part.arrays["X"], X)
    assert h.nbytes <= X.nbytes + 8 * 500 + 8
    s = 1 / (1 + np.exp(-X @ w))
    np.testing.assert_allclose(h.dense(), X.T @ ((s * (1 - s))[:, None] * X), rtol=1e-10)
    assert str(h).startswith("d2f_dw2[j,k] = sum[i](X[i,j]*X[i,k]*")


def relu_net(layers: int) -> str:
    lines = ["h1[i] = relu(W1[i,j]*x[j])"]
    lines += [f"h{q}[i] = relu(W{q}[i,j]*h{q - 1}[j])" for q in range(2, layers + 1)]
    return "\n".join([*lines, f"loss = logsumexp[i](h{layers}[i]) - sum[i](y[i]*h{layers}[i])"])


def test_the_first_weights_of_a_relu_net() -> None:
    """W4: x_j x_l M_ik, with nothing larger held than the weights."""
    layers, n, rng = 10, 6, np.random.default_rng(0)  # of nets in general some have a softmax of 1, and rounding as second derivatives
    H = es.hessian(es.parse(relu_net(layers)), "W1")
    given = {"x": rng.normal(size=n), "y": rng.uniform(size=n)}
    given |= {f"W{q}": rng.normal(size=(n, n)) for q in range(1, layers + 1)}
    given = {m: given[m] for m in H.inputs}
    h = es.compile(H, structure="factored")(**given)
    dense = es.evaluate(H, given)
    scale = np.abs(dense).max()
    assert scale > 0
    np.testing.assert_allclose(h.dense(), dense, atol=1e-10 * scale)
    np.testing.assert_allclose(es.compile(H)(**given), dense, atol=1e-10 * scale)
    v = rng.normal(size=(n, n))
    np.testing.assert_allclose(h @ v, np.tensordot(dense, v, 2), atol=1e-9 * scale)
    assert h.nbytes < 8 * (layers + 2) * n * n


@dataclass
class Layer:
    W: Any
    b: Any


def test_blocks_of_a_structure_of_parameters() -> None:
    """sA14, block and partial Hessians: lists and dataclasses give blocks of factored arrays."""
    loss = es.parse("l = sum[n,k]((tanh(X[n,j]*W[j,k] + b[k]) - Y[n,k])**2)")
    blocks = es.hessian(loss, Layer("W", "b"))
    given = {
        "X": RNG.normal(size=(8, 3)),
        "Y": RNG.normal(size=(8, 2)),
        "W": RNG.normal(size=(3, 2)),
        "b": RNG.normal(size=2),
    }
    f = es.compile(blocks, structure="factored")
    got = f(**given)
    assert isinstance(got, Layer) and isinstance(got.W, Layer)
    for a in ("W", "b"):
        for c in ("W", "b"):
            expected = es.evaluate(getattr(getattr(blocks, a), c), given)
            np.testing.assert_allclose(getattr(getattr(got, a), c).dense(), expected, rtol=1e-9, atol=1e-12)
    partial = es.compile(es.hessian(loss, "W", "b"), structure="factored")(**given)
    v = RNG.normal(size=2)
    np.testing.assert_allclose(partial @ v, got.W.b.dense() @ v, rtol=1e-9)
    assert replace(got.W, b=None).W is got.W.W


def test_float32_stays_float32_and_errors_say_what_to_do() -> None:
    f = es.compile(es.hessian(es.parse("f = sum[i](x[i]**4)"), "x"), structure="factored")
    h = f(x=np.ones(4, np.float32))
    assert h.dtype == h.dense().dtype == (h @ np.ones(4, np.float32)).dtype == np.float32
    assert f(x=np.ones(0)).dense().shape == (0, 0)
    again = pickle.loads(pickle.dumps(f))
    np.testing.assert_array_equal(again(x=np.ones(4)).diag(), 12)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(h)).dense(), h.dense())
    with pytest.raises(ExtentError, match="Give one of shape"):
        h @ np.ones(5)
    with pytest.raises(ExtentError, match="right side"):
        h.solve(np.ones(3))
    with pytest.raises(np.linalg.LinAlgError):
        f(x=np.zeros(4)).solve(np.ones(4))
    jacobian = es.compile(es.jacobian(es.parse("y[i] = W[i,j]*x[j]"), "W"), structure="factored")
    J = jacobian(W=np.ones((3, 4)), x=np.arange(4.0)) if "W" in jacobian.inputs else jacobian(x=np.arange(4.0))
    v = RNG.normal(size=(3, 4))
    np.testing.assert_allclose(J @ v, v @ np.arange(4.0))
    with pytest.raises(RankError, match="square"):
        J.diag()
    big = es.compile(es.hessian(es.parse("f = sum[i]((x[i+1] - x[i])**4)"), "x"), structure="factored")
    with pytest.raises(EspressoError, match="no structure to solve by"):
        big(x=np.arange(5000.0)).solve(np.ones(5000))
    with pytest.raises(ValueError, match="structure"):
        es.compile("y[i] = x[i]", structure="sparse")


def test_a_factored_function_says_what_it_computes_before_any_call() -> None:
    f = es.compile("H[i,k] = (i == k)*sum[j](X[i,j]**2)", structure="factored")
    assert f.kernels and "kernel" in f.source and f.memory.arena == 0
    assert "(i == k)" in f.explain() and "X[k,j]**2" in f.explain().split("arrays of the factors:")[1]
    np.testing.assert_allclose(np.asarray(f(X=np.ones((2, 3)))), 3*np.eye(2))
    assert f.memory.pooled >= 0 and "steps: 1 kernel" in f.explain()
    g = es.compile("H[i,k] = (i == k)*w[k]", structure="factored")
    assert g.kernels == {} and g.source == "" and "they are inputs" in g.explain() and g.memory.arena == 0


def test_a_plan_serves_later_calls_with_their_own_arrays() -> None:
    """What lengths decide is worked out once; other lengths, dtypes and strides make a plan of their own (W4)."""
    H = es.hessian(es.parse("f = sum[i](x[i]*x[i+1]*a[i]) + sum[i](exp(x[i]))"), "x")
    whole, parts = es.compile(H), es.compile(H, structure="factored")
    rng = np.random.default_rng(3)
    for n, dtype in [(6, "float64"), (6, "float64"), (3, "float64"), (6, "float32"), (6, "float64")]:
        given = {"x": rng.normal(size=2 * n).astype(dtype)[::2], "a": rng.normal(size=n - 1).astype(dtype)}
        h = parts(**given)
        np.testing.assert_allclose(h.dense(), whole(**given), rtol=1e-5)
        np.testing.assert_allclose(h @ given["x"], whole(**given) @ given["x"], rtol=1e-4, atol=1e-5)
    assert len(parts._plans) == 3
    with pytest.raises(es.errors.RankError):
        parts(x=np.ones((4, 4)), a=np.ones(7))
