"""Dtypes follow NumPy (NEP 50); case 63 and sA19: a Python number never widens."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.errors import DtypeError
from espresso.formulas.graph import expr as ex
from espresso.formulas.inference.dtypes import DType, dtypes_of, floating, promote
from espresso.reference.evaluator import evaluate

PLAIN = [
    # formula over f (float32), d (float64), h (float16), n (int64), s (int8), u (uint8), z (complex64), t (bool)
    ("2*f[i] + 1", "float32"),
    ("0.5*f[i]", "float32"),
    ("1/3*f[i]", "float32"),
    ("f[i]/3", "float32"),
    ("f[i]*i", "float32"),
    ("f[i]/size(f, 0)", "float32"),
    ("f[i]*(f[i] > 0)", "float32"),
    ("f[i]*sum[j](f[j] > 0)", "float32"),  # a count is a number of the formula, not an array
    ("sqrt(2)*f[i]", "float32"),
    ("exp(i)*f[i]", "float32"),
    ("f[i] + d[i]", "float64"),
    ("f[i] + n[i]", "float64"),
    ("f[i] + s[i]", "float32"),
    ("h[i]*2", "float16"),
    ("h[i] + f[i]", "float32"),
    ("exp(h[i])", "float16"),
    ("exp(n[i])", "float64"),
    ("exp(s[i])", "float64"),
    ("n[i]*2", "int64"),
    ("n[i]*2.0", "float64"),
    ("n[i]/2", "float64"),
    ("s[i] + 1", "int8"),
    ("s[i] + u[i]", "int16"),
    ("u[i] - u[i]", "uint8"),
    ("-s[i]", "int8"),
    ("n[i] + u[i]", "int64"),
    ("z[i]*2", "complex64"),
    ("z[i]*f[i]", "complex64"),
    ("z[i]*d[i]", "complex128"),
    ("2j*f[i]", "complex64"),
    ("2j*n[i]", "complex128"),
    ("abs(z[i])", "float32"),
    ("real(z[i])", "float32"),
    ("abs2(z[i])", "float32"),
    ("conj(z[i])", "complex64"),
    ("exp(z[i])", "complex64"),
    ("abs(n[i])", "int64"),
    # differences and quotients: what is subtracted or divided by counts as itself
    ("[i] = f[i] - t[i]", "float32"),
    ("s[i] - t[i]", "int8"),
    ("[i] = 1 - t[i]", "int64"),
    ("-t[i]", "int64"),
    ("[i] = f[i]/s[i]", "float32"),
    ("[i] = f[i]/t[i]", "float32"),
    ("[i] = u[i]*f[i]/s[i]**2", "float32"),
    ("[i] = h[i]/u[i]", "float16"),
    ("[i] = z[i]/s[i]", "complex64"),
    ("[i] = f[i]/n[i]", "float64"),
    ("[i] = s[i]/s[i]", "float64"),
    ("1/s[i]", "float64"),
    # powers
    ("n[i]**2", "int64"),
    ("s[i]**2", "int8"),
    ("n[i]**-1", "float64"),
    ("n[i]**0.5", "float64"),
    ("n[i]**n[i]", "int64"),
    ("n[i]**-n[i]", "float64"),
    ("f[i]**2", "float32"),
    ("f[i]**-1", "float32"),
    ("f[i]**0.5", "float32"),
    ("f[i]**n[i]", "float64"),
    ("2**f[i]", "float32"),
    # selections and pieces
    ("where(f[i] > 0, f[i], 0)", "float32"),
    ("where(f[i] > 0, n[i], 0.5)", "float64"),
    ("where(n[i] > 0, 1, 0)", "int64"),
    ("min(f[i], 1.5)", "float32"),
    ("max(n[i], f[i])", "float64"),
    ("relu(n[i])", "int64"),
    ("floor(f[i])", "float32"),
    ("floor(n[i])", "int64"),
    ("sign(s[i])", "int8"),
    ("clip(f[i], -1, 1)", "float32"),
    ("n[i] // 2", "int64"),
    ("n[i] % 3", "int64"),
    ("f[i] % 3", "float32"),
    # truth values: bare comparisons are bool, in arithmetic they count
    ("f[i] > 0", "bool"),
    ("(f[i] > 0) and t[i]", "bool"),
    ("isnan(f[i])", "bool"),
    ("(f[i] > 0) + (d[i] > 0)", "int64"),
    ("[i] = t[i]*f[i]", "float32"),
    ("[i] = t[i]*s[i]", "int8"),
    ("t[i] + t[i]", "int64"),
    # reductions
    ("sum[i](f[i])", "float32"),
    ("sum[i](h[i])", "float16"),
    ("sum[i](n[i])", "int64"),
    ("sum[i](s[i])", "int64"),
    ("sum[i](u[i])", "uint64"),
    ("prod[i](s[i])", "int64"),
    ("sum[i](t[i])", "int64"),
    ("sum[i](f[i] > 0)", "int64"),
    ("max[i](s[i])", "int8"),
    ("max[i](t[i])", "bool"),
    ("any[i](f[i])", "bool"),
    ("argmax[i](f[i])", "int64"),
    ("mean[i](f[i])", "float32"),
    ("mean[i](n[i])", "float64"),
    ("mean[i](t[i])", "float64"),
    ("var[i](h[i])", "float16"),
    ("std[i](n[i])", "float64"),
    ("norm[i](z[i])", "float32"),
    ("logsumexp[i](n[i])", "float64"),
    ("softmax[i](f[i])", "float32"),
    ("softmax[i](n[i])", "float64"),
    ("cumsum[i](s[i])", "int64"),
    ("cumprod[i](f[i])", "float32"),
    ("reverse_cumsum[i](u[i])", "uint64"),
    # whole formulas that are only numbers
    ("2", "int64"),
    ("1/3", "float64"),
    ("2.5", "float64"),
    ("1j", "complex128"),
    ("i*f[i]/f[i]", "float32"),
    # arrays read with padding
    ("pad(f)[i - 1] + f[i]", "float32"),
    ("pad(n, 0.5)[i - 1] + n[i]", "float64"),
    ("pad(t)[i - 1] and t[i]", "bool"),
]
KINDS = {
    "f": "float32", "d": "float64", "h": "float16", "n": "int64",
    "s": "int8", "u": "uint8", "z": "complex64", "t": "bool",
}  # fmt: skip
ALL = ["bool", "int8", "uint8", "int64", "uint64", "float16", "float32", "float64", "complex64"]


@pytest.mark.parametrize(("text", "dtype"), PLAIN)
def test_dtype_of_a_formula_and_of_its_value(text: str, dtype: str) -> None:
    e = es.parse(text)
    found = dtypes_of([e], {n: np.dtype(k) for n, k in KINDS.items()})
    assert found[e].dtype == dtype
    arrays = {t.data.name: np.array([1, 0, 1]).astype(KINDS[t.data.name]) for t in ex.tensors(e)}
    assert evaluate(e, arrays).dtype == dtype


def test_naming_a_part_changes_no_dtype() -> None:
    """Weakness passes through statements, so CSE and inlining cannot widen."""
    for part in ("2", "i", "sqrt(2)", "sum[j](f[j] > 0)", "(f[i] > 0)"):
        inline = es.parse(f"y[i] = f[i]*({part})")
        named = es.parse(f"c[i] = {part} + 0*i\ny[i] = f[i]*c[i]")
        types = dtypes_of([inline, named], {"f": np.dtype("float32")})
        assert types[inline].dtype == types[named].dtype == np.float32


@pytest.mark.parametrize("strong", ALL)
@pytest.mark.parametrize("weak", [2, 2.5, 2j])
def test_promotion_with_a_literal_is_that_of_numpy(strong: str, weak: complex) -> None:
    ours = promote(DType(np.dtype(strong)), DType(np.result_type(type(weak)), True))
    assert ours == DType((np.ones(1, strong) * weak).dtype)


@pytest.mark.parametrize("a", ALL)
def test_square_roots_and_promotion_of_arrays_are_those_of_numpy(a: str) -> None:
    one = np.ones(1, a)
    if a not in ("bool", "int8", "uint8"):  # NumPy gives float16 there; here integers become float64
        assert floating(DType(np.dtype(a))).dtype == np.sqrt(one).dtype
    for b in KINDS.values():
        assert promote(DType(np.dtype(a)), DType(np.dtype(b))).dtype == (one * np.ones(1, b)).dtype


def test_python_scalars_as_inputs_are_weak() -> None:
    """Case 63."""
    e = es.parse("a*f[i]")
    f = np.ones(2, np.float32)
    assert evaluate(e, {"f": f, "a": 2.5}).dtype == np.float32
    assert evaluate(e, {"f": f, "a": 2}).dtype == np.float32
    assert evaluate(e, {"f": f, "a": np.float64(2.5)}).dtype == np.float64
    assert evaluate(e, {"f": np.ones(2, np.int8), "a": 2.5}).dtype == np.float64


ERRORS = [
    ("pad(u, 300)[i+1] + u[i]", "300 does not fit into uint8, the dtype of the array.\n"
     "Give that input as a wider dtype, or write 300.0 for floating-point arithmetic."),
    ("pad(u, -1)[i+1] + u[i]", "-1 does not fit into uint8, the dtype of the array.\n"
     "Give that input as a wider dtype, or write -1.0 for floating-point arithmetic."),
    ("u[i] + 300", "300 does not fit into uint8, the dtype of the other operand.\n"
                   "Give that input as a wider dtype, or write 300.0 for floating-point arithmetic."),
    ("max(z[i], 0)", "max is not defined for complex numbers.\n"
                     "Take abs(z), real(z) or imag(z) of the argument first."),
    ("z[i] < 1", "< is not defined for complex numbers.\nTake abs(z), real(z) or imag(z) of the argument first."),
    ("argmax[i](z[i])", "argmax is not defined for complex numbers.\nTake abs(z), real(z) or imag(z) first."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(DtypeError) as caught:
        dtypes_of([es.parse(text)], {n: np.dtype(k) for n, k in KINDS.items()})
    assert str(caught.value) == message


def test_unsigned_differences_wrap_like_those_of_numpy() -> None:
    a, b = np.array([1, 200], np.uint8), np.array([2, 100], np.uint8)
    assert evaluate(es.parse("a[i] - b[i]"), {"a": a, "b": b}).tolist() == (a - b).tolist()


def test_a_chain_of_ten_thousand_nodes() -> None:
    e = es.parse("f[i]")
    for k in range(10_000):
        e = ex.call("add", ex.call("exp", e), ex.const(k % 7))
    assert dtypes_of([e], {"f": np.dtype("float32")})[e].dtype == np.float32


def test_results_of_literals_are_as_wide_as_the_float_inputs() -> None:
    """sA19: a result made of literals and conditions does not widen float32."""
    f = np.array([1.0, -1.0, 2.0], np.float32)
    for text in ("y[i] = (f[i] > 0)*2.5", "y[i] = 1.0*(f[i] > 0)", "f : (_)\ny[i] = (i < size(f, 0))", "f : (_)\ny[i] = 0*(i < size(f, 0))"):
        assert evaluate(es.parse(text), {"f": f}).dtype == np.float32, text
        assert es.compile(text)(f).dtype == np.float32, text
    assert evaluate(es.parse("y[i] = (f[i] > 0)"), {"f": f}).dtype == np.bool_


@pytest.mark.parametrize("formula", [
    "C[i,k] = A[i,j]*B[j,k]", "s = A[i,j]*B[i,j]", "C[i,j] = A[i,j]*B[i,j]",
    "t[j,i] = -A[i,j]*B[i,j]", "t[i] = 0.5*A[i,j]*B[i,j]",
])  # fmt: skip
@pytest.mark.parametrize(("a", "b"), [("bool", "bool"), ("bool", "int8"), ("int8", "int8"), ("uint8", "uint8"), ("int32", "bool")])
def test_einsum_of_declared_truth_values_and_small_integers_has_their_sum(formula: str, a: str, b: str) -> None:
    """NumPy's einsum joins truth values by *or* and lets sums of small integers wrap."""
    e = es.parse(f"A : {a} (_, _); B : {b} (_, _); {formula}")
    arrays = {"A": np.ones((200, 200)).astype(a), "B": np.ones((200, 200)).astype(b)}
    found, wanted = eval(e.to_einsum(), {"np": np, **arrays}), evaluate(e, arrays)
    assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "complex64"])
def test_einsum_of_floats_needs_no_dtype(dtype: str) -> None:
    assert es.parse(f"A : {dtype} (_); B : bool (_); A[i]*B[i]").to_einsum() == 'np.einsum("i,i->", A, B)'
