"""Derivatives cost what ordinary reverse mode costs: flops of the planned programs, counted."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from benchmarks import gpt

import espresso as es
from espresso.planning.loops import Contraction
from espresso.runtime.cpu import evaluate_extent

BLOCKS = 12
LENGTHS = {"b": 4, "s": 64, "e": 48, "h": 4, "d": 12, "i": 192, "c": 100}
"""Batch, sequence, model, heads, width of a head, hidden, vocabulary."""


def shapes(b: int, s: int, e: int, h: int, d: int, i: int, c: int) -> dict[str, Any]:
    """Shapes of the parameters and data of a GPT."""
    found: dict[str, tuple[int, ...]] = {
        "E": (c, e), "P": (s, e), "tokens": (b, s), "labels": (b, s), "gf": (e,), "cf": (e,), "H": (c, e),
    }  # fmt: skip
    block = {
        "g": (e,), "c": (e,), "G": (e,), "C": (e,), "Wq": (h, d, e), "Wk": (h, d, e), "Wv": (h, d, e), "bq": (h, d),
        "bk": (h, d), "bv": (h, d), "Wo": (e, h, d), "bo": (e,), "Wf": (i, e), "bf": (i,), "Wp": (e, i), "bp": (e,),
    }  # fmt: skip
    return found | {f"{n}{k}": shape for k in range(BLOCKS) for n, shape in block.items()}


def flops(compiled: Any, given: Mapping[str, tuple[int, ...]]) -> tuple[int, int]:
    """(multiplications and additions in library calls, iterations of all generated loops)."""
    products = loops = 0
    for step in compiled.program.steps:
        for s in [step] if isinstance(step, Contraction) else step.statements:
            count = math.prod(evaluate_extent(x, given) for x in s.extents.values())
            if isinstance(s, Contraction):
                products += 2 * count
            else:
                loops += count
    return products, loops


def products_of_the_loss(b: int, s: int, e: int, h: int, d: int, i: int, c: int) -> int:
    """Flops of the matrix products of the forward pass, counted by hand from the formulas of the layers."""
    projections = 4 * (2 * b * s * e * h * d)  # queries, keys, values, output
    attention = 2 * (2 * b * h * s * s * d)  # scores, weighted values
    perceptron = 2 * (2 * b * s * e * i)
    return BLOCKS * (projections + attention + perceptron) + 2 * b * s * e * c


def test_gradients_of_a_transformer_take_three_times_its_loss() -> None:
    """Each product of the forward pass has two in the backward pass: no more, whatever the rewriting did."""
    loss = es.parse(gpt.text(BLOCKS))
    given = shapes(**LENGTHS)
    by_hand = products_of_the_loss(**LENGTHS)
    forward = flops(es.compile(loss), given)
    both = flops(es.compile([loss, *es.grad(loss, gpt.parameters(BLOCKS))]), given)
    assert forward[0] == by_hand
    assert 2.97 * by_hand <= both[0] <= 3.03 * by_hand
    assert both[1] <= 6 * forward[1]
