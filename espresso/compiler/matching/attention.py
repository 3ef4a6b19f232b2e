"""Recognition of attention and its gradients, ``softmax[j](scale*q k) v``, also causal.

It is found among the statements of a program, by the family of its pairs (`streams`): one product of two
arrays, a maximum and a sum of the exponential, a product with a third array, and the quotient of the two.  The
gradients are the sums of the same family that are what they should be for each pair (`attention_gradients`).
What an engine takes becomes one step, or two: the result with the logarithm of each row's sum, and from these
all gradients.  The rest is streamed or computed by products.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from espresso.compiler.matching.identity_testing import evaluated, sized
from espresso.compiler.matching.pair_passes import Family
from espresso.compiler.sizes import Size
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of
from espresso.ir.arrangement import Arrangement, Result
from espresso.ir.calls import EngineCall
from espresso.ir.engine import ATTENTION
from espresso.ir.loops import Buffer, Statement, accesses, reads_of
from espresso.records import dataclass


@dataclass(frozen=True)
class Softmax:
    """The weights of attention in a family of pairs, in the family's names of indices.

    ``maps`` are the bodies of pairs that are maps, ``weight`` is the exponential of ``score`` less its maximum,
    ``total`` the sum of each row of it.  ``query`` and ``key`` are the reads that the score is a product of.
    """

    family: Family
    fixed: tuple[str, ...]
    moving: tuple[str, ...]
    maps: Mapping[str, Expr]
    top: Statement
    total: Statement
    weight: Expr
    scale: float
    causal: bool
    query: Expr
    key: Expr

    @property
    def results(self) -> list[Statement]:
        """The sums of the family, in order."""
        return [self.family.own[n] for n in sorted(self.family.results, key=lambda n: self.family.at[n])]

    def further(self, s: Statement) -> tuple[str, ...]:
        """The axes of a sum beside the batch and the side that it keeps."""
        kept = self.fixed if self.family.results[s.name] == self.moving else self.moving
        return tuple(a for a in s.axes if a not in self.family.batch and a not in kept)


@dataclass(frozen=True)
class Forward:
    """The result of attention: the statement that divides ``product`` by the sum of the weights; the values."""

    last: Statement
    product: Statement
    value: Expr


def softmax_of(family: Family, size_of: Size) -> Softmax | None:
    """The weights of attention that the seed of a family is the score of, or None."""
    seed = family.own_statement()
    family.widest = math.inf  # the library says what is too wide
    if seed is None or seed.operator != "sum" or not family.grow() or len(family.batch) > 2:
        return None
    sums = [family.own[n] for n in sorted(family.results, key=lambda n: family.at[n])]
    tops = [s for s in sums if s.operator == "max"]
    if len(tops) != 1:
        return None
    (top,) = tops
    moving = family.results[top.name]
    fixed = family.left if moving == family.right else family.right
    rows = {*family.batch, *fixed}
    maps = {n: family.own[n].body for n in family.pairs if family.own[n].operator is None}
    score = inlined(top.body, maps)
    totals = [
        s for s in sums
        if s.operator == "sum" and family.results[s.name] == moving and set(s.axes) == rows
        and _is_weight(inlined(s.body, maps), score, top)
    ]  # fmt: skip
    found = _scaled(score, family, fixed, moving, size_of)
    if len(totals) != 1 or set(top.axes) != rows or found is None:
        return None
    scale, causal = found
    if causal and not len(fixed) == len(moving) == 1:
        return None
    a, b = family.own[family.seed].body.args
    query, key = (a, b) if a.free & set(fixed) else (b, a)
    weight = inlined(totals[0].body, maps)
    return Softmax(family, fixed, moving, maps, top, totals[0], weight, scale, causal, query, key)


def forward_of(found: Softmax) -> Forward | None:
    """The result of attention with these weights, or None."""
    family = found.family
    for product in found.results:
        if product.operator != "sum" or family.results[product.name] != found.moving or not found.further(product):
            continue
        sides = family.sides(product.body)
        if sides is None or inlined(sides[0], found.maps) is not found.weight:
            continue
        last = _quotient(family, product, found.total)
        if last is not None:
            return Forward(last, product, sides[1])
    return None


def inlined(e: Expr, maps: Mapping[str, Expr]) -> Expr:
    """An expression with maps of pairs written out."""
    while True:
        reads = {n: maps[n.args[0].data.name] for n in accesses(e) if n.args[0].data.name in maps}
        if not reads:
            return e
        e = ex.replace(e, reads)


def _is_weight(e: Expr, score: Expr, top: Statement) -> bool:
    """Whether ``e`` is the exponential of the score less its maximum (0 where that is not finite)."""
    if not ex.is_call(e, "exp") or not ex.is_call(e.args[0], "add") or len(e.args[0].args) != 2:
        return False
    first, second = e.args[0].args
    rest = second if first is score else first if second is score else None
    if rest is None or not ex.is_call(rest, "mul") or len(rest.args) != 2 or not ex.is_const(rest.args[0], -1):
        return False
    below = rest.args[1]
    if ex.is_call(below, "where") and ex.is_call(below.args[0], "isfinite") and ex.is_const(below.args[2], 0):
        if below.args[0].args[0] is not below.args[1]:
            return False
        below = below.args[1]
    return below.op == "access" and bool(below.args[0].data.name == top.name)


def _scaled(
    score: Expr, family: Family, fixed: Sequence[str], moving: Sequence[str], size_of: Size
) -> tuple[float, bool] | None:
    """(scale, causal) of ``where(j <= i, scale*s, -inf)`` or ``scale*s``."""
    causal = False
    if ex.is_call(score, "where"):
        test, score, other = score.args
        if not (ex.is_call(test, "le") and test.args[0].op == test.args[1].op == "index"):
            return None
        names = (test.args[0].data[0], test.args[1].data[0])
        if names != (moving[0], fixed[0]) or other.op != "const" or other.data != -math.inf:
            return None
        causal = True
    factors = factors_of(score)
    own = [f for f in factors if f.op == "access" and f.args[0].data.name == family.seed]
    rest = [f for f in factors if f not in own]
    if len(own) != 1:
        return None
    scale = evaluated(sized(ex.call("mul", ex.const(1.0), *rest), size_of), {})
    return None if scale is None else (float(scale), causal)


def _quotient(family: Family, product: Statement, total: Statement) -> Statement | None:
    """The statement that divides the product by the sum, where nothing else reads the product."""
    users = family.users.get(product.name, ())
    if len(users) != 1:
        return None
    (last,) = users
    if not isinstance(last, Statement) or last.operator is not None or last.slots is not None:
        return None
    body = last.body
    if not ex.is_call(body, "mul") or len(body.args) != 2:
        return None
    by = [a for a in body.args if ex.is_call(a, "pow") and ex.is_const(a.args[1], -1)]
    whole = [a for a in body.args if a.op == "access"]
    if len(by) != 1 or len(whole) != 1 or by[0].args[0].op != "access":
        return None
    divisor, numerator = by[0].args[0], whole[0]
    names = (numerator.args[0].data.name, divisor.args[0].data.name)
    plain = all(s.op == "index" for r in (divisor, numerator) for s in r.args[1:])
    if names != (product.name, total.name) or not plain or reads_of(last) != {*names}:
        return None
    place = dict(zip(product.axes, (s.data[0] for s in numerator.args[1:]), strict=True))
    if [s.data[0] for s in divisor.args[1:]] != [place[a] for a in total.axes]:
        return None
    return last if set(last.axes) == set(place.values()) else None


def forward_call(
    found: Softmax, forward: Forward, dtypes: Mapping[str, str], buffers: Mapping[str, Buffer], stats: str = ""
) -> EngineCall | None:  # fmt: skip
    """The step that makes the result, and with ``stats`` the logarithms of the sums of the rows."""
    last, product = forward.last, forward.product
    numerator = next(a for a in last.body.args if a.op == "access")
    own = dict(zip((s.data[0] for s in numerator.args[1:]), product.axes, strict=True))
    wide = features(forward.value, found, found.moving)
    made = MadeArray(last.name, tuple(own[a] for a in last.axes), last.dtype, (found.fixed, wide))
    more = [statistics(found, stats)] if stats else []
    return engine_call(found, forward.value, [made, *more], dtypes, buffers)


@dataclass(frozen=True)
class MadeArray:
    """An array that a call makes: its axes, and which of them are positions and features."""

    name: str
    axes: tuple[str, ...]
    dtype: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]


def statistics(found: Softmax, name: str) -> MadeArray:
    """The logarithms of the sums of the rows."""
    return MadeArray(name, (*found.family.batch, *found.fixed), "float32", (found.fixed, ()))


def features(read: Expr, found: Softmax, positions: Sequence[str]) -> tuple[str, ...]:
    """The indices of a read beside the batch and these positions."""
    return tuple(str(s.data[0]) for s in read.args[1:] if s.data[0] not in (*found.family.batch, *positions))


def engine_call(
    found: Softmax, value: Expr, results: Sequence[MadeArray], dtypes: Mapping[str, str], buffers: Mapping[str, Buffer],
    others: Sequence[tuple[Expr, Sequence[str], Sequence[str]]] = (),
) -> EngineCall | None:  # fmt: skip
    """The step, with every array as (batch, heads, positions, features); with ``others`` it is that of the gradients.

    others: further operands, each with its positions and its features.
    """
    family, query, key = found.family, found.query, found.key
    inner, wide = features(query, found, found.fixed), features(value, found, found.moving)
    operands = [(query, found.fixed, inner), (key, found.moving, inner), (value, found.moving, wide), *others]
    seen = []
    for read, positions, own in operands:
        names = [str(s.data[0]) for s in read.args[1:]]
        made = _arrangement(names, family.batch, positions, own)
        if made is None:
            return None
        seen.append(made)
    stored = []
    for one in results:
        made = _arrangement(one.axes, family.batch, *one.sides)
        if made is None or not made.in_line:
            return None
        stored.append(Result(one.name, one.axes, one.dtype, made))
    names = [r.args[0].data.name for r, _, _ in operands]
    shapes = tuple(tuple(family.extents[str(s.data[0])] for s in r.args[1:]) for r, _, _ in operands)
    kinds = tuple(str(dtypes.get(n) or buffers[n].dtype) for n in names)
    mask = ", causal" if found.causal else ""
    text = f"softmax({found.scale:.6g}*{names[0]}*{names[1]}{mask})*{names[2]}"
    text = f"gradients of {text} by {names[4]}" if others else text + (" with statistics" if results[1:] else "")
    parameters = {"scale": found.scale, "causal": found.causal, **({"direction": "backward"} if others else {})}
    first, *more = stored
    used = {a for r in stored for a in r.axes}
    return EngineCall(
        ATTENTION, first.name, first.axes, tuple(names), (*seen, first.seen),
        {a: family.extents[a] for a in sorted(used)}, first.dtype, shapes, kinds, parameters, text, more=tuple(more),
    )  # fmt: skip


def _arrangement(
    names: Sequence[str], batch: Sequence[str], positions: Sequence[str], features: Sequence[str]
) -> Arrangement | None:
    """An array with these indices as (batch, heads, positions, features)."""
    wanted = [*batch, *positions, *features]
    if sorted(names) != sorted(wanted):
        return None
    groups = ((0, 0), (0, 1), (1, 1))[len(batch)]
    return Arrangement(
        tuple(() for _ in names), tuple(names.index(n) for n in wanted), (*groups, len(positions), len(features))
    )
