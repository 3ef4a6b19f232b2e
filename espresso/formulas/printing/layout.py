"""The statements of a printed program: order, left sides, names of arrays, declarations.

It is made so that reading the text gives the same nodes: an array keeps its name
unless a later statement still reads something else of that name (then ``y'2``), an
array without a name gets ``_1``, and a bare formula gets a left side where the
summation convention would otherwise add a sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import groupby

from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.range_guards import limits_of
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Recurrence, State, applied, in_one_circle, opened, readers_first
from espresso.formulas.printing.abbreviations import LONG, abbreviated
from espresso.formulas.syntax.declarations import declaration_of
from espresso.formulas.syntax.statements import Key
from espresso.formulas.syntax.summation import is_explicit
from espresso.formulas.syntax.tokens import GENERATED, quote
from espresso.records import dataclass


@dataclass
class Line:
    """One statement: ``left`` is None for a bare formula, ``key`` None for ``[i] = ...``.

    ``where`` defines the names that stand for parts of the formula.  ``fixed`` is the position of a starting value
    among the axes, and where it stands there.
    """

    node: Expr
    body: Expr
    left: tuple[str, ...] | None
    key: Key | None = None
    quoted: bool = False
    indices: set[str] = field(default_factory=set)
    where: list[Line] = field(default_factory=list)
    fixed: tuple[int, Expr] | None = None


@dataclass
class Layout:
    """Everything but the formulas themselves."""

    lines: list[Line]
    declarations: list[str]
    names: dict[Expr, Key]
    inline: frozenset[str]


def layout_of(e: Expr, long: int | None = LONG) -> Layout:
    """The statements and names for the text of ``e``.

    Parts of formulas of more than ``long`` characters get names; None: nothing gets one.
    """
    if e.op == "tensor":
        return Layout([], [declaration_of(e, rank_needed=True) or ""], {}, frozenset())
    parts = e.args if e.op == "program" else (e,)
    last = parts[-1]
    order = ex.lets(*parts)
    if last.op != "let" or order[-1] is not last:
        order = [*order, last]
    order, states = _with_states(order)
    bodies = [ex.body(n) for n in order]
    nodes = [_below(b) if n not in states else _all_below(states[n]) for n, b in zip(order, bodies, strict=True)]
    names = _names(order, nodes)
    sizes = _sizes(nodes)
    inline = frozenset(n for n, known in sizes.items() if len(known) > 1)
    every = ex.index_names(*(n for below in nodes for n in below)) | {a for n in order for a in n.axes}
    taken = {*every, *(key[0] for key in names.values()), *(t.data.name for t in ex.tensors(*bodies))}
    lines: list[Line] = []
    for node, body, below in zip(order, bodies, nodes, strict=True):
        if node in states:
            lines += _recurrence_lines(node, states, names, ex.index_names(*below) | set(node.axes))
            continue
        short, shorthands = (body, []) if long is None or inline else abbreviated(body, taken, long)
        line = _line(node, short, below if short is body else _below(short), names, len(order) > 1)
        line.indices = ex.index_names(*below) | set(line.left or ())
        line.where = [Line(s.body, s.body, s.axes, (s.name, 0), indices=line.indices) for s in shorthands]
        lines.append(line)
    declared = [
        f"{quote(n)} : index {size}"
        for n, known in sizes.items()
        if n not in inline
        for size in known
        if size is not None
    ]
    return Layout(_starts_first(lines, states), [*_declarations(nodes), *declared], names, inline)


def _with_states(order: list[Expr]) -> tuple[list[Expr], dict[Expr, State]]:
    """The statements with all states of each recurrence side by side, and these states over the arrays as they are."""
    members: dict[tuple[Recurrence, tuple[Expr, ...]], dict[int, Expr]] = {}
    for n in order:
        if n.op == "let" and n.args[0].op == "recur" and n.data[1] == n.args[0].data[2]:
            recurrence, number, names = n.args[0].data
            if names == recurrence.states[number].axes:
                members.setdefault((recurrence, n.args[0].args), {}).setdefault(number, n)
    made: list[Expr] = []
    states: dict[Expr, State] = {}
    for n in order:
        if n in states:
            continue
        key = (n.args[0].data[0], n.args[0].args) if n.op == "let" and n.args[0].op == "recur" else None
        if key is None or n not in members.get(key, {}).values():
            made.append(n)
            continue
        every = applied(key[0], key[1])
        group = [members[key].get(k, e) for k, e in enumerate(every)]
        states |= dict(zip(group, opened(key[0], key[1], group), strict=True))
        made += [group[k] for k in readers_first([s.body for s in key[0].states], key[0].formal)]
    return made, states


def _all_below(s: State) -> list[Expr]:
    return list(dict.fromkeys(n for part in s.parts for n in _below(ex.body(part))))


def _recurrence_lines(node: Expr, states: dict[Expr, State], names: dict[Expr, Key], indices: set[str]) -> list[Line]:
    """The lines of a state: its starting values, and its statement."""
    s, key = states[node], names[node]
    quoted = bool(node.data[0]) and GENERATED.fullmatch(node.data[0]) is not None
    lines = [
        Line(node, e.args[0], e.data[1], key, quoted, indices, fixed=(run.axis, position))
        for run in s.runs(False)
        for position, e in run.starts
    ]
    return [*lines, Line(node, s.body.args[0], s.axes, key, quoted, indices)]


def _starts_first(lines: list[Line], states: dict[Expr, State]) -> list[Line]:
    """The lines with all starting values of a recurrence first where its states do not all depend on each other.

    Only then does what is read together stand inside: below what begins it, above what completes it.
    """
    made: list[Line] = []
    for key, group in groupby(lines, lambda line: line.node.args[0].data[0] if line.node in states else None):
        own = list(group)
        apart = key is not None and not in_one_circle([s.body for s in key.states], key.formal)
        made += sorted(own, key=lambda line: line.fixed is None) if apart else own
    return made


def _line(node: Expr, body: Expr, below: list[Expr], names: dict[Expr, Key], several: bool) -> Line:
    if node.op == "let":
        name, axes = node.data
        key = names.get(node)
        if key is None:
            return Line(node, body, axes)
        return Line(node, body, axes, key, quoted=bool(name) and GENERATED.fullmatch(name) is not None)
    plain = is_explicit(body) and _recognised(below) and not (several and _begins_with_sign(body))
    return Line(node, body, None if plain else node.axes)


def _below(body: Expr) -> list[Expr]:
    return ex.postorder(body, into_arrays=False)


def _begins_with_sign(body: Expr) -> bool:
    while body.op == "call" and body.data in ("add", "mul", "pow", "mod", "floordiv"):
        body = body.args[0]
    return body.op == "const" and type(body.data) is not complex and str(body.data)[0] == "-"


def _recognised(below: list[Expr]) -> bool:
    """Whether every index of a bare formula stands in a slot or in brackets."""
    shown = {name for n in below for name in (n.data[1] if n.op in ("reduce", "scan") else ())}
    slots = ex.postorder(*(s for n in below if n.op == "access" for s in n.args[1:]), into_arrays=False)
    shown |= {n.data[0] for n in slots if n.op == "index"}
    return all(n.data[0] in shown for n in below if n.op == "index")


def _sizes(nodes: list[list[Expr]]) -> dict[str, set[int | None]]:
    """Declared extents of each index name, None where an index has none."""
    sizes: dict[str, set[int | None]] = {}
    for below in nodes:
        for n in below:
            if n.op == "index":
                sizes.setdefault(n.data[0], set()).add(n.data[1])
    return sizes


def _arrays(node: Expr) -> tuple[Expr, ...]:
    if node.op == "recur":
        return node.args
    return node.args[:1] if node.op in ("access", "size") else ()


def _names(order: list[Expr], nodes: list[list[Expr]]) -> dict[Expr, Key]:
    """A name for every statement that is read, or that has one."""
    last_use: dict[Expr, int] = {}
    for position, below in enumerate(nodes):
        for n in below:
            for array in _arrays(n):
                last_use[array] = position
    holders: dict[Key, Expr] = {(a.data.name, 0): a for a in last_use if a.op == "tensor"}
    taken = {key[0] for key in holders} | {n.data[0] for n in order if n.op == "let"}
    names: dict[Expr, Key] = {}
    generated = 0
    for position, node in enumerate(order):
        if node.op != "let" or node in names:
            continue
        name = node.data[0]
        if not name:
            if node not in last_use and node.data[1] != node.args[0].axes:
                continue
            generated += 1
            while f"_{generated}" in taken:
                generated += 1
            names[node] = (f"_{generated}", 0)
            continue
        key: Key = (name, 0)
        last = position - (node.args[0].op == "recur")  # its statement may still read the other array of its name
        while key in holders and holders[key] is not node and (
            last_use.get(holders[key], -1) > last or (holders[key].op == "let" and _runs(holders[key], node))
        ):
            key = (name, max(key[1], 1) + 1)
        names[node], holders[key] = key, node
    return names


def _runs(*arrays: Expr) -> bool:
    """Whether one of some arrays is a recurrence: another statement of its name would be part of it."""
    return any(a.args[0].op == "recur" for a in arrays)


def _declarations(nodes: list[list[Expr]]) -> list[str]:
    tensors: dict[Expr, bool] = {}  # whether the tensor is read somewhere
    for below in nodes:
        for n in below:
            for array in _arrays(n):
                if array.op == "tensor":
                    tensors[array] = tensors.get(array, False) or n.op == "access"
    lines = (declaration_of(t, rank_needed=not read) for t, read in tensors.items())
    return [line for line in lines if line]


def without_ranges(body: Expr, axes: Sequence[str]) -> Expr:
    """``body`` without factors ``(j < size(x, 0))`` that only say how long an axis is: nothing else does.

    Formulas that are read and not parsed again do without them.
    """
    for factor in limits_of(body, axes):
        rest = [f for f in body.args if f is not factor] if ex.is_call(body, "mul") else []
        shorter = ex.call("mul", *rest) if rest else ex.const(1)
        name = factor.args[0].data[0]
        if name not in symbolic_extents(uniquify(ex.closed("", tuple(axes), shorter))):
            body = shorter
    return body
