"""``f.torch()`` under ``torch.compile`` and ``torch.func``: one graph, symbolic lengths, batches, forward mode."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import espresso as es

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
func = torch.func
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:torch", "ignore::FutureWarning:torch")


def real(*shape: int, seed: int = 0) -> Any:
    return torch.from_numpy(np.random.default_rng(seed + sum(shape)).normal(size=shape))


CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "outer product": ("C[b,n,m] = A[b,n]*B[b,m]", {"A": real(3, 4), "B": real(3, 5)}),
    "logistic loss": (
        "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))",
        {"y": torch.sign(real(6)), "X": real(6, 3), "w": real(3)},
    ),
    "convolution": ("y[n,k,p] = x[n,c,2*p+r]*w[k,c,r]", {"x": real(2, 2, 7), "w": real(2, 2, 3)}),
    "padded reads alone": ("y[i] = pad(x)[i-1]*a*z[i]", {"x": real(5), "a": real(), "z": real(5)}),
    "gather": ("y[b,k] = W[idx[b],k]**2", {"W": real(5, 2), "idx": torch.tensor([0, 3, 3, 4])}),
    "several results, one of integers": (
        ["n[i] = tanh(A[i,j]*v[j])", "m[i] = argmax[j](A[i,j])"],
        {"A": real(3, 4), "v": real(4)},
    ),
}

QUICK = ("logistic loss", "several results, one of integers", "gather")
FEW = [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in CASES]


def operator(name: str) -> tuple[Any, list[Any]]:
    formula, tensors = CASES[name]
    f = es.compile(formula).torch()
    return f, [tensors[n] for n in f.inputs]


def leaves(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple) else [value]


def close(one: Any, other: Any) -> None:
    for a, b in zip(leaves(one), leaves(other), strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(a.detach(), b.detach(), rtol=1e-9, atol=1e-9)


def total(f: Any) -> Any:
    return lambda *v: sum((r**2).sum() for r in leaves(f(*v)) if r.is_floating_point())


@pytest.mark.parametrize("case", FEW)
def test_the_registered_operator_passes_the_checks_of_pytorch(case: str) -> None:
    f, values = operator(case)
    tensors = [v.requires_grad_(v.is_floating_point()) for v in map(torch.clone, values)]
    found = torch.library.opcheck(torch.ops.espresso.call, (f.handle, tensors, []))
    assert set(found.values()) == {"SUCCESS"}


@pytest.mark.parametrize("case", FEW)
def test_compiled_into_one_graph_with_gradients(case: str) -> None:
    torch._dynamo.reset()
    f, values = operator(case)
    moving = [k for k, v in enumerate(values) if v.is_floating_point()]
    compiled = torch.compile(total(f), backend="aot_eager", fullgraph=True)
    grads = []
    for g in (compiled, total(f)):
        tensors = [v.clone().requires_grad_(k in moving) for k, v in enumerate(values)]
        result = g(*tensors)
        result.backward()
        grads.append((result, *(tensors[k].grad for k in moving)))
    close(*grads)


def test_one_graph_serves_all_lengths() -> None:
    f = es.compile("y[p] = x[2*p+r]*w[r]").torch()
    graphs = 0

    def backend(graph: Any, _: Any) -> Any:
        nonlocal graphs
        graphs += 1
        return graph

    compiled = torch.compile(lambda x, w: torch.sin(f(x, w)).sum(), backend=backend, fullgraph=True, dynamic=True)
    for n, m in ((9, 3), (12, 4), (20, 5), (3, 3)):
        x, w = real(n), real(m)
        close(compiled(x, w), torch.sin(f(x, w)).sum())
    assert graphs == 1


def test_numbers_and_names_in_a_graph() -> None:
    f = es.compile("y[i] = c*x[i] + k").torch()
    compiled = torch.compile(lambda x, c: f(x=x, c=c, k=0.1), backend="eager", fullgraph=True)
    x = real(4).float()
    for c in (2, 0.3):
        close(compiled(x, c), f(c, x, 0.1))  # float32 for all that the numbers are


def test_the_default_compiler_of_pytorch() -> None:
    f = es.compile("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))").torch()
    y, X, w = torch.sign(real(6)), real(6, 3), real(3).requires_grad_()
    try:
        value = torch.compile(lambda w: f(y, X, w) * 2, fullgraph=True)(w)
        value.backward()
    except torch._inductor.exc.InductorError as reason:  # it needs a C++ compiler
        pytest.skip(f"torch.compile does not work here: {reason}")
    made = w.grad.clone()
    w.grad = None
    (f(y, X, w) * 2).backward()
    close(made, w.grad)


@pytest.mark.parametrize("case", FEW)
def test_a_batch_is_the_calls_one_by_one(case: str) -> None:
    f, values = operator(case)
    count = len(values)
    for chosen in {(True,) * count, *(tuple(n == k for n in range(count)) for k in range(count))}:
        torch._dynamo.reset()
        wide = [
            torch.stack([v, v.flip(0) if v.ndim else 2 * v], -1) if c else v for v, c in zip(values, chosen, strict=True)
        ]
        rows = [f(*(v[..., n] if c else v for v, c in zip(wide, chosen, strict=True))) for n in range(2)]
        wanted = tuple(torch.stack(r) for r in zip(*map(leaves, rows), strict=True))
        axes = tuple(-1 if c else None for c in chosen)
        close(func.vmap(f, axes)(*wide), wanted)
        close(torch.compile(func.vmap(f, axes), backend="eager", fullgraph=True)(*wide), wanted)


@pytest.mark.parametrize("case", FEW)
def test_derivatives_of_both_modes_and_of_batches(case: str) -> None:
    f, values = operator(case)
    moving = tuple(k for k, v in enumerate(values) if v.is_floating_point())
    smooth = lambda *v: tuple(r for r in leaves(f(*v)) if r.is_floating_point())  # noqa: E731
    for a, b in zip(func.jacfwd(smooth, moving)(*values), func.jacrev(smooth, moving)(*values), strict=True):
        close(a, b)
    loss = total(f)
    close(func.grad(loss, moving)(*values), torch.autograd.functional.jacobian(
        lambda *m: loss(*(m[moving.index(k)] if k in moving else v for k, v in enumerate(values))),
        tuple(values[k] for k in moving)))  # fmt: skip
    rows = [func.grad(loss, moving)(*(n * v if v.is_floating_point() else v for v in values)) for n in (1, 2)]
    wide = [torch.stack([v, 2 * v]) if v.is_floating_point() else v for v in values]
    axes = tuple(0 if v.is_floating_point() else None for v in values)
    close(func.vmap(func.grad(loss, moving), axes)(*wide), tuple(map(torch.stack, zip(*rows, strict=True))))


def test_hessians_and_per_sample_gradients() -> None:
    f, (y, X, w) = operator("logistic loss")
    peer = lambda y, X, w: torch.nn.functional.softplus(-y * (X @ w)).sum()  # noqa: E731
    for outer, inner in itertools.product([func.jacfwd, func.jacrev], repeat=2):
        close(outer(inner(f, 2), 2)(y, X, w), outer(inner(peer, 2), 2)(y, X, w))
    close(func.hessian(f, 2)(y, X, w), func.hessian(peer, 2)(y, X, w))
    each = lambda g: func.vmap(func.grad(lambda y, x, w: g(y[None], x[None], w), 2), (0, 0, None))(y, X, w)  # noqa: E731
    close(each(f), each(peer))
    close(func.jvp(lambda w: f(y, X, w), (w,), (w,)), func.jvp(lambda w: peer(y, X, w), (w,), (w,)))


def test_mismatches_are_told_while_the_graph_is_made() -> None:
    f = es.compile("y[i] = A[i,j]*x[j]").torch()
    with pytest.raises(Exception, match="index 'j' has two lengths"):
        torch.compile(f, backend="eager", fullgraph=True)(real(2, 3), real(4))
    with pytest.raises(torch._dynamo.exc.Unsupported):  # PyTorch hides the text of exceptions of Python
        torch.compile(f, backend="eager", fullgraph=True)(real(2, 3))
