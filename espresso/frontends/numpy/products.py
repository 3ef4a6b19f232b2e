"""Products of traced arrays: einsum and its relatives, correlation, diagonals."""

from __future__ import annotations

import functools
import operator
import string
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction
from espresso.frontends.numpy.arrays import (
    TracedArray,
    TracingError,
    axis_name,
    axis_names,
    bind,
    elementwise,
    from_named,
    join_kinds,
    lift,
    renamed,
    scalar_call,
    unsupported,
)
from espresso.frontends.numpy.reductions import reduce
from espresso.frontends.numpy.shapes import (
    at_least,
    expand_dims,
    normal_axes,
    normal_axis,
    permute,
    ravel,
    reread,
    reshape,
    stack,
)
from espresso.frontends.subscripts import read_subscripts


def einsum(subscripts: str, *operands: Any, optimize: Any = None) -> TracedArray:
    """``np.einsum`` with a subscript string; ellipsis and implicit output included."""
    if not isinstance(subscripts, str):
        subscripts, operands = _from_lists([subscripts, *operands])
    arrays = [lift(a) for a in operands]
    names, axes = read_subscripts(subscripts, [a.ndim for a in arrays])
    return contraction(names, axes, arrays)


def _from_lists(items: list[Any]) -> tuple[str, tuple[Any, ...]]:
    """Subscripts of ``np.einsum(A, [0, 1], B, [1, 2], [0, 2])`` as a string."""
    operands, lists = items[::2], items[1::2]
    out = operands.pop() if len(operands) > len(lists) else None

    def letters(sublist: Any) -> str:
        return "".join("..." if s is Ellipsis else _letter(operator.index(s)) for s in sublist)

    text = ",".join(map(letters, lists))
    return text if out is None else f"{text}->{letters(out)}", tuple(operands)


def _letter(number: int) -> str:
    """The letter for a number of a list; letters are sorted as the numbers are."""
    if not 0 <= number < len(string.ascii_letters):
        raise ValueError(f"einsum numbers axes from 0 to {len(string.ascii_letters) - 1}, not {number}")
    return sorted(string.ascii_letters)[number]


def _times(*bodies: Expr, kind: str) -> Expr:
    """The product; of conditions, whether all hold."""
    return conjunction(bodies) if kind == "b" else operators.multiply(*bodies)


def _product(a: TracedArray, b: TracedArray) -> TracedArray:
    kind = join_kinds(a.kind, b.kind)
    return elementwise(lambda *bodies: _times(*bodies, kind=kind), a, b)


def contraction(terms: Sequence[Sequence[str]], out: Sequence[str], arrays: Sequence[TracedArray]) -> TracedArray:
    """The product of arrays with named axes, summed over the names that ``out`` lacks.

    Of conditions only, as in NumPy: whether all factors hold, somewhere along these names.
    """
    lengths: dict[str, int] = {}
    for term, a in zip(terms, arrays, strict=True):
        for c, n in zip(term, a.shape, strict=True):
            if lengths.setdefault(c, n) != n and 1 not in (n, lengths[c]):
                raise ValueError(
                    f"operands could not be broadcast together: index {c!r} has lengths {lengths[c]} and {n}"
                )
            lengths[c] = max(lengths[c], n) if n != 0 else 0
    names = {c: axis_name(k, n, "@") for k, (c, n) in enumerate(lengths.items())}
    bodies = []
    for term, a in zip(terms, arrays, strict=True):
        bodies.append(renamed(a, [names[c] if n != 1 else None for c, n in zip(term, a.shape, strict=True)]))
    kind = join_kinds(*(a.kind for a in arrays))
    body = _times(*bodies, kind=kind)
    summed = [names[c] for c in lengths if c not in out and lengths[c] != 1]
    body = bind("any" if kind == "b" else "sum", summed, body)
    shape = [lengths[c] for c in out]
    return from_named(body, [names[c] if lengths[c] != 1 else None for c in out], shape, kind)


def matmul(a: Any, b: Any) -> TracedArray:
    """``a @ b`` with NumPy's stacks of matrices."""
    a, b = lift(a), lift(b)
    if not a.ndim or not b.ndim:
        raise ValueError("matmul: an operand has no axes; use * instead")
    n, m = a.shape[-1], b.shape[-2 if b.ndim > 1 else 0]
    if n != m:
        raise ValueError(f"matmul: {a.shape} @ {b.shape}: the lengths {n} and {m} differ")
    batch = max(a.ndim - 2, b.ndim - 2, 0)
    letters = string.ascii_lowercase[:batch]
    left = (letters[batch - (a.ndim - 2) :] if a.ndim > 2 else "") + ("YZ" if a.ndim > 1 else "Z")
    right = (letters[batch - (b.ndim - 2) :] if b.ndim > 2 else "") + ("ZW" if b.ndim > 1 else "Z")
    return contraction([left, right], letters + ("Y" if a.ndim > 1 else "") + ("W" if b.ndim > 1 else ""), [a, b])


def dot(a: Any, b: Any) -> TracedArray:
    """``np.dot``."""
    a, b = lift(a), lift(b)
    if not a.ndim or not b.ndim:
        return _product(a, b)
    return tensordot(a, b, ([a.ndim - 1], [max(b.ndim - 2, 0)]))


def tensordot(a: Any, b: Any, axes: Any = 2) -> TracedArray:
    """``np.tensordot``."""
    a, b = lift(a), lift(b)
    if isinstance(axes, int):
        left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        left, right = list(normal_axes(axes[0], a.ndim)), list(normal_axes(axes[1], b.ndim))
    letters = iter(string.ascii_letters)
    first = [next(letters) for _ in range(a.ndim)]
    second = [next(letters) for _ in range(b.ndim)]
    for i, j in zip(left, right, strict=True):
        second[j] = first[i]
        if a.shape[i] != b.shape[j]:
            raise ValueError("shape-mismatch for sum")
    out = [c for k, c in enumerate(first) if k not in left] + [c for k, c in enumerate(second) if k not in right]
    return contraction(["".join(first), "".join(second)], "".join(out), [a, b])


def _conjugate(a: Any) -> TracedArray:
    a = lift(a)
    return scalar_call("conj", a) if a.kind == "c" else a


def vecdot(a: Any, b: Any, axis: int = -1) -> TracedArray:
    """``np.vecdot``: the first argument conjugated."""
    return reduce("sum", elementwise(operators.multiply, _conjugate(a), b), axis)


def _inner(a: Any, b: Any) -> TracedArray:
    a, b = lift(a), lift(b)
    return tensordot(a, b, ([a.ndim - 1], [b.ndim - 1])) if a.ndim and b.ndim else _product(a, b)


def _vdot(a: Any, b: Any) -> TracedArray:
    return dot(_conjugate(ravel(a)), ravel(b))


def _kron(a: Any, b: Any) -> TracedArray:
    ndim = max(lift(a).ndim, lift(b).ndim)
    a, b = at_least(a, ndim), at_least(b, ndim)
    for k in range(ndim):
        a, b = expand_dims(a, 2 * k + 1), expand_dims(b, 2 * k)
    product = _product(a, b)
    return reshape(product, [product.shape[2 * k] * product.shape[2 * k + 1] for k in range(ndim)])


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> TracedArray:
    """``np.diagonal``: the diagonal becomes the last axis."""
    a = lift(a)
    i, j = normal_axis(axis1, a.ndim), normal_axis(axis2, a.ndim)
    a = permute(a, [*[k for k in range(a.ndim) if k not in (i, j)], i, j])
    rows, columns = a.shape[-2:]
    down, across = -min(offset, 0), max(offset, 0)
    count = max(0, min(rows - down, columns - across))
    a = a[..., down : down + count, across : across + count]  # both lengths are those of the diagonal
    names = axis_names([*a.shape[:-2], count], "@")
    here = ex.index(names[-1]) if names[-1] else ex.const(0)
    table = {old: ex.index(new) for old, new in zip(a.names[:-2], names[:-1], strict=True) if old and new}
    table |= {old: here for old in a.names[-2:] if old}
    return from_named(ex.substitute(a.body, table), names, [*a.shape[:-2], count], a.kind)


def _trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> TracedArray:
    return reduce("sum", diagonal(a, offset, axis1, axis2), -1)


def _convolve(a: Any, v: Any, mode: str = "full") -> TracedArray:
    a, v = lift(a), lift(v)
    if v.size > a.size:
        a, v = v, a
    return _sliding(a, v, mode, -1)


def _correlate(a: Any, v: Any, mode: str = "valid") -> TracedArray:
    a, v = lift(a), lift(v)
    if v.size > a.size:
        raise unsupported("correlate", "a second argument longer than the first")
    return _sliding(a, _conjugate(v), mode, 1)


def _sliding(a: TracedArray, v: TracedArray, mode: str, sign: int) -> TracedArray:
    """Sum over m of ``a[p + sign*m + shift] * v[m]``, a read as 0 outside."""
    n, m = a.size, v.size
    count = {"full": n + m - 1, "same": n, "valid": n - m + 1}[mode]
    # position of the first output in the full result, then the shift of the read
    first = {"full": 0, "same": (m - 1) // 2, "valid": m - 1}[mode]
    shift = first if sign < 0 else first - (m - 1)
    p, r = axis_name(0, count, "@"), axis_name(1, m, "@")
    place = operators.multiply(ex.index(r), sign) if sign < 0 else ex.index(r)
    terms = [ex.index(p)] * (count != 1) + [place] * (m != 1) + [ex.const(shift)] * (shift != 0)
    position = operators.add(*terms) if terms else ex.const(0)
    read = reread(a, [position], a.shape, pad=None if mode == "valid" and sign > 0 else 0)
    body = operators.multiply(read.body, renamed(v, [r]))
    body = bind("sum", [r], body) if m != 1 else body
    return from_named(body, [p if count != 1 else None], [count], join_kinds(a.kind, v.kind))


def _cross(a: Any, b: Any, axis: int = -1) -> TracedArray:
    a, b = lift(a), lift(b)
    place = normal_axis(axis, max(a.ndim, b.ndim))
    a, b = (np.moveaxis(t, axis, -1) for t in (a, b))
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise TracingError("np.cross is traced for vectors of length 3")
    pairs = [(1, 2), (2, 0), (0, 1)]
    return stack([a[..., i] * b[..., j] - a[..., j] * b[..., i] for i, j in pairs], place)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "einsum": einsum,
    "dot": dot,
    "tensordot": tensordot,
    "inner": _inner,
    "vdot": _vdot,
    "kron": _kron,
    "outer": lambda a, b: contraction(["a", "b"], "ab", [ravel(a), ravel(b)]),
    "linalg.outer": lambda a, b: contraction(["a", "b"], "ab", [lift(a), lift(b)]),
    "linalg.matmul": matmul,
    "linalg.vecdot": vecdot,
    "linalg.tensordot": tensordot,
    "linalg.multi_dot": lambda arrays: functools.reduce(dot, arrays),
    "linalg.cross": _cross,
    "cross": _cross,
    "trace": _trace,
    "diagonal": diagonal,
    "linalg.trace": lambda a, offset=0: _trace(a, offset, -2, -1),
    "linalg.diagonal": lambda a, offset=0: diagonal(a, offset, -2, -1),
    "convolve": _convolve,
    "correlate": _correlate,
}
"""Products by NumPy name."""
