"""Helper functions of generated programs against the reference, also at special values."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph.functions import FUNCTIONS as TABLE
from espresso.mathematics.helpers import HELPERS, needed, numba_source, numpy_source, texts
from espresso.mathematics.vector_math import helper_of
from espresso.reference.scalar_functions import FUNCTIONS

ARITY = {f.name: f.arity for f in TABLE}
SCALARS = sorted(n for n in HELPERS if n[4:] in FUNCTIONS)
INF = math.inf
VALUES = np.array(
    [0.0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 1e-5, -1e-5, 1e-30, 10.3, -10.3, 50, -50, 800, -800,
     1e4, 1e10, -1e10, INF, -INF, math.nan, 1.46, 1.4, 3.3, -3.3, 0.1, 0.9,
     *np.random.default_rng(0).normal(size=20) * 3]
)  # fmt: skip
TOLERANCE = {np.float64: 4e-13, np.float32: 3e-6}


@pytest.fixture(scope="module")
def numba_functions() -> dict[str, Any]:
    from numba import njit

    space: dict[str, Any] = {"np": np, "math": math, "njit": njit}
    names = [n for n in HELPERS if HELPERS[n][1]]
    exec(numba_source(names).replace(", cache=True", ""), space)
    return space


def _arguments(name: str, dtype: type) -> tuple[np.ndarray, ...]:
    x = VALUES.astype(dtype)
    if ARITY[name] == 3:
        return x, np.full_like(x, -0.5), np.full_like(x, 1.25)
    if ARITY[name] == 1:
        return (x,)
    return tuple(a.ravel() for a in np.meshgrid(x, x))


def _expected(name: str, arguments: tuple[np.ndarray, ...], dtype: type) -> np.ndarray:
    with np.errstate(all="ignore"):
        value = np.asarray(FUNCTIONS[name](*arguments))
        return value if value.dtype == bool else value.astype(dtype)


def test_every_helper_of_the_templates_exists() -> None:
    for row in TABLE:
        for name in re.findall(r"_es_\w+", row.numpy):
            assert texts(name)[0], name
        for name in re.findall(r"_es_\w+", row.cpu):
            assert texts(name)[1] or all(helper_of(name[4:], d) for d in ("float32", "float64")), name


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("helper", [n for n in SCALARS if HELPERS[n][1]])
def test_numba_helper(helper: str, dtype: type, numba_functions: dict[str, Any]) -> None:
    arguments = _arguments(helper[4:], dtype)
    function = numba_functions[helper]
    value = np.array([function(*row) for row in zip(*arguments, strict=True)])
    expected = _expected(helper[4:], arguments, dtype)
    np.testing.assert_allclose(value, expected, rtol=TOLERANCE[dtype], atol=0)
    returned = str(function.nopython_signatures[-1].return_type)
    own = "int64" if helper == "_es_int" else np.dtype(dtype).name
    assert returned == ("bool" if expected.dtype == bool else own)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
@pytest.mark.parametrize("helper", [n for n in SCALARS if HELPERS[n][0]])
def test_numpy_helper(helper: str, dtype: type) -> None:
    space: dict[str, Any] = {"np": np}
    exec(numpy_source(helper), space)
    with np.errstate(over="ignore"):
        arguments = _arguments(helper[4:], dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        value = space[helper](*arguments)
    assert value.dtype == (np.int64 if helper == "_es_int" else dtype)
    if dtype is not np.float16:
        np.testing.assert_allclose(value, _expected(helper[4:], arguments, dtype), rtol=TOLERANCE[dtype], atol=0)
    numbers = [0.75] * len(arguments)
    expected = _expected(helper[4:], tuple(np.array([v]) for v in numbers), np.float64)[0]
    assert float(space[helper](*numbers)) == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize("name", ["floor", "ceil", "round", "trunc", "sign", "relu", "abs2"])
def test_numba_helpers_keep_integers(name: str, numba_functions: dict[str, Any]) -> None:
    for value in (-3, 0, 2**60 + 1):
        result = numba_functions[f"_es_{name}"](value % 2**31 if name == "abs2" else value)
        assert isinstance(result, int)
        if name in ("floor", "ceil", "round", "trunc"):
            assert result == value


def test_signed_zeros_of_sign_are_those_of_numpy(numba_functions: dict[str, Any]) -> None:
    for zero in (0.0, -0.0):
        assert math.copysign(1, numba_functions["_es_sign"](zero)) == math.copysign(1, np.sign(zero))


@pytest.mark.parametrize("helper", ["_es_digamma", "_es_trigamma", "_es_gamma", "_es_lgamma", "_es_erf", "_es_lbeta"])
def test_special_functions_are_accurate(helper: str, numba_functions: dict[str, Any]) -> None:
    """Also next to the zero of digamma, where its recurrence alone would lose digits."""
    mpmath = pytest.importorskip("mpmath")
    exact = {
        "_es_digamma": mpmath.digamma, "_es_trigamma": lambda v: mpmath.psi(1, v), "_es_gamma": mpmath.gamma,
        "_es_lgamma": mpmath.loggamma, "_es_erf": mpmath.erf, "_es_lbeta": lambda v: mpmath.log(mpmath.beta(v, 300.5)),
    }[helper]  # fmt: skip
    random = np.random.default_rng(1)
    x = np.concatenate([random.uniform(1e-3, 20, size=60), 1.4616321449683622 + random.normal(size=40) * 1e-3])
    expected = np.array([float(exact(mpmath.mpf(float(v)))) for v in x])
    more = (np.full_like(x, 300.5),) if helper == "_es_lbeta" else ()
    space: dict[str, Any] = {"np": np}
    exec(numpy_source(helper), space)
    rtol = 1e-12 if helper == "_es_lgamma" else 1e-13  # lgamma is math.lgamma, which has zeros at 1 and 2
    np.testing.assert_allclose(space[helper](x, *more), expected, rtol=rtol)
    if HELPERS[helper][1]:
        value = [numba_functions[helper](*row) for row in zip(x, *more, strict=True)]
        np.testing.assert_allclose(value, expected, rtol=rtol)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_gamma_and_beta_of_numbers_whose_inverse_overflows(target: str) -> None:
    x = np.array([1e-310, -1e-310])
    for text in ("y[i] = gamma(x[i])", "y[i] = beta(x[i], 3)", "y[i] = beta(0.5, x[i])"):
        np.testing.assert_array_equal(es.compile(text, target=target)(x=x), [np.inf, -np.inf])


def test_helpers_come_after_those_that_they_call() -> None:
    assert needed(["_es_beta"]) == ["_es_lgamma_rest", "_es_lbeta", "_es_beta"]
    assert needed(["_es_logaddexp_f64", "_es_softplus_f64"]) == ["_es_softplus_f64", "_es_logaddexp_f64"]
