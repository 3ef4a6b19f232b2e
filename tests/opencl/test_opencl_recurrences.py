"""Recurrences on OpenCL: the launches of a step are repeated, whatever the recurrence reads."""

from __future__ import annotations

import pytest
from device_recurrences import RecurrenceSuite
from device_suite import Kit

pytestmark = pytest.mark.opencl


@pytest.fixture
def kit() -> Kit:
    cl = pytest.importorskip("pyopencl.array")
    from espresso.runtime.device.opencl import backend_for, fetch

    return Kit("opencl", lambda a: cl.to_device(backend_for(None).queue(), a), fetch, cl.Array)


class TestRecurrences(RecurrenceSuite):
    """On the first device."""
