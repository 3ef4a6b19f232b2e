"""Precompiled convolution functions: one set for each processor, dtype and tile, called by address.

Nothing in them depends on a program: what they know of one is in its records (`record`).  Programs hold the order of
parts alone (`calls`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import llvmlite.ir as ir

from espresso.kernels.convolution.record import GROUPS, SIMPLE, text as loops
from espresso.kernels.convolution.strided_rows import StridedRows
from espresso.kernels.convolution.tiles import Tiles
from espresso.kernels.convolution.winograd_transforms import Transforms
from espresso.llvm.emit.counted_loops import Counted, cases, least
from espresso.llvm.emit.kinds import FLOATS, I1, I64, POINTER, Value, apart, declared, entry_at, place_at
from espresso.llvm.emit.scratch import ScratchAreas, take_area
from espresso.llvm.emit.tiles import Tile, sums_of
from espresso.llvm.emit.translate import Translator
from espresso.llvm.emit.vectors import Vectors
from espresso.llvm.native_text import NativeText, place

LONG = 32
"""Vectors above which memory is copied by the C library."""

ROWS = ("move", "clear", "pick", "spread")
"""What is called for each row stays out of the loops over rows, whose registers it would take."""


def module(group: str, dtype: str, tile: Tile) -> ir.Module:
    """The module of one of ``record.GROUPS``."""
    return Functions(dtype, tile).exporting(GROUPS[group])


class Functions(NativeText):
    """The functions of one dtype and tile in a module; all arguments are whole numbers, addresses among them."""

    def __init__(self, dtype: str, tile: Tile) -> None:
        self.dtype, self.real, self.tile = dtype, FLOATS[dtype], tile
        self.size = 4 if dtype == "float32" else 8
        self.sums = sums_of(tile)
        self.vector = ir.VectorType(self.real, tile.lanes)
        written = {
            "move": self._move, "pick": StridedRows(self).pick, "spread": StridedRows(self).spread,
            "clear": self._clear, "reserve": self._reserve, "release": self._release,
            "sums": self._sums, "tile": Tiles(self).write, "update": Tiles(self).update,
            "epilogue": self._epilogue, **Transforms(self).functions(),
        }  # fmt: skip
        natives = {name: partial(self._apart, name, write) for name, write in written.items()}
        source, values = loops(tile.rows, tile.vectors, tile.lanes, self.sums, self.size)
        super().__init__(source, values, {"number": self._number, **natives})

    def attributes(self, name: str) -> Sequence[str]:
        """Loops of few steps are not unrolled, nor made of vectors."""
        return ("noinline", *super().attributes(name))

    def c(self, name: str, types: Sequence[Any], result: Any) -> Any:
        """A function of the C library."""
        return declared(self.module, name, types, result)

    def _apart(self, name: str, write: Callable[[Any, Sequence[Any]], Any], t: Translator, given: Any) -> Any:
        """A call of a function of its own, which is written here."""
        given, stays = [g.ir for g in given], ("noinline",) if name in ROWS else ()
        return apart(t.b, f"conv_{name}", given, lambda b, args: write(b, args) or I64(0), *stays, result=I64)

    # --- memory ---

    def _number(self, t: Translator, given: Sequence[Value]) -> Value:
        """An element of an array."""
        return Value(self.dtype, t.b.load(place(t, given[0], given[1], self.real), typ=self.real))

    def _move(self, b: Any, args: Sequence[Any]) -> None:
        v, lanes, (to, start) = self.on(b), self.tile.lanes, (b.inttoptr(a, POINTER) for a in args[:2])
        with b.if_else(b.icmp_signed(">", args[2], I64(LONG * lanes))) as (long, short):
            with long:
                copy = self.c("memcpy", [POINTER, POINTER, I64], POINTER)
                b.call(copy, [to, start, b.mul(args[2], I64(self.size))])
            with short:  # a row of a picture: a call would take longer than its vectors
                whole = b.mul(b.sdiv(args[2], I64(lanes)), I64(lanes))
                with Counted(b, I64(0), whole, lanes) as k:
                    v.store(v.load(v.at(start, k)), v.at(to, k))
                mask = v.first(b.sub(args[2], whole))
                v.store(v.load(v.at(start, whole), mask), v.at(to, whole), mask)

    def _clear(self, b: Any, args: Sequence[Any]) -> None:
        with Counted(b, I64(0), args[1], 1) as k:  # a few elements mostly
            b.store(self.real(0.0), place_at(b, b.inttoptr(args[0], POINTER), k, self.real))

    def _reserve(self, b: Any, args: Sequence[Any]) -> Any:
        return b.ptrtoint(b.call(take_area(self.module), [b.inttoptr(args[0], POINTER)]), I64)

    def _release(self, b: Any, args: Sequence[Any]) -> None:
        ScratchAreas.give(b, b.inttoptr(args[0], POINTER))

    def on(self, b: Any) -> Vectors:
        """Vectors of the tile, written by this builder."""
        return Vectors(b, self.dtype, self.tile.lanes)

    # --- what follows the sums ---

    def _epilogue(self, b: Any, args: Sequence[Any]) -> None:
        """``place[q] = f((place[q] + bias)*scale + shift)`` for so many sums; f by its number.

        What is not given, address 0, changes nothing.
        """
        place, count, bias, scale, shift, which = args
        start, v = b.inttoptr(place, POINTER), self.on(b)
        first, factor, then = (self._given(b, a, n) for a, n in ((bias, -0.0), (scale, 1.0), (shift, -0.0)))
        for code in cases(b, which, range(len(SIMPLE) + 1), 0):
            with Counted(b, I64(0), count, v.lanes) as q:
                mask, here = v.first(b.sub(count, q)), v.at(start, q)
                z = b.fadd(b.fmul(b.fadd(v.load(here, mask), first), factor), then)
                v.store(self._applied(b, SIMPLE[code - 1], z) if code else z, here, mask)

    def _given(self, b: Any, address: Any, otherwise: float) -> Any:
        """The number at an address in all lanes; another one where the address is 0."""
        room = b.alloca(self.vector)
        b.store(ir.Constant(self.vector, [otherwise] * self.tile.lanes), room)
        with b.if_then(b.icmp_signed("!=", address, I64(0))):
            b.store(self.on(b).splat(b.load(b.inttoptr(address, POINTER), typ=self.real)), room)
        return b.load(room, typ=self.vector)

    def _applied(self, b: Any, name: str, z: Any) -> Any:
        """One of ``record.SIMPLE``; NaN stays NaN."""

        def number(value: float) -> Any:
            return ir.Constant(self.vector, [value] * self.tile.lanes)

        def within(v: Any, high: float | None) -> Any:
            v = b.select(b.fcmp_ordered("<", v, number(0.0)), number(0.0), v)
            return v if high is None else b.select(b.fcmp_ordered(">", v, number(high)), number(high), v)

        if name == "hardswish":
            return b.fdiv(b.fmul(z, within(b.fadd(z, number(3.0)), 6.0)), number(6.0))
        return within(z, 6.0 if name == "relu6" else None)

    # --- sums of the gradient by the filter ---

    def _sums(self, b: Any, args: Sequence[Any]) -> None:
        """``room[i][j] = sum[n,q](y[n][i*y_channel + q]*x[n][distance[j] + q])`` over images and the lanes of masks."""
        y, y_channel, last, x, distances, masks, vectors, images, y_image, x_image, room = args
        (m, n), lanes, v = self.sums, self.tile.lanes, self.on(b)
        bits, step = ir.IntType(max(8, lanes)), I64(lanes * self.size)

        def address(base: Any, count: Any) -> Any:
            return b.add(base, b.mul(count, I64(self.size)))

        def line(start: Any, offset: Any, mask: Any) -> Any:
            return v.load(b.inttoptr(b.add(start, offset), POINTER), mask)

        rows = [address(y, b.mul(y_channel, least(b, I64(i), last))) for i in range(m)]
        columns = [address(x, entry_at(b, b.inttoptr(distances, POINTER), j)) for j in range(n)]

        def of_image(image: Any, kept: Sequence[Any]) -> list[Any]:
            mine = [b.add(r, b.mul(image, b.mul(y_image, I64(self.size)))) for r in rows]
            own = [b.add(c, b.mul(image, b.mul(x_image, I64(self.size)))) for c in columns]

            def term(q: Any, sums: Sequence[Any]) -> list[Any]:
                word = entry_at(b, b.inttoptr(masks, POINTER), q, bits)
                small = b.trunc(word, ir.IntType(lanes)) if lanes < 8 else word
                mask, offset = b.bitcast(small, ir.VectorType(I1, lanes)), b.mul(q, step)
                left = [line(r, offset, mask) for r in mine]
                return v.products((line(column, offset, mask) for column in own), left, sums)

            return v.sum(I64(0), vectors, 1, kept, term)

        name = f"llvm.vector.reduce.fadd.v{lanes}{v.letter}"
        add, out = self.c(name, [self.real, self.vector], self.real), b.inttoptr(room, POINTER)
        found = v.sum(I64(0), images, 1, [v.zero] * (m * n), of_image)
        for k in range(m * n):
            total = b.call(add, [self.real(-0.0), found[k % n * m + k // n]], fastmath=("reassoc",))
            b.store(total, v.at(out, I64(k)))
