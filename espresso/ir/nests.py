"""The loop nests of a kernel: loops with bounds, values with names, statements; all of it prints itself.

Fusing makes trees of ``Loop``, ``Begin``, ``Compute`` and ``End``.  Transformations (`codegen.loops.schedule`) give
loops other bounds, name values outside them and split them; what they need beyond that are the other nodes.
A **bound** is an integer expression over loop variables, lengths and local names, computed with 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.records import dataclass

if TYPE_CHECKING:
    from espresso.ir.loops import Statement


@dataclass
class Loop:
    """``for index in range(start, stop, step)`` around ``body``; the index lies below ``extent``, which is ``stop`` too
    where none is given.

    ``inside`` are reads that are known to be inside their arrays here.  A loop that is ``done`` is left as it is by
    transformations, and nothing is hoisted out of it.  One that is ``checked`` computes functions that have vector
    code for most arguments, and runs again without it where there were others.  One of ``few`` turns is worth little
    code.
    """

    index: str
    extent: Expr
    body: list[Node] = field(default_factory=list)
    start: Expr | None = None
    stop: Expr | None = None
    step: int = 1
    inside: frozenset[Expr] = frozenset()
    done: bool = False
    checked: bool = False
    few: bool = False

    @property
    def bounds(self) -> tuple[Expr, Expr]:
        """First position, and the one behind the last."""
        start = ex.const(0) if self.start is None else self.start
        return start, length(self.extent) if self.stop is None else self.stop

    @property
    def is_whole(self) -> bool:
        """Whether it runs over the whole extent."""
        return self.start is None and self.stop is None


@dataclass
class Let:
    """A local integer in ``body``: a bound, or, with an ``extent``, the position of an index.

    Where it ``wraps``, it is a sum of integers of the data, which wraps around with 64 bits.
    """

    index: str
    value: Expr
    body: list[Node]
    extent: Expr | None = None
    wraps: bool = False


@dataclass
class If:
    """``body`` where the bound ``condition`` holds."""

    condition: Expr
    body: list[Node]


@dataclass
class Compute:
    """A statement at its innermost loop; becomes scalar code when the kernel is emitted."""

    statement: Statement


@dataclass
class Begin:
    """Start of an accumulation: the running value of the statement gets its identity, or its ``first`` value."""

    statement: Statement
    inner: tuple[str, ...] = ()  # axes inside the reduction: the running value is an array
    first: bool = False


@dataclass
class End:
    """End of an accumulation: the running value is complete and stored."""

    statement: Statement


@dataclass
class Assign:
    """A value computed once at this loop depth, wherever it stands in what follows.

    It may be the product of those factors of ``product`` that do not change in the loops that follow.
    """

    value: Expr
    product: Expr | None = None


@dataclass
class Tile:
    """A local array of ``shape`` for one tile, whose axes begin at the positions ``start``."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    start: tuple[str, ...]


@dataclass
class Transpose:
    """A copy whose target lies along ``inner`` and whose source lies along ``outer``, in square tiles if ``tiled``."""

    statement: Statement
    outer: Loop
    inner: Loop
    tiled: bool = False


Node = Loop | Let | If | Compute | Begin | End | Assign | Tile | Transpose


class Local(str):
    """What a transformation calls something that it makes for a loop or an array: ``i_low`` for i.

    No name of a formula equals it.
    """

    base: str
    purpose: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Local) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((Local, str(self)))


def local(base: str, purpose: str) -> Local:
    """Such a name."""
    made = Local(f"{base}_{purpose}" if base else purpose)
    made.base, made.purpose = base, purpose
    return made


def variable(index: str, purpose: str) -> Expr:
    """A local integer in bounds."""
    return ex.index(local(index, purpose))


# --- bounds: sums, products, quotients, comparisons of these ----------------------------


def length(extent: Expr) -> Expr:
    """An extent in a bound; sums and products are flat, and must not take it apart."""
    return extent if extent.op in ("const", "size") else ex.call("extent", extent)


def shape(array: Expr, axis: int) -> Expr:
    """The length of an axis of an array that the kernel reads, asked of the array itself."""
    found = ex.size(array, axis)
    return found if found.op == "const" else ex.call("shape", found)


def value(e: Expr) -> Expr:
    """An integer of the formula in a bound, computed in its own dtype."""
    return e if e.op == "index" else ex.call("value", e)


def plus(*terms: Expr | int) -> Expr:
    """A sum of bounds."""
    parts: list[Expr] = []
    constant = 0
    for term in terms:
        for t in term.args if isinstance(term, Expr) and ex.is_call(term, "add") else [term]:
            if isinstance(t, int) or t.op == "const":
                constant += t if isinstance(t, int) else t.data
            else:
                parts.append(t)
    return ex.call("add", *parts, *([ex.const(constant)] if constant or not parts else []))


def times(factor: int, e: Expr) -> Expr:
    """A multiple of a bound."""
    return ex.const(factor * e.data) if e.op == "const" else e if factor == 1 else ex.call("mul", ex.const(factor), e)


def minus(a: Expr, b: Expr) -> Expr:
    """A difference of bounds."""
    return plus(a, times(-1, b))


def quotient(a: Expr, b: int) -> Expr:
    """A bound divided by a number, rounded down."""
    return ex.const(a.data // b) if a.op == "const" else a if b == 1 else ex.call("floordiv", a, ex.const(b))


def smaller(a: Expr, b: Expr) -> Expr:
    """The smaller one of two bounds."""
    return ex.call("minimum", a, b)


def larger(a: Expr, b: Expr) -> Expr:
    """The larger one of two bounds."""
    return ex.call("maximum", a, b)


def between(e: Expr, low: Expr, high: Expr) -> Expr:
    """A bound that is no smaller than ``low`` and no larger than ``high``."""
    return smaller(larger(e, low), high)


_SIGNS = {"floordiv": "//", "mod": "%", "pow": "**", "lt": "<", "le": "<=", "eq": "==", "ne": "!=", "and": "and"}


def bound_text(e: Expr, leaf: Callable[[Expr], str], operand: bool = False) -> str:
    """A bound as text, which is safe as an operand if asked for; ``leaf`` writes what is no arithmetic."""
    if e.op != "call" or e.data in ("extent", "shape", "value"):
        return leaf(e)
    inner = e.data not in ("minimum", "maximum")
    a = [bound_text(x, leaf, inner) for x in e.args]
    if e.data == "mul":
        return "*".join(a) if a[0] != "-1" else "-" + "*".join(a[1:])
    if not inner:
        return f"{e.data[:3]}({', '.join(a)})"
    if e.data == "add":
        text = " + ".join(a).replace("+ -", "- ")
    elif e.data == "where":
        text = f"{a[1]} if {bound_text(e.args[0], leaf)} else {a[2]}"
    else:
        text = f" {_SIGNS[e.data]} ".join(a)
    return f"({text})" if operand else text


def _shown(e: Expr) -> str:
    """A bound in the text of a loop tree."""
    from espresso.formulas.printing.text import formula

    def leaf(e: Expr) -> str:
        return formula(e.args[0] if e.op == "call" else e, {})

    return bound_text(e, leaf)


# --- trees ------------------------------------------------------------------------------


def let(name: Expr, value: Expr, extent: Expr | None = None, wraps: bool = False) -> Let:
    """A local integer around nothing yet (see `within`)."""
    return Let(name.data[0], value, [], extent, wraps)


def both_sides(
    index: str, purposes: Sequence[str], before: Sequence[Expr], after: Sequence[Expr], body: list[Node]
) -> Loop:  # fmt: skip
    """What stands on two sides of a place, as a loop over them; ``purposes`` name the side and its two ends."""
    side, *ends = (variable(index, p) for p in purposes)
    is_first = ex.call("eq", side, ex.const(0))
    values = [let(e, ex.call("where", is_first, *pair)) for e, *pair in zip(ends, before, after, strict=True)]
    return Loop(side.data[0], ex.const(2), within(values, body), done=True)


def within(values: Sequence[Let], body: list[Node]) -> list[Node]:
    """``body`` inside local integers, of which each may need those before it."""
    for made in reversed(values):
        made.body, body = body, [made]
    return body


_AROUND, _COMPUTING = (Loop, Let, If), (Compute, Transpose, Begin)


def walk(nodes: Sequence[Node]) -> Iterator[Node]:
    """Every node of a loop tree, outer before inner, in program order."""
    stack = [*reversed(nodes)]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, _AROUND):
            stack += reversed(node.body)


def mapped(nodes: Sequence[Node], change: Callable[[Statement], Statement | None]) -> list[Node]:
    """A loop tree with other statements; without those that become None, and loops that are empty then."""
    new: list[Node] = []
    for node in nodes:
        if isinstance(node, Loop):
            body = mapped(node.body, change)
            new += [replace(node, body=body)] if body else []
        elif isinstance(node, Compute):
            s = change(node.statement)
            new += [Compute(s)] if s is not None else []
        else:
            new.append(node)
    return new


def computed(nodes: Sequence[Node]) -> list[Statement]:
    """The statements of a loop tree, in program order."""
    made = (n for n in walk(nodes) if isinstance(n, _COMPUTING))
    return [n.statement for n in made if not isinstance(n, Begin) or n.first]


def loops_around(nodes: Sequence[Node], above: tuple[Loop, ...] = ()) -> Iterator[tuple[Statement, tuple[Loop, ...]]]:
    """Every statement of a loop tree with the loops around it, in order."""
    for node in nodes:
        if isinstance(node, Loop):
            yield from loops_around(node.body, (*above, node))
        elif isinstance(node, Compute):
            yield node.statement, above


def lines(nodes: Sequence[Node], depth: int, begins: bool = True) -> list[str]:
    """A loop tree as text; with or without the places where accumulations begin and end."""
    from espresso.formulas.printing.text import formula

    found: list[str] = []
    for node in nodes:
        text = ""
        if isinstance(node, Loop):
            bounds = [formula(node.extent, {})] if node.is_whole else [*map(_shown, node.bounds)]
            inside = ", ".join(sorted(formula(e, {}) for e in node.inside))
            bounds += [str(node.step)] if node.step != 1 else []
            text = f"for {node.index} in range({', '.join(bounds)}){inside and f', inside {inside}'}:"
        elif isinstance(node, Let):
            text = f"let {node.index} = {_shown(node.value)}"
        elif isinstance(node, If):
            text = f"if {_shown(node.condition)}:"
        elif isinstance(node, Begin | End):
            first = f" with {formula(node.statement.body, {})}" if isinstance(node, Begin) and node.first else ""
            text = f"{type(node).__name__.lower()} {node.statement.name}{first}" if begins else ""
        elif isinstance(node, Assign):
            text = f"name {formula(node.value, {})}"
        elif isinstance(node, Tile):
            text = f"tile {node.name} of {' x '.join(map(str, node.shape))} at {', '.join(node.start)}"
        else:
            s = node.statement
            slots = s.axes if s.slots is None else [formula(e, {}) for e in s.slots]  # a scatter stores elsewhere
            left = f"{s.name}[{','.join(slots)}]" if slots else s.name
            sign = "=" if s.operator is None else {"sum": "+=", "prod": "*="}.get(s.operator, f"{s.operator}=")
            text = f"{'transpose ' * isinstance(node, Transpose)}{left} {sign} {formula(s.body, {})}"
        found += [f"{'  ' * depth}{text}"] if text else []
        if isinstance(node, _AROUND):
            found += lines(node.body, depth + (not isinstance(node, Let)), begins)
    return found
