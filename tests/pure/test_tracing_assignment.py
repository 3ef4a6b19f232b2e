"""es.trace of functions that assign to arrays: elements, views and ``out=`` as NumPy has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.frontends.numpy.arrays import TracingError
from espresso.frontends.numpy.trace import trace
from espresso.reference.evaluator import evaluate

BODIES = r"""
x += 1; return x
y = x; y += 1; return x + y
y = x.copy(); y += 1; return x + y
y = x + 0; y -= x; return x + y
y = np.array(x, like=x) if False else np.copy(x); y[:] = 2; return x * y
X *= x; return X
X /= 1 + x**2; return X
X **= 2; return X
X //= 0.3; return X
X %= 0.7; return X
X @= np.eye(4, like=X); return X
x[0] = 5; return x
x[-1] = y[1]; return x
x[1:3] = 7.5; return x
x[1:] = x[:-1]; return x
x[:-1] = x[1:]; return x
x[::2] = y[:2]; return x
x[1::2] *= -1; return x
x[::-1] = x; return x
x[::-2] += y[:2]; return x
x[3:0:-1] = y[:3]; return x
x[...] = y; return x
x[None] = y; return x
x[5:] = 1; return x
x[2:2] = 1; return x
X[0] = x; return X
X[:, 1] = 0; return X
X[1, 2] = y[0]; return X
X[1:, :2] = X[:-1, 2:]; return X
X[:, ::-1] = X; return X
X[:, ::3] = -1; return X
X[..., 0] += 1; return X
X[0][1] = 9; return X
X[1][::2] = x[::2]; return X
X.T[0] = 3; return X
X.T[1:, 0] = y[1:]; return X
X.T[:] = X.T * 2; return X
X.reshape(-1)[5] = 0; return X
X.reshape(4, 3)[1] = 2; return X
X.T.reshape(-1)[5] = 0; return X
X[:, 1:].reshape(-1)[2] = 0; return X
X[1:].reshape(-1)[2] = 0; return X
X.ravel()[3:7] = 1; return X
X.flatten()[3:7] = 1; return X
T[:, 1] = X[:2]; return T
T[1, :, ::2] = 4; return T
T.swapaxes(0, 2)[1] *= 2; return T
np.moveaxis(T, 0, -1)[1:, 0] = 8; return T
T.transpose(2, 0, 1)[0, 1] = y[:3]; return T
np.flip(X, 1)[:, 0] = 1; return X
np.rot90(X)[0] = 1; return X
np.expand_dims(x, 0)[0, 1] = 4; return x
np.squeeze(X[:1])[2] = 4; return X
np.einsum("ii->i", S)[:] = 1; return S
np.einsum("ij->ji", X)[0] = 1; return X
v = X[0]; X[0, 1] = 5; return v
v = X[0]; v[1] = 5; return X
v = X[:, 1]; X += 1; return v
v = X[:, 1]; X = X + 1; return v
v = X.T; X[0] = 0; return v
v = X[1:]; w = v[:, 1]; v[0] = 1; w[1] = 2; return X + w.sum()
v = X[1:]; w = X[:2]; v[0] = 1; return w
v = np.broadcast_to(x, (2, 4)); x[0] = 9; return v
v = np.diagonal(S); S[1] = 2; return v
v = X.reshape(2, 6); X[0] = 1; return v
v = X.T.reshape(2, 6); X[0] = 1; return v
a, b = np.split(X, 2, axis=1); a += b; return X
a, b = x[:2], x[2:]; a[:], b[:] = b.copy(), a.copy(); return x
a, b = x[:2], x[2:]; a[:] = b; b[:] = a; return x
for row in X:\n        row /= row.sum()\n    return X
for k in range(1, 4):\n        x[k] = x[k] + x[k - 1]\n    return x
s = x.sum(); t = s; s += 1; return s - t
s = x[0]; t = s; s += 1; return s - t
s = x[0, ...]; t = s; s += 1; return x + t
s += 1; return s * x
out = np.zeros_like(x); out[1:] = x[1:] - x[:-1]; return out
out = np.empty_like(X); out[0] = X[0]; out[1:] = X[:-1] * 2; return out
out = np.zeros_like(x); out[0] = x[0]; out[-1] = x[-1]; out[1:-1] = (x[2:] + x[1:-1] + x[:-2]) / 3; return out
out = np.zeros((4, 4), like=x); out[np.arange(4) % 2 == 0] = 1; out[1] = x; return out
out = np.full((2, 4), x.sum(), like=x); out[1] += x; return out
out = np.full_like(n, 3); out[1] = n[0]; return out
out = np.zeros(4, int, like=n); out[:3] = n; return out
out = np.ones(4, like=x); out *= x; return out
A = np.eye(4, like=x); A[:2] += x; return A @ x
z = np.zeros(4, like=x); z[::2] = x @ y; return x * z
u = np.zeros((5, 4), like=x)\n    u[0] = x\n    for k in range(4):\n        u[k + 1] = 0.5 * u[k] + y\n    return u
np.add(x, y, out=x); return x
z = np.zeros_like(x); np.multiply(x, y, out=z); return z
z = np.zeros_like(x); return np.exp(x, out=z) + z
z = np.ones_like(x); np.log(x, out=z, where=x > 0.5); return z
z = y.copy(); np.sum(X, axis=0, out=z); return z
z = np.zeros((3, 3), like=x); np.matmul(X, X.T, out=z); return z
z = np.zeros_like(x); np.clip(x, 0.2, 0.8, out=z); return z
z = np.zeros_like(x); np.cumsum(x, out=z); return z
np.clip(x, 0.2, 0.8, out=x); return x
np.copyto(x, y); return x
np.copyto(X, x, where=X > 0.5); return X
np.putmask(x, x > 0.5, y); return x
np.fill_diagonal(S, 0); return S
np.fill_diagonal(X, x[0]); return X
x.fill(3); return x * y
x[x > 0.5] = 0; return x
X[X < 0.3] = y[0]; return X
X[x[:3] > 0.5] = 1; return X
X[x[:3] > 0.5] = x; return X
m = x > 0.5; m[0] = True; m[1] = False; return np.where(m, x, y)
m = x > 0.5; m |= y > 0.5; return np.where(m, x, y)
m = x > 0.5; m &= y > 0.5; m ^= x > y; return np.where(m, x, y)
np.add.at(x, n, 1.0); return x
np.add.at(X, n, x); return X
np.subtract.at(x, n, y[:3]); return x
np.add.at(x, np.array([-1, 0, -1]), y[:3]); return x
np.add.at(X, [-3, 1], x); return X
np.add.at(x, -2, 1.5); return x
np.add.at(x, n - 1, y[:3]); return x
np.nan_to_num(x, copy=False); return x
q, r = np.zeros_like(x), np.zeros_like(x); np.divmod(x, 0.3, out=(q, r)); return q + r
n += 2; return n * x[0]
n[1:] = n[:-1]; return n
n[0] = 7; n *= n; return n
n[0] = 9*x[0]; return n
n[1:] = -9*y[:2]; return n
z = x.astype(float); z += 1; return x + z
z = np.atleast_2d(x); z[0, 1] = 3; return x
z = np.positive(x); z += 1; return x
z = x.reshape(4); z += 1; return x
z = x[:]; z += 1; return x
c.real = 0; return c
c.imag[:] = 1; return c
c.real += 1; c.imag[1:3] *= 2; return c
np.real(c)[2] = 5; return c
v = c[1:].imag; c *= 2j; return v
C = np.outer(c, c); C.T.imag[2] = 7; C.real.reshape(-1)[::2] = 0; return C
z = np.zeros(4, complex); z.real = x; z.imag[2] = y[1]; return z
z = np.zeros((4, 4), complex); z[1].imag[::2] = 3; return z + x
x.real[1:] = 3; return x + x.imag
q = np.eye(5, dtype=complex); return q * x[0]
k = np.arange(5); return np.exp(-0.4j * np.pi * k.reshape((5, 1)) * k) * x[0]
""".strip().splitlines()  # statements of functions of these arrays

RNG = np.random.default_rng(0)
ARRAYS: dict[str, Any] = {
    "x": RNG.uniform(0.1, 1, 4), "y": RNG.uniform(0.1, 1, 4), "X": RNG.uniform(0.1, 1, (3, 4)),
    "S": RNG.uniform(0.1, 1, (3, 3)), "T": RNG.uniform(0.1, 1, (2, 3, 4)), "n": np.array([2, 0, 2]), "s": 0.75,
    "c": RNG.uniform(0.1, 1, 4) - 1j * RNG.uniform(0.1, 1, 4),
}  # fmt: skip


def function(body: str) -> Any:
    """The function with these statements."""
    scope: dict[str, Any] = {"np": np}
    exec(f"def f({', '.join(ARRAYS)}):\n    " + body.replace("\\n", "\n"), scope)
    return scope["f"]


def copies() -> dict[str, Any]:
    return {name: a.copy() if isinstance(a, np.ndarray) else a for name, a in ARRAYS.items()}


@pytest.mark.parametrize("body", BODIES)
def test_assignments_are_numpys(body: str) -> None:
    f = function(body)
    right = f(**copies())
    e = trace(f, **copies())
    found = evaluate(e, {n: a for n, a in ARRAYS.items() if n in e.inputs})
    assert np.shape(found) == np.shape(right)
    np.testing.assert_allclose(found, right, rtol=1e-12, atol=1e-14)
    assert np.result_type(found).kind == np.result_type(right).kind


def test_sums_at_positions_from_the_end() -> None:
    def f(x: Any, k: Any) -> Any:
        np.add.at(x, k, 1.5)
        return x

    given = {"x": RNG.uniform(size=4), "k": np.array([-1, 2, -4, -1])}
    found = evaluate(trace(f, **given), given)
    np.testing.assert_allclose(found, f(given["x"].copy(), given["k"]))


@pytest.mark.parametrize(
    "body",
    [
        "m = x > 0.5; m[0] = True; return m",
        "m = X > 0.5; m[1:, ::2] = False; return m",
        "m = np.zeros(4, bool, like=x); m[1:3] = x[1:3] > 0.5; return m",
    ],
)
def test_conditions_stay_conditions(body: str) -> None:
    f = function(body)
    right, e = f(**copies()), trace(f, **copies())
    given = {n: a for n, a in ARRAYS.items() if n in e.inputs}
    for found in (evaluate(e, given), es.compile(e)(**given)):
        assert found.dtype == bool
        np.testing.assert_array_equal(found, right)


def test_sums_at_positions_outside_are_an_error() -> None:
    with pytest.raises(IndexError, match="index -5 is out of bounds for axis 0 with size 4"):
        trace(lambda x: np.add.at(x, np.array([1, -5]), 1.0), x=np.zeros(4))


# --- views of views, drawn at random --------------------------------------------------------------


def _key(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """A key of slices, integers, None and an ellipsis."""
    items: list[Any] = []
    for n in shape:
        draw = rng.integers(6)
        if draw == 0 and n:
            items.append(int(rng.integers(-n, n)))
        elif draw < 4:
            start, stop = (int(v) for v in rng.integers(-n - 1, n + 2, 2))
            items.append(slice(start, stop, int(rng.choice([1, 1, 2, -1, -2, 3]))))
        else:
            items.append(slice(None))
    for extra in (None, Ellipsis):
        if rng.integers(5) == 0:
            items.insert(int(rng.integers(len(items) + 1)), extra)
    if Ellipsis not in items and items and rng.integers(3) == 0:
        items.pop()
    return tuple(items)


def _taken(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """A function that takes a view, or sometimes a copy, of an array of this shape."""
    size = int(np.prod(shape))
    axes = [int(v) for v in rng.permutation(len(shape))]
    other = [size // 2, 2] if size % 2 == 0 else [size, 1]
    axis = int(rng.integers(len(shape))) if shape else 0
    choices: list[Any] = [lambda a: a.T, lambda a: a.reshape(other), lambda a: a.ravel(), lambda a: a.transpose(axes)]
    choices += (
        [lambda a: np.flip(a, axis), lambda a: np.squeeze(a), lambda a: a.copy(), lambda a: a + 0] if shape else []
    )
    choices += [lambda a: np.array_split(a, 2, axis)[0]] if shape else []
    if rng.integers(2):
        key = _key(rng, shape)
        return lambda a: a[key]
    return choices[int(rng.integers(len(choices)))]


def _program(seed: int) -> tuple[Any, tuple[int, ...]]:
    """A function of one array that takes views of views of it, and assigns to some of them."""

    def f(x: Any) -> Any:
        rng = np.random.default_rng(seed)
        arrays = [x]
        for _ in range(8):
            a = arrays[int(rng.integers(len(arrays)))]
            arrays.append(_taken(rng, a.shape)(a))
        for _ in range(4):
            a = arrays[int(rng.integers(len(arrays)))]
            b = arrays[int(rng.integers(len(arrays)))]
            if a.ndim == 0:
                continue
            key = _key(rng, a.shape)
            part = a[key]
            if rng.integers(2) and part.ndim and part.shape == b.shape:
                a[key] = b
            elif rng.integers(2):
                a[key] = b.sum() + np.arange(part.size).reshape(part.shape) if part.size < 16 else b.mean()
            elif part.ndim:
                part *= -1.5
        return {f"r{k}": a for k, a in enumerate(arrays)}

    shapes = [(4,), (3, 4), (2, 3, 4), (1, 5), (2, 1, 3), (1,), (6, 2)]
    return f, shapes[seed % len(shapes)]


@pytest.mark.parametrize("part", range(2))
def test_views_of_views(part: int) -> None:
    """All arrays of a program show what NumPy's show, whichever of them was assigned to."""
    compared = 0
    for seed in range(part * 40, part * 40 + 40):
        f, shape = _program(seed)
        x = np.random.default_rng(seed).uniform(-1, 1, shape)
        with np.errstate(all="ignore"):
            right = f(x.copy())
        for name, e in trace(f, x=x).items():
            found = evaluate(e, dict.fromkeys(e.inputs, x))
            assert np.shape(found) == np.shape(right[name]), (seed, name)
            np.testing.assert_allclose(found, right[name], rtol=1e-12, atol=1e-12, err_msg=f"{seed} {name}")
            compared += 1
    assert compared > 300


# --- what follows ----------------------------------------------------------------------------------


def heat(u: Any, steps: int, rate: Any) -> Any:
    """Explicit steps of the heat equation with fixed ends, in place."""
    for _ in range(steps):
        u[1:-1] += rate * (u[2:] - 2 * u[1:-1] + u[:-2])
    return u


def recurrent(x: Any, W: Any) -> Any:
    """States of a small network, kept in one array."""
    h = np.zeros((4, 3), like=x)
    for t in range(3):
        h[t + 1] = np.tanh(W @ h[t] + x[t])
    return h[1:]


def test_gradients_go_through_assignments() -> None:
    u = np.random.default_rng(0).uniform(size=7)
    e = trace(heat, u=u, steps=3, rate=0.2)
    np.testing.assert_allclose(es.compile(e)(u=u, rate=0.2), heat(u.copy(), 3, 0.2), rtol=1e-13)
    es.check_grads(trace(lambda u, rate: (heat(u, 2, rate) ** 2).sum(), u=u, rate=0.2), u=u, rate=0.2)


def test_states_in_one_array() -> None:
    rng = np.random.default_rng(0)
    x, W = rng.normal(size=(3, 3)), rng.normal(size=(3, 3))
    e = trace(lambda x, W: recurrent(x, W).sum(), x=x, W=W)
    value, gradient = es.compile([e, es.grad(e, "W")])(x=x, W=W)
    h, states = np.zeros(3), []
    for t in range(3):
        h = np.tanh(W @ h + x[t])
        states.append(h)
    np.testing.assert_allclose(value, np.sum(states), rtol=1e-12)
    d = 1e-6 * np.eye(9).reshape(9, 3, 3)
    f = es.compile(e)
    numeric = np.array([f(x=x, W=W + s) - f(x=x, W=W - s) for s in d]).reshape(3, 3) / 2e-6
    np.testing.assert_allclose(gradient, numeric, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize(
    ("body", "error", "message"),
    [
        ("x[n, None] = 1; return x", TracingError, "Leave out None"),
        ("x[[0, 9]] = 1; return x", IndexError, "index 9 is out of bounds for axis 0 with size 4"),
        ("x[[0.5]] = 1; return x", IndexError, "must be of integer"),
        ("x[x > 0] = y; return x", TracingError, "takes the next value for each True"),
        ("z = np.random.rand(4); z[1:] = x[1:]; return z", TracingError, r"np.zeros\(shape, like=x\)"),
        ("z = np.random.rand(4); z += x; return z", TracingError, r"np.zeros\(shape, like=x\)"),
        ("np.copyto(np.ones_like(3), x); return x", TracingError, "np.copyto writes a traced value into an ordinary"),
        ("n += 0.5; return n", TypeError, "from float64 to int64 with casting rule 'same_kind'"),
        ("n /= 2; return n", TypeError, "from float64 to int64"),
        ("x += X; return x", ValueError, r"shape \(3, 4\) into shape \(4,\)"),
        ("x[1:] = y; return x", ValueError, r"shape \(4,\) into shape \(3,\)"),
        ("x[4] = 1; return x", IndexError, "index 4 is out of bounds"),
        ("np.broadcast_to(x, (2, 4))[0] = 1; return x", ValueError, "read-only"),
        ("np.diagonal(S)[0] = 1; return S", ValueError, "read-only"),
        ("v = S.T; v.shape = (9,); return v", AttributeError, "Incompatible shape for in-place modification"),
        ("X[S > 0.5] = 1; return X", IndexError, "does not match"),
    ],
)
def test_what_cannot_be_assigned(body: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        trace(function(body), **copies())
