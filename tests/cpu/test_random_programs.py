"""Random programs: the CPU target against the reference evaluator (design.md, section 9)."""

from __future__ import annotations

import numpy as np
import pytest
from generators import SIZES, arrays, expressions
from hypothesis import given, settings
from hypothesis import strategies as st

import espresso as es
from espresso.expr import Expr
from espresso.reference import evaluate

MIXED = ("float64", "float32", "int32", "float16")


def check_program(e: Expr, seed: int, **options: object) -> None:
    """The compiled value equals the reference's, in shape, dtype and numbers."""
    given_arrays = arrays(e, seed)
    expected = np.asarray(evaluate(e, given_arrays, SIZES))
    f = es.compile(e, target="cpu", sizes=SIZES, **options)
    value = f(**{n: given_arrays[n] for n in f.inputs})
    assert value.shape == expected.shape
    assert value.dtype == expected.dtype
    np.testing.assert_allclose(value, expected, rtol=1e-8, atol=1e-9, err_msg=str(e))


@settings(max_examples=200)
@given(expressions(), st.integers(0, 3))
def test_cpu_equals_reference(e: Expr, seed: int) -> None:
    check_program(e, seed)


@pytest.mark.slow
@settings(max_examples=2000)
@given(expressions(depth=4), st.integers(0, 99))
def test_cpu_equals_reference_many(e: Expr, seed: int) -> None:
    check_program(e, seed)
