"""Team-wide reductions and scans, as functions that all threads of a team call.

A team is ``lanes`` threads (a power of two) of one block; the threads of a team are
``step`` apart.  All threads of the block call the function at the same time.  The order
of the additions depends on the size of the team only, so results are the same in every run.
"""

from __future__ import annotations

from espresso.codegen.simt.dialect import SIGNED_IN_C, Dialect

_COMBINE = {
    "sum": "{a} + {b}",
    "prod": "{a}*{b}",
    "max": "_es_maximum_{dtype}({a}, {b})",
    "min": "_es_minimum_{dtype}({a}, {b})",
    "any": "{a} || {b}",
    "all": "{a} && {b}",
}

COLLECTIVE = frozenset(
    {f"_es_team_{operator}" for operator in _COMBINE}
    | {f"_es_scan_{operator}" for operator in ("sum", "prod")}
    | {"_es_team_argmax", "_es_team_argmin"}
)
"""Names of the functions of this module, without the dtype."""


def combine(operator: str, a: str, b: str, dtype: str) -> str:
    """The text that joins two values of a reduction."""
    if dtype == "bool" and operator in ("max", "min"):
        operator = "any" if operator == "max" else "all"
    if dtype.startswith("complex") and operator == "prod":
        return f"_es_mul_{dtype}({a}, {b})"
    if dtype in SIGNED_IN_C and operator in ("sum", "prod"):
        return f"_es_{operator}_{dtype}({a}, {b})"
    return _COMBINE[operator].format(a=a, b=b, dtype=dtype)


def collective(name: str, dtype: str, dialect: Dialect) -> str:
    """The text of one function."""
    operator = name.rpartition("_")[2]
    if operator in ("argmax", "argmin"):
        return _position(name, operator, dtype, dialect)
    return (_scan if name.startswith("_es_scan") else _team)(name, operator, dtype, dialect)


def _team(name: str, operator: str, dtype: str, dialect: Dialect) -> str:
    kind = dialect.value_type(dtype)
    pointer = dialect.shared_pointer.format(type=kind)
    joined = combine(operator, "scratch[at]", "scratch[at + hop*step]", dtype)
    warp = _warp(operator, dtype, kind) if dialect.name == "cuda" and not dtype.startswith("complex") else ""
    # PoCL copies what follows a condition around barriers: with fifteen sums in a kernel it would never end
    alone = "    if (lanes == 1) return value;\n" if dialect.name == "cuda" else ""
    return f"""{dialect.function} {kind} {name}_{dtype}(
    {kind} value, {pointer} scratch, int lane, int lanes, int at, int step)
{{
    /* the value of all lanes of a team together, for every lane */
    int hop;
{alone}{warp}    scratch[at] = value;
    {dialect.barrier}
    for (hop = lanes/2; hop > 0; hop /= 2) {{
        if (lane < hop) scratch[at] = {joined};
        {dialect.barrier}
    }}
    value = scratch[at - lane*step];
    {dialect.barrier}
    return value;
}}"""


def _warp(operator: str, dtype: str, kind: str) -> str:
    """Lanes side by side: shuffles inside a warp, then one value for each warp."""
    other = "__shfl_xor_sync(0xffffffffu, value, hop)"
    if dtype == "bool":
        other = "(bool)__shfl_xor_sync(0xffffffffu, (int)value, hop)"
    if dtype in ("int8", "int16", "uint8", "uint16"):
        other = f"({kind})__shfl_xor_sync(0xffffffffu, (int)value, hop)"
    joined = combine(operator, "value", "other", dtype)
    across = combine(operator, "value", "scratch[at - lane + 32*hop]", dtype)
    return f"""    if (step == 1 && blockDim.x*blockDim.y % 32 == 0) {{
        for (hop = (lanes < 32 ? lanes : 32)/2; hop > 0; hop /= 2) {{
            {kind} other = {other};
            value = {joined};
        }}
        if (lanes <= 32) return value;
        if (lane % 32 == 0) scratch[at] = value;
        __syncthreads();
        value = scratch[at - lane];
        for (hop = 1; hop < lanes/32; hop += 1) value = {across};
        __syncthreads();
        return value;
    }}
"""


def _scan(name: str, operator: str, dtype: str, dialect: Dialect) -> str:
    kind = dialect.value_type(dtype)
    pointer = dialect.shared_pointer.format(type=kind)
    joined = combine(operator, "scratch[at - hop*step]", "value", dtype)
    return f"""{dialect.function} {kind} {name}_{dtype}(
    {kind} value, {pointer} scratch, int lane, int lanes, int at, int step)
{{
    /* the values of the lanes up to this one together (Hillis and Steele) */
    int hop;
    scratch[at] = value;
    {dialect.barrier}
    for (hop = 1; hop < lanes; hop *= 2) {{
        if (lane >= hop) value = {joined};
        {dialect.barrier}
        scratch[at] = value;
        {dialect.barrier}
    }}
    return value;
}}"""


def better(operator: str, value: str, place: str, best: str, at: str, dtype: str) -> str:
    """The condition that (value, place) comes before (best, at); places below 0 are none.

    NaN comes before every number, equal values in the order of their places.
    """
    symbol = ">" if operator == "argmax" else "<"
    same = f"{value} == {best}"
    ahead = f"{value} {symbol} {best}"
    if dtype.startswith("float"):
        ahead = f"{ahead} || ({value} != {value} && {best} == {best})"
        same = f"({same} || ({value} != {value} && {best} != {best}))"
    return f"{place} >= 0 && ({at} < 0 || {ahead} || ({same} && {place} < {at}))"


def _position(name: str, operator: str, dtype: str, dialect: Dialect) -> str:
    kind, place = dialect.value_type(dtype), dialect.value_type("int64")
    values, places = (dialect.shared_pointer.format(type=t) for t in (kind, place))
    test = better(operator, "other", "there", "value", "place", dtype)
    return f"""{dialect.function} {place} {name}_{dtype}(
    {kind} value, {place} place, {values} scratch, {places} places, int lane, int lanes, int at, int step)
{{
    /* the place of the first best value of a team, for every lane; scratch keeps the value */
    int hop;
    scratch[at] = value;
    places[at] = place;
    {dialect.barrier}
    for (hop = lanes/2; hop > 0; hop /= 2) {{
        if (lane < hop) {{
            {kind} other = scratch[at + hop*step];
            {place} there = places[at + hop*step];
            if ({test}) {{
                value = other;
                place = there;
                scratch[at] = value;
                places[at] = place;
            }}
        }}
        {dialect.barrier}
    }}
    place = places[at - lane*step];
    {dialect.barrier}
    return place;
}}"""
