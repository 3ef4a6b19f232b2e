"""Generated modules as portable C: the same text that numba compiles, translated for a C compiler.

Input: source text of ``codegen.numba``.  Output: C99 functions, and a header.
"""
