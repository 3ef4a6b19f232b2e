"""Row blocks as native code: a loop over blocks that runs their steps with bounds and addresses.

A step inside is a function ``inner(addresses, numbers, start, stop, slice)`` like every step, with ``start`` and
``stop`` counted from the start of the block; its table of addresses has one entry more, the first and last
position of each role.  There are two ways to use several threads:

- each slice takes blocks of its own (``step_k``), with local arrays of its own, and with its own sums where
  they run over the role that is split; these are joined afterwards
- all threads work on one block (``together_k``), where sums of their own would be too large
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import llvmlite.ir as ir

from espresso.ir.driver import JOINS, Blocked, Launch, Product, identity
from espresso.llvm.emit.counted_loops import Counted, least
from espresso.llvm.emit.kinds import I8, I64, POINTER, Untranslatable, entry_at, memory_type, place_at

if TYPE_CHECKING:
    from espresso.machine.program import ModuleWriter

Given = tuple[Any, Any]
"""Table of addresses and table of numbers."""


class BlockedWriter:
    """Writes the functions of one blocked step into a module: ``function`` for a slice, ``whole`` for all of it."""

    def __init__(self, module: ModuleWriter, number: int, step: Blocked) -> None:
        if any(isinstance(s, Product) and not s.native for s in step.steps):
            raise Untranslatable("a product of another library in blocks")
        self.module, self.number, self.step = module, number, step
        self.inner = [self._inner(m, s) for m, s in enumerate(step.steps)]
        self.function = self._slice()
        self.whole = self._whole()

    def _internal(self, name: str, types: Sequence[Any]) -> tuple[Any, Any]:
        function, b = self.module._entry(name, types)
        function.linkage = "internal"
        return function, b

    def _own(self, b: Any, given: Given, what: str, *rest: Any) -> Any:
        """A number of this step."""
        return self.module._read(b, given[1], what, self.number, *rest)

    # --- bounds of the block ---

    def _bounds(self, b: Any, addresses: Any) -> Any:
        return entry_at(b, addresses, len(self.module.facts.order) + 1, POINTER)

    def _full(self, b: Any, given: Given, bounds: Any) -> Any:
        """Whether this block has the full size; the last one may be smaller."""
        result: Any = ir.IntType(1)(1)
        for role in range(len(self.step.extents)):
            length = b.sub(entry_at(b, bounds, 2 * role + 1), entry_at(b, bounds, 2 * role))
            result = b.and_(result, b.icmp_signed("==", length, self._own(b, given, "block", role)))
        return result

    # --- steps inside ---

    def _inner(self, m: int, step: Launch | Product) -> Any:
        module = self.module
        function, b = self._internal(f"inner_{self.number}_{m}", [POINTER, POINTER, I64, I64, I64])
        addresses, numbers, start, stop, part = function.args
        given, bounds = (addresses, numbers), self._bounds(b, addresses)
        if isinstance(step, Product):
            pointers = [
                self._shifted(b, given, bounds, name, [p[k] for p in step.places])
                for k, name in enumerate((step.left, step.right, step.out))
            ]
            first, last = (module._record(f"{self.number}.{m}.{v}") for v in range(2))
            place = b.select(self._full(b, given, bounds), I64(first), I64(last))
            record = place_at(b, numbers, place)
            module.multiply(b, numbers, "products", step.dtype, [*pointers, pointers[2], record, start, stop])
        else:
            step = replace(step, partials=())  # sums go on from block to block
            ends = [entry_at(b, bounds, 2 * r + end) for r in step.roles for end in range(2)]
            if step.outer >= 0:
                low = entry_at(b, bounds, 2 * step.outer)
                start, stop = b.add(start, low), b.add(stop, low)
            arguments = [*module._arguments(b, self.number, step, addresses, numbers, part), *ends]
            bounds = [start, stop] if step.extent is not None else []
            module._launch(b, step, addresses, numbers, [*arguments, *bounds])
        b.ret_void()
        return function

    def _shifted(self, b: Any, given: Given, bounds: Any, name: str, axes: Sequence[int]) -> Any:
        """The address of an array where the block starts."""
        pointer = self.module._address(b, given[0], name)
        if name in self.step.local:
            return pointer
        for role, axis in enumerate(axes):
            if axis >= 0:
                shift = b.mul(entry_at(b, bounds, 2 * role), self.module._read(b, given[1], "stride", name, axis))
                pointer = b.gep(pointer, [shift], source_etype=I8)
        return pointer

    def _length(self, b: Any, given: Given, bounds: Any, m: int) -> Any:
        """How far the outermost loop of a step runs in this block, or the rows of a product."""
        step = self.step.steps[m]
        if isinstance(step, Product):
            rows = [self.module._read(b, given[1], "rows", f"{self.number}.{m}.{v}") for v in range(2)]
            return b.select(self._full(b, given, bounds), *rows)
        if step.outer >= 0:
            return b.sub(*(entry_at(b, bounds, 2 * step.outer + end) for end in (1, 0)))
        return I64(step.extent) if isinstance(step.extent, int) else self.module._read(b, given[1], "size", step.extent)

    # --- all blocks ---

    def _blocks(self, b: Any, given: Given, start: Any, stop: Any, run: Callable[[int, Any, Any], None]) -> None:
        """``run(m, table, bounds)`` for every step in every block; ``given`` has a table of our own."""
        step = self.step
        bounds = self._bounds(b, given[0])
        split = self._own(b, given, "split")
        with ExitStack() as loops:
            for role, extent in enumerate(step.extents):
                here = b.icmp_signed("==", split, I64(role))
                size = self._own(b, given, "block", role)
                length = I64(extent) if isinstance(extent, int) else self.module._read(b, given[1], "size", extent)
                first, last = b.select(here, start, I64(0)), b.select(here, stop, self._own(b, given, "blocks", role))
                low = b.mul(loops.enter_context(Counted(b, first, last, 1)), size)
                b.store(low, place_at(b, bounds, 2 * role))
                b.store(least(b, b.add(low, size), length), place_at(b, bounds, 2 * role + 1))
            for m in range(len(step.steps)):
                run(m, given[0], bounds)

    def _table(self, b: Any, given: Given, part: Any) -> Any:
        """A table of addresses for one slice: its own local arrays, and its own sums over the role that is split."""
        module, step, addresses = self.module, self.step, given[0]
        count = len(module.facts.order) + 1
        table = b.alloca(POINTER, size=I64(count + 1))
        bounds = b.alloca(I64, size=I64(2 * len(step.extents)))
        for k in range(count):
            value = entry_at(b, addresses, k, POINTER)
            name = module.facts.order[k] if k < count - 1 else ""
            if name in step.local:
                value = b.gep(value, [b.mul(part, self._own(b, given, "copy", name))], source_etype=I8)
            elif any(name == n for n, _, _ in step.carried):
                other = module._partial_address(b, self.number, name, given[1], addresses, part)
                own = b.or_(b.icmp_signed("==", part, I64(0)), b.not_(self._partial(b, given, name)))
                value = b.select(own, value, other)
            b.store(value, place_at(b, table, k, POINTER))
        b.store(bounds, place_at(b, table, count, POINTER))
        return table

    def _partial(self, b: Any, given: Given, name: str) -> Any:
        """Whether slices have a sum of their own of this array."""
        return b.icmp_signed("!=", self._own(b, given, "partial", name), I64(0))

    def _fill(self, b: Any, given: Given, partial: bool) -> None:
        """Arrays that are summed over blocks, at the identity of their operator."""
        for name, operator, _ in self.step.carried:
            wanted = self._partial(b, given, name)
            with b.if_then(wanted if partial else b.not_(wanted)):
                self._fill_one(b, given, name, operator)

    def _slice(self) -> Any:
        function, b = self._internal(f"step_{self.number}", [POINTER, POINTER, I64, I64, I64])
        addresses, numbers, start, stop, part = function.args
        given = self._table(b, (addresses, numbers), part), numbers
        self._fill(b, given, True)

        def run(m: int, table: Any, bounds: Any) -> None:
            b.call(self.inner[m], [table, numbers, I64(0), self._length(b, given, bounds, m), I64(0)])

        self._blocks(b, given, start, stop, run)
        b.ret_void()
        return function

    def _fill_one(self, b: Any, given: Given, name: str, operator: str) -> None:
        """An array at the identity of an operator."""
        module = self.module
        dtype, rank = module.facts.arrays[name]
        kind, start, length = memory_type(dtype), identity(operator, dtype), I64(1)
        first: Any = [start, 0.0] if dtype.startswith("complex") else float(start) if dtype[0] == "f" else int(start)
        for axis in range(rank):
            length = b.mul(length, module._read(b, given[1], "length", name, axis))
        pointer = module._address(b, given[0], name)
        with Counted(b, I64(0), length, 1) as position:
            place = place_at(b, pointer, position, kind)
            b.store(kind(first), place)

    def _summing(self, m: int, step: Launch) -> Any:
        """A step inside of which slices work on one block: all but the first have sums of their own."""
        module, count = self.module, len(self.module.facts.order) + 2
        function, b = self._internal(f"summing_{self.number}_{m}", [POINTER, POINTER, I64, I64, I64])
        addresses, numbers, start, stop, part = function.args
        table = b.alloca(POINTER, size=I64(count))
        operators = {name: operator for name, operator, _ in self.step.carried}
        first = b.icmp_signed("==", part, I64(0))
        for k in range(count):
            value = entry_at(b, addresses, k, POINTER)
            name = module.facts.order[k] if k < count - 2 else ""
            if any(name == n for n, _ in step.partials):
                partial = module._partial_address(b, f"{self.number}.{m}", name, numbers, addresses, part)
                value = b.select(first, value, partial)
            b.store(value, place_at(b, table, k, POINTER))
        with b.if_then(b.not_(first)):
            for name, _ in step.partials:
                self._fill_one(b, (table, numbers), name, operators[name])
        b.call(self.inner[m], [table, numbers, start, stop, I64(0)])
        b.ret_void()
        return function

    def _all_on_one(self) -> Any:
        """All threads on one block after the other."""
        module = self.module
        steps = self.step.steps
        whole = {m for m, s in enumerate(steps) if self.step.sums_rows(s)}
        partial = [(m, s) for m, s in enumerate(steps) if isinstance(s, Launch) and s.partials]
        summing = {m: self._summing(m, s) for m, s in partial if m not in whole}
        function, b = self._internal(f"together_{self.number}", [POINTER, POINTER])
        addresses, numbers = function.args
        given = self._table(b, (addresses, numbers), I64(0)), numbers

        def run(m: int, table: Any, bounds: Any) -> None:
            length = self._length(b, given, bounds, m)
            if m in whole:
                b.call(self.inner[m], [table, numbers, I64(0), length, I64(0)])
                return
            count, most = (module._read(b, numbers, what, f"{self.number}.{m}") for what in ("slices", "threads"))
            module.run_slices(b, summing.get(m, self.inner[m]), given, length, count, most)
            for name, join in getattr(steps[m], "partials", ()):
                module.join(b, f"{self.number}.{m}", name, join, (table, numbers, count))

        self._blocks(b, given, I64(0), self._own(b, given, "rows"), run)
        b.ret_void()
        return function

    def _whole(self) -> Any:
        together, module = self._all_on_one(), self.module
        function, b = self._internal(f"whole_{self.number}", [POINTER, POINTER])
        given = addresses, numbers = tuple(function.args)
        self._fill(b, given, False)
        count, rows = self._own(b, given, "slices"), self._own(b, given, "rows")
        with b.if_else(b.icmp_signed("!=", self._own(b, given, "inside"), I64(0))) as (inside, apart):
            with inside:
                b.call(together, [addresses, numbers])
            with apart:
                module.run_slices(b, self.function, given, rows, count, self._own(b, given, "threads"))
                for name, operator, _ in self.step.carried:
                    with b.if_then(self._partial(b, given, name)):
                        module.join(b, self.number, name, JOINS[operator], (addresses, numbers, count))
        b.ret_void()
        return function
