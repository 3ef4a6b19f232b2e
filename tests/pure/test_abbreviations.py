"""Names for parts of long formulas: ``... where p[k] = softmax[k](z[k])`` (issue 6, part 7; part 3.1 of acceptance)."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings

import espresso as es
from espresso.errors import NotationError, SummationError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.notation.parsing import parse
from espresso.formulas.printing.abbreviations import abbreviated
from espresso.formulas.printing.text import text
from tests.generators import expressions, odd_expressions


@given(expressions())
@settings(max_examples=50)
def test_round_trip_with_every_shared_part_named(e: Expr) -> None:
    assert parse(text(e, 0)) is e


@given(odd_expressions())
@settings(max_examples=75)
def test_round_trip_of_odd_expressions_with_names(e: Expr) -> None:
    assert parse(text(e, 0)) is e


def test_a_derivative_stops_at_named_parts() -> None:
    """Part 3.1: the second derivative of a sum of log-sum-exp parses back and has the same value."""
    e = es.parse("f = sum[i](log(sum[j](exp(A[i,j]*x[j]))))")
    h = es.hessian(e, "x")
    for shown in (str(h), text(h, 0)):
        assert es.parse(shown) is h
    rng = np.random.default_rng(0)
    A, x = rng.normal(size=(3, 4)), rng.normal(size=4)
    p = np.exp(A * x) / np.exp(A * x).sum(1, keepdims=True)
    wanted = np.einsum("ij,jk->jk", A * A * p, np.eye(4)) - np.einsum("ij,ij,ik,ik->jk", A, p, A, p)
    np.testing.assert_allclose(es.evaluate(es.parse(text(h, 0)), {"A": A, "x": x}), wanted, rtol=1e-12)


def test_equal_parts_at_other_indices_are_one_definition() -> None:
    e = parse("y[k,l] = (c[k] - softmax[k](z[k]))*(c[l] - softmax[l](z[l])) + (k == l)*log(c[k] - softmax[k](z[k]))")
    assert text(e, 40) == (
        "y[k,l] = u[k]*u[l] + (k == l)*log(u[k])\n    where u[k] = c[k] - softmax[k](z[k])"
    )
    assert parse(text(e, 40)) is e


def test_definitions_stand_in_order_of_use_and_may_be_written_in_any() -> None:
    e = parse("f = sum[k](tanh(sum[j](W[k,j]*x[j]))**2) + sum[l](exp(tanh(sum[j](W[l,j]*x[j]))))")
    shown = text(e, 0)
    assert [m[1] for m in re.finditer(r"where (\w+)", shown)] == ["t"]
    one = "y = a + b where a = 2*b where b = x + 1"
    other = "y = a + b where b = x + 1 where a = 2*b"
    assert parse(one) is parse(other) is parse("y = 2*(x + 1) + (x + 1)")


def test_names_never_collide() -> None:
    """Letters of inputs, statements and indices are skipped, whatever they are."""
    body = "sum[p](softmax[p](u[p] + u1[p])*softmax[p](u[p] + u1[p]) + h*softmax[p](u[p] + u1[p])) + t + s"
    e = parse(f"a = 1; y = {body} + sum[p1](u[p1] + u1[p1])*a")
    shown = text(e, 0)
    names = re.findall(r"where (\w+)", shown)
    assert names and not set(names) & {"p", "p1", "u", "u1", "h", "t", "s", "a", "y"}
    assert parse(shown) is e


def test_a_line_that_stays_too_wide_is_broken_at_its_longest_part() -> None:
    terms = " + ".join(f"tanh(sum[j](W{n}[i,j]*longer{n}[j]) + bias{n}[i])" for n in range(6))
    e = parse(f"y[i] = exp({terms})")
    shown = str(e)
    assert parse(shown) is e
    assert max(map(len, shown.split("\n"))) < 130 < len(text(e, None))


def test_short_formulas_stay_in_one_piece() -> None:
    body = parse("y = (a + b)/(a + b + 1)*exp(a + b)").args[0]
    assert abbreviated(body, ()) == (body, [])


def test_latex_and_numpy_name_the_same_parts() -> None:
    e = es.hessian(es.parse("loss = sum[i](log(1 + exp(-y[i]*sum[j](X[i,j]*w[j]))))"), "w")
    assert r"\text{where } s_{i} &= \sum_{l} X_{il} \, w_{l}" in e.latex()
    assert e.latex().startswith("\\begin{aligned}\n")
    assert e.to_numpy().count("X @ w") == 1


@pytest.mark.parametrize(
    ("typed", "message", "mark"),
    [
        ("y = p where p = p", "a definition reads itself", "p = p"),
        ("y = p where p = q where q = 2*p", "a definition reads itself", "p = q"),
        ("where p = 3", "'where' follows no formula", "where"),
        ("y = p where p", "'where' is followed by no definition", "where"),
        ("y = pad(p)[i-1] where p[i] = x[i]", "it is a shorthand and no array", "p[i] = x"),
        ("y[i] = p[i]*size(p, 0) where p[i] = x[i]", "it is a shorthand and no array", "p[i] = x"),
        ("y = p[i] where p[i] = x[i] where p[i] = 3", "p is defined twice", "p[i] = x"),
    ],
)
def test_mistakes(typed: str, message: str, mark: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(typed)
    lines = str(caught.value).split("\n")
    assert message in lines[0]
    place = next(line for line in lines if typed in line).index(typed) + typed.index(mark)
    assert lines[2][place] == "^"


def test_a_name_is_known_in_its_statement_only() -> None:
    e = parse("y = 2*p where p = x + 1; z = y*p")
    assert sorted(e.inputs) == ["p", "x"]
    with pytest.raises(SummationError, match=r"p\[i\] = sum\[j\]"):
        parse("y = sum[i](p[i]) where p[i] = exp(x[i,j])")
    assert parse("y[i] = a[i]*p[i] where p[i] = W[i,j]*x[j]") is parse("y[i] = a[i]*sum[j](W[i,j]*x[j])")
    assert [n.op for n in ex.postorder(parse("y[i] = where(x[i] > 0, x[i], 0)")) if n.op == "call"] == ["call"] * 2


def test_parts_that_differ_in_their_number_of_indices_are_not_the_same() -> None:
    # the diagonal S[i,i] of a long part has one index less than the part itself
    part = "sum[k]((X[{a},k] - mean[l](X[{a},l]))*(X[{b},k] - mean[l](X[{b},l])))"
    written = f"{part.format(a='i', b='j')}/sqrt({part.format(a='i', b='i')})"
    e = parse(f"R[i,j] = {written}*exp({part.format(a='j', b='j')})")
    assert "where" in str(e) and parse(str(e)) is e
