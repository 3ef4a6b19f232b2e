"""Inputs that are no C-contiguous arrays: machine code takes them as Python would, and leaves to it what it would refuse."""

from __future__ import annotations

import gc
import itertools
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.arguments import Arguments
from espresso.machine.call_record import NUMPY_COPIES, PATTERNS
from espresso.runtime.cpu import strided_inputs
from espresso.runtime.cpu.programs import Bound

KINDS = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
         "complex64", "complex128")  # fmt: skip
NUMBERS: tuple[Any, ...] = (
    True, False, 0, 1, -1, 5, 127, 128, 255, -128, -129, 300, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**62 + 1, 2**63 - 1,
    2**63, -(2**63), 2**64 - 1, 2**70, 0.0, -0.0, 1.5, 0.1, 1e-50, 3.4028235e38, 3.5e38, 1e300, np.inf, -np.inf, np.nan,
    1 + 2j, 0.1 - 1e300j, complex(np.nan, -0.0),
)  # fmt: skip


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Inputs that Python looks at."""
    seen: list[Any] = []
    right = Arguments.given

    def given(self: Arguments, args: Any, kwargs: Any) -> list[Any]:
        seen.append((args, kwargs))
        return right(self, args, kwargs)

    monkeypatch.setattr(Arguments, "given", given)
    return seen


def outcome(call: Any, *args: Any) -> tuple[Any, ...]:
    """The bits and dtype of a result, or the error and its text; and the warnings."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            value = np.asarray(call(*args))
            found: tuple[Any, ...] = value.dtype, value.shape, value.tobytes()
        except Exception as error:
            found = type(error), str(error)
    return *found, [str(w.message) for w in told]


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_become_what_numpy_makes_of_them(kind: str, slow: list[Any]) -> None:
    """Every number with arrays of every dtype: bits, dtype, errors and warnings of a function that has not seen any."""
    e = es.parse("y[i] = where(x[i] == x[i], c, c)")
    f = es.compile(e, target="cpu")
    x = np.array([1, 0]).astype(kind)
    for number in NUMBERS:
        wanted = outcome(es.compile(e, target="cpu"), x, number)
        for _ in range(3):
            assert outcome(f, x, number) == wanted, number
        for scalar in {np.dtype(type(number)).type if abs(number) < 2**63 else np.float64, np.dtype(kind).type}:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    value = scalar(number)
                except (TypeError, ValueError, OverflowError):
                    continue
            wanted = outcome(es.compile(e, target="cpu"), x, value)
            assert outcome(f, x, value) == wanted == outcome(f, x, value), value
    f(x, x[0]), f(x, x[0])
    slow.clear()
    f(x, x[0])
    assert not slow  # and machine code does this


def test_a_wrong_conversion_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle bites: integers are rounded to float32 where NumPy keeps float64."""
    from espresso.machine import call_record

    monkeypatch.setattr(call_record, "DOUBLE", call_record.SINGLE)
    f = es.compile("y = x*c", target="cpu")
    x = np.array(1.0)
    assert float(f(x, 0.1)) == 0.1 and float(f(x, 0.1)) != 0.1


def test_types_together_decide_the_dtype(slow: list[Any]) -> None:
    """Weak numbers take the dtype of the arrays beside them: one combination says nothing about another."""
    e = es.parse("y = a*b*c")
    f = es.compile(e, target="cpu")
    small, large = np.float32(3), np.array(5, np.float32)
    choices = (2.0, 2, True, 2j, small, large, np.float64(2), np.int8(3), [[1.0]][0][0], np.array(2))
    wanted: dict[Any, Any] = {}
    for again in range(2):
        for given in itertools.product(range(len(choices)), range(len(choices)), (0.1, 3, large)):
            a, b, c = choices[given[0]], choices[given[1]], given[2]
            key = (*given[:2], repr(c))
            if not again:
                wanted[key] = outcome(es.compile(e, target="cpu"), a, b, c)
            for _ in range(3):
                assert outcome(f, a, b, c) == wanted[key], (a, b, c)
    slow.clear()
    for _ in range(5):
        f(large, 2.0, 0.1), f(large, 0.1, 2.0)
    assert len(slow) <= 2


def test_more_combinations_than_a_record_keeps(slow: list[Any]) -> None:
    f = es.compile("y = a*b*c*x", target="cpu")
    x = np.float64(2)
    for _ in range(2):
        for k in range(2 * PATTERNS):
            a, b, c = (([0.5, np.float64(0.5), np.array(0.5), 0.5][(k >> 2 * j) % 4 if j < 2 else k % 4]) for j in range(3))
            for _ in range(3):
                assert f(a, b, c, x) == 0.25
    slow.clear()
    f(a, b, c, x)
    assert not slow


@pytest.mark.parametrize("dtype", ["float64", "float32", "int32", "complex128", "bool"])
def test_layouts(dtype: str, slow: list[Any]) -> None:
    """Strided, reversed, transposed, broadcast and misaligned arrays, and memory maps: small ones are native."""
    rng = np.random.default_rng(0)
    whole = rng.integers(0, 7, (12, 10, 8)).astype(dtype)
    f = es.compile("y[i,j] = where(A[i,j] == A[i,j], A[i,j], A[i,j])", target="cpu")
    raw = np.zeros(whole[0].nbytes + 1, np.uint8)[1:].view(dtype).reshape(10, 8)
    raw[...] = whole[1]
    views = (whole[0], whole[:, 0, ::-1], whole[::-2, ::3, 4], whole[3].T, np.broadcast_to(whole[0, :1], (5, 8)), raw,
             whole[0, :0], whole[:, 3:4, 2], whole[1:2, :, 3], np.asfortranarray(whole[2])[::-1])  # fmt: skip
    for view in views:
        for _ in range(2):
            np.testing.assert_array_equal(f(view), view)
        slow.clear()
        found = f(A=view)
        np.testing.assert_array_equal(found, view)
        assert not slow and found.dtype == view.dtype and not np.shares_memory(found, view)


def test_lists_and_memory_maps(slow: list[Any], tmp_path: Path) -> None:
    f = es.compile("y[i] = A[i,j]*x[j]", target="cpu")
    A, x = np.arange(6.0).reshape(2, 3), np.ones(3)
    kept = np.memmap(tmp_path / "x", np.float64, "w+", shape=3)
    kept[:] = x
    for given in ([1.0] * 3, (1.0,) * 3, [np.float64(1)] * 3, kept, kept[::-1]):
        for _ in range(3):
            assert f(A, given).tolist() == [3, 12]
    assert f(A.tolist(), [1.0] * 3).tolist() == [3, 12] == f([list(a) for a in A], x).tolist()
    slow.clear()
    assert f(A, [1.0] * 3).tolist() == f(A, kept).tolist() == f(A.tolist(), [1.0] * 3).tolist() == [3, 12]
    assert not slow
    for wrong in ([1.0, 2.0], [1, 2, "3"], [[1.0], [2.0, 3.0]], [None] * 3, [1.0, 2.0, 10**30], {1.0, 2.0}):
        fresh = outcome(es.compile("y[i] = A[i,j]*x[j]", target="cpu"), A, wrong)
        assert outcome(f, A, wrong) == fresh and issubclass(fresh[0], es.EspressoError), wrong
    assert f(A, [1, 1, 1]).dtype == np.float64  # of integers: another signature


def test_positions_are_looked_at(slow: list[Any]) -> None:
    """A number, list or strided array of positions outside is refused as an array is."""
    f = es.compile("y[b] = x[t[b]]", target="cpu")
    g = es.compile("y[b] = x[0*i[b] + k[]]", target="cpu")
    x, t, zero = np.arange(4.0), np.array([3, 0, 2, 0]), np.array([0])
    for _ in range(3):
        assert f(x, t[::-1]).tolist() == [0, 2, 0, 3] and f(x, t.tolist()).tolist() == [3, 0, 2, 0]
        assert [g(x, zero, k).tolist() for k in map(np.int64, (3, 0, 2))] == [[3], [0], [2]]
    slow.clear()
    assert g(x, zero, np.int64(1)) == 1 and f(x, t[::-1])[0] == 0 and not slow
    bad: tuple[Any, ...] = ([0, 1, 2, 4], np.array([0, 9, 1, 9, 2, 9, 4, 9])[::2])
    for call, given in (*((g, (zero, k)) for k in map(np.int64, (4, -1, 9))), *((f, (t,)) for t in bad)):
        with pytest.raises(es.InputError, match="outside"):
            call(x, *given)


def test_results_and_callers_arrays(slow: list[Any]) -> None:
    """Several results, dictionaries and ``out=`` with numbers; an array that overlaps a strided input is right."""
    f = es.compile({"y": "y[i,j] = A[j,i]*c", "s": "s = sum[i,j](A[i,j])"}, target="cpu")
    g = es.compile("y[i,j] = A[j,i]*c", target="cpu")
    A = np.arange(9.0).reshape(3, 3)
    for _ in range(3):
        found = f(A.T, 2.0)
        assert found["y"].tolist() == (2 * A).tolist() and found["s"] == 36
        own = A.copy()
        assert g(own.T, 2, out=own) is own and own.tolist() == (2 * A).tolist()
        own = A.copy()
        assert g(A=own, c=2.0, out=own) is own and own.tolist() == (2 * A.T).tolist()
    slow.clear()
    own = A.copy()
    f(A.T, 2.0), g(own.T, 2, out=own)
    assert not slow and own.tolist() == (2 * A).tolist()


def test_nothing_is_lost() -> None:
    f = es.compile("y[i] = tanh(A[i,j]*x[j])*c + d[i]", target="cpu")
    A, x, d, c = np.ones((60, 60)).T[:, ::-1], np.ones(60), [1.0] * 60, 1e3
    for _ in range(3):
        f(A, x, c, d), f(A, x, np.float64(c), d)
    gc.collect()
    counted = (A, x, d, d[0], c, float, list, A.dtype, np.asarray)
    before, blocks = [sys.getrefcount(v) for v in counted], sys.getallocatedblocks()
    for _ in range(300):
        f(A, x, c, d), f(A, x, np.float64(c), d)
        with pytest.raises(es.ExtentError):
            f(A, x, c, d[1:])  # after the copy of A was made
    grown = [sys.getrefcount(v) - n for v, n in zip(counted, before, strict=True)]
    assert all(abs(n) < 30 for n in grown), grown
    gc.collect()
    assert sys.getallocatedblocks() - blocks < 2000


def test_products_read_matrices_where_they_lie(slow: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Fortran order, or with rows apart; others are copied.  Layouts that alternate have entries of their own."""
    rng = np.random.default_rng(0)
    f = es.compile("y[i] = A[i,j]*x[j]*c", target="cpu")
    wide, x = rng.normal(size=(60, 200)), rng.normal(size=60)
    A = np.ascontiguousarray(wide[:, :60])
    layouts = (A, np.asfortranarray(A), wide[:, :60], wide[:, 70:130], wide[:, ::-1][:, :60], wide[:, ::3][:, :60])
    for _ in range(3):
        for B in layouts:
            np.testing.assert_allclose(f(B, x, 2.0), 2 * (B @ x), rtol=1e-12, atol=1e-12)
    strided = f._last._layouts.entered
    assert len(strided) == 2  # wide[:, :60] and wide[:, 70:130] are one
    slow.clear()
    monkeypatch.setattr(Bound, "__call__", None)
    for _ in range(2):
        for B in layouts:
            np.testing.assert_allclose(f(B, x, 2.0), 2 * (B @ x), rtol=1e-12, atol=1e-12)
    assert not slow
    monkeypatch.undo()
    before = [n.record.table.copy() for n in strided]
    for lead in range(201, 220):  # ever new layouts: copied from some number on
        B = rng.normal(size=(60, lead))[:, :60]
        np.testing.assert_allclose(f(B, x, 2.0), 2 * (B @ x), rtol=1e-12, atol=1e-12)
    assert len(strided) == strided_inputs.ENTRIES and all((a == n.record.table).all() for a, n in zip(before, strided, strict=False))


def test_a_wrong_stride_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle bites: a call for other strides."""
    rng = np.random.default_rng(0)
    f = es.compile("y[i] = A[i,j]*x[j]", target="cpu")
    A, x = np.asfortranarray(rng.normal(size=(60, 60))), rng.normal(size=60)
    f(A, x)
    (native,) = f._last._layouts.entered
    at = native.record._field(native.module.inputs.index("A"), "strides")
    native.record.table[at] = 0  # C-contiguous ones are taken for it
    f(A, x)
    assert not np.allclose(f(np.ascontiguousarray(A), x), A @ x)


@pytest.mark.parametrize("n", [40, 110, 500])
@pytest.mark.parametrize("text", [
    "y[i,k] = A[i,j]*B[k,j]", "y[i,k] = A[j,i]*A[j,k]", "y[i] = exp(A[i,j])*B[i,j]", "y[i] = A[i,j]*B[j,i] + B[i,0]",
    "y[i] = A[i,j]*v[j]\nv[j] = B[j,k]*z[k]", "y[i] = max[j](A[i,j])*B[i,j]"])  # fmt: skip
def test_programs_of_every_layout(text: str, n: int) -> None:
    """Beside a copy in C order: more than is copied natively too."""
    rng = np.random.default_rng(n)
    if "\n" in text:
        text = "\n".join(reversed(text.split("\n")))
    f = es.compile(text, target="cpu")
    assert NUMPY_COPIES < 500 * 500 * 8
    arrays = {name: rng.normal(size=(2 * n, 2 * n) if name in "AB" else 2 * n) for name in f.inputs}

    def views(a: np.ndarray) -> list[np.ndarray]:
        if a.ndim == 1:
            return [a[:n], a[::2], a[::-1][:n]]
        return [a[:n, :n], a[:n, :n].T, a[::2, ::-2], np.ascontiguousarray(a[:n, :n])]

    for k in range(4):
        for m in range(4):
            given = {x: views(a)[(k if x == "A" else m) % len(views(a))] for x, a in arrays.items()}
            wanted = f(**{x: np.ascontiguousarray(a) for x, a in given.items()})
            for _ in range(2):
                np.testing.assert_allclose(f(**given), wanted, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("text", [
    "T[n] = X + Z[Y[n],n]", "T[n] = X*(W[n] > 1) + Z[0,n]", "T[n] = Z[Y[n],n]*(X > 0.5)", "T[n] = where(W[n] > 2, Z[0,n], X)",
    "T[n] = Z[0,n]*X; R[n] = W[n]*T[n]", "m = max[n](X + Z[Y[n],n])",
])  # fmt: skip
def test_numbers_take_the_dtype_of_what_they_meet(text: str) -> None:
    """Not that of positions, and not that of arrays in comparisons that they have no part in."""
    e = es.parse(text)
    arrays = {"Z": np.ones((3, 4), np.float32), "Y": np.array([0, 1, 2, 0]), "W": np.arange(4)}
    for x in (True, 1, 1.0):
        given = {n: x if n == "X" else arrays[n] for n in e.inputs}
        want = es.evaluate(e, given)
        for target in ("cpu", "numpy"):
            got = es.compile(e, target=target)(**given)
            np.testing.assert_array_equal(got, want)
            assert np.asarray(got).dtype == want.dtype
