"""Modules of Python that lie somewhere: saved programs, and the scripts of the documentation."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any


def loaded(path: Path | str, name: str = "") -> Any:
    """The module at a path, executed."""
    spec = importlib.util.spec_from_file_location(name or Path(path).stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look for it
    spec.loader.exec_module(module)
    return module
