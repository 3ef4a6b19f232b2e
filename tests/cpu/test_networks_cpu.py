"""Convolutions and their gradients compiled, and a whole network (case 51), with plain NumPy and PyTorch as the peers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from tests import oracles


def test_51_mnist_network() -> None:
    """Value and all 8 gradients of the network with the same weights and the same dropout."""
    names = "x[n,c,h,v] w1[o,c,r,s] b1[o] w2[o,c,r,s] b2[o] w3[k,o,h,v] b3[k] w4[l,k] b4[l] t[n] u[n,k]"
    x, w1, b1, w2, b2, w3, b3, w4, b4, t, u = es.tensors(names)
    seed = es.scalar("seed", dtype="int64")
    hidden = es.max_pool(es.relu(es.conv(x, w1) + b1), 2)
    hidden = es.max_pool(es.relu(es.conv(hidden, w2) + b2), 2)
    hidden = es.relu(es.einsum("nohv,kohv->nk", hidden, w3) + b3[es.index("k")])
    loss = nn.cross_entropy(nn.linear(nn.dropout(hidden, 0.5, seed), w4, b4), t, mean=False)
    shapes = {"w1": (10, 1, 5, 5), "b1": (10,), "w2": (20, 10, 5, 5), "b2": (20,), "w3": (50, 20, 4, 4), "b3": (50,)}
    shapes |= {"w4": (10, 50), "b4": (10,)}
    random = np.random.default_rng(0)
    arrays = {n: 0.1 * random.normal(size=s) for n, s in shapes.items()}
    arrays |= {"x": random.normal(size=(2, 1, 28, 28)), "t": random.integers(0, 10, 2), "seed": np.int64(4)}
    mask = es.evaluate(nn.dropout(u, 0.5, seed), {"u": np.ones((2, 50)), "seed": arrays["seed"]})

    def peer(F: Any, x: Any, t: Any, **w: Any) -> Any:
        for k in (1, 2):
            x = F.max_pool2d(F.relu(F.conv2d(x, w[f"w{k}"], w[f"b{k}"])), 2)
        y = F.relu(F.flatten(x, 1) @ F.flatten(w["w3"], 1).T + w["b3"]) * F.tensor(mask)
        return F.nll_loss(F.log_softmax(y @ w["w4"].T + w["b4"], 1), t, reduction="sum")

    f = es.compile([loss, *es.grad(loss, list(shapes))], target="numpy")
    value, *gradients = f(**{n: arrays[n] for n in f.inputs})
    given = {n: a for n, a in arrays.items() if n != "seed"}
    oracles.compare(peer, given, value, dict(zip(shapes, gradients, strict=True)), 1.0, 1e-9)


def test_an_update_may_overwrite_the_weights() -> None:
    """``out=`` is matched by name, and results may overlap the inputs."""
    X, w, y, rate = *es.tensors("X[i,j] w[j] y[i]"), es.scalar("rate")
    loss = es.sum((es.sum(X * w, "j") - y) ** 2)
    new = nn.sgd({"w": w}, {"w": es.grad(loss, "w")}, rate, momentum=0.9)
    f = es.compile({"loss": loss, **new}, target="numpy")
    random = np.random.default_rng(0)
    given = {"X": random.normal(size=(5, 3)), "y": random.normal(size=5), "w": random.normal(size=3)}
    given |= {"w_velocity_old": np.zeros(3), "rate": 0.01}
    wanted = f(**given)
    out = {"w": given["w"], "loss": np.zeros(()), "w_velocity": given["w_velocity_old"]}
    f(**given, out=out)
    for name, value in wanted.items():
        np.testing.assert_array_equal(out[name], value)
    with pytest.raises(es.InputError, match="out= names v"):
        f(**given, out={"w": out["w"], "loss": out["loss"], "v": out["w_velocity"]})


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_a_step_that_overwrites_its_weights_makes_no_arrays(target: str) -> None:
    """``out=`` names the arrays of the weights: results that overlap inputs go through arrays that are kept."""
    import tracemalloc

    X, w, y, rate = *es.tensors("X[i,j] w[j] y[i]"), es.scalar("rate")
    loss = es.sum((es.sum(X * w, "j") - y) ** 2)
    f = es.compile({"loss": loss, **nn.sgd({"w": w}, {"w": es.grad(loss, "w")}, rate)}, target=target)
    random = np.random.default_rng(0)
    given = {"X": random.normal(size=(20, 10_000)), "y": random.normal(size=20), "w": random.normal(size=10_000)}
    out = {"loss": np.zeros(()), "w": given["w"]}
    wanted = given["w"].copy()
    for _ in range(4):  # the first calls compile and make the arrays
        wanted = f(**{**given, "w": wanted}, rate=1e-6)["w"]
        f(**given, rate=1e-6, out=out)
        np.testing.assert_array_equal(given["w"], wanted)
    if target == "cpu":
        tracemalloc.start()
        f(**given, rate=1e-6, out=out)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        f(**given, rate=1e-6, out=out)
        assert tracemalloc.get_traced_memory()[1] - before < 20_000  # one array of the weights has 80,000 bytes
        tracemalloc.stop()
