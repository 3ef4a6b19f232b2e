"""Linear recurrences on SIMT targets: ``h[t,i] = a[t,i]*h[t-1,i] + b[t,i]`` in three launches, however many steps.

A block has a tile of the steps, each of its threads `ITEMS` consecutive steps of one state.  The first launch finds of
each tile the product of its coefficients and the last value of a recurrence that starts with zeros, the second one
carries the rows from tile to tile, and the third computes the steps, each thread from its true first value (Blelloch,
Prefix sums and their applications, 1990; inside a block Hillis and Steele, Data parallel algorithms, 1986).

A product of coefficients that is too small for its dtype need not be so as a coefficient times a great row, or beside
great coefficients before or behind it.  So products are kept as ``p*DOWN**e``, where ``p`` is no denormal number.

Where the row before some steps is not finite, where a row between may be too large for its dtype, or where coefficients
have products beyond `MOST`, the steps before a row are computed one by one: a thread walks from where its tile begins,
or the carry through a tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from espresso.codegen.simt.dialect import Dialect

THREADS, ITEMS = 256, 8
"""Threads of a block, and steps of each."""

MOST = 64
"""The largest product of the coefficients of consecutive steps up to a row: the row loses at most so many times the
rounding of a step."""

FACTS = "pvewmn"
"""Of consecutive steps: the product of their coefficients, and the last value of a recurrence that starts with zeros;
of floats also how often `DOWN` is a factor of the product, the largest product of coefficients up to the last step, and
numbers that no product from the first step on, and no row of a recurrence from zeros, is larger than."""

CARRIED = len(FACTS)
"""What is kept of a tile; the carry writes the row before it in the place of the product."""

NUMBERS = ("steps", "states", *(f"{array}_{what}" for array in "abh" for what in ("start", "step", "state")))
"""Arguments of each kernel: how many steps and states; of each array the element of the first step, and distances."""

FLOATS = "float32", "float64"

UNSIGNED = {"int32": "uint32", "int64": "uint64", "uint32": "uint32", "uint64": "uint64"}
"""What integers are computed as, whose overflow is defined."""

POWERS = {"float32": 64, "float64": 512}
"""``DOWN`` is 2 to the power of minus this many: numbers from its 3/4th to its -1/4th power have normal products."""

ENOUGH = 5
"""So many factors `DOWN` leave nothing of any number."""

GREAT = {"float32": 2.0**126, "float64": 2.0**1022}
"""The largest rows that are computed of products; what is beyond may have been infinite in a step."""

ROWS_BEFORE = "c", "before"
"""Names of the row before a tile or before the steps of a thread."""

_PART = """
    {shared} {value} {declared};
    const int thread = {thread}, used = {threads}/(int)states*(int)states, chunk = thread/(int)states;
    const {long} i = thread % states, tile = ({long})({threads}/(int)states)*{items};
    const {long} begin = {group}*tile, first = begin + chunk*{items};
    {value} p = 1{zeros}{least};
    for (int k = 0; k < {items}; k++)
        if (thread < used && first + k < steps) {{
            const {value} x = {a_at_first}, y = {b_at_first};
            v = k ? x*v + y : y;
            {step}
        }}
    {scaled}
    {kept}
    {barrier}
    for (int d = (int)states; d < used; d *= 2) {{
        const bool joins = thread >= d && thread < used;
        {value} p0 = 1{zeros_before};
        if (joins) {{ {before} }}
        {barrier}
        if (joins) {{
            {joined}
            {kept}
        }}
        {barrier}
    }}
"""

_STEP = """p *= x;
            w = fabs(x)*(w > 1 ? w : 1);
            m = m >= fabs(p) ? m : fabs(p);
            n = n >= fabs(v) ? n : fabs(v);
            least = least <= fabs(p) ? least : fabs(p);"""

_SCALED = """if (!(least >= {low})) {{
        p = 1;
        m = 0;
        for (int k = 0; k < {items}; k++)
            if (thread < used && first + k < steps) {{
                {value} x = {a_at_first};
                for (int j = 0; j < 2; j++) {{ const bool tiny = fabs(x) < {low}; x *= tiny ? {up} : 1; e += tiny; }}
                p *= x;
                {normal}
                const {value} whole = fabs(e > 0 ? p*{down} : p);
                m = m >= whole ? m : whole;
            }}
    }}"""

_JOINED = """const {value} now = e > 0 ? p*{down} : p, whole = fabs(e0 > 0 ? p0*{down} : p0)*m, size = m*fabs(v0) + n;
            {value} y = now*v0, most = fabs(now)*w0;
            for (int k = 1; k < e && k < {enough}; k++) {{ y *= {down}; most *= {down}; }}
            v = y + v;
            w = w >= most ? w : most;
            m = m0 >= whole ? m0 : whole;
            n = n0 >= size ? n0 : size;
            p *= p0;
            e += e0;
            {normal}"""

_NORMAL = """const bool small = fabs(p) < {low}, large = e > 0 && fabs(p) >= {high};
            p *= small ? {up} : large ? {down} : 1;
            e += small - large;"""

_BEHIND = """s = (e > 0 ? p*{down} : p)*{row};
        for (int k = 1; k < e && k < {enough}; k++) s *= {down};
        s = s + v;"""

_TILES = """{{{part}
    if (thread >= used - (int)states && thread < used) {{
        const {long} at = {carried}*({group}*states + i);
        {written}
    }}
}}
"""

_CARRY = """{{
    const {long} i = {thread}, tile = ({long})({threads}/(int)states)*{items};
    if (i >= states) return;
    {value} c = h[h_start - h_step + i*h_state];
    for ({long} g = 0; g*tile < steps; g++) {{
        const {long} at = {carried}*(g*states + i);
        const {value} {read};
        {value} s;
        {behind_c}
        carried[at] = c;
        if ({wrong_c}) {{
            for ({long} t = g*tile; c == c && t < steps && t < (g + 1)*tile; t++) c = {a_at_t}*c + {b_at_t};
            s = c;
        }}
        c = s;
    }}
}}
"""

_ROWS = """{{{part}
    if (thread >= used || first >= steps) return;
    {value} s = carried[{carried}*({group}*states + i)];
    if (chunk) {{
        const {value} before = s;
        {found}
        {behind_before}
        if ({wrong_before}) {{
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
    value, long = dialect.value_type(UNSIGNED.get(dtype, dtype)), dialect.value_type("int64")
    given = tuple(n for n, text in zip("ab", literals, strict=True) if not text)

    def pointers(constant: tuple[str, ...], written: tuple[str, ...]) -> str:
        found = [dialect.constant.format(type=value, name=n) for n in constant]
        found += [dialect.pointer.format(type=value, name=n) for n in written]
        return ", ".join([*found, *(f"const {long} {n}" for n in NUMBERS)])

    def at(n: str, step: str) -> str:
        text = literals["ab".index(n)]
        return f"({value})({text})" if text else f"{n}[{n}_start + ({step})*{n}_step + i*{n}_state]"

    facts = {
        "shared": dialect.shared, "barrier": dialect.barrier, "value": value, "long": long,
        "threads": THREADS, "items": ITEMS, "carried": CARRIED,
        "thread": f"(int){dialect.at('thread', 0)}", "group": f"({long}){dialect.at('group', 0)}",
        "a_at_first": at("a", "first + k"), "b_at_first": at("b", "first + k"), "a_at_t": at("a", "t"),
        "b_at_t": at("b", "t"),
    }  # fmt: skip
    facts |= _joining(dtype, facts)
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


def _joining(dtype: str, given: Mapping[str, object]) -> dict[str, str]:
    """Text that depends on whether numbers are rounded: how `FACTS` are computed, stored and joined."""
    real = dtype in FLOATS
    facts = FACTS if real else FACTS[:2]
    found = {
        "declared": ", ".join(f"{n}_of[{THREADS}]" for n in facts),
        "zeros": "".join(f", {n} = 0" for n in facts[1:]),
        "zeros_before": "".join(f", {n}0 = 0" for n in facts[1:]),
        "kept": " ".join(f"{n}_of[thread] = {n};" for n in facts),
        "before": " ".join(f"{n}0 = {n}_of[thread - d];" for n in facts),
        "found": " ".join(f"{n} = {n}_of[thread - (int)states];" for n in facts),
        "written": " ".join(f"carried[at + {k}] = {n};" for k, n in enumerate(facts)),
        "read": ", ".join(f"{n} = carried[at + {k}]" for k, n in enumerate(facts)),
        "least": "",
        "step": "p *= x;",
        "scaled": "",
        "joined": "v = p*v0 + v; p *= p0;",
        **{f"wrong_{row}": "0" for row in ROWS_BEFORE},
        **{f"behind_{row}": f"s = p*{row} + v;" for row in ROWS_BEFORE},
    }
    if not real:
        return found
    power, end = POWERS[dtype], "f" if dtype == "float32" else ""
    powers = {"down": -power, "up": power, "low": -3 * power // 4, "high": power // 4}
    numbers = {n: f"{2.0**k!r}{end}" for n, k in powers.items()}
    numbers |= {n: str(text) for n, text in given.items()} | {"enough": str(ENOUGH)}
    numbers["normal"] = _NORMAL.format(**numbers)
    great = f"{GREAT[dtype]!r}{end}"
    return found | {
        "least": ", least = 1",
        "step": _STEP,
        "scaled": _SCALED.format(**numbers),
        "joined": _JOINED.format(**numbers),
        **{f"behind_{row}": _BEHIND.format(row=row, **numbers) for row in ROWS_BEFORE},
        **{
            f"wrong_{row}": f"!(w <= {MOST}) || !(m*fabs({row}) + n <= {great}) || !(fabs(p) <= {great})"
            for row in ROWS_BEFORE
        },
    }
