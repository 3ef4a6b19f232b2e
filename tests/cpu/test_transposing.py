"""Copies that transpose: every size of elements, extents around those of vectors, any strides, nothing outside."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cpu import guarded

import espresso as es
from espresso.llvm import library
from espresso.llvm.emit import transposing
from espresso.llvm.image import PLAIN
from espresso.llvm.machine import optimised
from espresso.machine.program import Facts, ModuleWriter

COMMON = pytest.mark.skipif(not PLAIN, reason="programs have no functions in common here")

RANDOM = np.random.default_rng(3)
DTYPES = ("bool", "int8", "uint16", "int16", "int32", "float32", "float64", "uint64", "complex64", "complex128")
EXTENTS = ((0, 3), (3, 0), (1, 1), (1, 40), (40, 1), (2, 3), (4, 31), (5, 32), (16, 15), (17, 33), (33, 16), (600, 37), (70, 90))


def draw(shape: tuple[int, ...], dtype: str) -> np.ndarray:
    found = RANDOM.integers(-100, 100, shape)
    return (found + 1j * found[::-1]).astype(dtype) if dtype.startswith("complex") else found.astype(dtype)


def laid_out(x: np.ndarray) -> list[np.ndarray]:
    """The same numbers with other strides, and others with negative strides and strides of zero."""
    apart = np.zeros((2 * x.shape[0], x.shape[1] + 3), x.dtype)
    apart[::2, 1:-2] = x
    wide = np.repeat(x, 2, 1)
    return [x, np.asfortranarray(x), apart[::2, 1:-2], wide[:, ::2], x[::-1], x[:, ::-1], np.broadcast_to(x[:1], x.shape)]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_element_lies_across(dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("espresso.runtime.cpu.programs.COPY_LIMIT", 64)  # strides are what kernels see
    monkeypatch.setattr("espresso.runtime.cpu.programs.TRANSPOSED_LIMIT", 64)
    f = es.compile("Y[i,j] = X[j,i]")
    for extents in EXTENTS:
        for x in laid_out(draw(extents, dtype)) if extents[0] else [draw(extents, dtype)]:
            for begin in (0, 1, 5):  # results begin anywhere in a cache line, and their rows do
                out = np.zeros(x.size + begin + 9, x.dtype)
                made = out[begin : begin + x.size].reshape(x.shape[::-1])
                f(X=x, out=made)
                np.testing.assert_array_equal(made, x.T)
                assert not out[:begin].any() and not out[begin + x.size :].any()


@pytest.mark.parametrize("dtype", ["int8", "float32", "float64", "complex128"])
def test_in_batches_and_between_outer_axes(dtype: str) -> None:
    formulas = {
        "Y[b,i,j] = X[b,j,i]": (0, 2, 1), "Y[i,j,k] = X[k,j,i]": (2, 1, 0), "Y[i,b,j] = X[b,j,i]": (2, 0, 1),
        "Y[i,j,b] = X[b,j,i]": (2, 1, 0), "Y[j,i,b] = X[b,i,j]": (2, 1, 0), "Y[a,i,j,b] = X[b,j,a,i]": (2, 3, 1, 0),
    }  # fmt: skip
    for text, order in formulas.items():
        f = es.compile(text)
        for shape in ((3, 40, 70), (1, 5, 5), (2, 0, 7), (70, 2, 33)):
            x = draw(shape if len(order) == 3 else (*shape, 3), dtype)
            np.testing.assert_array_equal(f(x), x.transpose(order))
            np.testing.assert_array_equal(f(np.repeat(x, 2, 1)[:, ::2]), x.transpose(order))


def test_complex_numbers_lie_as_those_they_are_made_of() -> None:
    """NumPy calls a complex64 aligned at every multiple of four bytes."""
    f = es.compile("Y[i,j] = X[j,i]")
    for extents in ((70, 90), (33, 16), (600, 37)):
        x = draw(extents, "complex64")
        given, out = (np.zeros(2 * x.size + 9, np.float32) for _ in range(2))
        near, made = (a[3 : 3 + 2 * x.size].view("complex64") for a in (given, out))
        near[:] = x.ravel()
        f(X=near.reshape(x.shape), out=made.reshape(x.shape[::-1]))
        np.testing.assert_array_equal(made.reshape(x.shape[::-1]), x.T)
        assert made.flags.aligned and made.ctypes.data % 8 == 4
        assert not out[:3].any() and not out[3 + 2 * x.size :].any()


def test_formulas_read_a_turned_tile_of_every_dtype() -> None:
    f, g = es.compile("Y[i,j] = X[j,i] + Z[i,j]"), es.compile("Y[i,j] = exp(X[j,i]) + b[j]")
    for dtype in ("int8", "int16", "int64", "float32", "complex64", "complex128"):
        for m, n in ((3, 5), (33, 70), (128, 31), (300, 9)):
            x, z = draw((m, n), dtype), draw((n, m), dtype)
            np.testing.assert_array_equal(f(X=x, Z=z), x.T + z)
    assert f.source.count("_turned = np.empty") == 1
    x, b = RANDOM.standard_normal((70, 45)), RANDOM.standard_normal(70)
    np.testing.assert_allclose(g(X=x, b=b), np.exp(x.T) + b, rtol=1e-14, atol=1e-15)


def test_a_large_copy_is_split() -> None:
    x = RANDOM.standard_normal((1501, 1203))
    np.testing.assert_array_equal(es.compile("Y[i,j] = X[j,i]")(x), x.T)


def written(text: str, dtype: str) -> str:
    """The module of a formula of two axes, after LLVM's passes."""
    f = es.compile(text)
    f(*(np.ones((9, 9), dtype) for _ in f.inputs))
    (out,) = f.program.outputs
    arrays = dict.fromkeys((*f.inputs, out), (dtype, 2))
    plan = f._last._plain.module.steps
    return str(optimised(str(ModuleWriter(f.source, plan, Facts(arrays, tuple(f.inputs), (out,), ())).module))[0])


def body(module: str, name: str) -> str:
    """The text of a function."""
    lines = module.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("define") and re.search(f"@{name}[.(]", line))
    return "\n".join(lines[start : lines.index("}", start)])


@COMMON
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64", "complex128"])
def test_a_kernel_that_copies_is_a_call_and_stores_no_element(dtype: str) -> None:
    module, item = written("Y[i,j] = X[j,i]", dtype), np.dtype(dtype).itemsize
    kernel, turn = body(module, "kernel_Y"), str(optimised(str(library.module(f"turn {item} far")))[0])
    assert f'@"es.turn {item} far"(' in kernel and "store" not in kernel and " phi " not in kernel
    assert turn.count(f"store i{8 * item} ") == (item <= 8)  # one loop, over what is less than sixteen bytes wide


@COMMON
def test_the_arrays_of_a_kernel_share_the_function_of_their_size() -> None:
    module = written("H[i,j] = A[j,i] + B[i,j]*C[j,i]", "float32")
    kernel = body(module, "kernel_H")
    calls = kernel.count('@"es.turn 4 near"(')  # of two arrays, in each copy of the loop around them
    assert calls and calls % 2 == 0 and len(re.findall(r"declare .*turn", module)) == 1


PROGRAM = """
import numpy as np, espresso as es, guarded
f = es.compile("Y[i,j] = X[j,i]")
for dtype in ("int8", "int16", "float32", "float64", "complex128"):
    for m, n in ((1, 1), (3, 4), (8, 9), (17, 33), (32, 16), (40, 37)):
        x = np.arange(m*n).reshape(m, n).astype(dtype)
        for end in (True, False):
            out = guarded.guarded(np.zeros((n, m), dtype), end)
            f(X=guarded.guarded(x, end), out=out)
            assert (out == x.T).all()
print("done")
"""


@pytest.mark.skipif(guarded.protection() is None, reason="no mprotect")
def test_nothing_outside_is_touched() -> None:
    where = Path(guarded.__file__).parent
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, cwd=where)
    assert found.returncode == 0 and found.stdout == "done\n", found.stderr[-2000:]


@pytest.mark.parametrize(
    ("text", "exact"),
    [("Yes[i,j] = X[j,i]", lambda x: x.T), ("H[i,j] = 3*A[i,j] + 7*A[j,i] + 0.125", lambda a: 3 * a + 7 * a.T + 0.125)],
    ids=["copy", "tile"],
)
def test_a_wrong_round_is_seen(text: str, exact: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle bites."""
    right = transposing._Transposer._transposed_lanes
    monkeypatch.setattr(transposing._Transposer, "_transposed_lanes", lambda self, rows: right(self, [*rows[1:], rows[0]]))
    monkeypatch.setenv("ESPRESSO_CACHE_LIMIT", "0")
    monkeypatch.setattr("espresso.llvm.compiled._shared", {})
    f = es.compile(text)  # a formula of its own: nothing is known of it
    x = RANDOM.standard_normal((64, 64))
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(f(x), exact(x))


@pytest.mark.parametrize("text", ["Y[i,j] = X[j,i]", "Y[i,j] = tanh(X[j,i])*b[j] + c[i]"])
def test_threads_write_rows_of_their_own(text: str) -> None:
    """Two that write parts of one row write into the same cache line."""
    f = es.compile(text)
    given = {"X": RANDOM.random((3, 4)), "b": RANDOM.random(3), "c": RANDOM.random(4)}
    f(**{n: given[n] for n in f.inputs})
    assert "for i_tile in range(start, stop," in f.source and f._last._plain.module.steps[0].extent == "n_i"


@pytest.mark.parametrize("dtype", ["int8", "float32", "float64", "complex64"])
@pytest.mark.parametrize("shape", [(5, 33, 70), (3, 4, 17, 40), (1, 20, 33, 2), (2, 0, 3, 4), (64, 16, 64)], ids=str)
def test_permutations_of_several_axes(shape: tuple[int, ...], dtype: str) -> None:
    """Copies, and values computed of what is read across, beside what is read along."""
    names = "ijkl"[: len(shape)]
    T = np.random.default_rng(3).integers(0, 50, shape).astype(dtype)
    for order in itertools.permutations(range(len(shape))):
        axes, right = ",".join(names[k] for k in order), T.transpose(order)
        given = {"T": T, "B": np.ascontiguousarray(right)}
        texts = [f"y[{axes}] = T[{','.join(names)}]", f"y[{axes}] = T[{','.join(names)}]*3 + B[{axes}]"]
        for text, expected in zip(texts, (right, right*3 + right), strict=True):
            f = es.compile(text)
            np.testing.assert_array_equal(f(**{n: given[n] for n in f.inputs}), expected.astype(dtype))


def test_loops_along_both_last_axes_stand_beside_each_other() -> None:
    f = es.compile("y[k,j,i] = 2*T[i,j,k] + 1")
    f(np.ones((40, 50, 60)))
    assert re.search(r"for j in .*\n(.*\n)? *for [ik]_tile in .*\n *for [ik]_tile in", f.source)
