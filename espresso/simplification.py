"""Simplification: normal form, rules and elimination of deltas to a joint fixed point.

Every statement is simplified by itself.  The value, the axes and the names of statements
stay; the extents of summed indices and of inner statements stay too: where removing a
term would lose or change one, that reduction is left as it was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import expr as ex
from .expr import Expr
from .fixpoint import Engine, Trace
from .ordering import Scope
from .patterns import RuleTable, rule_table
from .ruleset import default_rules
from .scopes import binder_names, uniquify


def simplify(
    e: Any,
    rules: Sequence[Any] | None = None,
    extents: Mapping[str, Expr] | None = None,
    trace: Trace | None = None,
) -> Any:
    """``e`` in simplified, numerically safe form; lists, tuples and dicts likewise.

    ``rules`` replaces the default rules, ``extents`` adds facts about free indices of the
    root, ``trace`` is a list that receives (rule name, before, after) for every step.
    """
    if isinstance(e, dict):
        return dict(zip(e, simplify(list(e.values()), rules, extents, trace), strict=True))
    table = rule_table(default_rules() if rules is None else rules)
    if isinstance(e, (list, tuple)):
        job = _Job(table, extents or {}, trace, list(e))
        return type(e)(job.root(x) for x in e)
    return _Job(table, extents or {}, trace, [e]).root(e)


class _Job:
    """Simplification of several roots that share their statements."""

    def __init__(self, table: RuleTable, extents: Mapping[str, Expr], trace: Trace | None, roots: list[Expr]) -> None:
        self.table = table
        self.extents = extents
        self.trace = trace
        self.roots = set(roots)
        self.arrays: dict[Expr, Expr] = {}

    def root(self, e: Expr) -> Expr:
        """One root, its statements first."""
        if e.op == "tensor":
            return e
        if e.op == "program":
            return ex.program([self.root(p) for p in e.args])
        for node in ex.lets(e):
            if node not in self.arrays:
                self.arrays[node] = self._statement(node, node is e)
        if e.op == "let":
            return self.arrays[e]
        body = self._body(e, e.axes, self.extents, False)
        return body if body.axes == e.axes else ex.let("", e.axes, body)

    def _statement(self, node: Expr, is_root: bool) -> Expr:
        name, axes = node.data
        known = self.extents if is_root else {}
        return ex.let(name, axes, self._body(node.args[0], axes, known, not is_root))

    def _body(self, body: Expr, axes: tuple[str, ...], known: Mapping[str, Expr], keep_axes: bool) -> Expr:
        original = {
            new: old
            for (node, _), names in binder_names(body, axes).items()
            for old, new in zip(node.data[1], names, strict=True)
            if old != new
        }
        unique = _uniquified(body, axes)
        frozen: frozenset[str] = frozenset()
        while True:
            scope = Scope(unique, known, original)
            engine = Engine(self.table, scope, self.arrays, frozen, self.trace)
            new = engine.run(unique)
            if new is unique:
                return body if not original else restore_names(unique, original, axes)
            lost = _changed_extents(unique, new, axes if keep_axes else (), known)
            if not lost:
                return restore_names(new, scope.original, axes)
            if lost & (frozen | set(axes)):
                return self._with_new_arrays(body)
            frozen |= lost

    def _with_new_arrays(self, body: Expr) -> Expr:
        return Engine(rule_table(()), Scope(body), self.arrays, frozenset(_bound(body))).run(body)


def _uniquified(body: Expr, axes: tuple[str, ...]) -> Expr:
    unique = uniquify(ex.let("_", axes, body))
    return unique.args[0]


def _bound(body: Expr) -> set[str]:
    return {n for e in ex.postorder(body, into_arrays=False) if e.op == "reduce" for n in e.data[1]}


def _changed_extents(old: Expr, new: Expr, axes: Sequence[str], known: Mapping[str, Expr]) -> set[str]:
    """Bound names (and ``axes``) whose extent is another one in ``new`` than in ``old``.

    Both stand side by side in one body, so that lengths which ``old`` makes equal count
    as equal.
    """
    watched = [*_bound(new), *axes]
    if not watched:
        return set()
    from .infer import symbolic_extents

    names = {n: f"{n}'" for n in {*_bound(new), *new.free, *axes}}
    copy = _rename_everything(new, names)
    both = symbolic_extents(ex.call("add", old, copy), {**known, **{names[n]: x for n, x in known.items() if n in names}})
    before, after = symbolic_extents(old, known), both
    return {n for n in watched if (n in before or n in both) and both.get(n) is not after.get(names[n])}


def _rename_everything(e: Expr, names: Mapping[str, str]) -> Expr:
    """``e`` with all its names, bound ones too, replaced; its bound names are all different."""
    new: dict[Expr, Expr] = {}
    for node in ex.postorder(e, into_arrays=False):
        if node.op == "index":
            new[node] = ex.index(names.get(node.data[0], node.data[0]), node.data[1])
        elif node.op in ("reduce", "scan"):
            make = ex.reduce if node.op == "reduce" else ex.scan
            new[node] = make(node.data[0], [names.get(n, n) for n in node.data[1]], new[node.args[0]])
        elif node.op in ex.ARRAY_OPS:
            new[node] = node
        else:
            new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
    return new[e]


def restore_names(e: Expr, original: Mapping[str, str], axes: Sequence[str]) -> Expr:
    """``e`` with bound indices called as the user called them, where that hides nothing."""
    if not original:
        return e
    new: dict[Expr, Expr] = {}
    inside: dict[Expr, frozenset[str]] = {}
    for node in ex.postorder(e, into_arrays=False):
        if node.op in ex.ARRAY_OPS or not node.args:
            new[node], inside[node] = node, frozenset()
            continue
        copy = ex.with_args(node, [new[a] for a in node.args])
        bound = frozenset().union(*(inside[a] for a in node.args))
        if node.op == "reduce":
            taken = bound | copy.args[0].free | set(axes)
            names = {}
            for n in node.data[1]:
                wanted = original.get(n, n)
                if wanted != n and wanted not in taken:
                    names[n] = wanted
                    taken |= {wanted}
            if names:
                copy = ex.reduce(node.data[0], [names.get(n, n) for n in node.data[1]], ex.rename(copy.args[0], names))
            bound |= set(copy.data[1])
        new[node], inside[node] = copy, bound
    return new[e]


def inline_lets(e: Expr, max_nodes: int = 10**9) -> Expr:
    """``e`` with strict reads of named arrays replaced by their bodies.

    Only bodies of at most ``max_nodes`` nodes are put in place.
    """
    small: dict[Expr, bool] = {}

    def change(node: Expr) -> Expr | None:
        if node.op != "access" or node.data is not None or node.args[0].op != "let":
            return None
        array = node.args[0]
        if array not in small:
            small[array] = len(ex.postorder(array.args[0])) <= max_nodes
        if not small[array]:
            return None
        return ex.substitute(array.args[0], dict(zip(array.data[1], node.args[1:], strict=True)))

    return ex.rebuild(e, change)
