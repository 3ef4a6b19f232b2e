"""A generated module to machine code: one LLVM module with its entries, thread pool and checks.

Input: the text of a module and the steps of its driver.  Output: entries by address.
May import ``kernels``, ``llvm``, ``ir``, ``system``.
"""
