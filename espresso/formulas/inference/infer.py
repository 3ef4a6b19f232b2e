"""Extents, shapes and dtypes of a program for given arrays; raises every mismatch error.

`Inference` looks at a program once; its `check` is then a few integer operations per
read.  `check` does both for a single use.  The texts of the errors are in `infer_errors`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial

import numpy as np

from espresso.errors import EspressoError
from espresso.formulas.extents.affine import Formula, linear
from espresso.formulas.extents.extents import same_lengths, scopes_of, untold
from espresso.formulas.extents.intervals import beyond
from espresso.formulas.extents.range_guards import only_limits
from espresso.formulas.extents.reads import Arithmetic, Read, Reads, facts_of, solve
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import REDUCTION_BY_NAME
from espresso.formulas.graph.recurrences import lengths_at
from espresso.formulas.inference import infer_errors as errors, recurrences
from espresso.formulas.inference.dtypes import INT, DType, SlotDtypeError, dtypes_of, promote, state_types
from espresso.formulas.inference.infer_errors import Fact
from espresso.records import dataclass
from espresso.system.half_precision import letter_of, meet


@dataclass(frozen=True)
class Facts:
    """What is known once the arrays are: all sizes, shapes and dtypes.

    ``sizes`` maps every let and every bare root to the extents of its indices (by the
    names of `uniquify`), ``shapes`` lets, tensors and roots to shapes, ``dtypes`` lets and
    roots to the dtype of their result, ``types`` every node to its `DType`.
    """

    sizes: dict[Expr, dict[str, int]]
    shapes: dict[Expr, tuple[int, ...]]
    dtypes: dict[Expr, np.dtype]
    types: dict[Expr, DType]


def check(
    roots: Sequence[Expr],
    shapes: Mapping[str, tuple[int, ...]],
    dtypes: Mapping[str, np.dtype | DType],
    sizes: Mapping[str, int] | None = None,
    originals: Sequence[Expr] = (),
) -> Facts:
    """Return sizes, shapes and dtypes of the roots for inputs of the given shapes and dtypes.

    ``sizes`` means the names of indices in the formulas as the user wrote them.
    ``originals`` are these formulas, when the roots were made from them: an error is then
    shown in their text, and of ``sizes`` only the axes of statements are taken, since
    other names may have changed (`scopes.declare` writes them into the roots before).

    Raises `ExtentError`, `RankError`, `DtypeError` or `InputError`.
    """
    return Inference(roots, originals).check(shapes, dtypes, sizes)


@functools.lru_cache(maxsize=512)
def _check_steps(node: Expr, arrays: tuple[tuple[tuple[int, ...], DType], ...]) -> None:
    """Starting values and steps of a recurrence fit arrays of these shapes and dtypes, and each other.

    What fits is kept: the phases of a compilation, and each program for a step, ask again for the same recurrence.
    """
    shapes, dtypes = {a: s for a, (s, _) in zip(node.args, arrays, strict=True)}, [d for _, d in arrays]
    r = recurrences.bound(node, shapes.__getitem__)
    types = dict(zip(r.shapes, [*dtypes, *state_types(node.data[0], dtypes)], strict=True))
    for s, root, shape in recurrences.checked(r):
        wanted = {t.data.name for t in ex.tensors(root)}
        known = dict(zip(root.data[1], shape, strict=True))
        sizes = {a: known[a] for a in untold(root)}
        unique, given = uniquify_all([root]), ({n: r.shapes[n] for n in wanted}, {n: types[n] for n in wanted})
        found = Inference(unique, [root]).check(*given, sizes).shapes[unique[0]]
        if found != tuple(known.values()):
            raise errors.two_shapes(s, root, found, tuple(known.values()))


class Inference:
    """The facts of a program that do not depend on the arrays, ready to check any arrays."""

    def __init__(self, roots: Sequence[Expr], originals: Sequence[Expr] = ()) -> None:
        self.roots = tuple(roots)
        self.originals = tuple(originals)
        self.order = ex.postorder(*roots)
        self.tensors = [n for n in self.order if n.op == "tensor"]
        self.scopes = scopes_of(roots)
        self.facts = {s: facts_of(s) for s in self.scopes}
        self._typed: tuple[tuple[np.dtype | DType | None, ...], dict[Expr, DType]] | None = None

    def check(
        self,
        shapes: Mapping[str, tuple[int, ...]],
        dtypes: Mapping[str, np.dtype | DType],
        sizes: Mapping[str, int] | None = None,
    ) -> Facts:
        """Return the `Facts` for inputs of the given shapes and dtypes, or raise the first mismatch."""
        try:
            return self._check(shapes, dtypes, sizes or {})
        except EspressoError:
            if self.originals:
                check(self.originals, shapes, dtypes, sizes)
            raise

    def _check(
        self, shapes: Mapping[str, tuple[int, ...]], dtypes: Mapping[str, np.dtype | DType], sizes: Mapping[str, int]
    ) -> Facts:
        errors.check_inputs(self.roots, self.tensors, shapes)
        errors.check_sizes(sizes)
        types = self._types(dtypes)
        run = Run(self.roots, shapes, sizes, bool(self.originals), types)
        for scope in self.scopes:
            for check in run.checks(scope, self.facts[scope]):
                check()
        result: dict[Expr, tuple[int, ...]] = {t: tuple(shapes[t.data.name]) for t in self.tensors}
        for scope in self.scopes:
            extents = run.sizes[scope]
            result[scope] = tuple([extents[a] for a in scope.axes])
        for root in self.roots:
            if root.op == "program":
                result[root] = result[root.args[-1]]
        outputs = {n: types[n].dtype for n in self.scopes} | {r: self._result(r, types) for r in self.roots}
        return Facts(run.sizes, result, outputs, types)

    def result_dtypes(self, dtypes: Mapping[str, np.dtype | DType]) -> list[np.dtype]:
        """The dtypes of the roots, whatever the lengths are."""
        types = self._types(dtypes)
        return [self._result(r, types) for r in self.roots]

    def _result(self, root: Expr, types: Mapping[Expr, DType]) -> np.dtype:
        """The dtype of a result; one that reads no array is as wide as the float inputs whose lengths it has.

        So a literal factor never widens float32, and a derivative such as ``(i == k)*(k < size(b, 0))``,
        which is made of conditions alone, has the dtype of ``b``.  Limits alone, ``(k < size(b, 0))``, are
        what is left of a number, and count as one where ``b`` is an integer.
        """
        own = types[root]
        counted = own.weak or letter_of(own.dtype) == "b"
        if not counted or (letter_of(own.dtype) != "f" and ex.has(root, "access")):
            return own.dtype
        strong = [types[n].dtype for n in ex.postorder(root) if n.op == "tensor" and not types[n].weak]
        given = [d for d in strong if letter_of(d) in "fc"]
        last = root.args[-1] if root.op == "program" else root
        if not given and last.op == "let" and only_limits(last.args[0], last.axes):
            return INT.dtype
        return promote(DType(functools.reduce(meet, given)), own).dtype if given else own.dtype

    def _types(self, dtypes: Mapping[str, np.dtype | DType]) -> dict[Expr, DType]:
        key = tuple(dtypes.get(t.data.name) for t in self.tensors)
        if self._typed is None or self._typed[0] != key:
            try:
                self._typed = (key, dtypes_of(self.roots, dtypes))
            except SlotDtypeError as problem:
                raise errors.slot_dtype(self.roots, problem) from None
        return self._typed[1]


@dataclass
class Run:
    """One numeric pass over the statements of a program."""

    roots: tuple[Expr, ...]
    shapes: Mapping[str, tuple[int, ...]]
    declared: Mapping[str, int]
    axes_only: bool
    types: Mapping[Expr, DType] = field(default_factory=dict)
    sizes: dict[Expr, dict[str, int]] = field(default_factory=dict)
    equal: Callable[[Read, Read], bool] | None = None

    def __post_init__(self) -> None:
        self.count = Arithmetic(self.length, self.number, min, lambda e: max(e, 0), self.same)

    def same(self, a: Read, b: Read) -> bool:
        """Whether two padded reads give one length; never just because these arrays happen to agree."""
        if a.access.args[0] is b.access.args[0] and a.axis == b.axis:
            return True
        if self.equal is None:
            self.equal = same_lengths(self.roots)
        return self.equal(a, b)

    def length(self, array: Expr, axis: int) -> int:
        """The length of an axis of a tensor or of a let above."""
        if array.op == "tensor":
            return self.shapes[array.data.name][axis]
        return self.sizes[array][array.data[1][axis]]

    def number(self, formula: Formula) -> int:
        """A constant with its lengths put in."""
        value = formula.constant
        for atom, factor in formula.terms.items():
            if ex.is_call(atom, "minimum"):
                value += factor * self._least(atom)
                continue
            found = linear(atom, self._size)
            assert found is not None
            value += factor * found[1].constant
        return value

    def _least(self, e: Expr) -> int:
        """The smaller of two lengths, each of which may be one of two again."""
        found: dict[Expr, int] = {}
        for node in ex.postorder(e, into_arrays=False):
            if ex.is_call(node, "minimum"):
                one, other = (found[a] if a in found else self._plain(a) for a in node.args)
                found[node] = self.count.least(one, other)
        return found[e]

    def _plain(self, e: Expr) -> int:
        form = linear(e)
        assert form is not None
        return self.number(form[1])

    def _size(self, node: Expr) -> int:
        return self.length(node.args[0], node.data)

    def shape(self, array: Expr) -> tuple[int, ...]:
        """The shape of a tensor or of a let above."""
        return tuple(self.length(array, k) for k in range(array.ndim))

    def checks(self, scope: Expr, facts: Reads) -> Iterator[Callable[[], None]]:
        """Solve one statement; what verifies it, to be called one after the other."""
        given = self._given(scope, facts)
        self._divided(facts)
        known = solve(facts, self.count, given)
        facts, all_told = self._with_numbers(facts), len(known) == len(facts.names)
        known = self.sizes[scope] = known if all_told else solve(facts, self.count, given)
        yield lambda: self._not_contradicted(scope, facts)
        yield lambda: self._same_lengths(scope, facts, given)
        if len(known) < len(facts.names):
            name = next(n for n in facts.names if n not in known)
            padded = [self._axis(r) for r in facts.padded if r.direct == name]
            raise errors.no_length(self.roots, scope, facts.original[name], padded)
        for read in facts.reads:
            if read.direct is None and not read.guarded:
                yield partial(self._inside, facts, read, known, given)
        for node in facts.recurrences:
            yield partial(self._recurrence, node)
        yield lambda: self._nothing(facts, known)
        for read in facts.far:
            yield partial(self._far, read, known)
        yield lambda: self._square(facts, known)

    def _divided(self, facts: Reads) -> None:
        """No position is divided by a length that is 0."""
        for read in facts.reads:
            for atom in read.rest.terms if read.rest is not None else ():
                if atom.op == "call" and not ex.is_call(atom, "minimum") and linear(atom, self._size) is None:
                    raise errors.divided(self.roots, read, atom, self.shape)

    def _recurrence(self, node: Expr) -> None:
        """Starting values and steps of a recurrence fit the arrays and each other."""
        if not self.types:
            return  # of a module that is saved: it checks the lengths of arrays alone
        arrays = tuple([(self.shape(a), self.types[a]) for a in node.args])
        _check_steps(node, arrays)

    def _square(self, facts: Reads, known: Mapping[str, int]) -> None:
        for node, row, column in facts.squares:
            if known[row] != known[column]:
                raise errors.not_square(self.roots, node, (known[row], known[column]))

    def _with_numbers(self, facts: Reads) -> Reads:
        """The facts with slots that become affine once lengths are numbers.

        They shorten no index that others determine: a program is made for any lengths.
        """
        more = []
        for read in facts.unknown:
            if any(n.op == "size" for n in ex.postorder(read.slot, into_arrays=False)):
                form = linear(read.slot, self._size)
                if form is not None:
                    names = dict(read.names)
                    factors = tuple((names.get(n, n), c) for n, c in form[0].items())
                    more.append(read._replace(factors=factors, rest=form[1]))
        return replace(facts, reads=[*facts.reads, *more]) if more else facts

    def _given(self, scope: Expr, facts: Reads) -> dict[str, int]:
        """Declared lengths."""
        return dict(facts.sized) | {n: self.declared[o] for n, o in self._names_given(scope, facts)}

    def _names_given(self, scope: Expr, facts: Reads) -> list[tuple[str, str]]:
        """The indices, with their names in the formula, whose lengths are given as ``sizes``."""
        wanted = [p for p in facts.original.items() if p[1] in self.declared] if self.declared else []
        if not wanted:
            return []
        told = {n for r in facts.reads if r.access.args[0].op == "let" for n, _ in r.factors or ()}
        told.update(n for node in facts.recurrences for n in lengths_at(node))  # `scopes.declare` has seen to them
        return [p for p in wanted if p[0] not in told and (not self.axes_only or p[0] in scope.axes)]

    def _not_contradicted(self, scope: Expr, facts: Reads) -> None:
        """The arrays have the lengths given as ``sizes``."""
        for name, original in self._names_given(scope, facts):
            length = self.declared[original]
            fact = Fact(None, 0, original, length, f"given as sizes={{{original!r}: {length}}}")
            other = next((r for r in facts.reads if r.direct == name and self._axis(r) != length), None)
            if other is not None:
                raise errors.two_lengths(self.roots, original, self._fact(other, original), fact)
            if facts.sized.get(name, length) != length:
                raise errors.two_lengths(self.roots, original, _declared(original, facts.sized[name]), fact)

    def _axis(self, read: Read) -> int:
        return self.length(read.access.args[0], read.axis)

    def _fact(self, read: Read, original: str) -> Fact:
        return Fact(read.access, read.axis, original, self._axis(read), errors.shape_note(read.access, self.shape))

    def _same_lengths(self, scope: Expr, facts: Reads, given: Mapping[str, int]) -> None:
        """Every index that stands alone in slots has one length."""
        lengths: dict[str, tuple[int, Read | None]] = {n: (c, None) for n, c in given.items()}
        for read in facts.reads:
            name = read.direct
            if name is None:
                continue
            length = self._axis(read)
            first = lengths.setdefault(name, (length, read))
            if first[0] != length:
                original = facts.original[name]
                before = _declared(original, first[0]) if first[1] is None else self._fact(first[1], original)
                stencil = first[1] and self._stencil(scope, facts, first[1], read)
                raise errors.two_lengths(self.roots, original, before, self._fact(read, original), stencil)

    def _stencil(self, scope: Expr, facts: Reads, first: Read, second: Read) -> Expr | None:
        """The smallest part that has the longer read and, by its shifted reads, the length of the shorter one."""
        spans: dict[Expr, int] = {}
        shifted = False
        for read in facts.reads:
            one = read.factors[0] if read.factors is not None and len(read.factors) == 1 else ("", 0)
            if one[0] == first.direct and one[1] > 0 and read.rest is not None and not read.guarded:
                span = (self._axis(read) - 1 - self.number(read.rest)) // one[1] + 1
                spans[read.access] = min(span, spans.get(read.access, span))
                shifted |= read.direct is None
        if not shifted:
            return None
        shorter, longer = sorted((first, second), key=self._axis)
        body = ex.body(scope)
        found: dict[Expr, tuple[bool, bool, int]] = {}  # whether the longer and the shorter read are in it, its length
        for node in ex.postorder(body, into_arrays=False):
            parts = [found[a] for a in node.args if a in found]
            has_longer = node is longer.access or any(p[0] for p in parts)
            has_shorter = node is shorter.access or any(p[1] for p in parts)
            span = min([spans.get(node, self._axis(longer)), *(p[2] for p in parts)])
            found[node] = has_longer, has_shorter, span
            if has_longer and not has_shorter and span == self._axis(shorter) and longer.direct in node.free:
                rest = ex.replace(body, {node: ex.const(0)}, into_arrays=False)
                return None if longer.access in ex.postorder(rest, into_arrays=False) else node
        return None

    def _inside(self, facts: Reads, read: Read, known: Mapping[str, int], given: Mapping[str, int]) -> None:
        """A shifted, strided or windowed read stays inside its axis."""
        assert read.factors is not None and read.rest is not None
        rest = self.number(read.rest)
        length = self._axis(read)
        low = high = rest
        window = len(read.factors) > 1
        for name, factor in read.factors:
            last = known[name] - 1
            if last < 0:
                if not window or name in given or not length or any(r.direct == name for r in facts.reads):
                    return
                last = 0  # a window that does not fit even once is an error, not an empty result
            if factor > 0:
                high += factor * last
            else:
                low += factor * last
        backward = not window and bool(read.factors) and read.factors[0][1] < 0 and rest == 0 and length > 1
        if low < 0 or high >= length or (backward and read.factors[0][0] not in given):
            values = {facts.original[n]: known[n] for n, _ in read.factors}
            sign = -1 if low < 0 or backward else 1
            last_of = {n: self.count.clean(known[n] - 1) for n, _ in read.factors}
            at = {facts.original[n]: last_of[n] if (c > 0) == (sign > 0) else 0 for n, c in read.factors}
            if backward and low == 0:
                at, low = dict.fromkeys(at, 1), read.factors[0][1]
            raise errors.outside(self.roots, read, at, low if sign < 0 else high, values, self.shape, sign < 0)

    def _far(self, read: Read, known: Mapping[str, int]) -> None:
        """Index arithmetic in a position stays within 63 bits: a sum of two positions does not wrap around either."""
        table = dict(read.names)
        sizes = {n: known[table.get(n, n)] for n in read.slot.free}
        if not all(known.values()):
            return  # nothing is read
        found = beyond(read.slot, 63, sizes, self._size)
        if found is not None:
            raise errors.far(self.roots, read, *found, sizes)

    def _nothing(self, facts: Reads, known: Mapping[str, int]) -> None:
        """A reduction without a value for no elements has some."""
        without = [b for b in facts.binders.items() if REDUCTION_BY_NAME[b[0][0].data[0]].identity is None]
        for (node, renaming), names in without:
            if all(known[n] for n in names):
                continue
            table = dict(renaming)
            if all(known[table.get(n, n)] for n in node.free):
                empty = [n for n, m in zip(node.data[1], names, strict=True) if not known[m]]
                raise errors.nothing(self.roots, node, empty)


def _declared(name: str, length: int) -> Fact:
    return Fact(None, 0, name, length, f"declared with es.index({name!r}, size={length})")
