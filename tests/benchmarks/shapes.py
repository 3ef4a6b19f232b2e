"""``espresso bench --shapes``: one formula, as many elements, in short rows, in long ones, in other dtypes and in other
layouts, beside plain NumPy.

What a formula costs per element should not depend on how its elements are divided into rows, nor much on their dtype,
nor on how they lie in memory.  Where it does, the tables show it, and NumPy's time says whether it must.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray
PAGE = "shapes.md"
ELEMENTS = 1 << 19
MATRIX = 40
"""Rows and columns of the largest small matrices."""
ROUNDS = 7
LENGTHS = (1, 2, 3, 5, 8, 16, 33, 128, 1000, 8000, 100_000, ELEMENTS)
DTYPES = ("float32", "float64", "float16", "int32", "int64", "uint8", "complex64", "complex128")
ROW = 128
"""The length of the rows of the table of dtypes; of small matrices and of points it is `SIDE`."""
SIDE = 16

LAYOUTS: dict[str, Callable[[Array], Array]] = {
    "Fortran order": np.asfortranarray,
    "each 2nd column": lambda a: np.repeat(a, 2, -1)[..., ::2],
    "each 2nd row": lambda a: np.repeat(a, 2, 0)[::2],
    "columns reversed": lambda a: a[..., ::-1].copy()[..., ::-1],
}
"""How arrays of float32 with several axes lie in memory; both systems are given the same."""

ERRORS = {"float16": 1e-2, "float32": 2e-3, "complex64": 2e-3}
"""Differences from NumPy that rounding explains, relative to the largest number; for other dtypes 1e-9."""

Cell = tuple[float, float] | None


@dataclass(frozen=True)
class Shaped:
    """A formula, the same with NumPy, and the shapes of its inputs by m rows of n; the first has m * n elements.

    There are no shapes where rows are too long for it; ``t`` are positions of rows.
    """

    text: str
    numpy: Callable[..., Any]
    shapes: Callable[[int, int], dict[str, tuple[int, ...]]]


def _matrix(**others: str) -> Callable[[int, int], dict[str, tuple[int, ...]]]:
    """``A`` with m rows of n; others by the letters of their axes."""

    def shapes(m: int, n: int) -> dict[str, tuple[int, ...]]:
        lengths = {"m": m, "n": n}
        return {"A": (m, n), **{name: tuple(lengths[c] for c in axes) for name, axes in others.items()}}

    return shapes


def _images(m: int, n: int) -> dict[str, tuple[int, ...]]:
    side = max(1, int(m**0.5))
    return {"A": (side, side, n), "c": (n,), "b": (n,)}


def _points(m: int, n: int) -> dict[str, tuple[int, ...]]:
    return {"A": (m, n), "M": (n, n)} if n <= MATRIX else {}


def _matrices(**others: str) -> Callable[[int, int], dict[str, tuple[int, ...]]]:
    def shapes(m: int, n: int) -> dict[str, tuple[int, ...]]:
        lengths = {"m": max(1, m // n), "n": n}
        others_of = {name: tuple(lengths[c] for c in axes) for name, axes in others.items()}
        return {"A": (lengths["m"], n, n), **others_of} if n <= MATRIX else {}

    return shapes


def _softmax(A: Array) -> Array:
    e = np.exp(A - A.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def _norm(A: Array) -> Array:
    d = A - A.mean(1, keepdims=True)
    return d / np.sqrt((d * d).mean(1, keepdims=True) + 1e-5)


def _columns(A: Array) -> Array:
    e = np.exp(A - A.max(0))
    return e / e.sum(0)


def _inverse(A: Array) -> Array:
    wide = A.astype("f4") if A.dtype == "f2" else A  # which numpy.linalg does not have
    return np.linalg.inv(wide + 3 * np.eye(A.shape[1], dtype=wide.dtype))


FORMULAS = (
    Shaped("y[i,j] = A[i,j]*c[j] + b[j]", lambda A, c, b: A * c + b, _matrix(c="n", b="n")),
    Shaped("y[i,j] = tanh(A[i,j] + b[i])", lambda A, b: np.tanh(A + b[:, None]), _matrix(b="m")),
    Shaped("y[i] = sum[j](A[i,j])", lambda A: A.sum(1), _matrix()),
    Shaped("y[j] = sum[i](A[i,j])", lambda A: A.sum(0), _matrix()),
    Shaped("y[i] = max[j](A[i,j])", lambda A: A.max(1), _matrix()),
    Shaped("y[j] = max[i](A[i,j])", lambda A: A.max(0), _matrix()),
    Shaped("y[i] = argmax[j](A[i,j])", lambda A: A.argmax(1), _matrix()),
    Shaped("y[j] = argmax[i](A[i,j])", lambda A: A.argmax(0), _matrix()),
    Shaped("y[i] = A[i,j]*w[j]", lambda A, w: A @ w, _matrix(w="n")),
    Shaped("y[j] = A[i,j]*u[i]", lambda A, u: A.T @ u, _matrix(u="m")),
    Shaped("y[i] = sqrt(sum[j]((A[i,j] - B[i,j])**2))", lambda A, B: np.sqrt(((A - B) ** 2).sum(1)), _matrix(B="mn")),
    Shaped("y[i,j] = softmax[j](A[i,j])", _softmax, _matrix()),
    Shaped("y[i,j] = softmax[i](A[i,j])", _columns, _matrix()),
    Shaped("y[i,j] = (A[i,j] - mean[k](A[i,k]))/sqrt(mean[k]((A[i,k] - mean[l](A[i,l]))**2) + 1e-5)", _norm, _matrix()),
    Shaped("y[j,i] = A[i,j]", lambda A: A.T.copy(), _matrix()),
    Shaped("y[j,i] = A[i,j]*2 + B[j,i]", lambda A, B: A.T * 2 + B, _matrix(B="nm")),
    Shaped("y[i,j] = A[i,j] + B[j,i]", lambda A, B: A + B.T, _matrix(B="nm")),
    Shaped("y[i,j] = A[i+1,j] - A[i,j]", lambda A: np.diff(A, axis=0), _matrix()),
    Shaped("y[i,j] = A[i,j+1] - A[i,j]", lambda A: np.diff(A, axis=1), _matrix()),
    Shaped("y[i,j] = cumsum[j](A[i,j])", lambda A: A.cumsum(1), _matrix()),
    Shaped("y[i,j] = cumsum[i](A[i,j])", lambda A: A.cumsum(0), _matrix()),
    Shaped("y[i,j] = A[i,j] + sum[k](A[i,k]*(k <= j))", lambda A: A + A.cumsum(1), _matrix()),
    Shaped("y[i,j] = x[i]*z[j] + A[i,j]", lambda A, x, z: np.outer(x, z) + A, _matrix(x="m", z="n")),
    Shaped("s = sum[i,j](A[i,j]*B[i,j])", lambda A, B: (A * B).sum(), _matrix(B="mn")),
    Shaped("y[i,j] = A[t[i],j]*2", lambda A, t: A[t] * 2, _matrix(t="m")),
    Shaped("y[h,w,c] = (A[h,w,c] - b[c])/c[c]", lambda A, c, b: (A - b) / c, _images),
    Shaped("y[c,h,w] = A[h,w,c]*c[c] + b[c]", lambda A, c, b: np.ascontiguousarray((A * c + b).transpose(2, 0, 1)), _images),
    Shaped("y[p,d] = A[p,c]*M[d,c]", lambda A, M: A @ M.T, _points),
    Shaped("y[c,d] = A[p,c]*A[p,d]", lambda A, M: A.T @ A, _points),
    Shaped("C[b,i,k] = A[b,i,j]*B[b,j,k]", lambda A, B: A @ B, _matrices(B="mnn")),
    Shaped("C[b,i,k] = A[b,i,j]*B[b,k,j]", lambda A, B: A @ B.transpose(0, 2, 1), _matrices(B="mnn")),
    Shaped("y[b,i] = A[b,i,j]*x[b,j]", lambda A, x: (A @ x[:, :, None])[:, :, 0], _matrices(x="mn")),
    Shaped("C[b,i,k] = inv[i,k](A[b,i,k] + 3*(i == k))", _inverse, _matrices()),
    Shaped("y[i,j] = where(A[i,j] > b[j], A[i,j], 0)", lambda A, b: np.where(b < A, A, np.float32(0)), _matrix(b="n")),
)  # fmt: skip


def _given(formula: Shaped, length: int, dtype: str) -> dict[str, Array]:
    random = np.random.default_rng(length)
    shapes = formula.shapes(max(1, ELEMENTS // length), length)
    kind = np.dtype(dtype).kind

    def array(shape: tuple[int, ...]) -> Array:
        numbers = (random.random(shape) + 0.1) / (16 if dtype == "float16" else 1)  # sums of all would be infinite
        if kind in "iu":
            return random.integers(1, 10, shape).astype(dtype)
        return (numbers + 1j * random.random(shape) if kind == "c" else numbers).astype(dtype)

    given = {name: array(shape) for name, shape in shapes.items()}
    return {n: random.integers(0, len(given["A"]), a.shape) if n == "t" else a for n, a in given.items()}


def _compare(formula: Shaped, found: Any, every: dict[str, Array], dtype: str) -> None:
    """AssertionError unless NumPy finds the same in double precision, but for rounding, relative to the largest number.

    Of integers it may be what NumPy finds in their own dtype, where differences wrap around and products do not.
    """
    wide = {n: a.astype(np.result_type(a, "f8")) if n != "t" else a for n, a in every.items()}
    rights = [formula.numpy(**given) for given in ((wide, every) if "int" in dtype else (wide,))]
    errors = []
    for right in rights:
        assert np.shape(found) == np.shape(right), (formula.text, np.shape(found), np.shape(right))
        exact = np.asarray(right) * 1.0
        errors.append(np.max(np.abs(found - exact), initial=0) / np.max(np.abs(exact), initial=1e-30))
    assert min(errors) < ERRORS.get(dtype, 1e-9), (formula.text, dtype, np.shape(found), errors)


def measure(formula: Shaped, length: int, kind: str) -> Cell:
    """Seconds of espresso and of NumPy for an element, the least of calls in turns; results are compared first.

    ``kind`` is a dtype, or a layout of arrays of float32.  None where there is no such array, or the formula has no
    meaning for the dtype.
    """
    import espresso as es

    dtype = "float32" if kind in LAYOUTS else kind
    f, every = es.compile(formula.text, target="cpu"), _given(formula, length, dtype)
    if kind in LAYOUTS:
        every = {n: LAYOUTS[kind](a) if a.ndim > 1 else a for n, a in every.items()}
    given = {n: a for n, a in every.items() if n in f.inputs}
    if not given:
        return None
    try:
        _compare(formula, f(**given), every, dtype)
    except es.DtypeError:  # an order of complex numbers
        return None
    ours, theirs = [np.inf], [np.inf]
    for _ in range(ROUNDS):
        for call, taken in ((lambda: f(**given), ours), (lambda: formula.numpy(**every), theirs)):
            call()
            start = time.perf_counter()
            call()
            taken.append(time.perf_counter() - start)
    return min(ours) / every["A"].size, min(theirs) / every["A"].size


def table(only: str = "") -> list[tuple[str, list[Cell]]]:
    """For each formula that contains ``only`` the seconds of espresso and of NumPy for an element, by length of rows."""
    return _table(only, [f"{n:,}" for n in LENGTHS], lambda f: (measure(f, n, "float32") for n in LENGTHS))


def table_of_kinds(only: str = "") -> list[tuple[str, list[Cell]]]:
    """The same by dtypes and by layouts."""

    def cells(formula: Shaped) -> Iterator[Cell]:
        length = ROW if formula.shapes(1, ROW) else SIDE
        return (measure(formula, length, kind) for kind in (*DTYPES, *LAYOUTS))

    return _table(only, [*DTYPES, *LAYOUTS], cells)


def _table(
    only: str, names: Sequence[str], cells: Callable[[Shaped], Iterable[Cell]]
) -> list[tuple[str, list[Cell]]]:  # fmt: skip
    rows = []
    print(f"{'ns of espresso per element, / ratio to NumPy':60s}", *(f"{n:>11.11}" for n in names))
    for formula in FORMULAS:
        if only in formula.text:
            rows.append((formula.text, [*cells(formula)]))
            shown = (f"{1e9 * c[0]:5.2f}/{c[1] / c[0]:5.1f}" if c else "-" for c in rows[-1][1])
            print(f"{formula.text:60.60s}", *(f"{cell:>11s}" for cell in shown), flush=True)
    return rows


def page(rows: Sequence[tuple[str, list[Cell]]], others: Sequence[tuple[str, list[Cell]]], about: str) -> str:
    """The page docs/shapes.md of both tables."""
    return "\n".join([
        "# The same elements in short rows, in long ones, in other dtypes and in other layouts", "",
        "This page is written by `espresso bench --shapes --write-docs`. All arrays `A` have the same number of elements, "
        f"{ELEMENTS:,} (float32); a", "column is a length of their rows. The first number is nanoseconds of espresso per element, the second says "
        "how many times NumPy's time", "is espresso's: above 1, espresso is faster. One thread, both allocate their results, the least time of calls in turns.",
        "What a formula costs should not depend on how its elements are divided; where it does, a pass misses that shape.", "", f"{about}", "",
        *_rows(rows, [f"{n:,}" for n in LENGTHS]), "",
        f"The same in rows of {ROW} (points and matrices: {SIDE}), a column for each dtype (a dash: the formula has no meaning for it), and for each",
        "layout of the arrays of float32. NumPy gives results in the order of its arguments, espresso in C order.", "",
        *_rows(others, [*DTYPES, *LAYOUTS]), "",
    ])  # fmt: skip


def _rows(rows: Sequence[tuple[str, list[Cell]]], names: Sequence[str]) -> list[str]:
    lines = [f"| formula | {' | '.join(names)} |", "|---|" + "---|" * len(names)]
    for text, cells in rows:
        shown = (f"{1e9 * c[0]:.2f} ({c[1] / c[0]:.1f}x)" if c else "-" for c in cells)
        lines.append(f"| `{text}` | {' | '.join(shown)} |")
    return lines


def main(docs: Path | None, only: str, about: str) -> int:
    """Measure; write the page into this folder, or only print."""
    rows, others = table(only), table_of_kinds(only)
    if docs is not None and not only:
        (docs / PAGE).write_text(page(rows, others, about), encoding="utf-8")
    return 0
