"""The result files: a folder for each machine and instruction set, in it a file for each workload.

A file holds the rows of one tree.  Rows that were measured for this tree on this machine within a day are kept by the
next run, so that a run which was interrupted goes on where it was.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from . import devices, table

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = Path(__file__).resolve().parent / "results"
SOURCES = ("espresso", "rules", "tests/benchmarks")
DAY = 24 * 60
"""Minutes for which rows stand beside new ones."""


def tree_hash(root: Path = ROOT) -> str:
    """A hash of all source text that a measurement depends on."""
    found = hashlib.sha256()
    for file in sorted(f for folder in SOURCES for f in (root / folder).rglob("*.py")):
        found.update(f"{file.relative_to(root).as_posix()}\0".encode() + file.read_bytes() + b"\0")
    return found.hexdigest()[:12]


def now() -> str:
    """The minute, in UTC."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M")


def _minutes(at: str) -> float:
    return datetime.datetime.strptime(at, "%Y-%m-%d %H:%M").timestamp() / 60


def machine_of(document: Mapping[str, Any]) -> str:
    """The processor or the device of a run, as people call it.

    >>> machine_of({"machine": {"cpu": "Intel(R) Xeon(R) Processor @ 2.10GHz"}})
    'Intel Xeon'
    """
    name = document.get("device", {}).get("device") or document["machine"]["cpu"]
    return " ".join(re.sub(r"\([^)]*\)|@.*|\b(CPU|Processor|\d+-Core)\b", " ", name).split())


def file_of(folder: Path, document: Mapping[str, Any]) -> Path:
    """The result file of a document."""
    parts = (document["target"], machine_of(document), document.get("isa", ""))
    return folder / re.sub(r"[^a-z0-9]+", "-", " ".join(parts).lower()).strip("-") / f"{document['workload']}.json"


def write(folder: Path, document: Mapping[str, Any]) -> None:
    """Write a document to its file."""
    file = file_of(folder, document)
    file.parent.mkdir(exist_ok=True, parents=True)
    file.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def kept_rows(folder: Path, document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of an earlier run that this one need not measure again: same tree, machine and threads, not a day old."""
    file = file_of(folder, document)
    if not file.is_file():
        return []
    before = json.loads(file.read_text(encoding="utf-8"))
    if any(before.get(n) != document[n] for n in ("tree", "threads")):
        return []
    return [r for r in before["rows"] if _minutes(now()) - _minutes(r["at"]) <= DAY]


def key(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """What tells rows of one workload apart (``Case.key``)."""
    return row["case"], tuple(row["sizes"].items()), row["dtype"]


def read(folder: Path) -> list[dict[str, Any]]:
    """The committed results, in the order of the suite: the CPU's, then those of other devices; the newest machine first."""
    found = [json.loads(f.read_text(encoding="utf-8")) for f in sorted(folder.glob("*/W*.json"))]
    newest: dict[tuple[str, ...], str] = {}
    for d in found:
        newest[_machine(d)] = max(newest.get(_machine(d), ""), d["date"])
    machines = sorted(newest, key=lambda key: (newest[key], key), reverse=True)
    order, targets = list(table.TITLES), list(devices.TARGETS)
    return sorted(found, key=lambda d: (targets.index(d["target"]), order.index(d["workload"]), machines.index(_machine(d))))


def _machine(d: Mapping[str, Any]) -> tuple[str, ...]:
    return d["target"], machine_of(d), d.get("isa", "")


def of_one_tree(documents: Iterable[Mapping[str, Any]]) -> tuple[list[Any], list[Any]]:
    """The documents of the newest tree of each machine, and the others: of earlier trees, or of the earlier method."""
    documents = list(documents)
    last: dict[tuple[str, ...], tuple[str, str]] = {}
    for d in documents:
        if "tree" in d:
            last[_machine(d)] = max(last.get(_machine(d), ("", "")), (max((r["at"] for r in d["rows"]), default=""), d["tree"]))
    current = [d for d in documents if "tree" in d and d["tree"] == last[_machine(d)][1]]
    return current, [d for d in documents if d not in current]
