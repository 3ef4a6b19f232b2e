"""Statements of the acceptance list on an OpenCL device that the cases (`test_acceptance_cases`) do not cover.

sB: one graph on several targets; sD: the manual steps of a custom kernel; sE: pointwise, broadcast, reduce.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.reference.evaluator import evaluate

pytestmark = pytest.mark.opencl

RNG = np.random.default_rng(0)


def both(source: Any, given: dict[str, np.ndarray], rtol: float = 1e-9) -> Any:
    """The compiled function; its results are those of the reference and of the CPU."""
    f = es.compile(source, target="opencl")
    on_cpu = es.compile(source, target="cpu")
    values, others = f(**given), on_cpu(**given)
    for value, other, e in zip(*((v if isinstance(v, tuple) else (v,)) for v in (values, others)), f.expressions, strict=True):
        expected = np.asarray(evaluate(e, given))
        assert (value.shape, value.dtype) == (expected.shape, expected.dtype)
        np.testing.assert_allclose(value, expected, rtol=rtol, atol=rtol)
        np.testing.assert_allclose(value, other, rtol=rtol, atol=rtol)
    return f


def test_sb1_the_same_graph_on_every_target() -> None:
    """sB1, sB12: elementwise, reduce, contraction, windows, gather, concatenation, random bits: one program."""
    text = """
        e[i,j] = exp(x[i,j]) - tanh(x[i,j])
        m[i] = max[j](e[i,j])
        c[i,k] = x[i,j]*w[j,k]
        v[i,p] = x[i,p+r]*f[r]
        g[b,j] = x[idx[b],j]
        y[i,j] = where(j < 3, x[i,j], e[i,j]*2)
    """
    given = {"x": RNG.normal(size=(5, 7)), "w": RNG.normal(size=(7, 4)), "f": RNG.normal(size=3), "idx": np.array([4, 0, 2])}
    both(list(es.parse(text).outputs.values()), given)


def test_sb7_sizes_that_are_multiples_of_a_run_are_not_checked_one_by_one() -> None:
    f = es.compile("y[i] = 2*x[i]", target="opencl")
    f(np.ones(1024, np.float32))
    whole, single = f.kernels["kernel_y"].split("} else {")
    assert "if (n_i % 4 == 0)" in whole and "_es_load4" in whole and "_es_load4" not in single


def test_sb11_second_derivatives() -> None:
    """Hessians and Hessian-vector products, a convolution with bias among them."""
    x = RNG.normal(size=(2, 3))
    f = es.parse("l = sum[b](log(sum[k](exp(x[b,k]))))")
    both([f, es.grad(f, "x"), es.hessian(f, "x"), es.hvp(f, "x", "u")], {"x": x, "u": RNG.normal(size=x.shape)}, 1e-8)
    conv = es.parse("l = sum[p]((sum[r](x[p+r]*w[r]) + b)**3)")
    both([es.hvp(conv, "w", "u"), es.hessian(conv, "w")], {"x": x[0], "w": RNG.normal(size=3), "b": np.float64(0.3), "u": np.ones(3)}, 1e-8)


@pytest.mark.parametrize(("a", "b"), [("float16", "float16"), ("float32", "float32"), ("float64", "float64"), ("float32", "float64")])
def test_sd3_one_kernel_for_each_dtype(a: str, b: str) -> None:
    given = {"A": RNG.normal(size=(3, 4)).astype(a), "B": RNG.normal(size=(3, 5)).astype(b)}
    f = both("C[b,n,m] = A[b,n]*B[b,m]", given, 1e-3 if "float16" in (a, b) else 1e-6)
    assert len(f.kernels) == 1


def test_sd11_a_wrong_kernel_is_caught() -> None:
    """f.check compares with the reference and names the worst element."""
    f = es.compile("y[i] = 2*x[i] + 1", target="opencl")
    x = np.arange(5.0)
    assert "largest relative error" in f.check(x)
    f.expressions = (es.parse("y[i] = 2*x[i] + 1.5"),)  # the reference is another one now
    with pytest.raises(es.EspressoError, match=r"y\[\d\] = .*, the reference gives"):
        f.check(x)


def test_se1_se2_sums_and_squares_in_one_pass() -> None:
    """sE1, sE2, case 35: outputs of one call in one pass over X; the bias gradient is one kernel."""
    X = RNG.normal(size=(4, 3, 6, 5))
    f = both(["s[c] = sum[b,h,w](X[b,c,h,w])", "q[c] = sum[b,h,w](X[b,c,h,w]**2)"], {"X": X})
    passes = [k for k in f._last.generated.simt.steps if "X" in k.reads]
    assert len(passes) == 1 and {"s", "q"} <= set(passes[0].writes)
    g = both("d[c] = sum[b,h,w](dy[b,c,h,w])", {"dy": X})
    assert sum("dy" in k.reads for k in g._last.generated.simt.steps) == 1


def test_se4_half_precision_accumulates_in_float32() -> None:
    """The mean of 151,552 halves is right to one unit; in half precision the sum would stop at 2048."""
    x = RNG.integers(0, 5, (64, 37, 64)).astype(np.float16)
    m = es.compile("m = mean[i,j,k](x[i,j,k])", target="opencl")(x)
    exact = x.astype(np.float64)
    assert abs(float(m) - exact.mean()) <= np.spacing(np.float16(exact.mean()))
    total = es.compile("s = sum[i,j](x[i,j]*y[i,j])", target="opencl")(x[:, 0], np.ones((64, 64), np.float32))
    assert total.dtype == np.float32 and float(total) == exact[:, 0].sum()


def test_case_60_many_arguments() -> None:
    """A pointwise expression of 300 arrays splits where the arguments of a kernel end."""
    names = [f"x{k}" for k in range(300)]
    given = {n: RNG.normal(size=9) for n in names}
    f = es.compile("y[i] = " + " + ".join(f"{n}[i]" for n in names), target="opencl")
    np.testing.assert_allclose(f(**given), sum(given.values()))


def test_case_61_offsets_beyond_32_bits_are_written_with_64() -> None:
    """Shapes of more than 2^31 elements, described without memory: the text has 64-bit indices."""
    for target, word in (("gpu", "long long"), ("opencl", "long")):
        f = es.compile("y[i] = 2*x[i]", target=target)
        f.explain(x=np.broadcast_to(np.float32(0), (2**31 + 8,)))
        assert f"const {word} n_i" in f.source
        f.explain(x=np.broadcast_to(np.float32(0), (2**20,)))
        assert "const int n_i" in f.source
