"""Random programs: the CPU target against the reference evaluator (design.md, section 9; sA16)."""

from __future__ import annotations

import numpy as np
import pytest
from generators import SIZES, arrays, expressions, sizes_of
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import espresso as es
from espresso.formulas.graph.expr import Expr
from espresso.reference.evaluator import evaluate

GENERATE = (Phase.explicit, Phase.reuse, Phase.generate)  # shrinking compiles for minutes; the formula is in the message


def check_program(e: Expr, seed: int, **options: object) -> None:
    """The compiled value equals the reference's, in shape, dtype and numbers."""
    given_arrays = arrays(e, seed)
    try:
        expected = np.asarray(evaluate(e, given_arrays, SIZES))
    except es.ExtentError:  # the generator may draw an index with two lengths: refused alike
        return
    f = es.compile(e, target="cpu", sizes=sizes_of(e), **options)
    value = f(**{n: given_arrays[n] for n in f.inputs})
    assert value.shape == expected.shape
    assert value.dtype == expected.dtype
    np.testing.assert_allclose(value, expected, rtol=1e-8, atol=1e-9, err_msg=str(e))


@settings(max_examples=70, phases=GENERATE)
@given(expressions(), st.integers(0, 3))
def test_cpu_equals_reference(e: Expr, seed: int) -> None:
    check_program(e, seed)


@settings(max_examples=35, phases=GENERATE)
@given(expressions(), st.integers(0, 3), st.lists(st.sampled_from(["float64", "float32"]), min_size=11, max_size=11))
def test_cpu_equals_reference_in_mixed_dtypes(e: Expr, seed: int, kinds: list[str]) -> None:
    """Inputs of different float dtypes: results have the reference's dtype and agree to float32 accuracy."""
    given_arrays = arrays(e, seed)
    for (name, array), kind in zip(given_arrays.items(), kinds, strict=False):
        if array.dtype.kind == "f":
            given_arrays[name] = array.astype(kind)
    try:
        expected = np.asarray(evaluate(e, given_arrays, SIZES))
    except es.ExtentError:
        return
    f = es.compile(e, target="cpu", sizes=sizes_of(e))
    value = f(**{n: given_arrays[n] for n in f.inputs})
    assert value.dtype == expected.dtype
    wide = np.abs(value.astype(complex) - expected.astype(complex)) > 1e-3 * (1 + np.abs(expected.astype(complex)))
    assert wide.mean() <= 0.5 if "==" in str(e) or "<" in str(e) or ">" in str(e) else not wide.any(), str(e)


@pytest.mark.slow
@settings(max_examples=2000, phases=GENERATE)
@given(expressions(depth=4), st.integers(0, 99))
def test_cpu_equals_reference_many(e: Expr, seed: int) -> None:
    check_program(e, seed)
