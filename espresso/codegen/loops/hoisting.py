"""Loop-invariant code motion: each value is computed in the outermost loop that determines it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from espresso.codegen.common.kernel_writer import KernelWriter
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS
from espresso.ir.loops import Compute, Loop, walk


def what_varies(root: Expr, inside: set[str], made: set[str]) -> dict[Expr, bool]:
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


class Hoisting(KernelWriter):
    """Names values before the loops and statements that use them; the base of writers of kernels."""

    def _hoist(self, loop: Loop, depth: int) -> None:
        """Values that do not change in ``loop`` and read nothing made inside it."""
        inside = {n.index for n in walk([loop]) if isinstance(n, Loop)}
        made = {n.statement.name for n in walk([loop]) if isinstance(n, Compute)}
        for node in walk([loop]):
            if not isinstance(node, Compute):
                continue
            statement = node.statement
            for root in (statement.body, *(statement.slots or ())):
                self._hoist_below(root, inside, made, depth)

    def _hoist_below(self, root: Expr, inside: set[str], made: set[str], depth: int) -> None:
        varying = what_varies(root, inside, made)
        stack = [root]
        seen: set[Expr] = set()
        while stack:
            e = stack.pop()
            if e in seen or e in self.writer.known:
                continue
            seen.add(e)
            if varying[e]:
                stack.extend(e.args)
                if ex.is_call(e, "mul"):
                    seen |= self._group(e, [a for a in e.args if not varying[a]], depth)
            elif e.op == "call" and not ex.is_call(e, "stop_gradient") or e.op == "access" and e.args[1:]:
                if e.op == "access" and e.args[0].data.name in self.kernel.scalars:
                    continue
                if ex.is_call(e, "mul") and len(e.args) == 2 and ex.is_const(e.args[0], -1):
                    stack.extend(e.args)  # a change of sign costs nothing where it is used
                    continue
                self._name(e, depth)

    def _group(self, product: Expr, fixed: list[Expr], depth: int) -> set[Expr]:
        """Factors of a product that do not change in the loop are multiplied outside it; returns them."""
        plain = [a for a in fixed if not (a.op == "call" and a.data in COMPARISONS)]
        if sum(not ex.is_const(a, -1) for a in plain) < 2:
            return set()
        group = ex.call("mul", *plain)
        if self._dtype(group) != self._dtype(product):  # integers would wrap before they meet a float
            return set()
        self._name(group, depth)
        self.writer.regrouped[product] = ([a for a in product.args if a not in plain], group)
        return set(plain)

    def _name(self, e: Expr, depth: int) -> None:
        self.depth = depth
        for inner in self._repeated(e):
            self._name_one(inner)
        self._name_one(e)

    def _name_one(self, e: Expr) -> None:
        if e in self.writer.known or e.op in ("const", "index", "size", "tensor"):
            return
        text = self.writer.text(e)
        if not text.isidentifier():
            text = self._assign(text, self._dtype(e))
        self.writer.known[e] = text

    def _repeated(self, root: Expr) -> list[Expr]:
        """Nodes below ``root`` that are used more than once and not yet named, inner first."""
        uses: dict[Expr, int] = {}
        order = ex.postorder(root)
        visible: set[Expr] = {root}
        for e in reversed(order):  # users before arguments: only what is still written out counts
            if e in visible and e not in self.writer.known:
                for a in e.args:
                    uses[a] = uses.get(a, 0) + 1
                    visible.add(a)
        named = {
            e
            for e in order
            if uses.get(e, 0) > 1 and e.op in ("call", "access") and e not in self.writer.known and e is not root
        }
        named |= too_deep(order, named.union(self.writer.known)) - {root}
        return [e for e in order if e in named]
