"""A whole program as one LLVM module: kernels, a function for each step, the entries that run them.

Functions take a table of addresses (inputs, results, temporaries, scratch memory) and a table of
numbers (sizes, lengths, strides), so that nothing in the code depends on extents:

- ``step_k(addresses, numbers, start, stop, slice)`` runs a part of the outermost loop of step k; where
  slices reduce, all but the first do so into scratch memory;
- ``one(addresses, numbers, k)`` runs step k, in slices on several threads where the numbers say so, and
  joins what slices reduced (`machine.blocks`: steps in blocks);
- ``run(addresses, numbers)`` runs every step;
- ``repeat`` runs them again and again, for programs that are a step of a recurrence (`machine.step_loop`).

Arrays of Python become addresses in the call entry, which all programs share (`machine.entry`).
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from typing import Any

import llvmlite.ir as ir

from espresso.ir.driver import LITERAL, Blocked, Convolution, EngineStep, Launch, Packed, Product, Recurrent, Step
from espresso.kernels.convolution.calls import Convolver
from espresso.kernels.packed_gemm.packed import tile_of
from espresso.kernels.skinny_gemm.straight_line import StraightLine
from espresso.llvm.emit.counted_loops import cases
from espresso.llvm.emit.expressions import Array
from espresso.llvm.emit.floating_point import in_default
from espresso.llvm.emit.gemm import Multiplier, Pointer
from espresso.llvm.emit.kinds import (
    FLOATS,
    I8,
    I64,
    ITEMSIZE,
    POINTER,
    PROGRAM,
    Untranslatable,
    Value,
    entry_at,
    memory_type,
)
from espresso.llvm.emit.scratch import ScratchAreas
from espresso.llvm.emit.tiles import LENGTH
from espresso.llvm.emit.translate import SHORT as SHORT_FUNCTIONS, Definition, Scope, Translator
from espresso.llvm.sliced_steps import joiner, whole_step
from espresso.machine import step_loop
from espresso.machine.blocks import BlockedWriter
from espresso.records import dataclass

MANY = 16
"""Steps from which on the length of the code counts more than the nanoseconds of calls, also where it is repeated."""

SHORT = 400
"""Nodes of all kernels up to which a program that is run again and again has no calls.

A call takes as long as a few elements; inlined code is compiled several times.
"""

SHORT_KNOWN = 1000
"""The same where the lengths of all loops are known: LLVM unrolls them, and rows stay in registers."""

PLAIN = frozenset({"range", "min", "max", "abs", *(f"{n}{k}" for n in SHORT_FUNCTIONS for k in ("f32", "f64"))})
"""Functions that are an instruction or two."""

Number = tuple[Any, ...]

DOUBLE = FLOATS["float64"]


@dataclass
class Facts:
    """What a module is made for: arrays with (dtype, rank), their roles, and inputs that are not C-contiguous.

    Of these ``adjacent`` have rows of elements side by side.

    Of a program that is a step of a recurrence ``moved`` are rows of its states, read and written ones, those of
    ``whole`` arrays not modulo their number, and ``position`` is the input that holds the position of the step, if it
    reads that.  No loop is longer than ``longest``, where that is known.  Where all are very short, ``sizes`` are their
    lengths by their texts, ``shapes`` those of the arrays of products, and ``carried`` are rows that the steps hand on:
    the name of a written one, its bytes, and the names of the rows of one step before, two, and so on.  ``literals``
    are names in each kernel (`machine_code.Literals`).
    """

    arrays: Mapping[str, tuple[str, int]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    temporaries: tuple[str, ...]
    strided: frozenset[str] = frozenset()
    adjacent: frozenset[str] = frozenset()
    moved: tuple[str, ...] = ()
    whole: frozenset[str] = frozenset()
    position: str = ""
    longest: float = math.inf
    literals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    shapes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    carried: Sequence[tuple[str, int, Sequence[str]]] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """The order of the table of addresses."""
        return (*self.inputs, *self.outputs, *self.temporaries)


def is_native(step: Product | Packed | Convolution, arrays: Mapping[str, tuple[str, int]]) -> bool:
    """Whether a product is computed by the program itself."""
    reads = step.reads
    kinds = {arrays[n][0] for n in (*reads, step.out)}
    return step.native and kinds == {step.dtype} and step.dtype in FLOATS


class ModuleWriter:
    """Writes ``module``; ``numbers`` says what the table of numbers holds."""

    def __init__(self, source: str, steps: Sequence[Step], facts: Facts) -> None:
        if facts.moved:  # the next step reads what this one writes
            steps = [replace(s, non_temporal=()) if isinstance(s, Launch) else s for s in steps]
        self.scope = Scope(source)
        self.scope.once = facts.longest
        self.module, self.facts, self.steps = self.scope.module, facts, steps
        self.module.name = PROGRAM
        self.numbers: dict[Number, int] = {}
        self.kernels: dict[Any, Any] = {}
        self.straight = self._straight()
        self.inlined = bool(facts.moved) and self._is_short()
        self.in_place: tuple[str, ...] = ("alwaysinline",) if self.inlined else ()
        self.apart: tuple[str, ...] = ("noinline",) if self.inlined else ()
        self.sizes = facts.sizes if self.inlined else {}
        self.scope.unrolled = bool(self.sizes)
        self.scope.widened = not self.inlined
        self.areas, self.convolver = ScratchAreas(self), Convolver(self)
        self.blocked: dict[int, BlockedWriter] = {}
        self.entries = [self._step(k, step) for k, step in enumerate(steps)]
        self.wholes = [self._whole(k, step) for k, step in enumerate(steps)]
        self._write_entries()
        if facts.moved:
            step_loop.write(self)

    @property
    def written_out(self) -> bool:
        """Whether there is nothing for LLVM's passes but the loops of functions that are named."""
        return self.scope.widened and not self.facts.moved and not self.blocked

    def _is_short(self) -> bool:
        """Whether the program is a few small kernels without functions such as exp, which are long."""
        launches = [s for s in self.steps if isinstance(s, Launch)]
        if len(launches) + len(self.straight) < len(self.steps):
            return False
        bodies = [part for s in launches for part in self.scope.definitions[s.name].tree.body]
        nodes = [n for part in bodies for n in ast.walk(part)]
        called = {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        kinds = {n.func.attr for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)}
        most = SHORT_KNOWN if self.facts.sizes else SHORT
        return len(nodes) <= most and called <= PLAIN and kinds <= {"uintp", *FLOATS, "int64", "uint64"}

    def _straight(self) -> dict[int, StraightLine]:
        """Products in straight-line code, where all lengths are known."""
        facts = self.facts
        if not facts.shapes or facts.strided:
            return {}
        found = {
            k: StraightLine(s, facts.shapes, facts.sizes, tile_of(s.dtype).lanes)
            for k, s in enumerate(self.steps)
            if isinstance(s, Product) and is_native(s, facts.arrays)
            and facts.shapes.keys() >= {*s.reads, s.out} and facts.sizes.keys() >= {*s.divisors}
        }  # fmt: skip
        return {k: made for k, made in found.items() if made.possible}

    @property
    def functions(self) -> list[str]:
        """Names of the functions that are called from outside."""
        return ["run", "one", *(["repeat"] if self.facts.moved else [])]

    def _number(self, *what: Any) -> int:
        return self.numbers.setdefault(what, len(self.numbers))

    def _entry(self, name: str, types: Sequence[Any], result: Any = None) -> tuple[Any, Any]:
        function = ir.Function(self.module, ir.FunctionType(result or ir.VoidType(), list(types)), name)
        function.attributes.add("nounwind")
        return function, ir.IRBuilder(function.append_basic_block("entry"))

    def caller(self, name: str, types: Sequence[Any]) -> tuple[Any, Any]:
        """A function that does little but call others, of this module alone, and a builder.

        LLVM leaves it as it is written: its passes over such functions took up to half the time of compiling a program,
        for some nanoseconds of a call.  Where a few steps run again and again they count.
        """
        function, b = self._entry(name, types)
        function.linkage = "internal"
        if not self.facts.moved or len(self.steps) > MANY:
            function.attributes.add("noinline")
            function.attributes.add("optnone")
        return function, b

    def _read(self, b: Any, numbers: Any, *what: Any) -> Any:
        """A number of the table, or one that is known."""
        if what[0] == "size" and what[1] in self.sizes:
            return I64(self.sizes[what[1]])
        number = entry_at(b, numbers, self._number(*what))
        if self.facts.moved:  # read once for all steps
            number.set_metadata("invariant.load", self.module.add_metadata([]))
        return number

    def _address(self, b: Any, addresses: Any, name: str) -> Any:
        return entry_at(b, addresses, self.facts.order.index(name), POINTER)

    # --- steps ---

    def _step(self, number: int, step: Step) -> Any:
        if isinstance(step, Blocked):
            self.blocked[number] = BlockedWriter(self, number, step)
            return self.blocked[number].function
        function, b = self.caller(f"step_{number}", [POINTER, POINTER, I64, I64, I64])
        addresses, numbers, start, stop, part = function.args
        if isinstance(step, Recurrent):
            self._recur(b, number, addresses, numbers)
        if isinstance(step, (EngineStep, Recurrent, Convolution)):
            b.ret_void()  # the runtime calls the engine, or all of it is in `_whole`
            return function
        if isinstance(step, (Product, Packed)):
            if is_native(step, self.facts.arrays):  # else the runtime calls another library
                self._multiply(b, number, step, addresses, (numbers, start, stop))
            b.ret_void()
            return function
        arguments = self._arguments(b, number, step, addresses, numbers, part)
        self._launch(b, step, addresses, numbers, [*arguments, *([start, stop] if step.extent is not None else [])])
        b.ret_void()
        return function

    def _recur(self, b: Any, number: int, addresses: Any, numbers: Any) -> None:
        """A recurrence by the function that its record begins with (`machine.recurrent_steps`), where it has one."""
        record = self._read(b, numbers, "recurrence", number)
        with b.if_then(b.icmp_signed("!=", record, I64(0))):
            function = b.load(b.inttoptr(record, POINTER), typ=POINTER)
            kind = ir.FunctionType(I64, [I64, I64])
            b.call(Pointer(function, kind), [record, b.ptrtoint(addresses, I64)])

    def _multiply(
        self, b: Any, number: int, step: Product | Packed, addresses: Any, given: tuple[Any, Any, Any]
    ) -> None:  # fmt: skip
        """A matrix product where it stands, or by a function that all programs share."""
        numbers, *bounds = given
        real = FLOATS[step.dtype]
        left, right, out = (self._address(b, addresses, n) for n in (step.left, step.right, step.out))
        if isinstance(step, Product):
            plus = self._address(b, addresses, step.plus) if step.plus else out
            if self.inlined and number in self.straight:
                self.straight[number].write(b, left, right, out, plus)
                return
            record = b.gep(numbers, [I64(self._record(number))], inbounds=True, source_etype=I64)
            self.multiply(b, numbers, "products", step.dtype, [left, right, out, plus, record, *bounds])
            return
        made = tile_of(step.dtype)
        self._number("tile", step.dtype, made.rows, made.vectors, made.lanes)  # for the tables
        record = b.gep(numbers, [I64(self._record(number, LENGTH))], inbounds=True, source_etype=I64)
        with b.if_else(b.icmp_signed("==", self._read(b, numbers, "in place", number), I64(0))) as (packs, reads):
            with packs, self.areas.area(b, addresses, numbers) as area:
                self.multiply(b, numbers, "packed", step.dtype, [left, right, out, record, area, *bounds])
            with reads:  # matrices that begin at some element of their arrays
                left, right = (
                    b.gep(p, [self._read(b, numbers, "first", number, side)], source_etype=real)
                    for side, p in enumerate((left, right))
                )
                record = b.gep(numbers, [I64(self._record(f"{number}.0"))], inbounds=True, source_etype=I64)
                self.multiply(b, numbers, "products", step.dtype, [left, right, out, out, record, *bounds])

    def multiply(self, b: Any, numbers: Any, way: str, dtype: str, arguments: Sequence[Any]) -> None:
        """A matrix product by the function that all programs share (`llvm.emit.gemm`, `kernels.packed_gemm.packed`)."""
        if dtype not in FLOATS:
            raise Untranslatable(f"matrix products of {dtype}")
        function = b.inttoptr(self._read(b, numbers, "multiplying", way, dtype), POINTER)
        b.call(Pointer(function, ir.FunctionType(ir.VoidType(), [a.type for a in arguments])), arguments)

    def _launch(self, b: Any, step: Launch, addresses: Any, numbers: Any, arguments: Sequence[Any]) -> None:
        """Call a kernel, with memory for its rows where it keeps any, and with its literals."""
        names = self.facts.literals.get(step.name, ())
        values = (self._read(b, numbers, "literal", int(n.removeprefix(LITERAL))) for n in names)
        arguments = [*arguments, *(b.bitcast(v, DOUBLE) for v in values)]
        if not step.rows:
            b.call(self._kernel(step), list(arguments), attrs=self.in_place)
            return
        with self.areas.area(b, addresses, numbers) as area:
            b.call(self._kernel(step), [area, *arguments])

    def _partial_address(self, b: Any, number: int | str, name: str, numbers: Any, addresses: Any, part: Any) -> Any:
        """Where a slice after the first reduces into: one array after another in the scratch memory."""
        scratch = self._scratch(b, addresses)
        before = b.mul(b.sub(part, I64(1)), self._read(b, numbers, "room", name))
        offset = b.add(before, self._read(b, numbers, "part", number, name))
        return b.gep(scratch, [offset], source_etype=I8)

    def _scratch(self, b: Any, addresses: Any) -> Any:
        return entry_at(b, addresses, len(self.facts.order), POINTER)

    def _whole(self, number: int, step: Step) -> Any:
        """``whole_k(addresses, numbers)``: all of a step, sliced where the numbers say so."""
        if isinstance(step, Blocked):
            return self.blocked[number].whole
        if isinstance(step, Convolution) and is_native(step, self.facts.arrays):
            return self.convolver.whole(number, step)
        function, b = self.caller(f"whole_{number}", [POINTER, POINTER])
        addresses, numbers = function.args
        part, stop = self.entries[number], self._extent(b, number, step, numbers)
        if self.is_whole(step, stop):
            zero = I64(0)
            b.call(part, [addresses, numbers, zero, zero if stop is None else stop, zero])
            b.ret_void()
            return function
        count, most = (self._read(b, numbers, what, number) for what in ("slices", "threads"))
        given = step_loop.own_table(b, addresses, len(self.facts.order) + 1) if self.facts.moved else addresses
        several, once = b.append_basic_block("several"), b.append_basic_block("once")
        b.cbranch(b.icmp_signed(">", count, I64(1)), several, once)
        b.position_at_end(once)
        b.call(part, [addresses, numbers, I64(0), stop, I64(0)])
        b.ret_void()
        b.position_at_end(several)
        self.run_slices(b, part, (given, numbers), stop, count, most)
        if isinstance(step, Launch):
            for name, join in step.partials:
                self.join(b, number, name, join, (addresses, numbers, count))
        b.ret_void()
        return function

    def run_slices(self, b: Any, part: Any, given: tuple[Any, Any], stop: Any, count: Any, most: Any) -> None:
        """A function up to ``stop``, in slices on several threads where there is more than one."""
        addresses, numbers = given
        pool = [self._read(b, numbers, what) for what in ("together", "workers")]
        b.call(whole_step(self.module), [part, addresses, numbers, stop, count, most, *pool])

    def join(self, b: Any, number: int | str, name: str, join: str, given: tuple[Any, Any, Any]) -> None:
        """What the slices of a reduction made, in their order, joined to what the first one made."""
        addresses, numbers, count = given
        kind, rank = self._shape(name)
        length = I64(1)
        for axis in range(rank):
            length = b.mul(length, self._read(b, numbers, "length", name, axis))
        others = self._partial_address(b, number, name, numbers, addresses, I64(1))
        room = self._read(b, numbers, "room", name)
        b.call(joiner(self.module, join, kind), [self._address(b, addresses, name), others, count, length, room])

    def is_whole(self, step: Step, stop: Any) -> bool:
        """Whether a step whose outermost loop ends there is never cut into slices."""
        return stop is None or bool(self.sizes) or isinstance(step, Launch) and not step.cost

    def _extent(self, b: Any, number: int, step: Step, numbers: Any) -> Any:
        """The extent of the outermost loop; None where a step has none or is not computed here."""
        if isinstance(step, Blocked):
            return self._read(b, numbers, "rows", number)
        if isinstance(step, (EngineStep, Recurrent, Convolution)):
            return None
        if isinstance(step, (Product, Packed)):
            return self._read(b, numbers, "rows", number) if is_native(step, self.facts.arrays) else None
        if isinstance(step.extent, int):
            return I64(step.extent)
        return None if step.extent is None else self._read(b, numbers, "size", step.extent)

    def _record(self, number: int | str, length: int = Multiplier.LENGTH) -> int:
        """Where the numbers of a product lie: a run of their own."""
        found = [self._number("product", number, k) for k in range(length)]
        return found[0]

    def _shape(self, name: str) -> tuple[str, int]:
        return self.facts.arrays[name]

    def _arguments(self, b: Any, number: int, step: Launch, addresses: Any, numbers: Any, part: Any) -> list[Any]:
        """Per array its address, its lengths, and its strides where it is strided; then the sizes."""
        values: list[Any] = []
        reduced = {name for name, _ in step.partials}
        for name in step.arrays:
            address = self._address(b, addresses, name)
            if name in reduced:
                other = self._partial_address(b, number, name, numbers, addresses, part)
                address = b.select(b.icmp_signed("==", part, I64(0)), address, other)
            values.append(address)
            rank = self._shape(name)[1]
            if name in step.views:
                lengths = (("size", n) if isinstance(n, str) else ("length", name, n) for n in step.views[name])
                values += [self._read(b, numbers, *length) for length in lengths]
            elif name not in step.values:
                values += [self._read(b, numbers, "length", name, axis) for axis in range(rank)]
                if name in self.facts.strided:
                    values += [self._read(b, numbers, "stride", name, axis) for axis in range(rank)]
        whole = [I64(int(s)) if s.lstrip("-").isdigit() else self._read(b, numbers, "size", s) for s in step.sizes]
        return values + whole + ([self._read(b, numbers, "non_temporal", number)] if step.non_temporal else [])

    def _kernel(self, step: Launch) -> Any:
        form = tuple((*self._shape(n), self._rank(step, n), n in self.facts.strided) for n in step.arrays)
        known = (step.sizes, step.extent) if self.sizes else ()
        key = step.name, form, tuple(n in step.non_temporal for n in step.arrays), known
        if key not in self.kernels:
            self.kernels[key] = self._write_kernel(step)
        return self.kernels[key]

    def _write_kernel(self, step: Launch) -> Any:
        made: Definition = self.scope.definitions[step.name]
        parameters = [a.arg for a in made.tree.args.args]
        bounds = parameters[:2] if step.extent is not None else []
        parameters = parameters[len(bounds) :]
        types: list[Any] = [POINTER] if step.rows else []
        for name in step.arrays:
            types += [POINTER, *[I64] * (self._rank(step, name) * (1 + (name in self.facts.strided)))]
        types += [I64] * (len(step.sizes) + 2 * len(step.roles) + bool(step.non_temporal) + len(bounds))
        types += [DOUBLE] * len(self.facts.literals.get(step.name, ()))
        if len(parameters) != len(step.arrays) + len(step.sizes) + 2 * len(step.roles):
            raise Untranslatable(f"parameters of {step.name}")

        def fill(translator: Translator) -> None:
            self._bind(translator, step, parameters, bounds)

        function, kinds = self.scope.write(f"{step.name}.{len(self.kernels)}", made, types, fill)
        if "return" in kinds:
            raise Untranslatable(f"{step.name} returns a value")
        for argument in function.args:
            if argument.type == POINTER:  # what is written lies apart from everything else a kernel takes
                argument.add_attribute("noalias")
        if not self.inlined:
            function.attributes.add("noinline")
        return function

    def _rank(self, step: Launch, name: str) -> int:
        """Axes of an array as the kernel sees it."""
        if name in step.values:
            return 0
        return len(step.views[name]) if name in step.views else self._shape(name)[1]

    def _bind(self, translator: Translator, step: Launch, parameters: Sequence[str], bounds: Sequence[str]) -> None:
        """Parameters of the text from those of the LLVM function."""
        given, names = list(translator.function.args), self.facts.literals.get(step.name, ())
        for name in reversed(names):
            translator.give(name, Value("float64", given.pop()))
        flag = None
        if step.rows:
            translator.room = given.pop(0)
        if step.non_temporal:
            which = given.pop(len(given) - len(bounds) - 1)
            flag = translator.b.icmp_signed("!=", which, I64(0))
        for parameter, name in zip(parameters, step.arrays, strict=False):
            kind, rank = self._shape(name)[0], self._rank(step, name)
            pointer = given.pop(0)
            if name in step.values:
                read = translator.b.load(pointer, typ=memory_type(kind))
                if kind == "bool":
                    read = translator.b.icmp_signed("!=", read, I8(0))
                translator.give(parameter, Value(kind, read))
                continue
            shape, given = tuple(given[:rank]), given[rank:]
            strides = None
            if name in self.facts.strided:
                strides, given = tuple(given[:rank]), given[rank:]
                if name in self.facts.adjacent:  # a constant, without which no loop is computed in vectors
                    strides = (*strides[:-1], I64(ITEMSIZE[kind]))
            past = flag if name in step.non_temporal else None
            translator.give(parameter, Array(kind, pointer, shape, strides, past))
        texts = [*map(str, step.sizes), *[""] * (len(given) - len(step.sizes))]
        if bounds:
            texts[-2:] = ["0", str(step.extent)]
        for parameter, text in zip((*parameters[len(step.arrays) :], *bounds), texts, strict=True):
            value = given.pop(0)
            if self.sizes and (known := self.sizes.get(text, int(text) if text.isdigit() else None)) is not None:
                translator.names[parameter] = Value("int64", I64(known))
            else:
                translator.give(parameter, Value("int64", value))

    # --- everything ---

    def _write_entries(self) -> None:
        """``run`` and ``one``."""
        for name, types in (("run", [POINTER, POINTER]), ("one", [POINTER, POINTER, I64])):
            function, b = self.caller(name, types)
            function.linkage = ""
            addresses, numbers, *which = function.args
            in_default(function, b)
            self.areas.prepare(b, addresses, numbers)
            with self.in_flight(b, numbers):
                for k in cases(b, which[0], range(len(self.wholes))) if which else range(len(self.wholes)):
                    b.call(self.wholes[k], [addresses, numbers], attrs=self.apart)
            b.ret_void()

    @contextmanager
    def in_flight(self, b: Any, numbers: Any) -> Iterator[None]:
        """Counted meanwhile, where a BLAS may be called: it has a lock of its own, for which forks wait (`locks`)."""
        by_blas = any(n[:2] == ("multiplying", "products") for n in self.numbers)
        count = b.inttoptr(self._read(b, numbers, "in flight"), POINTER) if by_blas else None
        if count is not None:
            b.atomic_rmw("add", count, I64(1), "seq_cst")
        yield
        if count is not None:
            b.atomic_rmw("sub", count, I64(1), "seq_cst")
