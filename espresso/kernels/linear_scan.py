"""Linear recurrences on the CPU: ``h[t,i] = a[t,i]*h[t-1,i] + b[t,i]`` for few independent states, in vectors.

The steps of a scalar recurrence wait for each other, for as long as a multiplication and an addition take.  Here the
lanes of a vector are consecutive steps: in each of log2 stages a lane joins the one before it, two before it, and so on
(Hillis and Steele, Data parallel algorithms, 1986), so that it ends with the product of the coefficients and the value
of a recurrence that starts with zeros; one multiplication and addition with the last row before then makes the rows.
With m states side by side, where m divides the lanes, a lane joins that of m, 2m, ... before.

Where a coefficient or a product of them is beyond `MOST` (or NaN), or a row is not finite, the steps of the vector are
computed one by one: nothing overflows or cancels then that would not in a step, and infinities and NaN are the same.
So they are where a product is below `LEAST`, zeros among them, unless all rows and all that is added are small: what is
too small for the dtype as a product of coefficients need not be so as a coefficient times a great row.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from espresso.system.processor import vector_bytes

SIZES = {"float32": 4, "float64": 8}

MOST = 16.0
"""The largest coefficient, and product of those of a vector up to a lane: a row loses at most so many times the
rounding of a step."""

LEAST = {"float32": MOST * 2.0**-126, "float64": MOST * 2.0**-1022}
"""The least such product. That of some coefficients in a row is the quotient of two of them: no denormal number."""

LATENCY = 4.0
"""Cycles from the operands of a multiplication with addition to its result, on processors of the last ten years."""

FEW_VECTORS = 4
"""Vectors of steps below which nothing is gained."""


ONE, ROW, ROWS = range(3)
"""How an operand lies in memory: one number, a row that all steps share, or a row for each step."""


class Form(NamedTuple):
    """What code of a scan depends on; ``given`` is how the coefficients lie, ``added`` how what is added does."""

    dtype: str
    states: int
    backward: bool
    given: int
    added: int


def lanes(dtype: str) -> int:
    """Numbers of a vector on this processor."""
    return vector_bytes() // SIZES[dtype]


def cycles(form: Form) -> tuple[float, float]:
    """About how many cycles a step takes in a scan and in a loop.

    A loop waits for the step before; a scan for its instructions, two for each 64 bytes of vectors and cycle.
    """
    width, item = lanes(form.dtype), SIZES[form.dtype]
    stages = (width // form.states).bit_length() - 1
    instructions = stages * (4 if form.given == ROWS else 2) + (8 if form.given == ROWS else 6)
    return max(instructions * width * item / 64, LATENCY) * form.states / width, LATENCY


def pays(form: Form, steps: int) -> bool:
    """Whether a scan is faster than a loop over the steps."""
    if form.dtype not in SIZES or form.states < 1 or lanes(form.dtype) % form.states:
        return False
    scan, loop = cycles(form)
    return scan < loop and steps * form.states >= FEW_VECTORS * lanes(form.dtype)


def told(form: Form) -> str:
    """What `explain` says of a scan."""
    width, (scan, loop) = lanes(form.dtype), cycles(form)
    return f"{width} {form.dtype} lanes: {scan:.2g} cycles a step by estimate, where a loop takes {loop:.2g}"


@functools.cache
def address(form: Form) -> int:
    """The address of ``scan(table, numbers, spec)``; 0 without machine code.

    ``table`` has the addresses of the coefficients, of what is added and of the rows in the order of the memory; before
    the rows (backwards: behind them) lies the one that the first step reads.  ``spec`` has the number of steps.
    """
    from espresso.llvm.compiled import block_named

    block = block_named(f"linear scan {form!r} {lanes(form.dtype)}", ["scan"], lambda: _text(form))
    return 0 if block is None else int(block.address("scan"))


def _text(form: Form) -> str:
    import llvmlite.ir as ir

    from espresso.llvm.emit.counted_loops import Counted
    from espresso.llvm.emit.floating_point import in_default
    from espresso.llvm.emit.kinds import I64, POINTER, entry_at

    module = ir.Module("linear_scan")
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [POINTER] * 3), "scan")
    function.attributes.add("nounwind")
    b = ir.IRBuilder(function.append_basic_block("entry"))
    in_default(function, b)
    table, _, spec = function.args
    w = _Writer(form, b, [entry_at(b, table, k, POINTER) for k in range(3)], entry_at(b, spec, 0))
    whole = b.mul(b.sdiv(w.count, I64(w.width)), I64(w.width))
    head, body, tiny, fast, slow, latch, end = (
        b.append_basic_block(n) for n in ("head", "body", "tiny", "fast", "slow", "latch", "end")
    )
    first = w.last_row(w.load(w.rows, I64(-form.states), form.states))
    fixed = w.products(w.operand(0, I64(0))) if form.given != ROWS else None
    before = b.block
    b.branch(head)
    b.position_at_end(head)
    k, carry = b.phi(I64), b.phi(w.vector)
    k.add_incoming(I64(0), before)
    carry.add_incoming(first, before)
    b.cbranch(b.icmp_signed("<", k, whole), body, end)
    b.position_at_end(body)
    products = w.products(w.operand(0, k)) if fixed is None else fixed
    added = w.operand(1, k)
    made = w.fma(products[-1], carry, w.scanned(products, added))
    small = b.and_(w.below(products[0], MOST, "<="), w.below(products[-1], MOST, "<="))
    normal = w.below(products[-1], LEAST[form.dtype], ">=")
    b.cbranch(w.all(b.and_(b.and_(small, normal), w.below(made, float("inf"), "<"))), fast, tiny)
    b.position_at_end(tiny)
    for rows in (carry, added, made):
        small = b.and_(small, w.below(rows, MOST, "<="))
    b.cbranch(w.all(small), fast, slow)
    b.position_at_end(fast)
    w.store(made, k)
    kept = w.last_row(b.shuffle_vector(made, made, w.mask(w.last_lanes())))
    b.branch(latch)
    b.position_at_end(slow)
    w.one_by_one(k, b.add(k, I64(w.width)), Counted)
    again = w.last_row(w.load(w.rows, b.add(k, I64(w.width - form.states)), form.states))
    slow = b.block
    b.branch(latch)
    b.position_at_end(latch)
    handed = b.phi(w.vector)
    handed.add_incoming(kept, fast)
    handed.add_incoming(again, slow)
    k.add_incoming(b.add(k, I64(w.width)), latch)
    carry.add_incoming(handed, latch)
    b.branch(head)
    b.position_at_end(end)
    w.one_by_one(whole, w.count, Counted)
    b.ret_void()
    return str(module)


class _Writer:
    """The parts of a scan; elements are counted in the order of the steps, lanes in that of the memory."""

    def __init__(self, form: Form, b: Any, addresses: Sequence[Any], steps: Any) -> None:
        import llvmlite.ir as ir

        from espresso.llvm.emit.kinds import FLOATS, I64, declared

        self.declared, self.ir, self.I64, self.form, self.b = declared, ir, I64, form, b
        self.real, self.width, self.states = FLOATS[form.dtype], lanes(form.dtype), form.states
        self.vector = ir.VectorType(self.real, self.width)
        *operands, self.rows = addresses
        self.operands = list(zip(operands, (form.given, form.added), strict=True))
        self.count = b.mul(steps, I64(form.states))

    def mask(self, chosen: Sequence[int]) -> Any:
        """Of a shuffle."""
        kind = self.ir.IntType(32)
        return self.ir.Constant(self.ir.VectorType(kind, len(chosen)), [kind(k) for k in chosen])

    def all_lanes(self, number: float, kind: Any = None) -> Any:
        """A vector of one number."""
        return self.ir.Constant(kind or self.vector, [self.real(number)] * self.width)

    def place(self, base: Any, k: Any, many: int = 1) -> Any:
        """The lowest address of elements from ``k`` on."""
        if self.form.backward:
            k = self.b.sub(self.b.sub(self.count, self.I64(many)), k)
        return self.b.gep(base, [k], inbounds=False, source_etype=self.real)

    def load(self, base: Any, k: Any, many: int) -> Any:
        """Elements from ``k`` on."""
        kind = self.ir.VectorType(self.real, many)
        return self.b.load(self.place(base, k, many), typ=kind, align=SIZES[self.form.dtype])

    def store(self, made: Any, k: Any) -> None:
        """Write a vector of rows."""
        self.b.store(made, self.place(self.rows, k, self.width), align=SIZES[self.form.dtype])

    def last_lanes(self) -> list[int]:
        """The lanes of the last row of a vector."""
        return [*range(self.states)] if self.form.backward else [*range(self.width - self.states, self.width)]

    def last_row(self, row: Any) -> Any:
        """A row in all places of a vector."""
        return self.b.shuffle_vector(row, row, self.mask([k % self.states for k in range(self.width)]))

    def operand(self, which: int, k: Any) -> Any:
        """The coefficients of a vector of steps, or what is added."""
        base, lies = self.operands[which]
        if lies == ROWS:
            return self.load(base, k, self.width)
        many = 1 if lies == ONE else self.states
        row = self.b.load(base, typ=self.ir.VectorType(self.real, many), align=SIZES[self.form.dtype])
        return self.b.shuffle_vector(row, row, self.mask([k % many for k in range(self.width)]))

    def element(self, which: int, k: Any) -> Any:
        """The same for one element."""
        b, (base, lies) = self.b, self.operands[which]
        at = self.I64(0) if lies == ONE else b.srem(k, self.I64(self.states))
        if lies == ROW and self.form.backward:
            at = b.sub(self.I64(self.states - 1), at)
        place = self.place(base, k) if lies == ROWS else b.gep(base, [at], source_etype=self.real)
        return b.load(place, typ=self.real, align=SIZES[self.form.dtype])

    def fma(self, a: Any, x: Any, c: Any) -> Any:
        """``a*x + c``, rounded once where the processor can."""
        return self.b.fadd(self.b.fmul(a, x, flags=("contract",)), c, flags=("contract",))

    def moved(self, values: Any, distance: int, fill: float) -> Any:
        """Values of the lanes that are so many before each, and a number where there is none."""
        at = [k + distance if self.form.backward else k - distance for k in range(self.width)]
        chosen = [k if 0 <= k < self.width else self.width + k % self.width for k in at]
        return self.b.shuffle_vector(values, self.all_lanes(fill), self.mask(chosen))

    def products(self, coefficients: Any) -> list[Any]:
        """Products of the coefficients of 1, 2, 4, ... steps up to each lane."""
        found, distance = [coefficients], self.states
        while distance < self.width:
            found.append(self.b.fmul(found[-1], self.moved(found[-1], distance, 1.0)))
            distance *= 2
        return found

    def scanned(self, products: Sequence[Any], values: Any) -> Any:
        """The values of a recurrence that starts with zeros before this vector."""
        for stage, product in enumerate(products[:-1]):
            values = self.fma(product, self.moved(values, self.states << stage, 0.0), values)
        return values

    def below(self, values: Any, most: float, how: str) -> Any:
        """In which lanes the absolute value is below a number, or compares as told; NaN does not."""
        name = f"llvm.fabs.v{self.width}f{8 * SIZES[self.form.dtype]}"
        size = self.b.call(self.declared(self.b.module, name, [self.vector], self.vector), [values])
        return self.b.fcmp_ordered(how, size, self.all_lanes(most))

    def all(self, found: Any) -> Any:
        """Whether it holds in all lanes."""
        kind = self.ir.IntType(self.width)
        return self.b.icmp_unsigned("==", self.b.bitcast(found, kind), kind(-1))

    def one_by_one(self, first: Any, last: Any, counted: Callable[..., Any]) -> None:
        """Elements step by step; each reads that of the step before from memory."""
        b, item = self.b, SIZES[self.form.dtype]
        with counted(b, first, last, 1, short=True) as k:
            before = b.load(self.place(self.rows, b.sub(k, self.I64(self.states))), typ=self.real, align=item)
            made = self.fma(self.element(0, k), before, self.element(1, k))
            b.store(made, self.place(self.rows, k), align=item)
