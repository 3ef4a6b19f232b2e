"""``f.torch()``: values, gradients of any order, and refusals, with PyTorch as the peer (sD1-sD9)."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.adapters.derived import pullback

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
F = torch.nn.functional
grad = torch.autograd.grad


def real(*shape: int, dtype: Any = None, needs: bool = True) -> Any:
    generator = torch.Generator().manual_seed(sum(shape) + len(shape))
    return torch.randn(*shape, dtype=dtype or torch.float64, generator=generator).requires_grad_(needs)


def both(formula: Any, **tensors: Any) -> None:
    """gradcheck and gradgradcheck of the operator, by name."""
    op = es.compile(formula).torch()
    call = lambda *values: op(**dict(zip(tensors, values, strict=True)))  # noqa: E731
    assert torch.autograd.gradcheck(call, tuple(tensors.values()), fast_mode=True)
    assert torch.autograd.gradgradcheck(call, tuple(tensors.values()), fast_mode=True)


CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "outer product (sD1)": ("C[b,n,m] = A[b,n]*B[b,m]", {"A": real(3, 4), "B": real(3, 5)}),
    "logistic loss": (
        "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))",
        {"y": torch.sign(real(6, needs=False)), "X": real(6, 3), "w": real(3)},
    ),
    "cross entropy with integer targets": (
        "l = -sum[b](log_softmax[k](z[b,k])*(t[b] == k))",
        {"z": real(5, 4), "t": torch.tensor([0, 3, 2, 1, 1])},
    ),
    "convolution, stride 2": (
        "y[n,k,p,q] = x[n,c,2*p+r,2*q+s]*w[k,c,r,s]",
        {"x": real(2, 2, 5, 6), "w": real(2, 2, 3, 3)},
    ),
    "gather": ("y[b,k] = W[idx[b],k]**2", {"W": real(5, 2), "idx": torch.tensor([0, 3, 3, 4])}),
    "several results": (
        ["C[i,k] = A[i,j]*B[j,k]", "n[i] = tanh(A[i,j]*v[j])", "s = sum[i](A[i,0])"],
        {"A": real(3, 4), "B": real(4, 2), "v": real(4)},
    ),
    "complex": (
        "y[i] = exp(2j*z[i])*u[i]",
        {"z": torch.view_as_complex(real(4, 2, needs=False)).requires_grad_(True), "u": real(4)},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_gradcheck_and_double_backward(case: str) -> None:
    formula, tensors = CASES[case]
    both(formula, **tensors)


def test_a_wrong_derivative_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: with a vector-Jacobian product that is 1% too large gradcheck must fail."""
    from espresso.api.adapters import derived

    monkeypatch.setattr(derived, "pullback", lambda *a: [1.01 * e for e in pullback(*a)])
    with pytest.raises(torch.autograd.gradcheck.__globals__["GradcheckError"]):
        both("y[i] = x[i]**2", x=real(3))


def test_equal_to_pytorch() -> None:
    z, t = real(6, 4, dtype=torch.float32), torch.tensor([0, 3, 2, 1, 1, 0])
    op = es.compile("l = -mean[b](sum[k](log_softmax[k](z[b,k])*(t[b] == k)))").torch()
    loss, expected = op(z=z, t=t), F.cross_entropy(z, t)
    assert loss.dtype == torch.float32 and loss.shape == ()
    torch.testing.assert_close(loss, expected)
    torch.testing.assert_close(grad(loss, z), grad(expected, z))


def test_third_derivative() -> None:
    x = real(4)
    value = es.compile("s = sum[i](x[i]**4)").torch()(x)
    for factor, power in ((4, 3), (12, 2), (24, 1)):
        (value,) = grad(value.sum(), x, create_graph=True)
        torch.testing.assert_close(value, factor * x**power)


def test_only_what_is_needed_is_derived_and_saved() -> None:
    A, B = real(3, 4, needs=False), real(3, 5)
    op = es.compile("C[b,n,m] = A[b,n]*B[b,m]").torch()
    C = op(A, B)
    wanted, derivative = op.derivative(("B",), ("C",))
    assert derivative is not None and wanted == ("B",) and sorted(derivative.inputs) == ["A", "dC"]
    assert str(derivative.compiled) == "dB[b,m] = sum[n](A[b,n]*dC[b,n,m])"  # sD9
    assert [tuple(t.shape) for t in C.grad_fn.saved_tensors] == [(3, 4)]  # A alone (sD8)
    torch.testing.assert_close(grad(C.sum(), B)[0], A.sum(1, keepdim=True).expand(3, 5))


def test_a_loss_that_uses_one_of_the_results() -> None:
    x, w = real(4), real(4)
    a, b = es.compile(["a = sum[i](x[i]**3)", "b = sum[i](x[i]*w[i])"]).torch()(x=x, w=w)
    torch.testing.assert_close(grad(b, (x, w), retain_graph=True), (w.detach(), x.detach()))
    assert grad(a, (x, w), allow_unused=True)[1] is None


def test_no_grad_and_structures() -> None:
    x = real(3)
    op = es.compile({"y": es.parse("y[i] = 2*x[i]"), "n": es.parse("n = argmax[i](x[i])")}).torch()
    with torch.no_grad():
        assert not op(x)["y"].requires_grad
    found = op(x=x)
    assert found["y"].requires_grad and not found["n"].requires_grad and found["n"].dtype == torch.int64
    assert int(found["n"]) == int(x.argmax())


def test_zero_copy_and_strides() -> None:
    x = real(4, 6, needs=False)
    view = x.T[::2]  # strided, transposed
    op = es.compile("y[i,j] = 2*x[i,j] + i").torch()
    torch.testing.assert_close(op(view), 2 * view + torch.arange(3.0)[:, None].double())
    assert op._array("x", view).ctypes.data == view.data_ptr()
    leaf = real(6, 4)
    torch.testing.assert_close(grad(op(leaf.T).sum(), leaf)[0], torch.full((6, 4), 2.0, dtype=torch.float64))


def test_empty_and_one_element() -> None:
    op = es.compile("s[i] = sum[j](x[i,j]*w[j])").torch()
    for shape in ((0, 3), (2, 0), (1, 1)):
        x, w = real(*shape), real(shape[1])
        found = op(x, w)
        torch.testing.assert_close(found, x @ w)
        torch.testing.assert_close(grad(found.sum(), (x, w)), grad((x @ w).sum(), (x, w)))


def test_mixed_dtypes_and_constants() -> None:
    a, b = real(3, dtype=torch.float32), real(3)
    c = es.compile("c[i] = a[i]*b[i] + k").torch()(a, b, 1.5)
    assert c.dtype == torch.float64
    da, db = grad(c.sum(), (a, b))
    assert da.dtype == torch.float32 and db.dtype == torch.float64
    torch.testing.assert_close(da, b.detach().float())
    torch.testing.assert_close(db, a.detach().double())
    f = es.compile("y[i] = x[i]*k").torch()
    assert f(a, 2).dtype == torch.float32  # a number is weak
    torch.testing.assert_close(f(a, np.float32(3.0)), 3 * a)


def test_in_a_module_that_learns() -> None:
    class Linear(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w = torch.nn.Parameter(real(3, 2, dtype=torch.float32, needs=False))
            self.op = es.compile("y[b,k] = tanh(x[b,d]*w[d,k])").torch()

        def forward(self, x: Any) -> Any:
            return self.op(x=x, w=self.w)

    model, x = Linear(), real(5, 3, dtype=torch.float32, needs=False)
    twin = copy.deepcopy(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(5):
        optimizer.zero_grad()
        loss = (model(x) - 0.5).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses == sorted(losses, reverse=True)
    assert not torch.equal(twin.w, model.w)
    again = pickle.loads(pickle.dumps(model.op))
    torch.testing.assert_close(again(x=x, w=model.w), model(x))


def test_function_transforms() -> None:
    op = es.compile("s = sum[i](x[i]**3)").torch()
    x = real(3, needs=False)
    torch.testing.assert_close(torch.func.grad(op)(x), 3 * x**2)


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf")  # PyTorch's own look at y
def test_inside_torch_compile() -> None:
    """PyTorch's compiler breaks its graph at the operator instead of tracing through espresso."""
    op = es.compile("y[i] = x[i]*w[i]").torch()
    x, w = real(5), real(5, needs=False)
    compiled = torch.compile(lambda x, w: torch.sin(op(x, w=w)) * 2, backend="eager")
    y = compiled(x, w)
    torch.testing.assert_close(y, torch.sin(x * w) * 2)
    torch.testing.assert_close(grad(y.sum(), x)[0], (2 * torch.cos(x * w) * w).detach())


def test_sizes_given_by_name() -> None:
    x = real(3)
    op = es.compile("y[i,j] = x[i]*j", sizes={"j": 4}).torch()
    torch.testing.assert_close(grad(op(x).sum(), x)[0], torch.full((3,), 6.0, dtype=torch.float64))


def test_changed_in_place_after_the_call_is_noticed() -> None:
    x = real(3, needs=False)
    w = real(3)
    y = es.compile("y[i] = x[i]*w[i]").torch()(x, w)
    x.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_refusals() -> None:
    op = es.compile("C[b,n,m] = A[b,n]*B[b,m]").torch()
    with pytest.raises(es.ExtentError, match="index 'b' has two lengths"):  # sD6; no broadcasting of length 1
        op(real(1, 4), real(3, 5))
    with pytest.raises(es.RankError):
        op(real(3), real(3, 5))
    with pytest.raises(es.InputError, match="missing input B"):
        op(real(3, 4))
    with pytest.raises(es.InputError, match="there is no input 'D'"):
        op(A=real(3, 4), D=real(3, 5))
    with pytest.raises(es.DtypeError, match=r"'A' has dtype torch.float8_e5m2, which NumPy does not have"):
        op(real(3, 4, needs=False).to(torch.float8_e5m2), real(3, 5))
    with pytest.raises(es.InputError, match="'A' is a tensor of layout torch.sparse_coo"):
        op(real(3, 4, needs=False).to_sparse(), real(3, 5))
    with pytest.raises(es.InputError, match="'A' is on meta"):
        op(torch.empty(3, 4, device="meta"), real(3, 5))
    z = torch.view_as_complex(real(4, 2, needs=False)).requires_grad_(True)
    with pytest.raises(es.DerivativeError, match="abs has no complex derivative"):
        es.compile("s = sum[i](abs(z[i]))").torch()(z)
    with pytest.raises(es.DerivativeError, match=r"between the result and the complex input z\."):  # and not w
        es.compile("s = sum[i](abs(z[i])*w[i])").torch()(z=z, w=real(4))
    with pytest.raises(es.DerivativeError, match=r"between the result and the complex input z\."):
        es.compile("t[i] = 2*z[i]\ns = sum[i](abs(t[i])*w[i])").torch()(z=z, w=real(4))


def test_the_example_of_the_documentation(root: Path) -> None:
    page = (root / "docs" / "embedding.md").read_text(encoding="utf-8")
    example = page.partition("## A PyTorch operator")[2].partition("```py\n")[2].partition("```")[0]
    scope: dict[str, Any] = {}
    exec(example, scope)
    torch.testing.assert_close(scope["A"].grad, scope["B"].detach().sum(1, keepdim=True).expand(3, 4))


def test_absent_pytorch_says_how_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(es.TargetError, match=r"pip install espresso\[torch\]"):
        es.compile("y[i] = x[i]").torch()


@pytest.mark.gpu
def test_tensors_of_a_gpu() -> None:
    """DLPack on PyTorch's stream: results stay on the device, gradients too."""
    if not torch.cuda.is_available():
        pytest.skip("this PyTorch has no CUDA")
    A, B = (real(*s, needs=False).cuda().requires_grad_(True) for s in ((3, 4), (3, 5)))
    op = es.compile("C[b,n,m] = A[b,n]*B[b,m]", target="gpu").torch()
    C = op(A, B)
    assert C.is_cuda
    torch.testing.assert_close(C, A[:, :, None] * B[:, None, :])
    assert torch.autograd.gradcheck(op, (A, B)) and torch.autograd.gradgradcheck(op, (A, B))
    with torch.cuda.stream(torch.cuda.Stream()):
        torch.testing.assert_close(op(A, B), C)
