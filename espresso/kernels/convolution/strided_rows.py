"""Rows of which every step-th element is copied: by shuffles of whole vectors for small steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.kinds import I1, I64, POINTER
from espresso.llvm.emit.vectors import I32

STEPS = (2, 3, 4)
"""Steps by shuffles; each takes as many loads, or stores, for a vector as it has elements from one to the next."""

MASKED_STORES = 64
"""Bytes of vectors whose stores under a mask are one short instruction: those of AVX-512."""

Shuffle = Callable[[int, Any, Any, Any], None]
"""Writes code for a vector of elements with so large a step, from one on.  ``within(j)`` is the mask of the j-th vector
on the side of the step and ``few`` that on the other side, None where they are full."""


class StridedRows:
    """The functions, written as `functions.Functions` does; arguments are target, source, count and step."""

    def __init__(self, functions: Any) -> None:
        self.functions, self.lanes = functions, functions.tile.lanes

    def pick(self, b: Any, args: Sequence[Any]) -> None:
        """``target[i] = source[i*step]``."""
        v, (to, start), lanes = self.functions.on(b), (b.inttoptr(a, POINTER) for a in args[:2]), self.lanes

        def vector(step: int, k: Any, within: Callable[[int], Any], few: Any) -> None:
            found = None
            for j in range(step):
                row = v.load(v.at(start, b.add(b.mul(k, I64(step)), I64(j * lanes))), within(j))
                places = [lanes + i * step % lanes if i * step // lanes == j else i for i in range(lanes)]
                found = b.shuffle_vector(row if found is None else found, row, _words(places))
            v.store(found, v.at(to, k), few)

        def one(k: Any, at: Any) -> None:
            b.store(b.load(v.at(start, at), typ=v.real), v.at(to, k))

        self._row(b, args[2], args[3], STEPS, vector, one)

    def spread(self, b: Any, args: Sequence[Any]) -> None:
        """``target[i*step] = source[i]``; what lies between is not touched, others may write it meanwhile."""
        v, (to, start), lanes = self.functions.on(b), (b.inttoptr(a, POINTER) for a in args[:2]), self.lanes

        def vector(step: int, k: Any, within: Callable[[int], Any], few: Any) -> None:
            row = v.load(v.at(start, k), few)
            for j in range(step):
                places = range(j * lanes, (j + 1) * lanes)
                mask, more = ir.Constant(ir.VectorType(I1, lanes), [p % step == 0 for p in places]), within(j)
                value = b.shuffle_vector(row, row, _words([p // step for p in places]))
                at = v.at(to, b.add(b.mul(k, I64(step)), I64(j * lanes)))
                v.store(value, at, mask if more is None else b.and_(mask, more))

        def one(k: Any, at: Any) -> None:
            b.store(b.load(v.at(start, k), typ=v.real), v.at(to, at))

        self._row(b, args[2], args[3], STEPS if lanes * v.size == MASKED_STORES else (), vector, one)

    def _row(
        self, b: Any, count: Any, step: Any, steps: Sequence[int], vector: Shuffle, one: Callable[[Any, Any], None]
    ) -> None:
        """A row by vectors where the step is one of these, else one element after the other."""
        lanes, v, left = self.lanes, self.functions.on(b), b.icmp_signed(">", count, I64(0))
        for known in steps:
            with b.if_then(b.and_(left, b.icmp_signed("==", step, I64(known)))):
                # the last vector under masks even if it is full: memory may end behind the last element
                whole = b.mul(b.sdiv(b.sub(count, I64(1)), I64(lanes)), I64(lanes))
                with Counted(b, I64(0), whole, lanes) as k:
                    vector(known, k, lambda j: None, None)
                rest = b.sub(count, whole)
                reach = b.add(b.mul(b.sub(rest, I64(1)), I64(known)), I64(1))
                vector(known, whole, lambda j, reach=reach: v.first(b.sub(reach, I64(j * lanes))), v.first(rest))
        large = b.icmp_signed(">", step, I64(max(steps, default=0)))
        with b.if_then(b.or_(large, b.icmp_signed("<", step, I64(2)))), Counted(b, I64(0), count, 1) as k:
            one(k, b.mul(k, step))


def _words(places: Sequence[int]) -> Any:
    return ir.Constant(ir.VectorType(I32, len(places)), list(places))
