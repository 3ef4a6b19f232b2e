"""Direct convolution and both its gradients as steps of a native program, without im2col.

No array of windows is made or packed.  In the planes of an image (`record`) a tap of the filter is a
distance, so that a tile of the result is ``tile[m][q] = sum[k](a[k][m]*x[distance[k] + q])`` for
channels ``m`` and neighbouring positions ``q``: the filter is packed in panels, positions are the
lanes of vectors.  For the gradient by the data the same runs over planes of the cotangent, once for each
remainder modulo the stride.  The gradient by the filter is ``sum[q](y[o][q]*x[distance[k] + q])``.  Where channels
``o`` fill vectors, the cotangent is packed with them side by side, and a tile of taps by channels is a sum of outer
products; else both operands are read as vectors of positions, and a tile of sums is kept with one vector each.

Direct convolution with register blocking is described by Georganas et al. (Anatomy of high-performance
deep learning convolutions on SIMD architectures, 2018), distances in place of windows by Dukhan (The
indirect convolution algorithm, 2019).
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.ir.driver import Convolution
from espresso.kernels.convolution.record import FIELDS, GIVEN, GROUPS, LENGTH, groups_of
from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.gemm import Pointer
from espresso.llvm.emit.kinds import I64, POINTER, entry_at
from espresso.llvm.emit.tiles import Tile, of_rows, tile
from espresso.llvm.machine import host

Kind = tuple[str, str, Tile]
"""A group of functions (``record.GROUPS``), their dtype and tile."""


class Convolver:
    """What a program has of its convolutions: the parts of each in order, by functions at addresses (`functions`)."""

    def __init__(self, writer: Any) -> None:
        self.writer, self.module = writer, writer.module

    def whole(self, number: int, step: Convolution) -> Any:
        """``whole_k(addresses, numbers)``: planes, the packed filter, and tiles of the result; each on all threads."""
        made = of_rows(tile(step.dtype, host()[2]), step.rows)
        writer = self.writer
        function, b = writer.caller(f"whole_{number}", [POINTER, POINTER])
        addresses, numbers = function.args
        at = writer._record(number, LENGTH * (1 + step.winograd))
        writer._number("tile", number, made.rows, made.vectors, made.lanes)
        given = b.alloca(I64, size=I64(len(GIVEN)))

        def put(name: str, value: Any) -> None:
            b.store(value, self._given(b, given, name))

        for name, array in zip(GIVEN, (step.left, step.right, step.out), strict=False):
            put(name, b.ptrtoint(writer._address(b, addresses, array), I64))
        put("scratch", b.ptrtoint(writer._scratch(b, addresses), I64))
        for name in ("bias", "scale", "shift"):
            after = step.follow.get(name)
            put(name, I64(0) if after is None else b.ptrtoint(writer._address(b, addresses, after), I64))
        put("areas", b.ptrtoint(writer.areas.head(b, addresses, numbers), I64))
        put("failed", I64(0))
        *fewer, kinds = ((group, step.dtype, made) for group in groups_of(step.direction, step.winograd))
        for less in fewer:  # squares
            self._parts(number, b, at + LENGTH, less, (given, numbers))
            failed = b.load(self._given(b, given, "failed"), typ=I64)
            with b.if_then(b.icmp_signed("!=", failed, I64(0)), likely=False):
                self._parts(number, b, at, kinds, (given, numbers))
        if not fewer:
            self._parts(number, b, at, kinds, (given, numbers))
        b.ret_void()
        return function

    @staticmethod
    def _given(b: Any, given: Any, name: str) -> Any:
        return b.gep(given, [I64(GIVEN.index(name))], inbounds=True, source_etype=I64)

    def _parts(self, number: int, b: Any, at: int, kind: Kind, pair: tuple[Any, Any]) -> None:
        """The parts of a call by the record at this place: the filter, then planes and sums of each chunk of images."""
        writer, (given, numbers) = self.writer, pair
        *filters, _ = (n for n in GROUPS[kind[0]] if n not in ("planes", "transposes", "panels"))
        sums, copies = kind[0], "x" if filters else "xy"
        slices, threads = (writer._read(b, numbers, n, number) for n in ("slices", "threads"))

        def read(field: str) -> Any:
            return entry_at(b, numbers, at + FIELDS.index(field))

        def run(part: str, units: Any) -> None:
            entry = self._part(number, at, part, kind)
            count = b.select(b.icmp_signed("<", units, slices), units, slices)
            writer.run_slices(b, entry, (given, numbers), units, count, threads)

        for name in filters:
            run(name, read("filter_units"))
        images, chunk = read("images"), read("chunk")
        count = b.sdiv(b.add(images, b.sub(chunk, I64(1))), chunk)
        with Counted(b, I64(0), count, 1) as position:
            image = b.mul(position, chunk)
            rest = b.sub(images, image)
            here = b.select(b.icmp_signed("<", rest, chunk), rest, chunk)
            b.store(image, self._given(b, given, "image"))
            b.store(here, self._given(b, given, "images"))
            for which in copies:
                with b.if_then(b.icmp_signed("!=", read(f"{which}_copied"), I64(0))):
                    run(f"planes_{which}", b.mul(here, read(f"{which}_channels")))
            if sums == "taps":
                with b.if_then(b.icmp_signed("!=", read("block"), I64(0))):
                    run("panels", b.mul(here, b.mul(read("groups"), read("rows"))))
                run(sums, b.mul(read("groups"), b.mul(read("rows"), read("parts"))))
            elif sums in ("winograd", "products"):
                ends = b.inttoptr(read("ends"), POINTER)
                blocks = entry_at(b, ends, here)
                for which in copies if sums == "products" else ():
                    run(f"transposes_{which}", b.mul(blocks, read(f"{which}_transposed")))
                run(sums, blocks if sums == "winograd" else b.mul(read("blocks"), read("parts")))
            else:
                run(sums, b.mul(here, b.mul(read("groups"), read("blocks"))))

    def _part(self, number: int, at: int, part: str, kind: Kind) -> Any:
        """A function of slices: ``part(given, numbers, start, stop, slice)``."""
        name = f"{part}_{number}_{at}"
        found = self.module.globals.get(name)
        if found is not None:
            return found
        function, b = self.writer.caller(name, [POINTER, POINTER, I64, I64, I64])
        record = b.ptrtoint(b.gep(function.args[1], [I64(at)], inbounds=True, source_etype=I64), I64)
        bounds = list(function.args[2:4])
        given = function.args[0]
        left, right, out, scratch, areas, image, images = (
            b.load(self._given(b, given, name), typ=I64) for name in GIVEN[:7]
        )
        if part in ("filters", "transforms"):
            arguments = [record, right, scratch]
        elif part in ("tiles", "winograd", "products"):
            arguments = [record, b.ptrtoint(given, I64)]
        elif part == "panels":
            arguments = [record, right, scratch, image]
        elif part == "taps":
            arguments = [record, left, right, out, scratch, areas, image, images]
        else:
            side = part[-1]
            arguments = [record, I64(FIELDS.index(f"{side}_copied")), left if side == "x" else right, scratch]
            arguments += [areas, image, images] if part.startswith("transposes") else [image]
        group, dtype, made = kind
        what = "convolving", group, part.partition("_")[0], dtype, made.rows, made.vectors, made.lanes
        function_at = b.inttoptr(self.writer._read(b, function.args[1], *what), POINTER)
        arguments += bounds
        b.call(Pointer(function_at, ir.FunctionType(I64, [I64] * len(arguments))), arguments)
        b.ret_void()
        return function
