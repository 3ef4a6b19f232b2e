"""Formulas that must be planned as written: rewriting would change integer wrap-around or leave the reals.

Simplification knows no dtypes, and its identities are those of numbers.  Integers of a machine wrap:
``1.0*v*v`` is a product of floats, ``1.0*v**2`` first one of integers; ``v + 0.0`` is a float and ``v`` is
not; the largest ``-u`` of an unsigned ``u`` belongs to the smallest u above 0.  And what is stable for real numbers
may not be defined for others: ``log(1 + exp(z))`` is ``softplus(z)``, which complex numbers do not have.  When dtypes
are known, such a formula is planned from the text that the user wrote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from espresso.algebra.normal_form.signs import WRAPPING
from espresso.errors import DtypeError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS
from espresso.formulas.graph.predicates import exact_int
from espresso.ir.storage.dtypes import WeakName, known_dtypes, value_dtypes
from espresso.system.half_precision import dtype_of, letter_of


def rewriting_shows(written: Sequence[Expr], simplified: Sequence[Expr], dtypes: Mapping[str, str]) -> bool:
    """Whether results may depend on the form in which integers are computed.

    Operations that may wrap around show every rewriting; those of 64 bits only where a float is computed from them, or
    their order counts: ``mean[k](n*v[k])`` is not the product ``n*mean[k](v[k])`` of floats, and ``max[k](-v[k])`` not
    ``-min[k](v[k])``, which may wrap around.  What no numbers make wrap around is exact in
    every form: a count of truth values, the larger one of two bytes.

    >>> v, one = ex.access(ex.tensor("v", 0), []), ex.const(1.0)
    >>> written, simplified = ex.call("mul", one, v, v), ex.call("mul", one, ex.call("pow", v, ex.const(2)))
    >>> [rewriting_shows([written], [simplified], {"v": d}) for d in ("int64", "float32")]
    [True, False]
    """
    types = {name: dtype_of(dtype) for name, dtype in dtypes.items()}
    if not any(t.kind in "iub" for t in types.values()):
        return False
    if not has_types(simplified, dtypes):  # rules have made a number that the integers beside it cannot hold
        return True
    numbers: dict[Any, int] = {}
    before, after = (_operations(roots, types, numbers) for roots in (written, simplified))
    return before != after


def declared_as_given(roots: Sequence[Expr], dtypes: Mapping[str, str]) -> dict[Expr, Expr]:
    """Inputs of unknown dtype and the same inputs declared as they are, where simplification has to know.

    It takes them for real numbers, whose square is not below 0: that of a complex number may be, and that of an
    integer that wraps around.
    """
    whole = _wraps(roots, dtypes)
    return {
        t: ex.tensor(t.data.name, t.data.rank, dtypes[t.data.name], t.data.shape, t.data.structure)
        for t in ex.tensors(*roots)
        if t.data.dtype is None
        and ("complex" in dtypes[t.data.name] or (whole and "int" in dtypes[t.data.name]))
    }


def _wraps(roots: Sequence[Expr], dtypes: Mapping[str, str]) -> bool:
    """Whether integers of the data are added, multiplied or made positive."""
    from espresso.formulas.inference.dtypes import dtypes_of

    if not any("int" in d for d in dtypes.values()):
        return False
    found = dtypes_of(roots, {name: dtype_of(dtype) for name, dtype in dtypes.items()})
    return any(
        _strong(found[e]) and (e.data[0] if e.op in ("reduce", "scan") else e.data) in WRAPPING
        for e in ex.postorder(*roots)
        if _computes(e)
    )


def has_types(roots: Sequence[Expr], dtypes: Mapping[str, str]) -> bool:
    """Whether all functions of the formulas are defined for values of these dtypes."""
    from espresso.formulas.inference.dtypes import dtypes_of

    try:
        dtypes_of(roots, known_dtypes(dtypes))
    except DtypeError:
        return False
    return True


def computed_otherwise(node: Expr, args: Sequence[Expr], dtypes: Mapping[str, str]) -> list[int]:
    """Operands of a sum or product that are formulas in the place of reads, and have to stay arrays.

    A sum of sums is one sum, in which the dtypes of all operands meet: where ``t[i] = a[i]*b[i]`` holds int8,
    ``t[i]*x[i]`` is not ``a[i]*b[i]*x[i]``.

    >>> t, x = ex.access(ex.tensor("t", 0), []), ex.access(ex.tensor("x", 0), [])
    >>> node = ex.call("mul", t, x)
    >>> [computed_otherwise(node, [ex.call("mul", x, x), x], {"x": d}) for d in ("int8", "float32")]
    [[], []]
    >>> computed_otherwise(node, [ex.call("mul", t, t), x], {"t": "int8", "x": "float32"})
    [0]
    """
    stand_for = ("access", "reduce")  # named arrays, and sums that are products of others
    put = [k for k, (a, b) in enumerate(zip(node.args, args, strict=True)) if a.op in stand_for and b.op == "call"]
    put = [k for k in put if args[k].data in ("add", "mul", "pow")]
    if not put:
        return []
    own = dict(zip(put, value_dtypes([args[k] for k in put], dtypes), strict=True))
    read = [ex.access(ex.tensor(f"{k} ", 0), []) if k in own else a for k, a in enumerate(args)]
    known = {**dtypes, **{f"{k} ": d for k, d in own.items()}}
    joined, meant = value_dtypes([ex.with_args(node, args), ex.with_args(node, read)], known)
    if joined != meant:
        return put
    narrow = {k for k, d in own.items() if "int" in d and d != meant and not isinstance(d, WeakName)}
    return [k for k in put if k in narrow and args[k].data == node.data]


def _operations(
    roots: Sequence[Expr], types: Mapping[str, Any], numbers: dict[Any, int]
) -> tuple[set[int], set[int]]:
    """Operations with narrow or unsigned integers, and those with wide ones that make a float or a result.

    Each is a number of its form; names of indices and the order of operands do not count.
    """
    from espresso.formulas.inference.dtypes import dtypes_of

    found = dtypes_of(roots, types)
    values = _values(roots)
    wrapping, inside = _may_wrap(roots, found)
    form: dict[Expr, int] = {}
    narrow: set[int] = set()
    wide: set[int] = set()
    for node in ex.postorder(*roots):
        parts = [form[a] for a in node.args]
        if ex.is_call(node, "add") or ex.is_call(node, "mul"):
            parts.sort()
        form[node] = numbers.setdefault((node.op, _data(node), *parts), len(numbers))
        if node not in values:
            continue
        own = found[node]
        orders = (node.data[0] if node.op in ("reduce", "scan") else node.data) in _ORDERING and _computes(node)
        if orders or (letter_of(own.dtype) == "f" and node.op != "access"):
            wide.update(form[a] for a in node.args if _computes(a) and _strong(found[a]) and a in values & inside)
        if node in wrapping and (own.dtype.kind == "u" or own.dtype.itemsize < 8):
            narrow.add(form[node])
    for position, root in enumerate(roots):
        last = ex.body(root)
        if found[last].dtype.kind in "iu" and not found[last].weak:
            wide.add(numbers.setdefault(("result", position), len(numbers)))
    return narrow, wide


MOST_TERMS = 2**50
"""Terms that no sum has: to add so many takes days."""

_CHOICES = frozenset({"where", "minimum", "maximum"})
"""Functions whose value is one of their operands."""

_ORDERING = frozenset(
    {"minimum", "maximum", "clip", "max", "min", "argmax", "argmin", "sort", "argsort", "abs", "sign"}
)
"""Functions for which integers are more than numbers modulo 2**64."""

_EXACT = _CHOICES | {"clip", "mod", "sign", "max", "min", "argmax", "argmin", "any", "all", "cummax", "cummin"}
"""Those whose value is a number of the dtype, whatever their operands are."""


def _may_wrap(roots: Sequence[Expr], types: Mapping[Expr, Any]) -> tuple[set[Expr], set[Expr]]:
    """Operations with integers of the data whose value may be none of their dtype; nodes with such a one inside.

    By interval arithmetic, with all numbers of their dtypes for inputs.
    """
    ranges: dict[Expr, tuple[int, int]] = {}
    wrapping: set[Expr] = set()
    inside: set[Expr] = set()
    for node in ex.postorder(*roots):
        dtype = types[node].dtype
        if any(a in inside for a in node.args):
            inside.add(node)
        if dtype.kind not in "iub":
            continue
        limits = (0, 1) if dtype.kind == "b" else (int(np.iinfo(dtype).min), int(np.iinfo(dtype).max))
        known = [ranges[a] for a in node.args if a in ranges]
        value = _range(node, known) if len(known) == len(node.args) else None
        exact = value is not None and limits[0] <= value[0] and value[1] <= limits[1]
        name = node.data[0] if node.op in ("reduce", "scan") else node.data
        ranges[node] = value if value is not None and exact else limits
        if not exact and _strong(types[node]) and _computes(node) and name not in _EXACT:
            wrapping.add(node)
            inside.add(node)
    return wrapping, inside


def _range(node: Expr, given: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The least and the greatest value for operands between these; None: those of the dtype."""
    name = node.data[0] if node.op in ("reduce", "scan") else node.data
    if node.op == "const":
        return (int(node.data), int(node.data)) if isinstance(node.data, int) else None
    if node.op in ("index", "size"):
        return 0, MOST_TERMS
    if node.op == "access":
        fill = node.data
        low, high = given[0]
        return (low, high) if fill is None else (min(low, fill), max(high, fill)) if isinstance(fill, int) else None
    if node.op == "let":
        return given[0]
    if not _computes(node):
        return None
    lows, highs = [g[0] for g in given], [g[1] for g in given]
    if name in ("sum", "cumsum", "reverse_cumsum"):
        return min(0, lows[0] * MOST_TERMS), max(0, highs[0] * MOST_TERMS)
    if name == "add":
        return sum(lows), sum(highs)
    if name == "mul":
        low = high = 1
        for pair in given:
            ends = [a * b for a in (low, high) for b in pair]
            low, high = min(ends), max(ends)
        return low, high
    if name == "abs":
        return 0, max(abs(lows[0]), abs(highs[0]))
    if name == "pow":
        exponent = exact_int(node.args[1])
        if exponent is None or not 0 <= exponent <= 64:
            return None
        most = max(abs(lows[0]), abs(highs[0])) ** exponent
        return (0 if exponent % 2 == 0 or lows[0] >= 0 else -most), most
    if node.op == "call" and name in _CHOICES:
        return (min(lows[1:]), max(highs[1:])) if name == "where" else (min(lows), max(highs))
    return (0, 1) if node.op == "call" and name in COMPARISONS else None


def _computes(e: Expr) -> bool:
    return e.op in ("call", "reduce", "scan")


def _strong(dtype: Any) -> bool:
    return dtype.dtype.kind in "iu" and not dtype.weak


def _data(node: Expr) -> Any:
    """What a node is, without names of indices and of statements."""
    if node.op == "index":
        return None
    if node.op in ("reduce", "scan"):
        return node.data[0], len(node.data[1])
    if node.op == "let":
        return len(node.data[1])
    return type(node.data), repr(node.data)


def _values(roots: Sequence[Expr]) -> set[Expr]:
    """Nodes whose values results are computed from, and positions."""
    return set(ex.ordered(roots, lambda n: [a for a in n.args if a.op != "size"]))
