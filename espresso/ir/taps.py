"""Loops short enough to unroll: the taps of a window, the remainders of a stride."""

from __future__ import annotations

import math

from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Statement

TAPS = 8
"""The longest loop of known length that counts as one over taps: it is written out by the compiler."""


LARGEST_STEP = 4
"""The largest step s for which a loop over quotients and remainders by s is written out."""


def is_tap(extent: Expr) -> bool:
    """Whether a loop of this length is short and of the same length in every call."""
    return extent.op == "const" and int(extent.data) <= TAPS


def over_taps(s: Statement) -> bool:
    """Whether a reduction runs over few elements of known number, such as the window of a pooling."""
    short = s.operator is not None and all(is_tap(s.extents[n]) for n in s.over)
    return short and math.prod(int(s.extents[n].data) for n in s.over) <= TAPS * TAPS
