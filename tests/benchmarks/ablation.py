"""``espresso bench --ablate``: the table of what each part buys (`ablate`), its file and its page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .ablate import changes, chosen, corpus, parts, row_of, times
from .workload import Workload

BUSY = 0.3
"""Load from which on the page says that times are coarse."""

PAGE, FILE = "ablation.md", "ablation.json"

NOISE = 1.05
"""A ratio of times from which on a part buys something."""


TIMED = 3
"""Programs that are timed without a part; the largest ratio counts."""


def verdict(row: Mapping[str, Any]) -> str:
    """What a part buys, in words."""
    timings = row["times"] or []
    wrong = [t for t in timings if t["failure"] or not t["error"] < 1e-2]
    if row["errors"] or wrong:
        return "needed: without it " + (f"{row['errors']} have errors" if row["errors"] else f"{wrong[0]['program']} {wrong[0]['failure'] or 'has a wrong result'}")
    if not row["changed"]:
        return "changes no program here"
    if not timings:
        return "not timed"
    best = max(timings, key=lambda t: t["ratio"])
    memory = f", {row['bytes']:.3g}x memory" if row["bytes"] >= NOISE else ""
    if best["ratio"] < NOISE and not memory:
        return "buys less than 5 %"
    return f"without it {best['ratio']:.2f}x time in {best['program'].partition(':')[0]}{memory}"


def page(documents: Sequence[Mapping[str, Any]]) -> str:
    """The page docs/ablation.md."""
    lines = [
        "# What each part buys", "",
        "This page is written by `espresso bench --ablate --write-docs`. A part is a module of the compiler, of its loop transformations, of the",
        "regrouping of sums or of the kernels, or an engine. It is left out by letting its functions give the neutral answer of their type.",
        "*Changed*: of the programs (workloads and mutants of them) to which it says anything, at most as many as the first number, how many",
        "have another text without it. Times are ratios, without the part to with it, of lower quartiles of calls in turns; the largest counts.",
        "Kernels that are compiled once for a processor (`kernels`) are in no program's text: this table does not judge them. What pays for arrays",
        "beyond the caches alone, or on another processor, shows only there: a part goes after it was measured where it was meant to help.", "",
    ]  # fmt: skip
    for d in documents:
        total = sum(r["lines"] for r in d["rows"])
        facts = f"{d['date']}, tree {d['tree']}, {d['programs']} programs of the sizes \"{d['size']}\", {len(d['rows'])} parts with {total:,} lines."
        load = d.get("load_before") or 0.0
        busy = f" Other work ran on the machine (load {load:g} when this began): times here are coarse, and decide nothing." * (load > BUSY)
        lines += [f"## {d['name']}", "", f"{facts}{busy}", "", f"`{d['command']}`", ""]
        lines += ["| part | what it does | lines | changed | planning | what it buys |", "|---|---|---|---|---|---|"]
        for r in sorted(d["rows"], key=lambda r: (not verdict(r).startswith(("changes", "buys")), r["part"])):
            about = r["about"].replace("|", "\\|")
            lines.append(f"| `{r['part']}` | {about} | {r['lines']} | {r['changed']} of {r['asked']} | {r['planning']:.2f} | {verdict(r)} |")
        lines.append("")
    return "\n".join(lines)


def main(
    workloads: Sequence[Workload], size: str, count: int, facts: Mapping[str, Any], docs: Path | None, folder: Path | None, names: Sequence[str] = ()
) -> int:
    """Leave each part out; write the page and the result file into these folders, or only print.

    What the file has of this tree already is kept: a run that was interrupted goes on.  ``names`` are some parts, or
    single functions of them: each is timed on all programs that it changes.
    """
    found, programs = chosen(names) if names else parts(), corpus(workloads, size, count)
    document: dict[str, Any] = {**facts, "size": size, "programs": len(programs), "rows": []}
    file = folder / FILE if folder is not None else None
    if file is not None and file.is_file():
        before = json.loads(file.read_text(encoding="utf-8"))
        same = all(before[k] == document[k] for k in ("tree", "size", "programs", "threads"))
        document["rows"] = before["rows"] if same else []
    if not document["rows"]:
        table = changes(found, programs, *([len(programs)] if names else []))
        document["rows"] = [row_of(p, table[p.name]) for p in found]
    known = {p.name: p for p in programs}
    for part, row in zip(found, document["rows"], strict=True):
        if row["times"] is None:
            row["times"] = times(part, row, known, len(programs) if names else TIMED)
            if file is not None:
                file.parent.mkdir(exist_ok=True, parents=True)
                file.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{part.name:40} {part.lines:4} lines, {row['changed']:2} of {row['asked']:2} changed: {verdict(row)}", flush=True)
        for t in row["times"] if names else ():
            print(f"  {t['seconds']:.3g} s with it, {t['ratio']:.2f}x without: {t['program']}", flush=True)
    if docs is not None and folder is not None:
        kept = [json.loads(f.read_text(encoding="utf-8")) for f in sorted(folder.parent.glob(f"*/{FILE}"))]
        (docs / PAGE).write_text(page(kept), encoding="utf-8")
    return 0
