"""Matrix products of native programs: tiles or loops for small ones, a BLAS for the others.

A product is described at run time by a record of numbers, so that one function per dtype
serves every product of every program. It is compiled once for a processor, and called by its address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted, cases, least
from espresso.llvm.emit.expressions import Array
from espresso.llvm.emit.kinds import FLOATS, I64, ITEMSIZE, POINTER, Value, entry_at, internal
from espresso.llvm.emit.tiles import SKINNY_NUMBERS as NUMBERS
from espresso.llvm.emit.translate import Scope
from espresso.llvm.emit.vectors import I32, Vectors

BATCH_AXES = 4
"""Batch axes a record has room for; consecutive ones are merged where their strides allow."""

FIELDS = ("mode", "m", "n", "k", "a_row", "a_inner", "b_inner", "b_column", "c_row", "c_column",
          "order", "a_flag", "b_flag", "a_lead", "b_lead", "c_lead", "routine", "block", "keep", "scale",
          "d_row", "d_column")  # fmt: skip
LOOPS, GEMM, GEMV, HALF, TRMM_LEFT, TRMM_RIGHT, COLUMNS, SKINNY, SMALL = range(9)
LEFT, RIGHT, NOT_UNIT = 141, 142, 131

SMALL_BYTES = 32
"""Of a vector of small products: what AVX2 has, and what few columns fill."""

SMALL_TURNED = 1 << 10
"""Elements of a right operand that is copied, on the stack."""

SMALL_TILES = (8, 1), (4, 1), (4, 2)
"""Rows and vectors of their tiles, by number."""

TEXT = '''
@njit(fastmath={"contract"})
def multiply(a, b, c, n, depth, a_row, a_inner, b_inner, b_column, c_row, c_column, keep, scale, start, stop):
    """c = scale*a @ b by loops, in the order that reads memory in sequence; added to c where ``keep`` is not 0.

    Every element is summed in the order of the summed axis, whatever is vectorised or split.
    """
    if b_column == 1 and c_column == 1:
        for i in range(start, stop):
            if keep == 0:
                for j in range(n):
                    c[i*c_row + j] = ZERO
            for p in range(depth):
                x = scale*a[i*a_row + p*a_inner]
                for j in range(n):
                    c[i*c_row + j] += x*b[p*b_inner + j]
    else:
        whole = start + (stop - start)//4*4
        for i in range(start, whole, 4):
            for j in range(n):
                s1, s2, s3, s4 = ZERO, ZERO, ZERO, ZERO
                for p in range(depth):
                    x = b[p*b_inner + j*b_column]
                    at = i*a_row + p*a_inner
                    s1 += scale*a[at]*x
                    s2 += scale*a[at + a_row]*x
                    s3 += scale*a[at + 2*a_row]*x
                    s4 += scale*a[at + 3*a_row]*x
                at = i*c_row + j*c_column
                if keep != 0:
                    s1 += c[at]
                    s2 += c[at + c_row]
                    s3 += c[at + 2*c_row]
                    s4 += c[at + 3*c_row]
                c[at] = s1
                c[at + c_row] = s2
                c[at + 2*c_row] = s3
                c[at + 3*c_row] = s4
        for i in range(whole, stop):
            for j in range(n):
                total = ZERO
                for p in range(depth):
                    total += scale*a[i*a_row + p*a_inner]*b[p*b_inner + j*b_column]
                if keep != 0:
                    total += c[i*c_row + j*c_column]
                c[i*c_row + j*c_column] = total


@njit
def mirror(c, c_row, first, last):
    """Rows of the lower triangle as columns of the upper one, by small blocks."""
    for left in range(0, last, 16):
        for i in range(max(first, left), last):
            for j in range(left, min(left + 16, i)):
                c[j*c_row + i] = c[i*c_row + j]


@njit
def copy(a, c, m, n, row, column, c_row, c_column):
    """A matrix to its place, by small blocks where either is stored by columns."""
    if column == 1 and c_column == 1:
        for i in range(m):
            for j in range(n):
                c[i*c_row + j] = a[i*row + j]
    else:
        for left in range(0, n, 16):
            for i in range(m):
                for j in range(left, min(left + 16, n)):
                    c[i*c_row + j*c_column] = a[i*row + j*column]
'''


WRITES = {"multiply": 2, "mirror": 0, "copy": 1}
"""Functions of the text, and which argument each writes."""


def text(dtype: str) -> str:
    """The module with ``product`` of matrices of this dtype as LLVM text."""
    module = ir.Module("products")
    Multiplier(module, dtype)
    return str(module)


class Multiplier:
    """The function ``product(a, b, c, d, record, start, stop)`` of a dtype, and what it calls, in a module.

    Start and stop bound rows of the result, columns of a wide one. Where the record says ``keep``, the product is
    added to ``d``, which is ``c`` or an array of its own.
    """

    LENGTH = len(FIELDS) + 5 * BATCH_AXES + 1

    def __init__(self, module: Any, dtype: str) -> None:
        self.module, self.dtype, self.real = module, dtype, FLOATS[dtype]
        scope = Scope(TEXT, {"ZERO": f"np.{dtype}(0)"})
        scope.module = module
        texts = {name: self._text(scope, name, writes) for name, writes in WRITES.items()}
        types = [POINTER, POINTER, POINTER, POINTER, POINTER, I64, I64]
        one, b = internal(module, "one_product", types, "noinline")
        _Product(b, dtype, texts, one.args).write()
        b.ret_void()
        function, b = internal(module, "product", types)
        function.linkage = ""
        *pointers, record, start, stop = function.args
        with ExitStack() as loops:
            for axis in range(BATCH_AXES):
                at = len(FIELDS) + 5 * axis
                position = loops.enter_context(Counted(b, I64(0), entry_at(b, record, at), 1, short=True))
                steps = (entry_at(b, record, at + 1 + k) for k in range(4))  # read here: there are few registers
                pointers = [
                    b.gep(p, [b.mul(position, step)], source_etype=self.real)
                    for p, step in zip(pointers, steps, strict=True)
                ]
            transposed = b.icmp_signed("!=", entry_at(b, record, self.LENGTH - 1), I64(0))  # operands change places
            first, second, *others = pointers
            pair = b.select(transposed, second, first), b.select(transposed, first, second)
            b.call(one, [*pair, *others, record, start, stop])
        b.ret_void()

    def _text(self, scope: Scope, name: str, writes: int) -> Any:
        """One function of the text, over flat arrays; argument number ``writes`` lies apart from the others."""
        made = scope.definitions[name]
        names = [a.arg for a in made.tree.args.args]

        def fill(translator: Any) -> None:
            for name, value in zip(names, translator.function.args, strict=True):
                kind = self.dtype if value.type == self.real else "int64"
                whole = Array(self.dtype, value, (I64(1),)) if value.type == POINTER else Value(kind, value)
                translator.give(name, whole)

        types = [POINTER if n in ("a", "b", "c") else self.real if n == "scale" else I64 for n in names]
        function, _ = scope.write(f"{name}_{self.dtype}", made, types, fill)
        function.args[writes].add_attribute("noalias")
        function.attributes.add("noinline")
        return function


class _Product:
    """One matrix product, by the mode of the record."""

    def __init__(self, b: Any, dtype: str, texts: Mapping[str, Any], given: Sequence[Any]) -> None:
        self.b, self.dtype, self.real, self.texts = b, dtype, FLOATS[dtype], texts
        self.left, self.right, self.out, self.plus, self.record, self.start, self.stop = given

    @property
    def scale(self) -> Any:
        """The factor: the record holds the bits of a float64."""
        wide = self.b.bitcast(self._read("scale"), ir.DoubleType())
        return wide if self.dtype == "float64" else self.b.fptrunc(wide, self.real)

    @property
    def adds(self) -> Any:
        """Whether the product is added to what the result holds."""
        return self.b.icmp_signed("!=", self._read("keep"), I64(0))

    @property
    def count(self) -> Any:
        """Rows, or columns, from start to stop."""
        return self.b.sub(self.stop, self.start)

    def _read(self, field: str) -> Any:
        """A number of the record."""
        return entry_at(self.b, self.record, FIELDS.index(field))

    def _beta(self) -> Any:
        return self.b.select(self.adds, self.real(1.0), self.real(0.0))

    def _words(self, *given: Any) -> list[Any]:
        """Fields and values as a BLAS takes them."""
        return [self.b.trunc(self._read(x) if isinstance(x, str) else x, I32) for x in given]

    def _from(self, pointer: Any, position: Any, step: str) -> Any:
        return self.b.gep(pointer, [self.b.mul(position, self._read(step))], source_etype=self.real)

    def _from_row(self, first: Any) -> tuple[Any, Any, Any]:
        """The operands and the result from a row on."""
        return self._from(self.left, first, "a_row"), self.right, self._from(self.out, first, "c_row")

    def _invoke(self, arguments: Sequence[Any]) -> None:
        kind = ir.FunctionType(ir.VoidType(), [a.type for a in arguments])
        self.b.call(Pointer(self.b.inttoptr(self._read("routine"), POINTER), kind), arguments)

    def write(self) -> None:
        """Write the product; skinny ones (`kernels.skinny_gemm`) add to another array themselves."""
        b, mode = self.b, self._read("mode")
        ways: dict[int, Callable[[], None]] = {
            LOOPS: self._loops, GEMM: self._rows, GEMV: self._gemv, HALF: self._half,
            TRMM_LEFT: partial(self._triangular, LEFT), TRMM_RIGHT: partial(self._triangular, RIGHT),
            COLUMNS: self._columns, SMALL: self._small,
        }  # fmt: skip
        with b.if_else(b.icmp_signed("==", mode, I64(SKINNY))) as (skinny, others):
            with skinny:
                numbers = [self._read(n) for n in (*NUMBERS, "keep", "block")]
                self._invoke(
                    [self.left, self.right, self.out, self.plus, *numbers, self.scale, self.start, self.stop]
                )
            with others:
                self._fill(mode)
                for which in cases(b, mode, tuple(ways), LOOPS):
                    ways[which]()

    def _fill(self, mode: Any) -> None:
        """What the product is added to, copied to its place where it lies elsewhere: rows, or columns of a wide one."""
        b = self.b
        apart = b.icmp_unsigned("!=", b.ptrtoint(self.plus, I64), b.ptrtoint(self.out, I64))
        with b.if_then(b.and_(self.adds, apart), likely=False):
            wide = b.icmp_signed("==", mode, I64(COLUMNS))
            steps = {x: (self._read(f"{x}_row"), self._read(f"{x}_column")) for x in "dc"}
            places = [
                b.gep(p, [b.mul(self.start, b.select(wide, *reversed(steps[x])))], source_etype=self.real)
                for p, x in ((self.plus, "d"), (self.out, "c"))
            ]
            shape = b.select(wide, self._read("m"), self.count), b.select(wide, self.count, self._read("n"))
            b.call(self.texts["copy"], [*places, *shape, *steps["d"], *steps["c"]])

    def _loops(self) -> None:
        names = ("n", "k", "a_row", "a_inner", "b_inner", "b_column", "c_row", "c_column", "keep")
        given = [self.left, self.right, self.out, *map(self._read, names), self.scale, self.start, self.stop]
        self.b.call(self.texts["multiply"], given)

    def _small(self) -> None:
        """Tiles of a few rows and columns, whose sums stay in registers; ``block`` is the number of their kind.

        Operands are read in place, the right one and the result along their rows; a right one that lies along its
        columns (``b_flag``) is copied first.
        """
        b, v = self.b, Vectors(self.b, self.dtype, SMALL_BYTES // ITEMSIZE[self.dtype])
        n, k, a_row, a_inner, c_row = map(self._read, ("n", "k", "a_row", "a_inner", "c_row"))
        given = self._read("b_inner"), self._read("b_column")
        turned = b.icmp_signed("!=", self._read("b_flag"), I64(0))
        with b.goto_entry_block():
            copy = b.bitcast(b.alloca(ir.ArrayType(self.real, SMALL_TURNED)), POINTER)
        with b.if_then(turned):
            b.call(self.texts["copy"], [self.right, copy, k, n, *given, n, I64(1)])
        right, b_inner = b.select(turned, copy, self.right), b.select(turned, n, given[0])
        adds, last, factor = self.adds, b.sub(self.stop, I64(1)), v.splat(self.scale)

        def tile(i: Any, j: Any, masks: Any, height: int) -> None:
            rows = [b.add(i, I64(r)) for r in range(height)]
            inside = [b.icmp_signed("<=", row, last) for row in rows]
            known = (b.select(c, row, last) for row, c in zip(rows, inside, strict=True))
            places = [v.at(self.left, b.mul(row, a_row)) for row in known]

            def read(p: Any) -> tuple[Any, Iterator[Any]]:
                line, at = v.at(right, b.add(b.mul(p, b_inner), j)), b.mul(p, a_inner)
                return line, (v.at(place, at) for place in places)

            sums = iter(v.tile(I64(0), k, height, masks, read))
            for row, c in zip(rows, inside, strict=True):
                values = [b.fmul(next(sums), factor) for _ in masks]
                with b.if_then(c):
                    goals = v.row(v.at(self.out, b.add(b.mul(row, c_row), j)), len(masks))
                    v.put(values, goals, masks, adds)

        for kind in cases(b, self._read("block"), range(len(SMALL_TILES)), 0):
            height, vectors = SMALL_TILES[kind]
            with Counted(b, I64(0), n, vectors * v.lanes, short=True) as j:
                masks = [v.first(b.sub(n, b.add(j, I64(q * v.lanes)))) for q in range(vectors)]
                with Counted(b, self.start, self.stop, height, short=True) as i:
                    tile(i, j, masks, height)

    def _gemm(self, pointers: Sequence[Any], rows: Any, columns: Any) -> None:
        """``cblas_?gemm``."""
        left, right, out = pointers
        *first, a_lead, b_lead, c_lead = self._words(
            "order", "a_flag", "b_flag", rows, columns, "k", "a_lead", "b_lead", "c_lead"
        )  # fmt: skip
        self._invoke([*first, self.scale, left, a_lead, right, b_lead, self._beta(), out, c_lead])

    def _rows(self) -> None:
        self._gemm(self._from_row(self.start), self.count, self._read("n"))

    def _columns(self) -> None:
        right, out = self._from(self.right, self.start, "b_column"), self._from(self.out, self.start, "c_column")
        self._gemm((self.left, right, out), self._read("m"), self.count)

    def _half(self) -> None:
        """Blocks of rows up to the diagonal and their mirror image, a short and a long one at a time."""
        b, size, whole = self.b, self._read("block"), self._read("m")
        last_block = b.sdiv(b.sub(whole, I64(1)), size)
        with Counted(b, self.start, self.stop, 1) as position, Counted(b, I64(0), I64(2), 1) as which:
            other = b.sub(last_block, position)
            block = b.select(b.icmp_signed("==", which, I64(0)), position, other)
            twice = b.and_(b.icmp_signed("==", which, I64(1)), b.icmp_signed("==", position, other))
            first = b.mul(block, size)
            end = b.select(twice, first, least(b, b.add(first, size), whole))  # the middle block is done already
            with b.if_then(b.icmp_signed("<", first, end)):
                self._gemm(self._from_row(first), b.sub(end, first), end)
                b.call(self.texts["mirror"], [self.out, self._read("c_row"), first, end])

    def _triangular(self, side: int) -> None:
        """``cblas_?trmm`` in a copy of the other operand: on some columns with the triangle on the left, else rows."""
        b = self.b
        if side == LEFT:
            triangle, other, names, rows, columns = (
                self.left, self.right, ("b_inner", "b_column"), self._read("m"), self.count
            )  # fmt: skip
            step, out_step, flag, lead = "b_column", "c_column", "a_flag", "a_lead"
        else:
            triangle, other, names, rows, columns = (
                self.right, self.left, ("a_row", "a_inner"), self.count, self._read("n")
            )  # fmt: skip
            step, out_step, flag, lead = "a_row", "c_row", "b_flag", "b_lead"
        other, out = self._from(other, self.start, step), self._from(self.out, self.start, out_step)
        b.call(self.texts["copy"], [other, out, rows, columns, *map(self._read, names), self._read("c_row"), I64(1)])
        words = "order", I64(side), "block", flag, I64(NOT_UNIT), rows, columns, lead, "c_lead"
        *first, lead, c_lead = self._words(*words)
        self._invoke([*first, self.real(1.0), triangle, lead, out, c_lead])

    def _gemv(self) -> None:
        """``cblas_?gemv``: a matrix with rows from start to stop, times a vector."""
        b, (left, right, out), depth = self.b, self._from_row(self.start), self._read("k")
        plain = b.icmp_signed("==", self._read("a_flag"), I64(111))
        shape = b.select(plain, self.count, depth), b.select(plain, depth, self.count)
        *first, lead, step, out_step = self._words(I64(101), "a_flag", *shape, "a_lead", "b_inner", "c_row")
        self._invoke([*first, self.scale, left, lead, right, step, self._beta(), out, out_step])


class Pointer:
    """A function pointer with the type of its function, as ``IRBuilder.call`` wants it."""

    def __init__(self, value: Any, kind: Any) -> None:
        self.value, self.function_type, self.type = value, kind, value.type

    def get_reference(self) -> str:
        return str(self.value.get_reference())
