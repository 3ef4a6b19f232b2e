"""``espresso bench --crossover``: formulas beside plain NumPy, from one element up.

Small sizes are where generated programs lose: there a call costs more than its work.  Each
formula is called with all arrays by name, as users do, and NumPy as a person writes it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .systems import LEAD

Array = np.ndarray
ELEMENTS = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
PAGE = "crossover.md"
SAMPLE = 2e-4
"""Seconds that a sample takes at least: shorter calls are repeated within it."""
MORE = 3
"""Times as many rounds have long calls: two threads are seldom undisturbed together."""
FIRST = 5
"""Calls before a sample, the shortest of which says how many it has."""
LONG = 5e-6
"""Seconds of calls that may use threads."""
STEADY = 10
"""Times as long as others is a sample of long calls, which others precede for ``LEAD`` seconds: in the first two
milliseconds after a rest threads wake, and clocks go up by steps to twice what they were."""


@dataclass(frozen=True)
class Formula:
    """A formula, the same with NumPy, and the shapes of its inputs for so many elements in the largest."""

    text: str
    numpy: Callable[..., Any]
    shapes: Callable[[int], dict[str, tuple[int, ...]]]


def _vectors(*names: str) -> Callable[[int], dict[str, tuple[int, ...]]]:
    return lambda n: dict.fromkeys(names, (n,))


def _square(*names: str) -> Callable[[int], dict[str, tuple[int, ...]]]:
    def shapes(n: int) -> dict[str, tuple[int, ...]]:
        side = max(1, round(n**0.5))
        return {name: (side, side) if name.isupper() else (side,) for name in names}

    return shapes


def _softmax(X: Array) -> Array:
    e = np.exp(X - X.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


FORMULAS = (
    Formula("z[i] = x[i] + y[i]", lambda x, y: x + y, _vectors("x", "y")),
    Formula("z[i] = 2*y[i] + 4*x[i]", lambda x, y: 2 * y + 4 * x, _vectors("x", "y")),
    Formula("z[i] = sqrt(x[i])", np.sqrt, _vectors("x")),
    Formula("z[i] = exp(x[i])", np.exp, _vectors("x")),
    Formula("z[i] = sin(x[i])*exp(-y[i])", lambda x, y: np.sin(x) * np.exp(-y), _vectors("x", "y")),
    Formula("s = sum[i](x[i])", np.sum, _vectors("x")),
    Formula("s = sum[i](x[i]*y[i])", np.dot, _vectors("x", "y")),
    Formula("s = max[i](x[i])", np.max, _vectors("x")),
    Formula("s = mean[i]((x[i] - y[i])**2)", lambda x, y: ((x - y) ** 2).mean(), _vectors("x", "y")),
    Formula("y[i] = X[i,j]*w[j]", lambda X, w: X @ w, _square("X", "w")),
    Formula("y[j] = sum[i](X[i,j])", lambda X: X.sum(0), _square("X")),
    Formula("y[i] = sum[j](X[i,j])", lambda X: X.sum(1), _square("X")),
    Formula("Y[i,j] = X[j,i]", lambda X: X.T.copy(), _square("X")),
    Formula("Y[i,j] = x[i]*y[j]", np.outer, lambda n: dict.fromkeys("xy", (max(1, round(n**0.5)),))),
    Formula("Y[i,k] = X[i,j]*Z[j,k]", lambda X, Z: X @ Z, _square("X", "Z")),
    Formula("Y[i,j] = exp(X[i,j] - max[k](X[i,k]))/sum[k](exp(X[i,k] - max[l](X[i,l])))", _softmax, _square("X")),
)  # fmt: skip


REST = 0.12
"""Seconds after which no thread of OpenBLAS looks for work any more."""


def _once(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _seconds(calls: Sequence[Callable[[], Any]], rounds: int) -> list[float]:
    """The least seconds of each call, in turns; between long ones worker threads of the last one go to sleep."""
    repeats, best = list[int](), list[float]()
    for call in calls:
        best.append(min(_once(call) for _ in range(FIRST)))  # the first ones bind arrays and find memory for results
        sample = SAMPLE * STEADY if best[-1] > LONG else SAMPLE
        repeats.append(max(1, min(2000, int(sample / max(best[-1], 5e-8)))))
    long = max(best) > LONG
    for _ in range(rounds * MORE if long else rounds):
        for k, call in enumerate(calls):
            if long:
                time.sleep(REST)
                lead = time.perf_counter() + LEAD
                while time.perf_counter() < lead:
                    call()
            start = time.perf_counter()
            for _ in range(repeats[k]):
                call()
            best[k] = min(best[k], (time.perf_counter() - start) / repeats[k])
    return best


def ratio(formula: Formula, elements: int, dtype: str, rounds: int = 15) -> tuple[float, float]:
    """(NumPy's time over espresso's, seconds of espresso); results are compared first."""
    import espresso as es

    random = np.random.default_rng(elements)
    given = {n: random.random(s).astype(dtype) + 0.1 for n, s in formula.shapes(elements).items()}
    given = {n: a.astype(dtype) for n, a in given.items()}
    f = es.compile(formula.text, target="cpu")
    right, found = formula.numpy(*given.values()), f(**given)
    np.testing.assert_allclose(found, right, rtol=2e-3 if dtype == "float32" else 1e-9)
    ours, theirs = _seconds([lambda: f(**given), lambda: formula.numpy(*given.values())], rounds)
    return theirs / ours, ours


def table(dtype: str, elements: Sequence[int] = ELEMENTS, rounds: int = 15) -> list[tuple[str, list[float]]]:
    """For each formula the ratios at these numbers of elements."""
    rows = []
    for formula in FORMULAS:
        found = []
        for n in elements:
            if "Z[j,k]" in formula.text and n > 1_000_000:
                continue
            found.append(ratio(formula, n, dtype, rounds)[0])
        rows.append((formula.text, found))
        print(f"{formula.text:82s}", *(f"{r:6.2f}" for r in found), flush=True)
    return rows


def page(rows: Sequence[tuple[str, list[float]]], dtype: str) -> str:
    """The page docs/crossover.md."""
    head = " | ".join(f"{n:,}" for n in ELEMENTS)
    lines = [
        "# Beside NumPy, from one element up", "",
        "This page is written by `espresso bench --crossover --write-docs`. A number says how many times NumPy's time is espresso's: above 1,",
        "espresso is faster. Columns are elements of the largest input. NumPy is what a person writes, both allocate their results, and the least",
        f"time of each counts, taken in turns ({dtype}). Up to some hundred elements a call costs more than its work: 0.1 microseconds,",
        "half as much as a call of a NumPy function, with arrays by name, as here, or in order.", "",
        f"| formula | {head} |", "|---|" + "---|" * len(ELEMENTS),
    ]  # fmt: skip
    for text, found in rows:
        cells = [f"{r:.2f}" for r in found] + ["-"] * (len(ELEMENTS) - len(found))
        lines.append(f"| `{text}` | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def main(docs: Path | None) -> int:
    """Measure; write the page into this folder, or only print."""
    rows = table("float32")
    if docs is not None:
        (docs / PAGE).write_text(page(rows, "float32"), encoding="utf-8")
    return 0
