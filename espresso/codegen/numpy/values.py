"""Fragments of NumPy source with the axes, dtype and precedence needed to combine them.

A ``Value`` is the text of a Python expression together with the names of its array axes
and how its dtype comes about.  Combining values never needs to look into their text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from espresso.records import dataclass

ATOM, POWER, UNARY, PRODUCT, MATMUL, SUM, BITWISE, COMPARISON = range(8)
"""How tightly a text binds.  Python gives ``@`` the precedence of ``*``; here it gets brackets inside a product."""
QUOTIENT = MATMUL
"""``a // b`` and ``a % b``: where a minus stood before them without brackets, Python would negate a."""


@dataclass(frozen=True)
class Value:
    """A Python expression.

    ``kind`` is ``"strong"`` (its dtype comes from inputs), ``"weak"`` (from literals,
    indices and lengths: never widens what it meets) or ``"bool"``.  ``native`` says that
    it is a plain Python number, which NumPy itself treats as weak.  ``names`` are the
    variables whose dtypes decide the dtype, ``level`` is 1 if it is a float and 2 if it
    is complex whatever they are.  ``dtype`` is the dtype where it is known for certain.
    ``number`` marks a bool, or a strong value of bools, that counts as the integer 0 or 1.  ``opposite`` is the text
    of the negative where that is shorter, ``inverse`` the text of which it is the
    reciprocal.  ``kept`` is the text and the pattern of axes
    of the same value with reduced axes kept as length 1.  ``view`` says that the memory
    may belong to an input.
    ``negated`` says that the opposite is a bool.
    """

    text: str
    axes: tuple[str, ...] = ()
    prec: int = ATOM
    kind: str = "strong"
    native: bool = False
    names: tuple[str, ...] = ()
    level: int = 0
    dtype: np.dtype | None = None
    number: bool = False
    opposite: tuple[str, int] | None = None
    inverse: tuple[str, int] | None = None
    kept: tuple[str, tuple[str | None, ...]] | None = None
    arange: str | None = None
    view: bool = False
    negated: bool = False

    def spelled(self, text: str, prec: int = ATOM, **changes: Any) -> Value:
        """The value in another text, of which nothing that the old one had beside it is true."""
        beside = {"opposite": None, "inverse": None, "kept": None, "arange": None, "negated": False}
        return replace(self, text=text, prec=prec, **{**beside, **changes})

    @property
    def nesting(self) -> int:
        """Depth of brackets in the text."""
        depth = deepest = 0
        for c in self.text:
            if c in "([":
                depth += 1
                deepest = max(deepest, depth)
            elif c in ")]":
                depth -= 1
        return deepest


def bracket(text: str, prec: int, limit: int) -> str:
    """``text``, in brackets if it binds less tightly than ``limit``."""
    return f"({text})" if prec > limit else text


def as_atom(value: Value) -> str:
    """Text to which an attribute or subscript can be appended."""
    return bracket(value.text, value.prec, ATOM)


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """The names without repetitions, in order of first appearance."""
    return tuple(dict.fromkeys(names))


def transposed(value: Value, order: Sequence[str]) -> Value:
    """``value`` with its axes in another order."""
    if tuple(order) == value.axes:
        return value
    if tuple(order) == value.axes[::-1]:
        text = as_atom(value) + ".T"
    else:
        text = as_atom(value) + f".transpose({', '.join(str(value.axes.index(a)) for a in order)})"
    return value.spelled(text, axes=tuple(order), view=True)


def aligned(value: Value, target: Sequence[str]) -> Value:
    """``value`` so that NumPy broadcasting brings it to the axes ``target``.

    Only the text and precedence change; missing axes get length 1 where they do not
    stand in front.  So do those of the negative: unsigned integers have none.
    """
    placed = _placed(value, target)
    if value.opposite is None or placed.opposite is not None:
        return placed
    minus = _placed(value.spelled(*value.opposite), target)
    return replace(placed, opposite=(minus.text, minus.prec))


def _placed(value: Value, target: Sequence[str]) -> Value:
    if not value.axes:
        return value
    pattern = tuple(a if a in value.axes else None for a in target)
    if value.kept is not None and value.kept[1] == pattern:
        return value.spelled(value.kept[0])
    order = tuple(a for a in pattern if a is not None)
    value = transposed(value, order)
    first = next(k for k, a in enumerate(pattern) if a is not None)
    if None not in pattern[first:]:
        return value
    subscripts = ", ".join("None" if a is None else ":" for a in pattern[first:])
    return value.spelled(f"{as_atom(value)}[{subscripts}]")


def joint_axes(values: Sequence[Value], order: Sequence[str]) -> tuple[str, ...]:
    """Axes of the broadcast result: the order that needs the fewest transpositions."""
    union = {a for v in values for a in v.axes}
    rank = {a: k for k, a in enumerate(order)}
    candidates = [tuple(sorted(union, key=lambda a: rank.get(a, len(rank))))]
    candidates += list(dict.fromkeys(v.axes for v in values if len(v.axes) == len(union)))

    def cost(target: tuple[str, ...]) -> int:
        place = {a: k for k, a in enumerate(target)}
        return sum([place[a] for a in v.axes] != sorted(place[a] for a in v.axes) for v in values)

    return min(candidates, key=cost) if len(candidates) > 1 else candidates[0]


_LITERAL = ("1", "1.0", "1j")
_WIDEST = {"bool", "np.int64", "np.float64", "np.complex128"}
"""Dtypes that weak values have by themselves, or that widen none."""


def _names(values: Iterable[Value]) -> tuple[str, ...]:
    """What ``np.result_type`` makes the dtype of: variables, and dtypes that values have whatever theirs are.

    A sum of int8 is int64, and a mean of it float64.
    """
    names: list[str] = []
    for v in values:
        known = v.dtype is not None and v.text not in v.names
        names += [f"np.{v.dtype}" if v.dtype != np.dtype(bool) else "bool"] if known else v.names
    return unique(names)


def dtype_text(values: Sequence[Value], level: int) -> str | None:
    """Text of the dtype of strong values at least at ``level``; None if it has no names."""
    names = _names(values)
    if set(names) <= _WIDEST:
        return None
    level = max([level, *(v.level for v in values)])
    known = {v.dtype for v in values}
    if (
        len(known) == 1
        and (dtype := next(iter(known))) is not None
        and dtype.kind in ("f", "c")
        and (dtype.kind == "c" or level < 2)
    ):
        return f"np.{dtype.name}"
    return f"np.result_type({', '.join(names)}, {_LITERAL[level]})"


def cast(value: Value, dtype: str, like: Value) -> Value:
    """A weak array turned into the dtype of the strong values that it meets."""
    if value.arange is not None:
        text = f"np.arange({value.arange}, dtype={dtype})"
    else:
        text = f"np.asarray({value.text}, dtype={dtype})"
    return value.spelled(
        text, kind="strong", number=False, names=like.names, level=max(like.level, value.level), dtype=like.dtype
    )


def as_number(value: Value) -> Value:
    """A bool as the integer 0 or 1; other values as they are."""
    if value.kind != "bool" or value.native:
        if value.kind == "strong" and value.dtype == np.dtype(bool):
            return value.spelled(f"1*{as_atom(value)}", PRODUCT, dtype=np.dtype(np.int64), names=())
        return value
    inner = bracket(value.text, value.prec, PRODUCT - 1)
    return value.spelled(f"1*{inner}", PRODUCT, kind="weak", number=False, opposite=(f"-1*{inner}", PRODUCT))


def as_numbers(values: Sequence[Value]) -> list[Value]:
    """Truth values as the integers 0 and 1, but arrays of them beside other arrays: NumPy counts in the dtype of these.

    ``1*true`` is an int64, which makes a float of uint64.  A product of truth values is an int64 by itself.
    """
    meet = any(v.kind == "strong" and v.dtype is not None and v.dtype.kind != "b" for v in values)
    return [v if meet and is_truth(v) else as_number(v) for v in values]


def is_truth(value: Value) -> bool:
    """Whether a value is an array of truth values that does not count as one of integers."""
    return value.kind == "strong" and value.dtype == np.dtype(bool) and not value.number


def as_float_argument(value: Value) -> Value:
    """The argument of a float function: NumPy would give float16 for bools and small integers.

    A helper function may take the negative, which unsigned integers do not have.
    """
    value = as_number(value)
    if value.dtype is not None and (value.dtype.kind == "u" or (value.dtype.kind == "i" and value.dtype.itemsize < 8)):
        inner = bracket(value.text, value.prec, UNARY)
        return value.spelled(f"1.0*{inner}", PRODUCT, level=1, dtype=np.dtype(float))
    return value


def harmonised(values: Sequence[Value], level: int = 0) -> list[Value]:
    """Values with weak arrays cast to the dtype of the strong ones, so that they do not widen it.

    ``level`` is 1 where the result is a float, whatever the values are.
    """
    strong = [v for v in values if v.kind == "strong"]
    like = combined("", ATOM, strong, ())
    met = combined("", ATOM, strong, (), max([level, *(v.level for v in values)])).dtype
    result = []
    for v in values:
        dtype = dtype_text(strong, v.level) if v.kind == "weak" and not v.native else None
        result.append(cast(v, dtype, like) if dtype else _native(v, met, not strong))
    return result


def _native(value: Value, dtype: np.dtype | None, alone: bool) -> Value:
    """A Python integer as NumPy takes it beside arrays of ``dtype``: it refuses integers that this has not.

    Beside unsigned integers one that may be below 0 wraps, as on other targets.  The negative of the lowest integer is
    no integer of that dtype, and what no signed integer of 64 bits is, is a float.
    """
    if value.kind != "weak" or not value.native or value.level or (dtype is None and not alone):
        return value
    if value.text.isdigit() and int(value.text) >> 63 and dtype != np.uint64:
        return replace(value, text=repr(float(value.text)), level=1)
    if dtype is not None and dtype.kind == "u" and not value.text.isdigit():
        text = f"np.{dtype}({bracket(value.text, value.prec, PRODUCT)} % 2**{8 * dtype.itemsize})"
        return value.spelled(text, native=False, dtype=dtype, kind="strong")
    minus = value.opposite[0] if value.opposite else ""
    if dtype is not None and dtype.kind == "i" and minus.isdigit() and int(minus) > np.iinfo(dtype).max:
        return replace(value, opposite=None)
    return value


def widened(values: Sequence[Value], level: int = 0, alone: bool = False) -> list[Value]:
    """Operands of a sum or product that is computed in the dtype of its result.

    NumPy goes from left to right: ``u*v*x`` would wrap where u and v are small integers and x is a float, so the
    first integer is converted.  ``alone`` says that this one meets an operation before the next operand.
    """
    strong = [v for v in values if v.kind == "strong" and v.dtype != np.dtype(bool)]
    first = strong[0] if strong else None
    if first is None or first.dtype is None or first.dtype.kind not in "iu":
        return list(values)
    number = values.index(first)
    level = max([level, *(v.level for v in values)])

    own = first.dtype

    def wide(v: Value) -> bool:
        return v.level > 0 or v.kind == "strong" and (v.dtype is None or np.result_type(v.dtype, own) != own)

    following = [v for k, v in enumerate(values) if k != number]
    if number > 1 or not (level or any(map(wide, following))) or not following and not alone:
        return list(values)
    if following and not alone and (wide(following[0]) if number == 0 or len(values) == 2 else wide(values[0])):
        return list(values)  # the first operation has the dtype of the result
    dtype = dtype_text(strong, level)
    if dtype is None:
        return list(values)
    whole = None if any(v.dtype is None for v in strong) else combined("", ATOM, strong, (), level).dtype
    made = _converted(first, dtype, whole)
    return [made if k == number else v for k, v in enumerate(values)]


def _converted(value: Value, dtype: str, known: np.dtype | None) -> Value:
    """An array of integers in another dtype; the negative of one after it was converted: unsigned ones have none."""
    minus = value.opposite is not None
    inner = as_atom(value) if value.opposite is None else bracket(*value.opposite, ATOM)
    text = f"{inner}.astype({dtype})" if value.axes else f"np.asarray({inner}, dtype={dtype})"  # a number has no astype
    made = value.spelled(text, dtype=known)
    return replace(made, text="-" + text, prec=UNARY, opposite=(text, ATOM)) if minus else made


def in_one_dtype(
    values: Sequence[Value], names: Sequence[str], others: Sequence[Value] = (), level: int = 0
) -> list[Value]:
    """Factors of a sum over ``names``, integers in the dtype of the whole product where a part is summed apart.

    ``others`` stand outside of the sum, and ``level`` is 1 where one of them divides.  A sum of integers wraps where
    that of the product does not; one factor beside floats with the same axes is converted by the sum itself.
    """
    strong = [v for v in (*values, *others) if v.kind == "strong"]
    whole = combined("", ATOM, [*values, *others], (), level).dtype
    narrow = [v for v in values if v.kind == "strong" and v.dtype is not None and v.dtype.kind in "iu"]
    narrow = [v for v in narrow if v.dtype != whole]
    own = combined("", ATOM, values, ()).dtype
    if len(narrow) == 1 and own == whole:
        axes = {n for v in values if v is not narrow[0] for n in v.axes}
        narrow = [v for v in narrow if not axes.issuperset(set(v.axes) & set(names))]
    text = dtype_text(strong, max([level, *(v.level for v in (*values, *others))]))
    if text is None:
        return list(values)
    return [_converted(v, text, whole) if any(v is n for n in narrow) else v for v in values]


def combined(text: str, prec: int, values: Sequence[Value], axes: Sequence[str], level: int = 0) -> Value:
    """The value of an operation on ``values`` whose text is given."""
    strong = [v for v in values if v.kind == "strong"]
    kind = "strong" if strong else "weak"
    level = max([level, *(v.level for v in values)])
    dtype: np.dtype | None = None
    if strong and all(v.dtype is not None for v in strong):
        dtype = (
            np.result_type(*(v.dtype for v in strong if v.dtype is not None), (1, 1.0, 1j)[level])
            if level or len(strong) > 1
            else strong[0].dtype
        )
    return Value(
        text,
        tuple(axes),
        prec,
        kind,
        native=all(v.native for v in values),
        names=_names(strong),
        level=level,
        dtype=dtype,
    )
