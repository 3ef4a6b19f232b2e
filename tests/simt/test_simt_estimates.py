"""The page of estimates is what the generated code gives (docs/gpu-estimates.md)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tests"))

from benchmarks import estimate  # noqa: E402

from espresso.codegen.simt.cost.roofline import gpu_named  # noqa: E402

PAGE = (ROOT / "docs" / "gpu-estimates.md").read_text(encoding="utf-8")


def test_every_row_is_on_the_page() -> None:
    shown = [line.split(" | ")[:2] for line in PAGE.splitlines() if line.startswith("| W")]
    assert shown == [[f"| {row.id}", f"{row.case}, {row.dtype}"] for row in estimate.rows()]


@pytest.mark.parametrize("identifier", ["W8", "W10"])
def test_the_page_is_up_to_date(identifier: str) -> None:
    for row in estimate.rows():
        if row.id == identifier:
            assert estimate.as_line(estimate.estimate(row, gpu_named("H200"))) in PAGE.splitlines()


def test_what_the_kernels_promise() -> None:
    """W8, W10 and W11: nothing is moved twice while a row stays on chip."""
    for row in estimate.rows():
        if row.id in ("W1", "W8") or (row.id == "W10" and "131072" not in row.case):
            found = estimate.estimate(row, gpu_named("H200"))
            assert (found.kernels, found.calls, found.arena) == (1, 0, 0)
            assert found.limit > 0.99 * found.time, row.case
        if row.id == "W11":  # with sums over the rows: what the teams of threads add up is joined by a second kernel
            found = estimate.estimate(row, gpu_named("H200"))
            assert (found.kernels, found.calls) == (1 + ("scale and shift" in row.case), 0)
            assert found.limit > 0.95 * found.time, row.case
