"""Unique names for bound indices: alpha-renaming.

A body is what stands on the right side of one statement; a let inside it is an array
with a body, and names, of its own.  Two reductions over one and the same body keep the
same names, since their indices run over the same values and the body stays shared; any
other two binders get different names, and no binder uses the name of a free index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import sized, sizing

Renaming = tuple[tuple[str, str], ...]
"""Names that changed, as sorted (old, new) pairs; only of indices that are free in the node."""

Context = tuple[Expr, Renaming]
"""A node of a body together with the names that its free indices have got there."""


def uniquify(root: Expr) -> Expr:
    """Return ``root`` with every binder renamed that shares a name with another index.

    Names stay as they are where nothing clashes; a root without clashes is returned
    itself, so the function is idempotent.  Lets inside are treated one by one.

    >>> x = ex.access(ex.tensor("x", 1), [ex.index("i")])
    >>> e = uniquify(ex.call("add", x, ex.reduce("sum", ["i"], x)))
    >>> e.args[1].data
    ('sum', ('j',))
    """
    return uniquify_all([root])[0]


def uniquify_all(roots: Sequence[Expr]) -> list[Expr]:
    """``uniquify`` of several roots; lets that they share stay shared."""
    arrays: dict[Expr, Expr] = {}
    done: dict[Expr, Expr] = {}
    for node in ex.postorder(*roots):
        if node.op == "let":
            body = _renamed(node.args[0], node.data[1], arrays)
            done[node] = node if body is node.args[0] else ex.with_args(node, [body])
            if done[node] is not node:
                arrays[node] = done[node]
    result = []
    for root in roots:
        if root.op == "program":
            result.append(ex.program([_part(p, arrays, done) for p in root.args]))
        else:
            result.append(_part(root, arrays, done))
    return result


def uniquify_body(body: Expr, axes: Sequence[str]) -> Expr:
    """``uniquify`` of one body alone: the arrays that it reads stay the same objects, which others may read too."""
    return _renamed(body, axes, {})


def declare(roots: Sequence[Expr], sizes: Mapping[str, int]) -> list[Expr]:
    """Return the roots with the extents of some indices written into them.

    Extents given by name, as in ``sizes={"k": 3}``, mean the names that the user wrote;
    this has to come before anything that renames indices.
    """
    if not sizes:
        return list(roots)

    def bare(e: Expr) -> Expr:
        if e.op == "program":
            return ex.program([*e.args[:-1], bare(e.args[-1])])
        return e if e.op in ex.ARRAY_OPS else sized(e, e.axes, sizes)

    return ex.rebuild_all([bare(e) for e in roots], sizing(sizes))


def declare_steps(roots: Sequence[Expr], sizes: Mapping[str, int]) -> list[Expr]:
    """The roots as errors show them: as they are, but for recurrences whose lengths nothing else tells."""
    return declare(roots, sizes) if any(n.op == "recur" for n in ex.postorder(*roots)) else list(roots)


def _part(root: Expr, arrays: dict[Expr, Expr], done: dict[Expr, Expr]) -> Expr:
    if root.op == "tensor":
        return root
    return done[root] if root.op == "let" else _renamed(root, root.axes, arrays)


def _renamed(body: Expr, axes: Sequence[str], arrays: dict[Expr, Expr]) -> Expr:
    """``body`` with clashing binders renamed and arrays replaced."""
    if not arrays and not ex.has(body, "reduce"):
        return body
    nodes, clash = _survey(body, axes)
    if not clash and not any(n in arrays for n in nodes):
        return body
    order, binders = _contexts(body, axes) if clash else ([(n, ()) for n in nodes], {})
    new: dict[Context, Expr] = {}
    for context in order:
        node, names = context
        if node.op in ex.ARRAY_OPS:
            new[context] = arrays.get(node, node)
        elif node.op == "index":
            new[context] = ex.index(names[0][1], node.data[1]) if names else node
        elif not node.args:
            new[context] = node
        else:
            own = binders.get(context, node.data[1] if node.op in ("reduce", "scan") else ())
            args = [new[c] for c in _inner(node, names, own)]
            if node.op == "reduce":
                new[context] = ex.reduce(node.data[0], own, args[0])
            elif node.op == "scan":
                to = dict(names)
                new[context] = ex.scan(node.data[0], [to.get(n, n) for n in own], args[0])
            else:
                new[context] = ex.with_args(node, args)
    return new[order[-1]]


def contexts(body: Expr, axes: Sequence[str]) -> tuple[list[Context], dict[Context, tuple[str, ...]]]:
    """Return every node of a body once per naming, arguments first, and the names of each reduction there.

    In each pair the free indices of the node are called by the names that `uniquify`
    would give them; of lets only the node itself is listed.
    """
    nodes, clash = _survey(body, axes)
    if clash:
        return _contexts(body, axes)
    return [(n, ()) for n in nodes], {(n, ()): n.data[1] for n in nodes if n.op == "reduce"}


def _survey(body: Expr, axes: Sequence[str]) -> tuple[list[Expr], bool]:
    """The nodes of a body, and whether any binder of it needs another name."""
    nodes = ex.postorder(body, into_arrays=False)
    if not ex.has(body, "reduce"):
        return nodes, False
    free = set(axes)
    owner: dict[str, tuple[Expr, frozenset[str]]] = {}
    for node in nodes:
        if node.op == "reduce":
            mine = (node.args[0], frozenset(node.data[1]))
            for name in node.data[1]:
                if name in free or owner.setdefault(name, mine) != mine:
                    return nodes, True
    return nodes, False


def _inner(node: Expr, names: Renaming, own: Sequence[str]) -> list[Context]:
    """Contexts of the arguments of ``node``, whose own bound names become ``own``."""
    renamed = node.op == "reduce" and tuple(own) != node.data[1]
    if not names and not renamed:
        return [(a, ()) for a in node.args]
    table = dict(names)
    if node.op == "reduce":
        for old, new in zip(node.data[1], own, strict=True):
            table.pop(old, None)
            if old != new:
                table[old] = new
    return [(a, tuple(sorted((n, table[n]) for n in a.free if n in table)) if a.free else ()) for a in node.args]


def inner(context: Context, binders: Mapping[Context, tuple[str, ...]]) -> list[Context]:
    """Return the contexts of the arguments of a node of a body."""
    node = context[0]
    return _inner(node, context[1], binders.get(context, ()))


class _Names:
    """Names in use in one body, and new ones near a given one."""

    def __init__(self, used: Sequence[str], present: set[str]) -> None:
        self.used = set(used)
        self.present = present | self.used
        self.numbers: dict[str, int] = {}

    def claim(self, name: str) -> str:
        if name in self.used:
            name = self.fresh(name)
        self.used.add(name)
        self.present.add(name)
        return name

    def fresh(self, like: str) -> str:
        head, mark, length = like.partition(":")
        if mark:  # names of tracing say their length behind a colon
            while f"{head}.{self.numbers.setdefault(like, 1)}:{length}" in self.present:
                self.numbers[like] += 1
            return f"{head}.{self.numbers[like]}:{length}"
        stem = like.rstrip("0123456789") or "i"
        if stem not in self.numbers:
            name = ex.fresh(self.present, like)
            if name.isalpha() and len(name) == 1:
                return name
            self.numbers[stem] = 1
        while f"{stem}{self.numbers[stem]}" in self.present:
            self.numbers[stem] += 1
        return f"{stem}{self.numbers[stem]}"


def _contexts(body: Expr, axes: Sequence[str]) -> tuple[list[Context], dict[Context, tuple[str, ...]]]:
    """Contexts in postorder, and the new names of each reduction; outer ones choose first."""
    everything = ex.postorder(body, into_arrays=False)
    present = {n for node in everything if node.op in ("index", "reduce") for n in _own_names(node)}
    names = _Names(axes, present)
    chosen: dict[tuple[Expr, frozenset[str], Renaming], dict[str, str]] = {}
    binders: dict[Context, tuple[str, ...]] = {}

    def inside(context: Context) -> list[Context]:
        node, renaming = context
        if node.op in ex.ARRAY_OPS:
            return []
        own: Sequence[str] = ()
        if node.op == "reduce":
            key = (node.args[0], frozenset(node.data[1]), renaming)
            if key not in chosen:
                chosen[key] = {n: names.claim(n) for n in node.data[1]}
            own = binders[context] = tuple(chosen[key][n] for n in node.data[1])
        return _inner(node, renaming, own)

    root: Context = (body, ())
    return ex.ordered([root], inside), binders


def _own_names(node: Expr) -> tuple[str, ...]:
    return (node.data[0],) if node.op == "index" else node.data[1]
