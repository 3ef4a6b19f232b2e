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
from espresso.algebra.rewriting.fixpoint import apply_rule
from espresso.algebra.rewriting.matching import SPLAT, Match, matches
from espresso.algebra.rewriting.patterns import CompiledRule, compile_rule, normalize_pattern, parse_side
from espresso.algebra.rewriting.rules import Rule, RuleLike, as_rule
from espresso.errors import RuleError, rows_of
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.notation.parsing import expression_of
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
    e = expression_of(e)
    return e.args[-1] if e.op == "program" and e.data else e  # the formula of a derivative, without its inputs


def _body(e: Expr) -> Expr:
    return e.args[0] if e.op == "let" else ex.scalar(e)


@checked
def match(pattern: Expr | str, e: Expr | str, exact: bool = True) -> dict[str, Any] | None:
    """Return what the wildcards of a pattern stand for in a whole expression.

    Parameters
    ----------
    pattern : Expr or str
        Index notation with wildcards: ``_x`` any expression, ``_rest...`` the other operands of a sum or product.
    e : Expr or str
        The formula.
    exact : bool
        False: a repeated wildcard may stand for different expressions.

    Returns
    -------
    dict or None
        Expressions by wildcard, ``b["x"]`` or ``b["_x"]``; None if the pattern does not match.

    Raises
    ------
    RuleError
        For a malformed pattern.

    Examples
    --------
    >>> match("log(1 + exp(_x))", "log(1 + exp(a*b))")["x"]
    a*b
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
    """Return every subexpression that matches a pattern, inner ones first.

    Parameters
    ----------
    pattern : Expr or str
        Index notation with wildcards: ``_x`` any expression, ``_rest...`` the other operands of a sum or product.
        A sum or product also matches a part of a longer one.
    e : Expr or str
        The formula.

    Returns
    -------
    list of Expr
        The subexpressions.

    Raises
    ------
    RuleError
        For a malformed pattern.

    Examples
    --------
    >>> [str(e) for e in find("exp(_x)", "y = exp(a) + log(1 + exp(b))")]
    ['exp(a)', 'exp(b)']
    """
    e = _expression(e)
    p, scope = pattern_of(pattern), Scope(_body(e))
    nodes = [n for n in ex.postorder(e) if n.op not in ex.ARRAY_OPS and n.op != "program"]
    return [n for n in nodes if _first(p, n, scope, part=True) is not None]


@checked
def rewrite(e: Expr | str, rule: RuleLike) -> Expr:
    """Return the expression with a rule applied to the whole of it.

    Parameters
    ----------
    e : Expr or str
        The formula.
    rule : Rule, str or pair
        ``"left -> right"``, ``"left -> right when guard"``, ``(left, right)`` or a `Rule`.

    Returns
    -------
    Expr
        The right side.

    Raises
    ------
    RuleError
        If the left side does not match; `tryrewrite` returns None there.

    Examples
    --------
    >>> print(rewrite("exp(a)*exp(b)", "exp(_x)*exp(_y) -> exp(_x + _y)"))
    exp(a + b)
    """
    new = tryrewrite(e, rule)
    if new is None:
        given = as_rule(rule)
        hint = "Use tryrewrite for None, or rewrite_all for parts of it."
        raise RuleError(f"the left side {given.left} does not match {e}.\n{hint}")
    return new


@checked
def tryrewrite(e: Expr | str, rule: RuleLike) -> Expr | None:
    """Return the expression with a rule applied to the whole of it, or None.

    Parameters
    ----------
    e : Expr or str
        The formula.
    rule : Rule, str or pair
        ``"left -> right"``, ``"left -> right when guard"``, ``(left, right)`` or a `Rule`.

    Returns
    -------
    Expr or None
        The right side; None if the left side does not match.

    Raises
    ------
    RuleError
        For a malformed rule.

    Examples
    --------
    >>> tryrewrite("exp(a)", "log(_x) -> _x") is None
    True
    """
    e = _expression(e)
    body = _body(e)
    new = _once(body, [compile_rule(as_rule(rule))], Scope(body), part=False)
    return ex.let(e.data[0], e.data[1], new) if new is not None and e.op == "let" else new


def _once(e: Expr, rules: Sequence[CompiledRule], scope: Scope, part: bool) -> Expr | None:
    forms = ((rule, pattern) for rule in rules for pattern in dict.fromkeys((rule.raw, rule.left)))
    found = (apply_rule(rule, e, scope, pattern, part) for rule, pattern in forms)
    return next((new for new in found if new is not None), None)


@checked
def rewrite_all(e: Expr | str, rules: RuleLike | Sequence[RuleLike]) -> Expr:
    """Return the expression with each subexpression rewritten, inner ones first, by the first rule that matches.

    Every place is rewritten once, so a rule may grow what it matches.

    Parameters
    ----------
    e : Expr or str
        The formula.
    rules : Rule, str or pair, or a sequence of them
        As in `rewrite`.

    Returns
    -------
    Expr
        The expression itself where no rule matches.

    Raises
    ------
    RuleError
        For a malformed rule.

    Examples
    --------
    >>> print(rewrite_all("y = sin(a)**2 + log(exp(b))", ["log(exp(_x)) -> _x"]))
    y = sin(a)**2 + b
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
    """Return the expression without the operands of sums and products that match a pattern.

    Parameters
    ----------
    e : Expr or str
        The formula.
    pattern : Expr or str
        Index notation with wildcards, as in `match`.

    Returns
    -------
    Expr
        A sum without operands is 0, a product 1.

    Raises
    ------
    RuleError
        For a malformed pattern.

    Examples
    --------
    >>> print(without("a*exp(b) + c", "exp(_x)"))
    a + c
    """
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
