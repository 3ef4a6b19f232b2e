"""Input values as arrays; anything that is not an array of numbers is refused with a remedy."""

from __future__ import annotations

import numbers
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.errors import DtypeError, InputError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import OVER_INDICES, facts

SHOWN = 10**24
"""Integers below it are written out in messages."""


def refuse_others(name: str, value: Any) -> None:
    """InputError for what another library would turn into an array at a price that a call does not pay unasked.

    Masks and units would be lost, a lazy array would be computed and held whole, and a tracer has no values.
    """
    library = type(value).__module__.partition(".")[0]
    if isinstance(value, np.ma.MaskedArray):
        raise InputError(
            f"input {name!r} is a masked array, and a compiled function knows no masks.\n"
            f"Give {name}.filled(...), or the data and the mask as two inputs: where(mask[i], 0, x[i])."
        )
    if library == "dask":
        raise InputError(
            f"input {name!r} is an array of Dask, which this call would load whole into memory.\n"
            f"Give {name}.compute(), or call the function for each block: dask.array.map_blocks(f, {name}, ...)."
        )
    if library in ("pint", "astropy", "unyt") and (hasattr(value, "units") or hasattr(value, "unit")):
        unit, bare = getattr(value, "units", None) or getattr(value, "unit", ""), "magnitude" * (library == "pint")
        raise InputError(
            f"input {name!r} has the unit {unit}, and formulas know no units.\n"
            f"Convert it to the unit that the formula is written in, and give {name}.{bare or 'value'}."
        )
    if library in ("jax", "jaxlib") and (jax := sys.modules.get("jax")) is not None:
        if isinstance(value, jax.core.Tracer):
            raise InputError(
                f"input {name!r} is a tracer of JAX: inside jit, grad or vmap arrays have no values yet.\n"
                "Use f.jax(), which JAX compiles and differentiates with espresso's formulas, in place of f."
            )


def array_of(name: str, value: Any) -> np.ndarray:
    """The value as NumPy's array; InputError where it is none, DtypeError where it is a number that NumPy has not.

    >>> array_of("x", [1, 2])
    array([1, 2])
    >>> array_of("x", None)
    Traceback (most recent call last):
      ...
    espresso.errors.InputError: input 'x' is None, which is no array and no number.
    Give an array, a number, or a list of numbers.
    """
    refuse_others(name, value)
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError) as reason:
        raise InputError(f"input {name!r} is not an array: {reason}") from None
    if isinstance(value, (np.ndarray, np.generic)):
        return array
    if array.ndim == 0 and array.dtype.kind in "OUS":
        raise refusal(name, value)
    if array.dtype.kind == "O":
        inside = [v for v in array.flat if isinstance(v, numbers.Number) and np.asarray(v).dtype.kind == "O"]
        if inside:
            raise DtypeError(f"input {name!r} holds {_number(inside[0])}.\nGive np.array({name}, float).")
    return array


def refusal(name: str, value: Any) -> InputError | DtypeError:
    """The error for one value that no dtype of numbers holds."""
    if isinstance(value, numbers.Number):
        return DtypeError(f"input {name!r} is {_number(value)}.\nGive float({name}).")
    what = "None" if value is None else f"of type {type(value).__name__}"
    remedy = "Give an array, a number, or a list of numbers."
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        remedy = f"Give list({name}), an array, or a number."
    if hasattr(value, "toarray"):  # sparse matrices of SciPy, which a list would cut into rows
        remedy = f"Give {name}.toarray()."
    return InputError(f"input {name!r} is {what}, which is no array and no number.\n{remedy}")


def _number(value: Any) -> str:
    if not isinstance(value, int):
        return f"a {type(value).__name__}, which no dtype of NumPy holds"
    digits = str(value) if abs(value) < SHOWN else f"an integer of {value.bit_length()} bits"
    return f"{digits}, which no dtype of integers holds"


_TAKEN_OVER = frozenset({"float", "same", "number", "real", "total"})
"""Kinds of functions whose dtype is made of those of their arguments."""


def _of_own_dtype(node: Expr) -> bool:
    """Whether a value has one dtype whatever its arguments have: a comparison, a conversion, a position."""
    if node.op == "call":
        return facts(node.data).kind not in _TAKEN_OVER
    return node.op in ("reduce", "scan") and OVER_INDICES[node.data[0]].kind not in _TAKEN_OVER


def meeting(roots: Sequence[Expr]) -> list[set[str]]:
    """Groups of inputs whose dtypes meet: those of positions stand apart, and those of each comparison, too."""
    groups: dict[Expr, set[str]] = {}
    stack = [(e, e) for e in roots]
    for node, group in ex.each_once(stack):
        if node.op == "size":
            continue
        if node.op == "tensor":
            groups.setdefault(group, set()).add(node.data.name)
        elif node.op == "access":
            stack += [(node.args[0], group), *((slot, slot) for slot in node.args[1:])]
        elif _of_own_dtype(node):
            stack += [(a, node) for a in node.args]
        elif ex.is_call(node, "where"):
            stack += [(node.args[0], node.args[0]), *((a, group) for a in node.args[1:])]
        else:
            stack += [(a, group) for a in node.args]
    return list(groups.values())
