"""``compile(H, structure="factored")``: results that keep deltas, diagonals and low rank as they are.

The formula is taken apart into terms (`factored_terms`); a call computes the arrays of their factors with
one ordinary program, and gives objects that are applied, solved with or made dense.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..compilation.compiled import Compiled, compile
from ..errors import ExtentError, RankError
from ..graph import expr as ex
from ..graph.expr import Expr
from . import arrays as fa
from .arrays import Array, ArrayTerm, Slot
from .terms import Term, Terms, plain_read, take_apart


@dataclass(frozen=True)
class Part:
    """One term of a factored result: its formula over the named arrays, and these arrays.

    Read-only views of the inputs stand under the inputs' names.
    """

    formula: str
    arrays: Mapping[str, Array]

    def __str__(self) -> str:
        return self.formula


class Factored:
    """An array as a sum of terms with deltas and low-rank sums, as a call of a factored function gives it.

    The first half of the axes are rows, the second half columns, where a matrix is meant.
    ``np.asarray(H)`` is ``H.dense()``.
    """

    def __init__(
        self, name: str, axes: Sequence[str], shape: Sequence[int], dtype: np.dtype, terms: Sequence[ArrayTerm]
    ) -> None:
        self.name, self.axes = name, tuple(axes)
        self.shape, self.dtype = tuple(shape), dtype
        self._terms = tuple(terms)
        self._solve: Any = None

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The terms: each a formula with deltas and sums, and its arrays by name."""
        return tuple(
            Part(t.formula, {n: a for n, (a, _) in zip(t.names, t.operands, strict=True)}) for t in self._terms
        )

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays that are held, inputs included, each once."""
        held = {(a.__array_interface__["data"][0], a.shape, a.strides): a for t in self._terms for a, _ in t.operands}
        return sum(a.nbytes for a in held.values())

    def dense(self) -> Array:
        """The whole array."""
        out = np.zeros(self.shape, self.dtype)
        for t in self._terms:
            fa.dense(t, out)
        return out

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return self.dense() if dtype is None else self.dense().astype(dtype)

    def __matmul__(self, v: Any) -> Array:
        """The last axes of the array contracted with ``v``.

        ``v`` has the shape of the columns (the second half of the axes), or that and one axis more for
        several vectors, or is flat; for an odd number of axes it has the shape of as many last axes as it
        has itself.  Raises ExtentError for another shape.
        """
        v = np.asarray(v)
        half = self.ndim - self.ndim // 2
        columns = self.shape[half:]
        if self.ndim % 2:
            count, flat = v.ndim, False
        else:
            count = len(columns)
            flat = v.ndim == 1 and count > 1 and v.size == math.prod(columns)
            v = v.reshape(columns) if flat else v
        if not 0 < count < self.ndim or v.shape[:count] != self.shape[self.ndim - count :] or v.ndim > count + 1:
            raise ExtentError(
                f"{self.name or 'the array'} has shape {self.shape}; "
                f"it cannot be multiplied by an array of shape {v.shape}.\n"
                f"Give one of shape {columns}, or {(*columns, 'm')} for m vectors."
            )
        out = np.zeros((*self.shape[: self.ndim - count], *v.shape[count:]), np.result_type(self.dtype, v.dtype))
        for t in self._terms:
            fa.apply(t, v, count, out)
        return out.reshape(-1) if flat else out

    def diag(self) -> Array:
        """The diagonal, of the shape of the rows."""
        rows = self._square("diag")
        out = np.zeros(rows, self.dtype)
        for t in self._terms:
            fa.diagonal(t, out)
        return out

    def solve(self, b: Any) -> Array:
        """``x`` with ``H @ x = b``; ``b`` has the shape of the rows, or that and one axis more.

        By structure: diagonal, block diagonal, Kronecker, and these plus low rank (Woodbury).  A matrix
        without structure is formed where it is small; else EspressoError says so.  A singular one raises
        numpy.linalg.LinAlgError.
        """
        from .solving import solver

        rows = self._square("solve")
        b = np.asarray(b)
        flat = b.ndim == 1 and len(rows) > 1 and b.size == math.prod(rows)
        side = b.reshape(rows) if flat else b
        if side.shape[: len(rows)] != rows or side.ndim > len(rows) + 1:
            raise ExtentError(
                f"{self.name or 'the matrix'} has rows of shape {rows}, the right side has shape {b.shape}"
            )
        dtype = np.result_type(self.dtype, b.dtype)
        dtype = dtype if dtype.kind in "fc" else np.dtype(np.float64)
        if self._solve is None or self._solve[0] != dtype:
            self._solve = dtype, solver(self._terms, self.shape, dtype)
        wide = side if side.ndim > len(rows) else side[..., None]
        return np.asarray(self._solve[1](wide.astype(dtype))).reshape(b.shape)

    def _square(self, what: str) -> tuple[int, ...]:
        half = self.ndim // 2
        if self.ndim % 2 or self.shape[:half] != self.shape[half:]:
            raise RankError(
                f"{what} is for a square matrix: as many rows as columns; this array has shape {self.shape}"
            )
        return self.shape[:half]

    def __str__(self) -> str:
        left = f"{self.name or 'H'}[{','.join(self.axes)}]"
        return f"{left} = " + "\n    + ".join(t.formula for t in self._terms) if self._terms else f"{left} = 0"

    def __repr__(self) -> str:
        return f"<factored {self.shape} {self.dtype}, {self.nbytes:,} bytes held>\n{self}"


class FactoredFunction:
    """A function that gives its results as `Factored` objects; call it as a `Compiled` function.

    ``terms`` are the terms of each result by name, before any array is known.
    """

    def __init__(self, leaves: Sequence[tuple[str, Any]], build: Any, target: str, options: Mapping[str, Any]) -> None:
        from ..rewriting.simplification import simplify

        self._whole = Compiled(leaves, build, target, options)
        self.target, self.options, self._build = target, dict(options), build
        self.expressions = self._whole.expressions
        roots = list(self._whole.outputs.values())
        simple = simplify(roots, options.get("rules")) if options.get("simplify", True) else roots
        self.terms: dict[str, Terms] = {
            n: take_apart(ex.closed(n, r.axes, e.args[0] if e.op == "let" else e))
            for (n, r), e in zip(self._whole.outputs.items(), simple, strict=True)
        }
        self._programs: dict[tuple[bool, ...], Compiled | None] = {}
        self._chosen: dict[Any, tuple[bool, ...]] = {}

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs, in the order of positional arguments."""
        return self._whole.inputs

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the factors; the results in the structure that was compiled."""
        given = self._whole._arguments.collect(args, kwargs)
        facts = self._whole._arguments.check(given)
        arrays = dict(zip(self._whole.inputs, given, strict=True))
        shapes = {n: a.shape for n, a in arrays.items()}
        every = [t for terms in self.terms.values() for t in terms.terms]
        key = tuple(shapes.values())
        if key not in self._chosen:
            self._chosen[key] = tuple(
                _forms(t, terms.extents, shapes) for terms in self.terms.values() for t in terms.terms
            )
        formed = self._chosen[key]
        values = self._values(every, formed, arrays)
        results, number = [], 0
        for (name, terms), root in zip(self.terms.items(), self.expressions, strict=True):
            made = []
            for t in terms.terms:
                made.append(_array_term(t, formed[number], terms, values, shapes, facts.dtypes[root]))
                number += 1
            results.append(Factored(name, terms.axes, facts.shapes[root], facts.dtypes[root], made))
        return self._build(results)

    def _values(
        self, terms: Sequence[Term], formed: tuple[bool, ...], arrays: Mapping[str, Array]
    ) -> dict[Expr, Array]:
        """The arrays of all factors: views of inputs where a factor is one, else computed."""
        wanted = [f for t, whole in zip(terms, formed, strict=True) for f in _factors(t, whole)]
        computed = [f for f in dict.fromkeys(wanted) if plain_read(f.args[0]) is None and f.args[0].op != "const"]
        if formed not in self._programs:
            outputs = [(f.name or "part", f) for f in computed]
            self._programs[formed] = Compiled(outputs, tuple, self.target, self.options) if outputs else None
        program = self._programs[formed]
        results = () if program is None else program(**{n: arrays[n] for n in program.inputs})
        values = dict(zip(computed, results, strict=True))
        for f in wanted:
            name = plain_read(f.args[0])
            if f.args[0].op == "const":
                values[f] = np.asarray(f.args[0].data if isinstance(f.args[0].data, complex) else float(f.args[0].data))
            elif name is not None:
                slots = [s.data[0] for s in f.args[0].args[1:]]
                view = arrays[name].transpose([slots.index(a) for a in f.data[1]])
                view.flags.writeable = False
                values[f] = view
        return values

    def __reduce__(self) -> Any:
        return _rebuild, (self._build(list(self.expressions)), self.target, self.options)

    def __repr__(self) -> str:
        return f"<factored for {self.target}: ({', '.join(self.inputs)}) -> {', '.join(self.terms)}>"


def _rebuild(structure: Any, target: str, options: Mapping[str, Any]) -> FactoredFunction:
    made: FactoredFunction = compile(structure, target, structure="factored", **options)
    return made


def _factors(term: Term, formed: bool) -> list[Expr]:
    """Factors and positions of a term as it is computed."""
    factors = list(term.factors if not formed or term.formed is None else term.formed)
    return [*factors, *(ex.closed("position", (t.other,), t.position) for t in term.ties if t.position is not None)]


def _forms(term: Term, extents: Mapping[str, Expr], shapes: Mapping[str, Any]) -> bool:
    """Whether the hidden sum is computed: where that costs no more than one product without it."""
    import opt_einsum

    from ..runtime.cpu import evaluate_extent

    if term.formed is None:
        return False
    if any(t.position is not None for t in term.ties):
        return False  # the hidden label says where the values stand
    sizes = {n: evaluate_extent(x, shapes) for n, x in extents.items()}
    labels = [f.data[1] for f in term.factors]
    summed = [f.data[1] for f in term.formed]
    whole = list(dict.fromkeys(n for ls in summed for n in ls))
    columns = whole[len(whole) // 2 :]
    letter = {n: opt_einsum.get_symbol(k) for k, n in enumerate({n for ls in [*labels, whole] for n in ls})}

    def flops(groups: Sequence[Sequence[str]], output: Sequence[str]) -> float:
        text = ",".join("".join(letter[n] for n in g) for g in groups)
        given = [tuple(max(1, sizes[n]) for n in g) for g in groups]
        path = opt_einsum.contract_path(f"{text}->{''.join(letter[n] for n in output)}", *given, shapes=True)
        return float(path[1].opt_cost)

    rows = [n for n in whole if n not in columns]
    once = flops([*labels, columns], rows) if labels else 0.0
    return flops(labels, whole) + flops([*summed, columns], rows) <= 2 * once


def _array_term(
    term: Term, formed: bool, terms: Terms, values: Mapping[Expr, Array], shapes: Mapping[str, Any], dtype: np.dtype
) -> ArrayTerm:
    """A term with its arrays, and the slots that its ties make."""
    from ..runtime.cpu import evaluate_extent

    factors = [f for f in _factors(term, formed) if f.name != "position"]
    operands = [(np.asarray(values[f]), f.data[1]) for f in factors]
    operands = [(a.astype(dtype) if a.dtype.kind in "bui" else a, ls) for a, ls in operands]
    lengths = {a: evaluate_extent(terms.extents[a], shapes) for a in terms.axes}
    lengths |= {n: k for a, ls in operands for n, k in zip(ls, a.shape, strict=True)}
    names = tuple(plain_read(f.args[0]) or f.name or "" for f in factors)
    found = ArrayTerm(
        tuple(operands), tuple(Slot(a) for a in terms.axes), lengths, names, _formula(term, formed, factors)
    )
    for tie in [t for t in term.ties if t.position is None]:
        found = _tied(found, terms.axes.index(tie.axis), tie, terms.axes)
    for tie in term.ties:
        if tie.position is not None:
            found = _placed(found, terms.axes.index(tie.axis), tie, values)
    return found


def _tied(term: ArrayTerm, axis: int, tie: Any, axes: Sequence[str]) -> ArrayTerm:
    """The term with one label for two axes (or an axis and a hidden label) that an equation ties."""
    first = term.slots[axis]
    other = term.slots[axes.index(tie.other)] if tie.other in axes else Slot(tie.other)
    n, m = term.lengths[first.label], term.lengths[other.label]
    shift = tie.shift
    if first.label == other.label:
        return term if first.start == other.start + shift else fa.selected(term, first.label, slice(0, 0))
    low, high = max(first.start, other.start + shift), min(first.start + n, other.start + shift + m)
    term = fa.selected(term, first.label, slice(low - first.start, max(low, high) - first.start))
    start = other.start + shift
    term = fa.selected(term, other.label, slice(low - start, max(low, high) - start))
    return fa.renamed(term, first.label, other.label)


def _placed(term: ArrayTerm, axis: int, tie: Any, values: Mapping[Expr, Array]) -> ArrayTerm:
    """The term with an axis whose values stand at positions from data; those outside are left out."""
    from dataclasses import replace

    positions = np.asarray(values[ex.closed("position", (tie.other,), tie.position)])
    inside = np.flatnonzero((positions >= 0) & (positions < term.lengths[term.slots[axis].label]))
    slots = list(term.slots)
    slots[axis] = Slot(tie.other, 0, positions)
    return fa.selected(replace(term, slots=tuple(slots)), tie.other, inside)


def _formula(term: Term, formed: bool, factors: Sequence[Expr]) -> str:
    """The term in the notation, its arrays by name, constants and inputs as they are."""
    body: list[Expr] = []
    for f in factors:
        plain = plain_read(f.args[0]) is not None or f.args[0].op == "const" or len(ex.postorder(f.args[0])) <= 12
        named = ex.access(ex.tensor(f.name or "part", len(f.data[1])), [ex.index(a) for a in f.data[1]])
        body.append(f.args[0] if plain else named)
    inner = ex.call("mul", *body) if body else ex.const(1)
    ties = []
    for t in term.ties:
        right = ex.index(t.other) if t.position is None else t.position
        ties.append(ex.call("eq", ex.index(t.axis), ex.call("add", right, ex.const(t.shift)) if t.shift else right))
    hidden = () if formed else term.hidden
    inside = [t for t in ties if t.free.intersection(hidden)]
    whole = ex.reduce("sum", hidden, ex.call("mul", inner, *inside)) if hidden else inner
    outside = [t for t in ties if t not in inside]
    from ..printing.text import formula

    return formula(ex.call("mul", whole, *outside) if outside else whole, {})
