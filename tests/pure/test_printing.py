"""Printing: ``parse(str(e)) is e`` for every expression, minimal parentheses, positions."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings

from espresso.errors import EspressoError
from espresso.formulas.graph import expr as ex, operators as op
from espresso.formulas.graph.expr import Expr
from espresso.formulas.notation.parsing import parse, source_of
from espresso.formulas.printing.text import display, text, text_with_spans
from espresso.frontends.inputs import index, indices, tensor, tensors
from tests.generators import expressions, odd_expressions

# text as typed -> text as printed (acceptance sA1, sA4, sA5, sA6, cases 1-9, 36-41 and the syntax of design section 3)
FORMULAS = [
    ("x[i]+y[i]", "x[i] + y[i]"),
    ("exp(x[i])", "exp(x[i])"),
    ("x[i]+c", "x[i] + c"),
    ("x[i,j]+y[i]", "x[i,j] + y[i]"),
    ("z[i,j]=x[i,k]*y[k,j]", "z[i,j] = sum[k](x[i,k]*y[k,j])"),
    ("z[i,j]=x[i+m,j+n]*w[m,n]", "z[i,j] = sum[m,n](x[i + m, j + n]*w[m,n])"),
    ("z=x[i]*y[i]", "z = sum[i](x[i]*y[i])"),
    ("[i] = x[i]*y[i]", "[i] = x[i]*y[i]"),
    ("[j,i] = X[i,j]", "[j,i] = X[i,j]"),
    ("[i,j] = X[i,j]", "X[i,j]"),
    ("D[i,i] = v[i]", "D[i,j] = v[i]*(i == j)"),
    ("-x", "-x"),
    ("--x", "-1*(-1)*x"),
    ("-x*y", "-x*y"),
    ("-(x*y)", "-x*y"),
    ("-x**2", "-x**2"),
    ("(-x)**2", "(-x)**2"),
    ("(-2)**2", "(-2)**2"),
    ("-2**2", "-2**2"),
    ("x**-2", "1/x**2"),
    ("x**-y", "x**(-y)"),
    ("x**y**z", "x**y**z"),
    ("(x**y)**z", "(x**y)**z"),
    ("x^2", "x**2"),
    ("a - b", "a - b"),
    ("a - (b - c)", "a - (b - c)"),
    ("a - b*c", "a - b*c"),
    ("a - 2*b", "a - 2*b"),
    ("a + -2*b", "a - 2*b"),
    ("a + -1*b", "a - b"),
    ("a - 2", "a - 2"),
    ("a/b", "a/b"),
    ("a/b/c", "a/b/c"),
    ("a/(b*c)", "a/(b*c)"),
    ("a*(b/c)", "a*b/c"),
    ("a/(b/c)", "a/(b/c)"),
    ("1/x", "1/x"),
    ("1/x*y", "1/x*y"),
    ("x**-1", "1/x"),
    ("1*x", "1*x"),
    ("a/b**2", "a/b**2"),
    ("1/2", "1/2"),
    ("2/4", "2/4"),
    ("2/3*x", "2/3*x"),
    ("x*(2/3)", "x*(2/3)"),
    ("x*2/3", "x*2/3"),
    ("x**(1/2)", "x**(1/2)"),
    ("-1/2*x", "-1/2*x"),
    ("2x[i]", "2*x[i]"),
    ("2(x+1)", "2*(x + 1)"),
    ("x[2i+1]", "x[2*i + 1]"),
    ("x[2j]", "x[2*j]"),
    ("2j*x", "2.0j*x"),
    ("1e-3 + .5 + 2. + 1E5", "0.001 + 0.5 + 2.0 + 100000.0"),
    ("pi*inf*nan", "pi*inf*nan"),
    ("0 <= i < n", "(0 <= i) and (i < n)"),
    ("a == b and b != c or not (c < a)", "((a == b) and (b != c)) or (not (c < a))"),
    ("a & b | ~c", "(a and b) or (not c)"),
    ("where(x[i] > 0, x[i], 0)", "where(x[i] > 0, x[i], 0)"),
    ("max(a,b,c) + min(a,b)", "max(max(a, b), c) + min(a, b)"),
    ("max[i](x[i]) + maximum(a, b)", "max[i](x[i]) + max(a, b)"),
    ("sigmoid(x) + arcsin(x) + ln(x)", "logistic(x) + asin(x) + log(x)"),
    ("softmax[k](x[b,k])", "softmax[k](x[b,k])"),
    ("argmax[k](x[b,k])", "argmax[k](x[b,k])"),
    ("a % b + a//b", "a % b + a//b"),
    ("W[idx[b],k]", "W[idx[b], k]"),
    ("pad(x)[i-1] + pad(x, -inf)[i]", "pad(x)[i - 1] + pad(x, -inf)[i]"),
    ("x[mod(i)]", "x[i % size(x, 0)]"),
    ("x[clamp(i-1)]", "x[clip(i - 1, 0, size(x, 0) - 1)]"),
    ("x[i + n[]]", "x[i + n[]]"),
    ("size(X, 1)*X[i,j]", "size(X, 1)*X[i,j]"),
    ("X : float32 (2, _) lower\nX[i,j]", "X : float32 (2, _) lower\nX[i,j]"),
    ("i : index 3; w[i]*i", "i : index 3\nsum[i](w[i]*i)"),
    ("X : (_, _); size(X, 0)", "X : (_, _)\nsize(X, 0)"),
    ("x=0;x=x+1;y=4;x=2x+y;y=5;z=x+y", "x = 0\nx = x + 1\ny = 4\nx = 2*x + y\ny = 5\nz = x + y"),
    ("y = x; y'2 = y + 1; z = y + y'2", "y = x\ny'2 = y + 1\nz = y + y'2"),
    ("_1[j,i] = X[i,j]; y[i] = _1[i,i]", "_1[j,i] = X[i,j]\ny[i] = _1[i,i]"),
    ("a = u[i]*v[i]\nb = w  # a comment\n\nc = a", "b = w\na = sum[i](u[i]*v[i])\nc = a"),
    ("y[i] = (x[i]\n   + 1)", "y[i] = x[i] + 1"),
    ("`a b` + `and`", "`a b` + `and`"),
    ("α[i]*β′[i]", "sum[i](α[i]*β′[i])"),
    ("complex(1, -inf)", "complex(1.0, -inf)"),
    ("gamma[c]*(x[n,c] - mean[c])/sqrt(var[c] + eps)", None),
    ("loss = sum[i](log(1 + exp(-y[i] * X[i,j] * w[j])))",
     "loss = sum[i](log(1 + exp(sum[j](-y[i]*X[i,j]*w[j]))))"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "printed"), FORMULAS, ids=[f[0] for f in FORMULAS])
def test_formula_prints_and_parses_back(typed: str, printed: str | None) -> None:
    """sA1: what is printed is the same node, and printing it again changes nothing."""
    if printed is None:
        typed, printed = "[n,c] = " + typed, "[n,c] = " + typed
    e = parse(typed)
    assert str(e) == printed
    assert parse(str(e)) is e


def test_two_writings_of_one_name_order() -> None:
    """A program keeps the order of statements that do not depend on each other."""
    e = parse("b = w; a = u; c = a + b")
    assert str(e) == "a = u\nb = w\nc = a + b"
    assert list(e.outputs) == ["a", "b", "c"]


@given(expressions())
@settings(max_examples=80)
def test_round_trip_of_expressions(e: Expr) -> None:
    assert parse(text(e)) is e


@given(odd_expressions())
@settings(max_examples=120)
def test_round_trip_of_odd_expressions(e: Expr) -> None:
    assert parse(text(e)) is e


@pytest.mark.parametrize(
    "value",
    [0, 1, -1, 10**100, -(10**100), 0.0, -0.0, 1e300, 5e-324, float("inf"), -float("inf"), float("nan"),
     Fraction(1, 3), Fraction(-7, 2), 2j, -2j, 1 + 2j, complex(-0.0, 2), complex(0, float("nan")), True],
)  # fmt: skip
def test_literals_everywhere(value: complex) -> None:
    """A literal keeps its value and type as term, factor, base, exponent, divisor, argument and pad value."""
    c, x, y = ex.const(value), *tensors("x y")
    for e in (c, x + c, c + x, c * x, x * c, op.power(c, x), op.power(x, c), x / c, c / x, op.mod(c, x), -(c * x),
              x - c * y,
              ex.call("mul", c, ex.call("pow", ex.const(3), ex.const(-1))), ex.call("mul", ex.const(2), c, x),
              ex.call("exp", c),
              ex.access(ex.tensor("q", 1), [c]), ex.access(ex.tensor("q", 1), [ex.index("i")], value)):  # fmt: skip
        assert parse(text(e)) is e, text(e)


def test_shadowed_names() -> None:
    """A reduction may bind a name that is bound or free outside."""
    for t in ("sum[i](x[i]*sum[i](y[i]))", "y[i] = x[i] + max[i](x[i])", "y[i] = sum[i](i)*i + i[]"):
        e = parse(t)
        assert str(e) == t
        assert parse(str(e)) is e


def test_lets_of_equal_names() -> None:
    """Different statements of one name are told apart, also from an input of that name."""
    x = ex.access(ex.tensor("y", 1), [ex.index("i")])
    one = ex.let("y", ["i"], x + 1)
    two = ex.let("y", ["i"], ex.access(one, [ex.index("i")]) * 2)
    e = ex.let("y", ["i"], ex.access(two, [ex.index("i")]) + ex.access(one, [ex.index("i")]) + x)
    assert str(e) == "y'2[i] = y[i] + 1\ny'3[i] = y'2[i]*2\ny[i] = y'3[i] + y'2[i] + y[i]"
    assert parse(str(e)) is e


def test_sized_and_unsized_index_of_one_name() -> None:
    """Where one name has two extents, the extent stands at each place."""
    x = ex.tensor("x", 1)
    e = ex.access(x, [index("i", size=3)]) + ex.access(x, [ex.index("i")])
    assert str(e) == "x[index(i, 3)] + x[i]"
    assert parse(str(e)) is e


def test_program_keeps_only_what_no_other_statement_reads() -> None:
    """Statements that others read are printed, parsed and found again, but are not stored twice."""
    e = parse("a = u; b = a + 1; c = a + 2; d = 3")
    assert e.op == "program"
    assert [p.name for p in e.args] == ["b", "c", "d"]
    assert list(e.outputs) == ["a", "b", "c", "d"]
    assert parse(str(e)) is e


def test_repr_of_a_shared_graph_is_short() -> None:
    """Shared parts get names; written out in full is refused, and what stays huge is summarised by repr."""
    (e,) = tensors("x[i]")
    for _ in range(60):
        e = ex.call("exp", e) + ex.call("sin", e)
    assert len(str(e)) < 4000 and parse(str(e)) is e
    assert repr(e) == str(e)
    with pytest.raises(EspressoError, match="Give these names"):
        text(e, None)
    sized = [ex.access(ex.tensor("x", 1), [index("i", size=n)]) for n in (3, 4)]  # two extents: no names
    for _ in range(60):
        sized = [ex.call("exp", s) + ex.call("sin", s) for s in sized]
    long = ex.call("add", *(ex.reduce("sum", ["i"], s) for s in sized))
    assert repr(long) == "<expression of 1.15e+19 parts, axes [], inputs x; str() writes it out>"
    assert display(long) == repr(long)
    with pytest.raises(EspressoError, match="Give these names"):
        str(long)


def test_deep_and_long_expressions_print() -> None:
    """Depth and length cost linear time."""
    start = time.perf_counter()
    (x,) = tensors("x[i]")
    deep = x
    for _ in range(5_000):
        deep = ex.call("exp", deep)
    long = ex.call("add", *(ex.access(ex.tensor(f"a{n}", 0)) for n in range(5_000)))
    for e in (deep, long):
        assert parse(text(e)) is e
    assert time.perf_counter() - start < 8


def test_spans_of_printed_text() -> None:
    """The positions are those of the indices in the printed text."""
    e = parse("C[i,k] = A[i,j]*B[j,k]")
    shown, spans = text_with_spans(e)
    a, b = (n for n in ex.postorder(e) if n.op == "access")
    assert shown == "C[i,k] = sum[j](A[i,j]*B[j,k])"
    assert {shown[p] for p in spans[a, 1] + spans[b, 0]} == {"j"}
    assert shown[spans[a, -1][0]] == "A"
    assert [shown[spans[e, k][0]] for k in (-1, 0, 1)] == ["C", "i", "k"]


def test_source_of_keeps_the_users_text() -> None:
    """source_of: positions in the text as typed, also for a statement of a program."""
    typed = "H[i,k]=A[i , j] *B[j,k]  # product\nz = H[i,i] + pad(x)[i-1]"
    root = parse(typed)
    source = source_of(root)
    assert source is not None
    assert source.text == typed
    reads = {
        n.args[0].data[0] if n.args[0].op == "let" else n.args[0].data.name: n
        for n in ex.postorder(root)
        if n.op == "access"
    }
    assert [typed[p] for p in source.spans[reads["A"], 1]] == ["j"]
    assert source.spans[reads["B"], 0] == [typed.index("B[") + 2]
    assert source.spans[reads["H"], 0] == [typed.index("H[i,i") + 2]
    assert source.spans[reads["x"], 0] == [typed.index("i-1")]
    assert source.spans[reads["x"], -1] == [typed.index("x)")]
    statement = root.outputs["H"]
    assert source.spans[statement, 1] == [typed.index("k]=")]
    assert source_of(statement) is not None
    assert source_of(indices("never_parsed")[0]) is None


def test_source_is_not_kept_alive() -> None:
    """The side table does not keep expressions alive."""
    import gc
    import weakref

    reference = weakref.ref(parse("unique_name[i] = another_name[i] + 12345"))
    gc.collect()
    assert reference() is None


def test_tensor_alone_is_its_declaration() -> None:
    node = tensor("T", shape=(2, None)).args[0]
    assert str(node) == "T : (2, _)"
    assert parse(str(node)) is node
