"""The plan as an SVG picture: inputs, kernels, library calls, results, and the arrays between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from espresso.errors import visible
from espresso.formulas.printing.escapes import svg
from espresso.formulas.printing.text import formula
from espresso.ir.calls import LibraryCall
from espresso.ir.loops import Kernel
from espresso.records import dataclass
from espresso.runtime.cpu.generated import variables

LETTER, LINE, GAP, ROW = 6.7, 15, 26, 44
"""Width of a letter and height of a line at 11 px; space between boxes of a row, and between rows."""

SMALL, STEP = 5.6, 11
"""The same of a label, at 9 px."""

LONGEST = 44
"""Letters of a line in a box."""

COLOURS = {"input": "#e8f0fe", "kernel": "#fdf3d8", "call": "#e3f4e1", "result": "#f6e3ef"}


class Picture(str):
    """SVG source that notebooks show as a picture.

    >>> Picture("<svg/>")._repr_svg_()
    '<svg/>'
    """

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass
class Box:
    """A node: lines of text, what it reads and writes, and where it stands."""

    kind: str
    lines: list[str]
    reads: Sequence[str]
    writes: Sequence[str]
    row: int = 0
    x: float = 0.0
    y: float = 0.0
    before: list[tuple[int, str]] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lines = [_short(visible(line)) for line in self.lines]

    @property
    def width(self) -> float:
        """Pixels of the longest line and a margin."""
        return max(len(line) for line in self.lines) * LETTER + 16

    @property
    def space(self) -> float:
        """Pixels that the box and the labels of its lines take in a row."""
        return max([self.width, *(self.width / 2 + 4 + len(text) * SMALL for text in self.labels.values())])

    @property
    def height(self) -> float:
        """Pixels of all lines and a margin."""
        return len(self.lines) * LINE + 10


def picture(compiled: Any) -> Picture:
    """The plan as SVG: each box is a step, each line an array with its shape and bytes; see `Compiled.picture`."""
    boxes = laid_out(compiled)
    width = max(b.x + b.space for b in boxes) + GAP
    height = max(b.y + b.height for b in boxes) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="monospace" font-size="11">',
        f"<title>{compiled.target}: {len(compiled.inputs)} inputs, {len(compiled.outputs)} results</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#667"/></marker></defs>',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
    ]
    seen: set[tuple[int, str]] = set()
    for box in boxes:
        for source, name in box.before:
            parts.append(_edge(boxes[source], box, name if (source, name) not in seen else ""))
            seen.add((source, name))
    parts += [_drawn(box) for box in boxes]
    return Picture("\n".join([*parts, "</svg>"]) + "\n")


def laid_out(compiled: Any) -> list[Box]:
    """The boxes of a plan in their places."""
    boxes = _boxes(compiled)
    _link(boxes, _labels(compiled))
    _place(boxes)
    return boxes


def _boxes(compiled: Any) -> list[Box]:
    program = compiled.program
    names = variables(compiled) if compiled.target == "cpu" else {n: n for n in compiled.inputs}
    inputs = [Box("input", [name], (), (names[name],)) for name in compiled.inputs]
    if program is None:  # NumPy source is one step
        step = Box("kernel", ["program"], compiled.inputs, list(compiled.outputs))
        return [*inputs, step, *(Box("result", [n], (n,), ()) for n in compiled.outputs)]
    made = [_step(step) for step in program.steps]
    return [*inputs, *made, *(Box("result", [n], (n,), ()) for n in compiled.outputs)]


def _step(step: Kernel | LibraryCall) -> Box:
    if isinstance(step, Kernel):
        lines = [step.name, *map(str, step.statements[:4])]
        lines += [f"and {len(step.statements) - 4} more"] if len(step.statements) > 4 else []
        return Box("kernel", lines, step.reads, step.writes)
    return Box("call", [f"{step.engine or 'library'}: {step.name}", str(step)], step.arrays, step.writes)


def _labels(compiled: Any) -> dict[str, str]:
    """For each array its name, shape and bytes: numbers after a call, extents before one."""
    shapes, sizes = getattr(compiled._last, "all_shapes", None), {}
    if shapes is not None:
        for name, (kind, _) in compiled._last.generated.kinds.items():
            sizes[name] = int(np.prod(shapes[name], dtype=np.int64)) * np.dtype(kind).itemsize
        return {n: f"{n} ({', '.join(map(str, shapes[n]))}) {sizes[n]:,} B" for n in sizes}
    buffers = {} if compiled.program is None else compiled.program.buffers
    return {n: f"{n} ({', '.join(formula(e, {}) for e in b.shape)}) {b.dtype}" for n, b in buffers.items()}


def _link(boxes: Sequence[Box], labels: Mapping[str, str]) -> None:
    """Who makes what is read, and the row of each box: one below the last that it reads from."""
    maker: dict[str, int] = {}
    for number, box in enumerate(boxes):
        box.before = [(maker[name], name) for name in dict.fromkeys(box.reads) if name in maker]
        box.row = max((boxes[k].row + 1 for k, _ in box.before), default=0)
        for source, name in box.before:
            boxes[source].labels[name] = visible(labels.get(name, name))
        for name in box.writes:
            maker[name] = number
    last = max(b.row for b in boxes)
    for box in boxes:
        if box.kind == "result":
            box.row = last


def _place(boxes: Sequence[Box]) -> None:
    """Rows from the top; in a row boxes stand in the order of the middle of what they read."""
    y = float(GAP)
    middle: dict[int, float] = {}
    for row in range(max(b.row for b in boxes) + 1):
        numbers = [k for k, b in enumerate(boxes) if b.row == row]
        wanted = {k: [middle[s] for s, _ in boxes[k].before] for k in numbers}
        numbers.sort(key=lambda k: (sum(wanted[k]) / len(wanted[k]) if wanted[k] else 0.0, k))
        x = float(GAP)
        for k in numbers:
            boxes[k].x, boxes[k].y = x, y
            middle[k] = x + boxes[k].width / 2
            x += boxes[k].space + GAP
        y += max(boxes[k].height for k in numbers) + ROW + STEP * max(len(boxes[k].labels) for k in numbers)


def _drawn(box: Box) -> str:
    bold = ' font-weight="bold"'
    texts = "".join(
        f'<text x="{box.x + 8:.1f}" y="{box.y + 16 + LINE * k:.1f}"{bold if k == 0 else ""}>{svg(line)}</text>'
        for k, line in enumerate(box.lines)
    )
    return (
        f'<g class="{box.kind}"><rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="4" fill="{COLOURS[box.kind]}" stroke="#889"/>{texts}</g>'
    )


def _edge(source: Box, target: Box, name: str) -> str:
    x1, y1 = source.x + source.width / 2, source.y + source.height
    x2, y2 = target.x + target.width / 2, target.y
    middle = (y1 + y2) / 2
    path = f'<path d="M{x1:.1f},{y1:.1f} C{x1:.1f},{middle:.1f} {x2:.1f},{middle:.1f} {x2:.1f},{y2:.1f}" '
    path += 'fill="none" stroke="#667" marker-end="url(#tip)"/>'
    if not name:
        return path
    label, y = source.labels[name], y1 + 14 + STEP * list(source.labels).index(name)
    return path + f'<text x="{x1 + 4:.1f}" y="{y:.1f}" font-size="9" fill="#445">{svg(label)}</text>'


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
