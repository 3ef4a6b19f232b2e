"""Functions by their meaning, where a target has no text of theirs: those of the user, and rows with a meaning."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from espresso.formulas.graph.expr import call, const, rebuild_all
from espresso.formulas.graph.functions import BY_NAME, Function, facts
from espresso.formulas.graph.nodes import Expr, postorder
from espresso.formulas.graph.own_functions import OwnFunction, filled, plain


@functools.cache
def meaning(row: Function) -> Expr:
    """The meaning of a row of the table, over inputs that are called like its arguments."""
    from espresso.formulas.notation.parsing import parse

    return plain(parse(row.meaning))


def meant(node: Expr) -> Expr:
    """What a call of such a function computes: its meaning with the arguments put in."""
    function = node.data
    if isinstance(function, OwnFunction):
        return function.meant(node.args)
    row = BY_NAME[function]
    value = filled(meaning(row), row.arguments, node.args)
    return call("mul", const(1.0), value) if row.kind == "float" else value


def expand(roots: Sequence[Expr], target: str = "") -> list[Expr]:
    """The expressions with the meaning in place of every function that the target has no text for.

    ``""`` is the reference: it computes the meaning wherever there is one.
    """

    def change(node: Expr) -> Expr | None:
        return expand([meant(node)], target)[0] if _lacks(node, target) else None

    return rebuild_all(roots, change) if any(_lacks(n, target) for n in postorder(*roots)) else list(roots)


def _lacks(node: Expr, target: str) -> bool:
    if node.op != "call":
        return False
    if isinstance(node.data, OwnFunction):
        return target not in node.data.code
    return not facts(node.data).spelled("simt" if target in ("cuda", "opencl") else target)
