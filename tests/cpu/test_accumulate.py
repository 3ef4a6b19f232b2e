"""Factors and sums of matrix products as part of the library call: gemm, gemv and syrk with alpha and beta (issue W17, W20)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.driver import Launch, Packed, Product

RNG = np.random.default_rng(5)

CASES = {
    # formula: (products, kernels beside them)
    "Y[i,k] = 2*A[i,j]*B[j,k]": (1, 0),
    "Y[i,k] = -A[i,j]*B[j,k]/3": (1, 1),  # a quotient is no factor: 1/3 is not a number of the formula
    "Y[i,k] = 2*A[i,j]*B[j,k] + C[i,k]": (1, 0),  # C is read where it lies, while the sum is stored
    "Y[i,k] = C[i,k] - A[i,j]*B[j,k]": (1, 0),
    "Y[i,k] = 3*A[i,j]*B[j,k] + 0.25*C[i,k]": (1, 1),
    "Y[i,k] = A[i,j]*B[j,k] + C[k,i]": (1, 1),
    "Y[i,k] = A[i,j]*B[j,k] + C[i,j]*D[j,k]": (2, 0),
    "Y[i,k] = A[i,j]*B[j,k] - 2*C[j,i]*D[k,j]": (2, 0),
    "Y[i,k] = 3*A[i,j]*B[j,k] - 0.5*C[i,j]*D[j,k] + 2*E[i,k]": (2, 1),
    "Y[i,k] = A[i,j]*B[j,k] + C[i,j]*D[j,k] + B[i,j]*E[j,k]": (3, 0),
    "Y[i,k] = 2*A[j,i]*A[j,k]": (1, 0),
    "Z[i,k] = exp(C[i,k]); Y[i,k] = Z[i,k] + A[i,j]*B[j,k]": (1, 1),
    "s[i,k] = tanh(A[i,k]); t[i,k] = s[i,j]*B[j,k]; u[i,k] = t[i,j]*C[j,k] + s[i,k]; Y[i,k] = 2*u[i,j]*D[j,k] - E[i,k]": (3, 2),
    "Y[i,k] = A[i,j]*B[j,k] + b[k]": (1, 1),
}


def arrays_for(text: str, n: int, dtype: str) -> dict[str, np.ndarray]:
    made = {c: RNG.normal(size=(n, n)).astype(dtype) for c in "ABCDE" if f"{c}[" in text}
    return made | ({"b": RNG.normal(size=n).astype(dtype)} if " b[" in text else {})


def reference(text: str, arrays: dict[str, np.ndarray]) -> np.ndarray:
    wide = {n: a.astype("f8") for n, a in arrays.items()}
    return np.asarray(es.compile(text, target="numpy", simplify=False)(**wide))


def plan_of(f: Any) -> tuple[int, int]:
    plan = f._last.generated.module.steps
    return sum(isinstance(s, Product) for s in plan), sum(isinstance(s, Launch) for s in plan)


@pytest.mark.parametrize("text", CASES)
def test_sums_of_products_are_library_calls(text: str) -> None:
    f = es.compile(text, target="cpu")
    for n, dtype in ((40, "float64"), (33, "float32"), (3, "float64"), (0, "float64")):
        arrays = arrays_for(text, n, dtype)
        expected = reference(text, arrays)
        tolerance = 1e-10 if dtype == "float64" else 2e-4
        np.testing.assert_allclose(f(**arrays), expected, rtol=tolerance, atol=tolerance * n)
        assert plan_of(f) == CASES[text]
        out = np.full_like(expected, np.nan, dtype=dtype)
        assert f(**arrays, out=out) is out  # what lay there is not added
        np.testing.assert_allclose(out, expected, rtol=tolerance, atol=tolerance * n)
        if n != 40:
            continue
        turned = {k: np.asfortranarray(a) for k, a in arrays.items()}
        np.testing.assert_allclose(f(**turned), expected, rtol=tolerance, atol=tolerance * n)
        wide = {k: np.stack([a, a], -1)[..., 0] for k, a in arrays.items()}
        np.testing.assert_allclose(f(**wide), expected, rtol=tolerance, atol=tolerance * n)
        f(**arrays)
        f._last.pool.poison = True
        np.testing.assert_allclose(f(**arrays, out=out), expected, rtol=tolerance, atol=tolerance * n)


@pytest.mark.parametrize("text", [t for t in CASES if t.count("*") > 2 and "tanh" not in t])
def test_the_module_that_is_written_does_the_same(text: str, tmp_path: Any) -> None:
    import runpy

    f = es.compile(text, target="cpu")
    arrays = arrays_for(text, 12, "float64")
    found = f(**arrays)
    f.save(tmp_path / "program.py")
    source = (tmp_path / "program.py").read_text().replace("@njit", "@_plain").replace("cache=True", "cache=False")
    source = source.replace("import numpy as np", "import numpy as np\ndef _plain(*a, **k): return a[0] if a else lambda g: g", 1)
    (tmp_path / "plain.py").write_text(source)
    program = runpy.run_path(str(tmp_path / "plain.py"))["program"]
    np.testing.assert_allclose(program(**{n: arrays[n] for n in f.inputs}), found, rtol=1e-12, atol=1e-12)


def test_nothing_is_kept_beside_the_result() -> None:
    f = es.compile("Y[i,k] = A[i,j]*B[j,k] + C[i,j]*D[j,k]", target="cpu")
    f(**arrays_for("A[B[C[D[", 30, "float64"))
    assert f.memory.arena == 0
    explained = f.explain()
    assert "2 library calls" in explained and "where it lies" in explained
    assert "Y[i,k] = s[i,k] + sum[l](C[i,l]*D[l,k])" in explained


def test_large_sums_of_products_run_in_blocks_of_rows() -> None:
    """Every product into one array would read and write it again; a block of rows stays in the cache."""
    f = es.compile("Y[i,k] = A[i,j]*B[j,k] + C[i,j]*D[j,k]", target="cpu")
    small = arrays_for("A[B[C[D[", 30, "float32")
    f(**small)
    large = {n: RNG.normal(size=(1600, 40) if n in "AC" else (40, 1600)).astype("f4") for n in "ABCD"}
    y = f(**large)
    assert plan_of(f) == (0, 0)  # one step of blocks
    np.testing.assert_allclose(y, large["A"] @ large["B"] + large["C"] @ large["D"], rtol=1e-4, atol=1e-4)
    f(**small)
    assert plan_of(f) == (2, 0)


def test_half_of_a_symmetric_product_is_worth_more() -> None:
    f = es.compile("Y[i,k] = A[j,i]*A[j,k] + C[i,k]", target="cpu")
    arrays = arrays_for("A[C[", 150, "float64")
    np.testing.assert_allclose(f(**arrays), arrays["A"].T @ arrays["A"] + arrays["C"])
    assert any(isinstance(s, Product) and s.symmetric and not s.accumulate for s in f._last.generated.module.steps)
    g = es.compile("Y[i,k] = -2*A[j,i]*A[j,k]", target="cpu")
    np.testing.assert_allclose(g(arrays["A"]), -2 * arrays["A"].T @ arrays["A"])
    (step,) = g._last.generated.module.steps
    assert step.symmetric and step.scale == -2


def test_vectors() -> None:
    """gemv with both factors."""
    n = 300
    f = es.compile("y[i] = exp(c[i]) - 2*A[i,j]*x[j]", target="cpu", engines=["openblas"])
    A, x, c = RNG.normal(size=(n, n)), RNG.normal(size=n), RNG.normal(size=n)
    np.testing.assert_allclose(f(A=A, x=x, c=c), np.exp(c) - 2 * A @ x)
    assert any(isinstance(s, Product) and s.accumulate and s.scale == -2 for s in f._last.generated.module.steps)


@pytest.mark.parametrize("dtype", ["int64", "int32", "complex128", "float16"])
def test_other_numbers_take_the_way_they_took(dtype: str) -> None:
    text = "Y[i,k] = 2*A[i,j]*B[j,k] + C[i,k]"
    f = es.compile(text, target="cpu")
    arrays = {n: RNG.integers(-3, 4, (9, 9)).astype(dtype) for n in "ABC"}
    expected = 2 * arrays["A"].astype("c16") @ arrays["B"] + arrays["C"]
    np.testing.assert_allclose(f(**arrays).astype("c16"), expected)
    assert not any(isinstance(s, Product) and s.accumulate for s in f._last.generated.module.steps)


def test_zero_times_a_product_is_what_it_was() -> None:
    """A factor of 0 is no factor of a library call, which would not look at the product at all."""
    f = es.compile("Y[i,k] = 0.0*A[i,j]*B[j,k] + C[i,k]", target="cpu", simplify=False)
    A = np.full((3, 3), np.inf)
    assert np.isnan(f(A=A, B=A, C=A)).all()


@pytest.mark.parametrize("simplify", [True, False])
@pytest.mark.parametrize("rest", ["tanh(P[i,k])", "P[i,k]", "P[k,i]", "P[i,k]*C[i,k]"])
def test_a_product_that_the_statement_reads_twice_keeps_its_array(rest: str, simplify: bool) -> None:
    """What is added must not need the product that it is added to."""
    rng = np.random.default_rng(3)
    A, B, C = rng.normal(size=(3, 40, 40))
    f = es.compile(f"P[i,k] = A[i,j]*B[j,k]; Y[i,k] = P[i,k] + {rest}", simplify=simplify)
    given = {"A": A, "B": B, "C": C}
    P = A @ B
    other = {"tanh(P[i,k])": np.tanh(P), "P[i,k]": P, "P[k,i]": P.T, "P[i,k]*C[i,k]": P * C}[rest]
    np.testing.assert_allclose(f(**{n: given[n] for n in f.inputs}), P + other, rtol=1e-10, atol=1e-10)


def test_a_product_that_others_read_keeps_its_array() -> None:
    formula = "P[i,k] = A[i,j]*B[j,k]; Y[i,k] = (C[i,k] - P[i,k])*exp(P[i,k])"
    f = es.compile(formula, target="cpu")
    g = es.compile([es.parse("Y[i,k] = C[i,k] - A[i,j]*B[j,k]"), es.parse("W[i,k] = A[i,j]*B[j,k]*2")], target="cpu")
    arrays = arrays_for("A[B[C[", 20, "float64")
    product = arrays["A"] @ arrays["B"]
    np.testing.assert_allclose(f(**arrays), (arrays["C"] - product) * np.exp(product))
    y, w = g(**arrays)
    np.testing.assert_allclose(y, arrays["C"] - product)
    np.testing.assert_allclose(w, 2 * product)


PACKED = {
    "Y[a,b,c] = X[a,d,b,e]*W[e,c,d]*2": (1, 0),
    "Y[a,b,c] = V[a,b,c] - X[a,d,b,e]*W[e,c,d]": (1, 1),
    "Y[a,b,c] = X[a,d,b,e]*W[e,c,d] - 0.5*X[b,d,a,e]*U[d,c,e] + V[b,a,c]": (2, 1),
}


@pytest.mark.parametrize("text", PACKED)
def test_packed_products_are_scaled_and_added_too(text: str) -> None:
    """Coupled-cluster equations are sums of contractions with factors: one buffer, no pass between them."""
    f = es.compile(text, target="cpu", engines=["packed", "openblas"])
    for a, e, dtype in ((9, 40, "float64"), (5, 3, "float32"), (1, 1, "float64"), (4, 0, "float64")):
        arrays = {
            "X": RNG.normal(size=(a, e, a, e)).astype(dtype), "W": RNG.normal(size=(e, 7, e)).astype(dtype), "U": RNG.normal(size=(e, 7, e)).astype(dtype),
            "V": RNG.normal(size=(a, a, 7)).astype(dtype),
        }  # fmt: skip
        arrays = {n: x for n, x in arrays.items() if n in text}
        expected = reference(text, arrays)
        tolerance = 1e-10 if dtype == "float64" else 2e-4
        np.testing.assert_allclose(f(**arrays), expected, rtol=tolerance, atol=tolerance * (e + 1))
        plan = f._last.generated.module.steps
        assert (sum(isinstance(s, Packed) for s in plan), sum(isinstance(s, Launch) for s in plan)) == PACKED[text]
        f._last.pool.poison = True
        out = np.full_like(expected, np.nan, dtype=dtype)
        np.testing.assert_allclose(f(**arrays, out=out), expected, rtol=tolerance, atol=tolerance * (e + 1))


def test_a_packed_product_in_a_module_that_is_written(tmp_path: Any) -> None:
    import runpy

    f = es.compile("Y[a,b,c] = V[a,b,c] - 3*X[a,d,b,e]*W[e,c,d]", target="cpu", engines=["packed", "openblas"])
    arrays = {"X": RNG.normal(size=(3, 4, 5, 6)), "W": RNG.normal(size=(6, 7, 4)), "V": RNG.normal(size=(3, 5, 7))}
    found = f(**arrays)
    f.save(tmp_path / "program.py")
    program = runpy.run_path(str(tmp_path / "program.py"))["program"]
    np.testing.assert_allclose(program(**{n: arrays[n] for n in f.inputs}), found, rtol=1e-12, atol=1e-12)
