"""Compares what was found of `index_programs` with the reference, each of their arrays between pages without access.

``python tests/cpu/index_fuzz.py [TARGET]`` prints the number of a program before it runs, so that the last line names
one that left its arrays.  `campaign` runs random ones.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import index_programs as programs
from cpu.guarded import guard_arenas, guarded, protection

import espresso as es

SENTINEL = -7777.0


def saved(compiled: Any, given: dict[str, np.ndarray]) -> Any:
    """What the saved module computes, compiled by numba."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "saved.py"
        compiled.save(path)
        module: dict[str, Any] = {"__name__": "saved", "__file__": str(path)}
        text = path.read_text(encoding="utf-8").replace(", cache=True", "")
        exec(compile(text, str(path), "exec"), module)
        return module["program"](*(given[n] for n in compiled.inputs))


def compare(number: int, target: str) -> None:
    """Raises where a program computes other values than the reference."""
    e, given = programs.found(number)
    end = number % 2 == 0
    expected = programs.outcome(lambda: es.evaluate(e, given))
    held = {n: guarded(a, end) for n, a in given.items()} if protection() else given
    compiled = es.compile(e, target="cpu" if target == "saved" else target)
    got = programs.outcome(lambda: compiled(**held))
    if target == "saved" and not isinstance(got, Exception):
        got = saved(compiled, held)
    assert not programs.differs(got, expected), f"{e}\n{given}\ngot {got}\nexpected {expected}"
    if isinstance(expected, Exception) or target != "cpu" or not protection():
        return
    out = guarded(np.full_like(expected, 3), end)
    around = np.full(3 * expected.size + 8, SENTINEL) if expected.dtype == float and expected.ndim == 1 else None
    compiled(**held, out=out)
    assert not programs.differs(out, expected), f"{e}\n{given}\nout= got {out}\nexpected {expected}"
    if around is not None:
        compiled(**held, out=around[expected.size : 2 * expected.size])
        beside = np.delete(around, np.s_[expected.size : 2 * expected.size])
        assert (beside == SENTINEL).all(), f"{e}\n{given}\nwrote beside its result"


def main(target: str = "cpu", first: int = 0) -> None:
    """Compare all programs from this one on."""
    warnings.simplefilter("ignore", RuntimeWarning)  # NumPy tells of overflow in a few operations of scalars
    if protection():
        guard_arenas(True)
    for number in range(first, len(programs.FOUND)):
        print(number, flush=True)
        compare(number, target)
    print("done")


if __name__ == "__main__":
    main(*sys.argv[1:])
