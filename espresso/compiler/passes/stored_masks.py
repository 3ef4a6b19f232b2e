"""Masks of a rectifier read from its stored result: ``s[i] + b > 0`` is ``t[i] > 0`` for ``t = relu(s + b)``.

The derivative of ``relu(z)`` asks for ``z``, and where that contains the result of a library call, this would be an
array that is kept from the forward pass to the backward pass beside ``t``.  Read from ``t``, the mask has the same
value, also where z is infinite or NaN (t is NaN too then, which is not above 0), and the library call may store ``t``
at once (``epilogues``).  Values ``relu(z)`` at other places, as in the maxima of windows, are read from ``t``, too.

Only where nothing else needs the result of the call, and t would be an array anyway: a library call reads it, it is a
result, or an engine makes it in place of the sum.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from espresso.compiler.matching.epilogues import FOLLOWED, in_order
from espresso.compiler.statements import Statements
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_zero
from espresso.ir.calls import EngineCall, LibraryCall
from espresso.ir.loops import Statement, accesses, indices_of, reads_of


def read_stored_masks(code: Statements, outputs: Mapping[str, str]) -> None:
    """Let masks and maxima read the rectified arrays, wherever the sums behind these are then read no more."""
    for call in [s for s in code.steps if isinstance(s, LibraryCall) and s.name not in outputs]:
        users = [s for s in code.steps if call.name in reads_of(s)]
        statements = [s for s in users if isinstance(s, Statement)]
        if len(statements) < 2 or len(statements) < len(users):
            continue
        for stored in statements:
            if not _is_whole(stored, call.name, code) or not _is_stored(stored, call, code, outputs):
                continue
            others = {s.name: _reading(s, stored, call.name, code) for s in statements if s is not stored}
            if not any(call.name in reads_of(s) for s in others.values()):
                steps = [others.get(s.name, s) for s in code.steps if s is not stored]
                steps.insert(code.steps.index(users[0]), stored)
                code.steps[:] = steps
                break


def _is_whole(s: Statement, name: str, code: Statements) -> bool:
    """Whether a statement stores ``relu(z)``, as exactly as z is, for all elements of the array of that name."""
    if s.operator is not None or s.slots is not None or not ex.is_call(s.body, "relu"):
        return False
    sums = accesses(s.body, of=name)
    if len(sums) != 1 or sums[0].data is not None or not s.dtype == s.accumulate == code.dtypes[name]:
        return False
    slots = indices_of(sums[0]) or ()
    return sorted(slots) == sorted(s.axes) and [s.extents[a] for a in slots] == list(code.buffers[name].shape)


def _is_stored(s: Statement, call: LibraryCall, code: Statements, outputs: Mapping[str, str]) -> bool:
    """Whether the rectified array is one anyway, or an engine makes it in place of its sums."""
    from espresso.engine.table import named

    if s.name in outputs or any(isinstance(x, LibraryCall) and s.name in reads_of(x) for x in code.steps):
        return True
    if not isinstance(call, EngineCall) or call.parameters.get("direction") not in FOLLOWED:
        return False
    engine = named(call.engine)
    return engine is not None and bool(engine.follows)


def _reading(s: Statement, stored: Statement, name: str, code: Statements) -> Statement:
    """A statement with its masks and rectified values as reads of ``stored``."""
    z = stored.body.args[0]
    (pattern,) = accesses(z, of=name)
    found: dict[Expr, Expr] = {}
    for node in ex.postorder(s.body):
        inner = _rectified(node)
        reads = accesses(inner, of=name) if inner is not None else []
        if inner is None or len(reads) != 1 or reads[0].data is not None:
            continue
        at = {a.data[0]: x for a, x in zip(pattern.args[1:], reads[0].args[1:], strict=True)}
        if in_order(ex.substitute(z, at)) is in_order(inner):
            value = code.read(stored.name, [at[a] for a in stored.axes])
            mask = ex.with_args(node, [value if a is inner else a for a in node.args])
            found[node] = value if node.data == "relu" else mask
    return replace(s, body=ex.replace(s.body, found)) if found else s


def _rectified(node: Expr) -> Expr | None:
    """z where the node is ``relu(z)`` or asks whether z is above 0."""
    if ex.is_call(node, "relu") or ex.is_call(node, "gt") and is_zero(node.args[1]):
        return node.args[0]
    return node.args[1] if ex.is_call(node, "lt") and is_zero(node.args[0]) else None
