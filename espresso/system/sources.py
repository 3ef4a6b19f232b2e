"""Fingerprint of espresso's sources and dependencies, part of every cache key."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import sys
from importlib.util import find_spec

import numpy as np


@functools.cache
def versions() -> str:
    """A hash of the versions, the installed packages, and every source file.

    Python tells in the same way whether its bytecode is up to date.
    """
    from espresso import __version__

    installed = sorted({p for p in sys.path if p.endswith("-packages") and os.path.isdir(p)})
    changed = [(p, os.stat(p).st_mtime_ns) for p in installed]  # libraries that come or go are other engines
    facts = [__version__, np.__version__, sys.version, files(), changed]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


@functools.cache
def files() -> str:
    """A hash of the path, size and time of every source file of espresso and its rules."""
    rules = find_spec("espresso_rules")
    homes = [os.path.dirname(os.path.dirname(__file__))]
    homes += list(rules.submodule_search_locations or ()) if rules is not None else []
    return hashlib.sha256(json.dumps([_files(home, "") for home in homes]).encode()).hexdigest()


def _files(home: str, inside: str) -> list[tuple[str, int, int]]:
    """(path, size, time) of each source file below a folder, in order."""
    found: list[tuple[str, int, int]] = []
    with os.scandir(os.path.join(home, inside)) as entries:
        for entry in sorted(entries, key=lambda e: e.name):
            name = f"{inside}/{entry.name}" if inside else entry.name
            if entry.name.endswith(".py"):
                facts = entry.stat()
                found.append((name, facts.st_size, facts.st_mtime_ns))
            elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                found += _files(home, name)
    return found
