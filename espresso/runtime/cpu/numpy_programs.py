"""The NumPy target at run time: generated source behind the same checks as other targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from espresso.errors import OutOfMemoryError
from espresso.formulas.graph import expr as ex
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
            self._refusal = refusal("results", bytes_of(results), results)

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
    from espresso.codegen.numpy.target import emit_numpy

    rules = compiled.options.get("rules") if compiled.options.get("simplify", True) else None
    roots = _over_nothing(compiled, facts, rules) or _simplified(compiled, facts, rules)
    outputs = list(zip(compiled.outputs, roots, strict=True))
    inputs = list(compiled._inputs.values())
    known = {t.data.name: facts.types[t] for t in inputs} if facts is not None else {}
    whole = {n: d.dtype for n, d in known.items() if (d.dtype.kind in "biu" or d.dtype == np.float16) and not d.weak}
    return emit_numpy(outputs, "program", inputs=inputs, dtypes=whole, sizes=compiled.options["sizes"])


def _simplified(compiled: Any, facts: Any, rules: Sequence[Any] | None) -> Sequence[Expr]:
    """The formulas by these rules; as written where arrays are complex, or where integers would show it."""
    roots: list[Expr] = list(compiled.expressions)
    if rules is None:
        return roots
    from espresso.algebra.rewriting.apply import expand_definitions
    from espresso.algebra.rewriting.simplification import simplify
    from espresso.compiler.lowering.integers import declared_as_given, rewriting_shows

    dtypes = {} if facts is None else _dtypes(compiled, facts)
    if any("complex" in d for d in dtypes.values()):
        return roots
    declared = declared_as_given(roots, dtypes) if dtypes else {}
    found: list[Expr] = simplify([ex.replace(e, declared) for e in roots], rules)
    found = [ex.replace(e, {after: before for before, after in declared.items()}) for e in found]
    if dtypes and rewriting_shows(expand_definitions(roots), expand_definitions(found), dtypes):
        return roots
    return found


def _dtypes(compiled: Any, facts: Any) -> dict[str, str]:
    return {t.data.name: str(facts.types[t].dtype) for t in compiled._inputs.values()}


def _over_nothing(compiled: Any, facts: Any, rules: Sequence[Any] | None) -> list[Expr] | None:
    """The formulas for a call that sums over no elements; None for all others."""
    if facts is None or not any(0 in known.values() for known in facts.sizes.values()):
        return None
    from espresso.compiler.lowering.empty_parts import stable
    from espresso.compiler.lowering.formulas import original_extents
    from espresso.compiler.state import Formulas
    from espresso.runtime.cpu.programs import evaluate_extent

    state = original_extents(Formulas(compiled.outputs, compiled.options))
    shapes = {t.data.name: facts.shapes[t] for t in compiled._inputs.values()}

    def size_of(e: Expr) -> int:
        return evaluate_extent(e, shapes)

    if all(size_of(n) for n in state.reduced):
        return None
    return list(stable(state.written, state.extents, size_of, rules, _dtypes(compiled, facts)).values())


def bind(compiled: Any, arrays: Sequence[np.ndarray]) -> Bound:
    """The call for these arrays."""
    return Bound(compiled, compiled._arguments.check(arrays))


def unbound(compiled: Any) -> Bound:
    """The program, for reading."""
    return Bound(compiled, None)
