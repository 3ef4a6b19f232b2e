"""Other ways to write programs with recurrences: they have the same value."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import espresso as es

sys.path.insert(0, str(Path(__file__).parent))
from benchmarks.mutants import CHANGES, mutants


def test_statements_of_recurrences_are_changed_too() -> None:
    loss = es.parse("h[0,i] = p[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + sigmoid(x[t-1,i]))*h[t-1,i]**2; y[t,i] = h[t,i]*2; "
                    "L = sum[t,i](h[t,i]**2*y[t,i])")  # fmt: skip
    rng = np.random.default_rng(0)
    arrays = {"p": rng.normal(size=2), "W": rng.normal(size=(2, 2)), "x": rng.normal(size=(3, 2))}
    want, words = es.evaluate(loss, arrays), set[str]()
    for changes, (other,) in mutants([loss], 12):
        words |= {*changes.split(" + ")}
        np.testing.assert_allclose(es.evaluate(other, arrays), want, rtol=1e-12, err_msg=changes)
    assert {"renamed", "commuted", "powers", "by_hand"} <= words <= {c.__name__ for c in CHANGES}
