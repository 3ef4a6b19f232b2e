"""Random NumPy functions beside what ``es.trace`` reads of them: wrong values and gradients are failures that are made smaller."""

from __future__ import annotations

import ast
from typing import Any

import campaign
import numpy as np
import pytest
from function_cases import loaded, smaller_functions
from random_areas import case
from random_cases import Case, Input

import espresso as es
from espresso.reference.scalar_functions import FUNCTIONS

TEXT = """def f(x, X):
    s = 0.0
    for i in range(len(x)):
        s = s + x[i]
        X[i] *= 2
    return np.exp(X).sum(axis=1) + s"""


def given(text: str, derived: Any = ()) -> Case:
    return Case(text, {"x": Input(("n",)), "X": Input(("n", "m"))}, ({"n": 3, "m": 2},), derived)


def test_wrong_values_are_found_and_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    assert campaign.one(given(TEXT), "numpy") == {"calls": 2, "refused": False}
    monkeypatch.setitem(FUNCTIONS, "exp", lambda x: np.exp(x) * (1 + 1e-6))
    monkeypatch.setattr(campaign, "tried", lambda c, target, _: campaign.one(c, target))
    small = campaign.shrunk(given(TEXT), "numpy", "value", 60)
    assert small.text == "def f(X):\n    return np.exp(X)"
    assert [*small.inputs] == ["X"]


def test_gradients_are_compared_with_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    c = given("def f(x, X):\n    x[1:] *= X[0, 0]\n    return np.sum(x**2)", (("value",), ("grad", "x"), ("grad", "X")))
    assert campaign.one(c, "numpy") == {"calls": 2, "refused": False}
    grad = es.grad
    monkeypatch.setattr(es, "grad", lambda e, w: es.parse("g[i,j] = 0*X[i,j]") if w == "X" else grad(e, w))
    assert campaign.one(c, "numpy")["kind"] == "derivative"


def test_what_numpy_or_tracing_refuses_is_no_failure() -> None:
    for text in ("def f(x):\n    return x[7]", "def f(x):\n    return x[x > 0]", "def f(x):\n    return 1e7*x"):
        assert campaign.one(given(text), "numpy") == {"calls": 0, "refused": True}
    assert "tracing raised" in campaign.one(given("def f(x):\n    return np.frombuffer(x)"), "numpy").get("kind", "tracing raised")


def test_parts_of_a_function_are_functions() -> None:
    smaller = {*smaller_functions(case("functions", 3).text)}
    assert len(smaller) > 20
    for text in smaller:
        ast.parse(text)
        loaded(text)
    assert "def f(x):\n    return x" in smaller_functions("def f(x, y):\n    return x")
    assert "def f(x):\n    s = x\n    return x" in smaller_functions("def f(x):\n    for i in range(3):\n        s = x\n    return x")
