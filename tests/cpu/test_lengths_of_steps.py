"""Recurrences with windows and index functions in their steps, and lengths that are given by name."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es

R = np.random.default_rng(5)
X = np.array([0.3, 0.7, -0.2])


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("text", [
    "h[0] = 1; h[t] = h[t-1] + sum[k](softmax[k](v[k]*x[t-1])*v[k])",
    "k : index 3; h[0] = 1; h[t] = h[t-1]*sum[k](softmax[k](k*x[t-1])*k)",
    "h[0] = 1; h[t] = h[t-1]*std[k](v[k]*x[t-1]) + norm[k](v[k]*x[t-1]) + prod[k](log_softmax[k](v[k]*x[t-1]))",
])  # fmt: skip
def test_index_functions_beside_a_linear_state(text: str, target: str) -> None:
    f = es.compile(text, target=target)
    arrays = {n: {"x": X, "v": np.array([1.0, -0.5])}[n] for n in f.inputs}
    np.testing.assert_allclose(f(**arrays), es.evaluate(es.parse(text), arrays), rtol=1e-12)


WINDOWS = [
    ("h[t,i] = tanh(sum[r](pad(h)[t-1,i+r-1]*k[r])) + x[t-1,i]", "pkx"),
    ("h[t,i] = tanh(max[r](pad(h)[t-1,i+r-1]*k[r]))*x[t-1,i]", "pk"),
    ("h[t,i] = sin(sum[r](pad(h)[t-1,2*i+r-1]*k[r])) + x[t-1,i]", "pkx"),
    ("h[t,i] = sin(sum[r](pad(h)[t-1,2*i+r-1]*k[r])*exp(sum[r](pad(h)[t-1,i+r-1]*k[r]))) + x[t-1,i]", "pk"),
]


@pytest.mark.parametrize(("step", "w"), [(step, w) for step, names in WINDOWS for w in names])
def test_derivatives_of_windows_of_a_state(step: str, w: str) -> None:
    e = es.parse(f"h[0,i] = p[i]; {step}; L = sum[t,i](h[t,i]**2)")
    inputs = {"p": R.normal(size=4), "k": R.normal(size=3), "x": R.normal(size=(3, 4))}
    g = es.grad(e, w)
    assert es.parse(str(g)) is g
    got = es.compile(g)(**{n: inputs[n] for n in g.inputs})
    want = np.empty(inputs[w].shape)
    for at in np.ndindex(want.shape):
        ends = []
        for change in (1e-6, -1e-6):
            moved = inputs[w].copy()
            moved[at] += change
            ends.append(es.evaluate(e, inputs | {w: moved}))
        want[at] = (ends[0] - ends[1]) / 2e-6
    np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-7)


INSIDE = [
    "h[0] = 1; h[t] = h[t-1]*sum[k](x[t-1])", "h[0] = 1; h[t] = logsumexp[k]((k == 0)*h[t-1]) + x[t-1]",
    "h[0,j] = 1; h[i,0] = 1; h[i,j] = logsumexp[k]((k == 0)*h[i-1,j])*h[i,j-1] + sum[k](x[j-1]*x[i-1])",
    "h[0,k] = 2; h[t,k] = x[t-1]*h[t-1,k]", "y[i] = sum[k](x[i])", "y[i,k] = x[i]", "y[k] = sum[i](x[i]) + mean[k](2)",
]  # fmt: skip


@pytest.mark.parametrize("text", INSIDE)
def test_a_length_is_declared_or_given(text: str) -> None:
    declared = es.parse(f"k : index 4; {text}")
    assert es.parse(str(declared)) is declared
    want = es.evaluate(declared, {"x": X})
    np.testing.assert_allclose(es.evaluate(es.parse(text), {"x": X}, sizes={"k": 4}), want)
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(declared, target=target)(X), want)
        np.testing.assert_allclose(es.compile(text, target=target, sizes={"k": 4})(X), want)


def test_the_sum_over_an_index_that_stands_nowhere() -> None:
    assert es.evaluate(es.parse("k : index 4; y[i] = sum[k](x[i])"), {"x": X}).tolist() == (4 * X).tolist()


STEPS = {
    "reads beside each other": "h[0] = a; h[t] = sin(h[t-1]*a); L = sum[t](h[t]**2)",
    "two steps back": "h[0] = a; h[1] = 1; h[t] = sin(h[t-1])*h[t-2]; L = sum[t](h[t]**2)",
}


@pytest.mark.parametrize("text", STEPS.values(), ids=STEPS)
def test_derivatives_with_a_given_number_of_steps(text: str) -> None:
    """The option is about indices whose length no array tells: not about sums over one step less."""
    e = es.parse(text)
    g = es.grad(e, "a")
    value = [float(es.evaluate(e, {"a": a}, sizes={"t": 5})) for a in (0.4 + 1e-6, 0.4 - 1e-6)]
    for got in (es.evaluate(g, {"a": 0.4}, sizes={"t": 5}), es.compile([e, g], sizes={"t": 5})(a=0.4)[1],
                es.compile(g, target="numpy", sizes={"t": 5})(a=0.4)):  # fmt: skip
        assert float(got) == pytest.approx((value[0] - value[1]) / 2e-6, rel=1e-7)
    d = "h[0] = 1; h[t] = 2*h[t-1]; d[t] = h[t+1] - h[t]"
    assert es.compile(d, sizes={"t": 4})().tolist() == es.evaluate(es.parse(d), {}, sizes={"t": 4}).tolist() == [1, 2, 4]


LAST = "h[i,0] = p[i]; h[i,t] = tanh(A[i,j]*h[j,t-1]) + x[i,t-1]; L = sum[i,t](h[i,t]**2)"


@pytest.mark.parametrize("w", ["A", "p", "x"])
def test_steps_along_the_last_axis(w: str) -> None:
    """The states have one row more than what is made from single steps: their axes are not collapsed."""
    g = es.grad(es.parse(LAST), w)
    inputs = {"p": R.normal(size=2), "A": R.normal(size=(2, 2)), "x": R.normal(size=(2, 3))}
    inputs = {n: inputs[n] for n in g.inputs}
    np.testing.assert_allclose(es.compile(g)(**inputs), es.evaluate(g, inputs), rtol=1e-10)


FORWARD, BACKWARD = "h[0] = 0.3; h[t] = sin(h[t-1]) + x[t-1]", "h[size(x,0)] = 0.3; h[t] = sin(h[t+1]) + x[t]"
READERS = [
    "z[t]*h[t+1]", "z[t+1]*h[t+1]", "z[t]*(h[t+1] - h[t])", "z[t+2]*h[t+1]", "z[2*t]*h[t]", "pad(z)[t-1]*h[t+1]",
    "where(t < 2, z[t], h[t+1])",
]  # fmt: skip


@pytest.mark.parametrize("states", [FORWARD, BACKWARD], ids=["forward", "backward"])
@pytest.mark.parametrize("reader", READERS)
def test_arrays_beside_states_are_longer_or_shorter(reader: str, states: str) -> None:
    e = es.parse(f"{states}; y[t] = {reader}")
    f = es.compile(e)
    for length in range(8):
        arrays = {"x": X, "z": R.normal(size=length)}
        try:
            want = es.evaluate(e, arrays)
        except es.EspressoError:
            with pytest.raises(es.EspressoError):
                f(**arrays)
            continue
        np.testing.assert_allclose(f(**arrays), want, rtol=1e-12)


SHIFTED = {
    "h[t] = h[t-1]*y[t-1]*x[t-1]": "h[size(h,0)-1]",
    "h[t] = h[t-1]*x[t-1]*y[t-1]": "h[size(h,0)-1]",
    "h[t] = sin(h[t-1]) + x[t-1]; g[0] = 2; g[t] = g[t-1] + h[t-1]*x[t-1]*y[t-1]": "g[size(g,0)-1]",
}


@pytest.mark.parametrize("steps", SHIFTED)
def test_all_reads_before_a_step_say_how_far_it_runs(steps: str) -> None:
    """Also where the first of several arrays is the longest one, and where a state is read besides."""
    arrays = {"x": X, "y": R.normal(size=len(X) + 2)}
    e = es.parse(f"h[0] = c; {steps}; L = {SHIFTED[steps]}")
    h, g = 0.5, 2.0
    for x, y in zip(arrays["x"], arrays["y"], strict=False):
        if "g" in steps:
            g, h = g + h*x*y, np.sin(h) + x  # fmt: skip
        else:
            h *= y*x  # fmt: skip
    np.testing.assert_allclose(es.compile(e)(c=0.5, **arrays), g if "g" in steps else h, rtol=1e-12)
    es.check_grads(e, order=2, c=0.5, **arrays)
