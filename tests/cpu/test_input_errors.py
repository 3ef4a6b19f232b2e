"""What is given for an input and is no array of numbers is named as what it is, with what to give instead."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse

import espresso as es

VALUES: list[tuple[Any, type[es.EspressoError], str]] = [
    (None, es.InputError, "is None, which is no array and no number.\nGive an array, a number, or a list of numbers."),
    ({1: 2}, es.InputError, "is of type dict, which is no array and no number.\nGive an array, a number, or a list of numbers."),
    ("abc", es.InputError, "is of type str, which is no array and no number.\nGive an array, a number, or a list of numbers."),
    (b"abc", es.InputError, "is of type bytes, which is no array"),
    (np.ndarray, es.InputError, "is of type type, which is no array"),
    (scipy.sparse.eye_array(3), es.InputError, "is of type dia_array, which is no array and no number.\nGive x.toarray()."),
    ({3, 4}, es.InputError, "is of type set, which is no array and no number.\nGive list(x), an array, or a number."),
    (10**30, es.DtypeError, "is an integer of 100 bits, which no dtype of integers holds.\nGive float(x)."),
    (2**64, es.DtypeError, "is 18446744073709551616, which no dtype of integers holds.\nGive float(x)."),
    (Fraction(1, 3), es.DtypeError, "is a Fraction, which no dtype of NumPy holds.\nGive float(x)."),
    (Decimal(1), es.DtypeError, "is a Decimal, which no dtype of NumPy holds.\nGive float(x)."),
    ([1, 10**30], es.DtypeError, "holds an integer of 100 bits, which no dtype of integers holds.\nGive np.array(x, float)."),
    ([Fraction(1, 3)], es.DtypeError, "holds a Fraction, which no dtype of NumPy holds.\nGive np.array(x, float)."),
    ([[1], [2, 3]], es.InputError, "is not an array: setting an array element with a sequence."),
]  # fmt: skip
CALLS: list[Callable[[str, Any], Any]] = [
    lambda text, x: es.compile(text, target="cpu")(x=x),
    lambda text, x: es.compile(text, target="numpy")(x),
    lambda text, x: es.evaluate(es.parse(text), {"x": x}),
]


@pytest.mark.parametrize("call", CALLS, ids=["cpu", "numpy", "evaluate"])
@pytest.mark.parametrize("text", ["y[i] = 2*x[i]", "y = 2*x"])
def test_what_is_no_array_of_numbers_is_named(text: str, call: Callable[[str, Any], Any]) -> None:
    for value, kind, message in VALUES:
        with pytest.raises(kind) as caught:
            call(text, value)
        assert str(caught.value).startswith(f"input 'x' {message}")
    with pytest.raises(es.InputError, match=r"input 'x' is of type generator, .*\nGive list\(x\)"):
        call(text, (k for k in range(3)))


def test_large_integers_beside_others() -> None:
    """Of float64 they are a number; of integers none, and no dtype of NumPy that a remedy could name."""
    f = es.compile("y[i] = a*x[i]", target="cpu")
    np.testing.assert_array_equal(f(a=10**30, x=np.array([1.0, 2.0])), [1e30, 2e30])
    with pytest.raises(es.DtypeError, match="^input 'a' is an integer of 100 bits, which no dtype of integers holds"):
        f(a=10**30, x=np.array([1, 2]))
    with pytest.raises(es.DtypeError, match=r"^input 'a' is 300, which uint8, .*\nGive it as an array, np.int64\(300\)"):
        f(a=300, x=np.array([1, 2], np.uint8))
