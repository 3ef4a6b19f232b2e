"""Convolutions and both their gradients: sums over channels and taps, or over positions, straight from planes.

No array of windows is made or packed.  In the planes of an image (``planes``) a tap of the filter is a
distance, so that a tile of the result is ``tile[m][q] = sum[k](a[k][m]*x[distance[k] + q])`` for
channels ``m`` and neighbouring positions ``q``: the filter is packed in panels, positions are the
lanes of vectors.  For the gradient by the data the same runs over planes of the cotangent, once for each
rest modulo the stride.  The gradient by the filter is ``sum[q](y[o + q]*x[distance[k] + q])``: both
operands are read as vectors, and a tile of sums is kept with one vector each.

Direct convolution with register blocking is described by Georganas et al. (Anatomy of high-performance
deep learning convolutions on SIMD architectures, 2018), distances in place of windows by Dukhan (The
indirect convolution algorithm, 2019).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import llvmlite.ir as ir

from .counting import Counted
from .expressions import Array
from .finishing import SIMPLE, Finisher
from .kinds import FLOATS, I1, I64, POINTER, Untranslatable, Value
from .packed import tile
from .panels import Tile
from .planes import FIELDS, GIVEN, LENGTH, text
from .steps import Convolution
from .tiles import Tiles
from .transforms import Transforms
from .translate import Scope

I32 = ir.IntType(32)
LONG = 32
"""Vectors above which memory is copied by the C library."""

REALS, TABLES = {"target", "source"}, {"rows", "columns"}
CALLED = {
    "planes": ("spread",), "filters": ("gather",), "tiles": ("base", "spread", "block", "planes", "after"),
    "taps": ("base", "add"), "squares": ("base", "block", "store"), "store": ("spread", "after"), "turns": ("base",),
    "products": ("add",),
}  # fmt: skip
"""Functions of the text that others call."""


def sums_of(made: Tile) -> tuple[int, int]:
    """Rows and columns of a tile of sums that are kept with a vector each, for a tile of the result.

    >>> sums_of(Tile(8, 3, 16)), sums_of(Tile(6, 2, 8)), sums_of(Tile(1, 8, 16))
    ((4, 6), (2, 5), (1, 9))
    """
    if made.rows == 1:
        return 1, 9
    return (4, 6) if made.rows * made.vectors >= 24 else (2, 5) if made.vectors == 2 and made.rows >= 6 else (2, 3)


def of_rows(made: Tile, rows: int) -> Tile:
    """The tile with so many rows at most and about as many sums; eight vectors are enough for one row.

    >>> of_rows(Tile(8, 3, 16), 4), of_rows(Tile(4, 2, 4), 4), of_rows(Tile(8, 3, 16), 1)
    (Tile(rows=4, vectors=6, lanes=16), Tile(rows=4, vectors=2, lanes=4), Tile(rows=1, vectors=8, lanes=16))
    """
    return Tile(rows, min(8, made.rows * made.vectors // rows), made.lanes) if made.rows > rows else made


class Convolver:
    """The functions of a module that compute convolutions, one set per dtype that is needed."""

    def __init__(self, writer: Any) -> None:
        self.writer, self.module = writer, writer.module
        self._made: dict[tuple[str, int], _Functions] = {}

    def functions(self, dtype: str, rows: int) -> _Functions:
        """The functions for arrays of this dtype, and tiles with so many channels of the result at most."""
        if dtype not in FLOATS:
            raise Untranslatable(f"convolutions of {dtype}")
        if (dtype, rows) not in self._made:
            steps = [s for s in self.writer.steps if isinstance(s, Convolution) and s.dtype == dtype]
            helpers = {s.epilogue: s.helper for s in steps if s.epilogue and s.helper[0]}
            self._made[dtype, rows] = _Functions(self.writer, dtype, rows, helpers)
        return self._made[dtype, rows]

    def whole(self, number: int, step: Any) -> Any:
        """``whole_k(addresses, numbers)``: planes, the packed filter, and tiles of the result; each on all threads."""
        made = self.functions(step.dtype, step.rows)
        if step.epilogue and step.epilogue not in (*SIMPLE, *made.helpers):
            raise Untranslatable(f"epilogue {step.epilogue}")
        writer = self.writer
        function, b = writer._entry(f"whole_{number}", [POINTER, POINTER])
        function.linkage = "internal"
        addresses, numbers = function.args
        at = writer._record(number, LENGTH * (1 + step.squares))
        writer._number("tile", number, made.tile.rows, made.tile.vectors, made.tile.lanes)
        given = b.alloca(I64, size=I64(len(GIVEN)))

        def put(name: str, value: Any) -> None:
            b.store(value, self._given(b, given, name))

        for name, array in zip(GIVEN, (step.left, step.right, step.out), strict=False):
            put(name, b.ptrtoint(writer._address(b, addresses, array), I64))
        put("scratch", b.ptrtoint(writer._scratch(b, addresses), I64))
        for name in ("bias", "scale", "shift", "added"):
            array = step.follow.get(name)
            put(name, I64(0) if array is None else b.ptrtoint(writer._address(b, addresses, array), I64))
        put("slots", b.ptrtoint(writer.slots.head(b, addresses, numbers), I64))
        put("failed", I64(0))
        kinds = ("filters", "x", "tiles") if step.direction != "weights" else ("", "xy", "taps")
        if step.squares:
            less = ("", "xy", "products") if step.direction == "weights" else ("transforms", "x", "squares")
            self._parts(number, b, at + LENGTH, made, (given, numbers), less)
            failed = b.load(self._given(b, given, "failed"), typ=I64)
            with b.if_then(b.icmp_signed("!=", failed, I64(0)), likely=False):
                self._parts(number, b, at, made, (given, numbers), kinds)
        else:
            self._parts(number, b, at, made, (given, numbers), kinds)
        b.ret_void()
        return function

    @staticmethod
    def _given(b: Any, given: Any, name: str) -> Any:
        return b.gep(given, [I64(GIVEN.index(name))], inbounds=True, source_etype=I64)

    def _parts(
        self, number: int, b: Any, at: int, made: _Functions, pair: tuple[Any, Any], kinds: tuple[str, str, str]
    ) -> None:
        """The parts of a call by the record at this place: the filter, then planes and sums of each chunk of images."""
        writer, (given, numbers), (filters, copies, sums) = self.writer, pair, kinds
        slices, threads = (writer._read(b, numbers, n, number) for n in ("slices", "threads"))

        def read(field: str) -> Any:
            place = b.gep(numbers, [I64(at + FIELDS.index(field))], inbounds=True, source_etype=I64)
            return b.load(place, typ=I64)

        def run(part: str, units: Any) -> None:
            entry = self._part(number, at, part, made)
            with b.if_else(b.icmp_signed(">", slices, I64(1))) as (several, once):
                with several:
                    count = b.select(b.icmp_signed("<", units, slices), units, slices)
                    writer._together(b, entry, (given, numbers), units, count, threads)
                with once:
                    b.call(entry, [given, numbers, I64(0), units, I64(0)])

        if filters:
            run(filters, read("filter_units"))
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
                run(sums, b.mul(read("groups"), b.mul(read("rows"), read("parts"))))
            elif sums in ("squares", "products"):
                ends = b.inttoptr(read("ends"), POINTER)
                blocks = b.load(b.gep(ends, [here], inbounds=True, source_etype=I64), typ=I64)
                for which in copies if sums == "products" else ():
                    run(f"turns_{which}", b.mul(blocks, read(f"{which}_turned")))
                run(sums, blocks if sums == "squares" else b.mul(read("blocks"), read("parts")))
            else:
                run(sums, b.mul(here, b.mul(read("groups"), read("blocks"))))

    def _part(self, number: int, at: int, part: str, made: _Functions) -> Any:
        """A function of slices: ``part(given, numbers, start, stop, slice)``."""
        name = f"{part}_{number}_{at}"
        found = self.module.globals.get(name)
        if found is not None:
            return found
        function, b = self.writer._entry(name, [POINTER, POINTER, I64, I64, I64])
        function.linkage = "internal"
        record = b.ptrtoint(b.gep(function.args[1], [I64(at)], inbounds=True, source_etype=I64), I64)
        bounds = list(function.args[2:4])
        given = function.args[0]
        left, right, out, scratch, slots, image, images = (
            b.load(self._given(b, given, name), typ=I64) for name in GIVEN[:7]
        )
        if part in ("filters", "transforms"):
            arguments = [record, right, scratch]
        elif part in ("tiles", "squares", "products"):
            arguments = [record, b.ptrtoint(given, I64)]
        elif part == "taps":
            arguments = [record, left, right, out, scratch, slots, image, images]
        else:
            side = part[-1]
            arguments = [record, I64(FIELDS.index(f"{side}_copied")), left if side == "x" else right, scratch]
            arguments += [slots, image, images] if part.startswith("turns") else [image]
        b.call(made.part(part.partition("_")[0]), [*arguments, *bounds])
        b.ret_void()
        return function


class _Functions:
    """The functions of one dtype; all arguments are whole numbers, addresses among them."""

    def __init__(self, writer: Any, dtype: str, rows: int, helpers: Mapping[str, tuple[str, str]]) -> None:
        from .machine import host

        self.name = f"{dtype}_{rows}"
        self.slots, self.module, self.dtype, self.real = writer.slots, writer.module, dtype, FLOATS[dtype]
        self.size = 4 if dtype == "float32" else 8
        self.tile = of_rows(tile(dtype, host()[2]), rows)
        self.sums = sums_of(self.tile)
        self.vector = ir.VectorType(self.real, self.tile.lanes)
        self.scope = Scope(text(self.tile.rows, self.tile.vectors, self.tile.lanes, self.sums, self.size))
        self.scope.module = self.module
        self.parts: dict[str, Any] = {}
        self.helpers = helpers
        self._helpers()

    def part(self, name: str) -> Any:
        """A function of the text, with those that it calls."""
        if name not in self.parts:
            if name in ("tiles", "squares", "products"):
                self._finish()
            if name in ("transforms", "squares", "turns", "products"):
                for called, (count, write) in Transforms(self).functions().items():
                    if called not in self.parts:
                        self.parts[called] = self._native(called, count, write)
            if name == "taps":
                self._native("sums", 11, self._sums)
            for called in CALLED.get(name, ()):
                self.part(called)
            self.parts[name] = self._from_text(name)
        return self.parts[name]

    def _finish(self) -> None:
        """Tiles in registers, and what follows them."""
        if "finish" not in self.parts:
            self._native("tile", 9, Tiles(self).write)
            self.parts["finish"] = self._native("finish", 6, Finisher(self).write)
            self._native("join", 4, Finisher(self).join)

    def c(self, name: str, types: Sequence[Any], result: Any) -> Any:
        """A function of the C library."""
        found = self.module.globals.get(name)
        return found or ir.Function(self.module, ir.FunctionType(result, list(types)), name)

    def _from_text(self, name: str) -> Any:
        made = self.scope.definitions[name]
        names = [a.arg for a in made.tree.args.args]

        def fill(translator: Any) -> None:
            for n, value in zip(names, translator.function.args, strict=True):
                if n in REALS | TABLES and name in ("spread", "gather", "add"):
                    kind = self.dtype if n in REALS else "int64"
                    pointer = translator.b.inttoptr(value, POINTER)
                    translator.assign(n, Array(kind, pointer, (I64(1),)))
                else:
                    translator.assign(n, Value("int64", value))

        function, _ = self.scope.write(f"conv_{name}_{self.name}", made, [I64] * len(names), fill)
        for attribute in ("noinline", *(["optsize", "noimplicitfloat"] if name != "spread" else [])):
            function.attributes.add(attribute)  # loops of few steps are not unrolled, nor made of vectors
        self.scope.known(name, len(names), function)
        return function

    def _native(self, name: str, count: int, write: Callable[[Any, Sequence[Any]], Any]) -> Any:
        """A function that is written here, for the text to call."""
        function = ir.Function(self.module, ir.FunctionType(I64, [I64] * count), f"conv_{name}_{self.name}")
        function.linkage = "internal"
        b = ir.IRBuilder(function.append_basic_block("entry"))
        b.ret(write(b, function.args) or I64(0))
        self.scope.known(name, count, function)
        return function

    # --- memory ---

    def _helpers(self) -> None:
        def pointer(b: Any, value: Any) -> Any:
            return b.inttoptr(value, POINTER)

        def word(b: Any, args: Sequence[Any]) -> Any:
            return b.load(b.gep(pointer(b, args[0]), [args[1]], inbounds=True, source_etype=I64), typ=I64)

        def move(b: Any, args: Sequence[Any]) -> None:
            to, start = (pointer(b, a) for a in args[:2])
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

        def clear(b: Any, args: Sequence[Any]) -> None:
            with Counted(b, I64(0), args[1], 1) as k:  # a few elements mostly
                place = b.gep(pointer(b, args[0]), [k], inbounds=True, source_etype=self.real)
                b.store(self.real(0.0), place)

        def reserve(b: Any, args: Sequence[Any]) -> Any:
            return b.ptrtoint(b.call(self.slots.take, [pointer(b, args[0])]), I64)

        def release(b: Any, args: Sequence[Any]) -> None:
            self.slots.give(b, pointer(b, args[0]))

        for helper, count in ((word, 2), (move, 3), (clear, 2), (reserve, 1), (release, 1)):
            self._native(helper.__name__, count, helper)

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


def bits_of(lanes: int) -> int:
    """Bits of a mask in the table of masks.

    >>> bits_of(16), bits_of(4)
    (16, 8)
    """
    return max(8, lanes)
