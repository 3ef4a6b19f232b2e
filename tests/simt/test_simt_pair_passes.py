"""Arrays of all pairs that devices make tile by tile: attention and kernel sums with their gradients (case 58)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from programs import Case, run

import espresso as es
from espresso.compiler.matching.pair_passes import PairPass

pytestmark = pytest.mark.usefixtures("few_pairs")
RNG = np.random.default_rng(11)

ATTENTION = "o[b,i,e] = sum[j](softmax[j](sum[d](q[b,i,d]*k[b,j,d])*0.3)*v[b,j,e])"
CAUSAL = "o[b,i,e] = sum[j](softmax[j](where(j <= i, sum[d](q[b,i,d]*k[b,j,d])*0.3, -inf))*v[b,j,e])"
SHAPES: dict[str, tuple[int, ...]] = {"q": (2, 70, 24), "k": (2, 90, 24), "v": (2, 90, 40)}
GAUSS = "a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])"

TABLE: list[tuple[str, dict[str, tuple[int, ...]], list[str], int]] = [
    # formula, shapes, what it is differentiated by, passes
    (CAUSAL, {"q": (2, 70, 24), "k": (2, 90, 24), "v": (2, 90, 40)}, ["q", "k", "v"], 3),
    ("o[h,i,e] = sum[j](softmax[j](sum[d](q[i,h,d]*k[j,h,d]) + bias[i,j])*v[j,h,e])",
     {"q": (33, 3, 20), "k": (80, 3, 20), "v": (80, 3, 20), "bias": (33, 80)}, [], 1),
    ("o[x,y,e] = sum[u,w](softmax[u,w](sum[d](q[x,y,d]*k[u,w,d]))*v[u,w,e])",
     {"q": (9, 10, 20), "k": (7, 10, 20), "v": (7, 10, 20)}, [], 1),
    ("o[i,e] = sum[j](relu(sum[d](q[i,d]*k[j,d]))**2*v[j,e])", {"q": (70, 20), "k": (80, 20), "v": (80, 20)},
     ["v"], 2),
    (GAUSS, {"x": (90, 3), "y": (130, 3), "b": (130,)}, ["x"], 1),
]  # fmt: skip


def made(
    text: str, shapes: dict[str, tuple[int, ...]], wrt: list[str], dtype: str = "float32", target: str = "opencl"
) -> tuple[Case, list[Any]]:
    """The formula with its pullbacks as a case, and what the reference says in float64."""
    e = es.parse(text)
    given = {n: RNG.normal(size=s).astype(dtype) for n, s in shapes.items()}
    roots = [e]
    if wrt:
        given["G_"] = RNG.normal(size=np.shape(es.evaluate(e, given))).astype(dtype)
        roots += es.vjp(e, wrt, "G_")
    wide = {n: a.astype("float64") for n, a in given.items()}
    return Case(roots, given, target), [es.evaluate(r, wide) for r in roots]


def passes(case: Case) -> list[PairPass]:
    return [s for s in case.program.steps if isinstance(s, PairPass)]


def near(values: list[Any], expected: list[Any], tolerance: float) -> None:
    for value, wanted in zip(values, expected, strict=True):
        assert value.shape == np.shape(wanted)
        assert np.abs(value - wanted).max() <= tolerance * np.abs(wanted).max()


@pytest.mark.parametrize(("text", "shapes", "wrt", "count"), TABLE, ids=[row[0] for row in TABLE])
def test_values_and_gradients_are_those_of_the_reference(text: str, shapes: Any, wrt: list[str], count: int) -> None:
    case, expected = made(text, shapes, wrt)
    assert len(passes(case)) == count
    pairs = {n for one in passes(case) for n in one.pairs}
    program = case.simt("opencl")
    assert pairs and not pairs & set(program.buffers)  # no array of them anywhere
    near(run(program, case), expected, 5e-6)


@pytest.mark.parametrize(("dtype", "block", "tolerance"), [
    ("float64", 256, 1e-12), ("float16", 256, 2e-3), ("float32", 32, 5e-6),
])  # fmt: skip
def test_other_dtypes_and_blocks(dtype: str, block: int, tolerance: float) -> None:
    case, expected = made(ATTENTION, SHAPES, [], dtype)
    near(run(case.simt("opencl", block=block), case), expected, tolerance)


@pytest.mark.parametrize("sizes", [(1, 200, 3, 5), (65, 63, 17, 33)])
def test_odd_sizes(sizes: tuple[int, int, int, int]) -> None:
    rows, columns, depth, width = sizes
    shapes = {"q": (1, rows, depth), "k": (1, columns, depth), "v": (1, columns, width)}
    case, expected = made(ATTENTION, shapes, [])
    assert passes(case)
    near(case.run(), expected, 5e-6)


def test_large_scores_and_rows_that_see_nothing() -> None:
    """Scores of +-1000, rows whose first tiles or all of whose elements are masked: as the reference, NaN included."""
    text = "o[i,e] = sum[j](softmax[j](where(m[i,j] > 0, sum[d](q[i,d]*k[j,d]), -inf))*v[j,e])"
    given = {"q": 300*RNG.normal(size=(70, 8)), "k": RNG.normal(size=(200, 8)), "v": RNG.normal(size=(200, 9)),
             "m": np.ones((70, 200))}  # fmt: skip
    given["m"][3] = 0
    given["m"][5, :150] = 0
    given["m"][6, 20:] = 0
    case = Case(text, given)
    assert passes(case)
    (value,) = case.run()
    wanted = es.evaluate(es.parse(text), given)
    assert np.isnan(wanted[3]).all()
    np.testing.assert_allclose(value, wanted, rtol=1e-9, atol=1e-12)


def test_an_infinite_score_and_a_nan_stay_in_their_rows() -> None:
    given = {n: RNG.normal(size=(1, 100, 4)) for n in "qkv"}
    given["q"][0, 7, 0] = np.nan
    given["q"][0, 9] = np.inf
    case = Case(ATTENTION, given)
    (value,) = case.run()
    with np.errstate(all="ignore"):
        wanted = es.evaluate(es.parse(ATTENTION), given)
    np.testing.assert_allclose(value, wanted, rtol=1e-9, atol=1e-12)
    assert np.isnan(value[0, [7, 9]]).all() and np.isfinite(np.delete(value[0], [7, 9], 0)).all()


def test_a_running_sum_that_is_not_rescaled_is_noticed() -> None:
    """The oracle bites: without the factor for a maximum that grows, results are wrong."""
    case, expected = made(ATTENTION, SHAPES, [])
    program = case.simt("opencl")
    assert program.source.count("_sum[p][r] *= scale;") == 1
    program.source = program.source.replace("_sum[p][r] *= scale;", "_sum[p][r] *= 1.0f;")
    with pytest.raises(AssertionError):
        near(run(program, case), expected, 5e-6)


def test_arrays_of_pairs_that_someone_needs_stay() -> None:
    given = {n: RNG.normal(size=(70, 20)) for n in "qkv"}
    both = ["p[i,j] = softmax[j](sum[d](q[i,d]*k[j,d]))", "o[i,e] = sum[j](softmax[j](sum[d](q[i,d]*k[j,d]))*v[j,e])"]
    case = Case([es.parse(t) for t in both], given)
    near(case.run(), [es.evaluate(es.parse(t), given) for t in both], 1e-12)
    plain = Case(ATTENTION, {n: a[None] for n, a in given.items()}, blocked=False)
    assert not passes(plain)  # blocked=False keeps arrays whole


def test_small_arrays_are_kept_and_large_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    f = es.compile(ATTENTION, target="gpu")
    small, large = (np.empty((8, n, 64), "float32") for n in (128, 4096))
    assert "never stored" not in f.explain("H200", q=small, k=small, v=small)
    explained = f.explain("H200", q=large, k=large, v=large)
    assert "never stored" in explained and "rescaled where" in explained
    assert f.memory.arena < 16 << 20  # the array of pairs alone would take 512 MiB


def test_the_text_is_the_same_every_time() -> None:
    texts = {made(ATTENTION, SHAPES, ["q", "k", "v"])[0].simt("cuda").source for _ in range(2)}
    assert len(texts) == 1
