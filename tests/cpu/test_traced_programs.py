"""Programs as they are written for NumPy: arrays made inside, loops over triangles, sums, masks, functions that call."""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(5)


def A(*shape: int) -> Any:
    return RNG.normal(size=shape) * 0.5


def spd(n: int) -> Any:
    B = A(n, n)
    return B @ B.T + np.eye(n)


# --- arrays that the function makes -------------------------------------------------------------


def moments(x: Any) -> Any:
    m = np.empty((3, 2))
    m[0] = x[:2]
    m[1:, 0] = x.mean()
    m[1:, 1] = 4
    return m


def grid(x: Any) -> Any:
    u = np.linspace(0.0, 1.0, 33)
    return np.exp(-(u**2)) * x.sum() + np.arange(33)[::-1]


def between(a: Any, b: Any) -> Any:
    return np.linspace(a, b, 7) + np.linspace(a, 2, 7, endpoint=False)


def listed_values(x: Any) -> Any:
    return np.asarray([x[0], 2.0 * x[1], 3]) @ np.array([[x[2], 1.0], [0.0, x[3]], [1.0, 2.0]])


def fourier(x: Any) -> Any:
    i, j = np.mgrid[0:20, 0:20]
    return np.abs(np.exp(-2.0j * np.pi * i * j / 20) @ x)


def known_views(x: Any) -> Any:
    z = np.zeros((4, 5))
    row, turned = z[1], z.T
    row[:] = 2
    turned[0] += 1
    assert z[1, 0] == 3 and z.sum() == 14  # numbers still
    row[2] = x[0]
    return z, turned * 1.0, isinstance(z, np.ndarray) + z[1]


def ints(x: Any) -> Any:
    at = np.arange(6)[::2]
    total = 0.0
    for k in at:
        total = total + x[int(k)]
    return total * len(at) + x[at].sum() + x[np.array([True, False] * 3)].sum()


def larger_half(x: Any) -> Any:
    x[x > 0] = x[x > 0] ** 2 + 1
    y = x[x < 0]
    return x, y.sum(), np.mean(y), y.max()


def cholesky(M: Any) -> Any:
    return np.linalg.cholesky(M) + np.triu(M, k=1)


def histogram(x: Any, w: Any) -> Any:
    counts, edges = np.histogram(x, 6)
    return counts, edges, np.histogram(x, 6, weights=w)[0], np.histogram(x, 4, range=(-0.5, 0.5), density=True)[0]


EDGES = [-0.5, -0.125, 0.0, 0.25, 1.5]


def between_edges(x: Any, w: Any, b: Any) -> Any:
    x = np.concatenate([x, b])  # elements that are edges
    counts, edges = np.histogram(x, bins=EDGES, density=True)
    return counts, edges, np.histogram(x, np.array(EDGES), weights=np.r_[w, b])[0], np.histogram(x, b)[0]


def ends_of_order_two(x: Any) -> Any:
    return np.gradient(x, 0.5, edge_order=2, axis=0), np.gradient(x, edge_order=2, axis=1)


def joined(x: Any, y: Any) -> Any:
    return np.r_[0.0, x, 1:3, y[0]], np.c_[np.ones(4), x, np.stack([x, y], 1)], np.r_[x]


def parts_between(x: Any, M: Any) -> Any:
    return np.add.reduceat(x, [0, 3, 7, 2]), np.maximum.reduceat(M, np.array([0, 2]), axis=1)


def helper_step(u: Any, v: Any, n: int) -> Any:
    for _ in range(n):
        v[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
        u[:] = v
    return np.zeros(len(u)) + u


def called(u: Any) -> Any:
    return helper_step(u, u * 1.0, 20)


MADE: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    f.__name__: (f, arrays) for f, arrays in [
        (moments, {"x": A(5)}), (grid, {"x": A(3)}), (between, {"a": 0.25, "b": 3.5}), (listed_values, {"x": A(4)}),
        (fourier, {"x": A(20)}), (known_views, {"x": A(3)}), (ints, {"x": A(6)}), (larger_half, {"x": A(9)}),
        (cholesky, {"M": spd(4)}), (histogram, {"x": A(40), "w": A(40)}), (called, {"u": A(9)}),
        (between_edges, {"x": A(40), "w": A(40), "b": np.array(EDGES)}), (ends_of_order_two, {"x": A(3, 5)}),
        (joined, {"x": A(4), "y": A(4)}), (parts_between, {"x": A(9), "M": A(3, 5)}),
    ]
}  # fmt: skip

# --- loops --------------------------------------------------------------------------------------


def rank_one_updates(C: Any, B: Any) -> Any:
    for i in range(B.shape[0]):
        C[i, : i + 1] *= 1.5
        for k in range(B.shape[1]):
            C[i, : i + 1] += B[i, k] * B[: i + 1, k]
    return C


def covariance(X: Any) -> Any:
    n = X.shape[1]
    cov = np.zeros((n, n))
    for i in range(n):
        cov[i:n, i] = cov[i, i:n] = X[:, i] @ X[:, i:n]
    return cov


def triangular_product(L: Any, B: Any) -> Any:
    for i in range(L.shape[0]):
        for j in range(B.shape[1]):
            B[i, j] += np.dot(L[i + 1 :, i], B[i + 1 :, j])
    return B


def orthogonal(X: Any) -> Any:
    Q, R = np.zeros_like(X), np.zeros((X.shape[1], X.shape[1]))
    for k in range(X.shape[1]):
        R[k, k] = np.sqrt(X[:, k] @ X[:, k])
        Q[:, k] = X[:, k] / R[k, k]
        for j in range(k + 1, X.shape[1]):
            R[k, j] = Q[:, k] @ X[:, j]
            X[:, j] -= Q[:, k] * R[k, j]
    return Q, R


def reversed_parts(r: Any) -> Any:
    y = np.zeros_like(r)
    for k in range(1, r.shape[0]):
        a = r[k] + np.dot(np.flip(r[:k]), y[:k])
        y[:k] += 0.1 * a * y[:k][::-1]
        y[k] = a
    return y


def windows(x: Any, w: Any) -> Any:
    out = np.empty((18, 17))
    for i in range(18):
        for j in range(17):
            out[i, j] = np.sum(x[i : i + 3, j : j + 2] * w)
    return out


def pooled(x: Any) -> Any:
    out = np.zeros(40)
    for t in range(1, 18):
        out[2 * t + 1] = x[t - 1 : t + 2].max() * t
    return out


def binned(x: Any) -> Any:
    out = np.zeros(16)
    for i in range(16):
        inside = np.logical_and(i / 16 <= x, x < (i + 2) / 16)
        out[i] = x[inside].sum()
    return out


def escape_time(c: Any) -> Any:
    z, count = np.zeros(c.shape, complex), np.zeros(c.shape, int)
    for n in range(17):
        alive = np.less(abs(z), 2.0)
        count[alive] = n
        z[alive] = z[alive] ** 2 + c[alive]
    return count


def sparse(row: Any, col: Any, val: Any, x: Any) -> Any:
    y = np.empty(row.size - 1)
    for i in range(row.size - 1):
        y[i] = val[row[i] : row[i + 1]] @ x[col[row[i] : row[i + 1]]]
    return y


def logged_energy(u: Any) -> Any:
    e = np.zeros(21)
    e[0] = u @ u
    for i in range(20):
        u = np.sin(u) + 0.1 * e[0]
        e[i + 1] = u @ u
    return e


STARTS = np.concatenate([[0], np.sort(RNG.integers(0, 30, 16)), [30]])
LOOPS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    f.__name__: (f, arrays) for f, arrays in [
        (rank_one_updates, {"C": A(17, 17), "B": A(17, 18)}), (covariance, {"X": A(6, 17)}),
        (triangular_product, {"L": A(17, 17), "B": A(17, 16)}), (orthogonal, {"X": A(18, 16) + np.eye(18, 16)}),
        (reversed_parts, {"r": A(18)}), (windows, {"x": A(20, 18), "w": A(3, 2)}), (pooled, {"x": A(20)}),
        (binned, {"x": RNG.random(30)}), (escape_time, {"c": A(5) + 1j * A(5)}),
        (sparse, {"row": STARTS, "col": RNG.integers(0, 9, 30), "val": A(30), "x": A(9)}), (logged_energy, {"u": A(4)}),
    ]
}  # fmt: skip
WITHOUT_STEPS = ["rank_one_updates", "covariance", "windows", "pooled", "binned", "sparse"]


def numbers(function: Callable[..., Any], arrays: dict[str, Any]) -> Any:
    return function(**{n: a.copy() if isinstance(a, np.ndarray) else a for n, a in arrays.items()})


@pytest.mark.parametrize("case", [*MADE, *LOOPS])
def test_values_are_numpys(case: str) -> None:
    function, arrays = {**MADE, **LOOPS}[case]
    found, want = es.trace(function, **arrays), numbers(function, arrays)
    found, want = (v if isinstance(v, tuple) else (v,) for v in (found, want))
    assert len(found) == len(want)
    for e, w in zip(found, want, strict=True):
        given = {n: arrays[n] for n in e.inputs}
        np.testing.assert_allclose(es.evaluate(e, given), w, rtol=1e-9, atol=1e-11)
    given = {n: arrays[n] for e in found for n in e.inputs}
    for got, w in zip(es.compile(list(found))(**given), want, strict=True):
        np.testing.assert_allclose(got, w, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("case", WITHOUT_STEPS)
def test_loops_whose_iterations_do_not_need_each_other_are_formulas(case: str) -> None:
    function, arrays = LOOPS[case]
    assert "[0," not in str(es.trace(function, **arrays)).partition("=")[0] and "t - 1" not in str(
        es.trace(function, **arrays))  # fmt: skip


def test_costs_do_not_grow_with_the_count() -> None:
    """In calls of functions, which a busy machine does not change."""

    def calls(n: int) -> int:
        events: list[str] = []
        sys.setprofile(lambda _frame, event, _argument: events.append(event))
        try:
            es.trace(rank_one_updates, C=(n, n), B=(n, n))
        finally:
            sys.setprofile(None)
        return len(events)

    calls(16)
    assert calls(3000) < 1.1 * calls(16)


def test_what_a_loop_stores_out_of_sight() -> None:
    hidden: list[Any] = []
    store = functools.partial(list.append, hidden)

    def f(x: Any) -> Any:
        hidden.clear()
        h = x * 1.0
        for _ in range(18):
            h = np.sin(h)
            store(h)
        return sum(hidden)

    x = A(3)
    np.testing.assert_allclose(es.evaluate(es.trace(f, x=x), {"x": x}), f(x))


def left_early(x: Any) -> Any:
    for t in range(20):
        x = np.sin(x)
        if t == 2:
            break
    return x


def test_a_loop_that_is_left_is_written_out() -> None:
    x = A(3)
    np.testing.assert_allclose(es.evaluate(es.trace(left_early, x=x), {"x": x}), left_early(x))


def scaled_lower_rows(C: Any, A: Any) -> None:
    """Writes into an array of its caller, and reads it nowhere after the loop."""
    for i in range(18):
        C[i, : i + 1] *= 0.5
        for k in range(17):
            C[i, : i + 1] += A[i, k] * A[: i + 1, k]


def test_an_array_of_the_caller_that_a_loop_changes_is_no_variable_of_one_iteration() -> None:
    def f(C: Any, A: Any) -> Any:
        scaled_lower_rows(C, A)
        return C

    C, X = A(18, 18), A(18, 17)
    e = es.trace(f, C=C, A=X)
    assert str(e) == "f[i,j] = where(j < i + 1, C[i,j]*0.5 + sum[k](A[i,k]*A[j,k]), C[i,j])"
    np.testing.assert_allclose(es.evaluate(e, {"C": C, "A": X}), f(C.copy(), X))


@pytest.mark.parametrize("made", [np.linspace(0, 1, 0), np.zeros(0, bool), np.zeros(0, int), np.zeros(0, complex)])
def test_arrays_of_no_numbers_have_their_dtype(made: Any) -> None:
    e = es.trace(lambda x: (x, made), x=(0,))[1]
    for found in (es.evaluate(e, {}), es.compile(e, target="numpy")(), es.compile(e)()):
        assert (found.shape, found.dtype) == (made.shape, made.dtype)


def test_a_large_triangle_of_numbers_is_found_at_once() -> None:
    start = time.perf_counter()
    e = es.trace(lambda X: X * np.tri(2000, 2000, -3), X=(2000, 2000))
    assert time.perf_counter() - start < 4  # 13 s where each diagonal is tried
    assert str(e) == "[i,j] = X[i,j]*1.0*(j <= i - 3)"


@pytest.mark.parametrize(("function", "message"), [
    (lambda x: x[x > 0], r"Use np.where\(mask, x, 0\)"),
    (lambda x: x[x > 0].reshape(2, 2), "whose length depends on values has no .reshape"),
    (lambda x: x[x > 0] + x, "no counterpart of known length"),
    (lambda x: x[x > 0] + x[x > 1], "no counterpart with another mask"),
    (lambda x: np.zeros(x[0]), "np.zeros has no formula that es.trace knows: of values that the function computes"),
    (lambda x: np.arange(x[0]), "a length that the function computes decides the shape"),
    (lambda x: np.histogram(x, "auto"), "np.histogram has no formula that es.trace knows: with a number of bins that"),
    (lambda x: np.fft.rfft(x), r"np.fft.rfft has no formula .*: the transform is the product np.exp\(-2j"),
    (lambda x: np.bincount(x.astype(int), x), r"np.add.at\(total, x, weights\) adds to total = np.zeros\(n\)"),
    (lambda x: np.linalg.pinv(x[:, None]), "where A has full rank, np.linalg.solve"),
])  # fmt: skip
def test_what_has_no_formula(function: Any, message: str) -> None:
    with pytest.raises(es.EspressoError, match=message):
        es.trace(function, x=(4,))


# --- several recurrences, each kernel by itself --------------------------------------------------


def recurrences_behind_one_another(x: Any, S: Any) -> Any:
    for i in range(1, x.shape[0] - 1):
        S[i, :i] -= S[:i, i] * S[0, i]
    for i in range(1, x.shape[0]):
        x[i] = np.tanh(x[i - 1])
    s = 0.0
    for i in range(1, x.shape[0]):
        s = s * 0.5 + S[i, i - 1] + x[0]
    return s + np.sum(x)


def test_lengths_that_other_statements_tell() -> None:
    """The length of the last state is that of an array in another statement."""
    arrays = {"x": A(20), "S": A(20, 20)}
    e = es.trace(recurrences_behind_one_another, x=(20,), S=(20, 20))
    wanted = recurrences_behind_one_another(**{n: a.copy() for n, a in arrays.items()})
    for fused in (True, False):
        found = es.compile(e, fused=fused)(**{n: arrays[n] for n in e.inputs})
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


# --- sweeps forwards and backwards, and their gradients ------------------------------------------


def crank_nicolson(u: Any, r: Any) -> Any:
    n = u.shape[0]
    d = (1 - r) * u
    d[1:] += r / 2 * u[:-1]
    d[:-1] += r / 2 * u[1:]
    a, b = -r / 2 * np.ones(n), (1 + r) * np.ones(n)
    c, e, x = np.zeros(n), np.zeros(n), np.zeros(n)
    c[0], e[0] = a[0] / b[0], d[0] / b[0]
    for i in range(1, n):
        m = b[i] - a[i] * c[i - 1]
        c[i] = a[i] / m
        e[i] = (d[i] - a[i] * e[i - 1]) / m
    x[-1] = e[-1]
    for i in range(n - 2, -1, -1):
        x[i] = e[i] - c[i] * x[i + 1]
    return x


def smoother(z: Any, F: Any, Q: Any) -> Any:
    x, P = np.zeros(2), np.eye(2)
    xs, Ps, before, Pb = np.zeros((16, 2)), np.zeros((16, 2, 2)), np.zeros((16, 2)), np.zeros((16, 2, 2))
    for t in range(16):
        x, P = F @ x, F @ P @ F.T + Q
        before[t], Pb[t] = x, P
        K = P[:, 0] / (P[0, 0] + 0.5)
        x, P = x + K * (z[t] - x[0]), P - np.outer(K, P[0])
        xs[t], Ps[t] = x, P
    smooth = xs.copy()
    for t in range(14, -1, -1):
        smooth[t] = xs[t] + Ps[t] @ F.T @ np.linalg.inv(Pb[t + 1]) @ (smooth[t + 1] - before[t + 1])
    return smooth


@pytest.mark.parametrize("program, arrays", [
    (crank_nicolson, {"u": A(18), "r": 0.4}),
    (smoother, {"z": A(16), "F": np.array([[1.0, 0.1], [0.0, 1.0]]), "Q": 0.1 * np.eye(2)}),
])  # fmt: skip
def test_gradients_of_sweeps_forwards_and_backwards(program: Any, arrays: dict[str, Any]) -> None:
    e = es.trace(program, **arrays)
    v = A(*program(**arrays).shape)
    for name, at in arrays.items():
        g = es.vjp(e, name, "v_")
        found = es.compile(g)(**{n: (arrays | {"v_": v})[n] for n in g.inputs})
        step = A(*np.shape(at))
        ends = [program(**arrays | {name: at + h * step}) for h in (1e-6, -1e-6)]
        np.testing.assert_allclose(np.sum(found * step), np.sum((ends[0] - ends[1]) * v) / 2e-6, rtol=1e-6)


def attracted(x: Any, v: Any, m: Any) -> Any:
    for _ in range(20):
        d = x[None, :] - x[:, None]
        r2 = (d**2).sum(-1) + 0.05
        v = v + 0.01 * (m[None, :, None] * d / r2[..., None] ** 1.5).sum(1)
        x = x + 0.01 * v
    return v


def test_local_arrays_of_a_step_that_read_what_it_changes() -> None:
    arrays = {"x": A(5, 3), "v": A(5, 3), "m": np.abs(A(5))}
    e = es.trace(attracted, **arrays)
    assert len(str(e)) < 1000, "the steps are written out"
    np.testing.assert_allclose(es.compile(e)(**arrays), attracted(**arrays), rtol=1e-12)


def test_a_copy_of_numbers_keeps_their_formula() -> None:
    def function(x: Any) -> Any:
        a = np.zeros(20)
        a[0] = 1.0
        b = a.copy()
        a[3] = 2.0
        b[1] = x[1]
        return a * x + b

    x = A(20)
    np.testing.assert_allclose(es.compile(es.trace(function, x=(20,)))(x=x), function(x))
