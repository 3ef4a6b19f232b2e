"""Products of one array with several inputs are one product each where enough steps share the matrices (W21, issue 5)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.reports.explain import counts
from espresso.ir.calls import Contraction
from tests.oracles import in_turn

GATES = "fio"


def cell(steps: int, read: str = "W{g}[i,j]") -> str:
    """A gated cell over some steps; its gates read the last state."""
    lines = []
    for t in range(1, steps + 1):
        for g in GATES:
            lines.append(f"{g}{t}[b,i] = tanh(sum[j]({read.format(g=g)}*h{t - 1}[b,j]) + b{g}[i])")
        lines.append(f"h{t}[b,i] = f{t}[b,i]*h{t - 1}[b,i] + i{t}[b,i]*o{t}[b,i]")
    return "\n".join([*lines, f"L = sum[b,i](h{steps}[b,i]**2)"])


def arrays(batch: int, hidden: int, dtype: str) -> dict[str, Any]:
    rng = np.random.default_rng(hidden)
    found = {"h0": rng.standard_normal((batch, hidden))}
    for g in GATES:
        found |= {f"W{g}": rng.standard_normal((hidden, hidden)) / hidden, f"b{g}": rng.standard_normal(hidden)}
    return {n: a.astype(dtype) for n, a in found.items()}


def by_hand(steps: int, given: dict[str, Any], turned: bool) -> float:
    h = given["h0"]
    for _ in range(steps):
        f, i, o = (np.tanh(h @ (given[f"W{g}"] if turned else given[f"W{g}"].T) + given[f"b{g}"]) for g in GATES)
        h = f * h + i * o
    return float((h**2).sum())


def products(f: Any) -> list[Contraction]:
    return [s for s in f.program.steps if isinstance(s, Contraction)]


@in_turn("turned", [False, True], ("batch", "hidden", "dtype"), [(20, 50, "float32"), (7, 3, "float64"), (2, 33, "float64")])
def test_gates_of_a_step_are_one_product(batch: int, hidden: int, dtype: str, turned: bool) -> None:
    """Nine products are three, beside one copy of the matrices; lengths that fill no vector, matrices either way."""
    f = es.compile(es.parse(cell(3, "W{g}[j,i]" if turned else "W{g}[i,j]")).outputs["L"], target="cpu")
    given = arrays(batch, hidden, dtype)
    expected = by_hand(3, {n: a.astype("float64") for n, a in given.items()}, turned)
    np.testing.assert_allclose(f(**given), expected, rtol=1e-5 if dtype == "float32" else 1e-12)
    assert [(c.axes, c.right) for c in products(f)] == [(("b", "g", "i"), "stack")] * 3
    assert counts(f) == (4, 3), f.explain()


def test_gradients_of_a_gated_cell() -> None:
    """The products of the gradients stay as they are, and the first steps' values are read from the joint arrays."""
    program = es.parse(cell(3))
    names = ["h0", *(f"W{g}" for g in GATES)]
    given = arrays(4, 5, "float64")
    f = es.compile([program.outputs["L"], *es.grad(program, names)], target="cpu")
    value, *gradients = f(**given)
    for name, gradient in zip(names, gradients, strict=True):
        at = np.unravel_index(int(np.argmax(np.abs(gradient))), gradient.shape)
        step = np.zeros_like(given[name])
        step[at] = 1e-5
        up, down = (by_hand(3, {**given, name: given[name] + s * step}, False) for s in (1, -1))
        np.testing.assert_allclose(gradient[at], (up - down) / 2e-5, rtol=1e-6)
    np.testing.assert_allclose(value, by_hand(3, given, False))
    assert sum(c.right == "stack" for c in products(f)) == 3


def test_where_a_copy_would_not_pay() -> None:
    """Two steps, many rows, or products by an engine that was asked for stay single; other lengths plan anew."""
    given = arrays(6, 5, "float64")
    loss = es.parse(cell(2)).outputs["L"]
    f = es.compile(loss, target="cpu")
    np.testing.assert_allclose(f(**given), by_hand(2, given, False))
    assert len(products(f)) == 6
    loss = es.parse(cell(3)).outputs["L"]
    asked = es.compile(loss, target="cpu", engine="openblas")
    np.testing.assert_allclose(asked(**given), by_hand(3, given, False))
    assert len(products(asked)) == 9
    f = es.compile(loss, target="cpu")
    for batch, count in ((6, 3), (49, 9), (48, 3), (1, 9)):
        given = arrays(batch, 5, "float64")
        np.testing.assert_allclose(f(**given), by_hand(3, given, False))
        assert len(products(f)) == count


def test_results_and_operands_of_products_stay_arrays_of_their_own() -> None:
    """What is asked for, or goes into another product, is no part of a joint array."""
    text = "\n".join(
        f"p{t}[b,i] = sum[j](h{t}[b,j]*A[i,j]); q{t}[b,i] = sum[j](h{t}[b,j]*B[i,j])\n"
        f"r{t}[b,i] = tanh(p{t}[b,i] + q{t}[b,i])"
        for t in range(3)
    )
    outputs = es.parse(text).outputs
    rng = np.random.default_rng(1)
    given = {"A": rng.random((5, 4)), "B": rng.random((5, 4)), **{f"h{t}": rng.random((3, 4)) for t in range(3)}}
    f = es.compile([outputs[n] for n in ("r0", "r1", "r2")], target="cpu")
    joint = f(**given)
    assert len(products(f)) == 3
    kept = es.compile([outputs[n] for n in ("r0", "r1", "r2", "p1")], target="cpu")
    alone = kept(**given)
    assert len(products(kept)) == 6  # two steps are too few for a copy
    for a, b in zip(joint, alone, strict=False):
        np.testing.assert_allclose(a, b)
    np.testing.assert_allclose(alone[3], given["h1"] @ given["A"].T)


@pytest.mark.parametrize(("n", "m"), [(3, 4), (40, 70), (1, 1)])
def test_loops_over_arrays_side_by_side_test_nothing(n: int, m: int) -> None:
    """The first array is written apart from the others, also where the sum is over what lies inside."""
    rng = np.random.default_rng(n)
    A, B, C = (rng.standard_normal((n, m)) for _ in range(3))
    w = rng.standard_normal((3, m))
    branches = "where(g == 0, A[{at}], where(g == 1, B[{at}], sin(C[{at}])))"
    f = es.compile("S[i,g,j] = " + branches.format(at="j,i"), target="cpu", sizes={"g": 3})
    np.testing.assert_allclose(f(A=A, B=B, C=C), np.stack([A.T, B.T, np.sin(C).T], axis=1), rtol=1e-14)
    assert " if g == 0 else" not in f.source and " if v1 else" not in f.source
    f = es.compile("Y[g,i] = sum[j](" + branches.format(at="i,j") + "*w[g,j])", target="cpu", sizes={"g": 3})
    expected = np.einsum("gij,gj->gi", np.stack([A, B, np.sin(C)]), w)
    np.testing.assert_allclose(f(A=A, B=B, C=C, w=w), expected, rtol=1e-11)


def test_a_matrix_that_many_steps_would_transpose_is_copied_once() -> None:
    """A plain recurrent network of four steps; three are too few, and a matrix that lies well stays where it is."""
    for steps, read, name in ((4, "W[i,j]", "stack"), (3, "W[i,j]", ""), (4, "W[j,i]", "")):
        text = "\n".join(f"h{t}[b,i] = tanh(sum[j]({read}*h{t - 1}[b,j]))" for t in range(1, steps + 1))
        f = es.compile(es.parse(text).outputs[f"h{steps}"], target="cpu")
        rng = np.random.default_rng(steps)
        W, h = rng.standard_normal((5, 5)), rng.standard_normal((4, 5))
        given = {"W": W, "h0": h}
        for _ in range(steps):
            h = np.tanh(h @ (W.T if read == "W[i,j]" else W))
        np.testing.assert_allclose(f(**given), h, rtol=1e-10)
        assert {name} == {c.right if c.right == "stack" else "" for c in products(f)} and len(products(f)) == steps


@pytest.mark.parametrize("turned_first", [False, True])
def test_matrices_used_both_ways_are_copied_for_each(turned_first: bool) -> None:
    """Products with A and B as they lie, and of other states with both transposed; either kind may come first."""
    kinds = [("p", "i,j", 4), ("q", "j,i", 3)]
    names = [(f"{n}{t}", at) for n, at, count in (kinds[::-1] if turned_first else kinds) for t in range(count)]
    text = "\n".join(f"y{n}[b,i] = tanh(sum[j]({n}[b,j]*A[{at}])) + sin(sum[j]({n}[b,j]*B[{at}]))" for n, at in names)
    outputs = es.parse(text).outputs
    rng = np.random.default_rng(3)
    A, B = rng.standard_normal((2, 5, 5))
    given = {"A": A, "B": B, **{n: rng.standard_normal((3, 5)) for n, _ in names}}
    f = es.compile([outputs[f"y{n}"] for n, _ in names], target="cpu")
    for (n, at), y in zip(names, f(**given), strict=True):
        a, b = (A.T, B.T) if at == "i,j" else (A, B)
        np.testing.assert_allclose(y, np.tanh(given[n] @ a) + np.sin(given[n] @ b), rtol=1e-10)
    assert sorted(c.right for c in products(f)) == ["stack"] * 4 + ["stack2"] * 3
