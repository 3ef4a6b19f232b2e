"""Expressions as plain data: a flat list of nodes, because graphs may be deeper than Python's stack."""

from __future__ import annotations

from typing import Any

from espresso.formulas.graph.nodes import _EMPTY, Expr, _make, _union, postorder

Flat = list[tuple[str, Any, tuple[int, ...]]]
"""(op, data, positions of the arguments) of each node, arguments before users."""


def flat(*roots: Expr) -> Flat:
    """All nodes below the roots as plain data, in the order of ``postorder``."""
    order = postorder(*roots)
    number = {node: k for k, node in enumerate(order)}
    return [(n.op, n.data, tuple([number[a] for a in n.args])) for n in order]


def restored(rows: Flat) -> list[Expr]:
    """The nodes that `flat` described, in its order."""
    nodes: list[Expr] = []
    for op, data, args in rows:
        operands = tuple([nodes[k] for k in args])
        if op == "index":
            free = frozenset((data[0],))
        elif op == "reduce":
            free = operands[0].free - set(data[1])
        elif op == "scan":
            free = operands[0].free | set(data[1])
        elif op == "recur":
            free = frozenset(data[2])
        elif op == "access":
            free = _union(operands[1:])
        elif op == "call":
            free = _union(operands)
        else:
            free = operands[-1].free if op == "program" else _EMPTY
        nodes.append(_make(op, operands, data, free))
    return nodes


def unpickled(rows: Flat) -> Expr:
    """The last of the nodes: the root."""
    return restored(rows)[-1]
