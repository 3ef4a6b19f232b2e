"""Gradients of convolutions have one writer for each element: no scatter, no atomic, and no more work than the forward.

Strides 1 and 2, dilations 1 and 3 (part 3, line 4 of the acceptance list).  The times, within 3 of the forward's,
are rows of W19 in the benchmark suite.
"""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex
from espresso.ir.calls import EngineCall
from espresso.ir.loops import Kernel

X, W = es.tensors("x[n,c,h,v] w[o,c,r,s]")
SHAPES: dict[str, tuple[int, ...]] = {"x": (2, 8, 13, 12), "w": (8, 8, 3, 3)}


def _compiled(wrt: str, stride: int, dilation: int, **options: Any) -> tuple[Any, Any]:
    """The convolution and its gradient, each compiled and compared with the reference."""
    y = es.conv(X, W, stride, 1, dilation)
    forward, gradient = es.compile(y, **options), es.compile(es.vjp(y, wrt, "G"), **options)
    rng = np.random.default_rng(0)
    given = {n: rng.normal(size=s).astype("float32") for n, s in SHAPES.items()}
    given["G"] = rng.normal(size=forward(**{n: given[n] for n in "xw"}).shape).astype("float32")
    gradient.check(**{n: given[n] for n in gradient.inputs}, rtol=1e-4)
    return forward, gradient


def _scattered(program: Any) -> list[str]:
    """Statements of kernels whose place in the result is data or a sum of indices."""
    found = []
    for step in program.steps:
        for s in step.statements if isinstance(step, Kernel) else ():
            plain = s.slots is None or all(e.op == "index" or not e.free for e in s.slots if isinstance(e, ex.Expr))
            found += [] if plain else [str(s)]
    return found


@pytest.mark.parametrize(("stride", "dilation", "wrt"), list(itertools.product((1, 2), (1, 3), "xw")))
def test_no_scatter_and_no_more_products_than_forward(stride: int, dilation: int, wrt: str) -> None:
    """One call of an engine, with as many multiplications as the forward convolution."""
    forward, gradient = _compiled(wrt, stride, dilation)
    ahead, back = (f.program.steps for f in (forward, gradient))
    assert all(isinstance(s, EngineCall) for s in (*ahead, *back)) and len(back) == 1, gradient.explain()
    counts = [math.prod(f.program.choices[0].call.sizes.values()) for f in (forward, gradient)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(("stride", "dilation", "wrt"), [(1, 3, "x"), (2, 1, "x"), (2, 1, "w")])
def test_generated_loops_gather(stride: int, dilation: int, wrt: str) -> None:
    _, gradient = _compiled(wrt, stride, dilation, engine="numba-loops")
    assert _scattered(gradient.program) == []


@pytest.mark.parametrize(("stride", "dilation", "wrt"), list(itertools.product((1, 2), (1, 3), "xw")))
def test_no_atomics_on_devices(stride: int, dilation: int, wrt: str) -> None:
    """The kernels of a GPU by themselves, without a library: nobody adds to what another thread writes."""
    y = es.conv(X, W, stride, 1, dilation)
    gradient = es.vjp(y, wrt, "G")
    space = [(n + 2 - dilation * 2 - 1) // stride + 1 for n in SHAPES["x"][2:]]
    given = {n: np.zeros(s, "float32") for n, s in {**SHAPES, "G": (2, 8, *space)}.items() if n in gradient.inputs}
    for target, engine in (("gpu", "cuda-kernels"), ("opencl", "opencl-kernels")):
        f = es.compile(gradient, target=target, engine=engine)
        f.explain(**given)
        assert f.source and not re.search("atomic", f.source, re.I), target


@pytest.mark.parametrize("stride", [1, 2])
def test_gradients_through_pooling_with_ceil_mode_gather(stride: int) -> None:
    """Lengths of arrays between are the same in masks as in extents: equations between positions are solved (sE9)."""
    filters = (es.tensor(n, shape=s) for n, s in {"a": (1, 1, 3, 3), "b": (2, 1, 1, 1)}.items())
    y = es.relu(es.conv(es.tensor("x[n,c,h,v]"), next(filters), stride))
    y = es.max_pool(es.conv(es.max_pool(y, 3, 2, ceil_mode=True), next(filters)), 3, 2, ceil_mode=True)
    f = es.compile(es.grad(es.sum(es.tanh(y)), "a"))
    rng = np.random.default_rng(0)
    shapes = {"x": (1, 1, 11, 12), "a": (1, 1, 3, 3), "b": (2, 1, 1, 1)}
    f.check(**{n: rng.normal(size=s) for n, s in shapes.items()}, rtol=1e-9)
    assert _scattered(f.program) == []


def test_a_scatter_would_be_seen() -> None:
    """What must be written by scattering is found by the same search."""
    f = es.compile(es.vjp(es.parse("y[i] = x[k[i]]"), "x", "G"))
    f.check(k=np.array([0, 2, 2]), G=np.arange(3.0), x=np.ones(4))
    assert _scattered(f.program), f.explain()
