"""Inverse index maps: which cotangents contribute to one element of an array that was read.

What reads ``x[p + r]`` under a sum over p and r gives ``sum[p,r](g*(i == p + r))`` to x.
Either p or r can be eliminated; here p is, the index that exists only because the window
fits, so that a sum over the few taps r remains.  The other maps that have an inverse:

- ``x[s*p + d*r]``, a stride s: with ``i = s*a + b``, b < s, the taps are ``r = s*t + r0(b)``
  and the positions ``p = a - d*t - ...``.  The sum is an array over a and b, so that each
  of the s residues is a dense sum over t, and x gathers from it at ``i//s`` and ``i % s``.
- ``x[s*g + c]`` where c runs over exactly s values: ``g = i//s``, ``c = i % s``.
- ``x[(i + k)//s, (i + k) % s]`` where the second axis has length s: ``i = s*a + b - k``.

So no element is added to from two places, and nothing is summed that a mask then drops.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field

from espresso.formulas.extents.affine import Formula, linear
from espresso.formulas.extents.lengths import Lengths
from espresso.formulas.extents.ranges import Ranges
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of
from espresso.records import dataclass


@dataclass
class Inverse:
    """How one read is inverted.

    ``equations`` tie the indices of the read to the ``places`` of the collecting array
    (index expressions over its axes, split axes among them); ``solved`` are summed by
    themselves, so that they are the ones that the equations eliminate, ``taps`` are new
    indices to be summed after that; ``split`` maps an
    axis to the two indices (quotient, remainder) of the array in between with their lengths.
    """

    equations: list[Expr] = field(default_factory=list)
    solved: list[str] = field(default_factory=list)
    taps: list[str] = field(default_factory=list)
    split: dict[str, list[tuple[str, Expr, Expr]]] = field(default_factory=dict)


def invert(
    slots: Sequence[tuple[str, Expr, Expr]], ranges: Ranges, lengths: Lengths, outer: Collection[str],
    axes: Collection[str] = (), split: bool = True,
) -> Inverse:  # fmt: skip
    """The inverse of reads at ``slots``: (axis of the collector, slot, length of that axis).

    ``axes`` are those of the array whose elements read: where nothing else tells the indices of a window apart, the
    position is the one that is an axis, so that the derivative sums over what the formula sums over.  Without
    ``split`` there is no array in between, and the equation of a stride stays.
    """
    found = Inverse()
    waiting = list(slots)
    while waiting:
        axis, slot, size = waiting.pop(0)
        partner = _quotient(axis, slot, size, waiting, lengths)
        if partner is not None:
            other, equation = partner
            waiting.remove(other)
            found.equations.append(equation)
            continue
        if not _affine(found, axis, slot, size, ranges, lengths, outer, axes, split):
            found.equations.append(ex.call("eq", ex.index(axis), slot))
    return found


def _quotient(
    axis: str, slot: Expr, size: Expr, waiting: Sequence[tuple[str, Expr, Expr]], lengths: Lengths
) -> tuple[tuple[str, Expr, Expr], Expr] | None:
    """For ``e//s`` and ``e % s`` at two axes: the other axis, and ``e == s*axis + other``."""
    if not (ex.is_call(slot, "floordiv") or ex.is_call(slot, "mod")):
        return None
    wanted = "mod" if slot.data == "floordiv" else "floordiv"
    for other in waiting:
        if ex.is_call(other[1], wanted) and other[1].args == slot.args:
            high, low = (axis, other[0]) if wanted == "mod" else (other[0], axis)
            value, step = slot.args
            if not step.free and lengths.equal(other[2] if low == other[0] else size, step):
                whole = ex.call("add", ex.call("mul", step, ex.index(high)), ex.index(low))
                return other, ex.call("eq", whole, value)
    return None


def _affine(
    found: Inverse, axis: str, slot: Expr, size: Expr, ranges: Ranges, lengths: Lengths, outer: Collection[str],
    axes: Collection[str], split: bool,
) -> bool:  # fmt: skip
    """Enter the inverse of one affine slot, if it is one of two indices that are summed."""
    parts = _two_indices(slot)
    if parts is None or any(n in outer or n in found.solved or n not in ranges.extents for n in parts[0]):
        return False
    factors, rest = parts
    names = list(factors)
    for low, high in (names, names[::-1]):
        step = factors[high]
        if ex.is_const(factors[low], 1) and not ex.is_const(step, 1) and lengths.equal(ranges.extents[low], step):
            place = _minus(ex.index(axis), rest)
            found.equations.append(ex.call("eq", ex.index(high), ex.call("floordiv", place, step)))
            found.equations.append(ex.call("eq", ex.index(low), ex.call("mod", place, step)))
            found.solved += [high, low]
            return True
    loose = [n for n in names if n not in ranges.direct]
    if not loose:  # both are read elsewhere too: the tap is the one of known length that moves by one
        loose = [
            n
            for n in names
            if _is_step(factors[n]) and all(_is_tap(factors[o], ranges.extents[o]) for o in names if o != n)
        ]
    if len(loose) != 1:  # nothing tells them apart by their lengths
        loose = [n for n in names if n in axes]
    if len(loose) != 1 or any(factors[n].op != "const" for n in names):
        return False
    position = loose[0]
    (tap,) = (n for n in names if n != position)
    s, d = factors[position].data, factors[tap].data
    if abs(s) == 1:
        found.equations.append(ex.call("eq", ex.index(axis), slot))
        found.solved.append(position)
        return True
    if s > 1 and d == 1 and split:
        return _strided(found, axis, rest, size, position, tap, s, ranges)
    return False


def _is_step(factor: Expr) -> bool:
    return factor.op == "const" and int(factor.data) > 1


def _is_tap(factor: Expr, extent: Expr) -> bool:
    return ex.is_const(factor, 1) and extent.op == "const"


def _strided(
    found: Inverse, axis: str, rest: Formula, size: Expr, position: str, tap: str, s: int, ranges: Ranges
) -> bool:
    """``axis == s*position + tap + rest`` by quotient and remainder of ``axis - rest``."""
    reach = linear(size)
    span = linear(ranges.extents[tap])
    if reach is None or span is None or reach[0] or span[0]:
        return False
    t = ranges.new(tap, ((span[1] + (s - 1)) // s).expr())
    quotient = ranges.new(position, ((reach[1] + -1 - rest) // s + 1).expr())
    low = ranges.new(tap, ex.const(s), s)
    step = ex.const(s)
    taps = ex.call("add", ex.call("mul", step, ex.index(t)), ranges.index(low))
    place = ex.call("add", ex.index(quotient), ex.call("mul", ex.const(-1), ex.index(t)))
    found.equations += [ex.call("eq", ex.index(position), place), ex.call("eq", ex.index(tap), taps)]
    found.solved += [position, tap]
    found.taps.append(t)
    at = _minus(ex.index(axis), rest)
    found.split[axis] = [
        (quotient, ex.call("floordiv", at, step), ranges.extents[quotient]),
        (low, ex.call("mod", at, step), step),
    ]
    return True


def _two_indices(slot: Expr) -> tuple[dict[str, Expr], Formula] | None:
    """Factors (numbers or lengths) of two indices in a sum, and what else is added; None for another form."""
    factors: dict[str, Expr] = {}
    rest = Formula()
    for term in slot.args if ex.is_call(slot, "add") else (slot,):
        if not term.free:
            found = linear(term)
            if found is None:
                return None
            rest = rest + found[1]
            continue
        parts = factors_of(term)
        indices = [p for p in parts if p.free]
        if len(indices) != 1 or indices[0].op != "index" or indices[0].data[0] in factors:
            return None
        others = [p for p in parts if not p.free]
        factors[indices[0].data[0]] = ex.call("mul", *others) if others else ex.const(1)
    return (factors, rest) if len(factors) == 2 else None


def _minus(e: Expr, rest: Formula) -> Expr:
    if not rest.constant and not rest.terms:
        return e
    tail = (rest * -1).expr()
    return ex.call("add", e, tail)
