"""``espresso bench``: arguments, the pinned process, and the order of work."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import devices
from .workload import Sizes, Workload, cast

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RESULTS = HERE / "results"
PINNED = "ESPRESSO_BENCH_PINNED"
BUDGET = {"tiny": 0.5, "small": 8.0, "full": 12.0}
"""Seconds that the rounds of one row may take before there are fewer of them."""

EXAMPLES = """\
examples:
  espresso bench --list
  espresso bench --only W8,W22 --size small
  espresso bench --only W2,W8,W20,W22 --write-docs
  espresso bench --target gpu --write-docs
  espresso bench --target gpu --estimate
"""


def parser() -> argparse.ArgumentParser:
    """The options of ``espresso bench``."""
    made = argparse.ArgumentParser(
        prog="espresso bench", description="Measure espresso beside its peers and beside this machine's limits.",
        epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    made.add_argument("--only", metavar="W8,W22", default="", help="workloads to run (default: all)")
    made.add_argument("--target", choices=devices.TARGETS, default="cpu", help="where to compute (gpu needs CuPy, opencl pyopencl)")
    made.add_argument("--case", metavar="TEXT", default="", help="of these, only cases whose name contains TEXT")
    made.add_argument("--size", choices=("tiny", "small", "full"), default="full", help="tiny only checks results")
    made.add_argument("--threads", type=int, default=0, metavar="N", help="threads for everybody (default: at most 2)")
    made.add_argument("--budget", type=float, default=0.0, metavar="S", help="seconds for the rounds of one row")
    made.add_argument("--wait", type=float, default=0.0, metavar="S", help="wait so long for a quiet machine before a row")
    made.add_argument("--json", metavar="FILE", type=Path, default=None, help="write everything measured to FILE")
    made.add_argument("--write-docs", action="store_true", help="write tests/benchmarks/results and docs/performance.md")
    made.add_argument("--estimate", action="store_true", help="count what a GPU would do, without one (docs/gpu-estimates.md)")
    made.add_argument(
        "--accuracy", nargs="?", type=int, const=10_000_000, default=0, metavar="POINTS",
        help="instead, the largest error of each vector function (docs/accuracy.md with --write-docs)",
    )  # fmt: skip
    made.add_argument(
        "--crossover", action="store_true", help="instead, formulas beside plain NumPy from one element up (docs/crossover.md)"
    )
    made.add_argument("--rates", action="store_true", help="instead, time of each vector function per element (docs/rates.md)")
    made.add_argument("--profile", action="store_true", help="instead, what each step of espresso's calls takes, in microseconds")
    made.add_argument(
        "--mutants", nargs="?", type=int, const=20, default=0, metavar="N",
        help="instead, each program written in N other ways: the slowest beside the fastest",
    )  # fmt: skip
    made.add_argument(
        "--against", metavar="FOLDER", type=Path, default=None,
        help="instead, this tree beside another checkout of espresso, in processes of their own that take turns",
    )  # fmt: skip
    made.add_argument("--list", action="store_true", help="print the workloads and stop")
    return made


def main(argv: Sequence[str]) -> int:
    """Run the suite; 1 if a system gave a wrong result or espresso failed, 2 for bad arguments."""
    options = parser().parse_args(list(argv))
    if options.list:
        return _list()
    if options.estimate:
        return _estimate(options)
    if os.environ.get(PINNED) != "1":
        return _pinned(list(argv), 1 if options.rates else options.threads, options.target)
    if options.accuracy or options.crossover or options.rates:
        return _tables(options)
    if options.profile:
        return _profiles(options)
    if options.mutants:
        return _mutants(options)
    if options.against:
        return _against(options)
    return run(options, list(argv))


def _estimate(options: argparse.Namespace) -> int:
    from . import estimate

    only = [w.strip().upper() for w in options.only.split(",") if w.strip()]
    page = ROOT / "docs" / "gpu-estimates.md" if options.write_docs else None
    return estimate.main(only, page, options.case)


def _tables(options: argparse.Namespace) -> int:
    from . import accuracy, crossover, rates

    docs = ROOT / "docs" if options.write_docs else None
    if options.rates:
        return rates.main(docs)
    return accuracy.main(options.accuracy, docs) if options.accuracy else crossover.main(docs)


def _mutants(options: argparse.Namespace) -> int:
    from . import mutants, table

    for workload in (w for identifier in chosen(options.only) for w in table.of(identifier)):
        if options.case.lower() in workload.name.lower() and not workload.structure:
            print(mutants.row(workload, options.size, options.mutants), flush=True)
    return 0


def _against(options: argparse.Namespace) -> int:
    from . import table, trees

    found = [w for identifier in chosen(options.only) for w in table.of(identifier)]
    found = [w for w in found if options.case.lower() in w.name.lower()]
    return trees.compare(found, options.size, options.against.resolve(), options.budget or 0.5)


def _profiles(options: argparse.Namespace) -> int:
    import numpy as np

    import espresso as es

    from . import table

    for workload in (w for identifier in chosen(options.only) for w in table.of(identifier)):
        if options.case.lower() not in workload.name.lower():
            continue
        for sizes in _sizes_of(workload, options):
            for dtype in workload.dtypes:
                arrays = cast(workload.inputs(np.random.default_rng(0), sizes), dtype)
                f = es.compile(workload.program(sizes), target=options.target)
                print(f"\n{workload.name}, {', '.join(f'{k}={v}' for k, v in sizes.items())}, {dtype}")
                given = {n: a for n, a in arrays.items() if n in f.inputs}  # a derivative may not need every input
                print(f.profile(**given, repeat=200), flush=True)
    return 0


def _list() -> int:
    from . import table

    for workload in table.WORKLOADS:
        sizes = "; ".join(", ".join(f"{k}={v}" for k, v in s.items()) for s in workload.sizes["full"])
        print(f"{workload.name}\n    {sizes}\n    " + workload.formula.replace("\n", "\n    "))
    print(f"W22 {table.TITLES['W22'].lower()}")
    return 0


def _pinned(argv: list[str], threads: int, target: str) -> int:
    """Run this command again in one process in which every library has the same threads and caches are new."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))
    count = min(threads or 2, len(cores))
    number = str(count)
    paths = [str(HERE.parent), str(ROOT), str(ROOT / "rules"), os.environ.get("PYTHONPATH", "")]
    with tempfile.TemporaryDirectory(prefix="espresso-bench-") as folder:
        environment = {**os.environ, PINNED: "1", devices.TARGET: target, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}
        for name in ("OMP", "OPENBLAS", "MKL", "NUMBA", "NUMEXPR"):
            environment[f"{name}_NUM_THREADS"] = number
        environment |= {
            "NUMEXPR_MAX_THREADS": number, "JAX_PLATFORMS": "cuda" if target == "gpu" else "cpu", "PYTHONHASHSEED": "0",
            "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
            "ESPRESSO_CACHE_DIR": str(Path(folder) / "espresso"), "TORCHINDUCTOR_CACHE_DIR": str(Path(folder) / "torch"),
        }  # fmt: skip
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.command", *argv]
        if hasattr(os, "sched_setaffinity"):
            before = os.sched_getaffinity(0)
            os.sched_setaffinity(0, cores[:count])  # what the child inherits
        try:
            return subprocess.run(command, env=environment, check=False).returncode
        finally:
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(0, before)


def machine() -> dict[str, Any]:
    """What is public about this machine: no names, no paths."""
    cpu = platform.processor() or "unknown"
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0] if names else cpu
    found: dict[str, Any] = {"cpu": cpu, "cores": os.cpu_count(), "system": platform.system()}
    if hasattr(os, "sysconf"):
        found["memory_gib"] = round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    return found


def about(options: argparse.Namespace, argv: list[str]) -> dict[str, Any]:
    """What a reader needs to repeat the run."""
    from . import peers

    shown = ["FILE" if a == str(options.json) else a for a in argv]
    return {
        "command": shlex.join(["espresso", "bench", *shown]),
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d"),
        "size": options.size,
        "threads": peers.THREADS,
        "load_before": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "machine": machine(),
        "python": platform.python_version(),
        "versions": peers.versions(),
        "not_installed": peers.missing(),
        "target": devices.current().target,
        "device": devices.current().about(),
    }


def chosen(only: str) -> list[str]:
    """The identifiers asked for, in the order of the table; SystemExit for an unknown one."""
    from . import table

    wanted = [w.strip().upper() for w in only.split(",") if w.strip()]
    unknown = [w for w in wanted if w not in table.TITLES]
    if unknown:
        raise SystemExit(f"espresso bench: no workload {', '.join(unknown)}; there are {', '.join(table.TITLES)}")
    return [w for w in table.TITLES if not wanted or w in wanted]


def run(options: argparse.Namespace, argv: list[str]) -> int:
    """Measure what was asked for, print it, and write the files."""
    from . import limits, measure, peers, report

    facts = about(options, argv)
    for kind, reason in peers.missing().items():
        print(f"skipped: {kind}: {reason}")
    measure.await_quiet(options.wait)
    facts["limits"] = (
        limits.machine_limits(options.size, "torch" not in peers.missing())
        if options.target == "cpu"
        else devices.rates(devices.current(), options.size)
    )
    print("\n".join(f"  {name}: {rate}" for name, rate in facts["limits"].items()), flush=True)
    documents, wrong = [], 0
    start = time.perf_counter()
    for identifier in chosen(options.only):
        rows = measure_workload(identifier, options)
        wrong += sum(failures(row) for row in rows)
        documents.append({"workload": identifier, **facts, "rows": rows})
        if options.write_docs:  # after each workload: a long run that is stopped keeps what it has
            report.write_results(RESULTS, documents[-1])
            report.write_page(RESULTS, ROOT / "docs" / "performance.md")
        if options.json:
            options.json.write_text(json.dumps(documents, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"\n{time.perf_counter() - start:.0f} s, {wrong} failure{'s' * (wrong != 1)}")
    return 1 if wrong else 0


def measure_workload(identifier: str, options: argparse.Namespace) -> list[dict[str, Any]]:
    """All rows of one workload, printed as they come."""
    from . import measure, report, table, using

    effort = measure.Effort(options.budget or BUDGET[options.size], options.wait)
    print(f"\n{identifier}: {table.TITLES[identifier]}", flush=True)
    rows = []
    if identifier == "W22" and options.target == "cpu":
        for row in using.rows(options.size, effort, options.case):
            rows.append(row)
            print(report.as_text(row), flush=True)
    for workload in table.of(identifier):
        if options.case.lower() not in workload.name.lower():
            continue
        for sizes in _sizes_of(workload, options):
            for dtype in workload.dtypes:
                rows.append(measure.run_row(workload, sizes, dtype, effort, only_check=options.size == "tiny"))
                print(report.as_text(rows[-1]), flush=True)
    return rows


def _sizes_of(workload: Workload, options: argparse.Namespace) -> Sequence[Sizes]:
    """The sizes of a level; on a GPU the full sizes are the large ones where the workload has such."""
    if options.target == "gpu" and options.size == "full":
        return workload.sizes.get("gpu", workload.sizes["full"])
    return workload.sizes[options.size]


def failures(row: dict[str, Any]) -> int:
    """Wrong results, and failures of espresso; a peer that cannot do something is no failure."""
    return sum(
        1
        for name, facts in row["systems"].items()
        if "failure" in facts and (name.startswith("espresso") or facts["failure"].startswith("wrong result"))
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
