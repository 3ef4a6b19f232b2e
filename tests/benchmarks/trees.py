"""``espresso bench --against FOLDER``: the calls of two trees of espresso, in turns, each in processes of its own.

The formulas, inputs and sizes are those of this tree.  A row is slower where the interval of its ratio lies above 1.03.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .workload import Sizes, Workload, cast, largest_error, leaves

HERE = Path(__file__).resolve().parent
OWN = HERE.parent.parent
TURNS = 3
SLOWER = 1.03
DRAWS = 2_000
"""Resamples of the bootstrap."""

Samples = list[list[float]]
"""Seconds of calls, a list for each process."""


def ratio(ours: Samples, theirs: Samples, seed: int = 0) -> tuple[float, float, float]:
    """The ratio of lower quartiles of all calls, and its interval of 95 %.

    Bootstrap of processes: the calls of one process share its memory and threads, so they are drawn together.
    """
    rng = np.random.default_rng(seed)

    def quartile(samples: Samples) -> float:
        return float(np.quantile(np.concatenate(samples), 0.25))

    def drawn(samples: Samples) -> Samples:
        return [list(rng.choice(samples[k], len(samples[k]))) for k in rng.integers(len(samples), size=len(samples))]

    found = [quartile(drawn(ours)) / quartile(drawn(theirs)) for _ in range(DRAWS)]
    low, high = np.quantile(found, [0.025, 0.975])
    return quartile(ours) / quartile(theirs), float(low), float(high)


def compare(workloads: Sequence[Workload], size: str, other: Path, budget: float) -> int:
    """Print a row for each workload, its sizes and dtypes; 1 where a row of this tree is slower, fails or is wrong."""
    bad = 0
    print(f"{'':62} this tree   the other   ratio, its interval of 95 %", flush=True)
    with tempfile.TemporaryDirectory(prefix="espresso-trees-") as folder:
        for workload in workloads:
            for number, sizes in enumerate(workload.sizes[size]):
                for dtype in workload.dtypes:
                    what = f"{workload.name} {' '.join(f'{k}={v}' for k, v in sizes.items())} {dtype}"
                    found: dict[Path, list[dict[str, Any]]] = {OWN: [], other: []}
                    for turn in range(TURNS):
                        for tree in (OWN, other) if turn % 2 == 0 else (other, OWN):
                            found[tree].append(_process(tree, [workload.name, size, str(number), dtype, str(budget)], folder))
                    text, worse = _row(found[OWN], found[other])
                    print(f"{what[:62]:62} {text}", flush=True)
                    bad += worse
    print(f"\n{bad} row{'s' * (bad != 1)} slower, wrong or failed")
    return 1 if bad else 0


def _row(ours: Sequence[dict[str, Any]], theirs: Sequence[dict[str, Any]]) -> tuple[str, bool]:
    for which, answers in (("this tree", ours), ("the other", theirs)):
        reasons = [a["failure"] for a in answers if "failure" in a]
        if reasons:
            return f"{which} failed: {reasons[0]}", which == "this tree"
    a, b = ([r["seconds"] for r in answers] for answers in (ours, theirs))
    middle, low, high = ratio(a, b)
    first, second = (float(np.quantile(np.concatenate(s), 0.25)) * 1e6 for s in (a, b))
    note = "  SLOWER" if low > SLOWER else "  faster" if high < 1 / SLOWER else ""
    return f"{first:9.1f} us {second:9.1f} us {middle:6.2f} [{low:.2f}, {high:.2f}]{note}", low > SLOWER


def _process(tree: Path, arguments: Sequence[str], folder: str) -> dict[str, Any]:
    """One process that imports espresso from ``tree``; caches are kept between the turns of a tree."""
    paths = [tree, tree / "rules", HERE.parent]
    environment = {
        **os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "ESPRESSO_CACHE_DIR": str(Path(folder) / ("own" if tree == OWN else "other")),
    }  # fmt: skip
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.trees", str(tree), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=folder)
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        return {"failure": (done.stderr.strip().splitlines() or ["no output"])[-1][:120]}
    answer: dict[str, Any] = json.loads(lines[-1])
    return answer


def _calls(workload: Workload, sizes: Sizes, dtype: str, budget: float) -> dict[str, Any]:
    """Seconds of calls in this process, after the first result was checked."""
    import espresso as es

    options: dict[str, Any] = {"sizes": dict(workload.option_sizes)} if workload.option_sizes else {}
    options |= {"structure": workload.structure} if workload.structure else {}
    given = cast(workload.inputs(np.random.default_rng(1), sizes), dtype)
    exact = {n: a.astype(np.float64) if a.dtype.kind == "f" else a for n, a in given.items()}
    expected = [np.asarray(r) for r in leaves(workload.truth(**exact))]
    f = es.compile(workload.program(sizes), **options)
    arrays = {n: a for n, a in given.items() if n in f.inputs}
    error = largest_error([np.asarray(r) for r in leaves(f(**arrays))], expected)
    if error > workload.tolerance[dtype]:
        return {"failure": f"wrong result: largest relative error {error:.1e}"}
    start = time.perf_counter()
    for _ in range(3):
        f(**arrays)
    repeats = max(1, int(2e-3 / ((time.perf_counter() - start) / 3)))
    seconds: list[float] = []
    begun = time.perf_counter()
    while len(seconds) < 7 or time.perf_counter() - begun < budget:
        start = time.perf_counter()
        for _ in range(repeats):
            f(**arrays)
        seconds.append((time.perf_counter() - start) / repeats)
    return {"seconds": seconds}


def _child(tree: str, name: str, size: str, number: str, dtype: str, budget: str) -> None:
    import espresso

    from . import table

    assert Path(espresso.__file__).is_relative_to(tree), f"espresso is imported from {espresso.__file__}"
    workload = next(w for w in table.WORKLOADS if w.name == name)
    print(json.dumps(_calls(workload, workload.sizes[size][int(number)], dtype, float(budget))))


if __name__ == "__main__":
    _child(*sys.argv[1:])
