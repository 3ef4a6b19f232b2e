"""Convolutions compiled with their derivatives, and reads that a mask switches off."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.compiler.lowering.safe_reads import protected
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.reference.evaluator import evaluate

CONVOLUTIONS = [
    ("l = sum[p](tanh(x[p+r]*w[r] + b))", {"x": (9,), "w": (3,), "b": ()}),
    ("l = sum[n,k,p](tanh(x[n,c,2*p+r]*w[k,c,r] + b[k]))", {"x": (2, 3, 9), "w": (2, 3, 3), "b": (2,)}),
    ("l = sum[n,k,p](tanh(x[n,c,p+2*r]*w[k,c,r] + b[k]))", {"x": (2, 3, 9), "w": (2, 3, 3), "b": (2,)}),
    ("y[n,k,p] = sum[c,r](pad(x)[n,c,p+r-1]*w[k,c,r])*(p < size(x, 2)); l = sum[n,k,p](tanh(y[n,k,p] + b[k]))",
     {"x": (2, 2, 6), "w": (3, 2, 3), "b": (3,)}),
    ("l = sum[n,k,p,q]((x[n,c,2*p+r,2*q+s]*w[k,c,r,s])**2)", {"x": (2, 2, 6, 5), "w": (3, 2, 3, 2)}),
]  # fmt: skip


@pytest.mark.parametrize("text, shapes", CONVOLUTIONS, ids=[c[0][:40] for c in CONVOLUTIONS])
def test_value_gradient_and_hessian_product_agree_with_the_reference(text, shapes):
    random = np.random.default_rng(0)
    e = es.parse(text)
    names = list(shapes)
    arrays = {n: random.uniform(-1, 1, s) for n, s in shapes.items()}
    arrays.update({f"v_{n}": random.uniform(-1, 1, s) for n, s in shapes.items()})
    formulas = [e, *es.grad(e, names), *es.hvp(e, names, [f"v_{n}" for n in names])]
    compiled = es.compile(formulas)
    found = compiled(**{n: arrays[n] for n in compiled.inputs})
    for formula, value in zip(formulas, found, strict=True):
        expected = evaluate(formula, {n: arrays[n] for n in formula.inputs})
        np.testing.assert_allclose(value, expected, rtol=1e-9, atol=1e-11, err_msg=str(formula))


MASKED = [
    ("y[i] = where(i < 3, x[i+1], 0)*c[i]", {"x": (4,), "c": (5,)}),
    ("y[i] = where(i < 3, sqrt(x[i+1]), -x[i])*x[i]", {"x": (4,)}),
    ("y = sum[i](where(i > 0, x[i-1]*c[i], 0))", {"x": (4,), "c": (4,)}),
    ("y[i] = max[j](where(j < 2, x[i+j], 0)*c[j])*c[i]", {"x": (7,), "c": (6,)}),
    ("h[i] = x[i]**2; y[i] = where(i < 3, h[i+1], 0)*c[i]", {"x": (4,), "c": (5,)}),
    ("y[b] = where(t[b] < size(W, 0), W[t[b]], -1)", {"W": (4,)}),
    ("y[b] = where(t[b] < size(W, 0), W[t[b]], W[mod(t[b])])", {"W": (4,)}),
]


@pytest.mark.parametrize("text, shapes", MASKED, ids=[c[0] for c in MASKED])
def test_a_read_that_is_not_selected_may_leave_the_array(text, shapes):
    random = np.random.default_rng(1)
    arrays = {n: random.uniform(0, 1, s) for n, s in shapes.items()}
    if "t[b]" in text:
        arrays["t"] = np.array([0, 3, 10**9, 4, 2])
    e = es.parse(text)
    np.testing.assert_allclose(es.compile(e)(**arrays), evaluate(e, arrays))


def masked_reads(text):
    """The accesses of a statement as they are after `protected`, by their text."""
    e = uniquify(es.parse(text))
    safe = protected([e], program_extents([e]))[e]
    return {str(n).splitlines()[-1] for n in ex.postorder(safe.args[0], into_arrays=False) if n.op == "access"}


def test_reads_that_are_surely_inside_stay_as_they_are():
    inside = masked_reads("y[i] = where(c[0] > 0, x[i], 0)*sum[p,r](where(c[1] > 0, z[2*p+r]*w[r], 0))")
    assert inside == {"c[0]", "c[1]", "x[i]", "z[2*p + r]", "w[r]"}
    assert "pad(x)[i + 1]" in masked_reads("y[i] = where(i < 3, x[i+1], 0)*c[i]")
    assert "x[i + 1]" in masked_reads("y[i] = where(i < 3, x[i+1], 0)")  # i runs as far as the read
    assert "pad(W)[t[b]]" in masked_reads("y[b] = where(t[b] < 3, W[t[b]], 0)")
    assert "W[t[b]]" in masked_reads("y[b] = where(W[t[b]] < 3, 0, 1)")  # a condition is always computed
    assert any(r.startswith("x[") for r in masked_reads("y[i] = where(c[i] > 0, x[size(x, 0) - 1 - i], 0)*x[i]"))


def test_a_gather_that_is_always_read_is_still_checked():
    with pytest.raises(es.InputError, match="outside axis 0 of W"):
        es.compile("y[b] = W[t[b]]")(W=np.ones(3), t=np.array([0, 7]))


@pytest.mark.parametrize("stride", [(2, 1), (1, 3), (3, 1)])
def test_mixed_strides_are_gathered(stride: tuple[int, int]) -> None:
    """With stride 1 along one axis alone no equation is left to be summed over."""
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    y = es.conv(x, w, stride, 1)
    assert "==" not in str(es.vjp(y, "x", "G"))
    rng = np.random.default_rng(0)
    values = {"x": rng.normal(size=(2, 3, 7, 8)), "w": rng.normal(size=(2, 3, 3, 2))}
    loss = es.sum(es.tanh(y), *y.axes)
    es.check_grads(loss, order=1, **values)
