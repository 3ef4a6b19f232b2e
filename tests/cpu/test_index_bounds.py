"""Positions from data, looked at by the machine code of a call: nothing outside is read, and Python is asked once."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.arguments import Arguments


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with each call whose positions Python looks at."""
    found: list[int] = []
    check = Arguments.check_positions

    def counted(self: Arguments, arrays: Any) -> Any:
        found.append(1)
        return check(self, arrays)

    monkeypatch.setattr(Arguments, "check_positions", counted)
    return found


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "int64"])
def test_python_looks_at_positions_once_for_each_wider_range(dtype: str, asked: list[int]) -> None:
    f = es.compile("y[b,i] = 2*W[x[b],i]", target="cpu")
    W = np.random.default_rng(0).random((100, 3))
    narrow, wide = np.array([40, 50, 45], dtype), np.array([0, 99, 7], dtype)
    for x, count in ((narrow, 1), (narrow[::-1].copy(), 1), (wide, 2), (narrow, 2), (wide[::-1].copy(), 2)):
        np.testing.assert_array_equal(f(W=W, x=x), 2 * W[x])
        assert len(asked) == count


@pytest.mark.parametrize("text", [
    "y[j,l] = sum[n](W[x[n]]*u[j])*z[l]", "y[l,j] = max[n](W[x[n]]*u[j])*z[l]", "y[j,l] = sum[n](exp(W[x[n]]*u[j]))*z[l]",
    "y[l] = z[l]*exp(W[x[0]])",
])  # fmt: skip
def test_what_is_computed_outside_of_a_loop_without_iterations_reads_nothing_outside(text: str) -> None:
    """These were segmentation faults: no element of the result needs the read, but a loop around it computes it."""
    f = es.compile(text)
    given = {"W": np.ones(3), "u": np.ones(2), "z": np.zeros(0)}
    with pytest.raises(es.InputError, match="outside axis 0 of W"):
        f(**{n: a for n, a in {**given, "x": np.array([10**12, 0])}.items() if n in f.inputs})
    assert f(**{n: a for n, a in {**given, "x": np.array([2, 0])}.items() if n in f.inputs}).size == 0


@pytest.mark.parametrize("dtype", ["uint8", "int64", "uint64"])
def test_positions_outside_are_refused_before_anything_is_written(dtype: str) -> None:
    """The bad one is the first, in the middle of a vector, or the last; results that are given keep their values."""
    f = es.compile("y[b,i] = 2*W[x[b],i]", target="cpu")
    W, good, out = np.ones((100, 3)), np.arange(61).astype(dtype), np.full((61, 3), 7.0)
    f(W=W, x=good)
    for _ in range(2):
        f(W=W, x=good, out=out)
    limits = np.iinfo(dtype)
    for value in {100, int(limits.max), int(limits.min)} - {0}:
        for at in (0, 33, 60):
            bad = good.copy()
            bad[at] = value
            out[...] = 7
            with pytest.raises(es.InputError, match=f"= {bad[at]} is outside axis 0 of W, whose length is 100"):
                f(W=W, x=bad, out=out)
            assert (out == 7).all()
    np.testing.assert_array_equal(f(W=W, x=good, out=out), 2.0 * np.ones((61, 3)))


def test_bounds_of_several_inputs_are_joined_only_where_that_decides(asked: list[int]) -> None:
    """x[i + j] with 10 elements: i up to 5 with j up to 4 is inside, i up to 2 with j up to 7 too, both ends are not."""
    f = es.compile("y[b] = x[p[b] + q[b]]", target="cpu")
    x = np.arange(10.0)
    for p, q in (([5, 0], [4, 0]), ([2, 0], [7, 0]), ([5, 0], [4, 0]), ([2, 1], [7, 1])):
        p, q = np.array(p), np.array(q)
        np.testing.assert_array_equal(f(x, p, q), x[p + q])
    assert len(asked) >= 2
    with pytest.raises(es.InputError, match=r"p\[b\] \+ q\[b\] = 12 is outside"):
        f(x, np.array([5, 0]), np.array([7, 0]))


def test_masked_positions_are_looked_at_in_each_call(asked: list[int]) -> None:
    """Bounds do not decide: a position outside does no harm where the condition is false, and only there."""
    f = es.compile("y[b] = where(m[b] > 0, W[x[b]], 0)", target="cpu")
    W, m = np.arange(1.0, 6.0), np.array([1.0, 0.0, 1.0])
    for k in range(3):
        np.testing.assert_array_equal(f(W=W, m=m, x=np.array([4, 99, 0])), [5, 0, 1])
        assert len(asked) == k + 1
    with pytest.raises(es.InputError, match="= 99 is outside"):
        f(W=W, m=m, x=np.array([99, 4, 0]))


def test_empty_and_strided_positions(asked: list[int]) -> None:
    f = es.compile("y[b,i] = W[x[b],i]", target="cpu")
    W = np.random.default_rng(1).random((6, 2))
    for _ in range(2):
        assert f(W=W, x=np.zeros(0, int)).shape == (0, 2)
        assert f(W=W[:, :0].copy(), x=np.array([99])).shape == (1, 0)  # nothing is read
    x = np.arange(12)
    np.testing.assert_array_equal(f(W=W, x=x[:6:2]), W[[0, 2, 4]])
    with pytest.raises(es.InputError, match="= 6 is outside axis 0 of W"):
        f(W=W, x=x[4:9:2])
    with pytest.raises(es.InputError, match="= -1 is outside axis 0 of W"):
        f(W=W, x=x[2:5:1] - 3)


def test_a_recurrent_step_is_one_call_of_machine_code(asked: list[int]) -> None:
    """W21: characters are positions, and a call is nothing of Python's once their range is known."""
    f = es.compile("h[b,i] = tanh(W[x[b],i] + sum[j](U[i,j]*g[b,j]))", target="cpu")
    rng = np.random.default_rng(2)
    W, U, g = rng.random((26, 4)), rng.random((4, 4)), rng.random((5, 4))
    f(W=W, U=U, g=g, x=np.array([0, 25, 3, 4, 5]))
    assert type(f) is not es.Compiled and len(asked) == 1  # its calls are those of the native entry
    for _ in range(5):
        x = rng.integers(0, 26, 5)
        np.testing.assert_allclose(f(W=W, U=U, g=g, x=x), np.tanh(W[x] + g @ U.T))
    assert len(asked) == 1


@pytest.mark.parametrize("position", ["clip(x[b],0,9)", "minimum(x[b],9)"])
def test_unsigned_positions_that_are_no_signed_numbers(position: str) -> None:
    """Bounds decide, but the table of numbers is signed: what lies above it goes to Python, also all of an array."""
    f = es.compile(f"y[b] = W[{position}]", target="cpu")
    W = np.arange(10.0)
    for x in ([2**64 - 1, 5], [2**63, 2**63 + 1], [2**63 - 1, 0], [3, 4], [2**63, 1]):
        for _ in range(2):
            np.testing.assert_array_equal(f(W=W, x=np.array(x, "uint64")), W[[min(k, 9) for k in x]])


POSITIONS = ["p[b] - q[b]", "p[b] + q[b]", "p[b] + j", "2*p[b]", "p[b]*j + q[b]", "minimum(p[b] + q[b], 9)", "maximum(p[b] - q[b], 0)"]


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint32", "uint64"])
def test_positions_in_small_integers_wrap_where_values_do(dtype: str, target: str) -> None:
    """Bounds know nothing of that; what the machine code reads is what was looked at."""
    rng, top = np.random.default_rng(4), int(np.iinfo(dtype).max)
    V = rng.random(min(top, 300) + 30)
    for position in POSITIONS:
        e = es.parse(f"y[b,j] = 2*V[{position}]*z[j]*w[p[b]*0]*w[q[b]*0]").outputs["y"]
        f = es.compile(e, target=target)
        for p, q in (([5, 3], [1, 2]), ([1, 5], [2, 1]), ([top - 2, 1], [100, 1]), ([4, 9], [4, 0]), ([top, 0], [0, 1])):
            given: dict[str, Any] = {"V": V, "z": np.ones(7), "w": np.ones(1)}
            given |= {"p": np.array(p, dtype), "q": np.array(q, dtype)}
            try:
                expected = es.evaluate(e, given)
            except es.InputError:
                with pytest.raises(es.InputError, match="is outside axis 0 of V"):
                    f(**given)
            else:
                np.testing.assert_array_equal(f(**given), expected)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_positions_in_32_bits_wrap_where_values_do(target: str) -> None:
    f = es.compile("y[b] = V[p[b]*q[b]]", target=target)
    p, q = (np.array([k, 1], "int32") for k in (2**16 + 1, 2**16))  # 65536 after it wrapped
    np.testing.assert_array_equal(f(np.arange(70000.0), p, q), [65536.0, 1.0])
    with pytest.raises(es.InputError, match="= -2147479015 is outside axis 0 of V"):
        f(np.ones(70000), *(np.array([46341, 1], "int32") for _ in range(2)))


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_padded_reads_in_small_integers_are_tested_where_they_wrap(dtype: str) -> None:
    """No part of the loop is known to lie inside: 120 + 8 does, but is -128."""
    e = es.parse("y[b,j] = pad(V)[p[b] + j]*z[j]").outputs["y"]
    memory = np.full(1000, 7e77)
    memory[400:700] = np.arange(300)
    given = {"V": memory[400:700], "z": np.ones(20), "p": np.array([120, 3, 250 % (np.iinfo(dtype).max + 1)], dtype)}
    np.testing.assert_array_equal(es.compile(e, target="cpu")(**given), es.evaluate(e, given))


def test_bounds_of_two_threads_are_never_mixed() -> None:
    """p up to 5 with q up to 4 is good, p up to 2 with q up to 7 too: while those of one call go in, the others wait."""
    f = es.compile("y[b] = x[p[b] + q[b]]", target="cpu")
    f(p=np.zeros(1, np.int64), q=np.zeros(1, np.int64), x=np.arange(10.0))
    native = f._example()._plain
    other = threading.Thread(target=native.set_position_bounds, args=({"p": (0, 2), "q": (0, 7)},))
    seen: list[tuple[int, int]] = []

    class Slow(np.ndarray[Any, Any]):
        """The other thread begins when this one has compared its bounds with those in the record."""

        def __setitem__(self, key: Any, value: Any) -> None:
            if other.ident is None:
                other.start()
                other.join(0.2)
            super().__setitem__(key, value)
            seen.append((native.record.bounds(p_at)[1], native.record.bounds(q_at)[1]))

    p_at, q_at = (native.module.inputs.index(name) for name in ("p", "q"))
    native.record.table = native.record.table.view(Slow)
    native.set_position_bounds({"p": (0, 5), "q": (0, 4)})
    other.join()
    assert len(seen) == 2 and all(p + q < 10 for p, q in seen)


def test_a_single_position_is_outside_only_where_it_is_needed() -> None:
    f = es.compile("y = where(p[0] >= 1, x[p[0] - 1], 0)*sum[i](x[i])", target="cpu")
    x = np.array([1.0, 2.0])
    assert f(p=np.array([0]), x=x) == 0
    assert f(p=np.array([2]), x=x) == 6
    with pytest.raises(es.InputError, match="= 2"):
        f(p=np.array([3]), x=x)
