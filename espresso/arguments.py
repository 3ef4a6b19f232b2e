"""Arguments of a call: collected by name or position, checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .errors import DtypeError, ExtentError, InputError, suggestion
from .expr import Expr


class Arguments:
    """Collects the arrays of a call in the order of the inputs and checks them."""

    def __init__(
        self, inputs: Mapping[str, Expr], formulas: Sequence[Expr], originals: Sequence[Expr], sizes: Mapping[str, int]
    ) -> None:
        self.inputs, self.formulas, self.originals, self.sizes = inputs, list(formulas), list(originals), sizes
        self._inference: Any = None
        self.names = tuple(inputs)
        self._known = frozenset(inputs)
        self._gathers: list[tuple[Expr, int]] | None = None

    def collect(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[np.ndarray]:
        """The arrays in the order of ``names``; Python numbers stay weak (NEP 50)."""
        values = self.given(args, kwargs)
        for position, value in enumerate(values):
            if type(value) is not np.ndarray:
                values[position] = self._array(self.names[position], value, values)
        return values

    def given(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """What the caller gave, in the order of ``names``, as it is."""
        return list(args) if len(args) == len(self.names) and not kwargs else self._by_name(args, kwargs)

    def _by_name(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        names = self.names
        if not args and len(kwargs) == len(names):
            try:
                return [kwargs[n] for n in names]
            except KeyError:
                pass  # told below
        if len(args) > len(names):
            raise InputError(f"{len(args)} arrays were given, but the inputs are ({', '.join(names)})")
        for name in kwargs:
            if name not in self._known:
                raise InputError(
                    f"there is no input {name!r}.{suggestion(name, names)} Inputs: {', '.join(names) or '(none)'}."
                )
        twice = [n for n in names[: len(args)] if n in kwargs]
        if twice:
            raise InputError(f"input {twice[0]!r} is given by position and by name")
        missing = [n for n in names[len(args) :] if n not in kwargs]
        if missing:
            one = len(missing) == 1
            raise InputError(
                f"missing input{'' if one else 's'} {', '.join(missing)}. Inputs: {', '.join(names)}.\n"
                f"Give {'it' if one else 'them'} by name: f({', '.join(f'{n}=...' for n in names)})."
            )
        return [*args, *(kwargs[n] for n in names[len(args) :])]

    def _array(self, name: str, value: Any, others: Sequence[Any]) -> np.ndarray:
        if isinstance(value, Expr):
            raise InputError(f"input {name!r} is an expression; a call takes arrays and numbers")
        if isinstance(value, (bool, int, float, complex)):
            kinds = (
                "iufc" if isinstance(value, int) else "fc"
            )  # a weak float never widens floats, nor do integers widen it
            strong = [o.dtype for o in others if hasattr(o, "dtype") and o.dtype.kind in kinds]
            kind = value if not isinstance(value, bool) else int(value)
            return np.asarray(value, dtype=np.result_type(*strong, kind) if strong else None)
        if (
            not isinstance(value, np.ndarray)
            and hasattr(value, "__dlpack__")
            and not hasattr(value, "__array_interface__")
        ):
            return np.from_dlpack(value)
        try:
            return np.asarray(value)
        except ValueError as reason:
            raise InputError(f"input {name!r} is not an array: {reason}") from None

    def check(self, arrays: Sequence[np.ndarray]) -> Any:
        """Facts of inference for these arrays; raises every mismatch error."""
        from .infer import Inference

        if self._inference is None:
            self._inference = Inference(self.formulas, self.originals if self.sizes else ())
        shapes = {n: a.shape for n, a in zip(self.names, arrays, strict=True)}
        dtypes = {n: a.dtype for n, a in zip(self.names, arrays, strict=True)}
        return self._inference.check(shapes, dtypes, self.sizes)

    def check_positions(self, arrays: Sequence[np.ndarray], facts: Any) -> None:
        """Positions of gathers lie inside their arrays; else InputError."""
        if self.gathers:
            from .runtime.values import check_positions

            check_positions(self.gathers, dict(zip(self.names, arrays, strict=True)), facts.sizes)

    @property
    def gathers(self) -> list[tuple[Expr, int]]:
        """Reads at positions that come from data."""
        if self._gathers is None:
            from .runtime.values import gathers

            self._gathers = gathers(self.formulas)
        return self._gathers


class OutBuffers:
    """``out=``: the caller's arrays, in the structure of the result."""

    def __init__(self, build: Any, count: int) -> None:
        self.build, self.count = build, count

    def call(self, bound: Any, arrays: Sequence[np.ndarray], out: Any) -> Any:
        """Check ``out``, compute, and return the caller's arrays in the result's structure.

        Results that overlap an input or have another layout or dtype are computed apart
        and copied, so that nothing is read after it was written.
        """
        given = self._flat(out)
        direct: list[np.ndarray | None] = []
        for position, (name, buffer) in enumerate(zip(bound.names, given, strict=True)):
            if buffer is None:
                direct.append(None)
                continue
            _check_out(name, buffer, bound.shapes[position], bound.dtypes[position])
            if any(o is not None and np.shares_memory(buffer, o) for o in given[:position]):
                raise InputError(f"out= for {name} overlaps out= for another result")
            plain = buffer.flags.c_contiguous and buffer.flags.aligned and buffer.dtype == bound.dtypes[position]
            safe = plain and not any(np.may_share_memory(buffer, a) for a in arrays)
            direct.append(buffer if safe else None)
        results = bound(arrays, direct)
        for position, (buffer, target) in enumerate(zip(given, direct, strict=True)):
            if buffer is not None:
                if target is None:
                    np.copyto(buffer, results[position], casting="same_kind")
                results[position] = buffer
        return self.build(results)

    def _flat(self, out: Any) -> list[np.ndarray | None]:
        from .structure import flatten

        leaves, _ = flatten(out, lambda v: not isinstance(v, (list, tuple, dict)))
        values = [v for _, v in leaves]
        if len(values) != self.count:
            raise InputError(f"out= has {len(values)} arrays, the function has {self.count} results")
        for value in values:
            if value is not None and not isinstance(value, np.ndarray):
                raise InputError(
                    f"out= must be NumPy arrays in the structure of the result, not {type(value).__name__}"
                )
        return values


def _check_out(name: str, buffer: np.ndarray, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    if buffer.shape != shape:
        raise ExtentError(f"out= for {name} has shape {buffer.shape}, the result has shape {shape}")
    if not np.can_cast(dtype, buffer.dtype, "same_kind"):
        raise DtypeError(
            f"out= for {name} has dtype {buffer.dtype}, which cannot hold the result's {dtype}.\n"
            f"Give an array of dtype {dtype}, or cast the formula."
        )
    if not buffer.flags.writeable:
        raise InputError(f"out= for {name} is read-only")
    if any(stride == 0 and n > 1 for stride, n in zip(buffer.strides, buffer.shape, strict=True)):
        raise InputError(f"out= for {name} is a broadcast view: several elements share one place in memory")
