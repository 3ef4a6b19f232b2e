"""Calls of functions whose recurrences keep few states: how they are passed in parts, and what that takes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from espresso.errors import InputError, OutOfMemoryError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import number
from espresso.ir.storage.dtypes import value_dtypes
from espresso.runtime.checkpoints.layout import layout
from espresso.runtime.checkpoints.passes import Pass, parts
from espresso.runtime.checkpoints.phases import enter_phases
from espresso.runtime.checkpoints.pieces import Pieces
from espresso.runtime.checkpoints.schedule import advances, passes
from espresso.runtime.checkpoints.timeline import Group, NotInParts, Rows, timeline
from espresso.system.half_precision import is_half
from espresso.system.memory_limits import bytes_of, refusal

if TYPE_CHECKING:
    from espresso.ir.storage.memory import Memory

OWN = ("sizes", "inputs", "constant", "structure", "transfer", "cuda_graph", "strict", "engines")
"""Options of the whole function that its pieces do not have."""


PART, PARTS = 1 << 16, 8
"""Bytes of rows that a part has at least, where there are so many parts: the calls for a part take a third of a
millisecond, whatever its size, and fewer bytes save nothing that counts."""

Whole = Callable[[Any, Sequence[Any]], Any]
"""What binds a function with all rows of its recurrences."""


class Policy(NamedTuple):
    """Parts of ``size`` steps and ``slots`` states that are kept at a time; ``name`` for people."""

    name: str
    size: int
    slots: int


def policy(given: str | int, steps: int, least: int = 1) -> Policy:
    """The policy of this name, with so many steps in a part at least, or that with so many states.

    >>> [policy(given, 10000)[1:] for given in ("sqrt", "binomial", 4)]
    [(100, 100), (14, 14), (4, 4)]
    >>> [policy(given, 10000, 1000)[1:] for given in ("sqrt", "binomial", 4)]
    [(1000, 10), (1000, 14), (4, 4)]
    """
    if given == "sqrt":
        size = max(least, math.isqrt(max(steps - 1, 0)) + 1)
        return Policy("sqrt", size, -(-steps // size) or 1)
    if given == "binomial":
        count = max(1, steps.bit_length())
        return Policy("binomial", max(count, least), count)
    count = max(1, min(int(given), steps))
    return Policy(f"{count} state{'s' * (count != 1)}", count, count)


class InParts:
    """One signature whose steps are passed in parts.  What else is asked of it the program with all rows answers."""

    at_once = False
    held = 0

    def __init__(
        self, compiled: Any, arrays: Sequence[Any], results: Sequence[tuple[tuple[int, ...], str]], whole: Whole
    ) -> None:  # fmt: skip
        self._compiled, self._bind = compiled, whole
        shapes = {n: tuple(a.shape) for n, a in zip(compiled.inputs, arrays, strict=True)}
        dtypes = {n: str(a.dtype.newbyteorder("=")) for n, a in zip(compiled.inputs, arrays, strict=True)}
        if any(is_half(a.dtype) for a in arrays):
            raise NotInParts("arrays of half precision are computed whole")
        formulas, extents = _formulas(compiled, shapes, dtypes)
        line = timeline(formulas, shapes, extents)
        enter_phases(line)
        options = {n: v for n, v in compiled.options.items() if n not in OWN} | {"checkpoint": "none"}
        self._pieces = Pieces(layout(line), options, compiled._pieces)
        self._dtypes = _dtypes(line.groups, dtypes)
        self.names = tuple(compiled.outputs)
        self.shapes, self.dtypes = [s for s, _ in results], [np.dtype(d) for _, d in results]
        self._inputs = [np.broadcast_to(np.zeros((), a.dtype), a.shape) for a in arrays]
        self._arguments = compiled._arguments
        self._whole: Any = None
        self._planned: dict[Policy, int] = {}
        self.policy = Policy("", 1, 1)
        self.why = ""
        self.counted = 0, 0
        """Steps of the first phase in the last call, and the most states that were kept at a time."""

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return self._pieces.layout.high - self._pieces.layout.low

    @property
    def least(self) -> int:
        """The steps of the smallest parts that are worth their calls."""
        row: int = sum(d.itemsize * math.prod(r.row) for r, d in self._dtypes.items())
        return max(1, min(PART // max(row, 1), self.steps // PARTS))

    # --- calls ---

    def __call__(
        self, arrays: Sequence[np.ndarray], out: Sequence[np.ndarray | None] | None = None
    ) -> list[np.ndarray]:
        self._arguments.check_positions(arrays)
        text = self._refusal()
        if text:
            raise OutOfMemoryError(text)
        given = out or [None] * len(self.shapes)
        results = [np.empty(s, d) if o is None else o for o, s, d in zip(given, self.shapes, self.dtypes, strict=True)]
        made = self._pass(arrays, dict(zip(self.names, results, strict=True)))
        try:
            made.run(self.policy.size, self.policy.slots)
        except InputError:  # the error of the formula as it was written, with the step
            self._plain()(arrays)
            raise
        self.counted = made.steps, made.most_kept
        return results

    def _pass(self, arrays: Sequence[Any], results: Mapping[str, Any], dry: bool = False) -> Pass:
        inputs = dict(zip(self._compiled.inputs, arrays, strict=True))
        return Pass(self._pieces, self._dtypes, inputs, results, dry)

    def _refusal(self) -> str:
        """The text of the error of a call that needs more memory than there is."""
        results = list(zip(self.names, self.shapes, self.dtypes, strict=True))
        needed = self.planned() + bytes_of(results)
        return refusal("results and temporaries", needed, results, self._compiled.options.get("limits"))

    def _plain(self) -> Any:
        """The bound call with all rows."""
        if self._whole is None:
            self._whole = self._bind(self._compiled, self._inputs)
        return self._whole

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "_compiled" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self._plain(), name)

    def native_alone(self) -> None:
        """No machine code computes this alone."""

    # --- what it takes ---

    def extra(self) -> int:
        """Steps of the first phase that are computed again."""
        p = self.policy
        links = parts(0, self.steps, p.size, False)
        if not self._pieces.layout.returns:
            return 0
        return advances(len(links), p.slots) * p.size  # the last part, which may be shorter, is never advanced over

    def planned(self, chosen: Policy | None = None) -> int:
        """Bytes of all arrays beside inputs and results while a call with a policy runs."""
        p = chosen or self.policy
        if p not in self._planned:
            results = [np.broadcast_to(np.zeros((), d), s) for s, d in zip(self.shapes, self.dtypes, strict=True)]
            made = self._pass(self._inputs, dict(zip(self.names, results, strict=True)), dry=True)
            every = parts(self._pieces.layout.low, self._pieces.layout.high, p.size, self._pieces.layout.line.backward)
            made.begin(self._pieces.before)
            few = dict.fromkeys([*every[:1], *every[len(every) // 2 :][:1], *every[-1:]])
            for part in few:
                made.forward(part, True, True)
            made.begin(self._pieces.between)
            for part in few:
                made.forward(part, False, False)
                made.back(part)
            made.end()
            states = sum(self._dtypes[r].itemsize * math.prod((made.layout.keep[g], *r.row))
                         for g in made.line.groups if not g.phase for r in g.rows)  # fmt: skip
            calls = {id(b): b for b in made.bound.values() if hasattr(b, "_arena")}
            arenas = sum(b._arena.size + b.pool.scratch for b in calls.values())
            kept = min(p.slots, len(every)) * made.layout.returns
            self._planned[p] = sum(made.bytes.values()) + arenas + states * kept
        return self._planned[p]

    def memory(self) -> Memory:
        """What a call allocates beside its results."""
        from espresso.ir.storage.memory import Memory

        size = self.planned()
        return Memory(size, size, size, 0)

    def explained(self) -> list[str]:
        """How the steps are passed, for people."""
        p, line = self.policy, self._pieces.layout.line
        links = parts(0, self.steps, p.size, False)
        states = [r.name for g in line.groups if not g.phase for r in g.rows]
        count = passes(len(links), p.slots)
        again = self.extra()
        kept = f"kept at {min(p.slots, len(links))} of {self.steps:,} steps"
        lines = [
            f"checkpoint={p.name!r}{self.why}: {', '.join(states)} {kept}, computed again in parts of {p.size} on the "
            "way back",
            f"  steps computed: {self.steps + again:,}, of which {again:,} again; passes over a part before it is "
            f"turned: {count + 1} at most",
        ]
        if not self._pieces.layout.returns:
            lines = [
                f"checkpoint={p.name!r}{self.why}: {', '.join(states)} computed once, in parts of {p.size} of "
                f"{self.steps:,} steps"
            ]
        lines += [
            f"  bytes beside inputs and results: {self.planned():,}; with all rows {_all(self):,}",
            "programs:",
        ]
        for when, piece in self._pieces.all():
            text = dict.fromkeys(line for e in piece.formulas for line in str(e).splitlines() if "=" in line)
            lines += [f"  {when}:", *(f"    {t}" for t in text)]
        return lines


def _all(made: InParts) -> int:
    arena = made._plain().memory()
    return int(arena.arena + arena.scratch)


def _formulas(
    compiled: Any, shapes: Mapping[str, tuple[int, ...]], dtypes: Mapping[str, str]
) -> tuple[Mapping[str, Expr], Callable[..., Any]]:  # fmt: skip
    """The formulas of a call, and what gives the extents of such."""
    from espresso.compiler.lowering.formulas import for_dtypes
    from espresso.compiler.lowering.lower import extents_of_all
    from espresso.compiler.pipeline import typed

    def size_of(e: Expr) -> int:
        return max(0, number(e, shapes))

    if any(size_of(n) == 0 for n in compiled.prepared.reduced):
        raise NotInParts("some sums are over nothing")
    state = typed(compiled.prepared, dtypes, {}, size_of)

    def extents(roots: Mapping[str, Expr]) -> Any:
        return extents_of_all(replace(state, simplified=dict(roots)), list(roots.values()))

    return for_dtypes(state), extents


def _dtypes(groups: Sequence[Group], dtypes: Mapping[str, str]) -> dict[Rows, Any]:
    """The dtypes of all states."""
    found: dict[Rows, Any] = {}
    for g in groups:
        values = [ex.recur(g.recurrence, k, r.axes, g.arrays) for k, r in enumerate(g.rows)]
        found |= {r: np.dtype(str(d)) for r, d in zip(g.rows, value_dtypes(values, dtypes), strict=True)}
    return found


def bind(
    compiled: Any, arrays: Sequence[Any], results: Sequence[tuple[tuple[int, ...], str]], whole: Whole
) -> Any:  # fmt: skip
    """The call with the policy that the options ask for or that fits into their limit, or the one with all rows."""
    given = compiled.options.get("checkpoint")
    if given is None:
        return _within(compiled.options["memory_limit"], compiled, arrays, results, whole)
    try:
        made = InParts(compiled, arrays, results, whole)
        made.policy = policy(given, made.steps, made.least)
        made.planned()
        return made
    except NotInParts as reason:
        return _kept(whole(compiled, arrays), str(reason))


def _within(
    limit: int, compiled: Any, arrays: Sequence[Any], results: Sequence[tuple[tuple[int, ...], str]], whole: Whole
) -> Any:  # fmt: skip
    """The call with all rows where its temporaries are within the limit, else one with a policy."""
    plain = whole(compiled, arrays)
    size = plain.memory().arena
    if size <= limit:
        return plain
    try:
        made = InParts(compiled, arrays, results, whole)
        made.policy, made.why = _fitting(made, limit), f", chosen for memory_limit={limit:,}"
        return made if made.planned() < size else plain
    except NotInParts as reason:
        return _kept(plain, str(reason))


def _kept(bound: Any, reason: str) -> Any:
    bound.all_rows = reason
    return bound


def _fitting(made: InParts, limit: int) -> Policy:
    """The policy that computes the fewest steps again within a limit; "binomial" where none is.

    With fewer states than that the time would grow much faster than the memory falls.
    """
    best, least = policy("sqrt", made.steps), policy("binomial", made.steps)
    for p in (policy("sqrt", made.steps, made.least), best):
        if made.planned(p) <= limit:
            return p
    low, high = least.slots, best.slots  # high is too many
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if made.planned(policy(middle, made.steps)) <= limit else (low, middle)
    return policy(low, made.steps) if low > least.slots else least
