"""``espresso bench --accuracy``: the largest error of each vector function, in units of the last place.

Each function runs as users run it: a compiled formula over an array.  The truth has more
digits than the result: float64 for float32, and for float64 the extended precision of the C
library (64 bits of significand, which this processor and system must have).
"""

from __future__ import annotations

import ctypes
import functools
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray
CHUNK = 1_000_000
DTYPES = ("float32", "float64")
PAGE = "accuracy.md"

SPECIAL = (
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 20.0, -20.0, 1e5, -1e5, 1e-30, -1e-30, 1e-40, 1.5e-45, -1.5e-45, 5e-324,
    -5e-324, 3e38, -3e38, 1e300, -1e300, 88.7, 88.75, -87.5, -104.0, 709.7, 709.9, -708.5, -745.2, np.inf, -np.inf, np.nan,
)  # fmt: skip


@functools.cache
def extended(name: str) -> Callable[[Array], Array]:
    """A function of one argument of the C library in extended precision, over arrays of np.longdouble."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(f"""
declare x86_fp80 @{name}(x86_fp80)
define void @loop(ptr %x, ptr %y, i64 %n) {{
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %next, label %end
next:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %a = getelementptr [16 x i8], ptr %x, i64 %i
  %b = getelementptr [16 x i8], ptr %y, i64 %i
  %v = load x86_fp80, ptr %a
  %w = call x86_fp80 @{name}(x86_fp80 %v)
  store x86_fp80 %w, ptr %b
  %more = add i64 %i, 1
  %go = icmp slt i64 %more, %n
  br i1 %go, label %next, label %end
end:
  ret void
}}
""")
    engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine())
    engine.finalize_object()
    loop = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(engine.get_function_address("loop"))

    def function(x: Array) -> Array:
        x = np.ascontiguousarray(x, np.longdouble)
        y = np.empty_like(x)
        loop(x.ctypes.data, y.ctypes.data, x.size)
        return y

    function.engine = engine  # type: ignore[attr-defined]  # as long as the function lives
    return function


def longer(name: str) -> Callable[[Array], Array]:
    """A function of the C library in extended precision, whatever dtype comes."""
    return lambda x: extended(name)(x)


def _logistic(x: Array) -> Array:
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1, e) / (1 + e)


@functools.cache
def _digamma_series() -> tuple[Array, list[Any]]:
    """The positive zero of digamma as a sum of two numbers, and the derivatives there divided by factorials."""
    import mpmath

    with mpmath.workdps(60):
        zero = mpmath.findroot(mpmath.digamma, 1.4616321449683622)
        found = [np.longdouble(mpmath.nstr(mpmath.psi(k, zero) / mpmath.factorial(k), 25)) for k in range(1, 40)]
        first = np.float64(float(zero))
        return np.array([np.longdouble(first), np.longdouble(mpmath.nstr(zero - mpmath.mpf(float(first)), 25))]), found


def _digamma(x: Array) -> Array:
    """For positive arguments: Taylor's series around the zero, elsewhere recurrence up to 24 and the asymptotic one."""
    whole = np.array(x, np.longdouble)
    x, shift = whole.copy(), np.zeros_like(whole)
    for _ in range(24):
        low = x < 24
        shift = np.where(low, shift - 1 / x, shift)
        x = np.where(low, x + 1, x)
    z = 1 / (x * x)
    series = np.zeros_like(x)
    for c in (-3617 / np.longdouble(8160), 1 / np.longdouble(12), -691 / np.longdouble(32760), 1 / np.longdouble(132),
              -1 / np.longdouble(240), 1 / np.longdouble(252), -1 / np.longdouble(120), 1 / np.longdouble(12)):  # fmt: skip
        series = z * (c + series)
    far = shift + np.log(x) - 1 / (2 * x) - series
    zero, derivatives = _digamma_series()
    h = np.clip((whole - zero[0]) - zero[1], -0.35, 0.35)
    near = np.zeros_like(h)
    for c in reversed(derivatives):
        near = h * (c + near)
    return np.where(np.abs(h) < 0.35, near, far)


ROOT_HALF = np.sqrt(np.longdouble(0.5))


def _near(*ranges: tuple[float, float]) -> Callable[[np.random.Generator, int], Array]:
    return lambda random, n: np.concatenate([random.uniform(a, b, n // len(ranges) + 1) for a, b in ranges])[:n]


@dataclass(frozen=True)
class Function:
    """A formula of ``x`` (and ``y``), its truth, where its arguments lie, and difficult places."""

    name: str
    truth: Callable[..., Array]
    domain: tuple[float, float] = (-np.inf, np.inf)
    places: Callable[[np.random.Generator, int], Array] = field(default=_near((-2, 2)))
    goal: float = 2.0
    arguments: int = 1
    central: tuple[float, float] = (-20.0, 20.0)
    note: str = ""


NUMBERS = (
    Function("exp", np.exp, places=_near((-110, 90), (-750, 712))),
    Function("exp2", np.exp2, places=_near((-150, 130), (-1080, 1026))),
    Function("expm1", np.expm1, places=_near((-1, 1), (-20, 90))),
    Function("log", np.log, (0, np.inf), _near((0.5, 2))),
    Function("log1p", np.log1p, (-1, np.inf), _near((-1, 1))),
    Function("log2", np.log2, (0, np.inf), _near((0.5, 2))),
    Function("log10", np.log10, (0, np.inf), _near((0.5, 2))),
    Function("sqrt", np.sqrt, (0, np.inf), _near((0, 2))),
    Function("rsqrt", lambda x: 1 / np.sqrt(x), (0, np.inf), _near((0, 2))),
    Function("cbrt", np.cbrt),
    Function("sin", np.sin, (-1e5, 1e5), _near((-1000, 1000)), note="to 1e5; the C library beyond"),
    Function("cos", np.cos, (-1e5, 1e5), _near((-1000, 1000)), note="to 1e5; the C library beyond"),
    Function("tan", np.tan, (-1e5, 1e5), _near((-1000, 1000)), note="to 1e5; the C library beyond"),
    Function("asin", np.arcsin, (-1, 1), _near((-1, 1), (0.99, 1))),
    Function("acos", np.arccos, (-1, 1), _near((-1, 1), (0.99, 1))),
    Function("atan", np.arctan),
    Function("sinh", np.sinh, places=_near((-88, 88))),
    Function("cosh", np.cosh, places=_near((-88, 88))),
    Function("tanh", np.tanh, places=_near((-1, 1))),
    Function("asinh", np.arcsinh),
    Function("acosh", np.arccosh, (1, np.inf), _near((1, 2))),
    Function("atanh", np.arctanh, (-1, 1), _near((-1, 1), (0.99, 1))),
    Function("erf", longer("erfl"), places=_near((-6, 6))),
    Function("erfc", longer("erfcl"), (-np.inf, 26.5), _near((-6, 9.1)), note="where the result is no subnormal number"),
    Function("logistic", _logistic, (-87, np.inf), _near((-40, 40))),
    Function("softplus", lambda x: np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x))), places=_near((-40, 40))),
    Function("silu", lambda x: x * _logistic(x), (-87, np.inf), _near((-40, 40))),
    Function("gelu", lambda x: x * longer("erfcl")(-x.astype(np.longdouble) * ROOT_HALF) / 2, (-12.9, np.inf),
             _near((-6, 6))),
    Function("lgamma", longer("lgammal"), (0, np.inf), _near((0.5, 3)), 4.0, note="x > 0"),
    Function("gamma", longer("tgammal"), (0, 170), _near((0.5, 5)), 4.0, central=(0.0, 34.0), note="0 < x < 34 (170)"),
    Function("digamma", _digamma, (1e-3, 1e15), _near((0.1, 1.4), (1.5, 3)), note="x > 0"),
    Function("pow", np.power, (0, np.inf), _near((0.5, 2)), 4.0, 2),
    Function("atan2", np.arctan2, arguments=2),
    Function("hypot", np.hypot, arguments=2),
)  # fmt: skip


def points(f: Function, dtype: str, seed: int, n: int) -> list[Array]:
    """``n`` arguments: all magnitudes, the middle of the range, small numbers, difficult places."""
    random = np.random.default_rng(seed)
    low, high = (-44.0, 38.4) if dtype == "float32" else (-322.0, 308.0)
    part = n // 4 + 1
    found = []
    for _ in range(f.arguments):
        sizes = 10.0 ** random.uniform(low, high, part) * random.choice([-1.0, 1.0], part)
        middle = random.uniform(*f.central, part)
        small = random.normal(size=part) * random.choice([0.01, 0.3, 1.0, 5.0], part)
        x = np.concatenate([sizes, middle, small, f.places(random, part)])[:n]
        x = np.where((x < f.domain[0]) | (x > f.domain[1]), -x, x)
        with np.errstate(over="ignore"):
            x = x.astype(dtype)
        inside = (x >= f.domain[0]) & (x <= f.domain[1])
        found.append(np.where(inside, x, np.asarray(sum(f.places(random, 1)), dtype)))
    if f.name == "pow":  # exponents for which the result is a number
        with np.errstate(all="ignore"):
            wide = random.uniform(low, high, n) * np.log(10) / np.log(found[0].astype(np.float64))
            found[1] = np.where(np.isfinite(wide) & (np.abs(wide) < 1e30), wide, 2.0).astype(dtype)
    return found


def errors(value: Array, exact: Array) -> Array:
    """In units of the last place; infinite where one is a finite number and the other is not."""
    with np.errstate(all="ignore"):
        rounded = exact.astype(value.dtype)
        same = (value == rounded) | (np.isnan(value) & np.isnan(rounded))
        finite = np.isfinite(value) & np.isfinite(rounded)
        found = np.abs(value.astype(exact.dtype) - exact) / np.spacing(np.abs(rounded)).astype(exact.dtype)
    return np.where(same & ~finite, 0, np.where(finite, found, np.inf))


@functools.cache
def compiled(name: str, arguments: int) -> Any:
    """The function over an array."""
    import espresso as es

    given = "x[i], y[i]" if arguments == 2 else "x[i]"
    return es.compile(f"z[i] = {name}({given})", target="cpu")


def exact_values(f: Function, given: list[Array]) -> Array:
    """The truth, in more digits than the arguments have."""
    more = np.float64 if given[0].dtype == np.float32 else np.longdouble
    with np.errstate(all="ignore"):
        return np.asarray(f.truth(*(x.astype(more) for x in given)))


def _chunks(count: int) -> Iterator[int]:
    yield from (min(CHUNK, count - at) for at in range(0, count, CHUNK))


def worst(f: Function, dtype: str, count: int, seed: int = 1) -> tuple[float, float]:
    """The largest error on so many points, and the (first) argument where it is."""
    found, where = 0.0, 0.0
    for number, n in enumerate(_chunks(count)):
        given = points(f, dtype, seed + number, n)
        value = compiled(f.name, f.arguments)(*given)
        error = errors(value, exact_values(f, given))
        at = int(np.argmax(error))
        if error[at] > found:
            found, where = float(error[at]), float(given[0][at])
    return found, where


def wrong_specials(f: Function, dtype: str) -> list[float]:
    """Special arguments at which the result is none of: the same kind of number, the sign of zero, within the goal."""
    with np.errstate(all="ignore"):
        x = np.array(SPECIAL).astype(dtype)
    x = x[(x >= f.domain[0]) & (x <= f.domain[1]) | ~np.isfinite(x) & (f.domain[1] == np.inf)]
    given = [x] if f.arguments == 1 else [v.ravel() for v in np.meshgrid(x, x)]
    value, exact = compiled(f.name, f.arguments)(*given), exact_values(f, given)
    bad = errors(value, exact) > f.goal + 1
    bad |= (value == 0) & (exact == 0) & (np.signbit(value) != np.signbit(exact))
    return [float(v) for v in given[0][bad]]


def table(count: int) -> tuple[list[str], int]:
    """Rows of the page, and how many functions miss their goal or a special value."""
    rows, missed = [], 0
    for f in NUMBERS:
        start = time.perf_counter()
        found = {dtype: worst(f, dtype, count) for dtype in DTYPES}
        wrong = {dtype: wrong_specials(f, dtype) for dtype in DTYPES}
        missed += any(error > f.goal for error, _ in found.values()) + any(map(bool, wrong.values()))
        cells = [f"{error:.2f} at {where:.6g}" for error, where in found.values()]
        special = "right" if not any(wrong.values()) else f"wrong at {sorted({str(v) for w in wrong.values() for v in w})}"
        rows.append(f"| {f.name} | {cells[0]} | {cells[1]} | {f.goal:g} | {special} | {f.note} |")
        print(rows[-1], f"{time.perf_counter() - start:.1f} s", flush=True)
    return rows, missed


def page(rows: list[str], count: int) -> str:
    """The page docs/accuracy.md."""
    from espresso.machine.machine_code import processor

    name = processor().get("vendor_id", platform.machine())
    return "\n".join([
        "# Accuracy of the vector functions", "",
        "This page is written by `espresso bench --accuracy`. Functions run as users run them, as compiled formulas over arrays on the CPU.",
        "The number is the largest error in units of the last place (of the rounded true result) and the argument where it was found. Half a unit",
        "is what rounding alone costs.", "",
        f"Each function and dtype was tried at {count:,} random points: all magnitudes of the dtype, the middle of its range, numbers around 0, and",
        "places that are difficult for the method. The truth is float64 for float32; for float64 it is the C library's extended precision",
        "(digamma: series in extended precision). The special values are zeros of both signs, infinities, NaN, subnormal",
        "numbers and the ends of the range.", "",
        f"Machine: {name}, {platform.system()}, NumPy {np.__version__}.", "",
        "| function | float32 | float64 | goal | special values | where |", "|---|---|---|---|---|---|", *rows, "",
    ])  # fmt: skip


def main(count: int, docs: Path | None) -> int:
    """Measure all functions; write the page into this folder, or only print."""
    if np.finfo(np.longdouble).nmant < 63:
        print("the accuracy of float64 needs extended precision (x86)")
        return 2
    rows, missed = table(count)
    from .complex_accuracy import table as of_complex

    more = of_complex(min(count, CHUNK))
    if docs is not None:
        (docs / PAGE).write_text(page(rows, count) + "\n".join([*more, ""]), encoding="utf-8")
    return 1 if missed else 0
