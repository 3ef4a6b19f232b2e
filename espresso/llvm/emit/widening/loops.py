"""Vectors for innermost loops: a body written for one element is rewritten for as many as a vector holds.

LLVM's own vectoriser keeps a copy of the body for single elements and one for shorter vectors, and comes with all of
its passes: that is most of the time in which a small program is compiled.  Here the loop runs over strides of a few
vectors, and then, with masks, over what is left.  Loops that `body` refuses stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import llvmlite.ir as ir
import llvmlite.ir.instructions as op

from espresso.llvm.emit.counted_loops import NO_UNROLL, Counted, about
from espresso.llvm.emit.kinds import I64, declared
from espresso.llvm.emit.vectors import splat
from espresso.llvm.emit.widening.body import CHOSEN, OVERLOADED, Body, Reduction, flags_of, size_of
from espresso.llvm.emit.widening.straight import NotStraight, following_blocks
from espresso.llvm.instructions import PREFIX, vector_call
from espresso.system.processor import vector_bytes

MASKED = 32
"""Bytes of vectors from which on there are instructions that load and store some of their elements."""

ABREAST = ((110, 4), (400, 2))
"""Instructions of a body up to which so many vectors are computed beside each other.

More of them wait for each other less, and take longer to compile.
"""

LIGHT = 24
"""Instructions of a body up to which there is a loop over single vectors before what is left is computed with a mask.

What has been stored with a mask waits for the memory when it is read again soon.
"""

SHORT = 14
"""Instructions of a body that writes below which LLVM's loops are the faster ones for short rows.

It tests how long a row is before the loop over rows, and computes the last elements one by one.  With AVX-512 that
holds where the function does nothing else (``streams``), with vectors of 32 bytes everywhere.
"""

_IDENTITY = {"fadd": "-0.0", "fmul": "1.0", "add": "0", "or": "0", "and": "-1"}
"""What leaves a total as it is."""

_REDUCE = {"maxnum": "fmax", "minnum": "fmin"}


def widen(loop: Counted, apart: Iterable[Any], streams: bool, past: bool) -> tuple[Any, list[Any]]:
    """Put loops over vectors in the place of a loop that has been written; `NotStraight` where that is not possible.

    ``apart`` are pointers to memory that nothing else in the function points to, beside those that it is given.
    ``streams``: the function does nothing but write elements with a few operations each.  ``past``: the loop waits for
    memory, and little code is enough.  Returns the block with which the loops begin, and the places of variables that
    have no value from there on.
    """
    if loop.step != 1 or not loop.body.is_terminated:
        raise NotStraight("a loop that does not go on by one")
    body = Body(loop, apart)
    return VectorLoops(loop, body, streams, past).write(), body.temporary


def have_values(function: Any, gone: Mapping[int, Collection[int]]) -> bool:
    """Whether places that have no value from some blocks on are written on every way from there to where they are read.

    Nor may one be read that has never been written.
    """
    places = set().union(*gone.values())
    before: dict[int, set[int]] = {id(b): set(places) for b in function.blocks[1:]} | {id(function.blocks[0]): set()}
    work, good = list(function.blocks), True
    while work:
        block = work.pop()
        written = before[id(block)].difference(gone.get(id(block), ()))
        for one in block.instructions:
            if isinstance(one, op.StoreInstr):
                written.add(id(one.operands[1]))
            elif isinstance(one, op.LoadInstr) and id(one.operands[0]) in places and id(one.operands[0]) not in written:
                good = False
        for following in following_blocks(block):
            if not before[id(following)] <= written:
                before[id(following)] &= written
                work.append(following)
    return good


class VectorLoops:
    """Writes the loops for a body: over strides of a few vectors, perhaps of one, then over what is left."""

    def __init__(self, loop: Counted, body: Body, streams: bool, past: bool) -> None:
        self.loop, self.body, self.b = loop, body, loop.b
        self.function, self.module = loop.body.function, loop.b.module
        self.moving = [one for one in body.kept if not body.is_invariant(one) and id(one) not in body.strides]
        written = [body.operands(one)[0] for one in self.moving if isinstance(one, op.StoreInstr)]
        read = [one for one in self.moving if isinstance(one, op.LoadInstr)]
        memory = {size_of(v.type) for v in (*written, *read)}
        sizes = memory | {size_of(c.read.type) for c in body.reductions}
        if not sizes:
            raise NotStraight("a loop that does nothing")
        self.widest = max(sizes)
        self.lanes = vector_bytes() // self.widest
        ends = loop.first, loop.last
        if all(isinstance(e, ir.Constant) for e in ends) and ends[1].constant - ends[0].constant <= self.lanes:
            raise NotStraight("a loop of few turns, which LLVM writes out, and makes vectors of the loop around it")
        self.masks = vector_bytes() >= MASKED and (vector_bytes() > MASKED or min(memory, default=4) >= 4)
        if not self.masks and any(map(body.when, body.kept)):
            raise NotStraight("a read under a condition")
        light = len(self.moving) <= LIGHT
        running = any(c.running for c in body.reductions)  # of which LLVM makes no vectors
        self.masked_rest = self.masks and not running  # of a few elements, sums in a vector take longer than one by one
        if len(self.moving) < SHORT and written and not running and (streams or vector_bytes() == MASKED):
            raise NotStraight("a short body, of which LLVM tests the length before the loop around it")
        abreast = next((n for most, n in ABREAST if len(self.moving) <= most), 1)
        abreast = max(1, abreast // 2) if past else abreast
        if light and body.reductions and vector_bytes() < MASKED:
            abreast *= MASKED // vector_bytes()  # as many parts of a sum as in wider ones: it rounds no more
        single = abreast > 1 and (light or written and vector_bytes() == MASKED)
        self.counts = (abreast, 1) if single else (abreast,)
        self.hoisted: dict[int, Any] = {}
        self.spread: dict[Any, Any] = {}

    def write(self) -> Any:
        """Put the loops in the place of the old one; the block that they begin with."""
        loop, b, reductions = self.loop, self.b, self.body.reductions
        before = loop.entered.parent
        before.instructions.remove(loop.entered)
        before.terminator = None
        first = self.function.append_basic_block("vectors")
        b.position_at_end(before)
        b.cbranch(b.icmp_signed("<", loop.first, loop.last), first, loop.end)
        b.position_at_end(first)
        self.outside = b
        at_first = {id(self.body.position): loop.first}  # of what grows: a difference of two such does not
        for one in self.body.kept:
            if self.body.is_invariant(one):
                self.hoisted[id(one)] = self._copy(b, one, [self._scalar(v, at_first) for v in self.body.operands(one)])
        entering = [(c, b.load(c.place, typ=c.read.type)) for c in reductions]
        self.identities = [self._identity(c, value) for c, value in entering]
        totals = [
            value if c.running else self._first(v, value)
            for v, (c, value) in zip(self.identities, entering, strict=True)
        ]
        length = b.sub(loop.last, loop.first, flags=("nsw",))
        enough, rest = (self.function.append_basic_block(n) for n in ("enough", "rest"))
        leave = b.cbranch(b.icmp_signed(">=", length, I64(self.counts[-1] * self.lanes)), enough, rest)
        self.outside = ir.IRBuilder(first)
        self.outside.position_before(leave)
        b.position_at_end(enough)
        position, before = loop.first, [loop.first, *totals]
        for count in self.counts:
            turns = b.and_(b.sub(loop.last, position, flags=("nsw",)), I64(-count * self.lanes))
            end = b.add(position, turns, flags=("nsw",))
            totals = self._over(position, end, totals, count)
            position = end
        after = b.block
        b.branch(rest)
        b.position_at_end(rest)
        merged = [self._phi(v, first) for v in before]
        for phi, value in zip(merged, (position, *totals), strict=True):
            phi.add_incoming(value, after)
        position, *totals = merged
        if self.masked_rest:
            totals = self._over(position, loop.last, totals, masked=True)
        for c, value in zip(reductions, totals, strict=True):
            b.store(value if c.running else self._reduced(c, value), c.place)
        if self.masked_rest:
            b.branch(loop.end)
            for block in (loop.head, *self.body.straight.blocks):
                self.function.blocks.remove(block)
        else:
            loop.position.incomings = [(position, b.block), *loop.position.incomings[1:]]
            b.branch(loop.head)
        b.position_at_end(loop.end)
        return first

    def _over(self, start: Any, end: Any, totals: Sequence[Any], count: int = 1, masked: bool = False) -> list[Any]:
        """A loop from ``start`` to ``end`` with so many vectors in a turn; the totals after it."""
        b, before = self.b, self.b.block
        turn, after = (self.function.append_basic_block(n) for n in ("turn", "turned"))
        b.cbranch(b.icmp_signed("<", start, end), turn, after)
        starts = [totals, *(self.identities for _ in range(count - 1))]
        b.position_at_end(turn)
        position = self._phi(start, before)
        inside = [[self._phi(v, before) for v in own] for own in starts]
        places = [b.add(position, I64(k * self.lanes), flags=("nsw",)) if k else position for k in range(count)]
        found = self._turns(b, places, inside, self._mask(position) if masked else None)
        following = b.add(position, I64(count * self.lanes), flags=("nsw",))
        position.add_incoming(following, turn)
        back = b.cbranch(b.icmp_signed("<", following, end), turn, after)
        back.set_metadata("llvm.loop", about(self.module, NO_UNROLL, ("llvm.loop.isvectorized", 1)))
        b.position_at_end(after)
        behind = [[self._phi(v, before) for v in own] for own in starts]
        for phis in (inside, behind):
            for phi, value in _pairs(phis, found):
                phi.add_incoming(value, turn)
        parts = zip(*behind, strict=True)
        pairs = zip(self.body.reductions, parts, strict=True)
        return [values[0] if c.running else self._joined(c, values) for c, values in pairs]

    def _mask(self, position: Any) -> Any:
        """Which elements of a vector are left."""
        kind = ir.IntType(64 if self.widest == 8 else 32)
        left = self.b.sub(self.loop.last, position, flags=("nsw",))
        left = left if kind == I64 else self.b.trunc(left, kind)
        return self.b.icmp_unsigned("<", self._ramp(kind, 1), splat(self.b, left, self.lanes))

    def _phi(self, start: Any, before: Any) -> Any:
        phi = self.b.phi(start.type)
        phi.add_incoming(start, before)
        return phi

    # --- one turn ---

    def _turns(self, b: Any, places: Sequence[Any], totals: Sequence[Sequence[Any]], mask: Any) -> list[list[Any]]:
        """The body for vectors of elements from these on, instruction by instruction; the totals of each after it.

        A processor looks ahead so far only: it finds more to do at once where the vectors take turns.
        """
        reductions = self.body.reductions
        states: list[tuple[dict[int, Any], dict[int, Any]]] = [
            ({id(self.body.position): position}, {id(c.read): t for c, t in zip(reductions, own, strict=True)})
            for position, own in zip(places, totals, strict=True)
        ]
        running = {id(c.written): c for c in reductions if c.running}
        sums = {id(c.written): t for c, t in zip(reductions, totals[0], strict=True)}
        for one in self.moving:
            given = self.body.operands(one)
            for scalars, vectors in states:
                if isinstance(one, op.LoadInstr):
                    place = self._scalar(given[0], scalars)
                    under = self._under(one, mask, scalars, vectors)
                    vectors[id(one)] = self._read(b, one, place, under, self._falls(given[0]))
                elif isinstance(one, op.StoreInstr):
                    value, place = self._vector(b, given[0], scalars, vectors), self._scalar(given[1], scalars)
                    under = self._under(one, mask, scalars, vectors)
                    self._write(b, one, value, place, under, self._falls(given[1]))
                elif id(one) in running:
                    vectors[id(one)] = self._running(b, running[id(one)], scalars, vectors, mask, sums)
                else:
                    values = [self._vector(b, v, scalars, vectors) for v in given]
                    vectors[id(one)] = self._copy(b, one, values, self.lanes)
        found = []
        for state, before in zip(states, totals, strict=True):
            own = []
            for c, total in zip(reductions, before, strict=True):
                value = sums[id(c.written)] if c.running else self._vector(b, c.written, *state)
                own.append(value if c.running or mask is None else b.select(mask, value, total))
            found.append(own)
        return found

    def _running(
        self, b: Any, c: Reduction, scalars: dict[int, Any], vectors: Mapping[int, Any], mask: Any, sums: dict[int, Any]
    ) -> Any:  # fmt: skip
        """The sums up to each element of a vector; ``sums`` has that up to the vector, and takes that behind it.

        In each of log2 steps an element is added to those that stand 1, 2, 4, ... before it (Hillis and Steele, Data
        parallel algorithms, 1986).
        """
        (added,) = (v for v in self.body.operands(c.written) if v is not c.read)
        vector = self._vector(b, added, scalars, vectors)
        none, index = _constant(c.read.type, self.lanes, _IDENTITY[c.operator]), ir.IntType(32)
        vector = vector if mask is None else b.select(mask, vector, none)
        step = 1
        while step < self.lanes:
            places = [self.lanes + k if k < step else k - step for k in range(self.lanes)]
            chosen = ir.Constant(ir.VectorType(index, self.lanes), [index(p) for p in places])
            vector = self._combined(c, vector, b.shuffle_vector(vector, none, chosen))
            step *= 2
        vector = self._combined(c, vector, splat(b, sums[id(c.written)], self.lanes))
        sums[id(c.written)] = b.extract_element(vector, index(self.lanes - 1))
        return vector

    def _under(self, one: Any, mask: Any, scalars: dict[int, Any], vectors: Mapping[int, Any]) -> Any:
        """The elements that are read or written."""
        for test, holds in self.body.when(one):
            own = self._vector(self.b, self.body.value(test), scalars, vectors)
            own = own if holds else self.b.not_(own)
            mask = own if mask is None else self.b.and_(mask, own)
        return mask

    def _scalar(self, one: Any, scalars: dict[int, Any]) -> Any:
        """A value that is the same in all turns, or that of the first element."""
        one = self.body.value(one)
        if id(one) in self.hoisted:
            return self.hoisted[id(one)]
        if id(one) not in self.body.strides:
            return one
        if id(one) not in scalars:
            given = [self._scalar(v, scalars) for v in self.body.operands(one)]
            scalars[id(one)] = self._copy(self.b, one, given)
        return scalars[id(one)]

    def _vector(self, b: Any, one: Any, scalars: dict[int, Any], vectors: Mapping[int, Any]) -> Any:
        """The values of all elements."""
        if id(one) in vectors:
            return vectors[id(one)]
        if id(one) in self.body.strides:
            first = splat(b, self._scalar(one, scalars), self.lanes)
            return b.add(first, self._ramp(one.type, self.body.strides[id(one)]))
        value = self._scalar(one, scalars)
        if isinstance(value, ir.Constant):
            return _constant(value.type, self.lanes, value.get_reference())
        if id(value) not in self.spread:
            self.spread[id(value)] = splat(self.outside, value, self.lanes)
        return self.spread[id(value)]

    def _ramp(self, kind: Any, step: int) -> Any:
        """0, 1, 2, ... times a step."""
        return ir.Constant(ir.VectorType(kind, self.lanes), [kind(k * step) for k in range(self.lanes)])

    def _falls(self, address: Any) -> bool:
        """Whether the elements of a vector lie from an address on backwards."""
        step = self.body.step(address)
        return step is not None and step < 0

    def _backwards(self, b: Any, vector: Any) -> Any:
        """The elements of a vector in reverse."""
        index = ir.IntType(32)
        order = ir.Constant(ir.VectorType(index, self.lanes), [index(k) for k in reversed(range(self.lanes))])
        return b.shuffle_vector(vector, vector, order)

    def _lowest(self, b: Any, place: Any, kind: Any, mask: Any) -> Any:
        """The address of the last element of a vector that lies backwards; of a masked one it may lie outside."""
        return b.gep(place, [I64(1 - self.lanes)], inbounds=mask is None, source_etype=kind)

    def _read(self, b: Any, one: Any, place: Any, mask: Any, falls: bool) -> Any:
        kind, align = ir.VectorType(one.type, self.lanes), one.align or size_of(one.type)
        place = self._lowest(b, place, one.type, mask) if falls else place
        if mask is None:
            vector = b.load(place, align=align, typ=kind)
        else:
            mask = self._backwards(b, mask) if falls else mask
            function = self._masked_access("load", kind, [place.type, ir.IntType(32), mask.type, kind], kind)
            vector = b.call(function, [place, ir.IntType(32)(align), mask, ir.Constant(kind, None)])
        return self._backwards(b, vector) if falls else vector

    def _write(self, b: Any, one: Any, value: Any, place: Any, mask: Any, falls: bool) -> None:
        align = one.align or size_of(value.type.element)
        if falls:
            place, value = self._lowest(b, place, value.type.element, mask), self._backwards(b, value)
        if mask is None:
            b.store(value, place, align=align)
            return
        mask = self._backwards(b, mask) if falls else mask
        function = self._masked_access("store", value.type, [value.type, place.type, ir.IntType(32), mask.type])
        b.call(function, [value, place, ir.IntType(32)(align), mask])

    def _masked_access(self, what: str, kind: Any, given: Sequence[Any], result: Any = None) -> Any:
        return declared(self.module, f"llvm.masked.{what}.v{kind.count}{_suffix(kind.element)}.p0", given, result)

    def _copy(self, b: Any, one: Any, given: Sequence[Any], lanes: int = 0) -> Any:
        """An instruction with other operands, for so many elements."""

        def wide(kind: Any) -> Any:
            return ir.VectorType(kind, lanes) if lanes else kind

        block, made = b.block, None
        if isinstance(one, op.CallInstr):
            return self._call(b, one, given, lanes)
        if isinstance(one, op.CompareInstr):
            made = type(one)(block, one.op, *given, flags=flags_of(one))
        elif isinstance(one, op.SelectInstr):
            made = op.SelectInstr(block, *given, flags=flags_of(one))
        elif isinstance(one, op.CastInstr):
            made = op.CastInstr(block, one.opname, given[0], wide(one.type))
        elif isinstance(one, op.GEPInstr):
            made = op.GEPInstr(block, given[0], given[1:], one.inbounds, "", one.source_etype)
        elif isinstance(one, op.LoadInstr):
            made = op.LoadInstr(block, given[0], typ=one.type)
            made.align = one.align
        else:
            made = op.Instruction(block, wide(one.type), one.opname, list(given), flags=flags_of(one))
        b._insert(made)
        return made

    def _call(self, b: Any, one: Any, given: Sequence[Any], lanes: int) -> Any:
        name, function = one.callee.name, one.callee
        if lanes and name.startswith(PREFIX):
            return vector_call(b, name, given)
        if lanes:
            match = OVERLOADED.fullmatch(name)
            assert match
            kinds = [v.type for v in given]
            function = declared(self.module, f"llvm.{match[1]}.v{lanes}f{match[2]}", kinds, kinds[0])
        return b.call(function, given, fastmath=flags_of(one))

    # --- totals ---

    def _identity(self, c: Reduction, value: Any) -> Any:
        """A vector that leaves a total as it is; a number for one that is no vector."""
        if c.running:
            return _scalar(value.type, "0")
        if c.operator not in _IDENTITY:  # an extreme: a number that takes part anyway
            return splat(self.outside, value, self.lanes)
        return _constant(value.type, self.lanes, _IDENTITY[c.operator])

    def _first(self, vector: Any, value: Any) -> Any:
        return self.b.insert_element(vector, value, ir.IntType(32)(0))

    def _combined(self, c: Reduction, left: Any, right: Any) -> Any:
        if c.operator in _REDUCE or c.operator in CHOSEN:
            name = f"llvm.{c.operator}.v{self.lanes}{_suffix(left.type.element)}"
            function = declared(self.module, name, [left.type] * 2, left.type)
            return self.b.call(function, [left, right], fastmath=c.flags)
        made = op.Instruction(self.b.block, left.type, c.operator, [left, right], flags=c.flags)
        self.b._insert(made)
        return made

    def _joined(self, c: Reduction, parts: Sequence[Any]) -> Any:
        work = list(parts)
        while len(work) > 1:
            work = [self._combined(c, *work[k : k + 2]) for k in range(0, len(work), 2)]
        return work[0]

    def _reduced(self, c: Reduction, vector: Any) -> Any:
        """The total of a vector."""
        element, b = vector.type.element, self.b
        name = f"llvm.vector.reduce.{_REDUCE.get(c.operator, c.operator)}.v{self.lanes}{_suffix(element)}"
        if c.operator in ("fadd", "fmul"):
            function = declared(self.module, name, [element, vector.type], element)
            return b.call(function, [_scalar(element, _IDENTITY[c.operator]), vector], fastmath=c.flags)
        return b.call(declared(self.module, name, [vector.type], element), [vector], fastmath=c.flags)


def _pairs(left: Sequence[Sequence[Any]], right: Sequence[Sequence[Any]]) -> list[tuple[Any, Any]]:
    return [pair for a, b in zip(left, right, strict=True) for pair in zip(a, b, strict=True)]


def _suffix(kind: Any) -> str:
    """How intrinsics name a type."""
    return f"i{kind.width}" if isinstance(kind, ir.IntType) else f"f{8 * size_of(kind)}"


def _scalar(kind: Any, text: str) -> Any:
    return ir.Constant(kind, float(text) if isinstance(kind, (ir.FloatType, ir.DoubleType)) else int(text))


def _constant(kind: Any, lanes: int, text: str) -> Any:
    """A number in all elements."""
    return Written(ir.VectorType(kind, lanes), f"splat ({kind} {text})")


class Written(ir.Constant):  # type: ignore[misc]
    """A constant as LLVM writes it."""

    def __init__(self, kind: Any, text: str) -> None:
        self.type, self.constant = kind, text

    def _get_reference(self) -> str:
        return str(self.constant)
