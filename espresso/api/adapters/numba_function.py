"""``f.numba()``: a compiled function that numba code calls, in ``@njit`` and ``prange``, without the GIL.

Its text is that of a saved module without libraries: kernels, and a driver that numba compiles, too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.api.saving.checks import dtypes_of
from espresso.api.saving.standalone import loops_of
from espresso.codegen.c.module import Argument, Loops, message_of
from espresso.errors import DtypeError, InputError, TargetError, suggestion
from espresso.system.generated_modules import load

_SCALAR = '''
from numba.core import cgutils, types
from numba.extending import intrinsic


@intrinsic
def _scalar(context, kind):
    """An array without axes on the stack of the function that calls this."""
    made = types.Array(kind.dtype, 0, "C")

    def code(context, builder, signature, arguments):
        item = context.get_data_type(made.dtype)
        array = context.make_array(made)(context, builder)
        context.populate_array(
            array, data=cgutils.alloca_once(builder, item), shape=[], strides=[],
            itemsize=context.get_constant(types.intp, context.get_abi_sizeof(item)), meminfo=None,
        )
        return array._getvalue()

    return made(kind), code
'''

_MEET = '''
from numba.core import types
from numba.extending import intrinsic


@intrinsic
def _address(context, array):
    """Of the first element."""

    def code(context, builder, signature, arguments):
        found = context.make_array(array)(context, builder, arguments[0])
        return builder.ptrtoint(found.data, context.get_value_type(types.intp))

    return types.intp(array), code


@njit(nogil=True, cache=True, forceinline=True)
def _span(array):
    """The first and the last address of an array."""
    first = last = _address(array)
    for axis in range(array.ndim):
        reach = (array.shape[axis] - 1) * array.strides[axis]
        if reach < 0:
            first += reach
        else:
            last += reach
    return first, last + array.itemsize


@njit(nogil=True, cache=True, forceinline=True)
def _meet(one, other):
    """Whether two arrays may have an element in common."""
    first, last = _span(one)
    begin, end = _span(other)
    return one.size > 0 and other.size > 0 and first < end and begin < last


@njit(nogil=True, cache=True)
def _fill(array, values):
    """array[...] = values, which numba takes seconds to compile."""
    for place in np.ndindex(array.shape[:-1]):
        row, given = array[place], values[place]
        for k in range(len(row)):
            row[k] = given[k]
'''

_NJIT = '@njit(error_model="numpy", nogil=True, cache=True, forceinline=True)'


def numba_function(compiled: Any, dtypes: Mapping[str, str]) -> Any:
    """A function of numba that computes what ``compiled`` does, for these dtypes or those of the last call."""
    njit = import_numba("f.numba()").njit
    wanted = known_dtypes(compiled, dtypes, "f.numba()")
    loops = loops_of(compiled, wanted, "a function for numba")
    made = load(module_text(loops))
    names = [a.name for a in loops.inputs]
    spare = "out" + "_" * ("out" in names)
    stub = unused("stub", loops)
    scope = {stub: _stub(loops, made)}
    text = f"def {{0}}({', '.join([*names, f'{spare}=None'])}):\n    return {stub}({', '.join([*names, spare])})\n"
    own = _function_name(compiled)
    exec(compile(text.format(own), f"<espresso {own}>", "exec"), scope)
    function: Any = scope[own]
    function.__doc__ = f"{compiled}\n\nMade by espresso for {', '.join(f'{a.name}: {a.kind}' for a in loops.inputs)}."
    return njit(nogil=True, forceinline=True)(function)


def import_numba(what: str) -> Any:
    """The package numba; TargetError where it is missing."""
    try:
        import numba
    except ImportError as reason:
        raise TargetError(f"{what} needs numba, which cannot be imported here: {reason}.") from None
    return numba


def known_dtypes(compiled: Any, given: Mapping[str, str], what: str) -> dict[str, str]:
    """Dtypes of all inputs: those given, else those of the last call."""
    for name in given:
        if name not in compiled.inputs:
            raise InputError(f"{what}: there is no input {name!r}.{suggestion(name, compiled.inputs)}")
    found = dict(dtypes_of(compiled, compiled._example()))
    for name, value in given.items():
        try:
            found[name] = np.dtype(value).name
        except TypeError:
            raise DtypeError(f"{what}: {name} = {value!r} is no dtype.\nWrite {name}='float32'.") from None
    return found


def _function_name(compiled: Any) -> str:
    name = next(iter(compiled.outputs))
    return str(name) if name not in compiled.inputs and name != "stub" else "program"


def _stub(loops: Loops, made: Any) -> Callable[..., Any]:
    """What the function of numba calls: the program for the types of its arguments."""
    from numba import njit
    from numba.core.errors import TypingError

    names = [f"given{k}" for k in range(len(loops.inputs))]  # those of the user may be names of functions here
    spare = "results"
    heads = ", ".join([*names, spare])
    several = len(loops.outputs) > 1
    results = [f"{spare}[{k}]" for k in range(len(loops.outputs))] if several else [spare]
    arrays = [n for n, a in zip(names, loops.inputs, strict=True) if a.axes]
    shared = [(r, f"made{k}") for k, (r, a) in enumerate(zip(results, loops.outputs, strict=True)) if a.axes]
    meet = " or ".join(f"meet({name}, {r})" for r, _ in shared for name in arrays)

    def code(*given: Any) -> Any:
        *types, out = given
        for a, t in zip(loops.inputs, types, strict=True):
            wrong = _misfit(a, t)
            if wrong:
                raise TypingError(wrong)
        every = zip(names, loops.inputs, types, strict=True)
        values = [n if a.axes else _number(n, a.kind, t) for n, a, t in every]
        call = f"program({', '.join(values)})" if _is_missing(out) else f"into({', '.join([*values, *results])})"
        text = f"def code({heads}):\n    return {call}\n"
        if not _is_missing(out):
            beside = f"into({', '.join([*values, *(dict(shared).get(r, r) for r in results)])})"
            lines = [*(f"{m} = {r}.copy()" for r, m in shared), beside, *(f"_fill({r}, {m})" for r, m in shared)]
            rest = f"if {meet}:\n        apart({heads})\n    else:\n        {call}" if meet else call
            text = f"def apart({heads}):\n    {'; '.join(lines)}\n\n"
            text += f"def code({heads}):\n    {rest}\n    return {spare}\n"
        into = getattr(made, unused("into", loops))
        scope = {"program": made.program, "into": into, "meet": made._meet, "_fill": made._fill, "np": np}
        exec(compile(text, "<espresso numba>", "exec"), scope)
        if "apart" in scope:
            scope["apart"] = njit(nogil=True, error_model="numpy")(scope["apart"])
        return scope["code"]

    return resolved(heads, code)


def resolved(heads: str, choose: Callable[..., Any]) -> Callable[..., Any]:
    """A function that numba compiles as what ``choose`` returns for the types of the arguments ``heads``."""
    from numba.extending import overload

    scope: dict[str, Any] = {"choose": choose}
    text = f"def stub({heads}):\n    raise NotImplementedError\n\ndef typed({heads}):\n    return choose({heads})\n"
    exec(compile(text, "<espresso numba>", "exec"), scope)
    overload(scope["stub"], jit_options={"nogil": True, "error_model": "numpy", "forceinline": True})(scope["typed"])
    return scope["stub"]  # type: ignore[no-any-return]


def _number(name: str, kind: str, t: Any) -> str:
    """A number of the dtype of the program, also where it is given as an array without axes."""
    from numba import types

    return f"np.{'bool_' if kind == 'bool' else kind}({name}{'[()]' if isinstance(t, types.Array) else ''})"


def _is_missing(t: Any) -> bool:
    from numba import types

    return t is None or isinstance(t, (types.NoneType, types.Omitted))


def _misfit(a: Argument, t: Any) -> str:
    """Why an argument of a type of numba does not fit; "" where it does."""
    from numba import types
    from numba.np.numpy_support import as_dtype

    t = getattr(t, "type", t) if isinstance(t, types.Optional) else t
    rank = t.ndim if isinstance(t, types.Array) else 0
    if not isinstance(t, (types.Array, types.Number, types.Boolean)):
        return f"{a.name} is of type {t}, which is no array and no number."
    if rank != len(a.axes):
        return f"{a.name} has {rank} axes instead of {len(a.axes)}.\nGive {a.name} with {len(a.axes)} axes."
    if isinstance(t, types.Array) and as_dtype(t.dtype).name != a.kind:
        return (
            f"{a.name} has dtype {t.dtype}, and this function was made for {a.kind}.\n"
            f"Give {a.name}.astype(np.{a.kind}), or make the function by f.numba({a.name}={str(t.dtype)!r})."
        )
    return ""


# --- the text ---


def unused(name: str, loops: Loops) -> str:
    """The name of a function of the text: another one where an array is called that."""
    taken = {a.name for a in (*loops.inputs, *loops.outputs)}
    while name in taken:
        name += "_"
    return name


def module_text(loops: Loops, scalars: bool = False) -> str:
    """A module with ``into``, which computes into results (see `unused`), and ``program``, which returns them.

    scalars: ``_scalar``, which makes an array without axes, is there in any case.
    """
    tree = ast.parse(loops.source)
    found = {n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    found |= {ast.unparse(n) for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom))}
    parts = [_without_driver(loops.source, tree)]
    looks: list[str] = []
    for number, (position, refused) in enumerate(loops.positions, 1):
        parts += inner_functions(position, f"position_{number}", found)
        given = ", ".join(a.name for a in position.inputs)
        looks += [f"if position_{number}({given}):", *(f"    {line}" for line in _refusals(refused))]
    for name, part in loops.rows:
        parts += inner_functions(part, name, found, writes=True)
    names, into = ", ".join(a.name for a in (*loops.inputs, *loops.outputs)), unused("into", loops)
    body = [*_lengths(loops), *_refusals(loops.checks), *_result_shapes(loops, tree), *looks]
    body += _driver(loops, tree)
    parts.append(f"{_NJIT}\ndef {into}({names}):\n" + _indented(body or ["pass"]))
    returned = [a.name if a.axes else f"{a.name}[()]" for a in loops.outputs]
    make = [*_empty(tree, [a.name for a in loops.outputs]), f"{into}({names})", f"return {', '.join(returned)}"]
    parts.append(f"{_NJIT}\ndef program({', '.join(a.name for a in loops.inputs)}):\n" + _indented(make))
    text = "\n\n".join(part.strip("\n") for part in [*parts, _MEET]) + "\n"
    if "np.empty((), np." not in text and not scalars:
        return text
    head, imports, rest = text.partition("from numba import njit\n")
    return f"{head}{imports}{_SCALAR}{rest.replace('np.empty((), np.', '_scalar(np.')}"


def _indented(lines: Sequence[str]) -> str:
    return "".join(f"    {line}\n" for text in lines for line in text.split("\n"))


def _segment(source: str, node: ast.stmt) -> str:
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
    return "\n".join(source.splitlines()[first - 1 : node.end_lineno])


def _without_driver(source: str, tree: ast.Module) -> str:
    """The module without what calls its kernels and without threads."""
    kept = []
    for node in tree.body:
        plain = isinstance(node, ast.FunctionDef) and node.name in (
            "run",
            "program",
            "_split",
            "_settings",
            "_alike",
            "_forget",
        )
        threads = isinstance(node, (ast.Try, ast.If)) or isinstance(node, ast.Assign) and _target(node) in (
            "_given", "_threads", "_pool")  # fmt: skip
        if not plain and not threads:
            kept.append(_segment(source, node))
    return "\n\n".join(kept)


def _target(node: ast.Assign) -> str:
    (target,) = node.targets
    return target.id if isinstance(target, ast.Name) else ""


def _plain(tree: ast.Module, name: str) -> list[ast.stmt]:
    (found,) = (n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name)
    return found.body


def inner_functions(position: Loops, name: str, found: set[str], writes: bool = False) -> list[str]:
    """Functions of an inner program: one of this name, and those it calls, under names of their own.

    It returns its result, a number, or ``writes`` it into its last argument, a row.
    """
    tree = ast.parse(position.source)
    texts, renamed = [], {}
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)) and ast.unparse(node) not in found:
            found.add(ast.unparse(node))
            texts.append(ast.unparse(node))
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        kernel = isinstance(node, ast.FunctionDef) and node.decorator_list and not node.name.startswith("_es_")
        if not kernel and node.name in found:  # kernels of the program may have the same name, and are others
            continue
        text = _segment(position.source, node)
        if kernel:
            renamed[node.name] = f"{name}_{node.name}"
            text = text.replace(f"def {node.name}(", f"def {renamed[node.name]}(")
        found.add(renamed.get(node.name, node.name))
        texts.append(text)
    (out,) = (a.name for a in position.outputs)
    for inner, part in position.rows:
        renamed[inner] = f"{name}{inner}"
        texts += inner_functions(part, renamed[inner], found, writes=True)
    heads, body = [a.name for a in position.inputs], _driver(position, tree, renamed)
    if writes:
        heads.append(out)
    else:
        body = [*_empty(tree, [out]), *body, f"return {out}[()]"]
    return [*texts, f"{_NJIT}\ndef {name}({', '.join(heads)}):\n" + _indented(body or ["pass"])]


def _lengths(loops: Loops) -> list[str]:
    return [f"{', '.join(a.axes)}{',' if len(a.axes) == 1 else ''} = {a.name}.shape" for a in loops.inputs if a.axes]


def _refusals(lines: Sequence[str]) -> list[str]:
    """Checks whose errors are ValueErrors with texts that numba knows when it compiles."""

    class Static(ast.NodeTransformer):
        def visit_Raise(self, node: ast.Raise) -> ast.stmt:
            return ast.parse(f"raise ValueError({message_of(node)!r})").body[0]

    tree = Static().visit(ast.parse("\n".join(lines)))
    return ast.unparse(tree).split("\n") if lines else []


def _result_shapes(loops: Loops, tree: ast.Module) -> list[str]:
    lines = []
    for a in loops.outputs:
        for node in _plain(tree, "program"):
            if a.axes and isinstance(node, ast.Assign) and _target(node) == a.name:
                assert isinstance(node.value, ast.Call)
                shape = ast.unparse(node.value.args[0])
                lines += [f"if {a.name}.shape != {shape}:",
                          f"    raise ValueError({f'{a.name} has to have the shape {shape}'!r})"]  # fmt: skip
    return lines


def _empty(tree: ast.Module, names: Sequence[str]) -> list[str]:
    return [ast.unparse(n) for n in _plain(tree, "program") if isinstance(n, ast.Assign) and _target(n) in names
            and isinstance(n.value, ast.Call) and ast.unparse(n.value.func) == "np.empty"]  # fmt: skip


def _driver(loops: Loops, tree: ast.Module, renamed: Mapping[str, str] | None = None) -> list[str]:
    """Lines that make temporaries and call the kernels, each whole."""
    numbers = {a.name for a in loops.inputs if not a.axes}
    results = {a.name for a in loops.outputs}

    class Calls(ast.NodeTransformer):
        def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
            if isinstance(node.value, ast.Name) and node.value.id in numbers and ast.unparse(node.slice) == "()":
                return node.value
            return node

        def visit_Call(self, node: ast.Call) -> ast.expr:
            self.generic_visit(node)
            if isinstance(node.func, ast.Name) and node.func.id == "_split":
                first, extent, _, arguments = node.args[:4]
                assert isinstance(arguments, ast.Tuple)
                node = ast.Call(first, [ast.Constant(0), extent, *arguments.elts], [])
            if isinstance(node.func, ast.Name) and renamed and node.func.id in renamed:
                node.func = ast.Name(renamed[node.func.id], ast.Load())
            return node

    lines = []
    for node in _plain(tree, "program"):
        if isinstance(node, ast.Return):
            break
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            if ast.unparse(node.value.func) == "run":
                body = _plain(tree, "run")[1:]
                whole = {n.func.value.id for s in body for n in ast.walk(s) if isinstance(n, ast.Call)
                         and isinstance(n.func, ast.Attribute) and n.func.attr == "reshape"
                         and isinstance(n.func.value, ast.Name)}  # fmt: skip
                lines += [f"{a.name} = np.ascontiguousarray({a.name})" for a in loops.inputs if a.name in whole]
                lines += [ast.unparse(Calls().visit(s)) for s in body]
        elif isinstance(node, ast.Assign):
            name, made = _target(node), node.value
            if name in results or isinstance(made, ast.Call) and ast.unparse(made.func) == "np.asarray":
                continue
            lines.append(ast.unparse(node))
    return lines
