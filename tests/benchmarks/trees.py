"""``espresso bench --against FOLDER``: the calls of two trees of espresso, in turns, each in processes of its own.

The formulas, inputs and sizes are those of this tree.  A row is slower where the interval of its ratio lies above 1.03.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from . import measure, systems, turns
from .process import Process, environment
from .turns import Samples, quartile
from .workload import Case

HERE = Path(__file__).resolve().parent
OWN = HERE.parent.parent
PROCESSES = 3
"""Processes of each tree: where memory lies differs from one to another."""
SLOWER = 1.03


def compare(cases: Sequence[Case], other: Path, budget: float) -> int:
    """Print a line for each case; 1 where a row of this tree is slower, fails or is wrong."""
    bad = 0
    print(f"{'':62} this tree   the other   ratio, its interval of 95 %", flush=True)
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="espresso-trees-") as folder:
            text, worse = _row(case, other, budget, Path(folder))
        print(f"{str(case)[:62]:62} {text}", flush=True)
        bad += worse
    print(f"\n{bad} row{'s' * (bad != 1)} of this tree slower, wrong or failed")
    return 1 if bad else 0


def _row(case: Case, other: Path, budget: float, folder: Path) -> tuple[str, bool]:
    systems.keep(case.truth(), folder)
    trees = (OWN, other) * PROCESSES
    processes = [_start(case, tree, folder) for tree in trees]
    try:
        measure.begin(processes, folder)
        failed = _failure(processes, trees)
        measured = turns.take_turns(processes, [], budget) if not failed[0] else None
    finally:
        for p in processes:
            p.end()
    if measured is None or (failed := _failure(processes, trees))[0]:
        return failed
    ours, theirs = ([t for s in measured.samples[which::2] for t in s] for which in (0, 1))
    return _text(ours, theirs, measured.quiet)


def _failure(processes: Sequence[Process], trees: Sequence[Path]) -> tuple[str, bool]:
    """What the first process that failed says, and whether it is one of this tree."""
    found = [(p.failure, tree) for p, tree in zip(processes, trees, strict=True) if p.failure]
    return ("", False) if not found else (f"{'this tree' if found[0][1] == OWN else 'the other'} failed: {found[0][0]}", found[0][1] == OWN)


def _start(case: Case, tree: Path, folder: Path) -> Process:
    """A process that imports espresso from ``tree``; those of one tree share a cache."""
    which = "own" if tree == OWN else "other"
    return measure.start(case, "espresso", environment(folder, which, [tree, tree / "rules", HERE.parent]), tree=str(tree))


def _text(ours: Samples, theirs: Samples, quiet: bool) -> tuple[str, bool]:
    middle, low, high = turns.ratio(ours, theirs)
    first, second = (quartile(s) * 1e6 for s in (ours, theirs))
    note = "  not quiet" * (not quiet) + ("  SLOWER" if low > SLOWER else "  faster" if high < 1 / SLOWER else "")
    return f"{first:9.1f} us {second:9.1f} us {middle:6.2f} [{low:.2f}, {high:.2f}]{note}", low > SLOWER
