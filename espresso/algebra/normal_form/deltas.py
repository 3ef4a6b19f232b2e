"""Elimination of Kronecker deltas ``(i == e)`` from sums.

``sum[j](f(j)*(i == j))`` is ``f(i)``.  Where the equation may hold outside the range of
``j``, reads become padded reads, or the whole value is masked by the range of ``j``.
Equations between free indices stay: they are the deltas that a Jacobian shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from espresso.algebra.normal_form.conditions import combination, conjunction, difference, linear
from espresso.algebra.normal_form.literals import product, times
from espresso.algebra.normal_form.scope import Scope
from espresso.formulas.extents import affine
from espresso.formulas.extents.declared_extents import own_length
from espresso.formulas.extents.extents import resolve_size, symbolic_extents
from espresso.formulas.extents.range_guards import limited
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import facts
from espresso.formulas.graph.predicates import declared, factors_of, is_guard, promise_of
from espresso.formulas.inference.dtypes import dtypes_of
from espresso.records import dataclass
from espresso.system.half_precision import letter_of

ZERO = ex.const(0)


@dataclass(frozen=True)
class Solution:
    """``name`` equals ``value // stride`` wherever the equation holds.

    For a stride above 1 the equation also needs ``value % stride == 0``.
    """

    guard: Expr
    name: str
    value: Expr
    stride: int
    same_range: bool

    @property
    def rank(self) -> tuple[int, int]:
        """Preference: renaming before shifting before striding."""
        return (self.stride > 1, 0 if self.same_range else 1)


def solutions(guard: Expr, names: Sequence[str], scope: Scope) -> list[Solution]:
    """Every way to solve an equation for one of the summed ``names``, best first."""
    if not ex.is_call(guard, "eq") or not guard.free.intersection(names):
        return []
    sides = difference(guard)
    if sides is None:
        return []
    atoms, constant = sides
    found = []
    for atom, c in atoms.items():
        if atom.op != "index":
            continue
        name: str = atom.data[0]
        if name not in names or scope.extent(name) is None or any(name in a.free for a in atoms if a is not atom):
            continue
        if not all(map(is_whole, atoms)):
            continue
        sign = -1 if c > 0 else 1
        others = {a: sign * k for a, k in atoms.items() if a is not atom}
        if constant or [*others.values()] != [1]:
            others = {_wide(a): k for a, k in others.items()}
        value = combination(others, sign * constant, scope)
        stride = abs(c)
        if stride > 1 and _waits_for_another(atoms, name, scope):
            continue
        same = value.op == "index" and stride == 1 and scope.extent(value.data[0]) in (None, scope.extent(name))
        found.append(Solution(guard, name, value, stride, same))
    found.sort(key=lambda s: s.name, reverse=True)  # of i == j keep i
    found.sort(key=lambda s: s.rank)
    return found


def is_whole(atom: Expr) -> bool:
    """Whether a term of an equation is an integer: inputs are, unless declared otherwise or `expr.FRACTIONAL`."""
    if not ex.has(atom, "access"):
        return True
    inputs = {t.data.name: t.data for t in ex.tensors(atom)}
    floats = {n for n, t in inputs.items() if ex.FRACTIONAL in t.structure or "float" in str(t.dtype)}
    if not floats:
        return True
    types = {n: np.dtype(float if n in floats else int) for n in inputs}
    return letter_of(dtypes_of([atom], types)[atom].dtype) in "biu"


def _is_position(value: Expr) -> bool:
    """Whether a value is declared to lie in the range of every index that it is compared with."""
    if value.op == "access":
        return value.data is None and "positions" in declared(value.args[0])
    return promise_of(value) == "positions"


def _is_limit(e: Expr, name: str, scope: Scope) -> bool:
    """Whether a factor says no more than that the index ``name`` is in its range."""
    extent = scope.extent(name)
    if not ex.is_call(e, "lt") or e.args[0] is not ex.index(name) or extent is None:
        return False
    return e.args[1] is extent or _in_inputs(e.args[1]) is extent


def _in_inputs(length: Expr) -> Expr:
    """A length with those of named arrays in it as lengths of inputs, written as extents are."""
    nodes = ex.postorder(length, into_arrays=False)
    arrays = {n: resolve_size(n) for n in nodes if n.op == "size" and n.args[0].op == "let"}
    form = affine.linear(ex.replace(length, arrays)) if arrays else None
    return length if form is None or form[0] else form[1].expr()


def _waits_for_another(atoms: dict[Expr, int], name: str, scope: Scope) -> bool:
    """Whether another summed index of the equation has coefficient 1 and should go first."""
    others = {a.data[0] for a, c in atoms.items() if a.op == "index" and abs(c) == 1}
    return bool((others - {name}) & scope.summed)


def eliminate(names: Sequence[str], factors: Sequence[Expr], scope: Scope) -> Expr | None:
    """``sum[names](product of factors)`` without its best delta, or None if it has none."""
    options = [s for f in factors for s in solutions(f, names, scope)]
    if not options:
        return None
    best = min(options, key=lambda s: s.rank)
    others = [f for f in factors if f is not best.guard]
    kept = [n for n in names if n != best.name]
    return ex.reduce("sum", kept, _apply(best, others, scope))


def distribute(names: Sequence[str], rest: list[Expr], total: Expr, scope: Scope) -> Expr | None:
    """``sum[names](rest * total)`` spread over the addends that hold a delta, if any do."""
    with_delta: list[Expr] = []
    without: list[Expr] = []
    for term in total.args:
        solvable = any(solutions(f, names, scope) for f in factors_of(term))
        (with_delta if solvable else without).append(term)
    if not with_delta:
        return None
    parts = [ex.call("add", *without), *with_delta] if without else with_delta
    own: Mapping[str, str] = {n: n for n in names}
    made = []
    for part in parts:  # each with names of its own: that one still says how long an index is tells nothing of another
        body = ex.rename(product([*rest, part]), own)
        made.append(ex.reduce("sum", [own[n] for n in names], body))
        own = {n: scope.fresh(n) for n in names}
    return ex.call("add", *made)


def _apply(solution: Solution, others: list[Expr], scope: Scope) -> Expr:
    name, value = solution.name, solution.value
    if solution.same_range:
        return substitute(product(others), name, value, scope)
    if solution.stride == 1 and _is_position(value):
        return product(padded(f, name, value, scope) for f in others if not _is_limit(f, name, scope))
    # the range of the name is a condition of its own below: as a factor it would be the range of an index in ``value``
    others = [f for f in others if not _is_limit(f, name, scope)]
    conditions: list[Expr] = []
    if solution.stride > 1:
        stride = ex.const(solution.stride)
        conditions.append(ex.call("eq", ex.call("mod", value, stride), ZERO))
        value = ex.call("floordiv", _wide(value), stride)
    dependent = [f for f in others if name in f.free]
    reads = [padded(f, name, value, scope) for f in dependent]
    independent = [f for f in others if name not in f.free]
    if _protected(dependent, name, scope):
        return product([*conditions, *independent, *reads])
    extent = scope.extent(name)
    assert extent is not None
    if not _nonnegative(value):
        conditions.append(ex.call("le", ZERO, value))
    conditions.append(ex.call("lt", value, extent))
    if all(is_guard(f) for f in reads):
        return product([*conditions, *independent, *reads])
    return ex.call("where", conjunction(conditions), product([*independent, *reads]), ZERO)


def _nonnegative(e: Expr) -> bool:
    """Whether an integer expression of indices is never negative."""
    parts = linear(e)
    return parts is not None and parts[1] >= 0 and all(c > 0 and a.op in ("index", "size") for a, c in parts[0].items())


def _protected(factors: list[Expr], name: str, scope: Scope) -> bool:
    """Whether padded reads alone make the product 0 outside the range of ``name``."""
    vanishing = any(_vanishes(f, name, scope) for f in _product_of(factors))
    return vanishing and all(finite_when_padded(f, name) for f in factors)


def _vanishes(e: Expr, name: str, scope: Scope) -> bool:
    """Whether ``e``, with its reads padded, is 0 outside the range of ``name``: a read, or a sum of such terms."""
    if ex.is_call(e, "add"):
        return all(any(_vanishes(f, name, scope) for f in _product_of([t])) for t in e.args)
    return (
        e.op == "access"
        and e.data in (None, 0)
        and any(reads_whole(e, k, name, scope) for k in range(len(e.args) - 1))
    )


def _product_of(factors: list[Expr]) -> list[Expr]:
    """The factors, and those under a sum: where one of these is 0, so is the product."""
    found: list[Expr] = []
    work = list(factors)
    while work:
        e = work.pop()
        inner = e.args[0] if e.op == "reduce" and e.data[0] == "sum" else e
        if inner is not e or ex.is_call(inner, "mul"):
            work.extend(factors_of(inner))
        else:
            found.append(e)
    return found


def reads_whole(access: Expr, axis: int, name: str, scope: Scope) -> bool:
    """Whether ``name`` runs over exactly the length of an axis that the factor reads at ``name``."""
    slot, extent = access.args[1 + axis], scope.extent(name)
    if slot.op != "index" or slot.data[0] != name or extent is None:
        return False
    own = ex.size(access.args[0], axis)
    if extent is own:
        return True
    if own.op == "size" and own.args[0].op == "let" and (extent is own_length(own) or extent is resolve_size(own)):
        return True
    # a plain length is not shortened: the index runs over the axes that it reads directly
    return extent.op == "size" and (access.args[0], axis) in scope.direct.get(name, ())


def finite_when_padded(e: Expr, name: str) -> bool:
    """Whether ``e`` stays finite where its reads at ``name`` give 0."""
    stack = [e]
    while stack:
        node = stack.pop()
        if name not in node.free or node.op in ("access", "index") or is_guard(node):
            continue
        if ex.is_call(node, "pow"):
            if not (node.args[1].op == "const" and type(node.args[1].data) is int and node.args[1].data > 0):
                return False
            stack.append(node.args[0])
        elif node.op == "call" and facts(node.data).finite != "not" or node.op == "reduce" and node.data[0] == "sum":
            stack.extend(node.args)
        else:
            return False
    return True


def padded(e: Expr, name: str, value: Expr, scope: Scope) -> Expr:
    """``e`` at ``name = value``, where reads outside an array give 0 and its declared length does not count."""

    def point(node: Expr) -> Expr | None:
        if node.op != "scan" or name not in node.free:
            return None
        if name in node.data[1]:
            return _pointwise(node, scope)
        # its own index stands in the value: computed for all values of both, and read at pairs of them
        return _as_array(node, scope) if value.free.intersection(node.data[1]) else None

    def pad(node: Expr) -> Expr | None:
        if ex.is_index(node, name):
            return ex.index(name)
        reads = node.op == "access" and node.data is None and name in node.free
        return ex.access(node.args[0], node.args[1:], 0) if reads else None

    for change in (point, pad):
        e = ex.rebuild(e, change, into_arrays=False)
    return substitute(e, name, value, scope)


def _pointwise(node: Expr, scope: Scope) -> Expr:
    """An index function written so that it can be read at one place."""
    function, names = node.data
    body = node.args[0]
    if function in ("softmax", "log_softmax"):
        new = {n: scope.fresh(n) for n in names}
        total = ex.reduce("logsumexp", [new[n] for n in names], ex.rename(body, new))
        shifted = ex.call("add", body, times(-1, total))
        return ex.call("exp", shifted) if function == "softmax" else shifted
    return _as_array(node, scope)


def _as_array(node: Expr, scope: Scope, outside: int | None = 0) -> Expr:
    """An index function as a read, padded if it may be outside, of an array that says its lengths."""
    axes = sorted(node.free)
    stated = symbolic_extents(node)  # an array says itself how long it is
    node = limited(node, {a: x for a in axes if a not in stated and (x := scope.extent(a)) is not None}, axes)
    array = ex.let("", axes, node)
    if array is node:  # the natural order of axes: an unnamed array all the same
        array = ex.let("_", axes, node)
    return ex.access(array, [ex.index(a) for a in axes], outside)


def _apart(node: Expr, name: str, value: Expr) -> bool:
    """Whether an index function at ``name = value`` is an element of an array: its own index stands there twice."""
    if node.op != "scan" or name not in node.data[1]:
        return node.op == "scan" and name in node.free and not value.free.isdisjoint(node.data[1])
    return value.op != "index" or value.data[0] in node.free


def substitute(e: Expr, name: str, value: Expr, scope: Scope) -> Expr:
    """``e`` at ``name = value``."""
    if name not in e.free:
        return e
    e = ex.rebuild(e, lambda n: _as_array(n, scope, None) if _apart(n, name, value) else None, into_arrays=False)
    if _wide(value) is not value:
        e = ex.rebuild(e, lambda node: _computed_wide(node, name, value), into_arrays=False)
    return ex.substitute(e, {name: value})


def _wide(value: Expr) -> Expr:
    """Data in the place of an index as 64 bits: ``t[l] - 1`` would wrap around where ``t`` is of uint8."""
    wide = value.op == "access" and value.args[0].op == "tensor" and value.args[0].data.dtype == "int64"
    data = value.op == "access" and not wide
    return ex.call("int", value) if data else value


def _computed_wide(node: Expr, name: str, value: Expr) -> Expr | None:
    """A call that computes with an index, with data in its place; comparisons have all numbers."""
    if node.op != "call" or node.data in _COMPARED or not any(ex.is_index(a, name) for a in node.args):
        return None
    return ex.with_args(node, [_wide(value) if ex.is_index(a, name) else a for a in node.args])


_COMPARED = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not"})
