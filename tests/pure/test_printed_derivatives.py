"""Derivatives of the formulas of every paper, as they are printed: short, and parsed again to the same object."""

from __future__ import annotations

import pytest

import espresso as es

TABLE = [
    ("y = var[i](x[i])", "dy_dx[i] = 2*(x[i] - mean[j](x[j]))/size(x, 0)"),
    ("y[b] = var[i](x[b,i])", "dy_dx[b,c,i] = 2*(x[b,i] - mean[j](x[b,j]))/size(x, 1)*(b == c)"),
    ("y = var[i](x[i]*w[i])", "dy_dx[i] = 2*w[i]*(w[i]*x[i] - mean[j](w[j]*x[j]))/size(w, 0)"),
    ("y = std[i](x[i])", "dy_dx[i] = where(std[k](x[k]) == 0, 0, (x[i] - mean[j](x[j]))/std[k](x[k])/size(x, 0))"),
    ("y = mean[i](x[i])", "dy_dx[i] = 1/size(x, 0)*(i < size(x, 0))"),
    ("y = mean[i](x[i]**2)", "dy_dx[i] = 2*x[i]/size(x, 0)"),
    ("y = logsumexp[i](x[i])", "dy_dx[i] = softmax[i](x[i])"),
    ("y = log(sum[i](exp(x[i])))", "dy_dx[i] = softmax[i](x[i])"),
    ("y[i] = softmax[i](x[i])", "dy_dx[i,j] = ((i == j) - softmax[i](x[i]))*softmax[j](x[j])"),
    ("y[i] = log_softmax[i](x[i])", "dy_dx[i,j] = (i == j) - softmax[j](x[j])*(i < size(x, 0))"),
    ("y = -sum[i](t[i]*log_softmax[i](x[i]))", "dy_dx[i] = softmax[i](x[i])*sum[j](t[j]) - t[i]"),
    ("y = norm[i](x[i])", "dy_dx[i] = where(norm[j](x[j]) == 0, 0, x[i]/norm[j](x[j]))"),
    ("y = sqrt(sum[i](x[i]**2))", "dy_dx[i] = where(norm[j](x[j]) == 0, 0, x[i]/norm[j](x[j]))"),
    ("y = max[i](x[i])", "dy_dx[i] = 1/sum[j](x[j] == max[k](x[k]))*(x[i] == max[k](x[k]))"),
    ("y = min[i](x[i])", "dy_dx[i] = 1/sum[j](x[j] == min[k](x[k]))*(x[i] == min[k](x[k]))"),
    ("y = prod[i](x[i])", "dy_dx[i] = prod[j](where(i == j, 1, x[j]))"),
    ("y = sum[i](abs(x[i]))", "dy_dx[i] = sign(x[i])"),
    ("y = sum[i](relu(x[i]))", "dy_dx[i] = 1.0*(x[i] > 0)"),
    ("y = sum[i](tanh(x[i]))", "dy_dx[i] = 1/cosh(x[i])**2"),
    ("y = sum[i](silu(x[i]))", "dy_dx[i] = logistic(x[i])*(x[i]*logistic(-x[i]) + 1)"),
    ("y = sum[i](x[i]*log(x[i]))", "dy_dx[i] = log(x[i]) + 1"),
    ("y = sum[i](exp(-x[i]**2/2))", "dy_dx[i] = -x[i]*exp(-1/2*x[i]**2)"),
    ("y = sum[i](log(1 + exp(-t[i]*x[i])))", "dy_dx[i] = -t[i]*logistic(-t[i]*x[i])"),
    ("y = sum[i,j](x[i]*A[i,j]*x[j])", "dy_dx[i] = sum[j](A[i,j]*x[j]) + sum[j](A[j,i]*x[j])"),
    ("y = sum[i]((sum[j](X[i,j]*x[j]) - t[i])**2)", "dy_dx[j] = 2*sum[i](X[i,j]*(sum[k](X[i,k]*x[k]) - t[i]))"),
    (
        "y = mean[i]((sum[j](X[i,j]*x[j]) - t[i])**2)",
        "dy_dx[j] = 2*sum[i](X[i,j]*(sum[k](X[i,k]*x[k]) - t[i]))/size(X, 0)",
    ),
]


@pytest.mark.parametrize(("formula", "derivative"), TABLE)
def test_it_prints_as_one_would_write_it(formula: str, derivative: str) -> None:
    found = es.jacobian(es.parse(formula), "x")
    assert str(found).splitlines()[-1] == derivative
    assert es.parse(str(found)) is found
