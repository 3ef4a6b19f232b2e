"""From SymPy: scalar expressions with Indexed, Sum, Piecewise, and matrix expressions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, TypeVar, overload

from espresso.errors import EspressoError, InputError, RankError
from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, FUNCTIONS
from espresso.keywords import checked

K = TypeVar("K")

RELATIONS = {"eq": "Eq", "ne": "Ne", "lt": "Lt", "le": "Le", "gt": "Gt", "ge": "Ge"}
"""Comparisons, and SymPy's names for them."""
_CALLED = re.compile(r"(\w+)\(\{0\}(?:, \{1\})?\)")
_NAMES = {m[1]: row.name for row in FUNCTIONS if row.sympy is not None and (m := _CALLED.fullmatch(row.sympy))}
"""Functions that SymPy calls otherwise."""
_REWRITTEN = {
    "cot": "tan", "sec": "cos", "csc": "sin", "coth": "tanh", "sech": "cosh", "csch": "sinh",
    "acot": "atan", "asec": "acos", "acsc": "asin", "sinc": "sin", "factorial": "gamma", "binomial": "gamma",
}  # fmt: skip
"""Functions that SymPy itself writes with another one."""
_DONE = ("Derivative", "Integral", "Subs", "Xor", "Nor", "Nand", "Implies", "Equivalent")
"""What SymPy can carry out, or write with And, Or and Not."""
_NARY = {"Max": "maximum", "Min": "minimum", "And": "and", "Or": "or"}


@overload
def from_sympy(e: list[Any]) -> list[Expr]: ...  # type: ignore[overload-overlap]  # the last one is of SymPy's objects


@overload
def from_sympy(e: tuple[Any, ...]) -> tuple[Expr, ...]: ...  # type: ignore[overload-overlap]


@overload
def from_sympy(e: dict[K, Any]) -> dict[K, Expr]: ...  # type: ignore[overload-overlap]


@overload
def from_sympy(e: object) -> Expr: ...


@checked
def from_sympy(e: Any) -> Any:
    """Return SymPy expressions in index notation.

    Parameters
    ----------
    e : sympy expression, matrix or array, or a list, tuple or dict of them
        Symbols become scalar inputs, except those that are used as indices; ``x[i,j]`` reads the input x; ``Sum``
        and ``Product`` bind their variables, counted from 0 (a range with another start is shifted; an end that is
        a number declares the size of the index, any other end is the length that the arrays give).  Matrix
        expressions become formulas for their elements, with the free indices i and j; an n by 1 or 1 by n symbol is
        an input with one axis. A Matrix of explicit entries is a choice by its two indices, one where it has one
        column or one row.

    Returns
    -------
    Expr, or a list, tuple or dict of them
        The formulas.

    Raises
    ------
    EspressoError
        For what has no counterpart, by name.

    Examples
    --------
    >>> import sympy
    >>> A, x = sympy.MatrixSymbol("A", 3, 4), sympy.MatrixSymbol("x", 4, 1)
    >>> str(from_sympy(A * x))
    'sum[k](A[i,k]*x[k])'
    """
    import sympy

    if isinstance(e, dict):
        return {name: from_sympy(value) for name, value in e.items()}
    if isinstance(e, (list, tuple, sympy.Tuple)):
        return (list if isinstance(e, list) else tuple)(from_sympy(value) for value in e)
    e = _of_sympy(e, sympy)
    try:
        found = _read(e, sympy)
    except EspressoError:
        raise
    except Exception as reason:  # SymPy makes expressions that its own functions refuse, such as a truth value in a sum
        raise EspressoError(
            f"SymPy's {type(e).__name__} cannot be read: {reason}.\nGive an expression whose operands have the kinds "
            "that SymPy's functions take: numbers, truth values, matrices."
        ) from reason
    ranks: dict[str, int] = {}
    for tensor in ex.tensors(found):
        if ranks.setdefault(tensor.data.name, tensor.data.rank) != tensor.data.rank:
            raise RankError(
                f"{tensor.data.name} stands for arrays of rank {ranks[tensor.data.name]} and {tensor.data.rank}.\n"
                "Call one of them otherwise."
            )
    return found


def _read(e: Any, sympy: Any) -> Expr:
    if isinstance(e, sympy.MatrixBase):
        e = e.as_immutable()
    if isinstance(e, sympy.NDimArray):
        return _array(e, sympy)
    e = _explicit(e, sympy)
    reader = _Reader(e, sympy)
    return reader.matrix(e) if isinstance(e, sympy.MatrixExpr) else reader.scalar(e)


def _of_sympy(e: Any, sympy: Any) -> Any:
    """``e`` as an object of SymPy.  Text is none: SymPy would evaluate it as Python."""
    if not isinstance(e, (str, bytes, type)) and e is not None:
        try:
            found = sympy.sympify(e, strict=True)
        except sympy.SympifyError:
            found = None
        if isinstance(found, (sympy.Basic, sympy.MatrixBase, sympy.NDimArray)):
            return found
    raise InputError(
        f"from_sympy takes an expression of SymPy or a number, not {type(e).__name__}.\n"
        "Text in index notation is read by es.parse, text of SymPy by sympy.parsing."
    )


def _array(e: Any, sympy: Any) -> Expr:
    """An array of explicit entries: a choice by its indices, as for a matrix."""
    reader = _Reader(sympy.Tuple(*e.reshape(len(e)).tolist()), sympy)
    reader.entries = True
    slots = [ex.const(0) if n == 1 else reader.fresh_index(c, n) for c, n in zip("ijklmnpq", e.shape, strict=False)]
    if len(slots) != len(e.shape) or 0 in e.shape:
        raise EspressoError(f"an array of shape {e.shape} is too large for a formula, or has no elements")

    def entry(values: Any, places: list[Expr]) -> Expr:
        if not places:
            return reader.scalar(sympy.sympify(values))
        return reader.choice([entry(v, places[1:]) for v in values], places[0])

    return ex.let("", [i.data[0] for i in slots if i.op == "index"], entry(e.tolist(), slots))


_WRITTEN_OUT = ("BlockMatrix", "BlockDiagMatrix", "MatrixSlice", "KroneckerProduct", "PermutationMatrix")
LARGEST_EXPLICIT = 64
"""Blocks, slices and the like with at most so many elements are written out, and powers with so many factors."""


def _explicit(e: Any, sympy: Any) -> Any:
    """``e`` with derivatives carried out; small matrices that have no word in index notation are written out."""
    for node in list(sympy.preorder_traversal(e)):
        kind, new = type(node).__name__, None
        if kind in _WRITTEN_OUT and all(sympy.sympify(n).is_Integer for n in node.shape):
            rows, columns = (int(n) for n in node.shape)
            if rows * columns <= LARGEST_EXPLICIT:
                new = sympy.ImmutableMatrix(rows, columns, lambda i, j, node=node: node[i, j])
        elif kind in _DONE:
            new = node.to_nnf() if node.is_Boolean else node.doit(deep=False)
            if type(new) is type(node):
                raise EspressoError(f"SymPy cannot carry out {node}, so there is no formula for it.")
        if new is not None:
            return new if node is e else _explicit(e.xreplace({node: new}), sympy)
    return e


class _Reader:
    """Walks one SymPy expression; it is as deep as SymPy's own trees, which are recursive too."""

    def __init__(self, e: Any, sympy: Any) -> None:
        self.sympy = sympy
        self.known: dict[Any, Expr] = {}
        self.ranks = {str(a.base.label): len(a.indices) for a in e.atoms(sympy.Indexed)}
        self.indices = self._index_symbols(e)
        self.used = {str(s) for s in e.atoms(sympy.Symbol, sympy.Idx, sympy.MatrixSymbol)} | {
            str(b.label) for b in e.atoms(sympy.IndexedBase)
        }
        self.sized: dict[str, int] = {}
        self.entries = any(isinstance(n, sympy.MatrixBase) for n in sympy.preorder_traversal(e))
        for index in e.atoms(sympy.Idx):
            if index.upper is not None and index.upper.is_Integer and index.lower == 0:
                self.sized[str(index.label)] = int(index.upper) + 1

    def _index_symbols(self, e: Any) -> set[str]:
        s = self.sympy
        found: set[str] = set()
        bound: set[str] = set()
        for node in s.preorder_traversal(e):
            if isinstance(node, s.Indexed):
                for i in node.indices:
                    found |= {
                        str(a) for a in i.free_symbols if a.is_integer and not isinstance(a, (s.IndexedBase, s.Indexed))
                    }
                    found |= {str(i)} if isinstance(i, (s.Symbol, s.Idx)) else set()
            if isinstance(node, s.concrete.expr_with_limits.ExprWithLimits):
                bound |= {str(v) for v in node.variables}
            if isinstance(node, s.KroneckerDelta):
                found |= {str(a) for a in node.args if isinstance(a, (s.Symbol, s.Idx))}
            if isinstance(node, s.matrices.expressions.matexpr.MatrixElement):
                found |= {str(a) for a in node.args[1:] if isinstance(a, (s.Symbol, s.Idx))}
        for relation in e.atoms(s.core.relational.Relational):
            names = {str(a) for a in relation.free_symbols if a.is_integer and isinstance(a, (s.Symbol, s.Idx))}
            if names & (found | bound):  # compared with an index: an index too, unless it is a length
                found |= {n for n in names if not n.startswith("n_")}
        return bound | {n for n in found if self.length_of(n) is None}

    def length_of(self, name: str) -> Expr | None:
        """The length of an axis that a symbol such as ``n_x_0`` stands for, if it is read as x in the expression."""
        array, _, axis = name.removeprefix("n_").rpartition("_")
        rank = self.ranks.get(array) if name.startswith("n_") and axis.isdigit() else None
        return None if rank is None or int(axis) >= rank else ex.size(ex.tensor(array, rank), int(axis))

    def fresh(self, like: str) -> str:
        name = ex.fresh(self.used, like)
        self.used.add(name)
        return name

    def fresh_index(self, like: str, length: Any) -> Expr:
        """A new index; beside explicit entries, which give it no length, its length is declared."""
        name = self.fresh(like)
        if self.entries and self.sympy.sympify(length).is_Integer:
            self.sized[name] = int(length)
        return self.index(name)

    def index(self, name: str) -> Expr:
        return ex.index(name, self.sized.get(name))

    # --- scalars ---

    def scalar(self, e: Any) -> Expr:
        """The formula of a scalar SymPy expression; what stands in several places is read once."""
        found = self.known.get(e)
        if found is None:
            found = self.known[e] = self._scalar(e)
        return found

    def _scalar(self, e: Any) -> Expr:
        s = self.sympy
        if (
            e.is_Number
            or isinstance(e, (s.core.numbers.NumberSymbol, s.core.numbers.ImaginaryUnit))
            or e in (s.zoo, s.true, s.false)
        ):
            return self.number(e)
        if isinstance(e, (s.Symbol, s.Idx)):
            return self.symbol(e)
        if isinstance(e, s.Indexed):
            return ex.access(ex.tensor(str(e.base.label), len(e.indices)), [self.scalar(i) for i in e.indices])
        if isinstance(e, (s.Sum, s.Product)):
            return self.bound(e)
        if isinstance(e, s.Piecewise):
            return self.piecewise(e)
        if isinstance(e, s.KroneckerDelta):
            return ex.call("eq", *(self.scalar(a) for a in e.args[:2]))
        if type(e).__name__ == "DotProduct":
            left, right = (a if a.shape[0] == 1 else a.T for a in e.args)
            return self.scalar(left * right.T)
        if isinstance(e, (s.Trace, s.Determinant)) and e.arg.shape == (1, 1):
            return self.element(e.arg, ex.const(0), ex.const(0))
        if isinstance(e, s.Trace):
            i = self.fresh_index("i", e.arg.shape[0])
            return ex.reduce("sum", [i.data[0]], self.element(e.arg, i, i))
        if isinstance(e, s.Determinant):
            i, j = (self.fresh_index(c, n) for c, n in zip("ij", e.arg.shape, strict=True))
            return ex.reduce("det", [i.data[0], j.data[0]], self.element(e.arg, i, j))
        if isinstance(e, s.matrices.expressions.matexpr.MatrixElement):
            return self.element(e.args[0], self.scalar(e.args[1]), self.scalar(e.args[2]))
        if isinstance(e, s.MatrixExpr):
            if e.shape != (1, 1):
                raise EspressoError(f"the matrix {e} stands where a number is needed")
            return self.element(e, ex.const(0), ex.const(0))
        return self.operation(e)

    def number(self, e: Any) -> Expr:
        s = self.sympy
        if e in (s.true, s.false):
            return ex.const(1 if e == s.true else 0)
        if e.is_Integer:
            return ex.const(int(e))
        if e.is_Rational:
            return ex.const(Fraction(int(e.p), int(e.q)))
        if e is s.I:
            return ex.const(1j)
        if e is s.zoo:
            raise EspressoError("complex infinity is no number of a formula")
        return ex.const(float(e))

    def symbol(self, e: Any) -> Expr:
        name = str(e.label if isinstance(e, self.sympy.Idx) else e)
        if name in self.indices or isinstance(e, self.sympy.Idx):
            return self.index(name)
        length = self.length_of(name)
        return ex.access(ex.tensor(name, 0)) if length is None else length

    def operation(self, e: Any) -> Expr:
        s = self.sympy
        kind = type(e).__name__
        if kind in _REWRITTEN:
            return self.scalar(e.rewrite(getattr(s, _REWRITTEN[kind]), deep=False))  # its operands are read after it
        if isinstance(e, s.Add):
            return operators.add(*(self.scalar(a) for a in e.as_ordered_terms()))
        if isinstance(e, s.Mul):
            matrices = [a for a in e.args if isinstance(a, s.MatrixExpr) and a.shape != (1, 1)]
            if matrices:
                raise EspressoError(f"the matrix {matrices[0]} stands where a number is needed")
            factors = sorted(
                e.as_ordered_factors(), key=lambda a: isinstance(a, s.Pow) and a.exp.is_number and bool(a.exp < 0)
            )
            return operators.multiply(*(self.scalar(a) for a in factors))
        if isinstance(e, s.Pow):
            if e.exp == s.Rational(1, 2):
                return ex.call("sqrt", self.scalar(e.base))
            if e.base is s.E:
                return ex.call("exp", self.scalar(e.exp))
            return operators.power(self.scalar(e.base), self.scalar(e.exp))
        for name, relation in RELATIONS.items():
            if isinstance(e, getattr(s, relation)):
                return ex.call(name, *(self.scalar(a) for a in e.args))
        if kind == "floor":
            above, below = e.args[0].as_numer_denom()
            if above.is_integer and below.is_Integer and below > 1:  # a position stays a whole number
                return operators.floordiv(self.scalar(above), int(below))
        args = [self.scalar(a) for a in e.args]
        if kind in _NARY:
            result = args[0]
            for a in args[1:]:
                result = ex.call(_NARY[kind], result, a)
            return result
        if kind == "Not":
            return ex.call("not", *args)
        if kind == "ITE":
            return ex.call("where", *args)
        if kind == "Heaviside":
            return ex.call("where", ex.call("eq", args[0], ex.const(0)), args[1], ex.call("gt", args[0], ex.const(0)))
        if kind == "polygamma" and e.args[0] in (0, 1):  # SymPy's digamma and trigamma are these
            return ex.call("trigamma" if e.args[0] == 1 else "digamma", args[1])
        if kind == "log" and len(args) == 2:
            return operators.divide(ex.call("log", args[0]), ex.call("log", args[1]))
        name = _NAMES.get(kind) or (str(e.func) if e.is_Function else kind)
        row = BY_NAME.get(name)
        if row is None or (row.arity >= 0 and row.arity != len(args)):
            raise EspressoError(
                f"SymPy's {kind} has no counterpart in espresso: {e}.\n"
                "Rewrite it in SymPy first (e.rewrite(...), e.doit()), or replace it by an input symbol."
            )
        return ex.call(row.name, *args)

    def piecewise(self, e: Any) -> Expr:
        *first, (value, condition) = e.args
        result = self.scalar(value)
        if condition != True:  # noqa: E712  (SymPy's true)
            result = ex.call("where", self.scalar(condition), result, ex.const(float("nan")))
        for value, condition in reversed(first):
            result = ex.call("where", self.scalar(condition), self.scalar(value), result)
        return result

    def bound(self, e: Any) -> Expr:
        """A Sum or Product."""
        operator = "sum" if isinstance(e, self.sympy.Sum) else "prod"
        body = self.scalar(e.function)
        for limit in e.limits:
            if len(limit) != 3:
                raise EspressoError(f"{e} has no range for {limit[0]}; write ({limit[0]}, 0, n - 1)")
            name = str(limit[0].label if isinstance(limit[0], self.sympy.Idx) else limit[0])
            start, stop = limit[1], limit[2]
            if start != 0:
                body = ex.substitute(body, {name: operators.add(ex.index(name), self.scalar(start))})
            length = stop - start + 1
            body = self._ranged(body, name, length, operator, limit is not e.limits[0])
        return body

    def _ranged(self, body: Expr, name: str, length: Any, operator: str, own: bool) -> Expr:
        """``operator`` over one variable; ``own`` says that the body's own reduction is of the same Sum."""
        if length.is_Integer:
            body = ex.substitute(body, {name: ex.index(name, int(length))})
        elif any(str(s) in self.indices for s in length.free_symbols):  # a triangular range
            inside = ex.call("lt", ex.index(name), self.scalar(length))
            body = ex.call("where", inside, body, ex.const(0 if operator == "sum" else 1))
        if name not in body.free:
            count = self.scalar(length)
            return operators.multiply(count, body) if operator == "sum" else operators.power(body, count)
        if body.op == "reduce" and body.data[0] == operator and name in body.args[0].free and own:
            return ex.reduce(operator, [*body.data[1], name], body.args[0])
        return ex.reduce(operator, [name], body)

    # --- matrices ---

    def matrix(self, e: Any) -> Expr:
        """The elements of a matrix expression, with free indices along axes longer than 1."""
        if 0 in e.shape:
            raise EspressoError(f"{e} has no elements")
        slots = [ex.const(0) if n == 1 else self.fresh_index(c, n) for n, c in zip(e.shape, "ij", strict=True)]
        body = self.element(e, *slots)
        axes = [i.data[0] for i in slots if i.op == "index"]
        missing = [c for c in axes if c not in body.free]
        if missing:
            raise EspressoError(f"{e} is constant along index {missing[0]}, which has no length in a formula")
        return ex.let("", axes, body)

    def element(self, e: Any, i: Expr, j: Expr) -> Expr:
        """Element (i, j) of a matrix expression."""
        s = self.sympy
        kind = type(e).__name__
        if isinstance(e, s.matrices.MatrixBase) or kind in ("ImmutableDenseMatrix", "ImmutableSparseMatrix"):
            return self.chosen(e, i, j)
        if isinstance(e, s.MatrixSymbol):
            slots = [p for p, n in zip((i, j), e.shape, strict=True) if n != 1]
            return ex.access(ex.tensor(str(e.name), len(slots)), slots)
        if isinstance(e, s.MatMul):
            return self.product(e, i, j)
        if isinstance(e, s.MatAdd):
            return operators.add(*(self.element(a, i, j) for a in e.args))
        if isinstance(e, s.Transpose):
            return self.element(e.arg, j, i)
        if kind == "Adjoint":
            return ex.call("conj", self.element(e.arg, j, i))
        if isinstance(e, s.HadamardProduct):
            return operators.multiply(*(self.element(a, i, j) for a in e.args))
        if kind == "HadamardPower":
            return operators.power(self.element(e.args[0], i, j), self.scalar(e.args[1]))
        if isinstance(e, s.Identity):
            return ex.call("eq", i, j)
        if kind in ("ZeroMatrix", "OneMatrix"):
            return ex.const(int(kind == "OneMatrix"))
        if kind in ("DiagMatrix", "DiagonalMatrix"):
            vector = kind == "DiagMatrix"
            return operators.multiply(self.element(e.args[0], i, ex.const(0) if vector else j), ex.call("eq", i, j))
        if kind == "ElementwiseApplyFunction":
            variable = s.Dummy(self.fresh("x"))
            return self._with(e.function(variable), {variable: self.element(e.expr, i, j)})
        if kind == "MatPow" and e.exp.is_Integer and 0 < abs(e.exp) <= LARGEST_EXPLICIT:
            return self.chain([e.base if e.exp > 0 else s.Inverse(e.base)] * abs(int(e.exp)), i, j)
        if kind == "DiagonalOf":
            return self.element(e.arg, i, i)
        if kind == "FunctionMatrix":
            row, column = (s.Dummy(self.fresh(c)) for c in "ij")
            return self._with(e.lamda(row, column), {row: i, column: j})
        if kind == "Inverse":
            return self.inverse(e.arg, i, j)
        raise EspressoError(
            f"SymPy's {kind} has no formula in index notation: {e}.\n"
            "Compute powers other than small whole ones outside; pass them in as a matrix."
        )

    def inverse(self, e: Any, i: Expr, j: Expr) -> Expr:
        """Element (i, j) of the inverse of ``e``; where these are not two indices, an array that is read there."""
        if e.shape == (1, 1):
            return operators.power(self.element(e, i, j), ex.const(-1))
        apart = i.op == j.op == "index" and i is not j
        row, column = (i, j) if apart else (self.fresh_index(c, n) for c, n in zip("ij", e.shape, strict=True))
        names = [row.data[0], column.data[0]]
        whole: Expr = ex.scan("inv", names, self.element(e, row, column))
        return whole if apart else ex.access(ex.let("", names, whole), [i, j])

    def chosen(self, e: Any, i: Expr, j: Expr) -> Expr:
        """Element (i, j) of a matrix of entries: each entry is computed where its numbers are the indices."""
        rows = [self.choice([self.scalar(a) for a in e.row(r)], j) for r in range(e.rows)]
        return self.choice(rows, i)

    def choice(self, values: list[Expr], place: Expr) -> Expr:
        """The value whose number is ``place``."""
        if place.op == "const":
            return values[int(place.data)]
        result = values[-1]
        for number in reversed(range(len(values) - 1)):
            result = ex.call("where", ex.call("eq", place, ex.const(number)), values[number], result)
        return result

    def product(self, e: Any, i: Expr, j: Expr) -> Expr:
        factors = [a for a in e.args if isinstance(a, (self.sympy.MatrixExpr, self.sympy.matrices.MatrixBase))]
        numbers = [self.scalar(a) for a in e.args if a not in factors]
        value = self.chain(factors, i, j)
        return operators.multiply(*numbers, value) if numbers else value

    def chain(self, factors: list[Any], i: Expr, j: Expr) -> Expr:
        """Element (i, j) of a product of matrices: one sum over all inner indices."""
        lengths = [a.shape[1] for a in factors[:-1]]
        inner = [ex.const(0) if n == 1 else self.fresh_index("k", n) for n in lengths]
        places = [i, *inner, j]
        body = operators.multiply(
            *(self.element(a, p, q) for a, p, q in zip(factors, places, places[1:], strict=False))
        )
        return ex.reduce("sum", [k.data[0] for k in inner if k.op == "index"], body)

    def _with(self, e: Any, values: dict[Any, Expr]) -> Expr:
        """A scalar expression with formulas for some of its symbols."""
        return ex.replace(self.scalar(e), {ex.access(ex.tensor(str(d), 0)): value for d, value in values.items()})
