"""Batch normalisation found in formulas and given to cuDNN as a call (sC3, sC16), without a device.

The calls are computed here by NumPy from what they say about their operands, kernels by the reference.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks
from espresso.compiler.matching.identity_testing import plain, same
from espresso.compiler.matching.selection import call_of
from espresso.engine.cudnn.engine import CUDNN, arrays_moved
from espresso.formulas.graph import expr as ex
from espresso.ir.calls import EngineCall
from espresso.reference.evaluator import evaluate_all
from espresso.runtime.cpu.programs import evaluate_extent
from espresso.runtime.device.engine_steps import views

RNG = np.random.default_rng(5)
NORM = "(x[n,h,w,c] - mean[p,i,j](x[p,i,j,c]))*rsqrt(var[p,i,j](x[p,i,j,c]) + {e})*g[c] + b[c]"

FORMULAS: dict[str, tuple[str, list[str]]] = {
    # formula, directions of its calls and of those of its gradients
    "channels last": (f"y[n,h,w,c] = {NORM.format(e=1e-5)}", ["forward", "backward"]),
    "a residual and relu behind it": (f"y[n,h,w,c] = relu(r[n,h,w,c] + {NORM.format(e=0.25)})", ["forward", "backward"]),
    "relu before it": ("y[n,h,w,c] = (relu(x[n,h,w,c]) - mean[p,i,j](relu(x[p,i,j,c])))"
                       "*rsqrt(var[p,i,j](relu(x[p,i,j,c])) + 0.5)*g[c] + b[c]", ["forward", "backward"]),
    "channels second": ("y[n,c,h,w] = (x[n,c,h,w] - mean[p,i,j](x[p,c,i,j]))*rsqrt(var[p,i,j](x[p,c,i,j]) + 0.5)*g[c] + b[c]",
                        ["forward", "backward"]),
    "rows": ("y[n,c] = (x[n,c] - mean[p](x[p,c]))/sqrt(var[p](x[p,c]) + 0.125)*g[c] + b[c]", ["forward", "backward"]),
    "another order": ("y[c,t,n] = (x[n,c,t] - mean[p,i](x[p,c,i]))*rsqrt(var[p,i](x[p,c,i]) + 0.5)*g[c] + b[c]",
                      ["forward", "backward"]),
    "given statistics": ("y[n,h,w,c] = (x[n,h,w,c] - m[c])*rsqrt(v[c] + 0.5)*g[c] + b[c]", ["inference"]),
    "given statistics, relu": ("y[n,h,w,c] = relu((x[n,h,w,c] - m[c])*rsqrt(v[c] + 0.5)*g[c] + b[c])", ["inference"]),
}  # fmt: skip

OTHERS = {
    "each image": "y[n,h,w,c] = (x[n,h,w,c] - mean[i,j](x[n,i,j,c]))*rsqrt(var[i,j](x[n,i,j,c]) + 0.5)*g[c] + b[c]",
    "the other axis": "y[n,h,w,c] = (x[n,h,w,c] - mean[p,i,j](x[p,i,j,c]))*rsqrt(var[p,i,j](x[p,i,j,c]) + 0.5)*g[w] + b[w]",
    "a root of the fourth power": f"y[n,h,w,c] = {NORM.format(e=1e-5)}".replace("rsqrt(", "1/(").replace("*g", "**2*g"),
    "unbiased": "y[n,h,w,c] = (x[n,h,w,c] - mean[p,i,j](x[p,i,j,c]))*rsqrt(2*var[p,i,j](x[p,i,j,c]) + 0.5)*g[c] + b[c]",
}
"""Formulas that are no such norm."""


def arrays(source: Any, dtype: str = "float32", sizes: tuple[int, ...] = (4, 3, 5, 8)) -> dict[str, np.ndarray]:
    shapes: dict[str, tuple[int, ...]] = {}
    sources = source if isinstance(source, list) else [source]
    lengths = dict(zip("nhwc", sizes, strict=True)) | {"t": sizes[1]}
    for e in sources:
        for t in ex.tensors(e):
            if t.data.rank == 1:
                shapes[t.data.name] = (lengths["c"],)
    text = str(sources[0]).partition("=")[0]
    order = text[text.index("[") + 1 : text.index("]")].split(",")
    for e in sources:
        for t in ex.tensors(e):
            if t.data.rank > 1:
                own = ["n", "c", "t"] if "t" in order and t.data.name == "x" else order
                shapes[t.data.name] = tuple(lengths[a] for a in own)
    return {n: RNG.uniform(0.5, 1.5, size=s).astype(dtype) for n, s in shapes.items()}


def steps(source: Any, given: dict[str, np.ndarray], **options: Any) -> tuple[Any, list[Any]]:
    f = es.compile(source, target="gpu", **options)
    f.explain("H200", **given)
    return f, f._example().program.steps


def computed(found: list[Any], given: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """All arrays of a program in float64: calls from the views that the library would be given."""
    known = {n: a.astype("float64") for n, a in given.items()}
    size = lambda e: evaluate_extent(e, {n: a.shape for n, a in known.items()})  # noqa: E731
    for step in found:
        if not isinstance(step, EngineCall):
            for s in step.statements:
                body = plain(s.body if s.operator is None else ex.reduce(s.operator, s.over, s.body))
                known[s.name] = evaluate_all([ex.let(s.name, s.axes, body)], known)[0]
            continue
        for r in step.results:
            known[r.name] = np.full([size(step.extents[a]) for a in r.axes], np.nan)
        own = [known[n] for n in (*step.operands, *step.writes)]
        call = call_of(step, {}, {}, "gpu", size, {})
        seen = views(step, call, [a.shape for a in own], [[s // 8 for s in a.strides] for a in own])
        at = [np.lib.stride_tricks.as_strided(a, shape, [8*s for s in strides])
              for a, (shape, strides, _) in zip(own, seen, strict=True)]  # fmt: skip
        assert [a.shape for a in at] == [o.shape for o in call.operands]
        {"forward": forward, "inference": inference, "backward": backward}[step.parameters["direction"]](
            at, step.parameters["epsilon"])
    return known


def along(numbers: np.ndarray, like: np.ndarray) -> np.ndarray:
    return numbers.reshape(1, -1, *[1] * (like.ndim - 2))


def forward(at: list[np.ndarray], epsilon: float) -> None:
    x, gain, shift, y, mean, deviation, variance = at
    over = tuple(k for k in range(x.ndim) if k != 1)
    mean[...], deviation[...] = x.mean(over), 1/np.sqrt(x.var(over) + epsilon)
    variance[...] = x.var(over, ddof=1)
    y[...] = (x - along(mean, x))*along(deviation*gain, x) + along(shift, x)


def inference(at: list[np.ndarray], epsilon: float) -> None:
    x, mean, variance, gain, shift, y = at
    y[...] = (x - along(mean, x))*along(gain/np.sqrt(variance + epsilon), x) + along(shift, x)


def backward(at: list[np.ndarray], epsilon: float) -> None:
    """Ioffe and Szegedy (2015), section 3, from the saved statistics alone."""
    g, x, gain, mean, deviation, dx, dgain, dshift = at
    over = tuple(k for k in range(x.ndim) if k != 1)
    hat = (x - along(mean, x))*along(deviation, x)
    dgain[...], dshift[...] = (g*hat).sum(over), g.sum(over)
    count = x.size / x.shape[1]
    dx[...] = along(gain*deviation, x)*(g - hat*along(dgain, x)/count - along(dshift, x)/count)


@pytest.mark.parametrize("case", FORMULAS)
@pytest.mark.parametrize("gradients", [False, True])
def test_the_calls_are_the_formula(case: str, gradients: bool) -> None:
    text, directions = FORMULAS[case]
    source = es.parse(text)
    wrt = [n for n in source.inputs if n in "xgbr"]
    sources = [source, *(es.vjp(source, wrt, "G") if gradients else [])]
    given = arrays(sources)
    f, found = steps(sources, given, engine="cudnn")
    calls = [s.parameters["direction"] for s in found if isinstance(s, EngineCall)]
    assert calls == directions[: 1 + gradients]
    known = computed(found, given)
    wanted = evaluate_all(sources, {n: a.astype("float64") for n, a in given.items()})
    for name, value in zip(f.outputs, wanted, strict=True):
        np.testing.assert_allclose(known[name], value, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("case", OTHERS)
def test_what_is_no_such_norm_is_left_alone(case: str) -> None:
    source = es.parse(OTHERS[case])
    given = arrays(source, sizes=(4, 8, 8, 8))
    assert not any(isinstance(s, EngineCall) for s in steps(source, given, engine="cudnn")[1])


GRADIENT = """
m[c] = mean[p,i,j](x[p,i,j,c])
r[c] = rsqrt(var[p,i,j](x[p,i,j,c]) + 0.5)
B[c] = sum[p,i,j](G[p,i,j,c])
D[c] = sum[p,i,j](G[p,i,j,c]*(x[p,i,j,c] - m[c]))
dx[n,h,w,c] = g[c]*r[c]*(G[n,h,w,c] - (r[c]**2*{x}*D[c] + B[c])/(size(x, 0)*size(x, 1)*size(x, 2)))
"""


@pytest.mark.parametrize(("x", "calls"), [("(x[n,h,w,c] - m[c])", ["backward"]), ("x[n,h,w,c]", [])])
def test_what_large_batches_divide_is_compared_too(x: str, calls: list[str]) -> None:
    """Beside numbers of the size of 1, what is divided by the number of elements twice would be lost in rounding."""
    large = np.broadcast_to(np.float32(0), (64, 128, 128, 8))
    _, found = steps(es.parse(GRADIENT.format(x=x)), {"x": large, "G": large, "g": large[0, 0, 0]}, engine="cudnn")
    assert [s.parameters["direction"] for s in found if isinstance(s, EngineCall)] == calls


def test_small_numbers_are_compared_too() -> None:
    """A factor in front, as of a mean of means, hides no difference."""
    x = ex.access(ex.tensor("x", 1), [ex.index("i")])
    one, two = (ex.call("mul", ex.const(n * 1e-18), x) for n in (1, 2))
    assert same(one, ex.call("mul", ex.const(1e-9), ex.const(1e-9), x), int) and not same(one, two, int)


def test_a_wrong_epsilon_would_be_noticed() -> None:
    source = es.parse(FORMULAS["channels last"][0])
    given = arrays(source)
    _, found = steps(source, given, engine="cudnn")
    wrong = [replace(s, parameters={**s.parameters, "epsilon": 0.1}) for s in found if isinstance(s, EngineCall)]
    assert len(wrong) == len(found) == 1
    wanted = es.evaluate(source, {n: a.astype("float64") for n, a in given.items()})
    assert np.abs(computed(wrong, given)["y"] - wanted).max() > 1e-2


def test_statistics_of_the_batch_come_from_the_call() -> None:
    """Running averages read mean and variance: nothing passes over the array again."""
    x, g, b, m, v = es.tensors("x[n,c,h,w] g[c] b[c] m[c] v[c]")
    mean, variance = networks.batch_statistics(x)
    sources = [networks.batch_norm(x, g, b), networks.running(m, mean), networks.running(v, variance)]
    given = {n: RNG.uniform(0.5, 1.5, size=(4, 8, 3, 5) if n == "x" else 8).astype("float32") for n in "xgbmv"}
    f, found = steps(sources, given, engine="cudnn")
    calls = [s for s in found if isinstance(s, EngineCall)]
    others = [s for s in found if not isinstance(s, EngineCall)]
    assert len(calls) == 1 and all("x" not in {t.data.name for t in ex.tensors(q.body) if t.data.rank > 1 and q.over}
                                   for s in others for q in s.statements)  # fmt: skip
    known, wide = computed(found, given), {n: a.astype("float64") for n, a in given.items()}
    for name, value in zip(f.outputs, evaluate_all(sources, wide), strict=True):
        np.testing.assert_allclose(known[name], value, rtol=1e-9)


SHAPES = [  # lengths, formula, whether the estimates are for the call
    ((128, 28, 28, 64), "channels last", True),  # 26 MB: 3 arrays in place of 4
    ((64, 28, 28, 64), "channels last", True),  # 13 MB stay on chip: 2 in place of 4
    ((4, 28, 28, 64), "channels last", False),  # too small for a call
    ((128, 28, 28, 64), "a residual and relu behind it", False),  # kernels do that on their way
    ((128, 28, 28, 64), "channels second", False),  # the library would transpose
    ((128, 28, 28, 64), "given statistics", False),  # one pass in any case
]


@pytest.mark.parametrize(("sizes", "case", "called"), SHAPES)
def test_it_is_chosen_where_it_moves_less(sizes: tuple[int, ...], case: str, called: bool) -> None:
    source = es.parse(FORMULAS[case][0])
    shapes = {n: np.empty(a.shape, "float32") for n, a in arrays(source, sizes=(1, 1, 1, 1)).items()}
    order = str(source).partition("=")[0].partition("[")[2]
    lengths = dict(zip("nhwc", sizes, strict=True))
    full = tuple(lengths[a] for a in order.strip(" ]").split(","))
    shapes = {n: np.broadcast_to(np.float32(0), full if a.ndim > 1 else sizes[-1:]) for n, a in shapes.items()}
    f, found = steps(source, shapes)
    (choice,) = f._example().program.choices
    assert any(isinstance(s, EngineCall) for s in found) is called is (choice.engine == "cudnn")
    if not called:
        assert "refused by cudnn: " in f.report() and ("arrays" in f.report() or "call" in f.report())
    else:
        assert arrays_moved(choice.call) < choice.call.parameters["passes"]


REASONS = [
    ((4, 3, 5, 6), "float32", "need channels in multiples of 4, this call has 6"),
    ((4, 3, 5, 12), "float16", "need channels in multiples of 8, this call has 12"),
    ((4, 3, 5, 8), "float64", "one dtype of float16, bfloat16, float32, this call has float64"),
    ((1, 1, 1, 8), "float32", "a batch of one element has no unbiased variance"),
]


@pytest.mark.parametrize(("sizes", "dtype", "reason"), REASONS)
def test_strict_says_why_not(sizes: tuple[int, ...], dtype: str, reason: str) -> None:
    source = es.parse(FORMULAS["channels last"][0])
    given = arrays(source, dtype, sizes)
    with pytest.raises(es.EngineError, match=reason):
        steps(source, given, engine="cudnn", strict=True)
    _, found = steps(source, given, engine="cudnn")  # without strict, generated kernels
    assert not any(isinstance(s, EngineCall) and s.parameters["direction"] == "forward" for s in found)


def test_another_length_is_asked_about_again() -> None:
    source = es.parse(FORMULAS["channels last"][0])
    f, found = steps(source, arrays(source), engine="cudnn")
    assert any(isinstance(s, EngineCall) for s in found)
    f.explain("H200", **arrays(source, sizes=(4, 3, 5, 6)))
    assert not any(isinstance(s, EngineCall) for s in f._example().program.steps)
    assert "normalisation" in CUDNN.kinds
