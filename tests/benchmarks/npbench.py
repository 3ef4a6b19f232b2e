"""The programs of npbench (https://github.com/spcl/npbench) unchanged under `es.trace`, beside NumPy.

    python -m tests.benchmarks.npbench FOLDER --preset M [--only adi,gemm] [--seconds 2] [--page docs/npbench.md]
    python -m tests.benchmarks.npbench FOLDER --preset M --resume

FOLDER is a checkout of npbench.  NumPy and espresso have a process of their own for each program, and take turns; times
are lower quartiles.  A result may be off by 1e-7 of its norm, or by 16 times what changes of the inputs in the last place
make in NumPy's.  NumPy gets new copies of what it writes into before each call, untimed; espresso returns those as
results.  Rows go into the page as they are measured, beside those of programs that are not; with ``--resume`` rows that
the page has of the last day stay.  Programs of which one call takes seconds get fewer turns.
"""

from __future__ import annotations

import argparse
import datetime
import importlib
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .process import Process, environment
from .results import ROOT, machine_of

TURNS, FEWEST_TURNS, LONG, MARK = 5, 2, 10.0, "<!-- table -->"
"""Turns of each program; fewer where NumPy's take more seconds than ``LONG`` together."""
DISTURBED = 4
"""Runs of NumPy with inputs changed in the last place, where a result is off."""
COLUMNS = ["preset", "program", "NumPy ms", "espresso ms", "ratio", "trace s", "first call s", "measured"]


class Program:
    """One program with the data of a preset."""

    def __init__(self, folder: Path, name: str, preset: str) -> None:
        sys.path.insert(0, str(folder))
        info = json.loads((folder / "bench_info" / f"{name}.json").read_text())["benchmark"]
        package = "npbench.benchmarks." + info["relative_path"].replace("/", ".")
        module = importlib.import_module(f"{package}.{info['module_name']}_numpy")
        self.function: Callable[..., Any] = getattr(module, info["func_name"])
        data = dict(info["parameters"][preset])
        if init := info.get("init"):
            module = importlib.import_module(f"{package}.{info['module_name']}")
            made = getattr(module, init["func_name"])(*[data[a] for a in init["input_args"]])
            data.update(zip(init["output_args"], made if isinstance(made, tuple) else (made,), strict=True))
        numbers = (np.floating, np.complexfloating)
        self.written = info.get("output_args", [])
        """Arguments that it may write into."""
        self.arguments = {a: data[a].item() if isinstance(data[a], numbers) else data[a] for a in info["input_args"]}

    def copies(self) -> dict[str, Any]:
        """The arguments, with arrays that may be written."""
        return {a: np.copy(v) if isinstance(v, np.ndarray) else v for a, v in self.arguments.items()}


@dataclass
class NumPy:
    """The program as it is."""

    program: Program

    def first(self, folder: Path) -> dict[str, Any]:
        """Run it, and keep what it returns and what it wrote."""
        given = self.program.copies()
        start = time.perf_counter()
        result = self.program.function(*given.values())
        seconds = time.perf_counter() - start
        before, named = self.program.arguments, self.program.written if result is None else ()
        written = [a for a, v in given.items() if isinstance(v, np.ndarray)
                   and (a in named or v.tobytes() != before[a].tobytes())]  # fmt: skip
        np.savez(folder / "expected.npz", *_flat(result), *(given[a] for a in written))
        (folder / "written.json").write_text(json.dumps(written))
        return {"seconds": seconds}

    def call(self) -> float:
        """Seconds of one call."""
        given = list(self.program.copies().values())
        start = time.perf_counter()
        self.program.function(*given)
        return time.perf_counter() - start

    def turn(self, seconds: float) -> dict[str, Any]:
        """Seconds of calls, one at least."""
        end, times = time.perf_counter() + seconds, [self.call()]
        while time.perf_counter() < end:
            times.append(self.call())
        return {"times": times}


class Espresso(NumPy):
    """The program as a formula, compiled."""

    def first(self, folder: Path) -> dict[str, Any]:
        """Trace, compile, call, and compare with what NumPy gave."""
        import espresso as es

        written = json.loads((folder / "written.json").read_text())
        function, given = self.program.function, self.program.arguments

        def results(**arguments: Any) -> tuple[Any, ...]:
            return (*_flat(function(*[arguments[a] for a in given])), *(arguments[a] for a in written))

        start = time.perf_counter()
        traced = es.trace(results, **given)
        done = time.perf_counter()
        self.compiled = es.compile(traced, target="cpu")
        self.inputs = [given[a] for a in self.compiled.inputs]
        found = self.compiled(*self.inputs)
        first = time.perf_counter() - done
        with np.load(folder / "expected.npz") as kept:
            right = list(kept.values())
        assert list(map(np.shape, found)) == list(map(np.shape, right)), "results of other shapes"
        errors, allowed = _errors(found, right), [1e-4 if _single(v) else 1e-7 for v in right]
        if any(e > a for e, a in zip(errors, allowed, strict=True)):  # unless rounding errors grow that much in NumPy
            plain, *moved = (results(**{a: _disturbed(v, k) for a, v in self.program.copies().items()}) for k in range(1 + DISTURBED))
            grown = [max(e) for e in zip(*(_errors(other, list(map(np.asarray, plain))) for other in moved), strict=True)]
            wrong = [e for e, a, g in zip(errors, allowed, grown, strict=True) if not e < max(a, 16 * g)]
            assert not wrong, f"wrong by {max(wrong):.1e}"
        return {"trace": done - start, "first": first}

    def call(self) -> float:
        """Seconds of one call."""
        start = time.perf_counter()
        self.compiled(*self.inputs)
        return time.perf_counter() - start


def _flat(result: Any) -> list[Any]:
    return [] if result is None else list(result) if isinstance(result, (tuple, list)) else [result]


def _errors(found: Any, right: list[np.ndarray]) -> list[float]:
    return [float(np.linalg.norm(np.ravel(a - b)) / (np.linalg.norm(np.ravel(b)) or 1)) for a, b in zip(found, right, strict=True)]


def _single(value: np.ndarray) -> bool:
    return value.dtype.kind in "fc" and value.real.dtype.itemsize <= 4


def _disturbed(value: Any, seed: int) -> Any:
    """Floats in which each one may be the one beside it; the seed 0 leaves them as they are."""
    if not seed or np.asarray(value).dtype.kind not in "fc" or isinstance(value, np.ndarray) and not value.size:
        return value
    steps = np.random.default_rng(seed).integers(-1, 2, np.shape(value))
    moved = value * (1 + steps * np.finfo(np.asarray(value).dtype).eps)
    return moved if isinstance(value, np.ndarray) else type(value)(moved)


def main() -> None:
    """Answer commands until the pipe ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what programs print is no answer
    request = json.loads(sys.stdin.readline())
    program = Program(Path(request["folder"]), request["program"], request["preset"])
    system = NumPy(program) if request["name"] == "numpy" else Espresso(program)
    for line in iter(sys.stdin.readline, ""):
        command = json.loads(line)
        try:
            answer = system.turn(command["turn"]) if "turn" in command else system.first(Path(command["first"]))
        except Exception as error:  # of the program, or of espresso
            answer = {"failure": f"{type(error).__name__}: {error}".partition("\n")[0]}
        print(json.dumps(answer), file=answers, flush=True)


def measured(folder: Path, name: str, preset: str, seconds: float) -> list[str]:
    """One program: the row of the table."""
    today = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")
    request = {"folder": str(folder), "program": name, "preset": preset}
    threads = {"NUMBA_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2", "PYTHONDONTWRITEBYTECODE": ""}
    with tempfile.TemporaryDirectory() as kept:
        both = [Process(s, request, {**environment(Path(kept), s), **threads}, "benchmarks.npbench") for s in ("numpy", "espresso")]
        try:
            theirs_first, facts = (p.ask(first=kept) for p in both)
            times: list[list[float]] = [[], []]
            turns = TURNS if theirs_first.get("seconds", 0.0) * TURNS < LONG else FEWEST_TURNS
            for _ in range(turns):
                for p, found in zip(both, times, strict=True):
                    found += p.ask(turn=seconds / turns).get("times", []) if not p.failure else []
        finally:
            for p in both:
                p.end()
    if failure := both[0].failure or both[1].failure:
        return [preset, name, failure[:100], *[""] * 4, today]
    ours, theirs = (float(np.quantile(found, 0.25)) for found in times[::-1])
    figures = f"{theirs * 1e3:.3g}", f"{ours * 1e3:.3g}", f"{theirs / ours:.2f}"
    return [preset, name, *figures, f"{facts['trace']:.2f}", f"{facts['first']:.2f}", today]


def _rows(page: Path) -> dict[tuple[str, str], list[str]]:
    """The rows that a page has."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    kept = [[c.strip() for c in line.strip("|").split("|")] for line in re.findall(r"^\| [A-Zp].*\|$", text, re.M)]
    return {(r[0], r[1]): r for r in kept if r[0] != COLUMNS[0]}


def _left(names: list[str], preset: str, page: Path) -> list[str]:
    """The programs of which a page has no row that was measured today or yesterday."""
    today, rows = datetime.datetime.now(datetime.UTC), _rows(page)
    days = {(today - datetime.timedelta(days=d)).strftime("%Y-%m-%d") for d in (0, 1)}
    return [n for n in names if (preset, n) not in rows or rows[preset, n][-1] not in days]


def _write(page: Path, rows: Mapping[tuple[str, str], list[str]]) -> None:
    """Put rows into the table of a page, beside those of other programs, and the means below it."""
    text = page.read_text(encoding="utf-8") if page.exists() else "# npbench\n"
    every = {**_rows(page), **rows}
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
    lines += ["| " + " | ".join(every[k]) + " |" for k in sorted(every)]
    cpu = next((x for x in Path("/proc/cpuinfo").read_text().splitlines() if x.startswith("model name")), ": unknown")
    machine = machine_of({"machine": {"cpu": cpu.partition(":")[2].strip()}})
    for preset in sorted({p for p, _ in every}):
        found, count = [float(r[4]) for r in every.values() if r[0] == preset and r[4]], sum(p == preset for p, _ in every)
        lines += ["", f"Preset {preset} on {machine}, 2 threads: {len(found)} of {count} programs run and are right; "
                      f"geometric mean of the ratios {np.exp(np.mean(np.log(found or [1]))):.2f}, least {min(found, default=1):.2f}."]  # fmt: skip
    page.write_text(f"{text.partition(MARK)[0].rstrip()}\n\n{MARK}\n\n" + "\n".join(lines) + "\n", encoding="utf-8")


def run() -> None:
    """Read the command line, measure, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--preset", default="M")
    parser.add_argument("--only", default="", help="names of programs, with commas")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "npbench.md")
    parser.add_argument("--resume", action="store_true", help="leave rows that were measured today or yesterday")
    given = parser.parse_args()
    names = given.only.split(",") if given.only else sorted(f.stem for f in (given.folder / "bench_info").glob("*.json"))
    for name in _left(names, given.preset, given.page) if given.resume else names:
        row = measured(given.folder.resolve(), name, given.preset, given.seconds)
        print("  ".join(row), flush=True)
        _write(given.page, {(given.preset, name): row})


if __name__ == "__main__":
    main() if len(sys.argv) == 1 else run()
