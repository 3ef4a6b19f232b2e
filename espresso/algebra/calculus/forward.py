"""Forward-mode differentiation: tangents flow from the inputs to the result.

Every node of a body gets its change for a given change of the inputs, by the same local
derivatives as in reverse accumulation.  A named array ``h`` gets a tangent array
``h_dot`` of its own, read where ``h`` is read.
"""

from __future__ import annotations

from collections.abc import Mapping

from espresso.algebra.calculus import partials, recurrences
from espresso.algebra.calculus.products import ZERO, Products, loosened
from espresso.algebra.calculus.results import inline, is_tiny, with_masks
from espresso.algebra.calculus.reverse import active_nodes
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.lengths import Lengths
from espresso.formulas.extents.ranges import Ranges
from espresso.formulas.extents.reads import shortened
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import applied


class Forward:
    """One forward pass over ``root`` (uniquified) for changes of several inputs.

    ``changes`` maps each input array to its tangent, an array of the same axes.
    ``result`` is the tangent of the value of ``root`` over its axes, None for zero; ``value`` is how that is read.
    ``in_step``: the root is a statement of a recurrence.
    """

    def __init__(
        self, root: Expr, changes: Mapping[Expr, Expr], table: partials.Table, value: Expr | None = None,
        in_step: bool = False,
    ) -> None:  # fmt: skip
        self.table, self.in_step = table, in_step
        self.loops: dict[tuple[object, ...], list[Expr]] = {}
        self.extents = program_extents([root])
        self.lengths = Lengths(root, self.extents)
        for array, change in changes.items():
            self.lengths.set(change, [self.lengths.of(array, k) for k in range(array.ndim)])
        self.tangents: dict[Expr, Expr] = dict(changes)
        self.made: list[Expr] = []
        self.kept = 0
        self.in_steps = {a for node in ex.postorder(root) if node.op == "recur" for a in node.args}
        for array in ex.lets(root):
            if array is not root and array not in self.tangents:
                self._array(array)
        body = ex.body(root)
        if body.op == "recur":
            self._recurrence(root)
            of_root = self.tangents.get(root)
            self.result = None if of_root is None else ex.access(of_root, [ex.index(a) for a in root.axes])
        else:
            self.result = self._body(body, Products(Ranges(body, self.extents[root], self.lengths)), value)

    def _array(self, array: Expr) -> None:
        body, axes = array.args[0], array.data[1]
        if body.op == "recur":
            self._recurrence(array)
            return
        ranges = Ranges(body, self.extents[array], self.lengths)
        products = Products(ranges)
        tangent = self._body(body, products, ranges.whole_read(array, axes))
        if tangent is None:
            return
        name = (array.data[0] or "_") + "_dot"
        if not is_tiny(tangent) or array in self.in_steps:  # what steps read stays an array
            lost = [n for n in axes if n not in tangent.free and n in ranges.extents]
            guards = [ex.call("lt", ranges.index(n), ranges.extents[n]) for n in lost]
            guards += ranges.guards(sorted(tangent.free.intersection(axes)), tangent)
            for axis in (g.args[0].data[0] for g in guards):
                tangent = with_masks(tangent, axis, ranges.extents[axis], self.lengths)
            tangent = products.times(tangent, *guards)
        made = self.tangents[array] = ex.let(name, axes, tangent)
        if made.op == "let":
            self.made.append(made)
            self.lengths.set(made, [self.lengths.of(array, k) for k in range(len(axes))])

    def _recurrence(self, array: Expr) -> None:
        """The tangents of all states of a recurrence (`calculus.recurrences`), and that of this one."""
        node = array.args[0]
        changes = [self.tangents.get(a) for a in node.args]
        if all(c is None for c in changes):
            return
        key = node.data[0], node.args
        if key not in self.loops:
            states = applied(node.data[0], node.args)
            states[node.data[1]] = array
            self.loops[key] = recurrences.tangents(node, states, changes, self._pushed)
        made = self.tangents[array] = self.loops[key][node.data[1]]
        self.lengths.set(made, [self.lengths.of(array, k) for k in range(array.ndim)])

    def _pushed(self, statement: Expr, changes: Mapping[Expr, Expr], value: Expr | None) -> Expr | None:
        """The tangent of a statement (`recurrences.Push`)."""
        root = uniquify(statement)
        named = value is not None and not partials.compares_computed(root.args[0])
        read = None if value is None or not named else ex.access(value, [ex.index(a) for a in root.axes])
        forward = Forward(root, changes, self.table, read, in_step=True)
        return None if forward.result is None else inline([forward.result], forward.made)[0]

    def _body(self, body: Expr, products: Products, value: Expr | None) -> Expr | None:
        tangents: dict[Expr, Expr] = {}
        for node in active_nodes(body, self.table, self.tangents):
            tangent = self._tangent(node, products, tangents, value if node is body and value is not None else node)
            if tangent is not None:
                tangents[node] = tangent
        return tangents.get(body)

    def _tangent(self, node: Expr, products: Products, tangents: Mapping[Expr, Expr], value: Expr) -> Expr | None:
        if node.op == "access":
            return self._read(node)
        if ex.is_call(node, "where"):
            return ex.call("where", node.args[0], *(tangents.get(a, ZERO) for a in node.args[1:]))
        if node.op == "call":
            parts = [
                partials.through_call(products, self.table, node, child, tangents[child], forward=True)
                for child in dict.fromkeys(node.args)
                if child in tangents
            ]
            terms = [p for p in parts if p is not None]
            if not terms:
                return None
            total = ex.call("add", *terms)
            return total if value is node else partials.renamed_value(total, node, value)
        change = tangents.get(node.args[0])
        if change is None:
            return None
        if node.op == "scan":
            return partials.through_scan(products, self.table, node, change, value, forward=True)
        apart = partials.is_rounded(node) or self.in_step and partials.compares_computed(node)
        written = self._written(node, products.ranges) if apart else None
        if written is not None and value is node:
            value = ex.reduce(node.data[0], node.data[1], written)
        slope = partials.slope_of_reduce(products, self.table, node, value, written)
        return products.total(node.data[1], partials.through_reduce(products, slope, node, change, forward=True))

    def _written(self, node: Expr, ranges: Ranges) -> Expr:
        """The body of a maximum as an array over all its indices."""
        axes = node.args[0].axes
        body, guards = node.args[0], ranges.guards(sorted(axes), node.args[0])
        if self.in_step:  # arrays that a step reads may have a row more than there are steps
            body = loosened(body)
            guards = [ex.call("lt", ranges.index(n), ranges.extents[n]) for n in axes if n in ranges.extents]
        self.kept += 1
        made = ex.let(f"a_{self.kept}", axes, Products(ranges).times(body, *guards))
        self.lengths.set(made, [ranges.extents.get(n) for n in axes])
        read = ranges.whole_read(made, axes)
        return ex.access(made, read.args[1:], 0) if self.in_step else read

    def _read(self, node: Expr) -> Expr:
        """The tangent of a read: the tangent array at the same place, 0 outside."""
        tangent = self.tangents[node.args[0]]
        if node.data is not None:
            return ex.access(tangent, node.args[1:], 0)
        if tangent.op == "let" and is_tiny(tangent.args[0]) and shortened(tangent).isdisjoint(tangent.data[1]):
            return ex.element(tangent, node.args[1:])
        return ex.access(tangent, node.args[1:])
