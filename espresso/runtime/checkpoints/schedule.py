"""When which part of a recurrence is computed again: the binomial schedule of Griewank and Walther.

A chain of links is passed forward, then backward; going back over a link needs the state at its beginning.  With
``slots`` states kept at a time (the first one is one of them), ``r`` passes reach over ``C(slots + r, r)`` links.
Source: A. Griewank, A. Walther, Algorithm 799: Revolve, ACM TOMS 26 (2000).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple


class Action(NamedTuple):
    """What comes next: ``advance`` over a link, ``keep`` the state at its beginning, ``restore`` that state, ``turn``.

    To turn is to go over the link once more and then back over it.
    """

    what: str
    link: int


def passes(links: int, slots: int) -> int:
    """How often a link is passed forward at most before it is turned: the least r with C(slots + r, r) >= links."""
    r = 0
    while comb(slots + r, slots) < links:
        r += 1
    return r


def advances(links: int, slots: int) -> int:
    """How many links the schedule advances over: the least number for so many slots.

    >>> advances(10, 10), advances(10, 3), advances(10, 1)
    (9, 15, 45)
    """
    r = passes(links, slots)
    return r * links - comb(slots + r, slots + 1) if r else 0


def schedule(links: int, slots: int) -> Iterator[Action]:
    """All actions, in order; links are turned from the last to the first.

    >>> [f"{a.what} {a.link}" for a in schedule(3, 2)]
    ['keep 0', 'advance 0', 'keep 1', 'advance 1', 'turn 2', 'restore 1', 'turn 1', 'restore 0', 'turn 0']
    """
    todo = [(0, links, slots)]
    kept: set[int] = set()
    position = 0
    while todo:
        low, high, free = todo.pop()
        if position != low:
            yield Action("restore", low)
        if high - low == 1:
            yield Action("turn", low)
            kept.discard(low)
            position = -1
            continue
        if low not in kept:
            yield Action("keep", low)
            kept.add(low)
        middle = low + _middle(high - low, free)
        for position in range(low, middle):
            yield Action("advance", position)
        position = middle
        todo += [(low, middle, free), (middle, high, free - 1)]


def _middle(links: int, slots: int) -> int:
    """How far to advance before the next state is kept."""
    if slots == 1:
        return links - 1
    r = passes(links, slots)
    least = comb(slots + r - 2, slots) if r > 1 else 0
    return max(1, least, links - comb(slots - 1 + r, r))
