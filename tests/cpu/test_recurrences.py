"""Recurrences beside loops of Python and NumPy: values on each target, derivatives, printing, errors, scan and iterate."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import espresso as es
from tests.loaded import loaded

Array = np.ndarray
RNG = np.random.default_rng(0)


def A(*shape: int) -> Array:
    return RNG.normal(size=shape)


class Case(NamedTuple):
    """A program with one recurrence, its inputs, and the same computed by a loop."""

    text: str
    loop: Callable[..., Array]
    inputs: dict[str, Array]


def rnn(h0: Array, W: Array, U: Array, x: Array) -> Array:
    h = [h0]
    for row in x:
        h.append(np.tanh(W @ h[-1] + U @ row))
    return np.array(h)


def lstm(c0: Array, h0: Array, W: Array, U: Array, x: Array, b: Array) -> Array:
    def gate(z: Array) -> Array:
        return 1 / (1 + np.exp(-z))

    c, h, total = c0, h0, (h0**2).sum()
    for row in x:
        z = W @ h + U @ row + b
        c = gate(z[0]) * c + gate(z[1]) * np.tanh(z[2])
        h = gate(z[3]) * np.tanh(c)
        total += (h**2).sum()
    return total


def backward(A: Array, x: Array, q: Array) -> Array:
    b = q
    for row in x[::-1]:
        b = A @ b + row
    return b


def backward_twice(q: Array, x: Array) -> Array:
    b = [1.0, float(q)]
    for v in x[::-1]:
        b.insert(0, b[0] * v + b[1])
    return np.array(b)


def heat(u0: Array, dt: Array) -> Array:
    u = [u0]
    for step in dt:
        wide = np.pad(u[-1], 1)
        u.append(u[-1] + step * (wide[:-2] - 2 * u[-1] + wide[2:]))
    return np.array(u)


def along_rows(p: Array, q: Array, r: Array) -> Array:
    a = [p]
    for t in range(1, len(r)):
        a.append(a[-1] * q[:, t] + r[t])
    return np.array(a).T


def two_states(x: Array) -> Array:
    s, u = [1.0, x[0]], [0.5]
    u.append(s[1] * 0.5 + u[0])
    for t in range(2, len(x)):
        s.append(s[t - 1] * u[t - 1] + s[t - 2] * x[t])
        u.append(s[t] * 0.5 + u[t - 1])
    return (np.array(s) + np.array(u))[: len(x)]


def hidden_markov(pi0: Array, M: Array, E: Array, o: Array) -> Array:
    p = pi0
    for seen in o[1:]:
        p = (p @ M) * E[:, seen]
    return np.log(p.sum())


def fibonacci(x: Array) -> Array:
    f = [1.0, 1.0]
    while len(f) < len(x):
        f.append(f[-1] + f[-2] + x[len(f)])
    return np.array(f[: len(x)])


def kalman(y: Array, e: Array, q: Array) -> Array:
    a, P, total = 0.0, 2.0, 0.0
    for seen in y:
        v, F = seen - a, P + np.exp(e)
        total += np.log(F) + v * v / F
        a, P = a + P / F * v, P * (1 - P / F) + np.exp(q)
    return total


CASES = {
    "rnn": Case(
        "h[0,i] = h0[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + U[i,k]*x[t-1,k])",
        rnn, {"h0": A(4), "W": A(4, 4), "U": A(4, 3), "x": A(6, 3)}),
    "lstm": Case(
        "c[0,i] = c0[i]; h[0,i] = h0[i]\n"
        "z[t,g,i] = W[g,i,j]*h[t-1,j] + U[g,i,k]*x[t-1,k] + b[g,i]\n"
        "c[t,i] = logistic(z[t,0,i])*c[t-1,i] + logistic(z[t,1,i])*tanh(z[t,2,i])\n"
        "h[t,i] = logistic(z[t,3,i])*tanh(c[t,i])\n"
        "loss = sum[t,i](h[t,i]**2)",
        lstm, {"c0": A(3), "h0": A(3), "W": A(4, 3, 3), "U": A(4, 3, 2), "x": A(5, 2), "b": A(4, 3)}),
    "backward": Case(
        "b[size(x,0),i] = q[i]; b[t,i] = A[i,j]*b[t+1,j] + x[t,i]; y[i] = b[0,i]",
        backward, {"A": A(3, 3), "x": A(5, 3), "q": A(3)}),
    "two steps backward": Case(
        "b[size(x,0)] = 1; b[size(x,0)+1] = q; b[t] = b[t+1]*x[t] + b[t+2]",
        backward_twice, {"q": A(), "x": A(5)}),
    "heat": Case(
        "u[0,i] = u0[i]; u[t,i] = u[t-1,i] + dt[t-1]*(pad(u)[t-1,i-1] - 2*u[t-1,i] + pad(u)[t-1,i+1])",
        heat, {"u0": A(7), "dt": A(4) * 0.1}),
    "another axis": Case(
        "a[i,0] = p[i]; a[i,t] = a[i,t-1]*q[i,t] + r[t]",
        along_rows, {"p": A(3), "q": A(3, 5), "r": A(5)}),
    "two states, two steps": Case(
        "s[0] = 1; s[1] = x[0]; u[0] = 0.5\n"
        "s[t] = s[t-1]*u[t-1] + s[t-2]*x[t]; u[t] = s[t]*0.5 + u[t-1]; y[t] = s[t] + u[t]",
        two_states, {"x": A(8)}),
    "hidden Markov model": Case(
        "p[0,s] = pi0[s]; p[t,s] = sum[r](p[t-1,r]*M[r,s])*E[s,o[t]]; L = log(sum[s](p[size(o,0)-1,s]))",
        hidden_markov, {"pi0": abs(A(3)), "M": abs(A(3, 3)), "E": abs(A(3, 2)), "o": RNG.integers(0, 2, 6)}),
    "running maximum": Case(
        "f[0] = v[0]; f[t] = max(f[t-1], v[t])", lambda v: np.maximum.accumulate(v), {"v": A(9)}),
    "integers": Case(
        "n[0] = 1; n[t] = n[t-1]*k[t]",
        lambda k: np.cumprod(np.r_[1, k[1:]]).astype("i4"), {"k": RNG.integers(1, 5, 6).astype("i4")}),
    "second order": Case(
        "f[0] = 1; f[1] = 1; f[t] = f[t-1] + f[t-2] + x[t]", fibonacci, {"x": A(9)}),
    "filter": Case(  # P is read above its statement and by no circle; nothing but v tells how far t runs, one row less than a
        "a[0] = 0; P[0] = 2; v[t] = y[t] - a[t]; F[t] = P[t] + exp(e); a[t] = a[t-1] + P[t-1]/F[t-1]*v[t-1]\n"
        "P[t] = P[t-1]*(1 - P[t-1]/F[t-1]) + exp(q); loss = sum[t](log(F[t]) + v[t]**2/F[t])",
        kalman, {"y": A(6), "e": A(), "q": A()}),
}  # fmt: skip
REAL = [(case, w) for case, (_, _, inputs) in CASES.items() for w in inputs if inputs[w].dtype.kind == "f"]


@functools.cache
def parsed(case: str) -> es.Expr:
    return es.parse(CASES[case].text)


def scalar(case: str) -> es.Expr:
    """A loss of all elements of the result, each weighted differently."""
    e = parsed(case)
    if not e.axes:
        return e
    weight = sum((k + 1) * es.index(a) for k, a in enumerate(e.axes)) + 1
    return es.sum(es.sin(e * weight) * e, ",".join(e.axes))


def loss(case: str, inputs: dict[str, Array]) -> Array:
    """The value of `scalar` by the loop, for differences: a fortieth of the time of the reference."""
    y = np.asarray(CASES[case].loop(**inputs))
    at = np.indices(y.shape)
    return (np.sin(y * (1 + sum((k + 1) * a for k, a in enumerate(at)))) * y).sum() if y.ndim else y


def computed(e: es.Expr, inputs: dict[str, Array]) -> Array:
    return np.asarray(es.evaluate(e, {n: inputs[n] for n in e.inputs}))


def differences(f: Callable[[Array], Array], x: Array, h: float = 1e-5) -> Array:
    """The Jacobian by central differences."""
    slopes = []
    for at in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[at] = h
        slopes.append((f(x + step) - f(x - step)) / (2 * h))
    made = np.array(slopes).reshape((*x.shape, *np.shape(slopes[0])))
    return np.moveaxis(made, range(x.ndim), range(made.ndim - x.ndim, made.ndim))


@pytest.mark.parametrize("target", ["reference", "numpy", "cpu"])
@pytest.mark.parametrize("case", CASES)
def test_values_are_those_of_a_loop(case: str, target: str) -> None:
    _, loop, inputs = CASES[case]
    want = np.asarray(loop(**inputs))
    got = computed(parsed(case), inputs) if target == "reference" else np.asarray(es.compile(parsed(case), target=target)(**inputs))
    assert got.shape == want.shape and got.dtype == want.dtype
    np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("target", ["numpy", "cpu"])
def test_single_precision_stays_so(target: str) -> None:
    _, loop, inputs = CASES["rnn"]
    single = {n: a.astype("f4") for n, a in inputs.items()}
    got = es.compile(parsed("rnn"), target=target)(**single)
    assert got.dtype == np.float32
    np.testing.assert_allclose(got, loop(**inputs), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 100])
def test_any_number_of_steps(steps: int) -> None:
    _, loop, inputs = CASES["rnn"]
    inputs = inputs | {"x": A(steps, 3)}
    for target in ("numpy", "cpu"):
        np.testing.assert_allclose(es.compile(parsed("rnn"), target=target)(**inputs), loop(**inputs), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(computed(parsed("rnn"), inputs), loop(**inputs), rtol=1e-9, atol=1e-9)


def test_arrays_of_any_layout() -> None:
    _, loop, inputs = CASES["rnn"]
    f = es.compile(parsed("rnn"))
    strided = {n: np.repeat(np.asfortranarray(a), 2, 0)[::2] for n, a in inputs.items()}
    np.testing.assert_allclose(f(**strided), loop(**inputs))
    out = np.empty((7, 4))
    assert f(**inputs, out=out) is out
    np.testing.assert_allclose(out, loop(**inputs))


@pytest.mark.parametrize("case, w", REAL)
def test_gradients_agree_with_differences(case: str, w: str) -> None:
    e, inputs = scalar(case), CASES[case].inputs
    g = es.grad(e, w)
    want = differences(lambda a: loss(case, inputs | {w: a}), inputs[w])
    got = computed(g, inputs)
    np.testing.assert_allclose(computed(e, inputs), loss(case, inputs), rtol=1e-12)
    assert got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=2e-6, atol=2e-6 * (1 + abs(want).max()))


@pytest.mark.parametrize("case, w", REAL[:: 3])
def test_value_and_gradient_compiled(case: str, w: str) -> None:
    e, inputs = scalar(case), CASES[case].inputs
    value, gradient = es.compile(es.value_and_grad(e, w))(**inputs)
    np.testing.assert_allclose(value, computed(e, inputs))
    np.testing.assert_allclose(gradient, computed(es.grad(e, w), inputs), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("case, w", REAL[1:: 3])
def test_forward_derivatives_agree_with_differences(case: str, w: str) -> None:
    e, (_, loop, inputs) = parsed(case), CASES[case]
    v = A(*inputs[w].shape)
    got = computed(es.jvp(e, w, "v_"), inputs | {"v_": v})
    want = (loop(**inputs | {w: inputs[w] + 1e-6 * v}) - loop(**inputs | {w: inputs[w] - 1e-6 * v})) / 2e-6
    np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6 * (1 + abs(want).max()))


@pytest.mark.parametrize("case, w", [("rnn", "h0"), ("heat", "dt"), ("another axis", "q"), ("two states, two steps", "x")])
def test_jacobians_and_products_with_them(case: str, w: str) -> None:
    e, (_, loop, inputs) = parsed(case), CASES[case]
    want = differences(lambda a: loop(**inputs | {w: a}), inputs[w])
    np.testing.assert_allclose(computed(es.jacobian(e, w), inputs), want, rtol=1e-6, atol=1e-6)
    G = A(*want.shape[: len(e.axes)])
    got = computed(es.vjp(e, w, "G"), inputs | {"G": G})
    np.testing.assert_allclose(got, np.tensordot(G, want, G.ndim), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("case", CASES)
def test_what_is_printed_is_read_back(case: str) -> None:
    e = parsed(case)
    assert es.parse(str(e)) is e
    assert pickle.loads(pickle.dumps(e)) is e
    for w in [w for c, w in REAL if c == case]:
        g = es.grad(scalar(case), w)
        assert es.parse(str(g)) is g


def test_printed_gradient() -> None:
    e = es.parse("h[0,i] = p[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i]); L = sum[t,i](h[t,i]**2)")
    assert str(es.grad(e, "W")) == PRINTED
    assert e.latex() == LATEX


PRINTED = """\
h[0,i] = p[i]
h[t,i] = tanh(sum[j](W[i,j]*h[t - 1, j]) + x[t - 1, i])
dh_out[t,i] = 2*h[t,i]
dh[size(h, 0) - 1,i] = dh_out[size(h, 0) - 1, i]
dh[t,i] = dh_out[t,i] + sum[k](W[k,i]*dh[t + 1, k]*(1 - h[t + 1, k]**2))
dL_dW[i,j] = sum[t](dh[t + 1, i]*h[t,j]*(1 - h[t + 1, i]**2))"""

LATEX = r"""\begin{aligned}
h_{0,i} &= p_{i} \\
h_{ti} &= \tanh\left(\sum_{j} W_{ij} \, h_{t - 1, j} + x_{t - 1, i}\right) \\
L &= \sum_{t,i} h_{ti}^{2}
\end{aligned}"""


def test_a_length_that_no_input_tells_is_declared_or_given() -> None:
    assert es.compile("t : index 5; f[0] = 1; f[t] = f[t-1]*2")().tolist() == [1, 2, 4, 8, 16]
    assert es.compile("f[0] = 1; f[t] = f[t-1]*a", sizes={"t": 4})(a=3.0).tolist() == [1, 3, 9, 27]
    assert es.compile("f[0] = 1; f[t] = f[t-1]*a", sizes={"t": 1})(a=3.0).tolist() == [1]
    with pytest.raises(es.ExtentError, match="index 't' has no length"):
        es.compile("f[0] = 1; f[t] = f[t-1]*a")(a=3.0)


def test_a_gather_is_checked_at_each_step() -> None:
    f = es.compile("h[0,i] = p[i]; h[t,i] = h[t-1, o[t-1,i]]*2")
    p = np.array([1.0, 5.0])
    np.testing.assert_array_equal(f(p=p, o=np.array([[1, 1], [0, 1]])), [[1, 5], [10, 10], [20, 20]])
    with pytest.raises((es.EspressoError, IndexError)):
        f(p=p, o=np.array([[1, 1], [0, 2]]))


ERRORS = {
    "h[0]=1; h[t]=h[t+1]+h[t-1]": """h reads both earlier and later values along t
  h[0]=1; h[t]=h[t+1]+h[t-1]
               ^
A recurrence runs one way: read h at t - 1, t - 2 ... or at t + 1 ...""",
    "h[t]=h[t-1]": """h reads itself at t - 1 and has no starting value
  h[t]=h[t-1]
       ^
Write one before it, h[0] = ...; if another h is an input, declare that: h : (_,).""",
    "w : (_,); h[t]=x[t]+h[t - 2*size(w,0)]": """h reads itself at t - 2*size(w,0) and has no starting value
  w : (_,); h[t]=x[t]+h[t - 2*size(w,0)]
                      ^
Write one before it, h[0] = ...; if another h is an input, declare that: h : (_,).""",
    "h[0]=1; h[t]=h[2*t]": """h depends on h, which is read at no fixed distance along t
  h[0]=1; h[t]=h[2*t]
               ^
Read it at t - 1, or another whole number of steps before t.""",
    "h[0]=h[1]; h[t]=h[t-1]*x[t]": """a starting value reads h, which starts with it
  h[0]=h[1]; h[t]=h[t-1]*x[t]
  ^
Starting values are made of other arrays.""",
    "h[0]=1": """h has a starting value and no statement for the values after it
  h[0]=1
  ^
Write one below it, such as h[t] = a*h[t - 1]; there is no assignment to one element.""",
}


@pytest.mark.parametrize("text", ERRORS)
def test_errors_of_the_notation(text: str) -> None:
    with pytest.raises(es.NotationError) as raised:
        es.parse(text)
    assert str(raised.value) == ERRORS[text]


def test_saved_module_and_reports(tmp_path: Path) -> None:
    _, loop, inputs = CASES["rnn"]
    f = es.compile(parsed("rnn"))
    module = loaded(f.save(tmp_path / "saved.py"))
    np.testing.assert_allclose(module.program(*[inputs[n] for n in f.inputs]), loop(**inputs))
    assert "recurrence" in str(f.explain())
    np.testing.assert_allclose(pickle.loads(pickle.dumps(f))(**inputs), loop(**inputs))


# ---- es.scan and es.iterate


def test_scan_is_that_of_jax() -> None:
    x, W, U = es.tensor("x[t,k]"), es.tensor("W[i,j]"), es.tensor("U[i,k]")

    def step(h: es.Expr, row: es.Expr) -> tuple[es.Expr, es.Expr]:
        new = es.tanh(es.sum(W * h[es.index("j")], "j") + es.sum(U * row, "k"))
        return new, new * 2

    last, values = es.scan(step, es.tensor("h0[i]"), x)
    inputs = CASES["rnn"].inputs
    states = rnn(**inputs)
    for compute in (computed, lambda e, d: es.compile(e)(**{n: d[n] for n in e.inputs})):
        np.testing.assert_allclose(compute(last, inputs), states[-1])
        np.testing.assert_allclose(compute(values, inputs), 2 * states[1:])
    g = es.grad(es.sum(values * values, "t,i"), "W")
    want = differences(lambda a: 4 * (rnn(**inputs | {"W": a})[1:] ** 2).sum(), inputs["W"])
    np.testing.assert_allclose(computed(g, inputs), want, rtol=1e-6, atol=1e-6)


def test_scan_of_several_states_and_no_values() -> None:
    first = (es.scalar("a"), es.scalar("b"))
    (s, p), none = es.scan(lambda s, v: ((s[0] + v, s[1] * v), None), first, es.tensor("x[t]"))
    assert none is None
    x = A(5)
    np.testing.assert_allclose(computed(s, {"a": 1.0, "b": 2.0, "x": x}), 1 + x.sum())
    np.testing.assert_allclose(computed(p, {"a": 1.0, "b": 2.0, "x": x}), 2 * x.prod())
    s, ys = es.scan(lambda s, _: (s * 2, s), es.scalar("a"), length=4)
    assert computed(s, {"a": 1.0}) == 16 and computed(ys, {"a": 1.0}).tolist() == [1, 2, 4, 8]


def test_a_state_that_reads_the_one_before_of_another() -> None:
    first, x = (es.tensor("a[i]"), es.scalar("b")), es.tensor("x[t,i]")

    def step(s: tuple[es.Expr, es.Expr], v: es.Expr) -> object:
        return (es.sin(s[0]) + v, s[1] + es.sum(es.cos(s[0] * v), "i")), s[1]

    (_, total), before = es.scan(step, first, x)
    (h, _), counted = es.scan(lambda s, v: ((s[0] + v, s[1] + es.sum(s[0], "i")), s[1] + 1), first, x)
    inputs = {"a": A(3), "b": np.asarray(0.5), "x": A(5, 3)}

    def loop(x: Array) -> Array:
        h, total = inputs["a"], 0.5
        for row in x:
            h, total = np.sin(h) + row, total + np.cos(h * row).sum()
        return total

    for e, shape in ((total, ()), (before, (5,)), (counted, (5,)), (h, (3,))):
        assert es.compile(e)(**{n: inputs[n] for n in e.inputs}).shape == shape
    np.testing.assert_allclose(es.compile(total)(**inputs), loop(inputs["x"]))
    np.testing.assert_allclose(computed(es.grad(total, "x"), inputs), differences(loop, inputs["x"]), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("n", [0, 1, 6])
def test_iterate(n: int) -> None:
    e = es.iterate(lambda s: (s + es.scalar("a") / s) / 2, es.scalar("b"), n)
    s, slope = 3.0, 0.0
    for _ in range(n):
        s, slope = (s + 2 / s) / 2, (slope + 1 / s - 2 / s**2 * slope) / 2
    inputs = {"a": 2.0, "b": 3.0}
    np.testing.assert_allclose(es.compile(e)(**{k: inputs[k] for k in e.inputs}), s)
    np.testing.assert_allclose(computed(es.grad(e, "a"), inputs) if n else 0, slope)


@pytest.mark.parametrize("make, message", [
    (lambda x, a: es.scan(lambda s, v: s, a, x), "the step of a scan returns the next state and a value, not Expr"),
    (lambda x, a: es.scan(lambda s, v: (s, s), a), "nothing tells how many steps a scan has"),
    (lambda x, a: es.scan(lambda s, v: ((s, s), s), a, x), "the step returns 2 states for 1"),
    (lambda x, a: es.scan(lambda s, v: (s, s), a, a), "xs of a scan has no axis to run along"),
    (lambda x, a: es.scan(lambda s, v: (s, s), np.ones(3), x), "init of a scan holds ndarray, and a scan takes expressions"),
    (lambda x, a: es.iterate(lambda s: s, a, -1), "-1 is no number of steps: 0 or more"),
    (lambda x, a: es.iterate(lambda s: s * es.index("i"), a, 3), "the step gives a state with the indices i"),
])  # fmt: skip
def test_refused(make: Callable[[es.Expr, es.Expr], object], message: str) -> None:
    with pytest.raises(es.InputError, match=message):
        make(es.tensor("x[t]"), es.scalar("a"))


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_values_that_nobody_reads_are_not_computed(target: str) -> None:
    last, values = es.scan(lambda s, v: (s * 0.5 + v, es.exp(s) * v), es.tensor("a[i]"), es.tensor("x[t,i]"))
    inputs = {"a": A(4), "x": A(50, 4)}
    slope = es.grad(es.sum(last * last, "i"), "a")
    for e, made in ((last, {"s"}), (slope, {"s", "ds_out", "ds"})):
        f = es.compile(e, target=target)
        np.testing.assert_allclose(f(**{n: inputs[n] for n in e.inputs}), computed(e, inputs))
        assert "exp(" not in f.source.partition("def program")[2] or target == "cpu"
        if target == "cpu":
            assert {s.split(":")[0].strip() for s in str(f.memory).splitlines()[1:]} == made
            assert f.memory.arena < 1700 * len(made)
    both = es.compile([last, values], target=target)(**inputs)
    for got, e in zip(both, (last, values), strict=True):
        np.testing.assert_allclose(got, computed(e, inputs))
