"""``espresso bench``: arguments, the pinned process, and the order of work."""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from . import devices, isa
from .workload import Case, cases

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PINNED = "ESPRESSO_BENCH_PINNED"
BUDGET = {"tiny": 0.5, "small": 4.0, "full": 12.0}
"""Seconds that the turns of one row may take before there are fewer of them."""

EXAMPLES = """\
examples:
  espresso bench --list
  espresso bench --only W8,W22 --size small
  espresso bench --all --size small --write-docs
  espresso bench --all --size small --write-docs --isa avx2
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
    made.add_argument("--all", action="store_true", help="all workloads, as without --only")
    made.add_argument("--target", choices=devices.TARGETS, default="cpu", help="where to compute (gpu needs CuPy, opencl pyopencl)")
    made.add_argument("--case", metavar="TEXT", default="", help="of these, only cases whose name contains TEXT")
    made.add_argument("--size", choices=("tiny", "small", "full"), default="full", help="tiny only checks results")
    made.add_argument("--threads", type=int, default=0, metavar="N", help="threads for everybody (default: at most 2)")
    made.add_argument("--isa", choices=isa.KINDS, default="", help="limit espresso and its peers to this instruction set")
    made.add_argument("--budget", type=float, default=0.0, metavar="S", help="seconds for the turns of one row")
    made.add_argument("--wait", type=float, default=0.0, metavar="S", help="wait so long for a quiet machine before a row")
    made.add_argument("--json", metavar="FILE", type=Path, default=None, help="write everything measured to FILE")
    made.add_argument(
        "--write-docs", action="store_true",
        help="write tests/benchmarks/results and docs/performance.md; rows that this tree has there already are kept",
    )  # fmt: skip
    made.add_argument("--estimate", action="store_true", help="count what a GPU would do, without one (docs/gpu-estimates.md)")
    made.add_argument(
        "--accuracy", nargs="?", type=int, const=10_000_000, default=0, metavar="POINTS",
        help="instead, the largest error of each vector function (docs/accuracy.md with --write-docs)",
    )  # fmt: skip
    made.add_argument(
        "--crossover", action="store_true", help="instead, formulas beside plain NumPy from one element up (docs/crossover.md)"
    )
    made.add_argument("--shapes", action="store_true", help="instead, formulas over arrays of short and long rows, dtypes and layouts, one thread (docs/shapes.md)")
    made.add_argument(
        "--consistency", action="store_true",
        help="instead, derivatives beside values and ways to write a formula beside each other, one thread (docs/consistency.md)",
    )  # fmt: skip
    made.add_argument("--everyday", action="store_true", help="instead, formulas of many fields beside NumPy, one thread (docs/everyday.md)")
    made.add_argument("--overheads", action="store_true", help="instead, what a call costs, also through other libraries (docs/overheads.md)")
    made.add_argument("--rates", action="store_true", help="instead, time of each vector function per element (docs/rates.md)")
    made.add_argument("--profile", action="store_true", help="instead, what each step of espresso's calls takes, in microseconds")
    made.add_argument(
        "--mutants", nargs="?", type=int, const=20, default=0, metavar="N",
        help="instead, each program written in N other ways: the slowest beside the fastest",
    )  # fmt: skip
    made.add_argument(
        "--ablate", nargs="?", type=int, const=1, default=None, metavar="N",
        help="instead, what each part of the compiler buys, over programs and N mutants of each (docs/ablation.md with --write-docs)",
    )  # fmt: skip
    made.add_argument("--parts", default="", metavar="NAMES", help="with --ablate: these parts alone, or single functions of parts, timed on all programs that they change")
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
        return _pinned(list(argv), 1 if options.rates or options.shapes or options.consistency or options.everyday else options.threads, options)
    if options.accuracy or options.crossover or options.rates or options.overheads or options.shapes or options.consistency or options.everyday:
        return _tables(options)
    if options.profile:
        return _profiles(options)
    if options.mutants:
        return _mutants(options)
    if options.ablate is not None:
        return _ablate(options, list(argv))
    if options.against:
        return _against(options)
    return run(options, list(argv))


def _estimate(options: argparse.Namespace) -> int:
    from . import estimate

    only = [w.strip().upper() for w in options.only.split(",") if w.strip()]
    page = ROOT / "docs" / "gpu-estimates.md" if options.write_docs else None
    return estimate.main(only, page, options.case)


def _tables(options: argparse.Namespace) -> int:
    from . import accuracy, consistency, crossover, everyday, overheads, rates, results, shapes

    docs = ROOT / "docs" if options.write_docs else None
    if options.rates:
        return rates.main(docs)
    if options.shapes or options.consistency or options.everyday:
        facts, table = about(options, []), shapes if options.shapes else consistency if options.consistency else everyday
        return table.main(docs, options.case, f"{results.machine_of(facts)}, {facts['isa']}, {facts['date']}.")
    if options.overheads:
        return overheads.main(docs)
    return accuracy.main(options.accuracy, docs) if options.accuracy else crossover.main(docs)


def _cases(options: argparse.Namespace, identifiers: Sequence[str] | None = None) -> list[Case]:
    """The rows asked for; on a GPU the full sizes are the large ones where a workload has such."""
    from . import table

    found = [w for i in (chosen(options.only) if identifiers is None else identifiers) for w in table.of(i)]
    level = "gpu" if options.target == "gpu" and options.size == "full" else options.size
    return cases([w for w in found if options.case.lower() in w.name.lower()], level)


def _mutants(options: argparse.Namespace) -> int:
    from . import mutants

    for workload in {case.workload.name: case.workload for case in _cases(options)}.values():
        if not workload.structure:
            print(mutants.row(workload, options.size, options.mutants), flush=True)
    return 0


def _ablate(options: argparse.Namespace, argv: list[str]) -> int:
    from . import ablation, results

    facts = {**about(options, argv), "workload": "ablate"}
    name = f"{results.machine_of(facts)}, {facts['isa']}"
    workloads = list({case.workload.name: case.workload for case in _cases(options)}.values())
    names = [n.strip() for n in options.parts.split(",") if n.strip()]
    write = options.write_docs and not names
    where = (ROOT / "docs", results.file_of(results.FOLDER, facts).parent) if write else (None, None)
    return ablation.main(workloads, options.size, options.ablate, {"name": name, **facts}, *where, names)


def _against(options: argparse.Namespace) -> int:
    from . import trees

    return trees.compare(_cases(options), options.against.resolve(), options.budget or BUDGET["small"])


def _profiles(options: argparse.Namespace) -> int:
    import espresso as es

    for case in _cases(options):
        f = es.compile(case.workload.program(case.sizes), target=options.target)
        print(f"\n{case.workload.name}, {', '.join(f'{k}={v}' for k, v in case.sizes.items())}, {case.dtype}")
        given = {n: a for n, a in case.sets()[0].items() if n in f.inputs}  # a derivative may not need every input
        print(f.profile(**given, repeat=200), flush=True)
    return 0


def _list() -> int:
    from . import table

    for workload in table.WORKLOADS:
        sizes = "; ".join(", ".join(f"{k}={v}" for k, v in s.items()) for s in workload.sizes["full"])
        print(f"{workload.name}\n    {sizes}\n    " + workload.formula.replace("\n", "\n    "))
    print(f"W22 {table.TITLES['W22'].lower()}")
    return 0


def _pinned(argv: list[str], threads: int, options: argparse.Namespace) -> int:
    """Run this command again in a process in which every library has the same threads; those that it starts inherit that."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))
    count = min(threads or 2, len(cores))
    number = str(count)
    paths = [str(HERE.parent), str(ROOT), str(ROOT / "rules"), os.environ.get("PYTHONPATH", "")]
    with tempfile.TemporaryDirectory(prefix="espresso-bench-") as folder:
        environment = {**os.environ, PINNED: "1", devices.TARGET: options.target, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}
        for name in ("OMP", "OPENBLAS", "MKL", "NUMBA", "NUMEXPR"):
            environment[f"{name}_NUM_THREADS"] = number
        environment |= {
            "NUMEXPR_MAX_THREADS": number, "JAX_PLATFORMS": "cuda" if options.target == "gpu" else "cpu", "PYTHONHASHSEED": "0",
            "XLA_PYTHON_CLIENT_PREALLOCATE": "false", "ESPRESSO_CACHE_DIR": str(Path(folder) / "espresso"),
            **isa.environment(options.isa),
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
    from . import peers, results

    shown = ["FILE" if a == str(options.json) else a for a in argv]
    return {
        "command": shlex.join(["espresso", "bench", *shown]),
        "date": results.now().partition(" ")[0],
        "tree": results.tree_hash(),
        "isa": isa.name() if devices.current().target == "cpu" else "",
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
    from . import limits, peers, report, results, turns

    facts = about(options, argv)
    for kind, reason in peers.missing().items():
        print(f"skipped: {kind}: {reason}")
    turns.await_quiet(options.wait)
    facts["limits"] = (
        limits.machine_limits(options.size, "torch" not in peers.missing())
        if options.target == "cpu"
        else devices.rates(devices.current(), options.size)
    )
    print("\n".join(f"  {name}: {rate}" for name, rate in facts["limits"].items()), flush=True)
    wrong, start, documents = 0, time.perf_counter(), []
    for identifier in chosen(options.only):
        document = {"workload": identifier, **facts}
        document["rows"] = results.kept_rows(results.FOLDER, document) if options.write_docs else []
        documents.append(document)
        for row in measure_workload(identifier, options, document["rows"]):
            wrong += failures(row)
            document["rows"] = [r for r in document["rows"] if results.key(r) != results.key(row)] + [row]
            if options.write_docs:  # after each row: a long run that is stopped keeps what it has
                results.write(results.FOLDER, document)
            if options.json:
                options.json.write_text(json.dumps(documents, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        if options.write_docs:
            report.write_page(results.FOLDER, ROOT / "docs")
    print(f"\n{time.perf_counter() - start:.0f} s, {wrong} failure{'s' * (wrong != 1)}")
    return 1 if wrong else 0


def measure_workload(identifier: str, options: argparse.Namespace, kept: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows of one workload that are not ``kept``, printed as they come."""
    from . import measure, report, results, table, using

    effort = measure.Effort(options.budget or BUDGET[options.size], options.wait)
    print(f"\n{identifier}: {table.TITLES[identifier]}" + f" ({len(kept)} rows are there)" * bool(kept), flush=True)
    found: Iterator[dict[str, Any]] = iter(())
    if identifier == "W22" and options.target == "cpu":
        found = using.rows(options.size, options.case, {r["case"] for r in kept if r["quiet"]})
    quiet = {results.key(r): r["quiet"] for r in kept}
    missing = [case for case in _cases(options, [identifier]) if not quiet.get(case.key)]
    missing.sort(key=lambda case: case.key in quiet)  # those that were not quiet come last
    measured = (measure.check_row(c) if options.size == "tiny" else measure.run_row(c, effort) for c in missing)
    for row in itertools.chain(found, measured):
        print(report.as_text(row), flush=True)
        yield {**row, "size": options.size, "at": results.now()}


def failures(row: dict[str, Any]) -> int:
    """Wrong results, and failures of espresso; a peer that cannot do something is no failure."""
    return sum(
        1
        for name, facts in row["systems"].items()
        if "failure" in facts and (name.startswith("espresso") or facts["failure"].startswith("wrong result"))
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
