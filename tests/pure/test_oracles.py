"""The plain oracle of networks: exact derivatives by complex steps, PyTorch's numbers, and planted mistakes that it finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests import oracles

GIVEN = {"x": np.random.default_rng(0).normal(size=(2, 4, 7, 6)), "w": np.random.default_rng(1).normal(size=(6, 2, 3, 2))}


def _peer(F: Any, x: Any, w: Any) -> Any:
    y = F.conv2d(x, w, None, (2, 1), (1, 0), (1, 2), 2)
    return F.relu(F.max_pool2d(y, 2, 1, 0, 1, True))


def _exact() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Value, a cotangent and the gradient by ``w``, from the same sums in another way: one product for each filter element."""
    value = oracles.value(_peer, GIVEN)
    G = np.random.default_rng(2).normal(size=value.shape)
    ones = np.eye(GIVEN["w"].size).reshape(-1, *GIVEN["w"].shape)
    return value, G, np.array([oracles.slope(_peer, GIVEN, {"w": one}, G) for one in ones]).reshape(GIVEN["w"].shape)


def test_slopes_are_those_of_differences() -> None:
    _, G, gradient = _exact()
    v = np.random.default_rng(3).normal(size=GIVEN["w"].shape)
    ahead, behind = ((oracles.value(_peer, GIVEN | {"w": GIVEN["w"] + s * 1e-6 * v}) * G).sum() for s in (1, -1))
    np.testing.assert_allclose((gradient * v).sum(), (ahead - behind) / 2e-6, rtol=1e-6)


@pytest.mark.parametrize("fault", ["none", "one element", "sign", "shape", "value"])
def test_a_wrong_gradient_is_found(fault: str) -> None:
    value, G, gradient = _exact()
    if fault == "one element":
        gradient.flat[5] *= 1 + 1e-6
    if fault == "sign":
        gradient = -gradient
    if fault == "shape":
        gradient = gradient[..., :1]
    if fault == "value":
        value.flat[0] += 1e-6
    if fault == "none":
        oracles.compare(_peer, GIVEN, value, {"w": gradient}, G, 1e-9)
        return
    with pytest.raises(AssertionError):
        oracles.compare(_peer, GIVEN, value, {"w": gradient}, G, 1e-9)


@pytest.mark.parametrize("groups", [1, 2])
def test_gradients_of_a_convolution_by_its_own_formulas(groups: int) -> None:
    """The three functions for arrays against each other: <conv(x, w), G> = <x, conv_transpose(G, w)> = <w, filter_gradient(x, G)>."""
    random = np.random.default_rng(0)
    x, w = random.normal(size=(2, 4, 9, 8)), random.normal(size=(6, 4 // groups, 3, 2))
    y = oracles.conv(x, w, None, (3, 2), (2, 1), (1, 2), groups)
    G = random.normal(size=y.shape)
    dx = oracles.conv_transpose(G, w, None, (3, 2), (2, 1), (1, 1), groups, (1, 2))
    dw = oracles.filter_gradient(x, G, (3, 2), (3, 2), (2, 1), (1, 2), groups)
    assert dx.shape == x.shape and dw.shape == w.shape
    np.testing.assert_allclose([(x * dx).sum(), (w * dw).sum()], (y * G).sum(), rtol=1e-12)


def test_drawn_directions_of_arrays_without_elements() -> None:
    assert [v.shape for v in oracles.drawn((0, 3), 3, np.random.default_rng(0))] == [(0, 3)]
