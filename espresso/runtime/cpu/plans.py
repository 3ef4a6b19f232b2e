"""The plan cache on disk: a second process neither simplifies nor plans nor infers again.

An entry holds the `Driver` of a program, the shapes for which it was planned and what results have for
them.  Its name is a sha256 of all that decides the plan: the formulas with the names and axes of results,
the options with their rules, dtypes, the processor, versions, and size and time of every source file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.serialisation import Records, decode, encode, named
from espresso.ir.driver import Step
from espresso.ir.storage.arena import Lifetime
from espresso.runtime.cpu.generated import Driver, returns
from espresso.system import cache
from espresso.system.processor import processor
from espresso.system.sources import versions

VERSION = 1
"""Of the entries."""

Shapes = Mapping[str, tuple[int, ...]]
Results = tuple[tuple[tuple[int, ...], str], ...]


@dataclass(frozen=True)
class Entry:
    """A plan, the shapes it was made for, and shape and dtype of each result for them."""

    driver: Driver
    shapes: Shapes
    results: Results


RECORDS: Records = named(Entry, Driver, Lifetime, *get_args(Step))


def key_of(compiled: Any, dtypes: Mapping[str, str]) -> str | None:
    """The name of the plans of a compiled function for these dtypes; None where they cannot be kept."""
    options = dict(compiled.options)
    if not cache.KEEP or options.get("autotune"):  # measured: another run may choose otherwise
        return None
    records = RECORDS
    if options.get("rules") is not None:
        from espresso.algebra.rewriting.rules import Definition, Derivative, Rule

        records = {**RECORDS, **named(Rule, Derivative, Definition)}
        options["rules"] = list(options["rules"])
    formulas = [(name, e.digest) for name, e in compiled.outputs.items()]
    facts = [VERSION, versions(), processor(), formulas, compiled.inputs, returns(compiled), options, dict(dtypes)]
    try:
        data = encode(facts, records)
    except (TypeError, OSError):  # an optimizer or a rule of the user's own
        return None
    return hashlib.sha256(data).hexdigest()[:40]


def _exact(key: str, shapes: Shapes) -> str:
    return hashlib.sha256(encode([key, dict(shapes)], {})).hexdigest()[:40]


def find(key: str | None, shapes: Shapes, size_of: Callable[[Expr], int]) -> Entry | None:
    """The plan for these shapes, or one that serves all shapes without empty sums; None when there is none."""
    for name in (key, _exact(key, shapes)) if key else ():
        data = cache.read_entry(f"es_{name}.plan")
        if data is None:
            continue
        try:
            entry = decode(data, RECORDS)
        except ValueError:
            continue
        if not isinstance(entry, Entry):
            continue
        if entry.shapes == shapes or not (entry.driver.sized or any(size_of(n) == 0 for n in entry.driver.reduced)):
            return entry
    return None


def keep(key: str | None, entry: Entry) -> None:
    """Write a plan into the cache folder, where it can be written."""
    if key is None:
        return
    try:
        data = encode(entry, RECORDS)
    except TypeError:
        return
    name = _exact(key, entry.shapes) if entry.driver.sized else key
    cache.write_entry(f"es_{name}.plan", data)
