"""Every workload of the benchmark suite gives, at tiny sizes and on every system that is installed, what NumPy gives."""

from __future__ import annotations

import argparse
import dataclasses
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from benchmarks import (
    accuracy,
    causes,
    charts,
    command,
    complex_accuracy,
    consistency,
    crossover,
    devices,
    estimate,
    everyday,
    firsts,
    fresh,
    gpt,
    isa,
    measure,
    peers,
    rates,
    report,
    results,
    shapes,
    suite,
    table,
    trees,
    turns,
    using,
)
from benchmarks.workload import Case, Peer, Workload, cases, largest_error

# what these systems warn about is theirs
pytestmark = pytest.mark.filterwarnings("ignore")

HERE = Path(__file__).parent
ROWS = cases(table.WORKLOADS, "tiny")


def _without_slow_peers(workload: Workload) -> Workload:
    """torch.compile takes seconds for each formula, and eager PyTorch runs the same function."""
    return dataclasses.replace(workload, peers=[p for p in workload.peers if p.kind != "torch.compile"])


def _marked(w: Workload) -> tuple[Any, ...]:
    """Deep networks take long to compile, test_network_pages has the same ones; so do loops by hand of the long solvers."""
    slow = w.id == "W23" and not w.case.startswith("MNIST")
    return (pytest.mark.slow,) if slow or w.case.startswith(("flow in a cavity", "Kalman", "Lorenz", "heat")) else ()


@pytest.mark.usefixtures("quick_numba")
@pytest.mark.parametrize("case", [pytest.param(c, marks=_marked(c.workload), id=f"{c.workload.name} {c.dtype}") for c in ROWS])
def test_every_system_agrees_with_numpy(case: Case) -> None:
    workload = case.workload
    row = measure.check_row(dataclasses.replace(case, workload=_without_slow_peers(workload)))
    failed = {name: facts["failure"] for name, facts in row["systems"].items() if "failure" in facts}
    assert failed == {}
    # the oracle is float64 NumPy in any case; only JAX and PyTorch convolve, so without them nobody stands beside W19 and W23
    alone = workload.id in ("W19", "W23") and not any(find_spec(peer) for peer in ("jax", "torch"))
    assert "espresso" in row["systems"] and len(row["systems"]) >= 2 - alone


def _checked(workload: Workload, sizes: dict[str, int], dtype: str = "float32", **changes: Any) -> dict[str, Any]:
    return measure.check_row(Case(dataclasses.replace(workload, **changes), sizes, dtype))


def test_a_wrong_result_is_seen() -> None:
    good = table.of("W8")[0]
    wrong = Peer("numpy", lambda x, y: 2 * y + 4 * x + np.where(np.arange(x.size) == 3, 0.01, 0), label="wrong")
    shape = Peer("numpy", lambda x, y: (2 * y + 4 * x)[1:], label="shape")
    nan = Peer("numpy", lambda x, y: np.full_like(x, np.nan), label="nan")
    row = _checked(good, {"n": 50}, peers=[wrong, shape, nan])
    assert all(row["systems"][n]["failure"].startswith("wrong result") for n in ("wrong", "shape", "nan"))
    assert command.failures(row) == 3


def test_a_peer_that_needs_too_much_memory_fails_alone() -> None:
    everything = Peer("numpy", lambda x, y: np.zeros(1 << 50, np.uint8), label="everything")
    row = _checked(table.of("W8")[0], {"n": 50}, peers=[everything])
    assert "Memory" in row["systems"]["everything"]["failure"] and "failure" not in row["systems"]["espresso"]


def test_a_factored_result_is_checked_as_the_array_it_stands_for() -> None:
    workload = next(w for w in table.of("W3") if w.structure)
    row = _checked(workload, {"n": 7, "k": 2}, "float64", peers=[])
    assert row["systems"]["espresso"]["error"] < 1e-12
    row = _checked(workload, {"n": 7, "k": 2}, "float64", peers=[], truth=lambda **a: 1.01 * workload.truth(**a))
    assert row["systems"]["espresso"]["failure"].startswith("wrong result")


def test_a_system_faster_than_the_good_form_has_no_loss() -> None:
    """W15: also where the form that is called good happened to take longer than the bad one."""
    case = Case(table.of("W15")[2], {"n": 3}, "float32")
    for good, bad in ((2.0, 4.0), (4.0, 2.0)):
        times = {"espresso": [[1.5]], "good form": [[good]], "bad form": [[bad]], "jax": [[5.0]]}
        row = measure.row_facts(case, {n: {} for n in times}, times, quiet=True)
        assert row["loss"]["espresso"] < 0 < row["loss"]["jax"] and row["goals"][0]["met"]


def test_jax_keeps_its_precision_behind_a_peer() -> None:
    jax = pytest.importorskip("jax")
    (call,) = peers.calls(Peer("jax", lambda x: x + 1), table.of("W19")[0], [{"x": np.ones(3)}], [])
    assert call()[0].dtype == "float64" and jax.numpy.asarray(np.ones(3)).dtype == "float32"


def test_jax_writes_into_the_memory_of_its_last_result() -> None:
    pytest.importorskip("jax")
    peer, arrays = Peer("jax", lambda x: 2 * x), {"x": np.ones(1 << 16)}
    (call,) = peers.calls(peer, dataclasses.replace(table.of("W8")[0], reuse=True), [arrays], [np.empty(1 << 16)])
    first = call()[0]
    second = call()[0]
    assert first.is_deleted() and second[0] == 2


def test_channels_last_is_the_same_result_in_another_layout() -> None:
    case = next(c for c in ROWS if c.workload.case.startswith("3x3, 64"))
    last = [p for p in case.workload.peers if p.channels_last]
    assert [p.kind for p in last] == ["jax", "torch"]
    row = measure.check_row(dataclasses.replace(case, workload=dataclasses.replace(case.workload, peers=last)))
    assert all(f["error"] < 1e-5 for f in row["systems"].values())


def test_rows_of_fresh_processes_have_the_same_form() -> None:
    series = using.Series()
    for seconds, error in ((0.2, 0.0), (0.1, 1e-7)):
        series.add("espresso", lambda s=seconds, e=error: ([s], e))
        series.add("numpy", lambda: ([0.4], None))
    series.add("jax", lambda: using._fresh("import", "no_such_package", "."))  # type: ignore[arg-type, return-value]
    row = using._row("first", "y = x", series, 0.5, 0.0)
    assert row["systems"]["espresso"]["quartile_s"] == pytest.approx(0.125) and row["systems"]["espresso"]["error"] == 1e-7
    assert row["ratios"]["numpy"][0] == pytest.approx(3.2) and row["goals"][0]["met"]
    assert "no_such_package" in row["systems"]["jax"]["failure"]
    assert using._row("first", "y = x", series, 0.5, 1.0)["goals"][0]["met"] is None


def test_the_small_gpt_has_its_53_parameters() -> None:
    import espresso as es

    assert len(gpt.parameters(3)) == 53
    assert set(gpt.parameters(1)) <= set(es.parse(gpt.text(1)).inputs)


def test_the_same_small_formula_everywhere() -> None:
    rng = np.random.default_rng(1)
    A, b = rng.standard_normal((5, 4)), rng.standard_normal(4)
    assert largest_error(fresh.espresso()(A, b), [fresh.numpy()(A, b)]) < 1e-12
    assert largest_error(fresh.numba().py_func(A, b), [fresh.numpy()(A, b)]) < 1e-12
    assert fresh.new_lengths("espresso", rounds=1)[0] < 1e-5


@pytest.mark.parametrize("name", ["logistic Hessian", "two layers, Adam"])
def test_a_common_formula_is_the_same_in_jax(name: str) -> None:
    pytest.importorskip("jax")
    given = firsts.arrays(name, more=1)
    ours, theirs = (firsts.total(system(name)(given)) for system in firsts.SYSTEMS.values())
    assert abs(ours - theirs) < 1e-4 * abs(theirs)


# --- the command and its page ----------------------------------------------------------------


def test_list_names_every_workload(capsys: pytest.CaptureFixture[str]) -> None:
    assert suite.main(["--list"]) == 0
    listed = capsys.readouterr().out
    assert all(identifier in listed for identifier in table.TITLES)


def test_profile_prints_the_steps_of_each_row(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The microseconds that `causes` names are what this command shows; calling a step is no part of its time."""
    monkeypatch.setenv(command.PINNED, "1")
    assert command.main(["--only", "W21", "--case", "char", "--size", "tiny", "--profile"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "W21 char-RNN, seq=2, batch=3, hidden=4, vocab=5, float32" in lines
    steps = [line for line in lines if line.startswith(("  matmul ", "  kernel_"))]
    assert len(steps) == 23 and any(line.startswith("whole call: ") for line in lines)
    assert command.main(["--only", "W5", "--case", "softmax", "--size", "tiny", "--profile"]) == 0  # inputs nobody reads
    assert "  kernel_Hv_z: " in capsys.readouterr().out


def test_estimates_are_those_of_the_cases_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    rows = [row for row in estimate.rows() if row.id == "W14"]
    monkeypatch.setattr(estimate, "rows", lambda: rows)
    monkeypatch.setattr(estimate, "estimate", lambda row, gpu: row)
    monkeypatch.setattr(estimate, "as_line", lambda row: row.case)
    text = rows[-1].case.split(",")[0]
    assert command.main(["--estimate", "--target", "gpu", "--only", "W14", "--case", text.upper()]) == 0
    found = capsys.readouterr().out.splitlines()
    assert found == [row.case for row in rows if text in row.case] and 0 < len(found) < len(rows)
    assert command.main(["--estimate", "--case", "no such case"]) == 0
    assert capsys.readouterr().out == ""


def test_unknown_workload_is_refused() -> None:
    with pytest.raises(SystemExit, match="no workload W99; there are W1, W2"):
        command.chosen("W8,W99")
    assert command.chosen("w22,W8") == ["W8", "W22"]


def test_about_names_no_paths() -> None:
    options = argparse.Namespace(json=Path("/somewhere/else.json"), size="tiny")
    facts = json.dumps(command.about(options, ["--json", "/somewhere/else.json"]))
    assert "somewhere" not in facts and "espresso bench --json FILE" in facts


def test_page_is_what_the_results_say(root: Path, tmp_path: Path) -> None:
    report.write_page(results.FOLDER, tmp_path)
    assert {f.name for f in tmp_path.iterdir()} == {"performance.md", *(chart.file for chart in charts.CHARTS)}
    for file in tmp_path.iterdir():
        assert (root / "docs" / file.name).read_text(encoding="utf-8") == file.read_text(encoding="utf-8")


def _document(rows: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "workload": "W8", "rows": rows, "date": "2000-01-02", "command": "espresso bench", "threads": 2, "target": "cpu",
        "machine": {"cpu": "abacus", "cores": 1, "system": "none"}, "python": "3", "versions": {}, "limits": {},
        "tree": "aaa", "isa": "avx2", **more,
    }  # fmt: skip


def _planted(case: str, **more: Any) -> dict[str, Any]:
    return {
        "id": "W8", "case": case, "formula": "", "sizes": {"n": 3}, "dtype": "float32", "limit": "triad", "systems": {},
        "ratios": {}, "goals": [], "skipped": {}, "quiet": True, "at": results.now(), **more,
    }  # fmt: skip


def test_page_says_what_failed_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    row = _planted(
        "(z) planted", systems={"espresso": {"failure": "ValueError: no"}, "jax": {"failure": "wrong result: 1e-1"}},
        goals=[{"goal": ">= 2x jax", "reached": None, "met": None}], skipped={"numexpr": "package is not installed"},
    )  # fmt: skip
    monkeypatch.setitem(causes.CAUSES, "W8 (z)", "planted for this test")
    text = report.page([_document([row])])
    assert "| W8 (z) planted | n=3, f32 | abacus, AVX2 | ValueError: no | planted for this test |" in text
    assert "| failed |" in text or "| wrong |" in text
    assert "Skipped: numexpr: package is not installed." in text


def test_misses_say_where_cores_were_far_apart() -> None:
    """Beside the rows of one machine only: another one may take as long always."""
    goal = {"goal": ">= 1x torch", "reached": 0.9, "met": False}
    made = [("a", "one", 90), ("b", "one", 400), ("c", "two", 400), ("d", "one", None)]
    rows = [
        {"id": "W0", "case": case, "machine": machine, "sizes": {}, "dtype": "float32", "systems": {}, "goals": [goal]}
        | ({"exchange_ns": ns} if ns else {})
        for case, machine, ns in made
    ]
    lines = report._misses(rows)[2:]
    assert [("exchanged in 400 ns" in line) for line in lines] == [False, True, False, False]


def test_page_opens_with_charts_and_what_is_slower(tmp_path: Path) -> None:
    slow = _planted("(a) slow", ratios={"jax": [0.5, 0.4, 0.6], "numpy": [0.98, 0.9, 1.1]}, of_limit=[0.7, 0.6, 0.8])
    loud = _planted("(b) loud", ratios={"jax": [0.1, 0.1, 0.1]}, quiet=False)
    old = _planted("(c) old", ratios={"jax": 3.0}, of_limit=0.5, at="2000-01-01 00:00")
    earlier = [_document([old], tree="bbb", date="2000-01-01"), _document([old], workload="W10", isa="")]
    del earlier[1]["tree"]
    for n, d in enumerate([_document([slow, loud]), *earlier]):
        (tmp_path / str(n)).mkdir()
        results.write(tmp_path / str(n), d)
    documents = [d for n in range(3) for d in results.read(tmp_path / str(n))]
    text = report.page(documents)
    pictures, slower, rest = (text.index(t) for t in ("performance-limit.svg", "## Slower than a peer", "## Summary"))
    assert pictures < slower < rest
    assert "performance-first.svg" not in text  # no row has such a time
    assert "| W8 (a) slow | n=3, f32 | abacus, AVX2 | jax | 0.50x | 0.40 to 0.60 |" in text[slower:rest]
    assert "numpy" not in text[slower:rest] and "loud" not in text[slower:rest]
    assert "(c) old" not in text[: text.index("## Rows of earlier trees")] and text.count("| 50% |") == 2
    rows = report._rows(results.of_one_tree(documents)[0])
    drawn = [ElementTree.fromstring(chart.svg(rows)) for chart in charts.CHARTS]
    titles = [[t.text for t in d.iter("{http://www.w3.org/2000/svg}title")] for d in drawn]
    assert titles == [["(a) slow n=3 float32: 0.7"], ["(a) slow n=3 float32, jax: 0.5x"], []]


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    document = _document([_planted("(a) there"), _planted("(b) loud", quiet=False), _planted("(d) old", at="2000-01-01 00:00")])
    results.write(tmp_path, document)
    kept = results.kept_rows(tmp_path, _document([]))
    assert [r["case"] for r in kept] == ["(a) there", "(b) loud"]
    assert Case(dataclasses.replace(table.of("W8")[0], case="(a) there"), {"n": 3}, "float32").key == results.key(kept[0])
    assert results.kept_rows(tmp_path, _document([], tree="bbb")) == results.kept_rows(tmp_path, _document([], isa="avx512")) == []


def test_rows_that_are_there_are_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was not quiet is, after those that are not there."""
    asked: list[str] = []
    monkeypatch.setattr(measure, "check_row", lambda case: asked.append(case.workload.case) or _planted(case.workload.case))
    every = table.of("W16")
    kept = [_planted(w.case, sizes=dict(w.sizes["tiny"][0]), quiet=q) for w, q in zip(every[:2], (False, True), strict=True)]
    options = command.parser().parse_args(["--size", "tiny"])
    found = list(command.measure_workload("W16", options, kept))
    assert asked == [w.case for w in (*every[2:], every[0])] and {row["size"] for row in found} == {"tiny"}


def test_the_hash_of_the_tree_is_one_of_its_sources(tmp_path: Path) -> None:
    (tmp_path / "espresso").mkdir()
    file = tmp_path / "espresso" / "a.py"
    file.write_text("1", encoding="utf-8")
    before = results.tree_hash(tmp_path)
    (tmp_path / "README.md").write_text("text", encoding="utf-8")
    assert results.tree_hash(tmp_path) == before
    file.write_text("2", encoding="utf-8")
    assert results.tree_hash(tmp_path) != before


def test_every_system_is_limited_to_an_instruction_set(monkeypatch: pytest.MonkeyPatch) -> None:
    from numpy._core import _multiarray_umath as numpy

    monkeypatch.setattr(numpy, "__cpu_features__", {"X86_V3": True, "X86_V4": True, "AVX512_ICL": True, "AVX512_SPR": False})
    monkeypatch.setattr(numpy, "__cpu_dispatch__", ["X86_V3", "X86_V4", "AVX512_ICL", "AVX512_SPR"])
    found = isa.environment("avx2")
    assert found["NPY_DISABLE_CPU_FEATURES"] == "X86_V4 AVX512_ICL" and "xla_cpu_max_isa=AVX2" in found["XLA_FLAGS"]
    assert "ynn_fusion_type=" in found["XLA_FLAGS"].split()[-1]
    assert found[isa.LIMITED] == "avx2" and isa.environment("") == {}


@pytest.mark.slow
def test_a_row_on_an_opencl_device(monkeypatch: pytest.MonkeyPatch) -> None:
    opencl = pytest.importorskip("pyopencl")
    try:
        opencl.get_platforms()
    except opencl.Error as reason:
        pytest.skip(f"no OpenCL platform: {reason}")
    monkeypatch.setenv(devices.TARGET, "opencl")
    row = measure.run_row(Case(table.of("W8")[0], {"n": 1000}, "float32"), measure.Effort(0.01))
    failed = {name: facts["failure"] for name, facts in row["systems"].items() if "failure" in facts}
    assert failed == {} and "limit: triad" in row["systems"] and "jax" in row["skipped"]
    assert "limit: triad, non-temporal" not in row["systems"]


NUMBERS = [f for f in accuracy.NUMBERS if f.name in ("exp", "tanh", "silu", "gelu", "lgamma", "digamma", "pow", "atan2")]


@pytest.mark.usefixtures("optimised")
@pytest.mark.parametrize("f", NUMBERS, ids=[f.name for f in NUMBERS])
def test_errors_are_those_of_the_accuracy_page(f: accuracy.Function) -> None:
    """Few points find no larger error than ten million did, and the special values are right."""
    page = (Path(__file__).parent.parent / "docs" / accuracy.PAGE).read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| {f.name} |")).split("|")
    for dtype, cell in zip(accuracy.DTYPES, row[2:4], strict=True):
        assert accuracy.worst(f, dtype, 8000, seed=99)[0] <= 1.05 * float(cell.split()[0])
        assert accuracy.wrong_specials(f, dtype) == []


@pytest.mark.usefixtures("optimised")
@pytest.mark.parametrize("name", ["exp", "log1p", "rsqrt", "tanh"])
def test_errors_of_complex_numbers_are_those_of_the_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parent.parent / "docs" / accuracy.PAGE).read_text(encoding="utf-8").partition("## Complex")[2]
    row = next(line for line in page.splitlines() if line.startswith(f"| {name} |")).split("|")
    for dtype, cell in zip(complex_accuracy.DTYPES, row[2:4], strict=True):
        assert complex_accuracy.worst(name, dtype, 8000, seed=99)[0] <= 1.05 * float(cell.split()[0])
    right = complex_accuracy.FUNCTIONS[name]
    monkeypatch.setitem(complex_accuracy.FUNCTIONS, name, lambda z: right(z) * (1 + 8 * np.finfo(np.float32).eps))
    assert complex_accuracy.worst(name, "complex64", 4000)[0] > 6


@pytest.mark.usefixtures("optimised")
def test_a_worse_function_is_seen() -> None:
    worse = dataclasses.replace(accuracy.NUMBERS[0], truth=lambda x: np.exp(x) * (1 + 4 * np.finfo(np.float32).eps))
    assert accuracy.worst(worse, "float32", 4000)[0] > 3
    away = dataclasses.replace(accuracy.NUMBERS[0], truth=lambda x: np.where(np.isinf(x), 1, np.exp(x)))
    assert np.inf in accuracy.wrong_specials(away, "float32")


@pytest.mark.usefixtures("optimised")
def test_derivatives_and_ways_to_write_are_measured_and_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consistency, "ELEMENTS", 64)
    monkeypatch.setattr(consistency, "LENGTHS", (8,))
    rows = consistency.derivatives("cumprod[j]")
    assert [formula.wrt for formula, _ in rows] == ["A"] and min(rows[0][1][0] or (0,)) > 0
    written = [(group, consistency.forms(group.texts[0])[0][1]) for group in consistency.WRITTEN[17:18]]
    page = consistency.page(rows, written, "Here.")
    assert "| `y[i,j] = cumprod[j](A[i,j])` | `A` |" in page and "µs* | |" in page
    texts = ("y[i] = sum[j](A[i,j])", "y[i] = sum[j](A[i,j]) + 1")
    monkeypatch.setattr(consistency, "WRITTEN", (consistency.Written(texts, {"A": (3, 4)}),))
    with pytest.raises(AssertionError, match="Not equal"):
        consistency.forms()


@pytest.mark.usefixtures("optimised")
def test_everyday_formulas_are_compared_with_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = everyday.measured("grey")
    assert "| grey image | `y[h,w] = sum[c](A[h,w,c]*k[c])` |" in everyday.page(rows, "Here.")
    wrong = dataclasses.replace(everyday.EVERYDAY[0], numpy=lambda A, k: A @ k + 1)
    monkeypatch.setattr(everyday, "EVERYDAY", (wrong,))
    with pytest.raises(AssertionError, match="grey image"):
        everyday.measured()


@pytest.mark.usefixtures("optimised")
def test_the_table_of_shapes_compares_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "ELEMENTS", 600)
    for formula in shapes.FORMULAS:
        for length in (1, 3, 40):
            assert shapes.measure(formula, length, "float32")
    assert shapes.measure(next(f for f in shapes.FORMULAS if "C[b" in f.text), 600, "float32") is None
    wrong = dataclasses.replace(shapes.FORMULAS[0], numpy=lambda A, c, b: A * b + c)
    with pytest.raises(AssertionError):
        shapes.measure(wrong, 3, "float64")
    page = shapes.page([("y", [(2e-9, 3e-9), None])], [("z", [(1e-9, 3e-9)])], "")
    assert "| `y` | 2.00 (1.5x) | - |" in page and "| `z` | 1.00 (3.0x) |" in page


@pytest.mark.usefixtures("optimised")
@pytest.mark.parametrize("dtype", [*shapes.DTYPES, *shapes.LAYOUTS])
def test_the_table_of_dtypes_and_layouts_compares_results(dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "ELEMENTS", 600)
    measured = [shapes.measure(formula, 8, dtype) for formula in shapes.FORMULAS[::3]]
    assert sum(cell is None for cell in measured) <= 5*dtype.startswith("complex")
    wrong = dataclasses.replace(shapes.FORMULAS[0], numpy=lambda A, c, b: A * b + c)
    with pytest.raises(AssertionError):
        shapes.measure(wrong, 3, dtype)


@pytest.mark.usefixtures("optimised")
def test_the_table_beside_numpy_compares_results() -> None:
    formula = crossover.FORMULAS[1]
    assert crossover.ratio(formula, 10, "float64", 2)[0] > 0
    wrong = dataclasses.replace(formula, numpy=lambda x, y: x + y)
    with pytest.raises(AssertionError):
        crossover.ratio(wrong, 10, "float64", 2)
    assert "| `" + formula.text in crossover.page([(formula.text, [1.0])], "float32")


@pytest.mark.usefixtures("optimised")
def test_rates_compare_results_of_all_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    f = next(f for f in accuracy.NUMBERS if f.name == "atan2")
    rows = [(f.name, dtype, rates.row(f, dtype, 1)) for dtype in rates.DTYPES]
    assert all(ns > 0 for _, _, found in rows for ns in found.values()) and "numpy" in rows[0][2]
    assert rates.page(rows).count("| atan2 |") == 1
    exp = accuracy.NUMBERS[0]
    rows += [(exp.name, dtype, rates.row(exp, dtype, 1)) for dtype in rates.COMPLEX]
    assert "| function | complex64, ns |" in rates.page(rows)
    monkeypatch.setattr(rates, "NUMPY", {"atan2": np.hypot})
    with pytest.raises(AssertionError, match="numpy"):
        rates.row(f, "float64", 1)


def test_a_slower_tree_is_seen() -> None:
    rng = np.random.default_rng(0)

    def processes(scale: float) -> list[list[float]]:
        return [list(scale * factor * rng.normal(1, 0.01, 40)) for factor in (1, 1.01, 0.99)]

    assert turns.ratio(processes(1.15), processes(1))[1] > trees.SLOWER > turns.ratio(processes(1), processes(1))[1]
    assert turns.ratio(processes(1), processes(1.15))[2] < 1 / trees.SLOWER


@pytest.mark.slow
def test_two_trees_are_measured_in_processes_of_their_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "PROCESSES", 1)
    case = cases(table.of("W4"), "tiny")[0]
    assert trees.compare([case], trees.OWN, 0.01) in (0, 1)
    assert "us" in capsys.readouterr().out.splitlines()[1]
    assert trees.compare([case], tmp_path, 0.01) == 0  # the other has no espresso: its own failure
    assert "the other failed: AssertionError: espresso is imported from" in capsys.readouterr().out
