"""Every error that espresso raises, and the picture of a formula with carets under it.

Each message says what happened, where in the user's own text, the known facts in a
fixed order, and what to do.  The classes also inherit from the built-in exception that
a NumPy user would expect, so ``except ValueError`` keeps working.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def visible(text: str) -> str:
    """``text``, in which characters that do not print stand as Python writes them.

    >>> print(visible("a\\nb"))
    a\\nb
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


class EspressoError(Exception):
    """Base of every error raised on purpose by espresso.

    A name in a message may hold any character, so those that do not print are shown as Python writes them.
    """

    def __init__(self, *args: object) -> None:
        self.written = args  # as it was raised: a saved module fills numbers in and does the same then
        super().__init__(*("\n".join(map(visible, a.split("\n"))) if isinstance(a, str) else a for a in args))


class NotationError(EspressoError, SyntaxError):
    """The text of a formula is not in the notation; the message points at the place."""

    def __str__(self) -> str:  # SyntaxError would append "(<file>, line n)"
        return str(self.args[0]) if self.args else ""


class SummationError(NotationError):
    """An index is neither on the left nor bound, and two readings are possible."""


class IndexNameError(EspressoError, ValueError):
    """An index is missing, unknown, used twice or used where it is bound already."""


class ExtentError(EspressoError, ValueError):
    """Two lengths of one index disagree, or an index has no length or reads outside."""


class RankError(EspressoError, ValueError):
    """A tensor has another number of axes than the formula gives it."""


class DtypeError(EspressoError, TypeError):
    """A dtype does not fit: float indices, object arrays, an ``out=`` that cannot hold."""


class InputError(EspressoError, TypeError):
    """An input is missing, unknown, given twice, or its values are refused."""


class DerivativeError(EspressoError, ValueError):
    """A derivative was asked for that does not exist or is not defined here."""


class RuleError(EspressoError, ValueError):
    """A rule of a rule set is malformed; the message names its file and line."""


class EngineError(EspressoError, RuntimeError):
    """No engine (or not the one that was asked for) can run the call, with the reasons."""


class TargetError(EspressoError, RuntimeError):
    """A target is unknown or cannot run on this machine."""


class LimitError(EspressoError, RuntimeError):
    """Work on a formula passes a limit that was given (``limits=``)."""


class OutOfMemoryError(EspressoError, MemoryError):
    """A call needs more memory than the process can have; the message names the largest arrays."""


def with_carets(text: str, positions: Sequence[int], indent: str = "  ") -> str:
    """Return ``text`` with a line of carets under the given character positions.

    Only the line that holds the first position is shown when ``text`` has several;
    tabs and control characters are shown as blanks so that the carets stay aligned.

    >>> print(with_carets("A[i,j] * B[j,k]", [4, 11]))
      A[i,j] * B[j,k]
          ^      ^
    """
    positions = [p for p in positions if 0 <= p <= len(text)]
    start, stop = 0, len(text)
    if positions:
        start, end = text.rfind("\n", 0, positions[0]) + 1, text.find("\n", positions[0])
        stop = stop if end < 0 else end
    line = text[start:stop]
    columns = sorted({p - start for p in positions if start <= p <= stop})
    if len(line) > 120 and columns:  # a window around the first caret
        left = max(0, columns[0] - 50)
        right = min(len(line), left + 110)
        head, tail = ("..." if left else ""), ("..." if right < len(line) else "")
        columns = [c - left + len(head) for c in columns if left <= c <= right]
        line = head + line[left:right] + tail
    shown = "".join(c if c.isprintable() else " " for c in line)
    if not columns:
        return indent + shown
    marks = [" "] * (columns[-1] + 1)
    for column in columns:
        marks[column] = "^"
    return indent + shown + "\n" + indent + "".join(marks)


def is_whole(value: Any) -> bool:
    """Whether ``value`` is a whole number of Python, NumPy or another library; an array of them is none."""
    return hasattr(type(value), "__index__") and not isinstance(value, bool) and not getattr(value, "shape", ())


def whole_number(value: Any, what: str, least: int = 0, error: type[EspressoError] = InputError) -> int:
    """``value`` as an int; ``error`` where it is none, or less than ``least``.

    >>> whole_number(3.0, "the order")
    3
    """
    whole = isinstance(value, (int, float)) or is_whole(value)
    if not whole or isinstance(value, bool) or not least <= value < float("inf") or int(value) != value:
        raise error(f"{what} is {value!r}; it must be a whole number, {least} or more.")
    return int(value)


def truth(value: Any, what: str) -> bool:
    """``value`` as a bool: True, False, 1 or 0 of Python or NumPy; InputError else, as for an array of them."""
    if not isinstance(value, int) and type(value).__name__ not in ("bool", "bool_") or value not in (0, 1):
        raise InputError(f"{what} is {value!r}; it must be True or False.")
    return bool(value)


def path_of(value: Any, what: str) -> str:
    """``value``, text or a path, as text; InputError else."""
    import os

    if not isinstance(value, (str, os.PathLike)):
        raise InputError(f"{what} must be text or a path, not {type(value).__name__}.\nGive it as in 'module.py'.")
    return os.fspath(value)


def text_of(value: Any, what: str) -> str:
    """``value``, which must be text; InputError else."""
    if not isinstance(value, str):
        raise InputError(f"{what} must be text, not {type(value).__name__}.")
    return value


def rows_of(value: Any, what: str) -> Sequence[Any]:
    """``value``, which must be a list or a tuple; InputError else."""
    if not isinstance(value, (list, tuple)):
        raise InputError(f"{what} must be a list, not {type(value).__name__}.\nWrite [...] around one item, too.")
    return value


def suggestion(name: str, known: Sequence[str]) -> str:
    """Return ``" Did you mean 'x'?"`` for a near miss among ``known``, else ``""``."""
    import difflib

    near = difflib.get_close_matches(str(name), list(known), n=1, cutoff=0.6)
    return f" Did you mean '{near[0]}'?" if near else ""
