"""``es.compile``: from expressions to a function on arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack, overload

from espresso.api.compiled import Compiled, as_expression, device_of, of_sympy
from espresso.api.options import OptionError, Options, read_options
from espresso.api.pytrees import flatten
from espresso.errors import InputError, suggestion
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, Formula
from espresso.keywords import checked
from espresso.system.limits import limited

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from espresso.api.factored.program import FactoredFunction

K = TypeVar("K")


@overload
def compile(
    e: Any, target: str = "auto", *, structure: Literal["factored"], **options: Unpack[Options]
) -> FactoredFunction: ...


@overload
def compile(  # type: ignore[overload-overlap]  # a string is a sequence of strings too: this one comes first
    e: Formula, target: str = "auto", *, structure: Literal["dense"] = "dense", **options: Unpack[Options]
) -> Compiled[NDArray[Any]]: ...


@overload
def compile(
    e: Sequence[Formula], target: str = "auto", *, structure: Literal["dense"] = "dense", **options: Unpack[Options]
) -> Compiled[tuple[NDArray[Any], ...]]: ...


@overload
def compile(
    e: Mapping[K, Formula], target: str = "auto", *, structure: Literal["dense"] = "dense", **options: Unpack[Options]
) -> Compiled[dict[K, NDArray[Any]]]: ...


@overload
def compile(
    e: Any, target: str = "auto", *, structure: Literal["dense"] = "dense", **options: Unpack[Options]
) -> Compiled[Any]: ...


@checked
def compile(e: Any, target: str = "auto", **options: Any) -> Compiled[Any] | FactoredFunction:
    """Return a function on arrays that computes a formula, or several.

    Nothing is compiled before the first call shows the dtypes.

    Parameters
    ----------
    e : Expr, str, SymPy expression, or a list, tuple, dict or dataclass of them
        The formulas.  A list gives a tuple of results, a dict a dict.
    target : str
        ``"cpu"``: fused loops in machine code and BLAS calls; ``"gpu"``: CUDA kernels and cuBLAS calls; ``"opencl"``:
        OpenCL kernels; ``"numpy"``: readable NumPy code; ``"dask"``: arrays of Dask, block by block.  An index chooses
        a device, ``"cuda:1"``.  ``"auto"``: the device of the arrays of a call, else that of the region of `device`,
        else ``"cpu"``.
    **options
        All by name.

        - sizes: extents of indices that no array has.
        - inputs: all inputs, in the order of positional arguments, and names that no formula reads: ['x', 'w'].
        - rules: the rule set for simplification (default: default_rules()).
        - simplify: False leaves the formulas as they are written.
        - fused: False makes one kernel of every statement.
        - blocked: False computes every array between steps whole, never in blocks of rows.
        - pooled: False gives each temporary and each large result memory of its own.
        - structure: 'factored' keeps deltas and low rank as factors.
        - constant: names of inputs that stay the same: what reads only them is computed once.
        - optimize: any opt_einsum optimizer, for the order of contraction.
        - memory_limit: bytes that no temporary or packed copy may exceed; with recurrences, all temporaries.
        - checkpoint: of how many steps of recurrences the states are kept: 'none' (all), 'sqrt', 'binomial', a number.
        - limits: for formulas of strangers: the most nodes, seconds of work, and bytes of a call, by name.
        - engines: names of the only engines for library calls, in order (or by result: a mapping).
        - engine: the name of the only engine for library calls.
        - strict: True makes it an error when none of the named engines computes a call.
        - autotune: how an engine is chosen; True measures them once.
        - workspace_limit: bytes of workspace that no engine may exceed.
        - threads: the most threads of a call on the CPU: its own, and those of OpenBLAS.
        - deterministic: True leaves out engines whose results may differ between runs.
        - tf32: True lets products of float32 be computed with TF32: 10 bits of mantissa.
        - transfer: whether arrays may move between host and device.
        - cuda_graph: False launches each CUDA kernel instead of replaying a recorded graph.

    Returns
    -------
    Compiled
        Call it with arrays by name, or in the order of its ``inputs``; results are of the kind of the arrays given.
        With ``structure="factored"`` its results are `Factored`, in which deltas and low rank stay factors; with
        ``constant=`` it is a `Prepared`, which computes once what depends on these inputs alone.

    Raises
    ------
    TargetError
        For an unknown target, and for a device such as ``"cuda:1"`` that is not here.  ``"gpu"`` and ``"opencl"``
        compile anywhere: ``source``, ``kernels``, ``explain`` and ``save`` need no device, calls do.
    InputError
        For an unknown option; `OptionError` for a value that an option does not take.
    LimitError
        Where a limit is passed, here or in the first call with arrays of other dtypes and shapes.

    Examples
    --------
    >>> import numpy as np
    >>> f = compile("y[i] = 2*x[i] + 1", target="numpy")
    >>> f(x=np.arange(3.0))
    array([1., 3., 5.])
    """
    values = _options_of(target, options)
    leaves, build = flatten(e, lambda v: isinstance(v, (Expr, str, int, float, complex)) or of_sympy(v))
    if not leaves:
        raise InputError(f"there is nothing to compile: {e!r} holds no formula.\nGive one, such as 'y[i] = 2*x[i]'.")
    if values["sizes"]:
        leaves = [(path, as_expression(v)) for path, v in leaves]
        _refuse_unknown_sizes(values["sizes"], [v for _, v in leaves])
    with limited(values["limits"]):
        made = _in_order(_made(leaves, build, target, values), values["inputs"])
        if values["limits"] and isinstance(made, Compiled):
            ex.postorder(*made.prepared.simplified.values())  # a formula that becomes too large is refused here
        return made


def _options_of(target: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options with their defaults; those that a target does not take are refused."""
    values = read_options(options)
    if values["checkpoint"] not in (None, "none") and target.partition(":")[0] not in ("auto", "cpu"):
        raise OptionError(
            f"compile option checkpoint = {values['checkpoint']!r} is for target 'cpu': target {target!r} keeps all "
            "rows of recurrences.\nLeave it out, or write target='cpu'."
        )
    if values["engine"] or values["engines"]:
        from espresso.compiler.matching.selection import check_options

        check_options(values, "cpu" if target == "dask" else device_of(target).target)
    return values


def _made(leaves: Any, build: Any, target: str, values: dict[str, Any]) -> Compiled[Any] | FactoredFunction:
    """The kind of function that the options ask for."""
    factored = values.pop("structure") == "factored"
    if target == "dask":
        from espresso.api.chunked.function import DaskFunction

        if factored or values["constant"]:
            option = 'structure="factored"' if factored else "constant="
            raise OptionError(f"{option} and target 'dask' do not go together: leave one of them out")
        return DaskFunction(leaves, build, target, values)
    if values["constant"]:
        from espresso.api.constant_inputs import Prepared

        if factored:
            raise OptionError('constant= and structure="factored" do not go together: give one of them')
        return Prepared(leaves, build, target, values)
    if factored:
        from espresso.api.factored.program import FactoredFunction

        return FactoredFunction(leaves, build, target, values)
    return Compiled(leaves, build, target, values)


def _indices(formulas: Sequence[Expr]) -> dict[str, None]:
    found: dict[str, None] = {}
    left = list(formulas)
    while left:
        nodes = ex.postorder(*left)
        bound = (n.data[1] for n in nodes if n.op in ("let", "reduce", "scan"))
        found |= dict.fromkeys([n.data[0] for n in nodes if n.op == "index"] + [i for names in bound for i in names])
        left = [e for n in nodes if n.op == "recur" for e in n.data[0].parts]
    return found


def sizes_of(sizes: Mapping[str, int], formulas: Sequence[Expr]) -> dict[str, int]:
    """The lengths of indices that these formulas have: what is made of the user's may have fewer."""
    known = _indices(formulas)
    return {n: size for n, size in sizes.items() if n in known}


def _refuse_unknown_sizes(sizes: Mapping[str, int], formulas: Sequence[Expr]) -> None:
    """OptionError where ``sizes`` names an index that no formula has: a slip would pass without a word."""
    known = _indices(formulas)
    unknown = [n for n in sizes if n not in known]
    if unknown:
        raise OptionError(
            f"compile option sizes gives a length to {unknown[0]}, an index that no formula has."
            f"{suggestion(unknown[0], list(known))}\nIndices: {', '.join(sorted(known)) or '(none)'}."
        )


def _in_order(made: Compiled[Any] | FactoredFunction, order: Sequence[str]) -> Compiled[Any] | FactoredFunction:
    """The function, whose inputs are just the ones that ``order`` names (InputError), where it names any."""
    read = [t.data.name for t in ex.tensors(*made.expressions)]
    missing, unread = [n for n in read if n not in order], [n for n in order if n not in read]
    if order and missing:
        also = f", and no formula reads {', '.join(unread)}" if unread else ""
        raise InputError(f"inputs=... lacks {', '.join(missing)}{also}. Inputs: {', '.join(read)}.")
    return made
