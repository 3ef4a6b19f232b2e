"""Passes that read several elements at a time: sums, rows in registers, and loops over several indices, at every length."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from programs import Case, agree, run
from test_simt_rows import NORM, SOFTMAX, registers  # noqa: F401

import espresso as es
from espresso.codegen.simt import kernel as simt_kernel

SUMS = {
    "s[i] = sum[j](x[i,j]*w[j])": {"x": (5, 0), "w": (0,)},
    "s = sum[i,j]((x[i,j] - y[i,j])**2)": {"x": (3, 0), "y": (3, 0)},
    "s[i] = sum[j,k](t[i,j,k]*x[j,k])": {"t": (2, 3, 0), "x": (3, 0)},
    "m[i] = max[j](x[i,j])": {"x": (3, 0)},
    "a = argmax[i,j](x[i,j])": {"x": (7, 0)},
    "s[i] = sum[j](x[i,j]*y[i,j+1])": {"x": (3, 0), "y": (3, 1)},
    "s[b] = sum[k](W[idx[b],k]*x[k])": {"W": (4, 0), "x": (0,), "idx": (6,)},
}
"""Sums and shapes; their last axes get longer by a length."""

LENGTHS = (0, 1, 4, 6, 8, 100, 1028)


def given(shapes: dict[str, tuple[int, ...]], length: int, dtype: str) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(length)
    found = {}
    for name, shape in shapes.items():
        if name == "idx":
            found[name] = rng.integers(0, 4, shape)
        elif dtype.startswith("int"):
            found[name] = rng.integers(-3, 4, (*shape[:-1], shape[-1] + length)).astype(dtype)
        else:
            found[name] = rng.normal(size=(*shape[:-1], shape[-1] + length)).astype(dtype)
    return found


@pytest.mark.opencl
@pytest.mark.parametrize(("text", "dtype"), [
    *((text, "float32") for text in SUMS), *((text, dtype) for text in list(SUMS)[:2] for dtype in ("float64", "float16", "int16")),
])  # fmt: skip
def test_sums_at_every_length(text: str, dtype: str) -> None:
    for length in LENGTHS:
        if length == 0 and text[0] in "ma":
            continue  # nothing has no maximum
        case = Case(text, given(SUMS[text], length, dtype))
        assert re.search(r"\b_es_load\d_", case.simt("cuda").source)
        expected = es.evaluate(es.parse(text), {n: a if a.dtype.kind == "i" else a.astype("f8") for n, a in case.given.items()})
        (found,) = case.run(block=64)
        scale = max(1.0, float(np.abs(expected).max(initial=0)))
        tolerance = {"float64": 1e-12, "float32": 3e-6, "float16": 2e-3}.get(dtype, 0)
        assert np.abs(found - expected).max(initial=0) <= tolerance * scale, (length, found, expected)


@pytest.mark.opencl
@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("n", [1, 4, 31, 32, 1024, 1028])
def test_rows_in_registers_by_runs(n: int, dtype: str, registers: None) -> None:  # noqa: F811
    """Four elements of a thread, one run; longer rows than 1024 are passed by runs through memory."""
    case = Case(SOFTMAX, given({"z": (5, 0)}, n, dtype))
    source = case.simt("opencl").source
    assert "by_runs" in source and re.search(r"_es_load4_float\d+\(z_row \+ 4\*q", source)
    agree(case.run(), [es.evaluate(es.parse(SOFTMAX), case.given)], dtype)


@pytest.mark.opencl
@pytest.mark.parametrize("n", [30, 32, 1024, 1500])
def test_sums_carried_by_runs(n: int, registers: None) -> None:  # noqa: F811
    """What a thread adds up from row to row belongs to the elements that it has by runs, or one by one."""
    roots = es.vjp(es.parse(NORM), ["z", "g", "b"], "G")
    case = Case(roots, given({"z": (40, 0), "G": (40, 0), "g": (0,), "b": (0,)}, n, "float32"))
    assert "by_runs ?" in case.simt("opencl").source
    wide = {k: a.astype("f8") for k, a in case.given.items()}
    for value, e in zip(case.run(), roots, strict=True):
        expected = es.evaluate(e, wide)
        assert np.abs(value - expected).max() <= 2e-5 * max(1.0, np.abs(expected).max())


@pytest.mark.opencl
def test_runs_that_begin_elsewhere_are_seen() -> None:
    """The oracle bites: a run one element further, an index without its carry, and runs where rows have no multiple of one."""
    text = "s = sum[i,j]((x[i,j] - y[i,j])**2)"
    case = Case(text, given({"x": (70, 0), "y": (70, 0)}, 12, "float32"))
    program = case.simt("opencl", block=16)
    expected = es.evaluate(es.parse(text), case.given)
    for right, wrong in (("x, i*n_j + j_run)", "x, i*n_j + j_run + 1)"), ("j_run -= n_j; i += 1;", "j_run -= n_j;")):
        assert right in program.source
        assert not np.allclose(run(replace(program, source=program.source.replace(right, wrong)), case)[0], expected)
    odd = Case(text, given({"x": (70, 0), "y": (70, 0)}, 11, "float32"))
    program = odd.simt("opencl", block=16)
    anyway = program.source.replace("n_j % 4 == 0 && n_y_1 % 4 == 0", "true")
    assert anyway != program.source
    assert not np.allclose(run(replace(program, source=anyway), odd)[0], es.evaluate(es.parse(text), odd.given))


def test_short_runs_of_wide_numbers_and_columns_are_left_alone() -> None:
    """Rows of float64 in registers are read one by one, and so are sums whose threads have neighbouring columns."""
    for text, shapes, dtype in ((SOFTMAX, {"z": (5, 0)}, "float64"), ("s[j] = sum[i](x[i,j])", {"x": (5000, 60)}, "float32")):
        case = Case(text, given(shapes, 4, dtype))
        assert "by_runs" not in case.simt("cuda").source
    assert "_es_load" not in case.simt("cuda").steps[0].source


def test_windows_are_sums_of_one_thread_for_each_result() -> None:
    """A filter is the same for all results, so neighbouring threads take neighbouring results and not its elements."""
    text = "y[p,q] = sum[r,s](pad(x)[p+r-1,q+s-1]*w[r,s])*(p < size(x, 0))*(q < size(x, 1))"
    case = Case(text, {"x": np.zeros((512, 512), "f"), "w": np.zeros((3, 3), "f")})
    (first, *_) = case.simt("cuda").steps
    assert first.schedule.columns and first.launch(case.size).block == (256, 1, 1)
    assert "%" not in first.source[first.source.index("e_first < stop") :]


def test_a_block_that_is_shorter_than_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a sum begin at multiples of a block, so a run is no longer than that."""
    case = Case("s = sum[i](x[i])", {"x": np.zeros(9000, "int8")})
    assert "_es_load8" in case.simt("cuda").source and "_es_load2" in case.simt("cuda", block=2).source
    monkeypatch.setattr(simt_kernel, "vectors", lambda *_: None)
    assert "_es_load" not in case.simt("cuda").source
