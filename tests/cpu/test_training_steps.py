"""Whole training steps: memory near the least that any plan needs, iterations in place without allocations (W20, issue 4),
and recurrent networks whose loss falls as PyTorch's does (case 52)."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from tests.benchmarks import gpt, recurrent
from tests.oracles import has_torch

PAGES = Path(__file__).resolve().parents[2] / "docs" / "examples"
Step = tuple[Any, dict[str, np.ndarray], dict[str, Any]]


def _normal(random: np.random.Generator, p: nn.Parameters) -> dict[str, np.ndarray]:
    return {n: (random.normal(size=s) * 0.1 + n.endswith("_gain")).astype("f4") for n, s in p.shapes.items()}


def _images(scores: Callable[[Any, Any], Any], side: int, colours: int) -> Step:
    """A step of a network over images with stochastic gradient descent: compiled, parameters, batch."""
    x, label, p = es.tensor("images[n,c,h,v]"), es.tensor("label[n]", dtype="int64"), nn.Parameters()
    loss = nn.cross_entropy(scores(x, p), label)
    gradients = dict(zip(p.tensors, es.grad(loss, list(p.tensors)), strict=True))
    random = np.random.default_rng(0)
    batch = {"images": random.normal(size=(8, colours, side, side)).astype("f4"), "label": random.integers(0, 10, 8)}
    step = es.compile({"loss": loss, **nn.sgd(p.tensors, gradients, es.scalar("rate"))}, target="cpu")
    return step, _normal(random, p), {**batch, "rate": np.float32(0.01)}


def mnist_cnn() -> Step:
    """The network of case 51 without its dropout."""

    def scores(x: Any, p: Any) -> Any:
        y = es.max_pool(es.relu(es.conv(x, p("c1_w", 10, 1, 5, 5)) + p("c1_b", 10)), 2)
        y = es.max_pool(es.relu(es.conv(y, p("c2_w", 20, 10, 5, 5)) + p("c2_b", 20)), 2)
        y = es.relu(nn.linear(y, p("f_w", 50, 20, 4, 4), p("f_b", 50)))
        return nn.linear(y, p("head_w", 10, 50), p("head_b", 10))

    return _images(scores, 28, 1)


def resnet() -> Step:
    """The ResNet of docs/examples with one block in each of two stages."""
    space: dict[str, Any] = {}
    block = re.search(r"```python\n(.*?)```", (PAGES / "resnet18.md").read_text(encoding="utf-8"), re.S)
    assert block is not None
    exec(block[1], space)
    return _images(lambda x, p: space["resnet18"](x, p, 10, width=8, blocks=(1, 1)), 33, 3)


def small_gpt() -> Step:
    """One block of the GPT of W22."""
    loss, names = es.parse(gpt.text(1)), gpt.parameters(1)
    random, e, h, s = np.random.default_rng(0), 16, 2, 12
    lengths = {"e": e, "h": h, "d": e // h, "i": 4 * e, "s": s, "c": 20}
    axes = {"E": "ce", "P": "se", "gf": "e", "cf": "e", "H": "ce"}
    axes |= {f"{n}0": "e" for n in ("g", "c", "bo", "G", "C", "bp")} | {f"b{n}0": "hd" for n in "qkv"}
    axes |= {f"W{n}0": "hde" for n in "qkv"} | {"Wo0": "ehd", "Wf0": "ie", "bf0": "i", "Wp0": "ei"}
    values = {n: random.normal(size=[lengths[a] for a in axes[n]]).astype("f4") * np.float32(0.1) for n in names}
    batch = {k: random.integers(0, 20, (4, s)) for k in ("tokens", "labels")}
    gradients = {f"d{n}": g for n, g in zip(names, es.grad(loss, names), strict=True)}
    return es.compile({"loss": loss, **gradients}, target="cpu"), values, batch


@pytest.mark.parametrize("make", [mnist_cnn, resnet, small_gpt])
def test_memory_is_within_five_hundredths_of_the_bound(make: Callable[[], Step]) -> None:
    """The most bytes alive at one step are what any plan needs; ``f.memory`` prints both."""
    step, values, batch = make()
    step(**values, **batch)
    memory = step.memory
    assert 0 < memory.lower_bound <= memory.arena <= 1.05 * memory.lower_bound
    assert memory.arena < memory.unshared
    assert f"arena {memory.arena:,} bytes (lower bound {memory.lower_bound:,}" in str(memory)
    assert f"lower bound {memory.lower_bound:,}" in step.explain()


def test_every_convolution_of_a_step_is_a_call() -> None:
    """Both gradients of a convolution before a pooling are calls of an engine, none scatters (issue 4: gather form)."""
    step, values, batch = mnist_cnn()
    step(**values, **batch)
    steps = step.explain().partition("\nsteps:")[2]
    found = {d: steps.count(f"convolution (direct), {d},") for d in ("forward", "data", "weights")}
    assert found == {"forward": 2, "data": 1, "weights": 2}
    assert "scatter" not in steps and steps.count("packed") == 0


def test_an_iteration_in_place_allocates_nothing() -> None:
    """Parameters are overwritten where they lie; between two steps no memory is taken or given back (sA20)."""
    step, values, batch = mnist_cnn()
    places = {n: a.ctypes.data for n, a in values.items()}
    losses = nn.train(step, values, [batch] * 3)
    out = {**values, "loss": np.zeros((), "f4")}
    made = step._last.pool.made
    tracemalloc.start()
    try:
        step(**values, **batch, out=out)
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        for _ in range(5):
            step(**values, **batch, out=out)
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    smallest = min(a.nbytes for a in values.values() if a.ndim > 1)
    assert abs(after - before) < 1024 and peak - before < max(smallest, 16_384)  # tuples and names, no array
    assert step._last.pool.made == made
    assert {n: a.ctypes.data for n, a in values.items()} == places
    assert float(out["loss"]) < losses[0]


RECURRENT = {
    "char-RNN": (recurrent.rnn_text, recurrent.rnn_inputs, recurrent.RNN_NAMES, recurrent.rnn_numpy, recurrent._rnn_loss),
    "LSTM": (recurrent.lstm_text, recurrent.lstm_inputs, recurrent.LSTM_NAMES, recurrent.lstm_numpy, recurrent._lstm_loss),
}
Slopes = Callable[..., tuple[Any, ...]]


def _by_torch(loss: Any, names: tuple[str, ...]) -> Slopes:
    """Loss and gradients by PyTorch."""
    import torch

    def slopes(**arrays: np.ndarray) -> tuple[Any, ...]:
        given = {n: torch.tensor(a, requires_grad=n in names) for n, a in arrays.items()}
        weights = {n: given.pop(n) for n in names}
        value = loss(recurrent._Torch(), weights, **given)
        return value.item(), *(g.numpy() for g in torch.autograd.grad(value, list(weights.values())))

    return slopes


def _losses(step: Slopes, arrays: dict[str, np.ndarray], names: tuple[str, ...], steps: int, rate: float) -> list[float]:
    found = []
    for _ in range(steps):
        value, *gradients = step(**arrays)
        found.append(float(value))
        arrays = arrays | {n: arrays[n] - rate * g for n, g in zip(names, gradients, strict=True)}
    return found


def _trained(case: str, sequence: int, steps: int, rate: float) -> tuple[list[float], list[list[float]]]:
    """The loss of each step of training on one text; by hand in NumPy, and PyTorch's where it is installed."""
    text, inputs, names, by_hand, peer = RECURRENT[case]
    loss = es.parse(text(sequence))
    step = es.compile([loss, *es.grad(loss, list(names))], target="cpu")
    made = inputs(np.random.default_rng(0), {"seq": sequence, "batch": 20, "hidden": 50, "vocab": 26})
    arrays = {n: a.astype("f8") if a.dtype.kind == "f" else a for n, a in made.items()}
    others = [by_hand, _by_torch(peer, names)] if has_torch() else [by_hand]
    return _losses(step, arrays, names, steps, rate), [_losses(o, arrays, names, steps, rate) for o in others]


@pytest.mark.parametrize("case", RECURRENT)
def test_52_loss_falls_as_by_hand_and_in_pytorch(case: str) -> None:
    """Vocabulary 26, hidden 50, batch 20; two characters here, the whole sequence of 20 in the slow tier."""
    mine, others = _trained(case, 2, 12, 0.3)
    for theirs in others:
        np.testing.assert_allclose(mine, theirs, rtol=1e-9)
    assert mine[-1] < 0.9 * mine[0]


@pytest.mark.slow
@pytest.mark.parametrize("case", RECURRENT)
def test_52_over_twenty_characters(case: str) -> None:
    mine, others = _trained(case, 20, 40, 0.01)
    for theirs in others:
        np.testing.assert_allclose(mine, theirs, rtol=1e-7)
    assert mine[-1] < 0.8 * mine[0]
