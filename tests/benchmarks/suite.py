"""The entry that ``espresso bench`` finds: ``main(argv)`` runs the suite of this checkout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str]) -> int:
    """Run the benchmarks that ``argv`` asks for; the exit code is 1 when a result was wrong."""
    tests = str(Path(__file__).resolve().parent.parent)
    if tests not in sys.path:
        sys.path.insert(0, tests)
    from benchmarks import command

    return command.main(argv)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
