"""Convolutions written over arrays between: transposed ones with both gradients are one call each (sE9, sC7, case 55)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.calls import EngineCall, PackedContraction
from espresso.ir.loops import reads_of
from tests.oracles import in_turn

CASES: list[tuple[tuple[int, int], tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ((4, 4), (6, 5), (4, 4), {"stride": 2, "padding": 1}),
    ((4, 6), (7,), (5,), {"stride": 3, "padding": 2, "output_padding": 2}),
    ((4, 5), (3, 4, 2), (3, 2, 3), {"stride": (1, 2, 3), "padding": (1, 0, 1)}),
    ((8, 8), (4, 5), (4, 3), {"stride": 2, "padding": 1, "groups": 2}),
]


def arrays(shapes: dict[str, tuple[int, ...]], names: Any) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {n: rng.integers(-4, 5, shapes[n]).astype("float32") for n in sorted(shapes) if n in names}


@pytest.mark.parametrize(("channels", "space", "taps", "more"), CASES, ids=str)
def test_transposed_with_both_gradients(
    channels: tuple[int, int], space: tuple[int, ...], taps: tuple[int, ...], more: dict[str, Any]
) -> None:
    """One call each that writes the result itself: no windows, no scatter, no copy."""
    x, w = (es.tensor(n, shape=(None,) * (len(space) + 2)) for n in "xw")
    y = es.conv(x, w, transposed=True, **more)
    shapes = {"x": (2, channels[0], *space), "w": (channels[0], channels[1] // more.get("groups", 1), *taps)}
    shapes["G"] = es.compile(y)(**arrays(shapes, "xw")).shape
    for e in (y, es.vjp(y, "x", "G"), es.vjp(y, "w", "G")):
        f = es.compile(e)
        f.check(**arrays(shapes, f.inputs))
        assert [type(s) for s in f.program.steps] == [EngineCall], f.explain()
        assert [c.engine for c in f.program.choices] == ["direct"]


@in_turn("activation", [None, es.relu, es.gelu], ("taps", "more"), [
    (3, {"stride": 2, "padding": 1, "output_padding": 1}), (2, {"stride": 3}), (2, {"stride": 3, "output_padding": 2, "groups": 2}),
])  # fmt: skip
def test_bias_and_activation_after_a_transposed_one(activation: Any, taps: int, more: dict[str, Any]) -> None:
    """sE8: they follow the sums of the call, also where no tap reaches (stride 3, two taps) and where no window was.

    What takes long is a kernel, with the bias in it.
    """
    x, w, b = es.tensors("x[n,c,h,v] w[c,o,r,s] b[o]")
    y = es.conv(x, w, transposed=True, **more) + b
    f = es.compile(y if activation is None else activation(y))
    rng = np.random.default_rng(0)
    groups = more.get("groups", 1)
    given = {"x": rng.normal(size=(2, 4, 4, 5)), "w": rng.normal(size=(4, 6 // groups, taps, taps)), "b": rng.normal(size=6)}
    f.check(**given)
    call, *kernels = f.program.steps
    apart = activation is es.gelu
    assert call.parameters["direction"] == "data" and len(kernels) == apart, f.explain()
    assert apart or call.parameters["follow"] == ("bias",), f.explain()
    if activation is None:
        scope: dict[str, Any] = {}
        exec(f.to_source() if hasattr(f, "to_source") else f.source, scope)
        np.testing.assert_allclose(scope["program"](*(given[n] for n in f.inputs)), f(**given), rtol=1e-12)


@in_turn("stride", [1, 3, 5], "length", [5, 400])
def test_numbers_of_channels_are_applied_in_each_class(stride: int, length: int) -> None:
    """With a stride the sums of one class belong to every third element, say."""
    x, w, b, r = es.tensors("x[n,c,h] w[c,o,r] b[o] res[o]")
    f = es.compile(es.conv(x, w, stride, 1, output_padding=stride - 1, transposed=True) * b + r)
    rng = np.random.default_rng(0)
    given = {"x": rng.normal(size=(2, 3, length)), "w": rng.normal(size=(3, 2, 3)), "b": rng.normal(size=2)}
    f.check(**given, res=rng.normal(size=2))
    (call,) = f.program.steps
    assert call.parameters["follow"] == ("scale", "shift"), f.explain()
    assert "res[o]" in str(call)  # the name of the sums, s, is the end of this one


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("engine", ["direct", "winograd"])
def test_no_images_are_no_call_that_could_be_refused(groups: int, engine: str) -> None:
    """sC14: with strict=True, too."""
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    f = es.compile(es.conv(x, w, 1, 1, groups=groups), engine=engine, strict=True)
    assert f(x=np.ones((0, 4, 5, 5), "f"), w=np.ones((6, 4 // groups, 3, 3), "f")).shape == (0, 6, 5, 5)


def test_a_composed_call_is_written_with_one_term_for_each_index() -> None:
    x, w = es.tensors("x[n,c,h] w[c,o,r]")
    f = es.compile(es.vjp(es.conv(x, w, 2, 1, transposed=True), "x", "G"))
    f.check(w=np.ones((3, 4, 3)), G=np.ones((2, 4, 9)), x=np.ones((2, 3, 5)))
    (call,) = f.program.steps
    assert call.text == "sum[d,o](pad(G)[n, o, d + 2*i - 1]*pad(w)[c,o,d])"


def test_masks_that_cut_stay() -> None:
    """A bound within the arrays is no padding: the sum is not taken as if it were not there."""
    for text in ("s[i] = sum[r](x[i + r]*w[r])\ny[k] = pad(s)[k + 1]*(k < 3)",
                 "s[i] = sum[r](x[i + r]*w[r])\ny[k] = pad(s)[k - 2]*(k < 9)",
                 "s[i,j] = sum[p](x[p]*w[j]*(p == 2*i + j)*(i < 3))\ny[i] = sum[j](s[i,j]*(j < 2))"):  # fmt: skip
        f = es.compile(text)
        f.check(x=np.arange(1.0, 10), w=np.arange(1.0, 4))


def test_sums_in_sums_keep_their_own_indices() -> None:
    """Names that are bound twice are different indices after the inner sum is put into the outer one."""
    y = es.parse("d[q,r] = sum[n,p](x[q + n, r + p]*w[n,p])\n"
                 "y[k,l] = sum[n,p]((k == n - 1)*(l == p - 1)*pad(d)[n,p]*(n < 4)*(p < 5))*(k < 3)*(l < 4)")  # fmt: skip
    f = es.compile(y)
    rng = np.random.default_rng(1)
    f.check(x=rng.normal(size=(6, 7)), w=rng.normal(size=(3, 3)))


def cut_cotangent(
    space: int, shift: int, images: int = 2, outputs: int = 24, inputs: int = 40, side: int = 5
) -> tuple[list[Any], dict[str, np.ndarray]]:
    """Three gradients that read ``g``, a part of G, beside a mask that is read where g is, not where G is."""
    at, taps = "huv"[:space], "rst"[:space]
    positions, back, there = ", ".join(at), ", ".join(f"{a} - {t}" for a, t in zip(at, taps, strict=True)), ", ".join(taps)
    inside = "".join(f"*({a} < size(y, {k + 2}))" for k, a in enumerate(at))
    around = "".join(f"*({a} < size(y, {k + 2}) + 2)" for k, a in enumerate(at))
    text = (f"y : ({', '.join(['_', str(outputs)] + ['_']*space)})\nw : ({', '.join([str(outputs), str(inputs)] + ['3']*space)})\n"
            f"g[n, o, {positions}] = pad(G)[n, o, {', '.join(f'{a} + {shift}' for a in at)}]*(n < size(y, 0))*(o < {outputs}){inside}\n")
    forward = ", ".join(f"{a} + {t}" for a, t in zip(at, taps, strict=True))
    results = [es.parse(text + line) for line in (
        f"dx[n, i, {positions}] = sum[o, {there}](w[o, i, {there}]*pad(g)[n, o, {back}]"
        f"*(pad(y)[n, o, {back}] > 0))*(n < size(y, 0)){around}",
        f"dw[o, i, {there}] = sum[n, {positions}](g[n, o, {positions}]*x[n, i, {forward}]*(y[n, o, {positions}] > 0))",
        f"db[o] = sum[n, {positions}](g[n, o, {positions}]*(y[n, o, {positions}] > 0))",
    )]  # fmt: skip
    whole, own = [side + 2] * space, [side] * space
    shapes = {"G": (images, outputs, *whole), "y": (images, outputs, *own), "x": (images, inputs, *whole)}
    return results, arrays({**shapes, "w": (outputs, inputs, *[3] * space)}, "Gyxw")


@pytest.mark.parametrize(("space", "shift"), [(1, 1), (1, -1), (2, 2), (3, 1)])
def test_a_cut_cotangent_is_one_value_with_the_mask_beside_it(space: int, shift: int) -> None:
    """It is not looked through there: G would be read elsewhere than the mask.  No windows, and one array for all three."""
    results, given = cut_cotangent(space, shift, side=9 - 2 * space)
    f = es.compile(results, engine=["direct", "openblas", "numba-loops"])
    f.check(**given)
    kernels = [s for s in f.program.steps if not isinstance(s, EngineCall)]
    assert sum(isinstance(s, EngineCall) for s in f.program.steps) == 2, f.explain()
    value, bias = (s for k in kernels for s in k.statements)
    assert bias.name == "db" and reads_of(bias) == {value.name}, f.explain()


def test_such_a_value_is_an_operand_of_a_product_where_images_have_few_positions() -> None:
    results, given = cut_cotangent(2, 1, images=4, outputs=64, inputs=96, side=3)
    f = es.compile(results)
    f.check(**given)
    assert sum(isinstance(s, PackedContraction) for s in f.program.steps) == 2, f.explain()
    windows = [b for b in f.program.buffers.values() if len(b.shape) > 4]
    assert not windows and not any(isinstance(s, EngineCall) for s in f.program.steps), f.explain()


def test_a_value_over_an_index_that_is_not_the_formulas_is_no_operand() -> None:
    """The terms of dw over the positions of G instead of those of g: nothing says how long that index is."""
    (_, dw, _), given = cut_cotangent(1, -1)
    f = es.compile(dw)
    f.check(**{n: given[n] for n in f.inputs})


@pytest.mark.parametrize(
    ("filter_", "shape"),
    [("w[o,0,c,r,s]", (4, 2, 3, 3, 3)), ("w[o,c,r,s,c]", (4, 3, 3, 3, 3)), ("w[o+1,c,r,s]*(o < 4)", (5, 3, 3, 3)),
     ("w[k[o],c,r,s]", (5, 3, 3, 3))],
)  # fmt: skip
def test_a_filter_that_is_a_part_of_an_array(filter_: str, shape: tuple[int, ...]) -> None:
    """The part becomes an array of its own, so that the sum is no loop over windows."""
    y = es.parse(f"y[n,o,p,q] = pad(x)[n,c,p+r-1,q+s-1]*{filter_}*(p < size(x,2))*(q < size(x,3))")
    shapes = {"x": (2, 3, 6, 7), "w": shape, "d": (2, 4, 6, 7)}
    for e in (y, es.vjp(y, "w", "d")):
        f = es.compile(e)
        given = {**arrays(shapes, f.inputs), **({"k": np.array([3, 0, 2, 1])} if "k" in f.inputs else {})}
        f.check(**given)
        assert any(isinstance(s, EngineCall | PackedContraction) for s in f.program.steps), f.explain()


@pytest.mark.parametrize("beside", ["w[r]", "w[r]*v[p]", "tanh(w[r])"])
def test_three_windows_in_one_sum_are_no_convolution(beside: str) -> None:
    """What a function computes of one of them is an array, and two others slide beside it."""
    e = es.parse(f"y[p] = sum[r](tanh(x[p + r])*u[p + 2*r]*z[2*p + r]*{beside})")
    given = arrays({"x": (20,), "u": (40,), "z": (40,), "w": (5,), "v": (16,)}, e.inputs)
    found = es.compile(e, engine=["direct", "numba-loops"])(**given)
    np.testing.assert_allclose(found, es.evaluate(e, given), rtol=1e-4)


def test_an_array_with_more_channels_than_the_filter_is_read_where_it_has_them() -> None:
    """Loops over images and channels were one loop through memory, as if the array had no other channels."""
    e = es.parse("y[n,o,p] = sum[c,r]((1 + pad(x)[n,c,p + r])*w[o,c,r]**2)*u[n]*v[p]")
    f = es.compile(e)
    for channels in (8, 9, 7):
        given = arrays({"x": (3, channels, 11), "w": (3, 8, 9), "u": (3,), "v": (3,)}, e.inputs)
        np.testing.assert_allclose(f(**given), es.evaluate(e, given), rtol=1e-5)
