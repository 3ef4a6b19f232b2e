"""es.trace where arrays hold NaN and infinities, or nothing that NumPy divides by."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.frontends.numpy.arrays import TracingError
from espresso.frontends.numpy.trace import trace

NAN, INF = float("nan"), float("inf")
EDGES = [
    (lambda v: np.searchsorted(np.array([0.0, 1, 2]), v), [0.0, NAN, 1.5, INF, -INF]),
    (lambda v: np.searchsorted(np.array([0.0, 1, 1, 2]), v, side="right"), [0.0, NAN, 1, INF, -INF]),
    (lambda v: np.digitize(v, np.array([0.0, 1, 2])), [0.0, NAN, 1.5, 2, 3]),
    (lambda v: np.digitize(v, np.array([0.0, 1, 2]), right=True), [0.0, NAN, 1.5, 2, 3]),
    (lambda v: np.interp(v, np.array([0.0, 0, 2]), np.array([3.0, 4, 9])), [-1, 0, 1, 2, 3, NAN, INF]),
    (lambda v: np.interp(v, np.array([0.0, 2, 2]), np.array([3.0, 4, 9])), [-1, 0, 1, 2, 3, NAN, -INF]),
    (lambda v: np.nanvar(v, ddof=2), [1.0, NAN, 4]),
    (lambda v: np.nanvar(v, ddof=3), [1.0, NAN, 4]),
    (lambda v: np.modf(v)[0], [1.5, -1.5, INF, -INF, NAN]),
    (lambda v: np.diff(v > 0), [1.0, -1, -2, 3]),
    (lambda v: np.diff(v, n=0, prepend=1.0), [1.0, -1, -2, 3]),
    (lambda v: np.cumulative_sum(v, include_initial=True), [1.0, -1, 3]),
    (lambda v: np.cumulative_prod(v, include_initial=True), [1.0, -1, 3]),
    (lambda v: np.var(v, ddof=2), [1.0, 4]),
    (lambda v: np.std(v[:1], ddof=1) + 0 * v, [1.0]),
    (lambda v: np.var(v, ddof=3), [1.0, 4]),
    (lambda v: np.isclose(v, v[::-1]), [INF, -INF, 1.0, INF, NAN, 1.0, 2.0, INF]),
    (lambda v: np.isclose(v, v, equal_nan=True), [INF, NAN, 1.0]),
    (lambda v: np.isclose(v, INF), [INF, -INF, NAN, 1.0]),
    (lambda v: np.allclose(v, v[::-1]), [INF, 1.0, 1.0, INF]),
]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("fn, values", EDGES)
def test_edges_are_numpys(fn: Any, values: list[float]) -> None:
    v = np.array(values)
    got = es.compile(trace(fn, v=v), target="numpy")(v=v)
    np.testing.assert_allclose(np.asarray(got), fn(v), rtol=1e-12)


@pytest.mark.parametrize("fn", [lambda k: np.insert(k, 1, 2.5), lambda k: np.piecewise(k, [k < 1], [0.5, 1.5])])
def test_what_numpy_would_cut_to_whole_numbers_is_refused(fn: Any) -> None:
    with pytest.raises(TracingError, match="NumPy would cut them off"):
        trace(fn, k=np.arange(4))


def test_axes_of_one_name_and_other_lengths_in_one_program() -> None:
    """The first result, whose formula no longer tells its length, got that of the second."""
    x, s = np.arange(9.0), np.ones(1)
    e = es.trace(lambda x, s: (s * 3, x * 2), x=x, s=s)
    found = es.compile(list(e), target="numpy")(x=x, s=s)
    assert [f.shape for f in found] == [(1,), (9,)] and found[0] == 3


def test_running_extremes_and_tests_of_numbers() -> None:
    rng = np.random.default_rng(0)
    x, X, n = rng.normal(size=9), rng.normal(size=(4, 5)), np.array([-15, 25, 149, 5])

    def f(x: Any, X: Any, n: Any) -> Any:
        z = x + 1j * np.floor(x)
        return (np.maximum.accumulate(x), np.minimum.accumulate(X, axis=1), np.subtract.accumulate(x), np.isreal(z),
                np.iscomplex(z), np.isreal(x), np.round(n, -1), np.fabs(n))  # fmt: skip

    given = {"x": x, "X": X, "n": n}
    for found, want in zip(es.compile(list(es.trace(f, **given)))(**given), f(**given), strict=True):
        np.testing.assert_allclose(found, want, rtol=1e-12)
        assert found.dtype == want.dtype


@pytest.mark.parametrize("name", ["norm", "logsumexp", "softmax", "inv"])
def test_functions_over_indices_by_name_are_refused_with_a_remedy(name: str) -> None:
    with pytest.raises(es.InputError, match=rf"es.{name} runs over indices by name[^\n]*\n.*NumPy's function with axis="):
        es.trace(lambda x: getattr(es, name)(x), x=np.ones((2, 2)))
