"""Products of few rows and terms in steps of recurrences, and matrices that begin inside an array."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex
from espresso.machine import machine_code
from espresso.machine.program import ModuleWriter
from espresso.runtime.cpu import blas, recurrences

RNG = np.random.default_rng(7)

STEPS = {
    "matrix": "P[0,i,j] = B[i,j]\nP[t,i,j] = sum[k](A[i,k]*P[t-1,k,j])/2",
    "transposed": "P[0,i,j] = B[i,j]\nP[t,i,j] = sum[k](P[t-1,i,k]*A[j,k])/2",
    "first transposed": "P[0,i,j] = B[i,j]\nP[t,i,j] = sum[k](A[k,i]*P[t-1,k,j])/2",
    "both transposed": "P[0,i,j] = B[i,j]\nP[t,i,j] = sum[k](A[k,i]*P[t-1,j,k])/2",
    "result transposed": "P[0,i,j] = B[i,j]\nP[t,i,j] = sum[k](A[j,k]*P[t-1,k,i])/2",
    "vector": "x[0,i] = B[i,0]\nx[t,i] = sum[k](A[i,k]*x[t-1,k])/2 + c[i]",
    "vector from the left": "x[0,i] = B[i,0]\nx[t,i] = sum[k](A[k,i]*x[t-1,k])/2 + c[i]",
    "sandwich": "P[0,i,j] = B[i,j]\nR[t,i,l] = sum[k](A[i,k]*P[t-1,k,l])\nP[t,i,j] = sum[l](R[t,i,l]*A[j,l])/4 + c[i]*(i == j)",
    "stacked": "P[0,b,i] = B[b,i]\nP[t,b,i] = sum[k](W[b,i,k]*P[t-1,b,k])/2",
    "two summed": "P[0,i,j] = B[i,j]\nP[t,m,n] = sum[k,l](V[m,k,l,n]*P[t-1,k,l])/8",
    "mean": "P[0,i,j] = B[i,j]\nP[t,i,j] = mean[k](A[i,k]*P[t-1,k,j])",
    "sum of products": "P[0,i,j] = B[i,j]\nP[t,i,j] = sum[k](A[i,k]*P[t-1,k,j])/2 + sum[k](P[t-1,i,k]*A[k,j])/4",
}  # fmt: skip


def given(e: es.Expr, n: int, dtype: str) -> dict[str, Any]:
    """Arrays for the inputs, all of whose axes have this length."""
    ranks = {t.data.name: t.data.rank for t in ex.tensors(e)}
    return {t: (RNG.normal(size=(n,) * ranks[t]) / np.sqrt(n)).astype(dtype) for t in e.inputs}


@pytest.fixture
def straight(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many products of each step program are straight-line code, where it was made now."""
    found: list[int] = []
    made = ModuleWriter._step

    def step(self: Any, number: int, what: Any) -> Any:
        if number == 0 and self.facts.moved:
            found.append(len(self.straight) if self.inlined else 0)
        return made(self, number, what)

    monkeypatch.setattr(ModuleWriter, "_step", step)
    monkeypatch.setattr(machine_code, "_loaded", {})
    return found


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("n", [1, 3, 8])
@pytest.mark.parametrize("name", STEPS)
def test_products_in_steps(name: str, n: int, dtype: str) -> None:
    e = es.parse(STEPS[name])
    arrays = given(e, n, dtype)
    got, expected = es.compile(e, sizes={"t": 6})(**arrays), es.evaluate(e, arrays, sizes={"t": 6})
    assert got.dtype == dtype
    np.testing.assert_allclose(got, expected, rtol=1e-12 if dtype == "float64" else 2e-5, atol=1e-7)


def test_which_products_are_straight_line_code(
    straight: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    e = es.parse(STEPS["sandwich"])
    for n, products in ((7, 2), (40, 0)):
        arrays = given(e, n, "float64")
        f = es.compile(e, sizes={"t": 6})
        np.testing.assert_allclose(f(**arrays)[1], es.evaluate(e, arrays, sizes={"t": 6})[1], rtol=1e-9, atol=1e-13)
        assert straight and max(straight) == products, n
        straight.clear()


def test_a_condition_on_the_step_that_holds_everywhere_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    made = recurrences._step_formulas

    def formulas(*arguments: Any) -> Any:
        roots, rows = made(*arguments)
        seen.extend(map(str, map(es.simplify, roots)))
        return roots, rows

    monkeypatch.setattr(recurrences, "_step_formulas", formulas)
    text = "h[0] = 1; h[t] = where(t < size(x,0) + {}, h[t-1]*x[t-1], 2)"
    x = RNG.normal(size=9)
    for more, kept in ((1, 0), (0, 1), (-9, 0)):
        e = es.parse(text.format(more))
        np.testing.assert_allclose(es.compile(e)(x=x), es.evaluate(e, {"x": x}))
        assert sum("where" in t for t in seen) == kept, seen
        seen.clear()


def test_a_condition_on_a_length_that_is_not_known_stays() -> None:
    """An array that a formula makes has no shape yet."""
    position, i = recurrences.POSITION, ex.index("i")
    made = ex.closed("", ("i",), ex.access(ex.tensor("x", 1), [i]))
    test = ex.call("lt", position, ex.size(made, 0))
    assert recurrences._decided(test, range(3), {"x": (3,)}) is None
    known = ex.call("lt", position, ex.size(ex.tensor("x", 1), 0))
    assert recurrences._decided(known, range(3), {"x": (3,)}) is ex.call("lt", ex.const(0), ex.const(1))
    assert recurrences._decided(known, range(4), {"x": (3,)}) is None


SHIFTED = {
    "rows": "s[i,j] = sum[k](A[i+1,k]*B[k,j])",
    "terms": "s[i,j] = sum[u,k](C[u+1,k,i]*D[u+1,k,j])",
    "terms of one": "s[i,j] = sum[k](A[k+2,i]*B[k,j])",
    "padded, inside": "s[i,j] = sum[k](pad(A)[i+1,k]*B[k,j]*(i < size(A,0) - 1))",
    "stacked": "s[b,i,j] = sum[k](C[b+1,i,k]*D[b,k,j])",
    "added": "s[i,j] = sum[k](A[i+1,k]*B[k,j])/size(B,0) + sum[k](A[i+2,k]*B[j,k])",
    "several axes": "s[i,j,l] = sum[k](C[i+1,j,k]*B[k,l])",
}


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("n", [0, 1, 2, 5, 40])
@pytest.mark.parametrize("name", SHIFTED)
def test_matrices_that_begin_inside_an_array(name: str, n: int, dtype: str) -> None:
    e = es.parse(SHIFTED[name])
    arrays = given(e, n, dtype)
    arrays |= {t: np.concatenate([a, a[:1], a[:1]]) if t in "AC" and n else a for t, a in arrays.items()}
    if name == "terms":
        arrays["D"] = np.concatenate([arrays["D"], arrays["D"][:1], arrays["D"][:1]]) if n else arrays["D"]
    f = es.compile(e)
    try:
        expected = es.evaluate(e, arrays)
    except es.EspressoError as error:
        with pytest.raises(type(error)):
            f(**arrays)
        return
    np.testing.assert_allclose(f(**arrays), expected, rtol=1e-12 if dtype == "float64" else 2e-5, atol=1e-5)


def test_a_matrix_inside_an_array_is_read_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the routines that would take it alone; others are packed."""
    found: list[bool] = []
    made = blas.read_in_place

    def read_in_place(*arguments: Any) -> Any:
        product = made(*arguments)
        found.append(product is not None)
        return product

    monkeypatch.setattr(blas, "read_in_place", read_in_place)
    C, D = (RNG.normal(size=(101, 8, 8)) for _ in range(2))
    f = es.compile(SHIFTED["terms"])
    np.testing.assert_allclose(f(C=C, D=D), np.einsum("uki,ukj->ij", C[1:], D[1:]), rtol=1e-11, atol=1e-11)
    f = es.compile("s[i,j] = sum[u,k](C[u+1,i,k]*D[u+1,j,k])")  # the summed indices are not one axis
    np.testing.assert_allclose(f(C=C, D=D), np.einsum("uik,ujk->ij", C[1:], D[1:]), rtol=1e-11, atol=1e-11)
    assert found == [True, False]
