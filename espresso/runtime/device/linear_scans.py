"""Scans of linear recurrences on devices: programs whose kernels are no formulas (`codegen.simt.rows.linear_scan`).

`Scan` has what `launches.Bound` has of a program as far as recurrences use it: kernels, arrays and memory.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from espresso.codegen.simt.cost.cost import Cost
from espresso.codegen.simt.cost.roofline import here, scan_pays
from espresso.codegen.simt.dialect import DIALECTS
from espresso.codegen.simt.launch import Launch
from espresso.codegen.simt.prelude import prelude
from espresso.codegen.simt.program import SimtKernel, SimtProgram
from espresso.codegen.simt.rows.linear_scan import CARRIED, FLOATS, NUMBERS, THREADS, UNSIGNED, kernels, tiles_of
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State
from espresso.ir.storage.arena import Arena
from espresso.kernels.linear_scan import ROWS
from espresso.lazy import get
from espresso.records import dataclass
from espresso.runtime.cpu.native_recurrences import along, linear_rows
from espresso.runtime.cpu.recurrences import Segment, _all_inside, _distance
from espresso.runtime.device.places import Facts, Place, Run


@dataclass(frozen=True)
class Blocks:
    """A launch of so many blocks."""

    many: int

    def launch(self, value: object) -> Launch:
        """The launch, whatever the extents."""
        return Launch((self.many, 1, 1), (THREADS, 1, 1))


@dataclass(frozen=True)
class ScanKernel(SimtKernel):
    """One of the kernels of a scan, which moves and computes so much."""

    known: Cost = field(default_factory=Cost)

    def cost(self, *_: object) -> Cost:
        """Bytes and operations."""
        return self.known


class Arrays:
    """Dtypes and bytes of the arrays of a scan, as `launches.Layout` has them."""

    strides: Mapping[str, tuple[int, ...]] = {}
    wide = True

    def __init__(self, shapes: Mapping[str, tuple[int, ...]], dtype: np.dtype[Any]) -> None:
        self.shapes, self.dtypes = shapes, dict.fromkeys(shapes, dtype)
        self.element_strides = {n: (shape[1], 1) for n, shape in shapes.items()}

    def bytes(self, name: str) -> int:
        """Of one array."""
        return math.prod(self.shapes[name]) * self.dtypes[name].itemsize


class Generated:
    """The text of a scan, and its modules on the devices that run it (``modules``, which all lengths share)."""

    moved, one_block = frozenset[str](), False

    def __init__(self, simt: SimtProgram, formula: str, modules: dict[Any, Any]) -> None:
        self.simt, self.source, self._formula, self._modules = simt, simt.source, formula, modules
        self.kernels = {s.name: s.source for s in simt.steps}  # type: ignore[union-attr]

    def module(self, backend: Any) -> Any:
        """The compiled text on a backend's device."""
        key = backend, self.source
        if key not in self._modules:
            self._modules[key] = backend.load(self.source, self._formula)
        return self._modules[key]


class Scan:
    """The launches that compute all steps of a recurrence which is linear in its state.

    ``literals`` are the coefficient and what is added where these are numbers, else "".
    """

    moves: Sequence[tuple[str, int]] = ()
    loops: Mapping[str, Any] = {}
    refused: tuple[str, ...] = ()
    parts_of_steps: Sequence[Cost] = ()
    program = None

    def __init__(
        self, outer: Any, name: str, dtype: np.dtype[Any], literals: tuple[str, str], steps: int, states: int
    ) -> None:
        self.backend, self.options, self.formula = outer.backend, outer.options, outer.formula
        dialect = DIALECTS[outer.backend.dialect]
        texts = kernels(f"scan_{name}", str(dtype), dialect, literals)
        text, tiles = "\n".join(t.source for t in texts), tiles_of(steps, states)
        self.given = [n for n in texts[-1].arrays if n != "carried"]
        shapes = {**dict.fromkeys(self.given, (steps, states)), "carried": (CARRIED * tiles, states)}
        self.layout = Arrays(shapes, dtype)
        size, rows = self.layout.bytes("carried"), self.layout.bytes("h")
        self.arena = Arena({"carried": 0}, {"carried": size}, size, size)
        costs = [(len(self.given) - 1) * rows, size, (len(self.given) - 1) * rows + size], [size, size, rows]
        flops = "flops64" if str(dtype) == "float64" else "flops"
        work = 4 * steps * states, 2 * tiles * states, 4 * steps * states
        made = [
            ScanKernel(t.name, t.source, t.arrays, (), (), tuple(n for n in t.arrays if n not in t.writes), t.writes,
                       Blocks(1 if k == 1 else tiles), NUMBERS,  # type: ignore[arg-type]
                       known=Cost(costs[0][k], 0, costs[1][k], **{flops: work[k]}))
            for k, t in enumerate(texts)
        ]  # fmt: skip
        simt = SimtProgram(dialect.name, [*made], {}, tuple(self.given), ("h",), ("carried",),
                           prelude(set(), [text], dialect) + text)  # fmt: skip
        self.generated = Generated(simt, outer.formula, outer.generated.scans)

    def value(self, e: Expr) -> int:
        """Of a length; the kernels have none."""
        return int(get("evaluate")(e, {}))


def scan(loop: Any, segment: Segment, every: dict[str, np.ndarray]) -> list[Run]:
    """The steps of a segment as a scan, behind the programs of its operands; none where the steps are run."""
    r, over, k = loop.recurrence, segment.positions, segment.states[0]
    pair = linear_rows(r, segment, [n for n, _ in loop.few.values()], every)
    h = loop.arrays[r.states[k].name]
    states = math.prod(h.shape[1:])
    if pair is None or not (0 < states <= THREADS and str(h.dtype) in (*FLOATS, *UNSIGNED) and h.in_rows):
        return []
    if not scan_pays(len(over), 3 * len(over) * states * h.dtype.itemsize, here()):
        return []
    found, places, literals, made = list[Run](), {"h": Place(r.states[k].name)}, list[str](), len(loop.operands)
    numbers = {"steps": len(over), "states": states} | _numbers("h", h, over.start, over.step)
    for n, e in zip("ab", pair, strict=True):
        literals.append(literal(e.data, h.dtype) if ex.is_const(e) else "")
        place, more = ("", {}) if literals[-1] else _operand(loop, n, e, r.states[k], over, found, every)
        numbers |= more or _numbers(n, h, 0, 0)
        if place:
            places[n] = Place(place)
        elif not literals[-1]:
            del loop.operands[made:]
            return []
    if all(literals):
        return []
    name, count = loop.call.results[k], len(over)
    bound = Scan(loop.outer, re.sub(r"\W", "_", name), h.dtype, (literals[0], literals[1]), count, states)
    return [*found, Run(f"all {count:,} steps as a scan, {name}", bound, range(1), places, numbers)]


def _operand(
    loop: Any, name: str, e: Expr, s: State, over: range, found: list[Run], every: dict[str, np.ndarray]
) -> tuple[str, dict[str, int]]:
    """The array of an operand of a scan and where its rows lie, of one that is computed behind its program."""
    h, own = loop.arrays[s.name], list(map(ex.index, s.others))
    read = loop.arrays.get(e.args[0].data.name) if e.op == "access" and e.args[0].op == "tensor" else None
    if read is not None and read.dtype == h.dtype and read.in_rows:
        array, slots = e.args[0].data.name, list(e.args[1:])
        if slots == own and read.shape == h.shape[1:]:
            return array, _numbers(name, read, 0, 0, whole=False)
        distance = _distance(slots[0]) if slots[1:] == own and read.shape[1:] == h.shape[1:] else None
        if distance is not None and _all_inside(over, distance, read.shape[0]):
            return array, _numbers(name, read, over.start + distance, over.step)
    lies, array_of = along(e, s, over, h.shape[1:], every)
    made, shape = f"~{name} of {s.name} from {over.start}", h.shape[1:] if lies != ROWS else (len(over), *h.shape[1:])
    loop.arrays[made] = Facts.whole(shape if lies else (), h.dtype)
    run = loop.run(f"operand {name} of all steps", [array_of], range(1), [Place(made)])
    shape_made = tuple(run.bound.shapes[0])
    if run.bound.dtypes[0] != h.dtype or len(shape_made) != len(loop.arrays[made].shape):
        return "", {}
    if lies == ROWS and (shape_made[0] < len(over) or shape_made[1:] != h.shape[1:]):
        return "", {}
    loop.arrays[made] = Facts.whole(shape_made, h.dtype)
    loop.operands.append(made)
    found.append(run)
    first = over.start - min(over)
    return made, _numbers(name, loop.arrays[made], first, over.step if lies == ROWS else 0, lies == ROWS)


def _numbers(name: str, array: Facts, first: int, way: int, whole: bool = True) -> dict[str, int]:
    """Where the rows of an operand of a scan lie: in elements that of the first step, and the distance of the next."""
    item = array.dtype.itemsize
    strides = [n // item for n in array.strides]
    state = strides[-1] if len(strides) > whole else 0
    step = strides[0] if whole and strides else 0
    return {f"{name}_start": first * step, f"{name}_step": way * step, f"{name}_state": state}


def literal(value: Any, dtype: np.dtype[Any]) -> str:
    """A number in the text of a kernel; "" where it is infinite or NaN.

    >>> literal(0.5, np.dtype("float32")), literal(2, np.dtype("float64")), literal(-3, np.dtype("int32"))
    ('0.5f', '2.0', '-3')
    """
    if str(dtype) not in FLOATS:
        return str(int(value))
    number = float(dtype.type(value))
    return "" if not math.isfinite(number) else f"{number!r}f" if dtype.itemsize == 4 else repr(number)
