"""Conversions of dtypes in traced functions: results have the dtypes and digits of NumPy."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.frontends.numpy.arrays import TracingError

F32 = np.array([1/3, 2/3, 1e6, 5], np.float32)
F64 = np.array([1/3, 2/3, 1e6, 5])
WHOLE, BYTES, TRUTH = np.array([1, -2, 3, 4]), np.array([1, 250, 3, 200], np.uint8), np.array([True, False, True, True])
C64, C128 = (F64 + 1j/3).astype(np.complex64), F64 + 1j/3
EVERY = {"F32": F32, "F64": F64, "WHOLE": WHOLE, "BYTES": BYTES, "TRUTH": TRUTH}

CASES: dict[str, Callable[[Any], Any]] = {
    "astype64": lambda x: x.astype(np.float64)*3,
    "astype32": lambda x: x.astype("f4")*3,
    "astype float": lambda x: x.astype(float)*3,
    "to 32 and back": lambda x: x.astype(np.float32).astype(np.float64)/3,
    "np.astype": lambda x: np.astype(x, np.float32) + 1,
    "scalar types": lambda x: np.float32(x)*np.float32(x),
    "double": lambda x: np.double(x)*3,
    "asarray32": lambda x: np.asarray(x, dtype=np.float32)/3,
    "asarray64": lambda x: np.asarray(x, dtype=float)/3,
    "array": lambda x: np.array(x, dtype=np.float64)/3,
    "a list": lambda x: np.array([x[0], x[1], 3], dtype=np.float32),
    "sum64": lambda x: np.sum(x, dtype=np.float64),
    "sum32": lambda x: x.sum(dtype=np.float32),
    "rows": lambda x: np.sum(x.reshape(2, 2), axis=1, dtype=np.float64, keepdims=True),
    "prod64": lambda x: np.prod(x, dtype=np.float64),
    "mean64": lambda x: np.mean(x, dtype=np.float64),
    "mean32": lambda x: x.mean(dtype=np.float32),
    "var64": lambda x: np.var(x, dtype=np.float64),
    "std32": lambda x: np.std(x, dtype=np.float32, ddof=1),
    "cumsum64": lambda x: np.cumsum(x, dtype=np.float64),
    "cumprod32": lambda x: np.cumprod(x, dtype=np.float32),
    "nansum64": lambda x: np.nansum(x, dtype=np.float64),
    "add.reduce": lambda x: np.add.reduce(x, dtype=np.float64),
    "add.accumulate": lambda x: np.add.accumulate(x, dtype=np.float32),
    "trace": lambda x: np.trace(np.outer(x, x), dtype=np.float64),
    "einsum": lambda x: np.einsum("i,i", x, x, dtype=np.float64),
    "a stack": lambda x: np.stack([x, x], dtype=np.float64),
    "like": lambda x: np.full_like(x, 0.1, dtype=np.float64)*x.astype(np.float32),
    "like of ones": lambda x: np.ones_like(x, dtype=np.float32)*np.float32(x),
    "full": lambda x: np.full(3, x[0], dtype=np.float32)*2,
    "a mask": lambda x: (x > 1).astype(np.float64)*np.float32(x),
    "positions": lambda x: x[np.argsort(x).astype(np.int64)],
    "truth": lambda x: np.bool_(x) & x.astype(bool),
    "whole": lambda x: x.astype(np.int64)*300,
    "whole by type": lambda x: np.int64(x)//2,
    "complex128": lambda x: x.astype(complex)*2,
    "complex64": lambda x: np.complex64(x)*2,
    "an array of float32": lambda x: _into(np.zeros(4, dtype=np.float32), x),
    "an array like x of float64": lambda x: _into(np.empty_like(x, dtype=np.float64), x),
    "an array made like x": lambda x: _into(np.zeros(4, dtype=np.float32, like=x), x),
    "a converted array": lambda x: _into(x.astype(np.float32), x),
    "a view": lambda x: _into(np.zeros((2, 4), dtype=np.float32)[1], x),
}
"""Functions of arrays of any of the dtypes of EVERY."""

REAL: dict[str, Callable[[Any], Any]] = {
    "np.add": lambda x: np.add(x, x, dtype=np.float64),
    "np.multiply": lambda x: np.multiply(x, x/3, dtype=np.float32, casting="unsafe"),
    "np.exp": lambda x: np.exp(-x/1e6, dtype=np.float64),
    "the own dtype": lambda x: x.astype(x.dtype)*2 + np.ones(4, dtype=x.dtype)*x,
    "an array of the own dtype": lambda x: _into(np.zeros(x.shape, x.dtype), x),
    "the common dtype": lambda x: x.astype(np.result_type(x, x))*2,
    "its type": lambda x: x*x.dtype.type(2),
}
COMPLEX: dict[str, Callable[[Any], Any]] = {
    "complex128": lambda x: x.astype(np.complex128)*3,
    "complex64": lambda x: x.astype(np.complex64)*3,
    "the real part": lambda x: x.astype(np.float64)/3,
    "a sum": lambda x: np.sum(x, dtype=np.complex128),
    "parts": lambda x: np.float64(x.real) + np.float64(x.imag)*1j,
}


def _into(target: Any, x: Any) -> Any:
    target[:] = x/4
    target[1:3] *= 2
    return target*2


def _check(function: Callable[[Any], Any], x: np.ndarray) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of imaginary parts that are left out
        want = np.asarray(function(x.copy()))
    got = es.compile(es.trace(function, x=x), target="numpy")(x)
    assert got.dtype == want.dtype and got.shape == want.shape
    narrow = want.dtype in (np.float32, np.complex64)
    np.testing.assert_allclose(got, want, rtol=2e-6 if narrow else 1e-13)


@pytest.mark.parametrize("x", EVERY.values(), ids=EVERY.keys())
@pytest.mark.parametrize("function", CASES.values(), ids=CASES.keys())
def test_conversions(function: Callable[[Any], Any], x: np.ndarray) -> None:
    """What is asked for is computed, whatever the dtype of the argument is."""
    _check(function, x)


@pytest.mark.parametrize("x", [F32, F64], ids=["float32", "float64"])
@pytest.mark.parametrize("function", REAL.values(), ids=REAL.keys())
def test_conversions_of_floats(function: Callable[[Any], Any], x: np.ndarray) -> None:
    """The dtype of an argument is the one with which the formula is called."""
    _check(function, x)


@pytest.mark.parametrize("x", [C64, C128], ids=["complex64", "complex128"])
@pytest.mark.parametrize("function", COMPLEX.values(), ids=COMPLEX.keys())
def test_conversions_of_complex_numbers(function: Callable[[Any], Any], x: np.ndarray) -> None:
    """A conversion to a real dtype is that of the real part."""
    _check(function, x)


def test_formulas_say_it() -> None:
    """Where a conversion changes nothing, it is not written."""
    for function, text in (
        (lambda x: np.sum(x, dtype=np.float64), "sum[i](float64(x[i]))"),
        (lambda x: x.astype(np.float64).astype(float), "float64(x[i])"),
        (lambda x: x.astype(x.dtype), "x[i]"),
        (lambda x: x.astype(int), "int(x[i])"),
    ):
        assert str(es.trace(function, x=(4,))) == text


@pytest.mark.parametrize("dtype", [np.float16, np.int32, np.uint8, np.longdouble])
def test_dtypes_that_formulas_do_not_convert_to(dtype: Any) -> None:
    """They are refused with what there is."""
    with pytest.raises(TracingError, match=f"formulas convert to .*, not to {np.dtype(dtype).name}"):
        es.trace(lambda x: x.astype(dtype), x=(3,))
    with pytest.raises(TracingError, match="formulas convert to"):
        es.trace(lambda x: np.sum(x, dtype=dtype), x=(3,))


def test_complex_numbers_are_not_whole() -> None:
    """NumPy takes the real part; a formula says so."""
    with pytest.raises(TracingError, match="from complex to whole numbers"):
        es.trace(lambda z: z.astype(int), z=np.ones(2, complex))
