"""The NumPy target at run time: generated source behind the same checks as other targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from espresso.errors import InputError, OutOfMemoryError
from espresso.formulas.graph.expr import Expr
from espresso.ir.storage.memory import Memory
from espresso.runtime.cpu import blas_threads
from espresso.system.generated_modules import load_plain
from espresso.system.memory_limits import bytes_of, refusal


class Bound:
    """One signature of a NumPy program."""

    program = None
    held = 0
    """Bytes kept between calls: NumPy keeps none."""

    def __init__(self, compiled: Any, facts: Any) -> None:
        self.source, self.kernels = _source(compiled, facts), {}
        self.names = tuple(compiled.outputs)
        self.facts, self._arguments = facts, compiled._arguments
        self._threads: int | None = compiled.options.get("threads")
        self._module = load_plain(self.source)
        self._function = self._module.program
        if facts is not None:
            self.shapes = [tuple(facts.shapes[e]) for e in compiled.expressions]
            self.dtypes = [np.dtype(facts.dtypes[e]) for e in compiled.expressions]
            results = list(zip(self.names, self.shapes, self.dtypes, strict=True))
            self._refusal = refusal("results", bytes_of(results), results, compiled.options.get("limits"))

    kernels: Mapping[str, str]

    def __call__(
        self, arrays: Sequence[np.ndarray], out: Sequence[np.ndarray | None] | None = None
    ) -> list[np.ndarray]:
        self._arguments.check_positions(arrays)
        if self._refusal:  # also for out=: NumPy makes the arrays before they are copied there
            raise OutOfMemoryError(self._refusal)
        values = self._values([a.astype(np.float32) if a.dtype.kind == "V" else a for a in arrays])  # bfloat16
        results = []
        for position, (value, shape, dtype) in enumerate(zip(values, self.shapes, self.dtypes, strict=True)):
            array = np.asarray(value)
            if (
                array.shape != shape
                or array.dtype != dtype
                or not array.flags.writeable
                or any(np.may_share_memory(array, a) for a in arrays)
            ):
                array = np.array(np.broadcast_to(array, shape), dtype=dtype)
            if out is not None and (given := out[position]) is not None:
                np.copyto(given, array)
                array = given
            results.append(array)
        return results

    def _values(self, arrays: Sequence[np.ndarray]) -> list[Any]:
        """What the program returns, or the reference where NumPy refuses to reduce or read an axis without elements.

        It refuses even where no element of the result asks for one; what is not defined was refused before.
        """
        try:
            with blas_threads.limited(self._threads):
                found = self._function(*arrays)
        except vars(self._module).get("InputError", ()) as error:
            raise InputError(str(error)) from None
        except (ValueError, IndexError):
            if not any(0 in known.values() for known in self.facts.sizes.values()):
                raise
            from espresso.reference.evaluator import evaluate_all

            given = self._arguments
            named = dict(zip(given.names, arrays, strict=True))
            return list(evaluate_all(given.originals, named, given.sizes))
        return [found] if len(self.names) == 1 else list(found)

    def memory(self) -> Memory:
        """NumPy allocates its temporaries itself."""
        return Memory(0, 0, 0, 0)


def _source(compiled: Any, facts: Any) -> str:
    """The program; bools, integers and float16, with which NumPy computes differently, are told to the emitter."""
    from espresso.codegen.numpy.order import in_written_order
    from espresso.codegen.numpy.target import emit_numpy

    inputs = list(compiled._inputs.values())
    known = {t.data.name: facts.types[t] for t in inputs} if facts is not None else {}
    whole = {n: d.dtype for n, d in known.items() if (d.dtype.kind in "biu" or d.dtype == np.float16) and not d.weak}
    state, sizes = compiled.prepared, compiled.options["sizes"]
    outputs = list(in_written_order(_formulas(compiled, facts), state.written.values()).items())
    extents = {axis: length for known in state.axes.values() for axis, length in known.items()}
    return emit_numpy(outputs, "program", inputs=inputs, dtypes=whole, sizes=sizes, extents=extents, of=state.axes)


def _formulas(compiled: Any, facts: Any) -> Mapping[str, Expr]:
    """The simplified formulas of a call; as written where its dtypes or sums over nothing would show it.

    An error of theirs is one of espresso's: NumPy would refuse the generated text, or compute in another dtype.
    """
    if facts is None:
        return compiled.prepared.simplified  # type: ignore[no-any-return]
    from espresso.compiler.lowering.formulas import for_dtypes
    from espresso.compiler.pipeline import typed
    from espresso.formulas.inference.dtypes import dtypes_of
    from espresso.ir.storage.dtypes import known_dtypes
    from espresso.runtime.cpu.programs import evaluate_extent

    inputs = compiled._inputs.values()
    shapes = {t.data.name: facts.shapes[t] for t in inputs}
    dtypes = {t.data.name: str(facts.types[t].dtype) for t in inputs}
    made = for_dtypes(typed(compiled.prepared, dtypes, {}, lambda e: evaluate_extent(e, shapes)))
    dtypes_of(list(made.values()), known_dtypes(dtypes))
    return made


def bind(compiled: Any, arrays: Sequence[np.ndarray]) -> Bound:
    """The call for these arrays."""
    compiled = compiled._for_dtypes([a.dtype for a in arrays])
    return Bound(compiled, compiled._arguments.check(arrays))


def unbound(compiled: Any) -> Bound:
    """The program, for reading."""
    return Bound(compiled, None)
