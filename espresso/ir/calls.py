"""Library calls: contractions, functions of matrices, and whatever an engine computes as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import SORTING
from espresso.formulas.graph.recurrences import Recurrence, applied
from espresso.ir.arrangement import Arrangement, Result
from espresso.records import dataclass


def text_of(e: Expr) -> str:
    """An expression in the notation of formulas; named arrays are their names."""
    from espresso.formulas.printing.text import formula

    return formula(e, {n: (n.data[0] or "t", 0) for n in ex.postorder(e, into_arrays=False) if n.op == "let"})


class LibraryCall:
    """A step that a library computes: its result ``name[axes]``, the ``arrays`` that it reads, what it ``writes``."""

    name: str
    axes: tuple[str, ...]
    extents: Mapping[str, Expr]
    dtype: str
    engine: str
    word = "matmul"

    @property
    def arrays(self) -> tuple[str, ...]:
        """Names of the arrays that it reads."""
        raise NotImplementedError

    @property
    def writes(self) -> tuple[str, ...]:
        """Names of the arrays that it writes, ``name`` first."""
        return (self.name,)


@dataclass(frozen=True)
class BinaryCall(LibraryCall):
    """A library call on two arrays, ``left[left_axes]`` and ``right[right_axes]``, computed by ``engine``."""

    name: str
    axes: tuple[str, ...]
    left: str
    left_axes: tuple[str, ...]
    right: str
    right_axes: tuple[str, ...]
    extents: Mapping[str, Expr]
    dtype: str
    engine: str = ""

    read_at: ClassVar[str] = "axes"
    """What says for each axis of an operand where it is read: its indices, or ``"slots"``."""

    @property
    def arrays(self) -> tuple[str, ...]:
        """Both operands."""
        return (self.left, self.right)

    def permuted(self, old: str, new: str, order: Sequence[int]) -> Self:
        """The same with array ``old`` replaced by ``new``, whose axis k is axis ``order[k]`` of the old one."""
        made = self
        for side in ("left", "right"):
            if getattr(made, side) == old:
                read = f"{side}_{self.read_at}"
                changed: dict[str, Any] = {side: new, read: tuple(getattr(made, read)[k] for k in order)}
                made = replace(made, **changed)
        return made


@dataclass(frozen=True)
class Contraction(BinaryCall):
    """A sum of products: ``out[axes] = sum(left[left_axes]*right[right_axes])``.

    ``triangle`` says which operand is declared triangular, as a matrix (row, summed) or (summed, column):
    "left lower", "left upper", "right lower", "right upper", or "" for none.  The sum is multiplied by ``scale``,
    divided by the lengths ``divisors``, and with ``added`` it is added to that array, whose place the result takes;
    where they are ``apart``, that array keeps its values and the result has a place of its own.
    ``symmetric``: the result equals its transpose, and the engine may compute half of it.
    """

    triangle: str = ""
    scale: float = 1.0
    added: str = ""
    divisors: tuple[Expr, ...] = ()
    apart: bool = False
    symmetric: bool = False

    packed: ClassVar[bool] = False
    """Whether operands are read at sums of indices, which no library reads as whole arrays."""

    @property
    def arrays(self) -> tuple[str, ...]:
        """Both operands, and what the product is added to."""
        return (self.left, self.right, self.added) if self.added else (self.left, self.right)

    @property
    def over(self) -> tuple[str, ...]:
        """The summed indices."""
        return tuple(i for i in self.left_axes if i in self.right_axes and i not in self.axes)

    def groups(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Indices by role: (batch, rows of the left, columns of the right, summed)."""
        left, right = set(self.left_axes), set(self.right_axes)
        return (
            tuple(i for i in self.axes if i in left and i in right),
            tuple(i for i in self.axes if i in left and i not in right),
            tuple(i for i in self.axes if i in right and i not in left),
            self.over,
        )

    def __str__(self) -> str:
        left = f"{self.left}[{','.join(self.left_axes)}]"
        right = f"{self.right}[{','.join(self.right_axes)}]"
        return f"{self._before()}sum[{','.join(self.over)}]({left}*{right})"

    def _before(self) -> str:
        """The text before the sum: the result, what is added, and the factor."""
        size = abs(self.scale) if self.added else self.scale
        scale = "" if size == 1.0 and not self.divisors else "-" if size == -1.0 and not self.divisors else f"{size:g}"
        scale += "".join(f"/{text_of(d)}" for d in self.divisors) + ("*" if scale not in ("", "-") else "")
        added = f"{self.added}[{','.join(self.axes)}] {'-' if self.scale < 0 else '+'} " if self.added else ""
        return f"{self.name}[{','.join(self.axes)}] = {added}{scale}"


@dataclass(frozen=True)
class PackedContraction(Contraction):
    """A contraction that reads its operands where they lie: windows, strides, shifts, and any order of axes.

    ``left_slots`` are the slots of the read of the left array, sums of indices with whole factors, one
    for each axis; ``left_axes`` are their indices.  Where an operand is ``padded``, reads outside are 0.
    """

    left_slots: tuple[Expr, ...] = ()
    right_slots: tuple[Expr, ...] = ()
    left_padded: bool = False
    right_padded: bool = False

    packed: ClassVar[bool] = True
    read_at: ClassVar[str] = "slots"

    def __str__(self) -> str:
        def text(name: str, slots: Sequence[Expr], padded: bool) -> str:
            return f"{f'pad({name})' if padded else name}[{', '.join(text_of(s) for s in slots)}]"

        left = text(self.left, self.left_slots, self.left_padded)
        right = text(self.right, self.right_slots, self.right_padded)
        return f"{self._before()}sum[{','.join(self.over)}]({left}*{right})"


@dataclass(frozen=True)
class MatrixCall(BinaryCall):
    """A library call on a matrix: ``left[..., rows, columns]``, both axes not in ``batch``; or on rows that it sorts.

    ``function`` is that of the notation, or ``"solve"``; of ``solve`` ``right`` is the right side, else it is the
    matrix again.  ``kept`` is the index of the matrix that a solution has.  ``structure`` says what the matrix is known
    to be: ``"posdef"`` (symmetric, too), ``"lower"``, ``"upper"`` (as the axes stand in memory), or nothing.
    """

    function: str = "inv"
    batch: tuple[str, ...] = ()
    kept: str = ""
    structure: str = ""

    @property
    def method(self) -> str:
        """How it is computed, in words."""
        if self.function in SORTING:
            return "comparisons"
        if self.function in ("spectrum", "eigvecsh"):
            return "eigendecomposition"
        words = {"posdef": "Cholesky factorisation", "": "LU factorisation"}
        return words.get(self.structure, f"substitution, {self.structure} triangle")

    @property
    def sides(self) -> tuple[str, ...]:
        """The axes of right sides as LAPACK wants them: the batch, that of the matrix, columns."""
        columns = [a for a in self.axes if a not in self.batch and a != self.kept]
        return (*self.batch, *(a for a in self.right_axes if a not in (*self.batch, *columns)), *columns)

    def operations(self, n: int) -> int:
        """Operations on one matrix of n rows, without those on right sides; on n elements where they are sorted."""
        if self.function in SORTING:
            return n * n.bit_length()
        if self.function in ("spectrum", "eigvecsh"):
            return 9 * n**3
        factored = {"": 2 * n**3 // 3, "posdef": n**3 // 3}.get(self.structure)
        if self.function == "inv":
            return n**3 // 3 if factored is None else 2 * n**3 // (2 if self.structure else 1)
        return factored or n

    def __str__(self) -> str:
        inside = f"{self.left}[{','.join(self.left_axes)}]"
        if self.function == "solve":
            inside += f", {self.right}[{','.join(self.right_axes)}]"
        pair = ",".join(a for a in self.left_axes if a not in self.batch)
        return f"{self.name}[{','.join(self.axes)}] = {self.function}[{pair}]({inside})"


@dataclass(frozen=True)
class EngineCall(LibraryCall):
    """A library call that one engine computes, such as a convolution: ``kind`` is a word of ``ir.engine``.

    ``operands`` are the arrays that it reads, ``seen`` how the library sees each of them and
    the result (last), ``shapes`` and ``dtypes`` those of the operands.  ``parameters`` say
    the rest in numbers, ``body`` is the formula over the operands, or what it is in words.  ``more`` are results that
    the same call gives, with ``extents`` for their axes too.  ``number`` tells calls of one program apart.
    """

    kind: str
    name: str
    axes: tuple[str, ...]
    operands: tuple[str, ...]
    seen: tuple[Arrangement, ...]
    extents: Mapping[str, Expr]
    dtype: str
    shapes: tuple[tuple[Expr, ...], ...]
    dtypes: tuple[str, ...]
    parameters: Mapping[str, Any]
    body: Expr | str
    engine: str = ""
    more: tuple[Result, ...] = ()
    number: int = 0

    @property
    def word(self) -> str:  # type: ignore[override]
        """What profiles call it."""
        return self.kind

    @property
    def arrays(self) -> tuple[str, ...]:
        """The operands."""
        return self.operands

    @property
    def writes(self) -> tuple[str, ...]:
        """All results."""
        return (self.name, *(r.name for r in self.more))

    @property
    def results(self) -> tuple[Result, ...]:
        """All that it writes, in the order of ``writes``."""
        return (Result(self.name, self.axes, self.dtype, self.seen[-1]), *self.more)

    @property
    def details(self) -> str:
        """The parameters in words."""
        p = self.parameters
        found = [f"{word} {list(p[word])}" for word in ("stride", "dilation") if p.get(word)]
        found += [f"padding {list(p['low'])} before"] if "low" in p else []
        found += [f"in {p['groups']} groups"] if p.get("groups", 1) > 1 else []
        found += [f"then {p['epilogue']}"] if p.get("epilogue") else []
        found += [f"scale {p['scale']:.6g}"] if "scale" in p else []
        found += ["causal"] if p.get("causal") else []
        words = {"backward": "gradients"}
        return ", ".join([*([words.get(p["direction"], p["direction"])] if "direction" in p else []), *found])

    @property
    def text(self) -> str:
        """The formula with the names that the operands have now."""
        text = self.body if isinstance(self.body, str) else text_of(self.body)
        epilogue = self.parameters.get("epilogue")
        return f"{epilogue}({text})" if epilogue else text

    @property
    def key(self) -> tuple[str, int | str]:
        """What stays the same while the call gets other names, or takes along what follows."""
        return self.kind, self.number or self.text

    def stored(self, name: str, order: Sequence[int]) -> EngineCall | None:
        """The call with a result whose axes are in another order; None where no library could write it."""
        seen = self.seen[-1].moved(order)
        axes = tuple(self.axes[k] for k in order)
        return replace(self, name=name, axes=axes, seen=(*self.seen[:-1], seen)) if seen.in_line else None

    def reading(self, old: str, new: str, order: Sequence[int]) -> EngineCall:
        """The call with an operand replaced by one that has its axes in another order."""
        if old not in self.operands:
            return self
        seen = [s.moved(order) if n == old else s for n, s in zip(self.operands, self.seen, strict=False)]
        shapes = [
            tuple(s[k] for k in order) if n == old else s for n, s in zip(self.operands, self.shapes, strict=True)
        ]
        names = tuple(new if n == old else n for n in self.operands)
        return replace(self, operands=names, seen=(*seen, self.seen[-1]), shapes=tuple(shapes))

    def __str__(self) -> str:
        made = (f"{r.name}[{','.join(r.axes)}]" for r in self.results)
        return f"{', '.join(made)} = {self.text}"


NO_ROW = -1
"""Among numbers of rows: of none, the state is only read in its own step."""


@dataclass(frozen=True)
class RecurrenceCall(LibraryCall):
    """All states of a recurrence of arrays: ``operands`` are the inputs, ``results`` the arrays of the states.

    ``rows`` says of each state how many of its last rows are kept, 0 for all, NO_ROW for none.  Arrays are stored with
    the axis of the steps first: ``written`` is the recurrence as errors and saved modules show it, where states have
    their own axes, and the inputs ``turned``, with the names of these arrays, their first axis at the end.
    """

    name: str
    axes: tuple[str, ...]
    operands: tuple[str, ...]
    results: tuple[str, ...]
    recurrence: Recurrence
    extents: Mapping[str, Expr]
    dtype: str
    dtypes: tuple[str, ...]
    engine: str = ""
    rows: tuple[int, ...] = ()
    written: Recurrence | None = None
    turned: tuple[tuple[int, str], ...] = ()

    word = "recurrence"

    @property
    def arrays(self) -> tuple[str, ...]:
        """The inputs."""
        return self.operands

    @property
    def writes(self) -> tuple[str, ...]:
        """The arrays of all states."""
        return self.results

    @property
    def kept(self) -> str:
        """Words for the states of which not all rows are kept."""
        kept = [(n, max(k, 0)) for n, k in zip(self.results, self.rows, strict=False) if k]
        few = [f"{k or 'no'} row{'s' * (k > 1)} of {n}" for n, k in kept]
        return f"; kept: {', '.join(few)}" if few else ""

    def renamed(self, old: str, new: str) -> RecurrenceCall:
        """The call with another name for an array that it reads or writes."""
        operands = tuple(new if n == old else n for n in self.operands)
        results = tuple(new if n == old else n for n in self.results)
        return replace(self, name=results[0], operands=operands, results=results)

    @property
    def names(self) -> list[str]:
        """What errors and saved modules call the inputs: turned ones as the arrays that they are made from."""
        found = {**dict(enumerate(self.operands)), **{k: n for k, n in self.turned if n and n not in self.operands}}
        return [*found.values()] if len({*found.values()}) == len(found) else [*self.operands]

    @property
    def states(self) -> list[Expr]:
        """The states as they are written, called as the arrays are."""
        arrays = [ex.tensor(n, r) for n, r in zip(self.names, self.recurrence.ranks, strict=True)]
        made = applied(self.written or self.recurrence, arrays)
        return [ex.closed(n, e.data[1], e.args[0]) for n, e in zip(self.results, made, strict=True)]

    def __str__(self) -> str:
        return str(ex.program(self.states)) if len(self.results) > 1 else str(self.states[0])


# --- inside a kernel --------------------------------------------------------------------
