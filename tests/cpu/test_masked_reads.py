"""Reads that a mask selects, or that gather, are inside or refused: the same on every target, before computing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import espresso as es
from espresso.api import gather_checks as positions
from espresso.reference.evaluator import evaluate

ARRAYS: dict[str, np.ndarray] = {
    "W": np.arange(1.0, 5.0),
    "V": np.arange(1.0, 4.0),
    "x": np.arange(1.0, 6.0),
    "c": np.array([1.0, 1, 1, 0, 0]),
    "m": np.array([1.0, 1, 0, 0, 1]),
    "t": np.array([0, 3, 4, -1, 2]),
    "A": np.arange(20.0).reshape(4, 5),
}

# formula, and the position that is outside (None: the value is that of the reference)
CASES = [
    ("y[b] = where(c[b] > 0, W[t[b]], 0)", "t[b] = 4 is outside axis 0 of W, whose length is 4"),
    ("y[b] = where(m[b] > 0, W[t[b]], 0)", None),
    ("y[b] = where(m[b] > 0, where(t[b] > 0, W[t[b]], 5), 0)", None),
    ("y[b] = where(m[b] > 0, 0, W[t[b]])", "t[b] = 4 is outside axis 0 of W"),
    ("y[b] = where(t[b] < 0, 0, where(t[b] >= size(W, 0), 9, W[t[b]]))", None),
    ("s = sum[b](where(c[b] > 0, W[t[b]]*2, 1)*x[b])", "t[b] = 4 is outside axis 0 of W"),
    ("s = sum[b](where(m[b] > 0, W[t[b]]*2, 1)*x[b])", None),
    ("y[b] = where(x[b] > 2, V[b+1], 7) + x[b]", "b + 1 = 3 is outside axis 0 of V, whose length is 3"),
    ("y[b] = where(b < 2, V[b+1], 7) + x[b]", None),
    ("y[b] = where(b < 3, V[b+1], 7) + x[b]", "b + 1 = 3 is outside axis 0 of V"),
    ("y[b] = where(b >= 1, x[b-1], 0) + x[b]", None),
    ("y[b] = where(b >= 0, x[b-1], 0) + x[b]", "b - 1 = -1 is outside axis 0 of x"),
    ("y[b] = where((b >= 1)*(m[b] > 0), x[b-1], 0) + x[b]", None),
    ("y[i] = sum[k](where(k <= i, x[i-k], 0)*x[k])", None),
    ("y[i] = sum[k](where(k >= i, x[i-k], 0)*x[k])", "i - k = -1 is outside axis 0 of x"),
    ("y[i,b] = where(A[i,b] > 8, A[i,t[b]], 0)", "t[b] = -1 is outside axis 1 of A"),
    ("y[i,b] = where(t[b] >= 0, A[i,t[b]], A[i,b])", None),
    ("y[b] = softmax[b](where(m[b] > 0, W[t[b]], -1))", None),
    ("y[b] = softmax[b](where(c[b] > 0, W[t[b]], -1))", "t[b] = 4 is outside axis 0 of W"),
    ("s = max[b](where(m[b] > 0, W[t[b]], -1))", None),
    ("n[b] = m[b]*x[b]\ny[b] = where(n[b] > 0, W[t[b]], 0)", None),
    ("n[b] = c[b]*x[b]\ny[b] = where(n[b] > 0, W[t[b]], 0)", "t[b] = 4 is outside axis 0 of W"),
    ("h[k] = cumsum[k](2*W[k])\ny[b] = h[t[b]]", "t[b] = 4 is outside axis 0 of h, whose length is 4"),
    ("h[k] = exp(W[k])\ns = sum[b](where(m[b] > 0, h[t[b]], 0))/sum[k](h[k])", None),
    ("p[b] = t[b] + 1\ny[b] = where(m[b] > 0, W[p[b]-1], 0)", None),
    ("p[b] = t[b] + 1\ny[b] = W[p[b]]", "p[b] = 4 is outside axis 0 of W"),
    ("y[b] = W[b//2] + x[b]", None),
    ("y[b] = V[mod(3*b, 5)] + x[b]", "(3*b) % 5 = 3 is outside axis 0 of V"),
    ("y[b] = where(mod(b, 2) == 1, x[size(x, 0) - b], 0)*x[b]", None),
    ("y[b] = where(mod(b, 2) == 0, x[size(x, 0) - b], 0)*x[b]", "size(x, 0) - b = 5 is outside axis 0 of x"),
    ("y[b] = (b < 3)*W[t[b]]", "t[b] = 4 is outside axis 0 of W"),  # a factor is no branch
]


def given_to(e: es.Expr) -> dict[str, Any]:
    return {n: ARRAYS[n] for n in e.inputs}


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize(("text", "what"), CASES, ids=[c[0] for c in CASES])
def test_every_target_agrees_with_the_reference(text: str, what: str | None, target: str) -> None:
    e = es.parse(text)
    f = es.compile(e, target=target)
    if what is None:
        want = es.evaluate(e, given_to(e))
        np.testing.assert_allclose(f(**given_to(e)), want, rtol=1e-12)
        np.testing.assert_allclose(f(**given_to(e)), want, rtol=1e-12)
        return
    with pytest.raises(es.InputError, match="outside"):
        es.evaluate(e, given_to(e))
    for _ in range(2):
        with pytest.raises(es.InputError) as caught:
            f(**given_to(e))
        assert what in str(caught.value)


def test_nothing_is_written_where_a_read_is_refused() -> None:
    f = es.compile("y[b] = where(c[b] > 0, W[t[b]], 0)", target="cpu")
    out = np.full(5, 3.0)
    with pytest.raises(es.InputError):
        f(c=ARRAYS["c"], W=ARRAYS["W"], t=ARRAYS["t"], out=out)
    assert (out == 3).all()
    good = np.array([0, 3, 1, 99, -5])
    np.testing.assert_array_equal(f(c=ARRAYS["c"], W=ARRAYS["W"], t=good, out=out), [1, 4, 2, 0, 0])


def test_a_plan_from_the_cache_looks_too() -> None:
    text = "y[b] = where(u[b] > 0, W[t[b]], 0)"
    arrays = {"u": ARRAYS["m"], "W": ARRAYS["W"], "t": ARRAYS["t"]}
    np.testing.assert_array_equal(es.compile(text, target="cpu")(**arrays), [1, 4, 0, 0, 3])
    with pytest.raises(es.InputError, match="outside axis 0 of W"):
        es.compile(text, target="cpu")(**{**arrays, "u": ARRAYS["c"]})


def test_positions_are_looked_at_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    from espresso.api import gather_checks as positions

    monkeypatch.setattr(positions, "_BLOCK", 7)
    e = es.parse("y[i,j] = where(M[i,j] > 0, x[mod(3*i + j, 11)], 0)")
    mask, x = np.zeros((6, 9)), np.arange(5.0)
    inside = (3 * np.arange(6)[:, None] + np.arange(9)) % 11 < 5
    for target in ("cpu", "numpy"):
        f = es.compile(e, target=target)
        np.testing.assert_array_equal(f(M=1.0 * inside, x=x), es.evaluate(e, {"M": 1.0 * inside, "x": x}))
        for i, j in zip(*np.nonzero(~inside), strict=True):
            mask[:] = inside
            mask[i, j] = 1
            with pytest.raises(es.InputError, match="outside axis 0 of x"):
                f(M=mask, x=x)


CONDITIONS = ["a[i] > 0", "i < 3", "i >= j", "M[i,j] > 0", "(a[i] > 0)*(j > 1)", "t[i] >= 0", "i + j < 5"]
SLOTS = ["t[i]", "i + 1", "i - j", "j - i + 1", "t[j] + 1", "i + j", "mod(2*i + j, 6)", "i//2 + t[j]"]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(CONDITIONS), st.sampled_from(CONDITIONS), st.sampled_from(SLOTS),
    st.integers(3, 7), st.integers(0, 2**32 - 1), st.booleans(),
)  # fmt: skip
def test_random_masks(first: str, second: str, slot: str, length: int, seed: int, inner: bool) -> None:
    rng = np.random.default_rng(seed)
    read = f"where({second}, v[{slot}], -1)" if inner else f"where({second}, -1, v[{slot}])"
    e = es.parse(f"y[i,j] = where({first}, {read}, 2)*b[i]*b[j]")
    arrays = {
        "a": rng.normal(size=4), "b": rng.normal(size=4), "M": rng.normal(size=(4, 4)),
        "t": rng.integers(-1, length + 1, 4), "v": rng.normal(size=length),
    }  # fmt: skip
    arrays = {n: arrays[n] for n in e.inputs}
    try:
        want = es.evaluate(e, arrays)
    except es.InputError:
        want = None
    f = es.compile(e, target="numpy")
    if want is None:
        with pytest.raises(es.InputError, match="outside"):
            f(**arrays)
    else:
        np.testing.assert_allclose(f(**arrays), want, rtol=1e-12)


def test_positions_within_those_that_were_looked_at_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that hold for the extremes of one call hold for all values between them, and for no others."""
    from espresso.api import gather_checks as positions

    looked = []
    check = positions.Positions._check
    monkeypatch.setattr(positions.Positions, "_check", lambda *args: looked.append(args) or check(*args))
    f = es.compile("y[b,j] = W[at[b] + 1, j]*2", target="cpu")
    W = np.arange(12.0).reshape(6, 2)
    for at, expected in [([0, 4], 1), ([4, 0], 1), ([1, 3], 1), ([-1, 4], 2), ([0, 4], 2), ([-1, 2], 2)]:
        np.testing.assert_array_equal(f(W=W, at=np.array(at)), 2 * W[np.array(at) + 1])
        assert len(looked) == expected, at
    for at in ([0, 5], [-2, 0], [7, 7]):
        with pytest.raises(es.errors.InputError, match="outside"):
            f(W=W, at=np.array(at))
    np.testing.assert_array_equal(f(W=W, at=np.array([2, 4])), 2 * W[[3, 5]])
    with pytest.raises(es.errors.InputError):
        f(W=W[:5], at=np.array([2, 4]))  # a shorter array
    assert f(W=W, at=np.array([], dtype=np.int64)).shape == (0, 2)
    with pytest.raises(es.errors.InputError):
        f(W=W, at=np.array([2, 5]))


@pytest.mark.parametrize("dtype", ["uint8", "uint64", "int8", "int64"])
def test_conditions_of_small_integers_wrap_as_the_formula_does(dtype: str) -> None:
    """Looking at a condition at some positions, an index is as weak as in the formula: 0 - 1 of uint8 is 255."""
    e, V, p = es.parse("y[i,j] = where(p[i] - j >= 0, V[p[i] - j], 0)"), np.arange(1.0, 6.0), np.array([0, 3], dtype)
    for target in ("cpu", "numpy"):
        f = es.compile(e, target=target, sizes={"j": 4})
        if dtype.startswith("u"):
            with pytest.raises(es.InputError, match="outside"):
                evaluate(e, {"p": p, "V": V}, {"j": 4})
            with pytest.raises(es.InputError, match="is outside axis 0 of V"):
                f(p=p, V=V)
        else:
            np.testing.assert_array_equal(f(p=p, V=V), [[1, 0, 0, 0], [4, 3, 2, 1]])


@pytest.mark.parametrize("block", [1, 3, 1 << 20])
def test_positions_that_are_looked_at_in_blocks(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads at an index that stops before the end of the array, in all blocks: their lengths were taken for two."""
    monkeypatch.setattr(positions, "_BLOCK", block)
    x, w = np.arange(5.0), np.array([1.0, 10.0])
    f = es.compile("y[i] = x[idx[i]-idx[i+1]]")
    np.testing.assert_array_equal(f(x=x, idx=np.array([9, 7, 4, 4])), [2, 3, 0])
    with pytest.raises(es.InputError, match=r"idx\[i\] - idx\[i \+ 1\] = 6 is outside axis 0 of x, whose length is 5"):
        f(x=x, idx=np.array([9, 7, 1, 1]))
    g = es.compile("y[i] = sum[j](where(m[i,j] > 0, x[idx[i]+j], 0)*w[j])*v[i+1]")
    fits = {"m": np.array([[1, 1], [1, 0], [1, 1]]), "idx": np.array([0, 4, 2]), "v": np.ones(4), "x": x, "w": w}
    np.testing.assert_array_equal(g(**fits), [10, 4, 32])
    with pytest.raises(es.InputError, match=r"idx\[i\] \+ j = 5 is outside axis 0 of x"):
        g(**fits | {"m": np.ones((3, 2), int)})


@pytest.mark.parametrize("text", ["y[i] = x[i] + prod[j](q[2*i + 1])", "y[i] = x[i] + sum[j](where(j >= 0, q[2*i + 1], j)/2)"])
def test_conditions_on_inner_indices_are_not_asked_before_the_loop(text: str) -> None:
    given = {"x": np.ones(3), "q": np.arange(12.0) + 1}
    f = es.compile(text, target="cpu", sizes={"j": 3})
    np.testing.assert_allclose(f(**given), es.evaluate(es.parse(text), given, {"j": 3}))


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("same", ["V[j+2]", "V[j+2]*1"])
def test_equal_branches_keep_the_length_of_a_result(target, same):
    """Without ``where`` the shifted read would make it shorter."""
    f, z = es.compile(f"R[j] = where(z[j] > 0, V[j+2], {same}) + z[j]", target=target), np.ones(5)
    np.testing.assert_array_equal(f(z=z, V=np.arange(7.0)), np.arange(3.0, 8.0))
    for length in (5, 6):
        with pytest.raises(es.EspressoError, match="outside axis 0 of V"):
            f(z=z, V=np.arange(float(length)))


@pytest.mark.parametrize("target", ["cpu", "numpy", "reference"])
def test_a_condition_in_a_branch_reads_where_the_branch_is_selected(target: str) -> None:
    """Both conditions were joined by ``and``, which hides nothing."""
    e = es.parse("y[b] = where(c[b] > 0, where(W[t[b]] > 0, u[b], 2), 2)")
    lists = {"c": [1.0, -1.0, 1.0], "W": [1.0, -1.0], "t": [0, 7, 1], "u": [5.0, 6.0, 7.0]}
    arrays = {n: np.array(a) for n, a in lists.items()}
    found = es.evaluate(e, arrays) if target == "reference" else es.compile(e, target=target)(**arrays)
    np.testing.assert_array_equal(found, [5, 2, 2])


@pytest.mark.parametrize("state", ["where(x[t-2] > 0, sin(h[t-2]), 0.2*x[t-2])", "max(sin(h[t-2]), 0.5*x[t-2])"])
@pytest.mark.parametrize("target", ["cpu", "numpy", "reference"])
def test_the_second_derivative_of_states_that_a_condition_two_steps_before_chooses(target: str, state: str) -> None:
    e = es.parse(f"h[0] = p; h[1] = b*p; h[t] = {state}; L = sum[t](h[t]**2)")
    x, step, first = np.array([0.3, -0.5, 0.8, 0.2]), 1e-5, es.grad(e, "p")
    second = es.grad(first, "b")
    arrays = {n: {"x": x, "p": 0.7, "b": 0.4}[n] for n in second.inputs}
    found = es.evaluate(second, arrays) if target == "reference" else es.compile(second, target=target)(**arrays)
    above, below = (es.evaluate(first, {"x": x, "p": 0.7, "b": 0.4 + s}) for s in (step, -step))
    np.testing.assert_allclose(found, (above - below) / (2 * step), rtol=1e-6)
