"""Decisions that depend on lengths: taken with the lengths at hand, recorded, and replayed with those of another call.

A program is made for the lengths of one call and used for others where every decision comes out the same.  A pass
never sees a length itself: it hands an analysis to `Sizes`, which runs it, so that none can be forgotten.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TypeVar

from espresso.formulas.graph.conditions import Tape
from espresso.formulas.graph.expr import Expr

Size = Callable[[Expr], int]
"""The number that an extent is."""

T = TypeVar("T")


def _itself(found: object) -> object:
    return found


class Sizes:
    """The lengths at hand, for analyses alone, and the decisions that were taken by them."""

    def __init__(self, size_of: Size, decisions: Iterable[Callable[[Size], bool]] = ()) -> None:
        self._size_of = size_of
        self._decisions = list(decisions)

    def decide(
        self, analysis: Callable[[Size], T], mark: Callable[[T], object] = _itself, always: bool = True
    ) -> T:  # fmt: skip
        """What the analysis finds.  A call with other lengths needs a program of its own where it finds something else.

        ``mark`` is what is compared.  Unless ``always``, an analysis that finds nothing is not recorded: the program
        without what it looked for is right for all lengths.  Nor is one that asked for numbers in the formula alone.
        """
        found, asked = self._run(analysis)
        told = mark(found)
        if asked and (always or told):
            self.record(lambda size: mark(analysis(size)) == told)
        return found

    def decide_once(self, analysis: Callable[[Size], T]) -> T:
        """As `decide`, for an analysis that takes long and whose answer holds no lengths.

        Its comparisons are taken down while it runs, so that it need not run again to learn for which lengths it is
        right; for lengths for which they come out otherwise it may.
        """
        tape = Tape(self._size_of)
        try:
            found, _ = self._run(analysis, tape.size)
        except Exception:  # it does with lengths what a tape does not know
            return self.decide(analysis)
        conditions = tape.close([])
        self.record(lambda size: conditions.told(size) is not None or analysis(size) == found)
        return found

    def prefer(self, analysis: Callable[[Size], T]) -> T:
        """What the analysis finds, of something that any length may have: other lengths keep the program."""
        return self._run(analysis)[0]

    def elements(self, extents: Iterable[Expr]) -> int:
        """The product of some extents, as a preference."""
        return self.prefer(lambda size: math.prod(map(size, extents)))

    def record(self, agrees: Callable[[Size], bool]) -> None:
        """Note a decision that `prefer` has taken, by the question whether other lengths agree with it."""
        self._decisions.append(agrees)

    def agree(self, size_of: Size) -> bool:
        """Whether all decisions are the same for other lengths."""
        return all(agrees(size_of) for agrees in self._decisions)

    def copy(self) -> Sizes:
        """The same lengths and decisions, to which others may be added."""
        return Sizes(self._size_of, self._decisions)

    def _run(self, analysis: Callable[[Size], T], size_of: Size | None = None) -> tuple[T, bool]:
        """What the analysis finds, and whether it asked for a length that another call may have otherwise."""
        given = size_of or self._size_of
        asked = ended = False

        def size(e: Expr) -> int:
            nonlocal asked
            if ended:
                raise RuntimeError("a length is asked for outside of a recorded decision")
            asked = asked or e.op != "const"
            return given(e)

        found = analysis(size)
        ended = True
        return found, asked
