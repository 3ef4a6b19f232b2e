"""Convolutions in formulas become calls of engines, however they are written (issue part "Recognition"; sC5, sC7, sC17).

An engine that computes by plain loops over windows stands in for a library: it gets the
numbers that a library would get, and knows nothing of formulas.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine import table
from espresso.ir.calls import EngineCall
from espresso.ir.engine import CONVOLUTION, Engine
from espresso.ir.window_calls import SEEN, seen_text
from tests.oracles import whole

TEXT = SEEN + '''
import itertools
import math

def _windows(direction, a, b, out, stride, dilation, low, groups):
    """A convolution, position by position and tap by tap."""
    image, taps, places = {"forward": (a, b, out), "weights": (a, out, b), "data": (out, b, a)}[direction]
    out[...] = 0
    inner, outer = image.shape[1]//groups, taps.shape[0]//groups
    for place in itertools.product(*map(range, places.shape[2:])):
        for tap in itertools.product(*map(range, taps.shape[2:])):
            at = tuple(s*p + d*r - o for s, p, d, r, o in zip(stride, place, dilation, tap, low))
            if not all(0 <= k < n for k, n in zip(at, image.shape[2:])):
                continue
            for g in range(groups):
                c, o = slice(g*inner, g*inner + inner), slice(g*outer, g*outer + outer)
                x, w, y = (slice(None), c, *at), (o, slice(None), *tap), (slice(None), o, *place)
                if direction == "forward":
                    out[y] += a[x] @ b[w].T
                elif direction == "data":
                    out[x] += a[y] @ b[w]
                else:
                    out[w] += b[y].T @ a[x]
'''


def emit(step: EngineCall) -> list[str]:
    p = step.parameters
    names = [seen_text(n, s) for n, s in zip((*step.operands, step.name), step.seen, strict=True)]
    numbers = [p[k] for k in ("stride", "dilation", "low", "groups")]
    return [f"_windows({p['direction']!r}, {', '.join([*names, *map(repr, numbers)])})"]


def followed(call: Any) -> str | None:
    return "it applies nothing to its sums" if call.parameters["epilogue"] else None


WINDOWS = Engine("windows", "cpu", (CONVOLUTION,), "convolutions, slowly", unfit=followed, emit=emit, prelude=TEXT)


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))  # plans are kept by the names of engines
    monkeypatch.setattr(table, "ENGINES", (WINDOWS, *table.ENGINES))


def compiled(source: Any, shapes: dict[str, tuple[int, ...]], **options: Any) -> Any:
    f = es.compile(source, **options)
    f.check(**whole(f.inputs, shapes, dtype="float64"))
    return f


def calls(f: Any) -> list[EngineCall]:
    return [s for s in f.program.steps if isinstance(s, EngineCall)]


def directions(f: Any) -> list[str]:
    return [str(c.parameters["direction"]) for c in calls(f)]


WRITTEN = {
    "channels first": "y[n,o,p,q] = sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s])",
    "another order": "y[n,o,p,q] = w[o,c,r,s]*x[n,c,r+p,s+q]",
    "nested sums": "y[b,f,i,j] = sum[k](sum[u,v](w[f,k,u,v]*x[b,k,i+u,j+v]))",
    "scaled": "y[n,o,p,q] = 3*sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s]) + 1",
    "named in between": "u[n,c,i,j] = pad(x)[n,c,i-1,j-1]*(i < size(x,2) + 2)*(j < size(x,3) + 2);"
    "y[n,o,p,q] = u[n,c,p+r,q+s]*w[o,c,r,s]",
    "a weighted filter": "y[n,o,p,q] = sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s]*a[c]*exp(a[o]))",
    "padding and a limit": "y[n,o,p,q] = sum[c,r,s](pad(x)[n,c,2*p+3*r-1,q+s-1]*w[o,c,r,s])*(p < 4)*(q < 5)",
}
SHAPES = {"x": (2, 3, 9, 8), "w": (4, 3, 3, 2), "a": (4,)}


@pytest.mark.parametrize("how", WRITTEN)
def test_however_it_is_written(how: str) -> None:
    shapes = SHAPES | ({"w": (3, 3, 3, 2), "a": (3,)} if how == "a weighted filter" else {})
    f = compiled(WRITTEN[how], shapes, engine="windows", strict=True)
    assert directions(f) == ["forward"]
    assert "engine windows" in f.report() and "library call: convolution (windows)" in f.explain()


def test_channels_last_are_strides() -> None:  # sC17
    f = compiled("y[n,p,q,o] = x[n,p+r,q+s,c]*w[r,s,c,o]", {"x": (2, 7, 6, 3), "w": (3, 2, 3, 4)})
    (call,) = calls(f)
    assert call.parameters["direction"] == "forward" and call.name == "y"
    assert [s.order for s in call.seen] == [(0, 3, 1, 2), (3, 2, 0, 1), (0, 3, 1, 2)]


def test_what_is_no_convolution() -> None:
    for text, shapes in {
        "C[i,k] = A[i,j]*B[j,k]": {"A": (3, 4), "B": (4, 2)},
        "s = x[i]*x[i]": {"x": (4,)},
        "y[p] = sum[r](x[r - p + 3]*w[r])*(p < 3)": {"x": (8,), "w": (4,)},
        "y[p] = sum[r](x[p + r]*exp(w[r] + p))": {"x": (8,), "w": (4,)},
        "y[p] = sum[r](x[p+r]*w[r]*(r <= p))": {"x": (9,), "w": (3,)},  # a mask that cuts
        "y[p] = sum[r](pad(x, 1)[p+r-1]*w[r])*(p < 5)": {"x": (9,), "w": (3,)},  # padding that is not 0
        "y[p] = sum[r](pad(w)[r-p]*A[r,p])": {"w": (3,), "A": (3, 3)},  # a position that is also another axis of the image
        "y[p] = sum[r](pad(A)[p+r,p]*w[r])": {"A": (5, 4), "w": (3,)},
        "y[p] = sum[r,s](pad(A)[p+r,p+s-1]*B[r,s])*a[p]": {"A": (5, 5), "B": (3, 3), "a": (5,)},  # of both axes
    }.items():
        assert calls(compiled(text, shapes)) == [], text


GEOMETRIES = [
    *itertools.product((1, 2, 3), (0, 1), (1, 2), (1,)),
    (1, 1, 1, 2), (2, 1, 1, 4), ((2, 3), ((0, 1), (1, 0)), (1, 2), 1), ((2, 1), ((0, 1), (2, 0)), (1, 2), 2), (1, 1, 3, 8),
]  # fmt: skip


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_convolutions_and_their_gradients(geometry: Any) -> None:  # sC7, case 55
    stride, padding, dilation, groups = geometry
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    y = es.conv(x, w, stride, padding, dilation, groups)
    shapes = {"x": (2, 8, 9, 10), "w": (8, 8 // groups, 3, 2)}
    f = compiled(y, shapes)
    assert directions(f) == ["forward"]
    assert calls(f)[0].parameters["groups"] == groups
    values = whole(f.inputs, shapes, dtype="float64")
    shapes["G"] = f(**values).shape
    assert directions(compiled(es.vjp(y, "x", "G"), shapes)) == ["data"]
    assert directions(compiled(es.vjp(y, "w", "G"), shapes)) == ["weights"]


@pytest.mark.parametrize("rank", [1, 3])
def test_other_ranks(rank: int) -> None:
    axes = ",".join("hvd"[:rank])
    x, w = es.tensors(f"x[n,c,{axes}] w[o,c,{axes}]")
    y = es.conv(x, w, 2, 1)
    shapes = {"x": (2, 3, *(5, 6, 7)[:rank]), "w": (4, 3, *(3, 2, 3)[:rank])}
    f = compiled(y, shapes)
    shapes["G"] = f(**whole(f.inputs, shapes, dtype="float64")).shape
    found = [directions(compiled(e, shapes)) for e in (y, es.vjp(y, "x", "G"), es.vjp(y, "w", "G"))]
    assert found == [["forward"], ["data"], ["weights"]]


@pytest.mark.parametrize(("stride", "extra"), [(1, 0), (2, 0), (2, 1), (3, 2)])
def test_transposed(stride: int, extra: int) -> None:
    x, w = es.tensors("x[n,c,h] w[c,o,r]")
    y = es.conv(x, w, stride, 1, output_padding=extra, transposed=True)
    assert directions(compiled(y, {"x": (2, 3, 5), "w": (3, 4, 3)})) == ["data"]


def test_transposed_by_hand() -> None:
    f = compiled("y[n,o,i] = sum[c,k](x[n,c,k]*pad(w)[c,o,i - 2*k])*(i < 11)", {"x": (2, 3, 5), "w": (3, 4, 3)})
    assert directions(f) == ["data"] and calls(f)[0].parameters["stride"] == (2,)


def test_depthwise() -> None:
    f = compiled("y[n,c,p] = sum[r](x[n,c,p+r]*w[c,r])", {"x": (2, 5, 9), "w": (5, 3)})
    assert directions(f) == ["forward"] and calls(f)[0].parameters["groups"] == 5


def test_a_network_and_its_gradients() -> None:
    x, w, v = es.tensors("x[n,c,h,u] w[o,c,r,s] v[k,o,r,s]")
    y = es.conv(es.relu(es.conv(x, w, padding=1)), v, 2)
    loss = es.sum(y**2, *y.axes)
    shapes = {"x": (2, 3, 6, 6), "w": (4, 3, 3, 3), "v": (2, 4, 3, 3)}
    f = compiled([loss, *es.grad(loss, ["x", "w", "v"])], shapes)
    assert sorted(directions(f)) == ["data", "data", "forward", "forward", "weights", "weights"]


def test_other_lengths_get_other_numbers() -> None:
    x, w = es.tensors("x[n,c,h] w[o,c,r]")
    f = es.compile(es.conv(x, w, padding="same"))
    for taps in (3, 5, 3):
        f.check(x=np.ones((2, 3, 9)), w=np.ones((4, 3, taps)))
        assert calls(f)[0].parameters["low"] == (taps // 2,)
    f.check(x=np.ones((0, 3, 9)), w=np.ones((4, 3, 3)))
    assert calls(f) == []  # an empty array is no call


def test_refused_calls_are_generated_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:  # sC14, sC15
    picky = replace(WINDOWS, refuses=lambda call: f"stride {call.parameters['stride']} is not 1")
    others = [e for e in table.ENGINES[1:] if "convolution" not in e.kinds or e.loops]
    monkeypatch.setattr(table, "ENGINES", (picky, *others))
    text, shapes = "y[n,o,p] = x[n,c,2*p+r]*w[o,c,r]", {"x": (2, 3, 9), "w": (4, 3, 3)}
    f = compiled(text, shapes)
    assert calls(f) == [] and "refused by windows: stride (2,) is not 1" in f.report()
    with pytest.raises(es.EngineError, match=r"windows: stride \(2,\) is not 1"):
        compiled(text, shapes, engine="windows", strict=True)
    assert compiled(text, shapes, engines=["windows", "openblas"], strict=True).report().count("openblas")


def test_a_saved_module_keeps_the_call(tmp_path: Any) -> None:
    f = es.compile("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", engine="windows")
    values = whole(f.inputs, {"x": (2, 3, 9), "w": (4, 3, 3)}, dtype="float64")
    expected = f(**values)
    scope: dict[str, Any] = {}
    exec(f.save(tmp_path / "m.py").read_text().replace(", cache=True", ""), scope)
    assert (scope["program"](values["x"], values["w"]) == expected).all()


def test_a_wrong_engine_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(WINDOWS, emit=lambda step: [line.replace("'forward'", "'data'") for line in emit(step)])
    monkeypatch.setattr(table, "ENGINES", (wrong, *table.ENGINES[1:]))
    with pytest.raises((es.EspressoError, ValueError)):
        compiled("y[n,o,p] = x[n,c,p+r]*w[o,c,r]", {"x": (2, 3, 9), "w": (3, 3, 3)})
