"""Matrix algebra to text (NumPy's operators) and LaTeX: ``X.T @ diag(s) @ X``.

``e.to_matrix()`` and ``e.latex(matrix=True)``.  Long weights and what occurs several times
get a name that is defined below: ``where s = ...``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any

from espresso.errors import EspressoError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, CONSTANTS, INDEX_FUNCTION_BY_NAME, REDUCTION_BY_NAME
from espresso.formulas.printing import matrix_terms as mt
from espresso.formulas.printing.layout import layout_of, without_ranges
from espresso.formulas.printing.matrices import NoMatrixForm, matrix_term
from espresso.formulas.printing.matrix_terms import Term
from espresso.formulas.printing.text import key_text
from espresso.formulas.syntax.statements import Key

ADD, MUL, SIGN, POWER, ATOM = range(5)
LONG, WIDE = 60, 24
"""Texts of up to ``LONG`` characters have no ``where``; in others a weight above ``WIDE`` characters gets a name."""
_LETTERS = {0: "abcdefg", 1: "suvwpqrt", 2: "MSTUVWKL"}
_WORDS = {"sum", "tr", "diag", "outer", "I", "ones", "inv", "axis"}


def to_matrix(e: Expr) -> str:
    """``e`` in matrix notation with NumPy's operators; EspressoError if it has no such form.

    A vector has one axis, so ``x.T`` is ``x``; ``*`` and ``/`` and functions act element by element;
    ``I`` is the identity.

    >>> from espresso.formulas.notation.parsing import parse
    >>> print(to_matrix(parse("H[j,k] = X[i,j]*s[i]*X[i,k]")))
    H = X.T @ diag(s) @ X
    """
    lines = []
    for name, term in _statements(e, key_text):
        short, parts = _abbreviated(term, _taken(e))
        lines.append(f"{name} = {_text(short)}" if name else _text(short))
        lines += [f"    where {part} = {_text(t)}" for part, t in parts]
    return "\n".join(lines)


def matrix_latex(e: Expr) -> str:
    """``e`` in matrix notation as LaTeX; EspressoError if it has no such form."""
    from espresso.formulas.printing.latex import name_latex

    lines = []
    for name, term in _statements(e, lambda key: f"{key[0]}'{key[1]}" if key[1] else key[0]):
        short, parts = _abbreviated(term, _taken(e))
        lines.append((f"{name_latex(name)} &= " if name else "& ") + _latex(short))
        for k, (part, t) in enumerate(parts):
            lines.append((r"\text{where } " if not k else "") + f"{name_latex(part)} &= {_latex(t)}")
    if len(lines) == 1:
        return lines[0].replace("&= ", "= ", 1).removeprefix("& ")
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def _statements(e: Expr, spelled: Callable[[Key], str]) -> list[tuple[str, Term]]:
    """Name and matrix algebra of every statement, with arrays as they are ``spelled``."""
    layout = layout_of(e, None)
    if not layout.lines:
        return [("", Term("name", 1, data=spelled((e.data.name, 0))))]
    found = []
    for line in layout.lines:
        axes = line.node.axes if line.left is None else line.left
        try:
            term = matrix_term(_as_inputs(without_ranges(line.body, axes), layout.names, spelled), axes)
        except NoMatrixForm as problem:
            raise EspressoError(
                f"this expression has no matrix form: {problem}.\n  {e!r}\n"
                "str(e) and e.latex() show any expression with its indices."
            ) from None
        found.append((spelled(line.key) if line.key else "", term))
    return found


def _as_inputs(body: Expr, names: Mapping[Expr, Key], spelled: Callable[[Key], str]) -> Expr:
    """``body`` reading an input of the printed name in place of every named array."""

    def change(node: Expr) -> Expr | None:
        if node.op not in ex.ARRAY_OPS:
            return None
        own = "" if node in names else node.data.name
        name = spelled(names.get(node) or (own, 0))
        return None if name == own else ex.tensor(name, node.ndim)

    return ex.rebuild(body, change, into_arrays=False)


# --- names for parts ----------------------------------------------------------------------


def _taken(e: Expr) -> set[str]:
    arrays = {n.data.name for n in ex.tensors(e)} | {n.data[0] for n in ex.lets(e)}
    return {*arrays, *_WORDS, *CONSTANTS, *BY_NAME, *REDUCTION_BY_NAME, *INDEX_FUNCTION_BY_NAME}


def _abbreviated(t: Term, taken: Collection[str]) -> tuple[Term, list[tuple[str, Term]]]:
    """``t`` with names for long weights and what occurs several times, and their definitions."""
    if len(_text(t)) <= LONG:
        return t, []
    used = set(taken)
    order = mt.subterms(t)
    uses = dict.fromkeys(order, 0)
    for term in order:
        for a in term.args:
            uses[a] += 1
    weights = {term.args[0] for term in order if term.kind == "diag"}
    new: dict[Term, Term] = {}
    parts: list[tuple[str, Term]] = []
    for term in order:
        copy = Term(term.kind, term.rank, tuple(new[a] for a in term.args), term.data)
        new[term] = copy
        if term is t or term.kind in ("name", "number", "node", "identity", "ones", "compare"):
            continue
        length, times = len(_text(copy)), uses[term]
        if times * length > times + length + 12 and times > 1 or (term in weights and length > WIDE):
            name = _fresh(used, term.rank)
            parts.append((name, copy))
            new[term] = Term("name", term.rank, data=name)
    return new[t], parts[::-1]


def _fresh(used: set[str], rank: int) -> str:
    letters = _LETTERS[rank]
    numbered = (f"{letters[0]}{k}" for k in itertools.count(1))
    name = next(n for n in itertools.chain(letters, numbered) if n not in used)
    used.add(name)
    return name


# --- text ---------------------------------------------------------------------------------


def _text(t: Term) -> str:
    return _at(t, ADD)


def _at(t: Term, level: int) -> str:
    own, text = _written(t)
    return text if own >= level else f"({text})"


def _written(t: Term) -> tuple[int, str]:
    """How tightly the text of a term binds, and the text."""
    kind, args = t.kind, t.args
    if kind == "name":
        return ATOM, str(t.data)
    if kind == "number":
        return _number(t.data)
    if kind == "node":
        array = t.data.args[0]
        return ATOM, f"{array.data.name if array.op == 'tensor' else array.data[0]}.shape[{t.data.data}]"
    if kind in ("identity", "ones"):
        return ATOM, "I" if kind == "identity" else "ones"
    if kind == "plus":
        return ADD, _sum(t, _at)
    if kind == "times":
        return MUL, _product(args)
    if kind == "over":
        return MUL, f"{_at(args[0], SIGN) if args[0].kind == 'matmul' else _at(args[0], MUL)}/{_at(args[1], POWER)}"
    if kind == "matmul":
        return MUL, " @ ".join(_at(a, POWER) for a in args)
    if kind == "dot":
        right = args[1].args if args[1].kind == "matmul" else (args[1],)
        return MUL, " @ ".join([f"{_at(args[0], ATOM)}.T", *(_at(a, POWER) for a in right)])
    if kind == "transposed":
        return ATOM, f"{_at(args[0], ATOM)}.T"
    if kind == "power":
        return POWER, f"{_at(args[0], ATOM)}**{_at(args[1], SIGN)}"
    if kind == "compare":
        return ADD - 1, f"{_at(args[0], ADD)} {t.data} {_at(args[1], ADD)}"
    if kind == "outer":
        return ATOM, "outer(" + ", ".join("1" if a.kind == "ones" else _text(a) for a in args) + ")"
    name, axis = ("diag", None) if kind == "diag" else t.data
    inside = [_at(a, ADD - 1) for a in args] + ([] if axis is None else [f"axis={axis}"])
    return ATOM, f"{name}({', '.join(inside)})"


def _number(value: Any) -> tuple[int, str]:
    shown = "pi" if value == CONSTANTS["pi"] else str(value)
    return (MUL if isinstance(value, Fraction) else SIGN if shown[0] == "-" else ATOM), shown


def _signed(t: Term) -> tuple[bool, Term]:
    """Whether a term begins with a minus sign, and the term without it."""
    head = t.args[0] if t.kind in ("times", "over") else t
    if head.kind in ("times", "over") and head is not t:
        negative, rest = _signed(head)
        return negative, Term(t.kind, t.rank, (rest, *t.args[1:]), t.data) if negative else t
    if head.kind != "number" or isinstance(head.data, complex) or not head.data < 0:
        return False, t
    if head is t:
        return True, mt.number(-t.data)
    if t.kind == "over":
        return True, Term("over", t.rank, (mt.number(-head.data), t.args[1]))
    return True, mt.times([mt.number(-head.data), *t.args[1:]])


def _sum(t: Term, write: Any) -> str:
    pieces = []
    for k, a in enumerate(t.args):
        negative, rest = _signed(a)
        sign = ("-" if negative else "") if not k else (" - " if negative else " + ")
        pieces.append(sign + write(rest, MUL))
    return "".join(pieces)


def _product(factors: tuple[Term, ...]) -> str:
    sign = ""
    if mt.is_number(factors[0], -1):
        sign, factors = "-", factors[1:]
    scalars = all(f.rank == 0 for f in factors[:-1])
    pieces = []
    for k, f in enumerate(factors):
        last = k == len(factors) - 1
        chain = f.kind == "matmul" and scalars and last
        pieces.append(_at(f, MUL if f.kind == "number" or chain else POWER))
    return sign + "*".join(pieces)


# --- LaTeX --------------------------------------------------------------------------------


def _latex(t: Term) -> str:
    return _latex_at(t, ADD)


def _latex_at(t: Term, level: int) -> str:
    own, text = _typeset(t)
    return text if own >= level else rf"\left({text}\right)"


_CALLS = {"tr": r"\operatorname{tr}", "diag": r"\operatorname{diag}", "sum": r"\operatorname{sum}"}
_RELATIONS = {"==": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}


def _typeset(t: Term) -> tuple[int, str]:
    """How tightly the LaTeX of a term binds, and the LaTeX."""
    from espresso.formulas.printing.latex import name_latex, node_latex, number_latex

    kind, args = t.kind, t.args
    if kind == "name":
        return ATOM, name_latex(t.data)
    if kind == "number":
        return (SIGN if isinstance(t.data, (int, float, Fraction)) and t.data < 0 else ATOM), number_latex(t.data)
    if kind == "node":
        return ATOM, node_latex(t.data)
    if kind in ("identity", "ones"):
        return ATOM, "I" if kind == "identity" else r"\mathbf{1}"
    if kind == "plus":
        return ADD, _sum(t, _latex_at)
    if kind == "times":
        return MUL, _latex_product(args)
    if kind == "over":
        if args[1].rank == 0:
            return MUL, rf"\frac{{{_latex(args[0])}}}{{{_latex(args[1])}}}"
        return MUL, rf"{_latex_at(args[0], MUL)} \oslash {_latex_at(args[1], POWER)}"
    if kind == "matmul":
        return MUL, r" \, ".join(_latex_at(a, POWER) for a in args)
    if kind == "dot":
        return MUL, rf"{_latex_at(args[0], ATOM)}^{{\top}} \, {_latex_at(args[1], MUL)}"
    if kind == "outer":
        return MUL, rf"{_latex_at(args[0], POWER)} \, {_latex_at(args[1], ATOM)}^{{\top}}"
    if kind == "transposed":
        return POWER, rf"{_latex_at(args[0], ATOM)}^{{\top}}"
    if kind == "power":
        each = r"\circ " if t.rank else ""
        return POWER, f"{_latex_at(args[0], ATOM)}^{{{each}{_latex(args[1])}}}"
    if kind == "compare":
        return ATOM, rf"\left[{_latex(args[0])} {_RELATIONS[t.data]} {_latex(args[1])}\right]"
    return _latex_call(t)


def _latex_call(t: Term) -> tuple[int, str]:
    from espresso.formulas.printing.latex import word_latex

    name, axis = ("diag", None) if t.kind == "diag" else t.data
    inside = ", ".join(_latex(a) for a in t.args)
    if name == "inv":
        return POWER, f"{_latex_at(t.args[0], ATOM)}^{{-1}}"
    if name == "norm" and axis is None:
        return ATOM, rf"\left\|{inside}\right\|"
    if name == "sum" and axis is not None:  # row and column sums
        matrix = t.args[0] if axis else mt.transposed(t.args[0])
        return MUL, rf"{_latex_at(matrix, POWER)} \, \mathbf{{1}}"
    if name == "sum" and t.args[0].rank == 1:
        return MUL, rf"\mathbf{{1}}^{{\top}} \, {_latex_at(t.args[0], MUL)}"
    if name == "sqrt":
        return ATOM, rf"\sqrt{{{inside}}}"
    row = BY_NAME.get(name) or REDUCTION_BY_NAME.get(name) or INDEX_FUNCTION_BY_NAME.get(name)
    sign = _CALLS.get(name) or (row.latex if row is not None else None) or word_latex(name)
    return ATOM, rf"{sign}\left({inside}\right)"


def _latex_product(factors: tuple[Term, ...]) -> str:
    sign = ""
    if mt.is_number(factors[0], -1):
        sign, factors = "-", factors[1:]
    arrays = sum(f.rank > 0 for f in factors)
    pieces = []
    for k, f in enumerate(factors):
        alone = arrays < 2 and k == len(factors) - 1
        joint = "" if not k else r" \odot " if f.rank and factors[k - 1].rank else r" \, "
        loose = f.kind == "number" or (alone and f.kind in ("matmul", "dot"))
        pieces.append(joint + _latex_at(f, MUL if loose else POWER))
    return sign + "".join(pieces)
