"""Loop-invariant code motion: each value is computed in the outermost loop that determines it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence

from espresso.codegen.loops.facts import Facts, keeps_dtype
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard, is_negative
from espresso.ir import nests as ir


def varying_nodes(root: Expr, inside: set[str], made: set[str]) -> dict[Expr, bool]:
    """For each node whether it changes with the indices ``inside`` or reads an array that is ``made`` there."""
    varying: dict[Expr, bool] = {}
    for e in ex.postorder(root):
        own = e.op == "index" and e.data[0] in inside or e.op == "tensor" and e.data.name in made
        varying[e] = own or any(varying[a] for a in e.args)
    return varying


DEEPEST = 60
"""Calls within each other that are written as one: writing more is a recursion, and so is reading them."""


def too_deep(order: Sequence[Expr], known: Collection[Expr]) -> set[Expr]:
    """Nodes that need a name of their own, so that no text is deeper than ``DEEPEST``."""
    found: set[Expr] = set()
    depths: dict[Expr, int] = {}
    for e in order:
        depth = 0 if e in known else 1 + max((depths[a] for a in e.args), default=0)
        if depth > DEEPEST and e.op == "call":
            found.add(e)
            depth = 0
        depths[e] = depth
    return found


def invariant(
    root: Expr, varying: dict[Expr, bool], known: Container[Expr], worth: Callable[[Expr], bool],
    group: Callable[[Expr], Expr | None] = lambda e: None,
) -> Iterator[tuple[Expr, Expr | None]]:  # fmt: skip
    """The largest values below ``root`` that do not vary and are ``worth`` a name, apart from those that are known.

    Of a product that varies, the ``group`` of its factors that do not, with the product.
    """
    stack = [root]
    seen: set[Expr] = set()
    while stack:
        e = stack.pop()
        if e in seen or e in known:
            continue
        seen.add(e)
        if varying[e]:
            stack.extend(e.args)
            fixed = group(e) if ex.is_call(e, "mul") else None
            if fixed is not None:
                yield fixed, e
                seen.update(fixed.args)
        elif is_negative(e):
            stack.extend(e.args)  # a change of sign costs nothing where it is used
        elif worth(e):
            yield e, None


def hoisted(loop: ir.Loop, facts: Facts, known: set[Expr]) -> list[ir.Assign]:
    """Values that do not change in ``loop`` and read nothing made inside it, named before it.

    ``known`` are those that have a name; it takes the new ones.
    """
    inside = {n.index for n in ir.walk([loop]) if isinstance(n, ir.Loop)}
    statements = ir.computed(loop.body)
    made = {s.name for s in statements}
    found: list[ir.Assign] = []

    def worth(e: Expr) -> bool:
        if e.op == "access":
            return len(e.args) > 1 and e.args[0].data.name not in facts.kernel.scalars
        return e.op == "call" and e.data != "stop_gradient"

    for root in (e for s in statements for e in (s.body, *(s.slots or ()))):
        varying = varying_nodes(root, inside, made)

        def group(product: Expr, varying: dict[Expr, bool] = varying) -> Expr | None:
            plain = [a for a in product.args if not (varying[a] or is_guard(a))]
            if sum(not ex.is_const(a, -1) for a in plain) < 2:
                return None
            fixed = ex.call("mul", *plain)
            return fixed if keeps_dtype(fixed, product, facts.dtype) else None

        for e, product in invariant(root, varying, known, worth, group):
            found += [*named(e, known), *([] if product is None else [ir.Assign(e, product)])]
    return found


def named(e: Expr, known: set[Expr]) -> list[ir.Assign]:
    """``e`` with a name, and what it needs more than once before it; ``known`` takes them."""
    found = repeated(e, known)
    if e not in known and e.op in ("call", "access"):
        found.append(ir.Assign(e))
        known.add(e)
    return found


def repeated(root: Expr, known: set[Expr]) -> list[ir.Assign]:
    """Names of nodes below ``root`` that are used more than once and have none, inner first; ``known`` takes them."""
    found = used_again(root, known)
    deep = too_deep(ex.postorder(root), {*known, *found}) - {root}
    if deep:
        found = [e for e in ex.postorder(root) if e in deep or e in found]
    known.update(found)
    return [ir.Assign(e) for e in found]


def used_again(root: Expr, known: Container[Expr]) -> list[Expr]:
    """Nodes below ``root`` that are used more than once and not ``known``, inner first."""
    uses: dict[Expr, int] = {}
    order = ex.postorder(root)
    visible: set[Expr] = {root}
    for e in reversed(order):  # users before arguments: only what is still written out counts
        if e in visible and e not in known:
            for a in e.args:
                uses[a] = uses.get(a, 0) + 1
                visible.add(a)
    return [e for e in order if uses.get(e, 0) > 1 and e.op in ("call", "access") and e not in known and e is not root]
