"""Kernels with native code of their own, a folder each: engine, code, run-time parameters for given lengths.

Input: steps of ``ir`` and lengths.  Output: LLVM functions and the records that they are called with.
May import ``llvm``, ``ir``, ``mathematics``, ``formulas``, ``system``.
"""
