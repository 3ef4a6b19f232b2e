"""Factors 1.0 that convert integers to floating point, placed where they cost nothing.

Simplification leaves none of them.  Those of definition rows (``exp(1.0*x - ...)``) come
later: when dtypes are known, each goes where its product is floating-point already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.storage.dtypes import known_dtypes


def without_ones(roots: Sequence[Expr], dtypes: Mapping[str, str]) -> list[Expr]:
    """The formulas without factors 1.0, except where these turn integers or truth values into floats.

    >>> x, i = ex.tensor("x", 1), ex.index("i")
    >>> body = ex.call("mul", ex.const(1.0), ex.access(x, [i]))
    >>> [without_ones([body], {"x": dtype}) for dtype in ("float32", "bfloat16", "uint8")]
    [[x[i]], [x[i]], [1.0*x[i]]]
    """
    from espresso.formulas.inference.dtypes import dtypes_of

    order = ex.postorder(*roots)
    if not any(ex.is_call(n, "mul") and any(_is_one(a) for a in n.args) for n in order):
        return list(roots)
    types = dtypes_of(roots, known_dtypes(dtypes))
    new: dict[Expr, Expr] = {}
    for node in order:
        copy = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        if ex.is_call(node, "mul") and any(_is_one(a) for a in node.args):
            rest = [a for a in node.args if not _is_one(a)]
            if any(types[a].dtype.kind in "fc" for a in rest):
                bare = [_without_zero(new[a]) for a in rest]
                copy = ex.call("mul", *bare) if len(rest) > 1 else bare[0]
        new[node] = copy
    return [new[r] for r in roots]


def _without_zero(e: Expr) -> Expr:
    """``a*b`` in the place of ``a*b + 0``, which definition rows write to keep the dtype of a product."""
    added = ex.is_call(e, "add") and len(e.args) == 2 and ex.is_call(e.args[0], "mul") and e.args[1] is ex.const(0)
    return e.args[0] if added else e


def _is_one(e: Expr) -> bool:
    return e.op == "const" and isinstance(e.data, float) and e.data == 1.0
