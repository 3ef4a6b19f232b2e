"""The oracle of `campaign`: the reference, and how far from it a value may lie.

The tolerance is measured: the reference computes each program again with each operand and result of its arithmetic changed in
the last place, at random, and by the root of the number of terms for sums (D. Stott Parker, "Monte Carlo arithmetic", 1997).
What is computed exactly, comparisons and integers among them, has to be equal.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.reference import evaluator

SLACK = 16
"""How many times farther from the reference a value may lie than the farthest of the disturbed ones."""

EXACT = ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "where", "maximum", "minimum", "floor", "ceil", "round",
         "trunc", "int", "sign", "abs", "relu", "real", "imag", "conj", "mod", "floordiv", "isnan", "isinf", "isfinite")  # fmt: skip
"""Functions whose value is exact for exact operands."""


def _mixed(x: np.ndarray, salt: int) -> np.ndarray:
    """Numbers that look random, the same for equal ones (a finaliser of hashes: Sebastiano Vigna's splitmix64)."""
    parts = [x.real, x.imag] if x.dtype.kind == "c" else [x]
    z = np.full(x.shape, salt % 2**64, np.uint64)
    for part in parts:
        z = z + np.ascontiguousarray(part.astype(np.float64) + 0.0).view(np.uint64).reshape(x.shape) + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    return z >> np.uint64(1)


class Failure(Exception):
    """A program that is wrong: the kind of it, and what was found."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind, self.message = kind, message


@contextlib.contextmanager
def disturbed(rng: np.random.Generator, least: float) -> Iterator[None]:
    """The reference makes errors in the last place, or of ``least`` where that is more.

    A function of equal operands errs alike wherever it stands: what equals its maximum still does.
    """
    plain, first = evaluator._Statement._node, int(rng.integers(1 << 62))
    salt = first

    def off(x: np.ndarray, terms: float = 0.0) -> np.ndarray:
        if x.dtype.kind not in "fc":
            return x
        eps = max(least, float(np.finfo(x.dtype).eps))
        drawn = _mixed(x, salt)
        ways = np.where(drawn % 2 == 0, 1, -1) * terms if terms else drawn.astype(np.int64) % 3 - 1  # a sum always errs
        return np.asarray(x * (1 + eps * ways), x.dtype)

    def node(self: Any, e: Any, args: list[Any]) -> Any:
        arithmetic = e.op in ("reduce", "scan") and e.data[0] not in ("max", "min", "any", "all", "argmax", "argmin")
        arithmetic |= e.op == "call" and e.data not in EXACT
        if not arithmetic:
            return plain(self, e, args)
        nonlocal salt
        salt = first + zlib.crc32(repr((e.op, e.data if e.op == "call" else e.data[0], len(args))).encode())
        value = plain(self, e, [a._replace(array=off(a.array)) for a in args])
        if e.op == "call":
            return value._replace(array=off(value.array))
        terms = np.prod([self.sizes[n] for n in e.data[1]], dtype=float)
        sizes = plain(self, e, [a._replace(array=abs(a.array).astype(a.array.dtype)) for a in args]) if e.data[0] in ("sum", "mean") else value
        if sizes.array.dtype.kind == "b":
            return value
        of = sizes.array
        if e.data[0] in ("log_softmax", "logsumexp"):  # a difference of x, as large as it is, and the logarithm of a sum, which is 1 or more
            of = abs(of) + np.asarray(abs(args[0].array).max(initial=1), of.dtype)
        noise = off(of, float(np.sqrt(terms))) - of
        if e.data[0] in ("var", "std") and value.array.dtype.kind in "fc":  # of differences from the mean, which may cancel
            most = np.asarray(abs(args[0].array).max(initial=0), value.array.dtype)
            spread = value.array if e.data[0] == "std" else np.sqrt(value.array)
            noise = (spread + off(most, float(np.sqrt(terms))) - most) ** (1 + (e.data[0] == "var")) - value.array
        if e.data[0] in ("prod", "cumprod") and value.array.dtype.kind in "fc":  # in another order it may overflow on its way
            x = abs(args[0].array).astype(value.array.real.dtype)
            ways = [plain(self, e, [args[0]._replace(array=part)]).array for part in (np.maximum(x, 1), np.where(x > 0, np.minimum(x, 1), 1))]
            noise = np.where(np.isfinite(ways[0]) & (ways[1] >= np.finfo(ways[1].dtype).tiny), noise, np.nan)
        return value._replace(array=np.asarray(off(value.array) + noise, value.array.dtype))

    evaluator._Statement._node = node  # type: ignore[method-assign]
    try:
        yield
    finally:
        evaluator._Statement._node = plain  # type: ignore[method-assign]


@contextlib.contextmanager
def unhidden(roots: list[Any]) -> Iterator[None]:
    """The reference computes what is not finite times 0 as NaN where it multiplies by a comparison inside of a sum.

    Factors are taken out of sums, as those of finite numbers may be, and no comparison hides them any more.
    """
    plain = evaluator._product
    sums = [n for e in roots for n in ex.postorder(e) if n.op == "reduce" and n.data[0] in ("sum", "mean")]
    inside = {n for e in sums for n in ex.postorder(e) if ex.is_call(n, "mul")}

    def product(node: Any, arrays: list[Any], dtype: np.dtype) -> Any:
        value = plain(node, arrays, dtype)
        if node in inside and any(not np.isfinite(a).all() for a in arrays):
            value = value + sum(0 * a.astype(dtype) for a in arrays)
        return value

    evaluator._product = product
    try:
        yield
    finally:
        evaluator._product = plain


class Expected:
    """The values of a program, and whether results are these."""

    def __init__(self, roots: list[Any], arrays: dict[str, Any]) -> None:
        self.given = roots, arrays
        self.right, self.centre, self.allowed = expected(*self.given)
        self.sure = False

    def compare(self, results: list[Any], what: str) -> None:
        """Raise `Failure` where a result is not the reference's."""
        try:
            for j, values in enumerate(zip(results, self.right, self.centre, self.allowed, strict=True)):
                compare(*values, f"{what} result {j}")
        except Failure as failure:
            if failure.kind != "value" or self.sure:
                raise
            self.sure = True  # few samples may all leave one element of many as it is
            self.right, self.centre, self.allowed = expected(*self.given, samples=24, slack=SLACK / 2)
            self.compare(results, what)


def expected(
    roots: list[Any], arrays: dict[str, Any], samples: int = 3, slack: float = SLACK
) -> tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray]]:  # fmt: skip
    """The values, what they are compared with, and how far from it each of them may be."""
    right = [np.asarray(v) for v in evaluator.evaluate_all(roots, arrays)]
    kinds = {np.asarray(a).dtype for a in arrays.values()}
    half = any(k.itemsize == 2 and k.kind in "fV" for k in kinds)
    least = 2.0**-8 if any(k.name == "bfloat16" for k in kinds) else 2.0**-10 if half else 0.0
    wide = {n: _widened(a) for n, a in arrays.items()}
    every_way = [right]
    if any(np.asarray(wide[n]).dtype != np.asarray(a).dtype for n, a in arrays.items()):
        every_way.append([np.asarray(v) for v in evaluator.evaluate_all(roots, wide)])
    few = any(n.op == "recur" for e in roots for n in ex.postorder(e)) and sum(v.size for v in right) > 1000  # slow
    for seed in range(1 if few and samples == 3 else samples):  # one may leave a single element as it is
        with disturbed(np.random.default_rng(seed), least):
            every_way.append([np.asarray(v) for v in evaluator.evaluate_all(roots, arrays)])
    if any(a.dtype.kind in "fcV" and not np.isfinite(a.astype(_wide(a.dtype))).all() for a in map(np.asarray, arrays.values())):
        with unhidden(roots), np.errstate(all="ignore"):
            every_way.append([np.asarray(v) for v in evaluator.evaluate_all(roots, arrays)])
    low, high = [], []
    for k, v in enumerate(right):
        every = [np.asarray(s[k]).astype(_wide(v.dtype)) for s in every_way]
        with np.errstate(all="ignore"):
            reach = np.max([abs(s - every[0]) for s in every[1:]], axis=0)
            eps = max(least, float(np.finfo(v.dtype).eps)) if v.dtype.kind in "fc" else least if v.dtype.name == "bfloat16" else 0.0
            usual = np.nanmedian(reach[every[0] != 0] / abs(every[0][every[0] != 0])) if eps and (every[0] != 0).any() else 0.0
            if samples == 3:  # some change nothing
                reach = np.maximum(reach, (usual if np.isfinite(usual) else 0.0) * abs(every[0]))
            allowed = slack * reach + 4 * eps * abs(every[0])
        low.append(every[0])
        high.append(allowed)
    return right, low, high


def same_infinities(results: list[Any], others: list[Any], what: str) -> None:
    """Raise `Failure` where a result is not finite, or another one is, and they are not the same."""
    for j, (a, b) in enumerate(zip(results, others, strict=True)):
        a, b = (np.asarray(x).astype(_wide(np.asarray(x).dtype)) for x in (a, b))
        wrong = ~(np.isfinite(a) & np.isfinite(b) | (a == b) | np.isnan(a) & np.isnan(b))
        if wrong.any():
            at = tuple(int(n) for n in np.argwhere(wrong)[0])
            raise Failure("infinity", f"{what} result {j}: {int(wrong.sum())} of {wrong.size} elements, at {at} {a[at]!r}, one by one {b[at]!r}")


def _wide(dtype: np.dtype) -> Any:
    return np.complex128 if dtype.kind == "c" else np.float64 if dtype.kind in "fV" or dtype.name == "bfloat16" else dtype if dtype.kind in "iu" else np.int64


def _widened(a: Any) -> Any:
    if not isinstance(a, np.ndarray):
        return a
    return a.astype({"complex64": np.complex128}.get(a.dtype.name, np.float64)) if a.dtype.name in ("float32", "float16", "bfloat16", "complex64") else a


def compare(got: Any, right: np.ndarray, centre: np.ndarray, allowed: np.ndarray, what: str) -> None:
    """Raise `Failure` where a result is not the reference's."""
    got = np.asarray(got)
    if got.dtype != right.dtype or got.shape != right.shape:
        raise Failure("shape or dtype", f"{what}: {got.dtype}{got.shape}, not {right.dtype}{right.shape}")
    with np.errstate(all="ignore"):
        if right.dtype.kind in "iub":
            wrong = got != right
            wrong &= ~(allowed > 0)
        else:
            known = np.isfinite(centre) & np.isfinite(allowed)
            far = abs(got.astype(centre.dtype) - centre) > allowed + np.float64(1e-290)
            tiny = float(np.finfo(right.dtype).tiny) if right.dtype.kind in "fc" else 1e-38
            far &= abs(got.astype(centre.dtype) - centre) > 4 * tiny
            wrong = known & (far | ~np.isfinite(got.astype(centre.dtype)))
    if wrong.any():
        at = tuple(int(n) for n in np.argwhere(wrong)[0])
        found = f"{what}: {int(wrong.sum())} of {wrong.size} elements, at {at} {got[at]!r}, not {right[at]!r} within {np.asarray(allowed)[at]:.3g}"
        raise Failure("value", found)
