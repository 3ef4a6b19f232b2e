"""Probabilistic identity testing: two expressions compared by their values at random numbers.

Two rational functions that agree at random points are the same (Schwartz 1980, Zippel 1979).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import accesses

POINTS = 24
"""Random points at which two terms are compared."""

Values = Mapping[Expr, Any]


def plain(e: Expr) -> Expr:
    """An expression whose arrays declare nothing."""
    made = {n: ex.access(ex.tensor(n.args[0].data.name, len(n.args) - 1), n.args[1:], n.data) for n in accesses(e)}
    return ex.replace(e, made)


def sized(e: Expr, size_of: Callable[[Expr], int]) -> Expr:
    """An expression with lengths as numbers."""
    sizes = {n: ex.const(size_of(n)) for n in ex.postorder(e) if n.op == "size"}
    return ex.replace(e, sizes) if sizes else e


def agree(one: Any, other: Any) -> bool:
    """Whether two values are equal but for rounding, of whatever size they are; not where one is unknown (None)."""
    if one is None or other is None:
        return False
    size = np.abs(np.asarray(one)[np.isfinite(one)]).max(initial=0.0)
    return bool(np.allclose(one, other, rtol=1e-9, atol=1e-12 * size))


def evaluated(e: Expr, values: Values) -> Any:
    """The value of a rational expression of reads, numbers and masks; None where it is anything else."""
    new: dict[Expr, Any] = {}
    for node in ex.postorder(e):
        if node in values:
            new[node] = values[node]
        elif node.op == "const" and isinstance(node.data, int | float) and math.isfinite(node.data):
            new[node] = float(node.data)
        elif node.op == "call" and all(new.get(a) is not None for a in node.args):
            new[node] = _called(node, [new[a] for a in node.args], values)
    return new.get(e)


def _called(node: Expr, given: list[Any], values: Values) -> Any:
    if node.data == "mul":
        return functools.reduce(np.multiply, given)
    if node.data == "add":
        return functools.reduce(np.add, given)
    if node.data == "abs2":
        return given[0] * given[0]
    if node.data == "where" and node.args[0] in values:
        return np.where(*given)
    if node.data == "pow" and node.args[1].op == "const" and isinstance(node.args[1].data, int):
        if node.args[1].data < 0 and not np.all(given[0]):  # a length of 0 in a divisor
            return None
        return given[0] ** node.args[1].data
    if node.data in ("sqrt", "rsqrt", "pow") and np.all(np.asarray(given[0]) > 0):
        return given[0] ** {"sqrt": 0.5, "rsqrt": -0.5}.get(node.data, given[-1])
    return None
