"""Run in a fresh process: the time of an import, and of the first result of one small formula.

``python fresh.py import numpy`` prints seconds, ``parse espresso`` those of the import and a first formula;
``first espresso`` prints the seconds of the import and, after it, of the first result, and the error of that;
``lengths espresso`` prints the largest error and the seconds of calls with lengths not seen before;
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


def espresso() -> Callable[..., Any]:
    """``es.compile``."""
    import espresso as es

    return es.compile(FORMULA)


def numpy() -> Callable[..., Any]:
    """Nothing to compile."""
    import numpy as np

    return lambda A, b: np.tanh(A + b).sum(axis=1)


def numba() -> Callable[..., Any]:
    """A hand-written loop, kept in numba's cache."""
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


def jax() -> Callable[..., Any]:
    """``jax.jit``."""
    import jax
    import jax.numpy as jnp

    jitted = jax.jit(lambda A, b: jnp.tanh(A + b).sum(1))
    return lambda A, b: jitted(A, b).block_until_ready()


def torch() -> Callable[..., Any]:
    """``torch.compile``."""
    import torch

    fast = torch.compile(lambda A, b: (A + b).tanh().sum(1))
    return lambda A, b: fast(torch.from_numpy(A), torch.from_numpy(b))


SYSTEMS: dict[str, Callable[..., Any]] = {
    "espresso": espresso, "numpy": numpy, "numba": numba, "jax": jax, "torch": torch,
}  # fmt: skip


def arrays(shape: tuple[int, int]) -> tuple[Any, Any]:
    """Inputs of the formula."""
    import numpy as np

    rng = np.random.default_rng(1)
    return rng.standard_normal(shape).astype(np.float32), rng.standard_normal(shape[1]).astype(np.float32)


def error_of(result: Any, A: Any, b: Any) -> float:
    """The largest difference to float64 NumPy, relative to the largest number."""
    import numpy as np

    right = np.tanh(A.astype(np.float64) + b).sum(axis=1)
    return float(np.max(np.abs(np.asarray(result) - right)) / np.max(np.abs(right)))


def new_lengths(name: str, rounds: int = 6) -> list[float]:
    """The largest error, and seconds of first calls with new lengths; the function is compiled for others already."""
    function, worst, times = SYSTEMS[name](), 0.0, []
    for turn in range(rounds + 2):
        A, b = arrays((300 + 7 * turn, 200 + 3 * turn))
        start = time.perf_counter()
        result = function(A, b)
        if turn >= 2:  # PyTorch makes lengths symbolic at the second one
            times.append(time.perf_counter() - start)
        worst = max(worst, error_of(result, A, b))
    return [worst, *times]


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
    if what == "lengths":
        print(*new_lengths(name))
        return 0
    import numpy as np

    A, b = arrays(SHAPE)
    start = time.perf_counter()
    result = np.asarray(SYSTEMS[name]()(A, b))
    first = time.perf_counter() - start
    print(seconds, first, error_of(result, A, b))
    return 0


if __name__ == "__main__":
    sys.path.pop(0)  # this folder: its modules are named after what they measure
    sys.exit(main(sys.argv[1:]))
