"""Transposing copies in registers: one function for each element size.

Sixteen bytes of each row are loaded into the parts of vectors, which exchange elements among neighbours in rounds
(unpacking, a single instruction for a round).  A result row that starts anywhere in a cache line is stored in pieces
that each stay in one line: a store into two lines that are not in the first cache waits for both, one store after
another, and took twice as long.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted, least
from espresso.llvm.emit.kinds import I8, I64, POINTER, declared, internal, place_at, shared
from espresso.llvm.emit.tiles import LINE, tile
from espresso.llvm.emit.vectors import splat
from espresso.llvm.machine import host

I32 = ir.IntType(32)
_at = partial(place_at, kind=I8)
ARGUMENTS = [POINTER, I64, POINTER, I64, I64, I64]
PIECE = 16
"""Bytes that are loaded at once: elements change places inside such parts of vectors."""
MOST = 16
"""Most elements of a vector: as many rows are read at once."""
LEAST = 4
"""Bytes of which addresses of larger elements are multiples: a complex64 lies like the float32 that it is made of."""
LONG = 512
"""Rows of a result that are written before its next columns: their pages stay known to the processor."""


def transposer(module: Any, item: int, near: bool) -> Any:
    """``turn(to, row, from, other, n, m)`` for elements of ``item`` bytes: n rows of m, read as m rows of n.

    The element j of row i goes to ``to + i*row + j*item`` from ``from + j*other + i*item``.  ``near``: the result is a
    tile in the first cache.
    """
    name = f"turn {item} {'near' if near else 'far'}"
    return shared(module, name, ARGUMENTS, lambda module, name: _Transposer(module, item, near, name).function)


class _Transposer:
    """Writes one of the functions."""

    def __init__(self, module: Any, item: int, near: bool, name: str) -> None:
        self.module, self.item, self.near = module, item, near
        self.size, self.align = min(item, 8), min(item, LEAST)
        self.unit = ir.IntType(8 * self.size)
        self.units = item // self.size  # of an element
        features = host()[2]
        self.function, self.b = internal(module, name, ARGUMENTS, "noinline", "nounwind")
        widest = min(tile("float32", features).lanes * 4, MOST * item)
        self.lined = widest == LINE and self.size >= 4 and not near and "+avx512f" in features
        self._write(widest)

    def _write(self, widest: int) -> None:
        """Vectors as wide as they are, in less than one of them those of a piece, and less than that by elements."""
        part, across = PIECE // self.item, 1 if self.near else 2
        for few in range(2, part) if self.item == 4 and not self.near else ():
            self._interleaved(few, widest // self.item)
        self._where(widest // self.item, across)
        if part > 1 and (widest > PIECE or across > 1):
            self._where(part, 1)
        self._elements()
        self.b.ret_void()

    def _where(self, lanes: int, across: int) -> None:
        """Strips of a piece's columns by vectors that cover everything, where that is large enough.

        The last ones overlap those before.
        """
        b, (*_, n, m), part = self.b, self.function.args, PIECE // self.item
        wide = across * lanes
        with b.if_then(b.and_(b.icmp_signed(">=", n, I64(part)), b.icmp_signed(">=", m, I64(wide)))):
            with Counted(b, I64(0), n, LONG, short=True) as low:
                high = b.add(low, least(b, b.sub(n, low), LONG))
                with Counted(b, I64(0), m, wide, short=True) as column, Counted(b, low, high, part, short=True) as row:
                    i, j = (least(b, at, b.sub(end, I64(k))) for at, end, k in ((row, n, part), (column, m, wide)))
                    self._store(i, j, [self._strip(i, b.add(j, I64(k * lanes)), lanes) for k in range(across)])
            b.ret_void()

    def _interleaved(self, few: int, lanes: int) -> None:
        """Few rows from elements that follow each other in turns, and the other way round: vectors that cover all.

        Both take one vector of each row, and ``few`` vectors of contiguous elements.
        """
        b, (to, row, source, other, n, m), item = self.b, self.function.args, self.item
        kind = ir.VectorType(self.unit, lanes)
        turns = [divmod(k, few) for k in range(few * lanes)]  # contiguous elements: column and row
        places = [divmod(column * few + k, lanes) for k in range(few) for column in range(lanes)]
        apart = [places[k * lanes : (k + 1) * lanes] for k in range(few)]
        within = [[(k, column) for column, k in turns[v * lanes : (v + 1) * lanes]] for v in range(few)]
        for rows, columns, length, begin, orders in ((n, m, other, source, apart), (m, n, row, to, within)):
            fits = b.and_(b.icmp_signed("==", rows, I64(few)), b.icmp_signed("==", length, I64(few * item)))
            with b.if_then(b.and_(fits, b.icmp_signed(">=", columns, I64(lanes)))):
                with Counted(b, I64(0), columns, lanes, short=True) as at:
                    column = least(b, at, b.sub(columns, I64(lanes)))
                    flat = [_at(b, begin, b.add(b.mul(column, length), I64(k * lanes * item))) for k in range(few)]
                    first, step = (to, row) if begin is source else (source, other)
                    each = [_at(b, first, b.add(b.mul(I64(k), step), b.mul(column, I64(item)))) for k in range(few)]
                    read, written = (flat, each) if begin is source else (each, flat)
                    vectors = [b.load(place, align=self.align, typ=kind) for place in read]
                    for place, order in zip(written, orders, strict=True):
                        b.store(self._picked(vectors, order), place, align=self.align)
                b.ret_void()

    def _picked(self, vectors: list[Any], order: list[tuple[int, int]]) -> Any:
        """A vector of these elements, each given by its vector and its position there."""
        found, lanes = vectors[0], len(order)
        for k in range(1, len(vectors)):
            kept = [(at if vector == 0 else 0) if k == 1 else lane for lane, (vector, at) in enumerate(order)]
            found = self._shuffle(
                found, vectors[k], [lanes + at if vector == k else kept[q] for q, (vector, at) in enumerate(order)]
            )
        return found

    def _strip(self, i: Any, j: Any, lanes: int) -> list[Any]:
        """As many elements of as many rows of the result as a piece has, as vectors."""
        b, (_, _, source, other, _, _), part = self.b, self.function.args, PIECE // self.item
        place = _at(b, source, b.add(b.mul(j, other), b.mul(i, I64(self.item))))
        kind = ir.VectorType(self.unit, PIECE // self.size)
        pieces = []
        for _ in range(lanes):
            pieces.append(b.load(place, align=self.align, typ=kind))
            place = _at(b, place, other)
        return self._transposed_lanes([self._joined(pieces[k::part]) for k in range(part)])

    def _joined(self, pieces: list[Any]) -> Any:
        """Vectors one behind the other in one."""
        while len(pieces) > 1:
            order = list(range(2 * pieces[0].type.count))
            pieces = [self._shuffle(pieces[k], pieces[k + 1], order) for k in range(0, len(pieces), 2)]
        return pieces[0]

    def _transposed_lanes(self, rows: list[Any]) -> list[Any]:
        """The matrices that lie side by side in sixteen bytes of each vector, transposed.

        Each round is a perfect shuffle of the rows and, in pairs of them, of their elements.
        """
        part = len(rows)
        for _ in range(part.bit_length() - 1):
            half = part // 2
            pairs = [(rows[k], rows[k + half]) for k in range(half)]
            orders = [self._unpacked(rows[0].type.count, side) for side in (0, 1)]
            rows = [self._shuffle(x, y, order) for x, y in pairs for order in orders]
        return rows

    def _unpacked(self, units: int, side: int) -> list[int]:
        """Elements of the lower or upper halves of each sixteen bytes of two vectors, in turns."""
        lane, order = PIECE // self.size, []
        for begin in range(side * lane // 2, units, lane):
            for k in range(lane // 2):
                order += [begin + k, units + begin + k]
        return order

    def _shuffle(self, x: Any, y: Any, order: list[int]) -> Any:
        return self.b.shuffle_vector(x, y, ir.Constant(ir.VectorType(I32, len(order)), order))

    # --- stores ---

    def _store(self, i: Any, j: Any, strips: list[list[Any]]) -> None:
        """Strips side by side."""
        b, (to, row, *_) = self.b, self.function.args
        place = _at(b, to, b.add(b.mul(i, row), b.mul(j, I64(self.item))))
        for vectors in zip(*strips, strict=True):
            if self.lined and len(vectors) > 1:
                self._in_lines(place, vectors)
            else:
                for number, vector in enumerate(vectors):
                    b.store(vector, _at(b, place, I64(number * vector.type.count * self.size)), align=self.align)
            place = _at(b, place, row)

    def _in_lines(self, place: Any, vectors: tuple[Any, ...]) -> None:
        """Whole vectors turned about so that they lie as lines do, and stored where they meet: by four bytes."""
        b, units = self.b, LINE // LEAST
        kind = ir.VectorType(I32, units)
        address = b.ptrtoint(place, I64)
        begin = b.inttoptr(b.and_(address, I64(-LINE)), POINTER)
        shift = b.trunc(b.udiv(b.and_(address, I64(LINE - 1)), I64(LEAST)), I32)
        lanes = ir.Constant(kind, list(range(units)))
        away = splat(self.b, shift, kind.count)
        after = b.icmp_signed(">=", lanes, away)
        order = b.sub(lanes, away)
        about = [self._rotated(b.bitcast(v, kind), order) for v in vectors]
        self._masked(about[0], begin, after)
        for k, (x, y) in enumerate(pairwise(about), 1):
            b.store(b.select(after, y, x), _at(b, begin, I64(k * LINE)), align=LINE)
        whole = b.icmp_signed("==", shift, I32(0))  # nothing is left for a further line, which may not be there
        self._masked(about[-1], _at(b, begin, b.select(whole, I64(0), I64(len(about) * LINE))), b.not_(after))

    def _rotated(self, vector: Any, order: Any) -> Any:
        """Units in another order, which counts from zero again behind the last one."""
        kinds = [vector.type, order.type]
        return self.b.call(declared(self.module, "llvm.x86.avx512.permvar.si.512", kinds, vector.type), [vector, order])

    def _masked(self, vector: Any, place: Any, mask: Any) -> None:
        name = f"llvm.masked.store.v{vector.type.count}i32.p0"
        function = declared(self.module, name, [vector.type, POINTER, I32, mask.type])
        self.b.call(function, [vector, place, I32(LINE), mask])

    def _elements(self) -> None:
        """One after the other; the loop inside is the longer one."""
        b, (to, row, source, other, n, m) = self.b, self.function.args
        kind = self.unit if self.units == 1 else ir.VectorType(self.unit, self.units)
        item, swap = I64(self.item), b.icmp_signed("<", m, n)
        pairs = ((n, m), (row, item), (item, other))
        outer, inner = zip(*((b.select(swap, y, x), b.select(swap, x, y)) for x, y in pairs), strict=True)
        with Counted(b, I64(0), outer[0], 1, short=True) as p:
            goal, first = _at(b, to, b.mul(p, outer[1])), _at(b, source, b.mul(p, outer[2]))
            with Counted(b, I64(0), inner[0], 1, short=True) as q:
                value = b.load(_at(b, first, b.mul(q, inner[2])), align=self.align, typ=kind)
                b.store(value, _at(b, goal, b.mul(q, inner[1])), align=self.align)
