"""Functions of the generated text that write LLVM instructions themselves (``@_inline``).

They compute with values that write an instruction for each operation; numba calls them
when it compiles a kernel, and so does the translation here.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Sequence
from typing import Any

from espresso.llvm.emit.kinds import FLOATS, Untranslatable, Value
from espresso.llvm.instructions import NAMES, available

OWN = "_inline"
"""The decorator of these functions."""


_PIECES = re.compile(r"\n(?=\n(?:@|def |class ))")
"""Where a statement of a module begins that may stand in other modules, too."""


def statements(source: str) -> list[ast.stmt]:
    """The statements of a module, for reading: functions that many modules have are parsed once."""
    try:
        return [node for piece in _PIECES.split(source) for node in _parsed(piece)]
    except SyntaxError:  # such a line is part of a text
        return ast.parse(source).body


@functools.lru_cache(maxsize=256)
def _parsed(piece: str) -> list[ast.stmt]:
    return ast.parse(piece).body


@functools.lru_cache(maxsize=256)
def _runs(node: ast.stmt) -> Any:
    """A statement as code, None where `inline_functions` needs no such statement."""
    return compile(ast.Module([node], []), "<inline>", "exec") if _is_part(node) else None


def inline_functions(body: Sequence[ast.stmt]) -> dict[str, Callable[..., Any]]:
    """The functions with the decorator, and the class of values that they compute with under ``_Value``.

    Everything that they are made of is plain Python at the top of the module.
    """
    names = [n.name for n in body if isinstance(n, ast.FunctionDef) and OWN in decorators(n)]
    if not names:
        return {}
    scope: dict[str, Any] = {OWN: _as_it_is}
    for code in filter(None, map(_runs, body)):
        exec(code, scope)
    scope["_Value"].instructions = NAMES if available() else ()
    return {n: scope[n] for n in (*names, "_Value")}


def _as_it_is(function: Any) -> Any:
    function.write = function  # how they call one another
    return function


def decorators(node: ast.stmt) -> list[str]:
    """The names of what a function is decorated with."""
    calls = (d.func if isinstance(d, ast.Call) else d for d in getattr(node, "decorator_list", ()))
    return [ast.unparse(d) for d in calls]


def _is_part(node: ast.stmt) -> bool:
    """Whether a statement of the module can be run without numba: values, helpers, functions written in line."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "llvmlite"
    if isinstance(node, ast.FunctionDef):
        return node.name != OWN and decorators(node) in ([], [OWN])
    if isinstance(node, ast.ClassDef):
        return not node.bases
    return isinstance(node, ast.Assign) and not any(isinstance(n, ast.Attribute) for n in ast.walk(node))


def write(functions: dict[str, Callable[..., Any]], name: str, builder: Any, arguments: Sequence[Any]) -> Value:
    """The instructions of one function for these arguments, which have one floating-point kind."""
    kinds = {a.kind if isinstance(a, Value) else "" for a in arguments}
    if len(kinds) != 1 or not kinds <= set(FLOATS):
        raise Untranslatable(f"arguments of {name}")
    made = functions["_Value"]
    return Value(kinds.pop(), functions[name](*(made(builder, a.ir) for a in arguments)).value)
