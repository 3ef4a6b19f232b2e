"""W24: explicit solvers: heat in three dimensions, the flow in a cavity, Lorenz 96 by Runge-Kutta's method."""

from __future__ import annotations

from typing import Any

import numpy as np

from .recurrences import by_numba
from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, normal

# --- heat in three dimensions (npbench's heat_3d): the walls keep their temperature -------------------------------


def heat_text(sizes: Sizes) -> str:
    """The state after so many steps."""
    inside = " and ".join(f"({i} >= 1) and ({i} <= size(u0,{k}) - 2)" for k, i in enumerate("ijk"))
    return f"""t : index {sizes["steps"] + 1}
u[0,i,j,k] = u0[i,j,k]
near[t,i,j,k] = (pad(u)[t,i-1,j,k] + pad(u)[t,i+1,j,k] + pad(u)[t,i,j-1,k] + pad(u)[t,i,j+1,k]
    + pad(u)[t,i,j,k-1] + pad(u)[t,i,j,k+1])
u[t,i,j,k] = where({inside},
    0.25*u[t-1,i,j,k] + 0.125*near[t-1,i,j,k], u[t-1,i,j,k])
y[i,j,k] = u[{sizes["steps"]},i,j,k]"""


def heat_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """The first state u0; ``steps`` is as long as there are steps, here and below."""
    return {"u0": normal(rng, sizes["n"], sizes["n"], sizes["n"]), "steps": np.zeros(sizes["steps"])}


def _near(u: Any) -> Any:
    """The sum of the six neighbours of each point inside."""
    return (
        u[:-2, 1:-1, 1:-1] + u[2:, 1:-1, 1:-1] + u[1:-1, :-2, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, 1:-1, :-2] + u[1:-1, 1:-1, 2:]
    )


def heat_slices(u0: Any, steps: Any) -> Any:
    """Slices of two states in turn, of NumPy or PyTorch."""
    u, new = u0 * 1, u0 * 1
    for _ in range(len(steps)):
        new[1:-1, 1:-1, 1:-1] = 0.25 * u[1:-1, 1:-1, 1:-1] + 0.125 * _near(u)
        u, new = new, u
    return u


def heat_numba() -> Any:
    """The loops by hand, planes on all threads."""
    import numba

    @numba.njit(fastmath=True, parallel=True)
    def loops(u0: Array, steps: Array) -> Array:
        u, new, quarter, eighth = u0.copy(), u0.copy(), u0.dtype.type(0.25), u0.dtype.type(0.125)
        for _ in range(len(steps)):
            for i in numba.prange(1, u.shape[0] - 1):
                for j in range(1, u.shape[1] - 1):
                    for k in range(1, u.shape[2] - 1):
                        near = u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k] + u[i, j + 1, k] + u[i, j, k - 1] + u[i, j, k + 1]
                        new[i, j, k] = quarter * u[i, j, k] + eighth * near
            u, new = new, u
        return u

    return loops


def heat_jax(u0: Any, steps: Any) -> Any:
    """By ``lax.fori_loop``."""
    import jax

    def step(_: Any, u: Any) -> Any:
        return u.at[1:-1, 1:-1, 1:-1].set(0.25 * u[1:-1, 1:-1, 1:-1] + 0.125 * _near(u))

    return jax.lax.fori_loop(0, len(steps), step, u0)


# --- the flow in a cavity under a moving lid (npbench's cavity_flow): pressure by sweeps of Jacobi's method in each step ----

VISCOSITY = 0.1


def cavity_text(sizes: Sizes) -> str:
    """Velocities and pressure inside after so many steps; row n - 1 is the lid, which moves along the rows at speed 1."""
    n, steps, sweeps, lines = sizes["n"], sizes["steps"], sizes["sweeps"], []
    h, dt = 2 / (n - 1), 0.1 / (n - 1) ** 2
    for k in range(sweeps):
        old, new, at = f"p{k}" if k else "p", f"p{k + 1}" if k + 1 < sweeps else "p", "t" if k else "t-1"
        lines.append(
            f"{new}[t,i,j] = ({old}[{at},i,clamp(j+1)] + {old}[{at},i,clamp(j-1)] + pad({old})[{at},i+1,j] + "
            f"{old}[{at},clamp(i-1),j] - {h**2}*b[t-1,i,j])/4"
        )
    moved = {
        w: f"{w}[t-1,i,j] - {dt / h}*(u[t-1,i,j]*({w}[t-1,i,j] - pad({w})[t-1,i,j-1]) + "
        f"v[t-1,i,j]*({w}[t-1,i,j] - pad({w})[t-1,i-1,j])) + {VISCOSITY * dt / h**2}*(pad({w})[t-1,i,j+1] + pad({w})[t-1,i,j-1] + "
        f"pad({w})[t-1,i-1,j] + pad({w})[t-1,i+1,j] - 4*{w}[t-1,i,j]"
        for w in "uv"
    }
    sweep = "\n".join(lines)
    return f"""t : index {steps + 1}; i : index {n - 2}; j : index {n - 2}
u[0,i,j] = u0[i,j]; v[0,i,j] = v0[i,j]; p[0,i,j] = p0[i,j]
ux[t,i,j] = (pad(u)[t,i,j+1] - pad(u)[t,i,j-1])/{2 * h}
uy[t,i,j] = (pad(u)[t,i+1,j] - pad(u)[t,i-1,j] + (i == size(u0,0) - 1))/{2 * h}
vx[t,i,j] = (pad(v)[t,i,j+1] - pad(v)[t,i,j-1])/{2 * h}
vy[t,i,j] = (pad(v)[t,i+1,j] - pad(v)[t,i-1,j])/{2 * h}
b[t,i,j] = (ux[t,i,j] + vy[t,i,j])/{dt} - ux[t,i,j]**2 - 2*uy[t,i,j]*vx[t,i,j] - vy[t,i,j]**2
{sweep}
u[t,i,j] = {moved["u"]} + (i == size(u0,0) - 1)) - {dt / (2 * h)}*(p[t,i,clamp(j+1)] - p[t,i,clamp(j-1)])
v[t,i,j] = {moved["v"]}) - {dt / (2 * h)}*(pad(p)[t,i+1,j] - p[t,clamp(i-1),j])
"""


def cavity_program(sizes: Sizes) -> Any:
    """The last velocities and the last pressure."""
    import espresso as es

    text, last = cavity_text(sizes), sizes["steps"]
    return [es.parse(f"{text}{w}_last[i,j] = {w}[{last},i,j]") for w in "uvp"]


def cavity_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """The first velocities u0 and v0 and the first pressure p0, inside."""
    inside = sizes["n"] - 2
    first = {name: 0.1 * normal(rng, inside, inside) for name in ("u0", "v0", "p0")}
    return {**first, "steps": np.zeros(sizes["steps"]), "sweeps": np.zeros(sizes["sweeps"])}


def cavity_numpy(u0: Array, v0: Array, p0: Array, steps: Array, sweeps: Array) -> tuple[Array, ...]:
    """Slices of arrays with the walls around them."""
    u, v, p = (np.pad(a, 1) for a in (u0, v0, p0))
    h, dt = 2 / (len(u) - 1), 0.1 / (len(u) - 1) ** 2
    u[-1] = 1
    _walls(p)
    for _ in range(len(steps)):
        ux, vx = ((w[1:-1, 2:] - w[1:-1, :-2]) / (2 * h) for w in (u, v))
        uy, vy = ((w[2:, 1:-1] - w[:-2, 1:-1]) / (2 * h) for w in (u, v))
        b = h * h * ((ux + vy) / dt - ux * ux - 2 * uy * vx - vy * vy)
        for _ in range(len(sweeps)):
            p[1:-1, 1:-1] = (p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1] - b) / 4
            _walls(p)
        px, py = p[1:-1, 2:] - p[1:-1, :-2], p[2:, 1:-1] - p[:-2, 1:-1]
        moved = [_moved(w, u, v, h, dt) for w in (u, v)]
        u[1:-1, 1:-1] = moved[0] - dt / (2 * h) * px
        v[1:-1, 1:-1] = moved[1] - dt / (2 * h) * py
    return u[1:-1, 1:-1], v[1:-1, 1:-1], p[1:-1, 1:-1]


def _walls(p: Array) -> None:
    """No pressure at the lid, no slope of it at the other walls."""
    p[:, 0], p[:, -1] = p[:, 1], p[:, -2]
    p[0], p[-1] = p[1], 0


def _moved(w: Any, u: Any, v: Any, h: float, dt: float) -> Any:
    """A velocity inside, after it was carried along and has diffused."""
    here, west, south = w[1:-1, 1:-1], w[1:-1, :-2], w[:-2, 1:-1]
    carried = u[1:-1, 1:-1] * (here - west) + v[1:-1, 1:-1] * (here - south)
    return here - dt / h * carried + VISCOSITY * dt / h**2 * (w[1:-1, 2:] + west + south + w[2:, 1:-1] - 4 * here)


def cavity_jax(u0: Any, v0: Any, p0: Any, steps: Any, sweeps: Any) -> Any:
    """By ``lax.fori_loop``, one in the other."""
    import jax

    jnp, n = jax.numpy, len(u0) + 1
    h, dt = 2 / n, 0.1 / n**2

    def walls(p: Any) -> Any:
        p = p.at[:, 0].set(p[:, 1]).at[:, -1].set(p[:, -2])
        return p.at[0].set(p[1]).at[-1].set(0)

    def step(_: Any, state: Any) -> Any:
        u, v, p = state
        ux, vx = ((w[1:-1, 2:] - w[1:-1, :-2]) / (2 * h) for w in (u, v))
        uy, vy = ((w[2:, 1:-1] - w[:-2, 1:-1]) / (2 * h) for w in (u, v))
        b = h * h * ((ux + vy) / dt - ux * ux - 2 * uy * vx - vy * vy)

        def sweep(_: Any, p: Any) -> Any:
            inside = (p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1] - b) / 4
            return walls(p.at[1:-1, 1:-1].set(inside))

        p = jax.lax.fori_loop(0, len(sweeps), sweep, p)
        px, py = p[1:-1, 2:] - p[1:-1, :-2], p[2:, 1:-1] - p[:-2, 1:-1]
        one, two = (_moved(w, u, v, h, dt) for w in (u, v))
        return u.at[1:-1, 1:-1].set(one - dt / (2 * h) * px), v.at[1:-1, 1:-1].set(two - dt / (2 * h) * py), p

    u, v, p = (jnp.pad(a, 1) for a in (u0, v0, p0))
    state = jax.lax.fori_loop(0, len(steps), step, (u.at[-1].set(1), v, walls(p)))
    return tuple(w[1:-1, 1:-1] for w in state)


def cavity_numba() -> Any:
    """The loops by hand; a sweep takes less time than it takes to wake a thread."""
    import numba

    @numba.njit(fastmath=True)
    def walls(p: Array) -> None:
        last = len(p) - 1
        for i in range(1, last):
            p[i, 0] = p[i, 1]
            p[i, last] = p[i, last - 1]
        for j in range(len(p)):
            p[0, j] = p[1, j]
            p[last, j] = 0

    @numba.njit(fastmath=True)
    def loops(u0: Array, v0: Array, p0: Array, steps: Array, sweeps: Array) -> tuple[Array, ...]:
        n, kind = len(u0) + 2, u0.dtype.type
        u, v, p, b = np.zeros((n, n), kind), np.zeros((n, n), kind), np.zeros((n, n), kind), np.zeros((n, n), kind)
        u[1:-1, 1:-1], v[1:-1, 1:-1], p[1:-1, 1:-1], u[-1] = u0, v0, p0, 1
        walls(p)
        u2, v2, p2 = u.copy(), v.copy(), p.copy()
        h, dt = 2 / (n - 1), 0.1 / (n - 1) ** 2
        by_dt, quarter, four = kind(h / dt / 2), kind(0.25), kind(4)
        carry, spread, push = kind(dt / h), kind(VISCOSITY * dt / h**2), kind(dt / (2 * h))
        for _ in range(len(steps)):
            for i in range(1, n - 1):
                for j in range(1, n - 1):
                    ux, vx = u[i, j + 1] - u[i, j - 1], v[i, j + 1] - v[i, j - 1]
                    uy, vy = u[i + 1, j] - u[i - 1, j], v[i + 1, j] - v[i - 1, j]
                    b[i, j] = by_dt * (ux + vy) - quarter * (ux * ux + uy * vx + uy * vx + vy * vy)
            for _ in range(len(sweeps)):
                for i in range(1, n - 1):
                    for j in range(1, n - 1):
                        p2[i, j] = quarter * (p[i, j + 1] + p[i, j - 1] + p[i + 1, j] + p[i - 1, j] - b[i, j])
                walls(p2)
                p, p2 = p2, p
            for i in range(1, n - 1):
                for j in range(1, n - 1):
                    by_u, by_v = carry * u[i, j], carry * v[i, j]
                    near = u[i, j + 1] + u[i, j - 1] + u[i + 1, j] + u[i - 1, j] - four * u[i, j]
                    moved = u[i, j] - by_u * (u[i, j] - u[i, j - 1]) - by_v * (u[i, j] - u[i - 1, j])
                    u2[i, j] = moved + spread * near - push * (p[i, j + 1] - p[i, j - 1])
                    near = v[i, j + 1] + v[i, j - 1] + v[i + 1, j] + v[i - 1, j] - four * v[i, j]
                    moved = v[i, j] - by_u * (v[i, j] - v[i, j - 1]) - by_v * (v[i, j] - v[i - 1, j])
                    v2[i, j] = moved + spread * near - push * (p[i + 1, j] - p[i - 1, j])
            u, u2, v, v2 = u2, u, v2, v
        return u[1:-1, 1:-1].copy(), v[1:-1, 1:-1].copy(), p[1:-1, 1:-1].copy()

    return loops


# --- Lorenz 96 for many members of an ensemble, by the classical method of Runge and Kutta ---------------------------

FORCE, INTERVAL = 8, 0.05


def lorenz_text(sizes: Sizes) -> str:
    """The states of all members after so many steps."""

    def slope(x: str) -> str:
        return f"({x}[t,m,mod(i+1)] - {x}[t,m,mod(i-2)])*{x}[t,m,mod(i-1)] - {x}[t,m,i] + {FORCE}"

    return f"""t : index {sizes["steps"] + 1}
x[0,m,i] = x0[m,i]
k1[t,m,i] = {slope("x")}
x1[t,m,i] = x[t,m,i] + {INTERVAL / 2}*k1[t,m,i]
k2[t,m,i] = {slope("x1")}
x2[t,m,i] = x[t,m,i] + {INTERVAL / 2}*k2[t,m,i]
k3[t,m,i] = {slope("x2")}
x3[t,m,i] = x[t,m,i] + {INTERVAL}*k3[t,m,i]
k4[t,m,i] = {slope("x3")}
x[t,m,i] = x[t-1,m,i] + {INTERVAL}/6*(k1[t-1,m,i] + 2*k2[t-1,m,i] + 2*k3[t-1,m,i] + k4[t-1,m,i])
y[m,i] = x[{sizes["steps"]},m,i]"""


def lorenz_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """The first states x0, near the unstable equilibrium."""
    return {"x0": FORCE + normal(rng, sizes["members"], sizes["n"]), "steps": np.zeros(sizes["steps"])}


def _runge_kutta(x: Any, slope: Any) -> Any:
    k1 = slope(x)
    k2 = slope(x + INTERVAL / 2 * k1)
    k3 = slope(x + INTERVAL / 2 * k2)
    return x + INTERVAL / 6 * (k1 + 2 * k2 + 2 * k3 + slope(x + INTERVAL * k3))


def lorenz_numpy(x0: Array, steps: Array) -> Array:
    """Whole states, moved by ``roll``."""
    for _ in range(len(steps)):
        x0 = _runge_kutta(x0, lambda x: (np.roll(x, -1, 1) - np.roll(x, 2, 1)) * np.roll(x, 1, 1) - x + FORCE)
    return x0


def lorenz_torch(x0: Any, steps: Any) -> Any:
    """Whole states, moved by ``roll``."""
    for _ in range(len(steps)):
        x0 = _runge_kutta(x0, lambda x: (x.roll(-1, 1) - x.roll(2, 1)) * x.roll(1, 1) - x + FORCE)
    return x0


def lorenz_jax(x0: Any, steps: Any) -> Any:
    """By ``lax.fori_loop``."""
    import jax

    roll = jax.numpy.roll

    def step(_: Any, x: Any) -> Any:
        return _runge_kutta(x, lambda x: (roll(x, -1, 1) - roll(x, 2, 1)) * roll(x, 1, 1) - x + FORCE)

    return jax.lax.fori_loop(0, len(steps), step, x0)


def lorenz_numba() -> Any:
    """The loops by hand: all steps of a member while its state is in the cache, members on all threads."""
    import numba

    @numba.njit(fastmath=True)
    def slope(x: Array, k: Array, force: Any) -> None:
        n = len(x)
        k[0] = (x[1] - x[n - 2]) * x[n - 1] - x[0] + force
        k[1] = (x[2] - x[n - 1]) * x[0] - x[1] + force
        for i in range(2, n - 1):
            k[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i] + force
        k[n - 1] = (x[0] - x[n - 3]) * x[n - 2] - x[n - 1] + force

    @numba.njit(fastmath=True, parallel=True)
    def loops(x0: Array, steps: Array) -> Array:
        y, kind, n = x0.copy(), x0.dtype.type, x0.shape[1]
        force, sixth, half, two = kind(FORCE), kind(INTERVAL / 6), kind(INTERVAL / 2), kind(2)
        for m in numba.prange(len(x0)):
            x, z, total, k = y[m], np.empty(n, kind), np.empty(n, kind), np.empty(n, kind)
            for _ in range(len(steps)):
                slope(x, k, force)
                for i in range(n):
                    total[i] = k[i]
                    z[i] = x[i] + half * k[i]
                for part in range(2):
                    slope(z, k, force)
                    ahead = half + half * kind(part)
                    for i in range(n):
                        total[i] += two * k[i]
                        z[i] = x[i] + ahead * k[i]
                slope(z, k, force)
                for i in range(n):
                    x[i] += sixth * (total[i] + k[i])
        return y

    return loops


GOALS = (Goal("jax", 1.5), Goal("numba by hand", 0.9))

WORKLOADS = (
    Workload(
        "W24", "heat in three dimensions", heat_text({"steps": 198}), heat_text, heat_inputs, heat_slices,
        (
            Peer("numpy", heat_slices), Peer("numba", by_numba(heat_numba), label="numba by hand"), Peer("jax", heat_jax),
            Peer("torch", heat_slices),
        ),
        {"tiny": [{"n": 5, "steps": 4}], "small": [{"n": 40, "steps": 98}], "full": [{"n": 70, "steps": 198}]}, goals=GOALS,
    ),
    Workload(
        "W24", "flow in a cavity", cavity_text({"n": 201, "steps": 100, "sweeps": 2}), cavity_program, cavity_inputs,
        cavity_numpy,
        (
            Peer("numpy", cavity_numpy), Peer("numba", by_numba(cavity_numba), label="numba by hand"),
            Peer("jax", cavity_jax),
        ),
        {"tiny": [{"n": 7, "steps": 3, "sweeps": 2}], "small": [{"n": 121, "steps": 50, "sweeps": 10}],
         "full": [{"n": 201, "steps": 100, "sweeps": 20}]}, goals=GOALS,
    ),
    Workload(
        "W24", "Lorenz 96 by RK4", lorenz_text({"steps": 5}), lorenz_text, lorenz_inputs, lorenz_numpy,
        (
            Peer("numpy", lorenz_numpy), Peer("numba", by_numba(lorenz_numba), label="numba by hand"), Peer("jax", lorenz_jax),
            Peer("torch", lorenz_torch),
        ),
        {"tiny": [{"members": 2, "n": 7, "steps": 3}], "small": [{"members": 100, "n": 40, "steps": 5}],
         "full": [{"members": 4096, "n": 40, "steps": 5}]}, goals=GOALS,
    ),
)  # fmt: skip
