"""Branches of Python in the iteration of a loop: each is traced, and what the loop changes is a choice between them.

``if x[t] > 0: s += x[t]`` asks for the truth of a value that is not known.  The first time the answer is yes; the
iteration is then traced again with other answers, as often as there are ways through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.records import dataclass

MOST = 5
"""Questions on one way through an iteration."""

Way = tuple[list[tuple[Expr, bool]], list[Expr]]
"""The answers on one way through an iteration, and what the loop changes there."""


@dataclass
class Branches:
    """The answers that one iteration gets."""

    answers: list[tuple[Expr, bool]] = field(default_factory=list)
    place: int = 0
    """How many have been given on this way."""

    def answer(self, test: Expr) -> bool | None:
        """The truth of a value on this way; None where there are too many."""
        if self.place == len(self.answers):
            self.answers.append((test, True))
        self.place += 1
        return None if self.place > MOST else self.answers[self.place - 1][1]

    def given(self) -> list[tuple[Expr, bool]]:
        """The answers so far on this way."""
        return self.answers[: self.place]

    def next(self) -> bool:
        """Go another way; whether there is one."""
        while self.answers and not self.answers[-1][1]:
            self.answers.pop()
        if self.answers:
            self.answers[-1] = self.answers[-1][0], False
        self.place = 0
        return bool(self.answers)


def joined(ways: Sequence[Way]) -> list[Expr]:
    """What an iteration makes, of all ways through it in their order."""
    stack: list[Way] = []
    for answers, bodies in ways:
        stack.append((list(answers), bodies))
        while len(stack) > 1 and len(stack[-1][0]) == len(stack[-2][0]) and not stack[-1][0][-1][1]:
            (_, no), (known, yes) = stack.pop(), stack.pop()
            test = known[-1][0]
            both = [a if a is b else ex.call("where", test, a, b) for a, b in zip(yes, no, strict=True)]
            stack.append((known[:-1], both))
    return stack[0][1]
