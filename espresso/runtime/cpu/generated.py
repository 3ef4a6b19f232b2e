"""A compiled function's program for one set of dtypes: planned now, or read from the plan cache."""

from __future__ import annotations

import functools
import gc
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.errors import EspressoError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.conditions import Conditions, Tape
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.python_names import unreserved
from espresso.formulas.graph.recurrences import in_positions
from espresso.ir.driver import STRIP, Product, Step, kernels_of
from espresso.ir.storage.arena import Lifetime
from espresso.machine.machine_code import Code, Literals, literals, machine_code
from espresso.progress import phase
from espresso.records import dataclass
from espresso.runtime.cpu.shared_code import begin_library_calls, begin_products
from espresso.system.half_precision import computed
from espresso.system.locks import cached_property

if TYPE_CHECKING:
    from espresso.codegen.numba.program import CpuModule
    from espresso.compiler.pipeline import Watch
    from espresso.compiler.state import Fused, Simplified
    from espresso.ir.loops import Program


Results = tuple[tuple[tuple[int, ...], str], ...]
"""Shape and dtype of each result."""

ROW, ROWS = 128, 512
"""The longest loop, and the product of the lengths of all loops, of a step of a recurrence that has code for these
lengths alone: its rows stay in registers where these suffice (`step_loop.HELD`)."""


SHORT = 1 << 12
"""Multiplications of a product whose lengths are part of such code."""


@contextmanager
def collected_later() -> Iterator[None]:
    """Python's collector waits: while graphs and modules grow it walks them again and again and finds nothing.

    What is there after the first time are mostly the modules, which stay: they count as old without a walk.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            _age()
            gc.enable()


@functools.cache
def _age() -> None:
    """All objects join the oldest, once in a process, unless the user keeps some apart."""
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


@dataclass(frozen=True)
class Driver:
    """What calls need of a generated module, as plain data.

    ``arrays`` are inputs, outputs and temporaries in the order of ``run``, each with the dtype and rank
    that kernels see; ``shapes`` the extents of outputs and temporaries and ``dtypes`` their dtypes.
    ``steps`` are the driver as data, ``extents`` the sizes in it by their texts.  ``shared``: temporaries in
    the place of another, ``lives`` and ``homes`` what the arena is made from.  ``gathers`` says that positions come
    from data and are looked at before a call, ``watched`` are whole inputs that they come from.  ``touched``: each step
    with the arrays it touches.  ``loops``: those of the extents that loops run to.
    """

    source: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    temporaries: tuple[str, ...]
    arrays: Mapping[str, tuple[str, int]]
    shapes: Mapping[str, tuple[Expr, ...]]
    dtypes: Mapping[str, str]
    steps: tuple[Step, ...]
    extents: Mapping[str, Expr]
    shared: Mapping[str, str]
    lives: tuple[Lifetime, ...]
    homes: Mapping[str, str]
    touched: tuple[tuple[str, tuple[str, ...]], ...]
    gathers: bool
    watched: tuple[str, ...]
    loops: tuple[str, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """All arrays, in the order of the table of addresses."""
        return (*self.inputs, *self.outputs, *self.temporaries)


class Generated:
    """A program and its module for one set of dtypes; shared by all shapes that allow it.

    With a ``driver`` from the cache nothing is planned until somebody looks at the program.  Arrays have the names of
    ``variables`` here.
    """

    def __init__(
        self, compiled: Any, dtypes: Mapping[str, str], results: Mapping[str, str], size_of: Callable[[Expr], int],
        driver: Driver | None = None, conditions: Iterable[Conditions] = (),
    ) -> None:  # fmt: skip
        self._compiled, self.results, self._size_of = compiled, dict(results), size_of
        self.variables = variables(compiled)
        self.dtypes = {self.variables[n]: d for n, d in dtypes.items()}
        self._conditions = list(conditions)
        self.module = driver if driver is not None else self._driver()
        self.source, self.kinds = self.module.source, self.module.arrays
        self._loaded: Any = None
        self._codes: dict[Any, Code | None] = {}

    # --- planning ---

    @cached_property
    @collected_later()
    def _planned(self) -> tuple[Fused, CpuModule]:
        """(the program after all phases, its text)."""
        compiled = self._compiled
        state = self.state()
        moved = bool(compiled.options.get("moved"))  # products in steps of recurrences are mostly in their code
        begin_library_calls(state.program, products=not moved)
        from espresso.codegen.numba.program import CpuModule

        names = tuple(self.variables.values())
        ranks = {self.variables[n]: t.data.rank for n, t in compiled._inputs.items()}
        alone = compiled.options.get("standalone", "")
        module = CpuModule(state.program, names, ranks, self.dtypes, _formula(compiled), returns(compiled), alone)
        phase("text of the program")
        return state, module

    def state(self, watch: Watch | None = None) -> Fused:
        """The state after all phases of the compiler, each of which is shown to ``watch``."""
        from espresso.compiler.pipeline import build

        prepared = _spelled(self._compiled, self.variables)
        guarded = bool(self._compiled.options.get("guarded"))
        return build(prepared, self.dtypes, self.results, self._size_of, guarded, watch)

    @property
    def program(self) -> Program:
        """Kernels and library calls."""
        return self._planned[0].program

    @property
    def kernels(self) -> Mapping[str, str]:
        """Source of each kernel by name."""
        return self._planned[1].kernels

    def _driver(self) -> Driver:
        from espresso.ir.storage.liveness import lifetimes

        state, module = self._planned
        found = state.program
        made = (*found.outputs, *module.temporaries)
        names = self.variables
        arrays = {names[n]: (computed(self.dtypes[names[n]]), t.data.rank) for n, t in self._compiled._inputs.items()}
        arrays |= {n: (computed(found.buffers[n].dtype), len(found.buffers[n].shape)) for n in made}
        positions = self._compiled._arguments.positions
        used = {names[n] for w in positions.by_values for n in w.names}
        return Driver(
            module.source, module.inputs, tuple(found.outputs), module.temporaries, arrays,
            {n: tuple(found.buffers[n].shape) for n in made}, {n: found.buffers[n].dtype for n in made},
            tuple(module.steps), dict(module.extents), dict(module.shared),
            tuple(l for l in lifetimes(found) if l.name in module.temporaries), dict(module.shared),
            tuple(module.touched), bool(positions.by_values),
            tuple(n for n in module.inputs if n in used and "int" in arrays[n][0]), tuple(sorted(module.loops)),
        )  # fmt: skip

    # --- other lengths ---

    def results_for(self, size_of: Callable[[Expr], int]) -> Results | None:
        """Shape and dtype of each result, where the program is known to be the one for these lengths."""
        lengths = next((found for c in self._conditions if (found := c.told(size_of)) is not None), None)
        return None if lengths is None else self.shaped(lengths)

    def shaped(self, lengths: Iterable[int]) -> Results:
        """Shape and dtype of each result, of which all lengths are told."""
        rest = iter(lengths)
        return tuple([(tuple(islice(rest, len(self.module.shapes[n]))), d) for n, d in self.results.items()])

    def agrees(self, size_of: Callable[[Expr], int]) -> bool:
        """Whether the program would be the same for other lengths, where it was planned here."""
        return "_planned" in self.__dict__ and self._planned[0].sizes.agree(size_of)

    def learn(self, size_of: Callable[[Expr], int], dtypes: Sequence[np.dtype[Any]], results: Results) -> Conditions:
        """Find and keep the conditions on which the program is the one for other lengths than these."""
        compiled, tape = self._compiled, Tape(size_of)
        # without declared lengths, which would be numbers
        plain = [ex.tensor(self.variables[n], t.ndim) for n, t in compiled._inputs.items()]
        sizes = [tuple([tape.size(ex.size(t, k)) for k in range(t.ndim)]) for t in plain]
        try:
            lengths = compiled._arguments.lengths(sizes, dtypes)
            known = not compiled.options.get("autotune") and self._planned[0].sizes.agree(tape.size)
        except Exception:  # an analysis does with numbers what these do not tell of
            known = False
        if not known:  # for these lengths alone
            tape = Tape(size_of)
            for t in plain:
                for k in range(t.ndim):
                    int(tape.size(ex.size(t, k)))
            lengths = [n for shape, _ in results for n in shape]
        self._conditions.append(tape.close(lengths))
        return self._conditions[-1]

    # --- running ---

    @collected_later()
    def code(
        self, strided: frozenset[str] = frozenset(), again: bool = False,
        extents: Mapping[str, int] = MappingProxyType({}), shapes: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
        adjacent: frozenset[str] = frozenset(),
    ) -> Code | None:  # fmt: skip
        """Machine code, for inputs of which these are not C-contiguous; None where numba has to run the program.

        ``adjacent`` are those of them whose rows lie in order.
        ``extents`` are those of all loops of a step of a recurrence, ``shapes`` those of its arrays: where all loops
        are short, there is code of its own.
        """
        step = self._step(extents, shapes)
        key = strided, adjacent, step.get("longest"), (*step.get("sizes", {}).values(),)
        if again or key not in self._codes:
            module = self.module
            made = self.literals
            facts = {
                "arrays": {n: self.kinds[n] for n in module.order},
                "inputs": module.inputs,
                "outputs": module.outputs,
                "temporaries": module.temporaries,
                "strided": strided,
                "adjacent": adjacent,
                "literals": made.names,
                **step,
            }
            if "sizes" not in step:
                begin_products(module.steps)
            self._codes[key] = machine_code(made.source, module.steps, facts, again)
            phase("machine code")
        return self._codes[key]

    @cached_property
    def literals(self) -> Literals:
        """The module as it is compiled, with names for literals; those of a step of a recurrence stay in its loop."""
        if self._compiled.options.get("moved"):
            return Literals(self.source, (), {})
        return literals(self.source, kernels_of(self.module.steps))

    def _step(self, extents: Mapping[str, int], shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
        """What the code of a step of a recurrence is made for (`machine.program.Facts`)."""
        names, given = self.variables, self._compiled.options
        moved = tuple(names.get(n, n) for n in given.get("moved", ()))
        facts: dict[str, Any] = {"moved": moved, "position": names.get(given.get("position"), "")}
        facts["whole"] = frozenset(names.get(n, n) for n in given.get("whole", ()))
        longest = max(extents.values(), default=0)
        if moved and longest <= STRIP:
            facts["longest"] = STRIP
        loops = {n: extents[n] for n in self.module.loops} if moved else {}
        if moved and max(loops.values(), default=0) <= ROW and math.prod(loops.values()) <= ROWS:
            size = {n: math.prod(shapes[n]) * np.dtype(self.kinds[n][0]).itemsize for n in self.module.outputs}
            carried = [(n, size[n], [names.get(m, m) for m in before]) for n, before in given.get("carried", ())]
            products = [s for s in self.module.steps if isinstance(s, Product) and s.multiplications(shapes) <= SHORT]
            multiplied = {n: shapes[n] for s in products for n in (*s.reads, s.out)}
            facts |= {"sizes": loops, "shapes": multiplied, "carried": carried}
        return facts

    @property
    def function(self) -> Callable[..., None]:
        """The driver of the loaded module."""
        if self._loaded is None:
            from espresso.system.generated_modules import load

            self._loaded = load(self.source)
        return self._loaded.run  # type: ignore[no-any-return]


def default_dtypes(compiled: Any) -> tuple[dict[str, str], dict[str, str]]:
    """(dtypes of inputs, of results) before any call: declared ones, int64 for positions, else float64."""
    formulas = [*compiled.expressions, *compiled.prepared.simplified.values()]  # a mask (t == k) may become a position
    positions = {t.data.name for t in in_positions(*formulas)}
    dtypes = {n: t.data.dtype or ("int64" if n in positions else "float64") for n, t in compiled._inputs.items()}
    return dtypes, result_dtypes(compiled, dtypes)


def result_dtypes(compiled: Any, dtypes: Mapping[str, str]) -> dict[str, str]:
    """Dtypes of the results for inputs of these dtypes: those of a call."""
    from espresso.system.half_precision import dtype_of

    found = compiled._arguments.inference.result_dtypes({n: dtype_of(d) for n, d in dtypes.items()})
    return dict(zip(compiled.outputs, map(str, found), strict=True))


def variables(compiled: Any) -> dict[str, str]:
    """What each input is called in generated text: its own name where Python takes that, no other one's else."""
    found: dict[str, str] = {}
    taken = {*compiled.outputs}
    for name in compiled.inputs:
        variable = unreserved(name)
        while variable in taken or (variable != name and variable in compiled.inputs):
            variable += "_"
        found[name] = variable
        taken.add(variable)
    return found


def _spelled(compiled: Any, names: Mapping[str, str]) -> Simplified:
    """The formulas as they are prepared, over inputs of these names."""
    from espresso.compiler.pipeline import prepare

    others = {
        t: ex.tensor(names[n], t.data.rank, t.data.dtype, t.data.shape, t.data.structure)
        for n, t in compiled._inputs.items() if names[n] != n
    }  # fmt: skip
    if not others:
        prepared: Simplified = compiled.prepared
        return prepared
    return prepare({n: ex.replace(e, others) for n, e in compiled.outputs.items()}, compiled.options, compiled.target)


def _formula(compiled: Any) -> str:
    """The text of the program, with statements that several results share written once."""
    try:
        return str(compiled if len(compiled.outputs) == 1 else ex.program(list(compiled.outputs.values())))
    except EspressoError:  # written out it would be far too long
        return ", ".join(compiled.outputs)


def returns(compiled: Any) -> str:
    """The text that returns the results in the user's structure, with classes of the user's own as tuples."""
    return _written(compiled._build([_Name(n) for n in compiled.outputs]))


@dataclass(frozen=True)
class _Name:
    text: str


def _written(built: Any) -> str:
    """A structure of names as an expression of Python that needs no import."""
    if isinstance(built, _Name):
        return built.text
    if isinstance(built, dict):
        plain = (str, int, float, type(None))
        keys = [repr(k if type(k) in plain else str(k)) for k in built]
        return "{" + ", ".join(f"{k}: {_written(v)}" for k, v in zip(keys, built.values(), strict=True)) + "}"
    parts = built if isinstance(built, (tuple, list)) else [getattr(built, f.name) for f in fields(built)]
    items = [_written(p) for p in parts]
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
