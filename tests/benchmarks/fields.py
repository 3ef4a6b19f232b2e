"""W6, W7 and W9: likelihood of a Gaussian mixture, Laplacian of a network, derivative of the enthalpy of sea water."""

from __future__ import annotations

from typing import Any

import numpy as np

from .limits import gemm_limit, triad_limit
from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, derived, normal, with_derivatives

# --- W6: log-likelihood of a mixture of Gaussians, gradient ----------------------------------------------

MIXTURE = """\
y[n,k,a] = exp(q[k,a])*(x[n,a] - m[k,a]) + sum[b](L[k,a,b]*(x[n,b] - m[k,b])*(b < a))
u[n,k] = w[k] + sum[a](q[k,a]) - sum[a](y[n,k,a]**2)/2
loss = sum[n](logsumexp[k](u[n,k])) - size(x,0)*logsumexp[k](w[k])"""
PARAMETERS = ("w", "m", "q", "L")


def mixture_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Points x[n,d]; weights w[k], means m[k,d], diagonals q[k,d] (logarithms) and triangles L[k,d,d]."""
    n, d, k = sizes["n"], sizes["d"], sizes["k"]
    return {"x": normal(rng, n, d), "w": normal(rng, k), "m": normal(rng, k, d), "q": 0.1 * normal(rng, k, d),
            "L": 0.1 * normal(rng, k, d, d)}  # fmt: skip


def mixture_numpy(x: Array, w: Array, m: Array, q: Array, L: Array) -> tuple[Array, ...]:
    """By hand: the triangular factor as a matrix, one product for each component."""
    T = np.tril(L, -1)
    index = np.arange(q.shape[1])
    T[:, index, index] = np.exp(q)
    c = x[None] - m[:, None]
    y = c @ T.transpose(0, 2, 1)
    u = (w + q.sum(axis=1))[:, None] - 0.5 * (y**2).sum(axis=2)
    top = u.max(axis=0)
    e = np.exp(u - top)
    total = e.sum(axis=0)
    r = e / total
    shares = np.exp(w - w.max())
    shares /= shares.sum()
    loss = (np.log(total) + top).sum() - len(x) * (np.log(np.exp(w - w.max()).sum()) + w.max())
    counts = r.sum(axis=1)
    g = -r[:, :, None] * y
    dT = g.transpose(0, 2, 1) @ c
    dq = counts[:, None] + dT[:, index, index] * np.exp(q)
    return loss, counts - len(x) * shares, -(g.sum(axis=1)[:, None] @ T)[:, 0], dq, np.tril(dT, -1)


def _mixture_loss(xp: Any, logsumexp: Any, x: Any, w: Any, m: Any, q: Any, L: Any) -> Any:
    d = q.shape[1]
    T = xp.tril(L, -1) + xp.exp(q)[:, :, None] * xp.eye(d, dtype=q.dtype)
    y = xp.einsum("kab,nkb->nka", T, x[:, None] - m)
    u = w + q.sum(1) - 0.5 * (y**2).sum(2)
    return logsumexp(u, 1).sum() - x.shape[0] * logsumexp(w, 0)


def mixture_jax(x: Any, w: Any, m: Any, q: Any, L: Any) -> Any:
    """jax.value_and_grad."""
    import jax

    value, gradients = jax.value_and_grad(
        lambda *p: _mixture_loss(jax.numpy, jax.nn.logsumexp, x, *p), argnums=(0, 1, 2, 3)
    )(w, m, q, L)
    return value, *gradients


def mixture_torch(x: Any, w: Any, m: Any, q: Any, L: Any) -> Any:
    """torch.func.grad_and_value."""
    import torch

    gradients, value = torch.func.grad_and_value(
        lambda *p: _mixture_loss(torch, torch.logsumexp, x, *p), argnums=(0, 1, 2, 3)
    )(w, m, q, L)
    return value, *gradients


def _mixture_products(sizes: Sizes, dtype: str) -> Any:
    n, d, k = sizes["n"], sizes["d"], sizes["k"]
    return gemm_limit([(n, d, d), (d, n, d)] * k, dtype)


# --- W7: Laplacian of a network with tanh ----------------------------------------------------------------

NETWORK = """\
a[n,p] = tanh(sum[i](x[n,i]*A[i,p]) + s[p])
b[n,q] = tanh(sum[p](a[n,p]*B[p,q]) + t[q])
u[n,r] = tanh(sum[q](b[n,q]*C[q,r]) + v[r])
f = sum[n,r](u[n,r]*c[r])"""


def _laplacian(sizes: Sizes) -> Any:
    """The trace of the Hessian of each point; the terms of two points vanish symbolically."""
    import espresso as es

    hessian = es.hessian(es.parse(NETWORK), "x")
    n, i = es.indices("n i")
    return es.sum(hessian[n, i, n, i], i)


def network_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Points x[n,d], three layers of width h."""
    n, d, h = sizes["n"], sizes["d"], sizes["h"]
    weights = {"A": normal(rng, d, h) / np.sqrt(d), "B": normal(rng, h, h) / np.sqrt(h), "C": normal(rng, h, h) / np.sqrt(h)}
    return {"x": normal(rng, n, d), **weights, "s": normal(rng, h), "t": normal(rng, h), "v": normal(rng, h),
            "c": normal(rng, h)}  # fmt: skip


def laplacian_numpy(x: Array, A: Array, B: Array, C: Array, s: Array, t: Array, v: Array, c: Array) -> Array:
    """Taylor mode by hand: value, first derivatives in all directions, and their collapsed second derivative."""
    value = x
    first = np.broadcast_to(np.eye(x.shape[1], dtype=x.dtype)[:, None], (x.shape[1], *x.shape))
    second = np.zeros_like(x)
    for weight, bias in ((A, s), (B, t), (C, v)):
        value, first, second = np.tanh(value @ weight + bias), first @ weight, second @ weight
        slope = 1 - value**2
        second = slope * second - 2 * value * slope * (first**2).sum(axis=0)
        first = slope * first
    return second @ c


def laplacian_jax(x: Any, A: Any, B: Any, C: Any, s: Any, t: Any, v: Any, c: Any) -> Any:
    """The trace of jax.hessian of each point under vmap."""
    import jax

    def f(x: Any) -> Any:
        tanh = jax.numpy.tanh
        return tanh(tanh(tanh(x @ A + s) @ B + t) @ C + v) @ c

    return jax.vmap(lambda x: jax.numpy.trace(jax.hessian(f)(x)))(x)


def laplacian_torch(x: Any, A: Any, B: Any, C: Any, s: Any, t: Any, v: Any, c: Any) -> Any:
    """The trace of torch.func.hessian of each point under vmap."""
    import torch

    def f(x: Any) -> Any:
        return torch.tanh(torch.tanh(torch.tanh(x @ A + s) @ B + t) @ C + v) @ c

    return torch.func.vmap(lambda x: torch.func.hessian(f)(x).diagonal().sum())(x)


# --- W9: sea water ---------------------------------------------------------------------------------------
# The rational expression of 48 terms for the specific volume (IOC, SCOR and IAPSO 2010, The international
# thermodynamic equation of seawater; coefficients of its appendix K), its exact integral over the pressure
# (the dynamic enthalpy), and the derivative of that by temperature, which espresso derives.

SEA = """\
b0[i] = 999.8420897506056 + T[i]*(2.839940833161907 + T[i]*(-0.03147759265588511 + 0.001181805545074306*T[i])) + S[i]*(-6.698001071123802 + T[i]*(-0.02986498947203215 + 0.0002327859407479162*T[i]) + sqrt(S[i])*(-0.0398882237896849 + T[i]*(0.00050954225738805 + T[i]*(-1.426984671633621e-05 + 1.645039373682922e-07*T[i]))))
b1[i] = 0.5*(-0.02233269627352527 + T[i]*(-0.000343609007985188 + 3.726050720345733e-06*T[i]) + S[i]*(-0.0001806789763745328 + 6.876837219536232e-07*T[i]))
b2[i] = -3.087032500374211e-07 + T[i]*(-1.988366587925593e-08 - 1.061519070296458e-11*T[i]) + 1.55093272922008e-10*S[i]
a0[i] = 1 + T[i]*(0.002775927747785646 + T[i]*(-2.349607444135925e-05 + T[i]*(1.119513357486743e-06 + 6.743689325042773e-10*T[i]))) + S[i]*(-0.007521448093615448 + T[i]*(-2.764306979894411e-05 + T[i]*(1.262937315098546e-07 + T[i]*(9.527875081696435e-10 - 1.811147201949891e-11*T[i]))) + 5.41932655114874e-06*S[i] + sqrt(S[i])*(-3.303308871386421e-05 + T[i]*(3.801564588876298e-07 + T[i]*(-7.672876869259043e-09 + T[i]*(-4.634182341116144e-11 + 2.681097235569143e-12*T[i])))))
a1[i] = -2.742185394906099e-05 + T[i]*(-3.212746477974189e-07 + T[i]*(3.191413910561627e-09 - 1.931012931541776e-12*T[i])) + S[i]*(-1.105097577149576e-07 + 6.211426728363857e-10*T[i])
a2[i] = -1.11901159287511e-10 + T[i]*(-1.941660213148725e-11 - 1.8648264253656e-14*T[i] + 1.119522344879478e-14*S[i])
a3[i] = -1.200507748551599e-15 + 6.057902487546866e-17*T[i]
r[i] = sqrt(b1[i]**2 - b0[i]*b2[i])
N[i] = a0[i] + (2*a3[i]*b0[i]*b1[i]/b2[i] - a2[i]*b0[i])/b2[i]
M[i] = a1[i] + (4*a3[i]*b1[i]**2/b2[i] - a3[i]*b0[i] - 2*a2[i]*b1[i])/b2[i]
long[i] = log(1 + p[i]*(2*b1[i] + b2[i]*p[i])/b0[i])
cross[i] = log(1 + 2*b2[i]*p[i]*r[i]/((b1[i] - r[i])*(b1[i] + r[i] + b2[i]*p[i])))
h[i] = 1e4*(p[i]*(a2[i] - 2*a3[i]*b1[i]/b2[i] + 0.5*a3[i]*p[i])/b2[i] + M[i]*long[i]/(2*b2[i]) + (N[i]*b2[i] - M[i]*b1[i])/(2*b2[i]*r[i])*cross[i])"""


def water(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Salinity, temperature and pressure as in the ocean."""
    n = sizes["n"]
    return {"S": rng.uniform(1, 40, n), "T": rng.uniform(-2, 30, n), "p": rng.uniform(0, 5000, n)}


def _python(text: str) -> str:
    """The statements as Python text on whole arrays."""
    return text.replace("[i]", "").replace("long", "long_")


def _enthalpy(sqrt: Any, log: Any) -> Any:
    """The formula as a Python function of S, T, p."""
    scope = {"sqrt": sqrt, "log": log}
    lines = "".join(f"    {line}\n" for line in _python(SEA).splitlines())
    exec(f"def enthalpy(S, T, p):\n{lines}    return h\n", scope)
    return scope["enthalpy"]


def sea_numpy(S: Array, T: Array, p: Array) -> Array:
    """The derivative by a complex step, exact to the last digits."""
    step = 1e-30
    return _enthalpy(np.sqrt, np.log)(S, T + 1j * step, p).imag / step


def sea_jax(S: Any, T: Any, p: Any) -> Any:
    """jax.grad of the sum."""
    import jax

    enthalpy = _enthalpy(jax.numpy.sqrt, jax.numpy.log)
    return jax.grad(lambda T: enthalpy(S, T, p).sum())(T)


def sea_torch(S: Any, T: Any, p: Any) -> Any:
    """torch.func.grad of the sum."""
    import torch

    enthalpy = _enthalpy(torch.sqrt, torch.log)
    return torch.func.grad(lambda T: enthalpy(S, T, p).sum())(T)


WORKLOADS = (
    Workload(
        "W6", "Gaussian mixture, log-likelihood and gradient", f"{MIXTURE}\nwith its gradients",
        with_derivatives(MIXTURE, *(("grad", name) for name in PARAMETERS)), mixture_inputs,
        mixture_numpy, (Peer("numpy", mixture_numpy), Peer("jax", mixture_jax), Peer("torch.func", mixture_torch)),
        {
            "tiny": [{"n": 7, "d": 4, "k": 3}], "small": [{"n": 1000, "d": 16, "k": 5}],
            "full": [{"n": 10_000, "d": 64, "k": 25}],
        },
        {"gemm": _mixture_products}, "2 matrix products per component", (Goal("jax", 1.5),), ("float64",),
    ),
    Workload(
        "W7", "Laplacian of a network with tanh", f"sum[i](hessian[n,i,n,i]) of\n{NETWORK}", _laplacian, network_inputs,
        laplacian_numpy,
        (Peer("numpy", laplacian_numpy), Peer("jax", laplacian_jax), Peer("torch.func", laplacian_torch)),
        {
            "tiny": [{"n": 3, "d": 4, "h": 5}], "small": [{"n": 64, "d": 8, "h": 32}],
            "full": [{"n": 256, "d": 32, "h": 64}],
        },
        {}, "", (Goal("jax", 3),),
    ),
    Workload(
        "W9", "enthalpy of sea water by temperature", f"gradient in T of the sum of h in\n{SEA}",
        derived("grad", SEA + "\ntotal = sum[i](h[i])", "T"), water, sea_numpy,
        (
            Peer("numpy", sea_numpy, label="numpy, complex step"), Peer("jax", sea_jax), Peer("torch.func", sea_torch),
            Peer("torch.compile", sea_torch),
        ),
        {"tiny": [{"n": 50}], "small": [{"n": 100_000}], "full": [{"n": 1 << 24}]},
        {"triad, non-temporal": lambda s, d: triad_limit(s["n"], d)}, "triad: 2 of 3 reads, 1 write", (Goal("jax", 2),),
        ("float64",), {"float64": 1e-7},
    ),
)  # fmt: skip
