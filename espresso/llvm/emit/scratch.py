"""Per-thread scratch areas: packed blocks, padded planes, rows of kernels.

Behind the arena of a call lie ``count`` areas of ``stride`` bytes (``runtime.cpu.native_calls`` decides both
from the lengths and the number of threads, so neither is part of the code).  A slice takes a free one and
gives it back; where more threads run than there are areas, it waits for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.kinds import I8, I64, POINTER, internal, shared
from espresso.llvm.emit.tiles import HEAD, LINE


class ScratchAreas:
    """The areas of a program, and what its steps need to take and give them back."""

    def __init__(self, writer: Any) -> None:
        self.writer, self.module = writer, writer.module
        self.used = False
        """Whether any step of the module takes a area, or hands them on to what does."""

    def head(self, b: Any, addresses: Any, numbers: Any) -> Any:
        """Where the areas of a call begin."""
        self.used = True
        offset = self.writer._read(b, numbers, "areas_at")
        return b.gep(self.writer._scratch(b, addresses), [offset], inbounds=True, source_etype=I8)

    def prepare(self, b: Any, addresses: Any, numbers: Any) -> None:
        """Before the steps of a call: all areas are free, whatever the memory holds."""
        if not self.used:
            return
        count, step = (self.writer._read(b, numbers, n) for n in ("areas", "area_stride"))
        b.call(free_areas(self.module), [self.head(b, addresses, numbers), count, step])

    @contextmanager
    def area(self, b: Any, addresses: Any, numbers: Any) -> Iterator[Any]:
        """The address of a area for what is written inside; null where this call has none."""
        count = self.writer._read(b, numbers, "areas")
        some = b.icmp_signed("!=", count, I64(0))
        before = b.block
        with b.if_then(some):
            taken = b.call(take_area(self.module), [self.head(b, addresses, numbers)])
            inside = b.block
        area = b.phi(POINTER)
        area.add_incoming(POINTER(None), before)
        area.add_incoming(taken, inside)
        yield area
        with b.if_then(some):
            self.give(b, area)

    @staticmethod
    def give(b: Any, area: Any) -> None:
        """Mark a area as free."""
        b.atomic_rmw("xchg", b.gep(area, [I64(-LINE)], inbounds=True, source_etype=I8), I64(0), "release")


def free_areas(module: Any) -> Any:
    """``free_areas(head, count, stride)``: nobody has any of these areas."""
    return shared(module, "free_areas", [POINTER, I64, I64], _write_free)


def _write_free(module: Any, name: str) -> Any:
    function, b = internal(module, name, [POINTER, I64, I64], "nounwind", "noinline")
    head, count, step = function.args
    with b.if_then(b.icmp_signed("!=", count, I64(0))):
        b.store(count, head)
        b.store(step, b.gep(head, [I64(1)], inbounds=True, source_etype=I64))
        first = b.gep(head, [I64(HEAD)], inbounds=True, source_etype=I8)
        with Counted(b, I64(0), count, 1, short=True) as k:
            b.store(I64(0), b.gep(first, [b.mul(k, step)], inbounds=True, source_etype=I8))
    b.ret_void()
    return function


def take_area(module: Any) -> Any:
    """``take_area(head)`` looks for a free area until there is one, and marks it."""
    return shared(module, "take_area", [POINTER], _write_take, POINTER)


def _write_take(module: Any, name: str) -> Any:
    function, b = internal(module, name, [POINTER], "nounwind", "noinline", result=POINTER)
    (head,) = function.args
    look, following, found = (function.append_basic_block(n) for n in ("look", "next", "found"))
    count = b.load(head, typ=I64)
    step = b.load(b.gep(head, [I64(1)], inbounds=True, source_etype=I64), typ=I64)
    first = b.gep(head, [I64(HEAD)], inbounds=True, source_etype=I8)
    b.branch(look)
    b.position_at_end(look)
    k = b.phi(I64)
    k.add_incoming(I64(0), function.entry_basic_block)
    area = b.gep(first, [b.mul(k, step)], inbounds=True, source_etype=I8)
    pair = b.cmpxchg(area, I64(0), I64(1), "acquire", "monotonic")
    b.cbranch(b.extract_value(pair, 1), found, following)
    b.position_at_end(following)
    more = b.add(k, I64(1))
    k.add_incoming(b.select(b.icmp_signed("<", more, count), more, I64(0)), following)
    b.branch(look)
    b.position_at_end(found)
    b.ret(b.gep(area, [I64(LINE)], inbounds=True, source_etype=I8))
    return function
