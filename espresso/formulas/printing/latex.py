r"""Expressions to LaTeX: ``\sum_{i} X_{ij} w_{j}``, ``\frac``, ``\delta_{ij}``, cases.

Like ``printing``, with an explicit stack, so depth does not matter.  A comparison of two
indices that stands as a number is a Kronecker delta, any other one an Iverson bracket;
in the condition of ``where`` and below ``and`` and ``or`` it is the plain relation.
"""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from espresso.errors import EspressoError, visible
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, INDEX_FUNCTION_BY_NAME, REDUCTION_BY_NAME
from espresso.formulas.graph.predicates import promise_of, reciprocal
from espresso.formulas.printing.layout import Line, layout_of, without_ranges
from espresso.formulas.printing.text import LIMIT, tree_size
from espresso.formulas.syntax.statements import Key

ADD, SUM, MUL, POWER, ATOM = range(5)
Item = Any
"""A piece: text, or ``(node, level, condition)``."""

_RELATIONS = {"eq": " = ", "ne": r" \ne ", "lt": " < ", "le": r" \le ", "gt": " > ", "ge": r" \ge "}
_WORDS = {"and": r" \land ", "or": r" \lor "}
_GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi",
    "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega",
}  # fmt: skip
_AROUND = {
    "abs": (r"\left|", r"\right|"), "sqrt": (r"\sqrt{", "}"), "floor": (r"\left\lfloor ", r"\right\rfloor"),
    "ceil": (r"\left\lceil ", r"\right\rceil"), "conj": (r"\overline{", "}"), "abs2": (r"\left|", r"\right|^{2}"),
}  # fmt: skip
_ESCAPES = {c: "\\" + c for c in "_%#${} "} | {
    "\\": r"\backslash{}", "^": r"\wedge{}", "~": r"\sim{}", "&": r"\&{}", "<": "{<}", ">": "{>}",
}  # fmt: skip
"""Characters that mean something to LaTeX, or to a page around it, as what prints them in formulas everywhere."""


def latex(e: Expr) -> str:
    r"""LaTeX source of the formula, without dollar signs; several statements are aligned lines.

    Parts of a long formula get names, as in text.

    >>> from espresso import parse
    >>> print(latex(parse("y[i] = sum[j](X[i,j]*w[j])")))
    y_{i} = \sum_{j} X_{ij} \, w_{j}
    """
    layout = layout_of(e)
    if not layout.lines:
        return name_latex(e.data.name)
    if sum(tree_size(part.body) for line in layout.lines for part in (line, *line.where)) > LIMIT:
        raise EspressoError(
            "written out, the formula would be too long, because it repeats shared subexpressions.\n"
            "Give these names, as statements of their own."
        )
    writer = _Writer(layout.names)
    aligned = len(layout.lines) > 1 or bool(layout.lines[0].where)
    lines = []
    for line in layout.lines:
        lines.append(writer.line(line, aligned))
        for k, part in enumerate(line.where):
            lines.append((r"\text{where } " if not k else "") + writer.line(part, aligned))
    if len(lines) == 1:
        return lines[0]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


_DERIVATIVE = re.compile(r"d(\d*)(\w*?[^\W\d_]\w*?)((?:_d[^\W\d_]\w*?)+)")


def _parts(name: str) -> tuple[str, str]:
    """A name as a letter (or word) and the subscript that belongs to it: ``x1`` is ``x_1``."""
    derivative = _derivative(name)
    if derivative:
        return derivative, ""
    stem = name.rstrip("0123456789")
    digits = name[len(stem) :]
    if stem.endswith("_"):
        stem = stem.rstrip("_")
    if not stem:
        stem, digits = name, ""
    primes = len(stem) - len(stem.rstrip("\u2032"))
    stem = stem.rstrip("\u2032") or stem
    if stem in _GREEK:
        shown = "\\" + stem
    elif len(stem) == 1 and (greek := _greek_letter(stem)) in _GREEK:
        shown = "\\" + greek
    elif len(stem) == 1 and stem.isalpha():
        shown = stem
    else:
        shown = word_latex(stem)
    return shown + "'" * primes, digits


def word_latex(text: str) -> str:
    """A word in upright letters, each of which is printed as it is.

    >>> print(word_latex("learning rate"), word_latex("</b>$"))
    \\operatorname{learning\\ rate} \\operatorname{{<}/b{>}\\$}
    """
    return r"\operatorname{" + "".join(_ESCAPES.get(c, c) for c in visible(text)) + "}"


def _derivative(name: str) -> str:
    """A name that ``differentiate`` gives, as a quotient of differentials; else ``""``.

    >>> print(_derivative("d2f_dx_dw1"))
    \\left(\\frac{\\partial^{2} f}{\\partial x \\, \\partial w_{1}}\\right)
    """
    match = _DERIVATIVE.fullmatch(name)
    if match is None:
        return ""
    order, base, variables = int(match[1] or 1), match[2], match[3].split("_d")[1:]
    splits = [[(v, 1), *((v[:-k], int(v[-k:])) for k in range(1, len(v)) if v[-k:].isdigit())] for v in variables]
    for powers in itertools.product(*splits):
        if sum(power for _, power in powers) == order:
            parts = [rf"\partial {name_latex(v)}" + (f"^{{{power}}}" if power > 1 else "") for v, power in powers]
            below = r" \, ".join(parts)
            above = r"\partial" + (f"^{{{order}}}" if order > 1 else "") + f" {name_latex(base)}"
            return rf"\left(\frac{{{above}}}{{{below}}}\right)"
    return ""


def _greek_letter(letter: str) -> str:
    """``alpha`` for the letter, with the case of the letter; else ``""``."""
    words = unicodedata.name(letter, "").split()
    if len(words) != 4 or words[0] != "GREEK" or words[2] != "LETTER":
        return ""
    name = "lambda" if words[3] == "LAMDA" else words[3].lower()
    return name.capitalize() if words[1] == "CAPITAL" else name


def name_latex(name: str) -> str:
    """A name: a letter, perhaps with digits below, or a word."""
    shown, digits = _parts(name)
    return f"{shown}_{{{digits}}}" if digits else shown


def _indices(names: Sequence[str]) -> str:
    """Names of indices in a subscript, with commas only where needed."""
    shown = [name_latex(n) for n in names]
    tight = all(len(n) == 1 for n in names) or all(n in _GREEK or len(n) == 1 for n in names)
    return " ".join(shown) if tight and any("\\" in s for s in shown) else ("" if tight else ",").join(shown)


def node_latex(e: Expr) -> str:
    """A formula in which every array has its own name."""
    return _Writer({}).write(e, ADD)


def number_latex(value: Any) -> str:
    """A literal."""
    return "".join(_number(value)[1])


class _Writer:
    def __init__(self, names: dict[Expr, Key]) -> None:
        self.names = names

    def line(self, line: Line, aligned: bool) -> str:
        axes = line.node.axes if line.left is None else line.left
        body = self.write(without_ranges(line.body, axes), ADD)
        if line.left is None:
            return ("&" if aligned else "") + body
        equals = " &= " if aligned else " = "
        if line.key is None:
            return rf"\left[\cdot\right]_{{{_indices(line.left)}}}{equals}{body}"
        inside = [_indices(line.left)] if line.left else []
        if line.fixed is not None:
            inside = [name_latex(n) for n in line.left]
            inside.insert(line.fixed[0], self.write(line.fixed[1], ADD))
        return self.subscripted(line.key, inside) + equals + body

    def subscripted(self, key: Key, inside: list[str]) -> str:
        shown, digits = _parts(key[0])
        mark = f"^{{({key[1]})}}" if key[1] else ""
        below = ",".join(([digits] if digits else []) + inside)
        return shown + mark + (f"_{{{below}}}" if below else "")

    def key(self, array: Expr) -> Key:
        return self.names.get(array) or ((array.data.name if array.op == "tensor" else array.data[0]), 0)

    def write(self, body: Expr, level: int) -> str:
        pieces: list[str] = []
        stack: list[Item] = [(body, level, False)]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                pieces.append(item)
                continue
            node, wanted, condition = item
            own, items = self.layout(node, condition)
            if own < wanted:
                items = [r"\left(", *items, r"\right)"]
            stack.extend(reversed(items))
        return "".join(pieces)

    def layout(self, node: Expr, condition: bool) -> tuple[int, list[Item]]:
        while promise_of(node) is not None:  # declarations are no part of the mathematics
            node = node.args[0]
        op = node.op
        if op == "call":
            return self.call(node, condition)
        if op == "const":
            return _number(node.data)
        if op == "index":
            return ATOM, [name_latex(node.data[0])]
        if op == "access":
            return ATOM, self.access(node)
        if op == "size":
            return ATOM, [
                rf"\operatorname{{size}}_{{{node.data}}}\left({self.subscripted(self.key(node.args[0]), [])}\right)"
            ]
        names = ",".join(map(name_latex, node.data[1]))
        if op == "reduce":
            sign = REDUCTION_BY_NAME[node.data[0]].latex
            if node.data[0] in ("sum", "prod"):
                body = node.args[0]
                negative = _signed(body.args if ex.is_call(body, "mul") else (body,))[0]
                around = (r"\left(", r"\right)") if negative else ("", "")
                return SUM, [f"{sign}_{{{names}}} {around[0]}", (body, SUM, False), around[1]]
            return ATOM, [rf"{sign}_{{{names}}}\left(", (node.args[0], ADD, False), r"\right)"]
        sign = INDEX_FUNCTION_BY_NAME[node.data[0]].latex
        return ATOM, [rf"{sign}_{{{names}}}\left(", (node.args[0], ADD, False), r"\right)"]

    def access(self, node: Expr) -> list[Item]:
        key, slots = self.key(node.args[0]), node.args[1:]
        padded = node.data is not None
        shown, digits = _parts(key[0])
        if padded:
            value = "" if node.data == 0 else ", " + "".join(_number(node.data)[1])
            shown, digits = rf"\operatorname{{pad}}\left({self.subscripted(key, [])}{value}\right)", ""
        elif key[1]:
            shown += f"^{{({key[1]})}}"
        if not slots:
            return [shown + (f"_{{{digits}}}" if digits else "")]
        items: list[Item] = [shown, "_{" + (digits + "," if digits else "")]
        if all(s.op == "index" for s in slots):
            return [*items, _indices([s.data[0] for s in slots]), "}"]
        for k, slot in enumerate(slots):
            items += [", " if k else "", (slot, ADD, False)]
        return [*items, "}"]

    # --- calls ---

    def call(self, node: Expr, condition: bool) -> tuple[int, list[Item]]:
        name, args = node.data, node.args
        if name == "add":
            return ADD, self.sum(args)
        if name == "mul":
            return MUL, self.product(args)
        if name == "pow":
            return self.power(node)
        if name in _RELATIONS or name in _WORDS or name == "not":
            return self.relation(node, condition)
        if name == "where":
            return ATOM, _cases(node)
        if name == "mod":
            return MUL, [(args[0], POWER, False), r" \bmod ", (args[1], POWER, False)]
        if name == "floordiv":
            return ATOM, [
                r"\left\lfloor \frac{",
                (args[0], ADD, False),
                "}{",
                (args[1], ADD, False),
                r"} \right\rfloor",
            ]
        if name in _AROUND:
            before, after = _AROUND[name]
            return ATOM, [before, (args[0], ADD, False), after]
        sign = BY_NAME[name].latex or word_latex(name)
        items: list[Item] = [sign + r"\left("]
        for k, a in enumerate(args):
            items += [", " if k else "", (a, ADD, False)]
        return ATOM, [*items, r"\right)"]

    def relation(self, node: Expr, condition: bool) -> tuple[int, list[Item]]:
        """A comparison: plain in a condition, else a delta or an Iverson bracket."""
        name, args = node.data, node.args
        if name == "eq" and not condition and all(a.op == "index" for a in args):
            return ATOM, [rf"\delta_{{{_indices([a.data[0] for a in args])}}}"]
        if name == "not":
            items: list[Item] = [r"\lnot ", (args[0], ATOM, True)]
        elif name in _WORDS:
            items = [(args[0], SUM, True), _WORDS[name], (args[1], SUM, True)]
        else:
            items = [(args[0], ADD, False), _RELATIONS[name], (args[1], ADD, False)]
        if condition:
            return ADD if name in _WORDS else SUM, items
        return ATOM, [r"\left[", *items, r"\right]"]

    def sum(self, terms: tuple[Expr, ...]) -> list[Item]:
        items: list[Item] = [(terms[0], SUM, False)]
        for term in terms[1:]:
            sign, rest = _signed(term.args if ex.is_call(term, "mul") else (term,))
            items.append(" - " if sign else " + ")
            items += self.factors(rest) if len(rest) > 1 else [(rest[0], SUM, False)]
        return items

    def product(self, args: tuple[Expr, ...]) -> list[Item]:
        sign, rest = _signed(args)
        return ["-" if sign else "", *self.factors(rest)]

    def factors(self, args: tuple[Expr, ...]) -> list[Item]:
        """Factors without a leading sign; divisions become one fraction."""
        above: list[Expr] = []
        below: list[tuple[Expr, int]] = []
        for f in args:
            inverse = reciprocal(f)
            if inverse is None:
                above.append(f)
            else:
                below.append(inverse)
        if not below:
            return self.row(above)
        bottom: list[Item] = []
        for k, (base, exponent) in enumerate(below):
            alone = len(below) == 1
            bottom += [r" \, " if k else ""]
            bottom += (
                [(base, ATOM, False), f"^{{{exponent}}}"] if exponent > 1 else [(base, ADD if alone else POWER, False)]
            )
        top = [(above[0], ADD, False)] if len(above) == 1 else self.row(above) if above else ["1"]
        return [r"\frac{", *top, "}{", *bottom, "}"]

    def row(self, factors: Sequence[Expr]) -> list[Item]:
        items: list[Item] = []
        for k, f in enumerate(factors):
            if k:
                digits = f.op == "const" or (ex.is_call(f, "pow") and f.args[0].op == "const")
                items.append(r" \cdot " if digits else r" \, ")
            items.append((f, SUM if k + 1 == len(factors) else POWER if f.op != "const" else MUL, False))
        return items

    def power(self, node: Expr) -> tuple[int, list[Item]]:
        if reciprocal(node) is not None:
            return MUL, self.factors((node,))
        return POWER, [(node.args[0], ATOM, False), "^{", (node.args[1], ADD, False), "}"]


def _signed(factors: tuple[Expr, ...]) -> tuple[bool, tuple[Expr, ...]]:
    """Whether a product begins with a minus sign, and its factors without it."""
    head = factors[0]
    if head.op != "const" or type(head.data) is complex or not head.data < 0:
        return False, factors
    if type(head.data) is int and head.data == -1 and len(factors) > 1:
        return True, factors[1:]
    return True, (ex.const(-head.data), *factors[1:])


def _cases(node: Expr) -> list[Item]:
    items: list[Item] = [r"\begin{cases} "]
    while ex.is_call(node, "where"):
        items += [(node.args[1], ADD, False), r" & \text{if } ", (node.args[0], ADD, True), r" \\ "]
        node = node.args[2]
    return [*items, (node, ADD, False), r" & \text{otherwise} \end{cases}"]


def _number(value: Any) -> tuple[int, list[Item]]:
    if isinstance(value, Fraction):
        sign = "-" if value < 0 else ""
        return (MUL if sign else ATOM), [rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"]
    if isinstance(value, complex):
        if value.real == 0:
            return MUL, [*_number(value.imag)[1], r" \, \mathrm{i}"]
        return ADD, [
            *_number(value.real)[1],
            "" if str(value.imag)[0] == "-" else " + ",
            *_number(value.imag)[1],
            r" \, \mathrm{i}",
        ]
    if isinstance(value, float):
        if math.isnan(value):
            return ATOM, [r"\mathrm{NaN}"]
        if math.isinf(value):
            return (ATOM, [r"\infty"]) if value > 0 else (MUL, [r"-\infty"])
        if abs(value) == math.pi:
            return (ATOM, [r"\pi"]) if value > 0 else (MUL, [r"-\pi"])
        mantissa, _, exponent = repr(value).partition("e")
        if exponent:
            return MUL, [rf"{mantissa} \cdot 10^{{{int(exponent)}}}"]
    shown = repr(value)
    return (MUL if shown[0] == "-" else ATOM), [shown]
