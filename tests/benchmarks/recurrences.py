"""W24: recurrences: a linear state space over a long sequence, an LSTM and a Kalman filter with gradients, Jacobi's method."""

from __future__ import annotations

from typing import Any

import numpy as np

from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, normal, normals, with_derivatives

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


def by_numba(make: Any) -> Any:
    """A function that numba compiles when it is first called."""
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


# --- a Kalman filter: minus the logarithm of the likelihood, with its gradients --------------------------------------------

KALMAN = """a[0,i] = 0; P[0,i,j] = (i == j)
v[t] = y[t] - sum[i](c[i]*a[t,i])
g[t,i] = sum[j](P[t,i,j]*c[j])
F[t] = sum[i](c[i]*g[t,i]) + 1
m[t,i] = a[t,i] + g[t,i]*v[t]/F[t]
M[t,i,j] = P[t,i,j] - g[t,i]*g[t,j]/F[t]
a[t,i] = sum[j](A[i,j]*m[t-1,j])
R[t,i,l] = sum[k](A[i,k]*M[t-1,k,l])
P[t,i,j] = sum[l](R[t,i,l]*A[j,l]) + q[i]*(i == j)
L = sum[t](log(F[t]) + v[t]**2/F[t])/2"""
FITTED = ("A", "c", "q")


def kalman_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Observations y, the transition A, the weights c of the state in an observation, variances q of its noise."""
    n = sizes["states"]
    A = 0.8 * normal(rng, n, n) / np.sqrt(n)
    return {"y": normal(rng, sizes["steps"]), "A": A, "c": normal(rng, n), "q": rng.uniform(0.1, 1, n)}


def kalman_numpy(y: Array, A: Array, c: Array, q: Array) -> tuple[Any, ...]:
    """The filter, and back through it by hand."""
    a, P, loss, seen = np.zeros_like(c), np.eye(len(c), dtype=c.dtype), c[0] * 0, []
    for value in y:
        g = P @ c
        v, F = value - c @ a, c @ g + 1
        loss = loss + (np.log(F) + v * v / F) / 2
        m, M = a + g * (v / F), P - np.outer(g, g / F)
        seen.append((a, P, g, v, F, m, M))
        a, P = A @ m, A @ M @ A.T + np.diag(q)
    da, dP = np.zeros_like(c), np.zeros_like(A)
    dA, dc, dq = np.zeros_like(A), np.zeros_like(c), np.zeros_like(q)
    for a, P, g, v, F, m, M in reversed(seen):
        half = dP @ A
        dA += np.outer(da, m) + half @ M.T + dP.T @ A @ M
        dq += np.diag(dP)
        dm, dM = A.T @ da, A.T @ half
        dv = dm @ g / F + v / F
        dF = (1 / F - (v / F) ** 2) / 2 - dm @ g * v / F**2 + g @ dM @ g / F**2
        dg = dm * (v / F) - (dM + dM.T) @ g / F + c * dF
        dc += g * dF + P.T @ dg - a * dv
        da, dP = dm - c * dv, dM + np.outer(dg, c)
    return loss, dA, dc, dq


def kalman_jax(y: Any, A: Any, c: Any, q: Any) -> Any:
    """By ``lax.scan``."""
    import jax

    jnp = jax.numpy

    def loss(A: Any, c: Any, q: Any) -> Any:
        def step(state: Any, value: Any) -> tuple[Any, Any]:
            a, P = state
            g = P @ c
            v, F = value - c @ a, c @ g + 1
            m, M = a + g * (v / F), P - jnp.outer(g, g / F)
            return (A @ m, A @ M @ A.T + jnp.diag(q)), (jnp.log(F) + v * v / F) / 2

        return jax.lax.scan(step, (jnp.zeros_like(c), jnp.eye(len(c), dtype=c.dtype)), y)[1].sum()

    value, gradients = jax.value_and_grad(loss, (0, 1, 2))(A, c, q)
    return value, *gradients


def kalman_numba() -> Any:
    """The loops by hand, forward with all states kept, then back."""
    import numba

    @numba.njit(fastmath=True)
    def product(out: Array, x: Array, z: Array) -> None:
        for i in range(len(x)):
            for j in range(len(x)):
                out[i, j] = x[i, 0] * z[0, j]
            for k in range(1, len(x)):
                for j in range(len(x)):
                    out[i, j] += x[i, k] * z[k, j]

    @numba.njit(fastmath=True)
    def loops(y: Array, A: Array, c: Array, q: Array) -> tuple[Any, ...]:
        steps, n, kind = len(y), len(c), c.dtype.type
        B, one, half = np.ascontiguousarray(A.T), kind(1), kind(0.5)
        a, P, g = np.zeros((steps + 1, n), kind), np.zeros((steps + 1, n, n), kind), np.zeros((steps, n), kind)
        vs, Fs, m, M, R = np.zeros(steps, kind), np.zeros(steps, kind), np.zeros(n, kind), np.zeros((n, n), kind), np.zeros((n, n), kind)
        loss = 0.0
        for i in range(n):
            P[0, i, i] = 1
        for t in range(steps):
            v, F = y[t], one
            for i in range(n):
                total = kind(0)
                for j in range(n):
                    total += P[t, i, j] * c[j]
                g[t, i] = total
                F += c[i] * total
                v -= c[i] * a[t, i]
            loss += half * (np.log(F) + v * v / F)
            vs[t], Fs[t] = v, F
            for i in range(n):
                m[i] = a[t, i] + g[t, i] * (v / F)
                for j in range(n):
                    M[i, j] = P[t, i, j] - g[t, i] * (g[t, j] / F)
            product(R, A, M)
            product(P[t + 1], R, B)
            for i in range(n):
                P[t + 1, i, i] += q[i]
                total = kind(0)
                for j in range(n):
                    total += A[i, j] * m[j]
                a[t + 1, i] = total
        da, dP, dm, dM, dg = np.zeros(n, kind), np.zeros((n, n), kind), np.zeros(n, kind), np.zeros((n, n), kind), np.zeros(n, kind)
        S, dA, dc, dq = np.zeros((n, n), kind), np.zeros((n, n), kind), np.zeros(n, kind), np.zeros(n, kind)
        for t in range(steps - 1, -1, -1):
            v, F = vs[t] / Fs[t], one / Fs[t]  # v/F and 1/F
            for i in range(n):
                m[i] = a[t, i] + g[t, i] * v
                for j in range(n):
                    M[i, j] = P[t, i, j] - g[t, i] * (g[t, j] * F)
            product(R, dP, A)
            product(S, A, M)
            product(dM, B, R)
            for i in range(n):
                dq[i] += dP[i, i]
                for k in range(n):
                    dA[i, k] += da[i] * m[k]
                for k in range(n):
                    part, other = R[i, k], dP[k, i]
                    for j in range(n):
                        dA[i, j] += part * M[k, j] + other * S[k, j]
            slope, curve, dv = kind(0), kind(0), v
            for i in range(n):
                total = kind(0)
                for j in range(n):
                    total += B[i, j] * da[j]
                dm[i] = total
                slope += total * g[t, i]
                both = kind(0)
                for j in range(n):
                    both += (dM[i, j] + dM[j, i]) * g[t, j]
                curve += half * both * g[t, i]
                dg[i] = total * v - both * F
            dv += slope * F
            dF = half * (F - v * v) - slope * v * F + curve * F * F
            for i in range(n):
                dg[i] += c[i] * dF
            for i in range(n):
                dc[i] += g[t, i] * dF - a[t, i] * dv
                da[i] = dm[i] - c[i] * dv
                for j in range(n):
                    dc[j] += P[t, i, j] * dg[i]
                    dP[i, j] = dM[i, j] + dg[i] * c[j]
        return kind(loss), dA, dc, dq

    return loops


WORKLOADS = (
    Workload(
        "W24", "linear state space", STATE_SPACE, lambda _: STATE_SPACE, state_space_inputs, state_space_numpy,
        (
            Peer("numpy", state_space_numpy), Peer("numba", by_numba(state_space_numba), label="numba by hand"),
            Peer("jax", state_space_jax), Peer("jax", state_space_parallel, label="jax, associative scan"),
        ),
        {"tiny": [{"steps": 7, "states": 3}], "small": [{"steps": 4096, "states": 16}],
         "full": [{"steps": 65536, "states": 16}]},
        goals=(Goal("jax", 1.5), Goal("numba by hand", 0.9)),
    ),
    Workload(
        "W24", "LSTM with gradients", LSTM, with_derivatives(LSTM, ("grad", list(NAMES))), lstm_inputs, lstm_numpy,
        (Peer("numpy", lstm_numpy), Peer("jax", lstm_jax)),
        {"tiny": [{"steps": 3, "batch": 2, "hidden": 4, "inputs": 3}],
         "small": [{"steps": 32, "batch": 32, "hidden": 64, "inputs": 64}],
         "full": [{"steps": 512, "batch": 32, "hidden": 256, "inputs": 256}]},
        goals=(Goal("jax", 1.5),), tolerance={"float32": 1e-3},
    ),
    Workload(
        "W24", "Jacobi's method", JACOBI, lambda _: JACOBI, normals(u0="n n", s="steps"), jacobi_numpy,
        (
            Peer("numpy", jacobi_numpy), Peer("numba", by_numba(jacobi_numba), label="numba by hand"),
            Peer("jax", jacobi_jax),
        ),
        {"tiny": [{"n": 7, "steps": 3}], "small": [{"n": 350, "steps": 80}], "full": [{"n": 350, "steps": 80}]},
        goals=(Goal("jax", 1.5), Goal("numba by hand", 0.9)),
    ),
    Workload(
        "W24", "Kalman filter with gradients", KALMAN, with_derivatives(KALMAN, ("grad", list(FITTED))), kalman_inputs, kalman_numpy,
        (
            Peer("numpy", kalman_numpy), Peer("numba", by_numba(kalman_numba), label="numba by hand"),
            Peer("jax", kalman_jax),
        ),
        {"tiny": [{"steps": 4, "states": 3}], "small": [{"steps": 1000, "states": 8}],
         "full": [{"steps": 10_000, "states": 8}]},
        goals=(Goal("jax", 1.5), Goal("numba by hand", 0.9)), tolerance={"float32": 1e-3},
    ),
)  # fmt: skip
