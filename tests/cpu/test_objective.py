"""``es.objective`` in SciPy's optimisers; values and derivatives beside NumPy by hand."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import espresso as es

optimize = pytest.importorskip("scipy.optimize")

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 4))
y = np.sign(X @ [1.0, -2.0, 0.5, 0.0] + RNG.normal(size=60))
LOSS = "loss = sum[i](log(1 + exp(-y[i]*(X[i,j]*w[j] + b)))) + r*sum[j](w[j]**2)"


def by_hand(z: np.ndarray, r: float = 0.1) -> tuple[float, np.ndarray, np.ndarray]:
    """Value, gradient and Hessian of the loss above, the vector being w and b."""
    A, ridge = np.column_stack([X, np.ones(60)]), np.diag([2 * r] * 4 + [0])
    s = 1 / (1 + np.exp(y * (A @ z)))
    value = np.logaddexp(0, -y * (A @ z)).sum() + r * z[:4] @ z[:4]
    return value, -A.T @ (y * s) + ridge @ z, (A.T * (s * (1 - s))) @ A + ridge


@pytest.fixture(scope="module")
def logistic() -> object:
    return es.objective(LOSS, ["w", "b"], X=X, y=y, r=0.1)


def test_values_and_derivatives(logistic) -> None:
    assert logistic.shapes == {"w": (4,), "b": ()} and logistic.size == 5
    assert logistic.x0.tolist() == [0] * 5
    for z in RNG.normal(size=(3, 5)):
        value, gradient, hessian = by_hand(z)
        p = RNG.normal(size=5)
        assert isinstance(logistic.fun(z), float)
        np.testing.assert_allclose(logistic.fun(z, "an argument", 2), value)
        np.testing.assert_allclose(logistic.jac(z, None), gradient)
        np.testing.assert_allclose(logistic.hess(z, None), hessian)
        np.testing.assert_allclose(logistic.hessp(z, p, None), hessian @ p)
        np.testing.assert_allclose(logistic.fun_and_jac(z)[1], gradient)
        np.testing.assert_allclose(logistic.fun(list(z)), value)


@pytest.mark.parametrize("method", ["L-BFGS-B", "BFGS", "CG", "Newton-CG", "trust-ncg", "trust-exact", "trust-krylov"])
def test_minimisers_agree(method: str, logistic) -> None:
    more = {"hess": logistic.hess} if method in ("trust-exact", "dogleg") else {"hessp": logistic.hessp}
    more = {} if method in ("L-BFGS-B", "BFGS", "CG") else more
    found = optimize.minimize(logistic.fun, logistic.x0, jac=logistic.jac, method=method, **more)
    value, gradient, _ = by_hand(found.x)
    assert found.success and np.abs(gradient).max() < 2e-3 and abs(found.fun - value) < 1e-9
    if more:  # the gradient of these is small because the Hessian is right
        assert np.abs(gradient).max() < 1e-4 and found.nit < 30


def test_one_function_of_value_and_gradient(logistic) -> None:
    found = optimize.minimize(logistic, logistic.x0, jac=True, method="BFGS", args=("ignored",))
    again = optimize.minimize(logistic.fun_and_jac, logistic.x0, jac=True, method="BFGS")
    assert found.success and np.array_equal(found.x, again.x)
    parts = logistic.unflatten(found.x)
    assert parts["w"].shape == (4,) and parts["b"].shape == () and np.array_equal(logistic.flatten(parts), found.x)


def test_residuals_and_equations() -> None:
    t = np.linspace(0, 1, 40)
    data = 2.0 * np.exp(-3.0 * t) + 0.5
    o = es.objective("r[i] = a*exp(-k*t[i]) + c - d[i]", ["a", "k", "c"], t=t, d=data)
    z = np.array([1.0, 2.0, 0.1])
    decay = np.exp(-2.0 * t)
    np.testing.assert_allclose(o.fun(z), decay + 0.1 - data)
    np.testing.assert_allclose(o.jac(z), np.column_stack([decay, -t * decay, np.ones(40)]))
    for method in ("trf", "lm", "dogbox"):
        found = optimize.least_squares(o.fun, z, jac=o.jac, method=method)
        np.testing.assert_allclose(found.x, [2.0, 3.0, 0.5], rtol=1e-6)
    circle = es.objective("f[k] = (k == 0)*(sum[j](x[j]**2) - 4) + (k == 1)*(x[0]*x[1] - 1) + 0*x[k]", "x", x=np.ones(2))
    for solve, jac in ((circle.fun, circle.jac), (circle, True)):
        found = optimize.root(solve, [2.0, 0.1], jac=jac)
        assert found.success and np.isclose(found.x @ found.x, 4) and np.isclose(found.x[0] * found.x[1], 1)
    for method in (circle.hess, lambda z: circle.hessp(z, z)):
        with pytest.raises(es.DerivativeError, match="is of a scalar, and f has the axes k"):
            method(circle.x0)


def test_matrices_and_start_arrays() -> None:
    """Axes in C order, lengths through named statements, a start array and its dtype."""
    U0 = RNG.normal(size=(5, 2))
    M = RNG.normal(size=(5, 7))
    text = "P[i,j] = U[i,a]*V[j,a]\nf = sum[i,j]((M[i,j] - P[i,j])**2)"
    o = es.objective(text, ["V", "U"], M=M, U=U0)
    assert o.shapes == {"V": (7, 2), "U": (5, 2)}
    assert np.array_equal(o.x0, np.concatenate([np.zeros(14), U0.ravel()]))
    z = RNG.normal(size=24)
    V, U = z[:14].reshape(7, 2), z[14:].reshape(5, 2)
    R = U @ V.T - M
    np.testing.assert_allclose(o.jac(z), np.concatenate([(2 * R.T @ U).ravel(), (2 * R @ V).ravel()]))
    h = o.hess(z)
    np.testing.assert_allclose(h, h.T)
    np.testing.assert_allclose(h @ z, o.hessp(z, z), rtol=1e-10, atol=1e-10)
    step = 1e-6 * RNG.normal(size=24)
    np.testing.assert_allclose(o.jac(z + step) - o.jac(z - step), 2 * h @ step, rtol=1e-5, atol=1e-10)
    single = es.objective("f = sum[i]((x[i] - 1)**4)", "x", x=np.zeros(3, "f4"))
    assert single.unflatten(single.x0)["x"].dtype == np.float32 and single.jac(single.x0).dtype == np.float64


def test_empty_and_named_by_no_keyword() -> None:
    o = es.objective("f = sum[i](`learning rate`[i]**2) + sum[k](e[k]*c[k])", ["learning rate", "e"],
                     {"learning rate": np.ones(2), "e": np.zeros(0), "c": np.zeros(0)})  # fmt: skip
    assert o.fun(o.x0) == 2 and o.jac(o.x0).tolist() == [2, 2] and o.hess(o.x0).tolist() == [[2, 0], [0, 2]]
    assert o.hessp(o.x0, [1, 1]).tolist() == [2, 2]


def test_value_and_gradient_are_computed_once(logistic) -> None:
    o = pickle.loads(pickle.dumps(logistic))
    calls = []
    function = o._first.function
    o._first.function = lambda **given: (calls.append(1), function(**given))[1]
    z = RNG.normal(size=5)
    kept = z.copy()
    gradient = o.jac(z)
    gradient[:] = np.nan  # what a caller does with a result is not seen
    value = o.fun(z)
    assert len(calls) == 1 and np.isfinite(o.jac(z)).all()
    z += 1  # in place, as optimisers do
    assert o.fun(z) != value and len(calls) == 2
    np.testing.assert_allclose(o.fun(kept), by_hand(kept)[0])


def test_threads(logistic) -> None:
    points = RNG.normal(size=(200, 5))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda z: (logistic.fun(z), *logistic.fun_and_jac(z)), points))
    for z, (first, second, gradient) in zip(points, found, strict=True):
        value, wanted, _ = by_hand(z)
        assert np.isclose(first, value) and np.isclose(second, value) and np.allclose(gradient, wanted)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: es.objective(LOSS, "W", X=X, y=y, r=1.0, b=0.0), es.DerivativeError,
         "there is no input 'W' in the formula"),
        (lambda: es.objective(LOSS, ["w", "w"], X=X, y=y, r=1.0, b=0.0), es.DerivativeError,
         "an objective varies inputs, each named once, not w, w.\n"
         "Give the name of an input or a list of names; a named statement is no input."),
        (lambda: es.objective("t = 2*a; f = t**2", "t", a=1.0), es.DerivativeError,
         "an objective varies inputs, each named once, not t.\n"
         "Give the name of an input or a list of names; a named statement is no input."),
        (lambda: es.objective(LOSS, ["w", "b"], X=X, r=1.0), es.InputError,
         "objective: missing input y.\nAll but w, b stay as they are: give y=...."),
        (lambda: es.objective(LOSS, ["w", "b"], X=X, y=y, r=1.0, x=X), es.InputError,
         "objective: there is no input 'x'. Inputs: y, X, w, b, r."),
        (lambda: es.objective(LOSS, ["w", "b"], X=X, y=y, r=1.0, w=[0, 0, 0, 0]), es.DtypeError,
         "objective: w varies, and its dtype is int64.\n"
         "Only real floating-point numbers vary: give np.asarray(w, float)."),
        (lambda: es.objective("f = sum[i](x[i]**2)", "x"), es.InputError,
         "objective: the other arrays do not tell how long axis 0 of x is.\n"
         "Give an array to start from, x=np.zeros(...)."),
        (lambda: es.objective("z : complex128 (_)\nf = sum[i](z[i]*x[i])", "x", z=np.ones(3, complex)), es.DtypeError,
         "objective: f is complex (complex128).\nGive a real one, such as its real part or abs(...)**2."),
        (lambda: es.objective(LOSS, ["w", "b"], X=X, y=y[:3], r=1.0), es.ExtentError, "index 'i' has two lengths"),
        (lambda: es.objective(LOSS, "w", X=X, y=y, r=1.0, b=0.0).fun(np.zeros(5)), es.ExtentError,
         "the vector has shape (5,) and dtype float64 instead of shape (4,) and float64: it holds w: (4,).\n"
         "Give o.x0, or o.flatten({'w': ...})."),
        (lambda: es.objective(LOSS, "w", X=X, y=y, r=1.0, b=0.0).hessp(np.zeros(4), np.zeros((4, 1))), es.ExtentError,
         "the direction has shape (4, 1)"),
        (lambda: es.objective(LOSS, "w", X=X, y=y, r=1.0, b=0.0).jac(np.zeros(4, complex)), es.DtypeError,
         "the vector has shape (4,) and dtype complex128"),
        (lambda: es.objective(LOSS, ["w", "b"], X=X, y=y, r=1.0).flatten({"w": np.zeros(4)}), es.InputError,
         "flatten: the mapping lacks b.\nGive an array for each of w, b."),
        (lambda: es.objective(LOSS, "w", X=X, y=y, r=1.0, b=0.0).flatten({"w": np.zeros(3)}), es.ExtentError,
         "flatten: w has shape (3,) instead of (4,)."),
    ],
)  # fmt: skip
def test_errors(make, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        make()
    assert str(raised.value).startswith(message)
