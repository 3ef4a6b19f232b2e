"""Rules, derivative rows and traces as users write them (sA8, sA9, sA10)."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.algebra.rewriting.rules import as_derivative, as_rule
from espresso.errors import RuleError


def test_a_rule_from_text_with_a_guard() -> None:
    rule = as_rule("log(_x**_n) -> _n*log(_x) when is_positive(_x)")
    assert (rule.left, rule.right, rule.when) == ("log(_x**_n)", "_n*log(_x)", "is_positive(_x)")
    e = es.parse("y = abs(x) + abs(exp(x))")
    assert str(es.simplify(e, rules=["abs(_x) -> _x when is_positive(_x)"])) == "y = abs(x) + exp(x)"
    assert str(es.rewrite_all(e, "abs(_x) -> _x when is_positive(_x)")) == "y = abs(x) + exp(x)"


def test_simplify_and_compile_take_text_beside_the_default_rules() -> None:
    mine = [*es.DEFAULT, "erf(_x) -> atan(_x)"]
    e = es.parse("y[i] = exp(x[i])*exp(-x[i]) + erf(x[i])")
    assert str(es.simplify(e, rules=mine)) == "y[i] = atan(x[i]) + 1"
    np.testing.assert_allclose(es.compile(e, rules=mine)(x=np.ones(2)), 1 + np.arctan(1))
    np.testing.assert_allclose(es.compile(e, rules=mine, target="numpy")(x=np.ones(2)), 1 + np.arctan(1))


def test_splats_and_repeated_wildcards_in_text() -> None:
    e = es.parse("y = a*b*sin(x)*c")
    assert str(es.rewrite_all(e, "sin(_x)*_rest... -> cos(_x)*_rest...")) == "y = a*b*cos(x)*c"
    assert str(es.rewrite(es.parse("a + a"), "_x + _x -> 2*_x")) == "2*a"
    assert es.tryrewrite(es.parse("a + b"), "_x + _x -> 2*_x") is None
    outside = "sum[_k](_a*_x) -> _a*sum[_k](_x) when free_of(_a, _k)"
    assert str(es.rewrite_all(es.parse("t[i] = sum[k](c[i]*x[k])"), outside)) == "t[i] = c[i]*sum[k](x[k])"


def test_a_derivative_row_from_text() -> None:
    e = es.parse("s = sum[i](relu(x[i]))")
    assert str(es.grad(e, "x", rules=["relu(x) -> x >= 0"])) == "ds_dx[i] = 1.0*(x[i] >= 0)"
    straight = es.grad(es.parse("s = sum[i](round(x[i])*w[i])"), "x", rules=["round(x) -> 1"])
    assert str(straight) == "ds_dx[i] = w[i]"
    row = as_derivative("atan2(y, x) -> x/(x**2 + y**2); -y/(x**2 + y**2)")
    assert len(row.partials) == 2


def test_the_trace_says_what_fired() -> None:
    simple, trace = es.simplify(es.parse("y[i] = log(exp(x[i])) + cos(x[i])**2 + sin(x[i])**2"), trace=True)
    assert str(simple) == "y[i] = x[i] + 1"
    lines = str(trace).splitlines()
    assert lines[0] == "log-exp  log(exp(x[i]))  ->  x[i]"
    assert [line.split()[0] for line in lines] == ["log-exp", "sin-cos"]
    assert str(es.simplify(es.parse("y = x + z"), trace=True)[1]) == "(no rule fired)"
    steps: list[tuple[str, es.Expr, es.Expr]] = []
    es.simplify(es.parse("y = log(exp(x))"), trace=steps)
    assert [name for name, _, _ in steps] == ["log-exp"]


@pytest.mark.parametrize("text", ["log(_x)", "-> _x", "log(_x) ->", "abs(_x) -> _x when "])
def test_text_that_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="a rule is written"):
        as_rule(text)
    with pytest.raises(RuleError):
        es.simplify(es.parse("y = x"), rules=[text])


def test_text_that_is_no_derivative_is_refused() -> None:
    for row in ("relu(x)", "relu(x) -> ", 3):
        with pytest.raises(RuleError, match="a derivative row"):
            as_derivative(row)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="2 arguments and 1"):
        es.grad(es.parse("s = atan2(y, x)"), "x", rules=["atan2(y, x) -> x"])
