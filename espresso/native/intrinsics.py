"""Intrinsics of the generated text: functions that write LLVM instructions themselves.

They are numba intrinsics in the text; here their writers are called with stand-ins for the
few things that they take from numba.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import llvmlite.ir as ir

from .kinds import FLOATS, PARTS, WIDTHS, Untranslatable, Value, ir_type


class _Type(str):
    """A kind as intrinsics see it: comparable with ``types.float32``, callable to make a signature."""

    __slots__ = ()

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        return (self, *arguments)


TYPES = {name: _Type(name) for name in (*WIDTHS, *FLOATS, *PARTS)}


class _Builder:
    """The builder, with the fast-math flags of the function on floating-point operations."""

    def __init__(self, builder: Any, flags: tuple[str, ...]) -> None:
        self._builder, self._flags = builder, flags

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._builder, name)
        if name in ("fadd", "fsub", "fmul", "fdiv"):
            return lambda x, y, **kw: method(x, y, **{"flags": self._flags, **kw})
        return method


class Intrinsic:
    """One intrinsic of the module."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        plain = ast.FunctionDef(tree.name, tree.args, tree.body, [], None)
        module = ast.fix_missing_locations(ast.Module([plain], []))
        scope: dict[str, Any] = {"ir": ir, "types": SimpleNamespace(**TYPES)}
        exec(compile(module, f"<{tree.name}>", "exec"), scope)
        self.name, self._function = tree.name, scope[tree.name]

    def write(self, builder: Any, flags: tuple[str, ...], arguments: Sequence[Any]) -> Value:
        """The instructions for these arguments."""
        kinds = [tuple(v.kind for v in a) if isinstance(a, tuple) else TYPES[a.kind] for a in arguments]
        signature, code = self._function(None, *kinds)
        values = [_aggregate(builder, a) if isinstance(a, tuple) else a.ir for a in arguments]
        kind = signature[0]
        if kind not in TYPES:
            raise Untranslatable(f"result of {self.name}")
        return Value(str(kind), code(None, _Builder(builder, flags), signature, values))


def _aggregate(builder: Any, values: Sequence[Value]) -> Any:
    """A tuple of numbers as one LLVM value."""
    types = [ir_type(v.kind) for v in values]
    if all(isinstance(v.ir, ir.Constant) for v in values):
        return ir.Constant(ir.LiteralStructType(types), [v.ir for v in values])
    total = ir.Constant(ir.LiteralStructType(types), ir.Undefined)
    for k, v in enumerate(values):
        total = builder.insert_value(total, v.ir, k)
    return total
