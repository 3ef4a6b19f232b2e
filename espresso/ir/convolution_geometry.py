"""The geometry of a convolution: which axes slide over which, with stride, dilation and padding.

Three arrays take part: the image (with positions ``I``), the result of the forward
convolution (``P``) and the filter (``R``), tied by ``I = stride*P + dilation*R - low``.  A
sum reads two of them and makes the third: "forward" makes P, "data" makes I (the gradient,
or a transposed convolution), "weights" makes R.  In the formula the relation stands in the
slots of the reads, in one of these forms (all others are no convolution):

- ``X[2*p + 3*r - 1]*Y[r]``: the image is read at both; Y is the filter, or the cotangent
- ``X[i - 3*r + 1]*W[r]``: the gradient by the image for stride 1
- ``X[a - t]*W[u + 2*t]``, u < 2: the same for stride 2 at the image's position ``2*a + u``
- ``X[k]*W[(i - 2*k + 1)//3]`` or ``X[(i - 3*r + 1)//2]*W[r]`` where the remainder is 0: the same with any
  stride and dilation

Paddings are looked through, masks must hold wherever the sum reads inside the arrays,
and channels that are split into groups are one axis.  All of this is decided for the
extents of one call; other extents are asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import ceil, floor

from espresso.formulas.extents.affine import difference, ends, linear, shifted
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import inside, is_guard, is_masked
from espresso.ir.arrangement import Arrangement
from espresso.records import dataclass


@dataclass(frozen=True)
class Geometry:
    """A convolution in numbers: ``reads`` are the two factors (image, filter or cotangent first, as engines take them).

    ``low`` is the padding before each axis (negative: that many elements are left out);
    what stands behind follows from the lengths.  ``result`` is the arrangement of the sum
    over ``axes``; ``named`` are arrays among the reads that the formula does not name, with their extents.
    ``lengths`` are the extents of the summed indices, where the sum of the product of both reads is all there is to
    compute: reads at sums of indices, outside 0; else None.
    """

    direction: str
    stride: tuple[int, ...]
    dilation: tuple[int, ...]
    low: tuple[int, ...]
    groups: int
    reads: tuple[Expr, Expr]
    arranged: tuple[Arrangement, Arrangement]
    axes: tuple[str, ...]
    result: Arrangement
    scale: tuple[Expr, ...] = ()
    summed: tuple[str, ...] = ()
    named: Mapping[Expr, Mapping[str, Expr]] = field(default_factory=dict)
    lengths: Mapping[str, Expr] | None = None


@dataclass(frozen=True)
class Form:
    """A slot: factors of indices and a constant, the whole divided by ``divisor`` without remainder."""

    factors: Mapping[str, int]
    constant: int
    divisor: int = 1

    @property
    def index(self) -> str | None:
        """The only index, where the slot is nothing else."""
        if self.constant or self.divisor != 1 or list(self.factors.values()) != [1]:
            return None
        return next(iter(self.factors))


    def expr(self) -> Expr:
        """The form as an expression; it has no divisor."""
        return shifted(self.factors.items(), self.constant)

    def solved(self, name: str) -> Form:
        """The value of an index, whose factor is 1 or -1, for which the form is 0."""
        sign = self.factors[name]
        return Form({n: -sign * c for n, c in self.factors.items() if n != name}, -sign * self.constant)


@dataclass(frozen=True)
class Part:
    """An index of the result as two: ``index + offset = divisor*high + low``."""

    high: str
    low: str
    divisor: int
    offset: int


Bound = tuple[Form, float, float]  # the product is 0 unless low <= form < high


class Numbers:
    """Extents of indices and lengths of arrays as numbers."""

    def __init__(
        self, extents: Mapping[str, Expr], size_of: Callable[[Expr], int],
        lengths_of: Callable[[Expr], Sequence[Expr] | None],
    ) -> None:  # fmt: skip
        self.size_of, self._lengths_of, self.symbolic = size_of, lengths_of, extents
        self._given = extents
        self.extent: dict[str, int] = {}
        self.parts: dict[str, Part] = {}  # indices of the result that stand for two
        self.named: dict[Expr, dict[str, Expr]] = {}  # arrays that were given a name here, with their extents

    def name(self, array: Expr, plain: Sequence[str], lengths: Mapping[str, Expr]) -> bool:
        """Note an array whose axes are known indices and new ones with these lengths."""
        if any(n not in self.symbolic for n in plain):
            return False
        self.named[array] = {**{n: self.symbolic[n] for n in plain}, **lengths}
        return True

    def know(self, names: Sequence[str]) -> bool:
        """Whether these indices have known extents, which are then numbers."""
        for name in names:
            if name not in self.symbolic:
                return False
            self.extent[name] = self.size_of(self.symbolic[name])
        return True

    def is_given(self, name: str) -> bool:
        """Whether an index is one of the formula's, with the extent that it has there."""
        known = self._given.get(name)
        return known is not None and name in self.extent and self.size_of(known) == self.extent[name]

    def form(self, slot: Expr) -> Form | None:
        """A slot with all lengths as numbers; None where it is not affine."""
        found = linear(slot, self.length)
        if found is None or found[1].terms:
            return None
        return Form(found[0], found[1].constant)

    def length(self, node: Expr) -> int:
        """The length that ``size`` is."""
        if node.args[0].op == "tensor":
            return self.size_of(node)
        found = self.lengths(node.args[0])
        return found[node.data] if found is not None else 0

    def lengths(self, array: Expr) -> tuple[int, ...] | None:
        """The lengths of an array."""
        if array.op == "tensor":
            return tuple(self.size_of(ex.size(array, k)) for k in range(array.data.rank))
        if array in self.named:
            return tuple(self.size_of(self.named[array][a]) for a in array.data[1])
        found = self._lengths_of(array)
        return None if found is None else tuple(self.size_of(e) for e in found)

    def symbols(self, array: Expr) -> Sequence[Expr] | None:
        """The lengths of an array of the formula as expressions."""
        return [ex.size(array, k) for k in range(array.data.rank)] if array.op == "tensor" else self._lengths_of(array)

    def range(self, form: Form) -> tuple[int, int]:
        """Smallest and largest value of a form, before the division."""
        return ends(form.factors, form.constant, self.extent.__getitem__)


@dataclass
class Read:
    """A factor of the sum: an array at slots, what is read outside, and bounds beyond which the product is 0."""

    expr: Expr
    forms: list[Form]
    lengths: tuple[int, ...]
    pad: object

    def names(self) -> set[str]:
        """All its indices."""
        return {n for f in self.forms for n in f.factors}


def through_padding(
    read: Expr, numbers: Numbers, stored: Callable[[Expr, Sequence[Expr], Sequence[Expr], Numbers], Expr | None]
) -> tuple[Expr, list[Expr]] | None:  # fmt: skip
    """The read of an array that only pads, shifts or cuts another one as a read of that one, with guards.

    It stops before an array that would be read at something that is not affine; None where a guard is not.
    ``stored`` gives the read of another array for the factors of what this one holds and the masks around them.
    """
    guards: list[Expr] = []
    while read.args[0].op == "let":
        array = read.args[0]
        factors = _flattened(array.args[0])
        values, masks = ([f for f in factors if is_bound(f) is mask] for mask in (False, True))
        inner = values[0] if len(values) == 1 and values[0].op == "access" else stored(array, values, masks, numbers)
        if inner is None or inner.data not in (None, 0):
            break
        if any(n.op not in ("index", "const", "size", "call", "tensor", "let") for s in inner.args[1:]
               for n in ex.postorder(s, into_arrays=False)):  # fmt: skip
            break
        put = dict(zip(array.data[1], read.args[1:], strict=True))
        inside = ex.substitute(inner, put)
        masks = [ex.substitute(f, put) for f in masks]
        if not all(_is_place(s, masks, numbers) for s in inside.args[1:]):
            break
        if read.data is not None:
            lengths = numbers.lengths(array)
            if read.data != 0 or lengths is None or any(numbers.form(s) is None for s in read.args[1:]):
                return None
            guards += between(read.args[1:], lengths)
        guards += masks
        if any(bound_of(g, numbers) is None and not _is_rest(g, numbers) for g in masks):
            return None
        read = inside if read.data is None else ex.access(inside.args[0], inside.args[1:], 0)
    return read, guards


def _flattened(e: Expr) -> list[Expr]:
    """The factors of a product, of those inside it, and of what masks are around."""
    if is_masked(e):
        return _flattened(e.args[0]) + _flattened(e.args[1])
    if ex.is_call(e, "mul") or ex.is_call(e, "and"):
        return [f for a in e.args for f in _flattened(a)]
    return [e]


def divides_evenly(quotient: Expr) -> Expr:
    """The guard which says that a quotient leaves no remainder."""
    return ex.call("eq", ex.call("mod", *quotient.args), ex.const(0))


def _is_place(slot: Expr, masks: Sequence[Expr], numbers: Numbers) -> bool:
    """Whether a slot is affine, or a quotient that leaves no remainder where the masks are 1."""
    return numbers.form(slot) is not None or ex.is_call(slot, "floordiv") and divides_evenly(slot) in masks


def _is_rest(guard: Expr, numbers: Numbers) -> bool:
    """Whether a guard says that an affine form has no rest when it is divided by a number."""
    left = guard.args[0]
    return (
        ex.is_call(guard, "eq") and ex.is_call(left, "mod") and guard.args[1] is ex.const(0)
        and all(numbers.form(a) is not None for a in left.args)
    )  # fmt: skip


def between(slots: Sequence[Expr], lengths: Sequence[int]) -> list[Expr]:
    """Guards ``0 <= slot`` and ``slot < length``."""
    return inside(slots, map(ex.const, lengths))


def is_bound(e: Expr) -> bool:
    """Whether a factor is a comparison of positions, whatever the arrays hold."""
    return is_guard(e) and not any(n.op == "access" for n in ex.postorder(e, into_arrays=False))


def bound_of(guard: Expr, numbers: Numbers) -> Bound | None:
    """A comparison of affine expressions as a bound of their difference."""
    form = difference(guard.args, numbers.length) if guard.data in _LIMITS else None
    return None if form is None or form[1].terms else (Form(form[0], form[1].constant), *_LIMITS[guard.data])


_INF = float("inf")
_LIMITS: dict[str, tuple[float, float]] = {
    "lt": (-_INF, 0), "le": (-_INF, 1), "gt": (1, _INF), "ge": (0, _INF), "eq": (0, 1),
}  # fmt: skip


def holds(bound: Bound, reads: Sequence[Read], numbers: Numbers) -> bool:
    """Whether a bound never cuts anything: its form stays inside, or a read is outside its array where it does not.

    A slot ``g`` with ``0 <= g < n`` says of a form ``f`` that ``c*f = g - (g - c*f)`` is between two numbers.
    """
    form, low, high = bound
    first, last = (Fraction(n) for n in numbers.range(form))
    slots = [(s, n) for r in reads if r.pad == 0 for s, n in zip(r.forms, r.lengths, strict=True)]
    for slot, length in slots:
        greatest = (length - 1) * slot.divisor
        for name, own in form.factors.items():
            if not own or not slot.factors.get(name):
                continue
            c = Fraction(slot.factors[name], own)
            less: Fraction = slot.constant - c * form.constant
            more = less
            for n in {*slot.factors, *form.factors}:
                step = (slot.factors.get(n, 0) - c * form.factors.get(n, 0)) * (max(1, numbers.extent[n]) - 1)
                less, more = (less + step, more) if step < 0 else (less, more + step)
            ends = (-more / c, (greatest - less) / c)
            first, last = max(first, min(ends)), min(last, max(ends))
    return low <= ceil(first) and floor(last) < high


def arrangement(
    axes: Sequence[tuple[str, ...]], groups: Sequence[Sequence[str]], extent: Mapping[str, int]
) -> Arrangement:
    """How the axes of an array, each with its parts, become one axis for each group of names."""
    flat = [n for parts in axes for n in parts]
    wanted = [n for g in groups for n in g]
    parts = tuple(tuple(extent[n] for n in p) if len(p) > 1 else () for p in axes)
    return Arrangement(parts, tuple(flat.index(n) for n in wanted), tuple(len(g) for g in groups))

