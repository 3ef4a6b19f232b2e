"""Epilogues of convolutions: channel scale and bias, activation, applied to cached tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.kernels.convolution.record import SIMPLE
from espresso.llvm.emit.counted_loops import Counted, cases
from espresso.llvm.emit.kinds import I64, POINTER


class Epilogue:
    """Writes the function for the vectors and dtype of a set of functions."""

    def __init__(self, functions: Any) -> None:
        self.f = functions

    def write(self, b: Any, args: Sequence[Any]) -> None:
        """``place[q] = f((place[q] + bias)*scale + shift)`` for so many sums; f by its number.

        What is not given, address 0, changes nothing.
        """
        place, count, bias, scale, shift, which = args
        start = b.inttoptr(place, POINTER)
        first, factor, then = (self.given(b, a, n) for a, n in ((bias, -0.0), (scale, 1.0), (shift, -0.0)))

        v = self.f.on(b)
        for code in cases(b, which, range(len(SIMPLE) + 1), 0):
            with Counted(b, I64(0), count, v.lanes) as q:
                mask, here = v.first(b.sub(count, q)), v.at(start, q)
                z = b.fadd(b.fmul(b.fadd(v.load(here, mask), first), factor), then)
                v.store(self.applied(b, SIMPLE[code - 1], z) if code else z, here, mask)

    def given(self, b: Any, address: Any, otherwise: float) -> Any:
        """The number at an address in all lanes; another one where the address is 0."""
        place = b.alloca(self.f.vector)
        b.store(ir.Constant(self.f.vector, [otherwise] * self.f.tile.lanes), place)
        with b.if_then(b.icmp_signed("!=", address, I64(0))):
            b.store(self.f.on(b).splat(b.load(b.inttoptr(address, POINTER), typ=self.f.real)), place)
        return b.load(place, typ=self.f.vector)

    def applied(self, b: Any, name: str, z: Any) -> Any:
        """The function of an epilogue; NaN stays NaN."""

        def number(value: float) -> Any:
            return ir.Constant(self.f.vector, [value] * self.f.tile.lanes)

        def within(v: Any, high: float | None) -> Any:
            v = b.select(b.fcmp_ordered("<", v, number(0.0)), number(0.0), v)
            return v if high is None else b.select(b.fcmp_ordered(">", v, number(high)), number(high), v)

        if name == "hardswish":
            return b.fdiv(b.fmul(z, within(b.fadd(z, number(3.0)), 6.0)), number(6.0))
        return within(z, 6.0 if name == "relu6" else None)
