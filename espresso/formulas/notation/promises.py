"""Declared structure of computed arrays, ``K : posdef`` with ``K[i,j] = ...``, as part of their formulas.

What is declared becomes ``posdef[i,j](...)``, ``sums_to_one[k](...)`` or ``nonneg(...)``, rows of `functions`;
where elements are declared to be zero the formula gets a condition, ``...*(j <= i)``.
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
    name, about = declared.name, {w: PROMISES.get(w, 2) for w in declared.structure}
    words, remedy = ", ".join(about), ""
    what = f"{name} is declared {words}"
    if declared.shape is not None and len(declared.shape) != len(axes):
        shown = f" with {counted(len(declared.shape), 'axis', 'axes')}"
        what = f"{what}{shown} and computed with {counted(len(axes), 'axis', 'axes')}"
        remedy = "Declare as many lengths as the left side has indices."
    elif len(axes) < (most := max(about.values())):
        what = f"{what} and computed with {counted(len(axes), 'axis', 'axes')}"
        remedy = f"The words are about the last two axes, {name}[i,j] or {name}[b,i,j]."
        remedy = remedy if most == 2 else f"{words} is about the last axis, {name}[k] or {name}[b,k]."
    elif most == 2:
        for known in ([grammar.survey.sizes.get(a) for a in axes[-2:]], [*(declared.shape or ())][-2:]):
            if not remedy and len({n for n in known if n is not None}) > 1:
                what = f"{what} and has {known[0]} rows and {known[1]} columns"
                remedy = "Rows and columns of such a matrix are equally many."
    if remedy:
        fail(grammar.tokens.text, what, [declared.position], remedy)
    for word in sorted(about, key=lambda w: (2 * about[w] if w in PROMISES else 1, w)):  # matrices outside
        if word not in PROMISES:
            for condition in _band(grammar, axes, word):
                body = ex.call("mul", body, condition)
        else:
            body = ex.scan(word, axes[-about[word] :], body) if about[word] else ex.call(word, body)
    return body


def _band(grammar: Grammar, axes: Sequence[str], word: str) -> list[Expr]:
    """Conditions that hold where a matrix may differ from zero."""
    row, column = (grammar.index(a) for a in axes[-2:])
    low, high = _BANDS[word]
    if low == high:
        return [ex.call("eq", row, column)]
    ends = ((column, row, high), (row, column, None if low is None else -low))
    return [ex.call("le", a, ex.moved(b, k)) for a, b, k in ends if k is not None]
