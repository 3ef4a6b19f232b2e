"""Formulas whose cost once depended on how they were written: counted, or seen in the plan, and compared with NumPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.calls import LibraryCall
from espresso.runtime.cpu.programs import evaluate_extent

RNG = np.random.default_rng(21)


def iterations(f: Any, shapes: dict[str, tuple[int, ...]]) -> int:
    """Iterations of all generated loops."""
    statements = [s for step in f.program.steps if not isinstance(step, LibraryCall) for s in step.statements]
    return sum(math.prod(evaluate_extent(x, shapes) for x in s.extents.values()) for s in statements)


@pytest.mark.parametrize("text", ["y[i,j] = A[i,j]/(0.5 + max[k](A[i,k]))", "y[i,j] = A[i,j]/min[k](A[i,k])"])
def test_second_derivatives_of_values_over_their_maximum_take_linear_time(text: str) -> None:
    """A mask that is 1 somewhere lets factors out of a sum, although they may be infinite."""
    A, G, V = (RNG.uniform(1, 2, (3, 40)) for _ in range(3))
    pulled = es.vjp(es.parse(text), "A", "G")
    f, first = es.compile(es.jvp(pulled, "A", "V"), target="cpu"), es.compile(pulled, target="cpu")
    change = (first(A=A + 1e-6*V, G=G) - first(A=A - 1e-6*V, G=G))/2e-6
    np.testing.assert_allclose(f(A=A, G=G, V=V), change, 1e-5, 1e-5)
    short, long = (dict.fromkeys("AGV", (3, size)) for size in (40, 80))
    assert iterations(f, long) == 2*iterations(f, short)


@pytest.mark.parametrize(("operator", "numpy"), [("sum", np.add), ("max", np.maximum), ("min", np.minimum), ("prod", np.multiply)])
@pytest.mark.parametrize("shape", [(9, 11), (1, 1), (2, 3), (3, 1)], ids=str)
def test_taps_around_a_circle_are_written_out(operator: str, numpy: Any, shape: tuple[int, int]) -> None:
    A = RNG.uniform(0.5, 1.5, shape)
    head = "p : index 3\nq : index 3\n"
    f = es.compile(f"{head}y[i,j] = {operator}[p,q](A[mod(i+p-1, size(A,0)), mod(j+q-1, size(A,1))])*A[i,j]", target="cpu")
    shifted = [np.roll(A, (a, b), (0, 1)) for a in (1, 0, -1) for b in (1, 0, -1)]
    np.testing.assert_allclose(f(A=A), numpy.reduce(shifted)*A, 1e-13)
    assert "for p in" not in f.explain() and "for q in" not in f.explain()


def test_taps_around_a_circle_of_many_elements_stay_a_loop() -> None:
    x, head = RNG.normal(size=50), "k : index 33\n"
    f = es.compile(head + "i : index 50\ny[i] = sum[k](x[mod(i+k, size(x,0))])", target="cpu")
    np.testing.assert_allclose(f(x=x), sum(np.roll(x, -k) for k in range(33)), 1e-12)
    assert "for k in" in f.explain()


def test_coordinates_that_lie_apart_are_copied_where_each_is_read_often() -> None:
    """Vectors read what lies beside each other; a loop that reads an element a few times takes it where it lies."""
    p = RNG.normal(size=(60, 2)).astype("f4")
    f = es.compile("y[i,j] = tanh(p[j,0] - p[i,0])*sin(p[j,1] - p[i,1])", target="cpu")
    x, y = p.T.astype(float)
    np.testing.assert_allclose(f(p=p), np.tanh(x - x[:, None])*np.sin(y - y[:, None]), 1e-5, 1e-6)
    copies = [s for s in f.program.steps[0].statements if len(s.axes) == 1]
    assert len(copies) == 2
    few = es.compile("y[i,c] = tanh(p[i,0] - w[c])", target="cpu")
    w = RNG.normal(size=3).astype("f4")
    np.testing.assert_allclose(few(p=p, w=w), np.tanh(p[:, :1] - w), 1e-5, 1e-6)
    assert all(len(s.axes) == 2 for s in few.program.steps[0].statements)


def test_an_axis_of_one_element_lies_beside_nothing() -> None:
    A, b = RNG.normal(size=(20, 30)), RNG.normal(size=(30, 1))
    f = es.compile("y[i,j] = tanh(A[i,j] + b[j,0])", target="cpu")
    np.testing.assert_allclose(f(A=A, b=b), np.tanh(A + b[:, 0]), 1e-12)
    assert len(f.program.steps) == 1 and len(f.program.steps[0].statements) == 1


ROWS = [
    RNG.normal(size=(50, 33)).astype("f4"), RNG.integers(0, 5, (50, 33)), RNG.integers(0, 200, (20, 7)).astype("u1"),
    RNG.integers(0, 4, (9, 12)).astype("f8"), np.array([[1, np.nan, 0.0, -0.0, np.nan, -np.inf, np.inf, np.nan, 1]]),
    np.full((3, 4), np.nan, "f4"), np.zeros((0, 5)), np.zeros((4, 0)), np.ones((4, 1)),
    RNG.integers(0, 3, (6, 8)).astype("f2"), RNG.integers(0, 3, (6, 8)).astype("u8") << 62,
]  # fmt: skip


@pytest.mark.parametrize("rows", ROWS, ids=lambda a: f"{a.dtype} {a.shape}")
def test_equal_elements_keep_their_order(rows: Any) -> None:
    """Also where NumPy sorts in vectors, which do not keep it."""
    along = es.compile("p[i,j] = argsort[j](A[i,j])", target="cpu")
    down = es.compile("p[j,i] = argsort[j](A[j,i])", target="cpu")
    one = es.compile("p[j] = argsort[j](x[j])", target="cpu")
    np.testing.assert_array_equal(along(A=rows), np.argsort(rows, 1, kind="stable"))
    np.testing.assert_array_equal(down(A=rows), np.argsort(rows, 0, kind="stable"))
    for row in rows[:2]:
        np.testing.assert_array_equal(one(x=row), np.argsort(row, kind="stable"))


@pytest.mark.parametrize("dtype", ["i8", "i4", "i2", "u1", "u4"])
def test_least_and_largest_whole_numbers(dtype: str) -> None:
    """Extremes of whole numbers are comparisons and choices, also in vectors."""
    A = RNG.integers(0, 100, (6, 203)).astype(dtype)
    f = es.compile({"low": "y[i] = min[j](A[i,j])", "high": "y[i] = max[j](A[i,j])", "where": "y[i] = argmin[j](A[i,j])"}, target="cpu")
    for n in (1, 2, 15, 64, 130, 203):
        found = f(A=A[:, :n])
        np.testing.assert_array_equal(found["low"], A[:, :n].min(1))
        np.testing.assert_array_equal(found["high"], A[:, :n].max(1))
        np.testing.assert_array_equal(found["where"], A[:, :n].argmin(1))


def test_a_mask_that_may_be_0_everywhere_protects_from_what_is_infinite() -> None:
    """The maximum of another array need not be among the elements."""
    given = {"x": np.array([1.0, 2]), "z": np.array([5.0, 3]), "v": np.array([1.0, 1]), "u": np.array([0.0, 1])}
    for text in ("y[i] = sum[j](v[j]*(x[j] == max[k](z[k]))/u[i])", "y[i] = sum[j](v[j]*(x[j] == max[k](z[k])))/u[i]"):
        found = es.compile(text, target="cpu")(**given)
        np.testing.assert_array_equal(found, [0, 0] if "/u[i])" in text else [np.nan, 0])
