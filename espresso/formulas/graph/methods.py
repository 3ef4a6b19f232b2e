"""What users call on an expression: operators, printing, calculus, export.

``Expr`` inherits these.  Every method hands over to a function of the table in ``espresso.lazy``, which is imported
when it is first called, so the graph itself stays free of everything built on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from espresso.keywords import checked
from espresso.lazy import get

if TYPE_CHECKING:
    from espresso.formulas.graph.expr import Expr


def _is_scalar_operand(x: Any) -> bool:
    return isinstance(x, (ExpressionMethods, int, float, complex, Fraction)) or getattr(x, "ndim", None) == 0


def _binary(function: str, reflected: bool = False) -> Any:
    def method(self: Any, other: Any) -> Any:
        if not _is_scalar_operand(other):
            return NotImplemented
        f = get(function)
        return f(other, self) if reflected else f(self, other)

    return method


def _unary(function: str) -> Any:
    def method(self: Any) -> Any:
        return get(function)(self)

    return method


class ExpressionMethods:
    """Methods of every expression."""

    __slots__ = ()

    # --- operators (they never sum) ---
    __add__, __radd__ = _binary("add"), _binary("add", True)
    __sub__, __rsub__ = _binary("subtract"), _binary("subtract", True)
    __mul__, __rmul__ = _binary("multiply"), _binary("multiply", True)
    __truediv__, __rtruediv__ = _binary("divide"), _binary("divide", True)
    __pow__, __rpow__ = _binary("power"), _binary("power", True)
    __floordiv__, __rfloordiv__ = _binary("floordiv"), _binary("floordiv", True)
    __mod__, __rmod__ = _binary("mod"), _binary("mod", True)
    __matmul__ = _binary("contract")
    __lt__, __le__, __gt__, __ge__ = _binary("lt"), _binary("le"), _binary("gt"), _binary("ge")
    __and__, __or__ = _binary("logical_and"), _binary("logical_or")
    __neg__, __pos__, __abs__, __invert__ = (
        _unary("negative"),
        _unary("positive"),
        _unary("absolute"),
        _unary("logical_not"),
    )
    __iter__ = None  # else Python would iterate by indexing

    def __getitem__(self, indices: Any) -> Expr:
        found: Expr = get("reindex")(self, indices)
        return found

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return get("apply_ufunc")(ufunc, method, inputs, kwargs)

    def __bool__(self) -> bool:
        raise TypeError(
            "an expression has no truth value: it is a formula, not a number.\n"
            "Use es.where(condition, a, b) to select, or compile it and test the result."
        )

    # --- printing ---
    def __str__(self) -> str:
        return str(get("text")(self))

    def __repr__(self) -> str:
        return str(get("display")(self))

    @property
    def rhs(self) -> str:
        """The right side as text to be put into other text: ``es.parse(f"r = {e.rhs} + c")``.

        It stands in parentheses where an operator beside it could split it; named arrays that it reads are written
        out.  EspressoError where one of them is read in a way that has no text of its own.
        """
        return str(get("right_side")(self))

    @checked
    def latex(self, matrix: bool = False) -> str:
        """LaTeX source of the formula, without dollar signs; ``matrix=True``: in matrix notation."""
        return str(get("matrix_latex" if matrix else "latex")(self))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    # --- parts ---
    @property
    def outputs(self) -> dict[str, Expr]:
        """Every named statement of the program by name, in order of definition."""
        found: dict[str, Expr] = get("statements")(self)
        return found

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs that the value needs, by first appearance: not those of statements nothing reads."""
        value = self.args[-1] if self.op == "program" else self  # type: ignore[attr-defined]
        return [t.data.name for t in get("tensors")(value)]

    @checked
    def subs(self, values: Mapping[Any, Any]) -> Expr:
        """The expression with inputs replaced: by name, or by tensor, ``{"w": expression}``."""
        found: Expr = get("subs")(self, values)
        return found

    # --- rewriting and calculus ---
    @checked
    def simplify(self) -> Expr:
        """The expression in simplified, numerically safe form."""
        simple: Expr = get("simplify")(self)
        return simple

    @checked
    def grad(self, wrt: Any) -> Any:
        """``es.grad(self, wrt)``."""
        return get("grad")(self, wrt)

    # --- export ---
    @checked
    def to_numpy(self, simplify: bool = True) -> str:
        """Source of a NumPy function that computes the expression, in numerically safe form unless simplify=False."""
        return str(get("to_numpy")(self, simplify))

    @checked
    def to_einsum(self) -> str:
        """The expression as one ``np.einsum`` call; an error if it is no sum of one product."""
        return str(get("to_einsum")(self))

    @checked
    def to_matrix(self) -> str:
        """The expression in matrix notation, ``X.T @ diag(s) @ X``; an error if it has none."""
        return str(get("to_matrix")(self))

    @checked
    def to_sympy(self) -> Any:
        """The expression in SymPy: Indexed, Sum, Product, Piecewise."""
        return get("to_sympy")(self)
