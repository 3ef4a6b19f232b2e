"""How many kernels and library calls typical formulas take: the least possible, or the reason beside the row."""

from __future__ import annotations

from typing import Any

import pytest

import espresso as es
from espresso.compilation.explain import counts
from espresso.graph import expr as ex
from espresso.planning.layouts import stored_order
from espresso.planning.loops import Statement

LOGISTIC = "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"
MLP = "h[b,k] = tanh(x[b,j]*W[j,k] + c[k]); L = sum[b,l]((h[b,k]*V[k,l] + d[l] - t[b,l])**2)"
CROSS_ENTROPY = "z[b,k] = x[b,j]*W[j,k] + c[k]; L = -sum[b,k](log_softmax[k](z[b,k])*t[b,k])"


def every(text: str) -> Any:
    return list(es.parse(text).outputs.values())


def with_gradients(text: str, *names: str) -> Any:
    e = es.parse(text)
    return [e, *es.grad(e, list(names))]


# formula, (kernels, library calls)
TABLE: dict[str, tuple[Any, tuple[int, int]]] = {
    "map": ("y[i] = 2*x[i] + 1", (1, 0)),
    "chain of maps": ("y[i] = exp(-(x[i]-z[i])**2/(1+w[i]**2))*tanh(x[i]) + log1p(z[i])", (1, 0)),
    "bias and gelu": ("y[i,j] = g[j]*gelu(x[i,j] + b[j])", (1, 0)),
    "dot product": ("s = x[i]*y[i]", (1, 0)),
    "matrix times vector": ("y[i] = A[i,j]*x[j]", (0, 1)),
    "matrix product": ("C[i,k] = A[i,j]*B[j,k]", (0, 1)),
    "batch of products": ("C[b,i,k] = A[b,i,j]*B[b,j,k]", (0, 1)),
    "layer": ("h[b,k] = tanh(x[b,j]*W[j,k] + c[k])", (1, 1)),
    "chain of products": ("D[i,l] = A[i,j]*B[j,k]*C[k,l]", (0, 2)),
    "trace of a product": ("t = A[i,j]*B[j,i]", (1, 0)),
    "quadratic form": ("q = x[i]*A[i,j]*x[j]", (1, 0)),
    "outer product": ("O[i,j] = u[i]*v[j]", (1, 0)),
    "Gram matrix": ("S[i,j] = X[i,k]*X[j,k]", (0, 1)),
    "pairwise distances": ("D[i,j] = sum[d]((x[i,d]-y[j,d])**2)", (1, 0)),
    "sum and maximum": (every("a = sum[i](x[i]); b = max[i](x[i])"), (1, 0)),
    "row and column sums": (every("r[i] = sum[j](X[i,j]); c[j] = sum[i](X[i,j])"), (1, 0)),
    "softmax": ("p[i,k] = softmax[k](X[i,k])", (1, 0)),
    "logsumexp": ("y[i] = logsumexp[k](X[i,k])", (1, 0)),
    "layer norm": (
        "m[i] = mean[j](x[i,j]); v[i] = mean[j]((x[i,j]-m[i])**2); y[i,j] = (x[i,j]-m[i])/sqrt(v[i]+1e-5)*g[j] + b[j]",
        (1, 0),
    ),
    "RMS norm": ("y[i,j] = x[i,j]/sqrt(mean[k](x[i,k]**2) + 1e-6)*g[j]", (1, 0)),
    "logistic loss": (LOGISTIC, (1, 1)),
    "logistic loss, gradient": (with_gradients(LOGISTIC, "w"), (1, 1)),
    "logistic loss, gradient, Hessian": ([*with_gradients(LOGISTIC, "w"), es.hessian(es.parse(LOGISTIC), "w")], (1, 2)),
    "two layers, four gradients": (with_gradients(MLP, "W", "c", "V", "d"), (3, 5)),
    "cross entropy, gradients": (with_gradients(CROSS_ENTROPY, "W", "c"), (1, 2)),
    "Gaussian kernel sum": ("a[i] = sum[j](exp(-sum[d]((x[i,d]-y[j,d])**2))*b[j])", (1, 0)),
    "factorisation loss": ("s = sum[i,j]((X[i,j] - W[i,k]*H[k,j])**2)", (1, 1)),
    "gather": ("y[b,k] = W[t[b],k]", (1, 0)),
    "gradient of a gather": (es.grad(es.parse("L = sum[b,k](W[t[b],k]**2)"), "W"), (1, 0)),
    "momentum": (every("w2[j] = w[j] - a*g[j]; m2[j] = 0.9*m[j] + g[j]"), (1, 0)),
    "Adam": (
        every("m2[i] = p*m[i] + (1-p)*g[i]; v2[i] = q*v[i] + (1-q)*g[i]**2; w2[i] = w[i] - a*m2[i]/(sqrt(v2[i])+e)"),
        (1, 0),
    ),
    "weighted least squares": ("g[j] = sum[i](X[i,j]*s[i]*(X[i,k]*w[k] - y[i]))", (1, 1)),
    "correlation": ("y[p] = x[p+r]*w[r]", (1, 0)),
    "max pooling": (es.max_pool(es.tensor("x[n,c,h,w]"), 2), (1, 0)),
    "running sum": ("y[i] = cumsum[i](x[i])", (1, 0)),
    "argmax": ("y[i] = argmax[j](X[i,j])", (1, 0)),
    # the second pass over x needs the mean; scalars are kernels without a loop
    "mean, variance, normalised": (
        every("m = mean[i](x[i]); v = mean[i]((x[i]-m)**2); y[i] = (x[i]-m)/sqrt(v + 1e-5)"), (5, 0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_kernels_and_library_calls(name: str) -> None:
    formula, expected = TABLE[name]
    f = es.compile(formula, target="cpu")
    assert counts(f) == expected, f.explain()


def test_the_count_bites() -> None:
    """Not fused there are more of them."""
    assert counts(es.compile(TABLE["softmax"][0], target="cpu", fused=False)) == (3, 0)


def test_products_lie_as_what_is_read_with_them() -> None:
    """`X[i,j] - W H` reads the product along its rows, whatever the order in which the operands are printed."""
    f = es.compile(TABLE["factorisation loss"][0], target="cpu")
    assert f.program.steps[0].axes == ("i", "j")
    f = es.compile(TABLE["cross entropy, gradients"][0], target="cpu")
    statements = [s for step in f.program.steps for s in getattr(step, "statements", ())]
    assert all(s.axes[0] == "b" for s in statements if isinstance(s, Statement) and s.name[0] == "t")


def test_arrays_that_contradict_each_other_have_some_order() -> None:
    e = es.parse("s = sum[i,j,k](A[i,j]*B[j,k]*C[k,i]*v[i])")
    assert sorted(stored_order(("k",), ex.postorder(e.args[0]))) == ["i", "j", "k"]
    assert stored_order((), ex.postorder(es.parse("s = sum[j,i](A[i,j]*2)").args[0])) == ("i", "j")
