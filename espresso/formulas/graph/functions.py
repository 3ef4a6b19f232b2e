"""Every scalar function, reduction and index function of the notation, on one page.

A row says how a function is called, what it costs, and how each target spells it.
Its derivative is a row of ``espresso_rules.derivatives``; what it means by other
functions is a row of ``espresso_rules.definitions``.  To add a function, add a row here
and a derivative row there: the tests walk both tables.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Function:
    """One scalar function.

    ``numpy``, ``cpu`` and ``simt`` (CUDA C and OpenCL C; default: a C function of this
    name) are templates over the argument texts; a name ``_es_...`` in them is a helper of
    ``codegen/math/helpers.py`` or ``codegen/simt/helpers.py`` that the generated program carries along.
    ``kind`` says what the dtype of the result is: ``"float"`` (integers become float64),
    ``"same"`` (as the arguments promote), ``"bool"`` or ``"real"`` (the real dtype of a
    complex argument).  ``flops`` is a cost relative to one addition, for planning.
    ``domain`` is where the tests sample each argument; ``whole`` are the arguments that must be whole numbers.
    """

    name: str
    arity: int
    numpy: str
    cpu: str
    kind: str = "float"
    flops: int = 10
    domain: tuple[tuple[float, float], ...] = ((-2.0, 2.0),)
    latex: str | None = None
    sympy: str | None = None
    aliases: tuple[str, ...] = ()
    simt: str = ""
    whole: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.simt:
            arguments = ", ".join(f"{{{k}}}" for k in range(max(1, self.arity)))
            object.__setattr__(self, "simt", f"{self.name}({arguments})")


def _f(name: str, **kw: object) -> Function:
    """A unary float function that NumPy and ``math`` spell alike unless said otherwise."""
    kw.setdefault("numpy", f"np.{name}({{0}})")
    kw.setdefault("cpu", f"math.{name}({{0}})")
    return Function(name, 1, **kw)  # type: ignore[arg-type]


_POSITIVE = ((0.1, 4.0),)
_UNIT = ((-0.9, 0.9),)
_PAIR = ((-2.0, 2.0), (-2.0, 2.0))


def _b(name: str, numpy: str, cpu: str | None = None, **kw: object) -> Function:
    kw.setdefault("domain", _PAIR)
    return Function(name, 2, numpy, cpu or numpy, **kw)  # type: ignore[arg-type]


FUNCTIONS: tuple[Function, ...] = (
    # arithmetic: n-ary add and mul; a - b is add(a, mul(-1, b)), a/b is mul(a, pow(b, -1))
    Function("add", -1, "{0} + {1}", "{0} + {1}", "same", 1, _PAIR),
    Function("mul", -1, "{0}*{1}", "{0}*{1}", "same", 1, _PAIR),
    _b("pow", "{0}**{1}", "{0}**{1}", kind="same", flops=20, domain=((0.1, 4.0), (-2.0, 2.0))),
    # comparisons: 1 or 0; as a factor of a product they are guards
    _b("eq", "{0} == {1}", kind="bool", flops=1),
    _b("ne", "{0} != {1}", kind="bool", flops=1),
    _b("lt", "{0} < {1}", kind="bool", flops=1),
    _b("le", "{0} <= {1}", kind="bool", flops=1),
    _b("gt", "{0} > {1}", kind="bool", flops=1),
    _b("ge", "{0} >= {1}", kind="bool", flops=1),
    _b("and", "np.logical_and({0}, {1})", "_es_and({0}, {1})", kind="bool", flops=1),
    _b("or", "np.logical_or({0}, {1})", "_es_or({0}, {1})", kind="bool", flops=1),
    Function("not", 1, "np.logical_not({0})", "_es_not({0})", "bool", 1),
    Function("where", 3, "np.where({0}, {1}, {2})", "({1} if {0} else {2})", "same", 1, ((-2.0, 2.0),) * 3),
    Function("isnan", 1, "np.isnan({0})", "({0} != {0})", "bool", 1),
    Function("isinf", 1, "np.isinf({0})", "math.isinf({0})", "bool", 1),
    Function("isfinite", 1, "np.isfinite({0})", "math.isfinite({0})", "bool", 1),
    # exponentials and logarithms
    _f("exp", latex=r"\exp"),
    _f("expm1", sympy="exp({0}) - 1"),
    _f("exp2", cpu="np.exp2({0})", sympy="2**({0})"),
    _f("log", domain=_POSITIVE, latex=r"\log", aliases=("ln",)),
    _f("log1p", domain=((-0.9, 4.0),), sympy="log(1 + {0})"),
    _f("log2", domain=_POSITIVE, sympy="log({0}, 2)"),
    _f("log10", domain=_POSITIVE, sympy="log({0}, 10)"),
    _b("logaddexp", "np.logaddexp({0}, {1})", "_es_logaddexp({0}, {1})", kind="float", flops=30, sympy="log(exp({0}) + exp({1}))", simt="_es_logaddexp({0}, {1})"),
    _b("xlogy", "_es_xlogy({0}, {1})", kind="float", flops=12, domain=((0.1, 4.0), (0.1, 4.0)), sympy="{0}*log({1})", simt="_es_xlogy({0}, {1})"),
    # powers
    _f("sqrt", domain=_POSITIVE, flops=4, latex=r"\sqrt"),
    _f("rsqrt", domain=_POSITIVE, flops=4, numpy="1/np.sqrt({0})", cpu="{one}/math.sqrt({0})", sympy="1/sqrt({0})", simt="({one}/sqrt({0}))"),
    _f("cbrt", domain=_POSITIVE, cpu="_es_cbrt({0})"),
    _b("hypot", "np.hypot({0}, {1})", "math.hypot({0}, {1})", kind="float", flops=8, sympy="sqrt({0}**2 + {1}**2)"),
    # trigonometric and hyperbolic
    _f("sin", latex=r"\sin"),
    _f("cos", latex=r"\cos"),
    _f("tan", domain=((-1.2, 1.2),), latex=r"\tan"),
    _f("asin", domain=_UNIT, numpy="np.arcsin({0})", latex=r"\arcsin", aliases=("arcsin",)),
    _f("acos", domain=_UNIT, numpy="np.arccos({0})", latex=r"\arccos", aliases=("arccos",)),
    _f("atan", numpy="np.arctan({0})", latex=r"\arctan", aliases=("arctan",)),
    _b("atan2", "np.arctan2({0}, {1})", "math.atan2({0}, {1})", kind="float", domain=((0.2, 2.0), (0.2, 2.0)), aliases=("arctan2",)),
    _f("sinh", latex=r"\sinh"),
    _f("cosh", latex=r"\cosh"),
    _f("tanh", latex=r"\tanh"),
    _f("asinh", numpy="np.arcsinh({0})", aliases=("arcsinh",)),
    _f("acosh", domain=((1.2, 4.0),), numpy="np.arccosh({0})", aliases=("arccosh",)),
    _f("atanh", domain=_UNIT, numpy="np.arctanh({0})", aliases=("arctanh",)),
    # special functions
    _f("erf", numpy="_es_erf({0})", flops=20),
    _f("erfc", numpy="_es_erfc({0})", flops=20),
    _f("gamma", domain=_POSITIVE, numpy="_es_gamma({0})", flops=200, latex=r"\Gamma", simt="_es_gamma({0})"),
    _f("lgamma", domain=_POSITIVE, numpy="_es_lgamma({0})", flops=200, sympy="loggamma({0})", aliases=("gammaln",), simt="_es_lgamma({0})"),
    _f("digamma", domain=_POSITIVE, numpy="_es_digamma({0})", cpu="_es_digamma({0})", flops=200, latex=r"\psi", simt="_es_digamma({0})"),
    _f("trigamma", domain=_POSITIVE, numpy="_es_trigamma({0})", cpu="_es_trigamma({0})", flops=200, sympy="polygamma(1, {0})", simt="_es_trigamma({0})"),
    _b("polygamma", "_es_polygamma({0}, {1})", kind="float", flops=1000, domain=((0.0, 6.0), (0.1, 4.0)), whole=(0,), simt="_es_polygamma({0}, {1})"),
    _b("beta", "_es_beta({0}, {1})", kind="float", flops=600, domain=((0.2, 4.0), (0.2, 4.0)), latex=r"\mathrm{B}", simt="_es_beta({0}, {1})"),
    _b("lbeta", "_es_lbeta({0}, {1})", kind="float", flops=600, domain=((0.2, 4.0), (0.2, 4.0)), sympy="loggamma({0}) + loggamma({1}) - loggamma({0} + {1})", simt="_es_lbeta({0}, {1})"),
    # activations
    _f("logistic", numpy="_es_logistic({0})", cpu="_es_logistic({0})", flops=14, latex=r"\sigma", sympy="1/(1 + exp(-({0})))", aliases=("sigmoid", "expit"), simt="_es_logistic({0})"),
    _f("softplus", numpy="np.logaddexp(0, {0})", cpu="_es_softplus({0})", flops=25, sympy="log(1 + exp({0}))", simt="_es_softplus({0})"),
    _f("relu", numpy="np.maximum({0}, 0)", cpu="_es_relu({0})", kind="same", flops=1, sympy="Max(0, {0})", simt="_es_relu({0})"),
    _f("gelu", numpy="_es_gelu({0})", cpu="_es_gelu({0})", flops=24, sympy="({0})*(1 + erf(({0})/sqrt(2)))/2", simt="_es_gelu({0})"),
    _f("silu", numpy="_es_silu({0})", cpu="_es_silu({0})", flops=15, sympy="({0})/(1 + exp(-({0})))", aliases=("swish",), simt="_es_silu({0})"),
    _f("hardtanh", numpy="np.clip({0}, -1, 1)", cpu="_es_hardtanh({0})", kind="same", flops=2, sympy="Max(-1, Min(1, {0}))", simt="_es_hardtanh({0})"),
    # pieces
    _f("abs", numpy="np.abs({0})", cpu="abs({0})", kind="real", flops=1, latex="|", sympy="Abs({0})", aliases=("fabs",), simt="_es_abs({0})"),
    _f("abs2", numpy="_es_abs2({0})", cpu="_es_abs2({0})", kind="real", flops=1, sympy="Abs({0})**2", simt="_es_abs2({0})"),
    _f("sign", numpy="np.sign({0})", cpu="_es_sign({0})", kind="same", flops=1, simt="_es_sign({0})"),
    _b("minimum", "np.minimum({0}, {1})", "_es_minimum({0}, {1})", kind="same", flops=1, sympy="Min({0}, {1})", latex=r"\min", simt="_es_minimum({0}, {1})"),
    _b("maximum", "np.maximum({0}, {1})", "_es_maximum({0}, {1})", kind="same", flops=1, sympy="Max({0}, {1})", latex=r"\max", simt="_es_maximum({0}, {1})"),
    Function("clip", 3, "np.clip({0}, {1}, {2})", "_es_clip({0}, {1}, {2})", "same", 2, ((-2.0, 2.0), (-1.0, -0.5), (0.5, 1.0)), aliases=("clamp",), sympy="Max({1}, Min({2}, {0}))", simt="_es_clip({0}, {1}, {2})"),
    _f("floor", cpu="_es_floor({0})", kind="same", flops=1, sympy="floor({0})"),
    _f("ceil", cpu="_es_ceil({0})", kind="same", flops=1, sympy="ceiling({0})"),
    _f("round", cpu="_es_round({0})", numpy="np.rint({0})", kind="same", flops=1, aliases=("rint",), simt="rint({0})"),
    _f("trunc", cpu="_es_trunc({0})", kind="same", flops=1),
    # integer arithmetic, Python's sign conventions (the result of mod has the divisor's sign)
    _b("mod", "np.mod({0}, {1})", "({0} % {1})", kind="same", flops=8, domain=((-4.0, 4.0), (0.5, 2.0)), sympy="Mod({0}, {1})", simt="_es_mod({0}, {1})"),
    _b("floordiv", "np.floor_divide({0}, {1})", "({0} // {1})", kind="same", flops=8, domain=((-4.0, 4.0), (0.5, 2.0)), sympy="floor(({0})/({1}))", simt="_es_floordiv({0}, {1})"),
    # complex numbers
    _f("real", numpy="np.real({0})", cpu="({0}).real", kind="real", flops=1, sympy="re({0})", simt="_es_real({0})"),
    _f("imag", numpy="np.imag({0})", cpu="({0}).imag", kind="real", flops=1, sympy="im({0})", simt="_es_imag({0})"),
    _f("conj", numpy="np.conj({0})", cpu="np.conj({0})", kind="same", flops=1, sympy="conjugate({0})", simt="_es_conj({0})"),
    # no derivative passes: value kept, derivative zero
    _f("stop_gradient", numpy="{0}", cpu="{0}", kind="same", flops=0, sympy="{0}"),
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

COMPARISONS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "isnan", "isinf", "isfinite"})
"""Functions whose value is 1 or 0; as factors of a product they act as guards."""

REAL_VALUED = frozenset({
    *(f.name for f in FUNCTIONS if f.kind in ("bool", "real")),
    "any", "all", "argmax", "argmin", "norm", "var", "std",
})  # fmt: skip
"""Functions and reductions whose value is real, also of complex numbers."""

WRITTEN_AS_FUNCTION_OF_TWO = {"max": "maximum", "min": "minimum"}
"""``max(a, b)`` without brackets is the scalar function, ``max[i](x)`` the reduction."""


@dataclass(frozen=True)
class Reduction:
    """One reduction ``name[i](x)``: binds its indices.

    ``identity`` is its value over no elements (None: an error), ``core`` says that
    the targets have loops for it; the others are expanded by their definition row.
    """

    name: str
    identity: float | None
    core: bool
    numpy: str
    latex: str


REDUCTIONS: tuple[Reduction, ...] = (
    Reduction("sum", 0, True, "np.sum", r"\sum"),
    Reduction("prod", 1, True, "np.prod", r"\prod"),
    Reduction("max", None, True, "np.max", r"\max"),
    Reduction("min", None, True, "np.min", r"\min"),
    Reduction("any", 0, True, "np.any", r"\exists"),
    Reduction("all", 1, True, "np.all", r"\forall"),
    Reduction("argmax", None, True, "np.argmax", r"\arg\max"),
    Reduction("argmin", None, True, "np.argmin", r"\arg\min"),
    Reduction("mean", None, False, "np.mean", r"\operatorname{mean}"),
    Reduction("var", None, False, "np.var", r"\operatorname{var}"),
    Reduction("std", None, False, "np.std", r"\operatorname{std}"),
    Reduction("norm", 0, False, "np.linalg.norm", r"\operatorname{norm}"),
    Reduction("logsumexp", None, False, "_es_logsumexp", r"\operatorname{logsumexp}"),
)

MATRIX_REDUCTIONS: tuple[Reduction, ...] = (
    Reduction("det", 1, True, "np.linalg.det", r"\det"),
    Reduction("logdet", 0, True, "_es_logdet", r"\log\det"),
)
"""Functions of a square matrix: they run over two indices, rows and columns, ``det[i,j](A[i,j])``."""

REDUCTION_BY_NAME: dict[str, Reduction] = {r.name: r for r in (*REDUCTIONS, *MATRIX_REDUCTIONS)}


@dataclass(frozen=True)
class IndexFunction:
    """One index function ``name[k](x)``: one value for every k from all values over k."""

    name: str
    core: bool
    latex: str


INDEX_FUNCTIONS: tuple[IndexFunction, ...] = (
    IndexFunction("softmax", False, r"\operatorname{softmax}"),
    IndexFunction("log_softmax", False, r"\operatorname{log\,softmax}"),
    IndexFunction("cumsum", True, r"\operatorname{cumsum}"),
    IndexFunction("cumprod", True, r"\operatorname{cumprod}"),
    IndexFunction("reverse_cumsum", True, r"\operatorname{cumsum}^{\leftarrow}"),
)

MATRIX_INDEX_FUNCTIONS: tuple[IndexFunction, ...] = (IndexFunction("inv", True, r"\operatorname{inv}"),)
"""Functions that make a square matrix of one: ``inv[i,j](A[i,j])`` is the inverse at i, j."""

INDEX_FUNCTION_BY_NAME: dict[str, IndexFunction] = {f.name: f for f in (*INDEX_FUNCTIONS, *MATRIX_INDEX_FUNCTIONS)}

MATRIX_FUNCTIONS = frozenset({r.name for r in MATRIX_REDUCTIONS} | {f.name for f in MATRIX_INDEX_FUNCTIONS})
"""Functions over the two indices of a square matrix."""

MATRIX_FORMS = {"trace": 1, "solve": 2}
"""Written like matrix functions, with that many arguments; they mean sums (`matrix_functions`)."""

CONSTANTS: dict[str, float] = {"pi": 3.141592653589793, "inf": float("inf"), "nan": float("nan")}
"""Names that are numbers in every formula."""
