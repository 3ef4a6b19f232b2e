"""Loops apart at equalities of their index (sA5, case 41: a delta that stays is never a test for each element)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.codegen.loops import index_splitting as diagonals
from espresso.formulas.graph import expr as ex
from espresso.ir import nests as ir
from espresso.ir.loops import Statement
from espresso.reference.evaluator import evaluate
from tests.loaded import loaded

FORMULAS = [  # formula, whether the loop is split
    ("H[i,k,j,l] = 2*s[k,l]*(i == j)", True),
    ("H[i,k,j,l] = s[k,l]*r[i]*(i == j)*(k == l)", True),
    ("H[i,j,l] = A[i,j]*s[j,l] + r[l]*(j == i + 1)", True),
    ("H[i,j,l] = A[i,j]*s[j,l] - r[l]*(i == j + 2)", True),
    ("H[i,j,l] = r[l]*(j == i) + s[i,l]*(j == i + 1) + 3", True),
    ("H[i,j,l] = A[i,l]*(j == 3) + r[l]", True),
    ("H[i,j,l] = A[i,l]*(j == t[i])", True),
    ("H[i,j,l] = A[i,l]*(j == t[i] - 1) + r[l]", True),
    ("H[i,j,l] = where(j == t[i], A[i,l], 7)", True),
    ("H[i,j,l] = A[i,l]*(i != j)", True),
    ("H[i,l] = sum[j](A[i,j]*s[j,l]*(i != j))", None),
    ("H[i,l] = max[j](A[i,j] + s[j,l]*(i == j))", None),
    ("H[i,j] = r[i]*(i == j)", False),
    ("H[i,j,l] = r[l]*(i == j*j)", False),
    ("H[i,j,l] = A[i,l]*(i + j == 4)", True),
    ("H[i,j,l] = 2*A[i,l]*(j == 3) + r[l]*(j == 0) + where(l >= 2, 4*s[l,i]*(j == 2), 0) + 3*(j == i)*r[l]", True),
    ("H[i,j,l] = A[i,l]*(j == t[i]) + r[l]*(j == i) + s[i,l]*(j == i + 1) + 5*(j == 1)", True),
    ("H[i,j,l] = " + " + ".join(f"A[i,l]*r[l]*{k}*(j == {k})" for k in range(1, 12)), True),
]


def inputs(n: int, dtype: str) -> dict[str, Any]:
    rng = np.random.default_rng(n)
    square = rng.integers(-9, 9, (2, n, n)).astype(dtype)
    return {"A": square[0], "s": square[1], "r": square[0].diagonal(), "t": rng.integers(-2, n + 2, n)}


@pytest.mark.parametrize(("text", "apart"), FORMULAS, ids=[t for t, _ in FORMULAS])
def test_split_loops_give_the_formula(text: str, apart: bool | None) -> None:
    for n, dtype in ((5, "float32"), (0, "float32"), (17, "int8" if "max" in text else "complex64")):
        if "max" in text and n == 0:
            continue
        sizes = {i: n for i in "ij" if f"{i}," in text.partition("=")[0] or f"{i}]" in text.partition("=")[0]}
        f = es.compile(text, target="cpu", sizes=sizes)
        given = {k: v for k, v in inputs(n, dtype).items() if k in f.inputs}
        expected = np.asarray(es.compile(text, target="numpy", sizes=sizes)(**given))
        result = f(**given)
        np.testing.assert_array_equal(result, expected)
        assert result.dtype == expected.dtype
        if apart is not None:
            assert ("_side in range(2)" in f.source) == apart, f.source


def test_a_loop_over_gates_tests_nothing_inside() -> None:
    """Each position that a term of its own belongs to is apart, and there the comparisons of the others are decided."""
    text = "H[g,n,i] = where(n >= 1, a[n,i]*(g == 0) + 4*b[n,i]*a[n,i]*(g == 2) + b[n,i]*(g == 1), 0) + (g == 3)*exp(a[n,i])"
    f, rng = es.compile(text, target="cpu", sizes={"g": 5}), np.random.default_rng(0)
    a, b = rng.normal(size=(2, 7, 9))
    expected = np.zeros((5, 7, 9))
    expected[:3, 1:] = np.array([a, b, 4 * a * b])[:, 1:]
    expected[3] = np.exp(a)
    np.testing.assert_allclose(f(a=a, b=b), expected, rtol=1e-14)
    lines = f.source.partition("def kernel")[2].splitlines()
    assert not [line for line in lines if "g == " in line and not line.strip().startswith("#")], f.source


def test_random_programs_with_deltas() -> None:
    """Sums of products with equalities between any of the indices, all dtypes mixed, against NumPy."""
    rng = np.random.default_rng(7)
    deltas = ["(i == j)", "(j == k)", "(i == k + 1)", "(j != i)", "(k == t[i])", "(j == 2)", "(i - 1 == j)", "(l == j)"]
    factors = ["A[i,j]", "B[k,l]", "r[i]", "B[j,l]", "2", "A[k,i]"]
    given = {
        "A": rng.normal(size=(6, 6)), "B": rng.normal(size=(6, 6)).astype("float32"), "r": rng.integers(0, 5, 6),
        "t": rng.integers(-1, 7, 6),
    }  # fmt: skip
    for _ in range(5):
        terms = [
            "*".join([*rng.choice(factors, 2, replace=False), *rng.choice(deltas, rng.integers(0, 3), replace=False)])
            for _ in range(3)
        ]
        text = "H[i,j,k,l] = A[i,j]*B[k,l]*r[k]*t[l] + " + " + ".join(terms)
        f = es.compile(text, target="cpu")
        expected = es.compile(text, target="numpy")(**{n: given[n] for n in es.parse(text).inputs})
        result = f(**{n: given[n] for n in f.inputs})
        np.testing.assert_allclose(result, expected, rtol=1e-6, atol=1e-6, err_msg=text)


def test_the_same_by_numba_and_into_given_arrays(tmp_path: Path) -> None:
    """The saved module runs without espresso: subscripts past an axis mean the same there; out= that is not in C order too."""
    text = "H[i,k,j,l] = 2*s[k,l]*(i == j)"
    s = np.arange(12.0).reshape(3, 4)
    f = es.compile(text, target="cpu", sizes={"i": 5, "j": 5})
    expected = 2 * np.einsum("ij,kl->ikjl", np.eye(5), s)
    f.save(str(tmp_path / "saved_delta.py")) if f(s=s) is not None else None
    np.testing.assert_array_equal(loaded(tmp_path / "saved_delta.py").program(s), expected)
    for out in (np.full((5, 3, 5, 4), 9.0), np.full((4, 5, 3, 5), 9.0).transpose(1, 2, 3, 0)):
        np.testing.assert_array_equal(f(s=s, out=out), expected)
        np.testing.assert_array_equal(out, expected)


def test_zeros_are_filled_and_large_results_pass_the_cache() -> None:
    """W3: one loop over neighbouring zeros; 40 MB, on threads and with non-temporal stores."""
    H = es.hessian(es.parse("loss = sum[i,j]((T[i,j] - U[i,k]*V[j,k])**2)"), "U")
    rng = np.random.default_rng(1)
    U, V = np.zeros((400, 8), np.float32), rng.normal(size=(30, 8)).astype(np.float32)
    f = es.compile(H, target="cpu")
    result = f(U=U, V=V)
    assert " in range((j_right - j_left)*" in f.source
    blocks = result[np.arange(400), :, np.arange(400), :]
    np.testing.assert_allclose(blocks, np.broadcast_to(2 * V.T @ V, blocks.shape), rtol=1e-5)
    assert np.count_nonzero(result) == np.count_nonzero(blocks)


def test_one_loop_that_fills_a_row_stays_as_it_is() -> None:
    """What is left beside a diagonal of a loop that stored zeros and added to a sum: no nest is to be joined."""
    n = ex.size(ex.tensor("x", 1), 0)
    zeros = Statement("z", ("i",), ex.const(0), None, (), {"i": n}, "float64", "float64")
    facts: Any = SimpleNamespace(is_contiguous=lambda s: True)
    assert diagonals._filled(ir.Loop("i", n, [ir.Compute(zeros)]), facts) is None


def test_a_wrong_split_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the diagonal one position late the comparison with the formula fails."""
    original = diagonals.split

    def late(loop: Any, dtype_of: Any) -> Any:
        found = original(loop, dtype_of)
        return None if found is None else (found[0] + 1, *found[1:])

    monkeypatch.setattr(diagonals, "split", late)
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    f = es.compile("H[i,k,j,l] = 2*s[k,l]*(i == j)*r[i]", target="cpu", sizes={"j": 5})
    assert not np.array_equal(f(s=np.ones((2, 2)), r=np.ones(5)), 2 * np.einsum("ij,kl->ikjl", np.eye(5), np.ones((2, 2))))


def test_what_is_known_of_a_comparison() -> None:
    e = es.parse("(i == j)")
    found = [diagonals.specialised(e, e, truth, lambda _: "bool") for truth in (False, True)]
    assert ex.is_const(found[0], 0) and ex.is_const(found[1], 1)


@pytest.mark.parametrize("dtype", ["float64", "int64", "float32"])
@pytest.mark.parametrize("text", [
    "y[i,j] = x[j]*(U[j] - where(j >= 2, i, Z[i,j]))", "y[i,j] = U[j] - where((i >= 0) and (j >= 0), i, Z[i,j])",
    "y[i,j] = x[j]*(U[j] + pad(U)[j-1] + Z[i,j]*(j < 1))", "y[i,j] = x[j]*(U[j] + U[i] + Z[i,j]*(j % 2 == 0)*(i == j))",
    "y[i] = sum[j](x[j]*(U[j] - where(j >= 2, i, Z[i,j])))", "y[i,j] = x[j]*(U[j] - where(j >= 1, U[i], Z[i,j]))",
])  # fmt: skip
def test_parts_of_a_split_loop_compute_in_the_dtypes_of_the_whole(text: str, dtype: str) -> None:
    """Where a term of floats is 0, or a float is not chosen, uint8 did not wrap around before and must not there."""
    e, rng = es.parse(text), np.random.default_rng(0)
    every = {"x": rng.normal(size=20), "U": rng.integers(0, 256, 20).astype("uint8"), "Z": rng.normal(size=(20, 20)).astype(dtype)}
    given = {n: every[n] for n in e.inputs}
    np.testing.assert_allclose(es.compile(e, target="cpu")(**given), evaluate(e, given), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("positions", ["int32", "uint32", "int64"])
def test_sums_between_positions_from_data_run_over_these_alone(positions: str) -> None:
    """A product with a sparse matrix by rows: each row of the loop goes through its own entries."""
    rng = np.random.default_rng(3)
    f = es.compile("y[i] = sum[j](val[j]*x[col[j]]*(j >= row[i])*(j < row[i + 1]))")
    for m, n, count in ((7, 5, 20), (40, 3, 9), (3, 4, 0)):
        row = np.sort(rng.integers(0, count + 1, m + 1)).astype(positions)
        row[0], row[-1] = 0, count
        col, val, x = rng.integers(0, n, count).astype(positions), rng.standard_normal(count), rng.standard_normal(n)
        rows = [val[a:b] @ x[col[a:b]] for a, b in pairwise(row)]
        np.testing.assert_allclose(f(row=row, col=col, val=val, x=x), rows, rtol=1e-13, atol=1e-13)
        assert ("in range(j_lowest, j_highest)" in f.source) == (count > 0)


@pytest.mark.parametrize(
    "text",
    [
        "y[i] = sum[j](X[i,j]*(j < l[i]))",
        "y[i] = sum[j](X[i,j]*(j <= l[i] + 1))",
        "y[i] = sum[j](X[i,j]*((j >= l[i]) and (j + 2 > i)))",
        "y[i] = sum[j](where((j <= l[i]) and (2 < j), X[i,j], 0))",
        "y[i] = sum[j](X[i,j]*(j <= i)*(j > 1))",
        "y[k] = sum[i,j](X[i,j]*X[j,k]*(j < l[i])*(i > l[k]))",
    ],
)
def test_bounds_from_data_may_lie_anywhere(text: str) -> None:
    rng = np.random.default_rng(4)
    far = np.array([3, -4, 2**62, -(2**63), 5, 2, 2**63 - 1])
    given = {"X": rng.standard_normal((7, 7)), "l": far}
    f = es.compile(text)
    given = {n: given[n] for n in f.inputs}
    np.testing.assert_allclose(f(**given), es.compile(text, target="numpy")(**given), rtol=1e-13, atol=1e-13)
    assert "_lowest" in f.source or "_highest" in f.source


@pytest.mark.parametrize("text", [
    "A[t,i,j] = pad(d)[t,i]*(i == j)*(c > t)*(i < size(x,1))*(t < size(x,0)); y[t,i] = sum[k](A[t,i,k]*x[t,k]) + sum[j](A[t,j,i]*x[t,j])",
    "y[t] = sum[k](x[t,k]*(t >= c))",
    "y[t] = sum[k](x[t,k]*(t < c)*(k >= t))", "y[i] = sum[t,k](x[t,k]*d[t,i]*(t < c))",
])  # fmt: skip
def test_elements_whose_sums_are_empty_are_written(text: str) -> None:
    """A sum that is 0 on one side of a position leaves out terms, never elements of its result."""
    x, d = np.random.default_rng(3).normal(size=(2, 5, 5))
    for c in range(-1, 7):
        e = es.parse(text.replace("c", f"(size(x,0) - {5 - c})"))
        given = {n: {"x": x, "d": d}[n] for n in e.inputs}
        out = np.full(es.evaluate(e, given).shape, np.nan)
        f = es.compile(e, target="cpu")
        f(**given, out=out)
        np.testing.assert_allclose(out, es.evaluate(e, given), rtol=1e-12, atol=1e-14)


ON_DIAGONALS = [
    "C[i,k] = sum[j](A[i,j]*B[j,k])*(i == k)",
    "C[i,k] = exp(sum[j](A[i,j]*B[j,k]))*(i == k)",
    "S[i,k] = A[i,j]*B[j,k]; C[i,k] = S[i,k]*(i == k)",
    "C[k,i] = (k == i)*sum[j](A[i,j]*B[j,k])/(1 + sum[j](A[i,j]*B[j,k])) + A[i,0]*B[0,k]",
    "C[i,k,l] = sum[j](A[i,j]*B[j,k]*A[l,j])*(i == k)*(i == l)",
    "C[i,k] = max[j](A[i,j] - B[j,k])*(i == k)",
]


@pytest.mark.parametrize("text", ON_DIAGONALS)
def test_sA5_a_delta_of_two_axes_reaches_the_sums_beside_it(text: str) -> None:
    """What is computed for i and k with ``(i == k)`` is computed once for each i, of arrays of any two lengths."""
    rng = np.random.default_rng(2)
    for columns in (4, 5, 7, 0):
        given = {"A": rng.random((5, 6)), "B": rng.random((6, columns))}
        f = es.compile(text, target="cpu")
        np.testing.assert_allclose(f(**given), es.evaluate(es.parse(text), given), rtol=1e-12)
        assert "library call:" not in f.explain()
        values = [s for k in f.program.steps for s in getattr(k, "statements", ()) if s.operator is not None]
        assert values and all(len(s.axes) == 1 for s in values), text
