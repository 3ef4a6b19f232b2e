"""Run in a fresh process: the first result of twelve common formulas, and what later formulas and lengths take.

``python firsts.py first espresso attention`` prints the seconds from before the import of the library to the result,
those of the import alone, and the sum of all results, which is the same for all systems.  ``second`` does so for a
formula after another one; ``hundredth`` prints the seconds of the hundredth of a process, ``length`` those of the
slowest of five calls with new lengths, in a process that has made one call.  The caller chooses the cache folders.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

STEP = """mW2[k,i] = 0.9*mW[k,i] + 0.1*gW[k,i]; vW2[k,i] = 0.99*vW[k,i] + 0.01*gW[k,i]**2
W2[k,i] = W[k,i] - 0.1*mW2[k,i]/(sqrt(vW2[k,i]) + 1e-8)"""
"""A step of Adam for one array, without the correction of its first steps."""

FORMULAS: dict[str, tuple[str, str, tuple[str, ...], dict[str, tuple[int, ...]]]] = {
    "value": ("y[i] = sum[j](tanh(A[i,j] + b[j]))", "value", (), {"A": (300, 200), "b": (200,)}),
    "chain": ("y[i] = exp(-(x[i] - z[i])**2)*tanh(x[i])", "value", (), {"x": (1000,), "z": (1000,)}),
    "dense layer": (
        "y[n,o] = relu(sum[k](x[n,k]*W[k,o]) + b[o])", "value", (), {"x": (64, 50), "W": (50, 40), "b": (40,)}),
    "kernel sum": (
        "y[i] = sum[j](exp(-sum[d]((x[i,d] - z[j,d])**2))*b[j])", "value", (), {"x": (90, 3), "z": (80, 3), "b": (80,)}),
    "least squares": (
        "L = sum[i]((sum[j](X[i,j]*w[j]) - y[i])**2)", "gradient", ("w",), {"X": (300, 20), "w": (20,), "y": (300,)}),
    "logistic Hessian": (
        "L = sum[i](log(1 + exp(-y[i]*sum[j](X[i,j]*w[j]))))", "Hessian", ("w",),
        {"X": (300, 20), "w": (20,), "y": (300,)}),
    "softmax regression": (
        "L = -sum[i](log_softmax[k](sum[j](X[i,j]*W[j,k]))[k]*T[i,k])".replace(")[k]*", ")*"), "gradient", ("W",),
        {"X": (64, 20), "W": (20, 10), "T": (64, 10)}),
    "attention": (
        "s[i,j] = sum[d](q[i,d]*k[j,d]); o[i,d] = sum[j](softmax[j](s[i,j])*v[j,d]); L = sum[i,d](o[i,d]**2)",
        "gradient", ("q", "k", "v"), {"q": (64, 16), "k": (64, 16), "v": (64, 16)}),
    "layer norm": (
        "m[i] = mean[j](x[i,j]); v[i] = mean[j]((x[i,j] - m[i])**2)\n"
        "z[i,j] = (x[i,j] - m[i])/sqrt(v[i] + 1e-5)*g[j] + b[j]; L = sum[i,j](z[i,j]**3)",
        "gradient", ("x", "g", "b"), {"x": (64, 100), "g": (100,), "b": (100,)}),
    "convolution": (
        "y[n,o,p,q] = relu(sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s]) + b[o]); L = sum[n,o,p,q](y[n,o,p,q]**2)",
        "gradient", ("x", "w", "b"), {"x": (2, 8, 16, 16), "w": (8, 8, 3, 3), "b": (8,)}),
    "two layers": (
        "h[n,i] = tanh(sum[k](x[n,k]*W[k,i]) + b[i]); L = sum[n,m]((sum[i](h[n,i]*V[i,m]) - y[n,m])**2)",
        "gradient", ("W", "b", "V"), {"x": (32, 20), "W": (20, 30), "b": (30,), "V": (30, 10), "y": (32, 10)}),
    "two layers, Adam": (
        "h[n,i] = tanh(sum[k](x[n,k]*W[k,i])); L = sum[n,m]((sum[i](h[n,i]*V[i,m]) - y[n,m])**2)",
        "Adam", ("W", "V"),
        {"x": (32, 20), "W": (20, 30), "V": (30, 10), "y": (32, 10),
         "mW": (20, 30), "vW": (20, 30), "mV": (30, 10), "vV": (30, 10)}),
}  # fmt: skip
"""Text, what is asked for, by which inputs, and lengths."""


def arrays(name: str, more: int = 0) -> dict[str, Any]:
    """Inputs of a formula, positive ones; first axes that are as long as that of the first input longer by ``more``."""
    rng, lengths = np.random.default_rng(1), FORMULAS[name][3]
    first = next(iter(lengths.values()))[0]
    shapes = {n: tuple(e + more * (k == 0 and e == first) for k, e in enumerate(s)) for n, s in lengths.items()}
    return {n: rng.uniform(0.1, 0.5, s).astype(np.float32) for n, s in shapes.items()}


def of_espresso(name: str) -> Callable[[dict[str, Any]], Any]:
    """The formula with its derivatives as a function."""
    import espresso as es

    text, asked, wrt, _ = FORMULAS[name]
    formula: Any = es.parse(text)
    found: list[Any] = [formula]
    gradients = es.grad(formula, list(wrt)) if wrt else []
    if asked == "Hessian":
        found = [formula, *gradients, es.hessian(formula, wrt[0])]
    elif asked == "Adam":
        for n, gradient in zip(wrt, gradients, strict=True):
            step: Any = es.parse(STEP.replace("W", n)).outputs
            found += [e.subs({f"g{n}": gradient}) for e in step.values()]
    else:
        found += gradients
    compiled = es.compile(found)
    return lambda given: compiled(**given)


def of_jax(name: str) -> Callable[[dict[str, Any]], Any]:
    """The same in JAX."""
    import jax
    import jax.numpy as jnp

    def convolution(x: Any, w: Any, b: Any) -> Any:
        y = jax.lax.conv_general_dilated(x, w, (1, 1), "VALID")
        return (jax.nn.relu(y + b[:, None, None]) ** 2).sum()

    def layer_norm(x: Any, g: Any, b: Any) -> Any:
        centred = x - x.mean(1, keepdims=True)
        return ((centred / jnp.sqrt((centred**2).mean(1, keepdims=True) + 1e-5) * g + b) ** 3).sum()

    functions: dict[str, Callable[..., Any]] = {
        "value": lambda A, b: jnp.tanh(A + b).sum(1),
        "chain": lambda x, z: jnp.exp(-((x - z) ** 2)) * jnp.tanh(x),
        "dense layer": lambda x, W, b: jax.nn.relu(x @ W + b),
        "kernel sum": lambda x, z, b: jnp.exp(-((x[:, None] - z) ** 2).sum(2)) @ b,
        "least squares": lambda X, w, y: ((X @ w - y) ** 2).sum(),
        "logistic Hessian": lambda X, w, y: jnp.log1p(jnp.exp(-y * (X @ w))).sum(),
        "softmax regression": lambda X, W, T: -(jax.nn.log_softmax(X @ W, 1) * T).sum(),
        "attention": lambda q, k, v: ((jax.nn.softmax(q @ k.T, 1) @ v) ** 2).sum(),
        "layer norm": layer_norm,
        "convolution": convolution,
        "two layers": lambda x, W, b, V, y: ((jnp.tanh(x @ W + b) @ V - y) ** 2).sum(),
        "two layers, Adam": lambda x, W, V, y: ((jnp.tanh(x @ W) @ V - y) ** 2).sum(),
    }
    function, (_, asked, wrt, lengths) = functions[name], FORMULAS[name]
    places = tuple(list(lengths).index(n) for n in wrt)

    def everything(**given: Any) -> Any:
        values = [given[n] for n in lengths][: function.__code__.co_argcount]
        if asked == "value":
            return function(*values)
        loss, gradients = jax.value_and_grad(function, places)(*values)
        if asked == "Hessian":
            return loss, gradients, jax.hessian(function, places[0])(*values)
        if asked == "gradient":
            return loss, gradients
        found = [loss]
        for n, g in zip(wrt, gradients, strict=True):
            m, v = 0.9 * given[f"m{n}"] + 0.1 * g, 0.99 * given[f"v{n}"] + 0.01 * g**2
            found += [m, v, given[n] - 0.1 * m / (jnp.sqrt(v) + 1e-8)]
        return found

    compiled = jax.jit(everything)
    return lambda given: jax.block_until_ready(compiled(**given))


SYSTEMS = {"espresso": of_espresso, "jax": of_jax}


def total(found: Any) -> float:
    """The sum of all results."""
    return sum(map(total, found)) if isinstance(found, (tuple, list)) else float(np.asarray(found, np.float64).sum())


def _many(system: str, count: int) -> float:
    """Seconds of the last of so many formulas, each with other constants and functions than the one before."""
    x = np.linspace(0.1, 1, 500, dtype=np.float32)
    names, seconds = ("exp", "tanh", "sqrt", "log", "sin"), 0.0
    for k in range(count):
        one, two = names[k % 5], names[k // 5 % 5]
        start = time.perf_counter()
        if system == "espresso":
            import espresso as es

            es.compile(f"y[i] = {one}({k + 2}*x[i])*{two}(x[i]) + {k + 1}")(x=x)
        else:
            import jax
            import jax.numpy as jnp

            f, g = getattr(jnp, one), getattr(jnp, two)
            jax.jit(lambda x, f=f, g=g, k=k: f((k + 2) * x) * g(x) + k + 1)(x).block_until_ready()
        seconds = time.perf_counter() - start
    return seconds


def main(argv: list[str]) -> int:
    """Print what the arguments ask for, as numbers in one line."""
    what, system, name = argv
    start = time.perf_counter()
    __import__(system)
    imported = time.perf_counter() - start
    if what == "hundredth":
        print(_many(system, 100))
        return 0
    given = arrays(name)
    if what == "second":
        other = "chain" if name == "value" else "value"
        SYSTEMS[system](other)(arrays(other))
        start = time.perf_counter()
    function = SYSTEMS[system](name)
    found = function(given)
    first = time.perf_counter() - start
    if what == "length":
        seconds = []
        for more in range(1, 6):
            other_lengths = arrays(name, more)
            start = time.perf_counter()
            function(other_lengths)
            seconds.append(time.perf_counter() - start)
        print(max(seconds))
        return 0
    print(first, imported, total(found))
    return 0


if __name__ == "__main__":
    sys.path.pop(0)  # this folder: its modules are named after what they measure
    sys.exit(main(sys.argv[1:]))
