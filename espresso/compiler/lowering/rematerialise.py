"""Rematerialisation: arrays that only reductions read are recomputed there and not stored.

No array has both i and j; the values for all pairs are made, used and forgotten.  They cost
arithmetic alone when the loop over j runs through memory and nothing else is inside it:

- a short inner sum (over d) is written out: no loop, the terms are added in registers
- arrays whose axis j is not the last one are copied once with it last (``t[d,j] = y[j,d]``),
  which is little beside all the pairs
- where several kernels need them, they are made again rather than kept
- a statement that needs few elements of a big one makes those (``z[t, y[t]]``)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from espresso.compiler.lowering.masks import inside_or
from espresso.compiler.rounding_sensitive import rounded_sides
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import equalities
from espresso.ir.calls import LibraryCall
from espresso.ir.loops import Kernel, Program, Statement, Step, accesses, indices_of, reads_of, writes_of

if TYPE_CHECKING:
    from espresso.compiler.lowering.lower import Lowering
    from espresso.compiler.sizes import Sizes
    from espresso.compiler.statements import Statements

SHORT = 8
"""Terms of a sum up to which it is written out."""

MANY = 16
"""A copy pays when the loops run so many times over each of its elements."""


def written_out(
    lowering: Lowering, over: Sequence[str], body: Expr, extents: Mapping[str, Expr]
) -> Expr | None:
    """A short sum as the addition of its terms, where its value depends on several arrays; else None.

    The length is then part of the program: another one gives another program.
    """
    output = body.free - set(over)
    if not lowering.options.get("fused", True):
        return None
    if len(over) != 1 or len(output) < 2 or not _is_virtual(body, output):
        return None
    (name,) = over
    length = lowering.sizes.elements([extents[name]])
    pairs = lowering.sizes.elements(extents[n] for n in output)
    reads = [n for n in accesses(body) if name in n.free]
    if not _computed_to_compare(lowering, body).isdisjoint(reads):
        return None
    if not 1 <= length <= SHORT or any(ex.index(name) not in r.args[1:] for r in reads):
        return None
    if any(pairs < MANY * _elements(lowering.sizes, r, extents) for r in reads):
        return None
    length = lowering.sizes.decide(lambda size: size(extents[name]))
    body = ex.replace(body, {r: _with_last(lowering, r, r.free - {name}, extents) for r in reads})
    terms = [ex.substitute(body, {name: ex.const(k)}) for k in range(length)]
    return ex.call("add", *terms) if length > 1 else terms[0]


def streaming(
    lowering: Lowering, over: Sequence[str], body: Expr, extents: Mapping[str, Expr]
) -> Expr:
    """The body of a sum over values without an array, with reads that run through memory along a summed index."""
    output = body.free - set(over)
    if not output or not _is_virtual(body, body.free):
        return body
    pairs = lowering.sizes.elements(extents[n] for n in {*output, *over})
    reads = [n for n in accesses(body) if n.free & set(over) and n.free & output and not n.args[-1].free & set(over)]
    compared = _computed_to_compare(lowering, body)
    short = [r for r in reads if r not in compared and _short_last(lowering, r, extents)]
    values = {
        r: _with_last(lowering, r, r.free & set(over), extents)
        for r in short if pairs >= MANY * _elements(lowering.sizes, r, extents)
    }  # fmt: skip
    return ex.replace(body, values) if values else body


def _computed_to_compare(lowering: Lowering, body: Expr) -> set[Expr]:
    """What is read for values whose equality is asked for: of copies they would not be recognised as those of others.

    ``u[i]*v[j] == max[j](u[i]*v[j])`` has to be computed once: in two loops it may be rounded in two ways.  Integers
    are the same in every loop.
    """
    sides = rounded_sides(equalities(body), lowering.dtypes)
    return {read for a in sides if a.op == "call" for read in accesses(a)}


def skinny(lowering: Lowering, factors: Sequence[Expr], extents: Mapping[str, Expr]) -> bool:
    """Whether a product is better summed in loops: a matrix that is not there, times a few columns."""
    if not lowering.options.get("fused", True):
        return False
    for matrix, other in (factors, factors[::-1]):
        columns = lowering.sizes.elements(extents[n] for n in other.free - matrix.free)
        if matrix.op == "call" and _is_virtual(matrix, matrix.free) and columns <= SHORT:
            whole = _elements(lowering.sizes, matrix, extents)
            return all(whole >= MANY * _elements(lowering.sizes, r, extents) for r in accesses(matrix))
    return False


def _short_last(lowering: Lowering, read: Expr, extents: Mapping[str, Expr]) -> bool:
    last = read.args[-1]
    return last.op == "index" and lowering.sizes.elements([extents[last.data[0]]]) <= SHORT


def _is_virtual(body: Expr, indices: frozenset[str]) -> bool:
    """Whether no array that the body reads has all these indices, and more than one array is read."""
    reads = [n for n in accesses(body) if n.free]
    return len({r.args[0] for r in reads}) > 1 and not any(indices <= r.free for r in reads)


def _elements(sizes: Sizes, read: Expr, extents: Mapping[str, Expr]) -> int:
    return sizes.elements(extents[n] for n in read.free)


def _with_last(lowering: Lowering, read: Expr, last: frozenset[str], extents: Mapping[str, Expr]) -> Expr:
    """The read of a copy whose last axes are ``last``; the read itself where they are last already."""
    names = indices_of(read)
    if names is None or read.data is not None or names[-1] in last:
        return read
    axes = [*(n for n in names if n not in last), *(n for n in names if n in last)]
    return lowering.once("value", read, axes, extents, layouts=[axes])


# --- values that several kernels need ---------------------------------------------------------

BIG = 1 << 20
"""Elements from which on an array is not kept between kernels if its values can be made again."""

CHEAP = 64
"""Flops of a value up to which it is made again: about the time to write and read it in memory."""


def rematerialised(code: Statements, sizes: Sizes, program: Program) -> bool:
    """Give kernels that read a big array of values from small arrays a copy of the statement each.

    The copy has its axes in the order in which the reader runs, so that both share loops.
    Returns whether any statement was added.
    """
    home = {s.name: k for k, step in enumerate(program.steps) if isinstance(step, Kernel) for s in step.statements}
    kept = {n for step in code.steps if isinstance(step, LibraryCall) for n in reads_of(step)}
    kept |= {n for step in code.steps if isinstance(step, Statement) for n in _compared(step)}
    chosen = {
        s.name: s for s in code.steps
        if isinstance(s, Statement) and s.name not in kept and s.name in program.buffers
        and program.buffers[s.name].role == "temporary" and _pays(code, sizes, s)
    }  # fmt: skip
    steps: list[Step] = []
    copies: dict[tuple[str, int, tuple[str, ...]], str] = {}
    for step in list(code.steps):
        for name in reads_of(step) & chosen.keys() if isinstance(step, Statement) else ():
            assert isinstance(step, Statement)
            if home[step.name] != home[name]:
                step = _reading_a_copy(code, step, chosen[name], home[step.name], copies, steps)
        steps.append(step)
    if copies:
        code.steps[:] = steps
        code.drop(chosen)
    return bool(copies)


def read_through(code: Statements, sizes: Sizes) -> None:
    """Compute the few elements of a big array of values that a statement gathers, rather than keep the array for it.

    ``z[t, y[t]]`` of ``z[t,v] = s[t,v] - m[t]`` becomes ``s[t, y[t]] - m[t]``.
    """
    made = {s.name: s for s in code.steps if isinstance(s, Statement) and s.operator is None and s.slots is None}
    through: set[str] = set()
    for position, step in enumerate(list(code.steps)):
        if not isinstance(step, Statement):
            continue
        values: dict[Expr, Expr] = {}
        elements = sizes.elements(step.extents[n] for n in step.indices)
        for read in accesses(step.body):
            if all(a.op == "index" for a in read.args[1:]):
                continue
            maker = made.get(read.args[0].data.name)
            if maker is None or maker.dtype != maker.accumulate or code.buffers[maker.name].role != "temporary":
                continue
            whole = sizes.elements(maker.extents[n] for n in maker.indices)
            if whole >= BIG and whole >= MANY * elements and code.costs.total(maker.body) <= CHEAP:
                values[read] = _element(maker, read)
        if values:
            new = replace(step, body=ex.replace(step.body, values))
            del code.steps[position]
            before = [k for k, s in enumerate(code.steps) if not reads_of(new).isdisjoint(writes_of(s))]
            code.steps.insert(max(before, default=-1) + 1, new)  # early: what it reads may then be overwritten
            through |= {read.args[0].data.name for read in values}
    code.drop(through)


def _element(maker: Statement, read: Expr) -> Expr:
    """The value of the statement at the slots of a read; outside what the read has there."""
    slots = dict(zip(maker.axes, read.args[1:], strict=True))
    body = ex.substitute(maker.body, slots)
    if read.data is None:
        return body
    far = {slot: maker.extents[axis] for axis, slot in slots.items() if slot.op != "index"}
    exposed = [n for n in accesses(body) if not far.keys().isdisjoint(n.args[1:])]
    return inside_or(body, read, [(slots[a], maker.extents[a]) for a in slots if slots[a] in far], exposed)


def _compared(s: Statement) -> set[str]:
    """Arrays of which a statement asks whether they equal something: made again they might be rounded otherwise."""
    return {read.args[0].data.name for n in equalities(s.body) for read in accesses(ex.call("and", *n.args))}


def _pays(code: Statements, sizes: Sizes, s: Statement) -> bool:
    if s.operator is not None or s.slots is not None or code.costs.total(s.body) > CHEAP:
        return False
    elements = sizes.elements(s.extents[a] for a in s.axes)
    reads = accesses(s.body)
    small = all(n.data is None and MANY * _elements(sizes, n, s.extents) <= elements for n in reads)
    return elements >= BIG and bool(reads) and small


def _reading_a_copy(
    code: Statements, user: Statement, maker: Statement, kernel: int,
    copies: dict[tuple[str, int, tuple[str, ...]], str], steps: list[Step],
) -> Statement:  # fmt: skip
    """The statement with its reads of an array put to copies made in its own kernel, which go to ``steps``."""
    values: dict[Expr, Expr] = {}
    for read in accesses(user.body, of=maker.name):
        at = indices_of(read)
        if at is None:
            return user
        wanted = [n for n in user.indices if n in at]
        order = tuple(maker.axes[at.index(n)] for n in wanted)
        key = (maker.name, kernel, order)
        if key not in copies:
            copies[key] = code.add("t", order, maker.body, maker.extents)
            made = code.steps.pop()
            steps.append(made)
        values[read] = code.read_at(copies[key], wanted)
    return replace(user, body=ex.replace(user.body, values))
