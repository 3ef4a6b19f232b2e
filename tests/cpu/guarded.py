"""Arrays that end or begin at a page without access: reads and writes outside end the process.

Run as a program (``python guarded.py FIRST STEP [SEED]``) it computes every case of `cases`, each a line of output
before it runs, so that the last line names the program that left its arrays.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

PAGE = mmap.PAGESIZE
_held: list[mmap.mmap] = []  # the memory lives as long as the process: a late read is seen too


def protection() -> Callable[[int, int], int] | None:
    """``mprotect(address, bytes)`` that takes every access away; None where there is none."""
    try:
        function = ctypes.CDLL(None, use_errno=True).mprotect
    except (OSError, AttributeError, TypeError):
        return None
    function.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    function.restype = ctypes.c_int
    return lambda address, size: int(function(address, size, 0))


def memory(size: int, end: bool) -> np.ndarray:
    """Bytes between two pages without access, that end where the second begins, or begin where the first ends."""
    protect = protection()
    assert protect is not None
    pages = max(1, -(-size // PAGE))
    held = mmap.mmap(-1, (pages + 2) * PAGE)
    _held.append(held)
    whole = np.frombuffer(held, np.uint8)
    for page in (0, pages + 1):
        if protect(whole.ctypes.data + page * PAGE, PAGE):
            raise OSError("mprotect")
    start = PAGE + (pages * PAGE - size if end else 0)
    return whole[start : start + size]


def guarded(array: np.ndarray, end: bool = True) -> np.ndarray:
    """A copy between guard pages with the same strides: negative ones, steps and axes of stride zero included."""
    if not array.size:
        return array.copy()
    reach = [(n - 1) * s for n, s in zip(array.shape, array.strides, strict=True)]
    before, behind = -sum(r for r in reach if r < 0), sum(r for r in reach if r > 0)
    raw = memory(before + behind + array.itemsize, end)
    made = np.ndarray(array.shape, array.dtype, buffer=raw, offset=before, strides=array.strides)
    for place in np.ndindex(*(1 if s == 0 else n for n, s in zip(array.shape, array.strides, strict=True))):
        made[place] = array[place]
    return made


def guard_arenas(end: bool) -> None:
    """Temporaries lie between guard pages from now on."""
    from espresso.ir.storage.arena import ALIGNMENT
    from espresso.runtime.cpu import workspaces as pool

    class Guarding:
        def __getattr__(self, name: str) -> Any:
            return getattr(np, name)

        @staticmethod
        def empty(shape: Any, dtype: Any = float) -> np.ndarray:
            if isinstance(shape, int) and shape > ALIGNMENT and dtype is np.uint8:
                size = shape - ALIGNMENT  # what aligns it is not for use
                return memory(-(-size // ALIGNMENT) * ALIGNMENT, end)
            return np.empty(shape, dtype)

    pool.np = Guarding()  # type: ignore[attr-defined]


def read_strides() -> None:
    """Small strided inputs too are read as they are, not copied, from now on."""
    from espresso.runtime.cpu import programs as cpu

    cpu.COPY_LIMIT = cpu.TRANSPOSED_LIMIT = -1


LOOPS = {  # formulas with the shapes of their inputs by extents m, n, k
    "y[i] = 2*x[i] + 1": {"x": "n"},
    "y[i] = exp(x[i])*z[i]": {"x": "n", "z": "n"},
    "s[i] = sum[j](A[i,j]*v[j])": {"A": "mn", "v": "n"},
    "s[j] = sum[i](exp(A[i,j]))": {"A": "mn"},
    "p[i,j] = softmax[j](A[i,j])": {"A": "mn"},
    "H[i,j] = A[i,j] + B[j,i]": {"A": "mn", "B": "nm"},
    "t = A[i,j]*B[j,i]": {"A": "mn", "B": "nm"},
    "H[q,i,j] = X[q,j,i]*A[i,j] + B[j,i]": {"X": "knm", "A": "mn", "B": "nm"},
    "C[i,l] = A[i,j]*B[j,l]": {"A": "mn", "B": "nk"},
    "C[b,i,l] = A[b,j,i]*B[l,b,j]": {"A": "knm", "B": "mkn"},
    "y[a,c,d] = X[a,b,c]*Y[b,d]": {"X": "knm", "Y": "nm"},
    "o[i,j] = where(i < j, A[i,j], B[j,i])": {"A": "mn", "B": "nm"},
    "d[i] = x[i+1] - x[i]": {"x": "n"},
    "y[p] = x[p+2-r]*w[r]": {"x": "n", "w": "3"},
    "y[i,p] = sum[r](exp(A[i,p+2-r])*w[r])": {"A": "mn", "w": "3"},
    "y[i] = pad(x, 2)[2 - i]*z[i]": {"x": "n", "z": "m"},
    "y[i] = pad(x)[9 - 2*i]*z[i]": {"x": "k", "z": "n"},
    "y[i,j] = pad(A)[i-2,j-1]*B[j,i] + pad(A)[i+1,j+3]": {"A": "mn", "B": "nm"},
    "y[i] = pad(x)[2*i+1] + pad(x)[3*i-4] + z[i]": {"x": "n", "z": "m"},
    "m[p] = max[r](x[2*p+r]*w[r])": {"x": "n", "w": "3"},
    "y[p] = x[2*p+r]*w[r]": {"x": "n", "w": "3"},
    "y[i,p] = A[i,p+r]*w[r]": {"A": "mn", "w": "3"},
    "r[i] = A[i,j]*A[i,j]": {"A": "mn"},
    "g[i] = where(x[i] > 0, sqrt(x[i]), -x[i])": {"x": "n"},
    "c[i,j] = sum[l](abs(A[i,l] - B[l,j]))": {"A": "mn", "B": "nk"},
}
SIZES = ((1, 1, 1), (2, 3, 2), (5, 7, 3), (4, 8, 16), (9, 17, 5), (33, 70, 6), (64, 65, 31), (3, 257, 8))
DTYPES = ("float64", "float32", "float16", "int32", "complex64")

IMAGES = ((1, 1, 1, 5, 5, 3), (2, 3, 4, 7, 9, 3), (1, 8, 16, 11, 18, 3), (2, 5, 33, 8, 8, 1), (1, 16, 9, 17, 6, 2))
GEOMETRIES = ((1, 0, 1), (1, 1, 1), (2, 1, 1), (1, 2, 2), (3, 1, 1))


def forms(array: np.ndarray) -> Iterator[np.ndarray]:
    """The array as it is, reversed, by steps, transposed, and one that repeats one element of its last axis."""
    yield array
    if array.ndim:
        yield array[..., ::-1]
        yield np.repeat(array, 2, -1)[..., ::2]
        yield np.asfortranarray(array)
        if array.shape[-1]:
            yield np.broadcast_to(array[..., :1], array.shape)


Case = tuple[str, Any, dict[str, np.ndarray]]


def loop_cases(rng: np.random.Generator) -> Iterator[Case]:
    """Loops, transposed tiles, products."""
    import espresso as es

    for text, shapes in LOOPS.items():
        for dtype in DTYPES:
            if dtype == "complex64" and any(w in text for w in ("max", "<", ">", "sqrt", "softmax", "abs")):
                continue
            f = es.compile(text)
            for which, (m, n, k) in enumerate(SIZES):
                n += 4 if any(shift in text for shift in ("+r", "+1", "-r")) else 0
                lengths = {"m": m, "n": n, "k": k, "3": 3}
                made = {
                    name: (rng.standard_normal([lengths[c] for c in axes]) * 3).astype(dtype)
                    for name, axes in shapes.items()
                }
                form = which % 5 if which < 5 else int(rng.integers(5))
                given = {name: list(forms(a))[form if a.ndim else 0] for name, a in made.items()}
                yield f"{text} {dtype} {m},{n},{k} form {form}", f, made
                if form:
                    yield f"{text} {dtype} {m},{n},{k} form {form} given", f, given


def image_cases(rng: np.random.Generator) -> Iterator[Case]:
    """Convolutions and pooling with their gradients, by each engine."""
    import espresso as es

    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    for stride, padding, dilation in GEOMETRIES:
        y = es.conv(x, w, stride, padding, dilation)
        pooled = [es.max_pool(x, 3, stride, min(padding, 1)), es.avg_pool(x, 3, stride, min(padding, 1))]
        images = [y, es.vjp(y, "x", "G"), es.vjp(y, "w", "G")]
        programs = [("pool", es.compile([p, es.vjp(p, "x", "G")])) for p in pooled]
        for engines in (["direct"], ["winograd", "direct"], ["packed", "openblas", "numba-loops"], ["numba-loops"]):
            programs += [(engines[0], es.compile(e, engines=engines)) for e in images]
        for name, f in programs:
            for dtype in ("float32", "float64"):
                for n, c, o, h, v, k in IMAGES:
                    size = 3 if name == "pool" else k
                    pad = min(padding, 1) if name == "pool" else padding
                    reach = (1 if name == "pool" else dilation) * (size - 1) + 1
                    p, q = ((a + 2 * pad - reach) // stride + 1 for a in (h, v))
                    if min(p, q) < 1:
                        continue
                    every = {"x": (n, c, h, v), "w": (o, c, k, k), "G": (n, c if name == "pool" else o, p, q)}
                    given = {i: rng.standard_normal(every[i]).astype(dtype) for i in f.inputs}
                    yield f"{name} {f.expressions[0]} {stride},{padding},{dilation} {dtype} {every}", f, given


def panel_cases(rng: np.random.Generator) -> Iterator[Case]:
    """Few rows by a matrix that is taken as a large one (`kernels.skinny_gemm.panel`)."""
    import espresso as es
    from espresso.kernels.skinny_gemm import binding as skinny

    limits = {
        "LEAST": 1, "LEAST_COLUMNS": 1, "LONG_SUMS": 1, "FAR": 1, "HUGE": 1, "FEWER_ROWS": 0, "pays": lambda *_: True,
    }  # fmt: skip
    before = {name: getattr(skinny, name) for name in limits}
    vars(skinny).update(limits)
    for text in ("y[i,j] = a[i,k]*b[j,k]", "y[i,j] = a[i,k]*b[k,j]", "y[j,i] = a[i,k]*b[j,k] + w[j,i]"):
        f = es.compile(text)
        for dtype in ("float32", "float64"):
            for m, n, k in ((9, 50, 70), (17, 33, 129), (40, 49, 15), (3, 147, 64)):
                shapes = {"a": (m, k), "b": (n, k) if "b[j" in text else (k, n), "w": (n, m)}
                given = {name: rng.standard_normal(shapes[name]).astype(dtype) for name in f.inputs}
                yield f"{text} {dtype} {m},{n},{k}", f, given
    vars(skinny).update(before)


def cases(seed: int = 0) -> Iterator[Case]:
    """Every program of this file with its inputs: (what, compiled function, inputs)."""
    rng = np.random.default_rng(seed)
    yield from loop_cases(rng)
    yield from image_cases(rng)
    yield from panel_cases(rng)


def run_case(f: Any, given: dict[str, np.ndarray], end: bool) -> None:
    """Compute between guard pages what is computed without them; results too lie between them."""
    expected = f(**given)
    several = isinstance(expected, tuple)
    expected = expected if several else (expected,)
    out = [guarded(np.zeros_like(np.asarray(e)), end) for e in expected]
    inside = {n: guarded(a, end) for n, a in given.items()}
    before = {n: a.copy() for n, a in inside.items()}
    f(**inside, out=out if several else out[0])
    for found, right in zip(out, expected, strict=True):
        scale = float(np.abs(right).max(initial=0)) if right.dtype != bool else 0
        tolerance = 1e-2 if right.dtype == np.float16 else 1e-4
        np.testing.assert_allclose(found, right, rtol=tolerance, atol=tolerance * scale)
    for n, a in inside.items():
        np.testing.assert_array_equal(a, before[n])


def main(first: int, step: int, seed: int = 0) -> None:
    for k, (what, f, given) in enumerate(cases(seed)):
        if k % step == first:
            print(what, flush=True)
            for end in (True, False):
                run_case(f, given, end)
    print("done", flush=True)


if __name__ == "__main__":
    guard_arenas(True)
    read_strides()
    main(*map(int, sys.argv[1:]))
