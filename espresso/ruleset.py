"""The values that rules are made of.

A rule set is a plain list of these frozen values; ``rules/espresso_rules`` holds the
lists that espresso ships.  Both sides of every row are text in espresso's own notation,
parsed when first used.  Each row remembers its file and line for messages and docs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import RuleError, suggestion
from .forks import cached_property
from .graph.expr import Expr
from .keywords import checked, constructor

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
    ``espresso.guards`` such as ``"free_of(_a, _k)"``.  ``level`` is ``"exact"`` or
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


def __getattr__(name: str) -> Any:
    if name == "DEFAULT":
        return default_rules()
    raise AttributeError(name)


@checked
def default_rules() -> list[Any]:
    """The rules that espresso ships: stabilising first, then simplifying."""
    from espresso_rules import simplify, stabilize

    return [*stabilize.RULES, *simplify.RULES]


def machine_rules() -> list[Any]:
    """Forms that are only cheaper to compute: applied when a formula is compiled, never to what is shown."""
    from espresso_rules import machine

    return list(machine.RULES)


def default_definitions() -> list[Definition]:
    """What reductions and index functions that the targets lack are made of."""
    from espresso_rules import definitions

    return list(definitions.DEFINITIONS)


# --- rows made ready ------------------------------------------------------------------------


class CompiledRule:
    """A rule with parsed sides and guard; the right side is parsed when it is first needed."""

    def __init__(self, rule: Rule) -> None:
        from .rewriting.guards import compile_guard
        from .rewriting.patterns import normalize_pattern

        self.rule = rule
        self.raw = parse_side(rule.left, rule.where)
        self.left = normalize_pattern(self.raw)
        self.guard = compile_guard(rule.when, rule.where)

    @cached_property
    def right(self) -> Expr:
        """The right side."""
        return parse_side(self.rule.right, self.rule.where)

    @cached_property
    def of_reals(self) -> bool:
        """Whether the right side has functions that are not defined for complex numbers."""
        from .graph import expr as ex
        from .inference.dtypes import ORDERED, ORDERED_OVER_INDICES

        return any(
            (node.op == "call" and node.data in ORDERED)
            or (node.op in ("reduce", "scan") and node.data[0] in ORDERED_OVER_INDICES)
            for node in ex.postorder(self.right)
        )


_compiled: dict[tuple[Any, ...], CompiledRule] = {}


def compile_rule(rule: Rule, check: bool = True) -> CompiledRule:
    """``rule`` parsed and, unless told otherwise, checked; ``RuleError`` names its file and line."""
    key = (rule.left, rule.right, rule.when, rule.name, rule.where, rule.level)
    found = _compiled.get(key)
    if found is None:
        if len(_compiled) > 4096:
            _compiled.clear()
        found = CompiledRule(rule)
        _compiled[key] = found
    if check:
        _check(found)
    return found


def parse_side(side: str | Expr, where: str) -> Expr:
    """One side of a row as a pattern; ``RuleError`` if it is not in the notation."""
    from .errors import EspressoError
    from .graph import expr as ex
    from .notation.parsing import parse
    from .rewriting.matching import pattern_text

    if isinstance(side, Expr):
        return side
    try:
        return ex.scalar(parse(pattern_text(side)))
    except EspressoError as error:
        raise RuleError(f"{where}: {side!r} cannot be read as a pattern.\n{error}") from error


def _check(compiled: CompiledRule) -> None:
    from .rewriting.guards import wildcards_in
    from .rewriting.matching import shown, wildcards

    rule = compiled.rule
    if rule.level not in LEVELS:
        levels = " or ".join(map(repr, LEVELS))
        raise RuleError(f"{rule.where}: rule {rule.name!r} has level {rule.level!r}; use {levels}.")
    known = wildcards(compiled.raw)
    used = [("right side", n) for n in sorted(wildcards(compiled.right))]
    if rule.when:
        used += [("guard", n) for n in sorted(wildcards_in(rule.when, rule.where))]
    used += [("domain", n) for n, _ in rule.domain]
    for place, name in used:
        if name not in known:
            hint = suggestion(shown(name), sorted(shown(n) for n in known))
            raise RuleError(
                f"{rule.where}: the {place} of rule {rule.name!r} has the wildcard {shown(name)}, "
                f"which its left side lacks.{hint}\n"
                f"  {rule.left} -> {rule.right}"
            )


def check_rules(rules: Iterable[Any]) -> None:
    """Raise ``RuleError`` for a malformed row, a name used twice or a row given twice."""
    seen: dict[Any, Rule] = {}
    for rule in rules:
        if not isinstance(rule, Rule):
            continue
        compiled = compile_rule(rule)
        for key in (rule.name, (compiled.left, compiled.right, rule.when)):
            other = seen.setdefault(key, rule)
            if other is not rule:
                raise RuleError(f"{rule.where}: rule {rule.name!r} is a duplicate of {other.name!r} at {other.where}.")


def rules_table(rules: Iterable[Any] | None = None) -> str:
    """The rows as a markdown table, for the generated page of rules."""
    from .printing.escapes import code, sentence

    lines = ["| rule | from | to | when | level | why |", "|---|---|---|---|---|---|"]
    for row in default_rules() if rules is None else rules:
        if isinstance(row, Rule):
            sides = (code(str(side)) for side in (row.left, row.right, row.when or ""))
            cells = (sentence(row.name), *sides, row.level, sentence(row.why))
        elif isinstance(row, Definition):
            cells = (sentence(row.left), code(row.left), code(row.right), "", "definition", sentence(row.why))
        elif isinstance(row, Derivative):
            partials = "; ".join(map(code, row.partials))
            cells = (sentence(row.of), code(row.of), partials, "", "derivative", sentence(row.kink))
        else:
            continue
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
