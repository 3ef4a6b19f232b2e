"""Expressions: questions about nodes, substitution, replacement, traversal.

Everything else imports the graph from here, as ``from . import expr as ex``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from espresso.formulas.graph.nodes import (
    ARRAY_OPS,
    BINDERS,
    Expr,
    K,
    Tensor,
    _make,
    access,
    call,
    closed,
    const,
    has,
    index,
    let,
    lets,
    ordered,
    postorder,
    program,
    recur,
    reduce,
    scalar,
    scan,
    size,
    tensor,
    with_args,
)

__all__ = [
    "ARRAY_OPS", "BINDERS", "Expr", "Formula", "Index", "Operand", "Tensor", "access", "arguments", "body",
    "bound", "call", "canonical", "closed", "const", "each_once", "fresh", "grouped", "has", "index",
    "index_names", "is_call", "is_const", "is_index", "iter_indices", "let", "lets", "moved", "ordered",
    "postorder", "program", "rebuild", "rebuild_all", "recur", "reduce", "rename", "replace", "scalar", "scan",
    "size", "statements", "substitute", "Text", "taking", "tensor", "tensors", "with_args",
]  # fmt: skip

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np

V = TypeVar("V")

Operand: TypeAlias = "Expr | complex | Fraction | np.number[Any] | np.bool_"
"""What operators and functions take: an expression or a number."""

Formula: TypeAlias = "Operand | str"
"""An expression, the text of one, or a number."""

Index: TypeAlias = "Expr | str | Sequence[Expr | str]"
"""An index object, names of indices such as ``"i j"``, or several of these."""

# --- questions --------------------------------------------------------------------------

FRACTIONAL = "fractional"
"""Marks inputs of floats that indices are compared with: one equals them only where they are whole, and none is put
in their place."""


def is_call(e: Expr, name: str) -> bool:
    """Whether ``e`` is a call of the scalar function ``name``."""
    return e.op == "call" and e.data == name


def is_const(e: Expr, value: Any = None) -> bool:
    """Whether ``e`` is a literal (equal to ``value``, if given)."""
    return e.op == "const" and (value is None or e.data == value)


def is_index(e: Expr, name: str) -> bool:
    """Whether ``e`` is the index ``name``."""
    return e.op == "index" and e.data[0] == name


def body(e: Expr) -> Expr:
    """The formula of the elements of a named array; anything else as it is."""
    return e.args[0] if e.op == "let" else e


def moved(at: Expr, distance: int) -> Expr:
    """The position ``at + distance``."""
    return call("add", at, const(distance)) if distance else at


def bound(e: Expr) -> tuple[str, ...]:
    """Names that ``e`` binds in its body; empty for nodes that bind nothing."""
    return e.data[1] if e.op in BINDERS else ()


def statements(e: Expr) -> dict[str, Expr]:
    """Named statements of ``e`` by name (the last of a name wins); a bare result is "out"."""
    named = {
        n.data[0]: n for n in (lets(e) if e.op != "program" else [*lets(e), *e.args]) if n.op == "let" and n.data[0]
    }
    for n in [n for n in named.values() if n.args[0].op == "recur"]:  # states that no other statement reads
        recurrence = n.args[0].data[0]
        for k, s in enumerate(recurrence.states):
            if s.name and s.name not in named:
                named[s.name] = let(s.name, s.axes, recur(recurrence, k, s.axes, n.args[0].args))
    last = e.args[-1] if e.op == "program" else e
    return named if last.name else {**named, "out": last}


def tensors(*roots: Expr) -> list[Expr]:
    """Input tensors in the order of first appearance in the printed program."""
    found: dict[Expr, None] = {}
    seen: set[Expr] = set()
    for part in dict.fromkeys([*lets(*roots), *roots]):  # statement by statement, as printed
        stack = list(part.args[::-1]) if part.op == "let" else [part]
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if node.op == "tensor":
                found[node] = None
            elif node.op != "let":
                stack.extend(node.args[::-1])
    return list(found)


def arguments(*roots: Expr) -> list[Expr]:
    """Inputs in the order of positional arguments: those of each root as it reads them, or as `taking` gave them."""
    found: dict[str, Expr] = {}
    for root in roots:
        if root.op == "program":
            for t in root.data or ():
                found.setdefault(t.name, tensor(t.name, t.rank, t.dtype, t.shape, t.structure))
            root = root.args[-1]
        found |= {t.data.name: t for t in tensors(root)}
    return list(found.values())


def taking(e: Expr, inputs: Iterable[Expr]) -> Expr:
    """``e`` that is called with these inputs, in this order, read or not, and then with others that it reads.

    A program with the inputs as its data, which stand beside the formula and not in it: wherever ``e`` is a part of
    another formula, it is its last statement alone.  ``e`` itself where it reads just these in this order.
    """
    parts = e.args if e.op == "program" else (e,)
    own = {t.data.name: t for t in tensors(parts[-1])}
    order = {t.data.name: own.get(t.data.name, t) for t in inputs} | own
    if list(order) == list(own):
        return program(parts)
    return _make("program", parts, tuple([t.data for t in order.values()]), parts[-1].free)


class Text(str):
    """The text of an expression made by `taking`, which `parse` gives these inputs again.

    The order of arguments is no part of the notation: to read, to print and to compare this is the formula alone.
    """

    inputs: tuple[Expr, ...]

    def __new__(cls, text: str, inputs: Iterable[Expr]) -> Text:
        made = super().__new__(cls, text)
        made.inputs = tuple(inputs)
        return made

    def __reduce__(self) -> Any:
        return Text, (str(self), self.inputs)


# --- substitution -----------------------------------------------------------------------

_LETTERS = "ijklmnpqrstuvabcdefgh"


def fresh(avoid: Iterable[str], like: str = "i") -> str:
    """An index name not in ``avoid``, near ``like`` in the usual order of letters."""
    taken = set(avoid)
    if like not in taken:
        return like
    start = _LETTERS.find(like) if len(like) == 1 else -1
    for letter in _LETTERS[start + 1 :] + _LETTERS[: max(start, 0)]:
        if letter not in taken:
            return letter
    stem = like.rstrip("0123456789") or "i"
    number = 1
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"


def fresh_names(avoid: Iterable[str], like: Iterable[str]) -> list[str]:
    """Names near some, none of them in ``avoid``, and all different."""
    taken, found = set(avoid), list[str]()
    for name in like:
        found.append(fresh(taken, name))
        taken.add(found[-1])
    return found


def substitute(e: Expr, values: Mapping[str, Expr]) -> Expr:
    """``e`` with free indices replaced by expressions, without capture.

    A scan whose own index gets a value that is not a fresh index is read at that
    position through an unnamed array, because it depends on all values of its index.
    """
    memo: dict[tuple[Expr, tuple[tuple[str, Expr], ...]], Expr] = {}

    def relevant(node: Expr, mapping: Mapping[str, Expr]) -> tuple[tuple[str, Expr], ...]:
        return tuple(sorted(((n, mapping[n]) for n in node.free if n in mapping), key=lambda p: p[0]))

    root_key = (e, relevant(e, values))
    stack = [root_key]
    while stack:
        key = stack[-1]
        if key in memo:
            stack.pop()
            continue
        node, pairs = key
        if not pairs:
            memo[key] = node
            stack.pop()
            continue
        mapping = dict(pairs)
        if node.op == "index":
            value = mapping[node.data[0]]
            if value.op == "index" and value.data[1] is None:  # a declared extent stays declared
                value = index(value.data[0], node.data[1])
            memo[key] = value
            stack.pop()
            continue
        if node.op == "scan":
            replaced = _substitute_scan(node, mapping)
            if isinstance(replaced, Expr):
                memo[key] = replaced
                stack.pop()
                continue
            names, mapping = replaced
        elif node.op == "recur":
            memo[key] = _substitute_recur(node, mapping)
            stack.pop()
            continue
        elif node.op == "reduce":
            names, mapping = _avoid_capture(node, mapping)
        else:
            names = ()
        keys = [(a, relevant(a, mapping)) for a in node.args]
        pending = [k for k in keys if k not in memo]
        if pending:
            stack.extend(pending)
            continue
        args = [memo[k] for k in keys]
        if node.op == "reduce":
            memo[key] = reduce(node.data[0], names, args[0])
        elif node.op == "scan":
            memo[key] = scan(node.data[0], names, args[0])
        else:
            memo[key] = with_args(node, args)
        stack.pop()
    return memo[root_key]


def _avoid_capture(node: Expr, mapping: dict[str, Expr]) -> tuple[tuple[str, ...], dict[str, Expr]]:
    """Rename the bound names of a reduce that a substituted value would fall under."""
    incoming = frozenset().union(*(v.free for v in mapping.values()))
    names = []
    avoid = set(incoming) | set(node.args[0].free) | set(node.data[1])
    for name in node.data[1]:
        if name in incoming:
            new = fresh(avoid, name)
            avoid.add(new)
            mapping[name] = index(new)
            names.append(new)
        else:
            names.append(name)
    return tuple(names), mapping


def _substitute_scan(node: Expr, mapping: dict[str, Expr]) -> Expr | tuple[tuple[str, ...], dict[str, Expr]]:
    own = [n for n in node.data[1] if n in mapping]
    others = node.free - mapping.keys()
    targets = [mapping[n].data[0] for n in own if mapping[n].op == "index"]
    taken = set(others) | {f for n, v in mapping.items() if n not in own for f in v.free}
    if len(set(targets)) == len(own) and not (set(targets) & taken):
        names = tuple(mapping[n].data[0] if n in mapping else n for n in node.data[1])
        if not (set(names) - set(targets)) & {f for v in mapping.values() for f in v.free}:
            return names, mapping
    axes = sorted(node.free)
    return access(closed("", axes, node), [mapping.get(a, index(a)) for a in axes])


def _substitute_recur(node: Expr, mapping: Mapping[str, Expr]) -> Expr:
    """A recurrence at other indices; at positions that are no indices it is read through an unnamed array."""
    recurrence, number, names = node.data
    values = [mapping.get(n, index(n)) for n in names]
    new = [v.data[0] for v in values if v.op == "index"]
    if len(set(new)) == len(names):
        return recur(recurrence, number, new, node.args)
    return access(closed("", names, node), values)


def rename(e: Expr, names: Mapping[str, str]) -> Expr:
    """``e`` with free indices renamed."""
    return substitute(e, {a: index(b) for a, b in names.items() if a != b})


def rename_all(e: Expr, names: Mapping[str, str]) -> Expr:
    """``e`` with free and bound indices renamed; named arrays stay, and bound names are different from all others."""

    def change(node: Expr) -> Expr | None:
        if node.op == "index":
            return index(names.get(node.data[0], node.data[0]), node.data[1])
        if node.op in ("reduce", "scan"):
            make = reduce if node.op == "reduce" else scan
            return make(node.data[0], [names.get(n, n) for n in node.data[1]], node.args[0])
        return None

    return rebuild(e, change, into_arrays=False)


def element(array: Expr, slots: Sequence[Expr]) -> Expr:
    """An element of a named array: its body with positions in the place of its axes."""
    return substitute(array.args[0], dict(zip(array.data[1], slots, strict=True)))


def rebuild(e: Expr, change: Callable[[Expr], Expr | None], into_arrays: bool = True) -> Expr:
    """Bottom-up copy: ``change(node)`` sees each node with new arguments; None keeps it.

    Without ``into_arrays`` the bodies of named arrays are left alone, where names of indices mean something else.
    """
    return rebuild_all([e], change, into_arrays)[0]


def rebuild_all(
    roots: Sequence[Expr], change: Callable[[Expr], Expr | None], into_arrays: bool = True
) -> list[Expr]:  # fmt: skip
    """``rebuild`` of several roots that share their common nodes."""
    return copied(roots, lambda _, copy: change(copy), into_arrays)


def copied(roots: Sequence[Expr], change: Callable[[Expr, Expr], Expr | None], into_arrays: bool = True) -> list[Expr]:
    """As ``rebuild``: ``change(node, copy)`` sees each node, and it with what its arguments became; None keeps that."""
    new: dict[Expr, Expr] = {}
    for node in postorder(*roots, into_arrays=into_arrays):
        whole = node.op == "let" and not into_arrays
        copy = node if whole else with_args(node, [new[a] for a in node.args])
        changed = change(node, copy)
        new[node] = copy if changed is None else changed
    return [new[r] for r in roots]


def replace(e: Expr, values: Mapping[Expr, Expr], into_arrays: bool = True) -> Expr:
    """``e`` with whole nodes replaced wherever they stand (also under binders); ``into_arrays`` as for ``rebuild``."""
    return replace_all([e], values, into_arrays)[0]


def replace_all(roots: Sequence[Expr], values: Mapping[Expr, Expr], into_arrays: bool = True) -> list[Expr]:
    """``replace`` in several roots that share their common nodes."""
    new: dict[Expr, Expr] = {}
    for node in postorder(*roots, into_arrays=into_arrays):
        if node in values:
            new[node] = values[node]
        elif node.op in ARRAY_OPS and not into_arrays:
            new[node] = node
        else:
            new[node] = with_args(node, [new[a] for a in node.args])
    return [new[r] for r in roots]


def canonical(e: Expr, order: Sequence[str] | None = None, known: dict[Expr, Expr] | None = None) -> Expr:
    """``e`` with indices renamed by position and names of lets dropped.

    ``known`` keeps the forms of named arrays between calls: one array is looked at once,
    however many others are made from it.  Two expressions that differ only in the names of
    their indices (bound, or free but in the same order of axes) have one canonical form:

    >>> a, b = (access(tensor("A", 2), [index(i), index(j)]) for i, j in ("ij", "kl"))
    >>> canonical(reduce("sum", ["j"], a)) is canonical(reduce("sum", ["l"], b))
    True
    """
    axes = e.axes if order is None else tuple(order)
    body = e.args[0] if e.op == "let" else e
    Key = tuple[Expr, tuple[tuple[str, str], ...]]
    memo: dict[Key, Expr] = {}
    inside: dict[Key, tuple[tuple[str, ...], list[Key]]] = {}

    def key_of(node: Expr, names: Mapping[str, str]) -> Key:
        return node, tuple(sorted((n, names[n]) for n in node.free))

    def step(node: Expr, names: dict[str, str]) -> tuple[tuple[str, ...], dict[str, str]]:
        own = node.data[1]
        if node.op == "scan":
            return tuple(names[n] for n in own), names
        if node.op == "let":  # closed: the names around it are others
            names = {}
        unused = (f"%{k}" for k in itertools.count() if f"%{k}" not in names.values())
        numbered = tuple(next(unused) for _ in own)
        return numbered, {**names, **dict(zip(own, numbered, strict=True))}

    def below(key: Key) -> list[Key]:
        node, names = key[0], dict(key[1])
        if known is not None and node in known:
            return []
        own: tuple[str, ...] = ()
        if node.op in BINDERS:
            own, names = step(node, names)
        inside[key] = own, [key_of(a, names) for a in node.args]
        return inside[key][1]

    start = key_of(body, {n: f"%{k}" for k, n in enumerate(axes)})
    for key in ordered([start], below):
        node, names = key[0], dict(key[1])
        if known is not None and node in known:
            memo[key] = known[node]
            continue
        own, keys = inside[key]
        args = [memo[k] for k in keys]
        if node.op == "index":
            memo[key] = index(names[node.data[0]], node.data[1])
        elif node.op in ("reduce", "scan"):
            memo[key] = (reduce if node.op == "reduce" else scan)(node.data[0], own, args[0])
        elif node.op == "recur":
            found, number, own = node.data
            memo[key] = recur(found, number, [names[n] for n in own], args)
        elif node.op == "let":
            memo[key] = closed("", own, args[0])
            if known is not None:
                known[node] = memo[key]
        else:
            memo[key] = with_args(node, args)
    result = memo[start]
    return closed("", tuple(f"%{k}" for k in range(len(axes))), result)


def each_once(stack: list[K]) -> Iterator[K]:
    """The items of a stack from its end, each once; who takes one may put those below it onto the stack."""
    seen: set[K] = set()
    while stack:
        item = stack.pop()
        if item not in seen:
            seen.add(item)
            yield item


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The values of each key, in their order."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def index_names(*nodes: Expr) -> set[str]:
    """Names of the indices that some nodes are, or bind as reductions and index functions."""
    names = {n.data[0] for n in nodes if n.op == "index"}
    return names.union(*(n.data[1] for n in nodes if n.op in ("reduce", "scan")))


def iter_indices(*roots: Expr) -> Iterator[Expr]:
    """All index nodes below some expressions."""
    return (n for n in postorder(*roots) if n.op == "index")
