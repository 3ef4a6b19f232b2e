"""``f.jax()``: a compiled function as a function of JAX arrays that all of JAX's transformations take.

The function is one primitive of JAX, whose rules are formulas: the tangent of a call, the transpose of a tangent and
the batch of either are calls of the same primitive with another program (`derived`), so that transformations nest to
any depth.  On the CPU, XLA calls the program in machine code (`jax_call`); elsewhere it calls Python.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Generic

import numpy as np

from espresso.api.adapters.derived import Derived
from espresso.api.adapters.jax_call import import_jax, lowered_to_machine_code, lowered_to_python, results_of
from espresso.api.compiled import Compiled
from espresso.api.outside import R
from espresso.system.half_precision import letter_of


class JaxFunction(Generic[R]):
    """A compiled function on JAX arrays, for ``jit``, ``grad``, ``vmap``, ``jacfwd`` and all others, in any order.

    Call it like the compiled function: by position in the order of ``inputs``, or by name.  NumPy arrays, lists and
    Python numbers are constants.  The results are JAX arrays in the structure of the compiled expressions, of the
    dtypes of every call of a compiled function (in 32 bits where JAX has no others).  Integer and bool inputs have no
    derivative.  Shapes and dtypes are checked while JAX traces, with the same errors.
    """

    def __init__(self, compiled: Compiled) -> None:
        self.jax = import_jax()
        self.compiled, self.function = compiled, Derived(compiled)
        self.inputs, self.outputs = compiled.inputs, list(compiled.outputs)
        self.__name__ = self.__qualname__ = "_".join(self.outputs)  # jax.make_jaxpr and profiles show it

    def __call__(self, /, *args: Any, **kwargs: Any) -> R:
        """Compute, or be traced by JAX."""
        values = self.compiled._arguments.given(args, kwargs)
        results: R = self.compiled._build(list(primitive().bind(*self._arrays(values), function=self.function)))
        return results

    def _arrays(self, values: Sequence[Any]) -> list[Any]:
        """The values as JAX arrays; numbers, and JAX's arrays made from numbers, widen no dtype."""
        numbers = [_number(v) for v in values]
        arrays = []
        for name, value, number in zip(self.inputs, values, numbers, strict=True):
            if number is not value:
                dtype = self.compiled._arguments.array(name, number, numbers).dtype
                value = self.jax.numpy.asarray(value, self.jax.dtypes.canonicalize_dtype(dtype))
            elif not isinstance(value, self.jax.Array):
                value = self.jax.numpy.asarray(self.compiled._arguments.array(name, value, numbers))
            arrays.append(value)
        return arrays

    def __repr__(self) -> str:
        return f"<JAX function: ({', '.join(self.inputs)}) -> {', '.join(self.outputs)}>"

    def __reduce__(self) -> Any:
        return JaxFunction, (self.compiled,)


def _number(value: Any) -> Any:
    """Of an array that JAX made from a Python number, a number of its kind; other values as they are."""
    if not getattr(value, "weak_type", False):
        return value
    return {"b": False, "i": 0, "u": 0, "f": 0.0, "c": 0j}[value.dtype.kind]


@functools.cache
def primitive() -> Any:
    """The primitive, with its rules; a call has the program as its parameter ``function``."""
    jax = import_jax()
    from jax.interpreters import ad, batching, mlir, partial_eval

    made = jax.extend.core.Primitive("espresso")
    made.multiple_results = True

    def compute(*arrays: Any, function: Derived) -> Any:
        once = function.once(("jit",), lambda: jax.jit(functools.partial(made.bind, function=function)))
        return once(*arrays)

    def infer(*inputs: Any, function: Derived) -> Any:
        return [jax.core.ShapedArray(shape, dtype) for shape, dtype, _ in results_of(function, inputs)]

    made.def_impl(compute)
    made.def_abstract_eval(infer)
    mlir.register_lowering(made, mlir.lower_fun(lowered_to_python, multiple_results=True))
    mlir.register_lowering(made, lowered_to_machine_code, platform="cpu")
    ad.primitive_jvps[made] = _jvp
    ad.primitive_transposes[made] = _transpose
    batching.primitive_batchers[made] = _batch
    partial_eval.dce_rules[made] = _without_unused
    return made


def _call(function: Derived, known: dict[str, Any]) -> list[Any]:
    return list(primitive().bind(*(known[n] for n in function.inputs), function=function))


def _is_smooth(dtype: Any) -> bool:
    return letter_of(dtype) in "fc"


def _jvp(primals: Sequence[Any], tangents: Sequence[Any], *, function: Derived) -> tuple[list[Any], list[Any]]:
    """The results and their tangents; of one scalar that is smooth, by its gradient, computed with its value."""
    from jax.interpreters import ad

    jax = import_jax()
    known = dict(zip(function.inputs, primals, strict=True))
    moving = {n: t for n, t in zip(function.inputs, tangents, strict=True) if type(t) is not ad.Zero}
    wanted = [n for n in moving if _is_smooth(known[n].dtype)]
    kinds = dict(zip(function.outputs, results_of(function, primals), strict=True))
    given = [n for n, (_, dtype, _) in kinds.items() if _is_smooth(dtype) and function.reached(wanted, [n])]
    if given and any(letter_of(v.dtype) == "c" for v in (*primals, *(np.empty(0, kinds[n][1]) for n in given))):
        function.refuse_non_holomorphic(wanted)
    if len(given) == 1 and kinds[given[0]][0] == ():
        wanted = list(function.reached(wanted, given))
        every = _call(function.with_gradient(wanted, given[0]), known)
        results, gradients = every[: len(kinds)], every[len(kinds) :]
        parts = [jax.numpy.sum(g * moving[n]) for n, g in zip(wanted, gradients, strict=True)]
        found = {given[0]: functools.reduce(jax.numpy.add, parts)}
    else:
        results, found = _call(function, known), {}
        if given:
            tangent = function.tangent(wanted, given)
            directions = {function.directions[n]: moving[n] for n in wanted}
            found = dict(zip(given, _call(tangent, {**known, **directions}), strict=True))
    return results, [
        found[n].astype(result.dtype) if n in found else ad.Zero(jax.typeof(result).to_tangent_aval())
        for n, result in zip(function.outputs, results, strict=True)
    ]


def _transpose(cotangents: Sequence[Any], *arguments: Any, function: Derived) -> list[Any]:
    """The cotangents of the arguments that the call is linear in."""
    from jax.interpreters import ad

    jnp = import_jax().numpy
    pairs = list(zip(function.inputs, arguments, strict=True))
    linear = {n: a.aval for n, a in pairs if ad.is_undefined_primal(a)}
    come = {n: c for n, c in zip(function.outputs, cotangents, strict=True) if type(c) is not ad.Zero}
    given = [n for n in come if function.reached(list(linear), [n])]
    wanted = function.reached(list(linear), given)
    found: dict[str, Any] = {}
    if wanted:
        made, names = function.transposed(wanted, given)
        known = {n: jnp.zeros(linear[n].shape, linear[n].dtype) if n in linear else a for n, a in pairs}  # for lengths
        found = dict(zip(wanted, _call(made, {**known, **{n: come[o] for n, o in names.items()}}), strict=True))
    results: list[Any] = []
    for name, _ in pairs:
        if name not in linear:
            results.append(None)
        elif name not in found:
            results.append(ad.Zero(linear[name]))
        else:
            value, dtype = found[name], linear[name].dtype
            value = value.real if letter_of(value.dtype) == "c" != letter_of(dtype) else value
            results.append(value.astype(dtype))
    return results


def _batch(arguments: Sequence[Any], axes: Sequence[Any], *, function: Derived) -> tuple[list[Any], list[Any]]:
    """The results for all elements of a batch at once, by a formula with one more index."""
    jnp = import_jax().numpy
    known, over, count = {}, [], 0
    for name, value, axis in zip(function.inputs, arguments, axes, strict=True):
        if axis is not None:
            over.append(name)
            count = value.shape[axis]
            value = jnp.moveaxis(value, axis, 0)
        known[name] = value
    made, have = function.batch(over, count)
    return _call(made, known), [0 if has else None for has in have]


def _without_unused(used: list[bool], equation: Any) -> tuple[list[bool], Any]:
    """The call without the results that nobody reads."""
    function: Derived = equation.params["function"]
    if all(used) or not any(used):
        return [any(used)] * len(equation.invars), equation if any(used) else None
    made = function.part([n for n, is_used in zip(function.outputs, used, strict=True) if is_used])
    variables = dict(zip(function.inputs, equation.invars, strict=True))
    results = [v for v, is_used in zip(equation.outvars, used, strict=True) if is_used]
    inputs = [variables[n] for n in made.inputs]
    new = equation.replace(params={"function": made}, invars=inputs, outvars=results)
    return [n in made.inputs for n in function.inputs], new
