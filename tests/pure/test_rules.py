"""Every row of every rule set: sound, proved where possible, alive, shrinking, documented."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from rowcheck import check_rules, fires, lowers_measure, problems, value_problems

from espresso.algebra.rewriting.definitions import expand_definitions
from espresso.algebra.rewriting.matching import wildcard, wildcards
from espresso.algebra.rewriting.patterns import compile_rule, parse_side
from espresso.algebra.rewriting.rule_sets import default_definitions, default_rules
from espresso.algebra.rewriting.rules import Definition, Rule
from espresso.algebra.rewriting.simplification import simplify
from espresso.errors import RuleError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.functions import ALONG_ONE, BY_NAME, INDEX_FUNCTIONS, REDUCTIONS
from espresso.formulas.notation.parsing import parse
from espresso.reference.evaluator import evaluate

RULES = default_rules()
BY_RULE = {r.name: r for r in RULES}


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.name)
def test_row(rule: Rule) -> None:
    assert problems(rule, RULES) == []


def test_rows_are_distinct_and_well_formed() -> None:
    check_rules(RULES)
    assert len({r.name for r in RULES}) == len(RULES)
    assert all(r.level in ("exact", "algebraic") for r in RULES)


def test_rows_know_where_they_stand() -> None:
    assert all(r.where.rpartition(":")[0].endswith((".py",)) and r.where.rpartition(":")[2].isdigit() for r in RULES)


# --- SymPy: the scalar rows are proved, not only sampled ----------------------------------


def _scalar_rows() -> list[Rule]:
    rows = []
    for r in RULES:
        left, right = parse_side(r.left, r.where), parse_side(r.right, r.where)
        nodes = [*ex.postorder(left), *ex.postorder(right)]
        functions = [n.data for n in nodes if n.op == "call"]
        plain = all(n.op in ("call", "const", "access", "tensor") for n in nodes)
        if plain and all(f in ("add", "mul", "pow") or BY_NAME[f].sympy or f in _SAME for f in functions):
            rows.append(r)
    return rows


_SAME = ("exp", "log", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh",
         "atanh", "erf", "erfc", "sign", "cbrt")  # fmt: skip


def _sympy(e: Any, symbols: dict[str, Any]) -> Any:
    import sympy

    name = wildcard(e)
    if name is not None:
        return symbols[name]
    if e.op == "const":
        return sympy.nsimplify(str(e.data), rational=True)
    args = [_sympy(a, symbols) for a in e.args]
    if e.data == "add":
        return sympy.Add(*args)
    if e.data == "mul":
        return sympy.Mul(*args)
    if e.data == "pow":
        return args[0] ** args[1]
    if e.data in _SAME:
        return getattr(sympy, e.data)(args[0])
    places = [sympy.Dummy(f"a{k}", real=True) for k in range(len(args))]
    text = BY_NAME[e.data].sympy.format(*(p.name for p in places))  # type: ignore[union-attr]
    template = sympy.sympify(text, locals={p.name: p for p in places})
    return template.subs(dict(zip(places, args, strict=True)), simultaneous=True)


@pytest.mark.parametrize("rule", _scalar_rows(), ids=lambda r: r.name)
def test_scalar_row_holds_in_sympy_to_forty_digits(rule: Rule) -> None:
    import sympy

    left, right = parse_side(rule.left, rule.where), parse_side(rule.right, rule.where)
    domain = dict(rule.domain)
    points = ("0.3", "0.7", "0.11")
    symbols = {}
    for k, name in enumerate(sorted(wildcards(left))):
        low, high = domain.get(name, (-2.0, 2.0))
        value = sympy.Rational(points[k % 3]) * sympy.Rational(str(high)) + sympy.Rational(str(max(low, 0)))
        if f"is_even({name})" in (rule.when or ""):
            value = sympy.Integer(4)
        elif f"is_positive_number({name})" in (rule.when or ""):
            value = sympy.Integer(3)
        elif f"is_nonpositive_number({name})" in (rule.when or ""):
            value = sympy.Integer(-3)
        elif f"is_integer({name})" in (rule.when or ""):
            value = sympy.Integer(2)
        symbols[name] = value
    difference = (_sympy(left, symbols) - _sympy(right, symbols)).evalf(40)
    assert abs(difference) < sympy.Float("1e-30")


def test_most_rows_are_scalar_rows() -> None:
    assert len(_scalar_rows()) > 50


# --- planted faults: each of these must be found ------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Rule("wrong-sign", "log(logistic(_x))", "softplus(-_x)"), "differ"),
        (Rule("wrong-factor", "sin(_x)**2 + cos(_x)**2", "2"), "differ"),
        (Rule("wrong-shift", "max[_k](_x + _a)", "max[_k](_x)", when="free_of(_a, _k)"), "differ"),
        (Rule("grows", "sin(_x)", "2*sin(_x/2)*cos(_x/2)"), "not smaller"),
        (Rule("dead", "log(1 + exp(_x)) ", "softplus(_x) "), "never fires"),
    ],
    ids=lambda v: v.name if isinstance(v, Rule) else "",
)
def test_a_planted_wrong_row_is_found(wrong: Rule, message: str) -> None:
    assert any(message in p for p in problems(wrong, [*RULES, wrong]))


@pytest.mark.parametrize("name", ["exp-log", "abs-nonnegative", "sign-positive", "relu-nonnegative"])
def test_a_dropped_guard_is_found(name: str) -> None:
    assert value_problems(BY_RULE[name]) == []
    assert value_problems(replace(BY_RULE[name], when=None, domain=())) != []


@pytest.mark.parametrize("name", ["max-shift", "logsumexp-shift", "softmax-shift"])
def test_a_dropped_index_guard_is_found(name: str) -> None:
    assert value_problems(replace(BY_RULE[name], when=None)) != []


def test_a_row_hidden_by_an_earlier_one_is_found() -> None:
    late = Rule("late", "sqrt(_x**2)", "abs(_x)", when="is_real(_x) ")
    assert not fires(late, [*RULES, late])


def test_the_measure_sees_growth_and_copies() -> None:
    assert not lowers_measure(Rule("same", "sin(_x)", "cos(_x)"))
    assert not lowers_measure(Rule("copies", "exp(_x)", "_x*sin(_x)*cos(_x)"))
    assert lowers_measure(Rule("shrinks", "log(exp(_x))", "_x"))


# --- malformed rows -----------------------------------------------------------------------


def _error(rule: Rule) -> str:
    with pytest.raises(RuleError) as caught:
        compile_rule(rule)
    return str(caught.value)


def test_a_misspelt_wildcard_is_reported_with_file_and_line() -> None:
    rule = Rule("misspelt", "log(_xx)", "_xz")
    text = _error(rule)
    assert text.startswith(f"{__file__}:") and rule.where in text
    assert text == (
        f"{rule.where}: the right side of rule 'misspelt' has the wildcard _xz, which its left side lacks. "
        "Did you mean '_xx'?\n  log(_xx) -> _xz"
    )


def test_a_misspelt_wildcard_in_the_guard_is_reported() -> None:
    assert "the guard of rule 'm' has the wildcard _z" in _error(Rule("m", "log(_x)", "_x", when="is_positive(_z)"))


def test_a_misspelt_predicate_is_reported() -> None:
    assert "there is no predicate 'is_positve'. Did you mean 'is_positive'?" in _error(
        Rule("m", "log(_x)", "_x", when="is_positve(_x)")
    )


@pytest.mark.parametrize(
    "guard", ["__import__('os').getcwd()", "_x.free", "1", "is_positive(_x) + 1", "is_positive(", "[_x]"]
)
def test_a_guard_is_never_evaluated(guard: str) -> None:
    text = _error(Rule("m", "log(_x)", "_x", when=guard))
    assert "guard" in text or "predicate" in text


def test_a_wrong_number_of_arguments_in_a_guard_is_reported() -> None:
    assert "free_of takes 2 wildcards, 1 given" in _error(Rule("m", "log(_x)", "_x", when="free_of(_x)"))


def test_a_side_that_cannot_be_read_is_reported() -> None:
    assert "cannot be read as a pattern" in _error(Rule("m", "log(_x", "_x"))


def test_a_wrong_level_is_reported() -> None:
    assert "has level 'sometimes'" in _error(Rule("m", "log(_x)", "_x", level="sometimes"))


def test_duplicates_are_an_error() -> None:
    first, second = Rule("one", "log(exp(_x))", "_x"), Rule("two", "log(exp(_x))", "_x")
    with pytest.raises(RuleError, match="rule 'two' is a duplicate of 'one'"):
        check_rules([first, second])
    with pytest.raises(RuleError, match="duplicate"):
        check_rules([first, Rule("one", "log(exp(_y))", "_y + 0")])


def test_rules_that_cycle_are_named() -> None:
    rules = [Rule("there", "sin(_x)", "cos(_x)"), Rule("back", "cos(_x)", "sin(_x)")]
    with pytest.raises(RuleError, match=r"(?s)did not come to an end.*(there, back|back, there)"):
        simplify(parse("sin(x)"), rules=rules)


def test_user_rules_join_the_shipped_ones() -> None:  # sA10
    mine = Rule("double-angle", "2*sin(_x)*cos(_x)", "sin(2*_x)")
    assert simplify(parse("2*cos(a)*sin(a) + log(exp(b))"), rules=[*RULES, mine]) is simplify(parse("sin(2*a) + b"))


# --- definitions --------------------------------------------------------------------------


@pytest.mark.parametrize("row", default_definitions(), ids=lambda d: d.left)
def test_definition_has_the_value_of_the_function(row: Definition, rng: np.random.Generator) -> None:
    name = row.left.partition("[")[0]
    x = rng.uniform(-2, 2, (4, 5))
    whole = () if name in ALONG_ONE else (f"{name}[i,k](x[i,k])",)
    for text in (f"{name}[k](x[i,k])", f"{name}[i](x[i,k])", *whole):
        e = parse(text)
        written = expand_definitions(e)
        assert all(n.data[0] in ("sum", "max", "sort") for n in ex.postorder(written) if n.op in ("reduce", "scan"))
        np.testing.assert_allclose(evaluate(written, {"x": x}), evaluate(e, {"x": x}), rtol=1e-12)


def test_every_function_without_loops_has_a_definition() -> None:
    defined = {d.left.partition("[")[0] for d in default_definitions()}
    assert {f.name for f in (*REDUCTIONS, *INDEX_FUNCTIONS) if not f.core} == defined


def test_definitions_reach_into_statements_and_shifted_reads() -> None:
    e = parse("p[b,k] = softmax[k](x[b,k]); m = mean[b,k](p[b,k]*logsumexp[k](x[b,k]))")
    written = expand_definitions(e)
    left = {n.data[0] for n in ex.postorder(written) if n.op in ("reduce", "scan")}
    assert left == {"max", "sum"}


def test_logsumexp_of_a_row_of_minus_infinity_is_minus_infinity() -> None:
    e = parse("[b] = logsumexp[k](x[b,k])")
    x = np.array([[-np.inf, -np.inf], [1000.0, 1000.0], [np.inf, 0.0], [-np.inf, 3.0]])
    np.testing.assert_allclose(evaluate(expand_definitions(e), {"x": x}), [-np.inf, 1000 + np.log(2), np.inf, 3.0])
