"""A program as one Python module: kernels for numba, or for the translation to LLVM, and a driver.

Input: a program.  Output: source text, and the steps of the driver as data.
"""
