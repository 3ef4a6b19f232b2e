"""LLVM: text of a module in, object code for this machine out."""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def host() -> tuple[str, str, str]:
    """Triple, name and features of the processor for which code is made."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.get_default_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def machine() -> Any:
    """A target machine for position-independent code; a new one for each use, threads do not share them."""
    import llvmlite.binding as llvm

    triple, cpu, features = host()
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=3, reloc="pic", codemodel="small")


def optimised(text: str) -> tuple[Any, Any]:
    """The module after LLVM's passes, and the machine it is for."""
    import llvmlite.binding as llvm

    made = machine()
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = host()[0], str(made.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization, tuning.slp_vectorization = True, False
    builder = llvm.create_pass_builder(made, tuning)
    builder.getModulePassManager().run(module, builder)
    return module, made


def object_code(text: str) -> bytes:
    """Object code of a module given as LLVM text."""
    module, made = optimised(text)
    return bytes(made.emit_object(module))
