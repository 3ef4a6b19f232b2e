"""Random programs with their inputs, one generator for each area: program k of an area is always the same.

A `Case` is plain data: the text, the derivatives that are taken of it, what each input holds, and the lengths of the
calls that are made one after the other.  Array axes are sums of lengths by letters (``"2*p + r - 2"``), so that a case can be
made smaller by other lengths, dtypes and layouts (`campaign.shrunk`).
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import index_programs
import numpy as np

LENGTHS = (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 257)
"""Lengths at, before and behind widths of vectors, tiles, blocks and the least sizes of products."""

MOST = 60_000
"""Points of the space of all indices of a program: what the reference computes in some milliseconds."""

ROWS = (0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257)
"""Lengths of rows around strides of vectors, whole and with something left."""

LAYOUTS = ("C", "C", "C", "F", "reversed", "stepped", "sliced", "broadcast", "unaligned", "readonly", "nested")


@dataclass(frozen=True)
class Input:
    """One array: its axes, its dtype, and what kind of values it has."""

    axes: tuple[str, ...]
    dtype: str = "float64"
    values: str = "normal"
    layout: str = "C"


@dataclass(frozen=True)
class Case:
    """A program, or its derivatives ``(function, by)``, and the lengths of its calls."""

    text: str
    inputs: dict[str, Input]
    calls: tuple[dict[str, int], ...]
    derived: tuple[tuple[str, ...], ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


# --- arrays ------------------------------------------------------------------------------


def length(axis: str, lengths: dict[str, int]) -> int:
    """The length of an axis: a formula of lengths, at least 0."""
    value = 0
    for sign, factor, letter in re.findall(r"([+-]?)(?:(\d+)\*)?(\w+)", axis.replace(" ", "")):
        number = int(letter) if letter.isdigit() else lengths[letter]
        value += (-1 if sign == "-" else 1) * int(factor or 1) * number
    return max(0, value)


def array(name: str, given: Input, lengths: dict[str, int]) -> Any:
    """The values of an input, always the same for the same lengths, in its layout."""
    shape = tuple(length(a, lengths) for a in given.axes)
    rng = np.random.default_rng(zlib.crc32(repr((name, shape, given.values)).encode()))
    made = values(given.values, shape, lengths, rng, given.dtype)
    dtype = np.dtype(given.dtype) if given.dtype != "bfloat16" else _bfloat16()
    return laid(np.asarray(made).astype(dtype), given.layout)


def _bfloat16() -> np.dtype:
    import ml_dtypes

    return np.dtype(ml_dtypes.bfloat16)


def values(kind: str, shape: tuple[int, ...], lengths: dict[str, int], rng: np.random.Generator, dtype: str) -> np.ndarray:
    """Numbers of a kind: some exact in every order of addition, some at edges, some that keep a promise."""
    kind, _, of = kind.partition(":")
    if kind in ("plain", "special") and not dtype.startswith(("float", "bfloat", "complex")):
        kind = "edges" if kind == "special" and dtype != "bool" and rng.random() < 0.5 else "whole"
    if kind == "positions":
        return rng.integers(0, max(1, length(of, lengths)), shape)
    if kind == "around":  # some of them outside
        return rng.integers(-1, length(of, lengths) + 2, shape)
    if kind == "mask":
        return rng.integers(0, 2, shape)
    if kind == "count":
        return np.arange(1.0, 1 + int(np.prod(shape))).reshape(shape)
    if kind == "edges":
        return np.array(index_programs.edges(dtype), object)[rng.integers(0, len(index_programs.edges(dtype)), shape)]
    if kind == "whole":
        return rng.integers(0 if dtype.startswith("u") else -3, 4, shape)
    x = rng.uniform(-1.5, 1.5, shape)
    if dtype.startswith("complex"):
        x = x + 1j * rng.uniform(-1.5, 1.5, shape)
    if kind in ("positive", "nonneg"):
        return np.abs(x) + (0.3 if kind == "positive" else 0)
    if kind in ("lower", "upper", "diagonal", "tridiagonal"):
        i, j = np.indices(shape)[-2:]
        kept = {"lower": j <= i, "upper": j >= i, "diagonal": i == j, "tridiagonal": abs(i - j) <= 1}[kind]
        return np.where(kept, x + 3 * (i == j), 0)
    if kind == "sums_to_one":
        return np.abs(x) / np.abs(x).sum(-1, keepdims=True)
    if kind == "special":  # in every other row
        small = float(np.finfo(dtype if dtype in ("float32", "float16") else "float64").smallest_subnormal)
        put = (rng.random(shape) < 0.1) & (rng.random((*shape[:-1], *[1] * bool(shape))) < 0.5)
        return np.where(put, np.array((np.nan, np.inf, -np.inf, 0.0, -0.0, small, -small))[rng.integers(0, 7, shape)], x)
    if kind in ("symmetric", "posdef", "dominant", "orthogonal") and x.size:
        n = shape[-1]
        if kind == "orthogonal":
            return np.asarray(np.linalg.qr(x)[0])
        if kind == "symmetric":
            return x + np.swapaxes(x, -1, -2)
        return (x @ np.swapaxes(x.conj(), -1, -2) if kind == "posdef" else x) + (1 + n) * np.eye(n)
    return x


def laid(a: np.ndarray, layout: str) -> Any:
    """The same values as they may lie in memory; those of ``broadcast`` repeat along an axis, and are other ones."""
    if layout == "python":
        return a.item()
    if layout == "F" and a.ndim:
        return np.asfortranarray(a)
    if layout == "unaligned":
        raw = np.zeros(a.nbytes + 1, np.uint8)
        made = raw[1:].view(a.dtype).reshape(a.shape)
        made[...] = a
        return made
    if layout == "readonly":
        a.flags.writeable = False
    if layout == "nested":
        return a if a.dtype.kind not in "fi" or a.dtype.itemsize != 8 or not a.size else a.tolist()
    if not a.ndim or layout in ("C", "readonly"):
        return a
    if layout == "reversed":
        return a[..., ::-1].copy()[..., ::-1]
    if layout == "stepped":
        return np.repeat(a, 2, -1)[..., ::2]
    if layout == "sliced":
        wide = np.zeros([n + 3 for n in a.shape], a.dtype)
        inside = wide[tuple(slice(1, 1 + n) for n in a.shape)]
        inside[...] = a
        return inside
    axis = len(a.shape) // 2
    return np.broadcast_to(np.take(a, [0], axis), a.shape) if a.shape[axis] else a


# --- drawing ----------------------------------------------------------------------------

SMOOTH = ("exp", "tanh", "sin", "cos", "logistic", "softplus", "atan", "erf", "gelu", "silu", "expm1", "asinh", "normcdf")
ROUGH = ("abs", "relu", "sign", "floor", "ceil", "round", "trunc", "hardtanh", "int")
HOLOMORPHIC = ("exp", "sin", "cos", "tanh", "sinh", "cosh")
REDUCTIONS = ("sum",) * 6 + ("prod", "max", "min", "mean", "any", "all", "argmax", "argmin", "var", "std", "norm", "logsumexp", "median")
SCANS = ("softmax", "log_softmax", "cumsum", "cumprod", "reverse_cumsum", "sort", "argsort")


class Draw:
    """A program while it is made: its random numbers, letters with lengths, and inputs."""

    def __init__(self, area: str, number: int) -> None:
        self.choose = random.Random(f"{area} {number}")
        self.inputs: dict[str, Input] = {}
        self.told: set[str] = set()
        self.lets: list[tuple[str, tuple[str, ...]]] = []
        self.statements: list[str] = []
        self.letters = "ijklmn"
        self.same = {"m": "i", "n": "j"}
        """Indices that have the length of another one."""
        self.dtypes = self.choose.choice((("float64",), ("float64",), ("float32",)))
        self.kinds = ("whole",) if self.chance(0.35) else ("normal",)
        self.leaves: tuple[Callable[[Sequence[str]], str], ...] = ()
        self.smooth = False
        self.most, self.least = MOST, 0
        self.complex = self.alone = self.edges = False
        self.reductions: list[tuple[str, tuple[str, ...]]] = []
        self.functions: tuple[str, ...] = SMOOTH + ROUGH
        self.totals = REDUCTIONS
        self.layouts = LAYOUTS if self.chance(0.7) else ("C",)

    def chance(self, p: float) -> bool:
        return self.choose.random() < p

    def some(self, names: Sequence[str], least: int, most: int) -> list[str]:
        return self.choose.sample(list(names), min(len(names), self.choose.randint(least, most)))

    def input(self, axes: Sequence[str], values: str | None = None, dtype: str | None = None, new: bool = False) -> str:
        """The name of an input with these axes, an earlier one in half of the cases."""
        values, dtype = values or self.choose.choice(self.kinds), dtype or self.choose.choice(self.dtypes)
        if values == "whole" and self.edges and dtype.startswith(("int", "uint")) and self.chance(0.4):
            values = "edges"
        axes = tuple(self.same.get(a, a) for a in axes)
        known = [n for n, i in self.inputs.items() if i.axes == axes and i.values == values and i.dtype == dtype]
        if known and not new and self.chance(0.5):
            return self.choose.choice(known)
        name = "XYZUVABCDEFG"[len(self.inputs)] if len(self.inputs) < 12 else f"X{len(self.inputs)}"
        layout = self.choose.choice(self.layouts)
        if values.partition(":")[0] not in ("normal", "whole", "positive", "mask", "edges") and layout == "broadcast":
            layout = "C"
        if not axes and dtype in ("float64", "int64", "bool") and self.chance(0.4):
            unsigned = dtype == "int64" and any(t.startswith("u") for t in self.dtypes)  # which refuse a number below 0
            layout = "C" if unsigned else "python"
        self.inputs[name] = Input(axes, dtype, values, layout)
        return name

    # -- leaves

    def read(self, names: Sequence[str]) -> str:
        """An array at some of the indices, or a named array."""
        usable = [x for x in self.lets if set(x[1]) <= set(names)]
        if usable and self.chance(0.5):
            name, axes = self.choose.choice(usable)
            return f"{name}[{','.join(axes)}]" if axes else name
        axes = self.some(names, 0 if self.chance(0.1) else 1, 3)
        self.told |= {*axes}
        name = self.input(axes)
        return f"{name}[{','.join(axes)}]" if axes else name

    def number(self, names: Sequence[str]) -> str:
        plain = ["2", "0.5", "-1.5", "3", "1/3"]
        known = [(n, k) for n, i in self.inputs.items() for k in range(len(i.axes))]
        if names and not self.smooth and self.chance(0.4):
            return self.choose.choice(names)
        if known and self.chance(0.2):
            return "size({}, {})".format(*self.choose.choice(known))
        return self.choose.choice(plain)

    def shifted(self, names: Sequence[str]) -> str:
        """A read at an affine position, outside of the array or at windows that lie inside."""
        if not names:
            return self.read(names)
        axes = self.some(names, 1, 2)
        form = self.choose.randrange(5)
        if form == 0:  # windows
            p, *taps = axes
            stride, dilation, slack = self.choose.randint(1, 3), self.choose.randint(1, 2), self.choose.choice((0, 0, 1, 2))
            inside = f"{stride}*{p}" + "".join(f" + {dilation}*{r}" for r in taps)
            key = [self.same.get(a, a) for a in axes]
            long = f"{stride}*{key[0]} - {stride}" + "".join(f" + {dilation}*{r} - {dilation}" for r in key[1:])
            offset = self.choose.choice((slack, self.choose.randint(0, slack)))
            self.told |= {p} if offset == slack else set()  # the last position is the last element
            return f"{self.input([f'{long} + {1 + slack}'])}[{inside} + {offset}]"
        slots = []
        for a in axes:
            factor, offset = self.choose.choice((1, 1, 1, -1, 2, 3)), self.choose.choice((-3, -2, -1, 0, 1, 2, 5))
            slots.append(f"{factor}*{a} + {offset}" + (f" - {self.choose.choice(names)}" if self.chance(0.2) else ""))
        usable = [x for x in self.lets if len(x[1]) == len(axes)]
        name = self.choose.choice(usable)[0] if usable and self.chance(0.4) else self.input(axes)
        if form < 3 or self.complex:
            fill = "" if self.smooth or self.chance(0.7) else self.choose.choice((", 2", ", -1"))
            return f"pad({name}{fill})[{', '.join(slots)}]"
        around = "mod" if form == 3 else "clamp"
        return f"{name}[{', '.join(f'{around}({s})' for s in slots)}]"

    def shortening(self, names: Sequence[str]) -> str:
        """A strict read further on in an array: it alone makes an index shorter than other arrays along it."""
        if not names or not self.alone:  # named arrays that are shorter than their axes fit no other read
            return self.read(names)
        a = self.choose.choice(names)
        self.told.add(a)
        return f"{self.input([a])}[{self.choose.choice((f'{a} + 1', f'{a} + 2', f'2*{a}', f'2*{a} + 1'))}]"

    def gathered(self, names: Sequence[str]) -> str:
        """A read at positions from data."""
        if not names:
            return self.read(names)
        axes, kept = self.some(names, 1, 2), self.some(names, 0, 1)
        target = self.choose.choice(self.letters[:4])
        target = self.same.get(target, target)
        form = self.choose.randrange(5)
        dtype = self.choose.choice(("int64", "int64", "int32", "uint8"))
        if form == 0:
            t = self.input(axes, f"around:{target}", "int64")
            rest = "".join(f",{k}" for k in kept)
            return f"pad({self.input([target, *kept])})[{t}[{','.join(axes)}]{rest}]"
        t = self.input(axes, f"positions:{target}", dtype)
        self.told |= {*axes}
        at = f"{t}[{','.join(axes)}]"
        if form == 1 and not self.smooth:
            return f"({at} == {self.choose.choice(names)})"
        if form == 2:
            return f"{self.input([target])}[clamp({at} + {self.choose.choice((*names, '1'))})]"
        usable = [x for x in self.lets if x[1] == (target,)]
        name = self.choose.choice(usable)[0] if usable and self.chance(0.5) and not kept else self.input([target, *kept])
        self.told |= {*kept}
        return f"{name}[{at}{''.join(f',{k}' for k in kept)}]"

    def condition(self, names: Sequence[str]) -> str:
        """1 or 0, by indices, data, or both; of numbers that are compared as they are."""
        form = self.choose.randrange(6)
        if len(names) > 1 and form < 3:
            a, b = self.choose.sample(list(names), 2)
            sign = self.choose.choice(("==", "<", "<=", ">", ">=", "!="))
            return f"({a} {sign} {b}{self.choose.choice(('', '', ' + 1', ' - 2'))})"
        if names and form == 3:
            a = self.choose.choice(names)
            return self.choose.choice((f"({a} > 1)", f"({a} % 2 == 0)", f"({a} < 3)", f"({a} >= 0)", f"({a} == 0)"))
        if names and form == 4:
            axes = self.some(names, 1, 2)
            self.told |= {*axes}
            return f"({self.input(axes, 'mask', 'bool')}[{','.join(axes)}])"
        if self.complex:
            return f"({self.read(names)} == {self.read(names)})"  # equal where both read the same element
        made = f"({self.read(names)} {self.choose.choice(('<', '<=', '>', '>=', '==', '!='))} {self.choose.choice(('0', '1', self.read(names)))})"
        form = self.choose.randrange(5)
        if form < 2:
            return f"({made} {('and', 'or')[form]} {self.condition(names)})"
        return f"(not {made})" if form == 2 else made

    # -- bodies

    def body(self, names: Sequence[str], depth: int) -> str:
        """A formula whose indices are among these."""
        if depth <= 0:
            return self.choose.choice(self.leaves)(names)

        def below(more: Sequence[str] = ()) -> str:
            return self.body([*names, *more], self.choose.randint(0, depth - 1))

        kind = self.choose.choice(("add", "add", "mul", "mul", "mul", "divide", "power", "unary", "reduce", "reduce", "reduce",
                                   "where", "guard", "pair", "scan", "leaf"))  # fmt: skip
        if kind == "add":
            return f"({below()} {self.choose.choice('+-')} {below()})"
        if kind == "mul":
            return f"{self.factor(below())}*{self.factor(below())}"
        if kind == "divide" and not self.complex:
            return f"({below()})/(2 + tanh({below()})**2)"
        if kind == "power":
            return f"({self.bounded(below())})**{self.choose.choice((2, 2, 3, 1))}"
        if kind == "unary":
            return f"{self.choose.choice(self.functions)}({self.bounded(below())})"
        if kind == "reduce":
            return self.chance(0.25) and self.again(names) or self.reduced(names, depth)
        if kind == "where":
            return f"where({self.condition(names)}, {below()}, {below()})"
        if kind == "guard":
            return f"{self.factor(below())}*{self.condition(names)}"
        if kind == "pair" and not self.smooth and not self.complex:
            return f"{self.choose.choice(('max', 'min'))}({below()}, {below()})"
        if kind == "scan" and names and not self.complex:
            return f"{self.choose.choice(SCANS if not self.smooth else SCANS[:3])}[{self.choose.choice(names)}]({self.bounded(below())})"
        return self.choose.choice(self.leaves)(names)

    def factor(self, text: str) -> str:
        return text if re.fullmatch(r"[\w\[\],]+", text) else f"({text})"

    def bounded(self, text: str) -> str:
        return text if re.fullmatch(r"[\w\[\],]+", text) else f"tanh({text})"

    def reduced(self, names: Sequence[str], depth: int) -> str:
        free = [n for n in self.letters if n not in names]
        over = self.some(free, 1, 2) if free and len(names) < 4 else []
        if not over:
            return self.read(names)
        function = "sum" if self.complex else self.choose.choice(self.totals if not self.smooth else ("sum", "sum", "mean", "logsumexp"))
        over = over[:1] if function.startswith("arg") or function == "median" else over
        before, self.told = self.told, set()
        inside = self.told_of(over, self.body([*names, *over], depth - 1))
        self.told = before | self.told - {*over}
        text = f"{function}[{','.join(over)}]({inside})"
        self.reductions.append((text, tuple(over)))
        return text

    def again(self, names: Sequence[str]) -> str | None:
        """A reduction that the program has already, perhaps with indices of one length exchanged: a transposed value."""
        other = {**self.same, **{b: a for a, b in self.same.items()}}

        def exchanged(text: str) -> str:
            return re.sub(r"\b[a-z]\b", lambda m: other.get(m[0], m[0]), text)

        every = [*self.reductions, *((exchanged(t), tuple(map(exchanged, over))) for t, over in self.reductions)]
        letters = {*self.letters}
        usable = [t for t, over in every if not {*over} & {*names} and letters & {*re.findall(r"\b[a-z]\b", t)} - {*over} <= {*names}]
        return self.choose.choice(usable) if usable else None

    def told_of(self, names: Sequence[str], inside: str) -> str:
        """The formula, with a read of an array along each index whose length nothing else tells."""
        for n in names:
            if n not in self.told:
                inside = f"{self.factor(inside)}*{self.input([n])}[{n}]"
                self.told.add(n)
        return inside

    def statement(self, name: str, axes: Sequence[str], depth: int, total: bool = False) -> None:
        self.told = set()
        body = self.told_of(axes, self.reduced(axes, depth + 1) if total or not axes else self.body(axes, depth))
        for let, of in self.lets if name == "R" else ():
            if not re.search(rf"\b{let}\b", "; ".join(self.statements).partition(f"{let}[" if of else f"{let} ")[2] + body):
                read, over = f"{let}[{','.join(of)}]" if of else let, [a for a in of if a not in axes]
                body += f" + 0.5*sum[{','.join(over)}]({read})" if over else f" + {read}"
        self.statements.append(f"{name}[{','.join(axes)}] = {body}" if axes else f"{name} = {body}")
        self.lets.append((name, tuple(axes)))

    def program(self, statements: int, depth: int, scalar: bool = False) -> str:
        """Statements, of which the last is the value."""
        self.alone = not statements
        for k in range(statements):
            self.statement(f"T{k}", self.some(self.letters[: self.choose.choice((2, 4))], 0, 2), depth - (depth > 1))
        axes = [] if scalar else self.some(self.letters[: self.choose.choice((3, 5))], 0, 3)
        self.statement("R", axes, depth)
        return "; ".join(self.statements)

    # -- lengths

    def lengths(self, short: Sequence[str] = ()) -> dict[str, int]:
        """Lengths of the letters, whose product the reference can walk through."""
        used = [a for a in self.letters if a not in self.same]
        pool = LENGTHS if self.chance(0.4) or self.least else LENGTHS[:9]
        found = {a: self.choose.choice(pool[:4] if a in short else pool[self.least :]) for a in used}
        text = "; ".join(self.statements)
        while True:
            space = 1
            for a in self.letters:
                space *= found[self.same.get(a, a)] if re.search(rf"\b{a}\b", text) else 1
            if space <= self.most:
                return found
            longest = max(found, key=found.__getitem__)
            found[longest] = found[longest] // 2

    def calls(self, short: Sequence[str] = ()) -> tuple[dict[str, int], ...]:
        """Two or three calls: another length of one or all letters after the first."""
        first = self.lengths(short)
        second = self.lengths(short)
        one = self.choose.choice(list(first))
        calls = [first, {**first, one: min(first[one] + 1, second[one])}, second]
        if self.chance(0.25):
            calls.append({**second, self.choose.choice(list(first)): self.choose.choice((0, 1))})
        return tuple(calls)

    def case(self, text: str, derived: Sequence[tuple[str, ...]] = (), calls: Any = None, **options: Any) -> Case:
        options |= {"smooth": True} if derived and self.smooth else {}
        return Case(text, self.inputs, calls or self.calls(), tuple(derived), options)
