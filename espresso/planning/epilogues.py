"""Bias and activation that follow a library call, given to the library with it.

A statement that does nothing but add a bias along the channels to the result of a
convolution, and apply a function to that, is done by the library while it writes: one
pass over the memory less.  The functions are the rows of ``ACTIVATIONS``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..graph import expr as ex
from ..graph.expr import Expr
from .loops import Arrangement, Buffer, EngineCall, LibraryCall, Statement, reads_of

ACTIVATIONS = {
    "relu": ("relu(z)",),
    "relu6": ("min(relu(z), 6)", "clip(z, 0, 6)"),
    "sigmoid": ("sigmoid(z)",),
    "tanh": ("tanh(z)",),
    "silu": ("silu(z)", "z*sigmoid(z)"),
    "hardswish": ("z*clip(z + 3, 0, 6)/6", "z*min(relu(z + 3), 6)/6"),
    "gelu": ("gelu(z)",),
}
"""Name of an epilogue -> how it may be written."""


def joined(
    steps: list[Statement | LibraryCall], buffers: dict[str, Buffer], dtypes: Mapping[str, str],
    accepts: Callable[[EngineCall], bool], outputs: Mapping[str, Any],
) -> list[tuple[EngineCall, EngineCall]]:  # fmt: skip
    """Put statements into the calls that they follow where the engine accepts that; pairs of old and new calls."""
    found: list[tuple[EngineCall, EngineCall]] = []
    for call in [s for s in steps if isinstance(s, EngineCall) and s.parameters.get("direction") == "forward"]:
        users = [s for s in steps if call.name in reads_of(s)]
        if len(users) != 1 or call.name in outputs or not isinstance(users[0], Statement):
            continue
        new = with_epilogue(call, users[0], dtypes)
        if new is None or not accepts(new):
            continue
        steps[steps.index(users[0])] = new  # here the bias is there, too
        steps.remove(call)
        del buffers[call.name]
        found.append((call, new))
    return found


def with_epilogue(call: EngineCall, s: Statement, dtypes: Mapping[str, str]) -> EngineCall | None:
    """The call with what a statement does to its result, or None."""
    if s.operator is not None or s.slots is not None or not s.dtype == s.accumulate == call.dtype:
        return None
    reads = {n for n in ex.postorder(s.body) if n.op == "access" and n.args[0].data.name == call.name}
    if len(reads) != 1:
        return None
    (read,) = reads
    slots = [x.data[0] if x.op == "index" else None for x in read.args[1:]]
    if read.data is not None or None in slots or sorted(map(str, slots)) != sorted(s.axes):
        return None
    stored = call.stored(s.name, [slots.index(a) for a in s.axes])
    if stored is None:
        return None
    stored = replace(stored, axes=s.axes, extents={a: s.extents[a] for a in s.axes})
    body = _in_order(s.body)
    for inner, bias in _inner(read, s, stored):
        name = next((n for n, z in _templates() if _in_order(ex.replace(z, {_HOLE: inner})) is body), None)
        if name is None and not (bias is not None and _in_order(inner) is body):
            continue
        made = replace(stored, parameters={**call.parameters, "epilogue": name}, text=_text(call, bias, name))
        return made if bias is None else _with_bias(made, bias, s, dtypes)
    return None


_HOLE = ex.access(ex.tensor("z", 0), [])


@functools.cache
def _templates() -> list[tuple[str, Expr]]:
    from ..notation.parsing import parse
    from ..rewriting.simplification import simplify
    from ..ruleset import default_rules

    rows = [(name, parse(text)) for name, texts in ACTIVATIONS.items() for text in texts]
    return [(name, ex.scalar(simplify([e], default_rules())[0])) for name, e in rows]


def _in_order(e: Expr) -> Expr:
    """The expression with nested sums and products flat, and their terms in one order."""
    new: dict[Expr, Expr] = {}
    for node in ex.postorder(e):
        args = [new[a] for a in node.args]
        if ex.is_call(node, "add") or ex.is_call(node, "mul"):
            flat = [x for a in args for x in (a.args if ex.is_call(a, node.data) else (a,))]
            new[node] = ex.call(node.data, *sorted(flat, key=lambda a: a.digest))
        else:
            new[node] = ex.with_args(node, args)
    return new[e]


def _inner(read: Expr, s: Statement, call: EngineCall) -> list[tuple[Expr, Expr | None]]:
    """What the function may be applied to: the result with a bias, or alone."""
    channel = _channel(call)
    found: list[tuple[Expr, Expr | None]] = []
    for node in ex.postorder(s.body):
        if ex.is_call(node, "add") and read in node.args and channel is not None:
            for other in node.args:
                plain = other.op == "access" and other.data is None and other.args[0].op == "tensor"
                if plain and list(other.args[1:]) == [ex.index(channel)]:
                    found.append((ex.call("add", read, other), other))
    return [*dict.fromkeys(found), (read, None)]


def _channel(call: EngineCall) -> str | None:
    """The axis of the result that holds all channels, where there is one."""
    seen = call.seen[-1]
    at = [k for k, p in enumerate(seen.parts) for _ in (p or (0,))]  # axis of each part
    first = seen.groups[0]
    axes = {at[k] for k in seen.order[first : first + seen.groups[1]]}
    return call.axes[axes.pop()] if len(axes) == 1 else None


def _with_bias(call: EngineCall, bias: Expr, s: Statement, dtypes: Mapping[str, str]) -> EngineCall:
    array, channel = bias.args[0], bias.args[1].data[0]
    return replace(
        call, operands=(*call.operands, str(array.data.name)),
        seen=(*call.seen[:-1], Arrangement(((),), (0,), (1,)), call.seen[-1]),
        shapes=(*call.shapes, (s.extents[channel],)), dtypes=(*call.dtypes, dtypes[array.data.name]),
    )  # fmt: skip


def _text(call: EngineCall, bias: Expr | None, name: str | None) -> str:
    from ..printing.text import formula

    text = call.text if bias is None else f"{call.text} + {formula(bias, {})}"
    return text if name is None else f"{name}({text})"
