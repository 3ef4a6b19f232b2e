"""The table of formulas is shared with the tests of the CPU target."""

import sys
from pathlib import Path

import pytest

from espresso.compiler.matching import pair_passes

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cpu"))


@pytest.fixture
def few_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few pairs count as many, and small arrays of pairs as large ones."""
    monkeypatch.setattr(pair_passes, "BIG", 0)
    monkeypatch.setattr(pair_passes, "TILES", 0)
