"""Few rows by a large matrix: panels of it are made as it is read (`kernels.skinny_gemm.panel`; performance.md: W23, AlexNet)."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.kernels.skinny_gemm import binding as skinny
from espresso.kernels.skinny_gemm.binding import Sides
from espresso.llvm.emit.tiles import LEAST_LANES, tile
from espresso.llvm.machine import host
from espresso.system.machine_model import levels

FORMS = {
    "row_panels": "y[i,j] = sum[k](a[i,k]*b[j,k])",
    "row_panels, rows by columns": "y[i,j] = sum[k](a[k,i]*b[j,k])",
    "row_panels, transposed": "y[j,i] = sum[k](a[i,k]*b[j,k])",
    "row_panels, batch": "y[q,i,j] = sum[k](a[q,i,k]*b[q,j,k])",
    "column_panels": "y[i,j] = sum[k](a[i,k]*b[k,j])",
    "column_panels, rows by columns": "y[i,j] = sum[k](a[k,i]*b[k,j])",
    "column_panels, transposed": "y[j,i] = sum[k](a[i,k]*b[k,j])",
    "column_panels, batch": "y[q,i,j] = sum[k](a[q,i,k]*b[q,k,j])",
}
SHAPES = [(9, 49, 96), (16, 211, 64), (17, 96, 257), (33, 32, 129), (61, 145, 191), (64, 1031, 65), (2, 50, 70), (130, 60, 7)]
TOLERANCE = {"float32": 2e-5, "float64": 1e-13}


@pytest.fixture(autouse=True)
def _everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"LEAST": 1, "LEAST_COLUMNS": 1, "LONG_SUMS": 1, "FAR": 0, "LARGE": 0, "HUGE": 0, "FEWER_ROWS": 0, "SOME_PANELS": 1, "MOST_ROWS": 1 << 20}
    for name, value in limits.items():
        monkeypatch.setattr(skinny, name, value)
    monkeypatch.setattr(skinny, "pays", lambda *_: True)


def _used(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the functions that are used from now on."""
    found: list[str] = []
    original = skinny.kind

    def watched(s: Sides, d_column: int) -> str:
        found.append(original(s, d_column))
        return found[-1]

    monkeypatch.setattr(skinny, "kind", watched)
    return found


def _arrays(text: str, m: int, n: int, k: int, dtype: str) -> dict[str, np.ndarray]:
    sizes, rng = {"i": m, "j": n, "k": k, "q": 3}, np.random.default_rng(m + n + k)
    axes = [text[text.index(f"{name}[") + 2 :].partition("]")[0].split(",") for name in "ab"]
    return {
        name: rng.standard_normal([sizes[x] for x in at]).astype(dtype) for name, at in zip("ab", axes, strict=True)
    }


def _einsum(text: str, arrays: dict[str, np.ndarray]) -> np.ndarray:
    axes = [text[text.index(f"{name}[") + 2 :].partition("]")[0].replace(",", "") for name in "aby"]
    return np.einsum(f"{axes[0]},{axes[1]}->{axes[2]}", *(arrays[n].astype("f8") for n in "ab"))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", FORMS)
def test_panels_of_all_heights_and_tails(form: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skinny, "FEWER_ROWS", -1)
    f, used = es.compile(es.parse(FORMS[form]), target="cpu"), _used(monkeypatch)
    for m, n, k in SHAPES:
        arrays = _arrays(FORMS[form], m, n, k, dtype)
        expected = _einsum(FORMS[form], arrays)
        np.testing.assert_allclose(f(**arrays), expected, rtol=0, atol=TOLERANCE[dtype] * np.abs(expected).max())
    asked = 1 if tile(dtype, host()[2]).lanes >= LEAST_LANES else 2  # the other way round too, where it is refused
    assert len(used) == asked * len(SHAPES) and set(used) <= {"row_panels", "column_panels"} and used[0] == form.partition(",")[0]


@pytest.mark.parametrize("form", ["row_panels", "column_panels"])
def test_rows_far_apart(form: str) -> None:
    """Parts of matrices: the terms of one operand, the columns of the other are where they are."""
    rng, f = np.random.default_rng(1), es.compile(es.parse(FORMS[form]), target="cpu")
    a, b = rng.standard_normal((40, 300)), rng.standard_normal((400, 700))
    for left, right in (
        (a[::2, ::3], b[5:205, 3:103]),
        (a[::-1, ::-1], b[::-1, 10:310]),
        (a[:7, :300], b[100:0:-1, 1:301]),
    ):
        right = right if form == "row_panels" else right.T.copy()[: left.shape[1], 1:]
        text = "ik,jk->ij" if form == "row_panels" else "ik,kj->ij"
        expected = np.einsum(text, left, right)
        np.testing.assert_allclose(f(a=left, b=right), expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("form", ["row_panels", "column_panels"])
@pytest.mark.parametrize("shape", [(9, 50, 67), (20, 333, 100)])
def test_infinities_and_nan_stay_where_they_are(form: str, shape: tuple[int, int, int]) -> None:
    """What fills a square or a row of tiles up multiplies nothing: no 0*inf beside the sums."""
    arrays = _arrays(FORMS[form], *shape, "float32")
    arrays["a"][-1, -1] = np.inf
    arrays["a"][1, 5] = 0
    last = (-1, 3) if form == "column_panels" else (3, -1)
    arrays["b"][last] = np.nan
    arrays["b"][(5, 7) if form == "column_panels" else (7, 5)] = np.inf
    found, expected = es.compile(es.parse(FORMS[form]), target="cpu")(**arrays), _einsum(FORMS[form], arrays)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    np.testing.assert_array_equal(np.isinf(found), np.isinf(expected))


@pytest.mark.parametrize("form", ["row_panels", "column_panels"])
def test_bits_do_not_depend_on_threads(form: str) -> None:
    """Every split of the columns gives what one piece gives."""
    arrays = _arrays(FORMS[form], 18, 2111, 301, "float32")
    f = es.compile(es.parse(FORMS[form]), target="cpu")
    whole, at = f(**arrays), 0 if form == "row_panels" else 1
    for low, high in ((0, 1024), (1000, 2048), (512, 2111)):
        part = {"a": arrays["a"], "b": np.ascontiguousarray(arrays["b"].take(range(low, high), axis=at))}
        np.testing.assert_array_equal(f(**part), whole[:, low:high])


@pytest.mark.parametrize("form", ["row_panels", "column_panels"])
@pytest.mark.parametrize("place", ["apart", "in place", "other order"])
def test_a_sum_rounds_once_with_what_it_is_added_to(form: str, place: str) -> None:
    """Small changes of a large number come in as one; what is added is not written."""
    a, b, w = np.ones((20, 1031), "f4"), np.full((1031, 301), 3e-10, "f4"), np.ones((20, 301), "f4")
    b = b.T.copy() if form == "row_panels" else b
    w = np.asfortranarray(w) if place == "other order" else w
    start = "exp(w[i,j] - 1)" if place == "in place" else "w[i,j]"
    f = es.compile(es.parse(f"y[i,j] = {start} - 0.5*{FORMS[form].partition('= ')[2]}"), target="cpu")
    found = f(a=a, b=b, w=w)
    digit = float(np.finfo("f4").epsneg)
    np.testing.assert_allclose(found, 1 - 0.5 * 1031 * float(b.flat[0]), rtol=0, atol=0.6 * digit)
    np.testing.assert_array_equal(w, 1)


@pytest.mark.parametrize("form", ["row_panels", "column_panels"])
@pytest.mark.parametrize("terms", [4096, 30000])
def test_long_sums_keep_their_digits(form: str, terms: int) -> None:
    """Registers, panels and what all of them add up to round a part each: one register errs by 0.8 to 2e-6 here."""
    rng, f = np.random.default_rng(terms), es.compile(es.parse(FORMS[form]), target="cpu")
    shapes = (17, terms), (50, terms) if form == "row_panels" else (terms, 50)
    for draw, most in ((rng.standard_normal, 2.5e-7), (rng.random, 1.2e-7)):
        arrays = {name: draw(shape, dtype="f4") for name, shape in zip("ab", shapes, strict=True)}
        expected = _einsum(FORMS[form], arrays)
        assert np.sqrt(np.mean((f(**arrays) - expected) ** 2) / np.mean(expected**2)) < most


def test_which_products_are_by_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine or forty to 64 rows, and a matrix beyond a core's cache; with fewer, partial sums and plain tiles are as fast."""
    monkeypatch.undo()
    monkeypatch.setattr(skinny, "second_cache", lambda: 1 << 21)

    def kinds(m: int, n: int, k: int) -> tuple[str, str]:
        return skinny.kind(Sides(m, n, k, k, 1, 1, k, n, 1), 1), skinny.kind(Sides(m, n, k, k, 1, n, 1, n, 1), 1)

    assert kinds(16, 4096, 4096) == kinds(39, 4096, 4096) == ("row_panels", "outer")
    assert kinds(64, 4096, 4096) == ("row_panels", "column_panels")
    assert kinds(8, 4096, 4096) == ("dots", "outer")
    assert kinds(16, 256, 256) == ("dots", "outer")
    assert kinds(15, 4096, 4096) == ("row_panels", "outer")
    assert kinds(48, 1024, 1024) == ("row_panels", "column_panels") and kinds(48, 700, 700) == ("row_panels", "outer")
    assert kinds(49, 1024, 1024) == kinds(65, 4096, 4096) == ("", "")
    monkeypatch.setattr(skinny, "second_cache", lambda: 1 << 19)  # a quarter of it: matrices of a quarter are far
    assert kinds(48, 350, 350) == ("row_panels", "outer") and kinds(49, 1024, 1024) == ("row_panels", "column_panels")


def test_the_second_cache_is_what_the_system_says() -> None:
    assert skinny.second_cache() == levels().get(2, skinny.SECOND)


def test_nothing_and_one() -> None:
    """Rows, columns or terms that are none give nothing, or zeros."""
    for form in ("row_panels", "column_panels"):
        f = es.compile(es.parse(FORMS[form]), target="cpu")
        for m, n, k in ((0, 50, 70), (12, 0, 70), (12, 50, 0), (1, 1, 1)):
            arrays = _arrays(FORMS[form], m, n, k, "float64")
            np.testing.assert_allclose(f(**arrays), _einsum(FORMS[form], arrays), rtol=1e-14)
