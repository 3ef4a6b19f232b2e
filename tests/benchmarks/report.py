"""Results as text, as JSON files and as the page docs/performance.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import causes, charts, devices, table, turns
from .results import machine_of, of_one_tree, read
from .workload import seconds

Row = Mapping[str, Any]
PEERS = (
    "numpy", "numpy out=", "cupy", "cupy out=", "good form", "bad form", "numpy, good form", "numexpr out=", "numba", "numba out=",
    "numba by hand", "jax", "jax.jit", "torch", "torch.func", "torch.compile", "torch, fused",
    "tensorgrad",
)  # fmt: skip
"""The order of the columns of a table."""


def size_text(row: Row) -> str:
    """Extents and dtype of a row."""
    sizes = ", ".join(f"{k}={v}" for k, v in row["sizes"].items())
    short = {"float32": "f32", "float64": "f64"}.get(row["dtype"], row["dtype"])
    return ", ".join(t for t in (sizes, short) if t)


def goal_text(row: Row) -> str:
    """Each goal with "met" or "missed"."""
    words = {True: "met", False: "**missed**", None: "not quiet" if row.get("quiet") is False else "not measured"}
    return "; ".join(f"{g['goal']}: {words[g['met']]}" for g in row["goals"])


def number(found: Any) -> float:
    """A ratio; those of the present method come with an interval."""
    return float(found[0] if isinstance(found, list) else found)


def as_text(row: Row) -> str:
    """A row for the terminal: every system with its times, and what it is a ratio of."""
    lines = [f"  {row['case']}  [{size_text(row)}]" + (f"  limit: {row['limit']}" if row["limit"] else "")]
    for name, facts in row["systems"].items():
        if "failure" in facts:
            lines.append(f"    {name:26} FAILED: {facts['failure']}")
            continue
        text = f"    {name:26} "
        if "quartile_s" in facts:
            times = (facts[n] for n in ("min_s", "quartile_s", "median_s"))
            text += " ".join(f"{seconds(t):>9}" for t in times) + f" ±{facts['spread']:<5.0%} {facts['samples']:4} calls"
        text += f"  error {facts['error']:.0e}" if facts.get("error") is not None else ""
        text += f"  first {seconds(facts['first_s'])}" if "first_s" in facts else ""
        if name in row["ratios"]:
            text += "  {:.2f}x [{:.2f}, {:.2f}]".format(*row["ratios"][name])
        text += f"  loss {row['loss'][name]:.3f}" if name in row.get("loss", {}) else ""
        lines.append(text)
    if "of_limit" in row:
        lines.append("    of the limit: {:.0%} [{:.0%}, {:.0%}]".format(*row["of_limit"]))
    if row.get("quiet") is False:
        others = f"other processes kept {row['cores_busy_elsewhere']:.2f} cores busy"
        lines.append(f"    NOT QUIET: limits moved by {row.get('limits_moved', 0):.0%}, {others}")
    if "exchange_ns" in row:
        lines.append(f"    two cores exchange a cache line in {row['exchange_ns']} ns")
    if row["goals"]:
        lines.append(f"    goals: {goal_text(row).replace('**', '')}")
    return "\n".join(lines)


# --- the page ------------------------------------------------------------------------------------------


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [[c.replace("|", "\\|") for c in r] for r in rows]
    return ["| " + " | ".join(header) + " |", "|" + "---|" * len(header), *("| " + " | ".join(r) + " |" for r in cells)]


def _columns(rows: Sequence[Row]) -> list[str]:
    found = {n for row in rows for n in row["systems"] if not n.startswith(("espresso", "limit"))}
    return [p for p in PEERS if p in found] + sorted(found - set(PEERS))


def _cell(row: Row, name: str) -> str:
    if name in row["ratios"]:
        ratio = number(row["ratios"][name])
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
            cells.append(f"{number(row['of_limit']):.0%}" if "of_limit" in row else "failed" if "failure" in ours else "")
        if losses:
            loss = row.get("loss", {})
            cells.append(f"{loss['espresso']:.3f}" if "espresso" in loss else "failed")
        body.append([*cells, *(_cell(row, c) for c in columns), goal_text(row) or "-"])
    return _table(header, body)


def time_of(row: Row, name: str) -> float | None:
    """The lower quartile of a system's times; the median in rows of the earlier method."""
    facts = row["systems"].get(name, {})
    found: float | None = facts.get("quartile_s", facts.get("median_s"))
    return found


def _using_table(rows: Sequence[Row]) -> list[str]:
    """W22 is about times that a person waits, so here are the times themselves."""
    columns = ["espresso"] + _columns(rows)
    body = [
        [row["case"], row["machine"], *(seconds(time_of(row, c)) or "-" for c in columns), goal_text(row)]
        for row in rows
    ]
    return _table(["what", "machine", *columns, "goals"], body)


def _far_apart(rows: Sequence[Row]) -> set[int]:
    """Places of the rows during which cores took much longer to exchange a cache line than in others of their machine."""
    least: dict[str, int] = {}
    for row in rows:
        if "exchange_ns" in row:
            least[row["machine"]] = min(row["exchange_ns"], least.get(row["machine"], row["exchange_ns"]))
    return {k for k, row in enumerate(rows) if "exchange_ns" in row and row["exchange_ns"] > turns.FAR * least[row["machine"]]}


def _misses(rows: Sequence[Row]) -> list[str]:
    lines, apart = [], _far_apart(rows)
    for k, row in enumerate(rows):
        missed = [g for g in row["goals"] if g["met"] is False]
        failure = row["systems"].get("espresso", {}).get("failure")
        if not missed and not failure:
            continue
        what = failure or "; ".join(f"{g['goal']}, reached {_reached(g)}" for g in missed)
        lines.append([f"{row['id']} {row['case']}", size_text(row), row["machine"], what, _exchange(row, k in apart) + causes.of(row)])
    return _table(["row", "size", "machine", "missed", "suspected cause"], lines) if lines else ["None."]


def _exchange(row: Row, apart: bool) -> str:
    return f"cores far apart: a cache line was exchanged in {row['exchange_ns']} ns; " if apart else ""


def _slower(rows: Sequence[Row]) -> list[str]:
    """Quiet rows whose ratio to some peer lies below 1 with all of its interval, the worst first."""
    found = [(r[0], n, r, row) for row in rows if row["quiet"] for n, r in row["ratios"].items() if r[2] < 1 and not n.endswith(" form")]
    body = [
        [f"{row['id']} {row['case']}", size_text(row), row["machine"], name, f"{ratio:.2f}x", f"{r[1]:.2f} to {r[2]:.2f}"]
        for ratio, name, r, row in sorted(found, key=lambda f: f[0])
    ]
    return _table(["row", "size", "machine", "beside", "ratio", "interval"], body) if body else ["Nothing."]


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
        loud = str(sum(row["quiet"] is False for row in d["rows"])) if "tree" in d else "-"
        size = ", ".join(dict.fromkeys(row.get("size", d.get("size", "")) for row in d["rows"]))
        body.append([d["workload"], table.TITLES[d["workload"]], _machine(d), met, loud, size, d["date"], d.get("tree", "-")])
    return _table(["id", "workload", "machine", "goals met", "rows not quiet", "size", "date", "tree"], body)


def _machine(document: Mapping[str, Any]) -> str:
    return ", ".join(t for t in (machine_of(document), {"avx512": "AVX-512", "avx2": "AVX2"}.get(document.get("isa", ""), document.get("isa", ""))) if t)


def _machines(documents: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is known of each machine, and its limits; of several runs, the last."""
    last: dict[str, Mapping[str, Any]] = {}
    for d in documents:
        if _machine(d) not in last or last[_machine(d)]["date"] < d["date"]:
            last[_machine(d)] = d
    lines = []
    for name, d in last.items():
        m = d["machine"]
        facts = [f"{n} {v}" for n, v in d.get("device", {}).items()]
        facts += [f"{m['cpu']}, {m['cores']} cores, {m.get('memory_gib', '?')} GiB, {m['system']}", f"Python {d['python']}"]
        versions = ", ".join(f"{n} {v}" for n, v in d["versions"].items())
        lines += [f"- {name}: {'; '.join(facts)}; {d['threads']} threads for every system; {versions}. {d['date']}, `{d['command']}`."]
    limits = list(dict.fromkeys(n for d in last.values() for n in d["limits"]))
    rates = [[n, *(f"{d['limits'][n]:g}" if n in d["limits"] else "-" for d in last.values())] for n in limits]
    return [*lines, "", "Their limits, measured at the beginning of that run:", "", *_table(["limit", *last], rates)]


INTRODUCTION = """\
# Performance

This page is written by `espresso bench --write-docs` from the files in `tests/benchmarks/results`. The first number of a row is
a ratio to what the machine can do at best, then come the ratios to other systems: `2.00x` means that the other system takes
twice the time of espresso. A peer can be fixed, the limit cannot.

Each system of a row runs in a process of its own, in its own best form, with the same number of cores. The processes take turns, and
stand still in between; the limits take turns with them. A ratio is one of lower quartiles of all calls; the result files have
minimum, median, spread and the interval of each ratio. Inputs are random, and each result is checked against float64 NumPy.
A round of turns in which a limit took 15 % longer than in another one, in which two cores took 2.5 times as long to exchange a cache line,
or beside which other work ran, is repeated; where that does not help,
the row is *not quiet*: it is shown, and counts nowhere as met. Where cores took that long in all rounds of a row, its misses say so. Peers that write into memory which is there already (`out=`, JAX by donation, `torch.compile`
into given tensors) are compared with espresso doing so. With AVX2 every system is limited by its own switch (`--isa avx2`); products of JAX, which
YNNPACK computes with all that the processor has, go to Eigen there.

The same on your machine:

```console
pip install -e ".[test]" jax numexpr torch
espresso bench --all --size small --write-docs
```
"""
EARLIER = """\
## Rows of earlier trees and of the earlier method

These rows are not comparable with those above. Where no tree is named, all systems of a row took turns in one process, where threads of one
library can take cores from another, and ratios are of medians.
"""


def page(documents: Sequence[Mapping[str, Any]]) -> str:
    """The whole page as Markdown."""
    current, earlier = of_one_tree(documents)
    rows = _rows(current)
    lines = [INTRODUCTION]
    for chart in charts.CHARTS:
        if any(any(chart.points(r)) for r in rows):  # no axis without a dot
            lines += [f"![{chart.title}]({chart.file})", ""]
    lines += ["## Slower than a peer", "", *_slower(rows), "", "## Summary", "", *_summary(current), "", *_targets(current)]
    lines += ["## Misses", "", "What was asked for and not reached, with the cause that profiling suggests.", "", *_misses(rows), ""]
    if earlier:
        lines += [EARLIER, *_summary(earlier), "", *_targets(earlier, "#")]
    return "\n".join(lines).rstrip() + "\n"


def _targets(documents: Sequence[Mapping[str, Any]], deeper: str = "") -> list[str]:
    lines = []
    for target in devices.TARGETS:
        there = [d for d in documents if d["target"] == target]
        if there:
            lines += [f"{deeper}## Machines, target {target}", "", *_machines(there), "", *_sections(there, deeper)]
    return lines


def _rows(documents: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """All rows, each with its machine; a case's rows on several machines stand together."""
    rows = [{**row, "machine": _machine(d), "isa": d.get("isa", "")} for d in documents for row in d["rows"]]
    first = {(r["id"], r["case"]): k for k, r in reversed(list(enumerate(rows)))}
    return sorted(rows, key=lambda r: first[r["id"], r["case"]])


def _sections(documents: Sequence[Mapping[str, Any]], deeper: str) -> list[str]:
    """One table for each workload."""
    lines: list[str] = []
    for identifier in dict.fromkeys(d["workload"] for d in documents):
        there = [d for d in documents if d["workload"] == identifier]
        rows = _rows(there)
        target = there[0]["target"]
        where = "" if target == "cpu" else f" ({target})"
        lines += [f"{deeper}## {identifier}: {table.TITLES[identifier]}{where}", ""]
        limits = list(dict.fromkeys(r["limit"] for r in rows if r["limit"]))
        if limits and identifier != "W22":
            lines += [f"Limit: {'; '.join(limits)}.", ""]
        lines += [*(_using_table(rows) if identifier == "W22" else _workload_table(rows)), ""]
        skipped = {f"{n}: {why}" for r in rows for n, why in r["skipped"].items()}
        if skipped:
            lines += [f"Skipped: {'; '.join(sorted(skipped))}.", ""]
    return lines


def write_page(results: Path, docs: Path) -> None:
    """Write the page and its charts from the committed results."""
    documents = read(results)
    (docs / "performance.md").write_text(page(documents), encoding="utf-8")
    rows = _rows(of_one_tree(documents)[0])
    for chart in charts.CHARTS:
        (docs / chart.file).write_text(chart.svg(rows), encoding="utf-8")
