"""Loops of traced functions: the same step each time is a recurrence, anything else is written out; values either way."""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex

RNG = np.random.default_rng(11)


def A(*shape: int) -> Any:
    return RNG.normal(size=shape) * 0.5


def jacobi_2d(n: int, A: Any, B: Any) -> Any:
    for _ in range(1, n):
        B[1:-1, 1:-1] = 0.2 * (A[1:-1, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:] + A[2:, 1:-1] + A[:-2, 1:-1])
        A[1:-1, 1:-1] = 0.2 * (B[1:-1, 1:-1] + B[1:-1, :-2] + B[1:-1, 2:] + B[2:, 1:-1] + B[:-2, 1:-1])
    return A + B


def heat_1d(n: int, u: Any) -> Any:
    v = u * 1.0
    for _ in range(n):
        v[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
        u, v = v, u
    return u


def rnn(h: Any, W: Any, x: Any) -> Any:
    for t in range(x.shape[0]):
        h = np.tanh(W @ h + x[t])
    return (h**2).sum()


def from_zeros(W: Any, x: Any) -> Any:
    h, total = np.zeros(3), 0.0
    for t in range(len(x)):
        z = W @ h + x[t]
        h = np.tanh(z)
        total = total + (h * x[len(x) - 1 - t]).sum()
    return total + z.sum()


def of_a_class(W: Any, x: Any) -> Any:
    class Cell:
        def __init__(self) -> None:
            self.state = {"h": x[0] * 0}

        def step(self, row: Any) -> None:
            self.state["h"] = np.tanh(W @ self.state["h"] + row)

    cell = Cell()
    for t in range(20):
        cell.step(x[t])
    return cell.state["h"]


def lstm(W: Any, U: Any, x: Any, c: Any, h: Any) -> Any:
    n = h.shape[1]
    for t in range(x.shape[0]):
        z = x[t] @ U + h @ W
        i, f, o, g = z[:, :n], z[:, n : 2 * n], z[:, 2 * n : 3 * n], z[:, 3 * n :]
        c = np.tanh(f) * c + np.tanh(i) * np.tanh(g)
        h = np.tanh(o) * np.tanh(c)
    return h + z.sum()


def heat_3d(n: int, A: Any, B: Any) -> Any:
    inside = (slice(1, -1),) * 3
    for _ in range(1, n):
        for new, old in ((B, A), (A, B)):
            total = -6.0 * old[inside]
            for axis in range(3):
                for side in (slice(2, None), slice(None, -2)):
                    total = total + old[inside[:axis] + (side,) + inside[axis + 1 :]]
            new[inside] = 0.125 * total + old[inside]
    return A


def vector_from_a_number(x: Any) -> Any:
    total = 0
    for t in range(20):
        total = total * 0.5 + x[t]
    return total


def every_second_row(x: Any) -> Any:
    s = x[0] * 1.0
    for t in range(0, 36, 2):
        s = np.sin(s) + x[t + 1] - x[t : t + 2].sum(axis=0)
    return s


def backward(x: Any) -> Any:
    s = np.ones(3)
    for t in range(19, -1, -1):
        s = s * x[t] + 1
    return s


def rows_in_place(x: Any) -> Any:
    y = np.zeros_like(x)
    for t in range(1, 20):
        y[t] = 0.5 * y[t - 1] + x[t]
    return y


def two_loops(x: Any) -> Any:
    s = x[0] * 1.0
    for t in range(20):
        s = np.cos(s + x[t])
    r = s * 1.0
    for _ in range(17):
        r = r * 0.9 + s
    return r


def listed(h: Any, x: Any) -> Any:
    hs = []
    for t in range(20):
        h = np.tanh(h + x[t])
        hs.append(h)
    return np.stack(hs).sum(axis=0)


def alternating(h: Any, x: Any) -> Any:
    for t in range(20):
        h = np.tanh(h + x[t]) if t % 3 else h * 2
    return h


def counted(h: Any, x: Any) -> Any:
    k = 0
    for t in range(20):
        k += t
        h = h + x[t] * k
    return h


def timed(h: Any, x: Any) -> Any:
    for t in range(20):
        h = h * 0.9 + x[t] * np.sin(0.1 * t)
    return h


def late(h: Any, x: Any) -> Any:
    n = 20
    for t in range(n):
        h = h * 0.9 + x[t : t + 2].sum(axis=0)
        last = t
    return h * last


def weights(h: Any, x: Any) -> Any:
    w = [1.0] * 12 + [5.0] + [1.0] * 7
    for t in range(20):
        h = h * 0.5 + x[t] * w[t]
    return h


def triangle(L: Any, b: Any) -> Any:
    y = np.zeros_like(b)
    for i in range(18):
        y[i] = b[i] - L[i, :i] @ y[:i]
    return y


def comprehension(h: Any, x: Any) -> Any:
    return np.stack([h * x[t] for t in range(20)]).sum(axis=0)


def doubled(x: Any) -> Any:
    a = b = x[0] * 1.0
    for t in range(20):
        a = np.sin(a) + x[t]
        b = a
    return a + b


def names_that_meet(x: Any) -> Any:
    a, b = x[0] * 1.0, x[1] * 2.0
    for t in range(20):
        a = np.sin(a) + x[t] * b
        b = a
    b += 1
    return a + b


def another_first_step(x: Any) -> Any:
    s, first = x[0] * 1.0, True
    for t in range(20):
        s = s * 2 if first else np.sin(s) + x[t]
        first = False
    return s


def numbers_with_two_names(x: Any) -> Any:
    total = x[0, 0] * 1.0
    most = x[0, 0]
    for t in range(20):
        old = total
        total += x[t, 1]
        most = np.maximum(most, total - old)
    return most + total


def queued(h: Any, x: Any) -> Any:
    last: deque[Any] = deque(maxlen=3)
    for t in range(20):
        h = np.tanh(h + x[t])
        last.append(h)
    return sum(last)


def logged(h: Any, x: Any) -> Any:
    for t in range(20):
        h = np.tanh(h + x[t])
        NOTES.append(h)
    return sum(NOTES[-20:])


class Slots:
    __slots__ = ("items",)

    def __init__(self) -> None:
        self.items: list[Any] = []


def where_nobody_looks(h: Any, x: Any) -> Any:
    kept = Slots()
    for t in range(20):
        h = np.tanh(h + x[t])
        kept.items.append(h)
    return sum(kept.items)


def in_a_closure(h: Any, x: Any) -> Any:
    hs: list[Any] = []

    def note(v: Any) -> None:
        hs.append(v)

    def steps(h: Any) -> Any:
        for t in range(20):
            h = np.tanh(h + x[t])
            note(h)
        return h

    return steps(h) + sum(hs)


NOTES: list[Any] = []
ROLLED: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    f.__name__: (f, arrays) for f, arrays in [
        (jacobi_2d, {"n": 30, "A": A(6, 7), "B": A(6, 7)}), (heat_1d, {"n": 20, "u": A(9)}),
        (heat_3d, {"n": 18, "A": A(4, 5, 6), "B": A(4, 5, 6)}),
        (lstm, {"W": A(4, 16), "U": A(3, 16), "x": A(18, 2, 3), "c": A(2, 4), "h": A(2, 4)}),
        (rnn, {"h": A(3), "W": A(3, 3), "x": A(20, 3)}), (from_zeros, {"W": A(3, 3), "x": A(20, 3)}),
        (of_a_class, {"W": A(3, 3), "x": A(20, 3)}), (vector_from_a_number, {"x": A(20, 3)}),
        (every_second_row, {"x": A(40, 3)}), (backward, {"x": A(20, 3)}), (rows_in_place, {"x": A(20, 3)}),
        (two_loops, {"x": A(20, 3)}), (doubled, {"x": A(20, 3)}), (names_that_meet, {"x": A(20, 3)}),
        (another_first_step, {"x": A(20, 3)}), (numbers_with_two_names, {"x": A(20, 3)}),
        (timed, {"h": A(3), "x": A(21, 3)}), (alternating, {"h": A(3), "x": A(21, 3)}),
        (triangle, {"L": A(18, 18), "b": A(18)}), (weights, {"h": A(3), "x": A(21, 3)}),
    ]
}  # fmt: skip
WRITTEN_OUT: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    f.__name__: (f, {"h": A(3), "x": A(21, 3)})
    for f in (queued, logged, where_nobody_looks, in_a_closure, listed, counted, late, comprehension)
}


def plain(function: Callable[..., Any], arrays: dict[str, Any]) -> Any:
    return function(**{n: a.copy() if isinstance(a, np.ndarray) else a for n, a in arrays.items()})


def steps_of(e: es.Expr) -> int:
    """How many recurrences a formula holds."""
    return sum(" - 1" in line and "[t" in line.partition("=")[0] for line in str(e).splitlines())


@pytest.mark.parametrize("case", [*ROLLED, *WRITTEN_OUT])
def test_values_are_those_of_the_loop(case: str) -> None:
    function, arrays = {**ROLLED, **WRITTEN_OUT}[case]
    e = es.trace(function, **arrays)
    assert (steps_of(e) > 0) == (case in ROLLED)
    given = {n: arrays[n] for n in e.inputs}
    want = plain(function, arrays)
    np.testing.assert_allclose(es.evaluate(e, given), want, rtol=1e-10, atol=1e-12)
    if case in ROLLED:
        np.testing.assert_allclose(es.compile(e)(**given), want, rtol=1e-10, atol=1e-12)
        assert es.parse(str(e)) is e


def test_a_function_without_ranges_of_its_own_and_one_that_writes_globals() -> None:
    e = es.trace(lambda x: sum(x[t] for t in range(20)), x=(20,))
    np.testing.assert_allclose(es.evaluate(e, {"x": np.arange(20.0)}), 190)
    assert len(range(20)) == 20 and isinstance(range(20), range)


def test_gradient_of_a_loop() -> None:
    function, arrays = ROLLED["from_zeros"]
    g = es.grad(es.trace(function, **arrays), "W")
    got, want = es.compile(g)(**{n: arrays[n] for n in g.inputs}), np.zeros((3, 3))
    for at in np.ndindex(3, 3):
        step = np.zeros((3, 3))
        step[at] = 1e-6
        ends = [plain(function, arrays | {"W": arrays["W"] + sign * step}) for sign in (1, -1)]
        want[at] = (ends[0] - ends[1]) / 2e-6
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-7)


def test_tracing_costs_the_same_for_many_steps() -> None:
    def seconds(n: int) -> float:
        start = time.perf_counter()
        es.trace(jacobi_2d, n=n, A=(30, 30), B=(30, 30))
        return time.perf_counter() - start

    seconds(20)
    assert seconds(20_000) < 5 * min(seconds(20) for _ in range(3)) + 0.2


def test_short_loops_are_recurrences_where_their_gradient_would_take_long() -> None:
    def network(x: Any, W: Any, h: Any) -> Any:
        for t in range(steps):
            h = np.tanh(W @ h + x[t])
        return (h**2).sum()

    def stencil(x: Any, W: Any, h: Any) -> Any:
        for _ in range(steps):
            h = 0.5 * (h + np.roll(h, 1)) - 0.1 * (h - np.roll(h, -1)) ** 2
        return (h * x[0] + W[0]).sum()

    def elementwise(x: Any, W: Any, h: Any) -> Any:
        for t in range(steps):
            h = np.sin(h) * x[t] + np.cos(h) * W[0]
        return h.sum()

    rng = np.random.default_rng(3)
    arrays = {"x": rng.normal(size=(15, 4)), "W": rng.normal(size=(4, 4)), "h": rng.normal(size=4)}
    def leapfrog(x: Any, W: Any, h: Any) -> Any:
        p = x[0]
        for _ in range(steps):
            p = p - 0.05 * np.sin(h)
            h = h + 0.1 * p
            p = p - 0.05 * np.sin(h) * W[0]
        return (h**2 + p).sum()

    for function, rolled in ((network, {8, 15}), (stencil, {8, 15}), (elementwise, set()), (leapfrog, {15})):
        for steps in (1, 3, 4, 8, 15):
            e = es.trace(function, **{n: a.shape for n, a in arrays.items()})
            assert ex.has(e, "recur") == (steps in rolled), (function, steps)
            np.testing.assert_allclose(es.evaluate(e, arrays), function(**arrays), rtol=1e-12)


def relaxed(u: Any, v: Any) -> None:
    for _ in range(6):
        before = u.copy()
        u[1:-1] = (before[2:] + before[:-2]) / 2 + v[1:-1]


def test_a_loop_around_a_function_with_a_loop_and_arrays_of_its_own() -> None:
    """What that function made is gone when it returns: its loop does not keep it for the garbage collector."""
    def flow(u: Any, v: Any) -> Any:
        for _ in range(20):
            relaxed(u, v)
            v[:] = np.sin(u) / 3
        return u

    u, v = np.ones(12), np.linspace(0, 1, 12)
    gc.disable()
    try:
        e = es.trace(flow, u=u, v=v)
    finally:
        gc.enable()
    assert len([n for n in ex.postorder(e) if n.op == "recur"]) <= 2, "the outer loop is written out"
    np.testing.assert_allclose(es.compile(e, target="cpu")(u=u, v=v), flow(u.copy(), v.copy()))


def test_what_all_steps_share_has_the_axes_of_the_step() -> None:
    def relaxing(u: Any, b: Any, a: Any) -> Any:
        for _ in range(20):
            u = (u[::-1] + u) * 0.25 + b * a * a / (2 * (a * a + 1) * (b * b + 1)) * np.exp(b)
        return u

    e = es.trace(relaxing, u=(30, 40), b=(30, 40), a=())
    arrays = [n for n in ex.lets(e) if n.args[0].op != "recur" and "exp" in str(n)]
    (shared,) = [n for n in arrays if len(n.data[1]) == 2 and n is not e]
    reads = [n for n in ex.postorder(shared.args[0]) if n.op == "access" and n.args[0].op == "tensor" and n.args[1:]]
    assert reads and all(tuple(a.data[0] for a in n.args[1:]) == tuple(shared.data[1]) for n in reads)
