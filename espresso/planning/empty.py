"""Reductions over no elements: the numbers 0 and 1, whatever stands inside.

A sum is written in many ways: ``sum[j](v[j]/s)`` becomes ``sum[j](v[j])/s``, which is 0/0 where ``s`` is itself a sum
over nothing.  With the lengths of a call such sums are known before that, and a call with other lengths that are 0
has a program of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from ..graph import expr as ex
from ..graph.expr import Expr
from ..inference.limits import limit
from .storage import value_dtype

_NEUTRAL = {"sum": 0, "any": 0, "prod": 1, "all": 1}

Extents = Mapping[Expr, Mapping[str, Expr]]


def reduced(extents: Extents) -> tuple[Expr, ...]:
    """Lengths that a sum or product of these statements runs over, as far as they are not known to be positive."""
    found: dict[Expr, None] = {}
    for statement, known in extents.items():
        for node in _reductions(statement):
            found |= {
                known[n]: None for n in node.data[1] if n in known and (known[n].op != "const" or known[n].data < 1)
            }
    return tuple(found)


def without_empty(
    outputs: Mapping[str, Expr], extents: Extents, size_of: Callable[[Expr], int], dtypes: Mapping[str, str]
) -> dict[str, Expr]:
    """The formulas with a number in place of each sum and product over no elements."""
    arrays: dict[Expr, Expr] = {}
    for statement in ex.lets(*outputs.values()):
        known = extents[statement]
        empty = {n for n, length in known.items() if size_of(length) == 0}
        body = _numbers(statement.args[0], empty, known, arrays, dtypes)
        if body is not statement.args[0]:
            name, axes = statement.data
            arrays[statement] = ex.closed(name, axes, body)
    return {name: arrays.get(e, e) for name, e in outputs.items()}


def _reductions(statement: Expr) -> list[Expr]:
    body = statement.args[0] if statement.op in ex.ARRAY_OPS and statement.args else statement
    nodes = ex.postorder(body, into_arrays=False)
    return [n for n in nodes if n.op == "reduce" and n.data[0] in _NEUTRAL]


def _numbers(
    body: Expr, empty: Set[str], known: Mapping[str, Expr], arrays: Mapping[Expr, Expr], dtypes: Mapping[str, str]
) -> Expr:  # fmt: skip
    """``body`` with numbers, and with other arrays in place of some; indices keep their lengths."""
    new: dict[Expr, Expr] = {}
    zeros = 0
    for node in ex.postorder(body, into_arrays=False):
        if node.op in ex.ARRAY_OPS:
            new[node] = arrays.get(node, node)
        elif node.op == "reduce" and node.data[0] in _NEUTRAL and not empty.isdisjoint(node.data[1]):
            lengths = [limit(n, known[n]) for n in sorted(node.free) if n in known]
            zeros += 1
            number = _number(node, known[min(n for n in node.data[1] if n in empty)], zeros, value_dtype(node, dtypes))
            new[node] = ex.call("mul", number, *lengths) if lengths else number
        else:
            new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
    return new[body]


def _number(node: Expr, length: Expr, count: int, dtype: str) -> Expr:
    """The value of a reduction over nothing, of which one ``length`` is 0.

    The 0 of a sum is the sign of a multiple of that length, another one for each sum: simplification would see in a
    constant that 0/0, a mean over nothing, is 0, and in equal formulas that a mean with weights is 1.
    """
    number = _NEUTRAL[node.data[0]]
    if node.data[0] == "sum":
        return ex.call("sign", ex.call("mul", ex.const(count), length))
    return ex.const(number if "int" in dtype or dtype == "bool" else float(number))
