"""Derivatives of any order, as formulas: gradients, Jacobians, Hessians and products with them.

Every function takes an expression and returns expressions in the same notation, which
can be printed, simplified further, compiled, or differentiated again.

``wrt`` is the name of an input (``"w"``, or ``"w[j]"`` to choose the names of the axes),
a tensor or an access of one, a named statement inside the formula, or a list, tuple,
dict or dataclass of these; the result has the same structure.

A derivative is called like what was differentiated: its ``inputs`` are those of ``e``, in the order of ``e``, also
those that it no longer reads, and then others such as ``v``.  They stand beside the formula (`taking`), which is
printed and compared without them.  `es.simplify` keeps them; any other formula made from a derivative takes what it
reads.

Conventions.  Entries of an array are independent variables, also where a structure such
as symmetric is declared.  At kinks the rows of ``formulas.graph.functions`` say what
is taken (``abs``: 0, ties of ``max``: shared).  Integer arrays that are used as indices
have derivative 0.  For inputs declared complex, the derivative is the holomorphic one;
functions without one (``abs``, ``conj``, ``real`` ...) on the way are refused.  By real inputs the derivative goes
through them, and is real where the result is.

These are the functions that users call; `differentiate` does the work, and `formulas.graph.formula_cache` keeps
what it made for the next process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar, overload

from espresso.formulas.graph.expr import Expr, Formula, arguments as taken, taking
from espresso.formulas.graph.formula_cache import cached
from espresso.keywords import checked
from espresso.progress import work

if TYPE_CHECKING:
    from espresso.algebra.rewriting.rules import Derivative

K = TypeVar("K")
W = TypeVar("W", bound="Expr | str")

P = ParamSpec("P")

Rows: TypeAlias = "Sequence[Derivative | str]"
"""Derivative rows for one call, as values or as text, ``"relu(x) -> x >= 0"``."""

Derived: TypeAlias = Any
"""An expression, or a structure of expressions like ``wrt``; `OfStructures` tells type checkers which."""


class OfStructures(Protocol[P]):
    """A function whose result has the structure of ``wrt``."""

    @overload
    def __call__(self, e: Formula, wrt: Expr | str, *args: P.args, **kwargs: P.kwargs) -> Expr: ...
    @overload
    def __call__(self, e: Formula, wrt: list[W], *args: P.args, **kwargs: P.kwargs) -> list[Expr]: ...
    @overload
    def __call__(self, e: Formula, wrt: tuple[W, ...], *args: P.args, **kwargs: P.kwargs) -> tuple[Expr, ...]: ...
    @overload
    def __call__(self, e: Formula, wrt: dict[K, W], *args: P.args, **kwargs: P.kwargs) -> dict[K, Expr]: ...
    @overload
    def __call__(self, e: Formula, wrt: Any, *args: P.args, **kwargs: P.kwargs) -> Any: ...


def of_structures(function: Callable[Concatenate[Formula, Any, P], Any]) -> OfStructures[P]:
    """``function``, for type checkers one whose result has the structure of ``wrt``."""
    return function  # type: ignore[return-value]


@of_structures
@checked
def grad(e: Formula, wrt: Any, *, rules: Rows = ()) -> Derived:
    """Return the gradient of a scalar formula.

    Parameters
    ----------
    e : Expr or str
        The formula, without axes.
    wrt : str or Expr, or a list, tuple, dict or dataclass of them
        Inputs or named statements of the formula: ``"w"``, or ``"w[j]"`` to name the axes of the result.
    rules : sequence of Derivative or str
        Derivative rows for this call, such as ``"relu(x) -> x >= 0"``.

    Returns
    -------
    Expr, or a structure of them like ``wrt``
        The axes of each result are those of its input.

    Raises
    ------
    DerivativeError
        If ``e`` has axes, ``wrt`` is no input of it, or a function on the way has no derivative.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.grad("loss = sum[i](w[i]**2)", "w"))
    dloss_dw[i] = 2*w[i]
    >>> [str(g) for g in es.grad("q = a*b", ["a", "b"])]
    ['dq_da = b', 'dq_db = a']
    """
    return _made("grad", rules, e, wrt)


@overload
def value_and_grad(e: Formula, wrt: Expr | str, *, rules: Rows = ()) -> tuple[Expr, Expr]: ...


@overload
def value_and_grad(e: Formula, wrt: list[W], *, rules: Rows = ()) -> tuple[Expr, list[Expr]]: ...


@overload
def value_and_grad(e: Formula, wrt: Any, *, rules: Rows = ()) -> tuple[Expr, Any]: ...


@checked
def value_and_grad(e: Formula, wrt: Any, *, rules: Rows = ()) -> tuple[Expr, Any]:
    """Return a scalar expression and its gradient: what `es.compile` takes to compute both at once.

    Parameters
    ----------
    e : Expr or str
        The formula, a scalar.
    wrt : str or Expr, or a list, tuple, dict or dataclass of them
        Inputs or named statements of the formula.
    rules : sequence of Derivative or str
        Derivative rows for this call, such as ``"relu(x) -> x >= 0"``.

    Returns
    -------
    tuple
        The expression, and its gradient or a structure of gradients like ``wrt``.

    Raises
    ------
    DerivativeError
        If ``e`` has axes.

    Examples
    --------
    >>> import espresso as es, numpy as np
    >>> f = es.compile(es.value_and_grad("loss = sum[i](w[i]**2)", "w"))
    >>> f(w=np.array([1.0, 2.0]))
    (array(5.), array([2., 4.]))
    """
    from espresso.formulas.notation.parsing import expression_of

    e = expression_of(e)
    return e, grad(e, wrt, rules=rules)


@of_structures
@checked
def jacobian(e: Formula, wrt: Any, *, rules: Rows = ()) -> Derived:
    """Return all partial derivatives.

    Parameters
    ----------
    e : Expr or str
        The formula.
    wrt : str or Expr, or a list, tuple, dict or dataclass of them
        Inputs or named statements of the formula: ``"w"``, or ``"w[j]"`` to name the axes of the result.
    rules : sequence of Derivative or str
        Derivative rows for this call, such as ``"relu(x) -> x >= 0"``.

    Returns
    -------
    Expr, or a structure of them like ``wrt``
        The axes of ``e``, then those of the input.

    Raises
    ------
    DerivativeError
        If ``wrt`` is no input of the formula, or a function on the way has no derivative.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.jacobian("y[i] = W[i,j]*x[j]", "x"))
    dy_dx[i,j] = W[i,j]
    """
    return _made("jacobian", rules, e, wrt)


@overload
def hessian(e: Formula, wrt: Expr | str, wrt2: Expr | str | None = None, *, rules: Rows = ()) -> Expr: ...


@overload
def hessian(e: Formula, wrt: list[W], wrt2: None = None, *, rules: Rows = ()) -> list[list[Expr]]: ...


@overload
def hessian(e: Formula, wrt: tuple[W, ...], wrt2: None = None, *, rules: Rows = ()) -> tuple[tuple[Expr, ...], ...]: ...


@overload
def hessian(e: Formula, wrt: dict[K, W], wrt2: None = None, *, rules: Rows = ()) -> dict[K, dict[K, Expr]]: ...


@overload
def hessian(e: Formula, wrt: Any, wrt2: Any = None, *, rules: Rows = ()) -> Any: ...


@checked
def hessian(e: Formula, wrt: Any, wrt2: Any = None, *, rules: Rows = ()) -> Any:
    """Return the second derivatives of a scalar formula.

    Parameters
    ----------
    e : Expr or str
        The formula, without axes.
    wrt : str or Expr, or a list, tuple, dict or dataclass of them
        Inputs or named statements of the formula: ``"w"``, or ``"w[j]"`` to name the axes of the result.
    wrt2 : like ``wrt``, optional
        Inputs of the second derivative; ``wrt`` again if not given.
    rules : sequence of Derivative or str
        Derivative rows for this call, such as ``"relu(x) -> x >= 0"``.

    Returns
    -------
    Expr, or a nested structure of them
        The axes of ``wrt``, then of ``wrt2``; ``hessian(e, ["a", "b"])[0][1]`` is d2e/da db.

    Raises
    ------
    DerivativeError
        If ``e`` has axes, ``wrt`` is no input of it, or a function on the way has no derivative.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.hessian("q = sum[i,j](x[i]*A[i,j]*x[j])", "x"))
    d2q_dx2[i,j] = A[i,j] + A[j,i]
    """
    return _made("hessian", rules, e, wrt, wrt2)


@of_structures
@checked
def derivative(e: Formula, wrt: Any, order: int = 1, *, rules: Rows = ()) -> Derived:
    """Return the derivative of any order.

    Parameters
    ----------
    e : Expr or str
        The formula.
    wrt : str or Expr, or a list, tuple, dict or dataclass of them
        Inputs or named statements of the formula: ``"w"``, or ``"w[j]"`` to name the axes of the result.
    order : int
        How many times to differentiate.
    rules : sequence of Derivative or str
        Derivative rows for this call, such as ``"relu(x) -> x >= 0"``.

    Returns
    -------
    Expr, or a structure of them like ``wrt``
        The axes of ``e``, then ``order`` times those of the input.

    Raises
    ------
    DerivativeError
        If ``wrt`` is no input of the formula, or ``order`` is no whole number from 0 on.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.derivative("y = x**4", "x", order=3))
    d3y_dx3 = 24*x
    """
    return _made("derivative", rules, e, wrt, order)


@of_structures
@checked
def vjp(e: Formula, wrt: Any, v: Any, *, rules: Rows = ()) -> Derived:
    """Return ``sum(v * de/dwrt)`` over the axes of ``e``: a product with the transposed Jacobian.

    Parameters
    ----------
    e : Expr or str
        The formula.
    wrt : str or Expr, or a list, tuple, dict or dataclass of them
        Inputs or named statements of the formula: ``"w"``, or ``"w[j]"`` to name the axes of the result.
    v : Expr, str or number
        An expression with the axes of ``e``, or the name of a new input of that shape.
    rules : sequence of Derivative or str
        Derivative rows for this call, such as ``"relu(x) -> x >= 0"``.

    Returns
    -------
    Expr, or a structure of them like ``wrt``
        The axes of each input.

    Raises
    ------
    DerivativeError
        If ``wrt`` is no input of the formula, or a function on the way has no derivative.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.vjp("y[i] = W[i,j]*x[j]", "x", "g"))
    dx[j] = sum[i](W[i,j]*g[i])
    """
    return _made("vjp", rules, e, wrt, v)


@checked
def jvp(e: Formula, wrt: Any, v: Any, *, rules: Rows = ()) -> Expr:
    """Return ``sum(de/dwrt * v)`` over the axes of ``wrt``: a product with the Jacobian.

    Parameters
    ----------
    e : Expr or str
        The formula.
    wrt : str or Expr, or a list, tuple, dict or dataclass of them
        Inputs or named statements of the formula: ``"w"``, or ``"w[j]"`` to name the axes of the result.
    v : Expr, str or number, or a structure of them like ``wrt``
        An expression with the axes of the input, or the name of a new input of its shape.
    rules : sequence of Derivative or str
        Derivative rows for this call, such as ``"relu(x) -> x >= 0"``.

    Returns
    -------
    Expr
        The axes of ``e``.

    Raises
    ------
    DerivativeError
        If ``wrt`` is no input of the formula, or a function on the way has no derivative.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.jvp("y[i] = W[i,j]*x[j]", "x", "v"))
    y_dot[i] = sum[j](W[i,j]*v[j])
    """
    return _made("jvp", rules, e, wrt, v)  # type: ignore[no-any-return]


@of_structures
@checked
def hvp(e: Formula, wrt: Any, v: Any, *, rules: Rows = ()) -> Derived:
    """Return the Hessian of a scalar formula times ``v``, without forming the Hessian.

    Parameters
    ----------
    e : Expr or str
        The formula, without axes.
    wrt : str or Expr, or a list, tuple, dict or dataclass of them
        Inputs or named statements of the formula: ``"w"``, or ``"w[j]"`` to name the axes of the result.
    v : Expr, str or number, or a structure of them like ``wrt``
        As in `jvp`.
    rules : sequence of Derivative or str
        Derivative rows for this call, such as ``"relu(x) -> x >= 0"``.

    Returns
    -------
    Expr, or a structure of them like ``wrt``
        The axes of each input.

    Raises
    ------
    DerivativeError
        If ``e`` has axes, ``wrt`` is no input of it, or a function on the way has no derivative.

    Notes
    -----
    Forward accumulation over the gradient: about the cost of two gradients.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.hvp("q = sum[i](x[i]**3)", "x", "v"))
    Hv_x[i] = 6*v[i]*x[i]
    """
    return _made("hvp", rules, e, wrt, v)


def _made(name: str, rules: Rows, *arguments: Any) -> Any:
    def make() -> Any:
        from espresso.algebra.calculus import differentiate
        from espresso.algebra.calculus.wrt import mapped
        from espresso.formulas.notation.parsing import expression_of

        with work("deriving", f"{name} of {getattr(arguments[0], 'name', '') or 'a formula'}"):
            e = expression_of(arguments[0])
            inputs = taken(e)
            known = {t.data.name: t for t in inputs if e.op == "program"}  # also what a derivative no longer reads
            meant = [mapped(a, lambda w: known.get(w, w) if isinstance(w, str) else w) for a in arguments[1:]]
            made = getattr(differentiate, name)(e, *meant, rules=rules)
            if name in ("jvp", "vjp", "hvp"):
                inputs += differentiate.new_inputs(name, e, *meant)
            return mapped(made, lambda g: taking(g, inputs))

    return cached(name, f"{__package__}.differentiate", [*arguments, rules], make)
