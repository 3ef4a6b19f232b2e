"""Counted loops and choices by a number in LLVM."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.kinds import I64

NO_UNROLL = ("llvm.loop.unroll.disable",)


class Counted:
    """``for position in range(first, last, step)`` as a context, a step that is a value above 0; ``short`` ones stay.

    A loop of a few turns that LLVM unrolls or computes in vectors takes longer to compile than it ever saves.
    May be set before the end: ``abreast``, vectors of elements that are computed beside each other; ``few``, that
    little code is worth more than speed; ``unrolled``, that vectors come first, and then a copy of the body for each
    turn.
    """

    abreast = 0
    few = unrolled = False

    def __init__(self, b: Any, first: Any, last: Any, step: Any, short: bool = False) -> None:
        self.b, self.first, self.last, self.step, self.short = b, first, last, step, short
        self.falls, self.onward = isinstance(step, int) and step < 0, I64(step) if isinstance(step, int) else step

    def __enter__(self) -> Any:
        b, before = self.b, self.b.block
        self.head, self.body, self.end = (b.append_basic_block(n) for n in ("loop", "body", "done"))
        self.entered = b.branch(self.head)
        b.position_at_end(self.head)
        self.position = b.phi(I64)
        self.position.add_incoming(self.first, before)
        test = b.icmp_signed(">" if self.falls else "<", self.position, self.last)
        b.cbranch(test, self.body, self.end)
        b.position_at_end(self.body)
        return self.position

    def __exit__(self, *_: object) -> None:
        b = self.b
        if not b.block.is_terminated:
            following = b.add(self.position, self.onward, flags=("nsw",))
            self.position.add_incoming(following, b.block)
            back = b.branch(self.head)
            facts: list[tuple[Any, ...]] = []
            if self.short:
                facts = [NO_UNROLL, ("llvm.loop.vectorize.width", 1)]
            elif self.few:  # functions are too dear to run one by one wherever there are more turns than that
                facts = [NO_UNROLL, (f"llvm.loop.{'interleave.count' if self.abreast else 'vectorize.width'}", 1)]
            elif self.unrolled:
                done = ("llvm.loop.isvectorized", 1)
                facts = [NO_UNROLL, *((f"llvm.loop.vectorize.followup_{n}", done) for n in ("vectorized", "epilogue"))]
            elif self.abreast:
                facts = [("llvm.loop.interleave.count", self.abreast)]
            if facts:
                back.set_metadata("llvm.loop", about(b.module, *facts))
        b.position_at_end(self.end)


class Blocks(Counted):
    """The same for blocks of ``step`` positions: where each begins and ends."""

    def __enter__(self) -> tuple[Any, Any]:
        first = super().__enter__()
        return first, least(self.b, self.b.add(first, self.onward), self.last)


def least(b: Any, x: Any, y: Any) -> Any:
    """The smaller one of two whole numbers."""
    y = I64(y) if isinstance(y, int) else y
    return b.select(b.icmp_signed("<", x, y), x, y)


def most(b: Any, x: Any, y: Any) -> Any:
    """The larger one of two whole numbers."""
    y = I64(y) if isinstance(y, int) else y
    return b.select(b.icmp_signed("<", x, y), y, x)


def cases(b: Any, value: Any, keys: Sequence[int], otherwise: int | None = None) -> Iterator[int]:
    """The values that a number may have, one by one: what is written meanwhile runs where it has this one.

    Other values are taken for ``otherwise``, or nothing runs.
    """
    end = b.append_basic_block("chosen")
    blocks = {key: b.append_basic_block(f"case_{key}") for key in keys}
    switch = b.switch(value, end if otherwise is None else blocks[otherwise])
    for key, block in blocks.items():
        if key != otherwise:
            switch.add_case(I64(key), block)
        b.position_at_end(block)
        yield key
        b.branch(end)
    b.position_at_end(end)


def no_unroll_metadata(module: Any) -> Any:
    """What a branch back says of a loop that is neither unrolled nor computed in vectors."""
    return about(module, NO_UNROLL, ("llvm.loop.vectorize.width", 1))


def about(module: Any, *facts: tuple[Any, ...]) -> Any:
    """What a branch back says of its loop."""

    def operand(fact: Any) -> Any:
        if isinstance(fact, tuple):
            return module.add_metadata([operand(f) for f in fact])
        return ir.Constant(ir.IntType(32), fact) if isinstance(fact, int) else ir.MetaDataString(module, fact)

    node = module.add_metadata([module.add_metadata([operand(f) for f in fact]) for fact in facts])
    if node.operands[0] is not node:
        node.operands = (node, *node.operands)  # LLVM knows a loop's by their first member, themselves
    return node
