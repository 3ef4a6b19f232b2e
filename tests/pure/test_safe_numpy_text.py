"""The NumPy text computes the numerically safe form: ``to_numpy``, ``target="numpy"`` and what it saves."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rowcheck import instance

import espresso as es
from espresso.codegen.numpy.order import in_written_order
from espresso.formulas.graph import expr as ex
from espresso_rules import stabilize

LARGE = np.array([-1000.0, 1000.0, 0.0, 1e-20, 999.0])


def _call(rule: es.Rule) -> tuple[es.Expr, dict[str, np.ndarray]]:
    """The left side of a row with arrays at +-1000, where its guard and its domain allow them."""
    left, _, intervals = instance(rule)
    given = {}
    for tensor in ex.tensors(left):
        name, rank = tensor.data.name, tensor.data.rank
        low, high = intervals[name]
        values = np.abs(LARGE) if low >= 0 else np.clip(LARGE, low, high) if rule.domain else LARGE
        given[name] = np.stack([np.roll(values, k) for k in range(5)]) if rank == 2 else values if rank else values[1]
    return left, given


def _pasted(e: es.Expr, given: dict[str, np.ndarray], **options: bool) -> Any:
    scope: dict[str, Any] = {}
    exec(e.to_numpy(**options), scope)
    return scope[e.name or "f"](*(given[n] for n in e.inputs))


@pytest.mark.parametrize("rule", stabilize.RULES, ids=lambda r: r.name)
def test_every_stabilising_row_as_on_the_cpu(rule: es.Rule) -> None:
    left, given = _call(rule)
    expected = es.compile(left, target="cpu")(**given)
    with np.errstate(all="ignore"):
        found = es.compile(left, target="numpy")(**given)
        pasted = _pasted(left, given)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    np.testing.assert_allclose(pasted, expected, rtol=1e-12)


def test_as_they_are_written_the_rows_are_not_safe() -> None:
    """The oracle above can fail: it does for many rows where they are computed as written."""
    unsafe = []
    for rule in stabilize.RULES:
        left, given = _call(rule)
        with np.errstate(all="ignore"):
            safe, written = _pasted(left, given), es.compile(left, target="numpy", simplify=False)(**given)
            np.testing.assert_array_equal(written, _pasted(left, given, simplify=False))
        if not np.allclose(safe, written, rtol=1e-12, equal_nan=True):
            unsafe.append(rule.name)
    assert len(unsafe) > 12, unsafe


def test_a_saved_module_is_safe(tmp_path: Path) -> None:
    loss = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
    given = {"y": np.array([-1.0]), "X": np.array([[1000.0]]), "w": np.array([1.0])}
    f = es.compile(loss, target="numpy")
    assert float(f(**given)) == 1000.0
    assert float(runpy.run_path(str(f.save(tmp_path / "m.py")))["program"](*given.values())) == 1000.0
    assert "np.log(1 + np.exp(" in es.compile(loss, target="numpy", simplify=False).source


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("y[i] = W[i,j]*x[j] + b[i]", "return W @ x + b"),
        ("y[i] = x[i]*a[i] + 1 - b[i]*a[i]*2", "return x*a + 1 - 2*b*a"),
        ("y[i] = (b[i] + a[i])*b[i]", "return (b + a)*b"),
        ("y[i] = 1 + 0.01*s[i]", "return 1 + 0.01*s"),
        ("l = log(1 + exp(z))", "return np.logaddexp(0, z)"),
        ("p[i] = exp(x[i])/sum[j](exp(x[j]))", "return _es_softmax(x, axis=0)"),
        ("C[i,j] = A[k,l]*B[k,i]*A[m,l]*B[m,j]", 'return np.einsum("kl,ki,ml,mj->ij", A, B, A, B, optimize=True)'),
        ("y[i] = z[i]*x[i] == a[i]", "return z*x == a"),
    ],
)
def test_operands_stand_as_they_were_written(text: str, line: str) -> None:
    assert es.parse(text).to_numpy().splitlines()[-1].strip() == line


def test_long_sums_keep_their_order() -> None:
    names = [f"x{k}" for k in range(3000)]
    e = es.parse("y = " + " + ".join(reversed(names)))
    assert str(in_written_order({"y": e.simplify()}, [e])["y"]) == str(e)


def test_parameters_are_the_inputs_of_the_formula_as_written() -> None:
    assert "def y(b, x, a):" in es.parse("y[i] = 0*b[i] + x[i]*a[i]").to_numpy()


@pytest.mark.parametrize("text", ["s = sum[i,k](G[i]*W[k]*(p == i + k))", "y[p] = sum[i](x[i]*(p == 2*i))"])
def test_axes_that_only_an_equation_bounds_keep_their_lengths(text: str) -> None:
    e = es.jacobian(es.parse("y[p] = x[p+r]*w[r]"), "x") if text.startswith("s") else es.parse(text)
    given = {n: np.arange(1.0, 4.0 + 3 * (n == "x")) for n in e.inputs}
    np.testing.assert_array_equal(_pasted(e, given), es.evaluate(e, given))
