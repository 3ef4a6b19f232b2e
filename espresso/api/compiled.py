"""The object that users hold: a function on arrays, made of expressions by `compile`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MethodType
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.api.arguments import Arguments, OutBuffers
from espresso.api.introspection import Asked, documentation, name_of, signature_of
from espresso.api.outside import Outside, R
from espresso.api.regions import ACTIVE, active_region
from espresso.api.signatures import Signatures
from espresso.errors import EspressoError, TargetError, suggestion
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.python_names import identifier, is_used
from espresso.formulas.printing.text_blocks import TextBlock
from espresso.keywords import checked, shorten
from espresso.lazy import get
from espresso.progress import work
from espresso.system import limits
from espresso.system.devices import Device, parse_device, require
from espresso.system.floating_point import default
from espresso.system.half_precision import letter_of
from espresso.system.threads import limited
from espresso.system.transfers import Transfers

if TYPE_CHECKING:
    from espresso.compiler.state import Simplified
    from espresso.ir.loops import Program
    from espresso.ir.storage.memory import Memory

RUNTIMES = {"cpu": "cpu.programs", "numpy": "cpu.numpy_programs", "gpu": "device.cuda", "opencl": "device.opencl"}
"""Modules of ``runtime`` by target: ``bind`` makes the call for given arrays, ``unbound`` a program to read."""

TARGETS = (*RUNTIMES, "dask", "auto")

CONVERTED = (np.memmap, np.generic, int, float, complex, list, tuple)
"""Types of values beside arrays that every call on the host makes arrays of."""


def of_sympy(value: Any) -> bool:
    """Whether the value is SymPy's, which is not imported to find out."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, (sympy.Basic, sympy.MatrixBase))


def device_of(target: str) -> Device:
    """The place that a target names; TargetError when there is none, or when it names a device that is not here.

    A target without an index needs no device: its program can be read anywhere, and calls ask for the device.
    """
    if target == "auto":
        region = active_region()
        return Device("cpu") if region is None else region.place
    if not isinstance(target, str) or target.partition(":")[0] not in (*TARGETS, "cuda"):
        raise TargetError(
            f"target {target!r} is unknown.{suggestion(str(target), TARGETS)}\nTargets: {', '.join(TARGETS)}."
        )
    place = parse_device(target)
    return place if place.index is None else require(place)


def _of_index(test: Expr) -> bool:
    """Whether a comparison is one of an index, or of what is computed from one."""
    return any(n.op == "index" for n in ex.ordered(test.args, lambda n: n.args if n.op == "call" else ()))


def as_expression(value: Any) -> Expr:
    """The expression that a value given to ``compile`` stands for: text, a number, SymPy's, espresso's."""
    if isinstance(value, str):
        from espresso.formulas.notation.parsing import parse

        value = parse(value)
    elif of_sympy(value):
        from espresso.frontends.sympy.importing import from_sympy

        value = from_sympy(value)
    return value if isinstance(value, Expr) else ex.const(value)


class Compiled(Outside[R]):
    """A compiled function: call it with arrays by name, or in the order of ``inputs``.  `compile` makes it.

    ``source`` is the generated module, ``kernels`` its functions by name; ``explain()``
    says what runs and why; ``memory`` what is allocated, ``transfers`` what moved between
    host and device; ``save(path)`` writes a module that lives on without espresso.

    Examples
    --------
    >>> import espresso as es, numpy as np
    >>> f = es.compile("y[i] = a*x[i]", target="numpy")
    >>> f.inputs, f(a=2.0, x=np.ones(2))
    (['a', 'x'], array([2., 2.]))
    """

    __slots__ = ("__dict__", "__weakref__", "_entry")
    __signature__ = Asked(signature_of)

    _build: Callable[[Any], R]
    _entry: Callable[..., Any]  # the last bound call in machine code, which has calls of the object itself

    def __init__(self, leaves: Sequence[tuple[str, Any]], build: Any, target: str, options: Mapping[str, Any]) -> None:
        self.automatic = target == "auto" and active_region() is None
        self.place = device_of(target)
        self.target, self.options = self.place.target, dict(options)
        self.transfers = Transfers()
        self._build = build
        self._flat = len(leaves) == 1 and not leaves[0][0]  # the result is the one array itself
        given = [as_expression(v) for _, v in leaves]
        originals = roots = [e.args[-1] if e.op == "program" else e for e in given]
        from espresso.formulas.graph.whole_literals import folded

        roots = folded(roots)
        if options["sizes"]:
            from espresso.formulas.extents.scopes import declare, declare_steps

            originals = declare_steps(originals, options["sizes"])
            roots = declare(roots, options["sizes"])
            for e in roots:
                get("check_declared")(e)
        self.expressions = tuple(roots)
        known = {t.data.name: t for t in (*ex.arguments(*given), *ex.tensors(*roots))}
        read = [t.data.name for t in ex.tensors(*roots)]
        names = dict.fromkeys((*options["inputs"], *read) if options["inputs"] else known)
        self._inputs = {n: known.get(n, ex.tensor(n, 0)) for n in names}
        clash = [t for t in ex.tensors(*roots) if self._inputs[t.data.name] is not t]
        if clash:
            raise EspressoError(
                f"{clash[0].data.name} is used with different ranks, dtypes or structures in one program"
            )
        self.outputs = {
            n: ex.closed(n, r.axes, ex.scalar(r) if r.op != "let" else r.args[0])
            for n, r in zip(_result_names(leaves, roots, set(self._inputs)), roots, strict=True)
        }
        unread = {n: n in known for n in names if n not in read}
        self._arguments = Arguments(self._inputs, roots, originals, dict(options["sizes"]), unread)
        self._state: Simplified | None = None
        self._bound = Signatures(self._forget)
        self._last: Any = None
        self._ready: Any = None  # calls seen before, of arrays of one device
        self._fast: Any = None  # the last bound call, where a native entry can check the arrays itself
        self._out = OutBuffers(build, len(roots))
        self._programs: dict[Any, Any] = {}
        self._pieces: dict[Any, Any] = {}  # functions of parts of the steps (`runtime.checkpoints`)
        self._compared: set[str] | None = None  # inputs that an index is compared with
        self._by_floats: dict[frozenset[Expr], Compiled[R]] = {}
        self._by_units: dict[Any, Compiled[R] | None] = {}  # without axes of length 1 (`runtime.cpu.array_forms`)
        self._kept: Any = None  # memory of large results, where the runtime keeps it
        self.__name__ = self.__qualname__ = name_of(self)

    def __init_subclass__(cls) -> None:
        cls.__doc__ = Asked(documentation, cls.__doc__ or Compiled.__doc__)  # type: ignore[assignment]

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs, in the order of positional arguments."""
        return list(self._inputs)

    def __call__(self, /, *args: Any, out: Any = None, **kwargs: Any) -> R:
        """Compute.  ``out`` takes arrays in the structure of the result.

        They may be of other dtypes of the same kind, to which results are rounded, as by ``out=`` of NumPy's ufuncs: of
        float32 for float64.
        """
        try:
            result: R = self._call(args, kwargs, out)
            return result
        except EspressoError as error:
            shorten(error)
            raise

    def _call(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], out: Any) -> Any:
        fast = self._fast  # read once: a call in another thread may replace it
        if fast is not None and not (self.automatic and ACTIVE.get() is not None):
            result = fast(args, kwargs, out)
            if result is not None:
                return result if self._flat else self._build(result if type(result) is tuple else (result,))
        values = self._arguments.given(args, kwargs)
        if self._plain(values):
            if out is None:
                return self._build(self._signature(values)(values))
            return self._out.call(self._signature(values), values, out)
        if self._converted(values):
            arrays = self._arguments.arrays(list(values))
            bound = self._signature(arrays)
            if self._fast is not None:
                bound.accept(values)
            return self._build(bound(arrays)) if out is None else self._out.call(bound, arrays, out)
        from espresso.api.placement import compute

        return self._labelled(values, lambda plain: compute(self, plain, out), out is None)

    def _labelled(self, values: Sequence[Any], run: Callable[[Sequence[Any]], list[Any]], labels: bool = True) -> Any:
        """The results of ``run``, with labels where arrays of xarray or pandas are given (`api.labels`)."""
        from espresso.api.labels import is_labelled, taken

        if not any(map(is_labelled, values)):
            return self._build(run(values))
        plain, known = taken(self, values)
        results = run(plain)
        axes = [e.axes for e in self.expressions]
        return self._build([known.put(*pair) for pair in zip(results, axes, strict=True)] if labels else results)

    def _plain(self, values: Sequence[Any]) -> bool:
        """Whether all arrays are NumPy's and stay on the host."""
        if self.place.memory != "cpu" or (self.automatic and active_region() is not None):
            return False
        for value in values:  # noqa: SIM110 - a loop is half the time of all()
            if type(value) is not np.ndarray:
                return False
        return True

    def _converted(self, values: Sequence[Any]) -> bool:
        """Whether NumPy makes arrays of all values (the rate of a training step), and they stay on the host."""
        if self.place.memory != "cpu" or (self.automatic and active_region() is not None):
            return False
        return all(issubclass(type(v), CONVERTED) or type(v) is np.ndarray for v in values)

    def _signature(self, arrays: Sequence[np.ndarray]) -> Any:
        """The bound call for the dtypes and shapes of these arrays."""
        key = tuple([(a.dtype, a.shape) for a in arrays])
        bound = self._bound.get(key)
        if bound is None:
            several, bounds = limited(self.options.get("threads")), limits.limited(self.options.get("limits"))
            with default(), several, bounds, work("compiling", self.__name__):  # plans and code are kept
                bound = self._bound.add(key, self._runtime.bind(self, arrays))
        self._last = bound
        self._fast = bound.fast if getattr(bound, "at_once", False) else None
        if type(self) in (Compiled, _Entered):
            entry = None
            if self._fast is not None:
                build = None if self._flat else self._build
                slowly = MethodType(Compiled.__call__, self)
                entry = bound.entry(slowly, build, ACTIVE if self.automatic else None, self._out)
            if entry is None:
                self.__class__ = Compiled
            else:
                self._entry = entry
                self.__class__ = _Entered
        return bound

    def _forget(self, bound: Any) -> None:
        """Nothing else keeps what only calls of this signature need."""
        self._out.forget(bound)
        self._ready = None

    def _flat_call(self, values: Sequence[Any]) -> list[Any]:
        """The results as a flat list."""
        if self._plain(values):
            return self._signature(values)(values)  # type: ignore[no-any-return]
        from espresso.api.placement import compute

        return compute(self, values)

    # --- building ---

    @property
    def prepared(self) -> Simplified:
        """The formulas after the phases that need no arrays (simplified, definitions expanded)."""
        if self._state is None:
            from espresso.compiler.pipeline import prepare

            self._state = prepare(self.outputs, self.options, self.target)
        return self._state

    def _for_dtypes(self, dtypes: Sequence[np.dtype[Any]]) -> Compiled[R]:
        """The function for inputs of these dtypes: no index is put in the place of floats that it is compared with."""
        if self._compared is None:
            tests = [n for n in ex.postorder(*self.expressions) if ex.is_call(n, "eq") and _of_index(n)]
            self._compared = {t.data.name for t in ex.tensors(*tests)}
        pairs = zip(self._inputs.items(), dtypes, strict=True) if self._compared else ()
        floats = frozenset(t for (n, t), d in pairs if n in self._compared and letter_of(d) in "fc")
        if not floats or ex.FRACTIONAL in next(iter(floats)).data.structure:
            return self
        if floats not in self._by_floats:
            words = [(t, (*t.data.structure, ex.FRACTIONAL)) for t in floats]
            new = {t: ex.tensor(t.data.name, t.data.rank, t.data.dtype, t.data.shape, w) for t, w in words}
            inputs = [new.get(t, t) for t in self._inputs.values()]  # those too that nothing reads
            given = zip(self.outputs, self._arguments.originals, strict=True)
            leaves = [(n, ex.taking(ex.replace(e, new), inputs)) for n, e in given]
            options = {**self.options, "inputs": self.inputs}
            self._by_floats[floats] = self._remade(leaves, options)
        return self._by_floats[floats]

    def _remade(self, leaves: Sequence[tuple[str, Any]], options: Mapping[str, Any]) -> Compiled[R]:
        """The function of other formulas for the same target."""
        return Compiled(leaves, self._build, self.target, options)

    @property
    def _runtime(self) -> Any:
        return import_module(f"espresso.runtime.{RUNTIMES[self.target]}")

    def _example(self) -> Any:
        """The program as last called, or for float64 inputs when it was never called."""
        if self._last is None:
            self._last = self._runtime.unbound(self)
        return self._last

    # --- looking at it ---

    @property
    def source(self) -> str:
        """The generated module: NumPy (and numba) only, readable, can be saved and embedded."""
        return TextBlock(self._example().source)

    @property
    def kernels(self) -> dict[str, str]:
        """Source of each generated kernel by name."""
        return dict(self._example().kernels)

    @property
    def program(self) -> Program | None:
        """The plan as data: kernels and library calls (None for the NumPy target)."""
        return getattr(self._example(), "program", None)

    @property
    def memory(self) -> Memory:
        """Bytes of temporaries: planned arena, the least possible, and what the pool holds."""
        return self._example().memory()  # type: ignore[no-any-return]

    @checked
    def explain(self, device: str = "", /, *, after: Any = "", **given: Any) -> str:
        """Return what runs and why: formulas, kernels with their loops, library calls, temporaries.

        Parameters
        ----------
        device : str
            A GPU such as ``"H100"`` that the time of each launch is estimated for (default: the one here).
        after : str
            A phase of the compiler, ``"fuse"``: what is known after it.  What is no text is given to an input.
        **given : array or shape
            A call that is only described, on any machine; else it is the last call, or a program for float64 arrays.

        Returns
        -------
        str
            The explanation.

        Raises
        ------
        OptionError
            For another phase, with the names of the phases.

        Examples
        --------
        >>> import espresso as es
        >>> es.compile("y[i] = 2*x[i]").explain(x=(1000,)).splitlines()[0]
        'target: cpu'
        """
        if not isinstance(after, str):
            given, after = {**given, "after": after}, ""
        if given:
            self._last = self._described(given)
        return TextBlock(get("state_after")(self, after) if after else get("explain")(self, device))

    def _described(self, given: Mapping[str, Any]) -> Any:
        """The bound call for arrays like these, without arrays and without a device."""
        from espresso.runtime.device.dry_run import arrays_like, described

        arrays = arrays_like(self, given)
        if self.place.memory == "cpu":
            return self._runtime.bind(self, arrays)
        return described(self, arrays)

    @checked
    def report(self) -> str:
        """Return for each step of the program which engine computes it, which refused and why, time and workspace.

        Returns
        -------
        str
            A paragraph for each step.

        Examples
        --------
        >>> import espresso as es
        >>> es.compile("y[i] = 2*x[i]").report().splitlines()[0]
        'target cpu'
        """
        return TextBlock(get("report")(self))

    def __str__(self) -> str:
        return "\n".join(str(e) for e in self.expressions)

    def __repr__(self) -> str:
        return f"<compiled for {self.target}: ({', '.join(self.inputs)}) -> {', '.join(self.outputs)}>"

    def _repr_latex_(self) -> str:
        return "$\\displaystyle " + r" \\ ".join(e.latex() for e in self.expressions) + "$"

    def _repr_html_(self) -> str:
        return str(get("html")(self))

    def __reduce__(self) -> Any:
        target = "auto" if self.automatic else self.target if self.place.index is None else str(self.place)
        return rebuild, (self._formulas(), target, self.options)

    def _formulas(self) -> Any:
        """Its formulas as they were given, which take those inputs too that nothing reads."""
        first, *others = self.expressions
        return self._build([ex.taking(first, self._inputs.values()), *others])


Compiled.__init_subclass__.__func__(Compiled)  # type: ignore[attr-defined]


# A compiled function while its last call was one that machine code does: Python runs nothing of its own then.  An
# object whose class has a slot for ``__call__`` is called by calling what lies in the slot.
class _Entered(Compiled):
    __slots__ = ()
    __call__ = Compiled._entry


_Entered.__name__ = _Entered.__qualname__ = Compiled.__name__


def rebuild(structure: Any, target: str, options: Mapping[str, Any]) -> Any:
    """The function that `compile` makes; pickles name this."""
    return get("compile")(structure, target, **options)


def _result_names(leaves: Sequence[tuple[str, Any]], roots: Sequence[Expr], taken: set[str]) -> list[str]:
    """A valid, distinct name for every result: the formula's own where it has one."""
    names: list[str] = []
    taken = {*taken, *map(identifier, taken)}
    for (path, _), root in zip(leaves, roots, strict=True):
        wanted = root.name or (path if path.isidentifier() else f"out{'_' + path if path else ''}")
        wanted = (wanted.lstrip("_") or wanted) if is_used(wanted) else identifier(wanted)
        name, number = wanted, 1
        while name in taken or is_used(name):
            number += 1
            name = f"{wanted}_{number}"
        taken.add(name)
        names.append(name)
    return names
