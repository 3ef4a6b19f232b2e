"""Programs read and write nothing outside their arrays: inputs, results and temporaries lie between guard pages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cpu import guarded

HERE = Path(__file__).parent
EVERY = 113
"""Of the cases this share is computed here; ``python tests/cpu/guarded.py 0 1`` computes all."""

pytestmark = pytest.mark.skipif(guarded.protection() is None, reason="no mprotect")


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, cwd=HERE)


def test_nothing_outside_is_touched() -> None:
    found = run("guarded.py", "5", str(EVERY))
    assert found.returncode == 0 and found.stdout.endswith("done\n"), found.stdout[-400:] + found.stderr[-2000:]


@pytest.mark.parametrize("end", [True, False])
def test_a_read_outside_ends_the_process(end: bool) -> None:
    """The guard bites: the same program on an array said to be one element longer than it is."""
    lie = (
        "import ctypes, numpy as np, espresso as es, guarded\n"
        f"x = guarded.guarded(np.ones(1000), {end})\n"
        "f = es.compile('s = sum[i](x[i])')\n"
        "print(f(x), flush=True)\n"
        f"start = x.ctypes.data - (0 if {end} else 8)\n"
        "longer = np.ctypeslib.as_array((ctypes.c_double*1001).from_address(start))\n"
        "print(f(longer), flush=True)\n"
    )
    found = run("-c", lie)
    assert found.stdout == "1000.0\n" and found.returncode < 0
