"""Linear systems with a factored matrix: diagonal, block diagonal, Kronecker, and those plus low rank.

Axes come in pairs, one of the first and one of the second half.  A pair is *tied* in a term where both have
one label: there the matrix is block diagonal.  Terms without tied pairs whose operands separate into rows
and columns are of low rank and enter by the Woodbury identity
``(D + U V')^-1 = D^-1 - D^-1 U (1 + V' D^-1 U)^-1 V' D^-1``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from espresso.api.factored.arrays import Array, ArrayTerm, Slot, add_at, contract, distinct
from espresso.errors import EspressoError

Solve = Callable[[Array], Array]

DENSE_ROWS = 4096
"""A matrix of at most this many rows (or one no larger than the arrays held) may be formed to solve with it."""


def solver(terms: Sequence[ArrayTerm], shape: tuple[int, ...], dtype: np.dtype) -> Solve:
    """A function that solves for right sides of shape ``(*rows, columns)``.

    Raises EspressoError when there is no structure to solve by and the matrix is too large to be formed,
    numpy.linalg.LinAlgError when it is singular.
    """
    rows = shape[: len(shape) // 2]
    count = math.prod(rows)
    kronecker = _kronecker(terms, rows, dtype)
    if kronecker is not None:
        return kronecker
    low = [t for t in terms if not _tied(t, rows) and _separates(t, len(rows))]
    rank = sum(math.prod(t.lengths[n] for n in _shared(t, len(rows))) for t in low)
    core = [t for t in terms if t not in low] if rank < count else list(terms)
    low = low if rank < count else []
    tied = set(range(len(rows))).intersection(*(_tied(t, rows) for t in core)) if core else set()
    if not tied and low:
        core, low = list(terms), []
    if not tied:
        held = sum(a.size for t in terms for a, _ in t.operands)
        if count > DENSE_ROWS and count * count > held:
            raise EspressoError(
                f"this {count} x {count} matrix has no structure to solve by: its terms are\n"
                + "".join(f"  {t.formula}\n" for t in terms)
                + "Solve iteratively with H @ v (conjugate gradients), or numpy.linalg.solve with H.dense()."
            )
    inner = _blocks(core, rows, sorted(tied), dtype)
    return _woodbury(inner, low, rows, dtype) if low else inner


def _full(slot: Slot, length: int, extent: int) -> bool:
    return slot.positions is None and slot.start == 0 and length == extent


def _tied(term: ArrayTerm, rows: Sequence[int]) -> set[int]:
    """Pairs of axes that the term ties together over their whole length, by a label that nothing else has."""
    half = len(rows)
    found = set()
    for k, n in enumerate(rows):
        a, b = term.slots[k], term.slots[half + k]
        alone = sum(s.label == a.label for s in term.slots) == 2
        if a.label == b.label and alone and all(_full(s, term.lengths[s.label], n) for s in (a, b)):
            found.add(k)
    return found


def _sides(term: ArrayTerm, half: int) -> tuple[set[str], set[str]]:
    return {s.label for s in term.slots[:half]}, {s.label for s in term.slots[half:]}


def _separates(term: ArrayTerm, half: int) -> bool:
    """Whether no operand, and no label, stands for rows and columns at once."""
    left, right = _sides(term, half)
    return not left & right and not any(left.intersection(ls) and right.intersection(ls) for _, ls in term.operands)


def _shared(term: ArrayTerm, half: int) -> tuple[str, ...]:
    """Hidden labels that join the row operands with the column operands."""
    _, right = _sides(term, half)
    of_right = {n for _, ls in term.operands if right.intersection(ls) for n in ls}
    others = {n for _, ls in term.operands if not right.intersection(ls) for n in ls}
    return tuple(sorted(of_right & others & term.hidden))


def _blocks(terms: Sequence[ArrayTerm], rows: tuple[int, ...], tied: Sequence[int], dtype: np.dtype) -> Solve:
    """Block diagonal over the tied pairs; blocks that are all the same are factored once."""
    half = len(rows)
    loose = [k for k in range(half) if k not in tied]
    size = math.prod(rows[k] for k in loose)
    used = any(t.slots[k].label in ls for t in terms for k in tied for _, ls in t.operands)
    outer = tuple(rows[k] for k in tied) if used else (1,) * len(tied)
    inside = [*loose, *(half + k for k in loose)]
    blocks = np.zeros((*outer, *(rows[k] for k in loose), *(rows[k] for k in loose)), dtype)
    for t in terms:
        slots = tuple(t.slots[k] for k in (*tied, *inside))
        lengths = t.lengths if used else {**t.lengths, **{t.slots[k].label: 1 for k in tied}}
        add_at(blocks, slots, lengths, contract(t.operands, distinct(slots), lengths, dtype))
    matrices = blocks.reshape(*outer, size, size)
    order = [*tied, *loose]

    def solve(b: Array) -> Array:
        moved = b.transpose(*order, half)
        sides = moved.reshape(*(rows[k] for k in tied), size, b.shape[-1])
        if not loose:
            if not matrices.all():
                raise np.linalg.LinAlgError("singular matrix: a zero stands on its diagonal")
            x = sides / matrices
        elif not used and tied:  # one matrix for all blocks: all right sides at once
            flat = sides.reshape(-1, size, b.shape[-1]).swapaxes(0, 1).reshape(size, -1)
            x = np.linalg.solve(matrices.reshape(size, size), flat)
            x = x.reshape(size, -1, b.shape[-1]).swapaxes(0, 1)
        else:
            x = np.linalg.solve(matrices, sides)
        return x.reshape(moved.shape).transpose(*(order.index(k) for k in range(half)), half)

    return solve


def _woodbury(inner: Solve, low: Sequence[ArrayTerm], rows: tuple[int, ...], dtype: np.dtype) -> Solve:
    left, right = (np.concatenate(c, axis=-1) for c in zip(*(_columns(t, rows, dtype) for t in low), strict=True))
    count, rank = math.prod(rows), left.shape[-1]
    solved = inner(left).reshape(count, rank)
    flat = right.reshape(count, rank)
    small = np.eye(rank, dtype=dtype) + flat.T @ solved

    def solve(b: Array) -> Array:
        x = inner(b).reshape(count, -1)
        x -= solved @ np.linalg.solve(small, flat.T @ x)
        return x.reshape(b.shape)

    return solve


def _columns(term: ArrayTerm, rows: tuple[int, ...], dtype: np.dtype) -> tuple[Array, Array]:
    """``U`` and ``V`` of shape ``(*rows, rank)`` with ``term = U V'``; what only weighs stands in ``U``."""
    half, shared = len(rows), _shared(term, len(rows))
    rank = math.prod(term.lengths[n] for n in shared)
    _, right_labels = _sides(term, half)
    right = [o for o in term.operands if right_labels.intersection(o[1])]
    left = [o for o in term.operands if not right_labels.intersection(o[1])]
    made = []
    for operands, slots in ((left, term.slots[:half]), (right, term.slots[half:])):
        value = contract(operands, (*distinct(slots), *shared), term.lengths, dtype)
        array = np.zeros((*rows, rank), dtype)
        add_at(array, slots, term.lengths, value.reshape(*value.shape[: len(distinct(slots))], rank))
        made.append(array)
    return made[0], made[1]


def _kronecker(terms: Sequence[ArrayTerm], rows: tuple[int, ...], dtype: np.dtype) -> Solve | None:
    """A single term whose pairs of axes fall into groups without common operands: a product of matrices."""
    if len(terms) != 1:
        return None
    term, half = terms[0], len(rows)
    groups: list[tuple[set[int], set[str]]] = []
    for k in range(half):
        own, labels = {k}, {term.slots[k].label, term.slots[half + k].label}
        for _ in term.operands:  # labels reach each other through operands
            labels |= {n for _, ls in term.operands if labels.intersection(ls) for n in ls}
        for group in [g for g in groups if g[1] & labels]:
            groups.remove(group)
            own, labels = own | group[0], labels | group[1]
        groups.append((own, labels))
    if len(groups) < 2:
        return None
    solvers = []
    for number, (own, labels) in enumerate(groups):
        axes = sorted(own)
        mine = [o for o in term.operands if labels.intersection(o[1])]
        if not number:  # what belongs to no group is a number; it enters once
            every = set().union(*(ls for _, ls in groups))
            mine += [o for o in term.operands if not every.intersection(o[1])]
        part = ArrayTerm(tuple(mine), tuple(term.slots[k] for k in (*axes, *(half + k for k in axes))), term.lengths)
        shape = tuple(rows[k] for k in axes)
        solvers.append((axes, solver([part], (*shape, *shape), dtype)))

    def solve(b: Array) -> Array:
        for axes, one in solvers:
            rest = [k for k in range(b.ndim) if k not in axes]
            moved = b.transpose(*axes, *rest)
            x = one(moved.reshape(*(rows[k] for k in axes), -1)).reshape(moved.shape)
            b = x.transpose(*(int(k) for k in np.argsort([*axes, *rest])))
        return b

    return solve
