"""Which statements of a text are a recurrence together: they read each other before they are complete.

A name with a starting value, ``h[0,i] = ...``, is a recurrence, and so is what its statement and itself depend on in
a circle.  So is what stands inside a recurrence, below its first statement and above its last one, and reads it: the
mean of a filter above the variance that it reads.  A statement without starting values that reads its own name means an
input of that name, ``w[i] = w[i] - g[i]``, unless it reads what no input could have, ``h[t] = a*h[t - 1]``.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from espresso.formulas.graph.nodes import ordered
from espresso.formulas.syntax.tokens import Tokens, fail

if TYPE_CHECKING:
    from espresso.formulas.syntax.statements import Key, Statement


def groups_of(tokens: Tokens, statements: Sequence[Statement], declared: Container[str]) -> list[list[int]]:
    """Numbers of the statements of each recurrence, in the order of the text."""
    starts: dict[Key | None, list[int]] = {}
    whole: dict[Key | None, list[int]] = {}
    for k, s in enumerate(statements):
        if s.fixed is not None and s.named is None:
            fail(tokens.text, "a starting value has no name", [s.start], "Write h[0,i] = ...")
        (starts if s.fixed is not None else whole).setdefault(s.named, []).append(k)
    made = {name: _statement_of(tokens, statements, places, whole.get(name, ())) for name, places in starts.items()}
    for k, s in enumerate(statements):
        if s.named is not None and s.fixed is None and s.named not in made and whole[s.named][0] == k:
            _check_itself(tokens, s, declared)
    edges: dict[int, set[int]] = {}
    for k, s in enumerate(statements):
        if not s.has_left:
            continue
        home = made[s.named] if s.fixed is not None else k
        for key, _, _ in (use for part in (s, *s.where) for use in part.uses):
            before = [m for m in whole.get(key, ()) if m < k]
            after = [m for m in whole.get(key, ()) if m >= k]
            if before or after:
                edges.setdefault(home, set()).add(before[-1] if before else after[0])
    groups: list[list[int]] = []
    placed: set[int] = set()
    for k in made.values():
        if k in placed:
            continue
        circle = {k} | {m for m in _reached(edges, k) if k in _reached(edges, m)}
        placed |= circle
        names = {statements[m].named for m in circle}
        groups.append(sorted(circle | {m for n in names for m in starts.get(n, ()) if n in made}))
    return _joined(statements, groups)


def _joined(statements: Sequence[Statement], groups: list[list[int]]) -> list[list[int]]:
    """Groups with the statements and the groups inside them that read what they have begun."""
    k = 0
    while groups and k < len(statements):
        s = statements[k]
        read = {key for part in (s, *s.where) for key, _, _ in part.uses} if s.axes or s.fixed else set()
        for group in groups:
            if k in group or group[-1] < k or not any(m < k and statements[m].named in read for m in group):
                continue
            other = next((g for g in groups if k in g), [k])
            groups = [g for g in groups if g is not group and g is not other] + [sorted({*group, *other})]
            k = -1  # what stands above may read what has joined
            break
        k += 1
    return groups


def _statement_of(tokens: Tokens, statements: Sequence[Statement], starts: list[int], whole: Sequence[int]) -> int:
    """The statement of a name with starting values."""
    later = [k for k in whole if k > starts[0]]
    first = statements[starts[0]]
    name = first.named[0] if first.named else ""
    if not later:
        what = f"{name} has a starting value and no statement for the values after it"
        remedy = f"Write one below it, such as {name}[t] = a*{name}[t - 1]; there is no assignment to one element."
        fail(tokens.text, what, [first.start], remedy)
    for k in starts:
        if k > later[0]:
            what = f"this starting value of {name} follows the statement of {name}"
            remedy = "Write starting values first."
            fail(tokens.text, what, [statements[k].start], remedy)
    return later[0]


def _reached(edges: dict[int, set[int]], start: int) -> set[int]:
    return set(ordered(edges.get(start, ()), lambda k: [*edges.get(k, ())]))


def _check_itself(tokens: Tokens, s: Statement, declared: Container[str]) -> None:
    """Refuse a statement that reads its own name before its first element: no input has that either."""
    assert s.named is not None
    name = s.named[0]
    if name in declared or any(tokens.values[k] == "where" for k in range(s.first, s.stop)):
        return
    starts = {start for key, _, start in s.reads if key == s.named}
    for k in range(s.first, s.stop - 1):
        if tokens.starts[k] not in starts or tokens.values[k + 1] != "[":
            continue
        for slot in _slots(tokens, k + 1):
            t, *rest = slot
            after = [tokens.values[m] for m in rest]
            if tokens.values[t] in s.axes and after[:1] == ["-"] and "+" not in after:
                left = [("0" if a == tokens.values[t] else a) for a in s.axes]
                stop = tokens.closer.get(slot[-1], slot[-1]) + 1
                distance = tokens.text[tokens.starts[rest[1]] : tokens.starts[stop]]
                fail(
                    tokens.text,
                    f"{name} reads itself at {tokens.values[t]} - {distance.strip()} and has no starting value",
                    [tokens.starts[k]],
                    f"Write one before it, {name}[{','.join(left)}] = ...; "
                    f"if another {name} is an input, declare that: {name} : ({', '.join('_' for _ in s.axes)}"
                    f"{',' * (len(s.axes) == 1)}).",
                )


def _slots(tokens: Tokens, bracket: int) -> list[list[int]]:
    """The tokens of each slot of a read, without those inside brackets."""
    slots: list[list[int]] = [[]]
    k = bracket + 1
    while k < tokens.closer[bracket]:
        if tokens.values[k] == ",":
            slots.append([])
        else:
            slots[-1].append(k)
        k = tokens.closer.get(k, k) + 1
    return [slot for slot in slots if slot]
