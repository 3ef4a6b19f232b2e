"""Attention and its gradients as engine calls: recognition of the gradients among the statements of a program.

With weights w, sums of rows l, p = w/l, values v and a cotangent G the gradients of the result are sums over one side:

    dq = scale*(p*(G v - r))*k        dk = scale*(p*(G v - r))*q        dv = p*G        r[i] = sum[j](p*(G v))

However they were written, products and their sums stand in the family of pairs of the weights, and what is done
to them pair by pair is rational: sums, products and quotients of reads, and the mask.  So the statements that
make a result are written out for one pair, and compared with these terms at random numbers.  Two rational
functions that agree there are the same (Schwartz 1980, Zippel 1979); anything else is not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from espresso.compiler.matching.attention import (
    Forward,
    MadeArray,
    Softmax,
    engine_call,
    features,
    forward_call,
    forward_of,
    inlined,
    softmax_of,
    statistics,
)
from espresso.compiler.matching.identity_testing import POINTS, agree, evaluated, plain, sized
from espresso.compiler.matching.pair_passes import Family
from espresso.compiler.matching.replacement import Matched, taken
from espresso.compiler.sizes import Size
from espresso.compiler.statements import Ask
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction, EngineCall
from espresso.ir.loops import Buffer, Statement, accesses


def attention_calls(code: Matched, dtypes: Mapping[str, str], size_of: Size, ask: Ask) -> Matched:
    """The code with calls of engines in place of attention and of its gradients, where they take these."""
    for seed in [s.name for s in code.steps if isinstance(s, Contraction)]:
        if seed not in {s.name for s in code.steps}:
            continue
        found = softmax_of(Family(code.steps, code.buffers, size_of, seed), size_of)
        if found is None:
            continue
        forward = forward_of(found)
        calls, gone = gradient_calls(found, forward, code.buffers, dtypes)
        if not calls and forward is not None:
            call = forward_call(found, forward, dtypes, code.buffers)
            calls, gone = [] if call is None else [call], seed
        code = taken(code, calls, ask, gone=gone)
    return code


def gradient_calls(
    found: Softmax, forward: Forward | None, buffers: Mapping[str, Buffer], dtypes: Mapping[str, str]
) -> tuple[list[EngineCall], str]:  # fmt: skip
    """The calls for result and gradients, and the product of pairs that is not made any more; none without gradients.

    A result that nobody asked for is made too, and gradients that nobody asked for come along.
    """
    terms = Terms(found)
    products = [n for n in found.family.pairs if found.family.own[n].operator == "sum" and n != found.family.seed]
    for product in products:
        sides = terms.sides(product)
        if sides is None:
            continue
        cotangent, value = sides
        if forward is not None and not _same_array(forward.value, value, terms.pair):
            forward = None
        made = terms.gradients(product, cotangent, value)
        if made:
            return _calls(found, forward, cotangent, value, made, buffers, dtypes), product
    return [], ""


def _calls(
    found: Softmax, forward: Forward | None, cotangent: Expr, value: Expr, made: Mapping[str, MadeArray],
    buffers: Mapping[str, Buffer], dtypes: Mapping[str, str],
) -> list[EngineCall]:  # fmt: skip
    batch = found.family.batch
    inner, wide = features(found.query, found, found.fixed), features(value, found, found.moving)
    if not len(inner) == len(wide) == 1:
        return []
    dtype = next(iter(made.values())).dtype
    taken = {*buffers, *dtypes}

    def name(like: str) -> str:
        free = next(f"{like}{k or ''}" for k in range(len(taken) + 1) if f"{like}{k or ''}" not in taken)
        taken.add(free)
        return free

    stats = name("stats")
    if forward is None:
        o = MadeArray(name("o"), (*batch, *found.fixed, *wide), dtype, (found.fixed, wide))
        first = engine_call(found, value, [o, statistics(found, stats)], dtypes, buffers)
    else:
        first = forward_call(found, forward, dtypes, buffers, stats)
    if first is None:
        return []
    sides = {"q": (found.fixed, inner), "k": (found.moving, inner), "v": (found.moving, wide)}
    results = [
        made.get(n) or MadeArray(name(f"d{n}"), (*batch, *positions, *more), dtype, (positions, more))
        for n, (positions, more) in sides.items()
    ]  # fmt: skip
    stored, rows = (ex.access(ex.tensor(r.name, len(r.axes)), [ex.index(a) for a in r.axes]) for r in first.results)
    own = features(stored, found, found.fixed)
    others = [(stored, found.fixed, own), (cotangent, found.fixed, wide), (rows, found.fixed, ())]
    known = {**dtypes, first.name: first.dtype, stats: "float32"}
    second = engine_call(found, value, results, known, buffers, others)
    return [] if second is None else [first, second]


def _same_array(one: Expr, other: Expr, pair: set[str]) -> bool:
    """Whether two reads have the same array and the same positions in it."""
    slots = [[s if s.free & pair else None for s in e.args[1:]] for e in (one, other)]
    return one.args[0].data.name == other.args[0].data.name and slots[0] == slots[1]


class Terms:
    """What the sums of a family are for one pair."""

    def __init__(self, found: Softmax) -> None:
        self.found, self.family = found, found.family
        self.weight = ex.access(ex.tensor("weight of a pair", 0), [])
        self.makers = {s.name: s for s in self.family.steps if isinstance(s, Statement)}
        self.total = _read(found.total)
        self.pair = {*found.family.batch, *found.fixed, *found.moving}

    def sides(self, product: str) -> tuple[Expr, Expr] | None:
        """(cotangent, values) that a product of pairs reads, where it is one over features alone."""
        body = self.family.own[product].body
        a, b = body.args
        first, second = (a, b) if a.free & set(self.found.fixed) else (b, a)
        pair = self.pair
        wide = {s.data[0] for s in second.args[1:]} - pair
        fits = first.free & pair == pair - set(self.found.moving) and second.free & pair == pair - set(self.found.fixed)
        return (first, second) if fits and first.free - pair == wide == set(self.family.own[product].over) else None

    def gradients(self, product: str, cotangent: Expr, value: Expr) -> dict[str, MadeArray]:
        """The gradients "q", "k" and "v" among the results, for the product of a cotangent and the values."""
        found, family = self.found, self.family
        pair = _read(family.own[product])
        mean = self._mean(pair)
        if mean is None:
            mean = self._mean_of_result(cotangent, value)
        share = ex.call("mul", self.weight, ex.call("pow", self.total, ex.const(-1)))
        wanted = {"v": (found.moving, ex.call("mul", share, self._out(cotangent)))}
        if mean is not None:
            less = ex.call("add", pair, ex.call("mul", ex.const(-1), mean))
            score = ex.call("mul", ex.const(found.scale), share, less)
            wanted["q"] = (found.fixed, ex.call("mul", score, self._out(found.key)))
            wanted["k"] = (found.moving, ex.call("mul", score, self._out(found.query)))
        made: dict[str, MadeArray] = {}
        for last in (s for s in family.steps if isinstance(s, Statement) and s.name not in family.own):
            term = self._term(last)
            if term is None:
                continue
            body, kept, axes, further = term
            for name, (side, expected) in wanted.items():
                if kept == side and name not in made and self.same(body, self._named(expected, further)):
                    made[name] = MadeArray(last.name, axes, last.dtype, (side, further))
        return made

    def _named(self, expected: Expr, further: Sequence[str]) -> Expr:
        """The term with the features of a gradient named as the result names them."""
        own = sorted(expected.free - self.pair)
        if len(own) != 1 or len(further) != 1:
            return expected
        return ex.substitute(expected, {own[0]: ex.index(further[0])})

    def _mean(self, pair: Expr) -> Expr | None:
        """What is subtracted from the product: the mean of it over a row, by the weights."""
        wanted = ex.call("mul", self.weight, pair)
        by = ex.call("pow", self.total, ex.const(-1))
        for s in self.found.results:
            if s.operator != "sum" or self.family.results[s.name] != self.found.moving or self.found.further(s):
                continue
            body = self._out(s.body)
            if self.same(body, wanted):
                return ex.call("mul", by, _read(s))
            if self.same(body, ex.call("mul", by, wanted)):
                return _read(s)
        return None

    def _mean_of_result(self, cotangent: Expr, values: Expr) -> Expr | None:
        """The same mean as the product of the cotangent and the result, summed over features."""
        family, found = self.family, self.found
        by = ex.call("pow", self.total, ex.const(-1))
        for s in (s for s in family.steps if isinstance(s, Statement) and s.name not in family.own):
            reads = [n for n in accesses(s.body) if n.args[0].data.name in family.results]
            sums = [r for r in reads if found.further(family.own[r.args[0].data.name])]
            if s.operator != "sum" or len(sums) != 1 or any(x.op != "index" for x in sums[0].args[1:]):
                continue
            own = family.own[sums[0].args[0].data.name]
            names = {x.data[0]: a for x, a in zip(sums[0].args[1:], own.axes, strict=True)}
            features = [x for x in cotangent.args[1:] if not x.free & self.pair]
            if {names.get(o) for o in s.over} != set(found.further(own)) or len(features) != 1 or len(s.over) != 1:
                continue
            if not self._is_result(own, values) or {*s.axes, *s.over} != set(names):
                continue
            moved = {n: features[0] if n in s.over else ex.index(a) for n, a in names.items()}
            body = self._out(ex.substitute(s.body, moved))
            mean = ex.access(ex.tensor(s.name, len(s.axes)), [moved[a] for a in s.axes])
            result = ex.substitute(_read(own), dict.fromkeys(found.further(own), features[0]))
            product = ex.call("mul", self._out(cotangent), self._out(result))
            if self.same(body, product):
                return ex.call("mul", by, mean)
            if self.same(body, ex.call("mul", by, product)):
                return mean
        return None

    def _is_result(self, s: Statement, values: Expr) -> bool:
        """Whether a sum is that of weights and these values, not yet divided."""
        sides = self.family.sides(s.body)
        if sides is None or not _same_array(sides[1], values, self.pair):
            return False
        return inlined(sides[0], self.found.maps) is self.found.weight

    def _term(self, last: Statement) -> tuple[Expr, tuple[str, ...], tuple[str, ...], tuple[str, ...]] | None:
        """A statement that is linear in sums over one side: its term for one pair, the side that it keeps, its axes."""
        family = self.family
        reads = [n for n in accesses(last.body) if n.args[0].data.name in family.results]
        sums = [r for r in reads if family.own[r.args[0].data.name].operator == "sum"]
        sums = [r for r in sums if self.found.further(family.own[r.args[0].data.name])]
        if last.operator is not None or last.slots is not None or not sums:
            return None
        over = {family.results[r.args[0].data.name] for r in sums}
        if len(over) != 1 or not _linear(self._sized(last.body), sums):
            return None
        (summed,) = over
        kept = self.found.fixed if summed == self.found.moving else self.found.moving
        names: dict[str, str] = {}  # of the statement -> of the family
        first = family.own[sums[0].args[0].data.name]
        for read in sums:
            own = family.own[read.args[0].data.name]
            if any(s.op != "index" for s in read.args[1:]) or len(own.axes) != len(first.axes):
                return None
            for slot, axis in zip(read.args[1:], own.axes, strict=True):
                shared = axis in (*family.batch, *kept)
                if names.setdefault(slot.data[0], axis) != axis and shared:
                    return None
        if set(names) != set(last.axes) or len(set(names.values())) < len(names):
            return None
        bodies = {}
        for read in sums:
            own = family.own[read.args[0].data.name]
            place = {a: ex.index(names[s.data[0]]) for s, a in zip(read.args[1:], own.axes, strict=True)}
            bodies[read] = self._out(ex.substitute(own.body, place))
        # other reads of the statement get the names of the family; those of the sums have them
        marks = {r: ex.access(ex.tensor(f"sum {k}", 0), []) for k, r in enumerate(sums)}
        whole = ex.substitute(ex.replace(last.body, marks), {a: ex.index(b) for a, b in names.items()})
        body = ex.replace(self._out(whole), {marks[r]: bodies[r] for r in sums})
        axes = tuple(names[a] for a in last.axes)
        return body, kept, axes, tuple(a for a in axes if a not in (*family.batch, *kept))

    def _out(self, e: Expr) -> Expr:
        """An expression with maps written out, the weight of a pair as one name, lengths as numbers, no dtypes."""
        e = ex.replace(inlined(e, self.found.maps), {self.found.weight: self.weight})
        while True:
            new = {n: made for n in accesses(e) if (made := self._written(n)) is not None}
            if not new:
                return self._sized(plain(e))
            e = ex.replace(e, new)

    def _written(self, read: Expr) -> Expr | None:
        """A read of a map that is no pair as the value of the map."""
        name = read.args[0].data.name
        maker = self.makers.get(name)
        if maker is None or maker.operator is not None or maker.slots is not None or name in self.family.own:
            return None
        if self.family.buffers[name].role != "temporary" or read.data is not None:
            return None
        return ex.substitute(maker.body, dict(zip(maker.axes, read.args[1:], strict=True)))

    def _sized(self, e: Expr) -> Expr:
        return sized(e, self.family.size_of)

    def same(self, one: Expr, other: Expr) -> bool:
        """Whether two terms are the same rational function of what they read, also where a pair is masked."""
        reads = sorted(accesses(one, other), key=lambda n: n.digest)
        rng = np.random.default_rng(len(reads))
        values: dict[Expr, Any] = {n: rng.uniform(0.5, 1.5, POINTS) * rng.choice([-1, 1], POINTS) for n in reads}
        if self.found.causal:
            mask = ex.call("le", ex.index(self.found.moving[0]), ex.index(self.found.fixed[0]))
            values[mask] = np.arange(POINTS) % 3 > 0
            if self.weight in values:
                values[self.weight] = np.where(values[mask], values[self.weight], 0.0)
        return agree(evaluated(one, values), evaluated(other, values))


def _read(s: Statement) -> Expr:
    return ex.access(ex.tensor(s.name, len(s.axes)), [ex.index(a) for a in s.axes])


def _linear(body: Expr, reads: Sequence[Expr]) -> bool:
    """Whether a rational expression is additive in these reads."""
    others = sorted({*accesses(body)} - {*reads}, key=lambda n: n.digest)
    rng = np.random.default_rng(len(others))
    values: dict[Expr, Any] = {n: rng.uniform(0.5, 1.5, POINTS) for n in others}
    first, second = ({n: rng.uniform(-2, 2, POINTS) for n in reads} for _ in range(2))
    both = {n: first[n] + second[n] for n in reads}
    found = [evaluated(body, {**values, **v}) for v in (first, second, both)]
    return all(v is not None for v in found) and agree(found[0] + found[1], found[2])
