"""Matrix products of native programs: tiles or loops for small ones, a BLAS for the others.

A product is described at run time by a record of numbers, so that one function per dtype
serves every product of every program. It is compiled once for a processor, and called by its address.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted, cases, least
from espresso.llvm.emit.expressions import Array
from espresso.llvm.emit.kinds import FLOATS, I64, ITEMSIZE, POINTER, Value, entry_at, internal, ir_type
from espresso.llvm.emit.tiles import SKINNY_NUMBERS as NUMBERS
from espresso.llvm.emit.translate import Scope
from espresso.llvm.emit.vectors import Vectors

BATCH_AXES = 4
"""Batch axes a record has room for; consecutive ones are merged where their strides allow."""

FIELDS = ("mode", "m", "n", "k", "a_row", "a_inner", "b_inner", "b_column", "c_row", "c_column",
          "order", "a_flag", "b_flag", "a_lead", "b_lead", "c_lead", "routine", "block", "keep", "scale",
          "d_row", "d_column", "fill")  # fmt: skip
LOOPS, GEMM, GEMV, HALF, TRMM_LEFT, TRMM_RIGHT, COLUMNS, SKINNY, SMALL = range(9)
LEFT, RIGHT, NOT_UNIT = 141, 142, 131

SMALL_BYTES = 32
"""Of a vector of small products: what AVX2 has, and what few columns fill."""

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
def copy(a, c, m, n, row, column, c_row):
    """A matrix into rows of the result, by small blocks where it is stored by columns."""
    if column == 1:
        for i in range(m):
            for j in range(n):
                c[i*c_row + j] = a[i*row + j]
    else:
        for left in range(0, n, 16):
            for i in range(m):
                for j in range(left, min(left + 16, n)):
                    c[i*c_row + j] = a[i*row + j*column]
'''


WRITES = {"multiply": 2, "mirror": 0, "copy": 1}
"""Functions of the text, and which argument each writes."""


def text(dtype: str) -> str:
    """The module with ``product`` of matrices of this dtype as LLVM text."""
    module = ir.Module("products")
    Multiplier(module).write(dtype)
    return str(module)


class Multiplier:
    """The function ``product(a, b, c, d, record, start, stop)`` of a dtype, and what it calls, in a module.

    Start and stop bound rows of the result, columns of a wide one. Where the record says ``keep``, the product is
    added to ``d``, which is ``c`` or an array of its own.
    """

    LENGTH = len(FIELDS) + 5 * BATCH_AXES + 1

    def __init__(self, module: Any) -> None:
        self.module = module

    def _text(self, scope: Scope, dtype: str, name: str, writes: int) -> Any:
        """One function of the text, over flat arrays; argument number ``writes`` lies apart from the others."""
        made = scope.definitions[name]
        names = [a.arg for a in made.tree.args.args]

        def fill(translator: Any) -> None:
            for name, value in zip(names, translator.function.args, strict=True):
                kind = dtype if value.type == FLOATS[dtype] else "int64"
                whole = Array(dtype, value, (I64(1),)) if value.type == POINTER else Value(kind, value)
                translator.give(name, whole)

        types = [POINTER if n in ("a", "b", "c") else FLOATS[dtype] if n == "scale" else I64 for n in names]
        function, _ = scope.write(f"{name}_{dtype}", made, types, fill)
        function.args[writes].add_attribute("noalias")
        function.attributes.add("noinline")
        return function

    def write(self, dtype: str) -> None:
        """Write the function."""
        scope = Scope(TEXT, {"ZERO": f"np.{dtype}(0)"})
        scope.module = self.module
        texts = {name: self._text(scope, dtype, name, writes) for name, writes in WRITES.items()}
        types = [POINTER, POINTER, POINTER, POINTER, POINTER, I64, I64]
        one, b = internal(self.module, "one_product", types, "noinline")
        self._one(b, dtype, texts, list(one.args[:4]), partial(self._field, b, one.args[4]), *one.args[5:])
        b.ret_void()
        function, b = internal(self.module, "product", types)
        function.linkage = ""
        *pointers, record, start, stop = function.args
        read = partial(self._field, b, record)
        with ExitStack() as loops:
            for axis in range(BATCH_AXES):
                at = len(FIELDS) + 5 * axis
                position = loops.enter_context(Counted(b, I64(0), read(at), 1, short=True))
                pointers = [
                    b.gep(p, [b.mul(position, read(at + 1 + k))], source_etype=ir_type(dtype))
                    for k, p in enumerate(pointers)
                ]
            transposed = b.icmp_signed("!=", read(self.LENGTH - 1), I64(0))  # operands change places
            first, second, *others = pointers
            pair = b.select(transposed, second, first), b.select(transposed, first, second)
            b.call(one, [*pair, *others, record, start, stop])
        b.ret_void()

    @staticmethod
    def _field(b: Any, record: Any, field: str | int) -> Any:
        """A number of the record."""
        position = FIELDS.index(field) if isinstance(field, str) else field
        return entry_at(b, record, position)

    def _one(
        self, b: Any, dtype: str, texts: dict[str, Any], given: list[Any], read: Any, start: Any, stop: Any
    ) -> None:  # fmt: skip
        """One matrix product, by the mode of the record."""
        names = ("loops", "gemm", "gemv", "half", "left", "right", "columns", "small", "skinny", "end")
        blocks = {n: b.append_basic_block(n) for n in names}
        self._skinny(b, dtype, blocks, given, read, (start, stop))
        pointers = given[:3]
        self._fill(b, dtype, given, read, (start, stop))
        switch = b.switch(read("mode"), blocks["loops"])
        for mode, name in zip((GEMM, GEMV, HALF, TRMM_LEFT, TRMM_RIGHT, COLUMNS, SMALL), names[1:], strict=False):
            switch.add_case(I64(mode), blocks[name])
        b.position_at_end(blocks["loops"])
        strides = [read(n) for n in ("a_row", "a_inner", "b_inner", "b_column", "c_row", "c_column", "keep")]
        last = self._scale(b, read, FLOATS[dtype]), start, stop
        b.call(texts["multiply"], [*pointers, read("n"), read("k"), *strides, *last])
        b.branch(blocks["end"])
        b.position_at_end(blocks["small"])
        self._small(b, dtype, pointers, read, start, stop)
        b.branch(blocks["end"])
        b.position_at_end(blocks["gemm"])
        self._gemm(b, dtype, pointers, read, start, b.sub(stop, start), read("n"))
        b.branch(blocks["end"])
        b.position_at_end(blocks["columns"])
        shifted = [
            p if name is None else b.gep(p, [b.mul(start, read(name))], source_etype=FLOATS[dtype])
            for p, name in zip(pointers, (None, "b_column", "c_column"), strict=True)
        ]
        self._gemm(b, dtype, shifted, read, I64(0), read("m"), b.sub(stop, start))
        b.branch(blocks["end"])
        b.position_at_end(blocks["gemv"])
        self._gemv(b, dtype, pointers, read, start, stop)
        b.branch(blocks["end"])
        b.position_at_end(blocks["half"])
        self._half(b, dtype, texts["mirror"], pointers, read, start, stop)
        b.branch(blocks["end"])
        for name, side in (("left", LEFT), ("right", RIGHT)):
            b.position_at_end(blocks[name])
            self._triangular(b, dtype, texts["copy"], pointers, read, start, stop, side)
            b.branch(blocks["end"])
        b.position_at_end(blocks["end"])

    def _skinny(
        self, b: Any, dtype: str, blocks: dict[str, Any], given: list[Any], read: Any, bounds: tuple[Any, Any]
    ) -> None:  # fmt: skip
        """Skinny products (`kernels.skinny_gemm`), which add to another array themselves; goes on where it is none."""
        others = b.append_basic_block("others")
        b.cbranch(b.icmp_signed("==", read("mode"), I64(SKINNY)), blocks["skinny"], others)
        b.position_at_end(blocks["skinny"])
        numbers = [read(n) for n in (*NUMBERS, "keep", "block")]
        self._invoke(b, read, [*given, *numbers, self._scale(b, read, FLOATS[dtype]), *bounds])
        b.branch(blocks["end"])
        b.position_at_end(others)

    def _small(self, b: Any, dtype: str, pointers: list[Any], read: Any, start: Any, stop: Any) -> None:
        """Tiles of a few rows and columns, whose sums stay in registers; ``block`` is the number of their kind.

        Operands are read in place, the right one and the result along their rows.
        """
        v = Vectors(b, dtype, SMALL_BYTES // ITEMSIZE[dtype])
        left, right, out = pointers
        names = ("n", "k", "a_row", "a_inner", "b_inner", "c_row")
        n, k, a_row, a_inner, b_inner, c_row = map(read, names)
        keep, last = b.icmp_signed("!=", read("keep"), I64(0)), b.sub(stop, I64(1))
        factor = v.splat(self._scale(b, read, FLOATS[dtype]))

        def tile(i: Any, j: Any, masks: Any, height: int) -> None:
            rows = [b.add(i, I64(r)) for r in range(height)]
            inside = [b.icmp_signed("<=", row, last) for row in rows]
            places = [v.at(left, b.mul(b.select(c, row, last), a_row)) for row, c in zip(rows, inside, strict=True)]

            def read(p: Any) -> tuple[Any, Iterator[Any]]:
                line, at = v.at(right, b.add(b.mul(p, b_inner), j)), b.mul(p, a_inner)
                return line, (v.at(place, at) for place in places)

            sums = iter(v.tile(I64(0), k, height, masks, read))
            for row, c in zip(rows, inside, strict=True):
                values = [b.fmul(next(sums), factor) for _ in masks]
                with b.if_then(c):
                    v.put(values, v.row(v.at(out, b.add(b.mul(row, c_row), j)), len(masks)), masks, keep)

        for kind in cases(b, read("block"), range(len(SMALL_TILES)), 0):
            height, vectors = SMALL_TILES[kind]
            with Counted(b, I64(0), n, vectors * v.lanes, short=True) as j:
                masks = [v.first(b.sub(n, b.add(j, I64(q * v.lanes)))) for q in range(vectors)]
                with Counted(b, start, stop, height, short=True) as i:
                    tile(i, j, masks, height)

    def _fill(self, b: Any, dtype: str, given: list[Any], read: Any, bounds: tuple[Any, Any]) -> None:
        """What the product is added to, copied to its place where it lies elsewhere: rows, or columns of a wide one."""
        _, _, out, plus = given
        function = read("fill")
        with b.if_then(b.icmp_signed("!=", function, I64(0))):
            start, stop = bounds
            wide = b.icmp_signed("==", read("mode"), I64(COLUMNS))
            steps = {x: (read(f"{x}_row"), read(f"{x}_column")) for x in "dc"}
            places = [
                b.gep(p, [b.mul(start, b.select(wide, *reversed(steps[x])))], source_etype=FLOATS[dtype])
                for p, x in ((plus, "d"), (out, "c"))
            ]
            count = b.sub(stop, start)
            shape = b.select(wide, read("m"), count), b.select(wide, count, read("n"))
            self._invoke(b, read, [*places, *shape, *steps["d"], *steps["c"]], "fill")

    def _gemm(self, b: Any, dtype: str, pointers: list[Any], read: Any, start: Any, rows: Any, columns: Any) -> None:
        """``cblas_?gemm`` on some rows of the result."""
        number, real = ir.IntType(32), FLOATS[dtype]
        left, right, out = self._from_row(b, real, pointers, read, start)
        values = [read(n) for n in ("order", "a_flag", "b_flag")] + [rows, columns, read("k")]
        whole = [b.trunc(v, number) for v in values]
        lead = {n: b.trunc(read(n), number) for n in ("a_lead", "b_lead", "c_lead")}
        beta = self._beta(b, read, real)
        alpha = self._scale(b, read, real)
        arguments = [*whole, alpha, left, lead["a_lead"], right, lead["b_lead"], beta, out, lead["c_lead"]]
        self._invoke(b, read, arguments)

    @staticmethod
    def _from_row(b: Any, real: Any, pointers: list[Any], read: Any, start: Any) -> tuple[Any, Any, Any]:
        """The operands and the result from a row on."""
        left, right, out = pointers
        left, out = (b.gep(p, [b.mul(start, read(n))], source_etype=real) for p, n in ((left, "a_row"), (out, "c_row")))
        return left, right, out

    @staticmethod
    def _beta(b: Any, read: Any, real: Any) -> Any:
        """1 where the product is added to what the result holds."""
        return b.select(b.icmp_signed("!=", read("keep"), I64(0)), real(1.0), real(0.0))

    @staticmethod
    def _scale(b: Any, read: Any, real: Any) -> Any:
        """The factor of the product: the record holds the bits of a float64."""
        wide = b.bitcast(read("scale"), ir.DoubleType())
        return wide if real == ir.DoubleType() else b.fptrunc(wide, real)

    def _half(
        self, b: Any, dtype: str, mirror: Any, pointers: list[Any], read: Any, start: Any, stop: Any
    ) -> None:  # fmt: skip
        """Blocks of rows up to the diagonal and their mirror image, a short and a long one at a time."""
        size, whole = read("block"), read("m")
        last_block = b.sdiv(b.sub(whole, I64(1)), size)
        with Counted(b, start, stop, 1) as position, Counted(b, I64(0), I64(2), 1) as which:
            other = b.sub(last_block, position)
            block = b.select(b.icmp_signed("==", which, I64(0)), position, other)
            twice = b.and_(b.icmp_signed("==", which, I64(1)), b.icmp_signed("==", position, other))
            first = b.mul(block, size)
            end = least(b, b.add(first, size), whole)
            end = b.select(twice, first, end)  # the middle block is done already
            with b.if_then(b.icmp_signed("<", first, end)):
                self._gemm(b, dtype, pointers, read, first, b.sub(end, first), end)
                b.call(mirror, [pointers[2], read("c_row"), first, end])

    def _triangular(
        self, b: Any, dtype: str, copy: Any, pointers: list[Any], read: Any, start: Any, stop: Any, side: int
    ) -> None:  # fmt: skip
        """``cblas_?trmm`` in a copy of the other operand: on some columns with the triangle on the left, else rows."""
        number, real = ir.IntType(32), FLOATS[dtype]
        left, right, out = pointers
        count = b.sub(stop, start)
        if side == LEFT:
            triangle, other, names, rows, columns = left, right, ("b_inner", "b_column"), read("m"), count
            step, out_step, flag, lead = "b_column", "c_column", "a_flag", "a_lead"
        else:
            triangle, other, names, rows, columns = right, left, ("a_row", "a_inner"), count, read("n")
            step, out_step, flag, lead = "a_row", "c_row", "b_flag", "b_lead"
        other = b.gep(other, [b.mul(start, read(step))], source_etype=real)
        out = b.gep(out, [b.mul(start, read(out_step))], source_etype=real)
        b.call(copy, [other, out, rows, columns, *(read(n) for n in names), read("c_row")])
        words = [read("order"), I64(side), read("block"), read(flag), I64(NOT_UNIT), rows, columns]
        whole = [b.trunc(v, number) for v in words]
        leads = [b.trunc(read(n), number) for n in (lead, "c_lead")]
        self._invoke(b, read, [*whole, real(1.0), triangle, leads[0], out, leads[1]])

    def _gemv(self, b: Any, dtype: str, pointers: list[Any], read: Any, start: Any, stop: Any) -> None:
        """``cblas_?gemv``: a matrix with rows from start to stop, times a vector."""
        number, real = ir.IntType(32), FLOATS[dtype]
        left, right, out = self._from_row(b, real, pointers, read, start)
        rows, depth = b.sub(stop, start), read("k")
        plain = b.icmp_signed("==", read("a_flag"), I64(111))
        shape = [b.select(plain, rows, depth), b.select(plain, depth, rows)]
        whole = [b.trunc(v, number) for v in (I64(101), read("a_flag"), *shape)]
        lead, step, out_step = (b.trunc(read(n), number) for n in ("a_lead", "b_inner", "c_row"))
        factors = self._scale(b, read, real), self._beta(b, read, real)
        self._invoke(b, read, [*whole, factors[0], left, lead, right, step, factors[1], out, out_step])

    def _invoke(self, b: Any, read: Any, arguments: list[Any], field: str = "routine") -> None:
        kind = ir.FunctionType(ir.VoidType(), [a.type for a in arguments])
        routine = b.inttoptr(read(field), POINTER)
        b.call(Pointer(routine, kind), arguments)


class Pointer:
    """A function pointer with the type of its function, as ``IRBuilder.call`` wants it."""

    def __init__(self, value: Any, kind: Any) -> None:
        self.value, self.function_type, self.type = value, kind, value.type

    def get_reference(self) -> str:
        return str(self.value.get_reference())
