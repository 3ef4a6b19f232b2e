"""Why goals are missed, as far as profiling shows: shown on the page beside each miss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

THREADS = (
    "the second thread is a Python thread: waking it and waiting for it takes about 150 µs of each call; "
    "a native pool that spins for a moment is to come"
)

CAUSES: dict[str, str] = {
    "W1": "at 4 MiB the copy stays in the cache; transposing runs in tiles, but element by element inside a tile",
    "W3": "the size of the result fits the cache, where filling it costs 16 µs; the loops test (i == k) for each element",
    "W8 (a)": THREADS + "; at this size the arrays partly stay in the cache; no non-temporal stores",
    "W8 (b)": THREADS + "; two functions per element cost more than memory at this size",
    "W8 (c)": THREADS + "; gelu is two exponentials' worth of arithmetic (two branches are computed, one is chosen)",
    "W8 (d)": THREADS + "; tanh and exp cost more than memory at this size",
    "W10": THREADS + "; three passes over a row in cache: maximum, sum of exponentials, quotient, the exponentials twice",
    "W16 sum of a product": "the call itself is a third of the time; there is no reduction in one pass over both arrays",
    "W16 trace": "one of the arrays is read down its columns: in tiles, but element by element inside a tile",
    "W20": "the product in float32 of 10 rows is memory-bound: gemm of a thin matrix; out= copies results that overlap an input",
    "W22 cached": "imports: the graph, the runtime, and NumPy where nothing else has imported it",
    "W22 derive": "simplification looks up extents of every body anew (a quarter of the derivation)",
}
"""Beginning of "id case" -> cause; the longest that fits is shown."""


def of(row: Mapping[str, Any]) -> str:
    """The cause for a row, or that it is unknown."""
    name = f"{row['id']} {row['case']}"
    fitting = [key for key in CAUSES if name.startswith(key)]
    return CAUSES[max(fitting, key=len)] if fitting else "not profiled yet"
