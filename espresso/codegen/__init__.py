"""A program to text: NumPy, Python for numba and LLVM, CUDA C and OpenCL C.

Enters: a program of ``ir``.  Leaves: source text and how to run it.  Imports ``compiler``, ``engines``, ``kernels``,
``ir``, ``formulas``.  Inside: ``common``, then ``loops``, then one package for each language.
"""
