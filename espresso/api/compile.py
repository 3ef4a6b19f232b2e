"""``es.compile``: from expressions to a function on arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from espresso.api.compiled import Compiled, as_expression, device_of, of_sympy
from espresso.api.options import OptionError, read_options
from espresso.api.pytrees import flatten
from espresso.errors import InputError, suggestion
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.keywords import checked

if TYPE_CHECKING:
    from espresso.api.factored.program import FactoredFunction


@overload
def compile(e: Any, target: str = "auto", *, structure: Literal["factored"], **options: Any) -> FactoredFunction: ...


@overload
def compile(e: Any, target: str = "auto", **options: Any) -> Compiled: ...


@checked
def compile(e: Any, target: str = "auto", **options: Any) -> Compiled | FactoredFunction:
    """A function that computes the expression, text, list or dict of expressions, of espresso or of SymPy.

    target: ``"cpu"`` generates fused numba kernels and BLAS calls, ``"gpu"`` CUDA kernels
    and cuBLAS calls, ``"opencl"`` OpenCL kernels, ``"numpy"`` readable NumPy code; an index
    chooses a device, as in ``"cuda:1"``.  ``"auto"`` is the device of the arrays of a call, else
    that of the region of ``es.device``, else ``"cpu"``.  Results are of the kind of the arrays
    given.  sizes: extents of indices that no array has.  inputs: all inputs, as names or symbols, in the
    order of positional arguments, and names that no formula reads: calls take and ignore them.  rules: the rule set for
    simplification (default: ``default_rules()``).  simplify=False, fused=False, pooled=False
    leave out a phase.  optimize: any opt_einsum optimizer for the order of contraction.
    transfer="forbid" makes every transfer between host and device an error.
    structure="factored": each result is a `Factored` object, in which deltas, diagonals and
    low rank are never multiplied out.  constant=["A"]: what depends on these inputs alone is computed
    at the first call and kept while the same array objects are given (`Prepared`).  engines, engine,
    strict, autotune, workspace_limit and deterministic say which library computes a call
    (docs/adding-an-engine.md).  All options are in `options.OPTIONS`.

    Raises `TargetError` for a target that is unknown, and for a device such as ``"cuda:1"`` that is not
    here.  ``"gpu"`` and ``"opencl"`` without an index compile anywhere: ``source``, ``kernels``, ``explain``
    and ``save`` need no device; a call without one raises `TargetError` with what to install.

    Nothing is compiled before the first call shows the dtypes.

    >>> import numpy as np
    >>> f = compile("y[i] = 2*x[i] + 1", target="numpy")
    >>> f(x=np.arange(3.0))
    array([1., 3., 5.])
    """
    values = read_options(options)
    if values["engine"] or values["engines"]:
        from espresso.compiler.matching.selection import check_options

        check_options(values, device_of(target).target)
    leaves, build = flatten(e, lambda v: isinstance(v, (Expr, str, int, float, complex)) or of_sympy(v))
    if not leaves:
        raise InputError(f"there is nothing to compile: {e!r} holds no formula.\nGive one, such as 'y[i] = 2*x[i]'.")
    if values["sizes"]:
        leaves = [(path, as_expression(v)) for path, v in leaves]
        _refuse_unknown_sizes(values["sizes"], [v for _, v in leaves])
    return _in_order(_made(leaves, build, target, values), values["inputs"])


def _made(leaves: Any, build: Any, target: str, values: dict[str, Any]) -> Compiled | FactoredFunction:
    """The kind of function that the options ask for."""
    factored = values.pop("structure") == "factored"
    if values["constant"]:
        from espresso.api.constant_inputs import Prepared

        if factored:
            raise OptionError('constant= and structure="factored" do not go together: give one of them')
        return Prepared(leaves, build, target, values)
    if factored:
        from espresso.api.factored.program import FactoredFunction

        return FactoredFunction(leaves, build, target, values)
    return Compiled(leaves, build, target, values)


def _refuse_unknown_sizes(sizes: Mapping[str, int], formulas: Sequence[Expr]) -> None:
    """OptionError where ``sizes`` names an index that no formula has: a slip would pass without a word."""
    nodes = ex.postorder(*formulas)
    bound = (n.data[1] for n in nodes if n.op in ("let", "reduce", "scan"))
    known = dict.fromkeys([n.data[0] for n in nodes if n.op == "index"] + [i for names in bound for i in names])
    unknown = [n for n in sizes if n not in known]
    if unknown:
        raise OptionError(
            f"compile option sizes gives a length to {unknown[0]}, an index that no formula has."
            f"{suggestion(unknown[0], list(known))}\nIndices: {', '.join(sorted(known)) or '(none)'}."
        )


def _in_order(made: Compiled | FactoredFunction, order: Sequence[str]) -> Compiled | FactoredFunction:
    """The function, whose inputs are just the ones that ``order`` names (InputError), where it names any."""
    read = [t.data.name for t in ex.tensors(*made.expressions)]
    missing, unread = [n for n in read if n not in order], [n for n in order if n not in read]
    if order and missing:
        also = f", and no formula reads {', '.join(unread)}" if unread else ""
        raise InputError(f"inputs=... lacks {', '.join(missing)}{also}. Inputs: {', '.join(read)}.")
    return made
