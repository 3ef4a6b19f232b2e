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
functions without one (``abs``, ``conj``, ``real`` ...) on the way are refused.

These are the functions that users call; `differentiate` does the work, and `formulas.graph.formula_cache` keeps
what it made for the next process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from espresso.formulas.graph.expr import Expr, taking
from espresso.formulas.graph.expr import arguments as taken
from espresso.formulas.graph.formula_cache import cached
from espresso.keywords import checked

if TYPE_CHECKING:
    from espresso.algebra.rewriting.rules import Derivative

Rows = Sequence["Derivative | str"]


@checked
def grad(e: Any, wrt: Any, *, rules: Rows = ()) -> Any:
    """Return the gradient of a scalar expression: the axes of each result are those of its ``wrt``.

    ``rules`` adds derivative rows for this call, as values or as text: ``["relu(x) -> x >= 0"]``.
    Raises DerivativeError if ``e`` has axes.

    >>> import espresso as es
    >>> print(es.grad(es.parse("loss = sum[i](w[i]**2)"), "w"))
    dloss_dw[i] = 2*w[i]
    """
    return _made("grad", rules, e, wrt)


@checked
def value_and_grad(e: Any, wrt: Any, *, rules: Rows = ()) -> tuple[Expr, Any]:
    """Return the pair of a scalar expression and its gradient, or structure of gradients: what `es.compile` takes.

    Raises DerivativeError if ``e`` has axes.

    >>> import espresso as es, numpy as np
    >>> f = es.compile(es.value_and_grad("loss = sum[i](w[i]**2)", "w"))
    >>> f(w=np.array([1.0, 2.0]))
    (array(5.), array([2., 4.]))
    """
    if isinstance(e, str):
        from espresso.formulas.notation.parsing import parse

        e = parse(e)
    return e, grad(e, wrt, rules=rules)


@checked
def jacobian(e: Any, wrt: Any, *, rules: Rows = ()) -> Any:
    """Return all partial derivatives: the axes of ``e``, then those of ``wrt``.

    >>> import espresso as es
    >>> print(es.jacobian(es.parse("y[i] = W[i,j]*x[j]"), "x"))
    dy_dx[i,j] = W[i,j]
    """
    return _made("jacobian", rules, e, wrt)


@checked
def hessian(e: Any, wrt: Any, wrt2: Any = None, *, rules: Rows = ()) -> Any:
    """Return the second derivatives of a scalar: axes of ``wrt``, then of ``wrt2`` (``wrt`` again if not given).

    A structure of inputs gives a nested one: ``hessian(e, ["a", "b"])[0][1]`` is d2e/da db.

    >>> import espresso as es
    >>> print(es.hessian(es.parse("q = sum[i,j](x[i]*A[i,j]*x[j])"), "x"))
    d2q_dx2[i,j] = A[i,j] + A[j,i]
    """
    return _made("hessian", rules, e, wrt, wrt2)


@checked
def derivative(e: Any, wrt: Any, order: int = 1, *, rules: Rows = ()) -> Any:
    """Return the derivative of that order: the axes of ``e``, then ``order`` times those of ``wrt``."""
    return _made("derivative", rules, e, wrt, order)


@checked
def vjp(e: Any, wrt: Any, v: Any, *, rules: Rows = ()) -> Any:
    """Return ``sum(v * de/dwrt)`` over the axes of ``e``: the axes of ``wrt``.

    ``v`` is an expression with the axes of ``e``, or the name of a new input of its shape.

    >>> import espresso as es
    >>> print(es.vjp(es.parse("y[i] = W[i,j]*x[j]"), "x", "g"))
    dx[j] = sum[i](W[i,j]*g[i])
    """
    return _made("vjp", rules, e, wrt, v)


@checked
def jvp(e: Any, wrt: Any, v: Any, *, rules: Rows = ()) -> Expr:
    """Return ``sum(de/dwrt * v)`` over the axes of ``wrt``: the axes of ``e``.

    ``v`` is an expression with the axes of ``wrt``, or the name of a new input of its
    shape; for several inputs a structure of them like that of ``wrt``.

    >>> import espresso as es
    >>> print(es.jvp(es.parse("y[i] = W[i,j]*x[j]"), "x", "v"))
    y_dot[i] = sum[j](W[i,j]*v[j])
    """
    return _made("jvp", rules, e, wrt, v)  # type: ignore[no-any-return]


@checked
def hvp(e: Any, wrt: Any, v: Any, *, rules: Rows = ()) -> Any:
    """Return the Hessian of a scalar times ``v``, by forward accumulation over the gradient.

    ``v`` is as in `jvp`; the result has the structure and the axes of ``wrt``.

    >>> import espresso as es
    >>> print(es.hvp(es.parse("q = sum[i](x[i]**3)"), "x", "v"))
    Hv_x[i] = 6*v[i]*x[i]
    """
    return _made("hvp", rules, e, wrt, v)


def _made(name: str, rules: Rows, *arguments: Any) -> Any:
    def make() -> Any:
        from espresso.algebra.calculus import differentiate
        from espresso.algebra.calculus.wrt import expression_of, mapped

        e = expression_of(arguments[0])
        inputs = taken(e)
        known = {t.data.name: t for t in inputs if e.op == "program"}  # also what a derivative no longer reads
        meant = [mapped(a, lambda w: known.get(w, w) if isinstance(w, str) else w) for a in arguments[1:]]
        made = getattr(differentiate, name)(e, *meant, rules=rules)
        return mapped(made, lambda g: taking(g, inputs))

    return cached(name, f"{__package__}.differentiate", [*arguments, rules], make)
