"""Recognition of whole library operations, such as convolutions, before sums become loops.

Each sum of a formula that is a convolution for the extents at hand (`convolutions`) is
described to the engines in order.  What one of them takes becomes a step of the program
and is read like any other array; the rest is lowered as ever: to products, or to loops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING

from espresso.compiler.matching.convolutions import geometry_of
from espresso.compiler.matching.flattened_sums import never
from espresso.compiler.matching.sliding_values import value_axes
from espresso.compiler.sizes import Size
from espresso.compiler.statements import is_told
from espresso.formulas.extents.affine import linear, shifted
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of, is_masked, reads_array
from espresso.ir.calls import EngineCall
from espresso.ir.convolution_geometry import Geometry, is_bound
from espresso.ir.storage.dtypes import WeakName, storage
from espresso.ir.targets import TARGETS

if TYPE_CHECKING:
    from espresso.compiler.lowering.lower import Lowering
    from espresso.formulas.inference.dtypes import DType


class EngineCalls:
    """The search for such sums, for one ``Lowering`` that takes the steps and buffers."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.readers: dict[Expr, Expr] = {}  # arrays that one read of one statement needs, and that statement
        self._waits: dict[Expr, bool] = {}
        self._described = 0  # calls so far
        self._types: dict[Expr, DType] = {}  # dtypes of the formula's nodes, each found once

    def read_once(self, roots: Sequence[Expr], statements: Sequence[Expr]) -> None:
        """Find the sums that a single read needs: they may be computed where they are read."""
        readers: dict[Expr, list[Expr]] = {}
        for statement in statements:
            for node in ex.postorder(statement.args[0], into_arrays=False):
                if reads_array(node):
                    readers.setdefault(node.args[0], []).append(statement)
        sums: set[Expr] = set()
        for let in ex.lets(*roots):
            below = ex.postorder(let.args[0], into_arrays=False)
            if any(n.op == "reduce" and n.data[0] == "sum" or n in sums for n in below):
                sums.add(let)
        lengths = {n.args[0] for n in ex.postorder(*statements) if n.op == "size"}
        self.readers = {
            let: found[0] for let, found in readers.items()
            if len(found) == 1 and let not in roots and let not in lengths and let in sums
        }  # fmt: skip

    def waits(self, let: Expr) -> bool:
        """Whether an array is not computed, because the sum that reads it is a convolution together with it."""
        if let not in self._waits:
            reader = self.readers.get(let)
            self._waits[let] = reader is not None and self.lowering.ask is not None and (
                self.waits(reader) or self._found(reader, reader.args[0], self.lowering.extents_of(reader)) is not None
            )  # fmt: skip
        return self._waits[let]

    def _inside(self, read: Expr) -> Mapping[str, Expr] | None:
        return self.lowering.extents_of(read.args[0]) if read.args[0] in self.readers else None

    def _found(self, let: Expr, node: Expr, extents: Mapping[str, Expr]) -> Geometry | None:
        return self.lowering.sizes.prefer(
            lambda size: geometry_of(node, extents, size, self._lengths, let.data[1], self._inside)
        )

    def _convolution_at(
        self, let: Expr, node: Expr, extents: Mapping[str, Expr], size_of: Size
    ) -> Geometry | None:
        """The convolution that a sum is: together with arrays that it alone reads, or of these as they are stored."""
        for inside in (self._inside, never):
            found = geometry_of(node, extents, size_of, self._lengths, let.data[1], inside)
            if found is not None:
                return found
        return None

    def taken(self, let: Expr, body: Expr, extents: dict[str, Expr]) -> Expr:
        """The body with each sum that an engine computes as a read of its result, or as one product for it.

        The extents of new indices of such products are added to ``extents``.
        """
        if self.lowering.ask is None:
            return body
        covered: set[Expr] = set()
        values: dict[Expr, Expr] = {}
        order = ex.postorder(body, into_arrays=False)
        whole = self._is_masked_sum(body)
        for node in reversed(list(order)):
            if node in covered or node.op != "reduce" and not (whole and node is body):
                continue
            asked = len(self.lowering.choices)
            value = self._value(let, node, extents, node is body and not self.lowering.uses[let])
            if value is not None:
                values[node] = value
                covered.update(ex.postorder(node, into_arrays=False))
            elif node is body and len(self.lowering.choices) > asked:
                return body  # no engine takes it
        return ex.replace(body, values, into_arrays=False) if values else body

    def _is_masked_sum(self, body: Expr) -> bool:
        """Whether a body is a sum, or a read of one that nothing else reads, with masks around it."""
        while is_masked(body) or ex.is_call(body, "mul"):
            factors = factors_of(body) if body.data == "mul" else [body.args[1]]
            inner = [f for f in factors if f.op != "const" and not is_bound(f)]
            if len(inner) != 1:
                return False
            (body,) = inner
        return body.op == "reduce" or body.op == "access" and body.args[0] in self.readers

    def _value(self, let: Expr, node: Expr, extents: dict[str, Expr], alone: bool) -> Expr | None:
        found = self.lowering.sizes.decide(lambda size: self._convolution_at(let, node, extents, size), always=False)
        if found is None:
            return None
        call = self._call(let, node, found, extents)
        stored = self.lowering.results.get(let)
        if alone and not found.scale and {*call.dtypes} == {stored} and not TARGETS[self.lowering.target].converts:
            call = replace(call, dtype=str(stored))  # of 16 bits: rounded once, as it is stored
        assert self.lowering.ask is not None
        choice = self.lowering.ask(call)
        if choice is None:
            return None
        self.lowering.choices.append(choice)
        if choice.as_product and found.lengths is not None:
            self._store_named(call, found, extents)
            return _product(found, extents)
        if not choice.taken:
            return None
        made = self.lowering.once(
            f"engine {choice.engine}", node, found.axes, extents,
            lambda: self._step(call, node, found, choice.engine, extents), (),
        )  # fmt: skip
        return ex.call("mul", *found.scale, made) if found.scale else made

    def _lengths(self, array: Expr) -> Sequence[Expr] | None:
        """Extents of the axes of a named array; None where they are not all known."""
        extents = self.lowering.extents_of(array)
        axes = array.data[1]
        return [extents[a] for a in axes] if all(is_told(extents.get(a)) for a in axes) else None

    def _call(self, let: Expr, node: Expr, found: Geometry, extents: Mapping[str, Expr]) -> EngineCall:
        """The sum as engines see it; its operands still have the names of the formula."""
        dtypes = self.lowering.dtypes
        operands, shapes, kinds = [], [], []
        for read in found.reads:
            kinds.append(storage(read, None, (), dtypes, self._types)[0])
            if read.op == "access":
                array = read.args[0]
                if array.op == "tensor":  # a library reads it as it is stored, also where its values are computed wider
                    kinds[-1] = str(dtypes.get(array.data.name, kinds[-1]))
                operands.append(str(array.data.name if array.op == "tensor" else array.data[0] or "t"))
                shapes.append(tuple(
                    [ex.size(array, k) for k in range(array.data.rank)] if array.op == "tensor"
                    else [found.named[array][a] for a in array.data[1]] if array in found.named
                    else self._lengths(array) or ()
                ))  # fmt: skip
            else:
                operands.append("t")
                shapes.append(tuple(extents[n] for n in value_axes(read)))
        if node.op != "reduce":  # put together from several statements
            node = ex.reduce("sum", found.summed, ex.call("mul", *found.scale, *map(_collected, found.reads)))
        dtype = storage(node.args[0], "sum", node.data[1], dtypes, self._types)[0]
        kinds = [dtype if _is_weak(kind) and not (read.op == "access" and read.args[0].op == "tensor") else kind
                 for kind, read in zip(kinds, found.reads, strict=True)]  # fmt: skip
        parameters = {
            "direction": found.direction, "stride": found.stride, "dilation": found.dilation, "low": found.low,
            "groups": found.groups, "epilogue": None, "rows": self._rows(found, extents),
            "one_sum": found.lengths is not None, "decides": let in self.lowering.decided,
        }  # fmt: skip
        self._described += 1
        return EngineCall(
            "convolution", let.data[0] or "convolution", found.axes, tuple(operands), (*found.arranged, found.result),
            {n: extents[n] for n in found.axes}, dtype, tuple(shapes), tuple(kinds), parameters,
            node, number=self._described,
        )  # fmt: skip

    def _rows(self, found: Geometry, extents: Mapping[str, Expr]) -> int:
        """How many channels of the result a tile of sums holds, of those that each group has: one, some or many."""
        shape = self.lowering.sizes.prefer(lambda size: found.result.shape([size(extents[a]) for a in found.axes]))
        weights = found.direction == "weights"
        channels = shape[0 if weights else 1] // found.groups
        return 1 if channels == 1 else 4 if channels <= 4 and not weights else 8

    def _step(self, call: EngineCall, node: Expr, found: Geometry, engine: str, extents: Mapping[str, Expr]) -> str:
        """Append the step with its operands as arrays of the program; the name of its result."""
        lowering = self.lowering
        lowering.known = {**lowering.known, **found.named}
        operands = tuple(map(self._array, found.reads, call.dtypes, repeat(found), repeat(extents)))
        name = lowering.new_name("s")
        lowering.steps.append(
            replace(call, name=name, operands=operands, engine=engine, body=_over(operands, node, found))
        )
        lowering.add_buffer(name, call.dtype, [extents[a] for a in call.axes])
        return name

    def _store_named(self, call: EngineCall, found: Geometry, extents: Mapping[str, Expr]) -> None:
        """Make the arrays that the formula does not name, for a product that reads them as any other array."""
        self.lowering.known = {**self.lowering.known, **found.named}
        for read, dtype in zip(found.reads, call.dtypes, strict=True):
            if read.op == "access" and read.args[0] in found.named:
                self.lowering.stored_as(read.args[0], self._array(read, dtype, found, extents))

    def _array(self, read: Expr, dtype: str, found: Geometry, extents: Mapping[str, Expr]) -> str:
        """The name of the array that is read: an input, an array of the formula, or a value computed now.

        A value that slides here may be one that another sum needs in place.  Of masks there is an array of numbers.
        """

        lowering = self.lowering
        value, axes = read, value_axes(read)
        if read.op == "access":
            array = read.args[0]
            if array.op == "tensor":
                return str(array.data.name)
            value, axes = array.args[0], array.data[1]
            if array in found.named:
                extents = {**extents, **found.named[array]}  # sums inside it have the lengths that they have here
            elif storage(read, None, (), lowering.dtypes, self._types)[0] == dtype:
                return lowering.buffer_of(array)
            else:
                value, extents = ex.access(array, [ex.index(a) for a in axes]), lowering.extents_of(array)
        own = None if storage(value, None, (), lowering.dtypes, self._types)[0] == dtype else dtype
        made = lowering.once(
            "value" if own is None else f"value in {own}", value, axes, extents,
            lambda: lowering.value(value, axes, extents, own), layouts=[axes],
        )  # fmt: skip
        return str(made.args[0].data.name)


def _is_weak(dtype: str) -> bool:
    """Whether values have a dtype that gives way to that of any number they meet: masks, and what they make."""

    return dtype == "bool" or isinstance(dtype, WeakName)


def _over(operands: Sequence[str], node: Expr, found: Geometry) -> Expr:
    """The sum over the arrays that the call reads, without the factor that is left for afterwards."""
    reads = []
    for name, read in zip(operands, found.reads, strict=True):
        slots = read.args[1:] if read.op == "access" else [ex.index(a) for a in value_axes(read)]
        reads.append(ex.access(ex.tensor(name, len(slots)), slots, read.data if read.op == "access" else None))
    inside = set(found.reads) <= set(ex.postorder(node, into_arrays=False))
    if node.op == "reduce" and inside and not found.scale:
        return ex.replace(node, dict(zip(found.reads, reads, strict=True)), into_arrays=False)
    return ex.reduce("sum", found.summed, ex.call("mul", *map(_collected, reads)))


def _product(found: Geometry, extents: dict[str, Expr]) -> Expr:
    """The convolution as one sum of one product; its summed indices get names that mean nothing else in the body."""
    lengths = found.lengths or {}
    names: dict[str, Expr] = {}
    for n, length in lengths.items():
        new = n if extents.get(n, length) is length else ex.fresh({*extents, *lengths}, n)
        extents[new] = length
        names[n] = ex.index(new)
    factors = [ex.substitute(_collected(read), names) for read in found.reads]
    total = ex.reduce("sum", [i.data[0] for i in names.values()], ex.call("mul", *factors))
    return ex.call("mul", *found.scale, total) if found.scale else total


def _collected(read: Expr) -> Expr:
    """A read with its slots as sums in which every index stands once: ``2*(j + 0) - 1`` is ``2*j - 1``."""
    if read.op != "access":
        return read
    forms = [(slot, linear(slot)) for slot in read.args[1:]]
    slots = [slot if form is None else shifted(form[0].items(), form[1]) for slot, form in forms]
    return ex.access(read.args[0], slots, read.data)

