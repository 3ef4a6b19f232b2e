"""Parts of LLVM functions: scalars, vectors, loops, copies, and the translation of generated Python text.

Enters: ``ast`` nodes of generated modules, numbers of tiles.  Leaves: LLVM instructions.  Imports ``ir``.
"""
