"""Derivatives of recurrences whose steps read states in norms, inverses, branches of ``where`` and sums over the past."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es

sys.path.insert(0, str(Path(__file__).parent))
from test_recurrences import computed, differences

W = np.array([[0.4, -0.3], [0.2, 0.6]])
X = np.array([[0.5, -0.4], [0.2, 0.7], [-0.3, 0.1]])
V = np.array([0.3, -0.5, 0.8])
LIKELIHOOD = (
    "f[0,i] = p[i]*E[i,o[0]]; f[t,i] = sum[j](f[t-1,j]*M[j,i])*E[i,o[t]]/sum[k](f[t-1,k]); L = sum[t](log(sum[i](f[t,i])))"
)
CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a norm in each step": (
        "h[0,i] = p[i]; h[t,i] = sum[j](W[i,j]*h[t-1,j])/norm[k](sum[j](W[k,j]*h[t-1,j])) + x[t-1,i]; L = sum[t,i](h[t,i]*q[i])",
        "W", {"W": W, "p": V[:2], "q": V[1:], "x": X},
    ),
    "a condition from data": (
        "h[0,i] = p[i]; h[t,i] = where(m[t-1] > 0, tanh(h[t-1,j]*W[j,i]), h[t-1,i]); L = sum[t,i](h[t,i]**2)",
        "W", {"W": W, "p": V[:2], "m": np.array([1.0, -1.0, 1.0])},
    ),
    "an inverse of a state that has one row more": (
        "P[0,i,j] = Q[i,j]; S[t,i,j] = P[t-1,i,j] + R[i,j]; P[t,i,j] = inv[i,j](S[t,i,j])*y[t-1]; L = sum[t,i,j](P[t,i,j]**2)",
        "R", {"Q": W @ W.T + np.eye(2), "R": W.T @ W + np.eye(2), "y": np.array([0.7, 1.2])},
    ),
    "a state that has one row more": (
        "P[0] = q; S[t] = P[t-1] + R; P[t] = sin(S[t])*y[t-1]; L = sum[t](P[t]**2)", "R", {"q": 0.5, "R": 0.7, "y": V},
    ),
    "a convolution with the past": (
        "h[0] = x[0]; h[t] = x[t] + sum[s](sin(h[s])*k[t-s]*(s < t)); L = sum[t](h[t]**2)",
        "x", {"x": np.array([0.3, -0.5, 0.8, 0.1]), "k": np.array([0.2, 0.6, -0.4, 0.9])},
    ),
    "backward through another recurrence": (
        "h[0] = x[0]; h[t] = sin(h[t-1]) + x[t]; b[size(x,0)] = 1; b[t] = b[t+1]*h[t] + x[0]; L = b[0]", "x", {"x": V},
    ),
    "order two under a condition": (
        "h[0] = a; h[1] = 0.7; h[t] = where(m[t-2] > 0, h[t-1]*x[t-2], h[t-2]**2); L = sum[t](h[t]**2)",
        "x", {"a": 0.4, "x": V, "m": np.array([-1.0, 1.0, -1.0])},
    ),
    "order two with a norm": (
        "h[0,i] = p[i]; h[1,i] = x[0,i]; h[t,i] = W[i,j]*h[t-1,j]/norm[k](h[t-2,k] + h[t-1,k]) + x[t-2,i]; L = sum[t,i](h[t,i]**2)",
        "p", {"W": W, "p": V[:2], "x": X},
    ),
    "states of different lengths backward": (
        "u[0,i] = p[i]; v[t,i] = W[i,j]*u[t-1,j]; s[t] = norm[k](v[t,k]); u[t,i] = v[t,i]/s[t] + x[t-1,i]; "
        "L = sum[t,i](u[t,i]**2) + sum[t](s[t+1])", "p", {"W": W, "p": V[:2], "x": X},
    ),
    "two indices under a condition": (
        "d[0,j] = y[j]; d[i,0] = 0; d[i,j] = where(x[i-1] > y[j], d[i-1,j]*d[i,j-1], d[i-1,j-1] + sin(d[i,j-1])); "
        "L = sum[i,j](d[i,j])", "y", {"x": V[:2], "y": np.array([0.2, -0.4, 0.5])},
    ),
    "steps that read no other step": (
        "h[0,i] = p[i]; h[t,i] = sin(W[i,j]*x[t-1,j]); L = sum[t,i](h[t,i]**2)", "W", {"W": W, "p": V[:2], "x": X},
    ),
    "a normalised likelihood": (LIKELIHOOD, "p", {
        "p": np.array([0.4, 0.6]), "M": np.array([[0.7, 0.3], [0.2, 0.8]]),
        "E": np.array([[0.1, 0.4, 0.5], [0.6, 0.3, 0.1]]), "o": np.array([2, 0, 1]),
    }),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_derivatives_agree_with_differences(case: str) -> None:
    text, w, inputs = CASES[case]
    e, at = es.parse(text), np.asarray(inputs[w], float)
    g, H, product = es.grad(e, w), es.hessian(e, w), es.hvp(e, w, "v_")
    given = inputs | {"v_": np.cos(np.arange(at.size)).reshape(at.shape)}
    slope = differences(lambda a: computed(e, inputs | {w: a}), at)
    curvature = differences(lambda a: computed(g, inputs | {w: a}), at)
    wanted = {g: slope, H: curvature, product: np.tensordot(curvature, given["v_"], at.ndim)}
    for target in ("reference", "numpy", "cpu"):
        for d, want in wanted.items():
            args = {n: given[n] for n in d.inputs}
            got = computed(d, args) if target == "reference" else np.asarray(es.compile(d, target=target)(**args))
            np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6, err_msg=f"{target}: {d}")


def test_rows_under_a_condition_are_read_where_it_holds() -> None:
    """The condition of the inner ``where`` reads outside of its array where that of the outer one fails."""
    e = es.parse("y[t] = where(t >= 1, where(m[t-1] > 0, 0, x[t]**2), 0)")
    inputs = {"m": np.array([1.0, -1.0]), "x": V, "v": np.array([1.0, 2.0, 3.0])}
    g = es.vjp(e, "x", "v")
    for target in ("numpy", "cpu"):
        np.testing.assert_allclose(es.compile(g, target=target)(**inputs), [0, 0, 6 * V[2]])


def test_gradients_through_a_declared_number_of_steps_that_read_another_state_at_the_same_one() -> None:
    """The rows of the adjoint, which has one of zeros more, are more than the steps."""
    e = es.parse(
        "t : index 4\ns[0,i] = y[i]\ns[t,i] = where(i <= 2, pad(u)[t-1,i], s[t-1,i])\n"
        "u[t,i] = where(index(i, 3) < t + 1, pad(s)[t,index(i, 3)] + pad(S)[t,index(i, 3)]*pad(s)[t,t], pad(s)[t,index(i, 3)])\n"
        "L = sum[i](s[size(s, 0) - 1, i]**2)"
    )
    inputs = {"y": np.array([0.3, -0.5, 0.8, 0.1]), "S": np.cos(np.arange(16.0)).reshape(4, 4)}
    for w in inputs:
        g = es.grad(e, w)
        want = differences(lambda a, w=w: computed(e, inputs | {w: a}), inputs[w])
        for target in ("reference", "numpy", "cpu"):
            given = {n: inputs[n] for n in g.inputs}
            got = computed(g, given) if target == "reference" else es.compile(g, target=target)(**given)
            np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6)
