"""``python -m espresso`` is the ``espresso`` command."""

from __future__ import annotations

import sys

from espresso.tools.cli import main

if __name__ == "__main__":
    sys.exit(main())
