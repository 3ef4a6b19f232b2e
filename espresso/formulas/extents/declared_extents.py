"""Extents that a statement and its arrays declare directly, without a search through all readers.

`extents` finds all that a program says: every statement below is looked at for every
question, because a reader of an array may say how long it is.  Most lengths need no
reader: they are found here from array to array, once for each.  What is found is the length
wherever the program is consistent; what is not found may still be said by the program.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence

from espresso.formulas.extents.affine import Formula, least, linear
from espresso.formulas.extents.reads import Arithmetic, Axis, Read, facts_of, solve
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

_own: weakref.WeakKeyDictionary[Expr, Mapping[str, Formula]] = weakref.WeakKeyDictionary()
"""Extents of named arrays; the formulas are of inputs, so that nothing kept holds an array."""


class _Unknown(Exception):
    """A length that an array does not say of itself."""


def own_extents(statement: Expr) -> Mapping[str, Formula]:
    """Extents of the indices of a let or a bare expression (by unique names), as formulas in the lengths of inputs.

    An index is left out where it takes more than the statement and what it reads to know its extent.
    """
    for array in ex.lets(statement, known=_own):
        _own[array] = _found(array)
    return _own[statement] if statement.op == "let" else _found(statement)


def own_length(size: Expr) -> Expr | None:
    """The length of a named array's axis where the array says it of itself."""
    array = size.args[0]
    found = own_extents(array).get(array.data[1][size.data])
    return None if found is None else found.expr()


def disputed(statement: Expr, known: Mapping[str, Expr]) -> set[str]:
    """The indices that only equations determine, and not all in one way: the order of the terms decides.

    ``(j == p)*... + (j == l + 1)*...`` says two things of j.  ``known`` are extents of the other indices.  So do padded
    reads at j along axes of different lengths: where these are equal in a call, they decide, and no equation does.
    """
    facts = facts_of(statement)
    unsure = {n for n in facts.unsure if not _is_told([a for a in facts.padded_only if a[0] == n])}
    settled = {n for r in (*facts.reads, *facts.padded) for n, _ in r.factors or ()}
    settled.update((n for n, _ in facts.limits), facts.sized)
    own = {n: length.expr() for n, length in own_extents(statement).items()} if len(facts.equations) > 1 else {}
    forms = {n: form for n, e in {**own, **known}.items() if (form := linear(e)) is not None}
    found: dict[str, list[Formula]] = {}
    for equation in facts.equations:
        for name, sign in equation.factors:
            others = [(n, -c * sign) for n, c in equation.factors if n != name]
            if name in settled or abs(sign) != 1 or not all(n in forms for n, _ in others):
                continue
            extent = equation.rest * -sign + 1
            for n, c in others:
                extent = extent + (forms[n][1] - 1) * max(c, 0)
            if others or equation.rest.terms:
                found.setdefault(name, []).append(extent)
    return unsure | {n for n, extents in found.items() if not all(extents[0] == e for e in extents)}


def _found(statement: Expr) -> Mapping[str, Formula]:
    facts = facts_of(statement)
    given = {n: Formula(c) for n, c in facts.sized.items()}
    whole = not facts.squares  # else rows and columns are equally long, whichever is known
    for name, array, axis in facts.whole:
        try:
            length = _length(array, axis)
        except _Unknown:
            whole = False
        else:
            if name not in facts.shorter:
                given.setdefault(name, length)
    if not whole:  # what a read at the index itself does not say, nothing of lower rank may
        return given
    try:
        return solve(facts, _COUNT, {**_of_padded(facts.padded_only), **given})
    except _Unknown:
        return given


def _of_padded(axes: tuple[Axis, ...]) -> dict[str, Formula]:
    """Extents of indices that only padded reads have, along axes of one length."""
    found = ex.grouped((name, _length(array, axis)) for name, array, axis in axes)
    return {n: lengths[0] for n, lengths in found.items() if all(lengths[0] == x for x in lengths)}


def _is_told(axes: Sequence[Axis]) -> bool:
    """Whether the axes that padded reads read at one index are known to be equally long."""
    try:
        return bool(_of_padded(tuple(axes)))
    except _Unknown:
        return False


def _length(array: Expr, axis: int) -> Formula:
    if array.op == "tensor":
        size = ex.size(array, axis)
        return Formula(int(size.data)) if size.op == "const" else Formula(0, {size: 1})
    found = _own[array].get(array.data[1][axis])
    if found is None:
        raise _Unknown
    return found


def _number(formula: Formula) -> Formula:
    """``formula`` with every length in it as one of inputs."""
    return formula.resolved(_length, {})


def _same(a: Read, b: Read) -> bool:
    return _length(a.access.args[0], a.axis) == _length(b.access.args[0], b.axis)


_COUNT = Arithmetic(_length, _number, least, lambda e: e, _same)
