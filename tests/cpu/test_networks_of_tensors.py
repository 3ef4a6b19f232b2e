"""W18: networks of many tensors: the order of contraction, its search, and small products in one native program."""

from __future__ import annotations

import random
import time

import numpy as np
import opt_einsum
import pytest
from benchmarks import einsums

import espresso as es
from espresso.algebra.contraction import path_search
from espresso.algebra.contraction.contraction import is_no_dearer, plan_path
from espresso.ir.calls import Contraction

CASES = [(w, level) for w in einsums.WORKLOADS for level in ("small", "full")]


def sets_of(network: einsums.Network, sizes: dict[str, int]) -> tuple[list[frozenset[str]], dict[str, int]]:
    return [frozenset(t) for t in network.terms], {n: sizes[kind] for n, kind in network.kinds}


@pytest.mark.parametrize("workload, level", CASES, ids=[f"{w.case} {level}" for w, level in CASES])
def test_orders_are_as_good_as_the_best_known(workload, level):
    """At most 1.05 times the multiplications of opt_einsum's best search, in at most 2 seconds of this process."""
    make, name, _ = einsums.FAMILIES[workload.case]
    sizes = workload.sizes[level][0]
    network = make(sizes[name])
    equation, shapes = network.equation(), network.shapes(sizes)
    counted = path_search.Network(equation, shapes)
    best, _ = opt_einsum.contract_path(equation, *shapes, shapes=True, optimize="auto-hq")
    sets, lengths = sets_of(network, sizes)
    state, start = random.getstate(), time.process_time()
    found = plan_path(sets, frozenset(network.output), lengths, search=True)
    assert time.process_time() - start < 2 and random.getstate() == state
    searches = counted.cost(found) >= path_search.WORTH
    known = counted.cost([tuple(sorted(step)) for step in best])
    assert counted.cost(found) <= 1.05 * known or not searches and counted.cost(found) < path_search.WORTH
    assert found == plan_path(sets, frozenset(network.output), lengths, search=True)
    assert is_no_dearer(found, sets, frozenset(network.output), lengths)


def test_the_best_order_of_a_part_is_the_best_of_all():
    """With no more operands than a part has, nothing is cheaper: opt_einsum looks at every order too."""
    draw = random.Random(3)
    for _ in range(20):
        terms = ["".join(draw.sample("abcdefgh", 3)) for _ in range(path_search.PART)]
        sizes = {s: draw.choice([2, 3, 5, 9]) for s in "abcdefgh"}
        kept = "".join(s for s in "abcdefgh" if sum(s in t for t in terms) == 1)  # others are summed at once
        equation = f"{','.join(terms)}->{kept or terms[0][0]}"
        shapes = [tuple(sizes[s] for s in t) for t in terms]
        network = path_search.Network(equation, shapes)
        right, _ = opt_einsum.contract_path(equation, *shapes, shapes=True, optimize="optimal")
        start = [(0, 1)] * (len(terms) - 1)
        found = path_search.path_of(network.improved(path_search.tree_of(start, len(terms))), len(terms))
        assert network.cost(found) <= network.cost([tuple(sorted(s)) for s in right]) * (1 + 1e-12)


@pytest.mark.parametrize("workload", einsums.WORKLOADS, ids=lambda w: w.case)
def test_small_networks_run_in_one_native_program(workload):
    (sizes,) = workload.sizes["tiny"]
    given = workload.inputs(np.random.default_rng(2), sizes)
    f = es.compile(workload.program(sizes))
    np.testing.assert_allclose(f(**given), workload.truth(**given), rtol=1e-10)
    assert not f._last._plain.foreign  # no product that NumPy computes in between


def test_sums_over_axes_apart_are_packed_however_small():
    f = es.compile("s[b,i] = X[j,i,k]*(U[b,j]*V[b,k])")
    x, u, v = (np.random.default_rng(1).random(s) for s in ((3, 4, 2), (5, 3), (5, 2)))
    np.testing.assert_allclose(f(X=x, U=u, V=v), np.einsum("jik,bj,bk->bi", x, u, v), rtol=1e-12)
    f = es.compile("s[i,l] = X[j,i,k]*Y[k,l,j]")
    y = np.random.default_rng(2).random((2, 6, 3))
    np.testing.assert_allclose(f(X=x, Y=y), np.einsum("jik,klj->il", x, y), rtol=1e-12)
    assert [s.engine for s in f.program.steps if isinstance(s, Contraction)] == ["packed"]


def test_a_memory_limit_holds_for_many_tensors():
    network = einsums.tensors(12)
    sizes = {"bond": 4}
    given = {f"T{k:03d}": np.random.default_rng(k).random(s) for k, s in enumerate(network.shapes(sizes))}
    expected = opt_einsum.contract(network.equation(), *given.values())
    free = es.compile(network.formula())
    np.testing.assert_allclose(free(**given), expected, rtol=1e-10)
    limit = max(b.nbytes for b in given.values()) * 4
    bounded = es.compile(network.formula(), memory_limit=limit)
    np.testing.assert_allclose(bounded(**given), expected, rtol=1e-10)
    assert max(bounded.memory.bytes.values(), default=0) <= limit
