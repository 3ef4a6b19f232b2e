"""The engine ``direct``: convolutions and both gradients by register-tiled generated code.

Native programs compute them in their own code (``calls``).  The text below is what a saved
program does instead: one product for each tap of the filter, with NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from espresso.ir.calls import EngineCall
from espresso.ir.engine import CONVOLUTION, REAL_DTYPES, Call, Engine, module_missing, package_version, wrong_dtype
from espresso.ir.window_calls import SEEN, seen_text
from espresso.kernels.convolution import filling
from espresso.kernels.convolution.record import SIMPLE
from espresso.kernels.convolution.taps import BY_TAPS
from espresso.system import machine_model

FOLLOWS = frozenset({"bias", "scale", "shift"})
SHARE = 0.9
"""Of the rate of a large product."""


def unfit(call: Call, name: str = "the direct convolution") -> str | None:
    """Why it cannot compute a call, as far as the description tells."""
    reason = wrong_dtype(call, REAL_DTYPES, name)
    if reason is not None:
        return reason
    p = call.parameters
    epilogue = p.get("epilogue")
    if epilogue and epilogue not in SIMPLE:
        return f"it has no epilogue {epilogue!r} (it has {', '.join(SIMPLE)})"
    if not all(math.prod(o.shape) for o in (*call.inputs, call.output)):
        return "an operand has no elements"
    return None


def _channels(call: Call) -> tuple[int, int]:
    """Channels of a group in the image and in the result of the forward convolution."""
    filter_ = call.output if call.parameters["direction"] == "weights" else call.inputs[1]
    return filter_.shape[1], filter_.shape[0] // call.parameters["groups"]


def seconds(call: Call) -> float:
    """The rate of the tiles, less where channels or positions do not fill them; copies; packing of the filter."""
    inner, outer = _channels(call)
    rows = {"forward": outer, "data": inner, "weights": 4 * -(-outer // 4)}[call.parameters["direction"]]
    full = rows / (-(-rows // 8) * 8) if rows > 4 else rows / 5
    rate = SHARE * machine_model.rates().flops(call.output.dtype) * full * filling.filled(call)
    return 3e-6 + call.flops / rate + call.traffic / machine_model.rates().memory + filling.filter_seconds(call)


def emit(step: EngineCall) -> Sequence[str]:
    """One line of the program."""
    p = step.parameters
    left, right, *after, out = (seen_text(n, s) for n, s in zip((*step.operands, step.name), step.seen, strict=True))
    numbers = ", ".join(repr(p[k]) for k in ("stride", "dilation", "low", "groups"))
    more = "".join(f", {k}={n}" for k, n in zip(p.get("follow", ()), after, strict=True))
    more += f", epilogue={p['epilogue']!r}" if p["epilogue"] else ""
    return [f"_convolution({p['direction']!r}, {left}, {right}, {out}, {numbers}{more})"]


DIRECT = Engine(
    "direct", "cpu", (CONVOLUTION,), "convolutions and their gradients, without arrays of windows",
    missing=module_missing("llvmlite", "pip install llvmlite"), version=package_version("llvmlite"),
    unfit=unfit, seconds=seconds, follows=FOLLOWS, emit=emit, prelude=SEEN + BY_TAPS, native=True,
)  # fmt: skip
