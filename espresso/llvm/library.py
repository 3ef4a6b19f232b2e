"""Functions that all programs share: each is compiled once for a processor and kept, and linked to programs by name.

The code of a program calls them as it calls the C library (`image.symbol`).  `emit.kinds.shared` declares them there.
"""

from __future__ import annotations

from typing import Any

from espresso.llvm.compiled import block_named, library_locks
from espresso.llvm.image import SHARED


def address(name: str) -> int:
    """The address of the function that programs call by this name."""
    own = name.removeprefix(SHARED)
    block = block_named(f"shared {own}", [own], lambda: _module(own), library_locks)
    if block is None:
        raise OSError("memory cannot be made executable")
    return block.address(own)


def _module(name: str) -> Any:
    """A module with one of them."""
    import llvmlite.ir as ir

    from espresso.llvm.emit import non_temporal_stores, scratch, sliced_steps, transposing

    module = ir.Module("library")
    kind, *rest = name.split()
    if kind == "turn":
        item, way = rest
        if way == "past":
            function = transposing.past_cache(module, int(item))
        else:
            function = transposing.transposer(module, int(item), way == "near")
    elif kind == "join":
        function = sliced_steps.joiner(module, *rest)
    else:
        plain = {
            "copy_past_cache": non_temporal_stores.copier, "take_area": scratch.take_area,
            "free_areas": scratch.free_areas, "whole_step": sliced_steps.whole_step,
        }  # fmt: skip
        function = plain[kind](module)
    function.linkage = ""
    return module
