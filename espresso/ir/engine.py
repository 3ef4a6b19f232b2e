"""The engine interface: ``Engine``, ``Call``, and what an engine answers.

A **call** is a step of the program that a library can take: a contraction of two arrays
or a convolution.  It is described in numbers, so that an engine can answer whether it
computes it (``supports``: None, or the reason why not) and what that costs.  An
**engine** is one frozen value with these answers as functions, and with the way its
calls are written into the program.  See docs/adding-an-engine.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from importlib import metadata
from typing import Any

from espresso.records import dataclass

KERNEL = "kernel"
CONTRACTION = "contraction"
CONVOLUTION = "convolution"
ATTENTION = "attention"
REAL_DTYPES = frozenset({"float32", "float64"})
BLAS_DTYPES = REAL_DTYPES | {"complex64", "complex128"}


@dataclass(frozen=True)
class Operand:
    """An array of a call: its name in the program, its indices in order, their lengths, its dtype."""

    name: str
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    dtype: str

    @property
    def bytes(self) -> int:
        """Bytes of its elements."""
        sizes = {"bool": 1, "bfloat16": 2, "complex64": 8, "complex128": 16}
        digits = "".join(c for c in self.dtype if c.isdigit())
        return math.prod(self.shape) * (sizes.get(self.dtype) or int(digits) // 8)


@dataclass(frozen=True)
class Call:
    """A step of the program as engines see it.

    ``kind`` is one of the words above, ``step`` the step of the loop IR (a
    ``calls.Contraction``, say), ``sizes`` the lengths of all indices (of the last call, or
    64 before any).  A convolution has operands over (batch, channels, space ...), whatever
    their strides: image and filter (and the bias) -> result for direction "forward", cotangent
    and filter -> image for "data", image and cotangent -> filter for "weights"; its ``parameters``
    are ``direction``, ``stride``, ``padding`` (pairs), ``dilation``, ``groups`` and ``epilogue``; ``follow`` names the
    operands after the second: ``bias`` (added), ``scale`` and ``shift`` of each channel.
    Attention has q, k, v over (batch, heads, positions, features), ``scale`` and ``causal``; ``more`` may ask
    for the logarithm of the sum of each row, float32 over (batch, heads, positions, 1).  With ``direction``
    "backward" its operands are q, k, v, the result, its cotangent and these logarithms, its results the
    gradients in q, k and v.
    ``deterministic`` and ``workspace_limit`` are the conditions of the caller.  ``assumed`` says that the
    program is only read, as it would be where the target's libraries and device are.
    """

    kind: str
    target: str
    step: Any
    inputs: tuple[Operand, ...]
    output: Operand
    sizes: Mapping[str, int]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    deterministic: bool = False
    workspace_limit: int | None = None
    assumed: bool = False
    more: tuple[Operand, ...] = ()

    @property
    def outputs(self) -> tuple[Operand, ...]:
        """All results, ``output`` first."""
        return (self.output, *self.more)

    @property
    def operands(self) -> tuple[Operand, ...]:
        """All arrays: inputs, then results."""
        return (*self.inputs, *self.outputs)

    @property
    def flops(self) -> float:
        """Multiplications and additions."""
        return 2.0 * math.prod(self.sizes.values()) if self.sizes else 2.0

    @property
    def traffic(self) -> int:
        """Bytes of all operands, each once."""
        return sum(o.bytes for o in self.operands)

    @property
    def signature(self) -> tuple[Any, ...]:
        """All that its speed depends on; equal for calls that differ only in names."""
        letters: dict[str, str] = {}
        names: dict[str, int] = {}
        for axis in (a for o in self.operands for a in o.axes):
            letters.setdefault(axis, f"i{len(letters)}")
        parts = [
            (names.setdefault(o.name, len(names)), tuple(letters[a] for a in o.axes), o.shape, o.dtype)
            for o in self.operands
        ]
        return (self.kind, self.target, tuple(parts), tuple(sorted((k, repr(v)) for k, v in self.parameters.items())))

    def __str__(self) -> str:
        return str(self.step)


def _accepted(call: Call) -> str | None:
    return None


@dataclass(frozen=True)
class Engine:
    """One way to compute calls of some kinds on one target.

    ``serves`` says in words what it is for.  ``missing`` says why it cannot run on this
    machine (None: it can), ``version`` and ``device`` what it is and where it computes.
    ``refuses`` says why it cannot compute a call; what every engine must ask (target,
    kind, presence, conditions of the caller) is asked by ``supports``.  ``seconds`` and
    ``workspace`` estimate a call.  ``differs`` are epilogues that give other results for NaN or
    infinities than the notation says: they are only used where the user names the engine.
    ``reluctant`` says why it leaves a call to the engines after it where nobody names it.
    ``follows`` is what it applies to the sums of a convolution, of what ``follow`` of a call may name.
    ``as_products`` are kinds whose calls become products first, which it then computes.
    Of products it also says: ``accumulates`` (``C = scale*A@B + C``; ``apart``: what is added may lie elsewhere),
    ``symmetric`` (of a result that equals its transpose it computes half), ``packs`` (it reads operands at sums of
    indices) and ``blocked`` (it may run on blocks of rows).
    ``native``: machine code of a program computes its calls without Python, convolutions by ``winograd``'s minimal
    filtering or directly.  Plans are made by these answers, never by a name.
    One of three says how its calls get into the program:
    ``loops`` (the call becomes a statement of a generated kernel), ``emit`` (lines of the
    generated CPU program, with the text ``prelude`` before them) or ``prepare`` (of a call and
    the strides of its operands and result, in elements: a function of their addresses and of a
    queue, made once); none of them leaves it to the target.
    """

    name: str
    target: str
    kinds: tuple[str, ...]
    serves: str
    missing: Callable[[], str | None] = lambda: None
    version: Callable[[], str] = lambda: ""
    device: Callable[[], str] = lambda: "cpu:0"
    unfit: Callable[[Call], str | None] = _accepted
    refuses: Callable[[Call], str | None] = _accepted
    reluctant: Callable[[Call], str | None] = _accepted
    seconds: Callable[[Call], float] = lambda call: 1e-6 + call.flops / 1e10
    workspace: Callable[[Call], int] = lambda call: 0
    deterministic: bool = True
    differs: frozenset[str] = frozenset()
    follows: frozenset[str] = frozenset()
    loops: bool = False
    accumulates: bool = False
    apart: bool = False
    symmetric: bool = False
    packs: bool = False
    blocked: bool = False
    native: bool = False
    winograd: bool = False
    as_products: frozenset[str] = frozenset()
    emit: Callable[[Any], Sequence[str]] | None = None
    prelude: str = ""
    prepare: Callable[[Call, Sequence[Sequence[int]]], Callable[[Sequence[Any], Any], None]] | None = None

    def supports(self, call: Call) -> str | None:
        """None if this engine can compute the call here and now, else the exact reason."""
        if call.target != self.target:
            return f'it computes on target "{self.target}", the program is for "{call.target}"'
        if call.kind not in self.kinds:
            return f"it computes {_and(self.kinds)}, this is a {call.kind}"
        reason = self.unfit(call)
        if reason is None and self.emit is not None and not self.packs and getattr(call.step, "packed", False):
            reason = "an operand is no matrix in memory"
        more = [what for what in call.parameters.get("follow", ()) if what not in self.follows]
        if reason is None and more:
            reason = f"it applies no {more[0]!r} to its sums"
        if reason is None and not (call.assumed and self.unfit is not _accepted):
            reason = (None if call.assumed else self.missing()) or self.refuses(call)
        if reason is None and call.deterministic and not self.deterministic:
            reason = "its results may differ between runs, and deterministic=True was asked for"
        if reason is None and call.workspace_limit is not None and self.workspace(call) > call.workspace_limit:
            reason = f"it needs {self.workspace(call):,} bytes of workspace, the limit is {call.workspace_limit:,}"
        return reason


def _and(words: Sequence[str]) -> str:
    plural = [f"{w}s" for w in words]
    return plural[0] if len(plural) == 1 else f"{', '.join(plural[:-1])} and {plural[-1]}"


def module_missing(name: str, install: str) -> Callable[[], str | None]:
    """A ``missing`` that looks for an importable module, without importing it."""

    def missing() -> str | None:
        from espresso.system.devices import installed

        return None if installed(name) else f"package {name} is not installed ({install})"

    return missing


def package_version(package: str) -> Callable[[], str]:
    """A ``version`` that asks the installed package."""

    def version() -> str:
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return ""

    return version


def wrong_dtype(call: Call, allowed: frozenset[str], library: str) -> str | None:
    """The reason when a dtype of the call is not among those of the library, or dtypes are mixed."""
    dtypes = sorted({o.dtype for o in (*call.inputs, call.output)})
    foreign = [d for d in dtypes if d not in allowed]
    if foreign:
        return f"{library} has no {foreign[0]} (it has {', '.join(sorted(allowed))})"
    return f"{library} does not mix dtypes ({', '.join(dtypes)})" if len(dtypes) > 1 else None


class ProductFailed(Exception):
    """A library that refuses a product while it runs; told to the user with the formula, as an EngineError."""
