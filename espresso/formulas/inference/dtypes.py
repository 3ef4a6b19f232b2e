"""The dtype of every node, by NumPy's rules (NEP 50).

A literal, the value of an index, a length and a comparison are *weak*: they take the
dtype of what they meet.  Weakness passes through functions and through named arrays, so
naming a part of a formula never changes a dtype.  A result that is still weak at the end
becomes int64, float64, complex128, or bool for a bare comparison.
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from espresso.errors import DtypeError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, CONVERSIONS, OVER_INDICES
from espresso.formulas.graph.own_functions import OwnFunction
from espresso.formulas.graph.predicates import factors_of
from espresso.formulas.graph.recurrences import AT_STEP, Recurrence
from espresso.system.half_precision import bfloat16, letter_of, meet


class DType(NamedTuple):
    """A NumPy dtype, and whether it is weak.

    ``dtype`` is also what a weak value is computed and stored in.
    """

    dtype: np.dtype
    weak: bool = False


BOOL, INT, FLOAT, COMPLEX = (DType(np.dtype(n), True) for n in ("bool", "int64", "float64", "complex128"))
"""The four weak dtypes."""


@functools.lru_cache(maxsize=4096)
def promote(a: DType, b: DType) -> DType:
    """Return the dtype in which two values meet."""
    if a == b:
        return a
    if a.weak == b.weak:
        return DType(meet(a.dtype, b.dtype), a.weak)
    strong, weak = (b, a) if a.weak else (a, b)
    order = "biufc"
    kind, other = letter_of(strong.dtype), letter_of(weak.dtype)
    if other == "b" or (other == "i" and kind != "b") or order.index(other) <= order.index(kind):
        return strong
    if other == "c" and kind == "f":
        return DType(meet(strong.dtype, np.dtype(np.complex64)))
    return DType(weak.dtype)


def promote_all(args: Sequence[DType]) -> DType:
    """Return the dtype in which all the values meet."""
    return functools.reduce(promote, args)


def number(a: DType) -> DType:
    """Return ``a``, with true and false counted as 1 and 0."""
    return DType(INT.dtype, a.weak) if letter_of(a.dtype) == "b" else a


def floating(a: DType) -> DType:
    """Return ``a``, or for integers and truth values the dtype of their square root."""
    return DType(FLOAT.dtype, a.weak) if letter_of(a.dtype) in "biu" else a


def real(a: DType) -> DType:
    """Return the dtype of the absolute value of ``a``."""
    return DType(np.empty(0, a.dtype).real.dtype, a.weak) if letter_of(a.dtype) == "c" else a


def compared(common: np.dtype, nodes: Sequence[Expr], args: Sequence[DType]) -> np.dtype:
    """Return the dtype in which the arguments of a comparison meet: one that holds all their values.

    ``common`` is where they meet in arithmetic.  There a weak integer takes the dtype of the
    other side; but ``v > -1`` is true for every unsigned v, and ``v < 300`` for every int8.
    """
    if letter_of(common) not in "iu" or all(_holds(common, e, a) for e, a in zip(nodes, args, strict=True)):
        return common
    return np.dtype(np.float64 if common == np.uint64 else np.int64)


def _holds(dtype: np.dtype, e: Expr, a: DType) -> bool:
    """Whether an integer dtype has all values that an argument may have."""
    if not a.weak or letter_of(a.dtype) == "b" or dtype == np.int64:
        return True
    if e.op == "const":
        return isinstance(e.data, int) and np.iinfo(dtype).min <= e.data <= np.iinfo(dtype).max
    return dtype == np.uint64 and not _may_be_negative(e)


def literal(value: object) -> DType:
    """Return the weak dtype of a number in a formula; a whole one beyond 64 bits is a float where no integer is."""
    if isinstance(value, int):
        if abs(value) > sys.float_info.max:
            raise DtypeError(
                f"a whole number of about {int(math.log10(abs(value))) + 1} digits is beyond float64.\n"
                f"The largest number is {sys.float_info.max}: scale the formula."
            )
        return INT if -(1 << 63) <= value < 1 << 63 else FLOAT
    return FLOAT if isinstance(value, (float, Fraction)) else COMPLEX


def input_dtype(node: Expr, dtypes: Mapping[str, np.dtype | DType]) -> DType:
    """Return the dtype of a tensor: as given, else as declared, else float64.

    A Python number as input is given as a weak `DType`; a declared dtype makes it strong.  What is computed in
    another dtype than it is stored in is given as a strong one, whatever is declared.
    """
    record = node.data
    if record.dtype == "bfloat16":
        bfloat16(record.name)
    if record.name not in dtypes:
        return DType(np.dtype(record.dtype or "float64"))
    entry = dtypes[record.name]
    weak = isinstance(entry, DType) and entry.weak
    given = np.dtype(entry.dtype if isinstance(entry, DType) else entry)
    if weak:
        return DType(given, True) if record.dtype is None else _declared_number(record, given)
    if letter_of(given) not in "biufc":
        raise DtypeError(
            f"{record.name} has dtype {given}, which holds no numbers.\n"
            f"Give {record.name} as booleans, integers, real or complex floating-point numbers."
        )
    if record.dtype is not None and not isinstance(entry, DType) and given != np.dtype(record.dtype):
        raise DtypeError(
            f"{record.name} has dtype {given} but is declared as {record.dtype}.\n"
            f"Give {record.name}.astype({record.dtype!r}), or declare {record.name} without a dtype."
        )
    return DType(given)


def _declared_number(record: ex.Tensor, given: np.dtype) -> DType:
    """A Python number takes the declared dtype if that can hold its kind."""
    declared = np.dtype(record.dtype)
    if "biufc".index(letter_of(given)) > "biufc".index(letter_of(declared)):
        raise DtypeError(
            f"{record.name} is a Python number of dtype {given} but is declared as {record.dtype}.\n"
            f"Give a number that {record.dtype} holds, or declare {record.name} without a dtype."
        )
    return DType(declared)


def dtypes_of(
    roots: Sequence[Expr], dtypes: Mapping[str, np.dtype | DType], known: dict[Expr, DType] | None = None
) -> dict[Expr, DType]:
    """Return the dtype of every node below the roots for inputs of the given dtypes.

    ``known`` has those that were found before, for the same dtypes, and takes the new ones.
    Raises `DtypeError` where a node has none: a float in a slot, the order of complex
    numbers, a literal that does not fit an integer dtype.
    """
    found: dict[Expr, DType] = {} if known is None else known
    for node in ex.postorder(*roots, known=found):
        op = node.op
        if op == "call":
            found[node] = _call(node, [found[a] for a in node.args], found)
        elif op == "access":
            found[node] = _access(node, [found[a] for a in node.args])
        elif op in ("index", "size"):
            found[node] = INT
        elif op == "const":
            found[node] = literal(node.data)
        elif op == "tensor":
            at_step = node.data.structure == AT_STEP  # stands for the value of an index
            found[node] = INT if at_step else input_dtype(node, dtypes)
        elif op in ("reduce", "scan"):
            found[node] = _reduce(node, found[node.args[0]])
        elif op == "recur":
            found[node] = state_types(node.data[0], [found[a] for a in node.args])[node.data[1]]
        else:
            found[node] = found[node.args[-1]]
    return found


def state_types(recurrence: Recurrence, arrays: Sequence[DType]) -> list[DType]:
    """The dtypes of the states for arrays of these dtypes: the narrowest ones that hold what each step computes."""
    formal = [a.data.name for a in (*recurrence.arrays, *recurrence.formal)]
    types = [BOOL for _ in recurrence.states]
    while True:
        known = dict(zip(formal, (*arrays, *types), strict=True))
        statements = [s.statements for s in recurrence.states]
        found = dtypes_of([e for group in statements for e in group], known)
        new = [promote_all([old, *(found[e] for e in group)]) for old, group in zip(types, statements, strict=True)]
        if new == types:
            return types
        types = new


def _access(node: Expr, args: list[DType]) -> DType:
    value = args[0]
    for axis, slot in enumerate(args[1:]):
        if letter_of(slot.dtype) not in "iu" and not (slot.weak and letter_of(slot.dtype) == "b"):
            raise SlotDtypeError(node, axis, slot.dtype)
    if node.data is None or (letter_of(value.dtype) == "b" and node.data in (0, 1)):
        return value
    result = promote(value, literal(node.data))
    if not result.weak and letter_of(result.dtype) in "iu":
        _fits([node.data], result.dtype, int(np.iinfo(result.dtype).min), "the dtype of the array")
    return result


class SlotDtypeError(DtypeError):
    """An index of an access that is not an integer; `infer_errors` adds the picture."""

    def __init__(self, node: Expr, axis: int, dtype: np.dtype) -> None:
        super().__init__(node, axis, dtype)
        self.node, self.axis, self.dtype = node, axis, dtype

    def __str__(self) -> str:
        array = self.node.args[0]
        name = array.data.name if array.op == "tensor" else array.data[0]
        return f"{name} is read at a position of dtype {self.dtype} along axis {self.axis}; positions are integers"


def _call(node: Expr, args: list[DType], found: Mapping[Expr, DType]) -> DType:
    name = node.data
    if name in ("add", "mul"):
        operands = [_operand(node, a, found) for a in node.args]
        if operands != args and name == "mul":
            return floating(promote_all(operands))
        args = operands
    args = _beside_integers(node, args)
    function = BY_NAME[name]
    complex_ = any(letter_of(a.dtype) == "c" for a in args)
    if isinstance(name, OwnFunction) and complex_:
        raise DtypeError(
            f"{name.signature} is a function of real numbers.\nTake abs(z), real(z) or imag(z) of the argument first."
        )
    if function.real_only and complex_:
        shown = {"maximum": "max", "minimum": "min", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.get(name, name)
        raise DtypeError(
            f"{shown} is not defined for complex numbers.\nTake abs(z), real(z) or imag(z) of the argument first."
        )
    if function.kind == "bool":
        if len(args) == 2:
            _operands_fit(node, promote_all(args))
        return BOOL
    if name == "pow":
        return power(node, *(number(a) for a in args))
    if name == "where":
        args = args[1:]
    if function.kind == "float":
        return floating(promote_all(args))
    if function.kind == "real":
        return real(number(promote_all(args)))
    if function.kind in CONVERSIONS:
        return DType(np.dtype(function.kind))
    if function.kind == "whole":
        return DType(INT.dtype, args[0].weak)
    result = promote_all(args)
    if letter_of(result.dtype) == "b" and function.kind == "number":
        return number(result)
    _operands_fit(node, result)
    return result


def _beside_integers(node: Expr, args: list[DType]) -> list[DType]:
    """The arguments; whole literals beyond 64 bits are integers beside integers of an array, which may hold them."""
    large = [a.op == "const" and type(a.data) is int and t == FLOAT for a, t in zip(node.args, args, strict=True)]
    if not any(large) or node.data == "pow":
        return args
    others = [t for t, own in zip(args, large, strict=True) if not own]
    meet = promote_all(others) if others else FLOAT
    whole = not meet.weak and letter_of(meet.dtype) in "iu"
    return [INT if own and whole else t for t, own in zip(args, large, strict=True)]


def _operand(node: Expr, e: Expr, found: Mapping[Expr, DType]) -> DType:
    """The dtype that a term or a factor brings: of ``- x`` and of ``/ x**2`` that of x, as in NumPy.

    By itself -x is an integer where x is true or false, and 1/x is float64 where x is an integer.
    """
    if e.op == "call" and e.data == ("mul" if node.data == "add" else "pow") and len(e.args) == 2:
        number, x = e.args if node.data == "add" else reversed(e.args)
        if number.op == "const" and isinstance(number.data, int):
            if number.data == -1 or (node.data == "mul" and number.data < 0):
                return found[x]
    return found[e]


def _operands_fit(node: Expr, result: DType) -> None:
    """Refuse a literal that the integer dtype of its partner cannot hold, as NumPy does."""
    if result.weak or letter_of(result.dtype) not in "iu" or node.data in ("eq", "ne", "lt", "le", "gt", "ge"):
        return
    largest = int(np.iinfo(result.dtype).max)
    lowest = -largest - 1 if letter_of(result.dtype) == "i" or node.data in ("add", "mul") else 0  # u - 1 is u + (-1)
    literals = [a.data for a in node.args if a.op == "const"]
    _fits(literals, result.dtype, max(lowest, -(1 << 63)), "the dtype of the other operand")


def _fits(literals: Sequence[object], dtype: np.dtype, lowest: int, whose: str) -> None:
    for value in literals:
        if isinstance(value, int) and not lowest <= value <= np.iinfo(dtype).max:
            raise DtypeError(
                f"{value} does not fit into {dtype}, {whose}.\n"
                f"Give that input as a wider dtype, or write {value}.0 for floating-point arithmetic."
            )


def power(node: Expr, base: DType, exponent: DType) -> DType:
    """Return the dtype of a power: integers stay integers unless the exponent may be negative."""
    result = promote(base, exponent)
    if letter_of(result.dtype) in "iu" and _may_be_negative(node.args[1]):
        return floating(result)
    _operands_fit(node, result)
    return result


def _may_be_negative(e: Expr) -> bool:
    """Whether an integer exponent shows a minus sign; arrays count as not negative, as in NumPy."""
    negative: dict[Expr, bool] = {}
    for node in ex.postorder(e, into_arrays=False):
        if node.op == "const":
            negative[node] = isinstance(node.data, int) and node.data < 0
        elif node.op == "call" and node.data not in ("abs", "abs2"):
            negative[node] = any(negative[a] for a in node.args)
        else:
            negative[node] = node.op in ("reduce", "scan") and negative[node.args[0]]
    return negative[e]


def _reduce(node: Expr, body: DType) -> DType:
    row = OVER_INDICES[node.data[0]]
    kind = letter_of(body.dtype)
    if kind == "c" and row.real_only:
        raise DtypeError(f"{row.name} is not defined for complex numbers.\nTake abs(z), real(z) or imag(z) first.")
    if row.kind == "total":
        if body.weak or kind in "fc":
            return number(body)
        return DType(np.dtype(np.uint64 if kind == "u" else np.int64))
    if row.kind == "same":
        return body
    if row.kind == "bool":
        return BOOL
    if row.kind == "position":
        return DType(INT.dtype)
    return real(floating(body)) if row.kind == "real" else floating(body)


def as_float(body: Expr, before: Expr) -> Expr:
    """``body``, times 1.0 where it reads no array any more and ``before``, of integers too, is a float.

    ``z[i]/z[i]`` is 1 over the range of i, and a float, as every quotient.
    """
    if ex.has(body, "access") or not ex.has(body, "size"):
        return body
    whole: dict[str, np.dtype | DType] = {t.data.name: INT.dtype for t in ex.tensors(before) if t.data.dtype is None}
    before_kind, kind = (letter_of(dtypes_of([e], whole)[e].dtype) for e in (before, body))
    if before_kind != "f" or kind == "f":
        return body
    return times_one(body)


def times_one(body: Expr) -> Expr:
    """``1.0*body``, the number in front of a product as one."""
    first, *others = factors_of(body)
    try:
        number = float(first.data) if first.op == "const" else None
    except OverflowError:  # a literal that no float holds stays as it is
        number = None
    return ex.call("mul", ex.const(1.0 if number is None else number), *((first,) if number is None else ()), *others)
