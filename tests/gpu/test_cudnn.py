"""The cuDNN engine: reasons and graphs everywhere, numbers where there is a GPU (sC3, sC7, sC16, sC17).

Graphs are validated by the library itself where it is installed, without a driver.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks
from espresso.engine.cudnn.engine import CUDNN, missing, plan_name, unfit
from espresso.engine.cudnn.graphs import DTYPES, EPILOGUES, graph_of
from espresso.ir.engine import ATTENTION, CONVOLUTION, Call, Operand
from espresso.ir.storage.arena import row_major
from espresso.reference.evaluator import evaluate_all

FORWARD = "y[n,k,p,q] = pad(x)[n,c,{s}*p + {d}*r - 1,{s}*q + {d}*t - 1]*w[k,c,r,t]"


def operand(name: str, shape: tuple[int, ...], dtype: str) -> Operand:
    return Operand(name, tuple("abcdefg"[: len(shape)]), shape, dtype)


def convolution(
    direction: str = "forward", *, image: tuple[int, ...] = (2, 8, 9, 11), filters: int = 16, window: int = 3,
    stride: int = 1, dilation: int = 1, padding: tuple[int, int] = (1, 1), groups: int = 1, bias: bool = False,
    epilogue: str | None = None, dtype: str = "float16", **conditions: Any,
) -> Call:  # fmt: skip
    space = len(image) - 2
    shapes = {"x": image, "w": (filters, image[1] // groups, *[window] * space)}
    reach = dilation * (window - 1) + 1
    shapes["y"] = (image[0], filters, *((n + sum(padding) - reach) // stride + 1 for n in image[2:]))
    made = {n: operand(n, s, dtype) for n, s in shapes.items()}
    order = {"forward": "xwy", "data": "ywx", "weights": "xyw"}[direction]
    inputs = [made[n] for n in order[:2]] + ([operand("b", (filters,), dtype)] if bias else [])
    parameters = {
        "direction": direction, "stride": (stride,) * space, "padding": (padding,) * space,
        "dilation": (dilation,) * space, "groups": groups, "epilogue": epilogue,
    }  # fmt: skip
    return Call(CONVOLUTION, "gpu", None, tuple(inputs), made[order[2]], {"n": 1}, parameters, **conditions)


def attention(
    features: int = 64, dtype: str = "float16", keys: int = 16, statistics: bool = False, deterministic: bool = False,
    **parameters: Any,
) -> Call:  # fmt: skip
    q, o, g, dq = (operand(n, (2, 3, 16, features), dtype) for n in ("q", "o", "g", "dq"))
    k, v, dk, dv = (operand(n, (2, 3, keys, features), dtype) for n in ("k", "v", "dk", "dv"))
    rows = operand("stats", (2, 3, 16, 1), "float32")
    parameters = {"scale": 0.125, "causal": False, **parameters}
    if parameters.get("direction") == "backward":
        inputs = (q, k, v, o, g, rows)
        return Call(ATTENTION, "gpu", None, inputs, dq, {}, parameters, deterministic, more=(dk, dv))
    return Call(ATTENTION, "gpu", None, (q, k, v), o, {}, parameters, more=(rows,) if statistics else ())


CALLS: dict[str, Call] = {
    "forward": convolution(),
    "forward with bias and relu": convolution(bias=True, epilogue="relu"),
    "stride 2, asymmetric padding": convolution(stride=2, padding=(0, 1)),
    "dilation 3, groups 4": convolution(dilation=3, groups=4, padding=(3, 3)),
    "depthwise": convolution(filters=8, groups=8),
    "one spatial axis": convolution(image=(2, 8, 17)),
    "three spatial axes": convolution(image=(2, 8, 5, 6, 7)),
    "float32": convolution(dtype="float32"),
    "data gradient": convolution("data", stride=2),
    "weight gradient": convolution("weights", stride=2, dtype="float32"),
    "attention": attention(),
    "causal attention": attention(causal=True),
    "attention with statistics": attention(statistics=True, keys=40),
    "attention in bfloat16": attention(dtype="bfloat16", statistics=True),
    "gradients of attention": attention(direction="backward", keys=40),
    "gradients of causal attention": attention(direction="backward", causal=True, dtype="bfloat16"),
    "gradients of attention, the same on every run": attention(direction="backward", deterministic=True),
    **{f"epilogue {name}": convolution(epilogue=name) for name in EPILOGUES},
}

REFUSED: dict[str, tuple[Call, str]] = {
    "float64": (convolution(dtype="float64"), "one dtype of float16, bfloat16, float32, this call has float64"),
    "empty": (convolution(image=(0, 8, 9, 9)), "an operand is empty"),
    "four spatial axes": (convolution(image=(1, 8, 4, 4, 4, 4)), "it has 1, 2 or 3 spatial axes, this call has 4"),
    "crop": (convolution(padding=(-1, 0)), "its padding is not negative"),
    "epilogue": (convolution(epilogue="hardswish"), "it has no epilogue 'hardswish'"),
    "epilogue of a gradient": (convolution("data", epilogue="relu"), "this call has direction 'data'"),
    "attention in float32": (attention(dtype="float32"), "its attention has float16 and bfloat16"),
    "gradients in float32": (attention(dtype="float32", direction="backward"), "its attention has float16 and"),
    "gradients of wide rows": (attention(features=264, direction="backward"), "at most 256 features"),
    "odd features": (attention(features=12), "in multiples of 8, this call has 12"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_reasons(case: str) -> None:
    call, reason = REFUSED[case]
    assert reason in (unfit(call) or "")


@pytest.mark.parametrize("case", CALLS)
def test_calls_that_fit(case: str) -> None:
    assert unfit(CALLS[case]) is None
    assert CUDNN.seconds(CALLS[case]) > 0


def test_absent_library_or_device_is_the_reason() -> None:
    if missing() is not None:
        assert CUDNN.supports(convolution()) == missing()
    assert es.engines()["cuda-kernels"].kinds.count(CONVOLUTION) == 1  # what serves float64 convolutions (sC16)


def test_a_plan_has_a_file_of_its_own() -> None:
    keys = [(c.signature, c.workspace_limit) for c in (convolution(), convolution(stride=2), convolution("data"))]
    assert len({plan_name(k) for k in keys}) == 3


@pytest.fixture
def no_driver(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The library validates graphs without a device when it is given no handle."""
    cudnn = pytest.importorskip("cudnn", reason="nvidia-cudnn-frontend is not installed")
    try:
        cudnn.backend_version()
    except Exception as error:
        pytest.skip(f"the library of cuDNN is not installed: {error}")
    from cudnn import _pygraph

    monkeypatch.setattr(_pygraph, "_default_backend_handle", lambda *_: None)
    return cudnn


@pytest.mark.parametrize("case", CALLS)
def test_graphs_are_valid(case: str, no_driver: Any) -> None:
    call = CALLS[case]
    shapes = [o.shape for o in call.operands]
    graph = graph_of(call)
    if call.kind == ATTENTION:  # validated in Python; the library itself wants a device for it
        for number, operand in enumerate(call.operands, 1):
            tensor = graph._tensor_by_uid[number]
            assert (tuple(tensor.dim), tensor.data_type.name) == (operand.shape, DTYPES[operand.dtype])
            assert tensor.is_virtual is False
        (node,) = graph._nodes
        backward = call.parameters.get("direction") == "backward"
        assert (node.params.get("use_deterministic_algorithm", False), bool(node.params.get("generate_stats"))) == (
            backward and call.deterministic, bool(call.more) and not backward
        )  # fmt: skip
        return
    for number in range(len(call.inputs), len(shapes)):
        result, shape = graph._cpp_tensors[number + 1], shapes[number]
        expected = [*shape[:2], *[1] * (4 - len(shape)), *shape[2:]]
        assert list(result.get_dim()) == expected and not result.get_is_virtual()


def test_both_layouts(no_driver: Any) -> None:  # sC17
    call = convolution()
    strides = [(h*w*c, 1, w*c, c) for _, c, h, w in (o.shape for o in (*call.inputs, call.output))]
    graph = graph_of(call, strides)
    assert [tuple(graph._cpp_tensors[k].get_stride()) for k in (1, 2, 3)] == strides


def test_the_library_sees_a_wrong_call(no_driver: Any) -> None:
    """Planted faults: strides of another rank, a length below 0, and what ``unfit`` would have refused."""
    call = convolution()
    with pytest.raises(ValueError, match="dim/stride length mismatch: 4 vs 2"):
        graph_of(call, [(1, 2), (3, 4, 5, 6), (1, 2, 3, 4)])
    with pytest.raises(ValueError, match="must be positive"):
        graph_of(replace(call, inputs=(operand("x", (2, 8, -3, 4), "float16"), call.inputs[1])))
    for direction in ({}, {"direction": "backward"}):
        with pytest.raises(no_driver.cudnnGraphNotSupportedError, match="multiple of 8"):
            graph_of(attention(features=12, **direction))
    call = attention(direction="backward")
    with pytest.raises(ValueError, match="length mismatch"):  # statistics without their last axis
        graph_of(replace(call, inputs=(*call.inputs[:5], operand("stats", (2, 3, 16), "float32"))),
                 [*(row_major(o.shape) for o in call.inputs[:5]), (48, 16), *(row_major(o.shape) for o in call.outputs)])


def test_names_of_the_front_end() -> None:
    """Every argument that a graph is given stands in the signature of the compiled front end."""
    cudnn = pytest.importorskip("cudnn", reason="nvidia-cudnn-frontend is not installed")
    graph = cudnn._pybind_module.backend_graph
    for name, words in {
        "sdpa": ("q", "k", "v", "attn_scale", "use_causal_mask", "generate_stats"),
        "sdpa_backward": ("q", "k", "v", "o", "dO", "stats", "attn_scale", "use_causal_mask",
                          "use_deterministic_algorithm"),
    }.items():  # fmt: skip
        signature = getattr(graph, name).__doc__.partition("->")[0]
        assert [w for w in words if f"{w}: " not in signature] == []


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", ["float16", "float32"])
@pytest.mark.parametrize(("stride", "dilation"), [(1, 1), (2, 1), (1, 3)])
@pytest.mark.parametrize("direction", ["forward", "data", "weights"])
def test_numbers(direction: str, stride: int, dilation: int, dtype: str) -> None:
    """The engine against the reference evaluator of the formula and of its gradients."""
    import cupy

    if (reason := missing()) is not None:
        pytest.skip(reason)
    call = convolution(direction, image=(2, 8, 12, 12), stride=stride, dilation=dilation, dtype=dtype)
    assert CUDNN.supports(call) is None
    formula = es.parse(FORWARD.format(s=stride, d=dilation))
    rng = np.random.default_rng(0)
    shapes = {o.name: o.shape for o in (*call.inputs, call.output)}
    given = {n: rng.normal(size=shapes[n]).astype(dtype).astype("float64") / 4 for n in shapes}
    wide = {n: v for n, v in given.items() if n != "y"}
    if direction == "forward":
        expected = es.evaluate(formula, wide, {"p": shapes["y"][2], "q": shapes["y"][3]})
    else:
        wrt = call.output.name
        expected = es.evaluate(es.vjp(formula, wrt, "G"), {**wide, "G": given["y"]})
    arrays = {o.name: cupy.asarray(given[o.name].astype(dtype)) for o in (*call.inputs, call.output)}
    prepare = CUDNN.prepare
    assert prepare is not None
    launch = prepare(call, [row_major(o.shape) for o in (*call.inputs, call.output)])
    pointers = [int(arrays[o.name].data.ptr) for o in (*call.inputs, call.output)]
    for _ in range(2):
        launch(pointers, cupy.cuda.get_current_stream())
    found = cupy.asnumpy(arrays[call.output.name]).astype("float64")
    np.testing.assert_allclose(found, expected, rtol=2e-2 if dtype == "float16" else 1e-4, atol=2e-2)


@pytest.mark.gpu
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("deterministic", [False, True])
def test_attention_and_its_gradients(causal: bool, deterministic: bool) -> None:
    """Both calls in one program, beside the reference in float64."""
    import cupy

    if (reason := missing()) is not None:
        pytest.skip(reason)
    q, k, v = es.tensors("q[b,h,i,d] k[b,h,j,d] v[b,h,j,d]")
    e = networks.attention(q, k, v, causal=causal)
    sources = [e, *es.vjp(e, ["q", "k", "v"], "G")]
    f = es.compile(sources, target="gpu", deterministic=deterministic)
    rng = np.random.default_rng(0)
    given = {n: rng.normal(size=(2, 3, 128, 64)).astype("float16") for n in f.inputs}
    found = f(**{n: cupy.asarray(a) for n, a in given.items()})
    assert f.report().count("engine cudnn") == 2, f.report()
    wanted = evaluate_all(sources, {n: a.astype("float64") for n, a in given.items()})
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(cupy.asnumpy(a).astype("float64"), b, rtol=2e-2, atol=2e-2)


@pytest.mark.gpu
def test_a_workspace_limit_and_determinism() -> None:
    if (reason := missing()) is not None:
        pytest.skip(reason)
    free = CUDNN.workspace(convolution("weights"))
    tight = convolution("weights", workspace_limit=0, deterministic=True)
    assert CUDNN.supports(tight) is not None or CUDNN.workspace(tight) == 0 <= free
