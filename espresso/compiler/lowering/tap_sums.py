"""Inlining of short sums over the taps of a strided window into their reader.

The gradient of a strided read, ``dx[i] = pad(s)[(i + 1)//2, (i + 1) % 2]`` with
``s[q,b] = sum[t](G[q - t]*w[b + 2*t])``, is an array over quotient and rest that is then read in another
order.  Where the sum is over a few taps, and is no product for a library, the reader adds them up itself:
``dx[i] = G[(i + 1)//2]*w[(i + 1) % 2] + ...``, so that there is no such array.  The loop over i runs in
steps (see `codegen.loops.peeling`).
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from espresso.compiler.lowering.masks import as_running, inside_or, is_inside
from espresso.compiler.statements import Statements
from espresso.formulas.extents.affine import linear, multiples
from espresso.formulas.extents.recurrences import collected
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Statement, Step, accesses, reads_of
from espresso.ir.taps import LARGEST_STEP, over_taps

TERMS = 16
"""Taps up to which the reader adds them up."""


def is_step(e: Expr) -> bool:
    """Whether ``e`` is a quotient or rest by a small number that a loop can run in steps of."""
    if not (ex.is_call(e, "floordiv") or ex.is_call(e, "mod")):
        return False
    return e.args[1].op == "const" and 2 <= e.args[1].data <= LARGEST_STEP and linear(e.args[0]) is not None


AROUND = 32
"""Taps up to which a sum around a circle is written out."""

_TERM_BY_TERM = {"sum": "add", "prod": "mul", "max": "maximum", "min": "minimum"}


def in_other_loops(
    lowering: Any, operator: str, over: Sequence[str], body: Expr, extents: Mapping[str, Expr]
) -> Expr | None:  # fmt: skip
    """A reduction by other loops than one over its elements for each place; None where there are none."""
    running = as_running(lowering, operator, over, body, extents)
    return around_circle(operator, over, body, str(lowering.dtype_of(body)), extents) if running is None else running


def around_circle(
    operator: str, over: Sequence[str], body: Expr, dtype: str, extents: Mapping[str, Expr]
) -> Expr | None:  # fmt: skip
    """A reduction over a few taps at positions around a circle, ``x[(i + k - 1) % n]``, term by term; None for others.

    Loops are peeled where each position is that of an index and a number: inside, it needs no remainder.
    """
    lengths = [extents[n].data if n in extents and extents[n].op == "const" else 0 for n in over]
    few = 0 < math.prod(lengths) <= AROUND and operator in _TERM_BY_TERM and dtype in ("float32", "float64")
    if not few or not any(_is_around(n, over) for n in ex.postorder(body)):
        return None
    places = itertools.product(*map(range, lengths))
    values = [{n: ex.const(k) for n, k in zip(over, at, strict=True)} for at in places]
    terms = [ex.rebuild(ex.substitute(body, v), collected, into_arrays=False) for v in values]
    return functools.reduce(functools.partial(ex.call, _TERM_BY_TERM[operator]), terms)


def _is_around(e: Expr, over: Sequence[str]) -> bool:
    if not ex.is_call(e, "mod") or e.args[1].free:
        return False
    form = linear(e.args[0])
    return form is not None and not form[0].keys().isdisjoint(over) and not form[0].keys() <= {*over}


def is_in_place(e: Expr) -> bool:
    """Whether loops that are peeled, or run in steps, compute an integer ``e`` where it stands at next to no cost."""
    if is_step(e):
        return True
    if not (ex.is_call(e, "mod") or ex.is_call(e, "clip")) or any(a.free for a in e.args[1:]):
        return False
    form = linear(e.args[0])
    return form is not None and any(abs(k) == 1 for k in form[0].values())


def sums_in_place(code: Statements) -> None:
    """Put short sums that one statement reads at quotient and rest into that statement."""
    readers = ex.grouped((name, step) for step in code.steps for name in reads_of(step))
    named = {s.name: s for s in code.steps}
    gone: set[str] = set()
    for position, step in enumerate(list(code.steps)):
        if not isinstance(step, Statement) or step.slots is not None:
            continue
        reads = [n for n in accesses(step.body) if any(is_step(s) for s in n.args[1:])]
        values: dict[Expr, Expr] = {}
        for read in reads:
            maker = _maker(code, read, step, reads, readers)
            if maker is not None:
                values[read] = _value(maker, read, step.extents)
                gone |= {maker.name, *(n for n in reads_of(named[maker.name]) if n not in reads_of(maker))}
        if values:
            code.steps[position] = replace(step, body=ex.replace(step.body, values))
    code.drop(gone)


def _maker(
    code: Statements, read: Expr, reader: Statement, reads: Sequence[Expr],
    readers: Mapping[str, list[Step]],
) -> Statement | None:  # fmt: skip
    """The statement whose value is put in place of a read, which is the only one of it."""
    name = read.args[0].data.name
    if readers.get(name) != [reader] or sum(r.args[0].data.name == name for r in reads) != 1:
        return None
    if name not in code.buffers or code.buffers[name].role != "temporary" or _repeated(read):
        return None
    maker = next((s for s in code.steps if isinstance(s, Statement) and s.name == name), None)
    if maker is None or maker.slots is not None or maker.dtype != maker.accumulate:
        return None
    if maker.operator is None:  # such as a sum times a number
        reads = accesses(maker.body)
        inner = _maker(code, reads[0], maker, reads, readers) if len(reads) == 1 else None
        if inner is None or reads[0].args[1:] != tuple(ex.index(a) for a in inner.axes):
            return None
        terms = [ex.substitute(inner.body, at) for at in _terms(inner)]
        body = ex.replace(maker.body, {reads[0]: ex.call("add", *terms)})
        return replace(maker, body=body)
    return maker if maker.operator == "sum" and over_taps(maker) and len(_terms(maker)) <= TERMS else None


def _repeated(read: Expr) -> bool:
    """Whether a read takes each element several times: at a quotient without the rest beside it."""
    quotients = [s for s in read.args[1:] if is_step(s) and s.data == "floordiv"]
    return any(ex.call("mod", *q.args) not in read.args[1:] for q in quotients)


def _terms(maker: Statement) -> list[dict[str, Expr]]:
    """The values of the taps; a map has one term."""
    lengths = [range(int(maker.extents[n].data)) for n in maker.over]
    return [dict(zip(maker.over, map(ex.const, at), strict=True)) for at in itertools.product(*lengths)]


def _value(maker: Statement, read: Expr, extents: Mapping[str, Expr]) -> Expr:
    """The sum at the slots of the read, term by term."""
    slots = dict(zip(maker.axes, read.args[1:], strict=True))
    terms = [folded(ex.substitute(maker.body, {**slots, **at})) for at in _terms(maker)]
    value = ex.call("add", *terms)
    if read.data is None:
        return value
    places = [(slot, maker.extents[a]) for a, slot in slots.items() if not is_inside(slot, maker.extents[a], extents)]
    return inside_or(value, read, places, accesses(value))


def folded(e: Expr) -> Expr:
    """``e`` with ``s*(z//s) + z % s`` in sums written as z."""
    return ex.rebuild(e, lambda node: _whole(node) if ex.is_call(node, "add") else None)


def _whole(total: Expr) -> Expr:
    factors: dict[Expr, int] = {}
    constant = 0
    stack = [(a, 1) for a in reversed(total.args)]
    while stack:
        e, times = stack.pop()
        if e.op == "const" and isinstance(e.data, int):
            constant += times * e.data
        elif ex.is_call(e, "add"):
            stack += [(a, times) for a in reversed(e.args)]
        elif ex.is_call(e, "mul") and len(e.args) == 2 and e.args[0].op == "const" and isinstance(e.args[0].data, int):
            stack.append((e.args[1], times * e.args[0].data))
        elif e.op == "index" or is_step(e) or e.op == "size":
            factors[e] = factors.get(e, 0) + times
        elif ex.is_call(e, "mul") and all(a.op == "const" for a in e.args):
            constant += times * math.prod(int(a.data) for a in e.args)
        else:
            return total
    for e in list(factors):
        if not ex.is_call(e, "mod"):
            continue
        quotient = ex.call("floordiv", *e.args)
        times = factors[e]
        if times and factors.get(quotient) == times * int(e.args[1].data):
            del factors[e], factors[quotient]
            form = linear(e.args[0])
            assert form is not None
            constant += times * form[1].constant
            for atom, k in [*((ex.index(n), k) for n, k in form[0].items()), *form[1].terms.items()]:
                factors[atom] = factors.get(atom, 0) + times * k
    return multiples(factors.items(), constant)
