"""Integers at the edges of their dtypes on a device: signed overflow has no value in C, and wraps around here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import index_programs as programs
import pytest

pytestmark = pytest.mark.opencl
FUZZ = Path(__file__).parents[1] / "cpu" / "index_fuzz.py"


def test_random_programs_compute_what_the_reference_does() -> None:
    known = len(programs.FOUND)
    command = [sys.executable, str(FUZZ), str(-known), str(known + 30), "opencl"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and ran.stdout.endswith("done\n"), ran.stdout[-300:] + ran.stderr[-3000:]
