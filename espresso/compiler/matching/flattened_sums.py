"""Nested sums flattened to one product over one index set, in which `convolutions` looks for a convolution.

Derivatives of padded, cropped, strided and grouped reads are written over arrays between: ``dx[k] = pad(s)[k + 1]``
with ``s[i] = sum[n,q,b](d[q,b]*w[b + 2*n]*(i == q - n + 1))`` and ``d[q,b] = pad(G)[b + 2*q - 1]`` is the sum of
``G[r + 2*k - 1]*w[r]``.  For the extents at hand all lengths are numbers, so that this is found by a few steps:
sums that nothing else reads are put where they are read, equations are solved for a summed index,
bounds that hold anyway are dropped, and two indices of which only ``b + 2*n`` is used become one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from math import prod

from espresso.compiler.matching.sliding_values import stored_value
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of, is_masked
from espresso.ir.convolution_geometry import (
    Form,
    Numbers,
    Part,
    Read,
    between,
    bound_of,
    divides_evenly,
    holds,
    is_bound,
    through_padding,
)

Inside = Callable[[Expr], Mapping[str, Expr] | None]
"""The extents of an array's indices where its sum may be computed where it is read, else None."""


def never(read: Expr) -> Mapping[str, Expr] | None:
    """No array is computed where it is read."""
    return None


def terms_of(node: Expr, numbers: Numbers, inside: Inside = never) -> Terms | None:
    """The terms of a sum, sums inside it and those that it alone reads included; None for anything else."""
    taken, summed, found = {*node.free}, set[str](), list[Expr]()
    work: list[tuple[Expr, Mapping[str, Expr], Mapping[str, Expr]]] = [(node, {}, numbers.symbolic)]
    while work:
        e, put, known = work.pop()
        if e.op == "reduce" and e.data[0] == "sum":
            if any(n not in known for n in e.data[1]):
                return None
            names: dict[str, str] = {}
            for n in e.data[1]:
                names[n] = ex.fresh({*taken, *e.data[1], *names.values()}, n) if n in taken else n
            taken |= {*names.values()}
            summed |= {*names.values()}
            numbers.symbolic = {**numbers.symbolic, **{new: known[n] for n, new in names.items()}}
            work.append((e.args[0], {**put, **{n: ex.index(new) for n, new in names.items()}}, known))
        elif ex.is_call(e, "mul"):
            work += [(f, put, known) for f in reversed(factors_of(e))]
        elif ex.is_call(e, "and"):
            work += [(f, put, known) for f in e.args]
        elif is_masked(e):
            work += [(f, put, known) for f in (e.args[1], e.args[0])]
        elif (within := _put_inside(e, put, numbers, inside)) is not None:
            array, slots, guards, more = within
            found += guards
            work.append((array.args[0], dict(zip(array.data[1], slots, strict=True)), more))
        else:
            found.append(ex.substitute(e, put) if put else e)
    if not summed or not numbers.know(sorted(node.free | summed)) or 0 in numbers.extent.values():
        return None
    return Terms(found, {*node.free}, summed, numbers)


def _put_inside(
    e: Expr, put: Mapping[str, Expr], numbers: Numbers, inside: Inside
) -> tuple[Expr, list[Expr], list[Expr], Mapping[str, Expr]] | None:
    """The array that is read, its slots, guards that keep them inside, and extents; None where it is an array."""
    if e.op != "access" or e.args[0].op != "let" or e.data not in (None, 0):
        return None
    known, lengths = inside(e), numbers.lengths(e.args[0])
    if known is None or lengths is None or not _is_one_product(e.args[0].args[0]):
        return None
    slots = [ex.substitute(s, put) for s in e.args[1:]]
    return e.args[0], slots, [] if e.data is None else between(slots, lengths), known


def _is_one_product(body: Expr) -> bool:
    """Whether a body is a sum of a product, with no sums elsewhere in it."""
    work = [body]
    while work:
        e = work.pop()
        if e.op == "reduce" and e.data[0] == "sum" or ex.is_call(e, "mul") or ex.is_call(e, "and") or is_masked(e):
            work += e.args
        elif any(n.op in ("reduce", "scan") for n in ex.postorder(e, into_arrays=False)):
            return False
    return True


class Terms:
    """Factors and guards of a product, the indices of its result and those that are summed."""

    def __init__(self, factors: Sequence[Expr], out: set[str], summed: set[str], numbers: Numbers) -> None:
        self.guards = [f for f in factors if is_bound(f)]
        self.scale = tuple(f for f in factors if f.op == "const")
        self.factors = [f for f in factors if f.op != "const" and not is_bound(f)]
        self.out, self.summed, self.numbers = out, summed, numbers
        self.closed: Terms | None = None  # with the arrays that were looked through as they are

    def normal(self) -> Terms:
        """The terms after all steps."""
        while self._solve():
            pass
        self._parts()
        closed = self._copied()
        if self._through_arrays():
            self.closed = closed
        return self._solved()

    def _solved(self) -> Terms:
        while self._solve():
            pass
        self.simplified()
        return self

    def simplified(self) -> None:
        """Without bounds that hold, with pairs of indices as one, and these as long as something is there."""
        self._drop()
        while self._merge():
            pass
        self._clip()

    def forms(self, factor: Expr) -> Read | None:
        """A factor as a read with affine slots, also such that are divided where a guard says that there is no rest."""
        if factor.op != "access" or factor.data not in (None, 0):
            return None
        lengths, forms = self.numbers.lengths(factor.args[0]), [self._form(s) for s in factor.args[1:]]
        if lengths is None or None in forms or 0 in lengths:
            return None
        return Read(factor, [f for f in forms if f is not None], lengths, factor.data)

    def _form(self, slot: Expr) -> Form | None:
        if not ex.is_call(slot, "floordiv") or not slot.free or divides_evenly(slot) not in self.guards:
            return self.numbers.form(slot)
        inner, divisor = (self.numbers.form(a) for a in slot.args)
        return None if inner is None or divisor is None or divisor.factors else replace(inner, divisor=divisor.constant)

    def others(self) -> Iterator[Terms]:
        """The terms with other summed indices: for each read those for which it is at plain indices and not at sums.

        Where more products would be added up than now, the terms stay as they are.  At last come the terms with the
        arrays between as they are: a cotangent that is cut is read where the mask beside it is, the one that it is cut
        from is read elsewhere.
        """
        for k, step in itertools.product(range(len(self.factors)), (Terms._divide, Terms._make_plain)):
            found = self._copied()
            if step(found, k):
                found.simplified()
                if found.count() <= self.count():
                    yield found
        if self.closed is not None:
            yield self.closed._solved()

    def count(self) -> int:
        """How many products are added up."""
        return prod(self.numbers.extent[n] for n in self.summed)

    def _copied(self) -> Terms:
        found = copy(self)
        found.guards, found.factors, found.numbers = list(self.guards), list(self.factors), copy(self.numbers)
        found.numbers.extent, found.numbers.parts = dict(self.numbers.extent), dict(self.numbers.parts)
        return found

    # --- the steps ---

    def _put(self, values: Mapping[str, Expr]) -> None:
        self.factors = [ex.substitute(f, values) for f in self.factors]
        self.guards = [ex.substitute(g, values) for g in self.guards]

    def _parts(self) -> None:
        """``(i + c)//n`` and ``(i + c) % n`` as indices of their own, where i is an axis of the result."""
        numbers, divided = self.numbers, dict[str, list[tuple[Expr, Expr]]]()
        for node in ex.postorder(*self.factors, *self.guards, into_arrays=False):
            if not (ex.is_call(node, "floordiv") or ex.is_call(node, "mod")) or len(node.free) != 1:
                continue
            (name,) = node.free
            form, divisor = numbers.form(node.args[0]), numbers.form(node.args[1])
            if name not in self.out or form is None or form.factors != {name: 1} or form.constant < 0:
                continue
            if divisor is None or divisor.factors or divisor.constant < 1:
                continue
            part = Part("", "", divisor.constant, form.constant)
            if numbers.parts.setdefault(name, part) == part:
                divided.setdefault(name, []).append((node, node.args[0]))
        for name, nodes in divided.items():
            part = numbers.parts[name]
            high = ex.fresh([*numbers.extent], name)
            low = ex.fresh([*numbers.extent, high], name)
            numbers.parts[name] = part = Part(high, low, part.divisor, part.offset)
            last = numbers.extent[name] - 1 + part.offset
            numbers.extent |= {high: last // part.divisor + 1, low: part.divisor}
            self.out = self.out - {name} | {high, low}
            put = {node: ex.index(high if ex.is_call(node, "floordiv") else low) for node, _ in nodes}
            self.factors, self.guards = (
                [ex.replace(f, put, into_arrays=False) for f in some] for some in (self.factors, self.guards)
            )
            whole = Form({high: part.divisor, low: 1}, -part.offset)
            self._put({name: whole.expr()})

    def _through_arrays(self) -> bool:
        """Reads of arrays that only pad, shift or cut as reads of what they cut; whether there were any."""
        before = list(self.factors)
        for k, factor in enumerate(self.factors):
            if factor.op == "access" and (found := through_padding(factor, self.numbers, stored_value)) is not None:
                self.factors[k] = found[0]
                self.guards += found[1]
        return self.factors != before

    def _solve(self) -> bool:
        """Put one summed index in place of an equation, one that is itself the place of a read where there is one."""
        places = {f.index for r in filter(None, map(self.forms, self.factors)) for f in r.forms}
        for guard in self.guards:
            bound = bound_of(guard, self.numbers) if ex.is_call(guard, "eq") else None
            if bound is None:
                continue
            names = [n for n, c in bound[0].factors.items() if n in self.summed and abs(c) == 1]
            if names:
                name = min(names, key=lambda n: n not in places)
                self.guards.remove(guard)
                self._exchange(name, bound[0].solved(name))
                return True
        return False

    def _exchange(self, name: str, value: Form) -> None:
        """Put a form of other indices in place of a summed one, which guards keep within its range."""
        self.summed = self.summed - {name}
        self.factors = [ex.access(f.args[0], f.args[1:], 0) if f.op == "access" and f.data is None and name in f.free
                        else f for f in self.factors]  # fmt: skip
        self._put({name: value.expr()})
        self.guards += between([value.expr()], [self.numbers.extent[name]])

    def _drop(self) -> None:
        """Leave out the guards that hold wherever the arrays are read inside."""
        reads = [r for f in self.factors if (r := self.forms(f)) is not None]
        bounds = [bound_of(g, self.numbers) for g in self.guards]
        self.guards = [g for g, b in zip(self.guards, bounds, strict=True)
                       if b is None or not holds(b, reads, self.numbers)]  # fmt: skip

    def _all_forms(self) -> tuple[list[Form], set[str]]:
        """All forms in reads and guards, and the indices that stand elsewhere."""
        forms, elsewhere = list[Form](), set[str]()
        for factor in self.factors:
            read = self.forms(factor)
            if read is None:
                elsewhere |= factor.free
            else:
                forms += read.forms
        for guard in self.guards:
            bound = bound_of(guard, self.numbers)
            if bound is None:
                elsewhere |= guard.free
            else:
                forms.append(bound[0])
        return forms, elsewhere

    def _merge(self) -> bool:
        """Make one index of two that are only used as ``low + extent*high``."""
        numbers = self.numbers
        forms, elsewhere = self._all_forms()
        pairs = [(p.high, p.low, n) for n, p in numbers.parts.items()]
        pairs += [(a, b, "") for a, b in itertools.permutations(sorted(self.summed), 2)]
        for high, low, whole in pairs:
            step = numbers.extent[low]
            if {high, low} & elsewhere or not any(low in f.factors for f in forms):
                continue
            if any(f.factors.get(high, 0) != step * f.factors.get(low, 0) for f in forms):
                continue
            name = whole or ex.fresh([*numbers.extent], low)
            offset = numbers.parts.pop(whole).offset if whole else 0
            self._put({low: Form({name: 1}, offset).expr(), high: ex.const(0)})
            if whole:
                self.out = self.out - {high, low} | {name}
            else:
                numbers.extent[name] = step * numbers.extent[high]
                self.summed = self.summed - {high, low} | {name}
            return True
        return False

    def _clip(self) -> None:
        """Summed indices run no further than an array that is 0 outside, or than a guard says."""
        extent = self.numbers.extent
        for read in filter(None, map(self.forms, self.factors)):
            for form, length in zip(read.forms, read.lengths, strict=True) if read.pad == 0 else ():
                if form.index in self.summed:
                    extent[form.index] = min(extent[form.index], length)
        for guard in list(self.guards):
            bound = bound_of(guard, self.numbers)
            if bound is None or list(bound[0].factors.values()) != [1]:
                continue
            (name,) = bound[0].factors
            above = bound[2] - bound[0].constant
            if name in self.summed and bound[1] <= bound[0].constant and 0 < above < float("inf"):
                extent[name] = min(extent[name], int(above))
                self.guards.remove(guard)

    def _divide(self, at: int) -> bool:
        """Take the quotient as the index of a read at ``f//n`` without remainder, and solve for an index of f."""
        factor, done = self.factors[at], False
        lengths = self.numbers.lengths(factor.args[0]) if factor.op == "access" and factor.data == 0 else None
        for slot, length in zip(factor.args[1:], lengths, strict=True) if lengths is not None else ():
            if not ex.is_call(slot, "floordiv"):
                continue
            form = self._form(slot)
            if form is None or divides_evenly(slot) not in self.guards:
                continue
            name = next((n for n, c in form.factors.items() if n in self.summed and abs(c) == 1), None)
            if name is None:
                continue
            new = ex.fresh([*self.numbers.extent], name)
            self.numbers.extent[new] = length
            self.summed = self.summed | {new}
            self.guards.remove(divides_evenly(slot))
            self.factors = [ex.replace(f, {slot: ex.index(new)}, into_arrays=False) for f in self.factors]
            equation = Form({**form.factors, new: -form.divisor}, form.constant)
            self._exchange(name, equation.solved(name))
            done = True
        return done

    def _make_plain(self, at: int) -> bool:
        """Take the place where a read stands along each axis as the summed index; whether there was one to take."""
        read, done = self.forms(self.factors[at]), False
        if read is None:
            return False
        for form, length in zip(read.forms, read.lengths, strict=True):
            names = [n for n, c in form.factors.items() if n in self.summed and abs(c) == 1]
            if form.index is not None or form.divisor != 1 or len(names) != 1:
                continue
            low, high = self.numbers.range(form)
            if read.pad != 0 and not (low >= 0 and high < length):
                continue
            new = ex.fresh([*self.numbers.extent], names[0])
            self.numbers.extent[new] = length
            factors = dict(form.factors)
            factors[new] = -1
            self.summed = self.summed | {new}
            self._exchange(names[0], Form(factors, form.constant).solved(names[0]))
            done = True
        return done
