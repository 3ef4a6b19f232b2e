"""``es.trace``: runs a NumPy function on tracer arrays and returns its formula.

The function is called once.  Array arguments (shapes, arrays, floats, and dicts, lists
or dataclasses of these) become inputs; integers, bools, strings and None are handed over
unchanged, as configuration.  A formula reads lengths from its inputs wherever that is
possible; where the function computes with a length itself (``x.shape[0]``, slices with a
stop), that number is part of the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np

from espresso.errors import EspressoError, InputError
from espresso.formulas.extents.bodies import rebuilt
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS
from espresso.formulas.graph.recurrences import number
from espresso.frontends.numpy.arrays import TracedArray, axis_name, kind_of, length_of, lift
from espresso.frontends.numpy.loops.numbers import NotTheSame
from espresso.frontends.numpy.loops.rolling import with_loops
from espresso.frontends.numpy.positions import shortened
from espresso.frontends.numpy.shapes import as_condition, branches, with_unit_axes
from espresso.keywords import checked
from espresso.structures import opened

if TYPE_CHECKING:
    from numpy.typing import NDArray

K = TypeVar("K")

LETTERS = "ijklmnpqrstuvabcdefgh"


@overload
def trace(fn: Callable[..., tuple[Any, ...]], **arguments: Any) -> tuple[Expr, ...]: ...


@overload
def trace(fn: Callable[..., list[Any]], **arguments: Any) -> list[Expr]: ...


@overload
def trace(fn: Callable[..., dict[K, Any]], **arguments: Any) -> dict[K, Expr]: ...


@overload
def trace(fn: Callable[..., NDArray[Any] | np.generic | complex], **arguments: Any) -> Expr: ...


@overload
def trace(fn: Callable[..., Any], **arguments: Any) -> Any: ...


@checked
def trace(fn: Callable[..., Any], **arguments: Any) -> Any:
    """Return what a NumPy function computes, as index notation.

    Parameters
    ----------
    fn : callable
        Called with tracer arrays: once, and again for a loop that was taken for a recurrence and is none.
    **arguments
        For each argument a shape (``()`` for a scalar), an array, a float, or a dict, list or dataclass of these;
        the leaves of ``p={"w": (4,)}`` are inputs called ``p_w``.  Integers, bools, strings and None are handed
        over unchanged. Give integer arrays where the function indexes with an argument, with a negative element
        where positions may count from the end.

    Returns
    -------
    Expr, or a tuple, list, dict or dataclass of them
        As the function returns them, with its name and the axes i, j, k...

    Raises
    ------
    TracingError
        If the function needs values (``if x > 0``), or calls a NumPy function that has no formula.

    Examples
    --------
    >>> import numpy as np
    >>> def predict(X, w):
    ...     return np.tanh(X @ w)
    >>> trace(predict, X=(5, 3), w=(3,)).axes
    ('i',)
    """
    if not callable(fn):
        raise InputError(f"trace takes a function, not {type(fn).__name__}.\nText is read by es.parse.")
    inputs: dict[str, tuple[int, ...]] = {}

    def called(function: Callable[..., Any]) -> Any:
        inputs.clear()
        result = function(**{name: _traced(name, value, inputs) for name, value in arguments.items()})
        name = getattr(fn, "__name__", "")
        name = name if name.isidentifier() and name not in inputs else ""
        return _finished(result, name, inputs)

    return with_loops(fn, called)


def _traced(name: str, value: Any, inputs: dict[str, tuple[int, ...]]) -> Any:
    """The argument with every array in it replaced by a traced input."""
    if isinstance(value, tuple) and all(isinstance(n, (int, np.integer)) for n in value):
        return _input(name, tuple(int(n) for n in value), "f", inputs)
    found = opened(value)
    if found is not None:
        return found[1]([_traced(f"{name}_{k}", v, inputs) for k, v in found[0]])
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, (float, complex)) or hasattr(value, "shape"):
        array = _input(name, np.shape(value), kind_of(value), inputs)
        array.signed = array.kind == "i" and isinstance(value, np.ndarray) and bool((value < 0).any())
        return array
    return value


def _input(name: str, shape: tuple[int, ...], kind: str, inputs: dict[str, tuple[int, ...]]) -> TracedArray:
    if not name.isidentifier():
        raise EspressoError(f"the argument {name!r} cannot be the name of an input; use keys that are identifiers")
    if name in inputs:
        raise EspressoError(f"two arguments would both be the input {name}; rename one of them")
    inputs[name] = shape
    tensor = ex.tensor(name, len(shape), shape=shape)  # until tracing is done, when lengths are free again
    indices = [ex.const(0) if n == 1 else ex.index(axis_name(len(shape) - 1 - k, n)) for k, n in enumerate(shape)]
    return TracedArray(ex.access(tensor, indices), shape, kind)


# --- the result ------------------------------------------------------------------------------


def _finished(result: Any, name: str, inputs: Mapping[str, tuple[int, ...]]) -> Any:
    """The result with expressions in the place of traced arrays."""
    numbers = isinstance(result, list) and all(isinstance(v, (int, float)) for v in result)
    found = None if numbers else opened(result)
    if found is not None:
        if isinstance(result, (tuple, list)):
            names = [f"{name}_{k}" if name else "" for k in range(len(result))]
        else:
            names = [str(k) if str(k).isidentifier() and k not in inputs else "" for k, _ in found[0]]
        return found[1]([_finished(v, n, inputs) for n, (_, v) in zip(names, found[0], strict=True)])
    if result is None:
        raise EspressoError("the traced function returned None.\nReturn the arrays that it computes.")
    t = lift(result)
    names = [axis_name(t.ndim - 1 - k, n) for k, n in enumerate(t.shape)]
    body = with_unit_axes(t.body, [n for n, m in zip(names, t.names, strict=True) if m is None], t.kind)
    body = as_condition(ex.rebuild(body, shortened), t.kind)
    free = {a: ex.tensor(a.data.name, a.data.rank) for a in ex.postorder(body) if a.op == "tensor"}
    if any(a.data.name not in inputs for a in free):
        raise NotTheSame(None)
    return settled(names, ex.replace(body, free), inputs, name=name)


def settled(
    names: Sequence[str], body: Expr, inputs: Mapping[str, tuple[int, ...]], silent: Collection[str] = (),
    name: str = "",
) -> Expr:  # fmt: skip
    """The array of a body with names of tracing, whose indices have short names and their lengths.

    Indices in ``silent`` that the body does not have get no length where nothing that is read tells one.
    """
    root = ex.closed("result", names, body)
    return _named(_with_known_lengths(uniquify(root), inputs, silent), inputs, name)


def _with_known_lengths(root: Expr, inputs: Mapping[str, tuple[int, ...]], silent: Collection[str]) -> Expr:
    """``root`` with every index given the length it had while tracing.

    Most lengths follow from the reads of its own statement.  An index for which they do not gets its length as
    a number; direct reads of a longer axis with it become padded reads, which say nothing
    about lengths.
    """
    for _ in range(8):
        known: dict[Expr, dict[str, Expr]] = {}
        lets = ex.lets(root)
        shapes: dict[Expr, tuple[int, ...]] = {}
        wrong: dict[Expr, set[str]] = {}
        for array in lets:
            shapes[array] = tuple(length_of(n) for n in array.data[1])
            nodes = ex.postorder(array.args[0], into_arrays=False)
            names = {n.data[0] for n in nodes if n.op == "index"} | {*_bound(nodes)} | {*array.data[1]}
            told = known[array] = symbolic_extents(array, None, {n: known[n] for n in nodes if n.op == "let"})
            names -= {n for n in names if n in silent and n not in {*told, *array.args[0].free}}
            other = {n for n in names if _value(told.get(n), inputs) != length_of(n)}
            wrong[array] = other | _cut(array, shapes, inputs)
        if not any(wrong.values()):
            return root
        new: dict[Expr, Expr] = {}
        for array in lets:
            new[array] = _sized(array, wrong[array], shapes, inputs, new)
        if new[root] is root:
            break
        root = new[root]
    raise EspressoError(
        "a traced slice gives an index two lengths that no formula can state; cut the array before calling the function"
    )


def _bound(nodes: Sequence[Expr]) -> list[str]:
    """The indices that nodes of a body bind."""
    return [n for node in nodes if node.op in ("reduce", "scan") for n in node.data[1]]


def _lengths(array: Expr, shapes: Mapping[Expr, tuple[int, ...]], inputs: Mapping[str, tuple[int, ...]]) -> Any:
    """The lengths of a tensor or array that is read."""
    return inputs[array.data.name] if array.op == "tensor" else shapes[array]


def _cut(array: Expr, shapes: Mapping[Expr, tuple[int, ...]], inputs: Mapping[str, tuple[int, ...]]) -> set[str]:
    """Indices that read axes of different lengths, which a formula would refuse.

    Beside choices, also those that read a longer axis: what is read in a branch does not say where an index ends.
    So do those whose length is declared.
    """
    read: dict[str, set[int]] = {}
    nodes = ex.postorder(array.args[0], into_arrays=False)
    choices = any(ex.is_call(node, "where") for node in nodes)
    declared = {node.data[0] for node in nodes if node.op == "index" and node.data[1] is not None}
    for node in nodes:
        if node.op == "access" and node.data is None:
            for a, n in zip(node.args[1:], _lengths(node.args[0], shapes, inputs), strict=True):
                if a.op == "index":
                    told = {length_of(a.data[0])} if choices or a.data[0] in declared else set()
                    read.setdefault(a.data[0], told).add(n)
    return {name for name, lengths in read.items() if len(lengths) > 1}


def _sized(
    array: Expr,
    names: set[str],
    shapes: Mapping[Expr, tuple[int, ...]],
    inputs: Mapping[str, tuple[int, ...]],
    new: Mapping[Expr, Expr],
) -> Expr:
    """A let whose indices ``names`` carry their lengths."""

    def change(node: Expr, copy: Expr) -> Expr:
        if node.op == "index" and node.data[0] in names:
            return ex.index(node.data[0], length_of(node.data[0]))
        if node.op == "access" and node.data is None:
            lengths = _lengths(node.args[0], shapes, inputs)
            cut = any(
                a.op == "index" and a.data[0] in names and n != length_of(a.data[0])
                for a, n in zip(node.args[1:], lengths, strict=True)
            )
            return ex.access(copy.args[0], copy.args[1:], 0) if cut else copy
        if node.op == "reduce":
            return ex.with_args(copy, [_lasting(copy.args[0], [n for n in node.data[1] if n in names])])
        return copy

    body = rebuilt(array.args[0], new, change)
    return ex.closed(array.data[0], array.data[1], _lasting(body, [n for n in array.data[1] if n in names]))


def _lasting(body: Expr, names: Sequence[str]) -> Expr:
    """``body`` with the lengths of indices that it does not have: conditions that always hold carry them."""
    joined = "and" if _is_condition(body) else "mul"
    for name in names:
        if name not in body.free:
            body = ex.call(joined, body, ex.call("ge", ex.index(name, length_of(name)), ex.const(0)))
    return body


def _is_condition(body: Expr) -> bool:
    """Whether the value is a truth value, which a product with a condition would make a number."""
    ends = [b for b in branches(body) if not ex.is_call(b, "where")]
    return all(
        b.data in COMPARISONS if b.op == "call" else b.op == "reduce" and b.data[0] in ("any", "all") for b in ends
    )


def _value(extent: Expr | None, inputs: Mapping[str, tuple[int, ...]]) -> int | None:
    """The number that a symbolic extent is for the traced shapes."""
    try:
        return None if extent is None else max(0, number(extent, inputs))
    except (KeyError, TypeError):  # a length of an array, or what is no arithmetic of lengths
        return None


def _named(root: Expr, inputs: Mapping[str, tuple[int, ...]], name: str) -> Expr:
    """``root`` with short index names: the axes first, then the summed indices."""
    letters = [c for c in LETTERS if c not in inputs]
    new: dict[Expr, Expr] = {}
    for array in ex.lets(root):
        body = array.args[0]
        if body.op == "recur":  # it has names of its own
            found, place, _ = body.data
            state = found.states[place]
            made = ex.recur(found, place, state.axes, [new.get(a, a) for a in body.args])
            new[array] = ex.closed(state.name, state.axes, made)
            continue
        names = list(dict.fromkeys([*array.data[1], *_bound(ex.postorder(body, into_arrays=False))]))
        table = dict(zip(names, _enough(letters, len(names)), strict=True))
        renamed = ex.rename_all(rebuilt(body, new), table)
        axes = tuple(table[n] for n in array.data[1])
        if array is root:
            return ex.let(name, axes, renamed)
        new[array] = ex.closed("", axes, renamed)
    raise AssertionError("the root is the last of its arrays")


def _enough(letters: Sequence[str], count: int) -> list[str]:
    more = (f"{c}{k}" for k in range(1, count + 1) for c in letters)
    return [*letters[:count], *(next(more) for _ in range(count - len(letters)))]
