"""LLVM: functions of a generated module as LLVM text (``emit``), text as object code, object code in memory.

Input: Python source of kernels, or LLVM text.  Output: functions by address.  May import ``ir``, ``system``.
"""
