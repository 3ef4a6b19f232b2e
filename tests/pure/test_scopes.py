"""Every binder of a body has names of its own."""

from __future__ import annotations

import time

import pytest
from generators import SIZES, arrays, expressions
from hypothesis import assume, given

import espresso as es
from espresso.errors import ExtentError
from espresso.formulas.extents.scopes import contexts, declare, uniquify, uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.reference.evaluator import evaluate

RENAMED = [
    ("x[i] + sum[i](x[i])", "x[i] + sum[j](x[j])"),
    ("sum[i](x[i]) + sum[i](exp(x[i]))", "sum[i](x[i]) + sum[j](exp(x[j]))"),
    ("sum[i](x[i]*sum[i](exp(x[i])))", "sum[i](x[i]*sum[j](exp(x[j])))"),
    ("sum[k](softmax[k](x[k]))*z[k]", "sum[l](softmax[l](x[l]))*z[k]"),
    ("y[i] = x[i]*sum[i](x[i])", "y[i] = x[i]*sum[j](x[j])"),
    ("y[i,j] = sum[i](x[i])*b[j]", "y[i,j] = sum[k](x[k])*b[j]"),
    ("max[i,j](A[i,j]) - min[j](A[i,j])", "max[k,j](A[k,j]) - min[l](A[i,l])"),
    # each statement is a scope of its own
    ("y[i] = x[i] + max[i](x[i])\nz = sum[i](y[i])", "y[i] = x[i] + max[j](x[j])\nz = sum[i](y[i])"),
]


@pytest.mark.parametrize(("text", "expected"), RENAMED)
def test_clashes_are_renamed_and_nothing_else(text: str, expected: str) -> None:
    e = es.parse(text)
    assert str(uniquify(e)) == expected
    assert uniquify(uniquify(e)) is uniquify(e)


UNTOUCHED = [
    "sum[i](x[i])",
    "x[i] + sum[j](x[j])",
    "softmax[k](x[k])*softmax[k](y[k])",
    "sum[j](A[i,j]) + max[j](A[i,j])",  # one body: the indices are the same, and the body stays shared
    "y[i] = sum[j](A[i,j])\nz[j] = sum[i](A[i,j])",
]


@pytest.mark.parametrize("text", UNTOUCHED)
def test_a_root_without_clashes_is_returned_itself(text: str) -> None:
    e = es.parse(text)
    assert uniquify(e) is e


def test_a_shared_body_gets_names_per_context() -> None:
    row = es.parse("sum[i](x[i]*y[j])")
    e = ex.call("add", ex.reduce("sum", ["j"], row), ex.reduce("max", ["j"], ex.call("exp", row)))
    assert str(uniquify(e)) == "sum[j](sum[i](x[i]*y[j])) + max[k](exp(sum[l](x[l]*y[k])))"


def test_a_declared_extent_survives_renaming() -> None:
    i = ex.index("i", 3)
    e = ex.call("add", i, ex.reduce("sum", ["i"], i))
    assert {n.data[1] for n in ex.iter_indices(uniquify(e))} == {3}


def test_lets_stay_shared_between_roots_and_programs_keep_their_parts() -> None:
    p = es.parse("y[i] = x[i]*sum[i](x[i])\nz[i] = exp(x[i])")
    assert p.op == "program"
    first, second = uniquify_all([p, p.args[0]])
    assert first.op == "program"
    assert first.args[0] is second


def test_an_unnamed_array_keeps_its_axes() -> None:
    inner = ex.closed("", ("j", "i"), es.parse("A[i,j]*sum[i](x[i])"))
    e = uniquify(ex.access(inner, [ex.index("k"), ex.index("m")]))
    assert e.args[0].op == "let"
    assert e.args[0].data[1] == ("j", "i")


def test_declare_writes_lengths_into_indices_also_where_they_do_not_occur() -> None:
    e = es.parse("y[i] = x[i]*sum[k](2)")
    assert evaluate(declare([e], {"k": 5})[0], {"x": [1.0, 2.0]}).tolist() == [10.0, 20.0]


def _names_are_unique(body: ex.Expr, axes: tuple[str, ...]) -> bool:
    owner: dict[str, object] = {}
    for node, _ in contexts(body, axes)[0]:
        if node.op == "reduce":
            for name in node.data[1]:
                if name in axes or owner.setdefault(name, node.args[0]) is not node.args[0]:
                    return False
    return True


@given(expressions())
def test_random_programs_get_unique_names_and_keep_their_value(e: ex.Expr) -> None:
    e = declare([e], SIZES)[0]
    u = uniquify(e)
    assert uniquify(u) is u
    assert u.axes == e.axes
    for root in [*ex.lets(u), u]:
        if root.op != "program":
            assert _names_are_unique(root.args[0] if root.op == "let" else root, root.axes)
    try:
        before = evaluate(e, arrays(e), SIZES)
    except ExtentError:  # a direct read of the long array q contradicts SIZES
        assume(False)
    bound = {n for root in [*ex.lets(u), u] for n in _bound_names(root)}
    axes = {n for root in [*ex.lets(u), u] for n in root.axes}
    sizes = {n: SIZES[n] for n in axes if n not in bound}
    assume(not axes & bound)  # then sizes= by name would mean two indices of the renamed program
    assert evaluate(u, arrays(e), sizes).tobytes() == before.tobytes()


def _bound_names(root: ex.Expr) -> set[str]:
    if root.op == "program":
        return set()
    body = root.args[0] if root.op == "let" else root
    return {n for names in contexts(body, root.axes)[1].values() for n in names}


def test_binder_names_are_those_of_the_renamed_graph() -> None:
    body = es.parse("x[i] + sum[i](x[i])")
    assert list(contexts(body, ("i",))[1].values()) == [("j",)]


def test_a_graph_of_ten_thousand_nodes_takes_well_under_a_second() -> None:
    x = es.parse("x[i]")
    e = ex.call("add", x, *(a for t in range(3500) for a in (ex.reduce("sum", ["i"], ex.call("mul", x, ex.const(t))), ex.const(t))))
    times = []
    for _ in range(3):
        start = time.process_time()
        u = uniquify(e)
        times.append(time.process_time() - start)
    start = time.process_time()
    assert uniquify(u) is u
    assert min(times) < 1.0  # 0.2 s on a quiet machine
    assert time.process_time() - start < 0.5


def test_reductions_of_reductions_do_not_multiply() -> None:
    x = es.parse("x[i]")
    e = x
    for t in range(300):  # each level stands under two binders: copies would be 2**300
        e = ex.call("add", ex.call("mul", x, ex.reduce("sum", ["i"], e)), ex.reduce("max", ["i"], e), ex.const(t))
    assert len(ex.postorder(uniquify(e))) < 3 * len(ex.postorder(e))
