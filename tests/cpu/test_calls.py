"""Calling compiled functions: arguments, out=, structures, threads, saving, errors."""

from __future__ import annotations

import dataclasses
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from threads import at_once

import espresso as es
from espresso.reference.evaluator import evaluate

X = np.arange(12.0).reshape(3, 4)
W = np.array([1.0, -2.0, 0.5, 3.0])


def test_by_name_by_position_and_mixed() -> None:
    f = es.compile("y[i] = X[i,j]*w[j] + c")
    assert f.inputs == ["X", "w", "c"]
    expected = X @ W + 2
    for value in (f(X, W, 2.0), f(X=X, w=W, c=2), f(X, c=2, w=W), f(w=W, X=X, c=np.float64(2))):
        np.testing.assert_array_equal(value, expected)


def test_structures_are_kept() -> None:
    """A list compiles to a tuple, a dict to a dict, nested ones and dataclasses too (sA14)."""

    @dataclasses.dataclass
    class Pair:
        first: Any
        second: Any

    e = es.parse("y[i] = 2*x[i]")
    x = np.ones(2)
    assert isinstance(es.compile(e)(x), np.ndarray)
    assert isinstance(es.compile([e, e])(x), tuple)
    assert set(es.compile({"a": e, "b": [e, e]})(x)) == {"a", "b"}
    made = es.compile(Pair(e, {"k": e}))(x)
    assert isinstance(made, Pair)
    np.testing.assert_array_equal(made.second["k"], 2 * x)


class Fields(NamedTuple):
    W: Any
    b: Any


@dataclasses.dataclass
class Layer:
    W: Any
    b: Any


def test_a_structure_stands_for_the_inputs_in_it() -> None:
    """sA14: parameters in a dataclass, a dict or a named tuple are given as they are; tracing calls them by their path."""
    f = es.compile("y[i] = W[i,j]*x[j] + b[i]")
    W, b, x = np.arange(6.0).reshape(2, 3), np.array([1.0, 2]), np.ones(3)
    for p in (Layer(W, b), Fields(W, b), {"W": W, "b": [1.0, 2.0]}, {"first": {"W": W}, "rest": [{"b": b}]}):
        np.testing.assert_array_equal(f(p=p, x=x), W @ x + b)
    for layers in ([Layer(W, b)], (Fields(W, b),)):
        shapes = [type(layers[0])((2, 3), (2,))]
        traced = es.trace(lambda x, layers: layers[0].W @ x + layers[0].b, x=(3,), layers=shapes)
        assert traced.inputs == ["layers_0_W", "x", "layers_0_b"]
        np.testing.assert_array_equal(es.compile(traced)(x=x, layers=layers), W @ x + b)
    with pytest.raises(es.InputError, match=r"there is no input 'p_Q'"):
        f(p={"Q": W, "b": b}, x=x)
    with pytest.raises(es.InputError, match="input 'W' is given twice"):
        f(p=Layer(W, b), W=W, x=x)


def test_python_numbers_are_weak() -> None:
    """sA19: a Python literal or scalar argument never widens float32, or integers that it alone meets (sE5)."""
    counts = es.compile("q[i] = sum[j](int(x[i,j])) + b*z[i]")
    assert counts(x=np.ones((2, 3), np.float32), b=4, z=np.ones(2, np.int64)).dtype == np.int64
    x = np.ones(3, np.float32)
    assert es.compile("y[i] = a*x[i] + 0.5")(a=2.0, x=x).dtype == np.float32
    assert es.compile("y[i] = a*x[i] + 0.5")(a=2, x=x).dtype == np.float32
    assert es.compile("y[i] = a*x[i]")(a=np.float64(2), x=x).dtype == np.float64


def test_results_are_new_arrays() -> None:
    """sA21: results never alias inputs or the results of other calls."""
    f = es.compile("y[i] = x[i]")
    x = np.ones(3)
    a, b = f(x), f(x)
    assert not np.shares_memory(a, x) and not np.shares_memory(a, b)


def test_out_writes_into_the_callers_arrays() -> None:
    f = es.compile(["y[i] = 2*x[i]", "s = sum[i](x[i])"])
    x, y, s = np.arange(5.0), np.empty(5), np.empty(())
    result = f(x, out=[y, s])
    assert result[0] is y and result[1] is s
    np.testing.assert_array_equal(y, 2 * x)
    assert s == 10
    partly = f(x, out=(None, s))
    assert partly[1] is s and partly[0] is not y


def test_out_may_alias_inputs_case_63() -> None:
    x = np.arange(6.0)
    es.compile("y[i] = 2*x[i]")(x, out=x)
    np.testing.assert_array_equal(x, 2 * np.arange(6.0))
    x = np.arange(6.0)
    es.compile("y[i] = x[i]")(x[:-1], out=x[1:])
    np.testing.assert_array_equal(x, [0, 0, 1, 2, 3, 4])
    x = np.arange(6.0)
    es.compile("y[i] = cumsum[i](x[i])")(x, out=x[::-1])
    np.testing.assert_array_equal(x[::-1], np.cumsum(np.arange(6.0)))


def test_out_of_other_layout_and_dtype() -> None:
    f = es.compile("y[i,j] = X[i,j] + 1")
    for out in (np.empty((3, 4), order="F"), np.empty((3, 8))[:, ::2], np.empty((3, 4), np.float32)):
        assert f(X, out=out) is out
        np.testing.assert_array_equal(out, X + 1)
    empty = np.empty((9, 0))  # all its strides are 0
    assert f(empty, out=empty) is empty


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_out_of_another_precision_rounds_as_numpy_does(target: str) -> None:
    f, x = es.compile("y[i] = 0.3*x[i]", target=target), np.array([1.0, 1e-9, 1e30, np.inf])
    for dtype in (np.float32, np.complex128):
        out = np.empty(4, dtype)
        np.testing.assert_array_equal(f(x, out=out), np.multiply(x, 0.3, out=np.empty(4, dtype)))
        assert f(x, out=out) is out
    for wrong in (np.int64, np.bool_):
        with pytest.raises(TypeError):
            np.multiply(x, 0.3, out=np.empty(4, wrong))
        with pytest.raises(es.DtypeError, match="which cannot hold the result's float64"):
            f(x, out=np.empty(4, wrong))


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_out_of_nested_results_whose_names_joined_are_alike(target: str) -> None:
    """``{"a": {"b": ...}, "a_b": ...}`` and keys that are alike as texts, in another order."""
    f = es.compile({"a": {"b": "y[i] = x[i] + 1"}, "a_b": "z[i] = 2*x[i]"}, target=target)
    one, two, x = np.zeros(3), np.zeros(3), np.arange(3.0)
    found = f(x, out={"a_b": two, "a": {"b": one}})
    assert found["a"]["b"] is one and found["a_b"] is two
    assert one.tolist() == [1, 2, 3] and two.tolist() == [0, 2, 4]
    g = es.compile({0: "y[i] = x[i] + 1", "0": "z[i] = 2*x[i]"}, target=target)
    found = g(x, out={"0": one, 0: two})
    assert found[0] is two and one.tolist() == [0, 2, 4] and two.tolist() == [1, 2, 3]


READ_ONLY = np.zeros(3)
READ_ONLY.flags.writeable = False
OVERLAP = np.zeros(6)

MISTAKES: list[tuple[Any, Any, str]] = [
    ("y[i] = x[i] + c", lambda f: f(np.ones(3)), "missing input c. Inputs: x, c.\nGive it by name: f(x=..., c=...)."),
    ("y[i] = x[i] + c", lambda f: f(), "missing inputs x, c. Inputs: x, c.\nGive them by name: f(x=..., c=...)."),
    ("y[i] = x[i] + out[i]", lambda f: f(x=np.ones(3), out=np.ones(3)), "missing input out. Inputs: x, out.\nGive it by position: f(x, out), since out= is for results."),
    ("y = x*`is`*`a b`", lambda f: f(), "missing inputs x, is, a b. Inputs: x, is, a b.\nGive them by name: f(x=..., **{'is': ..., 'a b': ...})."),
    ("y[i] = x[i] + c", lambda f: f(np.ones(3), 1, 2), "3 arrays were given, but the inputs are (x, c)"),
    ("y[i] = x[i] + c", lambda f: f(np.ones(3), 1, x=1), "input 'x' is given by position and by name"),
    ("y[i] = weights[i]", lambda f: f(wieghts=1), "there is no input 'wieghts'. Did you mean 'weights'? Inputs: weights."),
    ("y[i] = x[i]", lambda f: f([[1], [2, 3]]), "input 'x' is not an array: "),
    ("y[i] = x[i]", lambda f: f(es.parse("x[i]")), "input 'x' is an expression; a call takes arrays and numbers"),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out=np.ones(4)), "out= for y has shape (4,), the result has shape (3,).\nGive an array of its own, such as np.empty((3,), 'float64'), or call without out=."),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out=np.ones(3, int)), "out= for y has dtype int64, which cannot hold the result's float64.\nGive an array of dtype float64, or cast the formula."),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out=READ_ONLY), "out= for y is read-only.\nGive an array of its own, such as np.empty((3,), 'float64'), or call without out=."),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out=np.broadcast_to(np.zeros(1), 3)), "out= for y is read-only.\nGive an array of its own, such as np.empty((3,), 'float64'), or call without out=."),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out=np.lib.stride_tricks.as_strided(np.zeros(1), (3,), (0,))), "out= for y is a broadcast view: elements share one place in memory.\nGive an array of its own, such as np.empty((3,), 'float64'), or call without out=."),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out=[np.ones(3), np.ones(3)]), "out= has 2 arrays, the function has 1 results"),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out="here"), "out= must be NumPy arrays in the structure of the result, not str"),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out={"y": np.ones(3)}), "out= names y; the results are one array"),
    (["y[i] = x[i]", "z[i] = 2*x[i]"], lambda f: f(np.ones(3), out={"y": np.ones(3), "z": np.ones(3)}), "out= names y, z; the results are a tuple of 2 arrays"),
    (["y[i] = x[i]", {"u": "z[i] = 2*x[i]"}], lambda f: f(np.ones(3), out=(np.ones(3), {"v": np.ones(3)})), "out= names 1_v; the results are 0, 1_u"),
    (["y[i] = x[i]", "z[i] = 2*x[i]"], lambda f: f(np.ones(3), out={0: np.ones(3), "0": np.ones(3)}), "out= names 0 twice"),
    (["y[i] = x[i]", "z[i] = 2*x[i]"], lambda f: f(np.ones(3), out=[OVERLAP[:3], OVERLAP[2:5]]), "out= for z overlaps out= for another result.\nGive each result an array of its own memory."),
    ("y[b] = W[idx[b]]", lambda f: f(np.ones(3), np.array([0, 3])), "idx[b] = 3 is outside axis 0 of W, whose length is 3\n  in W[idx[b]]\nPositions run from 0 to 2; write pad(W)[...] to read 0 outside."),
    ("y[b] = W[idx[b]]", lambda f: f(np.ones(3), np.array([0, -1])), "idx[b] = -1 is outside axis 0 of W, whose length is 3\n  in W[idx[b]]\nPositions run from 0 to 2; write pad(W)[...] to read 0 outside."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "act", "message"), MISTAKES, ids=[m[2][:40] for m in MISTAKES])
def test_mistakes_in_calls(text: Any, act: Any, message: str) -> None:
    with pytest.raises(es.EspressoError) as caught:
        act(es.compile(text))
    assert str(caught.value).startswith(message) if message.endswith(": ") else str(caught.value) == message


def test_nothing_is_written_before_the_input_is_accepted() -> None:
    f = es.compile("C[i,k] = A[i,j]*B[j,k]")
    out = np.full((2, 5), 7.0)
    with pytest.raises(es.ExtentError):
        f(np.ones((2, 3)), np.ones((4, 5)), out=out)
    assert (out == 7).all()


def test_unknown_options_and_targets() -> None:
    with pytest.raises(TypeError, match="compile has no option 'fuse'. Did you mean 'fused'?"):
        es.compile("y = x", fuse=False)
    with pytest.raises(es.TargetError, match="target 'cup' is unknown. Did you mean 'cpu'?"):
        es.compile("y = x", target="cup")


def test_zero_allocations_of_temporaries_case_62() -> None:
    """sA20: after the first call the pool neither grows nor shrinks; batches 64, 65, 64."""
    f = es.compile("C[i,l] = A[i,j]*B[j,k]*D[k,l] + A[i,l]")
    rng = np.random.default_rng(0)
    for n in (64, 65, 64):
        a = {"A": rng.normal(size=(n, n)), "B": rng.normal(size=(n, n)), "D": rng.normal(size=(n, n))}
        for _ in range(20):
            value = f(**a)
        np.testing.assert_allclose(value, a["A"] @ a["B"] @ a["D"] + a["A"])
        assert f._last.pool.made == 1
        assert f.memory.lower_bound <= f.memory.arena <= f.memory.unshared


def test_exception_in_the_middle_leaves_the_pool_usable() -> None:
    f = es.compile("C[i,l] = A[i,j]*B[j,k]*D[k,l]")
    a = [np.ones((8, 8))] * 3
    expected = f(*a)
    bound = f._last
    good = bound._call
    bound._call = lambda *_: 1 / 0
    f.__class__ = es.Compiled  # the way through Python
    with pytest.raises(ZeroDivisionError):
        f(*a, out=np.empty((8, 8)))
    bound._call = good
    np.testing.assert_array_equal(f(*a), expected)
    assert bound.pool.made == 1


def entered(f: Any) -> bool:
    """Whether calls like the last one run machine code and nothing of Python's."""
    return type(f) is not es.Compiled and isinstance(f, es.Compiled)


def test_results_made_by_the_native_entry_are_arrays_like_others() -> None:
    """Owned, of the shapes and dtypes of the plan; references to arrays and dtypes neither grow nor shrink."""
    f = es.compile(["s = sum[i](x[i])", "Y[i,j] = x[i]*x[j]", "c[i] = x[i] > 0.5"], target="cpu")
    one, x = es.compile("y[i] = 2*x[i]", target="cpu"), np.linspace(0, 1, 7)
    f(x), one(x)
    assert entered(f) and entered(one)
    counts = [sys.getrefcount(v) for v in (x, x.dtype, np.dtype(bool), None)]
    for _ in range(1000):
        s, y, c = f(x)
        z, same = one(x), one(x=x)
    for v in (s, y, c, z, same):
        assert type(v) is np.ndarray and v.flags.owndata and v.flags.writeable and v.flags.c_contiguous
        assert sys.getrefcount(v) == 4  # two names, the tuple of the loop, the argument
    del s, y, c, z, same, v
    grown = [sys.getrefcount(v) - n for v, n in zip((x, x.dtype, np.dtype(bool), None), counts, strict=True)]
    assert all(abs(n) < 50 for n in grown), grown
    np.testing.assert_allclose(f(x)[1], np.outer(x, x))
    with pytest.raises(es.EspressoError):
        one(x=np.ones((2, 2)))
    two = es.compile("y[i] = x[i] - z[i]", target="cpu")
    assert two(x, 0 * x).tolist() == two(z=0 * x, x=x).tolist() == x.tolist()
    for wrong in (lambda: one(y=x), lambda: two(x, x, x=x, z=x), lambda: two(x, y=x), lambda: two(x=x), lambda: one()):
        with pytest.raises(TypeError):
            wrong()
    assert one(x[::2]).tolist() == (2 * x[::2]).tolist()


def test_concurrent_calls_have_their_own_arenas() -> None:
    f = es.compile("C[i,l] = exp(A[i,j])*B[j,k]*D[k,l]")
    rng = np.random.default_rng(0)
    inputs = [[rng.normal(size=(60, 60)) for _ in range(3)] for _ in range(4)]
    expected = [np.exp(a) @ b @ d for a, b, d in inputs]
    f(*inputs[0])

    def work(k: int) -> None:
        for _ in range(30):
            assert np.allclose(f(*inputs[k]), expected[k])

    at_once(work)


def test_new_extents_compile_nothing() -> None:
    """Kernels are generic in the extents: another batch size uses the same machine code."""
    f = es.compile("y[i,j] = exp(X[i,j]) + w[j]")
    f(X, W)
    code = f._last.generated.code()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("espresso.llvm.machine.object_code", lambda *_: 1 / 0)
        f(np.ones((50, 4)), W)
        f(np.ones((7, 2)), W[:2])
    assert f._last.generated.code() is code
    assert len(f._programs) == 1


@pytest.mark.usefixtures("optimised")
def test_save_writes_a_module_that_lives_alone(tmp_path: Path) -> None:
    """Case 64: the saved module needs NumPy and numba only; it gives identical bits where sums are added in order."""
    loss = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
    f = es.compile([loss, es.grad(loss, "w"), es.hessian(loss, "w"), "p[i,j] = log(1 + exp(-y[i]*X[i,j]))*w[j]"])
    rng = np.random.default_rng(5)
    a = {"y": rng.choice([-1.0, 1.0], 50), "X": rng.normal(size=(50, 6)), "w": rng.normal(size=6)}
    expected = f(**a)
    path = f.save(tmp_path / "logistic.py")
    np.savez(tmp_path / "in.npz", **a)
    code = (
        "import sys; sys.modules['espresso'] = None\n"
        "import numpy as np, logistic\n"
        "a = np.load('in.npz')\n"
        f"r = logistic.program(*[a[n] for n in {f.inputs!r}])\n"
        "np.savez('out.npz', *r)\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    with np.load(tmp_path / "out.npz") as found:
        for k, e in enumerate(expected):
            np.testing.assert_array_max_ulp(found[f"arr_{k}"], e, 0 if k == 3 else 32)
    assert "espresso" not in "".join(line for line in path.read_text().splitlines() if "import" in line)


def test_pickle_rebuilds_the_function() -> None:
    f = es.compile({"y": "y[i] = 2*x[i]"})
    g = pickle.loads(pickle.dumps(f))
    np.testing.assert_array_equal(g(np.ones(3))["y"], f(np.ones(3))["y"])


def test_what_users_see() -> None:
    f = es.compile("s[i] = sum[j](exp(X[i,j])*w[j])")
    text = f.explain()
    assert "for i in range(size(X, 0)):" in text and "1 kernel, 0 library calls" in text
    assert "def kernel_s" in f.source and list(f.kernels) == ["kernel_s"]
    f(X, W)
    assert "largest relative error" in f.check(X, W)
    assert "kernel_s" in str(f.profile(X, W, repeat=3))
    assert repr(f) == "<compiled for cpu: (X, w) -> s>"
    assert "\\sum" in f._repr_latex_() and "<table>" in f._repr_html_()


def test_check_finds_a_planted_fault() -> None:
    """sD11: a wrong kernel is caught with the worst element."""
    f = es.compile("y[i] = 2*x[i]")
    f(np.ones(4))

    def wrong(arrays: Any, results: Any, workspace: Any) -> None:
        results[0][...] = 2 * arrays[0]
        results[0][2] = 5

    f._last.compute = wrong
    with pytest.raises(es.EspressoError, match=r"y\[2\] = .*5.*the reference gives .*2"):
        f.check(np.ones(4))


def test_check_of_gradients() -> None:
    """Issue 5, 7: derivatives by formula against differences, and as compiled against the reference."""
    f = es.compile(["s[i] = sum[j](exp(X[i,j])*w[j])", "m = max[i](n[i])"])
    data = {"X": X.astype("float64"), "w": W, "n": np.arange(3)}
    shown = f.check(**data, gradient=True).split("\n")
    assert [line.split(":")[0] for line in shown] == [
        "s", "m", "derivative of s by X", "derivative of s by w", "pullback of s, dX", "pullback of s, dw",
    ]  # fmt: skip
    assert all("largest relative error" in line for line in shown)
    wrong = es.compile("y[i] = x[i]*stop_gradient(x[i])")
    wrong.check(np.ones(3))
    with pytest.raises(es.DerivativeError, match=r"by x\[\d\] is .*, but differences of values give"):
        wrong.check(np.ones(3), gradient=True)


def test_programs_are_found_on_disk_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A corrupt entry is rebuilt; a folder that cannot be written is told once, and works."""
    import espresso.system.cache as cache
    from espresso.machine import machine_code

    x = np.ones(3)
    es.compile("y[i] = 17*x[i] + 3")(x)  # what programs share is made, and this code is dropped again
    machine_code._loaded.clear()
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / "c"))
    text = "y[i] = 3*x[i] + 17"
    es.compile(text)(x)
    (file,) = (tmp_path / "c").glob("es_*.bin")
    good = file.read_bytes()
    for broken in (b"", b"broken(", good[:-20], good[:200] + bytes([good[200] ^ 1]) + good[201:]):
        file.write_bytes(broken)
        machine_code._loaded.clear()
        np.testing.assert_array_equal(es.compile(text)(x), 3 * x + 17)
        assert file.read_bytes() == good
    assert file.parent.stat().st_mode & 0o777 == 0o700
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(blocked / "c"))
    monkeypatch.setattr(cache, "_told", False)
    with pytest.warns(RuntimeWarning, match="cannot write its cache folder"):
        np.testing.assert_array_equal(es.compile("y[i] = minimum(4*x[i], 5.5)")(x), 4 * x)


def test_another_thread_changes_the_signature_in_the_middle_of_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The path of the last signature is read once: here a call with float16, which has none, comes in between."""
    from espresso.api import compiled

    f = es.compile("y[i] = 2*x[i]", target="auto")
    x = np.ones(3)
    f(x)
    between = [lambda: f._signature([x.astype(np.float16)])]

    class Active:
        @staticmethod
        def get() -> None:
            if between:
                between.pop()()

    monkeypatch.setattr(compiled, "ACTIVE", Active)
    f.__class__ = es.Compiled  # the way through Python
    np.testing.assert_array_equal(f(x, out=np.empty(3)), 2 * x)
    assert not between


def test_numbers_go_the_way_of_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number among arrays (the rate of a training step) is taken by machine code, once Python has seen its type."""
    f = es.compile({"loss": es.parse("l = sum[i](w[i]**2)"), "w": es.parse("w[i] - rate*w[i]")})
    w = np.ones(3, np.float32)
    assert f(w=w, rate=0.5)["w"].dtype == np.float32
    out = {"loss": np.zeros((), np.float32), "w": w}
    f(w=w, rate=np.float32(0.5))
    f(w=w, rate=0.5, out=out)  # makes the array in which w is computed before it is overwritten
    monkeypatch.setattr(type(f._out), "compute", None)  # what does this in Python
    for step, rate in enumerate((0.5, np.float32(0.5), 0.5), 2):
        assert f(w=w, rate=rate, out=out)["w"] is w
        assert w.tolist() == [0.5**step] * 3
    monkeypatch.undo()
    with pytest.raises(es.DtypeError):
        f(w=w, rate=0.5j, out=out)


@pytest.mark.parametrize("text", ["y[i,j] = 2*x[i,j]", "y[i,k] = x[i,j]*x[k,j]", "y[i,j] = cumsum[j](x[i,j])", "y[i] = x[i,i]"])
@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_results_have_the_byte_order_of_the_machine(text: str, target: str) -> None:
    """Inputs of the other order are converted, in the first call of a function as in one after a call without them."""
    x = np.random.default_rng(0).normal(size=(4, 4))
    for order in ((x, x.astype(">f8")), (x.astype(">f8"), x)):
        f = es.compile(text, target=target)
        first, second = (f(x) for x in order)
        np.testing.assert_array_equal(first, second)
        np.testing.assert_allclose(first, evaluate(es.parse(text), {"x": x}))
        assert first.dtype == second.dtype == np.dtype("f8")
    g = es.compile(text, target=target)
    for wide in (x.astype(">f4"), x.astype(">i8"), x.astype(">c16")):
        np.testing.assert_allclose(g(wide), evaluate(es.parse(text), {"x": wide.astype(wide.dtype.newbyteorder("="))}), 1e-5)


def test_inputs_that_are_called_as_options_are() -> None:
    """``check``, ``profile`` and ``check_grads`` take the arrays in a mapping, too."""
    f = es.compile("y[i] = x[i]*repeat + rtol*out*gradient")
    arrays = {"x": np.ones(3), "repeat": 2.0, "rtol": 1.0, "out": 1.0, "gradient": 4.0}
    assert f.check(arrays) == "y: 3 elements, largest relative error 0"
    assert "derivative of y by rtol" in f.check(arrays, gradient=True)
    assert "whole call" in str(f.profile(arrays, repeat=2))
    with pytest.raises(es.InputError, match=r"missing input rtol.*\n.*one mapping, f\.check\(\{'rtol': \.\.\., \.\.\.\}\)"):
        f.check({n: a for n, a in arrays.items() if n != "rtol"}, rtol=1e-9)
    with pytest.raises(es.InputError, match="missing input repeat"):
        f.profile(**arrays)
    with pytest.raises(es.InputError, match="'x' is given in the mapping and by name"):
        f.check(arrays, x=1.0)
    report = es.check_grads("y = x*order*tolerance", {"order": 1.0, "tolerance": 2.0}, x=1.0, order=1)
    assert {c.name for c in report.comparisons} == {"x", "order", "tolerance"}
