"""Recognition of convolutions among sums of products, as an `ir.convolution_geometry.Geometry`.

A sum is taken apart into reads; indices that share a slot make a spatial axis, all others
are told apart by where they stand (batch, channel, channel of the result, group).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from math import prod

from espresso.compiler.matching.flattened_sums import Inside, Terms, never, terms_of
from espresso.compiler.matching.sliding_values import collected, value_axes
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of, is_guard, reads_array
from espresso.ir.convolution_geometry import (
    Form,
    Geometry,
    Numbers,
    Read,
    arrangement,
    bound_of,
    divides_evenly,
    holds,
)
from espresso.records import dataclass


@dataclass(frozen=True)
class Axis:
    """One spatial axis: its slots in the first and the second read, its indices in the result, and numbers."""

    first: int | str
    second: int | str
    result: tuple[str, ...]
    form: str  # "F" both positive, "D" the gradient by the image
    stride: int
    dilation: int
    low: int


def geometry_of(
    node: Expr, extents: Mapping[str, Expr], size_of: Callable[[Expr], int],
    lengths_of: Callable[[Expr], Sequence[Expr] | None], preferred: Sequence[str] = (), inside: Inside = never,
) -> Geometry | None:  # fmt: skip
    """The convolution that a sum is for these extents, or None; its axes in the ``preferred`` order where possible.

    ``inside`` says of a read which arrays may be computed where they are read.
    """
    numbers = Numbers(extents, size_of, lengths_of)
    found = terms_of(node, numbers, inside)
    if found is None or not any(_slides(f) for f in found.factors):
        return None
    if not found.guards and not any(map(_reads_computed_positions, found.factors)):
        return None
    found = found.normal()
    axes = tuple(dict.fromkeys([*(n for n in preferred if n in node.free), *node.axes]))
    every = (_Search(node, terms, axes).found() for terms in itertools.chain([found], found.others()))
    return next((geometry for geometry in every if geometry is not None), None)


def _slides(factor: Expr) -> bool:
    """Whether an array is read at a sum of indices, as it is or within a function, or a named array is read."""
    if reads_array(factor):
        return True
    reads = [n for n in ex.postorder(factor, into_arrays=False) if n.op == "access"]
    return any(s.op == "call" and len(s.free) > 1 for r in reads for s in r.args[1:])


def _reads_computed_positions(factor: Expr) -> bool:
    """Whether an array is read at more than plain indices here, or in arrays that only pad, shift or cut others."""
    work, seen = [factor], set[Expr]()
    while work:
        for node in ex.postorder(work.pop(), into_arrays=False):
            if node.op == "call" and any(a.op == "index" for a in node.args):
                return True
            if reads_array(node) and node.args[0] not in seen:
                seen.add(node.args[0])
                factors = factors_of(node.args[0].args[0])
                if len([f for f in factors if not is_guard(f)]) == 1:
                    work += factors
    return False


class _Search:
    """The search in one sum."""

    def __init__(self, node: Expr, terms: Terms, preferred: tuple[str, ...]) -> None:
        self.node, self.out, self.summed, self.numbers = node, terms.out, terms.summed, terms.numbers
        self.preferred = preferred
        self.terms, self.scale = terms, terms.scale
        self.guards, self.factors = list(terms.guards), terms.factors

    def found(self) -> Geometry | None:
        """The geometry, or None."""
        if len(self.factors) < 2:
            return None
        reads = [self._read(f) for f in self.factors]
        sliding = [r for r in reads if r is not None and self._sliding(r)]
        rest = [f for f, r in zip(self.factors, reads, strict=True) if r is None or r not in sliding]
        values = [f for f, r in zip(self.factors, reads, strict=True) if r is None]
        if not 1 <= len(sliding) <= 2 or any(self._slides(f) for f in values):
            together = collected(self.terms, values, self._parts)
            if together is None:
                return None
            others = [self._read(f) for f in together[1]]
            further = [r for r in others if r is not None and self._sliding(r)]
            sliding = [together[0], *further]
            rest = [f for f, r in zip(together[1], others, strict=True) if r is None or r not in further]
        if len(sliding) + bool(rest) != 2:
            return None
        if len(sliding) == 2:
            pairs = [sliding, sliding[::-1]]
        else:
            other = self._combined_operand(rest)
            pairs = [[sliding[0], other], [other, sliding[0]]] if other is not None else []
        found = [made for first, second in pairs if (made := self._match(first, second)) is not None]
        return max(found, key=lambda m: m[1])[0] if found else None

    def _slides(self, factor: Expr) -> bool:
        """Whether a value has an index of the result and one that is summed in one place."""
        return any(
            ex.is_call(n, "add") and n.free & self.out and n.free & self.summed and self.numbers.form(n) is not None
            for n in ex.postorder(factor, into_arrays=False)
        )

    def _read(self, factor: Expr) -> Read | None:
        """A factor as a read with affine slots; None for other values."""
        read = self.terms.forms(factor)
        if read is not None:
            divided = {divides_evenly(s) for s, f in zip(factor.args[1:], read.forms, strict=True) if f.divisor != 1}
            self.guards = [g for g in self.guards if g not in divided]
        return read

    def _composite(self, read: Read, form: Form) -> bool:
        return form.index is None and not self._split(read, form)

    def _sliding(self, read: Read) -> bool:
        return any(form.factors and self._composite(read, form) for form in read.forms)

    def _split(self, read: Read, form: Form) -> tuple[str, str] | None:
        """(group, channel) where a slot is ``n*group + channel`` and runs over the whole axis."""
        pair = self._parts(form)
        if pair is None or prod(self.numbers.extent[n] for n in pair) != read.lengths[read.forms.index(form)]:
            return None
        return pair

    def _parts(self, form: Form) -> tuple[str, str] | None:
        """(group, channel) where a form is ``n*group + channel`` with n channels in each group."""
        if form.constant or form.divisor != 1 or len(form.factors) != 2:
            return None
        extent = self.numbers.extent
        for (high, step), (low, one) in itertools.permutations(form.factors.items()):
            if one == 1 and step == extent[low] and high in self.out and self._everywhere(high):
                return high, low
        return None

    def _everywhere(self, name: str) -> bool:
        return all(name in f.free for f in self.factors)

    def _combined_operand(self, rest: Sequence[Expr]) -> Read | None:
        """Factors that slide over nothing as one operand: an array as it is, or a value to be computed first."""
        if len(rest) == 1 and (read := self._read(rest[0])) is not None:
            names = [f.index or self._split(read, f) for f in read.forms]
            if None not in names and len({*names}) == len(names) and self._whole(read):
                return read
        value = ex.call("mul", *rest)
        free = [s.data[0] for s in value.args[1:] if s.op == "index"] if value.op == "access" else value_axes(value)
        if value.op == "access" and not self._plain(value, free):
            # the step would read the array itself: the part of it that is meant becomes an array of its own
            value, free = ex.call("mul", ex.const(1), value), value_axes(value)
        if not all(map(self.numbers.is_given, free)):
            return None  # the value is computed as a statement over indices of the formula
        forms = [Form({n: 1}, 0) for n in free]
        return Read(value, forms, tuple(self.numbers.extent[n] for n in free), None)

    def _plain(self, read: Expr, names: Sequence[str]) -> bool:
        """Whether a read is its whole array, with an index for each axis."""
        lengths = self.numbers.lengths(read.args[0])
        whole = lengths is not None and [self.numbers.extent.get(n) for n in names] == list(lengths)
        return whole and read.data is None and len({*names}) == len(names) == len(read.args) - 1

    def _whole(self, read: Read) -> bool:
        """Whether the slots that are plain indices run over whole axes."""
        return all(
            f.index is None or self.numbers.extent[f.index] == n
            for f, n in zip(read.forms, read.lengths, strict=True)
        )

    # --- matching ---

    def _match(self, first: Read, second: Read) -> tuple[Geometry, int] | None:
        """The convolution in which ``first`` is the image (or the cotangent of a gradient by the image).

        With it how much longer ``first`` is than ``second``: of two readings the one with the shorter filter is meant.
        """
        if not (self._whole(first) and self._whole(second)):
            return None
        axes = self._spatial(first, second)
        if not axes or len({a.form for a in axes}) > 1:
            return None
        bounds = [bound_of(g, self.numbers) for g in self.guards]
        if not all(b is not None and holds(b, (first, second), self.numbers) for b in bounds):
            return None
        labels = [self._labels(r, [a.first for a in axes] if r is first else [a.second for a in axes])
                  for r in (first, second)]  # fmt: skip
        if any(label is None for label in labels):
            return None
        mine, own = ([label for label in found if label is not None] for found in labels if found is not None)
        longer = sum(first.lengths[int(a.first)] - second.lengths[int(a.second)] for a in axes)
        made = self._roles(first, second, axes, mine, own)
        return None if made is None else (made, longer)

    def _labels(self, read: Read, slots: Sequence[int | str]) -> list[tuple[str, ...]] | None:
        """Names for the axes of a read: its indices, and ``@k`` for the k-th spatial axis."""
        found: list[tuple[str, ...]] = []
        for at, form in enumerate(read.forms):
            if at in slots:
                found.append((f"@{slots.index(at)}",))
            elif form.index is not None:
                found.append((form.index,))
            elif (pair := self._split(read, form)) is not None:
                found.append(pair)
            else:
                return None
        flat = [n for parts in found for n in parts]
        return found if len(set(flat)) == len(flat) and len({*slots}) == len(slots) else None

    def _spatial(self, first: Read, second: Read) -> list[Axis] | None:
        """The spatial axes, in the order of the first read; None where some slot fits no form."""
        at = {f.index: k for k, f in enumerate(second.forms) if f.index}
        axes: list[tuple[int, Axis]] = []
        seen: set[int] = set()
        for k, form in enumerate(first.forms):
            if not self._composite(first, form):
                continue
            taps = [n for n in form.factors if n in self.summed and n in second.names()]
            rest = [n for n in form.factors if n not in taps]
            if len(taps) != 1 or len(rest) != 1 or rest[0] not in self.out or rest[0] in second.names():
                return None
            tap, place = taps[0], rest[0]
            axis = self._axis(first, second, k, tap, place, at.get(tap))
            if axis is None:
                return None
            seen.add(int(axis.second))
            axes.append((k, axis))
        for k, form in enumerate(second.forms):
            if k in seen or not self._composite(second, form):
                continue
            axis = self._by_positions(first, second, k, form)
            if axis is None:
                return None
            axes.append((int(axis.first), axis))
        return [a for _, a in sorted(axes, key=lambda p: p[0])]

    def _axis(self, first: Read, second: Read, k: int, tap: str, place: str, other: int | None) -> Axis | None:
        form = first.forms[k]
        own, mine, extent = form.factors[tap], form.factors[place], self.numbers.extent
        low, high = self.numbers.range(form)
        if not (first.pad == 0 or low >= 0 and high // form.divisor < first.lengths[k]):
            return None
        if other is not None:
            if own > 0 and mine > 0:
                return Axis(k, other, (place,), "F", mine, own, -form.constant) if form.divisor == 1 else None
            return Axis(k, other, (place,), "D", form.divisor, -own, form.constant) if own < 0 and mine == 1 else None
        if own != -1 or mine != 1 or form.divisor != 1:
            return None
        for at, slot in enumerate(second.forms):  # W[u + s*t]
            if tap in slot.factors and len(slot.factors) == 2 and not slot.constant and slot.divisor == 1:
                (rest,) = (n for n in slot.factors if n != tap)
                stride = slot.factors[tap]
                covered = extent[tap] * stride
                inside = covered >= second.lengths[at] and (covered == second.lengths[at] or second.pad == 0)
                if slot.factors[rest] == 1 and stride > 1 and extent[rest] == stride and rest in self.out and inside:
                    return Axis(k, at, (place, rest), "D", stride, 1, stride * form.constant)
        return None

    def _by_positions(self, first: Read, second: Read, k: int, form: Form) -> Axis | None:
        """``X[k]*W[(i - s*k + o)//d]``: the sum runs over the positions."""
        positions = [n for n in form.factors if n in self.summed]
        rest = [n for n in form.factors if n not in positions]
        at = {f.index: j for j, f in enumerate(first.forms) if f.index}
        if len(positions) != 1 or len(rest) != 1 or positions[0] not in at or rest[0] not in self.out:
            return None
        stride = -form.factors[positions[0]]
        low, high = self.numbers.range(form)
        inside = low >= 0 and high // form.divisor < second.lengths[k]
        if stride < 1 or form.factors[rest[0]] != 1 or rest[0] in first.names() or not (inside or second.pad == 0):
            return None
        return Axis(at[positions[0]], k, (rest[0],), "D", stride, form.divisor, form.constant)

    # --- roles ---

    def _roles(
        self, first: Read, second: Read, axes: Sequence[Axis], mine: list[tuple[str, ...]], own: list[tuple[str, ...]]
    ) -> Geometry | None:
        a, b = ([n for parts in found for n in parts if n[0] != "@"] for found in (mine, own))
        spatial = [n for axis in axes for n in axis.result]
        both = [n for n in a if n in b]
        left = [n for n in a if n not in b]
        right = [n for n in b if n not in a]
        shared, group = [n for n in both if n not in self.out], [n for n in both if n in self.out]
        if sorted([*left, *right, *group, *spatial]) != sorted(self.out):
            return None  # a summed index is left over, or one of the result stands in two places, as in X[p + r, p]
        marks = [[f"@{k}"] for k in range(len(axes))]
        direction = "data" if axes[0].form == "D" else self._sense(first, axes, shared, left)
        if direction == "forward":
            views = [left, [*group, *shared], *marks], [[*group, *right], shared, *marks]
            result = [left, [*group, *right]]
        elif direction == "weights":
            views = [shared, [*group, *left], *marks], [shared, [*group, *right], *marks]
            result = [[*group, *right], left]
        else:
            views = [left, [*group, *shared], *marks], [[*group, *shared], right, *marks]
            result = [left, [*group, *right]]
        places = [self._output_axis(axis) for axis in axes]
        result += [[n] if isinstance(n, str) else list(n) for n, _ in places]
        flip = direction == "weights"
        stride = tuple(x.dilation if flip else x.stride for x in axes)
        dilation = tuple(x.stride if flip else x.dilation for x in axes)
        extent, split = self.numbers.extent, self._split_result(result)
        arranged = arrangement(mine, views[0], extent), arrangement(own, views[1], extent)
        order = self._order(result, split) if split is not None else None
        if order is None or split is None:
            return None
        return Geometry(
            direction, stride, dilation, tuple(low for _, low in places), prod(extent[n] for n in group),
            (first.expr, second.expr), arranged, order,
            arrangement([split.get(n, (n,)) for n in order], result, extent), self.scale, tuple(sorted(self.summed)),
            {r.args[0]: self.numbers.named[r.args[0]] for r in (first.expr, second.expr)
             if r.op == "access" and r.args[0] in self.numbers.named},
            self._lengths(first, second),
        )  # fmt: skip

    def _lengths(self, first: Read, second: Read) -> dict[str, Expr] | None:
        """The extents of the summed indices; None where more than the product of both reads is summed."""
        n, known = self.numbers, self.numbers.symbolic
        for read in (first, second):
            plain = all(f.divisor == 1 and not {*f.factors} & n.parts.keys() for f in read.forms)
            if not plain:
                return None
        names = sorted(self.summed)
        same = all(name in known and n.size_of(known[name]) == n.extent[name] for name in names)
        return {name: known[name] for name in names} if same and not n.parts else None

    def _sense(self, first: Read, axes: Sequence[Axis], shared: Sequence[str], left: Sequence[str]) -> str:
        """Forward, or the gradient by the filter: that one sums the batch, which stands first in the image."""
        start = first.forms[0].index
        if start in shared and left:
            return "weights"
        if start in left:
            return "forward"
        extent = self.numbers.extent
        taps = prod(first.lengths[int(x.first)] - extent[x.result[0]] + 1 for x in axes)
        return "weights" if taps > prod(extent[x.result[0]] for x in axes) else "forward"

    def _output_axis(self, axis: Axis) -> tuple[str | tuple[str, ...], int]:
        """The indices of the result along an axis, one where they are the parts of one, and the padding before."""
        for name, part in self.numbers.parts.items():
            if (part.high, part.low) == axis.result and part.divisor == axis.stride:
                return name, axis.low + part.offset
        return axis.result, axis.low

    def _split_result(self, groups: Sequence[Sequence[str]]) -> dict[str, tuple[str, str]] | None:
        """The indices of the result that stand as two of the groups' names; None where these say more than it has."""
        found = {}
        for name, part in self.numbers.parts.items():
            if any(name in g for g in groups):
                continue
            if part.offset or self.numbers.extent[name] % part.divisor:
                return None
            found[name] = part.high, part.low
        return found

    def _order(self, groups: Sequence[Sequence[str]], split: Mapping[str, tuple[str, str]]) -> tuple[str, ...] | None:
        """The axes of the result: in the order of the sum's own where that is one a library can write."""
        back = {n: whole for whole, pair in split.items() for n in pair}
        canonical = tuple(dict.fromkeys(back.get(n, n) for g in groups for n in g))
        for order in (self.preferred, canonical):
            if arrangement([split.get(n, (n,)) for n in order], groups, self.numbers.extent).in_line:
                return tuple(order)
        return None
