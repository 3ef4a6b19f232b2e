"""The processor's name and features, and the versions of what generates code for it."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from importlib.util import find_spec


@cache
def processor() -> dict[str, str]:
    """What machine code depends on: the system, the processor and its instructions, the version of LLVM."""
    facts = {"system": sys.platform, "machine": platform.machine()}
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = file.read(1 << 16).partition("\n\n")[0]
        wanted = ("vendor_id", "cpu family", "model", "stepping", "flags", "Features", "CPU part")
        lines = (line.partition(":") for line in first.splitlines())
        facts |= {k.strip(): v.strip() for k, _, v in lines if k.strip() in wanted}
    except OSError:
        facts["processor"] = platform.processor()
    spec = find_spec("llvmlite")
    if spec is not None and spec.origin:
        home = os.path.dirname(os.path.dirname(spec.origin))
        facts["llvmlite"] = next((n for n in sorted(os.listdir(home)) if n.startswith("llvmlite-")), "")
    return facts


def name() -> str:
    """The processor's name, as the system shows it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            lines = (line.partition(":") for line in file)
            return next((v.strip() for k, _, v in lines if k.strip() == "model name"), "") or _plain_name()
    except OSError:
        return _plain_name()


def _plain_name() -> str:
    return platform.processor() or platform.machine()


def usable_cores() -> int | None:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
