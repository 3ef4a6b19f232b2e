"""The charts of docs/performance.md: a line for each workload, a dot for each of its rows, AVX-512 beside AVX2.

A logarithmic axis; SVG is written by hand, so that the same results give the same file.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import table

Row = Mapping[str, Any]
Point = tuple[str, float, str]
"""Which kind of dot, where it is on the axis, and what it is."""
COLOURS = {"avx512": "#0072b2", "avx2": "#d55e00", "": "#009e73", "peer": "#999999"}
NAMES = {"avx512": "AVX-512", "avx2": "AVX2", "": "other machines", "peer": "fastest compiling peer"}
WIDTH, LEFT, RIGHT, LINE, TOP, BOTTOM = 860, 300, 20, 22, 56, 30
TICKS = (1.0, 2.0, 5.0)


@dataclass(frozen=True)
class Chart:
    """A chart: its file, what it shows of a row, the value that is marked, and how numbers are written."""

    file: str
    title: str
    points: Callable[[Row], Iterable[Point]]
    mark: float | None
    text: Callable[[float], str]

    def svg(self, rows: Sequence[Row]) -> str:
        """The chart of these rows."""
        lanes: dict[str, list[Point]] = {}
        for row in rows:
            found = list(self.points(row))
            if found:
                lanes.setdefault(row["id"], []).extend(found)
        return "\n".join(self._parts([(i, lanes[i]) for i in table.TITLES if i in lanes])) + "\n"

    def _parts(self, lanes: Sequence[tuple[str, list[Point]]]) -> Iterable[str]:
        values = [v for _, points in lanes for _, v, _ in points] + ([self.mark] if self.mark else []) or [1.0]
        low, high = math.log10(min(values)) - 0.08, math.log10(max(values)) + 0.08
        height = TOP + LINE * len(lanes) + BOTTOM

        def x(value: float) -> float:
            return LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(value) - low) / (high - low)

        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">'
        yield f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
        yield f'<text x="10" y="20" font-size="14">{html.escape(self.title)}</text>'
        kinds = [k for k in COLOURS if any(k == kind for _, points in lanes for kind, _, _ in points)]
        for n, kind in enumerate(kinds):
            yield f'<circle cx="{LEFT + 160 * n}" cy="38" r="4" fill="{COLOURS[kind]}"/>'
            yield f'<text x="{LEFT + 160 * n + 9}" y="42">{NAMES[kind]}</text>'
        for value in self._ticks(low, high):
            yield f'<line x1="{x(value):.1f}" x2="{x(value):.1f}" y1="{TOP}" y2="{height - BOTTOM}" stroke="#dddddd"/>'
            yield f'<text x="{x(value):.1f}" y="{height - 10}" text-anchor="middle">{html.escape(self.text(value))}</text>'
        if self.mark:
            yield f'<line x1="{x(self.mark):.1f}" x2="{x(self.mark):.1f}" y1="{TOP}" y2="{height - BOTTOM}" stroke="black"/>'
        for n, (identifier, points) in enumerate(lanes):
            y = TOP + LINE * n + LINE / 2
            yield f'<text x="10" y="{y + 4:.1f}">{identifier} {html.escape(table.TITLES[identifier])}</text>'
            for kind, value, what in sorted(points, key=lambda p: list(COLOURS).index(p[0])):
                down = {"avx512": -4, "avx2": 4, "peer": 0, "": 0}[kind]
                fill = "none" if kind == "peer" else COLOURS[kind]
                yield (
                    f'<circle cx="{x(value):.1f}" cy="{y + down:.1f}" r="3.5" fill="{fill}" fill-opacity="0.7" '
                    f'stroke="{COLOURS[kind]}"><title>{html.escape(what)}: {html.escape(self.text(value))}</title></circle>'
                )
        yield "</svg>"

    @staticmethod
    def _ticks(low: float, high: float) -> list[float]:
        found = [m * 10.0**e for e in range(math.floor(low), math.ceil(high) + 1) for m in TICKS]
        found = [v for v in found if low <= math.log10(v) <= high]
        return [v for v in found if math.log10(v).is_integer()] if len(found) > 12 else found


def _kind(row: Row) -> str:
    return row["isa"] if row["isa"] in COLOURS else ""


def _what(row: Row) -> str:
    return f"{row['case']} {' '.join(f'{k}={v}' for k, v in row['sizes'].items())} {row['dtype']}".strip()


def to_limit(row: Row) -> Iterable[Point]:
    """The share of the limit that espresso reaches."""
    if row["quiet"] and "of_limit" in row:
        yield _kind(row), row["of_limit"][0], _what(row)


def to_peer(row: Row) -> Iterable[Point]:
    """How many times espresso's time the fastest peer takes."""
    found = {n: r[0] for n, r in row["ratios"].items() if not n.endswith(" form")}
    if row["quiet"] and found:
        best = min(found, key=lambda n: found[n])
        yield _kind(row), found[best], f"{_what(row)}, {best}"


COMPILERS = ("jax", "torch.compile", "numba", "tensorgrad")


def first_result(row: Row) -> Iterable[Point]:
    """Seconds to the first result with nothing cached, of espresso and of the fastest peer that compiles."""
    first = {n: f["first_s"] for n, f in row["systems"].items() if "first_s" in f and "failure" not in f}
    if "espresso" in first:
        yield _kind(row), first["espresso"], _what(row)
    peers = {n: t for n, t in first.items() if n.startswith(COMPILERS)}
    if peers:
        best = min(peers, key=lambda n: peers[n])
        yield "peer", peers[best], f"{_what(row)}, {best}"


CHARTS = (
    Chart("performance-limit.svg", "Share of the machine's limit (1 is the limit)", to_limit, 1.0, "{:.3g}".format),
    Chart("performance-peer.svg", "Time of the fastest peer, in espresso's times", to_peer, 1.0, "{:.3g}x".format),
    Chart("performance-first.svg", "Seconds to the first result, nothing cached", first_result, None, "{:.3g} s".format),
)
