"""``out=`` in the call entry: the caller's result arrays, checked, with spare arrays where they overlap inputs.

``out=`` is the array of the one result, or a tuple, list or dictionary of the arrays of several, as the
function returns them.  An array that overlaps an input is computed in a *spare* array and copied at the end, so that
nothing is read after it was written: the weights that a training step overwrites.  Spare arrays are tuples in a
list, as workspaces are; the call in Python makes the first one.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.kinds import I1, I8, I64, POINTER
from espresso.machine.places import CONTIGUOUS, COUNT, DATA, ITEMS, KEYS, SPARES, TYPE, WRITEABLE

I32 = ir.IntType(32)
NOTHING = POINTER(None)


def meeting(module: Any) -> Any:
    """``i64 meets(first, last, firsts, lasts, count)``: whether a range of addresses meets one of a table."""
    found = module.module.globals.get("meets")
    if found is not None:
        return found
    function, b = module._entry("meets", [I64, I64, POINTER, POINTER, I64], I64)
    function.linkage = "internal"
    function.attributes.add("noinline")
    first, last, firsts, lasts, count = function.args
    with Counted(b, I64(0), count, 1, short=True) as k:
        start, stop = (b.load(b.gep(t, [k], inbounds=True, source_etype=I64), typ=I64) for t in (firsts, lasts))
        apart = b.or_(b.icmp_unsigned("<=", last, start), b.icmp_unsigned("<=", stop, first))
        with b.if_then(b.not_(apart)):
            b.ret(I64(1))
    b.ret(I64(0))
    return function


class Ranges:
    """Tables of the first address of each array and of the one behind its last."""

    def __init__(self, module: Any, b: Any, count: int) -> None:
        self.m, self.b = module, b
        self.tables = tuple(b.alloca(I64, size=I64(max(1, count))) for _ in range(2))

    def bounds(self, k: Any) -> tuple[Any, Any]:
        """Where the two addresses of array k are kept."""
        first, last = (self.b.gep(t, [k], inbounds=True, source_etype=I64) for t in self.tables)
        return first, last

    def enter(self, k: int, item: Any, name: str, numbers: Any) -> None:
        """Array k lies here."""
        for place, address in zip(self.bounds(I64(k)), self.m._range(self.b, item, name, numbers), strict=True):
            self.b.store(address, place)

    def meets(self, k: Any, start: Any, count: Any) -> Any:
        """Whether array k overlaps one of so many arrays from ``start`` on."""
        own = [self.b.load(place, typ=I64) for place in self.bounds(k)]
        answer = self.b.call(meeting(self.m), [*own, *self.bounds(start), count])
        return self.b.icmp_signed("!=", answer, I64(0))


class Outs:
    """The caller's arrays in the entry of an `entry.EntryWriter`: NULL where it makes the results."""

    def __init__(self, entry: Any) -> None:
        self.e, self.m, self.b = entry, entry.m, entry.b
        self.names, self.inputs = entry.m.facts.outputs, entry.m.facts.inputs
        self.count = I64(len(self.names))
        self.items, self.apart = self.b.alloca(POINTER, size=self.count), self.b.alloca(I1, size=self.count)
        self.any, self.spare = self.b.alloca(I1), self.b.alloca(POINTER)
        self.ranges = Ranges(self.m, self.b, len(self.inputs) + len(self.names))
        with self._each() as k:
            self.b.store(NOTHING, self.place(k))
            self.b.store(I1(0), self._flag(k))
        self.b.store(I1(0), self.any)
        self.b.store(NOTHING, self.spare)

    def _each(self) -> Counted:
        return Counted(self.b, I64(0), self.count, 1, short=True)

    def place(self, k: Any) -> Any:
        """Where the array of result k is kept, NULL until it is there."""
        return self.e._at(self.items, k)

    def _flag(self, k: Any) -> Any:
        return self.b.gep(self.apart, [k], inbounds=True, source_etype=I1)

    def _item(self, of: Any, k: Any) -> Any:
        """Item k of a tuple."""
        first = self.b.gep(of, [I64(ITEMS)], inbounds=True, source_etype=I8)
        return self.b.load(self.e._at(first, k), typ=POINTER)

    # --- before the call is decided ---

    def check(self, refuse: Any) -> None:
        """Find and look at the arrays, if there are any; the call in Python has all others than are expected here."""
        b, m, e = self.b, self.m, self.e
        out = b.load(e.out, typ=POINTER)
        with b.if_then(b.not_(e._is(out, NOTHING))):
            if len(self.names) == 1:
                b.store(out, self.place(0))
            else:
                self._take_apart(out, refuse)
            for k, name in enumerate(self.names):
                m._check(b, b.load(self.place(k), typ=POINTER), name, CONTIGUOUS | WRITEABLE, e.numbers, refuse)
            self._overlaps(refuse)
            with b.if_then(b.load(self.any, typ=I1)):
                self._look_for_spares(refuse)

    def _take_apart(self, out: Any, refuse: Any) -> None:
        """Arrays of a dictionary by the keys of the results, those of a tuple or list in order."""
        b, m, e = self.b, self.m, self.e
        kind, keys = m._field(b, out, TYPE, POINTER), e._own(KEYS)
        m._go_on(b, b.not_(e._is(keys, e._object("none"))), refuse)  # results in another structure
        named = b.icmp_signed(">", m._field(b, keys, COUNT, I64), I64(0))
        with b.if_else(named) as (by_key, in_order):
            with by_key:
                m._go_on(b, e._is(kind, e._object("kind", "dict")), refuse)
                m._go_on(b, b.icmp_signed("==", e._api("PyDict_Size", out), self.count), refuse)
                with self._each() as k:
                    found = e._api("PyDict_GetItemWithError", out, self._item(keys, k))
                    m._go_on(b, b.not_(e._is(found, NOTHING)), refuse)
                    b.store(found, self.place(k))
            with in_order:
                listed = e._is(kind, e._object("kind", "list"))
                m._go_on(b, b.or_(listed, e._is(kind, e._object("kind", "tuple"))), refuse)
                m._go_on(b, b.icmp_signed("==", m._field(b, out, COUNT, I64), self.count), refuse)
                with b.if_else(listed) as (list_, tuple_):
                    with list_, self._each() as k:
                        b.store(e._api("PyList_GetItem", out, k), self.place(k))
                    with tuple_, self._each() as k:
                        b.store(self._item(out, k), self.place(k))

    def _overlaps(self, refuse: Any) -> None:
        """Note which arrays overlap an input; two that overlap each other are an error that Python tells."""
        b, m, e, first = self.b, self.m, self.e, I64(len(self.inputs))
        for at, name in enumerate(self.inputs):
            self.ranges.enter(at, b.load(e._at(e.given, at), typ=POINTER), name, e.numbers)
        for at, name in enumerate(self.names):
            self.ranges.enter(len(self.inputs) + at, b.load(self.place(at), typ=POINTER), name, e.numbers)
        with self._each() as k:
            own = b.add(first, k)
            m._go_on(b, b.not_(self.ranges.meets(own, first, k)), refuse)
            over = self.ranges.meets(own, I64(0), first)
            b.store(over, self._flag(k))
            b.store(b.or_(over, b.load(self.any, typ=I1)), self.any)

    def _look_for_spares(self, refuse: Any) -> None:
        """Go on with a spare array for each that overlaps an input."""
        b, m, e = self.b, self.m, self.e
        free = e._own(SPARES)
        length = m._field(b, free, COUNT, I64)
        m._go_on(b, b.icmp_signed(">", length, I64(0)), refuse)
        last = e._api("PyList_GetItem", free, b.sub(length, I64(1)))
        with self._each() as k:
            missing = e._is(self._item(last, k), e._object("none"))
            m._go_on(b, b.not_(b.and_(b.load(self._flag(k), typ=I1), missing)), refuse)

    # --- in the call ---

    def take_spares(self) -> None:
        """Nobody else has the spare arrays from here on: the last ones of the list, that were looked at."""
        b, m, e = self.b, self.m, self.e
        with b.if_then(b.load(self.any, typ=I1)):
            free = e._own(SPARES)
            length = m._field(b, free, COUNT, I64)
            end = b.sub(length, I64(1))
            taken = e._api("PyList_GetItem", free, end)
            e._api("Py_IncRef", taken)
            e._api("PyList_SetSlice", free, end, length, NOTHING)
            b.store(taken, self.spare)

    def addresses(self, table: Any) -> None:
        """Where results are computed: in the arrays themselves, or in spare ones."""
        b, m = self.b, self.m
        with self._each() as k:
            place = b.gep(table, [k], inbounds=True, source_etype=POINTER)
            b.store(m._field(b, b.load(self.place(k), typ=POINTER), DATA, POINTER), place)
            with b.if_then(b.load(self._flag(k), typ=I1)):
                b.store(self._spare_data(k), place)

    def _spare_data(self, k: Any) -> Any:
        return self.m._field(self.b, self._item(self.b.load(self.spare, typ=POINTER), k), DATA, POINTER)

    def copy(self) -> None:
        """What was computed in spare arrays goes to the caller's."""
        b, m = self.b, self.m
        known = m.module.globals.get("memcpy")
        copy = known or ir.Function(m.module, ir.FunctionType(POINTER, [POINTER, POINTER, I64]), "memcpy")
        with b.if_then(b.load(self.any, typ=I1)), self._each() as k, b.if_then(b.load(self._flag(k), typ=I1)):
            bounds = self.ranges.bounds(b.add(I64(len(self.inputs)), k))
            first, last = (b.load(place, typ=I64) for place in bounds)
            b.call(copy, [b.inttoptr(first, POINTER), self._spare_data(k), b.sub(last, first)])

    def give_back(self) -> None:
        """The spare arrays go back to the list."""
        b, e = self.b, self.e
        with b.if_then(b.load(self.any, typ=I1)):
            taken = b.load(self.spare, typ=POINTER)
            failed = e._api("PyList_Append", e._own(SPARES), taken)
            with b.if_then(b.icmp_signed("!=", failed, I32(0))):
                e._api("PyErr_Clear")  # no room in the list: Python makes others
            e._api("Py_DecRef", taken)
