"""Subscripts of ``einsum`` parsed to a name for every axis.

``es.einsum`` and a traced ``np.einsum`` read them in the same way, that of NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.errors import InputError, NotationError, RankError
from espresso.formulas.graph import expr as ex
from espresso.formulas.syntax.statements import counted


def read_subscripts(subscripts: str, ranks: Sequence[int]) -> tuple[list[list[str]], list[str]]:
    """The names of the axes of each operand, and those of the result.

    The axes of an ellipsis have names of their own, counted from the last one.  Without ``->`` the result
    has them and the letters that occur once, in alphabetical order.  Raises NotationError, InputError, RankError.

    >>> read_subscripts("...ij,jk", [3, 2])
    ([['p', 'i', 'j'], ['j', 'k']], ['p', 'i', 'k'])
    """
    inputs, output = _terms(subscripts, len(ranks))
    letters = {c for term in inputs for c in term if c != "."}
    widths = [rank - len(t.replace("...", "")) for t, rank in zip(inputs, ranks, strict=True)]
    for number, (term, rank, width) in enumerate(zip(inputs, ranks, widths, strict=True)):
        if width < 0 or (width and "..." not in term):
            raise RankError(
                f"operand {number} of einsum has {counted(rank, 'axis', 'axes')}, "
                f"its subscripts {term!r} name {len(term.replace('...', ''))}.\n"
                f"The subscripts are {subscripts!r}."
            )
    hidden = ex.fresh_names(letters, "p" * max(widths, default=0))
    names = [_expand(term, hidden[len(hidden) - width :]) for term, width in zip(inputs, widths, strict=True)]
    if output is None:
        counts = [c for term in inputs for c in term if c != "."]
        return names, [*hidden, *sorted(c for c in set(counts) if counts.count(c) == 1)]
    if "..." not in output and hidden:
        raise NotationError(
            f"the output {output!r} of einsum lacks the '...' of its inputs.\nWrite '...' on the right side too."
        )
    return names, _expand(output, hidden)


def _terms(subscripts: str, count: int) -> tuple[list[str], str | None]:
    """The terms on both sides of ``->``."""
    text = "".join(subscripts.split())
    left, arrow, right = text.partition("->")
    inputs = left.split(",")
    for term in (*inputs, right):
        rest = term.replace("...", "", 1)
        for c in rest:
            if not c.isalpha():
                raise NotationError(
                    f"{c!r} cannot stand in the subscripts {subscripts!r}.\n"
                    "Subscripts are letters, '...', ',' and one '->'."
                )
    if len(inputs) != count:
        raise InputError(
            f"the subscripts {subscripts!r} name {len(inputs)} operands, {count} {'is' if count == 1 else 'are'} given."
        )
    if arrow:
        for c in right.replace("...", ""):
            if right.count(c) > 1:
                raise NotationError(
                    f"{c!r} stands twice in the output of {subscripts!r}.\n"
                    "A diagonal result is D[i,i] = ... in the notation."
                )
            if c not in left:
                raise NotationError(
                    f"{c!r} stands in the output of {subscripts!r} but in no input.\nName it in an input."
                )
    return inputs, right if arrow else None


def _expand(term: str, hidden: list[str]) -> list[str]:
    head, dots, tail = term.partition("...")
    return [*head, *(hidden if dots else ()), *tail]
