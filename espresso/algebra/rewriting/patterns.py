"""Rules compiled for matching: normal forms of both sides, guards, and an index from nodes to rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from espresso.algebra.normal_form.canonical import normalize
from espresso.algebra.normal_form.scope import Scope
from espresso.algebra.rewriting.guards import compile_guard, wildcards_in
from espresso.algebra.rewriting.matching import may_shrink, pattern_text, shown, wildcard, wildcards
from espresso.algebra.rewriting.rules import LEVELS, Rule, as_rule
from espresso.errors import EspressoError, RuleError, rows_of, suggestion
from espresso.formulas.graph import expr as ex, functions
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, WRITTEN_AS_FUNCTION_OF_TWO
from espresso.system.locks import cached_property, new_lock

Head = tuple[str, Any]

_ANY: Head = ("any", None)


def normalize_pattern(pattern: Expr) -> Expr:
    """``pattern`` as the expressions that it meets are written; reductions stay as they are."""
    scope = Scope(pattern)

    def change(node: Expr) -> Expr:
        for _ in range(20):
            before, node = node, normalize(node, scope)
            if node is before:
                break
        return node

    return ex.rebuild(pattern, change)


class CompiledRule:
    """A rule with parsed sides and guard; the right side is parsed when it is first needed."""

    def __init__(self, rule: Rule) -> None:
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
        return any(
            (node.op == "call" and functions.facts(node.data).real_only)
            or (node.op in ("reduce", "scan") and functions.OVER_INDICES[node.data[0]].real_only)
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
    from espresso.formulas.notation.parsing import parse

    if isinstance(side, Expr):
        return side
    try:
        return ex.scalar(parse(pattern_text(side)))
    except EspressoError as error:
        raise RuleError(f"{where}: {side!r} cannot be read as a pattern.\n{error}") from error


def _check(compiled: CompiledRule) -> None:
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


def head(e: Expr) -> Head:
    """What kind of node ``e`` is: its op and, for functions, its name."""
    if e.op == "call":
        return ("call", e.data)
    return (e.op, e.data[0]) if e.op in ("reduce", "scan") else (e.op, None)


class Entry(NamedTuple):
    """A rule with its place in the rule set and the kinds of operands that its sum or product must have."""

    order: int
    compiled: CompiledRule
    needs: frozenset[Head]


_lock = new_lock()


class RuleTable:
    """Rules by the kind of node at which they can fire, in order.

    The shipped rows are parsed when the functions on their left side are first met, other
    rows are parsed and checked at once.
    """

    def __init__(self, rules: Iterable[Any]) -> None:
        from espresso.algebra.rewriting.rule_sets import default_rules

        self.source = list(rules)
        given = [as_rule(r) for r in self.source]
        self.by_head: dict[Head, list[Entry]] = {}
        self.waiting: list[tuple[int, Rule, frozenset[str]]] = []
        shipped = {id(r) for r in default_rules()}
        for order, rule in enumerate(given):
            if id(rule) in shipped and isinstance(rule.left, str):
                self.waiting.append((order, rule, _functions(rule.left)))
            else:
                self._add(order, rule, True)

    def prepare(self, functions: set[str]) -> None:
        """Parse the rows whose functions are among ``functions``."""
        with _lock:
            ready = [w for w in self.waiting if w[2] <= functions]
            if ready:
                self.waiting = [w for w in self.waiting if w not in ready]
                for order, rule, _ in ready:
                    self._add(order, rule, False)

    def _add(self, order: int, rule: Rule, check: bool) -> None:
        compiled = compile_rule(rule, check)
        kind = _ANY if wildcard(compiled.left) is not None else head(compiled.left)
        entry = Entry(order, compiled, _needs(compiled.left))
        self.by_head[kind] = sorted([*self.by_head.get(kind, ()), entry], key=lambda n: n.order)

    def candidates(self, e: Expr) -> list[CompiledRule]:
        """Rules whose left side can match ``e``, in the order of the rule set."""
        entries = self.by_head.get(head(e), [])
        if _ANY in self.by_head:
            entries = sorted([*entries, *self.by_head[_ANY]], key=lambda n: n.order)
        if not entries:
            return []
        if e.op == "call":
            kinds = {head(a) for a in e.args}
            return [n.compiled for n in entries if n.needs <= kinds]
        return [n.compiled for n in entries]


def _functions(text: str) -> frozenset[str]:
    """Functions and reductions that a left side names, in the names that nodes have."""
    found = set()
    for name, bracket in re.findall(r"(?<!\w)([a-z]\w*)\s*([\[(])", text):
        function = BY_NAME.get(WRITTEN_AS_FUNCTION_OF_TWO.get(name, name)) if bracket == "(" else None
        found.add(function.name if function is not None else name)
    return frozenset(found)


def _needs(left: Expr) -> frozenset[Head]:
    """Kinds that operands of a match must have; only what is certain."""
    if left.op != "call":
        return frozenset()
    found = set()
    for a in left.args:
        name = wildcard(a)
        if name is not None or (a.op == "const" and left.data == "mul"):
            continue
        if a.op == "call" and a.data in ("add", "mul") and may_shrink(a):
            continue
        found.add(head(a))
    return frozenset(found)


_tables: dict[tuple[int, ...], RuleTable] = {}


def rule_table(rules: Sequence[Any]) -> RuleTable:
    """The table of a rule set; tables of recent rule sets are kept."""
    key = tuple(map(id, rows_of(rules, "rules")))
    found = _tables.get(key)
    if found is None or any(a is not b for a, b in zip(found.source, rules, strict=True)):
        if len(_tables) > 64:
            _tables.clear()
        found = _tables[key] = RuleTable(rules)
    return found
