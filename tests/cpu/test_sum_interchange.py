"""Sums in the order that needs a sum which the program has anyway (W7: Laplacians in the flops of collapsed Taylor mode)."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.reports.explain import counts
from espresso.ir.calls import Contraction

NET = """\
a[n,p] = tanh(sum[i](x[n,i]*A[i,p]) + s[p])
b[n,q] = tanh(sum[p](a[n,p]*B[p,q]))
u[n,r] = tanh(sum[q](b[n,q]*C[q,r]))
f = sum[n,r](u[n,r]*c[r])"""


def laplacian() -> Any:
    hessian = es.hessian(es.parse(NET), "x")
    n, i = es.indices("n i")
    return es.sum(hessian[n, i, n, i], i)


def arrays(n: int, d: int, h: int) -> dict[str, Any]:
    rng = np.random.default_rng(n)
    shapes = {"x": (n, d), "A": (d, h), "s": (h,), "B": (h, h), "C": (h, h), "c": (h,)}
    return {k: rng.standard_normal(v) / 3 for k, v in shapes.items()}


def collapsed(x: Any, A: Any, s: Any, B: Any, C: Any, c: Any) -> Any:
    value, first, second = x, np.broadcast_to(np.eye(x.shape[1])[:, None], (x.shape[1], *x.shape)), np.zeros_like(x)
    for weight, bias in ((A, s), (B, 0), (C, 0)):
        value, first, second = np.tanh(value @ weight + bias), first @ weight, second @ weight
        slope = 1 - value**2
        second = slope * second - 2 * value * slope * (first**2).sum(axis=0)
        first = slope * first
    return second @ c


def products(f: Any) -> int:
    """Products of matrices whose result has an element for each point and direction."""
    return sum(isinstance(s, Contraction) and len(s.axes) == 3 for s in f.program.steps)


@pytest.mark.parametrize("size", [(20, 8, 12), (3, 1, 5), (1, 4, 1), (0, 3, 4)])
def test_a_laplacian_is_the_collapsed_taylor_mode(size: tuple[int, int, int]) -> None:
    f = es.compile(laplacian(), target="cpu")
    given = arrays(*size)
    np.testing.assert_allclose(f(**given), collapsed(**given), rtol=1e-10, atol=1e-12)


def test_a_laplacian_takes_one_product_for_each_layer_after_the_first() -> None:
    """In all directions: two layers after the first make two, where the reverse pass made two more."""
    f = es.compile(laplacian(), target="cpu")
    f(**arrays(64, 8, 32))
    assert products(f) == 2, f.explain()


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        # the adjoint of y = A v, weighted, is the forward product again
        ("y[i] = sum[j](A[i,j]*v[j])\nz = sum[j](v[j]*sum[i](A[i,j]*w[i]*y[i]))", {"A": (30, 20), "v": (20,), "w": (30,)}),
        # with another term beside the inner sum
        (
            "y[n,i] = sum[j](A[i,j]*v[n,j])\nz[n] = sum[j](v[n,j]*(u[j] + sum[i](A[i,j]*w[i]*y[n,i])))\n"
            "q[n] = z[n] + sum[i](y[n,i])",
            {"A": (30, 20), "v": (5, 20), "w": (30,), "u": (20,)},
        ),
        # an index that only the inner sum reads, and one that is shifted
        ("y[i] = sum[j](A[i,j]*v[j])\nz = sum[j](v[j]*sum[i](A[i,j]*w[i+1]*y[i]))", {"A": (30, 20), "v": (20,), "w": (31,)}),
        # the sum that is there already has a sum inside: its new index is none of the names there
        (
            "G[i,l] = sum[k](A[i,k]*A[l,k])\nu[i] = sin(sum[l](G[i,l]*v[l]))\n"
            "r = sum[k](sum[j](u[j]*sum[i](A[j,i]*A[k,i]))*u[k])",
            {"A": (6, 6), "v": (6,)},
        ),
        (
            "t : index 5\ns[0,i] = 1.0\ns[t,i] = sum[l](sum[k](A[i,k]*A[l,k])*s[t-1,l])/10\n"
            "r = sum[k](sum[j](s[4,j]*sum[i](A[j,i]*A[k,i]))*s[4,k])",
            {"A": (6, 6)},
        ),
    ],
)
def test_values_are_those_of_the_reference(text: str, inputs: dict[str, tuple[int, ...]]) -> None:
    rng = np.random.default_rng(4)
    given = {k: rng.standard_normal(s) for k, s in inputs.items()}
    found = es.compile(text, target="cpu")(**given)
    np.testing.assert_allclose(found, es.evaluate(es.parse(text), given), rtol=1e-10)


def test_a_sum_that_is_needed_elsewhere_stays() -> None:
    """t is a result: the product that makes it is there in any case."""
    text = "y[i] = sum[j](A[i,j]*v[j])\nt[j] = sum[i](A[i,j]*w[i]*y[i])\nz = sum[j](v[j]*t[j])"
    f = es.compile(list(es.parse(text).outputs.values()), target="cpu")
    rng = np.random.default_rng(5)
    A, v, w = rng.standard_normal((30, 20)), rng.standard_normal(20), rng.standard_normal(30)
    _, t, z = f(A=A, v=v, w=w)
    np.testing.assert_allclose(t, (w * (A @ v)) @ A, rtol=1e-10)
    np.testing.assert_allclose(z, v @ ((w * (A @ v)) @ A), rtol=1e-10)
    assert counts(f)[1] <= 2


# --- chains through named arrays: the reverse pass of a Hessian is the forward pass transposed (W4, case 45) ---


def deep(layers: int, activation: str = "relu") -> str:
    lines = [f"h0[i] = {activation}(sum[j](W[i,j]*x[j]))"]
    lines += [f"h{q}[i] = {activation}(sum[j](V{q}[i,j]*h{q - 1}[j]))" for q in range(1, layers - 1)]
    lines.append(f"z[i] = sum[j](V{layers - 1}[i,j]*h{layers - 2}[j])")
    return "\n".join([*lines, "loss = logsumexp[i](z[i]) - sum[i](y[i]*z[i])"])


def weights(widths: list[int]) -> dict[str, Any]:
    rng = np.random.default_rng(len(widths))
    given = {f"V{q}": rng.standard_normal((m, n)) for q, (n, m) in enumerate(itertools.pairwise(widths[1:]), 1)}
    return given | {"W": rng.standard_normal((widths[1], widths[0])), "x": rng.standard_normal(widths[0])}


def by_hand(widths: list[int], W: Any, x: Any, **V: Any) -> Any:
    """x_j x_l (J'(diag(p) - p p')J)_ik, with J the derivative of the scores by the first layer."""
    h = W @ x
    J, h = np.diag((h > 0) * 1.0), np.maximum(h, 0)
    for q in range(1, len(widths) - 1):
        z, J = V[f"V{q}"] @ h, V[f"V{q}"] @ J
        J, h = ((z > 0)[:, None] * J, np.maximum(z, 0)) if q < len(widths) - 2 else (J, h)
    p = np.exp(z - z.max()) / np.exp(z - z.max()).sum()
    return np.einsum("ik,j,l->ijkl", J.T @ (p[:, None] * (J - p @ J)), x, x)


@pytest.mark.parametrize(
    ("widths", "structure"),
    [
        ([5, 7, 4, 6, 8, 3], None),
        ([5, 7, 4, 6, 8, 3], "factored"),
        ([4, 1, 5, 3], None),
        ([2, 5, 3], "factored"),
    ],
)
def test_the_hessian_of_a_relu_net_in_its_first_weights(widths: list[int], structure: str | None) -> None:
    e, given = es.hessian(es.parse(deep(len(widths) - 1)), "W"), weights(widths)
    found = (es.compile(e, structure=structure) if structure else es.compile(e))(**given)
    np.testing.assert_allclose(np.asarray(found), by_hand(widths, **given), rtol=1e-9, atol=1e-10)


def test_a_relu_net_of_n_layers_takes_n_products() -> None:
    """n - 2 for the Jacobian of the scores, one with its transpose; the reverse pass made n - 2 more."""
    layers = 6
    f = es.compile(es.hessian(es.parse(deep(layers)), "W"), target="cpu")
    f(**weights([12] * (layers + 1)))
    square = [s for s in f.program.steps if isinstance(s, Contraction) and len(s.axes) == 2]
    assert len(square) == layers - 1, f.explain()


def test_second_derivatives_of_layers_stay() -> None:
    """Each layer adds a term of its own: not all of the reverse pass telescopes."""
    e, given = es.hessian(es.parse(deep(4, "tanh")), "W"), weights([3, 4, 3, 5, 2])
    given["y"] = np.array([0.0, 1.0])
    np.testing.assert_allclose(es.compile(e)(**given), es.evaluate(e, given), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("read_twice", [False, True])
def test_a_link_that_is_read_elsewhere_keeps_its_array(read_twice: bool) -> None:
    text = "P[i,k] = sum[j](A[i,j]*B[j,k])\nq[i,l] = sum[k](C[l,k]*m[k]*P[i,k])\nd[i,l] = q[i,l]*w[l]\n"
    text += "e[i,k] = sum[l](C[l,k]*d[i,l])\nr[i,j] = sum[k](B[j,k]*m[k]*e[i,k])" + ("*e[i,0]" if read_twice else "")
    text += "\ns[i,h] = sum[j](A[h,j]*r[i,j]) + sum[l](q[i,l])*q[h,1]"
    rng = np.random.default_rng(1)
    given = {"A": (7, 9), "B": (9, 8), "C": (6, 8), "m": (8,), "w": (6,)}
    arrays = {n: rng.standard_normal(s) for n, s in given.items()}
    e = es.parse(text)
    np.testing.assert_allclose(es.compile(e)(**arrays), es.evaluate(e, arrays), rtol=1e-10)


@pytest.mark.parametrize(
    "text",
    [
        "f = sum[i,j,k,l](A[i,j]*inv[j,k](S[j,k])*A[l,k]*S[l,i])",
        "f = det[i,j](A[i,j])/det[k,l](S[k,l])*sum[i,j](A[i,j]*S[i,j])",
        "f = sum[i,k](A[i,k]*softmax[k](sum[j](S[k,j]*w[j]))*sum[l](A[i,l]*softmax[l](w[l])))",
    ],
)
def test_index_functions_in_sums_that_another_statement_has(text: str) -> None:
    """The index of ``inv[j,k](S[j,k])`` is that of the sum around it: both get one new name."""
    e, rng = es.parse(text), np.random.default_rng(0)
    outputs = [e, *(es.grad(e, n) for n in e.inputs), es.hessian(e, "S")]
    given = {"A": rng.normal(size=(4, 4)), "S": rng.normal(size=(4, 4)) + 4 * np.eye(4), "w": rng.normal(size=4)}
    given = {n: given[n] for n in e.inputs}
    for found, o in zip(es.compile(outputs)(**given), outputs, strict=True):
        np.testing.assert_allclose(found, es.evaluate(o, {n: given[n] for n in o.inputs}), rtol=1e-9, atol=1e-10)
