"""Driver steps of a program as plain data: kernel launches, matrix products, row blocks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from espresso.formulas.graph.recurrences import Recurrence
from espresso.records import dataclass

LOOPS = 64
"""Multiplications of a matrix product up to which loops do it.

A BLAS with kernels for small matrices is ahead of loops from products of about 4 x 4 x 4 on; one without them takes
about as long as loops there.
"""

STRIP = 4096
"""Elements of a float32 sum that are added in float32 before they join the total."""

STACK = 1 << 16
"""Bytes of each of the rows of a kernel that it keeps on the stack; larger ones are scratch (`llvm.emit.scratch`)."""

HALVED = 128
"""Rows of a symmetric product from which only half of it is computed."""


@dataclass(frozen=True)
class Launch:
    """A call of a kernel.

    ``arrays`` in the order of its parameters, those in ``values`` given as a scalar, those in
    ``views`` with these lengths (texts of extents, or the number of an own axis) instead of their own; ``sizes``
    (names or numbers) behind them.
    ``extent`` is that of the outermost loop (a number or the name of a size; None: the kernel
    has no such loop), ``cost`` the nanoseconds of one of its iterations as text over the sizes,
    "" where it must not be split.  ``partials`` are arrays that each slice reduces for itself,
    with the NumPy function that joins them.  ``non_temporal`` are results that are written once and
    read by no step: they may go past the cache.
    In blocks the bounds of ``roles`` follow the sizes; ``outer`` is the role of the outermost loop, -1
    where it is none.  ``rows`` are the arrays that each run of the kernel keeps for itself: bytes of an
    element, and lengths (numbers or names of sizes).
    """

    name: str
    arrays: tuple[str, ...]
    values: frozenset[str]
    views: Mapping[str, tuple[str | int, ...]]
    sizes: tuple[str, ...]
    extent: int | str | None
    cost: str
    partials: tuple[tuple[str, str], ...]
    roles: tuple[int, ...] = ()
    outer: int = -1
    non_temporal: tuple[str, ...] = ()
    rows: tuple[tuple[int, tuple[int | str, ...]], ...] = ()


@dataclass(frozen=True)
class Product:
    """``out = left @ right`` over groups of axes, each given by its position in the array.

    ``batch`` has one position per array (left, right, out) for each batch axis; ``rows`` pairs
    positions of left and out, ``columns`` of right and out, ``summed`` of left and right.
    ``native``: the engine chosen for it is one that native programs call; ``lines`` is the text
    of the driver, for where it is not.  ``symmetric``: the result is known to equal its transpose;
    ``triangle``: see ``calls.Contraction``.
    ``accumulate``: the product times ``scale`` is added to what ``out`` holds, or to array ``plus``, which has the
    axes of ``out``.  ``divisors`` are lengths (names of sizes) that divide ``scale``,
    ``spelled`` the whole factor in ``lines``, where it has any.
    In blocks ``places`` says which axis of left, right and out each role is (-1: none of them).
    ``non_temporal``: ``out`` is a result that no other step touches.
    """

    name: str
    left: str
    right: str
    out: str
    batch: tuple[tuple[int, int, int], ...]
    rows: tuple[tuple[int, int], ...]
    columns: tuple[tuple[int, int], ...]
    summed: tuple[tuple[int, int], ...]
    dtype: str
    native: bool
    lines: tuple[str, ...]
    prelude: str
    symmetric: bool = False
    triangle: str = ""
    accumulate: bool = False
    places: tuple[tuple[int, int, int], ...] = ()
    scale: float = 1.0
    plus: str = ""
    divisors: tuple[str, ...] = ()
    spelled: str = ""
    non_temporal: bool = False

    @property
    def reads(self) -> tuple[str, ...]:
        """The arrays that it reads."""
        return (self.left, self.right, self.plus) if self.plus else (self.left, self.right)

    def multiplications(self, shapes: Mapping[str, Sequence[int]]) -> int:
        """How many numbers it multiplies."""
        return math.prod(shapes[self.out]) * math.prod(shapes[self.left][a] for a, _ in self.summed)


def flipped(triangle: str) -> str:
    """What a triangular operand of a product is in the transposed product.

    >>> flipped("left lower")
    'right upper'
    """
    side, word = triangle.split()
    return f"{'right' if side == 'left' else 'left'} {'upper' if word == 'lower' else 'lower'}"


@dataclass(frozen=True)
class EngineStep:
    """A step that the runtime computes by the text of an engine: ``lines`` over ``reads`` and ``out``.

    ``keeps`` is what later steps of a call go on with, such as a factorisation: a variable of their lines, too.
    """

    name: str
    reads: tuple[str, ...]
    out: str
    lines: tuple[str, ...]
    prelude: str
    keeps: str = ""


@dataclass(frozen=True)
class Recurrent:
    """All states of a recurrence, step by step: ``lines`` are the text for where it is not computed natively.

    ``rows`` says of each state how many of its last rows are kept, 0 for all, -1 for none.  ``written`` is what errors
    show, and ``turned`` what they call inputs whose last axis is stored first, "" for others.
    """

    name: str
    reads: tuple[str, ...]
    outs: tuple[str, ...]
    recurrence: Recurrence
    lines: tuple[str, ...]
    prelude: str
    rows: tuple[int, ...] = ()
    written: Recurrence | None = None
    turned: tuple[str, ...] = ()


Seen = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]
"""How a library sees an array: parts of its axes, their order, and how many of them make one axis each."""


@dataclass(frozen=True)
class Convolution:
    """A convolution or one of its gradients (``kernels.convolution.calls``), with operands as engines take them.

    ``seen`` are the arrangements of all operands and the result.  ``rows``: channels in a tile of the result at
    most.  ``follow`` are arrays applied to the sums, before ``epilogue`` (`compiler.matching.epilogues`): ``bias``
    is added to each channel, which is multiplied by ``scale``; ``shift`` is added.
    ``lines`` and ``prelude`` are the text for where it is not computed natively.
    """

    name: str
    left: str
    right: str
    out: str
    seen: tuple[Seen, ...]
    direction: str
    stride: tuple[int, ...]
    dilation: tuple[int, ...]
    low: tuple[int, ...]
    groups: int
    rows: int
    dtype: str
    native: bool
    lines: tuple[str, ...]
    prelude: str
    follow: Mapping[str, str] = field(default_factory=dict)
    epilogue: str | None = None
    winograd: bool = False
    """Whether it is computed by Winograd's algorithm, and directly where that is not finite."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The arrays that it reads."""
        return (self.left, self.right, *self.follow.values())


Slot = tuple[tuple[tuple[str, int], ...], int, tuple[tuple[str, int], ...]]
"""Where an axis is read: factors of indices, a constant, and factors of lengths (texts of extents)."""


@dataclass(frozen=True)
class Packed:
    """``out = sum(left*right)`` with operands read at sums of indices (``kernels.packed_gemm.packed``).

    ``left_read`` has a slot for each axis of the array; ``out_axes`` are the indices of the result,
    ``groups`` its batch, rows, columns and the summed indices, ``lengths`` the extent of each index as
    text.  The rest is as in `Product`.
    """

    name: str
    left: str
    right: str
    out: str
    left_read: tuple[Slot, ...]
    right_read: tuple[Slot, ...]
    left_padded: bool
    right_padded: bool
    out_axes: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    lengths: tuple[tuple[str, str], ...]
    dtype: str
    native: bool
    lines: tuple[str, ...]
    prelude: str
    accumulate: bool = False
    scale: float = 1.0
    divisors: tuple[str, ...] = ()
    spelled: str = ""

    @property
    def reads(self) -> tuple[str, ...]:
        """The arrays that it reads."""
        return self.left, self.right


def factor(step: Product | Packed, sizes: Mapping[str, int]) -> float:
    """The number that a product is multiplied by: ``scale`` divided by lengths; infinite where one is 0."""
    scale = step.scale
    for name in step.divisors:
        scale = scale / sizes[name] if sizes[name] else math.copysign(math.inf, scale)
    return scale


def lines_for(step: Product | Packed, sizes: Mapping[str, int]) -> tuple[str, ...]:
    """The lines with the factor as a number: they run without the arrays whose lengths divide it."""
    if not step.divisors:
        return step.lines
    return tuple(line.replace(step.spelled, f"float('{factor(step, sizes)!r}')") for line in step.lines)


@dataclass(frozen=True)
class Blocked:
    """Steps that run together for one block of some indices after the other.

    ``extents`` are those of the roles (numbers or names of sizes), ``local`` arrays that hold one block,
    with the axis of each role; ``carried`` arrays that are summed over roles, with the operator and
    the roles.  ``alive`` are the local arrays that exist at the same time, ``least`` the rows that a
    block should have, ``near`` the bytes of its local arrays (see `compiler.loops.row_blocks`).
    """

    name: str
    steps: tuple[Launch | Product, ...]
    extents: tuple[int | str, ...]
    local: Mapping[str, tuple[int, ...]]
    carried: tuple[tuple[str, str, tuple[int, ...]], ...]
    alive: tuple[tuple[str, ...], ...]
    least: int
    near: int

    def sums_rows(self, step: Launch | Product) -> bool:
        """Whether a step sums over its outermost loop into rows of a block: its slices would join whole arrays."""
        carried = {name for name, _, _ in self.carried}
        return isinstance(step, Launch) and any(name not in carried for name, _ in step.partials)


Step = Launch | Product | Packed | Convolution | EngineStep | Recurrent | Blocked


LITERAL = "literal_"
"""How names in the text of a kernel begin that stand for literals (`machine.machine_code.Literals`)."""


def kernels_of(steps: Iterable[Step]) -> set[str]:
    """Names of the kernels that steps call."""
    inside = [one for step in steps for one in (step.steps if isinstance(step, Blocked) else (step,))]
    return {one.name for one in inside if isinstance(one, Launch)}


def renamed(step: Step, homes: Mapping[str, str]) -> Step:
    """A step with other names for some arrays, those that lie where these homes lie."""
    if not homes:
        return step

    def at(name: str) -> str:
        return homes.get(name, name)

    if isinstance(step, Blocked):
        carried = tuple((at(n), *rest) for n, *rest in step.carried)
        inside = tuple(renamed(s, homes) for s in step.steps)
        return replace(step, steps=inside, carried=carried)  # type: ignore[arg-type]
    if isinstance(step, Launch):
        return replace(
            step, arrays=tuple(map(at, step.arrays)), values=frozenset(map(at, step.values)),
            views={at(n): v for n, v in step.views.items()}, partials=tuple((at(n), j) for n, j in step.partials),
        )  # fmt: skip
    lines = tuple(re.sub(r"(?<![\w.'])\w+\b(?!=)", lambda m: at(m[0]), line) for line in step.lines)
    if isinstance(step, Recurrent):
        return replace(step, reads=tuple(map(at, step.reads)), outs=tuple(map(at, step.outs)), lines=lines)
    if isinstance(step, EngineStep):
        return replace(step, reads=tuple(map(at, step.reads)), out=at(step.out), lines=lines)
    if isinstance(step, Product) and step.plus:
        step = replace(step, plus=at(step.plus))
    if isinstance(step, Convolution):
        step = replace(step, follow={k: at(n) for k, n in step.follow.items()})
    return replace(step, left=at(step.left), right=at(step.right), out=at(step.out), lines=lines)


JOINS = {"sum": "np.add", "prod": "np.multiply", "max": "np.maximum", "min": "np.minimum",
         "any": "np.logical_or", "all": "np.logical_and"}  # fmt: skip
"""Reductions whose parts can be joined, and the NumPy functions that do it."""

_IDENTITY = {"sum": 0, "prod": 1, "any": 0, "all": 1, "cumsum": 0, "cumprod": 1, "reverse_cumsum": 0}


def identity(operator: str, dtype: str) -> float | int:
    """Where a reduction starts."""
    if operator in _IDENTITY:
        return _IDENTITY[operator]
    low = operator in ("max", "argmax")
    if dtype.startswith("float"):
        return float("-inf") if low else float("inf")
    if dtype == "bool":
        return int(not low)
    import numpy as np

    limits = np.iinfo(dtype)
    return int(limits.min if low else limits.max)
