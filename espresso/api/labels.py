"""Labelled arrays of xarray and pandas as inputs: axes by the names of dimensions, results with labels.

An input's axis stands for the index that the formula reads it at.  A dimension of that name goes to that axis, wherever
it stands in the array; dimensions of other names take the axes that are left, in order.  A result's axis has the name
and the coordinates of the dimension that its index stood for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

import numpy as np

from espresso.errors import InputError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.records import dataclass

LABELS = {"xarray": "dims", "pandas": "axes"}
"""Libraries whose arrays have labels, and the attribute in which these are."""


def is_labelled(value: Any) -> bool:
    """Whether the value is an array of xarray or pandas; neither is imported to find out."""
    labels = LABELS.get(type(value).__module__.partition(".")[0])
    return labels is not None and hasattr(value, labels) and hasattr(value, "ndim")


@dataclass
class Found:
    """What the inputs say of an index: the dimension that it stands for, its coordinates, and who said so first."""

    dimension: str = ""
    labels: Any = None
    input: str = ""


@dataclass
class Labels:
    """The labels of one call."""

    library: str
    indices: dict[str, Found] = field(default_factory=dict)

    def put(self, result: Any, axes: Sequence[str]) -> Any:
        """A result as an array of the library, with the dimensions of its axes."""
        dimensions: list[str] = []
        for axis in axes:
            known = self.indices.get(axis, Found()).dimension or axis
            dimensions.append(axis if known in dimensions else known)
        labels = [self.indices.get(axis, Found()).labels for axis in axes]
        if self.library == "xarray":
            import xarray

            pairs = zip(dimensions, labels, result.shape, strict=True)
            coordinates = {d: np.asarray(v) for d, v, n in pairs if v is not None and len(v) == n}
            return xarray.DataArray(result, dims=dimensions, coords=coordinates)
        return _pandas(result, dimensions, labels)


def taken(compiled: Any, values: Sequence[Any]) -> tuple[list[Any], Labels]:
    """The inputs without labels, axes in the order of the formula, and the labels.

    InputError where two inputs have different labels along one index.
    """
    kinds = {type(v).__module__.partition(".")[0] for v in values if is_labelled(v)}
    labels = Labels("xarray" if "xarray" in kinds else "pandas")
    reads = _reads(compiled._arguments.originals)
    found = list(values)
    for position, (name, value) in enumerate(zip(compiled.inputs, values, strict=True)):
        if is_labelled(value):
            array, dimensions, coordinates = _parts(value)
            known = reads.get(name, [])
            order = _order(dimensions, known[0]) if known and len(known[0]) == array.ndim else list(range(array.ndim))
            found[position] = array if order == sorted(order) else array.transpose(order)
            for read in known:
                for k, index in zip(order, read, strict=False):
                    if index:
                        _learn(labels.indices, index, name, dimensions[k], coordinates[k])
    return found, labels


def _learn(known: dict[str, Found], index: str, name: str, dimension: str, labels: Any) -> None:
    here = known.setdefault(index, Found())
    if not here.dimension:
        here.dimension = dimension
    elif dimension and here.dimension != dimension:
        here.dimension = index  # two names for it: that of the formula
    if labels is None:
        return
    if here.labels is None:
        here.labels, here.input = labels, name
    elif len(labels) == len(here.labels) and not np.array_equal(np.asarray(labels), np.asarray(here.labels)):
        at = int(np.flatnonzero(np.asarray(labels) != np.asarray(here.labels))[0])
        raise InputError(
            f"inputs {here.input!r} and {name!r} have different labels along {index}: at position {at} "
            f"{here.labels[at]!s} and {labels[at]!s}.\nAlign them before the call: "
            f"{here.input}, {name} = xarray.align({here.input}, {name}), or {here.input}.align({name}) in pandas."
        )


def _reads(formulas: Sequence[Expr]) -> dict[str, list[tuple[str, ...]]]:
    """For each input the indices at which its axes are read, "" for other subscripts; plain reads first."""
    found: dict[str, dict[tuple[str, ...], None]] = {}
    for node in ex.postorder(*formulas):
        if node.op == "access" and node.args[0].op == "tensor":
            names = tuple(s.data[0] if s.op == "index" else "" for s in node.args[1:])
            found.setdefault(node.args[0].data.name, {})[names] = None
    return {n: sorted(reads, key=lambda r: r.count("")) for n, reads in found.items()}


def _order(dimensions: Sequence[str], read: Sequence[str]) -> list[int]:
    """Which dimension each axis of the formula is."""
    named = {n: dimensions.index(n) for n in read if n and n in dimensions}
    rest = iter([k for k, d in enumerate(dimensions) if d not in named])
    return [named[n] if n in named else next(rest) for n in read]


def _parts(value: Any) -> tuple[Any, list[str], list[Any]]:
    """The array, the names of its dimensions, and their coordinates (None without)."""
    if type(value).__module__.partition(".")[0] == "xarray":
        names = [str(d) for d in value.dims]
        return value.data, names, [value.coords[d].values if d in value.coords else None for d in value.dims]
    axes = value.axes
    return value.to_numpy(), [str(a.name) if a.name is not None else "" for a in axes], [_of_pandas(a) for a in axes]


def _of_pandas(index: Any) -> Any:
    """Labels of an index of pandas; one that only counts says nothing."""
    counts = type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1
    return None if counts else index


def _pandas(result: Any, dimensions: Sequence[str], labels: Sequence[Any]) -> Any:
    """A Series, a DataFrame, or the array where pandas has nothing of its rank."""
    import pandas

    axes = []
    for known, name, length in zip(labels, dimensions, result.shape, strict=True):
        fits = known is not None and len(known) == length
        axes.append(pandas.Index(known, name=name) if fits else pandas.RangeIndex(length, name=name))
    if len(axes) == 1:
        return pandas.Series(result, index=axes[0])
    return pandas.DataFrame(result, index=axes[0], columns=axes[1]) if len(axes) == 2 else result
