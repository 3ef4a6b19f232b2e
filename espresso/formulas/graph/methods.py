"""What users call on an expression: operators, printing, calculus, export.

``Expr`` inherits these.  Every method hands over to a function of the table in ``espresso.lazy``, which is imported
when it is first called, so the graph itself stays free of everything built on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, TypeVar, overload

from espresso.errors import EspressoError
from espresso.keywords import checked, shorten
from espresso.lazy import get

if TYPE_CHECKING:
    from espresso.formulas.graph.expr import Expr, Operand

    K = TypeVar("K")
    W = TypeVar("W", bound=Expr | str)


def _is_scalar_operand(x: Any) -> bool:
    if isinstance(x, (ExpressionMethods, int, float, complex, Fraction)):
        return True
    return getattr(x, "ndim", None) == 0 and not hasattr(x, "formula")  # a traced number does its own arithmetic


def _binary(function: str, reflected: bool = False) -> Callable[[ExpressionMethods, Operand], Expr]:
    def method(self: ExpressionMethods, other: Operand) -> Any:
        if not _is_scalar_operand(other):
            return NotImplemented
        try:
            f = get(function)
            return get("agreed")(f(other, self) if reflected else f(self, other))
        except EspressoError as error:
            shorten(error)
            raise

    return method


def _unary(function: str) -> Callable[[ExpressionMethods], Expr]:
    def method(self: ExpressionMethods) -> Any:
        try:
            return get(function)(self)
        except EspressoError as error:
            shorten(error)
            raise

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

    def __getitem__(self, indices: Operand | tuple[Operand, ...]) -> Expr:
        try:
            return get("agreed")(get("reindex")(self, indices))  # type: ignore[no-any-return]
        except EspressoError as error:
            shorten(error)
            raise

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return get("apply_ufunc")(ufunc, method, inputs, kwargs)

    def __bool__(self) -> bool:
        raise TypeError(
            "an expression has no truth value: it is a formula, not a number.\n"
            "Use es.where(condition, a, b) to select, or compile it and test the result."
        )

    # --- printing ---
    def __str__(self) -> str:
        return get("text")(self)  # type: ignore[no-any-return]

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
        r"""Return the formula as LaTeX, without dollar signs.

        Parameters
        ----------
        matrix : bool
            True: in matrix notation, where it has one.

        Returns
        -------
        str
            LaTeX source.

        Raises
        ------
        EspressoError
            With ``matrix=True``, for a formula that has no matrix notation.

        Examples
        --------
        >>> import espresso as es
        >>> es.parse("y[i] = A[i,j]*x[j]").latex()
        'y_{i} = \\sum_{j} A_{ij} \\, x_{j}'
        """
        return str(get("matrix_latex" if matrix else "latex")(self))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._repr_latex_())}</p>"

    # --- parts ---
    @property
    def outputs(self) -> dict[str, Expr]:
        """Every named statement of the program by name, in order of definition."""
        found: dict[str, Expr] = get("statements")(self)
        return found

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs, in the order of positional arguments.

        They are what the value reads, by first appearance: not what only statements read that nothing reads.  A
        derivative has those of its loss, in the order of the loss, also where it no longer reads them.
        """
        return [t.data.name for t in get("arguments")(self)]

    @checked
    def subs(self, values: Mapping[Any, Operand]) -> Expr:
        """Return the expression with inputs or free indices replaced.

        Parameters
        ----------
        values : mapping
            From names, tensors or indices to expressions or numbers.  What replaces a tensor of rank r has r axes.

        Returns
        -------
        Expr
            The new expression.

        Raises
        ------
        IndexNameError
            For a name that is neither an input nor a free index.
        RankError
            If a replacement has another number of axes.

        Examples
        --------
        >>> import espresso as es
        >>> print(es.parse("y = a*b + 1").subs({"a": 2}))
        y = 2*b + 1
        """
        found: Expr = get("subs")(self, values)
        return found

    # --- rewriting and calculus ---
    @checked
    def simplify(self) -> Expr:
        """Return the expression in simplified, numerically safe form, as `simplify` does.

        Returns
        -------
        Expr
            The simplified expression.

        Examples
        --------
        >>> import espresso as es
        >>> print(es.parse("y = log(1 + exp(x))").simplify())
        y = softplus(x)
        """
        simple: Expr = get("simplify")(self)
        return simple

    @overload
    def grad(self, wrt: Expr | str) -> Expr: ...
    @overload
    def grad(self, wrt: list[W]) -> list[Expr]: ...
    @overload
    def grad(self, wrt: tuple[W, ...]) -> tuple[Expr, ...]: ...
    @overload
    def grad(self, wrt: dict[K, W]) -> dict[K, Expr]: ...
    @overload
    def grad(self, wrt: Any) -> Any: ...
    @checked
    def grad(self, wrt: Any) -> Any:
        """Return the gradient of a scalar expression, as `grad` does.

        Parameters
        ----------
        wrt : str or Expr, or a list, tuple, dict or dataclass of them
            Inputs or named statements.

        Returns
        -------
        Expr, or a structure of them like ``wrt``
            The axes of each result are those of its input.

        Raises
        ------
        DerivativeError
            If the expression has axes, or ``wrt`` is no input of it.

        Examples
        --------
        >>> import espresso as es
        >>> print(es.parse("q = sum[i](x[i]**2)").grad("x"))
        dq_dx[i] = 2*x[i]
        """
        return get("grad")(self, wrt)

    # --- export ---
    @checked
    def to_numpy(self, simplify: bool = True) -> str:
        """Return the source of a NumPy function that computes the expression.

        Parameters
        ----------
        simplify : bool
            False: the formula as it is written, not in numerically safe form.

        Returns
        -------
        str
            A module that needs NumPy alone.

        Raises
        ------
        EspressoError
            For what whole-array operations of NumPy cannot express.

        Examples
        --------
        >>> import espresso as es
        >>> print(es.parse("y[i] = A[i,j]*x[j]").to_numpy().splitlines()[-1])
            return A @ x
        """
        return get("to_numpy")(self, simplify)  # type: ignore[no-any-return]

    @checked
    def to_einsum(self) -> str:
        """Return the expression as one ``np.einsum`` call.

        Returns
        -------
        str
            Python text.

        Raises
        ------
        EspressoError
            If the expression is no sum of one product.

        Examples
        --------
        >>> import espresso as es
        >>> print(es.parse("C[i,k] = A[i,j]*B[j,k]").to_einsum())
        np.einsum("ij,jk->ik", A, B)
        """
        return str(get("to_einsum")(self))

    @checked
    def to_matrix(self) -> str:
        """Return the expression in matrix notation.

        Returns
        -------
        str
            Text such as ``X.T @ diag(s) @ X``.

        Raises
        ------
        EspressoError
            If the expression has no matrix notation.

        Examples
        --------
        >>> import espresso as es
        >>> print(es.parse("C[i,k] = A[j,i]*B[j,k]").to_matrix())
        C = A.T @ B
        """
        return str(get("to_matrix")(self))

    @checked
    def to_sympy(self) -> Any:
        """Return the expression in SymPy, as `to_sympy` does.

        Returns
        -------
        sympy.Expr
            Indexed, Sum, Product, Piecewise.

        Raises
        ------
        EspressoError
            For what SymPy has no expression for.

        Examples
        --------
        >>> import espresso as es
        >>> es.parse("y = a**2 + 1").to_sympy()
        a**2 + 1
        """
        return get("to_sympy")(self)
