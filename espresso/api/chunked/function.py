"""The function that ``compile(..., target="dask")`` gives: arrays of Dask in, arrays of Dask out, nothing computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from espresso.api.chunked.chunking import Stored
from espresso.api.chunked.cuts import inlined
from espresso.api.chunked.explained import explained
from espresso.api.chunked.passes import planned
from espresso.api.compiled import Compiled
from espresso.api.options import OptionError
from espresso.compiler.lowering.formulas import for_dtypes, given_lengths
from espresso.compiler.lowering.lower import extents_of_all, reassociated, stated_limits
from espresso.compiler.pipeline import prepare, typed
from espresso.errors import DtypeError, InputError, TargetError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing import escapes
from espresso.formulas.printing.text_blocks import TextBlock
from espresso.keywords import checked
from espresso.progress import work
from espresso.runtime.cpu.programs import evaluate_extent
from espresso.runtime.device.dry_run import like

if TYPE_CHECKING:
    from espresso.api.chunked.passes import Plan
    from espresso.compiler.state import Simplified

OF_BLOCKS = ("rules", "simplify", "fused", "blocked", "pooled", "optimize", "engines", "engine", "strict", "autotune",
             "workspace_limit", "deterministic")  # fmt: skip
"""Options of the programs that compute blocks."""

PLANS = 64
"""Plans that a function keeps."""


class DaskFunction(Compiled[Any]):
    """A compiled function on arrays of Dask, called as any other; results are arrays of Dask, computed when asked for.

    Programs for the CPU compute blocks, one thread each: Dask runs as many of them at once as it has threads.
    `explain` says which passes over blocks there are, and what is rechunked.
    """

    def __init__(self, leaves: Sequence[tuple[str, Any]], build: Any, target: str, options: Mapping[str, Any]) -> None:
        try:
            import dask.array  # noqa: F401 - asked here, not by the first call
        except ImportError:
            raise TargetError(
                "target 'dask' needs Dask, which is not installed.\nInstall it: pip install 'espresso[dask]'."
            ) from None
        if isinstance(options["engines"], Mapping):
            raise OptionError("target 'dask' takes engines= as a list: a block has several results, or parts of one.")
        super().__init__(leaves, build, "cpu", options)
        self.target = "dask"
        self._plans: dict[Any, Plan] = {}

    def _remade(self, leaves: Sequence[tuple[str, Any]], options: Mapping[str, Any]) -> Compiled[Any]:
        return DaskFunction(leaves, self._build, "dask", options)

    # --- calls ---

    def _call(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], out: Any) -> Any:
        if out is not None:
            raise InputError(
                "out= is an array that a call fills, and target 'dask' computes nothing in a call.\n"
                "Call without out=, and store the results: dask.array.store(results, arrays)."
            )
        return self._labelled(self._arguments.given(args, kwargs), self._lazy)

    def _flat_call(self, values: Sequence[Any]) -> list[Any]:
        import dask

        return [np.asarray(r) for r in dask.compute(*self._lazy(values))]

    def _lazy(self, values: Sequence[Any]) -> list[Any]:
        from espresso.api.chunked.graph import arrays_of

        given, free = self._given(values)
        plan = self._last = self._plan(given, free)
        made = arrays_of(plan, {n: a.astype(plan.arrays[n].dtype) for n, a in given.items()})
        return [made[stored].astype(dtype) for stored, dtype in plan.results.values()]

    def _given(self, values: Sequence[Any]) -> tuple[dict[str, Any], frozenset[str]]:
        """The inputs as arrays of Dask, and those that were none; InputError for what blocks cannot be made of."""
        import dask.array as da

        found: dict[str, Any] = {}
        free = []
        for name, value in zip(self._arguments.names, values, strict=True):
            if isinstance(value, da.Array):
                found[name] = _usable(name, value)
                continue
            free.append(name)
            array = np.asarray(self._arguments.array(name, value, values))
            found[name] = da.from_array(array, chunks="auto" if array.size else array.shape)
        for name, array in found.items():
            if array.dtype.kind == "V":
                raise DtypeError(f"{name} has dtype {array.dtype}, which target 'dask' lacks.\nGive {name} as float32.")
        return found, frozenset(free)

    # --- plans ---

    @property
    def prepared(self) -> Simplified:
        """The formulas after the phases that need no arrays: those of the target ``"cpu"``, which computes blocks."""
        if self._state is None:
            self._state = prepare(self.outputs, self.options, "cpu")
        return self._state

    def _plan(self, given: Mapping[str, Any], free: frozenset[str]) -> Plan:
        """The plan for arrays with these chunks, kept for the next call."""
        import dask
        from dask.utils import parse_bytes

        limit = int(parse_bytes(dask.config.get("array.chunk-size")))
        key = (limit, free, *((str(a.dtype), a.chunks) for a in given.values()))
        if key not in self._plans:
            if len(self._plans) >= PLANS:
                self._plans.clear()
            with work("compiling", self.__name__):
                self._plans[key] = self._planned(given, free, limit)
        return self._plans[key]

    def _planned(self, given: Mapping[str, Any], free: frozenset[str], limit: int) -> Plan:
        shapes = {n: a.shape for n, a in given.items()}

        def length(e: Expr) -> int:
            return evaluate_extent(e, shapes)

        arrays = [like(a.shape, str(a.dtype)) for a in given.values()]
        made = self._for_dtypes([a.dtype for a in arrays])
        facts = made._arguments.check(arrays)
        state = typed(made.prepared, {n: str(a.dtype) for n, a in given.items()}, {}, length)
        state = replace(state, simplified=for_dtypes(state))
        roots = dict(zip(state.simplified, reassociated(state), strict=True))
        found = extents_of_all(state, list(roots.values()))
        axes = {e: state.axes[name] for name, e in roots.items()}
        given_sizes = given_lengths(state.options)
        extents = {e: {**_stated(e), **given_sizes, **axes.get(e, {}), **found.get(e, {})}
                   for e in (*found, *axes)}  # fmt: skip
        lengths = {e: {n: length(size) for n, size in known.items()} for e, known in extents.items()}
        formulas, known, stored = inlined(roots, lengths, shapes)
        inputs = {n: Stored(a.shape, _computed(a.dtype), a.chunks, n in free) for n, a in given.items()}
        results = {n: (stored[n], str(facts.dtypes[e])) for n, e in zip(stored, made.expressions, strict=True)}
        options: dict[str, Any] = {"threads": self.options["threads"] or 1}
        for name in OF_BLOCKS:
            value = self.options[name]
            options[name] = tuple(value) if isinstance(value, list) else value
        return planned(formulas, known, inputs, limit, results, options)

    # --- looking at it ---

    @checked
    def explain(self, device: str = "", /, *, after: Any = "", **given: Any) -> str:
        """Return the passes over blocks, their formulas, and what is rechunked, as of the last call.

        Parameters
        ----------
        device, after :
            Of other targets.
        **given : array or shape
            Arrays of a call that is only described; before any call they have to be given.

        Returns
        -------
        str
            The explanation.

        Examples
        --------
        >>> import espresso as es
        >>> es.compile("y[i] = 2*x[i]", target="dask").explain(x=(1000,)).splitlines()[0]
        'target: dask'
        """
        if given:
            import dask.array as da

            given = {n: da.zeros(v) if isinstance(v, tuple) else v for n, v in given.items()}
            arrays, free = self._given(self._arguments.given((), given))
            self._last = self._plan(arrays, free)
        if self._last is None:
            return TextBlock("\n".join(["target: dask", "", *str(self).splitlines(), "", "not planned before a call"]))
        return TextBlock(explained(self, self._last))

    @checked
    def check(self, /, *args: Any, rtol: float | None = None, gradient: bool = False, **kwargs: Any) -> str:
        """Compute, and compare with the reference evaluator: see `Compiled.check`."""
        return super().check(*map(_computed_now, args), rtol=rtol, gradient=gradient,
                             **{n: _computed_now(v) for n, v in kwargs.items()})  # fmt: skip

    def _repr_html_(self) -> str:
        formulas = "".join(f"<p>$\\displaystyle {escapes.html(e.latex())}$</p>" for e in self.expressions)
        return f"{formulas}<pre>{escapes.html(self.explain())}</pre>"

    # --- what only functions with one program have ---

    def save(self, path: str | Path, *, library: bool = False) -> NoReturn:
        """TargetError: there is no one program."""
        self._example()

    def jax(self) -> NoReturn:
        """TargetError: there is no one program."""
        self._example()

    def torch(self) -> NoReturn:
        """TargetError: there is no one program."""
        self._example()

    def _example(self) -> NoReturn:
        raise TargetError(
            "a function for target 'dask' has no program of its own: programs for the CPU compute its blocks.\n"
            "f.explain() shows its passes; compile for target 'cpu' to see, save or embed a program."
        )


def _stated(let: Expr) -> dict[str, Expr]:
    """Lengths that factors of sums state, for indices that nothing reads."""
    found: dict[str, Expr] = {}
    for node in ex.postorder(*let.args, into_arrays=False):
        if node.op == "reduce":
            found |= stated_limits(node.args[0])
    return found


def _usable(name: str, array: Any) -> Any:
    """The array without blocks of no elements; InputError where lengths are unknown or blocks are not NumPy's."""
    if any(n != n for chunks in array.chunks for n in chunks):
        raise InputError(
            f"input {name!r} has chunks of unknown length: its shape is {array.shape}.\n"
            f"Give {name}.compute_chunk_sizes(), which computes {name} once to count."
        )
    if type(array._meta) is not np.ndarray:
        kind = type(array._meta)
        masked = issubclass(kind, np.ma.MaskedArray)
        what = "masked arrays" if masked else f"of type {kind.__module__.partition('.')[0]}.{kind.__name__}"
        remedy = f"dask.array.ma.filled({name}, ...)" if masked else f"{name}.map_blocks(np.asarray)"
        raise InputError(f"input {name!r} is an array of Dask whose blocks are {what}.\nGive {remedy}.")
    chunks = tuple(tuple(n for n in c if n) or (0,) for c in array.chunks)
    return array if chunks == array.chunks else array.rechunk(chunks)


def _computed(dtype: np.dtype[Any]) -> str:
    """The dtype that blocks read: sums of float16 are float32, and results are rounded once."""
    return "float32" if dtype == np.float16 else str(dtype.newbyteorder("="))


def _computed_now(value: Any) -> Any:
    return value.compute() if type(value).__module__.partition(".")[0] == "dask" else value
