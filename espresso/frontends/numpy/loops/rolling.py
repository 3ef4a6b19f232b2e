"""``for t in range(n)`` in traced functions: loops whose iterations are the same step become recurrences.

The first iteration shows what the loop changes.  Then it is traced again, with the second one, with formal arrays in
the place of what changes, and a symbol for the number of the iteration.  Where both are the same, the others need not
be traced: what the loop changed are the last states of a recurrence.  Branches are choices (`branches`).  Everything
else that a loop may do, and all that would need the number of the iteration as a number, ends the attempt: `NotTheSame`
is raised through the function, which is traced again with that loop written out.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from opcode import opmap
from typing import Any

import numpy as np

from espresso.errors import InputError
from espresso.formulas.extents.affine import Formula
from espresso.formulas.extents.implied import Condition, follows, held
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction
from espresso.frontends.numpy.arrays import RANGES, WATCHING, TracedArray, TracingError, join_kinds, truth
from espresso.frontends.numpy.assignment import View, owner
from espresso.frontends.numpy.loops.branches import Branches, Way, joined
from espresso.frontends.numpy.loops.dear import FEWEST, FEWEST_DEAR, MOST_WRITTEN_OUT, is_dear
from espresso.frontends.numpy.loops.following import Followed, Module
from espresso.frontends.numpy.loops.independent import without_recurrence
from espresso.frontends.numpy.loops.lists import lists_of
from espresso.frontends.numpy.loops.numbers import IN_LISTS, NotTheSame, Site, Step, position_of, widest
from espresso.frontends.numpy.loops.parts import Part, reached
from espresso.frontends.numpy.loops.states import (
    Place,
    after_first,
    as_now,
    as_number,
    as_truths,
    found_before,
    found_in,
    itself,
    state_of,
    variables_of,
    without_unset,
)
from espresso.frontends.numpy.loops.variables import (
    counters,
    may_overflow,
    numbers_of_other_ways,
    of_other_ways,
    other_counters,
    other_numbers,
    put_arrays,
    put_values,
    without_counters,
)
from espresso.frontends.scan import Formal
from espresso.lazy import get

MOST = 10_000
"""Values that are looked at after an iteration; a function that holds more is traced as it is."""


def with_loops(fn: Callable[..., Any], call: Callable[[Callable[..., Any]], Any]) -> Any:
    """``call(fn)`` with loops of ``fn`` and of what it calls rolled up, as far as they are recurrences."""
    written_out: set[Site] = set()
    formulas: set[Site] = set()
    numbers: dict[Site, set[Any]] = {}
    all_sums = False
    while True:
        ranges = _Ranges(written_out, formulas, all_sums, numbers)
        token, iterating = WATCHING.set(()), RANGES.set(ranges)
        try:
            result = call(Followed(ranges).function(fn))
            if not ranges.active:
                return result
        except NotTheSame as found:
            if found.site and set(found.names) - numbers.get(found.site, set()):
                numbers.setdefault(found.site, set()).update(found.names)
                continue
            left = ranges.active[-1].site if ranges.active else None  # before its end: what it made is no result
            assert found.site or left or ranges.rolled - written_out, "nothing would be another the next time"
            ranges.give_up(found.site or left)
            continue
        except _TooMany:
            all_sums = True
            written_out.clear()
            continue
        except Exception:  # of a loop that was rolled up: as it is in the program?
            if not ranges.active:
                raise
        finally:
            WATCHING.reset(token)
            RANGES.reset(iterating)
        ranges.give_up(ranges.active[-1].site)


class _Ranges:
    """``range`` in the functions of one trace."""

    def __init__(
        self, written_out: set[Site], formulas: set[Site], all_sums: bool, numbers: dict[Site, set[Any]]
    ) -> None:
        self.written_out, self.formulas, self.all_sums, self.count = written_out, formulas, all_sums, 0
        self.with_values: set[Site] = set()
        """Loops that found arrays of numbers, whose first iteration may differ from the others."""
        self.numbers = numbers
        """Local variables that hold numbers which a loop changes on some ways only, and places of such arrays."""
        self.rolled: set[Site] = set()
        """Loops that were rolled up."""
        self.active: list[_Loop] = []
        """Loops that are being traced, or were left before their last iteration."""

    def give_up(self, site: Site | None) -> None:
        """The next time a loop begins with formulas in the place of numbers, or is written out; all are without one."""
        if site is None:
            self.written_out |= self.rolled
            return
        first = site in self.with_values and site not in self.formulas
        (self.formulas if first else self.written_out).add(site)

    def __call__(self, *bounds: Any) -> Any:
        found = [b for b in bounds if isinstance(b, Step)]
        if found:
            return _Range(widest(*bounds), self, bounds)
        over = range(*bounds)
        if len(over) >= FEWEST_DEAR or self.all_sums:
            return _Range(over, self, ())
        self.write_out(len(over))
        return over

    def write_out(self, count: int) -> None:
        """Note the iterations of a short loop."""
        self.count += count if count < FEWEST else 0
        if self.count > MOST_WRITTEN_OUT and not self.all_sums:
            raise _TooMany

    def begun(self, count: int, frame: Any) -> Iterator[Any] | None:
        """The numbers of a loop over an array that begins in a frame; None where it is written out."""
        rolled = count >= FEWEST_DEAR and isinstance(frame.f_globals, Module)
        return _Range(range(count), self, ()).begun(frame) if rolled else None


class _TooMany(BaseException):
    """Many iterations of short loops are written out."""


class _Range:
    """A range of a traced function; loops over it are rolled up where they are written as ``for t in range(n):``.

    With numbers of iterations in ``bounds`` it runs over all that may be meant, and does nothing at the others.
    """

    def __init__(self, over: range, ranges: _Ranges, bounds: tuple[Any, ...]) -> None:
        self.over, self.ranges, self.bounds = over, ranges, bounds

    def __iter__(self) -> Iterator[Any]:
        found = self.begun(sys._getframe(1))
        for b in self.bounds if found is None else ():
            if isinstance(b, Step):
                raise NotTheSame(b.loop.site)
        return iter(self.over) if found is None else found

    def begun(self, frame: Any) -> Iterator[Any] | None:
        """The loop that begins in a frame; None where it is written out."""
        code, at = frame.f_code.co_code, frame.f_lasti
        site = frame.f_code, at
        after = at + 2
        while code[after] in (0, opmap["EXTENDED_ARG"]):
            after += 2
        loops = code[at] == opmap["GET_ITER"] and code[after] == opmap["FOR_ITER"]
        if loops and site not in self.ranges.written_out and len(self.over) > 1:
            return _Loop(self.over, site, frame, self.ranges, self.bounds).run()
        self.ranges.write_out(len(self.over))
        return None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.over, name)

    def __len__(self) -> int:
        return len(self.over)

    def __getitem__(self, item: Any) -> Any:
        return self.over[item]

    def __contains__(self, item: Any) -> bool:
        return item in self.over

    def __reversed__(self) -> Iterator[int]:
        return reversed(self.over)


class _Loop:
    """One loop while it is traced."""

    def __init__(self, over: range, site: Site, frame: Any, ranges: _Ranges, bounds: tuple[Any, ...]) -> None:
        self.over, self.site, self.frame, self.ranges, self.bounds = over, site, frame, ranges, bounds
        self.turn = 0
        self.mark = ""
        self.born: list[Any] = []
        self.stored: list[Any] = []
        self.branches = Branches()
        found = ranges.numbers.get(site, set())
        self.numbers = {n for n in found if isinstance(n, str)}
        self.changing = {*found, *((n,) for n in self.numbers)}
        self.counters: dict[str, tuple[Any, int]] = {}
        """Variables that hold whole numbers to which each iteration adds the same: what they hold before, and that."""
        self.line = Formula(0)
        """The number of the iteration at any step."""
        self.bounded = any(isinstance(b, Step) for b in bounds)
        self.branched = self.begun = False
        self.around = False
        """Whether branches are inside, in a loop that has too few iterations on some ways to be traced alone."""

    def run(self) -> Iterator[Any]:
        """The numbers of the iterations that are traced."""
        self.ranges.active.append(self)
        token = WATCHING.set((*WATCHING.get(), self))
        try:
            yield from self._run()
            self.ranges.active.remove(self)
            self.ranges.rolled.add(self.site)
            if self.bounded and (self.branched or self.around):
                self.ranges.active[-1].around = True
        finally:
            self.turn = -1
            self.frame = None  # whose variables hold numbers of this loop: its arrays would outlive the function
            WATCHING.reset(token)

    def changes(self, body: Expr) -> bool:
        """Whether a formula reads what the loop changes."""
        return any(t.data.name.startswith(self.mark) for t in ex.tensors(body))

    def _without_values(self, arrays: Mapping[Place, TracedArray]) -> None:
        """Makes arrays of numbers formulas, where an attempt with their values did not do."""
        known = {id(owner(t)): owner(t) for t in arrays.values() if t.known is not None}
        if known:
            self.ranges.with_values.add(self.site)
        for t in known.values() if self.site in self.ranges.formulas else ():
            try:
                t.formula = t.body
            except TracingError:
                continue
            t.values, t.version = None, t.version + 1

    def _step(self, k: int, over: range, now: Expr) -> Step:
        """The number at a position of ``over``, of which ``now`` is the position at any step."""
        self.turn += 1
        self.mark = now.args[0].data.name.removesuffix("now")
        self.born.clear()
        self.stored.clear()
        low, high = sorted((over[0], over[-1]))
        self.line, self.ends = Formula(over.start, {now: over.step}), (ex.call("ge", now, ex.const(0)), ex.call(
            "lt", now, ex.const(len(over))))  # fmt: skip
        self.place = Step(k, self, Formula(0, {now: 1}), 0, len(over) - 1)
        put_values(self.frame, {n: self.place * more + first for n, (first, more) in self.counters.items()})
        return Step(over[k], self, self.line, low, high)

    def _run(self) -> Iterator[Any]:
        put_arrays(self.frame, {p[0] for p in self.changing if len(p) == 1}, anew=True)
        put_values(self.frame, lists_of(self.frame) if IN_LISTS in self.changing else {})
        before, fixed = self._found()
        self._without_values(before)
        variables = dict(self.frame.f_locals)
        old = {place: state_of(t) for place, t in before.items()}
        values = {place: as_now(t) for place, t in before.items()}
        first = Formal(1).now
        yield self._step(0, self.over, first)
        asked = self.branches.answers
        begin = {} if asked or self.bounded else counters(variables, self.frame.f_locals, self.changing)
        arrays, others = self._found()
        fixed, others = without_counters(fixed, begin), without_counters(others, begin)
        self._check_reach(arrays)
        changed = {p: t for p, t in arrays.items() if old.get(p) != state_of(t) or p in self.changing}
        kept = {id(owner(t)) for p, t in arrays.items() if p not in changed}
        held = {id(t) for t in arrays.values()}  # of another array, a view is all that is left of it
        own = {id(t): t for p, t in changed.items() if t.view_of is None
               or len(p) == 1 and (id(owner(t)) in kept or id(owner(t)) not in held)}  # fmt: skip
        owned = {tuple(p for p, t in arrays.items() if t is o): o for o in own.values()}
        if any(id(owner(t)) not in own and id(t) not in own for t in changed.values()):
            raise NotTheSame(self.site)
        still = {p: state_of(t) for p, t in arrays.items() if id(owner(t)) not in own and id(t) not in own}
        over = self.over
        before_now = {e[0] for e in fixed if len(e) == 3 and e[1] in (float, np.float64) and e not in others}
        if before_now & {e[0] for e in others} and not (self.bounded or asked or len(over) < 4 or self.begun):
            # a number became another one, and may be an array after the next iteration: begin with that
            self._put({p: t for p, t in owned.items() if t.known is None},
                      [after_first(as_now(t), first) for t in owned.values() if t.known is None])  # fmt: skip
            self.over, self.turn, self.begun = over[1:], 0, True
            yield from self._run()
            return
        begun = [found_before(places, t, old, values, variables) for places, t in owned.items()]
        same = all(entry in others or self._is_changed(entry[0], arrays) for entry in fixed)
        if not same or any(b is None for b in begun):  # the first iteration may be another step: begin with the second
            if self.bounded or len(over) < 3 or asked:
                raise NotTheSame(self.site) if same else self._with_arrays(others, fixed)
            begun, over = [after_first(as_now(t), first) for t in owned.values()], over[1:]
        self.counters = {n: (c + more * (over is not self.over), more) for n, (c, more) in begin.items()}
        written = [any(before.get(p) is t for p in places) for places, t in owned.items()]  # others may hold these, too
        truths = [t.kind == "b" for t in owned.values()]
        firsts = [as_number(b) if truth else b for b, truth in zip(begun, truths, strict=True) if b is not None]
        for _ in range(2):  # kinds of states may become wider
            formal = Formal(len(firsts))
            bodies: list[list[Expr]] = []
            ways: list[Way] = []
            for k in (0,) if self._seen() else (0, 1):
                self.branches, kinds = Branches(), [f.kind for f in firsts]
                ways = []
                while not ways or self.branches.next():
                    self._put(owned, as_truths(get("traced_states")(formal, firsts, len(over)), truths))
                    yield self._step(k, over, formal.now)
                    owned = self._after(owned, firsts, truths, still, others)
                    made = [as_number(t) if truth else t for t, truth in zip(owned.values(), truths, strict=True)]
                    ways.append((list(self.branches.answers), [t.body for t in made]))
                    kinds = [join_kinds(t.kind, kind) for t, kind in zip(made, kinds, strict=True)]
                bodies.append(joined(ways))
            bodies = [bodies[0], bodies[-1]]
            self.branched = any(answers for answers, _ in ways)
            if kinds == [f.kind for f in firsts]:
                break
            firsts = [TracedArray(f.body, f.shape, kind) for f, kind in zip(firsts, kinds, strict=True)]
        else:
            raise NotTheSame(self.site)
        found = zip(formal.names, owned, strict=True)
        absent = {n for n, places in found if over is self.over and not any(p[0] in variables for p in places)}
        passing = absent | {n for n, places, kept in zip(formal.names, owned, written, strict=True) if not kept and
                            variables_of(*self.site).issuperset(
                                p[0] if len(p) == 1 else "" for p in places)}  # fmt: skip
        bodies = [without_unset(formal.names, made, owned.values(), passing) for made in bodies]
        if absent & {t.data.name for t in ex.tensors(*(e for made in bodies for e in made))}:
            raise NotTheSame(self.site)  # what is made in each iteration is read before that
        counted = {n for n, places, f in zip(formal.names, owned, firsts, strict=True)
                   if f.kind == "i" and self.numbers.intersection(p[0] for p in places)}  # fmt: skip
        pairs = zip((f.body for f in firsts), bodies[0], strict=True)
        if may_overflow(counted, dict(zip(formal.names, pairs, strict=True)), len(over)):
            raise NotTheSame(self.site)
        self._put(owned, as_truths(self._last(formal, firsts, bodies, over), truths))
        put_values(self.frame, {n: first + more * len(over) for n, (first, more) in self.counters.items()})

    def _seen(self) -> bool:
        """Whether this loop has been rolled up before, and one around it compares iterations, this loop in them.

        Then it is not compared again, or a nest of loops would be traced 3 times for each of its loops.
        """
        return self.site in self.ranges.rolled and any(loop.turn > 1 for loop in self.ranges.active if loop is not self)

    def _after(
        self, owned: Mapping[tuple[Place, ...], TracedArray], firsts: Sequence[TracedArray], truths: Sequence[bool],
        still: Mapping[Place, Any], others: Sequence[Any],
    ) -> dict[tuple[Place, ...], TracedArray]:  # fmt: skip
        """The arrays that the loop changes after an iteration, which left everything else as it was."""
        arrays, now = self._found()
        self._check_reach(arrays)
        if any(arrays.get(p) is None or arrays[p] is not arrays[places[0]] for places in owned for p in places):
            raise self._with_arrays(now, others, [p for places in owned for p in places if p not in arrays])
        found = {places: arrays[places[0]] for places in owned}
        kept = {p: state_of(t) for p, t in arrays.items() if p in still}
        others_left = other_counters(self.frame, self.counters, self.place)
        if others_left:
            raise NotTheSame(self.site, others_left)
        if now != others:
            raise self._with_arrays(now, others)
        left = numbers_of_other_ways(self.frame, self, variables_of(*self.site)) if self.branches.answers else ()
        if left:
            raise NotTheSame(self.site, left)
        if kept != still and self.branches.answers:
            raise of_other_ways(self.site, arrays, kept, still)
        if kept != still or not self._fits(found, arrays, firsts, still):
            raise NotTheSame(self.site)
        if [t.kind == "b" for t in found.values()] != list(truths):
            raise NotTheSame(self.site)
        return found

    def _with_arrays(self, now: Sequence[Any], then: Sequence[Any], places: Sequence[Place] = ()) -> NotTheSame:
        """Not the same step, unless numbers that the ways through it change are arrays."""
        names = other_numbers(self.frame, now, then, places) - self.numbers
        looked_at = self.branches.answers or len(self.over) >= FEWEST and not self.bounded
        return NotTheSame(self.site, names if looked_at else ())

    def known(self) -> frozenset[Condition]:
        """What holds on this way through an iteration."""
        inside = self._inside(self.line)
        always = [*self.ends, *([] if inside is None else [inside])]
        return frozenset(c for test, yes in [*((a, True) for a in always), *self.branches.given()]
                         for c in held(test, yes))  # fmt: skip

    def _around(self, but: _Loop | None = None) -> frozenset[Condition]:
        """What holds on this way through the iterations of loops, ``but`` for one of them."""
        return frozenset().union(*(loop.known() for loop in self.ranges.active if loop is not but))

    def follows(self, condition: Expr, ahead: Step) -> bool | None:
        """Whether a comparison of numbers of iterations holds on this way; None where it may or may not.

        In the first iteration, which shows what the loop changes, what its own number alone decides is decided.  A
        short loop is written out instead of traced both ways.
        """
        if self.turn == 1 and set(ahead.line.terms) <= set(self.line.terms):
            return bool(getattr(operator, condition.data)(ahead.number, 0))
        found = follows(condition, self._around())
        if found is None and len(self.over) < FEWEST and not self.ranges.all_sums:
            raise NotTheSame(self.site)
        return found

    def answer(self, t: TracedArray) -> bool:
        """The truth of a value, on one way through an iteration."""
        test = truth(t).body
        for before, yes in self.branches.given():
            if before is test:
                return yes
        found = self.branches.answer(test)
        if found is None:
            raise NotTheSame(self.site)
        return found

    def _is_changed(self, place: Place, arrays: Mapping[Place, TracedArray]) -> bool:
        """Whether a number is an array, or the number of the iteration, after the first one."""
        return place in arrays or (len(place) == 1 and isinstance(self.frame.f_locals.get(place[0]), Step))

    def _fits(
        self, owned: Mapping[tuple[Place, ...], TracedArray], arrays: Mapping[Place, TracedArray],
        firsts: Sequence[TracedArray], still: Mapping[Place, Any],
    ) -> bool:  # fmt: skip
        """Whether an iteration left arrays of the same shapes at the same places."""
        own = {id(t) for t in owned.values()}
        known = {p for places in owned for p in places}
        others = [t for p, t in arrays.items() if p not in known and p not in still]
        return (
            [t.shape for t in owned.values()] == [f.shape for f in firsts]
            and all(t.view_of is None or id(owner(t)) not in own for t in owned.values())
            and len(own) == len(firsts)
            and all(t.view_of is not None and id(owner(t)) in own for t in others)
        )

    @staticmethod
    def _put(owned: Mapping[tuple[Place, ...], TracedArray], values: Sequence[TracedArray]) -> None:
        for t, value in zip(owned.values(), values, strict=True):
            if t.view_of is not None:  # it is no view of that array any more, and nobody may write into either by it
                t.view_of = View(TracedArray(value.body, t.shape, value.kind), itself, (0,) * t.ndim, "", False, 0)
            t.formula, t.kind, t.values = value.body, value.kind, None
            t.version += bool(t.ndim or t.version)  # numbers, of which there are no views, stay numbers

    def _last(
        self, formal: Formal, firsts: Sequence[TracedArray], bodies: Sequence[Sequence[Expr]], over: range
    ) -> list[TracedArray]:
        """The values after the loop."""
        states = []
        count = len(over)
        formals = get("traced_states")(formal, firsts, count)
        inside = self._inside(Formula(over.start, {formal.now: over.step}))
        for f, old, (body, again) in zip(firsts, formals, zip(*bodies, strict=True), strict=True):
            order = sorted(body.free | again.free)
            if ex.canonical(body, order) is not ex.canonical(again, order):
                raise NotTheSame(self.site)
            if inside is not None and body is not old.body:
                body = ex.call("where", inside, body, old.body)
            states.append(TracedArray(body, f.shape, f.kind))
        written = not (self.bounded or self.branched or self.around)  # written out, each branch would double the ways
        short = count < FEWEST and written and not is_dear([f.body for f in states], formal.names, count)
        if short and not self.ranges.all_sums:
            raise NotTheSame(self.site)
        try:
            found: list[TracedArray] | None = without_recurrence(formal, firsts, states, count, self._around(self))
            if found is None and short:
                raise NotTheSame(self.site)
            for way in ("by_cells", "by_rows"):
                found = get(way)(formal, firsts, states, count) if found is None else found
            found = get("traced_last")(formal, firsts, states, count) if found is None else found
        except InputError:  # what no recurrence can state
            raise NotTheSame(self.site) from None
        return found

    def _inside(self, number: Formula) -> Expr | None:
        """Whether the number of an iteration is in the range that is meant; None where it always is."""
        bounds = (0, *self.bounds) if len(self.bounds) == 1 else self.bounds
        found = []
        for bound, (up, down) in zip(bounds, (("ge", "le"), ("lt", "gt")), strict=False):
            if isinstance(bound, Step):
                comparison = up if self.over.step > 0 else down
                found.append(ex.call(comparison, position_of(number), position_of(bound.symbol())))
        return conjunction(found) if found else None

    def _check_reach(self, arrays: Mapping[Place, TracedArray]) -> None:
        """Nothing that an iteration made or changed is kept where nobody looks."""
        known = reached([*arrays.values(), *(v for v in self.frame.f_locals.values() if isinstance(v, Part))])
        born = [t for t in (ref() for ref in self.born) if t is not None]
        stored = [t for t in (ref() for ref in self.stored) if t is not None]
        if any(id(t) not in known for t in stored) or any(id(t) not in known and t.values is None for t in born):
            raise NotTheSame(self.site)

    def _found(self) -> tuple[dict[Place, TracedArray], list[Any]]:
        """Traced arrays that the function's variables lead to, and the rest of what they hold."""
        put_arrays(self.frame, self.numbers, apart=bool(self.branches.answers))
        found = found_in(self.frame, MOST, (Step, Part, _Range))
        if found is None:
            raise NotTheSame(self.site)
        return found
