"""Cache on disk of parsed and derived formulas, so that parser and calculus need not be imported.

Once such a module is loaded, making a formula anew is as fast as finding it; so files are read
and written only before that, and a process writes few of them.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from typing import Any

from espresso.formulas.graph.nodes import Expr
from espresso.formulas.graph.serialisation import decode, encode, named
from espresso.system import cache
from espresso.system.sources import versions

VERSION = 1
"""Of the entries."""


def expressions(value: Any) -> bool:
    """Whether this is an expression, or a structure that holds nothing else."""
    if isinstance(value, (tuple, list, dict)):
        return all(map(expressions, value.values() if isinstance(value, dict) else value))
    return isinstance(value, Expr)


def cached(
    what: str, module: str, arguments: Any, make: Callable[[], Any], right: Callable[[Any], bool] = expressions
) -> Any:
    """``make()``, or what that gave in an earlier process for these arguments.

    ``module`` is the one that ``make`` needs; ``what`` says what is made, ``right`` whether a value from a file can be
    that.  Arguments or results that are not plain data and expressions are neither looked for nor kept.
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
            found = decode(data, records)
            if right(found):
                return found
        except ValueError:
            pass
    made = make()
    try:
        data = encode(made, records)
    except TypeError:
        return made
    cache.write_entry(f"es_{key}.formula", data)
    return made
