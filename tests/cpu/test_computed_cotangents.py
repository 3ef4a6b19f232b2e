"""Gradients of convolutions whose cotangent is computed from their result: as fast as with a given one (issue 22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.reports.explain import counts

FORMS: dict[str, tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = {
    "strided": ((2, 3, 9, 8), (4, 3, 3, 3), {"stride": 2, "padding": 1}),
    "transposed": ((2, 3, 5, 6), (3, 4, 4, 4), {"stride": 2, "padding": 1, "transposed": True}),
    "transposed, odd": ((2, 3, 5, 4), (3, 2, 3, 3), {"stride": 2, "padding": 1, "output_padding": 1, "transposed": True}),
    "transposed, stride 3": ((1, 2, 4, 5), (2, 3, 5, 5), {"stride": 3, "padding": 1, "transposed": True}),
    "transposed, groups": ((2, 4, 5, 5), (4, 2, 4, 4), {"stride": 2, "padding": 1, "groups": 2, "transposed": True}),
    "transposed, one axis": ((2, 3, 9), (3, 4, 4), {"stride": 2, "padding": 1, "transposed": True}),
}
LOSSES: dict[str, Callable[[Any], Any]] = {
    "square": lambda y: es.sum(y**2) / 2,
    "relu": lambda y: es.sum(es.relu(y) ** 2) / 2,
    "exp": lambda y: es.sum(es.exp(y / 8)),
    "shifted": lambda y: es.sum(es.relu(1 - y)),
    "tanh": lambda y: es.sum(es.tanh(y) ** 2),
}


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("form", FORMS)
def test_a_computed_cotangent_is_one_like_any_other(form: str, loss: str) -> None:
    """Three calls of a convolution, and one kernel each for a derivative and for factors."""
    x_shape, w_shape, parameters = FORMS[form]
    rng = np.random.default_rng(7)
    x, w = (es.tensor(name, shape=(None,) * len(x_shape)) for name in "xw")
    y = es.conv(x, w, **parameters)
    program = es.grad(LOSSES[loss](y), ["x", "w"])
    given = {"x": rng.standard_normal(x_shape), "w": rng.standard_normal(w_shape)}
    f = es.compile(program, target="cpu")
    for found, exact in zip(f(**given), es.compile(program, target="numpy")(**given), strict=True):
        np.testing.assert_allclose(found, exact, rtol=1e-9, atol=1e-10)
    kernels, calls = counts(f)
    assert calls == 3 and kernels <= 3, f.explain()
    larger = {"x": np.concatenate([given["x"]] * 2, axis=2), "w": given["w"]}  # the plan follows the lengths
    for found, exact in zip(f(**larger), es.compile(program, target="numpy")(**larger), strict=True):
        np.testing.assert_allclose(found, exact, rtol=1e-9, atol=1e-10)
