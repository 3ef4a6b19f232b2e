"""Every derivative in the table of functions: complete, right, with the stated kinks (sA11)."""

from __future__ import annotations

import math

import numpy as np
import pytest

import espresso as es
from espresso.algebra.calculus.differentiate import grad, jacobian, shipped_table
from espresso.algebra.calculus.partials import Table
from espresso.algebra.rewriting.rules import Derivative, derivative
from espresso.api.check_grads import check_grads
from espresso.errors import DerivativeError, RuleError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.functions import BY_NAME, FUNCTIONS, INDEX_FUNCTIONS, OVER_INDICES, REDUCTIONS, Function
from espresso.formulas.notation.parsing import parse
from espresso.frontends.sympy.bridge import to_sympy
from espresso.reference.evaluator import evaluate
from espresso_rules import derivatives as table

STRUCTURAL = {"add", "mul", "pow", "where"}
ROWS = {row.of.split("(")[0].split("[")[0]: row for row in (*table.RULES, *table.INDEX_FUNCTIONS)}
SCALAR = [f for f in FUNCTIONS if f.name in ROWS]


def applied(function, names="abc"):
    """The function applied to vectors a[i], b[i], ... elementwise."""
    arguments = [ex.access(ex.tensor(n, 1), [ex.index("i")]) for n in names[: function.arity]]
    return ex.let("f", ["i"], ex.call(function.name, *arguments))


def samples(function, count=5, seed=0):
    random = np.random.default_rng(seed)
    domain = function.domain * function.arity if len(function.domain) < function.arity else function.domain
    found = {n: random.uniform(low, high, count) for n, (low, high) in zip("abc", domain, strict=False)}
    return {n: a.round().astype(int) if k in function.whole else a for k, (n, a) in enumerate(found.items())}


@pytest.mark.parametrize("name", [f.name for f in FUNCTIONS])
def test_every_function_stands_in_exactly_one_list(name):
    meant = BY_NAME[name].partials is None and BY_NAME[name].meaning != ""
    places = [name in STRUCTURAL, meant, name in ROWS, name in table.ZERO]
    assert sum(places) == 1


@pytest.mark.parametrize("name", [*(r.name for r in REDUCTIONS), *(f.name for f in INDEX_FUNCTIONS)])
def test_every_reduction_and_index_function_stands_in_exactly_one_list(name):
    assert (name in ROWS) + (name in table.ZERO) == 1


def test_no_row_stands_twice_and_none_is_of_an_unknown_function():
    names = [row.of.split("(")[0].split("[")[0] for row in (*table.RULES, *table.INDEX_FUNCTIONS)]
    known = {f.name for f in (*FUNCTIONS, *OVER_INDICES.values())}
    assert len(set(names)) == len(names)
    assert set(names) | table.ZERO | table.NOT_HOLOMORPHIC <= known


@pytest.mark.parametrize("row", [*table.RULES, *table.INDEX_FUNCTIONS], ids=lambda r: r.of)
def test_every_row_parses_and_knows_its_place(row):
    shipped_table().row(row.of.split("(")[0].split("[")[0])
    assert f"functions.py ({row.of.partition('(')[0].partition('[')[0]})" in row.where


@pytest.mark.parametrize("function", SCALAR, ids=lambda f: f.name)
def test_sA11_row_agrees_with_differences_in_two_orders(function):
    check_grads(applied(function), order=2, tolerance=1e-7, **samples(function))


def in_sympy(function, arguments):
    import sympy

    if function.meaning and function.sympy is None:
        meant = to_sympy(parse(function.meaning))
        places = dict(zip(function.arguments, arguments, strict=True))
        return meant.subs({x: places[x.name] for x in meant.free_symbols}, simultaneous=True)
    template = function.sympy or f"{function.name}({', '.join(f'{{{k}}}' for k in range(function.arity))})"
    return sympy.sympify(template.format(*(str(a) for a in arguments)), locals={str(a): a for a in arguments})


@pytest.mark.parametrize("function", SCALAR, ids=lambda f: f.name)
def test_sA11_row_agrees_with_sympy(function):
    import sympy

    symbols = sympy.symbols("a b c", real=True)[: function.arity]
    if function.name in ("mod", "abs2", "real", "conj", "clip"):
        pytest.skip("SymPy leaves this derivative open")
    values = samples(function, 3, seed=1)
    formula = in_sympy(function, symbols)
    for place, (name, symbol) in enumerate(zip("abc", symbols, strict=False)):
        if place in function.whole:
            continue
        found = evaluate(jacobian(ex.reduce("sum", ["i"], ex.scalar(applied(function))), name), values)
        exact = sympy.diff(formula, symbol)
        if exact.has(sympy.erfcinv):  # SymPy has numbers for the other one alone
            exact = exact.rewrite(sympy.erfinv)
        for k in range(3):
            point = {s: sympy.sympify(values[str(s)][k].item()) for s in symbols}
            assert math.isclose(found[k], float(exact.subs(point).evalf()), rel_tol=1e-9, abs_tol=1e-12)


REDUCED = [
    "sum", "mean", "prod", "max", "min", "logsumexp", "norm", "var", "std",
]  # fmt: skip


@pytest.mark.parametrize("name", REDUCED)
@pytest.mark.parametrize(
    "text", ["s = {}[k](x[k,0]**2 + x[k,1])", "s = {}[k,l](x[k,l])", "s[k] = {}[l](x[k,l]*x[k,0])"]
)
def test_row_of_a_reduction_agrees_with_differences(name, text):
    x = np.array([[0.3, 1.1], [-0.7, 0.4], [1.9, -1.3]])
    check_grads(parse(text.format(name)), tolerance=1e-7, x=x)


@pytest.mark.parametrize("name", [f.name for f in INDEX_FUNCTIONS])
@pytest.mark.parametrize(
    "text", ["s[k] = {}[k](x[k,0] + x[k,1]**2)", "s[l] = {}[k](x[k,l])[1]", "s = sum[k](c[k]*{}[k](x[k,0]))"]
)
def test_row_of_an_index_function_agrees_with_differences(name, text):
    if ")[1]" in text:
        text = "t[l,k] = {}[k](x[k,l]); s[l] = t[l,1]"
    x = np.array([[0.3, 1.1], [-0.7, 0.4], [1.9, -1.3]])
    arrays = {"c": np.array([0.5, -1.0, 2.0])} if "c[k]" in text else {}
    check_grads(parse(text.format(name)), tolerance=1e-7, x=x, **arrays)


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_index_function_over_two_indices(name):
    check_grads(
        parse(f"s = sum[i,j](c[i,j]*{name}[i,j](x[i,j]))"),
        x=np.array([[0.3, 1.1], [-0.7, 0.4]]),
        c=np.array([[1.0, 2], [3, 5]]),
    )


@pytest.mark.parametrize("x", [[1.0, 2, 3], [1.0, 0, 3], [0.0, 2, 0, 5], [0.0, 0, 0]], ids=str)
@pytest.mark.parametrize("text", ["prod[k](x[k])", "sum[k](c[k]*cumprod[k](x[k]))"])
def test_products_are_right_with_zeros_in_two_orders(text, x):
    arrays = {"c": np.arange(1.0, len(x) + 1)} if "c[k]" in text else {}
    check_grads(parse(text), tolerance=1e-9, x=np.array(x), **arrays)


KINKS = [
    ("abs(x)", dict(x=0.0), "x", 0.0),
    ("relu(x)", dict(x=0.0), "x", 0.0),
    ("hardtanh(x)", dict(x=1.0), "x", 0.0),
    ("maximum(x, y)", dict(x=2.0, y=2.0), "x", 0.5),
    ("maximum(x, y)", dict(x=2.0, y=2.0), "y", 0.5),
    ("minimum(x, y)", dict(x=2.0, y=2.0), "x", 0.5),
    ("clip(x, a, b)", dict(x=1.0, a=0.0, b=1.0), "x", 1.0),
    ("clip(x, a, b)", dict(x=1.0, a=0.0, b=1.0), "b", 0.0),
    ("clip(x, a, b)", dict(x=2.0, a=0.0, b=1.0), "b", 1.0),
    ("clip(x, a, b)", dict(x=-2.0, a=0.0, b=1.0), "a", 1.0),
    ("clip(x, a, b)", dict(x=0.5, a=3.0, b=1.0), "b", 1.0),
    ("hypot(x, y)", dict(x=0.0, y=0.0), "x", 0.0),
    ("xlogy(x, y)", dict(x=0.0, y=0.0), "y", 0.0),
    ("sqrt(x)", dict(x=0.0), "x", math.inf),
    ("x**0", dict(x=0.0), "x", 0.0),
    ("x**y", dict(x=0.0, y=0.0), "x", 0.0),
    ("x**y", dict(x=0.0, y=1.0), "x", 1.0),
    ("x**y", dict(x=0.0, y=2.0), "x", 0.0),
    ("x**y", dict(x=0.0, y=2.0), "y", 0.0),
    ("x**y", dict(x=0.0, y=0.0), "y", 0.0),
    ("floor(x)*x", dict(x=2.5), "x", 2.0),
    ("sign(x)*x", dict(x=-2.5), "x", -1.0),
    ("mod(x, y)", dict(x=5.5, y=2.0), "x", 1.0),
    ("mod(x, y)", dict(x=5.5, y=2.0), "y", -2.0),
    ("stop_gradient(x)*x", dict(x=3.0), "x", 3.0),
]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("text, values, wrt, expected", KINKS, ids=lambda v: str(v))
def test_sA11_49_conventions_at_kinks(text, values, wrt, expected):
    arrays = {n: np.float64(v) for n, v in values.items()}
    derived = grad(parse(text), wrt)
    assert evaluate(derived, {t: arrays[t] for t in derived.inputs}) == expected


@pytest.mark.parametrize("name", sorted(table.ZERO & set(BY_NAME)))
def test_zero_functions_pass_nothing(name):
    function = BY_NAME[name]
    call = ex.call(function.name, *(ex.access(ex.tensor(n, 0)) for n in "ab"[: function.arity]))
    assert ex.is_const(grad(call, ex.tensor("a", 0)).args[0], 0.0)


@pytest.mark.parametrize("name", ["any", "all", "argmax", "argmin"])
def test_zero_reductions_pass_nothing(name):
    text = f"{name}[i](x[i] > 0)*c" if name in ("any", "all") else f"{name}[i](x[i])*c"
    derived = grad(parse(text), "x")
    assert evaluate(derived, {"x": np.ones(3)}).tolist() == [0, 0, 0]


def test_function_without_a_derivative_names_the_file(monkeypatch):
    row = Function("bare(x)", "float", real_only=True, finite="not", sign="any", partials=None)
    monkeypatch.setitem(BY_NAME, "bare", row)
    with pytest.raises(DerivativeError) as caught:
        Table(grad).row("bare")
    assert str(caught.value) == (
        "there is no derivative of bare.\n"
        "Give its row in espresso/formulas/graph/functions.py partials=, or ZERO there if its derivative is zero."
    )


@pytest.mark.parametrize(
    "row, message",
    [
        (derivative("sin x", "cos(x)"), "is written derivative"),
        (derivative("atan2(y, x)", "x"), "has 2 arguments and 1 partial"),
        (derivative("sin(x)", "cos(z)"), "uses z"),
        (derivative("max[k](x)", "(y[k] == r)"), "uses y"),
    ],
    ids=lambda v: v.of if isinstance(v, Derivative) else v,
)
def test_malformed_row_names_its_line(row, message):
    with pytest.raises(RuleError, match=message) as caught:
        Table(grad, [row]).row(row.of.split("(")[0].split("[")[0])
    assert "test_derivative_rules.py:" in str(caught.value)


def test_sA10_a_user_adds_a_row_in_one_line():
    row = derivative("sign(x)", "3*x")
    assert evaluate(grad(parse("sign(x)"), "x", rules=[row]), {"x": np.float64(2.0)}) == 6.0


@pytest.mark.parametrize(
    "wrong, text",
    [
        (derivative("sin(x)", "-cos(x)"), "sum[i](sin(x[i]))"),
        (derivative("acos(x)", "1/sqrt(1 - x**2)"), "sum[i](acos(x[i]))"),  # XDiff
        (derivative("abs(x)", "sign(x)*x"), "sum[i](abs(x[i]))"),  # XDiff
        (derivative("abs2(x)", "2*abs(x)*sign(x)*x"), "sum[i](abs2(x[i]))"),  # XDiff
        (derivative("tanh(x)", "1 - tanh(x)**2 + 1/100000"), "sum[i](tanh(x[i]))"),
        (derivative("max[k](x)", "(x[k] >= r - 1)/sum[m](x[m] == r)"), "max[i](x[i])"),
        (derivative("mean[k](x)", "1/(n + 1)"), "mean[i](x[i])"),
        (derivative("softmax[k](x)", "r[k]*c[k]", "r[k]*c[k]"), "sum[i](i*softmax[i](x[i]))"),
    ],
    ids=lambda v: v.of if isinstance(v, Derivative) else "",
)
def test_planted_wrong_row_is_caught(wrong, text):
    x = np.array([0.3, -0.4, 0.6])
    check_grads(parse(text), x=x)
    with pytest.raises(DerivativeError, match=r"derivative of order 1 by x\[\d\] is .* differences of values give"):
        check_grads(parse(text), rules=(wrong,), x=x)


def test_planted_wrong_second_derivative_is_caught():
    wrong = derivative("cos(x)", "sin(x)")
    with pytest.raises(DerivativeError, match="derivative of order 2"):
        check_grads(parse("sin(x)"), rules=(wrong,), x=np.float64(0.5))


@pytest.mark.parametrize("zeros", [(), (7,), (7, 400), (0,), (599,)], ids=str)
def test_the_gradient_of_long_running_products_takes_a_square_of_steps(zeros: tuple[int, ...]) -> None:
    """A cube of them would take a minute; zeros among the factors divide nothing."""
    x, c = 1 + 0.1*np.random.default_rng(5).normal(size=600), np.cos(np.arange(600.0))
    x[list(zeros)] = 0
    f = es.compile(es.grad(es.parse("s = sum[k](c[k]*cumprod[k](x[k]))"), "x"), target="cpu")
    before, after, right = np.cumprod(np.r_[1, x[:-1]]), 0.0, np.empty(600)
    for k in reversed(range(600)):
        after = c[k] + (x[k + 1]*after if k < 599 else 0)
        right[k] = before[k]*after
    np.testing.assert_allclose(f(x=x, c=c), right, rtol=1e-9, atol=1e-9)
