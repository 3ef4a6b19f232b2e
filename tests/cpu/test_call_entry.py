"""Calls that machine code does from end to end: what they take, what they leave to Python, and that nothing is lost."""

from __future__ import annotations

import gc
import inspect
import pickle
import sys
import weakref
from typing import Any

import numpy as np
import pytest
from threads import at_once

import espresso as es
from espresso.ir.driver import Launch


def entered(f: Any) -> bool:
    """Whether calls like the last one run machine code and nothing of Python's."""
    return type(f) is not es.Compiled and isinstance(f, es.Compiled)


def test_calls_with_temporaries_take_a_workspace_and_give_it_back() -> None:
    f = es.compile("C[i,l] = tanh(A[i,j]*B[j,k])*D[k,l]", target="cpu")
    A = np.random.default_rng(0).random((5, 5))
    expected = np.tanh(A @ A) @ A
    f(A, A, A)
    pool = f._last.pool
    (workspace,) = pool.free
    assert entered(f) and f.memory.arena > 0 and sys.getrefcount(workspace) == 3  # the list, this name, the argument
    for _ in range(100):
        np.testing.assert_allclose(f(A=A, B=A, D=A), expected)
    assert sys.getrefcount(workspace) == 3
    assert pool.free[0] is workspace and len(pool.free) == pool.made == 1
    pool.free.clear()  # as while another thread has it
    np.testing.assert_allclose(f(A, A, A), expected)
    assert pool.made == 2 and len(pool.free) == 1


def test_the_poison_reaches_calls_in_machine_code() -> None:
    """A program that forgets to start its sum: the pool's NaN shows in its result."""
    f = es.compile("C[i,l] = tanh(A[i,j]*B[j,k])*D[k,l]", target="cpu")
    A = np.ones((3, 3))
    f(A, A, A)
    bound = f._last
    kept = [n for n in bound._plain.code.numbers if n[0] == "rows"]
    first = next(k for k, step in enumerate(bound.generated.module.steps) if not isinstance(step, Launch))
    bound._plain.table[bound._plain.code.numbers.index(("rows", first))] = 0  # the first product computes no row
    assert kept and entered(f)
    bound.pool.poison = True
    assert np.isnan(f(A, A, A)).all()
    bound.pool.poison = False
    assert not bound.pool.poison


def test_threads_that_call_at_once() -> None:
    """Long calls let other threads in, which make workspaces of their own; arrays of a dictionary stay alive."""
    f = es.compile("C[i,l] = tanh(A[i,j]*B[j,k])*D[k,l]", target="cpu")
    given = [{n: np.random.default_rng(k).random((40, 40)) for n in "ABD"} for k in range(4)]
    f(**given[0])

    def work(k: int) -> None:
        a = given[k]
        right = np.tanh(a["A"] @ a["B"]) @ a["D"]
        for _ in range(50):
            assert np.allclose(f(**a), right)

    at_once(work)
    assert 1 <= f._last.pool.made <= 4 and len(f._last.pool.free) == f._last.pool.made


def test_references_stay_as_they_were() -> None:
    f = es.compile(["y[i] = tanh(A[i,j]*x[j])", "s = sum[i](x[i])"], target="cpu")
    A, x = np.ones((60, 60)), np.ones(60)  # long enough to let others run
    f(A, x)
    counted = (A, x, x.dtype, None, f._last.pool.free, f.inputs[0])
    before = [sys.getrefcount(v) for v in counted]
    for _ in range(200):
        f(A, x), f(A=A, x=x)
    grown = [sys.getrefcount(v) - n for v, n in zip(counted, before, strict=True)]
    assert all(abs(n) < 30 for n in grown), grown


@pytest.mark.parametrize("target", ["auto", "cpu"])
def test_structures_and_other_calls(target: str) -> None:
    """Dictionaries of results; other dtypes, shapes, layouts, numbers and ``out=`` go to Python and come back."""
    f = es.compile({"double": "y[i] = 2*x[i] + b", "sum": "s = sum[i](x[i])"}, target=target)
    x, b = np.arange(6.0), np.array(1.0)
    f(x, b)
    assert entered(f)
    for given in ({"x": x, "b": b}, {"x": x[::2], "b": b}, {"x": x.astype("f4"), "b": 1.0}, {"x": x[:0], "b": b}):
        for _ in range(2):
            found = f(**given)
            assert list(found) == ["double", "sum"]
            np.testing.assert_allclose(found["double"], 2 * given["x"] + 1)
            np.testing.assert_allclose(found["sum"], given["x"].sum())
    out = {"double": np.empty(6), "sum": np.empty(())}
    assert f(x, b, out=out)["double"] is out["double"] and out["double"].tolist() == (2 * x + 1).tolist()
    one = es.compile(["y[i] = 2*x[i]"], target=target)
    assert [v.tolist() for v in one(x)] == [(2 * x).tolist()] and [v.tolist() for v in one(x)] == [(2 * x).tolist()]


def test_regions_are_seen() -> None:
    """A function for "auto" follows the region of its thread, one for the CPU does not."""
    x = np.arange(3.0)
    auto, cpu = es.compile("y[i] = 2*x[i]"), es.compile("y[i] = 2*x[i]", target="cpu")
    auto(x), cpu(x)
    assert entered(auto) and entered(cpu)
    seen: list[Any] = []

    def slowly(*args: Any, **kwargs: Any) -> str:
        seen.append((args, kwargs))
        return "slowly"

    for f in (auto, cpu):  # a second entry, with a call in Python that tells
        bound = f._last
        region = es.api.compiled.ACTIVE if f is auto else None  # type: ignore[attr-defined]
        entry = bound._plain.entry(("x",), slowly, None, bound.pool.free, region, [], ())
        assert entry(x).tolist() == entry(x=x).tolist() == [0, 2, 4]
        with es.device("cpu"):
            result = entry(x)
        assert result == "slowly" if f is auto else result.tolist() == [0, 2, 4]
        for args, kwargs in (((), {}), ((x, x), {}), ((), {"y": x}), ((x,), {"x": x}), ((), {"x": x, "out": x}),
                             ((x[:2],), {}), ((1.0,), {}), ((), {"x": None}), ((x,), {"out": None}),
                             ((), {"out": x}), ((x, x), {"out": 2 * x}), ((x,), {"y": x, "out": 2 * x})):  # fmt: skip
            assert entry(*args, **kwargs) == "slowly" and seen[-1][1] == kwargs
        assert sys.getrefcount(bound.pool.free) < 10


def test_the_callers_array() -> None:
    """``out=`` is filled and returned, one more reference and no copy; whatever it cannot be goes to Python."""
    f = es.compile("y[i] = x[i] + z[i]", target="cpu")
    x, memory = np.arange(6.0), np.zeros(12)
    f(x, x)
    seen: list[Any] = []

    def slowly(*args: Any, **kwargs: Any) -> None:
        seen.append(kwargs["out"])

    entry = f._last._plain.entry(("x", "z"), slowly, None, f._last.pool.free, None, [], ())
    good = np.empty(6)
    before = sys.getrefcount(good)
    for _ in range(10):
        assert entry(x, x, out=good) is good and entry(z=x, out=good, x=x) is good
    assert sys.getrefcount(good) == before and not seen and good.tolist() == (2 * x).tolist()
    assert entry(memory[:6], x, out=memory[6:]) is not None and not seen  # side by side
    locked = np.empty(6)
    locked.flags.writeable = False
    for bad in (x, np.empty(5), np.empty(6, "f4"), np.empty(12)[::2], np.empty((6, 1)), locked, [0.0] * 6, None):
        assert entry(x, x, out=bad) is None and seen[-1] is bad
    assert entry(memory[:6], x, out=memory[3:9]) is None and seen[-1].base is memory
    f(memory[:6], x, out=memory[3:9])  # computed apart, then copied
    assert memory[3:9].tolist() == x.tolist()
    pair = es.compile(["y[i] = 2*x[i]", "s = sum[i](x[i])"], target="cpu")
    pair(x)
    out = np.empty(6), np.empty(())
    assert pair(x, out=out)[0] is out[0] and out[1] == x.sum()
    g = es.compile("C[i,l] = tanh(A[i,j]*B[j,k])*D[k,l]", target="cpu")
    A = np.random.default_rng(0).random((5, 5))
    made = np.empty((5, 5))
    g(A, A, A)
    assert g(A, A, A, out=made) is made and len(g._last.pool.free) == 1
    np.testing.assert_allclose(made, np.tanh(A @ A) @ A)


@pytest.mark.parametrize("kind", ["tuple", "list", "dict"])
def test_the_callers_arrays(kind: str) -> None:
    """``out=`` of several results: the same arrays come back, natively, also where some overlap inputs (computed apart)."""
    leaves = {"y": "y[i] = 2*x[i] + z[i]", "s": "s = sum[i](x[i])", "w": "w[i] = x[n - 1 - i]*z[i]"}
    formulas = {k: text.replace("n - 1", "size(x, 0) - 1") for k, text in leaves.items()}
    f = es.compile(formulas if kind == "dict" else list(formulas.values()), target="cpu")
    x, z = np.arange(6.0), np.linspace(1, 2, 6)
    wanted = [2 * x + z, x.sum(), x[::-1] * z]
    f(x, z)
    seen: list[Any] = []

    def slowly(*args: Any, **kwargs: Any) -> str:
        seen.append(kwargs["out"])
        return "slowly"

    def given(*arrays: Any) -> Any:
        return {"tuple": tuple, "list": list, "dict": lambda a: dict(zip(formulas, a, strict=True))}[kind](arrays)

    def flat(result: Any) -> list[Any]:
        return list(result.values()) if isinstance(result, dict) else list(result)

    bound, spares = f._last, list[Any]()
    build = f._build if kind == "dict" else tuple
    entry = bound._plain.entry(("x", "z"), slowly, build, bound.pool.free, None, spares, f._out.keys)
    out = given(np.empty(6), np.empty(()), np.empty(6))
    before = [sys.getrefcount(a) for a in flat(out)]
    for _ in range(10):
        found = entry(x, z, out=out)
        assert type(found) is (dict if kind == "dict" else tuple)
        assert all(a is b for a, b in zip(flat(found), flat(out), strict=True)) and not seen
    for a, value in zip(flat(out), wanted, strict=True):
        np.testing.assert_array_equal(a, value)
    del found, a
    assert [sys.getrefcount(a) for a in flat(out)] == before
    locked = np.empty(6)
    locked.flags.writeable = False
    y, s, w = flat(out)
    for bad in ((y, s), (y, s, w, w), (y, s, None), (y, s, locked), (y, s, w[:5]), (y, s, w.astype("f4")), (y, 1.0, w)):
        if kind != "dict" or len(bad) == 3:
            assert entry(x, z, out=given(*bad)) == "slowly"
    for bad in (y, None, {"y": y, "s": s, "v": w}, ((y, s), w)):
        assert entry(x, z, out=bad) == "slowly"
    memory = np.empty(8)
    assert entry(x, z, out=given(memory[:6], s, memory[2:])) == "slowly"  # each other: an error, which Python tells
    over = given(x.copy(), s, z.copy())
    a, b = flat(over)[0], flat(over)[2]
    assert entry(a, b, out=over) == "slowly"  # no spare arrays yet
    spares.append((np.empty(6), None, None))
    assert entry(a, b, out=over) == "slowly" and len(spares) == 1  # not all of them
    spares[0] = np.empty(6), None, np.empty(6)
    count = sys.getrefcount(spares[0])
    assert entry(a, b, out=over) is not None and seen[-1] is over and len(spares) == 1
    np.testing.assert_array_equal(a, wanted[0])
    np.testing.assert_array_equal(b, wanted[2])
    after = sys.getrefcount(spares[0])
    assert float(s) == x.sum() and after == count


def test_weights_that_are_overwritten() -> None:
    """The function itself: Python makes the spare arrays once, every later call is native, results as without ``out=``."""
    f = es.compile({"v": "v[i] = w[i] - 0.5*sum[j](A[i,j]*w[j])", "w": "u[i] = 2*v[i]"}, target="cpu")
    rng = np.random.default_rng(0)
    A, v, w = rng.random((5, 5)), rng.random(5), rng.random(5)
    own = {"v": v.copy(), "w": w.copy()}
    for step in range(4):
        wanted = f(A=A, v=v, w=w)
        found = f(A=A, **own, out=own)
        assert found["v"] is own["v"] and found["w"] is own["w"]
        v, w = wanted["v"], wanted["w"]
        np.testing.assert_array_equal(own["v"], v)
        np.testing.assert_array_equal(own["w"], w)
        (spares,) = f._out._spares.values()
        assert entered(f) and len(spares) == 1, step
    assert f.memory.pooled >= 80


def test_errors_come_through() -> None:
    f = es.compile("y[i] = x[i] + z[i]", target="cpu")
    x = np.ones(3)
    f(x, x)
    assert entered(f)
    with pytest.raises(es.InputError, match="there is no input 'w'"):
        f(x=x, w=x)
    with pytest.raises(es.ExtentError):
        f(x, np.ones(4))
    assert f(x, x).tolist() == [2, 2, 2]


def test_the_object_stays_what_it_is() -> None:
    f = es.compile("y[i] = x[i] + z[i]", target="cpu")
    before = repr(f), str(inspect.signature(f))
    x = np.ones(3)
    f(x, x)
    assert entered(f) and (repr(f), str(inspect.signature(f))) == before
    assert type(f).__name__ == "Compiled" and callable(f)
    call = f.__call__
    again = pickle.loads(pickle.dumps(f))
    assert again(x, x).tolist() == [2, 2, 2]
    gone = weakref.ref(f)
    del f
    assert call(x, z=x).tolist() == call(x=x, z=x).tolist() == [2, 2, 2]  # it keeps what it needs
    del call
    gc.collect()
    assert gone() is None


def test_inputs_of_any_name() -> None:
    """An input called ``out`` is given by position, since the name is taken."""
    f = es.compile("y[i] = 2*out[i]", target="cpu")
    x = np.ones(3)
    assert f(x).tolist() == f(x).tolist() == [2, 2, 2] and not entered(f)


def test_no_inputs() -> None:
    f = es.compile("y[i] = i*i", target="cpu", sizes={"i": 4})
    assert f().tolist() == f().tolist() == [0, 1, 4, 9] and entered(f)


def test_constants_are_still_kept() -> None:
    f = es.compile("y[i] = A[k,i]*A[k,j]*x[j]", constant=["A"])
    A, x = np.arange(6.0).reshape(3, 2), np.ones(2)
    for _ in range(3):
        np.testing.assert_allclose(f(A=A, x=x), A.T @ A @ x)
        np.testing.assert_allclose(f(x=x), A.T @ A @ x)
    assert type(f).__name__ == "Prepared"
