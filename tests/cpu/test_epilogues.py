"""Bias and activation that follow a convolution are given to the engine with it (sC3, sC15, sE8, case 55).

The engine is the text of saved modules as an engine: it adds a bias, and its relu, relu6 and silu make numbers of NaN.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine import table
from espresso.ir.calls import EngineCall
from espresso.kernels.convolution.engine import DIRECT

APPLIED = {"sigmoid": "1/(1 + np.exp(-{0}))", "tanh": "np.tanh({0})", "silu": "{0}/(1 + np.exp(-{0}))"}
"""What the engine has beside the functions of that text."""


def without(e: Any) -> Any:
    """A call, or a step, without such a function."""
    applied = e.parameters["epilogue"] in APPLIED
    return replace(e, parameters={**e.parameters, "epilogue": None}) if applied else e


def emit(step: EngineCall) -> list[str]:
    applied = APPLIED.get(step.parameters["epilogue"])
    return [*DIRECT.emit(without(step)), *([f"{step.name}[...] = {applied.format(step.name)}"] if applied else [])]


THERE = replace(DIRECT, name="library", unfit=lambda call: DIRECT.unfit(without(call)), emit=emit, native=False,
                follows=frozenset({"bias"}), differs=frozenset({"relu", "relu6", "silu"}))  # fmt: skip
SUM = "(x[n,c,p+r]*w[o,c,r])"


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(table, "ENGINES", (THERE, *(e for e in table.ENGINES if e.name not in ("winograd", "direct", "packed"))))


def compiled(body: str, axes: str = "n,o,p", **options: Any) -> Any:
    f = es.compile(f"y[{axes}] = {body}", **options)
    rng = np.random.default_rng(0)
    shapes = {"x": (2, 6, 9), "w": (4, 6, 3), "b": (4,), "a": (2,)}
    f.check(**{n: rng.normal(size=shapes[n]).astype("float32") for n in f.inputs})
    return f


def epilogues(f: Any) -> list[tuple[Any, int]]:
    return [(s.parameters["epilogue"], len(s.operands)) for s in f.program.steps if isinstance(s, EngineCall)]


WRITTEN = {
    f"{SUM} + b[o]": None,
    f"sigmoid({SUM} + b[o])": "sigmoid",
    f"tanh(b[o] + {SUM})": "tanh",
    f"relu({SUM} + b[o])": "relu",
    f"max({SUM} + b[o], 0)": "relu",
    f"min(relu({SUM} + b[o]), 6)": "relu6",
    f"clip({SUM} + b[o], 0, 6)": "relu6",
    f"silu({SUM} + b[o])": "silu",
    f"({SUM} + b[o])*clip({SUM} + b[o] + 3, 0, 6)/6": "hardswish",
}


@pytest.mark.parametrize("body", WRITTEN)
def test_written_in_many_ways(body: str) -> None:
    f = compiled(body, engine="library", strict=True)
    assert epilogues(f) == [(WRITTEN[body], 3)] and len(f.program.steps) == 1
    if WRITTEN[body]:
        assert f"then {WRITTEN[body]}" in f.explain()
    assert "engine library: as asked for" in f.report()


def test_without_bias_and_stored_in_another_order() -> None:
    assert epilogues(compiled(f"tanh({SUM})")) == [("tanh", 2)]
    assert epilogues(compiled(f"tanh({SUM} + b[o])", "p,n,o")) == [("tanh", 3)]


def test_what_is_none() -> None:
    for body in (
        f"tanh({SUM} + b[o]) + 1", f"tanh({SUM} + a[n])", f"tanh(2*{SUM} + b[o])", f"exp({SUM} + b[o])",
        f"tanh({SUM} + b[o] + a[n])",
    ):  # fmt: skip
        f = compiled(body)
        assert epilogues(f) == [(None, 2)] and len(f.program.steps) > 1, body
    f = es.compile([f"s[n,o,p] = {SUM}", f"y[n,o,p] = tanh({SUM} + b[o])"])
    f.check(x=np.ones((2, 6, 9), "f"), w=np.ones((4, 6, 3), "f"), b=np.ones(4, "f"))
    assert epilogues(f) == [(None, 2)]  # the sum itself is wanted, too
    assert epilogues(compiled(f"tanh({SUM} + b[o])", fused=False)) == [(None, 2)]


def test_a_bias_of_another_dtype_is_added_by_a_kernel() -> None:
    f = es.compile(f"y[n,o,p] = tanh({SUM} + b[o])")
    f.check(x=np.ones((2, 6, 9), "f"), w=np.ones((4, 6, 3), "f"), b=np.arange(4, dtype="int8"))
    assert epilogues(f) == [(None, 2)]


def test_nan_stays_nan_unless_the_engine_is_named() -> None:
    """A library whose relu makes 0 of NaN gets it only from users who name it (numerical policy)."""
    f = es.compile(f"y[n,o,p] = relu({SUM} + b[o])")
    x = np.ones((2, 6, 9), "f")
    x[0, 0, 4] = np.nan
    y = f(x=x, w=np.ones((4, 6, 3), "f"), b=np.zeros(4, "f"))
    assert epilogues(f) == [(None, 2)] and np.isnan(y[0, :, 2:5]).all() and not np.isnan(y[1]).any()
