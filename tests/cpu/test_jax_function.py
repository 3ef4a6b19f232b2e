"""``f.jax()``: values, derivatives of any order in any mode, batches, and refusals, with JAX as the peer."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.adapters import jax_call
from espresso.api.adapters.derived import Derived

jax = pytest.importorskip("jax", reason="JAX is not installed")
jnp = jax.numpy


@pytest.fixture(params=[True, False], ids=["64 bits", "32 bits"])
def wide(request: Any) -> Any:
    """Both widths of JAX."""
    with jax.enable_x64(request.param):
        yield request.param


@pytest.fixture
def x64() -> Any:
    """float64 in JAX."""
    with jax.enable_x64(True):
        yield


def real(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed + sum(shape)).normal(size=shape)


labels = np.array([0, 3, 2, 1, 1])

CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "outer product": ("C[b,n,m] = A[b,n]*B[b,m]", {"A": real(3, 4), "B": real(3, 5)}),
    "logistic loss": (
        "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))",
        {"y": np.sign(real(6)), "X": real(6, 3), "w": real(3)},
    ),
    "cross entropy, integer labels": (
        "l = -sum[b](log_softmax[k](z[b,k])*(t[b] == k))",
        {"z": real(5, 4), "t": labels},
    ),
    "convolution, stride 2": (
        "y[n,k,p,q] = x[n,c,2*p+r,2*q+s]*w[k,c,r,s]",
        {"x": real(2, 2, 5, 6), "w": real(2, 2, 3, 3)},
    ),
    "padded reads alone": ("y[i] = (pad(x)[i-1] + pad(x)[i+1])*a*z[i]", {"x": real(5), "a": real(), "z": real(5)}),
    "gather": ("y[b,k] = W[idx[b],k]**2", {"W": real(5, 2), "idx": labels}),
    "several results, one of integers": (
        {"C": "C[i,k] = A[i,j]*B[j,k]", "n": ["n[i] = tanh(A[i,j]*v[j])", "m[i] = argmax[j](A[i,j])"]},
        {"A": real(3, 4), "B": real(4, 2), "v": real(4)},
    ),
    "a loss and a number that has no derivative": (
        ["s = sum[i](x[i]**3*c)", "h[i] = (x[i] > 0)"],
        {"x": real(4), "c": real()},
    ),
    "statements": (
        "s[i] = softmax[i](x[i])\ny = sum[i](s[i]*z[i]*pad(s)[i-1])",
        {"x": real(5), "z": real(5)},
    ),
    "solve": ("y[i] = solve[i,j](A[i,j], b[j])", {"A": real(3, 3) + 4 * np.eye(3), "b": real(3)}),
    "complex": ("y[i] = exp(2j*z[i])*u[i]", {"z": real(4) + 1j * real(4, seed=1), "u": real(4)}),
    "a tensor declared lower": ("L : (_, _) lower\ny[i] = L[i,j]*x[j]**2", {"L": np.tril(real(3, 3)), "x": real(3)}),
    "unread in the derivative": ("y[i] = 2*x[i] + z[i]", {"x": real(3), "z": real(3)}),
}

QUICK = ("outer product", "gather", "a loss and a number that has no derivative", "complex", "statements")
FEW = [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in CASES]
"""All of them take minutes."""


def function(name: str) -> tuple[Any, tuple[Any, ...], list[int]]:
    """The function of a case by position, its arrays, and the positions of those that are not integers."""
    formula, arrays = CASES[name]
    f = es.compile(formula).jax()
    values = tuple(jnp.asarray(arrays[n]) for n in f.inputs)
    return f, values, [k for k, v in enumerate(values) if jnp.issubdtype(v.dtype, jnp.inexact)]


def close(one: Any, other: Any, tolerance: float = 1e-10) -> None:
    """The same structure, shapes, dtypes and values."""
    assert jax.tree.structure(one) == jax.tree.structure(other)
    for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True):
        assert a.shape == b.shape and a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def smooth(f: Any, values: Any, moving: list[int]) -> Any:
    """The function of its smooth inputs, with its smooth results in a tuple."""

    def of(*given: Any) -> Any:
        full = list(values)
        for k, v in zip(moving, given, strict=True):
            full[k] = v
        return tuple(r for r in jax.tree.leaves(f(*full)) if jnp.issubdtype(r.dtype, jnp.inexact))

    return of


@pytest.mark.parametrize("case", CASES)
def test_values_and_dtypes_are_those_of_the_compiled_function(case: str, wide: bool) -> None:
    f, values, _ = function(case)
    wanted = f.compiled(*map(np.asarray, values))
    narrow = {"float64": "float32", "int64": "int32", "complex128": "complex64"}
    wanted = jax.tree.map(lambda a: a if wide else a.astype(narrow.get(str(a.dtype), a.dtype)), wanted)
    for made in (f(*values), jax.jit(f)(*values), f(**dict(zip(f.inputs, values, strict=True)))):
        close(jax.tree.map(np.asarray, made), wanted, 1e-10 if wide else 1e-5)
        assert all(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(made))


@pytest.mark.parametrize("case", FEW)
def test_derivatives_agree_with_differences_in_both_modes_and_orders(case: str, x64: None) -> None:
    from jax.test_util import check_grads

    f, values, moving = function(case)
    modes = ["rev"] if case == "complex" else ["fwd", "rev"]  # JAX checks complex numbers by their parts in reverse alone
    check_grads(smooth(f, values, moving), [values[k] for k in moving], order=2, modes=modes, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("case", FEW)
def test_jacobians_of_both_modes_agree_also_jitted(case: str, x64: None) -> None:
    f, values, moving = function(case)
    g, given = smooth(f, values, moving), [values[k] for k in moving]
    every = tuple(range(len(moving)))
    if case == "complex":
        forward = jax.jacfwd(g, every, holomorphic=True)(*(v.astype(complex) for v in given))
        backward = jax.jacrev(g, every, holomorphic=True)(*(v.astype(complex) for v in given))
    else:
        forward, backward = jax.jacfwd(g, every)(*given), jax.jacrev(g, every)(*given)
        close(jax.jit(jax.jacfwd(g, every))(*given), forward)
        close(jax.jit(jax.jacrev(g, every))(*given), forward)
    close(forward, backward)


@pytest.mark.parametrize("case", CASES)
def test_a_batch_is_the_calls_one_by_one(case: str, x64: None) -> None:
    f, values, _ = function(case)
    count = len(values)
    for chosen in {(True,) * count, *(tuple(n == k for n in range(count)) for k in range(count))}:
        wide = [jnp.stack([v, v[::-1] if v.ndim else 2 * v, v]) if c else v for v, c in zip(values, chosen, strict=True)]
        wanted = [f(*(v[n] if c else v for v, c in zip(wide, chosen, strict=True))) for n in range(3)]
        wanted = jax.tree.map(lambda *rows: jnp.stack(rows), *wanted)
        close(jax.vmap(f, [0 if c else None for c in chosen])(*wide), wanted)
        last = [jnp.moveaxis(v, 0, -1) if c else v for v, c in zip(wide, chosen, strict=True)]
        close(jax.jit(jax.vmap(f, [-1 if c else None for c in chosen], out_axes=-1))(*last),
              jax.tree.map(lambda r: jnp.moveaxis(r, 0, -1), wanted))  # fmt: skip


@pytest.mark.parametrize("case", FEW)
def test_derivatives_of_a_batch(case: str, x64: None) -> None:
    f, values, moving = function(case)
    g, given = smooth(f, values, moving), [values[k] for k in moving]
    wide = [jnp.stack([v, 2 * v]) for v in given]
    total = lambda h: lambda *v: sum(jnp.sum(jnp.abs(r) ** 2) for r in h(*v))  # noqa: E731
    every = tuple(range(len(moving)))
    rows = [jax.grad(total(g), every)(*(v[n] for v in wide)) for n in range(2)]
    wanted = jax.tree.map(lambda *r: jnp.stack(r), *rows)
    close(jax.vmap(jax.grad(total(g), every))(*wide), wanted)
    close(jax.grad(total(jax.vmap(g)), every)(*wide), wanted)


def test_third_derivatives_agree_with_those_of_jax(x64: None) -> None:
    f, (y, X, w), _ = function("logistic loss")
    peer = lambda y, X, w: jnp.sum(jnp.log1p(jnp.exp(-y * (X @ w))))  # noqa: E731
    fwd, rev = jax.jacfwd, jax.jacrev
    for order in ((rev, rev, rev), (rev, fwd, fwd)):
        mine, other = f, peer
        for transform, wrt in zip(order, (2, 1, 2), strict=True):
            mine, other = transform(mine, wrt), transform(other, wrt)
        close(jax.jit(mine)(y, X, w), other(y, X, w))
    close(jax.hessian(f, 2)(y, X, w), jax.hessian(peer, 2)(y, X, w))
    close(jax.jvp(f, (y, X, w), (y, X, w)), jax.jvp(peer, (y, X, w), (y, X, w)))
    value, linear = jax.linearize(lambda w: f(y, X, w), w)
    close((value, linear(w)), jax.jvp(lambda w: peer(y, X, w), (w,), (w,)))
    close(jax.grad(jax.checkpoint(f), 2)(y, X, w), jax.grad(peer, 2)(y, X, w))


def test_a_value_and_its_gradient_are_one_call_and_unread_results_are_none() -> None:
    f, values, _ = function("logistic loss")
    text = str(jax.make_jaxpr(jax.value_and_grad(f, 2))(*values))
    assert text.count("espresso[") == 1
    lowered = jax.jit(jax.grad(f, 2)).lower(*values).as_text()
    calls = [line for line in lowered.splitlines() if "custom_call @espresso_call" in line]
    assert len(calls) == 1 and calls[0].endswith(f"-> tensor<3xf{8 * values[2].dtype.itemsize}>")  # the value itself is not computed
    text = str(jax.make_jaxpr(jax.vmap(f, (None, None, 0)))(*values[:2], jnp.ones((7, 3))))
    assert text.count("espresso[") == 1 and "scan" not in text  # a batch is one call, no loop


def test_it_composes_with_loops_and_branches_of_jax(x64: None) -> None:
    f = es.compile("y[i] = tanh(W[i,j]*h[j])").jax()
    W, h = real(4, 4), real(4)

    def run(step: Any) -> Any:
        last = jax.lax.fori_loop(0, 5, lambda _, v: step(W, v), jnp.asarray(h))
        rows = jax.lax.scan(lambda v, _: (step(W, v), v.sum()), jnp.asarray(h), None, length=4)
        return last, rows, jax.lax.cond(last[0] > 0, lambda v: step(W, v), lambda v: 2 * step(W, v), last)

    peer = lambda W, h: jnp.tanh(W @ h)  # noqa: E731
    close(jax.jit(lambda: run(f))(), run(peer))
    total = lambda step: lambda W: jax.lax.scan(lambda v, _: (step(W, v), v.sum()), jnp.asarray(h), None, length=6)[1].sum()  # noqa: E731
    close(jax.jit(jax.grad(total(f)))(W), jax.grad(total(peer))(W))


def test_numbers_widen_no_dtype(wide: bool) -> None:
    f = es.compile("y[i] = c*x[i]").jax()
    x = np.ones(3, "f4")
    for c in (2.0, 2, True, np.float32(2)):
        assert f(c, x).dtype == jnp.float32
        assert jax.jit(f)(c, x).dtype == jnp.float32  # JAX makes an array of the number
    assert jax.grad(lambda c: f(c, x).sum())(2.0) == 3
    assert f([1.0, 2.0][0], [1.0, 2.0]).dtype == (jnp.float64 if wide else jnp.float32)
    if wide:
        assert f(np.float64(2), x).dtype == jnp.float64


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int8", "uint32", "bool", "complex64"])
def test_every_dtype_of_jax(dtype: str) -> None:
    f = es.compile("y[i] = 2*x[i] + 1").jax()
    made, wanted = f(jnp.ones(3, dtype)), f.compiled(np.ones(3, jnp.dtype(dtype)))
    assert made.dtype == jax.dtypes.canonicalize_dtype(wanted.dtype) and (np.asarray(made) == 3).all()
    if jnp.issubdtype(dtype, jnp.inexact):
        assert (jax.grad(lambda x: f(x).sum().real)(jnp.ones(3, dtype)) == 2).all()


@pytest.mark.parametrize("n", [0, 1, 1000])
def test_empty_short_and_long_arrays(n: int) -> None:
    f = es.compile(["s = sum[i](x[i]**2)", "y[i,j] = x[i]*x[j]"]).jax()
    x = real(n).astype("f4")
    close(f(x), ((x**2).sum(), np.outer(x, x)), 1e-4)
    close(jax.jit(jax.grad(lambda x: f(x)[0]))(x), jnp.asarray(2 * x), 1e-6)
    close(jax.vmap(lambda x: f(x)[0])(jnp.ones((n, 2))), jnp.full(n, 2.0))


def test_structures_of_results() -> None:
    f = es.compile({"a": "2*x[i]", "b": ["x[i]**2", "sum[i](x[i])"]}).jax()
    made = jax.jit(f)(x=np.arange(3.0))
    assert list(made) == ["a", "b"] and isinstance(made["b"], tuple) and made["b"][1] == 3


def test_positions_outside_are_refused_and_good_ones_are_remembered() -> None:
    f = jax.jit(es.compile("y[b] = x[idx[b]]").jax())
    x = np.arange(4.0, dtype="f4")
    for idx in ([0, 3], [1, 1], [3, 0]):
        assert (f(x, np.array(idx)) == x[idx]).all()
    with pytest.raises((ValueError, jax.errors.JaxRuntimeError), match="InputError: idx.* is outside axis 0 of x"):
        jax.block_until_ready(f(x, np.array([0, 4])))
    assert (f(x, np.array([3, 2])) == x[[3, 2]]).all()


def test_errors_come_while_jax_traces() -> None:
    f = es.compile("y[i] = A[i,j]*x[j]").jax()
    with pytest.raises(es.ExtentError, match="index 'j' has two lengths"):
        jax.jit(f)(np.ones((2, 3)), np.ones(4))
    with pytest.raises(es.InputError, match="missing input x"):
        f(np.ones((2, 3)))
    with pytest.raises(es.DerivativeError):
        jax.grad(lambda z: es.compile("s = sum[i](abs(z[i]))").jax()(z))(jnp.ones(3, complex))


def test_other_targets_and_machines_without_the_handler_compute_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    x = real(5).astype("f4")
    wanted = jax.grad(lambda x: (jnp.tanh(x) ** 2).sum())(x)
    loss = "s = sum[i](tanh(x[i])**2)"
    close(jax.jit(jax.grad(es.compile(loss, "numpy").jax()))(x), wanted, 1e-5)
    monkeypatch.setattr(jax_call, "registered", lambda: False)
    f = es.compile(loss).jax()
    lowered = jax.jit(jax.grad(f)).lower(x).as_text()
    assert "espresso_call" not in lowered and "callback" in lowered
    close(jax.jit(jax.grad(f))(x), wanted, 1e-5)
    close(jax.vmap(f)(np.stack([x, x])), jnp.stack([f(x), f(x)]), 1e-5)


def test_calls_at_the_same_time_have_memory_of_their_own() -> None:
    from concurrent.futures import ThreadPoolExecutor

    f = jax.jit(es.compile("y[i,k] = tanh(A[i,j]*B[j,k])*C[k,l]*D[l,i]").jax())
    arrays = [[real(40, 40, seed=n + k).astype("f4") for k in range(4)] for n in range(8)]
    wanted = [np.asarray(f(*a)) for a in arrays]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            for made, right in zip(pool.map(lambda a: np.asarray(f(*a)), arrays), wanted, strict=True):
                np.testing.assert_allclose(made, right, rtol=1e-4, atol=1e-4)


def test_it_can_be_pickled_and_printed() -> None:
    f = pickle.loads(pickle.dumps(es.compile("y[i] = 2*x[i]").jax()))
    assert repr(f) == "<JAX function: (x) -> y>" and (f(np.ones(3)) == 2).all()


def test_executables_in_the_cache_of_jax_are_found_by_no_other_process(tmp_path: Any) -> None:
    program = f"""
import jax, numpy as np, espresso as es
jax.config.update("jax_compilation_cache_dir", {str(tmp_path)!r})
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
print(jax.jit(es.compile("y[i] = 3*x[i] + 0.5").jax())(np.ones(2, "f4")))
"""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and done.stdout.strip() == "[3.5 3.5]", done.stderr[-2000:]


def test_the_formulas_of_derived_functions() -> None:
    f = Derived(es.compile("y[i] = W[i,j]*x[j]**2"))
    assert str(f.tangent(["x"], ["y"]).compiled) == "y_dot[i] = 2*sum[j](W[i,j]*tx[j]*x[j])"
    assert str(f.pullback(["x"], ["y"]).compiled) == "dx[j] = 2*x[j]*sum[i](W[i,j]*dy[i])"
    assert f.tangent(["x"], ["y"]).transposed(["tx"], ["y_dot"])[0] is f.pullback(["x"], ["y"])
    made, have = f.batch(["x"], 3)
    assert str(made.compiled) == "y[n,i] = sum[j](W[i,j]*x[n,j]**2)" and have == (True,)


def test_without_jax_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(es.TargetError, match="Install it: pip install espresso"):
        es.compile("y[i] = x[i]").jax()
