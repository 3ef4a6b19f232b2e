"""Bias and activation of a convolution, applied to a block of the result while it is in a cache.

Functions that are a few comparisons are written on vectors here; others are the texts that kernels have
(``@_inline``), one sum after the other, and LLVM makes vectors of them.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import llvmlite.ir as ir

from .counting import Counted
from .intrinsics import inline_functions, write
from .kinds import I64, POINTER, Value

I32 = ir.IntType(32)

SIMPLE = ("bias", "relu", "relu6", "hardswish")
EPILOGUES = (*SIMPLE, "sigmoid", "tanh", "silu", "gelu")
"""What a tile of the result may be finished with, in the order of their numbers; 0 is nothing."""


class Finisher:
    """Writes the function for the vectors and dtype of a set of functions."""

    def __init__(self, functions: Any) -> None:
        self.f = functions

    def write(self, b: Any, args: Sequence[Any]) -> None:
        """``place[q] = f(place[q] + bias)`` for so many sums that are still in a cache; f is one of ``EPILOGUES``."""
        place, count, bias, which = args
        none, end = (b.function.append_basic_block(n) for n in ("none", "end"))
        given = b.alloca(self.f.vector)
        b.store(ir.Constant(self.f.vector, [-0.0] * self.f.tile.lanes), given)
        with b.if_then(b.icmp_signed("!=", bias, I64(0))):
            b.store(self.f.splat(b, b.load(b.inttoptr(bias, POINTER), typ=self.f.real), self.f.vector), given)
        shift, start = b.load(given, typ=self.f.vector), b.inttoptr(place, POINTER)
        switch = b.switch(which, none)
        for code, name in enumerate(EPILOGUES, 1):
            if name not in (*SIMPLE, *self.f.helpers):
                continue
            switch.add_case(I64(code), b.function.append_basic_block(name))
            b.position_at_end(switch.cases[-1][1])
            if name in self.f.helpers:
                self.by_helper(b, start, count, shift, *self.f.helpers[name])
                b.branch(end)
                continue
            with Counted(b, I64(0), count, self.f.tile.lanes) as q:
                mask = self.f.first(b, b.sub(count, q))
                here = b.gep(start, [q], inbounds=True, source_etype=self.f.real)
                self.f.store(b, self.applied(b, name, b.fadd(self.f.load(b, here, mask), shift)), here, mask)
            b.branch(end)
        b.position_at_end(none)
        b.branch(end)
        b.position_at_end(end)

    def by_helper(self, b: Any, start: Any, count: Any, shift: Any, name: str, helper: str) -> None:
        """The function of a text for each sum; LLVM makes vectors of it as it does in kernels."""
        functions = inline_functions(ast.parse(helper))
        bias = b.extract_element(shift, I32(0))
        with Counted(b, I64(0), count, 1) as q:
            place = b.gep(start, [q], inbounds=True, source_etype=self.f.real)
            z = Value(self.f.dtype, b.fadd(b.load(place, typ=self.f.real), bias))
            b.store(write(functions, name, b, [z]).ir, place)

    def applied(self, b: Any, name: str, z: Any) -> Any:
        """The function of an epilogue; NaN stays NaN."""

        def number(value: float) -> Any:
            return ir.Constant(self.f.vector, [value] * self.f.tile.lanes)

        def within(v: Any, high: float | None) -> Any:
            v = b.select(b.fcmp_ordered("<", v, number(0.0)), number(0.0), v)
            return v if high is None else b.select(b.fcmp_ordered(">", v, number(high)), number(high), v)

        if name == "hardswish":
            return b.fdiv(b.fmul(z, within(b.fadd(z, number(3.0)), 6.0)), number(6.0))
        return z if name == "bias" else within(z, 6.0 if name == "relu6" else None)
