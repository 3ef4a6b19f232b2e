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

    Names that start with an underscore are wildcards: ``_x`` any expression, ``_k`` in
    index position any index or group of indices, ``_rest...`` the other operands of a sum
    or product, ``_c_`` an operand that may be missing.  ``when`` is a guard from
    `algebra.rewriting.guards` such as ``"free_of(_a, _k)"``.  ``level`` is ``"exact"`` or
    ``"algebraic"`` (may change rounding, NaN or overflow).  ``domain`` maps wildcards to
    the interval in which the tests sample them; ``example`` is an expression on which the
    row fires when the left side with plain names in place of wildcards would not show it.

    Sides are text, or expressions for functions that the notation does not know.
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

    ``of`` is the function applied to its arguments, as in ``"atan2(y, x)"``; ``partials``
    has one text per argument over the same names.  For a reduction ``of`` is written
    ``"logsumexp[k](x)"``; in its partial ``x`` is the body at k and ``r`` the result.
    ``kink`` states the convention where the derivative does not exist.
    """

    of: str
    partials: tuple[str, ...]
    kink: str = ""
    where: str = field(default_factory=_caller, compare=False)


@constructor
@dataclass(frozen=True)
class Definition:
    """``left`` means ``right``: how reductions and index functions are computed.

    In ``right`` the name ``_n`` is the number of elements reduced over.
    ``for_derivative`` says that differentiation goes through this definition.
    """

    left: str
    right: str
    for_derivative: bool = False
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
