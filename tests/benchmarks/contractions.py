"""W17: the contractions of the TCCG benchmark that `windows` does not have, with extents by its rule."""

from __future__ import annotations

from .windows import contraction
from .workload import Goal, Sizes

CASES = [
    "abcde-efbad-cf",
    "abcde-efcad-bf",
    "abcd-dbea-ec",
    "abcde-ecbfa-fd",
    "abcd-deca-be",
    "abc-bda-dc",
    "abcd-ebad-ce",
    "abcdef-dfgb-geac",
    "abcdef-degb-gfac",
    "abcdef-degc-gfab",
    "abc-dca-bd",
    "abcd-eb-aecd",
    "abcd-ec-abed",
    "ab-cad-dcb",
    "ab-acd-dbc",
    "abc-acd-db",
    "abc-adc-bd",
    "ab-ac-cb",
    "abcd-aebf-fdec",
    "abcd-eafd-fbec",
]
"""Result, left and right operand; the last index of each lies side by side in memory."""

LAST, OTHER = 24, 4
"""Of what extents are multiples: those of the last index of an array, and the others."""

LARGEST = 50 << 20
"""Elements of the largest array."""


def extents(case: str, flops: float) -> Sizes:
    """Extents as nearly equal as the rule allows, of about so many operations.

    >>> extents("abcde-efbad-cf", 2e8)
    {'a': 20, 'b': 20, 'c': 20, 'd': 24, 'e': 24, 'f': 24}
    """
    letters, ends = sorted({*case} - {"-"}), {array[-1] for array in case.split("-")}
    found: list[tuple[float, Sizes]] = []
    for last in range(LAST, 17 * LAST, LAST):
        rest = (flops / 2 / last ** len(ends)) ** (1 / max(len(letters) - len(ends), 1))
        other = max(round(rest / OTHER), 1) * OTHER
        found.append((max(last / other, other / last), {n: last if n in ends else other for n in letters}))
    return min(found, key=lambda pair: pair[0])[1]


def _fits(case: str, sizes: Sizes) -> bool:
    for array in case.split("-"):
        count = 1
        for n in array:
            count *= sizes[n]
        if count > LARGEST:
            return False
    return True


def _sizes(case: str) -> dict[str, list[Sizes]]:
    """Small ones of 2e8 operations, full ones of 8e9, or as many as the largest array allows."""
    full = next(s for k in range(20) if _fits(case, s := extents(case, 8e9 / 2**k)))
    tiny = {n: 8 if any(a.endswith(n) for a in case.split("-")) else 4 for n in case if n != "-"}
    return {"tiny": [tiny], "small": [extents(case, 2e8)], "full": [full]}


def _equation(case: str) -> str:
    out, left, right = case.split("-")
    return f"{left},{right}->{out}"


WORKLOADS = tuple(contraction(c, _equation(c), _sizes(c), (Goal("numpy", 1), Goal("limit", 0.9))) for c in CASES)
