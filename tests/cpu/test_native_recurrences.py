"""Recurrences inside of programs: calls that Python takes no part in, and those that it has to."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.runtime.cpu.recurrences import Steps

RNG = np.random.default_rng(3)


def some(*shape: int, dtype: str = "float64") -> Any:
    """Numbers between 0.1 and 0.9."""
    return RNG.uniform(0.1, 0.9, shape).astype(dtype)


ALONE = {
    "a filter": ("h[0] = h0; h[t] = a*h[t-1] + x[t-1]", {"h0": 0.5, "a": 0.9, "x": some(11)}),
    "numbers": ("h[0] = 1; h[1] = 2.5; h[2] = 3*a; h[t] = a*h[t-1] + h[t-2]*x[t-3]", {"a": 0.5, "x": some(7)}),
    "rows of an array": ("h[0,i] = h0[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i])",
                         {"h0": some(5), "W": some(5, 5), "x": some(9, 5)}),
    "a computed row": ("h[0,i] = sin(x[0,i])*a[i]; h[t,i] = h[t-1,i]*a[i] + x[t,i]", {"a": some(4), "x": some(6, 4)}),
    "two states": ("c[0,i] = c0[i]; h[0,i] = 0; c[t,i] = c[t-1,i]/2 + sin(h[t-1,i])*x[t-1,i]\n"
                   "h[t,i] = tanh(c[t,i])*x[t-1,i]", {"c0": some(3), "x": some(8, 3)}),
    "a start from another state": ("a[0,i] = x[i]; a[t,i] = a[t-1,i]/2 + z[t-1]; b[0,i] = a[0,i]*3\n"
                                   "b[t,i] = b[t-1,i] + a[t,i]", {"x": some(4), "z": some(5)}),
    "backwards": ("h[size(x,0),i] = g[i]; h[t,i] = a*h[t+1,i] + x[t,i]", {"g": some(3), "a": 0.4, "x": some(7, 3)}),
    "the last row": ("h[0,i] = g[i]; h[t,i] = a*h[t-1,i] + x[t-1,i]; y[i] = h[size(x,0),i]*2",
                     {"g": some(3), "a": 0.4, "x": some(7, 3)}),
    "a product for each step": ("h[0,n,i] = g[n,i]; h[t,n,i] = tanh(h[t-1,n,j]*W[j,i] + x[t-1,n,i])",
                                {"g": some(20, 30), "W": some(30, 30), "x": some(4, 20, 30)}),
    "more starting values than rows": (
        "h[0,i] = 7.0; h[1,i] = 2.0; h[2,i] = g[i]; h[t,i] = a*h[t-1,i] + x[t-3,i]; y[i] = h[size(x,0)+2,i]",
        {"g": some(3), "a": 0.4, "x": some(4, 3)}),
    "fewer steps than starting values": (
        "h[0] = 1.5; h[1] = 2.0; h[t] = a*h[t-1] + x[t-2]*h[t-2]; y = h[size(x,0)+1]", {"a": 0.4, "x": some(0)}),
    "positions": ("h[0] = 0.; h[t] = h[t-1] + t*x[t-1]", {"x": some(12)}),
    "no step": ("h[0,i] = g[i]; h[t,i] = h[t-1,i] + x[t-1,i]", {"g": some(3), "x": some(0, 3)}),
    "no elements": ("h[0,i] = g[i]; h[t,i] = h[t-1,i] + x[t-1,i]", {"g": some(0), "x": some(5, 0)}),
    "one recurrence in another": ("u[0,i] = g[i]; u[t,0] = x[t-1]; u[t,i] = u[t-1,i] + u[t,i-1]/2",
                                  {"g": some(6), "x": some(5)}),
    **{
        f"steps along axis {axis}, rows of {n} {dtype}": (text, {"g": some(m, n, dtype=dtype), "x": some(*shape, dtype=dtype)})
        for m, n, steps in ((3, 1, 5), (17, 1, 40), (5, 3, 7), (0, 2, 4), (2, 2, 0))
        for dtype in ("float32", "float64")
        for axis, text, shape in (
            (1, "h[i,0,k] = g[i,k]; h[i,t,k] = h[i,t-1,k]/2 + x[i,t-1,k]", (m, steps, n)),
            (2, "h[i,k,0] = g[i,k]; h[i,k,t] = h[i,k,t-1]/2 + x[i,k,t-1]", (m, n, steps)),
        )
    },
    "complex numbers along the last axis": ("h[i,0] = g[i]; h[i,t] = h[i,t-1]*x[i,t-1]",
                                            {"g": some(4) + 1j, "x": some(4, 6) - 0.5j}),
    "integers": ("h[0,i] = g[i]; h[t,i] = h[t-1,i]*3 + x[t-1,i]",
                 {"g": RNG.integers(0, 9, 4), "x": RNG.integers(0, 9, (6, 4))}),
}  # fmt: skip


def forbidden(*_: Any) -> None:
    """In the place of the loop in Python."""
    raise AssertionError("Python runs the recurrence")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recurrence that Python runs is an error."""
    monkeypatch.setattr(Steps, "__call__", forbidden)


@pytest.mark.parametrize("name", ALONE)
def test_programs_run_recurrences_themselves(name: str, alone: None) -> None:
    text, given = ALONE[name]
    formula = es.parse(text)
    found, expected = es.compile(formula)(**given), es.evaluate(formula, given)
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=1e-5 if found.dtype == np.float32 else 1e-12)


def test_derivatives_too(alone: None) -> None:
    text = "h[0,i] = g[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i]); L = sum[t,i](h[t,i]**2)"
    given = {"g": some(4), "W": some(4, 4), "x": some(6, 4)}
    gradients = es.grad(es.parse(text), ["g", "W", "x"])
    for found, formula in zip(es.compile(gradients)(**given), gradients, strict=True):
        np.testing.assert_allclose(found, es.evaluate(formula, given), rtol=1e-12)


def test_several_threads_at_once(alone: None) -> None:
    f = es.compile("h[i,0] = g[i]; h[i,t] = sin(h[i,t-1])*x[i,t-1]")
    cases = [{"g": some(30), "x": some(30, 200)} for _ in range(8)]
    expected = [f(**c).copy() for c in cases]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(20):
            for found, value in zip(pool.map(lambda c: f(**c), cases), expected, strict=True):
                np.testing.assert_array_equal(found, value)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("h[0] = 1; h[t] = h[t-1] + x[p[t]]", {"x": some(5), "p": np.array([0, 4, 2, 1])}),
        ("h[0] = 1; h[t] = h[t-1] + x[2*t]*(t < 3)", {"x": some(5)}),
        ("h[0,i] = g[i]; h[t,i] = h[t-1,i]*x[t-1,i]", {"g": some(3, dtype="float32"), "x": some(4, 3)}),
    ],
)
def test_what_python_has_to_look_at(text: str, given: dict[str, Any]) -> None:
    formula = es.parse(text)
    np.testing.assert_allclose(es.compile(formula)(**given), es.evaluate(formula, given), rtol=1e-12)


def test_positions_outside_are_refused() -> None:
    f = es.compile("h[0] = 1; h[t] = h[t-1] + x[p[t]]")
    with pytest.raises(es.InputError, match="outside"):
        f(x=some(5), p=np.array([0, 4, 5, 1]))


def test_strided_inputs(alone: None) -> None:
    text, given = ALONE["rows of an array"]
    f = es.compile(text)
    expected = f(**given)
    other = {"h0": given["h0"][::-1], "W": np.asfortranarray(given["W"]), "x": given["x"]}
    same = {"h0": np.ascontiguousarray(other["h0"]), "W": given["W"], "x": given["x"]}
    np.testing.assert_array_equal(f(**given), expected)
    np.testing.assert_array_equal(f(**other), f(**same))


def test_states_that_no_memory_holds_are_refused() -> None:
    f = es.compile("h[0,i] = g[i]; h[t,i] = h[t-1,i]/2 + x[t-1]*g[i]")
    with pytest.raises(es.OutOfMemoryError, match="h: float64 of shape"):
        f(g=np.broadcast_to(1.0, (10**7,)), x=np.broadcast_to(1.0, (10**7,)))


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("s[i,0] = x[i,0]; s[i,t] = s[i,t-1] + x[i,t]", True),
        ("s[i,0] = x[i,0]; s[i,t] = s[i,t-1] + x[2,t]", False),  # the steps read one row
        ("s[t,i] = x[t,i]; h[0,i] = x[0,i]; h[t,i] = h[t-1,i] + s[t,i]", False),
    ],
)
def test_arrays_read_along_their_last_axis_are_stored_with_the_steps_first(text: str, turned: bool) -> None:
    f, x = es.compile(text), some(3, 5)
    f(x=x)
    assert ("reads x; writes x1" in str(f.explain())) == turned
