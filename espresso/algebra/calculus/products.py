"""Products and sums of derivatives, with masks outside so that they also guard infinite factors.

A branch of ``where`` that is not selected, and a factor beside a guard that is 0, must
not matter in a derivative either, even where the partials there are infinite.  So a
mask never stands inside a product: ``f*where(c, a, 0)`` is built as
``where(c, f*a, 0)``, also when the mask has meanwhile been summed.
"""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Iterable, Sequence

from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.range_guards import limited, summed_only
from espresso.formulas.extents.ranges import Ranges
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import all_masked, is_finite, is_guard

ZERO, ONE = ex.const(0), ex.const(1)


class Products:
    """Builds sums and products over the names of one body; zero is None outside."""

    def __init__(self, ranges: Ranges) -> None:
        self.ranges = ranges
        self._masked: dict[Expr, bool] = {}
        self._finite: dict[Expr, bool] = {}

    def times(self, *factors: Expr) -> Expr:
        """The product of the factors, masks outside."""
        factors = tuple(part for f in factors for part in (f.args if ex.is_call(f, "mul") else (f,)))
        factors = tuple(f for f in factors if not (f.op == "const" and type(f.data) is int and f.data == 1))
        if not factors:
            return ONE
        if len(factors) == 1:
            return factors[0]
        for position, factor in enumerate(factors):
            if ex.is_call(factor, "where"):
                condition, yes, no = factor.args
                before, after = factors[:position], factors[position + 1 :]
                if ex.is_const(no, 0):
                    return ex.call("where", condition, self.times(*before, yes, *after), no)
                if ex.is_const(yes, 0):
                    return ex.call("where", condition, yes, self.times(*before, no, *after))
            if factor.op == "reduce" or (factor.op == "call" and factor.data in ("add", "where")):
                if not self.masked(factor):
                    continue
                rest = factors[:position] + factors[position + 1 :]
                if not all(self.finite(f) for f in rest):
                    return self._into(factor, rest)
        return ex.call("mul", *factors)

    def _into(self, masked: Expr, factors: Sequence[Expr]) -> Expr:
        """A masked sum, or a choice between two, times factors, with the factors under the masks."""
        if ex.is_call(masked, "where"):
            condition, *branches = masked.args
            return ex.call("where", condition, *(self.times(*factors, b) for b in branches))
        if masked.op == "call":
            return ex.call("add", *(self.times(*factors, term) for term in masked.args))
        return self._under_sum(masked, factors)

    def _under_sum(self, total: Expr, factors: Sequence[Expr]) -> Expr:
        """``sum(body)*factors`` as ``sum(body*factors)``."""
        taken = set(total.args[0].free).union(*(f.free for f in factors))
        names, changed = list(total.data[1]), {}
        for position, name in enumerate(names):
            if any(name in f.free for f in factors):
                changed[name] = names[position] = self.ranges.another(name, taken)
                taken.add(changed[name])
        return ex.reduce("sum", names, self.times(*factors, ex.rename(total.args[0], changed)))

    def plus(self, terms: Sequence[Expr]) -> Expr:
        """The sum of the terms."""
        return ex.call("add", *terms)

    def total(self, names: Iterable[str], body: Expr) -> Expr:
        """``body`` summed over the names, each over the range it has in the formula.

        A name that ``body`` does not contain contributes its extent as a factor.
        """
        inside, lengths = [], []
        for name in sorted(names):
            if name in body.free or name not in self.ranges.extents:
                inside.append(name)
            else:
                lengths.append(self.ranges.extents[name])
        guards = self.ranges.guards(inside, body)
        summed = ex.reduce("sum", inside, self.times(body, *guards))
        return self.times(summed, *lengths) if lengths else summed

    def masked(self, e: Expr) -> bool:
        """Whether a mask or guard stands around all of ``e``, perhaps under sums."""
        return all_masked(e, self._masked)

    def finite(self, e: Expr) -> bool:
        """Whether ``e`` is finite for all finite inputs, as far as its form shows."""
        return is_finite(e, self._finite)


def taken_out(e: Expr, names: frozenset[str], products: Products) -> tuple[list[Expr], Expr]:
    """Finite factors of ``e`` whose indices are all among ``names`` (bound nowhere), and what they multiply."""
    found: dict[Expr, tuple[list[Expr], Expr]] = {}

    def looked_into(node: Expr) -> bool:
        return (node.op == "reduce" and node.data[0] == "sum") or ex.is_call(node, "add") or ex.is_call(node, "mul")

    def one(node: Expr) -> tuple[list[Expr], Expr]:
        parts = [found.get(a, ([], a)) for a in node.args]
        if node.op == "reduce":
            factors, rest = parts[0]
            whole = set(node.data[1]) <= rest.free
            return (factors, ex.reduce("sum", node.data[1], rest)) if factors and whole else ([], node)
        if node.data == "add":
            common = functools.reduce(operator.and_, (Counter(factors) for factors, _ in parts))  # as often as in all
            terms = [ex.call("mul", rest, *(Counter(factors) - common).elements()) for factors, rest in parts]
            return ([*common.elements()], ex.call("add", *terms)) if common else ([], node)
        factors, kept = [], []
        for inner, rest in parts:
            factors += inner
            alone = is_guard(rest) or not products.masked(rest)
            if rest.free and rest.free <= names and products.finite(rest) and alone:
                factors.append(rest)
            else:
                kept.append(rest)
        return (factors, ex.call("mul", *kept)) if factors and kept else ([], node)

    for node in ex.ordered([e] if looked_into(e) else [], lambda n: [a for a in n.args if looked_into(a)]):
        found[node] = one(node)
    return found.get(e, ([], e))


def loosened(body: Expr) -> Expr:
    """A body whose reads say nothing about the lengths of its axes, and are 0 outside; sums run as far as they did."""
    axes = sorted(body.free)
    told = symbolic_extents(ex.closed("", axes, body))
    body = ex.rebuild(body, _padded, into_arrays=False)
    after = symbolic_extents(ex.closed("", axes, body))
    return limited(body, {n: told[n] for n in sorted(summed_only(body, told)) if n not in after})


def _padded(node: Expr) -> Expr | None:
    return ex.access(node.args[0], node.args[1:], 0) if node.op == "access" and node.data is None else None
