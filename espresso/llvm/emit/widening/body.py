"""What the body of an innermost loop is made of, for computing it in vectors.

A body can be widened if it is straight-line code whose reads and writes lie beside each other or do not move, and whose
variables that outlive a turn are sums, products, extremes or truth values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import llvmlite.ir as ir
import llvmlite.ir.instructions as op

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.kinds import I64
from espresso.llvm.emit.widening.straight import NotStraight, OneByOne, Straight, When, is_place
from espresso.llvm.instructions import PREFIX
from espresso.records import dataclass

OVERLOADED = re.compile(
    r"llvm\.(fabs|fma|fmuladd|copysign|floor|ceil|trunc|rint|sqrt|maxnum|minnum|maximum|minimum)\.f(32|64)"
)
_PLAIN = {"fadd", "fsub", "fmul", "fdiv", "fneg", "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr"}
_CASTS = {"fptrunc", "fpext", "sitofp", "uitofp", "fptosi", "fptoui", "sext", "zext", "trunc", "bitcast"}
_FAMILY = {"fadd": "fadd", "fsub": "fadd", "fmul": "fmul", "add": "add", "sub": "add", "or": "or", "and": "and"}


@dataclass(frozen=True)
class Carried:
    """A variable that a turn hands on: its place, the first value read, the last one written, and how they combine."""

    place: Any
    read: Any
    written: Any
    family: str
    flags: tuple[str, ...]


class Body:
    """What the instructions of a turn are: the same in all turns, numbers that grow by a constant, or anything else."""

    def __init__(self, loop: Counted, apart: Iterable[Any]) -> None:
        position = loop.position
        self.position, self.apart = position, {id(v) for v in apart}
        self.steps: dict[int, int] = {id(position): 1}  # by how much a value grows from turn to turn
        self.fixed: dict[int, bool] = {}
        self.straight = Straight(loop.body, loop.head)
        self.same = self.straight.same  # reads of a variable, too -> the value that it has
        self.kept: list[Any] = []
        instructions = self.straight.instructions[:-1]  # without that of the next position
        self.own = {id(i) for i in instructions}
        self.reads: list[tuple[Any, Any]] = []
        self.places: dict[int, Any] = {}
        self.entering: dict[int, Any] = {}
        written = {id(i.operands[1]) for i in instructions if isinstance(i, op.StoreInstr) and is_place(i.operands[1])}
        now: dict[int, Any] = {}
        for one in instructions:
            if isinstance(one, op.LoadInstr) and is_place(one.operands[0]):
                place = one.operands[0]
                if id(place) in now:
                    self.same[id(one)] = now[id(place)]
                elif id(place) in written:
                    now[id(place)] = self.entering[id(place)] = one
                    self.places[id(place)] = place
                else:
                    now[id(place)] = one
                    self.kept.append(one)
                continue
            if isinstance(one, op.StoreInstr) and is_place(one.operands[1]):
                if self.when(one):
                    raise NotStraight("a variable that has a value on one side only")
                now[id(one.operands[1])] = self.value(one.operands[0])
                self.places[id(one.operands[1])] = one.operands[1]
                continue
            self.kept.append(one)
        self.leaving = {key: now[key] for key in written}
        self.temporary = [self.places[key] for key in written if key not in self.entering]
        self.after: dict[int, frozenset[int]] = {id(v): frozenset([id(v)]) for v in self.entering.values()}
        for one in self.kept:  # which entering values it depends on
            self.after[id(one)] = frozenset().union(*(self.after.get(id(v), ()) for v in self.operands(one)))
            self._classify(one)
        self.uses = Counter(id(v) for one in self.kept for v in self.operands(one))
        self.uses.update(id(v) for v in self.leaving.values())
        self.uses.update(id(self.value(test)) for one in self.kept for test, _ in self.when(one))
        self.carried = [self._carried(key) for key in self.entering]
        self._check_memory()

    def when(self, one: Any) -> When:
        """The conditions of a read or a write."""
        return self.straight.when.get(id(one), ())

    def value(self, one: Any) -> Any:
        """What stands for an operand."""
        while id(one) in self.same:
            one = self.same[id(one)]
        return one

    def operands(self, one: Any) -> list[Any]:
        """The operands of an instruction without the function that is called."""
        given = one.operands[1:] if isinstance(one, op.CallInstr) else one.operands
        return [self.value(o) for o in given]

    def is_fixed(self, one: Any) -> bool:
        """Whether a value is the same in all turns."""
        return id(one) not in self.own and one is not self.position or self.fixed.get(id(one), False)

    def step(self, one: Any) -> int | None:
        """By how much a whole number, or an address, grows from turn to turn; None where that is no constant."""
        return 0 if self.is_fixed(one) else self.steps.get(id(one))

    def _classify(self, one: Any) -> None:
        given = self.operands(one)
        if any(isinstance(v.type, ir.LiteralStructType) for v in (one, *given)):
            raise NotStraight("numbers of two parts")
        if isinstance(one, op.StoreInstr):
            if self.step(given[1]) != size_of(given[0].type):
                raise NotStraight("a write that does not run along")
            return
        if isinstance(one, op.LoadInstr):
            step = self.step(given[0])
            if step is None or step not in (0, size_of(one.type)):
                raise NotStraight("a read that does not run along")
            if step == 0 and self.when(one):
                raise NotStraight("a read that stands still under a condition")
            self.fixed[id(one)] = step == 0
            return
        if isinstance(one, op.GEPInstr):
            base, index = given
            steps = self.step(base), self.step(index)
            if steps[0] is None or steps[1] is None:
                raise NotStraight("an address that does not grow by a constant")
            total = steps[0] + steps[1] * size_of(one.source_etype)
            self._grows(one, total)
            return
        if isinstance(one, op.CallInstr):
            name = one.callee.name
            if not OVERLOADED.fullmatch(name) and not name.startswith(PREFIX):
                raise OneByOne(name)
        elif not isinstance(one, (op.CompareInstr, op.SelectInstr)) and one.opname not in _PLAIN | _CASTS:
            raise NotStraight(one.opname)
        if all(self.is_fixed(v) for v in given):
            self.fixed[id(one)] = True
        elif one.opname in ("add", "sub", "mul") and one.type == I64:
            left, right = (self.step(v) for v in given)
            if one.opname != "mul" and left is not None and right is not None:
                self._grows(one, left + right if one.opname == "add" else left - right)
            elif one.opname == "mul":
                for step, other in ((left, given[1]), (right, given[0])):
                    if step is not None and isinstance(other, ir.Constant):
                        self._grows(one, step * other.constant)

    def _grows(self, one: Any, step: int) -> None:
        if step:
            self.steps[id(one)] = step
        else:
            self.fixed[id(one)] = True

    def _carried(self, key: int) -> Carried:
        """How a variable goes on from turn to turn: every step from what enters to what leaves combines alike."""
        read, written = self.entering[key], self.leaving[key]
        family, one, path = "", written, []
        flags: set[str] | None = None
        while one is not read:
            path.append(one)
            if id(one) not in self.own:
                raise NotStraight("a variable with another value")
            given = self.operands(one)
            here = _family(one)
            if not here or family not in ("", here):
                raise NotStraight("a variable that is no sum")
            if here in ("fadd", "fmul") and "reassoc" not in flags_of(one):
                raise OneByOne("a sum in order")
            own = set(flags_of(one))
            family, flags = here, own if flags is None else flags & own
            ways = [v for v in given if id(read) in self.after.get(id(v), ())]
            if len(ways) != 1 or one.opname in ("fsub", "sub") and ways[0] is not given[0]:
                raise NotStraight("a variable that is used twice")
            one = ways[0]
        if not path:
            raise NotStraight("a variable that stays")
        for inner in (*path, read):
            if self.uses[id(inner)] != 1:
                raise NotStraight("a sum that is used on the way")
        return Carried(self.places[key], read, written, family, tuple(sorted(flags or ())))

    def _check_memory(self) -> None:
        """What is written lies where nothing else of the loop does, or is read at the same element."""
        written: dict[int, Any] = {}
        for one in self.kept:
            if isinstance(one, op.StoreInstr):
                address = self.operands(one)[1]
                if written.setdefault(self._root(address), self._key(address)) != self._key(address):
                    raise NotStraight("an array that is written in two places")
        for one in self.kept:
            if isinstance(one, op.LoadInstr) and not is_place(one.operands[0]):
                address = self.operands(one)[0]
                found = written.get(self._root(address))
                if found is not None and found != self._key(address):
                    raise NotStraight("an array that is read elsewhere")

    def _root(self, address: Any) -> int:
        while isinstance(address, op.GEPInstr):
            address = self.value(address.operands[0])
        if not isinstance(address, ir.Argument) and id(address) not in self.apart:
            raise NotStraight("memory that may be that of others")
        return id(address)

    def _key(self, one: Any) -> Any:
        """The same for values that are computed alike."""
        one = self.value(one)
        if id(one) not in self.own:
            if isinstance(one, op.LoadInstr) and is_place(one.operands[0]):
                return ("read", id(one.operands[0]))
            return ("constant", str(one)) if isinstance(one, ir.Constant) else id(one)
        if isinstance(one, op.LoadInstr) and is_place(one.operands[0]):
            return ("read", id(one.operands[0]))
        if isinstance(one, (op.GEPInstr, op.Instruction)):
            own = one.opname, str(one.type), getattr(one, "op", ""), str(getattr(one, "source_etype", ""))
            return (*own, *(self._key(v) for v in one.operands))
        return id(one)


def _family(one: Any) -> str:
    if isinstance(one, op.CallInstr):
        name = one.callee.name.split(".")[1] if one.callee.name.startswith("llvm.") else ""
        return name if name in ("maxnum", "minnum") and "nnan" in flags_of(one) else ""
    return _FAMILY.get(one.opname, "") if one.opname in _FAMILY else ""


def flags_of(one: Any) -> tuple[str, ...]:
    """The fast-math flags of an instruction."""
    flags = getattr(one, "fastmath", None) or one.flags
    return tuple(flags if isinstance(flags, (list, tuple, set)) else flags._to_list(one.type))


def size_of(kind: Any) -> int:
    """Bytes of a number in memory."""
    if isinstance(kind, ir.IntType):
        return max(int(kind.width) // 8, 1)
    return {ir.FloatType: 4, ir.DoubleType: 8}.get(type(kind), 0)

