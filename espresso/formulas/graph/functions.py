"""The table of all scalar functions, reductions and index functions of the notation.

A row holds everything about its function: what kind of value it has and where, its derivatives, what it costs, how each
target, LaTeX and SymPy spell it, what help says.  To add a function, add a row; beside it only the list in
docs/notation.md names it, and what scripts write from the rows (docs/adding-a-rule.md).
A function with a ``meaning`` by other functions needs no spelling at all.  Columns without a default are those in which
a default would be silently wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, field
from typing import Literal

from espresso.records import dataclass

Finite = Literal["always", "exponential", "not"]
"""Whether a value is finite where its arguments are: it is, unless it overflows early (as exp does), not everywhere."""

Sign = Literal["any", "nonnegative", "positive"]
"""What is certain about real values."""

ZERO: tuple[str, ...] = ()
"""The derivatives of a function through which nothing passes: zero wherever they exist."""


@dataclass(frozen=True, eq=False, repr=False)
class Function:
    """One scalar function, ``of`` its arguments as in ``"atan2(y, x)"``; ``"add(...)"`` takes any number.

    ``kind`` says what the dtype of the result is: ``"float"`` (integers become float64), ``"same"`` (as the arguments
    promote), ``"number"`` (the same, truth values count as 1 and 0), ``"bool"``, ``"real"`` (the real dtype of a
    complex argument), ``"whole"`` (int64), or that dtype (`CONVERSIONS`).  ``real_only`` functions refuse complex numbers.
    ``partials`` are formulas over the arguments, one for each, finite and precise where the derivative is (``logistic(x)*logistic(-x)``, not ``s*(1 - s)``; a
    comparison as a factor is a guard); ``ZERO``; or None, derived from the meaning (of sums, products, powers and
    ``where``: the product and chain rule itself, in `algebra.calculus.partials`).  ``kink`` says what is taken where there is
    no derivative; not ``holomorphic`` functions have no complex one.  ``meaning`` is a formula over the arguments.

    ``numpy``, ``cpu`` and ``simt`` (CUDA C and OpenCL C) are templates over the argument texts, ``"np.sin({0})"``; a
    name ``_es_...`` in them is a helper that the program carries along.  Left out: the meaning if there is one, else
    the function of this name of np, math or C.  Text without ``{0}`` is a helper itself, of real numbers: Python that
    defines ``_es_<name>``, for NumPy of arrays, for the CPU of numbers of one dtype; for SIMT the body in C, an
    expression or statements with ``return`` in which ``T`` is the type.  ``vector`` defines ``_es_<name>_KIND``
    without branches (`mathematics.vector_math`) and is used for float32 and float64 on the CPU.  The text for NumPy of a
    function with ``python_numbers`` gives numbers of Python for numbers of Python, not those of NumPy.

    ``flops`` is a cost relative to one addition, for planning; ``weight`` the (factor, own) weight in the measure that
    simplifications lower; ``integral`` says when the value is a whole number.  ``domain`` is where the tests sample
    each argument; ``whole`` are the arguments that must be whole numbers.  ``aliases`` are further names in formulas,
    and those of ufuncs.  ``words`` is what ``help(es.<name>)`` begins with, without a full stop.
    """

    of: str
    kind: Literal["float", "same", "number", "bool", "real", "whole", "float32", "float64", "complex64", "complex128"]
    _: KW_ONLY
    real_only: bool
    finite: Finite
    sign: Sign
    partials: tuple[str, ...] | None
    kink: str = ""
    holomorphic: bool = True
    meaning: str = ""
    numpy: str = ""
    python_numbers: bool = False
    cpu: str = ""
    vector: str = ""
    simt: str = ""
    flops: int = 10
    weight: tuple[int, int] = (2, 10)
    commutes: bool = False
    integral: Literal["", "always", "of integers"] = ""
    domain: tuple[tuple[float, float], ...] = ((-2.0, 2.0),)
    whole: tuple[int, ...] = ()
    latex: str | None = None
    sympy: str | None = None
    aliases: tuple[str, ...] = ()
    words: str = ""
    name: str = field(init=False)
    arguments: tuple[str, ...] = field(init=False)
    texts: Mapping[str, str] = field(init=False, hash=False, compare=False)

    def __post_init__(self) -> None:
        name, _, inside = self.of.rstrip(")").partition("(")
        arguments = () if inside == "..." else tuple(inside.split(", "))
        places = ", ".join(f"{{{k}}}" for k in range(max(1, len(arguments))))
        made: dict[str, object] = {"name": name, "arguments": arguments}
        if len(self.domain) == 1:
            made["domain"] = self.domain * max(1, len(arguments))
        texts = {"vector": self.vector} if self.vector else {}
        for column, library in (("numpy", "np."), ("cpu", "math."), ("simt", "")):
            given: str = getattr(self, column)
            if given and "{0}" not in given:
                texts[column] = given
            if not given and not self.meaning:
                made[column] = f"{library}{name}({places})"
            elif column in texts or column == "cpu" and self.vector and not given:
                made[column] = f"_es_{name}({places})"
        if texts and not (self.real_only and self.kind == "float"):
            raise ValueError(f"{name} has text of its own, which is of real floating-point numbers: say so in its row")
        for column, value in {**made, "texts": texts}.items():
            object.__setattr__(self, column, value)

    @property
    def arity(self) -> int:
        """The number of arguments; -1 for any number."""
        return len(self.arguments) or -1

    def spelled(self, target: str) -> bool:
        """Whether a target (``"numpy"``, ``"cpu"``, ``"simt"``) has the function; else it computes the meaning.

        The reference, ``""``, computes the meaning wherever there is one.
        """
        return not self.meaning or bool(target and getattr(self, target))


def _comparison(
    of: str, *, real_only: bool, numpy: str = "", cpu: str = "", commutes: bool = False, words: str = ""
) -> Function:  # fmt: skip
    """A function whose value is 1 or 0."""
    cpu = cpu or (numpy if "np." not in numpy else "")
    return Function(
        of, "bool", real_only=real_only, finite="always", sign="nonnegative", partials=ZERO, numpy=numpy, cpu=cpu,
        flops=1, integral="always", commutes=commutes, words=words,
    )  # fmt: skip


def _conversion(kind: Literal["float32", "float64", "complex64", "complex128"]) -> Function:
    """A function that is its argument in another precision."""
    number = "x as a complex number" if kind.startswith("complex") else "x"
    words = f"{number} in {'single' if kind in ('float32', 'complex64') else 'double'} precision"
    return Function(
        f"{kind}(x)", kind, real_only=kind.startswith("float"), finite="always", sign="any", partials=("1",),
        numpy=f"np.asarray({{0}}, dtype=np.{kind})", cpu="{0}", simt="{0}", flops=1, weight=(1, 1), sympy="{0}",
        words=words,
    )  # fmt: skip


def _promise(of: str, sign: Sign, words: str) -> Function:
    """A function that is its argument, each element of which is declared to be so."""
    return Function(
        of, "same", real_only=True, finite="always", sign=sign, partials=("1",), numpy="{0}", cpu="{0}", simt="{0}",
        flops=0, weight=(1, 1), integral="of integers", domain=_POSITIVE, sympy="{0}",
        words=words,
    )  # fmt: skip


_POSITIVE = ((0.1, 4.0),)
_UNIT = ((-0.9, 0.9),)
_PAIR = ((-2.0, 2.0), (-2.0, 2.0))

FUNCTIONS: tuple[Function, ...] = (
    # arithmetic: n-ary add and mul; a - b is add(a, mul(-1, b)), a/b is mul(a, pow(b, -1))
    Function("add(...)", "number", integral="of integers", real_only=False, finite="always", sign="any", partials=None, numpy="{0} + {1}", cpu="{0} + {1}", flops=1, commutes=True, domain=_PAIR),
    Function("mul(...)", "number", integral="of integers", real_only=False, finite="always", sign="any", partials=None, numpy="{0}*{1}", cpu="{0}*{1}", flops=1, commutes=True, domain=_PAIR),
    Function("pow(x, y)", "number", real_only=False, finite="not", sign="any", partials=None, numpy="{0}**{1}", cpu="{0}**{1}", flops=20, weight=(1, 6), domain=((0.1, 4.0), (-2.0, 2.0))),
    # comparisons: 1 or 0; as a factor of a product they are guards
    _comparison("eq(x, y)", real_only=False, numpy="{0} == {1}", commutes=True, words="Whether the arguments are equal"),
    _comparison("ne(x, y)", real_only=False, numpy="{0} != {1}", commutes=True, words="Whether the arguments differ"),
    _comparison("lt(x, y)", real_only=True, numpy="{0} < {1}", words="Whether x is less than y"),
    _comparison("le(x, y)", real_only=True, numpy="{0} <= {1}", words="Whether x is at most y"),
    _comparison("gt(x, y)", real_only=True, numpy="{0} > {1}", words="Whether x is greater than y"),
    _comparison("ge(x, y)", real_only=True, numpy="{0} >= {1}", words="Whether x is at least y"),
    _comparison("and(a, b)", real_only=False, numpy="np.logical_and({0}, {1})", cpu="_es_and({0}, {1})"),
    _comparison("or(a, b)", real_only=False, numpy="np.logical_or({0}, {1})", cpu="_es_or({0}, {1})"),
    _comparison("not(a)", real_only=False, numpy="np.logical_not({0})", cpu="_es_not({0})"),
    Function("where(condition, x, y)", "same", integral="of integers", real_only=False, finite="always", sign="any", partials=None, cpu="({1} if {0} else {2})", flops=1, words="x where the condition holds, else y; the other one passes no NaN on, nor does its derivative"),
    _comparison("isnan(x)", real_only=False, cpu="({0} != {0})", words="Whether x is NaN"),
    _comparison("isinf(x)", real_only=False, words="Whether x is infinite"),
    _comparison("isfinite(x)", real_only=False, words="Whether x is finite"),
    # exponentials and logarithms
    Function("exp(x)", "float", real_only=False, finite="exponential", sign="positive", partials=("exp(x)",), weight=(2, 50), latex=r"\exp", words="Exponential"),
    Function("expm1(x)", "float", real_only=False, finite="exponential", sign="any", partials=("exp(x)",), weight=(2, 51), sympy="exp({0}) - 1", words="exp(x) - 1, exact near 0"),
    Function("exp2(x)", "float", real_only=False, finite="exponential", sign="positive", partials=("log(2)*exp2(x)",), cpu="np.exp2({0})", sympy="2**({0})", words="2 to the power x"),
    Function("log(x)", "float", real_only=False, finite="not", sign="any", partials=("1/x",), domain=_POSITIVE, latex=r"\log", aliases=("ln",), words="Natural logarithm"),
    Function("log1p(x)", "float", real_only=False, finite="not", sign="any", partials=("1/(1 + x)",), domain=((-0.9, 4.0),), sympy="log(1 + {0})", words="log(1 + x), exact near 0"),
    Function("log2(x)", "float", real_only=False, finite="not", sign="any", partials=("1/(log(2)*x)",), domain=_POSITIVE, sympy="log({0}, 2)", words="Logarithm to base 2"),
    Function("log10(x)", "float", real_only=False, finite="not", sign="any", partials=("1/(log(10)*x)",), domain=_POSITIVE, sympy="log({0}, 10)", words="Logarithm to base 10"),
    Function("logaddexp(x, y)", "float", real_only=True, finite="always", sign="any", partials=("logistic(x - y)", "logistic(y - x)"), cpu="_es_logaddexp({0}, {1})", simt="_es_logaddexp({0}, {1})", flops=30, weight=(1, 14), commutes=True, sympy="log(exp({0}) + exp({1}))", words="log(exp(x) + exp(y)) without overflow"),
    Function("xlogy(x, y)", "float", real_only=True, finite="not", sign="any", partials=("log(y)", "where((x == 0) and (y == 0), 0, x/y)"), kink="at x = 0 the derivative by y is 0, also at y = 0", numpy="_es_xlogy({0}, {1})", cpu="_es_xlogy({0}, {1})", simt="_es_xlogy({0}, {1})", flops=12, weight=(1, 5), domain=((0.1, 4.0), (0.1, 4.0)), sympy="{0}*log({1})", words="x*log(y), which is 0 where x is 0"),
    # powers
    Function("sqrt(x)", "float", real_only=False, finite="not", sign="nonnegative", partials=("1/(2*sqrt(x))",), kink="inf at 0, the limit from the right", flops=8, domain=_POSITIVE, latex=r"\sqrt", words="Square root"),
    Function("rsqrt(x)", "float", real_only=False, finite="not", sign="any", partials=("-rsqrt(x)**3/2",), kink="-inf at 0, the limit from the right", numpy="1/np.sqrt({0})", cpu="{one}/math.sqrt({0})", simt="({one}/sqrt({0}))", flops=12, weight=(2, 6), domain=_POSITIVE, sympy="1/sqrt({0})", words="1/sqrt(x)"),
    Function("cbrt(x)", "float", real_only=True, finite="always", sign="any", partials=("1/(3*cbrt(x)**2)",), kink="inf at 0", cpu="_es_cbrt({0})", domain=_POSITIVE, words="Cube root, also of negative numbers"),
    Function("hypot(x, y)", "float", real_only=True, finite="always", sign="nonnegative", partials=("where(hypot(x, y) == 0, 0, x/hypot(x, y))", "where(hypot(x, y) == 0, 0, y/hypot(x, y))"), kink="0 at the origin, the sub-gradient of smallest norm", holomorphic=False, flops=8, commutes=True, sympy="sqrt({0}**2 + {1}**2)", words="sqrt(x**2 + y**2) without overflow"),
    # trigonometric and hyperbolic
    Function("sin(x)", "float", real_only=False, finite="always", sign="any", partials=("cos(x)",), latex=r"\sin", words="Sine"),
    Function("cos(x)", "float", real_only=False, finite="always", sign="any", partials=("-sin(x)",), latex=r"\cos", words="Cosine"),
    Function("tan(x)", "float", real_only=False, finite="not", sign="any", partials=("1 + tan(x)**2",), weight=(2, 14), domain=((-1.2, 1.2),), latex=r"\tan", words="Tangent"),
    Function("asin(x)", "float", real_only=False, finite="not", sign="any", partials=("1/sqrt(1 - x**2)",), numpy="np.arcsin({0})", domain=_UNIT, latex=r"\arcsin", aliases=("arcsin",), words="Inverse sine"),
    Function("acos(x)", "float", real_only=False, finite="not", sign="any", partials=("-1/sqrt(1 - x**2)",), numpy="np.arccos({0})", domain=_UNIT, latex=r"\arccos", aliases=("arccos",), words="Inverse cosine"),
    Function("atan(x)", "float", real_only=False, finite="always", sign="any", partials=("1/(1 + x**2)",), numpy="np.arctan({0})", latex=r"\arctan", aliases=("arctan",), words="Inverse tangent"),
    Function("atan2(y, x)", "float", real_only=True, finite="always", sign="any", partials=("x/(x**2 + y**2)", "-y/(x**2 + y**2)"), numpy="np.arctan2({0}, {1})", domain=((0.2, 2.0), (0.2, 2.0)), aliases=("arctan2",), words="Angle of the point (x, y), from -pi to pi"),
    Function("sinh(x)", "float", real_only=False, finite="exponential", sign="any", partials=("cosh(x)",), weight=(2, 24), latex=r"\sinh", words="Hyperbolic sine"),
    Function("cosh(x)", "float", real_only=False, finite="exponential", sign="positive", partials=("sinh(x)",), weight=(2, 14), latex=r"\cosh", words="Hyperbolic cosine"),
    Function("tanh(x)", "float", real_only=False, finite="always", sign="any", partials=("1 - tanh(x)**2",), weight=(2, 18), latex=r"\tanh", words="Hyperbolic tangent"),
    Function("asinh(x)", "float", real_only=False, finite="always", sign="any", partials=("1/sqrt(1 + x**2)",), numpy="np.arcsinh({0})", aliases=("arcsinh",), words="Inverse hyperbolic sine"),
    Function("acosh(x)", "float", real_only=False, finite="not", sign="any", partials=("1/sqrt(x**2 - 1)",), numpy="np.arccosh({0})", domain=((1.2, 4.0),), aliases=("arccosh",), words="Inverse hyperbolic cosine"),
    Function("atanh(x)", "float", real_only=False, finite="not", sign="any", partials=("1/(1 - x**2)",), numpy="np.arctanh({0})", domain=_UNIT, aliases=("arctanh",), words="Inverse hyperbolic tangent"),
    # special functions
    Function("erf(x)", "float", real_only=True, finite="always", sign="any", partials=("2/sqrt(pi)*exp(-x**2)",), numpy="_es_erf({0})", flops=20, words="Error function"),
    Function("erfc(x)", "float", real_only=True, finite="always", sign="nonnegative", partials=("-2/sqrt(pi)*exp(-x**2)",), numpy="_es_erfc({0})", flops=20, weight=(1, 8), words="1 - erf(x), exact for large x"),
    Function("normcdf(x)", "float", real_only=True, finite="always", sign="nonnegative", partials=("normpdf(x)",), numpy="_es_normcdf({0})", cpu="_es_normcdf({0})", simt="_es_normcdf({0})", flops=24, weight=(1, 9), latex=r"\Phi", sympy="erfc(-({0})/sqrt(2))/2", aliases=("ndtr",), words="Distribution function of the normal distribution"),
    Function("normpdf(x)", "float", real_only=True, finite="always", sign="nonnegative", partials=("-x*normpdf(x)",), meaning="exp(-x**2/2)/sqrt(2*pi)", flops=16, latex=r"\varphi", sympy="exp(-({0})**2/2)/sqrt(2*pi)", words="Density of the normal distribution"),
    Function("normppf(x)", "float", real_only=True, finite="not", sign="any", partials=("1/normpdf(normppf(x))",), meaning="-sqrt(2)*erfcinv(2*x)", flops=80, domain=((0.05, 0.95),), latex=r"\Phi^{-1}", sympy="-sqrt(2)*erfcinv(2*({0}))", aliases=("ndtri",), words="Inverse of the distribution function of the normal distribution"),
    Function("erfinv(x)", "float", real_only=True, finite="not", sign="any", partials=("sqrt(pi)/2*exp(erfinv(x)**2)",), numpy="_es_erfinv({0})", cpu="_es_erfinv({0})", simt="_es_erfinv({0})", flops=80, domain=_UNIT, latex=r"\operatorname{erf}^{-1}", words="Inverse of erf"),
    Function("erfcinv(x)", "float", real_only=True, finite="not", sign="any", partials=("-sqrt(pi)/2*exp(erfcinv(x)**2)",), numpy="_es_erfcinv({0})", cpu="_es_erfcinv({0})", simt="_es_erfcinv({0})", flops=80, domain=((0.1, 1.9),), latex=r"\operatorname{erfc}^{-1}", words="Inverse of erfc"),
    Function("gamma(x)", "float", real_only=True, finite="not", sign="any", partials=("gamma(x)*digamma(x)",), numpy="_es_gamma({0})", simt="_es_gamma({0})", flops=200, domain=_POSITIVE, latex=r"\Gamma", words="Gamma function"),
    Function("lgamma(x)", "float", real_only=True, finite="not", sign="any", partials=("digamma(x)",), numpy="_es_lgamma({0})", simt="_es_lgamma({0})", flops=200, domain=_POSITIVE, sympy="loggamma({0})", aliases=("gammaln",), words="Logarithm of the absolute value of the gamma function"),
    Function("digamma(x)", "float", real_only=True, finite="not", sign="any", partials=("trigamma(x)",), numpy="_es_digamma({0})", cpu="_es_digamma({0})", simt="_es_digamma({0})", flops=200, domain=_POSITIVE, latex=r"\psi", words="Derivative of lgamma"),
    Function("trigamma(x)", "float", real_only=True, finite="not", sign="any", partials=("polygamma(2, x)",), numpy="_es_trigamma({0})", cpu="_es_trigamma({0})", simt="_es_trigamma({0})", flops=200, domain=_POSITIVE, sympy="polygamma(1, {0})", words="Derivative of digamma"),
    Function("polygamma(n, x)", "float", real_only=True, finite="not", sign="any", partials=("0", "polygamma(n + 1, x)"), kink="n is a whole number: nothing varies with it", numpy="_es_polygamma({0}, {1})", cpu="_es_polygamma({0}, {1})", simt="_es_polygamma({0}, {1})", flops=1000, domain=((0.0, 6.0), (0.1, 4.0)), whole=(0,), words="n-th derivative of digamma; n is a whole number"),
    Function("beta(x, y)", "float", real_only=True, finite="not", sign="any", partials=("beta(x, y)*(digamma(x) - digamma(x + y))", "beta(x, y)*(digamma(y) - digamma(x + y))"), numpy="_es_beta({0}, {1})", cpu="_es_beta({0}, {1})", simt="_es_beta({0}, {1})", flops=600, domain=((0.2, 4.0), (0.2, 4.0)), latex=r"\mathrm{B}", words="Beta function"),
    Function("lbeta(x, y)", "float", real_only=True, finite="not", sign="any", partials=("digamma(x) - digamma(x + y)", "digamma(y) - digamma(x + y)"), numpy="_es_lbeta({0}, {1})", cpu="_es_lbeta({0}, {1})", simt="_es_lbeta({0}, {1})", flops=600, domain=((0.2, 4.0), (0.2, 4.0)), sympy="loggamma({0}) + loggamma({1}) - loggamma({0} + {1})", words="Logarithm of the beta function"),
    # activations
    Function("logistic(x)", "float", real_only=True, finite="always", sign="positive", partials=("logistic(x)*logistic(-x)",), numpy="_es_logistic({0})", cpu="_es_logistic({0})", simt="_es_logistic({0})", flops=14, weight=(1, 10), latex=r"\sigma", sympy="1/(1 + exp(-({0})))", aliases=("sigmoid", "expit"), words="1/(1 + exp(-x)) without overflow"),
    Function("softplus(x)", "float", real_only=True, finite="always", sign="positive", partials=("logistic(x)",), numpy="np.logaddexp(0, {0})", cpu="_es_softplus({0})", simt="_es_softplus({0})", flops=25, weight=(1, 14), sympy="log(1 + exp({0}))", words="log(1 + exp(x)) without overflow"),
    Function("relu(x)", "number", integral="of integers", real_only=True, finite="always", sign="nonnegative", partials=("x > 0",), kink="0 at 0", numpy="np.maximum({0}, 0)", cpu="_es_relu({0})", simt="_es_relu({0})", flops=1, weight=(2, 4), sympy="Max(0, {0})", words="The larger of x and 0"),
    Function("gelu(x)", "float", real_only=True, finite="always", sign="any", partials=("erfc(-x/sqrt(2))/2 + x*exp(-x**2/2)/sqrt(2*pi)",), numpy="_es_gelu({0})", cpu="_es_gelu({0})", simt="_es_gelu({0})", flops=24, sympy="({0})*(1 + erf(({0})/sqrt(2)))/2", words="x times the normal distribution function of x"),
    Function("silu(x)", "float", real_only=True, finite="always", sign="any", partials=("logistic(x)*(1 + x*logistic(-x))",), numpy="_es_silu({0})", cpu="_es_silu({0})", simt="_es_silu({0})", flops=15, weight=(2, 8), sympy="({0})/(1 + exp(-({0})))", aliases=("swish",), words="x*logistic(x)"),
    Function("hardtanh(x)", "number", real_only=True, finite="always", sign="any", partials=("(x > -1)*(x < 1)",), kink="0 at -1 and 1", numpy="np.clip({0}, -1, 1)", cpu="_es_hardtanh({0})", simt="_es_hardtanh({0})", flops=2, weight=(2, 6), sympy="Max(-1, Min(1, {0}))", words="x between -1 and 1"),
    # pieces
    Function("abs(x)", "real", integral="of integers", real_only=False, finite="always", sign="nonnegative", partials=("sign(x)",), kink="0 at 0", holomorphic=False, cpu="abs({0})", simt="_es_abs({0})", flops=1, weight=(1, 4), latex="|", sympy="Abs({0})", aliases=("fabs",)),
    Function("abs2(x)", "real", real_only=False, finite="always", sign="nonnegative", partials=("2*x",), holomorphic=False, numpy="_es_abs2({0})", python_numbers=True, cpu="_es_abs2({0})", simt="_es_abs2({0})", flops=1, sympy="Abs({0})**2", words="Square of the absolute value"),
    Function("sign(x)", "number", integral="of integers", real_only=False, finite="always", sign="any", partials=ZERO, holomorphic=False, cpu="_es_sign({0})", simt="_es_sign({0})", flops=1, words="Sign: -1, 0 or 1"),
    Function("minimum(x, y)", "same", integral="of integers", real_only=True, finite="always", sign="any", partials=("(x <= y)/(1 + (x == y))", "(y <= x)/(1 + (x == y))"), kink="a tie shares: 1/2 each", cpu="_es_minimum({0}, {1})", simt="_es_minimum({0}, {1})", flops=1, commutes=True, latex=r"\min", sympy="Min({0}, {1})", words="The smaller argument"),
    Function("maximum(x, y)", "same", integral="of integers", real_only=True, finite="always", sign="any", partials=("(x >= y)/(1 + (x == y))", "(y >= x)/(1 + (x == y))"), kink="a tie shares: 1/2 each", cpu="_es_maximum({0}, {1})", simt="_es_maximum({0}, {1})", flops=1, commutes=True, latex=r"\max", sympy="Max({0}, {1})", words="The larger argument"),
    Function("clip(x, a, b)", "number", integral="of integers", real_only=True, finite="always", sign="any", partials=("(x >= a)*(x <= b)", "(x < a)*(a <= b)", "maximum(x, a) > b"), kink="at a bound x keeps the derivative 1 and the bound gets 0", cpu="_es_clip({0}, {1}, {2})", simt="_es_clip({0}, {1}, {2})", flops=2, domain=((-2.0, 2.0), (-1.0, -0.5), (0.5, 1.0)), sympy="Max({1}, Min({2}, {0}))", aliases=("clamp",), words="x between the bounds a and b"),
    Function("floor(x)", "number", integral="always", real_only=True, finite="always", sign="any", partials=ZERO, cpu="_es_floor({0})", flops=1, sympy="floor({0})", words="Largest whole number not above x"),
    Function("ceil(x)", "number", integral="always", real_only=True, finite="always", sign="any", partials=ZERO, cpu="_es_ceil({0})", flops=1, sympy="ceiling({0})", words="Smallest whole number not below x"),
    Function("round(x)", "number", integral="always", real_only=True, finite="always", sign="any", partials=ZERO, numpy="np.rint({0})", cpu="_es_round({0})", simt="rint({0})", flops=1, aliases=("rint",)),
    Function("trunc(x)", "number", integral="always", real_only=True, finite="always", sign="any", partials=ZERO, cpu="_es_trunc({0})", flops=1, words="x without its fraction"),
    Function("int(x)", "whole", integral="always", real_only=True, finite="always", sign="any", partials=ZERO, numpy="_es_int({0})", cpu="_es_int({0})", simt="_es_int({0})", flops=1, words="x without its fraction, as an integer"),
    # precision: computed on from here in this dtype
    _conversion("float32"),
    _conversion("float64"),
    _conversion("complex64"),
    _conversion("complex128"),
    # integer arithmetic, Python's sign conventions (the result of mod has the divisor's sign)
    Function("mod(x, y)", "number", integral="of integers", real_only=True, finite="not", sign="any", partials=("1", "-floordiv(x, y)"), kink="the jumps count as flat: 1 by x everywhere", cpu="({0} % {1})", simt="_es_mod({0}, {1})", flops=8, domain=((-4.0, 4.0), (0.5, 2.0)), sympy="Mod({0}, {1})", words="Remainder of x/y, with the sign of y"),
    Function("floordiv(x, y)", "number", integral="of integers", real_only=True, finite="not", sign="any", partials=ZERO, numpy="np.floor_divide({0}, {1})", cpu="({0} // {1})", simt="_es_floordiv({0}, {1})", flops=8, domain=((-4.0, 4.0), (0.5, 2.0)), sympy="floor(({0})/({1}))", words="floor(x/y)"),
    # complex numbers
    Function("real(x)", "real", real_only=False, finite="always", sign="any", partials=("1",), holomorphic=False, python_numbers=True, cpu="({0}).real", simt="_es_real({0})", flops=1, sympy="re({0})", words="Real part"),
    Function("imag(x)", "real", real_only=False, finite="always", sign="any", partials=ZERO, holomorphic=False, python_numbers=True, cpu="({0}).imag", simt="_es_imag({0})", flops=1, sympy="im({0})", words="Imaginary part"),
    Function("conj(x)", "number", real_only=False, finite="always", sign="any", partials=("1",), holomorphic=False, cpu="np.conj({0})", simt="_es_conj({0})", flops=1, sympy="conjugate({0})", words="Complex conjugate"),
    # no derivative passes: value kept, derivative zero
    Function("stop_gradient(x)", "same", real_only=False, finite="always", sign="any", partials=ZERO, numpy="{0}", cpu="{0}", flops=0, sympy="{0}", words="x itself, with derivative zero"),
    # the argument itself, declared to be so (`PROMISES`)
    _promise("nonneg(x)", "nonnegative", "x itself, declared not to be negative"),
    _promise("positive(x)", "positive", "x itself, declared positive"),
    _promise("positions(x)", "nonnegative", "x itself, declared to lie in the range of every index that it is compared with"),
)


class _Rows(dict[str, Function]):
    """Functions by name; the name of a function of the user carries its row (`own_functions`)."""

    def __missing__(self, name: str) -> Function:
        row: Function | None = getattr(name, "row", None)
        if row is None:
            raise KeyError(name)
        return row


BY_NAME: dict[str, Function] = _Rows({n: f for f in FUNCTIONS for n in (f.name, *f.aliases)})
"""Functions by name and alias."""

_UNKNOWN = Function("unknown(...)", "float", real_only=False, finite="not", sign="any", partials=None)


def facts(name: str) -> Function:
    """The row of a function; where there is none, as in rules for functions that nobody defines, nothing is certain."""
    try:
        return BY_NAME[name]
    except KeyError:
        return _UNKNOWN


COMPARISONS = frozenset(f.name for f in FUNCTIONS if f.kind == "bool")
"""Functions whose value is 1 or 0; as factors of a product they act as guards."""

SYMBOLS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
"""Comparisons as they are written, in formulas and in every language that is generated."""

CONVERSIONS = frozenset({"float32", "float64", "complex64", "complex128"})
"""Functions that are their argument in the dtype of their name."""

WRITTEN_AS_FUNCTION_OF_TWO = {"max": "maximum", "min": "minimum"}
"""``max(a, b)`` without brackets is the scalar function, ``max[i](x)`` the reduction."""

Accumulated = Literal["total", "same", "bool", "position", "float", "real"]
"""Dtypes of results over indices: a total (integers in 64 bits), that of the body, true or false, a position, a
floating-point number, or a real one of a complex body."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class _OverIndices:
    """What reductions and index functions have in common.

    ``core`` says that the targets have loops for it; the others are computed by their ``meaning``, in which ``x`` is
    the body, ``k`` all indices and ``_n`` the number of elements (inside a reduction x is read at every k, outside at
    the k of an index function); ``why`` explains it.  ``partials`` are over ``x[k]``, the result ``r`` (``r[k]`` of an
    index function) and ``n``; of an index function, and of ``inv``, one from the cotangent ``c`` of the result to that
    of x, and one from the tangent ``c`` of x to that of the result.  ``numpy`` is its function in programs of NumPy;
    left out, they compute the meaning.  The other columns are those of `Function`.
    """

    of: str
    kind: Accumulated
    core: bool
    real_only: bool
    finite: Finite
    sign: Sign | Literal["body"]
    partials: tuple[str, ...]
    kink: str = ""
    holomorphic: bool = True
    meaning: str = ""
    why: str = ""
    weight: tuple[int, int] = (2, 10)
    numpy: str = ""
    identity: float | None = None
    latex: str
    words: str = ""

    @property
    def name(self) -> str:
        """What stands before the indices."""
        return self.of.partition("[")[0]


class Reduction(_OverIndices):
    """One reduction ``name[i](x)``: binds its indices.  ``identity`` is its value over no elements (None: an error)."""


class IndexFunction(_OverIndices):
    """One index function ``name[k](x)``: one value for every k from all values over k."""


_TOP = "where(isfinite(max[k](1.0*x)), max[k](1.0*x), 0)"
_TIES = ("(x[k] == r)/sum[m](x[m] == r)",)
_FLOATS = "1.0 makes floating-point numbers of integers first"
_SOFTMAX = "r[k]*(c[k] - sum[m](c[m]*r[m]))"
_MEDIAN = (
    "sum[k](where(k == _n//2, 1.0*sort[k](x), 0) + where(k == (_n - 1)//2, 1.0*sort[k](x), 0)"
    " + where((k == _n - 1)*isnan(sort[k](x)), 1.0*sort[k](x), 0))/2"
)

REDUCTIONS: tuple[Reduction, ...] = (
    Reduction(of="sum[k](x)", kind="total", identity=0, core=True, real_only=False, finite="always", sign="body", partials=("1",), weight=(2, 4), numpy="np.sum", latex=r"\sum", words="Sum"),
    Reduction(of="prod[k](x)", kind="total", identity=1, core=True, real_only=False, finite="exponential", sign="body", partials=("prod[m](where(m == k, 1, x[m]))",), weight=(2, 4), numpy="np.prod", latex=r"\prod", words="Product"),
    Reduction(of="max[k](x)", kind="same", identity=None, core=True, real_only=True, finite="always", sign="body", partials=_TIES, kink="ties share equally", weight=(2, 4), numpy="np.max", latex=r"\max", words="Largest element"),
    Reduction(of="min[k](x)", kind="same", identity=None, core=True, real_only=True, finite="always", sign="body", partials=_TIES, kink="ties share equally", weight=(2, 4), numpy="np.min", latex=r"\min", words="Smallest element"),
    Reduction(of="any[k](x)", kind="bool", identity=0, core=True, real_only=False, finite="always", sign="nonnegative", partials=ZERO, numpy="np.any", latex=r"\exists", words="Whether any element differs from 0"),
    Reduction(of="all[k](x)", kind="bool", identity=1, core=True, real_only=False, finite="always", sign="nonnegative", partials=ZERO, numpy="np.all", latex=r"\forall", words="Whether all elements differ from 0"),
    Reduction(of="argmax[k](x)", kind="position", identity=None, core=True, real_only=True, finite="always", sign="nonnegative", partials=ZERO, numpy="np.argmax", latex=r"\arg\max", words="Position of the first largest element, from 0"),
    Reduction(of="argmin[k](x)", kind="position", identity=None, core=True, real_only=True, finite="always", sign="nonnegative", partials=ZERO, numpy="np.argmin", latex=r"\arg\min", words="Position of the first smallest element, from 0"),
    Reduction(of="mean[k](x)", kind="float", identity=None, core=False, real_only=False, finite="always", sign="body", partials=("1/n",), meaning="sum[k](1.0*x)/_n", why=_FLOATS, numpy="np.mean", latex=r"\operatorname{mean}", words="Arithmetic mean"),
    Reduction(of="var[k](x)", kind="real", identity=None, core=False, real_only=False, finite="always", sign="nonnegative", partials=("2*(x[k] - mean[m](x[m]))/n",), holomorphic=False, meaning="sum[k](abs2(1.0*x - sum[k](1.0*x)/_n))/_n", why="of the population, as numpy.var", numpy="np.var", latex=r"\operatorname{var}", words="Variance of the population, as numpy.var"),
    Reduction(of="std[k](x)", kind="real", identity=None, core=False, real_only=False, finite="always", sign="nonnegative", partials=("where(r == 0, 0, (x[k] - mean[m](x[m]))/(n*r))",), kink="0 where all elements are equal", holomorphic=False, meaning="sqrt(sum[k](abs2(1.0*x - sum[k](1.0*x)/_n))/_n)", numpy="np.std", latex=r"\operatorname{std}", words="Standard deviation of the population, as numpy.std"),
    Reduction(of="norm[k](x)", kind="real", identity=0, core=False, real_only=False, finite="always", sign="nonnegative", partials=("where(r == 0, 0, x[k]/r)",), kink="0 at the origin", holomorphic=False, meaning="sqrt(sum[k](abs2(1.0*x)))", why=_FLOATS, weight=(4, 40), numpy="np.linalg.norm", latex=r"\operatorname{norm}", words="Euclidean norm"),
    Reduction(of="median[k](x)", kind="float", identity=None, core=False, real_only=True, finite="always", sign="body", partials=("sum[m]((argsort[m](x[m]) == k)*((m == n//2) + (m == (n - 1)//2)))/2",), kink="that of the elements in the middle of a stable order", meaning=_MEDIAN, why="half the sum of the elements in the middle, NaN where one is among them: it is the last", numpy="np.median", latex=r"\operatorname{median}", words="Element in the middle, or mean of the two"),
    Reduction(of="logsumexp[k](x)", kind="float", identity=None, core=False, real_only=True, finite="always", sign="any", partials=("exp(x[k] - r)",), meaning=f"{_TOP} + log(sum[k](exp(1.0*x - {_TOP})))", why="shifted by the largest x; without a shift where that is infinite, so all -inf gives -inf", weight=(2, 30), numpy="_es_logsumexp", latex=r"\operatorname{logsumexp}", words="log(sum(exp(x))) without overflow"),
)

MATRIX_REDUCTIONS: tuple[Reduction, ...] = (
    Reduction(of="det[i,j](x)", kind="float", identity=1, core=True, real_only=False, finite="exponential", sign="any", partials=("r*inv[j,i](x[j,i])",), numpy="np.linalg.det", latex=r"\det", words="Determinant of a square matrix"),
    Reduction(of="logdet[i,j](x)", kind="float", identity=0, core=True, real_only=False, finite="not", sign="any", partials=("inv[j,i](x[j,i])",), numpy="_es_logdet", latex=r"\log\det", words="Logarithm of the determinant of a square matrix, NaN where that is negative"),
)
"""Functions of a square matrix: they run over two indices, rows and columns, ``det[i,j](A[i,j])``.

Their derivatives and that of ``inv``: Petersen and Pedersen, The Matrix Cookbook, section 2.
"""

REDUCTION_BY_NAME: dict[str, Reduction] = {r.name: r for r in (*REDUCTIONS, *MATRIX_REDUCTIONS)}

INDEX_FUNCTIONS: tuple[IndexFunction, ...] = (
    IndexFunction(of="softmax[k](x)", kind="float", core=False, real_only=True, finite="always", sign="nonnegative", partials=(_SOFTMAX, _SOFTMAX), meaning=f"exp(1.0*x - {_TOP})/sum[k](exp(1.0*x - {_TOP}))", why="shifted by the largest x", weight=(2, 20), numpy="_es_softmax", latex=r"\operatorname{softmax}", words="exp(x)/sum(exp(x)) without overflow"),
    IndexFunction(of="log_softmax[k](x)", kind="float", core=False, real_only=True, finite="always", sign="any", partials=("c[k] - exp(r[k])*sum[m](c[m])", "c[k] - sum[m](c[m]*exp(r[m]))"), meaning=f"1.0*x - {_TOP} - log(sum[k](exp(1.0*x - {_TOP})))", why="shifted by the largest x", weight=(2, 15), numpy="_es_log_softmax", latex=r"\operatorname{log\,softmax}", words="Logarithm of softmax without overflow"),
    IndexFunction(of="cumsum[k](x)", kind="total", core=True, real_only=False, finite="always", sign="any", partials=("reverse_cumsum[k](c[k])", "cumsum[k](c[k])"), numpy="np.cumsum", latex=r"\operatorname{cumsum}", words="Sum of the elements up to each"),
    IndexFunction(of="cumprod[k](x)", kind="total", core=True, real_only=False, finite="exponential", sign="any", partials=("prod[l](where(l < k, x[l], 1))*sum[m](c[m]*(k <= m)*cumprod[m](where(m > k, x[m], 1)))", "sum[m](c[m]*(m <= k)*prod[l](where(l < m, x[l], 1))*cumprod[k](where(k > m, x[k], 1)))"), numpy="np.cumprod", latex=r"\operatorname{cumprod}", words="Product of the elements up to each"),
    IndexFunction(of="reverse_cumsum[k](x)", kind="total", core=True, real_only=False, finite="always", sign="any", partials=("cumsum[k](c[k])", "reverse_cumsum[k](c[k])"), numpy="np.cumsum", latex=r"\operatorname{cumsum}^{\leftarrow}", words="Sum of the elements from each on"),
    IndexFunction(of="sort[k](x)", kind="same", core=True, real_only=True, finite="always", sign="body", partials=("sum[m](c[m]*(argsort[m](x[m]) == k))", "sum[m](c[m]*(argsort[k](x[k]) == m))"), kink="equal elements keep their order", numpy="np.sort", latex=r"\operatorname{sort}", words="The elements in ascending order, NaN last"),
    IndexFunction(of="argsort[k](x)", kind="position", core=True, real_only=True, finite="always", sign="nonnegative", partials=ZERO, numpy="np.argsort", latex=r"\operatorname{argsort}", words="Positions of the elements in ascending order, equal ones in their order, NaN last"),
    IndexFunction(of="sums_to_one[k](x)", kind="same", core=True, real_only=False, finite="always", sign="body", partials=("c[k]", "c[k]"), weight=(1, 1), latex=r"\operatorname{sums\,to\,one}", words="The array itself, declared to have sums of 1"),
)

MATRIX_INDEX_FUNCTIONS: tuple[IndexFunction, ...] = (
    IndexFunction(of="inv[i,j](x)", kind="float", core=True, real_only=False, finite="not", sign="any", partials=("-sum[k,l](c[k,l]*r[k,i]*r[j,l])", "-sum[k,l](r[i,k]*c[k,l]*r[l,j])"), numpy="np.linalg.inv", latex=r"\operatorname{inv}", words="Inverse of a square matrix"),
    IndexFunction(of="chol[i,j](x)", kind="float", core=True, real_only=False, finite="not", sign="any", partials=("sum[k,l](inv[k,i](r[k,i])*(where(l <= k, sum[m](r[m,k]*c[m,l]), conj(sum[m](r[m,l]*c[m,k]))) - complex(0, 1)*imag(sum[m](r[m,k]*c[m,l]))*(k == l))*conj(inv[l,j](r[l,j])))/2", "sum[k](r[i,k]*((j < k) + (j == k)/2)*sum[l,m](inv[k,l](r[k,l])*(c[l,m] + conj(c[m,l]))*conj(inv[j,m](r[j,m]))))/2"), holomorphic=False, numpy="_es_chol", latex=r"\operatorname{chol}", words="Cholesky factor of a symmetric positive definite matrix, lower triangular"),
    IndexFunction(of="spectrum[i,j](x)", kind="real", core=True, real_only=False, finite="not", sign="any", partials=("sum[k](conj(eigvecsh[i,k](x[i,k]))*c[k,k]*eigvecsh[j,k](x[j,k]))", "(i == j)*real(sum[k,l](conj(eigvecsh[k,i](x[k,i]))*c[k,l]*eigvecsh[l,i](x[l,i])))"), holomorphic=False, numpy="_es_spectrum", latex=r"\operatorname{spectrum}", words="Diagonal matrix of the eigenvalues of a symmetric matrix, ascending"),
    IndexFunction(of="eigvecsh[i,j](x)", kind="float", core=True, real_only=False, finite="not", sign="any", partials=("sum[k,l](conj(r[i,k])*r[j,l]*(k != l)*(sum[m](r[m,k]*c[m,l]) - conj(sum[m](r[m,l]*c[m,k])))/(sum[m](spectrum[l,m](x[l,m])) - sum[m](spectrum[k,m](x[k,m])) + (k == l)))/2", "sum[k](r[i,k]*(k != j)*sum[l,m](conj(r[l,k])*(c[l,m] + conj(c[m,l]))*r[m,j])/(sum[m](spectrum[j,m](x[j,m])) - sum[m](spectrum[k,m](x[k,m])) + (k == j)))/2"), holomorphic=False, kink="not finite where two eigenvalues are equal", numpy="_es_eigvecsh", latex=r"\operatorname{eigvecs}", words="Eigenvectors of a symmetric matrix as columns, in the order of the eigenvalues"),
    *(IndexFunction(of=f"{word}[i,j](x)", kind="same", core=True, real_only=False, finite="always", sign="body", partials=("c[i,j]", "c[i,j]"), weight=(1, 1), latex=rf"\operatorname{{{word}}}", words=f"The matrix itself, declared {said}") for word, said in (("posdef", "symmetric and positive definite"), ("symmetric", "symmetric"), ("orthogonal", "orthogonal"))),
)
"""Functions that make a square matrix of one: ``inv[i,j](A[i,j])`` is the inverse at i, j.

Cholesky factor (lower), eigenvalues (on the diagonal of ``spectrum``, ascending) and eigenvectors (columns) are those
of the symmetric part of the matrix, ``(A + conj(A).T)/2`` of a complex one.  Derivatives: Murray, Differentiation of the
Cholesky decomposition (2016); Giles, Collected matrix derivative results (2008).  ``posdef``, ``symmetric`` and
``orthogonal`` are the matrix itself, declared to be so.
"""

INDEX_FUNCTION_BY_NAME: dict[str, IndexFunction] = {f.name: f for f in (*INDEX_FUNCTIONS, *MATRIX_INDEX_FUNCTIONS)}

OVER_INDICES: dict[str, Reduction | IndexFunction] = {**REDUCTION_BY_NAME, **INDEX_FUNCTION_BY_NAME}
"""Reductions and index functions by name."""

JOINED = {
    "sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum", "any": "logical_or", "all": "logical_and",
}  # fmt: skip
"""Reductions whose values for two parts give the value for both, in any order, and the ufunc that does it."""

Row = Function | Reduction | IndexFunction

REAL_VALUED = frozenset({
    *(f.name for f in FUNCTIONS if f.kind in ("bool", "real", "whole")),
    *(f.name for f in OVER_INDICES.values() if f.kind in ("bool", "position", "real")),
})  # fmt: skip
"""Functions and reductions whose value is real, also of complex numbers."""

MATRIX_FUNCTIONS = frozenset({r.name for r in MATRIX_REDUCTIONS} | {f.name for f in MATRIX_INDEX_FUNCTIONS})
"""Functions over the two indices of a square matrix."""

SORTING = frozenset({"sort", "argsort"})
"""Index functions that a library computes along one index: ascending, NaN last, equal elements in their order."""

ALONG_ONE = SORTING | {"median"}
"""Functions that run over one index alone."""

PROMISES = {
    "nonneg": 0, "positive": 0, "positions": 0, "sums_to_one": 1, "orthogonal": 2, "posdef": 2, "symmetric": 2,
}  # fmt: skip
"""Functions that are their argument and say what it is: words of declarations, with the number of last axes that each
is about; 0 for those about each element."""

SYMMETRIC = frozenset({"posdef", "symmetric"})
"""Promises that decide how a matrix is factored: targets look at them, at the others only simplification does."""

MATRIX_FORMS = {"trace": 1, "solve": 2, "eigvalsh": 1}
"""Written like matrix functions, with that many arguments; they mean sums (`matrix_functions`)."""

CONSTANTS: dict[str, float] = {"pi": 3.141592653589793, "inf": float("inf"), "nan": float("nan")}
"""Names that are numbers in every formula."""
