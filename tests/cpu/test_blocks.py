"""Steps in blocks of rows: attention and losses over many classes without their large arrays (W12, W14)."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.codegen.numba.blocks import SIZES
from espresso.compiler.loops import row_blocks as blocks
from espresso.ir import block_rows as rows
from espresso.ir.block_rows import block_sizes
from espresso.networks import attention, cross_entropy
from espresso.runtime.cpu import row_blocks as blocked
from espresso.system import machine_model, threads
from tests.loaded import loaded

ATTENTION = "o[h,i,e] = softmax[j](sum[d](q[h,i,d]*k[h,j,d])*0.125)*v[h,j,e]"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are worth it for small arrays, so that tests need little time."""
    for module, name, value in (
        (blocks, "BIG", 1 << 12), (rows, "FAR", 1 << 17), (rows, "NEAR", 1 << 13), (rows, "LEAST", 8), (rows, "ROOM", 1 << 13),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, value)


def attention_in_numpy(q: np.ndarray, k: np.ndarray, v: np.ndarray, g: np.ndarray, causal: bool = False) -> list[np.ndarray]:
    """Attention and its gradients, in float64."""
    q, k, v, g = (a.astype(np.float64) for a in (q, k, v, g))
    score = q @ k.swapaxes(-1, -2) / 8
    if causal:
        score[..., np.triu(np.ones(score.shape[-2:], bool), 1)] = -np.inf
    p = np.exp(score - score.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    dp = g @ v.swapaxes(-1, -2)
    ds = p * (dp - (p * dp).sum(-1, keepdims=True)) / 8
    return [p @ v, ds @ k, ds.swapaxes(-1, -2) @ q, p.swapaxes(-1, -2) @ g]


def random(*shape: int, dtype: str = "float32", seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(dtype)


def given(h: int, s: int, t: int, d: int, dtype: str) -> dict[str, np.ndarray]:
    return {"q": random(h, s, d, dtype=dtype), "k": random(h, t, d, dtype=dtype, seed=1),
            "v": random(h, t, d, dtype=dtype, seed=2), "G": random(h, s, d, dtype=dtype, seed=3)}  # fmt: skip


def compiled(formula: str = ATTENTION, **options: object) -> es.Compiled:
    o = es.parse(formula)
    return es.compile([o, *(es.vjp(o, n, "G") for n in "qkv")], target="cpu", **options)


def close(got: object, wanted: object, dtype: str = "float32") -> None:
    for g, w in zip(got, wanted, strict=True):  # type: ignore[call-overload]
        scale = float(np.abs(w).max()) or 1.0
        np.testing.assert_allclose(g, w, rtol=0, atol=scale * (1e-5 if dtype == "float32" else 1e-13))


@pytest.mark.parametrize(
    ("count", "h", "s", "t", "d", "dtype"),
    [(2, 3, 100, 90, 8, "float32"), (3, 1, 130, 70, 5, "float64"), (1, 2, 64, 257, 16, "float32"), (2, 7, 33, 40, 4, "float64"),
     (3, 2, 64, 257, 16, "float32")],
)  # fmt: skip
def test_attention_and_its_gradients(
    small: None, monkeypatch: pytest.MonkeyPatch, count: int, h: int, s: int, t: int, d: int, dtype: str
) -> None:
    """Case W14: the same values as attention in float64, whatever role threads divide."""
    monkeypatch.setattr(threads, "count", lambda: count)
    f, arrays = compiled(), given(h, s, t, d, dtype)
    close(f(**arrays), attention_in_numpy(*arrays.values()), dtype)
    assert f.program.blocks
    f._last.pool.poison = True
    close(f(**arrays), attention_in_numpy(*arrays.values()), dtype)
    whole = compiled(blocked=False)
    close(whole(**arrays), attention_in_numpy(*arrays.values()), dtype)
    assert not whole.program.blocks
    assert f.memory.arena < whole.memory.arena


def test_scores_masked_by_position(small: None) -> None:
    """Causal attention: the position of a row is that in the whole array, not in the block."""
    q, k, v = es.tensor("q[h,i,d]"), es.tensor("k[h,i,d]"), es.tensor("v[h,i,d]")
    o = attention(q, k, v, causal=True, scale=0.125)
    f = es.compile([o, *(es.vjp(o, n, "G") for n in "qkv")], target="cpu")
    arrays = given(2, 90, 90, 8, "float32")
    close(f(**arrays), attention_in_numpy(*arrays.values(), causal=True))
    assert f.program.blocks


def losses() -> list[es.Expr]:
    scores = es.parse("z[t,v] = sum[d](X[t,d]*W[v,d])")
    one = cross_entropy(scores, es.tensor("y[t]"))
    two = es.parse("loss = sum[t](logsumexp[v](sum[d](X[t,d]*W[v,d])) - sum[d](X[t,d]*W[y[t],d]))/size(X,0)")
    return [one, two]


def inputs_and_loss() -> tuple[dict[str, np.ndarray], list[np.ndarray]]:
    """Rows, weights and classes, and by hand the loss and its gradients in rows and weights."""
    x, w, y = random(150, 12), random(300, 12, seed=1), np.random.default_rng(2).integers(0, 300, 150)
    z = x.astype(np.float64) @ w.T
    p = np.exp(z - z.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    rows = np.arange(150)
    value = -np.log(p[rows, y]).mean()
    p[rows, y] -= 1
    return {"X": x, "W": w, "y": y}, [value, p @ w / 150, p.T @ x / 150]


@pytest.mark.parametrize("form", [0, 1])
@pytest.mark.parametrize("share", [0.25, 0.0])
def test_loss_over_many_classes(small: None, monkeypatch: pytest.MonkeyPatch, form: int, share: float) -> None:
    """Case W12: loss and gradients; threads with blocks of their own, and together in each block."""
    monkeypatch.setattr(blocked, "APART", share)
    monkeypatch.setattr(threads, "count", lambda: 2)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    loss = losses()[form]
    f = es.compile([loss, es.grad(loss, "X"), es.grad(loss, "W")], target="cpu")
    given, wanted = inputs_and_loss()
    close(f(**given), wanted)
    assert f.program.blocks
    assert [plan.inside for plan in f._last.blocks.values()] == [share == 0]


def test_one_block_alone_has_all_threads(small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no blocks to share out, threads divide the steps of the one that there is."""
    monkeypatch.setattr(blocked, "block_sizes", lambda extents, *_: list(extents))
    monkeypatch.setattr(threads, "count", lambda: 2)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    loss = losses()[0]
    f = es.compile([loss, es.grad(loss, "W")], target="cpu")
    given, (value, _, by_weights) = inputs_and_loss()
    close(f(**given), [value, by_weights])
    (plan,) = f._last.blocks.values()
    assert plan.counts == (1,) and plan.inside


def test_room_for_rows_is_shared_by_the_copies() -> None:
    """Case W12: 256 rows beside 4 MB that pass by, where they take at most 16 MB in all copies together."""
    least, whole = rows.least_rows(1 << 22), 512 << 16
    assert block_sizes([512], 1 << 15, least, whole) == [256]
    assert block_sizes([512], 1 << 16, least, whole) == [256]
    assert block_sizes([512], 1 << 16, least, whole, copies=2) == [128]
    assert block_sizes([512], 1 << 16, rows.least_rows(1 << 21), whole) == [64]


def test_whole_scores_are_never_there() -> None:
    """Case W12: all temporaries together are less than a tenth of the scores."""
    loss = losses()[0]
    f = es.compile([loss, es.grad(loss, "X"), es.grad(loss, "W")], target="cpu")
    x, w, y = random(8000, 4), random(10000, 4, seed=1), np.zeros(8000, int)
    f(X=x, W=w, y=y)
    assert f.memory.pooled <= 0.1 * (4 * 8000 * 10000)


def test_sums_of_other_kinds_go_on_from_block_to_block(small: None) -> None:
    """Largest, smallest, product, and whether one is large, of values that are never all there."""
    scores = "s[i,j] = sum[d](x[i,d]*y[j,d])\n"
    ends = ["a[j] = max[i](s[i,j]**2)", "b = sum[i,j](tanh(s[i,j]))", "c[j] = min[i](s[i,j])", "d = any[i,j](s[i,j] > 1)",
            "e[j] = prod[i](1 + 0.01*s[i,j])", "w[i,d] = sum[j](sin(s[i,j])*y[j,d])"]  # fmt: skip
    f = es.compile([es.parse(scores + end) for end in ends], target="cpu")
    x, y = random(130, 6, dtype="float64"), random(70, 6, dtype="float64", seed=1)
    s = x @ y.T
    wanted = (s**2).max(0), np.tanh(s).sum(), s.min(0), (s > 1).any(), (1 + 0.01 * s).prod(0), np.sin(s) @ y
    for g, w in zip(f(x=x, y=y), wanted, strict=True):
        np.testing.assert_allclose(g, w, rtol=1e-10, atol=1e-12)
    assert set(f.program.blocks[0].carried.values()) >= {"sum", "max", "min", "any", "prod"}


def test_other_lengths_use_the_same_code(small: None) -> None:
    """Extents that leave a part of a block, one row, none."""
    f = compiled()
    for h, s, t in ((2, 100, 90), (2, 97, 91), (1, 1, 90), (2, 0, 90), (3, 17, 1)):
        arrays = given(h, s, t, 8, "float32")
        if s:
            close(f(**arrays), attention_in_numpy(*arrays.values()))
        else:
            assert [a.shape for a in f(**arrays)] == [(2, 0, 8), (2, 0, 8), (2, 90, 8), (2, 90, 8)]
            assert all(not a.any() for a in f(**arrays))


def test_strided_inputs(small: None) -> None:
    """Views with strides that BLAS reads in place, and one that it cannot read."""
    f, arrays = compiled(), given(2, 100, 90, 8, "float32")
    wanted = attention_in_numpy(*arrays.values())
    for make in (lambda a: np.repeat(a, 2, axis=1)[:, ::2], lambda a: np.repeat(a, 2, axis=2)[:, :, ::2]):
        close(f(**{n: make(a) for n, a in arrays.items()}), wanted)


def test_text_runs_alone(small: None, tmp_path: Path) -> None:
    """The saved module computes the same without espresso."""
    f, arrays = compiled(), given(2, 50, 60, 8, "float32")
    wanted = f(**arrays)
    f.save(tmp_path / "kept.py")
    text = (tmp_path / "kept.py").read_text()
    assert "for _from_h in range(0, n_h" in text
    close(loaded(tmp_path / "kept.py").program(*(arrays[n] for n in f.inputs)), wanted)


def test_explained(small: None) -> None:
    f, arrays = compiled(), given(2, 100, 90, 8, "float32")
    f(**arrays)
    text = f.explain()
    assert re.search(r"in blocks: steps 1 to \d+, 1 x \d+ of h, i\n     of one block alone: s1, ", text)


def test_block_sizes_cover_all_rows() -> None:
    """Every size is at least one and at most the extent, and the text of programs finds the same."""
    scope: dict[str, Any] = {}
    exec(SIZES, scope)
    extents = [(5,), (4096,), (3, 1000), (1, 2, 3), (7, 0), (1000, 64), (2, 130, 16)]
    for lengths, row, least in itertools.product(extents, (1, 4096, 1 << 17, 1 << 24), (64, 512)):
        sizes = block_sizes(lengths, row, least, 1 << 29)
        assert all(1 <= s <= max(n, 1) for s, n in zip(sizes, lengths, strict=True))
        assert scope["_block_sizes"](lengths, row, least, 1 << 29) == sizes


AROUND = {
    "activation": ("Y[i,j] = relu(sum[k](A[i,k]*B[k,j]) + b[j])", lambda A, B, b: np.maximum(A @ B + b, 0)),
    "residual": ("Y[i,j] = C[i,j] + tanh(sum[k](A[i,k]*B[k,j]) + b[j])", lambda A, B, C, b: C + np.tanh(A @ B + b)),
    "scale": ("Y[i,j] = A[i,k]*B[k,j]*C[i,j]", lambda A, B, C: (A @ B) * C),
    "function before": ("Y[i,j] = exp(A[i,k])*B[k,j]", lambda A, B: np.exp(A) @ B),
    "difference before": ("Y[i,j] = (A[i,k] - D[i,k])*B[k,j]", lambda A, B, D: (A - D) @ B),
    "function of the transposed": ("Y[k,j] = exp(A[i,k])*C[i,j]", lambda A, C: np.exp(A).T @ C),
    "both": ("Y[i,j] = relu(sum[k](exp(A[i,k])*B[k,j]) + b[j])", lambda A, B, b: np.maximum(np.exp(A) @ B + b, 0)),
    "sums of rows": ("y[i] = sum[j](relu(sum[k](A[i,k]*B[k,j]) + b[j]))", lambda A, B, b: np.maximum(A @ B + b, 0).sum(1)),
    "sums of columns": ("y[j] = sum[i](relu(sum[k](A[i,k]*B[k,j]) + b[j]))", lambda A, B, b: np.maximum(A @ B + b, 0).sum(0)),
    "a number": ("y = sum[i,j]((sum[k](A[i,k]*B[k,j]) - C[i,j])**2)", lambda A, B, C: ((A @ B - C) ** 2).sum()),
    "two layers": ("Y[i,m] = relu(sum[k](A[i,k]*B[k,j]) + b[j])*E[j,m]", lambda A, B, E, b: np.maximum(A @ B + b, 0) @ E),
}  # fmt: skip
"""What stands before or behind a product, in index notation and with NumPy."""


@pytest.mark.parametrize("case", AROUND)
def test_what_stands_around_a_product_runs_with_its_rows(small: None, case: str) -> None:
    """A function before a product, and all that follows one, meet its blocks in the cache, not whole arrays."""
    formula, in_numpy = AROUND[case]
    made = {"A": random(203, 24), "B": random(24, 40), "C": random(203, 40), "D": random(203, 24, seed=1),
            "E": random(40, 9), "b": random(40, seed=2)}  # fmt: skip
    f = es.compile(formula, target="cpu")
    given = {n: made[n] for n in sorted(f.inputs)}
    close([f(**given)], [in_numpy(**{n: a.astype(np.float64) for n, a in given.items()})])
    text = f.explain()
    products = 2 if case == "two layers" else 1
    kernels = 2 if case == "both" else 1
    assert f"steps: {kernels} kernel{'s' * (kernels > 1)}, {products} library call" in text
    assert f"in blocks: steps 1 to {kernels + products}, " in text and " of one block alone: " in text
    whole = max(203 * 24, 203 * 40) * 4
    assert 0 < f.memory.arena < whole  # the array between them is never there


@pytest.mark.parametrize("share", [0.25, -1.0])
@pytest.mark.parametrize("form", ["y[i] = sum[j](tanh(z[j,i]))", "y[i] = max[j](z[j,i])*sum[j](z[j,i])"])
def test_sums_into_the_rows_of_a_block(small: None, monkeypatch: pytest.MonkeyPatch, form: str, share: float) -> None:
    """A loop outside of that over rows, which is not divided: its slices would join rows of other blocks."""
    monkeypatch.setattr(threads, "count", lambda: 2)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    monkeypatch.setattr(blocked, "APART", share)
    f = es.compile(f"z[j,i] = B[k,j]*A[i,k]\n{form}", target="cpu")
    A, B = random(203, 24), random(24, 40)
    z = A.astype(np.float64) @ B
    close([f(A=A, B=B)], [np.tanh(z).sum(1) if "tanh" in form else z.max(1) * z.sum(1)])
    (plan,) = f._last.blocks.values()
    assert f.program.blocks and plan.inside == (share < 0)


def test_small_arrays_are_left_alone() -> None:
    """Nothing runs in blocks that fits into a cache anyway, nor where the products would only read more."""
    arrays = given(2, 128, 128, 16, "float32")
    f = compiled()
    f(**arrays)
    assert not f.program.blocks


def test_a_kernel_that_tests_no_edges_keeps_the_bounds_of_its_block(small: None) -> None:
    """Loops at the edges of a padded read have bounds of their own: places in a block count from where that begins."""
    f = es.compile(
        "u[o,i] = exp(pad(w)[o, i - 1]*c[i]); s[r,i] = a[r,o]*u[o,i]; y[r,i] = tanh(s[r,i])*c[i]; z[r] = sum[i](y[r,i])"
    )
    w, c, a = random(60, 199, dtype="float64"), random(200, dtype="float64"), random(50, 60, dtype="float64")
    padded = np.pad(w, ((0, 0), (1, 0)))
    close([f(w=w, c=c, a=a)], [(np.tanh(a @ np.exp(padded * c)) * c).sum(1)], "float64")
    assert "for _from_i in range" in f.source and "for i_edge in range" in f.source


def test_a_kernel_with_a_diagonal_keeps_the_bounds_of_its_block(small: None) -> None:
    """The same where a loop is parted at an equality of its index."""
    f = es.compile(
        "u[o,i] = exp(c[i])*(o == i) + b[o,i]; s[r,i] = a[r,o]*u[o,i]; y[r,i] = tanh(s[r,i])*c[i]; z[r] = sum[i](y[r,i])"
    )
    b, c, a = random(60, 200, dtype="float64"), random(200, dtype="float64"), random(50, 60, dtype="float64")
    close([f(b=b, c=c, a=a)], [(np.tanh(a @ (np.eye(60, 200) * np.exp(c) + b)) * c).sum(1)], "float64")


def test_a_symmetric_sum_over_blocks_is_computed_by_halves(small: None) -> None:
    """Issue 22: the Hessian of a logistic loss was a full product in every block."""
    loss = es.parse("l = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
    f = es.compile(es.hessian(loss, "w"))
    X, y, w = random(700, 200, dtype="float64"), np.sign(random(700, dtype="float64")), random(200, dtype="float64")
    H = f(X=X, y=y, w=w)
    p = 1 / (1 + np.exp(y * (X @ w)))
    np.testing.assert_allclose(H, X.T @ ((p * (1 - p))[:, None] * X), rtol=0, atol=1e-12 * np.abs(H).max())
    np.testing.assert_array_equal(H, H.T)
    (step,) = f._last.generated.module.steps
    assert any(getattr(inner, "symmetric", False) for inner in step.steps)
