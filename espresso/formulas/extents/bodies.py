"""Statements of a program with other bodies, and copies of bodies in which arrays have become others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

Extents = Mapping[str, Expr]


def each_statement(
    roots: Sequence[Expr], extents: Mapping[Expr, Extents],
    change: Callable[[Expr, Extents, Mapping[Expr, Expr]], Expr],
) -> dict[Expr, Expr]:  # fmt: skip
    """Each let below the roots and each bare root, or program -> the same with other bodies.

    ``change`` is given a body, the extents of its indices, and what the arrays in it have become.
    """
    new: dict[Expr, Expr] = {}
    programs = [r for r in roots if r.op == "program"]
    single = [*(r for r in roots if r.op != "program"), *(a for p in programs for a in p.args)]
    for statement in [*ex.lets(*roots), *(r for r in single if r.op != "let")]:
        is_array = statement.op == "let"
        body = change(statement.args[0] if is_array else statement, extents.get(statement, {}), new)
        new[statement] = ex.with_args(statement, [body]) if is_array else body
    return new | {p: ex.with_args(p, [new[a] for a in p.args]) for p in programs}


def rebuilt(
    body: Expr, arrays: Mapping[Expr, Expr], change: Callable[[Expr, Expr], Expr] = lambda node, copy: copy
) -> Expr:
    """Bottom-up copy of a body: ``change`` sees each node, and its copy with what its arguments have become.

    Arrays are those in their place, or stay as they are.
    """
    def changed(node: Expr, copy: Expr) -> Expr:
        return arrays.get(node, node) if node.op in ex.ARRAY_OPS else change(node, copy)

    return ex.copied([body], changed, into_arrays=False)[0]
