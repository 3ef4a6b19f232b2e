"""The device in software in the place of CuPy, for all tests of this folder."""

import shutil
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "simt"), str(HERE.parent / "cpu")]

ORDERS = ("forwards", "backwards", "random")


@pytest.fixture(params=[None, *(pytest.param(o, marks=pytest.mark.slow) for o in ORDERS)], ids=lambda o: o or "one")
def order(request: pytest.FixtureRequest) -> str:
    """In which order threads run: all three in the slow tier, elsewhere one of them, another one from test to test."""
    return request.param or ORDERS[zlib.crc32(request.node.nodeid.encode()) % 3]


@pytest.fixture
def device(order: str) -> Iterator[Any]:
    """The device; whatever was written around its arrays is an error."""
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed")
    import stand_in

    with stand_in.installed() as found:
        found.order, found.seed, found.architecture, found.fault = order, 0, 90, ("", str)
        yield found
        assert not found.damage
