"""After lowering: values that several statements compute become arrays of their own, and
results that merely copy a buffer become that buffer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from . import expr as ex
from .expr import Expr
from .loops import Buffer, Contraction, Statement
from .lower import EXPENSIVE, Lowering, cost

Step = Statement | Contraction


def share(lowering: Lowering) -> None:
    """Expensive values that stand in two or more statements are computed once.

    Sharing is modulo the names of indices.  The new statement stands before its first
    user; fusing turns its buffer into a register wherever all users share the loops.
    """
    while True:
        users: Counter[Expr] = Counter()
        canonical: dict[Expr, Expr] = {}
        for step in lowering.steps:
            if isinstance(step, Statement):
                found = {ex.canonical(n): n for n in ex.postorder(step.body) if cost(n) >= EXPENSIVE and n.free}
                canonical |= {n: c for c, n in found.items()}
                users.update(found.keys())
        shared = [n for n, c in canonical.items() if users[c] > 1]
        if not shared:
            return
        best = max(shared, key=lambda n: (n.depth, n.digest))
        if not _extract(lowering, ex.canonical(best)):
            return


def _extract(lowering: Lowering, wanted: Expr) -> bool:
    """Give the value whose canonical form is ``wanted`` a buffer and let all users read it."""
    first = next(k for k, s in enumerate(lowering.steps) if isinstance(s, Statement) and _occurrences(s.body, wanted))
    home = lowering.steps[first]
    assert isinstance(home, Statement)
    value = _occurrences(home.body, wanted)[0]
    if home.operator is None and home.body is value and home.slots is None:
        name = home.name  # this statement stores just that value already
        axes: Sequence[str] = home.axes
        if list(axes) != list(value.axes):
            return False
        start = first + 1
    else:
        tail = lowering.steps[first:]
        del lowering.steps[first:]
        name = lowering.add("t", value.axes, value, home.extents)
        lowering.steps += tail
        start = first + 1
    for k in range(start, len(lowering.steps)):
        step = lowering.steps[k]
        if isinstance(step, Statement):
            found = _occurrences(step.body, wanted)
            if found:
                body = ex.replace(step.body, {n: lowering.read_at(name, n.axes) for n in found})
                lowering.steps[k] = replace(step, body=body)
    return True


def _occurrences(body: Expr, wanted: Expr) -> list[Expr]:
    return [
        n for n in ex.postorder(body) if n.op == "call" and n.data == wanted.args[0].data and ex.canonical(n) is wanted
    ]


def scale_sums(lowering: Lowering, outputs: Mapping[str, str]) -> None:
    """A result that is a number times one sum: the number goes into the sum's terms."""
    for step in list(lowering.steps):
        if not isinstance(step, Statement) or step.operator is not None or not ex.is_call(step.body, "mul"):
            continue
        reads = [a for a in step.body.args if a.op == "access"]
        factors = [a for a in step.body.args if a.op != "access"]
        if len(reads) != 1 or any(f.op != "const" for f in factors):
            continue
        name = reads[0].args[0].data.name
        maker = next((s for s in lowering.steps if s.name == name), None)
        users = sum(name in _reads(s) for s in lowering.steps)
        if isinstance(maker, Statement) and maker.operator == "sum" and users == 1 and name not in outputs:
            if reads[0].data is None and maker.dtype == step.dtype:
                position = lowering.steps.index(maker)
                lowering.steps[position] = replace(maker, body=ex.call("mul", *factors, maker.body))
                lowering.steps[lowering.steps.index(step)] = replace(step, body=reads[0])


def _reads(step: Step) -> set[str]:
    if isinstance(step, Contraction):
        return {step.left, step.right}
    return {n.data.name for n in ex.postorder(step.body, *(step.slots or ())) if n.op == "tensor"}


def forward(lowering: Lowering, outputs: Mapping[str, str]) -> None:
    """Outputs that only copy a temporary become that temporary, with its axes permuted."""
    for name in list(outputs):
        step = next((s for s in lowering.steps if s.name == name), None)
        if not isinstance(step, Statement) or step.operator is not None or step.body.op != "access":
            continue
        source = step.body.args[0]
        slots = [s.data[0] if s.op == "index" else None for s in step.body.args[1:]]
        if source.op != "tensor" or source.data.name in outputs or source.data.name not in lowering.buffers:
            continue
        if step.body.data is not None or sorted(map(str, slots)) != sorted(step.axes):
            continue
        maker = next(s for s in lowering.steps if s.name == source.data.name)
        if maker.dtype != step.dtype:
            continue
        order = [slots.index(a) for a in step.axes]  # output axis -> axis of the temporary
        if isinstance(maker, Statement) and set(maker.over) & set(maker.axes) and order != sorted(order):
            continue  # a scan stores in its own order
        if isinstance(maker, Contraction) and not _writable(maker, [maker.axes[k] for k in order]):
            continue
        _rename(lowering, maker, name, order, step)


def _writable(call: Contraction, axes: Sequence[str]) -> bool:
    """Whether a library can store its result with the axes in this order, by a view.

    Any order will do for single axes; groups of axes must stay together, after the batch.
    """
    batch, rows, columns, _ = call.groups()
    if len(rows) <= 1 and len(columns) <= 1:
        return True
    rest = list(axes[len(batch) :])
    return list(axes[: len(batch)]) == list(batch) and rest in ([*rows, *columns], [*columns, *rows])


def _rename(lowering: Lowering, maker: Step, name: str, order: list[int], copy: Statement) -> None:
    old = maker.name
    axes = tuple(maker.axes[k] for k in order)
    made = replace(maker, name=name, axes=axes)
    if isinstance(made, Statement) and made.slots is not None:
        made = replace(made, slots=tuple(made.slots[k] for k in order))
    buffer = lowering.buffers.pop(old)
    lowering.buffers[name] = Buffer(name, buffer.dtype, tuple(buffer.shape[k] for k in order), "output")
    steps: list[Step] = []
    for step in lowering.steps:
        if step is copy:
            continue
        if step is maker:
            steps.append(made)
        elif isinstance(step, Contraction):
            left = tuple(step.left_axes[k] for k in order) if step.left == old else step.left_axes
            right = tuple(step.right_axes[k] for k in order) if step.right == old else step.right_axes
            steps.append(
                replace(step, left=name if step.left == old else step.left, left_axes=left,
                        right=name if step.right == old else step.right, right_axes=right)
            )  # fmt: skip
        else:
            reads = [
                n
                for n in ex.postorder(step.body)
                if n.op == "access" and n.args[0].op == "tensor" and n.args[0].data.name == old
            ]
            values = {n: lowering.read(name, [n.args[1 + k] for k in order], n.data) for n in reads}
            steps.append(replace(step, body=ex.replace(step.body, values)) if values else step)
    lowering.steps[:] = steps
