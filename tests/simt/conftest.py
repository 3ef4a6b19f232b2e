"""The table of formulas is shared with the tests of the CPU target."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cpu"))
