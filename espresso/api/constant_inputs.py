"""``compile(..., constant=["A"])``: what depends on constant inputs alone is precomputed and cached.

A loop that calls the same function with other data but the same matrix pays for ``A'A``
once, not in every call.  The function splits its formulas at the first call
(`compiler.lowering.constant_parts`): one program makes the kept arrays, another one reads them.

The kept arrays belong to the array *objects* of the constant inputs: another object is
noticed, and the arrays are made again.  A change inside an array is not seen (that would
take reading it in every call); `Prepared.prepare` makes them again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from espresso.api.arguments import as_typed
from espresso.api.compiled import Compiled
from espresso.errors import InputError, suggestion
from espresso.formulas.printing.text_blocks import TextBlock

_WEAK = (bool, int, float, complex)
"""Types of Python numbers, which take the dtype of the arrays around them: no part is made of them."""

_EXACT = frozenset({"bool", "float32", "float64", "complex64", "complex128", "int8", "int16", "int32", "int64",
                    "uint8", "uint16", "uint32", "uint64"})  # fmt: skip
"""Dtypes that parts are kept in; temporaries of float16 arrays are float32, so they stay inside the program."""


class _Parts:
    """The two programs, for constant inputs of certain shapes and dtypes."""

    def __init__(self, owner: Prepared, arrays: Mapping[str, Any]) -> None:
        from espresso.compiler.lowering.constant_parts import split
        from espresso.runtime.cpu.programs import evaluate_extent

        shapes = {n: a.shape for n, a in arrays.items() if not isinstance(a, _WEAK)}
        strong = [n for n in shapes if str(arrays[n].dtype) in _EXACT]
        rest, made = split(list(owner.outputs.values()), strong, lambda e: evaluate_extent(e, shapes))
        options = {**owner.options, "constant": (), "inputs": ()}
        place = "auto" if owner.automatic else str(owner.place)
        self.kept = list(made)
        self.make = Compiled(list(made.items()), list, place, options) if made else None
        self.rest = Compiled(list(zip(owner.outputs, rest, strict=True)), owner._build, place, options)


_Now = tuple[dict[str, Any], _Parts, dict[str, Any]]
"""The constants of the last call, their programs, the kept arrays by name."""


def _same(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and isinstance(a, _WEAK) and a == b)


class Prepared(Compiled):
    """A compiled function with constant inputs, called as any other; once given, constants may be left out.

    ``prepare(A=A)`` gives them before the first call.  ``prepare()`` makes the kept arrays again after a
    change inside the arrays of the last call.

    >>> import espresso as es, numpy as np
    >>> f = es.compile("y[i] = A[k,i]*A[k,j]*x[j]", constant=["A"])
    >>> A, x = np.array([[1., 2.], [3., 4.]]), np.ones(2)
    >>> f(A=A, x=x), f(x=2*x)
    (array([24., 34.]), array([48., 68.]))
    """

    def __init__(self, leaves: Sequence[tuple[str, Any]], build: Any, target: str, options: Mapping[str, Any]) -> None:
        super().__init__(leaves, build, target, options)
        names = options["constant"]
        for name in names:
            if name not in self._inputs:
                raise InputError(
                    f"constant={name!r} is no input of the formulas.{suggestion(name, self.inputs)}\n"
                    f"Inputs: {', '.join(self.inputs) or '(none)'}."
                )
        self.constant = tuple(n for n in self.inputs if n in names)
        self.varying = tuple(n for n in self.inputs if n not in names)
        self._parts: dict[Any, _Parts] = {}
        self._now: _Now | None = None
        self._checked: set[Any] = set()

    def prepare(self, /, **constants: Any) -> Prepared:
        """Make the kept arrays for these constants, the others as in the last call; return the function.

        InputError for a name that is no constant input, and while a constant has not been given.
        """
        constants = dict(as_typed(constants, self.constant))
        for name in constants:
            if name not in self.constant:
                raise InputError(f"{name!r} is no constant input. Constant inputs: {', '.join(self.constant)}.")
        given = {**(self._now[0] if self._now is not None else {}), **constants}
        missing = [n for n in self.constant if n not in given]
        if missing:
            raise InputError(
                f"constant input{'s' * (len(missing) > 1)} {', '.join(missing)} missing: no call has given an array yet"
            )
        self._prepare({n: given[n] for n in self.constant})
        return self

    def _prepare(self, given: dict[str, Any]) -> _Now:
        read = self._arguments.array
        arrays = {n: a if isinstance(a, (*_WEAK, np.ndarray)) else read(n, a, ()) for n, a in given.items()}
        key = tuple(type(a) if isinstance(a, _WEAK) else (a.shape, str(a.dtype)) for a in arrays.values())
        parts = self._parts.get(key)
        if parts is None:
            parts = self._parts[key] = _Parts(self, arrays)
        kept: dict[str, Any] = {}
        if parts.make is not None:
            kept = dict(zip(parts.kept, parts.make(*(given[n] for n in parts.make.inputs)), strict=True))
        self._now = given, parts, kept
        return self._now

    def _call(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], out: Any) -> Any:
        """Compute.  Constants that were given before may be left out; arrays by position are then the others."""
        now, kwargs = self._now, dict(as_typed(kwargs, self.inputs))
        if now is not None:
            if args and len(args) == len(self.varying) < len(self._inputs):
                kwargs, args = {**dict(zip(self.varying, args, strict=True)), **kwargs}, ()
            if not args:
                kwargs = {**now[0], **kwargs}
        values = dict(zip(self.inputs, self._arguments.given(args, kwargs), strict=True))
        self._check(values)
        if now is None or not all(_same(values[n], now[0][n]) for n in self.constant):
            now = self._prepare({n: values[n] for n in self.constant})
        _, parts, kept = now
        return parts.rest(*(kept[n] if n in kept else values[n] for n in parts.rest.inputs), out=out)

    def _check(self, values: Mapping[str, Any]) -> None:
        """Errors about the whole formulas, before anything is computed; once for every kind of arrays."""
        arrays = self._arguments.arrays(list(values.values()))
        key = tuple((a.dtype, a.shape) for a in arrays)
        if key not in self._checked:
            self._arguments.check(arrays)
            self._checked.add(key)

    @property
    def program(self) -> Any:
        """The plan of a call, without what is kept; of the whole formulas before any call."""
        return self._now[1].rest.program if self._now is not None else super().program

    def explain(self, device: str = "", /, *, after: Any = "", **given: Any) -> str:
        """What is computed once, and what runs in every call."""
        if self._now is None or given or not isinstance(after, str):
            return super().explain(device, after=after, **given)
        parts = self._now[1]
        once = parts.make.explain(device, after=after) if parts.make is not None else "nothing"
        names = ", ".join(self.constant)
        every = parts.rest.explain(device, after=after)
        return TextBlock(f"computed once for the arrays {names}:\n\n{once}\n\nin every call:\n\n{every}")
