"""Innermost loops that are written in vectors: all lengths, all widths, and bodies that must stay as they are."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.llvm import instructions, machine
from espresso.llvm.emit.expressions import Array
from espresso.llvm.emit.kinds import I64, POINTER, Untranslatable, Value
from espresso.llvm.emit.translate import Scope
from espresso.llvm.emit.widening import loops
from espresso.machine import machine_code

pytestmark = pytest.mark.usefixtures("optimised")

FORMULAS = [
    "y[i] = sum[j](tanh(A[i,j] + b[j]))",
    "y[i,j] = exp(-(A[i,j] - b[j])**2)*sin(A[i,j])",
    "y[i,j] = softmax[j](A[i,j])*b[j]",
    "y[i] = max[j](A[i,j]*b[j]) - min[j](exp(A[i,j]))",
    "y[i] = prod[j](1 + 0.01*log(A[i,j]))",
    "y[i,j] = exp(A[i,j])*(j <= 2*i) + pad(b)[j-1]",
    "m[i] = mean[j](A[i,j]); y[i,j] = (A[i,j] - m[i])/sqrt(mean[k]((A[i,k] - m[i])**2) + 0.1)*b[j] + j",
    "y[i,j] = where(A[i,j] > 0.3, relu(b[j])*exp(A[i,j]), sigmoid(A[i,j])**3)",
    "y[i,j] = A[i,j]**b[j] + atan2(A[i,j], b[j])",
    "y[i] = sum[j](exp(A[i,j])*(A[i,j] > 0.3)) + 0*sum[j](b[j])",
    "y[i,j] = cumsum[j](A[i,j]*b[j])/(1 + j)",
    "y[i,j] = cumsum[j](exp(-A[i,j]))*cumprod[j](1 + 0.01*b[j]) - A[i,j]",
    "c[i,j] = cumsum[j](cumsum[j](A[i,j])*b[j])/(1 + j)**2; y[i] = sum[j](c[i,j]*b[j]) - cumsum[i](max[j](c[i,j]))",
    "y[i,j] = cumsum[j](where(A[i,j] > 0.5, A[i,j], 0))*0.1 + b[j]",
    "y[i,j] = reverse_cumsum[j](A[i,j])",
    "y[i,j] = reverse_cumsum[j](exp(-A[i,j]*j/1000)*b[j])*(1 + j) - A[i,j]",
    "y[i,j] = reverse_cumsum[j](cumsum[j](A[i,j])*b[j])*0.1/(1 + j)",
    "y[i,j] = reverse_cumsum[j](where(A[i,j] > 0.5, b[j], sin(A[i,j])))*A[i,j]",
]
LENGTHS = (0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 130, 4097)


def _arrays(text: str, n: int, dtype: str) -> dict[str, Any]:
    rng = np.random.default_rng(n)
    given = {"A": rng.uniform(0.1, 1, (3, n)), "b": rng.uniform(0.1, 1, n)}
    return {k: v.astype(dtype) for k, v in given.items() if f"{k}[" in text or f"({k})" in text}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("text", FORMULAS)
def test_every_length_has_the_values_of_the_formula(text: str, dtype: str) -> None:
    f, reference = es.compile(text, target="cpu"), es.compile(text, target="numpy")
    for n in LENGTHS[("max" in text or "mean" in text) :]:
        given = _arrays(text, n, dtype)
        exact = reference(**{k: v.astype("float64") for k, v in given.items()})
        found = f(**given)
        assert found.dtype == dtype
        np.testing.assert_allclose(found, exact, rtol=3e-5 if dtype == "float32" else 1e-12, atol=1e-6)


@pytest.mark.parametrize("width", [16, 32, 64])
def test_vectors_of_every_width(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without masks, what is left is computed one by one; narrower vectors than the processor has are right, too."""
    if width > loops.vector_bytes():
        pytest.skip(f"the processor has no vectors of {width} bytes")
    monkeypatch.setattr(loops, "vector_bytes", lambda: width)
    monkeypatch.setenv("ESPRESSO_CACHE_LIMIT", "0")
    machine_code._loaded.clear()
    for k, text in enumerate(FORMULAS):
        own = f"{text} + {width}*0" if k else text
        f, reference = es.compile(own, target="cpu"), es.compile(own, target="numpy")
        for n in (1, 5, 16, 37, 150):
            given = _arrays(text, n, "float64")
            np.testing.assert_allclose(f(**given), reference(**given), rtol=1e-12, atol=1e-13)
    machine_code._loaded.clear()


def test_sums_in_narrow_vectors_round_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have as many parts as in vectors of 32 bytes."""
    monkeypatch.setattr(loops, "vector_bytes", lambda: 16)
    monkeypatch.setenv("ESPRESSO_CACHE_LIMIT", "0")
    machine_code._loaded.clear()
    value = es.compile("s = sum[i](x[i] + 16*0)")(np.full(10_000_000, 0.1, np.float32))
    assert abs(float(value) / (1e7 * float(np.float32(0.1))) - 1) < 1e-6
    machine_code._loaded.clear()


@pytest.mark.parametrize("dtype", ["int8", "int64", "bool", "float32", "float64"])
def test_running_sums_are_vectors(dtype: str) -> None:
    """Whole numbers wrap around as they do one by one; products stay one by one: taken together they could overflow."""
    rng = np.random.default_rng(2)
    sums, products = es.compile("y[i,j] = cumsum[j](A[i,j])"), es.compile("y[i,j] = cumprod[j](A[i,j])")
    back = es.compile("y[i,j] = reverse_cumsum[j](A[i,j])")
    for n in (*range(70), 1000):
        a = (rng.normal(size=(2, n)) * 100).astype(dtype)
        expected = np.cumsum(a, 1, dtype="float64" if dtype == "float32" else None)
        np.testing.assert_allclose(sums(A=a), expected, rtol=1e-5, atol=1e-3 if dtype[0] == "f" else 0)
        expected = np.cumsum(a[:, ::-1], 1, dtype="float64" if dtype == "float32" else None)[:, ::-1]
        np.testing.assert_allclose(back(A=a), expected, rtol=1e-5, atol=1e-3 if dtype[0] == "f" else 0)
    a, x = np.tile([1e200, 1e200, 0, 1e-200, 1e-200, 1e300], (2, 20)), np.ones((1, 100))
    x[0, 40], x[0, 70] = np.inf, -np.inf
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(products(A=a), np.cumprod(a, 1))
        np.testing.assert_array_equal(sums(A=x), np.cumsum(x, 1))


def test_positions_and_other_dtypes() -> None:
    rng = np.random.default_rng(1)
    for n in (1, 9, 40):
        x, k, t = rng.normal(size=(2, n)), rng.integers(-9, 9, (2, n)), rng.normal(size=(2, n)) > 0
        given = {"x": x, "k": k, "t": t}
        f = es.compile("y[i,j] = exp(x[i,j])*k[i,j]*t[i,j] + 3*j - i", target="cpu")
        np.testing.assert_allclose(f(**given), np.exp(x) * k * t + 3 * np.arange(n) - np.arange(2)[:, None], rtol=1e-13)
        f = es.compile(["c[i] = sum[j](int(x[i,j] > k[i,j]))", "s[i] = sum[j](k[i,j])"], target="cpu")
        counts, sums = f(x=x, k=k)
        np.testing.assert_array_equal(counts, (x > k).sum(1))
        np.testing.assert_array_equal(sums, k.sum(1))
        small = (10 * x).astype("int16")
        f = es.compile("y[i,j] = exp(0.1*m[i,j])", target="cpu")
        np.testing.assert_allclose(f(m=small), np.exp(0.1 * small), rtol=1e-6)


def test_a_difference_of_positions_is_the_same_in_all_turns() -> None:
    """It is computed before the loop, where there is no position yet."""
    for n in (1, 5, 40, 130):
        c, x = np.arange(n) % 3 > 0, np.linspace(0, 1, 2 * n).reshape(2, n)
        f = es.compile("s[i] = sum[j]((1*j - 3 - j)*c[j]*exp(x[i,j])); y[i,j] = (1*j - 3 - j)*c[j] + s[i]", target="cpu")
        s = -3 * (c * np.exp(x)).sum(1, keepdims=True)
        np.testing.assert_allclose(f(c=c, x=x), -3 * c + s, rtol=1e-13)


def test_nan_and_infinity_are_seen_in_every_element() -> None:
    for n in (1, 16, 17, 100):
        for at in {0, n // 2, n - 1}:
            x = np.linspace(-1, 1, n)[None].copy()
            x[0, at] = np.nan
            assert np.isnan(es.compile("m[i] = max[j](x[i,j])", target="cpu")(x=x))
            assert np.isnan(es.compile("s[i] = sum[j](exp(x[i,j]))", target="cpu")(x=x))
            x[0, at] = -np.inf
            assert es.compile("m[i] = min[j](x[i,j])", target="cpu")(x=x) == -np.inf


def test_kernels_in_vectors_go_through_few_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """All loops of a softmax, a norm and a masked sum: LLVM's vectoriser has nothing to do."""
    seen: list[Any] = []
    made = machine.object_code

    def watched(text: Any, levels: Any = machine.FULL) -> bytes:
        seen.append((str(text), levels))
        return made(text, levels)

    monkeypatch.setattr(machine, "object_code", watched)
    wide = ["y[i,j] = softmax[j](0.7*A[i,j])"] if loops.vector_bytes() > loops.MASKED else []  # its quotients are short
    for text in (FORMULAS[0], *wide, "y[i] = sum[j](exp(A[i,j])*(j <= i))"):
        seen.clear()
        es.compile(text + " + 0.5", target="cpu")(**_arrays(text, 30, "float32"))
        kernels = [(t, levels) for t, levels in seen if "kernel_" in t]
        assert kernels and all(levels[0] == machine.FEW for _, levels in kernels)
        assert all("isvectorized" in t for t, _ in kernels)


@pytest.mark.skipif(not instructions.available(), reason="instructions of AVX-512")
@pytest.mark.parametrize("dtype", ["int32", "int8"])
def test_numbers_wider_than_what_is_read_are_in_several_registers(dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no instruction for 16 numbers of float64: code that calls one is none."""
    monkeypatch.setenv("ESPRESSO_CACHE_LIMIT", "0")
    refused = set(machine_code._untranslatable)
    texts: list[str] = []
    made = machine.object_code
    monkeypatch.setattr(machine, "object_code", lambda t, *levels: texts.append(str(t)) or made(t, *levels))
    k = np.random.default_rng(5).integers(-5, 5, (3, 100)).astype(dtype)
    f = es.compile("t[i] = max[j](float32(exp(k[i,j])*tanh(0.5*k[i,j])/log(k[i,j] + 9.5)))", target="cpu")
    np.testing.assert_allclose(f(k=k), (np.exp(1.0 * k) * np.tanh(0.5 * k) / np.log(k + 9.5)).max(1), rtol=1e-6)
    named = re.findall(r"llvm\.x86\.avx512[\w.]*\.p[sd]\.(\d+)", "".join(texts))
    assert named and {*named} <= {"128", "256", "512"}
    assert machine_code._untranslatable == refused


# --- bodies that stay as they are ---

FLAGS = '@njit(fastmath={"contract", "reassoc"})\n'


def _written(body: str, arrays: tuple[str, ...] = ("a", "b"), widened: bool = True) -> Scope:
    """A function of arrays of float64 and their length, written; what loops it has is in its scope."""
    scope = Scope(f"{FLAGS}def f({', '.join(arrays)}, n):\n" + "".join(f"    {line}\n" for line in body.split("\n")))
    scope.widened = widened

    def fill(translator: Any) -> None:
        *pointers, n = translator.function.args
        for name, pointer in zip(arrays, pointers, strict=True):
            translator.names[name] = Array("float64", pointer, (n,))
        translator.give("n", Value("int64", n))

    scope.write("f", scope.definitions["f"], [*[POINTER] * len(arrays), I64], fill)
    return scope


WIDENED = {
    "elements": "for i in range(n):\n    a[i] = math.sqrt(b[i])*b[i]",
    "a sum": "s = 0.0\nfor i in range(n):\n    s += a[i]*b[i]\nb[0] = s",
    "two sums": "s = 0.0\nt = 0.0\nfor i in range(n):\n    s += a[i]\n    t = t - b[i]\nb[0] = s + t",
    "in place": "s = 0.0\nfor i in range(n):\n    a[i] = a[i] + b[i]\n    s += a[i]\nb[0] = s",
    "a difference of positions": "s = 0.0\nk = n + 1\nfor i in range(n):\n    s += b[i]*(k + i - i)\na[0] = s",
    "a sum that is stored on the way": "s = 0.0\nfor i in range(n):\n    s += b[i]\n    a[i] = s",
    "a condition": "s = 0.0\nfor i in range(n):\n    s += a[i] if i > 3 else 0.0\nb[0] = s",
}
KEPT = {
    "a value of the turn before": "s = 0.0\nfor i in range(n):\n    a[i + 1] = a[i]\n    s += b[i]\nb[0] = s",
    "another place of the same array": "s = 0.0\nfor i in range(n):\n    a[i] = a[i + 1]*2.0\n    s += b[i]\nb[0] = s",
    "a product that is stored on the way": "s = 1.0\nfor i in range(n):\n    s *= b[i]\n    a[i] = s",
    "a sum that is read on the way": "s = 0.0\nfor i in range(n):\n    s += b[i]*s",
    "what is subtracted from": "s = 0.0\nfor i in range(n):\n    s = b[i] - s\na[0] = s",
    "every other element": "s = 0.0\nfor i in range(n):\n    s += b[2*i]\na[0] = s",
    "positions from data": "s = 0.0\nfor i in range(n):\n    s += a[np.int64(b[i])]\na[0] = s",
    "one place": "s = 0.0\nfor i in range(n):\n    a[0] = a[0] + b[i]\n    s += b[i]\nb[0] = s",
    "a value on one side only": "s = 0.0\nt = 0.0\nfor i in range(n):\n    if b[i] > 0:\n        t = b[i]\n    s += t\na[0] = s",
    "a condition that is handed on": "s = 0.0\nt = n > 3\nfor i in range(n):\n    s += b[i]\n    if t:\n        a[i] = b[i]\n    t = t & (b[i] > 0)\nb[0] = s + t",
    "places told apart by a comparison": "s = 0.0\nfor i in range(n):\n    a[i + min(n, 7)] = a[i + max(n, 7)]\n    s += b[i]\nb[0] = s",
    "places told apart by a kind": "s = 0.0\nfor i in range(n):\n    a[i + np.int64(np.int8(n))] = a[i + np.int64(np.int16(n))]\n    s += b[i]\nb[0] = s",
    "a window of two": "for j in range(n):\n    s = 0.0\n    for i in range(2):\n        s += b[j + i]\n    a[j] = s",
    "nothing": "for i in range(n):\n    v = 2.0*i\na[0] = 1.0",
    "the largest and where it is": "s = 0.0\nk = 0\nfor i in range(n):\n    if b[i] > s:\n        s = b[i]\n        k = i\na[0] = s + k",
}


@pytest.mark.parametrize("body", WIDENED.values(), ids=WIDENED)
def test_bodies_in_vectors(body: str) -> None:
    scope = _written(body)
    text = str(scope.module)
    if " if " in body and loops.vector_bytes() < loops.MASKED:  # no masks to read with
        assert scope.passes and "isvectorized" not in text
    elif "a[i] =" in body and "a[i] = s" not in body and ("s +=" not in body or loops.vector_bytes() == loops.MASKED):  # short ones that write are LLVM's
        assert scope.passes
    else:
        assert not scope.passes and "isvectorized" in text


@pytest.mark.skipif(loops.vector_bytes() < loops.MASKED, reason="no masks to read with")
def test_what_a_condition_guards_is_read_under_it() -> None:
    """Also in whole strides: the element may not be there."""
    for choice, turned in (("a[i] if i > 3 else 0.0", False), ("0.0 if i > 3 else a[i]", True)):
        text = str(_written(f"s = 0.0\nfor i in range(n):\n    s += {choice}\nb[0] = s").module)
        reads = [line for line in text.splitlines() if "load" in line and " x double>" in line and "declare" not in line]
        assert reads and all("masked.load" in line for line in reads)
        assert turned == (" xor " in text)


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT)
def test_bodies_that_stay_as_they_are(body: str) -> None:
    scope = _written(body)
    assert "isvectorized" not in str(scope.module)


BEHIND = {
    "its own": "s = 0.0\nfor i in range(n):\n    v = b[i]*2.0\n    s += v\na[0] = s + v",
    "with a value before": "s = 0.0\nv = 0.0\nfor i in range(n):\n    v = b[i]*2.0\n    s += v\na[0] = s + v",
    "the position": "s = 0.0\ni = 0\nfor i in range(n):\n    s += b[i]\na[0] = s + i",
    "in the next turn of an outer loop": "s = 0.0\nv = 0.0\nfor k in range(n):\n    s += v\n    for i in range(n):\n        v = b[i]*2.0\n        s += v\na[0] = s",
}


@pytest.mark.parametrize("body", BEHIND.values(), ids=BEHIND)
def test_a_variable_of_a_loop_in_vectors_has_no_value_behind_it(body: str) -> None:
    with pytest.raises(Untranslatable, match="read behind it"):
        _written(body)


def test_a_variable_that_gets_a_value_again_is_read_behind_a_loop_in_vectors() -> None:
    again = "v = 0.0\n    for i in range(n):\n        v = b[i]*2.0\n        s += v\n    v = s\n    a[0] = v"
    assert "isvectorized" in str(_written(f"s = 0.0\nfor k in range(n):\n    {again}").module)


def test_a_scope_without_the_promise_that_arrays_lie_apart_keeps_its_loops() -> None:
    scope = _written("s = 0.0\nfor i in range(n):\n    s += a[i]\na[0] = s", widened=False)
    assert "isvectorized" not in str(scope.module)
