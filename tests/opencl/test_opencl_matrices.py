"""Inverses, determinants, linear systems and sorting in device programs (sC8: no target says "no implementation")."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph.functions import SORTING
from espresso.ir.calls import MatrixCall
from espresso.reference.evaluator import evaluate
from espresso.runtime.device.matrices import compute
from tests.oracles import in_turn

pytestmark = pytest.mark.opencl

RNG = np.random.default_rng(0)
A, b, B = RNG.normal(size=(5, 5)) + 5 * np.eye(5), RNG.normal(size=5), RNG.normal(size=(5, 3))
T = RNG.normal(size=(3, 4, 4)) + 4 * np.eye(4)

FORMULAS: list[tuple[str, dict[str, Any]]] = [
    ("Y[i,j] = inv[i,j](A[i,j])*2", {"A": A}),
    ("y[i] = sum[j](inv[i,j](A[i,j])*b[j])", {"A": A, "b": b}),
    ("y[j] = sum[i](inv[i,j](A[i,j])*b[i])", {"A": A, "b": b}),
    ("Y[i,k] = sum[j](inv[i,j](exp(A[i,j]))*B[j,k])", {"A": A, "B": B}),
    ("d = logdet[i,j](A[i,j]) + 1", {"A": A}),
    ("d[n] = det[i,j](T[n,i,j])", {"T": T}),
    ("Y[n,i,j] = inv[i,j](T[n,i,j])", {"T": T}),
    ("Y[n,k,i] = sort[i](T[n,i,k])", {"T": T}),
    ("p[n,i,k] = argsort[k](T[n,i,k])", {"T": T}),
    ("y[i] = median[k](B[i,k])*b[i]", {"B": B, "b": b}),
]


@in_turn(("text", "given"), FORMULAS, "dtype", ["float64", "float32"])
def test_values(text: str, given: dict[str, Any], dtype: str) -> None:
    given = {n: a.astype(dtype) for n, a in given.items()}
    e = es.parse(text)
    expected = np.asarray(evaluate(e, given))
    f = es.compile(e, target="opencl")
    for _ in range(2):  # the second call uses the same pointers
        np.testing.assert_allclose(f(**given), expected, rtol=1e-9 if dtype == "float64" else 2e-3)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_eigenvalues_of_complex_matrices(dtype: str) -> None:
    H = np.asarray(A[:3, :3] + 1j * B[:3], dtype)
    for text in ("w[i] = eigvalsh[i,j](H[i,j])", "P[i,k] = abs2(eigvecsh[i,k](H[i,k]))"):
        e = es.parse(text)
        found, expected = es.compile(e, target="opencl")(H=H), evaluate(e, {"H": H})
        assert found.dtype == H.real.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-9 if dtype == "complex128" else 2e-4)


def test_gradients_and_arrays_of_the_device() -> None:
    """Only the operands of the call move, and that is counted; the gradient shares nothing with the host."""
    cl = pytest.importorskip("pyopencl.array")
    from espresso.runtime.device.opencl import backend_for

    queue = backend_for(None).queue()
    e = es.parse("l = logdet[i,j](A[i,j]*1.0 + 0.0)")
    f = es.compile([e, es.grad(e, "A")], target="opencl")
    value, gradient = f(cl.to_device(queue, A))
    np.testing.assert_allclose(value.get(), np.linalg.slogdet(A)[1])
    np.testing.assert_allclose(gradient.get(), np.linalg.inv(A).T)
    assert f.transfers.bytes_to_host > 0 and f.transfers.bytes_to_device > 0
    turned = cl.to_device(queue, np.ascontiguousarray(A.T)).T  # read where it lies
    np.testing.assert_allclose(f(turned)[0].get(), np.linalg.slogdet(A)[1])
    strict = es.compile(e, target="opencl", transfer="forbid")
    with pytest.raises(es.InputError, match="would move its operands to the host"):
        strict(cl.to_device(queue, A))


def test_a_singular_matrix_is_an_error_as_on_the_cpu() -> None:
    f = es.compile("Y[i,j] = inv[i,j](A[i,j])", target="opencl")
    with pytest.raises(np.linalg.LinAlgError, match="Singular"):
        f(np.zeros((2, 2)))
    np.testing.assert_allclose(f(np.eye(2)), np.eye(2))  # the pool is usable again


@pytest.mark.parametrize(("text", "given"), FORMULAS, ids=[t for t, _ in FORMULAS])
def test_the_way_of_cuda_with_numpy_in_place_of_cupy(text: str, given: dict[str, Any]) -> None:
    """What runs through CuPy on a GPU, with the same functions of NumPy."""
    f = es.compile(text, target="gpu")
    f.explain(**given)
    calls = [s for s in f._last.generated.simt.steps if isinstance(s, MatrixCall)]
    assert calls and all(c.engine == ("cupy" if c.function in SORTING else "cusolver") for c in calls)
    for call in calls:
        sizes = {n: f._last.value(e) for n, e in call.extents.items()}
        operands = {n: given.get(n) for n in call.arrays}
        for name, axes in ((call.left, call.left_axes), (call.right, call.right_axes)):
            if operands[name] is None:
                operands[name] = RNG.normal(size=[sizes[a] for a in axes]) + 3 * np.eye(*(sizes[a] for a in axes[-2:]))
        out, expected = (np.empty([sizes[a] for a in call.axes], call.dtype) for _ in range(2))
        compute(np, call, operands[call.left], operands[call.right], out)
        from espresso.runtime.device.matrices import on_host

        on_host(call)(*operands.values(), expected)
        np.testing.assert_allclose(out, expected, rtol=1e-9)


def test_what_cupy_must_have() -> None:
    cupy = pytest.importorskip("cupy")
    cupyx = pytest.importorskip("cupyx")
    assert callable(cupy.sort) and callable(cupy.argsort)
    for name in ("inv", "solve", "slogdet", "cholesky"):
        assert callable(getattr(cupy.linalg, name))
    assert callable(cupyx.errstate) and callable(cupy.cuda.UnownedMemory) and callable(cupy.cuda.MemoryPointer)
