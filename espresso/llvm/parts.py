"""Parallel compilation: a large module split into parts, one thread each.

Kernels with the steps that call them know nothing of each other: they are components of the graph of
calls.  The entries of a program call one function of each.  Components of about equal size go to as many
modules as there are processors, each compiled by a thread of its own (LLVM runs without the interpreter).
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Collection, Sequence

LEAST = 200_000
"""Characters of LLVM text below which a part is not worth a thread: about a third of a second."""

_FUNCTION = re.compile(r'^define [^\n]*?@"([^"]+)"\([^\n]*\n\{.*?^\}\n', re.S | re.M)
_NAME = re.compile(r'@"([^"]+)"')


def split(text: str, entries: Sequence[str], most: int) -> list[str]:
    """The module as at most ``most`` modules; the first has the entries, which call functions of all.

    What an entry calls is seen by all parts (hidden: inside the block that they become); the rest stays
    internal, with everything that calls it.
    """
    count = min(most, len(text) // LEAST)
    if count < 2:
        return [text]
    functions = {m[1]: m[0] for m in _FUNCTION.finditer(text)}
    rest = _FUNCTION.sub("", text)
    calls = {
        n: [r for r in dict.fromkeys(_NAME.findall(body)) if r in functions and r != n] for n, body in functions.items()
    }  # fmt: skip
    members = [list(entries), *_components(calls, entries)]
    parts: list[list[str]] = [[] for _ in range(count)]
    lengths = [0] * count
    for names in sorted(members, key=lambda names: (names != members[0], -_length(names, functions))):
        least = lengths.index(min(lengths))
        parts[least] += names
        lengths[least] += _length(names, functions)
    common = {called for n in entries for called in calls[n]}
    return [_module(names, functions, calls, common, rest) for names in parts if names]


def _length(names: Collection[str], functions: dict[str, str]) -> int:
    return sum(len(functions[n]) for n in names)


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


def _module(
    names: Collection[str], functions: dict[str, str], calls: dict[str, list[str]], common: Collection[str], rest: str
) -> str:
    own = [n for n in functions if n in set(names)]
    elsewhere = dict.fromkeys(r for n in own for r in calls[n] if r not in set(own))
    heads = []
    for n in elsewhere:
        head = functions[n].partition("\n")[0].replace("define internal", "declare hidden", 1)
        heads.append(re.sub(r' %"[^"]*"', "", head) + "\n")
    bodies = [functions[n].replace("define internal", "define hidden", 1) if n in common else functions[n] for n in own]
    return "".join([rest, *heads, *bodies])


def objects(text: str, entries: Sequence[str], levels: tuple[int, int]) -> list[bytes]:
    """Object code of the module, of a large one in parts that are compiled at the same time."""
    from espresso.llvm.machine import host, object_code, object_code_unlocked
    from espresso.system.threads import run_parallel

    parts = split(text, entries, len(os.sched_getaffinity(0)))
    if len(parts) == 1:
        return [object_code(text, levels)]
    host()  # LLVM is set up once, before there are threads
    made = [b""] * len(parts)

    def compiled(k: int) -> None:
        made[k] = object_code_unlocked(parts[k], levels)

    run_parallel([functools.partial(compiled, k) for k in range(len(parts))])
    return made
