"""Passes: steps that read the same blocks are computed by one program, so that each block is read once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from espresso.api.chunked.blocks import Block
from espresso.api.chunked.chunking import Chunks, Stored, is_plain, reads_of
from espresso.api.chunked.cuts import Cutting, Formula, Step, levels_of, shared
from espresso.api.chunked.pieces import Local, Piece
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.records import dataclass

Reads = dict[str, set[tuple[str, int]]]
"""For each index with several blocks the axes of arrays that it runs over."""


@dataclass(frozen=True)
class Pass:
    """Steps that one program computes, for each block of the grid, and the pieces of arrays that it reads."""

    steps: tuple[Step, ...]
    chunks: Mapping[str, Chunks]
    pieces: Mapping[str, Piece]
    block: Block

    @property
    def grid(self) -> tuple[str, ...]:
        """The indices with several blocks."""
        return tuple(self.chunks)


@dataclass(frozen=True)
class Plan:
    """All passes in order, the arrays that they read and write, and the array of each result with its dtype."""

    passes: tuple[Pass, ...]
    arrays: Mapping[str, Stored]
    inputs: Sequence[str]
    results: Mapping[str, tuple[str, str]]


def planned(
    formulas: Sequence[Formula], lengths: Mapping[str, int], inputs: Mapping[str, Stored], limit: int,
    results: Mapping[str, tuple[str, str]], options: Mapping[str, object],
) -> Plan:  # fmt: skip
    """The passes that compute these formulas, with blocks of results of at most ``limit`` bytes where that can be."""
    arrays = dict(inputs)
    cutting = Cutting(arrays, lengths, limit, [f.name for f in formulas])
    for formula in formulas:
        cutting.add(formula)
    return Plan(_united(shared(cutting), arrays, options), arrays, tuple(inputs), results)


def _united(steps: Sequence[Step], arrays: Mapping[str, Stored], options: Mapping[str, object]) -> tuple[Pass, ...]:
    levels = levels_of(steps)
    groups: list[tuple[int, Reads, list[Step]]] = []
    for step in steps:
        level, reads = levels[step.name], _reads(step, arrays)
        for other, known, members in groups:
            new = _renaming(step, reads, members[0], known) if other == level else None
            if new is not None:
                members.append(_renamed(step, new))
                for name, places in reads.items():
                    known[new[name]] |= places
                break
        else:
            groups.append((level, reads, [step]))
    return tuple(_made(members, arrays, options) for _, _, members in sorted(groups, key=lambda g: g[0]))


def _reads(step: Step, arrays: Mapping[str, Stored]) -> Reads:
    lengths = {n: sum(c) for n, c in step.chunks.items()}
    found: Reads = {n: set() for n in step.grid}
    for access in reads_of([step.body]):
        array = access.args[0].data.name
        for k, slot in enumerate(access.args[1:]):
            if is_plain(access, k, lengths, arrays[array].shape) and slot.data[0] in found:
                found[slot.data[0]].add((array, k))
    return found


def _renaming(step: Step, reads: Reads, first: Step, known: Reads) -> dict[str, str] | None:
    """The indices of a pass that those of the step are, where they have the same blocks and read the same axes."""
    if step.gathered or first.gathered or len(reads) != len(known):
        return None
    new: dict[str, str] = {}
    for name, places in reads.items():
        alike = [n for n, p in known.items() if p & places and first.chunks[n] == step.chunks[name]]
        if len(alike) != 1 or alike[0] in new.values():
            return None
        new[name] = alike[0]
    return new


def _renamed(step: Step, new: Mapping[str, str]) -> Step:
    """The step with other names of indices."""

    def name(n: str) -> str:
        return new.get(n, n)

    def change(node: Expr) -> Expr | None:
        if node.op == "index":
            return ex.index(name(node.data[0]))
        if node.op == "reduce":
            return ex.reduce(node.data[0], [name(n) for n in node.data[1]], node.args[0])
        return None

    return replace(
        step, axes=tuple(map(name, step.axes)), over=tuple(map(name, step.over)),
        body=ex.rebuild(step.body, change, into_arrays=False), chunks={name(n): c for n, c in step.chunks.items()},
    )  # fmt: skip


def _made(steps: Sequence[Step], arrays: Mapping[str, Stored], options: Mapping[str, object]) -> Pass:
    local = Local(arrays)
    for step in steps:
        local.add(step)
    chunks = {n: steps[0].chunks[n] for n in steps[0].grid}
    block = Block(
        local.formulas, tuple(local.pieces), tuple(chunks), tuple(local.offsets.items()), tuple(local.sizes.items()),
        tuple(str(s.dtype) for s in steps), tuple(local.checks), tuple(options.items()),
    )  # fmt: skip
    return Pass(tuple(steps), chunks, local.pieces, block)
