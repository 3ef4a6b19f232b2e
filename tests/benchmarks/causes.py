"""Why goals are missed, as far as profiling shows: shown on the page beside each miss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CAUSES: dict[str, str] = {
    "W1": "tiles are transposed in registers; while the arrays fit the cache, a new result costs as much as the copy, and a "
    "plain copy is no limit for it",
    "W3": "the size of the result fits the cache, where filling it costs 16 µs; the loops test (i == k) for each element",
    "W8 (a)": "at this size the arrays partly stay in the cache, where a loop of the peers is no slower",
    "W8 (b)": "two functions per element (30 instructions for 16 of them) cost more than memory at this size",
    "W8 (c)": "gelu is an exponential, a quotient and a polynomial of degree 9, 50 instructions for 16 elements, for 4 ulp",
    "W8 (d)": "tanh, exp, a square root and two quotients cost more than memory at this size",
    "W10": "three passes over a row in cache: maximum, sum of exponentials, quotient; exponentials cost more than memory",
    "W16 sum of a product": "the call itself is a third of the time; there is no reduction in one pass over both arrays",
    "W16 trace": "one of the arrays is read down its columns, by tiles that are transposed in registers; JAX needs n³ "
    "multiplications, which at n=500 take 100 times as long only on one core",
    "W16 norm": "two products with 20 rows are calls of a library that read the inputs at a fifth of the memory's rate",
    "W16 diagonal": "no form has fewer than n³ multiplications: one product of matrices, whose time is far above reading",
    "W17": "the tile in registers runs at the rate of a library; both operands are packed for it, and results are stored "
    "in short runs; NumPy and JAX transpose by copies, which at the small size stay in the cache",
    "W17 abcdef": "eight terms for each element of the result: storing it is the work, in runs of eight elements",
    "W18": "PyTorch's and JAX's time is calls of a library for each pair; in large networks the products are the time",
    "W19": "packing costs more than the product for 64 rows: checks of each chunk, gathers for strides, no Winograd",
    "W20": "the product in float32 of 10 rows is memory-bound: gemm of a thin matrix; out= copies results that overlap an input",
    "W22 call": "two arrays took longer than four in the same run: the row was disturbed; an array costs about 0.15 µs",
    "W22 cached": "imports: the graph, the runtime, and NumPy where nothing else has imported it",
    "W22 derive": "simplification looks up extents of every body anew (a quarter of the derivation)",
}
"""Beginning of "id case" -> cause; the longest that fits is shown."""


def of(row: Mapping[str, Any]) -> str:
    """The cause for a row, or that it is unknown."""
    name = f"{row['id']} {row['case']}"
    fitting = [key for key in CAUSES if name.startswith(key if " " in key else f"{key} ")]  # W1 is not W17
    return CAUSES[max(fitting, key=len)] if fitting else "not profiled yet"
