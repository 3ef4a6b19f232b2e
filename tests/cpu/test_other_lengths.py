"""Other lengths: decisions as data (`formulas.graph.conditions`), and programs of the cache that are used by them."""

from __future__ import annotations

import ast
import functools
import operator
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from length_programs import LENGTHS, PROGRAMS, arrays, function, texts

import espresso as es
from espresso.algebra.contraction.contraction import is_no_dearer, least_cost, plan_path, trees
from espresso.algebra.contraction.path_search import Network, path_of
from espresso.compiler import pipeline
from espresso.errors import ExtentError, RankError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.conditions import Conditions, Number, Tape, maximum, minimum
from espresso.formulas.graph.serialisation import decode, encode, named
from espresso.llvm.emit.intrinsics import statements
from espresso.runtime.cpu import plans
from espresso.runtime.cpu.programs import evaluate_extent
from espresso.system import cache

HERE = Path(__file__).resolve().parents[2]
X = ex.tensor("x", 2)
N, M = (ex.size(X, k) for k in range(2))


def size_in(shapes: dict[str, tuple[int, ...]]) -> Callable[[ex.Expr], int]:
    return lambda e: evaluate_extent(e, shapes)


def told(analysis: Callable[[Any], Any], lengths: tuple[int, int]) -> tuple[Any, Conditions]:
    """What an analysis finds for two lengths, and on what conditions."""
    tape = Tape(size_in({"x": lengths}))
    return analysis(tape.size), tape.close([])


# --- decisions as data -----------------------------------------------------------------------


@pytest.mark.parametrize(("analysis", "same", "other"), [
    (lambda size: size(N) * size(M) > 50, (60, 1), (1, 50)),
    (lambda size: 2.5 * size(N) / (size(M) + 1) <= 3 - size(M) % 2, (30, 9), (1, 9)),
    (lambda size: max(1, size(N)) if size(M) else None, (9, 1), (9, 0)),
    (lambda size: range(size(N)), (20, 7), (21, 5)),
    (lambda size: f"{size(N)}", (20, 7), (21, 5)),
    (lambda size: {20: "twenty"}.get(size(N)), (20, 7), (21, 5)),
    (lambda size: sorted((size(N), size(M), 4)), (8, 5), (5, 8)),
    (lambda size: float(size(N) // 2), (21, 5), (22, 5)),
    (lambda size: 2 ** -size(M) < 0.1 and bool(size(N) - 20 == 0), (20, 4), (20, 3)),
])  # fmt: skip
def test_the_comparisons_of_an_analysis_are_told(analysis: Callable[[Any], Any], same: Any, other: Any) -> None:
    """Also where a number is used as a whole: as a key, an index or a text."""
    _, conditions = told(analysis, (20, 5))
    conditions = decode(encode(conditions, named(Conditions)), named(Conditions))
    assert conditions.told(size_in({"x": (20, 5)})) == [] == conditions.told(size_in({"x": same}))
    assert conditions.told(size_in({"x": other})) is None


def test_values_are_told_and_decide_nothing() -> None:
    tape = Tape(size_in({"x": (20, 5)}))
    n, m = tape.size(N), tape.size(M)
    conditions = tape.close([functools.reduce(minimum, (n, m, 7)), maximum(1, n - m), 1, 1.0, True, n * m])
    found = conditions.told(size_in({"x": (3, 50)}))
    assert found == [3, 1, 1, 1.0, True, 150] and [type(v) for v in found[2:5]] == [int, float, bool]
    assert minimum(2, 1.5) == 1.5 and maximum(2, 1.5) == 2


def test_numbers_of_a_closed_tape_are_as_any_others() -> None:
    """A cache may keep one."""
    tape = Tape(size_in({"x": (20, 5)}))
    n = tape.size(N)
    conditions = tape.close([])
    assert n * 2 == 40 and n < 21 and type(n + 1) is int and not isinstance(minimum(n, 3), Number)
    assert conditions.told(size_in({"x": (1, 1)})) == []


def test_what_would_raise_for_other_lengths_does_not_hold() -> None:
    _, conditions = told(lambda size: 100 // (size(N) - 7) > 2, (20, 5))
    assert conditions.told(size_in({"x": (8, 1)})) == [] and conditions.told(size_in({"x": (7, 1)})) is None


@pytest.mark.parametrize("name", PROGRAMS)
def test_conditions_are_those_of_the_analyses(name: str) -> None:
    """For random lengths: where they hold, all analyses find the same, and results have the lengths of inference."""
    f, base = function(name), LENGTHS[0]
    f(**arrays(name, base))
    made, draw, held = f._last.generated, random.Random(1), 0
    for _ in range(60):
        lengths = {k: draw.choice((v, v, max(1, int(v * 10 ** draw.uniform(-1.3, 1.1))))) for k, v in base.items()}
        given = arrays(name, lengths)
        if draw.random() < 0.2:  # arrays that may not fit each other
            other = draw.choice(list(given))
            given[other] = np.concatenate([given[other]] * 2)
        results = made.results_for(size_in({made.variables[n]: a.shape for n, a in given.items()}))
        try:
            facts = f._arguments.check([given[n] for n in f.inputs])
        except ExtentError:
            assert results is None
            continue
        if results is not None:
            held += 1
            assert made.agrees(size_in({made.variables[n]: a.shape for n, a in given.items()})), lengths
            assert [s for s, _ in results] == [facts.shapes[e] for e in f.expressions]
    assert held > 5


def test_estimates_of_engines_decide_nothing_by_themselves() -> None:
    """Only their comparison with each other does: more images keep the program of few."""
    y: Any = es.parse("y[n,o,p,q] = relu(sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s])); L = sum[n,o,p,q](y[n,o,p,q]**2)")
    f = es.compile([y, *es.grad(y, ["x", "w"])])
    f(x=np.ones((2, 8, 16, 16), np.float32), w=np.ones((8, 8, 3, 3), np.float32))
    made = f._last.generated
    for images in range(3, 8):
        assert made.results_for(size_in({"x": (images, 8, 16, 16), "w": (8, 8, 3, 3)})) is not None


def test_a_decision_that_goes_another_way_with_such_numbers_is_for_these_lengths_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    f = es.compile("y[i] = 3*x[i]")
    monkeypatch.setattr(type(f._arguments), "lengths", lambda *_: 1 / 0)
    f(np.ones(4))
    made = f._last.generated
    assert made.results_for(size_in({"x": (4,)})) == (((4,), "float64"),)
    assert made.results_for(size_in({"x": (5,)})) is None
    assert f(np.ones(5)).shape == (5,)


# --- programs of the cache --------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Plans are kept, in a folder of this test; how often one was made."""
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "KEEP", True)
    done: list[str] = []
    build = pipeline.build
    monkeypatch.setattr(pipeline, "build", lambda *a, **k: done.append("build") or build(*a, **k))
    return done


def test_a_file_has_the_programs_of_a_formula(kept: list[str], tmp_path: Path) -> None:
    """One for sums over nothing and one for others; a function that reads them plans nothing, whatever comes first."""
    text = "y[i] = sum[j](A[i,j]*x[j]) + max[k](z[k])"
    given = [(np.ones((n, m)), np.ones(m), np.ones(3)) for n, m in ((4, 5), (4, 0), (7, 2), (0, 3))]
    f = es.compile(text)
    for arguments in given:
        f(*arguments)
    assert len(kept) == 2 and len(list(tmp_path.glob("*.plan"))) == 1
    kept.clear()
    for order in (given, given[::-1]):
        again = es.compile(text)
        for arguments in order:
            np.testing.assert_array_equal(again(*arguments), arguments[0] @ arguments[1] + 1)
    assert not kept


def test_arrays_with_other_axes_are_refused_for_a_kept_program_too(kept: list[str]) -> None:
    text = "y[i] = 2*x[i]"
    es.compile(text)(np.ones(3))
    f = es.compile(text)
    for _ in range(2):
        for shape in ((), (3, 2)):
            with pytest.raises(RankError):
                f(np.ones(shape))
        f(np.ones(4))
    assert len(kept) == 1


def test_the_last_programs_are_kept(kept: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "MOST", 1)
    text = "y = sum[i](x[i])"
    for n in (3, 0):
        es.compile(text)(np.ones(n))
    assert len(kept) == 2
    es.compile(text)(np.ones(0))
    assert len(kept) == 2
    es.compile(text)(np.ones(3))
    assert len(kept) == 3


def test_new_lengths_in_a_fresh_process_need_neither_planner_nor_compiler(tmp_path: Path) -> None:
    """No such module is imported, and no code made; results are those of functions that are planned for them."""

    def process(*arguments: str) -> list[str]:
        environment = {**os.environ, "ESPRESSO_CACHE_DIR": str(tmp_path)}
        environment["PYTHONPATH"] = os.pathsep.join([str(HERE), str(HERE / "rules")])
        command = [sys.executable, str(Path(__file__).with_name("length_programs.py")), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    process("0")
    before = {p.name for kind in ("plan", "bin") for p in tmp_path.glob(f"*.{kind}")}
    *results, imported = process("0", "1", "2")
    assert imported == "", imported
    assert {p.name for kind in ("plan", "bin") for p in tmp_path.glob(f"*.{kind}")} == before
    for line in results:
        number, name = int(line[0]), next(n for n in PROGRAMS if line[2:].startswith(f"{n} "))
        wanted = texts(function(name), name, number)
        for pair in zip(line.split()[-len(wanted) :], wanted, strict=True):
            np.testing.assert_allclose(
                *(np.frombuffer(bytes.fromhex(v), np.float32) for v in pair), rtol=1e-4, atol=1e-5
            )


# --- what makes decisions values, and programs quickly -------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_best_order_of_few_operands(seed: int) -> None:
    """By looking at every tree; its price as a value is the same, and it stays where lengths grow alike."""
    draw = random.Random(seed)
    for _ in range(12):
        count = draw.randint(3, 6)
        sets = [frozenset(draw.sample("abcdef", draw.randint(1, 3))) for _ in range(count)]
        output = frozenset(draw.sample(sorted(frozenset().union(*sets)), 1))
        sizes = {n: draw.choice([2, 3, 10, 50]) for n in "abcdef"}
        terms = ["".join(sorted(s)) for s in sets]
        network = Network(f"{','.join(terms)}->{''.join(output)}", [tuple(sizes[n] for n in t) for t in terms])
        prices = {tuple(path_of(t, count)): network.cost(path_of(t, count)) for t in trees(range(count))}
        path = plan_path(sets, output, sizes)
        assert network.cost(path) == min(prices.values()) == least_cost(sets, output, sizes), terms
        assert is_no_dearer(path, sets, output, sizes)
        worst = max(prices, key=lambda p: prices[p])
        assert is_no_dearer(worst, sets, output, sizes) is (prices[worst] == min(prices.values()))


def test_statements_are_those_of_the_whole_text() -> None:
    source = es.compile("y[i] = exp(x[i])*tanh(x[i])").source
    strange = '"""A text\n\ndef f(x):\n    return 1\n"""\n\n@njit\ndef g():\n    pass\n'
    for text in (source, strange, "x = 1\n", ""):
        assert ast.dump(ast.Module(statements(text), [])) == ast.dump(ast.parse(text))
    assert all(map(operator.is_, statements(source), statements(source)))
