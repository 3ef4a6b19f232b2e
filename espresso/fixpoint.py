"""The engine that takes a body to the fixed point of normal form and rules.

Every node is brought to normal form, then the first rule that matches replaces it, until
nothing changes.  It works on the graph bottom-up, so a shared node is rewritten once, and
without recursion, so depth is no limit.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping

from . import expr as ex
from .canonical import normalize
from .errors import RuleError
from .expr import Expr
from .matching import Match, instantiate, matches
from .ordering import Scope
from .patterns import RuleTable
from .ruleset import CompiledRule
from .sums import normalize_reduce

Trace = list[tuple[str, Expr, Expr]]


class Engine:
    """Rewrites one body to its fixed point.

    ``arrays`` replaces named arrays that the body reads, ``frozen`` are bound names whose
    reductions stay as they are, ``trace`` collects (rule name, before, after).
    """

    def __init__(
        self,
        table: RuleTable,
        scope: Scope,
        arrays: Mapping[Expr, Expr] | None = None,
        frozen: frozenset[str] = frozenset(),
        trace: Trace | None = None,
    ) -> None:
        self.table = table
        self.scope = scope
        self.arrays = arrays or {}
        self.frozen = frozen
        self.trace = trace
        self.memo: dict[Expr, Expr] = {}
        self.steps = 0
        self.recent: deque[str] = deque(maxlen=60)
        self.functions: set[str] = set()
        table.prepare(self.functions)

    def run(self, root: Expr) -> Expr:
        """The fixed point of ``root``."""
        limit = 20_000 + 300 * len(ex.postorder(root, into_arrays=False))
        memo = self.memo
        forward: dict[Expr, Expr] = {}
        stack = [root]
        while stack:
            node = stack[-1]
            if node in memo:
                stack.pop()
                continue
            if node.op in ex.ARRAY_OPS:
                memo[node] = self.arrays.get(node, node)
                continue
            if node in forward:
                target = forward[node]
                if target in memo:
                    memo[node] = memo[target]
                else:
                    self._count(limit)
                    stack.append(target)
                continue
            pending = [a for a in node.args if a not in memo]
            if pending:
                stack.extend(reversed(pending))
                continue
            self._count(limit)
            new = node
            if not self._is_frozen(node):
                new = self._step(ex.with_args(node, [memo[a] for a in node.args]) if node.args else node, node)
            if new is node:
                memo[node] = node
            else:
                forward[node] = new
        return memo[root]

    def _count(self, limit: int) -> None:
        self.steps += 1
        if self.steps > limit:
            self._give_up()

    def _is_frozen(self, node: Expr) -> bool:
        return bool(self.frozen) and node.op == "reduce" and not self.frozen.isdisjoint(node.data[1])

    def _step(self, node: Expr, before: Expr) -> Expr:
        """``node``, whose arguments are at their fixed points, changed at most once."""
        new = normalize_reduce(node, self.scope) if node.op == "reduce" else normalize(node, self.scope)
        if new is not node:
            if self.trace is not None:
                self.trace.append(("normal-form", node, new))
            return new
        if node.op in ("call", "reduce", "scan"):
            name = node.data if node.op == "call" else node.data[0]
            if name not in self.functions:
                self.functions.add(name)
                self.table.prepare(self.functions)
        for compiled in self.table.candidates(node):
            changed = apply_rule(compiled, node, self.scope)
            if changed is not None and changed is not node:
                self.recent.append(compiled.rule.name)
                if self.trace is not None:
                    self.trace.append((compiled.rule.name, node, changed))
                return changed
        return node

    def _give_up(self) -> None:
        cycle = ", ".join(name for name, _ in Counter(self.recent).most_common(6)) or "(normal form only)"
        raise RuleError(
            f"simplification did not come to an end after {self.steps} steps.\n"
            f"Rules that fired last: {cycle}.\n"
            "Leave one of them out, or give it a guard so that it makes the expression smaller."
        )


def apply_rule(compiled: CompiledRule, e: Expr, scope: Scope) -> Expr | None:
    """``e`` rewritten by a rule that matches it (or a part of a sum or product), else None."""
    for m in matches(compiled.left, e, scope, part=True):
        if allowed(compiled, m, scope):
            new = instantiate(compiled.right, m)
            return ex.call(e.data, new, *m.rest) if m.rest else new
    return None


def allowed(compiled: CompiledRule, m: Match, scope: Scope) -> bool:
    """Whether the guard holds and indices that must be alike have the same extent."""
    for a, b in m.alike:
        extent = scope.extent(a)
        if a != b and (extent is None or extent is not scope.extent(b)):
            return False
    return compiled.guard is None or compiled.guard(m.values, scope)
