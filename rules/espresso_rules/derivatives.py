"""Derivatives of every scalar function, reduction and index function.

One row per function: the function applied to its arguments, then one partial derivative
per argument over the same names.  A row may use the function itself.  What is not here
stands in ``ZERO`` (its derivative is zero wherever it exists) or in ``REFUSED`` (a function
with a derivative which the notation cannot write; there is none at present).  Nothing else is differentiated silently.

Sums, products, powers, ``where`` and reads of arrays are not functions of this table:
they are the product and chain rule itself, in ``espresso.partials``.

Partials are written so that they stay finite and precise where the derivative is:
``logistic(x)*logistic(-x)`` and not ``s*(1 - s)``.  A comparison as a factor is a guard,
so a branch that is not taken gives 0 even where another factor is not finite.
"""

from __future__ import annotations

from espresso.algebra.rewriting.rules import Derivative, derivative

RULES: list[Derivative] = [
    # exponentials and logarithms
    derivative("exp(x)", "exp(x)"),
    derivative("expm1(x)", "exp(x)"),
    derivative("exp2(x)", "log(2)*exp2(x)"),
    derivative("log(x)", "1/x"),
    derivative("log1p(x)", "1/(1 + x)"),
    derivative("log2(x)", "1/(log(2)*x)"),
    derivative("log10(x)", "1/(log(10)*x)"),
    derivative("logaddexp(x, y)", "logistic(x - y)", "logistic(y - x)"),
    derivative("xlogy(x, y)", "log(y)", "where(x == 0, 0, x/y)", kink="at x = 0 the derivative by y is 0, also at y = 0"),
    # powers (x**y is in espresso.partials)
    derivative("sqrt(x)", "1/(2*sqrt(x))", kink="inf at 0, the limit from the right"),
    derivative("rsqrt(x)", "-rsqrt(x)**3/2", kink="-inf at 0, the limit from the right"),
    derivative("cbrt(x)", "1/(3*cbrt(x)**2)", kink="inf at 0"),
    derivative(
        "hypot(x, y)",
        "where(hypot(x, y) == 0, 0, x/hypot(x, y))",
        "where(hypot(x, y) == 0, 0, y/hypot(x, y))",
        kink="0 at the origin, the sub-gradient of smallest norm",
    ),
    # trigonometric and hyperbolic
    derivative("sin(x)", "cos(x)"),
    derivative("cos(x)", "-sin(x)"),
    derivative("tan(x)", "1 + tan(x)**2"),
    derivative("asin(x)", "1/sqrt(1 - x**2)"),
    derivative("acos(x)", "-1/sqrt(1 - x**2)"),
    derivative("atan(x)", "1/(1 + x**2)"),
    derivative("atan2(y, x)", "x/(x**2 + y**2)", "-y/(x**2 + y**2)"),
    derivative("sinh(x)", "cosh(x)"),
    derivative("cosh(x)", "sinh(x)"),
    derivative("tanh(x)", "1 - tanh(x)**2"),
    derivative("asinh(x)", "1/sqrt(1 + x**2)"),
    derivative("acosh(x)", "1/sqrt(x**2 - 1)"),
    derivative("atanh(x)", "1/(1 - x**2)"),
    # special functions
    derivative("erf(x)", "2/sqrt(pi)*exp(-x**2)"),
    derivative("erfc(x)", "-2/sqrt(pi)*exp(-x**2)"),
    derivative("gamma(x)", "gamma(x)*digamma(x)"),
    derivative("lgamma(x)", "digamma(x)"),
    derivative("digamma(x)", "trigamma(x)"),
    derivative("trigamma(x)", "polygamma(2, x)"),
    derivative("polygamma(n, x)", "0", "polygamma(n + 1, x)", kink="n is a whole number: nothing varies with it"),
    derivative("beta(x, y)", "beta(x, y)*(digamma(x) - digamma(x + y))", "beta(x, y)*(digamma(y) - digamma(x + y))"),
    derivative("lbeta(x, y)", "digamma(x) - digamma(x + y)", "digamma(y) - digamma(x + y)"),
    # activations
    derivative("logistic(x)", "logistic(x)*logistic(-x)"),
    derivative("softplus(x)", "logistic(x)"),
    derivative("relu(x)", "x > 0", kink="0 at 0"),
    derivative("gelu(x)", "erfc(-x/sqrt(2))/2 + x*exp(-x**2/2)/sqrt(2*pi)"),
    derivative("silu(x)", "logistic(x)*(1 + x*logistic(-x))"),
    derivative("hardtanh(x)", "(x > -1)*(x < 1)", kink="0 at -1 and 1"),
    # pieces
    derivative("abs(x)", "sign(x)", kink="0 at 0"),
    derivative("abs2(x)", "2*x"),
    derivative("minimum(x, y)", "(x <= y)/(1 + (x == y))", "(y <= x)/(1 + (x == y))", kink="a tie shares: 1/2 each"),
    derivative("maximum(x, y)", "(x >= y)/(1 + (x == y))", "(y >= x)/(1 + (x == y))", kink="a tie shares: 1/2 each"),
    derivative(
        "clip(x, a, b)",
        "(x >= a)*(x <= b)",
        "(x < a)*(a <= b)",
        "maximum(x, a) > b",
        kink="at a bound x keeps the derivative 1 and the bound gets 0",
    ),
    derivative("mod(x, y)", "1", "-floordiv(x, y)", kink="the jumps count as flat: 1 by x everywhere"),
    # complex numbers: of a real argument (see espresso.differentiate for the complex case)
    derivative("real(x)", "1"),
    derivative("conj(x)", "1"),
    # reductions: x[k] the body, r the result, n the number of elements
    derivative("sum[k](x)", "1"),
    derivative("mean[k](x)", "1/n"),
    derivative("prod[k](x)", "prod[m](where(m == k, 1, x[m]))"),
    derivative("max[k](x)", "(x[k] == r)/sum[m](x[m] == r)", kink="ties share equally"),
    derivative("min[k](x)", "(x[k] == r)/sum[m](x[m] == r)", kink="ties share equally"),
    derivative("logsumexp[k](x)", "exp(x[k] - r)"),
    derivative("norm[k](x)", "where(r == 0, 0, x[k]/r)", kink="0 at the origin"),
    derivative("var[k](x)", "2*(x[k] - mean[m](x[m]))/n"),
    derivative("std[k](x)", "where(r == 0, 0, (x[k] - mean[m](x[m]))/(n*r))", kink="0 where all elements are equal"),
]
"""Rows in the order of ``espresso.functions``."""

MATRIX_FUNCTIONS: list[Derivative] = [
    # over the rows i and columns j of a matrix; x[i,j] the body, r or r[i,j] the result, c[i,j] as below
    derivative("det[i,j](x)", "r*inv[j,i](x[j,i])"),
    derivative("logdet[i,j](x)", "inv[j,i](x[j,i])"),
    derivative("inv[i,j](x)", "-sum[k,l](c[k,l]*r[k,i]*r[j,l])", "-sum[k,l](r[i,k]*c[k,l]*r[l,j])"),
]
"""Functions of square matrices (Petersen and Pedersen, The Matrix Cookbook, section 2)."""

INDEX_FUNCTIONS: list[Derivative] = [
    # r[k] the result; first: cotangent c[k] of the result -> cotangent of x[k];
    # second: tangent c[k] of x -> tangent of the result at k
    derivative("softmax[k](x)", "r[k]*(c[k] - sum[m](c[m]*r[m]))", "r[k]*(c[k] - sum[m](c[m]*r[m]))"),
    derivative("log_softmax[k](x)", "c[k] - exp(r[k])*sum[m](c[m])", "c[k] - sum[m](c[m]*exp(r[m]))"),
    derivative("cumsum[k](x)", "reverse_cumsum[k](c[k])", "cumsum[k](c[k])"),
    derivative("reverse_cumsum[k](x)", "cumsum[k](c[k])", "reverse_cumsum[k](c[k])"),
    derivative(
        "cumprod[k](x)",
        "sum[m](c[m]*(k <= m)*prod[l](where((l == k) or (l > m), 1, x[l])))",
        "sum[m](c[m]*(m <= k)*prod[l](where((l == m) or (l > k), 1, x[l])))",
    ),
]
"""Index functions are linear maps in the small; both directions are written out."""

ZERO: frozenset[str] = frozenset(
    {
        "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "isnan", "isinf", "isfinite",
        "sign", "floor", "ceil", "round", "trunc", "floordiv", "stop_gradient", "imag",
        "any", "all", "argmax", "argmin",
    }
)  # fmt: skip
"""Functions and reductions whose derivative is zero wherever it exists."""

REFUSED: dict[str, str] = {}
"""Functions with a derivative that the notation cannot write, and why."""

NOT_HOLOMORPHIC: frozenset[str] = frozenset({"abs", "abs2", "real", "imag", "conj", "sign", "hypot", "norm", "var", "std"})
"""Functions without a complex derivative: they are refused on the way to a complex input."""
