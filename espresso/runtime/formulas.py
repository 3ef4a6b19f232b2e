"""Formulas on disk: what an earlier process has parsed or derived, without the modules that parse and derive.

Once such a module is loaded, making a formula anew is as fast as finding it; so files are read
and written only before that, and a process writes few of them.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from typing import Any

from . import cache
from .records import decode, encode, named
from .sources import versions

VERSION = 1
"""Of the entries."""


def kept(what: str, module: str, arguments: Any, make: Callable[[], Any]) -> Any:
    """``make()``, or what that gave in an earlier process for these arguments.

    ``module`` is the one that ``make`` needs; ``what`` says what is made.  Arguments or results that
    are not plain data and expressions are neither looked for nor kept.
    """
    if module in sys.modules or not cache.KEEP:
        return make()
    records = named()
    try:
        key = hashlib.sha256(encode([VERSION, versions(), what, arguments], records)).hexdigest()[:40]
        data = cache.read_entry(f"es_{key}.formula")
    except (TypeError, OSError):
        return make()
    if data is not None:
        try:
            return decode(data, records)
        except ValueError:
            pass
    made = make()
    try:
        data = encode(made, records)
    except TypeError:
        return made
    cache.write_entry(f"es_{key}.formula", data)
    return made
