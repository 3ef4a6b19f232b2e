"""The loop IR: statements, library calls, kernels and programs, on one page.

A **statement** is one array assignment without nested reductions,
``name[axes] = operator[over](body)``; its body is an expression over input arrays and
buffers of earlier statements.  Fusing turns statements into **kernels**: trees of loops
with scalar code at the leaves.  A **library call** is a contraction of two arrays.
A **program** is the list of kernels and library calls with the buffers between them.
All of it is plain data that prints itself and can be checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self
from weakref import WeakKeyDictionary

from espresso.formulas.graph.expr import Expr, postorder
from espresso.ir.arrangement import Arrangement as Arrangement
from espresso.ir.arrangement import Result

if TYPE_CHECKING:
    from espresso.compiler.matching.selection import Choice


def text_of(e: Expr) -> str:
    """An expression in the notation of formulas."""
    from espresso.formulas.printing.text import formula

    return formula(e, {})


@dataclass(frozen=True)
class Buffer:
    """An array of the program: ``role`` is "input", "output" or "temporary".

    ``shape`` holds extent expressions over the sizes of the inputs.
    """

    name: str
    dtype: str
    shape: tuple[Expr, ...]
    role: str = "temporary"


@dataclass(frozen=True)
class Statement:
    """``name[axes] = operator[over](body)``, or a map when ``operator`` is None.

    For a scan (``cumsum`` ...) the indices in ``over`` are axes too.  ``slots`` says where
    the value is stored when that is not simply ``axes``: a scatter stores at data-dependent
    positions, with ``guard`` telling which of them lie inside.
    ``dtype`` is that of the buffer, ``accumulate`` that of the running value.
    """

    name: str
    axes: tuple[str, ...]
    body: Expr
    operator: str | None
    over: tuple[str, ...]
    extents: Mapping[str, Expr]
    dtype: str
    accumulate: str
    slots: tuple[Expr, ...] | None = None

    @property
    def indices(self) -> tuple[str, ...]:
        """All loop indices: axes, then the reduced ones."""
        return self.axes + tuple(i for i in self.over if i not in self.axes)

    def __str__(self) -> str:
        slots = self.axes if self.slots is None else [text_of(e) for e in self.slots]
        left = f"{self.name}[{','.join(slots)}]" if slots else self.name
        body = text_of(self.body)
        return (
            f"{left} = {body}" if self.operator is None else f"{left} = {self.operator}[{','.join(self.over)}]({body})"
        )


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

    @property
    def arrays(self) -> tuple[str, ...]:
        """Both operands."""
        return (self.left, self.right)

    def permuted(self, old: str, new: str, order: Sequence[int]) -> Self:
        """The same with array ``old`` replaced by ``new``, whose axis k is axis ``order[k]`` of the old one."""
        made = self
        if made.left == old:
            made = replace(made, left=new, left_axes=tuple(made.left_axes[k] for k in order))
        if made.right == old:
            made = replace(made, right=new, right_axes=tuple(made.right_axes[k] for k in order))
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

    def __str__(self) -> str:
        def text(name: str, slots: Sequence[Expr], padded: bool) -> str:
            return f"{f'pad({name})' if padded else name}[{', '.join(text_of(s) for s in slots)}]"

        left = text(self.left, self.left_slots, self.left_padded)
        right = text(self.right, self.right_slots, self.right_padded)
        return f"{self._before()}sum[{','.join(self.over)}]({left}*{right})"

    def permuted(self, old: str, new: str, order: Sequence[int]) -> Self:
        """The same with array ``old`` replaced by ``new``, whose axis k is axis ``order[k]`` of the old one."""
        made = self
        if made.left == old:
            made = replace(made, left=new, left_slots=tuple(made.left_slots[k] for k in order))
        if made.right == old:
            made = replace(made, right=new, right_slots=tuple(made.right_slots[k] for k in order))
        return made


_arrays: WeakKeyDictionary[Expr, frozenset[str]] = WeakKeyDictionary()


def arrays_of(e: Expr) -> frozenset[str]:
    """Names of the arrays that an expression reads; asking for a length is no read."""
    found = _arrays.get(e)
    if found is None:
        found = _arrays[e] = frozenset(n.args[0].data.name for n in postorder(e) if n.op == "access")
    return found


def reads_of(step: Step) -> frozenset[str]:
    """Names of the arrays that a statement or a library call reads."""
    if isinstance(step, LibraryCall):
        return frozenset(step.arrays)
    if isinstance(step, Kernel):
        return frozenset(step.reads)
    found = arrays_of(step.body)
    return found.union(*(arrays_of(e) for e in step.slots)) if step.slots else found


@dataclass(frozen=True)
class MatrixCall(BinaryCall):
    """A library call on a matrix: ``left[..., rows, columns]``, both axes not in ``batch``.

    ``function`` is ``"inv"``, ``"det"``, ``"logdet"`` or ``"solve"``; of ``solve`` ``right`` is the right
    side, else it is the matrix again.  ``kept`` is the index of the matrix that a solution has.  ``posdef``
    says that the matrix is declared symmetric and positive definite.
    """

    function: str = "inv"
    batch: tuple[str, ...] = ()
    kept: str = ""
    posdef: bool = False

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
    the rest in numbers, ``body`` is the formula over the operands, or its text.  ``more`` are results that
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
    body: Expr | str = ""
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
        found += [f"with {', '.join(p['follow'])}"] if self.kind == "contraction" and p["follow"] else []
        found += [f"then {p['epilogue']}"] if p.get("epilogue") else []
        found += [f"scale {p['scale']:.6g}"] if "scale" in p else []
        found += [f"epsilon {p['epsilon']:.6g}"] if "epsilon" in p else []
        found += ["causal"] if p.get("causal") else []
        words = {"backward": "gradients"}
        return ", ".join([*([words.get(p["direction"], p["direction"])] if "direction" in p else []), *found])

    @property
    def text(self) -> str:
        """The formula with the names that the operands have now."""
        if isinstance(self.body, str):
            return self.body
        text, epilogue = text_of(self.body), self.parameters.get("epilogue")
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


# --- inside a kernel --------------------------------------------------------------------


@dataclass
class Loop:
    """``for index in range(extent)`` around ``body``."""

    index: str
    extent: Expr
    body: list[Node] = field(default_factory=list)


@dataclass
class Compute:
    """A statement at its innermost loop; becomes scalar code when the kernel is emitted."""

    statement: Statement


@dataclass
class Begin:
    """Start of an accumulation: the running value of the statement gets its identity."""

    statement: Statement
    inner: tuple[str, ...] = ()  # axes inside the reduction: the running value is an array


@dataclass
class End:
    """End of an accumulation: the running value is complete and stored."""

    statement: Statement


@dataclass
class Assign:
    """A scalar computed once at this loop depth: ``name = value``."""

    name: str
    value: Expr
    dtype: str


Node = Loop | Compute | Begin | End | Assign


@dataclass(frozen=True)
class Window:
    """How a kernel runs on one block of some indices (see `Blocks`): the same loops between given bounds.

    ``roles`` are the loop indices that run from ``<index>_from`` to ``<index>_to``, in the order of the
    block's roles; ``local`` names arrays that hold the block alone, with the index of each axis that
    starts at the bound (None: a whole axis); ``carried`` are reductions over a role, which go on from
    what their array holds.
    """

    roles: tuple[str, ...]
    local: Mapping[str, tuple[str | None, ...]]
    carried: frozenset[str]


@dataclass
class Kernel:
    """One loop tree that becomes one function.

    ``scalars`` are buffers that live in registers, ``rows`` buffers of which only the
    named trailing axes are kept, because all their uses are inside the same outer loops.
    ``partial`` are outputs reduced over the outermost loop: split loops yield parts.
    ``parameters`` are integers given at the launch, which bodies read as indices.
    """

    name: str
    body: list[Node]
    statements: list[Statement]
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    scalars: frozenset[str] = frozenset()
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    partial: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    window: Window | None = None

    @property
    def outer(self) -> Loop | None:
        """The outermost loop if the whole kernel is one loop nest."""
        found = [n for n in self.body if isinstance(n, Loop)]
        return found[0] if len(found) == 1 else None

    def __str__(self) -> str:
        return "\n".join([f"kernel {self.name}", *_lines(self.body, 1)])


Step = Statement | LibraryCall | Kernel


@dataclass(frozen=True)
class Blocks:
    """Steps ``first`` to ``last - 1`` of a program run together for one block of indices after the other.

    ``roles`` are these indices with their extents, outermost first; ``indices`` says for each step
    which of its own indices they are.  ``local`` are temporaries that hold one block, with the
    axis of each role.  ``carried`` are arrays summed over a role: they start at the identity of
    their operator and grow from block to block.  ``least`` rows are in a block if there are so
    many.  A target that does not know blocks may run the steps as they stand.
    """

    first: int
    last: int
    roles: tuple[tuple[str, Expr], ...]
    indices: Mapping[str, tuple[str, ...]]
    local: Mapping[str, tuple[int, ...]]
    carried: Mapping[str, str]
    least: int


@dataclass
class Program:
    """Kernels and library calls in order, and the buffers between them."""

    steps: list[Kernel | LibraryCall]
    buffers: dict[str, Buffer]
    outputs: tuple[str, ...]
    choices: Sequence[Choice] = ()  # why each library call has its engine
    blocks: Sequence[Blocks] = ()

    def __str__(self) -> str:
        return "\n".join(str(s) for s in self.steps)


def walk(nodes: list[Node]) -> Iterator[Node]:
    """Every node of a loop tree, outer before inner, in program order."""
    for node in nodes:
        yield node
        if isinstance(node, Loop):
            yield from walk(node.body)


def _lines(nodes: list[Node], depth: int) -> list[str]:
    pad = "  " * depth
    lines: list[str] = []
    for node in nodes:
        if isinstance(node, Loop):
            lines.append(f"{pad}for {node.index} < {text_of(node.extent)}:")
            lines += _lines(node.body, depth + 1)
        elif isinstance(node, Begin):
            lines.append(f"{pad}begin {node.statement.name}")
        elif isinstance(node, End):
            lines.append(f"{pad}end {node.statement.name}")
        elif isinstance(node, Assign):
            lines.append(f"{pad}{node.name} = {text_of(node.value)}")
        else:
            lines.append(f"{pad}{node.statement}")
    return lines
