"""Ranges of the bound indices of a body, compared before and after differentiation.

The extent of an index follows from the reads in which it stands.  A derivative keeps
only some of them: of ``sum[i](v*x[i] + w*x[i+1])`` by v there remains ``sum[i](x[i])``,
in which i would run one step further.  So whenever an index is bound again, this module
compares what determines its extent with what determined it in the formula, and says
which guard ``(i < extent)`` must be added.

A read such as ``x[i+1]`` under a branch of ``where`` determines an extent only where
nothing else does, so a factor that moves under a mask may no longer say how long an index
is: facts that come out of a branch are marked (`_hidden`), and count as other facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.lengths import Lengths
from espresso.formulas.extents.reads import Limit, limits_below, own_limits
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

Fact = str | tuple[str, Any, Any, Any]
"""A name that is read directly, or (name, array, axis, slot) for a read that is not direct.

In place of the array stands ``"eq"``, ``"lt"`` or ``"pad"`` for what else gives an extent,
``"all"`` for a direct read of an axis of just that length, ``"where"`` for a fact under a branch.
"""

_NONE: frozenset[Fact] = frozenset()


class Ranges:
    """Extents of all indices of one uniquified body, and what determines them.

    ``extents`` maps names to expressions over sizes of inputs; ``direct`` are the names
    whose extent is exactly the length of an axis that they read, ``shorter`` those that
    read an axis directly and may be shorter than it.
    """

    def __init__(self, body: Expr, extents: Mapping[str, Expr], lengths: Lengths) -> None:
        self.extents: dict[str, Expr] = dict(extents)
        self._lengths = lengths
        self.sizes: dict[str, int | None] = {}
        self._memo: dict[Expr, frozenset[Fact]] = {}
        self._names: set[str] = set(self.extents)
        self._twins: dict[str, list[str]] = {}
        read: dict[str, list[tuple[Expr, int]]] = {}
        shortened: set[str] = set()
        self._needs: dict[str, set[Fact]] = {}
        order = ex.postorder(body, into_arrays=False)
        open_ = _open_names(order)
        weak: dict[str, set[Fact]] = {}
        self._limits = dict(limits_below(order))
        capped = _effective(order, self._limits)
        for name, length in capped:
            self._needs.setdefault(name, set()).add((name, "lt", length, None))
        for node in order:
            self._names |= node.free
            if node.op in ("reduce", "scan"):
                self._names.update(node.data[1])
            if node.op == "index" and node.data[1] is not None:
                self.sizes[node.data[0]] = node.data[1]
                read.setdefault(node.data[0], [])
            for fact in self._indirect(node):
                if fact[0] in open_[node] or fact[1] in _ANYWHERE:
                    self._needs.setdefault(fact[0], set()).add(fact)
                else:
                    weak.setdefault(fact[0], set()).update(_hidden([fact]))
            if node.op == "access" and node.data is None:
                for axis, slot in enumerate(node.args[1:]):
                    if slot.op == "index":
                        read.setdefault(slot.data[0], []).append((node.args[0], axis))
                    elif len(slot.free) == 1 and slot.free <= open_[node] and linear(slot) is not None:
                        shortened |= slot.free
            for fact in _padded(node):
                weak.setdefault(fact[0], set()).add(fact)
        shortened |= {n for n, _ in capped if n in read and not any(self.whole(n, *axis) for axis in read[n])}
        self._weak = weak.keys() - read.keys() - self._needs.keys()
        self._needs.update((name, weak[name]) for name in self._weak)
        self.direct = frozenset(n for n in read if n not in shortened)
        self.shorter = shortened.intersection(read)
        self._needs = {
            n: facts | ({n} if n in read else set()) for n, facts in self._needs.items() if n not in self.direct
        }

    def another(self, name: str, taken: Iterable[str]) -> str:
        """An index name outside ``taken`` that runs over the range of ``name``."""
        twins = self._twins.setdefault(name, [])
        taken = set(taken)
        for twin in twins:
            if twin not in taken:
                return twin
        new = ex.fresh(self._names | taken, name)
        self._names.add(new)
        twins.append(new)
        if name in self.extents:
            self.extents[new] = self.extents[name]
        if name in self.sizes:
            self.sizes[new] = self.sizes[name]
        if name in self.direct:
            self.direct |= {new}
        if name in self.shorter:
            self.shorter |= {new}
            facts = [f for f in self._needs.get(name, ()) if not isinstance(f, str)]
            if all(isinstance(f[3], Expr) and f[3].free == {name} for f in facts):
                moved = {(new, *f[1:3], ex.rename(f[3], {name: new})) for f in facts}
                self._needs[new] = moved | ({new} if name in self._needs[name] else set())
        return new

    def new(self, like: str, extent: Expr, size: int | None = None) -> str:
        """An index name that the body does not have, for an index of the given extent (and declared size)."""
        name = ex.fresh(self._names, like)
        self._names.add(name)
        self.extents[name] = extent
        if size is not None:
            self.sizes[name] = size
        return name

    def index(self, name: str, new: str | None = None) -> Expr:
        """The index node (under a new name), with its declared size if the formula declares one."""
        return ex.index(new or name, self.sizes.get(name))

    def whole_read(self, array: Expr, names: Sequence[str]) -> Expr:
        """A read of an array whose axes run over the ranges of ``names``.

        It is padded where another array that is read at the same index is longer: a strict
        read says that both have one length.
        """
        pad = 0 if self.shorter.intersection(names) else None
        return ex.access(array, [self.index(n) for n in names], pad)

    def facts(self, e: Expr) -> frozenset[Fact]:
        """What ``e`` itself says about the extents of its free indices."""
        for node in ex.ordered([e], lambda n: [a for a in n.args if a.op not in ex.ARRAY_OPS and n.free], self._memo):
            self._memo[node] = self._facts(node) if node.free else _NONE
        return self._memo[e]

    def _facts(self, node: Expr) -> frozenset[Fact]:
        limits = own_limits(node, self._limits)
        if limits:
            self._limits[node] = limits
        parts = [self._memo[a] for a in node.args if a.op not in ex.ARRAY_OPS and self._memo[a]]
        if ex.is_call(node, "where"):
            parts = [self._memo[node.args[0]], *(_hidden(self._memo[a]) for a in node.args[1:])]
        own: set[Fact] = set()
        if node.op == "access" and node.data is None:
            for axis, slot in enumerate(node.args[1:]):
                if slot.op == "index":
                    name = slot.data[0]
                    own.add(name)
                    if name in self._needs and self.whole(name, node.args[0], axis):
                        own.add((name, "all", None, None))
        elif node.op == "index" and node.data[1] is not None:
            own = {node.data[0]}
        own |= {f for f in (*self._indirect(node), *_padded(node)) if f[0] in self._needs}
        if own:
            parts.append(frozenset(own))
        together = parts[0] if len(parts) == 1 else _NONE.union(*parts)
        if node.op == "reduce" and together:
            gone = set(node.data[1])
            together = frozenset(f for f in together if (f if isinstance(f, str) else f[0]) not in gone)
        return together

    def holds(self, name: str, e: Expr) -> bool:
        """Whether ``name`` runs over the same range in ``e`` as in the formula."""
        needs = self._needs.get(name)
        if needs is None:
            return name in self.facts(e) or name not in self.extents
        facts = self.facts(e)
        if (name, "all", None, None) in facts:
            return True
        if name in self._weak and any(f[0] == name and f[1] not in _ANYWHERE for f in facts if not isinstance(f, str)):
            return False  # a read has come out of its mask and would decide
        if name in self._weak and any(f[0] == name and f[1] == "pad" and f not in needs for f in facts if f != name):
            return False  # padded reads of several arrays say nothing where their lengths may differ
        return needs <= facts.union((n, "lt", length, None) for n, length in self._limits.get(e, ()))

    def whole(self, name: str, array: Expr, axis: int) -> bool:
        """Whether ``name`` is known to run over exactly the given axis."""
        return name in self.extents and self._lengths.equal(self._lengths.of(array, axis), self.extents[name])

    def guards(self, names: Iterable[str], e: Expr) -> list[Expr]:
        """The factors ``(i < extent)`` that keep the ranges of ``names`` in ``e``."""
        return [
            ex.call("lt", self.index(n), self.extents[n]) for n in names if n in self.extents and not self.holds(n, e)
        ]

    def _indirect(self, node: Expr) -> list[tuple[str, Any, Any, Any]]:
        """Reads that are not direct, and equations that give an index its extent."""
        if node.op == "access" and node.data is None:
            return [
                (name, node.args[0], axis, slot)
                for axis, slot in enumerate(node.args[1:])
                if slot.op != "index" and slot.free and linear(slot) is not None
                for name in slot.free
            ]
        if ex.is_call(node, "eq") and all(a.op == "index" for a in node.args):
            left, right = node.args
            return [(left.data[0], "eq", right, None), (right.data[0], "eq", left, None)]
        return []


_ANYWHERE = frozenset({"eq", "pad", "all", "where"})
"""Kinds of facts that count under ``where`` as they do elsewhere."""


def _hidden(facts: Iterable[Fact]) -> frozenset[Fact]:
    """Facts of a branch of ``where`` as they count outside it."""
    return frozenset(f if isinstance(f, str) or f[1] in _ANYWHERE else (f[0], "where", f, None) for f in facts)


def _open_names(order: Sequence[Expr]) -> dict[Expr, frozenset[str]]:
    """For each node of a body the indices bound above it, or free, without a branch of ``where`` between."""
    found = {order[-1]: order[-1].free}
    for node in reversed(order):
        if node.op in ex.ARRAY_OPS:
            continue
        above = found[node].union(node.data[1]) if node.op == "reduce" else found[node]
        for k, part in enumerate(node.args):
            names = frozenset[str]() if k and ex.is_call(node, "where") else above
            found[part] = found[part] | names if part in found else names
    return found


def _padded(node: Expr) -> list[tuple[str, Any, Any, Any]]:
    """Padded reads at a single index, which give it an extent if nothing else does."""
    if node.op != "access" or node.data is None:
        return []
    return [(s.data[0], "pad", node.args[0], k) for k, s in enumerate(node.args[1:]) if s.op == "index"]


def _effective(order: Sequence[Expr], limits: Mapping[Expr, Sequence[Limit]]) -> list[Limit]:
    """The limits of a body that stand right under the sum that binds the index, or around it all."""
    found = list(limits.get(order[-1], ()))
    for node in order:
        if node.op == "reduce" and node.data[0] == "sum":
            found += [p for p in limits.get(node.args[0], ()) if p[0] in node.data[1]]
    return found
