"""Batch statistics, and the statements of a program rewritten to the indices of one of them (`norms`)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from espresso.compiler.matching.identity_testing import atoms, evaluated, plain, same, sized
from espresso.compiler.matching.replacement import Matched
from espresso.compiler.sizes import Size
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Statement, accesses, indices_of

ROOTS = ("sqrt", "rsqrt", "pow")
"""What a deviation is made with."""


@dataclass(frozen=True)
class Batch:
    """The statistics of x over a batch: the statements of S and V, in the indices of S; the number of elements N."""

    total: Statement
    spread: Statement
    anchor: Expr
    count: Expr

    @property
    def channel(self) -> str:
        """The index of the channel."""
        return self.total.axes[0]

    @property
    def axes(self) -> tuple[str, ...]:
        """The indices in the order of an array that is read."""
        return names_of(self.anchor) or ()

    @property
    def x(self) -> Expr:
        """What is normalised."""
        return self.total.body

    def read(self, name: str) -> Expr:
        """A number for each channel."""
        return ex.access(ex.tensor(name, 1), [ex.index(self.channel)])

    @property
    def mean(self) -> Expr:
        """S/N."""
        return product(self.read(self.total.name), inverse(self.count))

    @property
    def centred(self) -> Expr:
        """x - S/N."""
        return difference(self.x, self.mean)


@dataclass(frozen=True)
class Part:
    """A part of a statement: of ``node`` in its body, a sum or product, it is ``own`` beside the terms ``rest``."""

    statement: Statement
    node: Expr
    own: Expr
    rest: tuple[Expr, ...]

    @property
    def whole(self) -> bool:
        """Whether the statement is nothing else."""
        return self.node is self.statement.body and not self.rest

    def reading(self, name: str, axes: Sequence[str]) -> Statement:
        """The statement with an array in place of the part."""
        read = ex.access(ex.tensor(name, len(axes)), [ex.index(a) for a in axes])
        new = ex.call(self.node.data, read, *self.rest) if self.rest else read
        return replace(self.statement, body=ex.replace(self.statement.body, {self.node: new}))


class Norms:
    """The statements of the code, in the indices of one of them."""

    def __init__(self, code: Matched, dtypes: Mapping[str, str], size_of: Size) -> None:
        self.steps = [s for s in code.steps if isinstance(s, Statement) and s.slots is None]
        self.makers = {s.name: s for s in self.steps}
        self.buffers, self.size_of = code.buffers, size_of
        self._code = code, dtypes
        self.forget()
        self._known: dict[tuple[str, bool], tuple[Expr, dict[str, list[Expr]]]] = {}
        self._rooted: set[str] | None = None
        self.batches: dict[str, Batch | None] = {}

    def forget(self) -> None:
        """No names are taken but those of the code."""
        code, self.dtypes = self._code
        self.taken = {*code.buffers, *self.dtypes}

    def statement(self, name: str) -> Statement | None:
        """The statement that makes an array."""
        return self.makers.get(name)

    def sums(self, over: int) -> Iterator[Statement]:
        """Sums over that many indices, a number for each value of one."""
        return (s for s in self.steps if s.operator == "sum" and len(s.axes) == 1 and len(s.over) == over)

    def maps(self, rank: int) -> Iterator[Statement]:
        """Statements that compute each element by itself."""
        return (s for s in self.steps if s.operator is None and len(s.axes) == rank)

    def rooted(self, rank: int) -> Iterator[Statement]:
        """Those of them with a deviation: a root, or numbers of each channel that have one."""
        if self._rooted is None:
            self._rooted = set()
            for s in self.steps:  # each after what it reads
                nodes = ex.postorder(s.body)
                if s.operator is None and any(
                    n.op == "call" and n.data in ROOTS or n.op == "access" and len(n.args) == 2
                    and n.args[0].data.name in self._rooted for n in nodes
                ):  # fmt: skip
                    self._rooted.add(s.name)
        return (s for s in self.maps(rank) if s.name in self._rooted)

    def told(self, s: Statement, anchors: Sequence[Expr], own: Collection[Expr] = ()) -> Statement | None:
        """A statement in the indices of one of these reads; numbers of each channel, and maps of ``own``, written out.

        Where it has no such read, the maps that it reads may have.
        """
        for whole, anchor in itertools.product((False, True), anchors):
            body, reads = self._reads(s, whole)
            for read in reads.get(anchor.args[0].data.name, ()):
                names = names_of(read)
                if names is None or set(names) != set(s.indices):
                    continue
                new = dict(zip(names, (str(a.data[0]) for a in anchor.args[1:]), strict=True))
                body = self._out(ex.substitute(body, {a: ex.index(b) for a, b in new.items()}), own)
                axes, over = (tuple(new[a] for a in group) for group in (s.axes, s.over))
                extents = {new[a]: e for a, e in s.extents.items() if a in new}
                return replace(s, axes=axes, over=over, body=body, extents=extents)
        return None

    def _reads(self, s: Statement, whole: bool) -> tuple[Expr, dict[str, list[Expr]]]:
        """The body of a statement, with what it reads by name; ``whole``: with the maps that it reads written out."""
        found = self._known.get((s.name, whole))
        if found is None:
            body = self._out(s.body, None) if whole else s.body
            reads: dict[str, list[Expr]] = {}
            for n in accesses(body):
                reads.setdefault(str(n.args[0].data.name), []).append(n)
            found = self._known[s.name, whole] = body, reads
        return found

    def _out(self, e: Expr, own: Collection[Expr] | None) -> Expr:
        """An expression with numbers of each channel, and maps of ``own``, written out; None: any map that it reads."""
        while True:
            new = {}
            for read in (n for n in accesses(e) if n.data is None):
                maker = self.makers.get(read.args[0].data.name)
                if maker is None or maker.operator is not None or not maker.axes:
                    continue
                body = ex.substitute(maker.body, dict(zip(maker.axes, read.args[1:], strict=True)))
                known = own is None or len(maker.axes) == 1
                if known or all(n in (own or ()) or len(names_of(n) or "--") == 1 for n in atoms(plain(body))):
                    new[read] = body
            if own is None:
                return ex.replace(e, new)
            if not new:
                return e
            e = ex.replace(e, new)

    def same(self, one: Expr, other: Expr, *positive: Expr) -> bool:
        """Whether two expressions are the same function; ``positive`` are reads under roots."""
        return same(one, other, self.size_of, {plain(p) for p in positive}, self._terms)

    def _terms(self, atom: Expr) -> float:
        """How many terms are added up in a read; 1 where it is no sum."""
        maker = self.makers.get(atom.args[0].data.name) if atom.op == "access" else None
        return math.prod(self.size_of(maker.extents[a]) for a in maker.over) if maker else 1.0

    def name(self, like: str) -> str:
        """A name that nothing has."""
        free = next(n for k in itertools.count() if (n := f"{like}{k or ''}") not in self.taken)
        self.taken.add(free)
        return free

    def known(self, batch: Batch, value: Expr, like: str, *positive: Expr) -> str:
        """The name of an array that a statement makes of such numbers for each channel, or a new one."""
        for s in self.maps(1):
            if not self._reads(s, False)[1].keys() & {batch.total.name, batch.spread.name}:
                continue
            body = self._out(ex.substitute(s.body, {s.axes[0]: ex.index(batch.channel)}), ())
            if s.dtype == "float32" and self.same(body, value, *positive):
                return s.name
        return self.name(like)

    def parts(self, s: Statement, fits: Callable[[Expr], bool]) -> Iterator[Part]:
        """Parts of a statement that depend on nothing but what fits, the largest first."""
        known = {n: all(map(fits, atoms(plain(n)))) for n in ex.postorder(s.body) if n.op == "call"}
        for node in reversed(list(known)):
            if known[node]:
                yield Part(s, node, node, ())
            elif node.data in ("add", "mul"):
                own = [a for a in node.args if all(map(fits, atoms(plain(a))))]
                if own:
                    rest = tuple(a for a in node.args if a not in own)
                    yield Part(s, node, ex.call(node.data, *own) if len(own) > 1 else own[0], rest)

    def deviation(
        self, body: Expr, channel: str, variance: Callable[[Expr], Expr]
    ) -> Iterator[tuple[float, Expr, Expr]]:
        """(eps, read, r) for each r = (variance(read) + eps)**(-1/2) of a body."""
        for node in ex.postorder(body):
            half = ex.is_call(node, "pow") and node.args[1].op == "const" and abs(node.args[1].data) == 0.5
            if not half and not (node.op == "call" and node.data in ("sqrt", "rsqrt")):
                continue
            inside = sized(plain(node.args[0]), self.size_of)
            reads = list(atoms(inside))
            if len(reads) != 1 or names_of(reads[0]) != (channel,):
                continue
            epsilon = evaluated(inside, {reads[0]: 0.0})
            if epsilon is None or not 0 <= float(epsilon) < math.inf:
                continue
            if self.same(inside, ex.call("add", variance(reads[0]), ex.const(float(epsilon))), reads[0]):
                yield float(epsilon), reads[0], ex.call("rsqrt", node.args[0])

    def reads(self, e: Expr) -> int:
        """Arrays that an expression reads for each element."""
        return sum(len(n.args) > 2 for n in accesses(e))


def names_of(read: Expr) -> tuple[str, ...] | None:
    """The indices of a read, where they stand alone and differ."""
    return indices_of(read) if read.op == "access" and read.data is None else None


def product(*factors: Expr) -> Expr:
    """The product of expressions."""
    return ex.call("mul", *factors)


def inverse(e: Expr) -> Expr:
    """1/e."""
    return ex.call("pow", e, ex.const(-1))


def difference(one: Expr, other: Expr) -> Expr:
    """The first less the other."""
    return ex.call("add", one, product(ex.const(-1), other))
