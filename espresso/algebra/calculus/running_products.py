"""Running products derived as the recurrences that they are: ``y[k] = pad(y, 1)[k-1]*x[k]``.

Their adjoint is a recurrence as well, with a step for each element.  So are products of which a mask takes a part, such
as ``prod[l](where(l == k, 1, x[l]))``, the derivative of a product: it is the one of the elements before k, times that
of the elements behind it.  As formulas their derivatives are sums over pairs of elements (the rows of the table of
functions): so are derived products over several indices, of complex numbers, and of factors that do not tell how far
they run.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from espresso.algebra.normal_form.running import running_parts
from espresso.formulas.extents.extents import program_extents, same_extent, symbolic_extents
from espresso.formulas.extents.recurrences import recurrence
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State, applied

Extents = Mapping[str, Expr]

RUNNING = ("cumprod", "prod")
"""The functions that are derived so."""


def as_recurrences(root: Expr, names: Collection[str]) -> Expr:
    """The formula with recurrences in place of running products of what depends on arrays of these names.

    Indices have distinct names in it.
    """
    depends: dict[Expr, bool] = {}
    found = False
    for n in ex.postorder(root):
        own = n.data.name if n.op == "tensor" else n.data[0] if n.op == "let" else None
        depends[n] = own in names or any(depends[a] for a in n.args)
        found = found or depends[n] and _over_one(n)
    if not found or ex.has(root, "complex") or any(str(t.data.dtype).startswith("complex") for t in ex.tensors(root)):
        return root
    extents: dict[str, Expr] = {}
    for of_statement in program_extents([root]).values():
        extents |= of_statement

    def change(node: Expr, copy: Expr) -> Expr | None:
        if not depends[node] or not _over_one(node):
            return None
        if node.op == "scan":
            return _element(copy.args[0], copy.data[1][0], copy.data[1][0], 0)
        return _of_parts(copy, extents)

    return uniquify(ex.copied([root], change)[0])


def _over_one(node: Expr) -> bool:
    return node.op in ("scan", "reduce") and node.data[0] in RUNNING and len(node.data[1]) == 1


def _of_parts(product: Expr, extents: Extents) -> Expr | None:
    """A masked product by the running ones of its parts; None where it is none."""
    index = product.data[1][0]
    parts, factor = running_parts("prod", index, product.args[0]) or ((), None)
    if factor is None or not all(same_extent(extents, index, part.at) for part in parts):
        return None
    elements = [_element(factor, index, p.at, (-1 if p.forward else 1)*p.strict, not p.forward) for p in parts]
    known = [e for e in elements if e is not None]
    if len(known) < len(elements):
        return None
    return ex.call("mul", *known) if len(known) > 1 else known[0]


def _element(factor: Expr, index: str, at: str, further: int, backward: bool = False) -> Expr | None:
    """The running product of a factor along an index at ``at + further``; None where it does not tell all lengths."""
    axes = factor.axes
    told = symbolic_extents(uniquify(ex.closed("", axes, factor)))
    if index not in axes or not {*axes} <= told.keys():
        return None

    def along(at: Expr) -> list[Expr]:
        return [at if a == index else ex.index(a) for a in axes]

    before = ex.access(ex.tensor("product", len(axes)), along(ex.moved(ex.index(index), 1 if backward else -1)), 1)
    body = ex.closed("product", axes, ex.call("mul", before, factor))
    made, inputs = recurrence([State(body, axes.index(index), name="product")])
    return ex.access(applied(made, inputs)[0], along(ex.moved(ex.index(at), further)), 1 if further else None)
