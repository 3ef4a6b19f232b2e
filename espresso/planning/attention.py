"""Attention as a whole, for engines that have it: ``softmax[j](scale*q k) v``, also causal.

It is found among the statements of a program, by the family of its pairs (`streams`): one product of two
arrays, a maximum and a sum of the exponential, a product with a third array, and the quotient of the two.  What
an engine takes becomes one step; the rest is streamed or computed by products.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..graph import expr as ex
from ..graph.expr import Expr
from .loops import Arrangement, Buffer, Contraction, EngineCall, Statement, reads_of
from .streams import Family, Size, Step

KIND = "attention"
"""The word of `engine.interface` for such calls."""


def attention_calls(
    steps: Sequence[Step], buffers: Mapping[str, Buffer], dtypes: Mapping[str, str], size_of: Size,
    ask: Callable[[EngineCall], Any],
) -> tuple[list[Step], list[Any]]:  # fmt: skip
    """The steps with calls of engines in place of attention that they take, and what engines answered."""
    found: list[Step] = list(steps)
    choices: list[Any] = []
    for seed in [s.name for s in steps if isinstance(s, Contraction)]:
        family = Family(found, buffers, size_of, seed) if seed in {s.name for s in found} else None
        if family is not None:
            family.widest = math.inf  # the library says what is too wide
        call = _attention(family, dtypes, size_of) if family is not None else None
        choice = None if call is None else ask(call)
        if family is None or call is None or choice is None:
            continue
        choices.append(choice)
        if choice.taken:
            step = replace(call, engine=choice.engine)
            gone = {*family.pairs, *family.results}
            found = [step if s.name == step.name else s for s in found if s.name not in gone]
    return found, choices


def scales(calls: Sequence[Any]) -> list[Any]:
    """What of the calls depends on lengths."""
    return [(s.name, s.parameters["scale"]) for s in calls if isinstance(s, EngineCall) and s.kind == KIND]


def _attention(family: Family, dtypes: Mapping[str, str], size_of: Size) -> EngineCall | None:
    """The call that a family and the statement after it are, or None."""
    seed = family.own_statement()
    if seed is None or seed.operator != "sum" or not family.grow() or not family.arrange() or len(family.passes) != 1:
        return None
    (one,) = family.passes
    if [s.name for s in one.products] != [family.seed] or len(one.results) != 3 or len(family.batch) > 2:
        return None
    tops = [s for s in one.results if s.operator == "max"]
    products = [s for s in one.results if s.name in one.widths and s.name not in one.written]
    if len(tops) != 1 or len(products) != 1 or set(one.online) != {s.name for s in one.results} - {tops[0].name}:
        return None
    (top,), (product,) = tops, products
    (total,) = (s for s in one.results if s not in (top, product))
    maps = {s.name: s.body for s in one.maps}
    score, weight = _inlined(top.body, maps), _inlined(total.body, maps)
    if not _is_weight(weight, score, top) or product.body.op != "call":
        return None
    pair, value = _sides(product.body, family)
    if pair is None or value is None or _inlined(pair, maps) is not weight:
        return None
    found = _scaled(score, family, size_of)
    last = _quotient(family, product, total)
    if found is None or last is None:
        return None
    scale, causal = found
    if causal and (len(one.fixed) != 1 or len(one.moving) != 1):
        return None
    a, b = family.own[family.seed].body.args
    query, key = (a, b) if a.free & set(one.fixed) else (b, a)
    return _call(family, (query, key, value), last, product, scale, causal, dtypes)


def _inlined(e: Expr, maps: Mapping[str, Expr]) -> Expr:
    """An expression with maps of pairs written out."""
    while True:
        reads = {n: maps[n.args[0].data.name] for n in ex.postorder(e)
                 if n.op == "access" and n.args[0].data.name in maps}  # fmt: skip
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


def _sides(body: Expr, family: Family) -> tuple[Expr | None, Expr | None]:
    pair = [a for a in body.args if a.op == "access" and a.args[0].data.name in family.pairs]
    other = [a for a in body.args if a.op == "access" and a.args[0].data.name not in family.pairs]
    return (pair[0], other[0]) if len(pair) == len(other) == 1 else (None, None)


def _scaled(score: Expr, family: Family, size_of: Size) -> tuple[float, bool] | None:
    """(scale, causal) of ``where(j <= i, scale*s, -inf)`` or ``scale*s``."""
    causal = False
    if ex.is_call(score, "where"):
        test, score, other = score.args
        if not (ex.is_call(test, "le") and test.args[0].op == test.args[1].op == "index"):
            return None
        names = (test.args[0].data[0], test.args[1].data[0])
        fixed, moving = family.passes[0].fixed[0], family.passes[0].moving[0]
        if names != (moving, fixed) or other.op != "const" or other.data != -math.inf:
            return None
        causal = True
    factors = list(score.args) if ex.is_call(score, "mul") else [score]
    own = [f for f in factors if f.op == "access" and f.args[0].data.name == family.seed]
    rest = [f for f in factors if f not in own]
    if len(own) != 1:
        return None
    values = [_number(f, size_of) for f in rest]
    return None if None in values else (math.prod(v for v in values if v is not None), causal)


def _number(e: Expr, size_of: Size) -> float | None:
    """The value of an expression of numbers and lengths."""
    if e.op == "const":
        return float(e.data) if isinstance(e.data, int | float) else None
    if e.op == "size":
        return float(size_of(e))
    if e.op != "call" or e.data not in ("mul", "add", "pow", "sqrt"):
        return None
    values = [_number(a, size_of) for a in e.args]
    if any(v is None for v in values):
        return None
    known = [v for v in values if v is not None]
    if e.data == "sqrt":
        return math.sqrt(known[0]) if known[0] >= 0 else None
    if e.data == "pow":
        return known[0] ** known[1] if known[0] > 0 else None
    return math.prod(known) if e.data == "mul" else math.fsum(known)


def _quotient(family: Family, product: Statement, total: Statement) -> Statement | None:
    """The statement that divides the product by the sum, where nothing else reads either."""
    users = {s.name: s for name in (product.name, total.name) for s in family.users.get(name, ())}
    if len(users) != 1:
        return None
    (last,) = users.values()
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


def _call(
    family: Family, reads: Sequence[Expr], last: Statement, product: Statement, scale: float, causal: bool,
    dtypes: Mapping[str, str],
) -> EngineCall | None:  # fmt: skip
    """The step, with every array as (batch, heads, positions, features)."""
    one = family.passes[0]
    query, key, value = reads
    further = one.further(product)
    inner = tuple(str(s.data[0]) for s in query.args[1:] if s.data[0] not in (*one.batch, *one.fixed))
    seen = []
    sides = ((query, one.fixed, inner), (key, one.moving, inner), (value, one.moving, further))
    for read, positions, features in sides:
        names = [str(s.data[0]) for s in read.args[1:]]
        made = _arrangement(names, one.batch, positions, features)
        if made is None:
            return None
        seen.append(made)
    numerator = next(a for a in last.body.args if a.op == "access")
    own = dict(zip((s.data[0] for s in numerator.args[1:]), product.axes, strict=True))
    result = _arrangement([own[a] for a in last.axes], one.batch, one.fixed, further)
    if result is None or not result.in_line:
        return None
    names = [r.args[0].data.name for r in reads]
    shapes = tuple(tuple(one.extents[str(s.data[0])] for s in r.args[1:]) for r in reads)
    kinds = tuple(str(dtypes.get(n) or family.buffers[n].dtype) for n in names)
    mask = ", causal" if causal else ""
    text = f"softmax({scale:.6g}*{names[0]}*{names[1]}{mask})*{names[2]}"
    return EngineCall(
        KIND, last.name, last.axes, tuple(names), (*seen, result), dict(last.extents), last.dtype, shapes, kinds,
        {"scale": scale, "causal": causal}, text,
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
