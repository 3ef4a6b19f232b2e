"""``espresso demo``: two regressions on real data, from the formula to the result.

Everything here is the public interface: parse, grad, hessian, compile, call, save.
"""

from __future__ import annotations

import sys
import tempfile
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from espresso.tools import datasets

Array = NDArray[Any]

LOGISTIC = "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j]))) + c/2*sum[j](w[j]**2)"

SOFTMAX = """\
score[n,k] = X[n,j]*W[k,j] + b[k]
logp[n,k] = log_softmax[k](score[n,k])
loss = -mean[n](logp[n,t[n]])
"""

MOMENTUM = """\
V_new[k,j] = mu*V[k,j] - rate*gW[k,j]
v_new[k] = mu*v[k] - rate*gb[k]
W_new[k,j] = W[k,j] + V_new[k,j]
b_new[k] = b[k] + v_new[k]
"""


class Progress:
    """A bar on a terminal, a few plain lines elsewhere; ``step`` reports one step."""

    def __init__(self, steps: int, stream: TextIO | None = None, lines: int = 10) -> None:
        self.steps, self.stream, self.done = steps, stream or sys.stdout, 0
        self.bar = self.stream.isatty()
        self.every = max(1, -(-steps // lines))

    def step(self, text: str) -> None:
        """Count one step; ``text`` says how things stand."""
        self.done += 1
        last = self.done >= self.steps
        if self.bar:
            filled = 30 * self.done // self.steps
            self.stream.write(f"\r  [{'#' * filled}{'.' * (30 - filled)}] {self.done}/{self.steps}  {text}\x1b[K")
            self.stream.write("\n" if last else "")
        elif last or self.done % self.every == 0 or self.done == 1:
            self.stream.write(f"  step {self.done:>4}/{self.steps}  {text}\n")
        self.stream.flush()


def _heading(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")


def _show(title: str, text: object) -> None:
    print(f"\n{title}\n{textwrap.indent(str(text).rstrip(), '  ')}")


def _show_steps(f: Any) -> None:
    """The kernels and library calls of ``explain()``, without the formulas that stand above already."""
    text = f.explain()
    _show("Kernels and library calls, from f.explain()", text[max(text.find("steps:"), 0) :])


def _seconds(calls: list[Callable[[], Any]], rounds: int = 15) -> list[float]:
    """The median time of each call; the calls take turns, so both see the same machine."""
    for call in calls:
        call()
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, taken in zip(calls, times, strict=True):
            start = time.perf_counter()
            call()
            taken.append(time.perf_counter() - start)
    return [float(np.median(t)) for t in times]


def _compare(what: str, ours: Callable[[], Any], numpy: Callable[[], Any], parts: list[str]) -> None:
    """Print both times, and how far the results lie apart."""
    results, expected = ours(), numpy()
    gaps = []
    for name, a, b in zip(parts, results, expected, strict=True):
        gaps.append(f"{name} {np.max(np.abs(np.asarray(a) - b)) / max(float(np.max(np.abs(b))), 1e-300):.0e}")
    fast, slow = _seconds([ours, numpy])
    print(f"\n{what}, one call, median of 15")
    print(f"  espresso            {fast * 1e3:8.3f} ms")
    print(f"  NumPy by hand       {slow * 1e3:8.3f} ms    ({slow / fast:.2f} times the time of espresso)")
    print(f"  largest difference, relative: {', '.join(gaps)}")


def _save(f: Any, name: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    f.save(str(path))
    print(f"\nThe generated module needs NumPy and numba only, not espresso: {path}")


def logistic_by_hand(X: Array, y: Array, w: Array, c: float) -> tuple[Any, Array, Array]:
    """Loss, gradient and Hessian of the regularised logistic loss in plain NumPy."""
    z = -y * (X @ w)
    loss = np.logaddexp(0, z).sum() + c / 2 * (w @ w)
    p = 1 / (1 + np.exp(-z))
    gradient = X.T @ (-y * p) + c * w
    hessian = (X.T * (p * (1 - p))) @ X + c * np.eye(len(w))
    return loss, gradient, hessian


def logistic(folder: Path, steps: int = 9) -> float:
    """Newton's method on the breast-cancer data; returns the accuracy on the test rows."""
    import espresso as es

    _heading("1. Logistic regression by Newton's method: breast cancer, 30 measurements of 569 biopsies")
    loss = es.parse(LOGISTIC)
    g = es.grad(loss, "w")
    H = es.hessian(loss, "w")
    _show("Formula", loss)
    _show("Gradient, derived", g)
    _show("Hessian, derived", H)

    f = es.compile([loss, g, H], target="cpu")
    data = datasets.breast_cancer()
    X, y, c = data.X, data.y, 1.0
    w = np.zeros(X.shape[1])
    print(f"\nNewton's method on {len(y)} rows, w <- w - solve(H, g)")
    progress = Progress(steps, lines=steps)
    for _ in range(steps):
        value, gradient, hessian = f(X=X, y=y, w=w, c=c)
        w = w - np.linalg.solve(hessian, gradient)
        progress.step(f"loss {float(value):10.5f}   largest entry of the gradient {np.abs(gradient).max():.1e}")
    _show_steps(f)

    accuracy = float(np.mean(np.sign(data.X_test @ w) == data.y_test))
    print(f"\nAccuracy on {len(data.y_test)} test rows: {accuracy:.1%}")
    _compare(
        "Loss, gradient and Hessian",
        lambda: f(X=X, y=y, w=w / 2, c=c),  # not at the minimum, where the gradient is rounding only
        lambda: logistic_by_hand(X, y, w / 2, c),
        ["loss", "gradient", "Hessian"],
    )
    _save(f, "espresso_logistic.py", folder)
    return accuracy


def softmax_by_hand(
    X: Array, t: Array, W: Array, b: Array, V: Array, v: Array, rate: Any, mu: Any
) -> tuple[Any, Array, Array, Array, Array]:
    """One step of gradient descent with momentum in plain NumPy: loss, W, b, V, v."""
    score = X @ W.T + b
    score = score - score.max(axis=1, keepdims=True)
    logp = score - np.log(np.exp(score).sum(axis=1, keepdims=True))
    rows = np.arange(len(t))
    loss = -logp[rows, t].mean()
    d = np.exp(logp)
    d[rows, t] -= 1
    d = d / d.dtype.type(len(t))
    V_new = mu * V - rate * (d.T @ X)
    v_new = mu * v - rate * d.sum(axis=0)
    return loss, W + V_new, b + v_new, V_new, v_new


def softmax(folder: Path, steps: int = 300) -> float:
    """Gradient descent with momentum on the digits; returns the accuracy on the test rows."""
    import espresso as es

    _heading("2. Softmax regression by gradient descent with momentum: 1797 handwritten digits, 8 x 8 pixels")
    loss = es.parse(SOFTMAX)
    gW, gb = es.grad(loss, ["W", "b"])
    _show("Formula", loss)
    _show("Gradient in W, derived", gW)
    _show("Gradient in b, derived", gb)
    update = es.parse(MOMENTUM).subs({"gW": gW, "gb": gb}).outputs
    _show("Step (gW and gb stand for the gradients)", MOMENTUM)

    names = ["W_new", "b_new", "V_new", "v_new"]
    f = es.compile({"loss": loss, **{name: update[name] for name in names}}, target="cpu")
    data = datasets.digits()
    X, t = data.X, data.y
    state = {"W": np.zeros((10, X.shape[1]), np.float32), "b": np.zeros(10, np.float32)}
    state |= {"V": np.zeros_like(state["W"]), "v": np.zeros_like(state["b"])}
    rates: dict[str, Any] = {"rate": np.float32(0.5), "mu": np.float32(0.9)}
    print(f"\nGradient descent on {len(t)} rows, float32; the step is part of the compiled program")
    progress = Progress(steps)
    for _ in range(steps):
        out = f(X=X, t=t, **rates, **state)
        state = {name: out[f"{name}_new"] for name in ("W", "b", "V", "v")}
        progress.step(f"loss {float(out['loss']):.5f}")
    _show_steps(f)

    accuracy = float(np.mean((data.X_test @ state["W"].T + state["b"]).argmax(axis=1) == data.y_test))
    print(f"\nAccuracy on {len(data.y_test)} test rows: {accuracy:.1%}")
    _compare(
        "One step, loss included",
        lambda: tuple(f(X=X, t=t, **rates, **state).values()),
        lambda: softmax_by_hand(X, t, **state, **rates),
        ["loss", *names],
    )
    _save(f, "espresso_softmax.py", folder)
    return accuracy


def demo(part: str = "all", save_to: Path | None = None) -> None:
    """Run the demo and print it: ``part`` is ``"logistic"``, ``"softmax"`` or ``"all"``.

    The generated modules go into ``save_to``, or into a new folder for temporary files.
    """
    folder = save_to if save_to is not None else Path(tempfile.mkdtemp(prefix="espresso-demo-"))
    if part in ("all", "logistic"):
        logistic(folder)
    if part in ("all", "softmax"):
        softmax(folder)
