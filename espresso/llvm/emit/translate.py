"""Translation of a generated Python module (its ``ast``) to LLVM functions.

The walk over the text is that of `llvm.emit.walker`; ``codegen.c`` makes C of the same text.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.expressions import Array, Expressions
from espresso.llvm.emit.intrinsics import decorators, inline_functions, statements
from espresso.llvm.emit.kinds import I8, I64, POINTER, Untranslatable, Value, convert, ir_type, memory_type, truth
from espresso.llvm.emit.non_temporal_stores import NonTemporal, flag_of, non_temporal
from espresso.llvm.emit.transposed_loops import turning, write_transposed
from espresso.llvm.emit.walker import BINARY, Widened, as_read
from espresso.llvm.emit.widening.loops import have_values, widen
from espresso.llvm.emit.widening.straight import NotStraight, OneByOne
from espresso.records import dataclass
from espresso.system.locks import cached_property

SHORT = ("_es_minimum_", "_es_maximum_")
"""Functions written in line that are an instruction or two."""


def is_innermost(node: ast.For) -> bool:
    """Whether there is no loop in a loop."""
    return not any(isinstance(n, (ast.For, ast.While)) for part in node.body for n in ast.walk(part))


@dataclass(frozen=True)
class Definition:
    """One function of the module: its syntax tree, the fast-math flags and whether it is always inlined."""

    tree: ast.FunctionDef
    flags: tuple[str, ...]


def definition(tree: ast.FunctionDef) -> Definition:
    """What the decorator says."""
    flags: tuple[str, ...] = ()
    for decorator in tree.decorator_list:
        for keyword in getattr(decorator, "keywords", ()):
            if keyword.arg == "fastmath":
                flags = tuple(sorted(ast.literal_eval(keyword.value)))
    return Definition(tree, flags)


class Translator(Expressions):
    """Writes the statements of one function."""

    past: bool | None = None  # whether results go past the cache in the loops being written; None: not decided yet

    def finish(self) -> None:
        """Close the function after its statements."""
        if not self.b.block.is_terminated:
            self._free()
            self.b.ret_void()
        ir.IRBuilder(self.entry).branch(self.start)
        if self.gone and not have_values(self.function, self.gone):
            raise Untranslatable("a variable of a loop that is read behind it")

    def give(self, name: str, value: Any) -> None:
        """Give a variable a value."""
        if not isinstance(value, Value):
            self.names[name] = value
            return
        self.names.pop(name, None)
        self.shifted = {n: e for n, e in self.shifted.items() if n != name and e.left.id != name}
        kind = self.settled(name, value.kind)
        self.b.store(convert(self.b, value, kind).ir, self._place(name, kind))

    def assign(self, target: ast.Name, value: Any) -> None:
        """The same of an assignment."""
        self.give(target.id, value)

    bind = assign

    # --- statements ---

    def is_over(self) -> bool:
        """Whether a return stands before."""
        return bool(self.b.block.is_terminated)

    def effect(self, node: ast.expr) -> None:
        """A call for what it does."""
        self.value(node)

    def _assign(self, node: ast.Assign) -> None:
        (target,) = node.targets
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            for one, value in zip(target.elts, [self.value(v) for v in node.value.elts], strict=True):
                self.store(one, value)
            return
        self.store(target, self.value(node.value))
        match target, node.value:
            case ast.Name(id=name), ast.BinOp(left=ast.Name(id=other)) if other != name:
                self.shifted[name] = node.value

    def _augassign(self, node: ast.AugAssign) -> None:
        read = ast.copy_location(as_read(node.target), node)
        self.store(node.target, self.m.binary(BINARY[type(node.op)], self.scalar(read), self.scalar(node.value)))

    def write(self, target: ast.Subscript, value: Any) -> None:
        """Give an element a value."""
        array = self.value(target.value)
        base = self.places_now.get(ast.unparse(target.value))
        self._write(array, self._pointer(array, target.slice) if base is None else base(), value)

    def _write(self, array: Array, place: Any, value: Value) -> None:
        value = convert(self.b, value, array.kind)
        stored = self.b.zext(value.ir, I8) if array.kind == "bool" else value.ir
        self.b.store(stored, place, align=self._align(array.kind))

    def fill(self, array: Any, value: Any) -> None:
        """Every element of a C-contiguous array."""
        if array.strides is not None:
            raise Untranslatable("fill of a strided array")
        count = I64(1)
        for n in array.shape:
            count = self.b.mul(count, n)
        with Counted(self.b, I64(0), count, 1) as position:
            place = self.b.gep(array.pointer, [position], inbounds=True, source_etype=memory_type(array.kind))
            self._write(array, place, value)

    def branch(self, node: ast.If) -> None:
        """A condition that is only known when the program runs."""
        test = truth(self.b, self.scalar(node.test)).ir
        then, other, end = (self.b.append_basic_block(n) for n in ("then", "else", "end"))
        self.b.cbranch(test, then, other)
        for block, body in ((then, node.body), (other, node.orelse)):
            self.b.position_at_end(block)
            self.block(body)
            if not self.b.block.is_terminated:
                self.b.branch(end)
        self.b.position_at_end(end)

    def _while(self, node: ast.While) -> None:
        head, body, end = (self.b.append_basic_block(n) for n in ("while", "while_body", "while_end"))
        self.b.branch(head)
        self.b.position_at_end(head)
        self.b.cbranch(truth(self.b, self.scalar(node.test)).ir, body, end)
        self.b.position_at_end(body)
        self.block(node.body)
        if not self.b.block.is_terminated:
            self.b.branch(head)
        self.b.position_at_end(end)

    def loop(self, node: ast.For, name: str, bounds: Sequence[ast.expr]) -> None:
        """A loop over a range."""
        copied = turning(node, self.names)
        if copied is not None:
            write_transposed(self, copied)
            return
        flag = flag_of(node, self.names) if self.past is None else None
        if flag is not None:
            with self.b.if_else(flag) as branches:
                for self.past, branch in zip((True, False), branches, strict=True):
                    with branch:
                        self.loop(node, name, bounds)
            self.past = None
            return
        known = [self.whole(a) for a in bounds[:2]]
        given = [
            convert(self.b, self.scalar(a), "int64").ir if n is None else I64(n)
            for a, n in zip(bounds, known, strict=False)
        ]
        first, last = (I64(0), given[0]) if len(given) == 1 else given
        step = ast.literal_eval(bounds[2]) if len(bounds) == 3 else 1
        few = step == 1 and len(bounds) == 3
        results = non_temporal(node, self.names) if self.past else {}
        if results:
            self._past_cache(node, name, first, last, results)
            return
        if step >= self.scope.once:
            with self.b.if_then(self.b.icmp_signed("<", first, last)):
                self.give(name, Value("int64", first))
                if isinstance(first, ir.Constant):
                    self.names[name] = Value("int64", first)
                self.block(node.body)
            return
        parts = self._parts(first, last, step) if self.scope.unrolled else [(first, last, False)]
        falls = step == -1 and not self.scope.unrolled and is_innermost(node)
        if falls:  # counted upwards, as loops are that become vectors
            parts = [(I64(0), self.b.sub(first, last, flags=("nsw",)), False)]
        for start, end, long in parts:
            loop = Counted(self.b, start, end, 1 if falls else step)
            loop.unrolled = long
            loop.few = few
            with loop as position:
                here = self.b.sub(first, position, flags=("nsw",)) if falls else position
                self.give(name, Value("int64", here))
                self._body(node.body, loop)
            if is_innermost(node):
                self._in_vectors(loop, ())

    @staticmethod
    def _parts(first: Any, last: Any, step: int) -> Iterator[tuple[Any, Any, bool]]:
        """A loop in parts, and whether each is worth vectors.

        LLVM computes few turns with masks where their number is no multiple of a vector: those are several loops.
        """
        if not (isinstance(first, ir.Constant) and isinstance(last, ir.Constant)):
            yield first, last, True
            return
        begin, turns = first.constant, -((first.constant - last.constant) // step)
        ends = sorted({turns & -8, turns & -4, turns}) if turns < 16 else [0, turns]
        for low, high in pairwise(sorted({0, *ends})):
            yield I64(begin + low * step), I64(min(begin + high * step, last.constant)), high - low > 3

    def whole(self, node: ast.expr) -> int | None:
        """The value of a whole number that is known when the program is compiled."""
        match node:
            case ast.Constant(value=int(n)):
                return n
            case ast.Name(id=name):
                found = self.names.get(name)
                value = found.ir if isinstance(found, Value) else None
                return int(value.constant) if isinstance(value, ir.Constant) else None
            case ast.BinOp(left=a, op=ast.Add(), right=b) | ast.Call(func=ast.Name(id="min"), args=[a, b]):
                values = [n for n in (self.whole(a), self.whole(b)) if n is not None]
                if len(values) == 2:
                    return sum(values) if isinstance(node, ast.BinOp) else min(values)
        return None

    def _body(self, body: Sequence[ast.stmt], loop: Counted) -> None:
        """The turns of a loop; those with vector functions have several abreast.

        Each function is a long chain, of which a processor sees too little at once to begin the next elements.
        Where a body has several functions, these are abreast of each other.
        """
        before, self.written = self.written, []
        self.block(body)
        helpers = sum(name in self.scope.definitions for name in self.written)  # which have several themselves
        long = helpers + sum(not name.startswith(SHORT) for name in self.written)
        loop.abreast = (4 if long <= 2 and not helpers else 2 if long <= 4 else 1) if self.written else 0
        self.written = before

    def _past_cache(
        self, node: ast.For, own: str, first: Any, last: Any, results: Mapping[str, ast.expr]
    ) -> None:  # fmt: skip
        """The loop in blocks, whose results go past the cache."""
        with NonTemporal(self, results, first, last) as (low, high, bases):
            loop = Counted(self.b, low, high, 1)
            with loop as position:
                self.give(own, Value("int64", position))
                for name, base in bases.items():
                    item = memory_type(self.names[name].kind)
                    offset = self.b.sub(position, low, flags=("nsw",))
                    self.places_now[name] = partial(self._element, base, offset, item)
                self._body(node.body, loop)
            self._in_vectors(loop, bases.values())
            self.places_now.clear()

    @cached_property
    def streams(self) -> bool:
        """Whether the text has neither functions such as exp nor variables that something is added to."""
        for node in ast.walk(self.made.tree):
            match node:
                case ast.AugAssign(target=ast.Name()):
                    return False
                case ast.Call(func=ast.Name(id=name)) if name in self.scope.intrinsics and not name.startswith(SHORT):
                    return False
        return True

    def _in_vectors(self, loop: Counted, apart: Iterable[Any]) -> None:
        """A loop in vectors, where it can be written in them; LLVM may find another way for others."""
        if not self.scope.widened or loop.few:
            return
        try:
            block, places = widen(loop, [*self.apart, *apart], self.streams, bool(self.past))
            self.gone[id(block)] = set(map(id, places))
        except NotStraight as reason:
            if not isinstance(reason, OneByOne):
                self.scope.passes.add(self.function.name)

    def _element(self, base: Any, offset: Any, item: Any) -> Any:
        return self.b.gep(base, [offset], inbounds=True, source_etype=item)

    def _return(self, node: ast.Return) -> None:
        if node.value is None:
            self._free()
            self.b.ret_void()
            return
        value = self.scalar(node.value)
        kind = self.settled("return", value.kind)
        if self.function.function_type.return_type != ir_type(kind):
            raise Widened
        self._free()
        self.b.ret(convert(self.b, value, kind).ir)

    def _free(self) -> None:
        flags = {id(v.non_temporal): v.non_temporal for v in self.names.values() if isinstance(v, Array)}
        for flag in [f for f in flags.values() if f is not None]:
            with self.b.if_then(flag):
                self.b.fence("seq_cst")  # stores past the cache are seen before the step is done
        for place in self.frees:
            release = self.m._declared("free", [POINTER], ir.VoidType())
            self.b.call(release, [self.b.load(place, typ=POINTER)])


class Constants(ast.NodeTransformer):
    """Fills in names that stand for a number, or for an expression."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.known = {name: ast.parse(str(value), mode="eval").body for name, value in known.items()}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The value of a name that has one."""
        return self.known.get(node.id, node)


class Scope:
    """The functions of one generated module and those already written to LLVM, by the kinds of their arguments.

    ``constants`` are what names in the text stand for.
    """

    def __init__(self, source: str, constants: Mapping[str, Any] | None = None) -> None:
        body = Constants(constants).visit(ast.parse(source)).body if constants else statements(source)
        self.definitions: dict[str, Definition] = {}
        self.outside: set[str] = set()  # functions that are not written from the text
        self.intrinsics = inline_functions(body)
        for node in body:
            if isinstance(node, ast.FunctionDef) and decorators(node) == ["njit"]:
                self.definitions[node.name] = definition(node)
        self.module = ir.Module("espresso")
        self.once: float = math.inf
        """Steps from which on a loop has one turn at most: those of strips of sums that are known to be short."""
        self.widened = False
        """Whether loops are written in vectors; what a function writes lies apart from all else that it is given."""
        self.passes: set[str] = set()
        """Functions with loops for LLVM's passes."""
        self.unrolled = False
        """Whether the lengths of loops are known, and all are short."""
        self._made: dict[Any, tuple[Any, str]] = {}
        self._vectors: dict[str, bool] = {}

    def call(self, caller: Translator, name: str, arguments: Sequence[Any]) -> Value:
        """A call of a helper, written once for each combination of kinds and inlined."""
        if not all(isinstance(a, Value) for a in arguments):
            raise Untranslatable(f"arguments of {name}")
        kinds = tuple(a.kind for a in arguments)
        if (name, kinds) not in self._made:
            if name in self.outside:
                raise Untranslatable(f"kinds of arguments of {name}")
            self._made[name, kinds] = self._helper(name, kinds)
        function, kind = self._made[name, kinds]
        return Value(kind, caller.b.call(function, [a.ir for a in arguments]))

    def has_vectors(self, name: str) -> bool:
        """Whether a helper calls functions that are written in line, itself or by others."""
        if name not in self._vectors:
            self._vectors[name] = False  # while it is looked for, where helpers call one another
            made = self.definitions.get(name)
            names = {n.id for n in ast.walk(made.tree) if isinstance(n, ast.Name)} - {name} if made else set()
            self._vectors[name] = any(n in self.intrinsics or self.has_vectors(n) for n in sorted(names))
        return self._vectors[name]

    def known(self, name: str, count: int, function: Any) -> None:
        """Let the text call a function of so many whole numbers that returns one."""
        self.outside.add(name)
        self._made[name, ("int64",) * count] = (function, "int64")

    def _helper(self, name: str, kinds: tuple[str, ...]) -> tuple[Any, str]:
        made = self.definitions[name]
        parameters = [a.arg for a in made.tree.args.args]

        def fill(translator: Translator) -> None:
            for parameter, kind, value in zip(parameters, kinds, translator.function.args, strict=True):
                translator.give(parameter, Value(kind, value))

        symbol = f"{name}.{'.'.join(kinds)}"
        function, found = self.write(symbol, made, [ir_type(k) for k in kinds], fill)
        function.attributes.add("alwaysinline")
        if "return" not in found:
            raise Untranslatable(f"{name} returns nothing")
        return function, found["return"]

    def write(self, symbol: str, made: Definition, types: Sequence[Any], fill: Any) -> tuple[Any, Mapping[str, str]]:
        """Write one function; again with wider variables where a kind turns out too narrow."""
        kinds: dict[str, str] = {}
        for attempt in range(50):
            result = ir_type(kinds["return"]) if "return" in kinds else ir.VoidType()
            function = ir.Function(self.module, ir.FunctionType(result, list(types)), f"{symbol}.{attempt}")
            function.linkage = "internal"
            translator = Translator(self, made, function, kinds)
            try:
                fill(translator)
                translator.block(made.tree.body)
            except Widened:
                self._drop(function)
                continue
            if not translator.b.block.is_terminated and "return" in kinds:
                translator.b.unreachable()
            translator.finish()
            return function, kinds
        raise Untranslatable(f"kinds of {symbol} do not settle")

    def _drop(self, function: Any) -> None:
        self.module.globals.pop(function.name, None)
