"""The base of vector mathematics in a generated module: values that write LLVM instructions.

numba spends 50 to 150 ms on the types and statements of one mathematical function.  Here
the function runs once, as plain Python, on values that record each operation as an LLVM
instruction in the middle of the kernel: a millisecond, nothing to inline, and the
literals take the dtype of what they meet.
"""

from __future__ import annotations

PRELUDE = '''
from llvmlite import ir
from numba.extending import intrinsic

INF, NAN = float("inf"), float("nan")

class _Plain:
    """The flags of an instruction, and no others, also when numba adds those of the kernel."""

    def __init__(self, names):
        self.names = names

    def __len__(self):
        return len(self.names)

    def add(self, flag):
        pass

    def _to_list(self, kind):
        return list(self.names)


class _Value:
    """A number of a kernel under construction: arithmetic on it writes LLVM instructions of its dtype."""

    __hash__ = None
    instructions = ()  # of the processor, which espresso's own compiler knows how to write for vectors

    def __init__(self, builder, value):
        self.builder, self.value = builder, value
        self.real = isinstance(value.type, (ir.FloatType, ir.DoubleType))

    def of(self, number):
        """The number as a value of the same dtype."""
        return number if isinstance(number, _Value) else _Value(self.builder, ir.Constant(self.value.type, number))

    def _write(real, whole, flipped=False, flags=("contract",)):
        def operator(self, other):
            a, b = (self.of(other), self) if flipped else (self, self.of(other))
            if self.real:
                return _Value(self.builder, getattr(self.builder, real)(a.value, b.value, flags=flags))
            return _Value(self.builder, getattr(self.builder, whole)(a.value, b.value))

        return operator

    __add__ = __radd__ = _write("fadd", "add")
    __mul__ = __rmul__ = _write("fmul", "mul")
    __sub__, __rsub__ = _write("fsub", "sub"), _write("fsub", "sub", True)
    __truediv__, __rtruediv__ = _write("fdiv", "sdiv"), _write("fdiv", "sdiv", True)
    __and__, __or__, __xor__ = _write("", "and_"), _write("", "or_"), _write("", "xor")
    __lshift__, __rshift__ = _write("", "shl"), _write("", "lshr")
    rounded_product = _write("fmul", "mul", flags=("arcp",))  # never fused into an addition
    rounded_sum = _write("fadd", "add", flags=("arcp",))  # no product is fused into it

    def _test(symbol):
        def operator(self, other):
            test = self.builder.icmp_signed
            if self.real:
                test = self.builder.fcmp_unordered if symbol == "!=" else self.builder.fcmp_ordered
            return _Value(self.builder, test(symbol, self.value, self.of(other).value))

        return operator

    __lt__, __le__, __gt__, __ge__, __eq__, __ne__ = map(_test, ("<", "<=", ">", ">=", "==", "!="))

    def __neg__(self):
        return _Value(self.builder, self.builder.fneg(self.value))

    def __abs__(self):
        return self.call("fabs")

    def call(self, name, *more, flags=()):
        """An LLVM intrinsic of this value and others: fabs, sqrt, fma, copysign."""
        values, kind = [self.value, *(self.of(m).value for m in more)], self.value.type
        signature = ir.FunctionType(kind, [kind] * len(values))
        made = self.builder.call(self.builder.module.declare_intrinsic("llvm." + name, [kind], signature), values)
        made.fastmath = _Plain(flags)
        return _Value(self.builder, made)

    def instruction(self, name, *more):
        """One of ``instructions`` of this value and others."""
        kind = self.value.type
        name = f"es.instruction.{name}.{'f32' if kind == ir.FloatType() else 'f64'}"
        function = self.builder.module.globals.get(name)
        if function is None:
            function = ir.Function(self.builder.module, ir.FunctionType(kind, [kind] * (1 + len(more))), name)
        return _Value(self.builder, self.builder.call(function, [self.value, *(self.of(m).value for m in more)]))

    def scaled(self, n):
        """This times 2**n, rounded once, for a whole number n; an instruction of some processors (`_has_scaling`)."""
        kind, whole = self.value.type, n.value.type
        signature = ir.FunctionType(kind, [kind, whole])
        call = self.builder.module.declare_intrinsic("llvm.ldexp", [kind, whole], signature)
        return _Value(self.builder, self.builder.call(call, [self.value, n.value]))

    def double(self):
        """A float32 as float64."""
        return _Value(self.builder, self.builder.fpext(self.value, ir.DoubleType()))

    def single(self):
        """A float64 as float32."""
        return _Value(self.builder, self.builder.fptrunc(self.value, ir.FloatType()))

    def above(self, shift):
        """The upper ones of 32 bits, with their sign, as a number."""
        upper = self.builder.ashr(self.value, ir.Constant(self.value.type, shift))
        return _Value(self.builder, self.builder.sitofp(upper, ir.FloatType()))

    def bits(self):
        """The bits as a whole number."""
        width = 32 if isinstance(self.value.type, ir.FloatType) else 64
        return _Value(self.builder, self.builder.bitcast(self.value, ir.IntType(width)))

    def low(self):
        """The lower 32 of 64 bits."""
        return _Value(self.builder, self.builder.trunc(self.value, ir.IntType(32)))

    def number(self):
        """Bits as a number; the inverse of bits."""
        kind = ir.FloatType() if self.value.type.width == 32 else ir.DoubleType()
        return _Value(self.builder, self.builder.bitcast(self.value, kind))


def _inline(function):
    """Make the function callable in kernels; its instructions are written in line."""

    def code(context, builder, signature, args):
        return function(*(_Value(builder, a) for a in args)).value

    if function.__code__.co_argcount == 1:

        def typing(typingctx, x):
            return x(x), code

    else:

        def typing(typingctx, x, y):
            return x(x, y), code

    typing.__name__, typing.__doc__ = function.__name__, function.__doc__
    made = intrinsic(typing)
    made.write = function
    return made


def _choose(condition, a, b):
    """a where the condition holds, else b; both are computed."""
    a = b.of(a) if isinstance(b, _Value) else a
    return _Value(a.builder, a.builder.select(condition.value, a.value, a.of(b).value))


def _poly(x, c):
    """c[0] + c[1]*x + c[2]*x**2 + ... by Horner's rule.

    The later ones of many terms are joined in pairs (Estrin's scheme): a few more instructions, and a third of
    the time until the last one is done; a processor has no room for enough elements at once to hide the rest.
    """
    first, terms, power = (c, [], x) if len(c) < 9 else (c[:2], list(c[2:]), x)
    while len(terms) > 1:
        pairs = [terms[k] + terms[k + 1] * power for k in range(0, len(terms) - 1, 2)]
        terms, power = pairs + terms[len(terms) // 2 * 2 :], power * power
    *first, total = (*first, *terms)
    total = x.of(total)
    for one in first[::-1]:
        total = total * x + one
    return total


def _whole(k, x):
    """A small whole number, given as bits, in the dtype of x: it joins the low bits of 1.5 * 2**23 (2**52)."""
    magic = x.of(12582912.0 if k.value.type.width == 32 else 6755399441055744.0)
    return (k + magic.bits()).number() - magic


def _pow2(x):
    """2**k from k + 3*2**22 (float32) or k + 3*2**51 (float64): the low bits of that number are k."""
    return _two_to(x.bits())


def _two_to(bits):
    """2**k from bits whose low ones are k, and whose others vanish when they are shifted into the exponent."""
    bias, shift = (127, 23) if bits.value.type.width == 32 else (1023, 52)
    return ((bits + bias) << shift).number()


def _has_scaling():
    """Whether LLVM computes x * 2**n of vectors by one instruction here (measured on Intel's processors only)."""
    import os

    from llvmlite import binding

    features = binding.get_host_cpu_features()
    known = binding.llvm_version_info[0] >= 22 and not binding.get_host_cpu_name().startswith("znver")
    known = known and os.environ.get("ESPRESSO_ISA") != "avx2"
    return known and features.get("avx512f", False)


def _scaled(x, shifted, start):
    """x * 2**n, which may overflow, for n = shifted - start; the low bits of start are twice the bias."""
    if "scalef" in x.instructions:
        n = shifted - start
        return x.instruction("scalef", n if n.value.type == x.value.type else n.single())
    bits, base = shifted.bits(), shifted.of(start).bits()
    if x.bits().value.type.width < bits.value.type.width:
        bits, base = bits.low(), base.low()
    if _has_scaling():
        return x.scaled(bits - base)
    shift, half = 23 if bits.value.type.width == 32 else 52, bits >> 1
    return x * (half << shift).number() * ((bits - half) << shift).number()


def _binary(x):
    """k and m of x = 2**k * m with m between 3/4 and 3/2, for positive normal x.

    Instructions know all numbers: of 0 and infinity k is infinite and m is 1, of negative numbers m is NaN.
    """
    if "getmant" in x.instructions:
        m = x.instruction("getmant")
        return x.instruction("getexp") - m.instruction("getexp"), m
    bits = x.bits()
    root, shift = (0x3F400000, 23) if bits.value.type.width == 32 else (0x3FE8 << 48, 52)
    m = (((bits - root) & ((1 << shift) - 1)) + root).number()
    if shift == 23:
        return (bits - root).above(23), m
    return _whole(((bits - root + (1023 << 52)) >> 52) - 1023, x), m


def _pieces(x, least, up, up_bits):
    """The same where x may be any number that is not negative; without instructions k of 0 and infinity is a number."""
    if "getmant" in x.instructions:
        return _binary(x)
    small = x < least
    k, m = _binary(_choose(small, x * up, x))
    return _choose(small, k - up_bits, k), m


def _logarithm(x, y):
    """The logarithm y of x, as `_pieces` gave k and m, or what it is where x is 0, infinite, negative or NaN."""
    if "getmant" in x.instructions:
        return y
    y = _choose(x < INF, y, x)
    return _choose(x > 0.0, y, _choose(x == 0.0, x.of(-INF), NAN))


def _rough_inverse_root(x):
    """1/sqrt(x) to 4%, for what a square root loses: the bits of a number are roughly its logarithm."""
    bits = x.bits()
    magic = 0x5F3759DF if bits.value.type.width == 32 else 0x5FE6EB50C7B537A9
    return (bits.of(magic) - (bits >> 1)).number()


def _rough_inverse(x):
    """1/x to 13%, for what a rounded divisor loses; see `_rough_inverse_root`."""
    bits = x.bits()
    return (bits.of(0x7EF311C7 if bits.value.type.width == 32 else 0x7FDE623822FC16E6) - bits).number()


def _near_inverse(x):
    """1/x to at least half of the digits: what comes after corrects a quotient by what it leaves."""
    if "rcp14" not in x.instructions:
        return 1.0 / x
    y = x.instruction("rcp14")
    return y if x.bits().value.type.width == 32 else y.call("fma", (-y).call("fma", x, 1.0), y)


def _ratio(x, y):
    """k and 2**k, between x/y times 2**-0.59 and 2**0.59, for positive normal x and y with x not below y."""
    shift = 23 if x.bits().value.type.width == 32 else 52
    k = (x.bits() - y.bits() + (1 << (shift - 1))) >> shift
    return _whole(k, x), _two_to(k)
'''
