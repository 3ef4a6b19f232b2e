"""Code generation: a program to NumPy text, Python for numba and LLVM, CUDA C and OpenCL C.

Input: a program of ``ir``.  Output: source text and how to run it.  May import ``compiler``, ``engine``, ``kernels``,
``mathematics``, ``ir``, ``formulas``.  Inside: ``common``, then ``loops``, then one package for each language.
"""
