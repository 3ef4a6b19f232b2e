"""Tracer arrays: objects that look like NumPy arrays and record index notation.

A ``TracedArray`` is a scalar body with one index per axis that is longer than 1; axes of
length 1 have no index, which is NumPy's broadcasting.  While tracing, the name of an index
says where its axis stands and how long it is (``#0:4;`` is the last axis, length 4), so
operands of elementwise functions agree without renaming.  `trace` gives the
names that people read.
"""

from __future__ import annotations

import operator
import re
import sys
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.errors import EspressoError
from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, CONVERSIONS
from espresso.formulas.graph.own_functions import OwnFunction
from espresso.frontends.naming import is_long
from espresso.lazy import get

if TYPE_CHECKING:
    from espresso.frontends.numpy.assignment import View
    from espresso.frontends.numpy.known import Known

LARGEST_LITERAL = 16
"""Arrays that are constants of the traced function may have this many different elements."""

KINDS = "bifc"

ZERO = {"b": False, "i": 0, "f": 0.0, "c": 0j}
"""The zero of each kind."""

GIVEN = "as the arguments are given"
"""Metadata of the dtype that an array has where it has that of the arguments, which only a call knows."""

_GIVEN = {
    kind: np.dtype(name, metadata={GIVEN: True})
    for kind, name in {"b": "bool", "i": "int64", "f": "float64", "c": "complex128"}.items()
}

WATCHING: ContextVar[tuple[Any, ...]] = ContextVar("WATCHING", default=())
"""Where loops that are being traced note the arrays that are made meanwhile."""

RANGES: ContextVar[Any] = ContextVar("RANGES", default=None)
"""What makes of loops over numbers, and over arrays, what can be made of them."""


class TracingError(EspressoError, TypeError):
    """A traced function does something that a formula cannot say."""


def unsupported(name: str, reason: str = "") -> TracingError:
    """The error for a function that tracing does not know."""
    return TracingError(
        f"np.{name} has no formula that es.trace knows{': ' + reason if reason else ''}.\n"
        "Write that step with other NumPy functions, compute it outside and pass the result as an argument, "
        "or write it with es.parse."
    )


def axis_name(place: int, length: int, family: str = "#") -> str:
    """Name of the index of the axis ``place`` positions from the end."""
    return f"{family}{place}:{length};"


def length_of(name: str) -> int:
    """The length that a tracing name carries."""
    found = re.search(r":(\d+);", name)
    assert found is not None, name
    return int(found.group(1))


def axis_names(shape: Sequence[int], family: str = "#") -> list[str | None]:
    """Names for all axes of a shape; None where the length is 1."""
    return [None if n == 1 else axis_name(len(shape) - 1 - k, n, family) for k, n in enumerate(shape)]


def _in_place(ufunc: np.ufunc) -> Callable[[TracedArray, Any], Any]:
    """``target op= other``: numbers, which nobody else sees change, become new ones, as NumPy's do."""

    def method(target: TracedArray, other: Any) -> Any:
        return ufunc(target, other) if get("is_scalar")(target) else ufunc(target, other, out=target)

    return method


class TracedArray(np.lib.mixins.NDArrayOperatorsMixin):
    """An array of known shape whose elements are a formula; `assignment` gives it another formula."""

    __slots__ = ("formula", "_shape", "kind", "signed", "view_of", "version", "values", "precision", "__weakref__")
    __array_priority__ = 1000

    def __init__(self, body: Expr, shape: Sequence[int], kind: str = "f") -> None:
        self.formula, self._shape, self.kind = body, tuple(int(n) for n in shape), kind
        self.signed = False  # whether this is an input of positions that count from the end where they are negative
        self.view_of: View | None = None
        self.version = 0  # how often elements were assigned
        self.precision = ""  # the dtype that assigned elements are rounded to, where the function says one
        self.values: Known | None = None  # of an array of numbers, and no longer when its owner has none
        for watch in WATCHING.get():
            watch.born.append(weakref.ref(self))

    def traced_form(self) -> TracedArray:
        """Itself: what functions of the notation take in a function that is followed has one."""
        return self

    @property
    def body(self) -> Expr:
        """The formula of an element, in one index per axis that is longer than 1."""
        if self.known is not None and self.values is not None:
            try:
                return self.values.body(get("owner")(self).version)
            except TracingError:  # the owner may have a formula, of the assignments to it
                if self.view_of is None:
                    raise
        if self.view_of is None:
            return self.formula
        body: Expr = get("refresh")(self)
        return body

    @property
    def known(self) -> np.ndarray | None:
        """The elements, where they are numbers that the function made."""
        if self.values is not None and self.view_of is not None and get("owner")(self).values is None:
            self.values = None
        return None if self.values is None else self.values.array

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the axes."""
        return self._shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        get("reshaped_in_place")(self, shape)

    # --- what NumPy code asks of an array ---
    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(np.prod(self.shape))

    @property
    def dtype(self) -> np.dtype:
        """The dtype that the function has asked for, else one of that kind that stands for those of the arguments."""
        if self.known is not None:
            return self.known.dtype
        precision = get("owner")(self).precision
        return np.dtype(precision) if precision else _GIVEN[self.kind]

    @property
    def names(self) -> list[str | None]:
        """Index names by axis."""
        return axis_names(self.shape)

    def _put_part(self, name: str, value: Any) -> None:
        get("put_item")(get("dispatched_method")(self, name), ..., value)

    real = property(lambda self: get("dispatched_method")(self, "real"), lambda self, v: self._put_part("real", v))
    imag = property(lambda self: get("dispatched_method")(self, "imag"), lambda self, v: self._put_part("imag", v))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of an array without axes")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        ranges = RANGES.get()
        rolled = None if ranges is None or self.known is not None else ranges.begun(len(self), sys._getframe(1))
        return (self[k] for k in (range(len(self)) if rolled is None else rolled))

    def __getitem__(self, key: Any) -> Any:
        return get("get_item")(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        get("put_item")(self, key, value)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return get("dispatched_ufunc")(ufunc, method, inputs, kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return get("dispatched_function")(function, args, kwargs)

    def __getattr__(self, name: str) -> Any:
        return get("dispatched_method")(self, name)

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        if self.known is not None:
            return np.array(self.known, *args, **{k: v for k, v in kwargs.items() if k != "copy"})
        raise TracingError(
            "a traced array has no values yet, so NumPy cannot make an ordinary array of it.\n"
            "Leave out np.asarray(x) and np.array(x); use np.stack([x, y]) instead of np.array([x, y]), and instead of "
            "a list as an argument, np.sum(np.stack([x, y]), axis=0). An array that takes traced values is made by "
            "np.zeros_like(x) or np.zeros(shape, like=x), where x is an argument."
        )

    def __bool__(self) -> bool:
        if self.known is not None:
            return bool(self.known)
        if self.size == 1 and WATCHING.get():
            answer: bool = WATCHING.get()[-1].answer(self)
            return answer
        raise TracingError(
            "the truth of a traced value is not known: if, while, and, or, not cannot depend on it.\n"
            "Use np.where(condition, a, b) to select, and & | ~ on conditions."
        )

    def __float__(self) -> float:
        return float(self._number())

    def __int__(self) -> int:
        return int(self._number())

    def __complex__(self) -> complex:
        return complex(self._number())

    def __index__(self) -> int:
        return operator.index(self._number())

    def _number(self) -> Any:
        if self.known is not None:
            return self.known
        raise TracingError(
            "a traced value is not a number yet: float(), int() and range() cannot use it.\n"
            "Keep it an array; use NumPy functions instead of those of math, and np.zeros(shape, like=x), where x is "
            "an argument, for an array that takes traced values."
        )

    def __round__(self, digits: int = 0) -> TracedArray:
        rounded: TracedArray = get("dispatched_method")(self, "round")(digits)
        return rounded

    __iadd__ = _in_place(np.add)
    __isub__ = _in_place(np.subtract)
    __imul__ = _in_place(np.multiply)
    __itruediv__ = _in_place(np.true_divide)
    __ifloordiv__ = _in_place(np.floor_divide)
    __imod__ = _in_place(np.remainder)
    __ipow__ = _in_place(np.power)
    __imatmul__ = _in_place(np.matmul)
    __iand__ = _in_place(np.bitwise_and)
    __ior__ = _in_place(np.bitwise_or)
    __ixor__ = _in_place(np.bitwise_xor)

    __hash__ = None  # type: ignore[assignment]


# --- making traced arrays -------------------------------------------------------------------


def renamed(t: TracedArray, names: Sequence[str | None]) -> Expr:
    """The body of ``t`` with other index names, axis by axis."""
    table = {a: b for a, b in zip(t.names, names, strict=True) if a and b and a != b}
    return ex.rename(read_elsewhere(t).body if table else t.body, table)


def read_elsewhere(t: TracedArray, whole: bool = True) -> TracedArray:
    """``t``, which is about to be read at other indices too: by way of an array where its formula is long.

    Each reading would be another formula, and derivatives take time that grows with the square of the readings inside
    each other.  Iterations that may be the same step are left as they are.
    """
    if t.known is None and t.view_of is None and not WATCHING.get() and is_long(t.body, whole):
        names = [n for n in t.names if n is not None and n in t.body.free]
        t.formula = ex.access(ex.closed("", names, t.body), [ex.index(n) for n in names])
    return t


def from_named(body: Expr, names: Sequence[str | None], shape: Sequence[int], kind: str) -> TracedArray:
    """A traced array whose axes are at present called ``names`` (None: not in the body)."""
    table = {a: b for a, b in zip(names, axis_names(shape), strict=True) if a and b and a != b}
    return TracedArray(ex.rename(body, table), shape, kind)


def kind_of(value: Any) -> str:
    """b, i, f or c for a number or array."""
    if isinstance(value, TracedArray):
        return value.kind
    kind = np.asarray(value).dtype.kind
    if kind not in "biufc":
        raise TracingError(
            f"a {type(value).__name__} cannot stand in a traced formula; use numbers and arrays of numbers"
        )
    return "i" if kind == "u" else kind


def join_kinds(*kinds: str) -> str:
    """The kind in which values meet."""
    return max(kinds, key=KINDS.index)


def lift(value: Any) -> TracedArray:
    """A number or constant array as a traced array."""
    if isinstance(value, TracedArray):
        return value
    if hasattr(value, "traced_form"):
        found: TracedArray = value.traced_form()
        return found
    if isinstance(value, Expr) and not value.free and all(t.data.name.startswith("~") for t in ex.tensors(value)):
        return TracedArray(value, ())  # a number that the step of a scan was called with
    if isinstance(value, Expr):
        raise TracingError("expressions and traced arrays do not mix: the traced function works on arrays only")
    if isinstance(value, (list, tuple)) and any(isinstance(v, (TracedArray, list, tuple)) for v in value):
        stacked: TracedArray = get("stack")([lift(v) for v in value], 0)
        return stacked
    if isinstance(value, Fraction):
        return TracedArray(ex.const(value), ())
    if type(value) is int and not -(2**63) <= value < 2**63:
        value = float(value)  # as NumPy does where a number of Python's meets an array
    array = np.asarray(value)
    kind = kind_of(array)
    return TracedArray(constant_body(array), array.shape, kind)


def constant_body(array: np.ndarray, made: Callable[[], Expr | None] = lambda: None) -> Expr:
    """A formula for a constant array: a number, a line, a diagonal, what ``made`` it, or a short list."""
    names = axis_names(array.shape)
    if array.size == 0:
        return ex.const(ZERO[kind_of(array)])
    first = array.flat[0]
    if array.size == 1 or bool(np.all((array == first) | ((array != array) & (first != first)))):
        return ex.const(first)
    for formula in (_line, _two_values, lambda *_: made(), _short_list):
        body = formula(array, names)
        if body is not None:
            return body
    raise TracingError(
        f"the traced function uses a constant array of shape {array.shape} that has no short formula.\n"
        "Pass the array as an argument of the traced function."
    )


def _line(array: np.ndarray, names: Sequence[str | None]) -> Expr | None:
    """``c + a*i + b*j`` if the elements are exactly that."""
    if array.dtype.kind not in "iufc":
        return None
    grids = np.indices(array.shape)
    start = array.flat[0]
    total, body = np.full(array.shape, start), [ex.const(start)] if start != 0 else []
    for axis, name in enumerate(names):
        if name is None:
            continue
        step = array[tuple(1 if k == axis else 0 for k in range(array.ndim))] - start
        total = total + step * grids[axis]
        if step != 0:
            body.append(ex.index(name) if step == 1 else operators.multiply(ex.const(step), ex.index(name)))
    if not np.array_equal(total, array):
        return None
    result = operators.add(*body)
    return result if array.dtype.kind != "f" else operators.multiply(ex.const(1.0), result)


_MASKS: dict[str, Callable[[Any, Any], Any]] = {"eq": np.equal, "le": np.less_equal, "ge": np.greater_equal}


def _two_values(array: np.ndarray, names: Sequence[str | None]) -> Expr | None:
    """An identity or triangular matrix times a number."""
    if array.ndim != 2 or None in names:
        return None
    i, j = (ex.index(n) for n in names if n)
    high = array.flat[np.flatnonzero(array)[0]]
    if not np.all((array == high) | (array == 0)):
        return None
    found = array == high
    filled = np.flatnonzero(found.any(axis=1))
    rows, columns = np.arange(array.shape[0])[:, None], np.arange(array.shape[1])
    first, last = (np.flatnonzero(found[row]) for row in (filled[0], filled[-1]))
    candidates = [(first[0] - filled[0], "eq"), (first[-1] - filled[0], "le"), (last[0] - filled[-1], "ge")]
    for offset, name in sorted(candidates, key=operator.itemgetter(0)):
        if np.array_equal(found, _MASKS[name](columns, rows + offset)):
            body = ex.call(name, j, operators.add(i, ex.const(int(offset))) if offset else i)
            return body if high == 1 and array.dtype.kind in "iub" else operators.multiply(ex.const(high), body)
    return None


def _short_list(array: np.ndarray, names: Sequence[str | None]) -> Expr | None:
    """A chain of choices by position."""
    flat = array.reshape(-1)
    if flat.size > LARGEST_LITERAL:
        return None
    position: Expr | None = None
    for name, n in zip(names, array.shape, strict=True):
        if name is not None:
            here = ex.index(name)
            position = here if position is None else operators.add(operators.multiply(position, n), here)
    assert position is not None, "an array of several elements has an axis"
    body = ex.const(flat[-1])
    for k in range(flat.size - 2, -1, -1):
        body = ex.call("where", ex.call("eq", position, ex.const(k)), ex.const(flat[k]), body)
    return body


# --- elementwise ----------------------------------------------------------------------------


def elementwise(function: Callable[..., Expr], *args: Any, kind: str | None = None) -> TracedArray:
    """``function`` of the elements of broadcast arguments."""
    arrays = [lift(a) for a in args]
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    return TracedArray(function(*(a.body for a in arrays)), shape, kind or join_kinds(*(a.kind for a in arrays)))


def scalar_call(name: str, *args: Any) -> TracedArray:
    """A function of the notation, or one of the user's, elementwise."""
    row = name.row if isinstance(name, OwnFunction) else BY_NAME[name]
    called = name if isinstance(name, OwnFunction) else row.name
    arrays = [lift(a) for a in args]
    kind = join_kinds(*(a.kind for a in (arrays[1:] if name == "where" else arrays)))
    if row.kind == "bool":
        kind = "b"
    elif row.kind in CONVERSIONS:
        kind = row.kind[0]
    elif row.kind == "float":
        kind = join_kinds(kind, "f")
    elif row.kind == "real" and kind == "c":
        kind = "f"
    elif row.kind == "whole":
        kind = "i"
    return elementwise(lambda *b: ex.call(called, *b), *arrays, kind=kind)


def add(a: Any, b: Any) -> TracedArray:
    """Sum; of two bools, NumPy's logical or."""
    a, b = lift(a), lift(b)
    return logical("or", a, b) if a.kind == b.kind == "b" else elementwise(operators.add, a, b)


def multiply(a: Any, b: Any) -> TracedArray:
    """Product; of two bools, NumPy's logical and."""
    a, b = lift(a), lift(b)
    return logical("and", a, b) if a.kind == b.kind == "b" else elementwise(operators.multiply, a, b)


def subtract(a: Any, b: Any) -> TracedArray:
    """Difference."""
    return elementwise(operators.subtract, a, b)


def divide(a: Any, b: Any) -> TracedArray:
    """True quotient."""
    a, b = lift(a), lift(b)
    return elementwise(operators.divide, a, b, kind=join_kinds(a.kind, b.kind, "f"))


def logical(name: str, *args: Any) -> TracedArray:
    """A condition from conditions."""
    return elementwise(lambda *b: ex.call(name, *b), *args, kind="b")


def xor(a: Any, b: Any) -> TracedArray:
    """Whether exactly one of two conditions holds."""
    return logical("ne", *(truth(v) for v in (a, b)))


def truth(a: Any) -> TracedArray:
    """Whether elements are not 0."""
    a = lift(a)
    return a if a.kind == "b" else logical("ne", a, 0)


def where(condition: Any, *branches: Any) -> TracedArray:
    """``np.where`` with three arguments."""
    if len(branches) != 2:
        raise TracingError("np.where(condition) has a shape that depends on values; give it the two branches")
    return scalar_call("where", condition, *branches)


def bind(operator: str, names: Sequence[str], body: Expr) -> Expr:
    """``operator[names](body)`` with bound names that occur nowhere else, and again the same for the same body."""
    own = [f"@{body.digest[:10]}.{k}:{length_of(n)};" for k, n in enumerate(names)]
    return ex.reduce(operator, own, ex.rename(body, dict(zip(names, own, strict=True))))
