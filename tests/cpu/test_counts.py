"""How many kernels and library calls typical formulas take: the least possible, or the reason beside the row (sA17)."""

from __future__ import annotations

from typing import Any

import pytest

import espresso as es
from espresso import networks as nn
from espresso.api.reports.explain import counts
from espresso.compiler.lowering.layouts import stored_order
from espresso.formulas.graph import expr as ex
from espresso.ir.loops import Statement

LOGISTIC = "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"
MLP = "h[b,k] = tanh(x[b,j]*W[j,k] + c[k]); L = sum[b,l]((h[b,k]*V[k,l] + d[l] - t[b,l])**2)"
COVARIANCE = "C[i,j] = mean[k]((X[k,i]-mean[l](X[l,i]))*(X[k,j]-mean[l](X[l,j])))"
CROSS_ENTROPY = "z[b,k] = x[b,j]*W[j,k] + c[k]; L = -sum[b,k](log_softmax[k](z[b,k])*t[b,k])"


def every(text: str) -> Any:
    return list(es.parse(text).outputs.values())


def with_gradients(text: str, *names: str) -> Any:
    e = es.parse(text)
    return [e, *es.grad(e, list(names))]


def update(method: Any, *given: Any, **options: Any) -> Any:
    """New values of a matrix and a vector by their gradients."""
    tensors = {"w": es.tensor("w[i,j]"), "b": es.tensor("b[i]")}
    gradients = {"w": es.tensor("dw[i,j]"), "b": es.tensor("db[i]")}
    return list(method(tensors, gradients, 0.1, *given, **options).values())


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
    "logistic loss, gradient": (with_gradients(LOGISTIC, "w"), (1, 0)),
    "logistic loss, gradient, Hessian": ([*with_gradients(LOGISTIC, "w"), es.hessian(es.parse(LOGISTIC), "w")], (1, 1)),
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
    # each parameter and its states are one pass, with the two weights of Adam's step
    "networks.sgd": (update(nn.sgd), (2, 0)),
    "networks.sgd, momentum": (update(nn.sgd, momentum=0.9), (2, 0)),
    "networks.adam": (update(nn.adam, es.tensor("count")), (2, 0)),
    "networks.adam, decay": (update(nn.adam, es.tensor("count"), decay=0.1), (2, 0)),
    "weighted least squares": ("g[j] = sum[i](X[i,j]*s[i]*(X[i,k]*w[k] - y[i]))", (1, 0)),
    "correlation": ("y[p] = x[p+r]*w[r]", (1, 0)),
    "max pooling": (es.max_pool(es.tensor("x[n,c,h,w]"), 2), (1, 0)),
    "running sum": ("y[i] = cumsum[i](x[i])", (1, 0)),
    "argmax": ("y[i] = argmax[j](X[i,j])", (1, 0)),
    # the second pass over x needs the mean, the third the variance; scalars are kernels without a loop (3 ns each)
    "mean, variance, normalised": (
        every("m = mean[i](x[i]); v = mean[i]((x[i]-m)**2); y[i] = (x[i]-m)/sqrt(v + 1e-5)"), (5, 0),
    ),
    "variance of a vector": ("v = mean[i]((x[i]-mean[j](x[j]))**2)", (3, 0)),
    "softmax of a vector": ("p[i] = softmax[i](x[i])", (3, 0)),  # maximum, sum, quotient: each needs all of the last
    "softmax of columns": ("p[i,j] = softmax[i](X[i,j])", (3, 0)),  # exponentials lie as X does, and are added as they are made
    "normalised vector": ("y[i] = x[i]/sqrt(sum[j](x[j]**2))", (2, 0)),
    "cosine of two vectors": ("c = sum[i](x[i]*y[i])/sqrt(sum[i](x[i]**2)*sum[i](y[i]**2))", (2, 0)),
    "covariance": (COVARIANCE, (2, 1)),  # means, centred, product divided by the number of rows
    # sums, squares, a square root for each column, quotients
    "standardised columns": ("Y[i,j] = (X[i,j]-mean[k](X[k,j]))/sqrt(mean[k]((X[k,j]-mean[l](X[l,j]))**2))", (4, 0)),
    "batch norm": (
        "y[n,c,h,w] = (x[n,c,h,w]-mean[m,p,q](x[m,c,p,q]))/sqrt(mean[m,p,q]((x[m,c,p,q]-mean[a,s,t](x[a,c,s,t]))**2)"
        "+1e-5)*g[c] + b[c]",
        (2, 0),
    ),
    "RMS norm, gradients": (
        with_gradients("L = sum[i,j](G[i,j]*x[i,j]/sqrt(mean[k](x[i,k]**2) + 1e-6)*g[j])", "x", "g"), (1, 0),
    ),
    "softmax, pullback": (es.vjp(es.parse("p[i,k] = softmax[k](X[i,k])"), "X", "G"), (1, 0)),
    # the loss is a sum divided by the number of rows, which a kernel without a loop does
    "cross entropy of labels, gradient": (with_gradients("L = mean[b](logsumexp[k](z[b,k]) - z[b,t[b]])", "z"), (2, 0)),
    # the weighted sum is divided by its weights after the product, not before it
    "attention": ("o[i,d] = sum[j](softmax[j](sum[e](q[i,e]*k[j,e])/8)*v[j,d])", (2, 2)),
    "recurrent step": ("h2[b,k] = tanh(x[b,j]*W[j,k] + h[b,l]*U[l,k] + c[k])", (1, 2)),
    "gated unit (SwiGLU)": ("y[b,k] = silu(sum[j](x[b,j]*W[j,k]))*sum[j](x[b,j]*V[j,k])", (1, 2)),
    "Gaussian kernel matrix": ("K[i,j] = exp(-sum[d]((x[i,d]-y[j,d])**2)/2)", (1, 0)),
    "nearest centre": ("a[n] = argmin[k](sum[d]((x[n,d]-m[k,d])**2))", (1, 0)),
    "mixture of Gaussians": ("L = sum[n](logsumexp[k](-sum[d]((x[n,d]-m[k,d])**2)/2 + l[k]))", (1, 0)),
    "bilinear form": ("s[b] = x[b,i]*A[i,j]*y[b,j]", (1, 1)),
    "tensor times factors": ("M[i,r] = X[i,j,k]*B[j,r]*C[k,r]", (1, 1)),
    "Tucker product": ("Y[a,b,c] = X[i,j,k]*A[i,a]*B[j,b]*C[k,c]", (0, 3)),
    "linear regression, gradients": (
        with_gradients("L = mean[i]((sum[j](X[i,j]*w[j]) + b - y[i])**2)", "w", "b"), (3, 0),
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
