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
from dataclasses import field, replace
from types import MappingProxyType

from espresso.algebra.calculus import partials, recurrences
from espresso.algebra.calculus.inverse import Inverse, invert
from espresso.algebra.calculus.products import ONE, ZERO, Products, loosened, taken_out
from espresso.algebra.calculus.results import Raw, anchored, axis_names, finish, first_reads, inline, is_tiny
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.lengths import Lengths
from espresso.formulas.extents.range_guards import limit
from espresso.formulas.extents.ranges import Ranges
from espresso.formulas.extents.recurrences import sum_of
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import applied, made_from, narrowed
from espresso.records import dataclass

_LONG = 24
"""Products of more factors are named, so that long chains stay linear in size."""


def private(name: str, mark: str) -> str:
    """An index name that no formula can contain, for axes of results until they get their own."""
    return f"{name}'{mark}"


def is_active(node: Expr, table: partials.Table, wanted: Mapping[Expr, object], active: Mapping[Expr, bool]) -> bool:
    """Whether a node of a body can change with the wanted arrays, given its arguments."""
    if node.op == "access":
        return node.args[0] in wanted
    if node.op == "recur":
        return any(a in wanted for a in node.args)
    if node.op == "call":
        if table.is_zero(node.data):
            return False
        return any(active[a] for a in (node.args[1:] if node.data == "where" else node.args))
    return node.op in ("reduce", "scan") and not table.is_zero(node.data[0]) and active[node.args[0]]


def active_nodes(body: Expr, table: partials.Table, wanted: Mapping[Expr, object]) -> list[Expr]:
    """Nodes of a body that can change with the wanted arrays, arguments before users."""
    active: dict[Expr, bool] = {}
    for node in ex.postorder(body, into_arrays=False):
        active[node] = node.op not in ex.ARRAY_OPS and is_active(node, table, wanted, active)
    return [node for node, is_on in active.items() if is_on]


@dataclass
class Collected:
    """What has arrived at one array: terms over private names of its axes; of a ``real`` one their real parts."""

    axes: tuple[str, ...]
    real: bool = False
    terms: list[Expr] = field(default_factory=list)

    def at(self, indices: Sequence[Expr]) -> Expr:
        """The derivative by the array, read at the given indices."""
        total = self.terms[0] if len(self.terms) == 1 else ex.call("add", *self.terms)
        total = ex.substitute(total, dict(zip(self.axes, indices, strict=True)))
        return partials.real_part(total) if self.real else total


class Reverse:
    """One reverse pass from ``root`` (uniquified) to several arrays.

    ``outer`` are the private names under which the axes of ``root`` are kept as
    parameters, ``seed`` is the cotangent of the result.  Without ``keep_axes`` the seed
    is over the axes themselves, and may read the array ``new`` that has the same axes, and before them those of
    ``given``: private names by which the seed has outer axes.  ``value`` is how the value of ``root`` is read,
    ``along`` has axes of inputs that are as long as an axis of ``root``.  ``step`` is the cotangent of a step of a
    recurrence: no array over all steps can be made from it.  With ``real_parts`` cotangents mean the change
    ``Re(c*dz)`` of a real result.
    """

    def __init__(
        self,
        root: Expr,
        wanted: Sequence[Expr],
        table: partials.Table,
        seed: Expr = ONE,
        new: Expr | None = None,
        keep_axes: bool = True,
        given: Mapping[str, str] = MappingProxyType({}),
        value: Expr | None = None,
        along: Mapping[Expr, Mapping[int, str]] = MappingProxyType({}),
        real_parts: bool = False,
        step: Expr | None = None,
    ) -> None:
        self.real_parts, self.step = real_parts, step
        self.root, self.table, self.keep_axes, self.value = root, table, keep_axes, value
        self.outer = {a: private(a, "o") for a in root.axes} if keep_axes else dict(given)
        self.extents = program_extents([root])
        self.lengths = Lengths(root, self.extents)
        if new is not None:
            self.lengths.set(new, [*[None] * len(given), *(self.extents[root].get(a) for a in root.axes)])
            self.extents[root].update({b: ex.size(new, k) for k, b in enumerate(given.values())})
        for array, names in along.items():
            known = [self.extents[root].get(names[k]) if k in names else None for k in range(array.ndim)]
            self.lengths.set(array, known)
        if value is not None:
            self.lengths.set(value.args[0], [self.extents[root].get(a) for a in root.axes])
        self.collected = {a: self._collector(a, k) for k, a in enumerate(wanted)}
        self.made: list[Expr] = []
        self.handed: set[Expr] = set()
        self.stored = 0
        self.body = ex.body(root)
        self.order = [n for n in ex.lets(root) if n is not root]
        if self.body.op == "recur":  # read like any other array
            self.order.append(root)
            self.lengths.set(root, [self.extents[root].get(a) for a in root.axes])
            self.body = ex.access(root, [ex.index(a) for a in root.axes])
        for array in self.order:
            if array not in self.collected and active_nodes(array.args[0], table, self.collected)[-1:] == [
                array.args[0]
            ]:
                self.collected[array] = self._collector(array, len(self.collected))
        self._root(seed)
        groups = ex.grouped(
            ((array.args[0].data[0], array.args[0].args), array) for array in self.order if array.args[0].op == "recur"
        )
        loops = {members[0]: members for members in groups.values()}  # when the first is met all others have been
        for array in reversed(self.order):
            if array in loops:
                self._recurrence(loops[array])
            elif array.args[0].op != "recur" and self.collected.get(array) and self.collected[array].terms:
                self._array(array)

    def _collector(self, array: Expr, number: int) -> Collected:
        names = array.data[1] if array.op == "let" else [f"d{k}" for k in range(array.ndim)]
        real = self.real_parts and not ex.has(array, "complex")
        return Collected(tuple(private(n, str(number)) for n in names), real)

    def _root(self, seed: Expr) -> None:
        body = self.body
        nodes = ex.postorder(body, into_arrays=False)
        sizes = {n.data[0]: n.data[1] for n in nodes if n.op == "index"}
        scanned = {a for n in nodes if n.op == "scan" for a in n.data[1]}
        kept = self.outer if self.keep_axes else {}
        deltas = [ex.call("eq", ex.index(b), ex.index(a, sizes.get(a))) for a, b in kept.items() if a in scanned]
        renamed = {a: ex.index(b, sizes.get(a)) for a, b in kept.items() if a not in scanned}
        body = ex.substitute(body, renamed)
        seed = seed if not deltas else ex.call("mul", seed, *deltas) if seed is not ONE else ex.call("mul", *deltas)
        extents = dict(self.extents[self.root])
        extents.update({b: extents[a] for a, b in kept.items() if a in extents})
        self.ranges = Ranges(body, extents, self.lengths)
        self.axes = frozenset(self.root.axes)
        products = Products(self.ranges)
        missing = frozenset(self.root.axes) - body.free if not self.keep_axes else frozenset()
        self._scope(body, products, products.total(missing, seed) if missing else seed, self.value)

    def _recurrence(self, members: Sequence[Expr]) -> None:
        """Hand what has arrived at the states of a recurrence to its inputs (`calculus.recurrences`)."""
        node = members[0].args[0]
        states = applied(node.data[0], node.args)
        arriving: dict[int, Expr] = {}
        for array in members:
            number = array.args[0].data[1]
            states[number] = array
            if self.collected.get(array) and self.collected[array].terms:
                arriving[number] = self._arrived(array)
        if not arriving:
            return
        kept = made_from(node.data[0], arriving)  # nothing arrives at the others
        arriving = {kept.index(k): e for k, e in arriving.items()}
        node = narrowed(ex.recur(node.data[0], kept[0], states[kept[0]].data[1], node.args), kept)
        states = [states[k] for k in kept]
        wanted = [a in self.collected for a in node.args]
        results, cotangents, more = recurrences.adjoint(node, states, arriving, list(self.outer), wanted, self._pulled)
        outer = [self.ranges.extents.get(o) for o in self.outer.values()]
        for s, state, array in zip(node.data[0].states, states, cotangents, strict=True):
            lengths = [self.lengths.of(state, k) for k in range(state.ndim)]
            lengths[s.axis] = sum_of(lengths[s.axis], ex.const(more))
            self.lengths.set(array, [*outer, *lengths])
        for a, result in zip(node.args, results, strict=True):
            if result.op == "let":
                whole = [*outer, *(self.lengths.of(a, k) for k in range(a.ndim))]
                known = {n: e for n, e in zip(result.data[1], whole, strict=True) if e is not None}
                result = self._whole(result, known)
                self.made.append(result)
                self.handed.add(result)
                self.lengths.set(result, whole)
                places = [*self.outer.values(), *self.collected[a].axes]
                self.collected[a].terms.append(ex.access(result, [ex.index(n) for n in places]))

    def _arrived(self, array: Expr) -> Expr:
        """What has arrived at a named array, as an array over the outer axes and its own."""
        axes = array.data[1]
        taken = set(axes)
        public: dict[str, str] = {}
        for axis, hidden in self.outer.items():
            public[hidden] = ex.fresh(taken, axis)
            taken.add(public[hidden])
        body = ex.rename(self.collected[array].at([ex.index(a) for a in axes]), public)
        (body,) = inline([body], self.made)  # before its lengths are looked at: an array in place says others
        extents = {a: e for k, a in enumerate(axes) if (e := self.lengths.of(array, k)) is not None}
        extents |= {n: self.ranges.extents[h] for h, n in public.items() if h in self.ranges.extents}
        names = (*public.values(), *axes)
        name = f"d{array.data[0] or '_'}_out"
        return self._whole(ex.closed(name, names, body), extents)

    def _whole(self, array: Expr, extents: Mapping[str, Expr]) -> Expr:
        """A named array of these lengths, simplified first: what a delta leaves may say another one."""
        from espresso.algebra.rewriting.simplification import simplify_all

        name, axes = array.data
        made = anchored(simplify_all([array], [extents])[0], axes, self.lengths, extents)
        return made if made.op == "let" else ex.closed(name, axes, made)

    def _pulled(
        self, statement: Expr, arrays: Sequence[Expr], seed: Expr, value: Expr | None, outer: Sequence[str],
        along: Mapping[Expr, Mapping[int, str]],
    ) -> list[Expr]:  # fmt: skip
        """Pullbacks of a statement (`recurrences.Pull`)."""
        root = uniquify(statement)
        hidden = {a: private(a, "o") for a in outer}
        own = [ex.index(a) for a in root.axes]
        weight = ex.access(seed, [*map(ex.index, hidden.values()), *own])
        named = None if value is None or partials.compares_computed(root.args[0]) else ex.access(value, own)
        reverse = Reverse(root, arrays, self.table, weight, seed, False, hidden, named, along, step=seed)
        reads = first_reads(root)
        raws, places = [], []
        for place, array in enumerate(arrays):
            if not reverse.collected[array].terms:
                continue
            names = axis_names(array, reads, hidden)
            extents = {n: ex.size(array, k) for k, n in enumerate(names)}
            extents |= {a: ex.size(seed, k) for k, a in enumerate(hidden)}
            body = reverse.collected[array].at([ex.index(n) for n in names])
            body = ex.rename(body, {b: a for a, b in hidden.items()})
            label = array.data.name
            raws.append(Raw(f"d{label}" if label.isidentifier() else "", (*hidden, *names), body, extents))
            places.append(place)
        bodies = inline([r.body for r in raws], reverse.made)
        made = finish([replace(r, body=b) for r, b in zip(raws, bodies, strict=True)], reverse.lengths)
        results = [ZERO] * len(arrays)
        for place, raw, e in zip(places, raws, made, strict=True):
            results[place] = e if e.op == "let" else ex.closed(raw.name, raw.axes, e)
        return results

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
        if self._in_step(total):
            return total
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
        guards = ranges.guards(sorted(body.free.intersection(own)), self._without_handed(body))
        guards += [
            ex.call("lt", ranges.index(n), ranges.extents[n]) for n in own if n not in body.free and n in ranges.extents
        ]
        if rounded and self.step is not None:  # arrays that a step reads may have a row more than there are steps
            body = loosened(body)
            guards = [ex.call("lt", ranges.index(n), ranges.extents[n]) for n in own if n in ranges.extents]
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

    def _without_handed(self, body: Expr) -> Expr:
        """A sum without reads of what recurrences hand to inputs: in place these limit their own term alone."""
        terms = body.args if ex.is_call(body, "add") else ()
        read = {n: ZERO for n in terms if n.op == "access" and n.args[0] in self.handed}
        return ex.replace(body, read, into_arrays=False) if read else body

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
            if self.real_parts and node.op != "access" and not ex.has(node, "complex"):
                cotangent = partials.real_part(cotangent)
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
            part = partials.through_call(products, self.table, node, child, cotangent)
            return part if part is None or value is node else partials.renamed_value(part, node, value)
        if node.op == "scan":
            return partials.through_scan(products, self.table, node, cotangent, value, forward=False)
        slides = node.data[0] in ("max", "min") and partials.is_sliding(node)
        body = None
        if partials.is_rounded(node) or self.step is not None and partials.compares_computed(node):
            own = [n for n in node.args[0].axes if n not in self.outer.values()]
            body = self._stored(f"a_{self.stored + 1}", node.args[0], own, products.ranges, kept=True, rounded=True)
        if value is node and (slides or body is not None):
            value = node if body is None else ex.reduce(node.data[0], node.data[1], body)
            own = [n for n in node.axes if n not in self.outer.values()]
            if slides:
                value = self._stored(f"{node.data[0]}_{self.stored + 1}", value, own, products.ranges, kept=True)
        slope = partials.slope_of_reduce(products, self.table, node, value, body)
        if slides and slope is not None and _has_sum(cotangent):
            return self._position_first(node, products, cotangent, slope)
        return partials.through_reduce(products, slope, node, cotangent)

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
        split = not self._in_step(cotangent)
        inverse = invert(slots, ranges, self.lengths, {*outer, *renamed}, self.axes, split)
        if inverse.solved:
            cotangent = self._with_separate_sums(cotangent, read, products)
        body = products.times(cotangent, *inverse.equations)
        summed = products.total([n for n in inverse.solved if n in read.free], body)
        rest = read.free - outer - set(renamed) - set(inverse.solved)
        summed = ex.substitute(products.total([*rest, *inverse.taps], summed), renamed)
        if inverse.split:
            summed = self._gathered(summed, read.args[0], collector, inverse, outer)
        collector.terms.append(summed)

    def _in_step(self, e: Expr) -> bool:
        """Whether an expression depends on what arrives at a step, and so can be no array over all of them."""
        return self.step is not None and self.step in ex.tensors(e)

    def _with_separate_sums(self, cotangent: Expr, read: Expr, products: Products) -> Expr:
        """The product with its sums in arrays where a slot of the read is a position and a tap, ``p + r``.

        The derivative at i has them at ``p = i - r``: they would be computed again for each tap r.  A cotangent that
        is a sum, over channels that the read does not have, is such a product inside.
        """
        outer = frozenset(self.outer.values())
        slots = [names for slot in read.args[1:] if len(names := slot.free - outer) > 1]
        if cotangent.op == "reduce" and cotangent.data[0] == "sum" and any(len(s & cotangent.free) > 1 for s in slots):
            body = self._with_separate_sums(cotangent.args[0], read, products)
            return cotangent if body is cotangent.args[0] else ex.reduce("sum", cotangent.data[1], body)
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
        made = made if made.op == "let" else ex.closed("", tuple(public.values()), made)
        self.lengths.set(made, [extents.get(n) for n in own])
        return ex.access(made, slots, 0)


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


def _has_sum(e: Expr) -> bool:
    """Whether a reduction stands in the expression itself, not in an array that it reads."""
    return any(n.op == "reduce" for n in ex.postorder(e, into_arrays=False))
