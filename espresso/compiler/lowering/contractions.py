"""Lowering of sums of products: contraction order, and which contractions become library calls.

``SumsOfProducts.lower`` gets a sum whose factors are lowered already.  A factor that has
all the indices makes it one loop nest; else the factors are contracted pair by pair in
the order that ``contraction.plan_path`` finds, by a matrix library where the index sets
allow it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from espresso.algebra.contraction import contraction
from espresso.algebra.contraction.equivalence import Key
from espresso.algebra.normal_form.signs import bound_together, infinite_in
from espresso.compiler.lowering.packed_products import is_read_in_place, packs
from espresso.compiler.lowering.rematerialise import skinny, streaming, written_out
from espresso.compiler.sizes import Size
from espresso.formulas.extents.affine import linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of, is_masked
from espresso.ir.calls import Contraction, PackedContraction
from espresso.ir.engine import BLAS_DTYPES
from espresso.ir.loops import Buffer, Statement, accesses, indices_of
from espresso.ir.storage.dtypes import WeakName, value_dtypes

if TYPE_CHECKING:
    from espresso.compiler.lowering.lower import Lowering

LEAST_USES = 4
"""Products in which a copied window has to take part; with fewer (depthwise convolution) loops read it in place."""

LEAST_TILE = 16
"""Rows and columns from which on a product of few terms is one of matrices rather than a loop that adds the terms."""


def is_plain(e: Expr, extents: Mapping[str, Expr], buffers: Mapping[str, Buffer]) -> bool:
    """Whether ``e`` reads a whole array at distinct indices, so that a library can take it.

    The rows of a recurrence may be more than those that are read: their number is a sum, and stands in its buffer.
    """
    if e.op != "access" or e.data is not None or e.args[0].op != "tensor":
        return False
    names = indices_of(e)
    shape = buffers[e.args[0].data.name].shape if e.args[0].data.name in buffers else ()
    if names is None or not all(extents[n].op in ("size", "const") for n in names):
        return False
    declared = ((extents[n], length) for n, length in zip(names, shape, strict=False))
    return all(m.op != "call" and (m.op != "const" or n.op != "const" or n is m) for n, m in declared)


class SumsOfProducts:
    """Lowering of sums, for one ``Lowering`` that takes the statements and buffers."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering

    def lower(self, over: tuple[str, ...], body: Expr, axes: Sequence[str], extents: Mapping[str, Expr]) -> Expr:
        """``sum[over](body)``: reads of buffers, times factors that are not summed."""
        absent = tuple(n for n in over if n not in body.free)
        if absent:  # an array that was put in did not depend on them
            rest = tuple(n for n in over if n in body.free)
            value = self.lower(rest, body, axes, extents) if rest else body
            return self.lowering.loop_reduction("sum", absent, value, in_order(axes, value.free), extents)
        factors = factors_of(body)
        every = body.free | set(over)
        factors = unmasked_factors(factors, every, self._terms)
        together = bound_together(over, factors, self._terms)
        outside = [f for f in factors if not f.free & set(over) and f not in together]
        factors = [f for f in factors if f not in outside]
        apart = outside or len(factors) > 1 and all(f.free != every for f in factors)  # parts will be summed apart
        widest = self._promoted_integers(factors, outside) if apart else factors
        if widest is None or self._wraps_first(factors, outside):
            product = ex.call("mul", *outside, *factors)
            return self.lowering.loop_reduction("sum", over, product, in_order(axes, every - set(over)), extents)
        factors = widest
        scattered = self._scatter(over, factors, axes, extents)
        if scattered is not None:
            return self._times(outside, scattered)
        together = bound_together(over, factors, self._terms)
        if together:
            factors = [ex.call("mul", *together), *(f for f in factors if f not in together)]
        factors, over = self._private_indices_summed(factors, over, extents)
        if not over:
            return self._times(outside, ex.call("mul", *factors))
        sets = [f.free for f in factors]
        output = frozenset().union(*sets) - set(over)
        every = output | set(over)
        library = self.lowering.matrices.inverse_in(factors) or self._two_plain(factors, output, extents)
        product = ex.call("mul", *factors)
        kept = library or self.lowering.alone and self._is_packed_product(factors, output, axes, extents)
        terms = None if kept else written_out(self.lowering, over, product, extents)
        if terms is not None:
            return self._times(outside, terms)
        if len(factors) == 1 or any(s == every for s in sets) and not library:
            product = streaming(self.lowering, over, product, extents)
            value = self.lowering.loop_reduction("sum", over, product, in_order(axes, output), extents)
            return self._times(outside, value)
        keys: dict[frozenset[int], Key] = {}
        lengths = {n: extents[n] for n in sorted(every)}
        path = self.lowering.sizes.prefer(lambda size: self._path(factors, output, _numbers(lengths, size), keys))
        if len(factors) > 2:
            self.lowering.sizes.record(
                lambda size: self._still(path, factors, output, over, _numbers(lengths, size), keys)
            )
        value = self._follow(path, factors, output, over, axes, extents)
        return self._times(outside, value)

    def _terms(self, read: Expr) -> Expr | None:
        """What a statement stores or adds up in the buffer that is read."""
        name = read.args[0].data.name if read.args[0].op == "tensor" else ""
        made = (s for s in self.lowering.steps if isinstance(s, Statement) and s.name == name)
        return next((s.body for s in made if s.operator in (None, "sum")), None)

    def _wraps_first(self, factors: Sequence[Expr], outside: Sequence[Expr]) -> bool:
        """Whether the product is one of integers shorter than those of the sum: it wraps before it is added."""
        if not self.lowering.has_integers or len(factors) + len(outside) < 2:
            return False
        whole = value_dtypes([ex.call("mul", *outside, *factors)], self.lowering.dtypes)[0]
        return "int" in whole and not isinstance(whole, WeakName) and not whole.endswith("64")

    def _promoted_integers(self, factors: list[Expr], outside: list[Expr]) -> list[Expr] | None:
        """Integers as floating-point numbers where the whole product is one: a sum of a part of it must not wrap.

        None where it is one of longer integers, which no factor makes of them: then it is summed as it stands.
        """

        if not self.lowering.has_integers:
            return factors
        whole, *own = value_dtypes([ex.call("mul", *outside, *factors), *factors], self.lowering.dtypes)
        narrow = [d.startswith(("int", "uint")) and not isinstance(d, WeakName) and d != whole for d in own]
        if "int" in whole and any(narrow):
            return None
        return [ex.call("mul", ex.const(1.0), f) if n else f for f, n in zip(factors, narrow, strict=True)]

    def _private_indices_summed(
        self, factors: list[Expr], over: tuple[str, ...], extents: Mapping[str, Expr]
    ) -> tuple[list[Expr], tuple[str, ...]]:
        """Indices that one of several factors has alone are summed there: ``sum(W H)`` needs no ``W H``."""
        if len(factors) < 2:
            return factors, over
        found = []
        for k, f in enumerate(factors):
            others = frozenset().union(*(g.free for m, g in enumerate(factors) if m != k))
            alone = tuple(n for n in over if n in f.free and n not in others)
            if alone:
                names = in_order(self.lowering.outer, f.free - set(alone))
                f = self.lowering.loop_reduction("sum", alone, f, names, extents)
                over = tuple(n for n in over if n not in alone)
            found.append(f)
        return found, over

    def _still(
        self, path: list[tuple[int, ...]], factors: Sequence[Expr], output: frozenset[str], over: Sequence[str],
        sizes: Mapping[str, int], keys: dict[frozenset[int], Key],
    ) -> bool:  # fmt: skip
        """Whether an order is kept for other sizes: it costs no more than what a quick look finds for these."""
        if self.lowering.options.get("optimize", "auto") != "auto" or self.lowering.element_limit() is not None:
            return self._path(factors, output, sizes, keys) == path
        sharing = self._sharing(factors, output, keys)
        return contraction.is_no_dearer(path, [f.free for f in factors], output, sizes, sharing)

    def _path(
        self, factors: Sequence[Expr], output: frozenset[str], sizes: Mapping[str, int], keys: dict[frozenset[int], Key]
    ) -> list[tuple[int, ...]]:
        """The order of contraction; equal intermediate results are counted once where arrays stand repeatedly."""
        sets = [f.free for f in factors]
        limit = self.lowering.element_limit()
        path = contraction.plan_path(sets, output, sizes, self.lowering.options.get("optimize", "auto"), limit, True)
        key = self._sharing(factors, output, keys)
        return path if key is None else contraction.shared_path(sets, output, sizes, key, path)

    def _sharing(
        self, factors: Sequence[Expr], output: frozenset[str], keys: dict[frozenset[int], Key]
    ) -> Callable[[frozenset[int]], Key] | None:
        """What is equal for equal intermediate results, where some may be; None where none is.

        ``keys`` remembers them: they do not depend on the sizes.
        """
        arrays = [f.args[0] for f in factors if f.op == "access"]
        if not 4 <= len(factors) <= 6 or len(set(arrays)) == len(arrays) or self.lowering.element_limit() is not None:
            return None

        def key(subset: frozenset[int]) -> Key:
            if subset not in keys:
                keys[subset] = made(subset)
            return keys[subset]

        def made(subset: frozenset[int]) -> Key:
            product = ex.call("mul", *(factors[k] for k in sorted(subset)))
            outside = output.union(*(factors[k].free for k in range(len(factors)) if k not in subset))
            return self.lowering.equivalence.key(product, set(product.free - outside))[0]

        return key

    @staticmethod
    def _times(factors: list[Expr], value: Expr) -> Expr:
        return ex.call("mul", *factors, value) if factors else value

    def _two_plain(self, factors: list[Expr], output: frozenset[str], extents: Mapping[str, Expr]) -> bool:
        """A matrix-vector product with an input as the matrix: the library streams it best.

        A matrix that the program makes itself is read in the loops that make it or read it anyway.
        """
        if len(factors) != 2 or not contraction.is_matrix_vector(factors[0].free, factors[1].free, output):
            return False
        matrix = max(factors, key=lambda f: len(f.free))
        names = [f.args[0].data.name if is_plain(f, extents, self.lowering.buffers) else "" for f in factors]
        if any(self.lowering.dtypes.get(n) not in BLAS_DTYPES for n in names):
            return False
        return matrix.args[0].data.name not in self.lowering.buffers

    def _is_packed_product(
        self, factors: list[Expr], output: frozenset[str], axes: Sequence[str], extents: Mapping[str, Expr]
    ) -> bool:
        """A product that is stored as it is, of two arrays that no BLAS reads in place, and large enough for tiles.

        As one loop nest it would run along one of the three arrays and across the others.
        """
        if len(factors) != 2 or not contraction.is_matrix_product(factors[0].free, factors[1].free, output):
            return False
        dtypes = {self.lowering.dtype_of(f) for f in factors}
        if len(dtypes) != 1 or not all(is_plain(f, extents, self.lowering.buffers) for f in factors):
            return False
        first, second = (f.free - g.free for f, g in (factors, factors[::-1]))
        counts = [self.lowering.sizes.elements(extents[n] for n in own) for own in (first, second)]
        names = in_order([*self.lowering.outer, *axes], output)
        return min(counts) >= LEAST_TILE and packs(self.lowering, factors, output, extents, dtypes.pop(), names)

    def _follow(
        self, path: Sequence[tuple[int, ...]], factors: list[Expr], output: frozenset[str],
        over: tuple[str, ...], axes: Sequence[str], extents: Mapping[str, Expr],
    ) -> Expr:  # fmt: skip
        """Contract pair by pair; products that sum nothing stay part of the expression."""
        operands = list(factors)
        for step in path:
            chosen = [operands[k] for k in step]
            operands = [o for k, o in enumerate(operands) if k not in step]
            needed = output.union(*(o.free for o in operands))
            sets = [o.free for o in chosen]
            summed = frozenset().union(*sets) & set(over) - needed
            if not summed:
                operands.append(ex.call("mul", *chosen))
                continue
            result = frozenset().union(*sets) - summed
            names = in_order([*self.lowering.outer, *axes, *over], result)
            operands.append(self._contract(chosen, sets, result, names, in_order(over, summed), extents))
        (value,) = operands
        return value

    def _contract(
        self, chosen: list[Expr], sets: list[frozenset[str]], result: frozenset[str],
        names: tuple[str, ...], summed: tuple[str, ...], extents: Mapping[str, Expr],
    ) -> Expr:  # fmt: skip
        solution = self.lowering.matrices.solve(chosen, summed, result, extents)
        if solution is not None:
            return solution
        matrix = len(chosen) == 2 and contraction.is_matrix_product(sets[0], sets[1], result)
        dtypes = {self.lowering.dtype_of(e) for e in chosen}
        matrix = matrix and self._worth_copying(chosen, sets, result, extents)
        if matrix and skinny(self.lowering, chosen, extents):
            matrix = False
            chosen = [streaming(self.lowering, summed, ex.call("mul", *chosen), extents)]
        if (matrix or self._two_plain(chosen, result, extents)) and len(dtypes) == 1 and dtypes <= BLAS_DTYPES:
            packed = matrix and packs(self.lowering, chosen, result, extents, next(iter(dtypes)), names)
            if matrix and not packed:
                names = _matrix_order(names, sets)
            for e in chosen:  # a summed group stands in the order of an array that is there already
                if is_plain(e, extents, self.lowering.buffers):
                    summed = in_order(e.axes, frozenset(summed))
            left, right = (
                e if packed and is_read_in_place(e) else self._operand(e, sets[1 - k], names, summed, extents)
                for k, e in enumerate(chosen)
            )
            if matrix and not packed:  # an array that was made for it may still not do as a matrix
                packed = packs(self.lowering, [left, right], result, extents, next(iter(dtypes)), names)
            product = ex.call("mul", left, right)
            return self.lowering.once(
                "product", product, names, extents,
                lambda: self._library_call(left, right, names, next(iter(dtypes)), extents, packed), summed,
            )  # fmt: skip
        return self.lowering.loop_reduction("sum", summed, ex.call("mul", *chosen), names, extents)

    def _worth_copying(
        self, chosen: list[Expr], sets: list[frozenset[str]], result: frozenset[str], extents: Mapping[str, Expr]
    ) -> bool:
        """Whether each window that would be copied for a library is used more than a few times."""
        for k, e in enumerate(chosen):
            if self._position(e, extents) is not None and not is_plain(e, extents, self.lowering.buffers):
                others = [extents[n] for n in (sets[1 - k] - sets[k]) & result]
                if self.lowering.sizes.elements(others) < LEAST_USES:
                    return False
        return True

    def _library_call(
        self, left: Expr, right: Expr, names: tuple[str, ...], dtype: str, extents: Mapping[str, Expr], packed: bool
    ) -> str:
        name = self.lowering.new_name("s")
        a, b = (e.axes for e in (left, right))
        used = {n: extents[n] for n in dict.fromkeys([*a, *b])}
        arrays = [e.args[0].data.name for e in (left, right)]
        triangle = _triangle(left, right, names) if not packed else ""
        call = Contraction(name, names, arrays[0], a, arrays[1], b, used, dtype, triangle=triangle)
        if packed:
            call = PackedContraction(
                name, names, arrays[0], a, arrays[1], b, used, dtype,
                left_slots=left.args[1:], right_slots=right.args[1:],
                left_padded=left.data is not None, right_padded=right.data is not None,
            )  # fmt: skip
        self.lowering.steps.append(call)
        self.lowering.add_buffer(name, dtype, [extents[n] for n in names])
        return name

    def _operand(
        self, e: Expr, other: frozenset[str], result: Sequence[str], over: Sequence[str], extents: Mapping[str, Expr]
    ) -> Expr:
        """``e`` as an array that a library can read: itself, or a new buffer in matrix order."""
        if is_plain(e, extents, self.lowering.buffers):
            return e
        batch = [n for n in result if n in e.free and n in other]
        rows = [n for n in result if n in e.free and n not in other]
        summed = [n for n in over if n in e.free]
        by_rows = not summed or not rows or _memory_rank(e, rows) <= _memory_rank(e, summed)
        inner = self._position(e, extents)
        if summed and rows and inner in (rows[-1], summed[-1]):  # then rows of the array are copied, not single taps
            by_rows = inner == summed[-1]
        axes = (*batch, *rows, *summed) if by_rows else (*batch, *summed, *rows)
        return self.lowering.once(
            "value", e, axes, extents,
            layouts=[(*batch, *rows, *summed), (*batch, *summed, *rows)],
        )  # fmt: skip

    def _position(self, e: Expr, extents: Mapping[str, Expr]) -> str | None:
        """Of a read such as ``x[n, c, p + r, q + s]`` the index that moves along its rows, the longer one."""
        best, found = 0, None
        for node in ex.postorder(e):
            slot = linear(node.args[-1]) if node.op == "access" and len(node.args) > 1 else None
            if slot is not None and len(slot[0]) > 1:
                for name, step in slot[0].items():
                    length = self.lowering.sizes.elements([extents[name]]) if step > 0 and name in extents else 0
                    if length > best:
                        best, found = length, name
        return found

    # --- scatter ---

    def _dtypes(self, values: Iterable[Expr]) -> Iterable[str]:
        return map(str, value_dtypes(list(values), self.lowering.dtypes))

    def _scatter(
        self, over: tuple[str, ...], factors: list[Expr], axes: Sequence[str], extents: Mapping[str, Expr]
    ) -> Expr | None:
        """``sum[b](c[b]*(p == idx[b]))`` as a loop over b that stores at idx[b], else None."""
        position: dict[str, Expr] = {}
        rest: list[Expr] = []
        for factor in factors:
            found = _position(factor, set(over), set(position))
            if found is None:
                rest.append(factor)
            else:
                position[found[0]] = found[1]
        if not position or any("int" not in d and d != "bool" for d in self._dtypes(position.values())):
            return None  # a float is an index only where it is whole
        shorter = {p for p, e in position.items() if e.op != "index" or extents.get(e.data[0]) is not extents.get(p)}
        rest = [_padded_at(f, shorter) for f in rest] if shorter else rest  # a position may be outside of the range
        value = ex.substitute(ex.call("mul", *rest) if rest else ex.const(1), position)
        targets = in_order(axes, frozenset().union(*(f.free for f in factors)) - set(over))
        slots = tuple(position.get(a, ex.index(a)) for a in targets)
        value = self.lowering.hoist_expensive(value, {*over, *targets} - set(position), extents)
        name = self.lowering.add("s", targets, value, extents, "sum", over, slots)
        return self.lowering.read_at(name, targets)


def _padded_at(e: Expr, names: Set[str]) -> Expr:
    """``e`` with 0 outside of arrays that are read at these indices."""

    def change(node: Expr) -> Expr | None:
        if node.op != "access" or node.data is not None or names.isdisjoint(n for s in node.args[1:] for n in s.free):
            return None
        return ex.access(node.args[0], node.args[1:], 0)

    return ex.rebuild(e, change, into_arrays=False)


def unmasked_factors(
    factors: Sequence[Expr], every: frozenset[str], terms: Callable[[Expr], Expr | None]
) -> list[Expr]:  # fmt: skip
    """The factors of a sum, those below a mask included where the sum is a contraction without it.

    ``where(m, a*b, 0)*c`` is ``where(m, a, 0)*b*c`` when the mask fits ``a``.  Every factor
    that has the indices of the mask is masked, so that what it must hide stays hidden, and so are those below it
    that may be infinite, together; a mask that then fits no factor stays a factor of its own.
    """
    found: list[Expr] = []
    hidden: list[Expr] = []
    masks: list[Expr] = []
    for factor in factors:
        if is_masked(factor) and ex.is_call(factor.args[1], "mul"):
            condition = factor.args[0]
            own = condition.args if ex.is_call(condition, "mul") else (condition,)
            beyond = [f for f in infinite_in(factor.args[1].args, terms) if not all(m.free <= f.free for m in own)]
            hidden += [ex.call("where", condition, ex.call("mul", *beyond), ex.const(0))] if beyond else []
            found += [f for f in factor.args[1].args if f not in beyond]
            masks += own
        else:
            found.append(factor)
    if not masks:
        return list(factors)
    found += hidden
    alone = []
    for mask in dict.fromkeys(masks):
        fits = [mask.free <= f.free and bool(f.free) for f in found]
        found = [
            ex.call("where", mask, f, ex.const(0)) if fit and f not in hidden else f
            for f, fit in zip(found, fits, strict=True)
        ]
        alone += [] if any(fits) else [ex.call("where", mask, ex.const(1), ex.const(0))]
    found += alone
    return list(factors) if any(f.free == every for f in found) else found


def _triangle(left: Expr, right: Expr, names: Sequence[str]) -> str:
    """Which operand of a matrix product is declared triangular (``calls.Contraction.triangle``)."""
    for side, e in (("left", left), ("right", right)):
        words = [w for w in ("lower", "upper") if w in e.args[0].data.structure]
        if len(words) == 1 and len(e.args) == 3:
            first, second = (s.data[0] in names for s in e.args[1:])
            if first != second:
                turned = second if side == "left" else first  # as a matrix (row, summed) or (summed, column)
                return f"{side} {words[0] if not turned else 'upper' if words[0] == 'lower' else 'lower'}"
    return ""


def _matrix_order(names: Sequence[str], sets: Sequence[frozenset[str]]) -> tuple[str, ...]:
    """Axes as a library writes them: batch, then the two groups, the earlier one first."""
    batch = [n for n in names if n in sets[0] and n in sets[1]]
    groups = [[n for n in names if n in s and n not in batch] for s in sets]
    groups.sort(key=lambda g: [list(names).index(n) for n in reversed(g)])  # what the result ends with stays last
    return (*batch, *groups[0], *groups[1])


def _memory_rank(e: Expr, names: Sequence[str]) -> int:
    """How far out in memory the first of ``names`` lies in the widest access of ``e``."""
    reads = [n for n in accesses(e) if n.free]
    if not reads:
        return 0
    order = list(max(reads, key=lambda n: len(n.free)).axes)
    return min((order.index(n) for n in names if n in order), default=len(order))


def _position(factor: Expr, over: set[str], taken: set[str]) -> tuple[str, Expr] | None:
    """The axis and the position that a factor ``(p == position)`` fixes."""
    if not ex.is_call(factor, "eq"):
        return None
    for axis, position in (factor.args, factor.args[::-1]):
        if axis.op == "index" and axis.data[0] not in over and axis.data[0] not in taken:
            if axis.data[0] not in position.free and position.free & over and not position.free & taken:
                return axis.data[0], position
    return None


def in_order(preferred: Sequence[str], names: frozenset[str] | set[str]) -> tuple[str, ...]:
    """``names`` in the preferred order, the others after them by name."""
    first = [n for n in preferred if n in names]
    return tuple(dict.fromkeys([*first, *sorted(names - set(first))]))


def _numbers(lengths: Mapping[str, Expr], size: Size) -> dict[str, int]:
    return {n: size(e) for n, e in lengths.items()}
