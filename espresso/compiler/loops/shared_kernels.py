"""Kernel deduplication: equal loop nests over other arrays become one function.

An unrolled loop gives the same loop nest for every step, with the names of that step and
with positions such as the 3 of ``x[3,b]``.  This module finds kernels that are equal
modulo the names of arrays, indices and lengths, the order of commuting operands, and such
positions, and says how to call the first of them in place of the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME
from espresso.ir.loops import Kernel, Program, Statement
from espresso.ir.nests import Begin, Compute, End, Loop, Node, computed, mapped
from espresso.records import dataclass


@dataclass(frozen=True)
class Instance:
    """A kernel as a call of ``function``: what stands in place of its arrays and lengths, and its positions."""

    function: Kernel
    arrays: Mapping[str, str]
    lengths: Mapping[Expr, Expr]
    positions: tuple[int, ...] = ()


def instances(
    program: Program, dtypes: Mapping[str, str], shared: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Instance]:
    """How each kernel of the program is called, by its name; most call themselves.

    ``shared`` names results that lie where another array lies (see `ir.storage.liveness.in_place`).
    """
    forms: dict[Any, list[_Form]] = {}
    for step in program.steps:
        if isinstance(step, Kernel):
            form = _Form(step, program, dtypes, shared)
            forms.setdefault(form.key, []).append(form)
    taken = {*dtypes, *program.buffers}
    found: dict[str, Instance] = {}
    for alike in forms.values():
        first = alike[0]
        columns = list(zip(*(f.positions for f in alike), strict=True))
        varying = list(dict.fromkeys(c for c in columns if len(set(c)) > 1))
        names = {column: ex.fresh(taken, f"at{k}") for k, column in enumerate(varying)}
        function = first.with_positions([names.get(c) for c in columns], list(names.values()))
        for member, form in enumerate(alike):
            found[form.kernel.name] = Instance(
                function,
                dict(zip(first.arrays, form.arrays, strict=True)),
                dict(zip(first.lengths, form.lengths, strict=True)),
                tuple(column[member] for column in varying),
            )
    return found


class _Form:
    """One kernel with its names replaced by numbers in the order in which they appear."""

    def __init__(
        self, kernel: Kernel, program: Program, dtypes: Mapping[str, str], shared: Mapping[str, str]
    ) -> None:
        self.kernel, self.program, self.dtypes = kernel, program, dtypes
        self.shared = {n: shared[n] for n in kernel.writes if n in shared}
        self.arrays: dict[str, int] = {}
        self.indices: dict[str, int] = {}
        self.lengths: dict[Expr, int] = {}
        self.spots: dict[tuple[Expr, int], int] = {}  # (read, slot) with a literal position
        self._shapes: dict[Expr, Any] = {}
        body = tuple(map(self._node, kernel.body))
        ranks = {n.data.name: n.data.rank for n in reversed(self._shapes) if n.op == "tensor"}  # the first one counts
        padded = {n.args[0].data.name for n in self._shapes if n.op == "access" and n.data is not None}
        known = {(e.args[0].data.name, e.data): e for e in self.lengths if e.op == "size"}
        tables = tuple(self._array(n, ranks.get(n), n in padded, known) for n in self.arrays)
        places = tuple(self.arrays.get(self.shared[n]) for n in self.arrays if n in self.shared)
        self.key = (body, tables, tuple(self.arrays[n] for n in kernel.partial), places, self._window())
        self.positions = tuple(node.args[slot].data for node, slot in self.spots)

    def with_positions(self, names: Sequence[str | None], parameters: Sequence[str]) -> Kernel:
        """The kernel with positions that vary as parameters of the function."""
        if not parameters:
            return self.kernel
        slots: dict[Expr, list[Expr]] = {}
        for (node, slot), name in zip(self.spots, names, strict=True):
            args = slots.setdefault(node, list(node.args))
            if name is not None:
                args[slot] = ex.index(name)
        values = {node: ex.access(args[0], args[1:], node.data) for node, args in slots.items()}
        changed: dict[int, Statement] = {}

        def new(s: Statement) -> Statement:
            if id(s) not in changed:
                slots = None if s.slots is None else tuple(ex.replace(e, values) for e in s.slots)
                changed[id(s)] = replace(s, body=ex.replace(s.body, values), slots=slots)
            return changed[id(s)]

        body = mapped(self.kernel.body, new)
        return replace(self.kernel, body=body, statements=computed(body), parameters=tuple(parameters))

    # --- numbers for names ---

    def _window(self) -> Any:
        """How the kernel runs in blocks."""
        window = self.kernel.window
        if window is None:
            return None
        local = sorted(
            (self.arrays[n], tuple(-1 if a is None else self.indices[a] for a in axes))
            for n, axes in window.local.items()
        )
        carried = sorted(self.arrays[n] for n in window.carried)
        return tuple(self.indices[n] for n in window.roles), tuple(local), tuple(carried)

    def _node(self, node: Node) -> Any:
        if isinstance(node, Loop):
            return ("loop", self._index(node.index), self._length(node.extent), *map(self._node, node.body))
        assert isinstance(node, Begin | Compute | End)
        own = self._statement(node.statement)
        return (type(node).__name__, own, *(self._index(n) for n in getattr(node, "inner", ())))

    def _statement(self, s: Statement) -> Any:
        body = self._body(s.body)
        slots = None if s.slots is None else tuple(self._body(e) for e in s.slots)
        axes = tuple(self._index(n) for n in s.axes)
        over = tuple(self._index(n) for n in s.over)
        lengths = tuple(self._length(s.extents[n]) for n in s.indices)
        return (self._name(s.name), axes, over, s.operator, s.dtype, s.accumulate, lengths, body, slots)

    def _name(self, name: str) -> int:
        return self.arrays.setdefault(name, len(self.arrays))

    def _index(self, name: str) -> int:
        return self.indices.setdefault(name, len(self.indices))

    def _length(self, e: Expr) -> Any:
        return ("const", e.data) if e.op == "const" else self.lengths.setdefault(e, len(self.lengths))

    def _array(self, name: str, rank: int | None, padded: bool, known: Mapping[tuple[str, int], Expr]) -> Any:
        """What code for an array may depend on: dtype, rank, where it lives, for padded reads the lengths of axes."""
        kernel, buffer = self.kernel, self.program.buffers.get(name)
        if buffer is not None:
            shape = buffer.shape
        else:
            shape = tuple(known.get((name, k), ex.index("?")) for k in range(rank or 0))
        lengths = tuple(
            ("const", e.data) if e.op == "const" else self.lengths.get(e) if padded else None for e in shape
        )
        row = kernel.rows.get(name)
        axes = next((s.axes for s in kernel.statements if s.name == name), ())
        kept = None if row is None else tuple(axes.index(a) for a in row)
        return (
            buffer is None, name in self.shared, self.dtypes.get(name), rank, lengths, name in kernel.reads,
            name in kernel.writes, name in kernel.scalars, kept,
        )  # fmt: skip

    # --- bodies ---

    def _body(self, e: Expr) -> Any:
        """``e`` with numbers for names, commuting operands sorted."""
        self._shape(e)
        self._visit(e)
        made: dict[Expr, str] = {}  # texts, not nested tuples: comparing those is a recursion
        for node in ex.postorder(e):
            if node.op == "index":
                own: Any = ("index", self.indices[node.data[0]], node.data[1])
            elif node.op == "tensor":
                own = ("tensor", self.arrays.get(node.data.name))
            elif node.op == "size":
                own = ("size", self.lengths[node])
            elif node.op == "const":
                own = ("const", type(node.data).__name__, repr(node.data))
            else:
                below = [made[a] for a in node.args]
                for slot in range(1, len(node.args)):
                    if (node, slot) in self.spots:
                        below[slot] = f"at {self.spots[node, slot]}"
                if node.op == "call" and BY_NAME[node.data].commutes:
                    below.sort()
                own = (node.op, repr(node.data), *below)
            made[node] = hash_of(own)
        return made[e]

    def _shape(self, e: Expr) -> None:
        """A key of each node without any names, by which commuting operands are sorted."""
        for node in ex.postorder(e):
            if node in self._shapes:
                continue
            if node.op == "tensor":
                shape: Any = ("tensor", node.data.rank, self.dtypes.get(node.data.name, ""))
            elif node.op in ("index", "size"):
                shape = (node.op,)
            elif node.op == "const":
                shape = ("const", repr(node.data))
            else:
                below = [self._shapes[a] for a in node.args]
                if node.op == "access":
                    below = [b if a.op != "const" else ("at",) for a, b in zip(node.args, below, strict=True)]
                elif node.op == "call" and BY_NAME[node.data].commutes:
                    below.sort()
                shape = (node.op, repr(node.data), *below)
            self._shapes[node] = hash_of(shape)

    def _visit(self, e: Expr) -> None:
        """Number what appears below ``e``, in an order that does not depend on names."""
        stack = [e]
        for node in ex.each_once(stack):
            if node.op == "index":
                self._index(node.data[0])
            elif node.op == "size":
                self._length(node)
                continue
            elif node.op == "tensor":
                self._name(node.data.name)
            elif node.op == "access":
                for slot, argument in enumerate(node.args):
                    if slot and argument.op == "const" and type(argument.data) is int and argument.data >= 0:
                        self.spots.setdefault((node, slot), len(self.spots))
            if node.op == "call" and BY_NAME[node.data].commutes:
                stack += sorted(node.args, key=self._rank, reverse=True)
            else:
                stack += reversed(node.args)

    def _rank(self, node: Expr) -> Any:
        """Sort key of an operand: its shape, then the numbers of what has one already."""
        known = [
            self.arrays.get(n.data.name, 1 << 30) if n.op == "tensor" else self.indices.get(n.data[0], 1 << 30)
            for n in ex.postorder(node) if n.op in ("tensor", "index")
        ]  # fmt: skip
        return (self._shapes[node], known)


def hash_of(shape: Any) -> str:
    """A short text for a nested tuple of short texts."""
    return hashlib.blake2b(repr(shape).encode(), digest_size=12).hexdigest()
