"""Plans: what is shared, how many kernels and library calls a program has, how long planning takes."""

from __future__ import annotations

import cProfile
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from benchmarks import gpt, recurrent

import espresso as es
from espresso import networks as nn
from espresso.algebra.contraction.equivalence import Equivalence
from espresso.formulas.graph.nodes import postorder
from espresso.ir.calls import Contraction
from espresso.ir.loops import Kernel, arrays_of
from espresso.reference.evaluator import evaluate


def program_of(outputs: Any, sizes: dict[str, int] | None = None, **arrays: Any) -> Any:
    """The program for these arrays, after its results have been compared with the reference."""
    f = es.compile(outputs, sizes=sizes)
    results = f(**arrays)
    results = results if isinstance(results, tuple) else (results,)
    for e, value in zip(f.expressions, results, strict=True):
        np.testing.assert_allclose(value, evaluate(e, arrays), rtol=1e-9, atol=1e-12)
    return f.program


def kernels(program: Any) -> int:
    return sum(isinstance(s, Kernel) for s in program.steps)


def library_calls(program: Any) -> int:
    return sum(isinstance(s, Contraction) for s in program.steps)


def results(text: str) -> list[es.Expr]:
    return list(es.parse(text).outputs.values())


def normal(*shape: int) -> Any:
    return np.random.default_rng(len(shape)).normal(size=shape)


# --- the same value, wherever it stands and whatever its indices are called -----------------------------


def test_equal_modulo_names_of_indices_axes_and_order_of_operands() -> None:
    same = Equivalence()
    a, b = (es.parse(t).args[0] for t in ("y[i,j] = exp(x[i]*z[j]) + A[i,j]", "y[p,q] = A[q,p] + exp(z[p]*x[q])"))
    (one, first), (other, second) = same.key(a), same.key(b)
    assert one == other
    assert dict(zip(first, second, strict=True)) == {"i": "q", "j": "p"}
    c = es.parse("y[p,q] = A[p,q] + exp(z[p]*x[q])").args[0]
    assert same.key(c)[0] != one


def test_a_transposed_contraction_is_computed_once() -> None:
    program = program_of(
        results("S[i,b] = sum[j](W[i,j]*h[b,j])\nT[b,i] = exp(sum[k](h[b,k]*W[i,k]))"), W=normal(5, 3), h=normal(4, 3)
    )
    assert (library_calls(program), kernels(program)) == (1, 1)


def test_dear_values_are_shared_over_all_results_and_axes() -> None:
    text = "a[i] = sum[j](exp(x[i]*y[j]))\nb[j,i] = exp(y[j]*x[i]) + 1\nc[p,q] = 2*exp(x[p]*y[q])"
    program = program_of(results(text), x=normal(5), y=normal(4))
    assert str(program).count("exp(") == 1


def test_sums_of_cheap_operations_are_shared_when_they_are_dear_together() -> None:
    value = "(x[{0}]*y[{0}] + y[{0}]*z[{0}] + z[{0}]*x[{0}])/(1 + x[{0}]**2 + x[{0}]*y[{0}]*z[{0}])"
    text = f"a[i] = w[i] - {value.format('i')}\nb = sum[k]((v[k] + {value.format('k')})**2)"
    program = program_of(results(text), **{n: normal(6) for n in "xyzwv"})
    assert str(program).count("/") == 1
    assert kernels(program) == 1


@pytest.mark.parametrize(
    "text",
    [
        "a[i] = exp(x[i])*x[i+1]\nb[i] = exp(x[i]) + 1",
        "a = sum[i,j](sum[k](exp(x[i+j]*y[k]))*w[j])\nb = sum[i,j](sum[k](exp(x[i+j]*y[k]))*v[j])",
    ],
)
def test_a_value_for_a_part_of_an_axis_is_not_the_value_for_the_whole_axis(text: str) -> None:
    program_of(results(text), **{n: normal(k) for n, k in zip("xywv", (6, 4, 3, 2), strict=True) if f"{n}[" in text})


# --- time ---------------------------------------------------------------------------------------------------


def _calls(derived_and_planned: Callable[[int], Any], depth: int) -> int:
    """Calls of functions from a formula to the program of its gradients: a count, since seconds vary with the load."""
    measured = cProfile.Profile(builtins=False, subcalls=False)
    measured.enable()
    assert derived_and_planned(depth).program.steps
    measured.disable()
    return sum(row.callcount for row in measured.getstats())


def _lstm(steps: int) -> Any:
    loss = es.parse(recurrent.lstm_text(steps))
    return es.compile([loss, *es.grad(loss, list(recurrent.LSTM_NAMES))])


def _transformer(blocks: int) -> Any:
    loss = es.parse(gpt.text(blocks))
    return es.compile([loss, *es.grad(loss, gpt.parameters(blocks))])


def _convolutions(blocks: int) -> Any:
    p, y = nn.Parameters(), es.tensor("images[n,c,h,v]")
    for k in range(blocks):
        y = es.conv(y, p(f"w{k}", 4, 4 if k else 3, 3, 3), 1, 1)
        y = es.relu(nn.batch_norm(y, p(f"gain{k}", 4), p(f"shift{k}", 4)))
    loss = nn.cross_entropy(nn.linear(es.avg_pool(y), p("head", 10, 4)), es.tensor("label[n]", dtype="int64"))
    return es.compile([loss, *es.grad(loss, list(p.tensors))])


@pytest.mark.parametrize(("model", "few", "many"), [(_lstm, 1, 3), (_transformer, 1, 2), (_convolutions, 2, 4)])
def test_derivation_and_plan_take_operations_linear_in_the_depth(model: Any, few: int, many: int) -> None:
    """W21, W22: when every statement was looked at again for every shared value, 20 steps of an LSTM took ten minutes."""
    model(1)
    counts = [_calls(model, depth) for depth in (few, many)]
    assert counts[1] < 1.15 * many / few * counts[0], counts


def test_gradient_of_an_unrolled_rnn_grows_linearly() -> None:
    nodes, steps = {}, {}
    for length in (12, 48):
        loss = es.parse(recurrent.rnn_text(length))
        gradients = es.grad(loss, list(recurrent.RNN_NAMES))
        nodes[length] = len(postorder(*gradients))
        if length == 12:
            steps[length] = len(es.compile([loss, *gradients]).program.steps)
    assert nodes[48] < 4.2 * nodes[12], nodes
    assert steps[12] <= 10 * 12 + 5, steps


# --- one function for equal kernels ------------------------------------------------------------------------


def test_steps_of_an_unrolled_loop_run_the_same_functions() -> None:
    """The names of a step's arrays and its position in x[t,b] are arguments of one function."""
    counts = {}
    for steps in (4, 7):
        sizes = {"seq": steps, "batch": 3, "hidden": 4, "vocab": 5}
        given = recurrent.rnn_inputs(np.random.default_rng(0), sizes)
        loss = es.parse(recurrent.rnn_text(steps))
        f = es.compile([loss, *es.grad(loss, list(recurrent.RNN_NAMES))])
        for value, expected in zip(f(**given), recurrent.rnn_numpy(**given), strict=True):
            np.testing.assert_allclose(value, expected, rtol=1e-9, atol=1e-12)
        counts[steps] = len(f.kernels), kernels(f.program)
    assert counts[7][0] <= counts[4][0] + 1, counts
    assert counts[7][1] > counts[4][1] > counts[4][0], counts


@pytest.mark.parametrize(
    ("one", "other", "functions"),
    [
        ("exp(x[i])*y[i]", "v[i]*exp(w[i])", 1),
        ("exp(x[i])*y[i]", "x[i]*exp(y[i])", 1),
        ("exp(x[i])*y[i]", "exp(x[i])*x[i]", 2),
        ("x[i] - y[i]", "y[i] - x[i]", 1),
        ("x[i]*A[1,i]", "y[i]*A[3,i]", 1),
        ("x[i]*A[1,i]", "y[i]*A[i,3]", 2),
        ("x[i] + 2", "y[i] + 3", 2),
        ("pad(x)[i-1]*y[i]", "pad(v)[i-1]*w[i]", 1),
        ("pad(x)[i-1]*y[i]", "pad(v)[i-2]*w[i]", 2),
        ("sum[j](x[i]*exp(y[j]*B[i,j]))", "sum[j](v[i]*exp(w[j]*B[j,i]))", 3),
    ],
)
def test_functions_serve_kernels_that_differ_in_names_only(one: str, other: str, functions: int) -> None:
    f = es.compile(results(f"a[i] = {one}\nb[i] = {other}"), fused=False)
    given = {n: normal(5) * (k + 1) for k, n in enumerate("xyvw")} | {"A": normal(5, 5), "B": np.exp(normal(5, 5)).T}
    given = {n: given[n] for n in f.inputs}
    for e, value in zip(f.expressions, f(**given), strict=True):
        np.testing.assert_allclose(value, evaluate(e, given), rtol=1e-12)
    assert len(f.kernels) == functions


def test_second_derivatives_of_many_points_are_made_for_each_point_alone() -> None:
    """Case W7: of the Hessian of a sum over points only the blocks of one point are read, and only they are made."""
    total = es.parse("u[n,q] = tanh(sum[p](tanh(sum[i](x[n,i]*A[i,p]))*B[p,q]))\nf = sum[n,q](u[n,q]*c[q])")
    n, i = es.indices("n i")
    f = es.compile(es.sum(es.hessian(total, "x")[n, i, n, i], i), target="cpu")
    rng = np.random.default_rng(0)
    x, A, B, c = (rng.standard_normal(s) for s in ((50, 4), (4, 6), (6, 7), (7,)))
    h = np.tanh(x @ A)
    u = np.tanh(h @ B)
    first = np.einsum("ip,np,pq->niq", A, 1 - h**2, B)
    second = -2 * np.einsum("np,p,pq->nq", h * (1 - h**2), (A**2).sum(0), B)
    wanted = ((1 - u**2) * second - 2 * u * (1 - u**2) * (first**2).sum(1)) @ c
    np.testing.assert_allclose(f(x=x, A=A, B=B, c=c), wanted, rtol=1e-12, atol=1e-13)
    assert f.memory.arena < 8 * 50 * 50 * 4 * 4


def test_a_sum_of_what_does_not_vary_counts_its_rounds() -> None:
    """The mask that alone names an index is its length: it stays although it is 1 everywhere."""
    f = es.compile("out[i] = x[i] + mean[m](0.5) + var[m](0.5)", sizes={"m": 3})
    np.testing.assert_allclose(f(np.zeros(2)), [0.5, 0.5])


def test_a_value_found_late_is_read_from_the_statement_that_stores_it() -> None:
    """``c`` has the value of ``a`` only once ``tanh(x)`` is known to be ``z``: by then ``a`` already gives it to ``b``."""
    text = "z[i] = tanh(x[i]); a[i] = exp(sin(z[i])); b[i] = exp(sin(z[i])) + v[i]; c[i] = exp(sin(tanh(x[i])))*w[i]"
    outputs = dict(es.parse(text).outputs)
    del outputs["z"]
    (kernel,) = es.compile(outputs).program.steps
    lines = [line.strip() for line in str(kernel).splitlines()[2:]]
    assert lines == ["z[i] = tanh(x[i])", "a[i] = exp(sin(z[i]))", "b[i] = v[i] + a[i]", "c[i] = w[i]*a[i]"]


@pytest.mark.parametrize("text", [
    "z[i] = tanh(x[i]); b[i] = sum[j](w[i,j]*tanh(x[j])) + z[i]",
    "z[i,j] = tanh(w[i,j]); b[i,k] = sum[j](tanh(w[i,j])*w[j,k]) + z[i,k]",
])  # fmt: skip
def test_a_value_by_name_and_by_its_formula_is_one_array(text: str) -> None:
    """The formula got an array of its own, a copy of the result of that name."""
    values = np.random.default_rng(3).random((5, 5))
    given = {n: a for n, a in {"x": values[0], "w": values}.items() if n in es.parse(text).inputs}
    program = program_of(results(text), **given)
    copies = [s for k in program.steps if isinstance(k, Kernel) for s in k.statements if s.body.op == "access"]
    assert not copies
    assert set(program.buffers) <= {"z", "b", "s"}


def test_terms_without_the_index_of_a_loop_are_added_up_before_it() -> None:
    """Issue 22: ``for i in range(n): t += tanh(a[i,i])``, then ``a + t``, added n numbers for each element."""

    def with_trace(a):  # type: ignore[no-untyped-def]
        total = 0.0
        for i in range(12):
            total += np.tanh(a[i, i])
        return a + total

    a = np.random.default_rng(0).normal(size=(12, 12))
    f = es.compile(es.trace(with_trace, a=a))
    np.testing.assert_allclose(f(a=a), with_trace(a), rtol=1e-13)
    *_, last = f.program.steps
    assert len(arrays_of(last.statements[0].body)) == 2, f.explain()
    few = es.compile("y[i] = x[i] - m - log(s)")  # as accurate as it is written
    few(x=np.ones(3), m=1.0, s=2.0)
    assert "- m - " in few.explain(after="lower"), few.explain(after="lower")
