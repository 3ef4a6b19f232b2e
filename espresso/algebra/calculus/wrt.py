"""The ``wrt`` argument of derivatives: names, tensors, accesses, and nested structures of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from espresso.errors import DerivativeError, RankError, suggestion
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.notation.parsing import expression_of
from espresso.records import dataclass
from espresso.structures import opened
from espresso.system.locks import cached_property

_NAME = re.compile(r"\s*((?:[^\W\d][\w']*|`(?:[^`]|``)+`))\s*(?:\[([^\[\]]*)\])?\s*$")


@dataclass(frozen=True)
class Variable:
    """An array of the formula, how results call it, and names for its axes if they were given."""

    array: Expr
    label: str
    names: tuple[str, ...] | None = None

    def unnamed(self) -> Variable:
        """The same variable with axes named as the formula names them."""
        return Variable(self.array, self.label)

    def within(self, root: Expr) -> Variable:
        """The same variable in a rewritten form of the formula."""
        if self.array.op != "let":
            return self
        same = [
            n for n in ex.lets(root) if n.data[0] == self.array.data[0] and n.ndim == self.array.ndim and n is not root
        ]
        return Variable(same[-1] if same else self.array, self.label, self.names)


def root_of(e: Any) -> Expr:
    """``e`` as a root: a let or a scalar body; of a program its last statement."""
    root = expression_of(e)
    if root.op == "program":
        root = root.args[-1]
    if root.op == "tensor":
        return ex.access(root, [ex.index(n) for n in "ijklmnpqrstuv"[: root.data.rank]])
    return root


def variables(wrt: Any, root: Expr) -> Any:
    """``wrt`` with the array that each leaf means in ``root``; DerivativeError if there is none of that name."""
    arrays = _Arrays(root)
    return mapped(wrt, lambda w: _variable(w, arrays))


class _Arrays:
    """What can be meant by a name in one formula, looked up once."""

    def __init__(self, root: Expr) -> None:
        self.root = root

    @cached_property
    def tensors(self) -> dict[str, Expr]:
        return {t.data.name: t for t in ex.tensors(self.root)}

    @cached_property
    def lets(self) -> dict[str, Expr]:
        return {n.data[0]: n for n in ex.lets(self.root) if n.data[0] and n is not self.root}


def _variable(wrt: Any, arrays: _Arrays) -> Variable:
    if isinstance(wrt, Variable):
        return wrt
    if isinstance(wrt, str):
        return _by_name(wrt, arrays)
    if not isinstance(wrt, Expr):
        raise DerivativeError(f"a derivative is taken by an input (its name, or a tensor), not by {type(wrt).__name__}")
    names = None
    if wrt.op == "access":
        plain = [i.data[0] for i in wrt.args[1:] if i.op == "index"]
        names = tuple(plain) if len(set(plain)) == len(wrt.args) - 1 else None
        wrt = wrt.args[0]
    if wrt.op == "tensor":
        return Variable(_declared(wrt, arrays), wrt.data.name, names)
    if wrt.op == "let" and wrt.data[0]:
        found = _by_name(wrt.data[0], arrays)
        return Variable(found.array, found.label, names)
    raise DerivativeError(
        "a derivative is taken by an input or a named statement of the formula, not by another expression.\n"
        "Give the expression a name (a statement of its own) to differentiate by it."
    )


def _declared(tensor: Expr, arrays: _Arrays) -> Expr:
    """The input of the formula with the name of ``tensor``, which may carry other declarations."""
    known = arrays.tensors.get(tensor.data.name, tensor)
    if known.data.rank != tensor.data.rank:
        raise RankError(
            f"{tensor.data.name} has {known.data.rank} axes in the formula and {tensor.data.rank} here.\n"
            "Give its name, or a tensor with as many indices."
        )
    return known


def _by_name(text: str, arrays: _Arrays) -> Variable:
    array = arrays.tensors.get(text, arrays.lets.get(text))  # also a name that a formula writes in backquotes
    if array is not None:
        return Variable(array, text)
    match = _NAME.match(text)
    if match is None:
        raise DerivativeError(f"{text!r} is not the name of an input; write it as 'w', 'w[j]' or '`a b`'")
    name = match[1] if match[1][0] != "`" else match[1][1:-1].replace("``", "`")
    array = arrays.tensors.get(name, arrays.lets.get(name))
    if array is None:
        known = list(arrays.tensors)
        raise DerivativeError(
            f"there is no input {name!r} in the formula.{suggestion(name, [*arrays.lets, *known])}\n"
            f"Its inputs are {', '.join(known) or '(none)'}; give the tensor itself for a derivative that is zero."
        )
    names = None
    if match[2] is not None:
        names = tuple(n.strip() for n in match[2].split(",") if n.strip())
        if len(names) != array.ndim or len(set(names)) != len(names) or not all(n.isidentifier() for n in names):
            raise DerivativeError(f"{name} has {array.ndim} axes; {text!r} must name each of them once")
    return Variable(array, name, names)


def mapped(structure: Any, change: Callable[[Any], Any]) -> Any:
    """``structure`` with every leaf changed: lists, tuples, dicts and dataclasses keep their form."""
    found = None if isinstance(structure, (str, Variable, Expr)) else opened(structure)
    return change(structure) if found is None else found[1]([mapped(v, change) for _, v in found[0]])
