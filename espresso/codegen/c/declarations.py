"""Where the variables of a function are declared: in the innermost blocks that no value of theirs leaves."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from espresso.llvm.emit.kinds import FLOATS


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


def first_is_assigned(name: str, body: Sequence[ast.stmt]) -> bool:
    """Whether the first statement of a block that has a name assigns it."""
    first = next(s for s in body if _mentions(s, name))
    return isinstance(first, ast.Assign) and name in _targets(first) and not _mentions(first.value, name)


def _targets(s: ast.Assign) -> list[str]:
    (target,) = s.targets
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return [p.id for p in parts if isinstance(p, ast.Name)]


def declared(body: Sequence[ast.stmt]) -> dict[str, Any]:
    """For each variable the assignments that declare it, and whether it never changes then; "top" where none can."""
    stores: dict[str, list[ast.Name]] = {}
    for n in (n for s in body for n in ast.walk(s)):
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
            stores.setdefault(n.id, []).append(n)
    loops = [n.target for s in body for n in ast.walk(s) if isinstance(n, ast.For)]
    found: dict[str, Any] = {}
    for name in (name for name, places in stores.items() if any(n not in loops for n in places)):
        places: list[tuple[ast.Name, bool]] = []
        found[name] = dict(places) if _places(name, body, places) else "top"
    return found


def _places(name: str, body: Sequence[ast.stmt], found: list[tuple[ast.Name, bool]]) -> bool:
    """Whether assignments in these blocks, or in those inside, can declare a variable: no value leaves its block."""
    having = [s for s in body if _mentions(s, name) and not _is_loop_over(s, name)]
    if not having:
        return True
    if first_is_assigned(name, having):
        stored = [n for s in having for n in ast.walk(s) if isinstance(n, ast.Name) and n.id == name
                  and isinstance(n.ctx, ast.Store)]  # fmt: skip
        found.append((stored[0], len(stored) == 1))
        return True
    for s in having:
        if isinstance(s, ast.For):
            if _mentions(s.iter, name) or isinstance(s.iter, ast.Tuple):
                return False
            inner = [s.body]
        elif isinstance(s, ast.If):
            if _mentions(s.test, name):
                return False
            inner = [s.body, s.orelse]
        else:
            return False
        if not all(_places(name, b, found) for b in inner):
            return False
    return True


def _is_loop_over(s: ast.stmt, name: str) -> bool:
    """Whether a statement is a loop that declares its own variable of that name."""
    own = isinstance(s, ast.For) and isinstance(s.target, ast.Name) and s.target.id == name
    return own and isinstance(s, ast.For) and not _mentions(s.iter, name)


def vector_sums(node: ast.For, kinds: Mapping[str, str]) -> list[str]:
    """Running sums of a loop that adds numbers and stores nothing else, so that it may be added in any order."""
    sums: dict[str, None] = {}
    for s in node.body:
        if isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name) and isinstance(s.op, ast.Add):
            sums[s.target.id] = None
        elif not (isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name)):
            return []
    others = [n.id for s in node.body for n in ast.walk(s.value) if isinstance(n, ast.Name)]  # type: ignore[attr-defined]
    stored = {s.targets[0].id for s in node.body if isinstance(s, ast.Assign)}  # type: ignore[attr-defined]
    local = all(first_is_assigned(name, node.body) for name in stored)
    if not local or any(n in sums for n in others) or stored & {*sums}:
        return []
    return list(sums) if all(kinds.get(n) in FLOATS for n in sums) else []
