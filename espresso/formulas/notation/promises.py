"""Declared structure of computed arrays, ``K : posdef`` with ``K[i,j] = ...``, as part of their formulas.

What is declared symmetric becomes ``posdef[i,j](...)`` or ``symmetric[i,j](...)``, which are rows of `functions`; where
elements are declared to be zero the formula gets a condition, ``...*(j <= i)``.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import PROMISES
from espresso.formulas.notation.grammar import Grammar
from espresso.formulas.syntax.declarations import Declaration
from espresso.formulas.syntax.statements import counted
from espresso.formulas.syntax.tokens import fail

_BANDS = {"lower": (None, 0), "upper": (0, None), "diagonal": (0, 0), "tridiagonal": (-1, 1)}
"""The first and the last diagonal that may differ from zero; the main one is 0, those above it are positive."""


def promised(grammar: Grammar, axes: Sequence[str], body: Expr, declared: Declaration) -> Expr:
    """The body of a statement over ``axes``, with what is declared of it; refused where that cannot be."""
    name, words = declared.name, declared.structure
    other = [w for w in words if w not in PROMISES and w not in _BANDS]
    remedy = f"What a statement computes may be declared {', '.join([*sorted(PROMISES), *_BANDS])}."
    what = f"{name} is computed, and {', '.join(other)} is declared of inputs only" if other else ""
    if not other and (len(axes) < 2 or declared.shape is not None and len(declared.shape) != len(axes)):
        shown = "" if declared.shape is None else f" with {counted(len(declared.shape), 'axis', 'axes')}"
        what = f"{name} is declared {', '.join(words)}{shown} and computed with {counted(len(axes), 'axis', 'axes')}"
        remedy = f"The words are about the last two axes, {name}[i,j] or {name}[b,i,j]."
    if not what:
        lengths = [grammar.survey.sizes.get(a) for a in axes[-2:]]
        for known in (lengths, [*(declared.shape or ())][-2:]):
            if not what and len({n for n in known if n is not None}) > 1:
                what = f"{name} is declared {', '.join(words)} and has {known[0]} rows and {known[1]} columns"
                remedy = "Rows and columns of such a matrix are equally many."
    if what:
        fail(grammar.tokens.text, what, [declared.position], remedy)
    row, column = (grammar.index(a) for a in axes[-2:])
    for word in words:
        if word in PROMISES:
            body = ex.scan(word, axes[-2:], body)
            continue
        low, high = _BANDS[word]
        if low == high:
            body = ex.call("mul", body, ex.call("eq", row, column))
            continue
        for start, stop, shift in ((column, row, high), (row, column, None if low is None else -low)):
            if shift is not None:
                last = ex.call("add", stop, ex.const(shift)) if shift else stop
                body = ex.call("mul", body, ex.call("le", start, last))
    return body
