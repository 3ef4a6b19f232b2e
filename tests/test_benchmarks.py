"""Every workload of the benchmark suite gives, at tiny sizes and on every system that is installed, what NumPy gives."""

from __future__ import annotations

import argparse
import dataclasses
import json
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks import (
    accuracy,
    causes,
    command,
    crossover,
    devices,
    estimate,
    firsts,
    fresh,
    gpt,
    measure,
    memory,
    peers,
    rates,
    report,
    suite,
    table,
    trees,
    using,
)
from benchmarks.workload import Goal, Peer, Workload, largest_error

# what these systems warn about is theirs
pytestmark = pytest.mark.filterwarnings("ignore")

ROWS = [(w, s, d) for w in table.WORKLOADS for s in w.sizes["tiny"] for d in w.dtypes]


def _without_slow_peers(workload: Workload) -> Workload:
    """torch.compile takes seconds for each formula, and eager PyTorch runs the same function."""
    return dataclasses.replace(workload, peers=[p for p in workload.peers if p.kind != "torch.compile"])


def _marked(w: Workload) -> tuple[Any, ...]:
    """Deep networks take long to compile; test_network_pages has the same ones."""
    return (pytest.mark.slow,) if w.id == "W23" and not w.case.startswith("MNIST") else ()


@pytest.mark.parametrize(
    ("workload", "sizes", "dtype"), [pytest.param(*r, marks=_marked(r[0])) for r in ROWS], ids=[f"{w.name} {d}" for w, _, d in ROWS]
)
def test_every_system_agrees_with_numpy(workload: Workload, sizes: dict[str, int], dtype: str) -> None:
    row = measure.run_row(_without_slow_peers(workload), sizes, dtype, measure.Effort(0.1), only_check=True)
    failed = {name: facts["failure"] for name, facts in row["systems"].items() if "failure" in facts}
    assert failed == {}
    # the oracle is float64 NumPy in any case; only JAX and PyTorch convolve, so without them nobody stands beside W19 and W23
    alone = workload.id in ("W19", "W23") and not any(find_spec(peer) for peer in ("jax", "torch"))
    assert "espresso" in row["systems"] and len(row["systems"]) >= 2 - alone


def test_a_wrong_result_is_seen() -> None:
    good = table.of("W8")[0]
    wrong = Peer("numpy", lambda x, y: 2 * y + 4 * x + np.where(np.arange(x.size) == 3, 0.01, 0), label="wrong")
    shape = Peer("numpy", lambda x, y: (2 * y + 4 * x)[1:], label="shape")
    nan = Peer("numpy", lambda x, y: np.full_like(x, np.nan), label="nan")
    row = measure.run_row(
        dataclasses.replace(good, peers=[wrong, shape, nan]), {"n": 50}, "float32", measure.Effort(0.1), only_check=True
    )
    assert all(row["systems"][n]["failure"].startswith("wrong result") for n in ("wrong", "shape", "nan"))
    assert command.failures(row) == 3


def test_a_peer_that_needs_too_much_memory_fails_alone() -> None:
    everything = Peer("numpy", lambda x, y: np.zeros(1 << 50, np.uint8), label="everything")
    row = measure.run_row(
        dataclasses.replace(table.of("W8")[0], peers=[everything]), {"n": 50}, "float32", measure.Effort(0.1), only_check=True
    )
    assert "Memory" in row["systems"]["everything"]["failure"] and "failure" not in row["systems"]["espresso"]
    if memory.room() is not None:
        with pytest.raises(MemoryError, match="needs 1125899.9 GB"):
            memory.require(1 << 50)


def test_a_factored_result_is_checked_as_the_array_it_stands_for() -> None:
    workload = next(w for w in table.of("W3") if w.structure)
    row = measure.run_row(dataclasses.replace(workload, peers=[]), {"n": 7, "k": 2}, "float64", measure.Effort(0.1), only_check=True)
    assert row["systems"]["espresso"]["error"] < 1e-12
    wrong = dataclasses.replace(workload, peers=[], truth=lambda **a: 1.01 * workload.truth(**a))
    row = measure.run_row(wrong, {"n": 7, "k": 2}, "float64", measure.Effort(0.1), only_check=True)
    assert row["systems"]["espresso"]["failure"].startswith("wrong result")


def test_a_system_faster_than_the_good_form_has_no_loss() -> None:
    """W15: also where the form that is called good happened to take longer than the bad one."""
    def system(name: str, seconds: float) -> measure.System:
        return measure.System(name, [], times=[seconds])

    workload = table.of("W15")[2]
    for good, bad in ((2.0, 4.0), (4.0, 2.0)):
        forms = [system("good form", good), system("bad form", bad), system("jax", 5.0)]
        row = measure.row_facts(workload, {"n": 3}, "float32", [system("espresso", 1.5)], forms, [], None)
        assert row["loss"]["espresso"] < 0 < row["loss"]["jax"] and row["goals"][0]["met"]


@pytest.mark.usefixtures("optimised")
def test_a_measured_row_has_ratios_and_goals() -> None:
    workload = dataclasses.replace(
        table.of("W8")[0], peers=[p for p in table.of("W8")[0].peers if p.kind == "numpy"],
        goals=(Goal("limit", 0.95), Goal("numpy out=", 0.0), Goal("absent", 2)),
    )  # fmt: skip
    row = measure.run_row(workload, {"n": 256}, "float32", measure.Effort(0.01))
    ours, theirs = row["systems"]["espresso out="]["median_s"], row["systems"]["numpy out="]["median_s"]
    assert row["ratios"]["numpy out="] == pytest.approx(theirs / ours, rel=1e-2)
    assert row["systems"]["espresso"]["rounds"] >= measure.FEWEST
    assert row["of_limit"] > 0
    assert [g["met"] for g in row["goals"][1:]] == [True, None]


def test_a_rest_ends_when_no_thread_looks_for_work() -> None:
    """A library's threads that still do would take a core from the next system."""
    end = time.perf_counter() + 0.15

    def look() -> None:
        while time.perf_counter() < end:
            pass

    thread = threading.Thread(target=look)
    thread.start()
    measure.settle(0.0)
    assert time.perf_counter() >= end - measure.WATCH  # the last look begins before the end
    thread.join()
    assert 0.02 <= measure.settle(0.02) < measure.LONGEST_REST + 0.5


def test_jax_keeps_its_precision_behind_a_peer() -> None:
    jax = pytest.importorskip("jax")
    (call,) = peers.calls(Peer("jax", lambda x: x + 1), [{"x": np.ones(3)}], [])
    assert call().dtype == "float64" and jax.numpy.asarray(np.ones(3)).dtype == "float32"


def test_calls_are_checked() -> None:
    row = using.call_overhead(2, measure.Effort(0.1), timed=False)
    assert {f.get("failure") for f in row["systems"].values()} == {None}


def test_the_small_gpt_has_its_53_parameters() -> None:
    import espresso as es

    assert len(gpt.parameters(3)) == 53
    assert set(gpt.parameters(1)) <= set(es.parse(gpt.text(1)).inputs)


def test_the_same_small_formula_everywhere() -> None:
    rng = np.random.default_rng(1)
    A, b = rng.standard_normal((5, 4)), rng.standard_normal(4)
    assert largest_error(fresh.espresso(A, b), [fresh.numpy(A, b)]) < 1e-12
    assert largest_error(fresh.sum_tanh_numba().py_func(A, b), [fresh.numpy(A, b)]) < 1e-12


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


def test_page_is_what_the_results_say(root: Path) -> None:
    documents = report.read_results(root / "tests" / "benchmarks" / "results")
    assert [d["workload"] for d in documents][:1] != []
    assert (root / "docs" / "performance.md").read_text(encoding="utf-8") == report.page(documents)


def test_page_says_what_failed_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    row: dict[str, Any] = {
        "id": "W8", "case": "(z) planted", "formula": "", "sizes": {"n": 3}, "dtype": "float32", "limit": "triad",
        "systems": {"espresso": {"failure": "ValueError: no"}, "jax": {"failure": "wrong result: 1e-1"}}, "ratios": {},
        "goals": [{"goal": ">= 2x jax", "reached": None, "met": None}], "skipped": {"numexpr": "package is not installed"},
    }  # fmt: skip
    monkeypatch.setitem(causes.CAUSES, "W8 (z)", "planted for this test")
    document = {
        "workload": "W8", "rows": [row], "size": "tiny", "date": "2000-01-01", "command": "espresso bench", "threads": 2,
        "machine": {"cpu": "abacus", "cores": 1, "system": "none"}, "python": "3", "versions": {}, "limits": {}, "target": "cpu",
    }  # fmt: skip
    text = report.page([document])
    assert "| W8 (z) planted | n=3, f32 | abacus | ValueError: no | planted for this test |" in text
    assert "| failed |" in text or "| wrong |" in text
    assert "Skipped: numexpr: package is not installed." in text


def test_a_row_on_an_opencl_device(monkeypatch: pytest.MonkeyPatch) -> None:
    opencl = pytest.importorskip("pyopencl")
    try:
        opencl.get_platforms()
    except opencl.Error as reason:
        pytest.skip(f"no OpenCL platform: {reason}")
    monkeypatch.setenv(devices.TARGET, "opencl")
    row = measure.run_row(table.of("W8")[0], {"n": 1000}, "float32", measure.Effort(0.01))
    failed = {name: facts["failure"] for name, facts in row["systems"].items() if "failure" in facts}
    assert failed == {} and "limit: triad" in row["systems"] and "jax" in row["skipped"]


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
def test_a_worse_function_is_seen() -> None:
    worse = dataclasses.replace(accuracy.NUMBERS[0], truth=lambda x: np.exp(x) * (1 + 4 * np.finfo(np.float32).eps))
    assert accuracy.worst(worse, "float32", 4000)[0] > 3
    away = dataclasses.replace(accuracy.NUMBERS[0], truth=lambda x: np.where(np.isinf(x), 1, np.exp(x)))
    assert np.inf in accuracy.wrong_specials(away, "float32")


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
    monkeypatch.setattr(rates, "NUMPY", {"atan2": np.hypot})
    with pytest.raises(AssertionError, match="numpy"):
        rates.row(f, "float64", 1)


def test_a_slower_tree_is_seen() -> None:
    rng = np.random.default_rng(0)

    def processes(scale: float) -> list[list[float]]:
        return [list(scale * factor * rng.normal(1, 0.01, 40)) for factor in (1, 1.01, 0.99)]

    assert trees.ratio(processes(1.15), processes(1))[1] > trees.SLOWER > trees.ratio(processes(1), processes(1))[1]
    assert trees.ratio(processes(1), processes(1.15))[2] < 1 / trees.SLOWER


def test_two_trees_are_measured_in_processes_of_their_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "TURNS", 1)
    workload = table.of("W4")[0]
    assert trees.compare([workload], "tiny", trees.OWN, 0.01) in (0, 1)
    assert "us" in capsys.readouterr().out.splitlines()[1]
    assert trees.compare([workload], "tiny", tmp_path, 0.01) == 0  # the other has no espresso: its own failure
    assert "the other failed: AssertionError: espresso is imported from" in capsys.readouterr().out
