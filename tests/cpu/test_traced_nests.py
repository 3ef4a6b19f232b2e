"""Loops inside loops that need each other's elements, rows that read any earlier one, and numbers of iterations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex

RNG = np.random.default_rng(23)
N = 18
SQUARE = RNG.normal(size=(N, N)) / 4 + 3 * np.eye(N)
VECTOR = RNG.normal(size=N)


def forward(L: Any, b: Any) -> Any:
    x = b * 0.0
    for i in range(b.shape[0]):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]
    return x


def backward(L: Any, b: Any) -> Any:
    n = b.shape[0]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - L[i, i + 1 :] @ x[i + 1 :]) / L[i, i]
    return x


def orthogonal(L: Any) -> Any:
    """Rows without what they share with all earlier ones."""
    for i in range(L.shape[0]):
        L[i] -= (L[:i] @ L[i]) @ L[:i] / 10
        L[i] /= np.sqrt(np.sum(L[i] ** 2))
    return L


def symmetric_root(L: Any) -> Any:
    A = (L @ L.T) * 1.0
    for i in range(N):
        for j in range(i):
            A[i, j] = (A[i, j] - A[i, :j] @ A[j, :j]) / A[j, j]
        A[i, i] = np.sqrt(A[i, i] - A[i, :i] @ A[i, :i])
    return A


def two_triangles(L: Any) -> Any:
    for i in range(N):
        for j in range(i):
            L[i, j] -= L[i, :j] @ L[:j, j]
            L[i, j] /= L[j, j]
        for j in range(i, N):
            L[i, j] -= L[i, :i] @ L[:i, j]
    return L


def from_below(L: Any) -> Any:
    """Rows from the last one up."""
    for i in range(N - 2, -1, -1):
        for j in range(1, N):
            L[i, j] = 0.5 * L[i, j] + 0.25 * (L[i + 1, j] + L[i, j - 1])
    return L


def sweeps(L: Any) -> Any:
    for _ in range(16):
        for i in range(1, N - 1):
            L[i, 1:-1] += L[i - 1, :-2] + L[i + 1, 2:]
            for j in range(1, N - 1):
                L[i, j] += L[i, j - 1]
                L[i, j] /= 4.0
    return L


def below_and_beside(L: Any, b: Any) -> Any:
    """Earlier elements take what later ones hold: a loop inside writes fewer elements than there are."""
    for i in range(1, b.shape[0]):
        for j in range(i):
            b[j] += 0.1 * L[i, j] * b[i]
    return b


def mirrored(L: Any) -> Any:
    for i in range(N):
        L[i, :i] -= 0.5
        for j in range(i):
            L[j, i] = L[i, j]
    return L


def mirrored_from_below(L: Any) -> Any:
    """What the first iteration writes reads no element that another one has written."""
    for i in range(N - 1, -1, -1):
        for j in range(i):
            L[j, i] = L[i, j]
    return L


def from_its_rest(L: Any, b: Any) -> Any:
    """No statement but the one of starting values says how long the states are."""
    for i in range(1, b.shape[0] - 1):
        b[0] = 0.5
        b[i - 1] += 0.1 * (b[i:].sum() - L[i].sum())
    return b


def from_across(L: Any, b: Any) -> Any:
    """A comparison alone says how many steps there are, and says one too few."""
    for i in range(N):
        for j in range(i + 1, N):
            L[j, i] = b[i] + 0.5 * L[j - 1, N - 1 - j]
    return L


def rows_of_rows(L: Any) -> Any:
    for i in range(N - 1, 0, -1):
        for j in range(i):
            L[i] += 0.1 * L[j] * L[i, j]
    return L


def carried_through(L: Any, b: Any) -> Any:
    """The inner loop goes on with what the row before left."""
    s = 0.0
    for i in range(N):
        for j in range(N):
            s = 0.3 * s + L[i, j]
        b[i] += s
    return b


def two_numbers(L: Any) -> Any:
    """The first iteration computes one of them with numbers alone."""
    s, r = 0.0, 1.0
    for i in range(N):
        for j in range(N):
            s, r = 0.9 * s + L[i, j] * r, np.tanh(r + s)
    return s + r


NESTS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    **{f.__name__: (f, {"L": SQUARE, "b": VECTOR}) for f in (
        forward, backward, below_and_beside, from_its_rest, from_across, carried_through)},
    **{f.__name__: (f, {"L": SQUARE}) for f in (
        orthogonal, symmetric_root, two_triangles, from_below, sweeps, mirrored, mirrored_from_below, rows_of_rows,
        two_numbers)},
}  # fmt: skip


@pytest.mark.parametrize("name", NESTS)
def test_values_are_those_of_the_loops(name: str) -> None:
    function, arrays = NESTS[name]
    e = es.trace(function, **{n: a.copy() for n, a in arrays.items()})
    assert len({n.data[0] for n in ex.postorder(e) if n.op == "recur"}) == (not name.startswith("mirrored"))
    want = function(**{n: a.copy() for n, a in arrays.items()})
    results = [es.compile(e)(**arrays)]
    if name in ("forward", "backward", "orthogonal"):  # the others have hundreds of steps
        results += [es.compile(e, target="numpy")(**arrays), es.evaluate(e, arrays)]
    for found in results:
        np.testing.assert_allclose(found, want, rtol=1e-10, atol=1e-12)


def from_the_last_row_up(L: Any, b: Any) -> Any:
    """An array inside the step would be read before its first row in the step that nobody needs."""
    for i in range(N - 1, 0, -1):
        b[5] = 0.5 * L[i - 1, 13] + 0.3 * L[i, 13]
        b[i] += 0.5 * L[i, 1] + 0.3 * L[i, i]
    return b


def test_arrays_inside_steps_that_run_down_to_the_first_row() -> None:
    e = es.trace(from_the_last_row_up, L=SQUARE, b=VECTOR)
    want = from_the_last_row_up(SQUARE.copy(), VECTOR.copy())
    for found in (es.evaluate(e, {"L": SQUARE, "b": VECTOR}), es.compile(e)(L=SQUARE, b=VECTOR)):
        np.testing.assert_allclose(found, want, rtol=1e-12)


def test_each_element_is_a_choice_of_all_that_were_written_before() -> None:
    """The ways to what is read are too many to look at one by one."""

    def function(L: Any) -> Any:
        for i in range(1, N):
            for j in range(1, N):
                L[j, i] = 0.5 * L[i, j - 1]
        return L

    np.testing.assert_array_equal(es.evaluate(es.trace(function, L=SQUARE), {"L": SQUARE}), function(SQUARE.copy()))


@pytest.mark.parametrize("name", ["forward", "symmetric_root"])
def test_gradients_are_those_of_complex_steps(name: str) -> None:
    function, arrays = NESTS[name]
    def loss(L: Any, **rest: Any) -> Any:
        return np.sum(function(L, **rest) ** 2)

    e = es.trace(loss, **arrays)
    found = es.compile(es.grad(e, "L"))(**arrays)

    def at(z: Any) -> Any:
        return loss(z.copy(), **{n: a.astype(complex) for n, a in arrays.items() if n != "L"})

    want = np.zeros((N, N))
    for place in np.ndindex(N, N):
        z = arrays["L"].astype(complex)
        z[place] += 1e-30j
        want[place] = at(z).imag / 1e-30
    np.testing.assert_allclose(found, want, rtol=1e-8, atol=1e-10)


def test_an_element_that_an_iteration_writes_is_read_in_the_one_whose_number_it_has() -> None:
    def function(x: Any) -> Any:
        y, s = np.zeros(20), np.zeros(20)
        for i in range(20):
            y[7] = x[i]
            s[i] = y[i]
        return s

    x = np.arange(20.0) + 1
    np.testing.assert_array_equal(es.compile(es.trace(function, x=x))(x=x), function(x))


def test_states_beside_each_other_are_one_loop() -> None:
    def function(c: Any) -> Any:
        z, count = np.zeros(4), np.zeros(4, int)
        for n in range(30):
            inside = z < 2
            count[inside] = n
            z[inside] = z[inside] ** 2 + np.exp(c)[inside]
        return z, count

    c = np.array([-3.0, -1.0, 0.0, 0.5])
    both = es.trace(function, c=c)
    assert len({n.data[0] for e in both for n in ex.postorder(e) if n.op == "recur"}) == 1
    f = es.compile(both)
    for found, want in zip(f(c=c), function(c), strict=True):
        np.testing.assert_allclose(found, want)


TRIANGLE = "x[0] = b[0]/L[0,0]\nx[i] = (b[i] - sum[k](L[i,k]*x[k]*{mask}))/L[i,i]"


def test_a_statement_reads_rows_that_a_condition_says_to_be_earlier() -> None:
    arrays = {"L": SQUARE, "b": VECTOR}
    for mask in ("(k < i)", "(k + 1 <= i)", "(i > k)*(k >= 0)"):
        e = es.parse(TRIANGLE.format(mask=mask))
        for target in ("cpu", "numpy"):
            found = es.compile(e, target=target)(**arrays)
            np.testing.assert_allclose(found, np.linalg.solve(np.tril(SQUARE), VECTOR))


@pytest.mark.parametrize("mask", ["(k <= i)", "(k < i + 1)", "(k != i)", "(k < j0)"])
def test_other_rows_are_refused(mask: str) -> None:
    with pytest.raises(es.EspressoError, match="no fixed distance along i"):
        es.parse(TRIANGLE.format(mask=mask))


def branches(x: Any) -> Any:
    s, y = 0.0, np.zeros(x.shape[0])
    for t in range(x.shape[0]):
        if x[t] > 0:
            s = s + x[t]
            if s > 3:
                s = s / 2
        else:
            s = s * 0.5
        y[t] = max(s, x[t])
    return y


def over_rows(X: Any) -> Any:
    s, total = np.zeros(3), 0.0
    for row in X:
        if row[0] < 0:
            row = -row
        s = np.tanh(s + row)
    for t in range(1, X.shape[0]):
        here, before = X[t], X[t - 1]
        total += here @ before
    return s, total


def until(x: Any) -> Any:
    for t in range(x.shape[0]):
        if x[t] > 0:
            break
    return x[t]


def as_long_as(x: Any) -> Any:
    s = x[0]
    for t in range(x.shape[0]):
        while s < 3:
            s = s + abs(x[t])
    return s


def test_branches_of_an_iteration_are_choices() -> None:
    x = RNG.normal(size=30)
    e = es.trace(branches, x=x)
    assert any(n.op == "recur" for n in ex.postorder(e))
    np.testing.assert_allclose(es.compile(e)(x=x), branches(x))
    np.testing.assert_allclose(es.compile(e)(x=-x), branches(-x))


@pytest.mark.parametrize("place", [lambda i: i, lambda i: 17 - i])
def test_comparisons_with_the_step_do_not_tell_lengths(place: Callable[[int], int]) -> None:
    """At one step they do not, and for all steps together they may tell another one than while tracing."""

    def function(x: Any, y: Any) -> Any:
        s = x[0] * 0.0
        for i in range(18):
            s = np.tanh(s) + np.sum(np.where(np.arange(18) == place(i), x[i], y))
        return s

    x = RNG.normal(size=18)
    e = es.trace(function, x=x, y=0.3)
    assert "j : index 18" in str(e)
    for found in (es.evaluate(e, {"x": x, "y": 0.3}), es.compile(e, target="numpy")(x=x, y=0.3), es.compile(e)(x=x, y=0.3)):
        np.testing.assert_allclose(found, function(x, 0.3))


def halved_or_raised(x: Any) -> Any:
    """Written out, 5 iterations would have 32 ways, and those of both loops too many to look at."""
    s = x[0] * 1.0
    for _ in range(5):
        s = 0.5 * s if s > 2 else s + 1
    for t in range(x.shape[0]):
        for _ in range(8):
            if s > x[t]:
                s = 0.5 * s + x[t]
            else:
                s = s + 1
    return s


def test_short_loops_with_branches_are_recurrences() -> None:
    x = RNG.normal(size=20)
    e = es.trace(halved_or_raised, x=x)
    for target in ("numpy", "cpu"):
        np.testing.assert_allclose(es.compile(e, target=target)(x=x), halved_or_raised(x))
        np.testing.assert_allclose(es.compile(e, target=target)(x=-3 * x), halved_or_raised(-3 * x))


def test_rows_by_a_name_and_loops_over_arrays_are_rolled_up() -> None:
    X = RNG.normal(size=(20, 3))
    for e, want in zip(es.trace(over_rows, X=X), over_rows(X), strict=True):
        assert len(str(e).splitlines()) < 5
        np.testing.assert_allclose(es.compile(e)(X=X), want)


def test_a_part_that_a_loop_leaves_is_not_written_into() -> None:
    def function(X: Any) -> Any:
        s = np.zeros(3)
        for t in range(20):
            row = X[t]
            s = np.tanh(s + row)
        row[0] = 1.0
        return X[19] + s

    with pytest.raises(ValueError, match="read-only"):
        es.trace(function, X=np.ones((20, 3)))


@pytest.mark.parametrize("function", [until, as_long_as])
def test_numbers_of_iterations_that_depend_on_values_are_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(es.EspressoError, match="the truth of a traced value is not known"):
        es.trace(function, x=VECTOR)


def test_bits() -> None:
    def function(a: Any, b: Any) -> Any:
        return a & 0xF0F1, a | 37, a ^ 0x8408, a & -8, a & b, a | b, a ^ b, 255 & a, a >> 3

    a, b = RNG.integers(-(2**40), 2**40, 9), RNG.integers(-(2**62), 2**62, 9)
    for e, want in zip(es.trace(function, a=a, b=b), function(a, b), strict=True):
        given = {n: v for n, v in {"a": a, "b": b}.items() if n in e.inputs}
        np.testing.assert_array_equal(es.compile(e)(**given), want)


@pytest.mark.filterwarnings("ignore:Setting the shape:DeprecationWarning")
def test_shapes_of_views() -> None:
    def function(x: Any) -> Any:
        y = x * 2
        flat, numbers = y[:], np.arange(12)[:]
        flat.shape = numbers.shape = 12
        flat[3] = 7.0
        return y, flat + numbers

    x = RNG.normal(size=(3, 4))
    for e, want in zip(es.trace(function, x=x), function(x), strict=True):
        np.testing.assert_allclose(es.evaluate(e, {"x": x}), want)


def test_three_loops_over_all_elements() -> None:
    """Shortest ways: step k reads row k and column k, which it also writes, before or after that."""
    def shortest(D: Any) -> Any:
        D = D.copy()
        for k in range(16):
            for i in range(16):
                for j in range(16):
                    D[i, j] = min(D[i, j], D[i, k] + D[k, j])
        return D

    D = np.random.default_rng(1).random((16, 16)) - 0.02  # with negative ones on the diagonal, the order matters
    e = es.trace(shortest, D=(16, 16))
    assert len(str(e)) < 3000, "written out"
    want = shortest(D)
    np.testing.assert_allclose(es.compile(e)(D=D), want, rtol=1e-12)
    way, h = np.random.default_rng(2).normal(size=(16, 16)), 1e-8
    g = es.compile(es.grad(es.sum(e), "D"))(D=D)
    difference = (shortest(D + h * way).sum() - shortest(D - h * way).sum()) / (2 * h)
    np.testing.assert_allclose((g * way).sum(), difference, rtol=1e-4)
