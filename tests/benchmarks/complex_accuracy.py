"""The largest error of each vector function of complex numbers, for the page of `accuracy`.

Errors are in units of the last place of the larger part: what one part loses beside a larger one is no error of the
number.  The truth has more digits: complex128 for complex64, and for complex128 the extended precision of the C library.
"""

from __future__ import annotations

import platform
from collections.abc import Callable

import numpy as np

from .accuracy import CHUNK, Array, compiled

DTYPES = ("complex64", "complex128")


def _log1p(z: Array) -> Array:
    """NumPy rounds 1 + z: twice half the logarithm of abs(1 + z)**2 by log1p, whose argument only loses on a circle."""
    x, y = z.real, z.imag
    near = np.log1p(x * (2 + x) + y * y) / 2
    far = np.log(np.abs(1 + z))
    found = np.empty_like(z)
    found.real, found.imag = np.where(np.abs(z) < 0.25, near, far), np.arctan2(y, 1 + x)
    return found


FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    **{n: getattr(np, n) for n in ("exp", "exp2", "expm1", "log", "log2", "log10", "sqrt")},
    "log1p": _log1p, "rsqrt": lambda z: 1 / np.sqrt(z),
    **{n: getattr(np, n) for n in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "atan": np.arctan, "atanh": np.arctanh,
}  # fmt: skip


def points(dtype: str, seed: int, n: int) -> Array:
    """Directions of all kinds and sizes between 1e-3 and 80, numbers near the axes and the unit circle."""
    random = np.random.default_rng(seed)
    part = n // 3 + 1
    turned = 10.0 ** random.uniform(-3, 1.9, part) * np.exp(2j * np.pi * random.uniform(size=part))
    sides = 10.0 ** random.uniform(-6, 1.9, (2, part)) * random.choice([-1, 1], (2, part))
    circle = (1 + random.normal(size=part) / 100) * np.exp(2j * np.pi * random.uniform(size=part))
    return np.concatenate([turned, sides[0] + 1j * sides[1], circle])[:n].astype(dtype)


def worst(name: str, dtype: str, count: int, seed: int = 1) -> tuple[float, complex]:
    """The largest error on so many points, and the (first) argument where it is."""
    found, where = 0.0, 0j
    for number, start in enumerate(range(0, count, CHUNK)):
        z = points(dtype, seed + number, min(CHUNK, count - start))
        value = compiled(name, 1)(z)
        exact = FUNCTIONS[name](z.astype("complex128" if dtype == "complex64" else np.clongdouble))
        size = np.maximum(np.abs(exact.real), np.abs(exact.imag)).astype(value.real.dtype)
        apart = np.maximum(np.abs(value.real - exact.real), np.abs(value.imag - exact.imag))
        error = np.where(size > 2 * np.finfo(dtype).tiny, apart / np.spacing(size), 0)
        at = int(np.argmax(error))
        if error[at] > found:
            found, where = float(error[at]), complex(z[at])
    return found, where


def table(count: int) -> list[str]:
    """The section of the page."""
    from espresso.machine.machine_code import processor

    rows = []
    for name in FUNCTIONS:
        cells = (worst(name, dtype, count) for dtype in DTYPES)
        rows.append(f"| {name} | {' | '.join(f'{error:.2f} at {where:.6g}' for error, where in cells)} |")
        print(rows[-1], flush=True)
    return [
        "", "## Complex numbers", "",
        f"In units of the last place of the larger part, at {count:,} random points with absolute values up to 80. The truth is complex128 for",
        "complex64 and extended precision for complex128. Loops in which an argument is infinite, NaN or beyond the limits of a function",
        "(`mathematics/vector_complex.py`) run again with the C library; `asin`, `acos`, `asinh` and `acosh` are those of the C library.", "",
        f"Machine: {processor().get('vendor_id', platform.machine())}.", "",
        "| function | complex64 | complex128 |", "|---|---|---|", *rows,
    ]  # fmt: skip
