"""Precompiled convolution functions: one set for each processor, dtype and tile, called by address.

Nothing in them depends on a program: what they know of one is in its records (`record`).  Programs hold the order of
parts alone (`calls`), and the function that follows the sums where it is more than a few comparisons.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.kernels.convolution.epilogue import Finisher
from espresso.kernels.convolution.record import GROUPS
from espresso.kernels.convolution.record import text as loops
from espresso.kernels.convolution.tiles import Tiles
from espresso.kernels.convolution.winograd_transforms import Transforms
from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.expressions import Array
from espresso.llvm.emit.kinds import FLOATS, I1, I64, POINTER, Value, declared, internal
from espresso.llvm.emit.scratch import Slots
from espresso.llvm.emit.tiles import Tile, sums_of
from espresso.llvm.emit.translate import Scope

I32 = ir.IntType(32)
LONG = 32
"""Vectors above which memory is copied by the C library."""

REALS, TABLES = {"target", "source"}, {"rows", "columns"}
COPIES = ("spread", "gather", "add")
"""Functions of the text whose arguments of these names are arrays."""


def text(group: str, dtype: str, tile: Tile) -> str:
    """The module of one of ``record.GROUPS`` as LLVM text."""
    made = Functions(dtype, tile)
    for name in GROUPS[group]:
        inner = made.part(name)
        function = ir.Function(made.module, inner.function_type, name)
        b = ir.IRBuilder(function.append_basic_block("entry"))
        b.ret(b.call(inner, function.args))
    return str(made.module)


class Functions:
    """The functions of one dtype and tile in a module; all arguments are whole numbers, addresses among them."""

    def __init__(self, dtype: str, tile: Tile) -> None:
        self.dtype, self.real, self.tile = dtype, FLOATS[dtype], tile
        self.size = 4 if dtype == "float32" else 8
        self.sums = sums_of(tile)
        self.vector = ir.VectorType(self.real, tile.lanes)
        self.scope = Scope(loops(tile.rows, tile.vectors, tile.lanes, self.sums, self.size))
        self.module = self.scope.module
        self.slots = Slots(self)
        self.parts: dict[str, Any] = {}
        self.natives: dict[str, tuple[int, Callable[[Any, Sequence[Any]], Any]]] = {
            "word": (2, self._word), "move": (3, self._move), "clear": (2, self._clear),
            "reserve": (1, self._reserve), "release": (1, self._release), "sums": (11, self._sums),
            "tile": (9, Tiles(self).write), "finish": (7, Finisher(self).write), "join": (4, Finisher(self).join),
            **Transforms(self).functions(),
        }  # fmt: skip

    def part(self, name: str) -> Any:
        """A function of the text, or one that is written here for it; with those that it calls."""
        if name not in self.parts:
            if name in self.natives:
                self.parts[name] = self._native(name, *self.natives[name])
            else:
                for node in ast.walk(self.scope.definitions[name].tree):
                    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                        called = node.func.id
                        if called in self.natives or called in self.scope.definitions:
                            self.part(called)
                self.parts[name] = self._from_text(name)
        return self.parts[name]

    def c(self, name: str, types: Sequence[Any], result: Any) -> Any:
        """A function of the C library."""
        return declared(self.module, name, types, result)

    def _from_text(self, name: str) -> Any:
        made = self.scope.definitions[name]
        names = [a.arg for a in made.tree.args.args]

        def fill(translator: Any) -> None:
            for n, value in zip(names, translator.function.args, strict=True):
                if n in REALS | TABLES and name in COPIES:
                    kind = self.dtype if n in REALS else "int64"
                    pointer = translator.b.inttoptr(value, POINTER)
                    translator.give(n, Array(kind, pointer, (I64(1),)))
                else:
                    translator.give(n, Value("int64", value))

        function, _ = self.scope.write(f"conv_{name}", made, [I64] * len(names), fill)
        for attribute in ("noinline", *(["optsize", "noimplicitfloat"] if name != "spread" else [])):
            function.attributes.add(attribute)  # loops of few steps are not unrolled, nor made of vectors
        self.scope.known(name, len(names), function)
        return function

    def _native(self, name: str, count: int, write: Callable[[Any, Sequence[Any]], Any]) -> Any:
        """A function that is written here, for the text to call."""
        function, b = internal(self.module, f"conv_{name}", [I64] * count, result=I64)
        b.ret(write(b, function.args) or I64(0))
        self.scope.known(name, count, function)
        return function

    # --- memory ---

    @staticmethod
    def _word(b: Any, args: Sequence[Any]) -> Any:
        place = b.gep(b.inttoptr(args[0], POINTER), [args[1]], inbounds=True, source_etype=I64)
        return b.load(place, typ=I64)

    def _move(self, b: Any, args: Sequence[Any]) -> None:
        to, start = (b.inttoptr(a, POINTER) for a in args[:2])
        with b.if_else(b.icmp_signed(">", args[2], I64(LONG * self.tile.lanes))) as (long, short):
            with long:
                copy = self.c("memcpy", [POINTER, POINTER, I64], POINTER)
                b.call(copy, [to, start, b.mul(args[2], I64(self.size))])
            with short:  # a row of a picture: a call would take longer than its vectors
                lanes = I64(self.tile.lanes)
                whole = b.mul(b.sdiv(args[2], lanes), lanes)
                with Counted(b, I64(0), whole, self.tile.lanes) as k:
                    here, there = (b.gep(p, [k], inbounds=True, source_etype=self.real) for p in (start, to))
                    b.store(self.load(b, here), there, align=self.size)
                here, there = (b.gep(p, [whole], inbounds=True, source_etype=self.real) for p in (start, to))
                mask = self.first(b, b.sub(args[2], whole))
                self.store(b, self.load(b, here, mask), there, mask)

    def _clear(self, b: Any, args: Sequence[Any]) -> None:
        with Counted(b, I64(0), args[1], 1) as k:  # a few elements mostly
            place = b.gep(b.inttoptr(args[0], POINTER), [k], inbounds=True, source_etype=self.real)
            b.store(self.real(0.0), place)

    def _reserve(self, b: Any, args: Sequence[Any]) -> Any:
        return b.ptrtoint(b.call(self.slots.take, [b.inttoptr(args[0], POINTER)]), I64)

    def _release(self, b: Any, args: Sequence[Any]) -> None:
        self.slots.give(b, b.inttoptr(args[0], POINTER))

    @property
    def _letters(self) -> str:
        return f"v{self.tile.lanes}f{8 * self.size}"

    def fma(self) -> Any:
        """The function ``x*y + z`` of vectors."""
        return self.c(f"llvm.fmuladd.{self._letters}", [self.vector] * 3, self.vector)

    def load(self, b: Any, place: Any, mask: Any = None) -> Any:
        """A vector; only the lanes of the mask are read, others are 0."""
        if mask is None:
            return b.load(place, align=self.size, typ=self.vector)
        kinds = [POINTER, I32, mask.type, self.vector]
        function = self.c(f"llvm.masked.load.{self._letters}.p0", kinds, self.vector)
        return b.call(function, [place, I32(self.size), mask, ir.Constant(self.vector, [0.0] * self.tile.lanes)])

    def store(self, b: Any, value: Any, place: Any, mask: Any) -> None:
        kinds = [self.vector, POINTER, I32, mask.type]
        function = self.c(f"llvm.masked.store.{self._letters}.p0", kinds, ir.VoidType())
        b.call(function, [value, place, I32(self.size), mask])

    def splat(self, b: Any, value: Any, vector: Any) -> Any:
        nothing = ir.Constant(vector, ir.Undefined)
        places = ir.Constant(ir.VectorType(I32, vector.count), [0] * vector.count)
        return b.shuffle_vector(b.insert_element(nothing, value, I32(0)), nothing, places)

    def first(self, b: Any, count: Any) -> Any:
        """The mask of so many first lanes."""
        lanes = self.tile.lanes
        whole = ir.VectorType(I32, lanes)
        places = ir.Constant(whole, list(range(lanes)))
        return b.icmp_signed("<", places, self.splat(b, b.trunc(count, I32), whole))

    # --- sums of the gradient by the filter ---

    def _sums(self, b: Any, args: Sequence[Any]) -> None:
        """``room[i][j] = sum[n,q](y[n][i*y_channel + q]*x[n][distance[j] + q])`` over images and the lanes of masks."""
        y, y_channel, last, x, distances, masks, vectors, images, y_image, x_image, room = args
        m, n = self.sums
        lanes, function = self.tile.lanes, b.function
        bits = ir.IntType(max(8, lanes))
        step = I64(lanes * self.size)

        def address(base: Any, count: Any) -> Any:
            return b.add(base, b.mul(count, I64(self.size)))

        row = [b.select(b.icmp_signed("<", I64(i), last), I64(i), last) for i in range(m)]
        rows = [address(y, b.mul(y_channel, i)) for i in row]
        table = b.inttoptr(distances, POINTER)
        found = [b.gep(table, [I64(j)], inbounds=True, source_etype=I64) for j in range(n)]
        columns = [address(x, b.load(place, typ=I64)) for place in found]
        zero = ir.Constant(self.vector, [0.0] * lanes)
        names = ("images", "first", "loop", "body", "next", "after")
        outer, first, head, body, following, after = (function.append_basic_block(k) for k in names)
        before = b.block
        b.branch(outer)
        b.position_at_end(outer)
        image = b.phi(I64)
        image.add_incoming(I64(0), before)
        kept = [b.phi(self.vector) for _ in range(m * n)]
        for s in kept:
            s.add_incoming(zero, before)
        b.cbranch(b.icmp_signed("<", image, images), first, after)
        b.position_at_end(first)
        mine = [b.add(r, b.mul(image, b.mul(y_image, I64(self.size)))) for r in rows]
        own = [b.add(r, b.mul(image, b.mul(x_image, I64(self.size)))) for r in columns]
        b.branch(head)
        b.position_at_end(head)
        q = b.phi(I64)
        q.add_incoming(I64(0), first)
        sums = [b.phi(self.vector) for _ in range(m * n)]
        for s, k in zip(sums, kept, strict=True):
            s.add_incoming(k, first)
        b.cbranch(b.icmp_signed("<", q, vectors), body, following)
        b.position_at_end(body)
        word = b.load(b.gep(b.inttoptr(masks, POINTER), [q], inbounds=True, source_etype=bits), typ=bits)
        small = b.trunc(word, ir.IntType(lanes)) if lanes < 8 else word
        mask = b.bitcast(small, ir.VectorType(I1, lanes))
        offset = b.mul(q, step)
        left = [self.load(b, b.inttoptr(b.add(r, offset), POINTER), mask) for r in mine]
        fma, new = self.fma(), {}
        for j, column in enumerate(own):
            right = self.load(b, b.inttoptr(b.add(column, offset), POINTER), mask)
            for i in range(m):
                new[i * n + j] = b.call(fma, [left[i], right, sums[i * n + j]])
        for k, s in enumerate(sums):
            s.add_incoming(new[k], body)
        q.add_incoming(b.add(q, I64(1)), body)
        b.branch(head)
        b.position_at_end(following)
        for k, s in zip(kept, sums, strict=True):
            k.add_incoming(s, following)
        image.add_incoming(b.add(image, I64(1)), following)
        b.branch(outer)
        b.position_at_end(after)
        add = self.c(f"llvm.vector.reduce.fadd.{self._letters}", [self.real, self.vector], self.real)
        out = b.inttoptr(room, POINTER)
        for k, s in enumerate(kept):
            total = b.call(add, [self.real(-0.0), s], fastmath=("reassoc",))
            b.store(total, b.gep(out, [I64(k)], inbounds=True, source_etype=self.real))
