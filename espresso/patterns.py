"""Patterns in normal form, and the table that finds the rules for a node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from . import expr as ex
from .canonical import normalize
from .expr import Expr
from .matching import SPLAT, is_optional, wildcard
from .ordering import Scope
from .ruleset import CompiledRule, Rule, compile_rule

Head = tuple[str, Any]

_ANY: Head = ("any", None)


def normalize_pattern(pattern: Expr) -> Expr:
    """``pattern`` as the expressions that it meets are written; reductions stay as they are."""
    scope = Scope(pattern)
    new: dict[Expr, Expr] = {}
    for old in ex.postorder(pattern):
        node = ex.with_args(old, [new[a] for a in old.args]) if old.args else old
        for _ in range(20):
            changed = normalize(node, scope)
            if changed is node:
                break
            node = changed
        new[old] = node
    return new[pattern]


def head(e: Expr) -> Head:
    """What kind of node ``e`` is: its op and, for functions, its name."""
    if e.op == "call":
        return ("call", e.data)
    return (e.op, e.data[0]) if e.op in ("reduce", "scan") else (e.op, None)


@dataclass(frozen=True)
class Entry:
    """A rule with the kinds of operands that a sum or product must have for it."""

    compiled: CompiledRule
    needs: frozenset[Head]


class RuleTable:
    """Rules by the kind of node at which they can fire, in order."""

    def __init__(self, rules: Iterable[Any]) -> None:
        self.source = list(rules)
        self.rules = [r for r in self.source if isinstance(r, Rule)]
        self.by_head: dict[Head, list[Entry]] = {}
        self.anywhere: list[Entry] = []
        for rule in self.rules:
            compiled = compile_rule(rule)
            left = compiled.left
            entry = Entry(compiled, _needs(left))
            if wildcard(left) is not None:
                self.anywhere.append(entry)
            else:
                self.by_head.setdefault(head(left), []).append(entry)

    def candidates(self, e: Expr) -> list[CompiledRule]:
        """Rules whose left side can match ``e``, in the order of the rule set."""
        entries = self.by_head.get(head(e), [])
        if self.anywhere:
            entries = [*entries, *self.anywhere]
        if not entries:
            return []
        if e.op == "call":
            kinds = {head(a) for a in e.args}
            return [n.compiled for n in entries if n.needs <= kinds]
        return [n.compiled for n in entries]


def _needs(left: Expr) -> frozenset[Head]:
    """Kinds that operands of a match must have; only what is certain."""
    if left.op != "call":
        return frozenset()
    found = set()
    for a in left.args:
        name = wildcard(a)
        if name is not None or (a.op == "const" and left.data == "mul"):
            continue
        if a.op == "call" and a.data in ("add", "mul") and _may_shrink(a):
            continue
        found.add(head(a))
    return frozenset(found)


def _may_shrink(a: Expr) -> bool:
    return any(is_optional(wildcard(b) or "") or (wildcard(b) or "").endswith(SPLAT) for b in a.args)


_tables: dict[tuple[int, ...], RuleTable] = {}


def rule_table(rules: Sequence[Any]) -> RuleTable:
    """The table of a rule set; tables of recent rule sets are kept."""
    key = tuple(map(id, rules))
    found = _tables.get(key)
    if found is None or any(a is not b for a, b in zip(found.source, rules, strict=True)):
        if len(_tables) > 64:
            _tables.clear()
        found = _tables[key] = RuleTable(rules)
    return found
