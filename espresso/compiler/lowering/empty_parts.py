"""Numerically stable forms in calls that reduce over empty ranges.

Such a call computes its formulas as they are written (`empty`), where ``log(1 + exp(z))`` beside a sum over nothing
would overflow.  So what stands around these sums is simplified, and each of them is an input of unknown value
meanwhile.  So is a divisor that depends on one and may be 0: a quotient that cancels would no longer be 0/0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from espresso.algebra.normal_form.scope import Scope
from espresso.algebra.rewriting.guards import is_positive
from espresso.compiler.lowering.empty import Extents, over_nothing, with_mask, with_masks
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr


def stable(
    written: Mapping[str, Expr], extents: Extents, size_of: Callable[[Expr], int], rules: Sequence[Any] | None,
    dtypes: Mapping[str, str],
) -> dict[str, Expr]:  # fmt: skip
    """The formulas with masks and simplified around them; not simplified without rules, or where integers show it."""
    from espresso.algebra.rewriting.apply import expand_definitions
    from espresso.algebra.rewriting.simplification import simplified
    from espresso.compiler.lowering.integers import declared_as_given, rewriting_shows

    masked = with_masks(written, extents, size_of)
    complex_ = any("complex" in d for d in dtypes.values())
    if rules is None or complex_ or declared_as_given(list(written.values()), dtypes):
        return masked
    holes = _Holes()
    for statement in ex.lets(*written.values()):
        holes.open(statement, extents[statement], over_nothing(extents[statement], size_of))
    roots = [holes.arrays.get(e, e) for e in written.values()]
    arrays = ex.lets(*roots)
    found = list(simplified([*roots, *arrays], rules))
    filled = holes.filled(found[: len(roots)], dict(zip(arrays, found[len(roots) :], strict=True)))
    before, after = expand_definitions(list(masked.values())), expand_definitions(filled)
    return masked if rewriting_shows(before, after, dtypes) else dict(zip(masked, filled, strict=True))


class _Holes:
    """Inputs that stand for parts of formulas, these parts, and the arrays that have some."""

    def __init__(self) -> None:
        self.parts: dict[Expr, Expr] = {}
        self.lengths: dict[Expr, Expr] = {}
        self.arrays: dict[Expr, Expr] = {}
        self._unknown: set[Expr] = set()

    def open(self, statement: Expr, known: Mapping[str, Expr], empty: Callable[[Expr], set[str]]) -> None:
        """Add a named array with a hole for each reduction over nothing, and for each divisor that depends on one."""
        new: dict[Expr, Expr] = {}
        unknown = self._unknown
        for node in ex.postorder(statement.args[0], into_arrays=False):
            if node.op in ex.ARRAY_OPS or not node.args:
                new[node] = self.arrays.get(node, node)
                continue
            new[node] = copy = ex.with_args(node, [new[a] for a in node.args])
            over = empty(node)
            if over:
                new[node] = self._hole(with_mask(copy, over), known)
                unknown.add(node)
            elif any(a in unknown for a in node.args):
                unknown.add(node)
                if ex.is_call(node, "pow") and _divides(copy):
                    new[node] = ex.call("pow", self._hole(copy.args[0], known), copy.args[1])
        body = new[statement.args[0]]
        if body is not statement.args[0]:
            name, axes = statement.data
            self.arrays[statement] = ex.closed(name, axes, body)
        if statement.args[0] in unknown:
            unknown.add(statement)

    def _hole(self, part: Expr, known: Mapping[str, Expr]) -> Expr:
        names = sorted(part.free)
        array = ex.tensor(f"~hole{len(self.parts)}", len(names))
        self.parts[array] = part
        self.lengths |= {ex.size(array, k): known[n] for k, n in enumerate(names)}
        return ex.access(array, [ex.index(n) for n in names])

    def filled(self, roots: Sequence[Expr], arrays: Mapping[Expr, Expr]) -> list[Expr]:
        """The formulas with the parts in their places; these read other arrays in place of some."""
        for array, part in reversed(self.parts.items()):  # a part may have holes that were made before
            roots = _put(array, ex.replace(part, arrays), sorted(part.free), roots)
        return ex.rebuild_all(roots, self.lengths.get)


def _put(array: Expr, part: Expr, names: Sequence[str], roots: Sequence[Expr]) -> list[Expr]:
    def change(node: Expr) -> Expr | None:
        if node.op != "access" or node.args[0] is not array:
            return None
        return ex.substitute(part, dict(zip(names, node.args[1:], strict=True)))

    return ex.rebuild_all(roots, change)


def _divides(power: Expr) -> bool:
    base, exponent = power.args
    whole = exponent.op == "const" and not isinstance(exponent.data, complex) and exponent.data >= 0
    return not whole and not is_positive(Scope(base), base)
