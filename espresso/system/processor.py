"""The processor's name and features, and the versions of what generates code for it."""

from __future__ import annotations

import contextlib
import os
import platform
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any

BEYOND = {"avx2": ("avx512", "avx10", "amx", "evex512")}
"""Instruction sets that ``$ESPRESSO_ISA`` can limit code to, with how the names of features beyond them begin."""


@cache
def limited() -> str:
    """The instruction set that ``$ESPRESSO_ISA`` limits code to, "" for whatever the processor has."""
    asked = os.environ.get("ESPRESSO_ISA", "")
    if asked and asked not in BEYOND:
        text = f"ESPRESSO_ISA is {asked!r}; code can be limited to {', '.join(BEYOND)}. It is not limited."
        warnings.warn(text, stacklevel=2)
        return ""
    return asked


def features() -> Any:
    """LLVM's features of the processor by name, without those beyond what code is limited to."""
    import llvmlite.binding as llvm

    found, beyond = llvm.get_host_cpu_features(), BEYOND.get(limited(), ())
    return llvm.FeatureMap({n: there and not n.startswith(beyond) for n, there in found.items()}) if beyond else found


@contextlib.contextmanager
def openblas_looks_itself() -> Iterator[None]:
    """Hide $OPENBLAS_CORETYPE while espresso's own copy is loaded, and put it back: the user chose it for NumPy's.

    Where code is limited to AVX2, so is that copy.
    """
    given = os.environ.pop("OPENBLAS_CORETYPE", None)
    if limited() == "avx2":
        os.environ["OPENBLAS_CORETYPE"] = "Haswell"
    try:
        yield
    finally:
        os.environ.pop("OPENBLAS_CORETYPE", None)
        if given is not None:
            os.environ["OPENBLAS_CORETYPE"] = given


@cache
def processor() -> dict[str, str]:
    """What machine code depends on: the system, the processor and its instructions, the version of LLVM."""
    facts = {"system": sys.platform, "machine": platform.machine(), "limited": limited()}
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


def vector_bytes() -> int:
    """Bytes of a vector register; 16 where the system does not list the instructions."""
    facts = processor()
    flags = facts.get("flags", "").split()
    return 64 if "avx512f" in flags and not facts["limited"] else 32 if "avx2" in flags else 16


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
