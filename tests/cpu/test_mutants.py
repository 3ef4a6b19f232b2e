"""Formulas written in other ways have the same value (issue 22): the mutator of ``espresso bench --mutants``."""

from __future__ import annotations

import random

import numpy as np
import pytest
from benchmarks import mutants

import espresso as es
from espresso.errors import EspressoError
from espresso.formulas.graph import expr as ex

RANDOM = np.random.default_rng(0)
ARRAYS = {
    "X": RANDOM.normal(size=(12, 5)), "w": RANDOM.normal(size=5), "y": np.sign(RANDOM.normal(size=12)),
    "q": RANDOM.normal(size=(2, 7, 4)), "k": RANDOM.normal(size=(2, 6, 4)), "v": RANDOM.normal(size=(2, 6, 3)),
    "a": RANDOM.normal(size=(2, 3, 8, 8)), "f": RANDOM.normal(size=(4, 3, 3, 3)), "A": RANDOM.normal(size=(5, 5)),
}  # fmt: skip
FORMULAS = {
    "logistic": ("l = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))", "w"),
    "softmax": ("l = -sum[i,j](log(softmax[j](X[i,j]*w[j]))*X[i,j])", "w"),
    "attention": ("l = sum[h,i,e]((softmax[j](q[h,i,d]*k[h,j,d])*v[h,j,e])**2)", "q"),
    "convolution": ("y[n,o,s,t] = sum[c,u,v](pad(a)[n,c,s+u-1,t+v-1]*f[o,c,u,v])*(s < 8)*(t < 8)\nl = sum[n,o,s,t](relu(y[n,o,s,t])**2)", "f"),
    "named": ("D[i,j] = A[i,j] - X[k,i]*X[k,j]\nl = sum[i]((D[i,j]*w[j])**2)", "w"),
}


def arrays_of(f: es.Compiled) -> dict[str, np.ndarray]:
    return {n: ARRAYS[n] for n in f.inputs}


@pytest.mark.parametrize("name", FORMULAS)
def test_values_do_not_depend_on_how_it_is_written(name: str) -> None:
    text, wanted = FORMULAS[name]
    loss = es.parse(text)
    roots = [loss, es.grad(loss, wanted)]
    given = es.compile(roots)
    expected = given(**arrays_of(given))
    compiled, words = 0, set()
    for word, other in mutants.mutants(roots, 12, seed=len(name)):
        try:
            f = es.compile(other)
            results = f(**arrays_of(f))
        except EspressoError:
            continue  # the length of an index was told by what is gone
        compiled += 1
        words |= set(word.split(" + "))
        for result, value in zip(results, expected, strict=True):
            np.testing.assert_allclose(result, value, rtol=1e-9, atol=1e-9 * np.abs(value).max())
    assert compiled >= 6 and len(words) >= 4


def test_a_wrong_mutant_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(roots: mutants.Roots, rng: random.Random) -> mutants.Roots:
        return ex.rebuild_all(roots, lambda n: ex.call("cos", *n.args) if ex.is_call(n, "exp") else None)

    monkeypatch.setattr(mutants, "CHANGES", (wrong,))
    loss = es.parse(FORMULAS["logistic"][0])
    f = es.compile(loss)
    with pytest.raises(AssertionError, match="wrong: differs by"):
        mutants.measured(loss, arrays_of(f), 1, seconds=0.0)


def test_rows_say_what_is_slowest() -> None:
    from benchmarks import table

    (workload, *_) = table.of("W7")
    assert "ways: " in mutants.row(workload, "tiny", 2)
