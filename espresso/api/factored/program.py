"""``compile(H, structure="factored")``: results that keep deltas, diagonals and low-rank factors.

The formula is taken apart into terms (`terms`); a call computes the arrays of their factors with
one ordinary program, and gives objects that are applied, solved with or made dense.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.api.compiled import Compiled, rebuild
from espresso.api.factored import arrays as fa
from espresso.api.factored.arrays import Array, ArrayTerm
from espresso.api.factored.assembly import Recipe, factors, recipe
from espresso.api.factored.operators import FactoredMatrix, times
from espresso.api.factored.terms import Term, Terms, plain_read, split_terms
from espresso.errors import EspressoError, ExtentError, RankError
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing.text_blocks import TextBlock
from espresso.keywords import checked, shorten
from espresso.records import dataclass

if TYPE_CHECKING:
    from espresso.ir.storage.memory import Memory


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

    @checked
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
        out = times(self._terms, self.shape, v, count, self.dtype)
        return out.reshape(-1) if flat else out

    @checked
    def matrix(self, rows: int | None = None) -> FactoredMatrix:
        """The array as a matrix for ``scipy.sparse.linalg``: ``rows`` axes are one, in C order, the others the other.

        Half of the axes are rows unless another number is given; RankError where that is no number of axes.
        """
        half = self.ndim // 2 if rows is None else rows
        if not 0 < half < self.ndim or (rows is None and self.ndim % 2):
            raise RankError(
                f"{self.name or 'the array'} has {self.ndim} axes; {rows or 'half'} of them cannot be the rows.\n"
                "Say how many are: matrix(rows=1)."
            )
        return FactoredMatrix(self.name, self._terms, self.shape, half, self.dtype)

    @checked
    def matvec(self, v: Any) -> Array:
        """``matrix().matvec(v)``: with two axes a factored array is a linear operator of SciPy as it stands."""
        return self.matrix().matvec(v)

    @checked
    def matmat(self, v: Any) -> Array:
        """``matrix().matmat(v)``."""
        return self.matrix().matmat(v)

    @checked
    def rmatvec(self, v: Any) -> Array:
        """``matrix().rmatvec(v)``, by the conjugate transpose."""
        return self.matrix().rmatvec(v)

    @checked
    def rmatmat(self, v: Any) -> Array:
        """``matrix().rmatmat(v)``, by the conjugate transpose."""
        return self.matrix().rmatmat(v)

    @checked
    def diag(self) -> Array:
        """The diagonal, of the shape of the rows."""
        rows = self._square("diag")
        out = np.zeros(rows, self.dtype)
        for t in self._terms:
            fa.diagonal(t, out)
        return out

    @checked
    def solve(self, b: Any) -> Array:
        """``x`` with ``H @ x = b``; ``b`` has the shape of the rows, or that and one axis more.

        By structure: diagonal, block diagonal, Kronecker, and these plus low rank (Woodbury).  A matrix
        without structure is formed where it is small; else EspressoError says so.  A singular one raises
        numpy.linalg.LinAlgError.
        """
        from espresso.api.factored.solving import solver

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


@dataclass(frozen=True)
class _Factors:
    """Where the arrays of factors come from: numbers, views of inputs, and results of one program."""

    numbers: Mapping[Expr, Array]
    views: Mapping[Expr, tuple[str, tuple[int, ...]]]
    computed: tuple[Expr, ...]
    program: Compiled | None

    def values(self, arrays: Mapping[str, Array]) -> dict[Expr, Array]:
        """The arrays of all factors."""
        values = dict(self.numbers)
        if self.program is not None:
            results = self.program(**{n: arrays[n] for n in self.program.inputs})
            values.update(zip(self.computed, results, strict=True))
        for f, (name, order) in self.views.items():
            view = arrays[name].transpose(order)
            view.flags.writeable = False
            values[f] = view
        return values


@dataclass(frozen=True)
class _Result:
    """A result for arrays of certain dtypes and shapes."""

    name: str
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    dtype: np.dtype
    recipes: tuple[Recipe, ...]

    def factored(self, values: Mapping[Expr, Array]) -> Factored:
        """The result with the arrays of its factors."""
        terms = [r.term(values, self.dtype) for r in self.recipes]
        return Factored(self.name, self.axes, self.shape, self.dtype, terms)


@dataclass(frozen=True)
class _Plan:
    """What a call with arrays of certain dtypes and shapes does."""

    factors: _Factors
    results: tuple[_Result, ...]


PLANS = 256
"""Combinations of dtypes and shapes that are remembered."""


class FactoredFunction:
    """A function that gives its results as `Factored` objects; call it as a `Compiled` function.

    ``terms`` are the terms of each result by name, before any array is known.
    """

    def __init__(self, leaves: Sequence[tuple[str, Any]], build: Any, target: str, options: Mapping[str, Any]) -> None:
        from espresso.algebra.rewriting.simplification import simplified

        self._whole = Compiled(leaves, build, target, options)
        self.target, self.options, self._build = target, dict(options), build
        self.expressions = self._whole.expressions
        roots = list(self._whole.outputs.values())
        simple = simplified(roots, options.get("rules")) if options.get("simplify", True) else roots
        simple = _exchanged(simple)
        self.terms: dict[str, Terms] = {
            n: split_terms(ex.closed(n, r.axes, ex.body(e)))
            for (n, r), e in zip(self._whole.outputs.items(), simple, strict=True)
        }
        self._programs: dict[tuple[bool, ...], _Factors] = {}
        self._plans: dict[Any, _Plan] = {}
        self._last: _Factors | None = None

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs, in the order of positional arguments."""
        return self._whole.inputs

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Compute the factors; the results in the structure that was compiled."""
        try:
            return self._call(args, kwargs)
        except EspressoError as error:
            shorten(error)
            raise

    def _call(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        given = self._whole._arguments.collect(args, kwargs)
        arrays = dict(zip(self._whole.inputs, given, strict=True))
        key = tuple([(a.dtype, a.shape) for a in given])
        plan = self._plans.get(key)
        if plan is not None:
            self._last = plan.factors
            values = plan.factors.values(arrays)
            return self._build([r.factored(values) for r in plan.results])
        facts = self._whole._arguments.check(given)
        shapes = {n: a.shape for n, a in arrays.items()}
        formed = tuple(_forms(t, terms.extents, shapes) for terms in self.terms.values() for t in terms.terms)
        chosen = self._last = self._chosen_factors(formed)
        values = chosen.values(arrays)
        results, number = [], iter(formed)
        for (name, terms), root in zip(self.terms.items(), self.expressions, strict=True):
            recipes = tuple(recipe(t, next(number), terms, values, shapes) for t in terms.terms)
            results.append(_Result(name, terms.axes, facts.shapes[root], facts.dtypes[root], recipes))
        if len(self._plans) >= PLANS:
            self._plans.clear()
        self._plans[key] = _Plan(chosen, tuple(results))
        return self._build([r.factored(values) for r in results])

    def _chosen_factors(self, formed: tuple[bool, ...]) -> _Factors:
        """The factors of all terms, and the program for those that are neither inputs nor numbers."""
        if formed not in self._programs:
            every = [t for terms in self.terms.values() for t in terms.terms]
            wanted = dict.fromkeys(f for t, whole in zip(every, formed, strict=True) for f in factors(t, whole))
            numbers: dict[Expr, Array] = {}
            views: dict[Expr, tuple[str, tuple[int, ...]]] = {}
            for f in wanted:
                value, name = f.args[0].data, plain_read(f.args[0])
                if f.args[0].op == "const":
                    numbers[f] = np.asarray(value if isinstance(value, complex) else float(value))
                elif name is not None:
                    slots = [s.data[0] for s in f.args[0].args[1:]]
                    views[f] = name, tuple(slots.index(a) for a in f.data[1])
            computed = tuple(f for f in wanted if f not in numbers and f not in views)
            outputs = [(f.name or "part", f) for f in computed]
            program = Compiled(outputs, tuple, self.target, {**self.options, "inputs": ()}) if outputs else None
            self._programs[formed] = _Factors(numbers, views, computed, program)
        return self._programs[formed]

    # --- looking at it ---

    @property
    def program(self) -> Compiled | None:
        """What computes the arrays of the factors: of the last call, or before any; None where all are inputs."""
        if self._last is None:
            self._last = self._chosen_factors((False,) * sum(len(t.terms) for t in self.terms.values()))
        return self._last.program

    @property
    def source(self) -> str:
        """The generated module of the factors; empty where nothing is computed."""
        return self.program.source if self.program is not None else ""

    @property
    def kernels(self) -> dict[str, str]:
        """Source of each kernel by name."""
        return self.program.kernels if self.program is not None else {}

    @property
    def memory(self) -> Memory:
        """Bytes of temporaries while factors are computed."""
        from espresso.ir.storage.memory import Memory

        return self.program.memory if self.program is not None else Memory(0, 0, 0, 0)

    @checked
    def explain(self, *, after: str = "") -> str:
        """The formulas, and how the arrays of their factors are computed: their steps, or the state after a phase."""
        given = "\n".join(f"  {line}" for e in self.expressions for line in str(e).splitlines())
        inner = "nothing: they are inputs and numbers" if self.program is None else self.program.explain(after=after)
        return TextBlock(f"factored, formulas as given:\n{given}\n\narrays of the factors:\n\n{inner}")

    def __reduce__(self) -> Any:
        first, *others = self.expressions
        first = ex.taking(first, self._whole._inputs.values())
        options = {**self.options, "structure": "factored"}
        return rebuild, (self._build([first, *others]), self.target, options)

    def __repr__(self) -> str:
        return f"<factored for {self.target}: ({', '.join(self.inputs)}) -> {', '.join(self.terms)}>"


def _exchanged(roots: Sequence[Expr]) -> list[Expr]:
    """The formulas without products of a reverse pass that are the transposes of those of the forward pass.

    This has to come before they are taken apart: the first of these products would become a factor of its own.
    """
    from espresso.algebra.contraction.regroup import regrouped

    unique = uniquify_all(list(roots))
    found = regrouped(unique, program_extents(unique), lambda e: 64, chains_only=True)
    return list(roots) if found == unique else uniquify_all(found)


def _forms(term: Term, extents: Mapping[str, Expr], shapes: Mapping[str, Any]) -> bool:
    """Whether the hidden sum is computed: where that costs no more than one product without it."""
    import opt_einsum

    from espresso.runtime.cpu.programs import evaluate_extent

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
