"""What is proven of comparisons of whole numbers is true, and what lowering and simplification need is proven."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.compiler.lowering.masks import is_certain
from espresso.formulas.extents.implied import follows, held
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard
from espresso.formulas.graph.whole_literals import EXACT
from espresso.frontends.numpy.positions import shortened

N, M = ex.tensor("x", 1), ex.tensor("w", 1)
GIVEN = "x : (_)\nw : (_)\n"
EXTENTS = {name: es.parse(f"{GIVEN}a = {text}").args[0] for name, text in {
    "i": "size(x,0) - size(w,0) + 1", "j": "size(w,0)", "k": "2*((size(x,0) + 1)//2)", "l": "min(size(x,0), size(w,0))",
}.items()}  # fmt: skip


def condition(text: str) -> Expr:
    """A comparison in the indices i, j, k, l of arrays x and w."""
    found = es.parse(f"y[i,j,k,l] = ({text})*x[i]*w[j]*x[k]*x[l]").args[0]
    return next(n for n in ex.postorder(found) if is_guard(n))


def value(e: Expr, at: dict[Any, int]) -> int:
    """The number that an expression is."""
    if e.op == "const":
        return int(e.data)
    if e.op in ("index", "size"):
        return at[e.data[0] if e.op == "index" else e]
    a = [value(b, at) for b in e.args]
    compared = {"lt": a[0] < a[-1], "le": a[0] <= a[-1], "gt": a[0] > a[-1], "ge": a[0] >= a[-1]}
    if e.data in compared:
        return int(compared[e.data])
    return sum(a) if e.data == "add" else int(np.prod(a)) if e.data == "mul" else EXACT[e.data](*a)


@pytest.mark.parametrize("text", [
    "i + j < size(x,0)", "0 <= i + j", "k//2 < (size(x,0) + 1)//2", "i//3 <= (i + j)//3", "i % 3 < 3",
    "l < size(x,0) + 1", "l + 1 <= size(w,0)", "2*(i//2) <= i", "i - i//2 >= 0",
    "j < 3*((size(w,0) + 2)//3)", "i % 4 + j <= size(w,0) + 2", "i + 1 > i//2",
])  # fmt: skip
def test_what_holds_for_all_indices_is_proven(text: str) -> None:
    assert is_certain(condition(text), EXTENTS)


@pytest.mark.parametrize("text", [
    "i + j + 1 < size(x,0)", "1 <= i + j", "k//2 < (size(x,0) - 1)//2", "i % 3 < 2", "l + 1 < size(x,0)", "j + 2 <= size(w,0)",
])  # fmt: skip
def test_what_the_last_index_breaks_is_not_proven(text: str) -> None:
    assert not is_certain(condition(text), EXTENTS)


@pytest.mark.parametrize("text, proven", [
    ("0 <= i % size(w,0)", True), ("0 <= i % (size(w,0)//2)", True), ("i % 3 + t[i] % 5 < 7", True),
    ("0 <= t[i]//2 - t[i] % 2", False), ("i % size(w,0) < size(w,0)", False), ("(x[i] < 2) + i >= 0", True),
])  # fmt: skip
def test_factors_that_hold_are_left_out(text: str, proven: bool) -> None:
    e = es.simplify(es.parse(f"t : int64 (_)\nw : (_)\ny[i] = x[i]*({text})"))
    assert proven != any(map(is_guard, e.args[0].args))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_proven_is_true(seed: int) -> None:
    rng = np.random.default_rng(seed)

    def term() -> Expr:
        atom = (ex.index(str(rng.choice([*EXTENTS]))), ex.size(N, 0), ex.size(M, 0))[rng.integers(3)]
        if rng.random() < 0.5:
            shifted = ex.call("add", atom, ex.const(int(rng.integers(-2, 3))))
            atom = ex.call(str(rng.choice(["floordiv", "mod"])), shifted, ex.const(int(rng.integers(2, 4))))
        return ex.call("mul", ex.const(int(rng.choice([-2, -1, 1, 2]))), atom)

    proven = 0
    for _ in range(120):
        sides = [ex.call("add", term(), term(), ex.const(int(rng.integers(-3, 9)))) for _ in "ab"]
        test = ex.call(str(rng.choice(["lt", "le", "gt", "ge"])), *sides)
        if not is_certain(test, EXTENTS):
            continue
        proven += 1
        for n, m in product(range(1, 6), range(1, 4)):
            at: dict[Any, int] = {ex.size(N, 0): n, ex.size(M, 0): m}
            for place in product(*(range(value(EXTENTS[k], at)) for k in sorted(test.free))):
                assert value(test, at | dict(zip(sorted(test.free), place, strict=True))), test
    assert proven > 5


def test_conditions_around_a_comparison_decide_it() -> None:
    known = held(condition("i < j")) | held(condition("j < l"))
    assert follows(condition("i + 2 <= l"), known) is True
    assert follows(condition("i >= l"), known) is False
    assert follows(condition("i + 3 <= l"), known) is None


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_a_remainder_of_floats_lies_between_whole_numbers(target: str) -> None:
    x = np.array([0.5, 1.5, 2.75, 3.25])
    f = es.compile(es.parse("y[i] = x[i]*(x[i] % 2 <= 1)"), target=target)
    np.testing.assert_array_equal(f(x=x), x*(x % 2 <= 1))


def test_decided_conditions_of_traced_loops_are_gone() -> None:
    i, later = ex.index("i:5;"), ex.call("lt", ex.index("i:5;"), ex.index("j:7;"))
    assert shortened(ex.call("lt", ex.call("floordiv", i, ex.const(2)), ex.const(3))) is ex.const(True)
    assert shortened(ex.call("eq", ex.call("add", i, ex.const(5)), i)) is ex.const(False)
    assert shortened(later) is None
    assert shortened(ex.call("and", ex.const(True), later)) is later
    assert shortened(ex.call("not", ex.const(True))) is ex.const(False)
