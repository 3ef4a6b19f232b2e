"""Running a generated CPU module: one bound call per signature of dtypes and shapes."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..engine.choose import still_chosen
from ..errors import EspressoError
from ..graph import expr as ex
from ..graph.expr import Expr
from ..native.steps import Launch
from ..planning.buffers import in_place, lifetimes, place
from ..planning.loops import Program
from ..planning.memory import Memory
from ..planning.pipeline import build
from .cache import load
from .machine_code import Code, machine_code
from .native_calls import NativeCall
from .pool import Pool, Workspace, bytes_of

_WIDE = {"float16": "float32"}  # the targets compute float16 in float32
_empty = np.empty

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
        self.kinds = {n: (_WIDE.get(dtypes[n], dtypes[n]), ranks[n]) for n in self.module.inputs}
        self.kinds |= {n: (_WIDE.get(b.dtype, b.dtype), len(b.shape)) for n, b in self.program.buffers.items()}
        self._loaded: Any = None
        self._codes: dict[frozenset[str], Code | None] = {}

    def code(self, strided: frozenset[str] = frozenset()) -> Code | None:
        """Machine code, for inputs of which these are not C-contiguous; None where numba has to run the program."""
        if strided not in self._codes:
            module = self.module
            names = (*module.inputs, *self.program.outputs, *module.temporaries)
            facts = {
                "arrays": {n: self.kinds[n] for n in names},
                "inputs": module.inputs,
                "outputs": tuple(self.program.outputs),
                "temporaries": module.temporaries,
                "strided": strided,
            }
            self._codes[strided] = machine_code(self.source, module.plan, facts) if module.native else None
        return self._codes[strided]

    @property
    def function(self) -> Callable[..., None]:
        """The driver of the loaded module."""
        if self._loaded is None:
            self._loaded = load(self.source)
        return self._loaded.run  # type: ignore[no-any-return]

    def fits(self, size_of: Callable[[Expr], int], optimize: str) -> bool:
        """Whether the order of contraction would be the same for other sizes."""
        return all(same(size_of) for same in self.paths)


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
        self.generated, self.facts, self._arguments = generated, facts, compiled._arguments
        self.program = generated.program
        self.source, self.kernels = generated.source, generated.kernels
        self.names = tuple(compiled.outputs)
        self.shapes = [tuple(facts.shapes[e]) for e in compiled.expressions]
        self.dtypes = [np.dtype(facts.dtypes[e]) for e in compiled.expressions]
        self._specs = list(zip(self.shapes, self.dtypes, strict=True))
        buffers = self.program.buffers
        made = {n: tuple(evaluate_extent(e, shapes) for e in b.shape) for n, b in buffers.items() if n not in shapes}
        self._shapes: dict[str, tuple[int, ...]] = {**shapes, **made}
        temporaries = [(n, made[n], np.dtype(buffers[n].dtype)) for n in generated.module.temporaries]
        sizes = bytes_of(temporaries)
        pooled = bool(compiled.options.get("pooled", True))
        lives = [l for l in lifetimes(self.program) if l.name in sizes]
        self.pool = Pool(place(lives, sizes, in_place(self.program)), temporaries, pooled)
        self._foreign = not all(a.dtype.isnative for a in arrays)
        self._half = {str(d) for d in (*self.dtypes, *(a.dtype for a in arrays))} & {"float16"}
        self._gathers = bool(compiled._arguments.gathers)
        self._strided: dict[Any, NativeCall | None] = {}
        self._plain = self._native({})
        simple = not (self._foreign or self._half or self._gathers) and (pooled or not temporaries)
        self.at_once = simple and self._plain is not None and self._plain.at_once
        if self._plain is not None:
            self._names, self._numbers = tuple(compiled.inputs), self._plain.numbers
            self._call, self._call_into = self._plain.code.call, self._plain.code.call_into

    def _native(self, strides: Mapping[str, tuple[int, ...]]) -> NativeCall | None:
        """The native program for inputs with these strides, all others C-contiguous; None where numba runs it."""
        code = self.generated.code(frozenset(strides))
        if code is None:
            return None
        kinds = self.generated.kinds
        plain = {n: _steps(self._shapes[n], np.dtype(kind).itemsize) for n, (kind, _) in kinds.items()}
        extents = self.generated.module.extents
        return NativeCall(
            code, self.generated.module, kinds, self._shapes, {**plain, **strides}, self.pool.arena.offsets,
            lambda text: evaluate_extent(extents[text], self._shapes),
        )  # fmt: skip

    def fast(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], out: Any) -> Sequence[np.ndarray] | None:
        """The results, where the call is exactly of this signature and every array lies in order; else None.

        The native entry looks at the arrays themselves, so that nothing is done for them in Python.
        """
        if kwargs:
            if args or len(kwargs) != len(self._names):
                return None
            try:
                args = tuple([kwargs[n] for n in self._names])
            except KeyError:
                return None
        elif len(args) != len(self._names):
            return None
        if out is None:
            call: Any = self._call
            results = tuple([_empty(shape, dtype) for shape, dtype in self._specs])
        else:
            call = self._call_into
            results = (out,) if type(out) is np.ndarray else tuple(out) if type(out) in (list, tuple) else ()
            if len(results) != len(self._specs):
                return None
        workspace = self.pool.take()
        try:
            return results if call(args, results, self._numbers, workspace.base) else None
        finally:
            self.pool.give(workspace)

    def __call__(
        self, arrays: Sequence[np.ndarray], out: Sequence[np.ndarray | None] | None = None
    ) -> list[np.ndarray]:
        if self._gathers:
            self._arguments.check_positions(arrays, self.facts)
        if out is None:
            results = [np.empty(shape, dtype) for shape, dtype in self._specs]
        else:
            results = [np.empty(s, d) if o is None else o for o, (s, d) in zip(out, self._specs, strict=True)]
        workspace = self.pool.take()
        try:
            self.compute(arrays, results, workspace)
        finally:
            self.pool.give(workspace)
        return results

    def compute(self, arrays: Sequence[np.ndarray], results: list[np.ndarray], workspace: Workspace) -> None:
        """Compute into the results, natively or by numba."""
        if self._plain is not None and self.at_once:
            if self._plain.code.call(tuple(arrays), tuple(results), self._plain.numbers, workspace.base):
                return
        arrays = [_usable(a) for a in arrays]
        native, arrays = self._fitting(arrays)
        if native is None:
            self.generated.function(*map(_writable, arrays), *results, *workspace)
        elif not self._half:
            native(arrays, results, workspace)
        else:
            wide = [a.astype(np.float32) if a.dtype == np.float16 else a for a in (*arrays, *results)]
            native(wide[: len(arrays)], wide[len(arrays) :], workspace)
            for result, value in zip(results, wide[len(arrays) :], strict=True):
                if result is not value:
                    result[...] = value

    def _fitting(self, arrays: list[np.ndarray]) -> tuple[NativeCall | None, list[np.ndarray]]:
        """The native program for the strides of these arrays, and the arrays (copied where it cannot read them)."""
        if all(a.flags.c_contiguous for a in arrays):
            return self._plain, arrays
        merged = {n for step in self.generated.module.plan if isinstance(step, Launch) for n in step.views}
        names = self._arguments.names
        half = [a.dtype == np.float16 for a in arrays]
        arrays = [
            np.ascontiguousarray(a) if n in merged or h else a for n, a, h in zip(names, arrays, half, strict=True)
        ]
        strides = {n: a.strides for n, a in zip(names, arrays, strict=True) if not a.flags.c_contiguous}
        key = tuple(strides.items())
        if key not in self._strided:
            self._strided[key] = self._native(strides)
        return self._strided[key], arrays

    def step_times(self, arrays: Sequence[np.ndarray], repeat: int) -> list[tuple[str, float, int]]:
        """Median seconds and bytes touched of each kernel and library call, in the order of the program."""
        import time

        results = [np.empty(s, d) for s, d in self._specs]
        native = self._plain
        if native is None or self._half:
            return []
        workspace = self.pool.take()
        touched = self.generated.module.touched
        times: list[list[float]] = [[] for _ in touched]
        try:
            every = [*map(np.ascontiguousarray, map(_usable, arrays)), *results, *workspace]
            table = native.addresses(every)
            for _ in range(repeat):
                for k in range(len(touched)):
                    start = time.perf_counter()
                    native.step(k, every, table, workspace)
                    times[k].append(time.perf_counter() - start)
        finally:
            self.pool.give(workspace)
        sizes = {n: a.nbytes for n, a in zip(native.order, every, strict=True)}
        return [
            (name, float(np.median(t)), sum(sizes.get(n, 0) for n in names))
            for (name, names), t in zip(touched, times, strict=True)
        ]

    def memory(self) -> Memory:
        """What this signature allocates."""
        arena = self.pool.arena
        return Memory(
            arena.size, arena.lower_bound, sum(arena.bytes.values()), self.pool.bytes, arena.offsets, arena.bytes
        )


def _steps(shape: Sequence[int], itemsize: int) -> tuple[int, ...]:
    """Strides in bytes of an array in C order."""
    strides, step = [], itemsize
    for n in reversed(shape):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))


def _usable(array: np.ndarray) -> np.ndarray:
    """The array as kernels take it: native byte order, aligned; small strided arrays are copied."""
    if not array.dtype.isnative or not array.flags.aligned:
        return array.astype(array.dtype.newbyteorder("="))
    if not array.flags.c_contiguous and array.nbytes <= COPY_LIMIT:
        return np.ascontiguousarray(array)
    return array


def _writable(array: np.ndarray) -> np.ndarray:
    """A read-only array viewed through its address: numba compiles other code for read-only types.

    Kernels never write inputs.
    """
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
    from ..planning.storage import value_dtypes

    formulas = [*compiled.expressions, *compiled.prepared.simplified.values()]  # a mask (t == k) may become a position
    slots = [s for n in ex.postorder(*formulas) if n.op == "access" for s in n.args[1:]]
    positions = {n.data.name for n in ex.postorder(*slots) if n.op == "tensor"}
    dtypes = {n: t.data.dtype or ("int64" if n in positions else "float64") for n, t in compiled._inputs.items()}
    results = value_dtypes([e.args[0] for e in compiled.outputs.values()], dtypes)
    return dtypes, dict(zip(compiled.outputs, results, strict=True))


def unbound(compiled: Any) -> _Unbound:
    """The program as it would be for the default dtypes."""
    dtypes, results = default_dtypes(compiled)
    return _Unbound(_generated(compiled, dtypes, results, lambda e: int(e.data) if e.op == "const" else 64))
