"""``es.parse``: text to expressions (`reading` does the work)."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from espresso.errors import InputError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, Text, scalar, taking
from espresso.formulas.graph.formula_cache import cached, expressions
from espresso.keywords import checked
from espresso.lazy import get
from espresso.records import dataclass
from espresso.system.limits import check_text, limited, read_limits

if TYPE_CHECKING:
    from espresso.formulas.graph.own_functions import OwnFunction
    from espresso.formulas.notation.grammar import Spans


@dataclass
class Source:
    """A text and where its indices stand.

    ``spans`` maps ``(access node, slot)`` to the positions at which that slot stands,
    slot -1 being the name of the array; for a statement ``(let node, axis)`` is the
    position of an index on its left side and ``(let node, -1)`` that of its name.
    """

    text: str
    spans: Spans


_texts: weakref.WeakKeyDictionary[Expr, tuple[str, bool, Mapping[str, OwnFunction]]] = weakref.WeakKeyDictionary()


@checked
def parse(
    text: str, *, summation: bool = True, functions: Sequence[OwnFunction] = (),
    limits: Mapping[str, float] | None = None,
) -> Expr:  # fmt: skip
    """Return the expression that a text means: one formula, or several statements.

    Parameters
    ----------
    text : str
        Index notation (docs/notation.md), statements on lines of their own or with ``;`` between them.
    summation : bool
        False: repeated indices stay free, as in the patterns of rules.
    functions : sequence of OwnFunction
        Functions of `function` that the text may call by name.
    limits : mapping, optional
        For texts of strangers: the most ``"characters"``, ``"nodes"`` of the formula and ``"seconds"``.

    Returns
    -------
    Expr
        The value of the last statement; ``outputs`` has all of them by name.

    Raises
    ------
    NotationError
        With carets under the text; `SummationError` where two readings are possible, `RankError` for a tensor with
        different numbers of indices.
    InputError
        For what is no text.
    LimitError
        Where a limit is passed.

    Examples
    --------
    >>> print(parse("C[i,k] = A[i,j]*B[j,k]"))
    C[i,k] = sum[j](A[i,j]*B[j,k])
    """
    if not isinstance(text, str):
        raise InputError(
            f"parse takes the text of a formula, not {type(text).__name__}.\n"
            "Give a string such as 'y[i] = A[i,j]*x[j]'."
        )
    root: Expr
    inputs = text.inputs if isinstance(text, Text) else ()
    text = str(text)
    own = {str(f): f for f in functions}
    for f in functions:
        if own[str(f)].digest != f.digest:
            raise InputError(
                f"functions= has two functions called {str(f)!r} that mean different things.\n"
                "Give one of them another name."
            )
    arguments = (text, summation, *own.values())
    allowed = read_limits(limits)
    check_text(text, allowed)
    with limited(allowed):
        root, parts = cached("parse", f"{__package__}.reading", arguments, lambda: _read(text, summation, own), _parsed)
        ex.postorder(*parts, root)  # which looks how many nodes there are
    for part in (*parts, root):
        _texts[part] = (text, summation, own)
    if summation and ex.has(root, "extent", "shape"):
        get("check_declared")(root, whole=True)
    return taking(root, inputs) if inputs else root


def expression_of(e: Any) -> Expr:
    """The expression that ``e`` stands for: a text, a number, or an expression already."""
    if isinstance(e, Expr):
        return e
    return parse(e) if isinstance(e, str) else scalar(e)


def _read(text: str, summation: bool, own: Mapping[str, OwnFunction]) -> tuple[Expr, list[Expr]]:
    from espresso.formulas.notation.reading import read

    root, parts, _ = read(text, summation, own)
    return root, parts


def _parsed(found: object) -> bool:
    """Whether this can be what `_read` gave."""
    return expressions(found) and isinstance(found, tuple) and list(map(type, found)) == [Expr, list]


def source_of(root: Expr) -> Source | None:
    """The text that ``root`` (or a statement of it) was parsed from, with positions; else None.

    The text is read again to find the positions, so that parsing itself keeps nothing
    but the text.
    """
    known = _texts.get(root)
    if known is None:
        return None
    from espresso.formulas.notation.reading import read

    return Source(known[0], read(*known)[2])
