"""Complex numbers in kernels: the helpers of both dialects are one text, which runs on an OpenCL device here."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from programs import Case, cubin, run
from test_simt_functions import formula
from test_simt_table import NVRTC

import espresso as es
from espresso.formulas.graph.functions import FUNCTIONS, Function
from espresso.reference.evaluator import evaluate
from tests.oracles import in_turn

DTYPES = ["complex64", "complex128"]
COMPLEX = [f for f in FUNCTIONS if not f.real_only]
RNG = np.random.default_rng(3)


def points(dtype: str) -> np.ndarray:
    """Points all over the plane, on both axes, near the branch points and the unit circle."""
    z = RNG.normal(size=80) + 1j * RNG.normal(size=80)
    axes = np.r_[np.linspace(-3, 3, 13) + 0j, 1j * np.linspace(-3, 3, 13)]
    near = np.array([1, -1, 1j, -1j])[:, None] + 1e-2 * np.array([1, -1, 1j, -1j, 1 + 1j])
    circle = np.exp(1j * np.linspace(0.1, 6, 9)) * (1 + 1e-3)
    return np.r_[z, 6 * z[:20], 1e-3 * z[:10], axes, near.ravel(), circle].astype(dtype)


def complexes(shape: Any, dtype: str = "complex128") -> np.ndarray:
    return (RNG.normal(size=shape) + 1j * RNG.normal(size=shape)).astype(dtype)


@pytest.mark.opencl
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.filterwarnings("ignore")
def test_functions(dtype: str) -> None:
    """Every function that takes complex numbers, against the reference, to a few units of the last place of its size."""
    z = points(dtype)
    named = {n: np.roll(z, k)[None] for k, n in enumerate("xyz")}
    texts = [formula(f, 0) for f in COMPLEX]  # in one kernel
    assert len(texts) > 30
    for text, value in zip(texts, Case(texts, named).run(), strict=True):
        e = es.parse(text)
        used = {n: named[n] for n in e.inputs}
        expected, wide = (np.asarray(evaluate(e, {n: a.astype(d) for n, a in used.items()})) for d in (dtype, "complex128"))
        assert value.dtype == expected.dtype, text
        if text.startswith("r_log1p"):  # NumPy's own loses digits near 0: with more of them it is right
            wide = np.log1p(z.astype(np.clongdouble)).astype(complex)
        eps = np.finfo(dtype).eps
        assert_close(text, value, wide, 40 * eps)


def assert_close(text: str, value: np.ndarray, other: np.ndarray, tolerance: float) -> None:
    """The distance in the plane, relative to the size of the number."""
    if value.dtype.kind == "b":
        np.testing.assert_array_equal(value, other, err_msg=text)
        return
    finite = np.isfinite(other)
    np.testing.assert_array_equal(np.isfinite(value), finite, err_msg=text)
    far = np.abs(value - other)[finite] / np.maximum(np.abs(other[finite]), 1e-3)
    assert far.max(initial=0) < tolerance, (text, int(np.argmax(far)), far.max())


PROGRAMS: dict[str, dict[str, tuple[int, ...]]] = {
    "y[i] = 2*x[i]*conj(w[i]) - x[i]/(w[i]*w[i]) + 1": {"x": (70,), "w": (70,)},
    "s = sum[i](x[i]*w[i]); p = prod[i](x[i])": {"x": (70,), "w": (70,)},
    "s = sum[i](x[i])": {"x": (20000,)},
    "s[j] = sum[i](x[i,j]); r[i] = sum[j](x[i,j]*x[i,j])": {"x": (30, 41)},
    "y[i] = x[i]/sqrt(sum[j](abs2(x[j])))": {"x": (33,)},
    "y[i,j] = x[i,j]/sum[k](abs(x[i,k])) + conj(x[i,j])**3": {"x": (5, 33)},
    "c[i,k] = A[i,j]*B[j,k]": {"A": (37, 18), "B": (18, 21)},
    "c[b,i,k] = A[b,j,i]*B[b,k,j]": {"A": (2, 18, 5), "B": (2, 7, 18)},
    "c[i,k] = sum[j](A[i,j]*B[j,k])": {"A": (3, 5000), "B": (5000, 2)},
    "y[j,i] = exp(x[i,j])": {"x": (40, 35)},
    "y[i] = cumsum[i](x[i]); z[i] = cumprod[i](x[i])": {"x": (300,)},
    "y[p] = sum[r](pad(x)[p+r-1]*w[r])*(p < size(x, 0))": {"x": (50,), "w": (3,)},
    "y[i] = where(abs(x[i]) > 1, x[i], 1/x[i]) + (x[i] == w[i])": {"x": (50,), "w": (50,)},
    "n = sum[i](where(x[i], 1, 0)); e = any[i](x[i] != 0); y[i] = r[i] + x[i]*1j": {"x": (50,), "r": (50,)},
    "y[i] = x[i]**w[i] + x[i]**(1/2) + x[i]**(-1/2) + x[i]**-2 + x[i]**7": {"x": (50,), "w": (50,)},
}  # fmt: skip


def given_for(text: str, dtype: str) -> dict[str, np.ndarray]:
    return {
        n: (RNG.normal(size=s) if n == "r" else complexes(s) / (8 if s[0] >= 300 else 1)).astype("float32" if n == "r" else dtype)
        for n, s in PROGRAMS[text].items()
    }


@pytest.mark.opencl
@in_turn("text", PROGRAMS, "dtype", DTYPES, "block", [256, 16, 64])
def test_programs(text: str, dtype: str, block: int) -> None:
    """Arithmetic, reductions, products of matrices, transposes, scans, padding: the reference, in both widths."""
    given = given_for(text, dtype)
    roots = list(es.parse(text).outputs.values()) if ";" in text else [es.parse(text)]
    for root, value in zip(roots, Case(roots, given).run(block=block), strict=True):
        other = np.asarray(evaluate(root, given))
        assert value.dtype == other.dtype and value.shape == other.shape
        scale = max(1.0, float(np.abs(other).max(initial=0)))
        np.testing.assert_allclose(value / scale, other / scale, rtol=0, atol=3e-4 if dtype == "complex64" else 1e-11)


@pytest.mark.opencl
@pytest.mark.parametrize("dtype", DTYPES)
def test_gather_scatter_and_strides(dtype: str) -> None:
    """Rows taken at positions, and their gradient added there; arrays of other strides; no elements, one element."""
    x, idx = complexes((6, 5), dtype), np.array([4, 0, 4, 2])
    take = es.parse("y[b,j] = x[idx[b],j]*x[idx[b],j]")
    g = complexes((4, 5), dtype)
    back = es.vjp(take, "x", "G")
    for root, given in ((take, {"x": x, "idx": idx}), (back, {"x": x, "idx": idx, "G": g})):
        for options in ({}, {"deterministic": True}):
            (value,) = Case(root, given).run(**options)
            np.testing.assert_allclose(value, evaluate(root, given), rtol=1e-4 if dtype == "complex64" else 1e-12)
    case = Case("y[i,j] = 2*x[i,j] + conj(w[j])", {"x": np.ascontiguousarray(x.T), "w": x[:, 0].copy()})
    (value,) = run(case.simt("opencl", strided=frozenset({"x"})), case, strides={"x": (6, 1)})
    np.testing.assert_allclose(value, 2 * x.T + x[:, 0].conj(), rtol=1e-5)
    for n in (0, 1):
        y, s = es.compile(["y[i] = z[i]*z[i]", "s = sum[i](z[i])"], target="opencl")(complexes(n, dtype))
        assert y.shape == (n,) and y.dtype == s.dtype == dtype


@pytest.mark.opencl
def test_compiled_functions_and_their_arrays() -> None:
    """From end to end, with arrays of the device too; real numbers among complex ones."""
    import pyopencl.array as cl_array

    from espresso.runtime.device.opencl import backend_for

    z, r = complexes((7, 9)), RNG.normal(size=9)
    f = es.compile("y[i] = sum[j](r[j]*exp(complex(0, 1)*real(z[i,j]))*z[i,j])", target="opencl")
    expected = (r * np.exp(1j * z.real) * z).sum(1)
    np.testing.assert_allclose(f(r=r, z=z), expected, rtol=1e-12)
    queue = backend_for(None).queue()
    there = f(r=cl_array.to_device(queue, r), z=cl_array.to_device(queue, z))
    np.testing.assert_allclose(there.get(), expected, rtol=1e-12)
    f.check(r=r, z=z)


@NVRTC
def test_cuda_text_compiles() -> None:
    """The same programs in CUDA: functions, reductions through shared memory, tiles, atomic additions."""
    named = {n: np.ones((1, 4), "complex128") for n in "xyz"}
    assert cubin(Case([formula(f, 0) for f in COMPLEX], named).simt("cuda").source)
    for text in PROGRAMS:
        source = text if ";" not in text else list(es.parse(text).outputs.values())
        assert cubin(Case(source, given_for(text, "complex64")).simt("cuda").source), text
    back = es.vjp(es.parse("y[b,j] = x[idx[b],j]"), "x", "G")
    given = {"x": complexes((6, 5)), "idx": np.array([1, 2]), "G": complexes((2, 5))}
    assert "_es_atomic_add_complex" in (source := Case(back, given).simt("cuda").source) and cubin(source)


def test_every_complex_function_is_asked() -> None:
    """A function that the dtypes allow for complex numbers is in the list above, and the others are refused."""
    z = np.ones((1, 2), complex)

    def takes(f: Function) -> bool:
        try:
            Case(formula(f, 0), dict.fromkeys("xyz", z))
        except es.DtypeError:
            return False
        return True

    assert [f.name for f in FUNCTIONS if takes(f)] == [f.name for f in COMPLEX]
