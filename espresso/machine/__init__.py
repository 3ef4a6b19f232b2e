"""A generated module to machine code: one LLVM module with its entries, thread pool and checks.

Enters: the text of a module and the steps of its driver.  Leaves: entries by address.
Imports ``kernels``, ``llvm``, ``ir``, ``system``.
"""
