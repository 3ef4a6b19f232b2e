"""oneDNN as an engine of the CPU: the same numbers as the reference, reasons where it cannot (sC3, sC5, sC6, sC7, sC14).

What asks the library is skipped where no package has it (extra ``onednn``); the rest runs everywhere.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine.onednn.engine import ONEDNN, library, missing
from espresso.ir.engine import CONVOLUTION, Call, Operand
from tests.oracles import whole

here = pytest.mark.skipif(missing() is not None, reason=missing() or "")

GEOMETRIES = [
    *itertools.product((1, 2, 3), (0, 1), (1, 2), (1,)),
    (1, 1, 1, 2), (2, 1, 1, 4), ((2, 3), ((0, 1), (1, 0)), (1, 2), 1), ((2, 1), ((0, 1), (2, 0)), (1, 2), 2), (1, 1, 3, 8),
]  # fmt: skip


def by_onednn(source: Any, shapes: dict[str, tuple[int, ...]]) -> Any:
    """Compiled for oneDNN alone, and compared with the reference."""
    f = es.compile(source, engine="onednn", strict=True)
    f.check(**whole(f.inputs, shapes))
    assert [c.engine for c in f.program.choices] == ["onednn"]
    return f


@here
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_convolutions_and_their_gradients(geometry: Any) -> None:
    stride, padding, dilation, groups = geometry
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    y = es.conv(x, w, stride, padding, dilation, groups)
    shapes = {"x": (2, 8, 9, 10), "w": (8, 8 // groups, 3, 2)}
    f = by_onednn(y, shapes)
    shapes["G"] = f(**whole(f.inputs, shapes)).shape
    by_onednn(es.vjp(y, "x", "G"), shapes)
    by_onednn(es.vjp(y, "w", "G"), shapes)


@here
def test_layouts_ranks_and_strided_inputs() -> None:  # sC17
    by_onednn("y[n,p,q,o] = x[n,p+r,q+s,c]*w[r,s,c,o]", {"x": (2, 7, 6, 16), "w": (3, 2, 16, 16)})
    by_onednn("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", {"x": (2, 3, 9), "w": (4, 3, 3)})
    by_onednn("y[n,o,p,q,s] = x[n,c,p+a,q+b,s+e]*w[o,c,a,b,e]", {"x": (2, 3, 5, 6, 4), "w": (4, 3, 2, 3, 2)})
    f = es.compile("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", engine="onednn", strict=True)
    rng = np.random.default_rng(0)
    x, w = rng.normal(size=(9, 6, 20)).astype("f").T[::2], rng.normal(size=(4, 6, 3)).astype("f")[::-1]
    f.check(x=x, w=w)


@here
def test_one_primitive_for_each_shape() -> None:  # sB6
    f = es.compile("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", engine="onednn", strict=True)
    for n in (3, 5, 3, 5):
        f.check(x=np.ones((n, 3, 9), "f"), w=np.ones((4, 3, 3), "f"))
    primitives = library()._onednn_thread().primitives
    before = len(primitives)
    for _ in range(5):
        f(x=np.ones((3, 3, 9), "f"), w=np.ones((4, 3, 3), "f"))
    assert len(primitives) == before


@here
def test_measured_beside_generated_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # sC6
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    f = es.compile("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", autotune=True)
    f.check(x=np.ones((2, 3, 40), "f"), w=np.ones((4, 3, 3), "f"))
    choice = f.program.choices[0]
    assert set(choice.measured) == {"direct", "onednn", "numba-loops"}
    assert choice.engine == min(choice.measured, key=choice.measured.__getitem__)
    assert list(tmp_path.glob("*.measured"))


@here
def test_a_workspace_limit() -> None:
    text, shapes = "y[n,o,p] = x[n,c,p+r]*w[o,c,r]", {"x": (8, 16, 64), "w": (16, 16, 3)}
    free = by_onednn(text, shapes).program.choices[0].workspace
    f = es.compile(text, engine="onednn", workspace_limit=0)
    f.check(**whole(f.inputs, shapes))
    (choice, *_) = f.program.choices
    assert choice.engine == ("onednn" if free == 0 else "numba-loops")
    assert free == 0 or "bytes of workspace, the limit is 0" in f.report()


@here
def test_infinite_and_missing_values() -> None:
    x = np.array([np.nan, np.inf, -np.inf, -1, 0, 7], "f").reshape(1, 1, 6)
    f = es.compile("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", engine="onednn", strict=True)
    np.testing.assert_array_equal(f(x=x, w=np.ones((1, 1, 1), "f")), x)


# --- everywhere --------------------------------------------------------------------------


def a_call(dtype: str = "float32", space: int = 2, **parameters: Any) -> Call:
    shapes = {"x": (2, 4, *[8] * space), "w": (4, 4, *[3] * space), "y": (2, 4, *[6] * space)}
    made = [Operand(n, tuple("abcdef"[: len(s)]), s, dtype) for n, s in shapes.items()]
    p = {
        "direction": "forward", "stride": (1,) * space, "padding": ((0, 0),) * space, "dilation": (1,) * space,
        "groups": 1, **parameters,
    }  # fmt: skip
    return Call(CONVOLUTION, "cpu", None, tuple(made[:2]), made[2], {"n": 2}, p)


def test_reasons() -> None:  # sC3
    assert ONEDNN.supports(a_call("float64")) == "its convolutions have float32, this call has float64"
    assert ONEDNN.supports(a_call(space=4)) == "it has 1, 2 or 3 spatial axes, this call has 4"
    assert "it has no epilogue 'cosh'" in (ONEDNN.supports(a_call(epilogue="cosh")) or "")
    absent = replace(ONEDNN, missing=lambda: "no package with the library of oneDNN is installed")
    assert absent.supports(a_call()) == "no package with the library of oneDNN is installed"
    assert absent.supports(a_call("float64")) == "its convolutions have float32, this call has float64"
    assert ONEDNN.supports(a_call()) == missing()


def test_a_forced_engine_says_why_not() -> None:  # sC14
    f = es.compile("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", engine="onednn", strict=True)
    with pytest.raises(es.EngineError, match="onednn: its convolutions have float32, this call has float64"):
        f(x=np.ones((2, 3, 9)), w=np.ones((4, 3, 3)))


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_saved_modules_compute_without_the_library(geometry: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text of the engine with and without the library, against a loop over windows."""
    stride, padding, dilation, groups = geometry
    pair = lambda v: v if isinstance(v, tuple) else (v, v)  # noqa: E731
    pads = padding if isinstance(padding, tuple) else ((padding, padding),) * 2
    stride, dilation, low = pair(stride), pair(dilation), tuple(p[0] for p in pads)
    rng = np.random.default_rng(0)
    x, w = rng.normal(size=(2, 8, 9, 10)).astype("f"), rng.normal(size=(8, 8 // groups, 3, 2)).astype("f")
    places = [
        (n + sum(p) - d * (r - 1) - 1) // s + 1
        for n, p, d, r, s in zip(x.shape[2:], pads, dilation, w.shape[2:], stride, strict=True)
    ]
    y = rng.normal(size=(2, 8, *places)).astype("f")
    functions = library()
    rules = {"stride": stride, "dilation": dilation, "low": low, "groups": groups}
    found = []
    for present in [False, *([True] if missing() is None else [])]:
        with monkeypatch.context() as patch:
            if not present:
                patch.setitem(functions._onednn_convolution.__globals__, "_onednn_found", False)
            made = [np.full_like(a, np.nan) for a in (y, x, w)]
            functions._onednn_convolution("forward", x, w, made[0], **rules)
            functions._onednn_convolution("data", y, w, made[1], **rules)
            functions._onednn_convolution("weights", x, y, made[2], **rules)
        found.append(made)
    forward, data, weights = found[0]
    # the three are adjoint to each other, and the first one is right
    np.testing.assert_allclose(np.vdot(forward, y), np.vdot(data, x), rtol=1e-3)
    np.testing.assert_allclose(np.vdot(forward, y), np.vdot(weights, w), rtol=1e-3)
    a, b = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    expected = es.evaluate(es.conv(a, b, stride, pads, dilation, groups), {"x": x, "w": w})
    np.testing.assert_allclose(forward, expected, rtol=1e-4, atol=1e-4)
    for other in found[1:]:
        for one, two in zip(found[0], other, strict=True):
            np.testing.assert_allclose(one, two, rtol=1e-4, atol=1e-4)
