"""LLVM as a library: module text in, object code for this machine out."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

from espresso.llvm.instructions import give_back, put_in_line, with_variants
from espresso.system import processor

Levels = tuple[int, int]
"""LLVM's levels of optimisation, from 0 to 3: of its passes, and of the choice of instructions.

Instead of a level of passes, `FEW` stands for the `SIMPLE` ones alone.
"""

FEW = -1

FULL: Levels = (3, 3)

SIMPLE = ("sroa", "simplify_cfg", "instruction_combine", "always_inliner", "simplify_cfg")
"""Passes for code whose loops and vectors are written out: they take a tenth to a third of the time of all."""

FULL_WIDTH = ("icelake-server", "sapphirerapids", "emeraldrapids", "graniterapids", "graniterapids-d")
"""Servers with two units for vectors of 64 bytes; LLVM gives them vectors of 32, because earlier ones slowed down."""


@functools.cache
def host() -> tuple[str, str, str]:
    """Triple, name and features of the processor for which code is made."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = llvm.get_host_cpu_name(), processor.features().flatten()
    if cpu.startswith("znver") and llvm.llvm_version_info[0] >= 18:  # earlier ones do not know the two features
        features += ",+prefer-no-gather,+prefer-no-scatter"  # microcode there: single loads take half the time
    if cpu in FULL_WIDTH:
        features += ",-prefer-256-bit"
    return llvm.get_default_triple(), cpu, features


def machine(levels: Levels = FULL) -> Any:
    """A new target machine for position-independent code."""
    import llvmlite.binding as llvm

    triple, cpu, features = host()
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=levels[1], reloc="pic", codemodel="small")


_machines: dict[tuple[Any, int], list[Any]] = {}
"""Target machines that nobody uses, by `host` and level: the first function of each takes 2 ms more than others."""


def _free_machine(levels: Levels) -> Any:
    """A target machine that no other thread uses; `object_code` gives it back."""
    free = _machines.setdefault((host(), levels[1]), [])
    try:
        return free.pop()
    except IndexError:
        return machine(levels)


def optimised(text: str, levels: Levels = FULL) -> tuple[Any, Any]:
    """The module after LLVM's passes, and the machine it is for."""
    import llvmlite.binding as llvm

    context = llvm.create_context()  # the one of the process keeps every type and constant that it has seen
    text, variants = with_variants(text)
    made = _free_machine(levels)
    module = llvm.parse_assembly(text, context)
    module.triple, module.data_layout = host()[0], str(made.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=max(levels[0], 0))
    tuning.loop_vectorization, tuning.slp_vectorization = True, False
    builder = llvm.create_pass_builder(made, tuning)
    few = levels[0] == FEW
    manager = llvm.create_new_module_pass_manager() if few else builder.getModulePassManager()
    for name in SIMPLE if few else ():
        getattr(manager, f"add_{name}_pass")()
    _open("LLVMPY_RunNewModulePassManager")(manager, module, builder)
    give_back(manager)
    put_in_line(module, variants, builder, context)
    return module, made


def object_code(text: str, levels: Levels = FULL) -> bytes:
    """Object code of a module given as LLVM text, while other threads make others.

    llvmlite lets one thread at a time into LLVM. Modules of different contexts share nothing, so
    the two long calls go past that lock (`_open`); all others are short.
    """
    from llvmlite.binding import ffi

    module, made = optimised(text, levels)
    with ffi.OutputString() as problem:
        buffer = _open("LLVMPY_TargetMachineEmitToMemory")(made, module, 1, problem)
        if not buffer:
            raise RuntimeError(str(problem))
    try:
        size = ffi.lib.LLVMPY_GetBufferSize(buffer)
        return ctypes.string_at(ffi.lib.LLVMPY_GetBufferStart(buffer), size)
    finally:
        ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)
        _machines[host(), levels[1]].append(made)


def _open(name: str) -> Any:
    """A function of LLVM without llvmlite's lock; with it where llvmlite is another one than is known here."""
    from llvmlite.binding import ffi

    locked = getattr(ffi.lib, name)
    return getattr(locked, "_cfn", locked)
