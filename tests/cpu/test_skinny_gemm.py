"""Thin products: few rows or few terms, computed in registers where the operands lie (performance.md: W20, W12)."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.driver import Product
from espresso.kernels.packed_gemm import packed
from espresso.kernels.skinny_gemm import binding as skinny, direct, panel, rank_k_update as updates
from espresso.kernels.skinny_gemm.binding import Sides
from espresso.llvm.emit.tiles import LEAST_LANES, Tile, tile
from espresso.llvm.machine import host
from espresso.runtime.cpu import blas

FORMS = {
    "outer": "y[i,j] = sum[k](a[i,k]*b[k,j])",
    "outer, left by columns": "y[i,j] = sum[k](a[k,i]*b[k,j])",
    "dots": "y[i,j] = sum[k](a[i,k]*b[j,k])",
    "turned": "y[j,i] = sum[k](a[i,k]*b[k,j])",
    "batch": "y[q,i,j] = sum[k](a[q,i,k]*b[q,k,j])",
}
SHAPES = [
    (2, 300, 257),
    (5, 401, 97),
    (8, 259, 192),
    (13, 400, 33),
    (31, 1000, 7),
    (33, 270, 211),
    (48, 1031, 16),
    (1, 700, 130),
    (13, 1301, 259),
    (113, 811, 9),
]
TOLERANCE = {"float32": 2e-5, "float64": 1e-13}


@pytest.fixture(autouse=True)
def _from_one_multiplication_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skinny, "LEAST", 65)
    monkeypatch.setattr(skinny, "pays", lambda *_: True)
    monkeypatch.setattr(skinny, "FAR", 1 << 40)  # larger ones are in test_panel_gemm.py


def _arrays(text: str, m: int, n: int, k: int, dtype: str) -> dict[str, np.ndarray]:
    sizes = {"i": m, "j": n, "k": k, "q": 3}
    rng = np.random.default_rng(m + n + k)
    reads = [text[text.index(f"{name}[") + 2 :].partition("]")[0].split(",") for name in "ab"]
    return {
        name: rng.standard_normal([sizes[x] for x in axes]).astype(dtype)
        for name, axes in zip("ab", reads, strict=True)
    }


def _einsum(text: str, arrays: dict[str, np.ndarray]) -> np.ndarray:
    axes = [text[text.index(f"{name}[") + 2 :].partition("]")[0].replace(",", "") for name in "aby"]
    return np.einsum(f"{axes[0]},{axes[1]}->{axes[2]}", *(a.astype("f8") for a in arrays.values()))


def _modes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the functions that are used from now on."""
    found: list[str] = []
    original = skinny.record

    def watched(s: Sides, d_column: int, dtype: str, past: bool = False) -> object:
        made = original(s, d_column, dtype, past)
        if made is not None:
            functions = skinny.functions(dtype)
            assert functions is not None
            found.append(next(name for name, at in functions.address.items() if at == made[0][0]))
        return made

    monkeypatch.setattr(skinny, "record", watched)
    return found


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", FORMS)
def test_products_of_all_heights_and_tails(form: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    f = es.compile(es.parse(FORMS[form]), target="cpu")
    used = _modes(monkeypatch)
    for m, n, k in SHAPES:
        arrays = _arrays(FORMS[form], m, n, k, dtype)
        expected = _einsum(FORMS[form], arrays)
        np.testing.assert_allclose(f(**arrays), expected, rtol=0, atol=TOLERANCE[dtype] * np.abs(expected).max())
    functions = skinny.functions(dtype)
    if functions is not None and functions.tile.lanes >= 4:
        assert set(used) == {"dots" if form == "dots" else "outer"}


def test_functions_are_kept_once() -> None:
    """With and without the default they are the same: else their addresses differ once blocks are made again."""
    assert skinny.functions("float32") is skinny.functions("float32", "direct")


def test_rows_far_apart_and_backwards() -> None:
    f = es.compile(es.parse(FORMS["outer"]), target="cpu")
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((20, 300)), rng.standard_normal((600, 900))
    for left, right in (
        (a[::2, ::3], b[:100, 5:705]),
        (a[::-1, ::-1], b[::2, :400]),
        (a[:7].T[:100].T, b[100:0:-1, 1:500]),
    ):
        expected = left @ right
        np.testing.assert_allclose(f(a=left, b=right), expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_infinities_and_nan_stay_where_they_are() -> None:
    for form, (m, n, k) in itertools.product(("outer", "dots"), [(3, 300, 100), (10, 333, 99)]):
        arrays = _arrays(FORMS[form], m, n, k, "float32")
        arrays["a"][1, 5] = np.inf
        arrays["b"][(7, 3) if form == "outer" else (3, 7)] = np.nan
        found, expected = es.compile(es.parse(FORMS[form]), target="cpu")(**arrays), _einsum(FORMS[form], arrays)
        np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
        np.testing.assert_array_equal(np.isinf(found), np.isinf(expected))


@pytest.mark.parametrize("form", ["outer", "dots", "outer, left by columns"])
def test_bits_do_not_depend_on_threads(form: str) -> None:
    """Every split of the columns gives what one piece gives."""
    arrays = _arrays(FORMS[form], 9, 2111, 301, "float32")
    f = es.compile(es.parse(FORMS[form]), target="cpu")
    whole = f(**arrays)
    name = "j"
    at = {x: FORMS[form][FORMS[form].index(f"{x}[") + 2 :].partition("]")[0].split(",").index(name) for x in "b"}
    for low, high in ((0, 1024), (1024, 2048), (512, 2111)):
        part = {"a": arrays["a"], "b": np.ascontiguousarray(arrays["b"].take(range(low, high), axis=at["b"]))}
        np.testing.assert_array_equal(f(**part), whole[:, low:high])


def test_which_products_are_thin() -> None:
    """A BLAS keeps matrices of many rows and terms, small ones, and those that it alone can read."""
    monkey = 1 << 16
    assert skinny.kind(Sides(500, 500, 500, 500, 1, 500, 1, 500, 1), 1) == ""
    assert skinny.kind(Sides(10, 1000, 1000, 1000, 1, 1000, 1, 1000, 1), 1) == "outer"
    assert skinny.kind(Sides(10, 1000, 1000, 1000, 1, 1, 1000, 1000, 1), 1) == "dots"
    assert skinny.kind(Sides(10, 1000, 1000, 1000, 1, 7, 7000, 1000, 1), 1) == ""
    skinny.LEAST = monkey
    assert skinny.kind(Sides(8, 8, 8, 8, 1, 8, 1, 8, 1), 1) == ""


def test_added_to_another_array() -> None:
    """What the product is added to may lie anywhere, with any strides, and is not written."""
    step = Product(
        "y", "a", "b", "y", (), ((0, 0),), ((1, 1),), ((1, 0),), "float64", True, (), "", accumulate=True, plus="w",
    )  # fmt: skip
    shapes = {"a": (6, 40), "b": (40, 500), "y": (6, 500), "w": (6, 500)}
    strides = {"a": (40, 1), "b": (500, 1), "y": (500, 1), "w": (1, 6)}
    made = blas.record(step, shapes, strides, {})
    assert made is not None
    fields = dict(zip(("mode", "d_row", "d_column"), (made[0][0], *made[0][20:22]), strict=True))
    assert fields["mode"] == blas.GEMM or fields["mode"] == blas.COLUMNS  # w lies the other way round: copied first
    assert (fields["d_row"], fields["d_column"]) == (1, 6)
    made = blas.record(step, shapes, {**strides, "w": (500, 1)}, {})
    few = tile("float64", host()[2]).lanes < LEAST_LANES
    assert made is not None and (few or made[0][0] == blas.SKINNY)


@pytest.mark.parametrize("rows", [1, 9, 40])
def test_parts_of_a_sum_add_up(rows: int) -> None:
    """What is added comes in with the first terms alone, and is not written; the factor belongs to all of them."""
    arrays = {**_arrays(FORMS["outer"], rows, 1750, 301, "float64"), "w": np.ones((rows, 1750))}
    f = es.compile(es.parse("y[i,j] = w[i,j] - 0.5*sum[k](a[i,k]*b[k,j])"), target="cpu")
    expected = 1 - 0.5 * arrays["a"] @ arrays["b"]
    np.testing.assert_allclose(f(**arrays), expected, rtol=0, atol=1e-13 * np.abs(expected).max())
    np.testing.assert_array_equal(arrays["w"], 1)
    f(**arrays, out=arrays["w"])
    np.testing.assert_allclose(arrays["w"], expected, rtol=0, atol=1e-13 * np.abs(expected).max())


@pytest.mark.parametrize("start", ["w[i,j]", "exp(w[i,j] - 1)"], ids=["apart", "in place"])
def test_a_sum_rounds_once_with_what_it_is_added_to(start: str) -> None:
    """Small changes of a large number: parts of the sum are each less than its last digit."""
    a, b = np.ones((10, 1031), "f4"), np.full((1031, 301), 3e-10, "f4")
    f = es.compile(es.parse(f"y[i,j] = {start} - 0.5*sum[k](a[i,k]*b[k,j])"), target="cpu")
    found = f(a=a, b=b, w=np.ones((10, 301), "f4"))
    digit = float(np.finfo("f4").epsneg)
    np.testing.assert_allclose(found, 1 - 0.5 * a.astype("f8") @ b.astype("f8"), rtol=0, atol=0.6 * digit)


@pytest.mark.parametrize(
    "text, columns, terms",
    [
        (FORMS["outer"], 40, 5000),
        ("y[i,j] = exp(w[i,j]) + sum[k](a[i,k]*b[k,j])", 40, 30000),
        (FORMS["dots"], 120, 40000),
    ],
    ids=["outer", "outer in place", "dots"],
)
def test_long_sums_keep_their_digits(text: str, columns: int, terms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some hundred terms are summed in a register, and these sums are added: one register errs by 0.9 to 3e-6 here."""
    rng, f, used = np.random.default_rng(terms), es.compile(es.parse(text), target="cpu"), _modes(monkeypatch)
    shapes = {"a": (9, terms), "b": (columns, terms) if "j,k" in text else (terms, columns)}
    given = {"w": np.full((9, columns), -200, "f4")} if "w" in text else {}
    for draw, most in ((rng.standard_normal, 5e-7), (rng.random, 2.5e-7)):
        arrays = {name: draw(shape, dtype="f4") for name, shape in shapes.items()}
        expected = _einsum(text, arrays)
        found = f(**arrays, **given)
        assert np.sqrt(np.mean((found - expected) ** 2) / np.mean(expected**2)) < most
    functions = skinny.functions("float32")
    if functions is not None and functions.tile.lanes >= 4:
        assert set(used) == {"dots" if "j,k" in text else "outer"}


UPDATE = """\
h[n,i] = tanh(sum[j](x[n,j]*W[i,j]) + b[i])
loss = mean[n](sum[i]((h[n,i] - t[n,i])**2))"""


def _update(weights: str) -> es.Expr:
    loss = es.parse(UPDATE)
    gradient = es.grad(loss, "W")
    return es.parse(f"new[i,j] = {weights} - 0.5*g[i,j]").subs({"g": gradient}).outputs["new"]


def _batch(n: int, dtype: str = "float32") -> dict[str, np.ndarray]:
    rng = np.random.default_rng(n)
    shapes = {"x": (n, 300), "t": (n, 70), "W": (70, 300), "b": (70,)}
    return {name: rng.standard_normal(shape).astype(dtype) for name, shape in shapes.items()}


def _updated(x: np.ndarray, t: np.ndarray, W: np.ndarray, b: np.ndarray) -> np.ndarray:
    h = np.tanh(x @ W.T + b)
    return W - (((h - t) * (1 - h * h)).T @ x) / len(x)


def test_an_update_is_one_pass_over_the_weights() -> None:
    """W20: no gradient in memory; the weights are read, the sum is stored elsewhere, and W keeps its values."""
    f = es.compile(_update("W[i,j]"), target="cpu")
    for n in (10, 3, 40, 1):
        arrays = _batch(n)
        before = arrays["W"].copy()
        expected = _updated(**{k: v.astype("f8") for k, v in arrays.items()})
        np.testing.assert_allclose(f(**arrays), expected, rtol=0, atol=2e-5)
        np.testing.assert_array_equal(arrays["W"], before)
    shown = str(f.explain())
    assert "added to W\n" in shown and "new[i,j] = W[i,j] - 1/size(" in shown
    assert f.memory.arena < 70 * 300 * 4  # the gradient would be that large


@pytest.mark.parametrize("strided", [False, True])
def test_an_update_with_other_places(strided: bool) -> None:
    """The weights may be views, and the result may be the weights themselves."""
    f = es.compile(_update("W[i,j]"), target="cpu")
    arrays = {k: v.astype("f8") for k, v in _batch(12).items()}
    expected = _updated(**arrays)
    if strided:
        arrays["W"] = np.asfortranarray(arrays["W"])[::-1][::-1]
    np.testing.assert_allclose(f(**arrays), expected, rtol=0, atol=1e-12)
    f(**arrays, out=arrays["W"])
    np.testing.assert_allclose(arrays["W"], expected, rtol=0, atol=1e-12)


def test_a_mean_over_nothing_is_nan() -> None:
    """0/0, as in the formula, whichever engine computes; and other lengths work afterwards."""
    for engine in ("openblas", "packed"):
        f = es.compile(_update("W[i,j]"), target="cpu", engine=engine)
        g = es.compile(es.parse("y[i,j] = sum[n](x[n,i]*z[n,j])/size(x, 0)"), target="cpu", engine=engine)
        assert np.isnan(f(**_batch(0))).all()
        assert np.isnan(g(x=np.ones((0, 4)), z=np.ones((0, 5)))).all()
        np.testing.assert_allclose(g(x=np.ones((8, 4)), z=np.ones((8, 5))), np.ones((4, 5)))
        arrays = {k: v.astype("f8") for k, v in _batch(4).items()}
        np.testing.assert_allclose(f(**arrays), _updated(**arrays), rtol=0, atol=1e-12)


def test_a_saved_program_updates_the_same(tmp_path: object) -> None:
    """The text copies the weights, then adds the product there."""
    f = es.compile(_update("W[i,j]"), target="cpu")
    f(**_batch(10))
    assert "new[...] = W" in f.source and "-1.0/(" in f.source


def test_dots_from_where_a_library_packs() -> None:
    """Few rows by some columns, both operands along the terms: up to 2^10 results a library reads them in place."""
    kinds = [skinny.kind(Sides(10, n, 1000, 1000, 1, 1, 1000, n, 1), 1) for n in (64, 102, 103, 200, 1000)]
    assert kinds == ["", "", "dots", "dots", "dots"]
    assert [skinny.kind(Sides(16, n, 1000, 1, 16, n, 1, n, 1), 1) for n in (16, 32)] == ["", "outer"]


@pytest.mark.parametrize("functions", [direct, panel, updates], ids=["skinny", "row_panels", "updates"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_short_vectors_leave_them_to_a_library(dtype: str, functions: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two numbers a vector are too few: without AVX2, and on ARM, there are no skinny products of float64."""
    import llvmlite.binding as llvm

    monkeypatch.setattr(packed, "tile", lambda dtype, features: tile(dtype, ""))
    llvm.initialize_native_target()
    module = llvm.parse_assembly(functions.text(dtype))
    assert {f.name for f in module.functions if not f.is_declaration} >= set(skinny.FUNCTIONS[functions.__name__.rpartition(".")[2]])


def test_with_16_registers_only_what_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 22: on AVX2 a row times a matrix beyond the caches took four times as long as by a BLAS."""
    monkeypatch.undo()
    monkeypatch.setattr(skinny, "third_cache", lambda: 1 << 25)
    wide, narrow = Tile(8, 3, 8), Tile(6, 2, 4)

    def sides(m: int, n: int, k: int) -> Sides:
        return Sides(m, n, k, k, 1, n, 1, n, 1)

    for which, m, n, k, expected in (
        ("outer", 1, 4000, 4000, False), ("outer", 1, 300, 300, False), ("outer", 4, 1000, 1000, True),
        ("outer", 8, 3000, 3000, False), ("outer", 48, 300, 200, False), ("outer", 48, 1000, 60, True),
        ("dots", 8, 4000, 4000, True), ("row_panels", 32, 1000, 1000, False), ("update", 500, 500, 16, False),
    ):  # fmt: skip
        assert skinny.pays(which, sides(m, n, k), narrow, 8) is expected
        assert skinny.pays(which, sides(m, n, k), wide, 8) is ((m, n) != (1, 4000))
