"""Every rewriting of random polynomial programs is exact: fingerprints over a prime field before and after."""

from __future__ import annotations

import random

import pytest
from modular import same

import espresso as es
from espresso.algebra.normal_form import canonical
from espresso.formulas.graph import expr as ex

SIZES = {"i": 3, "j": 3, "k": 3, "m": 3, "": 3}
SHAPES = {"a": (3,), "b": (3,), "A": (3, 3), "B": (3, 3), "c": ()}
READS = ["a[{0}]", "b[{0}]", "A[{0},{1}]", "B[{0},{1}]", "A[{1},{0}]", "c", "a[{1}]"]


def program(random_: random.Random, depth: int, free: list[str], bound: list[str]) -> str:
    """A random sum of products over the indices in reach."""
    indices = [*free, *bound]
    if depth == 0 or random_.random() < 0.2:
        read = random_.choice(READS).format(random_.choice(indices), random_.choice(indices))
        return random_.choice([read, read, read, str(random_.randint(-3, 3)), f"{read}**2", f"2/3*{read}"])
    kind = random_.random()
    unused = [n for n in SIZES if n and n not in indices]
    if kind < 0.3 and unused:
        name = random_.choice(unused)
        return f"sum[{name}]({program(random_, depth - 1, free, [*bound, name])}*A[{name},{random_.choice(indices)}])"
    parts = [program(random_, depth - 1, free, bound) for _ in range(random_.randint(2, 3))]
    if kind < 0.6:
        return "(" + random_.choice([" + ", " - "]).join(parts) + ")"
    if kind < 0.7:
        return f"({parts[0]})*({random_.choice(indices)} == {random_.choice(indices)})"
    if kind < 0.75:
        return f"sin({parts[0]})"
    return "*".join(f"({p})" for p in parts)


@pytest.mark.parametrize("seed", range(150))
def test_simplification_is_exact(seed: int) -> None:
    random_ = random.Random(seed)
    text = f"y[i,j] = A[i,j]*({program(random_, 3, ['i', 'j'], [])})"
    e = es.parse(text)
    new = es.simplify(e)
    assert same(e, new, SIZES, SHAPES), f"{e}\n{new}"
    assert es.simplify(new) is new


@pytest.mark.parametrize("seed", range(40))
def test_the_gradient_of_a_sum_is_the_sum_of_gradients(seed: int) -> None:
    """Differentiation and simplification together: d(p*q) = dp*q + p*dq as exact polynomials."""
    random_ = random.Random(1000 + seed)
    p, q = (f"sum[i,j](A[i,j]*a[i]*({program(random_, 2, ['i', 'j'], [])}))" for _ in range(2))
    if "sin" in p + q:
        pytest.skip("not a polynomial")
    whole = es.grad(es.parse(f"({p})*({q})*c"), "a")
    parts = [es.grad(es.parse(f"({t})*c"), "a") for t in (p, q)]
    k = ex.index("k")
    dp, dq = (ex.substitute(ex.scalar(g), {g.axes[0]: k}) for g in parts)
    expected = dp * es.parse(q) + dq * es.parse(p)
    found = ex.substitute(ex.scalar(whole), {whole.axes[0]: k})
    assert same(ex.let("", ["k"], found), ex.let("", ["k"], expected), SIZES, SHAPES)


def test_the_oracle_bites(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sign that is dropped when like terms are collected does not pass."""
    e = es.parse("y[i,j] = A[i,j]*a[i] - 3*A[i,j]*b[j]")
    assert same(e, es.simplify(e), SIZES, SHAPES)
    times = canonical.times
    monkeypatch.setattr(canonical, "times", lambda value, rest: times(abs(value), rest))
    assert not same(e, es.simplify(es.parse("y[i,j] = A[i,j]*a[i] - 3*A[i,j]*b[j]*1")), SIZES, SHAPES)
