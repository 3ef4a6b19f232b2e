"""Attention found in formulas and given to cuDNN as a call (sC3, sC5, sC14; W14), without a device.

The call is computed here by NumPy from what it says about its operands, and compared with the reference.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks
from espresso.api.reports.explain_device import step_costs
from espresso.compiler.matching.selection import call_of
from espresso.engine.cudnn.engine import CUDNN
from espresso.ir.calls import EngineCall
from espresso.reference.evaluator import evaluate_all
from espresso.runtime.device.engine_steps import views

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


def computed(found: list[EngineCall], given: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """All results of the calls by NumPy in float64, from the views that the library would be given."""
    known = {n: a.astype("float64") for n, a in given.items()}
    for step in found:
        for r in step.results:
            known[r.name] = np.full([es_value(step.extents[a], given) for a in r.axes], np.nan)
        arrays = [known[n] for n in (*step.operands, *step.writes)]
        call = call_of(step, {}, {}, "gpu", lambda e: es_value(e, given), {})
        seen = views(step, call, [a.shape for a in arrays], [[s // a.itemsize for s in a.strides] for a in arrays])
        at = [
            np.lib.stride_tricks.as_strided(a, shape, [8*s for s in strides])
            for a, (shape, strides, _) in zip(arrays, seen, strict=True)
        ]
        assert [a.shape for a in at] == [o.shape for o in call.operands]
        if step.parameters.get("direction") == "backward":
            backward(at, step.parameters)
        else:
            forward(at, step.parameters)
    return known


def weights(q: np.ndarray, k: np.ndarray, p: Any) -> tuple[np.ndarray, np.ndarray]:
    """What cuDNN computes first: the weights and the logarithms of the sums of their rows."""
    score = p["scale"]*np.einsum("bhid,bhjd->bhij", q, k)
    if p["causal"]:
        score = np.where(np.arange(k.shape[2]) <= np.arange(q.shape[2])[:, None], score, -np.inf)
    top = score.max(-1, keepdims=True)
    rows = top + np.log(np.exp(score - top).sum(-1, keepdims=True))
    return np.exp(score - rows), rows


def forward(arrays: list[np.ndarray], p: Any) -> None:
    q, k, v, out, *stats = arrays
    weight, rows = weights(q, k, p)
    out[...] = np.einsum("bhij,bhje->bhie", weight, v)
    for s in stats:
        s[...] = rows


def backward(arrays: list[np.ndarray], p: Any) -> None:
    """As Dao (2023), FlashAttention-2, algorithm 2: from the saved result and statistics alone."""
    q, k, v, o, g, stats, dq, dk, dv = arrays
    weight = weights(q, k, p)[0]*np.exp(weights(q, k, p)[1] - stats)
    less = np.einsum("bhie,bhje->bhij", g, v) - (g*o).sum(-1, keepdims=True)
    score = p["scale"]*weight*less
    dq[...] = np.einsum("bhij,bhjd->bhid", score, k)
    dk[...] = np.einsum("bhij,bhid->bhjd", score, q)
    dv[...] = np.einsum("bhij,bhie->bhje", weight, g)


def es_value(e: Any, given: dict[str, np.ndarray]) -> int:
    from espresso.runtime.cpu.programs import evaluate_extent

    return evaluate_extent(e, {n: a.shape for n, a in given.items()})


@pytest.mark.parametrize(("text", "shapes", "causal"), TABLE, ids=[row[0] for row in TABLE])
def test_the_call_is_the_formula(text: str, shapes: dict[str, tuple[int, ...]], causal: bool) -> None:
    given = arrays(shapes)
    _, found = steps(text, given)
    (step,) = found
    assert isinstance(step, EngineCall) and step.engine == "cudnn" and step.parameters["causal"] is causal
    wanted = es.evaluate(es.parse(text), {n: a.astype("float64") for n, a in given.items()})
    np.testing.assert_allclose(computed([step], given)["o"], wanted, rtol=1e-12, atol=1e-14)


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
    assert np.abs(computed([wrong], given)["o"] - wanted).max() > 1e-3


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
    """The weights are a result, too: products compute them anyway."""
    e = es.parse("p[b,i,j] = softmax[j](sum[d](q[b,i,d]*k[b,j,d])/sqrt(8.0))\no[b,i,e] = sum[j](p[b,i,j]*v[b,j,e])")
    _, found = steps([e, es.parse("p[b,i,j] = softmax[j](sum[d](q[b,i,d]*k[b,j,d])/sqrt(8.0))")], arrays(TABLE[1][1]))
    assert not any(isinstance(step, EngineCall) for step in found)
    assert CUDNN.name == "cudnn"


# --- gradients: one call with several results --------------------------------------------


ASKED = [*((row, "qkv", True) for row in range(len(TABLE))),
         (3, "qkv", False), (0, "q", True), (1, "k", False), (3, "qv", True), (2, "kv", False), (4, "q", False)]  # fmt: skip


@pytest.mark.parametrize(("row", "wrt", "result"), ASKED)
def test_the_calls_are_the_formula_and_its_gradients(row: int, wrt: str, result: bool) -> None:
    """sC3, W14: forward with statistics and backward, whatever of it is asked for, in any order of axes."""
    text, shapes, causal = TABLE[row]
    e = es.parse(text)
    given = arrays(shapes)
    wide = {n: a.astype("float64") for n, a in given.items()}
    given["G"] = RNG.normal(size=es.evaluate(e, wide).shape).astype("float16")
    wide["G"] = given["G"].astype("float64")
    sources = [*([e] if result else []), *es.vjp(e, list(wrt), "G")]
    f, found = steps(sources, given)
    assert [type(s) for s in found] == [EngineCall, EngineCall], found
    first, second = found
    assert [len(s.results) for s in found] == [2, 3] and second.parameters["direction"] == "backward"
    assert {s.engine for s in found} == {"cudnn"} and second.parameters["causal"] is causal
    wanted = dict(zip(f.outputs, evaluate_all(sources, wide), strict=True))
    values = computed(found, given)
    assert set(f.outputs) <= {*first.writes, *second.writes}
    for name, value in wanted.items():
        np.testing.assert_allclose(values[name], value, rtol=1e-11, atol=1e-13)


BY_HAND = """
p[i,j] = softmax[j](0.3*sum[d](q[i,d]*k[j,d]))
o[i,e] = sum[j](p[i,j]*v[j,e])
r[i] = sum[e](G[i,e]*o[i,e])
t[i,j] = p[i,j]*({less})
dq[i,d] = {scale}*sum[j](t[i,j]*k[j,d])
dk[j,d] = {scale}*sum[i](t[i,j]*q[i,d])
dv[j,e] = sum[i](p[i,j]*G[i,e])
"""


def hand(sources: list[Any]) -> dict[str, np.ndarray]:
    """Arrays for the inputs of these formulas."""
    return {n: a for n, a in arrays(HAND).items() if n in {m for e in sources for m in e.inputs}}


def by_hand(less: str, scale: str) -> list[Any]:
    lines = BY_HAND.format(less=less, scale=scale).strip().splitlines()
    return [es.parse("\n".join([*lines[:4], lines[k]])) for k in (4, 5, 6)]


HAND = {"q": (20, 8), "k": (33, 8), "v": (33, 16), "w": (33, 16), "G": (20, 16)}


@pytest.mark.parametrize(("less", "scale"), [
    ("sum[e](G[i,e]*v[j,e]) - sum[m](p[i,m]*sum[e](G[i,e]*v[m,e]))", "0.3"),
    ("-(sum[m](p[i,m]*sum[e](G[i,e]*v[m,e])) - sum[e](G[i,e]*v[j,e]))*0.6", "0.5"),
    ("sum[e](G[i,e]*v[j,e]) - r[i]", "0.3"),
])  # fmt: skip
def test_gradients_written_by_hand(less: str, scale: str) -> None:
    given = hand(by_hand(less, scale))
    f, found = steps(by_hand(less, scale), given)
    assert [type(s) for s in found] == [EngineCall, EngineCall], found
    wanted = evaluate_all(by_hand(less, scale), {n: a.astype("float64") for n, a in given.items()})
    values = computed(found, given)
    for name, value in zip(f.outputs, wanted, strict=True):
        np.testing.assert_allclose(values[name], value, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize(("less", "scale"), [
    ("sum[e](G[i,e]*v[j,e]) - sum[m](p[i,m]*sum[e](G[i,e]*v[m,e]))", "0.31"),  # another scale
    ("sum[e](G[i,e]*v[j,e]) + sum[m](p[i,m]*sum[e](G[i,e]*v[m,e]))", "0.3"),  # another sign
    ("sum[e](G[i,e]*v[j,e]) - 2*sum[m](p[i,m]*sum[e](G[i,e]*v[m,e]))", "0.3"),
    ("sum[e](G[i,e]*v[j,e]) - sum[m](p[i,m]*sum[e](G[i,e]*w[m,e]))", "0.3"),  # other values
    ("sum[e](G[i,e]*v[j,e]) - sum[e](G[i,e]*sum[m](p[i,m]*w[m,e]))", "0.3"),
    ("relu(sum[e](G[i,e]*v[j,e]) - sum[m](p[i,m]*sum[e](G[i,e]*v[m,e])))", "0.3"),
])  # fmt: skip
def test_what_is_no_gradient_is_left_alone(less: str, scale: str) -> None:
    """Planted faults: what only resembles the gradients is computed as it is written."""
    given = hand(by_hand(less, scale))
    _, found = steps(by_hand(less, scale), given)
    names = {n for s in found if isinstance(s, EngineCall) for n in s.writes}
    assert not names & {"dq", "dk"}


def test_a_gradient_that_is_no_linear_function_of_the_sums() -> None:
    """The term of a pair is right, what is done to the sum is not."""
    less = "sum[e](G[i,e]*v[j,e]) - sum[m](p[i,m]*sum[e](G[i,e]*v[m,e]))"
    lines = BY_HAND.format(less=less, scale="0.3").strip().splitlines()
    _, dk, _ = by_hand(less, "0.3")
    for wrong in ("1e-9 + 0.3*", "0.3*sum[e](G[i,e])/sum[e](G[i,e])*abs"):
        dq = es.parse("\n".join([*lines[:4], lines[4].replace("0.3*", wrong, 1).replace("abssum", "abs(sum") + (
            ")" if "abs" in wrong else "")]))  # fmt: skip
        _, found = steps([dq, dk], hand([dq, dk]))
        assert "dq" not in {n for s in found if isinstance(s, EngineCall) for n in s.writes}


def test_gradients_beside_a_result_that_is_summed_at_once() -> None:
    """Without the whole result in memory the library makes one of its own for the gradients."""
    loss = es.parse("L = sum[i,e](sum[j](softmax[j](0.3*sum[d](q[i,d]*k[j,d]))*v[j,e])*G[i,e])")
    given = hand([loss])
    f, found = steps([loss, *es.grad(loss, ["q", "k", "v"])], given)
    calls = [s for s in found if isinstance(s, EngineCall)]
    assert [len(s.results) for s in calls] == [2, 3]
    wanted = evaluate_all(es.grad(loss, ["q", "k", "v"]), {n: a.astype("float64") for n, a in given.items()})
    values = computed(calls, given)
    for name, value in zip([n for n in f.outputs if n != "L"], wanted, strict=True):
        np.testing.assert_allclose(values[name], value, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize(("shape", "dtype", "reason"), [
    ((2, 20, 8), "float32", "float16 and bfloat16"),
    ((2, 20, 12), "float16", "multiples of 8, this call has 12"),
])  # fmt: skip
def test_reasons_of_gradients(shape: tuple[int, ...], dtype: str, reason: str) -> None:
    e = es.parse(TABLE[1][0])
    given = arrays(dict.fromkeys("qkvG", shape), dtype)
    f, found = steps(es.vjp(e, ["q", "k", "v"], "G"), given)
    assert not any(isinstance(step, EngineCall) for step in found)
    assert f.report().count(reason) == 2  # of the result with statistics, and of the gradients
    assert "gradients of softmax(" in f.report()


def test_gradients_are_counted_and_explained() -> None:
    e = es.parse(TABLE[1][0])
    given = arrays(dict.fromkeys("qkvG", (2, 128, 64)))
    f, (first, second) = steps([e, *es.vjp(e, ["q", "k", "v"], "G")], given)
    text = f.explain("H200", **given)
    assert f"library call: cudnn (attention: {second.details})" in text and "gradients" in second.details
    assert "0 kernels, 2 library calls" in text
    costs = [c for _, c in step_costs(f._example())]
    pairs, item = 2*128*128, 2*128*64*2
    assert [c.flops for c in costs] == [2*pairs*2*64, 2*pairs*5*64]
    assert [c.moved for c in costs] == [4*item + 2*128*4, 8*item + 2*128*4]
    assert len(f.memory.offsets) == 1 and first.more[0].name in f.memory.offsets  # the statistics alone


def test_other_sizes_are_asked_again() -> None:
    e = networks.attention(*es.tensors("q[b,h,i,d] k[b,h,j,d] v[b,h,j,d]"), causal=True)
    f, found = steps(es.vjp(e, ["q", "k", "v"], "G"), arrays(dict.fromkeys("qkvG", (2, 3, 40, 64))))
    assert [s.parameters["scale"] for s in found] == [0.125, 0.125]
    f.explain("H200", **arrays(dict.fromkeys("qkvG", (2, 3, 40, 16))))
    assert [s.parameters["scale"] for s in f._example().program.steps] == [0.25, 0.25]
    f.explain("H200", **arrays(dict.fromkeys("qkvG", (2, 3, 40, 12))))
    assert not any(isinstance(s, EngineCall) for s in f._example().program.steps)


def test_calls_are_told_that_tf32_is_asked_for() -> None:
    formula, shapes, _ = TABLE[0]
    given = arrays(shapes)
    (step,) = (s for s in steps(formula, given)[1] if isinstance(s, EngineCall))
    for tf32 in (False, True):
        call = call_of(step, {}, {}, "gpu", lambda e: es_value(e, given), {"tf32": tf32})
        assert call.parameters.get("tf32", False) is tf32
