"""Rows that stay in registers between passes, and what they save."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from programs import Case, run

import espresso as es
from espresso.codegen.simt import dialect as simt_dialect
from espresso.codegen.simt.rows import row_cache as simt_rows
from espresso.reference.evaluator import evaluate

SOFTMAX = "p[i,k] = softmax[k](z[i,k])"
NORM = "n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-5)*g[k] + b[k]"


def agree(case: Case, source: object, **options: object) -> None:
    for value, e in zip(case.run(**options), source if isinstance(source, list) else [source], strict=True):
        expected = np.asarray(evaluate(es.parse(e) if isinstance(e, str) else e, case.given))
        rtol = {"float64": 1e-10, "float32": 2e-5, "float16": 3e-3}[str(value.dtype)]
        np.testing.assert_allclose(value, expected, rtol=rtol, atol=rtol)


@pytest.mark.opencl
@pytest.mark.parametrize(("n", "dtype"), [(1, "float32"), (33, "float64"), (256, "float16"), (4096, "float32"),
                                          (4097, "float32")])  # fmt: skip
def test_rows_of_any_length(n: int, dtype: str) -> None:
    """Around every border: one element, a warp, what stays on chip, and longer rows."""
    case = Case(SOFTMAX, {"z": np.random.default_rng(n).normal(size=(3, n)).astype(dtype)})
    (kernel,) = case.simt("opencl").steps
    assert kernel.geometry.resident(case.size) == (n <= 4096)
    agree(case, SOFTMAX)


@pytest.fixture
def registers(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenCL text as CUDA's is: rows in registers, here of four elements a thread."""
    monkeypatch.setitem(simt_dialect.DIALECTS, "opencl", replace(simt_dialect.OPENCL, rows="registers"))
    monkeypatch.setattr(simt_rows, "MOST", 4)


@pytest.mark.opencl
@pytest.mark.parametrize("n", [31, 1024, 1025])
def test_rows_in_registers(registers: None, n: int) -> None:
    given = {"z": np.random.default_rng(n).normal(size=(5, n))}
    case = Case(SOFTMAX, given)
    (kernel,) = case.simt("opencl").steps
    assert "z_row[4];" in kernel.source and kernel.geometry.resident(case.size) == (n <= 1024)
    agree(case, SOFTMAX)


@pytest.mark.opencl
def test_norms_and_pullbacks() -> None:
    rng = np.random.default_rng(0)
    z, G = rng.normal(size=(2, 9, 100))
    given = {"z": z, "G": G, "g": rng.normal(size=100), "b": rng.normal(size=100)}
    agree(Case(NORM, given), NORM, block=16)
    for text in (SOFTMAX, NORM):
        gradient = es.vjp(es.parse(text), "z", "G")
        case = Case(gradient, given)
        assert any("the row stays on chip" in k.source for k in case.simt("opencl").steps)
        agree(case, gradient, block=64)


@pytest.mark.opencl
def test_rows_along_the_first_axis() -> None:
    """Neighbouring threads take neighbouring rows."""
    text = "p[i,k] = softmax[i](z[i,k])"
    for n in (3, 500):
        case = Case(text, {"z": np.random.default_rng(n).normal(size=(n, 70))})
        agree(case, text)


@pytest.mark.opencl
def test_few_long_rows_are_shared_by_blocks() -> None:
    f = es.compile(SOFTMAX, target="opencl")
    z = np.random.default_rng(0).normal(size=(3, 70_000))
    np.testing.assert_allclose(f(z), evaluate(es.parse(SOFTMAX), {"z": z}), rtol=1e-10)
    launches = {k.name: k.launch(f._last.value).grid for k in f._last.generated.simt.steps}
    assert launches["kernel_m1"][1] > 8 and launches["kernel_s"][1] > 8 and launches["kernel_p"][1] > 8
    f(np.tile(z, (30, 1)))  # many rows: one kernel again
    assert len(f._last.generated.simt.steps) == 1


@pytest.mark.opencl
def test_the_wrong_element_is_seen() -> None:
    """The oracle bites: a pass that takes its neighbour's element gives another result."""
    case = Case(SOFTMAX, {"z": np.random.default_rng(0).normal(size=(4, 100))})
    program = case.simt("opencl")
    wrong = program.source.replace("z_row[start + k] :", "z_row[start + (k ^ 1)] :")
    assert wrong != program.source
    assert not np.allclose(run(replace(program, source=wrong), case)[0], evaluate(es.parse(SOFTMAX), case.given))


@pytest.mark.parametrize(("n", "block", "again"), [(256, 32, 0), (4096, 512, 0), (16384, 1024, 0), (131072, 1024, 1)])
def test_bytes_of_softmax(n: int, block: int, again: int) -> None:
    """W10: one read and one write while the row fits into registers; longer rows twice: the sum is in the pass of the maximum."""
    case = Case(SOFTMAX, {"z": np.broadcast_to(np.float32(0), (64, n))})
    (kernel,) = case.simt("cuda").steps
    launch = kernel.launch(case.size)
    assert launch.block[0] == block
    cost = kernel.cost(case.size, lambda name: 4 * 64 * n, lambda name: 4)
    assert (cost.read, cost.written, cost.again) == (4 * 64 * n, 4 * 64 * n, again * 4 * 64 * n)
    assert cost.row == (4 * n if again else 0)


def test_what_is_kept_fits_into_registers() -> None:
    """Of many arrays only as many are kept as a thread has registers for; wide ones count double."""
    names = "abcdefghijkl"
    text = f"y[i,k] = sum[k]({'*'.join(f'{n}[i,k]' for n in names)})*({'+'.join(f'{n}[i,k]' for n in names)})"
    for dtype, arrays, elements in (("float32", 8, 4), ("float64", 4, 4)):
        case = Case(text, {n: np.zeros((4, 50), dtype) for n in names})
        kernel = next(k for k in case.simt("cuda").steps if "stays on chip" in k.source)
        assert len(kernel.kept) == arrays and kernel.geometry.keep == elements


def test_explanations_say_what_stays_on_chip() -> None:
    f = es.compile(SOFTMAX, target="gpu")
    assert "stays on chip between passes: the row of z" in f.explain()
    assert "stays on chip between passes: the row of z" in f.explain(z=(64, 4096))
    assert "too long to stay on chip: the row of z" in f.explain(z=(64, 100_000))


FULL = ["z", "g", "b"]


def full_pullback(rows: int, n: int, dtype: str = "float64") -> tuple[list[object], dict[str, np.ndarray]]:
    rng = np.random.default_rng(rows + n)
    shapes = {"z": (rows, n), "G": (rows, n), "g": (n,), "b": (n,)}
    return es.vjp(es.parse(NORM), FULL, "G"), {k: rng.normal(size=s).astype(dtype) for k, s in shapes.items()}


@pytest.mark.opencl
@pytest.mark.parametrize(("rows", "n", "dtype", "block"), [
    (37, 100, "float64", 32), (200, 33, "float32", 256), (1, 5, "float64", 256), (9, 1, "float64", 32), (21, 3000, "float32", 32),
    (17, 300, "float16", 256),
])  # fmt: skip
def test_a_norm_and_all_its_gradients_pass_the_rows_once(rows: int, n: int, dtype: str, block: int) -> None:
    """W11 backward: one kernel has the rows on chip and carries the sums over them; a second one joins the teams."""
    roots, given = full_pullback(rows, n, dtype)
    case = Case(roots, given)
    first, second, *copies = case.simt("cuda" if dtype == "float64" else "opencl").steps
    assert {"G", "z"} <= set(first.reads) and not {"G", "z"} & set(second.reads)
    assert len(first.schedule.carried) == len(second.writes) == len(second.reads) == 2
    assert len(copies) == (2 if dtype == "float16" else 0)  # sums of float32 become float16
    for value, e in zip(case.run(block=block), roots, strict=True):
        expected = np.asarray(evaluate(e, {k: a.astype("float64") for k, a in given.items()}))
        scale, tolerance = max(1.0, np.abs(expected).max()), {"float64": 1e-12, "float32": 1e-5, "float16": 3e-3}[dtype]
        assert np.abs(value - expected).max() <= tolerance * scale


@pytest.mark.opencl
@pytest.mark.parametrize("n", [31, 1024, 1500])
def test_sums_carried_in_registers(registers: None, n: int) -> None:
    """As in CUDA: rows and sums in registers, and rows that are too long for them."""
    roots, given = full_pullback(40, n)
    case = Case(roots, given)
    first = case.simt("opencl").steps[0]
    assert "dg_rows[4];" in first.source and first.geometry.resident(case.size) == (n <= 1024)
    for value, e in zip(case.run(), roots, strict=True):
        np.testing.assert_allclose(value, evaluate(e, given), rtol=1e-10, atol=1e-10)


@pytest.mark.opencl
def test_sums_over_no_rows_and_few_long_rows() -> None:
    roots, given = full_pullback(0, 5)
    for target in ("opencl", "cpu"):
        dz, dg, db = es.compile(roots, target=target)(**given)
        assert dz.shape == (0, 5) and not dg.any() and not db.any()
    roots, given = full_pullback(2, 40_000)
    f = es.compile(roots, target="opencl")
    for value, e in zip(f(**given), roots, strict=True):
        np.testing.assert_allclose(value, evaluate(e, given), rtol=1e-9, atol=1e-9)
    assert len(f.kernels) > 3  # blocks share the rows


@pytest.mark.opencl
def test_sums_over_the_rows_of_several_indices_and_their_use() -> None:
    """Rows of two indices; a step that reads the sums runs after the teams are joined."""
    text = """s[b,i] = sum[k](x[b,i,k])
    y[b,i,k] = x[b,i,k]/s[b,i]
    c[k] = sum[b,i](x[b,i,k]*y[b,i,k])
    n[k] = w[k] - 0.1*c[k]"""
    roots = list(es.parse(text).outputs.values())
    rng = np.random.default_rng(4)
    given = {"x": rng.uniform(1, 2, size=(3, 7, 50)), "w": rng.normal(size=50)}
    for value, e in zip(es.compile(roots, target="opencl")(**given), roots, strict=True):
        np.testing.assert_allclose(value, evaluate(e, given), rtol=1e-12)


PLAIN = "s[i] = sum[j](exp(x[i,j] - max[k](x[i,k])))"
ONLINE = {
    "softmax": ("p[i,k] = softmax[k](x[i,k])", 2),
    "logsumexp": ("l[i] = logsumexp[k](x[i,k])", 1),
    "of a scaled row": ("l[i] = logsumexp[k](x[i,k]*g[k] + 1)", 1),
    "as it is written": (PLAIN, 1),
}


def rows_of_every_kind(n: int, dtype: str) -> np.ndarray:
    """Growing and falling rows, infinities where they are first, last and alone, NaN, and large numbers beside them."""
    rng = np.random.default_rng(n)
    x = rng.normal(size=(12, n))*4
    x[1], x[2], x[3], x[4] = np.sort(x[1]), np.sort(x[2])[::-1], -np.inf, 7
    for row, place, value in (
        (4, 0, np.nan), (5, n//2, np.inf), (6, n - 1, np.nan), (7, 0, -np.inf), (8, n - 1, np.inf), (9, 0, np.inf),
    ):  # fmt: skip
        x[row, place:place + 1] = value
    x[8] += 1000
    x[10, :-1] = -np.inf
    x[11, 1:] = -np.inf
    return x.astype(dtype)


@pytest.mark.opencl
@pytest.mark.parametrize(("n", "dtype", "block"), [
    (0, "float32", 256), (1, "float32", 256), (60, "float32", 16), (1030, "float32", 16), (1100, "float64", 256),
    (300, "float16", 32), (5000, "float32", 64),
])  # fmt: skip
def test_a_maximum_and_its_sums_in_one_pass(n: int, dtype: str, block: int, registers: None) -> None:
    """Rows that do not stay on chip: exponentials below the largest element so far, rescaled where it grows."""
    rows = rows_of_every_kind(n, dtype) if n else np.zeros((0, 9), dtype)  # no rows at all
    for name, (source, _) in ONLINE.items():
        x = rows[~np.isposinf(rows).any(axis=1)] if name == "softmax" else rows  # there 0 beside NaN, not NaN alone
        case = Case(source, {"x": x, **({"g": np.linspace(0.5, 2, n or 9).astype(dtype)} if "scaled" in name else {})})
        (kernel,) = case.simt("opencl", block=block).steps
        assert kernel.online == 1 and "_own ==" in kernel.source
        with np.errstate(all="ignore"):
            agree(case, source, block=block)


@pytest.mark.opencl
@pytest.mark.parametrize("rise", [1e-3, 1.0, 7.0, 40.0])
def test_rows_that_rise_slowly_are_as_exact_as_others(rise: float, registers: None) -> None:
    """To rescale a sum at every element would round it at every element, each time the same way: 4e-5 here."""
    case = Case(PLAIN, {"x": np.linspace(0, rise, 16 * 4096, dtype="float32").reshape(1, -1)})
    (found,) = case.run(block=16)
    x = case.given["x"].astype("float64")
    np.testing.assert_allclose(found, np.exp(x - x.max()).sum(axis=1), rtol=1e-6)


@pytest.mark.parametrize("name", ONLINE)
def test_long_rows_are_read_once_for_both(name: str) -> None:
    """The bytes of the estimates (W10); rows that stay on chip are read once anyway."""
    source, reads = ONLINE[name]
    n = 131072
    case = Case(source, {"x": np.zeros((2, n), "float32"), **({"g": np.zeros(n, "float32")} if "scaled" in name else {})})
    (kernel,) = case.simt("cuda").steps
    sizes = {"x": 8*n, "g": 4*n, "p": 8*n, "l": 8, "s": 8}
    cost = kernel.cost(case.size, sizes.__getitem__, lambda name: 4)
    assert (cost.read + cost.again) == reads*8*n + (4*n if "scaled" in name else 0)


def test_other_sums_wait_for_the_maximum() -> None:
    """An exponential that is not 0 at minus infinity, one with a factor, one of another row, and one that is stored."""
    for source in ("s[i] = sum[j](exp(max[k](x[i,k]) - x[i,j]))", "s[i] = sum[j](exp(x[i,j] - max[k](x[i,k]))*x[i,j])",
                   "s[i] = sum[j](exp(x[i,j]*x[i,j] - max[k](x[i,k])))",
                   "t[i,j] = exp(x[i,j] - max[k](x[i,k])); s[i] = sum[j](t[i,j]*t[i,j])"):
        *first, last = source.split("; ")
        case = Case(["\n".join([*first, last])] if first else last, {"x": np.zeros((2, 9), "float32")})
        assert not any(getattr(k, "online", 0) for k in case.simt("cuda").steps), source
