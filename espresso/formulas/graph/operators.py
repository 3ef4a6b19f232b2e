"""Python operators, NumPy ufuncs and the functions of ``es.`` on expressions.

Operators never sum: ``X[i,j] * w[j]`` is elementwise with the free indices i and j.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd
from numbers import Number
from typing import Any

from espresso.errors import EspressoError, IndexNameError, InputError, RankError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.function_help import documented
from espresso.formulas.graph.functions import (
    ALONG_ONE,
    BY_NAME,
    FUNCTIONS,
    INDEX_FUNCTION_BY_NAME,
    INDEX_FUNCTIONS,
    MATRIX_INDEX_FUNCTIONS,
    MATRIX_REDUCTIONS,
    REDUCTIONS,
)
from espresso.keywords import checked
from espresso.lazy import get


def add(*args: Any) -> Expr:
    """Sum of the arguments, elementwise."""
    return ex.call("add", *map(ex.scalar, args))


def negative(x: Any) -> Expr:
    """``-x``; the sign of a literal, also of a leading factor, is part of the literal."""
    x = ex.scalar(x)
    if x.op == "const" and type(x.data) is not complex:
        return ex.const(-x.data)
    if ex.is_call(x, "mul") and takes_sign(x.args[0]):
        return ex.call("mul", ex.const(-x.args[0].data), *x.args[1:])
    return ex.call("mul", ex.const(-1), x)


def takes_sign(factor: Expr) -> bool:
    """Whether ``-(factor*x)`` is ``(-factor)*x``: a positive literal other than the integer 1."""
    value = factor.data if factor.op == "const" else 0
    return type(value) is not complex and value > 0 and not (type(value) is int and value == 1)


def subtract(a: Any, b: Any) -> Expr:
    """``a - b``."""
    return ex.call("add", ex.scalar(a), negative(b))


def multiply(*args: Any) -> Expr:
    """Product of the arguments, elementwise."""
    return ex.call("mul", *map(ex.scalar, args))


def divide(a: Any, b: Any) -> Expr:
    """``a / b``, always a true division: ``mul(a, pow(b, -1))``.

    ``1 / b`` is the power alone, ``a / b**2`` is ``mul(a, pow(b, -2))``, and a reduced
    fraction of two integers such as ``2 / 3`` is one exact literal.
    """
    a, b = ex.scalar(a), ex.scalar(b)
    if a.op == "const" and type(a.data) is int:
        if b.op == "const" and type(b.data) is int and b.data > 1 and gcd(a.data, b.data) == 1:
            return ex.const(Fraction(a.data, b.data))
        if a.data == 1:
            return reciprocal(b)
    return ex.call("mul", a, reciprocal(b))


def reciprocal(b: Expr) -> Expr:
    """``b**-1``; of a power with an integer exponent above 1, the power with its negative."""
    if ex.is_call(b, "pow") and b.args[1].op == "const":
        exponent = b.args[1].data
        if type(exponent) is int and exponent > 1:
            return ex.call("pow", b.args[0], ex.const(-exponent))
    return ex.call("pow", b, ex.const(-1))


def power(a: Any, b: Any) -> Expr:
    """``a ** b``."""
    return ex.call("pow", ex.scalar(a), ex.scalar(b))


def agreed(e: Expr) -> Expr:
    """``e``, made by a user: ExtentError where lengths that its parts declare contradict each other."""
    return get("check_declared")(e) if ex.has(e, "extent", "shape") else e


def _function(name: str) -> Callable[..., Expr]:
    def function(*args: Any) -> Expr:
        arity = BY_NAME[name].arity
        if len(args) != arity:
            raise InputError(f"{name} takes {arity} argument{'s' * (arity != 1)}, {len(args)} given")
        if any(hasattr(a, "traced_form") for a in args):  # in a function of Python that is followed
            return get("scalar_call")(name, *args)  # type: ignore[no-any-return]
        return agreed(ex.call(name, *map(ex.scalar, args)))

    return checked(documented(function, name))


floordiv, mod = _function("floordiv"), _function("mod")
lt, le, gt, ge = _function("lt"), _function("le"), _function("gt"), _function("ge")
logical_and, logical_or, logical_not = _function("and"), _function("or"), _function("not")
absolute, positive = _function("abs"), ex.scalar


def reindex(e: Expr, indices: Any) -> Expr:
    """``e[indices]``: the axes of ``e``, in order, read at other indices."""
    items = indices if isinstance(indices, tuple) else (indices,)
    for item in items:
        if isinstance(item, slice) or item is None or item is Ellipsis:
            raise TypeError(
                "an expression is indexed with index objects, integers and integer expressions, not with slices.\n"
                "Write the index out (X[i + 1] for X[1:]), or use es.trace for a NumPy function."
            )
    e = e.args[-1] if e.op == "program" else e
    if e.op == "access" and len(e.args) == 1 and e.args[0].ndim == 0 and not items:
        return e
    if e.op == "tensor":
        return ex.access(e, [ex.scalar(i) for i in items])
    if len(items) != len(e.axes):
        raise RankError(f"the expression has {len(e.axes)} axes {list(e.axes)} but is read with {len(items)} indices")
    if e.op == "let":
        return ex.access(e, [ex.scalar(i) for i in items])
    return ex.substitute(e, {a: ex.scalar(i) for a, i in zip(e.axes, items, strict=True)})


def contract(a: Any, b: Any) -> Expr:
    """``a @ b``: the product summed over the indices that both sides share."""
    a, b = ex.scalar(a), ex.scalar(b)
    shared = [n for n in a.axes if n in b.free]
    if not shared:
        raise IndexNameError(
            f"@ needs an index that both sides share: the left has {list(a.axes)}, the right {list(b.axes)}.\n"
            "Use * for an outer product, or rename an index on one side."
        )
    return ex.reduce("sum", shared, multiply(a, b))


def index_names(indices: Iterable[Any]) -> list[str]:
    """Names of index objects or of names in a string such as ``"i j"``."""
    names: list[str] = []
    for item in indices:
        if isinstance(item, str):
            names += item.replace(",", " ").split()
        elif isinstance(item, Expr) and item.op == "index":
            names.append(item.data[0])
        elif isinstance(item, (list, tuple)):
            names += index_names(item)
        else:
            raise TypeError(f"an index is needed here, not {item!r}; make one with es.index('i')")
    return names


def reduction(operator: str) -> Callable[..., Expr]:
    """The function ``es.<operator>(e, i, ...)``; without indices over all free ones."""

    def function(e: Any, *indices: Any) -> Expr:
        body = _over_indices(operator, e)
        names = index_names(indices) if indices else list(body.axes)
        unknown = [n for n in names if n not in body.free]
        if unknown:
            raise IndexNameError(
                f"{operator} over {', '.join(unknown)}: "
                f"the expression has the free indices {', '.join(body.axes) or '(none)'}"
            )
        if operator in ALONG_ONE and len(names) > 1:
            raise IndexNameError(_along_one(operator, names))
        return ex.reduce(operator, names, body)

    return checked(documented(function, operator))


def _over_indices(name: str, e: Any) -> Expr:
    """The body of a function that runs over indices by name."""
    if hasattr(e, "traced_form"):
        raise InputError(
            f"es.{name} runs over indices by name, and a traced array has axes without names.\n"
            "In a function that es.trace follows, take NumPy's function with axis=, or write it with sums and maxima."
        )
    return ex.scalar(e)


def _along_one(name: str, names: Sequence[str]) -> str:
    return f"{name} runs along one index, not over {', '.join(names)}.\nName it: es.{name}(e, {names[-1]!r})."


def index_function(name: str) -> Callable[..., Expr]:
    """The function ``es.<name>(e, k)``: a value for every k."""

    def function(e: Any, *indices: Any) -> Expr:
        body = _over_indices(name, e)
        names = index_names(indices) if indices else list(body.axes)
        if not names:
            raise IndexNameError(f"{name} needs an index; the expression has none")
        if name in ALONG_ONE and len(names) != 1:
            raise IndexNameError(_along_one(name, names))
        return ex.scan(name, names, body)

    return checked(documented(function, name))


def matrix_indices(name: str, e: Expr, indices: Sequence[Any]) -> list[str]:
    """The names of rows and columns, over which a function of a matrix runs; left out, both axes of ``e``."""
    names = index_names(indices) if indices else list(e.axes)
    if len(set(names)) != 2 or len(names) != 2:
        raise IndexNameError(f"{name} runs over the two indices of a matrix, not over {', '.join(names) or 'none'}")
    missing = [n for n in names if n not in e.free]
    if missing:
        raise IndexNameError(f"{name} over {', '.join(missing)}: the matrix has the indices {', '.join(e.axes)}")
    return names


def matrix_function(name: str) -> Callable[..., Expr]:
    """The function ``es.<name>(e, i, j)`` of a square matrix with rows i and columns j."""
    make = ex.scan if name in INDEX_FUNCTION_BY_NAME else ex.reduce

    def function(e: Any, *indices: Any) -> Expr:
        body = _over_indices(name, e)
        return make(name, matrix_indices(name, body, indices), body)

    return checked(documented(function, name))


_UFUNCS = {
    "add": add, "subtract": subtract, "multiply": multiply, "divide": divide, "true_divide": divide,
    "power": power, "float_power": power, "negative": negative, "positive": ex.scalar,
    "absolute": absolute, "remainder": mod, "floor_divide": floordiv,
    "square": lambda x: power(x, 2), "reciprocal": lambda x: divide(1, x), "conjugate": _function("conj"),
    "equal": _function("eq"), "not_equal": _function("ne"), "less": lt, "less_equal": le,
    "greater": gt, "greater_equal": ge, "logical_and": logical_and,
    "logical_or": logical_or, "logical_not": logical_not, "matmul": contract,
}  # fmt: skip


def apply_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``np.exp(expression)`` and its like, for scalar operands; arrays are refused."""
    if any(hasattr(i, "formula") for i in inputs):  # a traced array, which takes expressions in steps of a scan
        return NotImplemented
    name = ufunc.__name__
    function: Any = _UFUNCS.get(name)
    if function is None and name in BY_NAME:
        function = _function(BY_NAME[name].name)
    if function is None or method != "__call__" or kwargs:
        raise EspressoError(
            f"np.{name}{'' if method == '__call__' else '.' + method} has no meaning for an expression here.\n"
            "Sums and the like name their indices, es.sum(e, i); es.trace reads a whole NumPy function."
        )
    return agreed(function(*(ex.scalar(i) for i in inputs)))


SCALAR_FUNCTIONS: dict[str, Callable[..., Expr]] = {
    f.name: _function(f.name)
    for f in FUNCTIONS
    if f.name not in ("add", "mul", "pow", "and", "or", "not", "abs", "round")
}
"""``es.exp`` and its like, by name."""

ES_FUNCTIONS: dict[str, Callable[..., Expr]] = {
    **SCALAR_FUNCTIONS,
    **{r.name: reduction(r.name) for r in REDUCTIONS},
    **{f.name: index_function(f.name) for f in INDEX_FUNCTIONS},
    **{f.name: matrix_function(f.name) for f in (*MATRIX_INDEX_FUNCTIONS, *MATRIX_REDUCTIONS)},
}
"""The functions of ``es.`` that are rows of `functions`, by name."""


def subs(e: Expr, values: Mapping[Any, Any]) -> Expr:
    """``e`` with inputs replaced; keys are names or tensors, values expressions or numbers.

    The replacement of a tensor of rank r is an expression with r axes; it is read at
    the indices at which the tensor was read.  A free index can be replaced by its name.
    """
    e = e.args[-1] if e.op == "program" and e.data else e
    by_tensor: dict[Expr, Expr] = {}
    by_index: dict[str, Expr] = {}
    known = {t.data.name: t for t in ex.tensors(e)}
    if not isinstance(values, Mapping):
        raise InputError(f"subs takes a mapping, such as {{'x': 2}}, not {type(values).__name__}.")
    for key, value in values.items():
        name = _named(key)
        if not isinstance(value, (Expr, Number)):
            raise InputError(
                f"{name} is replaced by an expression or a number, not by {type(value).__name__}.\n"
                "Give arrays when the compiled function is called."
            )
        value = value if isinstance(value, Expr) else ex.const(value)
        value = value.args[-1] if value.op == "program" else value
        if name in known:
            if value.ndim != known[name].data.rank:
                raise RankError(f"{name} has {known[name].data.rank} axes, its replacement has {value.ndim}")
            by_tensor[known[name]] = value
        elif name in e.free or (e.op == "let" and name in e.data[1]):
            by_index[name] = value
        else:
            raise IndexNameError(f"there is no input or free index {name!r} in {e}")

    def change(node: Expr) -> Expr | None:
        if node.op == "access" and node.args[0] in by_tensor:
            value = by_tensor[node.args[0]]
            if node.data is None:
                return reindex(ex.scalar(value), node.args[1:]) if node.args[1:] else ex.scalar(value)
            return ex.access(value if value.op == "let" else ex.let("_", value.axes, value), node.args[1:], node.data)
        if node.op == "size" and node.args[0] in by_tensor:
            return _length(by_tensor[node.args[0]], node.data)
        return None

    changed = ex.rebuild(e, change) if by_tensor else e
    return ex.substitute(ex.scalar(changed), by_index) if by_index else changed


def _named(key: Any) -> str:
    """The name that a key of `subs` means."""
    if isinstance(key, str):
        return key
    target = key.args[0] if isinstance(key, Expr) and key.op == "access" else key
    if isinstance(target, Expr) and target.op == "tensor":
        return str(target.data.name)
    if isinstance(target, Expr) and target.op == "index":
        return str(target.data[0])
    shown = key if isinstance(key, Expr) else type(key).__name__
    raise InputError(f"an input or an index is replaced, by its name or itself, not {shown}.")


def _length(value: Expr, axis: int) -> Expr:
    """The length of an axis of an expression."""
    slots = value.args[1:]
    plain = value.op == "access" and value.data is None and all(s.op == "index" for s in slots)
    if plain and len(set(slots)) == len(slots):
        return ex.size(value.args[0], [s.data[0] for s in slots].index(value.axes[axis]))
    return ex.size(value if value.op == "let" else ex.let("_", value.axes, value), axis)
