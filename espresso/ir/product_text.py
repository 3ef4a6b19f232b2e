"""Operands of matrix products and lengths of axes as text of the generated Python module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction


def extent_text(e: Expr) -> str:
    """An extent expression over ``X.shape[0]`` and integers as Python text."""
    if e.op == "const":
        return repr(int(e.data))
    if e.op == "size":
        return f"{e.args[0].data.name}.shape[{e.data}]"
    a = [extent_text(x) for x in e.args]
    if e.data == "add":
        return "(" + " + ".join(a).replace("+ -", "- ") + ")"
    if e.data == "mul":
        return "*".join(a) if a[0] != "-1" else "-" + "*".join(a[1:])
    if e.data in ("minimum", "maximum"):
        return f"{e.data[:3]}({', '.join(a)})"
    symbol = {"floordiv": "//", "mod": "%", "pow": "**"}[e.data]
    return f"({a[0]} {symbol} {a[1]})"


def is_swapped(call: Contraction) -> bool:
    """Whether the result is stored transposed, so that the operands change places."""
    batch, rows, columns, _ = call.groups()
    rest = [a for a in call.axes if a not in batch]
    return bool(rows and columns and rest[0] == columns[0])


def matmul_views(call: Contraction, matrices: bool = True) -> tuple[str, str, str]:
    """Texts of the operands and the result as stacks of matrices: batch axes first, one axis per group.

    Vectors become matrices of one row or column unless ``matrices`` is False.
    """
    batch, rows, columns, summed = call.groups()
    if is_swapped(call):
        call = replace(call, left=call.right, left_axes=call.right_axes, right=call.left, right_axes=call.left_axes)
        batch, rows, columns, summed = call.groups()
    left = _view(call.left, call.left_axes, (*batch,), rows, summed)
    right = _view(call.right, call.right_axes, (*batch,), summed, columns)
    flat = len(rows) <= 1 and len(columns) <= 1
    order = [call.axes.index(a) for a in (*batch, *rows, *columns)]
    out = call.name if order == sorted(order) else f"{call.name}.transpose({', '.join(map(str, order))})"
    if not flat:  # the axes are in this order already, so that the merged axes are a view
        out = f"{call.name}.reshape({_shape(call.name, call.axes, batch, rows, columns)})"
    if matrices and not rows:
        left, out = f"{left}[None, :]", f"{out}[None]"
    if matrices and not columns:
        right, out = f"{right}[:, None]", f"{out}[:, None]"
    return left, right, out


def _shape(name: str, axes: Sequence[str], *groups: Sequence[str]) -> str:
    """Lengths of the groups of axes as text; the batch axes stay separate."""
    batch, *merged = groups
    dims = [f"{name}.shape[{list(axes).index(b)}]" for b in batch]
    for group in merged:
        if group:
            dims.append("*".join(f"{name}.shape[{list(axes).index(g)}]" for g in group))
    return ", ".join(dims)


def _view(name: str, axes: Sequence[str], *groups: Sequence[str]) -> str:
    """An operand with its axes in the order of the groups and each group merged to one axis."""
    wanted = [a for group in groups for a in group]
    text = name
    if list(axes) != wanted:
        order = [list(axes).index(a) for a in wanted]
        text = f"{name}.T" if order == [1, 0] else f"{name}.transpose({', '.join(map(str, order))})"
    if any(len(g) > 1 for g in groups[1:]):
        text = f"{text}.reshape({_shape(name, axes, *groups)})"
    return text


def copied_addend(step: Contraction) -> list[str]:
    """The line before a product that is added to an array elsewhere: a copy of that array."""
    return [f"{step.name}[...] = {step.added}"] if step.apart else []


def more_arguments(step: Contraction) -> str:
    """Whether a product is added to what its result holds, and its factor, as further arguments of a call."""
    return f", {bool(step.added)}, {factor(step)}" if step.added or step.scale != 1 or step.divisors else ""


def factor(step: Contraction) -> str:
    """The factor of a product as text; a mean over nothing divides by 0 without a word."""
    if not step.divisors:
        return repr(step.scale)
    lengths = "*".join(f"({extent_text(d)})" for d in step.divisors)
    return f"({step.scale!r}/({lengths}) if {lengths} else {'-' if step.scale < 0 else ''}np.inf)"
