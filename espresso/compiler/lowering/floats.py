"""Conversions between dtypes as parts of formulas: factors 1.0, ``float64(x)`` and ``complex128(x)``.

Simplification leaves no factors 1.0, which make floats of integers.  Those of definition rows
(``exp(1.0*x - ...)``) come later: when dtypes are known, each goes where its product is floating-point already.

Where float32 meets float64, simplification must not compute in float32 what was written in float64: ``u*x + x`` is
``x*(u + 1)``, but with float32 ``u`` and float64 ``x`` that sum has the digits of float32.  With ``float64(u)`` in the
place of ``u`` it has not.  So it is with complex64 and complex128.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME
from espresso.ir.storage.dtypes import WeakName, known_dtypes

if TYPE_CHECKING:
    from espresso.formulas.inference.dtypes import DType

_NARROW = frozenset({"float16", "bfloat16", "float32", "complex64"})
_WIDER = {"f": "float64", "c": "complex128"}
"""What converts numbers of a kind, by NumPy's letter for it, to double precision."""


def without_ones(roots: Sequence[Expr], dtypes: Mapping[str, str]) -> list[Expr]:
    """The formulas without factors 1.0, except where these turn integers or truth values into floats.

    >>> x, i = ex.tensor("x", 1), ex.index("i")
    >>> body = ex.call("mul", ex.const(1.0), ex.access(x, [i]))
    >>> [without_ones([body], {"x": dtype}) for dtype in ("float32", "bfloat16", "uint8")]
    [[x[i]], [x[i]], [1.0*x[i]]]
    """
    from espresso.formulas.inference.dtypes import dtypes_of

    order = ex.postorder(*roots)
    if not any(ex.is_call(n, "mul") and any(_is_one(a) for a in n.args) for n in order):
        return list(roots)
    types = dtypes_of(roots, known_dtypes(dtypes))
    new: dict[Expr, Expr] = {}
    for node in order:
        copy = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        if ex.is_call(node, "mul") and any(_is_one(a) for a in node.args):
            rest = [a for a in node.args if not _is_one(a)]
            if any(types[a].dtype.kind in "fc" for a in rest):
                bare = [_without_zero(new[a]) for a in rest]
                copy = ex.call("mul", *bare) if len(rest) > 1 else bare[0]
        new[node] = copy
    return [new[r] for r in roots]


def converted(roots: Sequence[Expr], dtypes: Mapping[str, str]) -> list[Expr]:
    """The formulas with ``float64(x)`` in the place of each float32 operand of what is computed in float64.

    So with ``complex128(z)`` and complex64.  Conversions are left out where they change no dtype.  Steps of
    recurrences are computed as they are written.

    >>> u, x = (ex.access(ex.tensor(n, 0), []) for n in "ux")
    >>> body = ex.call("add", ex.call("mul", u, x), x, u)
    >>> [str(*converted([body], {"u": "float32", "x": dtype})) for dtype in ("float32", "float64")]
    ['u*x + x + u', 'float64(u)*x + x + float64(u)']
    >>> str(*converted([body], {"u": "complex64", "x": "float64"}))
    'complex128(u)*x + x + complex128(u)'
    """
    from espresso.formulas.inference.dtypes import dtypes_of

    strong = {d for d in dtypes.values() if not isinstance(d, WeakName)}
    own = any(n.op == "call" and n.data in _WIDER.values() for n in ex.postorder(*roots))
    if not own and (_NARROW.isdisjoint(strong) or strong <= _NARROW | {"bool"}):
        return list(roots)
    types = dtypes_of(roots, known_dtypes(dtypes))
    new: dict[Expr, Expr] = {}
    for node in ex.postorder(*roots):
        args = [new[a] for a in node.args]
        if node.op == "call" and node.data in _WIDER.values() and _is(types[node.args[0]], node.data):
            new[node] = args[0]
        elif node.op == "call" and _is_wide(types[node]) and BY_NAME[node.data].kind in ("float", "same", "number"):
            first = node.data == "where"
            pairs = enumerate(zip(node.args, args, strict=True))
            wide = [a if k < first else _wide(node, e, a, types) for k, (e, a) in pairs]
            new[node] = ex.with_args(node, _bare(node, wide, types))
        else:
            new[node] = ex.with_args(node, args) if args else node
    return [new[r] for r in roots]


def as_floats(roots: Sequence[Expr], dtypes: Mapping[str, str]) -> list[Expr]:
    """The formulas with ``float64(n)`` in the place of each integer that a function of floats is given.

    Then its safe forms compute with floats, too: ``-n`` of ``log(cosh(n))`` may wrap around, ``-float64(n)`` does not.

    >>> n = ex.access(ex.tensor("n", 0), [])
    >>> str(*as_floats([ex.call("mul", n, ex.call("log", ex.call("cosh", n)))], {"n": "int64"}))
    'n*log(cosh(float64(n)))'
    """
    from espresso.formulas.inference.dtypes import dtypes_of

    types = dtypes_of(roots, known_dtypes(dtypes))
    new: dict[Expr, Expr] = {}
    for node in ex.postorder(*roots):
        args = [new[a] for a in node.args]
        if node.op == "call" and BY_NAME[node.data].kind == "float":
            whole = [types[a].dtype.kind in "iu" and not types[a].weak for a in node.args]
            args = [ex.call("float64", a) if w else a for a, w in zip(args, whole, strict=True)]
        new[node] = ex.with_args(node, args) if args else node
    return [new[r] for r in roots]


def _wide(node: Expr, before: Expr, e: Expr, types: Mapping[Expr, DType]) -> Expr:
    """An operand of a node, made from ``before``, in double precision: of ``- x`` and ``1/x**2`` it is x.

    A comparison that is a factor of what is subtracted stays one: where it is 0, the other factors do not count.
    """
    t = types[before]
    name = _WIDER.get(t.dtype.kind)
    if t.weak or name is None or _is_wide(t):
        return e
    if node.data == "add" and ex.is_call(e, "mul") and ex.is_const(e.args[0], -1):
        pairs = zip(before.args[1:], e.args[1:], strict=True)
        return ex.call("mul", e.args[0], *(_wide(e, b, a, types) for b, a in pairs))
    if node.data == "mul" and ex.is_call(e, "pow") and e.args[1].op == "const" and e.args[1].data == -1:
        return ex.call("pow", ex.call(name, e.args[0]), e.args[1])
    return ex.call(name, e)


def _bare(node: Expr, args: list[Expr], types: Mapping[Expr, DType]) -> list[Expr]:
    """Operands of a sum or product without conversions of weak ones, where another operand makes them as wide."""
    if node.data not in ("add", "mul"):
        return args
    weak = [e.op == "call" and e.data in _WIDER.values() and types[e.args[0]].weak for e in node.args]
    others = [types[e] for e, w in zip(node.args, weak, strict=True) if not w]
    if not any(_is_wide(t) and t.dtype == types[node].dtype for t in others):
        return args
    return [a.args[0] if w else a for a, w in zip(args, weak, strict=True)]


def _is(t: DType, name: str) -> bool:
    return not t.weak and t.dtype.name == name


def _is_wide(t: DType) -> bool:
    return not t.weak and t.dtype.name in ("float64", "complex128")


def _without_zero(e: Expr) -> Expr:
    """``a*b`` in the place of ``a*b + 0``, which definition rows write to keep the dtype of a product."""
    added = ex.is_call(e, "add") and len(e.args) == 2 and ex.is_call(e.args[0], "mul") and e.args[1] is ex.const(0)
    return e.args[0] if added else e


def _is_one(e: Expr) -> bool:
    return e.op == "const" and isinstance(e.data, float) and e.data == 1.0
