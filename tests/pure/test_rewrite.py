"""Matching and rewriting by hand: acceptance cases 1 and 2, sA8."""

from __future__ import annotations

from typing import Any

import pytest

from espresso.algebra.rewriting.apply import find, match, rewrite, rewrite_all, tryrewrite, without
from espresso.algebra.rewriting.matching import pattern_text
from espresso.algebra.rewriting.rules import Rule
from espresso.errors import InputError, RuleError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.notation.parsing import parse

A, B = parse("a"), parse("b")


def call(name: str, *args: Expr) -> Expr:
    return ex.call(name, *args)


def test_match_binds_wildcards() -> None:
    found = match("_x**2", parse("a**2"))
    assert found == {"_x": A}
    assert found is not None and found["x"] is A


def test_match_binds_a_group_of_indices() -> None:
    found = match("x[_I...]", parse("[i,j,k] = x[i,j,k]"))
    assert found == {"_I": tuple(ex.index(n) for n in "ijk")}


def test_match_binds_the_arguments_of_an_unknown_function() -> None:
    rest = ex.access(ex.tensor("_args__splat", 0))
    assert pattern_text("_args...") == "_args__splat"
    assert match(call("foo", rest), call("foo", A, B)) == {"_args": (A, B)}
    assert match(call("foo", rest), call("foo")) == {"_args": ()}


def test_repeated_wildcards_must_be_the_same() -> None:
    assert match("_x + _y", A + A) == {"_x": A, "_y": A}
    assert match("_x + _x", A + A) == {"_x": A}
    assert match("_x + _x", A + B) is None
    assert match("_x + _x", A + B, exact=False) is not None


def test_operands_match_in_any_order() -> None:
    assert match("_x*exp(_y)", parse("exp(a)*b")) == {"_x": B, "_y": A}
    assert match("1 + _x", parse("a + 1")) == {"_x": A}
    assert match("_x - _y", parse("-b + a")) == {"_x": A, "_y": B}


def test_one_wildcard_takes_the_other_operands() -> None:
    assert match("exp(_x)*_y", parse("a*exp(b)*c")) == {"_x": B, "_y": parse("a*c")}
    assert match("exp(_x)*_rest...", parse("exp(b)")) == {"_x": B, "_rest": ()}
    assert match("exp(_x)*_c_", parse("exp(b)")) == {"_x": B, "_c_": ex.const(1)}


def test_reductions_bind_the_group_of_their_indices() -> None:
    found = match("sum[_k](exp(_x))", parse("sum[i,j](exp(X[i,j]))"))
    assert found == {"_k": ("i", "j"), "_x": parse("X[i,j]")}


def test_a_bound_index_agrees_with_a_free_one_up_to_its_name() -> None:
    assert match("exp(_x)/sum[_k](exp(_x))", parse("[k] = exp(x[k])/sum[j](exp(x[j]))")) is not None
    assert match("exp(_x)/sum[_k](exp(_x))", parse("[k] = exp(y[k])/sum[j](exp(x[j]))")) is None
    clash = parse("[k] = exp(x[k,k])/sum[j](exp(x[k,j]))")
    assert match("exp(_x)/sum[_k](exp(_x))", clash) is None


def test_array_wildcards() -> None:
    found = match("_A[i]*_B[j]", parse("[i,j] = x[i]*y[j]"))
    assert found is not None and {found["_A"].data.name, found["_B"].data.name} == {"x", "y"}
    assert match("_A[i]*_A[j]", parse("[i,j] = x[i]*y[j]")) is None


def test_rewrite_and_tryrewrite() -> None:
    assert rewrite(A + 2 * B, "_x + 2*_y -> _x*_y") is A * B
    assert tryrewrite(A * B, "_x + _y -> _x") is None
    with pytest.raises(RuleError, match="the left side _x \\+ _y does not match a\\*b"):
        rewrite(A * B, "_x + _y -> _x")


@pytest.mark.parametrize("rule", ["_x**2 -> _x*_x", ("_x**2", "_x*_x"), Rule("square", "_x**2", "_x*_x")])
def test_a_rule_is_text_a_pair_or_a_value(rule: Any) -> None:
    assert rewrite(parse("a**2"), rule) is A * A


def test_rewrite_keeps_the_left_side_of_a_statement() -> None:
    assert str(rewrite(parse("y[i] = x[i] + 2*z[i]"), "_x + 2*_y -> _x*_y")) == "y[i] = x[i]*z[i]"


def test_guards_of_rules_hold_when_rewriting_by_hand() -> None:
    rule = Rule("r", "log(exp(_x))", "_x", when="is_positive(_x)")
    assert tryrewrite(parse("log(exp(a))"), rule) is None
    assert tryrewrite(parse("log(exp(exp(a)))"), rule) is parse("exp(a)")


def test_rewrite_all_with_unknown_functions() -> None:
    x = ex.access(ex.tensor("_x", 0))
    e = call("foo", call("bar", call("foo", A)))
    rules = [(call("foo", x), call("quux", x)), (call("bar", x), call("baz", x))]
    assert rewrite_all(e, rules) is call("quux", call("baz", call("quux", A)))


def test_rewrite_all_visits_every_place_once() -> None:
    assert rewrite_all(parse("sin(sin(a))"), "sin(_x) -> 2*sin(_x)") is parse("2*sin(2*sin(a))")


def test_rewrite_all_matches_parts_of_products() -> None:
    assert rewrite_all(parse("a*sin(x)*cos(x)"), "sin(_x)*cos(_x) -> sin(2*_x)/2") is parse("sin(2*x)/2*a")


def test_without_drops_operands() -> None:
    m, n = ex.index("m"), ex.index("n")
    assert without(call("mul", A, call("eq", m, n)), "_i == _j") is A
    assert without(parse("a + exp(b) + c"), "exp(_x)") is parse("a + c")
    assert without(parse("exp(b)*exp(a)"), "exp(_x)") is ex.const(1)


def test_find_lists_subexpressions_inner_first() -> None:
    found = find("exp(_x)", parse("exp(exp(a)) + sum[i](exp(x[i])*y[i])"))
    assert [str(e) for e in found[:2]] == ["exp(a)", "exp(exp(a))"]
    assert len(found) == 3


def test_subs_of_the_checklist() -> None:
    assert parse("x**n").subs({"n": 2}) is parse("x**2")


@pytest.mark.parametrize("key", [3, ("x",), parse("x + 1"), parse("h[i] = x[i]; y = sum[i](h[i])").args[0]])
def test_subs_says_what_a_key_is(key: Any) -> None:
    with pytest.raises(InputError, match="an input or an index is replaced, by its name or itself, not "):
        parse("x**n").subs({key: 2})


@pytest.mark.parametrize("text", ["log(_x)", "-> _x", "log(_x) ->", ""])
def test_a_rule_without_an_arrow_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="a rule is written 'left -> right'"):
        rewrite(A, text)
