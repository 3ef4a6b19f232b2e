"""The networks of docs/examples against plain NumPy and PyTorch with the same weights: loss and all gradients (cases 53-57)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from network_peers import SMALL, WHOLE, defined, gpt

import espresso as es
from espresso import networks as nn
from tests import oracles


def compare(name: str, side: int, options: dict[str, Any], dtype: str, tolerance: float, **how: Any) -> None:
    """Loss, scores and the gradients of all parameters."""
    x, label, p = es.tensor("images[n,c,h,v]"), es.tensor("label[n]", dtype="int64"), nn.Parameters()
    scores = defined(name)[name](x, p, 5, **options)
    loss = nn.cross_entropy(scores, label)
    gradients = dict(zip(p.tensors, es.grad(loss, list(p.tensors)), strict=True))
    f = es.compile({"loss": loss, "scores": scores, **gradients}, **how)
    random = np.random.default_rng(0)
    values = {n: (random.normal(size=s) * 0.5 + (len(s) == 1)).astype(dtype) for n, s in p.shapes.items()}
    images, labels = random.normal(size=(4, 3, side, side)).astype(dtype), np.array([0, 4, 2, 1])
    found = f(images=images, label=labels, **values)
    memory = f.memory  # issue 4: peak memory of a step; the text for NumPy has no arena
    assert f.target == "numpy" or 0 < memory.lower_bound <= memory.arena <= 1.05 * memory.lower_bound, str(memory)

    def network(F: Any, images: Any, **w: Any) -> Any:
        return SMALL[name][0](F, images, w, **options)

    def value(F: Any, **given: Any) -> Any:
        return F.cross_entropy(network(F, **given), F.tensor(labels))

    given = {"images": images, **values}
    oracles.compare(network, given, found["scores"], {}, None, tolerance)
    oracles.compare(value, given, found["loss"], {n: found[n] for n in values}, 1.0, tolerance, directions=1)


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n in ("googlenet", "resnet18", "vgg16"))) for n in SMALL])
def test_network_is_that_of_its_peers(name: str) -> None:
    compare(name, *SMALL[name][1:], "float64", 1e-9, target="numpy")


@pytest.mark.slow
def test_gpt_of_three_blocks_is_that_of_its_peers() -> None:
    tokens, p, random = es.tensor("tokens[b,t]", dtype="int64"), nn.Parameters(), np.random.default_rng(0)
    scores = defined("gpt")["gpt"](tokens, p, 7, 5, width=6, blocks=3)
    names = list(p.tensors)
    f = es.compile({"scores": scores, **dict(zip(names, es.vjp(scores, names, "G"), strict=True))}, target="numpy")
    given = {"tokens": random.integers(0, 7, (2, 5))} | {n: random.normal(size=s) for n, s in p.shapes.items()}
    G = random.normal(size=(2, 5, 7))
    found = f(**given, G=G)

    def peer(F: Any, tokens: Any, **w: Any) -> Any:
        return gpt(F, tokens, 3, **w)

    oracles.compare(peer, given, found["scores"], {n: found[n] for n in names}, G, 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_by_generated_loops_and_engines(name: str) -> None:
    compare(name, *SMALL[name][1:], "float64", 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("name", WHOLE)
def test_all_layers(name: str) -> None:
    compare(name, 64, WHOLE[name], "float64", 1e-7)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["alexnet", "squeezenet", "resnet18"])
def test_in_single_precision(name: str) -> None:
    compare(name, *SMALL[name][1:], "float32", 1e-4)
