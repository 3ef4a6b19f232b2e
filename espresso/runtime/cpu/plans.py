"""The plan cache on disk: a second process neither simplifies nor plans nor infers again.

A file holds the programs of a formula: the `Driver` of each, and for which lengths it is the one, as data.  Its name is
a sha256 of all that decides the plan but lengths: the formulas with the names and axes of results, the options with
their rules, dtypes, the processor, versions, and size and time of every source file.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple
from typing import Any, get_args

from espresso.formulas.graph.conditions import Conditions
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.serialisation import Records, decode, encode, named
from espresso.ir.driver import Step
from espresso.ir.storage.arena import Lifetime
from espresso.records import dataclass
from espresso.runtime.cpu.generated import Driver, returns
from espresso.system import cache, machine_model
from espresso.system.processor import processor
from espresso.system.sources import versions

VERSION = 2
"""Of the entries."""


@dataclass(frozen=True)
class Entry:
    """A program of a formula: for which lengths it is the one, the dtypes of its results, and its `Driver` as text.

    One entry is used, so the others are not read.
    """

    conditions: Conditions
    dtypes: tuple[str, ...]
    driver: str


MOST = 8
"""Entries of a formula: those that came last."""

RECORDS: Records = named(Entry, Conditions, Driver, Lifetime, *get_args(Step))


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
    machine = versions(), processor(), astuple(machine_model.rates())
    facts = [VERSION, machine, formulas, compiled.inputs, returns(compiled), options, dict(dtypes)]
    try:
        data = encode(facts, records)
    except (TypeError, OSError):  # an optimizer or a rule of the user's own
        return None
    return hashlib.sha256(data).hexdigest()[:40]


def find(key: str | None, size_of: Callable[[Expr], int]) -> tuple[Entry, Driver] | None:
    """The plan for these lengths; None when there is none."""
    for entry in _entries(key):
        with contextlib.suppress(Exception):  # its checksum is right and its content is not: there is no end of ways
            if entry.conditions.told(size_of) is not None:
                driver = decode(entry.driver.encode(), RECORDS)
                if isinstance(driver, Driver):
                    return entry, driver
    return None


def keep(key: str | None, conditions: Conditions, dtypes: Iterable[str], driver: Driver) -> None:
    """Write a plan into the cache folder, where it can be written."""
    if key is None:
        return
    try:
        entry = Entry(conditions, tuple(dtypes), encode(driver, RECORDS).decode())
        data = encode([entry, *_entries(key)[: MOST - 1]], RECORDS)
    except TypeError:
        return
    cache.write_entry(f"es_{key}.plan", data)


def _entries(key: str | None) -> list[Entry]:
    """The plans of a formula."""
    data = cache.read_entry(f"es_{key}.plan") if key else None
    try:
        found = decode(data, RECORDS) if data is not None else []
    except ValueError:
        return []
    return found if isinstance(found, list) and all(isinstance(e, Entry) for e in found) else []
