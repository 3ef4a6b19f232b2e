"""Recurrences made of statements: direction, order and first steps of their states, and the lengths of their axes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from espresso.errors import IndexNameError
from espresso.formulas.extents.affine import least, linear, multiples
from espresso.formulas.extents.extents import resolve_size, symbolic_extents
from espresso.formulas.extents.implied import follows, ways
from espresso.formulas.extents.reads import Reads, facts_of, unmasked
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Recurrence, Run, State, closed_over, readers_first
from espresso.records import dataclass


class NoRecurrence(IndexNameError):
    """Statements that read each other and are no recurrence; ``node`` is the read that shows it, if one does."""

    def __init__(self, what: str, remedy: str, node: Expr | None = None) -> None:
        super().__init__(f"{what}\n{remedy}")
        self.what, self.remedy, self.node = what, remedy, node


@dataclass(frozen=True)
class Link:
    """A read of state ``to`` in the body of state ``by``, ``offset`` steps later; ``node`` is the access.

    One that is not ``fixed`` reads other rows too, so many steps later or more.
    """

    by: int
    to: int
    offset: int
    node: Expr
    fixed: bool = True


def recurrence(states: Sequence[State]) -> tuple[Recurrence, list[Expr]]:
    """The recurrence of these statements over any arrays, which read each other's formal arrays, and its arrays.

    Raises NoRecurrence where there is no order of steps in which each value is there before it is read.
    """
    states = [replace(s, lengths=()) for s in states]  # as its statements tell them now
    states = [states[k] for k in readers_first([s.body for s in states], [s.array for s in states])]
    links = [link for k, s in enumerate(states) for link in links_of(states, k, s)]
    backward = checked_direction(states, links)
    order = in_order(states, links)
    place = {old: new for new, old in enumerate(order)}
    states = [states[k] for k in order]
    links = [replace(l, by=place[l.by], to=place[l.to]) for l in links]
    return finished(with_firsts(states, links, backward), backward)


def checked_direction(states: Sequence[State], links: Sequence[Link]) -> bool:
    """Whether a recurrence with these reads runs backward; NoRecurrence where it would run both ways.

    Where no step reads another one, it runs from its starting values: backward if these lie behind a length.
    """
    if not any(l.offset for l in links):
        forms = [linear(p) for s in states for p, _ in s.starts]
        return any(f is not None and f[1].terms for f in forms)
    backward = [l for l in links if l.offset > 0]
    if backward and any(l.offset < 0 for l in links):
        by = states[backward[0].by]
        raise NoRecurrence(
            f"{by.name} reads both earlier and later values along {by.step}",
            f"A recurrence runs one way: read {by.name} at {by.step} - 1, {by.step} - 2 ... or at {by.step} + 1 ...",
            backward[0].node,
        )
    return bool(backward)


def finished(states: Sequence[State], backward: bool) -> tuple[Recurrence, list[Expr]]:
    """The recurrence of states that are in order, with the lengths of their axes, and its arrays."""
    made, arrays = closed_over(states, backward)
    return _with_lengths(made), arrays


def links_of(states: Sequence[State], number: int, state: State) -> list[Link]:
    """Reads of states in one body, and in what begins inside its steps."""
    formal = {s.array: k for k, s in enumerate(states)}
    found = []
    inside = [e.args[0] for run in state.inner for _, e in run.starts]
    for node in ex.postorder(state.body.args[0], *inside, into_arrays=False):
        to = formal.get(node.args[0]) if node.op == "access" else None
        if to is None:
            continue
        distance = fixed_distance(node.args[1 + states[to].axis], state.step)
        far = 0 if distance is not None or state.inner else _side(state, node, node.args[1 + states[to].axis])
        if distance is None and not far:
            raise NoRecurrence(
                f"{state.name} depends on {states[to].name}, which is read at no fixed distance along {state.step}",
                f"Read it at {state.step} - 1, or another whole number of steps before {state.step}.",
                node,
            )
        found.append(Link(number, to, far if distance is None else distance, node, distance is not None))
    return found


def fixed_distance(position: Expr, step: str) -> int | None:
    """How many steps after a step a position along its axis is; None where that is not the same in all steps."""
    form = linear(position)
    return None if form is None or form[1].terms or form[0] != {step: 1} else form[1].constant


def _side(state: State, node: Expr, position: Expr) -> int:
    """-1 where a read counts only at positions before its step, 1 where only after it, else 0."""
    known = [conditions for _, conditions in ways(state.body.args[0], [node])]
    for side, comparison in ((-1, "lt"), (1, "gt")):
        if all(follows(ex.call(comparison, position, ex.index(state.step)), conditions) for conditions in known):
            return side
    return 0


def in_order(states: Sequence[State], links: Sequence[Link]) -> list[int]:
    """The order of the states within one step."""
    before: dict[int, list[Link]] = {k: [] for k in range(len(states))}
    for link in links:
        if link.offset == 0:
            before[link.by].append(link)
    order: list[int] = []
    entered: set[int] = set()
    for root in before:
        stack = [(root, 0)]
        while stack:
            k, at = stack.pop()
            if k in order:
                continue
            entered.add(k)
            if at == len(before[k]):
                order.append(k)
                entered.discard(k)
                continue
            stack.append((k, at + 1))
            link = before[k][at]
            if link.to in entered:
                raise NoRecurrence(
                    f"{states[link.by].name} needs its own value at the same {states[link.by].step}",
                    f"Read {states[link.to].name} at an earlier {states[link.by].step} somewhere in this circle.",
                    link.node,
                )
            stack.append((link.to, 0))
    return order


def groups_at_one_position(states: Sequence[State], links: Sequence[Link]) -> list[list[int]]:
    """The numbers of states that need each other at the same position, each group after those that it reads."""
    reached: list[set[int]] = [{l.to for l in links if l.by == k and not l.offset} for k in range(len(states))]
    for middle in range(len(states)):
        for found in reached:
            found |= reached[middle] if middle in found else set()
    left, order = [*range(len(states))], []
    while left:
        groups = ([m for m in left if m == k or (m in reached[k] and k in reached[m])] for k in left)
        order.append(next(g for g in groups if not any(m in reached[g[0]] for m in left if m not in g)))
        left = [k for k in left if k not in order[-1]]
    return order


def begins_inside(states: Sequence[State]) -> bool:
    """Whether a starting value along an inner axis reads a state."""
    formal = {s.array for s in states}
    return any(not formal.isdisjoint(ex.tensors(e)) for s in states for run in s.inner for _, e in run.starts)


def with_firsts(states: Sequence[State], links: Sequence[Link], backward: bool) -> list[State]:
    """The states with the number of positions before their first step."""
    firsts = [len(s.starts) for s in states]
    for s in states:
        check_positions(s, backward)
    for _ in range(len(states) + 1):
        before = list(firsts)
        for link in links:
            if states[link.by].starts or link.node.data is not None:
                continue
            reach = 0 if states[link.to].starts else firsts[link.to]
            # the earlier rows that a condition admits are none at the first position: nothing has to be before it
            back = abs(link.offset) if link.fixed or link.by == link.to else 0
            firsts[link.by] = max(firsts[link.by], reach + back)
        if firsts == before:
            break
    else:
        raise NoRecurrence(
            f"{states[0].name} has no starting value",
            f"Write one before it: {_start_text(states[0], backward)} = ...",
        )
    for link in links:
        by, to = states[link.by], states[link.to]
        least = 0 if to.starts else firsts[link.to]
        if by.starts and link.node.data is None and firsts[link.by] - abs(link.offset) < least:
            raise NoRecurrence(
                f"the first step of {by.name} reads {to.name} before its first value",
                f"Give {abs(link.offset) + least} starting values of {by.name if by is to else to.name}, "
                f"{_start_text(to, backward)} = ... and so on.",
                link.node,
            )
    return [replace(s, first=n) for s, n in zip(states, firsts, strict=True)]


def _start_text(s: State, backward: bool) -> str:
    axes = list(s.axes)
    axes[s.axis] = "T" if backward else "0"
    return f"{s.name}[{','.join(axes)}]"


def check_positions(s: State, backward: bool) -> None:
    """Starting values lie at 0, 1, 2 ...; backwards at n, n + 1, n + 2 ... of any length n."""
    forms = [linear(p) for p, _ in s.starts]
    found = [None if f is None else (f[1].constant, dict(f[1].terms)) for f in forms]
    terms = [f[1] for f in found if f is not None]
    whole = [f[0] for f in found if f is not None]
    least = min(whole, default=0) if backward else 0
    if len(whole) < len(found) or sorted(whole) != list(range(least, least + len(whole))) or (
        any(t != terms[0] for t in terms) or (not backward and any(terms))
    ):
        wanted = "the last positions, without a gap" if backward else "0, 1, 2 and so on"
        raise NoRecurrence(
            f"the starting values of {s.name} do not lie at {wanted}", f"Write {_start_text(s, backward)} = ..."
        )


def reach(made: Recurrence, number: int) -> int | None:
    """How many steps back the steps of a recurrence read one state at most; None where a read may be outside."""
    formal, found = made.formal[number], 0
    for s in made.states:
        inside = set(ex.postorder(s.body.args[0], into_arrays=False))
        for node in ex.postorder(s.body.args[0]):
            if node.op != "access" or node.args[0] is not formal:
                continue
            distance = fixed_distance(node.args[1 + made.states[number].axis], s.step)
            back = None if distance is None else abs(distance)
            if back is None or node not in inside or (node.data is not None and back > s.first):
                return None
            found = max(found, back)
    return found


# --- lengths --------------------------------------------------------------------------------


def from_zero(s: State, statement: Expr, runs: Sequence[Run]) -> Expr:
    """A statement of a state as one that begins at 0 along some axes along which the state runs."""
    firsts = {s.axes[r.axis]: r.first for r in runs if r.first and not r.backward}
    if not firsts:
        return statement
    at = {n: ex.call("add", ex.index(n), ex.const(first)) for n, first in firsts.items()}
    moved = ex.rebuild(ex.substitute(statement.args[0], at), _collected_limit)
    return ex.closed(s.name, statement.data[1], moved)


def _collected_limit(node: Expr) -> Expr | None:
    """Sums with one number at most, and ``i + 1 < n`` as the limit that it is."""
    form = linear(node.args[0]) if ex.is_call(node, "lt") and not node.args[1].free else None
    if form is None or list(form[0].values()) != [1] or not form[1].constant or form[1].terms:
        return collected(node)
    rest = ex.call("add", node.args[1], ex.const(-form[1].constant))
    length = linear(rest)
    return ex.call("lt", ex.index(next(iter(form[0]))), rest if length is None else length[1].expr())


def rows(s: State, backward: bool) -> list[tuple[Expr, tuple[int, ...], list[Run]]]:
    """The statements of a state as they begin at 0, the axes of the state that they have, and where these begin later.

    Starting values along an inner axis stand in the rows that the body computes.
    """
    runs, axes = s.runs(backward), range(len(s.axes))
    found = [(from_zero(s, s.body, runs), tuple(axes), runs)]
    for n, run in enumerate(runs):
        own = tuple(k for k in axes if k != run.axis)
        found += [(from_zero(s, e, runs[:n]), own, runs[:n]) for _, e in run.starts]
    return found


def collected(node: Expr) -> Expr | None:
    """Sums of indices and numbers with one number at most."""
    if node.op != "call" or node.data not in ("add", "mul"):
        return None
    form = linear(node)
    if form is None or not form[0]:
        return None
    own = {n.data[0]: n for n in ex.postorder(node, into_arrays=False) if n.op == "index"}  # with declared lengths
    return multiples(((own[n], c) for n, c in form[0].items()), form[1])


def sum_of(*terms: Expr) -> Expr:
    """The sum of integers, with one number at most."""
    total = ex.call("add", *terms)
    form = linear(total)
    if form is None:
        return total
    found = collected(total) if form[0] else form[1].expr()
    return total if found is None else found


def without_reads(e: Expr, states: Mapping[Expr, int], known: Callable[[int, int], Expr | None]) -> Expr:
    """``e`` with reads of states as reads of one array for each axis whose length is known, else as a number."""

    def change(node: Expr) -> Expr | None:
        number = states.get(node.args[0]) if node.op in ("access", "size") else None
        if number is None:
            return None
        if node.op == "size":
            length = known(number, node.data)
            return node if length is None else length
        axes = [k for k in range(len(node.args) - 1) if known(number, k) is not None]
        reads = [ex.access(ex.tensor(f"{number}@{k}", 1), [node.args[1 + k]], node.data) for k in axes]
        return ex.call("mul", ex.const(1), *reads) if reads else ex.const(1)

    return ex.rebuild(e, change)


def _with_lengths(recurrence: Recurrence) -> Recurrence:
    """The recurrence with the lengths of its axes, as far as its statements tell them."""
    states, formal = recurrence.states, {a: k for k, a in enumerate(recurrence.formal)}
    found = {(k, a): e for k, s in enumerate(states) for a, e in enumerate(s.lengths) if e is not None}
    along = [{r.axis for r in s.runs(False)} for s in states]
    closed = [replace(s, name=a.data.name) for s, a in zip(states, recurrence.formal, strict=True)]
    # Along the steps states tell each other's length only where no other read does.  What a statement says without a
    # read, as ``(i == t)`` does, counts only where no statement reads: which of them is the first does not matter, and
    # a state at whose rows it reads has no more of them.  So it is with what it says without a limit: the state that it
    # reads beyond its ends may be a shorter one.
    while len(found) < sum(len(s.axes) for s in states):
        before = len(found)
        for by, steps in itertools.product(("reads", "limits", ""), (False, True)):

            def known(k: int, axis: int, steps: bool = steps) -> Expr | None:
                return found.get((k, axis)) if steps or axis not in along[k] else None

            for k, s in enumerate(states):
                if steps and by == "reads" and s.inner:
                    _same_lengths(k, closed, found)
                _state_lengths(k, s, known, formal, found, recurrence.backward, by)
                if len(found) > before and by != "reads":
                    break
            if len(found) > before:
                break
        if len(found) == before and not _told_by_readers(recurrence, found):
            break
    lengths = [tuple(found.get((k, a)) for a in range(len(s.axes))) for k, s in enumerate(states)]
    return replace(recurrence, states=tuple(replace(s, lengths=n) for s, n in zip(states, lengths, strict=True)))


def _told_by_readers(recurrence: Recurrence, found: dict[tuple[int, int], Expr]) -> bool:
    """Enter the steps of states that no array tells: as many as the other states read; says whether there was one."""
    if any(s.inner for s in recurrence.states):
        return False
    told: dict[tuple[int, int], list[Expr]] = {}
    closed = [replace(s, name=a.data.name) for s, a in zip(recurrence.states, recurrence.formal, strict=True)]
    for link in (link for k, s in enumerate(closed) for link in links_of(closed, k, s)):
        by, to = (link.by, closed[link.by].axis), (link.to, closed[link.to].axis)
        if link.fixed and by in found and to not in found:
            last = link.offset - (closed[link.by].first if link.offset > 0 else 0)
            told.setdefault(to, []).append(_plus(found[by], last))
    for place, lengths in told.items():
        found[place] = max(lengths, key=lambda n: f[1].constant if (f := linear(n)) else 0)
    return bool(told)


def _state_lengths(
    k: int, s: State, known: Callable[[int, int], Expr | None], formal: Mapping[Expr, int],
    found: dict[tuple[int, int], Expr], backward: bool, by: str,
) -> None:  # fmt: skip
    """Enter the lengths of one state that its statements tell ``by`` reads, or by these and limits, or in any way."""
    declared = {n.data[0]: n.data[1] for n in ex.postorder(s.body.args[0], into_arrays=False)
                if n.op == "index" and n.data[1] is not None}  # fmt: skip
    for axis, name in enumerate(s.axes):
        if name in declared:
            found.setdefault((k, axis), ex.const(declared[name]))
    for run in s.runs(backward):
        if (k, run.axis) not in found and run.backward and run.starts:
            last = max((linear(p)[1] for p, _ in run.starts), key=lambda f: f.constant)  # type: ignore[index]
            found[k, run.axis] = last.plus(1).expr()
    for statement, axes, runs in rows(s, backward):
        names = statement.data[1]
        if all((k, axis) in found for axis in axes):
            continue
        more = {r.axis: r.first for r in runs}
        # the body runs over fewer rows than its starting values tell: what it reads there may be longer than it runs
        fixed = {s.axes[r.axis]: ex.const(0) for r in runs if r.backward and r.starts}
        body = ex.substitute(without_reads(statement.args[0], formal, known), fixed)
        if by:
            body = _padded_under_masks(body, {ex.index(s.axes[r.axis]) for r in runs if r.first and not r.backward})
        outside = uniquify(ex.closed(s.name, names, body))
        facts = facts_of(outside)
        usable = facts.strict.union(n for n, _ in facts.limits if by == "limits") if by else frozenset(names)
        told = symbolic_extents(outside) if usable.intersection(names) else {}
        for n, axis in zip(names, axes, strict=True):
            if n in told and n in usable and (k, axis) not in found:
                length = _resolved(_least(n, told[n], facts) if more.get(axis) else told[n], known)
                if length is not None:
                    found[k, axis] = _plus(length, more.get(axis, 0))


def _least(name: str, length: Expr, facts: Reads) -> Expr:
    """How far steps run that begin later: before they began at 0 the reads at them were shifted, and all count."""
    found = linear(length)
    for read in facts.reads:
        if found is not None and read.direct == name and not read.guarded:
            other = linear(resolve_size(ex.size(read.access.args[0], read.axis)))
            found = found if other is None else ({}, least(found[1], other[1]))
    return length if found is None else found[1].expr()


def _padded_under_masks(body: Expr, steps: set[Expr]) -> Expr:
    """A body that begins at 0 and in which reads at its steps under conditions say nothing.

    Before it began there they were shifted, and such a read tells how far an index runs only where no other one does.
    """
    order = ex.postorder(body, into_arrays=False)
    masked = {n for n in order if n.op == "access" and n.data is None and not steps.isdisjoint(n.args[1:])}
    padded = {n: ex.access(n.args[0], n.args[1:], 0) for n in masked - unmasked(order)} if masked else {}
    return ex.replace(body, padded, into_arrays=False) if padded else body


def _same_lengths(k: int, states: Sequence[State], found: dict[tuple[int, int], Expr]) -> None:
    """Enter for one state the lengths that another one has along the same runs."""
    every, mine = [s.runs(False) for s in states], [*range(len(states))]
    if len({*map(len, every)}) > 1 or begins_inside(states):
        links = [link for m, s in enumerate(states) for link in links_of(states, m, s)]
        mine = next(g for g in groups_at_one_position(states, links) if k in g)
    for n, run in enumerate(every[k]):
        beside = [*mine, *range(len(states))] if n == 0 else mine  # a loop in the step runs as often for all its states
        same = [(o, every[o][n].axis) for o in beside if n < len(every[o])]
        others = [found[place] for place in same if place in found]
        if others:
            found.setdefault((k, run.axis), others[0])


def _plus(length: Expr, more: int) -> Expr:
    form = linear(length)
    if not more:
        return length
    return ex.call("add", length, ex.const(more)) if form is None else form[1].plus(more).expr()


def _resolved(length: Expr, known: Callable[[int, int], Expr | None]) -> Expr | None:
    """A length over the formal inputs: those of the arrays that stood for axes of states put in.

    None where it is that of a named array whose reads of states tell it, and were left out.
    """
    new: dict[Expr, Expr] = {}
    for node in ex.postorder(length):
        if node.op == "size" and node.args[0].op == "let":
            return None
        name = node.args[0].data.name if node.op == "size" and node.args[0].op == "tensor" else ""
        if "@" in name:
            number, axis = name.split("@")
            value = known(int(number), int(axis))
            if value is None:
                return None
            new[node] = value
        else:
            copy = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
            forms = [linear(a) for a in copy.args] if ex.is_call(copy, "minimum") else []
            shorter = least(forms[0][1], forms[1][1]).expr() if all(forms) and forms else copy  # type: ignore[index]
            new[node] = shorter
    form = linear(new[length])
    return new[length] if form is None else form[1].expr()



@lru_cache(maxsize=512)
def equal_lengths(recurrence: Recurrence) -> tuple[tuple[Expr, Expr], ...]:
    """Lengths of axes of the formal inputs, and the same lengths otherwise: what the statements inside tell."""
    states = dict(zip(recurrence.formal, recurrence.states, strict=True))
    found: dict[Expr, Expr] = {}

    def known(length: Expr) -> Expr | None:
        told = {}
        for n in ex.postorder(length):
            if n.op == "size" and n.args[0] in states:
                told[n] = states[n.args[0]].lengths[n.data]
        return None if any(e is None for e in told.values()) else ex.replace(length, told)

    along = {a: {r.axis for r in s.runs(False)} for a, s in states.items()}
    for s in recurrence.states:
        stepped = {s.axes[r.axis] for r in s.runs(False)}
        for e, _, _ in rows(s, recurrence.backward):
            whole = uniquify(e)
            extents = symbolic_extents(whole)
            for name, array, axis in facts_of(whole).whole:
                if name in stepped or axis in along.get(array, ()):
                    continue  # some of the rows are read, or made
                length = known(extents[name]) if name in extents else None
                other = known(ex.size(array, axis))
                if length is not None and other is not None and length is not other:
                    (one, two) = (other, length) if other.op == "size" else (length, other)
                    if one.op == "size":
                        found.setdefault(one, two)
    return tuple(found.items())
