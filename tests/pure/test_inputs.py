"""Tensors, indices, ``einsum`` and LaTeX."""

from __future__ import annotations

from html import escape

import numpy as np
import pytest

import espresso as es
from espresso.errors import DtypeError, EspressoError, InputError, NotationError, RankError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.notation.parsing import parse
from espresso.formulas.printing.latex import latex
from espresso.frontends.inputs import einsum, index, indices, parse_index_list, scalar, tensor, tensors
from espresso.reference.evaluator import evaluate


def test_tensors() -> None:
    X, w, a = tensors("X[i,j] w[j], a")
    assert [str(e) for e in (X, w, a)] == ["X[i,j]", "w[j]", "a"]
    assert X is tensor("X[i,j]") and a is scalar("a")
    assert X.axes == ("i", "j")
    assert str(tensor("X[i,j]", dtype=np.float32, shape=(2, None), lower=True)) == "X : float32 (2, _) lower\nX[i,j]"
    assert tensor("T", shape=(2, None)).axes == ("i", "j")
    assert tensor("L[i,j]", lower=False) is tensor("L[i,j]")
    assert tensor("T", shape=(None, None)) is tensor("T[i,j]")


def test_indices() -> None:
    assert [e.data for e in indices("i j, k")] == [("i", None), ("j", None), ("k", None)]
    assert index("i", size=3) is ex.index("i", 3)
    assert parse_index_list("i j,k") == ("i", "j", "k")
    assert parse("i : index 3\n[i] = i") is index("i", size=3)


@pytest.mark.parametrize(
    ("make", "error", "fact"),
    [
        (lambda: tensor("X[i,j]", triangular=True), InputError, "The words are: lower, upper, symmetric, diagonal, "
         "tridiagonal, nonneg, positive, sums_to_one, orthogonal, posdef, positions."),
        (lambda: tensor("X[i,j]", lowr=True), InputError, "Did you mean 'lower'?"),
        (lambda: tensor("X[i,j]", shape=(2,)), RankError, "X[i,j] has 2 indices but its shape (2,) has 1 axis."),
        (lambda: tensor("X[i,j]", dtype="flaot32"), DtypeError, "Did you mean 'float32'?"),
        (lambda: tensor("X[i] Y[i]"), InputError, "es.tensors"),
        (lambda: tensors("X[i+1]"), NotationError, "the indices of a tensor are names"),
        (lambda: tensors(""), NotationError, "names no tensor"),
        (lambda: scalar("a[i]"), NotationError, "scalar takes one name"),
        (lambda: index("i", size=-1), InputError, "-1"),
        (lambda: einsum("ij,jk", tensor("A[i,j]")), InputError, "name 2 operands, 1 is given"),
        (lambda: einsum("ijk", tensor("A[i,j]")), RankError, "operand 0 of einsum has 2 axes"),
        (lambda: einsum("ij->ik", tensor("A[i,j]")), NotationError, "'k' stands in the output"),
        (lambda: einsum("ij->ii", tensor("A[i,j]")), NotationError, "'i' stands twice"),
        (lambda: einsum("i1", tensor("A[i,j]")), NotationError, "'1' cannot stand"),
        (lambda: einsum("...i->i", tensor("A[i,j]")), NotationError, "lacks the '...'"),
    ],
)  # fmt: skip
def test_input_errors(make: object, error: type[EspressoError], fact: str) -> None:
    with pytest.raises(error) as caught:
        make()  # type: ignore[operator]
    assert fact in str(caught.value)


# case 42, and NumPy's ellipsis forms
EINSUM = [
    ("ij", [(3, 4)]), ("ii->i", [(3, 3)]), ("ii", [(3, 3)]), ("ij->ji", [(3, 4)]), ("ji", [(3, 4)]),
    ("kij->jik", [(2, 3, 4)]),
    ("ij,ji->ji", [(3, 4), (4, 3)]), ("ik,kj->ij", [(2, 3), (3, 4)]), ("ik,kj,jl->il", [(2, 3), (3, 4), (4, 5)]),
    ("ij,ab->ab", [(2, 3), (4, 5)]), ("i,i->", [(3,), (3,)]), ("ii->", [(3, 3)]),
    ("ab,bc->ac", [(2, 3), (3, 4)]), ("ab,bc", [(2, 3), (3, 4)]),
    ("oij,imj,mjkn,lnk,plk->op", [(2, 3, 4), (3, 2, 4), (2, 4, 3, 2), (4, 2, 3), (2, 4, 3)]),
    ("bchwkt,fckt->bfhw", [(2, 3, 4, 2, 2, 2), (3, 3, 2, 2)]),
    ("...j,...k->...jk", [(2, 3), (2, 4)]),
    ("i...,i...->...", [(3, 2, 4), (3, 2, 4)]), ("i...j->j...i", [(3, 2, 4)]),
    ("...ij,jk", [(2, 3, 4), (4, 2)]), ("...", [(2, 3)]),
    (" i j , j k -> i k ", [(2, 3), (3, 4)]), ("ij,->ij", [(2, 3), ()]),
    ("Ab,bA->A", [(2, 3), (3, 2)]), ("ba", [(2, 3)]),
]  # fmt: skip


@pytest.mark.parametrize(("subscripts", "shapes"), EINSUM, ids=[e[0] for e in EINSUM])
def test_einsum_is_numpy_einsum(subscripts: str, shapes: list[tuple[int, ...]]) -> None:
    """Case 42: value and order of axes as numpy.einsum; operands are read by position."""
    random = np.random.default_rng(1)
    arrays = {f"X{n}": random.normal(size=s) for n, s in enumerate(shapes)}
    operands = [tensor(f"X{n}", shape=(None,) * len(s)) if s else scalar(f"X{n}") for n, s in enumerate(shapes)]
    e = einsum(subscripts, *operands)
    np.testing.assert_allclose(evaluate(e, arrays), np.einsum(subscripts, *arrays.values()), rtol=1e-12)
    assert parse(str(e)) is e


def test_einsum_of_expressions() -> None:
    """Operands may be sums, statements and numbers."""
    A, B = tensors("A[i,j] B[i,j]")
    assert str(einsum("ij,ij->ji", A + B, B)) == "[j,i] = (A[i,j] + B[i,j])*B[i,j]"
    assert str(einsum("kk", parse("Y[i,j] = A[i,j]"))) == "Y[i,j] = A[i,j]\nsum[k](Y[k,k])"


LATEX = [
    ("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))",
     r"\operatorname{loss} = \sum_{i} \log\left(1 + \exp\left("
     r"\sum_{j} \left(-y_{i} \, X_{ij} \, w_{j}\right)\right)\right)"),
    ("H[i,j] = 2*(i==j)*x[i]/y[j]**2 - (i <= j)",
     r"H_{ij} = \frac{2 \, \delta_{ij} \, x_{i}}{y_{j}^{2}} - \left[i \le j\right]"),
    ("d2f_dx_dw1[i,j] = x[i]*w[j]", r"\left(\frac{\partial^{2} f}{\partial x \, \partial w_{1}}\right)_{ij} = x_{i} \, w_{j}"),
    ("d2f_dx3 = a", r"\operatorname{d2f\_dx}_{3} = a"),  # not a name that a derivative has
    ("alpha*x[batch,θ]", r"\alpha \, x_{\operatorname{batch},\theta}"),
    ("where(a > 0, a, 0)", r"\begin{cases} a & \text{if } a > 0 \\ 0 & \text{otherwise} \end{cases}"),
    ("1/2*x**(1/3)", r"\frac{1}{2} \, x^{\frac{1}{3}}"),
    ("pad(x)[i-1]", r"\operatorname{pad}\left(x\right)_{i - 1}"),
    ("softmax[k](x[k])", r"\operatorname{softmax}_{k}\left(x_{k}\right)"),
    ("(1 + a)*(1 + b)**2", r"\left(1 + a\right) \, \left(1 + b\right)^{2}"),
    ("beta1*2*3", r"\beta_{1} \cdot 2 \cdot 3"),
    ("y[i] = x[i]; z = sum[i](y[i])", "\\begin{aligned}\ny_{i} &= x_{i} \\\\\nz &= \\sum_{i} y_{i}\n\\end{aligned}"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "expected"), LATEX, ids=[t for t, _ in LATEX])
def test_latex(typed: str, expected: str) -> None:
    assert latex(parse(typed)) == expected
    assert parse(typed)._repr_latex_() == f"$\\displaystyle {expected}$"
    assert parse(typed)._repr_html_() == f"<p>{escape(parse(typed)._repr_latex_())}</p>"


def test_latex_braces_balance_and_depth_does_not_matter() -> None:
    e: Expr = tensors("x[i]")[0]
    for _ in range(20_000):
        e = ex.call("sqrt", e)
    shown = latex(e)
    assert shown.count("{") == shown.count("}")


def test_inputs_of_statements_that_nothing_reads_are_no_inputs() -> None:
    """``e.inputs`` is what a call takes; ``outputs`` still has every statement with its own."""
    e = es.parse("a[i] = x[i] + 1\nb = y[2]*3")
    assert e.inputs == ["y"] == es.compile(e).inputs
    assert e.outputs["a"].inputs == ["x"]
    assert es.parse("a[i] = x[i] + 1\nb = a[2]*y[2]").inputs == ["x", "y"]


def test_a_size_of_an_index_that_no_formula_has_is_refused() -> None:
    with pytest.raises(EspressoError) as error:
        es.compile("y[i] = 2*x[i]", sizes={"q": 3})
    assert str(error.value) == (
        "compile option sizes gives a length to q, an index that no formula has.\nIndices: i."
    )
    with pytest.raises(EspressoError, match="Did you mean 'row'"):
        es.compile("y[row] = 2*x[row]", sizes={"rows": 3})
    f = es.compile(["y[i] = 2*x[i]", "z = sum[k](k*v)"], sizes={"k": 3})
    assert f(x=np.ones(2), v=2.0)[1] == 6.0


def test_a_size_of_an_index_of_a_statement_that_nothing_reads_is_no_mistake() -> None:
    assert es.compile("z[i] = i*v[0]\ny[j] = 2*x[j]", sizes={"i": 3}, target="numpy")(x=np.ones(2)).tolist() == [2, 2]
