"""Values that must be equal, computed in one order: what gradients of maxima compare.

A formula may be read with its indices exchanged.  The normal form then has its operands in another order, so that
``u[j,i]`` of one place is rounded otherwise than at another, and a maximum is found nowhere, or twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from espresso.algebra.contraction.equivalence import Equivalence, Key
from espresso.algebra.normal_form.symmetric import is_symmetric
from espresso.formulas.extents.bodies import each_statement, rebuilt
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import equalities, is_guard, reciprocal
from espresso.formulas.inference.dtypes import DType, dtypes_of


def all_rounded_alike(
    roots: Sequence[Expr], extents: Mapping[Expr, Mapping[str, Expr]], dtypes: Mapping[str, Any]
) -> dict[Expr, Expr]:
    """Each let below the roots and each bare root -> the same statement, `rounded_alike`."""
    known: dict[Expr, DType] = {}
    forms = Equivalence()

    def one_dtype(values: Sequence[Expr]) -> bool:
        """Whether a product of some of the values is computed in the dtype of them all: integers may wrap around."""
        types = dtypes_of(values, dtypes, known)
        return len({types[v] for v in values}) == 1

    def change(body: Expr, own: Mapping[str, Expr], arrays: Mapping[Expr, Expr]) -> Expr:
        return rebuilt(rounded_alike(body, own, one_dtype, forms), arrays)

    return each_statement(roots, extents, change)


def rounded_alike(
    body: Expr, extents: Mapping[str, Expr], one_dtype: Callable[[Sequence[Expr]], bool], forms: Equivalence
) -> Expr:
    """The body in which values whose equality is asked for are rounded alike, whichever of their indices come first.

    For targets that compute each operation as it stands; others store such values (`compiler.passes.cse`).

    Operands that are one another with indices exchanged are added and multiplied first, since two of them give the same
    number both ways: ``c[i]*c[j]*X[i,j]*X[j,i]`` is ``(c[i]*c[j])*(X[i,j]*X[j,i])``.  Where that is not enough, as for
    three of them, a value that exchanged indices leave the same is computed at sorted indices.

    Sums over indices stay as they are: otherwise they would be no products of matrices.
    """
    sides = [a for test in equalities(body) for a in test.args]
    new: dict[Expr, Expr] = {}
    for node in ex.ordered(sides, _made_of):
        copy = ex.with_args(node, [new[a] for a in node.args]) if _made_of(node) else node
        new[node] = _grouped(copy, extents, one_dtype, forms)
    changed = {node: copy for node, copy in new.items() if copy is not node}
    return ex.replace(body, changed, into_arrays=False) if changed else body


def in_one_form(roots: Sequence[Expr]) -> list[Expr]:
    """The formulas in which compared values are the same but for the names of their indices, where they mean that.

    In ``u[i,j] == max[k](u[i,k])`` and ``u[j,i] == max[k](u[j,k])`` the normal form of ``u[j,i]`` may have its operands
    in another order than that of ``u[i,k]``, and read symmetric sums in it at exchanged indices.
    """
    forms = Equivalence()
    first: dict[Key, tuple[Expr, tuple[str, ...]]] = {}

    def change(body: Expr, _: Mapping[str, Expr], arrays: Mapping[Expr, Expr]) -> Expr:
        new: dict[Expr, Expr] = {}
        for side in [a for test in equalities(body) for a in test.args]:
            value = side
            while value.op == "reduce" and value.data[0] in ("max", "min"):
                value = value.args[0]
            if value.op == "call" and len(value.free) > 1:
                key, names = forms.key(value)
                known, others = first.setdefault(key, (value, names))
                if known is not value and {*_arrays_of(known)} == {*_arrays_of(value)}:
                    at = {n.data[0]: n for n in ex.postorder(value, into_arrays=False) if n.op == "index"}
                    new[value] = ex.substitute(known, {a: at[b] for a, b in zip(others, names, strict=True)})
        return rebuilt(ex.replace(body, new, into_arrays=False) if new else body, arrays)

    changed = each_statement(roots, {}, change)
    return uniquify_all([changed[e] for e in roots]) if any(changed[e] is not e for e in roots) else [*roots]


def _arrays_of(e: Expr) -> list[Expr]:
    return [n.args[0] for n in ex.postorder(e, into_arrays=False) if n.op == "access"]


def at_sorted_indices(value: Expr, extents: Mapping[str, Expr]) -> Expr:
    """A value that exchanged indices leave the same, in a form that rounds it alike at both places.

    ``X[i,j]**2 + X[j,i]**2`` is not, where loops regroup products and fuse them with sums.
    """
    return _sorted(value, extents) if _depends_on_order(value) else value


def _depends_on_order(e: Expr) -> bool:
    """Whether rounding may depend on the order of operands; two are added or multiplied alike both ways."""
    nodes = ex.postorder(e, into_arrays=False)
    if any(n.op in ("reduce", "scan") for n in nodes):
        return False
    sums = [n for n in nodes if ex.is_call(n, "add") or ex.is_call(n, "mul")]
    return any(len(n.args) > 2 or any(ex.is_call(a, "mul") or ex.is_call(a, "pow") for a in n.args) for n in sums)


def _made_of(node: Expr) -> Sequence[Expr]:
    """The values that ``node`` is made of element by element."""
    return node.args if node.op == "call" or node.op == "reduce" and node.data[0] in ("max", "min") else ()


def _grouped(
    node: Expr, extents: Mapping[str, Expr], one_dtype: Callable[[Sequence[Expr]], bool], forms: Equivalence
) -> Expr:
    """A sum or product of three values and more, those first that differ by their indices alone.

    In one order, whatever the indices are called, where no operand is computed in another dtype than the others.
    """
    if node.op != "call" or node.data not in ("add", "mul") or len(node.args) < 3:
        return node
    places: dict[Expr, tuple[int, Expr]] = {}
    for a in node.args:
        places[a] = forms.number(a), a if a.op == "const" or is_guard(a) else node
    groups = ex.grouped((places[a], a) for a in node.args)
    several = [members for members in groups.values() if len(members) > 1]
    exact = [a for a in node.args if a.op == "const" or node.data == "mul" and is_guard(a)]
    ordered = one_dtype([node, *(a for a in node.args if a not in exact)])
    if not ordered and not (several and one_dtype([node, *(members[0] for members in several)])):
        return node
    operands = []
    for _, members in sorted(groups.items(), key=lambda item: item[0][0]) if ordered else groups.items():
        whole = _joined(node.data, members)
        operands.append(_sorted(whole, extents) if len(members) > 2 else whole)
    if len(operands) == 1:
        return operands[0]
    return ex.call(node.data, *(_apart(e) if ex.is_call(e, node.data) else e for e in operands))


def _joined(name: str, operands: Sequence[Expr]) -> Expr:
    """Their sum or product; divisors are multiplied, since one after the other they are two roundings."""
    if name == "mul" and len(operands) > 1 and reciprocal(operands[0]) is not None:
        return ex.call("pow", ex.call("mul", *(a.args[0] for a in operands)), operands[0].args[1])
    return ex.call(name, *operands)


def _apart(e: Expr) -> Expr:
    """A sum in a sum, or a product in a product, that is computed first: without a call around it, they are one."""
    return ex.call("stop_gradient", e)


def _sorted(e: Expr, extents: Mapping[str, Expr]) -> Expr:
    """A value at sorted indices, of those that may be exchanged, with its operands in an order that these decide."""
    groups = _exchangeable(e, extents)
    positions = {name: at for group in groups for name, at in zip(group, _in_order(group), strict=True)}
    if not positions:
        return e
    places = {name: f"%{k}.{len(group)}" for group in groups for k, name in enumerate(group)}
    given = {place: positions[name] for name, place in places.items()}
    return ex.substitute(ex.rebuild(ex.rename(e, places), _in_one_order, into_arrays=False), given)


def _in_one_order(node: Expr) -> Expr | None:
    if node.op != "call" or node.data not in ("add", "mul"):
        return None
    return ex.with_args(node, sorted(node.args, key=lambda a: (a.op != "const", a.digest)))


def _exchangeable(e: Expr, extents: Mapping[str, Expr]) -> list[list[str]]:
    """Groups of indices that may be exchanged in ``e``."""
    found = []
    left = sorted(e.free)
    while left:
        first, *others = left
        alike = [n for n in others if first in extents and extents.get(n) is extents[first]]
        group = [first, *(n for n in alike if is_symmetric(e, first, n))]
        left = [n for n in others if n not in group]
        found += [group] if len(group) > 1 else []
    return found


def _in_order(names: Sequence[str]) -> list[Expr]:
    """The least of some indices, the next one, ..."""
    at = [ex.index(n) for n in names]
    for end in range(len(at) - 1, 0, -1):  # bubble sort
        for k in range(end):
            at[k : k + 2] = ex.call("minimum", *at[k : k + 2]), ex.call("maximum", *at[k : k + 2])
    return at
