"""Small networks with all their gradients, compiled, beside backpropagation by hand (cases 15 to 17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import espresso as es

Arrays = dict[str, np.ndarray]


def normal(**shapes: tuple[int, ...]) -> Arrays:
    """Random arrays that keep sums of a layer near one."""
    rng = np.random.default_rng(7)
    return {n: rng.normal(size=s) / np.sqrt(max(1, s[-1] if s else 1)) for n, s in shapes.items()}


def logistic(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def check(text: str, arrays: Arrays, expected: dict[str, Any]) -> Any:
    """The value and each gradient of the last statement, in one program."""
    e = es.parse(text)
    f = es.compile([e, es.grad(e, [n for n in expected if n])])
    value, gradients = f(**arrays)
    for got, (name, wanted) in zip((value, *gradients), expected.items(), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-10, atol=1e-12, err_msg=name)
    return f


@pytest.mark.parametrize("activation", ["logistic", ""], ids=["logistic", "linear"])
@pytest.mark.parametrize("power", ["(r[i] - x[i])**2", "r[i] - x[i]**2"], ids=["squares", "variant"])
@pytest.mark.parametrize("lengths", [(5, 4, 3), (1000, 200, 100), (1, 1, 1)], ids=str)
def test_15_autoencoder(lengths: tuple[int, int, int], power: str, activation: str) -> None:
    """Case 15: both losses, with and without the logistic function, at the sizes of the case and of one element."""
    n, m, k = lengths
    a = normal(We1=(m, n), b1=(m,), We2=(k, m), b2=(k,), Wd=(n, k), x=(n,))
    s, slope = (logistic, lambda h: h * (1 - h)) if activation else (lambda x: x, np.ones_like)
    h1 = s(a["We1"] @ a["x"] + a["b1"])
    h2 = s(a["We2"] @ h1 + a["b2"])
    r = s(a["Wd"] @ h2)
    squares = power.startswith("(")
    g3 = (2 * (r - a["x"]) if squares else np.ones(n)) * slope(r)
    g2 = (a["Wd"].T @ g3) * slope(h2)
    g1 = (a["We2"].T @ g2) * slope(h1)
    by_x = a["We1"].T @ g1 - (2 * (r - a["x"]) if squares else 2 * a["x"])
    check(
        f"h1[p] = {activation}(We1[p,i]*x[i] + b1[p]); h2[q] = {activation}(We2[q,p]*h1[p] + b2[q])\n"
        f"r[i] = {activation}(Wd[i,q]*h2[q]); loss = sum[i]({power})",
        a,
        {
            "": np.sum((r - a["x"]) ** 2) if squares else np.sum(r - a["x"] ** 2),
            "We1": np.outer(g1, a["x"]), "b1": g1, "We2": np.outer(g2, h1), "b2": g2, "Wd": np.outer(g3, h2), "x": by_x,
        },
    )  # fmt: skip


def test_15_autoencoder_of_columns() -> None:
    """Case 15, the linear one of several columns: sum(Wd We x - x)."""
    a = normal(We=(3, 4), Wd=(4, 3), x=(4, 2))
    ones = np.ones((4, 2))
    back = a["We"].T @ a["Wd"].T @ ones
    check(
        "loss = sum[i,c](Wd[i,q]*We[q,p]*x[p,c] - x[i,c])", a,
        {"": np.sum(a["Wd"] @ a["We"] @ a["x"] - a["x"]), "We": a["Wd"].T @ ones @ a["x"].T,
         "Wd": ones @ (a["We"] @ a["x"]).T, "x": back - ones},
    )  # fmt: skip


@dataclass
class Layer:
    W: Any
    b: Any


@pytest.mark.parametrize(
    ("shapes", "y"),
    [({"W": (500, 784), "b": (500,), "x": (784, 100), "y": (500,)}, "y[i]"),
     ({"W": (10, 20), "b": (10,), "x": (20, 200), "y": (10, 200)}, "y[i,k]")],
    ids=["broadcast", "Linear2"],
)  # fmt: skip
def test_16_the_gradient_for_a_structure(shapes: dict[str, tuple[int, ...]], y: str) -> None:
    """Case 16: fields hold what the flat gradients are; the pool keeps its size over calls with new data."""
    e = es.parse(f"loss = sum[i,k]((W[i,j]*x[j,k] + b[i] - {y})**2)")
    structured, flat = es.compile([e, es.grad(e, Layer("W", "b"))]), es.compile([e, *es.grad(e, ["W", "b"])])
    held = []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        arrays = {n: rng.normal(size=s) for n, s in shapes.items()}
        value, layer = structured(**arrays)
        same, W, b = flat(**arrays)
        target = arrays["y"] if arrays["y"].ndim == 2 else arrays["y"][:, None]
        rest = arrays["W"] @ arrays["x"] + arrays["b"][:, None] - target
        assert isinstance(layer, Layer) and value == same and (layer.W == W).all() and (layer.b == b).all()
        np.testing.assert_allclose(value, np.sum(rest**2), rtol=1e-12)
        np.testing.assert_allclose(W, 2 * rest @ arrays["x"].T, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(b, 2 * rest.sum(1), rtol=1e-9, atol=1e-9)
        held.append(structured.memory.pooled)
    assert len(set(held[1:])) == 1  # after the first call it has the memory of a result that nobody holds any more


@pytest.mark.parametrize("biases", [False, True], ids=["mlp1", "mlp2"])
@pytest.mark.parametrize("lengths", [(1000, 200, 100, 100, 10), (1, 1, 1, 1, 1)], ids=["small", "one"])
def test_17_networks_of_three_layers(lengths: tuple[int, ...], biases: bool) -> None:
    """Case 17 at its small size and at one of each: all gradients, with biases and without."""
    n, m, k, c, batch = lengths
    a = normal(w1=(m, n), w2=(k, m), w3=(c, k), x=(n, batch))
    added = normal(b1=(m,), b2=(k,), b3=(c,)) if biases else {}
    b1, b2, b3 = (added[f"b{j}"][:, None] if biases else 0 for j in (1, 2, 3))
    h1 = logistic(a["w1"] @ a["x"] + b1)
    h2 = logistic(a["w2"] @ h1 + b2)
    h3 = logistic(a["w3"] @ h2 + b3)
    g3 = h3 * (1 - h3)
    g2 = (a["w3"].T @ g3) * h2 * (1 - h2)
    g1 = (a["w2"].T @ g2) * h1 * (1 - h1)
    expected = {"": h3.sum(), "w1": g1 @ a["x"].T, "w2": g2 @ h1.T, "w3": g3 @ h2.T}
    if biases:
        expected |= {"b1": g1.sum(1), "b2": g2.sum(1), "b3": g3.sum(1)}
    plus = [f" + b{j}[{i}]" if biases else "" for j, i in ((1, "p"), (2, "q"), (3, "r"))]
    check(
        f"h1[p,s] = logistic(w1[p,i]*x[i,s]{plus[0]}); h2[q,s] = logistic(w2[q,p]*h1[p,s]{plus[1]})\n"
        f"loss = sum[r,s](logistic(w3[r,q]*h2[q,s]{plus[2]}))",
        a | added, expected,
    )  # fmt: skip
