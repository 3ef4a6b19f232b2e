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
from espresso.llvm.emit.kinds import I1, I64, POINTER
from espresso.machine.object_layout import CONTIGUOUS, TYPE, WRITEABLE
from espresso.machine.writer import KEYS, NULL, SPARES, Writer, element, field, same


class ResultArrays:
    """The caller's arrays in a function of a `Writer`: NULL where the function makes the results."""

    def __init__(self, writer: Writer) -> None:
        self.w, self.b = writer, writer.b
        b, count = self.b, writer.outputs
        self.items, self.apart = b.alloca(POINTER, size=count), b.alloca(I1, size=count)
        self.any, self.spare = b.alloca(I1), b.alloca(POINTER)
        with self._each() as k:
            b.store(NULL, self.place(k))
            b.store(I1(0), self._flag(k))
        b.store(I1(0), self.any)
        b.store(NULL, self.spare)

    def _each(self) -> Counted:
        return self.w.each(I64(0), self.w.outputs)

    def place(self, k: Any) -> Any:
        """Where the array of result k is kept, NULL until it is there."""
        return element(self.b, self.items, k)

    def _flag(self, k: Any) -> Any:
        return element(self.b, self.apart, k, I1)

    # --- before the call is decided ---

    def check(self, out: Any, refuse: Any) -> None:
        """Find and look at the arrays in ``out``, if any; the call in Python has those of another structure."""
        b, w = self.b, self.w
        with b.if_then(b.not_(same(b, out, NULL))):
            with b.if_else(b.icmp_signed("==", w.outputs, I64(1))) as (single, several):
                with single:
                    b.store(out, self.place(0))
                with several:
                    self._take_apart(out, refuse)
            with self._each() as k:
                item = b.load(self.place(k), typ=POINTER)
                w.check(item, b.add(w.inputs, k), CONTIGUOUS | WRITEABLE, refuse)
            self._overlaps(refuse)
            with b.if_then(b.load(self.any, typ=I1)):
                self._look_for_spares(refuse)

    def _take_apart(self, out: Any, refuse: Any) -> None:
        """Arrays of a dictionary by the keys of the results, those of a tuple or list in order."""
        b, w = self.b, self.w
        kind, keys = field(b, out, TYPE, POINTER), w.own_item(KEYS)
        w.require(b.not_(same(b, keys, w.object("None"))), refuse)  # results in another structure
        named = b.icmp_signed(">", w.length(keys), I64(0))
        with b.if_else(named) as (by_key, in_order):
            with by_key:
                w.require(same(b, kind, w.object("dict")), refuse)
                w.require(b.icmp_signed("==", w.api("PyDict_Size", out), w.outputs), refuse)
                with self._each() as k:
                    found = w.api("PyDict_GetItemWithError", out, w.item(keys, k))
                    w.require(b.not_(same(b, found, NULL)), refuse)
                    b.store(found, self.place(k))
            with in_order:
                listed = same(b, kind, w.object("list"))
                w.require(b.or_(listed, same(b, kind, w.object("tuple"))), refuse)
                w.require(b.icmp_signed("==", w.length(out), w.outputs), refuse)
                with b.if_else(listed) as (list_, tuple_):
                    with list_, self._each() as k:
                        b.store(w.api("PyList_GetItem", out, k), self.place(k))
                    with tuple_, self._each() as k:
                        b.store(w.item(out, k), self.place(k))

    def _overlaps(self, refuse: Any) -> None:
        """Note which arrays overlap an input; two that overlap each other are an error that Python tells."""
        b, w = self.b, self.w
        with w.each(I64(0), w.inputs) as k:
            w.enter_range(k, b.load(element(b, w.addresses, k), typ=POINTER))
        with self._each() as k:
            w.enter_range(b.add(w.inputs, k), w.data(b.load(self.place(k), typ=POINTER)))
        with self._each() as k:
            own = b.add(w.inputs, k)
            w.require(b.not_(w.meets(own, w.inputs, k)), refuse)
            over = w.meets(own, I64(0), w.inputs)
            b.store(over, self._flag(k))
            b.store(b.or_(over, b.load(self.any, typ=I1)), self.any)

    def _look_for_spares(self, refuse: Any) -> None:
        """Go on with a spare array for each that overlaps an input."""
        b, w = self.b, self.w
        free = w.own_item(SPARES)
        length = w.length(free)
        w.require(b.icmp_signed(">", length, I64(0)), refuse)
        last = w.api("PyList_GetItem", free, b.sub(length, I64(1)))
        with self._each() as k:
            missing = same(b, w.item(last, k), w.object("None"))
            w.require(b.not_(b.and_(b.load(self._flag(k), typ=I1), missing)), refuse)

    # --- in the call ---

    def take_spares(self) -> None:
        """Take the spare arrays that were looked at, the last ones of the list."""
        b, w = self.b, self.w
        with b.if_then(b.load(self.any, typ=I1)):
            free = w.own_item(SPARES)
            b.store(w.take_last(free, w.length(free)), self.spare)

    def addresses(self, table: Any) -> None:
        """Where results are computed: in the arrays themselves, or in spare ones."""
        b = self.b
        with self._each() as k:
            place = element(b, table, k)
            b.store(self.w.data(b.load(self.place(k), typ=POINTER)), place)
            with b.if_then(b.load(self._flag(k), typ=I1)):
                b.store(self._spare_data(k), place)

    def _spare_data(self, k: Any) -> Any:
        return self.w.data(self.w.item(self.b.load(self.spare, typ=POINTER), k))

    def copy(self) -> None:
        """Copy what was computed in spare arrays to the caller's."""
        b, w = self.b, self.w
        copy = ir.Function(w.module, ir.FunctionType(POINTER, [POINTER, POINTER, I64]), "memcpy")
        with b.if_then(b.load(self.any, typ=I1)), self._each() as k, b.if_then(b.load(self._flag(k), typ=I1)):
            own = b.add(w.inputs, k)
            first, last = (b.load(element(b, t, own, I64), typ=I64) for t in (w.firsts, w.lasts))
            b.call(copy, [b.inttoptr(first, POINTER), self._spare_data(k), b.sub(last, first)])

    def give_back(self) -> None:
        """The spare arrays go back to the list."""
        with self.b.if_then(self.b.load(self.any, typ=I1)):
            self.w.append(self.w.own_item(SPARES), self.b.load(self.spare, typ=POINTER))
