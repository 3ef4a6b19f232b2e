"""The systems of a row: espresso, its peers, the machine's limits, each as calls without arguments.

A process of its own makes and times one of them (``process``); the quick check of ``--size tiny`` makes all of them in
this one (``measure.check_row``).
"""

from __future__ import annotations

import functools
import gc
import itertools
import re
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import devices, limits, memory, peers
from .workload import Array, Arrays, Call, Case, largest_error, leaves

SHORT = 2e-3
"""A sample lasts at least this long; shorter calls are repeated within it."""
LEAD = 0.02
"""Seconds for which a turn begins with untimed calls, once at least: threads are awake, arrays are where calls leave them."""
LONG = 1.0
"""Calls that take longer have no lead."""
WARM_UPS = 5
LIMIT = "limit: "
WATCH = "watch: matrix product"
"""What is measured beside rows without a limit, to see whether the machine stayed as it was."""


def names(case: Case) -> list[str]:
    """The systems of a row that can run here: espresso first, then peers, limits last."""
    workload, absent = case.workload, peers.missing()
    found = ["espresso", *["espresso out="] * workload.reuse, *["espresso by position"] * workload.positional]
    found += [peers.name_of(p) for p in workload.peers if p.kind not in absent and peers.fits(p, case.sizes)]
    return found + ([LIMIT + n for n in workload.limits] or [WATCH])


def skipped(case: Case) -> dict[str, str]:
    """The peers that are left out, with the reason."""
    absent = peers.missing()
    found = {p.name: absent[p.kind] for p in case.workload.peers if p.kind in absent}
    return found | {p.name: "left out at this size" for p in case.workload.peers if not peers.fits(p, case.sizes)}


def against(case: Case, name: str) -> str:
    """Which of espresso's calls a peer is compared with: where it writes into memory that is there, one that does so."""
    peer = _peer(case, name)
    return "espresso out=" if peer is not None and case.workload.reuse and peers.reuses(peer, case.workload) else "espresso"


def package_of(case: Case, name: str) -> str:
    """What a system is imported from."""
    peer = _peer(case, name)
    return "espresso" if name.startswith("espresso") else peers.PACKAGES[peer.kind] if peer is not None else "numpy"


def _peer(case: Case, name: str) -> Any:
    return next((p for p in case.workload.peers if peers.name_of(p) == name), None)


def reason(error: BaseException) -> str:
    """Type and first line of an error: no paths, no traceback."""
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {re.sub(r'[^ ]*/[^ ]*', '(path)', lines[0])[:160]}"


def _espresso(case: Case, name: str, sets: Sequence[Arrays]) -> list[Call]:
    """Compiled, and called once with ``out=``, which needs results to know what to give."""
    import espresso as es

    device = devices.current()
    f = es.compile(case.workload.program(case.sizes), target=device.target, **case.options())
    given = [{n: a for n, a in device.put(arrays).items() if n in f.inputs} for arrays in sets]  # a derivative may not need all
    if name.endswith("position"):
        return [device.finished(lambda v=[arrays[n] for n in f.inputs]: f(*v)) for arrays in given]
    if name == "espresso":
        return [device.finished(lambda a=arrays: f(**a)) for arrays in given]
    outs = device.like(leaves(f(**given[0])))
    template = outs[0] if len(outs) == 1 else tuple(outs)
    return [device.finished(lambda a=arrays: f(**a, out=template)) for arrays in given]


def _calls(case: Case, name: str, sets: list[Arrays], expected: Sequence[Array]) -> list[Call]:
    if name == WATCH:
        return [limits.gemm_limit([(512, 512, 512)], "float32")]
    if name.startswith(LIMIT):
        return [case.workload.limits[name.removeprefix(LIMIT)](case.sizes, case.dtype)]
    if name.startswith("espresso"):
        return _espresso(case, name, sets)
    return peers.calls(_peer(case, name), case.workload, sets, peers.outputs_like(list(expected), case.dtype))


@dataclass
class System:
    """One system of a row in this process."""

    case: Case
    name: str
    sets: list[Arrays]
    repeats: int = 1
    typical: float = 0.0
    calls: Any = field(default_factory=tuple)

    def first(self, expected: Sequence[Array]) -> dict[str, Any]:
        """Make the calls, call once, compare: seconds to the first result and the error, or what failed."""
        try:
            with memory.limited():
                start = time.perf_counter()
                made = _calls(self.case, self.name, self.sets, expected)
                result = made[0]()
                found: dict[str, Any] = {"first_s": round(time.perf_counter() - start, 5)}
        except Exception as error:  # a peer that cannot do this is part of the result
            if isinstance(error, LookupError) and self.name.startswith(LIMIT):
                return {"absent": str(error)}  # the device has no measure for it
            if self.name.startswith("espresso"):
                traceback.print_exc()
            return {"failure": reason(error)}
        if not self.name.startswith((LIMIT, WATCH)):
            peer = _peer(self.case, self.name)
            fetch = functools.partial(peers.arrays_of, peer) if peer else lambda r: [devices.current().fetch(x) for x in leaves(r)]
            found["error"] = largest_error(fetch(result), expected)
            if found["error"] > self.case.workload.tolerance[self.case.dtype]:
                return {**found, "failure": f"wrong result: largest relative error {found['error']:.1e}"}
        self.calls = itertools.cycle(made)
        return found

    def warm_up(self) -> float:
        """Call until a call takes what it will take; its seconds."""
        taken: list[float] = []
        begun = time.perf_counter()
        while len(taken) < 2 or min(taken) < LONG and (len(taken) < WARM_UPS or time.perf_counter() - begun < LEAD):
            taken.append(self._sample())
        self.typical = min(taken)
        self.repeats = max(1, min(10_000, int(SHORT / max(self.typical, 1e-9))))
        gc.collect()
        gc.freeze()  # what is there stays: a turn need not look through it
        return self.typical

    def _sample(self) -> float:
        calls, result = list(itertools.islice(self.calls, self.repeats)), None
        start = time.perf_counter()
        for call in calls:
            result = call()
        taken = (time.perf_counter() - start) / self.repeats
        del result
        return taken

    def turn(self, seconds: float) -> list[float]:
        """Samples of so many seconds, one at least."""
        gc.collect()
        gc.disable()
        try:
            start = time.perf_counter()
            while self.typical < LONG:
                next(self.calls)()
                if time.perf_counter() - start >= LEAD:
                    break
            start = time.perf_counter()
            times = [self._sample()]
            while time.perf_counter() - start < seconds:
                times.append(self._sample())
        finally:
            gc.enable()
        return times


def keep(expected: Sequence[Array], folder: Path) -> None:
    """Leave the expected results of a row for its processes."""
    for k, array in enumerate(expected):
        np.save(folder / f"{k:03}.npy", array)


def kept(folder: Path) -> list[Array]:
    """What ``keep`` left."""
    return [np.load(file, mmap_mode="r") for file in sorted(folder.glob("*.npy"))]
