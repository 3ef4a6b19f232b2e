"""Convolutions by generated tiles: the numbers of the reference for random geometries, no windows copied (sC1, sC3, sC17)."""

from __future__ import annotations

import functools
import itertools
import os
import subprocess
import sys
import timeit
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine import table
from espresso.ir.calls import EngineCall
from espresso.ir.driver import Convolution
from espresso.ir.engine import CONVOLUTION, Call, Operand
from espresso.kernels.convolution import binding as convolving, functions as summing
from espresso.kernels.convolution.engine import DIRECT
from espresso.kernels.convolution.record import FIELDS
from espresso.llvm import compiled, shipped_text
from espresso.llvm.emit.tiles import Tile
from espresso.llvm.image import PLAIN
from tests.oracles import whole

GEOMETRIES = [
    *itertools.product((1, 2), (0, 1), (1, 2), (1,)), (3, 0, 1, 1), (3, 1, 2, 1), (1, 1, 1, 2), ((2, 3), ((0, 1), (1, 0)), (1, 2), 1), ((2, 1), ((0, 1), (2, 0)), (1, 2), 2), (4, 5, 3, 1),
    (2, 1, 2, 10), ((3, 1), ((0, 2), (1, 0)), (1, 3), 10), (2, 1, 1, 5),
]  # fmt: skip


def by_tiles(source: Any, shapes: dict[str, tuple[int, ...]], dtype: str = "float32") -> Any:
    """Compiled for this engine alone, without text of a saved program in its place, and compared with the reference."""
    f = es.compile(source, engine="direct", strict=True)
    f.check(**whole(f.inputs, shapes, dtype=dtype))
    assert [c.engine for c in f.program.choices] == ["direct"] * len(f.outputs)
    return f


def with_gradients(y: Any) -> list[Any]:
    """A convolution and both its gradients, as one program: they share functions, which are compiled once."""
    return [y, es.vjp(y, "x", "G"), es.vjp(y, "w", "G")]


def computed(source: Any, given: dict[str, np.ndarray]) -> np.ndarray:
    f = es.compile(source, engine="direct", strict=True)
    return np.asarray(f(**{n: given[n] for n in f.inputs}))


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_convolutions_and_their_gradients(geometry: Any) -> None:
    stride, padding, dilation, groups = geometry
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    y = es.conv(x, w, stride, padding, dilation, groups)
    shapes = {"x": (2, 10, 9, 10), "w": (10, 10 // groups, 3, 2)}
    shapes["G"] = es.compile(y, target="numpy")(**{n: np.ones(s, "float32") for n, s in shapes.items()}).shape
    by_tiles(with_gradients(y), shapes)


@pytest.mark.parametrize("stride", [2, 3, 4, 5])
def test_rows_of_every_length(stride: int) -> None:
    """Copied elements ``stride`` from one another fill no vector, some vectors, and parts of one more."""
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    program = with_gradients(es.conv(x, w, (1, stride), (1, 2), 1, 1))
    for length, dtype in ((13, "float32"), (16 * stride, "float32"), (16 * stride + 1, "float64"), (83, "float32")):
        shapes = {"x": (1, 2, 4, length), "w": (3, 2, 3, 3), "G": (1, 3, 4, (length + 1) // stride + 1)}
        by_tiles(program, shapes, dtype)


def test_depthwise() -> None:
    """Channels of their own, with several filters each; planes made by each slice for itself, or before."""
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    cases = (12, 12, (9, 37), "float32"), (6, 12, (5, 7), "float64"), (2, 2, (12, 30), "float64")
    for groups, outer, space, dtype in cases:
        y = es.conv(x, w, 1, 1, 1, groups)
        shapes = {"x": (3, groups, *space), "w": (outer, 1, 3, 3), "G": (3, outer, *space)}
        by_tiles(with_gradients(y), shapes, dtype)


S = "x[n,c,p+r,q+s]*w[o,c,r,s]"
WRITTEN = {
    f"{S} + b[o]": None, f"relu({S})": "relu", f"min(relu({S} + b[o]), 6)": "relu6",
    f"({S} + b[o])*clip({S} + b[o] + 3, 0, 6)/6": "hardswish",
}  # fmt: skip


@pytest.mark.parametrize("written", WRITTEN)
def test_bias_and_activation_while_tiles_are_stored(written: str) -> None:  # sE8, sC3
    f = es.compile("y[n,o,p,q] = " + written.replace(S, f"sum[c,r,s]({S})"), engine="direct", strict=True)
    for shape, filters, dtype in (((2, 3, 5, 19), 10, "float32"), ((1, 2, 4, 40), 1, "float64")):
        rng = np.random.default_rng(0)
        shapes = {"x": shape, "w": (filters, shape[1], 2, 3), "b": (filters,)}
        given = {n: (2 * rng.normal(size=shapes[n])).astype(dtype) for n in f.inputs}
        f.check(**given)
        calls = [s for s in f.program.steps if isinstance(s, EngineCall)]
        assert [s.parameters["epilogue"] for s in calls] == [WRITTEN[written]]
        scope: dict[str, Any] = {}
        exec(f.source, scope)  # a saved program, by NumPy
        np.testing.assert_allclose(scope["program"](**given), f(**given), 1e-4, 1e-4)
        given["x"][0, 0, 0, 0], given["x"][0, 1, 3, 18] = np.nan, np.inf
        f.check(**given)
    assert WRITTEN[written] is None or f"then {WRITTEN[written]}" in f.explain()


def test_random_extents_of_one_program() -> None:
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    y = es.conv(x, w, 2, 1)
    programs = [es.compile(e, engine="direct", strict=True) for e in (y, es.vjp(y, "x", "G"), es.vjp(y, "w", "G"))]
    rng = np.random.default_rng(7)
    for seed in range(6):
        n, c, o = (int(k) for k in rng.integers(1, [3, 12, 20]))
        r, s = (int(k) for k in rng.integers(1, 6, 2))
        shapes: dict[str, tuple[int, ...]] = {"x": (n, c, *map(int, rng.integers(6, 15, 2))), "w": (o, c, r, s)}
        shapes["G"] = programs[0](**whole(programs[0].inputs, shapes, seed)).shape
        for f in programs:
            f.check(**whole(f.inputs, shapes, seed))
            assert {choice.engine for choice in f.program.choices} == {"direct"}


def test_layouts_ranks_and_strided_inputs() -> None:
    by_tiles("y[n,p,q,o] = x[n,p+r,q+s,c]*w[r,s,c,o]", {"x": (2, 7, 6, 16), "w": (3, 2, 16, 16)})
    by_tiles("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", {"x": (2, 3, 90), "w": (4, 3, 3)}, "float64")
    by_tiles("y[n,o,p,q,s] = x[n,c,p+a,q+b,s+e]*w[o,c,a,b,e]", {"x": (2, 3, 5, 6, 4), "w": (4, 3, 2, 3, 2)})
    f = es.compile("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", engine="direct", strict=True)
    rng = np.random.default_rng(0)
    x, w = rng.normal(size=(9, 6, 20)).astype("f").T[::2], rng.normal(size=(4, 6, 3)).astype("f")[::-1]
    f.check(x=x, w=w)


def test_channels_of_a_cotangent_that_are_two_indices_far_apart() -> None:
    """A batch of cotangents of one convolution: a Jacobian in reverse mode."""
    for text, shapes in [
        ("dw[u,k,c,r] = sum[n,p](G[u,n,k,p]*x[n,c,r+2*p])", {"x": (2, 2, 7), "G": (12, 2, 2, 3)}),
        ("dw[u,g,k,c,r] = sum[n,p](G[u,n,g,k,p]*x[n,g,c,r+p])", {"x": (2, 3, 2, 9), "G": (4, 2, 3, 2, 4)}),
    ]:
        by_tiles(text, shapes)


def test_many_images_and_channels_on_all_threads() -> None:
    """Several blocks of positions, of terms and of images, more than one slice."""
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    for stride, sizes in ((1, (40, 96, 18, 70)), (2, (3, 130, 41, 33))):
        y = es.conv(x, w, stride, 1)
        n, c, h, o = sizes
        rng = np.random.default_rng(1)
        given = {"x": rng.integers(-3, 4, (n, c, h, h)).astype("f"), "w": rng.integers(-3, 4, (o, c, 3, 3)).astype("f")}
        value = computed(y, given)
        given["G"] = rng.integers(-3, 4, value.shape).astype("f")
        windows = np.lib.stride_tricks.sliding_window_view(np.pad(given["x"], [(0, 0), (0, 0), (1, 1), (1, 1)]), (3, 3),
                                                           axis=(2, 3))[:, :, ::stride, ::stride]  # fmt: skip
        np.testing.assert_array_equal(value, np.einsum("ncpqrs,ocrs->nopq", windows, given["w"], optimize=True))
        found = computed(es.vjp(y, "w", "G"), given)
        wanted = np.einsum("ncpqrs,nopq->ocrs", windows, given["G"], optimize=True)
        np.testing.assert_array_equal(found, wanted)
        back = computed(es.vjp(y, "x", "G"), given)
        assert float((back.astype("d") * given["x"]).sum()) == float((found.astype("d") * given["w"]).sum())


def test_infinities_stay_where_they_are() -> None:
    """A position behind the end of a row is computed with neighbours that have nothing to do with it."""
    y = es.parse("y[n,o,p,q] = pad(x)[n,c,p+r-1,q+s-1]*w[o,c,r,s]*(p < 5)*(q < 6)")
    x = np.ones((1, 4, 5, 6), "f")
    x[0, 0, 0, 0], x[0, 1, 4, 5], x[0, 2, 2, 5] = np.inf, -np.inf, np.nan
    for e in (y, es.vjp(y, "w", "G")):
        f = es.compile(e, engine="direct", strict=True)
        shapes = {"w": (4, 4, 3, 3), "G": (1, 4, 5, 6)}
        f.check(x=x, **{n: np.ones(shapes[n], "f") for n in f.inputs if n != "x"})


def a_call(dtype: str = "float32", groups: int = 1, channels: int = 4, epilogue: str | None = None) -> Call:
    shapes = {"x": (2, channels, 8, 8), "w": (channels, channels // groups, 3, 3), "y": (2, channels, 6, 6)}
    x, w, y = (Operand(n, tuple(f"{n}{k}" for k in range(4)), s, dtype) for n, s in shapes.items())
    given = {"direction": "forward", "stride": (1, 1), "dilation": (1, 1), "padding": ((0, 0),) * 2, "groups": groups}
    return Call(CONVOLUTION, "cpu", None, (x, w), y, {"i": 8}, {**given, "epilogue": epilogue})


@pytest.mark.parametrize(("call", "reason"), [
    (a_call("complex64"), "the direct convolution has no complex64 (it has float32, float64)"),
    (a_call(epilogue="sin"), "it has no epilogue 'sin' (it has relu, relu6, hardswish)"),
    (a_call(channels=0), "an operand has no elements"),
])  # fmt: skip
def test_reasons(call: Call, reason: str) -> None:  # sC5
    assert DIRECT.supports(call) == reason


def test_the_engine_with_the_least_estimate_computes_it(monkeypatch: pytest.MonkeyPatch) -> None:  # sC6
    text, shapes = "y[n,o,p] = x[n,c,p+r]*w[o,c,r]", {"x": (2, 8, 30), "w": (8, 8, 3)}
    for seconds, wanted in ((1e-9, "other"), (1.0, "direct")):
        other = replace(DIRECT, name="other", seconds=lambda call, s=seconds: s)
        monkeypatch.setattr(table, "ENGINES", (*[e for e in table.ENGINES if e.name != "other"], other))
        f = es.compile(text)
        f.check(**whole(f.inputs, shapes))
        assert [c.engine for c in f.program.choices] == [wanted]
        assert "fastest by estimate" in f.report()


def test_a_saved_program_without_native_code() -> None:
    """The text of the engine gives the same numbers tap by tap."""
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    f = es.compile(es.conv(x, w, 2, 1), engine="direct", strict=True)
    given = whole(f.inputs, {"x": (2, 4, 7, 8), "w": (5, 4, 3, 3)})
    value = f(**given)
    scope: dict[str, Any] = {}
    exec(f.source, scope)
    np.testing.assert_array_equal(scope["program"](**given), value)


HELD: list[Any] = []
"""Functions in machine code that this process has made."""


def test_functions_are_compiled_once_for_all_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Other formulas, layouts and epilogues write none of them again; another tile does."""
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    written, module = [], summing.module
    monkeypatch.setattr(shipped_text, "text_of", lambda name: None)
    monkeypatch.setattr(summing, "module", lambda *which: written.append(which) or module(*which))
    convolving.functions.cache_clear()
    HELD.append(dict(compiled._shared))  # programs of other tests may call them
    compiled._shared.clear()
    shapes = {"x": (1, 3, 9), "w": (9, 3, 2)}
    y = "sum[c,r](x[n,c,p+r]*w[o,c,r])"
    for source in (f"y[n,o,p] = {y}", f"y[n,o,p] = relu({y})", f"y[n,o,p] = gelu({y})", f"y[p,o,n] = {y}"):
        by_tiles(source, shapes)
    assert [(group, dtype) for group, dtype, _ in written] == [("tiles", "float32")]
    by_tiles(f"y[n,o,p] = {y}", {"x": (1, 3, 9), "w": (3, 3, 2)})
    assert [(group, dtype, tile.rows) for group, dtype, tile in written[1:]] == [("tiles", "float32", 4)]


PROGRAM = """
import sys
import numpy as np
import espresso as es
f = es.compile("y[n,o,p] = gelu(sum[c,r](x[n,c,p+r]*w[o,c,r]))", engine="direct", strict=True)
rng = np.random.default_rng(0)
print(f(x=rng.normal(size=(2, 3, 9)), w=rng.normal(size=(5, 3, 2))).tobytes().hex())
print("llvmlite" in sys.modules)
"""


@pytest.mark.skipif(not PLAIN, reason="LLVM loads object code here")
def test_a_second_process_loads_program_and_functions_without_a_compiler(tmp_path: Path) -> None:  # W22
    home = Path(__file__).parents[2]
    path = os.pathsep.join([str(home), str(home / "rules")])
    given = {**os.environ, "ESPRESSO_CACHE_DIR": str(tmp_path), "PYTHONPATH": path}
    command = [sys.executable, "-c", PROGRAM]
    first, again = (subprocess.run(command, env=given, capture_output=True, text=True, check=True).stdout for _ in "12")
    assert first.endswith("True\n") and again == first.replace("True", "False")


def test_windows_are_not_copied() -> None:
    """An image that needs no zeros is read where it lies; others get one plane for each rest of the stride."""

    def numbers(shape: Sequence[int], taps: Sequence[int], stride: int, low: int, space: int) -> dict[str, int]:
        plain = tuple((((),) * 4, (0, 1, 2, 3), (1, 1, 1, 1)) for _ in range(3))
        given = "forward", (stride,) * 2, (1, 1), (low,) * 2, 1, 8, "float32", True, (), ""
        step = Convolution("s", "x", "w", "y", plain, *given)
        shapes = {"x": tuple(shape), "w": tuple(taps), "y": (shape[0], taps[0], space, space)}
        strides = {n: tuple(k // 4 for k in np.empty(s, "f").strides) for n, s in shapes.items()}
        found, _, _ = convolving.bound(step, shapes, strides, Tile(8, 3, 16), 2)
        return dict(zip(FIELDS, found, strict=True))

    one = numbers((2, 8, 16, 16), (8, 8, 1, 1), 1, 0, 16)
    assert (one["x_copied"], one["dense"], one["positions"]) == (0, 1, 256)
    three = numbers((2, 8, 16, 16), (8, 8, 3, 3), 1, 1, 16)
    assert (three["x_copied"], three["dense"], three["positions"]) == (1, 0, 15 * 17 + 16)  # one zero between rows
    strided = numbers((2, 8, 16, 16), (8, 8, 3, 3), 2, 1, 8)
    assert strided["x_count"] == 4 * 8  # rows of each parity, in planes of even and of odd columns


@pytest.mark.parametrize("direction", ["forward", "data", "weights"])
def test_both_layouts_take_the_same_time(direction: str) -> None:
    """sE14: the same convolution with channels first and last on the engines of the choice, within a factor of two."""
    texts = ("y[n,o,p,q] = x[n,c,p+r,q+s]*w[o,c,r,s]", "y[n,p,q,o] = x[n,p+r,q+s,c]*w[o,c,r,s]")
    shapes = ({"x": (2, 32, 30, 30), "G": (2, 32, 28, 28)}, {"x": (2, 30, 30, 32), "G": (2, 28, 28, 32)})
    runs: list[Any] = []
    for text, shape in zip(texts, shapes, strict=True):
        y = es.parse(text)
        f = es.compile(y if direction == "forward" else es.vjp(y, "x" if direction == "data" else "w", "G"))
        given = whole(f.inputs, {**shape, "w": (32, 32, 3, 3)})
        runs.append(functools.partial(f, **given))
        runs[-1]()
        assert "library call: convolution" in f.explain()
    for _ in range(3):  # another program may take the processor meanwhile
        least = [min(timeit.repeat(run, number=1, repeat=15)) for run in runs]
        if max(least) <= 2 * min(least):
            return
    raise AssertionError(least)


@pytest.mark.parametrize("length", [1, 2, 4])
def test_a_convolution_of_no_positions(length: int) -> None:
    """Its engine was chosen by an estimate that divided by the lanes that it fills."""
    gradient = es.grad(es.parse("R = min[i](sum[k](pad(X)[k-3-i]*Y[k])*Z[i])"), "Y")
    found = es.compile(gradient)(**{n: np.ones(length) for n in gradient.inputs})
    np.testing.assert_array_equal(found, np.zeros(length))
