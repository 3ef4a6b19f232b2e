"""es.trace: the formula of a NumPy function has the values of the function."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.errors import EspressoError
from espresso.formulas.graph.expr import Expr
from espresso.frontends.numpy.arrays import TracingError
from espresso.frontends.numpy.trace import trace
from espresso.reference.evaluator import evaluate

FUNCTIONS = """
x + y
X + x
X + b
X * b + s
np.exp(-X) / (1 + np.exp(-X))
X @ W
x @ W
X @ x
x @ x
np.matmul(T, W)
T @ W
V @ U
np.dot(X, W)
np.dot(T, W)
np.dot(x, y)
np.einsum("ij,jk->ik", X, W)
np.einsum("ij,jk", X, W)
np.einsum("...j,jk->...k", T, W)
np.einsum("ii->i", S)
np.einsum("ii", S)
np.einsum("ij->ji", X)
np.tensordot(T, W, 1)
np.tensordot(T, W, ([2], [0]))
np.inner(X, Y)
np.outer(x, y)
np.trace(S)
np.trace(S, 1)
np.diagonal(S)
np.diag(x)
np.diag(x, 1)
np.diag(S, -1)
X.T
T.transpose(2, 0, 1)
np.swapaxes(T, 0, 2)
np.moveaxis(T, 0, -1)
X.sum()
X.sum(axis=0)
X.sum(axis=-1, keepdims=True)
T.sum(axis=(0, 2))
np.mean(X, axis=1)
X - X.mean(axis=1, keepdims=True)
X.max(axis=0)
X.min()
np.prod(X, axis=1)
np.std(X, axis=0)
np.var(X, axis=1, ddof=1)
(X > 0.5).any(axis=1)
(X > 0.5).all()
(X > 0.5).sum(axis=0)
np.argmax(X, axis=1)
np.argmax(X)
np.argmin(T, axis=-1)
X.reshape(-1)
T.reshape(6, 4)
T.reshape(2, 12)
X.reshape(2, 5, 2)
x.reshape(2, 2)
x.reshape(4, 1)
np.expand_dims(x, 0)
np.squeeze(b)
x[:, None] * y[None, :]
X[0]
X[-1]
X[:, 1]
X[1:3]
X[::2]
X[::-1]
X[..., 0]
x[1:] - x[:-1]
x[:-1]
x[:2]
x[3:0:-1]
X[:, idx[:3]]
W[idx]
X[idx, idx]
X[np.arange(5), idx]
X[[0, 2, 1]]
T[:, [0, 1], 1]
T[0, :, [0, 1]]
np.where(X > 0.5, X, 0)
np.where(x > 0.5, x, -x)
np.clip(X, 0.2, 0.8)
np.maximum(X, 0.5)
np.minimum(x, y)
np.concatenate([x, y])
np.concatenate([X, Y], axis=1)
np.concatenate([X, b], axis=1)
np.stack([x, y])
np.stack([X, Y], axis=-1)
np.hstack([x, y])
np.vstack([x, y])
np.linalg.norm(x)
np.linalg.norm(X)
np.linalg.norm(X, axis=1)
np.linalg.norm(X, axis=0, keepdims=True)
np.linalg.norm(X, 1, axis=0)
np.cumsum(x)
np.cumsum(X, axis=1)
np.cumsum(X)
np.cumprod(X, axis=0)
np.take(X, idx[:2], axis=0)
np.take(x, idx)
np.broadcast_to(x, (3, 4))
np.flip(X)
np.flip(X, axis=1)
np.roll(x, 1)
np.roll(X, -2, axis=1)
np.roll(X, 3)
np.ones_like(X) * x
np.zeros_like(x) + 1
np.full_like(x, 2.0)
x / np.sum(x)
np.exp(X - X.max(axis=1, keepdims=True))
np.logaddexp(x, y)
np.hypot(x, y)
np.arctan2(x, y)
np.sign(x - 0.5)
np.abs(x - 0.5)
np.square(x)
np.sqrt(x)
np.log1p(x)
np.floor(3*x)
np.mod(3*x, 2)
3*x // 1
x ** 2
2 ** x
-x
1 / x
(x > 0.5) & (y > 0.5)
~(x > 0.5)
(x > 0.3) | (y < 0.2)
(x > 0.5) * x
np.tril(S)
np.triu(S, 1)
np.eye(4) * S
S + np.arange(4)
X * np.array([1.0, 2.0, 0.5, 3.0])
np.pad(x, 1)
np.pad(X, ((1, 2), (0, 1)), constant_values=3.0)
np.pad(x, 2, mode="edge")
np.pad(x, 2, mode="reflect")
np.pad(x, 2, mode="wrap")
np.diff(x)
np.diff(X, axis=0)
np.split(x, 2)[1]
np.tile(x, 2)
np.repeat(x, 3)
np.repeat(X, 2, axis=0)
np.kron(x, y)
np.kron(S, X)
np.convolve(x, X[0, :2])
np.convolve(x, X[0, :3], mode="same")
np.convolve(x, X[0, :2], mode="valid")
np.correlate(x, X[0, :2])
np.correlate(x, X[0, :2], "full")
np.correlate(x, X[0, :3], "same")
np.cross(T[0, :, :3], T[1, :, :3])
np.average(X, axis=1, weights=x)
np.ptp(X, axis=0)
np.nan_to_num(x)
np.trapezoid(x)
np.trapezoid(X, x, axis=1)
np.add.reduce(X)
np.maximum.reduce(X, axis=1)
np.add.outer(x, y)
np.take_along_axis(X, np.argmax(X, axis=1)[:, None], axis=1)
np.select([x > 0.5, x > 0.2], [x, y], 0.0)
np.vdot(x, y)
np.multiply.outer(x, y).sum()
np.array([0.0, 1.0, 5.0, 2.0]) @ x
np.mean((X @ x - idx) ** 2)
np.linalg.multi_dot([X, W, W.T])
np.column_stack([x, y])
np.append(x, 1.0)
sum(x)
np.heaviside(x - 0.5, 0.5)
np.count_nonzero(X > 0.5)
np.log(np.sum(np.exp(X), axis=1))
X.astype(np.float64) * 2
X.flatten()
len(x) * x
X.shape[0] * x
np.transpose(T, (1, 0, 2)) + 1
np.isclose(x, y)
x[np.array([True, False, True, True])]
np.einsum("ij,ij->i", X, Y)
np.einsum("bij,bjk->bik", V, U)
np.stack([x[0] + y[1], x[2] * s])
np.sum(X * b, axis=0)
np.fmod(3*x, 0.7)
np.outer(x, x)[idx, idx]
np.cumsum(X, axis=1)[:, -1]
np.cumsum(x)[::-1]
X.reshape(4, 5, order="F")
X.ravel("F")
X.flatten("F")
np.reshape(T, (6, 4), "F")
np.einsum(X, [0, 1], x, [1], [0])
np.einsum("i,j,k->kij", x, y, x)
np.linalg.norm(X, 1)
np.linalg.norm(T, -np.inf, axis=(0, 2), keepdims=True)
np.linalg.norm(x, 0)
np.sum(X, axis=0, where=X > 0.5)
np.mean(X, axis=-1, where=X > 0.2, keepdims=True)
np.max(X, where=X > 0.5, initial=-1.0)
X.min(axis=1, initial=0.2)
np.prod(X, axis=0, initial=3.0)
np.add.reduce(X, axis=None)
np.logaddexp.reduce(X, axis=1)
x[neg]
X[neg, neg][::-2]
np.take(X, neg, axis=0)
np.cross(T[0, :, :3], T[1, :, :3], axis=0)
np.linalg.slogdet(S @ S.T)[1]
np.linalg.slogdet(S)[0] * np.linalg.slogdet(S)[1]
np.linalg.matrix_power(S, -2)
np.linalg.matrix_power(S, 0) + S
np.trace(T, axis1=1, axis2=2)
np.diagonal(T, 1, -2, -1)
np.diagflat(X, -1)
np.diff(x, prepend=0, append=x[:1])
np.gradient(X, 0.5, axis=1)
np.interp(X, np.array([0.2, 0.5, 0.9]), x[:3])
np.interp(x, np.array([0.2, 0.5, 0.9]), y[:3], left=-1.0, right=9.0)
np.searchsorted(np.array([0.2, 0.5]), X, side="right")
np.digitize(x, np.array([0.9, 0.5, 0.1]))
np.isin(idx, [0, 2])
np.concatenate([X, Y], axis=None)
np.take_along_axis(X, idx, axis=None)
np.dstack([X, Y])
np.block([[S, np.zeros((4, 1))], [x, 1.0]])
np.insert(X, 1, x[None], axis=0)
np.insert(x, -1, 5.0)
np.delete(X, [0, 2], axis=0)
np.delete(x, 1)
np.compress([True, False, True, True], X, axis=1)
np.repeat(x, [1, 2, 0, 1])
np.rot90(X)
np.rot90(T, -1, (2, 1))
np.rollaxis(T, 2)
np.pad(X, ((1, 0), (2, 1)), constant_values=((1.0, 2.0), (3.0, 4.0)))
np.hsplit(X, 2)[1]
np.piecewise(x, [x < 0.5, x > 0.8], [lambda t: -t, 1.0, np.exp])
np.choose(idx[:4] % 2, [x, y])
np.cov(X, rowvar=False)
np.corrcoef(X)
np.nanstd(np.where(X > 0.8, np.nan, X), axis=0, ddof=1)
np.polyval(x, X)
np.vander(x, 3)
np.meshgrid(x, X[0, :3])[1]
np.lib.stride_tricks.sliding_window_view(X, (2, 3)).sum(axis=(-1, -2))
np.lib.stride_tricks.sliding_window_view(x, 2)[::2]
np.stack(np.unstack(X, axis=1)) if hasattr(np, "unstack") else X.T
np.cumsum(X > 0.5, axis=0)
~idx + (idx << 2) - (idx >> 1)
np.sum(X > 0.5, axis=0, dtype=float)
round(x[0], 1)
x[:1].item()
np.modf(3*x)[0]
np.concatenate([x[:2], y])
np.pad(X[:3, 1:], {0: 1, -1: (1, 2)})
np.hstack([X[:, :2], X.T[::2, 0:1].T * b])
np.convolve(x[:2], y[1:3])
b[0] > 0.5
np.isinf(b) | (X[:1] > 0.5)
(X > 0.5).any(axis=1, keepdims=True)
np.dot(x > 0.5, y > 0.5)
np.vdot(X > 0.2, Y > 0.5)
np.einsum("ij,j->i", X > 0.5, x > 0.5)
np.kron(x > 0.5, y > 0.5)
np.tril(x)
np.triu(x, -1)
np.tril(S > 0.5)
np.sum(idx, initial=0.5)
np.sum(s, axis=0) + np.max(s, axis=-1)
np.nanmean(s, axis=0)
np.cumsum(s, axis=0)
np.cumulative_sum(s, include_initial=True)
np.column_stack([s, s])
np.nanmax(idx)
np.nansum(neg > 0)
np.nan_to_num(idx)
np.round(idx, 1)
np.copysign(neg, x - 0.5)
np.isclose(idx, neg[0])
np.array_equal(x, X)
np.real(x > 0.5)
X[:0].reshape(-1)
np.max(idx, initial=0.5, where=idx > 9)
np.maximum.reduce(x > 0.5, initial=-0.5)
np.logical_or.reduce(x > 2, initial=True)
np.max(X[:0], axis=0, initial=-1.0)
np.min(X[:0], axis=(0, 1), initial=2.0, keepdims=True)
(b[:1] > 0.5).mean()
np.mean(idx[:1])
np.trapezoid(X[:0], axis=0)
np.rint(idx)
np.float_power(idx, True)
""".strip().split("\n")
"""Bodies of functions of the arrays below."""

_RNG = np.random.default_rng(0)
ARRAYS: dict[str, Any] = {
    "x": _RNG.random(4), "y": _RNG.random(4), "X": _RNG.random((5, 4)), "Y": _RNG.random((5, 4)),
    "W": _RNG.random((4, 3)), "T": _RNG.random((2, 3, 4)), "b": _RNG.random((5, 1)), "S": _RNG.random((4, 4)),
    "s": 0.7, "idx": np.array([2, 0, 3, 1, 2]), "neg": np.array([-1, 0, -2, 3]), "V": _RNG.random((2, 5, 3)), "U": _RNG.random((2, 3, 6)),
}  # fmt: skip


def check(function: Any, inputs: dict[str, Any]) -> Expr:
    """The traced formula has the value, shape and dtype of the function."""
    e = trace(function, **inputs)
    got, want = evaluate(e, inputs), np.asarray(function(**inputs))
    np.testing.assert_allclose(got, want, err_msg=str(e))
    assert got.shape == want.shape and got.dtype == want.dtype
    return e


@pytest.mark.parametrize("body", FUNCTIONS)
def test_traced_functions(body: str) -> None:
    names = [n for n in ARRAYS if re.search(rf"\b{n}\b", body)]
    check(eval(f"lambda {', '.join(names)}: {body}", {"np": np}), {n: ARRAYS[n] for n in names})


def test_the_check_bites() -> None:
    calls = []

    def differs(x: Any) -> Any:  # another function when it is called the second time
        calls.append(1)
        return x + len(calls)

    with pytest.raises(AssertionError):
        check(differs, {"x": ARRAYS["x"]})


def test_result_is_named_and_readable() -> None:
    def loss(X: Any, w: Any, y: Any) -> Any:
        return np.sum(np.log1p(np.exp(-y * (X @ w))))

    assert str(trace(loss, X=(5, 3), w=(3,), y=(5,))) == "loss = sum[j](log1p(exp(-y[j]*sum[i](X[j,i]*w[i]))))"
    assert str(trace(lambda x: x[1:] - x[:-1], x=(4,))) == "x[i + 1] - x[i]"
    assert str(trace(lambda X: X - X.mean(axis=1, keepdims=True), X=(3, 4))) == "X[i,j] - mean[k](X[i,k])"


def test_case_8() -> None:
    def layer(W: Any, x: Any, b: Any) -> Any:
        return W @ x + b

    e = trace(layer, W=(2, 3), x=(3,), b=(2,))
    assert str(e) == "layer[i] = sum[j](W[i,j]*x[j]) + b[i]"
    assert str(trace(lambda x: np.sum(x, axis=0), x=(3, 4))) == "sum[j](x[j,i])"
    assert str(trace(lambda x: np.mean(x, axis=1), x=(3, 4))) == "mean[j](x[i,j])"
    nested = trace(lambda W, x: np.sum(np.exp(W @ x)), W=(3, 2), x=(2,))
    assert str(nested) == "sum[j](exp(sum[i](W[j,i]*x[i])))"


def test_lengths_stay_free_where_reads_give_them() -> None:
    e = trace(lambda X, w: np.tanh(X @ w).mean(), X=(5, 3), w=(3,))
    big = {"X": np.ones((7, 2)), "w": np.ones(2)}
    np.testing.assert_allclose(evaluate(e, big), np.tanh(2.0))


def test_structures_in_and_out() -> None:
    @dataclasses.dataclass
    class Layer:
        w: Any
        b: Any

    def model(x: Any, p: Any, layers: Any) -> Any:
        return {"a": p["w"] @ x, "rest": (layers[0].w * x, [layers[0].b])}

    traced = trace(model, x=(3,), p={"w": (2, 3)}, layers=[Layer((3,), ())])
    assert str(traced["a"]) == "a[i] = sum[j](p_w[i,j]*x[j])"
    assert traced["rest"][0].inputs == ["layers_0_w", "x"] and traced["rest"][1][0].inputs == ["layers_0_b"]


def test_sA14_gradients_of_a_traced_function_have_the_structure_of_its_parameters() -> None:
    @dataclasses.dataclass
    class Layer:
        w: Any
        b: Any

    def loss(x: Any, p: Any) -> Any:
        return np.sum(np.tanh(p["first"].w @ x + p["first"].b) ** 2)

    e = trace(loss, x=(3,), p={"first": Layer((2, 3), (2,))})
    gradient = es.compile(es.grad(e, {"first": Layer("p_first_w", "p_first_b")}))
    x, w, b = ARRAYS["x"][:3], ARRAYS["X"][:2, :3], ARRAYS["y"][:2]
    got = gradient(x=x, p_first_w=w, p_first_b=b)["first"]
    h = np.tanh(w @ x + b)
    assert isinstance(got, Layer)
    np.testing.assert_allclose(got.b, 2 * h * (1 - h**2))
    np.testing.assert_allclose(got.w, np.outer(2 * h * (1 - h**2), x))
    # the module that is written knows nothing of the class
    assert "return {'first': (dloss_dp_first_w, dloss_dp_first_b)}" in gradient.source


def test_configuration_is_passed_through() -> None:
    def power(x: Any, n: int, mode: str) -> Any:
        return sum(x**k for k in range(1, n + 1)) if mode == "up" else x

    assert str(trace(power, x=(3,), n=2, mode="up")) == "power[i] = 0 + x[i]**1 + x[i]**2"
    check(lambda x: power(x, 2, "up"), {"x": ARRAYS["x"]})


@pytest.mark.parametrize(("function", "shapes", "message"), [
    (lambda x: np.linalg.svd(x), {"x": (3, 3)}, "np.linalg.svd has no formula that es.trace knows"),
    (lambda x: np.linalg.inv(x), {"x": (3, 2)}, "np.linalg.inv takes square matrices in the last two axes"),
    (lambda x: np.unique(x), {"x": (3,)}, "np.unique has no formula"),
    (lambda x: np.quantile(x, x[0]), {"x": (3,)}, "np.quantile has no formula that es.trace knows: at computed q"),
    (lambda x: np.fft.fft(x), {"x": (3,)}, "np.fft.fft has no formula"),
    (lambda x: np.lcm(x, x), {"x": (3,)}, "np.lcm has no formula"),
    (lambda x: np.matmul(x, x, axes=[(1, 0), (0, 1), (0, 1)]), {"x": (3, 3)}, "np.matmul has no formula"),
    (lambda x: x if x > 0 else -x, {"x": ()}, "the truth of a traced value is not known"),
    (lambda x: float(x), {"x": ()}, "a traced value is not a number yet"),
    (lambda x: np.concatenate(np.random.default_rng(0).random(2), x), {"x": ()}, "a traced value is not a number"),
    (lambda x: x[x > 0], {"x": (3,)}, r"Use np.where\(mask, x, 0\)"),
    (lambda x, t: x[t], {"x": (3,), "t": (2,)}, "a float array cannot be an index"),
    (lambda x: None, {"x": (3,)}, "the traced function returned None"),
    (lambda x: np.add(x, x, out=np.random.default_rng(0).random(3)), {"x": (3,)}, "an ordinary array, which can hold"),
    (lambda x: np.sqrt(x, where=[True, False, True]), {"x": (3,)}, "np.sqrt has no formula"),
    (lambda x: x.ravel("K"), {"x": (3,)}, "the order 'K' depends on how an array lies in memory"),
    (lambda x: np.repeat(x, x), {"x": (3,)}, "the number of repetitions decides the shape"),
    (lambda x: np.delete(x, x), {"x": (3,)}, "what is left out decides the shape"),
    (lambda x: np.sum([x, x], axis=0), {"x": (3,)}, r"np.sum\(np.stack\(\[x, y\]\), axis=0\)"),
    (lambda x: x + np.random.default_rng(0).random(50), {"x": (50,)}, "Pass the array as an argument"),
    (lambda x: np.eye(x), {"x": ()}, "np.eye has no formula that es.trace knows: of values"),
    (lambda x: x.tobytes(), {"x": (3,)}, "a traced array has no .tobytes"),
    (lambda x: np.einsum("i->w", x), {"x": (3,)}, "'w' stands in the output of 'i->w' but in no input"),
    (lambda x: np.einsum("ii->ii", x), {"x": (3, 3)}, "'i' stands twice in the output"),
    (lambda x: np.einsum("...i->i", x), {"x": (3, 3)}, "lacks the '...' of its inputs"),
    (lambda x: np.einsum("i->->", x), {"x": (3,)}, "'-' cannot stand in the subscripts"),
    (lambda x: np.einsum("ij", x), {"x": (3,)}, "operand 0 of einsum has 1 axis"),
])  # fmt: skip
def test_what_cannot_be_traced_is_named(function: Any, shapes: dict[str, Any], message: str) -> None:
    with pytest.raises(EspressoError, match=message) as error:
        trace(function, **shapes)
    assert isinstance(error.value, TracingError | EspressoError)


def test_shape_errors_are_numpys() -> None:
    with pytest.raises(ValueError, match="broadcast"):
        trace(lambda x, y: x + y, x=(3,), y=(4,))
    with pytest.raises(ValueError, match="matmul"):
        trace(lambda x: x @ x, x=(2, 3))
    with pytest.raises(IndexError):
        trace(lambda x: x[5], x=(3,))
    with pytest.raises(IndexError, match="index 1 is out of bounds"):
        trace(lambda x: x[np.array([0, 1])], x=(1,))
    with pytest.raises(IndexError, match="index -4 is out of bounds"):
        trace(lambda x: x[[0, -4]], x=(3,))


def test_zero_size_axes() -> None:
    for function in (
        lambda x: x.sum(axis=0),
        lambda x: np.exp(x) * 2,
        lambda x: np.concatenate([x, x]),
        lambda x: x[1:],
    ):
        check(function, {"x": np.ones((0, 3))})


@pytest.mark.parametrize("function, shapes", [
    (lambda A, b: np.linalg.solve(A, b), {"A": (3, 3), "b": (3,)}),
    (lambda A, b: np.linalg.solve(A, b), {"A": (2, 3, 3), "b": (2, 3, 4)}),
    (lambda A, b: np.linalg.solve(A, b), {"A": (2, 3, 3), "b": (3,)}),
    (lambda A: np.linalg.inv(A.T) @ A, {"A": (3, 3)}),
    (lambda A: np.linalg.inv(A), {"A": (1, 1)}),
    (lambda A: np.linalg.det(A)*2, {"A": (4, 3, 3)}),
    (lambda A: np.linalg.det(A), {"A": (2, 1, 1)}),
    (lambda A, x: x @ np.linalg.inv(A.T @ A) @ x + np.linalg.det(A.T @ A), {"A": (4, 3), "x": (3,)}),
    (lambda A, x: x @ ((A.T @ A) @ x) + (A.T @ A).sum(), {"A": (4, 3), "x": (3,)}),
])  # fmt: skip
def test_functions_of_matrices_and_products_that_occur_twice(function: Any, shapes: dict[str, Any]) -> None:
    rng = np.random.default_rng(0)
    arrays = {n: rng.normal(size=s) for n, s in shapes.items()}
    expected = function(**arrays)
    got = evaluate(trace(function, **shapes), arrays)
    np.testing.assert_allclose(got, expected, rtol=1e-9)
    assert np.shape(got) == np.shape(expected)
