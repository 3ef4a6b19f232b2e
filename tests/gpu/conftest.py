"""Under a memory checker every array is a block of its own: ``ESPRESSO_TEST_POOL=off``."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True, scope="session")
def _no_pool() -> object:
    """In CuPy's pool arrays lie side by side in blocks, and a read past the end of one would not be seen."""
    if os.environ.get("ESPRESSO_TEST_POOL") != "off":
        yield
        return
    import cupy

    before = cupy.cuda.get_allocator()
    cupy.cuda.set_allocator(None)
    yield
    cupy.cuda.set_allocator(before)
