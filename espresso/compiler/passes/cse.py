"""Common-subexpression elimination across statements, above a cost threshold; copies of buffers removed.

A value of at least `EXPENSIVE` operations that several statements compute becomes an array of its own, which
loop fusion turns into a register where its users share loops; a cheaper one is computed again.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from itertools import count

from espresso.algebra.contraction.equivalence import Key
from espresso.algebra.normal_form.equal_values import at_sorted_indices
from espresso.compiler.lowering.contractions import in_order
from espresso.compiler.lowering.layouts import order_of_reads
from espresso.compiler.lowering.tap_sums import is_in_place, sums_in_place
from espresso.compiler.passes.copy_propagation import read_through_copies
from espresso.compiler.passes.exponentials import normalised
from espresso.compiler.passes.stored_elements import read_elements
from espresso.compiler.passes.stored_masks import read_stored_masks
from espresso.compiler.rounding_sensitive import rounded_sides
from espresso.compiler.state import Lowered
from espresso.compiler.statements import Statements
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import equalities
from espresso.ir.calls import BinaryCall, Contraction, EngineCall, LibraryCall, MatrixCall, RecurrenceCall
from espresso.ir.costs import EXPENSIVE
from espresso.ir.loops import Buffer, Statement, Step, accesses, arrays_of, indices_of, reads_of
from espresso.ir.storage.dtypes import storage
from espresso.ir.targets import TARGETS
from espresso.records import dataclass


def run(state: Lowered) -> Lowered:
    """Phase: values that several statements compute are computed once; copies disappear.

    Where nothing is fused, only those whose equality is asked for are.
    """
    state = state.changed()
    code = state.statements
    if not state.options.get("fused", True):
        share(code, at_least=None)
        return state
    read_stored_masks(code, state.results)
    normalised(code)
    read_elements(code)
    if TARGETS[state.target].peels:
        sums_in_place(code)
        read_through_copies(code)
    share(code)
    without_copies(code, state.results)
    scale_sums(code, state.results)
    forward(code, state.results)
    return state


def share(code: Statements, at_least: int | None = EXPENSIVE) -> None:
    """Values of ``at_least`` so many operations that stand in two or more statements are computed once.

    So are values whose equality is asked for (None: only these), since two loops may round them differently.

    So are cheap products of several arrays that are stored for a library call anyway: one array is read then.
    Sharing is modulo the names of indices and the order of axes.  The new statement stands
    before its first user; fusing turns its buffer into a register wherever all users share
    the loops.
    """
    values = _Values(code, at_least)
    while (found := values.next()) is not None:
        values.extract(found)
    for k, s in enumerate(code.steps):
        if isinstance(s, Statement) and s.operator is None and code.equivalence.shape(s.body) in values.compared:
            code.steps[k] = replace(s, body=at_sorted_indices(s.body, s.extents))


@dataclass
class _Candidates:
    """What is known of one step: its dear values by shape, and by key where the shape is not its own."""

    step: Step
    shapes: dict[int, list[Expr]] = field(default_factory=dict)
    keyed: set[int] = field(default_factory=set)
    values: dict[Key, list[tuple[Expr, tuple[str, ...]]]] = field(default_factory=dict)


class _Values:
    """The statements under way, and which of them use the same dear values.

    A value's ``shape`` is known in one walk; keys, which need the names of indices, are
    made only for values whose shape stands in several statements.  When statements change
    only they are looked at again.
    """

    def __init__(self, code: Statements, at_least: int | None) -> None:
        self.at_least = at_least
        self.code, self.same, self.costs = code, code.equivalence, code.costs
        self.steps = {k: _Candidates(s) for k, s in enumerate(code.steps)}
        self.order = list(self.steps)
        self.compared = frozenset(shape for step in code.steps for shape in self._compared(step))
        called = {n for step in code.steps if isinstance(step, LibraryCall) for n in reads_of(step)}
        self.stored = frozenset(
            self.same.shape(s.body) for s in code.steps
            if at_least is not None and isinstance(s, Statement) and s.name in called and _joins_arrays(s)
        )  # fmt: skip
        self.by_shape: dict[int, set[int]] = {}
        self.users: dict[Key, set[int]] = {}
        self.heap: list[tuple[int, str, int, Key]] = []
        self.entered = count()  # so that no two entries of the heap are equal up to their keys, which have no order
        for number in self.order:
            self._enter(number)

    def _enter(self, number: int) -> None:
        """Note the dear values of a statement; those whose shape stands elsewhere get keys."""
        entry = self.steps[number]
        if not isinstance(entry.step, Statement):
            return
        for node in ex.postorder(entry.step.body):
            if node.op == "call" and node.free and not is_in_place(node):
                shape = self.same.shape(node)
                if self._is_expensive(node) or shape in self.stored:
                    entry.shapes.setdefault(shape, []).append(node)
        for shape in entry.shapes:
            numbers = self.by_shape.setdefault(shape, set())
            numbers.add(number)
            if len(numbers) > 1:
                for known in sorted(numbers) if len(numbers) == 2 else [number]:  # of more the others have keys
                    self._enter_keys(known, shape)

    def _compared(self, step: Step) -> list[int]:
        """Shapes of the values whose equality with others is asked for, and that two loops may round differently.

        ``a[i,j] == max[j](a[i,j])`` holds nowhere if ``a = u[i]*v[j] + w[j]*x[j]`` is a fused multiply-add of the
        first product in one loop and of the second one in the other; so is a product of three values of which a loop
        leaves two alone.
        """
        if not isinstance(step, Statement):
            return []
        tests = equalities(step.body)
        tests = [n for n in tests if all((a.free or a.op == "access") and a.op != "index" for a in n.args)]
        sides = rounded_sides(tests, self.code.dtypes)
        return [self.same.shape(a) for a in sides if a.op == "call" and self.costs.roundings(a) > 1]

    def _is_expensive(self, value: Expr) -> bool:
        dear = self.at_least is not None and self.costs.total(value) >= self.at_least
        return dear or self.same.shape(value) in self.compared

    def _enter_keys(self, number: int, shape: int) -> None:
        entry = self.steps[number]
        if shape in entry.keyed:
            return
        entry.keyed.add(shape)
        assert isinstance(entry.step, Statement)
        for node in entry.shapes[shape]:
            key, free = self.same.key(node, (), entry.step.extents)
            entry.values.setdefault(key, []).append((node, free))
            users = self.users.setdefault(key, set())
            users.add(number)
            if len(users) > 1:
                heapq.heappush(self.heap, (-node.depth, node.digest, next(self.entered), key))

    def next(self) -> Key | None:
        """The key of the deepest value that several statements use, or None."""
        while self.heap:
            key = heapq.heappop(self.heap)[-1]
            users = self.users.get(key, set())
            if len(users) > 1 and any(self._pays(number, key) for number in users):
                return key
        return None

    def _pays(self, number: int, key: Key) -> bool:
        """Whether a value is computed once because of this step: it is dear, or the step stores it."""
        return self._is_expensive(self.steps[number].values[key][0][0]) or self._stores(number, key)

    def extract(self, key: Key) -> None:
        """Give a value a buffer, or take that of a statement which stores it, and let all others read it."""
        users = sorted(self.users.pop(key), key=self.order.index)
        place = self.order.index(users[0])
        home = next((k for k in users if self._stores(k, key)), None)
        if home is not None:
            self.order.remove(home)
            self.order.insert(place, home)
            users.remove(home)
        else:
            home = self._new_home(key, users[0])
            self.order.insert(place, home)
        made = self.steps[home].step
        assert isinstance(made, Statement)
        ((_, free),) = [v for v in self.steps[home].values[key] if v[0] is made.body]
        self.users[key] = {home}  # for statements that come to use the value when another one has got its array
        order = [free.index(a) for a in made.axes]
        for number in users:
            entry = self.steps[number]
            assert isinstance(entry.step, Statement)
            reads = {n: self.code.read_at(made.name, [names[k] for k in order]) for n, names in entry.values[key]}
            self._change(number, replace(entry.step, body=ex.replace(entry.step.body, reads)))
        self.code.steps[:] = [self.steps[k].step for k in self.order]

    def _stores(self, number: int, key: Key) -> bool:
        """Whether a statement stores just this value, as it is."""
        s = self.steps[number].step
        if not isinstance(s, Statement) or s.operator is not None or s.slots is not None:
            return False
        own = [n for n, free in self.steps[number].values[key] if n is s.body and set(free) == set(s.axes)]
        return bool(own) and s.dtype == s.accumulate == storage(s.body, None, (), self.code.dtypes)[0]

    def _new_home(self, key: Key, user: int) -> int:
        step = self.steps[user].step
        assert isinstance(step, Statement)
        value, _ = self.steps[user].values[key][0]
        axes = order_of_reads(in_order(step.indices, value.free), ex.postorder(value))
        self.code.add("t", axes, value, step.extents)
        number = len(self.steps)
        self.steps[number] = _Candidates(self.code.steps.pop())
        self._enter(number)
        self._enter_keys(number, self.same.shape(value))
        return number

    def _change(self, number: int, step: Statement) -> None:
        for known in self.steps[number].values:
            if known in self.users:
                self.users[known].discard(number)
        for shape in self.steps[number].shapes:
            self.by_shape[shape].discard(number)
        self.steps[number] = _Candidates(step)
        self._enter(number)


def _joins_arrays(s: Statement) -> bool:
    """Whether a statement stores a product of several arrays that have all its axes.

    A sum of them may become part of the call that makes one of them (`accumulate`).
    """
    reads = [n for n in accesses(s.body) if n.free == set(s.axes)]
    return s.operator is None and s.slots is None and ex.is_call(s.body, "mul") and len(reads) > 1


def scale_sums(code: Statements, outputs: Mapping[str, str]) -> None:
    """A result that is a number times one sum: the number goes into the sum's terms, if these have the sum's dtype.

    Three times a sum of uint8 is one in 64 bits; three times each of its terms wraps around.
    """
    for step in list(code.steps):
        if not isinstance(step, Statement) or step.operator is not None or not ex.is_call(step.body, "mul"):
            continue
        reads = [a for a in step.body.args if a.op == "access"]
        factors = [a for a in step.body.args if a.op != "access"]
        if len(reads) != 1 or any(f.op != "const" for f in factors):
            continue
        name = reads[0].args[0].data.name
        maker = next((s for s in code.steps if s.name == name), None)
        users = sum(name in reads_of(s) for s in code.steps)
        if isinstance(maker, Statement) and maker.operator == "sum" and users == 1 and name not in outputs:
            body = ex.call("mul", *factors, maker.body)
            alike = maker.dtype == step.dtype == storage(body, None, (), code.dtypes)[0]
            if reads[0].data is None and alike:
                position = code.steps.index(maker)
                code.steps[position] = replace(maker, body=body)
                code.steps[code.steps.index(step)] = replace(step, body=reads[0])


def forward(code: Statements, outputs: Mapping[str, str]) -> None:
    """Outputs that only copy a temporary become that temporary, with its axes permuted."""
    for name in list(outputs):
        step = next((s for s in code.steps if s.name == name), None)
        if not isinstance(step, Statement) or step.operator is not None or step.body.op != "access":
            continue
        source = step.body.args[0]
        slots = indices_of(step.body)
        if source.op != "tensor" or source.data.name in outputs or source.data.name not in code.buffers:
            continue
        if step.body.data is not None or slots is None or sorted(slots) != sorted(step.axes):
            continue
        maker = next(s for s in code.steps if source.data.name in ([s.name] if isinstance(s, Statement) else s.writes))
        order = [slots.index(a) for a in step.axes]  # output axis -> axis of the temporary
        loops = [s for s in code.steps if isinstance(s, RecurrenceCall) and source.data.name in (*s.arrays, *s.writes)]
        if code.buffers[source.data.name].dtype != step.dtype or loops and order != sorted(order):
            continue  # a recurrence reads and stores in its own order
        made = _stored(maker, source.data.name, name, order)
        if made is not None:
            _rename(code, maker, made, source.data.name, order, step)


def without_copies(code: Statements, outputs: Mapping[str, str]) -> None:
    """Temporaries that only copy an array of the same axes are that array: a formula that is also written by name."""
    for step in list(code.steps):
        if not isinstance(step, Statement) or step.name in outputs or step.operator is not None:
            continue
        body = step.body
        if step.slots is not None or body.op != "access" or body.data is not None or body.args[0].op != "tensor":
            continue
        source = body.args[0].data.name
        buffer, copy = code.buffers.get(source), code.buffers[step.name]
        if buffer is None or (buffer.dtype, buffer.shape) != (copy.dtype, copy.shape):
            continue
        if indices_of(body) != step.axes:
            continue
        order = range(len(step.axes))
        steps = [_reading(code, s, step.name, source, order) for s in code.steps if s is not step]
        if not any(step.name in reads_of(s) for s in steps):  # as a position it stays
            code.buffers.pop(step.name)
            code.steps[:] = steps


def _writable(call: Contraction, axes: Sequence[str]) -> bool:
    """Whether a library can store its result with the axes in this order, by a view.

    Any order will do for single axes; groups of axes must stay together, after the batch.
    """
    batch, rows, columns, _ = call.groups()
    if call.packed or len(rows) <= 1 and len(columns) <= 1:
        return True
    rest = list(axes[len(batch) :])
    return list(axes[: len(batch)]) == list(batch) and rest in ([*rows, *columns], [*columns, *rows])


def _stored(maker: Step, old: str, name: str, order: list[int]) -> Step | None:
    """The step with its array ``old`` under another name and its axes in another order; None where it has its own."""
    moved = order != sorted(order)
    if isinstance(maker, RecurrenceCall):
        return maker.renamed(old, name)
    if isinstance(maker, EngineCall):
        return maker.stored(name, order)
    if isinstance(maker, Statement):
        if moved and set(maker.over) & set(maker.axes):
            return None  # a scan
        slots = maker.slots and tuple(maker.slots[k] for k in order)
        return replace(maker, name=name, axes=tuple(maker.axes[k] for k in order), slots=slots)
    if not isinstance(maker, BinaryCall) or moved and isinstance(maker, MatrixCall):
        return None
    axes = tuple(maker.axes[k] for k in order)
    writable = not isinstance(maker, Contraction) or _writable(maker, axes)
    return replace(maker, name=name, axes=axes) if writable else None


def _rename(code: Statements, maker: Step, made: Step, old: str, order: list[int], copy: Statement) -> None:
    """``made`` in place of ``maker`` and of the copy that follows; others read it in place of the array ``old``."""
    buffer = code.buffers.pop(old)
    code.buffers[copy.name] = Buffer(copy.name, buffer.dtype, tuple(buffer.shape[k] for k in order), "output")
    code.steps[:] = [
        made if s is maker else _reading(code, s, old, copy.name, order) for s in code.steps if s is not copy
    ]


def _reading(code: Statements, step: Step, old: str, name: str, order: Sequence[int]) -> Step:
    """The step reading ``name``, which has the axes in another order, where it read ``old``."""
    if isinstance(step, EngineCall):
        body = step.body if isinstance(step.body, str) else _moved(code, step.body, old, name, order)
        return replace(step.reading(old, name, order), body=body)
    if isinstance(step, RecurrenceCall):
        return step.renamed(old, name)
    if isinstance(step, BinaryCall) and old in (step.left, step.right):
        return step.permuted(old, name, order)
    if not isinstance(step, Statement) or old not in arrays_of(step.body):
        return step
    return replace(step, body=_moved(code, step.body, old, name, order))


def _moved(code: Statements, body: Expr, old: str, name: str, order: Sequence[int]) -> Expr:
    """The body with reads of ``old`` as reads of ``name``, which has its axes in another order."""
    reads = accesses(body, of=old)
    return ex.replace(body, {n: code.read(name, [n.args[1 + k] for k in order], n.data) for n in reads})
