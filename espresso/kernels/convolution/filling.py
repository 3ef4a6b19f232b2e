"""Vector utilisation of a direct convolution, against the packing cost of a packed GEMM.

The direct engine has positions of one image in the lanes of its vectors, with the zeros between two rows; in the
gradient by a filter of many channels it has these there, which the estimate does not know yet.  A product
has all images side by side, but packs windows.  Where images have few positions and filters many channels,
as in the last stages of a network, the product is up to seven times as fast.
"""

from __future__ import annotations

import math

from espresso.ir.engine import Call

VECTOR = 64
"""Bytes of a vector."""

CACHED = 1 << 20
"""Bytes of a filter that stay in a cache from one image to the next."""

MARGIN = 1.1
"""In favour of the direct engine, which applies bias and activation while it stores."""


def _length(call: Call) -> tuple[list[int], list[int]]:
    """Positions along each axis of an image, and their reach with the zeros that two rows share."""
    p = call.parameters
    weights, data = p["direction"] == "weights", p["direction"] == "data"
    filter_ = call.output if weights else call.inputs[1]
    space = (call.inputs[1] if weights else call.output).shape[2:]
    reach = [d * (t - 1) for t, d in zip(filter_.shape[2:], p["dilation"], strict=True)]
    positions = [-(-n // s) for n, s in zip(space, p["stride"], strict=True)] if data else list(space)
    found = []
    for n, s, r, pads in zip(positions, p["stride"], reach, p["padding"], strict=True):
        shared = min(r - a for a in pads) if data else min(pads)
        found.append(n + (r - max(0, shared) if s == 1 else r // s))
    return positions, found


def vectors(call: Call) -> int:
    """Vectors for the positions of one image."""
    positions, reach = _length(call)
    apart, whole = 1, 1
    for n, r in zip(reversed(positions), reversed(reach), strict=True):
        whole += (n - 1) * apart
        apart *= r
    return -(-whole // (VECTOR // _size(call)))


def filled(call: Call) -> float:
    """The part of the lanes whose sums are results; an image costs the gradient by the filter one vector more."""
    positions, _ = _length(call)
    if min(positions) < 1:
        return 1.0  # of nothing, nothing is computed
    lanes = (vectors(call) + (call.parameters["direction"] == "weights")) * VECTOR // _size(call)
    part: float = math.prod(positions) / lanes
    return part


def filter_seconds(call: Call) -> float:
    """What the direct engine does for each number of the filter: it packs it, or adds up the lanes of its sum."""
    weights = call.parameters["direction"] == "weights"
    filter_ = call.output if weights else call.inputs[1]
    again = call.inputs[0].shape[0] * filter_.bytes if filter_.bytes > CACHED and not weights else 0
    return 2.3e-9 * math.prod(filter_.shape) + again / 3.4e10


def unfit(call: Call) -> str | None:
    """Why a convolution does not become a product."""
    p = call.parameters
    if p["groups"] != 1:
        return f"products of windows have no groups, this call has {p['groups']}"
    if p["direction"] == "data" and any(s != 1 for s in p["stride"]):
        return "a gradient by the data with a stride would be a product with zeros"
    if not p.get("one_sum", True):
        return "the convolution is put together from several sums; they would be products one by one"
    return None


def seconds(call: Call, rate: float) -> float:
    """A product with its windows packed, in tiles of 8 rows; what follows is a pass of its own, hence the margin."""
    weights = call.parameters["direction"] == "weights"
    filter_ = call.output if weights else call.inputs[1]
    positions = math.prod(call.inputs[1 if weights else 0].shape[:1]) * math.prod(_length(call)[0])
    outer = filter_.shape[1 if call.parameters["direction"] == "data" else 0]
    terms = math.prod(filter_.shape) // max(1, outer)
    wide = _size(call) / 4
    if weights:
        packed = 6.5e-10 * positions * (terms + outer) + 2.5e-10 * math.prod(filter_.shape)
    else:
        packed = 3.5e-10 * positions * (terms + outer) + 0.8e-9 * math.prod(filter_.shape)
    full = outer / (-(-outer // 8) * 8)
    return 8e-6 + MARGIN * (call.flops / rate / full + packed * wide)


def _size(call: Call) -> int:
    return 8 if call.output.dtype == "float64" else 4
