"""Functions of complex numbers in native programs: numba is not asked, values and special values are NumPy's."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph.functions import BY_NAME, FUNCTIONS

UNARY = {
    "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "tan": np.tan, "sinh": np.sinh,
    "cosh": np.cosh, "tanh": np.tanh, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "asinh": np.arcsinh,
    "acosh": np.arccosh, "atanh": np.arctanh, "log2": np.log2, "log10": np.log10, "log1p": np.log1p,
    "expm1": np.expm1, "exp2": np.exp2,
}  # fmt: skip
COMPARED = {"eq": " == ", "ne": " != ", "lt": " < ", "le": " <= ", "gt": " > ", "ge": " >= "}
EDGES = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, 1e300, 800.0, -800.0, np.inf, -np.inf, np.nan])


def native(f: Any) -> bool:
    """Whether the last call ran machine code of the native translator."""
    return f._last._plain is not None


def points(dtype: str) -> np.ndarray:
    """Numbers in all quadrants, of several magnitudes, and on the axes and cuts."""
    rng = np.random.default_rng(0)
    size = 10.0 ** rng.uniform(-3, 1, 400)
    found = size * np.exp(2j * np.pi * rng.uniform(size=400))
    axes = np.array([1, -1, 1j, -1j, 2, -2, 2j, -2j, 0.5, -0.5, 3 + 0.0j, complex(-3, -0.0)])
    return np.concatenate([found, axes]).astype(dtype)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_functions(dtype: str) -> None:
    """Within a few ulp of NumPy's, in one program of all functions."""
    f = es.compile({n: f"{n}_[i] = {n}(z[i])" for n in UNARY}, target="cpu")
    z = points(dtype)
    found = f(z)
    assert native(f)
    for name, function in UNARY.items():
        with np.errstate(all="ignore"):
            right = function(z.astype("complex128"))
            if name == "log1p":  # which NumPy rounds to the precision of 1 + z
                right.real = np.log(1 + z.astype(np.clongdouble)).real
        assert found[name].dtype == dtype
        np.testing.assert_allclose(found[name], right, rtol=8 * np.finfo(dtype).eps, err_msg=name)


def test_special_values() -> None:
    """Infinities, NaN, zeros of both signs and numbers at the ends of the range, in both parts."""
    z = np.empty((12, 12), complex)
    z.real, z.imag = np.meshgrid(EDGES, EDGES)
    f = es.compile({n: f"{n}_[i] = {n}(z[i])" for n in UNARY}, target="cpu")
    found = f(z.ravel())
    assert native(f)
    with np.errstate(all="ignore"):
        for name, function in UNARY.items():
            if name == "log1p":  # more precise than NumPy's: `test_complex_vectors`
                continue
            right = function(z.ravel())
            for part in ("real", "imag"):
                ours, theirs = getattr(found[name], part), getattr(right, part)
                np.testing.assert_allclose(ours, theirs, rtol=1e-14, err_msg=f"{name} {part}")
                zeros = theirs == 0
                np.testing.assert_array_equal(np.signbit(ours[zeros]), np.signbit(theirs[zeros]), f"{name} {part}")


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_powers(dtype: str) -> None:
    z = points(dtype)
    w = z[::-1].copy()
    f = es.compile(["p[i] = z[i]**w[i]", "q[i] = z[i]**0.5", "r[i] = z[i]**3", "s[i] = rsqrt(z[i])"], target="cpu")
    p, q, r, s = f(z=z, w=w)
    assert native(f)
    wide, exponent = z.astype("complex128"), w.astype("complex128")
    eps = np.finfo(dtype).eps
    np.testing.assert_allclose(p, wide**exponent, rtol=60 * eps)
    np.testing.assert_allclose(q, np.sqrt(wide), rtol=8 * eps)
    np.testing.assert_allclose(r, wide**3, rtol=8 * eps)
    np.testing.assert_allclose(s, 1 / np.sqrt(wide), rtol=8 * eps)
    edge = np.array([0, 0, 0, 2j], complex)
    found = es.compile("p[i] = z[i]**w[i]", target="cpu")(z=edge, w=np.array([0, 2, 0.5, 0], complex))
    assert found.tolist() == [1, 0, 0, 1]
    assert es.compile("s = rsqrt(z)", target="cpu")(z=np.array(0j)).real == np.inf


def test_a_formula_of_complex_numbers_starts_without_numba() -> None:
    """A spectrum by its definition: nothing imports numba, which takes longer than all the rest."""
    text = """
import sys, numpy as np, espresso as es
f = es.compile("y[k] = sum[n](x[n]*exp(-2j*pi*k*n/size(x, 0)))", target="cpu", sizes={"k": 8})
x = np.arange(8.0) + 0.5j
np.testing.assert_allclose(f(x), np.fft.fft(x), atol=1e-12)
print("numba" in sys.modules)
"""
    found = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert found.stdout.strip() == "False", found.stderr


@pytest.mark.parametrize(
    "text",
    [
        "y[i] = 1/(1 + exp(-z[i]))", "y[i] = log(1 + exp(z[i]))", "y[i] = log(cosh(z[i]))",
        "y[i] = log(3*cosh(z[i]))", "y[i] = log(exp(z[i]) + exp(-z[i]))", "y[i] = 2/(exp(z[i]) + exp(-z[i]))",
        "y[i] = exp(z[i])/sum[j](exp(z[j]))", "y = log(sum[j](exp(z[j])))",
    ],
)  # fmt: skip
def test_what_is_stable_for_real_numbers(text: str) -> None:
    """Rewriting to logistic, softplus, logsumexp and softmax, which complex numbers do not have, is not taken."""
    z = np.array([1 + 2j, 0.5 - 1j, -3 + 0.25j])
    np.testing.assert_allclose(es.compile(text, target="cpu")(z=z), es.evaluate(es.parse(text), {"z": z}), rtol=1e-13)
    real = es.compile(text, target="cpu")(z=z.real)  # the same formula of real numbers is
    np.testing.assert_allclose(real, es.evaluate(es.parse(text), {"z": z.real + 0j}), rtol=1e-13)


@pytest.mark.parametrize("text", ["1 - tanh(z[i])**2", "exp(-z[i])/(exp(-z[i]) - 1)**2", "exp(-z[i])/(exp(-z[i]) - 1)"])
def test_large_complex_numbers_are_not_divided_by(text: str) -> None:
    """``1/cosh(z)**2`` is 0 for large real numbers, and NaN for complex ones: infinity has no argument."""
    z = np.array([100 + 0.5j, 3 - 1j], np.complex64)
    expected = es.evaluate(f"[i] = {text}", {"z": z})
    assert np.isfinite(expected).all()
    np.testing.assert_allclose(es.compile(f"[i] = {text}")(z=z), expected, rtol=1e-5, atol=1e-6)


REAL_IDENTITIES = (
    "sqrt(z**2)", "log(z**2)", "sqrt(z**2 + w**2)", "(z**2)**0.5", "abs(z)**2", "abs(exp(z))", "abs((z + 1)**2)",
    "log(3*cosh(z))", "log(1 + exp(z))", "1/(1 + exp(-z))", "log(1 + exp(abs(z)))", "sqrt(w*w)*z",
    "log(exp(3*abs(z))**w)",
)  # fmt: skip


@pytest.mark.parametrize("text", REAL_IDENTITIES)
def test_identities_of_real_numbers_are_not_used_for_complex_ones(text: str) -> None:
    """``sqrt(z**2)`` is ``abs(z)`` for real z only: what arrays turn out to be decides, or their declaration."""
    e = es.parse(text)
    given = {n: v for n, v in {"z": -1 + 1j, "w": 0.3 - 2j}.items() if n in e.inputs}
    expected = es.evaluate(e, given)
    np.testing.assert_allclose(es.compile(e)(**given), expected, rtol=1e-13)
    h = es.parse("h = z + 0*1; " + text.replace("z", "h"))
    np.testing.assert_allclose(es.compile(h)(**given), expected, rtol=1e-13)
    declared = es.simplify(es.parse("".join(f"{n} : complex128 ()\n" for n in e.inputs) + text))
    np.testing.assert_allclose(es.evaluate(declared, given), expected, rtol=1e-13)


def test_a_real_function_of_complex_numbers_has_the_rules_of_real_ones() -> None:
    assert str(es.simplify(es.parse("z : complex128 ()\nlog(1 + exp(abs(z)))"))).endswith("softplus(abs(z))")
    gradient = es.grad(es.parse("z : complex128 ()\ny = log(3*cosh(z))"), "z")
    np.testing.assert_allclose(es.evaluate(gradient, {"z": -1 + 1j}), np.tanh(-1 + 1j), rtol=1e-13)


@pytest.mark.parametrize("name", [f.name for f in FUNCTIONS if f.name not in ("and", "or", "not", "add", "mul", "pow")])
def test_every_function_says_what_it_means_for_complex_numbers(name: str) -> None:
    """Each row of the table, also one that is added: the reference's numbers on every target, or its refusal."""
    z, w = np.array([1 + 2j, -0.5 + 0.3j, 2.0 + 0j]), np.array([0.5 - 1j, 1 + 1j, 0.25 + 0j])
    arguments = ("z[i]", "w[i]", "z[i]*w[i]")[: max(1, BY_NAME[name].arity)]
    text = COMPARED[name].join(arguments) if name in COMPARED else f"{name}({', '.join(arguments)})"
    e = es.parse(f"y[i] = {text}")
    given = {n: a for n, a in (("z", z), ("w", w)) if n in e.inputs}
    outcomes = []
    for compute in (lambda: es.evaluate(e, given), *(partial(es.compile(e, target=t), **given) for t in ("cpu", "numpy"))):
        try:
            outcomes.append(compute())
        except es.DtypeError as error:
            outcomes.append(str(error))
    if isinstance(outcomes[0], str):
        assert "is not defined for complex numbers" in outcomes[0] and len(set(outcomes)) == 1
    for found in outcomes:
        assert found is outcomes[0] or isinstance(found, str) or found.dtype == outcomes[0].dtype
        assert isinstance(found, str) or np.allclose(found, outcomes[0], rtol=1e-9, equal_nan=True)
