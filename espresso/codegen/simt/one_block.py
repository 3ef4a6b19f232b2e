"""Persistent kernels: all steps of a recurrence in one launch of one block, for steps that are too short for launches.

What would be the kernels of a step are functions here, which the block calls one after the other; a barrier between
two of them takes the place of the order of launches.  `cost.roofline` says when this is the faster way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from espresso.codegen.simt.dialect import Dialect, Names, in_functions
from espresso.formulas.graph.expr import Expr

if TYPE_CHECKING:
    from espresso.codegen.simt.program import SimtKernel

THREADS = {"cuda": 512, "opencl": 256}
"""Threads of the largest block: more of them hide more of the latency, fewer have more registers each."""

ARGUMENTS = {"cuda": 4096, "opencl": 1024}
"""Bytes that the arguments of a kernel may have (`CL_DEVICE_MAX_PARAMETER_SIZE`: at least)."""

STEPS = "first", "steps", "way"
"""Arguments of every persistent kernel: the first position, how many there are, and 1 or -1."""

ROW = "distance", "stride", "kept"
"""Arguments for each array that moves: its row is at this distance from the position, modulo ``kept`` if not 0."""


class Text(NamedTuple):
    """A persistent kernel and its arguments: arrays, lengths, strides, then numbers of 64 bits by their names."""

    source: str
    arrays: tuple[str, ...]
    sizes: tuple[Expr, ...]
    strides: tuple[tuple[str, int], ...]
    numbers: tuple[str, ...]


def fits(kernel: SimtKernel, dialect: str) -> bool:
    """Whether a kernel may have so many arguments: where it has too many, its steps stay launches."""
    many = len(kernel.arguments) + len(kernel.sizes) + len(kernel.strides) + len(kernel.places)
    return 8 * many <= ARGUMENTS[dialect]


def number_of(array: str, what: str) -> str:
    """The name of a number that says where a row begins, of those in `ROW`."""
    return f"{array} {what}"


def text(
    functions: Sequence[SimtKernel], name: str, dialect: Dialect, dtypes: Mapping[str, str], moved: frozenset[str],
    wide: bool,
) -> Text:  # fmt: skip
    """The kernel ``name``, behind its functions."""
    inside, names, kind, long = in_functions(dialect), Names(), dialect.value_type, dialect.value_type("int64")
    arrays = tuple(dict.fromkeys(n for f in functions for n in f.arguments))
    written = {n for f in functions for n in f.writes}
    pointers = {n: names(n, "array") for n in arrays}
    parameters = [
        (inside.pointer if n in written else inside.constant).format(type=dialect.element_type(dtypes[n]), name=c)
        for n, c in pointers.items()
    ]  # fmt: skip
    sizes = {e: names.new("n") for e in dict.fromkeys(e for f in functions for e in f.sizes)}
    strides = {s: names.new(f"{s[0]}_stride_{s[1]}") for s in dict.fromkeys(s for f in functions for s in f.strides)}
    parameters += [f"const {kind('int64' if wide else 'int32')} {n}" for n in (*sizes.values(), *strides.values())]
    numbers = {n: names.new(n) for n in STEPS}
    rows = [n for n in arrays if n in moved]
    numbers |= {number_of(n, what): names.new(f"{n}_{what}") for n in rows for what in ROW}
    parameters += [f"const {long} {n}" for n in numbers.values()]
    shared = {key: names.new("_".join(reversed(key))) for key in dict.fromkeys(k for f in functions for k in f.shared)}
    at, starts = names.new("position"), {n: names.new(f"{n}_start") for n in rows}
    lines = [f"{dialect.shared} {kind(d)} {c}[{THREADS[dialect.name]}];" for (d, _), c in shared.items()]
    whole = dialect.name == "cuda"
    count = f"{dialect.at('threads', 0)}" if whole else f"(int){dialect.at('threads', 0)}"
    lines.append(f"const int thread = {dialect.at('thread', 0)}, block = {count};")
    first, steps, way = (numbers[n] for n in STEPS)
    step = names.new("k")
    lines.append(f"for ({long} {step} = 0; {step} < {steps}; {step} += 1) {{")
    lines.append(f"    const {long} {at} = {first} + {step}*{way};")
    for n in rows:
        distance, stride, kept = (numbers[number_of(n, what)] for what in ROW)
        row = f"{at} + {distance}"
        row = f"({kept} ? (({row}) % {kept} + {kept}) % {kept} : {row})"
        lines.append(f"    const {long} {starts[n]} = {row}*{stride};")
    texts = []
    for k, f in enumerate(functions, 1):
        own = f"{name}__{k}"  # found by the kernel's name where that is changed
        texts.append(re.sub(rf"\b{f.name}\b", own, f.source))
        given = [*(pointers[n] for n in f.arguments), *(sizes[e] for e in f.sizes), *(strides[s] for s in f.strides)]
        given += [starts.get(n, at) for n in f.places] + [shared[key] for key in f.shared]
        lines += [f"    {own}({', '.join([*given, 'thread', 'block'])});", f"    {dialect.fence}"]
    lines.append("}")
    bounds = f"__launch_bounds__({THREADS['cuda']}, 1) " if whole else ""
    head = f"{dialect.kernel} {bounds}{name}(\n    " + ",\n    ".join(parameters) + ")"
    kernel = "\n".join([head, "{", *("    " + line for line in lines), "}"]) + "\n"
    source = "\n".join([*texts, "// all steps, one after the other", kernel])
    return Text(source, arrays, tuple(sizes), tuple(strides), tuple(numbers))
