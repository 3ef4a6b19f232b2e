"""``espresso bench --rates``: time of each vector function for one element, beside NumPy's and PyTorch's.

One thread, arguments and results in the first two caches, all systems write into a given array, in turns: what is
compared is the function, not memory, threads or calls.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .accuracy import NUMBERS, Function
from .complex_accuracy import FUNCTIONS
from .crossover import _seconds

PAGE = "rates.md"
ELEMENTS = 8192
DTYPES = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
NUMPY: Mapping[str, Any] = {
    **{n: getattr(np, n) for n in ("exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "sqrt", "cbrt", "sin", "cos", "tan",
                                   "sinh", "cosh", "tanh", "hypot")},
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh,
    "atan2": np.arctan2, "pow": np.power,
}  # fmt: skip
TORCH = {
    **{n: n for n in ("exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "sqrt", "rsqrt", "sin", "cos", "tan", "asin", "acos",
                      "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "lgamma", "digamma", "pow",
                      "atan2", "hypot")},
    "logistic": "sigmoid",
}  # fmt: skip
"""Functions of PyTorch that write into a given array."""


def arguments(f: Function, dtype: str) -> list[np.ndarray]:
    """Numbers between -4 and 4 (both parts), or as many of the function's domain: none of its slow ways."""
    if dtype in COMPLEX:
        draw = np.random.default_rng(7).uniform(-4, 4, (2, 2, ELEMENTS))
        return [*(draw[0] + 1j * draw[1]).astype(dtype)][: f.arguments]
    random, (low, high) = np.random.default_rng(7), f.domain
    first = random.uniform(max(low, -4.0), min(high, 4.0), ELEMENTS)
    return [first.astype(dtype), random.uniform(-3, 3, ELEMENTS).astype(dtype)][: f.arguments]


def systems(f: Function, given: Sequence[np.ndarray]) -> dict[str, Callable[[], Any]]:
    """Calls that compute the function of all elements: espresso's, and the peers' that have it."""
    import espresso as es

    names = "xy"[: f.arguments]
    compiled = es.compile(f"z[i] = {f.name}({', '.join(f'{n}[i]' for n in names)})", target="cpu")
    out, result = np.empty_like(given[0]), np.empty_like(given[0])
    found: dict[str, Callable[[], Any]] = {"espresso": lambda: compiled(*given, out=out)}
    if f.name in NUMPY:
        function = NUMPY[f.name]
        found["numpy"] = lambda: function(*given, out=result)
    if f.name in TORCH and importlib.util.find_spec("torch"):
        import torch

        tensors, into = [torch.from_numpy(a) for a in given], torch.from_numpy(np.empty_like(given[0]))
        peer = getattr(torch, TORCH[f.name])
        found["torch"] = lambda: peer(*tensors, out=into)
    return found


def row(f: Function, dtype: str, rounds: int = 9) -> dict[str, float]:
    """Nanoseconds of each system for one element; results are compared first."""
    given = arguments(f, dtype)
    calls = systems(f, given)
    expected = np.asarray(calls["espresso"]()).copy()
    for name, call in calls.items():
        np.testing.assert_allclose(np.asarray(call()), expected, 1e-4 if dtype in ("float32", "complex64") else 1e-9, 1e-6, err_msg=name)
    seconds = _seconds(list(calls.values()), rounds)
    return {name: 1e9 * s / ELEMENTS for name, s in zip(calls, seconds, strict=True)}


def page(rows: Sequence[tuple[str, str, Mapping[str, float]]]) -> str:
    """The page docs/rates.md."""
    lines = [
        "# Time of the vector functions", "",
        "This page is written by `espresso bench --rates --write-docs`. Nanoseconds for an element on one thread, arguments and results in the",
        f"caches ({ELEMENTS:,} elements between -4 and 4, as far as the function is defined there), into a given array, the least of calls taken in",
        "turns; and how many times as long NumPy and PyTorch take. A dash: it has no such function that writes into a given array.",
        "[accuracy.md](accuracy.md) has the errors.", "", *_table(DTYPES, rows),
    ]  # fmt: skip
    if any(dtype in COMPLEX for _, dtype, _ in rows):
        lines += ["", "## Complex numbers", "", *_table(COMPLEX, rows)]
    return "\n".join([*lines, ""])


def _table(dtypes: Sequence[str], rows: Sequence[tuple[str, str, Mapping[str, float]]]) -> list[str]:
    """The lines of these dtypes, a row for each function."""
    heads = " | ".join(f"{dtype}, ns | NumPy | PyTorch" for dtype in dtypes)
    table: dict[str, list[str]] = {}
    for name, dtype, found in rows:
        if dtype in dtypes:
            ratios = [f"{found[peer] / found['espresso']:.1f}x" if peer in found else "-" for peer in ("numpy", "torch")]
            table.setdefault(name, []).extend([f"{found['espresso']:.2f}", *ratios])
    return [
        f"| function | {heads} |", "|---" * (1 + 3 * len(dtypes)) + "|",
        *(f"| {name} | {' | '.join(cells)} |" for name, cells in table.items()),
    ]  # fmt: skip


def main(docs: Path | None) -> int:
    """Measure; write the page into this folder, or only print."""
    if importlib.util.find_spec("torch"):
        import torch

        torch.set_num_threads(1)
    rows = []
    for f in NUMBERS:
        for dtype in (*DTYPES, *COMPLEX) if f.name in (*FUNCTIONS, "pow") else DTYPES:
            rows.append((f.name, dtype, row(f, dtype)))
            print(f"{f.name:10s} {dtype}", *(f"{name} {ns:.2f} ns" for name, ns in rows[-1][2].items()), flush=True)
    if docs is not None:
        (docs / PAGE).write_text(page(rows), encoding="utf-8")
    return 0
