"""Copy propagation through arrays that only pad, shift or cut another.

The gradient of a maximum of padded windows compares ``pad(u)[n, i + 1]`` where ``u[n,h] = pad(x, -inf)[n, h - 1]``.
Where every place at which a copy is read is inside it for certain, the read is one of the array itself,
``pad(x, -inf)[n, i]``, and there is no copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from espresso.compiler.lowering.masks import is_inside
from espresso.compiler.lowering.tap_sums import folded
from espresso.compiler.statements import Statements
from espresso.formulas.extents.affine import linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Statement, accesses, reads_of


def read_through_copies(code: Statements) -> None:
    """Leave out each temporary array that copies another one and is read inside its bounds only."""
    for name in [s.name for s in code.steps if isinstance(s, Statement) and _is_copy(code, s)]:
        copy = next(s for s in code.steps if s.name == name)
        assert isinstance(copy, Statement)
        values: dict[str, dict[Expr, Expr]] = {}
        for step in code.steps:
            if name not in reads_of(step):
                continue
            if not isinstance(step, Statement) or step.slots is not None:
                break
            reads = accesses(step.body, of=name)
            if not all(_is_inside(r, copy, step.extents) for r in reads):
                break
            values[step.name] = {r: through(r, copy) for r in reads}
        else:
            code.steps[:] = [
                replace(s, body=ex.replace(s.body, values[s.name]))
                if isinstance(s, Statement) and s.name in values else s
                for s in code.steps if s.name != name
            ]  # fmt: skip
            del code.buffers[name]


def _is_copy(code: Statements, s: Statement) -> bool:
    """Whether a statement stores a temporary copy of one array, read at sums of its axes, in their order, and numbers.

    A copy with its axes in another order, or of one column, is there so that a loop reads side by side.
    """
    if s.operator is not None or s.slots is not None or s.body.op != "access" or s.body.args[0].op != "tensor":
        return False
    if code.buffers[s.name].role != "temporary" or code.dtypes[s.body.args[0].data.name] != s.dtype:
        return False
    forms = [linear(slot) for slot in s.body.args[1:]]
    named = [n for f in forms if f is not None for n in f[0]]
    plain = all(f is not None and len(f[0]) == 1 and set(f[0].values()) == {1} for f in forms)
    return plain and named == list(s.axes)


def _is_inside(read: Expr, copy: Statement, extents: Mapping[str, Expr]) -> bool:
    """Whether a read of the copy is inside it for all values of its indices."""
    slots = zip(read.args[1:], copy.axes, strict=True)
    return read.data is None or all(is_inside(slot, copy.extents[axis], extents) for slot, axis in slots)


def through(read: Expr, copy: Statement) -> Expr:
    """The read of what is copied."""
    at = dict(zip(copy.axes, read.args[1:], strict=True))
    slots = [folded(ex.substitute(slot, at)) for slot in copy.body.args[1:]]
    return ex.access(copy.body.args[0], slots, copy.body.data)
