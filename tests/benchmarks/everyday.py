"""``espresso bench --everyday``: formulas of many fields, as one writes them, beside NumPy as one writes it.

None of them is in the suite: they show what an unforeseen formula costs.  One thread; results are compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .consistency import seconds

Array = np.ndarray
PAGE = "everyday.md"
WARM = 0.2
"""Seconds of calls before the first that is timed."""
RANDOM = np.random.default_rng(11)


@dataclass(frozen=True)
class Everyday:
    """A formula with a title, the same with NumPy, and its inputs."""

    title: str
    text: str
    numpy: Callable[..., Any]
    inputs: dict[str, Array]


def _real(*shape: int) -> Array:
    return (RANDOM.random(shape) + 0.1).astype("f4")


def _whole(limit: int, *shape: int) -> Array:
    return RANDOM.integers(0, limit, shape)


def _bilinear(image: Array, at: Array) -> Array:
    low = np.floor(at).astype(int)
    part = at - low
    y, x = low.T
    u, v = part.T[:, :, None]
    return (image[y, x]*(1 - u)*(1 - v) + image[y + 1, x]*u*(1 - v) + image[y, x + 1]*(1 - u)*v + image[y + 1, x + 1]*u*v)


def _table(x: Array, xs: Array, ys: Array) -> Array:
    step = (xs[-1] - xs[0])/(len(xs) - 1)
    place = (x - xs[0])/step
    k = np.clip(np.floor(place), 0, len(xs) - 2).astype(int)
    return ys[k] + (ys[k + 1] - ys[k])*(place - k)


def _life(a: Array) -> Array:
    n = sum(np.roll(np.roll(a, p, 0), q, 1) for p in (-1, 0, 1) for q in (-1, 0, 1)) - a
    return ((n == 3) | ((a == 1) & (n == 2))).astype("f4")


def _boxes(a: Array, b: Array) -> Array:
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    both = np.clip(high - low, 0, None).prod(2)
    areas = [(x[:, 2:] - x[:, :2]).prod(1) for x in (a, b)]
    return both/(areas[0][:, None] + areas[1][None] - both)


def _forces(x: Array, m: Array) -> Array:
    d = x[None] - x[:, None]
    r = (d*d).sum(2) + 1e-3
    return (d*(m/r**1.5)[:, :, None]).sum(1)


def _means(x: Array, p: Array, k: int) -> Array:
    sums = np.stack([np.bincount(p, x[:, d], k) for d in range(x.shape[1])], 1)
    return sums/np.bincount(p, minlength=k)[:, None]


def _rotated(q: Array, v: Array) -> Array:
    w, u = q[:, :1], q[:, 1:]
    t = 2*np.cross(u, v)
    return v + w*t + np.cross(u, t)


def _window(x: Array, n: int) -> Array:
    return np.lib.stride_tricks.sliding_window_view(x, n)


def _mandelbrot(c: Array) -> Array:
    z = np.zeros_like(c)
    for _ in range(20):
        z = z*z + c
    return np.abs(z)


_LINE = np.linspace(0, 1, 65, dtype="f4")
_BOXES = [np.sort(_real(n, 2, 2), 1).reshape(n, 4) for n in (300, 400)]
_QUATERNION = _real(50_000, 4)
_QUATERNION /= np.linalg.norm(_QUATERNION, axis=1, keepdims=True)
_STOCHASTIC = _real(600, 600)
_STOCHASTIC /= _STOCHASTIC.sum(0)

EVERYDAY = (
    Everyday("grey image", "y[h,w] = sum[c](A[h,w,c]*k[c])", lambda A, k: A @ k, {"A": _real(480, 640, 3), "k": _real(3)}),
    Everyday("colour table", "y[h,w,c] = k[t[h,w],c]", lambda k, t: k[t], {"k": _real(256, 3), "t": _whole(256, 480, 640)}),
    Everyday("bilinear samples",
             "y0[i] = int(floor(p[i,0])); x0[i] = int(floor(p[i,1])); u[i] = p[i,0] - y0[i]; v[i] = p[i,1] - x0[i]\n"
             "y[i,c] = A[y0[i],x0[i],c]*(1 - u[i])*(1 - v[i]) + A[y0[i]+1,x0[i],c]*u[i]*(1 - v[i]) "
             "+ A[y0[i],x0[i]+1,c]*(1 - u[i])*v[i] + A[y0[i]+1,x0[i]+1,c]*u[i]*v[i]",
             _bilinear, {"A": _real(300, 300, 3), "p": 290*_real(50_000, 2)/1.2}),
    Everyday("linear interpolation in a table",
             "t[i] = (x[i] - a[0])/((a[size(a,0)-1] - a[0])/(size(a,0) - 1))\n"
             "k[i] = int(clip(floor(t[i]), 0, size(a,0) - 2))\ny[i] = b[k[i]] + (b[k[i]+1] - b[k[i]])*(t[i] - k[i])",
             _table, {"x": _real(200_000)/1.2, "a": _LINE, "b": np.sin(_LINE)}),
    Everyday("histogram", "b : index 24\ny[b] = sum[i](int(floor(20*x[i])) == b)",
             lambda x: np.bincount((20*x).astype(int), minlength=24)[:24].astype("f4"), {"x": _real(200_000)}),
    Everyday("sums by labels", "p : index 50\ny[p,d] = sum[i](A[i,d]*(t[i] == p))",
             lambda A, t: np.stack([np.bincount(t, A[:, d], 50) for d in range(8)], 1), {"A": _real(40_000, 8), "t": _whole(50, 40_000)}),
    Everyday("centres of clusters", "k : index 50\ny[k,d] = sum[i](A[i,d]*(t[i] == k))/sum[i](t[i] == k)",
             lambda A, t: _means(A, t, 50), {"A": _real(40_000, 8), "t": _whole(50, 40_000)}),
    Everyday("one of many", "c : index 100\ny[i,c] = t[i] == c", lambda t: (t[:, None] == np.arange(100)).astype("f4"), {"t": _whole(100, 20_000)}),
    Everyday("sum of embeddings", "y[b,d] = sum[w](A[t[b,w],d])", lambda A, t: A[t].sum(1), {"A": _real(5000, 64), "t": _whole(5000, 500, 20)}),
    Everyday("nearest centre", "y[i] = argmin[k](sum[d]((A[i,d] - C[k,d])**2))",
             lambda A, C: ((A[:, None] - C)**2).sum(2).argmin(1), {"A": _real(5000, 3), "C": _real(32, 3)}),
    Everyday("largest element of each row, at its place", "y[i] = B[i,argmax[j](A[i,j])]",
             lambda A, B: np.take_along_axis(B, A.argmax(1)[:, None], 1)[:, 0], {"A": _real(4000, 100), "B": _real(4000, 100)}),
    Everyday("overlap of boxes",
             "w[i,j] = max(min(A[i,2], B[j,2]) - max(A[i,0], B[j,0]), 0)\nh[i,j] = max(min(A[i,3], B[j,3]) - max(A[i,1], B[j,1]), 0)\n"
             "a[i] = (A[i,2] - A[i,0])*(A[i,3] - A[i,1])\nb[j] = (B[j,2] - B[j,0])*(B[j,3] - B[j,1])\n"
             "y[i,j] = w[i,j]*h[i,j]/(a[i] + b[j] - w[i,j]*h[i,j])", _boxes, dict(zip("AB", _BOXES, strict=True))),
    Everyday("forces between bodies",
             "r[i,j] = sum[d]((x[j,d] - x[i,d])**2) + 0.001\ny[i,d] = sum[j]((x[j,d] - x[i,d])*m[j]/r[i,j]**1.5)",
             _forces, {"x": _real(600, 3), "m": _real(600)}),
    Everyday("game of life",
             "q : index 3\np : index 3\nn[i,j] = sum[p,q](A[mod(i+p-1, size(A,0)), mod(j+q-1, size(A,1))]) - A[i,j]\n"
             "y[i,j] = (n[i,j] == 3) or ((A[i,j] == 1) and (n[i,j] == 2))", _life, {"A": _whole(2, 500, 500).astype("f4")}),
    Everyday("moving average", "k : index 20\ny[i] = mean[k](x[i+k])", lambda x: _window(x, 20).mean(1), {"x": _real(100_000)}),
    Everyday("moving deviation", "k : index 20\ny[i] = std[k](x[i+k])", lambda x: _window(x, 20).std(1), {"x": _real(100_000)}),
    Everyday("moving maximum", "k : index 20\ny[i] = max[k](x[i+k])", lambda x: _window(x, 20).max(1), {"x": _real(100_000)}),
    Everyday("exponential average", "y[0] = x[0]\ny[t] = 0.9*y[t-1] + 0.1*x[t]", lambda x: _filtered(x), {"x": _real(20_000)}),
    Everyday("drawdown", "m[0] = x[0]\nm[t] = max(m[t-1], x[t])\ny[t] = x[t]/m[t] - 1",
             lambda x: x/np.maximum.accumulate(x) - 1, {"x": _real(100_000)}),
    Everyday("returns", "y[t,i] = log(A[t+1,i]/A[t,i])", lambda A: np.log(A[1:]/A[:-1]), {"A": _real(5000, 50)}),
    Everyday("covariance", "m[j] = mean[i](A[i,j])\ny[j,k] = sum[i]((A[i,j] - m[j])*(A[i,k] - m[k]))/(size(A,0) - 1)",
             lambda A: np.cov(A.T), {"A": _real(5000, 60)}),
    Everyday("correlation",
             "m[j] = mean[i](A[i,j])\ns[j] = std[i](A[i,j])\ny[j,k] = mean[i]((A[i,j] - m[j])*(A[i,k] - m[k]))/(s[j]*s[k])",
             lambda A: np.corrcoef(A.T), {"A": _real(5000, 60)}),
    Everyday("autocorrelation", "k : index 30\ny[k] = sum[i](pad(x)[i+k]*x[i])",
             lambda x: np.array([(x[k:]*x[: len(x) - k]).sum() for k in range(30)]), {"x": _real(50_000)}),
    Everyday("polynomial", "y[i] = sum[k](c[k]*x[i]**k)", lambda c, x: np.polynomial.polynomial.polyval(x, c), {"c": _real(8), "x": _real(200_000)}),
    Everyday("Fourier sums", "k : index 256\ny[k] = sum[n](x[n]*cos(2*pi*k*n/size(x,0)))",
             lambda x: np.cos(2*np.pi*np.outer(np.arange(256), np.arange(len(x)))/len(x)) @ x, {"x": _real(1024)}),
    Everyday("trapezoidal rule", "y = sum[i]((x[i+1] - x[i])*(z[i+1] + z[i]))/2", lambda x, z: np.trapezoid(z, x), {"x": _real(300_000), "z": _real(300_000)}),
    Everyday("Laplace operator", "y[i,j] = A[i+2,j+1] + A[i,j+1] + A[i+1,j+2] + A[i+1,j] - 4*A[i+1,j+1]",
             lambda A: A[2:, 1:-1] + A[:-2, 1:-1] + A[1:-1, 2:] + A[1:-1, :-2] - 4*A[1:-1, 1:-1], {"A": _real(800, 800)}),
    Everyday("box filter of an image", "l : index 5\nk : index 5\ny[i,j] = sum[k,l](A[i+k,j+l])/25",
             lambda A: sum(A[k : A.shape[0] - 4 + k, l : A.shape[1] - 4 + l] for k in range(5) for l in range(5))/25, {"A": _real(500, 500)}),
    Everyday("median of three by three", "m : index 9\ni : index 148\nj : index 148\nu[i,j,m] = A[i + m//3, j + m%3]\ny[i,j] = median[m](u[i,j,m])",
             lambda A: np.median(np.lib.stride_tricks.sliding_window_view(A, (3, 3)), (2, 3)), {"A": _real(150, 150)}),
    Everyday("cross products", "y[i] = A[i,1]*B[i,2] - A[i,2]*B[i,1]",
             lambda A, B: np.cross(A, B)[:, 0], {"A": _real(50_000, 3), "B": _real(50_000, 3)}),
    Everyday("rotations by quaternions",
             "d : index 3\nc[i,d] = q[i,1+mod(d+1,3)]*v[i,mod(d+2,3)] - q[i,1+mod(d+2,3)]*v[i,mod(d+1,3)]\n"
             "e[i,d] = q[i,1+mod(d+1,3)]*c[i,mod(d+2,3)] - q[i,1+mod(d+2,3)]*c[i,mod(d+1,3)]\n"
             "y[i,d] = v[i,d] + 2*(q[i,0]*c[i,d] + e[i,d])", _rotated, {"q": _QUATERNION, "v": _real(50_000, 3)}),
    Everyday("Mandelbrot", "t : index 21\nz[0,i] = 0*c[i]\nz[t,i] = z[t-1,i]**2 + c[i]\ny[i] = abs(z[20,i])", _mandelbrot,
             {"c": (RANDOM.random(50_000)*0.25 + 0.2j*RANDOM.random(50_000)).astype("c8")}),
    Everyday("page rank", "t : index 31\nr[0,i] = 1/size(A,0)\nr[t,i] = 0.85*sum[j](A[i,j]*r[t-1,j]) + 0.15/size(A,0)\ny[i] = r[30,i]",
             lambda A: _ranked(A), {"A": _STOCHASTIC}),
    Everyday("Gaussian kernel", "y[i,j] = exp(-sum[d]((A[i,d] - B[j,d])**2)/2)",
             lambda A, B: np.exp(-((A[:, None] - B)**2).sum(2)/2), {"A": _real(600, 3), "B": _real(500, 3)}),
    Everyday("cosine similarity", "y[i,j] = sum[d](A[i,d]*B[j,d])/(norm[d](A[i,d])*norm[d](B[j,d]))",
             lambda A, B: (A @ B.T)/(np.linalg.norm(A, axis=1)[:, None]*np.linalg.norm(B, axis=1)), {"A": _real(600, 64), "B": _real(500, 64)}),
    Everyday("cross-entropy of labels", "L = -mean[i](sum[k](log_softmax[k](A[i,k])*(k == t[i])))",
             lambda A, t: _entropy(A, t), {"A": _real(5000, 50), "t": _whole(50, 5000)}),
    Everyday("accuracy", "y = mean[i](argmax[k](A[i,k]) == t[i])", lambda A, t: (A.argmax(1) == t).mean(), {"A": _real(5000, 50), "t": _whole(50, 5000)}),
    Everyday("the five largest", "s[i,k] = sort[k](-A[i,k])\ny[i,k] = -s[i,k]*(k < 5)", lambda A: -np.sort(-A, 1)*(np.arange(A.shape[1]) < 5), {"A": _real(2000, 100)}),
    Everyday("ranks", "y[i,j] = sum[k](A[i,k] < A[i,j])", lambda A: A.argsort(1).argsort(1), {"A": _real(500, 100)}),
    Everyday("upper triangle", "y[i,j] = A[i,j]*(j > i)", lambda A: np.triu(A, 1), {"A": _real(700, 700)}),
    Everyday("Kronecker product", "y[i,p,j,q] = A[i,j]*B[p,q]", lambda A, B: A[:, None, :, None]*B[None, :, None, :], {"A": _real(30, 30), "B": _real(30, 30)}),
    Everyday("standard scores of columns", "y[i,j] = (A[i,j] - mean[k](A[k,j]))/std[k](A[k,j])", lambda A: (A - A.mean(0))/A.std(0), {"A": _real(5000, 60)}),
    Everyday("where, by rows", "y[i,j] = where(A[i,j] > mean[k](A[i,k]), A[i,j], 0)", lambda A: np.where(A.mean(1, keepdims=True) < A, A, 0), {"A": _real(4000, 100)}),
    Everyday("parity of positions", "y[i,j] = where(mod(i + j, 2) == 0, A[i,j], -A[i,j])",
             lambda A: np.where(np.add.outer(np.arange(700), np.arange(700)) % 2 == 0, A, -A), {"A": _real(700, 700)}),
    Everyday("rows shuffled", "y[i,j] = A[t[i],j]", lambda A, t: A[t], {"A": _real(4000, 100), "t": RANDOM.permutation(4000)}),
    Everyday("columns shuffled", "y[i,j] = A[i,t[j]]", lambda A, t: A[:, t], {"A": _real(4000, 100), "t": RANDOM.permutation(100)}),
    Everyday("reversed", "y[i,j] = A[i,size(A,1)-1-j]", lambda A: A[:, ::-1].copy(), {"A": _real(4000, 100)}),
    Everyday("rolled", "j : index 100\ny[i,j] = A[i,mod(j+7,size(A,1))]", lambda A: np.roll(A, -7, 1), {"A": _real(4000, 100)}),
    Everyday("repeated", "y[i,j] = x[i//8]*A[i,j]", lambda x, A: np.repeat(x, 8)[:, None]*A, {"x": _real(500), "A": _real(4000, 100)}),
    Everyday("blocks of two by two", "q : index 2\np : index 2\ny[i,j] = mean[p,q](A[2*i+p,2*j+q])",
             lambda A: A.reshape(350, 2, 350, 2).mean((1, 3)), {"A": _real(700, 700)}),
    Everyday("blocks taken apart", "q : index 2\np : index 2\ny[i,j,p,q] = A[2*i+p,2*j+q]",
             lambda A: A.reshape(350, 2, 350, 2).transpose(0, 2, 1, 3).copy(), {"A": _real(700, 700)}),
    Everyday("counts in rows", "y[i] = sum[j](A[i,j] > 0.5)", lambda A: (A > 0.5).sum(1), {"A": _real(4000, 100)}),
    Everyday("first above", "y[i] = min[j](where(A[i,j] > 1.05, j, size(A,1)))",
             lambda A: np.where((A > 1.05).any(1), (A > 1.05).argmax(1), A.shape[1]), {"A": _real(4000, 100)}),
    Everyday("entropy of rows", "p[i,j] = A[i,j]/sum[k](A[i,k])\ny[i] = -sum[j](p[i,j]*log(p[i,j]))", lambda A: _row_entropy(A), {"A": _real(4000, 100)}),
    Everyday("logistic map", "t : index 51\nx[0,i] = a[i]\nx[t,i] = 3.7*x[t-1,i]*(1 - x[t-1,i])\ny[i] = x[50,i]", lambda a: _logistic(a), {"a": _real(20_000)/1.2}),
    Everyday("running mean", "y[i] = cumsum[i](x[i])/(i + 1)", lambda x: x.cumsum()/np.arange(1, len(x) + 1), {"x": _real(200_000)}),
    Everyday("Haversine distances",
             "a[i,j] = sin((p[j,0] - p[i,0])/2)**2 + cos(p[i,0])*cos(p[j,0])*sin((p[j,1] - p[i,1])/2)**2\ny[i,j] = 12742*asin(sqrt(a[i,j]))",
             lambda p: _haversine(p), {"p": _real(500, 2)}),
    Everyday("Black-Scholes",
             "d[i] = (log(S[i]/K[i]) + (0.02 + v[i]**2/2)*T[i])/(v[i]*sqrt(T[i]))\ny[i] = S[i]*normcdf(d[i]) - K[i]*exp(-0.02*T[i])*normcdf(d[i] - v[i]*sqrt(T[i]))",
             lambda S, K, v, T: _black_scholes(S, K, v, T), {n: _real(100_000) for n in "SKvT"}),
)  # fmt: skip


def _filtered(x: Array) -> Array:
    y = np.empty_like(x)
    y[0] = x[0]
    for t in range(1, len(x)):
        y[t] = np.float32(0.9)*y[t - 1] + np.float32(0.1)*x[t]
    return y


def _ranked(A: Array) -> Array:
    r = np.full(len(A), 1/len(A), A.dtype)
    for _ in range(30):
        r = np.float32(0.85)*(A @ r) + np.float32(0.15/len(A))
    return r


def _entropy(A: Array, t: Array) -> Any:
    top = A.max(1, keepdims=True)
    return (np.log(np.exp(A - top).sum(1)) + top[:, 0] - A[np.arange(len(A)), t]).mean()


def _row_entropy(A: Array) -> Array:
    p = A/A.sum(1, keepdims=True)
    return -(p*np.log(p)).sum(1)


def _logistic(a: Array) -> Array:
    for _ in range(50):
        a = np.float32(3.7)*a*(1 - a)
    return a


def _haversine(p: Array) -> Array:
    a, b = p.T
    h = np.sin((a - a[:, None])/2)**2 + np.cos(a[:, None])*np.cos(a)*np.sin((b - b[:, None])/2)**2
    return 12742*np.arcsin(np.sqrt(h))


def _black_scholes(S: Array, K: Array, v: Array, T: Array) -> Array:
    from math import erf

    def cdf(x: Array) -> Array:
        return np.array([0.5*(1 + erf(a)) for a in (x/np.sqrt(2)).tolist()], x.dtype)

    d = (np.log(S/K) + (0.02 + v**2/2)*T)/(v*np.sqrt(T))
    return S*cdf(d) - K*np.exp(-0.02*T)*cdf(d - v*np.sqrt(T))


def measured(only: str = "") -> list[tuple[Everyday, float, float]]:
    """Seconds of espresso and of NumPy for each whose title contains ``only``; results are compared first."""
    import espresso as es

    rows = []
    for e in EVERYDAY:
        if only not in e.title:
            continue
        f = es.compile(e.text, target="cpu")
        given = {n: e.inputs[n] for n in f.inputs}
        right = np.asarray(e.numpy(*e.inputs.values()))
        if e.title not in ("logistic map", "ranks"):  # chaotic, and equal elements
            np.testing.assert_allclose(np.asarray(f(**given)), right, 2e-3, 2e-3*float(np.max(np.abs(right))), err_msg=e.title)
        start = time.perf_counter()
        while time.perf_counter() - start < WARM:  # a program that looks at positions is compiled meanwhile
            f(**given)
        ours, theirs = seconds([partial(f, **given), partial(e.numpy, *e.inputs.values())])
        rows.append((e, ours, theirs))
        print(f"{e.title:44s} {1e6*ours:10.1f} us {theirs/ours:8.2f}x", flush=True)
    return rows


def page(rows: list[tuple[Everyday, float, float]], about: str) -> str:
    """The page docs/everyday.md."""
    lines = [
        "# Formulas of many fields beside NumPy", "",
        f"This page is written by `espresso bench --everyday --write-docs`. {about}", "",
        "Formulas as one writes them, beside NumPy as one writes it: one thread, float32, both allocate their results, the least time of",
        "calls in turns. `2.00x` means that NumPy takes twice the time. None of them is in the suite of the [performance page](performance.md).", "",
        "| what | formula | microseconds | NumPy |", "|---|---|---|---|",
    ]  # fmt: skip
    for e, ours, theirs in sorted(rows, key=lambda row: row[2]/row[1]):
        lines.append(f"| {e.title} | `{e.text.replace(chr(10), '; ')}` | {1e6*ours:.1f} | {theirs/ours:.2f}x |")
    return "\n".join([*lines, ""])


def main(docs: Path | None, only: str, about: str) -> int:
    """Measure; write the page into this folder, or only print."""
    rows = measured(only)
    if docs is not None and not only:
        (docs / PAGE).write_text(page(rows, about), encoding="utf-8")
    return 0
