"""Large matrices updated by products of few terms: both arrays pass through memory once (`kernels.skinny_gemm.rank_k_update`; W23, W20)."""

from __future__ import annotations

import llvmlite.binding as llvm
import numpy as np
import pytest
from test_skinny_gemm import arrays_of, used_functions

import espresso as es
from espresso.ir.driver import Product
from espresso.kernels.skinny_gemm import binding as skinny, rank_k_update as updates
from espresso.kernels.skinny_gemm.binding import Sides
from espresso.runtime.cpu import native_calls

FORMS = {
    "update": "y[i,j] = w[i,j] - 0.5*sum[k](a[k,i]*b[k,j])",
    "update, rows along terms": "y[i,j] = w[i,j] + 3*sum[k](a[i,k]*b[k,j])",
    "alone": "y[i,j] = sum[k](a[k,i]*b[k,j])",
    "turned": "y[j,i] = w[j,i] - 0.25*sum[k](a[k,i]*b[k,j])",
    "in place": "y[i,j] = exp(w[i,j]) - 0.5*sum[k](a[k,i]*b[k,j])",
    "batch": "y[q,i,j] = w[q,i,j] - 0.5*sum[k](a[q,k,i]*b[q,k,j])",
}
SHAPES = [(1, 1, 1), (9, 49, 3), (16, 211, 16), (33, 500, 7), (8, 48, 64), (130, 1031, 5), (70, 97, 33), (5, 3100, 10)]
TOLERANCE = {"float32": 1e-5, "float64": 1e-14}


@pytest.fixture(autouse=True)
def _everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"LEAST": 1, "LEAST_COLUMNS": 1, "MANY_COLUMNS": 1, "FEW_ROWS": 0, "UPDATED": 1}.items():
        monkeypatch.setattr(skinny, name, value)
    monkeypatch.setattr(skinny, "pays", lambda *_: True)


def _past_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_calls.NativeCall, "_large", lambda *_: True)


def _expected(form: str, arrays: dict[str, np.ndarray]) -> np.ndarray:
    a, b, *w = (arrays[n].astype("f8") for n in "abw" if n in arrays)
    if form == "alone":
        return a.T @ b
    if form == "turned":
        return w[0] - (a.T @ b).T / 4
    if form == "update, rows along terms":
        return w[0] + 3 * a @ b
    return (np.exp(w[0]) if form == "in place" else w[0]) - 0.5 * np.swapaxes(a, -1, -2) @ b


@pytest.mark.parametrize("past", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", FORMS)
def test_updates_of_all_lengths(form: str, dtype: str, past: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if past:
        _past_the_cache(monkeypatch)
    used = used_functions(monkeypatch)
    f = es.compile(es.parse(FORMS[form]), target="cpu")
    for m, n, k in SHAPES:
        arrays = arrays_of(FORMS[form], m, n, k, dtype)
        before = {name: a.copy() for name, a in arrays.items()}
        expected = _expected(form, arrays)
        found = f(**arrays)
        np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE[dtype] * np.abs(expected).max())
        for name, array in arrays.items():
            np.testing.assert_array_equal(array, before[name])
    functions = skinny.functions(dtype, "rank_k_update")
    if functions is not None and functions.tile.lanes >= 4:
        assert set(used) == {"past" if past and form != "in place" else "update"}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_results_that_begin_anywhere(dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that go past the cache are whole ones: a result begins with columns before the first, and nothing beside it is written."""
    f = es.compile(es.parse(FORMS["update"]), target="cpu")
    for m, n in ((17, 320), (9, 307), (6, 3)):
        arrays = arrays_of(FORMS["update"], m, n, 10, dtype)
        plain = f(**arrays)
        with monkeypatch.context() as patch:
            _past_the_cache(patch)
            g = es.compile(es.parse(FORMS["update"]), target="cpu")
            for start, width in ((0, n), (1, n), (5, n), (64 // plain.itemsize - 1, n), (3, -(-n // 64) * 64 + 64)):
                room = np.full(start + m * width + 1, 7, dtype)
                out = room[start : start + m * width].reshape(m, width)[:, :n]
                g(**arrays, out=out)
                np.testing.assert_array_equal(out, plain)
                assert (room[:start] == 7).all() and room[-1] == 7
                assert (room[start : start + m * width].reshape(m, width)[:, n:] == 7).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_stores_past_the_cache_are_seen_before_the_step_is_done(dtype: str) -> None:
    """Whoever tells other threads that rows are done need not know how they were stored."""
    functions = {f.name: str(f) for f in llvm.parse_assembly(updates.text(dtype)).functions}
    assert "fence" not in functions["update"]
    assert ("fence seq_cst" in functions["past"]) is ("nontemporal" in "".join(functions.values()))


@pytest.mark.parametrize("past", [False, True])
def test_bits_do_not_depend_on_threads(past: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every split of the rows gives what one piece gives."""
    if past:
        _past_the_cache(monkeypatch)
    f = es.compile(es.parse(FORMS["update"]), target="cpu")
    arrays = arrays_of(FORMS["update"], 301, 211, 9, "float32")
    whole = f(**arrays)
    for low, high in ((0, 8), (3, 200), (200, 301)):
        part = {"a": np.ascontiguousarray(arrays["a"][:, low:high]), "b": arrays["b"], "w": arrays["w"][low:high]}
        np.testing.assert_array_equal(f(**part), whole[low:high])


def test_infinities_and_nan_stay_where_they_are() -> None:
    f = es.compile(es.parse(FORMS["update"]), target="cpu")
    arrays = arrays_of(FORMS["update"], 20, 211, 6, "float32")
    arrays["a"][1, 5], arrays["b"][3, 7], arrays["w"][2, 9] = np.inf, np.nan, np.inf
    found = f(**arrays)
    assert np.isnan(found[:, 7]).all() and np.isinf(found[5, [0, 210]]).all() and np.isinf(found[2, 9])
    assert np.isfinite(np.delete(np.delete(found, [2, 5], 0), [7, 9], 1)).all()


def test_the_weights_themselves() -> None:
    """A step that overwrites its weights computes what one with new arrays computes."""
    f = es.compile(es.parse(FORMS["update"]), target="cpu")
    arrays = arrays_of(FORMS["update"], 40, 333, 12, "float32")
    expected = f(**arrays)
    f(**arrays, out=arrays["w"])
    np.testing.assert_array_equal(arrays["w"], expected)


def test_nothing_and_one() -> None:
    """Rows or columns that are none give nothing; without terms the matrix stays."""
    f = es.compile(es.parse(FORMS["update"]), target="cpu")
    for m, n, k in ((0, 50, 7), (12, 0, 7), (12, 50, 0), (1, 1, 1)):
        arrays = arrays_of(FORMS["update"], m, n, k, "float64")
        np.testing.assert_allclose(f(**arrays), _expected("update", arrays), rtol=1e-14)


def test_which_products_are_updates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few terms and a large result: the arrays that pass by are it and what it is added to."""
    monkeypatch.undo()

    def kind(m: int, n: int, k: int, column: int = 1) -> str:
        return skinny.kind(Sides(m, n, k, 1, m, n, 1, n, 1), column)

    assert kind(4096, 4096, 16) == kind(4096, 4096, 64) == kind(200, 1000, 10) == "update"
    assert kind(4096, 4096, 65) == kind(4096, 4096, 16, 4096) == ""
    assert kind(100, 1000, 10) == "outer"


def test_only_results_that_no_step_reads_go_past_the_cache() -> None:
    """What is read soon stays in the cache."""
    for text, alone in ((FORMS["update"], True), (FORMS["update"] + "\nz[i] = sum[j](y[i,j])", False)):
        f = es.compile(es.parse(text), target="cpu")
        arrays = arrays_of(FORMS["update"], 40, 400, 12, "float32")
        f(**arrays)
        (step,) = (s for s in f._last.generated.module.steps if isinstance(s, Product))
        assert step.non_temporal is alone
