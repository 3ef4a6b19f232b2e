"""Functions of the generated text that write LLVM instructions themselves (``@_inline``).

They compute with values that write an instruction for each operation; numba calls them
when it compiles a kernel, and so does the translation here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from espresso.llvm.emit.kinds import FLOATS, Untranslatable, Value
from espresso.llvm.instructions import NAMES, available

OWN = "_inline"
"""The decorator of these functions."""


def inline_functions(tree: ast.Module) -> dict[str, Callable[..., Any]]:
    """The functions with the decorator, and the class of values that they compute with under ``_Value``.

    Everything that they are made of is plain Python at the top of the module.
    """
    if not any(OWN in _decorators(node) for node in tree.body):
        return {}
    kept = [node for node in tree.body if _is_part(node)]
    scope: dict[str, Any] = {OWN: _as_it_is}
    exec(compile(ast.Module(kept, []), "<inline>", "exec"), scope)
    names = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and OWN in _decorators(n)]
    scope["_Value"].instructions = NAMES if available() else ()
    return {n: scope[n] for n in (*names, "_Value")}


def _as_it_is(function: Any) -> Any:
    function.write = function  # how they call one another
    return function


def _decorators(node: ast.stmt) -> list[str]:
    return [ast.unparse(d).partition("(")[0] for d in getattr(node, "decorator_list", ())]


def _is_part(node: ast.stmt) -> bool:
    """Whether a statement of the module can be run without numba: values, helpers, functions written in line."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "llvmlite"
    if isinstance(node, ast.FunctionDef):
        return node.name != OWN and _decorators(node) in ([], [OWN])
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
