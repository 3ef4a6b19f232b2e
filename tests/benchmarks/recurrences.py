"""W24: recurrences: a linear state space over a long sequence, an LSTM with gradients, Jacobi's method on a grid."""

from __future__ import annotations

from typing import Any

import numpy as np

from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, normal

# --- a linear state space: y[t] = sum[i](c[i]*h[t,i]) ------------------------------------------------------------

STATE_SPACE = """h[0,i] = h0[i]
h[t,i] = a[i]*h[t-1,i] + b[i]*u[t-1]
y[t] = sum[i](c[i]*h[t,i])"""


def state_space_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Decays a, weights b and c, the first state h0 and a signal u[steps]."""
    n = sizes["states"]
    vectors = {name: normal(rng, n) for name in ("b", "c", "h0")}
    return {"a": rng.uniform(0.5, 0.99, n), **vectors, "u": normal(rng, sizes["steps"])}


def state_space_numpy(a: Array, b: Array, c: Array, h0: Array, u: Array) -> Array:
    """A loop over the steps."""
    h, y = h0, np.empty(len(u) + 1, u.dtype)
    y[0] = c @ h
    for t in range(len(u)):
        h = a * h + b * u[t]
        y[t + 1] = c @ h
    return y


def state_space_numba() -> Any:
    """The loops by hand, compiled when first called."""
    import numba

    @numba.njit(fastmath=True)
    def loops(a: Array, b: Array, c: Array, h0: Array, u: Array) -> Array:
        h, y = h0.copy(), np.empty(len(u) + 1, u.dtype)
        y[0] = np.sum(c * h)
        for t in range(len(u)):
            total = y[0] * 0
            for i in range(len(h)):
                h[i] = a[i] * h[i] + b[i] * u[t]
                total += c[i] * h[i]
            y[t + 1] = total
        return y

    return loops


def _by_numba(make: Any) -> Any:
    compiled: list[Any] = []

    def call(**arrays: Array) -> Any:
        if not compiled:
            compiled.append(make())
        return compiled[0](**arrays)

    return call


def state_space_jax(a: Any, b: Any, c: Any, h0: Any, u: Any) -> Any:
    """By ``lax.scan``."""
    import jax

    def step(h: Any, x: Any) -> tuple[Any, Any]:
        h = a * h + b * x
        return h, c @ h

    return jax.numpy.concatenate([(c @ h0)[None], jax.lax.scan(step, h0, u)[1]])


def state_space_parallel(a: Any, b: Any, c: Any, h0: Any, u: Any) -> Any:
    """By ``lax.associative_scan``."""
    import jax

    def join(one: Any, two: Any) -> tuple[Any, Any]:
        return one[0] * two[0], two[0] * one[1] + two[1]

    jnp = jax.numpy
    factors = jnp.concatenate([jnp.ones_like(a)[None], jnp.broadcast_to(a, (len(u), len(a)))])
    terms = jnp.concatenate([h0[None], b * u[:, None]])
    return jax.lax.associative_scan(join, (factors, terms))[1] @ c


# --- an LSTM: the loss is the sum of squares of all states -----------------------------------------------------------

LSTM = """c[0,n,i] = c0[n,i]; h[0,n,i] = h0[n,i]
z[t,g,n,i] = sum[k](V[g,i,k]*x[t,n,k]) + b[g,i]
s[t,g,n,i] = z[t-1,g,n,i] + sum[j](W[g,i,j]*h[t-1,n,j])
c[t,n,i] = logistic(s[t,0,n,i])*c[t-1,n,i] + logistic(s[t,1,n,i])*tanh(s[t,2,n,i])
h[t,n,i] = logistic(s[t,3,n,i])*tanh(c[t,n,i])
L = sum[t,n,i](h[t,n,i]**2)"""
NAMES = ("W", "V", "b")


def lstm_program(_: Sizes) -> Any:
    """The loss with its gradients by all parameters."""
    import espresso as es

    loss = es.parse(LSTM)
    return [loss, *es.grad(loss, list(NAMES))]


def lstm_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """States c0 and h0, weights W and V of all gates with their biases, and a sequence x[steps,batch,input]."""
    batch, n, k = sizes["batch"], sizes["hidden"], sizes["inputs"]
    return {
        "c0": normal(rng, batch, n), "h0": normal(rng, batch, n), "W": normal(rng, 4, n, n) / np.sqrt(n),
        "V": normal(rng, 4, n, k) / np.sqrt(k), "b": normal(rng, 4, n), "x": normal(rng, sizes["steps"], batch, k),
    }  # fmt: skip


def _logistic(z: Array) -> Array:
    return 1 / (1 + np.exp(-z))


def lstm_numpy(c0: Array, h0: Array, W: Array, V: Array, b: Array, x: Array) -> tuple[Any, ...]:
    """Back-propagation through time by hand, the products of all gates at once."""
    steps, (batch, n) = len(x), h0.shape
    all_w, all_v = W.reshape(4 * n, n), V.reshape(4 * n, -1)
    z = x @ all_v.T + b.reshape(4 * n)
    h, c, gates = [h0], [c0], []
    for t in range(steps):
        f, i, g, o = np.split(z[t] + h[-1] @ all_w.T, 4, axis=1)
        gates.append((_logistic(f), _logistic(i), np.tanh(g), _logistic(o)))
        f, i, g, o = gates[-1]
        c.append(f * c[-1] + i * g)
        h.append(o * np.tanh(c[-1]))
    loss = sum((s * s).sum() for s in h)
    back, dc = np.zeros_like(h0), np.zeros_like(c0)
    ds = np.empty((steps, batch, 4 * n), x.dtype)
    for t in range(steps, 0, -1):
        f, i, g, o = gates[t - 1]
        dh, th = back + 2 * h[t], np.tanh(c[t])
        dc = dc + dh * o * (1 - th * th)
        parts = dc * c[t - 1] * f * (1 - f), dc * g * i * (1 - i), dc * i * (1 - g * g), dh * th * o * (1 - o)
        ds[t - 1] = np.concatenate(parts, axis=1)
        back, dc = ds[t - 1] @ all_w, dc * f
    flat, earlier, rows = ds.reshape(-1, 4 * n).T, np.concatenate(h[:-1]), x.reshape(-1, x.shape[2])
    return loss, (flat @ earlier).reshape(W.shape), (flat @ rows).reshape(V.shape), flat.sum(1).reshape(4, n)


def lstm_jax(c0: Any, h0: Any, W: Any, V: Any, b: Any, x: Any) -> Any:
    """By ``lax.scan``, with what does not depend on the state before it."""
    import jax

    jnp, n = jax.numpy, h0.shape[1]

    def loss(W: Any, V: Any, b: Any) -> Any:
        z = x @ V.reshape(4 * n, -1).T + b.reshape(4 * n)
        all_w = W.reshape(4 * n, n)

        def step(state: Any, row: Any) -> tuple[Any, Any]:
            c, h = state
            f, i, g, o = jnp.split(row + h @ all_w.T, 4, axis=1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (c, h), (h * h).sum()

        return (h0 * h0).sum() + jax.lax.scan(step, (c0, h0), z)[1].sum()

    value, gradients = jax.value_and_grad(loss, (0, 1, 2))(W, V, b)
    return value, *gradients


# --- Jacobi's method on a square, heated in each step -----------------------------------------------------------------

JACOBI = """u[0,i,j] = u0[i,j]
near[t,i,j] = u[t,i,j] + pad(u)[t,i-1,j] + pad(u)[t,i+1,j] + pad(u)[t,i,j-1] + pad(u)[t,i,j+1]
u[t,i,j] = where((i >= 1) and (i <= size(u0,0) - 2) and (j >= 1) and (j <= size(u0,1) - 2),
    0.2*near[t-1,i,j] + s[t-1], u[t-1,i,j])
y[i,j] = u[size(s,0),i,j]"""


def jacobi_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """The first grid u0, and what is added to its inside in each step."""
    return {"u0": normal(rng, sizes["n"], sizes["n"]), "s": normal(rng, sizes["steps"])}


def jacobi_numpy(u0: Array, s: Array) -> Array:
    """Slices of two grids in turn."""
    u, new = u0.copy(), u0.copy()
    for heat in s:
        new[1:-1, 1:-1] = 0.2 * (u[1:-1, 1:-1] + u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) + heat
        u, new = new, u
    return u


def jacobi_numba() -> Any:
    """The loops by hand, rows on all threads."""
    import numba

    @numba.njit(fastmath=True, parallel=True)
    def loops(u0: Array, s: Array) -> Array:
        u, new, fifth = u0.copy(), u0.copy(), u0.dtype.type(0.2)
        for t in range(len(s)):
            for i in numba.prange(1, u.shape[0] - 1):
                for j in range(1, u.shape[1] - 1):
                    new[i, j] = fifth * (u[i, j] + u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) + s[t]
            u, new = new, u
        return u

    return loops


def jacobi_jax(u0: Any, s: Any) -> Any:
    """By ``lax.scan``."""
    import jax

    def step(u: Any, heat: Any) -> tuple[Any, None]:
        near = u[1:-1, 1:-1] + u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        return u.at[1:-1, 1:-1].set(0.2 * near + heat), None

    return jax.lax.scan(step, u0, s)[0]


WORKLOADS = (
    Workload(
        "W24", "linear state space", STATE_SPACE, lambda _: STATE_SPACE, state_space_inputs, state_space_numpy,
        (
            Peer("numpy", state_space_numpy), Peer("numba", _by_numba(state_space_numba), label="numba by hand"),
            Peer("jax", state_space_jax), Peer("jax", state_space_parallel, label="jax, associative scan"),
        ),
        {"tiny": [{"steps": 7, "states": 3}], "small": [{"steps": 4096, "states": 16}],
         "full": [{"steps": 65536, "states": 16}]},
        goals=(Goal("jax", 1.5), Goal("numba by hand", 0.9)),
    ),
    Workload(
        "W24", "LSTM with gradients", LSTM, lstm_program, lstm_inputs, lstm_numpy,
        (Peer("numpy", lstm_numpy), Peer("jax", lstm_jax)),
        {"tiny": [{"steps": 3, "batch": 2, "hidden": 4, "inputs": 3}],
         "small": [{"steps": 32, "batch": 32, "hidden": 64, "inputs": 64}],
         "full": [{"steps": 512, "batch": 32, "hidden": 256, "inputs": 256}]},
        goals=(Goal("jax", 1.5),), tolerance={"float32": 1e-3},
    ),
    Workload(
        "W24", "Jacobi's method", JACOBI, lambda _: JACOBI, jacobi_inputs, jacobi_numpy,
        (
            Peer("numpy", jacobi_numpy), Peer("numba", _by_numba(jacobi_numba), label="numba by hand"),
            Peer("jax", jacobi_jax),
        ),
        {"tiny": [{"n": 7, "steps": 3}], "small": [{"n": 350, "steps": 80}], "full": [{"n": 350, "steps": 80}]},
        goals=(Goal("jax", 1.5), Goal("numba by hand", 0.9)),
    ),
)  # fmt: skip
