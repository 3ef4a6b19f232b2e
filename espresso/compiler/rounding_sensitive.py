"""Sums whose rounding can flip a comparison or an argmax.

A derivative that asks for this changes by far more than the rounding error of the sum, wherever two numbers are nearly
equal: the larger the error, the more often.  So an engine that trades digits for speed leaves such sums to others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import reads_array
from espresso.ir.storage.dtypes import value_dtypes
from espresso.system.half_precision import dtype_of, letter_of

TESTS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "sign"})


def decided(statements: Iterable[Expr]) -> set[Expr]:
    """The named arrays that a comparison or a sign in one of the statements reads, and those that these are made of
    element by element; what sums are made of is rounded to their digits anyway."""

    def made_of(node: Expr) -> Sequence[Expr]:
        if reads_array(node):
            return node.args[0].args
        return node.args if node.op == "call" or node.op == "reduce" and node.data[0] in ("max", "min") else ()

    nodes = (n for s in statements for n in ex.postorder(s.args[0], into_arrays=False))
    tested = [a for n in nodes if n.op == "call" and n.data in TESTS for a in n.args]
    return {n.args[0] for n in ex.ordered(tested, made_of) if reads_array(n)}


def rounded_sides(tests: Iterable[Expr], dtypes: Mapping[str, str]) -> list[Expr]:
    """What comparisons compare, but for integers and truth values: they are the same wherever they are computed."""
    sides = [a for test in tests for a in test.args]
    found = value_dtypes(sides, dtypes)
    return [a for a, dtype in zip(sides, found, strict=True) if letter_of(dtype_of(dtype)) not in "iub"]
