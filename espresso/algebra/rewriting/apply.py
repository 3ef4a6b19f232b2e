"""Rewriting by hand: ``match``, ``find``, ``rewrite``, ``rewrite_all``.

Patterns and rules are written in espresso's notation, with wildcards ``_x``; see
`algebra.rewriting.matching`.  They can also be built as expressions, for functions that the
notation does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from espresso.algebra.normal_form.scope import Scope
from espresso.algebra.rewriting.definitions import expand_definitions
from espresso.algebra.rewriting.fixpoint import allowed
from espresso.algebra.rewriting.matching import SPLAT, Match, instantiate, matches
from espresso.algebra.rewriting.patterns import CompiledRule, compile_rule, normalize_pattern, parse_side
from espresso.algebra.rewriting.rules import Rule, RuleLike, as_rule
from espresso.errors import RuleError, rows_of
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.keywords import checked

__all__ = ["expand_definitions", "find", "match", "rewrite", "rewrite_all", "tryrewrite", "without"]


class Bindings(dict[str, Any]):
    """What each wildcard stands for; ``b["x"]`` is ``b["_x"]``."""

    def __missing__(self, key: str) -> Any:
        if not key.startswith("_") and f"_{key}" in self:
            return self[f"_{key}"]
        raise KeyError(key)


def pattern_of(pattern: Expr | str) -> Expr:
    """A pattern from text or an expression."""
    return ex.scalar(parse_side(pattern, "pattern") if isinstance(pattern, str) else pattern)


def _expression(e: Expr | str) -> Expr:
    """An expression, given as such or as text."""
    if isinstance(e, str):
        from espresso.formulas.notation.parsing import parse

        return parse(e)
    if e.__class__ is not ex.Expr:
        return ex.scalar(e)
    return e.args[-1] if e.op == "program" and e.data else e  # the formula of a derivative, without its inputs


def _body(e: Expr) -> Expr:
    return e.args[0] if e.op == "let" else ex.scalar(e)


@checked
def match(pattern: Expr | str, e: Expr | str, exact: bool = True) -> dict[str, Any] | None:
    """What the wildcards of ``pattern`` stand for in ``e``, or None if it does not match.

    The whole expression must match.  Names that start with an underscore are wildcards;
    ``exact=False`` lets a repeated wildcard stand for different expressions.
    """
    e = _expression(e)
    found = _first(pattern_of(pattern), _body(e), Scope(_body(e)), exact)
    if found is None:
        return None
    values = {}
    for name, value in found.values.items():
        values[name.removesuffix(SPLAT)] = value
    return Bindings(values)


def _first(pattern: Expr, e: Expr, scope: Scope, exact: bool = True, part: bool = False) -> Match | None:
    for p in dict.fromkeys((pattern, normalize_pattern(pattern))):
        for m in matches(p, e, scope, exact, part):
            return m
    return None


@checked
def find(pattern: Expr | str, e: Expr | str) -> list[Expr]:
    """Every subexpression of ``e`` that matches ``pattern``, inner ones first.

    A pattern that is a sum or product also matches a part of a longer one.
    """
    e = _expression(e)
    p, scope = pattern_of(pattern), Scope(_body(e))
    nodes = [n for n in ex.postorder(e) if n.op not in ex.ARRAY_OPS and n.op != "program"]
    return [n for n in nodes if _first(p, n, scope, part=True) is not None]


@checked
def rewrite(e: Expr | str, rule: RuleLike) -> Expr:
    """``e`` with ``rule`` applied to the whole of it; ``RuleError`` if it does not match."""
    new = tryrewrite(e, rule)
    if new is None:
        given = as_rule(rule)
        hint = "Use tryrewrite for None, or rewrite_all for parts of it."
        raise RuleError(f"the left side {given.left} does not match {e}.\n{hint}")
    return new


@checked
def tryrewrite(e: Expr | str, rule: RuleLike) -> Expr | None:
    """``e`` with ``rule`` applied to the whole of it, or None if it does not match."""
    e = _expression(e)
    body = _body(e)
    new = _once(body, [compile_rule(as_rule(rule))], Scope(body), part=False)
    return None if new is None else _with_body(e, new)


def _with_body(e: Expr, body: Expr) -> Expr:
    return ex.let(e.data[0], e.data[1], body) if e.op == "let" else body


def _once(e: Expr, rules: Sequence[CompiledRule], scope: Scope, part: bool) -> Expr | None:
    for compiled in rules:
        for pattern in dict.fromkeys((compiled.raw, compiled.left)):
            for m in matches(pattern, e, scope, part=part):
                if allowed(compiled, m, scope):
                    new = instantiate(compiled.right, m)
                    return ex.call(e.data, new, *m.rest) if m.rest else new
    return None


@checked
def rewrite_all(e: Expr | str, rules: RuleLike | Sequence[RuleLike]) -> Expr:
    """``e`` with each of its subexpressions rewritten, inner ones first, by the first rule that matches.

    Every place is rewritten once, so a rule may grow what it matches.
    """
    several = [rules] if isinstance(rules, (Rule, str)) or _is_pair(rules) else rows_of(rules, "rules")
    compiled = [compile_rule(as_rule(r)) for r in several]  # type: ignore[arg-type]
    e = _expression(e)
    scope = Scope(_body(e))

    def change(node: Expr) -> Expr | None:
        if node.op in ex.ARRAY_OPS or node.op == "program":
            return None
        return _once(node, compiled, scope, part=True)

    return ex.rebuild(e, change)


def _is_pair(rules: Any) -> bool:
    if not isinstance(rules, tuple) or len(rules) != 2:
        return False
    return not any(isinstance(r, (Rule, tuple)) or (isinstance(r, str) and "->" in r) for r in rules)


@checked
def without(e: Expr | str, pattern: Expr | str) -> Expr:
    """``e`` without the operands of sums and products that match ``pattern``."""
    e = _expression(e)
    p, scope = pattern_of(pattern), Scope(_body(e))

    def change(node: Expr) -> Expr | None:
        if node.op != "call" or node.data not in ("add", "mul"):
            return None
        kept = [a for a in node.args if _first(p, a, scope) is None]
        if len(kept) == len(node.args):
            return None
        return ex.call(node.data, *kept) if kept else ex.const(0 if node.data == "add" else 1)

    return ex.rebuild(e, change)
