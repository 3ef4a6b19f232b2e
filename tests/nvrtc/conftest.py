"""The table of formulas and the SIMT programs are shared with the tests of their targets."""

import sys
from pathlib import Path

for folder in ("cpu", "simt"):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / folder))
