"""Recurrences in the steps of others beside loops of Python or the reference: values, derivatives, scans, errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(1)
ARRAYS = {"p": RNG.normal(size=2)/2, "W": RNG.normal(size=(2, 2))/2, "x": RNG.normal(size=(2, 2, 2))/2}  # fmt: skip
COMPILED = ["rows", "two loops", "inner backward"]
LAST = "h[t] = g[t,size(x,1)]"
CASES = {
    "rows": "h[0,i] = p[i]; g[t,0,i] = h[t-1,i]; g[t,k,i] = tanh(W[i,j]*g[t,k-1,j] + x[t-1,k-1,i]); "
            "h[t,i] = g[t,size(g,1)-1,i] + h[t-1,i]*0.5",
    "two states": "k : index 4; h[0,i] = p[i]; q[t,0,i] = h[t-1,i]; v[t,0,i] = x[t-1,0,i]; "
                  "v[t,k,i] = v[t,k-1,i] - 0.1*(sin(q[t,k-1,i]) - p[i]); q[t,k,i] = q[t,k-1,i] + 0.1*v[t,k,i]; "
                  "h[t,i] = q[t,3,i]",
    "inner backward": "h[0] = p[0]; g[t,size(x,1)] = h[t-1]; g[t,k] = sin(g[t,k+1]) + x[t-1,k,0]; h[t] = g[t,0]*0.7",
    "outer backward": f"h[size(x,0)] = p[0]; g[t,0] = h[t+1]; g[t,k] = sin(g[t,k-1]) + x[t,k-1,1]; {LAST}",
    "all inner steps": "h[0] = p[0]; g[t,0] = h[t-1]; g[t,k] = sin(g[t,k-1]) + x[t-1,k-1,0]; "
                       "h[t] = sum[k](g[t,k]**2)*0.1 + h[t-1]",
    "two loops": "h[0] = p[0]; g[t,0] = h[t-1]; g[t,k] = sin(g[t,k-1]) + x[t-1,k-1,0]; f[t,0] = g[t,size(x,1)]; "
                 "f[t,l] = f[t,l-1]*0.5 + W[l-1,0]; h[t] = f[t,size(W,0)]",
    "three deep": "h[0] = p[0]; g[t,0] = h[t-1]; m[t,k,0] = g[t,k-1]; m[t,k,l] = sin(m[t,k,l-1]) + W[l-1,k-1]; "
                  "g[t,k] = m[t,k,size(W,0)]*x[t-1,k-1,0]; h[t] = g[t,size(x,1)] + h[t-1]",
    "cells inside": "h[0] = p[0]; d[t,0,j] = h[t-1]; d[t,i,0] = 0.5; "
                    "d[t,i,j] = tanh(d[t,i-1,j] + W[i-1,j-1]*d[t,i,j-1]) + x[t-1,0,0]; h[t] = d[t,size(W,0),size(W,1)]",
    "number of the step": f"h[0] = p[0]; g[t,0] = h[t-1]*t; g[t,k] = sin(g[t,k-1]*0.3) + x[t-1,k-1,0]*k*t; {LAST}",
    "two back": f"h[0] = p[0]; h[1] = p[1]; g[t,0] = h[t-1]*h[t-2]; g[t,k] = sin(g[t,k-1]) + x[t-2,k-1,0]; {LAST}",
    "rows before": f"h[0] = p[0]; g[t,0] = h[t-1]; g[t,k] = sin(g[t,k-1]) + 0.3*pad(g)[t-1,k+1] + x[t-1,k-1,0]; {LAST}",
    "no row before the first": "h[0] = p[0]; g[t,0] = W[0,0]; g[t,k] = g[t,k-1]*x[t-1,k-1,0] + h[t-1]; "
                               "h[t] = g[t,size(x,1)] + pad(g)[t-1,0]",
    "wider result": f"h[0] = p[0]; g[t,0] = h[t-1]; g[t,k] = sin(g[t,k-1]) + x[t-1,k-1,0]; {LAST}; y[t,k] = g[t,k]*h[t]",
    "start of a row": "d[0,j] = j*0.1; d[i,0] = d[i-1,size(W,1)]; d[i,j] = sin(d[i-1,j]) + d[i,j-1]*W[i-1,j-1]",
}  # fmt: skip


def parsed(case: str, name: str = "") -> es.Expr:
    text = CASES[case]
    last = text.rsplit(";", 1)[1].split("=")[0].strip()
    return es.parse(f"{text}; {name}{last}" if not name else f"{text}; L = sum[{last[2:-1]}](cos({last}))")


def given(e: es.Expr) -> dict[str, Any]:
    return {n: ARRAYS[n] for n in e.inputs}


@pytest.mark.parametrize("case", CASES)
def test_values_and_gradients(case: str) -> None:
    e, loss = parsed(case), parsed(case, "L")
    assert es.parse(str(e)) is e
    want = es.evaluate(e, given(e))
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(e, target=target)(**given(e)), want, rtol=1e-12)
    arrays, gradients = given(loss), es.grad(loss, loss.inputs)
    assert all(es.parse(str(g)) is g for g in gradients)
    compiled = es.compile(gradients, target="cpu")(**arrays) if case in COMPILED else gradients
    for name, g, found in zip(loss.inputs, gradients, compiled, strict=True):
        along = RNG.normal(size=arrays[name].shape)
        slope = es.evaluate(loss, {**arrays, name: arrays[name] + 1e-30j*along}).imag/1e-30  # fmt: skip
        value = es.evaluate(g, {n: arrays[n] for n in g.inputs})
        np.testing.assert_allclose((value*along).sum(), slope, atol=1e-13)  # fmt: skip
        np.testing.assert_allclose(es.evaluate(es.jvp(loss, name, "along"), {**arrays, "along": along}), slope, atol=1e-13)
        if case in COMPILED:
            np.testing.assert_allclose(found, value, atol=1e-13)


def test_rows_beside_loops_of_python() -> None:
    e = parsed("rows")
    h, rows = ARRAYS["p"], [ARRAYS["p"]]
    for row in ARRAYS["x"]:
        g = h
        for u in row:
            g = np.tanh(ARRAYS["W"] @ g + u)
        h = g + h*0.5  # fmt: skip
        rows.append(h)
    np.testing.assert_allclose(es.evaluate(e, ARRAYS), rows, rtol=1e-14)


def test_hessian() -> None:
    loss = parsed("two states", "L")
    gradient, arrays = es.grad(loss, "p"), given(loss)
    got = es.compile(es.hessian(loss, "p"), target="cpu")(**arrays)
    for k in range(2):
        moved = arrays["p"].astype(complex)
        moved[k] += 1e-30j
        np.testing.assert_allclose(got[k], es.evaluate(gradient, {**arrays, "p": moved}).imag/1e-30, atol=1e-12)  # fmt: skip


@pytest.mark.parametrize("steps, inner", [(0, 2), (2, 0), (0, 0), (1, 1)])
def test_few_steps(steps: int, inner: int) -> None:
    e = parsed("rows")
    arrays = {**ARRAYS, "x": np.ones((steps, inner, 2))}
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(e, target=target)(**arrays), es.evaluate(e, arrays), rtol=1e-14)


# --- es.scan and es.iterate ----------------------------------------------------------------------


def network(p: Any, W: Any, x: Any) -> Any:
    def step(h: Any, rows: Any) -> Any:
        g, every = es.scan(lambda g, u: (np.tanh(W @ g + u), g), h, rows)
        return g + h, every.sum(0)

    return es.scan(step, p, x)


def network_in_python(p: Any, W: Any, x: Any) -> Any:
    h, made = p, []
    for rows in x:
        g, total = h, 0
        for u in rows:
            total = total + g
            g = np.tanh(W @ g + u)
        h = g + h
        made.append(total)
    return h, np.array(made)


def test_scans_of_traced_functions() -> None:
    made = es.trace(network, **{n: a.shape for n, a in ARRAYS.items()})
    for e, want in zip(made, network_in_python(**ARRAYS), strict=True):
        assert es.parse(str(e)) is e
        np.testing.assert_allclose(es.compile(e)(**given(e)), want, rtol=1e-13)


def test_scans_of_expressions() -> None:
    def step(h: es.Expr, rows: es.Expr) -> Any:
        g, _ = es.scan(lambda g, u: (es.tanh(0.3*g + u), None), h, rows)  # fmt: skip
        return g + h, g

    last, values = es.scan(step, es.tensor("p[i]"), es.tensor("x[t,k,i]"))
    h, rows = ARRAYS["p"], []
    for row in ARRAYS["x"]:
        g = h
        for u in row:
            g = np.tanh(0.3*g + u)  # fmt: skip
        h = g + h
        rows.append(g)
    arrays = {n: ARRAYS[n] for n in ("p", "x")}
    np.testing.assert_allclose(es.compile(last)(**arrays), h, rtol=1e-14)
    np.testing.assert_allclose(es.compile(values)(**arrays), rows, rtol=1e-14)


def test_steps_that_iterate() -> None:
    root = es.iterate(lambda s: es.iterate(lambda g: g*g + s, s, 3), es.scalar("c"), 2)  # fmt: skip

    def value(c: Any) -> Any:
        for _ in range(2):
            g = c
            for _ in range(3):
                g = g*g + c  # fmt: skip
            c = g
        return c

    both = es.compile([root, es.grad(root, "c")])(c=0.5)
    np.testing.assert_allclose(both, [value(0.5), value(0.5 + 1e-30j).imag/1e-30], rtol=1e-13)  # fmt: skip


def leapfrog(q: Any, v: Any, y: Any, n: Callable[..., Any]) -> Any:
    def inner(state: Any) -> Any:
        q, v = state
        v = v - 0.1*(q - y)  # fmt: skip
        return [q + 0.1*v, v]  # fmt: skip

    return n(lambda s: n(inner, [s[0], s[1]*0.9], 3), [q, v], 4)[0]  # fmt: skip


def test_two_states_of_a_traced_function() -> None:
    def loop(step: Any, state: Any, n: int) -> Any:
        for _ in range(n):
            state = step(state)
        return state

    e = es.trace(lambda q, v, y: leapfrog(q, v, y, es.iterate), q=(2,), v=(2,), y=(2,))
    arrays = dict(zip("qvy", ARRAYS["x"].reshape(4, 2)[:3], strict=True))
    want = leapfrog(**arrays, n=loop)
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(e, target=target)(**arrays), want, rtol=1e-13)


@pytest.mark.parametrize("text, message", [
    ("h[0] = 1; g[t,0] = g[t,2]; g[t,k] = g[t,k-1] + h[t-1]; h[t] = g[t,3]*x[t-1]", "a starting value reads g"),
    ("h[0] = 1; g[t,0] = h[t]; g[t,k] = g[t,k-1]*x[k]; h[t] = g[t,3]*h[t-1]", "is part of a recurrence over 2 indices"),
    ("h[0] = h[1]; g[t,0] = h[t-1]; g[t,k] = g[t,k-1]*x[k]; h[t] = g[t,3]", "a starting value reads h"),
])  # fmt: skip
def test_refused(text: str, message: str) -> None:
    with pytest.raises(es.NotationError, match=message):
        es.parse(text)


# --- what scans return, as text and as lists --------------------------------------------------------


def runge_kutta(f: Callable[[Any], Any], x: Any) -> Any:
    k1 = f(x)
    k2 = f(x + 0.05*k1)  # fmt: skip
    k3 = f(x + 0.05*k2)  # fmt: skip
    return x + 0.1/6*(k1 + 2*k2 + 2*k3 + f(x + 0.1*k3))  # fmt: skip


def test_what_a_step_reads_more_than_once_has_a_name() -> None:
    def slope(x: Any) -> Any:
        return 0.3*x*(1 - x) + np.sin(x)  # fmt: skip

    e = es.iterate(lambda x: runge_kutta(slope, x), es.tensor("x[i]"), 3)
    traced = es.trace(lambda x: es.iterate(lambda x: runge_kutta(slope, x), x, 3), x=(4,))
    want = x = np.linspace(0.1, 0.9, 4)
    for _ in range(3):
        want = runge_kutta(slope, want)
    for made in (e, traced):
        assert len(str(made)) < 700
        np.testing.assert_allclose(es.compile(made)(x=x), want, rtol=1e-14)
    short = es.iterate(lambda x: x*x + x, es.scalar("a"), 3)  # fmt: skip
    assert "u1" not in str(short)


def test_states_in_lists_of_lists() -> None:
    def step(s: Any) -> Any:
        return [s[0] + s[1][0], (s[1][0]*2, s[1][1] + 1.0)]  # fmt: skip

    a, (b, c) = es.iterate(step, [es.scalar("a"), (es.scalar("b"), es.scalar("c"))], 3)
    assert es.compile([a, b, c])(a=1.0, b=2.0, c=3.0) == (15.0, 16.0, 6.0)
    made = es.trace(lambda a, b: es.iterate(step, [a, (b, 1.0)], 2)[1], a=(), b=())
    assert [float(es.compile(e)(**dict.fromkeys(e.inputs, 2.0))) for e in made] == [8.0, 3.0]


def test_states_inside_a_step_have_as_many_rows_as_those_that_they_read() -> None:
    """That a position is the one of the step does not tell that there are as many steps as positions."""
    e = es.parse("""
        t : index 4
        s1[0,i] = s[i]
        s1[u,i] = u1[u - 1, 3, i]
        s2[0,i,j] = S[i,j]
        s2[u,i,j] = u2[u - 1, 3, i, j]
        u1[u,0,i] = s1[u,i]
        u1[u,t,i] = where(t < u + 2, u3[u, t - 1, i], u1[u, t - 1, i])
        u2[u,0,i,j] = s2[u,i,j]
        u2[u,t,i,j] = where(t < u + 2, u4[u, t - 1, i, j], u2[u, t - 1, i, j])
        u3[u,t,i] = where(i == -u + 2, pad(u1)[u, t, -u + 2] + 0.4*pad(u2)[u, t, 3, u + 1], u1[u,t,i])
        u4[u,t,i,j] = where((i == u) and (j == 1), 0.4*pad(u3)[u, t, t + 1]*pad(u2)[u, t, u, t + 1], u2[u,t,i,j])
        f[i,j] = s2[size(s2, 0) - 1, i, j] + s1[size(s1, 0) - 1, j]
    """)
    given = {"s": np.arange(1.0, 5), "S": np.cos(np.arange(16.0)).reshape(4, 4)}
    np.testing.assert_allclose(es.compile(e)(**given), es.evaluate(e, given), rtol=1e-12)


OWN_STEP = """u : index 6
t : index 5
h[0,i] = y[i]
a[u,0,i] = h[u,i]
b[u,0,i] = h[u,i]
h[u,i] = a[u-1,4,i] + b[u-1,4,i]
a[u,t,i] = 0.5*a[u,t-1,i] - b[u,t-1,1]
b[u,t,i] = 0.4*b[u,t-1,i]*pad(a)[u,t,u+1]
"""


def test_loops_read_their_own_step_at_the_position_of_the_outer_one() -> None:
    e, loss = es.parse(f"{OWN_STEP}h[u,i]"), es.parse(f"{OWN_STEP}L = sum[u,i](cos(h[u,i]))")
    y = np.linspace(-0.5, 0.7, 6)
    for options in ({}, {"fused": False}, {"simplify": False}, {"target": "numpy"}):
        np.testing.assert_allclose(es.compile(e, **options)(y=y), es.evaluate(e, {"y": y}), rtol=1e-10, atol=1e-13)
    slopes = [es.evaluate(loss, {"y": y + 1e-30j*d}).imag/1e-30 for d in np.eye(6)]  # fmt: skip
    np.testing.assert_allclose(es.compile(es.grad(loss, "y"))(y=y), slopes, atol=1e-12)


CONDITIONS = """u : index 6
t : index 4
h[0,i] = y[i]
a[u,0,i] = h[u,i]
h[u,i] = a[u-1,3,i]
a[u,t,i] = where(i == t and u < 5, y[u+1], sin(a[u,t-1,5-i]))
h[u,i]
"""


@pytest.mark.parametrize("options", [{}, {"simplify": False}, {"target": "numpy"}])
def test_loops_read_beside_arrays_only_where_a_condition_selects_it(options: dict[str, Any]) -> None:
    y = np.linspace(-0.5, 0.7, 6)
    h = [y]
    for u in range(5):
        a = h[u]
        for t in range(1, 4):
            a = np.where((np.arange(6) == t) & (u < 5), y[u + 1], np.sin(a[::-1]))
        h.append(a)
    e = es.parse(CONDITIONS)
    np.testing.assert_allclose(es.evaluate(e, {"y": y}), h, rtol=1e-14)
    np.testing.assert_allclose(es.compile(e, **options)(y=y), h, rtol=1e-12)
    beyond = es.parse(CONDITIONS.replace(" and u < 5", ""))
    for run in (lambda: es.evaluate(beyond, {"y": y}), lambda: es.compile(beyond, **options)(y=y)):
        with pytest.raises(es.EspressoError, match="is read outside in"):
            run()
