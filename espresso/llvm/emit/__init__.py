"""Emission of LLVM: scalars, vectors, loops, copies, and the translation of generated Python text.

Input: ``ast`` nodes of generated modules, tile sizes.  Output: LLVM instructions.  May import ``ir``.
"""
