"""Expressions to text.  ``parse(text(e))`` is ``e`` for every expression.

Two steps: `layout_of` decides the statements, declarations and names,
and the ``Writer`` here writes each formula with as few parentheses as the grammar
allows.  A shared subexpression is printed wherever it stands; beyond ``LIMIT`` nodes
``text`` refuses and ``display`` (for ``repr``) shows a summary.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from espresso.errors import EspressoError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import CONSTANTS
from espresso.formulas.graph.predicates import exact_int, reciprocal
from espresso.formulas.printing.abbreviations import LONG
from espresso.formulas.printing.layout import Layout, Line, layout_of
from espresso.formulas.syntax.statements import Key
from espresso.formulas.syntax.tokens import quote

LIMIT = 1_000_000
"""Most nodes, counted as a tree, that ``text`` prints."""

MOST_SHOWN = 20_000
"""Most nodes of what is shown where nobody asked for the text."""

OR, AND, NOT, COMPARE, ADD, MUL, SIGN, POWER, ATOM = range(9)
_COMPARE = {"eq": " == ", "ne": " != ", "lt": " < ", "le": " <= ", "gt": " > ", "ge": " >= "}
_SHORT = {"maximum": "max", "minimum": "min"}

Spans = dict[tuple[Expr, int], list[int]]
Item = Any
"""A piece of a layout: text, ``(node, level)`` to print at least at that level, or
``(node, slot, None)`` to note the position of a slot."""


def text(e: Expr, long: int | None = LONG) -> str:
    """The expression in the notation; ``parse`` of it is ``e`` again.

    In formulas of more than ``long`` characters, parts get names that are defined below it: ``where p[k] = ...``.
    With None they are written out.
    """
    written = _written(layout_of(e, long))[0]
    return ex.Text(written, ex.arguments(e)) if e.op == "program" and e.data else written


def text_with_spans(e: Expr) -> tuple[str, Spans]:
    """The text of ``e``, all written out, and where in it every slot of every access stands (see ``Source``)."""
    return _written(layout_of(e, None))


def _written(layout: Layout) -> tuple[str, Spans]:
    total = _size(layout)
    if total > LIMIT:
        raise EspressoError(
            f"written out, the formula would have {total:.3g} parts, because it repeats shared subexpressions.\n"
            "Give these names: write them as statements of their own, y[i] = ..., and read y[i]."
        )
    writer = Writer(layout.names, layout.inline)
    writer.write_text("\n".join(layout.declarations) + ("\n" if layout.declarations and layout.lines else ""))
    for number, line in enumerate(layout.lines):
        if number:
            writer.write_text("\n")
        writer.line(line)
        for part in line.where:
            writer.write_text("\n    where ")
            writer.line(part)
    return "".join(writer.pieces), writer.spans


def _size(layout: Layout) -> int:
    """Number of nodes that a layout writes."""
    return sum(tree_size(part.body) for line in layout.lines for part in (line, *line.where))


def display(e: Expr) -> str:
    """What ``repr`` shows: the text, or a summary where the text would be huge."""
    layout: Layout = layout_of(e)
    total = _size(layout)
    if total <= MOST_SHOWN:
        return _written(layout)[0]
    inputs = ", ".join(t.data.name for t in ex.tensors(e)[:8])
    return f"<expression of {total:.3g} parts, axes [{','.join(e.axes)}], inputs {inputs}; str() writes it out>"


def formula(body: Expr, names: Mapping[Expr, Key]) -> str:
    """A scalar body as text, where named arrays have the given names; of a huge one only how large it is."""
    if (size := tree_size(body)) > MOST_SHOWN:
        return f"<expression of {size:.3g} parts, {body.digest}>"
    writer = Writer(names, frozenset())
    writer.indices = {n.data[0] for n in ex.postorder(body, into_arrays=False) if n.op == "index"}
    writer.write(body, ADD)
    return "".join(writer.pieces)


def tree_size(body: Expr) -> int:
    """Number of nodes of a body when shared ones are counted wherever they stand."""
    sizes: dict[Expr, int] = {}
    for node in ex.postorder(body, into_arrays=False):
        sizes[node] = 1 + sum(sizes[a] for a in node.args if a in sizes and a.op not in ex.ARRAY_OPS)
    return sizes[body]


def name_text(name: str) -> str:
    """A name of an index or array as it stands in a text."""
    return "`" + name + "`" if name in CONSTANTS else quote(name)


def key_text(key: Key) -> str:
    """A name with its mark."""
    return name_text(key[0]) + (f"'{key[1]}" if key[1] else "")


class Writer:
    """Writes formulas into ``pieces`` with an explicit stack and notes positions in ``spans``."""

    def __init__(self, names: Mapping[Expr, Key], inline: frozenset[str]) -> None:
        self.names, self.inline = names, inline
        self.pieces: list[str] = []
        self.length = 0
        self.spans: Spans = {}
        self.indices: set[str] = set()

    def write_text(self, piece: str) -> None:
        """Append text as it is."""
        self.pieces.append(piece)
        self.length += len(piece)

    def line(self, line: Line) -> None:
        """Write one statement."""
        self.indices = line.indices
        if line.left is not None:
            if line.key is not None:
                self.spans.setdefault((line.node, -1), []).append(self.length)
                written = quote if line.left or line.fixed is not None else name_text
                name = f"`{line.key[0]}`" if line.quoted else written(line.key[0])
                self.write_text(name + (f"'{line.key[1]}" if line.key[1] else ""))
            if line.left or line.key is None or line.fixed is not None:
                self.write_text("[")
                left: list[str | Expr] = list(line.left)
                if line.fixed is not None:
                    left.insert(*line.fixed)
                for axis, at in enumerate(left):
                    self.write_text("," if axis else "")
                    self.spans.setdefault((line.node, axis), []).append(self.length)
                    self.write(at, OR) if isinstance(at, Expr) else self.write_text(name_text(at))
                self.write_text("]")
            self.write_text(" = ")
        comparison = line.body.op == "call" and line.body.data in _COMPARE
        self.write(line.body, ADD if comparison else OR)

    def write(self, body: Expr, level: int) -> None:
        """Write a formula; in parentheses if it binds looser than ``level``."""
        stack: list[Item] = [(body, level, False)]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                self.write_text(item)
            elif item[1] is None:
                self.spans.setdefault((item[0], item[2]), []).append(self.length)
            else:
                node, wanted, slot = item
                own, items = self.layout(node, slot)
                if own < wanted:
                    items = ["(", *items, ")"]
                stack.extend(reversed(items))

    def layout(self, node: Expr, slot: bool) -> tuple[int, list[Item]]:
        """How tightly the text of ``node`` binds, and its pieces; ``slot``: inside [ ]."""
        op = node.op
        if op == "call":
            return self.call(node, slot)
        if op == "const":
            return self.number(node.data, slot)
        if op == "index":
            name, size = node.data
            shown = f"index({name_text(name)}, {size})" if size is not None and name in self.inline else name_text(name)
            return ATOM, [(node, None, 0), shown]
        if op == "access":
            return ATOM, self.access(node, slot)
        if op in ("reduce", "scan"):
            head = f"{node.data[0]}[{','.join(map(name_text, node.data[1]))}]("
            return ATOM, [head, (node.args[0], OR, slot), ")"]
        if op == "size":
            return ATOM, [f"size({self.array(node.args[0])}, {node.data})"]
        return ATOM, [self.array(node)]

    def array(self, array: Expr) -> str:
        """The name of an array."""
        if array in self.names:
            return key_text(self.names[array])
        return name_text(array.data.name if array.op == "tensor" else array.data[0])

    def access(self, node: Expr, slot: bool) -> list[Item]:
        name, slots = self.array(node.args[0]), node.args[1:]
        items: list[Item] = [(node, None, -1), name]
        if node.data is not None:
            zero = type(node.data) is int and node.data == 0
            value = "" if zero else ", " + "".join(self.number(node.data, True)[1])
            items[1] = f"pad({name}{value})"
        elif not slots:
            array = node.args[0]
            plain = array.data.name if array.op == "tensor" else self.names.get(array, array.data)[0]
            step = array.op == "tensor" and "step" in array.data.structure  # of a recurrence: it is read like an index
            return [*items, "[]"] if not step and (slot or plain in self.indices) else items
        comma = "," if all(s.op in ("index", "const") for s in slots) else ", "
        items.append("[")
        for k, s in enumerate(slots):
            items += [comma if k else "", (node, None, k), (s, OR, True)]
        return [*items, "]"]

    def number(self, value: Any, slot: bool) -> tuple[int, list[Item]]:
        """A literal."""
        if isinstance(value, Fraction):
            return MUL, [str(value)]
        if isinstance(value, complex):
            imaginary = repr(value.real) == "0.0" and repr(value.imag)[0].isdigit()
            if imaginary and not slot and "j" not in self.indices:
                return ATOM, [f"{value.imag!r}j"]
            return ATOM, [f"complex({value.real!r}, {value.imag!r})"]
        shown = "pi" if value == CONSTANTS["pi"] else repr(value)
        return (SIGN if shown[0] == "-" else ATOM), [shown]

    # --- calls ---

    def call(self, node: Expr, slot: bool) -> tuple[int, list[Item]]:
        name, args = node.data, node.args
        if name == "add":
            return ADD, self.sum(args, slot)
        if name == "mul":
            return MUL, self.product(args, slot)
        if name == "pow":
            return self.power(node, slot)
        if name in _COMPARE:
            return COMPARE, [(args[0], ADD, slot), _COMPARE[name], (args[1], ADD, slot)]
        if name in ("and", "or"):
            level = AND if name == "and" else OR
            left = level if ex.is_call(args[0], name) else ADD
            return level, [(args[0], left, slot), f" {name} ", (args[1], ADD, slot)]
        if name == "not":
            return NOT, ["not ", (args[0], ADD, slot)]
        if name in ("mod", "floordiv"):
            return MUL, [(args[0], POWER, slot), " % " if name == "mod" else "//", (args[1], POWER, slot)]
        items: list[Item] = [_SHORT.get(name, name), "("]
        for k, a in enumerate(args):
            items += [", " if k else "", (a, OR, slot)]
        return ATOM, [*items, ")"]

    def sum(self, terms: tuple[Expr, ...], slot: bool) -> list[Item]:
        items: list[Item] = [(terms[0], MUL, slot)]
        for term in terms[1:]:
            head = term.args[0] if ex.is_call(term, "mul") else term
            rest = term.args[1:] if head is not term else ()
            if head.op == "const" and type(head.data) is not complex:
                if rest and exact_int(head) == -1:
                    if not _is_real(rest[0]):
                        items += [" - ", *(self.product(rest, slot) if len(rest) > 1 else [(rest[0], MUL, slot)])]
                        continue
                elif head.data < 0 or (not rest and repr(head.data) == "-0.0"):
                    positive = ex.const(-head.data)
                    items += [" - ", *(self.product((positive, *rest), slot) if rest else [(positive, MUL, slot)])]
                    continue
            items += [" + ", (term, MUL, slot)]
        return items

    def product(self, factors: tuple[Expr, ...], slot: bool) -> list[Item]:
        items: list[Item] = []
        if exact_int(factors[0]) == -1 and len(factors) > 1 and not _is_real(factors[1]):
            items, factors = ["-"], factors[1:]
        head = factors[0]
        loose = head.op == "const" or inverse_of(head) is not None
        items.append((head, MUL if loose else POWER, slot))
        for k, f in enumerate(factors[1:]):
            inverse = inverse_of(f, alone=False)
            if inverse is not None and (k or not _merges(head, inverse[0], inverse[1])):
                items += ["/", *self.divisor(*inverse, slot)]
            else:
                items += ["*", (f, POWER, slot)]
        return items

    def divisor(self, base: Expr, exponent: int, slot: bool) -> list[Item]:
        return [(base, POWER, slot)] if exponent == 1 else [(base, ATOM, slot), f"**{exponent}"]

    def power(self, node: Expr, slot: bool) -> tuple[int, list[Item]]:
        inverse = inverse_of(node)
        if inverse is not None:
            return MUL, ["1/", *self.divisor(*inverse, slot)]
        return POWER, [(node.args[0], ATOM, slot), "**", (node.args[1], SIGN, slot)]


def _is_real(e: Expr) -> bool:
    return e.op == "const" and type(e.data) is not complex


def inverse_of(e: Expr, alone: bool = True) -> tuple[Expr, int] | None:
    """``(b, n)`` where ``e`` is printed as ``1/b**n`` (or, in a product, ``/b**n``), else None."""
    found = reciprocal(e)
    if found is not None and found[1] == 1:
        base = found[0]
        if alone and (exact_int(base) or 0) > 1:
            return None  # 1/2 is a Fraction
        if ex.is_call(base, "pow") and (exact_int(base.args[1]) or 0) > 1:
            return None  # 1/x**2 is x**-2
    return found


def _merges(head: Expr, base: Expr, exponent: int) -> bool:
    """Whether ``head/base**exponent`` would be read as something else than a product."""
    above, below = exact_int(head), exact_int(base)
    if above is None or above == 1:
        return above == 1
    return exponent == 1 and below is not None and below > 1 and gcd(above, below) == 1
