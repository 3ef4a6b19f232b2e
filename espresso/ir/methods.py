"""Selection methods for engines: by rank, workspace, estimate or measurement."""

from __future__ import annotations

METHODS = {
    "none": "first in rank",
    "small": "least workspace",
    "guess_once": "fastest by estimate at the first call",
    "guess_on_shape_change": "fastest by estimate",
    "time_once": "fastest by measurement at the first call",
    "time_on_shape_change": "fastest by measurement",
    "deterministic": "first in rank with the same bits in every run",
}
"""Values of ``autotune``: how to choose among engines that support a call (False is "none", True the last but one)."""
