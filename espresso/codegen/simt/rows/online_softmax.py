"""Online softmax: sums of exponentials rescaled in the pass that finds their maximum.

Every thread adds ``exp(x - m)`` below a maximum ``m`` that it has seen, and rescales its sum where a later one is far
above that.  When the team knows the maximum of the row, each sum is rescaled once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from espresso.codegen.common.scalar_code import bare
from espresso.codegen.simt.reads import operand
from espresso.codegen.simt.rows.carried_sums import CarryWriter
from espresso.codegen.simt.rows.row_cache import Resident
from espresso.compiler.device.schedule import Group, Stage
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Statement
from espresso.records import dataclass

RISE = 8
"""How far maxima rise before sums are rescaled, which rounds them: in a row that rises slowly at every element."""


@dataclass(frozen=True)
class Online:
    """A maximum, the stage of sums that runs in its pass, what they subtract, and both as one stage."""

    top: Statement
    sums: tuple[Statement, ...]
    below: Expr
    number: int  # of the stage of sums
    stage: Stage


def online(group: Group, kept: Resident | None) -> Online | None:
    """The sums of exponentials of a group that can run in the pass before, or None."""
    if kept is None or group.carried:
        return None
    for number, (first, then) in enumerate(zip(group.stages, group.stages[1:], strict=False), 1):
        if number - 1 not in kept.stages or number not in kept.stages or len(first.statements) != 1:
            continue
        (top,), sums = first.statements, tuple(s for s in then.statements if s.operator is not None)
        if top.operator != "max" or top.accumulate not in ("float32", "float64"):
            continue
        maps = {s.name: s.body for s in then.statements if s.operator is None}
        (lane,), (other,) = first.loops, then.loops
        names = {other: ex.index(lane)}
        below = {_subtracted(s, top, maps, names) for s in sums}
        found = below.pop() if len(below) == 1 else None
        if found is None or not maps.keys() <= group.registers or _read_elsewhere(group, then, set(maps)):
            continue
        moved = [
            replace(s, body=ex.substitute(s.body, names), over=tuple(lane if o == other else o for o in s.over),
                    axes=tuple(lane if a == other else a for a in s.axes))
            for s in then.statements
        ]  # fmt: skip
        return Online(top, sums, found, number, Stage(first.loops, [top, *moved]))
    return None


def _subtracted(s: Statement, top: Statement, maps: Mapping[str, Expr], names: Mapping[str, Expr]) -> Expr | None:
    """What a sum of exponentials subtracts from ``x``: the maximum ``m`` of ``x``, or ``where(isfinite(m), m, 0)``.

    None for all other sums: there the exponential for an ``x`` of minus infinity could be other than 0.
    """
    e = s.body
    if e.op == "access" and e.args[0].data.name in maps:
        e = maps[e.args[0].data.name]
    if s.operator != "sum" or not ex.is_call(e, "exp") or not ex.is_call(e.args[0], "add"):
        return None
    terms = e.args[0].args
    known = [t for t in terms if top.name in _read(t)]
    rest = {ex.substitute(t, dict(names)) for t in terms if t not in known}
    own = set(top.body.args) if ex.is_call(top.body, "add") else {top.body}
    if len(known) != 1 or rest != own or not ex.is_call(known[0], "mul") or len(known[0].args) != 2:
        return None
    sign, below = known[0].args
    value = below
    if ex.is_call(below, "where") and ex.is_call(below.args[0], "isfinite") and below.args[0].args[0] is below.args[1]:
        value = below.args[1] if below.args[2].op == "const" else below
    return below if ex.is_const(sign, -1) and value.op == "access" and not set(s.over) & value.free else None


def _read(e: Expr) -> set[str]:
    return {n.args[0].data.name for n in ex.postorder(e) if n.op == "access"}


def _read_elsewhere(group: Group, stage: Stage, names: set[str]) -> bool:
    return any(_read(s.body) & names for o in group.stages if o is not stage for s in o.statements)


class OnlineWriter(CarryWriter):
    """Writer of passes that find a maximum and add what follows it."""

    online: Online | None = None
    totals: Mapping[str, str] = MappingProxyType({})  # sums in two levels -> the variables of the upper one
    _running = ""  # the maximum of a thread so far
    _own = ""  # the maximum that the sums of this thread are below

    def starts_online(self, stage: Stage) -> bool:
        """Whether this is the pass of the maximum."""
        return self.online is not None and stage is self.group.stages[self.online.number - 1]

    def ends_online(self, stage: Stage) -> bool:
        """Whether the sums of this stage are those of the pass before."""
        return self.online is not None and stage is self.group.stages[self.online.number]

    def begin_online(self) -> None:
        """Running values of the sums, and what they are below."""
        assert self.online is not None
        top = self.online.top
        for s in self.online.sums:
            self._begin(s)
        self._running, self._own = self.values[top.name], self.names.new(f"{top.name}_own")
        self.emit(f"{self._type(top)} {self._own} = {bare(self._identity(top))};")

    def end_online(self) -> None:
        """The maximum has its own name again."""
        assert self.online is not None
        self.values[self.online.top.name] = self._running

    def name_elements(self, stage: Stage) -> None:
        """Variables for what both the maximum and its sums read."""
        if self.online is None or stage is not self.online.stage:
            return
        again = {e for s in stage.statements[1:] for e in ex.postorder(s.body)}
        for e in ex.postorder(self.online.top.body):
            if e.op == "access" and e in again:
                self._name(e)

    def grow(self) -> None:
        """The maximum with one more element; sums are rescaled where it is far above theirs, or no number."""
        assert self.online is not None
        top = self.online.top
        helper = self.writer.helper("_es_maximum", top.accumulate)
        value = bare(self.writer.text(top.body, top.accumulate))
        self.emit(f"{self._running} = {helper}({self._running}, {value});")
        with self.braces(f"if (!({self._running} <= {self._own} + {self.writer.literal(RISE, top.accumulate)}))"):
            sums = [v for s in self.online.sums for v in (self.values[s.name], self.totals.get(s.name)) if v]
            self._rescaled(sums, self._own, self._running)
            self.emit(f"{self._own} = {self._running};")
        self.values[top.name] = self._own

    def rescale(self) -> None:
        """The sums of this thread, below the maximum of the row."""
        assert self.online is not None
        running = self.values[self.online.top.name]
        with self.braces(f"if ({self._own} != {running})"):
            self._rescaled([self.values[s.name] for s in self.online.sums], self._own, running)

    def _rescaled(self, sums: Sequence[str], before: str, now: str) -> None:
        """Sums below another maximum; 0 where there was nothing but minus infinity, and what is 0 stays so."""
        assert self.online is not None
        top, below = self.online.top, self.online.below
        values, known = dict(self.values), self.writer.known
        self.writer.known = {e: text for e, text in known.items() if e.op == "index" or e not in ex.postorder(below)}
        texts = []
        for place in (before, now):
            self.values[top.name] = place
            texts.append(operand(self.writer.text(below, top.accumulate)))
        self.values, self.writer.known = values, known
        zero, low = self.writer.literal(0, top.accumulate), bare(self._identity(top))
        scale = self.names.new("scale")
        self.emit(f"const {self._type(top)} {scale} = exp({' - '.join(texts)});")
        for name in sums:
            self.emit(f"{name} = {before} == {low} || {name} == {zero} ? {zero} : {name}*{scale};")
