"""``es.batch`` beside a loop over the elements, each computed by the reference evaluator from the formula of one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(0)
N, I, J = 4, 3, 2
ONE = {
    "a": (), "b": (), "x": (I,), "v": (I,), "c": (I,), "X": (I, J), "w": (J,), "A": (I, I), "K": (5,), "t": (I,),
}  # fmt: skip
"""Shapes of the inputs for one element; t are positions."""

FORMULAS = [
    ("y = a*b", "a"),
    ("y = a*exp(-b)", ["a", "b"]),
    ("s = sum[i](x[i]**2)*a", "x"),
    ("s = sum[i](x[i]**2)*a", "a"),
    ("y[i] = X[i,j]*w[j] + b", "w"),
    ("y[i] = X[i,j]*w[j] + b", ["X", "b"]),
    ("[j,i] = X[i,j]*a", "X"),
    ("z[i] = X[i,j]*w[j]\ns[i] = c[i]**2\nl = sum[i](log(1 + exp(-z[i]*s[i])))", "w"),
    ("z[i] = X[i,j]*w[j]\ns[i] = c[i]**2\nl = sum[i](log(1 + exp(-z[i]*s[i])))", ["c", "w"]),
    ("y[i] = max[k](A[i,k]) + min[k](A[k,i])*prod[k](x[k])", "A"),
    ("y[i] = softmax[i](x[i]) + cumsum[i](x[i])", "x"),
    ("y = argmax[i](x[i]) + logsumexp[i](x[i])", "x"),
    ("y[i] = inv[i,j](A[i,j])*x[j]", "A"),
    ("y[i] = solve[i,j](A[i,j], x[j])", "x"),
    ("y = det[i,j](A[i,j]) + logdet[i,j](sum[k](A[i,k]*A[j,k]))", "A"),
    ("y[i] = K[t[i]]*x[i]", "K"),
    ("y[i] = K[t[i]]*x[i]", "t"),
    ("y[p] = c[p] + sum[r](pad(x)[p + r - 1]*K[r])", "x"),
    ("y[p] = x[p + r]*w[r]", ["x", "w"]),
    ("y[i] = where(x[i] > 0, x[i], 0) + (i == 0)*size(x, 0)", "x"),
    ("y[i] = where(a > 0, x[i], 0)", "x"),
    ("y[i] = (i < 2)*pad(x)[i - 1]", "x"),
    ("y[i] = v[i]*a + 0*x[i]", "x"),
    ("D[i,i] = x[i]", "x"),
    ("y = sum[i,n](A[i,n]*x[n])", "A"),  # an index of the name of the new axis
    ("n1[n] = A[n,n]*a\ny[i] = n1[i] + max[n](n1[n])*x[i]", ["A", "x"]),
]


def one_by_one(e: Any, arrays: dict[str, np.ndarray], over: list[str], axis: int = 0) -> np.ndarray:
    """The oracle: each element by itself."""
    count = arrays[over[0]].shape[axis]
    rows = []
    for k in range(count):
        given = {n: np.take(a, k, axis) if n in over else a for n, a in arrays.items()}
        rows.append(es.evaluate(e, {n: given[n] for n in e.inputs}))
    return np.array(rows)


def arrays_for(over: list[str], count: int = N, axis: int = 0) -> dict[str, np.ndarray]:
    found = {}
    for name, shape in ONE.items():
        at = axis % (len(shape) + 1)
        whole = (*shape[:at], count, *shape[at:]) if name in over else shape
        found[name] = RNG.integers(0, 5, whole) if name == "t" else RNG.normal(size=whole) + 2 * (name == "a")
    return found


def compare(e: Any, over: Any, count: int = N, axis: int = 0, targets: tuple[str, ...] = ("numpy", "cpu")) -> None:
    names = [over] if isinstance(over, str) else over
    made = es.batch(e, "n", over=over, axis=axis)
    assert made.axes[0] == "n" and made.inputs == e.inputs and es.parse(str(made)) is made
    arrays = {n: a for n, a in arrays_for(names, count, axis).items() if n in e.inputs}
    wanted = one_by_one(e, arrays, names, axis)
    found = [es.evaluate(made, arrays), *(es.compile(made, target=t)(**arrays) for t in targets)]
    for value in found:
        assert value.shape[0] == count and value.dtype.kind == (wanted.dtype.kind if count else value.dtype.kind)
        if count:
            np.testing.assert_allclose(value, wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("text", "over"), FORMULAS)
def test_each_element_is_that_of_the_formula(text: str, over: Any) -> None:
    compare(es.parse(text), over)


@pytest.mark.parametrize(("text", "over"), FORMULAS[::3])
@pytest.mark.parametrize("count", [0, 1])
def test_no_element_and_one(text: str, over: Any, count: int) -> None:
    compare(es.parse(text), over, count, targets=("cpu",))


@pytest.mark.parametrize("axis", [1, -1])
@pytest.mark.parametrize("text", ["y[i] = X[i,j]*w[j]", "s = sum[i](log(1 + exp(X[i,j]*w[j])))"])
def test_other_places_of_the_axis(text: str, axis: int) -> None:
    compare(es.parse(text), ["X", "w"], axis=axis)


LOSS = "l = sum[i](log(1 + exp(-c[i]*X[i,j]*w[j]))) + a*sum[j](w[j]**2)"


@pytest.mark.parametrize("over", ["w", "a", ["c", "w"], ["X", "w", "a"]])
def test_derivatives_are_those_of_each_element(over: Any) -> None:
    e = es.parse(LOSS)
    made = [es.grad(e, "w"), es.grad(e, "a"), es.hessian(e, "w"), es.jvp(e, "w", w := es.tensor("w[j]")), es.hvp(e, "w", w)]
    for d in made:
        compare(d, over, targets=("cpu",))


def test_derivatives_that_read_nothing_of_the_batch() -> None:
    """The result has the axis also where no input of the batch is left: gradients of linear terms."""
    e = es.parse("q = sum[i](x[i]*c[i]) + 3*b")
    g, h = es.grad(e, "x"), es.grad(e, "b")
    compare(g, "x")
    compare(h, ["x", "b"])
    single = es.compile(es.batch(h, "n", over="x"))(x=np.ones((4, 2), "f4"), c=np.ones(2, "f4"), b=np.float32(1))
    assert single.dtype == np.float32 and single.tolist() == [3] * 4


def test_greeks_without_a_jacobian() -> None:
    """Value, delta, gamma and theta of many contracts; no array of all by all is formed."""
    price = es.parse(
        "d = (log(S/K) + (r + v**2/2)*tau)/(v*sqrt(tau))\n"
        "C = S*(1 + erf(d/sqrt(2)))/2 - K*exp(-r*tau)*(1 + erf((d - v*sqrt(tau))/sqrt(2)))/2"
    )
    greeks = {"price": price, "gamma": es.hessian(price, "S"), "first": es.grad(price, ["S", "tau"])}
    f = es.compile(es.batch(greeks, "n", over=["S", "tau"]))
    assert f.inputs == price.inputs == ["S", "K", "r", "v", "tau"]
    count = 20_000  # all by all would be 3.2 GB
    given = {"S": RNG.uniform(80, 120, count), "tau": RNG.uniform(0.1, 2, count), "K": 100.0, "r": 0.05, "v": 0.2}
    found = f(**given)
    spot, step = given["S"], 1e-3
    up, down = (f(**{**given, "S": spot + s})["price"] for s in (step, -step))
    np.testing.assert_allclose(found["first"][0], (up - down) / (2 * step), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found["gamma"], (up - 2 * found["price"] + down) / step**2, atol=1e-5)
    later, sooner = (f(**{**given, "tau": given["tau"] + s})["price"] for s in (1e-5, -1e-5))
    np.testing.assert_allclose(found["first"][1], (later - sooner) / 2e-5, rtol=1e-4, atol=1e-5)


def test_nested_batches() -> None:
    e = es.parse("y[i] = sum[k](A[i,k]*x[k])*a")
    both = es.batch(es.batch(e, "n", over="x"), "m", over=["A", "a"])
    assert str(both) == "y[m,n,i] = sum[k](A[m,i,k]*x[n,k])*a[m]"
    arrays = {"A": RNG.normal(size=(5, 3, 3)), "x": RNG.normal(size=(2, 3)), "a": RNG.normal(size=5)}
    wanted = np.einsum("mik,nk,m->mni", arrays["A"], arrays["x"], arrays["a"])
    np.testing.assert_allclose(es.compile(both)(**arrays), wanted)
    again = es.batch(es.batch(e, "n", over="x"), "m", over=["x"])
    assert str(again) == "y[m,n,i] = sum[k](A[i,k]*x[m,n,k])*a"


def test_declarations_and_structures() -> None:
    e = es.parse("A : float32 (3, _) symmetric\nx : float32 nonneg\nq = sum[i,j](A[i,j]*x[i]*x[j])")
    made = es.batch({"value": e, "more": (e, es.grad(e, "x"))}, es.index("n", size=2), over=["A", es.tensor("x[i]")])
    assert set(made) == {"value", "more"} and isinstance(made["more"], tuple)
    assert str(made["value"]).splitlines()[:2] == ["A : float32 (_, 3, _)", "x : float32 nonneg"]
    f = es.compile(made)
    A = RNG.normal(size=(2, 3, 3)).astype("f4")
    A, x = A + A.transpose(0, 2, 1), RNG.uniform(size=(2, 3)).astype("f4")
    np.testing.assert_allclose(f(A=A, x=x)["more"][1], 2 * np.einsum("nij,nj->ni", A, x), rtol=1e-5)
    with pytest.raises(es.ExtentError):
        f(A=A[:1], x=x[:1])


def test_further_derivatives_of_a_batch() -> None:
    """A batch is a formula like others: its sum has gradients, which are those of the elements."""
    e = es.parse("y = sum[i](exp(a*x[i]))")
    total = es.sum(es.batch(e, "n", over="a"))
    a, x = RNG.normal(size=N), RNG.normal(size=I)
    wanted = [es.evaluate(es.grad(e, "a"), {"a": v, "x": x}) for v in a]
    np.testing.assert_allclose(es.compile(es.grad(total, "a"))(a=a, x=x), wanted)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: es.batch("y = a*b", "n", over="z"), es.InputError, "batch: there is no input 'z'. Inputs: a, b."),
        (lambda: es.batch("y = a*b", "n", over=[]), es.InputError,
         "batch: over=[] names no input.\nName the inputs that get the new axis."),
        (lambda: es.batch("y = a*b", 3, over="a"), es.InputError,
         "batch: an axis is named by a text such as 'n', not by 3."),
        (lambda: es.batch("y[n] = x[n]", "n", over="x"), es.IndexNameError,
         "batch: n is an axis of y already.\nGive the new axis a name of its own."),
        (lambda: es.batch("n*a", "n", over="a"), es.IndexNameError,
         "batch: n is an input already.\nGive the new axis a name of its own."),
        (lambda: es.batch("y = a*b", "n", over="a", axis=1), es.InputError,
         "batch: axis=1 is none of a, which has 1 axes with the new one.\n"
         "Give a number from 0 to 0, or -1 for the last."),
    ],
)  # fmt: skip
def test_errors(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        make()
    assert str(raised.value) == message


def test_a_formula_of_numbers_that_is_given_arrays_names_the_remedy() -> None:
    f = es.compile("y = a*exp(-b)")
    with pytest.raises(es.RankError) as raised:
        f(a=np.ones(3), b=1.0)
    assert str(raised.value).endswith('es.batch(e, "n", over=["a"]) computes the formula for each of many values.')
