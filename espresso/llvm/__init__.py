"""LLVM: functions of a generated module as LLVM text (``emit``), text as object code, object code in memory.

Enters: Python source of kernels, or LLVM text.  Leaves: functions by address.  Imports ``ir``, ``system``.
"""
