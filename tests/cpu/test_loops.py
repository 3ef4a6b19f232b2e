"""What generated loops look like to LLVM: vector instructions, merged axes, arrays known to be distinct."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.reference.evaluator import evaluate
from espresso.system.generated_modules import load


def _arrays(text: str, shapes: dict[str, tuple[int, ...]], dtype: str) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    return {n: rng.random(shapes[n]).astype(dtype) for n in es.parse(text).inputs}


VECTORISED = [
    "z[i] = 2*y[i] + 4*x[i]",
    "z[i,j] = 2*A[i,j] + 4*B[i,j]",
    "z[i,j] = w[j]*tanh(A[i,j] + w[j])",
    "s = sum[i](x[i]*y[i])",
    "s[i] = sum[j](A[i,j]*exp(w[j]))",
    "z[i] = x[i+1] - 2*x[i+2]",
    "z[i] = x[i] + pad(x)[i-1]",
]
SHAPES = {"x": (999,), "y": (999,), "A": (90, 30), "B": (90, 30), "w": (30,), "X": (3, 4, 5), "g": (3,)}


@pytest.mark.parametrize("text", VECTORISED)
def test_loops_have_vector_instructions(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """W8: numba's choice between subscripts from the front and from the end kept loops scalar."""
    from espresso.llvm import machine

    es.compile("y[i] = 2*x[i]", target="cpu")(x=np.ones(3))  # what programs share is compiled before
    made: list[str] = []
    compile_text = machine.object_code

    def watched(*module: Any) -> bytes:
        made.append(str(machine.optimised(*module)[0]))
        return compile_text(*module)

    monkeypatch.setattr(machine, "object_code", watched)
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    given = _arrays(text, SHAPES, "float32")
    f = es.compile(text, target="cpu")
    expected = evaluate(es.parse(text), given)
    np.testing.assert_allclose(f(**given), expected, rtol=2e-5, atol=1e-6)
    module = load(f.source)
    np.testing.assert_allclose(module.program(**given), expected, rtol=2e-5, atol=1e-6)
    made.append("".join(getattr(module, next(iter(f.kernels))).inspect_llvm().values()))
    for llvm in made:
        assert re.search(r"= (fmul|fadd|fsub|call)[^\n]*<\d+ x float>", llvm)


MERGED = {
    "z[i,j] = 2*A[i,j] + B[i,j]": ["ij"],
    "z[a,i,j] = g[a]*exp(X[a,i,j])": ["a", "ij"],
    "z[a,i,j] = exp(X[a,i,j])": ["aij"],
    "s = sum[i,j](A[i,j]*B[i,j])": ["ij"],
    "s[a] = sum[i,j](X[a,i,j])": ["a", "ij"],
    "m = argmax[i,j](A[i,j])": ["ij", "ij", "ij_block", "ij", "ij"],  # the first positions, and blocks of others
    "z[i,j] = A[i,j]*(i < 2)": ["i", "j"],
    "z[i,j] = A[i,j] - i": ["i", "j"],
    "z[i,j] = B[i,j] + A[i,j]*A[0,1]": ["i", "j"],
    "z[i,j] = pad(A)[i,j-1] + A[i,j]": ["i", "j_edge", "j", "j"],  # the edges, and between them
    "z[i,j] = A[i+1,j] - A[i,j]": ["ij"],
    "z[i,j] = A[i+1,j]*i": ["i", "j"],
    "z[a,i,j] = X[a+2,i,j]*X[a,i,j]": ["aij"],
    "z[a,i,j] = X[a,i+1,j] - X[a,i,j]": ["a", "ij"],
    "z[i,j] = pad(A)[i-1,j] + A[i,j]": ["ij_edge", "ij", "ij"],
    "z[a,i,j] = pad(X)[a,i-2,j] + X[a,i,j]": ["a", "ij_edge", "ij", "ij"],
    "s = sum[i,j]((A[i+1,j] - A[i,j])**2)": ["ij"],
    "z[i,j] = A[i,j] + sum[k](A[i,k])": ["i", "k", "j"],
    "z[i,j] = cumsum[j](A[i,j])": ["i", "j"],
    "z[j,i] = 2*A[i,j]": ["j_tile", "i_tile", "i", "j", "j", "i"],  # a tile is transposed, then read along its rows
}


@pytest.mark.parametrize("text", list(MERGED))
@pytest.mark.parametrize("layout", ["C", "F", "empty"])
def test_neighbouring_axes_are_one_loop(text: str, layout: str) -> None:
    """Maps and sums over (n, 3) run over 3n elements; other reads keep their loops."""
    shapes = {
        n: (0, *s[1:]) if layout == "empty" and not re.search(r"argmax|0,1", text) else s for n, s in SHAPES.items()
    }
    given = _arrays(text, shapes, "float64")
    if layout == "F":
        given = {n: np.asfortranarray(a) for n, a in given.items()}
    f = es.compile(text, target="cpu")
    np.testing.assert_allclose(f(**given), evaluate(es.parse(text), given), rtol=1e-12)
    loops = [n for kernel in f.kernels.values() for n in re.findall(r"for (\w+) in range", kernel)]
    assert loops == MERGED[text]


def test_large_strided_arrays_are_merged_by_copies() -> None:
    x = np.random.default_rng(0).random((1500, 800)).T
    f = es.compile("z[i,j] = 2*x[i,j]", target="cpu")
    np.testing.assert_array_equal(f(x=x), 2 * x)


def test_a_result_in_place_is_one_array_of_the_kernel() -> None:
    """LLVM is told that arrays do not overlap, so one that lies where another lies must not be a second argument."""
    text = "a[i,k] = sum[j](x[i,j]*y[j,k])\nb[i,k] = tanh(a[i,k]) + a[i,k]\nz[i,k] = sum[j](b[i,j]*x[j,k])"
    rng = np.random.default_rng(0)
    x, y = rng.random((2, 50, 50))
    f = es.compile(text, target="cpu")
    a = x @ y
    np.testing.assert_allclose(f(x=x, y=y), (np.tanh(a) + a) @ x, rtol=1e-12)
    kernel = next(k for k in f.kernels.values() if "tanh" in k)
    assert re.search(r"def \w+\(start, stop, \w+\):", kernel)
    alone: dict[str, Any] = {}
    exec(re.sub(r",? ?cache=True", "", f.source), alone)
    np.testing.assert_allclose(alone["program"](x, y), (np.tanh(a) + a) @ x, rtol=1e-12)


@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (33, 70), (64, 32), (131, 7)])
@pytest.mark.parametrize("text", ["y[i,j] = x[j,i]", "y[i,j] = 2*x[j,i] + v[j]", "y[k,i,j] = x[j,i]*u[k]", "s = x[i,j]*z[j,i]"])
def test_transposing_maps_run_in_tiles(text: str, shape: tuple[int, int]) -> None:
    """Lines of both arrays stay in cache; edges that are no whole tile, and split outer loops."""
    rng = np.random.default_rng(2)
    arrays = {"x": rng.normal(size=shape), "v": rng.normal(size=shape[0]), "u": rng.normal(size=3), "z": rng.normal(size=shape[::-1])}
    e = es.parse(text)
    arrays = {n: arrays[n] for n in e.inputs}
    f = es.compile(e)
    np.testing.assert_allclose(f(**arrays), evaluate(e, arrays), rtol=1e-12, atol=1e-12)
    assert "_tile" in f.source


def test_maps_along_rows_run_without_tiles() -> None:
    assert "_tile" not in es.compile("y[i,j] = x[i,j] + v[j]*u[i]").source


def test_loops_of_one_name_and_other_lengths_keep_their_axes() -> None:
    """Two statements of a kernel call their axes r and s, of lengths 3 x 4 and 1 x 1: one loop may not stand for both."""
    x = es.tensor("x[n]")
    given = {"x": np.arange(5.0), "u": np.arange(12.0).reshape(3, 4), "w": np.full((1, 1), 7.0)}
    u, w = (es.tensor(f"{n}[r,s]", shape=given[n].shape) for n in "uw")
    value = es.sin(x) ** 3
    f = es.compile([value * u, value * w])
    first, second = f(**given)
    guard = np.full(3 * 5 * 12, -1.0)
    out = guard[60:65].reshape(5, 1, 1)
    f(**given, out=[first, out])
    wanted = np.sin(given["x"])[:, None, None] ** 3
    np.testing.assert_allclose(first, wanted * given["u"], rtol=1e-12)
    np.testing.assert_allclose(second, wanted * given["w"], rtol=1e-12)
    assert (guard[:60] == -1).all() and (guard[65:] == -1).all()


@pytest.mark.parametrize("declared", ["", "x : (6, 6)\n"])
def test_rows_that_are_read_in_part_do_not_follow_each_other(declared: str) -> None:
    """A shifted read elsewhere makes i shorter; the operand ``exp(x[k,i])`` of a product runs over parts of rows."""
    e = es.parse(f"{declared}y[i,j] = sum[k](exp(x[j,k])*exp(x[k,i])) + x[i+2,j+2]")
    x = np.random.default_rng(0).normal(size=(6, 6))
    np.testing.assert_allclose(es.compile(e)(x=x), evaluate(e, {"x": x}), rtol=1e-12)


@pytest.mark.parametrize(("h", "loop"), [(8, "for th in"), (200, "for h in")])
def test_short_rows_of_a_sum_join_those_beside_them(h, loop):
    """A vector of results is as long as rows that lie side by side, where one is short."""
    x = np.random.default_rng(0).normal(size=(5, 3, 40, h))
    f = es.compile("s[b,t,h] = sum[e](x[e,b,t,h]**2)")
    np.testing.assert_allclose(f(x=x), (x**2).sum(0))
    assert loop in f.source and f.source.index("for e in") < f.source.index(loop)
