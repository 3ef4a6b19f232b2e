"""The engine ``winograd``: 3 x 3 convolutions by F(4x4, 3x3), a quarter of the multiplications.

Native programs compute them in their own code (``forward``, ``filter_gradient``), and again directly where a
sum is not finite.  A saved program takes the text of the direct engine.
"""

from __future__ import annotations

import math

from espresso.formulas.graph.conditions import maximum, minimum
from espresso.ir.engine import CONVOLUTION, Call, Engine, module_missing, package_version
from espresso.kernels.convolution import engine as direct
from espresso.kernels.convolution.winograd_filter import stored
from espresso.kernels.convolution.winograd_forward import STEP, TAPS, WIDTH
from espresso.system import machine_model

CHANNELS = 8
"""Channels on both sides from which it is worth asking."""

LANES = 16
"""Tiles that are transformed at once."""

CACHED = 16 << 20
"""Bytes of a transformed filter that a third cache holds."""


DECIDED = 1 << 19
"""Numbers of a result that may decide masks and maxima: of normal ones, rounding by 5e-7 of their deviation turns the
sign of one in seven million, so that this happens in one call of ten."""


def unfit(call: Call) -> str | None:
    """Why it cannot compute a call, as far as the description and the processor tell."""
    from espresso.llvm.emit.tiles import tile
    from espresso.llvm.machine import host

    reason = direct.unfit(call, "the convolution by Winograd")
    if reason is not None:
        return reason
    p = call.parameters
    filter_ = call.output if _weights(call) else call.inputs[1]
    taps = filter_.shape[2:]
    if taps != (TAPS, TAPS):
        return f"its filters have 3 x 3 taps, this one has {' x '.join(map(str, taps))}"
    if tuple(p["stride"]) != (1, 1):
        return f"its stride is 1, this call has {' x '.join(map(str, p['stride']))}"
    if p["groups"] != 1:
        return f"it has no groups, this call has {p['groups']}"
    few = min(filter_.shape[:2])
    if few < CHANNELS:
        return f"it needs {CHANNELS} channels on both sides, this call has {few}"
    lanes = tile(call.output.dtype, host()[2]).lanes
    short = f"it sorts columns by fours within vectors, which have {lanes} numbers of {call.output.dtype} here"
    return short if lanes < STEP else None


def reluctant(call: Call) -> str | None:
    """Why it leaves a call to others: in float32 it rounds more than they do (``forward``)."""
    many = math.prod(call.output.shape) > DECIDED
    if many and call.parameters.get("decides") and call.output.dtype == "float32":
        return "its rounding would decide masks or maxima that a gradient asks for"
    return None


def _weights(call: Call) -> bool:
    return bool(call.parameters["direction"] == "weights")


def _extents(call: Call) -> tuple[int, int, int, int, int]:
    """Channels of the operand and of the result, tiles, groups of lanes among them, and elements of the image."""
    n, outer, *space = (call.inputs[1] if _weights(call) else call.output).shape
    for k, apart in zip(space, call.parameters["dilation"], strict=True):
        n *= sum(-(-maximum(0, -((rest - k) // apart)) // STEP) for rest in range(apart))
    given = call.inputs[0].shape
    return given[1], outer, n, -(-n // LANES), math.prod(given)


def workspace(call: Call) -> int:
    """Bytes of the transformed filter, or of the transformed tiles of an image and its cotangent; others are parts of
    caches."""
    inner, outer, tiles, *_ = _extents(call)
    size = 4 if call.output.dtype == "float32" else 8
    if _weights(call):
        most = maximum(stored(), WIDTH * WIDTH * (inner + outer) * tiles // call.inputs[0].shape[0] * size)
        return minimum(WIDTH * WIDTH * (inner + outer) * tiles * size, most)
    return WIDTH * WIDTH * inner * outer * size


def seconds(call: Call) -> float:
    """The products at the rate of the direct engine, and the transforms, with a margin in favour of that engine.

    Few Winograd tiles do not fill the register tiles; a filter that no cache holds is written to memory and read from
    there.  For the gradient by the filter tiles are what is summed over, and both operands are packed.  With a
    dilation rows are taken apart and put together element by element.
    """
    inner, outer, tiles, groups, elements = _extents(call)
    wide = 1 if call.output.dtype == "float32" else 2
    rate = direct.SHARE * machine_model.rates().flops(call.output.dtype)
    products = 2 * WIDTH * WIDTH * inner * outer * tiles / rate
    apart = any(d > 1 for d in call.parameters["dilation"])
    others = math.prod((call.inputs[1] if _weights(call) else call.output).shape)
    copies = (elements + (others if apart or _weights(call) else 0)) * wide * (1e-9 if apart else 4e-10)
    if _weights(call):
        transforms = (inner + outer) * groups * 2.5e-7 * wide + inner * outer * 9e-9 * wide
        return 1.2e-5 + 1.15 * (products / 1.3 + transforms + copies)
    products /= minimum(1.0, 0.6 + tiles / 160)
    taps = 2.1e-8 if workspace(call) <= CACHED else 2.5e-8
    transforms = (inner + outer) * groups * 6e-8 * wide + inner * outer * taps * wide
    return 6e-6 + 1.15 * (products + transforms + copies)


WINOGRAD = Engine(
    "winograd", "cpu", (CONVOLUTION,), "convolutions of 3 x 3 taps and their gradients, in fewer products",
    missing=module_missing("llvmlite", "pip install llvmlite"), version=package_version("llvmlite"),
    unfit=unfit, reluctant=reluctant, seconds=seconds, workspace=workspace, follows=direct.FOLLOWS, emit=direct.emit,
    prelude=direct.DIRECT.prelude, native=True, winograd=True,
)  # fmt: skip
