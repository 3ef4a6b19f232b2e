"""Systems that take turns, each in a process of its own, and what their times say.

The ratio of two systems is one of lower quartiles of all their calls, with an interval of 95 % (bootstrap).  Turns are
drawn together, and for both systems the same ones: what a turn was disturbed by disturbed all of its calls.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import handover
from .process import Process, used

TURNS, FEWEST, MOST = 6, 4, 18
MOVED = 0.15
"""A round of turns does not count where a limit's lower quartile is larger by more than in another round."""
DISTURBED = 0.15
"""Nor does it where others kept more of our cores busy."""
FAR = 2.5
"""Nor does it where two cores took so many times as long to exchange a cache line as in another round."""
DRAWS = 400
"""Resamples of the bootstrap."""

Samples = list[list[float]]
"""Seconds of calls, a list for each turn."""


def quartile(samples: Samples) -> float:
    """The lower quartile of all calls."""
    return float(np.quantile(np.concatenate(samples), 0.25))


def ratio(first: Samples, second: Samples, seed: int = 0) -> tuple[float, float, float]:
    """How many times the second's lower quartile the first one's is, and the interval of that."""
    rng = np.random.default_rng(seed)
    a, b = ([np.asarray(turn) for turn in samples] for samples in (first, second))

    def drawn(samples: list[Any], chosen: Any) -> float:
        values = np.concatenate([samples[k][rng.integers(len(samples[k]), size=len(samples[k]))] for k in chosen])
        values.partition(len(values) // 4)
        return float(values[len(values) // 4])

    found = []
    for _ in range(DRAWS):
        chosen = rng.integers(len(a), size=len(a))
        other = chosen if len(a) == len(b) else rng.integers(len(b), size=len(b))
        found.append(drawn(a, chosen) / drawn(b, other))
    low, high = np.quantile(found, [0.025, 0.975])
    return quartile(first) / quartile(second), float(low), float(high)


def figures(samples: Samples) -> dict[str, Any]:
    """Minimum, lower quartile, median and spread (between quartiles, of the median) of all calls."""
    low, middle, high = (float(q) for q in np.quantile(np.concatenate(samples), [0.25, 0.5, 0.75]))
    return {
        "min_s": min(map(min, samples)), "quartile_s": low, "median_s": middle, "spread": round((high - low) / middle, 3),
        "turns": len(samples), "samples": sum(map(len, samples)),
    }  # fmt: skip


def moved(samples: Samples) -> float:
    """By how much the slowest turn's lower quartile exceeds the fastest one's."""
    found = [float(np.quantile(turn, 0.25)) for turn in samples]
    return max(found) / min(found) - 1


@dataclass(frozen=True)
class Round:
    """One turn of each system that took part, how many cores others kept busy, and seconds of an exchange between cores."""

    times: dict[Process, list[float]]
    busy: float
    exchange: float | None = None


@dataclass(frozen=True)
class Measured:
    """The samples of each process, what was seen of the machine meanwhile (`Round`), and whether this is a result."""

    samples: list[Samples]
    moved: float
    busy: float
    quiet: bool
    exchange: float | None = None


def busy_cores() -> float:
    """Seconds for which the cores that this process may use were busy, with what a hypervisor took; 0 where not known."""
    try:
        lines = Path("/proc/stat").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    own = {f"cpu{k}" for k in os.sched_getaffinity(0)} if hasattr(os, "sched_getaffinity") else {"cpu"}
    fields = [line.split() for line in lines if line.partition(" ")[0] in own]
    return sum(int(row[k]) for row in fields for k in (1, 2, 3, 6, 7, 8)) / os.sysconf("SC_CLK_TCK")


class Others:
    """The time that other processes keep our cores busy, from when this is made."""

    def __init__(self, processes: Sequence[Process]) -> None:
        self.processes = processes
        self.begun = self._now()

    def _now(self) -> tuple[float, float]:
        own = used(os.getpid()) + sum(p.processor_seconds() for p in self.processes)
        return busy_cores() - own, time.perf_counter()

    def cores(self) -> float:
        """How many cores they kept busy."""
        busy, wall = (b - a for a, b in zip(self.begun, self._now(), strict=True))
        return max(0.0, busy) / wall


def take_turns(processes: Sequence[Process], limits: Sequence[Process], budget: float, patience: float = 0.0) -> Measured:
    """Let processes work one after another, round after round, until TURNS rounds were quiet; MOST at most.

    Rounds that were not are left out, where there are enough others.  ``budget`` is seconds for TURNS rounds.  A system
    with long calls takes one in each turn, and sits out where it has used its share after FEWEST turns that count.
    """
    active = [p for p in [*processes, *limits] if not p.failure]
    slow = {p: p.ask(warm_up=True).get("seconds", 0.0) for p in active}
    share = budget / max(1, len(active))
    rounds: list[Round] = []
    await_quiet(patience)
    before = handover.seconds()
    while len(rounds) < MOST and len(quiet := quiet_rounds(rounds, limits)) < TURNS:
        counted = {p: sum(p in r.times for r in quiet) for p in active}
        taken = [p for p in active if not p.failure and (counted[p] < FEWEST or 2 * slow[p] * len(rounds) < share)]
        others = Others(active)
        times = {p: found for p in taken if (found := p.ask(turn=share / TURNS).get("times"))}
        busy, after = others.cores(), handover.seconds()
        rounds.append(Round(times, busy, slower(before, after)))
        before = after
    enough = len(quiet := quiet_rounds(rounds, limits)) >= TURNS
    used = quiet if enough else rounds
    samples = {p: [r.times[p] for r in used if p in r.times] for p in active}
    changes = [moved(samples[p]) for p in limits if samples.get(p)]
    busy = float(np.mean([r.busy for r in used]))
    exchange = slower(*(r.exchange for r in used))
    return Measured([samples.get(p, []) for p in [*processes, *limits]], max(changes, default=0.0), busy, enough, exchange)


def slower(*seconds: float | None) -> float | None:
    """The largest of those that are known."""
    return max((s for s in seconds if s is not None), default=None)


def quiet_rounds(rounds: Sequence[Round], limits: Sequence[Process]) -> list[Round]:
    """The rounds in which others were idle and no limit, and no exchange between cores, took much longer than in its best."""
    known = [r.exchange for r in rounds if r.exchange is not None]
    found = [r for r in rounds if r.busy <= DISTURBED and (r.exchange is None or r.exchange <= FAR * min(known))]
    for p in limits:
        times = {id(r): float(np.quantile(r.times[p], 0.25)) for r in rounds if p in r.times}
        found = [r for r in found if id(r) not in times or times[id(r)] <= (1 + MOVED) * min(times.values())]
    return found


def await_quiet(patience: float) -> None:
    """Return when other processes are quiet for two seconds, or when patience ends."""
    start = time.perf_counter()
    while time.perf_counter() - start < patience:
        others = Others(())
        time.sleep(2)
        if others.cores() <= DISTURBED / 2:
            return
