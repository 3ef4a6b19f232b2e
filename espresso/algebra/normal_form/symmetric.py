"""The normal form of symmetric matrices: ``A[j,i]`` is ``A[i,j]``; ``inv(X.T @ X)`` is its own transpose.

Declared for an input (``A : symmetric``), or seen: a formula that is itself with two indices exchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from espresso.algebra.normal_form.scope import Scope
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import facts


def normalize_read(e: Expr, scope: Scope) -> Expr:
    """A read of a symmetric input with its indices in order."""
    if not _is_symmetric_input(e.args[0]):
        return e
    i, j = e.args[1:]
    if i.op != "index" or j.op != "index" or not _exchanged(i.data[0], j.data[0], scope):
        return e
    return ex.access(e.args[0], [j, i], e.data)


def normalize_inverse(e: Expr, scope: Scope) -> Expr:
    """``inv[j,i](S)`` of a symmetric matrix as ``inv[i,j](S)``."""
    i, j = e.data[1]
    if not _exchanged(i, j, scope) or not is_symmetric(e.args[0], i, j):
        return e
    return ex.scan("inv", [j, i], e.args[0])


def is_symmetric(body: Expr, i: str, j: str) -> bool:
    """Whether ``body`` stays the same formula when two of its indices are exchanged."""
    return _digest(body, {}) == _digest(body, {i: j, j: i})


def _is_symmetric_input(array: Expr) -> bool:
    declared = array.data.structure if array.op == "tensor" and array.data.rank == 2 else ()
    return "symmetric" in declared or "posdef" in declared


def _exchanged(i: str, j: str, scope: Scope) -> bool:
    """Whether ``i`` should stand after ``j``, and both are equally long."""
    extent = scope.extent(i)
    return extent is not None and extent is scope.extent(j) and scope.shown(j) < scope.shown(i)


def _digest(e: Expr, names: Mapping[str, str]) -> bytes:
    """A digest of a formula that does not depend on the order of terms and factors, nor on bound names."""
    memo: dict[tuple[Expr, tuple[tuple[str, str], ...]], bytes] = {}
    Item = tuple[Expr, tuple[tuple[str, str], ...]]

    def item(node: Expr, table: Mapping[str, str]) -> Item:
        return node, tuple(sorted((n, table[n]) for n in node.free if n in table))

    stack = [item(e, names)]
    root = stack[0]
    while stack:
        key = stack[-1]
        if key in memo:
            stack.pop()
            continue
        node, pairs = key
        table = dict(pairs)
        if node.op in ex.ARRAY_OPS:
            memo[key] = node.digest.encode()
            continue
        data = node.data
        if node.op == "index":
            data = table.get(data[0], data[0])
        elif node.op == "scan":
            data = (data[0], tuple(table.get(n, n) for n in data[1]))
        elif node.op == "reduce":
            inner = {n: f"%{node.depth}.{k}" for k, n in enumerate(data[1])}
            table, data = {**table, **inner}, (data[0], tuple(inner.values()))
        below = [item(a, table) for a in node.args]
        pending = [b for b in below if b not in memo]
        if pending:
            stack.extend(pending)
            continue
        parts = [memo[b] for b in below]
        if node.op == "call" and facts(node.data).commutes:
            parts.sort()
        elif node.op == "access" and _is_symmetric_input(node.args[0]):
            parts[1:] = sorted(parts[1:])
        memo[key] = hashlib.blake2b(f"{node.op}|{data!r}|".encode() + b"|".join(parts), digest_size=12).digest()
    return memo[root]
