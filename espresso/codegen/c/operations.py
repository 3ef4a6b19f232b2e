"""Arithmetic, comparisons and functions on scalar values of C text, with Python's signs and NumPy's zero divisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from espresso.codegen.c.helpers import HELPERS
from espresso.codegen.c.values import SUFFIX, TYPES, Level, Value, convert, literal, operands, truth
from espresso.llvm.emit.kinds import COMPONENT, FLOATS, WIDTHS, Untranslatable, is_signed, join, unify
from espresso.llvm.emit.mathematics import COMPLEX, Functions

_LEVELS = {
    "+": Level.SUM,
    "-": Level.SUM,
    "*": Level.PRODUCT,
    "/": Level.PRODUCT,
    "&": Level.AND_BITS,
    "^": Level.XOR_BITS,
    "|": Level.OR_BITS,
}
_BITS = ("&", "|", "^")
_NAMED = {"//": "floordiv", "%": "mod", "**": "power"}


class Operations(Functions):
    """Writes operations; ``need`` adds a helper to the file and returns its name."""

    def __init__(self, need: Callable[[str, str], str]) -> None:
        self._need = need

    def helper(self, name: str, kind: str, *arguments: Value, result: str | None = None) -> Value:
        """A call of a helper of the file, written for a kind."""
        whole = "signed" if is_signed(kind) else "whole"
        family = "complex" if kind in COMPONENT else "float" if kind in FLOATS else whole
        key = next((k for k in (f"{name} {family}", name) if k in HELPERS), None)
        if key is None:
            raise Untranslatable(f"{name} of {kind}")
        texts = ", ".join(a.text for a in arguments)
        return Value(kind if result is None else result, f"{self._need(key, kind)}({texts})")

    def binary(self, symbol: str, x: Value, y: Value) -> Value:
        """``x symbol y``."""
        kind = join(x.kind, y.kind)
        if symbol in _BITS:
            kind = "bool" if x.kind == y.kind == "bool" else kind
            if kind not in WIDTHS:
                raise Untranslatable(f"{symbol} on {kind}")
        elif symbol == "/" and kind in WIDTHS:
            kind = "float64"
        if symbol in _NAMED or kind in COMPONENT and symbol in "*/":
            x, y = convert(x, kind), convert(y, kind)
            if symbol == "**" and kind in FLOATS:
                return self.library("pow", [x, y])
            return self.helper({"*": "times", "/": "quotient", **_NAMED}[symbol], kind, x, y)
        x, y = operands(x, y, kind)
        level = _LEVELS[symbol]
        right = y.at(level + 1)
        return Value(kind, f"{x.at(level)} {symbol} {right}" if level < Level.PRODUCT or symbol == "/" and " " in right
                     else f"{x.at(level)}{symbol}{right}", level)  # fmt: skip

    def whole_power(self, base: Value, exponent: int) -> Value:
        """A power with a literal exponent: products."""
        if not 1 <= exponent <= 64 or base.kind in COMPONENT and exponent > 4:
            return self.binary("**", base, literal("int64", exponent))
        if base.kind in WIDTHS:
            base = convert(base, join(base.kind, base.kind))
        if exponent == 1:
            return base
        return Value(base.kind, f"{self._need(f'power {exponent}', base.kind)}({base.text})")

    def constant(self, kind: str, number: object) -> Value:
        """A literal."""
        if kind in COMPONENT:
            self._need("pair", kind)
        return literal(kind, number)

    def convert(self, x: Value, kind: str) -> Value:
        """``x`` as another kind."""
        return convert(x, kind)

    def opposite(self, x: Value) -> Value:
        """``not x``."""
        return Value("bool", f"!{truth(x).at(Level.UNARY)}", Level.UNARY)

    def every(self, values: Sequence[Value]) -> Value:
        """Whether all of some comparisons hold."""
        joined = " && ".join(v.at(Level.EQUAL) for v in values)
        return values[0] if len(values) == 1 else Value("bool", joined, Level.AND)

    def some(self, values: Sequence[Value]) -> Value:
        """Whether one of some truth values is."""
        return Value("bool", " || ".join(v.at(Level.EQUAL) for v in values), Level.OR)

    def negative(self, x: Value) -> Value:
        """``-x``."""
        if x.number is not None and x.number != 0 and not isinstance(x.number, complex):
            return literal(x.kind if x.kind != "bool" else "int64", -x.number)
        if x.kind in WIDTHS:
            x = convert(x, "int64")
        return Value(x.kind, f"-{x.at(Level.ATOM)}", Level.UNARY)

    def compare(self, symbol: str, x: Value, y: Value) -> Value:
        """``x symbol y`` as a truth value."""
        kind = "bool" if x.kind == y.kind == "bool" and symbol in ("==", "!=") else join(x.kind, y.kind)
        if kind in COMPONENT and symbol not in ("==", "!="):
            raise Untranslatable("order of complex numbers")
        if x.kind in WIDTHS and y.kind in WIDTHS and "uint64" in (x.kind, y.kind) and kind == "int64":
            return self._signed_unsigned(symbol, x, y)
        level = Level.EQUAL if symbol in ("==", "!=") else Level.COMPARE
        x, y = operands(x, y, kind)
        return Value("bool", f"{x.at(level + 1)} {symbol} {y.at(level + 1)}", level)

    def _signed_unsigned(self, symbol: str, x: Value, y: Value) -> Value:
        """Of a whole number with a sign and one of 64 bits without."""
        if x.kind == "uint64":
            turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(symbol, symbol)
            return self._signed_unsigned(turned, y, x)
        x = convert(x, "int64")
        below = symbol in ("<", "<=", "!=")
        test = f"{x.at(Level.COMPARE + 1)} {'<' if below else '>='} 0"
        other = f"(uint64_t){x.at(Level.UNARY)} {symbol} {y.at(Level.COMPARE + 1)}"
        return Value("bool", f"{test} {'||' if below else '&&'} {other}", Level.OR if below else Level.AND)

    def select(self, condition: Value, x: Value, y: Value) -> Value:
        """``x if condition else y``; only one of them is computed."""
        kind = unify(x.kind, y.kind)
        x, y = convert(x, kind), convert(y, kind)
        test, then, other = truth(condition).at(Level.OR), x.at(Level.OR), y.at(Level.CHOICE)
        return Value(kind, f"{test} ? {then} : {other}", Level.CHOICE)

    # --- functions ---

    def library(self, name: str, values: Sequence[Value]) -> Value:
        """A function of the C library, with an ``f`` behind its name for float32."""
        kind = values[0].kind
        return Value(kind, f"{name}{'f' if kind == 'float32' else ''}({', '.join(v.text for v in values)})")

    instruction = library

    def complex_function(self, name: str, arguments: Sequence[Value]) -> Value:
        """As NumPy computes it; complex64 in complex128."""
        x = arguments[0]
        if name == "conj":
            return Value(x.kind, f"conj({x.text})")
        wide = convert(x, "complex128")
        if name in COMPLEX:
            return convert(Value("complex128", f"{COMPLEX[name]}({wide.text})"), x.kind)
        return convert(self.helper(name, "complex128", wide), x.kind)

    def extreme(self, name: str, x: Value, y: Value) -> Value:
        """``np.minimum`` and ``np.maximum``."""
        return self.helper(name, x.kind, x, y)

    def better(self, name: str, best: Value, other: Value, kind: str) -> Value:
        """Python's ``min`` and ``max``."""
        return self.helper("least" if name == "min" else "most", kind, convert(best, kind), convert(other, kind))

    def classified(self, name: str, x: Value) -> Value:
        """Whether a number is finite, infinite or none."""
        return Value("bool", f"{name}({x.text}) != 0", Level.EQUAL)

    def size(self, x: Value) -> Value:
        """The absolute value of a whole number."""
        return self.helper("abs", x.kind, x)

    def pair(self, real: Value, imaginary: Value) -> Value:
        """A complex number."""
        return Value("complex128", f"{self._need('pair', 'complex128')}({real.text}, {imaginary.text})")

    def part(self, x: Value, name: str) -> Value:
        """The real or the imaginary part."""
        return Value(COMPONENT[x.kind], f"c{name}{'f' if x.kind == 'complex64' else ''}({x.text})")


def helper_name(key: str, kind: str) -> str:
    """What a helper is called.

    >>> helper_name("mod float", "float32"), helper_name("power 3", "float64")
    ('es_mod_f32', 'es_power_3_f64')
    """
    name, _, rest = key.partition(" ")
    return f"es_{name}_{f'{rest}_' if rest.isdigit() else ''}{SUFFIX[kind]}"


def power_text(exponent: int, kind: str) -> str:
    """A function that multiplies."""
    lines, square, total, left = [], "x", "", exponent
    product = "{}*{}" if kind not in COMPONENT else f"es_times_{SUFFIX[kind]}({{}}, {{}})"
    made = 0
    while left:
        if left & 1:
            total = square if not total else product.format(total, square)
        left >>= 1
        if left:
            made += 1
            lines.append(f"    const {TYPES[kind]} x{made} = {product.format(square, square)};\n")
            square = f"x{made}"
    name = helper_name(f"power {exponent}", kind)
    return f"static inline {TYPES[kind]} {name}({TYPES[kind]} x)\n{{\n{''.join(lines)}    return {total};\n}}\n"
