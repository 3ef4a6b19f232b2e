"""Reverse-mode differentiation: cotangents flow from the result to the arrays that it reads.

Inside one body every node hands its cotangent, times the local derivative, to its
arguments; indices that an argument does not have are summed.  What arrives at a read
``X[idx]`` is the part of the derivative of X that stands where the axes equal ``idx``.
Named arrays are processed uses first: all that arrives at ``h`` is collected in an array
``dh``, which the body of ``h`` then reads as its cotangent, so a program of n statements
has a derivative of about n statements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from espresso.algebra.calculus.inverse import Inverse, invert
from espresso.algebra.calculus.partials import Table, slope_of_reduce, through_call, through_scan
from espresso.algebra.calculus.products import ONE, Products
from espresso.algebra.calculus.results import anchored
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.lengths import Lengths
from espresso.formulas.extents.range_guards import limit
from espresso.formulas.extents.ranges import Ranges
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard

_LONG = 24
"""Products of more factors are named, so that long chains stay linear in size."""


def private(name: str, mark: str) -> str:
    """An index name that no formula can contain, for axes of results until they get their own."""
    return f"{name}'{mark}"


def is_active(node: Expr, table: Table, wanted: Mapping[Expr, object], active: Mapping[Expr, bool]) -> bool:
    """Whether a node of a body can change with the wanted arrays, given its arguments."""
    if node.op == "access":
        return node.args[0] in wanted
    if node.op == "call":
        if table.is_zero(node.data):
            return False
        return any(active[a] for a in (node.args[1:] if node.data == "where" else node.args))
    return node.op in ("reduce", "scan") and not table.is_zero(node.data[0]) and active[node.args[0]]


def active_nodes(body: Expr, table: Table, wanted: Mapping[Expr, object]) -> list[Expr]:
    """Nodes of a body that can change with the wanted arrays, arguments before users."""
    active: dict[Expr, bool] = {}
    for node in ex.postorder(body, into_arrays=False):
        active[node] = node.op not in ex.ARRAY_OPS and is_active(node, table, wanted, active)
    return [node for node, is_on in active.items() if is_on]


@dataclass
class Collected:
    """What has arrived at one array: terms over private names of its axes."""

    axes: tuple[str, ...]
    terms: list[Expr] = field(default_factory=list)

    def at(self, indices: Sequence[Expr]) -> Expr:
        """The derivative by the array, read at the given indices."""
        total = self.terms[0] if len(self.terms) == 1 else ex.call("add", *self.terms)
        return ex.substitute(total, dict(zip(self.axes, indices, strict=True)))


class Reverse:
    """One reverse pass from ``root`` (uniquified) to several arrays.

    ``outer`` are the private names under which the axes of ``root`` are kept as
    parameters, ``seed`` is the cotangent of the result.  Without ``keep_axes`` the seed
    is over the axes themselves, and may read the array ``new`` that has the same axes.
    """

    def __init__(
        self,
        root: Expr,
        wanted: Sequence[Expr],
        table: Table,
        seed: Expr = ONE,
        new: Expr | None = None,
        keep_axes: bool = True,
    ) -> None:
        self.root, self.table, self.keep_axes = root, table, keep_axes
        self.outer = {a: private(a, "o") for a in root.axes} if keep_axes else {}
        self.extents = program_extents([root])
        self.lengths = Lengths(root, self.extents)
        if new is not None:
            self.lengths.set(new, [self.extents[root].get(a) for a in root.axes])
        self.collected = {a: self._collector(a, k) for k, a in enumerate(wanted)}
        self.made: list[Expr] = []
        self.stored = 0
        self.order = [n for n in ex.lets(root) if n is not root]
        for array in self.order:
            if array not in self.collected and active_nodes(array.args[0], table, self.collected)[-1:] == [
                array.args[0]
            ]:
                self.collected[array] = self._collector(array, len(self.collected))
        self._root(seed)
        for array in reversed(self.order):
            if self.collected.get(array) and self.collected[array].terms:
                self._array(array)

    @staticmethod
    def _collector(array: Expr, number: int) -> Collected:
        names = array.data[1] if array.op == "let" else [f"d{k}" for k in range(array.ndim)]
        return Collected(tuple(private(n, str(number)) for n in names))

    def _root(self, seed: Expr) -> None:
        body = self.root.args[0] if self.root.op == "let" else self.root
        nodes = ex.postorder(body, into_arrays=False)
        sizes = {n.data[0]: n.data[1] for n in nodes if n.op == "index"}
        scanned = {a for n in nodes if n.op == "scan" for a in n.data[1]}
        deltas = [ex.call("eq", ex.index(b), ex.index(a, sizes.get(a))) for a, b in self.outer.items() if a in scanned]
        renamed = {a: ex.index(b, sizes.get(a)) for a, b in self.outer.items() if a not in scanned}
        body = ex.substitute(body, renamed)
        seed = seed if not deltas else ex.call("mul", *deltas)
        extents = dict(self.extents[self.root])
        extents.update({b: extents[a] for a, b in self.outer.items() if a in extents})
        self.ranges = Ranges(body, extents, self.lengths)
        self.axes = frozenset(self.root.axes)
        products = Products(self.ranges)
        missing = frozenset(self.root.axes) - body.free if not self.keep_axes else frozenset()
        self._scope(body, products, products.total(missing, seed) if missing else seed, None)

    def _array(self, array: Expr) -> None:
        body, axes = array.args[0], array.data[1]
        self.axes = frozenset(axes)
        products = Products(Ranges(body, self.extents[array], self.lengths))
        indices = [products.ranges.index(a) for a in axes]
        raw = self.collected[array].at(indices)
        if is_tiny(raw) and not products.ranges.shorter.intersection(axes):
            cotangent = raw
        else:
            cotangent = self._stored("d" + (array.data[0] or "_"), raw, axes, products.ranges)
        cotangent = products.total(frozenset(axes) - body.free, cotangent)
        self._scope(body, products, cotangent, products.ranges.whole_read(array, axes))

    def _stored(
        self, name: str, total: Expr, own: Sequence[str], ranges: Ranges, kept: bool = False, rounded: bool = False
    ) -> Expr:
        """``total``, over the outer axes and the names ``own`` of a body, as an array read in place.

        Factors that depend on outer axes alone stand beside the read: arrays in a chain do not carry them along.
        Without ``kept`` a short one may be written in place at the end; a kept one has no outer axes but its own.
        With ``rounded`` no factor stands beside it: the value is rounded as it is.
        """
        products = Products(ranges)
        factors, total = ([], total) if rounded else taken_out(total, frozenset(self.outer.values()), products)
        used: set[str] = set(own)
        public = {}
        for axis, hidden in self.outer.items():
            if (factors or kept) and hidden not in total.free:
                continue
            public[hidden] = ex.fresh(used, axis)
            used.add(public[hidden])
        body = ex.rename(total, public)
        guards = ranges.guards(sorted(body.free.intersection(own)), body)
        guards += [
            ex.call("lt", ranges.index(n), ranges.extents[n]) for n in own if n not in body.free and n in ranges.extents
        ]
        for hidden, axis in public.items():
            known = self.ranges.extents.get(hidden)
            if known is not None and not (axis in ranges.facts(body) and hidden in self.ranges.direct):
                guards.append(ex.call("lt", self.ranges.index(hidden, axis), known))
        made = ex.let(name, [*public.values(), *own], products.times(body, *guards))
        self.stored += 1
        if not kept:
            self.made.append(made)
        self.lengths.set(made, [*(self.ranges.extents.get(o) for o in public), *(ranges.extents.get(n) for n in own)])
        whole = ranges.whole_read(made, [*public, *own])
        read = ex.access(made, [*(ex.index(o) for o in public), *whole.args[1 + len(public) :]], whole.data)
        return products.times(*factors, read)

    def _scope(self, body: Expr, products: Products, seed: Expr, value: Expr | None) -> None:
        """Carry the cotangent ``seed`` of ``body`` to every array that it reads.

        ``value`` is how other statements name the value of the body.
        """
        outer = frozenset(self.outer.values())
        arriving: dict[Expr, list[Expr]] = {body: [seed]}
        active = active_nodes(body, self.table, self.collected)
        live = set(active)
        for node in reversed(active):
            terms = arriving.pop(node, None)
            if not terms:
                continue
            cotangent = products.plus(terms)
            if ex.is_call(cotangent, "mul") and len(cotangent.args) > _LONG:
                own = sorted(cotangent.free - outer)
                cotangent = self._stored(f"d_{self.stored + 1}", cotangent, own, products.ranges)
            if node.op == "access":
                self._collect(node, products, cotangent, outer)
                continue
            names = node.free | frozenset(ex.bound(node))
            for child in dict.fromkeys(node.args):
                if child not in live:
                    continue
                part = self._step(
                    node, child, products, cotangent, value if node is body and value is not None else node
                )
                if part is None:
                    continue
                arriving.setdefault(child, []).append(products.total(names - child.free - outer, part))

    def _step(self, node: Expr, child: Expr, products: Products, cotangent: Expr, value: Expr) -> Expr | None:
        if node.op == "call":
            part = through_call(products, self.table, node, child, cotangent)
            return part if part is None or value is node else renamed_value(part, node, value)
        if node.op == "scan":
            return through_scan(products, self.table, node, cotangent, value, forward=False)
        slides = node.data[0] in ("max", "min") and _slides(node)
        body = None
        if is_rounded(node):
            own = [n for n in node.args[0].axes if n not in self.outer.values()]
            body = self._stored(f"a_{self.stored + 1}", node.args[0], own, products.ranges, kept=True, rounded=True)
        if value is node and (slides or body is not None):
            value = node if body is None else ex.reduce(node.data[0], node.data[1], body)
            own = [n for n in node.axes if n not in self.outer.values()]
            if slides:
                value = self._stored(f"{node.data[0]}_{self.stored + 1}", value, own, products.ranges, kept=True)
        slope = slope_of_reduce(products, self.table, node, value, body)
        if slope is None:
            return cotangent
        if slides and _has_sum(cotangent):
            return self._position_first(node, products, cotangent, slope)
        return products.times(cotangent, slope)

    def _position_first(self, node: Expr, products: Products, cotangent: Expr, slope: Expr) -> Expr:
        """``cotangent*slope`` of a maximum of windows; what each window has once is an array, not made for each tap."""
        factors = slope.args if ex.is_call(slope, "mul") else (slope,)
        taps = [f for f in factors if f.free & set(node.data[1])]
        whole = products.times(cotangent, *(f for f in factors if f not in taps))
        own = [n for n in dict.fromkeys((*node.axes, *whole.axes)) if n in whole.free and n not in self.outer.values()]
        return products.times(self._stored(f"d_{self.stored + 1}", whole, own, products.ranges, kept=True), *taps)

    def _collect(self, read: Expr, products: Products, cotangent: Expr, outer: frozenset[str]) -> None:
        """Enter ``cotangent`` into the array that is read, where its axes equal the slots."""
        collector = self.collected[read.args[0]]
        ranges = products.ranges
        renamed: dict[str, Expr] = {}
        slots = []
        cotangent = _with_padded_reads(cotangent, read, ranges)
        for axis, slot in enumerate(read.args[1:]):
            name = slot.data[0] if slot.op == "index" and slot.data[0] not in outer else None
            if (
                name is not None
                and name not in renamed
                and (name in ranges.direct if read.data is None else ranges.whole(name, read.args[0], axis))
            ):
                renamed[name] = ex.index(collector.axes[axis])
            else:
                slots.append((collector.axes[axis], slot, self.lengths.of(read.args[0], axis)))
        inverse = invert(slots, ranges, self.lengths, {*outer, *renamed}, self.axes)
        if inverse.solved:
            cotangent = self._with_separate_sums(cotangent, read, products)
        body = products.times(cotangent, *inverse.equations)
        summed = products.total([n for n in inverse.solved if n in read.free], body)
        rest = read.free - outer - set(renamed) - set(inverse.solved)
        summed = ex.substitute(products.total([*rest, *inverse.taps], summed), renamed)
        if inverse.split:
            summed = self._gathered(summed, read.args[0], collector, inverse, outer)
        collector.terms.append(summed)

    def _with_separate_sums(self, cotangent: Expr, read: Expr, products: Products) -> Expr:
        """The product with its sums in arrays where a slot of the read is a position and a tap, ``p + r``.

        The derivative at i has them at ``p = i - r``: they would be computed again for each tap r.
        """
        outer = frozenset(self.outer.values())
        slots = [names for slot in read.args[1:] if len(names := slot.free - outer) > 1]
        factors = cotangent.args if ex.is_call(cotangent, "mul") else (cotangent,)
        apart: list[Expr] = []
        for factor in factors:
            together = factor.free.union(*(f.free for f in apart))
            shared = [len(together & slot) for slot in slots]
            if _has_sum(factor) and any(shared) and max(shared) == 1:
                apart.append(factor)
        if not apart:
            return cotangent
        places = frozenset().union(*(f.free for f in apart))
        apart += [f for f in factors if f not in apart and f.free and f.free <= places]  # once for each place too
        total = products.times(*apart)
        own = [n for n in dict.fromkeys((*read.axes, *total.axes)) if n in total.free and n not in outer]
        stored = self._stored(f"d_{self.stored + 1}", total, own, products.ranges, kept=True)
        return products.times(*(f for f in factors if f not in apart), stored)

    def _gathered(
        self, summed: Expr, array: Expr, collector: Collected, inverse: Inverse, outer: frozenset[str]
    ) -> Expr:
        """``summed`` as an array in which some axes are split in quotient and remainder, read where they are."""
        extents = {n: e for n in outer if (e := self.ranges.extents.get(n)) is not None}
        slots: list[Expr] = []
        own = [n for n in self.outer.values() if n in summed.free]
        slots += [ex.index(n) for n in own]
        for axis, name in enumerate(collector.axes):
            for part, at, length in inverse.split.get(name, [(name, ex.index(name), self.lengths.of(array, axis))]):
                own.append(part)
                slots.append(at)
                extents[part] = length
        public: dict[str, str] = {}
        for n in own:
            public[n] = ex.fresh(public.values(), n.split("'")[0])
        body = ex.rename(summed, public)
        known = {public[n]: extents[n] for n in own if n in extents}
        # an axis that only an equation ties says its length by itself: the equation is eliminated next
        tied = {n for e in inverse.equations for n in e.free if n in collector.axes and n not in inverse.split}
        body = ex.call("mul", body, *(limit(public[n], extents[n]) for n in own if n in tied)) if tied else body
        made = anchored(ex.closed("", tuple(public.values()), body), tuple(public.values()), self.lengths, known)
        made = made if made.op == "let" else ex.unnamed(tuple(public.values()), made)
        self.lengths.set(made, [extents.get(n) for n in own])
        return ex.access(made, slots, 0)


def taken_out(e: Expr, names: frozenset[str], products: Products) -> tuple[list[Expr], Expr]:
    """Finite factors of ``e`` whose indices are all among ``names`` (bound nowhere), and what they multiply."""
    found: dict[Expr, tuple[list[Expr], Expr]] = {}

    def looked_into(node: Expr) -> bool:
        return (node.op == "reduce" and node.data[0] == "sum") or ex.is_call(node, "add") or ex.is_call(node, "mul")

    def one(node: Expr) -> tuple[list[Expr], Expr]:
        parts = [found.get(a, ([], a)) for a in node.args]
        if node.op == "reduce":
            factors, rest = parts[0]
            whole = set(node.data[1]) <= rest.free
            return (factors, ex.reduce("sum", node.data[1], rest)) if factors and whole else ([], node)
        if node.data == "add":
            common = [f for f in parts[0][0] if all(f in p[0] for p in parts[1:])]
            terms = [ex.call("mul", rest, *(f for f in factors if f not in common)) for factors, rest in parts]
            return (common, ex.call("add", *terms)) if common else ([], node)
        factors, kept = [], []
        for inner, rest in parts:
            factors += inner
            if rest.free and rest.free <= names and products.finite(rest) and not products.masked(rest):
                factors.append(rest)
            else:
                kept.append(rest)
        return (factors, ex.call("mul", *kept)) if factors and kept else ([], node)

    stack = [e] if looked_into(e) else []
    while stack:
        node = stack[-1]
        pending = [a for a in node.args if a not in found and looked_into(a)]
        if pending:
            stack.extend(pending)
            continue
        found[node] = one(node)
        stack.pop()
    return found.get(e, ([], e))


def _with_padded_reads(e: Expr, read: Expr, ranges: Ranges) -> Expr:
    """``e`` with padded reads of arrays where it, or ``read``, reads a longer one at the same index.

    Strict reads ``C[i]*x[i]`` would say that both have one length: x is longer where ``x[i + 1]`` is read too.
    """
    found: dict[str, list[tuple[Expr, bool]]] = {}
    for node in ex.postorder(e, read, into_arrays=False) if ranges.shorter else ():
        if node.op == "access" and node.data is None:
            for axis, slot in enumerate(node.args[1:]):
                if slot.op == "index" and slot.data[0] in ranges.shorter:
                    name = slot.data[0]
                    found.setdefault(name, []).append((node, ranges.whole(name, node.args[0], axis)))
    short = {
        node: ex.access(node.args[0], node.args[1:], 0)
        for reads in found.values()
        if not all(whole for _, whole in reads)
        for node, whole in reads
        if whole
    }
    return ex.replace(e, short, into_arrays=False) if short else e


def renamed_value(e: Expr, node: Expr, value: Expr) -> Expr:
    """``e`` with ``node`` written as ``value``; bodies of named arrays are left alone."""
    new: dict[Expr, Expr] = {}
    for part in ex.postorder(e, into_arrays=False):
        if part is node:
            new[part] = value
        elif part.op in ex.ARRAY_OPS:
            new[part] = part
        else:
            new[part] = ex.with_args(part, [new[a] for a in part.args])
    return new[e]


def _slides(node: Expr) -> bool:
    """Whether a reduction runs over windows: reads ``x[p + r]`` at a position and a bound tap.

    Its result is then an array: every element of x compares itself with the maxima of its windows.
    """
    bound = set(node.data[1])
    reads = (n for n in ex.postorder(node.args[0], into_arrays=False) if n.op == "access")
    return any(slot.free & bound and slot.free - bound for read in reads for slot in read.args[1:])


def is_rounded(node: Expr) -> bool:
    """Whether a maximum compares computed values, in which equations or windows tie a bound index.

    In ``max[j]((i == j)*u[i]*v[j]*w[j])`` and ``max[r](x[p + r]*w[r]*u[p])`` what is compared with the maximum is
    written without the index, once the equation is eliminated, and would be rounded otherwise than the maximum.
    """
    if node.data[0] not in ("max", "min"):
        return False
    bound, nodes = set(node.data[1]), ex.postorder(node.args[0], into_arrays=False)
    tied = any(ex.is_call(n, "eq") and n.free & bound for n in nodes) or _slides(node)
    inner = [n for n in nodes if n.op == "reduce" or n.op == "call" and not is_guard(n)]
    slots = {s for n in nodes if n.op == "access" for slot in n.args[1:] for s in ex.postorder(slot)}
    return tied and sum(len(n.args) - 1 or 1 for n in inner if n not in slots) > 1


def _has_sum(e: Expr) -> bool:
    """Whether a reduction stands in the expression itself, not in an array that it reads."""
    return any(n.op == "reduce" for n in ex.postorder(e, into_arrays=False))


def is_tiny(e: Expr) -> bool:
    """Whether an expression is short enough to be repeated instead of named."""
    count = 0
    stack = [e]
    while stack:
        node = stack.pop()
        if node.op in ("reduce", "scan") or count > 8:
            return False
        if node.op != "const":
            count += 1
        if node.op == "call":
            stack.extend(node.args)
    return True
