"""Cases whose text is a NumPy function: what ``es.trace`` reads of it beside what NumPy computes, and smaller functions.

A result may lie from NumPy's as far as results of operands that are changed in the last place, or some digits of the largest
value.  Gradients are compared with the reference's, and with differences of the function itself.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from monte_carlo import SLACK, Failure
from random_cases import Case, array

import espresso as es
from espresso.errors import InputError
from espresso.frontends.numpy.arrays import TracingError

DIGITS = {"float64": 1e-9, "float32": 1e-3}
"""How far a value may be off, relative to the largest one of its result."""

LARGEST = 1e6
"""Results with larger values, in which rounding errors have grown, are not compared."""


def is_function(c: Case) -> bool:
    """Whether the text is a NumPy function, not a formula."""
    return c.text.startswith("def ")


def checked(c: Case, target: str, given_as: Callable[[Any, int], Any]) -> tuple[int, bool]:
    """How many calls were right, and whether each was refused; ``given_as`` places an input in memory."""
    function = loaded(c.text)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    if not {*names} <= {*c.inputs}:
        return 0, True
    done = refused = 0
    for k, lengths in enumerate(c.calls):
        arrays = {n: array(n, c.inputs[n], lengths) for n in names}
        try:
            right = numpy_results(function, arrays)
        except Exception:  # NumPy's own: positions that these lengths do not have, parts of a function that fit nothing
            refused += 1
            continue
        if any(v.dtype.kind not in "biufc" or not abs(np.asarray(v, float)).max(initial=0) < LARGEST for v in right):
            refused += 1
            continue
        try:
            roots = traced(function, arrays, [by for kind, *of in c.derived if kind == "grad" for by in of])
        except TracingError:
            refused += 1
            continue
        except Exception as error:
            raise Failure(f"tracing raised {type(error).__name__}", str(error)) from error
        if 0 in lengths.values() and _is_refused(roots, arrays):
            refused += 1
            continue
        done += _compared(c, target, function, roots, right, {n: given_as(a, k) for n, a in arrays.items()}, f"call {k} {lengths}")
    return done, refused == len(c.calls)


def loaded(text: str) -> Callable[..., Any]:
    """The function that a text defines."""
    names: dict[str, Any] = {"np": np}
    exec(compile(text, "<random function>", "exec"), names)
    function: Callable[..., Any] = names["f"]
    return function


def _own(arrays: dict[str, Any]) -> dict[str, Any]:
    return {n: np.array(a, order="C") if isinstance(a, np.ndarray) else a for n, a in arrays.items()}


def numpy_results(function: Callable[..., Any], arrays: dict[str, Any]) -> list[np.ndarray]:
    """What NumPy computes."""
    with np.errstate(all="ignore"):
        found = function(**_own(arrays))
    return [np.asarray(v) for v in (found if isinstance(found, tuple) else (found,))]


def traced(function: Callable[..., Any], arrays: dict[str, Any], by: list[str]) -> list[Any]:
    """The formulas of what a function returns, and ``(gradient, input)`` of the first one."""
    found = es.trace(function, **_own(arrays))
    roots: list[Any] = list(found) if isinstance(found, tuple) else [found]
    return roots + [(es.grad(roots[0], name), name) for name in by if name in roots[0].inputs]


def _values(roots: list[Any], arrays: dict[str, Any]) -> list[np.ndarray]:
    """What the reference computes of formulas and gradients."""
    formulas = [r[0] if isinstance(r, tuple) else r for r in roots]
    return [np.asarray(es.evaluate(e, {n: arrays[n] for n in e.inputs})) for e in formulas]


def _is_refused(roots: list[Any], arrays: dict[str, Any]) -> bool:
    """Whether the reference refuses values over nothing, such as a mean, which NumPy makes NaN."""
    try:
        _values(roots, arrays)
    except InputError:
        return True
    return False


def _compared(
    c: Case, target: str, function: Callable[..., Any], roots: list[Any], right: list[np.ndarray], arrays: dict[str, Any], what: str
) -> int:  # fmt: skip
    gradients = [r for r in roots if isinstance(r, tuple)]
    formulas = [r[0] if isinstance(r, tuple) else r for r in roots]
    try:
        slopes = _values(gradients, arrays)
    except es.EspressoError as error:
        raise Failure(f"gradient raised {type(error).__name__}", f"{what}: {error}") from error
    wanted = [*right, *slopes]
    allowed = [*_allowed(function, arrays, right), *(_digits(c) * (1 + abs(v).max(initial=0)) for v in slopes)]
    same = all(i.dtype not in ("float32", "int32", "uint8") for i in c.inputs.values())
    for k, (a, v) in enumerate(zip(_values(roots[: len(right)], arrays), right, strict=True)):
        _same(a, v, allowed[k], same, f"{what} reference {k}")
    f = es.compile(formulas if len(formulas) > 1 else formulas[0], target=target)
    given = {n: arrays[n] for n in f.inputs}
    try:
        for _ in range(2):
            got = f(**given)
            for k, (a, v) in enumerate(zip(got if len(formulas) > 1 else [got], wanted, strict=True)):
                _same(a, v, allowed[k], same, f"{what} result {k}")
        outs = [np.empty(v.shape, v.dtype) for v in wanted] if same else []
        for k, (a, v) in enumerate(zip(outs, wanted, strict=False)):
            f(**given, out=outs if len(outs) > 1 else outs[0]) if not k else None
            _same(a, v, allowed[k], same, f"{what} out= result {k}")
    except (es.EspressoError, AssertionError, LookupError, TypeError, ArithmeticError) as error:
        raise Failure(f"raised {type(error).__name__}", f"{what}: {error}") from error
    for (_, by), slope in zip(gradients, slopes, strict=True):
        _beside_differences(function, arrays, by, slope)
    return 2


def _digits(c: Case) -> float:
    return max(DIGITS.get(i.dtype, 0.0) for i in c.inputs.values())


def _allowed(function: Callable[..., Any], arrays: dict[str, Any], right: list[np.ndarray]) -> list[Any]:
    """How far each element may be off: what operands beside these make, and digits of the largest one."""
    reach: list[Any] = [0.0 for _ in right]
    single = any(isinstance(a, np.ndarray) and a.dtype == np.float32 for a in arrays.values())
    for seed in range(3):
        rng = np.random.default_rng(seed)
        eps = float(np.finfo(np.float32 if single else np.float64).eps)
        moved = {n: (a * (1 + eps * rng.integers(-1, 2, np.shape(a)))).astype(a.dtype) if isinstance(a, np.ndarray) and a.dtype.kind == "f" else a
                 for n, a in arrays.items()}  # fmt: skip
        other = numpy_results(function, moved)
        with np.errstate(all="ignore"):
            reach = [np.maximum(r, abs(np.asarray(a, float) - np.asarray(b, float))) for r, a, b in zip(reach, other, right, strict=True)]
    least = DIGITS["float32" if single else "float64"]
    return [SLACK * r + least * (1 + abs(np.asarray(v, float)).max(initial=0)) for r, v in zip(reach, right, strict=True)]


def _same(got: Any, right: np.ndarray, allowed: Any, same_dtype: bool, what: str) -> None:
    got = np.asarray(got)
    kinds = [a.dtype.str[1:] if same_dtype else a.dtype.kind.replace("u", "i") for a in (got, right)]
    if got.shape != right.shape or kinds[0] != kinds[1]:
        raise Failure("shape or dtype", f"{what}: {got.dtype}{got.shape}, not {right.dtype}{right.shape}")
    wrong = ~(abs(np.asarray(got, float) - np.asarray(right, float)) <= allowed)
    if wrong.any():
        at = tuple(int(n) for n in np.argwhere(wrong)[0])
        raise Failure("value", f"{what}: {int(wrong.sum())} of {wrong.size} elements, at {at} {got[at]!r}, not {right[at]!r}")


def _beside_differences(function: Callable[..., Any], arrays: dict[str, Any], by: str, slope: np.ndarray) -> None:
    """A gradient beside differences of the function in a random direction; jumps and kinks are seen by two steps."""
    x, h = np.asarray(arrays[by], float), 2.0**-18
    way = np.random.default_rng(5).uniform(-1, 1, x.shape)

    def at(step: float) -> float:
        moved = x + step * way
        return float(numpy_results(function, {**arrays, by: moved if x.ndim else float(moved)})[0])

    values = {s: at(s * h) for s in (-2, -1, 1, 2)}
    found = [(values[s] - values[-s]) / (2 * s * h) for s in (1, 2)]
    one_sided = [(values[2 * s] - values[s]) / (s * h) for s in (1, -1)]
    mine = float(np.sum(slope * way))
    scale = 1 + float(abs(slope).max(initial=0)) * way.size + abs(values[1])
    unsure = 4 * abs(found[0] - found[1]) + abs(one_sided[0] - one_sided[1]) + 1e-5 * scale
    if np.isfinite(found).all() and scale < LARGEST and not abs(mine - found[0]) <= unsure:
        raise Failure("derivative", f"grad by {by}: {mine!r}, by differences {found[0]!r}")


# --- smaller functions ----------------------------------------------------------------------


def smaller_functions(text: str) -> Iterator[str]:
    """Functions without a statement or an argument, with a loop's body in its place, or with a part in the place of a whole."""
    tree = ast.parse(text)
    for place, node in enumerate(ast.walk(tree)):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            for k, inner in enumerate(block if isinstance(block, list) and not isinstance(node, ast.Module) else ()):
                if isinstance(inner, ast.Return):
                    continue
                for new in ([], getattr(inner, "body", [])):
                    yield _changed(tree, place, field, block[:k] + new + block[k + 1 :] or [ast.Pass()])
        if isinstance(node, ast.arguments):
            used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
            if any(a.arg not in used for a in node.args):
                yield _changed(tree, place, "args", [a for a in node.args if a.arg in used])
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and not isinstance(getattr(value, "ctx", None), ast.Store) and field not in ("func", "slice"):
                number = not isinstance(value, ast.Constant) and not isinstance(node, (ast.Subscript, ast.Attribute))
                for part in [*_parts(value), *([ast.Constant(1.0)] if number else [])]:
                    yield _changed(tree, place, field, part)


def _parts(e: ast.expr) -> list[ast.expr]:
    if isinstance(e, ast.BinOp):
        return [e.left, e.right]
    if isinstance(e, ast.Call):
        return [*(a for a in e.args if isinstance(a, ast.expr)), *([e.func.value] if isinstance(e.func, ast.Attribute) else [])]
    if isinstance(e, ast.UnaryOp):
        return [e.operand]
    return [e.value] if isinstance(e, (ast.Subscript, ast.Attribute)) else list(e.elts) if isinstance(e, ast.Tuple) else []


def _changed(tree: ast.Module, place: int, field: str, value: Any) -> str:
    """The text with another value in a field of a node."""
    made = copy.deepcopy(tree)
    node = next(n for k, n in enumerate(ast.walk(made)) if k == place)
    setattr(node, field, copy.deepcopy(value))
    return ast.unparse(ast.fix_missing_locations(made))
