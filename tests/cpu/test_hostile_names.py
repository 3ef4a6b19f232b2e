"""Names in backquotes, whatever they mean to a language or a compiler, are names: on every target, and in saved modules."""

from __future__ import annotations

import runpy
from typing import Any

import numpy as np
import pytest
from hostile_names import ROLES, programs

import espresso as es
from espresso.reference.evaluator import evaluate

MORE = [pytest.param(turn, marks=pytest.mark.slow) for turn in range(1, ROLES)]


def wanted(texts: list[str], arrays: dict[str, Any]) -> list[Any]:
    return [evaluate(e, {n: arrays[n] for n in e.inputs}) for e in map(es.parse, texts)]


@pytest.mark.parametrize("turn", [0, *MORE])
@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_names_of_all_kinds(target: str, turn: int) -> None:
    for texts, arrays in programs(turn):
        f = es.compile(texts, target=target)
        values = f(*(arrays[n] for n in f.inputs))
        for value, other, text in zip(values, wanted(texts, arrays), texts, strict=True):
            np.testing.assert_allclose(value, other, rtol=1e-12, err_msg=text)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_saved_modules(target: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytest.importorskip("numba").config, "DISABLE_JIT", 1)  # the text is what is looked at
    for number, (texts, arrays) in enumerate(programs(0, one="sign", other="floor")):
        f = es.compile(texts, target=target)
        given = [arrays[n] for n in f.inputs]
        program = runpy.run_path(str(f.save(tmp_path / f"saved{number}.py")))["program"]
        for value, other, text in zip(program(*given), wanted(texts, arrays), texts, strict=True):
            np.testing.assert_allclose(value, other, rtol=1e-12, err_msg=text)
