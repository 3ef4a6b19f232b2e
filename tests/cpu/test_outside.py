"""Compiled functions outside espresso's call: C and its shared library, modules with a library, numba code, ufuncs."""

from __future__ import annotations

import ctypes
import importlib.machinery
import importlib.util
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph.functions import BY_NAME
from tests.loaded import loaded

pytestmark = pytest.mark.usefixtures("quick_numba")

RNG = np.random.default_rng(0)
CASES: list[tuple[str, dict[str, Any]]] = [
    ("C[i,k]=A[i,j]*B[j,k]", {"A": RNG.normal(size=(37, 21)), "B": RNG.normal(size=(21, 19))}),
    ("s=sum[i](x[i]*c)", {"x": RNG.normal(size=100), "c": 2.5}),
    ("y[b,k]=W[idx[b],k]", {"W": RNG.normal(size=(10, 4)), "idx": np.array([1, 3, 9])}),
    ("y[i,k]=softmax[k](x[i,k])", {"x": RNG.normal(size=(5, 7))}),
    ("y[i]=maximum(x[i],t[i])-minimum(x[i],2)", {"x": np.array([1, np.nan, -3, 5]), "t": np.array([0.0, 1, np.nan, 9])}),
    ("y[i]=clip(x[i],t[i],2)+reverse_cumsum[i](t[i])", {"x": np.array([1, -5, 3.0]), "t": np.array([0.0, -1, 1])}),
    ("y[i]=x[i]//2+x[i]%3+t[i]//3+t[i]%(-4)", {"x": 10 * RNG.normal(size=9), "t": np.arange(-4, 5)}),
]
needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@needs_cc
@pytest.mark.parametrize(("text", "given"), CASES, ids=[c[0] for c in CASES])
def test_module_with_library(text: str, given: dict[str, Any], tmp_path: Path) -> None:
    f = es.compile(text)
    want = f(**given)
    path = f.save(tmp_path / "made.py", library=True)
    found = importlib.machinery.PathFinder.find_spec("made", [str(tmp_path)])  # as `import made` finds it
    assert found is not None and found.origin == str(path)
    np.testing.assert_allclose(loaded(path).program(*[given[n] for n in f.inputs]), want, rtol=1e-9, atol=1e-12)


def test_every_function_of_numbers_has_c_text(tmp_path: Path) -> None:
    for name in BY_NAME:
        for given in ("x[i]", "x[i], y[i]", "x[i], y[i], z[i]"):
            try:
                e = es.parse(f"r[i] = {name}({given})")
            except es.NotationError:  # another number of arguments, or an operator
                continue
            assert es.compile(e, target="cpu").save(tmp_path / "kernel.c").stat().st_size > 500, name


@needs_cc
def test_a_module_that_is_saved_again_calls_its_own_library(tmp_path: Path) -> None:
    def loaded() -> Any:
        spec = importlib.util.spec_from_file_location("made_again", tmp_path / "made.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        exec(spec.loader.get_code("made_again"), module.__dict__)  # type: ignore[attr-defined]
        return module

    for factor in (2, 3):
        es.compile(f"y[i] = {factor}*x[i]", target="cpu").save(tmp_path / "made.py", library=True)
        importlib.invalidate_caches()
        shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
        assert loaded().program(np.ones(2))[0] == factor
    other = tmp_path / "other"
    other.mkdir()
    es.compile("y[i] = 4*x[i]", target="cpu").save(other / "made.py", library=True)
    shutil.copy(other / "libmade.so", tmp_path)
    with pytest.raises(ImportError, match="was not made with this module: save both again"):
        loaded()


@needs_cc
def test_status_of_a_library(tmp_path: Path) -> None:
    f = es.compile("s = x[i]*y[i]")
    f(x=np.ones(3), y=np.ones(3))
    library = ctypes.CDLL(str(f.save(tmp_path / "kernel.so")))
    library.kernel_error.restype = ctypes.c_char_p
    x, out = np.ones(3), np.empty(())
    run = library.kernel
    run.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
    assert run(x.ctypes.data, 3, x.ctypes.data, 3, out.ctypes.data) == 0 and out == 3
    status = run(x.ctypes.data, 3, x.ctypes.data, 2, out.ctypes.data)
    assert status and b"index 'i' has two lengths" in library.kernel_error(status)


def test_numba_and_ufunc() -> None:
    f = es.compile("y[m]=x[n]*A[n,m]")
    x, A = RNG.normal(size=4), RNG.normal(size=(4, 3))
    f(x=x, A=A)
    g = f.numba()
    np.testing.assert_allclose(g(x, A), x @ A)
    with pytest.raises(ValueError, match="index 'n' has two lengths"):
        g(x[:3], A)
    with pytest.raises(ValueError, match="y has to have the shape"):
        g(x, A, np.empty(2))
    u = f.gufunc("(n),(n,m)->(m)", dtypes=["float64"])
    xs = RNG.normal(size=(6, 4))
    assert u.signature == "(n),(n,m)->(m)"
    np.testing.assert_allclose(u(xs, A), xs @ A)


def test_results_of_numba_code_may_be_inputs() -> None:
    turn = es.compile("y[i] = x[mod(i+1)] + 0*x[i]", target="cpu").numba(x="float64")
    line = np.arange(6.0)
    assert turn(line, line) is line
    np.testing.assert_array_equal(line, [1, 2, 3, 4, 5, 0])
    np.testing.assert_array_equal(turn(line[:5], line[4:-7:-1]), [2, 3, 4, 5, 1])
    two = es.compile(["a[i] = x[i] + y[mod(i+1)]", "b[i] = y[i]*x[mod(i+1)]"], target="cpu").numba(x="float64", y="float64")
    x, y = np.arange(3.0), np.arange(3.0) + 5
    want = [x + np.roll(y, -1), y * np.roll(x, -1)]
    two(x, y, (y, x))
    np.testing.assert_array_equal([y, x], want)
    with pytest.raises(ValueError, match="y has to have the shape"):
        turn(line, line[1:])


@pytest.mark.parametrize(("text", "sizes"), [("out[i] = y[t[i]]", {"i": 3}), ("z = mean[j](1)\nout[i] = y[t[i]] + i", {"i": 3, "j": 4})])
def test_sizes_and_kernels_that_look_at_positions(text: str, sizes: dict[str, int], tmp_path: Path) -> None:
    f = es.compile(text, target="cpu", sizes=sizes)
    given = {"y": np.arange(4.0), "t": np.array([0, 2, 1])}
    want = f(**given)
    g = f.numba()
    np.testing.assert_array_equal(g(*[given[n] for n in f.inputs]), want)
    assert f.save(tmp_path / "kernel.c").exists()
    with pytest.raises(ValueError, match="is outside axis 0 of y"):
        g(*[{**given, "t": np.array([0, 2, 4])}[n] for n in f.inputs])


@pytest.mark.parametrize(("array", "number"), [("into", "meet"), ("stub", "_out"), ("given1", "given0")])
def test_inputs_are_called_like_functions_of_the_text(array: str, number: str) -> None:
    f, x = es.compile(f"y[i] = 2*{array}[i] + {number}", target="cpu"), np.arange(3.0)
    f(**{array: x, number: np.array(1.0)})
    g, given = f.numba(), [{array: x, number: 1.0}[n] for n in f.inputs]
    np.testing.assert_array_equal(g(*given), 2 * x + 1)
    if array != "into":
        return
    g(*given, out := x.copy())
    np.testing.assert_array_equal(out, 2 * x + 1)
    cores = ["(i)" if n == array else "()" for n in f.inputs]
    np.testing.assert_array_equal(f.gufunc(f"{','.join(cores)}->(i)")(*given), 2 * x + 1)


def test_inputs_that_nothing_reads_keep_their_place(tmp_path: Path) -> None:
    """A derivative is called like its formula, also from C and from numba."""
    f = es.compile(es.grad("f = sum[i](w[i]*x[i])", "w"), target="cpu")
    x, out = np.arange(3.0), np.empty(3)
    assert f.inputs == ["w", "x"] and f(w=x, x=x) is not None
    f.save(tmp_path / "made.c")
    assert "w" in (tmp_path / "made.h").read_text()
    f.numba()(x + 1, x, out)
    np.testing.assert_array_equal(out, x)


@needs_cc
def test_sums_that_are_added_into_before_they_are_read(tmp_path: Path) -> None:
    """Their zeros are written over a length that no element of them is found by."""
    e = es.parse("a[i] = sin(w[i]); b[i] = a[mod(i+1)]*(i < size(a,0)); c[i,j] = (x[i] - b[j])**2")
    f = es.compile(es.vjp(e, "w", "g"), target="cpu")
    given = {"w": np.arange(3.0), "x": np.ones(3), "g": np.ones((3, 3))}
    want = f(**{n: given[n] for n in f.inputs})
    path = f.save(tmp_path / "made.py", library=True)
    spec = importlib.util.spec_from_file_location("made_sums", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    np.testing.assert_allclose(module.program(*(given[n] for n in f.inputs)), want, rtol=1e-12)


@needs_cc
def test_derivatives_that_vanish_keep_their_dtype(tmp_path: Path) -> None:
    """They read no array any more: they were of int64."""
    f, x = es.compile(es.grad("y = sum[i](0*x[i] + z[i])", "x"), target="cpu"), np.ones(3, "float32")
    assert f(x=x, z=x).dtype == x.dtype
    for run in (loaded(f.save(tmp_path / "made.py", library=True)).program, f.numba()):
        assert run(x, x).dtype == x.dtype
    assert "np.empty((x.shape[0],), np.float64)" in es.compile(f.expressions[0], target="cpu").source  # before any call
