"""``espresso bench --overheads``: what a call costs, with arrays of all kinds, and through other libraries.

A small product of a matrix and a vector, whose work is next to nothing.  Beside each way stands the same product as
that library itself computes it.  Libraries that are not installed are left out.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .crossover import _seconds

PAGE = "overheads.md"
TEXT = "y[i] = A[i,j]*x[j]"
CALLS = 20_000
"""Calls inside one call of numba code, or of a loop of JAX."""
ROWS = (2_000_000, 20)
"""Rows and columns of the example that Dask computes by blocks."""


@dataclass(frozen=True)
class Row:
    """A way to call, its nanoseconds, and the same by other means (None where there is none)."""

    way: str
    nanoseconds: float
    beside: str = ""
    other: float | None = None


def _times(calls: Sequence[Callable[[], Any]], each: int = 1, rounds: int = 25) -> list[float]:
    return [s / each * 1e9 for s in _seconds(calls, rounds)]


def arrays() -> list[Row]:
    """Calls with a number, and with arrays that are not contiguous."""
    import espresso as es

    f, g = es.compile(TEXT, target="cpu"), es.compile("y[i] = A[i,j]*x[j]*c", target="cpu")
    A, x, wide = np.ones((3, 3)), np.ones(3), np.ones((6, 6))
    turned, apart, nested, number, scalar = np.asfortranarray(A), wide[::2, ::2], A.tolist(), np.array(2.0), np.float64(2)
    calls: dict[str, Callable[[], Any]] = {
        "C-contiguous arrays, by position": lambda: f(A, x),
        "C-contiguous arrays, by name": lambda: f(A=A, x=x),
        "a Fortran-ordered array": lambda: f(turned, x),
        "a strided array": lambda: f(apart, x),
        "a list of lists": lambda: f(nested, x),
        "a number, as an array without axes": lambda: g(A, x, number),
        "a Python float": lambda: g(A, x, 2.0),
        "a NumPy float": lambda: g(A, x, scalar),
    }
    (numpy, listed), own = _times([lambda: A @ x, lambda: np.asarray(nested)]), _times([*calls.values()])
    beside = {0: ("`A @ x`", numpy), 4: ("`np.asarray` of it", listed)}
    return [Row(way, t, *beside.get(k, ())) for k, (way, t) in enumerate(zip(calls, own, strict=True))]


def gufunc() -> list[Row]:
    """A generalised ufunc beside those of NumPy."""
    import espresso as es

    f, A, x = es.compile(TEXT, target="cpu"), np.ones((3, 3)), np.ones(3)
    f(A, x)
    u, matvec = f.gufunc("(i,j),(j)->(i)", dtypes=["float64"]), getattr(np, "matvec", None)
    np.testing.assert_allclose(u(A, x), A @ x)
    times = _times([lambda: u(A, x), lambda: (matvec or np.matmul)(A, x)])
    return [Row("`f.gufunc()`", times[0], "`np.matvec`" if matvec else "`np.matmul`", times[1])]


def numba() -> list[Row]:
    """Calls inside numba code, beside the loops in a function of their own and in the loop itself."""
    from numba import njit

    import espresso as es

    f = es.compile(TEXT, target="cpu")
    A, x, y = np.ones((3, 3)), np.ones(3), np.empty(3)
    f(A, x)
    g = f.numba()

    @njit
    def by_hand(A: Any, x: Any, y: Any) -> None:
        for i in range(A.shape[0]):
            y[i] = 0.0
            for j in range(A.shape[1]):
                y[i] += A[i, j] * x[j]

    @njit
    def ours(A: Any, x: Any, y: Any, n: int) -> None:
        for _ in range(n):
            g(A, x, y)

    @njit
    def theirs(A: Any, x: Any, y: Any, n: int) -> None:
        for _ in range(n):
            by_hand(A, x, y)

    ours(A, x, y, 1)
    np.testing.assert_allclose(y, A @ x)
    times = _times([lambda: ours(A, x, y, CALLS), lambda: theirs(A, x, y, CALLS)], CALLS)
    return [Row("`f.numba()` inside `@njit`, into an array", times[0], "loops by hand", times[1])]


def jax() -> list[Row]:
    """A jitted call, and calls inside a jitted loop."""
    import jax as j

    import espresso as es

    j.config.update("jax_enable_x64", True)
    f, A, x = es.compile(TEXT, target="cpu").jax(), j.numpy.ones((3, 3)), j.numpy.ones(3)
    own, theirs = j.jit(f), j.jit(lambda A, x: A @ x)
    np.testing.assert_allclose(own(A, x), A @ x)

    def loop(step: Callable[..., Any]) -> Callable[..., Any]:
        return j.jit(lambda A, x: j.lax.fori_loop(0, 1000, lambda _, v: step(A, v) / 3, x))  # type: ignore[no-any-return]

    loops = [loop(f), loop(lambda A, x: A @ x)]
    calls = _times([lambda: own(A, x).block_until_ready(), lambda: theirs(A, x).block_until_ready()])
    inside = _times([lambda k=k: k(A, x).block_until_ready() for k in loops], 1000)  # type: ignore[misc]
    return [
        Row("`jax.jit(f.jax())`, called from Python", calls[0], "`jax.jit` of `A @ x`", calls[1]),
        Row("`f.jax()` inside a jitted `fori_loop`", inside[0], "`A @ x` there", inside[1]),
    ]


def torch() -> list[Row]:
    """The operator without gradients, beside the product of PyTorch."""
    import torch as t

    import espresso as es

    op = es.compile(TEXT, target="cpu").torch()
    A, x = t.ones(3, 3, dtype=t.float64), t.ones(3, dtype=t.float64)
    np.testing.assert_allclose(op(A, x), A @ x)
    times = _times([lambda: op(A, x), lambda: A @ x])
    return [Row("`f.torch()`", times[0], "`A @ x`", times[1])]


def dask(rows: tuple[int, int] = ROWS, blocks: int = 16) -> list[Row]:
    """A step of Newton's method by blocks on the threaded scheduler, beside one call on the whole arrays."""
    import dask as d
    import dask.array as da

    import espresso as es

    loss = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))/size(X, 0) + 0.05*sum[j](w[j]**2)")
    wanted = [loss, es.grad(loss, "w"), es.hessian(loss, "w")]
    random = np.random.default_rng(0)
    X, w = random.normal(size=rows), np.zeros(rows[1])
    y = np.where(random.normal(size=rows[0]) > 0, 1.0, -1.0)
    cut = -(-rows[0] // blocks)
    lazy = {"X": da.from_array(X, chunks=(cut, rows[1])), "y": da.from_array(y, chunks=cut), "w": w}
    chunked, whole = es.compile(wanted, target="dask"), es.compile(wanted, target="cpu")

    def by_blocks() -> Any:
        return d.compute(*chunked(**lazy), scheduler="threads")

    for got, right in zip(by_blocks(), whole(X=X, y=y, w=w), strict=True):
        np.testing.assert_allclose(got, right, rtol=1e-9, atol=1e-12)
    best = [float("inf")] * 2
    for _ in range(5):
        for k, call in enumerate((by_blocks, lambda: whole(X=X, y=y, w=w))):
            start = time.perf_counter()
            call()
            best[k] = min(best[k], time.perf_counter() - start)
    return [Row(f'`target="dask"`: loss, gradient and Hessian of {rows[0]:,} x {rows[1]} rows, {blocks} blocks, threads',
                best[0] * 1e9, 'one call, `target="cpu"`, all threads', best[1] * 1e9)]  # fmt: skip


PARTS: dict[str, tuple[str, Callable[[], list[Row]]]] = {
    "arrays": ("numpy", arrays), "gufunc": ("numba", gufunc), "numba": ("numba", numba), "jax": ("jax", jax),
    "torch": ("torch", torch), "dask": ("dask", dask),
}  # fmt: skip
"""What is measured, and the library that it needs."""


def shown(nanoseconds: float) -> str:
    """A time in a unit that suits it."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def page(rows: Sequence[Row]) -> str:
    """The page docs/overheads.md."""
    from espresso.system.processor import name, usable_cores

    lines = [
        "# What a call costs", "",
        "This page is written by `espresso bench --overheads --write-docs`. All rows but the last are the product of a 3 x 3 matrix and a",
        "vector (float64), whose work is next to nothing; beside each stands the same product by the other library's own means. The least",
        f"time counts, taken in turns. Machine: {name()}, {usable_cores() or 1} cores.", "",
        "| call | time | beside | time |", "|---|---|---|---|",
    ]  # fmt: skip
    for r in rows:
        own, other = (("" if t is None else shown(t)).replace(" ", "&nbsp;") for t in (r.nanoseconds, r.other))
        lines.append(f"| {r.way} | {own} | {r.beside} | {other} |")
    return "\n".join([*lines, ""])


def main(docs: Path | None) -> int:
    """Measure what is installed; write the page into this folder, or only print."""
    rows = []
    for part, (library, measured) in PARTS.items():
        if importlib.util.find_spec(library) is None:
            print(f"{part}: left out, {library} is not installed")
            continue
        for row in measured():
            print(f"{row.way}: {shown(row.nanoseconds)}", f"({row.beside}: {shown(row.other)})" if row.other else "")
            rows.append(row)
    if docs is not None:
        (docs / PAGE).write_text(page(rows), encoding="utf-8")
    return 0
