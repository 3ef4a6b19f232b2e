"""Results as text, as JSON files and as the page docs/performance.md."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import causes, devices, table

Row = Mapping[str, Any]
PEERS = (
    "numpy", "numpy out=", "cupy", "cupy out=", "good form", "bad form", "numpy, good form", "numexpr out=", "numba", "numba out=",
    "numba by hand", "jax", "jax.jit", "torch", "torch.func", "torch.compile", "torch, fused",
    "tensorgrad",
)  # fmt: skip
"""The order of the columns of a table."""


def seconds(t: float | None) -> str:
    """A time for people."""
    if t is None:
        return ""
    return f"{t:.3g} s" if t >= 1 else f"{t * 1e3:.3g} ms" if t >= 1e-3 else f"{t * 1e6:.3g} µs"


def size_text(row: Row) -> str:
    """Extents and dtype of a row."""
    sizes = ", ".join(f"{k}={v}" for k, v in row["sizes"].items())
    short = {"float32": "f32", "float64": "f64"}.get(row["dtype"], row["dtype"])
    return ", ".join(t for t in (sizes, short) if t)


def goal_text(row: Row) -> str:
    """Each goal with "met" or "missed"."""
    words = {True: "met", False: "**missed**", None: "not measured"}
    return "; ".join(f"{g['goal']}: {words[g['met']]}" for g in row["goals"])


def as_text(row: Row) -> str:
    """A row for the terminal: every system with its median, and what it is a ratio of."""
    lines = [f"  {row['case']}  [{size_text(row)}]" + (f"  limit: {row['limit']}" if row["limit"] else "")]
    for name, facts in row["systems"].items():
        if "failure" in facts:
            lines.append(f"    {name:26} FAILED: {facts['failure']}")
            continue
        text = f"    {name:26} {seconds(facts.get('median_s')):>10}"
        text += f"  min {seconds(facts['min_s']):>10}  {facts['rounds']:3} rounds" if "min_s" in facts else ""
        text += f"  error {facts['error']:.0e}" if facts.get("error") is not None else ""
        text += f"  {row['ratios'][name]:.2f}x" if name in row["ratios"] else ""
        text += f"  loss {row['loss'][name]:.3f}" if name in row.get("loss", {}) else ""
        lines.append(text)
    if "of_limit" in row:
        lines.append(f"    of the limit: {row['of_limit']:.0%}")
    if row.get("cores_busy_elsewhere"):
        lines.append(f"    other processes kept {row['cores_busy_elsewhere']:.2f} cores busy")
    if row["goals"]:
        lines.append(f"    goals: {goal_text(row).replace('**', '')}")
    return "\n".join(lines)


def machine_of(document: Mapping[str, Any]) -> str:
    """The processor or the device of a run, as people call it.

    >>> machine_of({"machine": {"cpu": "Intel(R) Xeon(R) Processor @ 2.10GHz"}})
    'Intel Xeon'
    """
    name = document.get("device", {}).get("device") or document["machine"]["cpu"]
    return " ".join(re.sub(r"\([^)]*\)|@.*|\b(CPU|Processor|\d+-Core)\b", " ", name).split())


def write_results(folder: Path, document: Mapping[str, Any]) -> None:
    """One file per workload in a folder per machine; a new run on that machine replaces it."""
    machine = folder / re.sub(r"[^a-z0-9]+", "-", f"{document['target']} {machine_of(document)}".lower()).strip("-")
    machine.mkdir(exist_ok=True, parents=True)
    text = json.dumps(document, indent=1, ensure_ascii=False)
    (machine / f"{document['workload']}.json").write_text(text + "\n", encoding="utf-8")


def read_results(folder: Path) -> list[dict[str, Any]]:
    """The committed results, in the order of the suite: the CPU's, then those of other devices; the newest machine first."""
    found = [json.loads(f.read_text(encoding="utf-8")) for f in sorted(folder.glob("*/*.json"))]
    newest: dict[tuple[str, str], str] = {}
    for d in found:
        key = d["target"], machine_of(d)
        newest[key] = max(newest.get(key, ""), d["date"])
    machines = sorted(newest, key=lambda key: (newest[key], key), reverse=True)
    order, targets = list(table.TITLES), list(devices.TARGETS)

    def place(d: Mapping[str, Any]) -> tuple[int, int, int]:
        return targets.index(d["target"]), order.index(d["workload"]), machines.index((d["target"], machine_of(d)))

    return sorted(found, key=place)


# --- the page ------------------------------------------------------------------------------------------


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [[c.replace("|", "\\|") for c in r] for r in rows]
    return ["| " + " | ".join(header) + " |", "|" + "---|" * len(header), *("| " + " | ".join(r) + " |" for r in cells)]


def _columns(rows: Sequence[Row]) -> list[str]:
    found = {n for row in rows for n in row["systems"] if not n.startswith(("espresso", "limit"))}
    return [p for p in PEERS if p in found] + sorted(found - set(PEERS))


def _cell(row: Row, name: str) -> str:
    if name in row["ratios"]:
        ratio = row["ratios"][name]
        return f"{ratio:.2f}x" if ratio < 100 else f"{ratio:.0f}x"
    facts = row["systems"].get(name)
    if facts is None:
        return "-"
    return "wrong" if str(facts.get("failure", "")).startswith("wrong") else "fails" if "failure" in facts else "-"


def _workload_table(rows: Sequence[Row]) -> list[str]:
    """First the ratio to the limit, then the ratios to the peers, then the goals."""
    columns = _columns(rows)
    limits, losses = any("of_limit" in r for r in rows), any("loss" in r for r in rows)
    header = ["case", "size", "machine"] + ["of the limit"] * limits + ["loss"] * losses + columns + ["goals"]
    body = []
    for row in rows:
        ours = row["systems"].get("espresso", {})
        cells = [row["case"], size_text(row), row["machine"]]
        if limits:
            cells.append(f"{row['of_limit']:.0%}" if "of_limit" in row else "failed" if "failure" in ours else "")
        if losses:
            loss = row.get("loss", {})
            cells.append(f"{loss['espresso']:.3f}" if "espresso" in loss else "failed")
        body.append([*cells, *(_cell(row, c) for c in columns), goal_text(row) or "-"])
    return _table(header, body)


def _using_table(rows: Sequence[Row]) -> list[str]:
    """W22 is about times that a person waits, so here are the times themselves."""
    columns = ["espresso"] + _columns(rows)
    body = [
        [row["case"], row["machine"], *(seconds(row["systems"].get(c, {}).get("median_s")) or "-" for c in columns), goal_text(row)]
        for row in rows
    ]
    return _table(["what", "machine", *columns, "goals"], body)


def _misses(rows: Sequence[Row]) -> list[str]:
    lines = []
    for row in rows:
        missed = [g for g in row["goals"] if g["met"] is False]
        failure = row["systems"].get("espresso", {}).get("failure")
        if not missed and not failure:
            continue
        what = failure or "; ".join(f"{g['goal']}, reached {_reached(g)}" for g in missed)
        lines.append([f"{row['id']} {row['case']}", size_text(row), row["machine"], what, causes.of(row)])
    return _table(["row", "size", "machine", "missed", "suspected cause"], lines) if lines else ["None."]


def _reached(goal: Mapping[str, Any]) -> str:
    value = goal["reached"]
    if goal["goal"].startswith("<="):
        return seconds(value)
    if goal["goal"].startswith("loss"):
        return f"{value:.3f}"
    return f"{value:.0%}" if "limit" in goal["goal"] else f"{value:.2f}x"


def _summary(documents: Sequence[Mapping[str, Any]]) -> list[str]:
    body = []
    for d in documents:
        goals = [g for row in d["rows"] for g in row["goals"]]
        met = f"{sum(g['met'] is True for g in goals)} of {len(goals)}"
        body.append([d["workload"], table.TITLES[d["workload"]], machine_of(d), met, d["size"], d["date"], f"`{d['command']}`"])
    return _table(["id", "workload", "machine", "goals met", "size", "date", "command"], body)


def _machines(documents: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is known of each machine, and its limits; of several runs, the last."""
    last: dict[str, Mapping[str, Any]] = {}
    for d in documents:
        if machine_of(d) not in last or last[machine_of(d)]["date"] < d["date"]:
            last[machine_of(d)] = d
    lines = []
    for name, d in last.items():
        m = d["machine"]
        facts = [f"{n} {v}" for n, v in d.get("device", {}).items()]
        facts += [f"{m['cpu']}, {m['cores']} cores, {m.get('memory_gib', '?')} GiB, {m['system']}", f"Python {d['python']}"]
        versions = ", ".join(f"{n} {v}" for n, v in d["versions"].items())
        lines += [f"- {name}: {'; '.join(facts)}; {d['threads']} threads for every system; {versions}. {d['date']}."]
    limits = list(dict.fromkeys(n for d in last.values() for n in d["limits"]))
    rates = [[n, *(f"{d['limits'][n]:g}" if n in d["limits"] else "-" for d in last.values())] for n in limits]
    return [*lines, "", "Their limits, measured in one of the runs of that day:", "", *_table(["limit", *last], rates)]


INTRODUCTION = """\
# Performance

This page is written by `espresso bench --write-docs` from the files in `tests/benchmarks/results`. The first number of a row is
a ratio to what the machine can do at best, then come the ratios to other systems: `2.00x` means that the other system takes
twice the time of espresso. A peer can be fixed, the limit cannot.

All systems of a row take turns in one process: 5 warm-up calls each, then rounds in which each is called once (15; fewer when calls are
long, never fewer than 7), and the ratio is one of medians. All have the same number of threads, inputs are random and are in the
system's own arrays before timing starts, and each result is checked against float64 NumPy. `out=` marks a system that writes into
given arrays; it is compared with espresso doing the same. Absolute times depend on the machine; they are in the result files.
Choices that were tuned on one machine can be wrong on another, so rows of all machines stand together; they may be of different
dates.

The same on your machine:

```console
pip install -e ".[test]" jax numexpr torch
espresso bench --only W2,W8,W20,W22 --write-docs
```
"""


def page(documents: Sequence[Mapping[str, Any]]) -> str:
    """The whole page as Markdown."""
    lines = [INTRODUCTION, "## Summary", "", *_summary(documents), ""]
    for target in devices.TARGETS:
        there = [d for d in documents if d["target"] == target]
        if there:
            lines += [f"## Machines, target {target}", "", *_machines(there), "", *_sections(there)]
    lines += ["## Misses", "", "What was asked for and not reached, with the cause that profiling suggests. Microseconds in a cause are of the AMD EPYC.", ""]
    lines += _misses(_rows(documents))
    return "\n".join(lines).rstrip() + "\n"


def _rows(documents: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """All rows, each with its machine; a case's rows on several machines stand together."""
    rows = [{**row, "machine": machine_of(d)} for d in documents for row in d["rows"]]
    first = {(r["id"], r["case"]): k for k, r in reversed(list(enumerate(rows)))}
    return sorted(rows, key=lambda r: first[r["id"], r["case"]])


def _sections(documents: Sequence[Mapping[str, Any]]) -> list[str]:
    """One table for each workload."""
    lines: list[str] = []
    for identifier in dict.fromkeys(d["workload"] for d in documents):
        there = [d for d in documents if d["workload"] == identifier]
        rows = _rows(there)
        target = there[0]["target"]
        where = "" if target == "cpu" else f" ({target})"
        lines += [f"## {identifier}: {table.TITLES[identifier]}{where}", ""]
        limits = list(dict.fromkeys(r["limit"] for r in rows if r["limit"]))
        if limits and identifier != "W22":
            lines += [f"Limit: {'; '.join(limits)}.", ""]
        lines += [*(_using_table(rows) if identifier == "W22" else _workload_table(rows)), ""]
        skipped = {f"{n}: {why}" for r in rows for n, why in r["skipped"].items()}
        if skipped:
            lines += [f"Skipped: {'; '.join(sorted(skipped))}.", ""]
    return lines


def write_page(results: Path, target: Path) -> None:
    """Write the page from the committed results."""
    target.write_text(page(read_results(results)), encoding="utf-8")
