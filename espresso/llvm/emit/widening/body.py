"""What the body of an innermost loop is made of, for computing it in vectors.

A body can be widened if it is straight-line code whose reads and writes lie beside each other, forwards or backwards,
or do not move, and whose variables that outlive a turn are sums, products, extremes or truth values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
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
_OPERATORS = {"fadd": "fadd", "fsub": "fadd", "fmul": "fmul", "add": "add", "sub": "add", "or": "or", "and": "and"}


CHOSEN = ("smin", "smax")
"""Extremes of whole numbers."""


@dataclass(frozen=True)
class Reduction:
    """A variable that a turn hands on: its place, the first value read, the last one written, and how they combine.

    Each value of one that is ``running`` is used in its turn, as that of a cumulative sum.
    """

    place: Any
    read: Any
    written: Any
    operator: str
    flags: tuple[str, ...]
    running: bool = False


class Body:
    """What the instructions of a turn are: the same in all turns, numbers that grow by a constant, or anything else."""

    def __init__(self, loop: Counted, apart: Iterable[Any]) -> None:
        # All maps are by the identity of instructions, which `straight` and the loop keep alive.
        self.position, self.apart = loop.position, {id(v) for v in apart}
        self.strides: dict[int, int] = {id(loop.position): 1}  # by how much a value grows from turn to turn
        self.invariant: dict[int, bool] = {}
        self.straight = Straight(loop.body, loop.head)
        self.replaced = self.straight.replaced  # reads of a variable, too -> the value that it has
        instructions = self.straight.instructions[:-1]  # without that of the next position
        self.own = {id(i) for i in instructions}
        self.kept: list[Any] = []  # what is not a read or a write of a variable
        self.places: dict[int, Any] = {}
        self.entering: dict[int, Any] = {}  # variables -> the read of what the turn before has left
        self.leaving = self._forward(instructions)
        self.temporary = [place for key, place in self.places.items() if key not in self.entering]
        self.depends: dict[int, frozenset[int]] = {id(v): frozenset([id(v)]) for v in self.entering.values()}
        for one in self.kept:  # on which entering values
            self.depends[id(one)] = frozenset().union(*(self.depends.get(id(v), ()) for v in self.operands(one)))
            self._classify(one)
        self.uses = Counter(id(v) for one in self.kept for v in self.operands(one))
        self.uses.update(id(self.leaving[key]) for key in self.entering)
        self.uses.update(id(self.value(test)) for one in self.kept for test, _ in self.when(one))
        self.reductions = [self._reduction(key) for key in self.entering]
        self._check_memory()

    def _forward(self, instructions: Sequence[Any]) -> dict[int, Any]:
        """Replace reads of variables by what has been written; the last values of those that are written."""
        stores = (i for i in instructions if isinstance(i, op.StoreInstr))
        written = {id(i.operands[1]) for i in stores if is_place(i.operands[1])}
        now: dict[int, Any] = {}
        for one in instructions:
            place = one.operands[-1] if isinstance(one, (op.LoadInstr, op.StoreInstr)) else None
            if not is_place(place):
                self.kept.append(one)
            elif isinstance(one, op.StoreInstr):
                if self.when(one):
                    raise NotStraight("a variable that has a value on one side only")
                now[id(place)], self.places[id(place)] = self.value(one.operands[0]), place
            elif id(place) in now:
                self.replaced[id(one)] = now[id(place)]
            else:
                now[id(place)] = one
                if id(place) in written:
                    self.entering[id(place)], self.places[id(place)] = one, place
                else:
                    self.kept.append(one)
        return {key: now[key] for key in written}

    def when(self, one: Any) -> When:
        """The conditions of a read or a write."""
        return self.straight.when.get(id(one), ())

    def value(self, one: Any) -> Any:
        """What stands for an operand."""
        while id(one) in self.replaced:
            one = self.replaced[id(one)]
        return one

    def operands(self, one: Any) -> list[Any]:
        """The operands of an instruction without the function that is called."""
        given = one.operands[1:] if isinstance(one, op.CallInstr) else one.operands
        return [self.value(o) for o in given]

    def is_invariant(self, one: Any) -> bool:
        """Whether a value is the same in all turns."""
        return id(one) not in self.own and one is not self.position or self.invariant.get(id(one), False)

    def step(self, one: Any) -> int | None:
        """By how much a whole number, or an address, grows from turn to turn; None where that is no constant."""
        return 0 if self.is_invariant(one) else self.strides.get(id(one))

    def _classify(self, one: Any) -> None:
        given = self.operands(one)
        if any(isinstance(v.type, ir.LiteralStructType) for v in (one, *given)):
            raise NotStraight("numbers of two parts")
        if isinstance(one, op.StoreInstr):
            size = size_of(given[0].type)
            if self.step(given[1]) not in (size, -size):
                raise NotStraight("a write that does not run along")
            return
        if isinstance(one, op.LoadInstr):
            step, size = self.step(given[0]), size_of(one.type)
            if step is None or step not in (0, size, -size):
                raise NotStraight("a read that does not run along")
            if step == 0 and self.when(one):
                raise NotStraight("a read that stands still under a condition")
            self.invariant[id(one)] = step == 0
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
        if all(self.is_invariant(v) for v in given):
            self.invariant[id(one)] = True
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
            self.strides[id(one)] = step
        else:
            self.invariant[id(one)] = True

    def _reduction(self, key: int) -> Reduction:
        """How a variable goes on from turn to turn: every step from what enters to what leaves combines alike."""
        read, written = self.entering[key], self.leaving[key]
        if self._is_running(read, written):
            return Reduction(self.places[key], read, written, written.opname, flags_of(written), running=True)
        operator, one, path = "", written, []
        flags: set[str] | None = None
        while one is not read:
            path.append(one)
            if id(one) not in self.own:
                raise NotStraight("a variable with another value")
            here, given = self._combination(one)
            if not here or operator not in ("", here):
                raise NotStraight("a variable that is no sum")
            if here in ("fadd", "fmul") and "reassoc" not in flags_of(one):
                raise OneByOne("a sum in order")
            own = set(flags_of(one))
            operator, flags = here, own if flags is None else flags & own
            ways = [v for v in given if id(read) in self.depends.get(id(v), ())]
            if len(ways) != 1 or one.opname in ("fsub", "sub") and ways[0] is not given[0]:
                raise NotStraight("a variable that is used twice")
            one = ways[0]
        if not path:
            raise NotStraight("a variable that stays")
        for inner in (*path, read):
            if self.uses[id(inner)] != (2 if operator in CHOSEN and inner is not written else 1):
                raise NotStraight("a sum that is used on the way")
        return Reduction(self.places[key], read, written, operator, tuple(sorted(flags or ())))

    def _combination(self, one: Any) -> tuple[str, list[Any]]:
        """How an instruction combines its operands, and these; extremes of whole numbers compare and choose."""
        given = self.operands(one)
        if not isinstance(one, op.SelectInstr):
            return _operator(one), given
        test, chosen, other = given
        if not isinstance(test, op.ICMPInstr) or self.uses[id(test)] != 1:
            return "", given
        compared = self.operands(test)
        ways = {("<", True): "smin", (">", True): "smax", ("<", False): "smax", (">", False): "smin"}
        same = [v is w for v, w in zip(compared, (chosen, other), strict=True)]
        crossed = [v is w for v, w in zip(compared, (other, chosen), strict=True)]
        name = {"slt": "<", "sle": "<", "sgt": ">", "sge": ">"}.get(test.op, "")
        return ways.get((name, all(same)), "") if all(same) or all(crossed) else "", [chosen, other]

    def _is_running(self, read: Any, written: Any) -> bool:
        """Whether a turn adds to a sum, once, and uses what it is then.

        Products are not: of factors taken together some would overflow, or vanish, where they do not one by one.
        """
        adds = id(written) in self.own and written.opname in ("fadd", "add") and self.uses[id(written)] > 1
        return adds and [v is read for v in self.operands(written)].count(True) == self.uses[id(read)] == 1

    def _check_memory(self) -> None:
        """What is written lies where nothing else of the loop does, or is read at the same element.

        Each argument of a kernel is memory of its own (``noalias`` in `machine.program`): a step that writes in place
        has read what lies there before, in the same loop at the same element.
        """
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
        while isinstance(address, op.GEPInstr) and id(address) not in self.apart:
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


def _operator(one: Any) -> str:
    if isinstance(one, op.CallInstr):
        name = one.callee.name.split(".")[1] if one.callee.name.startswith("llvm.") else ""
        return name if name in ("maxnum", "minnum") and "nnan" in flags_of(one) else ""
    return _OPERATORS.get(one.opname, "") if one.opname in _OPERATORS else ""


def flags_of(one: Any) -> tuple[str, ...]:
    """The fast-math flags of an instruction."""
    flags = getattr(one, "fastmath", None) or one.flags
    return tuple(flags if isinstance(flags, (list, tuple, set)) else flags._to_list(one.type))


def size_of(kind: Any) -> int:
    """Bytes of a number in memory."""
    if isinstance(kind, ir.IntType):
        return max(int(kind.width) // 8, 1)
    return {ir.FloatType: 4, ir.DoubleType: 8}.get(type(kind), 0)

