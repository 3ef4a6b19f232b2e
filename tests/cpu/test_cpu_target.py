"""The CPU target on a table of formulas, in every layout, dtype and phase setting."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from formulas import FORMULAS, arrays

import espresso as es
from espresso.reference.evaluator import evaluate

IDS = [text for text, _ in FORMULAS]
TOLERANCE = {"float64": (1e-9, 1e-12), "float32": (1e-4, 1e-5), "float16": (2e-2, 5e-3)}


def agree(value: Any, expected: Any, dtype: str = "float64") -> None:
    assert value.shape == expected.shape
    assert value.dtype == expected.dtype
    rtol, atol = TOLERANCE[dtype]
    np.testing.assert_allclose(value, expected, rtol=rtol, atol=atol)


@pytest.mark.parametrize(("text", "row"), FORMULAS, ids=IDS)
def test_equals_reference(text: str, row: dict[str, Any]) -> None:
    """In machine code, without a write beside the result; pooled == unpooled, also when the arena is full of NaN."""
    given = arrays(row)
    e = es.parse(text)
    f, expected = es.compile(e), np.asarray(evaluate(e, given))
    around = np.full(expected.size + 16, 7, expected.dtype)
    out = around[8 : 8 + expected.size].reshape(expected.shape)
    f(**given, out=out)
    agree(out, expected)
    assert (np.delete(around, np.s_[8 : 8 + expected.size]) == np.full((), 7, expected.dtype)).all()
    assert f._last._plain is not None  # the language of kernels and the translation to LLVM grow together
    f._last.pool.poison = True
    np.testing.assert_array_equal(f(**given), es.compile(e, pooled=False)(**given))


NARROW = [(*case, dtype) for dtype, cases in (("float32", FORMULAS[::2]), ("float16", FORMULAS[1::2])) for case in cases]


@pytest.mark.parametrize(("text", "row", "dtype"), NARROW, ids=[f"{text}-{dtype}" for text, _, dtype in NARROW])
def test_equals_reference_in_fewer_bits(text: str, row: dict[str, Any], dtype: str) -> None:
    given = arrays(row, dtype)
    e = es.parse(text)
    agree(es.compile(e)(**given), np.asarray(evaluate(e, given)), dtype)


WITHOUT = [(*case, option) for option, cases in (("fused", FORMULAS[1::2]), ("simplify", FORMULAS[::2])) for case in cases]


@pytest.mark.parametrize(("text", "row", "option"), WITHOUT, ids=[f"{text}-{option}" for text, _, option in WITHOUT])
def test_unfused_and_unsimplified_programs_equal_the_reference(text: str, row: dict[str, Any], option: str) -> None:
    given = arrays(row)
    agree(es.compile(text, **{option: False})(**given), np.asarray(evaluate(es.parse(text), given)))


def test_a_read_of_an_unwritten_temporary_is_seen() -> None:
    """The poison oracle bites: a kernel that forgets to start its sum gives NaN."""
    f = es.compile("C[i,l] = A[i,j]*B[j,k]*D[k,l]")
    a = {n: np.ones((3, 3)) for n in "ABD"}
    f(**a)
    bound = f._last
    bound.pool.poison = True
    workspace = bound.pool.take()
    assert workspace.arrays and all(np.isnan(w).all() for w in workspace.arrays)


@pytest.mark.parametrize(
    "layout", ["fortran", "strided", "negative", "read-only", "unaligned", "big-endian", "large strided"]
)
def test_layouts_case_63(layout: str) -> None:
    rng = np.random.default_rng(3)
    shape = (900, 700) if layout == "large strided" else (13, 17)
    X, w = rng.normal(size=shape), rng.normal(size=shape[1])
    expected = np.exp(X * 0.1) @ w + X.sum(axis=1)
    given = {
        "fortran": np.asfortranarray(X),
        "strided": np.repeat(np.repeat(X, 2, 0), 3, 1)[::2, ::3],
        "large strided": np.repeat(X, 2, 1)[:, ::2],
        "negative": X[::-1, ::-1].copy()[::-1, ::-1],
        "read-only": X.copy(),
        "unaligned": np.frombuffer(b"\0" + X.tobytes(), np.uint8)[1:].view(np.float64).reshape(shape),
        "big-endian": X.astype(">f8"),
    }[layout]
    given.flags.writeable = False
    f = es.compile("s[i] = sum[j](exp(0.1*X[i,j])*w[j]) + sum[j](X[i,j])")
    np.testing.assert_allclose(f(X=given, w=w), expected, rtol=1e-10)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s[i] = sum[j](x[i,j])", np.zeros(3)),
        ("s[j] = sum[i](x[i,j])", np.zeros(0)),
        ("p[i] = prod[j](x[i,j])", np.ones(3)),
        ("y[i,j] = exp(x[i,j])", np.zeros((3, 0))),
        ("C[i,k] = x[i,j]*x[k,j]", np.zeros((3, 3))),
        ("C[j,k] = x[i,j]*x[i,k]", np.zeros((0, 0))),
        ("m[j] = max[i](x[i,j])", np.zeros(0)),
    ],
)
def test_empty_arrays_case_59(text: str, expected: np.ndarray) -> None:
    np.testing.assert_array_equal(es.compile(text)(np.zeros((3, 0))), expected)


def test_maximum_of_nothing_is_refused() -> None:
    with pytest.raises(es.InputError, match="max of nothing has no value: give arrays that are not empty along j."):
        es.compile("m[i] = max[j](x[i,j])")(np.zeros((3, 0)))


def test_integers_follow_numpy() -> None:
    i, b = np.arange(6, dtype=np.int32).reshape(2, 3), np.array([[True, False, True]] * 2)
    cases = {
        "s = sum[i,j](x[i,j])": i.sum(),
        "y[i,j] = x[i,j] + 1": i + 1,
        "y[i,j] = x[i,j]/2": i / 2,
        "y[i,j] = x[i,j]//2 - x[i,j]%4": i // 2 - i % 4,
        "y[i,j] = x[i,j]**2": i**2,
        "y[i,j] = exp(x[i,j])": np.exp(i),
        "y[i,j] = x[i,j]*2.5": i * 2.5,
        "m[i] = mean[j](x[i,j])": i.mean(axis=1),
    }
    for text, expected in cases.items():
        value = es.compile(text)(i)
        assert value.dtype == np.asarray(expected).dtype, text
        np.testing.assert_allclose(value, expected, err_msg=text)
    value = es.compile("n[i] = sum[j](x[i,j])")(b)
    assert value.dtype == np.int64
    np.testing.assert_array_equal(value, b.sum(axis=1))


def test_complex_numbers() -> None:
    rng = np.random.default_rng(0)
    z = rng.normal(size=(4, 3)) + 1j * rng.normal(size=(4, 3))
    np.testing.assert_allclose(
        es.compile("y[i,j] = exp(z[i,j])*complex(0, 2) + conj(z[i,j])")(z), np.exp(z) * 2j + z.conj()
    )
    np.testing.assert_allclose(es.compile("G[j,k] = conj(z[i,j])*z[i,k]")(z), z.conj().T @ z)
    value = es.compile("a[i,j] = abs(z[i,j])")(z.astype(np.complex64))
    assert value.dtype == np.float32


def test_float32_sum_of_many_elements_case_49(optimised: None) -> None:
    """A float32 sum of 10^7 elements is within 1e-6 of the exact one."""
    x = np.full(10_000_000, 0.1, np.float32)
    value = es.compile("s = sum[i](x[i])")(x)
    assert value.dtype == np.float32
    assert abs(float(value) / (1e7 * float(np.float32(0.1))) - 1) < 1e-6


def test_nan_propagates_like_numpy() -> None:
    x = np.array([[1.0, np.nan, 3.0], [1.0, 2.0, 3.0]])
    for name in ("max", "min", "sum", "argmax", "argmin"):
        expected = getattr(np, name)(x, axis=1)
        np.testing.assert_array_equal(es.compile(f"m[i] = {name}[j](x[i,j])")(x), expected)


def test_large_arrays_use_threads_and_agree() -> None:
    """Work that is split over threads gives the sums of the parts."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(3000, 400))
    f = es.compile(
        ["s = sum[i,j](exp(X[i,j]))", "c[j] = sum[i](exp(X[i,j]))", "m[i] = max[j](X[i,j])", "a = any[i,j](X[i,j] > 4)"]
    )
    s, c, m, a = f(X)
    np.testing.assert_allclose(s, np.exp(X).sum())
    np.testing.assert_allclose(c, np.exp(X).sum(axis=0))
    np.testing.assert_array_equal(m, X.max(axis=1))
    assert a == (X > 4).any()


def test_stored_weak_values_stay_weak() -> None:
    """Counts of ties come from comparisons: kept in an array of their own, they widen nothing that they meet."""
    x, w = es.tensor("x[n,c,h,v]"), es.tensor("w[o,c,r,t]")
    g = es.vjp(es.max_pool(es.conv(x, w, 1, 1), 3, 2, 1), "w", "G")
    rng = np.random.default_rng(3)
    given = {
        "x": rng.integers(-3, 4, (2, 3, 9, 11)).astype("float64"),
        "w": rng.integers(-1, 2, (4, 3, 3, 3)).astype("float64"),
        "G": rng.integers(-3, 4, (2, 4, 5, 6)).astype("float64"),
    }
    stored = {}
    for dtype in ("float32", "float64"):
        f = es.compile(g, target="cpu")
        value = f(**{n: given[n].astype(dtype) for n in f.inputs})
        assert value.dtype == dtype
        np.testing.assert_allclose(value, es.evaluate(g, given), rtol=2e-5, atol=1e-4)
        stored[dtype] = f.memory.unshared
    count = 2 * 4 * 5 * 6 * 8  # in 64 bits in either
    assert stored["float32"] - count < 0.52 * (stored["float64"] - count)
