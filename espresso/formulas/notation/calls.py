"""Calls with parentheses: scalar functions, and the forms ``pad``, ``size``, ``index``, ``complex``."""

from __future__ import annotations

import re
from dataclasses import field
from typing import TYPE_CHECKING, Any

from espresso.errors import suggestion
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import (
    BY_NAME,
    INDEX_FUNCTION_BY_NAME,
    MATRIX_FUNCTIONS,
    REDUCTION_BY_NAME,
    WRITTEN_AS_FUNCTION_OF_TWO,
)
from espresso.formulas.syntax.foreign import named
from espresso.formulas.syntax.statements import counted, is_op
from espresso.records import dataclass

if TYPE_CHECKING:
    from espresso.formulas.notation.grammar import Grammar

FORMS = ("pad", "size", "index", "complex")
_NUMBERS = {"inf": float("inf"), "nan": float("nan")}


def is_function(name: str) -> bool:
    """Whether formulas call a scalar function so; ``max`` and the like are written as such but are reductions."""
    return name in BY_NAME and name not in ("and", "or", "not") and name not in REDUCTION_BY_NAME


@dataclass
class Frame:
    """An open bracket: what it belongs to and the arguments so far.

    ``kind`` is group, call, slots, reduce, scan or pad; ``token`` the opening bracket,
    ``base`` the height of the operator stack below it.
    """

    kind: str
    token: int
    base: int
    name: str = ""
    args: list[Expr] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    array: Expr | None = None
    pad: Any = None
    indices: tuple[str, ...] = ()
    place: int = 0


def open_call(g: Grammar, k: int) -> int:
    """Begin the call of the name at token ``k``; returns the token to go on with."""
    name = g.values[k]
    if k in g.tokens.quoted or k in g.tokens.marks:
        _unknown(g, k)
    if name == "pad":
        return _open_pad(g, k)
    if name in FORMS:
        closer = g.tokens.closer[k + 1]
        g.push({"size": _size, "index": _index, "complex": _complex}[name](g, k, closer))
        return closer + 1
    known = (REDUCTION_BY_NAME, INDEX_FUNCTION_BY_NAME, g.own)
    if not is_function(name) and not any(name in names for names in known):
        _unknown(g, k)
    g.frames.append(Frame("call", k + 1, len(g.operators), name))
    return k + 2


def _unknown(g: Grammar, k: int) -> None:
    name = g.values[k]
    known = [*g.own, *filter(is_function, BY_NAME), *REDUCTION_BY_NAME, *INDEX_FUNCTION_BY_NAME, *FORMS]
    near = suggestion(name, sorted(known))
    if (name, 0) in g.arrays or name in g.survey.tensors:
        remedy = f"Read it with brackets, {name}[i]; write * for a product."
        g.fail(f"{name} is an array and not a function", k, remedy=remedy)
    remedy = named(name)
    if remedy:
        g.fail(f"there is no function {name!r}.", k, remedy=remedy)
    remedy = f"An array is read with brackets, {name}[i]; a product needs *."
    g.fail(f"there is no function {name!r}.{near}", k, remedy=remedy)


def _open_pad(g: Grammar, k: int) -> int:
    after = k + 3
    closer = g.tokens.closer[k + 1]
    if g.kinds[k + 2] != "name" or not (after == closer or is_op(g.tokens, after, ",")):
        remedy = "Write pad(x)[i - 1]; give an expression a name in an earlier statement."
        g.fail("pad takes the name of an array", k + 2, remedy=remedy)
    if not is_op(g.tokens, closer + 1, "["):
        g.fail("pad stands without indices", k, remedy=f"Write pad({g.values[k + 2]})[i - 1].")
    if after == closer:
        return g.open_slots(k + 2, closer + 1, 0)
    g.frames.append(Frame("pad", k + 1, len(g.operators), "pad"))
    return after + 1


def _size(g: Grammar, k: int, closer: int) -> Expr:
    """``size(x, 0)``: the length of an axis."""
    if g.kinds[k + 2] != "name" or not is_op(g.tokens, k + 3, ",") or k + 5 != closer or not g.values[k + 4].isdigit():
        remedy = "Write size(x, 0) for the length of the first axis."
        g.fail("size takes the name of an array and the number of an axis", k, remedy=remedy)
    array, axis = g.array(k + 2), int(g.values[k + 4])
    if axis >= array.ndim:
        what = f"{g.values[k + 2]} has {counted(array.ndim, 'axis', 'axes')}, there is no axis {axis}"
        remedy = "Axes are counted from 0."
        g.fail(what, k + 4, remedy=remedy)
    return ex.size(array, axis)


def _index(g: Grammar, k: int, closer: int) -> Expr:
    """``index(i, 3)``: the value of an index of known extent."""
    value = g.values[k + 4] if k + 5 == closer else ""
    if g.kinds[k + 2] != "name" or not is_op(g.tokens, k + 3, ",") or not (value.isdigit() or value == "_"):
        remedy = "Write index(i, 3), or declare i : index 3 in a line of its own."
        g.fail("index takes a name and an extent", k, remedy=remedy)
    return ex.index(g.values[k + 2], int(value) if value.isdigit() else None)


def _complex(g: Grammar, k: int, closer: int) -> Expr:
    """``complex(1.0, -2.5)``: a complex literal."""
    parts: list[float] = []
    t = k + 2
    while t < closer:
        sign = -1.0 if is_op(g.tokens, t, "-") else 1.0
        t += sign < 0
        value = g.values[t]
        if g.kinds[t] == "number" and not value.endswith("j"):
            parts.append(sign * float(value))
        elif value in _NUMBERS:
            parts.append(sign * _NUMBERS[value])
        else:
            break
        if t + 1 != closer and not is_op(g.tokens, t + 1, ","):
            break
        t += 2
    if t != closer + 1 or len(parts) != 2:
        remedy = "Write complex(1.0, -2.5); the complex number of two expressions is a + 1j*b."
        g.fail("complex takes two numbers", k, remedy=remedy)
    return ex.const(complex(*parts))


def finish_call(g: Grammar, frame: Frame) -> Expr:
    """The call of a scalar function whose closing parenthesis was read."""
    name, args = frame.name, frame.args
    if name in WRITTEN_AS_FUNCTION_OF_TWO and len(args) >= 2:
        result = args[0]
        for other in args[1:]:
            result = ex.call(WRITTEN_AS_FUNCTION_OF_TWO[name], result, other)
        return result
    if name in g.own:
        own = g.own[name]
        if len(args) != len(own.arguments):
            what = f"{name} takes {len(own.arguments)} argument{'s' * (len(own.arguments) != 1)}, {len(args)} given"
            g.fail(what, frame.token - 1, remedy=f"Write {own.signature}.")
        return own(*args)
    if not is_function(name):
        _without_indices(g, frame)
    function = BY_NAME[name]
    if len(args) == 1 and function.name in ("mod", "clip") and g.slots:
        slots = next(f for f in reversed(g.frames) if f.kind == "slots")
        assert slots.array is not None
        length = ex.size(slots.array, min(len(slots.args), slots.array.ndim - 1)) if slots.array.ndim else ex.const(1)
        if function.name == "mod":
            return ex.call("mod", args[0], length)
        return ex.call("clip", args[0], ex.const(0), ex.call("add", length, ex.const(-1)))
    if len(args) != function.arity and not (function.arity < 0 and args):
        needed = f"{function.arity} argument{'s' * (function.arity != 1)}" if function.arity >= 0 else "arguments"
        what = f"{name} takes {needed}, {len(args) or 'none'} {'is' if len(args) == 1 else 'are'} given"
        remedy = f"Write {name}({', '.join('abc'[: max(function.arity, 1)])})."
        g.fail(what, frame.token - 1, remedy=remedy)
    return ex.call(function.name, *args)


def _without_indices(g: Grammar, frame: Frame) -> None:
    """``sum(x[i])``: say where the index goes."""
    name = frame.name
    axes = list(dict.fromkeys(a for e in frame.args for a in e.axes))
    inside = g.tokens.text[g.starts[frame.token] + 1 : g.starts[g.tokens.closer[frame.token]]]
    shown = inside if len(inside) <= 60 and inside.isprintable() else "..."
    if name in MATRIX_FUNCTIONS and len(axes) > 2:
        axes = axes[-2:]  # the others are a batch
    elif name in MATRIX_FUNCTIONS and len(axes) < 2:
        axes = [n for n in "ijk" if n not in axes][:2]
        read = re.fullmatch(r"(\w+)(?:\[([^\[\]]+)\])?", shown)
        if read:
            shown = f"{read[1]}[{','.join([*filter(None, [read[2]]), *axes])}]"
    remedy = f"Write {name}[{','.join(axes) or 'i'}]({shown})."
    if name in WRITTEN_AS_FUNCTION_OF_TWO:
        remedy += f" {name}(a, b) is the {'larger' if name == 'max' else 'smaller'} of two numbers."
    g.fail(f"{name} stands without the indices that it runs over", frame.token - 1, remedy=remedy)
