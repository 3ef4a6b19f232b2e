"""Elimination of equations from sums: text and values (sA5, cases 4, 9, 20, 44)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from espresso.algebra.rewriting.simplification import simplify
from espresso.formulas.graph import expr as ex
from espresso.formulas.notation.parsing import parse
from espresso.reference.evaluator import evaluate

CASES = [
    # one index is the other, of the same extent
    ("[i] = y[i] + sum[j](x[j]*z[j]*(i == j))*w[i]*(z[i] + x[i])", "[i] = y[i] + w[i]*x[i]*z[i]*(x[i] + z[i])"),
    ("[i] = sum[j](x[j]*(i == j)) + x[i]", "[i] = 2*x[i]"),
    ("sum[i,j](X[i,j]*(i == j)*X[j,i])", "sum[i](X[i,i]**2)"),
    ("[m] = sum[i,j](X[i,j]*(i == m)*(j == m)) + X[m,m]", "[m] = 2*X[m,m]"),
    ("[m] = sum[k](c[k]*p[k]*((k == m) - p[m]))", "[m] = p[m]*(c[m] - sum[k](c[k]*p[k]))"),
    ("sum[i,j,k](A[i,j]*A[j,k]*(i == k))", "sum[i,j](A[i,j]*A[j,i])"),
    # a constant position, and another extent: reads outside give 0
    ("sum[j](x[j]*(j == 2))", "pad(x)[2]"),
    ("[i] = sum[j](x[j]*(i == j)) + y[i]", "[i] = pad(x)[i] + y[i]"),
    # affine: the index with coefficient 1 goes first
    ("[p] = sum[i,m](G[i]*W[m]*(p == i + m))", "[p] = sum[i](G[i]*pad(W)[p - i])"),
    ("[p] = sum[i](sum[m](G[i]*W[m]*(p == 2*i + m)))", "[p] = sum[i](G[i]*pad(W)[p - 2*i])"),
    ("[p] = sum[m](W[m]*sum[i](G[i]*(p == 2*i + m)))", "[p] = sum[i](G[i]*pad(W)[p - 2*i])"),
    ("[p] = sum[i](G[i]*(p == 2*i + 1))", "[p] = pad(G)[(p - 1)//2]*((p - 1) % 2 == 0)"),
    (
        "[p,q] = sum[i,j,m,n](G[i,j]*W[m,n]*(p == i + m)*(q == j + n))",
        "[p,q] = sum[i,j](G[i,j]*pad(W)[p - i, q - j])",
    ),
    # positions from data: one-hot becomes a gather, a scatter stays
    ("[b] = sum[k](x[b,k]*(t[b] == k))", "[b] = pad(x)[b, t[b]]"),
    ("[p] = sum[b](c[b]*(p == idx[b]))", "[p] = sum[b](c[b]*(p == idx[b]))"),
    (
        "-sum[b,k]((t[b] == k)*log_softmax[k](z[b,k]))",
        "-sum[b](where((0 <= t[b]) and (t[b] < size(z, 1)), pad(z)[b, t[b]] - logsumexp[k](z[b,k]), 0))",
    ),
    # what is not finite where it is padded is masked instead
    (
        "[p] = sum[j](log(x[j])*(p == j + 1))",
        "[p] = where((0 <= p - 1) and (p - 1 < size(x, 0)), log(pad(x)[p - 1]), 0)",
    ),
    # conditions of masks count as well
    ("[i] = sum[j](where(i == j, x[j], 0)) + x[i]", "[i] = 2*x[i]"),
    # free indices: the deltas of a Jacobian stay
    ("[i,m,n] = x[n]*(m == i)", "[i,m,n] = x[n]*(i == m)"),
    ("[i,m] = sum[j](W[i,j]*(j == m))*(i == m)", "[i,m] = W[i,m]*(i == m)"),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[c[0] for c in CASES])
def test_elimination(text: str, expected: str) -> None:
    found = str(simplify(parse(text)))
    assert found in (expected, expected.partition(" = ")[2])  # a left side that says nothing is not printed


def _inputs(e: ex.Expr, rng: np.random.Generator) -> dict[str, Any]:
    shapes = {
        "X": (4, 4),
        "A": (4, 4),
        "z": (4,),
        "x": (4,),
        "y": (6,),
        "w": (4,),
        "c": (4,),
        "p": (4,),
        "G": (4,),
        "W": (3,),
    }
    made: dict[str, Any] = {}
    for t in ex.tensors(e):
        name, rank = t.data.name, t.data.rank
        if name in ("t", "idx"):
            made[name] = np.array([2, 0, 9, 1])  # 9 is outside
        else:
            made[name] = rng.uniform(
                0.5, 1.5, (shapes[name] * 2)[:rank] if len(shapes[name]) < rank else shapes[name][:rank]
            )
    if "y" in made and "z" in made:
        made["y"] = made["y"][:4]
    return made


@pytest.mark.parametrize("text", [c[0] for c in CASES])
def test_elimination_keeps_the_value(text: str, rng: np.random.Generator) -> None:
    e = parse(text)
    values = _inputs(e, rng)
    sizes = {a: 7 for a in e.axes if a in ("p", "q")}
    if text.startswith("[i,m] = sum[j](W"):
        values["W"] = rng.uniform(0.5, 1.5, (4, 4))
    sizes |= {a: 4 for a in e.axes if a in ("m", "i") and "(m == i)" in text}
    before = evaluate(e, values, sizes)
    s = simplify(e)
    after = evaluate(s, values, dict(zip(s.axes, before.shape, strict=True)))
    np.testing.assert_allclose(after, before)


def test_dilated_strided_convolution_gradient(rng: np.random.Generator) -> None:
    """Coefficients 2 and 3 only: no index can be solved for, except with a remainder."""
    e = parse("[p] = sum[i,m](G[i]*W[m]*(p == 2*i + 3*m))")
    values = {"G": rng.uniform(size=4), "W": rng.uniform(size=3)}
    sizes = {"p": 2 * 3 + 3 * 2 + 1}
    np.testing.assert_allclose(evaluate(simplify(e), values, sizes), evaluate(e, values, sizes))
    assert sum(len(n.data[1]) for n in ex.postorder(simplify(e)) if n.op == "reduce") == 1


def test_an_index_without_reads_takes_the_other_extent(rng: np.random.Generator) -> None:
    e = parse("[i] = sum[j](x[j]*(i == j))")
    assert str(simplify(e)) == "x[i]"


def test_the_sum_of_a_delta_alone_is_a_range_test() -> None:
    e = parse("[i] = sum[j]((i == j)*(0*x[j] + 1)) + 0*y[i]")
    values = {"x": np.ones(3), "y": np.ones(5)}
    s = simplify(e)
    np.testing.assert_allclose(evaluate(s, {n: values[n] for n in s.inputs}), evaluate(e, values))


def test_deltas_inside_functions_stay() -> None:
    e = parse("[i] = sum[j](exp(x[j]*(i == j))) + x[i]")
    assert "(i == j)" in str(simplify(e))


def test_bound_names_that_would_capture_are_renamed(rng: np.random.Generator) -> None:
    e = parse("[i,k] = sum[j](sum[i](A[i,j]*x[i])*A[j,k]*(j == i))")
    values = {"A": rng.uniform(size=(4, 4)), "x": rng.uniform(size=4)}
    np.testing.assert_allclose(evaluate(simplify(e), values), evaluate(e, values))
    assert "==" not in str(simplify(e))


def test_a_shortened_index_is_not_read_whole(rng: np.random.Generator) -> None:
    """j runs to n - 2 because of x[j+1], so x[p] alone would give one value too many."""
    e = parse("[p] = sum[j](x[j]*x[j+1]*(p == j)) + 0*y[p]")
    values = {"x": rng.uniform(size=4), "y": np.zeros(6)}
    s = simplify(e)
    after = evaluate(s, {n: values[n] for n in s.inputs}, {"p": 6})
    np.testing.assert_allclose(after, evaluate(e, values))


@pytest.mark.parametrize(
    "text",
    ["sum[i,l](x[i]*(i + 3 == t[l])*l)", "sum[i,l](x[clamp(i - 3)]*z[i]*(i == t[l])*(l + 1))", "sum[i,l](i*i*z[i]*(i == t[l]))",
     "sum[i,l](pad(x)[2*i - 300]*z[i]*(2*i == t[l]))"],
)  # fmt: skip
def test_data_of_a_narrow_dtype_does_not_wrap_around_in_the_place_of_an_index(
    text: str, rng: np.random.Generator
) -> None:
    e = parse(text)
    arrays = {"x": rng.normal(size=300), "z": rng.normal(size=300), "t": np.array([0, 1, 2, 3, 200, 255], np.uint8)}
    arrays = {n: arrays[n] for n in e.inputs}
    simple = simplify(e)
    assert "sum[i" not in str(simple)
    np.testing.assert_allclose(evaluate(simple, arrays), evaluate(e, arrays), rtol=1e-12)
