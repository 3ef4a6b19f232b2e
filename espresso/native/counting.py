"""Counted loops in LLVM."""

from __future__ import annotations

from typing import Any

from .kinds import I64


class Counted:
    """``for position in range(first, last, step)`` with a constant step, as a context."""

    def __init__(self, b: Any, first: Any, last: Any, step: int) -> None:
        self.b, self.first, self.last, self.step = b, first, last, step

    def __enter__(self) -> Any:
        b, before = self.b, self.b.block
        self.head, self.body, self.end = (b.append_basic_block(n) for n in ("loop", "body", "done"))
        b.branch(self.head)
        b.position_at_end(self.head)
        self.position = b.phi(I64)
        self.position.add_incoming(self.first, before)
        test = b.icmp_signed("<" if self.step > 0 else ">", self.position, self.last)
        b.cbranch(test, self.body, self.end)
        b.position_at_end(self.body)
        return self.position

    def __exit__(self, *_: object) -> None:
        b = self.b
        if not b.block.is_terminated:
            following = b.add(self.position, I64(self.step), flags=("nsw",))
            self.position.add_incoming(following, b.block)
            b.branch(self.head)
        b.position_at_end(self.end)
