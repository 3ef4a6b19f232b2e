"""``f.gufunc("(n),(n,m)->(m)")``: a compiled function as a generalised universal function of NumPy.

numba makes the ``np.ufunc``; each of its loops calls the program for one set of dtypes (`numba_function`).  NumPy
broadcasts the axes before those of the formula, and knows ``out``, ``axes``, ``axis``, ``keepdims`` and ``where``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, count
from typing import Any

import numpy as np

from espresso.api.adapters.numba_function import import_numba, known_dtypes, module_text, resolved, unused
from espresso.api.saving.checks import Checks
from espresso.api.saving.standalone import loops_of
from espresso.codegen.c.module import Argument, Loops
from espresso.errors import InputError, TargetError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.system.generated_modules import load

FLOATING = ("float32", "float64")
"""Dtypes of the loops, unless others are asked for."""

_ORDER = '''
from numba.core import types
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic


@intrinsic
def _known_in_order(context, array):
    """The same array, of which the compiler knows that it lies in C order."""
    made = array.copy(layout="C")

    def code(context, builder, signature, arguments):
        given = context.make_array(array)(context, builder, arguments[0])
        found = context.make_array(made)(context, builder)
        for name in ("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides"):
            setattr(found, name, getattr(given, name))
        return impl_ret_borrowed(context, builder, made, found._getvalue())

    return made(array), code


@njit(nogil=True, cache=True)
def _is_in_order(array):
    """Whether an array lies in C order."""
    step = array.itemsize
    for axis in range(array.ndim - 1, -1, -1):
        if array.strides[axis] != step and array.shape[axis] != 1:
            return False
        step *= array.shape[axis]
    return True


@njit(nogil=True, cache=True)
def _in_order(array):
    """The array in C order, copied where it does not lie so."""
    return _known_in_order(array) if _is_in_order(array) else _known_in_order(array.copy())
'''


def gufunc(compiled: Any, signature: str | None, dtypes: Sequence[str] | None) -> Any:
    """A ``np.ufunc`` with a signature that computes ``compiled`` along leading axes."""
    numba = import_numba("f.gufunc()")
    wanted = known_dtypes(compiled, {}, "f.gufunc()")
    signature = _signature(compiled, wanted, signature)
    kinds = [np.dtype(d).name for d in (_default(wanted) if dtypes is None else dtypes)]
    moving = [n for n, d in wanted.items() if np.dtype(d).kind in "fc" and compiled._inputs[n].data.dtype is None]
    sets = list(dict.fromkeys(tuple((wanted | dict.fromkeys(moving, k)).items()) for k in kinds))
    made = [_loop(compiled, dict(d)) for d in sets]
    types = []
    for loops, _ in made:
        arguments = [(a, False) for a in loops.inputs] + [(a, True) for a in loops.outputs]
        types.append(numba.void(*(_type(numba, a, is_result) for a, is_result in arguments)))
    name = next(iter(compiled.outputs))
    function = _dispatched(str(name), made)
    function.__doc__ = f"{compiled}\n\nMade by espresso: a ufunc {signature}."
    made_up = numba.guvectorize(types, signature, nopython=True)(function)
    return made_up.ufunc  # which keeps what numba made alive


def _type(numba: Any, a: Argument, is_result: bool) -> Any:
    """The type of an argument: NumPy gives a number as an array of one element where it is a result."""
    item, rank = numba.from_dtype(np.dtype(a.kind)), max(len(a.axes), int(is_result))
    return item[(slice(None),) * rank] if rank else item


def _default(wanted: dict[str, str]) -> list[str]:
    """Dtypes of the loops: those that are usual, and the complex one of the last call."""
    found = {d for d in wanted.values() if np.dtype(d).kind == "c"}
    return [*(() if found else FLOATING), *sorted(found)] or list(FLOATING)


def _loop(compiled: Any, dtypes: dict[str, str]) -> tuple[Loops, Any]:
    """The program for these dtypes, and its module with ``loop``, which takes arrays as NumPy gives them."""
    loops = loops_of(compiled, dtypes, "a ufunc")
    names = [a.name for a in (*loops.inputs, *loops.outputs)]
    given = [f"_in_order({a.name})" if a.axes else a.name for a in loops.inputs]
    lines = [f"    {a.name}_made = _scalar(np.{a.kind.replace('bool', 'bool_')})" for a in loops.outputs if not a.axes]
    whole = [a.name for a in loops.outputs if a.axes]
    made, into = [f"{a.name}_made" for a in loops.outputs], unused("into", loops)
    if whole:
        lines.append(f"    if {' and '.join(f'_is_in_order({n})' for n in whole)}:")
        straight = [f"_known_in_order({a.name})" if a.axes else f"{a.name}_made" for a in loops.outputs]
        lines += [f"        {into}({', '.join([*given, *straight])})", "    else:"]
        lines += [f"        {n}_made = np.empty({n}.shape, {n}.dtype)" for n in whole]
        lines += [f"        {into}({', '.join([*given, *made])})", *(f"        _fill({n}, {n}_made)" for n in whole)]
    else:
        lines.append(f"    {into}({', '.join([*given, *made])})")
    lines += [f"    {a.name}[0] = {a.name}_made[()]" for a in loops.outputs if not a.axes]
    taken = {*names, *made}
    if len(taken) < len(names) + len(made):
        raise InputError(f"f.gufunc() calls results {', '.join(made)} inside, and inputs have these names.")
    text = module_text(loops, scalars=any(not a.axes for a in loops.outputs))
    head = '@njit(error_model="numpy", nogil=True, cache=True)'
    return loops, load(f"{text}\n{_ORDER}\n\n{head}\ndef loop({', '.join(names)}):\n" + "\n".join(lines) + "\n")


def _dispatched(name: str, made: Sequence[tuple[Loops, Any]]) -> Any:
    """A function that calls the program of the dtypes that it is compiled for."""
    from numba.core import types
    from numba.np.numpy_support import as_dtype

    names = [f"x{k}" for k in range(len(made[0][0].inputs) + len(made[0][0].outputs))]
    heads = ", ".join(names)
    by_kinds = {tuple(a.kind for a in (*loops.inputs, *loops.outputs)): module.loop for loops, module in made}

    def choose(*given: Any) -> Any:
        kinds = tuple(as_dtype(t.dtype if isinstance(t, types.Array) else t).name for t in given)
        scope = {"loop": by_kinds[kinds]}
        exec(f"def code({heads}):\n    loop({heads})\n", scope)
        return scope["code"]

    scope: dict[str, Any] = {"stub": resolved(heads, choose)}
    name = name if name != "stub" else "program"
    exec(f"def {name}({heads}):\n    stub({heads})\n", scope)
    return scope[name]


# --- the signature ---


def _signature(compiled: Any, dtypes: dict[str, str], given: str | None) -> str:
    """The signature that the formulas have, in the user's names of core dimensions where there are any."""
    inputs, outputs = _dimensions(compiled, dtypes)
    if given is None:
        return _written(inputs, outputs)
    sides = given.replace(" ", "").split("->")
    groups = [re.findall(r"\(([^()]*)\)", side) for side in sides]
    shape = r"\([^()]*\)(,\([^()]*\))*"
    if len(sides) != 2 or not all(re.fullmatch(shape, s) for s in sides):
        raise InputError(
            f"the signature {given!r} is not of the form (n),(n,m)->(m).\nHere it is {_written(inputs, outputs)}."
        )
    found = [[g.split(",") if g else [] for g in side] for side in groups]
    for word, dims, side in (("input", inputs, found[0]), ("result", outputs, found[1])):
        ranks = [len(d) for d in dims]
        if [len(d) for d in side] != ranks:
            names = compiled.inputs if word == "input" else list(compiled.outputs)
            facts = ", ".join(f"{n}: {r}" for n, r in zip(names, ranks, strict=True))
            raise InputError(
                f"the signature {given!r} does not fit the axes of the {word}s ({facts}).\n"
                f"Here it is {_written(inputs, outputs)}."
            )
    meant: dict[str, str] = {}
    for own, theirs in zip((*inputs, *outputs), (*found[0], *found[1]), strict=True):
        for d, n in zip(own, theirs, strict=True):
            if not n.isidentifier() or meant.setdefault(n, d) != d:
                raise InputError(
                    f"the signature {given!r} says {n} of axes that have lengths of their own.\n"
                    f"Here it is {_written(inputs, outputs)}."
                )
    return _written(found[0], found[1])


def _written(inputs: Sequence[Sequence[str]], outputs: Sequence[Sequence[str]]) -> str:
    return "->".join(",".join(f"({','.join(d)})" for d in side) for side in (inputs, outputs))


def _dimensions(compiled: Any, dtypes: dict[str, str]) -> tuple[list[list[str]], list[list[str]]]:
    """Names of the core dimensions of inputs and results: one for all axes whose lengths the formulas make equal."""
    checks = Checks(compiled, compiled._example(), {n: n for n in compiled.inputs}, dtypes)
    checks.conditions()
    names: dict[str, str] = {}  # length of an axis -> its dimension
    plain = _index_names(compiled)
    known: list[tuple[Any, str]] = []
    inputs: list[list[str]] = []
    for array in compiled.inputs:
        dims = []
        for axis, length in enumerate(checks.shapes[array]):
            same = next((d for other, d in known if checks.paths.same(length, other)), None)
            if same is None:
                wanted = plain.get((array, axis), f"{array}_{axis}")
                wanted = re.sub(r"\W", "_", wanted) if re.sub(r"\W", "_", wanted).isidentifier() else f"n_{wanted}"
                used = {d for _, d in known}
                same = next(n for n in chain([wanted], (f"{wanted}_{k}" for k in count(2))) if n not in used)
                known.append((length, same))
            names[f"{array}.{axis}"] = same
            dims.append(same)
        inputs.append(dims)
    outputs = []
    for result, extents in _result_lengths(compiled).items():
        dims = []
        for axis, e in enumerate(extents):
            if e.op != "size" or e.args[0].data.name not in compiled.inputs:
                raise TargetError(
                    f"axis {axis} of {result} has length {str(e).splitlines()[-1]}, which is no length of an input: "
                    "a ufunc has only those."
                )
            dims.append(names[f"{e.args[0].data.name}.{e.data}"])
        outputs.append(dims)
    return inputs, outputs


def _index_names(compiled: Any) -> dict[tuple[str, int], str]:
    """The index by which an axis of an input is read, where one is read by an index alone."""
    found: dict[tuple[str, int], str] = {}
    for n in ex.postorder(*compiled.expressions):
        if n.op == "access" and n.args[0].op == "tensor":
            for axis, slot in enumerate(n.args[1:]):
                if slot.op == "index":
                    found.setdefault((n.args[0].data.name, axis), slot.data[0])
    return found


def _result_lengths(compiled: Any) -> dict[str, list[Expr]]:
    """Lengths of the axes of results, as formulas."""
    from espresso.compiler.lowering.formulas import original_extents
    from espresso.compiler.state import Formulas

    axes = original_extents(Formulas(compiled.outputs, compiled.options)).axes
    return {name: list(lengths.values()) for name, lengths in axes.items()}
