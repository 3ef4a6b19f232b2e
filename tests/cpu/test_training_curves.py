"""Training runs of the networks of docs/examples: the loss falls as PyTorch's does (issue 4, cases 51 and 53-57).

The same weights, batches and rates; each step is also gradient descent by a machine that has NumPy only: the loss is that
of plain NumPy, and the gradient that the step used has its slope by complex steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from network_peers import PAGES, SMALL, defined, gpt, mnist

import espresso as es
from espresso import networks as nn
from tests import oracles

Arrays = dict[str, np.ndarray]
RATES = {
    "mnist": 0.005, "alexnet": 0.2, "resnet18": 0.05, "resnet50": 0.05, "vgg16": 0.005, "mobilenet_v2": 0.1, "squeezenet": 0.02,
    "googlenet": 0.05, "gpt": 0.02,
}  # fmt: skip
ADAM = {"vgg16", "squeezenet", "gpt"}
"""Those whose pages train by Adam; the others by gradient descent, with momentum but for MNIST's."""

CLASSES = 5
STEPS = 15


@dataclass(frozen=True)
class Training:
    """A loss with what it is trained by, and the same loss by the functions of a peer."""

    loss: Any
    tensors: Mapping[str, Any]
    start: Arrays
    batches: Sequence[Arrays]
    peer: Callable[..., Any]
    rate: float
    adam: bool = False
    momentum: float = 0.0
    unknown: Mapping[str, Callable[[Arrays], np.ndarray]] = field(default_factory=dict)
    """Arrays of a batch that only the peer is given, from the batch."""

    def step(self, **how: Any) -> Any:
        """Loss and update, compiled."""
        gradients = dict(zip(self.tensors, es.grad(self.loss, list(self.tensors)), strict=True))
        if self.adam:
            update = nn.adam(self.tensors, gradients, self.rate, es.scalar("count"))
        else:
            update = nn.sgd(self.tensors, gradients, self.rate, self.momentum)
        return es.compile({"loss": self.loss, **update}, **how)

    def given(self, k: int) -> Arrays:
        """The arrays of a step for the peer."""
        batch = self.batches[k % len(self.batches)]
        return {n: a for n, a in batch.items() if n != "seed"} | {n: make(batch) for n, make in self.unknown.items()}


def images_of(name: str) -> Training:
    """A network for images of three colours, a few channels wide, that learns noise by heart.

    Two batches, or one for a network without normalisation: fifteen steps are few for it.
    """
    network, side, options = SMALL[name]
    x, label, p = es.tensor("images[n,c,h,v]"), es.tensor("label[n]", dtype="int64"), nn.Parameters()
    loss = nn.cross_entropy(defined(name)[name](x, p, CLASSES, **options), label)
    random = np.random.default_rng(0)
    batches = [
        {"images": random.normal(size=(6, 3, side, side)), "label": random.integers(0, CLASSES, 6)} for _ in range(2)
    ]

    def peer(F: Any, images: Any, label: Any, **w: Any) -> Any:
        return F.cross_entropy(network(F, images, w, **options), label)

    adam = name in ADAM
    # biases above 0: else all is 0 behind a layer of three channels, and the last bias learns alone
    start = {n: a + 0.5 * n.endswith("_b") for n, a in p.initial(3, "float64").items()}
    batches = batches if any(n.endswith("gain") for n in start) else batches[1:]
    return Training(loss, p.tensors, start, batches, peer, RATES[name], adam, 0.0 if adam else 0.9)


def mnist_of_digits() -> Training:
    """The page of case 51 with its dropout: the peer is given which elements stay."""
    space: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", (PAGES / "mnist.md").read_text(encoding="utf-8"), re.S)[:3]:
        exec(block, space)
    random, shapes = np.random.default_rng(0), space["shapes"]
    start = {
        n: random.normal(size=s) * (2 / np.prod(s[1:])) ** 0.5 if len(s) > 1 else np.zeros(s) for n, s in shapes.items()
    }
    rows = np.arange(60).reshape(3, 20)
    batches = [
        {"x": space["images"](space["data"].X[b]).astype("d"), "label": space["data"].y[b], "seed": np.int64(k)}
        for k, b in enumerate(rows)
    ]
    kept = es.compile(nn.dropout(es.tensor("x[n,k]"), 0.5, es.scalar("seed", dtype="int64")))

    def mask(batch: Arrays) -> np.ndarray:
        return np.asarray(kept(x=np.ones((len(batch["label"]), shapes["w4"][1])), seed=batch["seed"]))

    return Training(space["loss"], space["weights"], start, batches, mnist, RATES["mnist"], unknown={"mask": mask})


def gpt_of_letters() -> Training:
    """Three blocks; tokens and what follows them."""
    tokens, labels = es.tensor("tokens[b,t]", dtype="int64"), es.tensor("labels[b,t]", dtype="int64")
    p, letters, length = nn.Parameters(), 7, 6
    scores = defined("gpt")["gpt"](tokens, p, letters, length, width=8, blocks=3)
    logs = es.log_softmax(scores, scores.axes[2])
    loss = -es.mean(logs[es.indices("b t") + (labels[es.indices("b t")],)])
    text = np.random.default_rng(0).integers(0, letters, (2, 4, length + 1))

    def peer(F: Any, tokens: Any, labels: Any, **w: Any) -> Any:
        return F.cross_entropy(F.reshape(gpt(F, tokens, 3, **w), (-1, letters)), F.reshape(labels, (-1,)))

    batches = [{"tokens": t[:, :-1], "labels": t[:, 1:]} for t in text]
    return Training(loss, p.tensors, p.initial(dtype="float64"), batches, peer, RATES["gpt"], True)


def training(name: str) -> Training:
    return mnist_of_digits() if name == "mnist" else gpt_of_letters() if name == "gpt" else images_of(name)


def descends(t: Training, k: int, before: Arrays, after: Arrays, loss: float) -> None:
    """One step in double precision is the stated update by the gradient of what plain NumPy computes."""
    given = {**t.given(k), **{n: before[n] for n in t.tensors}}
    np.testing.assert_allclose(loss, oracles.value(t.peer, given), rtol=1e-9)
    gradients: Arrays = {}
    for n in t.tensors:

        def state(kind: str, at: Arrays, n: str = n) -> np.ndarray:
            return at.get(f"{n}_{kind}_old", np.zeros_like(at[n]))

        if t.adam:
            first, second = state("first", after), state("second", after)
            gradients[n] = (first - 0.9 * state("first", before)) / 0.1
            change = first / (1 - 0.9 ** (k + 1)) / (np.sqrt(second / (1 - 0.999 ** (k + 1))) + 1e-8)
        else:
            change = state("velocity", after) if t.momentum else (before[n] - after[n]) / t.rate
            gradients[n] = change - t.momentum * state("velocity", before)
        np.testing.assert_allclose(after[n], before[n] - t.rate * change, rtol=1e-9, atol=1e-12, err_msg=n)
    assert k or all(np.any(g) for g in gradients.values()), [n for n, g in gradients.items() if not np.any(g)]
    squares = sum(float(np.sum(g * g)) for g in gradients.values())
    np.testing.assert_allclose(oracles.slope(t.peer, given, gradients, np.ones(())), squares, rtol=1e-7)


def losses_of(t: Training, dtype: str, check: bool, **how: Any) -> list[float]:
    """The losses of a run; each step checked."""
    step, losses = t.step(**how), []
    values: dict[str, Any] = {n: a.astype(dtype) for n, a in t.start.items()}
    for k in range(STEPS):
        batch = {n: a.astype(dtype) if a.dtype.kind == "f" else a for n, a in t.batches[k % len(t.batches)].items()}
        before = {n: a.copy() for n, a in values.items()}
        losses += nn.train(step, values, [batch | ({"count": k + 1.0} if t.adam else {})])
        if check:
            descends(t, k, before, values, losses[-1])
    return losses


def losses_of_torch(t: Training) -> list[float]:
    """The same run by PyTorch with its own optimizer, in double precision."""
    import torch

    weights = {n: torch.tensor(a, requires_grad=True) for n, a in t.start.items()}
    optim = torch.optim
    by = optim.Adam(weights.values(), t.rate) if t.adam else optim.SGD(weights.values(), t.rate, t.momentum)
    losses = []
    for k in range(STEPS):
        by.zero_grad()
        loss = t.peer(oracles.Torch, **{n: torch.tensor(a) for n, a in t.given(k).items()}, **weights)
        loss.backward()
        by.step()
        losses.append(float(loss.detach()))
    return losses


def check(name: str, single: bool, **how: Any) -> None:
    """The curves, in single precision too where that is asked for."""
    t = training(name)
    losses = losses_of(t, "float64", True, **how)
    assert np.mean(losses[-3:]) < 0.8 * np.mean(losses[:3])
    if single:
        np.testing.assert_allclose(losses_of(t, "float32", False, **how), losses, rtol=2e-3)
    if oracles.has_torch():
        np.testing.assert_allclose(losses, losses_of_torch(t), rtol=1e-8)


@pytest.mark.parametrize(("name", "target"), [("mnist", "cpu"), pytest.param("alexnet", "numpy", marks=pytest.mark.slow)])
def test_the_loss_falls_as_its_peers_does(name: str, target: str) -> None:
    check(name, False, target=target)


@pytest.mark.slow
@pytest.mark.parametrize("name", RATES)
def test_by_generated_loops_and_engines(name: str) -> None:
    check(name, True)


def _errors(found: Mapping[str, Any], right: Mapping[str, Any]) -> float:
    """The largest error of a gradient, in the root of the mean square, as a part of that gradient."""
    return max(float(np.linalg.norm(found[n] - right[n]) / np.linalg.norm(right[n])) for n in right)


@pytest.mark.slow
def test_gradients_in_single_precision() -> None:
    """VGG with Winograd in place of sums over taps: errors near those of PyTorch, both against double precision."""
    network, side, _ = SMALL["vgg16"]
    options = {"width": 8, "hidden": 32, "side": 1}
    x, label, p = es.tensor("images[n,c,h,v]"), es.tensor("label[n]", dtype="int64"), nn.Parameters()
    loss = nn.cross_entropy(defined("vgg16")["vgg16"](x, p, CLASSES, **options), label)
    gradients = dict(zip(p.tensors, es.grad(loss, list(p.tensors)), strict=True))
    exactly = es.compile(gradients, target="numpy")
    ours = es.compile(gradients, engines=["winograd", "direct", "openblas", "numba-loops"])
    mine, theirs = [], []
    for seed in range(3):
        random, start = np.random.default_rng(seed), p.initial(seed)
        given = {"images": random.normal(size=(4, 3, side, side)).astype("f"), "label": random.integers(0, CLASSES, 4)}
        right = exactly(**{n: a.astype("d") if a.dtype.kind == "f" else a for n, a in {**given, **start}.items()})
        mine.append(_errors(ours(**given, **start), right))
        if oracles.has_torch():
            import torch

            w = {n: torch.tensor(a, requires_grad=True) for n, a in start.items()}
            scores = network(oracles.Torch, torch.tensor(given["images"]), w, **options)
            torch.nn.functional.cross_entropy(scores, torch.tensor(given["label"])).backward()
            theirs.append(_errors({n: a.grad.numpy() for n, a in w.items()}, right))
    assert {"winograd"} < {c.engine for c in ours.program.choices}
    assert np.median(mine) < 3e-6
    assert not theirs or np.median(mine) < 4 * np.median(theirs)
