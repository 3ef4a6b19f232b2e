"""Native text: functions over addresses and numbers in the small Python of `emit.translate`, as a module of LLVM.

A value is a number; addresses are whole numbers.  Memory is read and written by `NATIVES`, functions of the C library
are called by their names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.gemm import Pointer
from espresso.llvm.emit.kinds import I1, I64, POINTER, Value, convert, declared, ir_type
from espresso.llvm.emit.translate import Scope, Translator

I32 = ir.IntType(32)
VOID = ir.VoidType()

SHORT = 40
"""Instructions of a function that is copied to wherever it is called."""

Native = Callable[[Translator, Sequence[Value]], Any]
"""Writes a call in line: a value of LLVM, a truth value, a number of another kind, or None."""


def place(t: Translator, address: Value, k: Value, kind: Any = I64) -> Any:
    """The address of element k of a table."""
    return t.b.gep(t.b.inttoptr(address.ir, POINTER), [k.ir], inbounds=True, source_etype=kind)


def called(t: Translator, function: Any, result: Any, arguments: Sequence[Value]) -> Any:
    """A call with whole numbers; of 32 bits of a result the sign is kept."""
    kind = ir.FunctionType(result, [I64] * len(arguments))
    made = t.b.call(Pointer(function, kind), [a.ir for a in arguments])
    return t.b.sext(made, I64) if result == I32 else None if result == VOID else made


def at_address(result: Any) -> Native:
    """Calls of the function at the address that is the first argument."""
    return lambda t, given: called(t, t.b.inttoptr(given[0].ir, POINTER), result, given[1:])


def of_library(name: str, result: Any) -> Native:
    """Calls of a function of the C library, or of an intrinsic of LLVM."""

    def write(t: Translator, given: Sequence[Value]) -> Any:
        return called(t, declared(t.scope.module, name, [I64] * len(given), result), result, given)

    return write


def _room(t: Translator, given: Sequence[Value]) -> Any:
    """Memory of this call for so many words."""
    size = given[0].ir
    b = ir.IRBuilder(t.entry) if isinstance(size, ir.Constant) else t.b
    return t.b.ptrtoint(b.alloca(I64, size=size), I64)


def _half(t: Translator, given: Sequence[Value]) -> Any:
    return t.b.zext(t.b.load(place(t, given[0], given[1], I32), typ=I32), I64)


def _put(t: Translator, given: Sequence[Value]) -> None:
    address, k, value = given
    t.b.store(value.ir, place(t, address, k, value.ir.type))


def _put_half(t: Translator, given: Sequence[Value]) -> None:
    t.b.store(t.b.trunc(given[2].ir, I32), place(t, given[0], given[1], I32))


def _exchange(t: Translator, given: Sequence[Value]) -> Any:
    return t.b.atomic_rmw("xchg", t.b.inttoptr(given[0].ir, POINTER), given[1].ir, "seq_cst")


NATIVES: dict[str, Native] = {
    "word": lambda t, given: t.b.load(place(t, given[0], given[1]), typ=I64),
    "half": _half,  # 32 bits
    "put": _put,
    "room": _room,
    "put_half": _put_half,
    "exchange": _exchange,
    "call_at": at_address(VOID),
    "ask_at": at_address(I64),
    "test_at": at_address(I1),
}
"""What each text may call: memory, and functions at addresses; ``exchange`` is atomic."""


class NativeText(Scope):
    """The functions of a text; ``natives`` are what else it may call, ``rare`` those that LLVM leaves as written."""

    def __init__(
        self, source: str, constants: Mapping[str, int], natives: Mapping[str, Native], rare: Collection[str] = ()
    ) -> None:  # fmt: skip
        super().__init__(source, constants)
        self.rare = rare
        self.natives = {**NATIVES, **natives}
        self.outside |= {*self.natives}

    def call(self, caller: Translator, name: str, arguments: Sequence[Any]) -> Value:
        """A native function in line, or a call of a function of the text."""
        given = [convert(caller.b, a, "int64") if a.kind == "bool" else a for a in arguments]
        if name not in self.natives:
            return super().call(caller, name, given)
        found = self.natives[name](caller, given)
        if isinstance(found, Value):
            return found
        found = I64(0) if found is None else found
        return Value("bool" if found.type == I1 else "int64" if found.type == I64 else "float64", found)

    def attributes(self, name: str) -> Sequence[str]:
        """What LLVM is told of a function of the text."""
        way = ("noinline", "optnone") if name in self.rare else ("optsize",)
        return "nounwind", *way, "noimplicitfloat"

    def function(self, name: str, kinds: tuple[str, ...] | None = None) -> tuple[Any, str]:
        """A function of the text, not made larger for speed, and the kind of its result."""
        made = self.definitions[name]
        names = [a.arg for a in made.tree.args.args]
        kinds = ("int64",) * len(names) if kinds is None else kinds
        if (name, kinds) in self._made:
            return self._made[name, kinds]

        def fill(translator: Translator) -> None:
            for n, kind, value in zip(names, kinds, translator.function.args, strict=True):
                translator.give(n, Value(kind, value))

        function, found = self.write(".".join([name, *kinds]), made, [ir_type(k) for k in kinds], fill)
        for attribute in self.attributes(name):
            function.attributes.add(attribute)
        self._made[name, kinds] = function, found["return"]
        return self._made[name, kinds]

    def _helper(self, name: str, kinds: tuple[str, ...]) -> tuple[Any, str]:
        return self.function(name, kinds)

    def text(self, exported: Sequence[str]) -> str:
        """The LLVM text of `exporting`; what is short or called once is put in line, whatever passes there are."""
        functions = [f for f in self.exporting(exported).functions if f.blocks]
        called = Counter(
            i.callee for f in functions for block in f.blocks for i in block.instructions if i.opname == "call"
        )
        for f in functions:
            short = sum(len(block.instructions) for block in f.blocks) <= SHORT
            if f.linkage == "internal" and "noinline" not in f.attributes and (called[f] == 1 or short):
                f.attributes.add("alwaysinline")
        return str(self.module)

    def exporting(self, exported: Sequence[str]) -> ir.Module:
        """The module, with these functions to be called from outside."""
        for name in exported:
            inner, _ = self.function(name)
            outer = ir.Function(self.module, inner.function_type, name)
            outer.attributes.add("nounwind")
            b = ir.IRBuilder(outer.append_basic_block("entry"))
            b.ret(b.call(inner, outer.args))
        return self.module
