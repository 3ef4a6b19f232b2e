"""``f.check`` and ``f.profile``: a compiled function against the reference evaluator, and its time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.api.reports.measure import limits
from espresso.api.reports.work import Work, timed_works
from espresso.errors import EspressoError, InputError, whole_number
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.functions import PROMISES
from espresso.records import dataclass
from espresso.system.machine_model import Rates

TOLERANCE = {"float16": 1e-2, "bfloat16": 2e-2, "float32": 1e-4, "complex64": 1e-4}
"""Relative tolerance by dtype of the result; 1e-9 for the others."""


def check(compiled: Any, args: Sequence[Any], kwargs: Mapping[str, Any], rtol: float | None, gradient: bool) -> str:
    """A report of the worst elements: values against the reference and, where wanted, derivatives too.

    A derivative is checked twice: the formula against differences of values, and what this target
    computes for it (the pullback of a random cotangent) against the reference.
    """
    _look_at_declarations(compiled, args, kwargs)
    report = compare_with_reference(compiled, args, kwargs, rtol)
    return "\n".join([report, *_derivatives(compiled, args, kwargs, rtol)]) if gradient else report


def _look_at_declarations(compiled: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """InputError for an input that is not what it was declared to be, which calls take on trust."""
    given = compiled._arguments.arrays([host_value(v) for v in compiled._arguments.given(args, kwargs)])
    for name, array in zip(compiled.inputs, map(np.asarray, given), strict=True):
        declared = compiled._inputs.get(name)
        for word in declared.data.structure if declared is not None else ():
            _look(word, name, array, f"Give such an array, or l{_LEFT_OUT[1:]}")


_LEFT_OUT = "Leave the declaration out: calls take it on trust."


def _look(word: str, name: str, array: np.ndarray, remedy: str = _LEFT_OUT) -> None:
    """InputError for an array that is not what it is declared to be."""
    if not array.size or array.ndim < PROMISES.get(word, 2):
        return
    wrong = ~_is_declared(word, array)
    if wrong.any():
        at = tuple(int(k) for k in np.unravel_index(int(np.argmax(wrong)), wrong.shape))
        where = f"at [{', '.join(map(str, at))}] " if at else "as a whole " if array.ndim else ""
        raise InputError(f"{name} is declared {word}, and {where}it is not.\n{remedy}")


def _is_declared(word: str, a: np.ndarray) -> np.ndarray:
    """Where an array is what a word of structure says, in elements or as a whole."""
    i, j = np.ogrid[: a.shape[-2], : a.shape[-1]] if a.ndim > 1 else (np.arange(1), np.arange(1))
    close = TOLERANCE.get(str(a.dtype), 1e-9) * max(1.0, float(np.max(np.abs(a.astype(np.result_type(a, 1.0))))))
    zeros = {"lower": j > i, "upper": j < i, "diagonal": i != j, "tridiagonal": abs(i - j) > 1}
    if word in zeros:
        return np.asarray((a == 0) | ~zeros[word])
    if word == "nonneg":
        return np.asarray(a >= 0)
    if word == "positive":
        return np.asarray(a > 0)
    if word == "sums_to_one":
        return np.asarray(abs(a.sum(-1) - 1) <= close)
    if word in ("symmetric", "posdef", "orthogonal") and a.shape[-1] != a.shape[-2]:
        return np.asarray(False)
    if word == "orthogonal":
        wide = a.astype(np.result_type(a, 1.0))
        return np.asarray(abs(wide.swapaxes(-1, -2) @ wide - (i == j)) <= close * a.shape[-1])
    if word == "symmetric":
        return np.asarray(abs(a - a.swapaxes(-1, -2)) <= close)
    if word == "posdef":
        wide = a.astype(np.result_type(a, 1.0))
        same = abs(wide - wide.swapaxes(-1, -2).conj()) <= close
        return np.asarray(same if not same.all() else _factors(wide))
    return np.asarray(True)


def _factors(a: np.ndarray) -> bool:
    try:
        np.linalg.cholesky(a if a.dtype.itemsize > 2 else a.astype(np.float32))
    except np.linalg.LinAlgError:
        return False
    return True


def _derivatives(compiled: Any, args: Sequence[Any], kwargs: Mapping[str, Any], rtol: float | None) -> Iterator[str]:
    """Lines about the derivatives of each result by each floating-point input."""
    from espresso.algebra.calculus.derivatives import vjp
    from espresso.api.check_grads import compare_derivatives
    from espresso.api.compile import compile as compile_, sizes_of

    given = [host_value(v) for v in compiled._arguments.given(args, kwargs)]
    named = dict(zip(compiled.inputs, compiled._arguments.arrays(given), strict=True))
    random, sizes = np.random.default_rng(0), compiled.options["sizes"]
    target = str(compiled.place) if compiled.place.index is not None else compiled.target
    for name, e in compiled.outputs.items():
        inputs = {t.data.name for t in ex.tensors(e)}
        arrays = {n: a for n, a in named.items() if n in inputs}
        names = [n for n, a in arrays.items() if np.issubdtype(np.asarray(a).dtype, np.floating)]
        value = np.asarray(compiled._flat_call([named[n] for n in compiled.inputs])[list(compiled.outputs).index(name)])
        if not names or not np.issubdtype(value.dtype, np.floating):
            continue
        for c in compare_derivatives(e, arrays, 1, sizes=sizes).comparisons:
            line = f"derivative of {name} by {c.name}: {c.elements} elements, largest relative error {c.error:.3g}"
            yield line + _at(c.worst if c.error else ())
        cotangent = "cotangent" if "cotangent" not in inputs else "cotangent_of_the_result"
        derived = vjp(e, names, cotangent)
        known = sizes_of(sizes, derived)
        pulled = compile_(derived, target, **{**compiled.options, "inputs": (), "sizes": known})
        seed = np.asarray(random.uniform(0.5, 1.5, value.shape), value.dtype)
        wanted = {n: v for n, v in {**arrays, cotangent: seed}.items() if n in pulled.inputs}
        shown = compare_with_reference(pulled, (), wanted, rtol)
        yield from (f"pullback of {name}, {line}" for line in shown.split("\n"))


def compare_with_reference(compiled: Any, args: Sequence[Any], kwargs: Mapping[str, Any], rtol: float | None) -> str:
    """A report of the largest errors; raises with the worst element when one is too large.

    The error of an element is measured against the largest magnitude of its result, so
    that sums which cancel are judged by the size of what was added.
    """
    from espresso.reference.evaluator import evaluate_all

    if rtol is not None and not (isinstance(rtol, (int, float)) and rtol >= 0):
        raise InputError(f"rtol is {rtol!r}; it must be a number that is not negative, or None.")
    given = compiled._arguments.given(args, kwargs)
    values = [host_value(v) for v in compiled._flat_call(list(given))]
    arrays = compiled._arguments.arrays([host_value(v) for v in given])
    named = dict(zip(compiled.inputs, arrays, strict=True))
    lines = []
    for name, e, value in zip(compiled.outputs, compiled.expressions, values, strict=True):
        expected = np.asarray(evaluate_all([e], named, compiled.options["sizes"], _look)[0])
        if value.shape != expected.shape or value.dtype != expected.dtype:
            raise EspressoError(
                f"{name} has shape {value.shape} and dtype {value.dtype}, "
                f"the reference {expected.shape} and {expected.dtype}"
            )
        limit = rtol if rtol is not None else TOLERANCE.get(str(value.dtype), 1e-9)
        worst, error = _worst(value, expected)
        if error > limit:
            place = f"[{', '.join(map(str, worst))}]" if worst else ""
            raise EspressoError(
                f"{name}{place} = {value[worst]!r}, the reference gives {expected[worst]!r}: "
                f"relative error {error:.3g} is above {limit:.3g}\n  in {e}"
            )
        where = _at(worst if error else ())
        lines.append(f"{name}: {value.size} elements, largest relative error {error:.3g}{where}")
    return "\n".join(lines)


def _at(place: tuple[int, ...]) -> str:
    return f" at [{', '.join(map(str, place))}]" if place else ""


def host_value(value: Any) -> Any:
    """An array of any library as a NumPy array (waits for the device); a number as it is."""
    from espresso.runtime.device.arrays import kind_of, native, to_host

    kind = kind_of(value)
    return value if kind.library in ("numpy", "number") else to_host(native("value", value, kind))


def _worst(value: np.ndarray, expected: np.ndarray) -> tuple[tuple[int, ...], float]:
    """Position and size of the largest error; NaN and infinities must be in the same places."""
    if value.size == 0:
        return (), 0.0
    wide = np.result_type(value.dtype, np.float64)
    a, b = value.astype(wide), expected.astype(wide)
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        finite = np.abs(b[np.isfinite(b)])
        scale = max(float(finite.max()) if finite.size else 0.0, np.finfo(np.float64).tiny)
        error = np.where(same, 0.0, np.abs(a - b) / scale)
        error = np.where(np.isnan(error), np.inf, error)
    at = np.unravel_index(int(np.argmax(error)), error.shape)
    return tuple(int(k) for k in at), float(error[at])


@dataclass(frozen=True)
class Profile:
    """Median seconds of a whole call and of each step, with the bytes that a step touches.

    ``work`` has operations and bytes of each step and ``limits`` the rates of this machine, on the CPU.
    A step whose arrays lie in a cache can be faster than memory.
    """

    total: float
    steps: tuple[tuple[str, float, int], ...]
    work: tuple[Work, ...] = ()
    limits: Rates | None = None

    def __str__(self) -> str:
        lines = [f"whole call: {self.total * 1e6:.1f} us (median)"]
        for number, (name, seconds, size) in enumerate(self.steps):
            line = f"  {name}: {seconds * 1e6:.1f} us, {size:,} bytes"
            line += f", {size / seconds / 1e9:.1f} GB/s" if seconds > 0 and size else ""
            if self.limits is not None and seconds > 0:
                work = self.work[number]
                least, by = work.least(self.limits)
                line += f", {work.flops / seconds / 1e9:.2f} GFLOP/s, {100 * least / seconds:.0f} % of the {by} limit"
            lines.append(line)
        if self.limits is not None:
            here = self.limits
            rates = ", ".join(f"{here.flops(d) / 1e9:,.0f} GFLOP/s ({d})" for d in ("float32", "float64"))
            lines.append(f"limits measured here: {self.limits.memory / 1e9:,.0f} GB/s, {rates}")
        return "\n".join(lines)

    __repr__ = __str__


def profile(compiled: Any, args: Sequence[Any], kwargs: Mapping[str, Any], repeat: int = 20) -> Profile:
    """Time the call and its steps: 5 warm-up calls, then ``repeat`` timed ones; medians beside the limits."""
    from espresso.api.placement import step_times

    repeat = whole_number(repeat, "repeat", 1)
    values = compiled._arguments.given(args, kwargs)
    for _ in range(5):
        host_value(compiled._flat_call(list(values))[0])
    times = []
    on_host = compiled.place.memory == "cpu"  # where a call is done when it returns
    if on_host:
        compiled(*args, **kwargs)
    for _ in range(repeat):
        start = time.perf_counter()
        if on_host:
            compiled(*args, **kwargs)
        else:
            host_value(compiled._flat_call(list(values))[0])
        times.append(time.perf_counter() - start)
    steps = step_times(compiled, values, repeat)
    found = timed_works(compiled, [size for _, _, size in steps])
    return Profile(float(np.median(times)), tuple(steps), found, limits() if found else None)
