"""Epilogue fusion: bias, scale and activation computed by the engine of the call before them.

A statement that does nothing but add to the result of a convolution and multiply it by numbers for each channel (a
bias, a normalisation), and apply one of ``ACTIVATIONS`` to that, is done by the engine while it writes: one pass over
the memory less.  Each engine says which of them it has.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Container, Mapping
from dataclasses import replace

from espresso.compiler.statements import Statements
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard
from espresso.ir.arrangement import Arrangement
from espresso.ir.calls import EngineCall, text_of
from espresso.ir.loops import Statement, accesses, arrays_of, indices_of, reads_of
from espresso.records import dataclass

ACTIVATIONS = {
    "relu": ("relu(z)",),
    "relu6": ("min(relu(z), 6)", "clip(z, 0, 6)"),
    "sigmoid": ("sigmoid(z)",),
    "tanh": ("tanh(z)",),
    "silu": ("z*sigmoid(z)",),
    "hardswish": ("z*clip(z + 3, 0, 6)/6", "z*min(relu(z + 3), 6)/6"),
}
"""Name of an epilogue -> how it may be written."""

FOLLOWED = ("forward", "data")
"""Directions whose results are images: a transposed convolution is the gradient of one by the data."""


def joined(
    code: Statements, results: Container[str], accepts: Callable[[EngineCall], bool]
) -> list[tuple[EngineCall, EngineCall]]:
    """Put statements into the calls that they follow where the engine accepts that; pairs of old and new calls."""
    steps = code.steps
    found: list[tuple[EngineCall, EngineCall]] = []
    for old in [s for s in steps if isinstance(s, EngineCall) and s.parameters.get("direction") in FOLLOWED]:
        users = [s for s in steps if old.name in reads_of(s)]
        if len(users) != 1 or old.name in results or not isinstance(users[0], Statement):
            continue
        user = users[0]
        made = with_epilogue(old, user, code.dtypes)
        if made is None or not accepts(made[0]):
            continue
        new, values = made
        at = steps.index(user)  # here the bias is there, too
        steps.remove(old)
        before = len(steps)
        names = {kind: code.add(kind, tuple(v.free), v, user.extents) for kind, v in values.items()}
        more = [steps.pop() for _ in range(len(steps) - before)]
        new = replace(new, operands=tuple(names.get(n, n) for n in new.operands))
        steps[at - 1 : at] = [*reversed(more), new]
        del code.buffers[old.name]
        found.append((old, new))
    return found


def with_epilogue(
    call: EngineCall, s: Statement, dtypes: Mapping[str, str]
) -> tuple[EngineCall, dict[str, Expr]] | None:
    """The call with what a statement does to its result, and the values for each channel that are not arrays yet."""
    if s.operator is not None or s.slots is not None or not s.dtype == s.accumulate == call.dtype:
        return None
    reads = accesses(s.body, of=call.name)
    slots = indices_of(reads[0]) if len(reads) == 1 and reads[0].data is None else None
    if slots is None or sorted(slots) != sorted(s.axes):
        return None
    (read,) = reads
    stored = call.stored(s.name, [slots.index(a) for a in s.axes])
    if stored is None:
        return None
    stored = replace(stored, axes=s.axes, extents={a: s.extents[a] for a in s.axes})
    body = in_order(s.body)
    for inner, after in _inner(read, s.body, stored):
        name = _activation(body, inner)
        if name is None and not (inner is not read and in_order(inner) is body):
            continue
        made = replace(stored, parameters={**call.parameters, "epilogue": name}, body=_followed(call, read, inner))
        return _with_operands(made, after, s, dtypes)
    return None


def _followed(call: EngineCall, read: Expr, inner: Expr) -> Expr | str:
    """The formula of a call with what is done to its result before the function; words for it stay as they are."""
    if not isinstance(call.body, str):
        return ex.replace(inner, {read: call.body})
    return call.body if inner is read else f"{text_of(inner)} where {text_of(read)} = {call.body}"


def _activation(body: Expr, inner: Expr) -> str | None:
    """The formula of ``ACTIVATIONS`` that a body applies to ``inner``."""
    return next((n for n, z in _templates() if in_order(ex.replace(z, {_HOLE: inner})) is body), None)


_HOLE = ex.access(ex.tensor("z", 0), [])


@functools.cache
def _templates() -> list[tuple[str, Expr]]:
    from espresso.algebra.rewriting.rule_sets import default_rules
    from espresso.algebra.rewriting.simplification import simplified
    from espresso.formulas.notation.parsing import parse

    rows = [(name, parse(text)) for name, texts in ACTIVATIONS.items() for text in texts]
    return [(name, ex.scalar(simplified([e], default_rules())[0])) for name, e in rows]


def in_order(e: Expr) -> Expr:
    """The expression with nested sums and products flat, and their terms in one order."""

    def change(node: Expr) -> Expr | None:
        if not (ex.is_call(node, "add") or ex.is_call(node, "mul")):
            return None
        flat = [x for a in node.args for x in (a.args if ex.is_call(a, node.data) else (a,))]
        return ex.call(node.data, *sorted(flat, key=lambda a: a.digest))

    return ex.rebuild(e, change)


@dataclass(frozen=True)
class After:
    """``(sum + bias)*scale + shift``: values for each channel."""

    bias: Expr | None = None
    scale: Expr | None = None
    shift: Expr | None = None


def _inner(read: Expr, body: Expr, call: EngineCall) -> list[tuple[Expr, After]]:
    """What the function may be applied to, the largest first: the result as it is multiplied and added to."""
    channel = _channel(call)
    known: dict[Expr, After | None] = {read: After()}
    for node in ex.postorder(body):
        given = [a for a in node.args if a in known]
        if node is not read and given and channel is not None:
            before = known[given[0]]
            one = before is not None and len(given) == 1
            known[node] = _after(node, given[0], before, channel) if before is not None and one else None
    return [(node, after) for node, after in reversed(known.items()) if after is not None]


def _after(node: Expr, inner: Expr, before: After, channel: str) -> After | None:
    """What is done to the result up to a node, of what was done before; None where that has another form."""
    values = [a for a in node.args if a is not inner]
    if node.op != "call" or len(values) != len(node.args) - 1 or not all(a.free <= {channel} for a in values):
        return None
    if node.data == "add":
        kind = "bias" if before.scale is None else "shift"
        old = getattr(before, kind)
        value = ex.call("add", *([old] if old is not None else []), *values)
        return replace(before, **{kind: value if len(value.args) != 1 else values[0]})
    if node.data != "mul" or before.shift is not None or any(is_guard(v) for v in values):
        return None  # where a comparison is 0 the product is 0, whatever the sum is
    several = [before.scale, *values] if before.scale is not None else values
    return replace(before, scale=ex.call("mul", *several))


def _slots(value: Expr) -> list[str]:
    """The indices of a plain read of an array, one for each axis; none of other values."""
    plain = value.op == "access" and value.data is None and value.args[0].op == "tensor"
    return [x.data[0] for x in value.args[1:]] if plain and all(x.op == "index" for x in value.args[1:]) else []


def _channel(call: EngineCall) -> str | None:
    """The axis of the result that holds all channels, where there is one."""
    seen = call.seen[-1]
    at = [k for k, p in enumerate(seen.parts) for _ in (p or (0,))]  # axis of each part
    first = seen.groups[0]
    axes = {at[k] for k in seen.order[first : first + seen.groups[1]]}
    return call.axes[axes.pop()] if len(axes) == 1 else None


def _with_operands(
    call: EngineCall, after: After, s: Statement, dtypes: Mapping[str, str]
) -> tuple[EngineCall, dict[str, Expr]] | None:
    """The call with more operands; those that are not arrays yet have the names of what they are."""
    channel = _channel(call)
    names, kinds, values, follow = [], [], {}, []
    for kind in ("bias", "scale", "shift"):
        value = getattr(after, kind)
        if value is None:
            continue
        follow.append(kind)
        if _slots(value) == [channel]:
            names.append(str(value.args[0].data.name))
            kinds.append(dtypes[value.args[0].data.name])
        elif not value.free or any(dtypes.get(name) != call.dtype for name in arrays_of(value)):
            return None
        else:
            names.append(kind)
            kinds.append(call.dtype)
            values[kind] = value
    seen, shapes = [Arrangement(((),), (0,), (1,))] * len(names), [(s.extents[str(channel)],) for _ in names]
    made = replace(
        call, operands=(*call.operands, *names), seen=(*call.seen[:-1], *seen, call.seen[-1]),
        shapes=(*call.shapes, *shapes), dtypes=(*call.dtypes, *kinds),
        parameters={**call.parameters, "follow": tuple(follow)},
    )  # fmt: skip
    return made, values


