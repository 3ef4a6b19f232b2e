"""The measurements of ``espresso bench --overheads``, in small: they compare results, and make their page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from benchmarks import overheads


def _called(call: Callable[[], object]) -> float:
    call()
    return 1e-6


@pytest.mark.usefixtures("quick_numba")
@pytest.mark.parametrize("part", ["arrays", "gufunc", "numba", "torch"])
def test_ways_to_call(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library, measured = overheads.PARTS[part]
    pytest.importorskip(library)
    monkeypatch.setattr(overheads, "_seconds", lambda calls, rounds: [_called(call) for call in calls])
    monkeypatch.setattr(overheads, "CALLS", 3)
    rows = measured()
    assert all(r.nanoseconds > 0 for r in rows)
    assert all(r.way in overheads.page(rows) for r in rows)


def test_blocks_of_dask() -> None:
    pytest.importorskip("dask.array")
    (row,) = overheads.dask((4000, 3), 3)
    assert row.nanoseconds > 0 and row.other


def test_units() -> None:
    assert [overheads.shown(t) for t in (7.25, 1200, 3.4e6, 2e9)] == ["7.25 ns", "1.2 µs", "3.4 ms", "2 s"]
