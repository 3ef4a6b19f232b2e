"""Reductions and index functions expanded by their definitions.

They are the meanings in the rows of ``formulas.graph.functions``: ``softmax[k](x)`` *is* a formula.  What
the targets have no loops for is written out before lowering, and declarations that told simplification what they are
for are what they stand around.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence, Set
from typing import Any

from espresso.algebra.normal_form.scope import Scope
from espresso.algebra.rewriting.patterns import parse_side
from espresso.algebra.rewriting.rule_sets import default_definitions
from espresso.algebra.rewriting.rules import Definition
from espresso.errors import RuleError
from espresso.formulas.extents.extents import program_extents, symbolic_extents
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import INDEX_FUNCTION_BY_NAME, PROMISES, REDUCTION_BY_NAME, SYMMETRIC
from espresso.system.locks import cached_property

_LENGTH = "_n"  # the number of elements, in the right side of a row


def expand_definitions(e: Any, names: Iterable[str] | None = None) -> Any:
    """``e`` with reductions and index functions that have a definition row written out.

    Without ``names`` all are that the targets have no loops for (``core`` is False), and declarations.
    The items of a list or tuple are expanded together: statements that they share stay shared.
    """
    rows = {_function(d): d for d in default_definitions()}
    chosen = {n: d for n, d in rows.items() if (not _core(n) if names is None else n in names)}
    roots = list(e) if isinstance(e, (list, tuple)) else [e]
    told = PROMISES.keys() - SYMMETRIC if names is None else frozenset()
    if not any(_of(n) in chosen or _of(n) in told for n in ex.postorder(*roots)):
        return e
    unique = uniquify_all(roots)
    expansion = _Expansion(chosen, told, unique)
    expanded = [expansion.root(r) for r in unique]
    return type(e)(expanded) if isinstance(e, (list, tuple)) else expanded[0]


def _of(node: Expr) -> str | None:
    """The function of a node, of a scalar or over indices."""
    return node.data[0] if node.op in ("reduce", "scan") else node.data if node.op == "call" else None


def _core(name: str) -> bool:
    row = REDUCTION_BY_NAME.get(name) or INDEX_FUNCTION_BY_NAME.get(name)
    return row is not None and row.core


def _function(row: Definition) -> str:
    return row.left.partition("[")[0].strip()


class _Expansion:
    def __init__(self, rows: dict[str, Definition], told: Set[str], roots: Sequence[Expr]) -> None:
        self.rows, self.told, self.roots = rows, told, roots
        self.arrays: dict[Expr, Expr] = {}

    @cached_property
    def extents(self) -> dict[Expr, dict[str, Expr]]:
        """Extents of every statement, found once for all of them."""
        return program_extents(self.roots)

    def root(self, e: Expr) -> Expr:
        if e.op == "program":
            return ex.program([self.root(p) for p in e.args])
        for node in ex.lets(e, known=self.arrays):
            self.arrays[node] = ex.with_args(node, [self._body(node.args[0], node)])
        if e.op == "let":
            return self.arrays[e]
        if e.op == "tensor":
            return e
        body = self._body(e, e)
        return body if body.axes == e.axes else ex.let("", e.axes, body)

    def _body(self, body: Expr, statement: Expr) -> Expr:
        scope = Scope(body, found=lambda: self.extents.get(statement, {}))


        def change(node: Expr) -> Expr | None:
            if node.op in ex.ARRAY_OPS:
                return self.arrays.get(node)
            name = _of(node)
            if name in self.told:
                made = _said_of(node, scope) if node.op == "scan" else node.args[0]
            elif name in self.rows and node.op != "call":
                made = written_out(node, self.rows[name], scope)
            else:
                return None
            return ex.rebuild(made, change, into_arrays=False)  # what it is made of is written out as well

        return ex.rebuild(body, change, into_arrays=False)


_NEUTRAL = {"sum": 0, "max": -math.inf, "min": math.inf, "prod": 1}


def _runs_as(body: Expr, name: str, extent: Expr | None) -> bool:
    """Whether ``body`` says by itself that an index runs up to ``extent``, or nobody knows how far."""
    if extent is None:
        return True
    for node in ex.postorder(body, into_arrays=False):
        if node.op == "access" and node.data is None:
            for axis, slot in enumerate(node.args[1:]):
                if ex.is_index(slot, name) and ex.size(node.args[0], axis) is extent:
                    return True
    return symbolic_extents(body).get(name) is extent


def _is_silent(body: Expr, names: Sequence[str], scope: Scope) -> bool:
    """Whether only reads beside an index function say how far one of its indices runs, not those in it."""
    strict = [n for n in ex.postorder(body, into_arrays=False) if n.op == "access" and n.data is None]
    told = symbolic_extents(body)
    read = {n for r in strict for s in r.args[1:] for n in s.free if n in told}
    loose = [n for n in names if n in body.free and n not in read]
    return any(not _runs_as(body, n, scope.extents.get(n)) for n in loose)


def _said_of(e: Expr, scope: Scope) -> Expr:
    """The body of an index function, as an array where it does not say by itself how far every index runs."""
    return _said(e.args[0], scope) if _is_silent(e.args[0], e.data[1], scope) else e.args[0]


def _said(body: Expr, scope: Scope) -> Expr:
    """``body`` as a read of an array of its own, which says how far every index runs."""
    axes = body.axes
    within = [ex.call("lt", ex.index(a), scope.extents[a]) for a in axes if a in scope.extents]
    return ex.access(ex.closed("", axes, ex.call("mul", body, *within)), [ex.index(a) for a in axes])


def written_out(e: Expr, row: Definition, scope: Scope) -> Expr:
    """The reduction or index function ``e`` by its definition ``row``."""
    group, argument = _left(row)
    right = parse_side(row.right, row.where)
    names: tuple[str, ...] = e.data[1]
    body = _said_of(e, scope) if e.op == "scan" else e.args[0]
    own: dict[Expr, tuple[str, ...]] = {}
    memo: dict[tuple[Expr, tuple[str, ...]], Expr] = {}

    def names_of(r: Expr) -> tuple[str, ...]:
        """Names that one reduction of the definition binds, the same wherever it stands."""
        if r not in own:
            first = not own and e.op == "reduce"
            own[r] = names if first else tuple(scope.fresh(n) for n in names)
        return own[r]

    def build(r: Expr, at: tuple[str, ...]) -> Expr:
        key = (r, at)
        if key not in memo:
            memo[key] = make(r, at)
        return memo[key]

    def make(r: Expr, at: tuple[str, ...]) -> Expr:
        if r.op == "access" and r.args[0].op == "tensor":
            name = r.args[0].data.name
            if name == argument:
                return ex.rename(body, dict(zip(names, at, strict=True)))
            if name == _LENGTH:
                return _length(names, scope)
        if r.op == "reduce" and r.data[1] == (group,):
            bound = names_of(r)
            inner = build(r.args[0], bound)
            for name, new in zip(names, bound, strict=True):
                lost = new not in inner.free  # nothing says how long it is any more, or an equation of the definition
                if e.op == "reduce" and r.data[0] == "sum":
                    lost |= symbolic_extents(inner).get(new) is not symbolic_extents(body).get(name)
                if lost and name in scope.extents:
                    inner = ex.call("mul", inner, ex.call("lt", ex.index(new), scope.extents[name]))
                elif e.op == "scan" and r.data[0] in _NEUTRAL and not _runs_as(inner, new, scope.extents.get(name)):
                    within = ex.call("lt", ex.index(new), scope.extents[name])  # reads beside the scan say how far
                    inner = ex.call("where", within, inner, ex.const(_NEUTRAL[r.data[0]]))
            return ex.reduce(r.data[0], bound, inner)
        if r.op == "scan" and r.data[1] == (group,):
            return ex.scan(r.data[0], at, build(r.args[0], at))
        if ex.is_index(r, group):
            if len(at) != 1:
                raise RuleError(
                    f"{row.where}: the definition of {row.left} reads its index as a number, "
                    f"so that it does not hold over {', '.join(names)}.\nRun along one index."
                )
            return ex.index(at[0])
        args = [a if a.op in ex.ARRAY_OPS else build(a, at) for a in r.args]
        if ex.is_call(r, "mul") and ex.const(1.0) in r.args:  # 1.0*(a*b + 0): a*b may be a product of integers
            args = [ex.call("add", a, ex.const(0)) if ex.is_call(a, "mul") else a for a in args]
        return ex.with_args(r, args) if args else r

    return build(right, names)


def _left(row: Definition) -> tuple[str, str]:
    left = parse_side(row.left, row.where)
    if left.op not in ("reduce", "scan") or len(left.data[1]) != 1 or left.args[0].op != "access":
        raise RuleError(f"{row.where}: the left side of a definition is written name[k](x), not {row.left!r}.")
    return left.data[1][0], left.args[0].args[0].data.name


def _length(names: Sequence[str], scope: Scope) -> Expr:
    """The number of elements: known lengths multiplied; a counted sum where one is not known."""
    lengths = [scope.extent(n) for n in names]
    unknown = [n for n, x in zip(names, lengths, strict=True) if x is None]
    known = [x for x in lengths if x is not None]
    count = [ex.reduce("sum", unknown, ex.const(1))] if unknown else []
    return ex.call("mul", *known, *count)
