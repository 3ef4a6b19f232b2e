"""Other ways to write a program: formulas with the same value, whose programs should cost the same.

``mutants`` changes formulas at random places, one to three changes each: names of indices, the order of operands,
parts with a name or without, named arrays stored transposed, powers as products, softmax and sigmoid by hand, sums
split and merged.  ``espresso bench --mutants`` compiles them all, compares their results and prints how much the
slowest takes beside the fastest; a large ratio is a cliff.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import espresso as es
from espresso.errors import EspressoError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Recurrence

from .workload import Arrays, Workload, largest_error, leaves

Roots = list[Expr]
Change = Callable[[Roots, random.Random], "Roots | None"]
"""Formulas written otherwise, or None where there is nothing to change."""


def _picked(nodes: Sequence[Expr], rng: random.Random) -> Expr | None:
    return rng.choice(nodes) if nodes else None


def _statements(roots: Roots) -> Roots:
    return [*ex.lets(*roots), *(r for r in roots if r.op != "let")]


def _recurrences(roots: Roots) -> list[Recurrence]:
    return list(dict.fromkeys(n.data[0] for n in ex.postorder(*roots) if n.op == "recur"))


def _rebuilt(roots: Roots, change: Callable[[Expr], Expr | None]) -> Roots:
    """The formulas with changed nodes, also in the statements of recurrences."""
    made = {}
    for r in _recurrences(roots):
        new = {e: ex.rebuild(e, change) for e in r.parts}
        made[r] = replace(r, states=tuple(s.changed(new) for s in r.states))

    def changed(node: Expr) -> Expr | None:
        return ex.recur(made[node.data[0]], *node.data[1:], node.args) if node.op == "recur" else change(node)

    return ex.rebuild_all(roots, changed)


def renamed(roots: Roots, rng: random.Random) -> Roots | None:
    """All indices have other names, in another alphabetical order."""
    names: set[str] = set()
    inside = [e for r in _recurrences(roots) for e in r.parts]
    for node in ex.postorder(*roots, *inside):
        names |= {node.data[0]} if node.op == "index" else set(ex.bound(node))
        names |= set(node.data[1]) if node.op == "let" else set()
    others = [f"{c}{k}" for k, c in enumerate(rng.sample("abcdefghklmnopqrstuvwxyz" * 3, min(len(names), 60)))]
    if len(names) > len(others):
        return None
    table = dict(zip(sorted(names), others, strict=False))
    new: dict[Expr, Expr] = {}
    for node in ex.postorder(*inside, *roots):
        args = [new[a] for a in node.args]
        if node.op == "recur":
            found, number, axes = node.data
            made = replace(found, states=tuple(s.changed(new) for s in found.states))
            new[node] = ex.recur(made, number, [table[a] for a in axes], args)
        elif node.op == "index":
            new[node] = ex.index(table[node.data[0]], node.data[1])
        elif node.op == "let":
            new[node] = ex.closed(node.data[0], [table[a] for a in node.data[1]], args[0])
        elif node.op in ("reduce", "scan"):
            new[node] = getattr(ex, node.op)(node.data[0], [table[a] for a in node.data[1]], args[0])
        else:
            new[node] = ex.with_args(node, args) if args else node
    return [new[r] for r in roots]


def commuted(roots: Roots, rng: random.Random) -> Roots | None:
    """Operands of sums and products in another order."""

    def change(node: Expr) -> Expr | None:
        if ex.is_call(node, "add") or ex.is_call(node, "mul"):
            return ex.call(node.data, *rng.sample(node.args, len(node.args)))
        return None

    found = _rebuilt(roots, change)
    return None if found == roots else found


def named(roots: Roots, rng: random.Random) -> Roots | None:
    """A part of a formula is an array with a name."""
    parts = [
        node for statement in _statements(roots)
        for node in ex.postorder(statement.args[0] if statement.op == "let" else statement, into_arrays=False)
        if node.op in ("call", "reduce", "scan") and node.data not in ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not")
        and any(n.op == "access" for n in ex.postorder(node, into_arrays=False))
    ]  # fmt: skip
    part = _picked(parts, rng)
    if part is None:
        return None
    sizes = {n.data[0]: n.data[1] for n in ex.postorder(part, into_arrays=False) if n.op == "index"}
    axes = sorted(part.free)
    array = ex.closed(f"part{rng.randrange(10**6)}", rng.sample(axes, len(axes)), part)
    read = ex.access(array, [ex.index(a, sizes.get(a)) for a in array.data[1]])
    return [_with_part(r, part, read) for r in roots]


def _with_part(root: Expr, part: Expr, read: Expr) -> Expr:
    """The formula with one value replaced in each statement, but not in the array that holds it."""
    new: dict[Expr, Expr] = {}
    for node in ex.postorder(root):
        new[node] = read if node is part else ex.with_args(node, [new[a] for a in node.args]) if node.args else node
    return new[root]


def _arrays(roots: Roots) -> list[Expr]:
    """Named arrays that other statements read, as they are at plain positions; but states of recurrences."""
    reads: dict[Expr, list[Expr]] = {}
    for node in ex.postorder(*roots):
        if node.op == "access" and node.args[0].op == "let":
            reads.setdefault(node.args[0], []).append(node)
    return [a for a in reads if a not in roots and a.args[0].op != "recur"]


def inlined(roots: Roots, rng: random.Random) -> Roots | None:
    """A named array stands where it is read."""
    array = _picked(_arrays(roots), rng)
    if array is None or any(n.op == "size" and n.args[0] is array for n in ex.postorder(*roots)):
        return None

    def change(node: Expr) -> Expr | None:
        if node.op == "access" and node.args[0].op == "let" and node.args[0].data == array.data and node.data is None:
            inner = node.args[0]
            return ex.substitute(inner.args[0], dict(zip(inner.data[1], node.args[1:], strict=True)))
        return None

    return ex.rebuild_all(roots, change)


def stored_transposed(roots: Roots, rng: random.Random) -> Roots | None:
    """A named array has its axes in the opposite order."""
    array = _picked([a for a in _arrays(roots) if len(a.data[1]) > 1], rng)
    if array is None or any(n.op == "size" and n.args[0] is array for n in ex.postorder(*roots)):
        return None
    made = ex.closed(array.data[0] + "_T", array.data[1][::-1], array.args[0])

    def change(node: Expr) -> Expr | None:
        if node.op == "access" and node.args[0] is array:
            return ex.access(made, node.args[:0:-1], node.data)
        return None

    return ex.rebuild_all(roots, change)


def powers(roots: Roots, rng: random.Random) -> Roots | None:
    """Squares are products, and products of one value by itself squares."""

    def change(node: Expr) -> Expr | None:
        if ex.is_call(node, "pow") and ex.is_const(node.args[1], 2):
            return ex.call("mul", node.args[0], node.args[0])
        if ex.is_call(node, "mul") and len(node.args) == 2 and node.args[0] is node.args[1]:
            return ex.call("pow", node.args[0], ex.const(2))
        return None

    found = _rebuilt(roots, change)
    return None if found == roots else found


def by_hand(roots: Roots, rng: random.Random) -> Roots | None:
    """softmax, sigmoid and relu by what they are."""

    def change(node: Expr) -> Expr | None:
        if node.op == "scan" and node.data[0] == "softmax":
            total = ex.reduce("sum", node.data[1], ex.call("exp", node.args[0]))
            free = node.args[0].free
            other = {n: ex.fresh(free | {n}, n) for n in node.data[1]}
            total = ex.reduce("sum", list(other.values()), ex.rename(ex.call("exp", node.args[0]), other))
            return ex.call("mul", ex.call("exp", node.args[0]), ex.call("pow", total, ex.const(-1)))
        if ex.is_call(node, "logistic"):
            below = ex.call("add", ex.const(1), ex.call("exp", ex.call("mul", ex.const(-1), node.args[0])))
            return ex.call("pow", below, ex.const(-1))
        if ex.is_call(node, "relu"):
            return ex.call("maximum", node.args[0], ex.const(0))
        return None

    found = _rebuilt(roots, change)
    return None if found == roots else found


def split(roots: Roots, rng: random.Random) -> Roots | None:
    """Sums over several indices are sums of sums, and the other way round."""

    def change(node: Expr) -> Expr | None:
        if node.op != "reduce" or node.data[0] != "sum":
            return None
        inner = node.args[0]
        if inner.op == "reduce" and inner.data[0] == "sum" and not set(inner.data[1]) & set(node.data[1]):
            return ex.reduce("sum", [*node.data[1], *inner.data[1]], inner.args[0])
        if len(node.data[1]) > 1:
            names = rng.sample(node.data[1], len(node.data[1]))
            return ex.reduce("sum", names[:1], ex.reduce("sum", names[1:], inner))
        return None

    found = _rebuilt(roots, change)
    return None if found == roots else found


CHANGES: tuple[Change, ...] = (renamed, commuted, named, named, inlined, stored_transposed, powers, by_hand, split)


def mutants(roots: Roots, count: int, seed: int = 0) -> Iterator[tuple[str, Roots]]:
    """``count`` other ways to write formulas, with the names of the changes; fewer where there are not so many.

    Changes that lose the length of an index are not formulas any more, and are left out.
    """
    rng, seen = random.Random(seed), {str(roots)}
    for _ in range(20 * count):
        if count <= 0:
            return
        found, words = list(roots), []
        for change in rng.choices(CHANGES, k=rng.randint(1, 3)):
            changed = change(found, rng)
            if changed is not None:
                found = changed
                words.append(change.__name__)
        text = str(found)
        if words and text not in seen:
            seen.add(text)
            count -= 1
            yield " + ".join(words), found


@dataclass(frozen=True)
class Measured:
    """One way to write a program: its changes, the best time of a call in seconds, and the bytes that it plans."""

    words: str
    seconds: float
    bytes: int


def measured(program: Any, arrays: Arrays, count: int, seed: int = 0, seconds: float = 0.2) -> list[Measured]:
    """The program as it is given, first, and its mutants; a mutant with another value is an AssertionError."""
    given = es.compile(program)
    roots = list(given.expressions)
    expected = [np.asarray(v) for v in leaves(given(**arrays))]
    found = [_measured("as given", given, arrays, seconds)]
    for words, other in mutants(roots, count, seed):
        try:
            f = es.compile(other)
            own = {n: arrays[n] for n in f.inputs}
            results = f(**own)
        except EspressoError:
            continue  # an index whose length nothing tells any more
        error = largest_error(results, expected)
        assert error < 1e-2, f"{words}: differs by {error:.2g}\n" + "\n".join(map(str, other))
        found.append(_measured(words, f, own, seconds))
    return found


def _measured(words: str, f: Any, arrays: Arrays, seconds: float) -> Measured:
    times, begun = [], time.perf_counter()
    while len(times) < 5 or time.perf_counter() - begun < seconds:
        start = time.perf_counter()
        f(**arrays)
        times.append(time.perf_counter() - start)
    return Measured(words, min(times), f.memory.arena)


def row(workload: Workload, size: str, count: int) -> str:
    """A line: how much the slowest way takes beside the fastest, and what it was."""
    sizes, dtype = (workload.sizes[size] or workload.sizes["full"])[0], workload.dtypes[0]
    rng = np.random.default_rng(0)
    arrays = {n: a.astype(dtype) if a.dtype.kind == "f" else a for n, a in workload.inputs(rng, sizes).items()}
    every = measured(workload.program(sizes), arrays, count)
    slow, fast = (pick(every, key=lambda m: m.seconds) for pick in (max, min))
    most, least = (pick(m.bytes for m in every) for pick in (max, min))
    return (
        f"{workload.name:44} {len(every):3} ways: {fast.seconds * 1e6:10.1f} to {slow.seconds * 1e6:10.1f} us, "
        f"{slow.seconds / fast.seconds:6.2f}x, {least:,} to {most:,} bytes; slowest: {slow.words}"
    )
