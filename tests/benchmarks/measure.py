"""One row of the suite: its systems measured in turns, each in a process of its own; or only checked, in this one."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import devices, systems, turns
from .process import Process, environment
from .turns import Samples
from .workload import Case, Goal, Workload


@dataclass(frozen=True)
class Effort:
    """Seconds that the turns of one row may take, and seconds to wait for a quiet machine before them."""

    budget: float
    patience: float = 0.0


def check_row(case: Case) -> dict[str, Any]:
    """Every system is called once in this process and compared; nothing is timed."""
    expected, sets = case.truth(), case.sets()
    found = {
        name: systems.System(case, name, sets).first(expected)
        for name in systems.names(case)
        if not name.startswith((systems.LIMIT, systems.WATCH))
    }
    return row_facts(case, found, {})


def run_row(case: Case, effort: Effort) -> dict[str, Any]:
    """Measure one row."""
    with tempfile.TemporaryDirectory(prefix="espresso-row-") as name:
        folder = Path(name)
        systems.keep(case.truth(), folder)
        processes = [start(case, n, environment(folder, n.partition(" ")[0])) for n in systems.names(case)]
        try:
            found = begin(processes, folder)
            usable = [p for p in processes if "absent" not in found[p.name]]
            limits = [p for p in usable if p.name.startswith((systems.LIMIT, systems.WATCH))]
            others = [p for p in usable if p not in limits]
            measured = turns.take_turns(others, limits, effort.budget, effort.patience)
        finally:
            for p in processes:
                p.end()
    for p in processes:
        if p.failure:
            found[p.name]["failure"] = p.failure
    samples = {p.name: s for p, s in zip([*others, *limits], measured.samples, strict=True) if s}
    row = row_facts(case, {n: f for n, f in found.items() if "absent" not in f}, samples, measured.quiet)
    seen = {"limits_moved": round(measured.moved, 3), "cores_busy_elsewhere": round(measured.busy, 3)}
    return {**row, **seen, **({"exchange_ns": round(1e9 * measured.exchange)} if measured.exchange else {})}


def start(case: Case, name: str, environment: Mapping[str, str], **more: Any) -> Process:
    """A process for one system, which imports what it needs and makes its inputs."""
    request = {"workload": case.workload.name, "sizes": dict(case.sizes), "dtype": case.dtype, **more}
    return Process(name, request, environment)


def begin(processes: Sequence[Process], folder: Path) -> dict[str, dict[str, Any]]:
    """When all have started, the first call of each, while the others stand still."""
    for p in processes:
        p.answer()
    return {p.name: p.ask(first=str(folder)) if not p.failure else {"failure": p.failure} for p in processes}


def row_facts(
    case: Case, found: Mapping[str, Mapping[str, Any]], samples: Mapping[str, Samples], quiet: bool | None = None
) -> dict[str, Any]:
    """The row as plain data: times, ratios to the limit and to each peer, goals and whether they are met."""
    w = case.workload
    row: dict[str, Any] = {
        "id": w.id, "case": w.case, "formula": w.formula, "sizes": dict(case.sizes), "dtype": case.dtype, "limit": w.limit_text,
        "systems": {n: {**facts, **(turns.figures(samples[n]) if n in samples else {})} for n, facts in found.items()},
        "skipped": systems.skipped(case), "quiet": quiet,
    }  # fmt: skip
    ours = "espresso out=" if "espresso out=" in samples else "espresso"
    limits = [n for n in samples if n.startswith(systems.LIMIT)]
    if limits and ours in samples:
        fastest = min(limits, key=lambda n: turns.quartile(samples[n]))
        row["of_limit"] = _rounded(turns.ratio(samples[fastest], samples[ours]))
    row["ratios"] = {
        n: _rounded(turns.ratio(s, samples[systems.against(case, n)]))
        for n, s in samples.items()
        if not n.startswith(("espresso", systems.LIMIT, systems.WATCH)) and systems.against(case, n) in samples
    }
    if "good form" in samples and "bad form" in samples:  # the loss measure of W15
        times = {n: turns.quartile(s) for n, s in samples.items() if not n.startswith((systems.LIMIT, systems.WATCH))}
        good, bad = times["good form"], times["bad form"]
        gap = abs(bad - good)  # where both take the same time, noise says which is less
        row["loss"] = {n: round((t - good) / gap, 4) for n, t in times.items() if not n.endswith(" form")}
    row["goals"] = goals_of(w, row) if devices.current().target == "cpu" else []
    return row


def _rounded(found: Sequence[float]) -> list[float]:
    return [float(f"{x:.4g}") for x in found]


def goals_of(workload: Workload, row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each goal with what was reached (None where it could not be measured), and whether it is met; never where it was not quiet."""
    found = []
    for goal in workload.goals:
        reached = _reached(goal, row)
        met = None
        if reached is not None and row["quiet"]:
            least = goal.system != "loss" and not goal.system.startswith("espresso")
            met = reached >= goal.ratio if least else reached <= goal.ratio
        found.append({"goal": str(goal), "reached": reached, "met": met})
    return found


def _reached(goal: Goal, row: Mapping[str, Any]) -> float | None:
    """Of a peer with several forms (``torch``, ``torch, channels last``) the best one counts."""
    if goal.system == "loss":
        return row.get("loss", {}).get("espresso")
    if goal.system.startswith("espresso"):
        return row["systems"].get(goal.system, {}).get("quartile_s")
    if goal.system == "limit":
        return row["of_limit"][0] if "of_limit" in row else None
    forms = [r[0] for n, r in row["ratios"].items() if n == goal.system or n.startswith(f"{goal.system}, ")]
    return min(forms, default=None)
