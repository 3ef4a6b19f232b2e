"""Running a generated CPU module: one bound call per signature of dtypes and shapes."""

from __future__ import annotations

import builtins
import ctypes
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .. import expr as ex
from ..buffers import in_place, lifetimes, place
from ..engine.choose import still_chosen
from ..errors import EspressoError
from ..expr import Expr
from ..loops import Program
from ..memory import Memory
from ..pipeline import build
from .cache import load
from .pool import Pool, bytes_of

COPY_LIMIT = 1 << 22
"""Bytes up to which a strided input is copied instead of compiling kernels for its strides."""


def evaluate_extent(e: Expr, shapes: Mapping[str, Sequence[int]]) -> int:
    """The value of an extent expression for given shapes of the inputs; never negative."""
    return max(0, _value(e, shapes))


def _value(e: Expr, shapes: Mapping[str, Sequence[int]]) -> int:
    if e.op == "const":
        return int(e.data)
    if e.op == "size":
        return int(shapes[e.args[0].data.name][e.data])
    a = [_value(x, shapes) for x in e.args]
    if e.data == "add":
        return sum(a)
    if e.data == "mul":
        return math.prod(a)
    if e.data == "minimum":
        return min(a)
    if e.data == "maximum":
        return max(a)
    return a[0] // a[1] if e.data == "floordiv" else a[0] % a[1]


class _Generated:
    """A program and its module for one set of dtypes; shared by all shapes that allow it."""

    def __init__(
        self, compiled: Any, dtypes: Mapping[str, str], results: Mapping[str, str], size_of: Callable[[Expr], int]
    ) -> None:
        from ..targets.cpu import CpuModule

        state = build(compiled.prepared, dtypes, results, size_of)
        assert state.program is not None
        self.program: Program = state.program
        self.paths = state.paths
        ranks = {n: t.data.rank for n, t in compiled._inputs.items()}
        formula = _formula(compiled)
        returns = _returns(compiled)
        self.module = CpuModule(self.program, compiled.inputs, ranks, dtypes, formula, returns)
        self.source, self.kernels = self.module.source, self.module.kernels
        self._loaded: Any = None

    @property
    def function(self) -> Callable[..., None]:
        """The driver of the loaded module."""
        if self._loaded is None:
            self._loaded = load(self.source)
        return self._loaded.run  # type: ignore[no-any-return]

    def fits(self, size_of: Callable[[Expr], int], optimize: str) -> bool:
        """Whether the order of contraction would be the same for other sizes."""
        from ..contraction import plan_path

        return all(
            tuple(plan_path(sets, output, {n: size_of(e) for n, e in extents}, optimize)) == path
            for sets, output, extents, path in self.paths
        )


def _formula(compiled: Any) -> str:
    """The text of the program, with statements that several results share written once."""
    try:
        return str(compiled if len(compiled.outputs) == 1 else ex.program(list(compiled.outputs.values())))
    except EspressoError:  # written out it would be far too long
        return ", ".join(compiled.outputs)


def _returns(compiled: Any) -> str:
    """The text that returns the results in the user's structure (dataclasses as tuples)."""
    names = list(compiled.outputs)
    built = compiled._build([_Name(n) for n in names])
    text = repr(built)
    return text if all(isinstance(v, (_Name, tuple, dict)) for v in [built]) else ", ".join(names)


class _Name:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Bound:
    """One signature: call it with the arrays, get the results."""

    def __init__(self, compiled: Any, generated: _Generated, facts: Any, arrays: Sequence[np.ndarray]) -> None:
        shapes = {n: a.shape for n, a in zip(compiled.inputs, arrays, strict=True)}
        given = [a.dtype for a in arrays]
        self.generated, self.facts, self._arguments = generated, facts, compiled._arguments
        self.program = generated.program
        self.source, self.kernels = generated.source, generated.kernels
        self.names = tuple(compiled.outputs)
        self.shapes = [tuple(facts.shapes[e]) for e in compiled.expressions]
        self.dtypes = [np.dtype(facts.dtypes[e]) for e in compiled.expressions]
        self._specs = list(zip(self.shapes, self.dtypes, strict=True))
        buffers = self.program.buffers
        temporaries = [
            (n, tuple(evaluate_extent(e, shapes) for e in buffers[n].shape), np.dtype(buffers[n].dtype))
            for n in generated.module.temporaries
        ]
        sizes = bytes_of(temporaries)
        self._sizes = sizes
        pooled = bool(compiled.options.get("pooled", True))
        lives = [l for l in lifetimes(self.program) if l.name in sizes]
        self.pool = Pool(place(lives, sizes, in_place(self.program)), temporaries, pooled)
        self._foreign = not all(np.dtype(d).isnative for d in given)
        self._gathers = bool(compiled._arguments.gathers)

    def __call__(
        self, arrays: Sequence[np.ndarray], out: Sequence[np.ndarray | None] | None = None
    ) -> list[np.ndarray]:
        if self._gathers:
            self._arguments.check_positions(arrays, self.facts)
        for position, array in enumerate(arrays):
            if not array.flags.carray or self._foreign:
                arrays = [*arrays[:position], _usable(array), *arrays[position + 1 :]]
        if out is None:
            results = [np.empty(shape, dtype) for shape, dtype in self._specs]
        else:
            results = [np.empty(s, d) if o is None else o for o, (s, d) in zip(out, self._specs, strict=True)]
        workspace = self.pool.take()
        try:
            self.generated.function(*arrays, *results, *workspace)
        finally:
            self.pool.give(workspace)
        return results

    def step_times(self, arrays: Sequence[np.ndarray], repeat: int) -> list[tuple[str, float, int]]:
        """Median seconds and bytes touched of each kernel and library call.

        The driver's text is run line by line, each line timed, in the order of the program.
        """
        import time

        module = load(self.source)
        results = [np.empty(s, d) for s, d in self._specs]
        workspace = self.pool.take()
        names = [*self._arguments.names, *self.names, *self.generated.module.temporaries]
        scope: dict[str, Any] = dict(module.__dict__) | dict(zip(names, [*arrays, *results, *workspace], strict=True))
        lines = self.generated.module.driver
        code = [builtins.compile(line, "<step>", "exec") for line in lines]
        times: list[list[float]] = [[] for _ in lines]
        try:
            for _ in range(repeat):
                for k, step in enumerate(code):
                    start = time.perf_counter()
                    exec(step, scope)
                    times[k].append(time.perf_counter() - start)
        finally:
            self.pool.give(workspace)
        sizes = {n: a.nbytes for n, a in zip(names, [*arrays, *results, *workspace], strict=True)}
        found = []
        for k in range(len(lines)):
            step_of = self.generated.module.steps.get(k)
            if step_of is not None:
                found.append((step_of[0], float(np.median(times[k])), sum(sizes.get(n, 0) for n in step_of[1])))
        return found

    def memory(self) -> Memory:
        """What this signature allocates."""
        arena = self.pool.arena
        return Memory(
            arena.size, arena.lower_bound, sum(arena.bytes.values()), self.pool.bytes, arena.offsets, arena.bytes
        )


def _usable(array: np.ndarray) -> np.ndarray:
    """The array as kernels take it without being compiled anew: native, aligned, writable.

    Small strided arrays are copied.  A read-only array is viewed through its address,
    because numba compiles other code for read-only types; kernels never write inputs.
    """
    if not array.dtype.isnative or not array.flags.aligned:
        return array.astype(array.dtype.newbyteorder("="))
    if not array.flags.c_contiguous and array.nbytes <= COPY_LIMIT:
        return np.ascontiguousarray(array)
    if not array.flags.writeable and array.flags.c_contiguous and array.size:
        raw: Any = (ctypes.c_char * array.nbytes).from_address(array.ctypes.data)
        return np.ndarray(array.shape, array.dtype, buffer=raw)
    return array


def _generated(
    compiled: Any, dtypes: Mapping[str, str], results: Mapping[str, str], size_of: Callable[[Expr], int]
) -> _Generated:
    known = compiled._programs.setdefault((tuple(dtypes.items()), tuple(results.items())), [])
    for generated in known:
        if generated.fits(size_of, compiled.options["optimize"]) and still_chosen(
            generated.program.choices, generated.program.buffers, dtypes, compiled.target, size_of, compiled.options
        ):
            return generated  # type: ignore[no-any-return]
    made = _Generated(compiled, dtypes, results, size_of)
    known.append(made)
    return made


def bind(compiled: Any, arrays: Sequence[np.ndarray], facts: Any) -> Bound:
    """The call for these arrays' dtypes and shapes; compiles only what is new."""
    shapes = {n: a.shape for n, a in zip(compiled.inputs, arrays, strict=True)}
    dtypes = {n: str(a.dtype.newbyteorder("=")) for n, a in zip(compiled.inputs, arrays, strict=True)}
    results = {n: str(np.dtype(facts.dtypes[e])) for n, e in zip(compiled.outputs, compiled.expressions, strict=True)}
    generated = _generated(compiled, dtypes, results, lambda e: evaluate_extent(e, shapes))
    return Bound(compiled, generated, facts, arrays)


class _Unbound:
    """The program for float64 inputs, before any call: for reading, not for running."""

    def __init__(self, generated: _Generated) -> None:
        self.program, self.source, self.kernels = generated.program, generated.source, generated.kernels

    def memory(self) -> Memory:
        """Unknown before a call: nothing is allocated yet."""
        return Memory(0, 0, 0, 0)


def default_dtypes(compiled: Any) -> tuple[dict[str, str], dict[str, str]]:
    """(dtypes of inputs, of results) before any call: declared ones, int64 for positions, else float64."""
    from ..storage import value_dtype
    from .values import gathers

    positions = {
        n.data.name
        for access, axis in gathers(compiled.expressions)
        for n in ex.postorder(access.args[1 + axis])
        if n.op == "tensor"
    }
    dtypes = {n: t.data.dtype or ("int64" if n in positions else "float64") for n, t in compiled._inputs.items()}
    return dtypes, {n: value_dtype(e.args[0], dtypes) for n, e in compiled.outputs.items()}


def unbound(compiled: Any) -> _Unbound:
    """The program as it would be for the default dtypes."""
    dtypes, results = default_dtypes(compiled)
    return _Unbound(_generated(compiled, dtypes, results, lambda e: int(e.data) if e.op == "const" else 64))
