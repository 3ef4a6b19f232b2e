"""One row of the suite: all systems take turns in one process, each result is checked."""

from __future__ import annotations

import gc
import os
import re
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import devices, memory, peers
from .workload import Array, Arrays, Call, Peer, Sizes, Workload, cast, largest_error, leaves

WARM_UPS = 5
ROUNDS = 15
FEWEST = 7
SHORT = 2e-3
"""A sample lasts at least this long; shorter calls are repeated within it."""
DISTURBED = 0.15
"""Rounds are repeated when other processes kept more cores busy than this."""
LEAD = 0.02
"""Before a sample the same call runs untimed for so long, once at least: its threads are awake and on cores of their own."""
LONG = 1.0
"""Calls that take longer have no lead, and 2 warm-ups."""
REST, LONGEST_REST, WATCH, QUIET = 0.03, 0.5, 0.01, 0.2
"""Between systems: seconds without calls, at least and at most, and seconds for which threads are watched: they
look for work no more where they used less than the last number of a core.  OpenBLAS's do so for 0.1 s."""


@dataclass(frozen=True)
class Effort:
    """Seconds that the rounds of one row may take, and seconds to wait for a quiet machine before them."""

    budget: float
    patience: float = 0.0


@dataclass
class System:
    """One system in a row: its calls (one per set of inputs) and what was measured."""

    name: str
    calls: list[Call]
    against: str = ""
    error: float | None = None
    first: float | None = None
    failure: str = ""
    times: list[float] = field(default_factory=list)
    repeats: int = 1
    typical: float = 0.0

    @property
    def median(self) -> float:
        """Median seconds of one call."""
        return float(np.median(self.times)) if self.times else float("nan")

    def facts(self) -> dict[str, Any]:
        """What goes into the JSON file."""
        if self.failure:
            return {"failure": self.failure}
        found: dict[str, Any] = {}
        if self.times:
            found = {"median_s": self.median, "min_s": min(self.times), "rounds": len(self.times), "repeats": self.repeats}
        if self.error is not None:
            found["error"] = self.error
        if self.first is not None:
            found["first_call_s"] = round(self.first, 4)
        return found


def _reason(error: BaseException) -> str:
    """Type and first line of an error: no paths, no traceback."""
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {re.sub(r'[^ ]*/[^ ]*', '(path)', lines[0])[:160]}"


def _start(system: System, expected: Sequence[Array] | None, tolerance: float) -> None:
    """The first call of a system: timed, and checked unless ``expected`` is None (a limit)."""
    start = time.perf_counter()
    try:
        result = system.calls[0]()
        system.first = time.perf_counter() - start
        if expected is not None:
            system.error = largest_error([devices.current().fetch(r) for r in leaves(result)], expected)
            if system.error > tolerance:
                system.failure = f"wrong result: largest relative error {system.error:.1e}"
    except Exception as error:  # a peer that cannot do this is part of the result
        system.failure = _reason(error)
        if system.name.startswith("espresso"):
            traceback.print_exc()


def _sample(system: System, turn: int) -> tuple[float, Any]:
    call = system.calls[turn % len(system.calls)]
    result = None
    start = time.perf_counter()
    while system.typical < LONG:
        call()
        if time.perf_counter() - start >= LEAD:
            break
    start = time.perf_counter()
    for _ in range(system.repeats):
        result = call()
    return (time.perf_counter() - start) / system.repeats, result


def processor_seconds() -> tuple[float, float]:
    """Seconds that all cores have been busy, and that this process has used; zeros where that is not known."""
    try:
        fields = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:]
    except OSError:
        return 0.0, 0.0
    busy = sum(int(f) for k, f in enumerate(fields) if k in (0, 1, 2, 5, 6)) / os.sysconf("SC_CLK_TCK")
    return busy, time.process_time()


def others_busy(seconds: float) -> float:
    """How many cores other processes keep busy, watched for so long."""
    before = (*processor_seconds(), time.perf_counter())
    time.sleep(seconds)
    busy, own, wall = (b - a for a, b in zip(before, (*processor_seconds(), time.perf_counter()), strict=True))
    return max(0.0, busy - own) / wall


def await_quiet(patience: float) -> None:
    """Return when other processes are quiet for two seconds, or when patience ends."""
    start = time.perf_counter()
    while time.perf_counter() - start < patience and others_busy(2.0) > DISTURBED / 2:
        pass


def settle(least: float = REST) -> float:
    """Sleep until no thread of the last system looks for work, and so many seconds at least; the seconds that it took.

    A library's thread that still looks for work takes a core from the next system.
    """
    start = time.perf_counter()
    time.sleep(least)
    while time.perf_counter() - start < LONGEST_REST:
        used, at = time.process_time(), time.perf_counter()
        time.sleep(WATCH)
        if time.process_time() - used < QUIET * (time.perf_counter() - at):
            break
    return time.perf_counter() - start


def take_turns(systems: Sequence[System], effort: Effort, rest: float = REST) -> float:
    """Warm up and measure; the result says how many cores other processes kept busy meanwhile.

    When that is more than DISTURBED, the rounds are repeated, twice at most, and the least
    disturbed ones count.
    """
    rounds = _warm_up(systems, effort.budget, rest)
    best: tuple[float, list[list[float]]] | None = None
    for _ in range(3):
        await_quiet(effort.patience)
        before = (*processor_seconds(), time.perf_counter())
        times = _rounds([s for s in systems if not s.failure], rounds, rest)
        after = (*processor_seconds(), time.perf_counter())
        busy, own, wall = (b - a for a, b in zip(before, after, strict=True))
        others = max(0.0, busy - own) / wall
        if best is None or others < best[0]:
            best = (others, times)
        if others <= DISTURBED:
            break
    assert best is not None
    for system, taken in zip([s for s in systems if not s.failure], best[1], strict=True):
        system.times = taken
    return best[0]


def _warm_up(systems: Sequence[System], budget: float, rest: float) -> int:
    """Warm-up calls, which also choose the repeats within a sample; the number of rounds.

    ``budget`` is the time in seconds that the rounds may take: with long calls there are
    fewer rounds than ROUNDS, never fewer than FEWEST.
    """
    round_time = 0.0
    active = [s for s in systems if not s.failure]
    for system in active:
        start = time.perf_counter()
        taken = [_sample(system, 0)[0]]
        while len(taken) < (WARM_UPS if min(taken) < LONG else 2):
            taken.append(_sample(system, len(taken))[0])
            system.typical = min(taken)
        spent = (time.perf_counter() - start) / len(taken)
        system.repeats = max(1, min(10_000, int(SHORT / max(min(taken), 1e-9)))) if min(taken) < SHORT else 1
        round_time += max(spent, SHORT + LEAD) + settle(rest)
    return int(min(ROUNDS, max(FEWEST, budget / max(round_time, 1e-9))))


def _rounds(active: Sequence[System], rounds: int, rest: float) -> list[list[float]]:
    """Each system once per round, in an order that rotates; the seconds of each."""
    times: list[list[float]] = [[] for _ in active]
    gc.collect()
    gc.disable()
    try:
        for turn in range(rounds):
            for k in range(len(active)):
                chosen = (turn + k) % len(active)
                seconds, result = _sample(active[chosen], turn)
                times[chosen].append(seconds)
                del result
                settle(rest)
    finally:
        gc.enable()
    return times


def espresso_systems(
    workload: Workload, sizes: Sizes, sets: list[Arrays], expected: Sequence[Array]
) -> tuple[list[System], Any]:
    """espresso as users call it, and with ``out=`` where the workload asks for it; and the compiled function."""
    import espresso as es

    options: dict[str, Any] = {"sizes": dict(workload.option_sizes)} if workload.option_sizes else {}
    if workload.structure:
        options["structure"] = workload.structure
    made: list[Any] = [None]
    device = devices.current()
    given = [dict(device.put(arrays)) for arrays in sets]

    def first() -> Any:
        if made[0] is None:
            made[0] = es.compile(workload.program(sizes), target=device.target, **options)
        for arrays in given:  # a derivative may not need every input of its formula
            for name in [n for n in arrays if n not in made[0].inputs]:
                del arrays[name]
        return made[0](**given[0])

    systems = [System("espresso", [device.finished(first)])]
    _start(systems[0], expected, workload.tolerance[_dtype(sets[0])])
    f = made[0]
    if systems[0].failure:
        return systems, f
    systems[0].calls = [device.finished(lambda a=arrays: f(**a)) for arrays in given]
    if workload.reuse:
        outs = device.like(leaves(f(**given[0])))
        template = outs[0] if len(outs) == 1 else tuple(outs)
        again = [device.finished(lambda a=arrays: f(**a, out=template)) for arrays in given]
        systems.append(System("espresso out=", again))
    return systems, f


def _dtype(arrays: Arrays) -> str:
    kinds = {str(a.dtype) for a in arrays.values() if a.dtype.kind == "f"}
    return "float64" if "float64" in kinds else "float32"


def _expected(workload: Workload, arrays: Arrays) -> list[Array]:
    exact = {n: a.astype(np.float64) if a.dtype.kind == "f" else a for n, a in arrays.items()}
    return [np.asarray(r) for r in leaves(workload.truth(**exact))]


def _peer_systems(chosen: Sequence[Peer], sets: list[Arrays], outs: list[Any], reuse: bool) -> list[System]:
    made = []
    for peer in chosen:
        against = "espresso out=" if peer.out and reuse else "espresso"
        try:
            made.append(System(peers.name_of(peer), peers.calls(peer, sets, outs), against))
        except Exception as error:
            made.append(System(peers.name_of(peer), [], against, failure=_reason(error)))
    return made


def _limit_systems(workload: Workload, sizes: Sizes, dtype: str) -> list[System]:
    """The limits of a row; one that this device has no measure for is left out."""
    made = []
    for name, make in workload.limits.items():
        try:
            made.append(System(f"limit: {name}", [make(sizes, dtype)]))
        except LookupError:
            continue
    return made


def run_row(
    workload: Workload, sizes: Sizes, dtype: str, effort: Effort, only_check: bool = False, seed: int = 1
) -> dict[str, Any]:
    """Measure one row; with ``only_check`` every system is called once and compared, nothing is timed."""
    absent = peers.missing()
    sets = [cast(workload.inputs(np.random.default_rng(seed + k), sizes), dtype) for k in range(workload.sets)]
    expected = _expected(workload, sets[0])
    tolerance = workload.tolerance[dtype]
    ours, compiled = espresso_systems(workload, sizes, sets, expected)
    chosen = [p for p in workload.peers if p.kind not in absent and peers.fits(p, sizes)]
    theirs = _peer_systems(chosen, sets, peers.outputs_like(expected, dtype), workload.reuse)
    for system in [*ours[1:], *theirs]:
        if not system.failure:
            with memory.limited():
                _start(system, expected, tolerance)
    skipped = {p.name: absent[p.kind] for p in workload.peers if p.kind in absent}
    skipped |= {p.name: "left out at this size" for p in workload.peers if not peers.fits(p, sizes)}
    del expected
    limits, others = [], None
    if not only_check:
        limits = _limit_systems(workload, sizes, dtype)
        for system in limits:
            _start(system, None, 0.0)
        others = round(take_turns([*ours, *theirs, *limits], effort), 3)
    row = row_facts(workload, sizes, dtype, ours, theirs, limits, compiled)
    return {**row, "skipped": skipped, "cores_busy_elsewhere": others}


def row_facts(
    workload: Workload, sizes: Sizes, dtype: str, ours: Sequence[System], theirs: Sequence[System],
    limits: Sequence[System], compiled: Any,
) -> dict[str, Any]:  # fmt: skip
    """The row as plain data: times, ratios to the limit and to each peer, goals and whether they are met."""
    times = {s.name: s.median for s in [*ours, *theirs, *limits] if s.times}
    row: dict[str, Any] = {
        "id": workload.id, "case": workload.case, "formula": workload.formula, "sizes": dict(sizes), "dtype": dtype,
        "systems": {s.name: s.facts() for s in [*ours, *theirs, *limits] if s.times or s.failure or s.error is not None},
        "limit": workload.limit_text,
    }  # fmt: skip
    best = "espresso out=" if "espresso out=" in times else "espresso"
    usable = [times[s.name] for s in limits if s.name in times]
    if usable and best in times:
        row["of_limit"] = round(min(usable) / times[best], 4)
    row["ratios"] = {
        s.name: round(times[s.name] / times[s.against], 3) for s in theirs if s.name in times and s.against in times
    }
    if "good form" in times and "bad form" in times:  # the loss measure of W15
        good, bad = times["good form"], times["bad form"]
        gap = abs(bad - good)  # where both take the same time, noise says which is less
        row["loss"] = {n: round((t - good) / gap, 4) for n, t in times.items() if not n.endswith(" form")}
    row["goals"] = goals_of(workload, row) if devices.current().target == "cpu" else []
    if compiled is not None:
        row["program"] = program_facts(compiled)
    return row


def goals_of(workload: Workload, row: dict[str, Any]) -> list[dict[str, Any]]:
    """Each goal with the ratio reached (None where it could not be measured) and whether it is met."""
    found = []
    for goal in workload.goals:
        reached = row.get("of_limit") if goal.system == "limit" else row["ratios"].get(goal.system)
        if goal.system == "loss":
            reached = row.get("loss", {}).get("espresso")
            met = None if reached is None else reached <= goal.ratio
        else:
            met = None if reached is None else reached >= goal.ratio
        found.append({"goal": str(goal), "reached": reached, "met": met})
    return found


def program_facts(compiled: Any) -> dict[str, Any]:
    """Number of kernels and library calls, and bytes of temporaries, of the program that was timed."""
    try:
        steps = compiled.program.steps
        kernels = sum(type(s).__name__ == "Kernel" for s in steps)
        memory = compiled.memory
        return {
            "kernels": kernels,
            "library_calls": len(steps) - kernels,
            "arena_bytes": int(memory.arena),
            "least_bytes": int(memory.lower_bound),
        }
    except Exception as error:  # never called, or failed
        return {"unknown": _reason(error)}
