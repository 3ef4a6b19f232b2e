"""Functions that all programs share: each is compiled once for a processor and kept, and linked to programs by name.

The code of a program calls them as it calls the C library (`compiled.shared_function` finds them).
`emit.kinds.shared` declares them there.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm import sliced_steps
from espresso.llvm.emit import non_temporal_stores, scratch, transposing


def module(name: str) -> Any:
    """A module with one of them."""
    made = ir.Module("library")
    kind, *rest = name.split()
    if kind == "turn":
        item, way = rest
        function = transposing.transposer(made, int(item), way == "near")
    elif kind == "join":
        function = sliced_steps.joiner(made, *rest)
    else:
        plain = {
            "copy_past_cache": non_temporal_stores.copier, "take_area": scratch.take_area,
            "free_areas": scratch.free_areas, "whole_step": sliced_steps.whole_step,
        }  # fmt: skip
        function = plain[kind](made)
    function.linkage = ""
    return made
