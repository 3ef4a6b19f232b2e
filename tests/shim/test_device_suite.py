"""What every device target must do, on the CUDA device in software: formulas, calls, pools, regions, acceptance list."""

from __future__ import annotations

from typing import Any

import pytest
from device_acceptance import AcceptanceSuite
from device_suite import Kit, Suite


@pytest.fixture
def kit(device: Any) -> Kit:
    import stand_in

    return Kit("gpu", stand_in.asarray, stand_in.ndarray.get, stand_in.ndarray)


class TestDevice(Suite):
    """Formulas, calls, pools and regions."""


@pytest.mark.slow
class TestAcceptance(AcceptanceSuite):
    """Statements of the acceptance list."""
