"""Linear recurrences on SIMT targets: ``h[t,i] = a[t,i]*h[t-1,i] + b[t,i]`` in three launches, however many steps.

A block has a tile of the steps, each of its threads `ITEMS` consecutive steps of one state.  The first launch finds of
each tile the product of its coefficients and the last value of a recurrence that starts with zeros, the second one
carries the rows from tile to tile, and the third computes the steps, each thread from its true first value (Blelloch,
Prefix sums and their applications, 1990; inside a block Hillis and Steele, Data parallel algorithms, 1986).

Where a row before some steps is not finite, or where coefficients have products beyond `MOST`, the steps before it are
computed one by one: a thread walks from where its tile begins, or the carry through a tile.
"""

from __future__ import annotations

from typing import NamedTuple

from espresso.codegen.simt.dialect import Dialect

THREADS, ITEMS = 256, 8
"""Threads of a block, and steps of each."""

MOST = 64
"""The largest product of the coefficients of consecutive steps up to a row: the row loses at most so many times the
rounding of a step, and a product that was too small for its dtype stays so beside the others."""

CARRIED = 3
"""Product of the coefficients of a tile, its last value or the row before it, the largest product up to its end."""

NUMBERS = ("steps", "states", *(f"{array}_{what}" for array in "abh" for what in ("start", "step", "state")))
"""Arguments of each kernel: how many steps and states; of each array the element of the first step, and distances."""

FLOATS = "float32", "float64"

UNSIGNED = {"int32": "uint32", "int64": "uint64", "uint32": "uint32", "uint64": "uint64"}
"""What integers are computed as, whose overflow is defined."""

_PART = """
    {shared} {value} products[{threads}], values[{threads}], largest[{threads}];
    const int thread = {thread}, used = {threads}/(int)states*(int)states, chunk = thread/(int)states;
    const {long} i = thread % states, tile = ({long})({threads}/(int)states)*{items};
    const {long} begin = {group}*tile, first = begin + chunk*{items};
    {value} p = 1, v = 0, w = 0;
    for (int k = 0; k < {items}; k++)
        if (thread < used && first + k < steps) {{
            const {value} x = {a_at_first}, y = {b_at_first};
            v = k ? x*v + y : y;
            p *= x;
            {largest_of_x}
        }}
    products[thread] = p; values[thread] = v; largest[thread] = w;
    {barrier}
    for (int d = (int)states; d < used; d *= 2) {{
        const bool joins = thread >= d && thread < used;
        {value} q = 1, u = 0, most = 0;
        if (joins) {{ q = products[thread - d]; u = values[thread - d]; most = largest[thread - d]; }}
        {barrier}
        if (joins) {{
            v = p*u + v;
            {largest_of_both}
            p *= q;
            products[thread] = p; values[thread] = v; largest[thread] = w;
        }}
        {barrier}
    }}
"""

_TILES = """{{{part}
    if (thread >= used - (int)states && thread < used) {{
        const {long} at = {carried}*({group}*states + i);
        carried[at] = p; carried[at + 1] = v; carried[at + 2] = w;
    }}
}}
"""

_CARRY = """{{
    const {long} i = {thread}, tile = ({long})({threads}/(int)states)*{items};
    if (i >= states) return;
    {value} c = h[h_start - h_step + i*h_state];
    for ({long} g = 0; g*tile < steps; g++) {{
        const {long} at = {carried}*(g*states + i);
        {value} next = carried[at]*c + carried[at + 1];
        const {value} before = c;
        if ({wrong_tile}) {{
            for ({long} t = g*tile; c == c && t < steps && t < (g + 1)*tile; t++) c = {a_at_t}*c + {b_at_t};
            next = c;
        }}
        carried[at] = before;
        c = next;
    }}
}}
"""

_ROWS = """{{{part}
    if (thread >= used || first >= steps) return;
    {value} s = carried[{carried}*({group}*states + i)];
    if (chunk) {{
        const {value} before = s;
        p = products[thread - (int)states]; v = values[thread - (int)states]; w = largest[thread - (int)states];
        s = p*before + v;
        if ({wrong_chunk}) {{
            s = before;
            for ({long} t = begin; s == s && t < first; t++) s = {a_at_t}*s + {b_at_t};
        }}
    }}
    for (int k = 0; k < {items} && first + k < steps; k++) {{
        s = {a_at_first}*s + {b_at_first};
        h[h_start + (first + k)*h_step + i*h_state] = s;
    }}
}}
"""


class Text(NamedTuple):
    """One of the kernels: its name and text, its arrays, and which of them it writes."""

    name: str
    source: str
    arrays: tuple[str, ...]
    writes: tuple[str, ...]


def tiles_of(steps: int, states: int) -> int:
    """How many tiles there are."""
    return -(-steps // (THREADS // states * ITEMS))


def kernels(name: str, dtype: str, dialect: Dialect, literals: tuple[str, str]) -> list[Text]:
    """The three kernels, over arrays a, b, h and carried (`CARRIED` values of each tile and state).

    In the place of a or b may be a number, a literal.  The numbers `NUMBERS` follow the arrays.
    """
    real = dtype in FLOATS
    value, long = dialect.value_type(UNSIGNED.get(dtype, dtype)), dialect.value_type("int64")
    given = tuple(n for n, text in zip("ab", literals, strict=True) if not text)

    def pointers(constant: tuple[str, ...], written: tuple[str, ...]) -> str:
        found = [dialect.constant.format(type=value, name=n) for n in constant]
        found += [dialect.pointer.format(type=value, name=n) for n in written]
        return ", ".join([*found, *(f"const {long} {n}" for n in NUMBERS)])

    def at(n: str, step: str) -> str:
        text = literals["ab".index(n)]
        return f"({value})({text})" if text else f"{n}[{n}_start + ({step})*{n}_step + i*{n}_state]"

    def wrong(p: str, w: str, row: str) -> str:
        return f"!({w} <= {MOST}) || {p} != {p} || !({row} - {row} == 0)" if real else "0"

    facts = {
        "shared": dialect.shared, "barrier": dialect.barrier, "value": value, "long": long,
        "threads": THREADS, "items": ITEMS, "carried": CARRIED,
        "thread": f"(int){dialect.at('thread', 0)}", "group": f"({long}){dialect.at('group', 0)}",
        "a_at_first": at("a", "first + k"), "b_at_first": at("b", "first + k"), "a_at_t": at("a", "t"),
        "b_at_t": at("b", "t"), "largest_of_x": "w = fabs(x)*(w > 1 ? w : 1);" if real else "",
        "largest_of_both": "most *= fabs(p); w = w >= most ? w : most;" if real else "",
        "wrong_tile": wrong("carried[at]", "carried[at + 2]", "next"), "wrong_chunk": wrong("p", "w", "s"),
    }  # fmt: skip
    part = _PART.format(**facts)
    found = []
    for stage, template, constant, written in (
        ("tiles", _TILES, given, ("carried",)),
        ("carry", _CARRY, (*given, "h"), ("carried",)),
        ("rows", _ROWS, given, ("h", "carried")),
    ):
        head = f"{dialect.kernel} {name}_{stage}({pointers(constant, written)})\n"
        source = head + template.format(**facts, part=part)
        found.append(Text(f"{name}_{stage}", source, (*constant, *written), written))
    return found
