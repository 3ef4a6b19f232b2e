"""Attention found in formulas and given to cuDNN as a call (sC3, sC5, sC14; W14), without a device.

The call is computed here by NumPy from what it says about its operands, and compared with the reference.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks
from espresso.engine.choose import call_of
from espresso.engine.cudnn import CUDNN
from espresso.planning.loops import EngineCall
from espresso.runtime.engine_steps import views

RNG = np.random.default_rng(3)

TABLE: list[tuple[str, dict[str, tuple[int, ...]], bool]] = [
    # formula, shapes, causal
    ("o[i,e] = sum[j](softmax[j](sum[d](q[i,d]*k[j,d]))*v[j,e])", {"q": (20, 8), "k": (33, 8), "v": (33, 16)}, False),
    ("o[b,i,e] = sum[j](softmax[j](sum[d](q[b,i,d]*k[b,j,d])/sqrt(8.0))*v[b,j,e])", dict.fromkeys("qkv", (3, 20, 8)),
     False),
    ("o[b,i,h,e] = sum[j](softmax[j](0.3*sum[d](q[b,i,h,d]*k[b,j,h,d]))*v[b,j,h,e])",
     {"q": (2, 20, 3, 8), "k": (2, 9, 3, 8), "v": (2, 9, 3, 16)}, False),  # heads beside features in memory
    ("o[i,h,e] = sum[j](softmax[j](where(j <= i, sum[d](q[h,i,d]*k[j,h,d]), -inf))*v[h,e,j])",
     {"q": (3, 20, 8), "k": (9, 3, 8), "v": (3, 16, 9)}, True),  # every array in an order of its own
    ("o[b,h,i,e] = sum[j](softmax[j](sum[d](q[b,h,i,d]*k[b,j,d]))*v[b,j,e])",
     {"q": (2, 3, 20, 8), "k": (2, 9, 8), "v": (2, 9, 16)}, False),  # heads that share keys: rows of one head
]  # fmt: skip

OTHERS: list[tuple[str, dict[str, tuple[int, ...]]]] = [
    ("o[i,e] = sum[j](softmax[i](sum[d](q[i,d]*k[j,d]))*v[j,e])", dict.fromkeys("qkv", (20, 8))),  # another axis
    ("o[i,e] = sum[j](softmax[j](where(i <= j, sum[d](q[i,d]*k[j,d]), -inf))*v[j,e])", dict.fromkeys("qkv", (20, 8))),
    ("o[i,e] = sum[j](softmax[j](sum[d](q[i,d]*k[j,d]) + c[i,j])*v[j,e])",
     {**dict.fromkeys("qkv", (20, 8)), "c": (20, 20)}),
    ("o[i,e] = sum[j](exp(sum[d](q[i,d]*k[j,d]))*v[j,e])", dict.fromkeys("qkv", (20, 8))),  # nothing divided
]  # fmt: skip


def steps(source: Any, given: dict[str, np.ndarray]) -> tuple[Any, list[Any]]:
    """The compiled formula and its steps where cuDNN would be at hand."""
    f = es.compile(source, target="gpu")
    f.explain("H200", **given)
    return f, f._example().program.steps


def arrays(shapes: dict[str, tuple[int, ...]], dtype: str = "float16") -> dict[str, np.ndarray]:
    return {n: RNG.normal(size=s).astype(dtype) for n, s in shapes.items()}


def computed(step: EngineCall, given: dict[str, np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """The call by NumPy, from the views that the library would be given."""
    result = np.zeros(shape)
    operands = [*(given[n].astype("float64") for n in step.operands), result]
    call = call_of(step, {}, {}, "gpu", lambda e: es_value(e, given), {})
    found = views(step, call, [a.shape for a in operands], [[s // a.itemsize for s in a.strides] for a in operands])
    q, k, v, out = (
        np.lib.stride_tricks.as_strided(a, shape, [8 * s for s in strides])
        for a, (shape, strides, _) in zip(operands, found, strict=True)
    )
    assert [a.shape for a in (q, k, v, out)] == [o.shape for o in (*call.inputs, call.output)]
    score = step.parameters["scale"]*np.einsum("bhid,bhjd->bhij", q, k)
    if step.parameters["causal"]:
        score = np.where(np.arange(k.shape[2]) <= np.arange(q.shape[2])[:, None], score, -np.inf)
    weight = np.exp(score - score.max(-1, keepdims=True))
    out[...] = np.einsum("bhij,bhje->bhie", weight/weight.sum(-1, keepdims=True), v)
    return result


def es_value(e: Any, given: dict[str, np.ndarray]) -> int:
    from espresso.runtime.cpu import evaluate_extent

    return evaluate_extent(e, {n: a.shape for n, a in given.items()})


@pytest.mark.parametrize(("text", "shapes", "causal"), TABLE, ids=[row[0] for row in TABLE])
def test_the_call_is_the_formula(text: str, shapes: dict[str, tuple[int, ...]], causal: bool) -> None:
    given = arrays(shapes)
    _, found = steps(text, given)
    (step,) = found
    assert isinstance(step, EngineCall) and step.engine == "cudnn" and step.parameters["causal"] is causal
    wanted = es.evaluate(es.parse(text), {n: a.astype("float64") for n, a in given.items()})
    np.testing.assert_allclose(computed(step, given, wanted.shape), wanted, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("text", "shapes"), OTHERS, ids=[row[0] for row in OTHERS])
def test_what_is_no_attention_is_left_alone(text: str, shapes: dict[str, tuple[int, ...]]) -> None:
    _, found = steps(text, arrays(shapes))
    assert not any(isinstance(step, EngineCall) for step in found)


def test_a_wrong_scale_would_be_noticed() -> None:
    from dataclasses import replace

    text, shapes, _ = TABLE[1]
    given = arrays(shapes)
    (step,) = steps(text, given)[1]
    wanted = es.evaluate(es.parse(text), {n: a.astype("float64") for n, a in given.items()})
    wrong = replace(step, parameters={**step.parameters, "scale": 1.0})
    assert np.abs(computed(wrong, given, wanted.shape) - wanted).max() > 1e-3


def test_the_layer_of_networks_is_a_call_and_follows_its_sizes() -> None:
    q, k, v = es.tensors("q[b,h,i,d] k[b,h,j,d] v[b,h,j,d]")
    f, (step,) = steps(networks.attention(q, k, v, causal=True), arrays(dict.fromkeys("qkv", (2, 3, 40, 64))))
    assert step.parameters == {"scale": 0.125, "causal": True}
    f.explain("H200", **arrays(dict.fromkeys("qkv", (2, 3, 40, 16))))
    (step,) = f._example().program.steps
    assert step.parameters == {"scale": 0.25, "causal": True}


@pytest.mark.parametrize(("shape", "dtype", "reason"), [
    ((2, 20, 8), "float32", "float16 and bfloat16"),
    ((2, 20, 12), "float16", "multiples of 8, this call has 12"),
    ((2, 20, 264), "float16", "at most 256 features"),
])  # fmt: skip
def test_reasons(shape: tuple[int, ...], dtype: str, reason: str) -> None:
    f, found = steps(TABLE[1][0], arrays(dict.fromkeys("qkv", shape), dtype))
    assert not any(isinstance(step, EngineCall) for step in found)
    assert reason in f.report()
    with pytest.raises(es.EngineError, match=reason):
        es.compile(TABLE[1][0], target="gpu", engine="cudnn", strict=True).explain(
            "H200", **arrays(dict.fromkeys("qkv", shape), dtype)
        )


def test_a_result_that_something_else_needs_is_no_call() -> None:
    """The gradient needs the weights: products and streams compute it."""
    e = es.parse(TABLE[1][0])
    given = arrays({**TABLE[1][1], "G": (3, 20, 8)})
    _, found = steps([e, es.vjp(e, "q", "G")], given)
    assert not any(isinstance(step, EngineCall) for step in found)
    assert CUDNN.name == "cudnn"
