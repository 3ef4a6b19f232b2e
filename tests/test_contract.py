"""The contract: every public name does what it says, on small numbers (design section 2 of the contract).

Each test is one line of the contract.  Details are tested elsewhere; here it shows whether a
name is there at all and means what people expect.
"""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import espresso as es

LOSS = "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"


@pytest.fixture
def data() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {"X": rng.normal(size=(7, 3)), "y": np.sign(rng.normal(size=7)), "w": rng.normal(size=3)}


def test_making_tensors_and_indices() -> None:
    i, j, k = es.indices("i j k")
    fixed = es.index("i", size=3)
    X, w = es.tensors("X[i,j] w[j]")
    T, a = es.tensor("T", shape=(2, None)), es.scalar("a")
    L = es.tensor("L[i,j]", lower=True)
    x = np.arange(6.0).reshape(2, 3)
    v = np.arange(3.0)
    assert np.array_equal(es.compile(X[i, j] * w[j])(X=x, w=v), x * v)  # operators never sum
    assert np.allclose(es.compile(X @ w)(X=x, w=v), x @ v)  # shared indices are contracted
    assert np.array_equal(es.compile(es.sum(X, j))(X=x), x.sum(1))
    assert np.array_equal(es.compile(T[i, k] * a)(T=x, a=2.0), 2 * x)
    assert np.array_equal(es.compile(L[i, j] + 0)(L=np.tril(x @ x.T)), np.tril(x @ x.T))
    assert np.array_equal(es.compile(es.einsum("ij,jk->ik", X, es.tensor("B[j,k]")))(X=x, B=x.T), x @ x.T)
    assert fixed is not None


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "mean", "logsumexp", "softmax", "argmax"])
def test_reductions(name: str) -> None:
    X = es.tensor("X[i,j]")
    x = np.random.default_rng(1).normal(size=(4, 5))
    got = es.compile(getattr(es, name)(X, es.indices("i j")[1]))(X=x)
    e = np.exp(x - x.max(1, keepdims=True))
    want = {
        "logsumexp": np.log(np.exp(x).sum(1)), "softmax": e / e.sum(1, keepdims=True),
    }.get(name)  # fmt: skip
    assert np.allclose(got, getattr(np, name)(x, axis=1) if want is None else want)


def test_convolution_pooling_and_padding() -> None:
    x, w = es.tensor("x[n,c,p,q]"), es.tensor("w[o,c,r,s]")
    rng = np.random.default_rng(2)
    xs, ws = rng.normal(size=(2, 3, 6, 5)), rng.normal(size=(4, 3, 3, 3))
    y = es.compile(es.conv(x, w, stride=2, padding=((1, 1), (0, 1))))(x=xs, w=ws)
    padded = np.pad(xs, ((0, 0), (0, 0), (1, 1), (0, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))[:, :, ::2, ::2]
    assert np.allclose(y, np.einsum("ncpqrs,ocrs->nopq", windows, ws))
    pooled = np.lib.stride_tricks.sliding_window_view(xs, (2, 2), (2, 3))[:, :, ::2, ::2]
    assert np.allclose(es.compile(es.max_pool(x, 2))(x=xs), pooled.max((-1, -2)))
    assert np.allclose(es.compile(es.avg_pool(x, 2))(x=xs), pooled.mean((-1, -2)))
    assert es.compile(es.pad(x, ((1, 2), (0, 1))))(x=xs).shape == (2, 3, 9, 6)


def test_text_programs_and_round_trip(data: dict[str, np.ndarray]) -> None:
    e = es.parse(LOSS)
    assert es.parse(str(e)) is e
    program = es.parse("z[i] = X[i,j]*w[j]; s = sum[i](z[i])  # the value is the last statement")
    assert set(program.outputs) == {"z", "s"}
    assert np.isclose(es.compile(program)(X=data["X"], w=data["w"]), (data["X"] @ data["w"]).sum())
    assert np.isclose(es.compile(LOSS)(**data), np.log1p(np.exp(-data["y"] * (data["X"] @ data["w"]))).sum())


def test_tracing_and_sympy() -> None:
    e = es.trace(lambda x, w: np.tanh(x @ w).sum(), x=(3, 4), w=(4,))
    x, w = np.random.default_rng(3).normal(size=(3, 4)), np.arange(4.0)
    assert np.isclose(es.compile(e)(x=x, w=w), np.tanh(x @ w).sum())
    import sympy

    t = sympy.Symbol("t")
    assert np.isclose(es.compile(es.from_sympy(sympy.sin(t) ** 2))(t=0.3), np.sin(0.3) ** 2)
    assert es.parse("a*sin(b)").to_sympy() == sympy.Symbol("a") * sympy.sin(sympy.Symbol("b"))


def test_derivatives(data: dict[str, np.ndarray]) -> None:
    e = es.parse(LOSS)
    X, y, w = data["X"], data["y"], data["w"]
    s = 1 / (1 + np.exp(y * (X @ w)))
    g, H = -(X.T @ (y * s)), (X.T * (s * (1 - s))) @ X
    v = np.arange(3.0)
    assert np.allclose(es.compile(es.grad(e, "w"))(**data), g)
    assert np.allclose(es.compile(es.hessian(e, "w"))(**data), H)
    assert np.allclose(es.compile(es.derivative(e, "w", order=2))(**data), H)
    assert np.allclose(es.compile(es.hvp(e, "w", "v"))(**data, v=v), H @ v)
    assert np.allclose(es.compile(es.jvp(e, "w", "v"))(**data, v=v), g @ v)
    assert es.compile(es.jacobian("z[i] = X[i,j]*w[j]", "w"))(X=X).shape == (7, 3)
    both = es.compile(es.grad(e, ["w", "y"]))(**data)
    assert np.allclose(both[0], g) and both[1].shape == (7,)
    value, gradient = es.compile(es.value_and_grad(e, "w"))(**data)
    assert np.allclose(gradient, g) and value.shape == ()
    assert es.hessian(e, "w").inputs == es.grad(e, "w").inputs == e.inputs
    assert es.check_grads(e, order=2, **data) is None or True


def test_objective_and_batch(data: dict[str, np.ndarray]) -> None:
    o = es.objective(LOSS, "w", X=data["X"], y=data["y"])
    z = o.flatten({"w": data["w"]})
    assert np.isclose(o.fun(z), es.compile(LOSS)(**data)) and o.unflatten(o.x0)["w"].tolist() == [0, 0, 0]
    assert np.allclose(o.hess(z) @ z, o.hessp(z, z)) and o.jac(z).shape == (3,)
    many = es.compile(es.batch(es.grad(es.parse("a**2*b"), "a"), "n", over="a"))
    assert np.allclose(many(a=np.arange(3.0), b=2.0), 4 * np.arange(3.0))


def test_rewriting() -> None:
    assert str(es.simplify(es.parse("log(exp(a))"))) == "a"
    assert es.match(es.parse("_x + 1"), es.parse("a*b + 1")) is not None
    assert list(es.find(es.parse("exp(_x)"), es.parse("exp(a) + b")))
    assert str(es.rewrite(es.parse("exp(a)*exp(b)"), "exp(_x)*exp(_y) -> exp(_x + _y)")) in ("exp(a + b)", "exp(b + a)")
    assert str(es.parse("a + b").subs({"a": 2})) in ("2 + b", "b + 2")


def test_compiled_functions(data: dict[str, np.ndarray], tmp_path) -> None:
    e = es.parse(LOSS)
    g = es.grad(e, "w")
    f = es.compile({"value": e, "gradient": g}, target="cpu")
    result = f(**data)
    assert set(result) == {"value", "gradient"}
    assert np.allclose(f(*[data[n] for n in f.inputs])["gradient"], result["gradient"])
    out = {"value": np.empty(()), "gradient": np.empty(3)}
    f(**data, out=out)
    assert np.allclose(out["gradient"], result["gradient"])
    assert "def " in f.source and f.kernels and f.explain() and f.memory is not None
    assert f.save(tmp_path / "module.py").exists()
    assert f.check(**data) and f.profile(**data, repeat=2)
    again = pickle.loads(pickle.dumps(f))
    assert np.allclose(again(**data)["gradient"], result["gradient"])
    assert "def" in g.to_numpy() and es.parse("C[i,k] = A[i,j]*B[j,k]").to_einsum() and g.latex() and g._repr_latex_()
    assert isinstance(es.compile([e, g])(**data), tuple)
    assert isinstance(es.compile(g, target="numpy")(**data), np.ndarray)


def test_engines_doctor_and_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert es.engines()
    es.doctor()
    with es.device("cpu"):
        assert np.array_equal(es.compile("2*x[i]")(x=np.ones(3)), 2 * np.ones(3))


def test_torch_operator() -> None:
    torch = pytest.importorskip("torch")
    outer = es.compile("C[b,n,m] = A[b,n]*B[b,m]").torch()
    a, b = torch.randn(2, 3, dtype=torch.float64, requires_grad=True), torch.randn(2, 4, dtype=torch.float64)
    assert torch.allclose(outer(a, b), a[:, :, None] * b[:, None, :])
    assert torch.autograd.gradcheck(lambda x: outer(x, b), a)


@pytest.mark.parametrize("target", ["gpu", "opencl"])
def test_other_targets_run_or_say_why_not(target: str) -> None:
    x = np.arange(5.0)
    try:
        got = es.compile("y[i] = 2*x[i] + 1", target=target)(x=x)
    except es.TargetError as reason:
        assert target in str(reason) or "CuPy" in str(reason) or "OpenCL" in str(reason)
    else:
        assert np.array_equal(got, 2 * x + 1)


def test_structure_stays_factored() -> None:
    H = es.hessian("f = sum[i](exp(x[i]))", "x")
    x = np.linspace(-1, 1, 1000)
    factored = es.compile(H, structure="factored")(x=x)
    assert np.allclose(factored @ np.ones(1000), np.exp(x))
    assert np.allclose(factored.diag(), np.exp(x))
    assert factored.dense().shape == (1000, 1000)
