"""Sums over no elements are 0, whatever stands inside, and 0/0 is none, also in calls between those of other lengths."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.compiler.lowering import empty
from espresso.reference.evaluator import evaluate

ATTENTION = "y[i,e] = sum[j](softmax[j](q[i,d]*k[j,d])*v[j,e])"

CASES: list[tuple[str, dict[str, tuple[int, ...]]]] = [
    (ATTENTION, {"q": (2, 3), "k": (0, 3), "v": (0, 4)}),
    ("y = sum[j](2*softmax[j](x[j]))", {"x": (0,)}),
    ("y[i] = sum[j](softmax[j](x[i,j]))", {"x": (2, 0)}),
    ("y[i] = sum[j](softmax[j](x[i,j])*v[j])", {"x": (2, 0), "v": (0,)}),
    ("y = sum[i,j](softmax[i,j](x[i,j])*w[i,j])", {"x": (0, 2), "w": (0, 2)}),
    ("s = sum[j](x[j]); y = sum[j](x[j]/s)", {"x": (0,)}),
    ("s = sum[j](x[j]); y[k] = sum[j](x[j]/s*z[k])", {"x": (0,), "z": (3,)}),
    ("y[i] = prod[j](A[i,j]/a) + any[j](A[i,j] > 0) + all[j](A[i,j] > 0)", {"A": (2, 0), "a": ()}),
    ("y[i] = 2*sum[n](x[n,i])/size(x, 0)", {"x": (0, 3)}),
    ("m = sum[n](x[n])/size(x, 0); y[k] = z[k] - m/2", {"x": (0,), "z": (3,)}),
    ("y[i,j] = sum[n](x[n,i]*z[n,j])/sum[n](x[n,0])", {"x": (0, 3), "z": (0, 2)}),
    ("y = 1 + sum[i](x[i+1]*x[i])", {"x": (0,)}),  # a length of -1
    ("y[k] = z[k] + prod[i](x[i+1] - x[i]) + sum[i](x[i+1]/x[i])", {"x": (0,), "z": (3,)}),
    ("y[i] = softmax[i](sum[j](A[i,j]))", {"A": (3, 0)}),
    ("y = mean[i](sum[j](A[i,j])) + max[i](prod[j](A[i,j]))", {"A": (3, 0)}),
    ("y[i] = logsumexp[k](-sum[d]((x[i,d] - z[k,d])**2))", {"x": (3, 0), "z": (4, 0)}),
    ("y = norm[j](x[j]/sum[k](x[k]))", {"x": (0,)}),
    ("y = sum[j](x[j])*(1/sum[j](x[j]))", {"x": (0,)}),
    ("y = sum[i](x[i]/0) + sum[i](x[i]*log(0))", {"x": (0,)}),
    ("y[k] = 1 + sum[i](x[i,k]/k)", {"x": (0, 3)}),
    ("y = sum[i](x[i]*1e300*1e300)", {"x": (0,)}),  # numbers whose product overflows
    ("y = 1 + sum[i](x[i]/1e-300/1e-300) + sum[i](x[i]*(1e200)**2)", {"x": (0,)}),
    # what is read under such a sum still says how long the result is
    ("y[i] = sum[j](A[j,i]*x[i+1])", {"A": (0, 4), "x": (4,)}),
    ("y[i] = x[i] + sum[j](v[j]*x[i+3])", {"v": (0,), "x": (5,)}),
    ("y[i,k] = sum[j](A[j,i]*x[i+2]*x[2*k])", {"A": (0, 5), "x": (5,)}),
    ("y[i] = sum[j](v[j]*(j >= x[i])*(j < x[i+1]))", {"v": (0,), "x": (4,)}),
    ("s[i] = sum[j](v[j]*x[i+1]); y[i] = s[i]*sum[j](v[j]/s[i+1])", {"v": (0,), "x": (4,)}),
    ("y[i] = sum[j](v[j]*sum[k](A[k,i]*x[k+1]*x[i+1]))", {"v": (0,), "A": (4, 4), "x": (4,)}),
]


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
@pytest.mark.parametrize(("text", "shapes"), CASES)
def test_a_sum_over_nothing(text: str, shapes: dict[str, tuple[int, ...]], target: str) -> None:
    """Such a call gives the value of the reference, one with elements before and after it its own."""
    e = es.parse(text)
    f = es.compile(e, target=target)
    full = {n: tuple(k or 2 for k in s) for n, s in shapes.items()}
    for now in (full, shapes, full, shapes):
        arrays: dict[str, Any] = {
            n: np.zeros(s) if n in ("a",) and now is shapes else np.ones(s) for n, s in now.items()
        }
        with np.errstate(all="ignore"):  # NumPy's programs warn of 0/0, 1/0 and overflow where that is meant
            found = f(**arrays)
        np.testing.assert_allclose(found, evaluate(e, arrays), rtol=1e-12, err_msg=str(now))


Z = np.array([0.0, 1000.0, -1000.0])
STABLE: list[tuple[str, dict[str, Any], Any]] = [
    ("y[k] = log(1 + exp(z[k])) + sum[j](x[j])", {"z": Z, "x": np.zeros(0)}, [np.log(2), 1000, 0]),
    ("y[k] = log(1 + exp(z[k] + sum[j](A[k,j])))", {"z": Z, "A": np.zeros((3, 0))}, [np.log(2), 1000, 0]),
    ("y[k] = 1/(1 + exp(sum[j](A[k,j]) - z[k]))", {"z": Z, "A": np.zeros((3, 0))}, [0.5, 1, 0]),
    ("l[k] = log(sum[m](exp(z[m] + sum[j](A[k,j])))); y[k] = l[k] - z[k]", {"z": Z, "A": np.zeros((3, 0))},
     [1000, 0, 2000]),
    ("s = sum[j](x[j]); r[k] = log(1 + exp(z[k]))*(1 + s); y[k] = r[k] + sum[j](x[j]/s*r[k])",
     {"z": Z, "x": np.zeros(0)}, [np.log(2), 1000, 0]),
    ("s = sum[j](x[j]); y[k] = log(1 + exp(z[k])) + s/s", {"z": Z, "x": np.zeros(0)}, [np.nan] * 3),
    ("s = sum[j](x[j]); y[k] = log(1 + exp(z[k])) + (2*s)**-1*s*n[k]", {"z": Z, "x": np.zeros(0), "n": np.ones(3, int)},
     [np.nan] * 3),
]  # fmt: skip


@pytest.mark.parametrize(("text", "arrays", "wanted"), STABLE)
def test_what_stands_beside_sums_over_nothing_is_stable(text: str, arrays: dict[str, Any], wanted: Any) -> None:
    """As in other calls: log(1 + exp(1000)) overflowed; 0/0 of such sums is NaN all the same."""
    np.testing.assert_allclose(es.compile(text)(**arrays), wanted, rtol=1e-12)
    with np.errstate(invalid="ignore", divide="ignore"):  # NumPy's programs warn of 0/0
        found = es.compile(text, target="numpy")(**arrays)
    np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("text", [
    "T[i,j] = v[i]*a[j]; y[j] = z[j] + sum[i](T[i,j])",
    "T[i,j] = v[i]*v[i]*a[j]; U[j,i] = T[i,j] + T[i,j]; y[j] = z[j] + 0.5*sum[i](U[j,i])",
    "T[i] = mean[k](max(a[k], 1))*v[i]; y[j] = z[j] + 0.5*sum[i](T[i])",
])  # fmt: skip
def test_what_a_named_array_is_made_of_has_no_value_in_a_sum_over_nothing(text: str, target: str) -> None:
    """Its parts that the sum does not move were taken out of it, and are not finite."""
    f = es.compile(text, target=target)
    a, z = np.array([1, np.nan, np.inf]), np.ones(3)
    np.testing.assert_array_equal(f(v=np.ones(0), a=a, z=z), [1, 1, 1])
    assert not np.isfinite(f(v=np.ones(1), a=a, z=z)).all()


def test_gradients_of_a_regression_without_features() -> None:
    loss = es.parse("loss = sum[i](log(1 + exp(-t[i]*(sum[j](X[i,j]*w[j]) + b))))")
    f = es.compile({"l": loss, "w": es.grad(loss, "w"), "b": es.grad(loss, "b")})
    given = {"X": np.zeros((3, 0)), "w": np.zeros(0), "t": np.ones(3)}
    near, far = f(b=np.array(0.5), **given), f(b=np.array(-1000.0), **given)
    np.testing.assert_allclose(near["l"], 3 * np.log1p(np.exp(-0.5)), rtol=1e-12)
    np.testing.assert_allclose(near["b"], -3 / (1 + np.exp(0.5)), rtol=1e-12)
    assert (float(far["l"]), float(far["b"]), far["w"].shape) == (3000.0, -3.0, (0,))


def test_functions_of_the_user_in_a_sum_over_nothing() -> None:
    f = es.compile(es.parse("y[k] = z[k]*sum[i](squares(x[i]))", functions=[es.function("squares(x)", "x*x + 1")]))
    for n in (2, 0, 2):
        np.testing.assert_array_equal(f(x=np.ones(n), z=np.ones(3)), np.full(3, 2.0 * n))


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float32", "complex64"])
def test_results_keep_their_dtypes(dtype: str) -> None:
    x, one = np.zeros(0, dtype), np.ones((), dtype)
    for text in ("y = a + sum[j](x[j])", "y = prod[j](a*x[j])", "y = sum[j](x[j])*a + sum[j](a*x[j])"):
        e = es.parse(text)
        found, exact = es.compile(e)(x=x, a=one), evaluate(e, {"x": x, "a": one})
        assert found == exact and found.dtype == exact.dtype


def test_a_softmax_sums_to_one_where_it_has_elements() -> None:
    """The rule says so; beside an index of that length there are some."""
    assert str(es.simplify("y = 2*sum[j](softmax[j](x[j]))")).endswith("y = 2.0*(0 < size(x, 0))")
    assert str(es.simplify("y[j] = x[j] - sum[k](softmax[k](x[k]))")) == "y[j] = x[j] - 1"
    assert str(es.simplify("y[j] = x[j]*sum[k](softmax[k](x[k]))")) == "y[j] = x[j]"
    for target in ("cpu", "numpy"):
        e = es.simplify("y = 2*sum[j](softmax[j](x[j]))")
        assert [es.compile(e, target=target)(x=np.ones(n)) for n in (0, 1, 3)] == [0, 2, 2]


def test_a_plan_for_elements_is_not_taken_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where another process has kept it: the plan for all lengths says which of them must not be 0."""
    monkeypatch.setattr("espresso.system.cache.KEEP", True)
    text = "s = sum[j](x[j]); y = sum[j](3*x[j]/s)"
    assert es.compile(text)(x=np.ones(3)) == 3.0
    assert es.compile(text)(x=np.ones(0)) == 0.0
    assert es.compile(text)(x=np.ones(0)) == 0.0
    assert es.compile(text)(x=np.ones(4)) == 3.0


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
@pytest.mark.parametrize("position", [0, 5, 10**11])
@pytest.mark.parametrize("length", [0, 2])
def test_a_gather_under_a_sum_over_nothing_reads_nothing(length: int, position: int, target: str) -> None:
    """Its positions need not be inside the array; those of a sum with elements, or outside a sum, must."""
    f = es.compile("y[i] = sum[j](x[t[i]]*w[j])", target=target)
    x, t = np.ones(length), np.full(2, position)
    np.testing.assert_array_equal(f(x=x, t=t, w=np.ones(0)), [0, 0])
    if position >= length:
        with pytest.raises(es.InputError, match="outside axis 0 of x"):
            f(x=x, t=t, w=np.ones(1))
        beside = es.compile("y[i] = sum[j](x[t[i]]*w[j]) + x[t[i]]", target=target)
        with pytest.raises(es.InputError, match="outside axis 0 of x"):
            beside(x=x, t=t, w=np.ones(0))
    assert list(es.compile("y[i] = sum[j](x[t[i]])", target=target, sizes={"j": 0})(x=x, t=t)) == [0, 0]


@pytest.mark.parametrize("target", ["cpu", pytest.param("opencl", marks=pytest.mark.opencl)])
def test_a_program_with_results_of_other_shapes_does_not_run(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the reads in its condition the mask lets i run one step further than the result."""
    monkeypatch.setattr(empty, "_is_affine", lambda e: False)
    f = es.compile("y[i] = sum[j](A[j,i]*x[i+1]*23.5)", target=target)
    with pytest.raises(AssertionError, match=r"results of shapes \[\(4,\)\], its formulas \[\(3,\)\]"):
        f(A=np.ones((0, 4)), x=np.ones(4))


@pytest.mark.parametrize("n", [0, 3])
@pytest.mark.parametrize("text", ["f = sum[i](x[0]*(i >= 0))", "f = sum[i](sin(x[0]*(i >= 0)))"])
def test_conditions_that_always_hold_say_how_many_terms_there_are(text: str, n: int) -> None:
    e = es.parse(f"i : index {n}; {text}")
    x = np.array([0.5])
    for simplify in (True, False):
        np.testing.assert_allclose(es.compile(e, target="numpy", simplify=simplify)(x=x), es.evaluate(e, {"x": x}))
