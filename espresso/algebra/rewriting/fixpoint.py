"""The rewrite engine: takes a body to the joint fixed point of normal form and rules.

Every node is brought to normal form, then the first rule that matches replaces it, until
nothing changes.  It works on the graph bottom-up, so a shared node is rewritten once, and
without recursion, so depth is no limit.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping

from espresso.algebra.normal_form.canonical import normalize
from espresso.algebra.normal_form.scope import Scope
from espresso.algebra.normal_form.sums import normalize_reduce
from espresso.algebra.rewriting.matching import Match, instantiate, matches
from espresso.algebra.rewriting.patterns import CompiledRule, RuleTable
from espresso.errors import RuleError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr


class Trace(list[tuple[str, Expr, Expr]]):
    """What fired: (rule name, before, after) in order.  As text, one line for each rule; normal forms are left out."""

    def __str__(self) -> str:
        from espresso.formulas.printing.text import text

        steps = [(name, text(a, None), text(b, None)) for name, a, b in self if name != "normal-form"]
        width = max((len(name) for name, _, _ in steps), default=0)
        lines = [f"{name:{width}}  {before}  ->  {after}" for name, before, after in steps]
        return "\n".join(lines) or "(no rule fired)"

    __repr__ = __str__



SEEN_THROUGH = frozenset({"log", "log1p", "sqrt"})
"""Functions that lose digits, or are infinite, where a named array has rounded to 0 or 1: rules for them
also see what the array is made of."""


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
        trace: list[tuple[str, Expr, Expr]] | None = None,
    ) -> None:
        self.table = table
        self.scope = scope
        self.arrays = arrays or {}
        self.frozen = frozen
        self.trace = trace
        self.memo: dict[Expr, Expr] = {}
        self.made: dict[Expr, Expr] = {}  # new named arrays, with the ones whose lengths they have
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
                new = self._step(ex.with_args(node, [memo[a] for a in node.args]) if node.args else node)
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

    def _step(self, node: Expr) -> Expr:
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
        return self._through_array(node) if node.op == "call" and _sees_through(node) else node

    def _through_array(self, node: Expr) -> Expr:
        """``log(p[b,t])`` with the rule for the logarithm of what p is, as a read of an array ``log_p``.

        Where p is read at plain indices the new formula stands in place.
        """
        read = node.args[0]
        if read.op != "access" or read.data is not None or read.args[0].op != "let":
            return node
        array = read.args[0]
        name, axes = array.data
        inner = ex.call(node.data, array.args[0], *node.args[1:])
        parts = [n for n in ex.postorder(inner, into_arrays=False) if n.op in ("call", "reduce", "scan")]
        functions = {n.data if n.op == "call" else n.data[0] for n in parts}
        if not functions <= self.functions:
            self.functions |= functions
            self.table.prepare(self.functions)
        for compiled in self.table.candidates(inner):
            body = apply_rule(compiled, inner, self.scope)
            if body is None:
                continue
            if self.trace is not None:
                self.trace.append((compiled.rule.name, inner, body))
            slots = read.args[1:]
            plain = len(set(slots)) == len(slots) and all(s.op == "index" for s in slots)
            if plain and not any(n.op == "reduce" for n in ex.postorder(body, into_arrays=False)):
                return ex.substitute(body, dict(zip(axes, slots, strict=True)))
            made = ex.closed(f"{'inverse' if node.data == 'pow' else node.data}_{name}", axes, body)
            self.made[made] = array
            return ex.access(made, slots)
        return node

    def _give_up(self) -> None:
        cycle = ", ".join(name for name, _ in Counter(self.recent).most_common(6)) or "(normal form only)"
        raise RuleError(
            f"simplification did not come to an end after {self.steps} steps.\n"
            f"Rules that fired last: {cycle}.\n"
            "Leave one of them out, or give it a guard so that it makes the expression smaller."
        )


def _sees_through(node: Expr) -> bool:
    """Whether rules for ``node`` also see what its argument, a named array, is made of."""
    if node.data == "pow":
        exponent = node.args[1]
        return exponent.op == "const" and not isinstance(exponent.data, complex) and exponent.data < 0
    return node.data in SEEN_THROUGH


def apply_rule(
    compiled: CompiledRule, e: Expr, scope: Scope, pattern: Expr | None = None, part: bool = True
) -> Expr | None:  # fmt: skip
    """``e`` rewritten by a rule that matches it (or a ``part`` of a sum or product), by this form of its left side."""
    for m in matches(compiled.left if pattern is None else pattern, e, scope, part=part):
        if allowed(compiled, m, scope):
            new = instantiate(compiled.right, m)
            return ex.call(e.data, new, *m.rest) if m.rest else new
    return None


def allowed(compiled: CompiledRule, m: Match, scope: Scope) -> bool:
    """Whether the guard holds, functions of real numbers get none else, and like indices have the same extent."""
    for a, b in m.alike:
        extent = scope.extent(a)
        if a != b and (extent is None or extent is not scope.extent(b)):
            return False
    if compiled.of_reals and any(isinstance(v, Expr) and ex.has(v, "complex") for v in m.values.values()):
        return False  # log(1 + exp(z)) of a complex z is no softplus
    return compiled.guard is None or compiled.guard(m.values, scope)
