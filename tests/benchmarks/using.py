"""W22: what using it costs: import, first results, calls, new extents, deriving and planning."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numba

from . import firsts, fresh, gpt, peers, turns
from .turns import Samples
from .workload import Goal, Peer, Sizes, Workload, normal, seconds

Row = dict[str, Any]
HERE = Path(__file__).resolve().parent
MICRO, MILLI = 1e-6, 1e-3
COUNTS = (1, 2, 4, 8)
"""Numbers of arrays for which a call is measured."""
TURNS = 7
LIMIT = 5.0
"""Seconds after which a slow system sits out."""
LABELS = {"jax": "jax.jit", "torch": "torch.compile", "numba": "numba by hand"}


# --- calls -----------------------------------------------------------------------------------------------


def _calls(count: int) -> Workload:
    """A call with ``count`` arrays of eight numbers: y = 2*x1 + ... + 2*xn."""
    names = [f"x{k}" for k in range(1, count + 1)]
    text = "y[i] = " + " + ".join(f"2*{n}[i]" for n in names)
    scope: dict[str, Any] = {}
    exec(f"def add({', '.join(names)}):\n    return {' + '.join(f'2*{n}' for n in names)}\n", scope)
    add = scope["add"]
    sizes: Sequence[Sizes] = [{"n": 8}]
    return Workload(
        "W22", f"call with {count} small array{'s' * (count > 1)}", text, lambda s: text,
        lambda rng, s: {n: normal(rng, s["n"]) for n in names}, add,
        (
            Peer("numpy", add), Peer("numba", numba.njit(add)), Peer("jax", add, label="jax.jit"),
            Peer("torch.compile", add),
        ),
        {"tiny": sizes if count == 1 else [], "small": sizes, "full": sizes},
        goals=(Goal("espresso by position", (2 + 0.1 * count) * MICRO),), reuse=True, positional=True,
    )  # fmt: skip


WORKLOADS = tuple(_calls(count) for count in COUNTS)


# --- fresh processes ---------------------------------------------------------------------------------


def _installed() -> None:
    """Bytecode of espresso beside its files, as an installer writes it for every package."""
    import compileall

    import espresso
    import espresso_rules

    for package in (espresso, espresso_rules):
        compileall.compile_dir(str(Path(package.__file__ or "").parent), quiet=2)


def _fresh(what: str, name: str, folder: str, *more: str) -> list[float]:
    """Run ``fresh.py``, or ``firsts.py`` for one of its formulas, with all caches in ``folder``."""
    caches = {
        "ESPRESSO_CACHE_DIR": "espresso", "NUMBA_CACHE_DIR": "numba", "JAX_COMPILATION_CACHE_DIR": "jax",
        "TORCHINDUCTOR_CACHE_DIR": "torch",
    }  # fmt: skip
    if name == "espresso":
        caches.pop("NUMBA_CACHE_DIR")  # espresso's folder holds its machine code as well
    environment = {n: v for n, v in os.environ.items() if n not in caches and n != "NUMBA_CACHE_DIR"}
    environment |= {n: str(Path(folder) / v) for n, v in caches.items()}
    environment |= {
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0", "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, str(HERE / ("firsts.py" if more else "fresh.py")), what, name, *more],
        capture_output=True, text=True, env=environment, cwd=folder, timeout=300,
    )  # fmt: skip
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise RuntimeError(last.rsplit("/", 1)[-1])
    return [float(x) for x in done.stdout.split()]


class Series:
    """Times of several systems that take turns, each turn in a process of its own; ``error`` and ``failure`` of each."""

    def __init__(self) -> None:
        self.samples: dict[str, Samples] = {}
        self.facts: dict[str, dict[str, Any]] = {}

    def add(self, name: str, take: Callable[[], tuple[list[float], float | None]]) -> None:
        """Another turn of a system, unless it failed before or took long enough."""
        facts = self.facts.setdefault(name, {})
        taken = self.samples.setdefault(name, [])
        if "failure" in facts or sum(map(sum, taken)) > LIMIT and len(taken) >= turns.FEWEST:
            return
        try:
            times, error = take()
        except (RuntimeError, subprocess.TimeoutExpired) as reason:
            facts["failure"] = str(reason)[:160]
            return
        taken.append(times)
        if error is not None:
            facts["error"] = max(error, facts.get("error", 0.0))


def _row(case: str, formula: str, series: Series, goal: float | None, others: float, note: str = "") -> Row:
    """A row in the form of ``measure.row_facts``; ``goal`` is seconds that espresso may take, by default those of JAX."""
    samples = {n: s for n, s in series.samples.items() if s and "failure" not in series.facts[n]}
    if goal is None:
        goal = turns.quartile(samples[LABELS["jax"]]) if LABELS["jax"] in samples else None
    quiet = others <= turns.DISTURBED
    reached = turns.quartile(samples["espresso"]) if "espresso" in samples else None
    met = None if reached is None or goal is None or not quiet else reached <= goal
    return {
        "id": "W22", "case": case, "formula": formula, "sizes": {}, "dtype": "", "limit": note, "quiet": quiet,
        "systems": {n: {**f, **(turns.figures(samples[n]) if n in samples else {})} for n, f in series.facts.items()},
        "ratios": {
            n: [float(f"{x:.4g}") for x in turns.ratio(s, samples["espresso"])]
            for n, s in samples.items()
            if "espresso" in samples and not n.startswith("espresso")
        },
        "goals": [] if goal is None else [{"goal": f"<= {seconds(goal)}", "reached": reached, "met": met}],
        "cores_busy_elsewhere": round(others, 3),
        "skipped": {n: why for n, why in peers.missing().items() if n in ("numba", "jax", "torch.compile")},
    }  # fmt: skip


def _present(*names: str) -> list[str]:
    absent = peers.missing()
    return [n for n in names if n not in absent]


def imports(rounds: int) -> list[Row]:
    """Seconds of ``import X`` in a fresh process, bytecode present."""
    series = Series()
    systems = [("espresso", "import", "espresso"), ("espresso, parsing a formula", "parse", "espresso")]
    systems += [(name, "import", name) for name in _present("numpy", "numba", "jax", "torch")]
    _installed()
    with tempfile.TemporaryDirectory() as folder:
        for _, what, package in systems:
            _fresh(what, package, folder)  # files are in memory
        watch = turns.Others(())
        for _ in range(rounds):
            for name, what, package in systems:
                series.add(name, lambda w=what, p=package: (_fresh(w, p, folder)[:1], None))
    return [_row("import", "import espresso", series, 0.15, watch.cores())]


def first_results(rounds: int) -> list[Row]:
    """Cold (empty caches) and cached first results, each in a fresh process; the import is not in them."""
    cold, warm = Series(), Series()
    _installed()
    watch = turns.Others(())

    def first(name: str, folder: str) -> tuple[list[float], float]:
        _, taken, error = _fresh("first", name, folder)
        return [taken], error

    for _ in range(rounds):
        for name in _present("espresso", "numpy", "numba", "jax", "torch"):
            with tempfile.TemporaryDirectory() as folder:
                for series in (cold, warm):
                    series.add(LABELS.get(name, name), lambda n=name, f=folder: first(n, f))
    others = watch.cores()
    return [
        _row("cold first result, after the import", fresh.FORMULA, cold, 0.5, others, "empty caches"),
        _row("cached first result, after the import", fresh.FORMULA, warm, 60 * MILLI, others, "second process"),
    ]


def common_formulas(rounds: int) -> Iterator[Row]:
    """Twelve formulas from before the import to the result, after another formula, and with new lengths, beside JAX."""
    _installed()
    for name in firsts.FORMULAS:
        yield _of_formula("first", name, rounds, f"{name}: import and first result, cold", None)
    for name in firsts.FORMULAS:
        yield _of_formula("second", name, rounds, f"{name}: second formula of a process", None)
    for name in firsts.FORMULAS:
        case = f"{name}: new lengths in a second process, the slowest of five"
        yield _of_formula("length", name, rounds, case, 5 * MILLI)
    yield _of_formula("hundredth", "chain", rounds, "the hundredth formula of a process", 30 * MILLI)


def _of_formula(what: str, name: str, rounds: int, case: str, goal: float | None) -> Row:
    """Seconds of one formula (`firsts`) in fresh processes; the sums of all results are compared."""
    series, watch, sums = Series(), turns.Others(()), {}

    def taken(system: str, folder: str) -> tuple[list[float], float | None]:
        if what == "length":
            _fresh("first", system, folder, name)
        found, *rest = _fresh(what, system, folder, name)
        sums[system] = rest[-1] if rest else 0.0
        right = sums.get("jax", 0.0)
        return [found], abs(sums[system] - right) / abs(right) if right else None

    for _ in range(rounds):
        for system in _present("jax", "espresso"):
            with tempfile.TemporaryDirectory() as folder:
                series.add(LABELS.get(system, system), lambda s=system, f=folder: taken(s, f))
    return _row(case, firsts.FORMULAS[name][0], series, goal, watch.cores(), "empty caches")


def new_extents(rounds: int) -> list[Row]:
    """Seconds of the first call with lengths not seen before, the function being compiled for others already."""
    series, watch = Series(), turns.Others(())

    def lengths(name: str, folder: str) -> tuple[list[float], float]:
        error, *taken = _fresh("lengths", name, folder)
        return taken, error

    for _ in range(min(rounds, turns.FEWEST)):
        for name in _present("espresso", "numba", "jax", "torch"):
            with tempfile.TemporaryDirectory() as folder:
                series.add(LABELS.get(name, name), lambda n=name, f=folder: lengths(n, f))
    return [_row("first call with a new extent", fresh.FORMULA, series, 5 * MILLI, watch.cores())]


def derive_and_plan(blocks: int, rounds: int) -> list[Row]:
    """Seconds from the text of a GPT to the planned and emitted program of its loss and all gradients.

    Each time in a fresh process with an empty cache: expressions are remembered within one and, once seen twice, on disk.
    """
    series, watch = Series(), turns.Others(())
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            derived: list[float] = []

            def planned(folder: str = folder, derived: list[float] = derived) -> tuple[list[float], None]:
                derivation, total = _fresh("gpt", str(blocks), folder)
                derived.append(derivation)
                return [total], None

            series.add("espresso", planned)
            if derived:
                series.add("espresso, derivation only", lambda d=derived: (d, None))
    case = f"derive and plan a {blocks}-block GPT with its {len(gpt.parameters(blocks))} gradients"
    return [_row(case, "see gpt.py", series, 1.5, watch.cores(), "without machine code")]


def rows(level: str, case: str = "", kept: Collection[str] = ()) -> Iterator[Row]:
    """The rows of W22 whose case contains ``case``, as they are measured; without ``WORKLOADS`` and cases that are ``kept``."""
    rounds = 1 if level == "tiny" else TURNS
    makers: list[tuple[str, Callable[[], Iterable[Row]]]] = [
        ("import", lambda: imports(rounds)),
        ("common formulas", lambda: common_formulas(rounds) if level != "tiny" else ()),
        ("first result", lambda: first_results(rounds)),
        ("new extent", lambda: new_extents(rounds)),
        ("derive", lambda: derive_and_plan(1 if level == "tiny" else 3, rounds)),
    ]
    for name, make in makers:
        if case.lower() in name and not any(name in what for what in kept):
            yield from make()
