"""The row types of rule tables: ``Rule``, ``Derivative``, ``Definition``.

A rule set is a plain list of these frozen values; ``rules/espresso_rules`` holds the
lists that espresso ships.  Both sides of every row are text in espresso's own notation,
parsed when first used.  Each row remembers its file and line for messages and docs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from espresso.errors import RuleError
from espresso.formulas.graph import functions
from espresso.formulas.graph.expr import Expr
from espresso.keywords import checked, constructor

LEVELS = ("exact", "algebraic")


def _caller() -> str:
    """``file:line`` of the row under construction (the frame outside this module and what checks its arguments)."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename in (__file__, checked.__code__.co_filename, "<string>"):
        frame = frame.f_back  # type: ignore[assignment]
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame is not None else "<unknown>"


@constructor
@dataclass(frozen=True)
class Rule:
    """``left -> right`` wherever ``left`` matches and ``when`` holds.

    Names that start with an underscore are wildcards: ``_x`` any expression, ``_k`` in index position any index or
    group of indices, ``_rest...`` the other operands of a sum or product, ``_c_`` an operand that may be missing.

    Parameters
    ----------
    name : str
        Its name, in lists and traces.
    left, right : str or Expr
        The sides: text, or expressions for functions that the notation does not know.
    when : str, optional
        A guard of `algebra.rewriting.guards`, ``"free_of(_a, _k)"``.
    level : str
        ``"exact"``, or ``"algebraic"``: it may change rounding, NaN or overflow.
    domain : sequence of pairs
        For wildcards the interval in which the tests sample them.
    why : str
        The reason, in the table of rules.
    example : str, optional
        An expression on which it fires, where the left side with plain names does not show it.
    where : str
        File and line of the row; found by itself.

    Raises
    ------
    RuleError
        When it is used, for sides that cannot be read.

    Examples
    --------
    >>> import espresso as es
    >>> twice = es.Rule("double", "_x + _x", "2*_x")
    >>> print(es.rewrite("sin(a) + sin(a)", twice))
    2*sin(a)
    """

    name: str
    left: str | Expr
    right: str | Expr
    when: str | None = None
    level: str = "algebraic"
    domain: Sequence[tuple[str, tuple[float, float]]] = ()
    why: str = ""
    example: str | None = None
    where: str = field(default_factory=_caller, compare=False)


@constructor
@dataclass(frozen=True)
class Derivative:
    """Partial derivatives of a scalar function or of a reduction.

    Parameters
    ----------
    of : str
        The function of its arguments, ``"atan2(y, x)"``, or a reduction, ``"logsumexp[k](x)"``.
    partials : tuple of str
        One formula for each argument, over the same names; of a reduction over ``x`` (the body at k) and ``r`` (the
        result).
    kink : str
        What is taken where there is no derivative.
    where : str
        File and line of the row; found by itself.

    Examples
    --------
    >>> import espresso as es
    >>> step = es.Derivative("relu(x)", ("x >= 0",), kink="1 at 0")
    >>> print(es.grad("y = relu(a)", "a", rules=[step]))
    dy_da = 1.0*(a >= 0)
    """

    of: str
    partials: tuple[str, ...]
    kink: str = ""
    where: str = field(default_factory=_caller, compare=False)


@constructor
@dataclass(frozen=True)
class Definition:
    """``left`` means ``right``: how reductions and index functions are computed.

    Parameters
    ----------
    left : str
        The function, ``"mean[k](x)"``.
    right : str
        A formula in which ``_n`` is the number of elements.
    why : str
        The reason, in the table of rules.
    where : str
        File and line of the row; found by itself.

    Examples
    --------
    >>> import espresso as es
    >>> es.Definition("mean[k](x)", "sum[k](1.0*x)/_n").right
    'sum[k](1.0*x)/_n'
    """

    left: str
    right: str
    why: str = ""
    where: str = field(default_factory=_caller, compare=False)


RuleLike = Rule | str | tuple[Any, Any]
"""A rule, the text of one, or a pair of sides."""


def as_rule(rule: RuleLike) -> Rule:
    """A rule from ``"left -> right"``, ``"left -> right when guard"``, a pair of sides, or itself.

    >>> as_rule("log(_x**_n) -> _n*log(_x) when is_positive(_x)").when
    'is_positive(_x)'
    """
    if isinstance(rule, Rule):
        return rule
    if isinstance(rule, str):
        left, arrow, right = (part.strip() for part in rule.partition("->"))
        right, *guard = (part.strip() for part in re.split(r"\bwhen\b", right, maxsplit=1))
        if not arrow or not left or not right or guard == [""]:
            raise RuleError(f"a rule is written 'left -> right' or 'left -> right when guard'; found {rule!r}.")
        return Rule(rule, left, right, guard[0] if guard else None, where="rule")
    if isinstance(rule, tuple) and len(rule) == 2 and all(isinstance(side, (str, Expr)) for side in rule):
        return Rule(f"{rule[0]} -> {rule[1]}", *rule, where="rule")
    raise RuleError(f"a rule is 'left -> right', a pair of sides or a Rule, not {type(rule).__name__}.")


def as_derivative(row: Derivative | str) -> Derivative:
    """A derivative row from text, ``"relu(x) -> x >= 0"``, the partials separated by semicolons, or itself.

    >>> as_derivative("atan2(y, x) -> x/(x**2 + y**2); -y/(x**2 + y**2)").partials
    ('x/(x**2 + y**2)', '-y/(x**2 + y**2)')
    """
    if isinstance(row, Derivative):
        return row
    if not isinstance(row, str):
        raise RuleError(f"a derivative row is 'f(x) -> f\'(x)' or a Derivative, not {type(row).__name__}.")
    of, arrow, partials = (part.strip() for part in row.partition("->"))
    if not arrow or not of or not partials:
        raise RuleError(f"a derivative row is written 'f(x) -> f\'(x)'; found {row!r}.")
    return Derivative(of, tuple(p.strip() for p in partials.split(";")), where="rule")


def derivative(of: str, *partials: str, kink: str = "") -> Derivative:
    """One derivative row: ``derivative("sin(x)", "cos(x)")``."""
    return Derivative(of, partials, kink)


def derivatives_of(table: str) -> list[Derivative]:
    """The derivative rows of a table of `functions`; none for a zero derivative, nor for one by the meaning."""
    return [
        Derivative(f.of, f.partials, f.kink, where=f"{functions.__file__} ({f.name})")
        for f in getattr(functions, table)
        if f.partials
    ]


def functions_where(holds: Callable[[functions.Row], bool]) -> frozenset[str]:
    """Names of the functions of every kind whose row is so."""
    return frozenset(f.name for f in (*functions.FUNCTIONS, *functions.OVER_INDICES.values()) if holds(f))
