"""Speculation-safe reads: masked-out reads get valid subscripts, because targets read before they select.

``where(i < 3, x[i+1], 0)`` reads ``x[i+1]`` only where ``i < 3``.  Generated code may
compute both branches, and move reads in front of the choice, so a strict read that only
stands in branches of ``where`` and that the extents do not show to be inside becomes a
read padded with 0.  Every other strict read is inside: inference checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from espresso.compiler.lowering.masks import is_inside
from espresso.formulas.extents.bodies import Extents, each_statement, rebuilt
from espresso.formulas.extents.extents import resolve_size, symbolic_extents
from espresso.formulas.extents.range_guards import guarded, limit
from espresso.formulas.extents.reads import unmasked
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

STEP = "~t"
"""The name of the position of a step, an input of the program of one step, which is marked as `AT_STEP`."""


def protected(
    roots: Sequence[Expr], extents: Mapping[Expr, Extents], outside: Callable[[Expr], float] | None = None
) -> dict[Expr, Expr]:
    """Each let below the roots and each bare root -> the same statement with safe reads.

    ``extents`` are those of the statements; names of indices stay.  ``outside`` gives what a
    gather of an array reads at positions outside it; it is set where nobody can look at
    the positions before the program runs, because they lie on a device.
    """
    looped = any(a.args[0].op == "recur" for a in ex.lets(*roots))

    def change(body: Expr, known: Extents, new: Mapping[Expr, Expr]) -> Expr:
        safe = _safe(body, known, new, outside)
        if not looped or body.op == "recur":
            return safe
        told = symbolic_extents(safe)  # recurrences ask arrays for their lengths
        lost = [limit(a, known[a]) for a in body.axes if a in known and a not in told]
        return guarded(safe, lost) if lost else safe

    return each_statement(roots, extents, change)


def _safe(
    body: Expr, extents: Extents, arrays: Mapping[Expr, Expr], outside: Callable[[Expr], float] | None
) -> Expr:
    open_ = unmasked(ex.postorder(body, into_arrays=False))

    def change(node: Expr, copy: Expr) -> Expr:
        if node.op != "access" or node.data is not None:
            return copy
        if node not in open_:
            inside = all(_inside(node, axis, extents) for axis in range(len(node.args) - 1))
            return copy if inside else ex.access(copy.args[0], copy.args[1:], 0)
        if outside is None or not any(map(comes_from_data, node.args[1:])):
            return copy
        return ex.access(copy.args[0], copy.args[1:], outside(node.args[0]))

    return rebuilt(body, arrays, change)


def comes_from_data(slot: Expr) -> bool:
    """Whether a position is computed from arrays, not from the position of a step alone."""
    arrays = (n.args[0] for n in ex.postorder(slot) if n.op == "access")
    return any(a.op != "tensor" or "step" not in a.data.structure for a in arrays)


def _inside(access: Expr, axis: int, extents: Extents) -> bool:
    """Whether every position of a slot is surely inside its axis."""
    slot, length = access.args[axis + 1], ex.size(access.args[0], axis)
    if slot.op == "index":
        return True  # an index that stands alone has the length of the axis, or is shorter
    return is_inside(slot, length, extents) or is_inside(slot, resolve_size(length), extents)
