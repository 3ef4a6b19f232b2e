"""Faults planted in CUDA text turn the tests red: races, bounds and wrong numbers are seen."""

from __future__ import annotations

from typing import Any

import faults
import pytest

SEEN = {
    "a barrier removed": (7, "a race"),
    "a wrong lane": (3, "other numbers"),
    "another block": (0, ""),
    "a bound one too far": (2, ""),
}


@pytest.mark.parametrize("kind", SEEN)
def test_a_planted_fault_is_seen(device: Any, kind: str) -> None:
    number, words = SEEN[kind]
    program = faults.planted(number)
    assert program.noticed(None, device.order) is None
    found = [program.noticed(f, device.order) for f in program.faults() if f.kind == kind]
    assert any(f is not None and words in f for f in found), found


@pytest.mark.slow
def test_most_of_a_hundred_faults_are_seen(device: Any) -> None:
    """The others change nothing for the sizes at hand: a branch not taken, a barrier that nobody needs."""
    chosen = faults.sample(100, 3)
    seen = [any(faults.planted(n).noticed(f, o) for o in ("forwards", "backwards", "random")) for n, f in chosen]
    assert sum(seen) >= 75
