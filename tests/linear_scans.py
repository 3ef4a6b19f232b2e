"""Linear recurrences for tests of scans: formulas, arrays with 0, infinities and NaN, loops of NumPy, tolerances."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray

TEXTS = {
    "forward": "h[0,i] = h0[i]; h[t,i] = a[t-1,i]*h[t-1,i] + b[t-1,i]",
    "backward": "h[size(b,0),i] = h0[i]; h[t,i] = a[t,i]*h[t+1,i] + b[t,i]",
    "one row": "h[0,i] = h0[i]; h[t,i] = a[i]*h[t-1,i] + b[t-1,i]",
    "one row, backward": "h[size(b,0),i] = h0[i]; h[t,i] = a[i]*h[t+1,i] + b[t,i]",
    "one number": "h[0,i] = h0[i]; h[t,i] = h[t-1,i]*0.75 + b[t-1,i]",
    "computed": "h[0,i] = h0[i]; h[t,i] = (a[t-1,i]*h[t-1,i] - 2*b[t-1,i])/2 + 2*b[t-1,i]",
}

OTHERWISE = {
    "h[t] = h[t-1] + 0.1*(x[t] - h[t-1])": True,
    "h[t] = -(x[t] - h[t-1])/2 + exp(x[t])": True,
    "h[t] = h[t-1]/(1 + x[t]**2) - x[t-1]*h[t-1]/4": True,
    "h[t] = h[t-1]*x[t]": True,
    "h[t] = h[t-1] + 1": True,
    "h[t] = h[t-1] + x[t]*(x[t] - h[t-1])": False,
    "h[t] = where(x[t] > 0, h[t-1], 0) + x[t]": False,
    "h[t] = (x[t] > 0)*h[t-1] + x[t]": False,
    "h[t] = tanh(h[t-1]) + x[t]": False,
    "h[t] = h[t-1]*h[t-1]/9 + x[t]": False,
    "h[t] = where(x[t] > 0, x[t], x[t-1]) + h[t-1]/2": True,
}
"""Steps behind ``h[0] = 0``, and whether they are linear in the state in a form that a scan takes."""

SPECIAL = ("plain", "zero", "inf", "nan", "inf in b", "nan in b", "grows", "huge and tiny", "late zero", "inf start")
"""What the arrays have beside random numbers."""


def arrays(form: str, special: str, length: int, states: int, dtype: Any, rng: np.random.Generator) -> dict[str, Array]:
    """Inputs of a formula of `TEXTS`, for so many steps."""
    a, b = rng.uniform(-1.2, 1.2, (length, states)), rng.normal(size=(length, states))
    h0, some = rng.normal(size=states), rng.random((length, states)) < 3 / max(length, 3)
    great = float(np.finfo(dtype).max) ** 0.7
    if special in ("zero", "inf", "nan"):
        a[some] = {"zero": 0, "inf": np.inf, "nan": np.nan}[special]
    elif special in ("inf in b", "nan in b"):
        b[some] = -np.inf if special == "inf in b" else np.nan
    elif special == "grows":
        a *= 4
    elif special == "huge and tiny":  # products of two of them overflow or underflow where the rows do not
        a = np.where(rng.random(a.shape) < 0.5, great, 1 / great)
        b, h0 = b / great, h0 / great
    elif special == "late zero":  # of products that have overflowed long before
        a[:], b[:], h0[:] = great, 0, 0
        b[length // 2 :] = 1
        a[length // 2 + 3 :] = 0.5
    elif special == "inf start":
        h0[:] = np.inf
        a = np.abs(a) / great + 1 / great
    if form.startswith("one row"):
        a = rng.uniform(-1, 1, states) if special == "plain" else a[0] if length else np.ones(states)
    found = {"a": a, "b": b, "h0": h0}
    if form == "one number":
        del found["a"]
    return {n: x.astype(dtype) for n, x in found.items()}


def down_and_up(length: int, dtype: str) -> tuple[Array, Array, Array]:
    """Coefficients of which two in a row are too small for the dtype together, though no row is; rows 4, 12, ... are 1."""
    great = float(np.finfo(dtype).max) ** 0.7
    a = np.tile([1 / great, 1 / great, great, 1, 1, 1, 1, 1], length // 8)[:, None].astype(dtype)
    b = np.tile([0, 0, 0, 0, 0, 0, 0, great], length // 8)[:, None].astype(dtype)
    return a, b, np.full(1, great, dtype)


def far_apart(at: tuple[int, int, int], length: int, up: bool, dtype: str) -> tuple[Array, Array]:
    """Coefficients of 1 and three beside: a great one and two small ones, of which two together leave the dtype; the great one is
    the first (``up``) or the last.
    """
    great = float(np.finfo(dtype).max) ** 0.7
    a = np.ones((length, 1), dtype)
    a[list(at), 0] = (great, 1 / great, 1 / great) if up else (1 / great, 1 / great, great)
    return a, np.zeros_like(a)


def by_steps(form: str, given: dict[str, Array]) -> tuple[Array, Array]:
    """The rows by a loop, and how far from them a value may lie."""
    b, h0 = given["b"], given["h0"]
    a = np.broadcast_to(given.get("a", b.dtype.type(0.75)), b.shape)
    if form == "computed":
        a = a / 2
    eps = float(np.finfo(b.dtype).eps)
    rows, far = [h0], [np.zeros(h0.shape)]
    backward = "backward" in form
    with np.errstate(all="ignore"):
        for k in range(len(b))[:: -1 if backward else 1]:
            rows.append(a[k] * rows[-1] + b[k])
            size = np.abs(a[k].astype(float) * rows[-2]) + np.abs(b[k].astype(float)) + np.abs(rows[-1].astype(float))
            far.append(np.abs(a[k].astype(float)) * far[-1] + eps * size)
    order = slice(None, None, -1 if backward else 1)
    return np.array(rows)[order], 64 * np.array(far)[order]


def close(got: Array, right: Array, far: Array, what: str) -> None:
    """Assert that values are near, and infinities and NaN the same."""
    assert got.shape == right.shape and got.dtype == right.dtype, what
    whole = np.isfinite(right)
    assert np.array_equal(np.isnan(got), np.isnan(right)), f"{what}: NaN"
    infinite = np.isinf(right)
    assert np.array_equal(got[infinite], right[infinite]), f"{what}: infinities"
    with np.errstate(all="ignore"):
        off = np.abs(got.astype(float) - right) > far + np.finfo(right.dtype).tiny
    assert not (off & whole).any(), f"{what}: {np.argwhere(off & whole)[:4].tolist()}"
