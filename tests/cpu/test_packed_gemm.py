"""Packed products: convolutions, strided and transposed operands, without copies of operands.

The oracles are NumPy's einsum over windows written out, the reference evaluator, and PyTorch's
convolutions where it is installed.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import espresso as es
from espresso.compiler.lowering.packed_products import is_in_place
from espresso.ir.calls import Contraction, PackedContraction
from espresso.kernels.packed_gemm import binding as packing
from espresso.reference.evaluator import evaluate
from tests.oracles import in_turn

RANDOM = np.random.default_rng(7)


def arrays(shapes: dict[str, tuple[int, ...]], dtype: str = "float64") -> dict[str, np.ndarray]:
    return {n: RANDOM.standard_normal(s).astype(dtype) for n, s in shapes.items()}


def engines_of(f) -> list[str]:
    return [s.engine for s in f.program.steps if isinstance(s, Contraction)]


def windows(x: np.ndarray, k: tuple[int, int], stride: int, padding: int, dilation: int) -> np.ndarray:
    """x[n,c,i,j] as t[n,c,p,q,r,s], zeros outside."""
    x = np.pad(x, [(0, 0), (0, 0), (padding, padding), (padding, padding)])
    reach = [dilation * (n - 1) + 1 for n in k]
    found = np.lib.stride_tricks.sliding_window_view(x, reach, axis=(2, 3))
    return found[:, :, ::stride, ::stride, ::dilation, ::dilation]


CONVOLUTIONS = [
    (2, 8, 8, (12, 13), (3, 3), 1, 1, 1), (2, 8, 9, (12, 13), (3, 3), 2, 1, 1), (2, 5, 7, (13, 9), (3, 3), 1, 0, 1),
    (3, 16, 8, (9, 9), (1, 1), 1, 0, 1), (2, 8, 16, (15, 18), (7, 7), 2, 3, 1), (2, 8, 8, (12, 12), (3, 3), 1, 2, 2),
    (1, 3, 5, (30, 31), (5, 4), 3, 2, 1), (1, 6, 70, (23, 50), (3, 3), 1, 1, 1), (5, 70, 40, (11, 17), (3, 3), 1, 1, 1),
    (1, 4, 4, (3, 3), (3, 3), 1, 1, 1), (2, 4, 4, (1, 40), (1, 5), 1, 2, 1),
]  # fmt: skip


@in_turn("case", CONVOLUTIONS, "dtype", ["float64", "float32"])
def test_convolutions_and_their_gradients(case, dtype):  # W19
    n, c, o, space, taps, stride, padding, dilation = case
    four = (None,) * 4
    x, w = es.tensor("x", shape=four), es.tensor("w", shape=four)
    e = es.conv(x, w, stride=stride, padding=padding, dilation=dilation)
    x, w = arrays({"x": (n, c, *space), "w": (o, c, *taps)}, dtype).values()
    t = windows(x, taps, stride, padding, dilation)
    y = np.einsum("ncpqrs,ocrs->nopq", t, w, optimize=True)
    g = RANDOM.standard_normal(y.shape).astype(dtype)
    f = es.compile([e, es.vjp(e, "x", "g"), es.vjp(e, "w", "g")], engines=["packed", "openblas", "numba-loops"])
    value, dx, dw = f(x=x, w=w, g=g)
    assert engines_of(f).count("packed") == 3
    expected = np.zeros((n, c, space[0] + 2 * padding, space[1] + 2 * padding))
    parts = np.einsum("nopq,ocrs->ncpqrs", g.astype("float64"), w, optimize=True)
    for r, s in itertools.product(*map(range, taps)):
        rows = slice(r * dilation, r * dilation + stride * (y.shape[2] - 1) + 1, stride)
        columns = slice(s * dilation, s * dilation + stride * (y.shape[3] - 1) + 1, stride)
        expected[:, :, rows, columns] += parts[..., r, s]
    expected = expected[:, :, padding : padding + space[0], padding : padding + space[1]]
    tolerance = 1e-12 if dtype == "float64" else 2e-5
    for found, right in ((value, y), (dx, expected), (dw, np.einsum("ncpqrs,nopq->ocrs", t, g, optimize=True))):
        np.testing.assert_allclose(found, right, rtol=tolerance, atol=tolerance * np.abs(right).max())


CONTRACTIONS = ["abij,jcbd->aicd", "aebf,dfce->abcd", "efab,cdef->abcd", "aebf,fdec->abcd", "abcdef,gdab->efgc",
                "efbad,cf->abcde", "dca,bd->abc", "abk,kc->cab", "kab,ckd->abcd", "bqhd,bkhd->bhqk", "bihk,bkhj->bjih"]  # fmt: skip


def formula(equation: str) -> str:
    """An einsum as a formula over X and Y."""
    terms = [",".join(t) for t in equation.replace("->", ",").split(",")]
    return f"y[{terms[2]}] = X[{terms[0]}]*Y[{terms[1]}]"


@pytest.mark.parametrize("equation", CONTRACTIONS)
def test_contractions_in_any_order_of_axes(equation):  # W17
    dtype = "float64" if len(equation) > 13 else "float32"
    left, right = equation.split("->")[0].split(",")
    f = es.compile(formula(equation))
    for lengths in ([7, 9, 8, 11, 6, 10], [8, 17, 16, 9, 13]):  # squares of eight, halves of vectors, and rests
        sizes = dict(zip(sorted(set(left + right)), itertools.cycle(lengths), strict=False))
        x, y = (RANDOM.standard_normal([sizes[i] for i in term]).astype(dtype) for term in (left, right))
        expected = np.einsum(equation, x, y, optimize=True)
        tolerance = 1e-12 if dtype == "float64" else 2e-5
        np.testing.assert_allclose(f(X=x, Y=y), expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())


@pytest.mark.parametrize("text", ["", "Z[a,c,e,d] + 0.5*"])
@in_turn("run", [4, 8, 12, 16, 20, 24, 40, 3], "dtype", ["float32", "float64"])
def test_tiles_are_stored_in_vectors_and_parts_of_them(run, dtype, text):  # W17: rows of 24, and a rest of rows
    tolerance = 1e-12 if dtype == "float64" else 2e-5
    for rows, terms in ((1, 3), (6, 3), (13, 7), (8, 400)):
        f = es.compile(f"y[a,c,e,d] = {text}X[d,f,a]*Y[c,f,e]", engines=["packed", "numba-loops"])
        given = {"X": (run, terms, 11), "Y": (rows, terms, 5), "Z": (11, rows, 5, run)}
        x = {n: v for n, v in arrays(given, dtype).items() if n in f.inputs}
        room = np.full(11 * rows * 5 * run + 200, 7.0, dtype)
        out = room[100:-100].reshape(11, rows, 5, run)
        f(**x, out=out)
        expected = np.einsum("dfa,cfe->aced", x["X"], x["Y"]) * (0.5 if text else 1) + x.get("Z", 0)
        np.testing.assert_allclose(out, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())
        assert (room[:100] == 7).all() and (room[-100:] == 7).all()
        assert engines_of(f) == ["packed"]


def test_few_terms_are_packed_where_loops_would_run_across_arrays():  # W17: extents of eight
    f = es.compile(formula("dega,gfbc->abcdef"))
    x, y = (RANDOM.standard_normal((8, 8, 8, 8)).astype("float32") for _ in "xy")
    expected = np.einsum("dega,gfbc->abcdef", x, y)
    np.testing.assert_allclose(f(X=x, Y=y), expected, rtol=2e-5, atol=2e-5)
    assert engines_of(f) == ["packed"]
    g = es.compile("y[a,b,c,d,e,f] = exp(-X[d,e,g,a]*Y[g,f,b,c])")  # needed by a loop, not stored: terms are added there
    np.testing.assert_allclose(g(X=x, Y=y), np.exp(-expected), rtol=2e-4)
    assert engines_of(g) == []


def test_an_order_of_terms_with_squares_for_both_operands():
    lengths = {"e": 19, "f": 16, "g": 3}
    order = packing.interleaved("gfe", lengths, {"e": 1, "f": 40, "g": 700}, {"e": 900, "f": 1, "g": 30})
    assert order is not None and sorted(order) == list(range(19 * 16 * 3))
    for steps, step in (({"e": 1, "f": 40, "g": 700}, 1), ({"e": 900, "f": 1, "g": 30}, 8)):
        inner = packing.places("gfe", lengths, steps)[order]
        _, items, many = packing.squares(inner, 128, step)
        assert many > 0.7 * len(inner) / 8
        covered = np.concatenate([t + s * np.arange(8 if s else 1) for t, s in items])
        assert sorted(covered) == list(range(len(inner)))
        assert all((inner[t + s * np.arange(8)] == inner[t] + np.arange(8)).all() for t, s in items if s)
    assert packing.interleaved("fe", lengths, {"e": 1, "f": 40}, {"e": 1, "f": 20}) is None


@pytest.mark.parametrize("width, lanes", [(48, 16), (8, 8), (16, 4), (6, 8)])
def test_pieces_of_panels_cover_each_entry_once(width, lanes):
    for table in (np.arange(100), np.arange(100) * 2, np.arange(99) // 3 * 10 + np.arange(99) % 3, np.arange(0)):
        for checked in (False, True):
            starts, found = packing.pieces(table, width, lanes, checked)
            panels = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
            places = [p * width + at + np.arange(n) for p, (at, n, _) in zip(panels, found, strict=True)]
            assert np.concatenate([*places, []]).tolist() == list(range(len(table)))
            side_by_side = [table[p] for p, (_, _, kind) in zip(places, found, strict=True) if kind not in (4, 6)]
            assert all((np.diff(t) == 1).all() for t in side_by_side)


@pytest.mark.parametrize("across, along", [(8, 16), (24, 20), (19, 28), (8, 5), (40, 24)])
@pytest.mark.parametrize("width, strips", [(16, (16, 8, 4)), (8, (8, 4)), (24, (8, 4))])
def test_squares_of_columns_lie_in_panels_and_cover_what_no_piece_does(across, along, width, strips):  # W17
    lengths = {"z": 3, "x": across, "y": along}
    out, steps = {"z": across * along, "x": along, "y": 1}, {"z": 1000 * across, "x": 1, "y": across}
    order, squares = packing.turned("zxy", lengths, out, steps, strips)
    assert sorted(order) == list(range(3 * across * along))
    goals, source = packing.places("zxy", lengths, out)[order], packing.places("zxy", lengths, steps)[order]
    first, found = packing.pieces(packing.filled(source, width), width, 8)
    first, found = packing.without(first, found, width, squares)
    panels = np.repeat(np.arange(len(first) - 1), np.diff(first))
    covered = {p * width + at + n for p, (at, count, _) in zip(panels, found, strict=True) for n in range(count)}
    for height, items in squares.items():
        bounds = packing.bounds_of(items, height, len(source), width) if len(items) else np.zeros((0, 2))
        ends = items + packing.RUN * height
        for panel, (reaching, behind) in enumerate(bounds):  # of a block that begins here, and of one that ends here
            assert (ends[:reaching] <= panel * width).all() and (ends[reaching:] > panel * width).all()
            assert (items[:behind] < panel * width).all() and (items[behind:] >= panel * width).all()
        for begin in items:
            places = begin + np.arange(packing.RUN)[:, None] * height + np.arange(height)
            assert (np.diff(source[places], axis=0) == 1).all() and (np.diff(goals[places], axis=1) == 1).all()
            assert (places // width == places[:, :1] // width).all()
            covered |= {*places.ravel().tolist()}
    assert covered >= set(range(len(source)))


def test_operands_that_no_blas_reads_are_not_copied():  # W17
    f = es.compile(formula("aebf,dfce->abcd"))
    f(X=RANDOM.random((8, 9, 7, 6)), Y=RANDOM.random((9, 6, 8, 9)))
    (step,) = f.program.steps
    assert isinstance(step, PackedContraction) and step.engine == "packed" and f.memory.arena == 0
    assert "sum[e,f](X[a, e, b, f]*Y[d, f, c, e])" in f.explain()


@pytest.mark.parametrize(
    "orders, inside",
    [
        (("ijk", "kl", "ijl"), True), (("ikj", "kl", "ijl"), False), (("ij", "kj", "ik"), True),
        (("bij", "bjk", "bik"), True), (("ibj", "jbk", "bik"), True), (("jik", "kl", "ijl"), False),
        (("ij", "jk", "ki"), True), (("ikl", "lkj", "ij"), False),
    ],
)  # fmt: skip
def test_what_a_blas_reads_in_place(orders, inside):
    assert is_in_place(*orders, dict.fromkeys("bijkl", 5)) is inside


SHIFTED = [
    ("y[p,k] = pad(x)[p - r + 1, c]*w[r,c,k]*(p < size(x, 0))", {"x": (20, 6), "w": (4, 6, 9)}),
    ("y[k,p] = x[c, 2*p + 3*r]*w[k,c,r]", {"x": (5, 41), "w": (8, 5, 4)}),
    ("y[p,k] = pad(x)[size(x, 0) - 1 - p - r, c]*w[r,c,k]*(p < size(x, 0))", {"x": (30, 6), "w": (4, 6, 9)}),
    ("y[g,k,p] = sum[c,r](x[g,c,p+r]*w[g,k,c,r])", {"x": (3, 5, 21), "w": (3, 8, 5, 4)}),
    ("y[k,p,q,s] = sum[a,b,d](pad(x)[p+a-1, q+b-1, s+d-1]*w[k,a,b,d])*(p < size(x, 0))*(q < size(x, 1))*(s < size(x, 2))",
     {"x": (6, 7, 8), "w": (9, 3, 3, 3)}),
    ("y[k,p,q,s,t] = sum[a,b,d,e](pad(x)[p+a-1, q+b-1, s+d-1, t+e-1]*w[k,a,b,d,e])"
     "*(p < size(x, 0))*(q < size(x, 1))*(s < size(x, 2))*(t < size(x, 3))",
     {"x": (4, 5, 4, 5), "w": (9, 3, 3, 3, 3)}),
]  # fmt: skip


@pytest.mark.parametrize("text, shapes", SHIFTED, ids=[t[:30] for t, _ in SHIFTED])
def test_reads_at_sums_of_indices_agree_with_the_reference(text, shapes):
    e = es.parse(text)
    given = arrays(shapes)
    np.testing.assert_allclose(es.compile(e)(**given), evaluate(e, given), rtol=1e-11, atol=1e-11)


def test_the_same_program_serves_other_lengths():
    e = es.parse("y[n,k,p,q] = sum[c,r,s](pad(x)[n,c,p+r-1,q+s-1]*w[k,c,r,s])*(p < size(x, 2))*(q < size(x, 3))")
    f = es.compile(e)
    sizes = ((2, 8, 8, (9, 10)), (1, 3, 20, (31, 3)), (4, 8, 5, (1, 1)), (0, 8, 8, (9, 9)), (2, 0, 5, (4, 4)))
    for n, c, k, space in sizes:
        x, w = arrays({"x": (n, c, *space), "w": (k, c, 3, 3)}).values()
        t = windows(x, (3, 3), 1, 1, 1)
        np.testing.assert_allclose(f(x=x, w=w), np.einsum("ncpqrs,kcrs->nkpq", t, w), rtol=1e-12, atol=1e-12)


def test_strided_arrays_and_results_of_the_caller():
    f = es.compile(formula("aebf,dfce->abcd"))
    x, y = RANDOM.random((16, 9, 7, 12))[::2, ..., ::2], np.asfortranarray(RANDOM.random((9, 6, 8, 9)))
    out = np.empty((8, 7, 8, 9))
    assert f(X=x, Y=y, out=out) is out
    np.testing.assert_allclose(out, np.einsum("aebf,dfce->abcd", x, y), rtol=1e-12)


def test_blocks_of_every_size_give_the_same(monkeypatch):
    """Short tables with repeated products around them, and blocks of one tile and a few terms."""
    x, w = arrays({"x": (6, 5, 14, 14), "w": (9, 5, 3, 3)}).values()
    e = es.parse("y[n,k,p,q] = sum[c,r,s](x[n,c,p+r,q+s]*w[k,c,r,s])")
    whole = es.compile(e)(x=x, w=w)
    monkeypatch.setattr(packing, "LONGEST", 100)
    monkeypatch.setattr(packing, "DEPTH", 7)
    monkeypatch.setattr(packing, "ROW_TILES", 1)
    monkeypatch.setattr(packing, "COLUMN_TILES", 1)
    np.testing.assert_allclose(es.compile(e)(x=x, w=w), whole, rtol=1e-11, atol=1e-12)


def test_a_matrix_product_may_be_packed_and_refusals_are_said():
    f = es.compile("y[i,k] = A[i,j]*B[j,k]", engine="packed", strict=True)
    a, b = arrays({"A": (30, 41), "B": (41, 57)}).values()
    np.testing.assert_allclose(f(A=a, B=b), a @ b, rtol=1e-12)
    with pytest.raises(es.EngineError, match="no complex128"):
        f(A=a + 0j, B=b + 0j)
    f = es.compile("y[k,p] = x[c, p + r]*w[k,c,r]", engines=["openblas", "packed"])
    f(x=RANDOM.random((4, 30)), w=RANDOM.random((5, 4, 3)))
    assert "an operand is no matrix in memory" in f.report()


def test_a_saved_program_needs_no_espresso(tmp_path: Path):
    four = (None,) * 4
    f = es.compile(es.conv(es.tensor("x", shape=four), es.tensor("w", shape=four), stride=2, padding=1), engine="packed")
    x, w = arrays({"x": (2, 4, 9, 8), "w": (5, 4, 3, 3)}).values()
    expected = f(x=x, w=w)
    assert engines_of(f) == ["packed"]
    f.save(tmp_path / "convolution.py")
    np.savez(tmp_path / "given.npz", x=x, w=w)
    text = "import sys, numpy as np, convolution as c; g = np.load('given.npz'); "
    text += "np.save('y.npy', c.program(g['x'], g['w'])); print('espresso' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    np.testing.assert_allclose(np.load(tmp_path / "y.npy"), expected, rtol=1e-12)


def test_a_wrong_table_is_seen(monkeypatch):
    """The oracle bites: positions that are said to follow one another and do not, squares that begin elsewhere."""
    x, y = RANDOM.random((8, 9, 7, 6)), RANDOM.random((9, 6, 8, 9))
    with monkeypatch.context() as patch:
        patch.setattr(packing, "breaks", lambda table: np.zeros(max(len(table) - 1, 0), bool))
        with pytest.raises(AssertionError):
            f = es.compile(formula("aebf,dfce->abcd"))
            np.testing.assert_allclose(f(X=x, Y=y), np.einsum("aebf,dfce->abcd", x, y), rtol=1e-9)
    right = packing.turned
    monkeypatch.setattr(packing, "turned", lambda *given: (np.sort(right(*given)[0]), right(*given)[1]))
    x, y = RANDOM.random((9, 20, 12)), RANDOM.random((20, 9))
    with pytest.raises(AssertionError):
        f = es.compile(formula("dca,bd->abc"))
        np.testing.assert_allclose(f(X=x, Y=y), np.einsum("dca,bd->abc", x, y), rtol=1e-9)


def test_blocks_cut_squares_anywhere(monkeypatch):
    x, y = RANDOM.random((9, 24, 20)), RANDOM.random((20, 9))
    monkeypatch.setattr(packing, "ROW_TILES", 1)
    monkeypatch.setattr(packing, "COLUMN_TILES", 1)
    monkeypatch.setattr(packing, "DEPTH", 7)
    expected = np.einsum("dca,bd->abc", x, y)
    np.testing.assert_allclose(es.compile(formula("dca,bd->abc"))(X=x, Y=y), expected, rtol=1e-12)
