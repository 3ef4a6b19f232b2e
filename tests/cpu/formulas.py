"""A table of formulas with inputs, used by the tests of targets and phases.

Each row is (text, {input: shape or (shape, kind)}); kinds: "f" (default), "pos", "unit",
"int:n" (integers below n).
"""

from __future__ import annotations

from typing import Any

import numpy as np

FORMULAS: list[tuple[str, dict[str, Any]]] = [
    ("y[i] = 2*x[i] + 1", {"x": (7,)}),
    ("z[i,j] = x[i] + 1000*x[j]", {"x": (5,)}),
    ("z[i,j] = x[i,j] + y[i]", {"x": (4, 5), "y": (4,)}),
    ("z[i,j] = exp(x[j,i])*y[i]", {"x": (4, 5), "y": (5,)}),
    ("s = sum[i](x[i]*y[i])", {"x": (9,), "y": (9,)}),
    ("s = sum[i,j](x[i,j])", {"x": (9, 3)}),
    ("s[i] = sum[j](x[i,j]*w[j])", {"x": (9, 3), "w": (3,)}),
    ("s[j] = sum[i](x[i,j]*v[i])", {"x": (9, 3), "v": (9,)}),
    ("s[j] = sum[i](exp(x[i,j])*v[i])", {"x": (9, 3), "v": (9,)}),
    ("C[i,k] = A[i,j]*B[j,k]", {"A": (4, 5), "B": (5, 6)}),
    ("C[k,i] = A[i,j]*B[j,k]", {"A": (4, 5), "B": (5, 6)}),
    ("C[i,k] = A[j,i]*B[k,j]", {"A": (5, 4), "B": (6, 5)}),
    ("C[b,i,k] = A[b,i,j]*B[b,j,k]", {"A": (3, 4, 5), "B": (3, 5, 6)}),
    ("C[i,b,k] = A[b,i,j]*B[j,b,k]", {"A": (3, 4, 5), "B": (5, 3, 6)}),
    ("C[i,l] = A[i,j]*B[j,k]*D[k,l]", {"A": (4, 5), "B": (5, 6), "D": (6, 3)}),
    ("C[i,j,l] = A[i,j,k,m]*B[k,m,l]", {"A": (2, 3, 4, 5), "B": (4, 5, 6)}),
    ("H[j,k] = sum[i](s[i]*X[i,j]*X[i,k])", {"s": (8,), "X": (8, 5)}),
    ("t = A[i,i]", {"A": (5, 5)}),
    ("t = sum[i,j](A[i,j]*B[j,i])", {"A": (5, 6), "B": (6, 5)}),
    ("d[i] = A[i,i]", {"A": (5, 5)}),
    ("D[i,i] = v[i]", {"v": (5,)}),
    ("o[i,j] = u[i]*v[j]", {"u": (5,), "v": (3,)}),
    ("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))", {"X": (9, 4), "y": (9,), "w": (4,)}),
    ("p[i,k] = softmax[k](z[i,k])", {"z": (5, 6)}),
    ("p[i,k] = log_softmax[k](z[i,k])", {"z": (5, 6)}),
    ("l[i] = logsumexp[k](z[i,k])", {"z": (5, 6)}),
    ("p[k,i] = softmax[k](z[i,k])", {"z": (5, 6)}),
    ("m[i] = mean[k](z[i,k])", {"z": (5, 6)}),
    (
        "n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-5)*g[k] + b[k]",
        {"z": (5, 6), "g": (6,), "b": (6,)},
    ),
    ("s = std[i,j](x[i,j])", {"x": (4, 3)}),
    ("n = norm[i](x[i])", {"x": (6,)}),
    ("m = max[i,j](x[i,j])", {"x": (6, 4)}),
    ("m[j] = min[i](x[i,j])", {"x": (6, 4)}),
    ("m[j] = prod[i](x[i,j])", {"x": (6, 4)}),
    ("a[i] = argmax[j](x[i,j])", {"x": (6, 4)}),
    ("a = argmin[i,j](x[i,j])", {"x": (6, 4)}),
    ("a[i] = any[j](x[i,j] > 0.5)", {"x": (6, 4)}),
    ("a = all[i,j](x[i,j] > -9)", {"x": (6, 4)}),
    ("c[i] = cumsum[i](x[i])", {"x": (6,)}),
    ("c[i,j] = cumsum[i](x[i,j])", {"x": (6, 3)}),
    ("c[i,j] = cumprod[j](x[i,j])", {"x": (6, 3)}),
    ("c[i] = reverse_cumsum[i](x[i])", {"x": (6,)}),
    ("d[i] = x[i+1] - x[i]", {"x": (6,)}),
    ("y[p] = sum[r](x[p+r]*w[r])", {"x": (9,), "w": (3,)}),
    ("y[p] = sum[r](x[2*p+r]*w[r])", {"x": (9,), "w": (3,)}),
    ("y[p] = sum[r](pad(x)[p+r-1]*w[r]) + x[p]", {"x": (9,), "w": (3,)}),
    ("y[n,k,p,q] = x[n,c,2*p+r,2*q+s]*w[k,c,r,s]", {"x": (2, 3, 9, 8), "w": (4, 3, 3, 3)}),
    ("y[i] = pad(x, 5)[i-1] + x[i]", {"x": (6,)}),
    ("y[b,k] = W[idx[b],k]", {"W": (5, 3), "idx": ((7,), "int:5")}),
    ("l = -sum[b](log_softmax[k](z[b,k])*(t[b] == k))", {"z": (6, 4), "t": ((6,), "int:4")}),
    ("dW[p,k] = sum[b](c[b,k]*(p == idx[b])) + W[p,k]", {"c": (7, 3), "idx": ((7,), "int:5"), "W": (5, 3)}),
    ("y[i] = where(x[i] > 0, log(x[i]), 0)", {"x": (6,)}),
    ("y[i] = x[i]*(x[i] > 0) + i", {"x": (6,)}),
    ("M[i,j] = A[i]*A[j]*(i <= j)", {"A": (6,)}),
    ("u[i,j] = exp(a[i]) * b[j] + exp(a[i])", {"a": (6,), "b": (4,)}),
    ("y[i] = exp(x[i]); z[i] = y[i]*2; s = sum[i](z[i]*y[i])", {"x": (6,)}),
    ("h[i] = tanh(W[i,j]*x[j]); g[i] = tanh(W[i,j]*h[j]); z[i] = h[i] + g[i]", {"W": (5, 5), "x": (5,)}),
    ("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])", {"x": (6, 3), "y": (7, 3), "b": (7,)}),
    ("s[i] = sum[j](x[i,j]) + sum[j](x[j,i])", {"x": (5, 5)}),
    ("y[i] = x[i]**2 + x[i]**-1 + x[i]**3 + sqrt(x[i])", {"x": ((6,), "pos")}),
    ("q = x[i]*A[i,j]*x[j]", {"x": (6,), "A": (6, 6)}),
    ("k[i,j,a,b] = A[i,j]*B[a,b]", {"A": (2, 3), "B": (3, 2)}),
    ("y[i] = x[mod(i + 2, 4)] + z[i]", {"x": (4,), "z": (6,)}),
    ("y[i,j] = x[i]/s[j] - x[i]//2 + x[i]%3", {"x": (5,), "s": ((4,), "pos")}),
    ("e = 3", {}),
    ("y[i] = abs(x[i]) + sign(x[i]) + relu(x[i]) + max(x[i], 0.2) + clip(x[i], -1, 1)", {"x": (7,)}),
    ("y[i] = erf(x[i]) + gelu(x[i]) + silu(x[i]) + logistic(x[i]) + softplus(x[i])", {"x": (7,)}),
    ("y[i] = lgamma(x[i]) + digamma(x[i]) + atan2(x[i], 2.0) + hypot(x[i], 1.0)", {"x": ((7,), "pos")}),
    ("T[b,s,h] = x[b,s,d]*w[d,h] + c[h]", {"x": (2, 3, 4), "w": (4, 5), "c": (5,)}),
    ("o[b,i,e] = softmax[j](q[b,i,d]*k[b,j,d]/sqrt(4.0))*v[b,j,e]", {"q": (2, 3, 4), "k": (2, 5, 4), "v": (2, 5, 4)}),
]


def arrays(row: dict[str, Any], dtype: str = "float64", seed: int = 0) -> dict[str, np.ndarray]:
    """Random inputs for a row of the table."""
    rng = np.random.default_rng(seed)
    made = {}
    for name, spec in row.items():
        shape, kind = spec if spec and isinstance(spec[0], tuple) else (spec, "f")
        if kind.startswith("int:"):
            made[name] = rng.integers(0, int(kind[4:]), shape)
        else:
            values = rng.uniform(0.3, 2.0, shape) if kind == "pos" else rng.normal(size=shape)
            made[name] = values.astype(dtype)
    return made
