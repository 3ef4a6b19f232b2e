"""Derivatives of recurrences of order two and three, beside differences, JAX and each other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es

sys.path.insert(0, str(Path(__file__).parent))
from test_recurrences import CASES, REAL, computed, differences, scalar

SECOND = [
    pytest.param("lstm", "W", marks=pytest.mark.slow), ("lstm", "b"), ("backward", "A"), ("backward", "q"), ("two steps backward", "x"),
    ("two states, two steps", "x"), ("hidden Markov model", "E"), ("hidden Markov model", "M"),
    ("hidden Markov model", "pi0"), ("second order", "x"), ("heat", "dt"), ("another axis", "q"), ("another axis", "p"), ("lstm", "h0"),
]  # fmt: skip


@pytest.mark.parametrize("case, w", SECOND)
def test_hessians_agree_with_differences(case: str, w: str) -> None:
    e, inputs = scalar(case), CASES[case].inputs
    g, H = es.grad(e, w), es.hessian(e, w)
    gradient = es.compile(g, target="numpy")
    want = differences(lambda a: gradient(**{n: (inputs | {w: a})[n] for n in g.inputs}), inputs[w])
    got = computed(H, inputs)
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5 * (1 + abs(want).max()))
    if case != "lstm":
        np.testing.assert_allclose(es.compile(H)(**{n: inputs[n] for n in H.inputs}), got, rtol=1e-9, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("case, w", [pair for pair in REAL if pair not in SECOND])
def test_all_other_hessians_agree_with_differences(case: str, w: str) -> None:
    test_hessians_agree_with_differences(case, w)


@pytest.mark.parametrize("case, w, v", [
    ("lstm", "W", "U"), ("backward", "A", "x"), ("hidden Markov model", "E", "M"), ("heat", "dt", "u0"), ("rnn", "W", "x"),
])  # fmt: skip
def test_mixed_derivatives_and_tangents_of_gradients(case: str, w: str, v: str) -> None:
    e, inputs = scalar(case), CASES[case].inputs
    g = es.grad(e, w)
    direction = np.random.default_rng(1).normal(size=inputs[v].shape)
    got = computed(es.jvp(g, v, "v_"), inputs | {"v_": direction})
    h = 1e-5
    ends = [computed(g, inputs | {v: inputs[v] + s * h * direction}) for s in (1, -1)]
    want = (ends[0] - ends[1]) / (2 * h)
    np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6 * (1 + abs(want).max()))


@pytest.mark.parametrize("text, w, inputs", [
    ("h[0] = a; h[t] = tanh(h[t-1]*w + x[t-1]); L = sum[t](h[t]**2)", "w", {"a": 0.3, "w": 0.7, "x": np.array([0.1, -0.4, 0.2])}),
    ("h[0] = a; h[t] = h[t-1]*x[t] + x[t-1]*h[t-1]**2; L = h[2]", "x", {"a": 0.3, "x": np.array([0.1, -0.4, 0.2])}),
    ("b[size(x,0)] = 1; b[t] = b[t+1]*x[t] + x[t]**3; L = b[0]", "x", {"x": np.array([0.5, -0.4, 0.2])}),
    ("h[0,i] = a[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i]); L = sum[t,i](h[t,i]**2)", "W",  # two statements become one
     {"a": np.array([0.3, -0.5]), "W": np.array([[0.2, 0.7], [-0.4, 0.9]]), "x": np.array([[0.1, 0.3], [-0.2, 0.4]])}),
])  # fmt: skip
def test_third_derivatives(text: str, w: str, inputs: dict[str, Any]) -> None:
    e = es.parse(text)
    H, third = es.hessian(e, w), es.derivative(e, w, order=3)
    want = differences(lambda a: computed(H, inputs | {w: a}), np.asarray(inputs[w]))
    np.testing.assert_allclose(computed(third, inputs), want, rtol=1e-5, atol=1e-6)
    assert es.parse(str(third)) is third


def test_declared_steps_of_which_not_all_are_summed() -> None:
    e = es.parse("t : index 3; h[0,i] = a[i]; h[t,i] = sin(W[i,j]*h[t-1,j]); L = sum[i](h[2,i]**2)")
    inputs = {"a": np.array([0.3, -0.5]), "W": np.array([[0.2, 0.7], [-0.4, 0.9]])}
    want = es.evaluate(es.grad(e, "W"), inputs)
    np.testing.assert_allclose(es.compile(es.grad(e, "W"), target="cpu")(**inputs), want, rtol=1e-12)


@pytest.mark.parametrize("text", [
    "h[0] = p; h[t] = a*h[t-1] + x[t-1]", "h[0] = p; h[t] = a*h[t-1]*x[t-1]", "t : index 4; h[0] = p; h[t] = a*h[t-1]**2",
    "h[0] = p; h[t] = g[t-1]*x[t-1]; g[0] = a; g[t] = h[t-1]*x[t-1]; y[t] = h[t]*g[t]",
    "h[0] = p; h[t] = g[t-1] + x[t-1]; g[0] = a; g[t] = a*h[t-1]**2 + x[t-1]; y[t] = h[t]*g[t]",
])  # fmt: skip
def test_a_tangent_has_as_many_rows_as_its_state(text: str) -> None:
    """What it reads at t - 1 has the rows of the state, and would tell one more."""
    e = es.parse(text)
    inputs = {n: v for n, v in {"p": 0.7, "a": 0.5, "x": np.array([0.3, -1.0, 2.0])}.items() if n in e.inputs}
    got = computed(es.jvp(e, "a", "a_"), inputs | {"a_": 1.0})
    np.testing.assert_allclose(got, differences(lambda a: computed(e, inputs | {"a": a}), np.array(0.5)), atol=1e-8)


@pytest.mark.parametrize("text", [
    "h[0] = p; h[t] = h[t-1]**2*x[t-1]; L = h[size(x,0)]",  # reads states, their tangents and x, which has a row less
    "h[size(x,0)] = p; h[t] = h[t+1]*p**2 + x[t]; L = h[0]",  # what arrives is 0 in a row that an equation alone told
])  # fmt: skip
@pytest.mark.parametrize("w", ["p", "x"])
def test_tangents_of_hessians_have_the_rows_of_the_states(text: str, w: str) -> None:
    H = es.hessian(text, "p")
    inputs = {"p": np.array(0.7), "x": np.array([0.3, -1.0, 2.0])}
    direction = np.cos(inputs[w])
    got = computed(es.jvp(H, w, "v"), inputs | {"v": direction})
    ends = [computed(H, inputs | {w: inputs[w] + h * direction}) for h in (1e-5, -1e-5)]
    np.testing.assert_allclose(got, (ends[0] - ends[1]) / 2e-5, rtol=1e-6)


def test_jacobians_keep_lengths_that_padded_reads_alone_would_tell() -> None:
    e = es.parse("""
        t : index 5
        y[0,i] = p[i]
        k[t,i] = y[t,i]*r[i]; m[t,i] = y[t,i] + k[t,i]/2; l[t,i] = m[t,i]*r[i]
        y[t,i] = y[t-1,i] + (k[t-1,i] + l[t-1,i])/2
        gap[n,i] = log(y[2*n,i]/s[n,i])
    """)
    inputs = {"p": np.array([1.0, 2.0]), "r": np.array([0.3, -0.2]), "s": np.ones((3, 2))}
    got = es.compile(es.jacobian(e, "r"))(**inputs)
    np.testing.assert_allclose(got, differences(lambda r: computed(e, inputs | {"r": r}), inputs["r"]), atol=1e-8)


def test_hessians_are_those_of_jax() -> None:
    jax = pytest.importorskip("jax")
    inputs = CASES["lstm"].inputs

    def loss(W: Any) -> Any:
        def step(state: Any, row: Any) -> Any:
            c, h = state
            z = W @ h + inputs["U"] @ row + inputs["b"]
            c = jax.nn.sigmoid(z[0]) * c + jax.nn.sigmoid(z[1]) * jax.numpy.tanh(z[2])
            h = jax.nn.sigmoid(z[3]) * jax.numpy.tanh(c)
            return (c, h), (h**2).sum()

        _, parts = jax.lax.scan(step, (inputs["c0"], inputs["h0"]), inputs["x"])
        return parts.sum() + (inputs["h0"] ** 2).sum()

    with jax.enable_x64(True):
        want = np.asarray(jax.hessian(loss)(inputs["W"]))
    e = es.parse(CASES["lstm"].text)
    np.testing.assert_allclose(computed(es.hessian(e, "W"), inputs), want, rtol=1e-9, atol=1e-10)


DECLARED = {
    "the loop of a step begins in its row": """t : index 3; k : index 3; h[0,i] = y[i]; h[t,i] = g[t-1,2,i]
        g[t,0,i] = h[t,i]; g[t,k,i] = tanh(S[i,j]*g[t,k-1,j]); L = sum[t,k,i](g[t,k,i]**2)""",
    "the loop of a step is summed": """t : index 3; k : index 3; h[0,i] = y[i]; g[t,0,i] = h[t-1,i]
        g[t,k,i] = tanh(S[i,j]*g[t,k-1,j]) + where(k < t, h[t-1,i], 0); h[t,i] = sum[k](g[t,k,i]); L = sum[t,i](h[t,i]**2)""",
    "over two indices": """t : index 2; k : index 2; d[0,k] = y[k]; d[t,0] = y[t]
        d[t,k] = S[t-1,k-1]*d[t-1,k]*d[t,k-1] + d[t,k-1]; L = sum[t,k](d[t,k]**2)""",
    "a state is shorter than the one that it reads": """t : index 2; s[0,i] = y[i]; s[t,i] = where(i < 1, pad(u)[t-1,i], s[t-1,i])
        u[t,i] = where(index(i, 1) < t + 1, pad(S)[t,index(i, 1)]*pad(s)[t,t]**2, 0); L = sum[i](s[size(s, 0) - 1, i]**2)""",
}  # fmt: skip


@pytest.mark.parametrize("case, w", [*zip(DECLARED, ("y", "S", "S", "S"), strict=True)])
def test_second_derivatives_along_indices_of_declared_lengths(case: str, w: str) -> None:
    e = es.parse(DECLARED[case])
    inputs = {"y": np.array([0.4, -0.7]), "S": np.array([[0.5, -0.3], [0.8, 0.6]])}
    H, g = es.hessian(e, w), es.grad(e, w)
    want = differences(lambda a: computed(g, inputs | {w: a}), inputs[w])
    np.testing.assert_allclose(computed(H, inputs), want, rtol=1e-6, atol=1e-6)
    got = es.compile(H)(**{n: inputs[n] for n in H.inputs})
    np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6)


MUTUAL = """t : index 4
h[3,i] = y[i]
h[t,i] = tanh(S[i,j]*h[t+1,j])*c[t,i]
c[3,i] = y[i]
c[t,i] = sin(h[t+1,i])
"""


@pytest.mark.parametrize("loss", ["sum[t,i](h[t,i]**2)", "sum[i](h[0,i]*c[0,i])"])
def test_derivatives_of_states_that_are_shorter_than_their_cotangents(loss: str) -> None:
    inputs = {"y": np.array([0.4, -0.7]), "S": np.array([[0.5, -0.3], [0.8, 0.6]])}
    e = es.parse(f"{MUTUAL}L = {loss}")
    g = es.grad(e, "y")
    slopes = [es.evaluate(e, inputs | {"y": inputs["y"] + 1e-30j*d}).imag/1e-30 for d in np.eye(2)]  # fmt: skip
    np.testing.assert_allclose(computed(g, inputs), slopes, rtol=1e-10, atol=1e-14)
    np.testing.assert_allclose(es.compile(g)(**inputs), slopes, rtol=1e-10, atol=1e-14)
    along, third = {"v": np.array([0.3, -0.7])}, es.jvp(es.jvp(g, "y", "v"), "y", "v")
    written = es.parse(str(third))
    want = np.einsum("ijk,j,k", computed(es.derivative(e, "y", order=3), inputs), along["v"], along["v"])
    np.testing.assert_allclose(computed(written, inputs | along), want, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(es.compile(third)(**inputs, **along), want, rtol=1e-9, atol=1e-12)


LARGEST = {
    "declared": "t : index 41\ns[0,i] = 0.0\ns[t,i] = max[m](R[m,i] + 0.9*sum[l](P[m,i,l]*s[t-1,l])/sum[k](P[m,i,k]))\n"
    "r = sum[i](s[40,i])",
    "beside": "s[0,i] = 0.0\ns[t,i] = 0.5*s[t-1,i] + max[m](R[m,i]*z[t-1] + sum[l](P[m,i,l]*s[t-1,l])/7) + z[t-1]\n"
    "r = sum[i](s[40,i]) + sum[t,i](s[t,i]**2)",
}


@pytest.mark.parametrize("target", ["numpy", "cpu"])
@pytest.mark.parametrize("case", LARGEST)
def test_a_step_compares_a_maximum_with_values_that_are_rounded_as_it_is(case: str, target: Any) -> None:
    """Dynamic programs: what the loop of the derivative computes anew was another number than the state, or its part."""
    rng = np.random.default_rng(0)
    e = es.parse(LARGEST[case])
    given = {"P": rng.random((3, 6, 6)), "R": rng.normal(size=(3, 6)), "z": rng.normal(size=40)}
    given, v = {n: given[n] for n in e.inputs}, rng.normal(size=(3, 6))
    value = es.compile(e)
    ahead, back = (value(**{**given, "R": given["R"] + d * v}) for d in (1e-6, -1e-6))
    gradient = es.compile(es.grad(e, "R"), target=target)(**given)
    np.testing.assert_allclose((gradient * v).sum(), (ahead - back) / 2e-6, rtol=1e-6)
    tangent = es.compile(es.jvp(e, "R", es.tensor("v[m,i]")), target=target)(**given, v=v)
    np.testing.assert_allclose(tangent, (gradient * v).sum(), rtol=1e-9)


PATHS = "s[0,i,j] = d[i,j]; s[t,i,j] = logaddexp(s[t-1,i,j], s[t-1,i,t-1] + s[t-1,t-1,j]); L = sum[i,j](s[size(s,0)-1,i,j]**2)"


@pytest.mark.parametrize("text", [
    PATHS,  # Floyd and Warshall, where the minimum is smooth
    "h[0,i] = a[i]; h[t,i] = h[t-1,i]*b[t-1] + sum[k](b[k]*h[t-1,k]); L = sum[t,i](h[t,i]**2*v[t])",
    "h[size(b,0)-1,i] = a[i]*b[i]; h[t,i] = h[t+1,i]*b[t] + sum[k](b[k]*h[t+1,k]); L = sum[i](h[0,i]**2)",
])  # fmt: skip
def test_axes_that_are_read_at_the_step_are_not_as_long_as_there_are_rows(text: str) -> None:
    e, rng = es.parse(text), np.random.default_rng(4)
    shapes = {"d": (4, 4), "a": (4,), "b": (4,), "v": (5,)}
    es.check_grads(e, order=2, **{n: rng.normal(size=shapes[n]) / 2 for n in e.inputs})


@pytest.mark.parametrize("text", [
    # the cotangent of h begins with rows that x lacks
    "h[size(x,0)] = p*b; g[size(x,0)] = p*b; h[t] = max(tanh(g[t+1]), 0.5*x[t]); g[t] = x[t]*h[t] + g[t+1]; L = g[0]",
    # two cotangents meet under one condition, whose rows are fewer than those of both
    "h[0] = q; g[0] = p; h[t] = h[t-1]**2 + b*g[t-1]; "
    "g[t] = where(x[t-1] > 0, relu(h[t-1]), x[t-1]) + where(x[t-1] > 0, h[t-1], x[t-1]) + b*relu(h[t]); L = sum[t](g[t]**2)",
    # one statement hands to x what has the rows of h, another what has those of x
    "h[0] = p; g[0] = q; h[t] = b*g[t-1] + where(x[t-1] > 0, sin(h[t-1]), 0.2*x[t-1]); "
    "g[t] = x[t-1]*sin(h[t-1]) + sin(g[t-1]); L = g[size(g,0)-1]",
])  # fmt: skip
def test_inputs_with_fewer_rows_than_cotangents_are_read_inside(text: str) -> None:
    e = es.parse(text)
    given = {"x": np.array([0.5, -0.4, 0.9, 0.2]), "p": 0.4, "q": 0.3, "b": 0.7}
    es.check_grads(e, order=2, **{n: given[n] for n in e.inputs})


def test_a_shorter_array_under_a_condition_does_not_end_the_steps() -> None:
    f = es.compile("h[0] = 0; h[t] = where(t <= size(a,0), a[t-1], 0) + h[t-1] + z[t-1]; L = h[size(h,0)-1]")
    assert f(z=np.ones(5), a=np.arange(3.0)) == 8


def test_a_tangent_has_the_rows_of_its_cotangent() -> None:
    """Reads under the conditions of its steps say how far those are inside, not how many rows it has."""
    e = es.parse("h[size(x,0)] = x[0]*b; h[size(x,0)+1] = p; h[t] = sin(h[t+2]) + x[t]*sin(h[t+1]); L = sum[t](h[t]*v[t])")
    x, v = np.array([0.5, -0.4, 0.9, 0.2]), np.array([0.3, 0.7, -0.2, 1.0, 0.6, -0.8])
    given = {"x": x, "v": v, "b": 0.3, "p": 0.7}
    g, H = es.compile(es.grad(e, "p")), es.compile(es.hvp(e, "p", "V"))
    above, below = (g(**{n: (given | {"p": 0.7 + d})[n] for n in g.inputs}) for d in (1e-5, -1e-5))
    got = H(V=1.0, **{n: given[n] for n in H.inputs if n != "V"})
    np.testing.assert_allclose(got, (above - below)/2e-5, rtol=1e-8)  # fmt: skip


def test_derivatives_where_two_lengths_say_of_each_other_what_they_are() -> None:
    text = "h[0] = p*b; h[t] = b*h[t-1]; g[0] = p; g[t] = b*h[t-1] + x[t-1]; L = sum[t](h[t]*g[t])"
    assert "dL_db" in str(es.grad(es.parse(text), "b"))
    es.check_grads(es.parse(f"t : index 4; {text}"), order=2, x=np.array([0.5, -0.4, 0.9]), b=0.7, p=0.3)


@pytest.mark.parametrize("text", [
    "h[4] = p*x[0]; h[t] = where(x[t] > 0, sin(h[t+1]), 0.2*x[t]) + x[t]*h[t+1]; L = sum[t](sin(h[t])*v[t])",
    "h[3] = x[0]*b; h[4] = p; h[t] = max(tanh(h[t+1]), 0.5*x[t]) + x[t]*h[t+2]; L = sum[t](h[t]**2*v[t])",
])  # fmt: skip
def test_a_declared_length_is_that_of_the_state_and_not_of_its_steps(text: str) -> None:
    e = es.parse(f"t : index 5; {text}")
    given = {"x": np.array([0.5, -0.4, 0.9, 0.2])[: 4 if "h[3]" not in text else 3], "p": 0.4, "b": 0.7, "v": np.ones(5)}
    es.check_grads(e, order=2, **{n: given[n] for n in e.inputs})


def test_a_tangent_that_steps_read_says_how_long_it_is() -> None:
    e = es.parse("h[0] = p; h[s] = sin(h[s-1])*x[s-1]; L = h[0]**3 + h[size(h,0)-1]")
    es.check_grads(e, order=2, p=0.6, x=np.array([0.3, -0.4, 0.5]))
    assert "dh_out_dot[s] = 6*h[0]*h_dot[0]*(s == 0)*(s < size(x, 0) + 1)" in str(es.hvp(e, "p", "V"))
