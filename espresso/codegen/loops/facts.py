"""What transformations of loops and writers of kernels ask about one kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from espresso.codegen.common.cpu_scalar import has_circular
from espresso.errors import DtypeError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.inference.dtypes import DType, dtypes_of
from espresso.ir.loops import Buffer, Kernel, Statement
from espresso.ir.nests import Begin, Loop, local, walk
from espresso.ir.storage.liveness import rows_in_results
from espresso.ir.taps import over_taps
from espresso.system.half_precision import COMPUTED, computed
from espresso.system.locks import cached_property


def keeps_dtype(part: Expr, whole: Expr, dtype_of: Callable[[Expr], str]) -> bool:
    """Whether what is computed in the place of ``whole``, or of some factors of it alone, has the dtype of the whole.

    Integers would wrap before they meet a float, or could not hold a number beside them that the float does.
    """
    try:
        return dtype_of(part) == dtype_of(whole)
    except DtypeError:
        return False


class Types:
    """Dtypes of the nodes below ``roots``, and of those that are made of them later."""

    def __init__(self, dtypes: Mapping[str, str], roots: Sequence[Expr]) -> None:
        from espresso.ir.storage.dtypes import known_dtypes

        self._known = known_dtypes(dtypes, COMPUTED)
        self._found: dict[Expr, DType] = dtypes_of(roots, self._known)
        self._names: dict[Expr, str] = {}

    def _dtype(self, e: Expr) -> DType:
        if e not in self._found:
            dtypes_of([e], self._known, self._found)
        return self._found[e]

    def dtype(self, e: Expr) -> str:
        """The name of the dtype in which a node is computed."""
        found = self._names.get(e)
        if found is None:
            found = self._names[e] = computed(str(self._dtype(e).dtype))
        return found

    def weak(self, e: Expr) -> bool:
        """Whether a node takes the dtype of what it meets."""
        return self._dtype(e).weak


class Facts(Types):
    """Dtypes of all nodes, where running values live, which reads are inside.

    ``shared`` names results that lie where an array lies that the kernel reads (see `ir.storage.liveness.in_place`).
    """

    def __init__(
        self, kernel: Kernel, buffers: Mapping[str, Buffer], dtypes: Mapping[str, str],
        shared: Mapping[str, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        super().__init__(dtypes, [e for s in kernel.statements for e in (s.body, *(s.slots or ()))])
        self.kernel, self.buffers, self.dtypes = kernel, buffers, dtypes
        self.shared = {n: shared[n] for n in kernel.writes if n in shared}
        self.made = {s.name: s for s in kernel.statements}
        rows = rows_in_results(kernel, self.shared)
        self.placed = {row: new for row, new in rows.items() if not has_circular([self.made[new].body], self.dtype)}
        self._made = 0  # local arrays

    # --- where values live ---

    @cached_property
    def _in_memory(self) -> frozenset[str]:
        begun = [n for n in walk(self.kernel.body) if isinstance(n, Begin)]
        return frozenset(n.statement.name for n in begun if n.inner or n.statement.slots is not None)

    def in_memory(self, s: Statement) -> bool:
        """Whether the running value of a reduction lies in its array."""
        return s.name in self._in_memory

    def is_wide(self, s: Statement) -> bool:
        """Whether the running value is kept in float64 although the sum is float32 (and not one of a few taps)."""
        plain = s.operator == "sum" and s.accumulate == "float32" and s.slots is None and s.name in self.made
        return plain and not over_taps(s) and not self.in_memory(s)

    def is_contiguous(self, s: Statement) -> bool:
        """Whether an array is there with all its axes, in C order, and not a part of a block."""
        return s.name in self.buffers and s.name not in self.kernel.rows and self.kernel.window is None

    def named_reads(self, s: Statement) -> set[Expr]:
        """The read of an element that a map has just stored, if others read it: its value has a name there."""
        if s.operator is not None or s.name in self.kernel.scalars or s.name not in self._read:
            return set()
        return {ex.access(ex.tensor(s.name, len(s.axes), self.dtypes[s.name]), [ex.index(a) for a in s.axes])}

    @cached_property
    def _read(self) -> frozenset[str]:
        roots = [s.body for s in self.kernel.statements]
        return frozenset(n.data.name for n in ex.postorder(*roots) if n.op == "tensor")

    def is_role(self, loop: Loop) -> bool:
        """Whether a loop runs over a role of the blocks that the kernel runs in."""
        return self.kernel.window is not None and loop.index in self.kernel.window.roles

    def fresh(self, base: str, purpose: str) -> str:
        """The name of a local array, with a number behind the first one of a kernel."""
        self._made += 1
        return local(base, purpose if self._made == 1 else f"{purpose}{self._made}")

    # --- reads ---

    @cached_property
    def _extents(self) -> dict[str, list[Expr]]:
        """Extents by index: loops side by side may share a name, not a length."""
        return ex.grouped((n.index, n.extent) for n in walk(self.kernel.body) if isinstance(n, Loop))

    def is_inside(self, read: Expr, axis: int, around: Mapping[str, Expr]) -> bool:
        """Whether a read at a plain index is known to stay inside this axis; ``around`` are extents of loops."""
        slot = read.args[1 + axis]
        if slot.op != "index":
            return False
        name, array = slot.data[0], read.args[0].data.name
        extents = [around[name]] if name in around else self._extents.get(name, [])
        if array in self.buffers:
            return bool(extents) and all(self.buffers[array].shape[axis] is n for n in extents)
        return bool(extents) and all(n.op == "size" and (n.args[0].data.name, n.data) == (array, axis) for n in extents)
