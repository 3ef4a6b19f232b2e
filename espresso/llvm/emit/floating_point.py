"""The floating-point environment of a program: rounding and traps set to default, whatever the caller has.

Results depend on the arrays alone: rounding is to nearest, denormal numbers are numbers, and no exception traps. What
rounds elsewhere, or takes denormal numbers for zero, changes the last bits of sums, and functions such as exp, whose
reductions and tables are made for rounding to nearest, lose up to 2e-11. An entry looks at the caller's settings (some
nanoseconds). Where they are others it calls itself with the default ones and gives the caller's back. Workers have
the default from their start.

So it is on x86-64 (MXCSR) and 64-bit ARM (FPCR). Elsewhere programs compute in the environment of their caller.
"""

from __future__ import annotations

import platform
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.kinds import I64, POINTER, declared

DEFAULT = 0x1F80
"""MXCSR: to nearest, all exceptions masked."""

CONTROL = 0xFFC0
"""Its bits without those of exceptions that occurred."""

I32 = ir.IntType(32)


def in_default(function: Any, b: Any) -> None:
    """At the beginning of a function: call it again in the default environment, where this one is another."""
    machine = platform.machine().lower()
    if machine not in ("x86_64", "amd64", "arm64", "aarch64"):
        return
    kind = _Mxcsr if machine in ("x86_64", "amd64") else _Fpcr
    settings = kind(function.module, b)
    again, body = b.append_basic_block("again"), b.append_basic_block("body")
    b.cbranch(settings.default(), body, again)
    b.position_at_end(again)
    settings.set(None)
    b.call(function, function.args)
    settings.set(settings.found)
    b.ret_void()
    b.position_at_end(body)


class _Mxcsr:
    """The settings of x86-64, which go through memory."""

    def __init__(self, module: Any, b: Any) -> None:
        self.module, self.b = module, b
        self.place = b.alloca(I32)
        b.call(self._intrinsic("st"), [self.place])
        self.found = b.load(self.place, typ=I32)

    def _intrinsic(self, way: str) -> Any:
        return declared(self.module, f"llvm.x86.sse.{way}mxcsr", [POINTER])

    def default(self) -> Any:
        """Whether these are the default settings."""
        return self.b.icmp_unsigned("==", self.b.and_(self.found, I32(CONTROL)), I32(DEFAULT))

    def set(self, value: Any) -> None:
        """Other settings; None: the default ones."""
        self.b.store(I32(DEFAULT) if value is None else value, self.place)
        self.b.call(self._intrinsic("ld"), [self.place])


class _Fpcr:
    """The settings of 64-bit ARM, all 0 by default.

    By intrinsics: LLVM translates inline assembly by the parser of an assembler, which nothing has initialised.
    """

    def __init__(self, module: Any, b: Any) -> None:
        self.module, self.b = module, b
        self.found = b.call(declared(module, "llvm.aarch64.get.fpcr", [], I64), [])

    def default(self) -> Any:
        """Whether these are the default settings."""
        return self.b.icmp_unsigned("==", self.found, I64(0))

    def set(self, value: Any) -> None:
        """Other settings; None: the default ones."""
        self.b.call(declared(self.module, "llvm.aarch64.set.fpcr", [I64]), [I64(0) if value is None else value])
