"""Why goals are missed, as far as profiling shows: shown on the page beside each miss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CAUSES: dict[str, str] = {}
"""Beginning of "id case" -> cause; the longest that fits is shown."""


def of(row: Mapping[str, Any]) -> str:
    """The cause for a row, or that it is unknown."""
    name = f"{row['id']} {row['case']}"
    fitting = [key for key in CAUSES if name.startswith(key)]
    return CAUSES[max(fitting, key=len)] if fitting else "not profiled yet"
