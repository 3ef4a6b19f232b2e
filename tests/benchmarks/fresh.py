"""Run in a fresh process: the time of an import, and of the first result of one small formula.

``python fresh.py import numpy`` prints seconds, ``parse espresso`` those of the import and a first formula;
``first espresso`` prints the seconds of the import and, after it, of the first result, and the error of that;
``gpt 3`` prints the seconds to derive, and to derive and plan, a GPT of three blocks.  The caller chooses the
cache folders.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any

FORMULA = "y[i] = sum[j](tanh(A[i,j] + b[j]))"
SHAPE = (300, 200)


def espresso(A: Any, b: Any) -> Any:
    """``es.compile`` and one call."""
    import espresso as es

    return es.compile(FORMULA)(A=A, b=b)


def numpy(A: Any, b: Any) -> Any:
    """Nothing to compile."""
    import numpy as np

    return np.tanh(A + b).sum(axis=1)


def numba(A: Any, b: Any) -> Any:
    """A hand-written loop, kept in numba's cache."""
    return sum_tanh_numba()(A, b)


def sum_tanh_numba() -> Callable[..., Any]:
    """The hand-written loop, not compiled yet."""
    import math

    import numba
    import numpy as np

    @numba.njit(cache=True, fastmath=True)
    def run(A: Any, b: Any) -> Any:
        y = np.empty(A.shape[0], A.dtype)
        for i in range(A.shape[0]):
            total = A.dtype.type(0)
            for j in range(A.shape[1]):
                total += math.tanh(A[i, j] + b[j])
            y[i] = total
        return y

    return run


def jax(A: Any, b: Any) -> Any:
    """``jax.jit`` and one call."""
    import jax
    import jax.numpy as jnp

    return jax.jit(lambda A, b: jnp.tanh(A + b).sum(1))(A, b).block_until_ready()


def torch(A: Any, b: Any) -> Any:
    """``torch.compile`` and one call."""
    import torch

    return torch.compile(lambda A, b: (A + b).tanh().sum(1))(torch.from_numpy(A), torch.from_numpy(b))


SYSTEMS: dict[str, Callable[..., Any]] = {
    "espresso": espresso, "numpy": numpy, "numba": numba, "jax": jax, "torch": torch,
}  # fmt: skip


def derive_and_plan(blocks: int) -> tuple[float, float]:
    """Seconds from text to all gradients, and to the emitted program (the imports are not in them)."""
    import espresso as es
    from benchmarks import gpt

    es.compile([es.grad(es.parse("y = sum[i](tanh(x[i]))"), "x")]).source  # the imports
    start = time.perf_counter()
    loss = es.parse(gpt.text(blocks))
    gradients = es.grad(loss, gpt.parameters(blocks))
    derived = time.perf_counter() - start
    es.compile([loss, *gradients]).source
    return derived, time.perf_counter() - start


def main(argv: list[str]) -> int:
    """Print what the arguments ask for, as numbers in one line."""
    what, name = argv
    if what == "gpt":
        print(*derive_and_plan(int(name)))
        return 0
    start = time.perf_counter()
    module = importlib.import_module(name)
    if what == "parse":
        module.parse(FORMULA)
    seconds = time.perf_counter() - start
    if what in ("import", "parse"):
        print(seconds)
        return 0
    import numpy as np

    rng = np.random.default_rng(1)
    A, b = rng.standard_normal(SHAPE).astype(np.float32), rng.standard_normal(SHAPE[1]).astype(np.float32)
    start = time.perf_counter()
    result = np.asarray(SYSTEMS[name](A, b))
    first = time.perf_counter() - start
    right = np.tanh(A.astype(np.float64) + b).sum(axis=1)
    print(seconds, first, float(np.max(np.abs(result - right)) / np.max(np.abs(right))))
    return 0


if __name__ == "__main__":
    sys.path.pop(0)  # this folder: its modules are named after what they measure
    sys.exit(main(sys.argv[1:]))
