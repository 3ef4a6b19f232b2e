"""Autotuning: engines timed against each other, once for each call, dtype and machine.

A candidate is measured as users get it: the call alone is compiled for that engine and
run on random arrays of its shapes.  The seconds are kept in the cache folder under a hash
of the call and of everything that they depend on, and found again by later processes.
"""

from __future__ import annotations

import hashlib
import math
import os
import platform
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from espresso import __version__
from espresso.engine import table
from espresso.errors import EngineError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.serialisation import decode, encode
from espresso.ir.engine import CONTRACTION, CONVOLUTION, Call, Engine
from espresso.system import processor
from espresso.system.cache import read_entry, write_entry

HOPELESS = 30.0
"""Candidates that are estimated to be this many times slower than the best estimate are not measured."""

ENOUGH = 0.2
"""Seconds of measuring for each candidate after the first run."""


def fastest(call: Call, able: Sequence[Engine]) -> tuple[Engine, dict[str, float]]:
    """The fastest of the engines, and the seconds of those that were measured."""
    estimates = {e.name: e.seconds(call) for e in able}
    worth = [e for e in able if estimates[e.name] <= HOPELESS * min(estimates.values())]
    name = _name(call, worth)
    known = _read(name)
    seconds = {e.name: known[e.name] for e in worth if e.name in known}
    for engine in worth:
        if engine.name not in seconds:
            seconds[engine.name] = measure(call, engine)
    if seconds != known:
        write_entry(name, encode(seconds, {}))  # a folder that cannot be written only means measuring again
    return min(worth, key=lambda e: seconds[e.name]), seconds


def measure(call: Call, engine: Engine) -> float:
    """Seconds of the call on this engine: the least of several runs after a warm-up."""
    f, arrays = _isolated_call(call, engine)
    f(**arrays)
    out = f(**arrays)
    times: list[float] = []
    end = time.perf_counter() + ENOUGH
    while len(times) < 3 or (time.perf_counter() < end and len(times) < 200):
        start = time.perf_counter()
        f(**arrays, out=out)
        times.append(time.perf_counter() - start)
    return min(times)


def _isolated_call(call: Call, engine: Engine) -> tuple[Any, dict[str, np.ndarray]]:
    """The call as a compiled function of its own, and arrays for it."""
    from espresso.api.compile import compile

    if call.kind == CONVOLUTION:
        return _convolution(call, engine)
    if call.kind != CONTRACTION:
        raise EngineError(f"autotune measures matrix products and convolutions; not a {call.kind}: name its engine")
    factors = [ex.access(ex.tensor(o.name, len(o.axes)), [ex.index(a) for a in o.axes]) for o in call.inputs]
    formula = ex.closed("measured_", call.output.axes, ex.reduce("sum", call.step.over, ex.call("mul", *factors)))
    options: dict[str, Any] = {"engine": engine.name, "strict": not engine.loops, "simplify": False}
    rng = np.random.default_rng(0)
    arrays = {o.name: rng.random(o.shape).astype(o.dtype) for o in call.inputs}
    return compile(formula, call.target, **options), arrays


def _convolution(call: Call, engine: Engine) -> tuple[Any, dict[str, np.ndarray]]:
    """A convolution or one of its gradients with the geometry of a call, and arrays for it."""
    from espresso.algebra.calculus.derivatives import vjp
    from espresso.api.compile import compile
    from espresso.frontends.library.convolution import conv

    p, wanted = call.parameters, {"forward": "xwy", "data": "ywx", "weights": "xyw"}[call.parameters["direction"]]
    shapes = {n: o.shape for n, o in zip(wanted, (*call.inputs[:2], call.output), strict=True)}
    x, w = (ex.tensor(n, len(shapes[n])) for n in "xw")
    formula = conv(x, w, p["stride"], p["padding"], p["dilation"], p["groups"])
    if p["direction"] != "forward":
        formula = vjp(formula, wanted[-1], "y")
    products = [e.name for e in table.ENGINES if e.target == call.target and call.kind not in e.kinds]
    f = compile(formula, call.target, engines=[*products, engine.name], simplify=True)
    rng = np.random.default_rng(0)
    return f, {n: rng.random(shapes[n]).astype(call.output.dtype) for n in f.inputs}


def machine() -> tuple[str, ...]:
    """What speed depends on besides the call: the processor, its usable cores, the system."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENBLAS_CORETYPE", "ESPRESSO_ISA")
    threads = [os.environ.get(n, "") for n in names]
    return (processor.name(), str(processor.usable_cores()), platform.system(), *threads)


def _name(call: Call, engines: Sequence[Engine]) -> str:
    """The name of the file for a call."""
    facts = [call.signature, machine(), sorted((e.name, e.version()) for e in engines), np.__version__, __version__]
    return f"es_{hashlib.sha256(repr(facts).encode()).hexdigest()[:40]}.measured"


def _read(name: str) -> dict[str, float]:
    """The seconds in a file; nothing where there is none or it is damaged."""
    try:
        found = decode(read_entry(name) or b"", {})
        return {str(n): float(s) for n, s in found.items() if 0 < float(s) < math.inf}
    except (ValueError, TypeError, AttributeError, OverflowError):
        return {}

