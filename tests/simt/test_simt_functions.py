"""Every scalar function of the table in both dialects, with special values, in every dtype that it takes."""

from __future__ import annotations

import numpy as np
import pytest
from programs import Case, cubin
from test_simt_table import NVRTC

import espresso as es
from espresso.formulas.graph.functions import FUNCTIONS, Function
from espresso.reference.evaluator import evaluate

SYMBOLS = {"add": "+", "mul": "*", "pow": "**", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
           "mod": "%", "floordiv": "//", "and": "and", "or": "or"}  # fmt: skip
SPECIAL = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, -2, -0.5, 1e-30, -1e-30, 30, -30, 100, 1e10, 2.5, -3.7])
PAIRS = np.array(np.meshgrid(SPECIAL, SPECIAL, indexing="ij")).reshape(2, -1)
REAL = [f for f in FUNCTIONS if f.name not in ("real", "imag", "conj")]


def formula(f: Function, row: int) -> str:
    """The function as an elementwise formula over a row of the inputs: one kernel has several."""
    x, y, z = (f"{n}[{row},i]" for n in "xyz")
    if f.name in SYMBOLS:
        return f"r_{f.name}[i] = {x} {SYMBOLS[f.name]} {y}"
    if f.name == "not":
        return f"r_not[i] = not {x}"
    name = {"minimum": "min", "maximum": "max"}.get(f.name, f.name)
    return f"r_{f.name}[i] = {name}({', '.join([x, y, z][: f.arity])})"


def values(f: Function, dtype: str) -> list[np.ndarray]:
    """Arguments from the domain of the function, then all pairs of special values."""
    rng = np.random.default_rng(1)
    kind = np.dtype(dtype).kind
    count = 60 + PAIRS.shape[1]
    if kind == "b":
        columns = [rng.integers(0, 2, count) for _ in "xyz"]
    elif kind in "iu":
        columns = [rng.integers(-9 if kind == "i" else 0, 10, count) for _ in "xyz"]
        columns[1] = np.abs(columns[1]) % 4 if f.name == "pow" else columns[1]
    else:
        domains = [*f.domain, (-2.0, 2.0), (-2.0, 2.0)][:3]
        special = [PAIRS[0], PAIRS[1], np.roll(PAIRS[0], 7)]
        columns = [np.r_[rng.uniform(*d, 60), s] for d, s in zip(domains, special, strict=True)]
    return columns


def of_all(functions: list[Function], dtype: str) -> tuple[list[str], dict[str, np.ndarray]]:
    """The formulas of functions, and their arguments."""
    columns = zip(*(values(f, dtype) for f in functions), strict=True)
    return [formula(f, row) for row, f in enumerate(functions)], {n: np.array(c).astype(dtype) for n, c in zip("xyz", columns, strict=True)}


def check(functions: list[Function], dtype: str) -> None:
    texts, given = of_all(functions, dtype)
    case = Case(texts, given)
    for text, value in zip(texts, case.run(), strict=True):
        used = {n: given[n] for n in es.parse(text).inputs}
        expected = np.asarray(evaluate(es.parse(text), used))
        assert value.dtype == expected.dtype, text
        wide, other = value.astype(np.float64), expected.astype(np.float64)
        tolerance = 2e-5 if expected.dtype == np.float32 else 1e-11
        np.testing.assert_allclose(wide, other, rtol=tolerance, atol=tolerance * 1e-3, err_msg=text)


@pytest.mark.opencl
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.filterwarnings("ignore")
def test_functions_of_floats(dtype: str) -> None:
    check(REAL, dtype)


@pytest.mark.opencl
@pytest.mark.parametrize("dtype", ["int32", "int8", "uint8", "int64", "bool"])
@pytest.mark.filterwarnings("ignore")
def test_functions_of_whole_numbers(dtype: str) -> None:
    check([f for f in REAL if f.kind != "float"], dtype)


@NVRTC
@pytest.mark.parametrize("dtype", ["float64", "int32", *(pytest.param(d, marks=pytest.mark.slow) for d in ("float32", "uint8", "bool"))])
def test_cuda_text_compiles(dtype: str) -> None:
    assert cubin(Case(*of_all(REAL, dtype)).simt("cuda").source)
