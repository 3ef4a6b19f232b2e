"""Operands of simplified formulas in the order in which the user wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

_SYMMETRIC = frozenset({"add", "mul", "eq", "ne", "and", "or", "maximum", "minimum", "logaddexp", "hypot"})


def in_written_order(simple: Mapping[str, Expr], written: Iterable[Expr]) -> dict[str, Expr]:
    """``simple`` with the operands of sums, products and the like in the order of ``written``.

    The normal form sorts operands by name.  An operand that was not written stands where the first array that it reads
    was; literals stay where they are.

    >>> x, y = (ex.access(ex.tensor(n, 0), []) for n in "xy")
    >>> written = ex.closed("z", [], ex.call("add", y, x))
    >>> print(in_written_order({"z": ex.call("add", x, ex.const(1), y)}, [written])["z"])
    y + 1 + x
    """
    numbers: dict[Any, int] = {}
    roots, before = list(simple.values()), ex.lets(*written)
    forms = _forms([*before, *roots], numbers)
    places, orders = _places(before, forms)
    first: dict[Expr, tuple[int, int]] = {}  # the place of each node; its depth, where it was not written

    def change(node: Expr) -> Expr:
        form = forms[node] if node in forms else _form(node, forms, numbers)
        forms[node] = form
        if node.op == "call" and node.data in _SYMMETRIC:
            node = ex.with_args(node, _sorted(node.args, orders.get(form), first, forms))
            forms[node] = form
        name = _array(node)
        inside = [first[a] for a in node.args if a in first]
        if form in places:
            first[node] = (places[form], 0)
        elif name in places:
            first[node] = (places[name], node.depth)
        elif inside:
            first[node] = (min(inside)[0], node.depth)
        return node

    return dict(zip(simple, ex.rebuild_all(roots, change), strict=True))


def _sorted(
    operands: Sequence[Expr],
    ranks: Mapping[Any, int] | None,
    first: Mapping[Expr, tuple[int, int]],
    forms: Mapping[Expr, int],
) -> list[Expr]:
    if ranks is not None:  # the operation was written
        return sorted(operands, key=lambda a: ranks.get(a, ranks[forms[a]]))
    following = iter(sorted((a for a in operands if a in first), key=first.__getitem__))
    return [next(following) if a in first else a for a in operands]


def _forms(roots: Sequence[Expr], numbers: dict[Any, int]) -> dict[Expr, int]:
    """A number for each node: the same for nodes that differ by names of indices or by the order of operands."""
    found: dict[Expr, int] = {}
    for node in ex.postorder(*roots):
        found[node] = _form(node, found, numbers)
    return found


def _form(node: Expr, forms: Mapping[Expr, int], numbers: dict[Any, int]) -> int:
    parts = [forms[a] for a in node.args]
    if node.op == "call" and node.data in _SYMMETRIC:
        parts.sort()
    data = node.data
    if node.op in ("reduce", "scan"):
        data = data[0], len(data[1])
    elif node.op == "index":
        data = None
    elif node.op == "let":
        data, parts = data[0], []
    return numbers.setdefault((node.op, type(data), repr(data), *parts), len(numbers))


def _places(written: Sequence[Expr], forms: Mapping[Expr, int]) -> tuple[dict[Any, int], dict[int, dict[Any, int]]]:
    """Where each form, and each array by its name, is read first; the operands of symmetric operations by rank."""
    places: dict[Any, int] = {}
    orders: dict[int, dict[Any, int]] = {}
    seen: set[Expr] = set()
    for array in written:
        stack = [array.args[0]]
        while stack:
            node = stack.pop()
            if node in seen or node.op in ("const", "let", "tensor"):
                continue
            seen.add(node)
            position = len(seen)
            places.setdefault(forms[node], position)
            places.setdefault(_array(node), position)
            if node.op == "call" and node.data in _SYMMETRIC and forms[node] not in orders:
                ranks: dict[Any, int] = {}
                for rank, a in enumerate(node.args):
                    ranks[a] = rank
                    ranks.setdefault(forms[a], rank)
                orders[forms[node]] = ranks
            stack.extend(reversed(node.args))
    places.pop(None, None)
    return places, orders


def _array(node: Expr) -> str | None:
    """The name of the array that a read reads."""
    if node.op != "access":
        return None
    array = node.args[0]
    return str(array.data.name if array.op == "tensor" else array.data[0])
