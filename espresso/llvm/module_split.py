"""Parallel compilation: a large module split into parts, one thread each.

Kernels with the steps that call them know nothing of each other: they are components of the graph of
calls.  The entries of a program call one function of each.  Components of about equal size go to as many
modules as there are processors, each compiled by a thread of its own (LLVM runs without the interpreter).
"""

from __future__ import annotations

import functools
import os
from collections.abc import Collection, Mapping, Sequence
from typing import Any

LEAST = 150
"""Instructions below which a part is not worth a thread: LLVM takes some 30 ms for them, and 2 ms for each module."""

WRITTEN = 4
"""Times as quick is LLVM with code whose loops are written out, for which it runs few passes."""

QUICK = 8
"""Times as quick is LLVM with functions that it leaves as they are written."""


def split(module: Any, entries: Sequence[str], most: int, quick: int = 1) -> list[str]:
    """The texts of at most ``most`` modules that one becomes; the first has the entries, which call functions of all.

    What an entry calls is seen by all parts (hidden: inside the block that they become); the rest stays
    internal, with everything that calls it.  A module that comes as text stays whole.  ``quick`` is how many times as
    quick as usual LLVM is with it.
    """
    if isinstance(module, str):
        return [module]
    functions = {f.name: f for f in module.functions if f.blocks}
    sizes = {n: _size(f) for n, f in functions.items()}
    count = min(most, sum(sizes.values()) // (LEAST * quick))
    if count < 2:
        return [str(module)]
    calls = {n: _calls(f, functions) for n, f in functions.items()}
    _open(functions, entries, calls)
    members = [list(entries), *_components(calls, entries)]
    parts: list[list[str]] = [[] for _ in range(count)]
    lengths = [0] * count
    for names in sorted(members, key=lambda names: (names != members[0], -sum(map(sizes.__getitem__, names)))):
        least = lengths.index(min(lengths))
        parts[least] += names
        lengths[least] += sum(map(sizes.__getitem__, names))
    return [str(_module(module, functions, names, calls)) for names in parts if names]


def _size(function: Any) -> int:
    """Instructions, about as LLVM takes time for them."""
    count = sum(len(block.instructions) for block in function.blocks)
    return -(-count // QUICK) if "optnone" in function.attributes else count


def _calls(function: Any, functions: Collection[str]) -> list[str]:
    """The other functions of a module that one names: callees, and those whose address it takes."""
    import llvmlite.ir as ir

    operands = (o for block in function.blocks for i in block.instructions for o in i.operands)
    named = (getattr(o, "value", o) for o in operands)  # as it is, or as `emit.gemm.Pointer`
    found = dict.fromkeys(f.name for f in named if isinstance(f, ir.Function))
    return [n for n in found if n in functions and n != function.name]


def _open(functions: Mapping[str, Any], entries: Sequence[str], calls: Mapping[str, list[str]]) -> None:
    """Let all parts see what the entries call."""
    for entry in entries:
        for n in calls[entry]:
            functions[n].linkage = "hidden"


def _components(calls: dict[str, list[str]], entries: Collection[str]) -> list[list[str]]:
    """Functions that call each other, apart from the entries, in the order of the text."""
    parent = {n: n for n in calls if n not in entries}

    def root(n: str) -> str:
        while parent[n] != n:
            parent[n] = parent[parent[n]]
            n = parent[n]
        return n

    for n in parent:
        for called in calls[n]:
            if called in parent:
                parent[root(called)] = root(n)
    found: dict[str, list[str]] = {}
    for n in parent:
        found.setdefault(root(n), []).append(n)
    return list(found.values())


def _module(module: Any, functions: Mapping[str, Any], names: Sequence[str], calls: Mapping[str, list[str]]) -> Any:
    """A part: its functions, declarations of those that it calls elsewhere, and all that is no function."""
    import llvmlite.ir as ir

    part = ir.Module(module.name)
    part.metadata, part.namedmetadata = module.metadata, module.namedmetadata
    part.globals.update((n, g) for n, g in module.globals.items() if n in names or n not in functions)
    for n in dict.fromkeys(called for own in names for called in calls[own] if called not in names):
        declared = ir.Function(part, functions[n].function_type, n)
        declared.linkage, declared.attributes = functions[n].linkage, functions[n].attributes
        for argument, own in zip(declared.args, functions[n].args, strict=True):
            argument.attributes = own.attributes
    return part


def apart(module: Any, entries: Sequence[str], some: Collection[str]) -> tuple[str, str] | None:
    """Two texts: without some functions, and with these alone; None where one of them is not worth a module."""
    functions = {f.name: f for f in module.functions if f.blocks}
    calls = {n: _calls(f, functions) for n, f in functions.items()}
    theirs = [n for names in _components(calls, entries) if any(n in some for n in names) for n in names]
    others = [n for n in functions if n not in theirs]
    if not theirs or sum(_size(functions[n]) for n in others) < LEAST:
        return None
    _open(functions, entries, calls)
    first, second = (str(_module(module, functions, names, calls)) for names in (others, theirs))
    return first, second


def objects(
    module: Any, entries: Sequence[str], levels: tuple[int, int], passes: Collection[str] | None = None
) -> list[bytes]:
    """Object code of a module of `llvmlite.ir`, or of its text; of a large one in parts compiled at the same time.

    Where ``passes`` names functions, those alone go through all of LLVM's passes, and ``levels`` are for all others.
    """
    from espresso.llvm.machine import FULL, host, object_code
    from espresso.system.threads import run_parallel

    pair = apart(module, entries, passes) if passes else None
    if pair is not None:
        parts, ways = list(pair), [levels, FULL]
    else:
        levels = FULL if passes else levels
        quick = WRITTEN if levels[0] < 0 else 1
        parts = split(module, entries, len(os.sched_getaffinity(0)) if levels[0] else 1, quick)
        ways = [levels] * len(parts)
    if len(parts) == 1:
        return [object_code(parts[0], levels)]
    host()  # LLVM is set up once, before there are threads
    made = [b""] * len(parts)

    def compiled(k: int) -> None:
        made[k] = object_code(parts[k], ways[k])

    run_parallel([functools.partial(compiled, k) for k in range(len(parts))])
    return made
