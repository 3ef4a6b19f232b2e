"""Logistic regression by Newton's method on generated rows: ``python newton_by_blocks.py ROWS COLUMNS CHUNK MB``.

Prints the norm of the last gradient and the peak of the process's memory in MB.  MB limits the address space beyond
what is in use when the data begin.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path
from typing import Any

import dask
import dask.array as da
import numpy as np

import espresso as es


def rows(columns: int, block_info: Any = None) -> np.ndarray:
    """A block of the matrix, made from its number."""
    (first, last), _ = block_info[None]["array-location"]
    return np.random.default_rng(first).normal(size=(last - first, columns))


def fit(n: int, columns: int, chunk: int, iterations: int = 5) -> float:
    X = da.map_blocks(rows, columns, chunks=(da.core.normalize_chunks(chunk, (n,))[0], (columns,)), dtype=float)
    loss = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))/size(X, 0) + 0.05*sum[j](w[j]**2)")
    labels = es.compile("y[i] = where(sum[j](X[i,j]) > 0.5, 1.0, -1.0)", target="dask")
    f = es.compile([es.grad(loss, "w"), es.hessian(loss, "w")], target="dask")
    w = np.zeros(columns)
    for _ in range(iterations):
        gradient, hessian = dask.compute(*f(X=X, y=labels(X=X), w=w))
        w = w - np.linalg.solve(hessian, gradient)
    return float(np.linalg.norm(gradient))


if __name__ == "__main__":
    number, width, block, limit = map(int, sys.argv[1:])
    with dask.config.set(scheduler="threads", num_workers=2):
        fit(4 * block, width, block, 1)  # threads, code and arenas that stay
        if limit:
            used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + limit * 10**6,) * 2)
        print(fit(number, width, block), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
