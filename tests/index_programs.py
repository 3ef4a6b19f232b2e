"""Random programs whose positions and values are computed from integers, with data at the edges of every dtype.

Every position is made legal by a wrapper (``pad``, ``clamp``, ``mod``, bounds), or is bare and then refused where it
is outside.  Sums, products and powers wrap around in their dtype, as NumPy's do.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import espresso as es

DTYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")

WRAPPERS = (
    "pad(x)[{}]", "pad(x, 7)[{}]", "x[clamp({})]", "x[mod({})]", "where(t[i] > 3, pad(x)[{}], 2)",
    "x[clamp(max({}, 0))]", "x[min(max({}, 0), size(x, 0) - 1)]", "x[max(min({}, size(x, 0) - 1), 0)]", "x[{}]",
    "where({} >= 0, x[clamp(t[i])], 3)", "1.0*({})", "x[V[clamp({})]]",
)  # fmt: skip
FORMS = (
    "y[i,j] = {}*z[j] + 0*t[i]*u[i]", "y[i] = sum[j]({}*z[j]) + 0*t[i]*u[i]", "y[i,j] = {}*z[j] + 0*t[i]*u[i]",
    "s = sum[i,j]({}*z[j]*G[i]) + 0*sum[i](t[i]*u[i])",
)  # fmt: skip

FOUND: tuple[tuple[str, dict[str, Any]], ...] = (
    ("y[i] = pad(x)[2*t[i] + 1]", {"t": [2**62 + 50, 2**62 + 200]}),
    ("y[i] = x[clamp(t[i]*t[i])]", {"t": [3037000500, 3037000499]}),
    ("y[i] = pad(x)[t[i]*t[i]]", {"t": [3037000500, 3037000499]}),
    ("y[i] = x[clamp(t[i]*t[i])]", {"t": np.array([46341, 46340], "int32")}),
    ("y[i] = x[t[i]*t[i]]", {"t": np.array([65536, 1], "int32")}),
    ("y[i] = x[clamp(max(t[i], 0) + 5)]", {"t": [2**63 - 1, 2**63 - 5]}),
    ("y[i] = where(t[i] > 0, pad(x, 7)[2*t[i] + 1], 0)", {"t": [2**62 + 50, 2**62 + 200]}),
    ("y[i] = x[max(min(t[i]*t[i], 4), 0)]", {"t": [3037000500, 2]}),
    ("y[i] = x[max(min(abs(t[i]), 4), 0)]", {"t": [-(2**63), -2]}),
    ("y[i] = x[max(min(max(t[i], 0) + 1, 4), 0)]", {"t": [2**63 - 1, 2]}),
    ("y[i] = max(t[i]*t[i], 0)", {"t": [3037000500, 2]}),
    ("y[i] = pad(x, 7)[t[i] + (u[i] + t[i])]", {"t": np.array([127, -128], "int8"), "u": [5, 5]}),
    ("y[i,j] = pad(x)[3*j + t[i] + 5]*z[j]", {"t": [2**63 - 1, -(2**63), 2**63 - 2, -3], "z": np.ones(3)}),
    ("y[i,j] = (t[i] - 3)*(i + t[i])*z[j]", {"t": [2**63 - 1, 2], "z": np.ones(3)}),
    ("y[i,j] = x[t[i] + j]*z[j]", {"t": np.array([2, 5], "int32"), "z": np.ones(3)}),
    ("y[i] = t[i]//u[i] + abs(t[i]) - mod(t[i], u[i])", {"t": np.full(3, -(2**31), "int32"), "u": np.full(3, -1, "int32")}),
    ("C[i,j] = A[i,k]*B[k,j]", {"A": np.full((9, 8), 2**31 - 1, "int32"), "B": np.full((8, 7), 3, "int32")}),
    ("y[i] = pad(x)[(t[i] > 1)]", {"t": [1, 2, 3]}),
    ("y[i] = pad(x, 7)[(t[i] > 1)]", {"t": [2, 3], "x": np.ones(1)}),
    ("y[i] = A[(t[i] > 1),i]", {"t": [1, 2, 3], "A": np.arange(6.0).reshape(2, 3)}),
    ("y[i] = x[clamp((min(5, t[i])*100**2)**3)]", {"t": np.array([1, 65535], "uint32")}),
    ("y[i] = -1 + t[i]*(-3)", {"t": np.array([3, 2, 8], "uint32")}),
)  # fmt: skip
"""Programs that read outside, wrote outside or computed other numbers before."""


def edges(dtype: str) -> list[int]:
    """Numbers at which arithmetic of a dtype, of another dtype, or a position changes its meaning."""
    low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    root = int(high**0.5)
    near = [low, low + 1, low + 5, low // 2, low // 2 - 1, high, high - 1, high // 2, high // 2 + 1, high // 3, root]
    near += [root + 1, 46341, 3037000499, 3037000500, 2**31, 2**32 - 1, 2**62 + 50, 2**62 + 200, 2**63]
    return [n for n in (*near, *range(-5, 9), 50, 100) if low <= n <= high]


def arithmetic(draw: random.Random, depth: int) -> str:
    """An integer expression over t, u, indices, a length and numbers."""
    if depth == 0 or draw.random() < 0.15:
        return draw.choice(("t[i]", "t[i]", "u[i]", "u[i]", "i", "j", "1", "2", "3", "-1", "5", "100", "size(x, 0)"))
    a, b = (arithmetic(draw, depth - 1) for _ in range(2))
    few = draw.choice((b, "2", "3", "7"))
    return draw.choice((
        f"({a} + {b})", f"({a} + {b})", f"({a} - {b})", f"({a} - {b})", f"({a}*{b})", f"({a}*{b})", f"({a}//{few})",
        f"({a} % {few})", f"min({a}, {b})", f"max({a}, {b})", f"abs({a})", f"({a})**{draw.choice((2, 3))}", f"(-{a})",
        f"where({a} > {b}, {a}, {b})", f"max(({a})**2, 0)", f"relu({a})",
    ))  # fmt: skip


def found(number: int) -> tuple[Any, dict[str, np.ndarray]]:
    """A program of `FOUND`."""
    text, given = FOUND[number]
    e = es.parse(text)
    given = {"x": np.arange(1.0, 11.0)} | {n: np.asarray(a) for n, a in given.items()}
    return e, {n: given[n] for n in e.inputs}


def outcome(compute: Any) -> Any:
    """The result, or the error that espresso raised."""
    try:
        return compute()
    except es.EspressoError as error:
        return error


def differs(got: Any, expected: Any) -> bool:
    """Whether two outcomes are not the same numbers of the same dtype, or not both refused."""
    if isinstance(got, Exception) or isinstance(expected, Exception):
        return not (isinstance(got, Exception) and isinstance(expected, Exception))
    close = got.dtype.kind == "f" and np.allclose(got, expected, rtol=1e-12, atol=0, equal_nan=True)
    return bool(got.dtype != expected.dtype or not (close or np.array_equal(got, expected)))
