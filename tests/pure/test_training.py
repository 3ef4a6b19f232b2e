"""`networks.train`: values overwritten, states made, progress, the curve, mistakes."""

from __future__ import annotations

import sys
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn


def problem(momentum: float = 0.0) -> tuple[Any, dict[str, Any], list[dict[str, Any]]]:
    X, w, y, rate = *es.tensors("X[i,j] w[j] y[i]"), es.scalar("rate")
    loss = es.sum((es.sum(X * w, "j") - y) ** 2)
    step = es.compile({"loss": loss, **nn.sgd({"w": w}, {"w": es.grad(loss, "w")}, rate, momentum)}, target="numpy")
    random = np.random.default_rng(0)
    batch = {"X": random.normal(size=(5, 3)), "y": random.normal(size=5), "rate": 0.02}
    return step, {"w": random.normal(size=3)}, [batch] * 30


@pytest.mark.parametrize("momentum", [0.0, 0.9])
def test_training_is_the_loop_written_out(momentum: float) -> None:
    step, values, batches = problem(momentum)
    w, velocity, wanted = values["w"].copy(), np.zeros(3), []
    kept = values["w"]
    for batch in batches:
        state = {"w_velocity_old": velocity} if momentum else {}
        result = step(w=w, **state, **batch)
        w, velocity = result["w"], result.get("w_velocity", velocity)
        wanted.append(float(result["loss"]))
    losses = nn.train(step, values, batches)
    assert losses == wanted and losses[-1] < 0.2 * losses[0]
    assert values["w"] is kept
    np.testing.assert_array_equal(values["w"], w)
    assert set(values) == ({"w", "w_velocity_old"} if momentum else {"w"})


def test_progress_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    step, values, batches = problem()
    nn.train(step, values, batches[:2], progress=True)
    nn.train(step, values, iter(batches[:1]), progress=True)  # of unknown length
    nn.train(step, values, batches[:2])  # no terminal
    said = capsys.readouterr()
    assert said.out == ""
    assert "2/2" in said.err and "1it" in said.err and said.err.count("loss ") >= 2  # more where it is slow


def test_without_tqdm_and_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    step, values, batches = problem()
    losses = nn.train(step, values, batches[:2])
    assert len(losses) == 2 and losses._repr_svg_() is None
    with pytest.raises(ImportError, match="tqdm"):
        nn.train(step, values, batches[:2], progress=True)


@pytest.mark.parametrize("values", [[], [1.0], [3.0, float("nan"), 1.0]])
def test_the_curve(values: list[float]) -> None:
    pytest.importorskip("matplotlib")
    text = nn.Losses(values)._repr_svg_()
    assert text is not None and ElementTree.fromstring(text).tag.endswith("svg")


def test_mistakes() -> None:
    step, values, batches = problem()
    with pytest.raises(es.InputError, match="the input y is neither"):
        nn.train(step, values, [{"X": batches[0]["X"], "rate": 0.1}])
    with pytest.raises(es.InputError, match="no input z"):
        nn.train(step, values, [{**batches[0], "z": 1.0}])
    with pytest.raises(es.InputError, match="no result called loss"):
        nn.train(es.compile(es.parse("2*w[i]"), target="numpy"), values, batches)
    p = nn.Parameters()
    p("w", 2, 3)
    with pytest.raises(es.InputError, match="parameter 'w' already"):
        p("w", 2)
    with pytest.raises(es.RankError, match="at most"):
        p("v", *range(1, 9))


def test_initial_values() -> None:
    p = nn.Parameters()
    p("w", 40, 50, 3)
    p("gain", 7, start=1)
    p("b", 7)
    arrays = p.initial(1)
    assert {n: a.shape for n, a in arrays.items()} == p.shapes and all(a.dtype == "float32" for a in arrays.values())
    assert abs(arrays["w"].std() - (2 / 150) ** 0.5) < 0.002
    assert (arrays["gain"] == 1).all() and (arrays["b"] == 0).all()
    np.testing.assert_array_equal(p.initial(1)["w"], arrays["w"])
