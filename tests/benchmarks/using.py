"""W22: what using it costs: import, first results, calls, new extents, deriving and planning."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import firsts, fresh, gpt, peers
from .measure import FEWEST, Effort, System, await_quiet, take_turns
from .workload import Array, largest_error

Row = dict[str, Any]
HERE = Path(__file__).resolve().parent
MICRO, MILLI = 1e-6, 1e-3
COUNTS = (1, 2, 4, 8)
"""Numbers of arrays for which a call is measured."""


def _row(case: str, formula: str, systems: Sequence[System], goal: float | None, note: str = "") -> Row:
    """A row in the form of ``measure.row_facts``; ``goal`` is seconds that espresso may take."""
    times = {s.name: s.median for s in systems if s.times}
    ours = times.get("espresso")
    row: Row = {"id": "W22", "case": case, "formula": formula, "sizes": {}, "dtype": "", "limit": note, "goals": []}
    row["systems"] = {s.name: s.facts() for s in systems}
    row["ratios"] = {n: round(t / ours, 3) for n, t in times.items() if ours and not n.startswith("espresso")}
    if goal is not None:
        met = None if ours is None else ours <= goal
        row["goals"] = [{"goal": f"<= {_seconds(goal)}", "reached": ours, "met": met}]
    return row


def _seconds(t: float) -> str:
    return f"{t:.3g} s" if t >= 1 else f"{t / MILLI:.3g} ms" if t >= MILLI else f"{t / MICRO:.3g} µs"


def _present(names: Sequence[str]) -> list[str]:
    absent = peers.missing()
    return [n for n in names if n not in absent]


class Spent:
    """Seconds that each system has taken; one that is slow is measured in fewer rounds (the rows say how many)."""

    LIMIT = 5.0

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def enough(self, name: str) -> bool:
        """Whether a system has used up its time."""
        return self.seconds.get(name, 0.0) > self.LIMIT

    def measure(self, what: str, name: str, folder: str) -> list[float]:
        """``_fresh``, counted."""
        start = time.perf_counter()
        try:
            return _fresh(what, name, folder)
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start


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
        [sys.executable, str(HERE / ("firsts.py" if more else "fresh.py")), what, name, *more], capture_output=True, text=True, env=environment,
        cwd=folder, timeout=300,
    )  # fmt: skip
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise RuntimeError(last.rsplit("/", 1)[-1])
    return [float(x) for x in done.stdout.split()]


def imports(rounds: int, effort: Effort) -> Row:
    """Seconds of ``import X`` in a fresh process, bytecode present."""
    peer_names = _present(["numpy", "numba", "jax", "torch"])
    systems = [System(name, []) for name in ("espresso", "espresso, parsing a formula", *peer_names)]
    spent = Spent()
    _installed()
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(rounds + 1):
            await_quiet(effort.patience)
            for system in systems:
                if turn > 1 and spent.enough(system.name.partition(",")[0]):
                    continue
                what = "parse" if system.name.endswith("formula") else "import"
                seconds = spent.measure(what, system.name.partition(",")[0], folder)[0]
                if turn:
                    system.times.append(seconds)
    return _row("import", "import espresso", systems, 0.15)


def first_results(rounds: int, effort: Effort) -> list[Row]:
    """Cold (empty caches) and cached first results, each in a fresh process; the import is not in them."""
    names = ("espresso", *_present(["numpy", "numba", "jax", "torch"]))
    label = {"jax": "jax.jit", "torch": "torch.compile", "numba": "numba by hand"}
    cold = {n: System(label.get(n, n), []) for n in names}
    warm = {n: System(label.get(n, n), []) for n in names}
    spent = Spent()
    _installed()
    for _ in range(rounds):
        await_quiet(effort.patience)
        for name in names:
            if spent.enough(name):
                continue
            with tempfile.TemporaryDirectory() as folder:
                for system in (cold[name], warm[name]):
                    try:
                        _, first, error = spent.measure("first", name, folder)
                    except (RuntimeError, subprocess.TimeoutExpired) as reason:
                        system.failure = str(reason)[:160]
                        continue
                    system.times.append(first)
                    system.error = max(error, system.error or 0.0)
    return [
        _row("cold first result, after the import", fresh.FORMULA, list(cold.values()), 0.5, "empty caches"),
        _row("cached first result, after the import", fresh.FORMULA, list(warm.values()), 60 * MILLI, "second process"),
    ]


def _of_formula(what: str, name: str, rounds: int, effort: Effort, case: str, goal: float | None) -> Row:
    """Seconds of one formula (`firsts`) in fresh processes, espresso and JAX in turns; ``goal`` None: JAX's time."""
    systems = {n: System(n, []) for n in ("espresso", *_present(["jax"]))}
    sums: dict[str, float] = {}
    for _ in range(rounds):
        await_quiet(effort.patience)
        for system in systems.values():
            with tempfile.TemporaryDirectory() as folder:
                try:
                    if what == "length":
                        _fresh("first", system.name, folder, name)
                    seconds, *rest = _fresh(what, system.name, folder, name)
                except (RuntimeError, subprocess.TimeoutExpired) as reason:
                    system.failure = str(reason)[:160]
                    continue
            system.times.append(seconds)
            sums |= {system.name: rest[1]} if rest else {}
    if len(sums) > 1:
        ours, theirs = sums.values()
        systems["espresso"].error = abs(ours - theirs) / abs(theirs)
    peer = systems.get("jax")
    if goal is None and peer is not None and peer.times:
        goal = peer.median
    return _row(case, firsts.FORMULAS[name][0], list(systems.values()), goal, "empty caches")


def common_formulas(rounds: int, effort: Effort) -> Iterator[Row]:
    """Twelve formulas from before the import to the result, after another formula, and with new lengths."""
    _installed()
    for name in firsts.FORMULAS:
        yield _of_formula("first", name, rounds, effort, f"{name}: import and first result, cold", None)
    for name in firsts.FORMULAS:
        yield _of_formula("second", name, rounds, effort, f"{name}: second formula of a process", None)
    for name in firsts.FORMULAS:
        case = f"{name}: new lengths in a second process, the slowest of five"
        yield _of_formula("length", name, rounds, effort, case, 5 * MILLI)
    yield _of_formula("hundredth", "chain", rounds, effort, "the hundredth formula of a process", 30 * MILLI)


# --- call overhead ---------------------------------------------------------------------------------------


def _adding(count: int) -> tuple[str, Callable[..., Any]]:
    """y = x1 + ... + xn: the formula, and one function per peer, with so many arguments."""
    names = [f"x{k}" for k in range(1, count + 1)]
    scope: dict[str, Any] = {}
    exec(f"def add({', '.join(names)}):\n    return {' + '.join(f'2*{n}' for n in names)}\n", scope)
    return "y[i] = " + " + ".join(f"2*{n}[i]" for n in names), scope["add"]


def call_overhead(count: int, effort: Effort, timed: bool = True) -> Row:
    """Seconds of a call with ``count`` arrays of eight numbers, by position."""
    import espresso as es

    text, add = _adding(count)
    rng = np.random.default_rng(1)
    arrays = [rng.standard_normal(8).astype(np.float32) for _ in range(count)]
    expected = [add(*(a.astype(np.float64) for a in arrays))]
    f = es.compile(text)
    out = f(*arrays).copy()
    named = {f"x{k}": a for k, a in enumerate(arrays, 1)}
    systems = [
        System("espresso", [lambda: f(*arrays)]), System("espresso by name", [lambda: f(**named)]),
        System("espresso out=", [lambda: f(*arrays, out=out)]), System("numpy", [lambda: add(*arrays)]),
    ]  # fmt: skip
    systems += _compiled_peers(add, arrays)
    for system in systems:
        system.error = largest_error(system.calls[0](), expected)
        if system.error > 1e-5:
            system.failure = f"wrong result: {system.error:.1e}"
    others = round(take_turns(systems, effort), 3) if timed else None
    row = _row(f"call with {count} small array{'s' * (count > 1)}", text, systems, (2 + 0.1 * count) * MICRO)
    return {**row, "cores_busy_elsewhere": others}


def _compiled_peers(add: Callable[..., Any], arrays: list[Array]) -> list[System]:
    made = []
    absent = peers.missing()
    if "numba" not in absent:
        import numba

        loop = numba.njit(add)
        made.append(System("numba", [lambda: loop(*arrays)]))
    if "jax" not in absent:
        import jax

        jitted, on_device = jax.jit(add), [jax.numpy.asarray(a) for a in arrays]
        made.append(System("jax.jit", [lambda: jitted(*on_device).block_until_ready()]))
    if "torch" not in absent:
        torch = peers.torch_module()
        torch._dynamo.reset()
        fast, tensors = torch.compile(add, dynamic=False), [torch.from_numpy(a) for a in arrays]
        made.append(System("torch.compile", [lambda: fast(*tensors)]))
    return made


# --- new extents --------------------------------------------------------------------------------------------


def new_extents(rounds: int, effort: Effort) -> Row:
    """Seconds of the first call with lengths not seen before, the function being compiled for others already."""
    import espresso as es

    absent = peers.missing()
    f = es.compile(fresh.FORMULA)
    functions: dict[str, Callable[[Array, Array], Any]] = {"espresso": lambda A, b: f(A, b)}
    if "numba" not in absent:
        functions["numba by hand"] = fresh.sum_tanh_numba()
    if "jax" not in absent:
        import jax

        jitted = jax.jit(lambda A, b: jax.numpy.tanh(A + b).sum(1))
        functions["jax.jit"] = lambda A, b: jitted(A, b).block_until_ready()
    if "torch" not in absent:
        torch = peers.torch_module()
        torch._dynamo.reset()
        fast = torch.compile(lambda A, b: (A + b).tanh().sum(1))
        functions["torch.compile"] = lambda A, b: fast(torch.from_numpy(A), torch.from_numpy(b))
    systems = {n: System(n, []) for n in functions}
    rng = np.random.default_rng(1)
    await_quiet(effort.patience)
    for turn in range(rounds + 2):
        A = rng.standard_normal((300 + 7 * turn, 200 + 3 * turn)).astype(np.float32)
        b = rng.standard_normal(A.shape[1]).astype(np.float32)
        right = [np.tanh(A.astype(np.float64) + b).sum(axis=1)]
        for name, function in functions.items():
            start = time.perf_counter()
            result = function(A, b)
            if turn >= 2:  # PyTorch makes lengths symbolic at the second one
                systems[name].times.append(time.perf_counter() - start)
            systems[name].error = max(largest_error([result], right), systems[name].error or 0.0)
    return _row("first call with a new extent", fresh.FORMULA, list(systems.values()), 5 * MILLI)


# --- deriving and planning --------------------------------------------------------------------------------------


def derive_and_plan(blocks: int, rounds: int, effort: Effort) -> Row:
    """Seconds from the text of a GPT to the planned and emitted program of its loss and all gradients.

    Each time in a fresh process with an empty cache: expressions are remembered within one and, once seen twice, on disk.
    """
    total, derivation = System("espresso", []), System("espresso, derivation only", [])
    spent = Spent()
    for _ in range(rounds):
        if spent.enough(str(blocks)):
            break
        await_quiet(effort.patience)
        with tempfile.TemporaryDirectory() as folder:
            try:
                derived, planned = spent.measure("gpt", str(blocks), folder)
            except (RuntimeError, subprocess.TimeoutExpired) as reason:
                total.failure = str(reason)[:160]
                break
        derivation.times.append(derived)
        total.times.append(planned)
    case = f"derive and plan a {blocks}-block GPT with its {len(gpt.parameters(blocks))} gradients"
    return _row(case, "see gpt.py", [total, derivation], 1.5, "without machine code")


def rows(level: str, effort: Effort, case: str = "") -> Iterator[Row]:
    """The rows of W22 whose case contains ``case``, as they are measured."""
    rounds = 1 if level == "tiny" else FEWEST
    makers: list[tuple[str, Callable[[], Iterable[Row]]]] = [
        ("import", lambda: [imports(rounds, effort)]),
        ("common formulas", lambda: common_formulas(rounds, effort) if level != "tiny" else ()),
        ("first result", lambda: first_results(rounds, effort)),
        ("call", lambda: [call_overhead(n, effort, level != "tiny") for n in ((1,) if level == "tiny" else COUNTS)]),
        ("new extent", lambda: [new_extents(rounds, effort)]),
        ("derive", lambda: [derive_and_plan(1 if level == "tiny" else 3, rounds, effort)]),
    ]
    for name, make in makers:
        if case.lower() in name:
            for row in make():
                skipped = {n: reason for n, reason in peers.missing().items() if n in ("numba", "jax", "torch.compile")}
                yield {**row, "skipped": skipped}
