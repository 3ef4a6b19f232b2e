"""Thin products: few rows or few terms, computed in registers where the operands lie (performance.md: W20, W12).

A large matrix by few rows is read in panels that are made as it is read (`kernels.skinny_gemm.panel`; W23, AlexNet).
"""

from __future__ import annotations

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
from espresso.runtime.cpu import array_forms, blas
from espresso.system.machine_model import levels

FORMS = {
    "outer": "y[i,j] = sum[k](a[i,k]*b[k,j])",
    "outer, left by columns": "y[i,j] = sum[k](a[k,i]*b[k,j])",
    "dots": "y[i,j] = sum[k](a[i,k]*b[j,k])",
    "turned": "y[j,i] = sum[k](a[i,k]*b[k,j])",
    "batch": "y[q,i,j] = sum[k](a[q,i,k]*b[q,k,j])",
    "row_panels": "y[i,j] = sum[k](a[i,k]*b[j,k])",
    "row_panels, rows by columns": "y[i,j] = sum[k](a[k,i]*b[j,k])",
    "row_panels, transposed": "y[j,i] = sum[k](a[i,k]*b[j,k])",
    "row_panels, batch": "y[q,i,j] = sum[k](a[q,i,k]*b[q,j,k])",
    "column_panels": "y[i,j] = sum[k](a[i,k]*b[k,j])",
    "column_panels, rows by columns": "y[i,j] = sum[k](a[k,i]*b[k,j])",
    "column_panels, transposed": "y[j,i] = sum[k](a[i,k]*b[k,j])",
    "column_panels, batch": "y[q,i,j] = sum[k](a[q,i,k]*b[q,k,j])",
}
PANELS = ("row_panels", "column_panels")
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
IN_PANELS = [(9, 49, 96), (16, 211, 64), (17, 96, 257), (33, 32, 129), (61, 145, 191), (64, 1031, 65), (2, 50, 70), (130, 60, 7)]
TOLERANCE = {"float32": 2e-5, "float64": 1e-13}
EVERYTHING_IS_LARGE = {
    "LEAST": 1, "LEAST_COLUMNS": 1, "LONG_SUMS": 1, "FAR": 0, "LARGE": 0, "HUGE": 0, "FEWER_ROWS": 0, "SOME_PANELS": 1, "MOST_ROWS": 1 << 20,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _from_one_multiplication_on(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Direct ones however small; in panels where the ``form`` of a test says so."""
    form = request.node.callspec.params.get("form", "") if hasattr(request.node, "callspec") else ""
    for name, value in (EVERYTHING_IS_LARGE if form.startswith(PANELS) else {"LEAST": 65, "FAR": 1 << 40}).items():
        monkeypatch.setattr(skinny, name, value)
    monkeypatch.setattr(skinny, "pays", lambda *_: True)


def arrays_of(text: str, m: int, n: int, k: int, dtype: str) -> dict[str, np.ndarray]:
    """Random operands, and what the product is added to."""
    sizes, rng = {"i": m, "j": n, "k": k, "q": 3}, np.random.default_rng(m + n + k)
    reads = {x: text[text.index(f"{x}[") + 2 :].partition("]")[0].split(",") for x in "abw" if f"{x}[" in text}
    return {x: rng.standard_normal([sizes[a] for a in axes]).astype(dtype) for x, axes in reads.items()}


def _einsum(text: str, arrays: dict[str, np.ndarray]) -> np.ndarray:
    axes = [text[text.index(f"{name}[") + 2 :].partition("]")[0].replace(",", "") for name in "aby"]
    return np.einsum(f"{axes[0]},{axes[1]}->{axes[2]}", *(a.astype("f8") for a in arrays.values()))


def _by_columns(form: str) -> bool:
    """Whether the columns of the second operand are the results' columns."""
    return FORMS[form].endswith("k,j])")


def used_functions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the functions that are used from now on."""
    found: list[str] = []
    original = skinny.record

    def watched(s: Sides, d_column: int, dtype: str, past: bool = False) -> object:
        made = original(s, d_column, dtype, past)
        if made is not None:
            every = [skinny.functions(dtype, module) for module in skinny.FUNCTIONS]
            found.extend(name for f in every if f for name, at in f.address.items() if at == made[0][0])
        return made

    monkeypatch.setattr(skinny, "record", watched)
    return found


def _which(form: str) -> set[str]:
    """The function of a form, where the machine has long vectors."""
    return {(form if form.startswith((*PANELS, "dots")) else "outer").partition(",")[0]}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", FORMS)
def test_products_of_all_heights_and_tails(form: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skinny, "FEWER_ROWS", -1)
    monkeypatch.setattr(array_forms, "SMALL", 1 << 40)  # axes of length 1 stay
    f = es.compile(es.parse(FORMS[form]), target="cpu")
    used = used_functions(monkeypatch)
    for m, n, k in IN_PANELS if form.startswith(PANELS) else SHAPES:
        arrays = arrays_of(FORMS[form], m, n, k, dtype)
        expected = _einsum(FORMS[form], arrays)
        np.testing.assert_allclose(f(**arrays), expected, rtol=0, atol=TOLERANCE[dtype] * np.abs(expected).max())
    functions = skinny.functions(dtype)
    if functions is not None and functions.tile.lanes >= 4:
        assert set(used) == _which(form)


def test_functions_are_kept_once() -> None:
    """With and without the default they are the same: else their addresses differ once blocks are made again."""
    assert skinny.functions("float32") is skinny.functions("float32", "direct")


@pytest.mark.parametrize("form", ["outer", *PANELS])
def test_rows_far_apart_and_backwards(form: str) -> None:
    """Parts of matrices: the terms of one operand, the columns of the other are where they are."""
    f = es.compile(es.parse(FORMS[form]), target="cpu")
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((20, 300)), rng.standard_normal((600, 900))
    for left, right in (
        (a[::2, ::3], b[:100, 5:705]),
        (a[::-1, ::-1], b[::2, :400]),
        (a[:7].T[:100].T, b[100:0:-1, 1:500]),
    ):
        expected = left @ right
        right = right if _by_columns(form) else right.T
        np.testing.assert_allclose(f(a=left, b=right), expected, rtol=0, atol=1e-12 * np.abs(expected).max())
        if form in PANELS:  # with lines of its own
            np.testing.assert_allclose(f(a=left, b=right.copy()), expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("form", ["outer", "dots", *PANELS])
@pytest.mark.parametrize("shape", [(3, 300, 100), (10, 333, 99), (9, 50, 67), (20, 333, 100)])
def test_infinities_and_nan_stay_where_they_are(form: str, shape: tuple[int, int, int]) -> None:
    """What fills a square or a row of tiles up multiplies nothing: no 0*inf beside the sums."""
    arrays = arrays_of(FORMS[form], *shape, "float32")
    b = arrays["b"] if _by_columns(form) else arrays["b"].T
    arrays["a"][-1, -1], arrays["a"][1, 5] = np.inf, 0
    b[-1, 3], b[5, 7] = np.nan, np.inf
    found, expected = es.compile(es.parse(FORMS[form]), target="cpu")(**arrays), _einsum(FORMS[form], arrays)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    np.testing.assert_array_equal(np.isinf(found), np.isinf(expected))


@pytest.mark.parametrize("form", ["outer", "dots", "outer, left by columns", *PANELS])
def test_bits_do_not_depend_on_threads(form: str) -> None:
    """Every split of the columns gives what one piece gives."""
    arrays = arrays_of(FORMS[form], 18 if form in PANELS else 9, 2111, 301, "float32")
    f = es.compile(es.parse(FORMS[form]), target="cpu")
    whole = f(**arrays)
    for low, high in ((0, 1024), (1024, 2048), (1000, 2048), (512, 2111)):
        part = {"a": arrays["a"], "b": np.ascontiguousarray(arrays["b"].take(range(low, high), axis=int(_by_columns(form))))}
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
    arrays = {**arrays_of(FORMS["outer"], rows, 1750, 301, "float64"), "w": np.ones((rows, 1750))}
    f = es.compile(es.parse("y[i,j] = w[i,j] - 0.5*sum[k](a[i,k]*b[k,j])"), target="cpu")
    expected = 1 - 0.5 * arrays["a"] @ arrays["b"]
    np.testing.assert_allclose(f(**arrays), expected, rtol=0, atol=1e-13 * np.abs(expected).max())
    np.testing.assert_array_equal(arrays["w"], 1)
    f(**arrays, out=arrays["w"])
    np.testing.assert_allclose(arrays["w"], expected, rtol=0, atol=1e-13 * np.abs(expected).max())


@pytest.mark.parametrize("form", ["outer", *PANELS])
@pytest.mark.parametrize("place", ["apart", "in place", "other order"])
def test_a_sum_rounds_once_with_what_it_is_added_to(form: str, place: str) -> None:
    """Small changes of a large number, parts of which are less than its last digit; what is added is not written."""
    rows = 20 if form in PANELS else 10
    a, b, w = np.ones((rows, 1031), "f4"), np.full((1031, 301), 3e-10, "f4"), np.ones((rows, 301), "f4")
    b = b if _by_columns(form) else b.T.copy()
    w = np.asfortranarray(w) if place == "other order" else w
    start = "exp(w[i,j] - 1)" if place == "in place" else "w[i,j]"
    f = es.compile(es.parse(f"y[i,j] = {start} - 0.5*{FORMS[form].partition('= ')[2]}"), target="cpu")
    found = f(a=a, b=b, w=w)
    digit = float(np.finfo("f4").epsneg)
    np.testing.assert_allclose(found, 1 - 0.5 * 1031 * float(b.flat[0]), rtol=0, atol=0.6 * digit)
    np.testing.assert_array_equal(w, 1)


@pytest.mark.parametrize(
    "form, columns, terms",
    [("outer", 40, 5000), ("outer, in place", 40, 30000), ("dots", 120, 40000),
     *((form, 50, terms) for form in PANELS for terms in (4096, 30000))],
)  # fmt: skip
def test_long_sums_keep_their_digits(form: str, columns: int, terms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some hundred terms are summed in a register, panels and what all add up to round a part each.

    One register errs by 0.9 to 3e-6 here, in panels by 0.8 to 2e-6.
    """
    text = FORMS.get(form, "y[i,j] = exp(w[i,j]) + sum[k](a[i,k]*b[k,j])")
    rng, f, used = np.random.default_rng(terms), es.compile(es.parse(text), target="cpu"), used_functions(monkeypatch)
    rows, parts = (17, 2) if form in PANELS else (9, 1)
    shapes = {"a": (rows, terms), "b": (columns, terms) if "j,k" in text else (terms, columns)}
    given = {"w": np.full((rows, columns), -200, "f4")} if "w" in text else {}
    for draw, most in ((rng.standard_normal, 5e-7 / parts), (rng.random, 2.5e-7 / parts)):
        arrays = {name: draw(shape, dtype="f4") for name, shape in shapes.items()}
        expected = _einsum(text, arrays)
        found = f(**arrays, **given)
        assert np.sqrt(np.mean((found - expected) ** 2) / np.mean(expected**2)) < most
    functions = skinny.functions("float32")
    if functions is not None and functions.tile.lanes >= 4:
        assert set(used) == _which(form)


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


@pytest.mark.parametrize("form", PANELS)
def test_nothing_and_one(form: str) -> None:
    """Rows, columns or terms that are none give nothing, or zeros."""
    f = es.compile(es.parse(FORMS[form]), target="cpu")
    for m, n, k in ((0, 50, 70), (12, 0, 70), (12, 50, 0), (1, 1, 1)):
        arrays = arrays_of(FORMS[form], m, n, k, "float64")
        np.testing.assert_allclose(f(**arrays), _einsum(FORMS[form], arrays), rtol=1e-14)
