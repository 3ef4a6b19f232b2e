"""Loops whose iterations do not need each other: what they change are sums, or elements that one of them writes.

``total += x[t]**2`` is a sum over t.  ``y[t] = f(x[t])`` is an array: an element says which iteration writes it, and
its formula is that of the iteration.  An iteration may read what it writes itself, and what later ones will write,
as ``y[t] *= 2`` does; where it reads what an earlier one wrote, the loop is a recurrence.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from espresso.formulas.extents.affine import affine
from espresso.formulas.extents.implied import Condition, decided, excluded, held, ways
from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction, conjuncts
from espresso.frontends.numpy.arrays import TracedArray, axis_name, bind, length_of
from espresso.frontends.numpy.loops.folds import Fold, fold_of, in_place, is_zero, keeps, settled
from espresso.frontends.numpy.positions import lengths_of, shortened, span
from espresso.frontends.numpy.shapes import whole
from espresso.frontends.scan import Formal
from espresso.records import dataclass

LARGEST = 2000
"""Nodes of a formula in which reads are looked at."""

NOW = "@now"
"""What the position of an iteration is called while its lines are looked at."""


@dataclass(frozen=True)
class Write:
    """``value`` at the elements where ``condition`` holds, both as the iteration that writes them says."""

    index: str
    position: tuple[int, int]
    """The position along the axis of ``index`` in iteration t: a factor of t, and a constant."""
    condition: tuple[Expr, ...]
    value: Expr


def line_of(e: Expr, now: Expr) -> tuple[dict[str, int], int] | None:
    """A sum of indices and of the position of the iteration, as factors and a constant."""
    found = affine(ex.replace(e, {now: ex.index(NOW)}, into_arrays=False))
    return None if found is None else (dict(found[0]), found[1])


def moves_as(line: tuple[dict[str, int], int], factor: int) -> bool:
    """Whether a line is a multiple of the position of the iteration and a constant alone."""
    return line[0].get(NOW, 0) == factor and not any(c for n, c in line[0].items() if n != NOW)


class Dependent(Exception):
    """An iteration needs what another one makes."""


def without_recurrence(
    formal: Formal, firsts: Sequence[TracedArray], states: Sequence[TracedArray], count: int,
    around: frozenset[Condition],
) -> list[TracedArray] | None:  # fmt: skip
    """What a loop leaves of the arrays that it changes; None where an iteration needs what an earlier one made.

    ``around`` holds in the iterations of the loops around it.
    """
    try:
        return Independent(formal, firsts, states, count, around).results()
    except Dependent:
        return None


class Independent:
    """A loop whose bodies are taken apart."""

    def __init__(
        self, formal: Formal, firsts: Sequence[TracedArray], states: Sequence[TracedArray], count: int,
        around: frozenset[Condition] = frozenset(),
    ) -> None:  # fmt: skip
        self.formal, self.count = formal, count
        ends = ex.call("ge", formal.now, ex.const(0)), ex.call("lt", formal.now, ex.const(count))
        self.known = around.union(*map(held, ends))
        self.firsts = dict(zip(formal.names, firsts, strict=True))
        self.bodies = {n: decided(settled(self._written_in(s.body), own), length_of, self.known) for n, s, own in zip(
            formal.names, states, self._reads(firsts), strict=True)}  # fmt: skip
        self.kinds = {n: s.kind for n, s in zip(formal.names, states, strict=True)}
        self.own = dict(zip(formal.names, self._reads(firsts), strict=True))
        self.folds: dict[str, Fold] = {}
        self.writes: dict[str, list[Write]] = {}

    def _reads(self, firsts: Sequence[TracedArray]) -> list[Expr]:
        """How a body reads its own state where it stands."""
        now = self.formal.now
        found = []
        for name, f in zip(self.formal.names, firsts, strict=True):
            own = [n for n in f.names if n]
            tensor = ex.tensor(name, 1 + len(own), shape=(self.count, *map(length_of, own)))
            found.append(ex.access(tensor, [now, *map(ex.index, own)]))
        return found

    def results(self) -> list[TracedArray]:
        """The arrays after the loop."""
        for name, body in self.bodies.items():
            fold = fold_of(body, self.own[name], self.formal.now, self.known)
            if fold is not None:
                self.folds[name] = fold
            elif self.of_states(body):
                self.writes[name] = self.taken_apart(body, self.own[name])
        for name, fold in self.folds.items():
            for e in (*fold.always, fold.term):
                self._check(e, name, None, fold.reads)
        for name, writes in self.writes.items():
            for w in writes:
                for e in (*w.condition, w.value):
                    self._check(e, name, w)
        return [self._result(n) for n in self.formal.names]

    def _result(self, name: str) -> TracedArray:
        first = self.firsts[name]
        if name in self.folds:
            result = self._folded(name)
        elif name in self.writes:
            result = self._written(name)
        else:
            result = self._at(self.bodies[name], ex.const(self.count - 1), set())
        return TracedArray(ex.rebuild(result, shortened), first.shape, self.kinds[name])

    def _folded(self, name: str) -> Expr:
        """The array before the loop, and what the iterations add to it, or the largest or smallest of all."""
        fold, first = self.folds[name], self.firsts[name].body
        if fold.name == "sum" and is_zero(fold.term):
            return first
        at = axis_name(0, self.count, "@n")
        total = bind(fold.name, [at], self._at(fold.term, ex.index(at), set()))
        if fold.name == "sum":
            result = total if is_zero(first) else operators.add(first, total)
        else:
            result = ex.call(fold.joined, first, total) if fold.joined else total
        for condition in reversed(fold.always):
            result = ex.call("where", self._at(condition, ex.const(0), set()), result, first)
        return result

    def _written_in(self, body: Expr) -> Expr:
        """``body`` with elements that the iteration wrote before in the place of reads of what it wrote."""
        here = ex.index(axis_name(0, self.count, "@now"))
        inlined: dict[Expr, Expr] = {}
        new: dict[Expr, Expr] = {}
        for node in ex.postorder(body):
            if node.op == "access" and node.args[0] in inlined:
                array = node.args[0]
                slots = [new[a] for a in node.args[1:]]
                found = ex.substitute(inlined[array], dict(zip(array.data[1], slots, strict=True)))
                found = ex.rebuild(ex.replace(found, {self.formal.now: here}, into_arrays=False), shortened,
                                   into_arrays=False)  # fmt: skip
                found = ex.replace(found, {here: self.formal.now}, into_arrays=False)
                read = ex.with_args(node, [new[array], *slots])
                new[node] = found if node.data is None else self._padded(found, read)
                if len(ex.postorder(new[node], into_arrays=False)) > LARGEST:
                    raise Dependent
                continue
            new[node] = node if not node.args else ex.with_args(node, [new[a] for a in node.args])
            if node.op == "let" and ex.is_call(new[node.args[0]], "where") and self.of_states(new[node.args[0]]):
                inlined[node] = new[node.args[0]]
        return new[body]

    def _padded(self, found: Expr, read: Expr) -> Expr:
        """A padded read of an array of choices: of the one that is read there, where that is known and an array too."""
        chosen = decided(found, length_of, self.known)
        through = chosen.op == "access" and chosen.data is None and chosen.args[-len(read.args[1:]) :] == read.args[1:]
        return ex.access(chosen.args[0], chosen.args[1:], read.data) if through else read

    def of_states(self, body: Expr) -> bool:
        """Whether a body reads what the loop changes."""
        return any(t.data.name in self.firsts for t in ex.tensors(body))

    # --- elements that one iteration writes ---

    def taken_apart(self, body: Expr, own: Expr) -> list[Write]:
        """The writes of a body, the first of which wins."""
        found: list[Write] = []
        guards: tuple[Expr, ...] = ()  # of what follows
        stack = [(body, guards)]
        while stack:
            body, guards = stack.pop()
            body = in_place(settled(body, own), own, guards)
            if body is own:
                continue
            if ex.is_call(body, "where") and keeps(body, own, guards):
                condition, then, other = body.args
                inside = (*guards, *conjuncts(condition))
                writes = not keeps(then, own, inside)  # then the first of two writes wins
                stack.append((other, guards if writes else (*guards, ex.call("not", condition))))
                stack.append((then, inside))
                continue
            places = [(k, p) for k, p in enumerate(map(self._position, guards)) if p is not None]
            if not places or len(found) > 20:
                raise Dependent
            k, place = places[0]
            found.append(Write(*place, (*guards[:k], *guards[k + 1 :]), body))
        return found

    def _position(self, condition: Expr) -> tuple[str, tuple[int, int]] | None:
        """The index that a condition says to be a line in the number of the iteration, and that line."""
        if not ex.is_call(condition, "eq"):
            return None
        left, right = (line_of(a, self.formal.now) for a in condition.args)
        if left is None or right is None:
            return None
        factors = {n: left[0].get(n, 0) - right[0].get(n, 0) for n in {**left[0], **right[0]}}
        moving, constant = factors.pop(NOW, 0), left[1] - right[1]
        known = [n for n, c in factors.items() if c]
        if len(known) != 1 or not moving or abs(factors[known[0]]) != 1:
            return None
        sign = -factors[known[0]]
        return known[0], (sign * moving, sign * constant)

    def _check(self, e: Expr, name: str, write: Write | None, but: Collection[Expr] = ()) -> None:
        """States are read where no earlier iteration has written; ``but`` for reads of which that is known."""
        inside = set(ex.postorder(e, into_arrays=False))
        for node in ex.postorder(e):
            if node.op in ("size", "recur") and any(a in self._tensors() for a in node.args):
                raise Dependent
            if node.op != "access" or node.args[0] not in self._tensors() or node in but:
                continue
            read = node.args[0].data.name
            writes = self.writes.get(read)
            if read in self.folds or not writes or node.args[1] is not self.formal.now:
                raise Dependent
            own = write if name == read and node in inside else None
            if self._moves_ahead(node, writes, own) or node in inside and self._unwritten(e, node, writes, write):
                continue
            raise Dependent

    def _moves_ahead(self, node: Expr, writes: Sequence[Write], own: Write | None) -> bool:
        """Whether a read moves with the iterations as the writes do, and none of these is behind it."""
        index, position = writes[0].index, writes[0].position
        if any((w.index, w.position) != (index, position) for w in writes):
            return False
        slot = node.args[2 + self._axes(node.args[0].data.name).index(index)]
        here = own is not None and own.index == index and own.position == position
        if here and ex.is_index(slot, index):
            return True
        line = line_of(slot, self.formal.now)
        return line is not None and moves_as(line, position[0]) and (line[1] - position[1]) * position[0] >= 0

    def _axes(self, name: str) -> list[str]:
        return [n for n in self.firsts[name].names if n]

    def _unwritten(self, e: Expr, node: Expr, writes: Sequence[Write], write: Write | None) -> bool:
        """Whether no earlier iteration has written what is read, under the conditions under which it is read."""
        now, known = self.formal.now, self.known
        at = dict(zip(self._axes(node.args[0].data.name), node.args[2:], strict=True))
        if write is not None:
            line = ex.call("add", ex.call("mul", ex.const(write.position[0]), now), ex.const(write.position[1]))
            known = known.union(held(ex.call("eq", ex.index(write.index), line)), *map(held, write.condition))
        for w in writes:
            step, start = w.position
            if abs(step) != 1:
                return False
            turn = ex.call("mul", ex.const(step), ex.call("add", at[w.index], ex.const(-start)))
            plain = [c for c in w.condition if not self.of_states(c)]
            told = [ex.replace(c, {now: ex.index(NOW)}, into_arrays=False) for c in plain]
            told = [ex.substitute(c, {**at, NOW: turn}) for c in told]
            told += [ex.call("lt", turn, now), ex.call("ge", turn, ex.const(0))]
            written = known.union(*map(held, told))
            if not all(excluded(written | way, length_of) for _, way in ways(e, {node})):
                return False
        return True

    def _tensors(self) -> set[Expr]:
        return {e.args[0] for e in self.own.values()}

    def _written(self, name: str) -> Expr:
        """The array after the loop: at each element what the last iteration that writes it says."""
        result = self.firsts[name].body
        last: tuple[Expr, Expr] | None = None  # the iteration that writes the element so far, and whether one does
        for w in reversed(self.writes[name]):
            at, valid = self.iteration(w)
            conditions = [*valid, *(self._at(c, at, {w.index}) for c in w.condition)]
            value = self._at(w.value, at, {w.index})
            if last is not None and last[0] is not at:
                later = ex.call("or", ex.call("not", last[1]), ex.call("ge", at, last[0]))
                conditions.append(later)
            condition = conjunction(conditions)
            result = ex.call("where", condition, value, result) if conditions else value
            if last is None or last[0] is at:
                last = at, condition if last is None else ex.call("or", condition, last[1])
            else:
                last = ex.call("where", condition, at, last[0]), ex.call("or", condition, last[1])
        return result

    def iteration(self, w: Write) -> tuple[Expr, list[Expr]]:
        """Which iteration writes an element, and the conditions that there is one."""
        here, (step, start), n = ex.index(w.index), w.position, length_of(w.index)
        ahead = operators.subtract(here, ex.const(start)) if start > 0 else operators.add(here, ex.const(-start))
        ahead = ahead if start else here
        valid = []
        if abs(step) != 1:
            valid.append(ex.call("eq", operators.mod(ahead, abs(step)), ex.const(0)))
            at = operators.floordiv(ahead, abs(step))
            at = at if step > 0 else operators.negative(at)
        else:
            at = ahead if step > 0 else operators.subtract(ex.const(start), here)
        low, high = sorted((start, start + step * (self.count - 1)))
        valid += [ex.call("ge", here, ex.const(low))] if low > 0 else []
        valid += [ex.call("le", here, ex.const(high))] if high < n - 1 else []
        return at, valid

    # --- a formula at an iteration ---

    def _at(self, e: Expr, at: Expr, moving: set[str]) -> Expr:
        """``e`` in iteration ``at``, with the arrays before the loop; reads that move with it may be outside."""
        now, new = self.formal.now, dict[Expr, Expr]()
        arrays: dict[Expr, Expr] = {}  # those that depend on the iteration, with an axis for it
        before = {r.args[0]: self.firsts[n] for n, r in self.own.items()}
        for node in ex.postorder(e):
            if node.op == "let":
                self._array(node, new, arrays, now)
            elif node is now:
                new[node] = now
            elif node.op == "access" and node.args[0] in before:
                new[node] = read_before(before[node.args[0]], [new[a] for a in node.args[2:]], node.data)
            elif node.op == "access" and node.args[0] in arrays:
                new[node] = ex.access(arrays[node.args[0]], [now, *(new[a] for a in node.args[1:])], node.data)
            elif node.op == "size" and node.args[0] in arrays:
                new[node] = ex.size(arrays[node.args[0]], node.data + 1)
            elif node.op == "recur" and any(a in arrays or now.args[0] in ex.tensors(a) for a in node.args):
                raise Dependent
            else:
                new[node] = ex.with_args(node, [new[a] for a in node.args])
        result = new[e]
        if at.op == "const":
            return ex.replace(result, {now: at}, into_arrays=False)
        return _moved(result, now, at, moving)

    def _array(self, node: Expr, new: dict[Expr, Expr], arrays: dict[Expr, Expr], now: Expr) -> None:
        """An array inside a formula; with an axis more where it depends on the iteration."""
        body = new[node.args[0]]
        if body is node.args[0]:
            new[node] = node
        if any(n is now for n in ex.postorder(body, into_arrays=False)):
            own = axis_name(len(arrays), self.count, "@r")
            axes = (own, *node.data[1])
            arrays[node] = new[node] = ex.closed("", axes, ex.replace(body, {now: ex.index(own)}, into_arrays=False))
        else:
            new[node] = ex.with_args(node, [body])


def read_before(before: TracedArray, slots: Sequence[Expr], pad: object) -> Expr:
    """An element of an array before the loop."""
    names = [n for n in before.names if n]
    if pad is None:
        return ex.substitute(before.body, dict(zip(names, slots, strict=True)))
    array = whole(before)
    rest = iter(slots)
    return ex.access(array, [next(rest) if n else ex.const(0) for n in before.names], pad)


def _moved(body: Expr, now: Expr, at: Expr, moving: set[str]) -> Expr:
    """``body`` in the iteration that an index tells: reads that move with it are padded where they may be outside."""
    line = ex.index(axis_name(0, 1, "@now"))

    def outside(before: Expr, slot: Expr, n: int) -> bool:
        """Whether a position that moves may be outside; those that an array holds are checked elsewhere."""
        if not moving & set(slot.free) or affine(ex.replace(before, {now: line}, into_arrays=False)) is None:
            return False
        found = span(slot)
        return found is None or found[0] < 0 or found[1] >= n

    def change(node: Expr, copy: Expr) -> Expr | None:
        if node is now:
            return at
        if node.op != "access" or node.data is not None:
            return None
        beyond = any(map(outside, node.args[1:], copy.args[1:], lengths_of(node.args[0])))
        return ex.access(node.args[0], copy.args[1:], 0) if beyond else None

    return ex.copied([body], change, into_arrays=False)[0]
