"""Cases and statements of the acceptance list on an OpenCL device: the same expressions, the target alone differs.

Cases: broadcast and reduce (29-34), numerics (50), pairs (58); sB: several targets; sD: the manual steps of a custom kernel;
sE: pointwise, broadcast, reduce.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.reference.evaluator import evaluate

pytestmark = pytest.mark.opencl

RNG = np.random.default_rng(0)


def run(e: Any, **arrays: Any) -> Any:
    return es.compile(e, target="opencl")(**arrays)


def close(a: Any, b: Any, tolerance: float = 1e-9) -> None:
    np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance * max(1.0, float(np.max(np.abs(b), initial=0))))


def test_29_broadcast_to_eight_dimensions() -> None:
    names = ["a", "b", "c", "d", "e", "f", "g", "h"]
    left, right = (1, 2, 1, 2, 1, 2, 1, 2), (2, 1, 2, 1, 2, 1, 2, 1)
    # an index of its own for each axis that is longer than one: extents match exactly in index notation
    x, y = (np.arange(16.0).reshape(s) for s in (left, right))
    text = f"z[{','.join(names)}] = x[{','.join(n if s > 1 else '0' for n, s in zip(names, left, strict=True))}]"
    text += f" + y[{','.join(n if s > 1 else '0' for n, s in zip(names, right, strict=True))}]"
    np.testing.assert_array_equal(run(text, x=x, y=y), x + y)


def test_31_several_results_of_different_shapes() -> None:
    x, y = np.arange(2.0), np.arange(6.0).reshape(2, 3)
    total, product = run(["s[i,k] = sum[j](x[j] + y[i,k])", "p[i] = prod[k](1 + y[i,k])"], x=x, y=y)
    close(total, (x[None, :, None] + y[:, None, :]).sum(1))
    close(product, (1 + y).prod(1))


@pytest.mark.parametrize("value", ["log(x[i,j,k])/y[j]", "x[i,j,k]*y[j] + exp(y[j])/3"])
def test_40_a_maximum_is_found_again(value: str) -> None:
    """Case 40: the gradient of a largest value compares with a value that no kernel rounds otherwise, as hoisting 1/y would."""
    x, y = RNG.random((40, 4, 5)) + 0.5, RNG.random(4) + 0.5
    g = run(es.grad(f"s = sum[i](sin(max[j,k]({value})))", "x"), x=x, y=y)
    assert (np.count_nonzero(g, axis=(1, 2)) == 1).all()


@pytest.mark.parametrize("n", [5, 512, 100017])
def test_33_long_rows(n: int) -> None:
    """Sums of floats and of integers, the largest element with its position (cases 32, sE5, sE6)."""
    x = (np.arange(200 * n) % 17).reshape(200, n)
    texts = ["s[i] = sum[j](x[i,j])", "m[i] = -sum[j](q[i,j])", "v[i] = max[j](q[i,j])", "p[i] = argmax[j](q[i,j])"]
    found = run(texts, x=x.astype("float32"), q=x)
    for got, expected in zip(found, (x.sum(1).astype("float32"), -x.sum(1), x.max(1), x.argmax(1)), strict=True):
        np.testing.assert_array_equal(got, expected)
        assert got.dtype == expected.dtype


@pytest.mark.parametrize("dtype", ["float32", "int64", "uint8", "float16"])
def test_34_channels_over_batch_and_space(dtype: str) -> None:
    x = RNG.integers(0, 5, (5, 50, 7, 8)).astype(dtype)
    got = run("s[c] = sum[b,h,w](x[b,c,h,w])", x=x)
    np.testing.assert_array_equal(got, x.sum((0, 2, 3), dtype="float64" if dtype == "float16" else None).astype(got.dtype))


def test_50_the_same_digits_as_the_cpu() -> None:
    """To 4 ulp for chains of exp, log, tanh; NaN in gives NaN out of a maximum."""
    x = RNG.uniform(0.1, 4, 20_000).astype("float32")
    text = "y[i] = tanh(log(1 + exp(-x[i])))"
    cpu, device = es.compile(text)(x=x), run(text, x=x)
    assert np.max(np.abs(cpu - device) / np.spacing(np.abs(cpu))) <= 4
    x[77] = np.nan
    assert np.isnan(run("m = max[i](x[i])", x=x))


PAIRS = {
    "gaussian": "a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2)/2)*b[j])",
    "logsumexp": "a[i] = logsumexp[j](-sum[d]((x[i,d] - y[j,d])**2))",
    "nearest": "a[i] = argmin[j](sum[d]((x[i,d] - y[j,d])**2))",
}


@pytest.mark.parametrize("name", list(PAIRS))
def test_58_sums_over_pairs_without_an_array_of_pairs(name: str) -> None:
    x, y, b = RNG.normal(size=(700, 3)), RNG.normal(size=(900, 3)), RNG.normal(size=900)
    f = es.compile(PAIRS[name], target="opencl")
    got = f(**{"x": x, "y": y, **({"b": b} if "b" in f.inputs else {})})
    squares = ((x[:, None] - y[None]) ** 2).sum(2)
    want = {
        "gaussian": np.exp(-squares / 2) @ b, "logsumexp": np.log(np.exp(-squares).sum(1)), "nearest": squares.argmin(1),
    }[name]  # fmt: skip
    close(got, want)
    assert f.memory.arena < 700 * 900 * 8 / 4


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
