"""Text to expressions: the language of design section 3, the summation convention, robustness."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.errors import EspressoError, IndexNameError, NotationError, RankError, SummationError
from espresso.formulas.graph import expr as ex, operators as op
from espresso.formulas.notation.parsing import parse
from espresso.frontends.inputs import tensors
from espresso.reference.evaluator import evaluate

# --- the summation convention (sA2, design section 3) -------------------------------------

CONVENTION = [
    # rule 1: repeated in a product
    ("z = x[i]*y[i]", "z = sum[i](x[i]*y[i])"),
    ("x[i]*y[i]", "sum[i](x[i]*y[i])"),
    ("z[i] = A[i,j]*x[j]", "z[i] = sum[j](A[i,j]*x[j])"),
    ("z = A[i,i]", "z = sum[i](A[i,i])"),
    ("A[i,j,i]", "sum[i](A[i,j,i])"),
    ("z = x[i]/y[i]", "z = sum[i](x[i]/y[i])"),
    ("z = exp(x[i])/y[i]", "z = sum[i](exp(x[i])/y[i])"),
    ("y = f(x)[j]", None),
    ("y[i] = exp(x[j])*(i == j)", "y[i] = sum[j](exp(x[j])*(i == j))"),
    ("z[b] = exp(A[b,k]*x[k])", "z[b] = exp(sum[k](A[b,k]*x[k]))"),
    ("z = exp(A[i,i])", "z = exp(sum[i](A[i,i]))"),
    ("z = x[i]*i", "z = sum[i](x[i]*i)"),
    ("z = x[i]*(y[i] + c)", "z = sum[i](x[i]*(y[i] + c))"),
    ("z = x[i]*x[i + 1]", "z = sum[i](x[i]*x[i + 1])"),
    ("z[k] = 22x[i,i,k]", "z[k] = sum[i](22*x[i,i,k])"),
    ("z = x[i,i,k,j,j]", "z = sum[i,k,j](x[i,i,k,j,j])"),
    ("z = softmax[k](x[k])*w[k]", "z = sum[k](softmax[k](x[k])*w[k])"),
    ("softmax[k](q[d]*K[k,d])", "softmax[k](sum[d](q[d]*K[k,d]))"),
    ("z = exp(A[i,k]*x[k])*exp(B[j,k]*y[k])*u[i]*v[j]",
     "z = sum[i,j](exp(sum[k](A[i,k]*x[k]))*exp(sum[k](B[j,k]*y[k]))*u[i]*v[j])"),
    # rule 2: once, in a term at the top level
    ("C[i] = A[j] + B[j,k]", "C[i] = sum[j](A[j]) + sum[j,k](B[j,k])"),
    ("z[i] = x[i,j] + y[j,i]", "z[i] = sum[j](x[i,j]) + sum[j](y[j,i])"),
    ("z = x[i] + y[i]", "z = sum[i](x[i]) + sum[i](y[i])"),
    ("z = a[i]*b[i] + c[i]", "z = sum[i](a[i]*b[i]) + sum[i](c[i])"),
    ("z = -x[i]", "z = sum[i](-x[i])"),
    ("z[i] = A[i,j]*B[j,k]", "z[i] = sum[j,k](A[i,j]*B[j,k])"),
    ("y[i] = a[i]/x[j]", "y[i] = sum[j](a[i]/x[j])"),
    ("y[k] = W[idx[b],k]", "y[k] = sum[b](W[idx[b], k])"),
    ("y[i] = x[i] + 1000x[j]", "y[i] = x[i] + sum[j](1000*x[j])"),
    # bound or on the left side: nothing is added
    ("z = sum[i](x[i]*y[i])", "z = sum[i](x[i]*y[i])"),
    ("z[i] = x[i]*y[i]", "z[i] = x[i]*y[i]"),
    ("z = max[i](x[i]*y[i])", "z = max[i](x[i]*y[i])"),
    ("y[i] = cumsum[i](x[i]*x[i])", "y[i] = cumsum[i](x[i]*x[i])"),
    # no left side: a single index is free
    ("x[i] + y[i]", "x[i] + y[i]"),
    ("exp(x[i])", "exp(x[i])"),
    ("x[i]**2", "x[i]**2"),
    ("A[i,j] + x[j]*y[j]", None),
    ("u[i]*v[j]", "u[i]*v[j]"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "printed"), CONVENTION, ids=[c[0] for c in CONVENTION])
def test_convention(typed: str, printed: str | None) -> None:
    """sA2: every sum that the convention adds is printed."""
    if printed is None:
        with pytest.raises(EspressoError):
            parse(typed)
    else:
        assert str(parse(typed)) == printed


AMBIGUOUS = [
    "z = exp(x[i])", "z = x[i]**2", "z = 2*(x[i] + y[i])", "z = exp(a[i]*b[i] + c[i])", "z = exp(a[i]*b[i])*c[i]",
    "z = cos(exp(a[i]*b[i])*c[i]*d[i])", "z = (i == 3) + x[i]", "z = softmax[k](x[k])",
    "z = sum[j](A[i,j])", "z = 1/x[i]**2",
    "a[i]*b[i] + c[i]", "exp(a[i]*b[i])*c[i]", "where(a[i]*b[i] > 0, c[i], 0)", "A[j,i] + x[j]*y[j]",
]  # fmt: skip


@pytest.mark.parametrize("typed", AMBIGUOUS)
def test_two_readings_are_an_error_that_shows_them(typed: str) -> None:
    """Rule 3: the message holds a caret and spellings that parse, without the error."""
    with pytest.raises(SummationError) as caught:
        parse(typed)
    lines = str(caught.value).split("\n")
    assert lines[1] == "  " + typed
    assert set(lines[2]) == {" ", "^"}
    shown = [line.strip() for line in lines[4:]]
    assert len(shown) >= 2
    for line in shown:
        assert parse(line) is not None


def test_two_spellings_of_design() -> None:
    """Both explicit spellings of ``z = exp(x[i])`` stand in the message."""
    with pytest.raises(SummationError) as caught:
        parse("z = exp(x[i])")
    assert "  z = sum[i](exp(x[i]))\n  z = exp(sum[i](x[i]))" in str(caught.value)


def test_free_and_summed_indices() -> None:
    """Case 4: index sets."""
    for t, free, summed in [
        ("A[i,k]*B[k,j]", "ij", "k"), ("A[i,j]*b[j]", "i", "j"), ("A[i,j] + B[i,j]", "ij", ""),
        ("exp(A[i])", "i", ""), ("A[i] + B[i,j]", "ij", ""), ("C[i] = A[j] + B[j,k]", "i", "jjk"),
    ]:  # fmt: skip
        e = parse(t)
        assert "".join(e.axes) == free
        assert "".join(n for r in ex.postorder(e) if r.op == "reduce" for n in r.data[1]) == summed


def test_patterns_are_not_summed() -> None:
    """summation=False: repeated indices stay free."""
    x, y = tensors("x[i] y[i]")
    assert parse("x[i]*y[i]", summation=False) is x * y
    assert parse("_x*_rest...", summation=False).args[1].args[0].data.name == "_rest..."


# --- names and values ---------------------------------------------------------------------


def test_text_and_operators_make_the_same_node() -> None:
    """What operators build is what the text says."""
    x, y, A = tensors("x[i] y[i] A[i,j]")
    i, j = ex.index("i"), ex.index("j")
    a = ex.access(ex.tensor("a", 0))
    for t, e in [
        ("[i] = x[i]*y[i] - 2*x[i]", x * y - 2 * x),
        ("x[i]/y[i]**2", None),
        ("[i] = x[i]/y[i]**2 + 1/x[i]", x / y**2 + 1 / x),
        ("[i,j] = -A[i,j] + -(x[i] + 1)", -A + -(x + 1)),
        ("[i,j] = (i == j)*a", op.multiply(ex.call("eq", i, j), a)),
        ("[i] = x[i]*i % 3", (x * i) % 3),
        ("[i] = a - (x[i] - y[i]) - -a", a - (x - y) - -a),
        ("[i] = 3*x[i]/4/y[i]", 3 * x / 4 / y),
    ]:
        if e is not None:
            assert parse(t) is e, (t, str(e))


def test_names_alone() -> None:
    """A name alone is an index where the statement has an index of that name, else a scalar input."""
    assert parse("y[i] = w[i]*i").args[0].args[1] is ex.index("i")
    assert parse("y[i] = w[i]*k").args[0].args[1].op == "access"
    assert parse("w[i + k]").free == {"i", "k"}
    assert parse("w[i + k[]]").free == {"i"}
    program = parse("y[i] = w[i]; z = i")
    assert program.args[-1].args[0].op == "access"  # index names are local to their statement
    assert parse("é + e\u0301").args[0] is parse("\u00e9")  # NFC: both spellings are one name


def test_left_sides() -> None:
    """sA4: named, anonymous, permuted, repeated and scalar left sides."""
    assert parse("Z[i,j] = X[j,i]").axes == ("i", "j")
    assert parse("[j,i] = X[i,j]").axes == ("j", "i")
    assert parse("[i,j] = X[i,j]").op == "access"
    assert parse("z = 3").axes == ()
    assert parse("D[i,i] = v[i]").axes == ("i", "j")
    assert str(parse("D[i,i,i] = v[i]")) == "D[i,j,k] = v[i]*(i == j)*(i == k)"
    assert parse("y[i] = a").axes == ("i",)


def test_programs() -> None:
    """sA6, case 7: re-assignment, sharing, outputs by name."""
    e = parse("x = u + v; y[i] = W[i,j]*x*o[j]; w = u + v; z[i] = W[i,j]*w*o[j]")
    assert list(e.outputs) == ["x", "y", "w", "z"]
    last = parse("x = 0; x = x + 1; y = 4; x = 2x + y; y = 5; z = x + y")
    assert float(evaluate(last, {})) == 11
    assert parse("a = 1").name == "a"
    assert parse("a = u; a + 1").outputs["out"].op == "call"


def test_numbers() -> None:
    values: list[Any] = [7, 10**60, 1.5, 1e-3, 0.5, 2.0, 2j, Fraction(1, 2), Fraction(-2, 3), float("inf")]
    for t, value in zip(
        ["7", "1" + "0" * 60, "1.5", "1e-3", ".5", "2.", "2j", "1/2", "-2/3", "inf"], values, strict=True
    ):
        e = parse(t)
        assert e.op == "const" and e.data == value and type(e.data) is type(value), t
    assert parse("4/2").op == "call"  # a true division, not the integer 2


def test_sixty_indices() -> None:
    """sA3: no alphabet limits the number of indices."""
    left = ",".join(f"i{n}" for n in range(60))
    e = parse(f"y[{left}] = " + "*".join(f"x{n}[i{n}]" for n in range(60)))
    assert len(e.axes) == 60
    assert parse(str(e)) is e


def test_convention_agrees_with_numpy_einsum() -> None:
    """Case 39: contractions with free, repeated and diagonal indices against numpy.einsum."""
    random = np.random.default_rng(0)
    sizes = dict(zip("ijkmnabcst", (3, 4, 3, 2, 4, 3, 2, 3, 3, 3), strict=True))
    for t, subscripts in [
        ("z[k] = x[i,i,k]", "iik->k"), ("z[k,j] = x[k,j]*y[k]", "kj,k->kj"), ("z[i] = x[i,j]*y[j,k]", "ij,jk->i"),
        ("z = x[i,j]*y[j,i]", "ij,ji->"), ("z[j,i] = x[i,m]*y[m,j]", "im,mj->ji"),
        ("z[b,a] = r[a,b,j,k]*x[b,c,k,i]*w[a,c]", "abjk,bcki,ac->ba"),
    ]:  # fmt: skip
        e = parse(t)
        shapes = [tuple(sizes[c] for c in term) for term in subscripts.split("->")[0].split(",")]
        values = [random.normal(size=s) for s in shapes]
        arrays = dict(zip(e.inputs, values, strict=True))
        np.testing.assert_allclose(evaluate(e, arrays), np.einsum(subscripts, *values), rtol=1e-12)


# --- robustness ---------------------------------------------------------------------------

N = 4_000
LARGE = {
    "parentheses": "(" * N + "x" + ")" * N,
    "sum": "+".join(f"x[{'ijk'[n % 3]}]" for n in range(30_000)),
    "left nested sum": "(" * N + "a" + "+b)" * N,
    "right nested sum": "(a+" * N + "b" + ")" * N,
    "nested differences": "(a-" * N + "b" + ")" * N,
    "signs": "-" * N + "b",
    "negations": "not " * N + "b",
    "functions": "exp(" * N + "x[i]" + ")" * N,
    "divisions": "x" + "/y" * N,
    "powers": "x" + "**y" * N,
    "reductions": "sum[i](" * N + "x[i]" + ")" * N,
    "slots": "x[" * N + "i" + "]" * N,
    "statements": "\n".join(f"y{n + 1} = y{n} + 1" for n in range(N)),
    "a long name": "a" * 300_000,
}
WRONG = {
    "open parentheses": "(" * 300_000,
    "blanks": " " * 300_000,
    "digits": "1" * 300_000,
    "backquotes": "`" * 299_999,
    "primes": "'" * 300_000,
    "commas": "," * 300_000,
    "equals": "=" * 300_000,
    "tildes": "~" * 300_000,
    "closing brackets": "x" + "]" * 300_000,
    "nul": "x\0y",
    "bell": "x[\x07i]",
    "surrogate": "x\ud800",
    "byte order mark": "\ufeffx",
    "right to left": "x\u202ey",
    "crossed": "([x)]",
    "nothing": "",
}


@pytest.mark.parametrize("name", LARGE)
def test_large_texts(name: str) -> None:
    """Deep and long texts parse in linear time without recursion."""
    start = time.process_time()
    assert parse(LARGE[name]) is not None
    assert time.process_time() - start < 5


@pytest.mark.parametrize("name", WRONG)
def test_wrong_texts(name: str) -> None:
    """Garbage of any size gives a short, printable error soon."""
    start = time.process_time()
    with pytest.raises(NotationError) as caught:
        parse(WRONG[name])
    message = str(caught.value)
    assert len(message) < 1000
    assert message.replace("\n", "").isprintable()
    assert time.process_time() - start < 5


def test_errors_are_the_exceptions_that_users_expect() -> None:
    with pytest.raises(SyntaxError):
        parse("x[")
    with pytest.raises(ValueError, match="x is read"):
        parse("x[i]*x")
    with pytest.raises(RankError):
        parse("y[i] = x; y[i,j]")
    with pytest.raises(TypeError, match="string"):
        parse(3)  # type: ignore[arg-type]
    with pytest.raises(IndexNameError):
        ex.let("y", [], tensors("x[i]")[0])


def test_two_functions_of_one_name_are_refused() -> None:
    square, cube = es.function("power(x)", "x*x"), es.function("power(x)", "x*x*x")
    assert es.parse("power(y)", functions=[square, square]) is es.parse("power(y)", functions=[square])
    with pytest.raises(es.InputError, match="two functions called 'power' that mean different things"):
        es.parse("power(y)", functions=[square, cube])


def test_a_name_in_backquotes_is_not_empty() -> None:
    with pytest.raises(es.NotationError, match="a name in backquotes is empty"):
        es.parse("y = 1 + ``")


@pytest.mark.parametrize("text", ["pi = 3; y = pi*2", "y = pi*2 where pi = 3", "pi : (); y = pi*2", "inf = x"])
def test_a_constant_is_not_defined_anew(text: str) -> None:
    """It was read as the constant all the same."""
    with pytest.raises(es.NotationError, match="is a constant, which no formula can define anew"):
        es.parse(text)


@pytest.mark.parametrize("text", ["`pi` = 3; y = `pi`*2", "pi[i] = x[i]; y[i] = pi[i]*2", "`pi` : (); y = `pi`*2"])
def test_a_name_in_backquotes_is_no_constant(text: str) -> None:
    e = es.parse(text)
    assert es.parse(str(e)) is e
