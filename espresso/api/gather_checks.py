"""Bounds checks of gather indices: reads that inference cannot bound, checked before a call computes anything.

Two kinds of reads may leave their array although all lengths agree: gathers such as ``W[idx[b]]``, whose
positions are data, and reads in a branch of ``where``, such as ``where(m[i] > 0, x[i+1], 0)``, which count
only where the branch is selected.  A read that is needed and lies outside is an error on every target.

Bounds decide first: the extremes of an integer input and the extents of the indices, and for a masked read
whether its condition implies that it is inside, as ``j <= i`` does for ``x[i-j]``.  Where that is not enough
the positions are computed, and the condition at those of them that are outside: by the reference, or, where that has
taken long, by a program that is compiled for it (`Looked`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.errors import EspressoError, InputError
from espresso.formulas.extents.affine import difference, linear
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.intervals import Interval, interval
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.inference.checked_reads import CheckedRead, outside, reads_to_check
from espresso.formulas.inference.dtypes import dtypes_of
from espresso.formulas.inference.infer_errors import name_of, slot_text
from espresso.lazy import public
from espresso.system.locks import cached_property

_BLOCK = 1 << 20
"""So many positions are computed at once."""

ONCE = 0.05
"""Seconds of the reference after which a program is compiled that finds the same: about what that takes."""


def _suspicious(formulas: Sequence[Expr]) -> bool:
    """Whether there may be reads to look at, by a glance."""
    return any(
        n.op == "access" and n.data is None and any(s.op not in ("index", "const") for s in n.args[1:])
        for n in ex.postorder(*formulas)
    )


class Positions:
    """The watched reads of some formulas, and the lengths for which they are looked at."""

    def __init__(self, formulas: Sequence[Expr], originals: Sequence[Expr], sizes: Mapping[str, int]) -> None:
        self.originals, self.given = originals, sizes
        self.program = uniquify_all(formulas) if _suspicious(formulas) else []
        found = reads_to_check(self.program)
        self.by_lengths = [w for w in found if not w.names]
        """Decided by the lengths alone."""
        self.by_values = [w for w in found if w.names]
        """To be looked at in every call."""
        self._inference: Any = None
        self._known: tuple[Any, Any] | None = None
        self._looked = Looked(self.program)
        self._inside: tuple[Any, dict[str, Interval]] | None = None
        """Facts, and the extremes for which bounds alone decided."""

    def check_lengths(self, shapes: Mapping[str, tuple[int, ...]], dtypes: Mapping[str, Any]) -> None:
        """Raise InputError where lengths alone show that a needed read is outside."""
        if self.by_lengths:
            self._check(self.by_lengths, {}, self._facts(shapes, dtypes), {})

    def check_values(self, arrays: Mapping[str, Any], unseen: set[str]) -> dict[str, Interval] | None:
        """Raise InputError where a needed read is outside; those that depend on inputs ``unseen`` are passed over.

        Where bounds alone decided: bounds of inputs between which they decide, for the same lengths.
        """
        wanted = [w for w in self.by_values if not w.names & unseen] if unseen else self.by_values
        if wanted:
            shapes = {n: a.shape for n, a in arrays.items()}
            facts = self._facts(shapes, {n: a.dtype for n, a in arrays.items()})
            before = self._inside  # read once: another thread may replace it
            known = None if unseen or before is None or before[0] is not facts else before[1]
            if known is not None and all(_between(arrays[n], limits) for n, limits in known.items()):
                return known
            found = self._check(wanted, arrays, facts, known or {})
            if not unseen:
                self._inside = None if found is None else (facts, found)
                return found
        return None

    def _facts(self, shapes: Mapping[str, tuple[int, ...]], dtypes: Mapping[str, Any]) -> Any:
        from espresso.formulas.inference.infer import Inference

        key = (tuple(shapes.items()), tuple(dtypes.items()))
        known = self._known
        if known is None or known[0] != key:
            if self._inference is None:
                self._inference = Inference(self.program, self.originals if self.given else ())
            known = self._known = (key, self._inference.check(shapes, dtypes, self.given))
        return known[1]

    def _check(
        self, wanted: Sequence[CheckedRead], arrays: Mapping[str, Any], facts: Any, known: Mapping[str, Interval]
    ) -> dict[str, Interval] | None:
        """Raise InputError where a needed read is outside.  Where bounds alone decided: the extremes that they are for.

        They then decide for all values between these, too: bounds grow with what they are computed from.  Where both
        would decide, those that are ``known`` from before are joined with them.
        """
        seen: dict[str, Interval | None] = {}

        def of_input(name: str) -> Interval | None:
            if name not in seen:
                values = np.asarray(arrays[name])
                whole = values.dtype.kind in "iu" and values.size > 0
                seen[name] = (int(values.min()), int(values.max())) if whole else None
            return seen[name]

        looks: list[BoundsCheck] = []
        for w in wanted:
            sizes = facts.sizes[w.scope]
            if not all(sizes[n] for n in {*w.access.free, *w.needed.free, *w.around}):
                continue  # nothing is read; an axis of the result that the read does not have may be a loop inside
            looks.append(BoundsCheck(w, facts.shapes[w.access.args[0]][w.axis], sizes, facts.shapes, arrays))
        extremes = _extremes(of_input, arrays, facts)
        open_ = [look for look in looks if not look.inside(extremes)]
        self._looked.check(open_, arrays)
        found = {name: limits for name, limits in seen.items() if limits is not None}
        if open_ or len(found) != len(seen):
            return None
        wider = {n: _joined(limits, known.get(n, limits)) for n, limits in found.items()}
        good = wider == found or all(look.inside(_extremes(wider.get, arrays, facts)) for look in looks)
        return wider if good else found


def _extremes(
    of_input: Callable[[str], Interval | None], arrays: Mapping[str, Any], facts: Any
) -> Callable[[Expr], Interval | None]:  # fmt: skip
    """Bounds of inputs, and of the arrays that statements compute of them."""
    computed: dict[Expr, Interval | None] = {}

    def length_of(size: Expr) -> int:
        return int(facts.shapes[size.args[0]][size.data])

    def extremes(array: Expr) -> Interval | None:
        if array.op == "tensor":
            return of_input(array.data.name) if array.data.name in arrays else None
        if array.op == "let" and array not in computed:
            body = array.args[0]
            ranges = _ranges(body, arrays)
            computed[array] = interval(body, extremes, facts.sizes[array], length_of, ranges)
        return computed.get(array)

    return extremes


def _ranges(e: Expr, arrays: Mapping[str, Any]) -> Callable[[Expr], Interval | None]:
    """The numbers of the dtypes in which the parts of a formula are computed: others wrap around."""
    used = {n.data.name for n in ex.postorder(e) if n.op == "tensor"} & arrays.keys()
    dtypes = dtypes_of([e], {n: np.asarray(arrays[n]).dtype for n in used}) if used else {}

    def range_of(part: Expr) -> Interval | None:
        found = dtypes.get(part)
        if found is None or found.dtype.kind not in "iu":
            return None
        return int(np.iinfo(found.dtype).min), int(np.iinfo(found.dtype).max)

    return range_of


class Looked:
    """Reads that bounds do not decide: by the reference, and from `ONCE` on by a program that is compiled for them."""

    def __init__(self, program: Sequence[Expr]) -> None:
        self.program, self.seconds = program, 0.0
        """Seconds that the reference has taken."""
        self._compiled: dict[tuple[CheckedRead, ...], Any] = {}

    def check(self, looks: Sequence[BoundsCheck], arrays: Mapping[str, Any]) -> None:
        """Raise InputError where one of the reads is outside and needed."""
        open_ = [look for look in looks if not look.implied()]
        if not open_ or (self.seconds >= ONCE and self._all_inside(tuple(look.w for look in open_), arrays)):
            return
        start = time.perf_counter()
        for look in open_:
            look.check()
        self.seconds += time.perf_counter() - start

    def _all_inside(self, reads: tuple[CheckedRead, ...], arrays: Mapping[str, Any]) -> bool:
        """Whether the program says that all are inside; False where it cannot be asked."""
        try:
            if reads not in self._compiled:
                extents = program_extents(self.program)
                formulas = {str(k): outside(w, extents[w.scope]) for k, w in enumerate(reads)}
                self._compiled[reads] = public("compile")(formulas, target="cpu")
            function = self._compiled[reads]
            if function is None or any(not isinstance(arrays.get(n), np.ndarray) for n in function.inputs):
                return False
            return not any(function(**{n: arrays[n] for n in function.inputs}).values())
        except EspressoError:  # lengths that no array tells, or what the reference has a message for
            self._compiled[reads] = None
            return False


def _joined(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


def _between(array: Any, limits: Interval) -> bool:
    """Whether all values of an array lie between these; an empty one has none."""
    values = np.asarray(array)
    return values.size == 0 or (int(values.min()) >= limits[0] and int(values.max()) <= limits[1])


class BoundsCheck:
    """One watched read for given arrays."""

    def __init__(
        self, w: CheckedRead, length: int, sizes: Mapping[str, int], shapes: Any,
        arrays: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.w, self.length, self.sizes, self.shapes, self.arrays = w, length, sizes, shapes, arrays

    def length_of(self, size: Expr) -> int:
        """The number that a length is."""
        length: int = self.shapes[size.args[0]][size.data]
        return length

    def inside(self, extremes: Callable[[Expr], Interval | None]) -> bool:
        """Whether bounds of the arrays alone show that the read is inside."""
        bounds = interval(self.w.slot, extremes, self.sizes, self.length_of, self._range_of)
        return bounds is not None and bounds[0] >= 0 and bounds[1] < self.length

    @cached_property
    def _range_of(self) -> Callable[[Expr], Interval | None]:
        """Of the parts of a position that is a formula."""
        return _ranges(self.w.slot, self.arrays if self.w.slot.op == "call" and self.w.names else {})

    def check(self) -> None:
        """Raise InputError when the read is outside where it is needed."""
        axes = self.w.slot.axes
        count = np.prod([self.sizes[n] for n in axes], dtype=float)
        if count <= _BLOCK and self._reads_whole_axes():
            self._points({})
            return
        first, *others = axes or ("",)
        step = max(1, int(_BLOCK // (count / max(1, self.sizes.get(first, 1)))))
        rest = {n: np.arange(self.sizes[n]) for n in others}
        for start in range(0, self.sizes.get(first, 1), step):
            block = np.arange(start, min(start + step, self.sizes[first])) if axes else None
            self._points({first: block, **rest} if axes else {})

    def _reads_whole_axes(self) -> bool:
        """Whether the indices of the position run over all of each axis that is read at one of them alone."""
        reads = [n for n in ex.postorder(self.w.slot) if n.op == "access"]
        alone = [(r.args[0], k, s.data[0]) for r in reads for k, s in enumerate(r.args[1:]) if s.op == "index"]
        return all(n not in self.sizes or self.shapes[a][k] == self.sizes[n] for a, k, n in alone)

    def _points(self, block: Mapping[str, Any]) -> None:
        """Look at the positions where the indices have the values of a block; at all without one."""
        from espresso.reference.evaluator import WeakArray

        taken = {f"of {n}": v.astype(np.int64).view(WeakArray) for n, v in block.items()}
        moved = {n: ex.access(ex.tensor(f"of {n}", 1), [ex.index(n)]) for n in block}
        slot = ex.substitute(self.w.slot, moved) if moved else self.w.slot
        lengths = {**self.sizes, **{n: len(v) for n, v in block.items()}}
        values = self._value(slot, taken, lengths)
        wrong = (values < 0) | (values >= self.length)
        if not wrong.any():
            return
        needed = self.w.needed
        bad = values[wrong]
        shared = [n for n in slot.axes if n in needed.free]
        if needed.free or needed.op != "const":
            at = dict(zip(slot.axes, np.nonzero(wrong), strict=True)) if slot.axes else {}
            points = taken | {f"at {n}": np.asarray(at[n], np.int64).view(WeakArray) for n in shared}
            where = {n: ex.access(ex.tensor(f"at {n}", 1), [ex.index("at")]) for n in shared}
            condition = ex.substitute(ex.substitute(needed, moved) if moved else needed, where)
            others = [n for n in condition.axes if n != "at"]
            condition = ex.call("ne", condition, ex.const(0))
            counts = self._value(ex.reduce("any", others, condition) if others else condition, points, self.sizes)
            bad = bad[counts != 0] if shared else bad[: int(counts != 0)]
        if bad.size:
            raise self.error(int(bad.flat[0]))

    def _value(self, e: Expr, points: Mapping[str, Any], sizes: Mapping[str, int]) -> Any:
        """The value of an expression by the reference."""
        from espresso.reference.evaluator import evaluate

        def declared(node: Expr) -> Expr | None:  # here alone: arrays that are read have axes of the same names
            return ex.index(node.data[0], sizes[node.data[0]]) if node.op == "index" and node.data[0] in sizes else None

        e, given = ex.rebuild(e, declared, into_arrays=False), dict(points)
        for array in ex.tensors(e):
            name = array.data.name
            if name in self.arrays:
                given[name] = self.arrays[name]
            elif name not in points:  # only its lengths matter
                given[name] = np.broadcast_to(np.zeros((), np.int64), self.shapes[array])
        return np.asarray(evaluate(e, given))

    def implied(self) -> bool:
        """Whether the condition bounds an affine position: both ends, each by the extents or by one comparison."""
        form = linear(self.w.slot, self.length_of)
        if form is None:
            return False
        factors, constant = form[0], form[1].constant
        known = list(self._comparisons(self.w.needed))
        low = factors, constant
        high = {n: -c for n, c in factors.items()}, self.length - 1 - constant
        return all(any(self._least(end, other) >= 0 for other in [({}, 0), *known]) for end in (low, high))

    def _comparisons(self, needed: Expr) -> list[tuple[Mapping[str, int], int]]:
        """Affine forms that are at least 0 wherever the condition is not 0."""
        found = []
        while ex.is_call(needed, "where"):
            condition, yes, no = needed.args
            parts = [condition]
            while parts:
                part = parts.pop()
                if ex.is_call(part, "and") or ex.is_call(part, "mul"):
                    parts += part.args if ex.is_const(no, 0) else ()
                elif (form := self._nonnegative(part, ex.is_const(no, 0))) is not None:
                    found.append(form)
            needed = yes if ex.is_const(no, 0) else no
        return found

    def _nonnegative(self, condition: Expr, holds: bool) -> tuple[Mapping[str, int], int] | None:
        """``g`` of a comparison that says ``g >= 0``, of whole numbers."""
        if condition.op != "call" or condition.data not in ("lt", "le", "gt", "ge"):
            return None
        name = condition.data if holds else {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}[condition.data]
        form = difference(condition.args[:: -1 if name in ("lt", "le") else 1], self.length_of)
        return None if form is None else (form[0], form[1].constant - (name in ("lt", "gt")))

    def _least(self, form: tuple[Mapping[str, int], int], other: tuple[Mapping[str, int], int]) -> int:
        """What an affine form is at least by the extents, after one that is known to be at least 0 is taken away."""
        least = form[1] - other[1]
        for name in dict.fromkeys((*form[0], *other[0])):
            factor = form[0].get(name, 0) - other[0].get(name, 0)
            if factor < 0 or name not in self.sizes:  # an index that runs over nothing reads nothing
                least += factor * (self.sizes[name] - 1) if name in self.sizes else (-1 << 62) * bool(factor)
        return least

    def error(self, position: int) -> EspressoError:
        """The error of a position outside."""
        name, axis = name_of(self.w.access.args[0]), self.w.axis
        runs = f"Positions run from 0 to {self.length - 1}; " if self.length else "It is empty; "
        return InputError(
            f"{slot_text(self.w.slot)} = {position} is outside axis {axis} of {name}, whose length is {self.length}\n"
            f"  in {slot_text(self.w.access)}\n"
            f"{runs}write pad({name})[...] to read 0 outside."
        )
