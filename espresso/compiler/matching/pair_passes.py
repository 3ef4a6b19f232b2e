"""Recognition of attention-like groups whose pairwise arrays exist only tile by tile on a device.

``softmax[j](sum[d](q[i,d]*k[j,d]))`` times ``v[j,e]`` has an array of all ``(i, j)`` between two products.
Such arrays, made by products of small arrays or by maps, and used only by sums over ``j`` or over ``i``,
are a *family*.  What its sums need is computed tile by tile, in registers, and forgotten:

- A *pass* has a tile of one side, the *fixed* one, and moves along the other.  In each step it makes the
  pairs of a tile anew and adds them to its running sums.  Sums over ``j`` are in one pass, sums over ``i``
  in another; a sum that needs the result of an earlier one waits for a later pass.
- A sum of ``exp(a[i,j] - g(m[i]))`` where ``m`` is a maximum over ``j`` need not wait: its running value is
  multiplied by ``exp(g(before) - g(now))`` when the maximum grows (Milakov and Gimelshein, Online normalizer
  calculation for softmax, 2018; Dao et al., FlashAttention, 2022).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from espresso.compiler.sizes import Size
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of
from espresso.ir.calls import Contraction
from espresso.ir.driver import JOINS
from espresso.ir.loops import Buffer, Kernel, Statement, Step, accesses, arrays_of, indices_of, reads_of, writes_of
from espresso.records import dataclass
from espresso.system.half_precision import COMPUTED

BIG = 1 << 25
"""Bytes of an array of pairs from which on it is not kept."""

HUGE = 1 << 33
"""Bytes of arrays of pairs that no device should have to hold, whatever time that saves."""

TILES = 64
"""Tiles of the fixed side, with all batches, that a device needs to be busy."""

WIDEST = 384
"""Elements that the running sums of a pass have for each row of its tile, at most."""

SHORT = 8
"""Values of a sum for each pair of its axes that are written out."""

BALANCE = 16
"""Operations that take a device as long as moving a byte."""


@dataclass
class PairPass(Kernel):
    """One pass: tiles of ``fixed`` indices, each moving along all ``moving`` ones; ``batch`` are apart.

    ``statements`` are in order, with the same names of indices in all of them: products and maps of pairs
    (``pairs`` has their dtypes), then what is summed over ``moving``.  ``online`` are sums that follow a
    maximum of this pass: its name, and what is subtracted in the exponent.  ``widths`` are the lengths of the
    further axes of sums, together, as powers of two times 16, or exactly where they are ``written``.
    """

    batch: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    moving: tuple[str, ...] = ()
    extents: Mapping[str, Expr] = field(default_factory=dict)
    pairs: Mapping[str, str] = field(default_factory=dict)
    online: Mapping[str, tuple[str, Expr]] = field(default_factory=dict)
    widths: Mapping[str, int] = field(default_factory=dict)
    written: frozenset[str] = frozenset()

    @property
    def products(self) -> list[Statement]:
        """The pairs that are sums themselves: tiles of matrix products."""
        return [s for s in self.statements if s.name in self.pairs and s.operator is not None]

    @property
    def maps(self) -> list[Statement]:
        """The other pairs."""
        return [s for s in self.statements if s.name in self.pairs and s.operator is None]

    @property
    def results(self) -> list[Statement]:
        """What is summed over the moving side."""
        return [s for s in self.statements if s.name not in self.pairs]

    def further(self, s: Statement) -> tuple[str, ...]:
        """The axes of a result beside the batch and the fixed side."""
        return tuple(a for a in s.axes if a not in self.batch and a not in self.fixed)

    def __str__(self) -> str:
        head = f"kernel {self.name}: tiles of ({', '.join(self.fixed)}), moving along ({', '.join(self.moving)})"
        return "\n".join([head, *(f"  {s}" for s in self.statements)])


def tiled_passes(
    steps: Sequence[Step], buffers: Mapping[str, Buffer], size_of: Size, half_rate: float = 1.0
) -> list[Step]:
    """The steps with families of pairs replaced by passes, in a valid order.

    half_rate: how much faster a library multiplies matrices of 16 bits than kernels compute.
    """
    found: list[Step] = list(steps)
    while (family := _best(found, buffers, size_of, half_rate)) is not None:
        found = family.replaced(found)
    return found


def _best(steps: Sequence[Step], buffers: Mapping[str, Buffer], size_of: Size, half_rate: float) -> Family | None:
    sizes = {
        s.name: math.prod(size_of(e) for e in buffers[s.name].shape)
        for s in steps if s.name in buffers and buffers[s.name].role == "temporary" and len(buffers[s.name].shape) > 1
    }  # fmt: skip
    for seed in sorted((n for n in sizes if 4 * sizes[n] >= BIG), key=lambda n: (-sizes[n], n)):
        family = Family(steps, buffers, size_of, seed)
        if family.grow() and family.arrange() and family.pays(half_rate):
            return family
    return None


def as_sum(call: Contraction, buffers: Mapping[str, Buffer]) -> Statement:
    """A matrix product as a sum."""

    def read(name: str, axes: Sequence[str]) -> Expr:
        dtype = buffers[name].dtype if name in buffers and buffers[name].dtype not in COMPUTED else None
        return ex.access(ex.tensor(name, len(axes), dtype), [ex.index(a) for a in axes])

    body = ex.call("mul", read(call.left, call.left_axes), read(call.right, call.right_axes))
    return Statement(call.name, call.axes, body, "sum", call.over, dict(call.extents), call.dtype, call.dtype)


def in_order(steps: Sequence[Step], place: Mapping[int, int]) -> list[Step]:
    """The steps, each after what it reads, and otherwise in the order of the places of their ids."""
    rest = sorted(steps, key=lambda s: place[id(s)])
    made = {n for s in rest for n in writes_of(s)}
    done, order = set[str](), list[Step]()
    while rest:
        step = next(s for s in rest if not (reads_of(s) & made) - done)
        rest.remove(step)
        order.append(step)
        done |= set(writes_of(step))
    return order


def _names_of(read: Expr) -> tuple[str, ...] | None:
    """The indices of a read inside its array, where they stand alone and differ."""
    return indices_of(read) if read.data is None else None


class Family:
    """Arrays of pairs around a seed, what uses them, and the passes that this gives."""

    def __init__(self, steps: Sequence[Step], buffers: Mapping[str, Buffer], size_of: Size, seed: str) -> None:
        self.steps, self.buffers, self.size_of, self.seed = steps, buffers, size_of, seed
        self.at = {n: k for k, s in enumerate(steps) for n in writes_of(s)}
        self.users: dict[str, list[Step]] = {}
        for s in steps:
            for name in sorted(reads_of(s)):
                self.users.setdefault(name, []).append(s)
        self.pairs: dict[str, tuple[str, ...]] = {}  # array of pairs -> its axes, in the names of the family
        self.own: dict[str, Statement] = {}  # statements in these names
        self.results: dict[str, tuple[str, ...]] = {}  # sum -> the side that it is over
        self.extents: dict[str, Expr] = {}
        self.batch: tuple[str, ...] = ()
        self.left: tuple[str, ...] = ()
        self.right: tuple[str, ...] = ()
        self.widths: dict[str, int] = {}
        self.written: set[str] = set()
        self.online: dict[str, tuple[str, Expr]] = {}
        self.passes: list[PairPass] = []
        self.widest: float = WIDEST

    # --- which arrays and statements ---

    def _statement(self, name: str) -> Statement | None:
        """The maker of an array that need not be kept, as a statement."""
        step = self.steps[self.at[name]] if name in self.at else None
        if name not in self.buffers or self.buffers[name].role != "temporary":
            return None
        return self._as_statement(step)

    def own_statement(self) -> Statement | None:
        """The maker of the seed as a statement."""
        return self._statement(self.seed)

    def _as_statement(self, step: Step | None) -> Statement | None:
        if isinstance(step, Contraction) and not step.packed:
            return as_sum(step, self.buffers) if not step.triangle else None
        if not isinstance(step, Statement) or step.slots is not None:
            return None
        return step if not step.accumulate.startswith("complex") else None

    def _sides(self, s: Statement) -> bool:
        """Batch, left and right of the seed: those of its product, or what its first use sums over."""
        if s.operator == "sum":
            reads = accesses(s.body)
            if len(reads) != 2 or not ex.is_call(s.body, "mul"):
                return False
            a, b = (r.free - set(s.over) for r in reads)
            self.batch = tuple(n for n in s.axes if n in a and n in b)
            self.left = tuple(n for n in s.axes if n in a and n not in b)
            self.right = tuple(n for n in s.axes if n in b and n not in a)
        elif s.operator is None:
            user = next((u for u in map(self._as_statement, self.users.get(s.name, ())) if u and u.over), None)
            names = None if user is None else next(
                (_names_of(r) for r in accesses(user.body) if r.args[0].data.name == s.name), None
            )  # fmt: skip
            if user is None or names is None or len(set(s.axes)) != len(names):
                return False
            self.right = tuple(a for a, n in zip(s.axes, names, strict=True) if n in user.over)
            self.left = tuple(a for a in s.axes if a not in self.right)
            if any(set(s.axes) <= r.free for r in accesses(s.body)):
                return False  # there is an array of all pairs anyway
        return bool(self.left and self.right)

    def grow(self) -> bool:
        """Everything that has to be in the family; False where something needs an array of pairs as a whole."""
        seed = self._statement(self.seed)
        if seed is None or seed.over and seed.operator != "sum" or not self._sides(seed):
            return False
        if not self._take(seed, {a: a for a in seed.axes}):
            return False
        waiting = [self.seed]
        while waiting:
            name = waiting.pop(0)
            for user in self.users.get(name, ()):
                if user.name in self.own:
                    continue
                s = self._as_statement(user)
                if s is None or not self._add_reader(s, waiting):
                    return False
        return bool(self.results)

    def _add_reader(self, s: Statement, waiting: list[str]) -> bool:
        """Take a statement that reads pairs into the family."""
        names: dict[str, str] = {}
        for read in accesses(s.body):
            axes = self.pairs.get(read.args[0].data.name)
            if axes is None:
                continue
            at = _names_of(read)
            if at is None or any(names.setdefault(n, a) != a for n, a in zip(at, axes, strict=True)):
                return False
        if len(set(names.values())) < len(names):
            return False
        every = {*self.batch, *self.left, *self.right}
        if s.operator is None:
            if {names.get(a) for a in s.axes} != every or self._statement(s.name) is None:
                return False
            waiting.append(s.name)
        else:
            side = next((x for x in (self.left, self.right) if {names.get(o) for o in s.over} == set(x)), None)
            if side is None or s.operator not in JOINS or not every - set(side) <= {names.get(a, a) for a in s.axes}:
                return False
            self.results[s.name] = side
        return self._take(s, names) and self._makers(s, waiting)

    def _makers(self, s: Statement, waiting: list[str]) -> bool:
        """Other arrays of pairs that a statement reads join too, where they need not be kept either."""
        every = {*self.batch, *self.left, *self.right}
        for read in accesses(self.own[s.name].body):
            name = read.args[0].data.name
            at = _names_of(read)
            if name in self.pairs or name in self.results or at is None or set(at) != every:
                continue
            maker = self._statement(name)
            if maker is None or maker.operator not in (None, "sum"):
                continue  # it is read from memory
            if maker.operator == "sum" and not (ex.is_call(maker.body, "mul") and len(accesses(maker.body)) == 2):
                continue
            if not self._take(maker, dict(zip(maker.axes, at, strict=True))):
                return False
            waiting.append(name)
            if maker.operator is None and not self._makers(maker, waiting):
                return False
        return True

    def _take(self, s: Statement, names: Mapping[str, str]) -> bool:
        """The statement in the names of the family; other indices get new ones."""
        names = dict(names)
        taken = {*self.extents, *self.batch, *self.left, *self.right, *names.values()}
        for n in s.indices:
            if n not in names:
                names[n] = ex.fresh(taken, n) if n in taken else n
                taken.add(names[n])
        for n, e in s.extents.items():
            if self.extents.setdefault(names.get(n, n), e) is not e:
                return False  # one index of two lengths
        body = ex.substitute(s.body, {n: ex.index(m) for n, m in names.items() if n != m})
        extents = {names.get(n, n): e for n, e in s.extents.items()}
        axes, over = tuple(names[a] for a in s.axes), tuple(names[o] for o in s.over)
        self.own[s.name] = replace(s, axes=axes, over=over, body=body, extents=extents)
        if s.name not in self.results:
            self.pairs[s.name] = axes
        return True

    # --- passes ---

    def arrange(self) -> bool:
        """The passes, each as early as what it reads; False where one of them cannot be written."""
        ready: dict[str, int] = {}  # array -> number of passes that come before it
        asked: dict[str, frozenset[str]] = {}  # array of pairs -> other arrays that it needs, by way of pairs too
        whens: dict[tuple[int, tuple[str, ...]], list[str]] = {}
        for step in self.steps:
            reads = reads_of(step)
            needs = frozenset().union(*(asked.get(n, frozenset({n})) for n in reads))
            if step.name in self.pairs:
                asked[step.name] = needs
                continue
            level = max((ready.get(n, 0) for n in needs), default=0)
            if step.name not in self.results:
                ready |= dict.fromkeys(writes_of(step), level)
                continue
            side = self.results[step.name]
            follows = self._follows(self.own[step.name], side, needs, ready, whens)
            if follows is not None:
                self.online[step.name] = follows[1:]
                level = follows[0]
            whens.setdefault((level, side), []).append(step.name)
            ready[step.name] = level + 1
        return all(self._pass(side, names) for (_, side), names in sorted(whens.items()))

    def _follows(
        self, s: Statement, side: tuple[str, ...], needs: frozenset[str], ready: Mapping[str, int],
        whens: Mapping[tuple[int, tuple[str, ...]], list[str]],
    ) -> tuple[int, str, Expr] | None:  # fmt: skip
        """(level, maximum, what is subtracted) where a sum can run in the same pass as a maximum that it needs."""
        if s.operator != "sum":
            return None
        last = max((ready.get(n, 0) for n in needs), default=0)
        late = [n for n in needs if ready.get(n, 0) == last and n in self.results and self.results[n] == side]
        rest = max((ready.get(n, 0) for n in needs if n not in late), default=0)
        if len(late) != 1 or rest >= last or self.own[late[0]].operator != "max":
            return None
        (top,) = late
        below = self._scaled(s.body, top)
        assert top in whens[last - 1, side]
        return None if below is None else (last - 1, top, below)

    def _scaled(self, e: Expr, top: str) -> Expr | None:
        """What is subtracted in the exponent of the only factor of ``e`` that knows ``top``."""

        def knows(x: Expr) -> bool:
            names = {n.args[0].data.name for n in accesses(x)}
            return top in names or any(n in self.pairs and knows(self.own[n].body) for n in names)

        factors = factors_of(e)
        if (found := [f for f in factors if knows(f)]) and len(found) == 1:
            (f,) = found
            if f.op == "access" and f.args[0].data.name in self.pairs:
                maker = self.own[f.args[0].data.name]
                return self._scaled(maker.body, top) if maker.operator is None else None
            if ex.is_call(f, "exp") and ex.is_call(f.args[0], "add"):
                terms = [t for t in f.args[0].args if knows(t)]
                if len(terms) == 1 and not terms[0].free & {*self.left, *self.right} - self._rows(top):
                    return terms[0] if self._direct(terms[0], top) else None
        return None

    def _rows(self, top: str) -> set[str]:
        return set(self.own[top].axes)

    def _direct(self, e: Expr, top: str) -> bool:
        """Whether an expression reads the maximum alone."""
        return arrays_of(e) <= {top}

    def _pass(self, side: tuple[str, ...], names: Sequence[str]) -> bool:
        fixed = self.left if side == self.right else self.right
        wanted = set(names)
        order = sorted(self.own, key=lambda n: self.at[n])
        for name in reversed(order):
            if name in self.pairs and any(name in reads_of(self.own[n]) for n in wanted if n != name):
                wanted.add(name)
        statements = [self.own[n] for n in order if n in wanted and n in self.pairs]
        statements += [self.own[n] for n in order if n in wanted and n not in self.pairs]
        pairs = {s.name: s.accumulate for s in statements if s.name in self.pairs}
        made = {s.name for s in statements}
        reads = sorted(set().union(*(reads_of(s) for s in statements)) - made)
        online = {n: self.online[n] for n in names if n in self.online}
        widths: dict[str, int] = {}
        for s in statements:
            more = [a for a in s.axes if a not in self.batch and a not in fixed]
            if s.name in pairs or not more:
                continue
            length = math.prod(self.size_of(self.extents[a]) for a in more)
            if s.operator == "sum" and self._product(s, fixed):
                widths[s.name] = 16 * (1 << max(0, -(-length // 16) - 1).bit_length())
            elif length <= SHORT and len(more) == 1:
                widths[s.name] = length
                self.written.add(s.name)
            else:
                return False
        if sum(widths.values()) > self.widest:
            return False
        self.widths |= widths
        extents = {n: self.extents[n] for s in statements for n in s.extents}
        self.passes.append(PairPass(
            names[0], [], statements, tuple(reads), tuple(names), batch=self.batch, fixed=fixed, moving=side,
            extents=extents, pairs=pairs, online=online, widths=widths,
            written=frozenset(n for n in names if n in self.written),
        ))  # fmt: skip
        return True

    def _product(self, s: Statement, fixed: Sequence[str]) -> bool:
        """Whether a sum is a product of pairs with a whole array of the moving side."""
        found = self.sides(s.body)
        return found is not None and _names_of(found[1]) is not None and not found[1].free & set(fixed)

    def sides(self, body: Expr) -> tuple[Expr, Expr] | None:
        """(pairs, the other array) that a product of two reads multiplies; None for anything else."""
        if not ex.is_call(body, "mul") or len(body.args) != 2 or any(a.op != "access" for a in body.args):
            return None
        first, second = (a.args[0].data.name in self.pairs for a in body.args)
        return None if first == second else body.args if first else body.args[::-1]

    # --- whether it pays ---

    def pays(self, half_rate: float) -> bool:
        """Whether making pairs anew in every pass takes less time than moving them through memory."""
        size = {n: self.size_of(e) for n, e in self.extents.items()}
        pairs = math.prod(size[n] for n in {*self.batch, *self.left, *self.right})
        moved = touched = 0
        before = after = 0.0
        for name, s in self.own.items():
            if name in self.pairs:
                item = {"float64": 8, "int64": 8, "uint64": 8}.get(s.accumulate, 4)
                moved += item * pairs * (1 + sum(name in reads_of(u) for u in self.own.values()))
                touched += item * pairs
            before += self._flops(s, size) / (half_rate if self._half(s) else 1)
        for one in self.passes:
            tiles = math.prod(size[n] for n in one.batch) * -(-math.prod(size[n] for n in one.fixed) // 64)
            if tiles < TILES:
                return False
            after += sum(self._flops(s, size) for s in one.statements)
        return touched >= HUGE or touched >= BIG and after <= before + BALANCE * moved

    def _flops(self, s: Statement, size: Mapping[str, int]) -> float:
        return 2.0 * math.prod(size[n] for n in s.indices) if s.operator == "sum" else 0.0

    def _half(self, s: Statement) -> bool:
        return s.operator == "sum" and all(
            n.args[0].data.name in self.buffers and self.buffers[n.args[0].data.name].dtype in ("float16", "bfloat16")
            or n.args[0].data.dtype in ("float16", "bfloat16")
            for n in accesses(s.body)
        )

    # --- the program ---

    def replaced(self, steps: Sequence[Step]) -> list[Step]:
        """The steps with the passes in place of what they compute."""
        gone = {*self.pairs, *self.results}
        rest: list[Step] = [*(s for s in steps if s.name not in gone), *self.passes]
        last = {id(s): k for k, s in enumerate(steps)}
        place = {id(p): max(self.at[n] for n in p.writes) for p in self.passes} | last
        return in_order(rest, place)
