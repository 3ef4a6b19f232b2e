"""AVX-512 instructions as vector variants of functions, for loops that LLVM vectorises.

The vector functions are written for one element, and LLVM widens the loops around them.  It knows no instruction
for an exponent, a significand or a rough reciprocal of every lane, but it knows vector variants of a function: a
call of ``es.instruction.getexp.f64`` in a loop becomes one of the variant of as many lanes as the loop has.  The
variants are given with the module, and put in line after its passes, as is what remains of calls for one element
(the last elements, loops without vectors).  Texts ask for them with `_Value.instruction` and say what to write without.

They are LLVM text, which is put into the text of a module: llvmlite has no way to give a function an attribute that is
a name with a value, by which alone LLVM knows variants.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

PREFIX = "es.instruction."
NAMES = ("scalef", "getexp", "getmant", "rcp14")
"""x * 2**floor(y); the exponent as a number; the significand between 3/4 and 3/2, NaN for negative numbers; 1/x with
a relative error below 2**-14."""

NEEDED = ("avx512f", "avx512vl")
_TYPES = {"f32": ("float", "ps"), "f64": ("double", "pd")}
_LANES = {"f32": (4, 8, 16), "f64": (2, 4, 8)}


def available() -> bool:
    """Whether the processor has them."""
    import llvmlite.binding as llvm

    from espresso.system.processor import features as of_processor

    features = of_processor()
    return llvm.llvm_version_info[0] >= 20 and all(features.get(f, False) for f in NEEDED)


def _functions(name: str, kind: str, lanes: int) -> tuple[str, str]:
    """The declaration of LLVM's function for so many lanes, and a call of it with ``%a`` and ``%b``."""
    element, suffix = _TYPES[kind]
    vector, bits = f"<{lanes} x {element}>", lanes * (32 if kind == "f32" else 64)
    mask = "i16" if lanes == 16 else "i8"
    found = [(vector, "%a")]
    if name == "scalef":
        found.append((vector, "%b"))
    if name == "getmant":
        found.append(("i32", "11"))
    found += [(vector, "zeroinitializer"), (mask, "-1")]
    if bits == 512 and not name.endswith("14"):
        found.append(("i32", "4"))
    full = f"@llvm.x86.avx512.{'' if name.endswith('14') else 'mask.'}{name}.{suffix}.{bits}"
    types, values = ", ".join(t for t, _ in found), ", ".join(f"{t} {v}" for t, v in found)
    return f"declare {vector} {full}({types})\n", f"call {vector} {full}({values})"


def _arguments(name: str, type_: str, end: str = "") -> str:
    return ", ".join(f"{type_} %{a}{end}" for a in ("ab" if name == "scalef" else "a"))


def _declares(line: str, text: str) -> bool:
    """Whether a line declares a function that a module written by llvmlite declares."""
    return line.startswith("declare ") and f'@"{line[line.index("@") + 1 : line.index("(")]}"(' in text


def _variants(name: str, kind: str) -> tuple[list[str], str]:
    """Texts: the declaration for one element with its variants, and its definition."""
    element, scalar = _TYPES[kind][0], f"{PREFIX}{name}.{kind}"
    text, mappings = [], []
    for lanes in _LANES[kind]:
        vector, own = f"<{lanes} x {element}>", f"{scalar}.{lanes}"
        declared, call = _functions(name, kind, lanes)
        text += [declared, f'define internal {vector} @"{own}"({_arguments(name, vector)}) alwaysinline {{\n']
        text.append(f"  %r = {call}\n  ret {vector} %r\n}}\n")
        shape = "v" * (1 + (name == "scalef"))
        mappings.append(f"_ZGV_LLVM_N{lanes}{shape}_{scalar}({own})")
    flags = f'memory(none) nounwind willreturn speculatable "vector-function-abi-variant"="{",".join(mappings)}"'
    text.append(f'declare {element} @"{scalar}"({_arguments(name, element)}) {flags}\n')
    lanes = _LANES[kind][0]
    declared, call = _functions(name, kind, lanes)
    vector, body = f"<{lanes} x {element}>", []
    for a in "ab" if name == "scalef" else "a":
        body.append(f"  %{a} = insertelement {vector} zeroinitializer, {element} %{a}1, i32 0\n")
    head = _arguments(name, element, "1")
    definition = f'{declared}define linkonce_odr hidden {element} @"{scalar}"({head}) alwaysinline {{\n{"".join(body)}'
    definition += f"  %r = {call}\n  %e = extractelement {vector} %r, i32 0\n  ret {element} %e\n}}\n"
    return text, definition


def vector_call(b: Any, name: str, values: Sequence[Any]) -> Any:
    """One of the functions for the elements of vectors, as its instruction; as several where no register holds them."""
    import llvmlite.ir as ir

    whole, vector = ir.IntType(32), values[0].type
    most = max(_LANES[name.rpartition(".")[2]])
    if vector.count > most:
        half = vector.count // 2
        none = ir.Constant(vector, ir.Undefined)
        orders = ([*range(half)], [*range(half, 2 * half)], [*range(2 * half)])
        low, high, both = (ir.Constant(ir.VectorType(whole, len(order)), order) for order in orders)
        pair = [vector_call(b, name, [b.shuffle_vector(v, none, part) for v in values]) for part in (low, high)]
        return b.shuffle_vector(*pair, both)
    name, kind = name.removeprefix(PREFIX).split(".")
    given = [*values, *([whole(11)] if name == "getmant" else ()), ir.Constant(vector, None)]
    bits = vector.count * (32 if kind == "f32" else 64)
    given.append(ir.IntType(16 if vector.count == 16 else 8)(-1))
    if bits == 512 and not name.endswith("14"):
        given.append(whole(4))
    full = f"llvm.x86.avx512.{'' if name.endswith('14') else 'mask.'}{name}.{_TYPES[kind][1]}.{bits}"
    function = b.module.globals.get(full) or ir.Function(
        b.module, ir.FunctionType(vector, [v.type for v in given]), full
    )
    return b.call(function, given)


def with_variants(text: str) -> tuple[str, str]:
    """The module with the variants of the functions that it calls, and the module to link to it after its passes."""
    if f'@"{PREFIX}' not in text:
        return text, ""
    lines, definitions, kept = [], [], []
    for name in NAMES:
        for kind in _TYPES:
            start = f'declare {_TYPES[kind][0]} @"{PREFIX}{name}.{kind}"('
            if start not in text:
                continue
            at = text.index(start)
            text = text[:at] + text[text.index("\n", at) + 1 :]
            if f'@"{PREFIX}{name}.{kind}"(' not in text:  # its calls are those of vectors (`vector_call`)
                continue
            variants, definition = _variants(name, kind)
            lines += [line for line in variants if not _declares(line, text)]
            definitions.append(definition)
            kept += [f'ptr @"{PREFIX}{name}.{kind}.{lanes}"' for lanes in _LANES[kind]]
    if not kept:
        return text, ""
    used = f'@llvm.compiler.used = appending global [{len(kept)} x ptr] [{", ".join(kept)}], section "llvm.metadata"\n'
    return "".join([text, "\n", *lines, used]), "".join(definitions)


def put_in_line(module: Any, definitions: str, builder: Any, context: Any) -> None:
    """After the passes: variants and what is left of calls for one element become their instruction."""
    if not definitions:
        return
    import llvmlite.binding as llvm

    other = llvm.parse_assembly(definitions, context)
    other.triple, other.data_layout = module.triple, module.data_layout
    module.link_in(other)
    manager = llvm.create_new_module_pass_manager()
    manager.add_always_inliner_pass()
    manager.run(module, builder)
    give_back(manager)


def give_back(manager: Any) -> None:
    """Free the passes of a manager: llvmlite inherits a way to that does nothing, and keeps them."""
    from llvmlite.binding import ffi, newpassmanagers

    if type(manager)._dispose is ffi.ObjectRef._dispose:
        newpassmanagers.NewPassManager._dispose(manager)
