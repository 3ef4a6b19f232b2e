"""One signature: a derivative takes the arguments of its loss, in the loss's order, read or not."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex
from tests.loaded import loaded

RNG = np.random.default_rng(0)
LOSS = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j]))) + c*sum[j](w[j]*p[j])")
ORDER = ["y", "X", "w", "c", "p"]
DATA: dict[str, Any] = {
    "y": np.sign(RNG.normal(size=7)), "X": RNG.normal(size=(7, 3)), "w": RNG.normal(size=3), "c": np.array(0.5),
    "p": RNG.normal(size=3),
}  # fmt: skip
V = RNG.normal(size=3)
s = 1 / (1 + np.exp(DATA["y"] * (DATA["X"] @ DATA["w"])))
GRADIENT = -(DATA["X"].T @ (DATA["y"] * s)) + 0.5 * DATA["p"]
HESSIAN = (DATA["X"].T * (s * (1 - s))) @ DATA["X"]

DERIVED = [
    (es.grad(LOSS, "w"), [], GRADIENT),
    (es.grad(LOSS, "p"), [], 0.5 * DATA["w"]),
    (es.grad(LOSS, "c"), [], DATA["w"] @ DATA["p"]),
    (es.hessian(LOSS, "w"), [], HESSIAN),
    (es.hessian(LOSS, "w", "p"), [], 0.5 * np.eye(3)),
    (es.derivative(LOSS, "w", order=2), [], HESSIAN),
    (es.jacobian(es.grad(LOSS, "w"), "w"), [], HESSIAN),
    (es.grad(es.grad(LOSS, "c"), "c"), [], 0.0),
    (es.jvp(LOSS, "w", "v"), ["v"], GRADIENT @ V),
    (es.vjp(LOSS, "w", "g"), ["g"], 2 * GRADIENT),
    (es.hvp(LOSS, "w", "v"), ["v"], HESSIAN @ V),
    (es.hvp(LOSS, ["w", "p"], ["v", "p"])[1], ["v"], 0.5 * V),
    (es.jvp(es.grad(LOSS, "w"), "w", "v"), ["v"], HESSIAN @ V),
]


@pytest.mark.parametrize(("derivative", "more", "wanted"), DERIVED)
def test_arguments_are_those_of_the_loss_in_its_order(derivative: Any, more: list[str], wanted: Any) -> None:
    assert LOSS.inputs == ORDER
    assert derivative.inputs == [*ORDER, *more]
    given = {**DATA, "v": V, "g": np.array(2.0)}
    values = [given[n] for n in derivative.inputs]
    for target in ("cpu", "numpy"):
        f = es.compile(derivative, target=target)
        assert f.inputs == derivative.inputs == pickle.loads(pickle.dumps(f)).inputs
        np.testing.assert_allclose(f(*values), wanted, rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(f(**dict(zip(f.inputs, values, strict=True))), wanted, rtol=1e-10, atol=1e-12)
        read = {t.data.name for t in ex.tensors(derivative)}
        np.testing.assert_allclose(f(**{n: given[n] for n in read}), wanted, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(es.evaluate(derivative, dict(zip(f.inputs, values, strict=True))), wanted, atol=1e-12)
    space: dict[str, Any] = {}
    exec(derivative.to_numpy(), space)
    np.testing.assert_allclose(space[derivative.name](*values), wanted, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(("derivative", "more", "wanted"), DERIVED)
def test_the_formula_is_as_it_was(derivative: Any, more: list[str], wanted: Any) -> None:
    """Inputs stand beside the formula: text, identity and copies know nothing else of them."""
    assert es.parse(str(derivative)) is derivative
    assert pickle.loads(pickle.dumps(derivative)) is derivative is copy.deepcopy(derivative)
    assert es.parse(pickle.loads(pickle.dumps(str(derivative)))) is derivative
    plain = es.parse("".join(str(derivative)))  # the text alone
    assert str(plain) == str(derivative) and set(plain.inputs) <= set(derivative.inputs)
    assert es.simplify(derivative).inputs == derivative.inputs
    assert es.sum(derivative).inputs == es.sum(plain).inputs
    assert (2 * derivative).inputs == (2 * plain).inputs == [n for n in plain.inputs if n in derivative.inputs]
    assert derivative.latex() == plain.latex() and derivative.axes == plain.axes and derivative.name == plain.name


def test_structures_and_lists() -> None:
    gradients = es.grad(LOSS, {"w": "w", "rest": ["c", "p"]})
    assert all(g.inputs == ORDER for g in (gradients["w"], *gradients["rest"]))
    hessian = es.hessian(LOSS, ["p", "w"])
    for parts in itertools.permutations([LOSS, es.grad(LOSS, "w"), hessian[1][1]]):
        assert es.compile(list(parts)).inputs == ORDER
    pair = es.value_and_grad(LOSS, ["w", "c"])
    assert pair[0] is LOSS and pair[1] == es.grad(LOSS, ["w", "c"])
    f = es.compile(pair)
    value, (gw, gc) = f(*DATA.values())
    np.testing.assert_allclose(value, es.evaluate(LOSS, DATA))
    np.testing.assert_allclose(gw, GRADIENT)
    np.testing.assert_allclose(gc, DATA["w"] @ DATA["p"])
    with pytest.raises(es.DerivativeError, match="the gradient is that of a scalar"):
        es.value_and_grad("y[i] = x[i]**2", "x")


def test_programs_of_several_statements() -> None:
    e = es.parse("z[i] = X[i,j]*w[j]\nr[i] = z[i] - y[i]\nother[i] = q[i]\nf = sum[i](r[i]**2) + b")
    assert e.inputs == ["X", "w", "y", "b"]
    assert es.hessian(e, "w").inputs == es.grad(e, "b").inputs == e.inputs


def test_other_kinds_of_functions(tmp_path: Path) -> None:
    q = es.parse("q = sum[i](x[i]*c[i])")
    x, c = np.arange(3.0), RNG.normal(size=3)
    g = es.grad(q, "x")
    assert np.array_equal(es.compile(g, constant=["c"])(x, c), c)
    assert np.array_equal(es.compile(es.grad(q, "c"), constant=["c"])(x, c), x)
    H = es.compile(es.hessian("f = sum[i](b*x[i] + a[i]*x[i]**2)", "x"), structure="factored")
    assert H.inputs == ["b", "x", "a"] == pickle.loads(pickle.dumps(H)).inputs
    assert np.array_equal(H(2.0, x, c).dense(), np.diag(2 * c)) and np.array_equal(H(a=c).dense(), np.diag(2 * c))
    for target in ("cpu", "numpy"):
        f = es.compile(g, target=target)
        f(x, c)
        path = f.save(tmp_path / f"saved_{target}.py")
        module = loaded(path)
        assert np.array_equal(module.program(x, c), c)
        with pytest.raises(Exception, match="c has 2 axes instead of 1"):
            module.program(x, np.ones((3, 3)))
        assert f.check(x=x, c=c) and f.explain() and f.profile(x=x, c=c, repeat=2) is not None


def test_torch() -> None:
    torch = pytest.importorskip("torch")
    f = es.compile(es.grad("q = sum[i](x[i]*c[i])", "x")).torch()
    x, c = torch.ones(3, dtype=torch.float64, requires_grad=True), torch.randn(3, dtype=torch.float64, requires_grad=True)
    y = f(x, c)
    y.sum().backward()
    assert torch.equal(y, c) and torch.equal(c.grad, torch.ones(3, dtype=torch.float64)) and x.grad is None


@pytest.mark.opencl
def test_what_is_not_read_does_not_move() -> None:
    f = es.compile(es.grad("q = sum[i](x[i]*c[i])", "x"), target="opencl")
    x, c = np.ones(3), np.arange(3.0)
    assert np.array_equal(f(x, c), c) and np.array_equal(f(c=c), c)
    assert "to the device: 2 arrays, 48 bytes" in str(f.transfers)


WEIRD = [np.ones((4, 3), order="F"), np.ones((4, 6))[:, ::2], np.ones((4, 3), ">f8"), np.ones((4, 3), "f2"),
         np.array([[None] * 3] * 4), np.array([["a"] * 3] * 4), [[1, 2, 3]] * 4, np.ones((4, 3), complex)]  # fmt: skip


@pytest.mark.parametrize("X", WEIRD)
@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_what_is_not_read_may_be_anything_of_its_axes(X: Any, target: str) -> None:
    f = es.compile(es.grad("q = sum[i,j](X[i,j]*w[j]*c[i])", "X"), target=target)
    w, c = np.arange(3, dtype="f4"), np.ones(4, "f4")
    found = f(X, w, c)
    assert found.dtype == np.float32 and np.array_equal(found, np.outer(c, w))
    with pytest.raises(es.RankError) as raised:
        f(np.ones(4), w, c)
    assert str(raised.value).startswith("X has 1 axis instead of 2 in   dq_dX[i,j] = ")
    with pytest.raises(es.InputError, match="missing input c. Inputs: X, w, c."):
        f(X, w)
    with pytest.raises(es.InputError, match="there is no input 'z'"):
        f(X, w, c=c, z=1)


def test_numbers_do_not_take_the_dtype_of_what_is_not_read() -> None:
    f = es.compile(es.grad("q = sum[i](x[i]*c[i]*a)", "x"), target="cpu")
    c = np.ones(3, "f4")
    assert f(x=np.ones(3), c=c, a=2.0).dtype == f(c=c, a=2.0).dtype == np.float32


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_inputs_that_nothing_reads(target: str, tmp_path: Path) -> None:
    f = es.compile("y[i] = x[i]*c", inputs=["c", "seed", "x", "notes"], target=target)
    x = np.arange(3.0)
    assert f.inputs == ["c", "seed", "x", "notes"] == pickle.loads(pickle.dumps(f)).inputs
    for seed, notes in ((None, "text"), (np.ones((2, 2)), 3), ([1, "a"], {}), (1.0, np.ones(5))):
        assert np.array_equal(f(np.array(2.0), seed, x, notes), 2 * x)
        assert np.array_equal(f(x=x, notes=notes, c=2.0), 2 * x)
    assert np.array_equal(es.compile(es.grad(LOSS, "p"), inputs=["c", "w"], target=target)(2.0, x), 2 * x)
    assert f.check(x=x, c=2.0)
    f(np.array(2.0), None, x, None)
    path = f.save(tmp_path / f"unread_{target}.py")
    assert np.array_equal(loaded(path).program(np.array(2.0), 0.0, x, 0.0), 2 * x)


def test_another_process_finds_them_in_the_cache(tmp_path: Path) -> None:
    code = (
        "import sys, espresso as es\n"
        "h = es.hessian('f = b*sum[i](a[i]*x[i]**2)', 'x')\n"
        "print(h.inputs, h)\nprint('espresso.algebra.calculus.differentiate' in sys.modules)"
    )
    environment = {**os.environ, "ESPRESSO_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", code]
    run = [
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split("\n")
        for _ in range(2)
    ]
    assert run[0][0] == run[1][0] == "['b', 'a', 'x'] d2f_dx2[i,j] = 2*a[i]*b*(i == j)"
    assert run[0][1] == "True" and run[1][1] == "False"
