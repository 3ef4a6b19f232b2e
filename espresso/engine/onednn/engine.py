"""oneDNN on the CPU: convolutions with bias and activation, and their gradients, in float32.

The library comes in the packages onednn-cpu-gomp, -iomp and -tbb; it is called by its C
interface (`onednn_text`), so that nothing is compiled to use it.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from espresso.engine.onednn.text import TEXT
from espresso.ir.calls import EngineCall
from espresso.ir.engine import CONVOLUTION, Call, Engine
from espresso.ir.window_calls import row_major, seen_text

INSTALL = "pip install 'espresso[onednn]'"


@functools.cache
def library() -> Any:
    """The functions of the text, to ask the library what it can compute."""
    scope: dict[str, Any] = {"np": np, "os": os}
    exec(TEXT, scope)
    return SimpleNamespace(**scope)


@functools.cache
def missing() -> str | None:
    """The library, and a system that it was made for."""
    if library()._onednn_path() is None:
        return f"no package with the library of oneDNN is installed ({INSTALL})"
    return None if library()._onednn() is not None else "the library of oneDNN cannot be loaded on this system"


@functools.cache
def version() -> str:
    """The version of the package that has the library."""
    from importlib import metadata

    for package in ("onednn-cpu-gomp", "onednn-cpu-iomp", "onednn-cpu-tbb"):
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return ""


def unfit(call: Call) -> str | None:
    """Why the library cannot compute a call, as far as its description tells."""
    dtypes = sorted({o.dtype for o in (*call.inputs, call.output)})
    if dtypes != ["float32"]:
        return f"its convolutions have float32, this call has {', '.join(dtypes)}"
    space = len(call.output.shape) - 2
    if not 1 <= space <= 3:
        return f"it has 1, 2 or 3 spatial axes, this call has {space}"
    epilogue = call.parameters.get("epilogue")
    if epilogue and epilogue not in library()._EPILOGUES:
        return f"it has no epilogue {epilogue!r} (it has {', '.join(library()._EPILOGUES)})"
    p = call.parameters
    if p["direction"] != "forward" and (epilogue or len(call.inputs) > 2):
        return f"bias and epilogue follow direction 'forward', this call has direction {p['direction']!r}"
    return None


def refuses(call: Call) -> str | None:
    """What is known from the description; then the library itself is asked for a primitive."""
    try:
        _primitive(call)
    except (ValueError, MemoryError) as error:
        return f"oneDNN has no primitive for it: {error}"
    return None


def _primitive(call: Call) -> Any:
    p = call.parameters
    facts = tuple((o.shape, row_major(o.shape)) for o in (*call.inputs, call.output))
    return library()._onednn_primitive(
        p["direction"], facts, tuple(p["stride"]), tuple(p["dilation"]), tuple(p["padding"]), p["groups"],
        p.get("epilogue"),
    )  # fmt: skip


def workspace(call: Call) -> int:
    """Bytes of scratch memory and of operands in the library's layouts."""
    if missing() is not None or unfit(call) is not None:
        return 0
    try:
        return int(_primitive(call).bytes)
    except (ValueError, MemoryError):
        return 0


def seconds(call: Call) -> float:
    """Compute or memory, with the operands read and written twice where they are reordered."""
    return 2e-5 + max(call.flops / 1.5e11, 2 * call.traffic / 2e10)


def emit(step: EngineCall) -> Sequence[str]:
    """One line of the program."""
    p = step.parameters
    arrays = [seen_text(n, s) for n, s in zip((*step.operands, step.name), step.seen, strict=True)]
    numbers = ", ".join(f"{k}={p[k]!r}" for k in ("stride", "dilation", "low", "groups", "epilogue"))
    return [f"_onednn_convolution({p['direction']!r}, {', '.join(arrays)}, {numbers})"]


ONEDNN = Engine(
    "onednn", "cpu", (CONVOLUTION,), "convolutions with bias and activation, and their gradients",
    missing=missing, version=version, unfit=unfit, refuses=refuses, seconds=seconds, workspace=workspace,
    differs=frozenset({"relu", "relu6", "silu", "gelu"}), follows=frozenset({"bias"}), emit=emit, prelude=TEXT,
)  # fmt: skip
