"""Operations of an older library for two devices, as one expression on every target (sB1, sB12, sE10); `test_operation_list` has the others.

Plain NumPy says what the value is, the reference evaluator what the gradient is; no operation has code of its own on a target.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.reference.evaluator import evaluate

TARGETS = ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)]
Row = tuple[Any, dict[str, tuple[int, ...]], Callable[..., Any]]
M, V = {"x": (3, 4)}, {"x": (5,)}
FOUR = {"x": (2, 3, 2, 4)}


def _gemm(left: bool, right: bool) -> Row:
    a, b = "x[k,i]" if left else "x[i,k]", "w[j,k]" if right else "w[k,j]"
    shapes = {"x": (4, 3) if left else (3, 4), "w": (5, 4) if right else (4, 5)}
    return f"y[i,j] = 0.5*{a}*{b}", shapes, lambda x, w: 0.5 * (x.T if left else x) @ (w.T if right else w)


OPERATIONS: dict[str, Row] = {
    "fill": ("y[i,j] = 2.5 + 0*x[i,j]", M, lambda x: np.full(x.shape, 2.5)),
    "map": ("y[i,j] = where(x[i,j] > 0, x[i,j]**2, -x[i,j])", M, lambda x: np.where(x > 0, x**2, -x)),
    "vv dot": ("y = x[i]*w[i]", V | {"w": (5,)}, np.dot),
    "mv dot": ("y[i] = x[i,j]*w[j]", M | {"w": (4,)}, np.dot),
    "mm dot": ("y[i,k] = x[i,j]*w[j,k]", M | {"w": (4, 5)}, np.dot),
    "outer": ("y[i,j] = x[i]*w[j]", V | {"w": (3,)}, np.outer),
    "A Bt accumulated": ("y[i,k] = c[i,k] + x[i,j]*w[k,j]", M | {"w": (5, 4), "c": (3, 5)}, lambda x, w, c: c + x @ w.T),
    "At B accumulated": ("y[i,k] = c[i,k] + x[j,i]*w[j,k]", M | {"w": (3, 5), "c": (4, 5)}, lambda x, w, c: c + x.T @ w),
    "arithmetic with numbers": ("y[i,j] = (2*x[i,j] + 1 - 3)/4", M, lambda x: (2 * x - 2) / 4),
    "arithmetic along an axis": (
        "y[i,j] = (x[i,j] + w[j] - u[i])*w[j]/(2 + u[i]**2)", M | {"w": (4,), "u": (3,)},
        lambda x, w, u: (x + w - u[:, None]) * w / (2 + u[:, None] ** 2),
    ),
    "bias": ("y[n,c,p,q] = x[n,c,p,q] + w[c]", FOUR | {"w": (3,)}, lambda x, w: x + w[:, None, None]),
    "geam": ("y[i,j] = 2*x[i,j] - 3*w[j,i]", M | {"w": (4, 3)}, lambda x, w: 2 * x - 3 * w.T),
    **{f"gemm {a}{b}": _gemm(a == "T", b == "T") for a in "NT" for b in "NT"},
    "convolution": (
        "y[n,o,p,q] = x[n,c,p+r,q+s]*w[o,c,r,s] + b[o]", {"x": (2, 3, 5, 6), "w": (4, 3, 2, 3), "b": (4,)},
        lambda x, w, b: np.einsum("ncpqrs,ocrs->nopq", np.lib.stride_tricks.sliding_window_view(x, (2, 3), (2, 3)), w)
        + b[:, None, None],
    ),
    "batch norm, inference": (
        "y[n,c,p,q] = (x[n,c,p,q] - m[c])/sqrt(m[c]**2 + 1e-5)*g[c]", FOUR | {"m": (3,), "g": (3,)},
        lambda x, m, g: (x - m[:, None, None]) / np.sqrt(m**2 + 1e-5)[:, None, None] * g[:, None, None],
    ),
    "mask": ("y[i,j] = x[i,j]*(i <= j)", M, np.triu),
    **{
        name: (f"y[i,j] = {name}(x[i,j])", M, plain)
        for name, plain in {
            "relu": lambda x: np.maximum(x, 0), "tanh": np.tanh, "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "exp": np.exp,
        }.items()
    },
    "hardtanh": ("y[i,j] = max(-1, min(1, x[i,j]))", M, lambda x: x.clip(-1, 1)),
    "log": ("y[i,j] = log(x[i,j]**2 + 1)", M, lambda x: np.log(x * x + 1)),
    "sqrt": ("y[i,j] = sqrt(x[i,j]**2 + 1)", M, lambda x: np.sqrt(x * x + 1)),
    "square": ("y[i,j] = x[i,j]**2", M, np.square),
    "sum": ("y = sum[i,j](x[i,j])", M, np.sum),
    "mean": ("y = mean[i,j](x[i,j])", M, np.mean),
    **{f"sum along {a}": (f"y[{'ijk'.replace(a, '')[0]},{'ijk'.replace(a, '')[1]}] = sum[{a}](x[i,j,k])", {"x": (3, 4, 5)},
                          lambda x, d=d: x.sum(d)) for d, a in enumerate("ijk")},
    "windows": ("y[t,c,k] = x[t+c,k]*w[c]", {"x": (5, 2), "w": (3,)}, lambda x, w: np.stack([x[c : c + 3] for c in range(3)], 1) * w[:, None]),
    "adagrad": (
        "s[i] = h[i] + x[i]**2; y[i] = w[i] - 0.1*x[i]/sqrt(s[i] + 1e-8)", V | {"w": (5,), "h": (5,)},
        lambda x, w, h: w - 0.1 * x / np.sqrt(abs(h) + x * x + 1e-8),
    ),
    "momentum": (
        "m[i] = 0.9*h[i] + x[i]; y[i] = w[i] - 0.1*m[i]", V | {"w": (5,), "h": (5,)}, lambda x, w, h: w - 0.1 * (0.9 * h + x)
    ),
    "momentum of Nesterov": (
        "m[i] = 0.9*h[i] + x[i]; y[i] = w[i] - 0.1*(x[i] + 0.9*m[i])", V | {"w": (5,), "h": (5,)},
        lambda x, w, h: w - 0.1 * (x + 0.9 * (0.9 * h + x)),
    ),
    "recurrent step": (
        "y[b,k] = tanh(x[b,i]*w[k,i] + h[b,m]*u[k,m] + d[k])", M | {"w": (5, 4), "h": (3, 5), "u": (5, 5), "d": (5,)},
        lambda x, w, h, u, d: np.tanh(x @ w.T + h @ u.T + d),
    ),
}  # fmt: skip


def _given(shapes: dict[str, tuple[int, ...]], dtype: str) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(5)
    given = {n: rng.normal(size=s).astype(dtype) for n, s in shapes.items()}
    return given | {"h": abs(given["h"])} if "h" in given else given


def _expression(source: Any) -> es.Expr:
    e = es.parse(source) if isinstance(source, str) else source()
    return e.args[-1] if e.op == "program" else e


ON_TARGETS: list[Any] = [(name, ("cpu", "numpy")[k % 2]) for k, name in enumerate(OPERATIONS)]
ON_TARGETS += [pytest.param(name, "opencl", marks=[pytest.mark.opencl, *[pytest.mark.slow] * (k % 2)]) for k, name in enumerate(OPERATIONS)]


@pytest.mark.parametrize(("name", "target"), ON_TARGETS)
def test_sb1_an_operation_and_its_gradients(name: str, target: str) -> None:
    """Within 1e-4 of NumPy and the reference in float32, within 1e-9 in float64 (``numpy``)."""
    source, shapes, plain = OPERATIONS[name]
    e = _expression(source)
    dtype, near = ("float64", 1e-9) if target == "numpy" else ("float32", 1e-4)
    given = _given(shapes, dtype)
    right = np.asarray(plain(*(a.astype("float64") for a in given.values())))
    given["G"] = np.cos(np.arange(right.size)).reshape(right.shape).astype(dtype)
    roots = [e, *(es.vjp(e, n, "G") for n in shapes)]
    f = es.compile(roots, target=target)
    found = f(**{n: v for n, v in given.items() if n in f.inputs})
    assert found[0].shape == right.shape and found[0].dtype == np.dtype(dtype)
    np.testing.assert_allclose(found[0], right, rtol=near, atol=near)
    for value, root in zip(found[1:], roots[1:], strict=True):
        exact = evaluate(root, {n: a.astype("float64") for n, a in given.items()})
        np.testing.assert_allclose(value, exact, rtol=near, atol=near, err_msg=str(root))


@pytest.mark.parametrize("target", TARGETS)
def test_sb1_every_order_of_axes(target: str) -> None:
    """All 2, 6 and 24 orders of two to four axes, and their gradients, in one program each."""
    x = np.arange(48.0).reshape(2, 3, 2, 4)
    for rank in (2, 3, 4):
        letters, part = "ijkl"[:rank], x[(..., *[0] * (4 - rank))]
        orders = list(itertools.permutations(range(rank)))
        names = [",".join(letters[o] for o in order) for order in orders]
        roots = [es.parse(f"y{k}[{left}] = x[{','.join(letters)}]") for k, left in enumerate(names)]
        slopes = [es.vjp(e, "x", f"G{k}") for k, e in enumerate(roots)]
        given = {f"G{k}": np.sin(part.transpose(order)) for k, order in enumerate(orders)}
        found = es.compile([*roots, *slopes], target=target)(x=part, **given)
        for value, order in zip(found, orders, strict=False):
            np.testing.assert_array_equal(value, part.transpose(order))
        for value in found[len(orders) :]:
            np.testing.assert_array_equal(value, np.sin(part))


@pytest.mark.parametrize("target", TARGETS)
def test_sb1_dropout_and_cells(target: str) -> None:
    """Random bits, LSTM and GRU: the target gives what the reference gives."""
    x, h, c, seed = *es.tensors("x[b,i] h[b,k] c[b,k]"), es.scalar("seed")
    W, U, d, e = es.tensors("W[g,k,i] U[g,k,m] d[g,k] e[g,k]")
    cases = [
        ([nn.dropout(x, 0.5, seed)], {"x": (7, 9)}, {"seed": 11}),
        (list(nn.lstm_step(x, h, c, W, U, d)), {"x": (3, 4), "h": (3, 5), "c": (3, 5), "W": (4, 5, 4), "U": (4, 5, 5), "d": (4, 5)}, {}),
        (
            [nn.gru_step(x, h, W, U, d, e)],
            {"x": (3, 4), "h": (3, 5), "W": (3, 5, 4), "U": (3, 5, 5), "d": (3, 5), "e": (3, 5)}, {},
        ),
    ]  # fmt: skip
    rng = np.random.default_rng(1)
    for roots, shapes, more in cases:
        given = {n: rng.normal(size=s) for n, s in shapes.items()} | more
        roots = [*roots, *es.grad(es.sum(roots[0] * roots[0]), list(shapes))]
        for value, root in zip(es.compile(roots, target=target)(**given), roots, strict=True):
            np.testing.assert_allclose(value, evaluate(root, given), rtol=1e-9, atol=1e-11)
    if target == "cpu":
        kept = es.compile(cases[0][0])(x=np.ones((70, 90)), seed=11)[0]
        assert set(np.unique(kept)) == {0, 2} and abs((kept > 0).mean() - 0.5) < 0.05
