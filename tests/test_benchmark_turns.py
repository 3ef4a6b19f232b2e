"""Systems of a row take turns in processes of their own, and rounds that were disturbed do not count."""

from __future__ import annotations

import dataclasses
import itertools
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks import handover, measure, process, report, systems, table, turns
from benchmarks.workload import Case, Goal, Peer

HERE = Path(__file__).resolve().parent


def test_ratios_have_intervals_and_a_disturbed_row_meets_nothing() -> None:
    rng = np.random.default_rng(0)

    def turned(seconds: float) -> turns.Samples:
        return [list(seconds * drift * rng.normal(1, 0.01, 30)) for drift in (1, 1.1, 1, 1.05)]

    goals = (Goal("limit", 0.8), Goal("numpy", 2), Goal("absent", 2), Goal("espresso out=", 1e-3))
    case = Case(dataclasses.replace(table.of("W8")[0], goals=goals, peers=[Peer("numpy", len), Peer("jax", len)]), {"n": 3}, "float32")
    times = {"espresso": turned(2), "espresso out=": turned(1), "numpy": turned(5), "jax": turned(5), "limit: triad": turned(0.9)}
    found: dict[str, dict[str, Any]] = {n: {} for n in times}
    row = measure.row_facts(case, found, times, quiet=True)
    assert row["ratios"]["numpy"] == pytest.approx([2.5] * 3, rel=0.03)  # JAX writes into memory that is there
    assert row["ratios"]["jax"] == pytest.approx([5] * 3, rel=0.03)
    assert row["of_limit"] == pytest.approx([0.9] * 3, rel=0.03) and row["of_limit"][1] < row["of_limit"][2]
    assert [g["met"] for g in row["goals"]] == [True, True, None, False]
    facts = row["systems"]["numpy"]
    assert facts["min_s"] < facts["quartile_s"] < facts["median_s"] and (facts["turns"], facts["samples"]) == (4, 120)
    row = measure.row_facts(case, found, times, quiet=False)
    assert {g["met"] for g in row["goals"]} == {None} and "not quiet" in report.goal_text(row)


def test_of_several_forms_of_a_peer_the_best_counts() -> None:
    row = {"ratios": {"torch": [2.0, 2, 2], "torch, channels last": [0.9, 0.9, 0.9], "torch.compile": [0.5, 0.5, 0.5]}, "quiet": True}
    case = dataclasses.replace(table.of("W19")[0], goals=(Goal("torch", 1.0),))
    assert measure.goals_of(case, row)[0]["reached"] == 0.9


@pytest.fixture
def same_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exchange between cores takes as long in each round, whatever runs beside these tests."""
    monkeypatch.setattr(handover, "seconds", lambda: 1e-7)


class _Planted(process.Process):
    """A process that answers as it is told, one list of seconds for each turn."""

    def __init__(self, name: str, planned: Iterator[list[float]]) -> None:
        self.name, self.failure, self.planned, self.asked = name, "", planned, 0

    def ask(self, **command: Any) -> dict[str, Any]:
        self.asked += "turn" in command
        return {"seconds": 0.001} if "warm_up" in command else {"times": next(self.planned)}

    def processor_seconds(self) -> float:
        return 0.0


@pytest.mark.usefixtures("same_cores")
def test_rounds_beside_which_limits_moved_are_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns.Others, "cores", lambda self: 0.0)
    ours = _Planted("espresso", itertools.cycle([[1.0], [2.0]]))
    calm = _Planted("limit: copy", itertools.cycle([[1.0], [1.3]]))
    found = turns.take_turns([ours], [calm], 0.1)
    assert found.quiet and found.samples == [[[1.0]] * turns.TURNS, [[1.0]] * turns.TURNS] and found.moved == 0
    assert ours.asked == 2 * turns.TURNS - 1
    moving = _Planted("limit: copy", itertools.cycle([[1.0], [1.3], [1.3], [1.5]]))
    found = turns.take_turns([ours], [moving], 0.1)
    assert not found.quiet and found.moved == pytest.approx(0.5) and moving.asked == turns.MOST == len(found.samples[0])


def test_rounds_with_a_slow_exchange_between_cores_are_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured before and after a round: the larger counts."""
    monkeypatch.setattr(turns.Others, "cores", lambda self: 0.0)
    exchanges = itertools.cycle([1e-7, 1e-7, 2e-7, 3e-7, 3e-7])
    monkeypatch.setattr(handover, "seconds", lambda: next(exchanges))
    system = _Planted("espresso", itertools.cycle([[1.0], [1.1], [5.0], [5.0], [5.0]]))
    found = turns.take_turns([system], [], 0.1)
    assert found.quiet and found.samples == [[[1.0], [1.1]] * (turns.TURNS // 2)] and found.exchange == 2e-7
    monkeypatch.setattr(handover, "seconds", lambda: 3e-7)
    found = turns.take_turns([_Planted("espresso", itertools.repeat([5.0]))], [], 0.1)
    assert found.quiet and found.exchange == 3e-7  # slow, but the same in all rounds


def test_two_cores_exchange_a_cache_line() -> None:
    one = handover.seconds(1)
    assert one is None or 1e-9 < one < 1e-1
    assert (one is None) == (len(handover.cores()) < 2)


@pytest.mark.usefixtures("same_cores")
def test_rounds_beside_other_work_are_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    cores = itertools.cycle([0.5, 0.0])
    monkeypatch.setattr(turns.Others, "cores", lambda self: next(cores))
    found = turns.take_turns([], [_Planted("limit: copy", itertools.cycle([[9.0], [1.0]]))], 0.1)
    assert found.quiet and found.samples == [[[1.0]] * turns.TURNS] and found.busy == 0


@pytest.mark.usefixtures("same_cores")
def test_a_slow_system_sits_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns.Others, "cores", lambda self: 0.0)
    slow, fast = (_Planted(name, itertools.repeat([1.0])) for name in ("numpy", "espresso"))
    monkeyed = slow.ask
    slow.ask = lambda **command: {"seconds": 9.0} if "warm_up" in command else monkeyed(**command)  # type: ignore[method-assign]
    turns.take_turns([slow, fast], [], 1.0)
    assert (slow.asked, fast.asked) == (turns.FEWEST, turns.TURNS)


def test_a_process_stands_still_between_its_turns(tmp_path: Path) -> None:
    """Whatever its threads do: here one that never rests. And a process that ends says so."""
    spin = "import hashlib, threading\ndef f():\n    while True: hashlib.sha256(bytes(1 << 22))\nthreading.Thread(target=f, daemon=True).start()\n"
    (tmp_path / "sitecustomize.py").write_text(spin, encoding="utf-8")
    case = Case(table.of("W4")[0], {"n": 4}, "float32")
    systems.keep(case.truth(), tmp_path)
    started = measure.start(case, "numpy", process.environment(tmp_path, "own", [tmp_path, HERE]))
    try:
        assert measure.begin([started], tmp_path)["numpy"]["error"] < 1e-5
        assert started.ask(warm_up=True)["seconds"] > 0 and started.ask(turn=0.01)["times"]
        before = started.processor_seconds()
        assert before > 0.1
        time.sleep(0.2)
        assert started.processor_seconds() <= before + 0.02
        os.kill(started._child.pid, signal.SIGKILL)
        assert "failure" in started.ask(turn=0.01) and started.failure == "ended by signal 9"
    finally:
        started.end()


def test_a_row_is_measured_in_processes_of_its_own(capfd: pytest.CaptureFixture[str]) -> None:
    case = Case(table.of("W22")[0], {"n": 8}, "float32")
    kinds = [p for p in case.workload.peers if p.kind == "numpy"]
    row = measure.run_row(dataclasses.replace(case, workload=dataclasses.replace(case.workload, peers=kinds)), measure.Effort(0.01))
    assert {f.get("failure") for f in row["systems"].values()} == {None}
    assert set(row["systems"]) == {"espresso", "espresso out=", "espresso by position", "numpy", systems.WATCH}
    assert turns.TURNS <= row["systems"]["espresso"]["turns"] <= turns.MOST and row["systems"]["espresso"]["first_s"] > 0
    assert row["quiet"] in (True, False) and list(row["ratios"]) == ["numpy"]
    assert f"{case.workload.case}  [n=8, f32]" in report.as_text(row)
