"""``checkpoint=``: the same gradients in less memory, as many steps as the theory says, and what the planner chooses."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.runtime.checkpoints.schedule import advances, passes, schedule


def draw(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(size=shape) * 0.4


def rnn(n: int) -> dict[str, np.ndarray]:
    return {"p": draw(3), "W": draw(3, 3), "x": draw(n, 3)}


Case = tuple[str, list[str], Callable[[int], dict[str, np.ndarray]]]

CASES: dict[str, Case] = {
    "network": (
        "h[0,i] = p[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i]); L = sum[t,i](h[t,i]**2)",
        ["W", "p", "x"], rnn,
    ),
    "last value": (
        "h[0,i] = p[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i]); L = sum[i](h[size(x,0),i]**2)", ["W"], rnn,
    ),
    "lstm": (
        "a[t,b,g,i] = x[t,b,k]*U[g,i,k]; h[0,b,i] = p[b,i]; c[0,b,i] = 0*p[b,i]\n"
        "z[t,b,g,i] = a[t-1,b,g,i] + h[t-1,b,j]*W[g,i,j]\n"
        "c[t,b,i] = logistic(z[t,b,1,i])*c[t-1,b,i] + logistic(z[t,b,0,i])*tanh(z[t,b,2,i])\n"
        "h[t,b,i] = logistic(z[t,b,3,i])*tanh(c[t,b,i])\n"
        "L = sum[t,b,i](h[t,b,i]**2)",
        ["W", "U"], lambda n: {"x": draw(n, 2, 3), "U": draw(4, 3, 3), "p": draw(2, 3), "W": draw(4, 3, 3)},
    ),
    "stencil": (
        "u[0,i] = a[i]; u[t,i] = u[t-1,i] + 0.1*k[i]*(pad(u)[t-1,i-1] - 2*u[t-1,i] + pad(u)[t-1,i+1]) + f[t-1]\n"
        "L = sum[i]((u[size(f,0),i] - d[i])**2)",
        ["a", "k", "f"], lambda n: {"a": draw(6), "k": draw(6), "f": draw(n)/(n + 1), "d": draw(6)},
    ),
    "two steps back": (
        "f[0] = a; f[1] = b; f[t] = tanh(f[t-1] + w*f[t-2] + x[t]); L = sum[t](f[t]**2)",
        ["w", "a", "b", "x"],
        lambda n: {"a": np.array(0.3), "b": np.array(0.1), "w": np.array(0.5), "x": draw(n + 2)},
    ),
    "backward": (
        "b[size(x,0),i] = e[i]; b[t,i] = sin(b[t+1,j]*W[i,j] + x[t,i]); L = sum[t,i](b[t,i]**2)",
        ["W", "e", "x"], lambda n: {"e": draw(3), "W": draw(3, 3), "x": draw(n, 3)},
    ),
    "two states": (  # q has one row more than v
        "q[0] = a; v[0] = b; q[t] = q[t-1] + d*v[t-1]; v[t] = v[t-1] - d*sin(q[t]) + u[t-1]; L = sum[t](q[t]**2)",
        ["a", "d", "u"], lambda n: {"a": np.array(0.3), "b": np.array(0.1), "d": np.array(0.1), "u": draw(n)},
    ),
    "one after another": (  # the sum over all steps is needed before the way back begins
        "h[0,i] = p[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i]/(t+1)); g[0,i] = 0\n"
        "g[t,i] = sin(V[i,j]*g[t-1,j] + h[t,i]); L = log(1 + sum[t,i](g[t,i]**2))",
        ["W", "x"], lambda n: rnn(n) | {"V": draw(3, 3)},
    ),
}  # fmt: skip


@lru_cache(maxsize=1)
def compiled(case: str, checkpoint: Any = None, **options: Any) -> Any:
    text, wrt, _ = CASES[case]
    e = es.parse(text)
    return es.compile([e, *(es.grad(e, w) for w in wrt)], target="cpu", checkpoint=checkpoint, **options)


@pytest.mark.parametrize("case", CASES)
def test_gradients_are_those_with_all_rows(case: str) -> None:
    lengths = (7, 0, 1, 2)
    arrays = {n: CASES[case][2](n) for n in lengths}
    plain = compiled(case)
    want = {n: plain(**arrays[n]) for n in lengths}
    f = compiled(case, 3)
    for n in lengths:
        got = f(**arrays[n])
        for g, w in zip(got, want[n], strict=True):
            assert g.dtype == w.dtype and np.shape(g) == np.shape(w)
            np.testing.assert_allclose(g, w, rtol=1e-10, atol=1e-13)
        if n:
            steps, kept = f._last.counted
            links = -(-n // min(3, n))
            assert steps == n + advances(links, min(3, n)) * min(3, n)
            assert kept <= 3


def test_policies_agree_and_keep_as_many_states_as_they_say() -> None:
    arrays = rnn(1000)
    want = compiled("network")(**arrays)
    for checkpoint, most, most_steps in (("sqrt", 32, 2 * 1000), ("binomial", 10, 4 * 1000), (5, 5, 6 * 1000)):
        f = compiled("network", checkpoint)
        for g, w in zip(f(**arrays), want, strict=True):
            np.testing.assert_allclose(g, w, rtol=1e-9, atol=1e-12)
        steps, kept = f._last.counted
        assert kept <= most and 1000 < steps <= most_steps


def least(links: int, slots: int, known: dict[tuple[int, int], int]) -> int:
    """The fewest steps of a chain with so many states kept, by trying all ways to divide it."""
    if links <= 1 or slots == 1:
        return links * (links - 1) // 2
    if (links, slots) not in known:
        known[links, slots] = min(
            k + least(links - k, slots - 1, known) + least(k, slots, known) for k in range(1, links)
        )
    return known[links, slots]


def test_the_schedule_is_the_best_one() -> None:
    known: dict[tuple[int, int], int] = {}
    for links in range(1, 40):
        for slots in range(1, 8):
            position, kept, turned, count = 0, set(), [], 0
            for what, link in schedule(links, slots):
                if what == "restore":
                    assert link in kept
                    position = link
                assert position == link
                if what == "keep":
                    kept.add(link)
                    assert len(kept) <= slots
                elif what == "advance":
                    position, count = position + 1, count + 1
                elif what == "turn":
                    turned.append(link)
                    kept.discard(link)
            assert turned == list(range(links))[::-1]
            assert count == advances(links, slots) == least(links, slots, known)
    assert passes(5985, 17) == 4


def peak(f: Any, arrays: dict[str, np.ndarray]) -> int:
    f(**arrays)  # compiled, and working memory of the pieces made
    found = []
    for _ in range(3):  # other threads may be at the end of a compilation
        tracemalloc.start()
        f(**arrays)
        found.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return min(found)


def test_memory_grows_as_the_root_of_the_number_of_steps() -> None:
    made = {"p": draw(64), "W": draw(64, 64)}
    e = es.parse(CASES["network"][0])
    f = es.compile([e, es.grad(e, "W")], target="cpu", checkpoint="sqrt")
    planned, measured = {}, {}
    for n in (400, 1600, 6400):
        measured[n] = peak(f, made | {"x": draw(n, 64)})
        planned[n] = f.memory.arena
        assert measured[n] < 1.1 * planned[n] + 50_000
    assert planned[6400] - planned[1600] < 2.3 * (planned[1600] - planned[400])
    assert planned[6400] < 6400 * 64 * 8 / 3
    g = es.compile([e, es.grad(e, "W")], target="cpu", checkpoint=4)
    assert peak(g, made | {"x": draw(400, 64)}) < 1.1 * g.memory.arena + 50_000
    assert g.memory.arena < planned[400]


def test_the_planner_chooses_the_cheapest_policy_that_fits() -> None:
    arrays = rnn(2000)
    every = compiled("network")(**arrays)
    whole = compiled("network")
    whole(**arrays)
    sizes, steps = [whole.memory.arena], [2000]
    for limit in (whole.memory.arena, whole.memory.arena - 1, 16_000, 6_000, 500):
        f = compiled("network", memory_limit=limit)
        for g, w in zip(f(**arrays), every, strict=True):
            np.testing.assert_allclose(g, w, rtol=1e-9, atol=1e-12)
        if limit >= whole.memory.arena:
            assert "checkpoint=" not in f.explain()
            continue
        assert limit == 500 or f.memory.arena <= limit
        assert f"chosen for memory_limit={limit:,}" in f.explain()
        sizes.append(f.memory.arena)
        steps.append(f._last.counted[0])
    assert sizes == sorted(sizes, reverse=True) and steps == sorted(steps)
    assert "checkpoint='binomial'" in f.explain()


def test_explain_says_what_is_computed_again() -> None:
    f = compiled("network", "sqrt")
    f(**rnn(100))
    lines = f.explain().splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("checkpoint="))
    assert lines[at] == ("checkpoint='sqrt': h kept at 9 of 100 steps, computed again in parts of 12 on the way back")
    assert lines[at + 1] == (
        "  steps computed: 196, of which 96 again; passes over a part before it is turned: 2 at most"
    )
    assert lines[at + 2].startswith("  bytes beside inputs and results: ")


def test_parts_are_worth_their_calls() -> None:
    """A part has 64 KiB of rows, or an eighth of the steps: rows of one number take 16 bytes here, with their cotangents."""
    e = es.parse("h[0] = p; h[t] = tanh(w*h[t-1] + x[t-1]); L = sum[t](h[t]**2)")
    g = es.grad(e, "w")
    arrays = {"p": np.array(0.5), "w": np.array(0.9), "x": draw(50_000)}
    want = es.compile(g)(**arrays)
    for checkpoint in ("sqrt", "binomial"):
        f = es.compile(g, target="cpu", checkpoint=checkpoint)
        np.testing.assert_allclose(f(**arrays), want, rtol=1e-9)
        assert "computed again in parts of 4096 " in f.explain()
        assert f._last.counted[0] < 2 * 50_000 and f.memory.arena < 400_000
    few = es.compile(g, target="cpu", checkpoint="sqrt")
    few(p=0.5, w=0.9, x=draw(800))
    assert "computed again in parts of 100 " in few.explain()


def test_without_a_way_back_the_steps_are_passed_once() -> None:
    e = es.parse("h[0,i] = p[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i]); y[t] = h[t+1,i]*h[t,i]; z = max[t](y[t])")
    f = es.compile([e.outputs["y"], e], target="cpu", checkpoint="sqrt")
    y, z = f(**rnn(50))
    want = es.evaluate(e.outputs["y"], rnn(50))
    np.testing.assert_allclose(y, want, rtol=1e-12)
    np.testing.assert_allclose(z, want.max(), rtol=1e-12)
    assert f._last.counted == (50, 0)
    assert " computed once, in parts of 8 of 50 steps" in f.explain()


def test_what_cannot_be_passed_in_parts_keeps_all_rows_and_says_why() -> None:
    e = es.parse(  # a recurrence back, and one that needs all of it
        "b[size(x,0)] = 0; b[t] = tanh(b[t+1] + x[t]); h[0] = 0; h[t] = sin(h[t-1] + b[t]); L = sum[t](h[t]**2)"
    )
    f = es.compile([e, es.grad(e, "x")], target="cpu", checkpoint="sqrt")
    x = draw(30)
    for g, w in zip(f(x=x), es.compile([e, es.grad(e, "x")], target="cpu")(x=x), strict=True):
        np.testing.assert_array_equal(g, w)
    assert "recurrences are not passed in parts: " in f.explain()


def test_without_recurrences_it_is_without_effect() -> None:
    assert es.compile("y[i] = 2*x[i]", checkpoint="sqrt")(x=np.ones(2)).tolist() == [2, 2]


@pytest.mark.parametrize("given", ["root", 0, -1, 2.5, True])
def test_other_policies_are_refused(given: Any) -> None:
    with pytest.raises(ValueError, match="is no policy"):
        es.compile("y[i] = 2*x[i]", checkpoint=given)


def test_other_targets_are_refused() -> None:
    with pytest.raises(ValueError, match="checkpoint = 'sqrt' is for target 'cpu'"):
        es.compile("y[i] = 2*x[i]", target="numpy", checkpoint="sqrt")


def test_a_position_outside_has_the_error_of_the_whole() -> None:
    e = es.parse("h[0] = 0.5*c; h[t] = sin(h[t-1]*w[o[t-1]+o[t-1]] + x[t-1]); L = sum[t](h[t]**2)")
    arrays = {"c": 1.0, "w": draw(5), "o": np.array([0, 1, 2, 3, 0]), "x": draw(5)}
    errors = []
    for checkpoint in ("none", 2):
        with pytest.raises(es.EspressoError) as found:
            es.compile([e, es.grad(e, "w")], target="cpu", checkpoint=checkpoint)(**arrays)
        errors.append(str(found.value))
    assert errors[0] == errors[1]
