"""Integers at the edges of their dtypes on a device: signed overflow has no value in C, and wraps around here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.opencl
FUZZ = Path(__file__).parents[1] / "cpu" / "index_fuzz.py"


def test_programs_compute_what_the_reference_does() -> None:
    ran = subprocess.run([sys.executable, str(FUZZ), "opencl"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and ran.stdout.endswith("done\n"), ran.stdout[-300:] + ran.stderr[-3000:]
