"""The custom operator of PyTorch for all compiled functions, ``espresso::call``: what torch.compile puts into graphs.

Its first argument names the function, its last one the values that are Python numbers, which widen no dtype.  Shapes
of results are known without computing them, symbolic lengths included; derivatives and batches are calls of the same
operator with derived functions.
"""

from __future__ import annotations

import functools
import itertools
import os
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from espresso.api.adapters.derived import Derived
from espresso.api.adapters.torch_operator import TorchOperator, batch, gradients, import_torch, operator_of, remember
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import computed
from espresso.formulas.graph.whole_literals import EXACT
from espresso.system.half_precision import dtype_of

_functions: weakref.WeakValueDictionary[str, Derived] = weakref.WeakValueDictionary()
"""Functions that somebody holds, by the names that graphs have for them."""

_numbers = itertools.count()
_PROCESS = os.urandom(8).hex()  # a graph that another process left in a cache names none of these


def handle_of(function: Derived) -> str:
    """The name of a function in graphs; the operator is registered at first."""
    registered()
    handle = function.once(("handle",), lambda: f"{_PROCESS}-{next(_numbers)}")
    _functions[handle] = function
    return handle  # type: ignore[no-any-return]


def _call(function: TorchOperator, values: Sequence[Any]) -> list[Any]:
    """A call of the registered operator."""
    return registered()(function.handle, list(values), [])  # type: ignore[no-any-return]


@functools.cache
def registered() -> Any:
    """The operator ``espresso::call``."""
    torch: Any = import_torch()

    def compute(handle: str, values: Any, weak: Any) -> Any:
        given = [v.item() if k in weak else v for k, v in enumerate(values)]
        return list(operator_of(_functions[handle]).compute(given))

    compute.__annotations__ = {
        "handle": str, "values": Sequence[torch.Tensor], "weak": Sequence[int], "return": list[torch.Tensor]
    }  # fmt: skip
    made = torch.library.custom_op("espresso::call", compute, mutates_args=())
    made.register_fake(_shapes)
    made.register_autograd(_backward, setup_context=_remember)
    made.register_vmap(_vmap)
    return made


def _shapes(handle: str, values: Sequence[Any], weak: Sequence[int]) -> list[Any]:
    """Tensors like the results, without values; every mismatch error where all lengths are numbers."""
    torch, function = import_torch(), _functions[handle]
    arguments = function.compiled._arguments
    samples = [_sample(v, k in weak) for k, v in enumerate(values)]
    arrays = [arguments.array(n, v, samples) for n, v in zip(function.inputs, samples, strict=True)]
    shapes = [tuple(v.shape) for v in values]
    if all(type(n) is int for shape in shapes for n in shape):
        facts = arguments.check([np.broadcast_to(a, shape) for a, shape in zip(arrays, shapes, strict=True)])
        found: list[Any] = [facts.shapes[e] for e in function.compiled.expressions]
    else:
        known = dict(zip(function.inputs, shapes, strict=True))
        extents = function.once(("extents",), lambda: _extents(function))
        found = [[_length(e, known) for e in axes] for axes in extents]
    device = next((v.device for v in values if v.ndim), torch.device("cpu"))
    dtypes = arguments.result_dtypes(arrays)
    return [torch.empty(s, dtype=getattr(torch, str(d)), device=device) for s, d in zip(found, dtypes, strict=True)]


def _sample(value: Any, weak: bool) -> Any:
    """One element of the kind of a tensor: an array without axes, or a Python number."""
    if not weak:
        return np.zeros((), dtype_of(str(value.dtype).removeprefix("torch.")))
    return 0j if value.dtype.is_complex else 0.0 if value.dtype.is_floating_point else 0


def _extents(function: Derived) -> list[list[Expr]]:
    """The lengths of the results as formulas in the lengths of the inputs."""
    roots = uniquify_all(list(function.formulas.values()))
    found = program_extents(roots)
    return [[found[root][axis] for axis in root.axes] for root in roots]


def _length(extent: Expr, shapes: Mapping[str, Sequence[Any]]) -> Any:
    """A length by its formula, where lengths of inputs may be symbols."""
    torch = import_torch()
    functions = {**EXACT, "minimum": torch.sym_min, "maximum": torch.sym_max}
    value = computed(extent, lambda n: shapes[n.args[0].data.name][n.data], functions)
    return value if extent.op == "size" else torch.sym_max(value, 0)


def _remember(ctx: Any, inputs: Any, output: Any) -> None:
    handle, values, weak = inputs
    remember(ctx, operator_of(_functions[handle]), values, output, ctx.needs_input_grad[1 : 1 + len(values)])
    ctx.of_weak = None if weak else []


def _backward(ctx: Any, cotangents: Any) -> Any:
    return None, list(gradients(ctx, cotangents, _call)[1:]), ctx.of_weak


def _vmap(info: Any, axes: Any, handle: str, values: Sequence[Any], weak: Sequence[int]) -> Any:
    results, have = batch(operator_of(_functions[handle]), values, axes[1], info.batch_size, _call)
    return list(results), list(have)
