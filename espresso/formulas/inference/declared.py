"""Declared lengths of one formula against each other: mismatch errors before there are arrays."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from espresso.formulas.extents.extents import scopes_of
from espresso.formulas.extents.reads import facts_of, solve
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.inference.infer import Run

_told: weakref.WeakKeyDictionary[Expr, Mapping[str, int]] = weakref.WeakKeyDictionary()
"""Free indices of expressions that were looked at, with the lengths that declarations give them."""

_NOTHING: Mapping[str, int] = MappingProxyType({})


def check_declared(root: Expr, whole: bool = False) -> Expr:
    """Return ``root``, whose declared lengths agree; `ExtentError` with carets where they do not.

    What was looked at once is known, so that a formula that operators build is not walked again for each of them;
    ``whole`` looks at windows, too: whether they fit.

    >>> from espresso.errors import ExtentError
    >>> x, w = (ex.access(ex.tensor(n, 1, shape=(k,)), [ex.index("i")]) for n, k in (("x", 3), ("w", 4)))
    >>> try:
    ...     check_declared(ex.call("mul", x, w))
    ... except ExtentError as error:
    ...     print(str(error).splitlines()[0])
    index 'i' has two lengths in   [i] = x[i]*w[i]
    """
    if whole:
        _check(root)
    agree = whole
    for node in ex.ordered([root], lambda n: n.args if ex.has(n, "extent", "shape") else (), _told):
        lengths = dict[str, int]()
        for name, length in _said(node):
            if lengths.setdefault(name, length) != length and not agree:
                _check(root)
                agree = True  # a difference that is none: what is known of the node is its first length
        _told[node] = {n: c for n, c in lengths.items() if node.op == "let" or n in node.free} or _NOTHING
    return root


def _said(node: Expr) -> list[tuple[str, int]]:
    """What a node and its arguments say of the lengths of its indices, a named array of its axes."""
    if node.op == "index":
        return [] if node.data[1] is None else [(node.data[0], node.data[1])]
    args = node.args[1:] if node.op in ("access", "size") else node.args
    said = [pair for a in args if a in _told for pair in _told[a].items()]
    if node.op == "access" and node.data is None:
        array = node.args[0]
        shape = array.data.shape or () if array.op == "tensor" else map(_told.get(array, _NOTHING).get, array.axes)
        said += [(s.data[0], n) for s, n in zip(args, shape, strict=False) if s.op == "index" and n is not None]
    return said


class _Untold(Exception):
    """A length that nothing declares."""


class _Declared(Run):
    """A pass over statements of which only some lengths are known."""

    def length(self, array: Expr, axis: int) -> int:
        known: int | None
        if array.op == "tensor":
            known = None if array.data.shape is None else array.data.shape[axis]
        else:
            known = self.sizes.get(array, {}).get(array.axes[axis])
        if known is None:
            raise _Untold
        return known

    def tells(self, array: Expr, axis: int) -> bool:
        """Whether the length of an axis is known."""
        try:
            self.length(array, axis)
        except _Untold:
            return False
        return True

    def shape(self, array: Expr) -> tuple[int, ...]:
        return tuple([_Length(self.length(array, k) if self.tells(array, k) else -1) for k in range(array.ndim)])


class _Length(int):
    """A length as a shape shows it: ``_`` where it is not declared."""

    def __repr__(self) -> str:
        return "_" if self < 0 else int.__repr__(self)


def _check(root: Expr) -> None:
    """Raise the first mismatch among declared lengths, with the text of the call's."""
    run = _Declared((root,), {}, {}, False)
    for scope in scopes_of([root]):
        facts = facts_of(scope)
        told = [r for r in facts.reads if run.tells(r.access.args[0], r.axis)]
        run._same_lengths(scope, replace(facts, reads=told), facts.sized)
        direct = {r.direct: run.length(r.access.args[0], r.axis) for r in told if r.direct not in facts.shorter}
        run.sizes[scope] = {n: c for n, c in direct.items() if n is not None} | facts.sized
        if len(told) < len(facts.reads) or facts.recurrences or facts.unknown:
            continue
        try:
            found = run.sizes[scope] = solve(facts, run.count, facts.sized)
            for read in facts.reads:
                if read.direct is None and not read.guarded and all(n in found for n, _ in read.factors or ()):
                    run._inside(facts, read, found, facts.sized)
        except _Untold:
            continue
