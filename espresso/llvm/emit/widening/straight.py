"""A body with conditions as straight-line code: both sides are computed, and what they read is read under a condition.

That it may not be there is why the text has a condition at all.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import llvmlite.ir as ir
import llvmlite.ir.instructions as op

When = tuple[tuple[Any, bool], ...]
"""Conditions that all hold where something is computed: truth values, and which of the two."""


class NotStraight(Exception):
    """The loop cannot be widened here; LLVM may find a way."""


class OneByOne(NotStraight):
    """Nothing computes several elements of such a loop at once."""


class Straight:
    """The instructions of a body in order.

    ``replaced`` has what stands for a result of a branch or of a helper, ``when`` the conditions of reads and writes.
    """

    def __init__(self, body: Any, head: Any) -> None:
        self.head = head
        self.replaced: dict[int, Any] = {}
        self.when: dict[int, When] = {}
        self.blocks: list[Any] = []
        self._order(body, set())
        self.blocks.reverse()
        self.instructions = list(self._joined())

    def _order(self, block: Any, seen: set[int]) -> None:
        """Blocks from the last to the first: each before those from which it is reached."""
        seen.add(id(block))
        for following in reversed(following_blocks(block)):
            if following is not self.head and id(following) not in seen:
                self._order(following, seen)
        self.blocks.append(block)

    def _joined(self) -> Iterator[Any]:
        ways: dict[int, list[tuple[Any, When]]] = {id(self.blocks[0]): [(None, ())]}
        for block in self.blocks:
            found = ways[id(block)]
            if any(b not in self.blocks for b, _ in found if b is not None):
                raise NotStraight("a loop inside")
            here = found[0][1] if len(found) == 1 else _met(found)
            *body, end = block.instructions
            for one in body:
                if isinstance(one, op.PhiInstr):
                    yield self._chosen(one, found)
                else:
                    yield from self._in_line([one], here)
            self._go_on(block, end, here, ways)

    def _go_on(self, block: Any, end: Any, here: When, ways: dict[int, list[tuple[Any, When]]]) -> None:
        """Where a block leads to, and when."""
        if not isinstance(end, op.Terminator) or end.opname not in ("br",):
            raise NotStraight(end.opname)
        if len(end.operands) == 1:
            ways.setdefault(id(end.operands[0]), []).append((block, here))
            return
        test, *sides = end.operands
        for side, holds in zip(sides, (True, False), strict=True):
            ways.setdefault(id(side), []).append((block, (*here, (test, holds))))

    def _chosen(self, phi: Any, ways: Sequence[tuple[Any, When]]) -> Any:
        """The choice between the values of two ways."""
        values = {id(block): value for value, block in phi.incomings}
        if len(ways) != 2 or set(values) != {id(block) for block, _ in ways}:
            raise NotStraight("several ways to meet")
        test, holds = ways[0][1][-1]
        first, second = (values[id(block)] for block, _ in ways)
        made = op.SelectInstr(phi.parent, test, *((first, second) if holds else (second, first)))
        self.replaced[id(phi)] = made
        return made

    def _in_line(self, instructions: Iterable[Any], when: When, helper: bool = False) -> Iterator[Any]:
        """The instructions, with those of helpers in the place of calls of them."""
        for one in instructions:
            if isinstance(one, (op.LoadInstr, op.StoreInstr)):
                always = is_place(one.operands[-1]) and (helper or isinstance(one, op.LoadInstr))
                if when and not always:  # variables of a helper are its own
                    self.when[id(one)] = when
            blocks = one.callee.blocks if isinstance(one, op.CallInstr) else ()
            if not blocks or "alwaysinline" not in one.callee.attributes:
                yield one
                continue
            *inner, end = [i for block in blocks for i in block.instructions if not isinstance(i, op.AllocaInstr)]
            if len(blocks) > 2 or end.opname != "ret":
                raise NotStraight(one.callee.name)
            stand = {id(a): v for a, v in zip(one.callee.args, one.operands[1:], strict=True)}
            for i in inner:
                if i.opname != "br":
                    stand[id(i)] = made = copy.copy(i)
                    made.operands = [stand.get(id(v), v) for v in i.operands]
                    yield from self._in_line([made], when, True)
            self.replaced[id(one)] = stand.get(id(end.operands[0]), end.operands[0])


def is_place(value: Any) -> bool:
    """Whether a pointer is that of a variable."""
    return isinstance(value, op.AllocaInstr) and not isinstance(value.allocated_type, (ir.ArrayType, ir.PointerType))


def following_blocks(block: Any) -> list[Any]:
    """The blocks to which one leads."""
    end = block.terminator
    return [o for o in end.operands if hasattr(o, "instructions")] if end is not None else []


def _met(ways: Sequence[tuple[Any, When]]) -> When:
    """When a block is reached on two ways that part at one condition: as before it."""
    if len(ways) == 2:
        (_, first), (_, second) = ways
        if first and second and first[:-1] == second[:-1] and first[-1][0] is second[-1][0]:
            if first[-1][1] != second[-1][1]:
                return first[:-1]
    raise NotStraight("several ways to meet")
