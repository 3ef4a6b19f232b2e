"""Matrix products with a symmetric result, ``A' diag(s) A``: Gauss-Newton and Hessian matrices."""

from __future__ import annotations

from espresso.formulas.graph import expr as ex
from espresso.ir.calls import Contraction
from espresso.ir.loops import Kernel, Program, Statement


def symmetric(program: Program, call: Contraction) -> bool:
    """Whether a product equals its transpose whatever the arrays hold.

    Both operands are one array, summed over the same axes; or one of them is the other one
    times factors that depend on the summed indices only.
    """
    batch, rows, columns, summed = call.groups()
    if batch or len(rows) != 1 or len(columns) != 1 or not summed:
        return False
    renamed = tuple(rows[0] if a == columns[0] else a for a in call.right_axes)
    if call.left == call.right:
        return renamed == call.left_axes
    made = {s.name: s for step in program.steps if isinstance(step, Kernel) for s in step.statements}
    return _scaled(made.get(call.right), call.left, call.left_axes, call.right_axes, rows[0], columns[0]) or _scaled(
        made.get(call.left), call.right, call.right_axes, call.left_axes, columns[0], rows[0]
    )


def _scaled(
    made: Statement | None, other: str, other_axes: tuple[str, ...], axes: tuple[str, ...], there: str, here: str
) -> bool:
    """Whether a statement makes ``other`` times factors without the index that is not summed."""
    if made is None or made.operator is not None or made.slots is not None or not ex.is_call(made.body, "mul"):
        return False
    own = dict(zip(axes, made.axes, strict=True))  # indices of the product -> those of the statement
    wanted = [ex.index(own[here if a == there else a]) for a in other_axes if (here if a == there else a) in own]
    found = 0
    for factor in made.body.args:
        if factor.op == "access" and factor.args[0].op == "tensor" and factor.args[0].data.name == other:
            if factor.data is not None or list(factor.args[1:]) != wanted:
                return False
            found += 1
        elif own[here] in factor.free:
            return False
    return found == 1
