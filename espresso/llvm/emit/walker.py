"""The small part of Python that generated modules are written in, walked once for every language it is translated to.

Scalars with numba's kinds, loops over ranges, conditions, elements of arrays, calls.  Anything else raises
`Untranslatable`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from espresso.llvm.emit.kinds import FLOATS, Untranslatable, is_integer, unify
from espresso.llvm.emit.mathematics import CASTS, CONSTANTS
from espresso.records import dataclass

BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
          ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}  # fmt: skip
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}

_CONSTANTS: dict[type, str] = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


class Widened(Exception):
    """A variable needs a wider kind: the function is written anew."""


@dataclass(frozen=True)
class Kind:
    """A dtype as a value of the text: ``type(x)``, ``np.float32``."""

    name: str


class Walker:
    """Walks one function; a language has the types of numbers and arrays, operations ``m``, and what is left open here.

    ``names`` are arrays, kinds and what else has no variable of its own, ``kinds`` those of the variables.
    """

    number: ClassVar[type]
    array: ClassVar[type]
    CASTS: ClassVar[dict[str, str]] = CASTS
    scope: Any
    m: Any
    names: dict[str, Any]
    kinds: dict[str, str]

    variable: Callable[[str], Any]  # the value of a variable; None where there is none of that name
    choice: Callable[[ast.IfExp], Any]  # of two values, of which only one is computed where the other could do harm
    lengths: Callable[[Any], tuple[Any, ...]]  # of an array, as numbers
    element: Callable[[Any, ast.expr], Any]  # an element of an array that is read
    fill: Callable[[Any, Any], None]  # all elements of an array with a value
    effect: Callable[[ast.expr], None]  # an expression that is a statement
    assign: Callable[[ast.Name, Any], None]  # a variable; all values of one have one kind
    bind: Callable[[ast.Name, Any], None]  # the variable of a loop over a tuple
    write: Callable[[ast.Subscript, Any], None]  # an element
    branch: Callable[[ast.If], None]  # a condition that is only known when the program runs
    loop: Callable[[ast.For, str, Sequence[ast.expr]], None]  # over a range

    def length(self, found: Any) -> Any:
        """A length of an array, which is used."""
        return found

    def memory(self, node: ast.Call) -> Any:
        """What ``np.empty`` gives, as a value."""
        raise Untranslatable("function empty")

    def method(self, function: ast.expr, arguments: Sequence[ast.expr]) -> Any:
        """A call of anything but a name."""
        raise Untranslatable(ast.unparse(function))

    def is_defined(self, name: str) -> bool:
        """Whether the module has a function of that name."""
        return name in self.scope.intrinsics or name in self.scope.definitions

    def defined(self, name: str, arguments: list[Any]) -> Any:
        """A call of a function of the module."""
        return self.scope.call(name, arguments)

    def is_over(self) -> bool:
        """Whether nothing more is reached here."""
        return False

    def settled(self, name: str, kind: str) -> str:
        """The kind of a variable, or of what is returned, which takes a value of another one too."""
        known = self.kinds.setdefault(name, kind)
        if unify(known, kind) != known:
            self.kinds[name] = unify(known, kind)
            raise Widened
        return known

    # --- expressions ---

    def scalar(self, node: ast.expr) -> Any:
        """The value of an expression that is a number."""
        value = self.value(node)
        if not isinstance(value, self.number):
            raise Untranslatable(ast.unparse(node))
        return value

    def value(self, node: ast.expr) -> Any:
        """The value of any expression."""
        method = getattr(self, "_value_" + type(node).__name__.lower(), None)
        if method is None:
            raise Untranslatable(type(node).__name__)
        return method(node)

    def _value_constant(self, node: ast.Constant) -> Any:
        kind = _CONSTANTS.get(type(node.value))
        if kind is None:
            raise Untranslatable(repr(node.value))
        return self.m.constant(kind, node.value)

    def _value_name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            return self.names[node.id]
        found = self.variable(node.id)
        if found is not None:
            return found
        if node.id in self.CASTS:
            return Kind(self.CASTS[node.id])
        raise Untranslatable(f"name {node.id}")

    def _value_tuple(self, node: ast.Tuple) -> tuple[Any, ...]:
        return tuple(self.value(e) for e in node.elts)

    def _value_binop(self, node: ast.BinOp) -> Any:
        """A sum of a thousand terms is as deep to the left: what is left is a loop."""
        spine = [node]
        while isinstance(spine[-1].left, ast.BinOp):
            spine.append(spine[-1].left)
        total = self.scalar(spine[-1].left)
        for one in reversed(spine):
            symbol = BINARY.get(type(one.op))
            if symbol is None:
                raise Untranslatable(type(one.op).__name__)
            if symbol == "**" and isinstance(one.right, ast.Constant) and isinstance(one.right.value, int):
                total = self.m.whole_power(total, one.right.value)
            else:
                total = self.m.binary(symbol, total, self.scalar(one.right))
        return total

    def _value_unaryop(self, node: ast.UnaryOp) -> Any:
        value = self.scalar(node.operand)
        if isinstance(node.op, ast.USub):
            return self.m.negative(value)
        return self.m.opposite(value) if isinstance(node.op, ast.Not) else value

    def _value_compare(self, node: ast.Compare) -> Any:
        values = [self.scalar(e) for e in (node.left, *node.comparators)]
        return self.m.every([self.m.compare(COMPARE[type(op)], *values[k : k + 2]) for k, op in enumerate(node.ops)])

    def _value_ifexp(self, node: ast.IfExp) -> Any:
        known = self.known(node.test)
        return self.choice(node) if known is None else self.scalar(node.body if known else node.orelse)

    def _value_attribute(self, node: ast.Attribute) -> Any:
        if _is_library(node.value):
            if node.attr in CONSTANTS:
                return self.m.constant("float64", CONSTANTS[node.attr])
            if node.attr in self.CASTS:
                return Kind(self.CASTS[node.attr])
            raise Untranslatable(ast.unparse(node))
        value = self.value(node.value)
        if isinstance(value, self.number):
            return self.m.attribute(value, node.attr)
        if not isinstance(value, self.array):
            raise Untranslatable(ast.unparse(node))
        if node.attr != "shape":
            raise Untranslatable(f"attribute {node.attr} of an array")
        return self.lengths(value)

    def _value_subscript(self, node: ast.Subscript) -> Any:
        array = self.value(node.value)
        if isinstance(array, tuple):
            return self.length(array[ast.literal_eval(node.slice)])
        if not isinstance(array, self.array):
            raise Untranslatable(ast.unparse(node))
        return self.element(array, node.slice)

    def positions(self, array: Any, slots: ast.expr) -> list[Any]:
        """Subscripts of an element; none is negative."""
        parts = slots.elts if isinstance(slots, ast.Tuple) else [slots]
        if any(isinstance(p, (ast.Slice, ast.Starred)) for p in parts) or len(parts) != len(array.shape):
            raise Untranslatable("subscript " + ast.unparse(slots))
        return [self.m.convert(self.scalar(p), "int64") for p in parts]

    def _value_call(self, node: ast.Call) -> Any:
        if node.keywords:
            raise Untranslatable("keyword arguments")
        function = node.func
        if isinstance(function, ast.Attribute) and _is_library(function.value):
            if function.attr == "empty":
                return self.memory(node)
            if function.attr in self.CASTS:
                return self.m.convert(self.scalar(node.args[0]), self.CASTS[function.attr])
            return self.m.call(function.attr, [self.scalar(a) for a in node.args])
        if not isinstance(function, ast.Name):
            return self.method(function, node.args)
        if function.id == "type":
            return Kind(self.scalar(node.args[0]).kind)
        if self.is_defined(function.id):
            return self.defined(function.id, [self.value(a) for a in node.args])
        if function.id in ("abs", "min", "max", "complex"):
            return self.m.builtin(function.id, [self.scalar(a) for a in node.args])
        found = self._value_name(function)
        if isinstance(found, Kind):
            return self.m.convert(self.scalar(node.args[0]), found.name)
        raise Untranslatable(function.id)

    def known(self, test: ast.expr) -> bool | None:
        """The value of ``isinstance(x, int)``, and of ``x != x`` for whole numbers, which the kind of ``x`` decides."""
        if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
            kind = self.scalar(test.args[0]).kind
            names = {n.id for n in ast.walk(test.args[1]) if isinstance(n, ast.Name)}
            return ("int" in names and is_integer(kind)) or ("float" in names and kind in FLOATS)
        match test:
            case ast.Compare(left=ast.Name(id=a) as name, ops=[ast.NotEq()], comparators=[ast.Name(id=b)]) if a == b:
                return False if is_integer(self.scalar(name).kind) else None
        return None

    # --- statements ---

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Statements in order; what follows a return is left out."""
        for node in body:
            if self.is_over():
                return
            method = getattr(self, "_" + type(node).__name__.lower(), None)
            if method is None:
                raise Untranslatable(type(node).__name__)
            method(node)

    def _pass(self, node: ast.Pass) -> None:
        pass

    def _expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "fill":
            self.fill(self.value(call.func.value), self.scalar(call.args[0]))
        elif not isinstance(call, ast.Constant):
            self.effect(call)

    def store(self, target: ast.expr, value: Any) -> None:
        """Give a variable or an element a value."""
        if isinstance(target, ast.Name):
            self.assign(target, value)
        elif isinstance(target, ast.Subscript):
            self.write(target, value)
        else:
            raise Untranslatable("assignment to " + ast.unparse(target))

    def _if(self, node: ast.If) -> None:
        known = self.known(node.test)
        if known is None:
            self.branch(node)
        else:
            self.block(node.body if known else node.orelse)

    def _for(self, node: ast.For) -> None:
        if not isinstance(node.target, ast.Name):
            raise Untranslatable("for " + ast.unparse(node.target))
        call = node.iter
        if isinstance(call, ast.Tuple):
            for one in call.elts:
                self.bind(node.target, self.value(one))
                self.block(node.body)
        elif isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range":
            self.loop(node, node.target.id, call.args)
        else:
            raise Untranslatable("for over " + ast.unparse(call))


def as_read(target: ast.expr) -> ast.expr:
    """What a statement such as ``x += 1`` writes, as an expression."""
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    assert isinstance(target, ast.Subscript)
    return ast.Subscript(target.value, target.slice, ast.Load())


def _is_library(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("np", "math")
