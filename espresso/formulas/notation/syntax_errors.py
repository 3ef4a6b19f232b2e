"""Syntax errors with a caret: one function for each kind of mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from espresso.errors import RankError, suggestion
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import INDEX_FUNCTION_BY_NAME, REDUCTION_BY_NAME
from espresso.formulas.notation.calls import Frame, is_function
from espresso.formulas.syntax.foreign import named
from espresso.formulas.syntax.statements import counted
from espresso.formulas.syntax.tokens import fail

if TYPE_CHECKING:
    from espresso.formulas.notation.grammar import Grammar


def shown(g: Grammar, k: int) -> str:
    """Token ``k`` as the user wrote it."""
    return g.tokens.text[g.starts[k] : g.tokens.stops[k]]


def refuse_missing(g: Grammar, k: int) -> NoReturn:
    """A value should stand at token ``k``."""
    if k < g.statement.stop:
        if g.values[k] == "=":
            refuse_equals(g, k)
        remedy = "Write a name, a number, or something in parentheses here."
        g.fail(f"an expression is missing before {shown(g, k)!r}", k, remedy=remedy)
    remedy = "Write the missing part; a formula continues on the next line only inside brackets."
    g.fail(f"the formula ends after {shown(g, k - 1)!r}", k - 1, remedy=remedy)


def refuse_equals(g: Grammar, k: int) -> NoReturn:
    """``=`` inside a formula."""
    g.fail("'=' stands inside a formula", k, remedy="Write == to compare; one statement has one '='.")


def refuse_after_value(g: Grammar, k: int) -> NoReturn:
    """Token ``k`` follows a value but is no operator."""
    value, before = g.values[k], g.values[k - 1]
    if g.kinds[k] == "op":
        if value == "[":
            remedy = "Give the expression a name in an earlier statement, y[i] = ..., and read y[i + 1]."
            g.fail("only a name can be read with [ ]", k, remedy=remedy)
        if value == "=":
            refuse_equals(g, k)
        if value == ":":
            remedy = "There are no slices: write the index out, X[i + 1] for X[1:]."
            g.fail("':' stands inside a formula", k, remedy=remedy)
    if g.kinds[k - 1] == "name" and is_function(before):
        g.fail(f"the argument of {before} stands without parentheses", k, remedy=f"Write {before}(...).")
    if before == "]":
        opener = next(o for o, c in g.tokens.closer.items() if c == k - 1)
        if g.values[opener - 1] in REDUCTION_BY_NAME or g.values[opener - 1] in INDEX_FUNCTION_BY_NAME:
            head = g.tokens.text[g.starts[opener - 1] : g.tokens.stops[k - 1]]
            g.fail(f"the body of {head} stands without parentheses", k, remedy=f"Write {head}(...).")
    if value in _WORDS and g.kinds[k] == "name":
        g.fail(f"{value!r} is no operator of the notation", k, remedy=_WORDS[value])
    g.fail("an operator is missing between two values", k, remedy="Write * for a product.")


_WORDS = {
    "if": "Write where(c, a, b) for 'a if c else b'.",
    "for": "There are no loops: an index on the left side, y[i] = ..., or of a reduction, sum[i](...), runs by itself.",
    "in": "Write any[k](x[i] == s[k]) for 'x[i] in s'.",
    "is": "Write == to compare.",
    "mod": "Write % for the rest of a division.",
    "div": "Write // for integer division.",
    "xor": "Write a != b for two conditions of which one is true.",
}
"""What words mean between two values, where people or other languages write them."""


def check_juxtaposed(g: Grammar, k: int) -> None:
    """``1/2x`` has two readings: a number before the name at ``k`` must not be a divisor or exponent."""
    base = g.frames[-1].base if g.frames else 0
    for symbol, token in reversed(g.operators[base:]):
        if symbol in ("/", "//", "%", "**") and token >= k - 3:
            rest = g.values[k] if g.values[k] != "(" else "(...)"
            number, sign = g.values[k - 1], g.values[token]
            remedy = f"Write {sign} ({number}*{rest}), or {sign} {number} * {rest}."
            g.fail(f"{sign} {number}{rest} has two readings", token, k, remedy=remedy)
        if not symbol.startswith("sign"):
            return


LONGEST = 1000
"""Digits in another base up to which a message says the number: Python writes no integer of many thousands."""


def refuse_other_base(g: Grammar, k: int) -> None:
    """``0x10``, ``0b11`` and ``0o7`` are numbers in other languages, and no product here."""
    name = g.values[k]
    digits = {"x": "0123456789abcdef", "b": "01", "o": "01234567"}.get(name[0].lower(), "")
    if g.values[k - 1] == "0" and name[1:] and all(c in digits for c in name[1:].lower()):
        value = f" {int('0' + name, 0)}," if len(name) < LONGEST else ""  # which Python writes
        remedy = f"Write the number with decimal digits,{value} or the product 0*{name}."
        g.fail(f"'0{name}' is a number in another base, which formulas do not have", k - 1, remedy=remedy)


def refuse_reduction(g: Grammar, k: int, closer: int) -> NoReturn:
    """``name[...](`` where ``name`` is no reduction or index function."""
    name = g.values[k]
    if is_function(name):
        g.fail(f"{name} is a function of numbers and takes no indices", k, k + 1, remedy=f"Write {name}(...).")
    if (name, 0) in g.arrays or name in g.survey.tensors:
        g.fail("an operator is missing between two values", closer + 1, remedy="Write * for a product.")
    if remedy := named(name):
        g.fail(f"there is no reduction or index function {name!r}.", k, remedy=remedy)
    near = suggestion(name, [*REDUCTION_BY_NAME, *INDEX_FUNCTION_BY_NAME])
    remedy = f"Reductions: {', '.join(REDUCTION_BY_NAME)}.\nIndex functions: {', '.join(INDEX_FUNCTION_BY_NAME)}."
    g.fail(f"there is no reduction or index function {name!r}.{near}", k, remedy=remedy)


def refuse_comma(g: Grammar, k: int) -> NoReturn:
    """``,`` where no arguments are expected."""
    frame = g.frames[-1] if g.frames else None
    if frame is None or frame.kind == "group":
        g.fail("',' stands outside a call or brackets", k, remedy="Separate statements with ';' or a new line.")
    head = f"{frame.name}[{','.join(frame.indices)}]"
    remedy = f"{head}(x) runs over its indices; max(a, b) without brackets is the larger of two."
    g.fail(f"{head} takes one expression", k, remedy=remedy)


def refuse_rank_of_read(g: Grammar, frame: Frame, array: Expr) -> NoReturn:
    """An array is read with another number of indices than it has axes."""
    has, given = counted(array.ndim, "axis", "axes"), counted(len(frame.args), "index", "indices")
    remedy = f"Give it {counted(array.ndim, 'index', 'indices')}."
    fail(g.tokens.text, f"{frame.name} has {has} and is read with {given}", [frame.place], remedy, RankError)
