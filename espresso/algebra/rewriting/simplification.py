"""Simplification: normal form, rules and elimination of deltas to a joint fixed point.

Every statement is simplified by itself.  The value, the axes and the names of statements
stay; the extents of axes and summed indices stay too: where a step would lose or change
one, a factor ``(i < length)`` keeps it (`range_guards`), and where that cannot be, the reduction
is left as it was written.  (`simplified` is for callers that know the lengths of a result.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar, overload

from espresso.algebra.normal_form.scope import Scope
from espresso.algebra.rewriting.fixpoint import Engine, Trace
from espresso.algebra.rewriting.patterns import RuleTable, rule_table
from espresso.algebra.rewriting.rule_sets import default_rules
from espresso.algebra.rewriting.rules import RuleLike
from espresso.errors import EspressoError, InputError
from espresso.formulas.extents.extents import program_extents, symbolic_extents
from espresso.formulas.extents.range_guards import limited, limits_of, summed_only
from espresso.formulas.extents.reads import shortened
from espresso.formulas.extents.scopes import contexts, uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, Formula
from espresso.formulas.inference.dtypes import as_float
from espresso.formulas.notation.parsing import expression_of
from espresso.keywords import checked
from espresso.progress import work
from espresso.system.locks import cached_property

K = TypeVar("K")
W = TypeVar("W", bound="Expr | str")

Rules: TypeAlias = "Sequence[RuleLike] | None"
Facts: TypeAlias = "Mapping[str, Expr] | None"
Steps: TypeAlias = "list[tuple[str, Expr, Expr]] | Literal[False] | None"


@overload
def simplify(e: Any, rules: Rules = None, extents: Facts = None, *, trace: Literal[True]) -> tuple[Any, Trace]: ...


@overload
def simplify(e: Formula, rules: Rules = None, extents: Facts = None, trace: Steps = None) -> Expr: ...


@overload
def simplify(e: list[W], rules: Rules = None, extents: Facts = None, trace: Steps = None) -> list[Expr]: ...


@overload
def simplify(e: tuple[W, ...], rules: Rules = None, extents: Facts = None, trace: Steps = None) -> tuple[Expr, ...]: ...


@overload
def simplify(e: dict[K, W], rules: Rules = None, extents: Facts = None, trace: Steps = None) -> dict[K, Expr]: ...


@checked
def simplify(
    e: Any,
    rules: Sequence[Any] | None = None,
    extents: Mapping[str, Expr] | None = None,
    trace: list[tuple[str, Expr, Expr]] | bool | None = None,
) -> Any:
    """Return formulas in simplified, numerically safe form.

    Parameters
    ----------
    e : Expr or str, or a list, tuple or dict of them
        The formulas.
    rules : sequence of Rule or str, optional
        In place of the default rules; text is ``"log(exp(_x)) -> _x"`` or ``"abs(_x) -> _x when is_positive(_x)"``.
    extents : mapping of str to Expr, optional
        Lengths of free indices of the formula, as facts.
    trace : bool or list, optional
        True: the result is ``(simplified, trace)``, where the trace prints a line for every rule that fired.  A list
        receives (rule name, before, after) for every step.

    Returns
    -------
    Expr, or a structure of them like ``e``
        The simplified formulas; with ``trace=True`` a pair.

    Raises
    ------
    RuleError
        For a rule that is malformed.

    Examples
    --------
    >>> import espresso as es
    >>> print(simplify(es.parse("y[i] = log(exp(x[i]))"), trace=True)[1])
    log-exp  log(exp(x[i]))  ->  x[i]
    """
    if trace is True:
        found = Trace()
        return simplified(e, rules, extents, found, lasting=extents is None), found
    with work("simplifying", getattr(e, "name", None) or "a formula"):
        return simplified(e, rules, extents, None if trace is False else trace, lasting=extents is None)


def simplified(
    e: Any,
    rules: Sequence[Any] | None = None,
    extents: Mapping[str, Expr] | None = None,
    trace: list[tuple[str, Expr, Expr]] | None = None,
    lasting: bool = False,
) -> Any:
    """`simplify`, where axes of a root that nothing reads any more keep their lengths only if they are ``lasting``.

    Those that reads make shorter, which masks hid before, keep their lengths always.
    """
    if isinstance(e, dict):
        return dict(zip(e, simplified(list(e.values()), rules, extents, trace, lasting), strict=True))
    if extents is not None and not isinstance(extents, Mapping):
        raise InputError(f"extents must be a mapping from indices to lengths, not {type(extents).__name__}.")
    table = rule_table(default_rules() if rules is None else rules)
    roots = [expression_of(x) for x in (e if isinstance(e, (list, tuple)) else [e])]
    job = _Job(table, [extents or {}] * len(roots), trace, roots, lasting)
    found = [ex.taking(job.root(x), ex.arguments(x)) if x.op == "program" and x.data else job.root(x) for x in roots]
    return type(e)(found) if isinstance(e, (list, tuple)) else found[0]


def simplify_all(roots: Sequence[Expr], extents: Sequence[Mapping[str, Expr]]) -> list[Expr]:
    """`simplify` of several roots that share statements, each with facts of its own about its free indices."""
    job = _Job(rule_table(default_rules()), extents, None, list(roots))
    return [job.root(r) for r in roots]


_REPAIRS = 4
"""How often the limits of one body may be written again before its reductions stay as they are."""


class _Job:
    """Simplification of several roots that share their statements.

    ``unique`` has every statement (and bare root) with distinct names of indices,
    ``arrays`` the simplified statement for each of those, ``inputs`` a tensor in place of each.
    """

    def __init__(
        self,
        table: RuleTable,
        extents: Sequence[Mapping[str, Expr]],
        trace: list[tuple[str, Expr, Expr]] | None,
        roots: list[Expr],
        lasting: bool = False,
    ) -> None:
        self.table = table
        self.lasting = lasting
        self.trace = trace
        self.extents: dict[Expr, dict[str, Expr]] = {}
        for root, known in zip(roots, extents, strict=True):
            for part in root.args if root.op == "program" else (root,):
                if part.op != "tensor":
                    self.extents.setdefault(part, {}).update(known)
        self.parts = list(self.extents)
        scopes = list(dict.fromkeys([*ex.lets(*self.parts), *self.parts]))
        self.unique = dict(zip(scopes, uniquify_all(scopes), strict=True))
        self.arrays: dict[Expr, Expr] = {}
        self.inputs: dict[Expr, Expr] = {}
        self.done: set[Expr] = set()

    @cached_property
    def found(self) -> Mapping[Expr, Mapping[str, Expr]]:
        """Extents of every statement by all that the whole program says."""
        known = {self.unique[p]: e for p, e in self.extents.items()}
        return program_extents(list(known), known)

    def root(self, e: Expr) -> Expr:
        """One root, its statements first."""
        if e.op == "tensor":
            return e
        if e.op == "program":
            return ex.program([self.root(p) for p in e.args])
        for node in ex.lets(e, known=self.done):
            self.done.add(node)
            if self.unique[node] not in self.arrays:
                name, axes = node.data
                make = ex.let if node is e else ex.closed
                old, new = self.unique[node], make(name, axes, self._body(node, axes, keep_axes=node is not e))
                self.arrays[old] = new
                self.inputs[old] = self.inputs.setdefault(new, ex.tensor(f"~{len(self.inputs)}", len(axes)))
        if e.op == "let":
            return self.arrays[self.unique[e]]
        body = self._body(e, e.axes, keep_axes=False)
        return body if body.axes == e.axes else ex.let("", e.axes, body)

    def _body(self, statement: Expr, axes: tuple[str, ...], keep_axes: bool) -> Expr:
        """The simplified body, a float where integers gave one."""
        body = self._simple_body(statement, axes, keep_axes)
        before = ex.body(statement)
        return as_float(body, before) if self.lasting else body

    def _simple_body(self, statement: Expr, axes: tuple[str, ...], keep_axes: bool) -> Expr:
        unique = self.unique[statement]
        body, before = (ex.body(s) for s in (unique, statement))
        original = {
            new: old
            for (node, _), names in contexts(before, axes)[1].items()
            for old, new in zip(node.data[1], names, strict=True)
            if old != new
        }
        frozen: frozenset[str] = frozenset()
        found: Callable[[], Mapping[str, Expr]] = lambda: self.found[unique]  # noqa: E731
        kept_axes = axes if keep_axes else ()
        repairs = 0
        while True:
            scope = Scope(body, None, original, found)
            scope.given = frozenset(self.extents.get(statement, ())).union(kept_axes)
            engine = Engine(self.table, scope, self.arrays, frozen, self.trace)
            new = engine.run(body)
            self.inputs.update({made: self.inputs[like] for made, like in engine.made.items()})
            if new is body:
                return restore_names(body, original, axes)
            lost = self._lost(scope, new, kept_axes)
            if not lost and axes and not kept_axes:
                said = _said(body, axes) if self.lasting else tuple(a for a in axes if a in shortened(new))
                lost = self._lost(scope, new, said)
                kept_axes = said if lost else ()
            if not lost:
                return restore_names(new, scope.original, axes)
            repaired = self._repaired(scope, new, lost, kept_axes) if repairs < _REPAIRS else None
            if repaired is not None and repaired is _with_arrays(body, self.arrays):
                return restore_names(repaired, scope.original, axes)
            if repaired is not None:
                repairs += 1
                body, original, extents = repaired, scope.original, scope.extents
                found = partial(dict, extents)
                continue
            if lost & (frozen | set(axes)):
                return restore_names(_with_arrays(body, self.arrays), original, axes)
            frozen |= lost

    def _repaired(self, scope: Scope, new: Expr, lost: set[str], axes: Sequence[str]) -> Expr | None:
        """``new`` with limits that keep the ranges it lost, None where that does not keep them.

        Beside a recurrence there is no place for any.
        """
        names = {*summed_only(new, lost), *lost.intersection(axes)}
        if new.op == "recur" or names != lost or not all(n in scope.extents for n in lost):
            return None
        lengths = {n: _with_arrays(scope.extents[n], self.arrays) for n in lost}
        shorter = [f for f in limits_of(new, lost) if f.args[1] is not lengths[f.args[0].data[0]]]  # masks from now on
        new = ex.replace(new, {f: ex.call("gt", f.args[1], f.args[0]) for f in shorter}, into_arrays=False)
        result = limited(new, lengths, axes)
        return None if self._lost(scope, result, axes) else result

    def _lost(self, scope: Scope, new: Expr, axes: Sequence[str]) -> set[str]:
        """Bound names (and ``axes``) whose extent is another one in ``new`` than in the old body.

        Both stand side by side in one body, so that lengths which the old one makes equal
        count as equal; named arrays are taken as inputs, first without and then with what
        the whole program says.
        """
        bound = _bound(new)
        watched = [*bound, *axes]
        if not watched:
            return set()
        old_body = _with_arrays(scope.body, self.inputs)
        new_body = _with_arrays(new, self.inputs)
        if new_body is old_body:  # nothing but named arrays was simplified
            return set()
        if new.op == "recur":  # no factor of anything: it tells its lengths itself
            told, now = symbolic_extents(old_body), symbolic_extents(new_body)
            return {n for n in watched if told.get(n) is not now.get(n)}
        names = {n: f"{n}'" for n in {*bound, *new.free, *axes}}
        renamed = ex.rename_all(new_body, names)
        before_limits, after_limits = limits_of(old_body, axes), limits_of(new_body, axes)
        held = [f for f in before_limits if f in after_limits]  # else a limit of one term only
        both = ex.call("mul", ex.call("add", old_body, renamed), *held, *(ex.rename(f, names) for f in held))
        before = {n: x for n, x in scope.extents.items() if n in scope.names}
        lost = _different(both, watched, names, before, scope.like)
        changed = {f.args[0].data[0] for f in (*before_limits, *after_limits) if f not in held}
        lost += [n for n in watched if n in changed and n not in lost]
        if lost:  # of a product each factor keeps its own limits, also those that stand in sums
            lost = _different(ex.call("mul", old_body, renamed), lost, names, before, scope.like)
        if any(n.op == "access" and n.data is not None for n in ex.postorder(new_body, into_arrays=False)):
            alone = symbolic_extents(both)
            itself = symbolic_extents(new_body)  # padded reads of lengths that only the old body makes equal
            lost += [n for n in watched if scope.like.get(n, n) in alone and n not in itself]
        return set(lost)


def _different(
    both: Expr, watched: Sequence[str], names: Mapping[str, str], before: Mapping[str, Expr], like: Mapping[str, str]
) -> list[str]:  # fmt: skip
    """Those of ``watched`` that run further in one part of ``both`` than under their other name in the other part.

    A fresh name stands in one part alone: it runs as the one that it is ``like``.
    """
    alone = symbolic_extents(both)
    lost = [n for n in watched if alone.get(like.get(n, n)) is not alone.get(names[n])]
    if lost:
        after = symbolic_extents(both, before)
        lost = [n for n in lost if n not in before or before[n] is not after.get(names[n])]
    return lost


def _with_arrays(body: Expr, arrays: Mapping[Expr, Expr]) -> Expr:
    """``body`` reading other arrays in place of some."""
    # a bare result may stand in another body as a part of it: that is no array
    return ex.replace(body, {a: t for a, t in arrays.items() if a.op in ex.ARRAY_OPS}, into_arrays=False)


def _said(body: Expr, axes: Sequence[str]) -> tuple[str, ...]:
    """The axes whose lengths reads or limits say; where an equation alone does, ``sizes`` may say otherwise."""
    reads = [n for n in ex.postorder(body, into_arrays=False) if n.op == "access" and n.data is None]
    found = {name for n in [*reads, *limits_of(body, axes)] for name in n.free}
    return tuple(a for a in axes if a in found)


def _bound(body: Expr) -> set[str]:
    return {n for e in ex.postorder(body, into_arrays=False) if e.op in ("reduce", "scan") for n in e.data[1]}


def restore_names(e: Expr, original: Mapping[str, str], axes: Sequence[str]) -> Expr:
    """``e`` with bound indices called as the user called them, where that hides nothing."""
    if not original:
        return e
    new: dict[Expr, Expr] = {}
    inside: dict[Expr, frozenset[str]] = {}
    order = ex.postorder(e, into_arrays=False)
    around = _enclosing_names(order, original)
    for node in order:
        if node.op in ex.ARRAY_OPS or not node.args:
            new[node], inside[node] = node, frozenset()
            continue
        copy = ex.with_args(node, [new[a] for a in node.args])
        bound = frozenset().union(*(inside[a] for a in node.args))
        if node.op == "reduce":
            taken = bound | copy.args[0].free | around[node] | set(axes) | set(node.data[1])
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


def _enclosing_names(order: Sequence[Expr], original: Mapping[str, str]) -> dict[Expr, frozenset[str]]:
    """Names that reductions around each node bind, as they are and as the user calls them."""
    around: dict[Expr, frozenset[str]] = {}
    empty: frozenset[str] = frozenset()
    for node in reversed(order):
        names = around.setdefault(node, empty)
        if node.op in ex.ARRAY_OPS:
            continue
        if node.op == "reduce":
            names = names | {m for n in node.data[1] for m in (n, original.get(n, n))}
        for a in node.args:
            around[a] = around.get(a, empty) | names
    return around


def _inlined(e: Expr) -> Expr:
    """``e`` with strict reads of named arrays replaced by their bodies."""

    def change(node: Expr) -> Expr | None:
        strict = node.op == "access" and node.data is None and node.args[0].op == "let"
        return ex.element(node.args[0], node.args[1:]) if strict else None

    return ex.rebuild(e, change)


def right_side(e: Expr) -> str:
    """The right side as text for other text, named arrays in it written out."""
    from espresso.formulas.printing.text import formula

    array = e.args[-1] if e.op == "program" else e
    body = _inlined(ex.body(array))
    named = [a for a in ex.lets(body) if a is not array]
    if named:
        raise EspressoError(
            f"{named[0].name or 'an array without a name'} stands in the right side at padded positions or by its "
            f"length, which only its name tells.\nPut the statements together instead: es.parse(f\"{{e}}; r = ...\")."
        )
    shown = formula(body, {})
    whole = body.op != "call" or re.fullmatch(r"\w+\(.*\)", shown) and body.data not in _SPLIT
    return shown if whole and not shown.startswith("-") else f"({shown})"


_SPLIT = frozenset({"add", "mul", "pow", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "mod", "floordiv"})
"""Operations that are written with operators."""
