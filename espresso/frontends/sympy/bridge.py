"""Expressions to and from SymPy: Indexed, Sum, Product, Piecewise, KroneckerDelta, matrices.

SymPy is imported when one of the functions is called.  Indices become integer symbols,
``x[i,j]`` an ``Indexed``, scalar inputs symbols, and the length of axis k of x the
integer symbol ``n_x_k``.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from espresso.algebra.rewriting.definitions import expand_definitions
from espresso.errors import EspressoError
from espresso.formulas.extents.extents import resolve_size, symbolic_extents
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, OVER_INDICES, PROMISES, SORTING
from espresso.formulas.graph.own_functions import OwnFunction
from espresso.formulas.graph.predicates import conjunction, inside, is_guard
from espresso.formulas.graph.whole_literals import folded
from espresso.formulas.notation.meanings import meaning
from espresso.frontends.sympy.importing import RELATIONS, from_sympy
from espresso.keywords import checked

_LARGE = 10_000
"""Integers up to which functions are exact."""

_SHORTER = frozenset({"mean", "var", "std", "norm", "logsumexp", "softmax", "log_softmax"})
"""Reductions and index functions that have a shorter form here than their meaning, made for machine numbers."""

_CONNECTIVES = {"and": "And", "or": "Or", "not": "Not"}


@checked
def to_sympy(e: Expr) -> Any:
    """Return an expression in SymPy: Indexed, Sum, Product, Piecewise.

    Named statements are written out where they are used.  Comparisons in arithmetic become ``Piecewise`` or
    ``KroneckerDelta``, reads with ``pad`` a ``Piecewise``; ``inv`` and ``det`` are those of a ``MatrixSymbol``, or of a
    ``FunctionMatrix`` where the matrix is no input.

    Parameters
    ----------
    e : Expr
        The formula.

    Returns
    -------
    sympy.Expr
        In the symbols of its axes.

    Raises
    ------
    EspressoError
        For what SymPy has no expression for: maxima over an index, argmax, recurrences.

    Examples
    --------
    >>> import espresso as es
    >>> to_sympy(es.parse("sum[i](exp(x[i]))"))
    Sum(exp(x[i]), (i, 0, n_x_0 - 1))
    """
    meant = [n for n, row in OVER_INDICES.items() if row.meaning and not row.core and n not in _SHORTER]
    body = uniquify(_plain(_inlined(expand_definitions(folded([e])[0], meant))))
    extents = symbolic_extents(body)
    return _Writer(extents).written(body)


# --- without lets and definitions ------------------------------------------------------------


def _inlined(e: Expr) -> Expr:
    """The body of ``e`` with every named array written out where it is read."""
    if e.op == "program":
        e = e.args[-1]

    def change(node: Expr, copy: Expr) -> Expr | None:
        if node.op == "recur":
            name = node.data[0].states[node.data[1]].name
            raise EspressoError(f"SymPy has no expression for a recurrence, and {name or 'a part of this'} is one.")
        if node.op == "let":
            return ex.closed("", node.data[1], copy.args[0])
        if node.op == "size":
            return resolve_size(node)
        if node.op == "access" and copy.args[0].op == "let":
            return _read(copy.args[0], copy.args[1:], node.data)
        return None

    (made,) = ex.copied([e], change)
    return made.args[0] if e.op == "let" else made


def _read(array: Expr, slots: Sequence[Expr], pad: Any) -> Expr:
    value = ex.element(array, slots)
    if pad is None:
        return value
    return _outside(slots, [resolve_size(ex.size(array, k)) for k in range(len(slots))], value, pad)


def _outside(slots: Sequence[Expr], lengths: Sequence[Expr], value: Expr, pad: Any) -> Expr:
    """``value`` where all slots are inside, else ``pad``."""
    for slot, n in zip(slots, lengths, strict=True):
        value = ex.call("where", conjunction(inside([slot], [n])), value, ex.const(pad))
    return value


def _plain(e: Expr) -> Expr:
    """``e`` with means, norms, softmax and padded reads written by sums and choices."""

    def change(node: Expr) -> Expr | None:
        if node.op == "access" and node.data is not None:
            lengths = [ex.size(node.args[0], k) for k in range(len(node.args) - 1)]
            return _outside(list(node.args[1:]), lengths, ex.access(node.args[0], node.args[1:]), node.data)
        if node.op == "reduce":
            return _reduction(node)
        return _scan(node) if node.op == "scan" else None

    return ex.rebuild(e, change)


def _count(node: Expr) -> Expr:
    """The number of elements that a reduction runs over."""
    extents = symbolic_extents(uniquify(node.args[0]))
    missing = [n for n in node.data[1] if n not in extents]
    if missing:
        raise EspressoError(f"{node} has no SymPy form: the length of index {missing[0]} is not known from it")
    return operators.multiply(*(extents[n] for n in node.data[1]))


def _reduction(node: Expr) -> Expr | None:
    name, names = node.data
    body = node.args[0]
    if name in ("sum", "prod", "det", "logdet"):
        return None

    def total(b: Expr) -> Expr:
        return ex.reduce("sum", names, b)

    if name == "logsumexp":
        return ex.call("log", total(ex.call("exp", body)))
    if name == "norm":
        return ex.call("sqrt", total(operators.power(body, 2)))
    if name == "any":
        return ex.call("gt", total(_indicator(body)), ex.const(0))
    if name == "all":
        return ex.reduce("prod", names, _indicator(body))
    if name in ("mean", "var", "std"):
        mean = operators.divide(total(body), _count(node))
        if name == "mean":
            return mean
        variance = operators.divide(total(operators.power(operators.subtract(body, mean), 2)), _count(node))
        return variance if name == "var" else ex.call("sqrt", variance)
    return _listed(node)


def _indicator(body: Expr) -> Expr:
    return body if is_guard(body) else ex.call("ne", body, ex.const(0))


def _listed(node: Expr) -> Expr:
    """A maximum or minimum over an index of known length, written out."""
    name, names = node.data
    sizes = {n.data[0]: n.data[1] for n in ex.iter_indices(node.args[0]) if n.data[1] is not None}
    if name not in ("max", "min") or any(n not in sizes for n in names):
        raise EspressoError(
            f"{name}[{', '.join(names)}] has no SymPy form.\n"
            "SymPy has sums and products over symbolic ranges only; max and min work over indices of a declared size."
        )
    bodies = [node.args[0]]
    for n in names:
        bodies = [ex.substitute(b, {n: ex.const(k)}) for b in bodies for k in range(sizes[n])]
    return functools.reduce(lambda a, b: ex.call("maximum" if name == "max" else "minimum", a, b), bodies)


def _scan(node: Expr) -> Expr | None:
    name, names = node.data
    if name == "inv":
        return None
    body = node.args[0]
    if name in PROMISES:
        return body
    bound = ex.fresh_names({n.data[0] for n in ex.iter_indices(body)}, names)
    own = dict(zip(names, bound, strict=True))
    moved = ex.rename(body, own)
    if name == "softmax":
        return operators.divide(ex.call("exp", body), ex.reduce("sum", bound, ex.call("exp", moved)))
    if name == "log_softmax":
        return operators.subtract(body, ex.call("log", ex.reduce("sum", bound, ex.call("exp", moved))))
    if name in SORTING:
        raise EspressoError(f"{name}[{names[0]}] has no SymPy form: SymPy orders numbers, not the elements of arrays.")
    if len(names) > 1:
        raise EspressoError(f"{name} over several indices has no SymPy form")
    here, there = ex.index(bound[0]), ex.index(names[0])
    before = ex.call("le", there, here) if name == "reverse_cumsum" else ex.call("le", here, there)
    operator, neutral = ("prod", 1) if name == "cumprod" else ("sum", 0)
    return ex.reduce(operator, bound, ex.call("where", before, moved, ex.const(neutral)))


# --- writing ---------------------------------------------------------------------------------


class _Writer:
    """The SymPy value of each node from those of its arguments."""

    def __init__(self, extents: dict[str, Expr]) -> None:
        import sympy

        self.sympy = sympy
        self.extents = extents

    def index(self, name: str) -> Any:
        return self.sympy.Symbol(name, integer=True)

    def written(self, e: Expr) -> Any:
        """An expression in SymPy."""
        values: dict[Expr, Any] = {}
        for node in ex.postorder(e):
            values[node] = self.value(node, values)
        return values[e]

    def value(self, node: Expr, values: dict[Expr, Any]) -> Any:
        args = [values[a] for a in node.args if a.op != "tensor"]
        if node.op == "tensor":
            return None
        if node.op == "const":
            return self.number(node.data)
        if node.op == "index":
            return self.index(node.data[0])
        if node.op == "size":
            return self.sympy.Symbol(f"n_{node.args[0].data.name}_{node.data}", integer=True, nonnegative=True)
        if node.op == "access":
            name = node.args[0].data.name
            return self.sympy.IndexedBase(name)[tuple(map(self.arithmetic, args))] if args else self.sympy.Symbol(name)
        if node.op == "scan":
            return self.sympy.Inverse(self.matrix(node, args[0]))[tuple(map(self.index, node.data[1]))]
        if node.op == "reduce" and node.data[0] in ("det", "logdet"):
            determinant = self.sympy.Determinant(self.matrix(node, args[0]))
            return determinant if node.data[0] == "det" else self.sympy.log(determinant)
        if node.op == "reduce":
            kind = self.sympy.Sum if node.data[0] == "sum" else self.sympy.Product
            return kind(self.arithmetic(args[0]), *((self.index(n), 0, self.length(n) - 1) for n in node.data[1]))
        return self.call(node.data, args)

    def matrix(self, node: Expr, value: Any) -> Any:
        """The matrix over the two indices of ``node``: an input as it is, else a matrix of its entries."""
        row, column = node.data[1]
        body, n = node.args[0], self.length(row)
        slots = [a.data[0] for a in body.args[1:] if a.op == "index"] if body.op == "access" else []
        if sorted(slots) == sorted([row, column]) and len(body.args) == 3:
            symbol = self.sympy.MatrixSymbol(body.args[0].data.name, n, n)
            return symbol if slots == [row, column] else symbol.T
        entries = self.sympy.Lambda((self.index(row), self.index(column)), self.arithmetic(value))
        return self.sympy.FunctionMatrix(n, n, entries)

    def length(self, name: str) -> Any:
        """The extent of an index."""
        extent = self.extents.get(name)
        if extent is None:
            return self.sympy.Symbol(f"n_{name}", integer=True, nonnegative=True)
        return self.written(extent)

    def number(self, value: Any) -> Any:
        if isinstance(value, Fraction):
            return self.sympy.Rational(value.numerator, value.denominator)
        if isinstance(value, complex):
            return self.sympy.Float(value.real) + self.sympy.I * self.sympy.Float(value.imag)
        if value in (float("inf"), float("-inf")):
            return self.sympy.oo if value > 0 else -self.sympy.oo
        if value != value:
            return self.sympy.nan
        return self.sympy.sympify(value)

    def is_condition(self, value: Any) -> bool:
        s = self.sympy
        return isinstance(value, (s.logic.boolalg.Boolean, bool)) and not isinstance(value, s.Symbol)

    def arithmetic(self, value: Any) -> Any:
        """A condition as the number 1 or 0."""
        s = self.sympy
        if not self.is_condition(value):
            return value
        if isinstance(value, s.Eq) and all(a.is_integer and not a.has(s.Indexed) for a in value.args):
            return s.KroneckerDelta(*value.args)
        return s.Piecewise((1, value), (0, True))

    def condition(self, value: Any) -> Any:
        return value if self.is_condition(value) else self.sympy.Ne(value, 0)

    def call(self, name: str, args: list[Any]) -> Any:
        s = self.sympy
        if name in RELATIONS:
            return getattr(s, RELATIONS[name])(*map(self.arithmetic, args))
        if name in _CONNECTIVES:
            return getattr(s, _CONNECTIVES[name])(*map(self.condition, args))
        if name == "where":
            return s.Piecewise((self.arithmetic(args[1]), self.condition(args[0])), (self.arithmetic(args[2]), True))
        numbers = [self.arithmetic(a) for a in args]
        if name == "add":
            return s.Add(*numbers)
        if name == "mul":
            return s.Mul(*numbers)
        if name == "pow":
            large = numbers[1].is_Rational and abs(numbers[1]) > _LARGE  # of numbers in the base SymPy would compute it
            base, exponent = numbers
            return s.Pow(base, s.Float(exponent) if large and not exponent.is_Integer else exponent, evaluate=not large)
        if name in ("trunc", "int"):
            return s.sign(numbers[0]) * s.floor(s.Abs(numbers[0]))
        row = BY_NAME[name]
        # of a large integer SymPy would compute all digits: gamma(10**9) is a factorial
        numbers = [s.Float(n) if n.is_Integer and abs(n) > _LARGE else n for n in numbers]
        if row.sympy is not None:
            return _spelled(row.sympy, numbers, s)
        if row.meaning:
            meant = to_sympy(meaning(row))
            at = dict(zip(row.arguments, numbers, strict=True))
            return meant.subs({x: at[x.name] for x in meant.free_symbols}, simultaneous=True)
        unknown = isinstance(name, OwnFunction) or name in ("round", "isnan", "isinf", "isfinite")
        function = None if unknown else getattr(s, row.name, None)
        return function(*numbers) if function is not None else s.Function(row.name)(*numbers)


def _spelled(template: str, args: list[Any], sympy: Any) -> Any:
    """The value of a spelling from `functions.py` such as ``"log(1 + exp({0}))"``."""
    text = template
    for k in range(len(args)):
        text = text.replace(f"{{{k}}}", f"_{k}")
    apply: dict[type, Callable[[Any, Any], Any]] = {
        ast.Add: lambda a, b: a + b,
        ast.Sub: lambda a, b: a - b,
        ast.Mult: lambda a, b: a * b,
        ast.Div: lambda a, b: a / b,
        ast.Pow: lambda a, b: a**b,
    }

    def walk(node: ast.expr) -> Any:
        if isinstance(node, ast.BinOp):
            return apply[type(node.op)](walk(node.left), walk(node.right))
        if isinstance(node, ast.UnaryOp):
            return -walk(node.operand)
        if isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name)
            return getattr(sympy, node.func.id)(*map(walk, node.args))
        if isinstance(node, ast.Constant):
            return sympy.Integer(node.value)
        assert isinstance(node, ast.Name)
        return args[int(node.id[1:])]

    return walk(ast.parse(text, mode="eval").body)


__all__ = ["from_sympy", "to_sympy"]
