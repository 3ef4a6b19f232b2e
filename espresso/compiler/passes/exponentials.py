"""Reuse of the exponentials of a log-sum-exp: ``exp(x - m - log(s))`` is ``exp(x - m)/s``.

``exp(x[i,k] - m[i] - log(s[i]))`` with ``s[i] = sum[k](exp(x[i,k] - m[i]))`` is ``exp(x[i,k] - m[i])/s[i]``: the terms
of the sum, divided.  Derivatives of ``log_softmax`` read the first where the logarithms are a named array, which
rules do not look into.  A sum is not smaller than its terms, so nothing overflows that did not before; ``x - m`` is
known not to be positive, because ``m`` is a maximum that was subtracted to keep it so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from espresso.compiler.statements import Statements
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Statement


def normalised(code: Statements) -> None:
    """Let such exponentials read the sum; maps that nothing reads any more are dropped."""
    sums = {s.name: s for s in _statements(code) if _sum_of_exponentials(s)}
    if not sums:
        return
    maps = {s.name: s for s in _statements(code) if s.operator is None and s.slots is None}
    through: set[str] = set()
    for step in list(_statements(code)):
        values: dict[Expr, Expr] = {}
        for node in ex.postorder(step.body):
            if ex.is_call(node, "exp"):
                maker, argument = _through_map(node.args[0], maps, code)
                lengths = {**step.extents, **_lengths(maker, node.args[0])}
                found = _quotient(argument, lengths, sums, maps, code, through)
                if found is not None:
                    values[node] = found
                    through |= {maker.name} if maker is not None else set()
        if values:
            position = code.steps.index(step)
            new = replace(step, body=ex.replace(step.body, values))
            code.steps[position : position + 1] = _without_totals(new, code)
    code.drop(through)


def _without_totals(step: Statement, code: Statements) -> list[Statement]:
    """A sum with quotients by totals taken out of it: it can then run beside the sum that makes the total."""
    if step.operator != "sum" or step.slots is not None or not ex.is_call(step.body, "mul"):
        return [step]
    outside = [f for f in step.body.args if ex.is_call(f, "pow") and f.free and not f.free & set(step.over)]
    inside = [f for f in step.body.args if f not in outside]
    if not outside or not set(step.over) <= frozenset().union(*(f.free for f in inside)):
        return [step]
    name = code.add("s", step.axes, ex.call("mul", *inside), step.extents, "sum", step.over)
    total = code.steps.pop()
    assert isinstance(total, Statement)
    body = ex.call("mul", code.read_at(name, step.axes), *outside)
    extents = {n: step.extents[n] for n in step.axes}
    return [total, replace(step, body=body, operator=None, over=(), extents=extents)]


def _statements(code: Statements) -> Iterator[Statement]:
    return (s for s in code.steps if isinstance(s, Statement))


def _sum_of_exponentials(s: Statement) -> bool:
    """``sum[k](exp(x - m))`` over one index, with a finite ``m`` subtracted as safe forms do."""
    if s.operator != "sum" or len(s.over) != 1 or s.slots is not None or not ex.is_call(s.body, "exp"):
        return False
    terms = s.body.args[0].args if ex.is_call(s.body.args[0], "add") else ()
    return any(
        ex.is_call(f, "where") and ex.is_call(f.args[0], "isfinite")
        for t in terms if ex.is_call(t, "mul") and t.args[0] is ex.const(-1) for f in t.args[1:]
    )  # fmt: skip


def _through_map(e: Expr, maps: Mapping[str, Statement], code: Statements) -> tuple[Statement | None, Expr]:
    """What a read of a temporary map stands for, and the map."""
    if e.op != "access" or e.data is not None or e.args[0].op != "tensor":
        return None, e
    maker = maps.get(e.args[0].data.name)
    plain = [s for s in e.args[1:] if s.op == "index"]
    if maker is None or code.buffers[maker.name].role != "temporary" or len(set(plain)) < len(e.args) - 1:
        return None, e
    return maker, ex.substitute(maker.body, dict(zip(maker.axes, e.args[1:], strict=True)))


def _lengths(maker: Statement | None, read: Expr) -> dict[str, Expr]:
    """The lengths of the indices that a map is read at."""
    if maker is None:
        return {}
    return {s.data[0]: maker.extents[a] for a, s in zip(maker.axes, read.args[1:], strict=True)}


def _quotient(
    argument: Expr, lengths: Mapping[str, Expr], sums: Mapping[str, Statement], maps: Mapping[str, Statement],
    code: Statements, through: set[str],
) -> Expr | None:  # fmt: skip
    """``exp(x)/s`` for ``x - log(s)``, where ``s`` is the sum of ``exp(x)`` over one index of ``x``.

    The maps that are looked into go to ``through``.
    """
    if not ex.is_call(argument, "add"):
        return None
    for term in argument.args:
        kept, total = _logarithm(term, maps, code)
        s = sums.get(total.args[0].data.name) if total is not None and total.args[0].op == "tensor" else None
        if total is None or s is None or any(slot.op != "index" for slot in total.args[1:]):
            continue
        rest = [t for t in argument.args if t is not term]
        x = ex.call("add", *rest)
        (over,) = s.over
        for name in sorted(x.free - total.free):
            names = {a: slot.data[0] for a, slot in zip(s.axes, total.args[1:], strict=True)}
            own = ex.rename(s.body.args[0], {**names, over: name})
            same = code.equivalence
            if lengths.get(name) is s.extents[over] and same.key(own) == same.key(x):
                through |= {kept.name} if kept is not None else set()
                return ex.call("mul", ex.call("exp", own), ex.call("pow", total, ex.const(-1)))
    return None


def _logarithm(
    term: Expr, maps: Mapping[str, Statement], code: Statements
) -> tuple[Statement | None, Expr | None]:
    """The array ``s`` of ``-log(s)`` as it is read, and the map that keeps the logarithm, if one does."""
    if ex.is_call(term, "mul") and len(term.args) == 2 and term.args[0] is ex.const(-1):
        maker, inner = _through_map(term.args[1], maps, code)
        if ex.is_call(inner, "log") and inner.args[0].op == "access" and inner.args[0].data is None:
            return maker, inner.args[0]
    return None, None
