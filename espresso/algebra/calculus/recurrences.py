"""Derivatives of recurrences: the adjoint of a recurrence is a recurrence that runs the other way.

With ``h[t] = F(h[t-1], x[t], w)`` and the cotangent ``G[t]`` that arrives from outside, the whole cotangent of h is
``dh[t] = G[t] + dh[t+1]*dF[t+1]/dh[t]``.  What a step hands to the states and inputs that it reads is the pullback of
its statement, taken once for all steps: inputs that all steps share get one sum over the steps.

Over several indices each term counts where the cell on its right side is one that the body computes:
``dd[i,j] = G[i,j] + dd[i+1,j]*dF[i+1,j]/dd[i,j] + dd[i,j+1]*dF[i,j+1]/dd[i,j]``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from espresso.algebra.calculus.products import ZERO
from espresso.algebra.calculus.recurrence_steps import (
    Place,
    Read,
    Step,
    at_rows,
    meet,
    moved,
    places_of,
    steps_of,
    unlike,
)
from espresso.formulas.extents.affine import Formula, linear
from espresso.formulas.extents.extents import resolve_size, symbolic_extents
from espresso.formulas.extents.nested import is_nested, recurrence_of
from espresso.formulas.extents.range_guards import guarded, limit, limited, summed_only
from espresso.formulas.extents.reads import facts_of, reads_of, unmasked
from espresso.formulas.extents.recurrences import collected, sum_of
from espresso.formulas.extents.scopes import uniquify_body
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import MATRIX_FUNCTIONS
from espresso.formulas.graph.predicates import conjunction
from espresso.formulas.graph.recurrences import Recurrence, Run, State, applied, named

Pull = Callable[[Expr, Sequence[Expr], Expr, Expr | None, Sequence[str], Mapping[Expr, Mapping[int, str]]], list[Expr]]
"""Pullbacks of a statement by some tensors, over outer axes and theirs: of a statement, with the tensors of its seed
and of its value, names for the outer axes, and axes of tensors that are as long as an index of the statement runs.
One that is zero is the number."""

Push = Callable[[Expr, Mapping[Expr, Expr], Expr | None], Expr | None]
"""The tangent of a statement for tangents of some tensors, with the tensor of its value; None for zero."""


def _new_arrays(states: Sequence[State], pattern: str, more: int = 0) -> list[Expr]:
    """An array for each state, with so many axes more, under a name of its own."""
    names = ex.fresh_names({s.name for s in states}, [pattern.format(s.name) for s in states])
    return [ex.tensor(n, more + len(s.axes)) for n, s in zip(names, states, strict=True)]


def _outer_names(steps: Sequence[Step], outer: Sequence[str]) -> list[str]:
    """Names for outer axes that no statement has."""
    taken = {n for s in steps for n in (*ex.index_names(*ex.postorder(s.body)), *s.state.axes)}
    return ex.fresh_names(taken, outer)


def _instances(
    closed: Recurrence, arrays: Sequence[Expr], actual: Mapping[Expr, Expr], named: Sequence[Expr]
) -> list[Expr]:
    """The states of a recurrence, with ``actual`` arrays in its own, in the order in which they are ``named``."""
    results = applied(closed, [ex.replace(a, actual) for a in arrays])
    by_name = {s.name: e for s, e in zip(closed.states, results, strict=True)}
    return [by_name[t.data.name] for t in named]


# --- the adjoint ----------------------------------------------------------------------------


def adjoint(
    node: Expr, states: Sequence[Expr], arriving: Mapping[int, Expr], outer: Sequence[str], wanted: Sequence[bool],
    pull: Pull,
) -> tuple[list[Expr], list[Expr], int]:  # fmt: skip
    """What arrives at the inputs of a recurrence: arrays over outer axes and those of the input, or 0.

    With them the cotangents of the states, and how many rows more these have.  ``states`` are the arrays of all states,
    ``arriving`` what arrives at them, over outer axes and theirs; ``wanted`` says which inputs are asked for: of others
    it is 0.
    """
    backward = node.data[0].backward
    found, inputs = named(node.data[0], node.args)
    made = _Adjoint(found, backward, outer, {k: ex.tensor(f"~g{k}", e.ndim) for k, e in arriving.items()})
    asked = [t for t, w in zip(inputs, wanted, strict=True) if w]
    pulled = [
        pull(s.body, [*(r.array for r in s.reads), *asked], q, None if s.begins else s.value.array, outer,
             {r.array: {run.axis: s.state.axes[own.axis] for own, run, _ in
                        zip(s.runs, made.steps[r.state].runs, r.shifts, strict=False)} for r in s.reads})
        for s, q in zip(made.every, made.seeds, strict=True)
    ]  # fmt: skip
    closed, arrays = recurrence_of([made.statement(n, pulled) for n in range(len(found))])
    actual = dict(zip(inputs, node.args, strict=True)) | dict(zip((s.array for s in found), states, strict=True))
    actual |= {made.given[k]: e for k, e in arriving.items()}
    cotangents = _instances(closed, arrays, actual, made.cotangents)
    actual |= dict(zip(made.cotangents, cotangents, strict=True))

    def length(array: Expr, axis: int) -> Expr:
        return _resolved(ex.size(ex.replace(array, actual), axis))

    handed: list[list[tuple[Expr, Expr, Mapping[Expr, Place]]]] = [[] for _ in asked]
    for s, seed, p, places in zip(made.every, made.seeds, pulled, made.places, strict=True):
        for own, e in zip(handed, p[len(s.reads) :], strict=True):
            own += [(e, seed, places)] if e.op == "let" else []
    terms = [[made.whole(*part, length, len(of) > 1 and meet(of)) for part in of] for of in handed]
    outside = next(iter(made.given.values()))
    totals = iter([_total(t, actual, outside, w) for t, w in zip(terms, asked, strict=True)])
    return [next(totals) if w else ZERO for w in wanted], cotangents, made.more


def _total(terms: Sequence[Expr], actual: Mapping[Expr, Expr], outside: Expr, wanted: Expr) -> Expr:
    """The sum of arrays over the first axes of ``outside`` and those of ``wanted``, with actual arrays in it.

    Lengths that no read tells stand beside it.
    """
    if not terms:
        return ZERO
    name, axes = terms[0].data
    bodies = [ex.element(e, list(map(ex.index, axes))) for e in terms]
    body = ex.call("add", *bodies)
    before = len(axes) - wanted.ndim
    lengths = [ex.size(outside, k) if k < before else ex.size(wanted, k - before) for k in range(len(axes))]
    told = symbolic_extents(ex.closed("", axes, uniquify_body(body, axes)))
    lost = [limit(a, n) for a, n in zip(axes, lengths, strict=True) if a not in told]
    return ex.replace(ex.closed(name, axes, guarded(body, lost) if lost else body), actual)


class _Adjoint:
    """Statements of the cotangents of all states; ``given`` is what arrives at some of them.

    Along the outer run each has rows of 0 beside its own, ``more``, with which it starts; ``first`` are before them.
    There are none where every step reads the row before it alone, along the only run: the last row is what arrives,
    or where no state begins with values (``open``) the row that reads 0 behind itself.
    Along a ``single`` run the reads themselves say how far an index runs, along several all are padded and limited.
    """

    def __init__(
        self, states: Sequence[State], backward: bool, outer: Sequence[str], given: Mapping[int, Expr]
    ) -> None:
        self.steps, begun = steps_of(states, backward)
        self.every, self.given, self.backward = [*self.steps, *begun], given, backward
        self.outer, count = _outer_names(self.every, outer), len(outer)
        self.cotangents = _new_arrays(states, "d{}", count)
        self.seeds = [ex.tensor(f"~s{n}", count + s.value.array.ndim) for n, s in enumerate(self.every)]
        self.single = not any(s.inner for s in states)
        back = {1, *(abs(r.shifts[0] - s.value.shifts[0]) for s in self.every for r in s.reads if r.shifts)}
        self.more = 0 if self.single and back == {1} else max(back)
        self.first = self.more if self.backward else 0
        begins = any(run.starts or run.first for s in states for run in s.runs(backward))
        self.open = not self.more and not begins  # there may be no last row
        self.places = [places_of(s, self.steps) | {q: self._seed(s)}
                       for s, q in zip(self.every, self.seeds, strict=True)]  # fmt: skip

    def _seed(self, s: Step) -> Place:
        """Where the cotangent of what a statement makes lies: of a starting value at its position, in the rows that
        the runs outside it compute."""
        count, shifts, array = len(self.outer), list(s.value.shifts), self.cotangents[s.value.state]
        if shifts:
            shifts[0] += self.first
        fixed = None
        if s.begins is not None:
            axis, position = s.begins
            fixed = count + axis, position if shifts else sum_of(position, ex.const(self.first))
        pad = 0 if shifts and not self.single else None
        return Place(array, count, s, s.runs, s.state, tuple(shifts), pad, fixed)

    def whole(
        self, e: Expr, seed: Expr, places: Mapping[Expr, Place], lengths: Callable[[Expr, int], Expr], mixed: bool
    ) -> Expr:  # fmt: skip
        """What a statement hands to an input, with whole arrays in the place of those of the statement.

        ``mixed`` says that what other statements hand to it has other rows.
        """
        if not self.single:
            return ex.replace(e, {a: place.array(self.outer) for a, place in places.items()})
        axes = {a: ex.index(a) for a in e.data[1]}
        whole = uniquify_body(e.args[0], e.data[1])
        exact = not (self.more or self.backward or mixed) and at_rows(whole, seed, places)
        beyond = set() if exact else unlike(whole, seed, places, lengths)
        if not exact:  # what stands under ``where`` keeps no index inside, and what is read below 0 is masked somewhere
            for r in reads_of(whole, e.data[1]).reads:
                below = r.rest is not None and not r.rest.terms and r.rest.constant < 0
                if (r.guarded and (r.direct is None or r.access.args[0] in places)) or below:
                    beyond.add(r.access)

        def padded(node: Expr) -> Expr | None:
            """A read of whole arrays, which have more rows: that of the seed is 0 beyond the rows of the statement."""
            place = places.get(node.args[0]) if node.op == "access" else None
            if place is None or not place.shifts:
                return ex.access(node.args[0], node.args[1:], 0) if node in beyond else None
            array, axis = node.args[0], place.before + place.runs[0].axis
            at, there = node.args[1 + axis], place.slots(node.args[1:])[axis]
            form = linear(there)
            below = form is not None and not form[1].terms and form[1].constant < 0
            longer = there.op == "index" or below or node in beyond or (array is seed and not at.free.isdisjoint(axes))
            read = ex.access(array, node.args[1:], 0) if longer and node.data is None else node
            if array is not seed:
                return read
            low = [] if at.op == "index" and node.data is None else [ex.call("le", ex.const(0), at)]
            inside.append(conjunction([*low, ex.call("lt", at, place.length(axis))]))
            return ex.call("mul", read, *low, ex.call("lt", at, ex.size(array, axis)))

        inside: list[Expr] = []
        body = moved(whole, axes, places, ()) if exact else moved(whole, axes, places, (), padded)
        for test in dict.fromkeys(inside):
            body = _regular(body, test, test.free)
        return ex.closed(e.data[0], e.data[1], body)

    def statement(self, number: int, pulled: Sequence[Sequence[Expr]]) -> State:
        """The cotangent of one state, over the inputs, the states and what arrives."""
        s = self.steps[number].state
        axes = (*self.outer, *s.axes)
        at = [ex.index(a) for a in axes]
        terms = [ex.access(self.given[number], at)] if number in self.given else []
        for step, places, p in zip(self.every, self.places, pulled, strict=True):
            for read, e in zip(step.reads, p, strict=False):
                if read.state == number and e.op == "let":
                    terms.append(self._handed(step, places, read, e, at))
        other, count = next(iter(self.given.values())), len(self.outer)
        lengths = [ex.size(other, k) for k in range(count)]
        lengths += [ex.size(s.array, k) if e is None or self.single else e for k, e in enumerate(s.lengths)]
        end = count + s.axis
        beside = [limit(axes[k], lengths[k]) for k in (*range(count, len(axes)), *range(count)) if k != end]
        last = nothing = ex.call("mul", ZERO, *beside) if beside else ZERO
        body = ex.call("add", *terms) if terms else nothing
        if self.first:
            body = ex.substitute(body, {s.step: sum_of(ex.index(s.step), ex.const(-self.first))})
            body = ex.rebuild(body, collected)
        if self.more:  # the steps of a declared number are fewer than these rows
            body = ex.rebuild(body, _undeclared(s.step), into_arrays=False)
        if not self.single and (number not in self.given or self.first):
            body = ex.call("mul", body, *beside, limit(s.step, sum_of(lengths[end], ex.const(self.more))))
        elif self.single and self.first and number not in self.given:
            body = self._with_rows_beside(body, s.step, sum_of(lengths[end], ex.const(self.more)))
        rows = range(self.more) if self.more else [0 if self.backward else -1]
        ends = [ex.const(k) if self.backward else sum_of(lengths[end], ex.const(k)) for k in rows]
        if not self.more and number in self.given:
            last = ex.substitute(terms[0], {s.step: ends[0]})
        start = ex.closed("", [a for a in axes if a != s.step], last)
        runs = [Run(count + run.axis) for run in self.steps[number].runs]
        runs[0] = Run(end, () if self.open else tuple((p, start) for p in ends))
        return State(ex.closed("", axes, body), 0, name=self.cotangents[number].data.name).with_runs(runs)

    def _with_rows_beside(self, body: Expr, step: str, length: Expr) -> Expr:
        """A body that tells its length where arrays that have no rows beside their own would tell a shorter one."""
        every = [(ex.size(s.state.array, k), n) for s in self.steps for k, n in enumerate(s.state.lengths)]
        lengths = {size: n for size, n in every if n is not None}

        def told(e: Expr) -> Expr:
            return ex.rebuild(e, lengths.get)

        def shorter(array: Expr, axis: int, slot: Expr) -> bool:
            """Whether a read at a slot may tell fewer rows."""
            form = linear(slot)
            if form is None or form[0] != {step: 1}:
                return False
            more = linear(ex.call("add", told(ex.size(array, axis)), ex.call("neg", told(length))))
            missing = None if more is None or more[1].terms else form[1].constant - more[1].constant
            return slot.op == "index" or missing is None or missing > 0

        def padded(node: Expr) -> Expr | None:
            strict = node.op == "access" and node.data is None and node.args[0] not in self.cotangents
            few = strict and any(shorter(node.args[0], axis, a) for axis, a in enumerate(node.args[1:]))
            return ex.access(node.args[0], node.args[1:], 0) if few else None

        looser = ex.rebuild(body, padded, into_arrays=False)
        return body if looser is body else ex.call("mul", looser, limit(step, length))

    def _handed(
        self, step: Step, places: Mapping[Expr, Place], read: Read, e: Expr, at: Sequence[Expr]
    ) -> Expr:
        """What a statement hands to a cell that it read."""
        cell, tests = list(at), []
        shorter = _shorter(e, places) if self.single else {}
        # what is no start of the adjoint
        low, top = (0, 0) if self.more or self.open else (1, 0) if self.backward else (0, 1)
        for n, (run, shift) in enumerate(zip(self.steps[read.state].runs, read.shifts, strict=False)):
            axis = len(self.outer) + run.axis
            cell[axis] = sum_of(at[axis], ex.const(-shift))
            if shift > low:
                tests.append(ex.call("ge", at[axis], ex.const(shift)))
            if shift < step.runs[n].first - top or not self._alike(step, read.state, n):
                tests.append(ex.call("lt", at[axis], sum_of(step.count(n), ex.const(shift))))
            for length in shorter.get(e.data[1][axis], ()):
                tests.append(ex.call("lt", at[axis], sum_of(length, ex.const(shift))))
        state = self.steps[read.state].state
        names = set() if self.single else {state.axes[run.axis] for run in self.steps[read.state].runs}
        body = moved(e.args[0], dict(zip(e.data[1], cell, strict=True)), places, names)
        if self.open:
            body = ex.rebuild(body, self._padded, into_arrays=False)
        if not tests:
            return body
        test = conjunction(tests)
        return ex.call("where", test, _regular(body, test), ZERO)

    def _padded(self, node: Expr) -> Expr | None:
        """A read of a cotangent that is 0 outside."""
        own = node.op == "access" and node.args[0] in self.cotangents and node.data is None
        return ex.access(node.args[0], node.args[1:], 0) if own else None

    def _alike(self, step: Step, other: int, n: int) -> bool:
        """Whether the state of a statement and another one are equally long along a run."""
        a, b = step.state.lengths[step.runs[n].axis], self.steps[other].state.lengths[self.steps[other].runs[n].axis]
        if a is None or b is None:
            return self.single or step.state is self.steps[other].state
        return a is b


def _shorter(e: Expr, places: Mapping[Expr, Place]) -> dict[str, list[Expr]]:
    """The lengths of inputs that are read at an axis under conditions alone, where no other read says how long it is.

    Beyond the shortest of them the conditions do not hold; they may be gone, since the statement has no rows there.
    """
    found: dict[str, list[Expr]] = {}
    direct = [r for r in reads_of(uniquify_body(e.args[0], e.data[1]), e.data[1]).reads if r.direct in e.data[1]]
    for read in direct:
        alone = all(other.guarded for other in direct if other.direct == read.direct)
        if alone and read.access.args[0] not in places:
            lengths, length = found.setdefault(str(read.direct), []), ex.size(read.access.args[0], read.axis)
            lengths += [length] if length not in lengths else []
    return found


def _undeclared(step: str) -> Callable[[Expr], Expr | None]:
    """What changes an index that has a length of its own into one that has none."""
    return lambda node: ex.index(step) if ex.is_index(node, step) else None


def _regular(body: Expr, test: Expr, of: Collection[str] = ()) -> Expr:
    """``body`` with functions of the unit matrix where a test fails: rows that no step computes are singular.

    That is so of matrices that have the indices ``of``.
    """

    def change(node: Expr) -> Expr | None:
        if node.op not in ("reduce", "scan") or node.data[0] not in MATRIX_FUNCTIONS:
            return None
        if not node.free.issuperset(of):
            return None
        row, column = map(ex.index, node.data[1])
        return ex.with_args(node, [ex.call("where", test, node.args[0], ex.call("eq", row, column))])

    return ex.rebuild(body, change, into_arrays=False)


# --- tangents -------------------------------------------------------------------------------


def _computed(step: Step) -> list[Expr]:
    """Where the outer run computes the rows of a state that nothing begins."""
    found = []
    for run in step.runs[:1]:
        if run.first and not run.starts:
            at = ex.index(step.state.axes[run.axis])
            found.append(ex.call("lt", at, step.count(0)) if run.backward else ex.call("le", ex.const(run.first), at))
    return found


def tangents(node: Expr, states: Sequence[Expr], changes: Sequence[Expr | None], push: Push) -> list[Expr]:
    """The tangents of all states of a recurrence, as named arrays, for tangents of its inputs."""
    found, inputs = named(node.data[0], node.args)
    steps, begun = steps_of(found, node.data[0].backward)
    made = _new_arrays(found, "{}_dot")
    moving = [(t, c) for t, c in zip(inputs, changes, strict=True) if c is not None]
    given = {t: ex.tensor(f"~d{k}", t.ndim) for k, (t, _) in enumerate(moving)}
    single, inside = not any(s.inner for s in found), is_nested(node.data[0])

    def changed(step: Step, cell: Collection[str]) -> Expr:
        """The tangent of a statement, where its state has it."""
        own = {r.array: ex.tensor(f"~t{k}", r.array.ndim) for k, r in enumerate(step.reads)}
        places = places_of(step, steps)
        places |= {own[r.array]: places[r.array]._replace(whole=made[r.state], pad=None if r.pad is None else 0)
                   for r in step.reads}  # fmt: skip
        pushed = push(step.body, {**given, **own}, None if step.begins else step.value.array)
        if pushed is None:
            value = ex.access(step.value.array, [ex.index(a) for a in step.body.data[1]]) if single else ZERO
            pushed = ex.call("mul", ZERO, step.body.args[0] if step.begins else value)
        axes = step.state.axes
        back = {a: ex.index(a) for a in step.body.data[1]}
        back |= {axes[r.axis]: sum_of(ex.index(axes[r.axis]), ex.const(-lead))
                 for r, lead in zip(step.runs, step.value.shifts, strict=True) if lead}  # fmt: skip
        body = moved(pushed, back, places, cell)
        return guarded(body, _computed(step)) if inside else body

    def tangent(array: Expr, step: Step) -> State:
        """The statement of the tangent of a state."""
        s = step.state
        starts: dict[int, list[tuple[Expr, Expr]]] = {run.axis: [] for run in step.runs}
        for begin in begun:
            if begin.state is s and begin.begins is not None:
                axis, position = begin.begins
                rest = {s.axes[r.axis] for r in begin.runs} if inside else ()
                starts[axis].append((position, ex.closed("", begin.body.data[1], changed(begin, rest))))
        body = changed(step, () if single else {s.axes[r.axis] for r in step.runs})
        if not single:
            body = ex.call("mul", body, *(limit(a, ex.size(s.array, k)) for k, a in enumerate(s.axes)))
        runs = [Run(run.axis, tuple(starts[run.axis])) for run in step.runs]
        return State(ex.closed("", s.axes, body), 0, name=array.data.name).with_runs(runs)

    actual = dict(zip(inputs, node.args, strict=True)) | dict(zip((s.array for s in found), states, strict=True))
    actual |= {given[t]: c for t, c in moving}
    new = [tangent(array, step) for array, step in zip(made, steps, strict=True)]
    while True:
        closed, arrays = recurrence_of(new)
        results = _instances(closed, arrays, actual, made)
        further = {k for k, s in enumerate(found) if single and not _as_long(results[k], states[k], s.axis)}
        less = [_no_further(t, found[k], found, made, actual) if k in further else t for k, t in enumerate(new)]
        if less == new:
            return results
        new = less


def _as_long(one: Expr, other: Expr, axis: int) -> bool:
    """Whether two states are known to have equally many rows."""
    return _resolved(ex.size(one, axis)) is _resolved(ex.size(other, axis))


def _resolved(length: Expr) -> Expr:
    """A length as a formula in the lengths of inputs, as far as these tell it."""
    return ex.rebuild(resolve_size(length), resolve_size)


def _no_further(
    tangent: State, s: State, states: Sequence[State], tangents: Sequence[Expr], actual: Mapping[Expr, Expr]
) -> State:  # fmt: skip
    """The statement of a tangent, with as many rows as its state where other reads of rows would tell more."""
    arrays = {o.array: o.axis for o in states}
    own = {a: o.axis for a, o in zip(tangents, states, strict=True)}
    axes = tangent.body.data[1]
    body = uniquify_body(tangent.body.args[0], axes)
    longer = _longer_than_others(body, s.step, {*arrays, *own}, actual)

    def padded(node: Expr) -> Expr | None:
        if node in longer:
            return ex.access(node.args[0], node.args[1:], 0)
        if node.op != "access" or node.data is not None or not (node.args[0] in arrays or node.args[0] in own):
            return None
        array, slots = node.args[0], node.args[1:]
        alone = slots[arrays.get(array, own.get(array, 0))].op == "index"
        pad = not (alone and array is s.array) if array in arrays else alone
        return ex.access(array, slots, 0) if pad else None

    before = symbolic_extents(ex.closed("", axes, body))
    changed = ex.rebuild(body, padded)
    looser = ex.closed("", axes, changed)
    after = {n: e for n, e in symbolic_extents(looser).items() if n not in facts_of(looser).unsure}
    changed = limited(changed, {n: before[n] for n in sorted(summed_only(changed, before)) if n not in after})
    open_ = unmasked(ex.postorder(changed, into_arrays=False))  # how far other reads are inside is no number of rows
    silent = {n for n in ex.postorder(changed)
              if n.op == "access" and (n.args[0] in own or n.data is not None or n not in open_)}  # fmt: skip
    alone = ex.rebuild(changed, lambda node: ex.const(1) if node in silent else None)
    rows = symbolic_extents(ex.closed("", axes, alone))
    told = {a for a in axes if a in (rows if a == s.step else after)}
    limits = [limit(a, ex.size(s.array, k)) for k, a in enumerate(axes) if a not in told]
    if s.step not in told:  # the rows of other tangents, which may be more, would count before the limit
        others = {n for n in silent if n.data is None and n.args[0] in own and n.args[0].data.name != tangent.name}
        changed = ex.replace(changed, {n: ex.access(n.args[0], n.args[1:], 0) for n in others}, into_arrays=False)
    return replace(tangent, body=ex.closed("", axes, guarded(changed, limits) if limits else changed))


def _longer_than_others(body: Expr, step: str, states: Collection[Expr], actual: Mapping[Expr, Expr]) -> set[Expr]:
    """The reads of inputs along the steps that would tell of more of them than another one does."""
    found: dict[Expr, Formula] = {}
    for node in ex.postorder(body, into_arrays=False):
        if node.op == "access" and node.data is None and node.args[0] not in states:
            array = ex.replace(node.args[0], actual)
            told = symbolic_extents(array) if array.op == "let" else {}
            for axis, slot in enumerate(node.args[1:]):
                size = ex.size(array, axis)
                form, length = linear(slot), linear(told.get(array.data[1][axis], size) if told else size)
                if form is not None and length is not None and form[0] == {step: 1} and not form[1].terms:
                    found[node] = length[1] - form[1]
    return {n for n, rows in found.items() for other in found.values()
            if dict(rows.terms) == dict(other.terms) and rows.constant > other.constant}  # fmt: skip
