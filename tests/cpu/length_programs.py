"""Programs with lengths by letters, and a process that calls them: results, and what it imported."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import espresso as es

PROGRAMS: dict[str, tuple[str, str, dict[str, str]]] = {
    "softmax regression": ("L = -sum[i](log_softmax[k](sum[j](X[i,j]*W[j,k]))*T[i,k])", "W", {"X": "nd", "W": "dk", "T": "nk"}),
    "attention": ("s[i,j] = sum[d](q[i,d]*k[j,d]); L = sum[i,d]((sum[j](softmax[j](s[i,j])*v[j,d]))**2)", "q k v", {"q": "nd", "k": "nd", "v": "nd"}),
    "layer norm": ("m[i] = mean[j](x[i,j]); z[i,j] = (x[i,j] - m[i])/sqrt(mean[j]((x[i,j] - m[i])**2) + 1); L = sum[i,j](z[i,j]**3)", "x", {"x": "nd"}),
    "logistic Hessian": ("L = sum[i](log(1 + exp(-y[i]*sum[j](X[i,j]*w[j]))))", "w w", {"X": "nd", "w": "d", "y": "n"}),
    "product and bias": ("y[n,o] = sum[k](x[n,k]*W[k,o]) + b[o]", "", {"x": "nd", "W": "dk", "b": "k"}),
    "stencil": ("y[i] = (pad(x)[i-1] - 2*x[i] + pad(x)[i+1])*exp(-x[i]**2)", "", {"x": "n"}),
    "chain": ("y[i,m] = A[i,j]*B[j,k]*C[k,l]*D[l,m]", "", {"A": "nd", "B": "dk", "C": "kn", "D": "nd"}),
    "convolution": ("y[n,o,p,q] = relu(sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s]) + b[o])", "", {"x": "ndkk", "w": "d d33".replace(" ", ""), "b": "d"}),
    "named like Python": ("y[i] = lambda[i,j]*x[j]", "", {"lambda": "nd", "x": "d"}),
    "declared": ("x : (24, _); y[i] = x[i,j]*z[j]", "", {"x": "nd", "z": "d"}),
    "masked": ("y[i] = where(i > 0, x[i-1], 0)*2", "", {"x": "n"}),
}  # fmt: skip
"""Text, what gradients are by (Hessian for two of the same), and the lengths of inputs by letters."""


def function(name: str) -> Any:
    """The formula with its derivatives, compiled."""
    text, wrt, _ = PROGRAMS[name]
    e: Any = es.parse(text)
    by = wrt.split()
    if len(set(by)) < len(by):
        return es.compile([e, es.grad(e, by[0]), es.hessian(e, by[0])])
    return es.compile([e, *es.grad(e, by)] if by else [e])


def arrays(name: str, lengths: dict[str, int]) -> dict[str, Any]:
    """Inputs of these lengths."""
    rng = np.random.default_rng(0)
    shapes = {n: tuple(lengths.get(c) or int(c) for c in axes) for n, axes in PROGRAMS[name][2].items()}
    return {n: rng.uniform(0.1, 0.5, s).astype(np.float32) for n, s in shapes.items()}


LENGTHS = ({"n": 24, "d": 9, "k": 7}, {"n": 31, "d": 9, "k": 7}, {"n": 30, "d": 10, "k": 8})
"""Lengths of calls."""


def texts(f: Any, name: str, number: int) -> list[str]:
    """The bits of all results for some of these lengths."""
    return [np.asarray(r).tobytes().hex() for r in f(**arrays(name, LENGTHS[number]))]


PLANNING = ("sympy", "llvmlite", "numba", "opt_einsum", "espresso.compiler.pipeline", "espresso.llvm.machine",
            "espresso.formulas.inference.infer", "espresso.algebra.contraction.contraction")  # fmt: skip
"""Modules of planning and compiling."""

if __name__ == "__main__":
    functions = {name: function(name) for name in PROGRAMS}
    derived = set(sys.modules)
    for number in map(int, sys.argv[1:]):
        for name, f in functions.items():
            if name != "declared" or LENGTHS[number]["n"] == 24:
                print(number, name, *texts(f, name, number))
    print(*[m for m in PLANNING if m in sys.modules and m not in derived])
