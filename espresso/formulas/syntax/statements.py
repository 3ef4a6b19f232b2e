"""Survey of a text: its statements, and what each name stands for.

Whether ``i`` alone is an index or a scalar input depends on the whole statement, and the
number of axes of ``x`` in ``size(x, 0)`` on the whole text.  So one pass over the tokens
finds out, before ``grammar`` builds anything.
"""

from __future__ import annotations

from dataclasses import field
from typing import NoReturn

from espresso.errors import RankError
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import CONSTANTS
from espresso.formulas.syntax.declarations import Declaration, declare_tensor, read_declaration
from espresso.formulas.syntax.recurrence_groups import groups_of
from espresso.formulas.syntax.tokens import Tokens, fail
from espresso.records import dataclass

Key = tuple[str, int]
"""A name in a text: the name and the number of its mark (``y'2`` is ``("y", 2)``), else 0."""


@dataclass
class Statement:
    """One statement: token numbers of its right side, its left side, its index names.

    ``where`` holds the definitions that follow it, each after those that it reads.  ``fixed`` is the place of a
    position on the left side, ``h[0,i] = ...``, with its tokens: the statement gives a recurrence a starting value.
    """

    first: int
    stop: int
    start: int
    named: Key | None = None
    has_left: bool = False
    quoted: bool = False
    axes: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    indices: set[str] = field(default_factory=set)
    bare: list[tuple[Key, int]] = field(default_factory=list)
    reads: list[tuple[Key, int, int]] = field(default_factory=list)
    where: list[Statement] = field(default_factory=list)
    fixed: tuple[int, int, int] | None = None

    @property
    def uses(self) -> list[tuple[Key, int, int]]:
        """Arrays and scalars that it reads: name, number of indices, position."""
        return self.reads + [(key, 0, start) for key, start in self.bare if key[0] not in self.indices or key[1]]


@dataclass
class Survey:
    """Statements and names of one text; ``groups`` are the numbers of statements that are a recurrence together.

    ``promises`` are declarations of arrays that statements compute.
    """

    statements: list[Statement]
    tensors: dict[str, Expr]
    sizes: dict[str, int | None]
    declared: list[Declaration]
    groups: list[list[int]]
    promises: dict[str, Declaration]


def key_at(tokens: Tokens, k: int) -> Key:
    """The name at token ``k``."""
    return tokens.values[k], tokens.marks.get(k, 0)


def counted(number: int, one: str, many: str) -> str:
    """``1 axis`` or ``2 axes``."""
    return f"{number} {one if number == 1 else many}"


def is_op(tokens: Tokens, k: int, value: str) -> bool:
    """Whether token ``k`` is the operator or bracket ``value``."""
    return tokens.values[k] == value and tokens.kinds[k] == "op"


def survey(tokens: Tokens) -> Survey:
    """Statements, index names and tensors of a text."""
    statements: list[Statement] = []
    declared: dict[str, Declaration] = {}
    sizes: dict[str, int | None] = {}
    order: list[Declaration] = []
    kinds = tokens.kinds
    first = 0
    for k, kind in enumerate(kinds):
        where = _begins_definition(tokens, k)
        if kind != "end" and not where:
            continue
        if k > first and _begins_definition(tokens, first):
            _definition(tokens, first, k, statements)
        elif k > first:
            separators = _separators(tokens, first, k)
            if separators and tokens.values[separators[0]] == ":":
                found = read_declaration(tokens, first, separators[0], k)
                if found.name in (sizes if found.index else declared):
                    remedy = "Keep one of the declarations."
                    fail(tokens.text, f"{found.name} is declared twice", [found.position], remedy)
                order.append(found)
                if found.index:
                    sizes[found.name] = found.size
                else:
                    declared[found.name] = found
            else:
                statements.append(_statement(tokens, first, k, separators))
        first = k if where else k + 1
    for s in statements:
        s.where = _ordered(tokens, s.where)
        for named in (s, *s.where):
            if named.named and named.named[0] in CONSTANTS and not named.quoted and not named.axes:
                _refuse_constant(tokens, named.named[0], named.start)
    for found in order:
        if found.name in CONSTANTS and found.shape == () and tokens.text[found.position] != "`":
            _refuse_constant(tokens, found.name, found.position)
    groups = groups_of(tokens, statements, declared)
    tensors, promises = _tensors(tokens, statements, declared, groups)
    return Survey(statements, tensors, sizes, order, groups, promises)


def _refuse_constant(tokens: Tokens, name: str, position: int) -> NoReturn:
    remedy = f"Use another name, or write `{name}` in backquotes here and wherever it is read."
    fail(tokens.text, f"{name} is a constant, which no formula can define anew", [position], remedy)


def _begins_definition(tokens: Tokens, k: int) -> bool:
    """Whether token ``k`` is the ``where`` of ``y = a*p where p = ...`` and not the function of that name."""
    return (
        tokens.values[k] == "where"
        and tokens.kinds[k] == tokens.kinds[k + 1] == "name"
        and k not in tokens.quoted
        and k not in tokens.marks
    )


def _definition(tokens: Tokens, where: int, stop: int, statements: list[Statement]) -> None:
    """Note ``where name[i] = ...`` as a part of the statement before it."""
    text, at = tokens.text, tokens.starts[where]
    if not statements:
        fail(text, "'where' follows no formula", [at], "Write the formula first: y = a*p where p = ...")
    separators = _separators(tokens, where + 1, stop)
    if not separators or tokens.values[separators[0]] != "=":
        fail(text, "'where' is followed by no definition", [at], "Write y = a*p where p = ...")
    found = _statement(tokens, where + 1, stop, separators)
    for other in statements[-1].where:
        if other.named == found.named:
            fail(text, f"{tokens.values[where + 1]} is defined twice", [other.start, found.start], "Keep one of them.")
    statements[-1].where.append(found)


def _ordered(tokens: Tokens, definitions: list[Statement]) -> list[Statement]:
    """The definitions of one statement, each after those that it reads."""
    if not definitions:
        return []
    from graphlib import CycleError, TopologicalSorter

    by_name = {d.named: d for d in definitions}
    read = {d.named: [key for key, _, _ in d.uses if key in by_name] for d in definitions}
    try:
        return [by_name[name] for name in TopologicalSorter(read).static_order()]
    except CycleError as error:
        first = min(by_name[name].start for name in error.args[1])
        fail(tokens.text, "a definition reads itself", [first], "Give one of them another name.")


def _separators(tokens: Tokens, first: int, stop: int) -> list[int]:
    """Tokens ``=`` and ``:`` outside brackets."""
    found = []
    k = first
    while k < stop:
        if tokens.kinds[k] == "op":
            if k in tokens.closer:
                k = tokens.closer[k]
            elif tokens.values[k] in ("=", ":"):
                found.append(k)
        k += 1
    return found


def _statement(tokens: Tokens, first: int, stop: int, separators: list[int]) -> Statement:
    if len(separators) > 1:
        twice = tokens.values[separators[1]] == "="
        remedy = "Write == to compare; end a statement with ';' or a new line."
        if twice:
            remedy += "\nIn text that is put together, {e.rhs} is the right side of a formula e."
        what = "a statement has two '='" if twice else "':' inside a statement"
        fail(tokens.text, what, [tokens.starts[s] for s in separators[:2]], remedy)
    if not separators:
        found = Statement(first, stop, tokens.starts[first])
    else:
        found = Statement(separators[0] + 1, stop, tokens.starts[first], has_left=True)
        _left_side(tokens, found, first, separators[0])
        if found.first == stop:
            tokens.fail("the right side is empty", separators[0], remedy="Write a formula after '='.")
    found.indices.update(found.axes)
    _names(tokens, found)
    return found


def _left_side(tokens: Tokens, found: Statement, first: int, equals: int) -> None:
    text, k = tokens.text, first
    if k == equals:
        remedy = "Write a name: z = ..., y[i] = ..., or [j,i] = ..."
        fail(text, "there is no left side before '='", [tokens.starts[k]], remedy)
    if tokens.kinds[k] == "name":
        found.named, found.quoted = key_at(tokens, k), k in tokens.quoted
        k += 1
    if k < equals and is_op(tokens, k, "["):
        closer = tokens.closer[k]
        k += 1
        while k < closer:
            if found.fixed is None and (stop := _position(tokens, k, closer)):
                found.fixed = len(found.axes), k, stop
                k = stop + 1
                continue
            if tokens.kinds[k] != "name" or k in tokens.marks or not (k + 1 == closer or is_op(tokens, k + 1, ",")):
                remedy = "Name the indices of the result, y[i,j] = ...; shifts belong on the right side, x[i - 1]."
                fail(text, "the left side holds something else than names of indices", [tokens.starts[k]], remedy)
            found.axes.append(tokens.values[k])
            found.places.append(tokens.starts[k])
            k += 2
        last = tokens.kinds[closer - 1] == "name" or (found.fixed is not None and found.fixed[2] == closer)
        if is_op(tokens, closer - 1, ",") or (k == closer + 1 and not last):
            fail(text, "an index is missing on the left side", [tokens.starts[closer]], "Write y[i,j] = ...")
        k = closer + 1
    if k < equals or k == first:
        update = (
            equals > first + 1
            and tokens.stops[equals - 1] == tokens.starts[equals]
            and tokens.values[equals - 1] in "+-*/"
        )
        remedy = (
            "There is no in-place update: write the new value, y[p] = sum[i](x[i]*(p == t[i])) for a scatter."
            if update
            else "A left side is a name with indices, y[i,j] = ..., or indices alone, [j,i] = ...; write == to compare."
        )
        fail(
            text,
            f"the left side of '{tokens.values[equals - 1] if update else ''}=' is not a name with indices",
            [tokens.starts[k]],
            remedy,
        )


def _position(tokens: Tokens, k: int, closer: int) -> int:
    """The end of a slot of the left side that is a fixed position, ``0`` or ``size(x, 0)``; 0 for any other slot."""
    stop = k
    while stop < closer and not is_op(tokens, stop, ","):
        stop = tokens.closer.get(stop, stop) + 1
    names = [t for t in range(k, stop) if tokens.kinds[t] == "name"]
    called = all(is_op(tokens, t + 1, "(") or _names_array(tokens, t, k) for t in names)
    signed = is_op(tokens, k, "-") or is_op(tokens, k, "+")
    return stop if k < stop and called and not signed else 0


def _names(tokens: Tokens, found: Statement) -> None:
    """Index names, reads of arrays and bare names of a right side."""
    kinds, values = tokens.kinds, tokens.values
    stack: list[list[int]] = []  # opening token, inside a slot?, commas so far, token of the array's name
    closed = -1  # the opening token of the bracket closed last
    k = found.first
    while k < found.stop:
        kind, value = kinds[k], values[k]
        inside = bool(stack and stack[-1][1])
        if kind == "op":
            if value == "[":
                if kinds[k - 1] == "name" and k > found.first and is_op(tokens, tokens.closer[k] + 1, "("):
                    found.indices.update(values[n] for n in range(k + 1, tokens.closer[k]) if kinds[n] == "name")
                    k = tokens.closer[k]
                else:
                    stack.append([k, True, 0, _array_name(tokens, k, closed) if k > found.first else -1])
            elif value == "(":
                stack.append([k, inside, 0, -1])
            elif value == "," and stack:
                stack[-1][2] += 1
            elif value in ")]" and stack:
                closed, _, commas, name = stack.pop()
                if name >= 0:
                    found.reads.append(
                        (key_at(tokens, name), 0 if closed + 1 == k else commas + 1, tokens.starts[name])
                    )
        elif kind == "name" and not _names_array(tokens, k, found.first):
            _name(tokens, found, k, inside)
        elif kind == "number" and inside and value.endswith("j"):
            found.indices.add("j")  # 2j in a slot is 2*j
        k += 1


def _array_name(tokens: Tokens, opener: int, closed: int) -> int:
    """Token of the name that the bracket at ``opener`` reads (``x[``, ``pad(x)[``), else -1."""
    if tokens.kinds[opener - 1] == "name":
        return opener - 1
    if (
        is_op(tokens, opener - 1, ")")
        and closed > 0
        and tokens.values[closed - 1] == "pad"
        and tokens.kinds[closed + 1] == "name"
    ):
        return closed + 1
    return -1


def _names_array(tokens: Tokens, k: int, first: int) -> bool:
    """Whether the name at ``k`` is the array of ``pad(x)`` or ``size(x, 0)``."""
    if k < first + 2 or not is_op(tokens, k - 1, "(") or is_op(tokens, k + 1, "["):
        return False
    return tokens.kinds[k - 2] == "name" and tokens.values[k - 2] in ("pad", "size") and k - 2 not in tokens.quoted


def _name(tokens: Tokens, found: Statement, k: int, inside: bool) -> None:
    """Note the name at ``k``."""
    if is_op(tokens, k + 1, "("):
        if tokens.values[k] == "index" and tokens.kinds[k + 2] == "name":
            found.indices.add(tokens.values[k + 2])
    elif not is_op(tokens, k + 1, "[") and (tokens.values[k] not in CONSTANTS or k in tokens.quoted):
        if inside and k not in tokens.marks:
            found.indices.add(tokens.values[k])
        else:
            found.bare.append((key_at(tokens, k), tokens.starts[k]))


def _tensors(
    tokens: Tokens, statements: list[Statement], declared: dict[str, Declaration], groups: list[list[int]]
) -> tuple[dict[str, Expr], dict[str, Declaration]]:
    """The inputs, and the declarations of what statements compute before anything reads an input of that name."""
    defined: set[Key] = set()
    of_group = {k: {statements[m].named for m in group} for group in groups for k in group}
    ranks: dict[str, tuple[int, int]] = {}
    read: set[str] = set()
    for name, d in declared.items():
        if d.shape is not None:
            ranks[name] = (len(d.shape), d.position)
    for k, s in enumerate(statements):
        local = {d.named for d in s.where} | of_group.get(k, set())
        for key, rank, start in (use for part in (s, *s.where) for use in part.uses):
            if key in defined or key in local or key[1]:
                continue
            read.add(key[0])
            known, place = ranks.setdefault(key[0], (rank, start))
            if known != rank:
                _refuse_rank(tokens, key[0], (known, place), (rank, start), key[0] in declared)
        if s.named:
            defined.add(s.named)
    computed = {part.named for s in statements for part in (s, *s.where)}
    promises = {n: d for n, d in declared.items() if (n, 0) in computed and n not in read and d.structure}
    for name, d in declared.items():
        if name not in ranks and (name, 0) in defined and (name not in promises or d.dtype):
            what = f"{name} is declared as an input but is the left side of a statement"
            remedy = "Use another name for one of them."
            fail(tokens.text, what, [d.position], remedy)
    return {n: declare_tensor(n, rank, declared.get(n)) for n, (rank, _) in ranks.items()}, promises


def _times(rank: int) -> str:
    return "without indices" if rank == 0 else "with " + counted(rank, "index", "indices")


def _refuse_rank(tokens: Tokens, name: str, known: tuple[int, int], other: tuple[int, int], declared: bool) -> None:
    if declared:
        what = f"{name} is declared with {counted(known[0], 'axis', 'axes')} and read {_times(other[0])}"
        positions = [other[1]]
    else:
        what = f"{name} is read {_times(known[0])} and {_times(other[0])}"
        positions = [known[1], other[1]]
    fail(tokens.text, what, positions, "Give it the same number of indices everywhere, or use two names.", RankError)
