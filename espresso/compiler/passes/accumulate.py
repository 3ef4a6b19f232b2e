"""Accumulating GEMM: scale factors and addends become alpha and beta of the library call.

``2*A@B`` is a product with a factor, and so is ``A@B/size(A, 0)``; in ``C - A@B`` the product is added to ``C`` where
that lies already, or, where ``C`` is needed afterwards (the update of a parameter), read from there and stored with
the sum elsewhere.  ``A@B + C@D`` are two products into one array.  A statement that is such a sum of whole arrays
disappears: what is left of it is computed first, into the place of the result (`ir.storage.liveness.in_place`,
``buffers.in_results``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from math import isfinite

from espresso.compiler.statements import Statements, numbered
from espresso.engine.table import named
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction
from espresso.ir.engine import REAL_DTYPES
from espresso.ir.loops import Buffer, Statement, Step, accesses, reads_of

Factor = tuple[float, tuple[Expr, ...]]
"""A number, and lengths that divide it."""

Term = tuple[Factor, Contraction, Expr]
"""A product in a sum with its factor, and the term as it stands there."""


def accumulated(code: Statements, outputs: Collection[str], fits: Callable[[str, int], bool]) -> dict[str, str]:
    """Put sums into the products that they add, where their engines add; old name -> new name.

    Several products are added in one array only where ``fits(array, products)`` says so: each of them reads and
    writes the array again, and blocks of rows do not (`blocks`).
    """
    steps, buffers, dtypes = code.steps, code.buffers, code.dtypes
    renamed: dict[str, str] = {}
    for s in [s for s in steps if isinstance(s, Statement)]:
        terms = _terms(s, steps, buffers, outputs)
        if not terms:
            continue
        rest = [t for t in _summands(s.body) if t not in [e for _, _, e in terms]]
        if rest and not any(_reads_all_axes(t, s.axes) for t in rest):
            continue  # a bias: computed with the products' rows in the cache
        if rest and any(_maybe_symmetric(c, steps) for _, c, _ in terms) or len(terms) > 1 and _all_symmetric(terms):
            continue  # half of the product is worth more
        if len(terms) > 1 and not fits(s.name, len(terms)):
            continue
        position = steps.index(s)
        made: list[Step] = []
        added, apart = "", False
        if rest:
            body = ex.call("add", *rest)
            added = _dying(body, s, steps, buffers, outputs)
            if not added and _is_plain_addend(body, s, terms[0][1], dtypes):
                added, apart = str(body.args[0].data.name), True
            if not added:
                added = numbered(f"{s.name}_rest", dtypes)
                used = {n: s.extents[n] for n in dict.fromkeys((*s.axes, *sorted(body.free)))}
                made.append(replace(s, name=added, body=body, extents=used))
                code.add_buffer(added, s.dtype, buffers[s.name].shape)
        for k, ((factor, lengths), call, _) in enumerate(terms):
            last = k == len(terms) - 1
            name = s.name if last else call.name
            scale, divisors = factor * call.scale, (*call.divisors, *lengths)
            made.append(replace(call, name=name, scale=scale, added=added, divisors=divisors, apart=apart and not k))
            if last:
                renamed[call.name] = s.name
                del buffers[call.name]
            added = name
        steps[position : position + 1] = made
        for _, call, _ in terms:
            steps.remove(call)
    return renamed


def _summands(e: Expr) -> tuple[Expr, ...]:
    return tuple(e.args) if ex.is_call(e, "add") else (e,)


def _factor(e: Expr) -> tuple[Factor, Expr] | None:
    """A term as a number and lengths that divide it, times a read of an array, or None."""
    if e.op == "access":
        return (1.0, ()), e
    if not ex.is_call(e, "mul"):
        return None
    factor, divisors, reads = 1.0, [], []
    for a in e.args:
        if a.op == "const" and isinstance(a.data, (int, float)):
            factor *= float(a.data)
        elif ex.is_call(a, "pow") and a.args[0].op == "size" and a.args[1] is ex.const(-1):
            divisors.append(a.args[0])
        else:
            reads.append(a)
    if len(reads) != 1 or reads[0].op != "access":
        return None
    return ((factor, tuple(divisors)), reads[0]) if factor and isfinite(factor) else None  # 0 times infinity is NaN


def _reads_all_axes(e: Expr, axes: Sequence[str]) -> bool:
    """Whether an array is read at all axes."""
    return any(set(axes) <= n.free for n in accesses(e))


def _plain(read: Expr, axes: Sequence[str]) -> bool:
    return read.args[0].op == "tensor" and read.data is None and list(read.args[1:]) == [ex.index(a) for a in axes]


def _terms(
    s: Statement, steps: Sequence[Step], buffers: Mapping[str, Buffer], outputs: Collection[str]
) -> list[Term]:
    """Products that a statement adds and that nothing else reads."""
    if s.operator is not None or s.slots is not None or s.dtype not in REAL_DTYPES or s.accumulate != s.dtype:
        return []
    found: list[Term] = []
    summands = _summands(s.body)
    for k, e in enumerate(summands):
        pair = _factor(e)
        if pair is None or not _plain(pair[1], s.axes):
            continue
        name = pair[1].args[0].data.name
        call = next((c for c in steps if c.name == name), None)
        if not isinstance(call, Contraction):
            continue
        read = bool(accesses(*summands[:k], *summands[k + 1 :], of=name))
        users = sum(name in reads_of(c) for c in steps)
        alone = not read and users == 1 and name not in outputs and not call.triangle and not call.added
        engine = named(call.engine)
        if not alone or engine is None or not engine.accumulates:
            continue
        if call.dtype == s.dtype and buffers[name].shape == buffers[s.name].shape:
            found.append((pair[0], call, e))
    return found


def _maybe_symmetric(call: Contraction, steps: Sequence[Step]) -> bool:
    """Whether half of a product may be enough (``ir.symmetry``): its operands are one array, or one of it."""
    made = {c.name: c for c in steps if isinstance(c, Statement)}
    pairs = ((call.left, call.right), (call.right, call.left))
    return call.left == call.right or any(a in made and b in reads_of(made[a]) for a, b in pairs)


def _all_symmetric(terms: Sequence[Term]) -> bool:
    return any(c.left == c.right for _, c, _ in terms)


def _dying(
    body: Expr, s: Statement, steps: Sequence[Step], buffers: Mapping[str, Buffer],
    outputs: Collection[str],
) -> str:  # fmt: skip
    """The temporary that is all that is added and that nothing else reads, or ""."""
    if body.op != "access" or not _plain(body, s.axes):
        return ""
    name = str(body.args[0].data.name)
    buffer = buffers.get(name)
    if buffer is None or name in outputs or buffer.dtype != s.dtype or buffer.shape != buffers[s.name].shape:
        return ""
    return name if sum(name in reads_of(c) for c in steps) == 1 else ""


def _is_plain_addend(body: Expr, s: Statement, call: Contraction, dtypes: Mapping[str, str]) -> bool:
    """Whether what is added is one array as it is, which the product's engine reads while it stores the sum."""
    engine = named(call.engine)
    if call.packed or engine is None or not engine.apart or not s.axes:
        return False
    return body.op == "access" and _plain(body, s.axes) and dtypes.get(str(body.args[0].data.name)) == s.dtype
